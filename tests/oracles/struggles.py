"""Power struggles of Arcana: any cards in a District, any Stake on top, every choice that players can make."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Settle
from arcanum.guilds.events import Copied, Discarded, PhaseBegan, Settled
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Event
from arcanum.spec.guilds.arrange import at_resolution, resume, with_cards, with_stake
from arcanum.spec.guilds.games import sound
from arcanum.spec.guilds.invariants import check_state

from .any_guilds import a_duel, any_card, any_cards, any_stake, any_table
from .asp import Answer, Atom, Oracle
from .chance import Chance
from .comparison import Comparison, Course, Observation, all_courses
from .guild_table import AGENTS, faces, table_facts

STAKES = ("relic", "location", "personality")
MOST = 7
"""So many cards lie in the District at most."""


@attrs.frozen
class Struggle:
    """A table on which Districts are about to be settled, and the District that is looked at."""

    state: State
    district: str


def position(chance: Chance) -> Struggle:
    """Any table; in one District many cards, in another perhaps one, perhaps one without a Stake."""
    state = any_table(chance)
    taken: set[str] = set()
    here, other, empty, *_ = chance.shuffled([each.name for each in state.districts])
    cards = a_duel(chance, state, taken) if chance.once_in(3) else any_cards(chance, state, MOST, taken)
    stake = any_stake(chance, state, cards, STAKES, taken)
    state = with_cards(state, here, cards)
    if chance.once_in(2):
        seat = chance.below(len(state.players))
        state = with_cards(state, other, [(any_card(chance, state, seat, AGENTS, taken, able=2), seat, True)])
    for name, card in ((empty, None), (here, stake)) if chance.once_in(3) else ((here, stake),):
        state = with_stake(state, name, card)
    return Struggle(state, here)


def facts(struggle: Struggle) -> tuple[Atom, ...]:
    """The table, and which District it is about."""
    return (*table_facts(struggle.state), ("here", struggle.district))


def courses(struggle: Struggle) -> frozenset[Answer]:
    """Let the engine settle the District, with everything that can be chosen there."""
    check_state(struggle.state)
    start = resume(at_resolution(struggle.state))
    found: list[Atom] = []
    if Settle(struggle.district) in arcanum.legal_actions(start.state):
        found += [("chooses", seat) for seat in [arcanum.to_act(start.state)] if seat is not None]
        found += [
            ("may_settle", action.district)
            for action in arcanum.legal_actions(start.state)
            if isinstance(action, Settle)
        ]
        start = arcanum.step(start.state, Settle(struggle.district))

    def going_on(course: Course) -> bool:
        if found:  # the order is chosen, and nobody need choose further
            return _settlement(course.events, struggle.district) is None
        return sound(course.state).phase is Phase.RESOLUTION

    return frozenset(
        frozenset({*found, *_told(struggle, course, in_order=not found)}) for course in all_courses(start, going_on)
    )


def _settlement(events: Sequence[Event], district: str) -> int | None:
    """When a District was settled."""
    for at, event in enumerate(events):
        if isinstance(event, Settled) and event.district == district:
            return at
    return None


def _told(struggle: Struggle, course: Course, *, in_order: bool) -> list[Atom]:
    """What a course came to in the District, and in which order all were settled if nobody chose."""
    edition = struggle.state.rules.printing
    at = _settlement(course.events, struggle.district)
    assert at is not None, "the District was not settled"
    settled = course.events[at]
    assert isinstance(settled, Settled)
    found: list[Atom] = [
        ("copies", event.card, event.model)
        for event in course.events
        if isinstance(event, Copied) and event.district == struggle.district
    ]
    for claim in settled.claims:
        found.append(("claim", claim.seat, claim.total, "not enough" if claim.arcanum is None else "enough"))
        found += [] if claim.arcanum is None else [("picks", claim.seat, claim.arcanum.name.lower())]
    for event in course.events[at + 1 :]:
        if isinstance(event, Settled | PhaseBegan):
            break
        found += [("goes", event.card, event.seat)] if isinstance(event, Discarded) else []
    if settled.winner is not None:
        found.append(("winner", settled.winner))
    (here,) = (each for each in sound(course.state).districts if each.name == struggle.district)
    found += [
        ("stays", each.card, "faceup" if each.face_up else "facedown")
        for each in here.cards
        if faces(edition)[each.card]["kind"] != "militia"
    ]
    if in_order:
        names = [event.district for event in course.events if isinstance(event, Settled)]
        found += [("settled", place, name) for place, name in enumerate(names, start=1)]
    return found


def observe(chance: Chance) -> Observation:
    """Any position, with what the engine makes of it."""
    struggle = position(chance)
    return Observation(struggle.state.rules, facts(struggle), courses(struggle))


ORACLE = Oracle.read("arcanum.guilds", "cards_in_force", "struggles")
COMPARISON = Comparison("struggles", ORACLE, observe, idle=frozenset({"picks"}))
