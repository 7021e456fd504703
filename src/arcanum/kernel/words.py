"""Rules language as data: tables of a TOML file become the frozen words of a game's vocabulary.

A word is an attrs class with a name; `{ word = "draw", count = 2 }` becomes `Draw(count=2)`. What a key may hold
follows from the annotation of the field. Every fault is collected with its place, none hides another. This module
knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from arcanum.kernel.errors import brief, nearest

MOST = 99
"""The largest number that a word may name."""
DEEPEST = 8
"""How deep words may stand within words."""

_WRONG = object()


@attrs.frozen
class Fault:
    """One thing that is wrong with a file: where, and what would be right."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The sentence about a name that does not exist."""
    names = sorted(known)
    guess = nearest(name, names)
    return f"unknown {what} {brief(name)}" + (f"; did you mean {guess!r}?" if guess else f"; known: {', '.join(names)}")


@attrs.frozen
class Vocabulary:
    """The words of a game by name; `given` names the fields that the reader of a file fills in itself."""

    words: Mapping[str, type]
    given: tuple[str, ...] = ("clause",)

    def read(self, data: object, where: str, faults: list[Fault], given: Mapping[str, object]) -> tuple[Any, ...]:
        """A program: a list of words. What is faulty is left out and reported."""
        return self._program(data, where, faults, given, 0)

    def name_of(self, word: object) -> str:
        """The name under which a word is written."""
        return next(name for name, kind in self.words.items() if kind is type(word))

    def _program(
        self, data: object, where: str, faults: list[Fault], given: Mapping[str, object], depth: int
    ) -> tuple[Any, ...]:
        if not isinstance(data, list):
            faults.append(Fault(where, f"expected a list of words, got {brief(data)}"))
            return ()
        if depth > DEEPEST:
            faults.append(Fault(where, f"words stand within words more than {DEEPEST} deep"))
            return ()
        read = [self._word(each, f"{where}[{at}]", faults, given, depth) for at, each in enumerate(data)]
        return tuple(word for word in read if word is not _WRONG)

    def _word(self, data: object, where: str, faults: list[Fault], given: Mapping[str, object], depth: int) -> object:
        if not isinstance(data, dict) or not isinstance(data.get("word"), str):
            faults.append(Fault(where, f'expected a table such as {{ word = "draw", ... }}, got {brief(data)}'))
            return _WRONG
        name = data["word"]
        if name not in self.words:
            faults.append(Fault(where, unknown("word", name, self.words)))
            return _WRONG
        rest = {key: value for key, value in data.items() if key != "word"}
        return self._build(self.words[name], rest, f"{where} ({name})", faults, given, depth)

    def _build(
        self,
        kind: type,
        data: Mapping[str, object],
        where: str,
        faults: list[Fault],
        given: Mapping[str, object],
        depth: int,
    ) -> object:
        fields = {field.name: field for field in attrs.fields(kind) if field.init and field.name not in self.given}
        before = len(faults)
        faults += [Fault(where, unknown("key", key, fields)) for key in data if key not in fields]
        values = {name: value for name, value in given.items() if name in _hints(kind)}
        for name, field in fields.items():
            if name in data:
                here = f"{where}.{name}"
                values[name] = self._value(_hints(kind)[name], data[name], here, faults, given, depth)
            elif field.default is attrs.NOTHING:
                faults.append(Fault(where, f"the key {name!r} is missing"))
        if len(faults) > before:
            return _WRONG
        try:
            return kind(**values)
        except ValueError as error:
            faults.append(Fault(where, str(error)))
            return _WRONG

    def _value(
        self, hint: Any, data: object, where: str, faults: list[Fault], given: Mapping[str, object], depth: int
    ) -> object:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            (hint,) = [each for each in inner if each is not type(None)]
            return self._value(hint, data, where, faults, given, depth)
        if origin is tuple and attrs.has(part := get_origin(inner[0]) or inner[0]):
            return self._parts(part, data, where, faults, given, depth)
        if origin is tuple:
            return self._program(data, where, faults, given, depth + 1)
        expected = _expected(hint, data)
        if expected:
            faults.append(Fault(where, f"expected {expected}, got {brief(data)}"))
            return _WRONG
        if isinstance(hint, type) and issubclass(hint, IntEnum):
            return hint[str(data).upper()]
        return data

    def _parts(
        self, kind: type, data: object, where: str, faults: list[Fault], given: Mapping[str, object], depth: int
    ) -> tuple[Any, ...]:
        if not isinstance(data, list) or not data:
            faults.append(Fault(where, f"expected a list of tables, got {brief(data)}"))
            return ()
        found: list[object] = []
        for at, each in enumerate(data):
            if isinstance(each, dict):
                found.append(self._build(kind, each, f"{where}[{at}]", faults, given, depth))
            else:
                faults.append(Fault(f"{where}[{at}]", f"expected a table, got {brief(each)}"))
        return tuple(found)


def _expected(hint: Any, data: object) -> str:
    """What a plain value should have been; empty if it is right."""
    if hint is bool:
        return "" if isinstance(data, bool) else "true or false"
    if hint is int:
        return "" if type(data) is int and -MOST <= data <= MOST else f"a whole number from -{MOST} to {MOST}"
    if hint is str:
        return "" if isinstance(data, str) and data else "a text"
    if get_origin(hint) is Literal:
        choices = get_args(hint)
    else:
        choices = tuple(member.name.lower() for member in hint)
    return "" if isinstance(data, str) and data in choices else " or ".join(repr(choice) for choice in choices)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
