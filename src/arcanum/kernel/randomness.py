"""Random numbers whose whole state is one integer, so that it can be a field of a game state.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): add a constant to a 64-bit counter, mix the bits. Its
sequence is fixed by the formula and not by a Python version, so a recorded game replays for ever. It is meant for
shuffling cards, not for secrets: whoever knows the state knows what comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_WORDS = 1 << 64
_MASK = _WORDS - 1
_GAMMA = 0x9E3779B97F4A7C15
_MANY = 1 << 48
"""So many orders are decided by one word, and few words have to be drawn again."""


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
    word = rng
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return rng, word ^ (word >> 31)


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
    for last in range(len(pile) - 1, 0, -1):
        rng, other = below(rng, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
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
    while size > left:
        orders, after = size, size - 1
        while after > left and orders < _MANY:
            orders *= after
            after -= 1
        rng, lot = below(rng, orders)
        while size > after:
            other = lot % size
            lot //= size
            size -= 1
            pile[size], pile[other] = pile[other], pile[size]
    return rng, pile[left:], pile[:left]
