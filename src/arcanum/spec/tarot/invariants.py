"""What must be true in every state of Arcanum, whatever happens.

What holds for any game, and for steps and refusals, is in `arcanum.spec.invariants`.
"""

from __future__ import annotations

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.spec import invariants
from arcanum.spec.games import number
from arcanum.spec.tarot.arrange import majors_of
from arcanum.tarot import State
from arcanum.tarot.actions import (
    ASSIGN,
    DISCARD,
    GIVE,
    HIDE,
    KEEP,
    LOWER,
    MOVE,
    PLAY,
    RAISE,
    REMOVE,
    RETURN,
    REVEAL,
)
from arcanum.tarot.cards import FIGURES, MINORS, TOWER, Card
from arcanum.tarot.clause_ids import COMP_14, HAND_1
from arcanum.tarot.events import Phase
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.hiding import HideTogether

EVERY_ACTION: tuple[Action, ...] = (
    *PLAY,
    *HIDE,
    *DISCARD,
    *(action for row in MOVE for action in row),
    *GIVE,
    *KEEP,
    *REVEAL,
    *REMOVE,
    *(action for row in RETURN for action in row),
    *ASSIGN,
    *RAISE,
    *LOWER,
    *(Option(name) for name in ("minors", "major", "hide", "draw")),
    PASS,
)
"""Every action that exists, legal or not, and moves to a location 0 that does not."""


def all_cards(state: State) -> list[Card]:
    """The cards of all zones."""
    found: list[Card] = [*state.minor_deck, *state.minor_discard, *state.major_deck, *state.major_discard]
    found += state.in_play
    found += [TOWER] if state.tower else []
    for player in state.players:
        found += player.hand
        found += [each.card for each in player.hidden]
    return found


def check_state(state: State) -> None:
    """The invariants of a single state."""
    cards = sorted(card.position for card in all_cards(state))
    majors: tuple[Card, ...] = () if state.options.majors == "none" else majors_of(state)
    assert cards == [card.position for card in (*MINORS, *majors)], "every card must be in exactly one place"
    assert len(state.figures) == len(FIGURES) == 16, "there must be 16 figures"
    away = sorted(figure for _, figures in state.exiles for figure in figures)
    assert away == [figure for figure in FIGURES if state.figures[figure] is None], "a figure must be somewhere"
    assert all(place in (None, *range(1, 11)) for place in state.figures.values()), "a figure must be in a location"
    track = range(number(state, COMP_14, "lowest"), number(state, COMP_14, "highest") + 1)
    assert all(value in track for value in state.prestige.values()), f"prestige out of range: {state.prestige}"
    assert all(player.vp >= 0 for player in state.players), "points must not be negative"
    top, limit = state.agenda[-1] if state.agenda else None, number(state, HAND_1, "limit")
    for seat, player in enumerate(state.players):
        trimming = isinstance(top, TrimHand) and top.seat == seat
        assert len(player.hand) <= limit or trimming, f"seat {seat} holds {len(player.hand)} cards"
        assert list(player.hand) == sorted(player.hand, key=lambda card: card.position), "hands are kept in order"
    _check_turn(state)
    check_decision(state)


def _check_turn(state: State) -> None:
    """What is noted about the turn of a player, and about those who hide, is of its type."""
    noted = (state.minor_played, state.major_played, state.factor)
    assert [type(each) for each in noted] == [bool, bool, int], f"{noted} must be yes or no, and a number"
    assert isinstance(state.phase, Phase), f"{state.phase} is no phase"
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, HideTogether):
        assert all(type(slot.optional) is bool for slot in (top.slot, *top.waiting)), "one may pass, or may not"


def check_decision(state: State) -> None:
    """Exactly one seat is asked and has something to choose, until the last phase is over."""
    assert arcanum.is_over(state) == (state.phase is Phase.OVER), "somebody must be asked until the game is over"
    invariants.check_decision(state)


def check_every_action(state: State) -> None:
    """Every legal action leads to a sound state, and every other one is refused."""
    invariants.check_every_action(state, EVERY_ACTION, check_state)
