"""Deliberate faults, clause by clause: the clause's own properties must fail, and unrelated ones must not.

A break is caught when, for each of its clauses, at least one property of that clause fails. A property of other clauses
is unrelated if it runs the changed code, but the broken rule is at work in none of its examples
(:mod:`spec.trials.reach`). Every other clause that has unrelated properties is asked by the quickest of them. If one
fails, the break spills over: it does more harm than to its own rule, and must be made smaller, or say why. Verdicts are
kept with a mark of what they rest on, the broken code and the properties, so a run goes on where the last one stopped,
and what has changed since a commit is what has another mark there.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import attrs

import arcanum
from arcanum.kernel.ids import ClauseId
from arcanum.spec import trace
from arcanum.spec.breaks import PACKAGE, BadBreak, Break, Edit
from arcanum.spec.breaks import breaks as read_breaks
from arcanum.spec.files import stamp, write_sections
from spec.trials import forks, patching, profile, reach

ROOT = Path(__file__).parents[2]
BREAKS = ROOT / "spec" / "breaks"
MATRIX = ROOT / "results" / "faults.json"
RESULTS = ROOT / "results" / "spec.json"
HEADLINES = ROOT / "docs" / "results.json"
EVERYWHERE = (
    "test_every_value_of_a_rule_set_is_what_its_printing_says",
    "test_every_value_of_a_rule_set_is_what_its_edition_says",
)
"""Properties that compare all values of a rule set with the index: no clause that decides one is unrelated to them."""
SECONDS = 180


@attrs.frozen
class Verdict:
    """What became of a break."""

    name: str
    clauses: tuple[str, ...]
    failed: tuple[str, ...] = ()
    """The properties of these clauses that failed."""
    passed: tuple[str, ...] = ()
    """The properties of these clauses that did not notice."""
    missed: tuple[str, ...] = ()
    """The clauses none of whose properties failed."""
    spilled: tuple[str, ...] | None = None
    """The unrelated properties that failed; None while nobody has asked them."""
    asked: int = 0
    """How many unrelated properties were asked."""
    fault: str = ""
    """Why the break itself is not usable."""
    mark: str = ""
    """A fingerprint of the break, the files it changes, and the properties of its clauses."""

    @property
    def caught(self) -> bool:
        """Whether every clause noticed."""
        return not self.fault and not self.missed


# --- what there is ----------------------------------------------------------------------------------------------------


@cache
def scan(root: Path = ROOT) -> trace.Trace:
    """The properties and the clauses that they prove."""
    return trace.scan(root)


def breaks(game: str) -> list[Break]:
    """The breaks of a game."""
    return read_breaks(BREAKS, game)


@cache
def proofs(game: str, root: Path = ROOT) -> Mapping[str, frozenset[ClauseId]]:
    """The properties of a game with their clauses; state machines, which prove many at once, are left out."""
    package = scan(root).games[game]
    found = {
        proof.source: frozenset(clause.id for clause in proof.clauses if clause.game == package)
        for proof in scan(root).properties
        if proof.place.qualname.startswith("test_")
    }
    return {source: clauses for source, clauses in found.items() if clauses}


def own(broken: Break, root: Path = ROOT) -> tuple[str, ...]:
    """The properties of a break's clauses."""
    return tuple(source for source, clauses in proofs(broken.game, root).items() if clauses & set(broken.clauses))


@cache
def durations() -> Mapping[str, float]:
    """How long each property took in the last whole run, if there was one."""
    found: dict[str, float] = {}
    if not RESULTS.exists():
        return found
    for entry in json.loads(RESULTS.read_text(encoding="utf-8"))["properties"]:
        found[entry["source"]] = found.get(entry["source"], 0.0) + entry["duration"]
    return found


def unrelated(broken: Break, changed: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """For each other clause the quickest property that runs changed code without the broken rule being at work.

    If it is not known which functions are changed, because data are, every property runs it. Some rules leave no trace
    even in the examples of their own properties (a number on the board, say); then nobody is known to be unrelated.
    """
    known, took = proofs(broken.game), durations()
    if not any(set(broken.clauses) & reach.at_work(source) for source in own(broken)):
        return ()
    runners = [reach.running(Path(file), name) for file, name in changed]
    running = frozenset[str]().union(*runners) if runners else known.keys()
    clauses = set(broken.clauses)
    others = [source for source, proved in known.items() if source in running and proved.isdisjoint(clauses)]
    strange = [source for source in others if not source.endswith(EVERYWHERE)]
    found: dict[ClauseId, str] = {}
    for source in sorted(strange, key=lambda source: (took.get(source, 9.9), source)):
        if clauses.isdisjoint(reach.at_work(source)):
            for clause in known[source]:
                found.setdefault(clause, source)
    return tuple(dict.fromkeys(found.values()))


def mark(broken: Break, root: Path = ROOT) -> str:
    """A fingerprint of all that a verdict rests on: the break, what it changes, and the properties of its clauses."""
    package = root / "src" / PACKAGE.name
    text = [repr(attrs.evolve(broken, spills=""))]
    text += [around((package / edit.file).read_text(encoding="utf-8"), edit) for edit in broken.edits]
    text += [f"{source} {_source(source, root)}" for source in sorted(own(broken, root))]
    return hashlib.sha256("\n".join(text).encode()).hexdigest()[:12]


def around(text: str, edit: Edit) -> str:
    """What an edit is a part of: a function or a statement of Python, a paragraph of anything else."""
    start = text.find(edit.find)
    if start < 0:  # no usable break, which is its verdict
        return text
    first = text.count("\n", 0, start) + 1
    last = first + edit.find.count("\n")
    if not edit.file.endswith(".py"):
        lines = text.splitlines()
        while first > 1 and lines[first - 2].strip():
            first -= 1
        while last < len(lines) and lines[last].strip():
            last += 1
        return "\n".join(lines[first - 1 : last])
    touched = _touched(_body(text), first, last)
    return "\n".join(map(ast.unparse, touched))


@lru_cache(maxsize=64)  # as many as there are files with breaks, in two trees
def _body(text: str) -> Sequence[ast.stmt]:
    return ast.parse(text).body


def _touched(body: Sequence[ast.stmt], first: int, last: int) -> list[ast.stmt]:
    """The statements on some lines; of a class only those within it."""
    found = [each for each in body if _begin(each) <= last and (each.end_lineno or each.lineno) >= first]
    if len(found) == 1 and isinstance(found[0], ast.ClassDef) and first >= _begin(found[0].body[0]):
        return _touched(found[0].body, first, last)
    return found


def _begin(statement: ast.stmt) -> int:
    """The line on which a statement begins, with its decorators."""
    marks: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in marks)])


@cache
def _sources(path: Path) -> Mapping[str, str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)}


def _source(property: str, root: Path) -> str:
    path, _, name = property.partition("::")
    return _sources(root / path)[name]


def marks_at(commit: str, game: str) -> dict[str, str]:
    """The marks of a game's breaks as they were at a commit, by name."""
    with tempfile.TemporaryDirectory(prefix="trials-") as folder:
        root, packed = Path(folder), Path(folder) / "tree.tar"
        _git("archive", "--output", str(packed), commit, "src", "spec")
        with tarfile.open(packed) as archive:
            archive.extractall(root, filter="data")
        return {broken.name: mark(broken, root) for broken in read_breaks(root / "spec" / "breaks", game)}


def last_whole_run(game: str) -> str:
    """The commit at which all breaks of a game were judged, by `docs/results.json`."""
    commit = json.loads(HEADLINES.read_text(encoding="utf-8"))[f"faults: {game}"]["commit"].removesuffix("-dirty")
    try:
        _git("merge-base", "--is-ancestor", commit, "HEAD")
    except subprocess.CalledProcessError:
        raise SystemExit(
            f"the last whole run was of commit {commit} (docs/results.json), which is not an ancestor of this one: "
            "fetch the whole history, or name a commit to compare with: --changed COMMIT"
        ) from None
    return str(commit)


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)


# --- judging ----------------------------------------------------------------------------------------------------------


def judged(
    bench: forks.Bench, chosen: Iterable[Break], jobs: int, *, others: bool = False, until: float = math.inf
) -> Iterator[tuple[Break, forks.Finding | BadBreak]]:
    """Yield each break with what its own properties said, or the unrelated ones, or why it cannot be made.

    After a time (on the monotonic clock) no more are begun, and what is left is not yielded.
    """
    hot, cold = list[forks.Trial](), list[tuple[Break, tuple[str, ...]]]()
    for broken in chosen:
        try:
            patches = [patching.patch(PACKAGE / file, text) for file, text in broken.texts().items()]
        except BadBreak as error:
            yield broken, error
        except patching.Cold:
            cold.append((broken, unrelated(broken, ()) if others else own(broken)))
        else:
            changed = [key for patch in patches for key in patch.codes]
            asked = unrelated(broken, changed) if others else own(broken)
            hot.append(forks.Trial(broken, partial(_make, patches), asked, SECONDS))

    def in_time(_: object) -> bool:
        return time.monotonic() < until

    yield from ((trial.about, finding) for trial, finding in bench.judge(takewhile(in_time, hot), jobs))
    with ThreadPoolExecutor(jobs) as workers:
        findings = workers.map(lambda pair: anew(*pair) if in_time(pair) else None, cold)
        for (broken, _), finding in zip(cold, findings, strict=True):
            if finding is not None:
                yield broken, finding


def _make(patches: Iterable[patching.Patch]) -> None:
    for patch in patches:
        patch.make()


def anew(broken: Break, wanted: Sequence[str], *more: str) -> forks.Finding | BadBreak:
    """The same in a new process, which imports the library with the fault in it; it may be told more, such as `-x`."""
    began = time.monotonic()
    if not wanted:
        return forks.Finding((), (), 0.0)
    with broken.made() as home:
        results = home / "results.json"
        command = [sys.executable, "-m", "pytest", *wanted, *more, "-q", "-p", "no:cacheprovider"]
        command += ["--results", str(results), "-p", profile.__name__, f"--hypothesis-profile={profile.NAME}"]
        environment = {**os.environ, "PYTHONPATH": str(home)}
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return forks.Finding((), (), 2.0 * SECONDS, ended=forks.ENDLESS)
        if done.returncode not in (0, 1) or not results.exists():
            return BadBreak(f"{done.stdout[-300:]}{done.stderr[-300:]}")
        entries = json.loads(results.read_text(encoding="utf-8"))["properties"]
    failed = {entry["source"] for entry in entries if entry["outcome"] == "failed"}
    passed = {entry["source"] for entry in entries if entry["outcome"] == "passed"} - failed
    return forks.Finding(tuple(sorted(failed)), tuple(sorted(passed)), round(time.monotonic() - began, 2))


def verdict(broken: Break, finding: forks.Finding | BadBreak) -> Verdict:
    """What the own properties of a break say about it."""
    if isinstance(finding, BadBreak):
        return Verdict(broken.name, broken.clauses, missed=broken.clauses, fault=str(finding), mark=mark(broken))
    known = proofs(broken.game)
    noticed = {clause for source in finding.failed for clause in known.get(source, ())}
    gone = finding.ended and not finding.failed
    missed = () if gone else tuple(clause for clause in broken.clauses if clause not in noticed)
    return Verdict(broken.name, broken.clauses, finding.failed, finding.passed, missed, mark=mark(broken))


# --- the matrix -------------------------------------------------------------------------------------------------------


def recorded(game: str) -> dict[str, Verdict]:
    """The verdicts of earlier runs, by the name of the break."""
    if not MATRIX.exists():
        return {}
    rows = json.loads(MATRIX.read_text(encoding="utf-8")).get(game, {}).get("breaks", ())
    return {row["name"]: _verdict(row) for row in rows}


def _verdict(row: Mapping[str, Any]) -> Verdict:
    plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Verdict(**plain)


def record(game: str, verdicts: Mapping[str, Verdict], seconds: float) -> None:
    """Write the matrix of a game."""
    rows = [verdicts[each.name] for each in breaks(game) if each.name in verdicts]
    section = {
        **stamp("python -m spec.trials breaks", seconds),
        "planned": len(breaks(game)),
        "judged": len(rows),
        "caught": sum(row.caught for row in rows),
        "asked_others": sum(row.spilled is not None for row in rows),
        "asked": sum(row.asked for row in rows),
        "spilled": sum(len(row.spilled or ()) for row in rows),
        "breaks": [attrs.asdict(row) for row in rows],
    }
    write_sections(MATRIX, {game: section})


# --- campaigns --------------------------------------------------------------------------------------------------------


@attrs.frozen
class Campaign:
    """Which breaks to judge, and how."""

    games: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    """Only the breaks of these."""
    stale: bool = False
    """Only those without a verdict, or whose verdict rests on something that is different now."""
    changed: str | None = None
    """Only those with another mark at this commit, or at that of the last whole run if it is empty."""
    budget: float | None = None
    """Begin nothing after so many seconds."""
    others: bool = False
    """Ask unrelated properties, not their own."""
    record: bool = False
    jobs: int = 1

    def chosen(self, game: str) -> list[Break]:
        """The breaks to judge."""
        found = [each for each in breaks(game) if not self.clauses or set(self.clauses) & set(each.clauses)]
        if self.changed is not None:
            before = marks_at(self.changed or last_whole_run(game), game)
            found = [each for each in found if before.get(each.name) != mark(each)]
        if self.stale:
            known = recorded(game)
            found = [each for each in found if self._is_stale(each, known)]
        if self.budget is not None:  # every day others come first
            day = datetime.now(UTC).date().isoformat()
            found.sort(key=lambda each: hashlib.sha256(f"{day} {each.name}".encode()).digest())
        return found

    def _is_stale(self, broken: Break, known: Mapping[str, Verdict]) -> bool:
        last = known.get(broken.name)
        return last is None or last.mark != mark(broken) or (self.others and last.spilled is None)

    def run(self, bench: forks.Bench) -> bool:
        """Judge, game after game, and say what is wrong; whether nothing is."""
        well = [self._run(game, bench) for game in self.games]
        return all(well)

    def _run(self, game: str, bench: forks.Bench) -> bool:
        chosen, known, began = self.chosen(game), recorded(game), time.monotonic()
        verdicts = dict[str, Verdict]()
        until = math.inf if self.budget is None else began + self.budget / len(self.games)
        for broken, finding in judged(bench, chosen, self.jobs, others=self.others, until=until):
            found = self._verdict(broken, finding, known)
            verdicts[broken.name] = found
            print(f"{len(verdicts):>4}/{len(chosen)}  {self._line(found)}", flush=True)
            if self.record:  # after each, so that an interrupted run leaves what it has found
                record(game, {**known, **verdicts}, time.monotonic() - began)
        made = [each for each in chosen if each.name in verdicts]
        bad = [each for each in made if not self.is_well(each, verdicts[each.name])]
        print(f"{game}: {len(made)} breaks judged, {len(made) - len(bad)} as they should be")
        if len(made) < len(chosen):
            print(f"{game}: {len(chosen) - len(made)} were not judged within {self.budget:g} seconds")
        bare = () if self.clauses else without_break(game)
        if bare:
            print(f"{game}: clauses without a break: {', '.join(bare)}")
        return not bad and not bare

    def _verdict(self, broken: Break, finding: forks.Finding | BadBreak, known: Mapping[str, Verdict]) -> Verdict:
        if not self.others:
            last = known.get(broken.name)
            found = verdict(broken, finding)
            if last is None or last.mark != found.mark:
                return found
            return attrs.evolve(found, spilled=last.spilled, asked=last.asked)
        last = known.get(broken.name, Verdict(broken.name, broken.clauses, missed=broken.clauses))
        if isinstance(finding, BadBreak):
            return attrs.evolve(last, fault=str(finding))
        return attrs.evolve(last, spilled=finding.failed, asked=len(finding.failed) + len(finding.passed))

    def is_well(self, broken: Break, found: Verdict) -> bool:
        """Whether a break does what it should, and no more."""
        return bool(broken.spills or not found.spilled) if self.others else found.caught

    def _line(self, found: Verdict) -> str:
        if self.others and not found.fault:
            word = "spills" if found.spilled else "alone "
            detail = f"{found.asked} asked {' '.join(found.spilled or ())}"
        else:
            word = "fault " if found.fault else "missed" if found.missed else "caught"
            detail = found.fault or " ".join(found.missed)
        return f"{word}  {' '.join(found.clauses):<24} {found.name}  {detail}".rstrip()


def without_break(game: str) -> list[str]:
    """The clauses that nothing has been shown to break."""
    covered = {clause for each in breaks(game) for clause in each.clauses}
    return [clause.id for clause in arcanum.clauses(game) if clause.id not in covered]
