"""Scorings to order: the eve of a scoring with any prestige and any hidden cards, and what the index says it pays.

Shared by the properties on regular scorings and on the World.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import fitting, printing, written_for
from arcanum.spec.subject import NotJudged, under_test
from arcanum.spec.tarot.arrange import pause, waiting_for, with_hidden, with_prestige
from arcanum.spec.tarot.games import Game, Step, expected, games
from arcanum.spec.tarot.invariants import check_state
from arcanum.tarot import State
from arcanum.tarot.cards import MINORS, Card, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_43,
    COMP_18,
    COMP_19,
    COMP_20,
    LEN_4,
    P3_1,
    SCORE_12,
    SCORE_16,
    WORLD_7,
    WORLD_8,
    WORLD_9,
    WORLD_10,
)
from arcanum.tarot.events import (
    HouseScored,
    Phase,
    PhaseBegan,
)
from arcanum.tarot.flow import Activation
from arcanum.tarot.playing import PlayCard

from . import naive_scoring

SUITS = tuple(Suit)
NAMED = {card.title.lower(): card for card in MINORS}
"""The cards by the words that a player uses: "queen of swords", "4 of wands"."""

# --- arranging a scoring ----------------------------------------------------------------------------------------------


def scoring_turns(printing: str, players: int, length: str) -> tuple[int, ...]:
    """The turns that end with a scoring."""
    turns = expected(P3_1 if players == 3 else LEN_4, length, printing)
    assert isinstance(turns, tuple)
    return tuple(turn for turn in turns if type(turn) is int)


@attrs.frozen
class Eve:
    """A scoring turn in which nothing is left but the last player's choice at the Ballroom to hide a card or not."""

    state: State
    printing: str
    last: bool
    """Whether the game ends with this turn."""

    @property
    def seats(self) -> range:
        """The seats."""
        return range(len(self.state.players))

    def row(self, rank: int) -> tuple[int, ...]:
        """What the index says that a House of this rank pays."""
        return scoring_table(self.printing)[rank - 1]

    def score(self, prestige: Mapping[Suit, int], hidden: Mapping[Seat, Sequence[Card]]) -> Scored:
        """Arrange prestige and hidden cards, and let the engine score them."""
        state = with_prestige(self.state, [prestige[suit] for suit in SUITS])
        state = with_hidden(state, [hidden.get(seat, ()) for seat in self.seats])
        return self.run(state)

    def run(self, state: State) -> Scored:
        """Let the last player pass."""
        check_state(state)
        done = arcanum.step(state, PASS)
        assert isinstance(done.state, State)
        return Scored(state, done.state, done.events)


@attrs.frozen
class Scored:
    """A scoring and what follows it up to the next decision."""

    before: State
    after: State
    events: tuple[Event, ...]

    @property
    def gained(self) -> tuple[int, ...]:
        """The points that each seat has more than before."""
        return tuple(new.vp - old.vp for old, new in zip(self.before.players, self.after.players, strict=True))

    @property
    def houses(self) -> tuple[HouseScored, ...]:
        """The Houses as they were evaluated."""
        return tuple(event for event in self.events if isinstance(event, HouseScored))

    @property
    def ranks(self) -> dict[Suit, int]:
        """The rank of every House."""
        return {event.house: event.rank for event in self.houses}


def area_of_a_slow_reader(state: State, *, special: bool = False) -> naive_scoring.Area:
    """What the naive scorer has before it: its own copy of the scoring area, or that of the variant under test."""
    written_for(state, SCORE_12, "tie_break", "sum")
    written_for(state, SCORE_16, "split", "pool")
    if under_test() is None:
        return naive_scoring.SPECIAL_AREA if special else naive_scoring.SCORING_AREA
    rows = scoring_table(printing(state))
    if special:
        rows = tuple(numbers(clause, "row", printing(state)) for clause in (WORLD_7, WORLD_8, WORLD_9, WORLD_10))
    return {space: list(row) for space, row in enumerate(rows, start=1)}


def three_places(printing: str) -> None:
    """Say that a property knows three places in a House: it cannot judge a variant that pays more or fewer."""
    if number(COMP_18, "values", printing) != 3:
        raise NotJudged("it knows three places in a House, and the variant has more or fewer")


def scoring_table(printing: str) -> tuple[tuple[int, ...], ...]:
    """The four rows of the scoring area, put together from the clauses that state them, three values each."""
    three_places(printing)
    fourth = (
        (COMP_19, "row_4_domination"),
        (COMP_20, "row_4_influence"),
        (COMP_20, "row_4_presence"),
    )
    return (
        numbers(COMP_18, "row_1", printing),
        numbers(COMP_19, "row_2", printing),
        numbers(AMB_43, "row_3", printing),
        tuple(number(clause, parameter, printing) for clause, parameter in fourth),
    )


def number(clause: ClauseId, parameter: str, printing: str) -> int:
    """An expected number."""
    value = expected(clause, parameter, printing)
    assert type(value) is int
    return value


def numbers(clause: ClauseId, parameter: str, printing: str) -> tuple[int, ...]:
    """Expected numbers."""
    value = expected(clause, parameter, printing)
    assert isinstance(value, tuple)
    return tuple(each for each in value if type(each) is int)


def by_house(clause: ClauseId, parameter: str, printing: str) -> dict[Suit, int]:
    """Expected numbers by House."""
    value = expected(clause, parameter, printing)
    assert isinstance(value, Mapping)
    return {Suit[name.upper()]: each for name, each in value.items() if type(each) is int}


def house_named(clause: ClauseId, printing: str) -> Suit:
    """The House that an example is about."""
    return Suit[str(expected(clause, "suit", printing)).upper()]


def eves(players: Sequence[int] | None = None) -> st.SearchStrategy[Eve]:
    """Eves of scorings, out of generated games."""
    return games(players=players).map(eves_of).filter(bool).flatmap(st.sampled_from)


def eves_of(game: Game) -> list[Eve]:
    """All eves that can be made of a game."""
    turns = scoring_turns(game.printing, game.players, game.length)
    states = [step.before for step, _ in game.asked(PlayCard) if step.before.turn in turns]
    end = Activation(game.players)
    return [
        Eve(
            waiting_for(state, end, pause(state.first_player)),
            game.printing,
            state.turn == turns[-1],
        )
        for state in states
    ]


# --- positions to score -----------------------------------------------------------------------------------------------

HOUSES = st.sampled_from(SUITS)
LEVELS = st.integers(0, 21)
PRESTIGE: st.SearchStrategy[dict[Suit, int]] = st.fixed_dictionaries(dict.fromkeys(SUITS, LEVELS))
CLOSE: st.SearchStrategy[dict[Suit, int]] = st.fixed_dictionaries(dict.fromkeys(SUITS, st.integers(0, 3)))
"""Prestige with many ties."""
APART = st.lists(LEVELS, min_size=4, max_size=4, unique=True).map(lambda row: dict(zip(SUITS, row, strict=True)))
"""Prestige without ties."""
RANKS = st.permutations(range(1, 15))
PAIRS = tuple((low, 15 - low) for low in range(1, 8))
"""Two cards of a suit that are worth as much as any other such two."""


def cards(house: Suit, ranks: Sequence[int]) -> tuple[Minor, ...]:
    """Cards of a House."""
    return tuple(NAMED[f"{name_of(rank)} of {house.name.lower()}"] for rank in ranks)


def name_of(rank: int) -> str:
    """How a rank is called."""
    return {11: "knave", 12: "knight", 13: "queen", 14: "king"}.get(rank, str(rank))


def rank_in(prestige: Mapping[Suit, int], house: Suit) -> int:
    """The rank of a House, counted on the fingers."""
    return 1 + len([other for other in SUITS if prestige[other] > prestige[house]])


def worth(held: Sequence[Minor]) -> int:
    """The sum of card values, read off the cards' names."""
    words = [card.title.lower().split(" ")[0] for card in held]
    courts = {"knave": 11, "knight": 12, "queen": 13, "king": 14}
    return sum(courts[word] if word in courts else int(word) for word in words)


@st.composite
def one_suit(draw: st.DrawFn, house: Suit, seats: range) -> dict[Seat, tuple[Minor, ...]]:
    """Any cards of one House for any seats: freely, or in pairs that make ties of count and sum frequent."""
    held: dict[Seat, list[int]] = {seat: [] for seat in seats}
    owners = st.sampled_from((None, *seats))
    if draw(st.booleans()):
        for rank in range(1, 15):
            if (owner := draw(owners)) is not None:
                held[owner].append(rank)
    else:
        for pair in PAIRS:
            if (owner := draw(owners)) is not None:
                held[owner] += pair if draw(st.booleans()) else pair[:1]
    return {seat: cards(house, ranks) for seat, ranks in held.items()}


@st.composite
def all_suits(draw: st.DrawFn, seats: range) -> dict[Seat, tuple[Minor, ...]]:
    """Any cards of all Houses for any seats."""
    piles = [draw(one_suit(house, seats)) for house in SUITS]
    return {seat: tuple(card for pile in piles for card in pile[seat]) for seat in seats}


@st.composite
def by_count(draw: st.DrawFn, house: Suit, seats: range) -> tuple[tuple[Seat, ...], dict[Seat, tuple[Minor, ...]]]:
    """The seats in a drawn order, each with fewer cards of the House than the one before, the third with some."""
    fitting(len(seats) >= 3)
    order = tuple(draw(st.permutations(seats)))
    counts = sorted(draw(st.sets(st.integers(1, 4), min_size=3, max_size=min(4, len(seats)))), reverse=True)
    ranks = draw(RANKS)
    held: dict[Seat, tuple[Minor, ...]] = {}
    for seat, count in zip(order, counts, strict=False):
        held[seat], ranks = cards(house, ranks[:count]), ranks[count:]
    return order, held


@attrs.frozen
class Tie:
    """Seats with one House's cards: some are better than the tied ones, some worse."""

    better: tuple[Seat, ...]
    tied: tuple[Seat, ...]
    worse: tuple[Seat, ...]
    """Best first."""
    held: dict[Seat, tuple[Minor, ...]]


@st.composite
def ties(draw: st.DrawFn, house: Suit, seats: range, *, better: int | None = None, tied: int | None = None) -> Tie:
    """Two or more seats with cards of the same count and sum, and all others with other cards; or so many of each."""
    most = [_most_tied(len(seats), first) for first in range(min(3, len(seats) - 1))]
    first = draw(st.integers(0, sum(each > 1 for each in most) - 1)) if better is None else better
    size = draw(st.integers(2, most[first])) if tied is None else tied
    order = tuple(draw(st.permutations(seats)))
    pairs = draw(st.permutations(PAIRS))
    rest = [rank for pair in pairs[size:] for rank in pair]
    above, level, below = order[:first], order[first : first + size], order[first + size :]
    held = {seat: cards(house, pair) for seat, pair in zip(level, pairs, strict=False)}
    for count, seat in zip(_ABOVE, reversed(above), strict=False):
        held[seat], rest = cards(house, rest[:count]), rest[count:]
    singles = sorted(rest[: len(below)], reverse=True)
    held |= {seat: cards(house, [rank]) for seat, rank in zip(below, singles, strict=True)}
    return Tie(tuple(sorted(above, key=lambda seat: -len(held[seat]))), level, below, held)


_ABOVE = (4, 3)
"""How many cards those have who are better than the tied ones, the best last."""


def _most_tied(seats: int, better: int) -> int:
    """How many can be tied, so that there are cards for those who are better, and one for each who is worse."""
    spare = 2 * len(PAIRS) - sum(_ABOVE[:better]) - (seats - better)
    return min(spare, seats - better)


def scorings(game: Game) -> Iterator[Step]:
    """The steps of a game that ended with a scoring."""
    for step in game.steps:
        if any(is_scoring(event) for event in step.events):
            yield step


def is_scoring(event: Event) -> bool:
    """Whether the scoring starts here."""
    return isinstance(event, PhaseBegan) and event.phase is Phase.SCORING


def from_scoring(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events from the start of the scoring on."""
    start = next(index for index, event in enumerate(events) if is_scoring(event))
    return tuple(events[start:])
