"""Means and shares with confidence intervals, and which of many differences are real. It knows no game.

A sample is kept as three sums, so a million games take no more room than ten. Intervals are for 95 %: Wilson's for
shares, Student's for means, Welch's for differences, because two rule sets need not scatter alike. The correction for
many comparisons is Holm's: if nothing differs at all, the chance that anything is called real is at most one in
twenty. A milder one (Benjamini and Hochberg's, say) lets a twentieth of what is called real be false; who asks what a
house rule does would rather miss a small difference than be told of one that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import erfc, exp, lgamma, log, log1p, sqrt

import attrs

LEVEL = 0.05
_Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
_NORMAL_FROM = 10_000
"""From so many degrees of freedom on, Student's distribution is taken for the normal one."""


@attrs.frozen
class Mean:
    """The mean of a sample, or a share, and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ±{self.high - self.value:.2f}"

    @property
    def signed(self) -> str:
        """A difference in words."""
        return f"{self.value:+.2f} ({self.low:+.2f} to {self.high:+.2f})"


@attrs.define
class Sample:
    """Numbers that were measured, as far as their mean and their spread go."""

    size: int = 0
    total: float = 0
    squares: float = 0

    @classmethod
    def of(cls, values: Iterable[float]) -> Sample:
        """The sample of some values."""
        found = cls()
        for value in values:
            found.add(value)
        return found

    def add(self, value: float, times: int = 1) -> None:
        """Take in a value, once or several times."""
        self.size += times
        self.total += value * times
        self.squares += value * value * times

    @property
    def mean(self) -> float:
        """The mean; 0 without values."""
        return self.total / self.size if self.size else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 with fewer than two values."""
        if self.size < 2:
            return 0.0
        return sqrt(max(0.0, self.squares - self.total * self.total / self.size) / (self.size - 1) / self.size)


@attrs.frozen
class Comparison:
    """One thing measured in games by the printed and by the new rules."""

    what: str
    base: Mean
    new: Mean
    difference: Mean
    """New less base."""
    p: float
    """How likely a difference like this is if there is none."""
    real: bool = False
    """Whether it stands after the correction for many comparisons."""


def mean_of(sample: Sample) -> Mean:
    """The mean of a sample.

    >>> mean_of(Sample.of([1, 2, 3, 4])).value
    2.5
    """
    reach = _student(sample.size - 1) * sample.error if sample.size > 1 else 0.0
    return Mean(sample.mean, sample.mean - reach, sample.mean + reach)


def share_of(sample: Sample) -> Mean:
    """The mean of numbers from 0 to 1 as a share (Wilson): of games that were won, say.

    Where a victory counts for less because it is shared, the interval is a little wider than it need be.

    >>> share_of(Sample.of([1, 1, 1, 0]))
    Mean(value=0.75, low=0.3006..., high=0.9544...)
    """
    if not sample.size:
        return Mean(0.0, 0.0, 1.0)
    size, share = sample.size, sample.mean
    middle = (share + _Z**2 / (2 * size)) / (1 + _Z**2 / size)
    reach = _Z / (1 + _Z**2 / size) * sqrt(max(0.0, share * (1 - share)) / size + _Z**2 / (4 * size**2))
    return Mean(share, max(0.0, middle - reach), min(1.0, middle + reach))


def compared(what: str, base: Sample, new: Sample) -> Comparison:
    """Two samples side by side."""
    spread = sqrt(base.error**2 + new.error**2)
    difference = new.mean - base.mean
    if spread:
        freedom = _freedom(base, new)
        p, reach = two_sided(difference / spread, freedom), _student(freedom) * spread
    else:
        p, reach = _by_chance_apart(base.size, new.size) if difference else 1.0, 0.0
    return Comparison(what, mean_of(base), mean_of(new), Mean(difference, difference - reach, difference + reach), p)


def _by_chance_apart(one: int, other: int) -> float:
    """How likely it is that all of some equal values fall to one sample and all of some others to the other one."""
    return min(1.0, 2 * exp(lgamma(one + 1) + lgamma(other + 1) - lgamma(one + other + 1)))


def corrected(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """The same comparisons, those marked real that stand together (Holm)."""
    order = sorted(range(len(comparisons)), key=lambda at: comparisons[at].p)
    real: set[int] = set()
    for rank, at in enumerate(order):
        if comparisons[at].p > LEVEL / (len(order) - rank):
            break
        real.add(at)
    return tuple(attrs.evolve(each, real=at in real) for at, each in enumerate(comparisons))


# --- Student's distribution -------------------------------------------------------------------------------------------


def _freedom(one: Sample, other: Sample) -> float:
    """The degrees of freedom of a difference (Welch and Satterthwaite); only where something scatters."""
    parts = [(each.error**2, each.size - 1) for each in (one, other) if each.error]
    return sum(square for square, _ in parts) ** 2 / sum(square**2 / freedom for square, freedom in parts)


def two_sided(t: float, freedom: float) -> float:
    """How likely a number at least as far from 0 is, by Student's distribution.

    >>> round(two_sided(2.0, 10), 4)
    0.0734
    """
    if freedom >= _NORMAL_FROM:
        return erfc(abs(t) / sqrt(2))
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


@lru_cache(maxsize=4096)
def _student(freedom: float) -> float:
    """How far from 0 two-sided 95 % of Student's distribution reach."""
    if freedom >= _NORMAL_FROM:
        return _Z
    low, high = _Z, 13.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, freedom) > LEVEL else (low, middle)
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if not 0 < x < 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Its continued fraction, from the front (Lentz)."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, 1000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + step * d)
            c = 1 + step / c
            found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found
