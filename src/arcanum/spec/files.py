"""Result files: what produced them, and writing them whole or not at all."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version

import arcanum


def stamp(command: str, seconds: float) -> dict[str, object]:
    """What every result says about itself."""
    return {
        "command": command,
        "version": arcanum.__version__,
        "python": python_version(),
        "date": datetime.now(UTC).date().isoformat(),
        "seconds": round(seconds, 1),
    }


def write_json(path: Path, document: dict[str, object]) -> None:
    """Write a document as JSON, one entry of a list to a line, so that two runs can be compared by eye."""
    entries = []
    for key, value in document.items():
        if isinstance(value, list) and value:
            rows = ",\n".join(f"    {json.dumps(each)}" for each in value)
            entries.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            entries.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    write_whole(path, "{\n" + ",\n".join(entries) + "\n}\n")


def write_whole(path: Path, text: str) -> None:
    """Write a file in one move: whoever reads it sees the old text or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
