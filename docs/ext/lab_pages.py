"""Writes what the lab measured: how strong players are, what games cost, the study of the printings, and the load
that the web table bears.

Everything comes from the result files in ``docs/results``; this module only puts it into words and tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import arcanum
from arcanum.lab.statistics import Mean
from docs.ext.rst import clause_link, escape, heading, listing, table
from docs.ext.trial_pages import NOT_YET, read, said_of

LAB = ("strength.json", "scaling.json", "study.json", "tables.json")
Row = Mapping[str, Any]


def lab_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield a part of a page for each result, to be included."""
    for name, write in zip(LAB, (strength, scaling, study, tables), strict=True):
        record = read(folder / name)
        yield f"{Path(name).stem}.inc", write(record) if record else NOT_YET


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


def study(record: Row) -> str:
    """Write what the printings do to the game."""
    games = Counter[str]()
    for each in record["played"]:
        games[each["printing"]] += each["games"]
    text = said_of(record) + (
        f"{sum(games.values()):,} games, at least {min(games.values()):,} by each printing, between {record['player']} "
        f"players. Of {record['comparisons']:,} differences from ``{record['base']}``, {record['real']} are real.\n\n"
    )
    for setting in dict.fromkeys(each["setting"] for each in record["played"]):
        rows = [each for each in record["differences"] if each["setting"] == setting]
        text += heading(f"{setting[:1].upper()}{setting[1:]}", "-")
        text += main_table(record, rows)
        text += told_by_printing(record, rows)
    return text


def printings(record: Row) -> tuple[str, ...]:
    """List the printings of a study."""
    return tuple(dict.fromkeys(each["printing"] for each in record["played"]))


def main_table(record: Row, rows: Sequence[Row]) -> str:
    """Write the game as a whole, a column for each printing; what really differs from the base is bold."""
    names = list(dict.fromkeys(each["what"] for each in rows if _is_main(each)))
    others = [name for name in printings(record) if name != record["base"]]
    cells = {(each["what"], each["printing"]): each for each in rows}
    header = ("", *(f"``{name.partition('/')[2]}``" for name in (record["base"], *others)))
    lines = []
    for what in names:
        base = next(each["base"]["value"] for each in rows if each["what"] == what)
        found = [cells.get((what, name)) for name in others]
        lines.append((escape(what), f"{base:.2f}", *(_cell(each) for each in found)))
    return table(header, lines, " ".join(["28", *["12"] * (len(others) + 1)]), "matrix")


def _cell(each: Row | None) -> str:
    if each is None:
        return ""
    text = f"{each['new']['value']:.2f}"
    return f"**{text}**" if each["real"] else text


def told_by_printing(record: Row, rows: Sequence[Row]) -> str:
    """Write for each printing what it says differently, and which differences in the play are real."""
    text = ""
    for name in printings(record):
        if name == record["base"]:
            continue
        differ = [clause_link("arcanum", each.clause.id) for each in arcanum.diff(record["base"], name)]
        real = [each for each in rows if each["printing"] == name and each["real"]]
        told = [f"{escape(each['what'])}: {escape(Mean(**each['difference']).signed)}" for each in real]
        text += f"``{name}`` reads differently: {', '.join(differ) or 'nothing'}. "
        text += f"Real differences in the play: {len(real)}.\n\n" + (f"{listing(told)}\n\n" if told else "")
    return text


def _is_main(each: Row) -> bool:
    group, colon, _ = each["what"].partition(":")
    return not colon or group in ("wins", "points")


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
