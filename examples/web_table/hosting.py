"""Tables with people at them: who is connected, whose turn it is, and the computer players.

A table is in memory while somebody is connected, and is read from the store when the first one comes. One lock per
table keeps its actions in order. Each guest is written to by a task of his own: who does not read holds up nobody.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator

from .storage import Store
from .tables import Listener, Refused, Table
from .workers import Workers


class Guest:
    """One connection to a table: a seat's window, or a spectator's."""

    def __init__(self, listener: Listener, *, pictures: bool) -> None:
        self.listener = listener
        self.pictures = pictures
        self.woken = asyncio.Event()
        self.last_present = ""


class Host:
    """Runs one table."""

    def __init__(self, name: str, table: Table, store: Store, workers: Workers, pace: float) -> None:
        self.name = name
        self.table = table
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        self.closed = False
        self._store = store
        self._workers = workers
        self._pace = pace
        self._thinking: asyncio.Task[None] | None = None

    def join(self, seat: int | None, *, pictures: bool) -> Guest:
        """Somebody comes, who wants pictures or not."""
        guest = Guest(Listener(self.table, seat), pictures=pictures)
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

    async def news(self, guest: Guest) -> AsyncIterator[str]:
        """The messages that keep a guest up to date, for as long as he stays.

        If they come slowly, because pictures take their time or the guest does, he is told of several actions at once.
        """
        while True:
            await guest.woken.wait()
            guest.woken.clear()
            present = self.present()
            if present != guest.last_present:
                guest.last_present = present
                yield present
            news = guest.listener.news()
            if news is not None:
                names = self.table.setup.names
                yield news.message(await self._workers.draw(news.shown.view, names) if guest.pictures else None)

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
        """Let computer players decide, as long as it is their turn and somebody is there."""
        while self.guests and (turn := self.table.computer()):
            (kind, view), at = turn, self.table.at
            await asyncio.sleep(self._pace)
            action = await self._workers.think(kind, view)
            try:
                await self.play(view.seat, at, action)
            except Refused:
                return  # the table was closed meanwhile, or could not be saved; who connects next starts this again


class House:
    """All tables of a server."""

    def __init__(self, store: Store, pace: float) -> None:
        self.store = store
        self._pace = pace
        self._workers = Workers(max(1, (os.cpu_count() or 1) - 1))
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
        table = await asyncio.to_thread(Table, setup, actions)
        return Host(name, table, self.store, self._workers, self._pace)

    async def leave(self, host: Host, guest: Guest) -> None:
        """Somebody goes; with the last one the table is closed."""
        host.leave(guest)
        async with host.lock:
            if not host.guests and not host.closed:
                host.closed = True
                del self._open[host.name]

    def close(self) -> None:
        """Stop thinking, and let go of the store."""
        self._workers.close()
        self.store.close()
