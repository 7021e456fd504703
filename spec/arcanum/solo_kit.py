"""Solos: one Major from the hand to its end, on a table that was dealt for it, with nothing of the game after it.

The table is the first of a game, dealt anew: who holds how many Minors and Majors, what lies hidden, how large the
decks are, prestige and points are all drawn, so rare situations (an empty deck, an empty hand) are not rare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs
from hypothesis import assume
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.events import Seat
from arcanum.spec.games import any_rules, asked, number, stated
from arcanum.spec.games import step as take
from arcanum.spec.subject import remembered
from arcanum.spec.tarot.arrange import with_points, with_prestige
from arcanum.spec.tarot.games import Step, Steps, any_players, as_printed, begin, sound
from arcanum.tarot import State
from arcanum.tarot.actions import Discard, Hide, Play
from arcanum.tarot.cards import FIGURES, MAJORS, SUITS, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import HAND_1, TRACK_2
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import MOST_PLAYERS, HiddenCard

from .scenes_kit import alone, in_order, tracks

Answer = Callable[[State], Action]


# --- tables -----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Hold:
    """What a player is dealt: so many Minors and Majors in hand, so many hidden Minors."""

    minors: int
    majors: int
    hidden: int


@remembered(256)
def opening(ruleset: str, players: int, seed: int) -> State:
    """The first moment of a game in which somebody may play, with nothing else to follow."""
    state = sound(begin(ruleset, players, "short", seed, "all").state)
    while not isinstance(state.agenda[-1], PlayCard):
        state = sound(arcanum.apply(state, arcanum.legal_actions(state)[0]))
    return alone(state)


def deal(state: State, numbers: Sequence[int], holds: Sequence[Hold], own: Sequence[Minor] = ()) -> State:
    """Deal all cards anew: the active player gets the Majors with these numbers, and these Minors, beside his share.

    What nobody gets is the two decks; the discard piles are empty.
    """
    seat = asked(state)
    given = [MAJORS[each] for each in numbers]
    minors = [card for card in _all(state) if isinstance(card, Minor) and card not in own]
    majors = [card for card in _all(state) if isinstance(card, Major) and card not in given]
    players = []
    for each, hold in enumerate(holds):
        hand: list[Card] = [*minors[: hold.minors], *majors[: hold.majors]]
        down = minors[hold.minors : hold.minors + hold.hidden]
        minors, majors = minors[hold.minors + hold.hidden :], majors[hold.majors :]
        hand += [*own, *given] if each == seat else []
        players.append(attrs.evolve(state.players[each], hand=in_order(hand), hidden=tuple(map(HiddenCard, down))))
    return attrs.evolve(
        state,
        players=tuple(players),
        minor_deck=tuple(minors),
        minor_discard=(),
        major_deck=tuple(majors),
        major_discard=(),
    )


def _all(state: State) -> list[Card]:
    """Every card of an opening, in an order that the seed has made."""
    cards: list[Card] = [*state.minor_deck, *state.major_deck]
    for player in state.players:
        cards += [*player.hand, *(each.card for each in player.hidden)]
    return cards


@st.composite
def tables(
    draw: st.DrawFn,
    *numbers: int,
    minors: tuple[int, int] = (0, 6),
    others_minors: tuple[int, int] = (0, 7),
    majors: tuple[int, int] = (0, 2),
    hidden: tuple[int, int] = (0, 3),
    own: Sequence[Minor] = (),
    minor_played: bool | None = None,
) -> State:
    """Moments in which the active player may play the Majors with these numbers, whatever else everybody holds."""
    as_printed(cards=numbers)
    ruleset = draw(any_rules("arcanum"))
    players = draw(any_players(ruleset))
    state = opening(ruleset, players, draw(st.integers(0, 40)))
    holds = []
    for seat in range(players):
        mine = seat == asked(state)
        count = draw(st.integers(*(minors if mine else others_minors)))
        room = number(state, HAND_1, "limit") - count - (len(numbers) + len(own) if mine else 0)
        assume(room >= 0)
        holds.append(Hold(count, min(room, draw(st.integers(*majors))), draw(st.integers(*hidden))))
    state = with_prestige(deal(state, numbers, holds, own), draw(tracks()))
    state = with_points(state, draw(st.lists(st.integers(0, 20), min_size=players, max_size=players)))
    return attrs.evolve(state, minor_played=draw(st.booleans()) if minor_played is None else minor_played)


def with_supply(state: State, *, minors: tuple[int, int] | None = None, majors: tuple[int, int] | None = None) -> State:
    """The state with so many cards in a deck and in its discard pile; what is too much is laid aside."""
    if minors is not None:
        deck, discard = minors
        pile = state.minor_deck
        state = attrs.evolve(state, minor_deck=pile[:deck], minor_discard=pile[deck : deck + discard])
    if majors is not None:
        deck, discard = majors
        heap = state.major_deck
        state = attrs.evolve(state, major_deck=heap[:deck], major_discard=heap[deck : deck + discard])
    return state


# --- solos ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Solo(Steps):
    """A Major that was played, up to its end and no further."""

    seat: Seat
    card: Major
    steps: tuple[Step, ...]

    def chosen(self, kind: type[Hide] | type[Discard], seat: Seat) -> list[Card]:
        """The cards that a seat chose to hide or to discard."""
        return [step.action.card for step in self.answers if step.seat == seat and isinstance(step.action, kind)]


def perform(state: State, card: int, answer: Answer) -> Solo:
    """Play a Major and answer all it asks."""
    steps = [take(state, Play(MAJORS[card]))]
    for _ in range(100):
        agenda = steps[-1].after.agenda
        if not agenda or isinstance(agenda[-1], PlayCard):
            return Solo(asked(state), MAJORS[card], tuple(steps))
        steps.append(take(steps[-1].after, answer(steps[-1].after)))
    raise AssertionError(f"{MAJORS[card].title} does not come to an end")


def anything(data: st.DataObject) -> Answer:
    """Any legal answer."""
    return lambda state: data.draw(st.sampled_from(arcanum.legal_actions(state)))


def declining(state: State) -> Action:
    """Pass."""
    return PASS


def wishing(kind: type[Hide] | type[Discard], wishes: Sequence[int]) -> Answer:
    """Each seat hides or discards as many cards as it wishes, as long as it may, and then passes."""
    left = list(wishes)

    def answer(state: State) -> Action:
        seat = asked(state)
        offered = [action for action in arcanum.legal_actions(state) if isinstance(action, kind)]
        if offered and left[seat]:
            left[seat] -= 1
            return offered[-1]
        return PASS

    return answer


def wishes() -> st.SearchStrategy[list[int]]:
    """How many cards each seat would like to give away, whether it may or not."""
    return st.lists(st.integers(0, 4), min_size=MOST_PLAYERS, max_size=MOST_PLAYERS)


# --- looking ----------------------------------------------------------------------------------------------------------


def touched(before: State, after: State) -> set[str]:
    """What is different on the table: piles, board, and by seat hands, hidden cards and points."""
    names = ("minor_deck", "minor_discard", "major_deck", "major_discard", "prestige", "figures", "tower", "exiles")
    found = {name for name in names if getattr(before, name) != getattr(after, name)}
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        found |= {f"hand {seat}"} if old.hand != new.hand else set()
        found |= {f"hidden {seat}"} if old.hidden != new.hidden else set()
        found |= {f"points {seat}"} if old.vp != new.vp else set()
    return found


def others(state: State, seat: Seat) -> list[Seat]:
    """The other seats, clockwise from the left neighbour."""
    count = len(state.players)
    return [(seat + step) % count for step in range(1, count)]


def gains(before: State, after: State) -> dict[Seat, int]:
    """Who won or lost how many points; nobody who did neither."""
    change = [new.vp - old.vp for old, new in zip(before.players, after.players, strict=True)]
    return {seat: points for seat, points in enumerate(change) if points}


def spare_minors(state: State, seat: Seat) -> int:
    """How many Minors a seat can give away: all, but one less while it is active and has not played its Minor."""
    held = sum(isinstance(card, Minor) for card in state.players[seat].hand)
    return max(0, held - (state.active == seat and not state.minor_played))


def raised(state: State, prestige: Mapping[Suit, int], house: Suit, steps: int) -> dict[Suit, int]:
    """Where the Houses stand when one rises so many steps: what it cannot rise pushes the others back."""
    missing = max(0, prestige[house] + steps - number(state, TRACK_2, "highest"))
    times = min(1, missing) if stated(state, TRACK_2, "push_back") == "once" else missing
    fall = times * number(state, TRACK_2, "squares")
    lowest = number(state, TRACK_2, "lowest")
    row = {other: max(lowest, prestige[other] - fall) for other in SUITS}
    row[house] = prestige[house] + steps - missing
    return row


def matches(state: State, figure: Figure, location: int) -> int:
    """How many symbols of its House and of its kind a figure finds in a location."""
    square = state.rules.board.squares[location - 1]
    return square.count(figure.suit.name.lower()) + square.count(figure.kind.name.lower())


def courts() -> st.SearchStrategy[Figure]:
    """Any figure; its court card can bring it anywhere."""
    return st.sampled_from(FIGURES)


def court_card(figure: Figure) -> Minor:
    """The court card of a figure."""
    return Minor(figure.suit, figure.kind.value)
