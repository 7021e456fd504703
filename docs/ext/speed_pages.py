"""Writes what was measured of speed and memory: the tables of ``docs/results/bench.json``, for each build.

What is in a table, and how it is computed, is a matter of ``benchmarks.report``; this module only puts it on a page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import TABLES, Section, Table
from docs.ext.rst import escape, field, table
from docs.ext.trial_pages import NOT_YET, said_of

SPEED = "bench.json"
WIDEST = 40
"""Beyond so many letters a cell is broken over lines, and makes its column no wider."""


def speed_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield a part of a page for each table, to be included, and one that says what produced them."""
    path = folder / SPEED
    builds: dict[str, Section] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    yield "speed_run.inc", "".join(titled(build, ran(section)) for build, section in builds.items()) or NOT_YET
    for key, make in TABLES.items():
        told = [titled(build, shown(make(section))) for build, section in builds.items()]
        yield f"speed_{key}.inc", "".join(told) or NOT_YET


def titled(build: str, text: str) -> str:
    """Put the name of a build over a text."""
    return f".. rubric:: {build[:1].upper()}{build[1:]}\n\n{text}"


def ran(section: Section) -> str:
    """Write what produced a result, and what is missing from it."""
    text = said_of(section).rstrip("\n") + "\n"
    text += field("Machine", escape(section["machine"]))
    text += field("Peers", escape(", ".join(f"{name} {number}" for name, number in section["versions"].items())))
    rounds, seconds, games = section["rounds"], section["seconds_per_sample"], section["games"]
    text += field("Rounds", f"{rounds}, with samples of {seconds} s, and {games} games timed decision by decision")
    return text + field("Left out", escape(" ".join(section["left_out"]))) + "\n"


def shown(found: Table) -> str:
    """Write a table; columns are as wide as what is in them."""
    if not found.rows:
        return NOT_YET + "\n"
    columns = zip(found.header, *found.rows, strict=True)
    widths = " ".join(str(max(4, min(WIDEST, max(map(len, column))))) for column in columns)
    return table(
        [escape(cell) for cell in found.header], [[escape(cell) for cell in row] for row in found.rows], widths
    )
