"""Arcanum in the lab.

What a position promises a seat: the points it has; what its hidden cards would bring if the Houses were scored as
they stand, mixed with a share of each House in proportion to what it has hidden there, because more cards will be
hidden; and a little for every card in hand. Numbers that are not in the rules were found by trying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from arcanum.kernel.events import Event, Seat
from arcanum.lab.kits import Counts
from arcanum.tarot.cards import Card, Minor, deck
from arcanum.tarot.events import LocationActivated, Played, PointsGained, PointsLost
from arcanum.tarot.rules import Rules
from arcanum.tarot.scoring import Row, house_ranks
from arcanum.tarot.state import HiddenCard, State

SOURCES = ("locations", "majors", "scoring", "other")
_SOURCE_OF_PREFIX = {"LOC": "locations", "MAJ": "majors", "WOR": "majors", "SCO": "scoring"}
"""Sources of points by how the ids of their clauses begin."""
_POINTS = (PointsGained, PointsLost)
_PRESTIGE = 0.3
"""What a step of prestige adds to what a House promises, beside its rank."""
_FOOL = 4.0
"""What a hidden Fool promises."""
_IN_HAND = [0.5 + 0.03 * card.rank if isinstance(card, Minor) else 1.2 for card in deck()]
"""What a card in hand promises, by its position."""
_SETTLED = 0.5
"""How much of the promise of hidden cards is what they bring as they lie; the rest is a share of the House."""


class TarotKit:
    """Arcanum as the lab sees it."""

    swing = 10.0
    horizon = 6

    def worth(self, state: State) -> list[float]:
        """Points, hidden cards, and the hand."""
        if not state.agenda:
            return [float(player.vp) for player in state.players]
        found: list[float] = []
        rows: list[list[int]] = []
        for player in state.players:
            promise, row = _of_player(player.hand, player.hidden)
            found.append(player.vp + promise)
            rows.append(row)
        prestige, table = state.prestige.row, state.rules.scoring_table
        ranks = _ranks(prestige)
        for house in range(len(prestige)):
            strengths = tuple([row[house] for row in rows])
            for seat, promise in _of_house(table[ranks[house] - 1], prestige[house], strengths):
                found[seat] += promise
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

    def titles(self, rules: Rules) -> Mapping[str, Mapping[str, str]]:
        """Cards and locations."""
        places = {str(number): place.name for number, place in enumerate(rules.locations, start=1)}
        return {"cards": {str(card): card.title for pile in rules.cards() for card in pile}, "locations": places}


def _gain(event: PointsGained | PointsLost) -> int:
    return event.points if isinstance(event, PointsGained) else -event.points


def _of_player(hand: tuple[Card, ...], hidden: tuple[HiddenCard, ...]) -> tuple[float, list[int]]:
    """What the cards of a player promise by themselves, and his strength in each House.

    A strength counts a thousand for each card, and the values of the cards.
    """
    promise = 0.0
    for held in hand:
        promise += _IN_HAND[held.position]
    row = [0, 0, 0, 0]
    for each in hidden:
        card = each.card
        if isinstance(card, Minor):
            row[card.suit] += 1000 + card.rank
        else:
            promise += _FOOL
    return promise, row


_ranks = lru_cache(maxsize=1 << 12)(house_ranks)  # an action changes little: what was asked just before is asked again


@lru_cache(maxsize=1 << 12)
def _of_house(row: Row, steps: int, strengths: tuple[int, ...]) -> tuple[tuple[Seat, float], ...]:
    """What a House promises to each seat that has cards of it."""
    squares = 0
    for strength in strengths:
        squares += strength * strength
    if not squares:
        return ()
    bonus = _PRESTIGE * steps
    share = (1 - _SETTLED) * (sum(row) + bonus) / squares
    order = sorted(strengths, reverse=True)
    found = []
    for seat, strength in enumerate(strengths):
        if strength:
            place = order.index(strength)
            settled = row[place] if place < len(row) else 0
            found.append((seat, _SETTLED * (settled + bonus / 4) + share * strength * strength))
    return tuple(found)


KIT = TarotKit()
