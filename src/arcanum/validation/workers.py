"""Where the work of a validation is done: in this process, or spread over several.

Every process tests one variant at a time (`arcanum.spec.subject`); what it is asked for is named by strings and
numbers, so that the same question has the same answer wherever it is asked. Answers come in any order. A process can be
ended at any time: nothing that it holds is needed any more.
"""

from __future__ import annotations

import gc
import math
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from types import TracebackType
from typing import Self, TypeAlias

import attrs

from arcanum.kernel.game import RuleSet
from arcanum.kernel.variants import base_of, restated
from arcanum.spec.subject import Subject, focus, under_test
from arcanum.validation.games import GameAsked, Pair, play
from arcanum.validation.interruption import is_heard
from arcanum.validation.properties import Verdict, book, judge

_PATIENCE = 0.1
"""How often somebody who waits looks whether to stop."""
_RARELY = (20_000, 50, 50)
"""How often garbage is collected: properties live long, and what an example leaves behind is mostly gone by itself."""


def subject_of(rules: RuleSet) -> Subject:
    """Rules as a subject of properties: with what they say instead of their base."""
    found = restated(rules)
    return Subject(
        rules,
        base_of(rules).name,
        {each.clause.id: each.new for each in found if not each.instead},
        frozenset(each.clause.id for each in found if each.instead),
    )


@attrs.frozen
class PropertyAsked:
    """A property to be judged."""

    name: str
    examples: int
    brief: bool
    """Whether a few examples are enough for now."""


Task: TypeAlias = PropertyAsked | GameAsked
Answer: TypeAlias = Verdict | Pair


class Workers:
    """Processes that test a variant; with one job, this process."""

    def __init__(self, rules: RuleSet, jobs: int, budget: float | None = None) -> None:
        if under_test() is not None:
            raise RuntimeError("a variant is being tested already")
        self.subject = subject_of(rules)
        self.deadline = math.inf if budget is None else monotonic() + budget
        self._jobs = jobs
        self._processes: list[tuple[BaseProcess, Connection]] = []
        self._often = gc.get_threshold()

    def __enter__(self) -> Self:
        focus(self.subject)
        gc.set_threshold(*_RARELY)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        gc.set_threshold(*self._often)
        focus(None)
        for process, connection in self._processes:
            process.terminate()
            connection.close()
        for process, _ in self._processes:
            process.join()

    @property
    def late(self) -> bool:
        """Whether the budget is spent."""
        return monotonic() > self.deadline

    def answers(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """What comes of tasks, as soon as it is known; those that are not begun within the budget are left out."""
        if self._jobs == 1:
            for task in tasks:
                if self.late or is_heard():
                    return
                yield answer(task, self.subject, self.deadline)
            return
        yield from self._spread(tasks)

    def _spread(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        if not self._processes:
            for _ in range(self._jobs):
                self._processes.append(_started(self.subject.rules, [ours for _, ours in self._processes]))
        rest = iter(tasks)
        busy = [connection for _, connection in self._processes if self._sent(rest, connection)]
        while busy and not is_heard():
            for ready in wait(busy, _PATIENCE):
                assert isinstance(ready, Connection)
                try:
                    found: Answer | BaseException = ready.recv()
                except EOFError:
                    raise RuntimeError("a process of the validation has died, perhaps for want of memory") from None
                if isinstance(found, BaseException):
                    raise found
                if not self._sent(rest, ready):
                    busy.remove(ready)
                yield found

    def _sent(self, tasks: Iterator[Task], connection: Connection) -> bool:
        """Give a process its next task, if there is one and time for it."""
        task = None if self.late else next(tasks, None)
        if task is not None:
            connection.send((task, self.deadline))
        return task is not None


def answer(task: Task, subject: Subject, deadline: float) -> Answer:
    """What comes of a task."""
    if isinstance(task, GameAsked):
        return play(task, subject)
    asked = book(subject.rules.game.name, task.examples)[task.name]
    return judge(asked, subject, brief=task.brief, deadline=deadline)


def _started(rules: RuleSet, others: list[Connection]) -> tuple[BaseProcess, Connection]:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(rules, theirs, [ours, *others]), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _serve(rules: RuleSet, connection: Connection, of_others: list[Connection]) -> None:
    """Answer until nobody asks any more. Ctrl-C is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in of_others:  # else it would never show that the process that asks is gone
        each.close()
    gc.set_threshold(*_RARELY)
    subject = subject_of(rules)
    focus(subject)
    while True:
        try:
            task, deadline = connection.recv()
        except EOFError:
            return
        try:
            connection.send(answer(task, subject, deadline))
        except Exception as error:  # whoever asked should know
            connection.send(error)
