"""Whether the verdicts on house rules are right: all kinds of variants are judged, and what is broken needs a reason.

``python benchmarks/house_rules.py --json results/house_rules.json``: the variants are made from the house-rule language
(`benchmarks.variants`): every value, every word, and combinations of three changes; then come the files in
``examples/house_rules``, in full. A clause that a variant breaks is a true conflict, of which
``benchmarks/house_rules.toml`` says why, or an error of ours. What has been judged is kept in a journal, so a run that
was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import attrs

import arcanum
from arcanum.spec.files import commit, stamp, write_json
from arcanum.validation.report import Report
from benchmarks.variants import Variant, variants

ROOT: Final = Path(__file__).parents[1]
EXAMPLES: Final = ROOT / "examples" / "house_rules"
CONFLICTS: Final = Path(__file__).with_suffix(".toml")
EXAMPLE: Final = "example: "
JOURNAL: Final = ROOT / "results" / "house_rules.jsonl"


@attrs.frozen
class Conflict:
    """A clause that certain variants break in truth, and why."""

    variant: str
    """A regular expression for the names of the variants."""
    clauses: tuple[str, ...]
    reason: str

    def covers(self, name: str, clause: str) -> bool:
        """Whether it is about a clause of a variant."""
        return clause in self.clauses and re.search(self.variant, name) is not None


def conflicts(path: Path = CONFLICTS) -> tuple[Conflict, ...]:
    """All that are known."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(Conflict(each["variant"], tuple(each["clauses"]), each["reason"]) for each in data["conflict"])


@attrs.frozen
class Judged:
    """What became of a variant."""

    name: str
    game: str
    key: str
    """What was judged, and how closely: with another key it is judged anew."""
    sound: bool
    broken: Mapping[str, Sequence[str]]
    """The clauses that do not hold, with the properties that fail and how."""
    hold: int
    not_judged: int
    overridden: int
    decisions: int
    """Decisions in random games."""
    failures: Sequence[str]
    """What went wrong in these games."""
    real_differences: int
    """How many significant differences in the play there are."""
    seconds: float
    commit: str = ""
    """Of the library: under another one it is judged anew, unless only what was broken is looked at again."""

    def unexplained(self, known: Iterable[Conflict]) -> list[str]:
        """The broken clauses for which there is no reason; `games` if the games are not as they should be."""
        told = [*self.broken, *(["games"] if self.failures else [])]
        return [clause for clause in told if not any(each.covers(self.name, clause) for each in known)]


def judge(games: int, examples: int, variant: Variant) -> Judged:
    """Judge a variant, in this process."""
    start = time.perf_counter()
    report = arcanum.validate(variant.rules, games=games, examples=examples)
    return judged(variant.name, variant.game, key_of(variant, games, examples), report, time.perf_counter() - start)


def judged(name: str, game: str, key: str, report: Report, seconds: float) -> Judged:
    """What a report says of a variant."""
    outcomes = [each.outcome for each in report.clauses]
    played = report.played
    failures = [*played.failures, *(["too many games without a winner"] if played.too_many_unfinished else [])]
    return Judged(
        name=name,
        game=game,
        key=key,
        sound=report.sound,
        broken={each.clause.id: list(_failed(each)) for each in report.broken},
        hold=outcomes.count("holds"),
        not_judged=outcomes.count("not judged"),
        overridden=len(report.overrides),
        decisions=played.decisions,
        failures=failures,
        real_differences=sum(difference.real for difference in report.comparisons),
        seconds=round(seconds, 1),
        commit=now(),
    )


def _failed(verdict: Any) -> Iterator[str]:
    for name, example in zip(verdict.properties, verdict.counterexamples, strict=False):
        yield f"{name}: {' '.join((*example.broken, *example.example))[:600]}"


def key_of(variant: Variant, games: int, examples: int) -> str:
    """What is judged, and how closely."""
    document = json.dumps(variant.document, sort_keys=True)
    return f"{sha256(document.encode()).hexdigest()[:16]} {games} {examples}"


@cache
def now() -> str:
    """The commit of the library."""
    return commit(ROOT).get("commit", "")


# --- the journal ------------------------------------------------------------------------------------------------------


def read_journal(path: Path) -> dict[str, Judged]:
    """What has been judged, by name; a line that was cut off is left out."""
    found: dict[str, Judged] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            each = Judged(**json.loads(line))
        except ValueError:
            continue
        found[each.name] = each
    return found


def keep(path: Path, found: Judged) -> None:
    """Add a line to the journal."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(attrs.asdict(found)) + "\n")


# --- the campaign -----------------------------------------------------------------------------------------------------


def campaign(chosen: Sequence[Variant], games: int, examples: int, jobs: int) -> Iterator[Judged]:
    """Judge variants, in so many processes; each of them keeps the properties that it has imported."""
    task = partial(judge, games, examples)
    if jobs == 1:
        yield from map(task, chosen)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(task, chosen)


def by_game(found: Iterable[Judged], known: Sequence[Conflict]) -> dict[str, dict[str, int]]:
    """How many variants there are of each kind, by game."""
    table: dict[str, dict[str, int]] = {}
    for each in found:
        row = table.setdefault(each.game, {"variants": 0, "sound": 0, "with a reason": 0, "without a reason": 0})
        row["variants"] += 1
        kind = "without a reason" if each.unexplained(known) else "sound" if each.sound else "with a reason"
        row[kind] += 1
    return table


def main() -> int:
    """Judge the variants and the examples; 1 if a clause is broken without a reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="PATTERN", help="only variants and examples whose names it is found in")
    parser.add_argument(
        "--games", type=int, default=4, metavar="N", help="random games a variant (default: %(default)s)"
    )
    parser.add_argument("--examples", type=int, default=3, metavar="N", help="for each property (default: %(default)s)")
    parser.add_argument("--full", default="400,20", metavar="G,E", help="games and examples for the files in examples/")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--journal", type=Path, default=JOURNAL, metavar="FILE", help="default: %(default)s")
    parser.add_argument("--again", action="store_true", help="forget what has been judged")
    parser.add_argument(
        "--broken", action="store_true", help="judge again what was broken without a reason, and keep all else"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write a summary to a file")
    arguments = parser.parse_args()
    start, known = time.perf_counter(), conflicts()
    if arguments.again:
        arguments.journal.unlink(missing_ok=True)
    before = read_journal(arguments.journal)
    if arguments.broken:
        before = {name: each for name, each in before.items() if not each.unexplained(known)}
    pattern = re.compile(arguments.only or "")
    every = [each for each in variants() if pattern.search(each.name)]
    found: list[Judged] = []
    left: list[Variant] = []
    for variant in every:
        done = before.get(variant.name)
        again = done is None or not (arguments.broken or done.commit == now())
        if done is not None and not again and done.key == key_of(variant, arguments.games, arguments.examples):
            found.append(done)
        else:
            left.append(variant)
    print(f"{len(every)} variants, {len(found)} of them judged before", flush=True)
    for each in campaign(left, arguments.games, arguments.examples, arguments.jobs):
        keep(arguments.journal, each)
        found.append(each)
        _tell(each, known, f"{len(found)}/{len(every)}")
    games, examples = map(int, arguments.full.split(","))
    files = [_example(path, games, examples, arguments.jobs) for path in _files(pattern)]
    for each in files:
        _tell(each, known, "example")
    table = by_game(found, known)
    for game, row in table.items():
        print(f"{game}: " + ", ".join(f"{many} {what}" for what, many in row.items()))
    if arguments.json is not None:
        command = "python benchmarks/house_rules.py"
        document = {
            **stamp(command, time.perf_counter() - start),
            "variants": table,
            "house_rules": [_row(each) for each in files],
        }
        document["broken"] = [_reasons(each, known) for each in found if each.broken or each.failures]
        write_json(arguments.json, document)
    return 1 if any(each.unexplained(known) for each in (*found, *files)) else 0


def _files(pattern: re.Pattern[str]) -> list[Path]:
    return [path for path in sorted(EXAMPLES.glob("*.toml")) if pattern.search(f"{EXAMPLE}{path.stem}")]


def _example(path: Path, games: int, examples: int, jobs: int) -> Judged:
    start = time.perf_counter()
    rules = arcanum.rules(path)
    report = arcanum.validate(rules, games=games, examples=examples, jobs=jobs)
    return judged(f"{EXAMPLE}{path.stem}", rules.game.name, "", report, time.perf_counter() - start)


def _tell(each: Judged, known: Sequence[Conflict], where: str) -> None:
    """One line, and why if something is broken for which there is no reason."""
    wrong = each.unexplained(known)
    outcome = f"BROKEN {' '.join(wrong)}" if wrong else "sound" if each.sound else "as known"
    print(f"{where:>9} {each.seconds:>6} s  {each.name}: {outcome}", flush=True)
    for clause in wrong:
        for line in each.broken.get(clause, each.failures):
            print(f"          {clause}  {line}", flush=True)


def _row(each: Judged) -> dict[str, object]:
    return {"file": each.name.removeprefix(EXAMPLE), **attrs.asdict(each), "broken": list(each.broken)}


def _reasons(each: Judged, known: Sequence[Conflict]) -> dict[str, object]:
    told = [*each.broken, *(["games"] if each.failures else [])]
    return {
        "variant": each.name,
        "clauses": {
            clause: next((conflict.reason for conflict in known if conflict.covers(each.name, clause)), "")
            for clause in told
        },
    }


if __name__ == "__main__":
    sys.exit(main())
