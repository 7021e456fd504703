"""The greedy player, and how players judge what a position is worth to a seat."""

from __future__ import annotations

from collections.abc import Sequence

from arcanum.kernel.actions import Action
from arcanum.kernel.engine import advance
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.events import Seat
from arcanum.kernel.game import View
from arcanum.kernel.randomness import below, next_word, seeded
from arcanum.kernel.sampling import determinize
from arcanum.lab.kits import kit_of


class GreedyPlayer:
    """Takes the action after which the position promises most; equal promises are drawn by lot.

    It looks one action ahead, in one position that the view allows.
    """

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)

    def choose(self, view: View) -> Action:
        """Try every action."""
        seat = seat_of(view)
        kit = kit_of(view.rules.game)
        self._rng, word = next_word(self._rng)
        state = determinize(view, word, honest=True)
        best: list[Action] = []
        most = float("-inf")
        for action in view.legal_actions:
            promise = lead(kit.worth(advance(state, action, None, None)), seat)
            if promise > most:
                best, most = [action], promise
            elif promise == most:
                best.append(action)
        self._rng, at = below(self._rng, len(best))
        return best[at]


def seat_of(view: View) -> Seat:
    """The seat whose view it is, which has to be the one to act."""
    if view.seat is None or view.seat != view.to_act:
        raise BadCall(f"a player chooses when it is to act, not seat {brief(view.seat)} for seat {brief(view.to_act)}")
    return view.seat


def lead(worth: Sequence[float], seat: Seat) -> float:
    """How far a seat is ahead: of the best of the others, and as much again of all of them."""
    best, total = float("-inf"), 0.0
    for other, each in enumerate(worth):
        if other != seat:
            total += each
            if each > best:
                best = each
    return worth[seat] - (best + total / (len(worth) - 1)) / 2
