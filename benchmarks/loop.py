"""The loop that is timed, and how measurements take turns. It knows no game and no library.

Search asks for the legal actions, takes one, makes the state that follows, and keeps the one it came from. One turn of
that loop is a decision. Everybody's clock runs over the same:

* inside: asking for the legal actions, choosing with dice that were thrown before, making the successor, keeping the
  parent, and all that chance does between two decisions;
* outside: making the game and dealing, up to the first decision, and counting decisions afterwards.

A second clock includes the deal, so that it shows what whole games cost. The first one is what counts: a search never
deals, and how much of a game is dealing says more about how long random games are than about successors.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from statistics import median
from typing import Protocol

import attrs

DECISIONS, WHOLE, LENGTH = "decisions a second", "decisions a second, whole games", "decisions a game"

Samples = Mapping[str, Mapping[str, Sequence[float]]]
"""What was measured: whose, which quantity, and a number for each round."""


@attrs.frozen
class Played:
    """One game from its start to its end."""

    kept: Sequence[object]
    """Every state that was left behind; those in which chance moves are among them."""
    decisions: int
    dealing: float
    """Seconds before the first decision."""
    playing: float
    """Seconds from there to the end."""


Play = Callable[[int, Iterator[float]], Played]
"""Plays the game with a seed, and chooses by dice."""


class Meter(Protocol):
    """Something that can be measured again and again."""

    @property
    def name(self) -> str:
        """What it is called in the tables."""

    def sample(self, number: int, seconds: float) -> Mapping[str, float]:
        """Measure once, for about so long. Number 0 is to warm up, and its result is thrown away."""


@attrs.frozen
class Contestant:
    """A library and a game of it, in the loop."""

    name: str
    play: Play = attrs.field(repr=False)

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        """Whole games, until their decisions have taken so long."""
        rolls = dice(number)
        decisions, games, dealing, playing = 0, 0, 0.0, 0.0
        gc.collect()
        while playing < seconds:
            played = self.play(number * 1_000_003 + games, rolls)
            games += 1
            decisions += played.decisions
            dealing += played.dealing
            playing += played.playing
        return speeds(games, decisions, dealing, playing)


def speeds(games: int, decisions: int, dealing: float, playing: float) -> dict[str, float]:
    """What is told about a number of games."""
    return {DECISIONS: decisions / playing, WHOLE: decisions / (dealing + playing), LENGTH: decisions / games}


def dice(seed: int) -> Iterator[float]:
    """Numbers from 0 to 1 without end, thrown beforehand, so that throwing them takes no time."""
    source = random.Random(seed)
    return cycle([source.random() for _ in range(10_007)])


def interleaved(
    meters: Sequence[Meter], rounds: int, seconds: float, tell: Callable[[str], None]
) -> dict[str, dict[str, list[float]]]:
    """What the meters show, a sample of each in every round: whatever slows the machine down slows all of them.

    Every round begins with another meter. The first round warms up. After it, everything that is in memory is put
    out of the garbage collector's sight, so that nobody pays for the modules of others.
    """
    samples: dict[str, dict[str, list[float]]] = {}
    try:
        for number in range(rounds + 1):
            tell(f"round {number} of {rounds}" if number else "warming up")
            first = number % len(meters)
            for meter in (*meters[first:], *meters[:first]):
                found = meter.sample(number, seconds)
                for quantity, value in found.items() if number else ():
                    samples.setdefault(meter.name, {}).setdefault(quantity, []).append(value)
            if number == 0:
                gc.collect()
                gc.freeze()
    finally:
        gc.unfreeze()
    return {meter.name: samples[meter.name] for meter in meters}


def ratio(samples: Samples, one: tuple[str, str], other: tuple[str, str]) -> float:
    """How many times the other the one is: round by round, and the median of these."""
    pairs = zip(samples[one[0]][one[1]], samples[other[0]][other[1]], strict=True)
    return median(mine / theirs for mine, theirs in pairs)
