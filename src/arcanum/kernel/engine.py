"""The public functions' work, once for all games: what is legal, what follows, who is asked.

It needs to know only that a state has an agenda, can be thawed into a working copy, and that its game can turn a
refusal into clauses.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision, Table, Task, work_off
from arcanum.kernel.errors import BadCall, IllegalAction, Violation, brief
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.game import Game, RuleSet
from arcanum.kernel.values import PrettyPrinter


@attrs.define(eq=False)
class State:
    """The part of a state that every game has: what is still to happen.

    A game's own class derives from it and is frozen.
    """

    agenda: tuple[Task[Any, Any], ...]
    _legal: tuple[Action, ...] | None = attrs.field(init=False, default=None, eq=False, repr=False)

    game: ClassVar[Game]

    @property
    @abstractmethod
    def rules(self) -> RuleSet:
        """The rules by which the game is played."""

    @property
    @abstractmethod
    def players(self) -> tuple[object, ...]:
        """What belongs to each player, by seat."""

    @property
    @abstractmethod
    def rng(self) -> int:
        """The state of the random generator, from which everything follows that is still to be drawn by lot."""

    def _repr_pretty_(self, printer: PrettyPrinter, cycle: bool) -> None:
        """Notebooks and Hypothesis show the short form too, not every field."""
        printer.text(repr(self))

    @abstractmethod
    def thaw(self, log: list[Event] | None) -> Table:
        """A working copy that carries out one action; events go to `log` unless it is None."""


@attrs.frozen
class Outcome:
    """The result of a finished game."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


@attrs.frozen
class Step:
    """A state and the events that led to it."""

    state: State
    events: tuple[Event, ...]
    before: State | None = attrs.field(default=None, eq=False, repr=False)
    """The state in which the action was taken; None at the start of a game."""

    def heard(self, seat: Seat | None) -> tuple[Event, ...]:
        """The events as a seat sees them (None: a spectator): without what it may not know."""
        return tuple([event.seen_by(seat) for event in self.events])

    @property
    def chance(self) -> bool:
        """Whether chance had a hand in it: something was shuffled, or a game began."""
        return self.before is None or self.before.rng != self.state.rng

    @property
    def learned(self) -> tuple[Seat, ...]:
        """The seats that know something now which they did not know before: a card that was drawn, shown or looked at,
        or what others had chosen in secret.

        If nobody has learned anything and chance had no hand in it, taking the action back is fair to all. If only
        others have, then he who acted has shown them something, and gains nothing by taking it back.
        """
        seats = range(len(self.state.players))
        if self.before is None:
            return tuple(seats)
        return tuple([seat for seat in seats if self._is_news(self.before, seat)])

    def _is_news(self, before: State, seat: Seat) -> bool:
        game = before.game
        was, now = game.observe(before, seat), game.observe(self.state, seat)
        if any(task.unseen for task in was.agenda) and not any(task.unseen for task in now.agenda):
            return True
        told = [event for event in self.events if seat in event.audience]
        if self.chance and any(getattr(event, name) for event in told for name in event.secret):
            return True  # also if it is a card that he had seen before it was shuffled
        known = game.cards_seen(was, ())
        return not game.cards_seen(now, self.heard(seat)) <= known


def opened(start: State) -> Step:
    """Let happen what a state that waits for nobody has on its agenda, up to the first decision."""
    log: list[Event] = []
    table = start.thaw(log)
    work_off(table)
    return Step(table.freeze(), tuple(log))


def checked(state: object) -> State:
    """The state, or an error that says what was passed instead."""
    if not isinstance(state, State):
        raise not_a_state(state)
    return state


def not_a_state(given: object) -> BadCall:
    """The error that says what was passed instead of a state."""
    return BadCall(f"expected a game state (from arcanum.new_game), got {brief(given)}")


NOT_FROZEN_SO = "a state is frozen only when a player must decide or nothing is left"


def pending(state: State) -> Decision[Any, Any] | None:
    """The decision that the state waits for; None when the game is over."""
    if not state.agenda:
        return None
    top = state.agenda[-1]
    assert isinstance(top, Decision), NOT_FROZEN_SO
    return top


def legal_actions(state: State) -> tuple[Action, ...]:
    """The actions that the seat to act may choose from, in a stable order; empty exactly when the game is over.

    >>> import arcanum
    >>> state = arcanum.new_game("arcanum/en", players=3, seed=1)
    >>> [str(action) for action in arcanum.legal_actions(state)]
    ['hide 1S', 'hide 2S', 'hide 8S', 'hide 6C']
    """
    if not isinstance(state, State):
        raise not_a_state(state)
    legal = state._legal
    if legal is None:
        legal = ()
        if state.agenda:
            decision = state.agenda[-1]
            assert isinstance(decision, Decision), NOT_FROZEN_SO
            legal = decision.actions(state)
        object.__setattr__(state, "_legal", legal)
    return legal


def apply(state: State, action: Action, *, seat: Seat | None = None) -> State:
    """The state after an action. Raises `IllegalAction` if the rules forbid it; the state passed in never changes.

    Give the seat that sent the action if it may not be the one to act; a wrong seat is refused before anything else.

    >>> import arcanum
    >>> state = arcanum.new_game("arcanum/en", players=3, seed=1)
    >>> arcanum.apply(state, arcanum.Pass())
    Traceback (most recent call last):
    arcanum.kernel.errors.IllegalAction: pass: now seat 2 has to hide a Minor [HIDE-1]
    """
    return advance(state, action, seat, None)


def advance(state: State, action: Any, seat: object, log: list[Event] | None) -> State:
    """The state after an action; events go to `log` unless it is None."""
    if not isinstance(state, State):
        raise not_a_state(state)
    legal = state._legal
    if legal is None:
        legal = legal_actions(state)
    answer = action
    known: tuple[object, ...] = legal
    for each in known:
        if each is action:  # as it is if it comes from `legal_actions`
            break
    else:
        if not isinstance(action, Action) or action not in legal:
            raise IllegalAction(state, action, why_not(state, action, seat))
        # Our own object goes on, not the one that was passed: what is merely equal to it may behave differently.
        answer = legal[legal.index(action)]
    decision = state.agenda[-1]
    assert isinstance(decision, Decision), NOT_FROZEN_SO
    if seat is not None and seat != decision.seat:
        raise IllegalAction(state, action, why_not(state, action, seat))
    table = state.thaw(log)
    table.agenda.pop()
    decision.take(table, answer)
    work_off(table)
    return table.freeze()


def why_not(state: State, action: object, seat: object) -> tuple[Violation, ...]:
    """Why an action is not legal; empty if it is."""
    decision = pending(state)
    if decision is None:
        return (state.game.over(state),)
    if seat not in (None, decision.seat):
        # A seat that is not asked learns nothing but that.
        whose = f"it is not the decision of seat {brief(seat)}: seat {decision.seat} has to {decision.prompt}"
        return (Violation(decision.clause, whose),)
    if isinstance(action, Action):
        if action in legal_actions(state):
            return ()
        particular = decision.objections(state, action)
        if particular:
            return particular
    return (Violation(decision.clause, f"now seat {decision.seat} has to {decision.prompt}"),)
