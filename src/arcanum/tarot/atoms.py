"""The atoms: each changes the table and reports the event, and exists once.

Everything that happens in the game is made of these. Which clause made it happen is told by the caller; the rules of
the atom itself (such as the end of the prestige track) are here. Drawing, which asks for discards when a hand grows
too large, is in `hand`.
"""

from __future__ import annotations

from bisect import bisect

from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.events import Event, Seat
from arcanum.tarot.actions import LocationNumber
from arcanum.tarot.board import Figures
from arcanum.tarot.cards import SUITS, Card, Figure, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_5,
    AMB_7,
    AMB_8,
    AMB_61,
    HIDE_9,
    INFO_1,
    LEN_5,
    TRACK_1,
    TRACK_2,
    TRACK_3,
    TRACK_4,
)
from arcanum.tarot.events import Discarded, Hid, Moved, PointsGained, PrestigeChanged
from arcanum.tarot.state import HiddenCard, Player, Prestige, TarotTable


def report(table: TarotTable, event: Event) -> None:
    """Add an event to the log, if there is one; hot code asks for the log before it builds the event."""
    if table.log is not None:
        table.log.append(event)


def by_position(card: Card) -> int:
    """The order in which a hand is kept."""
    return card.position


def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand and one card more."""
    at = bisect(hand, card.position, key=by_position)
    return (*hand[:at], card, *hand[at:])


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand and one card less."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


@cites(AMB_61)
def put_on_discard(table: TarotTable, seat: Seat, card: Card, clause: ClauseId) -> None:
    """Lay a card face up on the pile of its type."""
    if isinstance(card, Minor):
        table.minor_discard += (card,)
    else:
        table.major_discard += (card,)
    if table.log is not None:
        table.log.append(Discarded(seat, card, clause=clause))


def discard_from_hand(table: TarotTable, seat: Seat, card: Card, clause: ClauseId) -> None:
    """Discard a card from a hand."""
    player = table.players[seat]
    table.players[seat] = Player(without(player.hand, card), player.hidden, player.vp)
    put_on_discard(table, seat, card, clause)


@cites(AMB_5)
def put_in_play(table: TarotTable, seat: Seat, card: Card) -> None:
    """Take a card out of a hand to be resolved; until it is discarded it is in no hand and no pile."""
    player = table.players[seat]
    table.players[seat] = Player(without(player.hand, card), player.hidden, player.vp)
    table.in_play += (card,)


def discard_from_play(table: TarotTable, seat: Seat, card: Card, clause: ClauseId) -> None:
    """Discard a card that has been resolved."""
    table.in_play = without(table.in_play, card)
    put_on_discard(table, seat, card, clause)


@cites(HIDE_9, INFO_1)
def hide(table: TarotTable, seat: Seat, card: Card, clause: ClauseId, *, from_hand: bool = True) -> None:
    """Put a card face down among a player's hidden cards."""
    player = table.players[seat]
    hand = without(player.hand, card) if from_hand else player.hand
    table.players[seat] = Player(hand, (*player.hidden, HiddenCard(card)), player.vp)
    if table.log is not None:
        table.log.append(Hid(seat, card, clause=clause, audience=(seat,)))


@cites(LEN_5)
def gain_points(table: TarotTable, seat: Seat, points: int, clause: ClauseId) -> None:
    """Give a player victory points."""
    player = table.players[seat]
    total = player.vp + points
    table.players[seat] = Player(player.hand, player.hidden, total)
    if table.log is not None:
        table.log.append(PointsGained(seat, points, total, clause=clause))


@cites(TRACK_1, TRACK_3, TRACK_4, AMB_8)
def raise_prestige(table: TarotTable, house: Suit, steps: int, clause: ClauseId) -> None:
    """Move a House up. Steps beyond the end of the track push the other Houses back instead."""
    rules = table.rules
    row = table.prestige.row
    before = row[house]
    after = before + steps
    surplus = after - rules.prestige_top
    if surplus > 0:
        after = rules.prestige_top
    set_prestige(table, house, after, clause)
    if surplus > 0:
        back = 1 if rules.overflow == "once" else surplus
        for other in SUITS:
            if other is not house:
                lower_prestige(table, other, back, TRACK_2)


@cites(AMB_7)
def lower_prestige(table: TarotTable, house: Suit, steps: int, clause: ClauseId) -> None:
    """Move a House down, at most to 0."""
    set_prestige(table, house, max(0, table.prestige.row[house] - steps), clause)


def set_prestige(table: TarotTable, house: Suit, value: int, clause: ClauseId) -> None:
    """Put the token of a House on a square."""
    row = table.prestige.row
    before = row[house]
    if value != before:
        table.prestige = Prestige((*row[:house], value, *row[house + 1 :]))
        if table.log is not None:
            table.log.append(PrestigeChanged(house, before, value, clause=clause))


def move(table: TarotTable, seat: Seat, figure: Figure, destination: LocationNumber, clause: ClauseId) -> None:
    """Put a figure into another location."""
    row = table.figures.row
    origin = row[figure]
    table.figures = Figures((*row[:figure], destination, *row[figure + 1 :]))
    if table.log is not None and origin is not None:
        table.log.append(Moved(seat, figure, origin, destination, clause=clause))
