"""Our games in the loop: which are played, and how. Only public functions are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter

import attrs

import arcanum
from arcanum import apply, legal_actions
from arcanum.guilds import MODULES
from arcanum.kernel.native import is_compiled
from benchmarks.loop import Contestant, Played

PURE, COMPILED = "pure Python", "compiled"


@attrs.frozen
class Ours:
    """A rule set with so many players."""

    rules: str
    players: int
    options: Mapping[str, object] = attrs.field(factory=dict)
    remark: str = ""
    """The options in words."""

    @property
    def name(self) -> str:
        """What it is called in the tables."""
        return f"{self.rules}, {self.players} players" + (f", {self.remark}" if self.remark else "")

    @property
    def contestant(self) -> Contestant:
        """It in the loop."""
        return Contestant(self.name, self.play)

    def begin(self, seed: int) -> arcanum.State:
        """The first decision of a game."""
        return arcanum.new_game(self.rules, players=self.players, seed=seed, **self.options)

    def play(self, seed: int, dice: Iterator[float]) -> Played:
        """One game in the loop."""
        begun = perf_counter()
        state = self.begin(seed)
        kept: list[arcanum.State] = []
        start = perf_counter()
        while legal := legal_actions(state):
            kept.append(state)
            state = apply(state, legal[int(next(dice) * len(legal))])
        end = perf_counter()
        return Played(kept, len(kept), start - begun, end - start)


def ours() -> tuple[Ours, ...]:
    """Every game with every number of players, by the first of its rule sets; and Arcana with all its modules."""
    first = [arcanum.rules(arcanum.rulesets(game)[0]) for game in arcanum.games()]
    plain = [Ours(rules.name, players) for rules in first for players in rules.players]
    return (*plain, Ours("arcana/revised", 4, {"modules": MODULES}, "all modules"))


def headlines() -> tuple[Ours, ...]:
    """Those for which targets are set: both games with four players, without further options (so with all Majors)."""
    return tuple([each for each in ours() if each.players == 4 and not each.options])


def build() -> str:
    """Which build of the library runs here; they have different targets."""
    return COMPILED if is_compiled() else PURE
