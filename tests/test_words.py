"""How tables of a file become words: with a small vocabulary of no game."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum.kernel.words import DEEPEST, MOST, Fault, Vocabulary, unknown


class Colour(IntEnum):
    RED = 0
    DARK_BLUE = 1


@attrs.frozen
class Draw:
    count: int
    clause: str


@attrs.frozen
class Paint:
    colour: Colour | None = None
    where: Literal["here", "there"] = "here"
    loud: bool = False
    note: str = "none"


@attrs.frozen
class Exact:
    more: int | None = None
    less: int | None = None

    def __attrs_post_init__(self) -> None:
        if (self.more is None) == (self.less is None):
            raise ValueError("give either 'more' or 'less'")


@attrs.frozen
class Twice:
    program: tuple[object, ...]


@attrs.frozen
class Way:
    name: str
    program: tuple[object, ...]


@attrs.frozen
class Pick:
    ways: tuple[Way, ...]


VOCABULARY = Vocabulary({"draw": Draw, "paint": Paint, "exact": Exact, "twice": Twice, "pick": Pick})


def read(*words: object) -> tuple[tuple[Any, ...], list[str]]:
    faults: list[Fault] = []
    program = VOCABULARY.read(list(words), "card", faults, {"clause": "X-1"})
    return program, [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ({"word": "draw", "count": 2}, Draw(2, "X-1")),
        ({"word": "paint"}, Paint()),
        ({"word": "paint", "colour": "dark_blue", "where": "there"}, Paint(Colour.DARK_BLUE, "there")),
        ({"word": "paint", "loud": True, "note": "x"}, Paint(loud=True, note="x")),
        ({"word": "exact", "more": -MOST}, Exact(more=-MOST)),
        ({"word": "twice", "program": [{"word": "draw", "count": 1}]}, Twice((Draw(1, "X-1"),))),
        ({"word": "twice", "program": []}, Twice(())),
        (
            {"word": "pick", "ways": [{"name": "a", "program": []}, {"name": "b", "program": [{"word": "paint"}]}]},
            Pick((Way("a", ()), Way("b", (Paint(),)))),
        ),
    ],
)
def test_a_table_becomes_a_word(table: dict[str, object], word: object) -> None:
    assert read(table) == ((word,), [])
    assert VOCABULARY.name_of(word) == table["word"]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (3, 'card[0]: expected a table such as { word = "draw", ... }, got 3'),
        ({}, 'card[0]: expected a table such as { word = "draw", ... }, got {}'),
        ({"word": 1}, "card[0]: expected a table"),
        ({"word": "darw"}, "card[0]: unknown word 'darw'; did you mean 'draw'?"),
        ({"word": "zzz"}, "card[0]: unknown word 'zzz'; known: draw, exact, paint, pick, twice"),
        ({"word": "draw"}, "card[0] (draw): the key 'count' is missing"),
        ({"word": "draw", "count": 1, "clause": "Y-1"}, "card[0] (draw): unknown key 'clause'"),
        ({"word": "draw", "count": "2"}, "card[0] (draw).count: expected a whole number from -99 to 99, got '2'"),
        ({"word": "draw", "count": True}, "card[0] (draw).count: expected a whole number"),
        ({"word": "draw", "count": MOST + 1}, "card[0] (draw).count: expected a whole number"),
        ({"word": "paint", "colour": "green"}, "card[0] (paint).colour: expected 'red' or 'dark_blue', got 'green'"),
        ({"word": "paint", "colour": 0}, "card[0] (paint).colour: expected 'red' or 'dark_blue', got 0"),
        ({"word": "paint", "where": "nowhere"}, "card[0] (paint).where: expected 'here' or 'there', got 'nowhere'"),
        ({"word": "paint", "where": ["here"]}, "card[0] (paint).where: expected 'here' or 'there'"),
        ({"word": "paint", "loud": 1}, "card[0] (paint).loud: expected true or false, got 1"),
        ({"word": "paint", "note": ""}, "card[0] (paint).note: expected a text, got ''"),
        ({"word": "exact"}, "card[0] (exact): give either 'more' or 'less'"),
        ({"word": "twice", "program": {}}, "card[0] (twice).program: expected a list of words, got {}"),
        ({"word": "twice", "program": [{"word": "draw"}]}, "card[0] (twice).program[0] (draw): the key 'count' is"),
        ({"word": "pick", "ways": []}, "card[0] (pick).ways: expected a list of tables, got []"),
        ({"word": "pick", "ways": [1]}, "card[0] (pick).ways[0]: expected a table, got 1"),
        ({"word": "pick", "ways": [{"program": []}]}, "card[0] (pick).ways[0]: the key 'name' is missing"),
    ],
)
def test_a_fault_is_told_by_its_place(table: object, fault: str) -> None:
    program, (told,) = read(table)
    assert program == ()
    assert told.startswith(fault)


def test_a_faulty_word_does_not_hide_the_others() -> None:
    program, told = read({"word": "draw", "count": 1}, {"word": "x"}, {"word": "paint", "loud": 2, "hue": 3}, 4)
    assert program == (Draw(1, "X-1"),)
    assert [line.partition(": ")[0] for line in told] == [
        "card[1]",
        "card[2] (paint)",
        "card[2] (paint).loud",
        "card[3]",
    ]


def test_a_program_is_a_list() -> None:
    faults: list[Fault] = []
    assert VOCABULARY.read("draw", "card", faults, {}) == ()
    assert faults == [Fault("card", "expected a list of words, got 'draw'")]


@pytest.mark.parametrize("depth", [DEEPEST, DEEPEST + 1, 400])
def test_words_stand_within_words_only_so_deep(depth: int) -> None:
    table: dict[str, object] = {"word": "paint"}
    for _ in range(depth):
        table = {"word": "twice", "program": [table]}
    program, told = read(table)
    if depth <= DEEPEST:
        assert (len(program), told) == (1, [])
    else:
        assert told[0].endswith(f"words stand within words more than {DEEPEST} deep")


def test_a_name_that_nobody_knows_gets_a_hint() -> None:
    assert unknown("fish", "pyke", ["pike", "perch"]) == "unknown fish 'pyke'; did you mean 'pike'?"
    assert unknown("fish", 3, ["pike", "perch"]) == "unknown fish 3; known: perch, pike"


tables = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(["draw", "here", "red", ""])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["word", "count", "colour", "where", "program", "ways", "name", "more"]), inner, max_size=4
        )
        | st.fixed_dictionaries(
            {"word": st.sampled_from(sorted(VOCABULARY.words))},
            optional={"count": inner, "program": inner, "ways": inner, "where": inner, "more": inner},
        )
    ),
    max_leaves=12,
)


@given(st.lists(tables, max_size=4))
def test_whatever_stands_there_is_a_word_or_a_fault(data: list[object]) -> None:
    program, told = read(*data)
    assert bool(told) == (len(program) < len(data))
    assert all(type(word) in VOCABULARY.words.values() for word in program)
