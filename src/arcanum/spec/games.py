"""Played games of Arcanum as material for properties: Hypothesis strategies and ways to cut a game into pieces.

A strategy draws rule set, number of players, length, seed and a leaning (what the players prefer); the game that
follows from them is played once and kept, so many properties can look at the same games. A property says what must
hold for every turn, every Minor played, every visit to a location, in every such game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.agenda import work_off
from arcanum.kernel.clauses import ClauseId, Parameter
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.randomness import below
from arcanum.tarot import GAME, State
from arcanum.tarot.actions import Adjust, Hide, Move, Play
from arcanum.tarot.cards import MAJORS, Major, Minor, Suit
from arcanum.tarot.clause_ids import MAJG_2, MIN_E1
from arcanum.tarot.events import Discarded, LocationActivated, Moved, Played, TowerPlaced, TurnBegan
from arcanum.tarot.rules import rules
from arcanum.tarot.setup import set_up
from arcanum.tarot.state import PrettyPrinter

EventT = TypeVar("EventT", bound=Event)
DecisionT = TypeVar("DecisionT")


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

    def prefers(self, action: Action) -> bool:
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
class Step:
    """One decision of a played game."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]

    @property
    def seat(self) -> Seat:
        """Who decided."""
        seat = arcanum.to_act(self.before)
        assert seat is not None
        return seat


@attrs.frozen
class MinorPlayed:
    """Everything from the playing of a Minor to its discard."""

    seat: Seat
    card: Minor
    before: State
    """The state in which the card was chosen."""
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
class MajorPlayed:
    """Everything from the playing of a Major to its end (the discard, or for the Tower its place on the board)."""

    seat: Seat
    card: Major
    before: State
    """The state in which the card was chosen."""
    steps: tuple[Step, ...]
    """The decisions from choosing the card to the one whose events contain its end."""
    events: tuple[Event, ...]
    """The events from `Played` to its end, both included."""

    def of(self, kind: type[EventT], clause: ClauseId | None = None) -> tuple[EventT, ...]:
        """The events of a kind, and of a clause if one is given."""
        return tuple(event for event in self.events if isinstance(event, kind) and clause in (None, event.clause))


@attrs.frozen
class Turn:
    """A turn of a played game: its number, who began, and all its events up to the next turn."""

    number: int
    first_player: Seat
    events: tuple[Event, ...]


@attrs.frozen(eq=False, repr=False)
class Game:
    """A game played to its end."""

    ruleset: str
    players: int
    length: str
    seed: int
    leaning: Leaning
    majors: str
    on_top: tuple[int, ...]
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        return (
            f"play({self.ruleset!r}, {self.players}, {self.length!r}, {self.seed}, {self.leaning!r}, "
            f"{self.majors!r}, {self.on_top!r})  # {len(self.steps)} decisions"
        )

    def _repr_pretty_(self, printer: PrettyPrinter, cycle: bool) -> None:
        """Hypothesis prints a failing game as the call that plays it again."""
        printer.text(repr(self))

    @property
    def printing(self) -> str:
        """The printing of the rule set: `en` for `arcanum/en`."""
        return self.ruleset.partition("/")[2]

    @property
    def first(self) -> State:
        """The first state that waits for a decision."""
        return self.steps[0].before

    @property
    def last(self) -> State:
        """The state at the end."""
        return self.steps[-1].after

    @property
    def states(self) -> tuple[State, ...]:
        """All states, from the first to the last."""
        return (self.first, *(step.after for step in self.steps))

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, the opening included."""
        return (*self.opening, *(event for step in self.steps for event in step.events))

    def expected(self, clause: ClauseId, parameter: str) -> Parameter:
        """What the clause index says for this printing. Properties take expectations from here, never from rules."""
        return expected(clause, parameter, self.printing)

    def number(self, clause: ClauseId, parameter: str) -> int:
        """An expected value that is a number."""
        value = self.expected(clause, parameter)
        assert type(value) is int
        return value

    def of(self, kind: type[EventT], clause: ClauseId | None = None) -> tuple[EventT, ...]:
        """All events of a kind, and of a clause if one is given."""
        return tuple(event for event in self.events if isinstance(event, kind) and clause in (None, event.clause))

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
                    steps = self.steps[start : stop + 1]
                    return MinorPlayed(seat, card, steps[0].before, steps, tuple(events))
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
                    steps = self.steps[start : stop + 1]
                    return MajorPlayed(seat, card, steps[0].before, steps, tuple(events))
        raise AssertionError(f"{card} was played by seat {seat} and never ended in {self!r}")

    def visits(self, location: int) -> tuple[MinorPlayed, ...]:
        """The Minors played that activated a location."""
        return tuple(played for played in self.minors_played() if played.location == location)

    def asked(self, kind: type[DecisionT]) -> tuple[tuple[Step, DecisionT], ...]:
        """The steps that answered a decision of a kind, with the decision."""
        return tuple((step, top) for step in self.steps if isinstance(top := step.before.agenda[-1], kind))


def expected(clause: ClauseId, parameter: str, printing: str) -> Parameter:
    """What the clause index says for a printing (`consensus` is the recommended reading)."""
    return GAME.clauses()[clause].parameter(parameter, printing)


_NO_LEANING = Leaning()


@lru_cache(maxsize=96)
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
    state = sound(begun.state)
    rng, steps = seed ^ 0x5EED, []
    while legal := arcanum.legal_actions(state):
        rng, dice = below(rng, 4)
        liked = [action for action in legal if leaning.prefers(action)] if dice else []
        pool: Sequence[Action] = liked or legal
        rng, index = below(rng, len(pool))
        done = step(state, pool[index])
        steps.append(done)
        state = done.after
    return Game(ruleset, players, length, seed, leaning, majors, on_top, begun.events, tuple(steps))


def begin(
    ruleset: str, players: int, length: str, seed: int, majors: str, on_top: tuple[int, ...] = ()
) -> arcanum.Step:
    """Begin a game with some Majors on top of their deck."""
    state = set_up(rules(ruleset), players, seed, {"length": length, "majors": majors})
    top = tuple(MAJORS[number] for number in reversed(on_top))
    rest = tuple(card for card in state.major_deck if card not in top)
    log: list[Event] = []
    table = attrs.evolve(state, major_deck=rest + top if state.major_deck else ()).thaw(log)
    work_off(table)
    return arcanum.Step(table.freeze(), tuple(log))


def step(state: State, action: Action) -> Step:
    """One step of a game, with everything a property wants to know about it."""
    done = arcanum.step(state, action)
    return Step(state, action, sound(done.state), done.events)


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


def games(
    *,
    rulesets: Sequence[str] | None = None,
    players: Sequence[int] = (3, 4, 5),
    lengths: Sequence[str] = ("short", "long"),
    leaning: st.SearchStrategy[Leaning] | None = None,
    majors: Sequence[str] = ("none", "all"),
    on_top: st.SearchStrategy[tuple[int, ...]] | None = None,
) -> st.SearchStrategy[Game]:
    """Games played to their end under any built-in rule set of Arcanum."""
    return st.builds(
        play,
        st.sampled_from(arcanum.rulesets("arcanum") if rulesets is None else rulesets),
        st.sampled_from(players),
        st.sampled_from(lengths),
        st.integers(0, 2**20),
        leanings() if leaning is None else leaning,
        st.sampled_from(majors),
        st.just(()) if on_top is None else on_top,
    )


def playing(*numbers: int, rulesets: Sequence[str] | None = None) -> st.SearchStrategy[Game]:
    """Games in which these Majors are dealt at the start and played as soon as somebody likes."""
    return games(
        rulesets=rulesets,
        lengths=("short",),
        majors=("all",),
        leaning=st.builds(Leaning, passing=st.sampled_from((None, False)), majors=st.just(numbers)),
        on_top=st.just(numbers),
    )


def hiding_the_fool() -> st.SearchStrategy[Game]:
    """Games in which somebody is dealt the Fool and likes to hide it."""
    return games(majors=("all",), leaning=st.just(Leaning(passing=False)), on_top=st.just((0,)))


def visiting(location: int) -> st.SearchStrategy[Game]:
    """Games in which a location is visited often."""
    return games(leaning=leanings(locations=(location,)))


def favouring(*suits: Suit) -> st.SearchStrategy[Game]:
    """Games in which some Houses rise high."""
    return games(leaning=leanings(suits=suits))


def positions(kind: type[DecisionT], of: st.SearchStrategy[Game] | None = None) -> st.SearchStrategy[State]:
    """States in which a decision of a kind is pending, out of generated games."""
    source = games() if of is None else of
    return source.filter(lambda game: bool(game.asked(kind))).flatmap(
        lambda game: st.sampled_from([step.before for step, _ in game.asked(kind)])
    )
