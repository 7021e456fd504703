"""The public functions' work, once for all games: what is legal, what follows, who is asked.

It needs to know only that a state has an agenda, can be thawed into a working copy, and that its game can turn a
refusal into clauses.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Decision, Table, Task, work_off
from arcanum.kernel.errors import BadCall, IllegalAction, Violation, brief
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import PrettyPrinter

if TYPE_CHECKING:
    from arcanum.kernel.clauses import ClauseIndex
    from arcanum.kernel.codec import Shapes
    from arcanum.kernel.house import HouseFile
    from arcanum.kernel.listing import CardCheck, CardLine
    from arcanum.kernel.options import GameOption
    from arcanum.kernel.tell import Narrator
    from arcanum.kernel.variants import Change, Statement
    from arcanum.kernel.words import Fault


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


@runtime_checkable
class View(Protocol):
    """What every game's views have."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; None is a spectator's."""

    @property
    def rules(self) -> RuleSet:
        """The rules by which the game is played."""

    @property
    def players(self) -> tuple[object, ...]:
        """What can be seen of each player, by seat."""

    @property
    def agenda(self) -> tuple[Task[Any, Any], ...]:
        """What is still to happen, the next thing last, as far as the seat may know it."""

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide."""

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat may choose from, if it is the one to act."""


@runtime_checkable
class RuleSet(Protocol):
    """What every game's rules have: a name, the game they belong to, and for how many it is. They are values."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """The id, such as `arcanum/en`, or the name of a house rule."""

    @property
    def printing(self) -> str:
        """The printing whose clauses hold where the rules say nothing else, such as `en`."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""

    def said(self, clause: ClauseId) -> ClauseId:
        """The clause that says in this rule set what a clause says in the base of its game."""


class Game(Protocol):
    """What a game package provides; the public functions dispatch on it."""

    def __hash__(self) -> int: ...

    name: str
    reads_cards: bool
    """Whether its cards can be read from a file."""

    def rulesets(self) -> tuple[str, ...]:
        """The built-in rule sets, in a stable order."""

    def rules(self, name: str) -> RuleSet:
        """A built-in rule set."""

    def options(self) -> tuple[GameOption, ...]:
        """What players can agree on before the start."""

    def begin(self, rules: RuleSet, players: int, seed: int, options: dict[str, object]) -> Step:
        """A new game, up to its first decision."""

    def outcome(self, state: State) -> Outcome:
        """The result of a finished game."""

    def over(self, state: State) -> Violation:
        """Why nothing is legal in a finished game."""

    def clauses(self) -> ClauseIndex:
        """The clause index."""

    def statements(self, rules: RuleSet) -> Iterable[Statement]:
        """What the values of the rules come to, for every parameter of a clause that they decide."""

    def replaced(self, rules: RuleSet, base: RuleSet) -> Mapping[ClauseId, str]:
        """The clauses that rules say nothing of any more although their base does, and what they do instead."""

    def changes(self, rules: RuleSet, base: RuleSet) -> tuple[Change, ...]:
        """The values in which rules differ from their base."""

    def observe(self, state: State, seat: Seat | None) -> View:
        """What a seat may know."""

    def cards_seen(self, view: View, events: Sequence[Event]) -> frozenset[Hashable]:
        """The cards that lie open in a view, or that events tell of."""

    def narrator(self, rules: RuleSet, names: Sequence[str]) -> Narrator:
        """Somebody who tells a game to people, from its first event on."""

    def cards(self, rules: RuleSet) -> tuple[CardLine, ...]:
        """All cards that a rule set is played with, in words."""

    def check_cards(self, rules: RuleSet | None, path: str) -> CardCheck:
        """What is wrong with a file of cards, for a rule set or for the one that the file names.

        Raises `BadCall` if there is no such file, or if the cards of the game are not read from files.
        """

    def build(self, file: HouseFile) -> RuleSet:
        """The rules that a house-rule file describes; raises `HouseRuleError` with all its faults."""

    def write_rules(self, rules: RuleSet, *, complete: bool) -> dict[str, Any]:
        """The rules as the tables of a house-rule file, with everything or with what differs from their base."""

    def shapes(self, rules: RuleSet | None) -> Shapes:
        """What the game's values look like when they are written down; without rules, those that need none."""

    def faults(self, state: State) -> list[Fault]:
        """What cannot be in a position of the game, although each part of it looks right."""

    def sample(self, view: View, rng: int, honest: bool) -> State | None:
        """A position of the same look, each equally likely; None if the dice fell so that there is none.

        An `honest` view is one that a game showed; positions that look like it need no check.
        """


def opened(start: State) -> Step:
    """Let happen what a state that waits for nobody has on its agenda, up to the first decision."""
    log: list[Event] = []
    table = start.thaw(log)
    work_off(table)
    return Step(table.freeze(), tuple(log))


def checked(state: object) -> State:
    """The state, or an error that says what was passed instead."""
    if not isinstance(state, State):
        raise BadCall(f"expected a game state (from arcanum.new_game), got {brief(state)}")
    return state


def pending(state: State) -> Decision[Any, Any] | None:
    """The decision that the state waits for; None when the game is over."""
    if not state.agenda:
        return None
    top = state.agenda[-1]
    assert isinstance(top, Decision), "a state is frozen only when a player must decide or nothing is left"
    return top


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions, computed once for a state."""
    legal = state._legal
    if legal is None:
        decision = pending(state)
        legal = () if decision is None else decision.actions(state)
        object.__setattr__(state, "_legal", legal)
    return legal


def advance(state: State, action: Action, seat: Seat | None, log: list[Event] | None) -> State:
    """The state after an action; events go to `log` unless it is None."""
    decision = pending(state)
    answer = _found(action, legal_actions(state))
    if decision is None or answer is None or (seat is not None and seat != decision.seat):
        raise IllegalAction(state, action, why_not(state, action, seat))
    table = state.thaw(log)
    table.agenda.pop()
    decision.take(table, answer)
    work_off(table)
    return table.freeze()


def _found(action: Action, legal: tuple[Action, ...]) -> Action | None:
    """Our own object, not the one that was passed: what is merely equal to it may behave differently."""
    for each in legal:
        if each is action:  # as it is if it comes from `legal_actions`
            return each
    return legal[legal.index(action)] if isinstance(action, Action) and action in legal else None


def why_not(state: State, action: object, seat: Seat | None) -> tuple[Violation, ...]:
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
