"""What a simulation comes to, in words and as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs

import arcanum
from arcanum.kernel.tell import number
from arcanum.kernel.variants import title
from arcanum.lab.players import name_of
from arcanum.lab.simulate import Simulation
from arcanum.lab.statistics import Mean, mean_of
from arcanum.lab.tally import POINTS, UNFINISHED, WINS

FORMAT = 1


@attrs.frozen
class PlayerSummary:
    """How one kind of player fared."""

    player: str
    seats: int
    """How many seats it had in a game."""
    wins: Mean
    """The share of the victory that a seat of the kind had; a shared victory counts in parts."""
    even: float
    """The share if all players were alike: one by the number of seats."""
    points: Mean

    @property
    def verdict(self) -> str:
        """Whether the interval of its wins leaves out the even share."""
        if self.wins.low is None or self.wins.high is None:
            return "nobody else"
        return "better" if self.wins.low > self.even else "worse" if self.wins.high < self.even else "not shown"


@attrs.frozen
class Summary:
    """What a simulation comes to."""

    rules: str
    title: str
    """The name of the rules with all that they are built on."""
    seed: int
    options: dict[str, object]
    games: int
    finished: int
    players: tuple[PlayerSummary, ...]
    measures: dict[str, Mean]
    """The mean of everything that is measured in a game but the use of cards and places."""

    def lines(self) -> Iterator[str]:
        """The summary in words."""
        yield f"{self.title}: {number(self.games, 'game')}, {self.games - self.finished} without an end"
        yield ""
        if not self.finished:
            yield "No game came to an end, so there is nothing to tell."
            return
        wide = max(len(each.player) for each in self.players)
        yield f"{'':{wide}}  seats  share of wins a seat    even    points"
        for each in self.players:
            share = f"{each.wins!s:<22}  {100 * each.even:4.1f} %"
            yield f"{each.player:{wide}}  {each.seats:>5}  {share}  {each.points}  {each.verdict}"
        yield ""
        wide = max((len(what) for what in self.measures), default=0)
        for what, mean in self.measures.items():
            yield f"{what:{wide}}  {mean}"

    def plain(self) -> dict[str, Any]:
        """The summary as plain data, for JSON."""
        return {
            "format": FORMAT,
            "kind": "simulation summary",
            "version": arcanum.__version__,
            **attrs.asdict(self),
            "seed": str(self.seed),
            "players": [{**attrs.asdict(each), "verdict": each.verdict} for each in self.players],
        }

    def json(self) -> str:
        """The summary as a JSON document."""
        return json.dumps(self.plain(), indent=2)


def summary(done: Simulation) -> Summary:
    """Count a simulation."""
    tally = done.tally()
    seats = len(done.plan.players)
    names = dict.fromkeys(name_of(each) for each in done.plan.players)
    players = [
        PlayerSummary(name, each.seats, each.wins_of_a_seat(seats), 1 / seats, mean_of(each.points))
        for name, each in ((name, tally.players[name]) for name in names if name in tally.players)
    ]
    shown = [what for what in tally.samples if ":" not in what or what.split(":")[0] in (WINS, POINTS)]
    return Summary(
        rules=done.plan.rules.name,
        title=title(done.plan.rules),
        seed=done.plan.seed,
        options=dict(done.plan.options),
        games=tally.games,
        finished=tally.finished,
        players=tuple(players),
        measures={what: mean_of(tally.measured(what)) for what in shown if what != UNFINISHED},
    )
