"""The short text forms of cards, figures, Houses and actions: every value has one, and every one parses back."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arcanum.kernel.actions import PASS, Action, Option, Pass
from arcanum.kernel.errors import ArcanumError, ParseError
from arcanum.spec.tarot.invariants import EVERY_ACTION
from arcanum.tarot import actions
from arcanum.tarot.actions import (
    Adjust,
    Assign,
    CardAction,
    Discard,
    Give,
    Hide,
    Keep,
    Move,
    PlaceTower,
    Play,
    Remove,
    Return,
    Reveal,
    Swap,
    parse_action,
)
from arcanum.tarot.board import default_board
from arcanum.tarot.cards import MAJORS, MINORS, Card, Figure, Suit, parse_card, parse_figure, parse_suit

CARDS: tuple[Card, ...] = (*MINORS, *MAJORS)
TOWERS = tuple({*default_board().tower_placements, *combinations(range(1, 11), 1), *combinations(range(1, 11), 2)})
"""Where the Tower could lie on some board: the placements of the default one, and others."""
ACTIONS: tuple[Action, ...] = (
    *(kind(card) for kind in (Play, Hide, Discard, Give, Keep, Reveal) for card in CARDS),
    *(Swap(card, hidden) for card in CARDS for hidden in CARDS),
    *(kind(figure, location) for kind in (Move, Return) for figure in Figure for location in range(1, 11)),
    *(Remove(figure) for figure in Figure),
    *(PlaceTower(locations) for locations in TOWERS),
    *(Adjust(house, direction) for house in Suit for direction in (1, -1)),
    *(Assign(house) for house in Suit),
    *(Option(name) for name in ("minors", "major", "hide", "draw")),
    PASS,
)
TEXTS: dict[Callable[[str], object], dict[str, object]] = {
    parse_card: {str(card): card for card in CARDS},
    parse_figure: {figure.short: figure for figure in Figure},
    parse_suit: {suit.letter: suit for suit in Suit},
    parse_action: {str(action): action for action in ACTIONS},
}
"""For every parser all texts that it must take."""
PARSERS = pytest.mark.parametrize("parse", TEXTS)


def test_every_value_has_a_text_of_its_own() -> None:
    assert [len(texts) for texts in TEXTS.values()] == [78, 16, 4, len(ACTIONS)]
    assert len(ACTIONS) == 6 * 78 + 78 * 78 + 2 * 16 * 10 + 16 + len(TOWERS) + 4 * 3 + 4 + 1


def test_every_kind_of_action_is_among_them() -> None:
    kinds = {kind for kind in vars(actions).values() if isinstance(kind, type) and issubclass(kind, Action)}
    assert {*kinds, Pass} - {Action, CardAction} == {type(action) for action in ACTIONS}
    assert set(EVERY_ACTION) - set(ACTIONS) == {kind(f, 0) for kind in (Move, Return) for f in Figure}


@PARSERS
def test_every_text_parses_back(parse: Callable[[str], object]) -> None:
    for text, value in TEXTS[parse].items():
        assert parse(text) == value, text


def test_texts_are_short_and_look_like_this() -> None:
    assert [str(CARDS[at]) for at in (0, 9, 10, 11, 12, 13, 14, 55, 56, 77)] == [
        "1S", "10S", "VS", "NS", "QS", "KS", "1P", "KC", "M0", "M21",
    ]  # fmt: skip
    assert all(len(text) <= 20 and text.isascii() for texts in TEXTS.values() for text in texts)


def test_a_figure_is_written_like_its_card() -> None:
    for figure in Figure:
        card = parse_card(figure.short)
        assert card.title == figure.title


def is_tower(text: str) -> bool:
    """Whether a text lays the Tower over locations of the city; which of them it can touch is for the board to say."""
    verb, *numbers = text.split(" ")
    return verb == "tower" and numbers != [] and set(numbers) <= {str(number) for number in range(1, 11)}


def is_choice(text: str) -> bool:
    """Whether a text chooses an alternative; which names there are is for the rules to say."""
    verb, *names = text.split(" ")
    return verb == "choose" and len(names) == 1 and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", names[0]) is not None


def check_text(text: str) -> None:
    """A parser takes its own texts and nothing else, and says so in one way only."""
    for parse, known in TEXTS.items():
        if text in known:
            assert parse(text) == known[text]
            continue
        if parse is parse_action and (is_tower(text) or is_choice(text)) and len(text) < 40:
            assert str(parse(text)) == text
            continue
        with pytest.raises(ParseError) as caught:
            parse(text)
        assert isinstance(caught.value, ArcanumError)
        assert isinstance(caught.value, ValueError)
        told = [repr(part)[:20] for part in (text, *text.split(" "))]
        assert any(part in str(caught.value) for part in told), "the message shows what was written"
        assert "write" in str(caught.value) or "the forms are" in str(caught.value), "the message says what to write"
        assert len(str(caught.value)) < 300


@given(st.text())
@example("")
@example("move NS 0")
@example("move NS 11")
@example("move NS 01")
@example("move NS \uff11")
@example("play M22")
@example("choose nothing")
@example("tower")
@example("tower 0 1")
@example("tower 1,2")
@example("tower 11")
@example("swap 4S")
@example("swap 4S 4S 4S")
@example("return NS 0")
@example("remove 4S")
@example("assign M0")
@example("0S")
@example("15S")
@example("11S")
@example("x" * 10_000)
@example("pass\n")
@example("\x00")
def test_any_other_text_is_refused(text: str) -> None:
    check_text(text)


@st.composite
def misspelt(draw: st.DrawFn) -> str:
    """A good text with one character more, less or other."""
    text = draw(st.sampled_from([text for texts in TEXTS.values() for text in texts]))
    at = draw(st.integers(0, len(text)))
    insert = draw(st.sampled_from(["", " ", "\t", "\n", *"0123456789SPWCVNQKMspwc"]) | st.characters())
    return text[:at] + insert + text[at + draw(st.integers(0, 1)) :]


@given(misspelt())
def test_a_misspelt_text_is_refused_or_means_something_else(text: str) -> None:
    check_text(text)


@PARSERS
def test_capitals_and_spaces_matter(parse: Callable[[str], object]) -> None:
    for text in TEXTS[parse]:
        for other in (f" {text}", f"{text} ", f"{text}\n", f"\t{text}", text.upper(), text.lower()):
            if other not in TEXTS[parse]:
                with pytest.raises(ParseError):
                    parse(other)
