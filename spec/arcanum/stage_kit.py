"""Stages: the active player holds some Majors and may play; everything else lies as the property wants it.

A stage is a position of a generated game with all cards dealt anew, and nothing on the agenda but the question what
to play. When a Major is done its player is asked again, so the last state shows exactly what the card has left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action, Option, Pass
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import shuffled
from arcanum.spec.games import asked, fitting, number, stated, step
from arcanum.spec.tarot.arrange import pause, waiting_for, with_hidden, with_prestige
from arcanum.spec.tarot.games import Step, Steps, as_printed, games, positions, printed_locations
from arcanum.tarot import State
from arcanum.tarot.actions import Discard, Hide, Move, Play
from arcanum.tarot.board import Figures
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, MINORS, SUITS, TOWER, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    LOC1_1,
    LOC3_1,
    LOC4_1,
    LOC5_1,
    LOC6_1,
    LOC7_1,
    TRACK_2,
)
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import HiddenCard, TarotTask

from .scenes_kit import in_order, tracks

LOCATIONS = range(1, 11)
FIGURE_MOVERS = (0, 3, 14)
"""The Majors that move a figure: Fool, Empress, Temperance."""

Range = tuple[int, int]
CardT = TypeVar("CardT", Minor, Major)


# --- stages -----------------------------------------------------------------------------------------------------------


@st.composite
def stages(
    draw: st.DrawFn,
    *majors: int,
    minors: Range = (1, 4),
    others: Range = (0, 4),
    hidden: Range = (0, 2),
    duty: bool | None = None,
    supply: Range | None = None,
    major_supply: Range | None = None,
    rulesets: Sequence[str] | None = None,
) -> State:
    """The active player holds these Majors and so many Minors, and has played no Major yet.

    The others hold so many Minors and perhaps a Major; everybody has hidden so many Minors. `duty` says whether he
    still has to play his Minor. `supply` limits deck and discards each, `major_supply` the same for Majors; the cards
    that are left over are out of reach in front of the right neighbour.
    """
    as_printed(cards=majors)
    state = draw(positions(PlayCard, of=games(rulesets=rulesets, majors=("all",))))
    seat, seats = asked(state), len(state.players)
    _, small = shuffled(draw(st.integers(0, 2**32)), MINORS)
    _, large = shuffled(draw(st.integers(0, 2**32)), [card for card in MAJORS if card.number not in majors])
    pool, reserve = list(small), list(large)
    hands: list[list[Card]] = []
    rows: list[list[Card]] = []
    for each in range(seats):
        hands.append([*_off(pool, draw(st.integers(*(minors if each == seat else others))))])
        hands[each] += [MAJORS[card] for card in majors] if each == seat else _off(reserve, draw(st.integers(0, 1)))
        rows.append([*_off(pool, draw(st.integers(*hidden)))])
    deck, discard = _piles(draw, pool, supply)
    major_deck, major_discard = _piles(draw, reserve, major_supply)
    rows[seat - 1] += [*pool, *reserve]
    players = tuple(
        attrs.evolve(player, hand=in_order(hand), hidden=tuple(map(HiddenCard, row)))
        for player, hand, row in zip(state.players, hands, rows, strict=True)
    )
    return attrs.evolve(
        waiting_for(state, PlayCard(seat)),
        players=players,
        figures=Figures(tuple(place or 1 + figure % 10 for figure, place in state.figures.items())),
        minor_deck=tuple(deck),
        minor_discard=tuple(discard),
        major_deck=tuple(major_deck),
        major_discard=tuple(major_discard),
        tower=(),
        tower_owner=None,
        exiles=(),
        minor_played=draw(st.booleans()) if duty is None else not duty,
        major_played=False,
        factor=1,
    )


@st.composite
def eves(draw: st.DrawFn, *majors: int, of_another: bool = False) -> State:
    """Positions in which somebody has hidden the Fool, and everybody low Minors, so that ties are frequent."""
    state = draw(stages(*majors))
    seats = len(state.players)
    _, pool = shuffled(draw(st.integers(0, 2**32)), [card for card in MINORS if card.rank <= 4])
    rows: list[list[Card]] = []
    for _ in range(seats):
        size = draw(st.integers(0, 2))
        rows.append([*pool[:size]])
        pool = pool[size:]
    owner = draw(st.sampled_from(others_of(state, asked(state)) if of_another else range(seats)))
    rows[owner].insert(draw(st.integers(0, len(rows[owner]))), FOOL)
    return with_prestige(with_hidden(state, rows), draw(tracks(0, 3)))


def _off(pool: list[CardT], count: int) -> list[CardT]:
    """Take so many cards off a pool."""
    taken = pool[:count]
    del pool[:count]
    return taken


def _piles(draw: st.DrawFn, pool: list[CardT], limit: Range | None) -> tuple[list[CardT], list[CardT]]:
    """Deck and discard pile out of a pool, which loses them."""
    if limit is None:
        discard = _off(pool, draw(st.integers(0, len(pool) // 2)))
        return _off(pool, len(pool)), discard
    return _off(pool, draw(st.integers(*limit))), _off(pool, draw(st.integers(*limit)))


def with_tower(state: State, owner: Seat, locations: Sequence[int]) -> State:
    """The Tower card lies on these locations."""
    players = tuple(
        attrs.evolve(player, hand=tuple(card for card in player.hand if card != TOWER)) for player in state.players
    )
    return attrs.evolve(
        state,
        players=players,
        major_deck=tuple(card for card in state.major_deck if card != TOWER),
        major_discard=tuple(card for card in state.major_discard if card != TOWER),
        tower=tuple(locations),
        tower_owner=owner,
    )


def with_exiles(state: State, owner: Seat, figures: Sequence[Figure]) -> State:
    """These figures are off the board until the owner puts them back."""
    row = tuple(None if figure in figures else place for figure, place in state.figures.items())
    return attrs.evolve(state, figures=Figures(row), exiles=((owner, tuple(figures)),) if figures else ())


def blocked(state: State, data: st.DataObject) -> State:
    """Some locations lie under the Tower of another player, and some figures are off the board."""
    owner = others_of(state, asked(state))[0]
    closed = data.draw(st.sets(st.sampled_from(LOCATIONS), max_size=4))
    away = data.draw(st.sets(st.sampled_from(FIGURES), max_size=3))
    state = with_exiles(state, owner, sorted(away))
    return with_tower(state, owner, sorted(closed)) if closed else state


# --- scenes -----------------------------------------------------------------------------------------------------------


@attrs.frozen
class MajorScene(Steps):
    """A Major from the hand to its end, with nothing of the game after it."""

    seat: Seat
    card: Major
    steps: tuple[Step, ...]

    @property
    def played_and_nothing_else(self) -> State:
        """The state as it would be if the card went on its pile and did nothing."""
        player = self.before.players[self.seat]
        hand = tuple(card for card in player.hand if card != self.card)
        players = list(self.before.players)
        players[self.seat] = attrs.evolve(player, hand=hand)
        pile = (*self.before.major_discard, self.card)
        return attrs.evolve(self.before, players=tuple(players), major_discard=pile, major_played=True)

    @property
    def effect(self) -> set[str]:
        """What the card changed, beside being played."""
        return touched(self.played_and_nothing_else, self.after)

    @property
    def moving(self) -> Step:
        """The decision that moved a figure."""
        return next(step for step in self.steps if isinstance(step.action, Move))


def perform(
    state: State, card: Major, data: st.DataObject, prefer: Callable[[Action], bool] = lambda action: True
) -> MajorScene:
    """Play a Major with any legal answers, or with preferred ones wherever there are some."""
    steps = [step(state, Play(card))]
    while card in steps[-1].after.in_play:
        assert len(steps) < 100, f"{card} does not come to an end"
        steps.append(any_answer(steps[-1].after, data, prefer))
    return MajorScene(asked(state), card, tuple(steps))


def happening(state: State, *tasks: TarotTask) -> Step:
    """What follows when these things are all that is still to happen, the last one next."""
    return step(waiting_for(state, *tasks, pause()), PASS)


def any_answer(state: State, data: st.DataObject, prefer: Callable[[Action], bool]) -> Step:
    """One decision with any preferred answer, or any at all if none is."""
    legal = arcanum.legal_actions(state)
    return step(state, data.draw(st.sampled_from([action for action in legal if prefer(action)] or legal)))


def keeps(card: Card) -> Callable[[Action], bool]:
    """Answers that do not give up a card."""
    return lambda action: action not in (Discard(card), Hide(card))


# --- looking ----------------------------------------------------------------------------------------------------------


def touched(before: State, after: State) -> set[str]:
    """What differs between two states, in words: `hand 2`, `points 0`, `prestige`."""
    common = (
        "prestige", "figures", "minor_deck", "minor_discard", "major_deck", "major_discard", "in_play", "tower",
        "tower_owner", "exiles", "minor_played", "major_played", "factor", "turn", "phase", "first_player", "active",
    )  # fmt: skip
    found = {name for name in common if getattr(before, name) != getattr(after, name)}
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        found |= {f"hand {seat}"} if old.hand != new.hand else set()
        found |= {f"hidden {seat}"} if old.hidden != new.hidden else set()
        found |= {f"points {seat}"} if old.vp != new.vp else set()
    return found


def others_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats, clockwise from the left neighbour."""
    return tuple((seat + step) % len(state.players) for step in range(1, len(state.players)))


def minors_held(state: State, seat: Seat) -> list[Minor]:
    """The Minors of a hand."""
    return [card for card in state.players[seat].hand if isinstance(card, Minor)]


def hidden_by(state: State, seat: Seat) -> list[Card]:
    """The cards that lie hidden in front of a seat."""
    return [each.card for each in state.players[seat].hidden]


def all_moves(state: State) -> set[Move]:
    """Every figure on the board that the Tower does not hold, to every other location that it does not close."""
    return {
        Move(figure, there)
        for figure, here in state.figures.items()
        for there in LOCATIONS
        if here is not None and here not in state.tower and there not in (here, *state.tower)
    }


def raised(state: State, house: Suit, steps: int) -> dict[Suit, int]:
    """The prestige when a House takes steps up the track; at its end the others go back, as the printing has it."""
    track = dict(state.prestige)
    pushes = 0
    for _ in range(steps):
        if track[house] < number(state, TRACK_2, "highest"):
            track[house] += 1
        elif not pushes or stated(state, TRACK_2, "push_back") == "per-step":
            pushes += 1
            for other in SUITS:
                track[other] -= 1 if other is not house and track[other] else 0
    return track


def matches(symbols: Sequence[Mapping[str, int]], move: Move) -> int:
    """How often a location shows the suit and the kind of the figure that enters it."""
    shown = symbols[move.location - 1]
    return shown[move.figure.suit.name.lower()] + shown[move.figure.kind.name.lower()]


def location_acts(door: State, arrival: State, seat: Seat, location: int) -> bool:
    """Whether the effect of a location has begun for a seat: what everybody would see right after the move."""
    fitting(location in printed_locations())
    supply = len(door.minor_deck) + len(door.minor_discard)
    old, new = door.players[seat], arrival.players[seat]
    legal = arcanum.legal_actions(arrival)
    asks = arcanum.to_act(arrival)
    drawn = len(minors_held(arrival, seat)) - len(minors_held(door, seat))
    victims = [other for other in others_of(door, seat) if door.players[other].hand]
    match location:
        case 1:
            return new.vp - old.vp == number(door, LOC1_1, "points")
        case 2:
            return asks == seat and {Option("minors"), Option("major")} == set(legal)
        case 3:
            fitting(not isinstance(arrival.agenda[-1], TrimHand))
            first = min(supply, number(door, LOC3_1, "minors"))
            return drawn == first and asks == others_of(door, seat)[0] and Option("draw") in legal
        case 4:
            return drawn == min(supply, number(door, LOC4_1, "minors"))
        case 5:
            return new.vp - old.vp == number(door, LOC5_1, "points")
        case 6:
            return new.vp - old.vp == number(door, LOC6_1, "points")
        case 7:
            return len(new.hidden) - len(old.hidden) == min(supply, number(door, LOC7_1, "minors"))
        case 8:
            return asks == seat and Option("draw") in legal
        case 9:
            return not old.hand or (asks == seat and all(isinstance(each, Hide | Pass) for each in legal))
        case _:
            return not victims or (asks == victims[0] and set(legal) == set(map(Discard, door.players[asks].hand)))
