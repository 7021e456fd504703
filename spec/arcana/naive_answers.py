"""What can be answered to each question, written a second time from the clauses, with no part of the engine.

It knows the pending question by its name and its fields, and the table by its plain fields; what an edition reads
differently it looks up in the clause index. What can be done with a card is in `intrigue_kit`, what a bribe or a
struggle comes to the naive referee knows. Why everything else is refused is in `naive_refusals`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import attrs

from arcanum.guilds import State
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
    TurnUp,
    Use,
)
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import R_LOC_4, R_MIL_2, R_MIL_3, R_OBJ_3, R_TAC_1
from arcanum.guilds.state import District, Placed
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.events import Seat
from arcanum.spec.games import number, stated, words
from arcanum.spec.guilds.games import threshold

from .bribes_kit import copies
from .intrigue_kit import agents, has_stake, naive_actions, standing
from .naive_referee import Referee

Answers = Iterator[Action]

AGENTS = (Kind.AGENT, Kind.PERSONALITY, Kind.MILITIA)
FORBIDDEN: Mapping[str, type[Action]] = {"no-locations": Play, "no-bribes": Bribe, "no-militia": Hire}
"""What an Event can forbid for its round."""


def answers(state: State) -> list[Action]:
    """Every legal answer to the pending question."""
    question: Any = state.agenda[-1]
    return list(_RULES[type(question).__name__](state, question))


def contested(state: State) -> list[District]:
    """The Districts with a Stake to win."""
    return [each for each in state.districts if has_stake(state, each)]


# --- before the first round -------------------------------------------------------------------------------------------


def _of_the_guild(state: State, seat: Seat, *kinds: Kind) -> list[CardId]:
    guild = state.players[seat].guild
    return [card.id for card in state.rules.catalogue if card.emblem == guild and card.kind in kinds]


def _deck(state: State, question: Any) -> Answers:
    cards = _of_the_guild(state, question.seat, Kind.AGENT, Kind.LOCATION, Kind.RELIC)
    yield from [Take(card) for card in cards if card not in question.chosen]


def _objectives(state: State, question: Any) -> Answers:
    dealt = state.players[question.seat].objectives
    yield from map(Keep, combinations(dealt, number(state, R_OBJ_3, "kept")))


def _master(state: State, question: Any) -> Answers:
    yield from map(Take, _of_the_guild(state, question.seat, Kind.MASTER))


# --- a turn -----------------------------------------------------------------------------------------------------------


def _turn(state: State, question: Any) -> Answers:
    """Anything with a card of the hand; a Guild Master that is upright comes on top, if all of its words have a use."""
    seat, player = question.seat, state.players[question.seat]
    yield from _allowed(state, naive_actions(state, seat))
    if player.master is not None and not player.master_spent:
        program = state.card(player.master).program
        if program and all(_has_a_use(state, seat, word) for word in program):
            yield Use(player.master)


def _allowed(state: State, actions: set[Action]) -> list[Action]:
    """What the Event of the round does not forbid."""
    statics = () if state.event is None else state.card(state.event).statics
    flags = [word.name for word in statics if isinstance(word, Flag)]
    forbidden = tuple(kind for name, kind in FORBIDDEN.items() if name in flags)
    return [action for action in actions if not isinstance(action, forbidden)]


def _drawn(state: State, question: Any) -> Answers:
    """Each card that was drawn as if it were the only one of the hand; it is discarded only if nothing else is left.

    It may not pay for the Militia, because it never was in the hand.
    """
    for card in question.cards:
        players = list(state.players)
        players[question.seat] = attrs.evolve(players[question.seat], hand=(card,))
        holding = attrs.evolve(state, players=tuple(players))
        unpaid = () if stated(state, R_MIL_2, "drawn_cards_pay") else (Hire(card),)
        uses = _allowed(state, naive_actions(holding, question.seat) - {Discard(card), *unpaid})
        yield from uses or [Discard(card)]


def _thwart(state: State, question: Any) -> Answers:
    yield from (Option("thwart"), PASS)


def _militia(state: State, question: Any) -> Answers:
    kinds = words(state, R_MIL_3, "districts")
    there = [each.name for each in contested(state) if standing(each, question.seat) in kinds]
    yield from [Assign(question.card, name) for name in there]


# --- bribes -----------------------------------------------------------------------------------------------------------


def _add(state: State, question: Any) -> Answers:
    here = agents(state, state.districts[question.at], question.seat)
    yield from [TurnUp(each.card) for each in here if not each.face_up]
    yield PASS


def _claim(state: State, question: Any) -> Answers:
    """With an Agent that lies faceup to offer the Relics, and with enough of everything."""
    district = state.districts[question.at]
    referee = Referee.at(state, district.name)
    price = referee.price()
    offering = any(each.face_up for each in agents(state, district, question.seat))
    if price is not None and offering and referee.bribe(question.seat)[0] >= price:
        yield Option("claim")
    yield from _add(state, question)


# --- struggles --------------------------------------------------------------------------------------------------------


def _next(state: State, question: Any) -> Answers:
    waiting = [state.districts[at] for at in question.waiting]
    yield from [Settle(each.name) for each in waiting if has_stake(state, each)]


def _model(state: State, question: Any) -> Answers:
    """Any other Agent there that has values of its own, whosever it is."""
    for district in state.districts:
        if question.card in [each.card for each in district.cards]:
            for place, each in enumerate(district.cards):
                face = state.card(each.card)
                if face.kind in AGENTS and not copies(face) and each.card != question.card:
                    yield Select(district.name, place)


def _arcanum(state: State, question: Any) -> Answers:
    """Those of his best total, among those in which it is enough."""
    struggle = question.struggle
    referee = Referee.at(state, state.districts[struggle.at].name)
    yield from map(Option, referee.standings(dict(struggle.copies))[question.seat].arcana)


def _put_away(state: State, question: Any) -> Answers:
    yield from map(Option, words(state, R_TAC_1, "choices"))


# --- abilities --------------------------------------------------------------------------------------------------------


def _choose(state: State, question: Any) -> Answers:
    for each in question.choice.alternatives:
        rule = {"any-part": any, "all-parts": all}[str(stated(state, R_LOC_4, "offered"))]
        if rule(_has_a_use(state, question.seat, word) for word in each.program):
            yield Option(each.name)
    if question.choice.optional:
        yield PASS


def _has_a_use(state: State, seat: Seat, word: Any) -> bool:
    """Whether a word of an ability can be carried out now."""
    player = state.players[seat]
    match type(word).__name__:
        case "Draw":  # no new Deck is made for it
            return bool(player.deck)
        case "DrawAndPlay":
            return bool(player.deck or player.discard)
        case "DiscardFromHand":
            return bool(len(player.hand) >= word.count)
        case "ExtraAction":
            return bool(player.hand)
        case "Choose" | "EachOther" | "EachPlayer":
            return True
        case name:
            return any(True for _ in _AIMS[name](state, seat, word))


def _aim(state: State, question: Any) -> Answers:
    yield from _AIMS[type(question.effect).__name__](state, question.seat, question.effect)


def _discard(state: State, seat: Seat, word: Any) -> Answers:
    yield from map(Discard, state.players[seat].hand)


def _recover(state: State, seat: Seat, word: Any) -> Answers:
    yield from [Take(card) for card in state.players[seat].discard if state.card(card).kind in _kinds(word.kind)]


def _recall(state: State, seat: Seat, word: Any) -> Answers:
    for district, place, each in _lying(state):
        if each.owner == seat and state.card(each.card).kind in _kinds(word.kind):
            yield Select(district.name, place)


def _kinds(word: str) -> tuple[Kind, ...]:
    """What counts as a card of a kind: a Personality is an Agent too; Militia belong to nobody."""
    return (Kind.AGENT, Kind.PERSONALITY) if word == "agent" else (Kind(word),)


def _banish(state: State, seat: Seat, word: Any) -> Answers:
    for district, place, each in _lying(state, *AGENTS):
        if each.owner != seat and word.where in ("any", standing(district, seat)):
            yield Select(district.name, place)


def _move(state: State, seat: Seat, word: Any) -> Answers:
    for district, place, each in _lying(state, *AGENTS):
        if word.whose in ("any", "own" if each.owner == seat else "foreign"):
            goals = [goal.name for goal in contested(state) if goal.name != district.name]
            yield from [Move(district.name, place, goal) for goal in goals]


def _lying(state: State, *kinds: Kind) -> Iterator[tuple[District, int, Placed]]:
    """The cards in the Districts (or those of some kinds), with their places."""
    for district in state.districts:
        for place, each in enumerate(district.cards):
            if not kinds or state.card(each.card).kind in kinds:
                yield district, place, each


def _look(state: State, seat: Seat, word: Any) -> Answers:
    """Wherever there is something that the player does not see."""
    match word.at:
        case "hand":
            yield from [Opponent(other) for other, each in enumerate(state.players) if other != seat and each.hand]
        case "pile":
            yield from _at([each for each in state.districts if each.pile])
        case _:
            yield from _at([each for each in state.districts if any(_is_secret(card, seat) for card in each.cards)])


def _is_secret(card: Placed, seat: Seat) -> bool:
    return not (card.face_up or card.shown or card.owner == seat or seat in card.known_to)


def _at(districts: Sequence[District]) -> Answers:
    yield from [At(each.name) for each in districts]


def _reveal(state: State, seat: Seat, word: Any) -> Answers:
    yield from _at([each for each in state.districts if not all(card.face_up for card in each.cards)])


def _swap(state: State, seat: Seat, word: Any) -> Answers:
    yield from [Swap(one.name, other.name) for one, other in combinations(contested(state), 2)]


def _cycle(state: State, seat: Seat, word: Any) -> Answers:
    yield from _at([each for each in contested(state) if each.pile])


def _shuffle(state: State, seat: Seat, word: Any) -> Answers:
    yield from _at([each for each in state.districts if each.pile and each.name != "N"])


def _win(state: State, seat: Seat, word: Any) -> Answers:
    """A Stake that is cheap enough in one of its Main Arcana, where the player has an Agent."""
    for district in contested(state):
        assert district.stake is not None
        stake = state.card(district.stake)
        cheap = any(threshold(state, stake.values[main]) <= word.threshold for main in stake.main)
        fits = word.kind in (None, stake.kind.value) and word.where in ("any", standing(district, seat))
        if cheap and fits and agents(state, district, seat):
            yield At(district.name)


def _strengthen(state: State, seat: Seat, word: Any) -> Answers:
    yield from _at(contested(state))


_AIMS: Mapping[str, Callable[[State, Seat, Any], Answers]] = {
    "DiscardFromHand": _discard,
    "Recover": _recover,
    "Recall": _recall,
    "Banish": _banish,
    "MoveAgent": _move,
    "Look": _look,
    "Reveal": _reveal,
    "SwapStakes": _swap,
    "CycleStake": _cycle,
    "ShufflePile": _shuffle,
    "WinStake": _win,
    "Strengthen": _strengthen,
}
"""What an ability can be aimed at, by the name of its word."""
_RULES: Mapping[str, Callable[[State, Any], Answers]] = {
    "ChooseDeck": _deck,
    "KeepObjectives": _objectives,
    "ChooseMaster": _master,
    "TakeTurn": _turn,
    "MayThwart": _thwart,
    "SendMilitia": _militia,
    "PlayDrawn": _drawn,
    "AddToBribe": _add,
    "ClaimBribe": _claim,
    "ChooseNext": _next,
    "ChooseModel": _model,
    "ChooseArcanum": _arcanum,
    "PutStakeAway": _put_away,
    "ChooseOne": _choose,
    "Aim": _aim,
}
"""By the name of the question."""
