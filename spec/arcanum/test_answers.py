"""Whatever is asked, just what the clauses allow can be answered, and the rest is refused for the right reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action
from arcanum.spec import proves
from arcanum.spec.games import asked, refuses
from arcanum.spec.tarot.arrange import with_figures
from arcanum.spec.tarot.games import Game, as_printed, games, hiding_the_fool, playing, sound
from arcanum.spec.tarot.invariants import EVERY_ACTION
from arcanum.tarot import State, Suit
from arcanum.tarot.actions import ASSIGN, LOWER, RAISE, PlaceTower, Swap
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, MINORS, Minor
from arcanum.tarot.clause_ids import (
    AMB_2,
    AMB_3,
    AMB_12,
    AMB_35,
    AMB_40,
    HAND_2,
    HIDE_3,
    HIDE_7,
    LEN_6,
    LOC5_4,
    LOC6_3,
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
from arcanum.tarot.moving import MoveAnyFigure
from arcanum.tarot.playing import MoveFigure

from .naive_answers import answers
from .naive_refusals import reasons
from .scenes_kit import in_order
from .stage_kit import blocked, stages

PARTS = 5
"""Into so many parts all actions are divided."""
ASKING = ((3, 9, 13), (10, 14, 4), (16, 20, 0), (19, 21, 1), (18, 12, 8))
"""Majors that ask something, dealt together."""
ASKED = st.sampled_from(ASKING).flatmap(lambda numbers: playing(*numbers)) | hiding_the_fool() | games()
"""Games in which every kind of question is asked sooner or later."""


def moments(game: Game) -> Iterator[State]:
    """Some states of a game, of every kind of question the first and the last one."""
    for states in (game.states, reversed(game.states)):
        yield from {type(state.agenda[-1]): state for state in states if state.agenda}.values()


def tried(state: State, turn: int) -> Iterator[Action]:
    """A part of all actions, each time another one, all that are about a House, and some exchanges and Towers."""
    yield from EVERY_ACTION[turn % PARTS :: PARTS]
    yield from (*ASSIGN, *RAISE, *LOWER, PASS)
    player = state.players[asked(state)]
    hidden = [each.card for each in player.hidden]
    for card in (*player.hand, FOOL):
        for other in (*hidden, *player.hand[:1], MAJORS[5]):
            yield Swap(card, other)
    yield PlaceTower((1,))
    yield PlaceTower((1, 2, 3, 4, 5))


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
        legal = set(arcanum.legal_actions(state))
        for action in tried(state, turn):
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


@proves(AMB_2, AMB_3, MIN_B3, MIN_B7, MAJ_16_3, MAJ_16_4, MAJ_20_6)
@given(stages(0, 13, minors=(1, 5)), st.integers(1, 10), st.booleans(), st.data())
def test_the_same_is_true_in_a_crowded_city(state: State, meeting: int, free: bool, data: st.DataObject) -> None:
    """Where many figures stand together, some are held by the Tower and some are away, cards move what they can."""
    crowd = data.draw(st.sets(st.sampled_from(FIGURES), min_size=8), "figures that meet")
    state = with_figures(state, dict.fromkeys(crowd, meeting))
    state = state if free else blocked(state, data)
    card = data.draw(st.sampled_from([Minor(suit, meeting) for suit in Suit]) | st.sampled_from(MINORS), "a card")
    player = state.players[asked(state)]
    hands = [*state.players]
    hands[asked(state)] = attrs.evolve(player, hand=in_order({*player.hand, card}))
    state = attrs.evolve(state, players=tuple(hands))  # the card may be somewhere else, too; nobody looks there
    check_answers(state)
    for action in arcanum.legal_actions(state):
        after = arcanum.apply(state, action)
        if after.agenda and type(after.agenda[-1]) in (MoveFigure, MoveAnyFigure):
            check_answers(sound(after))


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
