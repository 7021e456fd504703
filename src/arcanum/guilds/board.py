"""The table: which Districts there are, whom each one is friendly to, and in which order they lie before a player.

The pictures that show it are lost for some numbers of players; what is left, and the text, allow only this.
"""

from __future__ import annotations

from typing import Final, Literal

import attrs

from arcanum.guilds.clause_ids import (
    AMB_01,
    AMB_24,
    F_GEO_1,
    F_RES_2,
    F_SETUP_6,
    HOUSE_4,
    R_GEO_1,
    R_GEO_4,
    R_GEO_5,
    R_GEO_6,
    R_GEO_7,
    R_SETUP_8,
)
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat

Standing = Literal["friendly", "enemy", "neutral"]
NEUTRAL: Final = "N"
MOST_PLAYERS: Final = 6
"""The editions are for four at most; house rules may let as many play as the Revised Edition has guilds."""
RING: Final = tuple(f"D{seat}" for seat in range(MOST_PLAYERS))
"""The Districts between neighbours, where more than two sit around the table."""
_FROM_THE_LEFT: Final = {
    3: (0, None, 1, 2),
    4: (0, 1, None, 3, 2),
    5: (1, 0, None, 2, 4, 3),
    6: (1, 0, 2, None, 5, 3, 4),
}
"""By the number of players, whose left Districts lie in order from the left, counted from a seat; None is Neutral."""


@attrs.frozen
class Place:
    """A District as the table knows it: its name and the seats it is friendly to."""

    name: str
    friendly_to: tuple[Seat, ...]


@cites(R_SETUP_8, R_GEO_1, R_GEO_4, R_GEO_5, R_GEO_6, R_GEO_7, AMB_01, F_SETUP_6, F_GEO_1, HOUSE_4)
def layout(players: int) -> tuple[Place, ...]:
    """The Districts of a table, the Neutral one last.

    Two players have two each; more sit in a ring and share one with either neighbour.

    >>> [(place.name, place.friendly_to) for place in layout(3)]
    [('D0', (0, 1)), ('D1', (1, 2)), ('D2', (0, 2)), ('N', ())]
    """
    if players == 2:
        own = [Place("A0", (0,)), Place("A1", (0,)), Place("B0", (1,)), Place("B1", (1,))]
    else:
        own = [Place(RING[at], tuple(sorted((at, (at + 1) % players)))) for at in range(players)]
    return (*own, Place(NEUTRAL, ()))


NAMES: Final = tuple(dict.fromkeys(place.name for players in range(2, MOST_PLAYERS + 1) for place in layout(players)))
"""The names of all Districts, at any table."""


@cites(F_RES_2, AMB_24, HOUSE_4)
def left_to_right(players: int, seat: Seat) -> tuple[int, ...]:
    """The Districts from left to right as a seat sees them, the nearer first where two lie in one column.

    >>> [layout(4)[at].name for at in left_to_right(4, 0)]
    ['D0', 'D1', 'N', 'D3', 'D2']
    """
    if players == 2:
        return (0, 3, 4, 1, 2) if seat == 0 else (2, 1, 4, 3, 0)
    return tuple([players if step is None else (seat + step) % players for step in _FROM_THE_LEFT[players]])
