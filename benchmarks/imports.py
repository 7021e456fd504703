"""How long it takes until the library is there: imports in fresh processes.

The clock runs inside the new process around the import alone, so that the start of Python, which nobody can help,
does not make everything look alike. `attrs` is what the library is built with and cannot do without.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

import attrs

ATTRS, ARCANUM = "import attrs", "import arcanum"
SECONDS = "seconds"
PROCESSES = 3
"""For a sample."""
FIRST_GAME = "import arcanum; arcanum.legal_actions(arcanum.new_game({rules!r}, players=4, seed=1))"
PROGRAM = "from time import perf_counter; start = perf_counter(); {statement}; print(perf_counter() - start)"


@attrs.frozen
class Import:
    """A statement for a fresh process, as a meter."""

    name: str
    statement: str

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        """Run it, however long it takes. Bytecode has been written when the first round is over."""
        return {SECONDS: median(taken(self.statement) for _ in range(PROCESSES))}


def imports(rules: tuple[str, ...]) -> tuple[Import, ...]:
    """The imports alone, and the way to the first decision."""
    alone = [Import(name, name) for name in (ATTRS, ARCANUM)]
    return (*alone, *(Import(f"first decision of {name}", FIRST_GAME.format(rules=name)) for name in rules))


def taken(statement: str) -> float:
    """Seconds that a statement takes in a process that has done nothing before."""
    command = [sys.executable, "-P", "-c", PROGRAM.format(statement=statement)]
    # Where no bytecode is written, the sources would be compiled each time, which nobody has to wait for who installs.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return float(subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True, env=kept).stdout)
