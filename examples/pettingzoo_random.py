"""Random players at a table of PettingZoo: who wins how much in a few games?

Run it with `python examples/pettingzoo_random.py`; it needs `pip install 'arcanum[pettingzoo]'`.
"""

from __future__ import annotations

import random

from arcanum.adapters import pettingzoo


def main(games: int = 10, seed: int = 7) -> dict[str, float]:
    """Play some games and return what each agent has won."""
    dice = random.Random(seed)
    env = pettingzoo.env(rules="arcanum/en", players=3)
    won = dict.fromkeys(env.possible_agents, 0.0)
    for game in range(games):
        env.reset(seed=seed + game)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            won[agent] += reward
            if observation is None or termination or truncation:
                env.step(None)
            else:
                env.step(dice.choice(observation["action_mask"].nonzero()[0]))
    return won


if __name__ == "__main__":
    for agent, reward in main().items():
        print(f"{agent} won {reward:+.2f}")
