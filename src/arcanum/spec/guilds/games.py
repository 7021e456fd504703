"""Played games of Arcana as material for properties: Hypothesis strategies and ways to cut a game into pieces.

A strategy draws rule set, number of players, modules, seed and a leaning (what the players prefer); the game that
follows from them is played once and kept, so many properties can look at the same games. Most properties do not need
all of a game, so games last a few rounds, the first ones or later ones, unless a strategy asks for the whole. While a
variant is under test it takes the place of the rule sets, as far as a property has anything to say about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, MODULES, Rules, State, default_catalogue
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Play, Use
from arcanum.guilds.cards import CardId
from arcanum.guilds.clause_ids import F_SETUP_4, F_SETUP_5, F_TAC_1, R_BRIBE_5, R_OPT_1, R_RES_5
from arcanum.guilds.events import PhaseBegan, RoundBegan, Settled
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import District, Phase
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.clauses import APPLIES, Parameter
from arcanum.kernel.engine import opened
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import games as any_game
from arcanum.spec.games import (
    Course,
    DecisionT,
    EventT,
    Table,
    any_rules,
    number,
    reading,
    rules_of,
    rulesets,
    some_of,
)
from arcanum.spec.guilds.late import late
from arcanum.spec.subject import NotJudged, remembered, under_test

Step = any_game.Step[State]
Steps = any_game.Steps[State]

FEW_ROUNDS = 5
"""How long most generated games last."""
LATE = (0, 0, 0, 0, 5, 5, 10, 10, 20, 40)
"""How many rounds are over when such a game begins."""
ALL_ROUNDS = 60
"""How long generated games last at most; random players need about 25 rounds."""


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
    over: int

    @property
    def call(self) -> str:
        """The call that plays it again."""
        return (
            f"play({self.ruleset!r}, {self.players}, {self.seed}, {self.modules!r}, {self.leaning!r}, "
            f"rounds={self.rounds}, over={self.over})"
        )

    def under(self, ruleset: str, players: int) -> Game:
        """The same game by other rules, with so many players."""
        return play(ruleset, players, self.seed, self.modules, self.leaning, self.rounds, self.over)

    @property
    def parts(self) -> int:
        """How many rounds it has at most."""
        return self.rounds

    def part_of(self, state: State) -> int:
        """The round of a state, counted from the first one that is played; what comes before it belongs to it."""
        return state.round - max(0, self.first.round - 1)

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


# --- what properties are about ----------------------------------------------------------------------------------------


def guild_rules(name: str) -> Rules:
    """The rules of that name: built in, or the variant under test."""
    rules = rules_of(name)
    assert isinstance(rules, Rules)
    return rules


def edition_of(ruleset: str) -> str:
    """The edition of a rule set: `first` for `arcana/first`; of a variant, that of its base."""
    return guild_rules(ruleset).printing


def any_players(ruleset: str, among: Sequence[int] | None = None) -> st.SearchStrategy[int]:
    """Numbers of players that a rule set is for, or some of them."""
    return st.sampled_from(some_of(guild_rules(ruleset).players, among, "numbers of players"))


def rests_on_cards(state: State, *cards: str) -> None:
    """Say that a property holds only while these cards are those of the edition: a worked example, say."""
    subject = under_test()
    if subject is None or state.rules.name != subject.rules.name:
        return
    printed, own = default_catalogue(state.rules.printing), guild_rules(state.rules.name).catalogue
    for card in cards:
        if card not in own or card not in printed or own[card] != printed[card]:
            raise NotJudged(f"it speaks of {card}, which the variant changes")


# --- what the index says ----------------------------------------------------------------------------------------------


def expected(clause: ClauseId, parameter: str, edition: str) -> Parameter:
    """What the clause index says for an edition, or the variant under test."""
    return reading(GAME.clauses(), clause, parameter, edition)


def row(clause: ClauseId, parameter: str, edition: str) -> tuple[Parameter, ...]:
    """A row that the index states for an edition."""
    value = expected(clause, parameter, edition)
    assert isinstance(value, tuple)
    return value


def applies(clause: ClauseId, edition: str) -> bool:
    """Whether a clause is part of the rules of an edition, or of the variant under test."""
    return expected(clause, APPLIES, edition) is True


def editions(*clauses: ClauseId) -> st.SearchStrategy[str]:
    """The names of the rule sets in which all of these clauses hold, asked for anew in each example."""

    def names(clauses: tuple[ClauseId, ...]) -> st.SearchStrategy[str]:
        reason = f"the variant does not have all of {', '.join(clauses)}"
        return st.sampled_from(_those(lambda edition: all(applies(clause, edition) for clause in clauses), reason))

    return st.just(clauses).flatmap(names)


def saying(clause: ClauseId, parameter: str, value: Parameter) -> st.SearchStrategy[str]:
    """The names of the rule sets in which a clause holds and states this, asked for anew in each example."""

    def names(value: Parameter) -> st.SearchStrategy[str]:
        reason = f"it is written for {parameter} = {value!r} of {clause}"
        return st.sampled_from(
            _those(lambda edition: applies(clause, edition) and expected(clause, parameter, edition) == value, reason)
        )

    return st.just(value).flatmap(names)


def _those(fits: Callable[[str], bool], reason: str) -> tuple[str, ...]:
    """The names of the rule sets of which something is true; if a variant is under test, and it is not, why not."""
    subject = under_test()
    if subject is not None:
        if not fits(subject.rules.printing):
            raise NotJudged(reason)
        return rulesets(GAME.name)
    return rulesets(GAME.name, [name for name in GAME.rulesets() if fits(name.removeprefix(f"{GAME.name}/"))])


def threshold(state: State, printed: int, change: int = 0) -> int:
    """What a Stake takes that prints so much, if abilities change it by so much: below 1 only where that is printed."""
    return max(min(printed, 1), printed + number(state, R_RES_5, "surplus_needed") + change)


def price(state: State, ducats: int) -> int:
    """What it takes to bribe a Personality of so many Ducats."""
    return max(0, ducats + number(state, R_BRIBE_5, "surplus_needed"))


# --- games ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def tables(rules: Rules) -> tuple[Table, ...]:
    """All that players can agree on before a game by these rules: how many they are, and every set of modules."""
    sets = [chosen for size in range(len(rules.optional) + 1) for chosen in combinations(rules.optional, size)]
    return tuple(Table(players, {"modules": chosen}) for players in rules.players for chosen in sets)


_NO_LEANING = Leaning()


@remembered(96)
def play(
    ruleset: str,
    players: int,
    seed: int,
    modules: tuple[str, ...] = (),
    leaning: Leaning = _NO_LEANING,
    rounds: int = FEW_ROUNDS,
    over: int = 0,
) -> Game:
    """Play so many rounds of a game after as many others; the choices follow from the seed and the leaning."""
    rules, limit = guild_rules(ruleset), over + rounds
    begun = arcanum.begin(rules, players=players, seed=seed, modules=modules, round_limit=limit)
    if over:
        begun = opened(late(sound(begun.state), over, seed))
    course = Course(sound(begun.state), seed ^ 0x5EED, leaning.prefers)
    return Game(ruleset, players, seed, begun.events, course, modules, leaning, rounds, over)


def sound(state: arcanum.State) -> State:
    """The state as one of Arcana."""
    assert isinstance(state, State)
    return state


def leanings(*actions: str) -> st.SearchStrategy[Leaning]:
    """Leanings; name kinds of actions to make them frequent."""
    liked = st.just(actions) if actions else st.sampled_from(((), ("assign",), ("assign", "bribe", "play")))
    return st.builds(Leaning, liked, st.just(None), st.sampled_from((None, True, False)))


def without(built_in: Sequence[str], modules: Sequence[str]) -> None:
    """Say that a property is about games without some modules, and cannot judge a variant that always has one."""
    for module in modules:
        if module in built_in:
            assert under_test() is not None, f"no edition has {module} in every game"
            raise NotJudged(f"it is about games without {module}, which every game of the variant has")


@attrs.frozen
class Modules:
    """Which modules the games of a property have: some always, some never, any of the others."""

    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def under(self, ruleset: str) -> st.SearchStrategy[tuple[str, ...]]:
        """Sets that a game can have in a rule set, in the order of the book. What it does not have is left out."""
        built_in = guild_rules(ruleset).built_in
        without(built_in, self.never)
        free = [module for module in offered(ruleset) if module not in (*self.always, *self.never)]
        sure = [*built_in, *(module for module in offered(ruleset) if module in self.always)]
        return st.sets(st.sampled_from(free) if free else st.nothing()).map(
            lambda chosen: tuple(module for module in MODULES if module in chosen or module in sure)
        )


def module_sets(*, always: Sequence[str] = (), never: Sequence[str] = ()) -> Modules:
    """Sets of modules; name those that games always have, or never."""
    return Modules(tuple(always), tuple(never))


@st.composite
def games(
    draw: st.DrawFn,
    *,
    rulesets: st.SearchStrategy[str] | None = None,
    players: Sequence[int] | None = None,
    modules: Modules | None = None,
    leaning: st.SearchStrategy[Leaning] | None = None,
    rounds: int | None = None,
) -> Game:
    """Games under any rule set of Arcana: the first rounds, if so many are named, or a few rounds of any part."""
    ruleset = draw(any_rules(GAME.name) if rulesets is None else rulesets)
    return play(
        ruleset,
        draw(any_players(ruleset, players)),
        draw(st.integers(0, 2**20)),
        draw((Modules() if modules is None else modules).under(ruleset)),
        draw(leanings() if leaning is None else leaning),
        FEW_ROUNDS if rounds is None else rounds,
        draw(st.sampled_from(LATE)) if rounds is None else 0,
    )


def whole_games(
    *,
    rulesets: st.SearchStrategy[str] | None = None,
    players: Sequence[int] | None = None,
    modules: Modules | None = None,
) -> st.SearchStrategy[Game]:
    """Games played to their end, by players who fight for the Neutral District to get there sooner."""
    rush = st.builds(Leaning, st.just(("assign", "bribe")), st.sampled_from((None, "N")))
    return games(rulesets=rulesets, players=players, modules=modules, leaning=rush, rounds=ALL_ROUNDS)


@remembered(8)
def offered(ruleset: str) -> tuple[str, ...]:
    """The modules that can be chosen in a rule set: of an edition those of the index, of a variant those it names."""
    rules = guild_rules(ruleset)
    if under_test() is not None:
        return rules.optional
    if applies(R_OPT_1, rules.printing):
        return tuple(map(str, row(R_OPT_1, "modules", rules.printing)))
    clauses = {"objectives": F_SETUP_4, "militia": F_SETUP_5, "tactical": F_TAC_1}
    return tuple(name for name, clause in clauses.items() if expected(clause, "optional", rules.printing))


def positions(kind: type[DecisionT], of: st.SearchStrategy[Game] | None = None) -> st.SearchStrategy[State]:
    """States in which a decision of a kind is pending, out of generated games."""
    return any_game.positions(kind, games() if of is None else of)


def district(state: State, name: str) -> District:
    """A District by its name."""
    return next(each for each in state.districts if each.name == name)


def next_card(place: District) -> CardId | None:
    """The card that a District turns up next; None if its pile is used up."""
    return place.pile[-1] if place.pile else None


def events_of(step: Step, kind: type[EventT]) -> tuple[EventT, ...]:
    """The events of a kind in a step."""
    return tuple(event for event in step.events if isinstance(event, kind))
