"""Intervals and comparisons: what they claim, and a second opinion from scipy."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum.lab.statistics import Sample, compared, corrected, mean_of, share_of, two_sided

stats: Any = import_module("scipy.stats")
numbers = st.lists(st.integers(-50, 50), min_size=2, max_size=40).filter(lambda row: len(set(row)) > 1)


@given(numbers, numbers)
def test_two_samples_differ_as_much_as_welch_says(one: list[int], other: list[int]) -> None:
    found = compared("", Sample.of(one), Sample.of(other))
    expected = stats.ttest_ind(other, one, equal_var=False)
    interval = expected.confidence_interval()
    assert found.p == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    assert (found.difference.low, found.difference.high) == pytest.approx((interval.low, interval.high), abs=1e-6)


@given(numbers)
def test_a_mean_has_the_interval_of_student(values: list[int]) -> None:
    found = mean_of(Sample.of(values))
    low, high = stats.t.interval(0.95, len(values) - 1, found.value, stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(1, 3000).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))))
def test_a_share_has_the_interval_of_wilson(won_of: tuple[int, int]) -> None:
    won, games = won_of
    found = share_of(Sample(games, won, won))
    expected = stats.binomtest(won, games).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(st.floats(-40, 40), st.floats(1, 9_999))
def test_students_distribution_is_that_of_the_tables(t: float, freedom: float) -> None:
    assert two_sided(t, freedom) == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-6, abs=1e-14)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_correction_keeps_what_holm_keeps(chances: list[float]) -> None:
    plain = compared("", Sample.of([0, 1]), Sample.of([0, 1]))
    found = corrected([attrs.evolve(plain, p=p) for p in chances])
    # As Holm's adjusted chances: multiplied by how many are left, and never less than those before.
    adjusted, least = dict[int, float](), 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, (len(chances) - rank) * chances[at])
        adjusted[at] = least
    for at, each in enumerate(found):
        if adjusted[at] != pytest.approx(0.05):
            assert each.real == (adjusted[at] < 0.05)


@given(st.lists(st.integers(-9, 9)), st.lists(st.integers(-9, 9)))
def test_it_does_not_matter_in_which_order_whole_numbers_were_measured(one: list[int], other: list[int]) -> None:
    assert Sample.of([*one, *other]) == Sample.of([*reversed(other), *one])


def test_if_nothing_differs_hardly_anything_is_called_real() -> None:
    dice = Random(7)
    alarms = 0
    for _ in range(100):
        pairs = [[Sample.of(dice.gauss(0, 1) for _ in range(30)) for _ in "ab"] for _ in range(20)]
        alarms += any(each.real for each in corrected([compared("", one, other) for one, other in pairs]))
    assert alarms <= 12


def test_an_interval_covers_the_true_mean_about_as_often_as_it_says() -> None:
    dice = Random(5)
    covered = 0
    for _ in range(400):
        mean = mean_of(Sample.of(dice.gauss(3, 2) for _ in range(50)))
        covered += mean.low <= 3 <= mean.high
    assert 360 <= covered <= 396


def test_equal_samples_do_not_differ_and_distant_ones_do() -> None:
    same = compared("same", Sample.of([1.0, 2.0, 3.0] * 20), Sample.of([1.0, 2.0, 3.0] * 20))
    far = compared("far", Sample.of([1.0, 2.0, 3.0] * 20), Sample.of([11.0, 12.0, 13.0] * 20))
    assert (same.p, far.difference.value) == (1.0, 10.0)
    assert [each.real for each in corrected([same, far])] == [False, True]


def test_one_of_many_chance_differences_is_not_called_real() -> None:
    weak = attrs.evolve(compared("weak", Sample.of([0.0, 1.0] * 20), Sample.of([0.0, 1.0] * 20)), p=0.01)
    assert [each.real for each in corrected([weak])] == [True]
    assert not any(each.real for each in corrected([weak] * 20))


def test_a_constant_sample_that_changes_is_a_real_difference() -> None:
    (difference,) = corrected([compared("flag", Sample.of([0.0] * 30), Sample.of([1.0] * 30))])
    assert difference.real
    assert difference.p < 1e-15


def test_two_values_that_happen_to_be_equal_prove_nothing() -> None:
    found = compared("", Sample.of([0, 0]), Sample.of([1, 1]))
    assert found.p == pytest.approx(1 / 3), "two of the six ways to deal them out"
