"""Whether a change of the engine shows at all: random games, decision by decision, before and after it.

A mutant that no property noticed may be one that nobody can notice. Before any change, games are played and every
decision is kept with what came of it. A changed engine is given the same states and actions; the first difference tells
which clauses were at work there, and so whose properties to ask. This is no judge: its expectation is the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Final, TypeAlias

import attrs

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.engine import Outcome, State, pending
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Event
from arcanum.kernel.game import View
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import below, seeded
from arcanum.spec.vectors.search import recipe
from spec.trials import watching

GAMES: Final = 32
"""Random games of each game: all rule sets, player counts and options come round in turn."""
LONGEST: Final = 200
"""Decisions of a game that are kept."""
_TRIED: Final = 6
"""Actions of other decisions that are tried in each; most are of a kind that is asked for."""


@attrs.frozen
class Sight:
    """What the engine says about a decision."""

    legal: tuple[Action, ...]
    refusals: tuple[tuple[Violation, ...], ...]
    views: tuple[View, ...]
    after: State | Outcome | None
    events: tuple[Event, ...]

    def clauses(self) -> set[ClauseId]:
        """The clauses that it names."""
        return {each.clause for each in self.events} | {each.clause for row in self.refusals for each in row}


@attrs.frozen
class Scene:
    """A decision of a game."""

    state: State
    action: Action | None
    """None at the end of a game."""
    others: tuple[Action, ...]
    """Actions from elsewhere."""

    def look(self) -> Sight:
        """What the engine says now."""
        state = attrs.evolve(self.state)  # a copy, which remembers no legal actions
        legal = arcanum.legal_actions(state)
        refusals = tuple([arcanum.why_not(state, other) for other in self.others])
        views = tuple([arcanum.observe(state, seat) for seat in (*range(len(state.players)), None)])
        if self.action is None:
            return Sight(legal, refusals, views, arcanum.outcome(state), ())
        done = arcanum.step(state, self.action)
        return Sight(legal, refusals, views, done.state, done.events)


@cache
def scenes(game: str) -> tuple[tuple[Scene, Sight], ...]:
    """Decisions of random games, with what the engine as it is says about them."""
    played = [pair for number in range(GAMES) for pair in islice(recipe(game, number).play(), LONGEST)]
    every = sorted({action for _, action in played if action is not None}, key=str)
    kinds = {kind: [action for action in every if type(action) is kind] for kind in {type(each) for each in every}}
    found, rng = list[tuple[Scene, Sight]](), seeded(0)
    for state, action in played:
        others = list[Action]()
        for turn in range(_TRIED):
            pool = every if action is None or turn < 2 else kinds[type(action)]
            rng, index = below(rng, len(pool))
            others.append(pool[index])
        scene = Scene(state, action, tuple(others))
        found.append((scene, scene.look()))
    return tuple(found)


Place: TypeAlias = tuple[str, str]
"""The file and the name of a function."""


@cache
def running(game: str) -> Mapping[Place, tuple[tuple[Scene, Sight], ...]]:
    """For each function the decisions in which it runs."""
    found: dict[Place, list[tuple[Scene, Sight]]] = {}
    for scene, sight in scenes(game):
        ran = set[Place]()
        watching.begin(ran)
        scene.look()
        watching.end()
        for place in ran:
            found.setdefault(place, []).append((scene, sight))
    return {place: tuple(pairs) for place, pairs in found.items()}


def kept(games: Sequence[str], place: Place) -> list[tuple[Scene, Sight]]:
    """The decisions of some games in which a function runs."""
    return [pair for game in games for pair in running(game).get(place, ())]


def watch(games: Sequence[str], place: Place, change: Callable[[], object]) -> Callable[[], object]:
    """Change a function, and tell at the end in which clauses that shows; nothing if it does not."""
    pairs = kept(games, place)
    change()
    return lambda: next(_differences(pairs), None)


def _differences(pairs: Sequence[tuple[Scene, Sight]]) -> Iterator[list[str]]:
    for scene, before in pairs:
        try:
            after = scene.look()
        except Exception:  # whatever it is, the engine as it was does not raise it
            yield sorted(_asking(scene.state) | before.clauses())
        else:
            if after.events != before.events or after.refusals != before.refusals:
                yield sorted(before.clauses() ^ after.clauses() or before.clauses())
            elif after.after != before.after:
                yield sorted(_asking(before.after) | _asking(after.after) or before.clauses())
            elif after != before:
                yield sorted(_asking(scene.state))


def _asking(state: State | Outcome | None) -> set[ClauseId]:
    """The clause by which a state asks somebody."""
    decision = pending(state) if isinstance(state, State) else None
    return set() if decision is None else {decision.clause}
