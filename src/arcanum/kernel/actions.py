"""What a player can answer. Each game adds its own actions; these two serve every game.

An action is a small frozen value with a short text form that parses back. Engines build every action once and hand
out the same object again, so comparing two actions is cheap.
"""

from __future__ import annotations

from abc import abstractmethod

import attrs


class Action:
    """An answer to a decision."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """The short text form."""


@attrs.frozen
class Pass(Action):
    """Do nothing, where the rules leave the choice.

    >>> str(Pass())
    'pass'
    """

    def __str__(self) -> str:
        return "pass"


@attrs.frozen
class Option(Action):
    """Take one of several named alternatives.

    >>> str(Option("draw"))
    'choose draw'
    """

    name: str

    def __str__(self) -> str:
        return f"choose {self.name}"


PASS = Pass()
