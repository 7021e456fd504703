"""Phase B: playing cards."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import any_answer, fitting, number, stated, written_for
from arcanum.spec.games import step as answer
from arcanum.spec.tarot.arrange import waiting_for, with_figures, with_hand, with_small_deck
from arcanum.spec.tarot.games import Game, Step, games, positions
from arcanum.tarot import State
from arcanum.tarot.actions import Play
from arcanum.tarot.cards import MAJORS, MINORS, Figure, Kind, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_14,
    HAND_1,
    MAJ_16_6,
    PLAY_1,
    PLAY_4,
    PLAY_7,
    PLAY_8,
    PLAY_9,
    PLAY_10,
    PLAY_11,
    PLAY_12,
)
from arcanum.tarot.events import (
    BecameActive,
    Drew,
    FigureReturned,
    PawnPassed,
    Phase,
    PhaseBegan,
    Pile,
    Played,
    Shuffled,
    TurnBegan,
)
from arcanum.tarot.flow import PLAY_PHASE
from arcanum.tarot.playing import PlayCard

from .scenes_kit import can_move
from .table_kit import (
    PAUSE,
    Ledger,
    hands,
    happening,
    heard,
    hiding_positions,
    majors,
    minors,
    rest_of_turn,
    some_majors,
    with_cards,
)

WHEEL = MAJORS[10]
"""The only Major by which a player can lose the last Minor that he has to play."""


def with_few_minors(state: State, data: st.DataObject, least: int) -> State:
    """The table with Majors in all hands and at least so many, at most two Minors."""
    for seat, player in enumerate(state.players):
        held = set(majors([card for other in state.players for card in other.hand]))
        own_majors = data.draw(some_majors(state, data.draw(st.integers(0, 3)), but=held))
        assume(len(minors(player.hand)) >= least)
        kept = data.draw(st.integers(least, 2))
        state = with_cards(state, seat, minors(player.hand)[:kept], own_majors)
    return state


def play_phase(state: State, data: st.DataObject) -> list[Step]:
    """The playing phase of a turn, with any legal answers."""
    first = happening(state, PLAY_PHASE)
    return [first, *rest_of_turn(first.after, data)]


def events_of(steps: Sequence[Step]) -> list[Event]:
    """The events of some decisions."""
    return [event for step in steps for event in step.events]


def drawn_next(events: Sequence[Event], index: int) -> list[tuple[Seat, Pile, int]]:
    """Who draws what right after an event, before anything else happens but the end of a Tower or a Judgement."""
    found = []
    for event in events[index + 1 :]:
        if isinstance(event, Drew):
            found.append((event.seat, event.pile, event.count))
        elif not isinstance(event, Shuffled | FigureReturned) and event.clause != MAJ_16_6:
            break
    return found


def without_minors(ledger: Ledger, seats: Sequence[Seat]) -> list[Seat]:
    """Those of the seats that hold no Minor."""
    return [seat for seat in seats if not minors(tuple(ledger.hands[seat]))]


@proves(PLAY_1)
@given(games())
def test_the_active_player_must_play_a_minor(game: Game) -> None:
    """Nobody who holds a Minor may pass, and nobody's own turn ends before he played one."""
    written_for(game.first, PLAY_1, "optional", False)
    for step, _ in game.asked(PlayCard):
        if held(step.before) and not step.before.minor_played:
            assert {each.clause for each in arcanum.why_not(step.before, PASS)} == {PLAY_1}
    played = 0
    for ledger, event in heard(game.first, game.events[len(game.opening) :]):
        if isinstance(event, BecameActive | PhaseBegan | PawnPassed):
            if ledger.active is not None:
                assert played == game.number(PLAY_1, "minors") or not minors(tuple(ledger.hands[ledger.active]))
            played = 0
        elif isinstance(event, Played):
            played += isinstance(event.card, Minor)


@proves(PLAY_4)
@given(games())
def test_nobody_plays_two_minors_in_one_turn(game: Game) -> None:
    """Once he has played a Minor, the active player can play no other until he is active again."""
    for turn in game.turns():
        played = [event.seat for event in turn.events if isinstance(event, Played) and isinstance(event.card, Minor)]
        assert all(played.count(seat) <= game.number(PLAY_4, "limit") for seat in played)
    for played_card in game.minors_played():
        for step in played_card.steps[1:]:
            assert step.before.active == played_card.seat
            hand = step.before.players[played_card.seat].hand
            assert all(arcanum.why_not(step.before, Play(card)) for card in minors(hand))


@proves(PLAY_7)
@given(hiding_positions(), st.data())
def test_a_player_who_begins_without_minors_draws_one_at_once(state: State, data: st.DataObject) -> None:
    """At the start of his own turn, or of the phase in the English text, he has one Minor more before any choice."""
    state = with_few_minors(state, data, least=0)
    when, one = stated(state, PLAY_7, "when"), number(state, PLAY_7, "minors")
    order = [(state.first_player + step) % len(state.players) for step in range(len(state.players))]
    steps = play_phase(state, data)
    events = events_of(steps)
    assume(any(not minors(player.hand) for player in state.players))
    if when == "phase":
        assert all(minors(player.hand) for player in steps[0].after.players)
    for index, (ledger, event) in enumerate(heard(state, events)):
        if ledger.turn != state.turn or isinstance(event, TurnBegan):
            break
        expected: list[Seat] = []
        if isinstance(event, PhaseBegan) and event.phase is Phase.PLAY and when == "phase":
            expected = without_minors(ledger, order)
        elif isinstance(event, BecameActive) and when == "turn":
            expected = without_minors(ledger, [event.seat])
        elif not isinstance(event, PhaseBegan | BecameActive):
            continue
        supply = ledger.supply(Pile.MINOR)
        assert supply >= len(expected)
        assert drawn_next(events, index) == [(seat, Pile.MINOR, one) for seat in expected]


@proves(PLAY_8, PLAY_12)
@given(hiding_positions(), st.data())
def test_after_that_draw_he_still_has_to_play_a_minor(state: State, data: st.DataObject) -> None:
    """The Minor that he just drew can be played, and he cannot end his turn without playing a Minor."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    count = data.draw(st.integers(0, number(state, HAND_1, "limit") - 1))
    assume(seat not in dict(state.exiles))
    fitting(number(state, PLAY_7, "minors") > 0)
    own_majors = data.draw(some_majors(state, count, but=(WHEEL,)))
    state = with_cards(attrs.evolve(state, first_player=seat), seat, (), own_majors)
    step = happening(state, PLAY_PHASE)
    card, *_ = minors(step.after.players[seat].hand)
    assert arcanum.to_act(step.after) == seat
    assert Play(card) in arcanum.legal_actions(step.after)
    assert PASS not in arcanum.legal_actions(step.after)
    steps = [step]
    while steps[-1].after.active == seat:
        steps.append(any_answer(steps[-1].after, data))
    played = [event for event in events_of(steps) if isinstance(event, Played) and event.seat == seat]
    assert len(minors([each.card for each in played])) == number(state, PLAY_8, "minors")


@proves(PLAY_9)
@given(hiding_positions(), st.data())
def test_a_player_who_holds_a_minor_draws_none(state: State, data: st.DataObject) -> None:
    """Where everybody holds a Minor, nobody draws when the phase or his own turn begins."""
    few = number(state, PLAY_9, "from_minors")
    state = with_few_minors(state, data, least=few)
    steps = play_phase(state, data)
    assert steps[0].after.minor_deck == state.minor_deck
    assert [len(player.hand) for player in steps[0].after.players] == [len(player.hand) for player in state.players]
    events = events_of(steps)
    for index, (ledger, event) in enumerate(heard(state, events)):
        if isinstance(event, BecameActive) and len(minors(tuple(ledger.hands[event.seat]))) >= few:
            assert drawn_next(events, index) == [(event.seat, Pile.MINOR, 1)] * number(state, PLAY_9, "minors")


@proves(AMB_14)
@given(hiding_positions(), st.data())
def test_without_any_minor_to_draw_there_is_no_duty(state: State, data: st.DataObject) -> None:
    """Who has no Minor and finds none in deck and discards draws nothing, plays no Minor, and the game goes on."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    assume(seat not in dict(state.exiles))
    count = data.draw(st.integers(0, number(state, HAND_1, "limit") - 1))
    state = with_cards(state, seat, (), data.draw(some_majors(state, count)))
    state = with_small_deck(attrs.evolve(state, first_player=seat), deck=0)
    steps = [happening(state, PLAY_PHASE)]
    while steps[-1].after.active == seat:
        written_for(state, AMB_14, "duty", False)
        assert PASS in arcanum.legal_actions(steps[-1].after)
        steps.append(answer(steps[-1].after, PASS))
    events = events_of(steps)
    assert sum(event.count for event in events if isinstance(event, Drew)) == number(state, AMB_14, "minors")
    assert not [event for event in events if isinstance(event, Played)]
    assert steps[-1].after.players[seat] == state.players[seat]
    assert steps[-1].after.active == (seat + 1) % len(state.players)


@proves(PLAY_10)
@given(games())
def test_playing_a_minor_moves_one_figure_if_it_can(game: Game) -> None:
    """Exactly one figure changes its place wherever the card allows a move, otherwise none."""
    for played in game.minors_played():
        places = zip(played.before.figures.items(), played.steps[-1].after.figures.values(), strict=True)
        moved = [figure for (figure, before), after in places if before != after]
        movable = can_move(played.before, played.card)
        assert len(moved) == (game.number(PLAY_10, "figures") if movable else 0)
        if game.expected(PLAY_10, "moves") == "always":
            assert movable or not any(can_move(played.before, card) for card in held(played.before))


def held(state: State) -> tuple[Minor, ...]:
    """The Minors of the active player."""
    assert state.active is not None
    return minors(state.players[state.active].hand)


@proves(PLAY_10)
@given(positions(PlayCard), st.sampled_from(Suit), st.integers(1, 10), st.data())
def test_a_minor_that_moves_nothing_is_no_way_out_where_a_minor_always_moves_a_figure(
    state: State, suit: Suit, location: int, data: st.DataObject
) -> None:
    """With all figures of a suit in a location, that numeral moves none; whether it may be played is in the text."""
    seat, card = state.active, Minor(suit, location)
    assert seat is not None
    assume(card in (*state.minor_deck, *state.minor_discard, *(each for p in state.players for each in p.hand)))
    others = data.draw(hands(state, 2, but=(card,)))
    gathered = {Figure.of(kind, suit): location for kind in Kind}
    assume(not state.exiles)
    state = with_hand(with_figures(attrs.evolve(state, minor_played=False), gathered), seat, [card, *others])
    state = waiting_for(state, PAUSE, PlayCard(seat))
    legal = set(arcanum.legal_actions(state))
    assert legal >= {Play(other) for other in others if can_move(state, other)}
    if stated(state, PLAY_10, "moves") == "always":
        assert (Play(card) in legal) == (not any(can_move(state, other) for other in others))
    else:
        assert answer(state, Play(card)).after.figures == state.figures


@proves(PLAY_11)
@given(games())
def test_only_the_active_player_plays_cards(game: Game) -> None:
    """Cards are played by the active player from his own hand, and by nobody while others decide."""
    for step in game.steps:
        state = step.before
        if step.seat == state.active and state.phase is Phase.PLAY:
            others = {card for seat, player in enumerate(state.players) if seat != step.seat for card in player.hand}
            assert all(arcanum.why_not(state, Play(card)) for card in others)
        else:
            assert all(arcanum.why_not(state, Play(card)) for card in MINORS)
        for event in step.events:
            if isinstance(event, Played):
                assert isinstance(step.action, Play)
                assert event.seat == step.seat == state.active


@proves(PLAY_12)
@given(games())
def test_a_card_gained_in_the_same_turn_may_be_played(game: Game) -> None:
    """The Minors that a player drew earlier in this turn are among those he may play, like the rest of his hand."""
    gained: dict[Seat, set[Minor]] = {}
    for event in game.opening:
        if isinstance(event, Drew):
            gained.setdefault(event.seat, set()).update(minors(event.cards or ()))
    for step in game.steps:
        if isinstance(step.before.agenda[-1], PlayCard) and not step.before.minor_played:
            hand = gained.get(step.seat, set()) & set(held(step.before))
            legal = {action.card for action in arcanum.legal_actions(step.before) if isinstance(action, Play)}
            assert {card for card in hand if can_move(step.before, card)} <= legal
        for event in step.events:
            if isinstance(event, TurnBegan):
                gained = {}
            elif isinstance(event, Drew):
                gained.setdefault(event.seat, set()).update(minors(event.cards or ()))
