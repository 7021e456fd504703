"""Played games as material for properties, whatever the game: a step, a stretch of steps, a whole game.

Each game adds what is its own in a package here, named like its package in the library: strategies that draw its
options, what its players may prefer, the pieces that its rules speak of. Nothing in this module knows a game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Generic, TypeVar

import attrs
from hypothesis import assume, currently_in_test_context
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action, Option
from arcanum.kernel.clauses import ClauseIndex, Parameter
from arcanum.kernel.events import Chose, Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import below
from arcanum.kernel.values import PrettyPrinter
from arcanum.spec.subject import NotJudged, under_test, within_reach

T = TypeVar("T")
StateT = TypeVar("StateT", bound=arcanum.State)
EventT = TypeVar("EventT", bound=Event)
DecisionT = TypeVar("DecisionT")


# --- what properties are about ----------------------------------------------------------------------------------------


def rulesets(game: str, among: Sequence[str] | None = None) -> tuple[str, ...]:
    """The names of the rule sets that properties are about: the built-in ones (or some), or the variant under test.

    A variant stands for its base. If the property is about other rule sets only, it has nothing to say about it.
    """
    built_in = arcanum.rulesets(game) if among is None else tuple(among)
    subject = under_test()
    if subject is None or subject.rules.game.name != game:
        return within_reach(built_in)
    if subject.base not in built_in:
        raise NotJudged(f"it speaks of {', '.join(built_in)} only")
    return (subject.rules.name,)


def rules_of(name: str) -> arcanum.RuleSet:
    """The rules of that name: built in, or the variant under test."""
    subject = under_test()
    if subject is not None and name == subject.rules.name:
        return subject.use()
    return arcanum.rules(name)


def any_rules(game: str, among: Sequence[str] | None = None) -> st.SearchStrategy[str]:
    """The names of `rulesets`, asked for anew in each example: a property may be run for one variant after another."""
    return st.just(among).flatmap(lambda some: st.sampled_from(rulesets(game, some)))


def some_of(offered: Sequence[T], wanted: Sequence[T] | None, what: str) -> tuple[T, ...]:
    """What the rules under test offer, or as much of it as a property is about; if that is nothing, it cannot judge."""
    found = tuple(each for each in offered if wanted is None or each in wanted)
    assert found or under_test() is not None, f"there must be {what} such as {wanted}, not only {offered}"
    if not found:
        raise NotJudged(f"it is about {what} that the variant does not have: {', '.join(map(str, wanted or ()))}")
    return found


def fitting(condition: bool) -> None:
    """Go on only if an arrangement fits the rules under test; otherwise this is no example."""
    if currently_in_test_context():
        assume(condition)
    elif not condition:
        raise NotJudged("its arrangement does not fit the variant")


@attrs.frozen
class Table:
    """What can be agreed on before a game: how many play, and the options of `arcanum.new_game`."""

    players: int
    options: Mapping[str, object]


def tables(rules: arcanum.RuleSet) -> tuple[Table, ...]:
    """All that players can agree on before a game by these rules, the fewest players first."""
    package = type(rules.game).__module__.split(".")[1]
    found: tuple[Table, ...] = import_module(f"arcanum.spec.{package}.games").tables(rules)
    return found


# --- what the index says ----------------------------------------------------------------------------------------------


def printing(state: arcanum.State) -> str:
    """The printing that a state is played by: `en` for `arcanum/en`."""
    return state.rules.printing


def reading(index: ClauseIndex, clause: ClauseId, parameter: str, printing: str) -> Parameter:
    """What the clause index says for a printing, or the variant under test if it says something else."""
    subject = under_test()
    if subject is not None and subject.rules.game.name == index.game:
        return subject.reading(index[clause], parameter)
    return index[clause].parameter(parameter, printing)


def stated(state: arcanum.State, clause: ClauseId, parameter: str) -> Parameter:
    """What the clause index says for the printing of a state. Properties expect this, never what the rules say."""
    return reading(state.game.clauses(), clause, parameter, printing(state))


def number(state: arcanum.State, clause: ClauseId, parameter: str) -> int:
    """A stated value that is a number."""
    value = stated(state, clause, parameter)
    assert type(value) is int
    return value


def words(state: arcanum.State, clause: ClauseId, parameter: str) -> list[str]:
    """A stated value that is a list of words."""
    value = stated(state, clause, parameter)
    assert isinstance(value, tuple)
    return [str(word) for word in value]


def written_for(state: arcanum.State, clause: ClauseId, parameter: str, value: Parameter) -> None:
    """Say which reading of a clause a property is written for: it cannot judge a variant that changes just that."""
    found = stated(state, clause, parameter)
    if found != value and _changes(clause, parameter):
        raise NotJudged(f"it is written for {parameter} = {value!r} of {clause}, and the variant has {found!r}")
    assert found == value, f"{clause} states {parameter} = {found!r}, not {value!r}"


def _changes(clause: ClauseId, parameter: str) -> bool:
    """Whether there is a variant under test that changes a reading."""
    subject = under_test()
    return subject is not None and parameter in subject.changed.get(clause, {})


# --- steps ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Step(Generic[StateT]):
    """One decision of a played game."""

    before: StateT
    action: Action
    after: StateT
    events: tuple[Event, ...]

    @property
    def seat(self) -> Seat:
        """Who decided."""
        return asked(self.before)


def asked(state: arcanum.State) -> Seat:
    """Who has to decide."""
    seat = arcanum.to_act(state)
    assert seat is not None
    return seat


def check_events(state: arcanum.State, events: Iterable[Event]) -> None:
    """Every event names a clause of the game, and a seat at the table."""
    clauses, seats = state.game.clauses(), range(len(state.players))
    for event in events:
        assert event.clause in clauses, f"{event} must name a clause"
        assert getattr(event, "seat", 0) in seats, f"{event} must name a seat"


def step(state: StateT, action: Action) -> Step[StateT]:
    """One step of a game, with everything a property wants to know about it; each event says by which clause."""
    done = arcanum.step(state, action)
    assert isinstance(done.state, type(state))
    check_events(state, done.events)
    if isinstance(action, Option):  # what is chosen in secret may be told later; this is not
        for event in done.events:
            if isinstance(event, Chose) and event.seat == arcanum.to_act(state):
                assert event.option == action.name, f"{event} must say what was answered: {action}"
    taken = Step(state, action, done.state, done.events)
    subject = under_test()
    if subject is not None:
        subject.trail.append(taken)
    return taken


def refused(state: arcanum.State, action: Action) -> bool:
    """Whether an action is not offered, not applied, and a reason is given."""
    try:
        arcanum.apply(state, action)
    except arcanum.IllegalAction as error:
        return bool(error.violations) and action not in arcanum.legal_actions(state)
    return False


def refuses(error: type[Exception], call: Callable[[], object], because: str = "") -> bool:
    """Whether a call is refused with such an error, and with these words in it."""
    try:
        call()
    except error as refusal:
        return because in str(refusal)
    return False


def any_answer(state: StateT, data: st.DataObject) -> Step[StateT]:
    """One decision, with any legal answer."""
    return step(state, data.draw(st.sampled_from(arcanum.legal_actions(state))))


def played(state: StateT, seed: int, prefers: Callable[[StateT, Action], bool]) -> tuple[Step[StateT], ...]:
    """The rest of a game: three times out of four whoever decides takes what is preferred, if there is any of it."""
    rng, steps = seed, list[Step[StateT]]()
    while legal := arcanum.legal_actions(state):
        rng, dice = below(rng, 4)
        liked = [action for action in legal if prefers(state, action)] if dice else []
        pool: Sequence[Action] = liked or legal
        rng, index = below(rng, len(pool))
        steps.append(step(state, pool[index]))
        state = steps[-1].after
    return tuple(steps)


class Steps(Generic[StateT]):
    """A run of decisions. A scene adds whose it is, and which card or place."""

    __slots__ = ()

    @property
    @abstractmethod
    def steps(self) -> tuple[Step[StateT], ...]:
        """The decisions."""

    @property
    def before(self) -> StateT:
        """The state in which the first decision was taken."""
        return self.steps[0].before

    @property
    def after(self) -> StateT:
        """The state after the last one."""
        return self.steps[-1].after

    @property
    def answers(self) -> tuple[Step[StateT], ...]:
        """The decisions that followed from the first."""
        return self.steps[1:]

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for step in self.steps for event in step.events)

    def of(self, kind: type[EventT], clause: ClauseId | None = None) -> tuple[EventT, ...]:
        """The events of a kind, and of a clause if one is given."""
        return tuple(event for event in self.events if isinstance(event, kind) and clause in (None, event.clause))

    def asked(self, kind: type[DecisionT]) -> tuple[tuple[Step[StateT], DecisionT], ...]:
        """The steps that answered a decision of a kind, with the decision."""
        return tuple((step, top) for step in self.steps if isinstance(top := step.before.agenda[-1], kind))


@attrs.frozen(eq=False, repr=False)
class Game(Steps[StateT]):
    """A game played to its end. Each game adds its options."""

    ruleset: str
    players: int
    seed: int
    opening: tuple[Event, ...]
    """What happened before the first decision."""
    steps: tuple[Step[StateT], ...]

    @property
    @abstractmethod
    def call(self) -> str:
        """The call that plays it again."""

    def __repr__(self) -> str:
        return f"{self.call}  # {len(self.steps)} decisions"

    def _repr_pretty_(self, printer: PrettyPrinter, cycle: bool) -> None:
        """Hypothesis prints a failing game as the call that plays it again."""
        printer.text(repr(self))

    @property
    def printing(self) -> str:
        """The printing of the rule set: `en` for `arcanum/en`."""
        return printing(self.first)

    @property
    def first(self) -> StateT:
        """The first state that waits for a decision."""
        return self.before

    @property
    def last(self) -> StateT:
        """The state at the end."""
        return self.after

    @property
    def states(self) -> tuple[StateT, ...]:
        """All states, from the first to the last."""
        return (self.first, *(step.after for step in self.steps))

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, the opening included."""
        return (*self.opening, *(event for step in self.steps for event in step.events))

    def expected(self, clause: ClauseId, parameter: str) -> Parameter:
        """What the clause index says for this printing."""
        return stated(self.first, clause, parameter)

    def number(self, clause: ClauseId, parameter: str) -> int:
        """An expected value that is a number."""
        return number(self.first, clause, parameter)


def positions(kind: type[DecisionT], of: st.SearchStrategy[Game[StateT]]) -> st.SearchStrategy[StateT]:
    """States in which a decision of a kind is pending, out of generated games."""
    return of.filter(lambda game: bool(game.asked(kind))).flatmap(
        lambda game: st.sampled_from([step.before for step, _ in game.asked(kind)])
    )
