"""Whatever is asked, just what the clauses allow can be answered, and the rest is refused for the right reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.events import Chose
from arcanum.spec import proves
from arcanum.spec.games import asked, number, refuses, step, words
from arcanum.spec.secrets import everybody
from arcanum.spec.tarot.arrange import room_for, with_figures, with_hidden
from arcanum.spec.tarot.games import Game, as_printed, games, hiding_the_fool, playing, sound
from arcanum.spec.tarot.invariants import EVERY_ACTION
from arcanum.tarot import GAME, State, Suit
from arcanum.tarot.actions import ASSIGN, RAISE, Play, Swap
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, MINORS, Card, Minor
from arcanum.tarot.clause_ids import (
    AMB_2,
    AMB_3,
    AMB_12,
    AMB_21,
    AMB_35,
    AMB_40,
    AMB_55,
    HAND_2,
    HIDE_3,
    HIDE_7,
    INFO_1,
    INFO_11,
    LEN_6,
    LOC3_2,
    LOC5_4,
    LOC6_3,
    LOC6_4,
    LOC8_1,
    LOC8_2,
    MAJ_0_5,
    MAJ_0_8,
    MAJ_3_3,
    MAJ_10_1,
    MAJ_13_1,
    MAJ_14_2,
    MAJ_14_3,
    MAJ_16_3,
    MAJ_16_4,
    MAJ_20_3,
    MAJ_20_4,
    MAJ_20_6,
    MAJG_5,
    MIN_B1,
    MIN_B2,
    MIN_B3,
    MIN_B5,
    MIN_B6,
    MIN_B7,
    PLAY_1,
    PLAY_3,
    PLAY_4,
    PLAY_5,
)
from arcanum.tarot.events import Moved
from arcanum.tarot.hiding import SwapCards
from arcanum.tarot.houses import AssignFool
from arcanum.tarot.moving import MoveAnyFigure
from arcanum.tarot.playing import MoveFigure, PlayCard

from .naive_answers import announced, answers, moves_of
from .naive_refusals import reasons
from .scenes_kit import in_order, moving_none
from .stage_kit import eves, others_of, stages, with_exiles, with_tower
from .tries_kit import PARTS, near, tried

ASKING = ((3, 9, 13), (10, 14, 4), (16, 20, 0), (19, 21, 1), (18, 12, 8))
"""Majors that ask something, dealt together."""
ASKED = st.sampled_from(ASKING).flatmap(lambda numbers: playing(*numbers)) | hiding_the_fool() | games()
"""Games in which every kind of question is asked sooner or later."""


def moments(game: Game) -> Iterator[State]:
    """Some states of a game, of every kind of question the first and the last one, when it is new and later."""
    for states in (game.states, reversed(game.states)):
        yield from {(type(state.agenda[-1]), is_begun(state)): state for state in states if state.agenda}.values()


def is_begun(state: State) -> bool:
    """Whether he who is asked has already answered a part of the same question."""
    question: Any = state.agenda[-1]
    own = [slot for slot, _ in getattr(question, "answers", ()) if slot.seat == question.seat]
    return bool(own) or any(getattr(question, name, None) for name in ("done", "paid", "used"))


@proves(
    PLAY_1,
    PLAY_4,
    PLAY_5,
    MAJG_5,
    AMB_2,
    AMB_35,
    MIN_B1,
    MIN_B2,
    MIN_B3,
    MIN_B5,
    MIN_B6,
    MIN_B7,
    MAJ_16_3,
    MAJ_16_4,
    MAJ_20_6,
    HIDE_3,
    HIDE_7,
    LOC8_2,
    HAND_2,
    LOC5_4,
    MAJ_10_1,
    MAJ_13_1,
    MAJ_14_2,
    MAJ_14_3,
    AMB_12,
    LOC6_3,
    MAJ_3_3,
    MAJ_0_8,
    MAJ_20_3,
    MAJ_20_4,
    AMB_40,
)
@given(ASKED, st.integers(0, PARTS - 1))
def test_every_refusal_names_the_clauses_that_speak_against_the_action(game: Game, start: int) -> None:
    """Whatever is asked, each action that is not legal is refused by just the clauses that forbid it, and says what."""
    for turn, state in enumerate(moments(game), start):
        check_refusals(state, tried(state, turn))


def check_refusals(state: State, actions: Iterable[Action]) -> None:
    """Whatever is refused is refused for the reasons that the clauses give."""
    legal = set(arcanum.legal_actions(state))
    for action in actions:
        found = arcanum.why_not(state, action)
        if action in legal:
            assert found == ()
            continue
        right = reasons(state, action)
        assert [each.clause for each in found] == [clause for clause, _ in right], f"{action}: {found}"
        assert all(word in each.message for each, (_, word) in zip(found, right, strict=True)), f"{action}: {found}"


@proves(
    PLAY_1,
    PLAY_3,
    PLAY_4,
    PLAY_5,
    AMB_2,
    AMB_12,
    AMB_35,
    MIN_B1,
    MIN_B2,
    MIN_B3,
    MIN_B5,
    MIN_B7,
    HIDE_3,
    HIDE_7,
    LOC6_3,
    LOC8_1,
    MAJ_0_5,
    MAJ_3_3,
    MAJ_10_1,
    MAJ_13_1,
    MAJ_14_3,
    MAJ_16_3,
    MAJ_16_4,
    MAJ_20_4,
    MAJ_20_6,
    AMB_40,
)
@given(ASKED)
def test_just_what_the_clauses_allow_can_be_answered(game: Game) -> None:
    """Every question of a game offers all the answers that the rules allow, and no others."""
    as_printed(cards=(0, 13, 14), locations=(2, 8))
    for state in game.states:
        if state.agenda:
            check_answers(state)


@st.composite
def crowds(draw: st.DrawFn, rulesets: Sequence[str] | None = None) -> State:
    """Figures stand together, often all of one House; some are held by the Tower, some away; a card would move them."""
    state = draw(stages(0, 13, minors=(1, 5), rulesets=rulesets))
    meeting, house = draw(st.integers(1, 10)), draw(st.sampled_from(Suit))
    places = dict.fromkeys(draw(st.sets(st.sampled_from(FIGURES))), meeting)
    whole = FIGURES[house * 4 : house * 4 + 5]  # all of a House, and one more
    if draw(st.booleans()):
        places |= dict.fromkeys(whole, meeting)
    if draw(st.booleans()):
        places[draw(st.sampled_from(whole))] = meeting % 10 + 1
    state = with_figures(state, places)
    away = (
        draw(st.sets(st.sampled_from(whole) | st.sampled_from(FIGURES), max_size=3)) if draw(st.booleans()) else set()
    )
    closed = draw(st.sets(st.integers(1, 10), max_size=4)) if draw(st.booleans()) else set()
    owner = others_of(state, asked(state))[0]
    state = with_exiles(state, owner, sorted(away))
    state = with_tower(state, owner, sorted(closed)) if closed else state
    card = draw(st.just(Minor(house, meeting)) | st.sampled_from(MINORS))
    player = state.players[asked(state)]
    hands = [*state.players]
    hands[asked(state)] = attrs.evolve(player, hand=in_order({*player.hand, card}))
    return attrs.evolve(state, players=tuple(hands))  # the card may be somewhere else, too; nobody looks there


@proves(AMB_2, AMB_3, MIN_B2, MIN_B3, MIN_B5, MIN_B7, MAJ_16_3, MAJ_16_4, MAJ_20_6)
@given(crowds())
def test_the_same_is_true_in_a_crowded_city(state: State) -> None:
    """Where many figures stand together, some are held by the Tower and some are away, cards move what they can."""
    check_answers(state)
    check_refusals(state, [PASS, *map(Play, state.players[asked(state)].hand)])
    for action in arcanum.legal_actions(state):
        after = sound(arcanum.apply(state, action))
        asking = bool(after.agenda) and type(after.agenda[-1]) in (MoveFigure, MoveAnyFigure)
        if asking:
            check_answers(after)
        if isinstance(action, Play) and isinstance(action.card, Minor):
            moves = list(moves_of(state, action.card))
            assert asking == bool(moves), "whoever can move a figure is asked, and nobody else"
            for move in moves[:1]:
                (moved,) = [event for event in step(after, move).events if isinstance(event, Moved)]
                assert moved.clause == (MIN_B5 if action.card.rank > 10 else MIN_B2)


STRICT = tuple(
    name
    for name in GAME.rulesets()
    if GAME.clauses()[AMB_2].parameter("dead_minor", name.removeprefix("arcanum/")) == "only-if-none-moves"
)
"""The rule sets in which a Minor that moves nothing stays in the hand while another one would move a figure."""


@proves(AMB_2)
@given(crowds(STRICT), st.sampled_from(Suit), st.integers(1, 10))
def test_where_a_dead_minor_has_to_stay_in_the_hand_the_refusal_says_so(state: State, house: Suit, at: int) -> None:
    """A numeral whose figures are all there already cannot be played beside one that moves a figure."""
    places = {figure: at for figure in FIGURES if figure.suit is house and state.figures[figure] is not None}
    player, hands = state.players[asked(state)], [*state.players]
    hands[asked(state)] = attrs.evolve(player, hand=in_order({*player.hand, Minor(house, at)}))
    state = with_figures(attrs.evolve(state, players=tuple(hands), minor_played=False), places)
    check_answers(state)
    check_refusals(state, [PASS, *map(Play, state.players[asked(state)].hand)])


def check_on_the_way(state: State, data: st.DataObject, moments: int) -> None:
    """For so many questions look at what can be answered, and why the rest is refused; nobody passes if he need not."""
    for _ in range(moments):
        if not state.agenda:
            return
        check_answers(state)
        check_refusals(state, near(state))
        legal = arcanum.legal_actions(state)
        state = step(state, data.draw(st.sampled_from([each for each in legal if each != PASS] or legal))).after


@proves(AMB_12, AMB_35, MAJ_10_1, MAJ_13_1, MAJ_14_2, MAJ_14_3, HIDE_3, HIDE_7)
@given(stages(9, 10, 13, 14, minors=(1, 3), hidden=(1, 2), duty=True), st.data())
def test_whoever_has_to_play_his_last_minor_keeps_it_if_he_can(state: State, data: st.DataObject) -> None:
    """Hermit, Wheel, Death and Temperance take no Minor that still has to be played, and the refusal says so."""
    seat = asked(state)
    rows = [[each.card for each in player.hidden] for player in state.players]
    rows[seat].append(FOOL)
    state = with_hidden(state, rows)
    for major in (9, 10, 13, 14):
        if Play(MAJORS[major]) in arcanum.legal_actions(state):
            after = step(state, Play(MAJORS[major])).after
            check_on_the_way(moving_none(after), data, 4)


@proves(MAJ_14_2)
@given(stages(14, minors=(0, 1), hidden=(0, 1)))
def test_whoever_has_visibly_nothing_to_exchange_is_not_asked(state: State) -> None:
    """Temperance asks only a player who holds cards and has hidden some, for both can be seen by all."""
    player = state.players[asked(state)]
    after = moving_none(step(state, Play(MAJORS[14])).after)
    asking = bool(after.agenda) and isinstance(after.agenda[-1], SwapCards)
    assert asking == bool(len(player.hand) > 1 and player.hidden)


@proves(MAJ_14_2, MAJ_14_3, INFO_1)
@given(stages(14, minors=(2, 4), hidden=(2, 3)), st.data())
def test_everybody_sees_how_many_exchanges_are_left_and_only_the_player_which_were_made(
    state: State, data: st.DataObject
) -> None:
    """The others are told how many cards have changed places and how many more may, and see no card."""
    seat, fool = asked(state), "fool" in words(state, MAJ_14_3, "allowed")
    state, done = moving_none(step(state, Play(MAJORS[14])).after), tuple[Card, ...]()
    for left in range(number(state, MAJ_14_2, "swaps"), 0, -1):
        for each in everybody(state):
            known = SwapCards(seat, left, fool, done) if each == seat else SwapCards(seat, left, fool, (), len(done))
            assert arcanum.observe(state, each).agenda[-1] == known
        offered = [each for each in arcanum.legal_actions(state) if isinstance(each, Swap)]
        if not offered:
            break
        swap = data.draw(st.sampled_from(offered))
        done = (*done, swap.card, swap.hidden)
        state = step(state, swap).after


@proves(HAND_2, AMB_12)
@given(stages(5, 12, 2, 6, 7, 8, minors=(1, 1), duty=True), st.data())
def test_a_hand_of_majors_is_trimmed_and_keeps_its_minor(state: State, data: st.DataObject) -> None:
    """Whoever draws too many Majors discards some of them, but not the one Minor that he still has to play."""
    room_for(state, 7)
    check_on_the_way(step(state, Play(MAJORS[12])).after, data, 3)


@proves(MAJ_0_5, MAJ_0_8, AMB_21)
@given(eves(21), st.data())
def test_the_fool_is_spent_on_the_house_at_hand_or_later(state: State, data: st.DataObject) -> None:
    """Its owner answers for each House in turn, or once for all of them; the last House leaves him no choice."""
    state = step(state, Play(MAJORS[21])).after
    while state.agenda and not isinstance(question := state.agenda[-1], PlayCard):
        if isinstance(question, AssignFool):
            assert sorted(question.houses) == sorted(Suit), "he is told in which order all Houses will be paid"
            ranked = [state.prestige[house] for house in question.houses]
            assert ranked == sorted(ranked, reverse=True), "the best House comes first"
        check_answers(state)
        check_refusals(state, (*ASSIGN, PASS, *RAISE))
        legal = arcanum.legal_actions(state)
        state = step(state, PASS if PASS in legal else data.draw(st.sampled_from(legal))).after


@proves(INFO_11, LOC3_2, LOC5_4, LOC6_4, MAJ_14_2, AMB_55)
@given(ASKED)
def test_who_takes_or_declines_an_offer_is_heard_by_all(game: Game) -> None:
    """Whatever is chosen or declined in the open is told once, by whom and for which clause, and nothing else is."""
    for each in game.steps:
        told = [event for event in each.events if isinstance(event, Chose)]
        assert [(event.seat, event.option, event.clause) for event in told] == announced(each), each.action
        assert all(event.seen_by(None) == event for event in told)


def check_answers(state: State) -> None:
    """What can be answered is what the clauses allow."""
    assert sorted(map(str, arcanum.legal_actions(state))) == sorted(map(str, answers(state))), repr(state)


class Impostor:
    """Something that is equal to everything, and no action."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@proves(PLAY_1)
@given(games())
def test_what_only_looks_like_an_action_is_none(game: Game) -> None:
    """An answer has to be one of the actions of the game, not merely equal to one."""
    apply: Callable[..., object] = arcanum.apply
    why_not: Callable[..., object] = arcanum.why_not
    for state in (*game.states[:5], game.last):
        assert refuses(arcanum.IllegalAction, partial(apply, state, Impostor()))
        assert why_not(state, Impostor())


@proves(LEN_6)
@given(games())
def test_when_the_game_is_over_nothing_is_legal_because_it_is_over(game: Game) -> None:
    """Every action is refused for that reason alone, whoever tries it."""
    for action in EVERY_ACTION:
        (reason,) = arcanum.why_not(game.last, action)
        assert reason.clause == LEN_6
        assert "over" in reason.message


@proves(PLAY_1)
@given(games())
def test_whoever_is_not_asked_is_told_who_is(game: Game) -> None:
    """A legal action of another seat is refused by the clause that asks, and the sentence says who has to do what."""
    for state in moments(game):
        question = state.agenda[-1]
        action = arcanum.legal_actions(state)[-1]
        for seat in range(len(state.players)):
            found = arcanum.why_not(state, action, seat=seat)
            if seat == asked(state):
                assert found == ()
                continue
            (reason,) = found
            assert f"seat {seat}:" in reason.message
            assert f"seat {asked(state)} has to" in reason.message
            assert reason == arcanum.why_not(state, EVERY_ACTION[0], seat=seat)[0], "nothing is told about the action"
            assert reason.clause == getattr(question, "clause", None)
