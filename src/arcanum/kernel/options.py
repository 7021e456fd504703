"""Options of a game as a person types them: what a command line can ask for, and how its text becomes a value.

Whether a value makes sense is for the game to say, when it begins. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from arcanum.kernel.errors import ParseError, brief


@attrs.frozen
class GameOption:
    """Something that players agree on before the start."""

    name: str
    """The keyword of `arcanum.new_game`."""
    help: str
    """What it is and which values it takes, as a piece of a sentence."""
    parse: Callable[[str], object] = str
    """The value that a text stands for; raises `ParseError` if it stands for none."""
    is_file: bool = False
    """Whether it names a file, which no document may do."""
    default: str | None = None
    """The text that stands if nobody says anything; None where the rules then decide by themselves."""


def one_of(names: Sequence[str]) -> str:
    """The help of an option that takes one of these.

    >>> one_of(("all", "from-turn-3", "none"))
    'all, from-turn-3 or none'
    """
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def as_words(text: str) -> tuple[str, ...]:
    """Words with commas between them.

    >>> as_words("objectives, militia")
    ('objectives', 'militia')
    """
    return tuple(word.strip() for word in text.split(",") if word.strip())


def as_number(text: str) -> int:
    """A whole number.

    >>> as_number("12")
    12
    """
    try:
        return int(text)
    except ValueError:
        raise ParseError(f"expected a whole number, got {brief(text)}") from None
