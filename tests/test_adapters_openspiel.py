"""Both games in OpenSpiel: its own tests pass, its solvers solve a small variant, and nobody sees too much."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.randomness import below

pyspiel: Any = import_module("pyspiel")
adapter: Any = import_module("arcanum.adapters.openspiel")

EXAMPLES = Path(__file__).parents[1] / "examples"
MINIATURE: dict[str, str | int] = {"rules": str(EXAMPLES / "miniature.toml"), "players": 2}
GAMES: dict[str, tuple[str, dict[str, str | int]]] = {
    "english": ("arcanum", {}),
    "long": ("arcanum", {"rules": "arcanum/consensus", "players": 3, "length": "long"}),
    "duel": ("arcanum", {"rules": str(EXAMPLES / "house_rules" / "duel.toml"), "players": 2}),
    "miniature": ("arcanum", MINIATURE),
    "revised": ("arcana", {"players": 2, "modules": "objectives+militia+masters", "round_limit": 4}),
    "first": ("arcana", {"rules": "arcana/first", "players": 3, "first_player": 1, "round_limit": 4}),
}
EVERY = pytest.mark.parametrize("name", GAMES)
seeds = st.integers(0, 1 << 20)


def load(name: str) -> Any:
    """One of the games."""
    return pyspiel.load_game(*GAMES[name])


def algorithm(name: str) -> Any:
    """An algorithm that comes with OpenSpiel."""
    return import_module(f"open_spiel.python.algorithms.{name}")


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game, after the dice, the last one included."""
    state, rng = game.new_initial_state(), seed
    while True:
        if not state.is_chance_node():
            yield state
        if state.is_terminal():
            return
        legal = state.legal_actions()
        rng, index = below(rng, len(legal))
        state = state.child(legal[index])


def somewhere(name: str, data: st.DataObject) -> Any:
    """Some state of a random game, in which somebody has to decide."""
    return data.draw(st.sampled_from(list(walk(load(name), data.draw(seeds)))[:-1]))


# --- OpenSpiel's own tests --------------------------------------------------------------------------------------------


@EVERY
def test_a_game_passes_the_generic_test(name: str) -> None:
    """Legal actions, histories, clones, serialised states, strings, tensors, returns, all through a random game."""
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@EVERY
def test_a_game_is_loaded_again_by_its_own_name(name: str) -> None:
    game = load(name)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert [str(state) for state in walk(again, 3)] == [str(state) for state in walk(game, 3)]


def test_a_playthrough_shows_what_everybody_sees() -> None:
    text = algorithm("generate_playthrough").playthrough(
        f"arcanum(rules={MINIATURE['rules']},players=2)", action_sequence=None, seed=5
    )
    assert "ChanceMode.EXPLICIT_STOCHASTIC" in text
    assert "Utility.ZERO_SUM" in text
    assert 'StringLegalActions() = ["hide' in text


# --- the same game ----------------------------------------------------------------------------------------------------


@EVERY
@given(seed=seeds)
def test_a_game_in_openspiel_is_the_game_of_the_library(name: str, seed: int) -> None:
    game = load(name)
    states = list(walk(game, seed))
    known = states[0].moment.game
    dice = states[0].history()
    assert len(dice) == 4
    assert all(0 <= side < 256 for side in dice)
    for state, after in zip(states, [*states[1:], None], strict=True):
        assert state.moment.game == known
        assert state.is_terminal() == arcanum.is_over(known) == (after is None)
        if after is None:
            break
        assert state.current_player() == arcanum.to_act(known)
        legal = arcanum.legal_actions(known)
        texts = {state.action_to_string(state.current_player(), number) for number in state.legal_actions()}
        assert texts == {str(action) for action in legal}
        known = arcanum.apply(known, game.encoding.decode(after.history()[-1]))
    result = arcanum.outcome(known)
    assert result is not None
    for seat, paid in enumerate(states[-1].returns()):
        share = (seat in result.winners) / len(result.winners) - 1 / len(known.players) if result.winners else 0
        assert paid == pytest.approx(share)


def test_the_dice_are_the_digits_of_the_seed() -> None:
    game = pyspiel.load_game("arcanum", {"players": 3, "dice": 3, "sides": 10})
    state = game.new_initial_state()
    for side in (4, 0, 7):
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(each, 0.1) for each in range(10)]
        state.apply_action(side)
    assert state.moment.game == arcanum.new_game("arcanum/en", players=3, seed=407)
    assert game.max_chance_nodes_in_history() == 3


def test_a_game_that_takes_too_long_is_given_up() -> None:
    *_, last = walk(pyspiel.load_game("arcana", {"players": 2, "limit": 25}), 1)
    assert last.moment.decisions == 25
    assert not arcanum.is_over(last.moment.game)
    assert last.returns() == [0.0, 0.0]


# --- what players know ------------------------------------------------------------------------------------------------


@EVERY
@given(data=st.data())
def test_a_player_cannot_tell_a_sample_from_the_truth(name: str, data: st.DataObject) -> None:
    state = somewhere(name, data)
    player = data.draw(st.integers(0, state.num_players() - 1))
    other = state.resample_from_infostate(player, lambda: data.draw(st.floats(0, 1, exclude_max=True)))
    for look in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(other, look)(player) == getattr(state, look)(player)
    assert other.current_player() == state.current_player()
    assert other.history() == state.history()
    if player == state.current_player():
        assert other.legal_actions() == state.legal_actions()


@EVERY
@given(data=st.data())
def test_a_tensor_is_the_vector_of_the_view(name: str, data: st.DataObject) -> None:
    state = somewhere(name, data)
    player = data.draw(st.integers(0, state.num_players() - 1))
    view = arcanum.observe(state.moment.game, player)
    assert np.array_equal(
        np.array(state.observation_tensor(player), np.float32), state.get_game().encoding.vector(view)
    )
    assert state.observation_string(player) == repr(view)


def test_a_player_remembers_in_which_order_he_did_what_even_where_nothing_shows_it() -> None:
    """To raise Houses, one after the other, leads to one position in any order; not to one memory."""
    game = load("english")
    state = next(each for seed in range(9) for each in walk(game, seed) if "raise S, raise P" in texts(each))
    player = state.current_player()
    ways = []
    for order in (["raise S", "raise P", "raise W"], ["raise P", "raise S", "raise W"]):
        after = state.clone()
        for text in order:
            after.apply_action(game.encoding.encode(arcanum.parse_action("arcanum/en", text)))
        ways.append(after)
    one, other = ways
    assert one.moment.game == other.moment.game
    for seat in range(state.num_players()):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)
    assert one.current_player() == player


def texts(state: Any) -> str:
    """The actions that somebody has to choose from."""
    return ", ".join(state.action_to_string(state.current_player(), each) for each in state.legal_actions())


@EVERY
def test_what_one_player_chooses_in_secret_no_other_one_remembers(name: str) -> None:
    state = next(walk(load(name), 5))
    own = state.current_player()
    assert texts(state).startswith(("hide", "keep"))
    for seat in range(state.num_players()):
        memories = {state.child(each).information_state_string(seat) for each in state.legal_actions()}
        assert len(memories) == (len(state.legal_actions()) if seat == own else 1)


@given(data=st.data())
def test_what_a_player_remembers_does_not_depend_on_when_he_is_asked(data: st.DataObject) -> None:
    seed = data.draw(seeds)
    asked = []
    for state in walk(load("duel"), seed):
        state.information_state_string(0)
        asked.append(state)
    late = list(walk(load("duel"), seed))
    at = data.draw(st.integers(0, len(late) - 1))
    for player in range(2):
        assert late[at].information_state_string(player) == asked[at].information_state_string(player)


def test_a_spectator_sees_no_hand() -> None:
    observer = load("english").make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    state = next(walk(load("english"), 1))
    observer.set_from(state, 0)
    assert not observer.dict["hand"].any()
    assert observer.dict["hand_size"].tolist() == [5.0] * 4
    assert observer.string_from(state, 0) == repr(arcanum.observe(state.moment.game, None))
    with pytest.raises(arcanum.BadCall, match="private to all"):
        load("english").make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )


# --- solvers ----------------------------------------------------------------------------------------------------------


def test_counterfactual_regret_minimisation_solves_the_miniature() -> None:
    """With three deals: what both players together could still gain falls to a small part of what it is at random."""
    game = pyspiel.load_game("arcanum", {**MINIATURE, "dice": 1, "sides": 3})
    exploitability, policy = algorithm("exploitability"), import_module("open_spiel.python.policy")
    random = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = algorithm("cfr").CFRPlusSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    solved = exploitability.nash_conv(game, solver.average_policy())
    assert random > 0.2
    assert 0 <= solved < random / 5


def test_a_search_that_does_not_cheat_chooses_better_than_chance() -> None:
    """OpenSpiel's search over information sets, at last decisions that matter: there one can count what is best."""
    game, dice = pyspiel.load_game("arcanum", MINIATURE), np.random.RandomState(1)

    def sample(state: Any, player: int) -> Any:
        return state.resample_from_infostate(player, dice.uniform)

    evaluator = algorithm("mcts").RandomRolloutEvaluator(1, dice)
    bot = algorithm("ismcts").ISMCTSBot(game, evaluator, uct_c=0.7, max_simulations=100, random_state=dice)
    bot.set_resampler(sample)
    gained = possible = 0.0
    for seed in (5, 39, 50, 59):
        *_, state, _ = walk(game, seed)
        player, legal = state.current_player(), state.legal_actions()
        worlds = [sample(state, player) for _ in range(40)]
        worth = {each: np.mean([world.child(each).returns()[player] for world in worlds]) for each in legal}
        average = np.mean(list(worth.values()))
        gained += worth[bot.step(state)] - average
        possible += max(worth.values()) - average
    assert possible > 0.2
    assert gained > possible / 2


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rules": "arcanum/xx"}, "no rule set is called 'arcanum/xx'"),
        ({"rules": "arcana/first"}, "arcana/first is not a rule set of arcanum"),
        ({"players": 7}, "not 7"),
        ({"length": "endless"}, "endless"),
        ({"sides": 1}, "at least two sides"),
        ({"dice": 0}, "at least one die"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_reason(params: dict[str, Any], message: str) -> None:
    with pytest.raises(arcanum.BadCall, match=message):
        pyspiel.load_game("arcanum", params)


def test_a_program_that_has_used_the_adapter_ends_well() -> None:
    program = "import pyspiel, arcanum.adapters.openspiel; print(pyspiel.load_game('arcana').new_initial_state())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "<0 dice thrown>\n", "")
