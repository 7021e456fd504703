"""What every game asks of a position that somebody sent: each card in one place, an agenda that can be worked off.

What a game adds is in its module of the same name. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from arcanum.kernel.agenda import Decision, Frame, Task
from arcanum.kernel.engine import State, legal_actions
from arcanum.kernel.words import Fault, inside

DEEPEST: Final = 40
"""How much can be on an agenda; games that were played had at most a dozen tasks."""
LARGEST: Final = 99
"""The largest number in a task."""

RestsOn = Mapping[type[Any], tuple[type[Any] | None, ...]]
"""For each task, those that it can lie on directly; None is the bottom of the agenda."""


def misplaced(places: Iterable[tuple[str, object]], wanted: Sequence[object]) -> Iterator[Fault]:
    """Cards that are in two places, in none, or that do not exist; `places` gives each card with its path."""
    found: dict[object, str] = {}
    for where, card in places:
        if card in found:
            yield Fault(where, f"{card} is also at {found[card]}")
        found[card] = where
    known = set(wanted)
    for card, where in found.items():
        if card not in known:
            yield Fault(where, f"{card} is not in this game")
    missing = [str(card) for card in wanted if card not in found]
    if missing:
        told = ", ".join(missing[:10]) + (", ..." if len(missing) > 10 else "")
        yield Fault("", f"nowhere is {told}" if len(missing) == 1 else f"nowhere are {told}")


def row_of(where: str, cards: Iterable[object]) -> Iterator[tuple[str, object]]:
    """The cards of a row with their paths."""
    for at, card in enumerate(cards):
        yield inside(where, at), card


def check_agenda(
    state: State, rests_on: RestsOn, check: Callable[[int], Iterator[str]], *, over: bool
) -> Iterator[Fault]:
    """Whether the agenda can be worked off: every task in its place, and somebody who can answer on top.

    `check` says what is wrong with the task at a place, as sentences.
    """
    if over or not state.agenda:
        if not over or state.agenda:
            yield Fault("agenda", "it must be empty exactly when the game is over")
        return
    if len(state.agenda) > DEEPEST:
        yield Fault("agenda", f"it has {len(state.agenda)} tasks; {DEEPEST} is the most")
        return
    wrong = False
    below: type[Any] | None = None
    for at, task in enumerate(state.agenda):
        where = inside("agenda", at)
        kind: type[Any] = type(task)
        if below not in rests_on.get(kind, ()):
            here = "at the bottom" if below is None else f"on a {below.__name__}"
            yield Fault(where, f"a {kind.__name__} cannot lie {here}")
            wrong = True
        for name, value in _numbers(task):
            if not 0 <= value <= LARGEST:
                yield Fault(inside(where, name), f"{value} is out of range")
                wrong = True
        below = kind
    if wrong:
        return
    found = [Fault(inside("agenda", at), each) for at in range(len(state.agenda)) for each in check(at)]
    yield from found
    top = state.agenda[-1]
    if not isinstance(top, Decision):
        yield Fault(inside("agenda", len(state.agenda) - 1), f"a {type(top).__name__} does not wait for anybody")
    elif not found and top.seat not in range(len(state.players)):
        yield Fault(inside("agenda", len(state.agenda) - 1), f"there is no seat {top.seat}")
    elif not found and not legal_actions(state):
        yield Fault(inside("agenda", len(state.agenda) - 1), f"seat {top.seat} has no answer: {top.prompt}")


def _numbers(task: Task[Any, Any]) -> Iterator[tuple[str, int]]:
    kind: Any = type(task)
    for field in attrs.fields(kind):
        value = getattr(task, field.name)
        for each in value if isinstance(value, tuple) and not isinstance(task, Frame) else (value,):
            if type(each) is int:
                yield field.name, each
