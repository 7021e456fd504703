"""What a kept state takes up, on average over a whole game of which every state is kept.

`traced` asks `tracemalloc`, which sees what Python allocates, and nothing else. A game is played twice, first to fill
whatever is cached once for all; then the peak less the start counts, so that working space is in it as well. States
share with their parents what did not change, and know their legal actions: all of that is kept in the loop.

`resident` looks at the process from outside, as C++ must be looked at: a fresh process keeps the states of so many
games that the rest does not matter, and its resident memory grows by so much. The allocator's slack is in it, too, so
it is compared with nothing but itself.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from pathlib import Path
from statistics import fmean

import attrs

from benchmarks.calls import copied, positions
from benchmarks.loop import Contestant, Play, dice
from benchmarks.ours import Ours, ours
from benchmarks.peers import CHESS, HEARTS, LIBRARIES, TAROK, Field

TRACED, RESIDENT = "tracemalloc", "resident"
ROOT = Path(__file__).parents[1]
PAGES = Path("/proc/self/statm")
"""Where Linux tells how much memory a process has; elsewhere processes are not looked at."""
STATES = 30_000
"""Kept by a process that is looked at from outside."""
LOOKED_AT = (TAROK, HEARTS, CHESS)
"""The peers that are looked at so."""
PEER_GAMES = 4


@attrs.frozen
class Memory:
    """The bytes of a state."""

    name: str
    how: str
    bytes: float


def traced(play: Play, games: int) -> float:
    """Bytes a state, the mean of some games."""
    return fmean(_traced(play, seed) for seed in range(games))


def _traced(play: Play, seed: int) -> float:
    play(seed, dice(seed))
    rolls = dice(seed)
    return _grown(lambda: play(seed, rolls).kept)


def copies(game: Ours) -> Iterable[Memory]:
    """What a deep copy of a state takes up, with the rules and without."""
    found = positions(game)
    yield Memory(f"{game.name}, deepcopy, rules shared", TRACED, _grown(lambda: [copied(each) for each in found]))
    yield Memory(f"{game.name}, deepcopy, rules copied", TRACED, _grown(lambda: [deepcopy(each) for each in found]))


def _grown(make: Callable[[], Sequence[object]]) -> float:
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        made = make()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (peak - before) / len(made)


def in_use() -> int:
    """The resident memory of this process, where the system tells it."""
    return int(PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def resident(play: Play, states: int) -> float:
    """Bytes a state in this process, which should be a fresh one."""
    play(0, dice(0))
    gc.collect()
    before = in_use()
    kept: list[object] = []
    seed = 1
    while len(kept) < states:
        kept += play(seed, dice(seed)).kept
        seed += 1
    return (in_use() - before) / len(kept)


def resident_elsewhere(name: str, states: int) -> float:
    """Bytes a state in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.memory", name, str(states)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return float(done.stdout)


def measured(mine: Sequence[Ours], peers: Sequence[Contestant], games: int, states: int) -> list[Memory]:
    """All that is told about memory."""
    # Of what C++ allocates, tracemalloc sees only a wrapper. Deep copies are slow, and much the same in all games.
    seen = [each for each in peers if not each.name.startswith("OpenSpiel")]
    found = [Memory(each.name, TRACED, traced(each.play, games)) for each in mine]
    found += [Memory(each.name, TRACED, traced(each.play, min(games, PEER_GAMES))) for each in seen]
    for game in mine:
        found += copies(game)
    if PAGES.exists():
        outside = [*(each.name for each in mine), *(each.name for each in peers if each.name in LOOKED_AT)]
        found += [Memory(name, RESIDENT, resident_elsewhere(name, states)) for name in outside]
    return found


def main(name: str, states: str) -> None:
    """Say how many bytes a state takes up in this process."""
    every = [*(each.contestant for each in ours()), *Field.gather(LIBRARIES).contestants]
    print(resident(next(each.play for each in every if each.name == name), int(states)))


if __name__ == "__main__":
    main(*sys.argv[1:])
