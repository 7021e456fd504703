"""Running properties against changed engines: a process is forked for each, after pytest has collected everything once.

The fork makes its change in its own memory, runs the tests that it is asked for, and tells how they ended. One that
takes too long or needs too much memory is stopped.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from types import MappingProxyType
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcanum.spec.results import properties
from spec.trials import patching, profile, watching

ENDLESS: Final = "no end"
"""How a process ended whose changed engine did not come to an end."""
LOST: Final = "no answer"
"""How a process ended that died."""
_DEATHS: Final = 3
"""After so many processes that ended so, no more properties are asked."""
_MEMORY: Final = 4 * 2**30
_SAID: Final = "(said)"


@attrs.frozen
class Trial:
    """A change, and the properties to run after it, in this order."""

    about: Any
    """What is changed; whoever asks gets it back with the finding."""
    change: Callable[[], Callable[[], object] | None]
    """Makes it. What it returns, if anything, is asked at the end what there is to say."""
    properties: tuple[str, ...]
    seconds: float = 120
    stop: bool = False
    """Whether the first failure is enough."""
    budget: float = 1e9
    """After so many seconds without a failure no more properties are asked."""
    patience: Mapping[str, float] = attrs.field(factory=dict)
    """How many seconds of processor time single properties may take, where that is known."""


@attrs.frozen
class Finding:
    """What the properties said about a change."""

    failed: tuple[str, ...]
    passed: tuple[str, ...]
    seconds: float
    said: object = None
    ended: str = ""
    """How a process ended that did not answer; the property that it ran counts as failed."""


@attrs.define
class Forks:
    """A pytest plugin that gives the collected tests to somebody instead of running them."""

    ask: Callable[[Bench], None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run trials instead of tests."""
        patching.prepare()
        _warm()
        self.ask(Bench.of(session))
        return True


@settings(max_examples=1, database=None, derandomize=True)
@given(st.integers(), st.text())
def _warm(number: int, text: str) -> None:
    """Let Hypothesis read what it reads once in a process, so that not every fork has to."""


def collect(paths: Sequence[str], ask: Callable[[Bench], None]) -> None:
    """Collect the tests under some paths, and let somebody work with them.

    Everything is imported before pytest looks at it: properties that it tries may fill caches, and then nobody would
    see what a module calls while it is imported.
    """
    import_module("conftest")
    settings.load_profile(profile.NAME)
    for path in paths:
        for module in sorted(Path(path).glob("test_*.py")):
            import_module(".".join(module.with_suffix("").parts))
    watching.end()
    arguments = [
        *paths,
        "-qq",  # nor a last line that no tests ran: trials are no tests of pytest's
        "--no-header",
        "--no-summary",
        "--assert=plain",
        "--tb=native",  # nobody reads how a property failed, and to find the lines of the source takes longer than most
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    code = pytest.main(arguments, plugins=[Forks(ask)])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"the specification cannot be collected: pytest ended with {code}")


@attrs.frozen
class Bench:
    """The collected tests, by the properties that they run."""

    items: MappingProxyType[str, tuple[pytest.Item, ...]]
    config: pytest.Config

    @classmethod
    def of(cls, session: pytest.Session) -> Bench:
        """Sort tests by their properties."""
        found: dict[str, tuple[pytest.Item, ...]] = {}
        for item in session.items:
            for source, _ in properties(item):
                found[source] = (*found.get(source, ()), item)
        return cls(MappingProxyType(found), session.config)

    def judge(self, trials: Iterable[Trial], jobs: int) -> Iterator[tuple[Trial, Finding]]:
        """Try every change, several at a time; verdicts come as they are found."""
        gc.collect()
        gc.freeze()  # what is there stays; the forks need not look at it, nor copy its pages
        waiting, running = iter(trials), _Running()
        while True:
            while len(running) < jobs and (trial := next(waiting, None)) is not None:
                running.start(trial, self)
            if not len(running):
                return
            yield from running.wait(self)


@attrs.frozen
class _Child:
    trial: Trial
    pid: int
    began: float
    rows: tuple[tuple[str, str], ...] = ()
    """What was found by processes that died before."""
    deaths: int = 0


@attrs.define
class _Running:
    """The processes at work."""

    children: dict[int, _Child] = attrs.field(factory=dict)
    """By the end of the pipe from which their answer is read."""
    answers: dict[int, bytes] = attrs.field(factory=dict)

    def __len__(self) -> int:
        return len(self.children)

    def start(self, trial: Trial, bench: Bench, rows: tuple[tuple[str, str], ...] = (), deaths: int = 0) -> None:
        """Fork; what was found before is not asked again."""
        sys.stdout.flush()
        asked = {source for source, _ in rows}
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            left = tuple(source for source in trial.properties if source not in asked)
            _work(attrs.evolve(trial, properties=left), bench, write)
        os.close(write)
        self.children[read], self.answers[read] = _Child(trial, pid, time.monotonic(), rows, deaths), b""

    def wait(self, bench: Bench) -> Iterator[tuple[Trial, Finding]]:
        """What has come to an end; a process that takes too long is brought to one."""
        with DefaultSelector() as selector:
            for read in self.children:
                selector.register(read, EVENT_READ)
            ready = [key.fd for key, _ in selector.select(timeout=1)]
        for read in ready:
            if part := os.read(read, 1 << 16):
                self.answers[read] += part
            elif (found := self._ended(read, bench)) is not None:
                yield found
        for child in self.children.values():
            if time.monotonic() - child.began > 2 * child.trial.seconds + 30:
                os.kill(child.pid, signal.SIGKILL)

    def _ended(self, read: int, bench: Bench) -> tuple[Trial, Finding] | None:
        """What a process has found; if it died, another one goes on after the property that it ran."""
        os.close(read)
        child, said = self.children.pop(read), self.answers.pop(read)
        _, status = os.waitpid(child.pid, 0)
        lines = [json.loads(line) for line in said.decode().splitlines() if line.endswith("]")]
        rows = (*child.rows, *((source, outcome) for source, outcome in lines if source != _SAID))
        ended = ""
        if status:
            ended = ENDLESS if os.waitstatus_to_exitcode(status) in (-signal.SIGXCPU, -signal.SIGKILL) else LOST
            asked = {source for source, _ in rows}
            left = [source for source in child.trial.properties if source not in asked]
            rows = (*rows, *((source, "failed") for source in left[:1]))
            if left[1:] and not child.trial.stop and child.deaths + 1 < _DEATHS:
                self.start(child.trial, bench, rows, child.deaths + 1)
                return None
        failed = {source for source, outcome in rows if outcome == "failed"}
        passed = {source for source, outcome in rows if outcome == "passed"} - failed
        seconds = round(time.monotonic() - child.began, 2)
        last = next((row[1] for row in lines if row[0] == _SAID), None)
        return child.trial, Finding(tuple(sorted(failed)), tuple(sorted(passed)), seconds, last, ended)


def _work(trial: Trial, bench: Bench, write: int) -> None:
    """What the forked process does; it never returns."""
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        last = int(time.process_time() + trial.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (last, last + 5))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        tell, began = trial.change(), time.process_time()
        bench.config.pluginmanager.unregister(name="terminalreporter")
        for source in trial.properties:
            if source in trial.patience:
                soon = int(time.process_time() + trial.patience[source]) + 1
                resource.setrlimit(resource.RLIMIT_CPU, (min(soon, last), last + 5))
            failed = any(_fails(item) for item in bench.items[source])
            _write(write, [source, "failed" if failed else "passed"])
            if (failed and trial.stop) or time.process_time() - began > trial.budget:
                break
        if tell is not None:
            _write(write, [_SAID, tell()])
        os._exit(0)
    except BaseException:  # whatever it is, it must not get back into the code of the parent
        os._exit(3)


def _write(pipe: int, row: list[object]) -> None:
    rest = (json.dumps(row) + "\n").encode()
    while rest:
        rest = rest[os.write(pipe, rest) :]


@attrs.define
class _Ear:
    """Hears how a test ends."""

    failed: bool = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed


def _fails(item: pytest.Item) -> bool:
    ear = _Ear()
    item.config.pluginmanager.register(ear)
    try:
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
    finally:
        item.config.pluginmanager.unregister(ear)
    return ear.failed
