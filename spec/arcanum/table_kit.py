"""What the properties on hands, hidden cards and decks share: arranged tables and a ledger kept from events.

The ledger knows nothing of the engine: it starts from a position and then believes only what the events say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Alternative, Choose, ChooseOne
from arcanum.kernel.clauses import ClauseId, Parameter
from arcanum.kernel.events import Event, Seat
from arcanum.spec.arrange import pause, waiting_for, with_hand
from arcanum.spec.games import Step, expected
from arcanum.tarot import State
from arcanum.tarot.cards import MAJORS, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import LOC4_1
from arcanum.tarot.effects import Draw
from arcanum.tarot.events import (
    BecameActive,
    Chose,
    Discarded,
    Drew,
    GameEnded,
    Hid,
    HouseScored,
    LocationActivated,
    Moved,
    NoMove,
    PawnPassed,
    Phase,
    PhaseBegan,
    Pile,
    Played,
    PointsGained,
    PrestigeChanged,
    Revealed,
    Shuffled,
    TurnBegan,
)
from arcanum.tarot.state import TarotTask

PAUSE = pause()
"""A decision that changes nothing when it is passed: what comes before it on the agenda happens then, or waits."""


def printing(state: State) -> str:
    """The printing that a state is played by."""
    return state.rules.name.partition("/")[2]


def stated(state: State, clause: ClauseId, parameter: str) -> Parameter:
    """What the clause index says for the printing of a state."""
    return expected(clause, parameter, printing(state))


def number(state: State, clause: ClauseId, parameter: str) -> int:
    """A stated value that is a number."""
    value = stated(state, clause, parameter)
    assert type(value) is int
    return value


def answer(state: State, action: Action) -> Step:
    """One decision of a game."""
    done = arcanum.step(state, action)
    assert isinstance(done.state, State)
    return Step(state, action, done.state, done.events)


def happening(state: State, *tasks: TarotTask) -> Step:
    """What follows when these things are all that is still to happen, the last one next."""
    return answer(waiting_for(state, *tasks, PAUSE), PASS)


def drawing(state: State, seat: Seat, pile: Pile, count: int) -> Step:
    """A seat draws so many cards in one go; then everything waits."""
    effect = Choose((Alternative("draw", (Draw(pile, count, LOC4_1),)),), LOC4_1)
    return answer(waiting_for(state, PAUSE, ChooseOne(seat, effect)), Option("draw"))


def any_answer(state: State, data: st.DataObject) -> Step:
    """One decision, with any legal answer."""
    return answer(state, data.draw(st.sampled_from(arcanum.legal_actions(state))))


def rest_of_turn(state: State, data: st.DataObject) -> Iterator[Step]:
    """The decisions up to the end of the turn, with any legal answers."""
    turn = state.turn
    while state.turn == turn and not arcanum.is_over(state):
        step = any_answer(state, data)
        yield step
        state = step.after


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


def hands(state: State, size: int) -> st.SearchStrategy[list[Minor]]:
    """So many Minors that a seat can be given."""
    return st.lists(st.sampled_from(free_minors(state)), min_size=size, max_size=size, unique=True)


def some_majors(size: int) -> st.SearchStrategy[list[Major]]:
    """So many Majors."""
    return st.lists(st.sampled_from(MAJORS), min_size=size, max_size=size, unique=True)


def with_all_majors(state: State) -> State:
    """The position in a game with Majors, all of them in their deck."""
    return attrs.evolve(state, options=attrs.evolve(state.options, majors="all"), major_deck=MAJORS)


def with_cards(state: State, seat: Seat, own_minors: Sequence[Minor], own_majors: Sequence[Major]) -> State:
    """The position with another hand for a seat, in a game with Majors; no other seat may hold these Majors."""
    if state.options.majors == "none":
        state = with_all_majors(state)
    state = with_hand(state, seat, own_minors)
    hand: tuple[Card, ...] = (
        *minors(state.players[seat].hand),
        *sorted(own_majors, key=lambda card: card.number),
    )
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], hand=hand)
    held = {card for player in players for card in player.hand}
    return attrs.evolve(state, players=tuple(players), major_deck=tuple(card for card in MAJORS if card not in held))


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
    turn: int
    phase: Phase
    first_player: Seat
    active: Seat | None

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
            turn=state.turn,
            phase=state.phase,
            first_player=state.first_player,
            active=state.active,
        )

    def supply(self, pile: Pile) -> int:
        """How many cards can still be drawn, the discards included."""
        return self.decks[pile] + len(self.discards[pile])

    def hear(self, event: Event) -> None:
        """Write down what an event says; an event that contradicts the ledger is an error."""
        match event:
            case Drew(seat=seat, pile=pile, count=count, cards=cards):
                assert cards is not None
                assert len(cards) == count
                self.decks[pile] -= count
                self.hands[seat] |= set(cards)
            case Shuffled(pile=pile, count=count):
                assert count == len(self.discards[pile]), "all discards are shuffled"
                self.decks[pile] += count
                self.discards[pile] = []
            case Hid(seat=seat, card=card):
                assert card is not None
                if card in self.hands[seat]:
                    self.hands[seat].remove(card)
                else:
                    self.decks[Pile.MINOR] -= 1
                self.hidden[seat].append(card)
            case Discarded(seat=seat, card=card):
                self._zone(seat, card).remove(card)
                self.discards[Pile.MINOR if isinstance(card, Minor) else Pile.MAJOR].append(card)
            case Played(seat=seat, card=card):
                self.hands[seat].remove(card)
                self.in_play.append(card)
            case Moved(figure=figure, origin=origin, destination=destination):
                assert self.places[figure] == origin
                self.places[figure] = destination
            case PrestigeChanged(house=house, before=before, after=after):
                assert self.prestige[house] == before
                self.prestige[house] = after
            case PointsGained(seat=seat, points=points, total=total):
                self.points[seat] += points
                assert self.points[seat] == total
            case TurnBegan(turn=turn, first_player=first_player):
                assert self.first_player == first_player
                self.turn = turn
            case PhaseBegan(phase=phase):
                self.phase, self.active = phase, None
            case BecameActive(seat=seat):
                self.active = seat
            case PawnPassed(seat=seat):
                self.first_player, self.active = seat, None
            case Revealed(seat=seat, cards=cards):
                assert list(cards) == self.hidden[seat]
            case GameEnded(scores=scores):
                assert list(scores) == self.points
                self.phase = Phase.OVER
            case Chose() | NoMove() | LocationActivated() | HouseScored():
                pass  # says what was decided or is about to follow, and changes nothing itself
            case _:
                raise AssertionError(f"the ledger has never heard of {event}")

    def _zone(self, seat: Seat, card: Card) -> set[Card] | list[Card]:
        """Where a card of a seat is before it is discarded."""
        for zone in (self.in_play, self.hands[seat], self.hidden[seat]):
            if card in zone:
                return zone
        raise AssertionError(f"seat {seat} has no {card} to discard")


def heard(state: State, events: Sequence[Event]) -> Iterator[tuple[Ledger, Event]]:
    """The events one by one, each with the ledger as it is before it."""
    ledger = Ledger.of(state)
    for event in events:
        yield ledger, event
        ledger.hear(event)
