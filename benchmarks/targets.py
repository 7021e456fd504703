"""What we want to reach, and whether a run has reached it.

Speed is judged by the clock that runs over decisions alone (`loop` says why); the figure with the deal inside stands
beside it. Of the two ways to copy a chess board the faster one is the peer. Growth is judged like for like (`phases`
says why), with the turns as they come beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from benchmarks.imports import ARCANUM, ATTRS, SECONDS
from benchmarks.loop import DECISIONS, WHOLE, Samples, ratio
from benchmarks.memory import TRACED, Memory
from benchmarks.ours import COMPILED, PURE
from benchmarks.peers import CHESS, TAROK
from benchmarks.phases import END, START, Growth
from benchmarks.processes import MACHINE, ONE, TWO

SPEED: Mapping[str, Mapping[str, float]] = {PURE: {TAROK: 0.4, CHESS: 4.0}, COMPILED: {TAROK: 1.0}}
"""For each build, how many times the speed of a peer ours is to be at least."""
GROWTH = 1.15
IMPORT = 1.5
BYTES = 1000.0
TWO_PROCESSES = 1.85


@attrs.frozen
class Target:
    """A target with the figure that was measured for it; None if it could not be measured."""

    what: str
    bound: float
    measured: float | None
    is_least: bool
    """Whether the bound is the least that is wanted, or the most."""
    beside: str = ""
    """What else should be known about the figure."""

    @property
    def met(self) -> bool:
        """Whether the target is reached. What was not measured is not."""
        if self.measured is None:
            return False
        return self.measured >= self.bound if self.is_least else self.measured <= self.bound

    def row(self) -> dict[str, object]:
        """As a result file has it."""
        wanted = f"at {'least' if self.is_least else 'most'} {self.bound:g}"
        found = None if self.measured is None else round(self.measured, 3)
        return {"what": self.what, "wanted": wanted, "measured": found, "met": self.met, "beside": self.beside}


@attrs.frozen
class Run:
    """What a run has found, for as much as there is to be judged."""

    build: str
    names: Sequence[str]
    """The games for which targets are set."""
    samples: Samples
    growth: Mapping[str, Growth | None]
    memory: Sequence[Memory]

    def targets(self) -> list[Target]:
        """Every target."""
        found = [self._speed(name, peer, bound) for name in self.names for peer, bound in SPEED[self.build].items()]
        found += [self._growth(name) for name in self.names]
        found.append(self._import())
        found += [self._bytes(name) for name in self.names]
        return found + [self._processes(name) for name in self.names]

    def _ratio(self, one: tuple[str, str], other: tuple[str, str]) -> float | None:
        there = all(quantity in self.samples.get(name, ()) for name, quantity in (one, other))
        return ratio(self.samples, one, other) if there else None

    def _speed(self, name: str, peer: str, bound: float) -> Target:
        whole = self._ratio((name, WHOLE), (peer, WHOLE))
        beside = "" if whole is None else f"{whole:.3g} with the deal inside the clock"
        measured = self._ratio((name, DECISIONS), (peer, DECISIONS))
        return Target(f"{name}, decisions a second by those of {peer}", bound, measured, True, beside)

    def _growth(self, name: str) -> Target:
        found = self.growth.get(name)
        raw = self._ratio((name, START), (name, END))
        beside = "" if raw is None else f"{raw:.3g} as the turns come"
        if found is not None:
            beside += f"; like for like are {found.kinds} kinds, {found.covered:.0%} of decisions"
        measured = None if found is None else found.factor
        return Target(
            f"{name}, cost of a decision in the last turn by that in the first", GROWTH, measured, False, beside
        )

    def _import(self) -> Target:
        found = self._ratio((ARCANUM, SECONDS), (ATTRS, SECONDS))
        return Target("seconds of `import arcanum` by those of `import attrs`", IMPORT, found, False)

    def _bytes(self, name: str) -> Target:
        found = next((each.bytes for each in self.memory if (each.name, each.how) == (name, TRACED)), None)
        return Target(f"{name}, bytes a kept state", BYTES, found, False)

    def _processes(self, name: str) -> Target:
        machine = self._ratio((MACHINE, TWO), (MACHINE, ONE))
        beside = "" if machine is None else f"{machine:.3g} for {MACHINE}"
        what = f"{name}, games a second on two processes by those on one"
        return Target(what, TWO_PROCESSES, self._ratio((name, TWO), (name, ONE)), True, beside)
