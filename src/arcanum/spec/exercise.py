"""A pytest plugin that measures how often each property says something: ``pytest spec --exercise FILE``.

A property that holds may have had nothing to look at: its examples were discarded, or no game came to the situation
that it speaks of. So the claims of a property are read from its source (its assertions, also those of the checks that
it calls), and while its examples run, a trace function notes which of them are reached. A property is exercised as
often as the claim that it reaches least often, a clause as often as the best of its properties.

Nothing here knows a game, and nothing that a property says about itself is believed. What a claim is worth once it is
reached is not for this module to tell: that is shown by breaking the engine.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import attrs
import pytest
from hypothesis import register_random, settings

import arcanum
from arcanum.spec.files import stamp, write_json
from arcanum.spec.results import _KEY as PROVES
from arcanum.spec.results import _command

#: The key under which a test report carries what was measured.
_KEY: Final = "exercise"
_ENOUGH: Final = 0.01
"""The share of its examples in which a clause must be exercised."""
_SELDOM: Final = 0.05
"""Claims that are reached in fewer examples are listed one by one."""

Tree: TypeAlias = "int | tuple[str, tuple[Tree, ...]]"
"""How the claims of a property hang together: a claim, or `all` or `any` of some."""
Patterns: TypeAlias = "Counter[frozenset[int]]"
"""In how many examples just these claims were reached."""
Span: TypeAlias = tuple[int, int, int, int]
"""From a line and a column to another."""
Listener: TypeAlias = "Callable[[FrameType, str, Any], Listener | None]"
"""What `sys.settrace` takes."""


# --- what a property claims -------------------------------------------------------------------------------------------


@attrs.frozen
class Claim:
    """An assertion, or a line that calls a check."""

    file: str
    line: int
    last: int
    text: str
    each: Span | None = None
    """In ``assert all(... for each in ...)``, what is said of each: nothing is claimed if there is none."""


class Reader:
    """Reads claims from source; `lenient` says what else counts for a property that claims nothing otherwise.

    An assertion is a claim unless it merely tells a type checker what is known. A function that is called for no
    value is called for what it asserts, so its claims are the caller's; at 1 this goes for every function that is
    called. At 2 types are claims too.
    """

    def __init__(self, lenient: int) -> None:
        self.claims: list[Claim] = []
        self._lenient = lenient
        self._reading: list[ast.stmt] = []

    def read(self, module: ModuleType, qualname: str) -> Tree | None:
        """The claims of a function, or of all methods of a class."""
        file = inspect.getsourcefile(module)
        node = _definitions(file).get(qualname) if file else None
        if node is None or node in self._reading:
            return None
        self._reading.append(node)
        found = self._block(node.body, module)
        self._reading.pop()
        return found

    def _block(self, body: Sequence[ast.stmt], module: ModuleType) -> Tree | None:
        """Statements one after the other. What follows a branch that leaves is the alternative to it."""
        parts: list[Tree | None] = []
        for place, node in enumerate(body):
            part = self._statement(node, module)
            if part is not None and isinstance(node, ast.If) and not node.orelse and _ends(node.body):
                parts.append(_joined("any", [part, self._block(body[place + 1 :], module)]))
                break
            parts.append(part)
        return _joined("all", parts)

    def _statement(self, node: ast.stmt, module: ModuleType) -> Tree | None:
        block = functools.partial(self._block, module=module)
        match node:
            case ast.Assert() if self._lenient > 1 or not _narrows(node.test):
                return self._claim(node, module, _quantified(node.test))
            case ast.If(body=body, orelse=orelse):
                return _joined("any", [block(body), block(orelse)])
            case ast.Match(cases=cases):
                return _joined("any", [block(case.body) for case in cases])
            case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                return _joined("all", [block(body), block(orelse)])
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                caught = _joined("any", [block(handler.body) for handler in handlers])
                return _joined("all", [block(body), caught, block(orelse), block(finalbody)])
            case ast.With(body=body) | ast.FunctionDef(body=body) | ast.ClassDef(body=body):
                return block(body)
            case ast.Expr(value=ast.Call() as call):
                return self._check(node, call, module)
        if self._lenient:
            calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
            return _joined("all", [self._check(node, call, module) for call in calls])
        return None

    def _check(self, node: ast.stmt, call: ast.Call, module: ModuleType) -> Tree | None:
        """The claims of a function that is called, and that it is called here."""
        found = _called(call.func, module)
        home = sys.modules.get(found.__module__) if found else None
        if found is None or home is None or not _checks(home, module):
            return None
        inside = self.read(home, found.__qualname__)
        if inside is not None and _is_ours(home):  # an invariant speaks of any state, and each has its own part in it
            inside = _joined("any", _leaves(inside))
        return None if inside is None else _joined("all", [self._claim(node, module), inside])

    def _claim(self, node: ast.stmt, module: ModuleType, each: Span | None = None) -> int:
        claim = Claim(str(module.__file__), node.lineno, node.end_lineno or node.lineno, ast.unparse(node), each)
        if claim not in self.claims:
            self.claims.append(claim)
        return self.claims.index(claim)


@functools.cache
def _definitions(file: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """The functions and classes of a file, and the methods of its classes, by name."""
    found: dict[str, ast.FunctionDef | ast.ClassDef] = {}

    def look(body: Sequence[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[prefix + node.name] = node
            if isinstance(node, ast.ClassDef):
                look(node.body, f"{prefix}{node.name}.")

    look(ast.parse(Path(file).read_text(encoding="utf-8")).body, "")
    return found


def _joined(kind: str, parts: Iterable[Tree | None]) -> Tree | None:
    """Put parts together, without those that claim nothing."""
    found = tuple(part for part in parts if part is not None)
    return (kind, found) if len(found) > 1 else next(iter(found), None)


def _leaves(tree: Tree) -> Iterator[int]:
    """The claims in a tree."""
    if isinstance(tree, int):
        yield tree
    else:
        for part in tree[1]:
            yield from _leaves(part)


def _within(place: tuple[int | None, ...], span: Span | None) -> bool:
    """Whether an instruction belongs to a stretch of source."""
    line, last, column, end = place
    if span is None or line is None or last is None or column is None or end is None:
        return False
    return (line, column) >= span[:2] and (last, end) <= span[2:]


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Whether what follows is not reached by way of a block."""
    return isinstance(body[-1], ast.Return | ast.Continue | ast.Break | ast.Raise)


def _narrows(test: ast.expr) -> bool:
    """Whether an assertion only tells of what type something is, or that there is something."""
    match test:
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
        case ast.Compare(left=ast.Call(func=ast.Name(id="type")), ops=[ast.Is()]):
            return True
        case ast.BoolOp(op=ast.And(), values=values):
            return all(map(_narrows, values))
    return False


def _quantified(test: ast.expr) -> Span | None:
    """Where it stands what is said of each, in ``all(... for each in ...)`` or ``{... for each in ...} <= these``."""
    match test:
        case (
            ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(elt=said)])
            | ast.Compare(left=ast.SetComp(elt=said), ops=[ast.LtE()])
        ):
            return said.lineno, said.col_offset, said.end_lineno or 0, said.end_col_offset or 0
    return None


def _called(name: ast.expr, module: ModuleType) -> FunctionType | None:
    """The function that a name of a module means; for a method, that of the only class in sight which has one."""
    found: set[object] = set()
    match name:
        case ast.Name(id=plain):
            found = {vars(module).get(plain)}
        case ast.Attribute(attr=attr):
            classes = [each for each in vars(module).values() if isinstance(each, type)]
            found = {getattr(each, attr) for each in classes if isinstance(getattr(each, attr, None), FunctionType)}
    (only,) = found if len(found) == 1 else (None,)
    unwrapped = inspect.unwrap(only) if callable(only) else None
    return unwrapped if isinstance(unwrapped, FunctionType) else None


def _checks(home: ModuleType, module: ModuleType) -> bool:
    """Whether the functions of a module check for the properties of another: its neighbours, or our invariants."""
    return _is_ours(home) or Path(str(home.__file__)).parent == Path(str(module.__file__)).parent


def _is_ours(home: ModuleType) -> bool:
    """Whether a module holds invariants of this package, or of a game in it."""
    return home.__name__.startswith(f"{__package__}.") and home.__name__.endswith(".invariants")


# --- what was reached -------------------------------------------------------------------------------------------------


def examples_with(tree: Tree, patterns: Patterns) -> frozenset[frozenset[int]]:
    """The examples in which a property said something: alternatives count together, otherwise the rarest counts.

    >>> patterns = Counter({frozenset({0, 1}): 3, frozenset({0, 2}): 4, frozenset({0}): 5})
    >>> sorted(map(sorted, examples_with(("all", (0, 2)), patterns)))
    [[0, 2]]
    >>> sorted(map(sorted, examples_with(("any", (1, 2)), patterns)))
    [[0, 1], [0, 2]]
    """
    if isinstance(tree, int):
        return frozenset(reached for reached in patterns if tree in reached)
    kind, parts = tree
    found = [examples_with(part, patterns) for part in parts]
    return frozenset().union(*found) if kind == "any" else min(found, key=lambda each: _weight(each, patterns))


def rarest(tree: Tree, patterns: Patterns) -> int:
    """The claim that decides how often a property says something."""
    if isinstance(tree, int):
        return tree
    kind, parts = tree
    choose = max if kind == "any" else min
    return rarest(choose(parts, key=lambda part: _weight(examples_with(part, patterns), patterns)), patterns)


def _weight(examples: Iterable[frozenset[int]], patterns: Patterns) -> int:
    return sum(patterns[each] for each in examples)


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

    def property(self, inner: Callable[..., object]) -> Callable[..., object]:
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
            handle.inner_test = measurement.property(inner)
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
        return 0 if self.tree is None else _weight(examples_with(self.tree, patterns), patterns)

    @property
    def rate(self) -> float:
        """The share of its examples in which it said something."""
        return self.met / self.examples if self.examples else 0.0


class Recorder:
    """Gathers what was measured, in whatever processes, and writes it when the run ends."""

    def __init__(self, config: pytest.Config, target: Path) -> None:
        self._root = config.rootpath
        self._target = config.rootpath / target
        self._command = _command(config)
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

    def pytest_sessionfinish(self) -> None:
        """Write the record."""
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
        self._seldom = [f"{row['game']} {row['clause']}" for row in clauses if is_seldom(row)]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which clauses are hardly exercised."""
        names = ", ".join(self._seldom) or "none"
        terminalreporter.write_line(f"clauses exercised in fewer than {_ENOUGH:.0%} of examples: {names}")

    def _place(self, file: str, line: int) -> str:
        """A line of a file, without the paths of this machine."""
        path, package = Path(file), Path(arcanum.__file__).parents[1]
        home = self._root if path.is_relative_to(self._root) else package
        return f"{path.relative_to(home).as_posix()}:{line}"


def is_seldom(row: Mapping[str, Any]) -> bool:
    """Whether a clause or a property says something in too few of its examples."""
    return bool(row["met"] < _ENOUGH * row["examples"] or not row["examples"])


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
