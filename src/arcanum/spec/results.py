"""A pytest plugin that writes down how each property fared.

``pytest spec --results FILE`` writes one JSON document for the whole run, in whatever processes the tests ran; the
documentation shows it on the clause pages. It knows nothing about the clauses themselves.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from arcanum.spec.files import stamp, write_json
from arcanum.spec.proves import proved_by, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arcanum.kernel.clauses import ClauseId

#: The key under which a test report carries ``[source, [clause, ...]]`` for each property that the test runs.
_KEY: Final = "proves"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--results FILE``."""
    parser.getgroup("arcanum").addoption(
        "--results", metavar="FILE", type=Path, help="write the outcome of every property to FILE as JSON"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect results, in the process that sees all of them."""
    target: Path | None = config.getoption("--results")
    if target is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(config.rootpath / target, _command(config)), "arcanum-results")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Attach to each test the properties it runs; reports carry them from the workers to the main process."""
    for item in items:
        for source, clauses in _properties(item):
            item.user_properties.append((_KEY, [source, list(clauses)]))


def _command(config: pytest.Config) -> str:
    """Tell how to repeat the run, without the paths of this machine."""
    arguments = [argument for argument in config.invocation_params.args if not Path(argument).is_absolute()]
    return " ".join(["pytest", *arguments])


def _properties(item: pytest.Item) -> Iterator[tuple[str, tuple[ClauseId, ...]]]:
    """Yield ``path::qualname`` and clauses of every property that ``item`` runs.

    A test function is one property. A state machine runs several: itself, if marked, and every marked rule or
    invariant in it.
    """
    function = getattr(item, "function", None)
    path = item.path.relative_to(item.config.rootpath).as_posix()
    machine = getattr(function, "_hypothesis_state_machine_class", None)
    if machine is None:
        if clauses := proved_by(function):
            yield f"{path}::{getattr(unwrapped(function), '__qualname__', item.name)}", clauses
        return
    if clauses := proved_by(machine):
        yield f"{path}::{machine.__qualname__}", clauses
    seen: set[str] = set()
    for base in machine.__mro__:
        for name, member in vars(base).items():
            if name not in seen and (clauses := proved_by(member)):
                yield f"{path}::{member.__qualname__}", clauses
            seen.add(name)


class _Recorder:
    """Gathers the reports of a run and writes them when it ends."""

    def __init__(self, target: Path, command: str) -> None:
        self._target = target
        self._command = command
        self._started = time.monotonic()
        self._reports: dict[str, list[pytest.TestReport]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._reports.setdefault(report.nodeid, []).append(report)

    def pytest_sessionfinish(self) -> None:
        properties = [
            {
                "nodeid": nodeid,
                "source": source,
                "clauses": clauses,
                "outcome": _outcome(reports),
                "duration": round(sum(report.duration for report in reports), 2),
            }
            for nodeid, reports in sorted(self._reports.items())
            for key, value in reports[0].user_properties
            if key == _KEY and isinstance(value, list)
            for source, clauses in [value]
        ]
        head = stamp(self._command, time.monotonic() - self._started)
        write_json(self._target, {**head, "properties": properties})


def _outcome(reports: list[pytest.TestReport]) -> str:
    """Sum up setup, call and teardown: the worst of them counts."""
    outcomes = {report.outcome for report in reports}
    return next((outcome for outcome in ("failed", "skipped") if outcome in outcomes), "passed")
