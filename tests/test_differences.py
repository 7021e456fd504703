"""The registers of differences agree with the clause indexes, and their loader with nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

import arcanum
from arcanum.kernel.clauses import ClauseIndexError, index_of, load_index
from arcanum.kernel.differences import differences_of, load_differences

TAROT, GUILDS = "arcanum.tarot", "arcanum.guilds"

INDEX_TEXT = """
    game = "g"
    documents.a = { title = "A", printings = ["x", "y"] }
    sections.S = { title = "S" }
    [[clause]]
    id = "S-1"
    section = "S"
    text = "Draw."
    property = "One draws."
    parameters = { cards = 1 }
    printings = { x = "a:1", y = "a:2" }
    readings = { y = { cards = 2 } }
    [[clause]]
    id = "S-2"
    section = "S"
    text = "Discard."
    property = "One discards."
"""
INDEX = load_index(INDEX_TEXT)
ROW = """
[[difference]]
id = "D-1"
topic = "Cards"
says = "x: one. y: two."
clauses = ["S-1"]
effect = "play"
played = "differs"
"""


@pytest.mark.parametrize(("package", "rows"), [(TAROT, 98), (GUILDS, 50)])
def test_every_row_of_the_analysis_is_in_the_register(package: str, rows: int) -> None:
    assert len(differences_of(package)) == rows


def test_the_rows_of_arcanum_that_differ_as_played_are_these() -> None:
    differing = [int(row.id[2:]) for row in differences_of(TAROT) if row.played == "differs"]
    assert differing == [13, 14, 15, 20, 28, 30, 38, 43, 53, 54, 70, 75, 80, 82, 89, 90]


def test_a_row_that_changes_play_and_is_played_alike_says_why() -> None:
    for package in (TAROT, GUILDS):
        for row in differences_of(package):
            assert (row.played == "differs") != bool(row.reason)


def test_the_german_court_cards_are_a_misprint_that_nobody_plays() -> None:
    clause = index_of(TAROT)["SCORE-13"]
    assert clause.misprints["de"] == {"queen": 3, "king": 4}
    assert clause.parameter("queen", "de") == 13
    assert "SCORE-13" not in {each.clause.id for each in arcanum.diff("arcanum/de", "arcanum/it")}


def test_a_good_register_is_read() -> None:
    (row,) = load_differences(ROW, INDEX)
    assert (row.id, row.clauses, row.played) == ("D-1", ("S-1",), "differs")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "S-1: printings read it differently"),
        (ROW.replace("S-1", "S-9"), "unknown clause 'S-9'"),
        (ROW.replace("S-1", "S-2"), "no printing reads S-2 differently"),
        (ROW.replace('"play"', '"often"'), "effect must be one of"),
        (ROW.replace('"differs"', '"never"'), "played must be one of"),
        (ROW.replace('"differs"', '"alike"'), "a reason belongs"),
        (ROW + 'reason = "no"', "a reason belongs"),
        (ROW + ROW, "listed twice"),
        (ROW.replace('topic = "Cards"', ""), "expected a table with"),
        (ROW.replace('"Cards"', '""'), "topic is missing"),
        (ROW.replace('"Cards"', "7"), "topic must be a text"),
        (ROW.replace('["S-1"]', "[]"), "clauses must be a list"),
        ("[[difference", "not TOML"),
    ],
)
def test_a_faulty_register_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(ClauseIndexError) as caught:
        load_differences(text, INDEX)
    assert any(fault in each for each in caught.value.faults), caught.value.faults


def test_a_clause_that_printings_read_differently_says_where_each_speaks_of_it() -> None:
    silent = load_index(INDEX_TEXT.replace(', y = "a:2"', ""))
    with pytest.raises(ClauseIndexError, match="where does y speak of it"):
        load_differences(ROW, silent)


def test_the_register_counts_every_sort_of_row() -> None:
    assert Counter(row.played for row in differences_of(TAROT)) == {"alike": 67, "differs": 16, "misprint": 15}
