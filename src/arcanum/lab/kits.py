"""What a game brings to the lab: what a position is worth, where points came from, which cards were used.

A game's own part is in the module of its package's name beside this one, as a `Kit` called `KIT`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from arcanum.kernel.events import Event, Seat
from arcanum.kernel.game import Game

Counts = Mapping[str, int]


class Kit(Protocol):
    """What a game brings."""

    swing: float
    """By how many points a position has to be better for somebody who has half a chance to have three quarters."""
    horizon: int
    """How many decisions a search plays on at random before it looks at what the position is worth."""

    def worth(self, state: Any) -> list[float]:
        """What a position promises each seat, in points: what it has, and what may become of it."""

    def first_player(self, state: Any) -> Seat:
        """Who begins the turn or the round of the table."""

    def rounds(self, state: Any) -> int:
        """How many turns or rounds of the table were begun."""

    def points(self, state: Any, events: Sequence[Event]) -> tuple[Counts, ...]:
        """The points of each seat at the end of a game, by source; they add up to its score."""

    def gains(self, state: Any, events: Sequence[Event]) -> Iterator[tuple[Seat, int]]:
        """Points as the table saw them come and go, in their order."""

    def uses(self, state: Any, events: Sequence[Event]) -> Mapping[str, tuple[Counts, ...]]:
        """What each seat used in a game and how often, by sort: cards, places."""

    def titles(self, rules: Any) -> Mapping[str, Mapping[str, str]]:
        """What people call the things that are used, by sort and by the names in `uses`."""


def kit_of(game: Game) -> Kit:
    """What a game brings."""
    return _kit(type(game).__module__.rpartition(".")[2])


@cache
def _kit(package: str) -> Kit:
    found: Kit = import_module(f"arcanum.lab.{package}").KIT
    return found
