"""Writes the study of the printings: the numbers that its page tells in words, and tables of what differs.

Everything comes from ``docs/results.json``. In the page, ``|fr three points of a player|`` is what was measured
by that printing among three players, ``|fr three points of a player difference|`` how far that is from the base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docs.ext.result_pages import capital, said_of
from docs.ext.rst import escape, heading, table
from docs.headlines import MISSED, USES

Results = Mapping[str, Any]


def study_pages(run: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the parts of the page, to be included."""
    yield "study.inc", said_of(run) + study(run["results"])
    yield "study_numbers.inc", numbers(run["results"])
    yield "study_missed.inc", missed(run["results"])
    yield "study_uses.inc", uses(run["results"])


def numbers(results: Results) -> str:
    """Write every number of the study as a substitution, for the prose of the page."""
    found = {name: f"{value:,}" for name, value in results.items() if isinstance(value, int)}
    for setting in settings(results):
        base, *others, _ = results[setting][""]
        for what, (of_base, *cells, lost) in rows(results, setting):
            found[f"{base} {key(setting)} {what}"] = of_base
            for printing, cell in zip(others, cells, strict=True):
                if cell is not None:
                    name = f"{printing} {key(setting)} {what}"
                    found[name], found[f"{name} difference"], _ = cell
            if lost is not None:
                found[f"missed {key(setting)} {what}"] = lost
        for what, number in zip(results["control"][""], results["control"][setting], strict=True):
            found[f"control {key(setting)} {what}"] = str(number)
    return "".join(f".. |{name}| replace:: {text}\n" for name, text in found.items())


def settings(results: Results) -> list[str]:
    """List what was played."""
    found: list[str] = results[USES][""]
    return found


def rows(results: Results, setting: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield what was measured in a setting: the base, a cell for each printing, and how much could be missed."""
    for what, cells in results[setting].items():
        if what:
            yield what, cells


def key(setting: str) -> str:
    """Return the word by which the page calls a setting: the number of its players."""
    return setting.split()[0]


# --- tables -----------------------------------------------------------------------------------------------------------


def study(results: Results) -> str:
    """Write what the printings do to the game: the base, and how far from it the others are, bold if significantly."""
    text = ""
    for setting in settings(results):
        header = ("", *(f"``{name}``" for name in results[setting][""][:-1]))
        lines = ((escape(what), cells[0], *map(difference, cells[1:-1])) for what, cells in rows(results, setting))
        text += heading(f"{setting[:1].upper()}{setting[1:]}", "~")
        text += table(header, lines, " ".join(["23", *["11"] * (len(header) - 1)]), "matrix study")
    return text


def difference(cell: tuple[str, str, bool] | None) -> str:
    """Write a difference and how far its interval reaches."""
    if cell is None:
        return ""
    _, text, significant = cell
    return f"**{text}**" if significant else text


def missed(results: Results) -> str:
    """Write how large a difference could have been missed."""
    lost = {
        (what, setting): cells[-1]
        for setting in settings(results)
        for what, cells in rows(results, setting)
        if cells[-1]
    }
    lines = (
        (escape(what), *(lost.get((what, setting), "") for setting in settings(results)))
        for what in dict.fromkeys(what for what, _ in lost)
    )
    header = (capital(MISSED), *(escape(setting) for setting in settings(results)))
    return table(header, lines, "40 30 30", "matrix study")


def uses(results: Results) -> str:
    """Write which cards and places are used otherwise, more often first."""
    lines = [(f"``{printing}``", *map(listed, cells)) for printing, cells in results[USES].items() if printing]
    return table(("", *(escape(setting) for setting in settings(results))), lines, "10 30 60")


def listed(found: list[str]) -> str:
    """Write what is more, then what is less."""
    sides = {sign: [each[2:] for each in found if each[0] == sign] for sign in "+-"}
    words = (("more", sides["+"]), ("less", sides["-"]))
    return ". ".join(f"**{word}**: {escape('; '.join(names))}" for word, names in words if names)
