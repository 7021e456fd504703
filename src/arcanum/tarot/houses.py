"""House scoring as it is played: reveal, let the Fool choose, pay House by House, and clear up.

The arithmetic is in `scoring`. A scoring with `shift` 0 is the regular one; the World shifts the pay by a column and
leaves everything where it is.
"""

from __future__ import annotations

import attrs

from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.agenda import Decision, Task, report
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.actions import ASSIGN, Assign
from arcanum.tarot.atoms import gain_points, put_on_discard, set_prestige
from arcanum.tarot.cards import FOOL, SUITS, Card, Suit
from arcanum.tarot.clause_ids import (
    AMB_19,
    AMB_20,
    AMB_21,
    AMB_23,
    AMB_47,
    AMB_49,
    INFO_6,
    INFO_9,
    MAJ_0_5,
    MAJ_0_6,
    MAJ_0_7,
    MAJ_0_8,
    MAJ_0_9,
    SCORE_4,
    SCORE_5,
    SCORE_6,
    SCORE_7,
    SCORE_8,
    SCORE_14,
    SCORE_17,
    SCORE_23,
    SCORE_24,
    SCORE_25,
    SCORE_26,
    SCORE_27,
    WORLD_3,
    WORLD_4,
    WORLD_5,
    WORLD_6,
    WORLD_7,
    WORLD_8,
    WORLD_9,
    WORLD_10,
    WORLD_11,
    WORLD_12,
    WORLD_13,
    WORLD_14,
)
from arcanum.tarot.events import FoolAssigned, HouseScored, Revealed
from arcanum.tarot.hand import minors_of
from arcanum.tarot.scoring import house_ranks, scoring_order, standings, strength
from arcanum.tarot.state import Player, State, TarotTable


@cites(SCORE_26, SCORE_27, WORLD_14, AMB_47, INFO_9)
@value
class ScoreHouses(Task[State, TarotTable]):
    """Rank the Houses and show the hidden cards; if the Fool is among them its owner will be asked."""

    shift: int = 0
    clause: ClauseId = WORLD_4
    """What lets the Houses be scored out of turn, if they are."""

    def run(self, table: TarotTable) -> None:
        """Everything is shown at once, unless the printing reveals suit by suit and somebody hid the Fool."""
        ranks = house_ranks(table.prestige.row)
        order = scoring_order(ranks)
        owner = owner_of_fool(table)
        if owner is not None and table.rules.fool_choice == "suit-by-suit":
            table.agenda.append(ScoreSuitBySuit(self.shift, ranks, order, owner, self.clause))
            return
        table.shown = SUITS
        for seat in table.all_from(table.first_player):
            report(table, Revealed, seat, hidden_cards(table, seat), clause=SCORE_5)
        following = PayHouses(self.shift, ranks, order, clause=self.clause)
        table.agenda.append(following if owner is None else AssignFool(owner, order, following))


def owner_of_fool(table: TarotTable) -> Seat | None:
    """Who has the Fool among his hidden cards."""
    for seat, player in enumerate(table.players):
        for each in player.hidden:
            if each.card is FOOL:
                return seat
    return None


def hidden_cards(table: TarotTable, seat: Seat) -> tuple[Card, ...]:
    """The hidden cards of a seat."""
    return tuple([each.card for each in table.players[seat].hidden])


@value
class PayHouses(Task[State, TarotTable]):
    """Pay for Houses in their order, then clear up."""

    shift: int
    ranks: tuple[int, ...]
    houses: tuple[Suit, ...]
    fool: Suit | None = None
    """The House that the Fool counts for."""
    clause: ClauseId = WORLD_4

    def run(self, table: TarotTable) -> None:
        """Pay for all of them."""
        for house in self.houses:
            pay_house(table, house, self.ranks[house], self.fool, self.shift, self.clause)
        table.agenda.append(CloseScoring(self.shift))


@value
class ScoreSuitBySuit(Task[State, TarotTable]):
    """Show and pay one suit after the other; before each, the owner of the Fool may spend it there."""

    shift: int
    ranks: tuple[int, ...]
    houses: tuple[Suit, ...]
    owner: Seat
    clause: ClauseId = WORLD_4

    def run(self, table: TarotTable) -> None:
        """Show the cards of the next suit and ask; the last House leaves no choice."""
        house = self.houses[0]
        table.shown += (house,)
        for seat in table.all_from(table.first_player):
            cards = tuple([card for card in minors_of(hidden_cards(table, seat)) if card.suit is house])
            if cards:
                report(table, Revealed, seat, cards, clause=SCORE_5)
        table.agenda.append(SpendFool(self))


@cites(MAJ_0_6, MAJ_0_7, MAJ_0_8, AMB_19, AMB_20, AMB_21)
@value
class AssignFool(Decision[State, TarotTable]):
    """After everything has been shown the owner of the Fool says which House it counts for."""

    seat: Seat
    houses: tuple[Suit, ...]
    following: PayHouses

    clause = MAJ_0_5
    prompt = "assign the Fool to a House"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any House; it must be one."""
        return ASSIGN

    def take(self, table: TarotTable, action: Action) -> None:
        """Pay with the Fool in its House."""
        assert isinstance(action, Assign)
        report(table, FoolAssigned, self.seat, action.house, clause=MAJ_0_5)
        table.agenda.append(attrs.evolve(self.following, fool=action.house))


@cites(MAJ_0_6, MAJ_0_7, AMB_19, AMB_20)
@value
class SpendFool(Decision[State, TarotTable]):
    """While the suits are shown one by one, the owner of the Fool spends it on this House or waits."""

    scoring: ScoreSuitBySuit

    clause = MAJ_0_5
    prompt = "assign the Fool to this House, or pass"

    @property
    def seat(self) -> Seat:
        """The owner of the Fool."""
        return self.scoring.owner

    def actions(self, state: State) -> tuple[Action, ...]:
        """The House at hand, or a later one while there is one."""
        here = ASSIGN[self.scoring.houses[0]]
        return (here, PASS) if len(self.scoring.houses) > 1 else (here,)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Another House, or none at all."""
        if isinstance(action, Assign):
            return (Violation(MAJ_0_8, f"now {self.scoring.houses[0].title} is evaluated"),)
        if action == PASS:
            return (Violation(AMB_21, "the Fool has to be assigned to some House, and this is the last"),)
        return ()

    def take(self, table: TarotTable, action: Action) -> None:
        """Pay this House, and go on with the others."""
        scoring = self.scoring
        house, later = scoring.houses[0], scoring.houses[1:]
        if not isinstance(action, Assign):
            pay_house(table, house, scoring.ranks[house], None, scoring.shift, scoring.clause)
            table.agenda.append(attrs.evolve(scoring, houses=later))
            return
        report(table, FoolAssigned, self.seat, house, clause=MAJ_0_5)
        pay_house(table, house, scoring.ranks[house], house, scoring.shift, scoring.clause)
        for seat in table.all_from(table.first_player):
            cards = tuple([card for card in minors_of(hidden_cards(table, seat)) if card.suit in later])
            if cards:
                report(table, Revealed, seat, cards, clause=SCORE_5)
        table.agenda.append(PayHouses(scoring.shift, scoring.ranks, later, clause=scoring.clause))


@cites(SCORE_17, WORLD_5, WORLD_6, WORLD_7, WORLD_8, WORLD_9, WORLD_10, AMB_49)
def pay_house(table: TarotTable, house: Suit, rank: int, fool: Suit | None, shift: int, out_of_turn: ClauseId) -> None:
    """Evaluate one House."""
    rules = table.rules
    row = rules.scoring_table[rank - 1]
    if shift:
        row = (*row[shift:], *[0] * shift)
    strengths = [strength(hidden_cards(table, seat), house, rules.tie_break, fool) for seat in range(table.seats)]
    result = standings(row, strengths, rules.split)
    report(table, HouseScored, house, rank, result, clause=out_of_turn if shift else SCORE_4)
    for place, each in enumerate(result):
        if each.points:
            tied = strengths.count(strengths[each.seat]) > 1
            clause = SCORE_14 if tied else (SCORE_6, SCORE_7, SCORE_8)[min(place, 2)]
            gain_points(table, each.seat, each.points, out_of_turn if shift else clause)


@cites(SCORE_25, WORLD_3, WORLD_11, WORLD_12, WORLD_13, AMB_23, INFO_6, MAJ_0_9)
@value
class CloseScoring(Task[State, TarotTable]):
    """After a regular scoring prestige is reset and the hidden cards go; the World changes neither."""

    shift: int

    def run(self, table: TarotTable) -> None:
        """Clear up."""
        table.shown = ()
        if self.shift:
            return
        for house in SUITS:
            set_prestige(table, house, 0, SCORE_23)
        for seat in table.all_from(table.first_player):
            player = table.players[seat]
            table.players[seat] = Player(player.hand, (), player.vp)
            for each in player.hidden:
                put_on_discard(table, seat, each.card, SCORE_24)
