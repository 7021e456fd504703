"""Events: what happened, to whom, by which clause, and who may see it.

An event is raised by the same atom that changes the state. Interfaces animate from events, logs are written from
them. What only some seats may know sits in the fields that a class lists in `secret`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import attrs

from arcanum.kernel.ids import ClauseId

Seat = int
"""Seats are 0 ... players-1, clockwise; the seat to the left is +1."""


@attrs.frozen(kw_only=True)
class Event:
    """Something that happened in a game."""

    clause: ClauseId
    audience: tuple[Seat | None, ...] = ()
    """The seats that see the secret fields (None: spectators), if the event says so; all other fields are public."""

    secret: ClassVar[tuple[str, ...]] = ()

    def seen_by(self, seat: Seat | None) -> Self:
        """The event as a seat sees it (None: a spectator): secret fields are None outside the audience."""
        if seat in self.audience or not self.secret:
            return self
        blank: dict[str, Any] = dict.fromkeys(self.secret)
        return attrs.evolve(self, **blank)


@attrs.frozen
class Chose(Event):
    """A player answered an offer that everybody knows of; None means that he declined."""

    seat: Seat
    option: str | None
