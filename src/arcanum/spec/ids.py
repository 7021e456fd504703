"""Writes the `clause_ids` of every game: one importable name per clause, so that a misspelt clause is an import error.

Run ``python -m arcanum.spec.ids`` after changing a clause index; ``--check`` only says whether that is needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from arcanum.kernel.clauses import ClauseIndex, load_index

GAMES = Path(__file__).resolve().parents[1]
"""The directory of the game packages; those with a clause index have an ids module too."""

HEADER = '''"""The ids of all clauses, in the order of the index.

Generated from `clauses.toml` by ``python -m arcanum.spec.ids``: change that file and run the command.
"""

from typing import Final

from arcanum.kernel.ids import ClauseId

'''


def indexes(games: Path = GAMES) -> dict[str, Path]:
    """Game package to its clause index, by name."""
    return {path.parent.name: path for path in sorted(games.glob("*/clauses.toml"))}


def module_text(index: ClauseIndex) -> str:
    """The text of the module that names every clause of the index."""
    return HEADER + "".join(f'{clause.name}: Final = ClauseId("{clause.id}")\n' for clause in index)


def main(arguments: Sequence[str] | None = None, games: Path = GAMES) -> int:
    """Write the modules, or with ``--check`` compare them; the exit status is 1 if one is stale."""
    parser = argparse.ArgumentParser(prog="python -m arcanum.spec.ids", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a module is stale")
    check = parser.parse_args(arguments).check
    status = 0
    for index in indexes(games).values():
        module = index.with_name("clause_ids.py")
        wanted = module_text(load_index(index.read_text(encoding="utf-8")))
        if module.exists() and module.read_text(encoding="utf-8") == wanted:
            continue
        if check:
            print(f"{module} is stale: run python -m arcanum.spec.ids", file=sys.stderr)
            status = 1
        else:
            module.write_text(wanted, encoding="utf-8", newline="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
