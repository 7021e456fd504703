"""The work that takes long, in other processes: computer players think, and pictures are drawn.

A worker is given the JSON document of one view. It could not look at another hand if it wanted to.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import arcanum


class Workers:
    """A few processes, which are replaced if one of them dies."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), _prepare)

    async def think(self, kind: str, view: arcanum.View) -> str:
        """What a computer player does, in its short form."""
        return await self._do(think, kind, secrets.randbits(63), arcanum.dumps(view))

    async def draw(self, document: str, names: Sequence[str]) -> str:
        """The picture of a view, as SVG."""
        return await self._do(draw, document, names)

    async def _do(self, work: Callable[..., str], *arguments: object) -> str:
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
        except BrokenProcessPool:
            if self._pool is pool:  # nobody else has noticed yet
                self._pool = self._started()
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    def close(self) -> None:
        """Send them home."""
        self._pool.shutdown(cancel_futures=True)


def think(kind: str, seed: int, document: str) -> str:
    """Choose by a view."""
    return str(arcanum.player(kind, seed).choose(arcanum.loads(document)))


def draw(document: str, names: Sequence[str]) -> str:
    """Draw a view."""
    return arcanum.svg(arcanum.loads(document), names=names)


def _prepare() -> None:
    """Ctrl-C is for the server alone; and when the server is gone, however it went, its workers go too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)
