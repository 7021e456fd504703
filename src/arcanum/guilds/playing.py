"""A player's turn in the Intrigue Phase: one action with one card, and what it sets off."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import attrs

from arcanum.guilds.abilities import Thwart, is_flagged
from arcanum.guilds.actions import (
    ASSIGN,
    BRIBE,
    HIRE,
    MOVE,
    SWAP,
    USE,
    Assign,
    Bribe,
    CardAction,
    Discard,
    Hire,
    Move,
    Play,
    Swap,
    Use,
    make_room,
)
from arcanum.guilds.atoms import (
    assign,
    change_player,
    discard,
    district_named,
    end_aside,
    lay_aside,
    put_on_discard,
    report,
    take_out,
)
from arcanum.guilds.board import MOST_PLAYERS, layout
from arcanum.guilds.bribing import hosts, offer_claim, place_relic
from arcanum.guilds.cards import UNSEEN, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_08,
    AMB_16,
    AMB_17,
    AMB_25,
    AMB_29,
    AMB_32,
    AMB_34,
    F_ACT_1,
    F_ACT_2,
    F_ACT_3,
    F_ACT_4,
    F_ACT_5,
    F_ACT_7,
    F_ACT_8,
    F_STAKE_1,
    F_STAKE_2,
    R_BRIBE_1,
    R_BRIBE_2,
    R_BRIBE_12,
    R_EVT_4,
    R_GM_1,
    R_GM_2,
    R_GM_4,
    R_INT_1,
    R_INT_2,
    R_INT_3,
    R_INT_4,
    R_INT_5,
    R_INT_6,
    R_INT_7,
    R_INT_9,
    R_INT_10,
    R_LOC_1,
    R_LOC_3,
    R_LOC_4,
    R_MIL_2,
    R_MIL_3,
    R_SETUP_1,
    R_SETUP_8,
)
from arcanum.guilds.events import MasterUsed, MilitiaHired, Played, Thwarted
from arcanum.guilds.state import GuildTable, Placed, State
from arcanum.guilds.strength import Position, price_of
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Decision, Frame, Task, can_all, decline
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Chose, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value


@cites(R_INT_1, R_INT_9, R_INT_10, F_ACT_1)
@value
class NextTurn(Task[State, GuildTable]):
    """Clockwise from a seat, the next player with cards in hand takes a turn; without any, the Intrigue Phase ends."""

    seat: Seat

    def run(self, table: GuildTable) -> None:
        """Find him."""
        players, seat = table.players, self.seat
        for _ in players:
            if players[seat].hand:
                table.active = seat
                table.agenda.append(NEXT_TURN[(seat + 1) % table.seats])
                table.agenda.append(turns(table.rules.said(R_INT_2))[seat])
                return
            seat = (seat + 1) % table.seats
        table.active = None


@value
class ActAgain(Task[State, GuildTable]):
    """A player takes another action, if he has a card for it."""

    seat: Seat

    def run(self, table: GuildTable) -> None:
        """Ask him."""
        if table.players[self.seat].hand:
            table.agenda.append(TakeTurn(self.seat, table.rules.said(R_INT_2)))


class Choice:
    """Some of the Districts at a table, and what was made before of all that can be done there."""

    __slots__ = ("_assignments", "_moves", "_swaps", "names")

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._assignments: dict[CardId, tuple[Assign, ...]] = {}
        self._moves: dict[str, dict[int, tuple[Move, ...]]] = {}
        self._swaps: tuple[Swap, ...] | None = None

    def assignments(self, card: CardId) -> tuple[Assign, ...]:
        """The ways to send an Agent to one of them."""
        ways = self._assignments.get(card)
        if ways is None:
            make_room(self._assignments)
            ways = self._assignments[card] = tuple([ASSIGN(card, name) for name in self.names])
        return ways

    def moves(self, district: str, place: int) -> tuple[Move, ...]:
        """The ways to move a card of a District to another one of them."""
        made = self._moves.get(district)
        if made is None:
            made = self._moves[district] = {}
        ways = made.get(place)
        if ways is None:
            make_room(made)
            ways = made[place] = tuple([MOVE(district, place, name) for name in self.names if name != district])
        return ways

    def swaps(self) -> tuple[Swap, ...]:
        """The ways to exchange the Stakes of two of them."""
        ways = self._swaps
        if ways is None:
            ways = self._swaps = tuple([SWAP(one, other) for one, other in combinations(self.names, 2)])
        return ways


def _choices(players: int) -> tuple[Choice, ...]:
    places = layout(players)
    every = range(1 << len(places))
    return tuple([Choice(tuple([place.name for at, place in enumerate(places) if some >> at & 1])) for some in every])


CHOICES: Final = {players: _choices(players) for players in range(2, MOST_PLAYERS + 1)}
"""For so many players, by a number that has a bit for each District, the Districts whose bits are set."""


@cites(AMB_08)
def open_districts(position: Position) -> Choice:
    """The Districts to which Agents can be sent: those with a Stake to win."""
    stakes = position.rules.catalogue.stakes_to_win
    some, bit = 0, 1
    for district in position.districts:
        if district.stake in stakes:
            some += bit
        bit += bit
    return CHOICES[len(position.players)][some]


@cites(R_INT_3, R_INT_4, R_INT_5, R_INT_6, R_LOC_3, AMB_25, AMB_29, F_ACT_3, F_ACT_4, F_STAKE_1, F_STAKE_2)
def plays(position: Position, seat: Seat, cards: tuple[CardId, ...], *, hand: bool) -> list[Action]:
    """Everything that a player can do with each of some cards; one that is of no use can always be discarded.

    What comes from the hand can be discarded whatever use it has, and pays for the Militia, as drawn cards may not.
    """
    catalogue, militia = position.rules.catalogue, "militia" in position.options.modules
    drawn_pay = position.rules.drawn_cards_pay
    agents, relics, locations, discards = catalogue.agents, catalogue.relics, catalogue.plays, catalogue.discards
    districts, able = open_districts(position), None
    found: list[Action] = []
    for card in cards:
        before = len(found)
        if card in agents:
            found += districts.assignments(card)
        elif card in relics:
            able = hosts(position, seat) if able is None else able
            found += bribes(card, able)
        elif not is_flagged(position, "no-locations"):
            found.append(locations[card])
        if militia and (hand or drawn_pay) and can_hire(position, card):
            found.append(HIRE(card))
        if hand or len(found) == before:
            found.append(discards[card])
    return found


_BRIBES: Final[dict[CardId, dict[CardId, Bribe]]] = {}


def bribes(relic: CardId, agents: list[Placed]) -> list[Bribe]:
    """The ways to place a Relic on one of some Agents."""
    known = _BRIBES.get(relic)
    if known is None:
        make_room(_BRIBES)
        known = _BRIBES[relic] = {}
    found: list[Bribe] = []
    for agent in agents:
        made = known.get(agent.card)
        if made is None:
            make_room(known)
            made = known[agent.card] = BRIBE(relic, agent.card)
        found.append(made)
    return found


@cites(R_MIL_2, AMB_16, AMB_17, F_ACT_7)
def can_hire(position: Position, card: CardId) -> bool:
    """Whether a card can pay for the Militia now."""
    if "militia" not in position.options.modules or not position.militia or is_flagged(position, "no-militia"):
        return False
    return pays_for_militia(position, card) and bool(open_districts(position).names)


def pays_for_militia(position: Position, card: CardId) -> bool:
    """Whether a card is of the kind that pays: a Stake, or in the first edition a Relic."""
    face = position.rules.catalogue[card]
    return face.is_stake if position.rules.militia_cost == "stake" else face.kind is Kind.RELIC


@cites(R_GM_1, R_GM_2, R_GM_4, AMB_34)
def usable_master(position: Position, seat: Seat) -> CardId | None:
    """The Guild Master of a player, if its ability can be used now."""
    player = position.players[seat]
    if player.master is None or player.master_spent:
        return None
    program = position.rules.catalogue[player.master].program
    return player.master if program and can_all(program, position, seat) else None


@cites(AMB_32, F_ACT_2)
@value
class TakeTurn(Decision[State, GuildTable]):
    """A player must do one action with one of his cards; using his Guild Master comes on top of it."""

    seat: Seat
    clause: ClauseId

    prompt = "assign, play, bribe with or discard a card"

    @cites(R_INT_7, F_ACT_8)
    def actions(self, state: State) -> tuple[Action, ...]:
        """Everything that can be done with each card of the hand, then the Guild Master."""
        player = state.players[self.seat]
        found = plays(state, self.seat, player.hand, hand=True)
        if player.master is not None:
            master = usable_master(state, self.seat)
            if master is not None:
                found.append(USE(master))
        return tuple(found)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """What the action lacks."""
        found = _objection(state, self.seat, action)
        return () if found is None else (attrs.evolve(found, clause=state.rules.said(found.clause)),)

    def take(self, table: GuildTable, action: Action) -> None:
        """Do it."""
        if isinstance(action, Use):
            table.agenda.append(ActAgain(self.seat))
            use_master(table, self.seat, action.card)
        else:
            carry_out(table, self.seat, action)


NEXT_TURN: Final = tuple([NextTurn(seat) for seat in range(MOST_PLAYERS)])
"""For each seat, the search for the next player that starts there."""


_TURNS: Final[dict[ClauseId, tuple[TakeTurn, ...]]] = {}


def turns(clause: ClauseId) -> tuple[TakeTurn, ...]:
    """The turn of each seat, as a clause asks for it."""
    made = _TURNS.get(clause)
    if made is None:
        make_room(_TURNS)
        made = _TURNS[clause] = tuple([TakeTurn(seat, clause) for seat in range(MOST_PLAYERS)])
    return made


def carry_out(table: GuildTable, seat: Seat, action: Action) -> None:
    """Do something with a card from the hand, or with one that was drawn to be played."""
    if isinstance(action, Assign):
        at = district_named(table, action.district)
        assert at is not None
        shown = table.rules.open_hands and action.card in table.players[seat].hand
        take_out(table, seat, action.card)
        send(table, seat, action.card, at, shown=shown)
    elif isinstance(action, Discard):
        discard(table, seat, action.card, R_INT_7)
    elif isinstance(action, Play):
        play_location(table, seat, action.card)
    elif isinstance(action, Bribe):
        place_relic(table, seat, action.card, action.agent)
    elif isinstance(action, Hire):
        hire(table, seat, action.card)


def send(table: GuildTable, seat: Seat, card: CardId, at: int, *, shown: bool) -> None:
    """Send an Agent to a District; it may complete a bribe that failed there before."""
    assign(table, seat, card, at, shown=shown)
    offer_claim(table, seat, at)


@cites(R_INT_5, R_LOC_1, R_LOC_4, F_ACT_5)
def play_location(table: GuildTable, seat: Seat, card: CardId) -> None:
    """A Location takes effect at once and is then discarded, unless somebody can undo it."""
    take_out(table, seat, card)
    lay_aside(table, seat, card, public=True)
    report(table, Played, seat, card, clause=R_INT_5)
    table.agenda.append(DiscardLocation(seat, card))
    offer_thwart(table, seat, card, able_to_thwart(table, seat))


def able_to_thwart(table: GuildTable, seat: Seat) -> tuple[Seat, ...]:
    """The other players with a Guild Master that can undo a Location."""
    return tuple([each for each in table.others(seat) if can_thwart(table, each)])


def can_thwart(position: Position, seat: Seat) -> bool:
    """Whether a player has a Guild Master that can undo a Location."""
    player = position.players[seat]
    if player.master is None or player.master_spent:
        return False
    return any(isinstance(word, Thwart) for word in position.rules.catalogue[player.master].statics)


def offer_thwart(table: GuildTable, seat: Seat, card: CardId, able: tuple[Seat, ...]) -> None:
    """Ask one after the other who can undo the Location; if nobody does, it takes effect."""
    if able:
        table.agenda.append(MayThwart(able[0], able[1:], seat, card))
    else:
        table.agenda.append(Frame(table.card(card).program, seat))


THWART = Option("thwart")


@value
class MayThwart(Decision[State, GuildTable]):
    """The owner of a Guild Master may undo the Location that another player has just played."""

    seat: Seat
    waiting: tuple[Seat, ...]
    actor: Seat
    card: CardId

    open = ("card",)
    clause = AMB_34
    prompt = "let the Location take effect or thwart it"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Yes or no."""
        return (THWART, PASS)

    def take(self, table: GuildTable, action: Action) -> None:
        """Undo it, or ask the next."""
        if action == THWART:
            report(table, Chose, self.seat, THWART.name, clause=AMB_34)
            master = spend_master(table, self.seat)
            report(table, Thwarted, self.actor, self.card, master, clause=AMB_34)
        else:
            decline(table, self.seat, AMB_34)
            offer_thwart(table, self.actor, self.card, self.waiting)


@value
class DiscardLocation(Task[State, GuildTable]):
    """A Location that has taken effect goes to the Discard Pile."""

    seat: Seat
    card: CardId

    open = ("card",)

    def run(self, table: GuildTable) -> None:
        """Discard it."""
        end_aside(table, self.card)
        put_on_discard(table, self.seat, self.card, R_INT_5)


@cites(R_GM_2)
def spend_master(table: GuildTable, seat: Seat) -> CardId:
    """Turn a Guild Master sideways if it can be used only once a round."""
    master = table.players[seat].master
    assert master is not None
    once = table.card(master).once_per_round
    report(table, MasterUsed, seat, master, clause=R_GM_2 if once else R_GM_4)
    if once:
        change_player(table, seat, master_spent=True)
    return master


def use_master(table: GuildTable, seat: Seat, card: CardId) -> None:
    """Use the ability of a Guild Master."""
    spend_master(table, seat)
    table.agenda.append(Frame(table.card(card).program, seat))


def hire(table: GuildTable, seat: Seat, card: CardId) -> None:
    """Discard a card and draw the top Militia card, which must be sent somewhere at once."""
    discard(table, seat, card, R_MIL_2)
    drawn = table.militia[-1]
    table.militia = table.militia[:-1]
    lay_aside(table, seat, drawn, public=False)
    report(table, MilitiaHired, seat, drawn, clause=R_MIL_2, audience=(seat,))
    table.agenda.append(SendMilitia(seat, drawn, table.rules.said(R_MIL_3)))


@value
class SendMilitia(Decision[State, GuildTable]):
    """A player assigns the Militia card that he has drawn."""

    seat: Seat
    card: CardId
    clause: ClauseId

    prompt = "assign the Militia card"

    def seen_by(self, seat: Seat | None) -> SendMilitia:
        """Nobody else knows which card it is."""
        return self if seat == self.seat else attrs.evolve(self, card=UNSEEN)

    @cites(R_MIL_3)
    def actions(self, state: State) -> tuple[Action, ...]:
        """Any District with a Stake."""
        return tuple([ASSIGN(self.card, name) for name in open_districts(state).names])

    def take(self, table: GuildTable, action: Action) -> None:
        """Send it."""
        carry_out(table, self.seat, action)


def _objection(state: State, seat: Seat, action: Action) -> Violation | None:
    """Why an action of a turn is not legal, as the Revised Edition numbers it."""
    if isinstance(action, Use):
        return _no_master(state, seat, action.card)
    if not isinstance(action, CardAction) or not isinstance(action, Assign | Play | Bribe | Hire | Discard):
        return None
    if action.card not in state.players[seat].hand:
        return Violation(R_INT_2, f"{action.card} is not in the hand of seat {seat}")
    kind = state.card(action.card).kind
    match action:
        case Assign(card, district):
            if not state.card(card).is_agent:
                why = f"{card} is not an Agent, and only Agents are assigned to Districts"
                return Violation(R_LOC_3 if kind is Kind.LOCATION else R_INT_6, why)
            return _closed(state, district)
        case Play(card):
            if kind is not Kind.LOCATION:
                return Violation(R_INT_5, f"{card} is not a Location, and only Locations are played for an effect")
            return Violation(R_EVT_4, f"no Location can be played in this round: {state.event}")
        case Bribe(card, agent):
            if kind is not Kind.RELIC:
                return Violation(R_INT_6, f"{card} is not a Relic, and only Relics bribe")
            return _not_bribable(state, seat, agent)
        case Hire(card):
            return _no_militia(state, card)
    return None


def _closed(state: State, district: str) -> Violation:
    if district_named(state, district) is None:
        names = ", ".join(each.name for each in state.districts)
        return Violation(R_SETUP_8, f"there is no District {district}; there are {names}")
    return Violation(AMB_08, f"there is no Stake to win in District {district}")


def _not_bribable(state: State, seat: Seat, agent: CardId) -> Violation:
    for district in state.districts:
        if any(each.card == agent and each.owner == seat for each in district.cards):
            stake = None if district.stake is None else state.card(district.stake)
            if stake is None or stake.kind is not Kind.PERSONALITY:
                return Violation(R_BRIBE_1, f"there is no Personality in District {district.name}")
            if stake.ducat is None:
                return Violation(R_BRIBE_12, f"{stake.id} has no price and cannot be bribed")
            if price_of(state, district) is None:
                return Violation(R_EVT_4, f"nobody can be bribed in this round: {state.event}")
    return Violation(R_BRIBE_2, f"seat {seat} has no Agent {agent} in a District")


def _no_militia(state: State, card: CardId) -> Violation:
    if "militia" not in state.options.modules:
        return Violation(R_SETUP_1, "this game is played without the Militia")
    if not pays_for_militia(state, card):
        kinds = "a Stake card" if state.rules.militia_cost == "stake" else "a Relic"
        return Violation(R_MIL_2, f"{card} does not pay for the Militia: that takes {kinds}")
    if is_flagged(state, "no-militia"):
        return Violation(R_EVT_4, f"no Militia can be hired in this round: {state.event}")
    return Violation(AMB_17 if not state.militia else AMB_08, "there is no Militia card, or no District, left")


def _no_master(state: State, seat: Seat, card: CardId) -> Violation:
    player = state.players[seat]
    if player.master != card:
        return Violation(R_GM_1, f"{card} is not the Guild Master of seat {seat}")
    if player.master_spent:
        return Violation(R_GM_2, f"{card} has been used in this round")
    return Violation(R_GM_4, f"the ability of {card} is of no use now")
