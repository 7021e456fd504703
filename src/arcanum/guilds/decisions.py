"""Decisions that abilities ask for: aiming an effect at something, and playing cards that were drawn for that."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import attrs

from arcanum.guilds.atoms import discard
from arcanum.guilds.cards import UNSEEN, CardId
from arcanum.guilds.clause_ids import AMB_29, R_LOC_2
from arcanum.guilds.playing import carry_out, plays
from arcanum.guilds.state import GuildTable, State
from arcanum.guilds.strength import Position
from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision, Effect, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value


class Aimed(Effect[State, GuildTable]):
    """An effect that its player aims at a card, a District or a player. Without anything to aim at, nothing happens."""

    __slots__ = ()

    prompt: ClassVar[str]

    @property
    def times(self) -> int:
        """How often it is aimed, one after the other."""
        return 1

    @property
    @abstractmethod
    def clause(self) -> ClauseId:
        """The clause that its events cite."""

    @abstractmethod
    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """What it can be aimed at. May use only what the seat knows."""

    @abstractmethod
    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Carry it out."""

    def possible(self, position: Position, seat: Seat) -> bool:
        """There must be something to aim at."""
        return bool(self.targets(position, seat))

    def run(self, table: GuildTable, seat: Seat) -> None:
        """Ask."""
        self.ask(table, seat, self.times)

    def ask(self, table: GuildTable, seat: Seat, left: int) -> None:
        """Ask, if there is something to aim at."""
        if self.targets(table, seat):
            table.agenda.append(Aim(seat, self, left))


@value
class Aim(Decision[State, GuildTable]):
    """The decision that an aimed effect asks for."""

    seat: Seat
    effect: Aimed
    left: int = 1
    """How often it is still to be aimed."""

    @property
    def clause(self) -> ClauseId:
        """The clause of the effect."""
        return self.effect.clause

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.effect.prompt

    def actions(self, state: State) -> tuple[Action, ...]:
        """Everything that it can be aimed at."""
        return self.effect.targets(state, self.seat)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Something of the right kind, but out of reach."""
        if type(action) not in {type(each) for each in self.actions(state)}:
            return ()
        return (Violation(self.clause, f"{action} is out of reach: seat {self.seat} has to {self.prompt}"),)

    def take(self, table: GuildTable, action: Action) -> None:
        """Carry it out."""
        self.effect.hit(table, self.seat, action)
        if self.left > 1:
            self.effect.ask(table, self.seat, self.left - 1)


@cites(R_LOC_2, AMB_29)
@value
class PlayDrawn(Decision[State, GuildTable]):
    """A player plays one of the cards that he has drawn for it; one that is of no use can only be discarded."""

    seat: Seat
    cards: tuple[CardId, ...]
    count: int
    clause: ClauseId

    prompt = "play one of the cards drawn"

    def seen_by(self, seat: Seat | None) -> PlayDrawn:
        """Nobody else knows which cards they are."""
        return self if seat == self.seat else attrs.evolve(self, cards=(UNSEEN,) * len(self.cards))

    def actions(self, state: State) -> tuple[Action, ...]:
        """Everything that each of them can be used for."""
        return tuple(plays(state, self.seat, self.cards, hand=False))

    def take(self, table: GuildTable, action: Action) -> None:
        """Play it; perhaps there is another one to play afterwards."""
        used = next(card for card in self.cards if getattr(action, "card", None) == card)
        rest = tuple([card for card in self.cards if card != used])
        table.agenda[-1] = DiscardDrawn(self.seat, rest, self.clause)
        if self.count > 1 and rest:
            table.agenda.append(PlayDrawn(self.seat, rest, self.count - 1, self.clause))
        carry_out(table, self.seat, action)


@value
class DiscardDrawn(Task[State, GuildTable]):
    """What was drawn and not played is discarded."""

    seat: Seat
    cards: tuple[CardId, ...]
    clause: ClauseId

    def seen_by(self, seat: Seat | None) -> DiscardDrawn:
        """Nobody else knows which cards they are."""
        return self if seat == self.seat else attrs.evolve(self, cards=(UNSEEN,) * len(self.cards))

    def run(self, table: GuildTable) -> None:
        """Discard it."""
        for card in self.cards:
            discard(table, self.seat, card, self.clause)
