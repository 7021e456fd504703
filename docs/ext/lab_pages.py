"""Writes what the lab measured: how strong players are, what games cost, and the load that the web table bears; the
study of the printings has a module of its own.

Everything comes from the result files in ``docs/results``; this module only puts it into words and tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from docs.ext import study_pages
from docs.ext.rst import escape, table
from docs.ext.trial_pages import NOT_YET, read, said_of

STUDY = "study.json"
LAB = ("strength.json", "scaling.json", STUDY, "tables.json")
Row = Mapping[str, Any]


def lab_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield a part of a page for each result, to be included."""
    for name, write in zip(LAB, (strength, scaling, study_pages.study, tables), strict=True):
        record = read(folder / name)
        yield f"{Path(name).stem}.inc", write(record) if record else NOT_YET
    record = read(folder / STUDY)
    yield "study_numbers.inc", study_pages.numbers(record) if record else ""
    yield "study_missed.inc", study_pages.missed(record) if record else NOT_YET


def strength(record: Row) -> str:
    """Write who beat whom."""
    header = ("Rules", "Player", "Against", "Games", "Share of wins (95 %)", "Even", "Verdict")
    rows = [
        (
            f"``{each['rules']}``",
            escape(each["player"]),
            escape(each["against"]),
            str(each["games"]),
            f"{each['wins']['value']:.3f} ({each['wins']['low']:.3f} to {each['wins']['high']:.3f})",
            f"{each['even']:.3f}",
            each["verdict"],
        )
        for each in record["matches"]
    ]
    return said_of(record) + table(header, rows, "16 12 14 10 26 10 12")


def scaling(record: Row) -> str:
    """Write what games cost, and what a second process brings."""
    first = record["rules"][0]
    kinds = [kind for kind in first if kind not in ("rules", "players", "bare")]
    header = ("Rules", "Players", "Bare engine", *(escape(kind) for kind in kinds))
    rows = [
        (f"``{each['rules']}``", str(each["players"]), str(each["bare"]), *(str(each[kind]) for kind in kinds))
        for each in record["rules"]
    ]
    spread = record["scaling"]
    text = said_of(record) + "Games a second, one process, best of two runs:\n\n"
    return f"{text}{table(header, rows, '20 12 16 16 16 16')}" + (
        f"On two processes, {spread['two']} games a second of ``{spread['rules']}`` between {len(spread['players'])} "
        f"{spread['players'][0]} players instead of {spread['one']}: {spread['ratio']} times as many. "
        f"A game then takes {1 / spread['work_ratio']:.2f} times the processor time that it takes on one.\n"
    )


def tables(record: Row) -> str:
    """Write what the server of the web table bore."""
    header = (
        "Clients",
        "Tables",
        "Connections",
        "Actions",
        "Actions a second",
        "Reply, median",
        "Reply, 99 of 100",
        "Server, without workers",
    )
    rows = [
        (
            f"{each['phase']}, {'with' if each['pictures'] else 'without'} pictures",
            str(each["tables"]),
            str(each["connections"]),
            str(each["actions"]),
            str(each["actions_per_second"]),
            f"{each['reply_ms_median']} ms",
            f"{each['reply_ms_99']} ms",
            f"{each['server_mb']} MB",
        )
        for each in record["phases"]
    ]
    said = f"On {record['cores']} cores, for the server and its clients together. {record['note']}\n\n"
    return said_of(record) + said + table(header, rows, "20 10 12 10 12 12 12 12")
