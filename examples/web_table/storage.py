"""Where tables are kept: one SQLite file, a row for every table and one for every accepted action.

A call returns when its row is on the disk, so whatever was answered survives a crash of the server and of the machine.
All calls are made on one thread of the store's own; the server goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from typing import TypeVar

import attrs

from .tables import Chair, Refused, Setup

T = TypeVar("T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    digest TEXT NOT NULL,
    seed INTEGER NOT NULL,
    options TEXT NOT NULL,
    chairs TEXT NOT NULL,
    touched TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;
CREATE TABLE IF NOT EXISTS actions (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY ("table", number)
) STRICT, WITHOUT ROWID;
"""


class Store:
    """The tables of a server."""

    def __init__(self, path: str | PathLike[str], most: int, keep_days: int) -> None:
        self._most = most
        self._keep_days = keep_days
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection = self._thread.submit(_connected, path).result()

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Work in one transaction, on the thread of the store."""

        def transaction() -> T:
            with self._connection as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)
        except sqlite3.Error as error:
            raise Refused("not-saved", f"the server could not save or read this: {error}") from error

    async def add(self, table: str, setup: Setup) -> None:
        """Keep a new table. If there are too many, those that nobody has touched for long make room."""
        row = (
            table,
            setup.rules,
            setup.digest,
            setup.seed,
            json.dumps(setup.options),
            json.dumps([attrs.asdict(each) for each in setup.chairs]),
        )

        def work(connection: sqlite3.Connection) -> None:
            if self._is_full(connection):
                old = f"-{self._keep_days} days"
                connection.execute("DELETE FROM tables WHERE touched < datetime('now', ?)", (old,))
            if self._is_full(connection):
                raise Refused("too-many", f"the server keeps {self._most} tables, and all of them are in use")
            columns = "id, rules, digest, seed, options, chairs"
            connection.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)

        await self._do(work)

    def _is_full(self, connection: sqlite3.Connection) -> bool:
        return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0]) >= self._most

    async def append(self, table: str, number: int, seat: int, action: str) -> None:
        """Keep an action that was accepted."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO actions VALUES (?, ?, ?, ?)", (table, number, seat, action))
            connection.execute("UPDATE tables SET touched = CURRENT_TIMESTAMP WHERE id = ?", (table,))

        await self._do(work)

    async def load(self, table: str) -> tuple[Setup, list[tuple[int, str]]]:
        """A table, and the seats and actions that were played at it; refused if there is none."""

        def work(connection: sqlite3.Connection) -> tuple[Setup, list[tuple[int, str]]]:
            found = connection.execute(
                "SELECT rules, digest, seed, options, chairs FROM tables WHERE id = ?", (table,)
            ).fetchone()
            if found is None:
                raise Refused("no-table", "there is no such table")
            rules, digest, seed, options, chairs = found
            rows = connection.execute('SELECT seat, action FROM actions WHERE "table" = ? ORDER BY number', (table,))
            agreed = {
                name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(options).items()
            }
            return Setup(
                rules, digest, seed, agreed, tuple(Chair(**each) for each in json.loads(chairs))
            ), rows.fetchall()

        return await self._do(work)

    def close(self) -> None:
        """Let go of the file."""
        self._thread.submit(self._connection.close).result()
        self._thread.shutdown()


def _connected(path: str | PathLike[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # NORMAL could lose the last actions when the power fails
    connection.execute("PRAGMA foreign_keys = ON")
    connection.executescript(_SCHEMA)
    return connection
