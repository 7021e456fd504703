"""A run as a result file has it, and that as tables for people.

The terminal and the documentation show the same tables, and both are made from what the file holds.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from statistics import median
from typing import Any

import attrs

from arcanum.spec.files import stamp
from benchmarks.calls import CALLS
from benchmarks.imports import SECONDS
from benchmarks.loop import DECISIONS, LENGTH, WHOLE, Samples, ratio
from benchmarks.ours import Ours
from benchmarks.peers import CHESS, TAROK, Field
from benchmarks.phases import END, PARTS, START, Growth
from benchmarks.processes import ONE, TWO
from benchmarks.targets import Run

Section = Mapping[str, Any]
"""The part of a result file that one build of the library has."""


@attrs.frozen
class Settings:
    """How thoroughly a run measures."""

    rounds: int
    seconds: float
    games: int

    @property
    def command(self) -> str:
        """What to type to measure like that."""
        return f"python -m benchmarks --rounds {self.rounds} --seconds {self.seconds:g} --games {self.games}"


@attrs.frozen
class Table:
    """Rows for people."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


# --- for programs -----------------------------------------------------------------------------------------------------


def section(run: Run, mine: Sequence[Ours], field: Field, settings: Settings, took: float) -> dict[str, object]:
    """All that is known about a run."""
    peers = [meter.name for meter in field.meters]
    return {
        **stamp(settings.command, took),
        "build": run.build,
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "versions": field.versions,
        "rounds": settings.rounds,
        "seconds_per_sample": settings.seconds,
        "games": settings.games,
        "left_out": field.left_out,
        "targets": [target.row() for target in run.targets()],
        "ratios": list(ratios(run.samples, [each.name for each in mine], peers)),
        "growth": [grown(run.samples, name, found) for name, found in run.growth.items()],
        "memory": [{**attrs.asdict(each), "bytes": round(each.bytes)} for each in run.memory],
        "samples": [
            {"name": name, "quantity": quantity, "rounds": [float(f"{value:.4g}") for value in values]}
            for name, quantities in run.samples.items()
            for quantity, values in quantities.items()
        ],
    }


def ratios(samples: Samples, mine: Sequence[str], peers: Sequence[str]) -> Iterator[dict[str, object]]:
    """How fast ours are beside every peer: all decisions, whole games with the deal, and the parts of a game."""
    for name, quantity in product(mine, (DECISIONS, WHOLE, *PARTS)):
        if quantity in samples[name]:
            # No peer has parts that could be told apart in the same way.
            theirs = WHOLE if quantity == WHOLE else DECISIONS
            factors = {peer: round(ratio(samples, (name, quantity), (peer, theirs)), 3) for peer in peers}
            yield {"name": name, "quantity": quantity, "by": factors}


def grown(samples: Samples, name: str, found: Growth | None) -> dict[str, object]:
    """How the cost of a decision grows."""
    known = {} if found is None else {key: round(value, 3) for key, value in attrs.asdict(found).items()}
    return {"name": name, "as_they_come": round(ratio(samples, (name, START), (name, END)), 3), **known}


def samples_of(section: Section) -> Samples:
    """What was measured, from a file."""
    samples: dict[str, dict[str, list[float]]] = {}
    for row in section["samples"]:
        samples.setdefault(row["name"], {})[row["quantity"]] = row["rounds"]
    return samples


# --- for people -------------------------------------------------------------------------------------------------------


def figure(value: float) -> str:
    """A number with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def verdict(target: Mapping[str, Any]) -> str:
    """Whether a target is reached, in words."""
    if target["measured"] is None:
        return "not measured"
    return "met" if target["met"] else "not met"


def targets(section: Section) -> Table:
    """What was wanted, and what was found."""
    rows = [
        (
            row["what"],
            row["wanted"],
            "" if row["measured"] is None else figure(row["measured"]),
            verdict(row),
            row["beside"],
        )
        for row in section["targets"]
    ]
    return Table("Targets", ("Target", "Wanted", "Measured", "Verdict", "Beside it"), rows)


def speeds(section: Section) -> Table:
    """Everybody's decisions a second."""
    rows = [
        (
            name,
            figure(median(found[DECISIONS])),
            f"{figure(min(found[DECISIONS]))} to {figure(max(found[DECISIONS]))}",
            figure(median(found[WHOLE])),
            figure(median(found[LENGTH])),
        )
        for name, found in samples_of(section).items()
        if DECISIONS in found
    ]
    header = ("Who", "Decisions a second", "Lowest to highest", "With the deal", "Decisions a game")
    return Table("Decisions a second", header, rows)


def ratios_of(quantity: str, title: str, section: Section) -> Table:
    """Ours beside every peer."""
    columns = [row for row in section["ratios"] if row["quantity"] == quantity]
    peers = list(columns[0]["by"]) if columns else []
    rows = [(peer, *(figure(column["by"][peer]) for column in columns)) for peer in peers]
    return Table(title, ("Times", *(column["name"].replace(" players", "") for column in columns)), rows)


def parts(section: Section) -> Table:
    """Start, middle and end, beside the two peers that have targets."""
    samples, beside = samples_of(section), (TAROK, CHESS)
    rows = [
        (
            row["name"],
            row["quantity"],
            figure(median(samples[row["name"]][row["quantity"]])),
            *(figure(row["by"][peer]) if peer in row["by"] else "" for peer in beside),
        )
        for row in section["ratios"]
        if row["quantity"] in PARTS
    ]
    header = ("Who", "Part of the game", "Decisions a second", *(f"Times {peer}" for peer in beside))
    return Table("Start, middle and end of a game", header, rows)


def growth(section: Section) -> Table:
    """What the last turn costs by what the first does."""
    rows = [
        (
            row["name"],
            figure(row["as_they_come"]),
            *((figure(row["factor"]), str(row["kinds"]), f"{row['covered']:.0%}") if "factor" in row else ("", "", "")),
        )
        for row in section["growth"]
    ]
    header = ("Last turn by first", "As they come", "Like for like", "Kinds compared", "Of all decisions")
    return Table("Growth", header, rows)


def calls(section: Section) -> Table:
    """What other functions cost."""
    samples = samples_of(section)
    rows = [
        (name, call, figure(1e6 / median(found[call])), figure(ratio(samples, (name, DECISIONS), (name, call))))
        for name, found in samples.items()
        for call in CALLS
        if call in found
    ]
    return Table("Other functions", ("Who", "Function", "Microseconds", "Times a decision"), rows)


def memory(section: Section) -> Table:
    """What states take up."""
    rows = [(row["name"], row["how"], figure(row["bytes"])) for row in section["memory"]]
    return Table("Bytes a state", ("Who", "Measured by", "Bytes"), rows)


def imports(section: Section) -> Table:
    """How long it takes until something can be done."""
    rows = [
        (name, figure(1e3 * median(found[SECONDS])), figure(1e3 * min(found[SECONDS])))
        for name, found in samples_of(section).items()
        if SECONDS in found
    ]
    return Table("In a fresh process", ("What", "Milliseconds", "Least"), rows)


def processes(section: Section) -> Table:
    """What a second process gains."""
    samples = samples_of(section)
    rows = [
        (name, figure(median(found[ONE])), figure(median(found[TWO])), figure(ratio(samples, (name, TWO), (name, ONE))))
        for name, found in samples.items()
        if ONE in found
    ]
    header = ("Who", "Games a second, one process", "Two processes", "Two by one")
    return Table("One process and two", header, rows)


TABLES: Mapping[str, Callable[[Section], Table]] = {
    "targets": targets,
    "speeds": speeds,
    "ratios": partial(ratios_of, DECISIONS, "Times the decisions a second of others"),
    "whole": partial(ratios_of, WHOLE, "The same with the deal inside the clock"),
    "parts": parts,
    "growth": growth,
    "calls": calls,
    "memory": memory,
    "imports": imports,
    "processes": processes,
}
"""Every table, by a name for those who want to show only some."""


def lines(section: Section) -> Iterator[str]:
    """The tables for a terminal."""
    for make in TABLES.values():
        table = make(section)
        if not table.rows:
            continue
        grid = [table.header, *table.rows]
        wide = [max(map(len, column)) for column in zip(*grid, strict=True)]
        yield f"\n{table.title}\n"
        for row in grid:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True))
            yield "  ".join(cells).rstrip()
