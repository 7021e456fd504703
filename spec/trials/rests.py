"""Why a break is noticed by properties of other clauses: rules rest on each other.

A location acts because a Minor has moved a figure there; so who breaks the moves of Minors is noticed by properties of
locations, too. Which section of the rulebook rests on which others, and why, is written down in `rests.toml`. A ruling
belongs to the sections of the clauses that it settles. A break may have a reason of its own instead.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

import attrs

import arcanum
from arcanum.kernel.clauses import ClauseId
from arcanum.spec.breaks import Break

FILE: Final = Path(__file__).parent / "rests.toml"
SAME: Final = "it stands in the same section of the rulebook"


@attrs.frozen
class Ground:
    """What a section rests on; all names of sections may be patterns."""

    section: str
    on: tuple[str, ...]
    why: str

    def holds(self, there: Iterable[str], here: Iterable[str]) -> bool:
        """Whether it says that one section there rests on one here."""
        if not any(fnmatchcase(section, self.section) for section in there):
            return False
        return any(fnmatchcase(section, pattern) for section in here for pattern in self.on)


@cache
def grounds(game: str) -> tuple[Ground, ...]:
    """What the sections of a game rest on; one may rest on several things for several reasons."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))[game]
    return tuple(
        Ground(section, tuple(each["on"]), each["why"]) for section, entries in found.items() for each in entries
    )


@cache
def sections(game: str, clause: ClauseId) -> frozenset[str]:
    """The sections that a clause belongs to."""
    index = {each.id: each for each in arcanum.clauses(game)}
    settled = frozenset(each.section for each in index.values() if clause in each.rulings)
    return settled or frozenset({index[clause].section})


def permitted(game: str) -> tuple[int, int]:
    """How many ordered pairs of different sections have a reason, and how many there are: what the check is worth."""
    known = sorted({clause.section for clause in arcanum.clauses(game) if not clause.ruling})
    pairs = [(there, here) for there in known for here in known if there != here]
    return sum(any(ground.holds([there], [here]) for ground in grounds(game)) for there, here in pairs), len(pairs)


def reason(broken: Break, clauses: Iterable[ClauseId]) -> str:
    """Why properties of these clauses notice a break that is about others; nothing if there is no reason."""
    if broken.spills:
        return broken.spills
    here = {section for clause in broken.clauses for section in sections(broken.game, ClauseId(clause))}
    there = {section for clause in clauses for section in sections(broken.game, clause)}
    if here & there:
        return SAME
    return next((ground.why for ground in grounds(broken.game) if ground.holds(there, here)), "")
