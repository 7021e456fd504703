"""Means and shares with confidence intervals, and which of many differences are real. It knows no game.

A sample is kept as three sums, so a million games take no more room than ten. Intervals are for 95 %: Wilson's for
shares and Newcombe's for their differences, Student's for means and Welch's for their differences, because two rule
sets need not scatter alike; Student's for what was measured in pairs. How likely a difference is by chance says
Fisher's exact test for shares, and Student's distribution for means and in pairs.

The correction for many comparisons is Holm's: if nothing differs at all, the chance that anything is called real is at
most one in twenty. A milder one (Benjamini and Hochberg's, say) lets a twentieth of what is called real be false; who
asks what a house rule does would rather miss a small difference than be told of one that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, erfc, exp, floor, lgamma, log, log1p, log10, sqrt

import attrs

from arcanum.lab.exact import fisher

LEVEL = 0.05
_Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
_ROUNDING = 1e-6
"""How far the sum of many thirds may be from a whole number."""
_NORMAL_FROM = 10_000
"""From so many degrees of freedom on, Student's distribution is taken for the normal one."""


_MOST_DIGITS = 6


@attrs.frozen
class Mean:
    """The mean of a sample, or a difference of two, and its 95 % confidence interval, if there is one."""

    value: float
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:.2f} (-)"
        digits = digits_of(self.low, self.high, least=2)
        return f"{self.value:.{digits}f} ±{self.high - self.value:.{digits}f}"

    @property
    def alone(self) -> str:
        """The value in words, without its interval."""
        return f"{self.value:.{digits_of(self.low, self.high, least=2)}f}"

    @property
    def signed(self) -> str:
        """A difference in words."""
        if self.low is None or self.high is None:
            return f"{self.value:+z.2f} (-)"
        digits = digits_of(self.low, self.high, least=2)
        return f"{self.value:+z.{digits}f} ({self.low:+z.{digits}f} to {self.high:+z.{digits}f})"


@attrs.frozen
class Share(Mean):
    """The same of something that is between none and all; told in per cent."""

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.alone} (-)"
        digits = self._digits
        return f"{self.alone} ({100 * self.low:.{digits}f} to {100 * self.high:.{digits}f})"

    @property
    def alone(self) -> str:
        """The value in words, without its interval."""
        return f"{100 * self.value:.{self._digits}f} %"

    @property
    def signed(self) -> str:
        """A difference in words, in percentage points."""
        digits = self._digits
        text = f"{100 * self.value:+z.{digits}f} pp"
        if self.low is None or self.high is None:
            return f"{text} (-)"
        return f"{text} ({100 * self.low:+z.{digits}f} to {100 * self.high:+z.{digits}f})"

    @property
    def _digits(self) -> int:
        return digits_of(
            None if self.low is None else 100 * self.low, None if self.high is None else 100 * self.high, least=1
        )


def digits_of(low: float | None, high: float | None, *, least: int) -> int:
    """How many digits behind the point say something of a number in such an interval.

    >>> digits_of(-0.0041, -0.0025, least=2), digits_of(12.1, 12.9, least=2)
    (4, 2)
    """
    if low is None or high is None or high <= low:
        return least
    return min(max(least, -floor(log10((high - low) / 2))), _MOST_DIGITS)


@attrs.define
class Sample:
    """Numbers that were measured, as far as their mean and their spread go."""

    size: int = 0
    total: float = 0
    squares: float = 0
    share: bool = False
    """Whether every value says how much of something there was, from 0 for none to 1 for all: of a victory, say."""

    @classmethod
    def of(cls, values: Iterable[float], *, share: bool = False) -> Sample:
        """The sample of some values."""
        found = cls(share=share)
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
    share: bool = False
    """Whether shares were compared, which are told in per cent."""


def mean_of(sample: Sample) -> Mean:
    """The mean of a sample; a single value, or values that are all the same, say nothing of how far it is right.

    >>> mean_of(Sample.of([1, 2, 3, 4])).value
    2.5
    """
    if sample.share:
        return share_of(sample)
    if not sample.error:
        return Mean(sample.mean)
    reach = _student(sample.size - 1) * sample.error
    return Mean(sample.mean, sample.mean - reach, sample.mean + reach)


def share_of(sample: Sample) -> Share:
    """The mean of numbers from 0 to 1 as a share (Wilson): of games that were won, say.

    Where a victory counts for less because it is shared, the interval is a little wider than it need be.

    >>> share_of(Sample.of([1, 1, 1, 0]))
    Share(value=0.75, low=0.3006..., high=0.9544...)
    """
    if not sample.size:
        return Share(0.0, 0.0, 1.0)
    size, share = sample.size, sample.mean
    middle = (share + _Z**2 / (2 * size)) / (1 + _Z**2 / size)
    reach = _Z / (1 + _Z**2 / size) * sqrt(max(0.0, share * (1 - share)) / size + _Z**2 / (4 * size**2))
    return Share(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))


def compared(what: str, base: Sample, new: Sample) -> Comparison:
    """Two samples side by side."""
    if base.share and new.share:
        one, other = share_of(base), share_of(new)
        return Comparison(what, one, other, _apart(one, other), _exactly(base, new), share=True)
    difference, (p, reach) = new.mean - base.mean, _welch(base, new)
    interval = Mean(difference) if reach is None else Mean(difference, difference - reach, difference + reach)
    return Comparison(what, mean_of(base), mean_of(new), interval, p)


def paired(what: str, base: Sequence[float], new: Sequence[float], *, share: bool = False) -> Comparison:
    """Numbers measured in pairs, one of each at a time: in games of the same seed, say.

    What happens by chance in both is not counted against the difference. Where only a few pairs differ at all, it is no
    less likely than that as many coins fall alike.

    >>> paired("points", [1, 5, 9, 3], [2, 6, 9, 5]).difference.signed
    '+1.00 (-0.30 to +2.30)'
    >>> paired("points", [1, 5, 9], [1, 5, 9]).p
    1.0
    """
    differences = Differences()
    for one, other in zip(base, new, strict=True):
        differences.add(one, other)
    return paired_samples(what, Sample.of(base, share=share), Sample.of(new, share=share), differences)


@attrs.define
class Differences:
    """How far the numbers of pairs are apart."""

    sample: Sample = attrs.field(factory=Sample)
    differing: int = 0
    """In how many pairs they differ at all."""

    def add(self, base: float, new: float) -> None:
        """Take in a pair."""
        self.sample.add(new - base)
        self.differing += new != base


def paired_samples(what: str, base: Sample, new: Sample, differences: Differences) -> Comparison:
    """The same, of pairs that have been added up already."""
    share = base.share and new.share
    kind, old, now = Share if share else Mean, mean_of(base), mean_of(new)
    error, value, size = differences.sample.error, differences.sample.mean, differences.sample.size
    by_coins = min(1.0, 2.0 ** (1 - differences.differing))
    if not error:
        return Comparison(what, old, now, kind(value), by_coins if value else 1.0, share=share)
    reach = _student(size - 1) * error
    low, high = (max(-1.0, value - reach), min(1.0, value + reach)) if share else (value - reach, value + reach)
    p = max(by_coins, two_sided(value / error, size - 1))
    return Comparison(what, old, now, kind(value, low, high), p, share=share)


def _apart(one: Share, other: Share) -> Share:
    """How far one share is from another, with the interval that follows from theirs (Newcombe)."""
    assert one.low is not None
    assert one.high is not None
    assert other.low is not None
    assert other.high is not None
    value = other.value - one.value
    down = sqrt((other.value - other.low) ** 2 + (one.high - one.value) ** 2)
    up = sqrt((other.high - other.value) ** 2 + (one.value - one.low) ** 2)
    return Share(value, max(-1.0, value - down), min(1.0, value + up))


def _exactly(one: Sample, other: Sample) -> float:
    """Fisher's test; a victory that was shared goes to whoever makes the two more alike."""
    fewer, more = sorted((one, other), key=lambda each: each.mean)
    low, high = ceil(fewer.total - _ROUNDING), floor(more.total + _ROUNDING)
    if low * more.size >= high * fewer.size:
        return 1.0
    return fisher(low, fewer.size, high, more.size)


def _welch(one: Sample, other: Sample) -> tuple[float, float | None]:
    """How likely the difference of two means is by chance, and how far its interval reaches."""
    spread, difference = sqrt(one.error**2 + other.error**2), other.mean - one.mean
    if not spread:
        return _by_chance_apart(one.size, other.size) if difference else 1.0, None
    freedom = _freedom(one, other)
    p, reach = two_sided(difference / spread, freedom), _student(freedom) * spread
    if one.error and other.error:
        return p, reach
    return _beside_one_that_is_still(*((one, other) if other.error else (other, one)), p, reach)


def _beside_one_that_is_still(still: Sample, other: Sample, p: float, reach: float) -> tuple[float, float]:
    """The same where one of them does not scatter. That may be luck, so it is taken to scatter like the other one,
    and the difference is no less likely than that the other one would give nothing but values so far out (Cantelli).
    """
    freedom, variance = still.size + other.size - 2, other.error**2 * other.size
    spread = sqrt(variance * (other.size - 1) / freedom * (1 / still.size + 1 / other.size))
    difference = other.mean - still.mean
    as_far_out = variance / (variance + difference**2)
    p = max(p, two_sided(difference / spread, freedom), min(1.0, 2 * as_far_out**still.size))
    return p, max(reach, _student(freedom) * spread)


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


def side_by_side(shown: Sequence[Comparison], one: str, other: str) -> Iterator[str]:
    """Comparisons as the lines of a table."""
    rows = [("", one, other, "difference")]
    rows += [(each.what, str(each.base), str(each.new), each.difference.signed) for each in shown]
    wide = [max(len(row[at]) for row in rows) for at in range(3)]
    marks = ("", *(f"  {'REAL' if each.real else 'may be chance'}" for each in shown))
    for (what, base, new, difference), mark in zip(rows, marks, strict=True):
        yield f"{what:{wide[0]}}  {base:>{wide[1]}}  {new:>{wide[2]}}  {difference}{mark}"


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
