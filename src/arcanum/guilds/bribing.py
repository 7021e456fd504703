"""Bribing a Personality: a Relic on an Agent, the Agents that are turned up for it, and what failed before."""

from __future__ import annotations

from arcanum.guilds.actions import TURN_UP, TurnUp
from arcanum.guilds.atoms import change_district, placed, put_on_discard, report, take_out, turn_up
from arcanum.guilds.cards import CardId
from arcanum.guilds.clause_ids import (
    AMB_05,
    AMB_07,
    AMB_20,
    F_ACT_6,
    F_BRIBE_2,
    F_BRIBE_3,
    F_BRIBE_4,
    R_BRIBE_2,
    R_BRIBE_3,
    R_BRIBE_5,
    R_BRIBE_8,
    R_BRIBE_9,
    R_BRIBE_10,
    R_INT_6,
)
from arcanum.guilds.events import Bribed, RelicPlaced
from arcanum.guilds.state import GuildTable, Placed, State
from arcanum.guilds.strength import Position, agents_of, bribe, price_of, relics_of
from arcanum.guilds.winning import win_stake
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Decision, decline
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value

CLAIM = Option("claim")


@cites(R_INT_6, R_BRIBE_2, F_ACT_6)
def hosts(position: Position, seat: Seat) -> list[Placed]:
    """The Agents of a player on which a Relic can be placed: those who stand before a Personality with a price."""
    prices = position.rules.catalogue.prices
    found: list[Placed] = []
    for district in position.districts:
        if district.cards and district.stake in prices and price_of(position, district) is not None:
            found += agents_of(position, district, seat)
    return found


def facedown_agents(position: Position, at: int, seat: Seat) -> list[Placed]:
    """A player's facedown Agents in a District."""
    return [each for each in agents_of(position, position.districts[at], seat) if not each.face_up]


@cites(R_BRIBE_3)
def place_relic(table: GuildTable, seat: Seat, relic: CardId, agent: CardId) -> None:
    """Place a Relic on an Agent, who is turned up, and see whether that is enough."""
    at = next(at for at, each in enumerate(table.districts) if agent in [card.card for card in each.cards])
    district = table.districts[at]
    take_out(table, seat, relic)
    change_district(table, at, cards=(*district.cards, placed(relic, seat, True)))
    report(table, RelicPlaced, seat, relic, agent, district.name, clause=R_INT_6)
    turn_up(table, seat, at, (agent,), R_BRIBE_3)
    attempt(table, seat, at, relic)


@cites(AMB_05, R_BRIBE_5, F_BRIBE_2)
def attempt(table: GuildTable, seat: Seat, at: int, relic: CardId) -> None:
    """Count the bribe: it wins at once if it is enough; if not, facedown Agents may still be turned up."""
    total, _ = bribe(table, at, seat)
    price = price_of(table, table.districts[at])
    assert price is not None
    if total >= price:
        succeed(table, seat, at)
    elif facedown_agents(table, at, seat):
        table.agenda.append(AddToBribe(seat, at, relic, table.rules.said(R_BRIBE_10)))
    else:
        fail(table, seat, at, relic)


def count(table: GuildTable, seat: Seat, at: int, clause: ClauseId, *, success: bool) -> None:
    """Say what the bribe came to, if anybody listens."""
    if table.log is None:
        return
    district = table.districts[at]
    total, arcanum = bribe(table, at, seat)
    price = price_of(table, district)
    assert price is not None and district.stake is not None
    report(table, Bribed, seat, district.name, district.stake, arcanum, total, price, success, clause=clause)


@cites(F_BRIBE_3)
def succeed(table: GuildTable, seat: Seat, at: int) -> None:
    """The Personality is won at once."""
    count(table, seat, at, R_BRIBE_5, success=True)
    win_stake(table, seat, at, R_BRIBE_5)


@cites(R_BRIBE_8, F_BRIBE_4)
def fail(table: GuildTable, seat: Seat, at: int, relic: CardId) -> None:
    """The bribe is not enough: the Relic stays with everything else (for good or for the round), or is discarded."""
    count(table, seat, at, R_BRIBE_8, success=False)
    if table.rules.failed_bribe == "discarded":
        cards = table.districts[at].cards
        change_district(table, at, cards=tuple([each for each in cards if each.card != relic]))
        put_on_discard(table, seat, relic, R_BRIBE_8)


def turn_up_actions(state: State, at: int, seat: Seat) -> list[Action]:
    """The own facedown Agents there that may be turned up."""
    return [TURN_UP(each.card) for each in facedown_agents(state, at, seat)]


@value
class AddToBribe(Decision[State, GuildTable]):
    """A bribe falls short: its player may turn up more of his Agents there."""

    seat: Seat
    at: int
    relic: CardId
    clause: ClauseId

    open = ("relic",)
    prompt = "turn up an Agent to add it to the bribe, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any of his facedown Agents there, or none."""
        return (*turn_up_actions(state, self.at, self.seat), PASS)

    def take(self, table: GuildTable, action: Action) -> None:
        """Count again, or let it fail."""
        if isinstance(action, TurnUp):
            turn_up(table, self.seat, self.at, (action.card,), R_BRIBE_10)
            attempt(table, self.seat, self.at, self.relic)
        else:
            fail(table, self.seat, self.at, self.relic)


@cites(AMB_07, AMB_20, R_BRIBE_9)
def offer_claim(table: GuildTable, seat: Seat, at: int) -> None:
    """After an Agent has joined a Relic of a failed bribe, its owner may try again in the same action."""
    district = table.districts[at]
    if price_of(table, district) is None or not relics_of(table, district, seat):
        return
    if facedown_agents(table, at, seat) or can_claim(table, at, seat):
        table.agenda.append(ClaimBribe(seat, at))


def can_claim(position: Position, at: int, seat: Seat) -> bool:
    """Whether what lies faceup is enough: Relics alone never are, an Agent has to offer them."""
    district = position.districts[at]
    price = price_of(position, district)
    offering = any(agent.face_up for agent in agents_of(position, district, seat))
    return price is not None and offering and bribe(position, at, seat)[0] >= price


@value
class ClaimBribe(Decision[State, GuildTable]):
    """A player whose Relic was left at a Personality may turn up Agents there and claim it."""

    seat: Seat
    at: int

    clause = AMB_07
    prompt = "claim the Personality with the Relic left there, turn up an Agent for it, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Claim if the faceup Agents are enough, turn up others, or nothing."""
        enough = can_claim(state, self.at, self.seat)
        return (*((CLAIM,) if enough else ()), *turn_up_actions(state, self.at, self.seat), PASS)

    def take(self, table: GuildTable, action: Action) -> None:
        """Win it, or go on."""
        if action == CLAIM:
            succeed(table, self.seat, self.at)
        elif isinstance(action, TurnUp):
            turn_up(table, self.seat, self.at, (action.card,), AMB_07)
            offer_claim(table, self.seat, self.at)
        else:
            decline(table, self.seat, AMB_07)
