"""What the lab costs beside the bare engine, and how much faster it is on two processes than on one.

`python benchmarks/scaling.py --json results/scaling.json`. The bare engine asks for legal actions, draws one and
applies it. The lab shows views to players, keeps events, and counts: its random players should not be much slower,
and what better players cost is told beside. Two processes are measured in turn with one, several times; each time has
its ratio, and what is told is the median, the least and the most. A median below 1.8 is a failure. The ratio of work
says how much of the processors' time goes into games: on a machine that does nothing else, the ratio is twice that at
best.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from statistics import median

import arcanum
from arcanum.kernel.randomness import below, seeded
from arcanum.spec.files import stamp, write_json

SIZES = {"arcanum/en": (4, 200), "arcanum/it": (4, 200), "arcana/revised": (3, 40), "arcana/first": (3, 40)}
"""Players, and games of random players; others play fewer."""
PLAYERS = {"random": 1, "greedy": 10, "search:50": 200}
"""Kinds of players, and by how many their games are divided."""
ROUNDS = 5
TARGET = 1.8
"""How many times as many games two processes have to play."""


def bare(rules: str, players: int, games: int) -> None:
    """Random games with nothing around them."""
    for number in range(games):
        state, rng = arcanum.new_game(rules, players=players, seed=number), seeded(~number)
        while legal := arcanum.legal_actions(state):
            rng, at = below(rng, len(legal))
            state = arcanum.apply(state, legal[at])


def rate(play: Callable[[], object], games: int) -> float:
    """Games a second."""
    start = time.perf_counter()
    play()
    return games / (time.perf_counter() - start)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-scaling", action="store_true", help="do not measure what games cost")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    arguments = parser.parse_args(argv)
    start = time.perf_counter()
    sizes = {} if arguments.only_scaling else SIZES
    costs = [cost(rules, players, games) for rules, (players, games) in sizes.items()]
    spread = scaling("arcanum/en", ["greedy"] * 4, 120)
    print(spread)
    if arguments.json is not None:
        document = {"cores": os.cpu_count(), "rules": costs, "scaling": spread}
        write_json(arguments.json, {**stamp("python benchmarks/scaling.py", time.perf_counter() - start), **document})
    if float(str(spread["ratio"])) >= TARGET:
        return 0
    print(f"two processes play {spread['ratio']} times as many games as one, and should play {TARGET}")
    return 1


def cost(rules: str, players: int, games: int) -> dict[str, object]:
    """Games a second of the bare engine and of each kind of player."""
    found: dict[str, object] = {"rules": rules, "players": players}
    found["bare"] = round(max(rate(partial(bare, rules, players, games), games) for _ in range(2)), 1)
    for kind, divided in PLAYERS.items():
        few = max(1, games // divided)
        play = partial(arcanum.simulate, rules, [kind] * players, few)
        found[kind] = round(max(rate(play, few) for _ in range(2)), 2)
    print(found, flush=True)
    return found


def scaling(rules: str, players: list[str], games: int) -> dict[str, object]:
    """Games a second on one process and on two, the ratio, and that of games by the processor time that they took."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    processor = {1: inf, 2: inf}
    for _ in range(ROUNDS):
        for jobs, found in rates.items():
            before = sum(os.times()[:4])
            play = partial(arcanum.simulate, rules, players, games * jobs, jobs=jobs)
            found.append(rate(play, games * jobs))
            processor[jobs] = min(processor[jobs], (sum(os.times()[:4]) - before) / (games * jobs))
    ratios = [two / one for one, two in zip(*rates.values(), strict=True)]
    return {
        "rules": rules,
        "players": players,
        "games": games,
        "rounds": ROUNDS,
        "one": round(median(rates[1]), 2),
        "two": round(median(rates[2]), 2),
        "ratio": round(median(ratios), 2),
        "least": round(min(ratios), 2),
        "most": round(max(ratios), 2),
        "work_ratio": round(processor[1] / processor[2], 3),
    }


if __name__ == "__main__":
    sys.exit(main())
