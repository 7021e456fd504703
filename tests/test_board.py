"""Board files: the one that comes with the library, and what is said about a bad one."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum import BadCall
from arcanum.tarot.board import Board, default_board, parse_board
from arcanum.tarot.cards import Figure

GOOD = files("arcanum.tarot").joinpath("board.toml").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    with pytest.raises(BadCall) as caught:
        parse_board(text)
    first, *lines = str(caught.value).splitlines()
    assert first == "the board file has errors:"
    assert all(line.startswith("- ") for line in lines)
    return [line.removeprefix("- ") for line in lines]


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_the_board_that_comes_along_is_good() -> None:
    board = parse_board(GOOD)
    assert board == default_board()
    assert hash(board) == hash(default_board())
    assert [square.number for square in board.squares] == list(range(1, 11))


def test_each_value_says_whether_it_is_printed() -> None:
    assert [square.number for square in default_board().squares if square.source == "printed"] == [10]


def test_gains_are_the_symbols_of_the_suit_and_the_kind() -> None:
    castle = default_board().squares[9]
    assert [castle.matches(figure) for figure in (Figure.KNIGHT_OF_SWORDS, Figure.KING_OF_WANDS)] == [4, 1]
    for figure in Figure:
        assert default_board().gains[figure][10] == castle.matches(figure)


def test_a_text_that_is_not_toml_is_told_apart() -> None:
    with pytest.raises(BadCall, match=r"^the board file, line 2: expected a value"):
        parse_board("[tower]\nsource = ?")


SINGLE = {
    "unknown key": (GOOD + "\n[roads]\n", "unknown key 'roads'"),
    "unknown key of a location": (
        changed("number = 3\n", 'number = 3\nname = "x"\n'),
        "location 3: unknown key 'name'",
    ),
    "source": (
        changed('number = 2\nsource = "invented"', 'number = 2\nsource = "guessed"'),
        "location 2: source must be 'printed' or 'invented', not 'guessed'",
    ),
    "symbols": (
        changed("{ wands = 2, pentacles = 1, knave = 2 }", "3"),
        "location 2: symbols must be a table such as { swords = 2, knight = 1 }",
    ),
    "symbol": (
        changed("wands = 2", "cups = 2"),
        "location 2: 'cups' is no symbol; known: swords, pentacles, wands, chalices, knave, knight, queen, king",
    ),
    "count": (
        changed("wands = 2", "wands = 12"),
        "location 2: the count of wands must be a number from 0 to 9, not 12",
    ),
    "numbers": (changed("number = 2", "number = 11"), "[[location]]: the numbers must be 1 to 10 in this order"),
    "locations": (
        "[tower]\nsource = 'printed'\nplacements = [[1]]",
        "[[location]]: expected ten tables, numbered 1 to 10",
    ),
    "no placements": (
        GOOD.partition("[tower]")[0],
        "[tower]: placements must be a list of lists of location numbers",
    ),
    "placement": (changed("[1, 2],", "[1, 12],"), "[tower]: [1, 12] is no set of location numbers from 1 to 10"),
    "empty placement": (changed("[1, 2],", "[],"), "[tower]: [] is no set of location numbers from 1 to 10"),
    "source of the placements": (
        changed('[tower]\nsource = "invented"', "[tower]\nsource = 7"),
        "[tower]: source must be 'printed' or 'invented', not 7",
    ),
}


@pytest.mark.parametrize(("text", "fault"), SINGLE.values(), ids=SINGLE.keys())
def test_a_fault_is_reported_by_its_place(text: str, fault: str) -> None:
    assert faults(text) == [fault]


@pytest.mark.parametrize("count", ["-1", "10", "1.0", "true", "'2'", "[]"])
def test_a_count_is_a_whole_number_from_0_to_9(count: str) -> None:
    (fault,) = faults(changed("wands = 2", f"wands = {count}"))
    assert fault.startswith("location 2: the count of wands must be a number from 0 to 9")


EDITS = {
    "[tower]": "[roads]\n[tower]",
    'number = 1\nsource = "invented"': 'number = 1\nsource = "guessed"',
    "queen = 2 }": "queen = 2, jack = 1 }",
    "number = 4\n": "number = 4\nname = 1\n",
    "swords = 2, chalices = 1, king = 2": "swords = 99, chalices = 1, king = 2",
    "[9, 10],": "[9, 99],",
    '[tower]\nsource = "invented"': '[tower]\nsource = "seen"',
    "{ knight = 2, wands = 1, swords = 2 }": "[]",
}


@given(st.sets(st.sampled_from(sorted(EDITS)), min_size=1))
def test_all_faults_are_reported_at_once(chosen: set[str]) -> None:
    text = GOOD
    for old in sorted(chosen, key=len, reverse=True):
        assert old in text
        text = text.replace(old, EDITS[old], 1)
    assert len(faults(text)) == len(chosen)


def test_an_owner_can_replace_the_board() -> None:
    board = parse_board(changed("wands = 2", "wands = 5"))
    assert isinstance(board, Board)
    assert board != default_board()
    assert board.squares[1].count("wands") == 5
