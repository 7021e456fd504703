"""Somebody else's mistakes: a type checker that sees our types finds every one, and nothing else."""

from __future__ import annotations

import arcanum

state = arcanum.new_game("arcanum/en", players="three", seed=1)  # wrong
seat: int = arcanum.to_act(state)  # wrong
arcanum.apply(state, "hide 4S")  # wrong
print(arcanum.new_gane)  # wrong
print(arcanum.outcome(state).scores)  # wrong
print(arcanum.observe(state, "Anna"))  # wrong
for line in arcanum.narrator("arcanum/en", ["Anna", "Bruno", "Clara"]).lines(state):  # wrong
    print(line.txt)  # wrong
