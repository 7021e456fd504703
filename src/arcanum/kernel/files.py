"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

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
    """Keep others from a file until it is closed; False if somebody else already does.

    It keeps off only those who ask the same.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
