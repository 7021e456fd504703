"""Full games a second on one process and on two.

Both pools are started and warm before the clock runs, and get the same tasks. There are many of them, so that no
process waits long for the other in the end, and each is long beside the way there and back. A plain loop of arithmetic
is done in the same manner: it shows what the machine can do at best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context
from time import perf_counter

import attrs

from benchmarks.loop import dice
from benchmarks.ours import Ours

ONE, TWO = "games a second, one process", "games a second, two processes"
MACHINE = "a loop of arithmetic"
TASKS = 48

Work = Callable[[int], object]
"""A game or something like it, by its number. It must be possible to send it to another process."""


def play_game(game: Ours, number: int) -> int:
    """Play a game; how many decisions there were."""
    return game.play(number, dice(number)).decisions


def reckon(number: int) -> int:
    """What a processor can do without looking far."""
    total = number
    for each in range(20_000):
        total = (total * 31 + each) % 1_000_003
    return total


def several(work: Work, count: int, first: int) -> None:
    """A task: work for some numbers."""
    for number in range(first, first + count):
        work(number)


@attrs.define
class Processes:
    """Some work on one process and on two, as a meter."""

    name: str
    work: Work
    one: Executor
    two: Executor
    per_second: float = 0.0
    """As far as is known from the last time."""

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        """The same tasks for both, of which one process has enough for about twice the time."""
        count = max(1, round(2 * seconds * self.per_second / TASKS))
        pools = {ONE: self.one, TWO: self.two}
        order = (ONE, TWO) if number % 2 else (TWO, ONE)  # whoever comes second may find the machine warmer
        found = {name: self._rate(pools[name], count) for name in order}
        self.per_second = found[ONE]
        return found

    def _rate(self, pool: Executor, count: int) -> float:
        start = perf_counter()
        for _ in pool.map(partial(several, self.work, count), range(0, TASKS * count, count)):
            pass
        return TASKS * count / (perf_counter() - start)


@contextmanager
def processes(games: tuple[Ours, ...]) -> Iterator[tuple[Processes, ...]]:
    """Our games, and the arithmetic, while the pools are there."""
    work: dict[str, Work] = {each.name: partial(play_game, each) for each in games}
    with ExitStack() as stack:
        one, two = (stack.enter_context(ProcessPoolExecutor(count, get_context("spawn"))) for count in (1, 2))
        yield tuple([Processes(name, each, one, two) for name, each in {**work, MACHINE: reckon}.items()])
