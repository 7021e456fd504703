"""Winning a Stake, in a struggle, by a bribe or by an ability, and what lies beneath it: the next Stake or the end."""

from __future__ import annotations

from arcanum.guilds.atoms import change_district, change_player, clear, end_aside, lay_aside, put_on_discard, report
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_04,
    AMB_19,
    AMB_27,
    AMB_30,
    F_END_1,
    F_TAC_1,
    R_BRIBE_6,
    R_BRIBE_7,
    R_END_1,
    R_END_2,
    R_EOR_4,
    R_INT_11,
    R_INT_12,
    R_STAKE_2,
    R_STAKE_3,
    R_TAC_1,
    R_TAC_2,
)
from arcanum.guilds.events import EndCardShown, StakeShown, StakeWon, Tucked
from arcanum.guilds.state import GuildTable, Phase, State
from arcanum.kernel.actions import Action, Option
from arcanum.kernel.agenda import Decision, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value


def shows_stake(position: State | GuildTable, at: int) -> bool:
    """Whether a District has a Stake that can be won."""
    return position.districts[at].stake in position.rules.catalogue.stakes_to_win


@cites(R_STAKE_3, R_BRIBE_6, AMB_19, AMB_27, AMB_30)
def win_stake(table: GuildTable, seat: Seat, at: int, clause: ClauseId) -> None:
    """A player wins the Stake of a District: all cards there go to their owners, the Stake to the winner.

    During the Intrigue Phase the next Stake is turned up at once, in Resolution only at the end of the round.
    """
    district = table.districts[at]
    stake = district.stake
    assert stake is not None
    table.idle = 0
    if table.log is not None:
        report(table, StakeWon, seat, stake, district.name, clause=clause)
    clear(table, at, clause, stake=None)
    if table.phase is Phase.INTRIGUE:
        table.agenda.append(TurnUpNext(at))
    if "tactical" in table.options.modules:
        lay_aside(table, seat, stake, public=True)
        table.agenda.append(PutStakeAway(seat, stake, table.rules.said(R_TAC_1)))
    else:
        put_on_discard(table, seat, stake, R_STAKE_2)


TO_DISCARD, BENEATH_CREST = Option("discard"), Option("crest")


@value
class PutStakeAway(Decision[State, GuildTable]):
    """The winner of a Stake puts it on his Discard Pile or beneath his crest."""

    seat: Seat
    card: CardId
    clause: ClauseId

    open = ("card",)
    prompt = "put the won Stake on the Discard Pile or beneath the crest"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Either."""
        return (TO_DISCARD, BENEATH_CREST)

    @cites(R_TAC_2, F_TAC_1)
    def take(self, table: GuildTable, action: Action) -> None:
        """Put it there; beneath the crest it stays for good."""
        end_aside(table, self.card)
        if action == TO_DISCARD:
            put_on_discard(table, self.seat, self.card, R_STAKE_2)
        else:
            change_player(table, self.seat, tucked=(*table.players[self.seat].tucked, self.card))
            report(table, Tucked, self.seat, self.card, clause=R_TAC_2)


@cites(R_INT_12, R_BRIBE_7)
@value
class TurnUpNext(Task[State, GuildTable]):
    """The next Stake of a District is turned up during the Intrigue Phase."""

    at: int

    def run(self, table: GuildTable) -> None:
        """Turn it up."""
        turn_up_next(table, self.at, R_INT_11)


@cites(R_EOR_4, R_END_2)
def turn_up_next(table: GuildTable, at: int, clause: ClauseId) -> None:
    """Turn up the top card of a District's pile; an exhausted District stays empty."""
    district = table.districts[at]
    if not district.pile or district.stake is not None:
        return
    card, pile = district.pile[-1], district.pile[:-1]
    is_end = table.card(card).kind is Kind.END_CARD
    end_among = 0 if is_end else min(district.end_among, len(pile))
    change_district(table, at, pile=pile, stake=card, known_to=(), end_among=end_among)
    if is_end:
        show_end_card(table, card, district.name, R_END_1)
    elif table.log is not None:
        report(table, StakeShown, district.name, card, clause=clause)


@cites(R_END_1, F_END_1, AMB_04)
def show_end_card(table: GuildTable, card: CardId, district: str | None, clause: ClauseId) -> None:
    """The end card is seen: the round that runs is finished, the first at least, and so many more are played."""
    table.last_round = max(1, table.round + table.rules.rounds_after_end_card)
    report(table, EndCardShown, district, card, table.last_round, clause=clause)
