"""How strong the players of the lab are: greedy against random ones, search against greedy ones, in both games.

`python benchmarks/strength.py --json results/strength.json`. One seat against all others; seats are rotated, a
shared victory counts in parts, and even is one win in as many games as there are seats. A player is the better one if
the 95 % interval of its share of wins leaves out what is even.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import attrs

import arcanum
from arcanum.lab.simulate import Simulation
from arcanum.lab.summary import PlayerSummary, summary
from arcanum.spec.files import stamp, write_json

SEED = 1
MATCHES = (
    ("arcanum/en", "greedy", "random", 4, 200),
    ("arcanum/en", "search:40", "greedy", 4, 120),
    ("arcana/revised", "greedy", "random", 3, 60),
    ("arcana/revised", "search:40", "greedy", 2, 50),
)
"""Rules, the one, the others, how many seats, how many games."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play, tell, and return 1 if one that should be better is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    arguments = parser.parse_args(argv)
    start = time.perf_counter()
    rows = []
    for rules, one, others, seats, games in MATCHES:
        began = time.perf_counter()
        done = arcanum.simulate(rules, [one, *[others] * (seats - 1)], games, SEED, jobs=arguments.jobs)
        rows.append(row(done, time.perf_counter() - began))
        print(rows[-1], flush=True)
    if arguments.json is not None:
        command = "python benchmarks/strength.py"
        write_json(arguments.json, {**stamp(command, time.perf_counter() - start), "seed": SEED, "matches": rows})
    return int(any(each["verdict"] != "better" for each in rows))


def row(done: Simulation, seconds: float) -> dict[str, object]:
    """One match in a line."""
    found = summary(done)
    one: PlayerSummary = found.players[0]
    return {
        "rules": found.rules,
        "player": one.player,
        "against": f"{found.players[1].seats} {found.players[1].player}",
        "games": found.games,
        "without_end": found.games - found.finished,
        "wins": {name: round(value, 3) for name, value in attrs.asdict(one.wins).items()},
        "even": round(one.even, 3),
        "points": [round(each.points.value, 1) for each in found.players],
        "verdict": one.verdict,
        "games_per_second": round(found.games / seconds, 2),
    }


if __name__ == "__main__":
    sys.exit(main())
