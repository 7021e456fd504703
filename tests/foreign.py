"""A foreign project that has installed the wheel.

Its program runs, mypy and pyright see our types (they find the lines that are marked as wrong, and no other), and the
only names that came along are the library's own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parent / "data" / "foreign"
MARK = "  # wrong"
NAMES = ["_arcanum_pytest", "arcanum"]
ASK_NAMES = """
import importlib.metadata, json
found = importlib.metadata.packages_distributions().items()
print(json.dumps(sorted(name for name, owners in found if "arcanum" in owners)))
"""

Place = tuple[str, int]
"""A file and a line of it."""


def faults(python: Path) -> list[str]:
    """Look at the installed library with the eyes of a project that uses this Python, and say what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        project = shutil.copytree(PROJECT, Path(folder) / "project")
        return list(_faults(project, str(python.absolute())))


def _faults(project: Path, python: str) -> Iterator[str]:
    ran = _run(project, python, "program.py")
    if ran.returncode or ran.stderr:
        yield f"the program failed:\n{ran.stderr}"
    names = json.loads(_run(project, python, "-c", ASK_NAMES).stdout)
    if names != NAMES:
        yield f"the wheel brings the names {names}, not {NAMES}"
    wanted = marked(project)
    for checker, found in (("mypy", _mypy(project, python)), ("pyright", _pyright(project, python))):
        yield from (f"{checker} does not see that {file}:{line} is wrong" for file, line in sorted(wanted - found))
        yield from (f"{checker} does not like {file}:{line}" for file, line in sorted(found - wanted))


def marked(project: Path) -> set[Place]:
    """The lines that are wrong on purpose."""
    return {
        (path.name, number)
        for path in project.glob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.endswith(MARK)
    }


def _mypy(project: Path, python: str) -> set[Place]:
    told = _run(project, sys.executable, "-m", "mypy", "--python-executable", python, "--output", "json", ".")
    if told.stderr:
        raise SystemExit(f"mypy: {told.stderr}")
    found = [json.loads(line) for line in told.stdout.splitlines()]
    return {(each["file"], each["line"]) for each in found if each["severity"] == "error"}


def _pyright(project: Path, python: str) -> set[Place]:
    told = _run(project, sys.executable, "-m", "pyright", "--pythonpath", python, "--outputjson")
    if not told.stdout.startswith("{"):
        raise SystemExit(f"pyright: {told.stdout}{told.stderr}")
    found = json.loads(told.stdout)["generalDiagnostics"]
    # It counts lines from nought.
    return {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in found}


def _run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run something in the project, which knows nothing of the checkout."""
    away = ("PYTHONPATH", "MYPYPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in away}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=300)
