"""What the properties on the last Majors share: a Major played by itself, the Tower and figures put where one likes.

As in `scenes_kit` the agenda is cut, so the last state of a scene is exactly what the card has left behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import any_answer, asked
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import with_hidden, with_majors
from arcanum.spec.tarot.games import Step, Steps, as_printed, games, positions
from arcanum.tarot import State
from arcanum.tarot.actions import Hide, Move, Play
from arcanum.tarot.board import Figures
from arcanum.tarot.cards import FIGURES, FOOL, MINORS, TOWER, Card, Figure, Major, Minor
from arcanum.tarot.clause_ids import HAND_2
from arcanum.tarot.events import BecameActive, Discarded, Drew, TurnBegan
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import HiddenCard
from arcanum.tarot.views import View

from .scenes_kit import LOCATIONS, alone, movers

# --- a Major by itself ------------------------------------------------------------------------------------------------

TABLES = positions(PlayCard, of=games(majors=("all",), lengths=("short",)))
"""Moments in which somebody may play a card, in games with all Majors."""


@st.composite
def holding(draw: st.DrawFn, *numbers: int) -> State:
    """Moments in which the active player holds these Majors and may play one; nothing of other Majors is around."""
    as_printed(cards=numbers)
    state = attrs.evolve(tidied(alone(draw(TABLES))), major_played=False, factor=1)
    return with_majors(state, asked(state), numbers)


def tidied(state: State) -> State:
    """The state with no Tower on the board and all figures in some location."""
    home = {figure: 1 + figure % 10 for _, figures in state.exiles for figure in figures}
    row = tuple(home.get(figure, place) for figure, place in state.figures.items())
    discard = (*state.major_discard, TOWER) if state.tower else state.major_discard
    return attrs.evolve(state, figures=Figures(row), exiles=(), tower=(), tower_owner=None, major_discard=discard)


@attrs.frozen
class Scene(Steps):
    """A Major from the hand to its end, and no further."""

    seat: Seat
    card: Major
    steps: tuple[Step, ...]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats, clockwise from the left neighbour."""
        return others(self.before, self.seat)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats, clockwise from the left neighbour."""
    count = len(state.players)
    return tuple((seat + step) % count for step in range(1, count))


def carried_out(state: State, card: Major, data: st.DataObject) -> Scene:
    """The card is played and every question it raises is answered somehow."""
    steps = [take(state, Play(card))]
    for _ in range(100):
        if is_done(steps[-1].after):
            return Scene(asked(state), card, tuple(steps))
        steps.append(any_answer(steps[-1].after, data))
    raise AssertionError(f"{card} never ends")


def is_done(state: State) -> bool:
    """Whether the Major that was played is over: nothing is asked any more, or which card is played next."""
    return not state.agenda or isinstance(state.agenda[-1], PlayCard)


def changes(before: State, after: State) -> set[str]:
    """What is no longer the same, of everything that a Major could touch; "hand 2" is the hand of seat 2."""
    board = ("prestige", "figures", "tower", "exiles", "turn", "first_player", "factor", "minor_played")
    found = {name for name in board if getattr(before, name) != getattr(after, name)}
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        found |= {f"{name} {seat}" for name in ("hand", "hidden", "vp") if getattr(old, name) != getattr(new, name)}
    return found


def gains(before: State, after: State) -> list[int]:
    """The points that each seat has more than before."""
    return [new.vp - old.vp for old, new in zip(before.players, after.players, strict=True)]


def drawn(scene: Scene, seat: Seat, clause: ClauseId) -> tuple[Card, ...]:
    """The cards that a seat drew by a clause."""
    found: list[Card] = []
    for event in scene.of(Drew, clause):
        if event.seat == seat:
            assert event.cards is not None
            found += event.cards
    return tuple(found)


def trimmed(scene: Scene, seat: Seat) -> set[Card]:
    """The cards that a seat discarded because of the hand limit."""
    return {event.card for event in scene.of(Discarded, HAND_2) if event.seat == seat}


def hide_if_possible(state: State, wanted: int) -> Step:
    """Answer a chance to hide: with a card if that is wanted and possible, otherwise by passing."""
    decision = state.agenda[-1]
    assert isinstance(decision, HideTogether)
    offers = [action for action in decision.actions(state) if isinstance(action, Hide)]
    return take(state, offers[0] if wanted and offers else PASS)


# --- the board --------------------------------------------------------------------------------------------------------


def with_tower(state: State, locations: Sequence[int], owner: Seat) -> State:
    """The state with the Tower on the board; it is taken from wherever it is."""
    players = tuple(
        attrs.evolve(player, hand=tuple(card for card in player.hand if card != TOWER)) for player in state.players
    )
    return attrs.evolve(
        state,
        players=players,
        major_deck=tuple(card for card in state.major_deck if card != TOWER),
        major_discard=tuple(card for card in state.major_discard if card != TOWER),
        tower=tuple(sorted(locations)),
        tower_owner=owner,
    )


def with_places(state: State, places: Mapping[Figure, int]) -> State:
    """The state with figures in these locations."""
    row = tuple(places.get(figure, place) for figure, place in state.figures.items())
    return attrs.evolve(state, figures=Figures(row))


def with_exiles(state: State, away: Mapping[Seat, Sequence[Figure]]) -> State:
    """The state with some figures off the board, each to be put back by a seat."""
    gone = [figure for figures in away.values() for figure in figures]
    row = tuple(None if figure in gone else place for figure, place in state.figures.items())
    exiles = tuple((seat, tuple(figures)) for seat, figures in away.items() if figures)
    return attrs.evolve(state, figures=Figures(row), exiles=exiles)


def seats(state: State) -> st.SearchStrategy[Seat]:
    """Any seat."""
    return st.sampled_from(range(len(state.players)))


def blockades(least: int = 1, most: int = 6) -> st.SearchStrategy[tuple[int, ...]]:
    """Locations that the Tower may block; more ways to lie than our board knows."""
    return st.sets(st.sampled_from(LOCATIONS), min_size=least, max_size=most).map(lambda found: tuple(sorted(found)))


def some_figures(least: int, most: int) -> st.SearchStrategy[list[Figure]]:
    """So many figures, in any order."""
    return st.lists(st.sampled_from(FIGURES), min_size=least, max_size=most, unique=True)


@st.composite
def besieged(draw: st.DrawFn, *numbers: int) -> State:
    """Moments in which somebody may play, the Tower lies on the board and figures are anywhere, some off the board."""
    state = draw(holding(*numbers))
    state = with_places(state, {figure: draw(st.sampled_from(LOCATIONS)) for figure in FIGURES})
    away = draw(some_figures(0, 3))
    state = with_exiles(state, {draw(seats(state)): away})
    return with_tower(state, draw(blockades()), draw(seats(state)))


def possible_moves(state: State, card: Card) -> set[Move]:
    """The moves that a card allows while the Tower and a Judgement forbid some, counted on the fingers."""
    found = set()
    for figure in FIGURES if card == FOOL else movers_of(card):
        here = state.figures[figure]
        if here is None or here in state.tower:
            continue
        for there in LOCATIONS if card == FOOL or is_court(card) else [rank_of(card)]:
            if there != here and there not in state.tower:
                found.add(Move(figure, there))
    return found


def movers_of(card: Card) -> list[Figure]:
    """The figures that a Minor is about."""
    assert isinstance(card, Minor)
    return movers(card)


def is_court(card: Card) -> bool:
    """Whether it is a court card."""
    return isinstance(card, Minor) and card.is_court


def rank_of(card: Card) -> int:
    """The number of a Minor."""
    assert isinstance(card, Minor)
    return card.rank


# --- hidden cards -----------------------------------------------------------------------------------------------------

Pile = list[tuple[Card, bool]]
"""Hidden cards of a player, each with whether it lies face up."""


@st.composite
def piles(draw: st.DrawFn, players: int, least: int = 0, most: int = 6) -> list[Pile]:
    """Hidden cards for everybody: none, few or many, some of them turned up earlier, perhaps the Fool among them."""
    cards: list[Card] = list(draw(st.permutations(MINORS)))
    found: list[Pile] = []
    for _ in range(players):
        size = draw(st.integers(least, most))
        mine, cards = cards[:size], cards[size:]
        found.append([(card, draw(st.integers(0, 3)) == 3) for card in mine])
    if draw(st.booleans()):
        found[draw(st.integers(0, players - 1))].append((FOOL, draw(st.booleans())))
    return found


def with_piles(state: State, hidden: Sequence[Pile]) -> State:
    """The state with these hidden cards."""
    state = with_hidden(state, [[card for card, _ in pile] for pile in hidden])
    players = tuple(
        attrs.evolve(player, hidden=tuple(HiddenCard(card, up) for card, up in pile))
        for player, pile in zip(state.players, hidden, strict=True)
    )
    return attrs.evolve(state, players=players)


def face_down(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that lie face down in front of a seat."""
    return tuple(each.card for each in state.players[seat].hidden if not each.face_up)


def face_up(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that lie face up in front of a seat."""
    return tuple(each.card for each in state.players[seat].hidden if each.face_up)


def seen_by(state: State, viewer: Seat | None) -> View:
    """The table as a seat sees it, or a spectator."""
    view = arcanum.observe(state, viewer)
    assert isinstance(view, View)
    return view


def open_cards(state: State, viewer: Seat | None, seat: Seat) -> set[Card]:
    """The hidden cards of a seat whose faces somebody sees."""
    return {each.card for each in seen_by(state, viewer).players[seat].hidden if each.card is not None}


def next_turn_begins(event: Event, owner: Seat, when: str) -> bool:
    """Whether an event is what an index entry calls his next turn: his own, or that of the whole table."""
    return {"turn": isinstance(event, BecameActive) and event.seat == owner, "round": isinstance(event, TurnBegan)}[
        when
    ]


def moments(steps: Sequence[Step]) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The states of a game, each with the events that have just led to it."""
    for step in steps:
        yield step.after, step.events
