"""The public functions keep their promises for every rule set of every game.

Games are planned as the soak plans them, so all rule sets, player counts and options come round. What a particular game
promises beyond this is tested in files of its own.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action
from arcanum.spec import soak
from arcanum.spec.invariants import check_every_action, check_outcome, check_step, check_value, check_views
from tests.builds import fields_of
from tests.played import GAMES, numbers, position, record
from tests.refusals import bad_game, forbidden

RULESETS = pytest.mark.parametrize("ruleset", arcanum.rulesets())


# --- states are values ------------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_legal_is_legal_the_rest_is_refused_and_the_state_stays_what_it_was(game: str, data: st.DataObject) -> None:
    state, kit = position(game, data), soak.kit(game)
    check_every_action(state, kit.every_action(state), kit.check_state)


@GAMES
@given(data=st.data())
def test_looking_at_a_state_does_not_change_it(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    before, number = copy.deepcopy(state), hash(state)
    looks: tuple[Callable[[arcanum.State], object], ...] = (
        arcanum.legal_actions,
        arcanum.to_act,
        arcanum.is_over,
        arcanum.outcome,
        lambda state: arcanum.observe(state, None),
        repr,
    )
    for look in looks:
        assert look(state) == look(state)
    assert state == before
    assert hash(state) == hash(before) == number


@GAMES
@given(data=st.data())
def test_a_state_survives_copying_and_pickling(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    check_value(state)
    for twin in (copy.copy(state), pickle.loads(pickle.dumps(state))):
        for action in arcanum.legal_actions(state)[:1]:
            assert arcanum.apply(twin, action) == arcanum.apply(state, action)


@GAMES
def test_a_copy_of_a_state_that_knows_its_legal_actions_takes_each_of_them_alike(game: str) -> None:
    """What a copy remembers must not be taken for what the engine hands out."""
    for state in record(game, 0).states[:-1:7]:
        legal = arcanum.legal_actions(state)
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            for own, action in zip(arcanum.legal_actions(twin), legal, strict=True):
                assert arcanum.apply(twin, own) == arcanum.apply(state, action)


@GAMES
def test_every_choice_has_words_and_a_text_of_its_own(game: str) -> None:
    for number in range(6):
        states = record(game, number).states[:-1]
        rules, seats = states[0].rules, len(states[0].players)
        narrator = arcanum.narrator(rules, [f"player {seat}" for seat in range(seats)])
        for state in states:
            legal = arcanum.legal_actions(state)
            words = [narrator.choice(action) for action in legal]
            assert len(set(words)) == len(words)
            assert all(words)
            assert [arcanum.parse_action(rules, str(action)) for action in legal] == list(legal)


@GAMES
def test_a_narrator_wants_a_name_for_every_seat_and_a_player_a_seed(game: str) -> None:
    name = arcanum.rulesets(game)[0]
    wrong: tuple[Any, ...] = (["one"], "four", [1, 2, 3, 4], ["name"] * 9)
    for names in wrong:
        with pytest.raises(arcanum.BadCall):
            arcanum.narrator(name, names)
    half: Any = 0.5
    with pytest.raises(arcanum.BadCall, match="whole number"):
        arcanum.player("random", half)
    with pytest.raises(arcanum.UnknownName, match="greedy"):
        arcanum.player("greedi", 1)
    with pytest.raises(arcanum.ParseError):
        arcanum.parse_action(name, "dance")


@GAMES
@given(data=st.data())
def test_a_state_is_told_in_one_short_line(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    assert state.rules.name in repr(state)
    assert len(repr(state)) < 200


@GAMES
@given(number=numbers)
def test_every_decision_changes_the_state_and_does_the_same_again(game: str, number: int) -> None:
    played = record(game, number)
    for before, (action, done) in zip(played.states, played.answers, strict=False):
        check_step(before, action, done.state)


@GAMES
@given(data=st.data())
def test_actions_events_and_views_survive_copying_and_pickling(game: str, data: st.DataObject) -> None:
    played = record(game, data.draw(numbers))
    index = data.draw(st.integers(0, len(played.answers) - 1))
    state = played.states[index]
    action, done = played.answers[index]
    values = (action, *done.events, arcanum.observe(state, None), arcanum.observe(state, arcanum.to_act(state)))
    for value in values:
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value
            assert hash(twin) == hash(value)


@GAMES
def test_no_field_of_a_value_can_be_set_or_deleted(game: str) -> None:
    played = record(game, 0)
    state = played.opening.state
    values: tuple[Any, ...] = (
        state,
        state.rules,
        *(action for action, _ in played.answers),
        *played.events,
        arcanum.observe(state, 0),
        arcanum.outcome(played.states[-1]),
    )
    for value in {type(each): each for each in values}.values():
        names = fields_of(value)
        for name in (*names, "brand_new"):
            with pytest.raises(AttributeError):
                setattr(value, name, None)
        for name in names:
            with pytest.raises(AttributeError):
                delattr(value, name)


# --- the same everywhere ----------------------------------------------------------------------------------------------

DIGEST = """
import hashlib, sys, attrs, arcanum
from arcanum.kernel.randomness import below

def told(state):
    fields = [field.name for field in attrs.fields(type(state)) if not field.name.startswith("_")]
    return [f"{name}={getattr(state, name)!r}" for name in fields]

digest = hashlib.sha256()
for players in arcanum.rules(sys.argv[1]).players:
    begun = arcanum.begin(sys.argv[1], players=players, seed=players)
    state, rng = begun.state, players
    digest.update(repr(begun.events).encode())
    while legal := arcanum.legal_actions(state):
        digest.update(repr((told(state), legal, arcanum.to_act(state))).encode())
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        state = done.state
        digest.update(repr(done.events).encode())
    digest.update(repr((told(state), arcanum.outcome(state))).encode())
print(digest.hexdigest())
"""

FROZEN = """
import attrs
define = attrs.define

def really_frozen(kind=None, *, unsafe_hash=False, **settings):
    return (attrs.frozen if unsafe_hash else define)(kind, **settings)

attrs.define = really_frozen
import arcanum, sys
from arcanum.kernel.agenda import Frame
parts = (arcanum.new_game(sys.argv[1], players=3, seed=0).players[0], Frame((), 0))
for part in parts:
    try:
        setattr(part, attrs.fields(type(part))[0].name, None)
    except AttributeError:
        continue
    raise SystemExit(f"{part} is not frozen")
"""

LOAD = """
import pickle, sys, arcanum
begun, state, action, after = pickle.load(sys.stdin.buffer)
name = sys.argv[1]
assert arcanum.new_game(name, players=4, seed=7) == begun
assert hash(arcanum.new_game(name, players=4, seed=7)) == hash(begun)
assert arcanum.rules(name) == begun.rules and hash(arcanum.rules(name)) == hash(begun.rules)
assert arcanum.apply(state, action) == after and hash(arcanum.apply(state, action)) == hash(after)
assert {state: 1, after: 2}[arcanum.apply(state, action)] == 2
"""


@cache
def in_another_process(script: str, ruleset: str, hash_seed: int, given: bytes = b"") -> bytes:
    """What a script prints under another hash seed, so that whoever relied on the order of a set is found out."""
    done = subprocess.run(
        [sys.executable, "-c", script, ruleset],
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@RULESETS
def test_the_same_seed_gives_the_same_game_in_another_process(ruleset: str) -> None:
    first, second, third = (in_another_process(DIGEST, ruleset, hash_seed) for hash_seed in (0, 1, 4_000_000_000))
    assert len(first.strip()) == 64
    assert first == second == third


@RULESETS
def test_nothing_that_a_state_is_made_of_ever_changes(ruleset: str) -> None:
    """Parts that are built all the time are frozen for type checkers only; if they really are, games are the same."""
    assert in_another_process(FROZEN + DIGEST, ruleset, 0) == in_another_process(DIGEST, ruleset, 0)


@RULESETS
def test_a_pickled_state_is_as_good_as_new_in_another_process(ruleset: str) -> None:
    begun = state = arcanum.new_game(ruleset, players=4, seed=7)
    for _ in range(20):
        state = arcanum.apply(state, arcanum.legal_actions(state)[-1])
    action = arcanum.legal_actions(state)[-1]
    hash(begun)
    hash(state)
    sent = pickle.dumps((begun, state, action, arcanum.apply(state, action)))
    for hash_seed in (1, 2):
        in_another_process(LOAD, ruleset, hash_seed, sent)


@RULESETS
def test_different_seeds_give_different_games(ruleset: str) -> None:
    assert len({arcanum.new_game(ruleset, players=4, seed=seed) for seed in range(50)}) == 50


# --- names, options, arguments ----------------------------------------------------------------------------------------


@RULESETS
def test_a_rule_set_has_a_name_and_belongs_to_a_game(ruleset: str) -> None:
    rules = arcanum.rules(ruleset)
    assert rules.name == ruleset
    assert rules is arcanum.rules(ruleset)
    assert rules.game.name == ruleset.partition("/")[0]
    assert ruleset in arcanum.rulesets(rules.game.name)


@RULESETS
def test_rules_may_be_passed_instead_of_their_name(ruleset: str) -> None:
    rules = arcanum.rules(ruleset)
    state = arcanum.new_game(rules, players=4, seed=7)
    assert state == arcanum.new_game(ruleset, players=4, seed=7)
    assert state.rules is rules


@RULESETS
def test_a_game_is_for_the_numbers_of_players_that_its_rules_name(ruleset: str) -> None:
    rules = arcanum.rules(ruleset)
    for players in rules.players:
        assert len(arcanum.new_game(ruleset, players=players, seed=1).players) == players
    wrong: tuple[Any, ...] = (-1, 0, 1, max(rules.players) + 1, 10**30, "4", 4.0, True, None, [4], tuple(rules.players))
    for count in wrong:
        assert repr(count)[:20] in str(bad_game(ruleset, players=count))


@RULESETS
@pytest.mark.parametrize("seed", ["7", 7.0, True, None, [7], b"7", float("nan"), "x" * 1000])
def test_a_seed_is_a_whole_number(ruleset: str, seed: object) -> None:
    message = str(bad_game(ruleset, seed=seed))
    assert message.startswith(f"the seed must be a whole number, not {repr(seed)[:20]}")
    assert len(message) < 120


@RULESETS
@given(seed=st.integers())
def test_any_whole_number_is_a_seed(ruleset: str, seed: int) -> None:
    assert arcanum.legal_actions(arcanum.new_game(ruleset, players=3, seed=seed))


@GAMES
def test_the_options_that_a_game_declares_are_those_that_it_takes(game: str) -> None:
    taken: set[str] = set()
    for ruleset in arcanum.rulesets(game):
        error = bad_game(ruleset, zzz=1)
        assert isinstance(error, arcanum.UnknownName)
        assert f"no option of {ruleset} is called 'zzz'" in str(error)
        taken |= set(error.known)
    declared = arcanum.rules(arcanum.rulesets(game)[0]).game.options()
    assert taken == {option.name for option in declared}
    assert all(option.help for option in declared)


@RULESETS
def test_an_option_that_nobody_mentions_has_its_default(ruleset: str) -> None:
    options = arcanum.rules(ruleset).game.options()
    defaults = {option.name: option.parse(option.default) for option in options if option.default is not None}
    plain = arcanum.new_game(ruleset, players=4, seed=7)
    assert plain == arcanum.new_game(ruleset, players=4, seed=7, **defaults)


# --- actions ----------------------------------------------------------------------------------------------------------

NO_ACTIONS: tuple[Any, ...] = ("pass", "", None, 7, 1.5, [], {}, set(), Action, int, object())


@GAMES
@given(data=st.data())
def test_something_that_is_no_action_is_refused_with_what_has_to_be_done(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    errors = [forbidden(state, action) for action in NO_ACTIONS]
    assert len({error.violations for error in errors}) == 1
    seat = arcanum.to_act(state)
    assert seat is None or f"seat {seat}" in str(errors[0])


@GAMES
@given(data=st.data())
def test_a_seat_that_is_not_asked_learns_only_that(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    asked = arcanum.to_act(state)
    others: list[Any] = [seat for seat in range(len(state.players)) if seat != asked]
    actions = (*arcanum.legal_actions(state), *soak.kit(game).every_action(state))
    for seat in (*others, -1, 99, "0"):
        few = data.draw(st.lists(st.sampled_from(actions), min_size=2, max_size=5)) if actions else []
        errors = [forbidden(state, action, seat=seat) for action in (*few, None)]
        assert len({error.violations for error in errors}) == 1


@GAMES
@given(data=st.data())
def test_the_seat_that_is_asked_may_say_so(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    for action in arcanum.legal_actions(state)[:3]:
        seat = arcanum.to_act(state)
        assert arcanum.why_not(state, action, seat=seat) == ()
        assert arcanum.apply(state, action, seat=seat) == arcanum.apply(state, action)


@GAMES
@given(number=numbers)
def test_nothing_is_legal_in_a_finished_game(game: str, number: int) -> None:
    last = record(game, number).states[-1]
    assert arcanum.is_over(last)
    assert arcanum.legal_actions(last) == ()
    assert arcanum.to_act(last) is None
    for action in (*list(soak.kit(game).every_action(last))[:5], *NO_ACTIONS):
        assert "over" in str(forbidden(last, action))


@GAMES
@given(number=numbers)
def test_there_is_a_result_exactly_when_the_game_is_over(game: str, number: int) -> None:
    *running, last = record(game, number).states
    for state in running:
        assert not arcanum.is_over(state)
        assert arcanum.outcome(state) is None
        assert arcanum.to_act(state) is not None
    check_outcome(last)


@GAMES
def test_an_error_survives_pickling(game: str) -> None:
    state = record(game, 0).opening.state
    ruleset = state.rules.name
    errors: tuple[arcanum.ArcanumError, ...] = (
        forbidden(state, None),
        bad_game(ruleset, players=99),
        bad_game(f"{ruleset}x"),
        bad_game(ruleset, seed="7"),
    )
    for error in errors:
        twin = pickle.loads(pickle.dumps(error))
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


# --- events and views -------------------------------------------------------------------------------------------------


@GAMES
@given(number=numbers)
def test_only_its_audience_sees_the_secret_part_of_an_event(game: str, number: int) -> None:
    played = record(game, number)
    known = played.opening.state.game.clauses()
    for event in played.events:
        assert event.clause in known
        for seat in (None, *range(played.players)):
            seen = event.seen_by(seat)
            if seat in event.audience or not event.secret:
                assert seen == event
                continue
            assert type(seen) is type(event)
            for field in attrs.fields(type(event)):
                expected = None if field.name in event.secret else getattr(event, field.name)
                assert getattr(seen, field.name) == expected
            assert all(seen.seen_by(insider) == seen for insider in event.audience), "what is blotted out stays so"


@GAMES
@given(data=st.data())
def test_only_the_seat_to_act_sees_legal_actions_in_its_view(game: str, data: st.DataObject) -> None:
    check_views(position(game, data))


@RULESETS
@pytest.mark.parametrize("seat", [-1, 3, 10**30, "0", 0.0, True, [0], "x" * 1000])
def test_a_view_is_for_a_seat_of_the_game_or_for_a_spectator(ruleset: str, seat: Any) -> None:
    state = arcanum.new_game(ruleset, players=3, seed=1)
    with pytest.raises(arcanum.BadCall) as caught:
        arcanum.observe(state, seat)
    message = str(caught.value)
    assert message.startswith(f"there is no seat {repr(seat)[:20]}")
    assert message.endswith("there are 0 to 2, or None for a spectator")
    assert len(message) < 130
