"""The generator whose state lives in the game: its sequence, and that numbers and orders are equally likely.

The expected words come from a C program with native 64-bit arithmetic; those for the seed 1234567 are also the
published test values of SplitMix64.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum.kernel.randomness import below, drawn, next_word, seeded, shuffled

WORDS = {
    0: (16294208416658607535, 7960286522194355700, 487617019471545679, 17909611376780542444, 1961750202426094747),
    1: (10451216379200822465, 13757245211066428519, 17911839290282890590, 8196980753821780235, 8195237237126968761),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821),
    2**64 - 1: (
        16490336266968443936, 16834447057089888969, 4048727598324417001, 7862637804313477842, 13015481187462834606,
    ),
}  # fmt: skip
FOLDED = 1986279003988688327
"""The first hundred thousand words for the seed 0, each multiplied by its number, folded together with exclusive or."""


def words(seed: int) -> Iterator[int]:
    rng = seeded(seed)
    while True:
        rng, word = next_word(rng)
        yield word


@pytest.mark.parametrize("seed", WORDS)
def test_the_first_words_are_those_of_splitmix64(seed: int) -> None:
    assert tuple(islice(words(seed), 5)) == WORDS[seed]


def test_the_first_hundred_thousand_words_are_those_of_splitmix64() -> None:
    folded = 0
    for number, word in enumerate(islice(words(0), 100_000), start=1):
        folded ^= word * number % 2**64
    assert folded == FOLDED


@given(st.integers())
def test_any_whole_number_is_a_seed_and_only_its_last_64_bits_count(seed: int) -> None:
    assert 0 <= seeded(seed) < 2**64
    assert seeded(seed) == seeded(seed + 2**64) == seeded(seed - 2**64)


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_a_number_below_a_bound_is_the_first_word_of_a_complete_block(seed: int, bound: int) -> None:
    """Words of the incomplete block at the end are thrown away, or small numbers would be more likely."""
    complete = 2**64 // bound * bound
    word = next(word for word in words(seed) if word < complete)
    assert below(seeded(seed), bound)[1] == word % bound


def test_words_of_the_incomplete_block_are_drawn_again() -> None:
    """With a bound just above half of all words, about every second word is thrown away."""
    bound = 2**63 + 1
    again = sum(next_word(seed)[1] >= bound for seed in range(1000))
    assert 400 < again < 600
    assert all(below(seed, bound)[1] < bound for seed in range(1000))


def spread(found: Sequence[int]) -> float:
    """How many standard deviations chi-square is above its mean, if all counts are equally likely."""
    mean = sum(found) / len(found)
    chi_square = sum((count - mean) ** 2 / mean for count in found)
    freedom = len(found) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("bound", [2, 3, 4, 5, 7, 10, 56, 78])
def test_all_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    rng, found = seeded(2011), Counter[int]()
    for _ in range(300 * bound):
        rng, number = below(rng, bound)
        found[number] += 1
    assert set(found) == set(range(bound))
    assert abs(spread([found[number] for number in range(bound)])) < 4


def test_all_orders_are_equally_likely() -> None:
    rng, found = seeded(78), Counter[tuple[int, ...]]()
    for _ in range(24 * 500):
        rng, order = shuffled(rng, range(4))
        found[order] += 1
    assert set(found) == set(permutations(range(4)))
    assert abs(spread(list(found.values()))) < 4


def test_every_card_is_equally_likely_in_every_place() -> None:
    rng, found = seeded(56), Counter[tuple[int, int]]()
    for _ in range(56 * 40):
        rng, order = shuffled(rng, range(56))
        found.update(enumerate(order))
    assert len(found) == 56 * 56
    assert abs(spread(list(found.values()))) < 4


@given(st.integers(), st.lists(st.integers()))
def test_shuffling_keeps_the_items_and_leaves_its_argument_alone(seed: int, items: list[int]) -> None:
    copy = list(items)
    rng, order = shuffled(seeded(seed), items)
    assert items == copy
    assert sorted(order) == sorted(items)
    assert 0 <= rng < 2**64
    assert (rng, order) == shuffled(seeded(seed), items)


@pytest.mark.parametrize(("size", "count"), [(4, 4), (4, 2), (5, 3), (6, 1)])
def test_all_ways_to_draw_some_items_are_equally_likely(size: int, count: int) -> None:
    ways = list(permutations(range(size), count))
    rng, found = seeded(1910), Counter[tuple[int, ...]]()
    for _ in range(len(ways) * 300):
        rng, some, others = drawn(rng, range(size), count)
        assert sorted(some + others) == list(range(size))
        found[tuple(some)] += 1
    assert set(found) == set(ways)
    assert abs(spread(list(found.values()))) < 4


def test_every_card_is_equally_likely_to_be_drawn_in_every_place_where_words_decide_many_draws() -> None:
    rng, found = seeded(22), Counter[tuple[int, int]]()
    for _ in range(56 * 40):
        rng, some, _ = drawn(rng, range(56), 40)
        found.update(enumerate(some))
    assert len(found) == 56 * 40
    assert abs(spread(list(found.values()))) < 4


@given(st.integers(), st.lists(st.integers()), st.data())
def test_drawing_keeps_the_items_and_leaves_its_argument_alone(
    seed: int, items: list[int], data: st.DataObject
) -> None:
    copy, count = list(items), data.draw(st.integers(0, len(items)))
    rng, some, others = drawn(seeded(seed), items, count)
    assert items == copy
    assert len(some) == count
    assert sorted(some + others) == sorted(items)
    assert (rng, some, others) == drawn(seeded(seed), items, count)
