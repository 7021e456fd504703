"""Who may know what. Every view is built here, and nothing that is not named here is in one."""

from __future__ import annotations

from typing import Any

import attrs

from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_31,
    F_ACT_9,
    R_EVT_3,
    R_EVT_5,
    R_INT_3,
    R_INT_4,
    R_INT_8,
    R_MIL_1,
    R_OBJ_2,
    R_OBJ_7,
)
from arcanum.guilds.rules import Rules
from arcanum.guilds.state import Aside, Bonus, District, Options, Phase, State, hand_seen_by
from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Task
from arcanum.kernel.cite import cites
from arcanum.kernel.engine import legal_actions, pending
from arcanum.kernel.events import Seat


@attrs.frozen
class PlayerView:
    """What can be seen of a player; a field that may not be known is None."""

    guild: str
    deck: int
    hand: tuple[CardId, ...] | None
    hand_size: int
    discard: tuple[CardId, ...]
    tucked: tuple[CardId, ...]
    objectives: tuple[CardId, ...] | None
    objective_count: int
    master: CardId | None
    master_spent: bool
    owned: tuple[CardId, ...]
    """Cards that are known to be in his Deck, in his hand or facedown before him, though not which of them is where.

    These are all of them, but for the cards that another player chose for a Deck of his own.
    """


@attrs.frozen
class PlacedView:
    """What can be seen of a card in a District: always whose it is, and the card unless it lies facedown."""

    card: CardId | None
    owner: Seat
    face_up: bool
    militia: bool
    """Whether it is one of the Militia, which everybody saw come."""
    shown: bool
    """Whether it lies facedown but came from a place where everybody saw it."""
    known_to: tuple[Seat, ...]
    """Seats other than the owner that have looked at the card although it lies facedown."""


@attrs.frozen
class DistrictView:
    """What can be seen of a District."""

    name: str
    friendly_to: tuple[Seat, ...]
    pile: int
    next: CardId | None
    """The next card of the pile, if the seat has looked at it."""
    stake: CardId | None
    cards: tuple[PlacedView, ...]
    known_to: tuple[Seat, ...]
    """Seats that have seen the next card of the pile."""
    end_among: int
    """The end card is one of so many of the lowest cards of the pile; 0 if it is not there."""


@attrs.frozen
class AsideView:
    """A card between two places."""

    card: CardId | None
    owner: Seat
    public: bool
    militia: bool
    """Whether it is one of the Militia, which everybody saw come."""


@attrs.frozen(kw_only=True)
class View:
    """What a seat may know of a state; seat None is a spectator."""

    seat: Seat | None
    rules: Rules
    options: Options
    players: tuple[PlayerView, ...]
    districts: tuple[DistrictView, ...]
    round: int
    phase: Phase
    first_player: Seat
    active: Seat | None
    militia: int
    militia_used: tuple[CardId, ...]
    events: int
    next_event: CardId | None
    """The faceup card of the event pile."""
    event: CardId | None
    past_events: tuple[CardId, ...]
    bonuses: tuple[Bonus, ...]
    aside: tuple[AsideView, ...]
    last_round: int | None
    idle: int = 0
    """Rounds in a row in which nobody has won a Stake, the running one included."""
    agenda: tuple[Task[Any, Any], ...]
    """What is still to happen, the next thing last, as far as the seat may know it."""
    to_act: Seat | None
    prompt: str | None
    """What the seat to act is asked to do."""
    legal_actions: tuple[Action, ...]
    """The legal actions if this seat is to act, otherwise none."""

    def _repr_svg_(self) -> str:
        """Notebooks show a view as a picture."""
        from arcanum.pictures import svg

        return svg(self)


@cites(R_EVT_3, R_EVT_5, R_MIL_1)
def observe(state: State, seat: Seat | None) -> View:
    """The view of a seat."""
    decision = pending(state)
    over = state.phase is Phase.OVER
    return View(
        seat=seat,
        rules=state.rules,
        options=state.options,
        players=tuple(see_player(state, other, seat, over=over) for other in range(len(state.players))),
        districts=tuple(see_district(state, district, seat) for district in state.districts),
        round=state.round,
        phase=state.phase,
        first_player=state.first_player,
        active=state.active,
        militia=len(state.militia),
        militia_used=state.militia_used,
        events=len(state.events),
        next_event=state.events[-1] if state.events else None,
        event=state.event,
        past_events=state.past_events,
        bonuses=state.bonuses,
        aside=tuple(see_aside(state, each, seat) for each in state.aside),
        last_round=state.last_round,
        idle=state.idle,
        agenda=tuple([task.seen_by(seat) for task in state.agenda]),
        to_act=None if decision is None else decision.seat,
        prompt=None if decision is None else decision.prompt,
        legal_actions=legal_actions(state) if decision is not None and decision.seat == seat else (),
    )


@cites(R_OBJ_2, R_OBJ_7, AMB_31)
def see_player(state: State, seat: Seat, viewer: Seat | None, *, over: bool) -> PlayerView:
    """A player knows his own hand and Objectives; the others know how many there are, and see them at the end.

    Hands may lie open.
    """
    player, own = state.players[seat], seat == viewer
    return PlayerView(
        guild=player.guild,
        deck=len(player.deck),
        hand=player.hand if viewer in hand_seen_by(state, seat) else None,
        hand_size=len(player.hand),
        discard=player.discard,
        tucked=player.tucked,
        objectives=player.objectives if own or over else None,
        objective_count=len(player.objectives),
        master=player.master,
        master_spent=player.master_spent,
        owned=owned(state, seat, everything=own or "customise" not in state.options.modules),
    )


def owned(state: State, seat: Seat, *, everything: bool) -> tuple[CardId, ...]:
    """The cards of a player that lie facedown somewhere, in the order of the catalogue.

    Everybody knows what a guild starts with and who won which Stake; only what somebody chose for his Deck is secret.
    """
    player = state.players[seat]
    cards = [*player.deck, *player.hand]
    cards += [each.card for each in state.aside if each.owner == seat and not each.public]
    for district in state.districts:
        cards += [each.card for each in district.cards if each.owner == seat and not each.face_up and not each.shown]
    faces = [state.card(card) for card in cards]
    known = [face.id for face in faces if face.kind is not Kind.MILITIA and (everything or face.is_stake)]
    return tuple(sorted(known, key=state.rules.catalogue.order.__getitem__))


@cites(R_INT_3, R_INT_4, R_INT_8, F_ACT_9)
def see_district(state: State, district: District, seat: Seat | None) -> DistrictView:
    """Everybody sees faceup cards and whose every card is; a facedown one is known to its owner and to who looked."""
    return DistrictView(
        name=district.name,
        friendly_to=district.friendly_to,
        pile=len(district.pile),
        next=district.pile[-1] if seat in district.known_to and district.pile else None,
        stake=district.stake,
        cards=tuple(
            [
                PlacedView(
                    each.card if each.seen_by(seat) else None,
                    each.owner,
                    each.face_up,
                    state.card(each.card).kind is Kind.MILITIA,
                    each.shown,
                    each.known_to,
                )
                for each in district.cards
            ]
        ),
        known_to=district.known_to,
        end_among=district.end_among,
    )


def see_aside(state: State, aside: Aside, seat: Seat | None) -> AsideView:
    """A card between two places is seen by all if it is public, otherwise by the player who drew it."""
    known = aside.public or aside.owner == seat
    militia = state.card(aside.card).kind is Kind.MILITIA
    return AsideView(aside.card if known else None, aside.owner, aside.public, militia)
