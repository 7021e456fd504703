"""Telling a game to people: lines of text that each know their depth and the clause behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.events import Event
from arcanum.kernel.ids import ClauseId


@attrs.frozen
class Line:
    """One line of a told game."""

    depth: int
    """0 is a chapter, 1 a section, the rest is indented text."""
    text: str
    clause: ClauseId | None = None


def headline(text: str) -> str:
    """A text with a capital letter at its beginning.

    >>> headline("end of the round"), headline("House scoring")
    ('End of the round', 'House scoring')
    """
    return text[:1].upper() + text[1:]


def number(count: int, what: str) -> str:
    """A number of things in words.

    >>> number(1, "card"), number(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {what}" + ("" if count == 1 else "s")


class Narrator(Protocol):
    """Turns the events of one game, in their order, into lines. It remembers what it has told."""

    def lines(self, event: Event) -> Iterator[Line]:
        """What there is to say about an event."""

    def choice(self, action: Action) -> str:
        """What a player would do, in words for a button or a list: `play the 8 of Wands`."""
