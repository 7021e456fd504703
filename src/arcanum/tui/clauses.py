"""A clause as a page: what it says, how it is read here, the ruling, and where it stands in the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

import arcanum
from arcanum.kernel.clauses import CONSENSUS, Clause
from arcanum.kernel.variants import reading_in_words
from arcanum.tui.rows import Row, Span, row


def page(rules: arcanum.RuleSet, id: str) -> list[Row]:
    """Everything that a player may want to know about a clause."""
    return list(_page(rules, id))


def _page(rules: arcanum.RuleSet, id: str) -> Iterator[Row]:
    index = rules.game.clauses()
    clause = index[id]
    yield row(Span(clause.id, "title"), Span(f"  {clause.section_title}", "dim"))
    yield row("")
    yield row(clause.text)
    reading = {} if rules.printing == CONSENSUS else clause.readings.get(rules.printing, {})
    if reading:
        yield row(Span("In this printing: ", "strong"), f"{reading_in_words(reading)}.")
    if clause.ruling:
        yield row("")
        yield row(Span("Ruling: ", "strong"), clause.ruling)
    if clause.reason:
        yield row(Span("Why: ", "strong"), clause.reason)
    for other in clause.rulings:
        yield row("")
        yield row(Span(f"Ruling {other}: ", "strong"), f"{index[other].text} {index[other].ruling}")
    yield row("")
    yield row(Span(_origin(clause), "dim"))
    own = clause.printings.get(rules.printing)
    places = {rules.printing: own} if own is not None else dict(clause.printings)
    titles = {name: document.title for document in index.documents.values() for name in document.printings}
    for printing, place in places.items():
        lines = place.partition(":")[2]
        word = "line" if lines.isdigit() else "lines"
        yield row(f"  {titles[printing]}, {printing}: {word} {lines}")


def _origin(clause: Clause) -> str:
    """Where a clause comes from, as the line above the places."""
    if clause.house:
        return "It stands in no rulebook; it applies where a house rule asks for it."
    return "Where it stands:" if clause.printings else "It stands in no rulebook; it is a ruling of ours."
