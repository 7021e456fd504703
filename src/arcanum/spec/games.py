"""Played games as material for properties, whatever the game: a step, a stretch of steps, a whole game.

Each game adds what is its own in a package here, named like its package in the library: strategies that draw its
options, what its players may prefer, the pieces that its rules speak of. Nothing in this module knows a game.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from tomllib import loads
from typing import Any, Final, Generic, Self, TypeVar

import attrs
from hypothesis import assume, currently_in_test_context, settings
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action, Option
from arcanum.kernel.clauses import APPLIES, ClauseIndex, Parameter
from arcanum.kernel.documents import read_house
from arcanum.kernel.events import Chose, Event, Seat
from arcanum.kernel.house import LONGEST_NAME
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import below
from arcanum.kernel.ruledata import clauses_of
from arcanum.kernel.values import PrettyPrinter
from arcanum.spec.subject import NotJudged, under_test, within_reach

T = TypeVar("T")
StateT = TypeVar("StateT", bound=arcanum.State)
EventT = TypeVar("EventT", bound=Event)
DecisionT = TypeVar("DecisionT")


def times(share: float) -> settings:
    """So many times the examples that the profile asks for, for a property that needs more than others, or fewer."""
    return settings(max_examples=max(1, round(share * settings().max_examples)))


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
    """The rules of that name: built in, with a value that no printing has (`house_rules`), or the variant under test.

    >>> rules_of("arcanum/en with hand_limit = 9").hand_limit
    9
    """
    subject = under_test()
    if subject is not None and name == subject.rules.name:
        return subject.use()
    base, with_value, value = name.partition(_WITH)
    return _changed(name, base, value) if with_value else arcanum.rules(name)


_WITH: Final = " with "
_written: dict[str, Mapping[str, Any]] = {}
"""What was written for the rules of a name."""


@lru_cache(maxsize=128)
def _changed(name: str, base: str, value: str) -> arcanum.RuleSet:
    said = loads(value)
    tables = {key: each for key, each in said.items() if isinstance(each, dict) and _holds_tables(each)}
    told: dict[str, Any] = {"base": base, "name": " ".join(name.replace("/", " ").split())[:LONGEST_NAME].strip()}
    told["rules"] = {key: each for key, each in said.items() if key not in tables}
    rules = read_house(told | tables, arcanum.rules(base).game)
    _written[rules.name] = told["rules"]
    return rules


def _holds_tables(said: Mapping[str, object]) -> bool:
    """Whether it is one of the tables beside `[rules]`, such as `[master.granny]`."""
    return all(isinstance(each, dict) for each in said.values())


def house_rules(
    game: str, clause: ClauseId, values: Iterable[str], among: Sequence[str] | None = None
) -> st.SearchStrategy[str]:
    """The names of rule sets in which a house clause applies: built-in ones, each with one of some values for it.

    A value is a line of a house-rule file: `points_to_end = 30`, or `master.granny = { ... }`. A variant under test has
    the clause or has not.
    """

    def named(rulesets: tuple[str, ...]) -> st.SearchStrategy[str]:
        subject = under_test()
        if subject is None:
            return st.builds(f"{{}}{_WITH}{{}}".format, st.sampled_from(rulesets), st.sampled_from(lines))
        if subject.reading(subject.rules.game.clauses()[clause], APPLIES) is not True:
            raise NotJudged(f"the variant has no {clause}")
        return st.just(subject.rules.name)

    lines = tuple(values)
    return st.just(among).flatmap(lambda some: named(rulesets(game, some)))


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
    """What the clause index says for the printing of a state. Properties expect this, never what the rules say.

    A house clause says what was written for it in the name of the rules (`house_rules`).
    """
    index = state.game.clauses()
    if index[clause].house and under_test() is None:
        written = _written_for(clause, state.rules)
        return written is not None if parameter == APPLIES or written is None else written
    return reading(index, clause, parameter, printing(state))


def _written_for(clause: ClauseId, rules: arcanum.RuleSet) -> Parameter | None:
    """The value that the name of rules gives to the one that answers to a house clause."""
    kind: Any = type(rules)
    for key, written in _written.get(rules.name, {}).items():
        if clause in clauses_of(attrs.fields_dict(kind)[key]):
            found: Parameter = tuple(written) if isinstance(written, list) else written
            return found
    return None


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
        subject.saw(taken)
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


@attrs.define(eq=False)
class Course(Generic[StateT]):
    """How a game goes on from a state: what is decided follows from a seed, and is played as far as somebody looks.

    Three times out of four whoever decides takes what is preferred, if there is any of it.
    """

    first: StateT
    _seed: int
    _prefers: Callable[[StateT, Action], bool]
    _taken: list[Step[StateT]] = attrs.field(factory=list)
    _most: float = math.inf
    """How many decisions are played at most."""

    def __iter__(self) -> Iterator[Step[StateT]]:
        """The decisions, from the first; the next one is played when it is asked for."""
        at = 0
        while at < len(self._taken) or self._goes_on():
            yield self._taken[at]
            at += 1

    def _goes_on(self) -> bool:
        """Play the next decision, unless the game is over or long enough."""
        if len(self._taken) >= self._most:
            return False
        state = self._taken[-1].after if self._taken else self.first
        legal = arcanum.legal_actions(state)
        if not legal:
            return False
        seed, dice = below(self._seed, 4)
        liked = [action for action in legal if self._prefers(state, action)] if dice else []
        pool: Sequence[Action] = liked or legal
        seed, index = below(seed, len(pool))
        self._taken.append(step(state, pool[index]))
        self._seed = seed
        return True

    @cached_property
    def steps(self) -> tuple[Step[StateT], ...]:
        """All decisions up to the end of the game."""
        return tuple(self)

    def beginning(self, length: int) -> Course[StateT]:
        """The first decisions of the same game, and no more."""
        return Course(self.first, self._seed, self._prefers, list(self.steps[:length]), length)


def played(state: StateT, seed: int, prefers: Callable[[StateT, Action], bool]) -> tuple[Step[StateT], ...]:
    """The rest of a game."""
    return Course(state, seed, prefers).steps


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
    """A game played to its end, when somebody wants to see it. Each game adds its options."""

    ruleset: str
    players: int
    seed: int
    opening: tuple[Event, ...]
    """What happened before the first decision."""
    course: Course[StateT]

    @property
    @abstractmethod
    def call(self) -> str:
        """The call that plays it again."""

    @abstractmethod
    def under(self, ruleset: str, players: int) -> Self:
        """The same game by other rules, with so many players: the same seed, options and preferences."""

    @property
    @abstractmethod
    def parts(self) -> int:
        """How many turns or rounds it has at most."""

    @abstractmethod
    def part_of(self, state: StateT) -> int:
        """The number of the turn or round of a state."""

    @property
    def steps(self) -> tuple[Step[StateT], ...]:
        """All decisions."""
        return self.course.steps

    @property
    def before(self) -> StateT:
        """The state in which the first decision is taken."""
        return self.course.first

    def beginning(self, length: int) -> Self:
        """The same game, broken off after so many decisions."""
        return attrs.evolve(self, course=self.course.beginning(length))

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
    """States in which a decision of a kind is pending, out of generated games; they are played no further than that."""
    return (
        of.flatmap(lambda game: st.integers(1, game.parts).map(lambda part: waiting(game, kind, part)))
        .filter(bool)
        .flatmap(st.sampled_from)
    )


def waiting(game: Game[StateT], kind: type[DecisionT], part: int) -> tuple[StateT, ...]:
    """The states of a turn or round in which a decision of a kind is pending, or of the next one that has any.

    If there is none any more, those of an earlier one.
    """
    found: dict[int, list[StateT]] = {}
    for step in game.course:
        now, last = game.part_of(step.before), max(found, default=0)
        if part <= last < now:
            break
        if isinstance(step.before.agenda[-1], kind):
            found.setdefault(now, []).append(step.before)
    rows = [row for now, row in found.items() if now >= part] or list(found.values())
    return tuple(rows[part % len(rows)]) if rows else ()
