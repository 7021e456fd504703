"""Where generated positions get their choices from: a numbered throw of dice, or Hypothesis, which can shrink them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from arcanum.kernel.randomness import below, next_word, seeded

T = TypeVar("T")


class Chance(ABC):
    """A source of choices; all of them come down to numbers below a bound."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""

    def once_in(self, times: int) -> bool:
        """Something that happens once in so many times."""
        return self.below(times) == times - 1

    def pick(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """All of these, in any order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

    def some(self, items: Iterable[T], most: int) -> list[T]:
        """Up to so many of these, in any order."""
        left = list(items)
        count = self.below(min(most, len(left)) + 1)
        return [left.pop(self.below(len(left))) for _ in range(count)]


class Dice(Chance):
    """The generator of the engine: position number so-and-so is always the same position."""

    def __init__(self, number: int) -> None:
        self.rng, _ = next_word(seeded(number))

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        self.rng, value = below(self.rng, bound)
        return value


class Drawn(Chance):
    """Choices that Hypothesis makes."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        return self.draw(st.integers(0, bound - 1))
