"""The short text forms of cards, figures, Houses and actions: every value has one, and every one parses back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.errors import ArcanumError, ParseError
from arcanum.tarot.actions import Adjust, Discard, Hide, Move, Play, parse_action
from arcanum.tarot.cards import MAJORS, MINORS, Card, Figure, Suit, parse_card, parse_figure, parse_suit

CARDS: tuple[Card, ...] = (*MINORS, *MAJORS)
ACTIONS: tuple[Action, ...] = (
    *(kind(card) for kind in (Play, Hide, Discard) for card in CARDS),
    *(Move(figure, location) for figure in Figure for location in range(1, 11)),
    *(Adjust(house, direction) for house in Suit for direction in (1, -1)),
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
    assert len(ACTIONS) == 3 * 78 + 16 * 10 + 4 * 2 + 4 + 1


@PARSERS
def test_every_text_parses_back(parse: Callable[[str], object]) -> None:
    for text, value in TEXTS[parse].items():
        assert parse(text) == value, text


def test_texts_are_short_and_look_like_this() -> None:
    assert [str(CARDS[at]) for at in (0, 9, 10, 11, 12, 13, 14, 55, 56, 77)] == [
        "1S", "10S", "VS", "NS", "QS", "KS", "1P", "KC", "M0", "M21",
    ]  # fmt: skip
    assert all(len(text) <= 13 and text.isascii() for texts in TEXTS.values() for text in texts)


def test_a_figure_is_written_like_its_card() -> None:
    for figure in Figure:
        card = parse_card(figure.short)
        assert card.title == figure.title


def check_text(text: str) -> None:
    """A parser takes its own texts and nothing else, and says so in one way only."""
    for parse, known in TEXTS.items():
        if text in known:
            assert parse(text) == known[text]
            continue
        with pytest.raises(ParseError) as caught:
            parse(text)
        assert isinstance(caught.value, ArcanumError)
        assert isinstance(caught.value, ValueError)
        told = [repr(part)[:20] for part in (text, *text.split(" "))]
        assert any(part in str(caught.value) for part in told), "the message shows what was written"
        assert "write" in str(caught.value), "the message says what to write instead"
        assert len(str(caught.value)) < 250


@given(st.text())
@example("")
@example("move NS 0")
@example("move NS 11")
@example("move NS 01")
@example("move NS \uff11")
@example("play M22")
@example("choose nothing")
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
