"""What is compiled says the same as the sources."""

from __future__ import annotations

import ast
import importlib
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from native.build import MODULES, PACKAGE
from native.expand import expand

NAMES = [f"arcanum.{name}" for name in MODULES]
FACTORY: Any = attrs.Factory
"""A class, which attrs tells type checkers is a function."""


def source(name: str) -> str:
    return PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py").read_text(encoding="utf-8")


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            owner = "State" if node.name == "Draft" else node.name
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield f"{owner}.{each.name}", each


def body(node: ast.FunctionDef) -> str:
    """What a function does, with what is allowed to be said otherwise said in one way."""
    text = "\n".join(ast.unparse(each) for each in node.body)
    text = text.replace("attrs.evolve(", "_evolve(").replace("[Any, Any]", "")
    text = re.sub(r"\b_([A-Z][A-Za-z]*)_([A-Z_]+)\b", r"\1.\2", text)  # a member of an enumeration
    text = re.sub(r"object\.__setattr__\((\w+), '(\w+)', (.*)\)", r"\1.\2 = \3", text)
    return re.sub(r"^(\s*\w+)\._(\w+) = ", r"\1.\2 = ", text, flags=re.MULTILINE)  # wherever it is stored


@pytest.mark.parametrize("name", NAMES)
def test_every_function_of_a_module_does_the_same(name: str) -> None:
    before = dict(functions(ast.parse(source(name))))
    after = dict(functions(ast.parse(expand(name, source(name), NAMES))))
    left_out = before.keys() - after.keys()
    assert all("abstractmethod" in map(ast.unparse, before[key].decorator_list) for key in left_out)
    for key, node in before.items():
        if key not in left_out and key.rpartition(".")[2] != "freeze":
            assert body(after[key]) == body(node), key
    made = {key.rpartition(".")[2] for key in after.keys() - before.keys()}
    variables = {each.id for each in ast.walk(ast.parse(source(name)))
                 if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}  # fmt: skip
    assert made <= {"__init__", "__eq__", "__hash__", "__repr__", "__reduce__", "__class_getitem__"} | variables


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".state")])
def test_a_state_is_made_of_all_that_its_draft_was_made_of(name: str) -> None:
    state = importlib.import_module(name).State
    freeze = next(
        node for key, node in functions(ast.parse(expand(name, source(name), NAMES))) if key.endswith(".freeze")
    )
    (made,) = [each for each in ast.walk(freeze) if isinstance(each, ast.Call) and ast.unparse(each.func) == "State"]
    assert [each.arg for each in made.keywords] == [field.name for field in attrs.fields(state) if field.init]


@pytest.mark.parametrize("name", NAMES)
def test_no_class_is_left_to_attrs_and_no_function_to_the_interpreter(name: str) -> None:
    tree = ast.parse(expand(name, source(name), NAMES))
    said = [ast.unparse(each) for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)
            for each in node.decorator_list]  # fmt: skip
    assert {each.partition("(")[0] for each in said} <= {
        *("property", "abstractmethod", "classmethod"),
        *("cache", "lru_cache", "_mypyc_attr"),
    }


CLASSES = '''
from __future__ import annotations

import attrs

from arcanum.kernel.cite import cites
from arcanum.kernel.values import value

FEW = 3


@cites()
@value
class Point:
    """Somewhere."""

    x: int
    y: int = FEW


@attrs.frozen
class Named:
    """Something with a name."""

    name: str
    number: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    hidden: str = attrs.field(default="", eq=False, repr=False)
    _seen: int = attrs.field(init=False, default=0, eq=False, repr=False)

    kind = "thing"


@attrs.frozen(repr=False)
class Longer(Named):
    """Something with a longer name."""

    surname: str = "Smith"

    def __repr__(self) -> str:
        return "longer"


@value
class Empty:
    """Nothing."""


def in_order(items: object) -> tuple[str, ...]:
    if not isinstance(items, list | tuple):
        raise TypeError("no list")
    return tuple(sorted(items))


@attrs.frozen(cache_hash=True, kw_only=True)
class Spelt:
    """Something whose fields are given by name."""

    letters: tuple[str, ...] = attrs.field(converter=in_order)
    few: int = attrs.field()
    many: int = attrs.field(init=False, eq=False)

    @few.validator
    def _check(self, attribute: object, given: object) -> None:
        if given == 0:
            raise ValueError("few is not none")

    @many.default
    def _many(self) -> int:
        return 10 * self.few

    def __attrs_post_init__(self) -> None:
        if self.few == 13:
            raise ValueError("no luck")


@attrs.frozen
class Longest(Spelt):
    """And more of it."""

    last: str


@attrs.frozen(init=False, eq=False)
class Single:
    """Something that is made once."""

    number: int
    twice: int = attrs.field(init=False, repr=False)

    def __new__(cls, number: int) -> "Single":
        if type(number) is not int:
            raise ValueError("no number")
        if number in SINGLES:
            return SINGLES[number]
        made = super().__new__(cls)
        object.__setattr__(made, "number", number)
        object.__setattr__(made, "twice", 2 * number)
        SINGLES[number] = made
        return made


SINGLES: "dict[int, Single]" = {}
'''


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """A module, and the same one written out."""
    (tmp_path / "some_classes.py").write_text(CLASSES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    written_out = types.ModuleType("some_classes")
    module = importlib.import_module("some_classes")
    vars(written_out)["_mypyc_attr"] = lambda **said: lambda kind: kind  # mypyc reads it, and does not run it
    exec(expand("some_classes", CLASSES, ["some_classes"]), vars(written_out))
    monkeypatch.delitem(sys.modules, "some_classes")
    return module, written_out


def test_what_is_written_out_is_what_attrs_would_have_made(both: tuple[Any, Any]) -> None:
    for module in both:
        assert module.Point(1) == module.Point(1, 3) != module.Point(1, 4)
        assert hash(module.Point(1)) == hash(module.Point(1, 3))
        assert repr(module.Point(1)) == "Point(x=1, y=3)"
        assert module.Point(1) != module.Named("a")
        assert module.Point(1).__eq__(1) is NotImplemented
        assert repr(module.Named("a", 2, "b")) == "Named(name='a', number=2)"
        assert module.Named("a", 1, "b") == module.Named("a", 1, "c")
        assert module.Named("a").kind == "thing"
        assert (module.Longer("a").surname, repr(module.Longer("a"))) == ("Smith", "longer")
        assert module.Longer("a", surname="b") != module.Longer("a", surname="c")
        assert module.Empty() == module.Empty()
        assert attrs.evolve(module.Point(1), y=7) == module.Point(1, 7)
        with pytest.raises(ValueError, match="number"):
            module.Named("a", 0)
        with pytest.raises(TypeError):
            module.Point()
        match module.Longer("a", 5):
            case module.Longer(name, number):
                assert (name, number) == ("a", 5)
            case _:
                pytest.fail("it has no fields to match")


def test_fields_that_have_more_to_them_are_written_out_too(both: tuple[Any, Any]) -> None:
    for module in both:
        spelt = module.Spelt(letters=["b", "a"], few=2)
        assert (spelt.letters, spelt.few, spelt.many) == (("a", "b"), 2, 20)
        assert repr(spelt) == "Spelt(letters=('a', 'b'), few=2, many=20)"
        assert {spelt, module.Spelt(letters=["b", "a"], few=2)} == {spelt}
        assert hash(spelt) == hash(spelt)
        assert attrs.evolve(module.Longest("z", letters=["a"], few=1), few=3, letters=["b"]).many == 30
        for few in (0, 13):
            with pytest.raises(ValueError, match=r"few is not none|no luck"):
                module.Spelt(letters=[], few=few)
        with pytest.raises(TypeError, match="no list"):
            module.Spelt(letters=5, few=1)
        with pytest.raises(TypeError):
            module.Spelt(["a"], 1)


def test_a_class_that_makes_its_objects_itself_still_does(both: tuple[Any, Any]) -> None:
    for module in both:
        assert module.Single(3) is module.Single(3)
        assert (module.Single(3).number, module.Single(3).twice, repr(module.Single(3))) == (3, 6, "Single(number=3)")
        assert module.Single(3) != module.Single(4)
        for name in ("number", "twice"):
            with pytest.raises(AttributeError):
                setattr(module.Single(3), name, 5)
        with pytest.raises(ValueError, match="no number"):
            module.Single("3")


def test_what_a_function_refuses_itself_is_not_refused_before() -> None:
    tree = ast.parse(expand("arcanum.tarot.cards", source("arcanum.tarot.cards"), NAMES))
    made = dict(functions(tree))["Minor.__new__"]
    assert [each.annotation and ast.unparse(each.annotation) for each in made.args.args] == [None, "_Any", "_Any"]
    told = dict(functions(tree))["deck"]
    assert ast.unparse(told.returns or told) == "tuple[Card, ...]"


def test_attrs_knows_the_fields_of_what_is_written_out(both: tuple[Any, Any]) -> None:
    first, second = both
    for name in ("Point", "Named", "Longer", "Empty", "Spelt", "Longest", "Single"):
        was: Any = getattr(first, name)
        now: Any = getattr(second, name)
        assert [field.name for field in attrs.fields(now)] == [field.name for field in attrs.fields(was)]
        for mine, theirs in zip(attrs.fields(now), attrs.fields(was), strict=True):
            for part in ("default", "init", "eq", "repr", "alias", "type", "kw_only"):
                if not isinstance(mine.default, FACTORY) or part != "default":
                    assert getattr(mine, part) == getattr(theirs, part), (name, mine.name, part)
            assert isinstance(theirs.default, FACTORY) == isinstance(mine.default, FACTORY)
            assert (mine.validator is None, mine.converter is None) == (
                theirs.validator is None,
                theirs.converter is None,
            )
        assert now.__match_args__ == was.__match_args__
        assert now.__doc__ == was.__doc__


def test_a_copy_of_what_is_written_out_is_equal(both: tuple[Any, Any]) -> None:
    _, module = both
    spelt = module.Longest("z", letters=["a"], few=1)
    for value in (module.Point(1, 2), module.Named("a", 2, "b"), module.Longer("a", 2), module.Empty(), spelt):
        kind, given = value.__reduce__()
        assert kind(*given) == value
