"""Take a step in an environment."""

from arcanum.adapters import pettingzoo

env = pettingzoo.env(rules="arcanum/en", players=3)
env.reset(seed=42)
observation, *_ = env.last()
env.step(int(observation["action_mask"].argmax()))
print(len(env.agents), "agents in an environment")
