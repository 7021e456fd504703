"""Bribes of Arcana: what a player can do with a Relic or an Agent, and everything that comes of it."""

from __future__ import annotations

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, TurnUp
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    Bribed,
    Discarded,
    EndCardShown,
    StakeShown,
    TurnedUp,
)
from arcanum.kernel.actions import Option
from arcanum.kernel.events import Seat
from arcanum.spec.guilds.arrange import at_turn, with_cards, with_hand, with_stake
from arcanum.spec.guilds.invariants import check_state

from .any_guilds import Lay, any_card, any_cards, any_table
from .asp import Answer, Atom, Oracle
from .chance import Chance
from .comparison import Comparison, Course, Observation, all_courses
from .guild_table import AGENTS, ARCANA, faces, table_facts

RELIC = ("relic",)
CLAIM = Option("claim")
PLACES = 2
"""In so many Districts cards lie."""


def position(chance: Chance) -> State:
    """A player's turn with Relics and Agents in hand, and cards of everybody in some Districts."""
    state = any_table(chance)
    seat = chance.below(len(state.players))
    taken: set[str] = set()
    hand = [any_card(chance, state, seat, RELIC, taken) for _ in range(chance.pick((0, 1, 1, 2)))]
    hand += [any_card(chance, state, seat, AGENTS[:2], taken) for _ in range(chance.pick((0, 1, 1)))]
    hand += [any_card(chance, state, seat, ("location",), taken) for _ in range(chance.pick((0, 0, 1)))]
    state = with_hand(state, seat, hand)
    names = chance.shuffled([each.name for each in state.districts])
    for name in names[:PLACES]:
        cards = _cards(chance, state, seat, taken)
        stake = _stake(chance, state, seat, (*cards, *((card, seat, True) for card in hand)), taken)
        state = with_stake(with_cards(state, name, cards), name, stake)
    state = with_stake(state, names[-1], None) if chance.once_in(4) else state
    for other, player in enumerate(state.players):  # so that it is somebody else's turn afterwards
        state = with_hand(state, other, player.deck[-1:]) if other != seat and not player.hand else state
    return at_turn(state, seat)


def _cards(chance: Chance, state: State, seat: Seat, taken: set[str]) -> list[Lay]:
    """Own Agents, perhaps facedown, an own Relic where such stay, and cards of anybody."""
    own = [any_card(chance, state, seat, AGENTS, taken) for _ in range(chance.pick((0, 1, 1, 2, 3)))]
    found: list[Lay] = [(card, seat, not chance.once_in(2)) for card in own]
    if state.rules.printing == "revised" and chance.once_in(3):
        found.append((any_card(chance, state, seat, RELIC, taken), seat, True))
    return chance.shuffled((*found, *any_cards(chance, state, 2, taken)))


def _stake(chance: Chance, state: State, seat: Seat, cards: tuple[Lay, ...], taken: set[str]) -> str:
    """Any Stake; mostly a Personality, and often one whose price is about what the player's cards come to."""
    printed = faces(state.rules.printing)
    free = [card for card, face in printed.items() if face.get("emblem") == "stake" and card not in taken]
    people = [card for card in free if printed[card]["kind"] == "personality"]
    own = [printed[card] for card, owner, _ in cards if owner == seat]
    relics = sum(face["ducat"] for face in own if face["kind"] == "relic")
    agents = {power: sum(face[power] for face in own if face["kind"] in AGENTS) for power in ARCANA}
    close = [
        card
        for card in people
        for worth in [relics + max(agents[main] for main in printed[card]["main"])]
        if isinstance(printed[card]["ducat"], int) and abs(printed[card]["ducat"] - worth) < 4
    ]
    stake = chance.pick(chance.pick([pool for pool in (free, people, close, close, close) if pool]))
    taken.add(stake)
    return stake


def facts(state: State) -> tuple[Atom, ...]:
    """The table, and what the player whose turn it is has in hand."""
    seat = arcanum.to_act(state)
    assert seat is not None
    hand = state.players[seat].hand
    return (*table_facts(state, *hand), ("acts", seat), *(("holds", card) for card in hand))


def courses(state: State) -> frozenset[Answer]:
    """Every bribe and every assignment that the engine allows, with all that may be turned up or claimed."""
    check_state(state)
    actions = [action for action in arcanum.legal_actions(state) if isinstance(action, Bribe | Assign)]
    found = {
        frozenset(_told(action, course))
        for action in actions
        for course in all_courses(arcanum.step(state, action), _asks_about_a_bribe)
    }
    return frozenset(found or {frozenset()})


def _asks_about_a_bribe(course: Course) -> bool:
    legal = arcanum.legal_actions(course.state)
    return CLAIM in legal or any(isinstance(action, TurnUp) for action in legal)


def _told(action: Bribe | Assign, course: Course) -> list[Atom]:
    """What an action came to."""
    found: list[Atom] = []
    match action:
        case Bribe(card, agent):
            found.append(("does", "bribe", card, agent))
        case Assign(card, district):
            found.append(("does", "assign", card, district))
    for event in course.events:
        match event:
            case Assigned(card=card):
                found.append(("assigned", card, "faceup"))
            case AssignedFacedown():
                found.append(("assigned", action.card, "facedown"))
            case TurnedUp(cards=cards):
                found += [("turned", card) for card in cards]
            case Bribed(total=total, price=price, success=success):
                found.append(("bribed", total, price, "won" if success else "failed"))
            case Discarded(seat=seat, card=card):
                found.append(("goes", card, seat))
            case StakeShown(card=card) | EndCardShown(card=card):
                found.append(("shown", card))
    return found


def observe(chance: Chance) -> Observation:
    """Any position, with what the engine makes of it."""
    state = position(chance)
    return Observation(state.rules, facts(state), courses(state))


COMPARISON = Comparison("bribes", Oracle.read("arcanum.guilds", "cards_in_force", "bribes"), observe)
