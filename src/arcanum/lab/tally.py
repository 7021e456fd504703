"""What many games come to: samples of everything that is measured in a game, by name.

The names are what people read: `decisions in a game`, or `points: scoring`, where the word before the colon is the
group. Games without an end count as such and for nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from arcanum.kernel.events import Seat
from arcanum.lab.results import GameResult
from arcanum.lab.statistics import Mean, Sample, Share, share_of

WINS, POINTS, WINS_WITH = "wins", "points", "wins with"
"""Groups: the share of victories by the order of the first turn, points by source, victories of who used something."""
UNFINISHED, SHARED = "games without an end", "victory shared"
DECISIONS, LEAD, BEST = "decisions in a game", "lead of the winner", "points of the winner"
LEAD_CHANGES = "changes of the lead"
DRAWN = (DECISIONS, LEAD, BEST, LEAD_CHANGES)
"""What is counted value by value, to be drawn."""
_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def basics(decisions: int, scores: Sequence[int], winners: Sequence[Seat]) -> Iterator[tuple[str, float]]:
    """What can be measured in every finished game.

    >>> dict(basics(100, (12, 9, 12), (0, 2)))["victory shared"]
    1.0
    """
    ordered = sorted(scores, reverse=True)
    yield DECISIONS, decisions
    yield "points of a player", sum(scores) / len(scores)
    yield BEST, ordered[0]
    yield LEAD, ordered[0] - ordered[1]
    yield SHARED, float(len(winners) > 1)


def is_share(what: str) -> bool:
    """Whether something that is measured is a part of the whole, game by game: of the games, or of a victory.

    >>> [is_share(what) for what in ("wins: first player", "points: scoring", "victory shared")]
    [True, False, True]
    """
    return what in (UNFINISHED, SHARED) or what.startswith((f"{WINS}:", f"{WINS_WITH} "))


def is_of_every_game(what: str) -> bool:
    """Whether something has a value in every game that has an end, be it 0.

    >>> [is_of_every_game(what) for what in ("points: scoring", "wins with cards: Devil", "games without an end")]
    [True, False, False]
    """
    return what != UNFINISHED and not what.startswith(f"{WINS_WITH} ")


@attrs.define
class Standing:
    """How one kind of player fared."""

    seats: int
    """How many seats it had in a game."""
    wins: Sample = attrs.field(factory=lambda: Sample(share=True))
    """The share of the victory that all seats of the kind had together, game by game."""
    points: Sample = attrs.field(factory=Sample)
    """The points of a seat of the kind, on average, game by game."""

    def wins_of_a_seat(self, players: int) -> Mean:
        """The share of the victory that a seat of the kind had; where nobody else plays, it is what it must be."""
        if self.seats == players:
            return Share(1 / players)
        whole = share_of(self.wins)
        low, high = (None if edge is None else edge / self.seats for edge in (whole.low, whole.high))
        return Share(whole.value / self.seats, low, high)


@attrs.define
class Tally:
    """What a number of games looked like."""

    games: int = 0
    finished: int = 0
    samples: dict[str, Sample] = attrs.field(factory=dict)
    counts: dict[str, Counter[int]] = attrs.field(factory=lambda: {what: Counter() for what in DRAWN})
    players: dict[str, Standing] = attrs.field(factory=dict)

    @classmethod
    def of(cls, results: Iterable[GameResult]) -> Tally:
        """Count games, in their order."""
        found = cls()
        for result in results:
            found.add(result)
        return found

    def add(self, result: GameResult) -> None:
        """Count one game more."""
        self.games += 1
        self.sample(UNFINISHED).add(float(not result.winners))
        if not result.winners:
            return
        self.finished += 1
        for what, value in basics(result.decisions, result.scores, result.winners):
            self._measure(what, value)
        self._measure("turns or rounds", result.rounds)
        self._measure("choices at a decision", result.choices / result.decisions)
        self._measure("decisions with one choice", result.forced / result.decisions)
        self._measure(LEAD_CHANGES, result.lead_changes)
        self._add_seats(result)
        self._add_uses(result)
        self._add_players(result)

    def sample(self, what: str) -> Sample:
        """The sample of a name; what is not in a game counts as 0 there, so all have the same size but those of
        victories with something.
        """
        return self.samples.setdefault(what, Sample(share=is_share(what)))

    def measured(self, what: str) -> Sample:
        """What was measured under a name, with the games in which nothing was."""
        found = self.samples.get(what, Sample(share=is_share(what)))
        if not is_of_every_game(what):
            return found
        return attrs.evolve(found, size=self.finished)

    def _measure(self, what: str, value: float) -> None:
        self.sample(what).add(value)
        if what in self.counts:
            self.counts[what][int(value)] += 1

    def _add_seats(self, result: GameResult) -> None:
        seats = len(result.scores)
        for at in range(seats):
            self.sample(f"{WINS}: {_ORDER[at]} player").add(result.share((result.first + at) % seats))
        for source in result.points[0] if result.points else ():
            self.sample(f"{POINTS}: {source}").add(sum(each.get(source, 0) for each in result.points) / seats)

    def _add_uses(self, result: GameResult) -> None:
        for sort, by_seat in result.uses.items():
            together: Counter[str] = Counter()
            for seat, used in enumerate(by_seat):
                together.update(used)
                for name in used:
                    self.sample(f"{WINS_WITH} {sort}: {name}").add(result.share(seat))
            for name, count in together.items():
                self.sample(f"{sort}: {name}").add(count)

    def _add_players(self, result: GameResult) -> None:
        for name in dict.fromkeys(result.players):
            seats = [seat for seat, other in enumerate(result.players) if other == name]
            standing = self.players.setdefault(name, Standing(len(seats)))
            standing.wins.add(sum(result.share(seat) for seat in seats))
            standing.points.add(sum(result.scores[seat] for seat in seats) / len(seats))
