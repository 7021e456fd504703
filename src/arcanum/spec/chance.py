"""Whether chance treats everything alike: results equally likely, piles shuffled, hands dealt from shuffled cards.

A property gives what many games brought, from fixed seeds, so no run is unlucky. Shuffles are judged by two tables:
which card lies in which place, and which card lies on which. A pile that is only cut fills the first table evenly and
not the second; a pile of which some part keeps its order, or gets it by a rule, fails one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Final

_DEVIATIONS: Final = 5
"""What is fair is more uneven than so many standard deviations once in three million times."""


def is_even(results: Iterable[Hashable], cells: Iterable[Hashable]) -> bool:
    """Whether independent results fall into all cells about equally often, and nowhere else.

    >>> is_even("abab" * 100, "ab"), is_even("aaab" * 100, "ab"), is_even("abc" * 100, "ab")
    (True, False, False)
    """
    wanted, counts = set(cells), Counter(results)
    return counts.keys() <= wanted and bool(counts) and _is_flat(counts, len(wanted), len(wanted) - 1)


def is_shuffled(orders: Iterable[Sequence[Hashable]], cards: Iterable[Hashable]) -> bool:
    """Whether orders look like shuffles of the cards, or like the first ones of a shuffle, and as long as each other.

    >>> piles = [Random(seed).sample("abcdefgh", 8) for seed in range(200)]
    >>> is_shuffled(piles, "abcdefgh"), is_shuffled([pile[:3] for pile in piles], "abcdefgh")
    (True, True)
    >>> is_shuffled(["abcdefgh"[at % 8 :] + "abcdefgh"[: at % 8] for at in range(200)], "abcdefgh")  # cut
    False
    >>> is_shuffled([sorted(pile[:4]) + pile[4:] for pile in piles], "abcdefgh")  # half of it sorted
    False
    """
    known, found = set(cards), [tuple(order) for order in orders]
    size = len(found[0]) if found else 0
    if not found or any(len(order) != size or len(known.intersection(order)) != size for order in found):
        return False
    all_of, places, pairs = len(known), Counter[Hashable](), Counter[Hashable]()
    for order in found:
        places.update(enumerate(order))
        pairs.update(pairwise(order))
    if all_of < 2 or not size:
        return True
    # A card in one place is not in another, so cells do not vary independently: this much more at most.
    more = 2 * (size - 2) / ((size - 1) * (all_of - 2)) if size > 2 else 0
    return _is_flat(places, all_of * size, size * (all_of - 1), all_of / (all_of - 1)) and (
        size < 2 or _is_flat(pairs, all_of * (all_of - 1), all_of * (all_of - 1) - (size - 1), 1 + more)
    )


def is_dealt(deals: Iterable[Sequence[Collection[Hashable]]], cards: Iterable[Hashable]) -> bool:
    """Whether hands look like dealt from shuffled cards; how a hand is sorted does not matter.

    >>> piles = [Random(seed).sample("abcdefgh", 8) for seed in range(200)]
    >>> is_dealt([(sorted(pile[:4]), sorted(pile[4:])) for pile in piles], "abcdefgh")
    True
    """
    orders = ([card for hand in hands for card in _mixed(hand, luck)] for luck, hands in enumerate(deals))
    return is_shuffled(orders, cards)


def _mixed(hand: Collection[Hashable], luck: int) -> list[Hashable]:
    """A hand in random order, by other luck than that of the game."""
    return Random(f"hand {luck}").sample(list(hand), len(hand))


def _is_flat(counts: Mapping[Hashable, int], cells: int, usual: float, varies: float = 1) -> bool:
    """Whether counts are about the same over so many cells, by chi square (Wilson and Hilferty).

    `usual` is what the sum usually comes to, and `varies` the largest variance of anything in it, in units of a cell's.
    """
    share = sum(counts.values()) / cells
    found = sum((count - share) ** 2 / share for count in counts.values()) + (cells - len(counts)) * share
    freedom = usual / varies
    if not freedom:
        return True
    spread = 2 / (9 * freedom)
    return found < usual * (1 - spread + _DEVIATIONS * float(spread**0.5)) ** 3
