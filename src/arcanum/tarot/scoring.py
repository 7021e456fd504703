"""House scoring as arithmetic: ranks of Houses, places of players, points. It knows no state and no order of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.values import value
from arcanum.tarot.cards import FOOL, SUITS, Card, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_48,
    AMB_50,
    AMB_51,
    SCORE_1,
    SCORE_2,
    SCORE_4,
    SCORE_6,
    SCORE_7,
    SCORE_8,
    SCORE_9,
    SCORE_10,
    SCORE_11,
    SCORE_12,
    SCORE_14,
    SCORE_15,
    SCORE_16,
    SCORE_17,
    SETUP_4,
)

Row = tuple[int, ...]
TieBreak = Literal["sum", "highest"]
Split = Literal["pool", "place"]


@value
class Standing:
    """What one player showed for a House and what it brought him."""

    seat: Seat
    cards: int
    value: int
    points: int


@cites(SCORE_1, SCORE_2, SETUP_4, AMB_51)
def house_ranks(prestige: Sequence[int]) -> tuple[int, ...]:
    """The rank of each House: one more than the number of Houses with more prestige.

    >>> house_ranks((10, 8, 8, 3))
    (1, 2, 2, 4)
    """
    return tuple([1 + sum([other > own for other in prestige]) for own in prestige])


@cites(SCORE_4)
def scoring_order(ranks: Sequence[int]) -> tuple[Suit, ...]:
    """The Houses in the order in which they are evaluated."""
    return tuple(sorted(SUITS, key=lambda house: ranks[house]))


@cites(SCORE_11, SCORE_12, AMB_50)
def strength(cards: Sequence[Card], house: Suit, tie_break: TieBreak, fool: Suit | None = None) -> tuple[int, int]:
    """How strong a player's hidden cards are for a House: how many there are, then their value.

    The Fool counts as a card of value 0 for the House it is assigned to.
    """
    shown = total = highest = 0
    for card in cards:
        if isinstance(card, Minor):
            if card.suit is house:
                shown += 1
                total += card.rank
                highest = max(highest, card.rank)
        elif card is FOOL and fool is house:
            shown += 1
    return shown, (total if tie_break == "sum" else highest)


@cites(SCORE_6, SCORE_7, SCORE_8, SCORE_9, SCORE_10, SCORE_14, SCORE_15, SCORE_16, SCORE_17, AMB_48)
def standings(row: Row, strengths: Sequence[tuple[int, int]], split: Split) -> tuple[Standing, ...]:
    """What each player with a card of the House gets out of its row, best first.

    Players who are equal in everything share the places they take up: together ("pool") or only the best of
    them ("place"), rounded down.

    >>> [each.points for each in standings((16, 8, 4), [(1, 5), (1, 5), (1, 2)], "pool")]
    [12, 12, 4]
    """
    found: list[Standing] = []
    waiting = [seat for seat, own in enumerate(strengths) if own[0]]
    while waiting:
        cards = total = 0
        tied: list[Seat] = []
        for seat in waiting:
            shown, worth = strengths[seat]
            if shown > cards or (shown == cards and worth > total):
                cards, total, tied = shown, worth, [seat]
            elif shown == cards and worth == total:
                tied.append(seat)
        place = len(found)
        points = sum(row[place : place + (len(tied) if split == "pool" else 1)]) // len(tied)
        for seat in tied:
            waiting.remove(seat)
            found.append(Standing(seat, cards, total, points))
    return tuple(found)
