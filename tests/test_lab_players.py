"""Players: what they see, what they may know, and that the better ones win."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum.lab import search
from arcanum.lab.kits import Kit, kit_of
from arcanum.lab.players import Player, parse
from arcanum.lab.search import SearchPlayer
from arcanum.lab.statistics import share_of
from tests.builds import of_sources
from tests.played import GAMES, position

KINDS = ("random", "greedy", "search:6")


@GAMES
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12)
@given(data=st.data())
def test_a_choice_does_not_depend_on_what_the_seat_may_not_know(game: str, kind: str, data: st.DataObject) -> None:
    state = position(game, data)
    seat = arcanum.to_act(state)
    if seat is None:
        return
    view = arcanum.observe(state, seat)
    other = arcanum.determinize(view, data.draw(st.integers(0, 2**64)))
    seed = data.draw(st.integers(0, 2**64))
    one, two = (parse(kind)(seed).choose(arcanum.observe(each, seat)) for each in (state, other))
    assert one == two
    assert one in arcanum.legal_actions(state)


@GAMES
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_plays_the_same_game_and_another_one_another(game: str, kind: str) -> None:
    def actions(seed: int) -> list[str]:
        state = arcanum.new_game(arcanum.rulesets(game)[0], players=3, seed=1)
        player: Player = parse(kind)(seed)
        found = []
        for _ in range(30):
            seat = arcanum.to_act(state)
            assert seat is not None
            found.append(player.choose(arcanum.observe(state, seat)))
            state = arcanum.apply(state, found[-1])
        return list(map(str, found))

    assert actions(5) == actions(5)
    assert len({tuple(actions(seed)) for seed in range(4)}) > 1


class Spy:
    """Looks at what it is shown, and takes the first action."""

    seen: list[object]

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: arcanum.View) -> arcanum.Action:
        Spy.seen.append(view)
        return view.legal_actions[0]


@GAMES
def test_players_are_shown_views_of_their_seat_and_nothing_else(game: str) -> None:
    Spy.seen = []
    (result,) = arcanum.simulate(arcanum.rulesets(game)[0], [Spy, Spy, Spy], games=1).results()
    assert result.players == ("Spy", "Spy", "Spy")
    assert len(Spy.seen) == result.decisions - result.forced
    for view in Spy.seen:
        assert isinstance(view, arcanum.View)
        assert not isinstance(view, arcanum.State)
        assert view.seat == view.to_act
        assert len(view.legal_actions) > 1


class Cheat:
    """Chooses what it likes."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: arcanum.View) -> arcanum.Action:
        return arcanum.Option("win")


def test_an_illegal_choice_says_who_made_it_and_why_it_is_illegal() -> None:
    with pytest.raises(arcanum.BadCall, match=r"game 0, decision 1: Cheat chose .* choose win: .*\[HIDE-1\]"):
        arcanum.simulate("arcanum/en", [Cheat] * 3, games=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gready", "did you mean 'greedy'"),
        ("random:5", "only search has a budget"),
        ("search:", "search:200 or search:50ms"),
        ("search:0", "search:200 or search:50ms"),
        ("search:5s", "search:200 or search:50ms"),
        ("search:99999999", "search:200 or search:50ms"),
    ],
)
def test_a_player_that_does_not_exist_is_refused(text: str, message: str) -> None:
    with pytest.raises(arcanum.BadCall, match=message):
        arcanum.simulate("arcanum/en", [text] * 3, games=1)


def test_a_player_is_asked_only_when_it_is_to_act() -> None:
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    asleep = next(seat for seat in range(3) if seat != arcanum.to_act(state))
    for kind in ("greedy", "search:2"):
        with pytest.raises(arcanum.BadCall, match="chooses when it is to act"):
            parse(kind)(1).choose(arcanum.observe(state, asleep))


@of_sources
def test_a_budget_of_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by ten milliseconds whenever somebody looks at it."""
    now, looked = [0.0], []

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    def grown(self: SearchPlayer, kit: Kit, root: object, state: arcanum.State) -> None:
        looked.append(now[0])
        grow(self, kit, root, state)

    grow: Any = SearchPlayer._grow
    monkeypatch.setattr(search, "perf_counter", clock)
    monkeypatch.setattr(SearchPlayer, "_grow", grown)
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    seat = arcanum.to_act(state)
    choice = parse("search:30ms")(1).choose(arcanum.observe(state, seat))
    assert choice in arcanum.legal_actions(state)
    assert looked == pytest.approx([0.01, 0.02, 0.03])


@GAMES
@settings(max_examples=30)
@given(data=st.data())
def test_a_finished_game_is_worth_its_scores(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    worth = kit_of(state.game).worth(state)
    assert len(worth) == len(state.players)
    result = arcanum.outcome(state)
    if result is not None:
        assert worth == list(result.scores)


@pytest.mark.parametrize(("rules", "games"), [("arcanum/en", 30), ("arcana/revised", 8)])
def test_greedy_beats_random(rules: str, games: int) -> None:
    """The whole proof, with search, is `nox -s strength`."""
    done = arcanum.simulate(rules, ["greedy", "random", "random"], games=games, seed=3)
    assert (share_of(done.tally().players["greedy"].wins).low or 0) > 1 / 3


def test_seats_are_rotated() -> None:
    done = arcanum.simulate("arcanum/en", ["greedy", "random", "random"], games=6)
    seats = [result.players.index("greedy") for result in islice(done.results(), 6)]
    assert seats == [0, 1, 2, 0, 1, 2]
