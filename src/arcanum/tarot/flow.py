"""The course of a turn: draw, hide, play, score, pass the pawn, end. Each part is a task that puts the next one on the
agenda below whatever it sets off itself.
"""

from __future__ import annotations

from arcanum.kernel.actions import Action, Option
from arcanum.kernel.agenda import Decision, EachPlayer, Frame, Task, report
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.atoms import clear_tower
from arcanum.tarot.clause_ids import (
    AMB_13,
    AMB_14,
    AMB_15,
    AMB_16,
    AMB_33,
    AMB_46,
    AMB_52,
    AMB_62,
    DRAW_1,
    DRAW_2,
    DRAW_3,
    DRAW_4,
    DRAW_5,
    DRAW_6,
    END_1,
    END_2,
    END_4,
    FIRST_2,
    FIRST_3,
    FIRST_4,
    HAND_4,
    HIDE_1,
    HIDE_2,
    HOUSE_1,
    INFO_11,
    LEN_2,
    LEN_3,
    LEN_6,
    MAJ_16_6,
    MAJ_20_3,
    PLAY_7,
    PLAY_9,
    SCORE_28,
    SETUP_2,
    SETUP_9,
    TURN_1,
    TURN_2,
    TURN_3,
    TURN_4,
    TURN_5,
    TURN_6,
    TURN_7,
    TURN_8,
)
from arcanum.tarot.decisions import draft
from arcanum.tarot.effects import Draw
from arcanum.tarot.events import BecameActive, FiguresPlaced, GameEnded, PawnPassed, Phase, PhaseBegan, Pile, TurnBegan
from arcanum.tarot.hand import draw, majors_in_game, minors_of
from arcanum.tarot.hiding import HideSlot, ask_to_hide
from arcanum.tarot.houses import ScoreHouses
from arcanum.tarot.moving import ReturnFigures
from arcanum.tarot.playing import PLAY_TURN
from arcanum.tarot.rules import Rules
from arcanum.tarot.state import MOST_PLAYERS, Program, State, TarotTable


@cites(TURN_1, AMB_16)
@value
class BeginTurn(Task[State, TarotTable]):
    """A turn starts with the drawing phase."""

    def run(self, table: TarotTable) -> None:
        """Announce it and let the first player draw."""
        table.phase = Phase.DRAW
        report(table, TurnBegan, table.turn, table.first_player, clause=TURN_8)
        if table.turn == 1:
            report(table, FiguresPlaced, table.figures, clause=SETUP_9)
        report(table, PhaseBegan, Phase.DRAW, clause=TURN_1)
        table.agenda.append(DRAW_STEPS[0])
        if is_first_with_majors(table):
            table.agenda.append(Frame(first_majors(table.rules), table.first_player))
        if table.rules.tower_ends == "round" and table.tower_owner is not None:
            clear_tower(table, MAJ_16_6)
        if table.rules.figures_return == "round":
            for seat in reversed(table.all_from(table.first_player)):
                put_figures_back(table, seat)


def first_majors(rules: Rules) -> Program:
    """What happens when the Majors join a game that began without them."""
    return (EachPlayer((Draw(Pile.MAJOR, rules.first_game_majors, FIRST_3),)),)


def put_figures_back(table: TarotTable, seat: Seat) -> None:
    """The figures that a seat took off the board come back next, if there are any."""
    for owner, figures in table.exiles:
        if owner == seat:
            clause = dict(table.exiled_by).get(seat, MAJ_20_3)
            table.agenda.append(ReturnFigures(seat, figures, clause=clause))


def is_first_with_majors(table: TarotTable) -> bool:
    """Whether the Majors join a game in this turn that began without them."""
    return table.turn == 3 and table.options.majors == "from-turn-3"


@cites(DRAW_3, DRAW_6, FIRST_4, HAND_4)
@value
class DrawStep(Task[State, TarotTable]):
    """One player after the other draws."""

    step: int

    def run(self, table: TarotTable) -> None:
        """Draw for one seat; the hand limit comes before the next seat, and before hiding."""
        seat = (table.first_player + self.step) % table.seats
        last = self.step + 1 == table.seats
        table.agenda.append(HIDE_PHASE if last else DRAW_STEPS[self.step + 1])
        if table.turn == 1:
            deal(table, seat)
            if last:
                draft(table)
        elif not majors_in_game(table) or (is_first_with_majors(table) and table.rules.first_game_draw == "minors"):
            draw(table, seat, Pile.MINOR, table.rules.minors_drawn, DRAW_1)
        else:
            table.agenda.append(CHOOSE_DRAW[seat])


@cites(DRAW_5, FIRST_2)
def deal(table: TarotTable, seat: Seat) -> None:
    """In turn 1 everybody is dealt his first hand instead of choosing what to draw."""
    minors, majors = table.rules.first_deal
    draw(table, seat, Pile.MINOR, minors, DRAW_4)
    if majors_in_game(table):
        draw(table, seat, Pile.MAJOR, majors, DRAW_4)


@cites(DRAW_2, AMB_33, INFO_11)
@value
class ChooseDraw(Decision[State, TarotTable]):
    """A player draws Minors or a Major, never a mixture and never nothing."""

    seat: Seat

    clause = DRAW_1
    prompt = "draw Minors or a Major"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Either deck, even an empty one."""
        return (MINORS_PLEASE, MAJOR_PLEASE)

    def take(self, table: TarotTable, action: Action) -> None:
        """Draw."""
        rules = table.rules
        if action == MINORS_PLEASE:
            draw(table, self.seat, Pile.MINOR, rules.minors_drawn, DRAW_1)
        else:
            draw(table, self.seat, Pile.MAJOR, rules.majors_drawn, DRAW_1)


MINORS_PLEASE, MAJOR_PLEASE = Option("minors"), Option("major")
CHOOSE_DRAW = tuple(ChooseDraw(seat) for seat in range(MOST_PLAYERS))


@cites(HIDE_1, HIDE_2)
@value
class HidePhase(Task[State, TarotTable]):
    """Everybody who holds cards hides a Minor."""

    def run(self, table: TarotTable) -> None:
        """Ask all of them."""
        table.phase = Phase.HIDE
        report(table, PhaseBegan, Phase.HIDE, clause=HIDE_1)
        table.agenda.append(PLAY_PHASE)
        ask_to_hide(
            table,
            [
                HideSlot(seat, HIDE_1, False)
                for seat in table.all_from(table.first_player)
                for _ in range(table.rules.hidden_per_turn)
            ],
        )


@cites(TURN_5)
@value
class PlayPhase(Task[State, TarotTable]):
    """The playing phase starts with the first player."""

    def run(self, table: TarotTable) -> None:
        """In some printings everybody without Minors draws one now."""
        table.phase = Phase.PLAY
        report(table, PhaseBegan, Phase.PLAY, clause=TURN_1)
        table.agenda.append(ACTIVATIONS[0])
        if table.rules.rescue_draw == "phase":
            table.agenda += [RESCUES[seat] for seat in reversed(table.all_from(table.first_player))]


@cites(PLAY_9, AMB_13, AMB_14)
@value
class Rescue(Task[State, TarotTable]):
    """A player without Minors draws one, which he must keep; if there is none to draw, he goes without."""

    seat: Seat

    def run(self, table: TarotTable) -> None:
        """Draw, if he has no Minor."""
        if not minors_of(table.players[self.seat].hand):
            draw(table, self.seat, Pile.MINOR, table.rules.rescue_minors, PLAY_7, keep_minor=True)


@cites(SETUP_2, TURN_7, AMB_15, AMB_16)
@value
class Activation(Task[State, TarotTable]):
    """One player after the other becomes active, each once."""

    step: int

    def run(self, table: TarotTable) -> None:
        """Make the next seat active, or end the turn after the last."""
        rules = table.rules
        table.factor = 1
        if self.step == table.seats:
            table.active = None
            table.minor_played = table.major_played = False
            table.agenda.append(END_TURN)
            return
        seat = (table.first_player + self.step) % table.seats
        table.active = seat
        table.minor_played = table.major_played = False
        if table.log is not None:
            table.log.append(BecameActive(seat, clause=TURN_6))
        table.agenda.append(ACTIVATIONS[self.step + 1])
        table.agenda.append(PLAY_TURN[seat])
        if rules.rescue_draw == "turn":
            table.agenda.append(RESCUES[seat])
        if table.tower_owner == seat and rules.tower_ends == "turn":
            clear_tower(table, MAJ_16_6)
        if table.exiles and rules.figures_return == "turn":
            put_figures_back(table, seat)


@cites(TURN_2, LEN_2)
@value
class EndTurn(Task[State, TarotTable]):
    """After the last player of a scoring turn the Houses are scored, and before the game ends early."""

    def run(self, table: TarotTable) -> None:
        """Score if it is time, then close the turn."""
        scored: ClauseId | None = HOUSE_1 if has_enough_points(table) else None
        table.agenda.append(CLOSE_TURN)
        if table.turn in table.options.scoring_turns:
            scored = TURN_2
        if scored is not None:
            table.phase = Phase.SCORING
            report(table, PhaseBegan, Phase.SCORING, clause=scored)
            table.agenda.append(ScoreHouses())


@cites(TURN_4, LEN_6, SCORE_28, AMB_46, AMB_62)
@value
class CloseTurn(Task[State, TarotTable]):
    """The game ends, or the pawn passes and the next turn starts."""

    def run(self, table: TarotTable) -> None:
        """Close the turn."""
        ended: ClauseId | None = HOUSE_1 if has_enough_points(table) else None
        if table.turn == table.options.scoring_turns[-1]:
            ended = END_1
        if ended is not None:
            table.phase = Phase.OVER
            winners = winning_seats(table)
            report(table, GameEnded, tuple([each.vp for each in table.players]), winners, clause=ended)
            return
        table.first_player = (table.first_player + 1) % table.seats
        report(table, PawnPassed, table.first_player, clause=TURN_3)
        table.turn += 1
        table.agenda.append(BEGIN_TURN)


@cites(HOUSE_1)
def has_enough_points(position: State | TarotTable) -> bool:
    """Whether a player has the points that end the game with this turn."""
    wanted = position.rules.points_to_end
    return wanted > 0 and max([player.vp for player in position.players]) >= wanted


@cites(END_2, END_4, LEN_3, AMB_52)
def winning_seats(position: State | TarotTable) -> tuple[Seat, ...]:
    """Most points win; a tie is broken by the cards left in hand, a further tie is shared."""
    by_hand = position.rules.final_tie == "hand"
    keys = [(player.vp, len(player.hand) if by_hand else 0) for player in position.players]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


BEGIN_TURN = BeginTurn()
DRAW_STEPS = tuple(DrawStep(step) for step in range(MOST_PLAYERS))
HIDE_PHASE = HidePhase()
PLAY_PHASE = PlayPhase()
ACTIVATIONS = tuple(Activation(step) for step in range(MOST_PLAYERS + 1))
RESCUES = tuple(Rescue(seat) for seat in range(MOST_PLAYERS))
END_TURN = EndTurn()
CLOSE_TURN = CloseTurn()
