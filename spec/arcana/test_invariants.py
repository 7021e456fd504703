"""What holds in every state of every game, and a machine that plays any game while a ledger hears its events."""

from __future__ import annotations

from itertools import chain

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import arcanum
from arcanum.guilds import State
from arcanum.guilds.cards import Kind
from arcanum.guilds.clause_ids import R_COMP_5, R_INT_8, R_MIL_7
from arcanum.guilds.views import observe
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import any_answer, check_events, number, words, written_for
from arcanum.spec.guilds.games import Game, games, leanings
from arcanum.spec.guilds.invariants import check_every_action, check_state, zones
from arcanum.spec.invariants import check_decision, check_outcome, check_step, check_value, check_views

from .ledger_kit import Ledger, assert_agrees

BUSY = games(leaning=leanings("assign", "play", "bribe", "hire", "use"))
"""Games in which much happens, of both editions, with any modules."""
STEPS = 20
"""How many decisions a machine takes."""


def assert_one_end_card_and_one_first_player(state: State) -> None:
    """The end card is in one zone, and everybody agrees on one first player."""
    (end_card,) = state.rules.catalogue.of(Kind.END_CARD)
    ends = [zone for zone, cards, _ in zones(state) for card in cards if card == end_card.id]
    assert len(ends) == number(state, R_COMP_5, "end_card")
    seats = range(len(state.players))
    assert len(state.rules.catalogue.of(Kind.FIRST_PLAYER)) == number(state, R_COMP_5, "first_player")
    assert {observe(state, seat).first_player for seat in (None, *seats)} == {state.first_player}
    assert state.first_player in seats
    for district in state.districts:
        assert (district.end_among > 0) is (end_card.id in district.pile), "everybody knows in which pile it is"
        assert district.end_among <= len(district.pile)


def assert_owners_are_public(ledger: Ledger, state: State) -> None:
    """Every view has the owner of every card in a District, as the events told them."""
    written_for(state, R_INT_8, "owner", "public")
    for seat in (None, *range(len(state.players))):
        for here in observe(state, seat).districts:
            lying = ledger.lying[here.name]
            assert [(each.owner, each.face_up) for each in here.cards] == [
                (owner, face_up) for _, owner, face_up in lying
            ]


def assert_no_militia_among_own_cards(ledger: Ledger) -> None:
    """Nobody was ever told of a Militia card on a Discard Pile, or saw one drawn."""
    for card in chain(*ledger.discards, *ledger.tucked):
        assert ledger.catalogue[card].kind is not Kind.MILITIA


def heard(ledger: Ledger, events: tuple[Event, ...]) -> Ledger:
    """The ledger after some more events."""
    for event in events:
        ledger.hear(event)
    return ledger


def ledger_of(game: Game) -> Ledger:
    """The ledger before the first decision, from events alone; of a game that begins late, from what lies there."""
    return Ledger.at(game.first) if game.over else heard(Ledger.of(game.first), game.opening)


@proves(R_COMP_5)
@given(BUSY)
def test_every_state_of_a_game_is_sound_and_every_step_repeats(game: Game) -> None:
    """Every card is in one zone where it belongs, somebody is asked, and the same answer leads to the same state."""
    for state in game.states:
        check_state(state)
        check_decision(state)
        assert_one_end_card_and_one_first_player(state)
    for step in game.steps:
        check_step(step.before, step.action, step.after)
    check_outcome(game.last)


@proves(R_COMP_5)
@given(BUSY, st.data())
def test_every_answer_is_either_taken_or_refused(game: Game, data: st.DataObject) -> None:
    """From any state each legal action leads to a sound state, and each other one is refused with a clause."""
    state = data.draw(st.sampled_from(game.states))
    check_every_action(state)
    check_value(state)
    check_views(state)
    assert_one_end_card_and_one_first_player(state)


@proves(R_INT_8, R_COMP_5, R_MIL_7)
@given(BUSY)
def test_the_events_of_a_game_explain_every_state(game: Game) -> None:
    """Somebody who only hears the events knows whose cards lie where, every pile, every Stake and the first player."""
    check_events(game.first, game.opening)
    ledger = ledger_of(game)
    assert_agrees(ledger, game.first)
    for step in game.steps:
        heard(ledger, step.events)
        assert_agrees(ledger, step.after)
        assert_owners_are_public(ledger, step.after)
        assert_no_militia_among_own_cards(ledger)
        ends = [*ledger.stakes.values(), ledger.foreseen]
        assert sum(card is not None and ledger.catalogue[card].kind is Kind.END_CARD for card in ends) <= 1


@proves(R_INT_8)
@given(BUSY, st.data())
def test_who_owns_a_facedown_card_is_seen_by_all(game: Game, data: st.DataObject) -> None:
    """Had a card in a District another owner, everybody would see that, also those who do not see the card."""
    placed = [
        (state, at, place)
        for state in game.states
        for at, here in enumerate(state.districts)
        for place in range(len(here.cards))
    ]
    for state, at, place in data.draw(st.lists(st.sampled_from(placed), max_size=10)) if placed else ():
        here = state.districts[at]
        card = here.cards[place]
        other = attrs.evolve(card, owner=(card.owner + 1) % len(state.players))
        moved = attrs.evolve(here, cards=(*here.cards[:place], other, *here.cards[place + 1 :]))
        twin = attrs.evolve(state, districts=(*state.districts[:at], moved, *state.districts[at + 1 :]))
        for seat in (None, *range(len(state.players))):
            assert observe(twin, seat).districts != observe(state, seat).districts


@proves(R_INT_8, R_COMP_5, R_MIL_7)
class AnyGame(RuleBasedStateMachine):
    """A game that goes on from any point with any legal answers, and a ledger that has heard it from the start."""

    state: State
    ledger: Ledger

    @initialize(game=BUSY, data=st.data())
    def sit_down(self, game: Game, data: st.DataObject) -> None:
        """Start somewhere in a game, as often as not near its end; the ledger hears what came before."""
        last = len(game.steps) - 1
        start = data.draw(st.integers(0, last) | st.integers(max(0, last - STEPS // 2), last))
        self.state = game.steps[start].before
        self.ledger = ledger_of(game)
        for step in game.steps[:start]:
            heard(self.ledger, step.events)

    @precondition(lambda self: not arcanum.is_over(self.state))
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """Whoever is asked answers."""
        step = any_answer(self.state, data)
        heard(self.ledger, step.events)
        check_step(step.before, step.action, step.after)
        self.state = step.after

    @precondition(lambda self: arcanum.is_over(self.state))
    @rule()
    def look_at_the_result(self) -> None:
        """A finished game has a result."""
        check_outcome(self.state)

    @invariant()
    def everything_is_in_its_place(self) -> None:
        """The state is sound."""
        check_state(self.state)
        check_decision(self.state)
        assert_one_end_card_and_one_first_player(self.state)
        for player in self.state.players:
            for zone in words(self.state, R_MIL_7, "never_in"):
                pile = {"deck": player.deck, "hand": player.hand, "discard": player.discard}[zone]
                assert not any(self.state.card(card).kind is Kind.MILITIA for card in pile)

    @invariant()
    def the_events_explain_the_state(self) -> None:
        """The ledger agrees."""
        assert_agrees(self.ledger, self.state)
        assert_owners_are_public(self.ledger, self.state)
        assert_no_militia_among_own_cards(self.ledger)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(stateful_step_count=STEPS)
