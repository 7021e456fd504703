"""Where the work of a validation is done: in this process, or spread over several.

Every process tests one variant at a time (`arcanum.spec.subject`); what it is asked for is named by strings and
numbers, so that the same question has the same answer wherever it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import TracebackType
from typing import Literal, Self

from arcanum.kernel.game import RuleSet
from arcanum.kernel.variants import base_of, overrides
from arcanum.spec.subject import Subject, focus, under_test
from arcanum.validation.games import Played, play_one
from arcanum.validation.properties import Verdict, book, judge


def subject_of(rules: RuleSet) -> Subject:
    """Rules as a subject of properties: with what they say instead of their base."""
    found = overrides(rules)
    return Subject(
        rules,
        base_of(rules).name,
        {each.clause.id: each.new for each in found if not each.instead},
        frozenset(each.clause.id for each in found if each.instead),
    )


class Workers:
    """Processes that test a variant; with one job, this process."""

    def __init__(self, rules: RuleSet, examples: int, jobs: int) -> None:
        self.subject = subject_of(rules)
        self.examples = examples
        both = (rules, base_of(rules))
        self._pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=both) if jobs > 1 else None
        if self._pool is None:
            _start(*both)

    def __enter__(self) -> Self:
        if under_test() is not None:
            raise RuntimeError("a variant is being tested already")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        focus(None)
        _subjects.clear()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def judge(self, names: Sequence[str]) -> Iterator[Verdict]:
        """Run properties for the variant."""
        task = partial(_judge, self.examples)
        yield from map(task, names) if self._pool is None else self._pool.map(task, names, chunksize=4)

    def play(self, side: Side, numbers: Iterable[int]) -> Iterator[Played]:
        """Play random games by the variant, or by its base."""
        task = partial(_play, side)
        yield from map(task, numbers) if self._pool is None else self._pool.map(task, numbers, chunksize=4)


Side = Literal["variant", "base"]
_subjects: dict[Side, Subject] = {}
"""What this process tests. Kept, because equal rules that are not the same object are slow to compare."""


def _start(rules: RuleSet, base: RuleSet) -> None:
    _subjects["variant"] = subject_of(rules)
    _subjects["base"] = subject_of(base)


def _judge(examples: int, name: str) -> Verdict:
    subject = _subjects["variant"]
    focus(subject)
    return judge(book(subject.rules.game.name, examples)[name], subject)


def _play(side: Side, number: int) -> Played:
    subject = _subjects[side]
    focus(subject)
    return play_one(subject.rules.game.name, number)
