"""Writes the study of the printings: the numbers that its page tells of in words, and tables of what differs.

Everything comes from ``docs/results/study.json``. In the page, ``|fr three points of a player|`` is what was measured
by that printing among three players, ``|fr three points of a player difference|`` how far that is from the base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import arcanum
from arcanum.lab.statistics import Mean, Share, digits_of
from docs.ext.rst import clause_link, escape, heading, table
from docs.ext.trial_pages import said_of

Row = Mapping[str, Any]
MOST = 12
"""Real differences in the use of cards and places that a table shows."""


def numbers(record: Row) -> str:
    """Write every number of the study as a substitution, for the prose of the page."""
    found = {
        "comparisons": f"{record['comparisons']:,}",
        "real": f"{record['real']:,}",
        "games": f"{sum(each['games'] for each in record['played']):,}",
        "games each": f"{min(each['games'] for each in record['played']):,}",
    }
    for each in record["differences"]:
        at, what = key(each["setting"]), each["what"]
        found[f"{short(record['base'])} {at} {what}"] = told(each, "base").alone
        found[f"{short(each['printing'])} {at} {what}"] = told(each, "new").alone
        found[f"{short(each['printing'])} {at} {what} difference"] = told(each, "difference").signed
    for each in record["missed"]:
        found[f"missed {key(each['setting'])} {each['what']}"] = smallest(each)
    for each in record["control"]:
        for name in ("comparisons", "real", "smallest_p"):
            found[f"control {key(each['setting'])} {name.replace('_', ' ')}"] = str(each[name])
    return "".join(f".. |{name}| replace:: {text}\n" for name, text in found.items())


def key(setting: str) -> str:
    """The word by which the page calls a setting: the number of its players."""
    return setting.split()[0]


def short(printing: str) -> str:
    """A printing without its game."""
    return printing.partition("/")[2]


def told(each: Row, side: str) -> Mean:
    """What was measured, as it is told."""
    return (Share if each["share"] else Mean)(**each[side])


def smallest(each: Row) -> str:
    """The smallest difference that would hardly be missed."""
    if each["share"]:
        return f"{100 * each['difference']:.1f} pp"
    return f"{each['difference']:.{max(2, digits_of(-each['difference'], each['difference'], least=2))}f}"


# --- tables -----------------------------------------------------------------------------------------------------------


def study(record: Row) -> str:
    """Write what the printings do to the game."""
    games = Counter[str]()
    for each in record["played"]:
        games[each["printing"]] += each["games"]
    text = said_of(record) + (
        f"{sum(games.values()):,} games, at least {min(games.values()):,} by each printing, between {record['player']} "
        f"players. Of {record['comparisons']:,} comparisons with ``{record['base']}``, {record['real']} show a real "
        "difference.\n\n"
    )
    for setting in dict.fromkeys(each["setting"] for each in record["played"]):
        rows = [each for each in record["differences"] if each["setting"] == setting]
        text += heading(f"{setting[:1].upper()}{setting[1:]}", "~")
        text += main_table(record, rows)
        text += "".join(uses(record, rows, group) for group in alike(record))
    return text


def missed(record: Row) -> str:
    """Write how large a difference could have been missed."""
    settings = list(dict.fromkeys(each["setting"] for each in record["missed"]))
    cells = {(each["what"], each["setting"]): smallest(each) for each in record["missed"]}
    rows = [
        (escape(what), *(cells.get((what, setting), "") for setting in settings))
        for what in dict.fromkeys(each["what"] for each in record["missed"])
    ]
    return table(("", *(escape(setting) for setting in settings)), rows, "40 30 30", "matrix study")


def printings(record: Row) -> tuple[str, ...]:
    """List the printings of a study, the base first."""
    every = dict.fromkeys(each["printing"] for each in record["played"])
    return (record["base"], *(name for name in every if name != record["base"]))


def alike(record: Row) -> list[tuple[str, ...]]:
    """Group the printings but the base by what they say."""
    groups: list[tuple[str, ...]] = []
    for name in printings(record)[1:]:
        same = next((group for group in groups if not arcanum.diff(group[0], name)), None)
        if same is not None:
            groups.remove(same)
        groups.append((*(same or ()), name))
    return groups


def main_table(record: Row, rows: Sequence[Row]) -> str:
    """Write the game as a whole: what it is by the base, and how far each printing is from that, bold if really."""
    names = list(dict.fromkeys(each["what"] for each in rows if is_main(each)))
    others = printings(record)[1:]
    cells = {(each["what"], each["printing"]): each for each in rows}
    header = ("", *(f"``{short(name)}``" for name in printings(record)))
    lines = []
    for what in names:
        found = [cells[what, name] for name in others if (what, name) in cells]
        if any(each["difference"]["low"] is not None for each in found):
            differences = (_cell(cells.get((what, name))) for name in others)
            lines.append((escape(what), told(found[0], "base").alone, *differences))
    return table(header, lines, " ".join(["23", *["11"] * (len(others) + 1)]), "matrix study")


def _cell(each: Row | None) -> str:
    """A difference and how far its interval reaches."""
    if each is None:
        return ""
    scale = 100 if each["share"] else 1
    value, low, high = (scale * (each["difference"][name] or 0.0) for name in ("value", "low", "high"))
    digits = digits_of(low, high, least=1 if each["share"] else 2)
    text = f"{value:+z.{digits}f} ±{(high - low) / 2:.{digits}f}"
    return f"**{text}**" if each["real"] else text


def uses(record: Row, rows: Sequence[Row], group: Sequence[str]) -> str:
    """Write what some printings that are alike say differently, and what really differs in the use of cards and places.

    What is surest comes first.
    """
    differ = [clause_link("arcanum", each.clause.id) for each in arcanum.diff(record["base"], group[0])]
    here = {(each["what"], each["printing"]): each for each in rows if each["printing"] in group and not is_main(each)}
    real = sorted({what for (what, _), each in here.items() if each["real"]}, key=lambda what: _surest(here, what))
    one = len(group) == 1
    text = f"{_and(f'``{name}``' for name in group)} {'reads' if one else 'read'} differently: {', '.join(differ)}. "
    if not real:
        return f"{text}Nothing is really different in the use of cards and places.\n\n"
    more = f", the {MOST} surest of {len(real)}" if len(real) > MOST else ""
    text += f"Real differences in the use of cards and places, and in what they bring{more}:\n\n"
    header = ("", f"``{short(record['base'])}``", *(f"``{short(name)}``, difference" for name in group))
    lines = []
    for what in real[:MOST]:
        found = [here[what, name] for name in group if (what, name) in here]
        lines.append((escape(what), told(found[0], "base").alone, *map(_difference, found)))
    return text + table(header, lines, " ".join(["30", "15", *["25"] * len(group)]), "matrix")


def _surest(here: Mapping[tuple[str, str], Row], what: str) -> tuple[float, float, str]:
    """Sorts by how unlikely chance is; where that is too small to tell, by the difference beside its interval."""
    rows = [each for (name, _), each in here.items() if name == what]
    sizes = [abs(each["difference"]["value"]) / _reach(each) for each in rows]
    return min(each["p"] for each in rows), -max(sizes), what


def _reach(each: Row) -> float:
    low, high = each["difference"]["low"], each["difference"]["high"]
    return (high - low) / 2 if low is not None and high > low else 1.0


def _difference(each: Row) -> str:
    text = told(each, "difference").signed
    return f"**{text}**" if each["real"] else text


def _and(names: Iterator[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def is_main(each: Row) -> bool:
    """Whether a difference is one of the game as a whole, and not of one card or place."""
    group, colon, _ = each["what"].partition(":")
    return not colon or group in ("wins", "points")
