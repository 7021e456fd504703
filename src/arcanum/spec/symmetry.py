"""Two games that must be the same, but for something that the rules cannot tell apart: seats, names, printings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import attrs

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.engine import opened
from arcanum.kernel.events import Event, Seat
from arcanum.spec.games import asked

DECISIONS: Final = 48
LOOKS: Final = 6
"""How long two games are compared, and after how many decisions the whole table is."""


@attrs.frozen
class Mapped:
    """How one game is told in the words of the other."""

    state: Callable[[Any], Any]
    """A state, but for what is asked just now."""
    action: Callable[[Action], Action] = lambda action: action
    seat: Callable[[Seat], Seat] = lambda seat: seat


def assert_same_game(start: arcanum.State, mapped: Mapped, luck: int) -> None:
    """Where the same is done, the same happens. Nobody has been asked anything in the state at the start."""
    one, other = opened(start), opened(mapped.state(start))
    for at in range(DECISIONS):
        now: Any = one.state
        then: Any = other.state
        if at % LOOKS == 0:
            assert attrs.evolve(mapped.state(now), agenda=()) == attrs.evolve(then, agenda=())
        assert _told(one.events, mapped.seat) == _told(other.events, lambda seat: seat)
        legal = arcanum.legal_actions(now)
        assert {mapped.action(action) for action in legal} == set(arcanum.legal_actions(then))
        if not legal:
            return
        assert mapped.seat(asked(now)) == asked(then)
        action = legal[(luck >> at % 16) % len(legal)]
        one, other = arcanum.step(now, action), arcanum.step(then, mapped.action(action))


def _told(events: tuple[Event, ...], seat: Callable[[Seat], Seat]) -> Counter[object]:
    """What happened to whom; what happens in several places at once is told in the order of the table."""
    return Counter((type(each), each.clause, seat(each.seat) if hasattr(each, "seat") else None) for each in events)
