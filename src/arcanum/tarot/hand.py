"""Drawing cards, the empty deck, and the hand limit that follows every draw."""

from __future__ import annotations

from typing import TypeVar

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision
from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import shuffled
from arcanum.tarot.actions import DISCARD, CardAction, Discard
from arcanum.tarot.atoms import discard_from_hand, report, with_card
from arcanum.tarot.cards import Card, Major, Minor
from arcanum.tarot.clause_ids import (
    AMB_26,
    AMB_31,
    AMB_32,
    AMB_33,
    DECK_1,
    DECK_2,
    DECK_3,
    DECK_4,
    DECK_5,
    HAND_1,
    HAND_2,
    HAND_3,
    HAND_4,
    HAND_5,
    HAND_6,
)
from arcanum.tarot.events import Drew, Pile, Shuffled
from arcanum.tarot.state import Player, State, TarotTable

CardT = TypeVar("CardT", Minor, Major)


def draw(table: TarotTable, seat: Seat, pile: Pile, count: int, clause: ClauseId) -> int:
    """Draw cards into a hand and enforce the hand limit at once. Returns how many there were to draw."""
    cards = take(table, pile, count)
    player = table.players[seat]
    hand = player.hand
    for card in cards:
        hand = with_card(hand, card)
    table.players[seat] = Player(hand, player.hidden, player.vp)
    if table.log is not None:
        table.log.append(Drew(seat, pile, len(cards), count, cards, clause=clause, audience=(seat,)))
    if len(hand) > table.rules.hand_limit:
        table.agenda.append(TrimHand(seat))
    return len(cards)


@cites(DECK_2, AMB_33)
def take(table: TarotTable, pile: Pile, count: int) -> tuple[Card, ...]:
    """Take up to so many cards from a deck, the top one first; each deck has its own discards."""
    if pile is Pile.MINOR:
        minors, table.minor_deck, table.minor_discard = _take(table, pile, table.minor_deck, table.minor_discard, count)
        return minors
    majors, table.major_deck, table.major_discard = _take(table, pile, table.major_deck, table.major_discard, count)
    return majors


@cites(DECK_3, DECK_4, DECK_5, AMB_31, AMB_32)
def _take(
    table: TarotTable, pile: Pile, deck: tuple[CardT, ...], discard: tuple[CardT, ...], count: int
) -> tuple[tuple[CardT, ...], tuple[CardT, ...], tuple[CardT, ...]]:
    """The cards taken, the deck and the discards after it. The discards are shuffled only when the deck is empty."""
    taken: tuple[CardT, ...] = ()
    if len(deck) < count:
        taken, deck = deck[::-1], ()
        if discard:
            table.rng, deck = shuffled(table.rng, discard)
            discard = ()
            report(table, Shuffled(pile, len(deck), clause=DECK_1))
    left = max(0, len(deck) - count + len(taken))
    return taken + deck[left:][::-1], deck[:left], discard


@cites(HAND_1, HAND_3, HAND_4, HAND_5, HAND_6, AMB_26)
@attrs.frozen
class TrimHand(Decision[State, TarotTable]):
    """Whoever has too many cards in hand discards, one after the other, before anything else goes on."""

    seat: Seat

    clause = HAND_2
    prompt = "discard down to the hand limit"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand."""
        return tuple([DISCARD[card.position] for card in state.players[self.seat].hand])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """The card is not there."""
        return objections_to_card(state, self.seat, action, Discard, HAND_2)

    def take(self, table: TarotTable, action: Action) -> None:
        """Discard, and ask again while there are too many."""
        assert isinstance(action, Discard)
        discard_from_hand(table, self.seat, action.card, HAND_2)
        if len(table.players[self.seat].hand) > table.rules.hand_limit:
            table.agenda.append(self)


def objections_to_card(
    state: State, seat: Seat, action: Action, kind: type[CardAction], clause: ClauseId
) -> tuple[Violation, ...]:
    """The usual objection to doing something with a card: it is not in the hand."""
    if isinstance(action, kind) and action.card not in state.players[seat].hand:
        return (Violation(clause, f"seat {seat} does not hold {action.card}"),)
    return ()
