"""Complete positions that a view allows, each equally likely, and what in a view contradicts itself.

A game says how to fill in what a seat does not know; whatever would not be a position is thrown away and drawn again,
so nothing is preferred. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

import attrs

from arcanum.kernel.engine import State
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.game import View
from arcanum.kernel.randomness import next_word, seeded
from arcanum.kernel.words import Fault

StateT = TypeVar("StateT", bound=State)

MOST_TRIES: Final = 500
"""How often a view is filled in before it counts as impossible. Of an honest one most tries are good."""


class NoSuchPosition(BadCall):
    """No position looks like this view."""


def determinize(view: View, seed: int, *, honest: bool = False) -> State:
    """A complete position that looks like the view to its seat, each one equally likely.

    Whoever knows that the view is `honest`, one that a game showed, need not have every position checked: that takes
    twice as long as to deal it.
    """
    rng = seeded(seed)
    for _ in range(MOST_TRIES):
        rng, word = next_word(rng)
        state = view.rules.game.sample(view, word, honest)
        if state is not None:
            return state
    raise NoSuchPosition(f"no position was found that looks like {brief(view)}")


def accepted(state: StateT, *, by_chance: bool, honest: bool) -> StateT | None:
    """A position that was filled in; None if it cannot be and chance may have a better hand.

    That concerns only pending choices, and only where the cards that were dealt have to do with them (`by_chance`).
    Anything else that is wrong with a position was wrong with the view.
    """
    if honest and not by_chance:
        return state
    faults = state.game.faults(state)
    wrong = [each for each in faults if not by_chance or not each.where.startswith("agenda")]
    if wrong:
        raise NoSuchPosition("no position looks like this view: " + "; ".join(map(str, wrong[:3])))
    return None if faults else state


def contradictions(view: View) -> Iterator[Fault]:
    """What cannot be true in a view, although each part of it looks right."""
    players = len(view.players)
    if players not in view.rules.players:
        yield Fault("players", f"{view.rules.name} is not for {players} players")
        return
    if view.seat is not None and view.seat not in range(players):
        yield Fault("seat", f"there is no seat {brief(view.seat)}")
        return
    try:
        state = determinize(view, 0)
    except NoSuchPosition as error:
        yield Fault("agenda", str(error))
        return
    seen = view.rules.game.observe(state, view.seat)
    kind: type = type(view)
    for field in attrs.fields(kind):
        expected, found = getattr(seen, field.name), getattr(view, field.name)
        if expected != found:
            yield Fault(field.name, f"does not go with the rest: expected {brief(expected)}, got {brief(found)}")
