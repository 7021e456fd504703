"""Rows of text that know how they are meant: what a face of a game is made of, and what a screen shows.

A tone says what a piece of text is; how it looks is for the screen to say, and nothing is said by a tone alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, Protocol, TypeAlias

import attrs

import arcanum
from arcanum.kernel.listing import CardLine

Tone = Literal["", "strong", "dim", "title", "swords", "pentacles", "wands", "chalices", "major", "good", "warn"]


@attrs.frozen
class Span:
    """A piece of text."""

    text: str
    tone: Tone = ""
    card: str | None = None
    """The card that it names, so that one can point at it."""


Row: TypeAlias = tuple[Span, ...]


def row(*parts: str | Span) -> Row:
    """A row of plain and other pieces."""
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


def plain(line: Row) -> str:
    """The text of a row.

    >>> plain(row("Hand ", Span("4S", "swords")))
    'Hand 4S'
    """
    return "".join(span.text for span in line)


def joined(spans: Iterable[Span], between: str = " ") -> Iterator[Span]:
    """Pieces with something between them."""
    for at, span in enumerate(spans):
        if at:
            yield Span(between)
        yield span


def hanging(line: Row, width: int, indent: int) -> list[Row]:
    """A row in as many as it takes, those after the first set in.

    >>> [plain(each) for each in hanging(row("D0 Ayane Sword 5; Anna: Fence"), 16, 3)]
    ['D0 Ayane Sword ', '   5; Anna: ', '   Fence']
    """
    lines: list[list[Span]] = [[]]
    used = 0
    for span in line:
        for word in re.findall(r"\S+\s*|\s+", span.text):
            if used > indent and used + len(word.rstrip()) > width:
                lines.append([Span(" " * indent)])
                used = indent
            lines[-1].append(attrs.evolve(span, text=word))
            used += len(word)
    return [tuple(each) for each in lines]


def fitted(text: str, width: int) -> str:
    """A text of just this width, cut off with two dots if it is longer.

    >>> fitted("Armourer's Apprentice", 12), fitted("Fence", 8)
    ("Armourer's..", 'Fence   ')
    """
    return text.ljust(width) if len(text) <= width else text[: width - 2].rstrip().ljust(width - 2, ".") + ".."


@attrs.frozen
class Signs:
    """The characters to draw with, as far as the terminal can show them."""

    full: str
    empty: str
    here: str
    """Whose turn it is."""
    new: str
    more: str
    """That something follows."""
    back: str
    """A card that lies face down."""


ROUND: Final = Signs(full="■", empty="·", here="▶", new="•", more="…", back="▒")
ASCII: Final = Signs(full="#", empty=".", here=">", new="*", more="...", back="?")


class Face(Protocol):
    """A view of a game in rows, for one seat."""

    def status(self) -> str:
        """Where the game stands, in one line."""

    def board(self) -> list[Row]:
        """What lies on the table."""

    def players(self) -> list[Row]:
        """What everybody may know of the players."""

    def own(self) -> list[Row]:
        """What only the seat itself may know: its cards."""

    def label(self, action: arcanum.Action) -> str:
        """What a player would do, in words."""

    def cards(self) -> tuple[CardLine, ...]:
        """The cards that the seat can see, its own first."""

    def wishes(self) -> tuple[arcanum.Action, ...]:
        """What a player may want to do at some time with what he has, legal now or not."""
