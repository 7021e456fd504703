"""How tables of a file become words: with a small vocabulary of no game."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum.kernel.ruledata import Bounds
from arcanum.kernel.words import DEEPEST, MOST, MOST_NAMES, WRONG, Fault, Vocabulary, expected, read_value, unknown


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
        (
            {"word": "twice", "program": {}},
            'card[0] (twice).program: expected a list of words such as [{ word = "draw", ... }], got {}',
        ),
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
    assert faults == [Fault("card", "expected a list of words such as [{ word = \"draw\", ... }], got 'draw'")]


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


def test_many_names_are_not_listed() -> None:
    known = [f"name-{number}" for number in range(MOST_NAMES + 1)]
    assert unknown("fish", "zzz", known) == f"unknown fish 'zzz'; none of the {MOST_NAMES + 1} is called alike"


def test_a_fault_may_know_its_line() -> None:
    assert str(Fault("rules.hand_limit", "too many")) == "rules.hand_limit: too many"
    assert str(Fault("rules.hand_limit", "too many", 14)) == "rules.hand_limit (line 14): too many"


def test_a_place_can_be_told_as_the_plain_path_of_a_key() -> None:
    faults: list[Fault] = []
    inner = [{"word": "darw"}, {"word": "draw", "count": "x", "hue": 1}, {"word": "draw"}]
    VOCABULARY.read([{"word": "twice", "program": inner}], "card", faults, {"clause": "X-1"}, named=False)
    assert [fault.where for fault in faults] == [
        "card[0].program[0].word",
        "card[0].program[1].hue",
        "card[0].program[1].count",
        "card[0].program[2]",
    ]


def test_a_vocabulary_sets_bounds_for_all_numbers_and_for_some() -> None:
    words = Vocabulary(
        {"draw": Draw, "exact": Exact}, numbers=Bounds(least=1, most=3), bounds={"exact.less": Bounds(most=9)}
    )
    faults: list[Fault] = []
    data = [{"word": "draw", "count": 4}, {"word": "exact", "more": 0}, {"word": "exact", "less": 9}]
    assert words.read(data, "card", faults, {"clause": "X-1"}) == (Exact(less=9),)
    assert [fault.message for fault in faults] == [
        "expected a whole number from 1 to 3, got 4",
        "expected a whole number from 1 to 3, got 0",
    ]


def test_words_keep_what_was_given_to_those_in_their_places() -> None:
    before = (Draw(1, "A-1"), Twice((Draw(1, "A-2"), Paint())), Pick((Way("a", (Draw(1, "A-3"),)),)))
    after = (
        Draw(2, "X-1"),
        Twice((Draw(3, "X-1"), Draw(1, "X-1"))),
        Pick((Way("b", (Draw(4, "X-1"),)),)),
        Draw(5, "X-1"),
    )
    assert VOCABULARY.keeping(after, before) == (
        Draw(2, "A-1"),
        Twice((Draw(3, "A-2"), Draw(1, "X-1"))),
        Pick((Way("b", (Draw(4, "A-3"),)),)),
        Draw(5, "X-1"),
    )
    assert VOCABULARY.keeping((), before) == ()
    assert VOCABULARY.keeping(after[:1], ()) == after[:1]


@attrs.frozen
class Times:
    early: tuple[int, ...]
    late: tuple[int, ...]


FEW = Bounds(least=1, most=9, fewest=1, longest=3, rows=2, words=("one", "two"))


@pytest.mark.parametrize(
    ("hint", "data", "value"),
    [
        (int, 9, 9),
        (bool, False, False),
        (str, "two", "two"),
        (Colour, "red", Colour.RED),
        (tuple[int, int], [1, 2], (1, 2)),
        (tuple[int, ...], [3], (3,)),
        (tuple[str, ...], ["two", "one"], ("two", "one")),
        (tuple[tuple[int, ...], ...], [[1], [2, 3]], ((1,), (2, 3))),
        (Times, {"early": [1], "late": [2]}, Times((1,), (2,))),
    ],
)
def test_a_value_is_read_as_its_annotation_says(hint: Any, data: object, value: object) -> None:
    faults: list[Fault] = []
    assert (read_value(hint, data, "x", faults, FEW), faults) == (value, [])


@pytest.mark.parametrize(
    ("hint", "data", "fault"),
    [
        (int, True, "x: expected a whole number from 1 to 9, got true"),
        (int, 1.0, "x: expected a whole number from 1 to 9, got 1.0"),
        (int, "7", "x: expected a whole number from 1 to 9, got '7'"),
        (int, 10, "x: expected a whole number from 1 to 9, got 10"),
        (bool, 1, "x: expected true or false, got 1"),
        (str, "twoo", "x: expected 'one' or 'two', got 'twoo'; did you mean 'two'?"),
        (tuple[int, int], [1], "x: expected a list of 2, each a whole number from 1 to 9, got [1]"),
        (tuple[int, ...], [], "x: expected a list of 1 to 3, each a whole number from 1 to 9, got []"),
        (tuple[int, ...], [1, 0], "x[1]: expected a whole number from 1 to 9, got 0"),
        (tuple[int, ...], 3, "x: expected a list of 1 to 3, each a whole number from 1 to 9, got 3"),
        (tuple[tuple[int, ...], ...], [[1]], "x: expected a list of 2, each a list of 1 to 3, each a whole number"),
        (Times, [], "x: expected a table with 'early' and 'late', got []"),
        (Times, {"early": [1]}, "x: the key 'late' is missing"),
        (Times, {"early": [1], "late": [1], "lat": 1}, "x.lat: unknown key 'lat'; did you mean 'late'?"),
    ],
)
def test_nothing_is_converted(hint: Any, data: object, fault: str) -> None:
    faults: list[Fault] = []
    assert read_value(hint, data, "x", faults, FEW) is WRONG
    assert str(faults[0]).startswith(fault)


def test_a_table_leaves_out_what_its_base_says() -> None:
    faults: list[Fault] = []
    assert read_value(Times, {"late": [5]}, "x", faults, FEW, Times((1,), (2,))) == Times((1,), (5,))
    assert expected(str) == "a text"


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
