"""The hand limit."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Option
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import any_answer, fitting, number, stated, written_for
from arcanum.spec.games import step as answer
from arcanum.spec.subject import rests_on
from arcanum.spec.tarot.arrange import waiting_for, with_figures, with_hand, with_hidden, with_small_deck
from arcanum.spec.tarot.games import Game, Step, games, leanings, positions, visiting
from arcanum.spec.tarot.invariants import all_cards
from arcanum.tarot import State
from arcanum.tarot.actions import Discard, Hide, Move, Play
from arcanum.tarot.cards import Figure, Kind, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_5,
    AMB_26,
    AMB_61,
    DRAW_1,
    HAND_1,
    HAND_2,
    HAND_3,
    HAND_4,
    HAND_5,
    HAND_6,
    HAND_7,
    HIDE_1,
    LOC3_2,
    LOC4_1,
    LOC10_1,
)
from arcanum.tarot.decisions import DiscardCard, Offer
from arcanum.tarot.events import Discarded, Drew, Gave, Phase, Shuffled
from arcanum.tarot.flow import BEGIN_TURN, ChooseDraw
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.playing import PlayCard

from .table_kit import (
    PAUSE,
    hands,
    happening,
    heard,
    hidden_cards,
    hiding_positions,
    majors,
    minors,
    some_majors,
    with_cards,
)

drawing_games = games(leaning=leanings(locations=(2, 3, 4, 8)))
"""Games in which much is drawn."""


def begin_turn(state: State, seat: Seat, size: int, data: st.DataObject) -> tuple[State, Step]:
    """A table on which a player with so many cards in hand, all Minors, draws Minors first in turn 3."""
    state = attrs.evolve(state, turn=3, first_player=seat)
    state = with_minors_only(state, seat, data.draw(hands(state, size)))
    assume(len(state.minor_deck) >= number(state, DRAW_1, "minors"))
    begun = happening(state, BEGIN_TURN)
    return state, answer(begun.after, Option("minors")) if asked_what_to_draw(begun.after) else begun


def with_minors_only(state: State, seat: Seat, hand: Sequence[Minor]) -> State:
    """The position with a hand of just these Minors for a seat, in a game with Majors or without."""
    return with_hand(state, seat, hand) if state.options.majors == "none" else with_cards(state, seat, hand, ())


def asked_what_to_draw(state: State) -> bool:
    """Whether somebody chooses between Minors and a Major; without Majors there is nothing to choose."""
    return isinstance(state.agenda[-1], ChooseDraw)


def discards_at_once(first: Step, seat: Seat, data: st.DataObject) -> list[Step]:
    """The decisions of a player as long as he has to discard."""
    steps = [first]
    while isinstance(steps[-1].after.agenda[-1], TrimHand) and arcanum.to_act(steps[-1].after) == seat:
        steps.append(any_answer(steps[-1].after, data))
    return steps[1:]


@proves(HAND_1)
@given(drawing_games)
def test_nobody_holds_more_than_seven_cards(game: Game) -> None:
    """Whoever holds more can do nothing but discard, and nobody else does anything before him."""
    limit = game.number(HAND_1, "limit")
    for state in game.states:
        for seat, player in enumerate(state.players):
            if len(player.hand) > limit:
                assert arcanum.to_act(state) == seat
                offered = {action.card for action in arcanum.legal_actions(state) if isinstance(action, Discard)}
                assert len(offered) == len(arcanum.legal_actions(state))
                kept = set(player.hand) - offered
                assert offered <= set(player.hand)
                assert not kept or kept == set(minors(player.hand)), "only the last Minor may have to be kept"


@proves(HAND_2)
@given(drawing_games)
def test_excess_cards_are_discarded_at_once_down_to_seven(game: Game) -> None:
    """After a draw beyond the limit the very next things that happen are the discards, not one too many."""
    limit = game.number(HAND_2, "limit")
    written_for(game.first, HAND_2, "when", "at-once")
    due: Seat | None = None
    for ledger, event in heard(game.first, game.events[len(game.opening) :]):
        over = [seat for seat, hand in enumerate(ledger.hands) if len(hand) > limit]
        if isinstance(event, Gave):
            due = None  # the hands change all at once, and nobody can get more cards than he gives and has room for
            continue
        if over:
            assert isinstance(event, Discarded)
            assert [event.seat] == over
        elif due is not None:
            assert len(ledger.hands[due]) == limit
            assert event.clause != HAND_2
        due = over[0] if over else None


@proves(HAND_3)
@given(positions(Offer, of=visiting(3)), st.data())
def test_the_limit_holds_for_players_who_are_not_active(state: State, data: st.DataObject) -> None:
    """A player who draws an eighth card in another one's turn discards before the game goes on."""
    written_for(state, HAND_3, "players", "all")
    written_for(state, LOC3_2, "minors", 1)
    limit = number(state, HAND_1, "limit")
    seat = arcanum.to_act(state)
    assert seat is not None
    assert seat != state.active
    state = with_minors_only(state, seat, data.draw(hands(state, limit)))
    assume(state.minor_deck or state.minor_discard)
    drawn = answer(state, Option("draw"))
    assert isinstance(drawn.events[-1], Drew)
    assert arcanum.to_act(drawn.after) == seat
    assert len(drawn.after.players[seat].hand) == limit + 1
    discarded = any_answer(drawn.after, data)
    assert isinstance(discarded.action, Discard)
    assert discarded.events[0] == Discarded(seat, discarded.action.card, clause=HAND_2)
    assert discarded.action.card not in discarded.after.players[seat].hand


@proves(HAND_4)
@given(drawing_games)
def test_the_limit_comes_before_hiding(game: Game) -> None:
    """Nobody hides while anybody holds too many cards, so hiding never saves a card from the limit."""
    written_for(game.first, HAND_4, "order", ("limit", "hide"))
    for step in game.steps:
        if step.before.phase is Phase.HIDE:
            assert all(len(player.hand) <= game.number(HAND_1, "limit") for player in step.before.players)
        if step.before.phase is Phase.DRAW:
            assert not any(isinstance(action, Hide) for action in arcanum.legal_actions(step.before))


@proves(HAND_4)
@given(hiding_positions(), st.data())
def test_the_example_of_the_player_with_five_cards(state: State, data: st.DataObject) -> None:
    """Turn 3: five cards, three drawn, one discarded, one hidden, six left."""
    rests_on(DRAW_1, HAND_1, HIDE_1)
    example = stated(state, HAND_4, "example")
    assert isinstance(example, FrozenMap)
    assert example == {"hand": 5, "drawn": 3, "discarded": 1, "hidden": 1, "left": 6}
    seat = data.draw(st.sampled_from(range(len(state.players))))
    before, first = begin_turn(state, seat, 5, data)
    assert [event.count for event in first.events if isinstance(event, Drew) and event.seat == seat] == [3]
    assert len(first.after.players[seat].hand) == 8
    steps = [first]
    while steps[-1].after.phase in (Phase.DRAW, Phase.HIDE):
        steps.append(any_answer(steps[-1].after, data))
    events = [event for step in steps for event in step.events]
    discards = [event for event in events if isinstance(event, Discarded) and event.clause == HAND_2]
    assert [event.seat for event in discards].count(seat) == 1
    after = steps[-1].after.players[seat]
    assert len(after.hidden) == len(before.players[seat].hidden) + 1
    assert len(after.hand) == 6


@proves(HAND_7)
@given(positions(Offer, of=visiting(3)), st.data())
def test_who_has_too_many_cards_chooses_among_all_of_them(state: State, data: st.DataObject) -> None:
    """In another one's turn, too, the holder is asked; old and new cards, Minors and Majors are on offer."""
    written_for(state, HAND_7, "chooser", "holder")
    written_for(state, HAND_7, "among", "hand")
    limit, seat = number(state, HAND_1, "limit"), arcanum.to_act(state)
    assert seat is not None
    assert seat != state.active
    count = data.draw(st.integers(0, limit))
    state = with_cards(state, seat, data.draw(hands(state, limit - count)), data.draw(some_majors(state, count)))
    assume(state.minor_deck or state.minor_discard)
    drawn = answer(state, Option("draw")).after
    assert arcanum.to_act(drawn) == seat
    assert {*state.players[seat].hand} < {*drawn.players[seat].hand}
    assert set(arcanum.legal_actions(drawn)) == set(map(Discard, drawn.players[seat].hand))


@proves(HAND_5)
@given(hiding_positions(), st.data())
def test_hidden_cards_do_not_count(state: State, data: st.DataObject) -> None:
    """How many cards a player must discard depends on his hand alone, however many he has hidden."""
    written_for(state, HAND_5, "counts_hidden", False)
    drawn, limit = number(state, DRAW_1, "minors"), number(state, HAND_1, "limit")
    seat = data.draw(st.sampled_from(range(len(state.players))))
    spare = (*state.minor_deck, *state.minor_discard)[drawn + limit :]
    more = data.draw(st.integers(0, len(spare)))
    hidden = [list(hidden_cards(state, each)) for each in range(len(state.players))]
    hidden[seat] += spare[:more]
    size = data.draw(st.integers(0, limit))
    _, first = begin_turn(with_hidden(state, hidden), seat, size, data)
    assert len(discards_at_once(first, seat, data)) == max(0, size + drawn - limit)


@proves(HAND_6)
@given(positions(Offer, of=visiting(3)), st.data())
def test_minors_and_majors_both_count(state: State, data: st.DataObject) -> None:
    """With seven cards of any kinds in hand, one more means exactly one discard, of a card of either kind."""
    written_for(state, HAND_6, "counts", ("minor", "major"))
    written_for(state, LOC3_2, "minors", 1)
    limit = number(state, HAND_1, "limit")
    seat = arcanum.to_act(state)
    assert seat is not None
    count = data.draw(st.integers(1, limit))
    state = with_cards(state, seat, data.draw(hands(state, limit - count)), data.draw(some_majors(state, count)))
    assume(state.minor_deck or state.minor_discard)
    drawn = answer(waiting_for(state, PAUSE, state.agenda[-1]), Option("draw"))
    hand = drawn.after.players[seat].hand
    assert len(hand) == limit + 1
    assert len(majors(hand)) == count
    assert set(arcanum.legal_actions(drawn.after)) == {Discard(card) for card in hand}
    assert len(discards_at_once(drawn, seat, data)) == 1


@proves(AMB_26)
@given(hiding_positions(), st.data())
def test_the_limit_is_checked_after_the_whole_draw(state: State, data: st.DataObject) -> None:
    """A player takes all the cards of his draw before he discards, and may discard any of them."""
    drawn, limit = number(state, DRAW_1, "minors"), number(state, HAND_1, "limit")
    written_for(state, AMB_26, "checked", "per-draw")
    seat = data.draw(st.sampled_from(range(len(state.players))))
    fitting(drawn > 0)
    size = data.draw(st.integers(max(0, limit + 1 - drawn), limit))
    before, first = begin_turn(state, seat, size, data)
    hand = first.after.players[seat].hand
    assert arcanum.to_act(first.after) == seat
    assert len(hand) == size + drawn
    new = set(hand) - set(before.players[seat].hand)
    assert len(new) == drawn
    assert {Discard(card) for card in new} <= set(arcanum.legal_actions(first.after))
    assert len(discards_at_once(first, seat, data)) == size + drawn - limit


@proves(AMB_61)
@given(positions(PlayCard), st.data())
def test_forced_and_excess_discards_lie_face_up_on_the_pile_of_their_type(state: State, data: st.DataObject) -> None:
    """The card is the top one of the Minor or the Major discards, the other pile is as before, and everybody saw it."""
    written_for(state, AMB_61, "face_up", True)
    seat = data.draw(st.sampled_from(range(len(state.players))))
    state = with_cards(state, seat, data.draw(hands(state, 4)), data.draw(some_majors(state, 4)))
    task = data.draw(st.sampled_from((TrimHand(seat), DiscardCard(seat, LOC10_1))))
    step = any_answer(waiting_for(state, PAUSE, task), data)
    assert isinstance(step.action, Discard)
    card, after = step.action.card, step.after
    if isinstance(card, Minor):
        assert (after.minor_discard, after.major_discard) == ((*state.minor_discard, card), state.major_discard)
    else:
        assert (after.minor_discard, after.major_discard) == (state.minor_discard, (*state.major_discard, card))
    (event,) = step.events
    for other in (None, *range(len(state.players))):
        seen = event.seen_by(other)
        assert isinstance(seen, Discarded)
        assert (seen.seat, seen.card) == (seat, card)


@proves(AMB_5)
@given(drawing_games)
def test_a_card_that_is_being_resolved_is_in_no_hand_and_no_pile(game: Game) -> None:
    """From the moment it is played until it is discarded, the card is nowhere but in play."""
    written_for(game.first, AMB_5, "in_hand", False)
    for played in game.minors_played():
        for step in played.steps[:-1]:
            assert step.after.in_play == (played.card,)
            assert all_cards(step.after).count(played.card) == 1


@proves(AMB_5)
@given(positions(PlayCard), st.data())
def test_a_card_that_is_being_resolved_counts_neither_for_the_limit_nor_for_a_new_deck(
    state: State, data: st.DataObject
) -> None:
    """Who plays one of seven cards and draws two has eight, so he discards one; a deck made then lacks the card."""
    limit, two = number(state, HAND_1, "limit"), number(state, LOC4_1, "minors")
    seat = data.draw(st.sampled_from(range(len(state.players))))
    suit = data.draw(st.sampled_from(Suit))
    figure = Figure.of(data.draw(st.sampled_from(Kind)), suit)
    throne_room = number(state, LOC4_1, "location")
    card = Minor(suit, throne_room)
    assume(all(card not in hidden_cards(state, each) for each in range(len(state.players))))
    others = data.draw(hands(state, limit - 1, but=(card,)))
    state = with_minors_only(with_figures(state, {figure: throne_room + 1}), seat, [card, *others])
    state = attrs.evolve(state, minor_played=False)
    assume(not state.tower and not state.exiles)
    state = with_small_deck(state, data.draw(st.integers(0, two)), 10)
    assume(len(state.minor_deck) + len(state.minor_discard) >= two)
    short = len(state.minor_deck) < two
    played = answer(waiting_for(state, PAUSE, PlayCard(seat)), Play(card))
    moved = answer(played.after, Move(figure, throne_room))
    assert any(isinstance(event, Shuffled) for event in moved.events) == short
    assert card not in (*moved.after.minor_deck, *moved.after.minor_discard)
    assert Discard(card) not in arcanum.legal_actions(moved.after)
    assert len(moved.after.players[seat].hand) == limit - 1 + two
    assert len(discards_at_once(moved, seat, data)) == two - 1
