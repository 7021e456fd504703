"""Arcanum in the lab.

What a position promises a seat: the points it has; what its hidden cards would bring if the Houses were scored as they
stand, mixed with a share of each House in proportion to what it has hidden there, because more cards will be hidden;
and a little for every card in hand. Numbers that are not in the rules were found by trying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from arcanum.kernel.events import Event, Seat
from arcanum.lab.kits import Counts
from arcanum.tarot.cards import Minor
from arcanum.tarot.events import LocationActivated, Played, PointsGained, PointsLost
from arcanum.tarot.scoring import Row, house_ranks
from arcanum.tarot.state import State

SOURCES = ("locations", "majors", "scoring", "other")
_SOURCE_OF_PREFIX = {"LOC": "locations", "MAJ": "majors", "WOR": "majors", "SCO": "scoring"}
"""Sources of points by how the ids of their clauses begin."""
_POINTS = (PointsGained, PointsLost)
_PRESTIGE = 0.3
"""What a step of prestige adds to what a House promises, beside its rank."""
_FOOL = 4.0
"""What a hidden Fool promises."""
_MINOR, _RANK, _MAJOR = 0.5, 0.03, 1.2
"""What a Minor in hand promises, each of its ranks, and a Major."""
_SETTLED = 0.5
"""How much of the promise of hidden cards is what they bring as they lie; the rest is a share of the House."""


class TarotKit:
    """Arcanum as the lab sees it."""

    swing = 10.0
    horizon = 0

    def worth(self, state: State) -> list[float]:
        """Points, hidden cards, and the hand."""
        found = [float(player.vp) for player in state.players]
        if not state.agenda:
            return found
        counts, values = _hidden(state, found)
        ranks = house_ranks(state.prestige.row)
        for house, rank in enumerate(ranks):
            row = state.rules.scoring_table[rank - 1]
            bonus = _PRESTIGE * state.prestige.row[house]
            keys = [1000 * count[house] + value[house] for count, value in zip(counts, values, strict=True)]
            _add_house(found, row, bonus, keys)
        for seat, player in enumerate(state.players):
            for card in player.hand:
                found[seat] += _MINOR + _RANK * card.rank if isinstance(card, Minor) else _MAJOR
        return found

    def first_player(self, state: State) -> Seat:
        """Who begins."""
        return state.first_player

    def rounds(self, state: State) -> int:
        """The turn."""
        return state.turn

    def points(self, state: State, events: Sequence[Event]) -> tuple[Counts, ...]:
        """Every gain and loss by the clause that made it."""
        found = [dict.fromkeys(SOURCES, 0) for _ in state.players]
        for event in events:
            if isinstance(event, _POINTS):
                source = _SOURCE_OF_PREFIX.get(event.clause[:3], "other")
                found[event.seat][source] += _gain(event)
        return tuple(found)

    def gains(self, state: State, events: Sequence[Event]) -> Iterator[tuple[Seat, int]]:
        """Every gain and loss."""
        for event in events:
            if isinstance(event, _POINTS):
                yield event.seat, _gain(event)

    def uses(self, state: State, events: Sequence[Event]) -> Mapping[str, tuple[Counts, ...]]:
        """Cards that were played, and locations that were activated."""
        cards: list[Counter[str]] = [Counter() for _ in state.players]
        places: list[Counter[str]] = [Counter() for _ in state.players]
        for event in events:
            if isinstance(event, Played):
                cards[event.seat][str(event.card)] += 1
            elif isinstance(event, LocationActivated):
                places[event.seat][str(event.location)] += 1
        return {"cards": tuple(cards), "locations": tuple(places)}


def _gain(event: PointsGained | PointsLost) -> int:
    return event.points if isinstance(event, PointsGained) else -event.points


def _hidden(state: State, found: list[float]) -> tuple[list[list[int]], list[list[int]]]:
    """How many hidden cards each seat has of each House, and their value; a Fool goes straight to what is found."""
    counts, values = [], []
    for seat, player in enumerate(state.players):
        count, value = [0, 0, 0, 0], [0, 0, 0, 0]
        for each in player.hidden:
            card = each.card
            if isinstance(card, Minor):
                count[card.suit] += 1
                value[card.suit] += card.rank
            else:
                found[seat] += _FOOL
        counts.append(count)
        values.append(value)
    return counts, values


def _add_house(found: list[float], row: Row, bonus: float, keys: list[int]) -> None:
    """Add what a House promises to who has cards of it, each strength being one number."""
    weights = [key / 1000 for key in keys]
    squares = sum(weight * weight for weight in weights)
    if not squares:
        return
    share = (1 - _SETTLED) * (sum(row) + bonus) / squares
    for seat, key in enumerate(keys):
        if key:
            better = sum(other > key for other in keys)
            settled = row[better] if better < len(row) else 0
            found[seat] += _SETTLED * (settled + bonus / 4) + share * weights[seat] * weights[seat]


KIT = TarotKit()
