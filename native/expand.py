"""Says what a module says in a way of which mypyc makes fast code.

mypyc compiles plain classes to C structures, and leaves those that attrs has made as they are, which is slow. So each
class of attrs gets the methods that attrs would have given it, written out: `__init__`, `__eq__`, `__hash__`,
`__repr__`. What those are is asked of attrs, by importing the module. Nothing else of a module changes, least of all a
rule:

* A state is made at once, not as a draft: see `Draft` in the modules `state`.
* Constants are declared `Final`. Otherwise they are looked up in the dictionary of the module each time.
* So are the members of enumerations, which are found by way of a function each time.
* `@cites` does nothing at run time, but a decorated function would be called by way of the interpreter.
* Classes are no longer generic. Their objects would have a dictionary each, and types have been checked before.
* Whatever a function checks itself it takes from anybody: mypyc would refuse it first, in its own words.
* Abstract properties that promise no more than a protocol are left out.
* Values hold values, so none is part of a cycle, and the collector need not look at them. It sees states, so that
  everybody can ask it which are still there.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Collection, Iterator, Mapping
from enum import Enum, EnumType
from types import ModuleType
from typing import Any, Generic, TypeVar

import attrs

import arcanum

_OURS = {"attrs.evolve": "_evolve", "attrs.field": "_field"}
"""Functions of which type checkers know something that holds only for classes that attrs has made."""
_IMPORTS = """
import typing as _typing
from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final
from arcanum.kernel.native import check as _check_field, described as _described, validate as _validate
from arcanum.kernel.native import evolve as _evolve, field as _field, made as _made_again
if _typing.TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as _mypyc_attr
"""
_NATIVE = "_mypyc_attr(acyclic=True, free_list_len=1)"
"""What mypyc is told of every class. It reads this and does not run it, so nothing has to be installed for it."""
_DECORATORS = ("value", "attrs.frozen", "attrs.define")
_SUBSCRIPT = "@classmethod\ndef __class_getitem__(cls, item: object) -> object:\n    return cls"


def expand(name: str, source: str, together: Collection[str]) -> str:
    """The source of a module, one of several that are compiled together, in a form that suits mypyc."""
    module = importlib.import_module(name)
    tree = ast.parse(source)
    _without_drafts(tree)
    needed: set[str] = set()
    body: list[ast.stmt] = []
    for node in tree.body:
        _drop_decorators(node, "cites")
        _take_from_anybody(node, module)
        body += _expanded(node, module, needed, together) if isinstance(node, ast.ClassDef) else _fixed(node)
    start = next(at for at, node in enumerate(body) if isinstance(node, ast.ImportFrom))
    tree.body = [*body[: start + 1], *_parsed(_IMPORTS + "\n".join(sorted(needed))), *body[start + 1 :]]
    native = _Native(module, together)
    native.visit(tree)
    tree.body = [each for node in tree.body for each in (node, *_parsed("\n".join(native.members_of(node))))]
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _name(decorator: ast.expr) -> str:
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _drop_decorators(node: ast.stmt, *names: str) -> None:
    for each in ast.walk(node):
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            each.decorator_list = [every for every in each.decorator_list if _name(every) not in names]


def _take_from_anybody(node: ast.stmt, module: ModuleType) -> None:
    """A parameter whose type the function checks itself, before it does anything else, may be anything.

    So may whatever a function is given that users call as it is.
    """
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef):
            start = each.body[1:] if ast.get_docstring(each) is not None else each.body
            checked = {name for first in start for name in _refused(first)}
            for parameter in (*each.args.args, *each.args.kwonlyargs):
                if parameter.arg in checked or _is_public(each, module):
                    parameter.annotation = ast.Name("_Any", ast.Load())


def _is_public(node: ast.FunctionDef, module: ModuleType) -> bool:
    """Whether users call a function of a module as it is."""
    return vars(arcanum).get(node.name) is vars(module).get(node.name, module)


def _refused(node: ast.stmt) -> Iterator[str]:
    """The names of whatever is refused for its type: `if not isinstance(name, ...): raise ...`, or `type(name)`."""
    match node:
        case ast.If(test, [ast.Raise()]):
            for each in ast.walk(test):
                match each:
                    case ast.UnaryOp(ast.Not(), ast.Call(ast.Name("isinstance"), [ast.Name(name), _])):
                        yield name
                    case ast.Compare(ast.Call(ast.Name("type"), [ast.Name(name)]), [ast.IsNot()]):
                        yield name


# --- constants --------------------------------------------------------------------------------------------------------


def _fixed(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement of a module, with its constants declared as such."""
    match node:
        case ast.ImportFrom(module, names) if module != "__future__":
            constants = [each for each in names if _is_constant(each.name)]
            aliases = [each.asname or each.name for each in constants]
            for each, alias in zip(constants, aliases, strict=True):
                each.asname = f"_{alias}_"
            yield node
            yield from _parsed("\n".join(f"{alias}: _Final = _{alias}_" for alias in aliases))
        case ast.Assign([ast.Name(name)], value) if _is_constant(name):
            yield from _parsed(f"{name}: _Final = {ast.unparse(value)}")
        case ast.AnnAssign(ast.Name(name), hint, ast.expr()) if _is_constant(name) and "Final" not in ast.unparse(hint):
            node.annotation = ast.Subscript(ast.Name("_Final", ast.Load()), hint, ast.Load())
            yield node
        case _:
            yield node


def _is_constant(name: str) -> bool:
    return name.isupper() and len(name) > 1  # a single letter is a type variable


# --- states -----------------------------------------------------------------------------------------------------------


def _without_drafts(tree: ast.Module) -> None:
    """The class of states takes over what its draft has."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    draft = classes.get("Draft")
    if draft is None:
        return
    state = classes["State"]
    text, *own = state.body
    state.bases = draft.bases
    state.body = [text, *draft.body[1:], *own]
    tree.body.remove(draft)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "Draft":
            node.id = "State"
        elif isinstance(node, ast.FunctionDef) and node.name == "freeze":
            node.body = [*_parsed(f"return State({', '.join(_assigned(node))})")]


def _assigned(node: ast.FunctionDef) -> Iterator[str]:
    """What is assigned to the fields of a draft before it changes its class."""
    for each in node.body:
        match each:
            case ast.Assign([ast.Attribute(attr=name)], value) if name not in ("__class__", "_legal"):
                yield f"{name}={ast.unparse(value)}"


# --- classes ----------------------------------------------------------------------------------------------------------


def _expanded(node: ast.ClassDef, module: ModuleType, needed: set[str], together: Collection[str]) -> list[ast.stmt]:
    """A class with its methods, and what has to be known about its fields."""
    made: type = getattr(module, node.name)
    if issubclass(made, Enum):
        return [node]
    node.body = [each for each in node.body if not _promises_a_protocol(each, module)]
    native = ast.parse(_NATIVE, mode="eval").body
    if node.name != "State" and all(base.__module__ in (*together, "builtins", "typing") for base in made.__mro__):
        node.decorator_list.append(native)
    node.body = [
        _constant(each, each.targets[0].id, made, needed)
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
        else each
        for each in node.body
    ]
    if not any(_name(each) in _DECORATORS for each in node.decorator_list):
        return [node]
    settings = {
        setting.arg: ast.unparse(setting.value)
        for each in node.decorator_list
        if isinstance(each, ast.Call) and _name(each) in _DECORATORS
        for setting in each.keywords
    }
    node.decorator_list = [each for each in node.decorator_list if _name(each) not in _DECORATORS]
    return _Expansion(node, made, needed, settings).carried_out()


def _promises_a_protocol(node: ast.stmt, module: ModuleType) -> bool:
    """Whether it is an abstract property of which more is known in the classes that have it, as a field.

    mypyc cannot have a field of one type where a base class has a property of another.
    """
    match node:
        case ast.FunctionDef(decorator_list=decorators, returns=ast.Name(returns)):
            kind = vars(module).get(returns)
            return "abstractmethod" in map(_name, decorators) and getattr(kind, "_is_protocol", False)
    return False


def _constant(node: ast.Assign, name: str, made: type, needed: set[str]) -> ast.stmt:
    """What a class says once for all of its objects."""
    if name == "__slots__":
        return ast.Pass()
    value = ast.unparse(node.value)
    for base in made.__mro__[1:]:
        if isinstance(said := base.__dict__.get(name), property):
            hint = said.fget.__annotations__["return"]
            needed |= _names(hint, base, made)
            return _parsed(f"@property\ndef {name}(self) -> {hint}:\n    return {value}")[0]
        if name in inspect.get_annotations(base):
            hint = inspect.get_annotations(base)[name].removeprefix("ClassVar")
            needed |= _names(hint, base, made)
            return _parsed(f"{name}: _ClassVar{hint} = {value}")[0]
    return _parsed(f"{name}: _ClassVar = {value}")[0]


def _names(hint: str, base: type, made: type) -> set[str]:
    """Imports of the names in a hint of a base class that are not known where a class is made."""
    here, there = vars(sys.modules[made.__module__]), vars(sys.modules[base.__module__])
    used = {each.id for each in ast.walk(ast.parse(hint)) if isinstance(each, ast.Name)}
    return {f"from {base.__module__} import {each}" for each in used if each in there and each not in here}


class _Expansion:
    """One class of attrs."""

    def __init__(self, node: ast.ClassDef, made: type, needed: set[str], settings: Mapping[str | None, str]) -> None:
        self.node = node
        self.made = made
        self.needed = needed
        self.settings = settings
        self.fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)
        names = {field.name for field in self.fields}
        self.own = {
            each.target.id: each
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id in names
        }
        self.values = {name: ast.unparse(each.value) for name, each in self.own.items() if each.value is not None}
        self.hints = {name: ast.unparse(each.annotation) for name, each in self.own.items()}
        self.methods: dict[tuple[str, str], str] = {}
        """The methods that give a field its default, or that check it: by the name of the field and what they do."""

    def carried_out(self) -> list[ast.stmt]:
        """The class without attrs, and a statement that tells attrs of it."""
        given = {each.name for each in self.node.body if isinstance(each, ast.FunctionDef)}
        rest = [each for each in self.node.body if each not in self.own.values()]
        for each in rest:
            if isinstance(each, ast.FunctionDef):
                self._take_methods(each)
        stored = [] if self._has_init else [_Stored({field.name for field in self.fields}).visit(each) for each in rest]
        self.node.body = [*(stored or rest), *_parsed("\n".join(self._methods(given)) or "pass")]
        hints = ", ".join(f"{name!r}: {hint!r}" for name, hint in self.hints.items())
        values = ", ".join(f"{name!r}: {self._described(name)}" for name in self.own if self._described(name))
        text = ast.get_docstring(self.node, clean=False)
        only = self.settings.get("kw_only", "False")
        return [self.node, *_parsed(f"_described({self.node.name}, {{{hints}}}, {{{values}}}, {text!r}, {only})")]

    @property
    def _has_init(self) -> bool:
        return self.settings.get("init") != "False"

    def _take_methods(self, method: ast.FunctionDef) -> None:
        """Whether a method says something of a field."""
        for each in method.decorator_list:
            match each:
                case ast.Attribute(ast.Name(name), ("default" | "validator") as what) if name in self.own:
                    self.methods[name, what] = method.name
                    method.decorator_list = [other for other in method.decorator_list if other is not each]

    def _described(self, name: str) -> str:
        """What is said of a field beside its type."""
        said = ast.parse(self.values.get(name, "attrs.field()"), mode="eval").body
        if not isinstance(said, ast.Call) or _name(said) != "attrs.field":
            return self.values[name]
        if (name, "default") in self.methods:
            of = f"attrs.Factory({self.node.name}.{self.methods[name, 'default']}, takes_self=True)"
            said.keywords.append(ast.keyword("default", ast.parse(of, mode="eval").body))
        if (name, "validator") in self.methods:
            of = f"{self.node.name}.{self.methods[name, 'validator']}"
            said.keywords.append(ast.keyword("validator", ast.parse(of, mode="eval").body))
        return ast.unparse(said) if said.keywords else ""

    def _methods(self, given: set[str]) -> Iterator[str]:
        name, made = self.node.name, self.made.__dict__
        yield f"__match_args__: _ClassVar = {tuple(made['__match_args__'])!r}"
        yield from self._init() if self._has_init else self._properties()
        if "__eq__" in made and "__eq__" not in given:
            compared = [field.name for field in self.fields if field.eq]
            yield "def __eq__(self, other: object) -> bool:"
            yield f"    if type(other) is not {name}:"
            yield "        return NotImplemented"
            yield f"    return {' and '.join(f'self.{each} == other.{each}' for each in compared) or 'True'}"
            yield "def __hash__(self) -> int:"
            hashed = f"hash(({', '.join([repr(name), *(f'self.{each}' for each in compared)])},))"
            if self.settings.get("cache_hash") == "True":
                yield "    if self._kept_hash is None:"
                yield f"        self._kept_hash = {hashed}"
                yield "    return self._kept_hash"
            else:
                yield f"    return {hashed}"
        if "__repr__" in made and "__repr__" not in given:
            shown = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in self.fields if field.repr)
            yield "def __repr__(self) -> str:"
            yield f"    return f{name + '(' + shown + ')'!r}"
        if "__reduce__" not in given:
            yield "def __reduce__(self) -> tuple[object, ...]:"
            yield f"    return {self._reduced()}"

    def _reduced(self) -> str:
        taken = [field for field in self.fields if field.init]
        if any(field.kw_only for field in taken):
            fields = ", ".join(f"{field.alias!r}: self.{field.name}" for field in taken)
            return f"(_made_again, ({self.node.name}, {{{fields}}}))"
        return f"({self.node.name}, ({''.join(f'self.{field.name}, ' for field in taken)}))"

    def _properties(self) -> Iterator[str]:
        """The fields of a class that makes its objects itself."""
        for name, hint in self.hints.items():
            yield f"_{name}: {hint}"
            yield f"@property\ndef {name}(self) -> {hint}:\n    return self._{name}"

    def _init(self) -> Iterator[str]:
        first = [self._parameter(field) for field in self.fields if field.init and not field.kw_only]
        only = [self._parameter(field) for field in self.fields if field.init and field.kw_only]
        parameters = ["self", *first, *(["*", *only] if only else [])]
        yield f"def __init__({', '.join(parameters)}) -> None:"
        yield "    pass"
        inherited = [field for field in self.fields if field.name not in self.own]
        if inherited:
            passed = [f"{field.alias}={field.alias}" if field.kw_only else str(field.alias)
                      for field in inherited if field.init]  # fmt: skip
            yield f"    super().__init__({', '.join(passed)})"
        if self.settings.get("cache_hash") == "True":
            yield "    self._kept_hash: int | None = None"
        late = False
        for field in self.fields:
            if field.name in self.own:
                hint = self.hints[field.name]
                shown = hint if field.name.startswith("_") else f"_Final[{hint}]"
                if field.init and field.validator and not field.converter:
                    yield f"    _check_field({self.node.name}, {field.name!r}, self, {field.alias})"
                yield f"    self.{field.name}: {shown} = {self._given(field)}"
                late = late or bool(field.validator and field.converter)
        if late:
            yield "    _validate(self)"
        if "__attrs_post_init__" in self.made.__dict__:
            yield "    self.__attrs_post_init__()"

    def _given(self, field: attrs.Attribute[Any]) -> str:
        """What becomes of a field when an object is made."""
        if not field.init:
            return self._default(field)
        if field.converter is None:
            return str(field.alias)
        return f"{self._said(field, 'converter')}({field.alias})"

    def _parameter(self, field: attrs.Attribute[Any]) -> str:
        hint = self.hints.get(field.name) or self._inherited_hint(field)
        if field.validator or field.converter:
            hint = "_Any"  # it is looked at first
        return f"{field.alias}: {hint}" + ("" if field.default is attrs.NOTHING else f" = {self._default(field)}")

    def _inherited_hint(self, field: attrs.Attribute[Any]) -> str:
        base = next(each for each in self.made.__mro__[1:] if field.name in inspect.get_annotations(each))
        hint: str = inspect.get_annotations(base)[field.name]
        self.needed |= _names(hint, base, self.made)
        return hint

    def _default(self, field: attrs.Attribute[Any]) -> str:
        """The text of a default: given plainly or within a call of `attrs.field`, found by a method, or inherited."""
        if field.name not in self.own:
            assert ast.literal_eval(repr(field.default)) == field.default, f"{self.node.name}.{field.name}"
            return repr(field.default)
        if (field.name, "default") in self.methods:
            return f"self.{self.methods[field.name, 'default']}()"
        return self._said(field, "default") or self.values[field.name]

    def _said(self, field: attrs.Attribute[Any], what: str) -> str:
        """What a call of `attrs.field` says."""
        match ast.parse(self.values[field.name], mode="eval").body:
            case ast.Call(ast.Attribute(ast.Name("attrs"), "field"), keywords=keywords):
                return next(ast.unparse(each.value) for each in keywords if each.arg == what)
        return ""


class _Stored(ast.NodeTransformer):
    """What a class that makes its objects itself stores in them: not under the names by which everybody reads it."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """The fields of a frozen object are set like this."""
        match node.value:
            case ast.Call(ast.Attribute(ast.Name("object"), "__setattr__"), [_, ast.Constant(str(name)) as said, _]):
                said.value = f"_{name}" if name in self.names else name
        return node


# --- the rest ---------------------------------------------------------------------------------------------------------


class _Native(ast.NodeTransformer):
    """What is the same wherever it stands."""

    def __init__(self, module: ModuleType, together: Collection[str]) -> None:
        self.variables = {name: value for name, value in vars(module).items() if isinstance(value, TypeVar)}
        self.generic = {
            name
            for other in together
            for name, value in vars(importlib.import_module(other)).items()
            if isinstance(value, type) and issubclass(value, Generic) and value.__module__ in together
        }
        self.names: dict[str, Mapping[str, Enum]] = {
            name: each.__members__ for name, each in vars(module).items() if isinstance(each, EnumType)
        }
        self.erased: dict[str, str] = {}
        self.members: set[tuple[str, str]] = set()
        self.in_function = False

    def members_of(self, node: ast.stmt) -> list[str]:
        """Constants for the members that are used of an enumeration, as soon as a statement has made or imported it."""
        match node:
            case ast.ClassDef(name):
                known = [name]
            case ast.ImportFrom(names=names):
                known = [each.asname or each.name for each in names]
            case _:
                known = []
        found = sorted(each for each in self.members if each[0] in known)
        return [f"_{kind}_{member}: _Final = {kind}.{member}" for kind, member in found]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        """A class is not generic any more; if others derive from it, its methods take whatever theirs take."""
        if node.name not in self.generic:
            self.generic_visit(node)
            return node
        last = any(each.name == "__init__" for each in node.body if isinstance(each, ast.FunctionDef))
        self.erased = {
            name: each.__bound__.__name__ if last and each.__bound__ else "_Any"
            for name, each in self.variables.items()
        }
        node.bases = [base for base in node.bases if not ast.unparse(base).startswith("Generic[")]
        self.generic_visit(node)
        self.erased = {}
        if not node.bases:
            node.body += _parsed(_SUBSCRIPT)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """A function that takes such a class with its type variables, which nothing would decide any more."""
        inside = self.erased
        for each in ast.walk(node.args):
            if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) and each.value.id in self.generic:
                named = {name.id for name in ast.walk(each.slice) if isinstance(name, ast.Name)}
                self.erased = dict.fromkeys(named & self.variables.keys(), "_Any") | self.erased
        node.args = self.visit(node.args)
        self.in_function = True
        node.body = [self.visit(each) for each in node.body]
        self.in_function = False
        if node.returns:
            node.returns = self.visit(node.returns)
        self.erased = inside
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A type variable of a class that is not generic any more."""
        return ast.Name(self.erased.get(node.id, node.id), node.ctx)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Such a class, wherever it is used."""
        if isinstance(node.value, ast.Name) and node.value.id in self.generic:
            return node.value
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A function of attrs, or a member of an enumeration, which is slow to look up."""
        self.generic_visit(node)
        match node:
            case ast.Attribute(ast.Name(kind), member) if self.in_function and member in self.names.get(kind, ()):
                self.members.add((kind, member))
                return ast.Name(f"_{kind}_{member}", ast.Load())
        own = _OURS.get(ast.unparse(node))
        return ast.Name(own, ast.Load()) if own else node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """What a state remembers is no secret to the module that it is made by."""
        self.generic_visit(node)
        match node.value:
            case ast.Call(ast.Attribute(ast.Name("object"), "__setattr__"), [thing, ast.Constant(str(name)), value]):
                return ast.Assign([ast.Attribute(thing, name, ast.Store())], value)
        return node
