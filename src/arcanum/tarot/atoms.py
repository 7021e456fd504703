"""The atoms: each changes the table and reports the event, and exists once.

Everything that happens in the game is made of these. Which clause made it happen is told by the caller; the rules of
the atom itself (such as the end of the prestige track) are here. Drawing, which asks for discards when a hand grows
too large, is in `hand`.
"""

from __future__ import annotations

from operator import attrgetter

from arcanum.kernel.agenda import report
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.tarot.actions import LocationNumber
from arcanum.tarot.board import Figures, Prestige
from arcanum.tarot.cards import MAJORS, MINORS, SUITS, TOWER, Card, Figure, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_5,
    AMB_7,
    AMB_8,
    AMB_9,
    AMB_11,
    AMB_24,
    AMB_61,
    HIDE_9,
    INFO_1,
    LEN_5,
    MAJ_15_1,
    MAJ_15_2,
    MAJ_19_4,
    MAJ_19_5,
    MAJ_20_2,
    TRACK_1,
    TRACK_2,
    TRACK_3,
    TRACK_4,
    TRACK_6,
)
from arcanum.tarot.events import (
    Discarded,
    FigureRemoved,
    FigureReturned,
    Gave,
    Hid,
    Moved,
    PointsGained,
    PointsLost,
    PrestigeChanged,
    Swapped,
    TowerPlaced,
    TurnedUp,
)
from arcanum.tarot.state import HiddenCard, Player, TarotTable, hand_seen_by

_POSITION = attrgetter("position")
HIDDEN = tuple((HiddenCard(card), HiddenCard(card, True)) for card in MINORS + MAJORS)
"""`HIDDEN[card.position][face_up]`; a hidden card is built once, like an action."""


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand and one of its cards less; every card exists once."""
    at = 0
    while hand[at] is not card:
        at += 1
    return hand[:at] + hand[at + 1 :]


def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand and one card more."""
    position = card.position
    for at, other in enumerate(hand):
        if other.position > position:
            return (*hand[:at], card, *hand[at:])
    return (*hand, card)


def with_cards(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand and some cards more."""
    if len(cards) > 2:
        return tuple(sorted(hand + cards, key=_POSITION))
    for card in cards:
        hand = with_card(hand, card)
    return hand


def particular(clause: ClauseId, printed: ClauseId, more: ClauseId) -> ClauseId:
    """The more particular clause of the place where a word is printed; elsewhere that of the place where it stands."""
    return more if clause == printed else clause


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
    table.players[seat] = Player(hand, (*player.hidden, HIDDEN[card.position][False]), player.vp)
    if table.log is not None:
        table.log.append(Hid(seat, card, from_hand, clause=clause, audience=(seat,)))


@cites(LEN_5, MAJ_15_1)
def gain_points(table: TarotTable, seat: Seat, points: int, clause: ClauseId) -> None:
    """Give a player victory points; the Devil doubles them."""
    player = table.players[seat]
    points *= table.factor
    total = player.vp + points
    table.players[seat] = Player(player.hand, player.hidden, total)
    if table.log is not None:
        table.log.append(PointsGained(seat, points, total, clause=clause))


@cites(TRACK_6)
def lose_points(table: TarotTable, seat: Seat, points: int, clause: ClauseId) -> None:
    """Take victory points from a player, at most all he has."""
    player = table.players[seat]
    lost = min(player.vp, points * table.factor)
    table.players[seat] = Player(player.hand, player.hidden, player.vp - lost)
    report(table, PointsLost, seat, lost, player.vp - lost, clause=clause)


@cites(TRACK_1, TRACK_3, TRACK_4, AMB_8, AMB_9, AMB_11, MAJ_15_2)
def raise_prestige(table: TarotTable, house: Suit, steps: int, clause: ClauseId) -> None:
    """Move a House up, doubly under the Devil. Steps beyond the end of the track push the other Houses back instead."""
    rules = table.rules
    after = table.prestige.row[house] + steps * table.factor
    surplus = after - rules.prestige_top
    if surplus <= 0:
        set_prestige(table, house, after, clause)
    else:
        set_prestige(table, house, rules.prestige_top, clause)
        back = 1 if rules.overflow == "once" else surplus
        for other in SUITS:
            if other is not house:
                set_prestige(table, other, max(0, table.prestige.row[other] - back), TRACK_2)


@cites(AMB_7)
def lower_prestige(table: TarotTable, house: Suit, steps: int, clause: ClauseId) -> None:
    """Move a House down, doubly under the Devil, at most to 0."""
    set_prestige(table, house, max(0, table.prestige.row[house] - steps * table.factor), clause)


def set_prestige(table: TarotTable, house: Suit, value: int, clause: ClauseId) -> None:
    """Put the token of a House on a square."""
    row = list(table.prestige.row)
    before = row[house]
    if value != before:
        row[house] = value
        table.prestige = Prestige(tuple(row))
        if table.log is not None:
            table.log.append(PrestigeChanged(house, before, value, clause=clause))


def move(table: TarotTable, seat: Seat, figure: Figure, destination: LocationNumber, clause: ClauseId) -> None:
    """Put a figure into another location."""
    origin = table.figures.row[figure]
    place_figure(table, figure, destination)
    if table.log is not None and origin is not None:
        table.log.append(Moved(seat, figure, origin, destination, clause=clause))


def give(table: TarotTable, seat: Seat, receiver: Seat, cards: tuple[Card, ...], clause: ClauseId) -> None:
    """Hand cards from one hand to another."""
    hand, other = table.players[seat].hand, table.players[receiver].hand
    for card in cards:
        hand, other = without(hand, card), with_card(other, card)
    table.players[seat] = with_hand(table.players[seat], hand)
    table.players[receiver] = with_hand(table.players[receiver], other)
    report(table, Gave, seat, receiver, len(cards), cards, clause=clause, audience=hand_seen_by(table, seat, receiver))


def with_hand(player: Player, hand: tuple[Card, ...]) -> Player:
    """The player with another hand."""
    return Player(hand, player.hidden, player.vp)


@cites(AMB_24, MAJ_19_5)
def swap(table: TarotTable, seat: Seat, card: Card, hidden: Card, clause: ClauseId) -> None:
    """Exchange a card of the hand for a hidden one. The new one lies face down, whatever the old one did."""
    player = table.players[seat]
    place = [each.card for each in player.hidden].index(hidden)
    row = (*player.hidden[:place], HiddenCard(card), *player.hidden[place + 1 :])
    table.players[seat] = Player(with_card(without(player.hand, card), hidden), row, player.vp)
    report(table, Swapped, seat, place, card, hidden, clause=clause, audience=(seat,))


@cites(MAJ_19_4)
def turn_up(table: TarotTable, seat: Seat, cards: tuple[Card, ...], clause: ClauseId) -> None:
    """Turn hidden cards face up; they stay so until a scoring takes them away."""
    player = table.players[seat]
    row = tuple([HiddenCard(each.card, each.face_up or each.card in cards) for each in player.hidden])
    table.players[seat] = Player(player.hand, row, player.vp)
    report(table, TurnedUp, seat, cards, clause=clause)


def lay_tower(table: TarotTable, seat: Seat, locations: tuple[LocationNumber, ...], clause: ClauseId) -> None:
    """Put the Tower card on the board."""
    table.in_play = without(table.in_play, TOWER)
    table.tower = locations
    table.tower_owner = seat
    report(table, TowerPlaced, seat, locations, clause=clause)


def clear_tower(table: TarotTable, clause: ClauseId) -> None:
    """Take the Tower card off the board and discard it."""
    owner = table.tower_owner
    if owner is not None:
        table.tower = ()
        table.tower_owner = None
        put_on_discard(table, owner, TOWER, clause)


def place_figure(table: TarotTable, figure: Figure, location: LocationNumber | None) -> None:
    """Put a figure somewhere, or nowhere."""
    row = list(table.figures.row)
    row[figure] = location
    table.figures = Figures(tuple(row))


def remove_figure(table: TarotTable, seat: Seat, figure: Figure, clause: ClauseId) -> None:
    """Take a figure off the board, to be put back by the seat."""
    origin = table.figures.row[figure]
    assert origin is not None
    place_figure(table, figure, None)
    away = dict(table.exiles)
    away[seat] = (*away.get(seat, ()), figure)
    table.exiles = tuple(away.items())
    if clause != MAJ_20_2:
        table.exiled_by = tuple({**dict(table.exiled_by), seat: clause}.items())
    report(table, FigureRemoved, seat, figure, origin, clause=clause)


def return_figure(table: TarotTable, seat: Seat, figure: Figure, location: LocationNumber, clause: ClauseId) -> None:
    """Put a figure back on the board."""
    place_figure(table, figure, location)
    away = {owner: tuple([each for each in figures if each is not figure]) for owner, figures in table.exiles}
    table.exiles = tuple([(owner, figures) for owner, figures in away.items() if figures])
    table.exiled_by = tuple([each for each in table.exiled_by if away.get(each[0])])
    report(table, FigureReturned, seat, figure, location, clause=clause)
