"""Random games of every rule set, planned as the soak plans them; each is played once and kept."""

from __future__ import annotations

from functools import cache

import attrs
import pytest
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.randomness import below
from arcanum.spec import soak

GAMES = pytest.mark.parametrize("game", arcanum.games())


@attrs.frozen(eq=False)
class Played:
    """A random game from its opening to its end."""

    plan: soak.Plan
    opening: arcanum.Step
    answers: tuple[tuple[Action, arcanum.Step], ...]

    @property
    def states(self) -> tuple[arcanum.State, ...]:
        """All states, the finished one included."""
        return (self.opening.state, *(done.state for _, done in self.answers))

    @property
    def events(self) -> tuple[arcanum.Event, ...]:
        """All events."""
        return (*self.opening.events, *(event for _, done in self.answers for event in done.events))


@cache
def record(game: str, number: int) -> Played:
    """Game number so-and-so of the soak."""
    plan = soak.plan(game, number)
    opening = plan.begin()
    state, rng, answers = opening.state, number, list[tuple[Action, arcanum.Step]]()
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        answers.append((legal[index], done))
        state = done.state
    return Played(plan, opening, tuple(answers))


numbers = st.sampled_from(range(0, 12 * 37, 37))
"""A few games of all kinds; the plans of neighbours are alike."""


def position(game: str, data: st.DataObject) -> arcanum.State:
    """Any state of a random game."""
    return data.draw(st.sampled_from(record(game, data.draw(numbers)).states))
