"""What the differences between the seven printings of Arcanum do to the game.

`python examples/printings_study.py --games 50000 --jobs 2 --results games --json docs/results/study.json` plays so
many games by every printing, half of them short ones of four players and half long ones of three, and compares each
printing with the first Italian one, which is the recommended reading too. Every printing is dealt cards of its own,
so the two French ones, which say the same, show how the method fares where there is nothing to find. With
`--results`, games are kept in a folder, and a study that was interrupted goes on. Without arguments it plays a
handful.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

import arcanum
from arcanum.lab.compare import compared_tallies, is_main
from arcanum.lab.statistics import Comparison, Mean, corrected
from arcanum.lab.tally import Tally
from arcanum.spec.files import stamp, write_json

BASE = "arcanum/it"
PRINTINGS = tuple(name for name in arcanum.rulesets("arcanum") if name != "arcanum/consensus")
SETTINGS: dict[str, tuple[int, dict[str, object]]] = {
    "four players, short game": (4, {"length": "short"}),
    "three players, long game": (3, {"length": "long"}),
}
PLAYER = "greedy"


def main(argv: Sequence[str] | None = None) -> int:
    """Play, compare, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, metavar="N", help="games a printing (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where games are kept (default: nowhere)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    arguments = parser.parse_args(argv)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as nowhere:
        runs = played(arguments, arguments.results or Path(nowhere))
    study = told(runs)
    print("\n".join(lines(study)))
    if arguments.json is not None:
        command = f"python examples/printings_study.py --games {arguments.games}"
        write_json(arguments.json, {**stamp(command, time.perf_counter() - start), "games": arguments.games, **study})
    return 0


Runs = dict[str, dict[str, tuple[arcanum.Simulation, Tally]]]
"""The games of every setting and printing."""


def played(arguments: argparse.Namespace, folder: Path) -> Runs:
    """Play them, or go on."""
    runs: Runs = {}
    for setting, (players, options) in SETTINGS.items():
        for seed, printing in enumerate(PRINTINGS):
            name = f"{printing.replace('/', '-')}-{players}.jsonl"
            done = arcanum.simulate(
                printing,
                [PLAYER] * players,
                max(2, arguments.games // len(SETTINGS)),
                seed,
                options=options,
                jobs=arguments.jobs,
                dask=arguments.dask,
                output=folder / name,
                progress=shown(f"{printing}, {setting}"),
            )
            runs.setdefault(setting, {})[printing] = done, done.tally()
    return runs


def shown(what: str) -> Any:
    """Says how far a run is, where somebody is looking."""

    def show(_: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{what}: {done}/{of}", end="" if done < of else "\n", file=sys.stderr, flush=True)

    return show


def told(runs: Runs) -> dict[str, Any]:
    """The numbers of a study; one correction for all comparisons of all printings."""
    every: list[tuple[str, str, Comparison]] = []
    for setting, by_printing in runs.items():
        base, counted = by_printing[BASE]
        for printing, (done, tally) in by_printing.items():
            if printing != BASE:
                report = compared_tallies(base.plan, done.plan, counted, tally)
                every += [(setting, printing, each) for each in report.comparisons]
    judged = corrected([each for _, _, each in every])
    rows = [
        {"setting": setting, "printing": printing, **rounded(attrs.asdict(each))}
        for (setting, printing, _), each in zip(every, judged, strict=True)
        if each.real or is_main(each)
    ]
    return {
        "player": PLAYER,
        "base": BASE,
        "comparisons": len(judged),
        "real": sum(each.real for each in judged),
        "played": [
            {
                "setting": setting,
                "printing": printing,
                "games": tally.games,
                "finished": tally.finished,
            }
            for setting, by_printing in runs.items()
            for printing, (_, tally) in by_printing.items()
        ],
        "differences": rows,
    }


def rounded(value: Any) -> Any:
    """Numbers with as many digits as anybody reads."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return float(f"{value:.5g}") if isinstance(value, float) else value


def lines(study: dict[str, Any]) -> Iterator[str]:
    """The study in words."""
    games = sum(each["games"] for each in study["played"])
    yield f"{games} games; {study['real']} of {study['comparisons']} differences from {study['base']} are real"
    for each in study["differences"]:
        if each["real"]:
            difference = Mean(**each["difference"])
            yield f"{each['printing']}, {each['setting']}: {each['what']} {difference.signed}"


if __name__ == "__main__":
    sys.exit(main())
