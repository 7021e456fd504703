"""Draws the pictures of the documentation: a position of each game, as the player sees it who is to act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import arcanum

SHOWN: Final = {
    "arcanum": ("arcanum/en", 4, 7, 72, {}),
    "arcana": ("arcana/revised", 3, 5, 42, {"modules": ("objectives", "militia", "masters")}),
}
"""Rules, players, seed, decisions and options of the game that is shown."""
NAMES: Final = ("Anna", "Bruno", "Clara", "Dario")


def picture_pages() -> Iterator[tuple[str, str]]:
    """Yield a picture of each game with the name of its file."""
    for game, (rules, players, seed, decisions, options) in SHOWN.items():
        state = arcanum.new_game(rules, players=players, seed=seed, **options)
        greedy = arcanum.player("greedy", seed)
        for _ in range(decisions):
            state = arcanum.apply(state, greedy.choose(arcanum.observe(state, arcanum.to_act(state))))
        view = arcanum.observe(state, arcanum.to_act(state))
        yield f"picture_{game}.svg", arcanum.svg(view, names=NAMES[:players])
