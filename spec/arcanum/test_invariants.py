"""What holds in every state of every game, and a machine that plays on from anywhere in a game."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import arcanum
from arcanum.spec import proves
from arcanum.spec.games import any_answer, check_events, number
from arcanum.spec.invariants import check_step, check_value, check_views
from arcanum.spec.tarot.games import Game, games
from arcanum.spec.tarot.invariants import all_cards, check_every_action, check_state
from arcanum.tarot import State
from arcanum.tarot.clause_ids import COMP_2, COMP_14, COMP_21, HAND_1

from .table_kit import Ledger

STEPS = 20
"""How many decisions a machine takes."""


def assert_all_cards_are_there(state: State) -> None:
    """The zones together hold each card of the game once; Majors that stay in the box are not in the game."""
    boxed = number(state, COMP_2, "majors") if state.options.majors == "none" else 0
    cards = all_cards(state)
    assert len(cards) == len(set(cards)) == number(state, COMP_21, "cards") - boxed


def assert_prestige_is_on_the_track(state: State) -> None:
    """No House is below the first or above the last square."""
    lowest, highest = number(state, COMP_14, "lowest"), number(state, COMP_14, "highest")
    assert all(lowest <= value <= highest for value in state.prestige.values())


@proves(COMP_21)
@given(games())
def test_no_card_ever_leaves_the_game(game: Game) -> None:
    """After every decision each card is in exactly one place."""
    for state in game.states:
        assert_all_cards_are_there(state)


@proves(COMP_14)
@given(games(lengths=("long",)))
def test_prestige_stays_on_the_track(game: Game) -> None:
    """After every decision each House is on a square from 0 to 21."""
    for state in game.states:
        assert_prestige_is_on_the_track(state)


@proves(COMP_14, COMP_21, HAND_1)
@given(games())
def test_every_state_of_a_game_is_sound_and_every_step_repeats(game: Game) -> None:
    """Cards, figures, prestige, points and hands are as they must be, and the same answer leads to the same state."""
    for state in game.states:
        check_state(state)
        noted = (state.minor_played, state.major_played, state.factor)
        assert state.active is not None or noted == (False, False, 1), "what is noted of a turn holds only during it"
        assert (state.tower_owner is None) == (state.tower == ()), "a Tower on the board is somebody's"
        assert state.game.faults(state) == [], "what was reached could be set up"
    for step in game.steps:
        check_step(step.before, step.action, step.after)


@proves(COMP_14, COMP_21)
@given(games(), st.data())
def test_every_state_can_be_written_down_and_looked_at(game: Game, data: st.DataObject) -> None:
    """A state of a game is the same after it was copied or written down, and fills the views of all seats."""
    for state in data.draw(st.lists(st.sampled_from(game.states), min_size=1, max_size=8)):
        check_value(state)
        check_views(state)


@proves(COMP_21)
@given(games())
def test_the_events_of_a_game_explain_every_state(game: Game) -> None:
    """Somebody who only hears the events knows where every card and figure is, and all the numbers."""
    check_events(game.first, game.opening)
    ledger = Ledger.of(game.first)
    for step in game.steps:
        for event in step.events:
            ledger.hear(event)
        ledger.agrees_with(step.after)


@proves(COMP_14, COMP_21, HAND_1)
class AnyGame(RuleBasedStateMachine):
    """A game that goes on from any point with any legal answers, and a ledger that hears its events."""

    state: State
    ledger: Ledger

    @initialize(game=games(), data=st.data())
    def sit_down(self, game: Game, data: st.DataObject) -> None:
        """Start somewhere in a game, as often as not near its end."""
        self.state = data.draw(st.sampled_from(game.states) | st.sampled_from(game.states[-STEPS:]))
        self.ledger = Ledger.of(self.state)

    @precondition(lambda self: not arcanum.is_over(self.state))
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """Whoever is asked answers."""
        step = any_answer(self.state, data)
        for event in step.events:
            self.ledger.hear(event)
        self.state = step.after

    @precondition(lambda self: arcanum.is_over(self.state))
    @rule()
    def look_at_the_result(self) -> None:
        """A finished game has winners, and they have most points."""
        outcome = arcanum.outcome(self.state)
        assert outcome is not None
        assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}

    @invariant()
    def everything_is_in_its_place(self) -> None:
        """The state is sound."""
        check_state(self.state)
        assert_all_cards_are_there(self.state)
        assert_prestige_is_on_the_track(self.state)

    @invariant()
    def the_events_explain_the_state(self) -> None:
        """The ledger agrees."""
        self.ledger.agrees_with(self.state)

    @invariant()
    def legal_is_legal_and_the_rest_is_refused(self) -> None:
        """Each listed answer can be given, and each other one is refused with a clause."""
        check_every_action(self.state)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(stateful_step_count=STEPS)
