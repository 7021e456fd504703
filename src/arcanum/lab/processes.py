"""Processes of this machine in which games are played.

They outlive neither the process that began them nor its wish to end, and hold nothing of its files. An interrupt from
the keyboard, which goes to all of them, is for the one that began them to act on.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import Pipe, parent_process
from multiprocessing.connection import Connection, wait
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Processes(Executor):
    """So many processes. When one of them dies, so do the others, and there are new ones for whatever comes next."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._begin()

    def _begin(self) -> None:
        self._listening, self._speaking = Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self._jobs, initializer=_listen, initargs=(self._listening,))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it done in one of them."""
        with _undisturbed():
            try:
                return self._pool.submit(_done, fn, *args, **kwargs)
            except BrokenExecutor:
                self._close()
                self._begin()
                return self._pool.submit(_done, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let them end when everything is done."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        """Let them end at once, in the middle of a game."""
        with _undisturbed():
            self._speaking.send_bytes(b"stop")
        self._close()

    def _close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._listening.close()
        self._speaking.close()


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """While processes begin, interrupts wait: Python loses them then, and a new process takes them for its own."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Watch:
    """Ends this process when the one that began it says so or is gone.

    While a result is on its way the first of these has to wait: who began us would read half of it, and wait for ever
    for the rest.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._busy = False
        self._over = False

    def listen(self, speaking: Connection) -> None:
        """Wait for the end."""
        parent = parent_process()
        assert parent is not None
        if parent.sentinel not in wait([parent.sentinel, speaking]):
            with self._lock:
                self._over = True
                if self._busy:
                    os._exit(1)
            wait([parent.sentinel])
        os._exit(1)

    def done(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something that may be left in the middle."""
        with self._lock:
            if self._over:
                os._exit(1)
            self._busy = True
        try:
            return fn(*args, **kwargs)
        finally:
            with self._lock:
                self._busy = False


_watch = _Watch()


def _listen(speaking: Connection) -> None:
    """Begin a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    Thread(target=_watch.listen, args=(speaking,), daemon=True).start()


def _done(fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    return _watch.done(fn, *args, **kwargs)
