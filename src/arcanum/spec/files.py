"""Result files: what produced them, and writing them whole or not at all."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version

import arcanum
from arcanum.kernel.files import write_whole


def stamp(command: str, seconds: float) -> dict[str, object]:
    """What every result says about itself."""
    return {
        "command": command,
        "version": arcanum.__version__,
        **commit(Path.cwd()),
        "python": python_version(),
        "date": datetime.now(UTC).date().isoformat(),
        "seconds": round(seconds, 1),
    }


def commit(folder: Path) -> dict[str, str]:
    """The commit of a checkout of the library, with a mark if the code differs from it; nothing of any other folder."""
    if not (folder / "src" / "arcanum" / "spec").is_dir():
        return {}
    git = ["git", "-C", str(folder)]
    try:
        found = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
        code = subprocess.run(
            [*git, "diff", "--quiet", "HEAD", "--", "*.py", "*.toml"], check=False, capture_output=True
        )
    except OSError:
        return {}
    name = found.stdout.strip()
    return {"commit": name + ("-dirty" if code.returncode else "")} if name else {}


def write_json(path: Path, document: Mapping[str, object]) -> None:
    """Write a document as JSON, one entry of a list to a line, so that two runs can be compared by eye."""
    write_whole(path, _lines(document) + "\n")


def write_sections(path: Path, sections: Mapping[str, Mapping[str, object]]) -> None:
    """Write a document with a section for each game; the sections of games that are not given stay as they were."""
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    every: dict[str, Mapping[str, object]] = {**old, **sections}
    entries = [f"  {json.dumps(game)}: {_lines(section, '  ')}" for game, section in every.items()]
    write_whole(path, "{\n" + ",\n".join(entries) + "\n}\n")


def _lines(document: Mapping[str, object], indent: str = "") -> str:
    entries = []
    for key, value in document.items():
        text = json.dumps(value)
        if isinstance(value, list) and value:
            rows = ",\n".join(f"{indent}    {json.dumps(each)}" for each in value)
            text = f"[\n{rows}\n{indent}  ]"
        entries.append(f"{indent}  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
