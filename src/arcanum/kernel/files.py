"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from errno import EISDIR
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO
from weakref import WeakSet

from arcanum.kernel.errors import ArcanumError, BadCall

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def write_whole(path: Path, text: str) -> None:
    """Write a file in one move: whoever reads it sees the old text or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{token_hex(6)}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def can_be_written(path: Path) -> None:
    """Raise the `OSError` of `write_whole` now, as far as one can tell, and leave everything as it is."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{token_hex(6)}")
    draft.touch()
    draft.unlink()


def written(path: str | os.PathLike[str], write: Callable[[Path], None]) -> None:
    """Have a file written, or raise `BadCall` that says which one cannot be."""
    try:
        write(Path(path))
    except OSError as error:
        raise BadCall(f"{path}: cannot be written: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, ArcanumError):
            raise
        raise BadCall(f"{str(path)!r} is not the path of a file") from None


def is_ours_alone(file: BinaryIO) -> bool:
    """Keep others from a file until this process closes it; False if somebody else already does.

    It keeps off only those who ask the same.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    _ours.add(file)
    return True


_ours: WeakSet[BinaryIO] = WeakSet()


def _let_go() -> None:
    """In a process that has just been forked: the files are not ours, so whoever began us can end and free them."""
    if not _ours:
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in _ours:
        if not file.closed:
            os.dup2(nothing, file.fileno(), inheritable=False)
    os.close(nothing)


if hasattr(os, "register_at_fork"):  # neither Windows nor a browser forks
    os.register_at_fork(after_in_child=_let_go)
