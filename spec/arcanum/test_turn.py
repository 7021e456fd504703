"""The structure of a turn: its phases, the pawn, who is active when."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from arcanum.spec import proves
from arcanum.spec.subject import under_test
from arcanum.spec.tarot.games import Game, Step, Turn, games
from arcanum.tarot.cards import TOWER, Minor
from arcanum.tarot.clause_ids import (
    AMB_62,
    HIDE_1,
    TURN_1,
    TURN_2,
    TURN_3,
    TURN_4,
    TURN_5,
    TURN_6,
    TURN_7,
    TURN_8,
    WORLD_4,
)
from arcanum.tarot.events import (
    BecameActive,
    Discarded,
    HouseScored,
    PawnPassed,
    Phase,
    PhaseBegan,
    Played,
    TurnBegan,
)
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.playing import PlayCard

from .course_kit import phases, scoring_turns, words
from .table_kit import somebody_hides


def active_seats(turn: Turn) -> list[int]:
    """The seats that became active in a turn, in order."""
    return [event.seat for event in turn.events if isinstance(event, BecameActive)]


def named(turn: Turn) -> tuple[str, ...]:
    """The phases of a turn as the rulebook counts them: drawing and hiding are one phase."""
    return tuple(phase.value for phase in phases(turn) if phase is not Phase.HIDE)


def duty_of(step: Step) -> str | None:
    """What everybody has to do in every turn, if that is what was decided."""
    match step.before.agenda[-1]:
        case HideTogether(slot=slot) if slot.clause == HIDE_1:
            return "A: hide"
        case PlayCard():
            return "B: play"
    return None


@proves(TURN_1)
@given(games())
def test_every_turn_is_drawing_and_hiding_then_playing(game: Game) -> None:
    """In each turn everybody draws, then everybody hides, and only then are cards played."""
    somebody_hides(game.first)
    for turn in game.turns():
        every_turn = tuple(phase for phase in phases(turn) if phase is not Phase.SCORING)
        assert every_turn == (Phase.DRAW, Phase.HIDE, Phase.PLAY)
        assert named(turn)[:2] == game.expected(TURN_1, "phases")
    duties = [(step.before.turn, duty) for step in game.steps if (duty := duty_of(step))]
    assert duties == sorted(duties), "everybody hides before the first card of the turn is played"
    every = {(turn.number, duty) for turn in game.turns() for duty in ("A: hide", "B: play")}
    assert set(duties) == every or (under_test() is not None and starving(game))


def starving(game: Game) -> bool:
    """Whether somebody has no Minor left when he should hide or play one: that takes a house rule."""
    return any(
        not any(isinstance(card, Minor) for card in player.hand) for state in game.states for player in state.players
    )


@proves(TURN_2)
@given(games())
def test_scoring_is_a_third_phase_of_scoring_turns_only(game: Game) -> None:
    """In a scoring turn a scoring follows after the last player's card is dealt with; other turns have none."""
    for turn in game.turns():
        if turn.number not in scoring_turns(game):
            assert Phase.SCORING not in phases(turn)
            assert not any(isinstance(event, HouseScored) and event.clause != WORLD_4 for event in turn.events)
            continue
        assert named(turn) == game.expected(TURN_2, "phases")
        start = turn.events.index(
            next(e for e in turn.events if isinstance(e, PhaseBegan) and e.phase is Phase.SCORING)
        )
        before, after = turn.events[:start], turn.events[start:]
        cards = [event.card for event in before if isinstance(event, Played) and event.card != TOWER]
        gone = [event.card for event in before if isinstance(event, Discarded)]
        assert len(set(active_seats(turn))) == game.players
        assert set(cards) <= set(gone)
        assert not any(isinstance(event, BecameActive | Played) for event in after)
        assert any(isinstance(event, HouseScored) for event in after)
        assert not any(isinstance(event, HouseScored) and event.clause != WORLD_4 for event in before)


@proves(TURN_3)
@given(games())
def test_the_pawn_goes_to_the_left_neighbour_after_every_turn(game: Game) -> None:
    """Turn by turn the pawn moves one seat to the left, after scoring turns as well."""
    steps = game.number(TURN_3, "steps")
    start = game.first.first_player
    for state in game.states:
        turns_over = state.turn - 1
        assert state.first_player == (start + steps * turns_over) % game.players


@proves(TURN_4, AMB_62)
@given(games())
def test_the_pawn_passes_after_the_scoring_and_before_the_next_turn(game: Game) -> None:
    """Where a turn was scored, first the Houses are scored, then another player gets the pawn and begins the next."""
    kinds = {PhaseBegan: "scoring", HouseScored: "scoring", PawnPassed: "pawn", TurnBegan: "turn"}
    scored = [turn.number for turn in game.turns() if Phase.SCORING in phases(turn)]
    for number in scored:
        if number == game.last.turn:
            continue
        turn, following = game.turns()[number - 1 : number + 1]
        scoring = [event for event in turn.events if not isinstance(event, PhaseBegan) or event.phase is Phase.SCORING]
        found = [kinds[type(event)] for event in (*scoring[1:], following.events[0]) if type(event) in kinds]
        order = tuple(dict.fromkeys(found))
        assert order == game.expected(TURN_4, "order")
        assert order[:2] == game.expected(AMB_62, "order")
        assert found == sorted(found, key=words(game.expected(TURN_4, "order")).index)
        (passed,) = (event for event in turn.events if isinstance(event, PawnPassed))
        assert passed.seat == following.first_player != turn.first_player, "it really changes hands"


@proves(TURN_5)
@given(games())
def test_the_holder_of_the_pawn_plays_first(game: Game) -> None:
    """The playing phase starts with the first player, who plays the first card of the turn."""
    for turn in game.turns():
        assert active_seats(turn)[0] == turn.first_player
        played = [event.seat for event in turn.events if isinstance(event, Played)]
        if turn.first_player in played or under_test() is None:
            assert played[0] == turn.first_player


@proves(TURN_6)
@given(games())
def test_then_the_left_neighbour_becomes_active(game: Game) -> None:
    """After one player comes the one to his left, until the round is complete."""
    for turn in game.turns():
        seats = active_seats(turn)
        assert all(after == (before + 1) % game.players for before, after in pairwise(seats))
    for step in game.steps:
        if isinstance(step.before.agenda[-1], PlayCard):
            assert step.seat == step.before.active


@proves(TURN_7)
@given(games())
def test_every_player_is_active_once_in_a_turn(game: Game) -> None:
    """In each turn each player has exactly one go."""
    for turn in game.turns():
        assert sorted(active_seats(turn)) == sorted(list(range(game.players)) * game.number(TURN_7, "times"))


@proves(TURN_8)
@given(games())
def test_the_turn_marker_advances_one_square_at_the_end_of_each_turn(game: Game) -> None:
    """The marker starts on 1 and moves one square when a turn begins, never otherwise."""
    assert game.first.turn == game.expected(TURN_8, "start")
    for step in game.steps:
        begun = sum(isinstance(event, TurnBegan) for event in step.events)
        assert step.after.turn - step.before.turn == begun * game.number(TURN_8, "step")
    assert [turn.number for turn in game.turns()] == list(dict.fromkeys(state.turn for state in game.states))
