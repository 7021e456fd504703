"""Played games of Arcanum as material for properties: Hypothesis strategies and ways to cut a game into pieces.

A strategy draws rule set, number of players, length, seed and a leaning (what the players prefer); the game that
follows from them is played once and kept, so many properties can look at the same games. A property says what must
hold for every turn, every Minor played, every visit to a location, in every such game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.clauses import Parameter
from arcanum.kernel.engine import opened
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import games as any_game
from arcanum.spec.games import Course, DecisionT, Table, any_rules, reading, rules_of, some_of
from arcanum.spec.subject import NotJudged, remembered, under_test
from arcanum.spec.tarot.arrange import in_the_game
from arcanum.tarot import GAME, Rules, State
from arcanum.tarot.actions import Adjust, Hide, Move, Play
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import MAJORS, Major, Minor, Suit
from arcanum.tarot.clause_ids import MAJG_2, MIN_E1
from arcanum.tarot.events import Discarded, LocationActivated, Moved, Played, TowerPlaced, TurnBegan
from arcanum.tarot.rules import MAJOR_VARIANTS
from arcanum.tarot.setup import LENGTHS, agree, set_up

Step = any_game.Step[State]
Steps = any_game.Steps[State]


@attrs.frozen
class Leaning:
    """What the players of a generated game prefer: three times out of four they follow it."""

    location: int | None = None
    """Move figures here, and play the cards that can."""
    suit: Suit | None = None
    """Play this suit, move its figures, raise its House."""
    passing: bool | None = None
    """Always pass where one may (True), or never (False)."""
    majors: tuple[int, ...] = ()
    """Play these Majors whenever possible; draw Majors rather than Minors."""

    def prefers(self, state: State, action: Action) -> bool:
        """Whether the leaning speaks for an action."""
        match action:
            case Play(Major(number=number)):
                return number in self.majors
            case Hide(Major()):
                return self.passing is False and not self.majors
            case Option("major"):
                return bool(self.majors)
            case Play(Minor(suit=suit, rank=rank)):
                return suit is self.suit or (self.location is not None and (rank == self.location or rank > 10))
            case Move(figure, location):
                return location == self.location or figure.suit is self.suit
            case Adjust(house, direction):
                return (house is self.suit) == (direction > 0)
            case Pass():
                return self.passing is True
        return self.passing is False


@attrs.frozen
class MinorPlayed(Steps):
    """Everything from the playing of a Minor to its discard."""

    seat: Seat
    card: Minor
    steps: tuple[Step, ...]
    """The decisions from choosing the card to the one whose events contain its discard."""
    events: tuple[Event, ...]
    """The events from `Played` to the `Discarded` of the card, both included."""

    @property
    def moved(self) -> Moved | None:
        """The move that it made, if any."""
        return next((event for event in self.events if isinstance(event, Moved)), None)

    @property
    def location(self) -> int | None:
        """The location that was activated, if any."""
        return next((event.location for event in self.events if isinstance(event, LocationActivated)), None)

    @property
    def location_events(self) -> tuple[Event, ...]:
        """What the location did: the events after `LocationActivated`, without the final discard of the card."""
        for index, event in enumerate(self.events):
            if isinstance(event, LocationActivated):
                return self.events[index + 1 : -1]
        return ()

    @property
    def moving(self) -> Step | None:
        """The decision that moved the figure, if any: its `before` has the prestige after step a."""
        return next((step for step in self.steps if isinstance(step.action, Move)), None)


@attrs.frozen
class MajorPlayed(Steps):
    """Everything from the playing of a Major to its end (the discard, or for the Tower its place on the board)."""

    seat: Seat
    card: Major
    steps: tuple[Step, ...]
    """The decisions from choosing the card to the one whose events contain its end."""
    events: tuple[Event, ...]
    """The events from `Played` to its end, both included."""


@attrs.frozen
class Turn:
    """A turn of a played game: its number, who began, and all its events up to the next turn."""

    number: int
    first_player: Seat
    events: tuple[Event, ...]


@attrs.frozen(eq=False, repr=False)
class Game(any_game.Game[State]):
    """A game of Arcanum played to its end."""

    length: str
    leaning: Leaning
    majors: str
    on_top: tuple[int, ...]

    @property
    def call(self) -> str:
        """The call that plays it again."""
        return (
            f"play({self.ruleset!r}, {self.players}, {self.length!r}, {self.seed}, {self.leaning!r}, "
            f"{self.majors!r}, {self.on_top!r})"
        )

    def under(self, ruleset: str, players: int) -> Game:
        """The same game by other rules, with so many players."""
        return play(ruleset, players, self.length, self.seed, self.leaning, self.majors, self.on_top)

    @property
    def parts(self) -> int:
        """How many turns it has."""
        return max(self.first.options.scoring_turns)

    def part_of(self, state: State) -> int:
        """The turn of a state."""
        return state.turn

    def turns(self) -> tuple[Turn, ...]:
        """The turns."""
        found: list[Turn] = []
        for event in self.events:
            if isinstance(event, TurnBegan):
                found.append(Turn(event.turn, event.first_player, ()))
            found[-1] = attrs.evolve(found[-1], events=(*found[-1].events, event))
        return tuple(found)

    def minors_played(self) -> tuple[MinorPlayed, ...]:
        """Every Minor that was played, with what it set off."""
        found: list[MinorPlayed] = []
        for start, first in enumerate(self.steps):
            if isinstance(first.action, Play) and isinstance(first.action.card, Minor):
                found.append(self._minor_played(start, first.seat, first.action.card))
        return tuple(found)

    def _minor_played(self, start: int, seat: Seat, card: Minor) -> MinorPlayed:
        events: list[Event] = []
        for stop in range(start, len(self.steps)):
            for event in self.steps[stop].events:
                if events or isinstance(event, Played):
                    events.append(event)
                if isinstance(event, Discarded) and event.card == card and event.clause == MIN_E1:
                    return MinorPlayed(seat, card, self.steps[start : stop + 1], tuple(events))
        raise AssertionError(f"{card} was played by seat {seat} and never discarded in {self!r}")

    def majors_played(self, number: int | None = None) -> tuple[MajorPlayed, ...]:
        """Every Major that was played for its effect, or those with a number."""
        return tuple(
            self._major_played(start, first.seat, first.action.card)
            for start, first in enumerate(self.steps)
            if isinstance(first.action, Play)
            and isinstance(first.action.card, Major)
            and number in (None, first.action.card.number)
        )

    def _major_played(self, start: int, seat: Seat, card: Major) -> MajorPlayed:
        events: list[Event] = []
        for stop in range(start, len(self.steps)):
            for event in self.steps[stop].events:
                if events or isinstance(event, Played):
                    events.append(event)
                gone = isinstance(event, Discarded) and event.card == card and event.clause == MAJG_2
                if gone or isinstance(event, TowerPlaced):
                    return MajorPlayed(seat, card, self.steps[start : stop + 1], tuple(events))
        raise AssertionError(f"{card} was played by seat {seat} and never ended in {self!r}")

    def visits(self, location: int) -> tuple[MinorPlayed, ...]:
        """The Minors played that activated a location."""
        return tuple(played for played in self.minors_played() if played.location == location)


def expected(clause: ClauseId, parameter: str, printing: str) -> Parameter:
    """What the clause index says for a printing (`consensus` is the recommended reading), or the variant under test."""
    return reading(GAME.clauses(), clause, parameter, printing)


def tarot_rules(name: str) -> Rules:
    """The rules of that name: built in, or the variant under test."""
    rules = rules_of(name)
    assert isinstance(rules, Rules)
    return rules


def with_clause(*clauses: ClauseId) -> tuple[str, ...]:
    """The built-in rule sets in which all of these clauses are part of the rules."""
    index = GAME.clauses()
    return tuple(
        name
        for name in GAME.rulesets()
        if all(index[clause].applies(name.removeprefix(f"{GAME.name}/")) for clause in clauses)
    )


def as_printed(*, cards: Sequence[int] = (), locations: Sequence[int] = ()) -> None:
    """Say that a property plays some Majors or visits some locations for what they do.

    It cannot judge a variant that makes something else of one of them; other numbers in its text do not matter.
    """
    for what, wanted, there in (("Major", cards, printed_majors()), ("location", locations, printed_locations())):
        for number in wanted:
            if number not in there:
                raise NotJudged(f"it rests on what {what} {number} does, which the variant replaces")


def printed_majors() -> tuple[int, ...]:
    """The Majors of which the rules under test make nothing else."""
    gone = _replaced("MAJ", "card") | _replaced("WORLD", "card")
    return tuple(card.number for card in MAJORS if card.number not in gone)


def printed_locations() -> tuple[int, ...]:
    """The locations of which the rules under test make nothing else."""
    gone = _replaced("LOC", "location")
    return tuple(number for number in LOCATIONS if number not in gone)


def _replaced(section: str, parameter: str) -> set[object]:
    """The Majors or locations that are replaced: even the first clause on one is gone."""
    subject = under_test()
    if subject is None:
        return set()
    first: dict[object, ClauseId] = {}
    for clause in GAME.clauses():
        if clause.section == section and parameter in clause.parameters:
            first.setdefault(clause.parameters[parameter], clause.id)
    return {number for number, clause in first.items() if clause in subject.replaced}


def any_players(ruleset: str, among: Sequence[int] | None = None) -> st.SearchStrategy[int]:
    """Numbers of players that a rule set is for, or some of them."""
    return st.sampled_from(some_of(tarot_rules(ruleset).players, among, "numbers of players"))


@lru_cache(maxsize=64)
def tables(rules: Rules) -> tuple[Table, ...]:
    """All that players can agree on before a game by these rules."""
    found: list[Table] = []
    for players, length, majors in product(rules.players, LENGTHS, MAJOR_VARIANTS):
        options: dict[str, object] = {"length": length, "majors": majors}
        try:
            agree(rules, players, options)
        except arcanum.BadCall:  # a printing that wants the short game for beginners, or has none without Majors
            continue
        found.append(Table(players, options))
    return tuple(found)


_NO_LEANING = Leaning()


@remembered(96)
def play(
    ruleset: str,
    players: int,
    length: str,
    seed: int,
    leaning: Leaning = _NO_LEANING,
    majors: str = "none",
    on_top: tuple[int, ...] = (),
) -> Game:
    """Play a game to its end; the choices follow from the seed and the leaning.

    The Majors `on_top` lie on top of their deck, so the first player is dealt the first of them, and so on.
    """
    begun = begin(ruleset, players, length, seed, majors, on_top)
    course = Course(sound(begun.state), seed ^ 0x5EED, leaning.prefers)
    return Game(ruleset, players, seed, begun.events, course, length, leaning, majors, on_top)


def begin(
    ruleset: str, players: int, length: str, seed: int, majors: str, on_top: tuple[int, ...] = ()
) -> arcanum.Step:
    """Begin a game with some Majors on top of their deck."""
    some_of(tarot_rules(ruleset).major_variants, (majors,), "variants of the Majors")
    state = set_up(tarot_rules(ruleset), players, seed, {"length": length, "majors": majors})
    top = tuple(MAJORS[number] for number in reversed(on_top))
    in_the_game(state, top)
    rest = tuple(card for card in state.major_deck if card not in top)
    return opened(attrs.evolve(state, major_deck=rest + top if state.major_deck else ()))


def sound(state: arcanum.State) -> State:
    """The state as one of Arcanum."""
    assert isinstance(state, State)
    return state


def leanings(
    locations: Sequence[int | None] = (None, *range(1, 11)), suits: Sequence[Suit | None] = (None, *Suit)
) -> st.SearchStrategy[Leaning]:
    """Leanings; name locations or suits to make them frequent."""
    return st.builds(
        Leaning,
        location=st.sampled_from(locations),
        suit=st.sampled_from(suits),
        passing=st.sampled_from((None, True, False)),
    )


@st.composite
def games(
    draw: st.DrawFn,
    *,
    rulesets: Sequence[str] | None = None,
    named: st.SearchStrategy[str] | None = None,
    players: Sequence[int] | None = None,
    lengths: Sequence[str] = LENGTHS,
    leaning: st.SearchStrategy[Leaning] | None = None,
    majors: Sequence[str] = ("none", "all"),
    on_top: st.SearchStrategy[tuple[int, ...]] | None = None,
) -> Game:
    """Games played to their end under any built-in rule set of Arcanum, others by name, or the variant under test."""
    ruleset = draw(any_rules("arcanum", rulesets) if named is None else named)
    variants = some_of(tarot_rules(ruleset).major_variants, majors, "variants of the Majors")
    return play(
        ruleset,
        draw(any_players(ruleset, players)),
        draw(st.sampled_from(lengths)),
        draw(st.integers(0, 2**20)),
        draw(leanings() if leaning is None else leaning),
        draw(st.sampled_from(variants)),
        draw(st.just(()) if on_top is None else on_top),
    )


def playing(*numbers: int, rulesets: Sequence[str] | None = None) -> st.SearchStrategy[Game]:
    """Games in which these Majors are dealt at the start and played as soon as somebody likes."""
    return games(
        rulesets=rulesets,
        majors=("all",),
        leaning=st.builds(Leaning, passing=st.sampled_from((None, False)), majors=st.just(numbers)),
        on_top=st.just(numbers),
    )


def hiding_the_fool() -> st.SearchStrategy[Game]:
    """Games in which somebody is dealt the Fool and likes to hide it."""
    return games(majors=("all",), leaning=st.just(Leaning(passing=False)), on_top=st.just((0,)))


@st.composite
def visiting(draw: st.DrawFn, location: int) -> Game:
    """Games in which a location is visited often, for what it does."""
    as_printed(locations=(location,))
    return draw(games(leaning=leanings(locations=(location,))))


def favouring(*suits: Suit) -> st.SearchStrategy[Game]:
    """Games in which some Houses rise high."""
    return games(leaning=leanings(suits=suits))


def positions(kind: type[DecisionT], of: st.SearchStrategy[Game] | None = None) -> st.SearchStrategy[State]:
    """States in which a decision of a kind is pending, out of generated games."""
    return any_game.positions(kind, games() if of is None else of)
