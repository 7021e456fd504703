"""A pytest plugin that runs each property for every printing that has a say in it, and writes down how it fared.

A property that proves a clause which some printings read in their own way is run once for each of these, and once for
all the others together: ``test_the_fields_give_points[de]``. ``pytest spec --results FILE`` writes one JSON document
for the whole run, in whatever processes the tests ran; the documentation shows it on the clause pages.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings

import arcanum
from arcanum.spec.files import stamp, write_json
from arcanum.spec.proves import proved_by, unwrapped
from arcanum.spec.subject import narrowed, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arcanum.kernel.ids import ClauseId

#: The key under which a test report carries ``[source, [clause, ...]]`` for each property that the test runs.
PROVES: Final = "proves"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--results FILE``."""
    parser.getgroup("arcanum").addoption(
        "--results", metavar="FILE", type=Path, help="write the outcome of every property to FILE as JSON"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect results, in the process that sees all of them."""
    target: Path | None = config.getoption("--results")
    if target is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(config.rootpath / target, command_line(config)), "arcanum-results")


_ONCE: Final = settings(
    max_examples=1,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
"""For a single look at what a property asks for."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a property once for every printing with a reading of its own of what it proves, and once for the others."""
    clauses = proved_by(metafunc.function) if metafunc.cls is None else ()
    if not any(_printings(game, clauses) for game in arcanum.games()):
        return
    drawn = survey(_trial(metafunc.function))
    if len(drawn) > 1:
        game = drawn[0].partition("/")[0]
        names = {f"{game}/{printing}": printing for printing in _printings(game, clauses)}
        runs: dict[str, tuple[str, ...]] = {names[name]: (name,) for name in drawn if name in names}
        others = tuple(name for name in drawn if name not in names)
        if runs and others:
            runs["others"] = others
        if len(runs) > 1:
            metafunc.parametrize("printings", list(runs.values()), ids=list(runs), indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def printings(request: pytest.FixtureRequest) -> Iterator[None]:
    """Some rule sets, to which the properties of a run are narrowed; a run without any is about all of them."""
    with narrowed(getattr(request, "param", None)):
        yield


def _printings(game: str, clauses: tuple[ClauseId, ...]) -> dict[str, None]:
    """The printings of a game that read one of these clauses in their own way, in the order of the index."""
    index = arcanum.rules(arcanum.rulesets(game)[0]).game.clauses()
    own = {printing for clause in clauses if clause in index for printing in index[clause].readings}
    return dict.fromkeys(printing for printing in index.printings if printing in own)


def _trial(function: Callable[..., object]) -> Callable[[], object]:
    """The property as a function that can be called with a single example, without a trace on the property itself."""
    handle = getattr(function, "hypothesis", None)
    if handle is None:
        return function
    trial: Callable[[], object] = _ONCE(given(**handle._given_kwargs)(handle.inner_test))
    return trial


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Attach to each test the properties it runs; reports carry them from the workers to the main process."""
    for item in items:
        for source, clauses in properties(item):
            item.user_properties.append((PROVES, [source, list(clauses)]))


def command_line(config: pytest.Config) -> str:
    """Tell how to repeat the run, without the paths of this machine."""
    arguments = [argument for argument in config.invocation_params.args if not Path(argument).is_absolute()]
    return " ".join(["pytest", *arguments])


def properties(item: pytest.Item) -> Iterator[tuple[str, tuple[ClauseId, ...]]]:
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
            if key == PROVES and isinstance(value, list)
            for source, clauses in [value]
        ]
        head = stamp(self._command, time.monotonic() - self._started)
        write_json(self._target, {**head, "properties": properties})


def _outcome(reports: list[pytest.TestReport]) -> str:
    """Sum up setup, call and teardown: the worst of them counts."""
    outcomes = {report.outcome for report in reports}
    return next((outcome for outcome in ("failed", "skipped") if outcome in outcomes), "passed")
