"""What stands where: the card or location that a clause is about, and rules that exchange what they do."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import arcanum
from arcanum.kernel.ids import ClauseId
from arcanum.tarot import GAME, Rules, State
from arcanum.tarot.cards import TOWER, Figure
from arcanum.tarot.clause_ids import MAJ_20_6
from arcanum.tarot.house import VOCABULARY

Place = tuple[str, int]
"""`("card", 13)`, or `("location", 3)`."""
WORLD: Place = ("card", 21)
_MAJORS_ONLY = ("tower-on-board", "exile-figures", "may-move-figure", "trade-minors")
"""What does not stand in the program of a location."""


@cache
def place_of(clause: ClauseId) -> Place | None:
    """The card or location of which a clause says what it does; None if the clause is general."""
    found = GAME.clauses()[clause]
    if found.section == "WORLD":
        return WORLD
    for kind in ("card", "location"):
        number = found.parameters.get(kind)
        if isinstance(number, int) and found.section in ("MAJ", "LOC"):
            return kind, number
    return None


def told(question: Any, clause: ClauseId) -> ClauseId:
    """The clause that says it where the question is printed; elsewhere the one that the question itself names."""
    own: ClauseId = question.clause
    return clause if place_of(clause) == place_of(own) else own


def told_of_exile(state: State, figure: Figure) -> ClauseId:
    """By which clause a figure is off the board."""
    clauses = dict(state.exiled_by)
    return next((clauses[seat] for seat, away in state.exiles if figure in away and seat in clauses), MAJ_20_6)


def elsewhere(base: str, steps: int) -> str:
    """Lines of a house-rule file by which each Major and location does what another does, so many places further on.

    The Tower stays where it is. A location does as much of it as can stand there, at least something.
    """
    rules = arcanum.rules(base)
    assert isinstance(rules, Rules)
    places = [("location", place.number, place.effects) for place in rules.locations]
    places += [("major", number, program) for number, program in enumerate(rules.majors) if number != TOWER.number]
    lines = []
    for at, (kind, number, _) in enumerate(places):
        _, _, program = places[(at + steps) % len(places)]
        words = [each for each in VOCABULARY.write(program) if kind == "major" or each["word"] not in _MAJORS_ONLY]
        lines.append(f"{kind}.{number}.program = {_toml(words or [{'word': 'gain-points', 'points': 1}])}")
    return "\n".join(lines)


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else json.dumps(value)
