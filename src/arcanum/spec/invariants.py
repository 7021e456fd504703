"""What must be true in every state and for every step of Arcanum, whatever happens.

Used by the specification and by the soak; each check raises `AssertionError` with a sentence that says what was found.
"""

from __future__ import annotations

from copy import deepcopy

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.tarot import State
from arcanum.tarot.actions import (
    ASSIGN,
    DISCARD,
    GIVE,
    HIDE,
    LOWER,
    MOVE,
    PLAY,
    RAISE,
    REMOVE,
    RETURN,
    REVEAL,
)
from arcanum.tarot.cards import FIGURES, MAJORS, MINORS, TOWER, Card
from arcanum.tarot.events import Phase
from arcanum.tarot.hand import TrimHand

EVERY_ACTION: tuple[Action, ...] = (
    *PLAY,
    *HIDE,
    *DISCARD,
    *(action for row in MOVE for action in row),
    *GIVE,
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
    majors: tuple[Card, ...] = () if state.options.majors == "none" else MAJORS
    assert cards == [card.position for card in (*MINORS, *majors)], "every card must be in exactly one place"
    assert len(state.figures) == len(FIGURES) == 16, "there must be 16 figures"
    away = sorted(figure for _, figures in state.exiles for figure in figures)
    assert away == [figure for figure in FIGURES if state.figures[figure] is None], "a figure must be somewhere"
    assert all(place in (None, *range(1, 11)) for place in state.figures.values()), "a figure must be in a location"
    assert all(0 <= value <= 21 for value in state.prestige.values()), f"prestige out of range: {state.prestige}"
    assert all(player.vp >= 0 for player in state.players), "points must not be negative"
    top = state.agenda[-1] if state.agenda else None
    for seat, player in enumerate(state.players):
        trimming = isinstance(top, TrimHand) and top.seat == seat
        assert len(player.hand) <= 7 or trimming, f"seat {seat} holds {len(player.hand)} cards"
        assert list(player.hand) == sorted(player.hand, key=lambda card: card.position), "hands are kept in order"
    check_decision(state)


def check_decision(state: State) -> None:
    """Exactly one seat is asked and has something to choose, until the game is over."""
    legal = arcanum.legal_actions(state)
    seat = arcanum.to_act(state)
    assert arcanum.is_over(state) == (state.phase is Phase.OVER), "somebody must be asked until the game is over"
    if arcanum.is_over(state):
        assert legal == () and seat is None and arcanum.outcome(state) is not None, "a finished game asks nobody"
        return
    assert seat in range(len(state.players)), f"seat {seat} does not exist"
    assert legal, "whoever is asked must have a legal action"
    assert len(set(legal)) == len(legal), "legal actions must not repeat"
    assert arcanum.outcome(state) is None, "a running game has no result"


def check_step(before: State, action: Action, after: State) -> None:
    """`apply` is a function: same arguments, same result."""
    again = arcanum.apply(before, action)
    assert again == after and hash(again) == hash(after), "apply must give the same state again"


def check_every_action(state: State) -> None:
    """Every legal action applies, every other one is refused with a clause, and the state stays what it was."""
    copy = deepcopy(state)
    legal = arcanum.legal_actions(state)
    known = {clause.id for clause in arcanum.clauses("arcanum")}
    for action in EVERY_ACTION:
        reasons = arcanum.why_not(state, action)
        if action in legal:
            assert reasons == (), f"{action} is legal, yet refused"
            check_decision_after(state, action)
            continue
        assert reasons, f"{action} must be refused with a reason"
        assert all(reason.clause in known and reason.message for reason in reasons), "a reason needs a clause"
        try:
            arcanum.apply(state, action)
        except arcanum.IllegalAction as refused:
            assert refused.violations == reasons, "apply and why_not must agree"
            assert refused.state is state and refused.action is action, "the error gives back what was passed"
        else:
            raise AssertionError(f"{action} must be refused")
    assert state == copy, "apply must leave its argument alone"


def check_decision_after(state: State, action: Action) -> None:
    """A legal action leads to a state that is sound."""
    after = arcanum.apply(state, action)
    assert isinstance(after, State)
    check_state(after)
