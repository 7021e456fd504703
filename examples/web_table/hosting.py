"""Tables with people at them: who is connected, whose turn it is, and the computer players.

A table is in memory while somebody is connected, and is read from the store when the first one comes. One lock per
table keeps its actions in order. Each guest is written to by a task of his own: who does not read holds up nobody.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from concurrent.futures import ThreadPoolExecutor

import arcanum

from .storage import Store
from .tables import Listener, Refused, Table


class Guest:
    """One connection to a table: a seat's window, or a spectator's."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.woken = asyncio.Event()
        self._last_seen: str | None = None

    def news(self, present: str) -> list[str]:
        """The messages that bring the guest up to date."""
        found = [] if present == self._last_seen else [present]
        self._last_seen = present
        position = self.listener.news()
        return found if position is None else [*found, position]


class Host:
    """Runs one table."""

    def __init__(self, name: str, table: Table, store: Store, pool: ThreadPoolExecutor, pace: float) -> None:
        self.name = name
        self.table = table
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        self.closed = False
        self._store = store
        self._pool = pool
        self._pace = pace
        self._thinking: asyncio.Task[None] | None = None

    def join(self, seat: int | None, *, picture: bool) -> Guest:
        """Somebody comes, who wants pictures or not."""
        guest = Guest(Listener(self.table, seat, picture=picture))
        self.guests.add(guest)
        self._tell()
        return guest

    def leave(self, guest: Guest) -> None:
        """Somebody goes."""
        self.guests.discard(guest)
        self._tell()

    def present(self) -> str:
        """Which seats somebody sits at, and how many watch."""
        seats = [guest.listener.seat for guest in self.guests]
        here = [seat in seats for seat in range(len(self.table.setup.chairs))]
        return json.dumps({"type": "present", "seats": here, "watching": seats.count(None)})

    async def play(self, seat: int | None, at: object, action: object) -> None:
        """Carry out an action: it is on the disk before anybody hears of it."""
        # Whoever leaves in the middle of this must not leave the table and the store in disagreement.
        await asyncio.shield(asyncio.ensure_future(self._play(seat, at, action)))

    async def _play(self, seat: int | None, at: object, action: object) -> None:
        async with self.lock:
            if self.closed:
                raise Refused("closed", "the table was closed; connect again")
            answer = self.table.answer(seat, at, action)
            if answer is not None:
                await self._store.append(self.name, self.table.at, answer.seat, answer.action)
                self.table.take(answer)
        self._tell()

    def _tell(self) -> None:
        for guest in self.guests:
            guest.woken.set()
        if (self._thinking is None or self._thinking.done()) and self.guests and self.table.computer():
            self._thinking = asyncio.ensure_future(self._computers())

    async def _computers(self) -> None:
        """Let computer players decide, on another thread, as long as it is their turn and somebody is there."""
        while self.guests and (turn := self.table.computer()):
            (kind, view), at = turn, self.table.at
            await asyncio.sleep(self._pace)
            think = arcanum.player(kind, secrets.randbits(63)).choose
            action = await asyncio.get_running_loop().run_in_executor(self._pool, think, view)
            try:
                await self.play(view.seat, at, str(action))
            except Refused:
                return  # the table was closed meanwhile, or could not be saved; who connects next starts this again


class House:
    """All tables of a server."""

    def __init__(self, store: Store, pace: float) -> None:
        self.store = store
        self._pace = pace
        self._pool = ThreadPoolExecutor(2, "computer")
        self._open: dict[str, asyncio.Task[Host]] = {}

    async def host(self, name: str) -> Host:
        """The host of a table. Join before awaiting anything else, or he may go home."""
        while True:
            if name not in self._open:
                self._open[name] = asyncio.ensure_future(self._start(name))
            opening = self._open[name]
            try:
                host = await asyncio.shield(opening)
            except Exception:
                if self._open.get(name) is opening:
                    del self._open[name]  # the next one may have more luck
                raise
            if self._open.get(name) is opening:
                return host

    async def _start(self, name: str) -> Host:
        setup, actions = await self.store.load(name)
        table = await asyncio.get_running_loop().run_in_executor(self._pool, Table, setup, actions)
        return Host(name, table, self.store, self._pool, self._pace)

    async def leave(self, host: Host, guest: Guest) -> None:
        """Somebody goes; with the last one the table is closed."""
        host.leave(guest)
        async with host.lock:
            if not host.guests and not host.closed:
                host.closed = True
                del self._open[host.name]

    def close(self) -> None:
        """Stop thinking, and let go of the store."""
        self._pool.shutdown(cancel_futures=True)
        self.store.close()
