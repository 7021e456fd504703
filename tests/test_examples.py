"""The example programs run and show what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("program", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_runs_by_itself(program: Path) -> None:
    command = [sys.executable, str(program)]
    nobody = subprocess.DEVNULL  # an interactive program finds nobody at the keyboard
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, stdin=nobody)
    assert done.stdout
    assert done.stderr == ""


def test_refusals_are_explained_with_clauses() -> None:
    program = EXAMPLES / "explain_refusal.py"
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=60, check=True)
    assert len(done.stdout.splitlines()) == 16
    assert "[MIN-B" in done.stdout
