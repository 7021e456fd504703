"""Means with confidence intervals, and which of many differences are real. It knows no game.

Samples are large and independent, so the normal approximation serves. The correction for many comparisons is Holm's: if
nothing differs at all, the chance that anything is called real is at most one in twenty.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

import attrs

LEVEL = 0.05
_Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""


@attrs.frozen
class Mean:
    """The mean of a sample and its 95 % confidence interval."""

    value: float
    low: float
    high: float


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


def mean_of(sample: Sequence[float]) -> Mean:
    """The mean of a sample.

    >>> mean_of([1, 2, 3, 4]).value
    2.5
    """
    middle, error = _mean_and_error(sample)
    return Mean(middle, middle - _Z * error, middle + _Z * error)


def compared(what: str, base: Sequence[float], new: Sequence[float]) -> Comparison:
    """Two samples side by side (Welch: their spreads may differ)."""
    middle, error = _mean_and_error(base)
    other, other_error = _mean_and_error(new)
    spread = sqrt(error**2 + other_error**2)
    difference = other - middle
    p = erfc(abs(difference) / spread / sqrt(2)) if spread else float(difference == 0)
    interval = Mean(difference, difference - _Z * spread, difference + _Z * spread)
    return Comparison(what, mean_of(base), mean_of(new), interval, p)


def corrected(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """The same comparisons, those marked real that stand together (Holm)."""
    order = sorted(range(len(comparisons)), key=lambda at: comparisons[at].p)
    real: set[int] = set()
    for rank, at in enumerate(order):
        if comparisons[at].p > LEVEL / (len(order) - rank):
            break
        real.add(at)
    return tuple(attrs.evolve(each, real=at in real) for at, each in enumerate(comparisons))


def _mean_and_error(sample: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    size = len(sample)
    if not size:
        return 0.0, 0.0
    middle = sum(sample) / size
    if size == 1:
        return middle, 0.0
    variance = sum((value - middle) ** 2 for value in sample) / (size - 1)
    return middle, sqrt(variance / size)
