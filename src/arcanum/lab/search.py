"""Search: a tree over what a seat may know, grown by playing on positions that it cannot tell apart.

This is information-set Monte Carlo tree search with one tree for the seat that searches (Cowling, Powley and
Whitehouse, 2012). Every iteration fills in the view anew, goes down the tree by the best upper bound among the
actions that are legal there, adds one action, plays a few decisions at random, and notes what the position then is
worth to each seat. How often an action could have been taken counts, not how often its parent was passed: most
actions are legal in some positions only. Every seat is taken to want most for itself.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter

from arcanum.kernel.actions import Action
from arcanum.kernel.engine import State, advance, legal_actions, pending
from arcanum.kernel.events import Seat
from arcanum.kernel.game import View
from arcanum.kernel.randomness import below, next_word, seeded
from arcanum.kernel.sampling import determinize
from arcanum.lab.greedy import lead, seat_of
from arcanum.lab.kits import Kit, kit_of

_EXPLORE = 0.2
"""How much a search wants to know what it knows little of."""


class _Node:
    """What was found after an action."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, _Node] = {}
        self.visits = 0
        self.available = 0
        self.total = 0.0
        """What it brought to the seat that took the action."""

    def bound(self) -> float:
        """What the action may bring at best, as far as one can tell."""
        return self.total / self.visits + _EXPLORE * sqrt(log(self.available) / self.visits)


class SearchPlayer:
    """Takes the action that its search tried most."""

    def __init__(self, seed: int, nodes: int | None, milliseconds: int | None = None) -> None:
        self._rng = seeded(seed)
        self._nodes = nodes
        self._seconds = None if milliseconds is None else milliseconds / 1000

    def choose(self, view: View) -> Action:
        """Search until the budget is spent."""
        seat_of(view)
        kit = kit_of(view.rules.game)
        root = _Node()
        deadline = None if self._seconds is None else perf_counter() + self._seconds
        done = 0
        while done == 0 or (perf_counter() < deadline if deadline is not None else done < (self._nodes or 0)):
            self._rng, word = next_word(self._rng)
            self._grow(kit, root, determinize(view, word, honest=True))
            done += 1
        return max(view.legal_actions, key=lambda action: _tried(root, action))

    def _grow(self, kit: Kit, node: _Node, state: State) -> None:
        """Go down the tree in one position, add an action to it, and note what that is worth."""
        path: list[tuple[Seat, _Node]] = []
        while legal := legal_actions(state):
            if len(legal) == 1:
                state = advance(state, legal[0], None, None)
                continue
            decision = pending(state)
            assert decision is not None
            action, is_new = self._step(node, legal)
            node = node.children[action]
            path.append((decision.seat, node))
            state = advance(state, action, None, None)
            if is_new:
                break
        worth = kit.worth(self._played_on(state, kit.horizon))
        for seat, passed in path:
            ahead = lead(worth, seat)
            passed.visits += 1
            passed.total += 0.5 + 0.5 * ahead / (kit.swing + abs(ahead))

    def _step(self, node: _Node, legal: tuple[Action, ...]) -> tuple[Action, bool]:
        """The next action from a node, and whether it is new there."""
        children = node.children
        untried = [action for action in legal if action not in children]
        for action in legal:
            if action in children:
                children[action].available += 1
        if untried:
            self._rng, at = below(self._rng, len(untried))
            children[untried[at]] = found = _Node()
            found.available = 1
            return untried[at], True
        return max(legal, key=lambda action: children[action].bound()), False

    def _played_on(self, state: State, decisions: int) -> State:
        """A position after some more decisions at random."""
        for _ in range(decisions):
            legal = legal_actions(state)
            if not legal:
                break
            self._rng, at = below(self._rng, len(legal))
            state = advance(state, legal[at], None, None)
        return state


def _tried(root: _Node, action: Action) -> tuple[int, float]:
    """How often an action was tried, and what it brought."""
    node = root.children.get(action)
    return (0, 0.0) if node is None else (node.visits, node.total)
