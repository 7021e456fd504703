"""What a player can answer. Each game adds its own actions; these two serve every game.

An action is a small frozen value with a short text form that parses back. Engines build every action once and hand
out the same object again, so comparing two actions is cheap.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

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

P = ParamSpec("P")
ValueT = TypeVar("ValueT")


def once(kind: Callable[P, ValueT]) -> Callable[P, ValueT]:
    """Makes values of a kind, and hands out again what was made before, as far back as it remembers."""
    kept: Callable[..., ValueT] = lru_cache(maxsize=1 << 13)(kind)
    return kept
