"""Writes out what attrs does for a class, so that mypyc can make a native class of it.

mypyc compiles plain classes to C structures, and leaves those that attrs has made as they are, which is slow. This takes the
source of a module and gives each of its attrs classes the methods that attrs would have given it, in plain Python:
`__init__`, `__eq__`, `__hash__`, `__repr__`. Which those are is asked of attrs itself, by importing the module. Nothing else
of a module changes, least of all a rule.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import attrs

_OURS = {"attrs.evolve": "_evolve", "attrs.field": "_field"}
_IMPORTS = (
    "from typing import ClassVar as _ClassVar, Final as _Final",
    "from arcanum.kernel.native import described as _described, evolve as _evolve, field as _field, validate as _validate",
)
_DECORATORS = ("value", "attrs.frozen", "attrs.define")


def expand(name: str, source: str) -> str:
    """The source of a module in a form of which mypyc can make native classes."""
    module = importlib.import_module(name)
    tree = ast.parse(source)
    _without_drafts(tree)
    body: list[ast.stmt] = []
    needed = set(_IMPORTS)
    for node in tree.body:
        _drop_decorators(node, "cites")
        body.append(node)
        if isinstance(node, ast.ClassDef):
            body += _expanded(node, module, needed)
    tree.body = _with_imports(body, needed)
    tree = _Native().visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _name(decorator: ast.expr) -> str:
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _drop_decorators(node: ast.stmt, *names: str) -> None:
    """Decorators that do nothing at run time would make a compiled function slow to call."""
    for each in ast.walk(node):
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            each.decorator_list = [every for every in each.decorator_list if _name(every) not in names]


def _with_imports(body: list[ast.stmt], needed: set[str]) -> list[ast.stmt]:
    """The names that expanded classes use."""
    start = next(at for at, node in enumerate(body) if isinstance(node, ast.ImportFrom) and node.module == "__future__")
    return [*body[: start + 1], *ast.parse("\n".join(sorted(needed))).body, *body[start + 1 :]]


def _without_drafts(tree: ast.Module) -> None:
    """A native state is made at once: its class takes over what its draft has."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    draft = classes.get("Draft")
    if draft is None:
        return
    state = classes["State"]
    own = [each for each in state.body if not _is_text(each)]
    state.bases = draft.bases
    state.body = [*draft.body, *own]
    tree.body.remove(draft)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "Draft":
            node.id = "State"
        elif isinstance(node, ast.FunctionDef) and node.name == "freeze":
            values = {
                each.targets[0].attr: each.value
                for each in node.body
                if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Attribute)
            }
            del values["__class__"], values["_legal"]
            made = ast.parse("return State()").body[0]
            assert isinstance(made, ast.Return) and isinstance(made.value, ast.Call)
            made.value.keywords = [ast.keyword(name, value) for name, value in values.items()]
            node.body = [made]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


class _Native(ast.NodeTransformer):
    """What a native class allows and a frozen one does not."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """mypy says of some functions what holds only for classes that attrs has made."""
        own = _OURS.get(ast.unparse(node))
        return ast.Name(own, ast.Load()) if own else node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name("object"), "__setattr__"), [thing, ast.Constant(name), value]):
                return ast.Assign([ast.Attribute(thing, name, ast.Store())], value)
        self.generic_visit(node)
        return node


def _expanded(node: ast.ClassDef, module: ModuleType, needed: set[str]) -> list[ast.stmt]:
    """Give a class its methods, and say what has to be known about its fields."""
    made = getattr(module, node.name)
    if issubclass(made, Enum):
        return []
    fixed = [each for each in node.body if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)]
    for each in fixed:
        node.body[node.body.index(each)] = _constant(each, made, needed)
    if not any(_name(each) in _DECORATORS for each in node.decorator_list):
        return []
    node.decorator_list = [each for each in node.decorator_list if _name(each) not in _DECORATORS]
    return _Expansion(node, made, needed).carried_out()


def _constant(node: ast.Assign, made: type, needed: set[str]) -> ast.stmt:
    """What a class says once for all of its objects."""
    assert isinstance(node.targets[0], ast.Name)
    name = node.targets[0].id
    if name == "__slots__":
        return ast.Pass()
    value = ast.unparse(node.value)
    for base in made.__mro__[1:]:
        if isinstance(base.__dict__.get(name), property):
            hint = base.__dict__[name].fget.__annotations__["return"]
            needed |= _names(hint, base, made)
            return ast.parse(f"@property\ndef {name}(self) -> {hint}:\n    return {value}").body[0]
        if name in inspect.get_annotations(base):
            hint = inspect.get_annotations(base)[name].removeprefix("ClassVar")
            needed |= _names(hint, base, made)
            return ast.parse(f"{name}: _ClassVar{hint} = {value}").body[0]
    return ast.parse(f"{name}: _ClassVar = {value}").body[0]


def _names(hint: str, base: type, made: type) -> set[str]:
    """Imports of the names in a hint of a base class that are not known where a class is made."""
    here, there = vars(sys.modules[made.__module__]), vars(sys.modules[base.__module__])
    used = {each.id for each in ast.walk(ast.parse(hint)) if isinstance(each, ast.Name)}
    return {f"from {base.__module__} import {each}" for each in used if each in there and each not in here}


class _Expansion:
    """One class of attrs."""

    def __init__(self, node: ast.ClassDef, made: type, needed: set[str]) -> None:
        self.node = node
        self.needed = needed
        self.name = made.__qualname__
        self.made = made
        self.fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)
        names = {field.name for field in self.fields}
        self.own = {
            each.target.id: each
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id in names
        }
        self.values = {name: ast.unparse(each.value) for name, each in self.own.items() if each.value is not None}
        self.hints = {name: ast.unparse(each.annotation) for name, each in self.own.items()}

    def carried_out(self) -> list[ast.stmt]:
        self.node.body = [each for each in self.node.body if each not in self.own.values()]
        given = {each.name for each in self.node.body if isinstance(each, ast.FunctionDef)}
        self.node.body += ast.parse("\n".join(self._methods(given))).body
        hints = ", ".join(f"{name!r}: {hint!r}" for name, hint in self.hints.items())
        values = ", ".join(f"{name!r}: {value}" for name, value in self.values.items())
        return ast.parse(f"_described({self.name}, {{{hints}}}, {{{values}}})").body

    def _methods(self, given: set[str]) -> Iterator[str]:
        if "__init__" not in given:
            yield from self._init()
        compared = [field.name for field in self.fields if field.eq]
        if "__eq__" in self.made.__dict__ and "__eq__" not in given:
            yield "def __eq__(self, other: object) -> bool:"
            yield f"    if type(other) is not {self.name}:"
            yield "        return NotImplemented"
            yield f"    return {' and '.join(f'self.{each} == other.{each}' for each in compared) or 'True'}"
            if "__hash__" not in given:
                yield "def __hash__(self) -> int:"
                yield f"    return hash(({', '.join([repr(self.name), *(f'self.{each}' for each in compared)])},))"
        if "__repr__" not in given and "__repr__" in self.made.__dict__:
            shown = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in self.fields if field.repr)
            yield "def __repr__(self) -> str:"
            yield f"    return f{self.name + '(' + shown + ')'!r}"
        if "__reduce__" not in given:
            yield "def __reduce__(self) -> tuple[object, ...]:"
            kept = "".join(f"self.{field.name}, " for field in self.fields if field.init)
            yield f"    return ({self.name}, ({kept}))"

    def _init(self) -> Iterator[str]:
        parameters = ["self"]
        lines = []
        inherited = [field for field in self.fields if field.name not in self.own]
        if inherited:
            lines.append(f"super().__init__({', '.join(field.alias for field in inherited if field.init)})")
        for field in self.fields:
            if field.init:
                hint = self.hints.get(field.name) or self._inherited_hint(field)
                has_default = field.default is not attrs.NOTHING
                default = self._default(field) if has_default else ""
                parameters.append(f"{field.alias}: {hint} = {default}" if has_default else f"{field.alias}: {hint}")
            if field.name in self.own:
                value = field.alias if field.init else self._default(field)
                assert field.converter is None, f"{self.name}.{field.name} has a converter"
                hint = self.hints[field.name]
                shown = hint if field.name.startswith("_") else f"_Final[{hint}]"
                lines.append(f"self.{field.name}: {shown} = {value}")
        if any(field.validator for field in self.fields):
            lines.append("_validate(self)")
        yield f"def __init__({', '.join(parameters)}) -> None:"
        yield from [f"    {line}" for line in lines or ["pass"]]

    def _inherited_hint(self, field: attrs.Attribute[Any]) -> str:
        base = next(each for each in self.made.__mro__[1:] if field.name in inspect.get_annotations(each))
        hint: str = inspect.get_annotations(base)[field.name]
        self.needed |= _names(hint, base, self.made)
        return hint

    def _default(self, field: attrs.Attribute[Any]) -> str:
        """The text of a default, which is either given plainly or within a call of `attrs.field`."""
        text = self.values[field.name]
        match ast.parse(text).body[0].value:
            case ast.Call(ast.Attribute(ast.Name("attrs"), "field")) as call:
                return next(ast.unparse(each.value) for each in call.keywords if each.arg == "default")
        return text
