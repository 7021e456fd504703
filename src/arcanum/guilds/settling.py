"""The Resolution Phase: cards are revealed, then one District after the other is settled."""

from __future__ import annotations

from typing import Final

import attrs

from arcanum.guilds.actions import SELECT, SETTLE, Select, Settle, make_room
from arcanum.guilds.atoms import district_named, report, turn_all_up
from arcanum.guilds.board import MOST_PLAYERS, left_to_right
from arcanum.guilds.cards import Arcanum, CardId
from arcanum.guilds.clause_ids import (
    AMB_11,
    AMB_14,
    AMB_21,
    F_RES_1,
    F_RES_2,
    HOUSE_2,
    R_EOR_1,
    R_EOR_3,
    R_HARL_5,
    R_RES_1,
    R_RES_2,
    R_RES_5,
    R_RES_6,
    R_RES_8,
    R_RES_9,
    R_RES_11,
    R_TIE_1,
)
from arcanum.guilds.events import Claim, Copied, PhaseBegan, Settled
from arcanum.guilds.scoring import best_arcana, leaders, tie_winner
from arcanum.guilds.state import District, GuildTable, Phase, Placed, State
from arcanum.guilds.strength import all_totals, models_for, threshold_change, thresholds, usual_thresholds, wins_ties
from arcanum.guilds.winning import shows_stake, win_stake
from arcanum.kernel.actions import Action, Option
from arcanum.kernel.agenda import Decision, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Chose, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value


@cites(R_RES_1, R_RES_11, AMB_11, F_RES_1)
@value
class BeginResolution(Task[State, GuildTable]):
    """All facedown cards are revealed; then the Districts with a Stake are settled, each once."""

    def run(self, table: GuildTable) -> None:
        """Reveal, and settle the first."""
        table.phase = Phase.RESOLUTION
        report(table, PhaseBegan, Phase.RESOLUTION, clause=R_RES_1)
        for at in range(len(table.districts)):
            turn_all_up(table, at, table.first_player, AMB_11)
        order: tuple[int, ...] = tuple(range(len(table.districts)))
        if table.rules.resolution_order == "left-to-right":
            order = left_to_right(table.seats, table.first_player)
        table.agenda.append(settle_next(tuple([at for at in order if shows_stake(table, at)])))


@cites(R_RES_2, R_EOR_1, R_EOR_3, F_RES_2)
@value
class SettleNext(Task[State, GuildTable]):
    """The Districts that are still to be settled: the first player says which is next, or they lie in order."""

    waiting: tuple[int, ...]

    def run(self, table: GuildTable) -> None:
        """Settle one, or ask which."""
        if not self.waiting:
            return
        if len(self.waiting) > 1 and table.rules.resolution_order == "chosen":
            table.agenda.append(choose_next(table.first_player, self.waiting))
        else:
            table.agenda.append(settle_next(self.waiting[1:]))
            table.agenda.append(settle_district(self.waiting[0]))


@value
class ChooseNext(Decision[State, GuildTable]):
    """The first player says which District is settled next."""

    seat: Seat
    waiting: tuple[int, ...]

    clause = R_RES_2
    prompt = "say which District is settled next"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any that is still to be settled."""
        return tuple([SETTLE[state.districts[at].name] for at in self.waiting])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """It was settled before, or has no Stake."""
        if not isinstance(action, Settle):
            return ()
        return (Violation(R_RES_2, f"District {action.district} is not waiting to be settled"),)

    def take(self, table: GuildTable, action: Action) -> None:
        """Settle it."""
        assert isinstance(action, Settle)
        at = district_named(table, action.district)
        assert at is not None
        table.agenda.append(settle_next(tuple([each for each in self.waiting if each != at])))
        table.agenda.append(settle_district(at))


@value
class SettleDistrict(Task[State, GuildTable]):
    """One power struggle. What players have to say first (whom to copy, what to count with) is asked and kept here."""

    at: int
    copies: tuple[tuple[CardId, CardId], ...] = ()
    counts: tuple[tuple[Seat, Arcanum], ...] = ()

    open = ("copies",)

    @cites(R_HARL_5, AMB_21, AMB_14)
    def run(self, table: GuildTable) -> None:
        """Ask what is open, then decide."""
        district = table.districts[self.at]
        copiers = table.rules.catalogue.copiers
        for each in district.cards:
            if each.card in copiers and self._ask_whom_to_copy(table, district):
                return
        self._decide(table, district)

    def _ask_whom_to_copy(self, table: GuildTable, district: District) -> bool:
        """Ask who has not yet said whom he copies, clockwise from the first player; if there is somebody to copy."""
        done, copiers = dict(self.copies), table.rules.catalogue.copiers
        found = [each for each in district.cards if each.card in copiers and each.card not in done]
        found.sort(key=lambda each: (each.owner - table.first_player) % table.seats)
        for copier in found:
            models = models_for(table, district, copier)
            if len(models) > 1:
                table.agenda.append(ChooseModel(copier.owner, copier.card, self))
                return True
            if models:
                table.agenda.append(self.copying(table, copier, models[0]))
                return True
        return False

    def copying(self, table: GuildTable, copier: Placed, model: Placed) -> SettleDistrict:
        """The struggle with one Agent's values taken from another."""
        name = table.districts[self.at].name
        report(table, Copied, copier.owner, copier.card, model.card, name, clause=R_HARL_5)
        return attrs.evolve(self, copies=(*self.copies, (copier.card, model.card)))

    def _decide(self, table: GuildTable, district: District) -> None:
        assert district.stake is not None
        stake = table.card(district.stake)
        counts = dict(self.counts) if self.counts else {}
        present = all_totals(table, self.at, dict(self.copies) if self.copies else {})
        reached: dict[Seat, int] = {}
        arcana: dict[Seat, tuple[Arcanum, ...]] = {}
        usual = table.rules.surplus_needed
        needed = usual_thresholds(table, stake)
        for seat, own in enumerate(present):
            if own is None:
                continue
            change = threshold_change(table, stake, seat)
            best, found = best_arcana(own, needed if change == usual else thresholds(stake, change))
            if found:
                reached[seat], arcana[seat] = best, found
        ahead = leaders(reached)
        counted: dict[Seat, Arcanum] = {}
        if len(ahead) > 1:
            for seat in table.all_from(table.first_player):
                if seat in ahead and len(arcana[seat]) > 1 and seat not in counts:
                    table.agenda.append(ChooseArcanum(seat, arcana[seat], self, table.rules.said(AMB_14)))
                    return
            counted = {seat: counts.get(seat, arcana[seat][0]) for seat in ahead}
        winner, clause = self._verdict(table, district, ahead, counted, alone=len(reached) == 1)
        if table.log is not None:
            claims = [
                Claim(seat, reached[seat], counts.get(seat, arcana[seat][0]))
                if seat in reached
                else Claim(seat, max(own[arcanum] for arcanum in stake.main), None)
                for seat, own in enumerate(present)
                if own is not None
            ]
            report(table, Settled, district.name, stake.id, tuple(claims), winner, clause=clause)
        if winner is not None:
            win_stake(table, winner, self.at, clause)

    def _verdict(
        self,
        table: GuildTable,
        district: District,
        ahead: tuple[Seat, ...],
        counted: dict[Seat, Arcanum],
        *,
        alone: bool,
    ) -> tuple[Seat | None, ClauseId]:
        """Who wins, and by which clause; None if the Stake stays."""
        assert district.stake is not None
        stake = table.card(district.stake)
        if not ahead:
            return None, R_RES_8
        if len(ahead) == 1:
            return ahead[0], R_RES_5 if alone else R_RES_6
        able = [seat for seat in ahead if wins_ties(table, district, stake, seat, counted[seat])]
        winner = tie_winner(ahead, able)
        if winner is not None:
            return winner, R_TIE_1
        if table.rules.tied_stake == "friend":
            winner = tie_winner(ahead, district.friendly_to)
        return winner, R_RES_9 if winner is None else HOUSE_2


_SETTLE_NEXT: Final[dict[tuple[int, ...], SettleNext]] = {}
_CHOOSE_NEXT: Final[dict[tuple[int, ...], tuple[ChooseNext, ...]]] = {}
_SETTLE_DISTRICT: Final = tuple([SettleDistrict(at) for at in range(MOST_PLAYERS + 1)])


def settle_next(waiting: tuple[int, ...]) -> SettleNext:
    """The Districts that are still to be settled; like an action, this and what follows is made once."""
    made = _SETTLE_NEXT.get(waiting)
    if made is None:
        make_room(_SETTLE_NEXT)
        made = _SETTLE_NEXT[waiting] = SettleNext(waiting)
    return made


def choose_next(seat: Seat, waiting: tuple[int, ...]) -> ChooseNext:
    """The question which District is next."""
    made = _CHOOSE_NEXT.get(waiting)
    if made is None:
        make_room(_CHOOSE_NEXT)
        made = _CHOOSE_NEXT[waiting] = tuple([ChooseNext(each, waiting) for each in range(MOST_PLAYERS)])
    return made[seat]


def settle_district(at: int) -> SettleDistrict:
    """A struggle of which nobody has said anything yet."""
    return _SETTLE_DISTRICT[at]


@value
class ChooseModel(Decision[State, GuildTable]):
    """The owner of an Agent without values of its own chooses whose values it takes."""

    seat: Seat
    card: CardId
    struggle: SettleDistrict

    open = ("card", "struggle")
    clause = R_HARL_5
    prompt = "choose the Agent whose values are copied"

    def _district(self, position: State | GuildTable) -> tuple[District, Placed]:
        district = position.districts[self.struggle.at]
        return district, next(each for each in district.cards if each.card == self.card)

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any other Agent there."""
        district, copier = self._district(state)
        models = models_for(state, district, copier)
        return tuple([SELECT(district.name, place) for place, each in enumerate(district.cards) if each in models])

    def take(self, table: GuildTable, action: Action) -> None:
        """Copy it and go on."""
        assert isinstance(action, Select)
        district, copier = self._district(table)
        table.agenda.append(self.struggle.copying(table, copier, district.cards[action.place]))


@value
class ChooseArcanum(Decision[State, GuildTable]):
    """A player in a tie who has his best total in several Main Arcana says with which one he counts."""

    seat: Seat
    arcana: tuple[Arcanum, ...]
    struggle: SettleDistrict
    clause: ClauseId

    open = ("struggle",)
    prompt = "say with which arcanum to count"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Those with the best total."""
        return tuple([Option(arcanum.name.lower()) for arcanum in self.arcana])

    def take(self, table: GuildTable, action: Action) -> None:
        """Count with it and go on."""
        assert isinstance(action, Option)
        report(table, Chose, self.seat, action.name, clause=AMB_14)
        chosen = (self.seat, Arcanum[action.name.upper()])
        table.agenda.append(attrs.evolve(self.struggle, counts=(*self.struggle.counts, chosen)))
