"""Who sits where: people and computer players, and how a record says which is which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import attrs

import arcanum
from arcanum.kernel.errors import brief
from arcanum.lab.players import NAMES, parse

HUMAN: Final = "human"
_COMPUTER: Final = re.compile(rf"(.+) \(((?:{'|'.join(NAMES)})(?::[0-9]+(?:ms)?)?)\)")


@attrs.frozen
class Chair:
    """Somebody at the table."""

    name: str
    kind: str = HUMAN
    """`human`, or a kind of computer player such as `search:100`."""

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.kind == HUMAN

    @property
    def recorded(self) -> str:
        """The name in a record; that of a computer player says what it is.

        >>> Chair("Bruno", "greedy").recorded
        'Bruno (greedy)'
        """
        return self.name if self.is_human else f"{self.name} ({self.kind})"


def parse_kinds(text: str) -> tuple[str, ...]:
    """The kinds of players in a list such as `human,greedy,search:100`.

    >>> parse_kinds("human, search")
    ('human', 'search:100')
    """
    return tuple(_kind(word.strip()) for word in text.split(","))


def _kind(word: str) -> str:
    if word == HUMAN:
        return word
    if word.partition(":")[0] not in NAMES:
        raise arcanum.UnknownName("player", word, (HUMAN, *NAMES))
    return str(parse(word))


def recorded_chair(name: str) -> Chair:
    """The chair that a name in a record stands for.

    >>> recorded_chair("Bruno (greedy)")
    Chair(name='Bruno', kind='greedy')
    """
    found = _COMPUTER.fullmatch(name)
    if found is None:
        return Chair(name)
    return Chair(found[1], _kind(found[2]))


def chairs(kinds: Sequence[str], names: Sequence[str]) -> tuple[Chair, ...]:
    """A chair for each kind of player, with its name."""
    if len(names) != len(kinds):
        raise arcanum.BadCall(f"expected {len(kinds)} names, one for each seat, got {brief(list(names))}")
    return tuple(Chair(name, kind) for name, kind in zip(names, kinds, strict=True))
