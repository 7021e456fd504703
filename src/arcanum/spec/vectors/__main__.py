"""`python -m arcanum.spec.vectors` prints the vectors; with `--search` it makes a new plan for them instead.

`--breaks spec/breaks` makes the plan stronger, old or new: see `arcanum.spec.vectors.faults`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import arcanum
from arcanum.kernel.files import write_whole
from arcanum.spec.vectors import lines
from arcanum.spec.vectors.plan import FILE, Recipe, recipes, written


def main(argv: Sequence[str] | None = None) -> int:
    """Print vectors, or make a plan for them."""
    parser = argparse.ArgumentParser(prog="python -m arcanum.spec.vectors", description=__doc__)
    parser.add_argument("--search", action="store_true", help="look for a new plan, which takes minutes, and keep it")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="of how many random games (%(default)s)")
    parser.add_argument(
        "--breaks", type=Path, metavar="DIR", help="add what shows the faults of spec/breaks that nothing else does"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    arguments = parser.parse_args(argv)
    if arguments.search or arguments.breaks is not None:
        with ProcessPoolExecutor(arguments.jobs) as workers:
            found = [each for game in arcanum.games() for each in _plan(game, arguments, workers)]
        write_whole(Path(__file__).with_name(FILE), written(found))
    else:
        for line in lines():
            print(line)
    return 0


def _plan(game: str, arguments: argparse.Namespace, workers: ProcessPoolExecutor) -> Sequence[Recipe]:
    """A new plan for a game, or a stronger one."""
    from arcanum.spec.vectors.search import search, strengthened

    found: Sequence[Recipe] = search(game, arguments.games, workers) if arguments.search else recipes(game)
    return found if arguments.breaks is None else strengthened(game, found, arguments.breaks, workers)


if __name__ == "__main__":
    sys.exit(main())
