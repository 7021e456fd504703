"""Where games are played: here, in processes of this machine, or wherever an executor takes them.

Work is given out in runs of games that take about a second, a few ahead of what is being played, and taken back in
whatever order it is done. Which game is played where changes nothing in its result. There is no scheduler here: an
executor that can lose a worker and go on, such as a Dask cluster's, is trusted to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from time import perf_counter
from typing import ParamSpec, TypeVar

import attrs

from arcanum.kernel.errors import ArcanumError, BadCall, brief
from arcanum.kernel.extras import needed
from arcanum.kernel.game import RuleSet
from arcanum.lab.play import Plan, play
from arcanum.lab.processes import Processes

P = ParamSpec("P")
T = TypeVar("T")

_SECONDS = 1.0
"""How long a run of games should take."""
_MOST_LOSSES = 5
"""How often a run is given out again because all workers that had it are gone."""


class WorkersLost(ArcanumError):
    """Whoever played the games is gone. Games that had been played are not lost if they are kept in a file."""


class InProcess(Executor):
    """Does everything at once, here."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # whoever asks for the result hears of it
            done.set_exception(error)
        return done


@attrs.frozen
class Place:
    """Somewhere to play."""

    executor: Executor
    width: Callable[[], int]
    """How many runs of games to have given out at a time."""
    most: int = 500
    """How many games a run may have."""
    losses: tuple[type[Exception], ...] = ()
    """Errors by which the executor says that it has lost too many workers over something."""


@contextmanager
def processes(jobs: int) -> Iterator[Place]:
    """So many processes, or this one."""
    if jobs == 1:
        yield Place(InProcess(), lambda: 1, most=1)
        return
    pool = Processes(jobs)
    try:
        yield Place(pool, lambda: 2 * jobs, losses=(BrokenExecutor,))
    except BrokenExecutor:
        pool.stop()
        times = _MOST_LOSSES + 1
        raise WorkersLost(
            f"a process that played games died, {times} times in a row; is there too little memory?"
        ) from None
    except BaseException:
        pool.stop()
        raise
    pool.shutdown()


@attrs.frozen
class _Run:
    """Games that are given out together."""

    numbers: tuple[int, ...]
    losses: int = 0


def spread(place: Place, plan: Plan, numbers: Sequence[int]) -> Iterator[list[str]]:
    """Play these games; yields lines of results as they come."""
    begun, size = 0, 1
    under_way: dict[Future[tuple[list[str], float]], _Run] = {}
    again: list[_Run] = []

    def following(width: int) -> _Run | None:
        nonlocal begun
        if again:
            return again.pop()
        # Towards the end runs get shorter, so that nobody waits for the last one.
        games = tuple(numbers[begun : begun + max(1, min(size, (len(numbers) - begun) // (2 * width)))])
        begun += len(games)
        return _Run(games) if games else None

    try:
        while True:
            width = max(1, place.width())
            while len(under_way) < width and (run := following(width)) is not None:
                under_way[place.executor.submit(play_run, plan, run.numbers)] = run
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                run = under_way.pop(done)
                try:
                    lines, seconds = done.result()
                except place.losses:
                    if run.losses == _MOST_LOSSES:
                        raise
                    again.append(_Run(run.numbers, run.losses + 1))
                    continue
                size = min(max(1, round(len(lines) * _SECONDS / max(seconds, 1e-6))), 2 * size, place.most)
                yield lines
    finally:
        for waiting in under_way:
            waiting.cancel()


_MOST_RULES = 20
_known_rules: dict[RuleSet, RuleSet] = {}
"""Rules that this process has seen: equal ones that are not the same are slow to compare."""


def play_run(plan: Plan, numbers: tuple[int, ...]) -> tuple[list[str], float]:
    """Play some games; returns their lines, and how long it took."""
    start = perf_counter()
    if len(_known_rules) > _MOST_RULES:
        _known_rules.clear()
    same = attrs.evolve(plan, rules=_known_rules.setdefault(plan.rules, plan.rules))
    return [play(same, number).line() for number in numbers], perf_counter() - start


@contextmanager
def cluster(address: str) -> Iterator[Place]:
    """The workers of a Dask cluster, of which there may be more or fewer from one moment to the next."""
    distributed = needed("distributed", "cluster", "a Dask cluster")
    try:
        client = distributed.Client(address)
    except (OSError, ValueError) as error:
        raise BadCall(f"no Dask scheduler answers at {brief(address)}: {error}") from None
    with client:
        executor = client.get_executor(pure=False)
        # A result whose worker leaves before it is fetched is cancelled, or taken for an error which it is not.
        losses = (distributed.KilledWorker, CancelledError, ValueError)
        yield Place(executor, lambda: 2 * sum(client.nthreads().values()), losses=losses)
