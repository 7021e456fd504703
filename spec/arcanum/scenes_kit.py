"""Scenes: one Minor from the hand to the discard pile, with nothing of the game after it.

A played game runs on to the next player at once, so its states do not show what a single card has left behind. Here the
agenda is cut: when the card is done, nothing is left to happen, and the last state is exactly its result. Doors are
moments before a figure enters a location, to be rearranged at will.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs
from hypothesis import assume
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.events import Event, Seat
from arcanum.spec.games import asked, fitting, number
from arcanum.spec.games import step as take
from arcanum.spec.subject import remembered
from arcanum.spec.tarot.arrange import waiting_for, with_figures, with_hand, with_hidden
from arcanum.spec.tarot.games import Game, MinorPlayed, Step, Steps, as_printed, games, positions, printed_locations
from arcanum.tarot import State
from arcanum.tarot.actions import Move, Play
from arcanum.tarot.board import Board, Square
from arcanum.tarot.cards import FIGURES, MAJORS, MINORS, SUITS, Card, Figure, Kind, Major, Minor, Suit
from arcanum.tarot.clause_ids import COMP_14
from arcanum.tarot.events import LocationActivated
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.moving import MoveAnyFigure
from arcanum.tarot.playing import PlayCard, PlayTurn
from arcanum.tarot.state import HiddenCard

LOCATIONS = range(1, 11)
BALLROOM = 9


# --- taking steps -----------------------------------------------------------------------------------------------------


def follow(state: State, actions: Iterable[Action]) -> tuple[Step, ...]:
    """Several decisions."""
    steps: list[Step] = []
    for action in actions:
        steps.append(take(state, action))
        state = steps[-1].after
    return tuple(steps)


def last_card(step: Step) -> Step:
    """The decision, if the active player plays no other card afterwards."""
    rest = [task for task in step.after.agenda if not isinstance(task, PlayTurn | PlayCard)]
    return attrs.evolve(step, after=waiting_for(step.after, *rest))


def alone(state: State) -> State:
    """The state with nothing to happen but the decision that is pending and what it sets off."""
    return waiting_for(state, state.agenda[-1])


# --- scenes -----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Scene(Steps):
    """A Minor that was played in a game, up to its discard and no further."""

    seat: Seat
    card: Minor
    steps: tuple[Step, ...]

    @property
    def entering(self) -> Step | None:
        """The decision that moved a figure, if one could move."""
        return next((step for step in self.steps if isinstance(step.action, Move)), None)


@attrs.frozen
class Visit:
    """What happened from the move of a figure into a location to the discard of the card that moved it."""

    seat: Seat
    location: int
    steps: tuple[Step, ...]

    @property
    def door(self) -> State:
        """The state before the move."""
        return self.steps[0].before

    @property
    def arrival(self) -> State:
        """The state after the move, with all that needed no answer."""
        return self.steps[0].after

    @property
    def answers(self) -> tuple[Step, ...]:
        """The decisions that the location asked for."""
        return self.steps[1:]

    @property
    def after(self) -> State:
        """The state when all was done."""
        return self.steps[-1].after

    @property
    def events(self) -> tuple[Event, ...]:
        """What the location did: everything after its activation, without the discard of the card."""
        events = [event for step in self.steps for event in step.events]
        start = next(index for index, event in enumerate(events) if isinstance(event, LocationActivated))
        return tuple(events[start + 1 : -1])

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats, clockwise from the left neighbour."""
        count = len(self.door.players)
        return tuple((self.seat + step) % count for step in range(1, count))


@remembered(64)
def scenes(game: Game) -> tuple[Scene, ...]:
    """Every Minor played in a game, each by itself; what the Devil doubles has clauses of its own and is left out."""
    return tuple(_scene(played) for played in game.minors_played() if played.before.factor == 1)


def _scene(played: MinorPlayed) -> Scene:
    first, *actions = [step.action for step in played.steps]
    start = last_card(take(alone(played.before), first))
    return Scene(played.seat, played.card, (start, *follow(start.after, actions)))


def visits(game: Game, location: int) -> tuple[Visit, ...]:
    """Every visit to a location in a game, each by itself; such a game without one is not wanted."""
    found = []
    for scene in scenes(game):
        for index, step in enumerate(scene.steps):
            if isinstance(step.action, Move) and step.action.location == location:
                found.append(Visit(scene.seat, location, scene.steps[index:]))
    assume(found)
    return tuple(found)


# --- doors ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Door:
    """A figure is about to enter a location; afterwards nothing happens but what the location does."""

    state: State
    move: Move

    @property
    def seat(self) -> Seat:
        """Who moves it."""
        return asked(self.state)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats, clockwise from the left neighbour."""
        count = len(self.state.players)
        return tuple((self.seat + step) % count for step in range(1, count))

    def at(self, state: State) -> Door:
        """The same move in a rearranged state."""
        return attrs.evolve(self, state=state)

    def enter(self) -> Step:
        """Make the move."""
        return take(self.state, self.move)


def ready(state: State, card: Minor, *others: Minor) -> State:
    """The active player is to play a Minor and holds just these; nobody has hidden cards; nothing comes after."""
    state = with_hidden(alone(state), [()] * len(state.players))
    return with_hand(state, asked(state), (card, *others))


@st.composite
def plays(draw: st.DrawFn) -> State:
    """Moments in which a player has to play a Minor, with nothing to follow.

    They come from games without Majors, because the hands are dealt anew: whoever wants Majors in them, in the deck or
    among the discards puts them there (`with_majors`).
    """
    return alone(draw(positions(PlayCard, of=games(majors=("none",)))))


@st.composite
def doors(draw: st.DrawFn, location: int) -> Door:
    """Moments before a figure enters a location, by a numeral or a court card."""
    as_printed(locations=(location,))
    state = draw(plays())
    card = draw(st.sampled_from([card for card in MINORS if card.rank == location or card.is_court]))
    figure = draw(st.sampled_from(movers(card)))
    if state.figures[figure] == location:
        elsewhere = draw(st.sampled_from([place for place in LOCATIONS if place != location]))
        state = with_figures(state, {figure: elsewhere})
    state = last_card(take(_with_card(state, card), Play(card))).after
    return Door(state, Move(figure, location))


def movers(card: Minor) -> list[Figure]:
    """The figures that a Minor may be about: those of its suit for a numeral, its own for a court card."""
    if card.is_court:
        return [Figure.of(Kind(card.rank), card.suit)]
    return [figure for figure in FIGURES if figure.suit is card.suit]


def can_move(state: State, card: Minor) -> bool:
    """Whether a Minor has a figure to move: one of its own that is on the board and can go to another place.

    The Tower lets no figure leave its locations, and none in.
    """
    goals = {place for place in LOCATIONS if card.is_court or place == card.rank} - set(state.tower)
    places = {state.figures[figure] for figure in movers(card)} - {None, *state.tower}
    return any(place != goal for place in places for goal in goals)


def _with_card(state: State, card: Minor) -> State:
    """The active player holds that card too, instead of one of his own; a hidden one is swapped for another."""
    seat = asked(state)
    hand = [held for held in state.players[seat].hand if isinstance(held, Minor)]
    if card in hand:
        return state
    hidden = [[each.card for each in player.hidden] for player in state.players]
    for cards in hidden:
        if card in cards:
            cards[cards.index(card)] = hand[0]
            return with_hand(with_hidden(state, hidden), seat, (card, *hand[1:]))
    return with_hand(state, seat, (card, *hand[1:]))


# --- rearranging ------------------------------------------------------------------------------------------------------


def redealt(state: State, hands: Sequence[int], deck: int | None = None, discard: int = 0, hidden: int = 0) -> State:
    """The state with hands, piles and for everybody hidden cards in these numbers; the rest is hidden by seat 0."""
    pool: list[Minor] = [*state.minor_deck, *state.minor_discard]
    for player in state.players:
        pool += [card for card in player.hand if isinstance(card, Minor)]
        pool += [each.card for each in player.hidden if isinstance(each.card, Minor)]
    players = []
    for player, size in zip(state.players, hands, strict=True):
        hand, down, pool = pool[:size], pool[size : size + hidden], pool[size + hidden :]
        players.append(attrs.evolve(player, hand=in_order(hand), hidden=tuple(map(HiddenCard, down))))
    discards, pool = pool[:discard], pool[discard:]
    size = len(pool) if deck is None else deck
    rest = tuple(HiddenCard(card) for card in pool[size:])
    players[0] = attrs.evolve(players[0], hidden=(*players[0].hidden, *rest))
    return attrs.evolve(state, players=tuple(players), minor_deck=tuple(pool[:size]), minor_discard=tuple(discards))


def in_order(hand: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as it is kept."""
    return tuple(sorted(hand, key=lambda card: card.position))


def with_majors(
    state: State,
    deck: Sequence[Major],
    discard: Sequence[Major] = (),
    hands: Mapping[Seat, Sequence[Major]] | None = None,
) -> State:
    """A game with Majors: some in the deck, some discarded, some in hands, the others out of reach before seat 0."""
    held = {} if hands is None else hands
    used = {*deck, *discard, *(card for cards in held.values() for card in cards)}
    rest = tuple(HiddenCard(card) for card in MAJORS if card not in used)
    players = [
        attrs.evolve(player, hand=in_order((*player.hand, *held.get(seat, ()))))
        for seat, player in enumerate(state.players)
    ]
    players[0] = attrs.evolve(players[0], hidden=(*players[0].hidden, *rest))
    return attrs.evolve(
        state,
        options=attrs.evolve(state.options, majors="all"),
        players=tuple(players),
        major_deck=tuple(deck),
        major_discard=tuple(discard),
    )


def with_board(state: State, symbols: Sequence[Mapping[str, int]]) -> State:
    """The state on another board, given by how often each location shows each suit and kind."""
    names = [each.name.lower() for each in (*SUITS, *Kind)]
    squares = tuple(
        Square(location, tuple(shown.get(name, 0) for name in names), "invented")
        for location, shown in zip(LOCATIONS, symbols, strict=True)
    )
    board = Board(squares, state.rules.board.tower_placements)
    return attrs.evolve(state, rules=attrs.evolve(state.rules, board=board))


def boards(most: int = 3) -> st.SearchStrategy[list[dict[str, int]]]:
    """What a board may show: for each location, how often each suit and kind."""
    names = [each.name.lower() for each in (*SUITS, *Kind)]
    square = st.fixed_dictionaries({name: st.integers(0, most) for name in names})
    return st.lists(square, min_size=10, max_size=10)


def tracks(lowest: int = 0, highest: int = 21) -> st.SearchStrategy[tuple[int, ...]]:
    """Prestige of the four Houses."""
    return st.tuples(*[st.integers(lowest, highest)] * len(SUITS))


def low_tracks(state: State) -> st.SearchStrategy[tuple[int, ...]]:
    """Prestige of the four Houses that leaves room for all symbols that a location of `boards` may show."""
    room = number(state, COMP_14, "highest") - 6
    fitting(room >= 0)
    return tracks(0, min(15, room))


def arrangements() -> st.SearchStrategy[dict[Figure, int]]:
    """Places for all figures; locations may be crowded, as they may during play."""
    return st.fixed_dictionaries({figure: st.sampled_from(LOCATIONS) for figure in FIGURES})


# --- looking ----------------------------------------------------------------------------------------------------------


def moves(state: State) -> tuple[Move, ...]:
    """The moves on offer."""
    return tuple(action for action in arcanum.legal_actions(state) if isinstance(action, Move))


def moving_none(asking: State) -> State:
    """The state after a player whom a Major lets move a figure moves none; where one must, one goes to the Ballroom."""
    if asking.agenda and isinstance(asking.agenda[-1], MoveAnyFigure) and PASS not in arcanum.legal_actions(asking):
        fitting(BALLROOM in printed_locations())
        asking = take(asking, next(move for move in moves(asking) if move.location == BALLROOM)).after
    asked_to_pass = asking.agenda and isinstance(asking.agenda[-1], MoveAnyFigure | HideTogether)
    return take(asking, PASS).after if asked_to_pass else asking


def changed_figures(before: State, after: State) -> set[Figure]:
    """The figures that stand elsewhere now."""
    return {figure for figure in FIGURES if before.figures[figure] != after.figures[figure]}


def rises(before: State, after: State) -> dict[Suit, int]:
    """How far each House went up; negative if down."""
    return {house: after.prestige[house] - before.prestige[house] for house in SUITS}


def held_minors(state: State, seat: Seat) -> tuple[Minor, ...]:
    """The Minors of a hand."""
    return tuple(card for card in state.players[seat].hand if isinstance(card, Minor))


def held_majors(state: State, seat: Seat) -> tuple[Major, ...]:
    """The Majors of a hand."""
    return tuple(card for card in state.players[seat].hand if isinstance(card, Major))


def points(state: State) -> list[int]:
    """The victory points by seat."""
    return [player.vp for player in state.players]
