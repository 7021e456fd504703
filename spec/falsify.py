"""Breaks the engine on purpose, one small edit at a time, and looks whether the properties notice.

`python -m spec.falsify` reads the breaks in `spec/breaks/<game>/*.toml`. Each is an edit of the engine (or of its data)
and the clauses whose own properties must fail under it. The edit is made in a copy, never in the sources. A break is
caught when, for each of its clauses, at least one property of that clause fails; an edit that no longer applies, or
under which the specification cannot even be imported, is a fault of the break.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs

import arcanum
from arcanum.kernel.clauses import ClauseId
from arcanum.spec import trace
from arcanum.spec.files import stamp, write_sections

ROOT = Path(__file__).parents[1]
ALL = "all"
SECONDS = 240
"""How long the properties of a break may run; a break that makes the engine run for ever is caught too."""


@attrs.frozen
class Edit:
    """A piece of text, in a file of the package, and what to put in its place."""

    file: str
    find: str
    replace: str


@attrs.frozen
class Break:
    """A deliberate fault, and the clauses whose properties must notice."""

    game: str
    name: str
    clauses: tuple[str, ...]
    edits: tuple[Edit, ...]


@attrs.frozen
class Verdict:
    """What became of a break."""

    name: str
    clauses: tuple[str, ...]
    failed: tuple[str, ...]
    """The properties that failed."""
    passed: tuple[str, ...]
    """The properties of these clauses that did not notice."""
    missed: tuple[str, ...]
    """The clauses none of whose properties failed."""
    fault: str = ""
    """Why the break itself is not usable."""


def breaks(game: str) -> list[Break]:
    """The breaks of a game, in the order of their files."""
    found = []
    for path in sorted((ROOT / "spec" / "breaks" / game).glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["break"]:
            edits = tuple(Edit(**edit) for edit in entry["edits"])
            found.append(Break(game, entry["name"], tuple(entry["clauses"]), edits))
    return found


def properties_of(game: str, clauses: Sequence[str]) -> list[str]:
    """The properties of some clauses, as pytest names them; state machines, which prove many, are left out."""
    wanted = {trace.Ref(SCAN.games[game], ClauseId(clause)) for clause in clauses}
    return [
        proof.source
        for proof in SCAN.properties
        if proof.place.qualname.startswith("test_") and wanted & set(proof.clauses)
    ]


SCAN = trace.scan(ROOT)


def judge(broken: Break) -> Verdict:
    """Make the edit in a copy and run the properties of its clauses."""
    with tempfile.TemporaryDirectory(prefix="falsify-") as scratch:
        package = Path(scratch) / "src" / "arcanum"
        shutil.copytree(ROOT / "src" / "arcanum", package, ignore=shutil.ignore_patterns("__pycache__"))
        for edit in broken.edits:
            path = package / edit.file
            text = path.read_text(encoding="utf-8")
            if text.count(edit.find) != 1:
                fault = f"{edit.file} has the text to replace {text.count(edit.find)} times: {edit.find[:60]!r}"
                return Verdict(broken.name, broken.clauses, (), (), broken.clauses, fault)
            path.write_text(text.replace(edit.find, edit.replace), encoding="utf-8")
        return run(broken, Path(scratch))


def run(broken: Break, scratch: Path) -> Verdict:
    """Run the properties against the copy."""
    results = scratch / "results.json"
    tests = properties_of(broken.game, broken.clauses)
    if not tests:
        return Verdict(broken.name, broken.clauses, (), (), broken.clauses, "its clauses have no property")
    command = [sys.executable, "-m", "pytest", *tests, "-q", "-p", "no:cacheprovider", "--results", str(results)]
    if len(broken.clauses) == 1:
        command.append("-x")  # the first property that notices is enough
    environment = {**os.environ, "PYTHONPATH": str(scratch / "src"), "HYPOTHESIS_PROFILE": "falsify"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return Verdict(broken.name, broken.clauses, ("(no end)",), (), ())
    if done.returncode not in (0, 1) or not results.exists():
        return Verdict(broken.name, broken.clauses, (), (), broken.clauses, done.stdout[-300:] + done.stderr[-300:])
    outcomes = defaultdict(set)
    noticed: set[str] = set()
    for entry in json.loads(results.read_text(encoding="utf-8"))["properties"]:
        outcomes[entry["outcome"]].add(entry["source"])
        if entry["outcome"] == "failed":
            noticed.update(entry["clauses"])
    missed = tuple(clause for clause in broken.clauses if clause not in noticed)
    passed = tuple(sorted(outcomes["passed"] - outcomes["failed"]))
    return Verdict(broken.name, broken.clauses, tuple(sorted(outcomes["failed"])), passed, missed)


def main(argv: Sequence[str] | None = None) -> int:
    """Judge breaks and report; 1 if one was missed or is not usable, or a clause has none."""
    parser = argparse.ArgumentParser(prog="python -m spec.falsify", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="CLAUSE", help="judge only the breaks of these clauses")
    parser.add_argument(
        "--game", choices=(*arcanum.games(), ALL), default=ALL, help="whose engine to break (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="at a time (default: cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the matrix to a file, game by game")
    arguments = parser.parse_args(argv)
    games = arcanum.games() if arguments.game == ALL else (arguments.game,)
    well = [falsify(game, arguments.only, arguments.jobs, arguments.json) for game in games]
    return 0 if all(well) else 1


def falsify(game: str, only: Sequence[str], jobs: int, report: Path | None) -> bool:
    """Judge the breaks of a game, or of some of its clauses; whether all were caught and every clause has one."""
    chosen = [each for each in breaks(game) if not only or set(only) & set(each.clauses)]
    start = time.perf_counter()
    verdicts: list[Verdict] = []
    with ThreadPoolExecutor(jobs) as workers:
        for verdict in workers.map(judge, chosen):
            verdicts.append(verdict)
            mark = "fault " if verdict.fault else "missed" if verdict.missed else "caught"
            detail = verdict.fault or " ".join(verdict.missed)
            print(f"{mark}  {' '.join(verdict.clauses):<24} {verdict.name}  {detail}".rstrip(), flush=True)
            if report is not None:  # after each, so that an interrupted run leaves what it has found
                record(report, game, verdicts, len(chosen), time.perf_counter() - start)
    bad = [verdict for verdict in verdicts if verdict.fault or verdict.missed]
    covered = {clause for verdict in verdicts if not verdict.fault for clause in verdict.clauses}
    proved = {clause.id for proof in SCAN.properties for clause in proof.clauses if clause.game == SCAN.games[game]}
    bare = [] if only else sorted(proved - covered)
    print(f"{game}: {len(verdicts)} breaks, {len(verdicts) - len(bad)} caught, {len(bad)} missed or unusable")
    if not only:
        print(f"{game}: clauses without a break: {', '.join(bare) or 'none'}")
    return not bad and not bare


def record(path: Path, game: str, verdicts: list[Verdict], planned: int, seconds: float) -> None:
    """Write the matrix of breaks and properties."""
    rows = [attrs.asdict(verdict) for verdict in verdicts]
    caught = sum(not verdict.fault and not verdict.missed for verdict in verdicts)
    head = stamp(f"python -m spec.falsify --game {game}", seconds)
    section = {**head, "planned": planned, "judged": len(verdicts), "caught": caught, "breaks": rows}
    write_sections(path, {game: section})


if __name__ == "__main__":
    sys.exit(main())
