"""Validates every example of a house rule in full: ``python benchmarks/house_rules.py --json docs/results/...``.

All must be sound but the one that is broken on purpose; whatever else comes out is an error.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import arcanum
from arcanum.spec.files import stamp, write_json
from arcanum.validation.report import Report

EXAMPLES = Path(__file__).parents[1] / "examples" / "house_rules"
BROKEN = "generous_world"


def main() -> int:
    """Validate, tell, and return 1 if an example is not what it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", metavar="NAME", help="only these examples")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="random games (default: %(default)s)")
    parser.add_argument(
        "--examples", type=int, default=20, metavar="N", help="for each property (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write a summary to a file")
    arguments = parser.parse_args()
    start = time.perf_counter()
    rows: list[dict[str, object]] = []
    for path in sorted(EXAMPLES.glob("*.toml")):
        if arguments.only and path.stem not in arguments.only:
            continue
        began = time.perf_counter()
        report = arcanum.validate(path, games=arguments.games, examples=arguments.examples, jobs=arguments.jobs)
        rows.append(row(path.stem, report, time.perf_counter() - began))
        good = report.sound != (path.stem == BROKEN)
        print(f"{'as expected' if good else 'NOT AS EXPECTED':<16} {rows[-1]}", flush=True)
        if not good:
            print(report, flush=True)
    if arguments.json is not None:
        command = f"python benchmarks/house_rules.py --games {arguments.games} --examples {arguments.examples}"
        document = {**stamp(command, time.perf_counter() - start), "house_rules": rows}
        write_json(arguments.json, document)
    return 0 if all(each["sound"] != (each["file"] == BROKEN) for each in rows) else 1


def row(name: str, report: Report, seconds: float) -> dict[str, object]:
    """One report in a line."""
    outcomes = [each.outcome for each in report.clauses]
    return {
        "file": name,
        "name": report.rules,
        "base": report.base,
        "sound": report.sound,
        "overridden": len(report.overrides),
        "hold": outcomes.count("holds"),
        "broken": [each.clause.id for each in report.broken],
        "not_judged": outcomes.count("not judged"),
        "games": report.played.games,
        "decisions": report.played.decisions,
        "real_differences": sum(each.real for each in report.comparisons),
        "seconds": round(seconds, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
