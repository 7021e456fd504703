"""What single functions cost: a new game, a view, a document and back, a sample of what is unseen, and a deep copy.

Each is called for positions from the start, the middle and the end of some games. What it is given has been made before
the clock starts, and the positions know their legal actions already, as they do where somebody has just been asked.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from time import perf_counter

import attrs

import arcanum
from benchmarks.loop import dice
from benchmarks.ours import Ours

GAMES = 4
POSITIONS = 8
"""Of each game, evenly spaced."""

NEW_GAME, OBSERVE, DUMPS, LOADS, DETERMINIZE = "new_game", "observe", "dumps", "loads", "determinize"
DEEP_COPY = "deepcopy, rules shared"
CALLS = (NEW_GAME, OBSERVE, DUMPS, LOADS, DETERMINIZE, DEEP_COPY)

Call = Callable[[], object]


def positions(game: Ours) -> tuple[arcanum.State, ...]:
    """Positions of all stages."""
    found: list[arcanum.State] = []
    for seed in range(GAMES):
        kept = [state for state in game.play(seed, dice(seed)).kept if isinstance(state, arcanum.State)]
        found += [kept[len(kept) * number // POSITIONS] for number in range(POSITIONS)]
    return tuple(found)


def copied(state: arcanum.State) -> arcanum.State:
    """A deep copy that shares the rules, which never change; that is kind to it."""
    return deepcopy(state, {id(state.rules): state.rules})


def calls(game: Ours) -> dict[str, tuple[Call, ...]]:
    """The functions, each with everything that it will be called with."""
    found = positions(game)
    views = [arcanum.observe(state, arcanum.to_act(state)) for state in found]
    return {
        NEW_GAME: tuple([partial(game.begin, seed) for seed in range(len(found))]),
        OBSERVE: tuple([partial(arcanum.observe, state, arcanum.to_act(state)) for state in found]),
        DUMPS: tuple([partial(arcanum.dumps, state) for state in found]),
        LOADS: tuple([partial(arcanum.loads, arcanum.dumps(state)) for state in found]),
        DETERMINIZE: tuple([partial(arcanum.determinize, view, 7) for view in views]),
        DEEP_COPY: tuple([partial(copied, state) for state in found]),
    }


@attrs.define
class Calls:
    """The functions for a game of ours, as a meter. What is told is calls a second."""

    game: Ours
    every: Mapping[str, Sequence[Call]] = attrs.field(init=False)

    @every.default
    def _every(self) -> Mapping[str, Sequence[Call]]:
        return calls(self.game)

    @property
    def name(self) -> str:
        """That of the game."""
        return self.game.name

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        """Each function for about a share of the time, and for all positions equally often."""
        share = seconds / len(self.every)
        return {name: rate(found, share) for name, found in self.every.items()}


def rate(every: Sequence[Call], seconds: float) -> float:
    """Calls a second."""
    gc.collect()
    count, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not count:
        for call in every:
            call()
        count += len(every)
    return count / spent
