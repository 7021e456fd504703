"""Both games as environments of PettingZoo: one agent for each seat, one decision at a time (AEC).

>>> from arcanum.adapters import pettingzoo
>>> table = pettingzoo.env(rules="arcanum/en", players=4)
>>> table.reset(seed=7)
>>> table.agent_selection
'seat_3'
>>> observation, reward, termination, truncation, info = table.last()
>>> observation["observation"].shape, observation["action_mask"].nonzero()[0]
((1089,), array([ 90, 128, 130, 131]))

An observation is made from the view of its seat and holds nothing that the seat may not know. What its numbers mean,
and those of the actions, is said by `encoding`.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arcanum
from arcanum.adapters.encoding import ENCODING, Encoding, encoding_of
from arcanum.adapters.payoff import payoff
from arcanum.kernel.errors import BadCall
from arcanum.kernel.extras import MissingExtra
from arcanum.kernel.game import RuleSet

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    needs = f"an environment for PettingZoo needs the package {missing.name}: pip install 'arcanum[pettingzoo]'"
    raise MissingExtra(needs) from None

Observation = dict[str, NDArray[Any]]


def env(
    rules: str | PathLike[str] | RuleSet = "arcanum/en",
    players: int = 4,
    *,
    render_mode: str | None = None,
    limit: int | None = None,
    **options: object,
) -> AECEnv[str, Observation, int | None]:
    """An environment with the usual safeguards: whoever answers with an illegal action loses 1, and the game is over.

    `rules`, `players` and `options` are those of `arcanum.new_game`; with a `limit` the game is truncated after so many
    decisions.
    """
    table: AECEnv[str, Observation, int | None] = GameEnv(
        rules, players, render_mode=render_mode, limit=limit, **options
    )
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class GameEnv(AECEnv[str, Observation, int | None]):
    """A table without safeguards: an illegal action raises `IllegalAction`, and the table is as it was."""

    encoding: Encoding
    """What the numbers of actions and observations mean."""
    game: arcanum.State
    """The position, with everything that is hidden."""

    def __init__(
        self,
        rules: str | PathLike[str] | RuleSet = "arcanum/en",
        players: int = 4,
        *,
        render_mode: str | None = None,
        limit: int | None = None,
        **options: object,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise BadCall(f"the render mode is 'ansi' or None, not {render_mode!r}")
        self.game = arcanum.new_game(rules, players=players, seed=0, **options)
        self.encoding = encoding_of(self.game)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.rules.game.name}_v{ENCODING}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self._options = options
        self._limit = limit
        self._dice = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = len(self.encoding.actions)
        self._answers = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._looks = {agent: self._look(size) for agent in self.possible_agents}

    def _look(self, actions: int) -> spaces.Dict[Any]:
        most = self.encoding.most
        vector = spaces.Box(np.zeros_like(most), most, dtype=np.float32)
        return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can see: `observation`, a vector, and `action_mask`."""
        return self._looks[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions."""
        return self._answers[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: the one that `arcanum.new_game` begins with this seed, or without a seed any game.

        `options` are not used; those of the game were given when the environment was made.
        """
        if seed is not None:
            self._dice = np.random.default_rng(abs(seed))
        begun = seed if seed is not None else int(self._dice.integers(2**63))
        players = len(self.possible_agents)
        self.game = arcanum.new_game(self.game.rules, players=players, seed=begun, **self._but_for_cards())
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _but_for_cards(self) -> dict[str, object]:
        """The options of the next game; the cards that were read from a file are part of its rules by now."""
        return {name: value for name, value in self._options.items() if name != "catalogue"}

    def _ask(self) -> None:
        """Turn to the agent that has to decide, and say what it may do."""
        self.infos = {agent: {} for agent in self.agents}
        seat = arcanum.to_act(self.game)
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            view = arcanum.observe(self.game, seat)
            self.infos[self.agent_selection]["action_mask"] = self.encoding.mask(view.legal_actions)

    def observe(self, agent: str) -> Observation:
        """What an agent may know now, and what it may do if it is the one to decide."""
        view = arcanum.observe(self.game, self._seats[agent])
        return {"observation": self.encoding.vector(view), "action_mask": self.encoding.mask(view.legal_actions)}

    def step(self, action: int | None) -> None:
        """Take the action with a number for the agent that has to decide."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadCall(f"{agent} has to decide, and got no action")
        self.game = arcanum.apply(self.game, self.encoding.decode(int(action)))
        self._decisions += 1
        over = arcanum.is_over(self.game)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, payoff(self.game), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self._decisions == self._limit)
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position in one line, without what is hidden."""
        return repr(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
