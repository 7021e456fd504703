"""Pieces of reStructuredText, as the generated pages are made of. It knows what parameters and places look like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arcanum.kernel.clauses import Parameter, in_words
from arcanum.spec import trace

MARKS: Final = {
    "pending": ":pending:`… pending`",
    "suspect": ":suspect:`⚠ suspect`",
}
ROLES: Final = "".join(f".. role:: {name}\n" for name in (*MARKS, "where")) + "\n"
FILTER: Final = '.. raw:: html\n\n   <div class="table-filter"></div>\n\n'
"""Where the box goes that filters the tables of class `filtered` of a page, if there is JavaScript."""


def escape(text: str) -> str:
    """Make text mean itself, also where a line that starts like a list would become one."""
    flat = re.sub(r"([\\*`|_<>])", r"\\\1", " ".join(text.split()))
    return re.sub(r"^(?=(\(?\w{1,4}[.)]|[-+•]|\.\.|:)(\s|\w))", r"\\ ", flat)


def heading(text: str, underline: str) -> str:
    """Return a section title."""
    return f"{text}\n{underline * max(len(text), 3)}\n\n"


def listing(items: Iterable[str]) -> str:
    """Return a bullet list."""
    return "\n".join(f"* {item}" for item in items)


def field(name: str, body: str) -> str:
    """Return one entry of a field list, or nothing if there is nothing to say."""
    if not body:
        return ""
    first, *rest = body.split("\n")
    if first.startswith("* "):
        first, rest = "", [first, *rest]
    lines = "".join(f"   {line}\n" if line else "\n" for line in rest)
    return f":{name}:{' ' + first if first else ''}\n{lines}"


def indent(text: str, by: str = "   ") -> str:
    """Move a block to the right."""
    return "".join(f"{by}{line}\n" if line.strip() else "\n" for line in text.splitlines())


def table(header: Sequence[str], rows: Iterable[Sequence[str]], widths: str, name: str = "") -> str:
    """Return a list-table."""
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}"]
    lines += [f"   :class: {name}"] if name else []
    lines.append("")
    for row in (header, *rows):
        lines += [f"   {'* -' if number == 0 else '  -'} {cell}".rstrip() for number, cell in enumerate(row)]
    return "\n".join(lines) + "\n\n"


def values(parameters: Mapping[str, Parameter]) -> str:
    """Write parameters in one line."""
    return " · ".join(f"{escape(name)} = **{escape(in_words(value))}**" for name, value in parameters.items())


def link(place: trace.Place, text: str = "") -> str:
    """Link to a line of a source page."""
    return f":source:`{text or place.qualname or place.path} <{place.path}:{place.line}>`"


def clause_need(game: str, clause: str) -> str:
    """Return the id under which a clause is listed: two games may use the same id."""
    return f"{game}-{clause}"


def clause_link(game: str, clause: str) -> str:
    """Link to a clause by its id."""
    return f":need:`{clause} <{clause_need(game, clause)}>`"


def lines_of(lines: str) -> str:
    """Write ``000:1-4,9`` so that it can be read and broken over lines."""
    return escape(lines).replace("-", "\N{EN DASH}").replace(",", ", ")


def reading(what: Mapping[str, Parameter]) -> str:
    """Write what a printing states instead of the common reading."""
    if what.get("applies") is False:
        return "does not have this clause"
    return values(what)
