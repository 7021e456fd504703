"""What the properties on hands, hidden cards and decks share: arranged tables and a ledger kept from events.

The ledger knows nothing of the engine: it starts from a position and then believes only what the events say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Self, TypeVar

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Option
from arcanum.kernel.agenda import Alternative, Choose, ChooseOne
from arcanum.kernel.events import Chose, Event, Seat
from arcanum.kernel.randomness import seeded, shuffled
from arcanum.kernel.values import parts
from arcanum.spec.games import any_answer, fitting, number
from arcanum.spec.games import step as answer
from arcanum.spec.subject import NotJudged, under_test
from arcanum.spec.tarot.arrange import majors_of, pause, waiting_for, with_hand, with_majors
from arcanum.spec.tarot.games import Game, Step, games
from arcanum.tarot import State
from arcanum.tarot.cards import TOWER, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import HIDE_1, HIDE_4, LOC4_1
from arcanum.tarot.effects import Draw, ScoreOutOfTurn
from arcanum.tarot.events import (
    BecameActive,
    Discarded,
    Drew,
    FigureRemoved,
    FigureReturned,
    FoolAssigned,
    GameEnded,
    Gave,
    Hid,
    HouseScored,
    LocationActivated,
    Moved,
    Multiplied,
    NoMove,
    PawnPassed,
    Phase,
    PhaseBegan,
    Pile,
    Played,
    PointsGained,
    PointsLost,
    PrestigeChanged,
    Revealed,
    Shuffled,
    SpecialScoring,
    Swapped,
    TowerPlaced,
    TurnBegan,
    TurnedUp,
)
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.state import TarotTask

from .secrets_kit import hands_lie_open

CardT = TypeVar("CardT", bound=Card)

PAUSE = pause()
"""A decision that changes nothing when it is passed: what comes before it on the agenda happens then, or waits."""


def happening(state: State, *tasks: TarotTask) -> Step:
    """What follows when these things are all that is still to happen, the last one next."""
    return answer(waiting_for(state, *tasks, PAUSE), PASS)


def drawing(state: State, seat: Seat, pile: Pile, count: int) -> Step:
    """A seat draws so many cards in one go; then everything waits."""
    effect = Choose((Alternative("draw", (Draw(pile, count, LOC4_1),)),), LOC4_1)
    return answer(waiting_for(state, PAUSE, ChooseOne(seat, effect)), Option("draw"))


def rest_of_turn(state: State, data: st.DataObject) -> Iterator[Step]:
    """The decisions up to the end of the turn, with any legal answers."""
    turn = state.turn
    while state.turn == turn and not arcanum.is_over(state):
        step = any_answer(state, data)
        yield step
        state = step.after


def somebody_hides(state: State) -> None:
    """Say that a property needs the hiding phase: it cannot judge a variant in which nobody has to hide a card."""
    if not number(state, HIDE_4, "hide"):
        raise NotJudged("it needs a hiding phase, and in the variant nobody has to hide a card")


def only_the_world_scores(state: State) -> None:
    """Say that a property is about games in which nothing but the World scores out of turn."""
    elsewhere = (*[place.effects for place in state.rules.locations], *state.rules.majors[:21])
    if any(parts(elsewhere, lambda word: isinstance(word, ScoreOutOfTurn))):
        raise NotJudged("it is about games in which only the World scores out of turn")


def hiding_steps(game: Game) -> tuple[tuple[Step, HideTogether], ...]:
    """The choices of the hiding phases; locations and Majors let cards be hidden at other times."""
    somebody_hides(game.first)
    return tuple((step, top) for step, top in game.asked(HideTogether) if top.slot.clause == HIDE_1)


def hiding_positions(of: st.SearchStrategy[Game] | None = None) -> st.SearchStrategy[State]:
    """Moments in a hiding phase, out of generated games."""
    source = games() if of is None else of
    return source.flatmap(lambda game: st.sampled_from([step.before for step, _ in hiding_steps(game)]))


def minors(cards: Sequence[Card]) -> tuple[Minor, ...]:
    """The Minors among some cards."""
    return tuple(card for card in cards if isinstance(card, Minor))


def majors(cards: Sequence[Card]) -> tuple[Major, ...]:
    """The Majors among some cards."""
    return tuple(card for card in cards if isinstance(card, Major))


def hidden_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that lie hidden in front of a seat."""
    return tuple(each.card for each in state.players[seat].hidden)


def free_minors(state: State) -> tuple[Minor, ...]:
    """The Minors that `with_hand` can give to somebody."""
    held = [card for player in state.players for card in player.hand]
    return (*minors(held), *state.minor_deck, *state.minor_discard)


def hands(state: State, size: int, but: Collection[Minor] = ()) -> st.SearchStrategy[list[Minor]]:
    """So many Minors that a seat can be given, other than some."""
    free = [card for card in free_minors(state) if card not in but]
    return st.lists(st.sampled_from(free), min_size=size, max_size=size, unique=True)


def decks(cards: Sequence[CardT]) -> st.SearchStrategy[tuple[CardT, ...]]:
    """These cards in any order. One seed draws it: a decision for each card is more than an example has room for."""
    return st.integers(0, 2**32).map(lambda seed: shuffled(seeded(seed), cards)[1])


def free_majors(state: State) -> tuple[Major, ...]:
    """The Majors that `with_cards` can give to somebody: those that are not being played and not on the board."""
    return tuple(card for card in majors_of(state) if card not in state.in_play and not (state.tower and card == TOWER))


def some_majors(state: State, size: int, but: Collection[Card] = ()) -> st.SearchStrategy[list[Major]]:
    """So many Majors that a seat can be given, other than some."""
    free = [card for card in free_majors(state) if card not in but]
    fitting(size <= len(free))
    return st.lists(st.sampled_from(free), min_size=size, max_size=size, unique=True) if size else st.just([])


def with_all_majors(state: State) -> State:
    """The position in a game with Majors; if it was one without, all of them are in their deck."""
    if state.options.majors != "none":
        return state
    return attrs.evolve(state, options=attrs.evolve(state.options, majors="all"), major_deck=majors_of(state))


def with_cards(state: State, seat: Seat, own_minors: Sequence[Minor], own_majors: Sequence[Major]) -> State:
    """The position with another hand for a seat, in a game with Majors."""
    state = with_majors(with_all_majors(state), seat, [card.number for card in own_majors])
    return with_hand(state, seat, own_minors)


@attrs.define
class Ledger:
    """The table as somebody sees it who hears every event and remembers."""

    hands: list[set[Card]]
    hidden: list[list[Card]]
    points: list[int]
    prestige: dict[Suit, int]
    places: dict[Figure, int | None]
    decks: dict[Pile, int]
    discards: dict[Pile, list[Card]]
    in_play: list[Card]
    face_up: set[Card]
    tower: tuple[int, ...]
    factor: int
    turn: int
    phase: Phase
    first_player: Seat
    active: Seat | None
    open_hands: bool
    """Whether everybody is told which cards go into a hand."""
    entered: int | None = None
    """Where the last figure went."""
    due: list[tuple[Seat, int]] = attrs.field(factory=list)
    """Points that were announced when a House was evaluated, and must be gained next."""

    @classmethod
    def of(cls, state: State) -> Self:
        """The ledger of a position."""
        return cls(
            hands=[set(player.hand) for player in state.players],
            hidden=[[each.card for each in player.hidden] for player in state.players],
            points=[player.vp for player in state.players],
            prestige=dict(state.prestige),
            places=dict(state.figures),
            decks={Pile.MINOR: len(state.minor_deck), Pile.MAJOR: len(state.major_deck)},
            discards={Pile.MINOR: list(state.minor_discard), Pile.MAJOR: list(state.major_discard)},
            in_play=list(state.in_play),
            face_up={each.card for player in state.players for each in player.hidden if each.face_up},
            tower=state.tower,
            factor=state.factor,
            turn=state.turn,
            phase=state.phase,
            first_player=state.first_player,
            active=state.active,
            open_hands=hands_lie_open(state),
        )

    def supply(self, pile: Pile) -> int:
        """How many cards can still be drawn, the discards included."""
        return self.decks[pile] + len(self.discards[pile])

    def agrees_with(self, state: State) -> None:
        """What the events told is what the table shows."""
        assert self.hands == [set(player.hand) for player in state.players]
        assert self.hidden == [[each.card for each in player.hidden] for player in state.players]
        assert self.face_up == {each.card for player in state.players for each in player.hidden if each.face_up}
        assert self.points == [player.vp for player in state.players]
        assert self.prestige == dict(state.prestige)
        assert self.places == dict(state.figures)
        assert self.decks == {Pile.MINOR: len(state.minor_deck), Pile.MAJOR: len(state.major_deck)}
        assert self.discards == {Pile.MINOR: list(state.minor_discard), Pile.MAJOR: list(state.major_discard)}
        assert self.in_play == list(state.in_play)
        assert self.tower == state.tower
        assert (self.turn, self.phase, self.factor) == (state.turn, state.phase, state.factor)
        assert (self.first_player, self.active) == (state.first_player, state.active)

    def hear(self, event: Event) -> None:
        """Write down what an event says; an event that contradicts the ledger is an error."""
        match event:
            case Drew() | Shuffled() | Hid() | Discarded() | Played():
                self._cards(event)
            case Gave() | Swapped() | TurnedUp() | Revealed():
                self._exchange(event)
            case Moved() | NoMove() | LocationActivated() | PrestigeChanged():
                self._move(event)
            case Multiplied() | TowerPlaced() | FigureRemoved() | FigureReturned() | SpecialScoring():
                self._board(event)
            case PointsGained() | PointsLost() | HouseScored():
                self._score(event)
            case TurnBegan() | PhaseBegan() | BecameActive() | PawnPassed() | GameEnded():
                self._course(event)
            case Chose(seat=seat) | FoolAssigned(seat=seat):
                assert seat in range(len(self.points))  # says what was decided, and changes nothing itself
            case _:
                raise AssertionError(f"the ledger has never heard of {event}")

    def _insiders(self, *owners: Seat) -> tuple[Seat | None, ...]:
        """Who is told which cards go into the hands of some seats."""
        return (None, *range(len(self.hands))) if self.open_hands else owners

    def _cards(self, event: Drew | Shuffled | Hid | Discarded | Played) -> None:
        """Cards that are drawn, hidden, played and discarded."""
        match event:
            case Drew(seat=seat, pile=pile, count=count, wanted=wanted, cards=cards, audience=audience):
                assert cards is not None
                assert len(cards) == count <= wanted
                assert wanted > 0 or under_test() is not None, "nobody draws who has nothing to draw"
                assert audience == self._insiders(seat), "others see only how many"
                self.decks[pile] -= count
                self.hands[seat] |= set(cards)
            case Shuffled(pile=pile, count=count):
                assert count == len(self.discards[pile]), "all discards are shuffled"
                self.decks[pile] += count
                self.discards[pile] = []
            case Hid(seat=seat, card=card, from_hand=from_hand, audience=audience):
                assert card is not None
                assert from_hand is (card in self.hands[seat])
                assert audience == (seat,), "others see only that a card is hidden"
                if from_hand:
                    self.hands[seat].remove(card)
                else:
                    self.decks[Pile.MINOR] -= 1
                self.hidden[seat].append(card)
            case Discarded(seat=seat, card=card):
                self._give_up(seat, card)
                self.discards[Pile.MINOR if isinstance(card, Minor) else Pile.MAJOR].append(card)
            case Played(seat=seat, card=card):
                assert seat == self.active
                self.hands[seat].remove(card)
                self.in_play.append(card)

    def _move(self, event: Moved | NoMove | LocationActivated | PrestigeChanged) -> None:
        """Figures in the city, and what they set off."""
        match event:
            case Moved(seat=seat, figure=figure, origin=origin, destination=destination):
                assert seat == self.active
                assert self.places[figure] == origin
                self.places[figure] = self.entered = destination
            case NoMove(seat=seat, card=card):
                assert seat == self.active
                assert card in self.in_play
            case LocationActivated(seat=seat, location=location):
                assert (seat, location) == (self.active, self.entered)
            case PrestigeChanged(house=house, before=before, after=after):
                assert self.prestige[house] == before != after
                self.prestige[house] = after

    def _score(self, event: PointsGained | PointsLost | HouseScored) -> None:
        """Points, and what a House pays."""
        match event:
            case HouseScored(rank=rank, standings=standings):
                assert not self.due, "the House before was paid"
                assert rank in range(1, 5)
                self.due = [(each.seat, each.points) for each in standings if each.points]
            case PointsGained(seat=seat, points=points, total=total):
                if self.due:
                    owed, value = self.due.pop(0)
                    assert (seat, points) == (owed, value * self.factor)
                self.points[seat] += points
                assert self.points[seat] == total
            case PointsLost(seat=seat, points=points, total=total):
                self.points[seat] -= points
                assert self.points[seat] == total

    def _course(self, event: TurnBegan | PhaseBegan | BecameActive | PawnPassed | GameEnded) -> None:
        """Turns, phases and who is active."""
        match event:
            case TurnBegan(turn=turn, first_player=first_player):
                assert self.first_player == first_player
                self.turn = turn
            case PhaseBegan(phase=phase):
                self.phase, self.active, self.factor = phase, None, 1
            case BecameActive(seat=seat):
                self.active, self.factor = seat, 1
            case PawnPassed(seat=seat):
                self.first_player, self.active = seat, None
            case GameEnded(scores=scores):
                assert list(scores) == self.points
                self.phase = Phase.OVER

    def _exchange(self, event: Gave | Swapped | TurnedUp | Revealed) -> None:
        """Cards that go from hand to hand, change places with hidden ones, or are turned up."""
        match event:
            case Gave(seat=seat, receiver=receiver, count=count, cards=cards, audience=audience):
                assert cards is not None
                assert len(cards) == count
                assert set(cards) <= self.hands[seat]
                assert audience == self._insiders(seat, receiver), "others see only how many"
                self.hands[seat] -= set(cards)
                self.hands[receiver] |= set(cards)
            case Swapped(seat=seat, place=place, given=given, taken=taken, audience=audience):
                assert given is not None
                assert taken is not None
                assert self.hidden[seat][place] == taken
                assert audience == (seat,), "others see only which place it was"
                self.hands[seat].remove(given)
                self.hands[seat].add(taken)
                self.hidden[seat][place] = given
                self.face_up.discard(taken)
            case TurnedUp(seat=seat, cards=cards):
                assert set(cards) <= set(self.hidden[seat]) - self.face_up
                self.face_up |= set(cards)
            case Revealed(seat=seat, cards=cards):
                suits = {card.suit for card in minors(cards)}
                assert list(cards) in (self.hidden[seat], [c for c in minors(self.hidden[seat]) if c.suit in suits])

    def _board(self, event: Multiplied | TowerPlaced | FigureRemoved | FigureReturned | SpecialScoring) -> None:
        """What Majors do to the board."""
        if not isinstance(event, FigureReturned):
            assert event.seat == self.active
        match event:
            case Multiplied(factor=factor):
                self.factor = factor
            case TowerPlaced(locations=locations):
                self.in_play.remove(TOWER)
                self.tower = locations
            case FigureRemoved(figure=figure, origin=origin):
                assert self.places[figure] == origin
                self.places[figure] = None
            case FigureReturned(figure=figure, location=location):
                assert self.places[figure] is None
                self.places[figure] = location

    def _give_up(self, seat: Seat, card: Card) -> None:
        """A card of a seat leaves the place where it is."""
        if card == TOWER and self.tower:
            self.tower = ()
            return
        zones: tuple[set[Card] | list[Card], ...] = (self.in_play, self.hands[seat], self.hidden[seat])
        for zone in zones:
            if card in zone:
                zone.remove(card)
                self.face_up.discard(card)
                return
        raise AssertionError(f"seat {seat} has no {card} to discard")


def heard(state: State, events: Sequence[Event]) -> Iterator[tuple[Ledger, Event]]:
    """The events one by one, each with the ledger as it is before it."""
    ledger = Ledger.of(state)
    for event in events:
        yield ledger, event
        ledger.hear(event)
