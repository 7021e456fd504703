"""Games on a real Dask cluster of processes, one of which is killed in the middle: nothing is lost or counted twice."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import arcanum
from arcanum.lab.spread import WorkersLost

pytestmark = [
    pytest.mark.slow,
    # A cluster that loses a worker leaves sockets and processes to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
GAMES, PLAYERS = 240, ("random",) * 3


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and three worker processes; who is killed is replaced."""
    local = import_module("distributed").LocalCluster
    with local(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50) as found:
        yield found


def test_a_killed_worker_loses_nothing_and_nothing_is_counted_twice(cluster: Any, tmp_path: Path) -> None:
    path, killed = tmp_path / "games.jsonl", list[int]()

    def kill_one(what: str, done: int, of: int) -> None:
        if done > GAMES // 6 and not killed:
            busy = [worker.name for worker in cluster.scheduler.workers.values() if worker.processing]
            for name in busy[:1]:
                killed.append(cluster.workers[name].pid)
                os.kill(killed[0], signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

    address = cluster.scheduler_address
    done = arcanum.simulate("arcanum/it", PLAYERS, GAMES, seed=5, dask=address, output=path, progress=kill_one)
    assert killed
    found = [result.line() for result in done.results()]
    assert Counter(result.number for result in done.results()) == Counter(range(GAMES))
    assert found == [result.line() for result in arcanum.simulate("arcanum/it", PLAYERS, GAMES, seed=5).results()]
    assert path.read_bytes().count(b"\n") == GAMES + 1


def test_workers_may_come_and_go(cluster: Any) -> None:
    def fewer_then_more(what: str, done: int, of: int) -> None:
        cluster.scale(1 if done < of // 2 else 3)

    found = arcanum.simulate("arcanum/en", PLAYERS, 120, dask=cluster.scheduler_address, progress=fewer_then_more)
    assert list(found.results()) == list(arcanum.simulate("arcanum/en", PLAYERS, 120).results())


def test_an_address_where_nobody_answers_is_an_error_of_ours() -> None:
    impatient = import_module("dask").config.set({"distributed.comm.timeouts.connect": "200ms"})
    with impatient, pytest.raises(arcanum.BadCall, match="no Dask scheduler answers at 'tcp://127"):
        arcanum.simulate("arcanum/it", PLAYERS, 1, dask="tcp://127.0.0.1:9")


def test_the_executor_of_a_client_of_ones_own_will_do(cluster: Any) -> None:
    with import_module("distributed").Client(cluster.scheduler_address) as client:
        found = arcanum.simulate("arcanum/it", PLAYERS, 6, executor=client.get_executor(pure=False))
    assert list(found.results()) == list(arcanum.simulate("arcanum/it", PLAYERS, 6).results())


def test_an_error_of_a_player_is_told_as_it_is(cluster: Any) -> None:
    with pytest.raises(arcanum.BadCall, match="chose what is not legal"):
        arcanum.simulate("arcanum/it", [Cheating] * 3, 2, dask=cluster.scheduler_address)


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler without workers, in a process of its own."""
    told = folder / "scheduler.json"
    arguments = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + 120
            while not told.exists() or not told.read_text(encoding="utf-8").endswith("}"):
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield json.loads(told.read_text(encoding="utf-8"))["address"], process
        finally:
            process.kill()


def test_who_waits_for_workers_is_told_and_goes_on_when_one_comes_until_the_scheduler_is_gone(tmp_path: Path) -> None:
    with scheduler(tmp_path) as (address, process), ExitStack() as stack:
        seen: list[str] = []

        class Seen(logging.Handler):
            """Brings a worker as soon as one is missed."""

            def emit(self, record: logging.LogRecord) -> None:
                seen.append(record.getMessage())
                worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard"]
                worker += ["--local-directory", str(tmp_path), "--nthreads", "1", "--no-nanny", "--death-timeout", "5"]
                process = subprocess.Popen(worker, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                stack.callback(process.wait)
                stack.callback(process.kill)

        def kill(what: str, done: int, of: int) -> None:
            if done:
                process.kill()
                process.wait()

        log = logging.getLogger("arcanum.lab.spread")
        handler = Seen()
        log.addHandler(handler)
        stack.callback(log.removeHandler, handler)
        impatient = import_module("dask").config.set({"distributed.comm.timeouts.connect": "5s"})
        path = tmp_path / "games.jsonl"
        with impatient, pytest.raises(WorkersLost, match=f"the Dask scheduler at {address} does not answer any more: "):
            arcanum.simulate("arcanum/it", PLAYERS, 100_000, dask=address, output=path, progress=kill)
        assert seen == [f"the Dask scheduler at {address} has no workers; games wait until one comes"]
    assert path.read_bytes().count(b"\n") > 1


class Cheating:
    """Chooses what is not legal."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: arcanum.View) -> arcanum.Action:
        return arcanum.Option("win")
