"""What is kept of a game: one value, and one line of JSON.

It holds what comparisons ask for and no more; whoever wants the game itself plays it again from its seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import attrs

from arcanum.kernel.errors import BadCall
from arcanum.kernel.events import Seat
from arcanum.lab.kits import Counts


@attrs.frozen
class GameResult:
    """What a game looked like. Whatever is listed by seat has an entry for each."""

    number: int
    seed: int
    players: tuple[str, ...]
    """Who sat where."""
    first: Seat
    """The first player of the first turn."""
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    """Nobody if the game stopped without an end."""
    rounds: int
    decisions: int
    """How often somebody was asked."""
    forced: int
    """How often there was only one answer."""
    choices: int
    """The legal actions of all decisions together."""
    lead_changes: int
    """How often somebody else went ahead of all others."""
    points: tuple[Counts, ...]
    """Points by source."""
    uses: Mapping[str, tuple[Counts, ...]]
    """What was used and how often, by sort."""

    def share(self, seat: Seat) -> float:
        """The share that a seat has of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def line(self) -> str:
        """The game as a line of JSON; the seed is a text, because not every language has numbers of 64 bits."""
        plain = {
            **{name: getattr(self, name) for name in _FIELDS},
            "seed": str(self.seed),
        }
        return json.dumps(plain, separators=(",", ":"))


_FIELDS = tuple(field.name for field in attrs.fields(GameResult))
_NUMBER = re.compile(rb'\{"number":([0-9]+),')


def read_line(line: str | bytes) -> GameResult:
    """The game that a line of JSON tells of.

    >>> read_line("{}")
    Traceback (most recent call last):
    arcanum.kernel.errors.BadCall: this line is not the result of a game
    """
    try:
        said: dict[str, Any] = json.loads(line)
        rows = ("players", "scores", "winners", "points")
        found: dict[str, Any] = {name: tuple(said[name]) if name in rows else said[name] for name in _FIELDS}
        found["seed"] = int(said["seed"])
        found["uses"] = {sort: tuple(by_seat) for sort, by_seat in said["uses"].items()}
        result = GameResult(**found)
        if _is_sound(result):
            return result
    except (ValueError, TypeError, KeyError, AttributeError):
        pass  # whatever is in the line instead
    raise BadCall("this line is not the result of a game")


def _is_sound(result: GameResult) -> bool:
    """Whether a game could have looked like this: nobody who counts games has to fear it."""
    seats = len(result.players)
    counts = (result.number, result.rounds, result.decisions, result.forced, result.choices, result.lead_changes)
    rows = (result.points, *result.uses.values())
    return (
        seats > 1
        and all(type(each) is str for each in result.players)
        and all(type(each) is int and each >= 0 for each in counts)
        and all(type(each) is int for each in result.scores)
        and all(type(each) is int and 0 <= each < seats for each in (result.first, *result.winners))
        and all(len(each) == seats for each in (result.scores, *rows))
        and all(type(count) is int for row in rows for each in row for count in each.values())
        and (result.decisions > 0 or not result.winners)
    )


def number_of(line: bytes) -> int:
    """The number of the game that a line tells of, without reading the rest of it."""
    found = _NUMBER.match(line)
    if found is None:
        raise BadCall("this line is not the result of a game")
    return int(found[1])
