"""Played games of Arcana as material for properties: Hypothesis strategies and ways to cut a game into pieces.

A strategy draws rule set, number of players, modules, seed and a leaning (what the players prefer); the game that
follows from them is played once and kept, so many properties can look at the same games. Most properties do not need
the end of the game, so games stop after a few rounds unless a strategy asks for all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, MODULES, State
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Play, Use
from arcanum.guilds.events import PhaseBegan, RoundBegan, Settled
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import District, Phase
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.clauses import ClauseId, Parameter
from arcanum.kernel.events import Event, Seat
from arcanum.spec import games as any_game
from arcanum.spec.games import DecisionT, EventT, played

Step = any_game.Step[State]
Steps = any_game.Steps[State]

FEW_ROUNDS = 5
"""How long most generated games last."""
ALL_ROUNDS = 60
"""When a game that is played to its end is given up; random players need about 25 rounds."""


@attrs.frozen
class Leaning:
    """What the players of a generated game prefer: three times out of four they follow it."""

    actions: tuple[str, ...] = ()
    """The kinds of actions they like: assign, play, bribe, discard, hire, use."""
    district: str | None = None
    """Where they like to send Agents."""
    passing: bool | None = None
    """Always pass where one may (True), or never (False)."""

    def prefers(self, state: State, action: Action) -> bool:
        """Whether the leaning speaks for an action."""
        match action:
            case Assign(district=district):
                return "assign" in self.actions and self.district in (None, district)
            case Play() | Bribe() | Discard() | Hire() | Use():
                return type(action).__name__.lower() in self.actions
            case Pass():
                return self.passing is True
            case Option():
                return self.passing is False
        return self.passing is False


@attrs.frozen
class Round(any_game.Steps[State]):
    """A round of a played game: its number, who began, its events and its decisions."""

    number: int
    first_player: Seat
    events: tuple[Event, ...]
    steps: tuple[Step, ...]

    def phase(self, phase: Phase) -> tuple[Event, ...]:
        """The events of one phase."""
        found: list[Event] = []
        inside = False
        for event in self.events:
            if isinstance(event, PhaseBegan):
                inside = event.phase is phase
            if inside:
                found.append(event)
        return tuple(found)


@attrs.frozen(eq=False, repr=False)
class Game(any_game.Game[State]):
    """A game of Arcana, played to its end or for some rounds."""

    modules: tuple[str, ...]
    leaning: Leaning
    rounds: int

    @property
    def call(self) -> str:
        """The call that plays it again."""
        return (
            f"play({self.ruleset!r}, {self.players}, {self.seed}, {self.modules!r}, {self.leaning!r}, "
            f"rounds={self.rounds})"
        )

    def played_rounds(self) -> tuple[Round, ...]:
        """The rounds."""
        found: list[Round] = []
        for event in self.opening:
            _note(found, event)
        for step in self.steps:
            if found:
                found[-1] = attrs.evolve(found[-1], steps=(*found[-1].steps, step))
            for event in step.events:
                _note(found, event)
        return tuple(found)

    def turns(self) -> tuple[Step, ...]:
        """The decisions in which somebody took a turn."""
        return tuple(step for step, _ in self.asked(TakeTurn))

    def doing(self, kind: type[Action]) -> tuple[Step, ...]:
        """The steps in which an action of a kind was taken."""
        return tuple(step for step in self.steps if isinstance(step.action, kind))

    def settled(self) -> tuple[tuple[State, Settled], ...]:
        """Every power struggle, with the state before the decision that led to it."""
        return tuple((step.before, event) for step in self.steps for event in step.events if isinstance(event, Settled))


def _note(rounds: list[Round], event: Event) -> None:
    if isinstance(event, RoundBegan):
        rounds.append(Round(event.round, event.first_player, (), ()))
    if rounds:
        rounds[-1] = attrs.evolve(rounds[-1], events=(*rounds[-1].events, event))


def expected(clause: ClauseId, parameter: str, edition: str) -> Parameter:
    """What the clause index says for an edition."""
    return GAME.clauses()[clause].parameter(parameter, edition)


def applies(clause: ClauseId, edition: str) -> bool:
    """Whether a clause is part of the rules of an edition."""
    return GAME.clauses()[clause].applies(edition)


def editions(*clauses: ClauseId) -> tuple[str, ...]:
    """The rule sets in which all of these clauses hold."""
    names = [ruleset.partition("/")[2] for ruleset in arcanum.rulesets("arcana")]
    return tuple(f"arcana/{name}" for name in names if all(applies(clause, name) for clause in clauses))


_NO_LEANING = Leaning()


@lru_cache(maxsize=96)
def play(
    ruleset: str,
    players: int,
    seed: int,
    modules: tuple[str, ...] = (),
    leaning: Leaning = _NO_LEANING,
    rounds: int = FEW_ROUNDS,
) -> Game:
    """Play a game; the choices follow from the seed and the leaning."""
    begun = arcanum.begin(ruleset, players=players, seed=seed, modules=modules, round_limit=rounds)
    steps = played(sound(begun.state), seed ^ 0x5EED, leaning.prefers)
    return Game(ruleset, players, seed, begun.events, steps, modules, leaning, rounds)


def sound(state: arcanum.State) -> State:
    """The state as one of Arcana."""
    assert isinstance(state, State)
    return state


def leanings(*actions: str) -> st.SearchStrategy[Leaning]:
    """Leanings; name kinds of actions to make them frequent."""
    liked = st.just(actions) if actions else st.sampled_from(((), ("assign",), ("assign", "bribe", "play")))
    return st.builds(Leaning, liked, st.just(None), st.sampled_from((None, True, False)))


def module_sets(*, always: Sequence[str] = (), never: Sequence[str] = ()) -> st.SearchStrategy[tuple[str, ...]]:
    """Sets of modules, in the order of the book."""
    free = [module for module in MODULES if module not in (*always, *never)]
    return st.sets(st.sampled_from(free) if free else st.nothing()).map(
        lambda chosen: tuple(module for module in MODULES if module in (*always, *chosen))
    )


def games(
    *,
    rulesets: Sequence[str] | None = None,
    players: Sequence[int] = (2, 3, 4),
    modules: st.SearchStrategy[tuple[str, ...]] | None = None,
    leaning: st.SearchStrategy[Leaning] | None = None,
    rounds: int = FEW_ROUNDS,
) -> st.SearchStrategy[Game]:
    """Games under any built-in rule set of Arcana. Modules that a rule set does not offer are left out."""
    chosen = module_sets() if modules is None else modules

    def of(ruleset: str) -> st.SearchStrategy[Game]:
        return st.builds(
            play,
            st.just(ruleset),
            st.sampled_from(players),
            st.integers(0, 2**20),
            chosen.map(lambda names: tuple(name for name in names if name in offered(ruleset))),
            leanings() if leaning is None else leaning,
            st.just(rounds),
        )

    return st.sampled_from(arcanum.rulesets("arcana") if rulesets is None else rulesets).flatmap(of)


def whole_games(
    *,
    rulesets: Sequence[str] | None = None,
    players: Sequence[int] = (2, 3, 4),
    modules: st.SearchStrategy[tuple[str, ...]] | None = None,
) -> st.SearchStrategy[Game]:
    """Games played to their end, by players who fight for the Neutral District to get there sooner."""
    rush = st.builds(Leaning, st.just(("assign", "bribe")), st.sampled_from((None, "N")))
    return games(rulesets=rulesets, players=players, modules=modules, leaning=rush, rounds=ALL_ROUNDS)


@lru_cache
def offered(ruleset: str) -> tuple[str, ...]:
    """The modules that can be chosen in a rule set, as the index says."""
    edition = ruleset.partition("/")[2]
    return MODULES if edition == "revised" else ("tactical",)


def positions(kind: type[DecisionT], of: st.SearchStrategy[Game] | None = None) -> st.SearchStrategy[State]:
    """States in which a decision of a kind is pending, out of generated games."""
    return any_game.positions(kind, games() if of is None else of)


def district(state: State, name: str) -> District:
    """A District by its name."""
    return next(each for each in state.districts if each.name == name)


def events_of(step: Step, kind: type[EventT]) -> tuple[EventT, ...]:
    """The events of a kind in a step."""
    return tuple(event for event in step.events if isinstance(event, kind))
