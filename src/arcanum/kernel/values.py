"""Value types that both games use: immutable mappings over the members of an enumeration.

A row of numbers indexed by suit, or of places indexed by figure, is stored as one tuple: small, hashable, compared by
value, and read by position in the engine's inner loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import attrs

if TYPE_CHECKING:
    from attrs import frozen as value
else:
    value = partial(attrs.define, unsafe_hash=True, weakref_slot=False)
    """Makes a class of values that are built all the time: frozen for type checkers, and built as fast as can be."""

__all__ = ["EnumMap", "PrettyPrinter", "parts", "value"]

K = TypeVar("K", bound=IntEnum)
V = TypeVar("V")


@value(repr=False)
class EnumMap(Mapping[K, V], Generic[K, V]):
    """An immutable mapping that has a value for every member of an enumeration counted from 0."""

    row: tuple[V, ...]

    members: ClassVar[tuple[Any, ...]]
    """The keys, all members of the enumeration (a class variable cannot name its type parameter)."""

    def __getitem__(self, key: K) -> V:
        if key not in self.members:
            raise KeyError(key)
        return self.row[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.row)

    def __repr__(self) -> str:
        inside = ", ".join(f"{key.name}: {value!r}" for key, value in zip(self.members, self.row, strict=True))
        return f"{type(self).__name__}({inside})"


def parts(value: object, wanted: Callable[[object], bool]) -> Iterator[Any]:
    """The parts of a value that are wanted, wherever in it, the value itself included; rules are not searched."""
    kind: type = type(value)
    if wanted(value):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from parts(each, wanted)
    elif attrs.has(kind):
        for name in _field_names(kind):
            yield from parts(getattr(value, name), wanted)


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    # The rules name every card there is, and legal actions follow from the rest.
    return tuple(field.name for field in attrs.fields(kind) if field.name not in ("rules", "_legal"))


class PrettyPrinter(Protocol):
    """What IPython and Hypothesis offer to objects that print themselves."""

    def text(self, text: str) -> None:
        """Print a piece of text."""
