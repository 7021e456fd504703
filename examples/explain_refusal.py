"""Show why moves are refused: for every figure, why it may not enter the Castle with the card just played.

Run it with `python examples/explain_refusal.py`.
"""

from __future__ import annotations

import arcanum
from arcanum.tarot import Figure, Move, Play

CASTLE = 10


def until_a_card_is_played(seed: int) -> arcanum.State:
    """The state right after the first card of a game has been played."""
    state = arcanum.new_game("arcanum/en", players=3, seed=seed)
    while True:
        action = arcanum.legal_actions(state)[0]
        state = arcanum.apply(state, action)
        if isinstance(action, Play):
            return state


def main(seed: int = 1) -> list[str]:
    """One line for each figure."""
    state = until_a_card_is_played(seed)
    lines = []
    for figure in Figure:
        reasons = arcanum.why_not(state, Move(figure, CASTLE))
        verdict = "; ".join(map(str, reasons)) if reasons else "may enter"
        lines.append(f"{figure.title}: {verdict}")
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
