"""The variant under test, if there is one: properties then play it instead of the built-in rule sets.

A property reads from the clause index what should happen. A variant changes some of that on purpose; what it says
instead takes the place of the printed reading, so that every other clause is judged by what the variant means to be. A
clause that it replaces as a whole states nothing any more, and a property that rests on it cannot be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar
from unittest import SkipTest

import attrs

from arcanum.kernel.clauses import Clause, ClauseId, Parameter

if TYPE_CHECKING:
    from arcanum.kernel.engine import RuleSet


class NotJudged(SkipTest):
    """A property has nothing to say about the variant under test; the text says why.

    Hypothesis stops at once when a test is skipped, instead of looking for a smaller example of it.
    """


@attrs.define
class Subject:
    """A variant, and what it says instead of its base."""

    rules: RuleSet
    base: str
    """The built-in rule set that it changes."""
    changed: Mapping[ClauseId, Mapping[str, Parameter]]
    """The readings that it changes."""
    replaced: frozenset[ClauseId]
    """The clauses that say nothing any more."""
    used: bool = False
    """Whether the property at hand has played it."""

    def use(self) -> RuleSet:
        """The rules, for playing."""
        self.used = True
        return self.rules

    def reading(self, clause: Clause, parameter: str) -> Parameter:
        """What a clause says for the variant."""
        if clause.id in self.replaced:
            raise NotJudged(f"it rests on {clause.id}, which the variant replaces")
        changed = self.changed.get(clause.id, {})
        return changed[parameter] if parameter in changed else clause.parameter(parameter, self.rules.printing)


_subject: Subject | None = None
_memories: list[Callable[[], None]] = []


def under_test() -> Subject | None:
    """The variant under test; None when the built-in rule sets are."""
    return _subject


@contextmanager
def testing(subject: Subject) -> Iterator[None]:
    """Let properties be about a variant for a while. Games that were remembered are forgotten before and after."""
    global _subject
    if _subject is not None:
        raise RuntimeError("a variant is being tested already")
    _forget()
    _subject = subject
    try:
        yield
    finally:
        _subject = None
        _forget()


def _forget() -> None:
    for forget in _memories:
        forget()


def rests_on(*clauses: ClauseId) -> None:
    """Say that a property holds only while these clauses are as printed: a worked example, say, or a card it plays."""
    if _subject is not None:
        for clause in clauses:
            if clause in _subject.replaced or clause in _subject.changed:
                raise NotJudged(f"it rests on {clause}, which the variant changes")


F = TypeVar("F", bound=Callable[..., Any])


def remembered(size: int) -> Callable[[F], F]:
    """Like `lru_cache`, for whatever depends on the rules under test by name."""

    def decorate(function: F) -> F:
        cached: Any = lru_cache(maxsize=size)(function)
        _memories.append(cached.cache_clear)
        kept: F = cached
        return kept

    return decorate
