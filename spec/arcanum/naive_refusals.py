"""Why an action is refused, written a second time from the clauses: question by question, with no part of the engine.

A refusal names the clauses that speak against an action, and its sentence names what is wrong: the card, the figure,
the House or the location. Whatever is no answer to the question at all is refused by the clause that asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.tarot import State
from arcanum.tarot import clause_ids as c
from arcanum.tarot.actions import (
    Adjust,
    Assign,
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
)
from arcanum.tarot.cards import FOOL, Card, Figure, Minor

from .places_kit import told, told_of_exile

Reason = tuple[ClauseId, str]
"""A clause, and a word that must be in the sentence."""


def reasons(state: State, action: Action) -> list[Reason]:
    """Why the pending question cannot be answered so; only for an action that is not legal."""
    question: Any = state.agenda[-1]
    found = [*_RULES.get(type(question).__name__, _nothing)(state, question, action)]
    return found or [(question.clause, f"now seat {question.seat} has to")]


def _nothing(state: State, question: Any, action: Action) -> Iterator[Reason]:
    yield from ()


def _held(state: State, seat: Seat) -> tuple[Card, ...]:
    return state.players[seat].hand


# --- playing ----------------------------------------------------------------------------------------------------------


def _play(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if action == PASS:
        yield c.PLAY_1, "has to play a Minor"
    if not isinstance(action, Play | Hide):
        return
    general = list(_general(state, question.seat, action))
    yield from general
    if not general:  # nothing speaks against such a card in general; this one is dead, or asks for what he has not
        yield (c.AMB_2 if isinstance(action.card, Minor) else c.AMB_35), action.card.title


def _general(state: State, seat: Seat, action: Play | Hide) -> Iterator[Reason]:
    minor = isinstance(action.card, Minor)
    if action.card not in _held(state, seat):
        yield c.PLAY_1, str(action.card)
    if isinstance(action, Hide) and action.card != FOOL:
        yield c.MAJG_5, "Fool"
    if minor and isinstance(action, Play) and state.minor_played:
        yield c.PLAY_4, "already"
    if not minor and state.major_played:
        yield c.PLAY_5, "already"


def _move_by_minor(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if not isinstance(action, Move):
        return
    card: Minor = question.card
    if card.rank > 10:
        if (action.figure.suit, action.figure.kind) != (card.suit, card.rank):
            yield c.MIN_B5, card.title
    else:
        if action.figure.suit is not card.suit:
            yield c.MIN_B1, card.suit.title
        if action.location != card.rank:
            yield c.MIN_B2, f"location {card.rank}"
    yield from _move(state, action.figure, action.location, c.MIN_B7 if card.rank > 10 else c.MIN_B3)


def _move_by_major(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Move):
        yield from _move(state, action.figure, action.location, question.clause)
    if action == PASS:
        yield question.clause, "must be moved"


def _move(state: State, figure: Figure, location: int, stays: ClauseId) -> Iterator[Reason]:
    here = state.figures[figure]
    if not 1 <= location <= 10:
        yield c.MIN_B6, f"location {location}"
    if here is None:
        yield told_of_exile(state, figure), figure.title
    if here == location:
        yield stays, figure.title
    if here in state.tower:
        yield c.MAJ_16_4, f"location {here}"
    if location in state.tower:
        yield c.MAJ_16_3, f"location {location}"


# --- cards ------------------------------------------------------------------------------------------------------------


def _discard_for(clause: ClauseId | None) -> Callable[[State, Any, Action], Iterator[Reason]]:
    """A discard is asked for by a clause, or by that of the question; the card must be in the hand."""

    def rule(state: State, question: Any, action: Action) -> Iterator[Reason]:
        if isinstance(action, Discard):
            if action.card not in _held(state, question.seat):
                yield told(question, clause) if clause else question.clause, str(action.card)
            else:
                yield c.AMB_12, str(action.card)

    return rule


def _pay(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Discard) and not isinstance(action.card, Minor):
        yield told(question, c.MAJ_13_1), "Major"
    else:
        yield from _discard_for(c.MAJ_13_1)(state, question, action)


def _hide(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if not isinstance(action, Hide):
        return
    seat = question.seat
    if not isinstance(action.card, Minor):
        yield {c.HIDE_1: c.HIDE_3, c.LOC8_1: c.LOC8_2}.get(question.clause, c.MAJG_5), str(action.card)
    elif (seat, action.card) in [(slot.seat, card) for slot, card in question.answers]:
        yield c.HIDE_7, str(action.card)
    elif action.card not in _held(state, seat):
        yield c.HIDE_3, str(action.card)
    else:
        yield c.AMB_12, str(action.card)


def _give(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Give):
        gone = (question.seat, action.card) in question.chosen
        absent = gone or action.card not in _held(state, question.seat)
        yield (told(question, c.MAJ_10_1) if absent else c.AMB_12), str(action.card)


def _draft(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Keep):
        yield c.HOUSE_4, str(action.card)


def _swap(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if not isinstance(action, Swap):
        return
    hidden = [each.card for each in state.players[question.seat].hidden]
    fit = [_can_be_swapped(question, each) for each in (action.card, action.hidden)]
    if action.card not in _held(state, question.seat) or action.hidden not in hidden:
        yield told(question, c.MAJ_14_2), "hidden"
    elif not all(fit):
        yield told(question, c.MAJ_14_3), "only Minors and the Fool can" if question.fool else "only Minors can"
    else:
        yield c.AMB_12, str(action.card)


def _can_be_swapped(question: Any, card: Card) -> bool:
    if card in question.done:
        return False
    return isinstance(card, Minor) or (card == FOOL and question.fool)


def _reveal(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Reveal):
        yield c.AMB_22, str(action.card)


# --- houses and the board ---------------------------------------------------------------------------------------------


def _adjust(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Adjust):
        yield told(question, c.LOC6_3), action.house.title


def _lower(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Adjust) and action.direction < 0:
        yield told(question, c.MAJ_3_3), action.house.title


def _spend(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Assign):
        yield c.MAJ_0_8, question.scoring.houses[0].title
    elif action == PASS:
        yield c.AMB_21, "Fool"


def _tower(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, PlaceTower):
        yield c.AMB_45, str(action.locations)


def _remove(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if isinstance(action, Remove):
        away = state.figures[action.figure] is None
        yield (told_of_exile(state, action.figure) if away else c.AMB_40), action.figure.title


def _return(state: State, question: Any, action: Action) -> Iterator[Reason]:
    if not isinstance(action, Return):
        return
    if action.figure is not question.figures[0]:
        yield told(question, c.MAJ_20_3), question.figures[0].title
    if action.location in question.used:
        yield told(question, c.MAJ_20_4), f"location {action.location}"
    if action.location in state.tower:
        yield c.AMB_40, f"location {action.location}"
    if not 1 <= action.location <= 10:
        yield c.MIN_B6, f"location {action.location}"


_RULES: Mapping[str, Callable[[State, Any, Action], Iterator[Reason]]] = {
    "PlayCard": _play,
    "MoveFigure": _move_by_minor,
    "MoveAnyFigure": _move_by_major,
    "DiscardCard": _discard_for(None),
    "Exchange": _discard_for(c.LOC5_4),
    "TrimHand": _discard_for(c.HAND_2),
    "PayMinors": _pay,
    "HideTogether": _hide,
    "GiveTogether": _give,
    "DraftTogether": _draft,
    "SwapCards": _swap,
    "RevealHidden": _reveal,
    "AdjustHouses": _adjust,
    "LowerHouse": _lower,
    "SpendFool": _spend,
    "LayTower": _tower,
    "RemoveFigures": _remove,
    "ReturnFigures": _return,
}
"""By the name of the question; whatever is no answer to another question is refused by its clause."""
