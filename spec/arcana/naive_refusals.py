"""Why an action is refused, written a second time from the clauses: question by question, with no part of the engine.

A refusal names one clause: the first, in the order of this module, that speaks against the action. Its sentence names
what is wrong: the card, the District, the Event. Whatever is no answer to the question at all is refused by the clause
that asks it, and the sentence says who has to do what. Clauses are those of the Revised Edition; where the first
edition says the same in a clause of its own, that one is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arcanum.guilds import State
from arcanum.guilds import clause_ids as c
from arcanum.guilds.abilities import Flag
from arcanum.guilds.actions import (
    Assign,
    At,
    Bribe,
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
    Use,
)
from arcanum.guilds.cards import Kind
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import number, stated

Reason = tuple[ClauseId, str]
"""A clause, and words that must be in the sentence."""
Reasons = Iterator[Reason]

IN_THE_FIRST_EDITION: Mapping[ClauseId, ClauseId] = {
    c.R_SETUP_8: c.F_SETUP_6,
    c.R_OBJ_3: c.F_SETUP_4,
    c.R_INT_2: c.F_ACT_2,
    c.R_INT_5: c.F_ACT_5,
    c.R_INT_6: c.F_ACT_6,
    c.R_LOC_1: c.F_ACT_5,
    c.R_LOC_3: c.F_STAKE_2,
    c.R_MIL_2: c.F_ACT_7,
    c.R_MIL_3: c.F_ACT_7,
    c.R_BRIBE_1: c.F_BRIBE_5,
    c.R_BRIBE_10: c.F_BRIBE_6,
    c.AMB_14: c.F_MULTI_1,
    c.R_TAC_1: c.F_TAC_1,
    c.R_END_1: c.F_END_1,
    c.R_END_5: c.F_END_5,
    c.R_END_6: c.F_END_5,
}
"""The clauses of this module that the first edition states anew."""


def reason(state: State, action: Action) -> Reason:
    """Why the pending question cannot be answered so; only for an action that is not legal."""
    question: Any = state.agenda[-1]
    clause, task = asking(state)
    speaking = _RULES.get(type(question).__name__, _nothing)(state, question, action)
    first, words = next(speaking, (clause, f"now {task}"))
    return edition_of(state, first), words


def asking(state: State) -> Reason:
    """The clause that asks the pending question, and the words that say who has to do what."""
    question: Any = state.agenda[-1]
    clause, task = _asks(state, question)
    return edition_of(state, clause), f"seat {question.seat} has to {task}"


def edition_of(state: State, clause: ClauseId) -> ClauseId:
    """The clause that says it in the edition at hand."""
    return IN_THE_FIRST_EDITION.get(clause, clause) if state.rules.printing == "first" else clause


def _nothing(state: State, question: Any, action: Action) -> Reasons:
    yield from ()


# --- who asks, and for what -------------------------------------------------------------------------------------------


_ASKED: Mapping[str, Reason] = {
    "KeepObjectives": (c.R_OBJ_3, "keep Objectives"),
    "ChooseMaster": (c.R_GM_1, "choose a Guild Master"),
    "TakeTurn": (c.R_INT_2, "assign, play, bribe with or discard a card"),
    "MayThwart": (c.AMB_34, "let the Location take effect"),
    "SendMilitia": (c.R_MIL_3, "assign the Militia card"),
    "AddToBribe": (c.R_BRIBE_10, "turn up an Agent"),
    "ClaimBribe": (c.AMB_07, "claim the Personality"),
    "ChooseNext": (c.R_RES_2, "say which District is settled next"),
    "ChooseModel": (c.R_HARL_5, "choose the Agent whose values are copied"),
    "ChooseArcanum": (c.AMB_14, "say with which arcanum to count"),
    "PutStakeAway": (c.R_TAC_1, "put the won Stake"),
}
"""The questions of the rules; those of abilities are asked by the clause of the card."""
_AIMED: Mapping[str, tuple[type[Action], str]] = {
    "DiscardFromHand": (Discard, "discard a card"),
    "Recover": (Take, "take a card from the Discard Pile"),
    "Recall": (Select, "take a card back from a District"),
    "Banish": (Select, "send another player's Agent away"),
    "MoveAgent": (Move, "move an Agent to another District"),
    "Look": (At, "choose what to look at"),
    "Reveal": (At, "choose the District whose cards are turned up"),
    "SwapStakes": (Swap, "choose two Districts"),
    "CycleStake": (At, "choose the District whose Stake goes beneath its pile"),
    "ShufflePile": (At, "choose the District whose pile is shuffled"),
    "WinStake": (At, "choose the Stake to win"),
    "Strengthen": (At, "choose the District to strengthen"),
}
"""What an ability can be aimed at, and how that is asked for."""


def _asks(state: State, question: Any) -> Reason:
    match type(question).__name__:
        case "ChooseDeck":
            return c.R_CUST_1, f"choose card {len(question.chosen) + 1} of the Deck"
        case "Aim":
            return _ability(state), _AIMED[type(question.effect).__name__][1]
        case "PlayDrawn":
            return _ability(state), "play one of the cards drawn"
        case "ChooseOne":
            names = [each.name for each in question.choice.alternatives]
            return _ability(state), "choose " + " or ".join([*names, "pass"] if question.choice.optional else names)
        case name:
            return _ASKED[name]


def _ability(state: State) -> ClauseId:
    """The clause of the card whose ability is being carried out: a Location, a Guild Master, or else the Event."""
    for task in reversed(state.agenda):
        pending: Any = task
        match type(task).__name__:
            case "DiscardLocation":  # it lies aside until its effect is over
                return c.R_LOC_1
            case "ActAgain":  # whoever has used his Master still has his action
                master = state.players[pending.seat].master
                return c.R_GM_2 if master is not None and state.card(master).once_per_round else c.R_GM_4
    return c.R_EVT_4


# --- before the first round -------------------------------------------------------------------------------------------


def _deck(state: State, question: Any, action: Action) -> Reasons:
    if isinstance(action, Take):
        if action.card in question.chosen:
            yield c.R_CUST_1, f"{action.card} is in the Deck already"
        yield c.R_CUST_1, f"{action.card} is not a card of the {state.players[question.seat].guild}"


def _objectives(state: State, question: Any, action: Action) -> Reasons:
    if isinstance(action, Keep):
        yield c.R_OBJ_3, f"{number(state, c.R_OBJ_3, 'kept')} of the Objectives that seat {question.seat}"


def _master(state: State, question: Any, action: Action) -> Reasons:
    if isinstance(action, Take):
        yield c.R_GM_1, f"{action.card} is not a Guild Master of the {state.players[question.seat].guild}"


# --- a turn -----------------------------------------------------------------------------------------------------------


def _turn(state: State, question: Any, action: Action) -> Reasons:
    seat = question.seat
    if isinstance(action, Use):
        yield from _use(state, seat, action)
    if isinstance(action, Assign | Play | Bribe | Hire | Discard) and action.card not in state.players[seat].hand:
        yield c.R_INT_2, f"{action.card} is not in the hand of seat {seat}"
    match action:
        case Assign():
            yield from _assign(state, action)
        case Play():
            yield from _play(state, action)
        case Bribe():
            yield from _bribe(state, seat, action)
        case Hire():
            yield from _hire(state, action)


def _use(state: State, seat: Seat, action: Use) -> Reasons:
    if action.card != state.players[seat].master:
        yield c.R_GM_1, f"{action.card} is not the Guild Master of seat {seat}"
    if state.players[seat].master_spent:
        yield c.R_GM_2, f"{action.card} has been used"
    yield c.R_GM_4, f"{action.card} is of no use now"


def _assign(state: State, action: Assign) -> Reasons:
    kind = state.card(action.card).kind
    if kind is Kind.LOCATION:
        yield c.R_LOC_3, f"{action.card} is not an Agent"
    if kind is Kind.RELIC:
        yield c.R_INT_6, f"{action.card} is not an Agent"
    names = [each.name for each in state.districts]
    if action.district not in names:
        yield c.R_SETUP_8, f"no District {action.district}; there are {', '.join(names)}"
    yield c.AMB_08, f"no Stake to win in District {action.district}"


def _play(state: State, action: Play) -> Reasons:
    kind = state.card(action.card).kind
    if kind is not Kind.LOCATION:
        yield c.R_INT_5, f"{action.card} is not a Location"
    yield from _forbidden(state, "no-locations")


def _bribe(state: State, seat: Seat, action: Bribe) -> Reasons:
    kind = state.card(action.card).kind
    if kind is not Kind.RELIC:
        yield c.R_INT_6, f"{action.card} is not a Relic"
    for district in state.districts:
        if (action.agent, seat) in [(each.card, each.owner) for each in district.cards]:
            if district.stake is None or state.card(district.stake).kind is not Kind.PERSONALITY:
                yield c.R_BRIBE_1, f"no Personality in District {district.name}"
            elif state.card(district.stake).ducat is None:
                yield c.R_BRIBE_12, f"{district.stake} has no price"
            yield from _forbidden(state, "no-bribes")
    yield c.R_BRIBE_2, f"seat {seat} has no Agent {action.agent}"


def _hire(state: State, action: Hire) -> Reasons:
    if "militia" not in state.options.modules:
        yield c.R_SETUP_1, "without the Militia"
    face = state.card(action.card)
    if stated(state, c.R_MIL_2, "militia_cost") == "stake":
        if face.emblem != "stake":
            yield c.R_MIL_2, f"{action.card} does not pay for the Militia: that takes a Stake card"
    elif face.kind is not Kind.RELIC:
        yield c.R_MIL_2, f"{action.card} does not pay for the Militia: that takes a Relic"
    yield from _forbidden(state, "no-militia")
    if not state.militia:
        yield c.AMB_17, "no Militia card"
    yield c.AMB_08, "no District"


def _forbidden(state: State, flag: str) -> Reasons:
    """The Event of the round forbids something."""
    if state.event is not None:
        for word in state.card(state.event).statics:
            if isinstance(word, Flag) and word.name == flag:
                yield c.R_EVT_4, f"in this round: {state.event}"


# --- abilities and the order of settlement ----------------------------------------------------------------------------


def _aim(state: State, question: Any, action: Action) -> Reasons:
    """Something of the kind that is asked for, but not within reach."""
    effect = question.effect
    answer, _ = _AIMED[type(effect).__name__]
    if getattr(effect, "at", None) == "hand":  # one looks at a player's hand
        answer = Opponent
    if isinstance(action, answer):
        yield _ability(state), f"{action} is out of reach: {asking(state)[1]}"


def _next(state: State, question: Any, action: Action) -> Reasons:
    if isinstance(action, Settle):
        yield c.R_RES_2, f"District {action.district} is not waiting"


_RULES: Mapping[str, Callable[[State, Any, Action], Reasons]] = {
    "ChooseDeck": _deck,
    "KeepObjectives": _objectives,
    "ChooseMaster": _master,
    "TakeTurn": _turn,
    "Aim": _aim,
    "ChooseNext": _next,
}
"""By the name of the question; whatever is no answer to another question is refused by the clause that asks it."""
