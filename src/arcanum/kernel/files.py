"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex


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
