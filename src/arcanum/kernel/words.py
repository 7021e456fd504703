"""Rules language as data: tables of a TOML file become the frozen words of a game's vocabulary.

A word is an attrs class with a name; `{ word = "draw", count = 2 }` becomes `Draw(count=2)`. What a key may hold
follows from the annotation of the field and from its bounds. Every fault is collected with its place, none hides
another. This module knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import zip_longest
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from arcanum.kernel.errors import LONGEST, brief, nearest
from arcanum.kernel.ruledata import Bounds

MOST = 99
"""The largest number that a word may name, unless a vocabulary says otherwise."""
DEEPEST = 8
"""How deep words may stand within words."""
MOST_NAMES = 50
"""How many known names an error message lists."""
WRONG: Final = object()
"""What is read from a place where nothing right stands; the fault has been noted."""

_NUMBERS: Final = Bounds(least=-MOST, most=MOST)
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")


@attrs.frozen
class Fault:
    """One thing that is wrong with a file: where, and what would be right."""

    where: str
    message: str
    line: int | None = None
    """The line of the file, counted from 1, where that is known."""

    def __str__(self) -> str:
        return f"{self.where}{f' (line {self.line})' if self.line else ''}: {self.message}"


def inside(where: str, key: str | int) -> str:
    """The place of a key or of an entry within another place.

    >>> inside(inside("major.2", "program"), 0), inside("", "rules"), inside("rules", "two words")
    ('major.2.program[0]', 'rules', "rules.'two words'")
    """
    if isinstance(key, int):
        return f"{where}[{key}]"
    name = key if _BARE.fullmatch(key) else brief(key)
    return f"{where}.{name}" if where else name


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The sentence about a name that does not exist."""
    names = sorted(known)
    guess = nearest(name, names)
    told = f"known: {', '.join(names)}" if len(names) <= MOST_NAMES else f"none of the {len(names)} is called alike"
    return f"unknown {what} {brief(name)}; " + (f"did you mean {guess!r}?" if guess else told)


@attrs.frozen
class _Reading:
    """What goes along while a program is read."""

    faults: list[Fault]
    given: Mapping[str, object]
    home: Container[object]
    """What a word keeps instead of what is given, if it has that by itself."""
    named: bool
    """Whether a place is told with the name of its word, as in `ability[0] (draw).count`."""

    def fault(self, where: str, message: str) -> object:
        """Note a fault."""
        self.faults.append(Fault(where, message))
        return WRONG


@attrs.frozen
class Vocabulary:
    """The words of a game by name; `given` names the fields that the reader of a file fills in itself."""

    words: Mapping[str, type]
    given: tuple[str, ...] = ("clause",)
    numbers: Bounds = _NUMBERS
    """The bounds of every number for which `bounds` has no others."""
    bounds: Mapping[str, Bounds] = attrs.field(factory=dict)
    """The bounds of particular fields, by word and key: `multiply.factor`."""

    def read(
        self,
        data: object,
        where: str,
        faults: list[Fault],
        given: Mapping[str, object],
        *,
        home: Container[object] = (),
        named: bool = True,
    ) -> tuple[Any, ...]:
        """A program: a list of words. What is faulty is left out and reported.

        A given field whose default is at `home` there keeps it. Without `named`, every place is the plain path of a key
        in the file.
        """
        return self._program(data, where, _Reading(faults, given, home, named), 0)

    def name_of(self, word: object) -> str:
        """The name under which a word is written."""
        return next(name for name, kind in self.words.items() if kind is type(word))

    def fields(self, kind: type) -> dict[str, attrs.Attribute[Any]]:
        """The fields of a word that a file states, by name."""
        return {field.name: field for field in attrs.fields(kind) if field.init and field.name not in self.given}

    def bounds_in(self, name: str, key: str) -> Bounds:
        """The bounds of a key of a word."""
        return self.bounds.get(f"{name}.{key}", self.numbers)

    def signature(self, name: str) -> str:
        """A word with its keys and what they may hold; what is in square brackets can be left out."""
        found = [name]
        for key, field in self.fields(self.words[name]).items():
            hint = plain(hints_of(self.words[name])[key])
            held = "a list of tables" if key != "program" else "a list of words"
            if get_origin(hint) is not tuple:
                held = expected(hint, self.bounds_in(name, key))
            found.append(f"{key} = {held}" if field.default is attrs.NOTHING else f"[{key} = {held}]")
        return ", ".join(found)

    def write(self, program: tuple[Any, ...]) -> list[dict[str, Any]]:
        """A program as a file states it; what `read` makes of that differs at most in what the reader fills in."""
        return [{"word": self.name_of(word), **self._written(word)} for word in program]

    def _written(self, word: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, field in self.fields(type(word)).items():
            value = getattr(word, key)
            if value is None or (field.default is not attrs.NOTHING and value == field.default):
                continue
            if not isinstance(value, tuple):
                found[key] = written(value)
            elif value and type(value[0]) not in self.words.values():
                found[key] = [self._written(part) for part in value]
            else:
                found[key] = self.write(value)
        return found

    def keeping(self, program: tuple[Any, ...], before: tuple[Any, ...]) -> tuple[Any, ...]:
        """A program whose words have the given fields of the words that stood in the same places before."""
        pairs = zip_longest(program, before[: len(program)])
        return tuple([self._kept(new, old) for new, old in pairs])

    def _kept(self, new: Any, old: Any) -> Any:
        if isinstance(new, tuple) and isinstance(old, tuple):
            return self.keeping(new, old)
        if type(new) is not type(old) or not attrs.has(type(new)):
            return new
        fields = [field.name for field in attrs.fields(type(new)) if field.init]
        mine, before = ({name: getattr(each, name) for name in fields} for each in (new, old))
        return attrs.evolve(
            new,
            **{
                name: before[name] if name in self.given else self._kept(value, before[name])
                for name, value in mine.items()
            },
        )

    def _program(self, data: object, where: str, reading: _Reading, depth: int) -> tuple[Any, ...]:
        if not isinstance(data, list):
            reading.fault(where, f"expected a list of words such as [{self._such(data)}], got {shown(data)}")
            return ()
        if depth > DEEPEST:
            reading.fault(where, f"words stand within words more than {DEEPEST} deep")
            return ()
        read = [self._word(each, inside(where, at), reading, depth) for at, each in enumerate(data)]
        return tuple(word for word in read if word is not WRONG)

    def _word(self, data: object, where: str, reading: _Reading, depth: int) -> object:
        if not isinstance(data, dict) or not isinstance(data.get("word"), str):
            return reading.fault(where, f"expected a table such as {self._such(data)}, got {shown(data)}")
        name = data["word"]
        if name not in self.words:
            here = where if reading.named else inside(where, "word")
            return reading.fault(here, unknown("word", name, self.words))
        rest = {key: value for key, value in data.items() if key != "word"}
        here = f"{where} ({name})" if reading.named else where
        return self._build(name, self.words[name], rest, here, reading, depth)

    def _such(self, data: object) -> str:
        """A word as an example: the one that the author seems to mean."""
        names = [data, data.get("word"), *data] if isinstance(data, dict) else [data]
        known = [name for name in names if isinstance(name, str) and name in self.words]
        return f'{{ word = "{(*known, *self.words)[0]}", ... }}'

    def _build(
        self, name: str, kind: type, data: Mapping[str, object], where: str, reading: _Reading, depth: int
    ) -> object:
        fields = self.fields(kind)
        before = len(reading.faults)
        for key in data:
            if key not in fields:
                reading.fault(where if reading.named else inside(where, key), unknown("key", key, fields))
        own = attrs.fields_dict(kind)
        values = {
            key: value for key, value in reading.given.items() if key in own and own[key].default not in reading.home
        }
        for key, field in fields.items():
            if key in data:
                bounds = self.bounds_in(name, key)
                values[key] = self._value(
                    name, hints_of(kind)[key], data[key], inside(where, key), reading, depth, bounds
                )
            elif field.default is attrs.NOTHING:
                reading.fault(where, f"the key {key!r} is missing")
        if len(reading.faults) > before:
            return WRONG
        try:
            return kind(**values)
        except ValueError as error:
            return reading.fault(where, str(error))

    def _value(
        self, name: str, hint: Any, data: object, where: str, reading: _Reading, depth: int, bounds: Bounds
    ) -> object:
        hint = plain(hint)
        if get_origin(hint) is not tuple:
            return read_value(hint, data, where, reading.faults, bounds)
        inner = get_args(hint)[0]
        if attrs.has(part := get_origin(inner) or inner):
            return self._parts(name, part, data, where, reading, depth)
        return self._program(data, where, reading, depth + 1)

    def _parts(self, name: str, kind: type, data: object, where: str, reading: _Reading, depth: int) -> tuple[Any, ...]:
        if not isinstance(data, list) or not data:
            reading.fault(where, f"expected a list of tables, got {shown(data)}")
            return ()
        found: list[object] = []
        for at, each in enumerate(data):
            if isinstance(each, dict):
                found.append(self._build(name, kind, each, inside(where, at), reading, depth))
            else:
                reading.fault(inside(where, at), f"expected a table, got {shown(each)}")
        return tuple(found)


def read_value(
    hint: Any, data: object, where: str, faults: list[Fault], bounds: Bounds = _NUMBERS, base: object = None
) -> Any:
    """The value of an annotated field; `WRONG` after a fault. Nothing is converted: true is not 1, 1.0 is not 1.

    A table may leave out what `base` says already. What is wrong in it then stays as in the base, so that the rest can
    still be looked at.
    """
    hint = plain(hint)
    if attrs.has(hint):
        return _table(hint, data, where, faults, bounds, base)
    if get_origin(hint) is tuple:
        return _row(hint, data, where, faults, bounds)
    if not _fits(hint, data, bounds):
        faults.append(Fault(where, _instead(hint, data, bounds)))
        return WRONG
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint[str(data).upper()]
    return data


def _table(hint: Any, data: object, where: str, faults: list[Fault], bounds: Bounds, base: object) -> Any:
    hints = hints_of(hint)
    if not isinstance(data, dict):
        faults.append(Fault(where, _instead(hint, data, bounds)))
        return WRONG
    before = len(faults)
    faults += [Fault(inside(where, key), unknown("key", key, hints)) for key in data if key not in hints]
    values = {
        name: read_value(each, data[name], inside(where, name), faults, bounds)
        for name, each in hints.items()
        if name in data
    }
    if base is not None:
        right = {name: value for name, value in values.items() if value is not WRONG}
        return hint(**{name: getattr(base, name) for name in hints} | right)
    faults += [Fault(where, f"the key {name!r} is missing") for name in hints if name not in data]
    return hint(**values) if len(faults) == before else WRONG


def _row(hint: Any, data: object, where: str, faults: list[Fault], bounds: Bounds) -> Any:
    shortest, longest = length_of(hint, bounds)
    if not isinstance(data, list) or not shortest <= len(data) <= longest:
        faults.append(Fault(where, _instead(hint, data, bounds)))
        return WRONG
    entry = get_args(hint)[0]
    before = len(faults)
    found = tuple([read_value(entry, each, inside(where, at), faults, bounds) for at, each in enumerate(data)])
    return found if len(faults) == before else WRONG


def written(value: Any) -> Any:
    """A value as a file states it: what `read_value` reads.

    >>> written((1, (2, 3)))
    [1, [2, 3]]
    """
    if isinstance(value, tuple):
        return [written(each) for each in value]
    if isinstance(value, Enum):
        return value.name.lower()
    kind: Any = type(value)
    return {name: written(getattr(value, name)) for name in hints_of(kind)} if attrs.has(kind) else value


def length_of(hint: Any, bounds: Bounds) -> tuple[int, int]:
    """How many entries a row has at least and at most."""
    first, *rest = get_args(hint)
    if rest != [...]:
        return len(rest) + 1, len(rest) + 1
    if get_origin(first) is tuple and bounds.rows:
        return bounds.rows, bounds.rows
    return bounds.fewest, bounds.longest


def plain(hint: Any) -> Any:
    """An annotation without its None: a file leaves a key out instead."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = [each for each in get_args(hint) if each is not type(None)]
    return hint


def choices_of(hint: Any, bounds: Bounds = _NUMBERS) -> tuple[str, ...]:
    """The words that an annotated field may hold; none if it holds something else, or any text."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(member.name.lower() for member in hint)
    return bounds.words if hint is str else ()


def _fits(hint: Any, data: object, bounds: Bounds) -> bool:
    if hint is bool:
        return isinstance(data, bool)
    if hint is int:
        return type(data) is int and bounds.least <= data <= bounds.most
    choices = choices_of(hint, bounds)
    return isinstance(data, str) and (data in choices if choices else hint is str and bool(data))


def _instead(hint: Any, data: object, bounds: Bounds) -> str:
    """The sentence about what stands where something else belongs."""
    guess = nearest(data, choices_of(hint, bounds)) or _meant(hint, data, bounds)
    told = f"expected {expected(hint, bounds)}, got {shown(data)}"
    return told if guess is None else f"{told}; did you mean {shown(guess)}?"


def _meant(hint: Any, data: object, bounds: Bounds) -> object:
    """What is probably meant by a value with needless quotes, a point or brackets, or without the brackets it needs."""
    if get_origin(hint) is tuple:
        entry, (shortest, _) = plain(get_args(hint)[0]), length_of(hint, bounds)
        return [data] if shortest <= 1 and not isinstance(data, list) and _is_plain(entry, data, bounds) else None
    if isinstance(data, list) and len(data) == 1:
        data = data[0]
    elif isinstance(data, str):
        data = {"true": True, "false": False}.get(data.lower(), data)
        if isinstance(data, str) and _NUMBER.fullmatch(data):
            data = int(data)
    elif isinstance(data, float) and data.is_integer():
        data = int(data)
    else:
        return None
    return data if _is_plain(hint, data, bounds) else None


def _is_plain(hint: Any, data: object, bounds: Bounds) -> bool:
    return get_origin(hint) is not tuple and not attrs.has(hint) and _fits(hint, data, bounds)


def shown(value: object) -> str:
    """What stands in a file, as a message shows it: never long.

    >>> shown(True), shown("true"), shown([{"word": "draw", "count": 2}])
    ('true', "'true'", "[{ word = 'draw', count = 2 }]")
    """
    try:
        text = _as_in_a_file(value)
    except (RecursionError, ValueError):  # too deep, or a number with too many digits
        return brief(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _as_in_a_file(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict) and value:
        return f"{{ {', '.join(f'{key} = {_as_in_a_file(each)}' for key, each in value.items())} }}"
    return f"[{', '.join(map(_as_in_a_file, value))}]" if isinstance(value, list) else repr(value)


def expected(hint: Any, bounds: Bounds = _NUMBERS) -> str:
    """What an annotated field may hold, in words.

    >>> expected(int, Bounds(least=1, most=7)), expected(tuple[int, int], Bounds(most=9))
    ('a whole number from 1 to 7', 'a list of 2, each a whole number from 0 to 9')
    """
    hint = plain(hint)
    if attrs.has(hint):
        return f"a table with {' and '.join(repr(name) for name in hints_of(hint))}"
    if get_origin(hint) is tuple:
        shortest, longest = length_of(hint, bounds)
        many = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
        return f"a list of {many}, each {expected(get_args(hint)[0], bounds)}"
    if hint is bool:
        return "true or false"
    if hint is int:
        return f"a whole number from {bounds.least} to {bounds.most}"
    choices = choices_of(hint, bounds)
    return " or ".join(repr(choice) for choice in choices) if choices else "a text"


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The annotations of the fields of an attrs class."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in attrs.fields(kind)}
