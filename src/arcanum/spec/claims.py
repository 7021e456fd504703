"""What a property claims, read from its source: its assertions, and those of the checks that it calls.

How they hang together is read as well: what stands in the branches of a condition are alternatives. So it can be told
from the claims that some examples reached whether the property said anything in them. Nothing here runs a property;
that is for :mod:`arcanum.spec.exercise`.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TypeAlias

import attrs

Tree: TypeAlias = "int | tuple[str, tuple[Tree, ...]]"
"""How the claims of a property hang together: a claim, or `all` or `any` of some."""
Patterns: TypeAlias = Counter[frozenset[int]]
"""In how many examples just these claims were reached."""
Span: TypeAlias = tuple[int, int, int, int]
"""From a line and a column to another."""


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
    return frozenset().union(*found) if kind == "any" else min(found, key=lambda each: weight(each, patterns))


def rarest(tree: Tree, patterns: Patterns) -> int:
    """The claim that decides how often a property says something."""
    if isinstance(tree, int):
        return tree
    kind, parts = tree
    choose = max if kind == "any" else min
    return rarest(choose(parts, key=lambda part: weight(examples_with(part, patterns), patterns)), patterns)


def weight(examples: Iterable[frozenset[int]], patterns: Patterns) -> int:
    """How many examples these are."""
    return sum(patterns[each] for each in examples)
