"""The words of the rules language: what a location or a Major does is a tuple of these values.

`Choose`, `EachOther` and `EachPlayer` come from the kernel; the rest is particular to Arcanum. An effect that serves
several rules names the clause that its event cites; in a house rule that is a clause about the place where it stands.
"""

from __future__ import annotations

from itertools import chain
from typing import Literal

import attrs

from arcanum.kernel.agenda import Effect, report
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.tarot.atoms import gain_points, hide, lose_points, particular, turn_up
from arcanum.tarot.cards import SUITS
from arcanum.tarot.clause_ids import (
    AMB_10,
    AMB_12,
    AMB_30,
    AMB_36,
    AMB_37,
    AMB_56,
    AMB_64,
    AMB_65,
    INFO_7,
    LOC3_1,
    LOC3_2,
    LOC5_4,
    LOC6_2,
    LOC7_1,
    LOC7_2,
    LOC7_3,
    MAJ_6_1,
    MAJ_6_2,
    MAJ_6_3,
    MAJ_6_4,
    MAJ_10_1,
    MAJ_11_2,
    MAJ_12_3,
    MAJ_13_1,
    MAJ_14_2,
    MAJ_14_4,
    MAJ_15_1,
    MAJ_15_3,
    MAJ_15_4,
    MAJ_19_2,
    MAJ_19_3,
    MAJ_20_2,
    WORLD_2,
    WORLD_4,
)
from arcanum.tarot.decisions import AdjustHouses, ChangeHouse, DiscardCard, Exchange, GiveTogether, Offer, PayMinors
from arcanum.tarot.events import Multiplied, Pile, SpecialScoring
from arcanum.tarot.hand import draw, duty_open, majors_in_game, minors_of, take
from arcanum.tarot.hiding import HideSlot, RevealHidden, SwapCards, ask_to_hide
from arcanum.tarot.houses import ScoreHouses
from arcanum.tarot.moving import LayTower, MoveAnyFigure, RemoveFigures, moves_by_majors, removable
from arcanum.tarot.state import State, TarotTable

LoversTie = Literal["strict", "non-strict"]
JusticeCounts = Literal["all", "minors"]


@attrs.frozen
class GainPoints(Effect[State, TarotTable]):
    """Gain victory points."""

    points: int
    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Gain them."""
        gain_points(table, seat, self.points, self.clause)


@cites(MAJ_12_3)
@attrs.frozen
class LosePoints(Effect[State, TarotTable]):
    """Lose victory points, as far as there are any."""

    points: int
    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Lose them."""
        lose_points(table, seat, self.points, self.clause)


@cites(AMB_37, MAJ_6_4)
@attrs.frozen
class GainWithTheLowest(Effect[State, TarotTable]):
    """Gain points; everybody who has the fewest gains them too, oneself included if one is lowest."""

    points: int
    tie: LoversTie
    """Whether one must be lower than everybody else, or may share the last place, to gain twice."""
    clause: ClauseId = MAJ_6_1

    def run(self, table: TarotTable, seat: Seat) -> None:
        """All standings are those before the card."""
        standings = [player.vp for player in table.players]
        lowest = [each for each in table.all_from(seat) if standings[each] == min(standings)]
        gain_points(table, seat, self.points, self.clause)
        for each in lowest:
            if each != seat:
                gain_points(table, each, self.points, particular(self.clause, MAJ_6_1, MAJ_6_2))
            elif self.tie == "non-strict" or len(lowest) == 1:
                gain_points(table, each, self.points, particular(self.clause, MAJ_6_1, MAJ_6_3))


@attrs.frozen
class Draw(Effect[State, TarotTable]):
    """Draw cards from one of the decks."""

    pile: Pile
    count: int
    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Draw them; without Majors in the game a draw of Majors is nothing at all."""
        if self.possible(table, seat):
            draw(table, seat, self.pile, self.count, self.clause)

    def possible(self, position: State | TarotTable, seat: Seat) -> bool:
        """An empty deck does not matter, but Majors must be in the game."""
        return self.pile is Pile.MINOR or majors_in_game(position)


@cites(MAJ_11_2, AMB_36)
@attrs.frozen
class DrawUpTo(Effect[State, TarotTable]):
    """Draw Minors until the hand has so many cards, or so many Minors."""

    cards: int
    counts: JusticeCounts
    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Draw what is missing, if anything is."""
        hand = table.players[seat].hand
        missing = self.cards - (len(hand) if self.counts == "all" else len(minors_of(hand)))
        if missing > 0:
            draw(table, seat, Pile.MINOR, missing, self.clause)


@attrs.frozen
class OfferDraw(Effect[State, TarotTable]):
    """Draw; then each other player may draw; then draw as many as they did."""

    pile: Pile
    count: int
    clause: ClauseId = LOC3_2

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Draw the first cards and ask the left neighbour."""
        first, *waiting = table.others(seat)
        table.agenda.append(Offer(first, tuple(waiting), seat, self.pile, self.count, clause=self.clause))
        draw(table, seat, self.pile, self.count, particular(self.clause, LOC3_2, LOC3_1))


@attrs.frozen
class MayExchange(Effect[State, TarotTable]):
    """The seat may discard a card to draw: so many Minors for a Minor, so many Majors for a Major."""

    minors: int
    majors: int
    clause: ClauseId = LOC5_4

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask, unless the hand is empty for all to see."""
        if table.players[seat].hand:
            table.agenda.append(Exchange(seat, self.minors, self.majors, self.clause))


@attrs.frozen
class MayAdjustHouses(Effect[State, TarotTable]):
    """The seat may raise or lower each House by so much."""

    steps: int
    clause: ClauseId = LOC6_2

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask."""
        table.agenda.append(AdjustHouses(seat, SUITS, self.steps, self.clause))


@attrs.frozen
class RaiseHouse(Effect[State, TarotTable]):
    """The seat raises a House of its choice; with `then_lower`, another one goes down afterwards."""

    steps: int
    clause: ClauseId
    then_lower: int = 0

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask."""
        table.agenda.append(ChangeHouse(seat, self.steps, self.clause, self.then_lower))


@cites(LOC7_2, LOC7_3, INFO_7, AMB_30)
@attrs.frozen
class HideFromDeck(Effect[State, TarotTable]):
    """Hide the top Minor of the deck. It is never in the hand, and only its owner sees it."""

    count: int
    clause: ClauseId = LOC7_1

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Hide it; there is nothing to choose."""
        for card in take(table, Pile.MINOR, self.count):
            hide(table, seat, card, self.clause, from_hand=False)


@attrs.frozen
class HideFromHand(Effect[State, TarotTable]):
    """Hide a Minor from the hand; with `optional`, only if the seat likes."""

    clause: ClauseId
    optional: bool = False

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask."""
        ask_to_hide(table, [HideSlot(seat, self.clause, self.optional)])

    @cites(AMB_56)
    def possible(self, position: State | TarotTable, seat: Seat) -> bool:
        """Where one must hide there has to be a Minor that can be spared."""
        return self.optional or len(minors_of(position.players[seat].hand)) > duty_open(position, seat)


@attrs.frozen
class EverybodyMayHide(Effect[State, TarotTable]):
    """The seat may hide so many Minors and everybody else so many, all at the same time or one after the other."""

    own: int
    own_clause: ClauseId
    others: int
    others_clause: ClauseId
    together: bool = True

    @cites(AMB_64)
    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask, the seat itself first; each chance is asked by itself, so that passing tells nobody anything."""
        chances = [[HideSlot(seat, self.own_clause, True)] * self.own]
        chances += [[HideSlot(other, self.others_clause, True)] * self.others for other in table.others(seat)]
        for slots in [chain(*chances)] if self.together else reversed(chances):
            ask_to_hide(table, slots)


@attrs.frozen
class DiscardFromHand(Effect[State, TarotTable]):
    """Discard a card of one's choice; an empty hand loses nothing."""

    clause: ClauseId

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask."""
        if table.players[seat].hand:
            table.agenda.append(DiscardCard(seat, self.clause))


@attrs.frozen
class TradeMinors(Effect[State, TarotTable]):
    """Discard Minors, at least one and at most so many, and draw as many Majors."""

    most: int
    clause: ClauseId = MAJ_13_1

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask for the first, if there is one to pay with."""
        if self.possible(table, seat):
            table.agenda.append(PayMinors(seat, self.most, clause=self.clause))

    @cites(AMB_12)
    def possible(self, position: State | TarotTable, seat: Seat) -> bool:
        """There must be a Minor that can be spared; while the duty is open the last one cannot."""
        return len(minors_of(position.players[seat].hand)) > duty_open(position, seat)


@attrs.frozen
class PassLeft(Effect[State, TarotTable]):
    """Everybody gives so many cards to his left neighbour, or what he has."""

    count: int
    clause: ClauseId = MAJ_10_1

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask, the seat itself first."""
        asked = [each for each in table.all_from(seat) for _ in range(min(self.count, len(table.players[each].hand)))]
        if asked:
            table.agenda.append(GiveTogether(asked[0], tuple(asked[1:]), clause=self.clause))


@attrs.frozen
class MayMoveFigure(Effect[State, TarotTable]):
    """The seat may move any figure to any other location, with all that follows; or it must, if any figure can move."""

    clause: ClauseId
    optional: bool = True

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask; a move that must be made, and cannot, is left out."""
        if self.optional or moves_by_majors(table):
            table.agenda.append(MoveAnyFigure(seat, self.clause, self.optional))


@cites(MAJ_14_4)
@attrs.frozen
class MaySwap(Effect[State, TarotTable]):
    """The seat may exchange so many cards of its hand for hidden ones."""

    count: int
    fool: bool
    clause: ClauseId = MAJ_14_2

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask, unless there is visibly nothing to exchange."""
        player = table.players[seat]
        if player.hand and player.hidden:
            table.agenda.append(SwapCards(seat, self.count, self.fool, clause=self.clause))


@cites(MAJ_15_3, MAJ_15_4, AMB_10)
@attrs.frozen
class Multiply(Effect[State, TarotTable]):
    """Multiply what points and prestige change until the end of the seat's active turn; cards are not affected."""

    factor: int
    clause: ClauseId = MAJ_15_1

    def run(self, table: TarotTable, seat: Seat) -> None:
        """From now on, not for what has happened before."""
        table.factor = self.factor
        report(table, Multiplied, seat, self.factor, clause=self.clause)


@attrs.frozen
class TowerOnBoard(Effect[State, TarotTable]):
    """Lay the Tower card on the board."""

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask where."""
        table.agenda.append(LayTower(seat))


@cites(AMB_65)
@attrs.frozen
class TurnUpHidden(Effect[State, TarotTable]):
    """Turn so many of one's face-down hidden cards up, or all if there are no more."""

    count: int
    clause: ClauseId = MAJ_19_2

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask which, if there is a choice."""
        down = tuple([each.card for each in table.players[seat].hidden if not each.face_up])
        if len(down) > self.count:
            table.agenda.append(RevealHidden(seat, self.count, self.clause))
        elif down:
            turn_up(table, seat, down, particular(self.clause, MAJ_19_2, MAJ_19_3))


@attrs.frozen
class ExileFigures(Effect[State, TarotTable]):
    """Take so many figures off the board, to come back at the beginning of the seat's next active turn."""

    count: int
    clause: ClauseId = MAJ_20_2

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Ask which, as far as there are any."""
        if removable(table):
            table.agenda.append(RemoveFigures(seat, self.count, self.clause))


@attrs.frozen
class ScoreOutOfTurn(Effect[State, TarotTable]):
    """Score the Houses at once: every place is paid like one so many columns lower, and nothing is reset."""

    shift: int
    clause: ClauseId = WORLD_2

    def run(self, table: TarotTable, seat: Seat) -> None:
        """Score."""
        report(table, SpecialScoring, seat, clause=self.clause)
        table.agenda.append(ScoreHouses(self.shift, particular(self.clause, WORLD_2, WORLD_4)))
