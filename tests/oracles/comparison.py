"""What a comparison is: a position as the engine sees it, every way the engine lets it go on, and an oracle.

The engine's side is a set of answers of the same form as the oracle's: every legal answer of every player is tried, and
what came of it is written down in atoms. The two sets must be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

import arcanum
from arcanum.kernel.events import Event

from .asp import Answer, Atom, Judgement, Oracle, written
from .chance import Chance


@attrs.frozen
class Observation:
    """A position: what lies on the table, and what the engine makes of it for all answers that players can give."""

    rules: arcanum.RuleSet
    facts: tuple[Atom, ...]
    engine: frozenset[Answer]

    def __repr__(self) -> str:
        return f"{self.rules.name}: {' '.join(map(written, self.facts))}"


@attrs.frozen
class Verdict:
    """A position, looked at by the engine and an oracle."""

    seen: Observation
    oracle: Judgement
    idle: frozenset[str]

    @property
    def agreed(self) -> bool:
        """Whether both say the same: no course that the oracle does not know, and none that leads elsewhere missing."""
        known = self.seen.engine <= self.oracle.answers
        return known and self._outcomes(self.seen.engine) == self._outcomes(self.oracle.answers)

    def _outcomes(self, answers: frozenset[Answer]) -> frozenset[Answer]:
        return frozenset(frozenset(atom for atom in answer if atom[0] not in self.idle) for answer in answers)

    def __str__(self) -> str:
        engine, oracle = self.seen.engine, self.oracle.answers
        return "\n".join(
            (
                repr(self.seen),
                *(f"  only the engine: {answer}" for answer in sorted(map(told, engine - oracle))[:3]),
                *(f"  only the oracle: {answer}" for answer in sorted(map(told, oracle - engine))[:3]),
            )
        )


def told(answer: Answer) -> str:
    """An answer in a stable order."""
    return " ".join(sorted(map(written, answer))) or "nothing"


@attrs.frozen
class Comparison:
    """One part of the rules, told twice."""

    name: str
    oracle: Oracle
    observe: Callable[[Chance], Observation]
    """Any position, with a liking for those in which much can go wrong."""
    idle: frozenset[str] = frozenset()
    """Predicates about choices that nobody need be asked for where nothing depends on them."""

    def examine(self, seen: Observation, other: Oracle | None = None) -> Verdict:
        """Ask the oracle about a position, or another oracle in its place, which may be less careful."""
        oracle = other or self.oracle
        return Verdict(seen, oracle.judge(seen.rules.printing, seen.facts, strict=other is None), self.idle)


@attrs.frozen
class Course:
    """One way in which a position went on, up to here."""

    state: arcanum.State
    events: tuple[Event, ...]
    """All that happened."""


def all_courses(start: arcanum.Step, going_on: Callable[[Course], bool]) -> Iterator[Course]:
    """Every course from here, with every legal answer tried as long as there is something to go on about."""
    stack = [Course(start.state, start.events)]
    while stack:
        course = stack.pop()
        if not going_on(course):
            yield course
            continue
        for action in arcanum.legal_actions(course.state):
            done = arcanum.step(course.state, action)
            stack.append(Course(done.state, (*course.events, *done.events)))
