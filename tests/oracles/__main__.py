"""Many positions, told twice: `python -m tests.oracles --positions 20000 --json results/oracle.json`.

Position number so-and-so is always the same position. With `--breaks` something else is done: every rule of every
program is left out once, every other reading is believed once, and the first position in which that is noticed is
written down beside the programs, for the tests to look at it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from arcanum.spec.files import stamp, write_json, write_sections

from . import COMPARISONS, NOTICED
from .asp import Oracle
from .breaks import other_readings, rules_left_out
from .chance import Dice
from .comparison import Comparison, Observation

ENOUGH = 20000
"""A rule that nobody misses in so many positions decides nothing."""


@attrs.frozen
class Tally:
    """What came of many positions."""

    positions: int
    courses: int
    """In how many ways they could go on, all together."""
    rulesets: Counter[str]
    situations: Counter[str]
    mismatches: tuple[str, ...]

    def document(self) -> dict[str, object]:
        """The tally as it is written down."""
        return {
            "positions": self.positions,
            "mismatches": len(self.mismatches),
            "courses": self.courses,
            "rule sets": dict(sorted(self.rulesets.items())),
            "situations": dict(sorted(self.situations.items())),
            "examples": list(self.mismatches[:10]),
        }


def compare(comparison: Comparison, positions: int) -> Tally:
    """Ask engine and oracle about so many positions."""
    courses, rulesets, situations, wrong = 0, Counter[str](), Counter[str](), []
    for number in range(positions):
        verdict = comparison.examine(comparison.observe(Dice(number)))
        courses += len(verdict.seen.engine)
        rulesets[verdict.seen.rules.name] += 1
        situations.update(verdict.oracle.situations)
        if not verdict.agreed:
            wrong.append(f"position {number}, {verdict}")
    return Tally(positions, courses, rulesets, situations, tuple(wrong))


def noticed(comparison: Comparison, broken: Mapping[str, Oracle]) -> dict[str, int | None]:
    """For every broken oracle, the first position in which the engine contradicts it."""
    seen: list[Observation] = []
    found: dict[str, int | None] = dict.fromkeys(broken)
    for name, oracle in broken.items():
        for number in range(ENOUGH):
            if number == len(seen):
                seen.append(comparison.observe(Dice(number)))
            if not comparison.examine(seen[number], oracle).agreed:
                found[name] = number
                break
    return found


def write_noticed() -> int:
    """Leave out every rule once, and believe every other reading once; 1 if nobody notices."""
    missed = 0
    for comparison in COMPARISONS:
        found = noticed(comparison, {**rules_left_out(comparison), **other_readings(comparison)})
        write_sections(NOTICED, {comparison.name: found})
        idle = [name for name, number in found.items() if number is None]
        print(f"{comparison.name}: {len(found)} breaks, {len(found) - len(idle)} noticed")
        for name in idle:
            print(f"  nobody notices: {name}", file=sys.stderr)
        missed += len(idle)
    return 1 if missed else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, report, and return 1 if engine and oracle disagree about a position."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles", description=__doc__)
    parser.add_argument("--positions", type=int, default=2000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the summary to a file")
    parser.add_argument("--breaks", action="store_true", help="break every rule once, and see that it is noticed")
    arguments = parser.parse_args(argv)
    if arguments.positions < 1:
        parser.error("--positions must be at least 1")
    if arguments.breaks:
        return write_noticed()
    start, sections, wrong = time.perf_counter(), dict[str, object](), 0
    for comparison in COMPARISONS:
        tally = compare(comparison, arguments.positions)
        sections[comparison.name] = tally.document()
        wrong += len(tally.mismatches)
        print(f"{comparison.name}: {tally.positions} positions, {len(tally.mismatches)} mismatches")
        for difference in tally.mismatches[:3]:
            print(difference, file=sys.stderr)
    if arguments.json is not None:
        command = f"python -m tests.oracles --positions {arguments.positions}"
        write_json(arguments.json, {**stamp(command, time.perf_counter() - start), **sections})
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
