"""Random numbers whose whole state is one integer, so that it can be a field of a game state.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): add a constant to a 64-bit counter, mix the bits. Its
sequence is fixed by the formula and not by a Python version, so a recorded game replays for ever. It is meant for
shuffling cards, not for secrets: whoever knows the state knows what comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_WORDS = 1 << 64
_MASK = _WORDS - 1
_GAMMA = 0x9E3779B97F4A7C15
_MANY = 1 << 48
"""So many orders are decided by one word, and few words have to be drawn again."""
_SURE = _WORDS - _MANY
"""Smaller words need not be drawn again, whatever pile they shuffle."""
_AT_ONCE = 256
"""So many words are drawn at once at most."""


def seeded(seed: int) -> int:
    """The generator state for a seed; any integer will do, seeds that differ by 2**64 are the same.

    >>> seeded(7)
    7
    """
    return seed & _MASK


def next_word(rng: int) -> tuple[int, int]:
    """The generator state after one draw, and the 64 random bits drawn.

    >>> next_word(0)[1] == 0xE220A8397B1DCDAF
    True
    """
    rng = (rng + _GAMMA) & _MASK
    return rng, _mixed(rng, _MASK)


def _mixed(words: int, mask: int) -> int:
    """Mix the bits of a word, or of many that stand in one number, each in the lower half of 128 bits: see `_lanes`."""
    words = (((words ^ (words >> 30)) & mask) * 0xBF58476D1CE4E5B9) & mask
    words = (((words ^ (words >> 27)) & mask) * 0x94D049BB133111EB) & mask
    return (words ^ (words >> 31)) & mask


@lru_cache(maxsize=512)
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """For so many words in one number: a 1 in each, how far the counter is in each, the bits of all, and its form."""
    ones = sum(1 << 128 * lane for lane in range(count))
    counted = sum((lane + 1) * _GAMMA % _WORDS << 128 * lane for lane in range(count))
    return ones, counted, ones * _MASK, Struct("<" + "Q8x" * count)


def next_words(rng: int, count: int) -> tuple[int, tuple[int, ...]]:
    """The generator state after some draws, and the words drawn: arithmetic with one large number takes less time.

    >>> rng, (first, second) = next_words(7, 2)
    >>> first == word_at(7, 0), second == word_at(7, 1), rng == next_word(next_word(7)[0])[0]
    (True, True, True)
    """
    ones, counted, mask, form = _lanes(count)
    words = _mixed((ones * rng + counted) & mask, mask)
    return (rng + count * _GAMMA) & _MASK, form.unpack(words.to_bytes(16 * count, "little"))


def word_at(seed: int, number: int) -> int:
    """The word that the generator of a seed draws after as many others, without drawing those.

    >>> rng, first = next_word(seeded(7))
    >>> word_at(7, 0) == first, word_at(7, 1) == next_word(rng)[1]
    (True, True)
    """
    return next_word(seeded(seed + number * _GAMMA))[1]


def below(rng: int, bound: int) -> tuple[int, int]:
    """The generator state and a number from 0 to `bound - 1`, each equally likely.

    Words of the last, incomplete block of `bound` numbers are drawn again, so there is no bias.
    """
    if not 0 < bound <= _WORDS:
        raise ValueError(f"the bound must be from 1 to 2**64, not {bound}")
    limit = _WORDS - _WORDS % bound
    while True:
        rng, word = next_word(rng)
        if word < limit:
            return rng, word % bound


def shuffled(rng: int, items: Iterable[T]) -> tuple[int, tuple[T, ...]]:
    """The generator state and the items in random order, each order equally likely (Fisher and Yates)."""
    pile = list(items)
    last = len(pile) - 1
    while last > 0:
        rng, words = next_words(rng, min(last, _AT_ONCE))
        for word in words:
            bound = last + 1
            if word < _SURE or word < _WORDS - _WORDS % bound:  # or else it is drawn again: see `below`
                other = word % bound
                pile[last], pile[other] = pile[other], pile[last]
                last -= 1
    return rng, tuple(pile)


def drawn(rng: int, items: Iterable[T], count: int) -> tuple[int, list[T], list[T]]:
    """The generator state, some of the items in random order, and the others, of whose order nothing is known.

    For players who imagine what they cannot see, again and again: one word decides several draws, where `shuffled`
    takes a word for each, as every recorded game relies on.

    >>> rng, some, others = drawn(7, "abcde", 2)
    >>> len(some), sorted(some + others)
    (2, ['a', 'b', 'c', 'd', 'e'])
    """
    pile = list(items)
    size = len(pile)
    left = size - count
    lots = _lots(size, left)
    at = 0
    while at < len(lots):
        rng, words = next_words(rng, len(lots) - at)
        for word in words:
            orders, limit, after = lots[at]
            if word >= limit:  # it is drawn again: see `below`
                continue
            lot = word % orders
            while size > after:
                other = lot % size
                lot //= size
                size -= 1
                pile[size], pile[other] = pile[other], pile[size]
            at += 1
    return rng, pile[left:], pile[:left]


@lru_cache(maxsize=1 << 12)
def _lots(size: int, left: int) -> tuple[tuple[int, int, int], ...]:
    """What each word decides: between how many orders, where their last whole block ends, how many items are left."""
    found: list[tuple[int, int, int]] = []
    while size > left:
        orders, after = size, size - 1
        while after > left and orders < _MANY:
            orders *= after
            after -= 1
        found.append((orders, _WORDS - _WORDS % orders, after))
        size = after
    return tuple(found)
