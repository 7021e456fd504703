"""Both games as environments of PettingZoo: its own tests pass, and nobody sees too much."""

from __future__ import annotations

import pickle
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.randomness import below

zoo: Any = import_module("pettingzoo.test")
adapter: Any = import_module("arcanum.adapters.pettingzoo")

MODULES = ("customise", "objectives", "militia", "masters", "events", "tactical")
TABLES: dict[str, dict[str, Any]] = {
    "english": {},
    "five": {"rules": "arcanum/consensus", "players": 5, "length": "long"},
    "without majors": {"rules": "arcanum/it", "players": 3, "majors": "none"},
    "revised": {"rules": "arcana/revised", "players": 3, "modules": MODULES},
    "first": {"rules": "arcana/first", "players": 2, "first_player": 1},
    "duel": {"rules": Path(__file__).parents[1] / "examples" / "house_rules" / "duel.toml", "players": 2},
}
EVERY = pytest.mark.parametrize("table", TABLES)
seeds = st.integers(0, 1 << 20)


def played(table: Any, seed: int, decisions: int) -> Any:
    """Play on at random for so many decisions, or to the end."""
    rng = seed
    for _ in range(decisions):
        observation, _, over, given_up, _ = table.last()
        if over or given_up:
            break
        legal = observation["action_mask"].nonzero()[0]
        rng, index = below(rng, len(legal))
        table.step(legal[index])
    return table


# Dictionaries with a mask are what its own board games have; the test knows those by their names and does not complain.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@EVERY
def test_an_environment_passes_the_api_test(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    zoo.api_test(adapter.env(**TABLES[table]), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@EVERY
def test_an_environment_passes_the_seed_test(table: str) -> None:
    zoo.seed_test(lambda: adapter.env(**TABLES[table]), num_cycles=50)


@EVERY
@given(seed=seeds, decisions=st.integers(0, 200), data=st.data())
def test_an_observation_is_made_from_the_view_of_its_seat(
    table: str, seed: int, decisions: int, data: st.DataObject
) -> None:
    """What the seat does not know can be exchanged under the table, and nobody at the seat notices."""
    env = adapter.GameEnv(**TABLES[table])
    env.reset(seed)
    played(env, seed, decisions)
    seat = data.draw(st.integers(0, len(env.possible_agents) - 1))
    before = env.observe(f"seat_{seat}")
    env.game = arcanum.determinize(arcanum.observe(env.game, seat), seed)
    after = env.observe(f"seat_{seat}")
    assert np.array_equal(before["observation"], after["observation"])
    assert np.array_equal(before["action_mask"], after["action_mask"])


@EVERY
@given(seed=seeds)
def test_a_mask_shows_the_legal_actions_of_the_agent_that_decides_and_nothing_to_others(table: str, seed: int) -> None:
    env = adapter.GameEnv(**TABLES[table])
    env.reset(seed)
    played(env, seed, seed % 50)
    for seat, agent in enumerate(env.possible_agents):
        mask = env.observe(agent)["action_mask"]
        shown = {env.encoding.decode(number) for number in mask.nonzero()[0]}
        deciding = seat == arcanum.to_act(env.game)
        assert shown == (set(arcanum.legal_actions(env.game)) if deciding else set())
        assert ("action_mask" in env.infos[agent]) == deciding
        assert np.array_equal(env.infos[agent].get("action_mask", mask), mask)


@EVERY
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whoever_wins_is_rewarded_at_the_end(table: str, seed: int) -> None:
    env = adapter.GameEnv(**TABLES[table])
    env.reset(seed)
    played(env, seed, 10_000)
    result = arcanum.outcome(env.game)
    assert result is not None
    assert all(env.terminations.values())
    for seat, agent in enumerate(env.possible_agents):
        even = 1 / len(env.possible_agents)
        share = (1 / len(result.winners) if seat in result.winners else 0) - even if result.winners else 0
        assert env.rewards[agent] == pytest.approx(share)


def test_a_seed_is_the_seed_of_the_game() -> None:
    env = adapter.GameEnv("arcana/first", 3, first_player=2)
    for seed in (0, 7, 10**18, -3):
        env.reset(seed)
        assert env.game == arcanum.new_game("arcana/first", players=3, seed=seed, first_player=2)


def test_games_without_a_seed_follow_from_the_last_seed() -> None:
    def games(seed: int) -> list[arcanum.State]:
        env = adapter.GameEnv(players=3)
        env.reset(seed)
        found = [env.game]
        for _ in range(2):
            env.reset()
            found.append(env.game)
        return found

    assert games(1) == games(1)
    assert len({*games(1), *games(2)}) == 6


def test_a_game_that_takes_too_long_is_given_up() -> None:
    env = adapter.env("arcana/revised", 2, limit=30).unwrapped
    env.reset(1)
    played(env, 1, 29)
    assert not any(env.truncations.values())
    played(env, 1, 1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_cards_from_a_file_are_read_once(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    source = Path(arcanum.__file__).parent / "guilds" / "catalogue_revised.toml"
    file.write_bytes(source.read_bytes())
    env = adapter.GameEnv("arcana/revised", 2, catalogue=str(file))
    file.unlink()
    env.reset(3)
    assert played(env, 3, 20).game.round >= 1


def test_an_illegal_action_ends_a_guarded_game_and_is_refused_by_a_bare_one() -> None:
    bare = adapter.GameEnv()
    bare.reset(7)
    before = bare.game
    with pytest.raises(arcanum.IllegalAction, match="HIDE-1"):
        bare.step(0)
    with pytest.raises(arcanum.BadCall, match="there is no action number"):
        bare.step(99_999)
    with pytest.raises(arcanum.BadCall, match="seat_3 has to decide, and got no action"):
        bare.step(None)
    assert bare.game is before
    guarded = adapter.env()
    guarded.reset(7)
    guarded.step(0)
    assert all(guarded.terminations.values())
    assert guarded.rewards["seat_3"] == -1


def test_what_an_environment_is_made_of_is_checked_at_once() -> None:
    with pytest.raises(arcanum.BadCall, match="not 9"):
        adapter.env(players=9)
    with pytest.raises(arcanum.UnknownName, match="no option of arcanum/en is called 'modules'"):
        adapter.env(modules=())
    with pytest.raises(arcanum.BadCall, match="render mode"):
        adapter.env(render_mode="human")


def test_a_table_can_be_shown_and_kept() -> None:
    env = adapter.GameEnv(render_mode="ansi")
    env.reset(7)
    assert env.render() == "<arcanum/en, 4 players, turn 1, seat 3 to hide a Minor>"
    assert str(env) == "arcanum_v1"
    twin = pickle.loads(pickle.dumps(env))
    assert twin.game == env.game
    assert played(twin, 5, 30).game == played(env, 5, 30).game
