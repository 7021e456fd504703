"""A pytest plugin that measures how often each property says something: ``pytest spec --exercise FILE``.

A property that holds may have had nothing to look at: its examples were discarded, or no game came to the situation
that it speaks of. So the claims of a property are read from its source, by :mod:`arcanum.spec.claims`, and while its
examples run, a trace function notes which of them are reached. A property is exercised as often as the claim that it
reaches least often, a clause as often as the best of its properties.

Nothing here knows a game, and nothing that a property says about itself is believed. What a claim is worth once it is
reached is not for this module to tell: that is shown by breaking the engine.
"""

from __future__ import annotations

import functools
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, Final, TypeAlias

import attrs
import pytest
from hypothesis import register_random, settings

import arcanum
from arcanum.spec.claims import Claim, Patterns, Reader, Span, Tree, examples_with, rarest, weight
from arcanum.spec.files import stamp, write_json
from arcanum.spec.results import PROVES, command_line

#: The key under which a test report carries what was measured.
_KEY: Final = "exercise"
_ENOUGH: Final = 0.01
"""The share of its examples in which a clause must be exercised."""
_SELDOM: Final = 0.05
"""Claims that are reached in fewer examples are listed one by one."""

Listener: TypeAlias = "Callable[[FrameType, str, Any], Listener | None]"
"""What `sys.settrace` takes."""


# --- what is reached --------------------------------------------------------------------------------------------------


class Probe:
    """A trace function that notes which of some claims are reached. Frames without a claim cost it one look each."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.reached: set[int] = set()
        self._lines: dict[str, dict[int, int]] = {claim.file: {} for claim in claims}
        self._each = {index: claim for index, claim in enumerate(claims) if claim.each}
        self._known: dict[int, tuple[CodeType, Listener | None]] = {}
        for index, claim in enumerate(claims):
            self._lines[claim.file].update(dict.fromkeys(range(claim.line, claim.last + 1), index))

    def __call__(self, frame: FrameType, event: str, arg: object) -> Listener | None:
        """A function is called."""
        code = frame.f_code
        known = self._known.get(id(code))  # hashing code itself is slow
        if known is None:
            known = self._known[id(code)] = code, self._listener(code)
        return known[1]

    def _listener(self, code: CodeType) -> Listener | None:
        """What listens to a function: to its lines, and to single instructions where something is said of each."""
        lines = self._lines.get(code.co_filename, {})
        if not any(line in lines for _, _, line in code.co_lines()):
            return None
        said = self._said(code)
        reached, each = self.reached, self._each

        def listen(frame: FrameType, event: str, arg: object) -> Listener:
            if event == "line":
                index = lines.get(frame.f_lineno)
                frame.f_trace_opcodes = index in each
                if index is not None and index not in each:
                    reached.add(index)
            elif event == "opcode" and frame.f_lasti in said:
                reached.add(said[frame.f_lasti])
            return listen

        return listen

    def _said(self, code: CodeType) -> dict[int, int]:
        """The instructions that say something of each, as offsets in the code, with their claims."""
        found: dict[int, int] = {}
        for index, claim in self._each.items():
            if claim.file == code.co_filename:
                places = enumerate(code.co_positions())
                found |= {2 * number: index for number, place in places if _within(place, claim.each)}
        return found

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen for a while, in the place of whoever listens."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            yield
        finally:
            sys.settrace(before)


def _within(place: tuple[int | None, ...], span: Span | None) -> bool:
    """Whether an instruction belongs to a stretch of source."""
    line, last, column, end = place
    if span is None or line is None or last is None or column is None or end is None:
        return False
    return (line, column) >= span[:2] and (last, end) <= span[2:]


# --- running ----------------------------------------------------------------------------------------------------------


class Examples:
    """Looks like a source of random numbers: Hypothesis seeds all that it knows of when it begins an example.

    When the example is over they get their state back, also if it ends with an exception because it is discarded.
    """

    def __init__(self) -> None:
        self.begun = 0
        self.first: Callable[[], None] = lambda: None
        """What to do before an example."""
        self.then: Callable[[], None] = lambda: None
        """What to do after one that was not discarded."""

    def seed(self, *_: object) -> None:
        """An example begins."""
        self.begun += 1
        self.first()

    def getstate(self) -> None:
        """There is no state."""

    def setstate(self, state: object) -> None:
        """An example is over."""
        if sys.exc_info()[1] is None:
            self.then()


class Measurement:
    """What the examples of one test reach."""

    def __init__(self, module: ModuleType, properties: Mapping[str, Sequence[str]]) -> None:
        self._properties = properties
        names = [source.partition("::")[2] for source in properties]
        for lenient in range(3):
            reader = Reader(lenient)
            self._trees = [reader.read(module, name) for name in names]
            if None not in self._trees:
                break
        self._claims = reader.claims
        self._probe = Probe(reader.claims)
        self._patterns: Patterns = Counter()

    def given(self, inner: Callable[..., object]) -> Callable[..., object]:
        """Measure each example of a property: Hypothesis calls this in its place."""

        @functools.wraps(inner)
        def measured(*args: object, **kwargs: object) -> object:
            self._probe.reached.clear()  # whatever a discarded one has left
            with self._probe.listening():
                result = inner(*args, **kwargs)
            self.count()
            return result

        return measured

    @contextmanager
    def machine(self, examples: Examples) -> Iterator[None]:
        """Measure each run of a state machine."""
        before = examples.first, examples.then
        examples.first, examples.then = self._probe.reached.clear, self.count
        try:
            with self._probe.listening():
                yield
        finally:
            examples.first, examples.then = before

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Measure a property that draws no examples: it is one."""
        with self._probe.listening():
            yield
        self.count()

    def count(self) -> None:
        """An example is over."""
        self._patterns[frozenset(self._probe.reached)] += 1

    def told(self, tries: int) -> dict[str, object]:
        """All of it, for a report to carry."""
        return {
            "properties": [
                [source, list(clauses), tree]
                for (source, clauses), tree in zip(self._properties.items(), self._trees, strict=True)
            ],
            "claims": [[claim.file, claim.line, claim.text] for claim in self._claims],
            "tries": max(tries, self._patterns.total()),
            "patterns": [[sorted(reached), number] for reached, number in self._patterns.items()],
        }


class Runner:
    """Measures the tests that run in this process."""

    def __init__(self) -> None:
        self._examples = Examples()
        register_random(self._examples)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a property; Hypothesis has told the test by now which of several runs it is."""
        properties = {source: clauses for key, (source, clauses) in _proofs(item.user_properties) if key == PROVES}
        function = getattr(item, "function", None)
        module = getattr(item, "module", None)
        if not properties or module is None:
            return (yield)
        measurement = Measurement(module, properties)
        before = self._examples.begun
        with self._measuring(measurement, function):
            result = yield
        item.user_properties.append((_KEY, measurement.told(self._examples.begun - before)))
        return result

    @contextmanager
    def _measuring(self, measurement: Measurement, function: object) -> Iterator[None]:
        handle = getattr(function, "hypothesis", None)
        if hasattr(function, "_hypothesis_state_machine_class"):
            with measurement.machine(self._examples):
                yield
        elif handle is None:
            with measurement.alone():
                yield
        else:
            inner = handle.inner_test
            handle.inner_test = measurement.given(inner)
            try:
                yield
            finally:
                handle.inner_test = inner


def _proofs(carried: Iterable[tuple[str, object]]) -> Iterator[tuple[str, Any]]:
    return ((key, value) for key, value in carried if key in (PROVES, _KEY))


# --- recording --------------------------------------------------------------------------------------------------------


@attrs.define
class Tally:
    """What was measured of a property, in all its runs."""

    clauses: Sequence[str]
    tree: Tree | None
    claims: Sequence[tuple[str, int, str]]
    runs: dict[str, tuple[int, Patterns]] = attrs.field(factory=dict)
    """For each run, how many examples were tried, and what those that ran reached."""

    @property
    def patterns(self) -> Patterns:
        """What all examples reached."""
        return sum((patterns for _, patterns in self.runs.values()), Counter())

    @property
    def examples(self) -> int:
        """How many examples ran."""
        return self.patterns.total()

    @property
    def discarded(self) -> int:
        """How many were drawn in vain."""
        return sum(tries for tries, _ in self.runs.values()) - self.examples

    @property
    def met(self) -> int:
        """In how many examples the property said something."""
        patterns = self.patterns
        return 0 if self.tree is None else weight(examples_with(self.tree, patterns), patterns)

    @property
    def rate(self) -> float:
        """The share of its examples in which it said something."""
        return self.met / self.examples if self.examples else 0.0


class Recorder:
    """Gathers what was measured, in whatever processes, and writes it when the run ends."""

    def __init__(self, config: pytest.Config, target: Path) -> None:
        self._root = config.rootpath
        self._target = config.rootpath / target
        self._command = command_line(config)
        self._started = time.monotonic()
        self._tallies: dict[str, Tally] = {}
        self._failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take what a test carries; a property that fails stops early, so what it measured means nothing."""
        for key, value in _proofs(report.user_properties):
            if key == PROVES and report.failed:
                self._failed.append(value[0])
            elif key == _KEY and report.when == "call":
                self._take(report.nodeid.partition("[")[2].removesuffix("]"), value)

    def _take(self, run: str, value: Mapping[str, Any]) -> None:
        patterns = Counter({frozenset(reached): number for reached, number in value["patterns"]})
        for source, clauses, tree in value["properties"]:
            tally = self._tallies.setdefault(source, Tally(clauses, tree, value["claims"]))
            tally.runs[run] = value["tries"], patterns

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the record; a run in which something is hardly ever looked at has failed."""
        tallies = {source: tally for source, tally in sorted(self._tallies.items()) if source not in self._failed}
        clauses = sorted(clause_rows(tallies), key=lambda row: (row["game"], row["clause"]))
        document = {
            **stamp(self._command, time.monotonic() - self._started),
            "profile": settings.get_current_profile_name(),
            "enough": _ENOUGH,
            "seldom": _SELDOM,
            "failed": sorted(set(self._failed)),
            "clauses": clauses,
            "properties": [property_row(source, tally, self._place) for source, tally in tallies.items()],
            "claims": sorted(
                claim_rows(tallies.values(), self._place), key=lambda row: row["reached"] / row["examples"]
            ),
        }
        write_json(self._target, document)
        self._complaints = list(complaints(document))
        if self._complaints:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what is hardly ever looked at."""
        for complaint in self._complaints or ["every clause is covered, and every assertion is reached"]:
            terminalreporter.write_line(complaint)

    def _place(self, file: str, line: int) -> str:
        """A line of a file, without the paths of this machine."""
        path, package = Path(file), Path(arcanum.__file__).parents[1]
        home = self._root if path.is_relative_to(self._root) else package
        return f"{path.relative_to(home).as_posix()}:{line}"


def is_seldom(row: Mapping[str, Any]) -> bool:
    """Whether a clause or a property says something in too few of its examples."""
    return bool(row["met"] < _ENOUGH * row["examples"] or not row["examples"])


def complaints(document: Mapping[str, Any]) -> Iterator[str]:
    """Say of a record which clauses, properties, printings and assertions its examples leave out."""
    for row in filter(is_seldom, document["clauses"]):
        yield f"{row['game']} {row['clause']} is covered in fewer than {_ENOUGH:.0%} of examples"
    for row in document["properties"]:
        if not row["met"]:
            yield f"{row['source']} says nothing in any example"
        for run, (examples, _, said) in row.get("runs", {}).items():
            if examples and not said:
                yield f"{row['source']}[{run}] says nothing in any example"
    for row in document["claims"]:
        if not row["reached"]:
            yield f"{row['claim']} is never reached"


def clause_rows(tallies: Mapping[str, Tally]) -> Iterator[dict[str, Any]]:
    """For each clause its best property; the folder of a property is that of its game."""
    best: dict[tuple[str, str], str] = {}
    for source, tally in tallies.items():
        game = Path(source.partition("::")[0]).parent.name
        for clause in tally.clauses:
            other = best.get((game, clause))
            if other is None or tally.rate > tallies[other].rate:
                best[game, clause] = source
    for (game, clause), source in best.items():
        tally = tallies[source]
        yield {"game": game, "clause": clause, "examples": tally.examples, "met": tally.met, "property": source}


def property_row(source: str, tally: Tally, place: Callable[[str, int], str]) -> dict[str, Any]:
    """One property; also, if it is run for single printings, in how many examples of each it reached any claim."""
    row: dict[str, Any] = {"source": source, "clauses": list(tally.clauses)}
    row |= {"examples": tally.examples, "discarded": tally.discarded, "met": tally.met}
    if tally.tree is not None and tally.met < tally.examples:
        file, line, _ = tally.claims[rarest(tally.tree, tally.patterns)]
        row["rarest"] = place(file, line)
    if len(tally.runs) > 1:
        row["runs"] = {
            run: [patterns.total(), tries - patterns.total(), patterns.total() - patterns[frozenset()]]
            for run, (tries, patterns) in tally.runs.items()
        }
    return row


def claim_rows(tallies: Iterable[Tally], place: Callable[[str, int], str]) -> Iterator[dict[str, Any]]:
    """The claims that are hardly ever reached, each with the best of the properties that it belongs to."""
    best: dict[tuple[str, int, str], tuple[int, int]] = {}
    for tally in tallies:
        patterns = tally.patterns
        for index, (file, line, text) in enumerate(tally.claims):
            reached = sum(number for pattern, number in patterns.items() if index in pattern)
            old, of = best.get((file, line, text), (0, 0))
            if not of or reached * of > old * patterns.total():
                best[file, line, text] = reached, patterns.total()
    for (file, line, text), (reached, of) in best.items():
        if of and reached < _SELDOM * of:
            yield {"claim": place(file, line), "text": text, "reached": reached, "examples": of}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--exercise FILE``."""
    parser.getgroup("arcanum").addoption(
        "--exercise", metavar="FILE", type=Path, help="write to FILE as JSON how often every property says something"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Measure in every process, and record in the one that sees all."""
    target: Path | None = config.getoption("--exercise")
    if target is not None:
        config.pluginmanager.register(Runner(), "arcanum-exercise-runner")
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Recorder(config, target), "arcanum-exercise")
