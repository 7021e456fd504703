"""The player aid: what each Major does, in sentences, as the rules at hand have it."""

from __future__ import annotations

from pathlib import Path

import pytest

import arcanum
from arcanum.kernel.clauses import Clause
from arcanum.tarot import Rules
from arcanum.tarot.describe import sentences
from arcanum.tarot.views import player_aid

EXAMPLES = Path(__file__).parents[1] / "examples" / "house_rules"
MAJORS = range(22)


def aid(rules: str | Path) -> tuple[tuple[str, ...], ...]:
    found = arcanum.rules(rules)
    assert isinstance(found, Rules)
    return player_aid(found)


def clauses_of(number: int) -> list[Clause]:
    """The clauses about a Major, in their order."""
    start = "WORLD-" if number == 21 else f"MAJ-{number}-"
    return [clause for clause in arcanum.clauses("arcanum") if clause.id.startswith(start)]


@pytest.mark.parametrize("ruleset", arcanum.rulesets("arcanum"))
def test_it_has_all_clauses_on_a_major_and_what_the_printing_says_differently(ruleset: str) -> None:
    printing = ruleset.removeprefix("arcanum/")
    for number, lines in enumerate(aid(ruleset)):
        clauses = clauses_of(number)
        assert len(lines) == len(clauses)
        for line, clause in zip(lines, clauses, strict=True):
            if clause.readings.get(printing):
                assert line.startswith(f"{clause.text} (In this printing: ")
                assert line.endswith(".)")
            else:
                assert line == clause.text


def test_the_english_moon_is_read_as_printed() -> None:
    moon, lines = clauses_of(18)[0], aid("arcanum/en")[18]
    assert lines[0] == f"{moon.text} (In this printing: minors 1.)"
    assert aid("arcanum/it")[18][0] == moon.text


def test_a_number_of_a_house_rule_is_marked_as_such() -> None:
    moon = clauses_of(18)[0]
    house, base = aid(EXAMPLES / "english_moon.toml"), aid("arcanum/it")
    assert house[18] == (f"{moon.text} (By a house rule: minors 1.)", *base[18][1:])
    assert [house[number] for number in MAJORS if number != 18] == [base[number] for number in MAJORS if number != 18]


def test_of_a_major_that_is_something_else_it_says_what_it_does_instead() -> None:
    rules = arcanum.rules(EXAMPLES / "veiled_priestess.toml")
    assert isinstance(rules, Rules)
    assert player_aid(rules)[2] == tuple(sentences(rules.majors[2]))
