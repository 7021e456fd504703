"""What a specification of hidden information needs, whatever the game: who looks, and the cards that a value names.

Two states that differ only in what a seat may not know must look the same to it. A game's specification says which
cards those are, and gives them other names with `renamed`. What counts as a card is whatever the caller calls one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Mapping
from typing import Any, TypeVar

import attrs

import arcanum
from arcanum.kernel.documents import plain
from arcanum.kernel.events import Seat
from arcanum.kernel.values import parts

CardT = TypeVar("CardT", bound=Hashable)

_NOT_SEARCHED = ("rules", "_legal")
"""Fields that hold no secret: the rules name every card there is, and legal actions follow from the rest."""


def everybody(state: arcanum.State) -> tuple[Seat | None, ...]:
    """All seats, and a spectator."""
    return (None, *range(len(state.players)))


def others(state: arcanum.State, *seats: Seat) -> tuple[Seat | None, ...]:
    """All but some seats, and a spectator."""
    return tuple(each for each in everybody(state) if each not in seats)


def as_bytes(view: arcanum.View) -> bytes:
    """A view as it is sent to its seat."""
    return json.dumps(plain(view, view.rules)).encode()


def named_in(value: object, cards: Collection[CardT]) -> set[CardT]:
    """Those of some cards that a value names, wherever in it."""
    wanted = {card: card for card in cards}
    kinds = {type(card) for card in wanted}
    return {wanted[part] for part in parts(value, lambda part: type(part) in kinds) if part in wanted}


def renamed(value: Any, names: Mapping[CardT, CardT]) -> Any:
    """The value with other cards in the place of those that it names."""
    if type(value) in {type(card) for card in names}:
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(renamed(each, names) for each in value)
    if not named_in(value, names):
        return value
    fields = [field.name for field in attrs.fields(type(value)) if field.init and field.name not in _NOT_SEARCHED]
    return attrs.evolve(value, **{name: renamed(getattr(value, name), names) for name in fields})
