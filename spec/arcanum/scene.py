"""What every scene has: the steps of one card from the hand to its end, and what follows from them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from arcanum.kernel.events import Event
from arcanum.spec.games import Step
from arcanum.tarot import State

EventT = TypeVar("EventT", bound=Event)


class Steps:
    """A run of decisions. A scene adds whose it is, and which card."""

    __slots__ = ()

    @property
    @abstractmethod
    def steps(self) -> tuple[Step, ...]:
        """The decisions, the first of which chose the card."""

    @property
    def before(self) -> State:
        """The state in which the card was chosen."""
        return self.steps[0].before

    @property
    def after(self) -> State:
        """The state when the card was done."""
        return self.steps[-1].after

    @property
    def answers(self) -> tuple[Step, ...]:
        """The decisions that the card asked for."""
        return self.steps[1:]

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for step in self.steps for event in step.events)

    def of(self, kind: type[EventT]) -> tuple[EventT, ...]:
        """The events of a kind."""
        return tuple(event for event in self.events if isinstance(event, kind))
