"""The course of a turn: draw, hide, play, score, pass the pawn, end. Each part is a task that puts the next one on the
agenda below whatever it sets off itself.
"""

from __future__ import annotations

import attrs

from arcanum.kernel.agenda import Task
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.tarot.atoms import gain_points, put_on_discard, report, set_prestige
from arcanum.tarot.cards import SUITS, Minor
from arcanum.tarot.clause_ids import (
    AMB_14,
    AMB_47,
    AMB_52,
    AMB_62,
    DRAW_1,
    DRAW_3,
    DRAW_4,
    DRAW_5,
    DRAW_6,
    END_1,
    END_2,
    END_4,
    HAND_4,
    HIDE_1,
    HIDE_2,
    LEN_2,
    LEN_3,
    LEN_6,
    PLAY_1,
    PLAY_7,
    PLAY_8,
    PLAY_9,
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
    SCORE_28,
    SETUP_2,
    TURN_1,
    TURN_2,
    TURN_3,
    TURN_4,
    TURN_5,
    TURN_6,
    TURN_7,
    TURN_8,
)
from arcanum.tarot.decisions import HideTogether, PlayCard
from arcanum.tarot.effects import majors_in_game
from arcanum.tarot.events import (
    BecameActive,
    GameEnded,
    HouseScored,
    PawnPassed,
    Phase,
    PhaseBegan,
    Pile,
    Revealed,
    TurnBegan,
)
from arcanum.tarot.hand import draw
from arcanum.tarot.scoring import house_ranks, scoring_order, standings, strength
from arcanum.tarot.state import HiddenCard, Player, State, TarotTable


@cites(SETUP_2)
def clockwise(table: TarotTable) -> tuple[Seat, ...]:
    """All seats from the first player on."""
    return (table.first_player, *table.others(table.first_player))


@cites(TURN_1)
@attrs.frozen
class BeginTurn(Task[State, TarotTable]):
    """A turn starts with the drawing phase."""

    def run(self, table: TarotTable) -> None:
        """Announce it and let the first player draw."""
        table.phase = Phase.DRAW
        report(table, TurnBegan(table.turn, table.first_player, clause=TURN_8))
        report(table, PhaseBegan(Phase.DRAW, clause=TURN_1))
        table.agenda.append(DRAW_STEPS[0])


@cites(DRAW_3, DRAW_5, DRAW_6, HAND_4)
@attrs.frozen
class DrawStep(Task[State, TarotTable]):
    """One player after the other draws; in turn 1 he is dealt his first hand instead."""

    step: int

    def run(self, table: TarotTable) -> None:
        """Draw for one seat; the hand limit comes before the next seat, and before hiding."""
        seat = (table.first_player + self.step) % table.seats
        last = self.step + 1 == table.seats
        table.agenda.append(HIDE_PHASE if last else DRAW_STEPS[self.step + 1])
        if table.turn > 1:
            draw(table, seat, Pile.MINOR, table.rules.minors_drawn, DRAW_1)
            return
        minors, majors = table.rules.first_deal
        draw(table, seat, Pile.MINOR, minors, DRAW_4)
        if majors_in_game(table):
            draw(table, seat, Pile.MAJOR, majors, DRAW_4)


@cites(HIDE_1, HIDE_2)
@attrs.frozen
class HidePhase(Task[State, TarotTable]):
    """Everybody who holds cards hides a Minor."""

    def run(self, table: TarotTable) -> None:
        """Ask all of them; whoever has an empty hand, for all to see, is not asked."""
        table.phase = Phase.HIDE
        report(table, PhaseBegan(Phase.HIDE, clause=HIDE_1))
        table.agenda.append(PLAY_PHASE)
        asked = [
            seat for seat in clockwise(table) if table.players[seat].hand for _ in range(table.rules.hidden_per_turn)
        ]
        if asked:
            table.agenda.append(HideTogether(asked[0], tuple(asked[1:])))


@cites(TURN_5)
@attrs.frozen
class PlayPhase(Task[State, TarotTable]):
    """The playing phase starts with the first player."""

    def run(self, table: TarotTable) -> None:
        """In some printings everybody without Minors draws one now."""
        table.phase = Phase.PLAY
        report(table, PhaseBegan(Phase.PLAY, clause=TURN_1))
        table.agenda.append(ACTIVATIONS[0])
        if table.rules.rescue_draw == "phase":
            for seat in clockwise(table):
                rescue(table, seat)


@cites(PLAY_8, PLAY_9, AMB_14)
def rescue(table: TarotTable, seat: Seat) -> None:
    """A player without Minors draws one; if there is none to draw, he goes without."""
    if not holds_minor(table, seat):
        draw(table, seat, Pile.MINOR, table.rules.rescue_minors, PLAY_7)


def holds_minor(table: TarotTable, seat: Seat) -> bool:
    """Whether a Minor is in the hand."""
    return any(isinstance(card, Minor) for card in table.players[seat].hand)


@cites(TURN_7)
@attrs.frozen
class Activation(Task[State, TarotTable]):
    """One player after the other becomes active, each once."""

    step: int

    def run(self, table: TarotTable) -> None:
        """Make the next seat active, or end the turn after the last."""
        if self.step == table.seats:
            table.active = None
            table.agenda.append(END_TURN)
            return
        seat = (table.first_player + self.step) % table.seats
        table.active = seat
        if table.log is not None:
            table.log.append(BecameActive(seat, clause=TURN_6))
        table.agenda.append(ACTIVATIONS[self.step + 1])
        table.agenda.append(PLAY_TURNS[seat])
        if table.rules.rescue_draw == "turn":
            rescue(table, seat)


@cites(PLAY_1)
@attrs.frozen
class PlayTurn(Task[State, TarotTable]):
    """The active player plays a Minor if he has one."""

    seat: Seat

    def run(self, table: TarotTable) -> None:
        """Ask which."""
        if holds_minor(table, self.seat):
            table.agenda.append(PlayCard(self.seat))


@cites(TURN_2, TURN_4, LEN_2, LEN_6, SCORE_28, AMB_62)
@attrs.frozen
class EndTurn(Task[State, TarotTable]):
    """After a scoring turn the Houses are scored; then the game ends or the pawn passes and the next turn starts."""

    def run(self, table: TarotTable) -> None:
        """Close the turn."""
        scoring_turns = table.options.scoring_turns
        if table.turn in scoring_turns:
            score_houses(table)
        if table.turn == scoring_turns[-1]:
            table.phase = Phase.OVER
            winners = winning_seats(table)
            report(table, GameEnded(tuple(each.vp for each in table.players), winners, clause=END_1))
            return
        table.first_player = (table.first_player + 1) % table.seats
        report(table, PawnPassed(table.first_player, clause=TURN_3))
        table.turn += 1
        table.agenda.append(BEGIN_TURN)


@cites(SCORE_17, SCORE_25, SCORE_26, SCORE_27, AMB_47)
def score_houses(table: TarotTable) -> None:
    """Reveal all hidden cards, pay for every House from the top, then reset prestige and discard the hidden cards."""
    table.phase = Phase.SCORING
    report(table, PhaseBegan(Phase.SCORING, clause=TURN_2))
    shown = [tuple(each.card for each in player.hidden) for player in table.players]
    for seat in clockwise(table):
        report(table, Revealed(seat, shown[seat], clause=SCORE_5))
    rules = table.rules
    ranks = house_ranks(table.prestige.row)
    for house in scoring_order(ranks):
        strengths = [strength(cards, house, rules.tie_break) for cards in shown]
        result = standings(rules.scoring_table[ranks[house] - 1], strengths, rules.split)
        report(table, HouseScored(house, ranks[house], result, clause=SCORE_17))
        for each in result:
            if each.points:
                better = sum(other > strengths[each.seat] for other in strengths)
                tied = strengths.count(strengths[each.seat]) > 1
                clause = SCORE_14 if tied else (SCORE_6, SCORE_7, SCORE_8)[min(better, 2)]
                gain_points(table, each.seat, each.points, clause)
    for house in SUITS:
        set_prestige(table, house, 0, SCORE_23)
    for seat in clockwise(table):
        discard_hidden(table, seat)


def discard_hidden(table: TarotTable, seat: Seat) -> None:
    """All hidden cards of a player go to the discards of their type."""
    player = table.players[seat]
    hidden: tuple[HiddenCard, ...] = player.hidden
    table.players[seat] = Player(player.hand, (), player.vp)
    for each in hidden:
        put_on_discard(table, seat, each.card, SCORE_24)


@cites(END_2, END_4, LEN_3, AMB_52)
def winning_seats(position: State | TarotTable) -> tuple[Seat, ...]:
    """Most points win; a tie is broken by the cards left in hand, a further tie is shared."""
    by_hand = position.rules.final_tie == "hand"
    keys = [(player.vp, len(player.hand) if by_hand else 0) for player in position.players]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


BEGIN_TURN = BeginTurn()
DRAW_STEPS = tuple(DrawStep(step) for step in range(5))
HIDE_PHASE = HidePhase()
PLAY_PHASE = PlayPhase()
ACTIVATIONS = tuple(Activation(step) for step in range(6))
PLAY_TURNS = tuple(PlayTurn(seat) for seat in range(5))
END_TURN = EndTurn()
