"""Writes what the long runs found, from ``docs/results.json``: a piece for each run, for pages to include.

What is worth showing of a run is a matter of ``docs.headlines``; this module only puts it into tables. The study of the
printings tells its numbers in words, and has a module of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from docs.ext.rst import escape, table
from docs.headlines import RUNS

NOT_YET = "No run has been recorded yet.\n"


def read(path: Path) -> dict[str, Mapping[str, Any]]:
    """Read the headline numbers of all runs."""
    found: dict[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def result_pages(path: Path) -> Iterator[tuple[str, str]]:
    """Yield a part of a page for each run, to be included."""
    runs = read(path)
    for name in RUNS:
        if name != "study":
            yield f"results_{name}.inc", "".join(pieces(name, runs)) or NOT_YET


def pieces(name: str, runs: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Write a run, or each of the games or builds that it has."""
    for run, found in runs.items():
        base, _, part = run.partition(": ")
        if base == name:
            title = f".. rubric:: {part[:1].upper()}{part[1:]}\n\n" if part else ""
            yield title + said_of(found) + shown(found["results"])


def said_of(run: Mapping[str, Any]) -> str:
    """Write what produced a result."""
    commit = f" at commit ``{run['commit']}``" if "commit" in run else ""
    return f"``{run['command']}``, arcanum {run['version']}{commit}, {run['date']}.\n\n"


def shown(results: Mapping[str, Any]) -> str:
    """Write the numbers of a run: what has a name alone in one table, then the tables that it has."""
    alone = [(escape(name), told(value)) for name, value in results.items() if not isinstance(value, dict)]
    text = table(("What", "Result"), alone, "60 40") if alone else ""
    for name, rows in results.items():
        if isinstance(rows, dict):
            text += f"{escape(capital(name))}:\n\n{grid(rows)}"
    return text


def capital(text: str) -> str:
    """Write a text with a capital letter."""
    return text[:1].upper() + text[1:]


def grid(rows: Mapping[str, Iterable[object]]) -> str:
    """Write a table; columns are as wide as what is in them."""
    cells = [[escape(name), *map(told, row)] for name, row in rows.items()]
    widths = (str(max(4, min(WIDEST, max(map(len, column))))) for column in zip(*cells, strict=True))
    header, *lines = cells
    return table(header, lines, " ".join(widths), "results")


WIDEST = 40
"""Beyond so many letters a cell is broken over lines, and makes its column no wider."""


def told(value: object) -> str:
    """Write a number or a text for a reader."""
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else escape(str(value))
