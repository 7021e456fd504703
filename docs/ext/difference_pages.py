"""Writes the page of differences of a game: clause by clause what every printing says, and the whole register.

Everything comes from the clause index and the register of differences; nothing is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arcanum.kernel.clauses import CONSENSUS, Clause, ClauseIndex
from arcanum.kernel.differences import Row
from arcanum.kernel.variants import reading_in_words
from docs.ext.rst import ROLES, clause_link, escape, heading, lines_of, table

EFFECTS = {"play": "yes", "edge": "in rare cases, or taken literally", "none": "no"}
PLAYED = {"differs": "each as printed", "alike": "alike", "misprint": "misprint, not played"}


def differences_page(game: str, title: str, index: ClauseIndex, rows: Sequence[Row]) -> str:
    """Write the page: readings of all printings side by side, misprints, and every row of the register."""
    clauses = [clause for clause in index if clause.readings]
    text = ":hide-toc:\n\n" + ROLES + heading(f"Differences between the printings of {title}", "=")
    text += (
        f"The rulebook of {title} exists in {len(index.printings)} printings that disagree in places. Here is every "
        f"clause that they read differently ({len(clauses)} of {len(index)}), with what each of them states and where, "
        "as document and lines. What is set in bold is not the common reading. "
        "``arcanum diff A B`` prints the differences between two of them.\n\n"
    )
    names = reading_names(index)
    header = ("Clause", *names)
    text += table(header, (row_of(game, clause, names) for clause in clauses), widths(len(names)), "matrix readings")
    slips = [clause for clause in index if clause.misprints]
    if slips:
        text += heading("Misprints", "-")
        text += "What a printing says once and contradicts elsewhere; nobody plays it.\n\n"
        lines = [line for clause in slips for line in misprints(game, clause)]
        text += table(("Clause", "Printing", "Misprint", "Played"), lines, "15 15 35 35", "matrix")
    text += heading("The register", "-")
    text += f"All {len(rows)} places where the texts say different things, whether or not anything follows from it.\n\n"
    register = (register_row(game, row) for row in rows)
    return text + table(("Row", "What the printings say", "Changes play", "Played"), register, "12 48 14 26", "matrix")


def reading_names(index: ClauseIndex) -> list[str]:
    """The printings, and the common reading first where no printing is it."""
    plain = [printing for printing in index.printings if not any(printing in clause.readings for clause in index)]
    return list(index.printings) if plain else [CONSENSUS, *index.printings]


def widths(columns: int) -> str:
    """The widths of the columns."""
    return " ".join(["16", *[str(84 // columns)] * columns])


def row_of(game: str, clause: Clause, names: Sequence[str]) -> list[str]:
    """A clause with what each printing states."""
    differing = {name for what in clause.readings.values() for name in what if name in clause.parameters}
    cells = [f"{clause_link(game, clause.id)} {escape(clause.text)}"]
    for name in names:
        if not clause.applies(name):
            stated = "no such rule"
        else:
            shown = {each: clause.parameter(each, name) for each in clause.parameters if each in differing}
            stated = reading_in_words(shown) or "has this rule"
        strong = f"**{escape(stated)}**" if name in clause.readings else escape(stated)
        where = clause.printings.get(name, "")
        cells.append(f"{strong} :where:`{lines_of(where)}`" if where else strong)
    return cells


def misprints(game: str, clause: Clause) -> Iterator[tuple[str, ...]]:
    """The misprints of a clause, each beside what is played."""
    for printing, what in clause.misprints.items():
        played = {name: clause.parameter(name, printing) for name in what}
        yield clause_link(game, clause.id), printing, reading_in_words(what), reading_in_words(played)


def register_row(game: str, row: Row) -> tuple[str, ...]:
    """A row of the register."""
    clauses = ", ".join(clause_link(game, clause) for clause in row.clauses)
    reason = f": {escape(row.reason)}" if row.reason else ""
    head = f"**{escape(row.id)}** {clauses}"
    return head, f"*{escape(row.topic)}.* {escape(row.says)}", EFFECTS[row.effect], f"{PLAYED[row.played]}{reason}"
