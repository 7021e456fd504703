"""Which clauses were at work while some code ran: measured, not claimed.

A clause is at work if a function ran that is marked with `@cites`, or a method of a class that is; or if a line ran
that names it, and names it in any case (of `MIN_B5 if court else MIN_B2` neither counts). A class of plain values that
is marked, such as that of hidden cards, is at work where there is such a value. What events and refusals cite they say
themselves.

`@cites` leaves nothing behind, so all this is read from the source of the game's package. This module knows no game.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from inspect import getfile
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import attrs

from arcanum.kernel.agenda import Effect, Task
from arcanum.kernel.game import Game
from arcanum.kernel.ids import ClauseId

_IDS: Final = "clause_ids"
_MARK: Final = "cites"

_Trace = Callable[[FrameType, str, Any], Any]
_Clauses = frozenset[ClauseId]
_NONE: Final[_Clauses] = frozenset()


@attrs.frozen
class Seen:
    """What was at work."""

    clauses: set[ClauseId] = attrs.field(factory=set)
    functions: set[str] = attrs.field(factory=set)
    """Those that ran, by qualified name."""


# --- what the source says ---------------------------------------------------------------------------------------------


@attrs.frozen
class Source:
    """What a module says about clauses."""

    marks: Mapping[str, _Clauses] = attrs.field(factory=dict)
    """With which clauses functions and classes are marked, by qualified name."""
    lines: Mapping[int, _Clauses] = attrs.field(factory=dict)
    """Which clauses the lines of functions name whenever they run."""


class _Reader(ast.NodeVisitor):
    """Reads a module."""

    def __init__(self, names: Mapping[str, ClauseId]) -> None:
        self.names = names
        self.marks: dict[str, _Clauses] = {}
        self.lines: dict[int, _Clauses] = {}
        self._inside: tuple[str, ...] = ()
        self._running = False

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._define(node, node.body, running=False)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._define(node, node.body, running=True)

    def _define(self, node: ast.ClassDef | ast.FunctionDef, body: list[ast.stmt], *, running: bool) -> None:
        """A function's decorators and defaults are not part of it: they run when it is defined."""
        before = self._inside, self._running
        self._inside, self._running = (*self._inside, node.name), running
        self.marks[".".join(self._inside)] = frozenset(_cited(node, self.names))
        for part in body:
            self.visit(part)
        self._inside, self._running = before

    def visit_Name(self, node: ast.Name) -> None:
        self._name(node.id, node.lineno)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._name(node.attr, node.lineno)
        self.visit(node.value)

    def _name(self, name: str, line: int) -> None:
        if self._running and name in self.names:
            self.lines[line] = self.lines.get(line, _NONE) | {self.names[name]}

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.visit(node.test)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.visit(node.values[0])

    def generic_visit(self, node: ast.AST) -> None:
        """Everything but what may never run: the inside of a lambda or of a comprehension."""
        if not isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            super().generic_visit(node)


def _cited(node: ast.FunctionDef | ast.ClassDef, names: Mapping[str, ClauseId]) -> Iterator[ClauseId]:
    for mark in node.decorator_list:
        match mark:
            case ast.Call(func=ast.Name(id=name), args=arguments) if name == _MARK:
                for argument in arguments:
                    yield names[ast.unparse(argument).rpartition(".")[2]]


def read(source: str, names: Mapping[str, ClauseId]) -> Source:
    """What the text of a module says about clauses; `names` are their names in code."""
    reader = _Reader(names)
    reader.visit(ast.parse(source))
    return Source({name: clauses for name, clauses in reader.marks.items() if clauses}, reader.lines)


# --- what runs --------------------------------------------------------------------------------------------------------


class Meter:
    """Tells which clauses of a package are at work; the package has a module `clause_ids` with their names."""

    def __init__(self, package: str) -> None:
        home = Path(getfile(import_module(package))).parent
        ids = vars(import_module(f"{package}.{_IDS}"))
        names = {name: ClauseId(value) for name, value in ids.items() if name.isupper() and type(value) is str}
        self.sources = {str(path): read(path.read_text(encoding="utf-8"), names) for path in home.glob("*.py")}
        self._marks: dict[CodeType, _Clauses] = {}

    @contextmanager
    def running(self) -> Iterator[Seen]:
        """What is at work while the block runs; it is complete when the block ends."""
        found, before = Seen(), sys.gettrace()
        sys.settrace(self._tracer(found))
        try:
            yield found
        finally:
            sys.settrace(before)

    def _tracer(self, found: Seen) -> _Trace:
        def called(frame: FrameType, event: str, arg: object) -> _Trace | None:
            code = frame.f_code
            source = self.sources.get(code.co_filename)
            if source is None:
                return None
            found.clauses.update(self.marks(code))
            found.functions.add(code.co_qualname)
            lines = source.lines

            def ran(frame: FrameType, event: str, arg: object) -> _Trace:
                if event == "line" and frame.f_lineno in lines:
                    found.clauses.update(lines[frame.f_lineno])
                return ran

            return ran

        return called

    def marks(self, code: CodeType) -> _Clauses:
        """The clauses with which a function is marked, or a class around it."""
        if code not in self._marks:
            source = self.sources.get(code.co_filename)
            self._marks[code] = _NONE if source is None else _marks_of(code.co_qualname, source)
        return self._marks[code]

    def within(self, *values: object) -> set[ClauseId]:
        """The clauses with which the classes of the values and of their parts are marked.

        Not what is still to happen: a task waits, and an effect may never come to pass.
        """
        kinds: set[type] = set()
        _collect(values, kinds)
        homes = {kind: sys.modules[kind.__module__] for kind in kinds}
        sources = {kind: self.sources.get(getattr(home, "__file__", None) or "") for kind, home in homes.items()}
        return set().union(*(source.marks.get(kind.__qualname__, _NONE) for kind, source in sources.items() if source))


def _marks_of(qualname: str, source: Source) -> _Clauses:
    """What a function is marked with, and the class around it."""
    parts = qualname.split(".")
    return _NONE.union(*(source.marks.get(".".join(parts[: size + 1]), _NONE) for size in range(len(parts))))


def _collect(value: object, found: set[type]) -> None:
    """Add the classes of a value and of all its parts."""
    if isinstance(value, Task | Effect):
        return
    kind: type = type(value)
    found.add(kind)
    if isinstance(value, Mapping):
        _collect((*value.keys(), *value.values()), found)
    elif isinstance(value, tuple | list):
        for each in value:
            _collect(each, found)
    elif attrs.has(kind):
        _collect([getattr(value, name) for name in _parts(kind)], found)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """What a value consists of: not the rules that it refers to, nor what is computed from the rest."""
    return tuple(field.name for field in attrs.fields(kind) if field.eq and field.name != "rules")


@cache
def meter(game: Game) -> Meter:
    """The meter of a game."""
    return Meter(type(game).__module__)
