"""Play a game of Arcanum between random players and print who won.

Run it with `python examples/random_game.py`; it uses nothing but the public functions.
"""

from __future__ import annotations

import random

import arcanum


def main(seed: int = 7) -> arcanum.Outcome:
    """Play one game and return its result."""
    dice = random.Random(seed)
    state = arcanum.new_game("arcanum/en", players=4, seed=seed)
    while not arcanum.is_over(state):
        state = arcanum.apply(state, dice.choice(arcanum.legal_actions(state)))
    result = arcanum.outcome(state)
    assert result is not None
    return result


if __name__ == "__main__":
    outcome = main()
    print(f"points by seat: {outcome.scores}")
    print(f"won by seat {' and '.join(map(str, outcome.winners))}: {outcome.reason}")
