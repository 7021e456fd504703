"""The decorator that ties a property to the clauses it proves.

It only writes the ids down. Whether each clause exists, and whether each clause has a property, is for
:mod:`arcanum.spec.trace` to say, which reads the source and needs nobody to run it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from arcanum.kernel.ids import ClauseId

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T", bound="Callable[..., object]")

_MARK: Final = "__proves__"

_CLAUSE_ID: Final = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")


def proves(*clauses: ClauseId) -> Callable[[_T], _T]:
    """Say which clauses a property proves.

    It decorates a test function, a state machine, or one rule or invariant of a state machine, and may stand above or
    below Hypothesis' own decorators. Give it the constants of a ``clause_ids`` module, so that a wrong id is an import
    error:

    >>> from arcanum.kernel.clauses import ClauseId
    >>> COMP_1 = ClauseId("COMP-1")  # in a spec: from arcanum.tarot.clause_ids import COMP_1
    >>> @proves(COMP_1)
    ... def test_a_game_has_three_to_five_players(): ...
    >>> test_a_game_has_three_to_five_players.__proves__
    ('COMP-1',)
    """
    if not clauses:
        raise TypeError("proves() needs at least one clause: a property that proves nothing is not part of the spec")
    given: tuple[object, ...] = clauses  # whatever the type checker was told
    for clause in given:
        if not isinstance(clause, str) or not _CLAUSE_ID.fullmatch(clause):
            raise TypeError(f"proves() takes clause ids such as COMP_1 from a clause_ids module, not {clause!r}")
    if len(set(clauses)) != len(clauses):
        raise TypeError(f"proves() names a clause twice: {', '.join(clauses)}")

    def mark(prover: _T) -> _T:
        if proved_by(prover):
            raise TypeError("a property has one proves() with all its clauses; a second one would hide the first")
        setattr(prover, _MARK, clauses)
        return prover

    return mark


def proved_by(prover: object) -> tuple[ClauseId, ...]:
    """Return the clauses that ``prover`` itself says it proves, also when Hypothesis has wrapped it.

    >>> proved_by(len)
    ()
    """
    for candidate in (prover, unwrapped(prover)):
        if marked := getattr(candidate, "__dict__", {}).get(_MARK):
            return tuple(ClauseId(clause) for clause in marked)
    return ()


def unwrapped(prover: object) -> object:
    """Return the function that the author wrote, which Hypothesis' ``given`` hides inside its own."""
    return getattr(getattr(prover, "hypothesis", None), "inner_test", prover)
