"""Noticing whether an example meets anything that a variant changes.

An example that reads no changed value of the rules, and no changed reading of a clause, is decision by decision an
example of the base, where the specification is tested already. To notice a read, the attributes of the class of the
rules are replaced for the time of a property. A changed tuple notices which of its places are read, so a game in which
nobody holds a changed Major does not count. Whatever takes the rules as a whole (a hash, a comparison, a copy) reads
everything. Compiled code does not ask for attributes in this way, so in a compiled build everything counts as met.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, SupportsIndex

import attrs

from arcanum.kernel.game import RuleSet
from arcanum.kernel.native import is_compiled
from arcanum.kernel.variants import base_of
from arcanum.spec.subject import Subject

_NAMES = ("name", "printing")
"""Fields that decide nothing: by the printing a variant is asked what its base says."""
_WHOLE = (
    *("__iter__", "__contains__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__"),
    *("__add__", "__mul__", "__rmul__", "__reduce_ex__", "__repr__", "index", "count"),
)
"""What can be done with a tuple that looks at more than one place of it."""


@attrs.frozen(eq=False)
class Changed:
    """A field of the rules that a variant changes."""

    name: str
    value: object
    places: frozenset[int] | None
    """Of a tuple, the places that differ from the base; None if all of it counts."""


def changed_fields(rules: RuleSet) -> tuple[Changed, ...]:
    """The fields in which rules differ from their base."""
    kind: Any = type(rules)
    base, found = base_of(rules), list[Changed]()
    for field in attrs.fields(kind):
        new, old = getattr(rules, field.name), getattr(base, field.name)
        if field.name not in _NAMES and new != old:
            found.append(Changed(field.name, new, _places(new, old)))
    return tuple(found)


def _places(new: object, old: object) -> frozenset[int] | None:
    if not isinstance(new, tuple) or not isinstance(old, tuple) or len(new) != len(old):
        return None
    return frozenset(at for at, pair in enumerate(zip(new, old, strict=True)) if pair[0] != pair[1])


@contextmanager
def watched(subject: Subject, fields: tuple[Changed, ...]) -> Iterator[None]:
    """Mark a subject as touched when one of these fields of its rules is read, or at once if that cannot be noticed."""
    if is_compiled() or not fields:  # built-in rules are tried in full
        subject.touched = True
        yield
        return
    kind: Any = type(subject.rules)
    before = {name: vars(kind)[name] for name in (*(each.name for each in fields), "__hash__", "__eq__")}
    for each in fields:
        setattr(kind, each.name, _Field(before[each.name], each, subject))
    kind.__hash__ = _hash(before["__hash__"], subject)
    kind.__eq__ = _eq(before["__eq__"])
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(kind, name, value)


class _Field:
    """Stands in for an attribute of the rules, and notices who reads it."""

    def __init__(self, own: Any, changed: Changed, subject: Subject) -> None:
        self._own, self._changed, self._subject = own, changed, subject
        self._shown = changed.value
        if changed.places is not None and isinstance(changed.value, tuple):
            self._shown = _Places.of(changed.value, changed.places, subject)

    def __get__(self, rules: object, kind: object = None) -> object:
        value = self._own.__get__(rules, kind)
        if value is not self._changed.value and value is not self._shown:
            return value
        if self._changed.places is None:
            self._subject.touched = True
        return self._shown

    def __set__(self, rules: object, value: object) -> None:
        self._own.__set__(rules, value)


class _Places(tuple[Any, ...]):
    """A tuple that notices when a place is read that differs from the base."""

    _changed: frozenset[int]
    _subject: Subject

    @classmethod
    def of(cls, value: tuple[Any, ...], changed: frozenset[int], subject: Subject) -> _Places:
        """The same tuple, watched."""
        found = cls(value)
        found._changed, found._subject = changed, subject
        return found

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            read = set(range(len(self))[at])
        else:
            place: SupportsIndex = at
            read = {place.__index__() % max(1, len(self))}
        if not read.isdisjoint(self._changed):
            self._subject.touched = True
        return super().__getitem__(at)


def _noticing(name: str) -> Any:
    own = getattr(tuple, name)

    def whole(self: _Places, *arguments: Any) -> Any:
        self._subject.touched = True
        if name == "__reduce_ex__":  # a copy is a plain tuple
            return tuple, (list(self),)
        return own(self, *arguments)

    return whole


for _name in _WHOLE:
    setattr(_Places, _name, _noticing(_name))


def _hash(own: Any, subject: Subject) -> Any:
    """Whoever hashes rules may be looking up what somebody has read of them before."""

    def noticed(self: RuleSet) -> int:
        if self is subject.rules:
            subject.touched = True
        found: int = own(self)
        return found

    return noticed


def _eq(own: Any) -> Any:
    """Rules are equal to themselves, whatever they are."""
    return lambda self, other: True if self is other else own(self, other)
