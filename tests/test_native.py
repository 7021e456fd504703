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
    return text.replace("object.__setattr__(state, '_legal', legal)", "state._legal = legal")


@pytest.mark.parametrize("name", NAMES)
def test_every_function_of_a_module_does_the_same(name: str) -> None:
    before = dict(functions(ast.parse(source(name))))
    after = dict(functions(ast.parse(expand(name, source(name), NAMES))))
    assert before.keys() <= after.keys()
    for key, node in before.items():
        if key.rpartition(".")[2] != "freeze":
            assert body(after[key]) == body(node), key
    made = {key.rpartition(".")[2] for key in after.keys() - before.keys()}
    constants = {target.id for each in ast.walk(ast.parse(source(name))) if isinstance(each, ast.Assign)
                 for target in each.targets if isinstance(target, ast.Name)}  # fmt: skip
    assert made <= {"__init__", "__eq__", "__hash__", "__repr__", "__reduce__", "__class_getitem__"} | constants


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
    assert {each.partition("(")[0] for each in said} <= {"property", "abstractmethod", "classmethod", "lru_cache"}


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
'''


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """A module, and the same one written out."""
    (tmp_path / "some_classes.py").write_text(CLASSES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    written_out = types.ModuleType("some_classes")
    module = importlib.import_module("some_classes")
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


def test_attrs_knows_the_fields_of_what_is_written_out(both: tuple[Any, Any]) -> None:
    first, second = both
    for name in ("Point", "Named", "Longer", "Empty"):
        was: Any = getattr(first, name)
        now: Any = getattr(second, name)
        assert [field.name for field in attrs.fields(now)] == [field.name for field in attrs.fields(was)]
        for mine, theirs in zip(attrs.fields(now), attrs.fields(was), strict=True):
            for part in ("default", "init", "eq", "repr", "alias", "type"):
                assert getattr(mine, part) == getattr(theirs, part), (name, mine.name, part)
        assert now.__match_args__ == was.__match_args__
        assert now.__doc__ == was.__doc__


def test_a_copy_of_what_is_written_out_is_equal(both: tuple[Any, Any]) -> None:
    _, module = both
    for value in (module.Point(1, 2), module.Named("a", 2, "b"), module.Longer("a", 2), module.Empty()):
        kind, given = value.__reduce__()
        assert kind(*given) == value


def test_a_converter_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from __future__ import annotations\nimport attrs\n\n"
    text += "@attrs.frozen\nclass C:\n    x: int = attrs.field(converter=int)\n"
    (tmp_path / "with_a_converter.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match=r"C\.x has a converter"):
        expand("with_a_converter", text, ["with_a_converter"])
