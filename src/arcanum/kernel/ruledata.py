"""What a value of the rules is, beside its type: the clauses it answers to, and the bounds that keep a game playable.

A game's `Rules` is a frozen attrs class whose fields carry this as metadata. The clause index, house-rule files and
their schema are read against it. This module knows no game.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from arcanum.kernel.ids import ClauseId

_CLAUSES: Final = "clauses"
_BOUNDS: Final = "bounds"
_LATER: Final = "later"


@attrs.frozen
class Bounds:
    """How small and how large a number may be, how many there may be in a row, and which words it may hold."""

    least: int = 0
    most: int = 99
    fewest: int = 0
    """Entries of a row."""
    longest: int = 20
    rows: int = 0
    """How many rows there are where a value has several; 0 if any number will do."""
    words: tuple[str, ...] = ()


_ANYTHING: Final = Bounds()


def by(*clauses: ClauseId, bounds: Bounds = _ANYTHING, later: bool = False) -> dict[str, object]:
    """The metadata of a field of the rules: the clauses that it answers to, and its bounds.

    A field that came `later` adds nothing to the digest while it is as by default: documents written before stay valid.
    """
    return {_CLAUSES: clauses, _BOUNDS: bounds, _LATER: later}


def clauses_of(field: attrs.Attribute[Any]) -> tuple[ClauseId, ...]:
    """The clauses that a value of the rules answers to."""
    found: tuple[ClauseId, ...] = field.metadata.get(_CLAUSES, ())
    return found


def bounds_of(field: attrs.Attribute[Any]) -> Bounds:
    """The bounds of a value of the rules."""
    found: Bounds = field.metadata.get(_BOUNDS, _ANYTHING)
    return found


def came_later(field: attrs.Attribute[Any]) -> bool:
    """Whether documents were written before there was this value of the rules."""
    return field.metadata.get(_LATER) is True
