"""What is still to happen: a stack of tasks in the state, and the loop that works it off.

A task either runs at once or waits for a player (a `Decision`). Effects are the vocabulary of rules data: a card or
a place is a tuple of effects, a `Frame` is what is left of such a program and whose it is. All of them are frozen
values, so a game can be saved in the middle of any decision. This module knows no game.

The classes are abstract to the type checker only: `ABCMeta` would make each `isinstance` in the inner loop slower.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, Self, TypeVar

import attrs

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Chose, Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value

if TYPE_CHECKING:
    from arcanum.kernel.engine import State


class Table:
    """The working copy of a state while one action is carried out. It never outlives that action."""

    __slots__ = ("agenda", "log", "seats")

    agenda: list[Task[Any, Any]]
    log: list[Event] | None
    seats: int

    @abstractmethod
    def freeze(self) -> State:
        """The state that the table has become."""

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats, clockwise from the left neighbour."""
        return clockwise(self.seats, seat)[1:]

    def all_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, clockwise from this one."""
        return clockwise(self.seats, seat)


@lru_cache(maxsize=256)
def clockwise(seats: int, seat: Seat) -> tuple[Seat, ...]:
    """All of so many seats, clockwise from one."""
    return tuple([(seat + step) % seats for step in range(seats)])


P = ParamSpec("P")


def report(table: Table, kind: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
    """Add an event of a kind to the log; if nobody keeps one, it is not even made."""
    if table.log is not None:
        table.log.append(kind(*args, **kwargs))


def decline(table: Table, seat: Seat, clause: ClauseId) -> None:
    """A player does not take what he is offered, which everybody sees."""
    report(table, Chose, seat, None, clause=clause)


StateT = TypeVar("StateT")
TableT = TypeVar("TableT", bound=Table)


class Task(Generic[StateT, TableT]):
    """One thing on the agenda."""

    __slots__ = ()

    open: ClassVar[tuple[str, ...]] = ()
    """Fields that name cards which everybody sees. A class with other cards has to say who sees them: `seen_by`."""

    @abstractmethod
    def run(self, table: TableT) -> None:
        """Carry it out. Whatever it puts on the agenda happens next."""

    @property
    def unseen(self) -> tuple[Any, ...]:
        """What others have chosen and nobody else may know yet; only in a view, and only of choices made together."""
        return ()

    def seen_by(self, seat: Seat | None) -> Self:
        """The task as a seat may know it (None: a spectator)."""
        return self


class Decision(Task[StateT, TableT]):
    """A task that waits for the answer of one seat."""

    __slots__ = ()

    @property
    @abstractmethod
    def clause(self) -> ClauseId:
        """The clause that asks for this decision; the reason of last resort when an answer is refused."""

    @property
    @abstractmethod
    def seat(self) -> Seat:
        """The seat that is asked."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """What the seat is asked to do, as the end of a sentence: "hide a Minor"."""

    @abstractmethod
    def actions(self, state: StateT) -> tuple[Action, ...]:
        """The legal answers, in a stable order, never empty. May use only what the seat knows."""

    @abstractmethod
    def take(self, table: TableT, action: Action) -> None:
        """Carry out a legal answer. The decision itself is already off the agenda."""

    def objections(self, state: StateT, action: Action) -> tuple[Violation, ...]:
        """The particular reasons why an action of the right kind is not among the legal ones."""
        return ()

    def run(self, table: TableT) -> None:
        """A decision does nothing by itself: it waits."""
        table.agenda.append(self)


class Effect(Generic[StateT, TableT]):
    """A word of the rules language."""

    __slots__ = ()

    @abstractmethod
    def run(self, table: TableT, seat: Seat) -> None:
        """Do it for a seat."""

    def possible(self, position: StateT | TableT, seat: Seat) -> bool:
        """Whether anything would happen if the seat carried it out."""
        return True


@value
class Frame(Task[StateT, TableT]):
    """The rest of an effect program, and whose it is."""

    program: tuple[Effect[StateT, TableT], ...]
    seat: Seat

    def run(self, table: TableT) -> None:
        """Run effects until one of them puts something on the agenda; that comes before the rest."""
        agenda = table.agenda
        depth = len(agenda)
        for done, effect in enumerate(self.program, start=1):
            effect.run(table, self.seat)
            if len(agenda) > depth:
                if done < len(self.program):
                    agenda.insert(depth, Frame(self.program[done:], self.seat))
                return


def can_all(program: tuple[Effect[StateT, TableT], ...], position: StateT | TableT, seat: Seat) -> bool:
    """Whether a seat can carry out all effects of a program."""
    for effect in program:  # noqa: SIM110 - a generator takes longer than the effects
        if not effect.possible(position, seat):
            return False
    return True


def can_some(program: tuple[Effect[StateT, TableT], ...], position: StateT | TableT, seat: Seat) -> bool:
    """Whether a seat can carry out any effect of a program."""
    return any(effect.possible(position, seat) for effect in program)


@attrs.frozen
class Alternative(Generic[StateT, TableT]):
    """One of the programs that a player can choose from."""

    name: str
    program: tuple[Effect[StateT, TableT], ...]


@attrs.frozen
class Choose(Effect[StateT, TableT]):
    """Let the seat choose one alternative; with `optional`, also none."""

    alternatives: tuple[Alternative[StateT, TableT], ...]
    clause: ClauseId
    optional: bool = False

    def possible_for(self, position: StateT | TableT, seat: Seat) -> list[Alternative[StateT, TableT]]:
        """The alternatives of which the seat can carry out at least a part; an effect is done as far as it can be."""
        return [each for each in self.alternatives if can_some(each.program, position, seat)]

    def run(self, table: TableT, seat: Seat) -> None:
        """Ask, unless there is nothing to choose."""
        possible = self.possible_for(table, seat)
        if len(possible) == 1 and not self.optional:
            table.agenda.append(Frame(possible[0].program, seat))
        elif possible or self.optional:
            table.agenda.append(ChooseOne(seat, self))


@value
class ChooseOne(Decision[StateT, TableT]):
    """The decision that `Choose` asks for."""

    seat: Seat
    choice: Choose[StateT, TableT]

    @property
    def clause(self) -> ClauseId:
        """The clause of the effect that offers the choice."""
        return self.choice.clause

    @property
    def prompt(self) -> str:
        """What is asked."""
        names = " or ".join(option.name for option in self.choice.alternatives)
        return f"choose {names}" + (" or pass" if self.choice.optional else "")

    def actions(self, state: StateT) -> tuple[Action, ...]:
        """The alternatives that are possible, then passing if that is allowed."""
        found: list[Action] = [Option(each.name) for each in self.choice.possible_for(state, self.seat)]
        if self.choice.optional:
            found.append(PASS)
        return tuple(found)

    def take(self, table: TableT, action: Action) -> None:
        """Run the chosen program."""
        if table.log is not None:
            option = action.name if isinstance(action, Option) else None
            table.log.append(Chose(self.seat, option, clause=self.clause))
        if isinstance(action, Option):
            for each in self.choice.alternatives:
                if each.name == action.name:
                    table.agenda.append(Frame(each.program, self.seat))


@attrs.frozen
class EachOther(Effect[StateT, TableT]):
    """Run a program for every other seat, clockwise from the left neighbour."""

    program: tuple[Effect[StateT, TableT], ...]

    def run(self, table: TableT, seat: Seat) -> None:
        """Put the others on the agenda, the left neighbour on top."""
        for other in reversed(table.others(seat)):
            table.agenda.append(Frame(self.program, other))


@attrs.frozen
class EachPlayer(Effect[StateT, TableT]):
    """Run a program for every seat, clockwise from the one whose effect it is."""

    program: tuple[Effect[StateT, TableT], ...]

    def run(self, table: TableT, seat: Seat) -> None:
        """Put everybody on the agenda, the seat itself on top."""
        for each in reversed(table.all_from(seat)):
            table.agenda.append(Frame(self.program, each))


def work_off(table: TableT) -> None:
    """Run tasks until a player has to decide or nothing is left."""
    agenda = table.agenda
    while agenda and not isinstance(agenda[-1], Decision):
        agenda.pop().run(table)
