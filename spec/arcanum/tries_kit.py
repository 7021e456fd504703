"""Actions to try as answers, whether they are legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from arcanum.kernel.actions import PASS, Action
from arcanum.spec.games import asked
from arcanum.spec.tarot.invariants import EVERY_ACTION
from arcanum.tarot import State
from arcanum.tarot.actions import ASSIGN, LOWER, RAISE, Discard, Give, Hide, PlaceTower, Play, Swap
from arcanum.tarot.cards import FOOL, MAJORS

PARTS = 12
"""Into so many parts all actions are divided."""


def tried(state: State, turn: int) -> Iterator[Action]:
    """A part of all actions, each time another one, and all that come to mind."""
    yield from EVERY_ACTION[turn % PARTS :: PARTS]
    yield from near(state)


def near(state: State) -> Iterator[Action]:
    """Whatever can be done with a card of the hand or a House, some exchanges and Towers."""
    yield from (*ASSIGN, *RAISE, *LOWER, PASS)
    player = state.players[asked(state)]
    yield from [kind(card) for card in player.hand for kind in (Play, Hide, Discard, Give)]
    hidden = [each.card for each in player.hidden]
    for card in (*player.hand, FOOL):
        for other in (*hidden, *player.hand[:1], MAJORS[5]):
            yield Swap(card, other)
    yield PlaceTower((1,))
    yield PlaceTower((1, 2, 3, 4, 5))
