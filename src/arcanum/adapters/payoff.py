"""What a game is worth to its players once it is over, as a number for those who learn from it."""

from __future__ import annotations

import arcanum


def payoff(state: arcanum.State) -> tuple[float, ...]:
    """What each seat gets: its share of the victory less an even share, so that all of them add up to nothing.

    With four players a lone winner gets 0.75 and the others -0.25. Nobody gets anything while the game goes on, or if
    it stops without a winner.

    >>> state = arcanum.new_game("arcanum/en", players=4, seed=7)
    >>> payoff(state)
    (0.0, 0.0, 0.0, 0.0)
    >>> while not arcanum.is_over(state):
    ...     state = arcanum.apply(state, arcanum.legal_actions(state)[0])
    >>> payoff(state)
    (-0.25, -0.25, 0.75, -0.25)
    """
    seats = len(state.players)
    result = arcanum.outcome(state)
    if result is None or not result.winners:
        return (0.0,) * seats
    share = 1 / len(result.winners)
    return tuple((share if seat in result.winners else 0.0) - 1 / seats for seat in range(seats))
