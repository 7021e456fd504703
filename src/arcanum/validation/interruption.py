"""Ctrl-C while a validation runs. It is heeded where the work can stop: an exception in the midst could get lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

_heard = False


def is_heard() -> bool:
    """Whether somebody pressed Ctrl-C."""
    return _heard


@contextmanager
def heeding() -> Iterator[None]:
    """Only take note of Ctrl-C, for a while. A second one is taken at its word."""
    global _heard
    if current_thread() is not main_thread():
        yield
        return

    def note(number: int, frame: FrameType | None) -> None:
        global _heard
        _heard = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _heard = False
