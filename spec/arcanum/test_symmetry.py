"""What the rules cannot tell apart may change places: seats, printings that agree. The game stays the same."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.subject import built_in_only
from arcanum.spec.symmetry import Mapped, assert_same_game
from arcanum.spec.tarot.games import games, leanings, positions, tarot_rules
from arcanum.tarot import GAME, State
from arcanum.tarot.clause_ids import FIRST_6, P3_1, SETUP_2, TURN_3
from arcanum.tarot.flow import BEGIN_TURN
from arcanum.tarot.playing import PlayCard

from .course_kit import Agreement, agreements


def between_turns(state: State) -> State:
    """The next turn is about to begin, whatever is going on."""
    return attrs.evolve(state, turn=state.turn + 1, active=None, agenda=(BEGIN_TURN,), factor=1)


def in_its_turns(state: State) -> bool:
    """Whether there is a next turn."""
    return state.turn < state.options.scoring_turns[-1]


BEGINNINGS = st.one_of(
    agreements().map(lambda agreement: agreement.set_up("all")),
    positions(PlayCard, games(majors=("all",), leaning=leanings())).filter(in_its_turns).map(between_turns),
)
"""Tables at which a game or a later turn is about to begin."""


@proves(SETUP_2, TURN_3)
@given(BEGINNINGS, st.integers(1, 4), st.integers(0, 2**32))
def test_it_does_not_matter_where_at_the_table_somebody_sits(state: State, by: int, luck: int) -> None:
    """If everybody moves on by some seats, with cards, points and the pawn, the game is the same."""
    size = len(state.players)
    by = 1 + by % (size - 1)

    def seat(old: Seat) -> Seat:
        return (old + by) % size

    def turned(state: State) -> State:
        return attrs.evolve(
            state,
            players=tuple(state.players[(new - by) % size] for new in range(size)),
            first_player=seat(state.first_player),
            active=None if state.active is None else seat(state.active),
            tower_owner=None if state.tower_owner is None else seat(state.tower_owner),
            exiles=tuple((seat(owner), figures) for owner, figures in state.exiles),
        )

    assert_same_game(state, Mapped(turned, seat=seat), luck)


def pairs(_: None) -> st.SearchStrategy[tuple[str, str]]:
    """Printings that agree."""
    built_in_only("it is about printings that agree")
    return st.sampled_from(agreeing())


@lru_cache
def agreeing() -> tuple[tuple[str, str], ...]:
    """The printings that differ, if at all, in games of three players or in first games only."""
    return tuple(
        (one, other)
        for one, other in permutations(GAME.rulesets(), 2)
        if {each.clause.section for each in arcanum.diff(one, other)} <= {"P3", "FIRST"}
    )


@proves(P3_1, FIRST_6)
@given(st.none().flatmap(pairs), st.integers(4, 5), st.integers(0, 2**32))
def test_printings_that_agree_are_the_same_game(pair: tuple[str, str], players: int, luck: int) -> None:
    """Where printings differ only for three players, or for a first game, more players have the same game with all."""
    one, other = pair
    rules = tarot_rules(other)
    state = Agreement(one, players, "long", luck).set_up("all")
    assert_same_game(state, Mapped(lambda state: attrs.evolve(state, rules=rules)), luck)
