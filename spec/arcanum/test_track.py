"""The ends of the tracks: prestige from 0 to 21 and what happens beyond, victory points beyond 78."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.spec import proves
from arcanum.spec.games import asked, number, stated, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import waiting_for, with_figures, with_points, with_prestige
from arcanum.spec.tarot.games import Game, favouring, games
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Move, Play
from arcanum.tarot.cards import SUITS, Figure, Kind, Minor, Suit
from arcanum.tarot.clause_ids import AMB_7, AMB_8, LOC5_1, LOC6_2, MIN_A1, TRACK_1, TRACK_2, TRACK_3, TRACK_4, TRACK_5
from arcanum.tarot.decisions import AdjustHouses
from arcanum.tarot.playing import MoveFigure

from .scenes_kit import Door, doors, plays, ready, rises, scenes, tracks, with_board


def others(house: Suit) -> list[Suit]:
    """The three other Houses."""
    return [other for other in SUITS if other is not house]


def raised_by_symbols(state: State, house: Suit, steps: int) -> State:
    """The state after a King of a House has entered a location that shows so many Kings and nothing else."""
    king = Figure.of(Kind.KING, house)
    state = with_board(state, [{"king": steps}] * 10)
    state = with_figures(waiting_for(state, MoveFigure(asked(state), Minor(house, 14))), {king: 1})
    return take(state, Move(king, 2)).after


def raised_by_playing(state: State, house: Suit) -> State:
    """The state after a Minor of a House has been played, before its figure moves."""
    card = Minor(house, 14)
    return take(ready(state, card), Play(card)).after


def raised_by_fields(state: State, house: Suit) -> State:
    """The state after the Fields have been used to raise a House."""
    state = waiting_for(state, AdjustHouses(asked(state), SUITS, 1))
    return take(state, Adjust(house, 1)).after


# --- the end of the prestige track ------------------------------------------------------------------------------------


@proves(TRACK_1)
@given(favouring(*SUITS))
def test_no_house_ever_passes_the_end_of_the_track(game: Game) -> None:
    """However eagerly the players push one House, at no moment it stands beyond the last square."""
    highest = game.number(TRACK_1, "highest")
    for state in game.states:
        assert max(state.prestige.values()) <= highest


@proves(TRACK_1)
@given(plays(), tracks(lowest=12), st.sampled_from(SUITS), st.integers(0, 9))
def test_the_last_square_can_be_reached_and_not_passed(
    state: State, prestige: tuple[int, ...], house: Suit, steps: int
) -> None:
    """A House that rises far enough stands exactly on the last square."""
    after = raised_by_symbols(with_prestige(state, prestige), house, steps)
    assert after.prestige[house] == min(prestige[house] + steps, number(state, TRACK_1, "highest"))


@proves(TRACK_2)
@given(plays(), tracks(), st.sampled_from(SUITS), st.integers(12, 21), st.integers(0, 9))
def test_steps_beyond_the_end_push_the_other_houses_back(
    state: State, prestige: tuple[int, ...], house: Suit, height: int, steps: int
) -> None:
    """What a House cannot rise, the three others fall: a square for each missing step, or in English one in all."""
    row = list(prestige)
    row[house] = height
    after = raised_by_symbols(with_prestige(state, row), house, steps)
    missing = max(0, height + steps - number(state, TRACK_2, "highest"))
    times = min(1, missing) if stated(state, TRACK_2, "push_back") == "once" else missing
    fall = times * number(state, TRACK_2, "squares")
    assert len(others(house)) == number(state, TRACK_2, "houses")
    for other in others(house):
        assert after.prestige[other] == max(number(state, TRACK_2, "lowest"), row[other] - fall)


@proves(TRACK_3)
@given(favouring(*SUITS), tracks())
def test_a_house_that_overflows_stays_on_the_last_square(game: Game, prestige: tuple[int, ...]) -> None:
    """Played from the last square, a Minor leaves its House there, whatever it does to the others."""
    for scene in scenes(game):
        stays = number(scene.before, TRACK_3, "stays")
        row = [stays if suit is scene.card.suit else prestige[suit] for suit in SUITS]
        after = take(with_prestige(scene.before, row), Play(scene.card)).after
        assert after.prestige[scene.card.suit] == stays
        assert max(rises(with_prestige(scene.before, row), after).values()) == 0


@proves(TRACK_4)
@given(plays(), tracks(lowest=1), st.sampled_from(SUITS))
def test_the_end_of_the_track_is_the_same_for_every_cause(state: State, prestige: tuple[int, ...], house: Suit) -> None:
    """A card of the suit, a matching symbol and the Fields all push the others back from a House at the end."""
    written_for(state, MIN_A1, "prestige", 1)
    written_for(state, LOC6_2, "prestige", 1)
    row = list(prestige)
    row[house] = number(state, TRACK_1, "highest")
    state = with_prestige(state, row)
    results = (
        raised_by_playing(state, house),
        raised_by_symbols(state, house, 1),
        raised_by_fields(state, house),
    )
    for after in results:
        assert rises(state, after) == {suit: 0 if suit is house else -1 for suit in SUITS}


@proves(AMB_8)
@given(plays(), tracks(), st.sampled_from(SUITS), st.integers(2, 6))
def test_several_missing_steps_count_one_by_one_unless_the_printing_says_otherwise(
    state: State, prestige: tuple[int, ...], house: Suit, steps: int
) -> None:
    """Rising by several steps at once does what as many single steps do; in English it does what one of them does."""
    row = list(prestige)
    row[house] = number(state, AMB_8, "highest")
    state = with_prestige(state, row)
    at_once = raised_by_symbols(state, house, steps)
    one_by_one = state
    for _ in range(1 if stated(state, AMB_8, "push_back") == "once" else steps):
        one_by_one = with_prestige(state, tuple(raised_by_symbols(one_by_one, house, 1).prestige.values()))
    assert at_once.prestige == one_by_one.prestige
    assert min(at_once.prestige.values()) >= number(state, AMB_8, "lowest")


@proves(AMB_7)
@given(plays(), st.sampled_from(SUITS), st.integers(0, 2), st.integers(1, 3))
def test_no_house_falls_below_the_first_square(state: State, house: Suit, low: int, steps: int) -> None:
    """On the first square a House stays when it is lowered or pushed back, yet it may still be the one to lose."""
    lowest = number(state, AMB_7, "lowest")
    fields = waiting_for(state, AdjustHouses(asked(state), SUITS, 1))
    fields = with_prestige(fields, [low] * len(SUITS))
    assert (Adjust(house, -1) in arcanum.legal_actions(fields)) is stated(state, AMB_7, "loser_at_lowest")
    assert take(fields, Adjust(house, -1)).after.prestige[house] == max(lowest, low - 1)
    top = with_prestige(state, [number(state, TRACK_1, "highest") if suit is house else low for suit in SUITS])
    pushed = raised_by_symbols(top, house, steps)
    assert all(lowest <= pushed.prestige[other] <= low for other in others(house))
    if low <= 1:
        assert all(pushed.prestige[other] == lowest for other in others(house))


# --- the end of the track of victory points ---------------------------------------------------------------------------


@proves(TRACK_5)
@given(doors(5), st.lists(st.integers(0, 240), min_size=10, max_size=10))
def test_beyond_the_last_square_the_marker_goes_round_again(door: Door, totals: list[int]) -> None:
    """After 78 a marker lies on square 1 again and counts as 79: no point is lost."""
    state = with_points(door.state, totals[: len(door.state.players)])
    after = door.at(state).enter().after
    last, first = number(state, TRACK_5, "highest_square"), number(state, TRACK_5, "next_square")
    beyond = number(state, TRACK_5, "counts_as")
    for seat, player in enumerate(after.players):
        assert player.vp == totals[seat] + (number(state, LOC5_1, "points") if seat == door.seat else 0)
        square = player.vp if player.vp < beyond else first + (player.vp - beyond) % last
        assert state.rules.points_square(player.vp) == (square or None)


@proves(TRACK_5)
@given(games(), st.integers(0, 4), st.integers(0, 80))
def test_a_marker_that_went_round_is_ahead_of_one_that_did_not(game: Game, leader: int, behind: int) -> None:
    """At the end the true points are compared, not the squares."""
    seat = leader % game.players
    ahead = game.number(TRACK_5, "counts_as")
    end = with_points(game.last, [ahead if each == seat else min(behind, ahead - 1) for each in range(game.players)])
    outcome = arcanum.outcome(end)
    assert outcome is not None
    assert outcome.winners == (seat,)
