"""Random games of every rule set, planned as the soak plans them; each is played once and kept."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.randomness import below
from arcanum.spec import soak
from arcanum.strategies import Game

GAMES = pytest.mark.parametrize("game", arcanum.games())


@cache
def record(game: str, number: int) -> Game:
    """Game number so-and-so of the soak."""
    plan = soak.plan(game, number)
    steps, rng, taken = [plan.begin()], number, list[Action]()
    while legal := arcanum.legal_actions(steps[-1].state):
        rng, index = below(rng, len(legal))
        taken.append(legal[index])
        steps.append(arcanum.step(steps[-1].state, legal[index]))
    rules = steps[0].state.rules
    return Game(rules, plan.players, plan.seed, plan.options, tuple(taken), tuple(steps))


numbers = st.sampled_from(range(0, 12 * 37, 37))
"""A few games of all kinds; the plans of neighbours are alike."""


def position(game: str, data: st.DataObject) -> arcanum.State:
    """Any state of a random game."""
    return data.draw(st.sampled_from(record(game, data.draw(numbers)).states))
