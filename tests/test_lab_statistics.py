"""Intervals and comparisons: what they claim, and a second opinion from scipy."""

from __future__ import annotations

from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum.lab.exact import fisher
from arcanum.lab.statistics import Mean, Sample, Share, compared, corrected, mean_of, share_of, two_sided

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
    found = mean_of(Sample(games, won, won, share=True))
    assert found == share_of(Sample(games, won, won))
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
        assert mean.low is not None
        assert mean.high is not None
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


# --- shares -----------------------------------------------------------------------------------------------------------

won_of = st.integers(1, 400).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size)))


def shares(won: float, games: int) -> Sample:
    return Sample(games, won, won, share=True)


@given(won_of, won_of)
def test_two_shares_differ_as_much_as_fisher_says(one: tuple[int, int], other: tuple[int, int]) -> None:
    expected = stats.fisher_exact([[won, games - won] for won, games in (one, other)]).pvalue
    assert fisher(*one, *other) == pytest.approx(expected, rel=1e-6, abs=1e-300)
    assert compared("", shares(*one), shares(*other)).p == pytest.approx(expected, rel=1e-6, abs=1e-300)


@pytest.mark.parametrize("won", [0, 1, 10, 12_000, 12_400, 12_500, 12_600, 14_000, 24_999, 25_000])
def test_the_exact_test_is_as_exact_and_quick_for_many_games(won: int) -> None:
    start = perf_counter()
    found = fisher(12_500, 25_000, won, 25_000)
    assert perf_counter() - start < 0.1
    assert found == pytest.approx(
        stats.fisher_exact([[12_500, 12_500], [won, 25_000 - won]]).pvalue, rel=1e-7, abs=1e-290
    )


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((2, 7), (6, 7), 0.0582, 0.8062),
        ((0, 29), (5, 56), -0.0381, 0.1926),
        ((0, 20), (0, 10), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((0, 20), (10, 10), 0.6791, 1.0000),
        ((0, 10), (10, 10), 0.6075, 1.0000),
    ],
)
def test_a_difference_of_shares_has_the_interval_that_newcombe_printed(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    found = compared("", shares(*one), shares(*other)).difference
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@given(won_of, won_of)
def test_no_share_is_below_nothing_or_above_all(one: tuple[int, int], other: tuple[int, int]) -> None:
    found = compared("", shares(*one), shares(*other))
    assert found.share
    for each, least in ((found.base, 0), (found.new, 0), (found.difference, -1)):
        assert isinstance(each, Share)
        assert each.low is not None
        assert each.high is not None
        assert least <= each.low <= each.value <= each.high <= 1


def test_two_users_who_both_lost_prove_nothing() -> None:
    found = compared("wins with cards: Devil", shares(0, 2), shares(250, 1000))
    assert found.p == 1
    assert found.difference.low is not None
    assert found.difference.low < 0 < (found.difference.high or 0)


def test_a_victory_that_is_shared_makes_a_difference_no_surer() -> None:
    assert compared("", shares(2.5, 10), shares(8.5, 10)).p == compared("", shares(3, 10), shares(8, 10)).p
    assert compared("", shares(2.5, 10), shares(2.7, 10)).p == 1
    thirds = Sample.of([1 / 3] * 30, share=True)
    assert compared("", thirds, shares(10, 30)).p == 1


@pytest.mark.parametrize("sizes", [(2, 300), (3, 300), (40, 40), (300, 3)])
@pytest.mark.parametrize("share", [0.02, 0.25, 0.5, 0.9])
def test_if_no_share_differs_hardly_anything_is_called_real(sizes: tuple[int, int], share: float) -> None:
    dice = Random(11)
    alarms = 0
    for _ in range(100):
        pairs = [[sum(dice.random() < share for _ in range(size)) for size in sizes] for _ in range(20)]
        found = [compared("", shares(one, sizes[0]), shares(other, sizes[1])) for one, other in pairs]
        alarms += any(each.real for each in corrected(found))
    assert alarms <= 12


@pytest.mark.parametrize("sizes", [(2, 300), (300, 2), (40, 40)])
@pytest.mark.parametrize("chance", [0.05, 0.5, 0.95])
def test_a_few_counts_that_happen_to_be_equal_are_no_alarm(sizes: tuple[int, int], chance: float) -> None:
    dice = Random(13)
    alarms = 0
    for _ in range(100):
        pairs = [[Sample.of(dice.random() < chance for _ in range(size)) for size in sizes] for _ in range(20)]
        alarms += any(each.real for each in corrected([compared("", one, other) for one, other in pairs]))
    assert alarms <= 12


def test_a_large_constant_sample_beside_one_that_scatters_is_a_real_difference() -> None:
    found = compared("turns", Sample.of([3] * 60), Sample.of([4] * 55 + [5] * 5))
    assert found.p < 1e-15
    assert found.difference.low is not None
    assert found.difference.low > 0.9


# --- in words ---------------------------------------------------------------------------------------------------------


def test_what_cannot_scatter_has_no_interval() -> None:
    one = mean_of(Sample.of([4.0]))
    assert (one.low, one.high, str(one), one.signed) == (None, None, "4.00 (-)", "+4.00 (-)")
    found = compared("", Sample.of([4.0]), Sample.of([8.0]))
    assert (found.difference.signed, found.p) == ("+4.00 (-)", 1.0)


def test_shares_are_told_in_per_cent_and_their_differences_in_points_of_per_cent() -> None:
    found = compared("", shares(50, 200), shares(70, 200))
    assert str(found.base) == "25.0 % (19.5 to 31.4)"
    assert found.difference.signed == "+10.0 pp (+1.0 to +18.8)"


def test_small_numbers_are_told_with_digits_that_say_something() -> None:
    assert Mean(-0.0033, -0.0041, -0.0025).signed == "-0.0033 (-0.0041 to -0.0025)"
    assert Mean(182.927, 182.6, 183.254).signed == "+182.93 (+182.60 to +183.25)"
    assert str(Mean(0.0033, 0.0025, 0.0041)) == "0.0033 ±0.0008"
    assert Share(0.00042, 0.0002, 0.00064).signed == "+0.04 pp (+0.02 to +0.06)"
