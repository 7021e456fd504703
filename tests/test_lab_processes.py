"""Games on several processes, which are interrupted, killed, or die: nothing hangs, nobody is left, nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from pathlib import Path

import pytest

import arcanum
from arcanum.lab.results import read_line
from arcanum.lab.spread import WorkersLost

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there"),
]
ENDLESS = 1_000_000
LIMIT = 120
"""Seconds after which something is taken to hang, on the slowest of machines."""
BEGIN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.Handlers[sys.argv[1]])
os.execv(sys.executable, [sys.executable, "-m", "arcanum", *sys.argv[2:]])
"""
"""A shell has what it starts in the background ignore interrupts, and a test may have been started so or not."""


@contextmanager
def running(
    path: Path, games: int, player: str = "random", jobs: int = 2, interrupts: signal.Handlers = signal.SIG_DFL
) -> Iterator[subprocess.Popen[str]]:
    """The command, in a process group of its own, of which nobody is left afterwards."""
    players = ",".join([player] * 3)
    command = [sys.executable, "-c", BEGIN, interrupts.name, "simulate", "--players", players, "--games", str(games)]
    found = subprocess.Popen(
        [*command, "--jobs", str(jobs), "-o", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):  # as it should be
            os.killpg(found.pid, signal.SIGKILL)
        found.communicate()


def wait_for(path: Path, lines: int) -> None:
    """Wait until a file of results has so many lines."""
    deadline = time.monotonic() + LIMIT
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_a_run_leaves_nobody_behind_and_the_same_command_goes_on(
    number: signal.Signals, jobs: int, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    with running(path, ENDLESS, jobs=jobs) as run:
        wait_for(path, 5)
        run.send_signal(number)
        _, told = run.communicate(timeout=LIMIT)  # ends when all that write there have ended
    there = {read_line(line).number for line in path.read_bytes().splitlines(keepends=True)[1:] if line.endswith(b"\n")}
    assert len(there) >= 4
    done = arcanum.simulate("arcanum/en", ["random"] * 3, max(there) + 3, output=path)
    assert [result.number for result in done.results()] == list(range(max(there) + 3))
    if number != signal.SIGKILL:
        assert run.returncode == 130
        assert told == f"arcanum: interrupted; the same command goes on from {path}\n"


def test_an_interrupt_does_not_wait_for_the_games_that_are_being_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with running(path, 20, "search:1000000") as run:
        wait_for(path, 1)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=LIMIT)
    assert run.returncode == 130
    assert "Traceback" not in told


def test_who_ignores_interrupts_is_not_stopped_by_those_of_its_workers(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with running(path, 150, interrupts=signal.SIG_IGN) as run:
        wait_for(path, 3)
        os.killpg(run.pid, signal.SIGINT)
        out, told = run.communicate(timeout=LIMIT)
    assert (run.returncode, told) == (0, "")
    assert out.startswith("arcanum/en: 150 games")


def test_games_that_a_dead_process_had_are_played_by_others() -> None:
    killed: list[int] = []

    def kill_one(what: str, done: int, of: int) -> None:
        if done >= of // 5 and not killed:
            killed.append(next(int(child.pid or 0) for child in active_children()))
            os.kill(killed[0], signal.SIGKILL)

    done = arcanum.simulate("arcanum/it", ["random"] * 3, 60, seed=7, jobs=2, progress=kill_one)
    assert killed
    assert list(done.results()) == list(arcanum.simulate("arcanum/it", ["random"] * 3, 60, seed=7).results())


class Deadly:
    """Takes the process with it."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: arcanum.View) -> arcanum.Action:
        os._exit(9)


def test_games_that_kill_whoever_plays_them_are_given_up() -> None:
    with pytest.raises(WorkersLost, match=r"whoever played game [0-3] died, 6 times in a row"):
        arcanum.simulate("arcanum/it", [Deadly] * 3, 4, jobs=2)
    assert active_children() == []
