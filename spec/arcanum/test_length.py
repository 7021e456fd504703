"""Goal and length of the game, and the calendar of a game of three."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.spec import proves
from arcanum.spec.games import refuses
from arcanum.spec.subject import rests_on
from arcanum.spec.tarot.games import Game, as_printed, games, leanings
from arcanum.spec.tarot.invariants import EVERY_ACTION
from arcanum.tarot import State
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import Minor
from arcanum.tarot.clause_ids import (
    END_1,
    LEN_1,
    LEN_2,
    LEN_3,
    LEN_4,
    LEN_5,
    LEN_6,
    LOC1_1,
    LOC5_1,
    LOC6_1,
    P3_1,
    P3_2,
    P3_3,
    P3_4,
    P3_5,
)
from arcanum.tarot.events import (
    Discarded,
    FoolAssigned,
    GameEnded,
    HouseScored,
    PawnPassed,
    Phase,
    PointsGained,
    PrestigeChanged,
    Revealed,
    TurnBegan,
)

from .course_kit import NOT_THREE, Agreement, agreed_turns, agreements, during, numbers, scoring_turns
from .table_kit import hiding_steps

LENGTHS = ("short", "long")


def last_turn(game: Game) -> int:
    """The number of the last turn that was announced."""
    return game.of(TurnBegan)[-1].turn


def scored_turns(game: Game) -> tuple[int, ...]:
    """The turns after which the Houses were scored; what the World scores in between is no scoring of the calendar."""
    return tuple(
        turn.number
        for turn in game.turns()
        if any(isinstance(event, HouseScored) for event in during(turn, Phase.SCORING))
    )


# --- length -----------------------------------------------------------------------------------------------------------


@proves(LEN_1)
@given(games(players=NOT_THREE))
def test_four_or_five_players_play_six_or_nine_turns(game: Game) -> None:
    """A short game has turns 1 to 6, a long game turns 1 to 9."""
    rests_on(END_1)
    assert [turn.number for turn in game.turns()] == list(range(1, game.number(LEN_1, game.length) + 1))


@proves(LEN_1, P3_3)
@given(agreements(), st.one_of(st.sampled_from(LENGTHS), st.integers(1, 9), st.text(max_size=8)))
def test_the_players_agree_on_one_of_two_lengths_before_the_start(agreement: Agreement, length: object) -> None:
    """A game starts with one of the two lengths agreed, also among three; any other length is refused."""

    def begin() -> State:
        rules, players, majors = agreement.rules, agreement.players, agreement.majors()
        state = arcanum.new_game(rules, players=players, seed=agreement.seed, length=length, majors=majors)
        assert isinstance(state, State)
        return state

    if length in LENGTHS:
        assert begin().options.length == length
    else:
        assert refuses(arcanum.UnknownName, begin, "length")


@proves(LEN_2)
@given(games())
def test_the_agreed_length_stays_and_ends_the_game(game: Game) -> None:
    """Nothing in a game changes what was agreed, and the last turn is the agreed one."""
    assert game.first.options.length == game.length
    assert {state.options for state in game.states} == {game.first.options}
    assert last_turn(game) == game.last.turn == agreed_turns(game)


@proves(LEN_4)
@given(games(players=NOT_THREE))
def test_the_houses_are_scored_after_turns_3_6_and_9(game: Game) -> None:
    """Four or five players score after turns 3 and 6, in a long game also after turn 9, and at no other time."""
    rests_on(END_1)
    assert scored_turns(game) == game.expected(LEN_4, game.length)
    assert set(scored_turns(game)) <= set(numbers(game.expected(LEN_4, "scoring_turns")))


@proves(LEN_6)
@given(games(), st.sampled_from(EVERY_ACTION))
def test_nothing_follows_the_last_scoring(game: Game, action: arcanum.Action) -> None:
    """Once the Houses of the final turn are scored the game is over at once: nobody may do anything any more."""
    *_, last = game.turns()
    assert during(last, Phase.SCORING), "the final turn is scored"
    end = last.events[-1]
    assert isinstance(end, GameEnded)
    assert game.of(GameEnded) == (end,)
    assert not any(isinstance(event, PawnPassed) for event in last.events)
    scoring = Revealed | FoolAssigned | HouseScored | PointsGained | PrestigeChanged | Discarded
    assert all(isinstance(event, scoring) for event in during(last, Phase.SCORING))
    assert arcanum.legal_actions(game.last) == ()
    assert arcanum.to_act(game.last) is None
    assert refuses(arcanum.IllegalAction, lambda: arcanum.apply(game.last, action))


# --- goal -------------------------------------------------------------------------------------------------------------


@proves(LEN_3)
@given(games())
def test_the_declared_winners_have_most_points(game: Game) -> None:
    """Whoever is declared winner has at least as many points as everybody else."""
    (ended,) = game.of(GameEnded)
    outcome = arcanum.outcome(game.last)
    assert outcome is not None
    points = tuple(player.vp for player in game.last.players)
    assert outcome.scores == ended.scores == points
    assert outcome.winners == ended.winners
    assert ended.winners
    assert all(points[seat] == max(points) for seat in ended.winners)


@proves(LEN_5)
@given(games(majors=("none",), leaning=leanings(locations=(1, 5, 6))))
def test_points_come_from_scoring_and_from_locations(game: Game) -> None:
    """What a player has at the end is what the Houses paid him and what he gained in the city during the turns."""
    as_printed(locations=LOCATIONS)
    points = [0] * game.players
    for scored in game.of(HouseScored):
        for standing in scored.standings:
            points[standing.seat] += standing.points
    for clause in (LOC1_1, LOC5_1, LOC6_1):
        for visit in game.visits(game.number(clause, "location")):
            points[visit.seat] += game.number(clause, "points")
    assert [player.vp for player in game.last.players] == points


# --- three players ----------------------------------------------------------------------------------------------------


@proves(P3_1)
@given(games(players=(3,)))
def test_three_players_score_in_turns_4_and_8(game: Game) -> None:
    """Three players score the Houses after turn 4, in a long game also after turn 8, and at no other time."""
    rests_on(END_1)
    assert game.players == game.expected(P3_1, "players")
    assert scored_turns(game) == game.expected(P3_1, game.length)
    assert set(scored_turns(game)) <= set(numbers(game.expected(P3_1, "scoring_turns")))


@proves(P3_2)
@given(games(players=(3,)))
def test_a_game_of_three_ends_after_turn_4_or_8(game: Game) -> None:
    """A short game of three has four turns, a long one eight, and is over after that."""
    rests_on(END_1)
    assert game.players == game.expected(P3_2, "players")
    assert [turn.number for turn in game.turns()] == list(range(1, game.number(P3_2, game.length) + 1))


@proves(P3_4)
@given(games(players=NOT_THREE))
def test_four_or_five_players_never_score_or_end_with_turns_4_and_8(game: Game) -> None:
    """The calendar of three players is for three only."""
    rests_on(LEN_1, LEN_4, P3_1, P3_2)
    assert game.players in numbers(game.expected(P3_4, "players"))
    calendar_of_three = set(numbers(game.expected(P3_1, "scoring_turns")))
    assert calendar_of_three.isdisjoint(scored_turns(game))
    assert last_turn(game) not in {game.number(P3_2, length) for length in LENGTHS}


@proves(P3_5)
@given(games(players=(3,)))
def test_three_players_show_four_hidden_cards_or_more_at_the_first_scoring(game: Game) -> None:
    """Whoever could hide a Minor in each of the first four turns has at least four cards to show after them."""
    first = game.number(P3_5, "turn")
    assume(scoring_turns(game)[0] == first)
    able = [0] * game.players
    hiding = {step.before.turn: step.before for step, _ in hiding_steps(game)}
    for turn in range(1, first + 1):
        for seat, player in enumerate(hiding[turn].players):
            able[seat] += any(isinstance(card, Minor) for card in player.hand)
    shown = [0] * game.players
    for event in during(game.turns()[first - 1], Phase.SCORING):
        if isinstance(event, Revealed):
            shown[event.seat] += len(event.cards)
    assume(able.count(first) > 0)
    for seat, turns in enumerate(able):
        if turns == first:
            assert shown[seat] >= game.number(P3_5, "hidden")
