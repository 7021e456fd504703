"""Cards as people read them: one line for each card of a game, and the verdict on a file of cards.

What a card is, and whether a game reads its cards from files, is for the game to say. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import attrs

from arcanum.kernel.words import Fault

Origin = Literal["printed", "partly", "invented"]
"""Whether the values on a card stand in a rulebook: all of them, some, or none."""


@attrs.frozen
class CardLine:
    """A card in words."""

    id: str
    name: str
    kind: str
    emblem: str
    """The guild, suit or the like that it shows; empty if none."""
    values: str
    ability: str
    """What it does; empty if nothing."""
    origin: Origin


@attrs.frozen
class CardCheck:
    """What is wrong with a file of cards; with a good one, what is in it."""

    faults: tuple[Fault, ...]
    summary: str = ""


def origin_of(sources: Iterable[bool]) -> Origin:
    """The origin of a card of whose values each is printed or not.

    >>> origin_of([True, False])
    'partly'
    """
    found = set(sources)
    if found == {True}:
        return "printed"
    return "partly" if True in found else "invented"
