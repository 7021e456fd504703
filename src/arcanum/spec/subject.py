"""The variant under test, if there is one: properties then play it instead of the built-in rule sets.

A property reads from the clause index what should happen. A variant changes some of that on purpose; what it says
instead takes the place of the printed reading, so that every other clause is judged by what the variant means to be. A
clause that it replaces as a whole states nothing any more, and a property that rests on it cannot be judged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar
from unittest import SkipTest

import attrs

from arcanum.kernel.clauses import APPLIES, Clause, Parameter
from arcanum.kernel.ids import ClauseId

if TYPE_CHECKING:
    from arcanum.kernel.game import RuleSet


_TRAIL = 8


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
    touched: bool = False
    """Whether the example at hand has met anything that it changes: a value of the rules, or what a clause states."""
    trail: deque[Any] = attrs.field(factory=lambda: deque(maxlen=_TRAIL))
    """The last steps that were played."""
    watch: Callable[[], None] | None = None
    """Asked at every step; it may raise `SkipTest` to end the property at hand."""

    @property
    def overridden(self) -> frozenset[ClauseId]:
        """The clauses that it changes on purpose; one that its base lacks and it has is judged like any other."""
        return self.replaced.union(each for each, new in self.changed.items() if new.get(APPLIES) is not True)

    def begin(self) -> None:
        """A property begins. It replays what others have played, so that what it meets does not depend on them."""
        self.used = self.touched = False
        self.trail.clear()
        forget()

    def use(self) -> RuleSet:
        """The rules, for playing."""
        self.used = True
        return self.rules

    def saw(self, step: object) -> None:
        """A step was played."""
        self.trail.append(step)
        if self.watch is not None:
            self.watch()

    def reading(self, clause: Clause, parameter: str) -> Parameter:
        """What a clause says for the variant."""
        if clause.id in self.replaced or clause.id in self.changed:
            self.touched = True
        if clause.id in self.replaced:
            raise NotJudged(f"it rests on {clause.id}, which the variant replaces")
        changed = self.changed.get(clause.id, {})
        return changed[parameter] if parameter in changed else clause.parameter(parameter, self.rules.printing)


class Surveyed(NotJudged):
    """A property has asked for the rule sets that it is about, and nobody wants to know more of it."""

    def __init__(self, rulesets: tuple[str, ...]) -> None:
        super().__init__(f"it is about {', '.join(rulesets)}")
        self.rulesets = rulesets


_subject: Subject | None = None
_among: tuple[str, ...] | None = None
_surveying: bool = False
_memories: list[Callable[[], None]] = []


def under_test() -> Subject | None:
    """The variant under test; None when the built-in rule sets are."""
    return _subject


def focus(subject: Subject | None) -> None:
    """Let properties be about a variant, or (None) about the built-in rule sets again.

    Games that were remembered are forgotten, unless it is the same variant as before.
    """
    global _subject
    if subject is None or _subject is None or subject.rules != _subject.rules:
        forget()
    _subject = subject


def forget() -> None:
    """Forget all games that were remembered."""
    for clear in _memories:
        clear()


@contextmanager
def judging(subject: Subject) -> Iterator[None]:
    """Let properties be about a variant for a while."""
    if _subject is not None:
        raise RuntimeError("a variant is being tested already")
    focus(subject)
    try:
        yield
    finally:
        focus(None)


@contextmanager
def narrowed(rulesets: Sequence[str] | None) -> Iterator[None]:
    """Let properties be about some of the built-in rule sets only, for a while, or about as many as before (None).

    Within another block only those are left that are in both.
    """
    global _among
    before = _among
    if rulesets is not None:
        _among = tuple(name for name in rulesets if before is None or name in before)
    try:
        yield
    finally:
        _among = before


def within_reach(rulesets: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some built-in rule sets that properties are about at the moment."""
    if _surveying:
        raise Surveyed(rulesets)
    found = tuple(name for name in rulesets if _among is None or name in _among)
    if not found:
        raise NotJudged(f"it speaks of {', '.join(rulesets)} only")
    return found


def survey(function: Callable[[], object]) -> tuple[str, ...]:
    """The rule sets that a property draws from, none if it draws from none; it is run until it asks for them."""
    global _surveying
    before, _surveying = _surveying, True
    try:
        function()
    except Surveyed as found:
        return found.rulesets
    except Exception:  # whatever is wrong with it will show when it is run in earnest
        return ()
    finally:
        _surveying = before
    return ()


def built_in_only(why: str) -> None:
    """Say that a property is about certain built-in rule sets by name: it has nothing to say about a variant."""
    if _subject is not None or _surveying:
        raise NotJudged(why)


def rests_on(*clauses: ClauseId) -> None:
    """Say that a property holds only while these clauses are as printed: a worked example, say, or a card it plays."""
    if _subject is not None:
        for clause in clauses:
            if clause in _subject.replaced or clause in _subject.changed:
                raise NotJudged(f"it rests on {clause}, which the variant changes")


def is_replaced(clause: ClauseId) -> bool:
    """Whether the variant under test, if there is one, has something else in the place of a clause."""
    return _subject is not None and clause in _subject.replaced


F = TypeVar("F", bound=Callable[..., Any])


def remembered(size: int) -> Callable[[F], F]:
    """Like `lru_cache`, for whatever depends on the rules under test by name."""

    def decorate(function: F) -> F:
        cached: Any = lru_cache(maxsize=size)(function)
        _memories.append(cached.cache_clear)
        kept: F = cached
        return kept

    return decorate
