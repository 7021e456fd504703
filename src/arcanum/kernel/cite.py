"""Citing clauses from code that raises no event and rejects no action, yet carries out a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from arcanum.kernel.ids import ClauseId

T = TypeVar("T")


def cites(*clauses: ClauseId) -> Callable[[T], T]:
    """Mark a function or class as carrying out these clauses; the clause pages link to it.

    The ids are imported names, so a clause that does not exist is an import error. Nothing happens at run time.
    """

    def unchanged(thing: T) -> T:
        return thing

    return unchanged
