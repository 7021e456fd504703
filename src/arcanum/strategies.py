"""Hypothesis strategies for your tests: rule sets, house rules, games, positions, views and actions.

Every position is one to which a game really came. A game is drawn move by move, each out of the legal actions, so
Hypothesis can make a counterexample small: fewer moves, fewer players, seed 0. Needs the extra `arcanum[hypothesis]`.

>>> from hypothesis import given
>>> from arcanum import strategies
>>> @given(strategies.states("arcanum/en"))
... def test_somebody_is_asked_until_the_game_is_over(state):
...     assert (arcanum.to_act(state) is None) == arcanum.is_over(state)
>>> test_somebody_is_asked_until_the_game_is_over()

With the extra installed, `st.from_type` knows `arcanum.RuleSet`, `State`, `View` and `Action` as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os import PathLike
from typing import Any, Final, TypeAlias, get_origin

import attrs

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.extras import MissingExtra
from arcanum.kernel.house import LONGEST_NAME, HouseRuleError, from_document
from arcanum.kernel.replay import Record, record_of
from arcanum.kernel.ruledata import Bounds, bounds_of
from arcanum.kernel.values import PrettyPrinter
from arcanum.kernel.words import choices_of, hints_of, plain

try:
    from hypothesis import assume, note
    from hypothesis import strategies as st
except ModuleNotFoundError:
    raise MissingExtra("arcanum.strategies needs the package hypothesis: pip install 'arcanum[hypothesis]'") from None

from arcanum.spec.games import Table, tables

__all__ = ["Game", "actions", "games", "house_rules", "rules", "states", "views"]

Rules: TypeAlias = "str | PathLike[str] | arcanum.RuleSet | st.SearchStrategy[arcanum.RuleSet] | None"
"""The id of a rule set, the path of a house-rule file, rules, a strategy for rules; None is any built-in rule set."""

DECISIONS: Final = 200
"""How many decisions a drawn game has at most; most games of Arcanum are over by then."""
MOST_CHANGES: Final = 6
"""How many values a drawn house rule changes at most."""
_REACH: Final = 12
"""How far the numbers of a house rule go beyond the least that is allowed."""


# --- rules ------------------------------------------------------------------------------------------------------------


def rules(game: str | None = None) -> st.SearchStrategy[arcanum.RuleSet]:
    """The built-in rule sets, of one game or of all.

    >>> from hypothesis import find
    >>> find(rules("arcana"), lambda rules: True)
    <rules arcana/revised>
    """
    return st.sampled_from(arcanum.rulesets(game)).map(arcanum.rules)


def house_rules(game: str | None = None) -> st.SearchStrategy[arcanum.RuleSet]:
    """House rules: built-in rule sets with a few other values, such as a house-rule file could state them.

    Numbers and words are changed; boards, tables, cards and programs are not. The library accepts all of them, so their
    games can be played to the end. The name says what is different.
    """
    return rules(game).flatmap(_variations)


@st.composite
def _variations(draw: st.DrawFn, base: arcanum.RuleSet) -> arcanum.RuleSet:
    """Rules with a few other values; what does not go with those before is left out."""
    values: dict[str, object] = {}
    found = base
    for name, value in draw(changes(base)).items():
        said = {**values, name: value}
        try:
            found = _built(base, said)
        except HouseRuleError:
            continue
        values = said
    assume(values)
    return found


def changes(base: arcanum.RuleSet) -> st.SearchStrategy[dict[str, object]]:
    """Other values for some of the keys of `[rules]`, each within its bounds; together they may be refused."""
    kind: Any = type(base)
    hints, written = hints_of(kind), base.game.write_rules(base, complete=True)["rules"]
    pairs = [
        st.tuples(st.just(field.name), values)
        for field in attrs.fields(kind)
        if field.name in written
        and (values := _values(plain(hints[field.name]), bounds_of(field), written[field.name])) is not None
    ]
    return st.lists(st.one_of(pairs), min_size=1, max_size=MOST_CHANGES, unique_by=lambda pair: pair[0]).map(dict)


def _values(hint: Any, bounds: Bounds, printed: object) -> st.SearchStrategy[object] | None:
    """What a value of the rules may be instead, small numbers rather than large; None if it is no number or word."""
    if attrs.has(hint) or get_origin(hint) is tuple:
        return None
    if hint is int:
        near = range(bounds.least, min(bounds.most, max(bounds.least, 0) + _REACH) + 1)
        return st.sampled_from([number for number in near if number != printed])
    words: tuple[object, ...] = (False, True) if hint is bool else choices_of(hint, bounds)
    return st.sampled_from([word for word in words if word != printed])


def _built(base: arcanum.RuleSet, values: Mapping[str, object]) -> arcanum.RuleSet:
    """The rules that a file with these values would give."""
    name = f"{base.printing} with " + ", ".join(f"{key} = {value}" for key, value in values.items())
    name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
    return base.game.build(from_document({"base": base.name, "name": name, "rules": dict(values)}))


# --- games ------------------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Game:
    """A game as far as it was played. It is shown as the call that makes its record again."""

    rules: arcanum.RuleSet
    players: int
    seed: int
    options: Mapping[str, object]
    """What was agreed on: the keywords of `arcanum.new_game`."""
    actions: tuple[Action, ...]
    """What was decided."""
    steps: tuple[arcanum.Step, ...]
    """The opening, then what every action led to."""

    def __repr__(self) -> str:
        named = arcanum.rulesets(self.rules.game.name)
        rules = repr(self.rules.name) if self.rules.name in named else repr(self.rules)
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        actions = [str(action) for action in self.actions]
        return f"records.make({rules}, players={self.players}, seed={self.seed}, actions={actions}{options})"

    def _repr_pretty_(self, printer: PrettyPrinter, cycle: bool) -> None:
        """Hypothesis prints the call too."""
        printer.text(repr(self))

    @property
    def opening(self) -> arcanum.Step:
        """The first state that waits for a decision, and what happened before."""
        return self.steps[0]

    @property
    def answers(self) -> tuple[tuple[Action, arcanum.Step], ...]:
        """Every action, with the step that it led to; `step.before` is the state in which it was taken."""
        return tuple(zip(self.actions, self.steps[1:], strict=True))

    @property
    def states(self) -> tuple[arcanum.State, ...]:
        """All states, from the first that waits for a decision to the last."""
        return tuple(step.state for step in self.steps)

    @property
    def last(self) -> arcanum.State:
        """The last state."""
        return self.steps[-1].state

    @property
    def events(self) -> tuple[arcanum.Event, ...]:
        """All that happened, the opening included."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def record(self) -> Record:
        """The game as a record, which can be written and replayed."""
        return record_of(self.rules, self.players, self.seed, self.options, (), self.actions)


def actions(state: arcanum.State) -> st.SearchStrategy[Action]:
    """The legal actions of a state. A finished game has none: an example that asks for one is discarded.

    >>> from hypothesis import find
    >>> state = arcanum.new_game("arcanum/en", players=3, seed=1)
    >>> str(find(actions(state), lambda action: True))
    'hide 1S'
    """
    legal = arcanum.legal_actions(state)
    return st.sampled_from(legal) if legal else st.nothing()


def games(
    rules: Rules = None,
    *,
    players: int | None = None,
    decisions: int = DECISIONS,
    whole: bool = False,
    **options: object,
) -> st.SearchStrategy[Game]:
    """Games with at most so many decisions, or whole ones, however many those need.

    `players` and the options of `arcanum.new_game` are drawn as well, unless you say what they shall be.

    >>> from hypothesis import find
    >>> game = find(games("arcanum/en", players=4, majors="none", decisions=5), lambda game: len(game.actions) > 1)
    >>> [str(action).split()[0] for action in game.actions]
    ['hide', 'hide']
    """
    if type(decisions) is not int or decisions < 0:
        raise BadCall(f"decisions must be a whole number from 0 on, not {brief(decisions)}")
    most = None if whole else decisions
    return _any_rules(rules).flatmap(
        lambda chosen: _tables(chosen, players, options).flatmap(lambda table: _games(chosen, table, most))
    )


def states(
    rules: Rules = None,
    *,
    players: int | None = None,
    decisions: int = DECISIONS,
    over: bool | None = None,
    **options: object,
) -> st.SearchStrategy[arcanum.State]:
    """Positions of games with at most so many decisions.

    With `over=False` only those in which somebody has to decide, with `over=True` only finished games, whatever
    `decisions` says. How to get to the position of a counterexample is told with it.

    >>> from hypothesis import find
    >>> find(states("arcanum/en", decisions=5, over=False), lambda state: True)
    <arcanum/en, 3 players, turn 1, seat 1 to hide a Minor>
    """
    played = games(rules, players=players, decisions=decisions, whole=over is True, **options)
    return _positions(played, over)


@st.composite
def _positions(draw: st.DrawFn, played: st.SearchStrategy[Game], over: bool | None) -> arcanum.State:
    game = draw(played)
    if over is False and arcanum.is_over(game.last):
        game = attrs.evolve(game, actions=game.actions[:-1], steps=game.steps[:-1])
    note(f"the position after {game!r}")
    return game.last


def views(
    rules: Rules = None,
    *,
    players: int | None = None,
    decisions: int = DECISIONS,
    deciding: bool = False,
    **options: object,
) -> st.SearchStrategy[arcanum.View]:
    """What a seat, or a spectator, sees of a position; with `deciding`, what the seat sees that has to decide.

    >>> from hypothesis import find
    >>> view = find(views("arcanum/en", decisions=5, deciding=True), lambda view: True)
    >>> view.seat == view.to_act
    True
    """
    positions = states(rules, players=players, decisions=decisions, over=False if deciding else None, **options)
    return positions.flatmap(_decider if deciding else _watchers)


def _decider(state: arcanum.State) -> st.SearchStrategy[arcanum.View]:
    return st.just(arcanum.observe(state, arcanum.to_act(state)))


def _watchers(state: arcanum.State) -> st.SearchStrategy[arcanum.View]:
    return st.sampled_from((None, *range(len(state.players)))).map(lambda seat: arcanum.observe(state, seat))


# --- how a game is drawn ----------------------------------------------------------------------------------------------


def _any_rules(given: Rules) -> st.SearchStrategy[arcanum.RuleSet]:
    if given is None:
        return rules()
    return given if isinstance(given, st.SearchStrategy) else st.just(arcanum._chosen(given))


def _tables(rules: arcanum.RuleSet, players: int | None, options: Mapping[str, object]) -> st.SearchStrategy[Table]:
    """The tables that go with what is given. If none has it, all are made so, and the game says what it thinks."""
    fitting = [each for each in tables(rules) if players in (None, each.players)]
    if not fitting and players is not None:
        fitting = [attrs.evolve(each, players=players) for each in tables(rules)]
    for key, value in options.items():
        agreed = [each for each in fitting if each.options.get(key) == value]
        fitting = agreed or [attrs.evolve(each, options={**each.options, key: value}) for each in fitting]
    return st.sampled_from(fitting)


_SEEDS: Final = st.integers(0, 2**20)


@cache
def _between(least: int, most: int) -> st.SearchStrategy[int]:
    """Whole numbers. Making a new strategy for every move would take most of the time."""
    return st.integers(least, most)


@st.composite
def _games(draw: st.DrawFn, rules: arcanum.RuleSet, table: Table, most: int | None) -> Game:
    """Draw a game: one number decides each move, and 0 that it stops here, unless it is played to its end.

    A length that is drawn at first would be simpler, but then Hypothesis could not leave out a move: the numbers that
    are left would not be enough.
    """
    seed = draw(_SEEDS)
    taken: list[Action] = []
    steps = [arcanum.begin(rules, players=table.players, seed=seed, **table.options)]
    while (most is None or len(taken) < most) and (legal := arcanum.legal_actions(steps[-1].state)):
        each = 1 if most is None else max(1, most // (2 * len(legal)))  # so that games stop about halfway
        number = draw(_between(1 if most is None else 0, each * len(legal)))
        if number == 0:
            break
        taken.append(legal[(number - 1) // each])
        steps.append(arcanum.step(steps[-1].state, taken[-1]))
    return Game(rules, table.players, seed, table.options, tuple(taken), tuple(steps))
