"""Writes `arcanum.tarot.clause_ids`: one importable name per clause, so that a misspelt clause is an import error.

Run ``python -m arcanum.spec.ids`` after changing the clause index; ``--check`` only says whether that is needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from arcanum.kernel.clauses import ClauseIndex, load_index

TAROT = Path(__file__).resolve().parents[1] / "tarot"
INDEX = TAROT / "clauses.toml"
MODULE = TAROT / "clause_ids.py"

HEADER = '''"""The ids of all clauses, in the order of the index.

Generated from `clauses.toml` by ``python -m arcanum.spec.ids``: change that file and run the command.
"""

from typing import Final

from arcanum.kernel.clauses import ClauseId

'''


def module_text(index: ClauseIndex) -> str:
    """The text of the module that names every clause of the index."""
    return HEADER + "".join(f'{clause.name}: Final = ClauseId("{clause.id}")\n' for clause in index)


def main(arguments: Sequence[str] | None = None, index: Path = INDEX, module: Path = MODULE) -> int:
    """Write the module, or with ``--check`` compare it; the exit status is 1 if it is stale."""
    parser = argparse.ArgumentParser(prog="python -m arcanum.spec.ids", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if the module is stale")
    check = parser.parse_args(arguments).check
    wanted = module_text(load_index(index.read_text(encoding="utf-8")))
    if module.exists() and module.read_text(encoding="utf-8") == wanted:
        return 0
    if check:
        print(f"{module} is stale: run python -m arcanum.spec.ids", file=sys.stderr)
        return 1
    module.write_text(wanted, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
