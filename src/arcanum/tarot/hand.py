"""Drawing cards, the empty deck, and the hand limit that follows every draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision, report
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import shuffled
from arcanum.kernel.values import value
from arcanum.tarot.actions import DISCARD, CardAction, Discard
from arcanum.tarot.atoms import discard_from_hand, with_cards
from arcanum.tarot.cards import Card, Major, Minor
from arcanum.tarot.clause_ids import (
    AMB_12,
    AMB_13,
    AMB_26,
    AMB_31,
    AMB_32,
    AMB_33,
    AMB_53,
    DECK_1,
    DECK_2,
    DECK_3,
    DECK_4,
    DECK_5,
    FIRST_1,
    FIRST_6,
    HAND_1,
    HAND_2,
    HAND_3,
    HAND_4,
    HAND_5,
    HAND_6,
    HAND_7,
)
from arcanum.tarot.events import Drew, Pile, Shuffled
from arcanum.tarot.state import Player, State, TarotTable, hand_seen_by

CardT = TypeVar("CardT", Minor, Major)


@cites(FIRST_1, FIRST_6, AMB_53)
def majors_in_game(position: State | TarotTable) -> bool:
    """Whether the Major Arcana are used at this moment."""
    variant = position.options.majors
    return variant == "all" or (variant == "from-turn-3" and position.turn >= 3)


@cites(AMB_12)
def duty_open(position: State | TarotTable, seat: Seat) -> bool:
    """Whether the seat is active and still has to play a Minor, and must therefore keep one if it can."""
    return position.active == seat and not position.minor_played and position.rules.last_minor == "kept-if-possible"


def minors_of(cards: Iterable[Card]) -> list[Minor]:
    """The Minors among some cards."""
    return [card for card in cards if isinstance(card, Minor)]


def can_be_given_up(position: State | TarotTable, seat: Seat, cards: Sequence[Card]) -> Sequence[Card]:
    """Those cards of which the seat may give up one: not its last Minor while the duty is open and it has others."""
    minors = minors_of(cards)
    if len(minors) == 1 and len(cards) > 1 and duty_open(position, seat):
        return [card for card in cards if card is not minors[0]]
    return cards


@cites(AMB_13)
def draw(table: TarotTable, seat: Seat, pile: Pile, count: int, clause: ClauseId, *, keep_minor: bool = False) -> int:
    """Draw cards into a hand and enforce the hand limit at once. Returns how many there were to draw."""
    cards = take(table, pile, count)
    player = table.players[seat]
    hand = with_cards(player.hand, cards)
    table.players[seat] = Player(hand, player.hidden, player.vp)
    if table.log is not None:
        table.log.append(Drew(seat, pile, len(cards), count, cards, clause=clause, audience=hand_seen_by(table, seat)))
    if len(hand) > table.rules.hand_limit:
        trim = TrimHand(seat, keep_minor or duty_open(table, seat))
        if not table.agenda or table.agenda[-1] != trim:  # two draws at once are trimmed once
            table.agenda.append(trim)
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
            report(table, Shuffled, pile, len(deck), clause=DECK_1)
    left = max(0, len(deck) - count + len(taken))
    return taken + deck[left:][::-1], deck[:left], discard


@cites(HAND_1, HAND_3, HAND_4, HAND_5, HAND_6, HAND_7, AMB_26)
@value
class TrimHand(Decision[State, TarotTable]):
    """Whoever has too many cards in hand discards, one after the other, before anything else goes on."""

    seat: Seat
    keep_minor: bool = False
    """Whether the last Minor has to stay, because it must be played."""

    clause = HAND_2
    prompt = "discard down to the hand limit"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand, but not the last Minor if that has to stay."""
        hand = state.players[self.seat].hand
        minors = minors_of(hand)
        kept = minors[0] if self.keep_minor and len(minors) == 1 else None
        return tuple([DISCARD[card.position] for card in hand if card is not kept])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """The card is not there, or it has to stay."""
        absent = objections_to_card(state, self.seat, action, Discard, HAND_2)
        return absent or objections_to_last_minor(self.seat, action, Discard)

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


def objections_to_last_minor(seat: Seat, action: Action, kind: type[CardAction]) -> tuple[Violation, ...]:
    """What is left to object to a card that is in the hand: it is the Minor that still has to be played."""
    if isinstance(action, kind):
        return (Violation(AMB_12, f"{action.card} is the last Minor of seat {seat}, who still has to play one"),)
    return ()
