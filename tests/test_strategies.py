"""The strategies for other people's tests give what they say, are known to Hypothesis, and shrink well."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

import arcanum
from arcanum import records, strategies
from arcanum.kernel.game import View
from arcanum.spec.games import tables
from arcanum.strategies import Game
from tests.played import record

ROOT = Path(__file__).parents[1]
NINE_CARDS = ROOT / "examples" / "house_rules" / "nine_cards.toml"
GAMES = pytest.mark.parametrize("game", arcanum.games())
few = settings(max_examples=15, deadline=None)


# --- what they give ---------------------------------------------------------------------------------------------------


@GAMES
@few
@given(data=st.data())
def test_rules_are_built_in_rule_sets_of_a_game(game: str, data: st.DataObject) -> None:
    assert data.draw(strategies.rules(game)).name in arcanum.rulesets(game)
    assert data.draw(strategies.rules()).name in arcanum.rulesets()


@few
@given(strategies.games(decisions=40))
def test_a_game_is_what_its_record_replays(game: Game) -> None:
    assert len(game.actions) <= 40
    assert [step.state for step in game.record.replay()] == list(game.states)
    assert game.last == game.states[-1]
    assert game.opening.state == game.states[0]
    assert game.events[: len(game.opening.events)] == game.opening.events


@few
@given(strategies.games(decisions=30))
def test_every_action_of_a_game_was_legal_when_it_was_taken(game: Game) -> None:
    for before, (action, step) in zip(game.states, game.answers, strict=False):
        assert step.before is before
        assert action in arcanum.legal_actions(before)


@few
@given(strategies.games(decisions=20))
def test_a_game_is_shown_as_the_call_that_makes_its_record(game: Game) -> None:
    assert eval(repr(game), {"records": records}) == game.record


@GAMES
@settings(few, max_examples=3)
@given(data=st.data())
def test_a_whole_game_is_over(game: str, data: st.DataObject) -> None:
    assert arcanum.is_over(data.draw(strategies.games(strategies.rules(game), whole=True)).last)


@few
@given(strategies.games("arcana/revised", players=2, modules=("militia",), round_limit=3, decisions=5))
def test_players_and_options_are_those_that_were_asked_for(game: Game) -> None:
    assert game.players == 2
    assert game.options == {"modules": ("militia",), "round_limit": 3}


@few
@given(strategies.states(decisions=60))
def test_states_are_positions_from_the_opening_on(state: arcanum.State) -> None:
    assert arcanum.loads(arcanum.dumps(state)) == state


@few
@given(st.data(), strategies.states(decisions=30, over=False))
def test_an_unfinished_position_has_an_action(data: st.DataObject, state: arcanum.State) -> None:
    assert arcanum.apply(state, data.draw(strategies.actions(state))) != state


@GAMES
def test_of_a_game_that_was_played_to_its_end_the_position_before_is_unfinished(game: str) -> None:
    played = record(game, 0)
    assert arcanum.is_over(played.last)
    assert find(strategies._positions(st.just(played), False), lambda state: True) == played.states[-2]
    assert find(strategies._positions(st.just(played), None), lambda state: True) == played.last


@settings(few, max_examples=3)
@given(strategies.states("arcanum/en", players=3, length="short", over=True))
def test_a_finished_position_has_none(state: arcanum.State) -> None:
    assert arcanum.outcome(state) is not None
    assert strategies.actions(state).is_empty


@few
@given(strategies.views(decisions=30), strategies.views(decisions=30, deciding=True))
def test_views_are_those_of_a_seat_or_of_whoever_decides(view: View, decider: View) -> None:
    assert view.seat in (None, *range(len(view.players)))
    assert decider.seat == decider.to_act
    assert decider.legal_actions


@few
@given(strategies.games(NINE_CARDS, decisions=3), strategies.games(arcanum.rules("arcanum/it"), decisions=3))
def test_rules_can_be_a_file_or_rules(one: Game, other: Game) -> None:
    assert one.rules == arcanum.rules(NINE_CARDS)
    assert other.rules == arcanum.rules("arcanum/it")


@GAMES
@few
@given(data=st.data())
def test_a_house_rule_changes_some_values_of_a_rule_set_and_can_be_played(game: str, data: st.DataObject) -> None:
    rules = data.draw(strategies.house_rules(game))
    base = arcanum.rules(f"{game}/{rules.printing}")
    changed = rules.game.changes(rules, base)
    assert 1 <= len(changed) <= strategies.MOST_CHANGES
    assert changed[0].key in rules.name or rules.name.endswith("...")
    assert arcanum.loads(arcanum.dumps(rules)) == rules
    state = data.draw(strategies.states(st.just(rules), decisions=30))
    assert state.rules == rules


@GAMES
def test_every_table_that_is_drawn_can_be_begun(game: str) -> None:
    for name in arcanum.rulesets(game):
        for table in tables(arcanum.rules(name))[::7]:
            options: dict[str, Any] = dict(table.options)
            assert len(arcanum.new_game(name, players=table.players, seed=1, **options).players) == table.players


@few
@given(strategies.house_rules(), strategies.views(decisions=20))
def test_a_counterexample_shows_rules_by_their_name(rules: arcanum.RuleSet, view: View) -> None:
    assert pretty(rules) == f"<rules {rules.name}>"
    assert f"<rules {view.rules.name}>" in pretty(view)


# --- errors -----------------------------------------------------------------------------------------------------------


def test_what_makes_no_sense_is_refused_at_once() -> None:
    with pytest.raises(arcanum.UnknownName, match="chess"):
        strategies.rules("chess")
    with pytest.raises(arcanum.UnknownName, match="arcanum/xx"):
        strategies.states("arcanum/xx")
    with pytest.raises(arcanum.BadCall, match="decisions must be"):
        strategies.games("arcanum/en", decisions=-1)


@pytest.mark.parametrize(("options", "message"), [({"players": 9}, "players"), ({"length": "medium"}, "medium")])
def test_what_the_game_refuses_it_says_when_it_begins(options: dict[str, Any], message: str) -> None:
    @settings(max_examples=1, database=None)
    @given(strategies.games("arcanum/en", **options))
    def never(game: Game) -> None:
        raise AssertionError("there is no such game")

    with pytest.raises(arcanum.BadCall, match=message):
        never()


# --- shrinking --------------------------------------------------------------------------------------------------------


def test_a_counterexample_is_short() -> None:
    """A figure can move when all three players have hidden a card and the first has played one."""
    found = find(
        strategies.games("arcanum/en", decisions=60),
        lambda game: any(str(action).startswith("move") for action in game.actions),
        settings=settings(max_examples=100, database=None, deadline=None),
        random=random.Random(5),
    )
    assert found.players == 3
    assert [str(action).partition(" ")[0] for action in found.actions] == ["hide", "hide", "hide", "play", "move"]


def test_a_house_rule_is_made_small() -> None:
    found = find(
        strategies.house_rules("arcanum"),
        lambda rules: any(change.key == "hand_limit" for change in rules.game.changes(rules, _base(rules))),
        settings=settings(max_examples=400, database=None, deadline=None),
        random=random.Random(5),
    )
    (change,) = found.game.changes(found, _base(found))
    assert found.name == f"en with hand_limit = {change.new}"


def _base(rules: arcanum.RuleSet) -> arcanum.RuleSet:
    return arcanum.rules(f"{rules.game.name}/{rules.printing}")


# --- what Hypothesis knows --------------------------------------------------------------------------------------------

PROGRAM = """
import sys
from hypothesis import given, settings, strategies as st
import arcanum
assert not {"arcanum.tarot", "arcanum.guilds", "arcanum.strategies"} & set(sys.modules), "too much is imported"
seen = []
@settings(max_examples=3, database=None, deadline=None)
@given(*(st.from_type(kind) for kind in (arcanum.RuleSet, arcanum.State, arcanum.View, arcanum.Action)))
def check(rules, state, view, action):
    assert rules.name in arcanum.rulesets()
    assert isinstance(state, arcanum.State) and isinstance(view, arcanum.View) and isinstance(action, arcanum.Action)
    assert type(state) is not arcanum.State and str(action)
    seen.append(action)
check()
print("drawn", len(seen) > 0)
"""


def test_hypothesis_draws_our_types_in_a_fresh_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env={**os.environ}, capture_output=True, text=True, timeout=300
    )
    assert (done.stdout, done.returncode) == ("drawn True\n", 0), done.stderr


def test_without_hypothesis_the_message_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['hypothesis'] = None; import arcanum.strategies"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "pip install 'arcanum[hypothesis]'" in done.stderr.splitlines()[-1]
