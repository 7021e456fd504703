"""Exhausted decks."""

from __future__ import annotations

from itertools import takewhile

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.randomness import below
from arcanum.spec import proves
from arcanum.spec.chance import is_shuffled
from arcanum.spec.games import number, written_for
from arcanum.spec.games import step as answer
from arcanum.spec.tarot.arrange import waiting_for, with_hand, with_small_deck
from arcanum.spec.tarot.games import Game, Step, games, positions, visiting
from arcanum.spec.tarot.invariants import check_decision
from arcanum.tarot import State
from arcanum.tarot.actions import Move
from arcanum.tarot.cards import MAJORS, Card, Major, Minor
from arcanum.tarot.clause_ids import (
    AMB_30,
    AMB_31,
    AMB_32,
    DECK_1,
    DECK_2,
    DECK_3,
    DECK_4,
    DECK_5,
    HAND_1,
    LOC7_1,
)
from arcanum.tarot.decisions import Offer
from arcanum.tarot.events import BecameActive, Drew, Hid, Pile, Shuffled
from arcanum.tarot.playing import FinishMinor, MoveFigure

from .table_kit import PAUSE, drawing, hands, heard, hidden_cards, with_all_majors

busy_tables = positions(Offer, of=visiting(3))
"""Tables on which a card is being resolved while others may draw."""


def small_piles(state: State, data: st.DataObject, *, discards: int) -> State:
    """The table with few cards in the Minor deck and at least so many, if there are, in the discards."""
    return with_small_deck(state, data.draw(st.integers(0, 6)), data.draw(st.integers(discards, 20)))


def some_seat(state: State, data: st.DataObject) -> Seat:
    """Any seat."""
    return data.draw(st.sampled_from(range(len(state.players))))


def drawn_cards(step: Step) -> tuple[Card, ...]:
    """The cards that were drawn, in this order."""
    (drew,) = [event for event in step.events if isinstance(event, Drew)]
    assert drew.cards is not None
    assert len(drew.cards) == drew.count
    return drew.cards


def shuffles(step: Step) -> list[Shuffled]:
    """The new decks that were made."""
    return [event for event in step.events if isinstance(event, Shuffled)]


@proves(DECK_1)
@given(busy_tables, st.data())
def test_an_exhausted_deck_is_made_anew_from_its_discards(state: State, data: st.DataObject) -> None:
    """Who draws beyond the end of the deck goes on with the discards as a new deck; the discard pile is then empty."""
    state = small_piles(state, data, discards=1)
    assume(state.minor_discard)
    count = len(state.minor_deck) + data.draw(st.integers(1, len(state.minor_discard)))
    step = drawing(state, some_seat(state, data), Pile.MINOR, count)
    assert [(event.pile, event.count) for event in shuffles(step)] == [(Pile.MINOR, len(state.minor_discard))]
    new_deck = [*step.after.minor_deck, *drawn_cards(step)[len(state.minor_deck) :]]
    assert sorted(map(str, new_deck)) == sorted(map(str, state.minor_discard))
    assert step.after.minor_discard == ()


@proves(DECK_1)
@given(busy_tables, st.permutations(MAJORS))
def test_the_new_deck_is_shuffled(state: State, order: list[Major]) -> None:
    """Over many draws each discard comes to each place of the new deck, and on each other one, equally often."""
    state = attrs.evolve(with_all_majors(with_small_deck(state, 0, 20)), major_deck=(), major_discard=tuple(order))
    orders: dict[Pile, list[tuple[Card, ...]]] = {Pile.MINOR: [], Pile.MAJOR: []}
    for pile, found in orders.items():
        for rng in range(150):
            step = drawing(attrs.evolve(state, rng=rng), 0, pile, 1)
            found.append(
                (*(step.after.minor_deck if pile is Pile.MINOR else step.after.major_deck), *drawn_cards(step))
            )
    assert is_shuffled(orders[Pile.MINOR], state.minor_discard)
    assert is_shuffled(orders[Pile.MAJOR], order)


@proves(DECK_2)
@given(busy_tables, st.permutations(MAJORS), st.data())
def test_each_deck_uses_its_own_discards(state: State, order: list[Major], data: st.DataObject) -> None:
    """A new deck of one kind holds no card of the other, and the other deck and its discards stay as they are."""
    written_for(state, DECK_2, "shared_pile", False)
    state = small_piles(with_all_majors(state), data, discards=1)
    cut = data.draw(st.integers(0, 5))
    state = attrs.evolve(state, major_deck=tuple(order[:cut]), major_discard=tuple(order[cut:]))
    assume(state.minor_discard)
    seat = some_seat(state, data)
    minor = drawing(state, seat, Pile.MINOR, len(state.minor_deck) + 1)
    assert shuffles(minor)
    assert all(isinstance(card, Minor) for card in (*minor.after.minor_deck, *drawn_cards(minor)))
    assert (minor.after.major_deck, minor.after.major_discard) == (state.major_deck, state.major_discard)
    major = drawing(state, seat, Pile.MAJOR, len(state.major_deck) + 1)
    assert shuffles(major)
    assert all(isinstance(card, Major) for card in (*major.after.major_deck, *drawn_cards(major)))
    assert (major.after.minor_deck, major.after.minor_discard) == (state.minor_deck, state.minor_discard)


@proves(DECK_3)
@given(busy_tables, st.integers(1, 30), st.data())
def test_a_player_draws_as_many_cards_as_there_are(state: State, wanted: int, data: st.DataObject) -> None:
    """The hand grows by what was to be drawn, or by all that deck and discards together still hold."""
    state = small_piles(state, data, discards=0)
    seat = some_seat(state, data)
    step = drawing(state, seat, Pile.MINOR, wanted)
    there = len(state.minor_deck) + len(state.minor_discard)
    grown = set(step.after.players[seat].hand) - set(state.players[seat].hand)
    assert len(grown) == len(drawn_cards(step)) == min(wanted, there)
    assert len(step.after.minor_deck) + len(step.after.minor_discard) == there - len(grown)


@proves(DECK_4)
@given(games(lengths=("short",)), st.integers(0, 3), st.integers(0, 2**32))
def test_a_shortage_of_cards_never_stops_the_game(game: Game, cards: int, rng: int) -> None:
    """With next to no cards in the decks from the start, every turn is played and the game comes to its end."""
    first = game.first
    state = attrs.evolve(first, minor_deck=first.minor_deck[:cards], major_deck=first.major_deck[:cards])
    events: list[Event] = [*game.opening]
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        step = answer(state, legal[index])
        state = step.after
        check_decision(state)
        events += step.events
    assume([event for event in events if isinstance(event, Drew) and event.count < event.wanted])
    assert arcanum.is_over(state)
    assert state.turn == game.last.turn
    assert len([event for event in events if isinstance(event, BecameActive)]) == state.turn * game.players


@proves(DECK_5)
@given(busy_tables, st.data())
def test_only_discards_are_shuffled(state: State, data: st.DataObject) -> None:
    """A new deck takes nothing from hands, from hidden cards or from a card that is being resolved."""
    state = small_piles(state, data, discards=1)
    assume(state.minor_discard)
    seat = some_seat(state, data)
    step = drawing(state, seat, Pile.MINOR, len(state.minor_deck) + 1)
    assert shuffles(step)
    assert step.after.in_play == state.in_play != ()
    for other, player in enumerate(step.after.players):
        assert player.hidden == state.players[other].hidden
        assert set(player.hand) >= set(state.players[other].hand)
        assert other == seat or player.hand == state.players[other].hand
    assert set(step.after.minor_deck) <= set(state.minor_discard)


@proves(AMB_31)
@given(busy_tables, st.data())
def test_a_draw_goes_on_with_the_new_deck(state: State, data: st.DataObject) -> None:
    """A player first takes the rest of the old deck, then from the new one, until he has enough or nothing is left."""
    written_for(state, AMB_31, "reshuffle", "during-draw")
    state = small_piles(state, data, discards=0)
    old, discards = state.minor_deck, state.minor_discard
    count = len(old) + data.draw(st.integers(1, 10))
    step = drawing(state, some_seat(state, data), Pile.MINOR, count)
    cards = drawn_cards(step)
    assert cards[: len(old)] == tuple(reversed(old))
    assert set(cards[len(old) :]) <= set(discards)
    assert len(cards) == min(count, len(old) + len(discards))
    assert set(step.after.minor_deck) == set(discards) - set(cards)


@proves(AMB_32)
@given(busy_tables, st.data())
def test_a_deck_that_suffices_is_not_made_anew(state: State, data: st.DataObject) -> None:
    """Taking the last card of a deck leaves it empty, and the discards lie open until somebody needs one of them."""
    written_for(state, AMB_32, "reshuffle", "when-needed")
    state = small_piles(state, data, discards=1)
    count = data.draw(st.integers(0, len(state.minor_deck)))
    step = drawing(state, some_seat(state, data), Pile.MINOR, count)
    assert shuffles(step) == []
    assert step.after.minor_deck == state.minor_deck[: len(state.minor_deck) - count]
    assert step.after.minor_discard == state.minor_discard


@proves(AMB_32)
@given(games(lengths=("long",)))
def test_in_every_game_decks_are_made_anew_only_when_a_card_is_missing(game: Game) -> None:
    """Whenever discards are shuffled, the very next thing is a card that the old deck could not give."""
    played = game.events[len(game.opening) :]
    for index, (ledger, event) in enumerate(heard(game.first, played)):
        if isinstance(event, Shuffled):
            following = played[index + 1]
            assert isinstance(following, Drew | Hid)
            hidden = list(takewhile(lambda each: isinstance(each, Hid) and not each.from_hand, played[index + 1 :]))
            taken = following.count if isinstance(following, Drew) else len(hidden)
            assert taken > ledger.decks[event.pile]


@proves(AMB_30)
@given(positions(MoveFigure, of=visiting(7)), st.data())
def test_the_treasure_vault_makes_nobody_discard(state: State, data: st.DataObject) -> None:
    """With seven cards in hand the card from the deck is hidden at once, and the hand stays what it is."""
    top = state.agenda[-1]
    assert isinstance(top, MoveFigure)
    vault = number(state, LOC7_1, "location")
    moves = [move for move in arcanum.legal_actions(state) if isinstance(move, Move) and move.location == vault]
    assume(moves)
    hand = data.draw(hands(state, number(state, HAND_1, "limit")))
    state = with_hand(state, top.seat, hand)
    assume(state.minor_deck or state.minor_discard)
    state = waiting_for(state, PAUSE, FinishMinor(top.seat, top.card), top)
    step = answer(state, data.draw(st.sampled_from(moves)))
    assert step.after.agenda == (PAUSE,)
    assert step.after.players[top.seat].hand == state.players[top.seat].hand
    there = len(state.minor_deck) + len(state.minor_discard)
    laid = min(number(state, LOC7_1, "hide"), there)
    assert len(step.after.players[top.seat].hidden) == len(state.players[top.seat].hidden) + laid
    assert hidden_cards(step.after, top.seat)[-1] not in hand
    discarded = set(step.after.minor_discard) - set(state.minor_discard) - {top.card}
    assert len(discarded) == number(state, AMB_30, "discard")
