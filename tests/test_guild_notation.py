"""The short text forms of the actions of Arcana: every action has one, and every one parses back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import actions, default_catalogue
from arcanum.guilds.actions import (
    Assign,
    At,
    Bribe,
    CardAction,
    Discard,
    Hire,
    Keep,
    Move,
    Opponent,
    Play,
    Select,
    Settle,
    Swap,
    Take,
    TurnUp,
    Use,
    parse_action,
)
from arcanum.guilds.cards import CardId
from arcanum.kernel.actions import PASS, Action, Option, Pass
from arcanum.kernel.errors import BadCall, ParseError
from arcanum.spec.guilds.games import Game, games

CARDS = tuple(dict.fromkeys(card.id for name in ("revised", "first") for card in default_catalogue(name)))
DISTRICTS = ("A0", "A1", "B0", "B1", "D0", "D1", "D2", "D3", "N")
ACTIONS: tuple[Action, ...] = (
    *(kind(card) for kind in (Play, Discard, Hire, Use, TurnUp, Take) for card in CARDS),
    *(Assign(card, district) for card in CARDS for district in DISTRICTS),
    *(Bribe(card, agent) for card in CARDS[::7] for agent in CARDS[::5]),
    *(Keep(CARDS[at : at + count]) for at in range(0, 300, 9) for count in (1, 2, 3)),
    *(kind(district) for kind in (At, Settle) for district in DISTRICTS),
    *(Select(district, place) for district in DISTRICTS for place in range(20)),
    *(Move(one, place, other) for one in DISTRICTS for place in (0, 3, 12) for other in DISTRICTS),
    *(Swap(one, other) for one in DISTRICTS for other in DISTRICTS if one != other),
    *(Opponent(seat) for seat in range(4)),
    *(Option(name) for name in ("discard", "crest", "claim", "thwart", "staff", "two words")),
    PASS,
)


def test_every_kind_of_action_is_among_them() -> None:
    kinds = {kind for kind in vars(actions).values() if isinstance(kind, type) and issubclass(kind, Action)}
    assert {*kinds, Pass} - {Action, CardAction} == {type(action) for action in ACTIONS}


def test_every_text_parses_back() -> None:
    for action in ACTIONS:
        assert parse_action(str(action)) == action
    assert len({str(action) for action in ACTIONS}) == len(set(ACTIONS))


@given(games(rounds=2))
def test_every_legal_action_parses_back(game: Game) -> None:
    for step in game.steps[::4]:
        for action in arcanum.legal_actions(step.before):
            assert parse_action(str(action)) == action


def test_texts_are_short_and_look_like_this() -> None:
    assert [str(action) for action in (Bribe(CardId("a"), CardId("b")), Move("N", 2, "D1"), Opponent(1), PASS)] == [
        "bribe a on b", "move N 2 D1", "seat 1", "pass",
    ]  # fmt: skip
    assert all(str(action).isascii() for action in ACTIONS)


def refused(text: Any) -> str:
    with pytest.raises(ParseError) as caught:
        parse_action(text)
    return str(caught.value)


@pytest.mark.parametrize("value", [None, 3, b"pass", ["pass"], PASS])
def test_only_texts_are_parsed(value: object) -> None:
    assert refused(value).startswith("expected the text form of an action, got ")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "pas", "pass now", "assign", "assign funeral", "assign funeral D0 D1", "bribe sword funeral",
        "bribe sword at funeral", "bribe sword on", "discard", "discard a b", "keep", "at", "at N D0", "settle",
        "select N", "select N x", "select N -1", "select N 1.0", "select N 1234", "select N \uff11", "select N \u00b2",
        "move N 0", "move N D1 0", "swap N", "seat", "seat x", "choose", "Pass", "PLAY funeral", "x" * 10_000, "\x00",
    ],
)  # fmt: skip
def test_any_other_text_is_refused(text: str) -> None:
    told = refused(text)
    assert "the forms are" in told or "is not a place or seat number" in told
    assert len(told) < 500


PIECES = ("assign", "play", "on", "bribe", "keep", "at", "move", "N", "1", "02", "seat", "x")


@given(st.text() | st.lists(st.sampled_from(PIECES)).map(" ".join))
@example("select N 007")
def test_a_text_is_refused_or_means_one_action(text: str) -> None:
    try:
        action = parse_action(text)
    except ParseError:
        return
    assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Play, (3,)), (Play, ("",)), (Play, ("two words",)), (Assign, ("funeral", None)), (Bribe, ("a", "b\n")),
        (Keep, ("funeral",)), (Keep, ((),)), (Keep, (("a", ""),)), (At, (0,)), (Select, ("N", "1")),
        (Select, ("N", True)), (Move, ("N", 1.0, "D0")), (Swap, ("N", "")), (Opponent, ("1",)),
    ],
)  # fmt: skip
def test_an_action_cannot_be_made_of_anything_else(kind: type[Action], values: tuple[object, ...]) -> None:
    with pytest.raises(BadCall, match=kind.__name__):
        kind(*values)
