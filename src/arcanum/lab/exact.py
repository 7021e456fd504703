"""Fisher's exact test: how likely it is that two shares differ as they do if there is nothing but chance.

It holds for two games as for a million, which no formula with a standard error does: of two users who both lost there
is no scatter to be seen. It knows no samples.
"""

from __future__ import annotations

from math import exp, lgamma, log1p

import attrs

_TIE = log1p(1e-7)
"""By how much chances may seem to differ that are equal but for rounding."""
_NEGLIGIBLE = 1e-17


def fisher(won: int, games: int, others_won: int, others_games: int) -> float:
    """How likely shares at least as unlikely as these are, if games are won alike; two-sided.

    >>> round(fisher(0, 200, 4, 200), 3)
    0.123
    """
    table = _Table(games, others_games, won + others_won)
    most = table.log_chance(won) + _TIE
    middle = table.likeliest
    if table.log_chance(middle) <= most:
        return 1.0
    low = _last(table, table.least, middle, most)
    high = _last(table, table.greatest, middle, most)
    return min(1.0, table.tail(low, -1) + table.tail(high, +1))


@attrs.frozen
class _Table:
    """Games of two sorts, and how many were won in all: how many of these may be of the first sort."""

    games: int
    others: int
    won: int

    @property
    def least(self) -> int:
        return max(0, self.won - self.others)

    @property
    def greatest(self) -> int:
        return min(self.won, self.games)

    @property
    def likeliest(self) -> int:
        return (self.games + 1) * (self.won + 1) // (self.games + self.others + 2)

    def log_chance(self, at: int) -> float:
        """The logarithm of the chance that so many victories are of the first sort."""
        every = self.games + self.others
        return _log_ways(self.won, at) + _log_ways(every - self.won, self.games - at) - _log_ways(every, self.games)

    def ratio(self, at: int) -> float:
        """How much likelier one victory more is than so many."""
        return (self.won - at) * (self.games - at) / ((at + 1) * (self.others - self.won + at + 1))

    def tail(self, at: int | None, step: int) -> float:
        """The chance of so many, or of any number beyond."""
        if at is None:
            return 0.0
        total = term = 1.0
        here = at
        while self.least <= here + step <= self.greatest and term > total * _NEGLIGIBLE:
            term *= self.ratio(here) if step > 0 else 1 / self.ratio(here - 1)
            total += term
            here += step
        return exp(self.log_chance(at)) * total


def _last(table: _Table, end: int, middle: int, most: float) -> int | None:
    """The number nearest to the middle that is no likelier than that, from one end on; chances only grow on the way."""
    if table.log_chance(end) > most:
        return None
    inside, outside = end, middle
    while abs(outside - inside) > 1:
        half = (inside + outside) // 2
        if table.log_chance(half) <= most:
            inside = half
        else:
            outside = half
    return inside


def _log_ways(of: int, some: int) -> float:
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)
