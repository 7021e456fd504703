"""What can be answered to each question, written a second time from the clauses, with no part of the engine.

It knows the pending question by its name and its fields, and the table by its plain fields; what a printing reads
differently it looks up in the clause index. Why everything else is refused is in `naive_refusals`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import number, stated, words
from arcanum.spec.subject import NotJudged
from arcanum.spec.tarot.games import Step, printed_majors
from arcanum.tarot import State, Suit
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
from arcanum.tarot.cards import FOOL, Card, Figure, Major, Minor
from arcanum.tarot.clause_ids import AMB_2, AMB_12, HAND_1, LOC5_4, LOC6_4, MAJ_14_2, MAJ_14_3
from arcanum.tarot.effects import HideFromHand, TradeMinors
from arcanum.tarot.events import Phase

from .places_kit import told

DEATH = Major(13)
LOCATIONS = range(1, 11)


def answers(state: State) -> list[Action]:
    """Every legal answer to the pending question."""
    question: Any = state.agenda[-1]
    return list(_RULES[type(question).__name__](state, question))


def _minors(cards: Sequence[Card]) -> list[Minor]:
    return [card for card in cards if isinstance(card, Minor)]


def has_duty(state: State, seat: Seat) -> bool:
    """Whether a player still has to play a Minor, so that he keeps his last one if he can."""
    kept = stated(state, AMB_12, "last_minor") == "kept-if-possible"
    return kept and state.active == seat and not state.minor_played


# --- playing ----------------------------------------------------------------------------------------------------------


def _play(state: State, question: Any) -> Iterator[Action]:
    hand = state.players[question.seat].hand
    minors, majors = _minors(hand), [card for card in hand if isinstance(card, Major)]
    if not state.minor_played:
        alive = [card for card in minors if list(moves_of(state, card))]
        choosy = stated(state, AMB_2, "dead_minor") == "only-if-none-moves"
        yield from map(Play, alive if choosy and alive else minors)
    if not state.major_played:
        spare = len(minors) - has_duty(state, question.seat)
        yield from [Play(card) for card in majors if spare > 0 or not has_a_price(state, card)]
        yield from [Hide(card) for card in majors if card == FOOL]
    if state.minor_played or not minors:
        yield PASS


def has_a_price(state: State, card: Major) -> bool:
    """Whether a Major takes a Minor that can be spared: Death does, and so may what a house rule makes of another."""
    if card.number in printed_majors():
        return card == DEATH
    words = state.rules.majors[card.number]
    return any(
        isinstance(word, TradeMinors) or (isinstance(word, HideFromHand) and not word.optional) for word in words
    )


def moves_of(state: State, card: Minor) -> Iterator[Move]:
    """The moves of a Minor: a court figure anywhere else, or a figure of the suit to the location of the number."""
    for figure in Figure:
        if figure.suit is card.suit and (card.rank <= 10 or figure.kind == card.rank):
            goals = LOCATIONS if card.rank > 10 else (card.rank,)
            yield from _moves(state, figure, goals)


def _moves(state: State, figure: Figure, goals: Sequence[int]) -> Iterator[Move]:
    here = state.figures[figure]
    if here is not None and here not in state.tower:
        yield from [Move(figure, goal) for goal in goals if goal != here and goal not in state.tower]


def _move_by_minor(state: State, question: Any) -> Iterator[Action]:
    yield from moves_of(state, question.card)


def _move_by_major(state: State, question: Any) -> Iterator[Action]:
    for figure in Figure:
        yield from _moves(state, figure, LOCATIONS)
    if question.optional:
        yield PASS


# --- cards ------------------------------------------------------------------------------------------------------------


def _draw(state: State, question: Any) -> Iterator[Action]:
    yield from (Option("minors"), Option("major"))


def _harbour(state: State, question: Any) -> Iterator[Action]:
    yield from (Option("draw"), PASS)


def _discard(state: State, question: Any) -> Iterator[Action]:
    yield from map(Discard, state.players[question.seat].hand)


def _market(state: State, question: Any) -> Iterator[Action]:
    yield from map(Discard, state.players[question.seat].hand)
    yield PASS


def _trim(state: State, question: Any) -> Iterator[Action]:
    """A hand that is too large loses any card but the last Minor of one who has to play it, or drew it to play it."""
    seat, hand = question.seat, state.players[question.seat].hand
    rescued = state.phase is Phase.PLAY and state.active is None
    last = _minors(hand) if len(_minors(hand)) == 1 and (rescued or has_duty(state, seat)) else []
    if len(hand) > number(state, HAND_1, "limit"):
        yield from [Discard(card) for card in hand if card not in last]


def _hide(state: State, question: Any) -> Iterator[Action]:
    seat = question.seat
    chosen = [card for slot, card in question.answers if slot.seat == seat]
    left = [card for card in _minors(state.players[seat].hand) if card not in chosen]
    if len(left) == 1 and has_duty(state, seat):
        left = []
    yield from map(Hide, left)
    if question.slot.optional or not left:
        yield PASS


def _give(state: State, question: Any) -> Iterator[Action]:
    seat = question.seat
    left = [card for card in state.players[seat].hand if (seat, card) not in question.chosen]
    last = _minors(left) if len(_minors(left)) == 1 < len(left) and has_duty(state, seat) else []
    yield from [Give(card) for card in left if card not in last]


def _draft(state: State, question: Any) -> Iterator[Action]:
    kept = [card for seat, card in question.kept if seat == question.seat]
    yield from [Keep(card) for card in state.players[question.seat].hand if card not in kept]


def _pay(state: State, question: Any) -> Iterator[Action]:
    minors = _minors(state.players[question.seat].hand)
    if len(minors) > has_duty(state, question.seat):
        yield from map(Discard, minors)
    if question.paid:
        yield PASS


def _swap(state: State, question: Any) -> Iterator[Action]:
    player, duty = state.players[question.seat], has_duty(state, question.seat)
    fool = "fool" in words(state, MAJ_14_3, "allowed")
    fit = [card for card in (*player.hand, *(each.card for each in player.hidden)) if card not in question.done]
    fit = [card for card in fit if isinstance(card, Minor) or (fool and card == FOOL)]
    for card in player.hand:
        for hidden in (each.card for each in player.hidden):
            last = duty and _minors(player.hand) == [card] and not isinstance(hidden, Minor)
            if card in fit and hidden in fit and not last:
                yield Swap(card, hidden)
    yield PASS


def _reveal(state: State, question: Any) -> Iterator[Action]:
    yield from [Reveal(each.card) for each in state.players[question.seat].hidden if not each.face_up]


# --- houses and the board ---------------------------------------------------------------------------------------------


def _adjust(state: State, question: Any) -> Iterator[Action]:
    yield from [Adjust(house, direction) for direction in (1, -1) for house in question.houses]
    yield PASS


def _raise(state: State, question: Any) -> Iterator[Action]:
    yield from [Adjust(house, 1) for house in Suit]


def _lower(state: State, question: Any) -> Iterator[Action]:
    yield from [Adjust(house, -1) for house in Suit if house is not question.raised]


def _assign(state: State, question: Any) -> Iterator[Action]:
    yield from map(Assign, Suit)


def _spend(state: State, question: Any) -> Iterator[Action]:
    here, *later = question.scoring.houses
    yield Assign(here)
    if later:
        yield PASS


def _tower(state: State, question: Any) -> Iterator[Action]:
    yield from map(PlaceTower, state.rules.board.tower_placements)


def _remove(state: State, question: Any) -> Iterator[Action]:
    yield from [Remove(figure) for figure, here in state.figures.items() if here not in (None, *state.tower)]


def _return(state: State, question: Any) -> Iterator[Action]:
    taken = (*question.used, *state.tower)
    yield from [Return(question.figures[0], place) for place in LOCATIONS if place not in taken]


def _choose(state: State, question: Any) -> Iterator[Action]:
    """The Cathedral: hide a Minor that can be spared, or draw, or neither. The Artisan District: either deck."""
    names = [each.name for each in question.choice.alternatives]
    if names == ["hide", "draw"]:
        spare = len(_minors(state.players[question.seat].hand)) - has_duty(state, question.seat)
        yield from [Option("hide")] if spare > 0 else []
        yield from (Option("draw"), PASS)
    elif names == ["minors", "major"]:
        yield from map(Option, names)
    else:
        raise NotJudged(f"it knows no choice between {' and '.join(names)}")


# --- what everybody hears ---------------------------------------------------------------------------------------------


def announced(step: Step) -> list[tuple[Seat, str | None, ClauseId]]:
    """What is said aloud with an answer: who takes which offer, or none, and by which clause.

    Those who choose together what to hide are heard together, after the last of them; where one has to hide, nobody
    declines anything.
    """
    question: Any = step.before.agenda[-1]
    kind, passed = type(question).__name__, step.action == PASS
    if kind in ("ChooseOne", "Offer"):
        chosen = None if passed else str(step.action).removeprefix("choose ")
        return [(question.seat, chosen, question.clause)]
    if kind == "HideTogether" and not question.waiting:
        cards = [*question.answers, (question.slot, None if passed else step.action)]
        return [(slot.seat, None, slot.clause) for slot, card in cards if card is None and slot.optional]
    if passed and kind in _DECLINED:
        clause = _DECLINED[kind]
        return [(question.seat, None, told(question, clause) if clause else question.clause)]
    return []


_DECLINED: Mapping[str, ClauseId | None] = {
    "Exchange": LOC5_4,
    "AdjustHouses": LOC6_4,
    "SwapCards": MAJ_14_2,
    "MoveAnyFigure": None,
}
"""The other offers that can be declined, and by which clause; None is the clause that makes the offer."""

_RULES: Mapping[str, Callable[[State, Any], Iterator[Action]]] = {
    "ChooseDraw": _draw,
    "HideTogether": _hide,
    "PlayCard": _play,
    "MoveFigure": _move_by_minor,
    "MoveAnyFigure": _move_by_major,
    "DiscardCard": _discard,
    "Offer": _harbour,
    "Exchange": _market,
    "TrimHand": _trim,
    "GiveTogether": _give,
    "DraftTogether": _draft,
    "PayMinors": _pay,
    "SwapCards": _swap,
    "RevealHidden": _reveal,
    "AdjustHouses": _adjust,
    "ChangeHouse": _raise,
    "LowerHouse": _lower,
    "AssignFool": _assign,
    "SpendFool": _spend,
    "LayTower": _tower,
    "RemoveFigures": _remove,
    "ReturnFigures": _return,
    "ChooseOne": _choose,
}
"""By the name of the question."""
