"""The words of the rules language: what a location does is a tuple of these values.

`Choose` and `EachOther` come from the kernel; the rest is particular to Arcanum. Each effect names the clause that its
event cites, so that the same word can serve several rules.
"""

from __future__ import annotations

import attrs

from arcanum.kernel.agenda import Effect
from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.events import Seat
from arcanum.tarot.atoms import gain_points, hide
from arcanum.tarot.cards import SUITS, Minor
from arcanum.tarot.clause_ids import (
    AMB_30,
    AMB_56,
    FIRST_6,
    INFO_7,
    LOC3_1,
    LOC7_1,
    LOC7_2,
    LOC7_3,
)
from arcanum.tarot.decisions import AdjustHouses, DiscardCard, Exchange, HideCard, Offer
from arcanum.tarot.events import Pile
from arcanum.tarot.hand import draw, take
from arcanum.tarot.state import State, TarotTable


@attrs.frozen
class GainPoints(Effect[State, TarotTable]):
    """Gain victory points."""

    points: int
    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Gain them."""
        gain_points(table, seat, self.points, self.clause)


@attrs.frozen
class Draw(Effect[State, TarotTable]):
    """Draw cards from one of the decks."""

    pile: Pile
    count: int
    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Draw them; without Majors in the game a draw of Majors is nothing at all."""
        if self.pile is Pile.MINOR or majors_in_game(table):
            draw(table, seat, self.pile, self.count, self.clause)

    def possible(self, position: State | TarotTable, seat: Seat) -> bool:
        """An empty deck does not matter, but Majors must be in the game."""
        return self.pile is Pile.MINOR or majors_in_game(position)


@cites(FIRST_6)
def majors_in_game(position: State | TarotTable) -> bool:
    """Whether the Major Arcana are used in this game."""
    return position.options.majors != "none"


@attrs.frozen
class OfferDraw(Effect[State, TarotTable]):
    """Draw; then each other player may draw; then draw as many as they did."""

    pile: Pile
    count: int

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Draw the first cards and ask the left neighbour."""
        first, *waiting = table.others(seat)
        table.agenda.append(Offer(first, tuple(waiting), seat, self.pile, self.count))
        draw(table, seat, self.pile, self.count, LOC3_1)


@attrs.frozen
class MayExchange(Effect[State, TarotTable]):
    """The seat may discard a card to draw: so many Minors for a Minor, so many Majors for a Major."""

    minors: int
    majors: int

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask, unless the hand is empty for all to see."""
        if table.players[seat].hand:
            table.agenda.append(Exchange(seat, self.minors, self.majors))


@attrs.frozen
class MayAdjustHouses(Effect[State, TarotTable]):
    """The seat may raise or lower each House by so much."""

    steps: int

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask."""
        table.agenda.append(AdjustHouses(seat, SUITS, self.steps))


@cites(LOC7_2, LOC7_3, INFO_7, AMB_30)
@attrs.frozen
class HideFromDeck(Effect[State, TarotTable]):
    """Hide the top Minor of the deck. It is never in the hand, and only its owner sees it."""

    count: int

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Hide it; there is nothing to choose."""
        for card in take(table, Pile.MINOR, self.count):
            hide(table, seat, card, LOC7_1, from_hand=False)


@attrs.frozen
class HideFromHand(Effect[State, TarotTable]):
    """Hide a Minor from the hand; with `optional`, only if the seat likes."""

    clause: ClauseId
    optional: bool = False

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask, unless the hand is empty for all to see."""
        if table.players[seat].hand:
            table.agenda.append(HideCard(seat, self.clause, self.optional))

    @cites(AMB_56)
    def possible(self, position: State | TarotTable, seat: Seat) -> bool:
        """There must be a Minor to hide."""
        return any(isinstance(card, Minor) for card in position.players[seat].hand)


@attrs.frozen
class DiscardFromHand(Effect[State, TarotTable]):
    """Discard a card of one's choice; an empty hand loses nothing."""

    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask."""
        if table.players[seat].hand:
            table.agenda.append(DiscardCard(seat, self.clause))
