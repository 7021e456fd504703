"""Which functions of the library run while it is imported: to change these later would come too late.

It must be started before the library is imported, so this module imports nothing of it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import CodeType, FrameType

PACKAGE = str(Path(__file__).parents[2] / "src" / "arcanum")
called: set[tuple[str, str]] = set()
"""File and qualified name of every function that ran while the library was imported."""


def key(code: CodeType) -> tuple[str, str]:
    """How a function is known here."""
    return code.co_filename, code.co_qualname


def begin(into: set[tuple[str, str]] = called) -> None:
    """Watch from now on, and keep what runs."""

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            into.add(key(frame.f_code))

    sys.setprofile(note)


def end() -> None:
    """Watch no longer."""
    sys.setprofile(None)
