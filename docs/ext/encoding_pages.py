"""Writes what the numbers of actions and the places of a vector mean, from the encodings themselves."""

from __future__ import annotations

from collections.abc import Iterator

import arcanum
from arcanum.adapters.encoding import Encoding, Group, encoding
from docs.ext.rst import escape, table

PLAYERS = 4
"""The tables are for so many: where numbers depend on it, those of other tables are elsewhere."""


def encoding_pages() -> Iterator[tuple[str, str]]:
    """Yield two tables for each game, to be included."""
    for game in arcanum.games():
        known = encoding(arcanum.rulesets(game)[0], PLAYERS)
        yield f"encoding_{game}_actions.inc", actions(known)
        yield f"encoding_{game}_fields.inc", fields(known)


def actions(known: Encoding) -> str:
    """Write which numbers are which actions."""
    rows = [
        (numbers(at, len(group.actions)), escape(group.order), examples(group)) for at, group in known.first_numbers()
    ]
    return table(("Numbers", "One for each", "First and last"), rows, "18 42 40")


def examples(group: Group) -> str:
    """Write the first and the last action of a group."""
    return ", ".join(f"``{action}``" for action in dict.fromkeys((group.actions[0], group.actions[-1])))


def fields(known: Encoding) -> str:
    """Write what stands where in a vector."""
    rows = [
        (
            numbers(at, field.size),
            f"``{field.name}``",
            " by ".join(map(str, field.shape)),
            str(field.most),
            escape(field.meaning),
        )
        for at, field in known.offsets()
    ]
    return table(("Places", "Name", "Shape", "Most", "Meaning"), rows, "14 16 12 8 50")


def numbers(first: int, many: int) -> str:
    """Write a row of numbers."""
    return str(first) if many == 1 else f"{first} to {first + many - 1}"
