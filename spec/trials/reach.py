"""Which functions of the library each property runs, and which clauses are at work in its examples.

A property that does not run a function cannot notice when it is changed. And if a rule is at work nowhere in the
examples of a property, that property has no business to fail when the rule is broken.

A clause is at work where an event or a refusal names it, or where a function runs that is marked with it. All this is
found out by watching every property once, and kept beside the environments of nox, because it takes minutes and is of
no use to anybody else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final
from unittest import mock

import attrs

import arcanum
from arcanum.kernel.agenda import Table
from arcanum.kernel.engine import State
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Event
from arcanum.kernel.game import Game
from arcanum.spec.vectors.meter import meter
from spec.trials import forks, patching, watching

FILE: Final = Path(__file__).parents[2] / ".nox" / "reach.json"


def _watch() -> Callable[[], object]:
    """Note what runs and what is said from now on, and tell it at the end."""
    patching.forget()
    _log_everything()
    speaking = _speaking()
    seen: set[CodeType] = set()
    said: set[str] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            code = frame.f_code
            seen.add(code)
            if code in speaking:
                said.add(frame.f_locals["clause"])

    def tell() -> object:
        sys.setprofile(None)
        ours = [code for code in seen if code.co_filename.startswith(watching.PACKAGE)]
        marked = {clause for game in _games() for code in ours for clause in meter(game).marks(code)}
        functions = {_key(code.co_filename, code.co_qualname.partition(".<locals>")[0]) for code in ours}
        return {"functions": sorted(functions), "clauses": sorted(said | marked)}

    sys.setprofile(note)
    return tell


def _games() -> list[Game]:
    return [arcanum.rules(arcanum.rulesets(name)[0]).game for name in arcanum.games()]


def _log_everything() -> None:
    """Events are not made if nobody asks for them; from now on somebody always does."""
    for kind in State.__subclasses__():
        mock.patch.object(kind, "thaw", _logged(kind.thaw)).start()


def _logged(thaw: Callable[[State, list[Event] | None], Table]) -> Callable[[State, list[Event] | None], Table]:
    return lambda state, log: thaw(state, [] if log is None else log)


def _speaking() -> set[CodeType]:
    """The code that makes an event or a refusal, which names its clause."""
    kinds, found = [Event, Violation], set[CodeType]()
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        found.add(vars(kind)["__init__"].__code__)
    return found


def _key(file: str, function: str) -> str:
    return f"{file.removeprefix(watching.PACKAGE)}::{function}"


@attrs.frozen
class Campaign:
    """Watches properties."""

    games: tuple[str, ...]
    stale: bool = False
    """Only those that have not been watched yet."""
    record: bool = True
    jobs: int = 1

    def run(self, bench: forks.Bench) -> bool:
        """Run every property once with somebody watching."""
        last: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        known = {source: found for source, found in last.items() if source in bench.items}
        wanted = [source for source in bench.items if not (self.stale and source in known)]
        trials = [forks.Trial(source, _watch, (source,), 600) for source in wanted]
        for done, (trial, finding) in enumerate(bench.judge(trials, self.jobs), start=1):
            if not isinstance(finding.said, dict):
                raise SystemExit(f"{trial.about} does not come to an end: {finding}")
            known[trial.about] = finding.said
            if done % 100 == 0:
                print(f"{done}/{len(trials)} properties", flush=True)
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(known), encoding="utf-8")
        return True


@cache
def _known() -> Mapping[str, Mapping[str, Sequence[str]]]:
    if not FILE.exists():
        raise SystemExit("nobody knows yet which properties run what: run `python -m spec.trials reach` first")
    found: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def _runners() -> Mapping[str, frozenset[str]]:
    """For each function the properties that run it."""
    found: dict[str, set[str]] = {}
    for source, seen in _known().items():
        for key in seen["functions"]:
            found.setdefault(key, set()).add(source)
    return {key: frozenset(sources) for key, sources in found.items()}


def running(path: Path, function: str) -> frozenset[str]:
    """The properties that run a function."""
    return _runners().get(_key(str(path), function), frozenset())


def at_work(source: str) -> frozenset[str]:
    """The clauses that are at work in the examples of a property."""
    return frozenset(_known()[source]["clauses"])
