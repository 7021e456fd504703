"""Which properties run which functions of the library: the others cannot notice when one of these is changed.

It is found out by watching every property once, and kept beside the environments of nox, because it takes minutes and
is of no use to anybody else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

import attrs

from spec.trials import forks, patching, watching

FILE: Final = Path(__file__).parents[2] / ".nox" / "reach.json"


def _watch() -> Callable[[], object]:
    """Note which functions run from now on, and tell them at the end."""
    patching.forget()
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    def tell() -> object:
        sys.setprofile(None)
        ours = [code for code in seen if code.co_filename.startswith(watching.PACKAGE)]
        return sorted({_key(code.co_filename, code.co_qualname.partition(".<locals>")[0]) for code in ours})

    sys.setprofile(note)
    return tell


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
        last: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        known = {source: found for source, found in last.items() if source in bench.items}
        wanted = [source for source in bench.items if not (self.stale and source in known)]
        trials = [forks.Trial(source, _watch, (source,), 600) for source in wanted]
        for done, (trial, finding) in enumerate(bench.judge(trials, self.jobs), start=1):
            if not isinstance(finding.said, list):
                raise SystemExit(f"{trial.about} does not come to an end: {finding}")
            known[trial.about] = finding.said
            if done % 100 == 0:
                print(f"{done}/{len(trials)} properties", flush=True)
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(known), encoding="utf-8")
        return True


@cache
def _runners() -> Mapping[str, frozenset[str]]:
    """For each function the properties that run it."""
    if not FILE.exists():
        raise SystemExit(
            "nobody knows yet which properties run which functions: run `python -m spec.trials reach` first"
        )
    found: dict[str, set[str]] = {}
    for source, keys in json.loads(FILE.read_text(encoding="utf-8")).items():
        for key in keys:
            found.setdefault(key, set()).add(source)
    return {key: frozenset(sources) for key, sources in found.items()}


def running(path: Path, function: str) -> frozenset[str]:
    """The properties that run a function."""
    return _runners().get(_key(str(path), function), frozenset())
