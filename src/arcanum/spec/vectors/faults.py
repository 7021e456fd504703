"""Deliberate faults of the engine: which of them the vectors notice, and which decisions would show the others.

The faults are those by which the specification is tried (`spec/breaks`). Each is made in a copy of the package, and a
process of its own works with that copy: it checks the vectors, or follows random games until something is different.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice

import attrs

import arcanum
from arcanum.kernel import documents
from arcanum.spec.breaks import Break
from arcanum.spec.vectors.checking import check
from arcanum.spec.vectors.making import onlookers
from arcanum.spec.vectors.patch import compact
from arcanum.spec.vectors.plan import Recipe, read, written

SECONDS = 300
"""How long a broken engine may take; one that runs for ever is found out, too."""
LONGEST = 400
"""Decisions of a game that are looked at."""
ENOUGH = 3
"""Places that are asked for."""


def _asked(fault: Break, job: str, given: object) -> str:
    """What an engine with a fault answers; nothing if it breaks down or takes too long."""
    with fault.made() as home:
        environment = {**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", __name__, job]
        try:
            done = subprocess.run(
                command,
                input=json.dumps(given),
                env=environment,
                cwd=home,
                capture_output=True,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""


# --- do the vectors notice? -------------------------------------------------------------------------------------------


def is_noticed(lines: Sequence[str], fault: Break) -> bool:
    """Whether an engine with a fault disagrees with some lines; it is not asked which clauses were at work."""
    return _asked(fault, "check", list(lines)) != "agrees"


def _check(lines: Sequence[str]) -> str:
    """The answer to that, worked out within the broken copy."""
    said = (sentence for sentence in check(lines) if ": `clauses`" not in sentence and not sentence.startswith("head"))
    return next(said, "agrees")


# --- what would show it? ----------------------------------------------------------------------------------------------

Course = list[str]
"""A game, told by fingerprints: of the opening, of each decision, and of the result."""


def course(recipe: Recipe) -> Course:
    """The fingerprints of a game."""
    return list(_course(recipe))


def _course(recipe: Recipe) -> Iterator[str]:
    done = recipe.begin()
    yield _fingerprint(done, (*range(recipe.players), None))
    for state, action in islice(recipe.play(), LONGEST):
        if action is None:
            yield compact(documents.plain(arcanum.outcome(state), state.rules))
        else:
            legal = [str(each) for each in arcanum.legal_actions(state)]
            done = arcanum.step(state, action)
            yield _fingerprint(done, onlookers(done), legal, done.learned, done.chance)


def _fingerprint(done: arcanum.Step, seats: Sequence[int | None], *more: object) -> str:
    rules = done.state.rules
    views = [documents.plain(arcanum.observe(done.state, seat), rules) for seat in seats]
    told = [documents.plain(event, rules) for event in done.events]
    return sha256(compact([documents.plain(done.state, rules), told, views, more]).encode()).hexdigest()[:16]


@attrs.frozen
class Place:
    """The opening of a game (-1), one of its decisions, or its result, which counts as one more."""

    number: int
    after: int


def places(fault: Break, games: Sequence[tuple[Recipe, Course]]) -> list[Place]:
    """Where games would show a fault: the first difference in each of the first games that have one."""
    given = [written([recipe for recipe, _ in games]), [found for _, found in games]]
    return [Place(*each) for each in json.loads(_asked(fault, "follow", given) or "[]")]


def _follow(given: tuple[str, Sequence[Course]]) -> str:
    """The answer to that, worked out within the broken copy."""
    text, courses = given
    differences = (
        (recipe.chooser, at - 1)
        for recipe, right in zip(read(text), courses, strict=True)
        if (at := _difference(recipe, right)) is not None
    )
    return json.dumps(list(islice(differences, ENOUGH)))


def _difference(recipe: Recipe, right: Course) -> int | None:
    """Where a game becomes another one."""
    at = -1
    try:
        for at, mark in enumerate(_course(recipe)):
            if mark != right[at]:
                return at
    except Exception:  # whatever it is, the right engine does not raise it
        return at + 1
    return None


if __name__ == "__main__":
    _, _job = sys.argv
    print({"check": _check, "follow": _follow}[_job](json.load(sys.stdin)))
