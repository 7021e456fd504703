"""The atoms: each changes the table and reports the event, and exists once.

Everything that happens in the game is made of these. Which clause made it happen is told by the caller, in the
numbering of the Revised Edition; `report` turns it into the clause of the edition that is played.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from typing import Final, ParamSpec

import attrs

from arcanum.guilds.abilities import is_flagged
from arcanum.guilds.actions import make_room
from arcanum.guilds.board import MOST_PLAYERS
from arcanum.guilds.cards import CardId
from arcanum.guilds.clause_ids import (
    AMB_09,
    AMB_10,
    AMB_17,
    AMB_18,
    AMB_20,
    AMB_31,
    AMB_33,
    F_DRAW_1,
    F_DRAW_2,
    R_BRIBE_3,
    R_DRAW_2,
    R_DRAW_3,
    R_DRAW_4,
    R_INT_3,
    R_INT_4,
    R_INT_13,
    R_MIL_4,
    R_MIL_7,
    R_RES_7,
    R_STAKE_2,
)
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    Banished,
    Discarded,
    Drew,
    Moved,
    MovedFacedown,
    Shuffled,
    TakenBack,
    TakenBackFacedown,
    TurnedUp,
)
from arcanum.guilds.state import Aside, District, GuildTable, Placed, Player, State, hand_seen_by
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import shuffled

P = ParamSpec("P")


def report(table: GuildTable, kind: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
    """Add an event of a kind to the log with the clause of the edition; if nobody keeps one, it is not even made."""
    if table.log is not None:
        event = kind(*args, **kwargs)
        clause = table.rules.said(event.clause)
        table.log.append(event if clause == event.clause else attrs.evolve(event, clause=clause))


def change_player(
    table: GuildTable,
    seat: Seat,
    *,
    deck: tuple[CardId, ...] | None = None,
    hand: tuple[CardId, ...] | None = None,
    discard: tuple[CardId, ...] | None = None,
    tucked: tuple[CardId, ...] | None = None,
    objectives: tuple[CardId, ...] | None = None,
    master: CardId | None = None,
    master_spent: bool | None = None,
) -> None:
    """Replace parts of what belongs to a player."""
    old = table.players[seat]
    table.players[seat] = Player(
        old.guild,
        old.deck if deck is None else deck,
        old.hand if hand is None else hand,
        old.discard if discard is None else discard,
        old.tucked if tucked is None else tucked,
        old.objectives if objectives is None else objectives,
        old.master if master is None else master,
        old.master_spent if master_spent is None else master_spent,
    )


SAME: Final = CardId("")
"""Stands for the Stake that lies there already; no card has this name."""


def change_district(
    table: GuildTable,
    at: int,
    *,
    pile: tuple[CardId, ...] | None = None,
    stake: CardId | None = SAME,
    cards: tuple[Placed, ...] | None = None,
    known_to: tuple[Seat, ...] | None = None,
    end_among: int | None = None,
) -> None:
    """Replace parts of a District."""
    districts = list(table.districts)
    old = districts[at]
    districts[at] = District(
        old.name,
        old.friendly_to,
        old.pile if pile is None else pile,
        old.stake if stake is SAME else stake,
        old.cards if cards is None else cards,
        old.known_to if known_to is None else known_to,
        old.end_among if end_among is None else end_among,
    )
    table.districts = tuple(districts)


_PLACED: Final[dict[CardId, tuple[Placed, ...]]] = {}


def placed(card: CardId, owner: Seat, face_up: bool) -> Placed:
    """A card in a District; it is made once, like an action."""
    ways = _PLACED.get(card)
    if ways is None:
        make_room(_PLACED)
        ways = tuple([Placed(card, seat, turned) for seat in range(MOST_PLAYERS) for turned in (False, True)])
        _PLACED[card] = ways
    return ways[2 * owner + 1 if face_up else 2 * owner]


def put_in_hand(table: GuildTable, seat: Seat, card: CardId) -> None:
    """Add a card to a hand, in its place."""
    order = table.rules.catalogue.order
    hand = table.players[seat].hand
    at = bisect(hand, order[card], key=order.__getitem__)
    change_player(table, seat, hand=(*hand[:at], card, *hand[at:]))


def take_out(table: GuildTable, seat: Seat, card: CardId) -> None:
    """Take a card that is about to be used out of the hand, or from where it was laid aside."""
    old = table.players[seat]
    left = less(old.hand, card)
    if left is None:
        end_aside(table, card)
    else:
        table.players[seat] = Player(
            old.guild, old.deck, left, old.discard, old.tucked, old.objectives, old.master, old.master_spent
        )


def less(hand: tuple[CardId, ...], card: CardId) -> tuple[CardId, ...] | None:
    """A hand without a card; None if it is not there."""
    for at, each in enumerate(hand):
        if each == card:
            return hand[:at] + hand[at + 1 :]
    return None


def lay_aside(table: GuildTable, seat: Seat, card: CardId, *, public: bool) -> None:
    """Put a card between two places."""
    table.aside += (Aside(card, seat, public),)


def end_aside(table: GuildTable, card: CardId) -> None:
    """Take a card from between two places."""
    table.aside = tuple([each for each in table.aside if each.card != card])


@cites(AMB_31, R_STAKE_2)
def put_on_discard(
    table: GuildTable, seat: Seat, card: CardId, clause: ClauseId, hand: tuple[CardId, ...] | None = None
) -> None:
    """Lay a card on top of a player's Discard Pile, which everybody can see; `hand` is what is left if it was there."""
    old = table.players[seat]
    left = old.hand if hand is None else hand
    top = (card,)  # to add two tuples takes less time than to unpack one
    table.players[seat] = Player(
        old.guild, old.deck, left, old.discard + top, old.tucked, old.objectives, old.master, old.master_spent
    )
    if table.log is not None:
        report(table, Discarded, seat, card, clause=clause)


def discard(table: GuildTable, seat: Seat, card: CardId, clause: ClauseId) -> None:
    """Discard a card from the hand, or from where it was laid aside."""
    left = less(table.players[seat].hand, card)
    if left is None:
        end_aside(table, card)
    put_on_discard(table, seat, card, clause, left)


@cites(R_DRAW_2, R_DRAW_3, R_DRAW_4, AMB_09, AMB_10, F_DRAW_1, F_DRAW_2)
def take_from_deck(table: GuildTable, seat: Seat, count: int) -> tuple[CardId, ...]:
    """The top cards of a Deck. One that is too short is drawn out, then the Discard Pile becomes the new Deck."""
    player = table.players[seat]
    drawn = player.deck[max(0, len(player.deck) - count) :][::-1]
    if len(drawn) < count and player.discard and not (table.rules.short_hand and drawn):
        table.rng, deck = shuffled(table.rng, player.discard)
        if table.log is not None:
            report(table, Shuffled, seat, len(deck), clause=R_DRAW_2)
        rest = min(count - len(drawn), len(deck))
        drawn += deck[len(deck) - rest :][::-1]
        change_player(table, seat, deck=deck[: len(deck) - rest], discard=())
    else:
        change_player(table, seat, deck=player.deck[: len(player.deck) - len(drawn)])
    return drawn


def draw(table: GuildTable, seat: Seat, count: int, clause: ClauseId) -> None:
    """Draw cards from the own Deck into the hand."""
    drawn = take_from_deck(table, seat, count)
    if table.log is not None:
        report(table, Drew, seat, len(drawn), count, drawn, clause=clause, audience=hand_seen_by(table, seat))
    change_player(table, seat, hand=table.rules.catalogue.in_order(table.players[seat].hand + drawn))


@cites(AMB_18, AMB_33, R_MIL_4)
def goes_face_up(position: State | GuildTable, district: District, owner: Seat) -> bool:
    """How a card lies in a District: facedown where its owner is at home, faceup elsewhere, unless an Event rules."""
    if position.event is not None:
        if is_flagged(position, "all-face-up"):
            return True
        if is_flagged(position, "all-face-down"):
            return False
    return district.standing(owner) != "friendly"


def assign(table: GuildTable, seat: Seat, card: CardId, at: int, *, shown: bool = False) -> None:
    """Send an Agent to a District; everybody knows one that is shown, however it lies."""
    district = table.districts[at]
    face_up = goes_face_up(table, district, seat)
    last = (placed(card, seat, face_up) if face_up or not shown else Placed(card, seat, False, True),)
    change_district(table, at, cards=district.cards + last)
    if table.log is None:
        return
    if face_up:
        report(table, Assigned, seat, card, district.name, clause=R_INT_3)
    else:
        audience = hand_seen_by(table, seat) if shown else (seat,)
        report(table, AssignedFacedown, seat, card, district.name, clause=R_INT_4, audience=audience)


@cites(R_BRIBE_3)
def turn_up(table: GuildTable, seat: Seat, at: int, cards: tuple[CardId, ...], clause: ClauseId) -> None:
    """Turn up facedown cards in a District."""
    district = table.districts[at]
    hidden = tuple([each.card for each in district.cards if each.card in cards and not each.face_up])
    if hidden:
        change_district(
            table,
            at,
            cards=tuple(
                [placed(each.card, each.owner, True) if each.card in hidden else each for each in district.cards]
            ),
        )
        report(table, TurnedUp, seat, district.name, hidden, clause=clause)


def turn_all_up(table: GuildTable, at: int, first: Seat, clause: ClauseId) -> None:
    """Turn up all facedown cards in a District, player by player, clockwise from one."""
    district = table.districts[at]
    hidden = [each for each in district.cards if not each.face_up]
    if not hidden:
        return
    shown = [each if each.face_up else placed(each.card, each.owner, True) for each in district.cards]
    change_district(table, at, cards=tuple(shown))
    if table.log is not None:
        for seat in table.all_from(first):
            cards = tuple([each.card for each in hidden if each.owner == seat])
            if cards:
                report(table, TurnedUp, seat, district.name, cards, clause=clause)


@cites(R_INT_13, AMB_20)
def move(table: GuildTable, seat: Seat, at: int, place: int, to: int) -> None:
    """Move an Agent to another District, where it lies as if it came from the hand; what it held stays behind.

    A card that everybody has seen is known to all of them, however it lies now.
    """
    origin, destination = table.districts[at], table.districts[to]
    card = origin.cards[place]
    face_up = goes_face_up(table, destination, card.owner)
    public = card.face_up or card.shown
    change_district(table, at, cards=origin.cards[:place] + origin.cards[place + 1 :])
    known = () if face_up or public else card.known_to
    moved = Placed(card.card, card.owner, face_up, public and not face_up, known)
    change_district(table, to, cards=(*destination.cards, moved))
    if face_up or public:
        report(table, Moved, seat, card.owner, card.card, origin.name, destination.name, face_up, clause=R_INT_13)
    else:
        audience = (card.owner, *known)
        names = origin.name, destination.name
        report(table, MovedFacedown, seat, card.owner, card.card, *names, clause=R_INT_13, audience=audience)


def take_back(table: GuildTable, at: int, place: int, clause: ClauseId) -> None:
    """Put a card in a District back into its owner's hand."""
    district = table.districts[at]
    card = district.cards[place]
    change_district(table, at, cards=district.cards[:place] + district.cards[place + 1 :])
    put_in_hand(table, card.owner, card.card)
    if card.face_up or card.shown or table.rules.open_hands:
        report(table, TakenBack, card.owner, card.card, clause=clause)
    else:
        audience = (card.owner, *card.known_to)
        report(table, TakenBackFacedown, card.owner, district.name, card.card, clause=clause, audience=audience)


@cites(R_MIL_7, AMB_17)
def put_away(table: GuildTable, card: Placed, clause: ClauseId) -> None:
    """Send a card that leaves a District to its owner's Discard Pile; Militia wait for the end of the round."""
    if card.card in table.rules.catalogue.militia:
        table.militia_used += (card.card,)
    else:
        put_on_discard(table, card.owner, card.card, clause)


def banish(table: GuildTable, seat: Seat, at: int, place: int, clause: ClauseId) -> None:
    """Send somebody's Agent away."""
    district = table.districts[at]
    card = district.cards[place]
    change_district(table, at, cards=district.cards[:place] + district.cards[place + 1 :])
    report(table, Banished, seat, card.owner, card.card, district.name, clause=clause)
    put_away(table, card, clause)


@cites(R_RES_7)
def clear(table: GuildTable, at: int, clause: ClauseId, stake: CardId | None = SAME) -> None:
    """Send all cards of a District to their owners; from now on this Stake lies there."""
    cards = table.districts[at].cards
    change_district(table, at, cards=(), stake=stake)
    for card in cards:
        put_away(table, card, clause)


def district_named(position: State | GuildTable, name: str) -> int | None:
    """The place of a District at the table; None if there is none of that name."""
    for at, district in enumerate(position.districts):
        if district.name == name:
            return at
    return None
