"""Where games are played: here, in processes of this machine, or wherever an executor takes them.

Work is given out in runs of games that take about a second, a few ahead of what is being played, and taken back in
whatever order it is done. Which game is played where changes nothing in its result. There is no scheduler here: an
executor that can lose a worker and go on, such as a Dask cluster's, is trusted to.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

import attrs

import arcanum
from arcanum.kernel.documents import digest
from arcanum.kernel.errors import ArcanumError, BadCall, brief
from arcanum.kernel.extras import needed
from arcanum.kernel.game import RuleSet
from arcanum.lab.play import PLAY, Plan, play

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

_SECONDS = 1.0
"""How long a run of games should take."""
_PATIENCE = 5.0
"""After how many seconds, if nothing is done, to see how many workers there are now."""
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
    """Errors by which the executor says that it has lost too many workers over something, or what they did."""


@contextmanager
def processes(jobs: int) -> Iterator[Place]:
    """So many processes, or this one."""
    if jobs == 1:
        yield Place(InProcess(), lambda: 1, most=1)
        return
    from arcanum.lab.processes import Processes  # what it needs is not there in a browser

    pool = Processes(jobs)
    try:
        yield Place(pool, lambda: 2 * jobs, losses=(BrokenExecutor,))
    except BaseException:
        pool.stop()
        raise
    pool.shutdown()


@attrs.frozen
class _Run:
    """Games that are given out together."""

    numbers: tuple[int, ...]
    losses: int = 0

    def lost(self, error: Exception) -> _Run:
        """The same once more, unless it was lost too often."""
        if self.losses < _MOST_LOSSES:
            return _Run(self.numbers, self.losses + 1)
        first, last = self.numbers[0], self.numbers[-1]
        games = f"game {first}" if first == last else f"games {first} to {last}"
        times = f"{self.losses + 1} times in a row"
        why = str(error) or type(error).__name__
        raise WorkersLost(f"whoever played {games} died, {times}; is there too little memory? ({why})") from error


@attrs.frozen
class Played:
    """What comes of a run."""

    signature: tuple[str, int, str]
    """That of whoever played it."""
    lines: list[str]
    seconds: float


class _InGame(Exception):
    """Something went wrong in a game, not with whoever played it: it would again, wherever it was played."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def signature(plan: Plan) -> tuple[str, int, str]:
    """What must be the same wherever the games of one plan are played: the library, its players, and the rules."""
    return arcanum.__version__, PLAY, digest(plan.rules)


def check(ours: tuple[str, int, str], theirs: tuple[str, int, str]) -> None:
    """Refuse games of a worker that plays by something else.

    >>> check(("0.2.0", 1, "1f"), ("0.1.0", 1, "1f"))
    Traceback (most recent call last):
    arcanum.kernel.errors.BadCall: a worker has another arcanum than this process: version 0.1.0 instead of 0.2.0
    """
    for what, our, their in zip(("version", "number of play", "digest of the rules"), ours, theirs, strict=True):
        if our != their:
            raise BadCall(f"a worker has another arcanum than this process: {what} {their} instead of {our}")


def spread(place: Place, plan: Plan, numbers: Sequence[int]) -> Iterator[list[str]]:
    """Play these games; yields lines of results as they come."""
    begun, size = 0, 1
    under_way: dict[Future[Played], _Run] = {}
    again: list[_Run] = []
    ours = signature(plan)

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
            for done in wait(under_way, _PATIENCE, return_when=FIRST_COMPLETED).done:
                run = under_way.pop(done)
                try:
                    played = done.result()
                except _InGame as failed:
                    raise failed.error from failed
                except place.losses as error:
                    again.append(run.lost(error))
                    continue
                check(ours, played.signature)
                took = max(played.seconds, 1e-6)
                size = min(max(1, round(len(played.lines) * _SECONDS / took)), 2 * size, place.most)
                yield played.lines
    finally:
        for waiting in under_way:
            waiting.cancel()


_MOST_RULES = 20
_known_rules: dict[RuleSet, RuleSet] = {}
"""Rules that this process has seen: equal ones that are not the same are slow to compare."""


def play_run(plan: Plan, numbers: tuple[int, ...]) -> Played:
    """Play some games."""
    start = perf_counter()
    if len(_known_rules) > _MOST_RULES:
        _known_rules.clear()
    same = attrs.evolve(plan, rules=_known_rules.setdefault(plan.rules, plan.rules))
    try:
        lines = [play(same, number).line() for number in numbers]
    except Exception as error:  # whatever players of somebody's own do
        raise _InGame(error) from error
    return Played(signature(same), lines, perf_counter() - start)


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
        losses = (distributed.KilledWorker, CancelledError, TypeError)
        yield Place(executor, _Threads(client, address).width, losses=losses)


@attrs.define
class _Threads:
    """How much the workers of a cluster can do."""

    client: Any
    address: str
    are_there: bool = True

    def width(self) -> int:
        """Twice as many runs as there are threads. If there are none, say so: games wait for them."""
        try:
            threads = int(sum(self.client.nthreads().values()))
        except Exception as error:  # of a kind that depends on what the client was about to do
            raise WorkersLost(f"the Dask scheduler at {self.address} does not answer any more: {error}") from error
        if not threads and self.are_there:
            log.warning("the Dask scheduler at %s has no workers; games wait until one comes", self.address)
        self.are_there = bool(threads)
        return 2 * threads
