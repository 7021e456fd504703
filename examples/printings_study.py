"""What the differences between the seven printings of Arcanum do to the game.

`python examples/printings_study.py --games 50000 --jobs 2 --results games --json results/study.json` plays so
many games by every printing, half of them short ones of four players and half long ones of three, and compares each
printing with the first Italian one, which is the recommended reading too. Every printing is dealt cards of its own,
so the two French ones, which say the same, are compared with each other as well: they show how the method fares where
there is nothing to find. With `--results`, games are kept in a folder, and a study that was interrupted goes on.
Without arguments it plays a handful.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import attrs

import arcanum
from arcanum.lab.compare import compared_tallies, is_main
from arcanum.lab.statistics import LEVEL, Comparison, Mean, Share, corrected
from arcanum.lab.tally import Tally
from arcanum.spec.files import stamp, write_json

BASE = "arcanum/it"
PRINTINGS = tuple(name for name in arcanum.rulesets("arcanum") if name != "arcanum/consensus")
SETTINGS: dict[str, tuple[int, dict[str, object]]] = {
    "four players, short game": (4, {"length": "short"}),
    "three players, long game": (3, {"length": "long"}),
}
PLAYER = "greedy"
ALIKE = ("arcanum/fr", "arcanum/fr-b")
"""Two printings that say the same: whatever differs between them is chance."""
CAUGHT = 0.8
"""How often a difference that could be missed is found nevertheless."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play, compare, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, metavar="N", help="games a printing (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where games are kept (default: nowhere)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as nowhere:
        runs = played(arguments, arguments.results or Path(nowhere))
    study = told(runs)
    print("\n".join(lines(study)))
    if arguments.json is not None:
        said = stamp(f"python examples/printings_study.py --games {arguments.games}", 0)
        del said["seconds"]  # of a study that went on, only the last part could be told
        write_json(arguments.json, {**said, "games": arguments.games, **study})
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


Found = tuple[str, str, Comparison]
"""A setting, a printing, and something that was compared with the base."""


def told(runs: Runs) -> dict[str, Any]:
    """The numbers of a study; one correction for all comparisons of all printings."""
    every = judged(compared_with(runs, BASE, [name for name in PRINTINGS if name != BASE]))
    real = {(setting, printing, each.what) for setting, printing, each in every if each.real}
    rows = [
        {"setting": setting, "printing": printing, **rounded(attrs.asdict(each))}
        for setting, printing, each in every
        if is_main(each) or any((setting, name, each.what) in real for name in alike(printing))
    ]
    return {
        "player": PLAYER,
        "base": BASE,
        "comparisons": len(every),
        "real": len(real),
        "played": [
            {"setting": setting, "printing": printing, "games": tally.games, "finished": tally.finished}
            for setting, by_printing in runs.items()
            for printing, (_, tally) in by_printing.items()
        ],
        "control": control(runs),
        "missed": rounded(missed(every)),
        "differences": rows,
    }


def compared_with(runs: Runs, base: str, printings: Sequence[str]) -> list[Found]:
    """Everything that can be compared between one printing and some others, setting by setting."""
    found: list[Found] = []
    for setting, by_printing in runs.items():
        done, counted = by_printing[base]
        for printing in printings:
            other, tally = by_printing[printing]
            report = compared_tallies(done.plan, other.plan, counted, tally)
            found += [(setting, printing, each) for each in report.comparisons]
    return found


def judged(found: Sequence[Found]) -> list[Found]:
    """The same after one correction for all of them."""
    right = corrected([each for _, _, each in found])
    return [(setting, printing, each) for (setting, printing, _), each in zip(found, right, strict=True)]


def alike(printing: str) -> tuple[str, ...]:
    """The printings that say what this one says."""
    return ALIKE if printing in ALIKE else (printing,)


def control(runs: Runs) -> list[dict[str, Any]]:
    """What the method finds between two printings that say the same, corrected for nothing but these comparisons."""
    one, other = ALIKE
    found = judged(compared_with(runs, one, [other]))
    return [
        {
            "setting": setting,
            "one": one,
            "other": other,
            "comparisons": len(here),
            "real": sum(each.real for each in here),
            "smallest_p": float(f"{min(each.p for each in here):.2g}"),
        }
        for setting in runs
        for here in [[each for of, _, each in found if of == setting]]
    ]


def missed(every: Sequence[Found]) -> list[dict[str, Any]]:
    """How large a true difference must be to be called real four times in five, of the game as a whole; the worst of
    all printings, and as if nothing else were real.
    """
    normal = NormalDist()
    reach = normal.inv_cdf(1 - LEVEL / 2 / len(every)) + normal.inv_cdf(CAUGHT)
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for setting, _, each in every:
        low, high = each.difference.low, each.difference.high
        if is_main(each) and low is not None and high is not None:
            row = found.setdefault((setting, each.what), {"setting": setting, "what": each.what, "share": each.share})
            error = (high - low) / 2 / normal.inv_cdf(1 - LEVEL / 2)
            row["difference"] = max(row.get("difference", 0.0), reach * error)
    return list(found.values())


def rounded(value: Any) -> Any:
    """Numbers with as many digits as anybody reads."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def lines(study: dict[str, Any]) -> Iterator[str]:
    """The study in words."""
    games = sum(each["games"] for each in study["played"])
    yield f"{games} games; {study['real']} of {study['comparisons']} differences from {study['base']} are real"
    for each in study["differences"]:
        if each["real"]:
            difference = (Share if each["share"] else Mean)(**each["difference"])
            yield f"{each['printing']}, {each['setting']}: {each['what']} {difference.signed}"


if __name__ == "__main__":
    sys.exit(main())
