"""Phase A: hiding."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import any_answer, number, stated, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import with_hidden
from arcanum.spec.tarot.games import Game, Step, games, leanings
from arcanum.tarot import State
from arcanum.tarot.actions import Hide
from arcanum.tarot.cards import MAJORS, MINORS, TOWER, Card, Minor, deck
from arcanum.tarot.clause_ids import (
    AMB_55,
    AMB_64,
    DRAW_1,
    HIDE_1,
    HIDE_2,
    HIDE_3,
    HIDE_4,
    HIDE_5,
    HIDE_7,
    HIDE_8,
    HIDE_9,
)
from arcanum.tarot.effects import EverybodyMayHide
from arcanum.tarot.events import Discarded, Drew, Hid, Phase, PhaseBegan, Swapped, TurnedUp
from arcanum.tarot.flow import BEGIN_TURN, HIDE_PHASE
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.state import Player

from .solo_kit import anything, perform, tables
from .stage_kit import others_of
from .table_kit import (
    Ledger,
    happening,
    heard,
    hidden_cards,
    hiding_positions,
    hiding_steps,
    majors,
    minors,
    some_majors,
    with_all_majors,
    with_cards,
)

hiding_places = games(leaning=leanings(locations=(7, 8, 9)))
"""Games in which cards are hidden in every way there is."""


def hide_steps(game: Game) -> Iterator[tuple[Step, ...]]:
    """The choices of each turn's hiding, one per player."""
    found: list[Step] = []
    for step, top in hiding_steps(game):
        found.append(step)
        if not top.waiting:
            yield tuple(found)
            found = []


def still_to_choose(steps: tuple[Step, ...], step: Step) -> set[Minor]:
    """The Minors of whoever chooses in a step that he has not chosen before in the same hiding."""
    before = [each.action for each in steps[: steps.index(step)] if each.seat == step.seat]
    return {card for card in minors(step.before.players[step.seat].hand) if Hide(card) not in before}


def hide_now(state: State, data: st.DataObject) -> tuple[Step, ...]:
    """Everybody hides, as he likes."""
    steps = [happening(state, HIDE_PHASE)]
    while steps[-1].after.phase is Phase.HIDE:
        steps.append(any_answer(steps[-1].after, data))
    return tuple(steps)


def mixed_hands(state: State, data: st.DataObject, most_minors: int) -> State:
    """The table with Majors in all hands, and few Minors."""
    for seat, player in enumerate(state.players):
        held = set(majors([card for other in state.players for card in other.hand]))
        own_majors = data.draw(some_majors(state, data.draw(st.integers(1, 3)), but=held))
        kept = data.draw(st.integers(0, most_minors))
        state = with_cards(state, seat, minors(player.hand)[:kept], own_majors)
    return state


@proves(HIDE_1)
@given(games())
def test_everybody_who_holds_a_minor_must_hide_one(game: Game) -> None:
    """In each turn every hand with a Minor loses one card, which is then hidden; passing is refused."""
    one = game.number(HIDE_1, "hide")
    if one and game.majors == "none" and game.number(DRAW_1, "minors"):  # then everybody holds Minors in every turn
        assert [steps[0].before.turn for steps in hide_steps(game)] == [turn.number for turn in game.turns()]
    for steps in hide_steps(game):
        before, after = steps[0].before, steps[-1].after
        for seat, player in enumerate(before.players):
            if minors(player.hand):
                gone = set(player.hand) - set(after.players[seat].hand)
                assert len(gone) == min(one, len(minors(player.hand)))
                assert gone == set(hidden_cards(after, seat)) - set(hidden_cards(before, seat))
        for step in steps:
            if still_to_choose(steps, step):
                assert {each.clause for each in arcanum.why_not(step.before, PASS)} == {HIDE_1}


@proves(HIDE_2)
@given(hiding_positions(), st.data())
def test_a_player_without_minors_hides_nothing(state: State, data: st.DataObject) -> None:
    """Whoever holds only Majors keeps them all, and nothing is added to his hidden cards."""
    state = mixed_hands(state, data, most_minors=1)
    poor = [seat for seat, player in enumerate(state.players) if not minors(player.hand)]
    assume(poor)
    steps = hide_now(state, data)
    after = steps[-1].after
    for step in steps[1:]:
        if step.seat in poor:
            assert arcanum.legal_actions(step.before) == (PASS,)
    for seat in poor:
        assert majors(after.players[seat].hand) == state.players[seat].hand
        assert len(after.players[seat].hidden) - len(state.players[seat].hidden) == number(state, HIDE_2, "hide")


@proves(HIDE_3)
@given(hiding_positions(), st.data())
def test_any_minor_of_the_hand_can_be_hidden_and_no_major(state: State, data: st.DataObject) -> None:
    """The choices are exactly the Minors in the hand; Majors and cards of others are refused."""
    state = mixed_hands(state, data, most_minors=4)
    written_for(state, HIDE_3, "allowed", ("minor",))
    written_for(state, HIDE_3, "choice", "free")
    steps = hide_now(state, data)[1:]
    for step in steps:
        if left := still_to_choose(steps, step):
            assert set(arcanum.legal_actions(step.before)) == {Hide(card) for card in left}
        for card in deck():
            if card not in minors(state.players[step.seat].hand):
                assert HIDE_3 in {each.clause for each in arcanum.why_not(step.before, Hide(card))}


@proves(HIDE_4)
@given(games(), st.data())
def test_nobody_hides_more_than_one_card_in_the_hiding_step(game: Game, data: st.DataObject) -> None:
    """Hands with Majors or without: a player's hidden cards grow by one in this step, or not at all."""
    turns = [steps[0].before for steps in hide_steps(game)]
    mixed = mixed_hands(data.draw(st.sampled_from(turns)), data, most_minors=3)
    for before, steps in (*((steps[0].before, steps) for steps in hide_steps(game)), (mixed, hide_now(mixed, data))):
        hidden = [event.seat for step in steps for event in step.events if isinstance(event, Hid)]
        for seat, player in enumerate(before.players):
            grown = len(steps[-1].after.players[seat].hidden) - len(player.hidden)
            assert grown == hidden.count(seat) == min(game.number(HIDE_4, "hide"), len(minors(player.hand)))


@proves(HIDE_5)
@given(hiding_places)
def test_a_card_is_hidden_face_down_in_front_of_its_owner(game: Game) -> None:
    """However a card gets hidden, it lies face down with the player who hid it, and the others do not see it."""
    for step in game.steps:
        told: dict[Seat, set[Card | None]] = {seat: set() for seat in range(game.players)}
        for event in step.events:
            for other in {None, *range(game.players)} - {getattr(event, "seat", None)}:
                if isinstance(event, Hid):
                    assert event.seen_by(other).card is None
                elif isinstance(event, Swapped):
                    assert event.seen_by(other).given is event.seen_by(other).taken is None
            if isinstance(event, Hid | Swapped):
                told[event.seat].add(event.card if isinstance(event, Hid) else event.given)
        for seat, player in enumerate(step.after.players):
            old = hidden_cards(step.before, seat)
            turned = {card for event in step.events if isinstance(event, TurnedUp) for card in event.cards}
            new = [each for each in player.hidden if each.card not in old and each.card not in turned]
            assert {each.card for each in new} <= told[seat]
            assert {each.face_up for each in new} <= {game.expected(HIDE_5, "face_up")}


@proves(HIDE_7)
@given(hiding_places)
def test_cards_change_between_hand_and_hidden_only_by_hiding(game: Game) -> None:
    """Hands are what was drawn and not yet played, hidden or discarded; hidden cards are those that were hidden."""
    ledger = Ledger.of(game.first)
    for step in game.steps:
        for event in step.events:
            ledger.hear(event)
        for seat, player in enumerate(step.after.players):
            assert set(player.hand) == ledger.hands[seat]
            assert list(hidden_cards(step.after, seat)) == ledger.hidden[seat]


@proves(HIDE_8)
@given(games(), st.data())
def test_cards_are_hidden_in_turn_1_as_well(game: Game, data: st.DataObject) -> None:
    """Everybody begins to play with three Minors, one Major and one hidden card."""
    fresh = attrs.evolve(
        with_all_majors(game.first), players=(Player(),) * game.players, minor_deck=MINORS, major_deck=MAJORS
    )
    with_majors = happening(fresh, BEGIN_TURN).after
    while with_majors.phase is Phase.HIDE:
        with_majors = any_answer(with_majors, data).after
    for state in (next(hide_steps(game))[-1].after, with_majors):
        dealt = 0 if state.options.majors == "none" else game.number(HIDE_8, "majors")
        assert state.turn == game.number(HIDE_8, "from_turn")
        for player in state.players:
            assert len(minors(player.hand)) == game.number(HIDE_8, "minors")
            assert len(majors(player.hand)) == dealt
            assert len(player.hidden) == game.number(HIDE_8, "hidden")


@proves(HIDE_8)
@given(games())
def test_every_turn_has_a_hiding_step(game: Game) -> None:
    """From the first turn to the last there is one hiding, after the drawing and before the playing."""
    for turn in game.turns():
        phases = [event.phase for event in turn.events if isinstance(event, PhaseBegan)]
        assert phases[:3] == [Phase.DRAW, Phase.HIDE, Phase.PLAY]
        assert phases.count(Phase.HIDE) == 1
    assert len(list(hide_steps(game))) == len(game.turns())


@proves(HIDE_9)
@given(hiding_positions(), st.data())
def test_there_is_no_limit_on_hidden_cards(state: State, data: st.DataObject) -> None:
    """Even if nearly all cards that nobody holds are hidden in front of one player, he hides another and keeps all."""
    written_for(state, HIDE_9, "limited", False)
    seat: Seat = data.draw(st.sampled_from(range(len(state.players))))
    assume(minors(state.players[seat].hand))
    spare = [*state.minor_deck, *state.minor_discard]
    count = data.draw(st.integers(0, len(spare)))
    hidden = [list(hidden_cards(state, each)) for each in range(len(state.players))]
    hidden[seat] += spare[:count]
    state = with_hidden(state, hidden)
    steps = hide_now(state, data)
    gone = {event.card for step in steps for event in step.events if isinstance(event, Discarded)}
    assert gone <= {TOWER}
    more = min(number(state, HIDE_4, "hide"), len(minors(state.players[seat].hand)))
    assert steps[-1].after.players[seat].hidden[:-more] == state.players[seat].hidden
    assert len(steps[-1].after.players[seat].hidden) == len(hidden[seat]) + more


@proves(HIDE_9)
@given(hiding_places)
def test_hidden_cards_stay_until_they_are_scored(game: Game) -> None:
    """However many cards lie hidden, none is discarded outside a House scoring."""
    for ledger, event in heard(game.first, game.events[len(game.opening) :]):
        if isinstance(event, Discarded) and event.card in ledger.hidden[event.seat]:
            assert ledger.phase is Phase.SCORING


@proves(AMB_55)
@given(games())
def test_all_draw_in_order_and_then_all_hide_together(game: Game) -> None:
    """Nothing of a choice shows until the last has chosen; then all cards go down at once."""
    written_for(game.first, AMB_55, "draw", "in-order")
    written_for(game.first, AMB_55, "hide", "together")
    for steps in hide_steps(game):
        assert len({step.seat for step in steps}) * game.number(HIDE_4, "hide") == len(steps)
        for step in steps[:-1]:
            assert step.events == ()
            assert step.after.players == steps[0].before.players
        together = steps[-1].events[: len(steps)]
        chosen = [step.action.card for step in steps if isinstance(step.action, Hide)]
        assert [event.card for event in together if isinstance(event, Hid)] == chosen
    for turn in game.turns():
        first = next(index for index, event in enumerate(turn.events) if isinstance(event, Hid))
        drawn = [event.seat for event in turn.events[:first] if isinstance(event, Drew)]
        order = [(turn.first_player + step) % game.players for step in range(game.players)]
        assert list(dict.fromkeys(drawn)) == order


@proves(AMB_64)
@given(st.sampled_from((9, 18)), st.booleans(), st.data())
def test_under_hermit_and_moon_all_hide_together_and_in_secret(card: int, printed: bool, data: st.DataObject) -> None:
    """What anybody hides, and whether, shows when all have chosen; a house rule may have it one after the other."""
    state = data.draw(tables(card, minors=(1, 5)))
    together = stated(state, AMB_64, "together")
    if not printed:
        together, state = not together, hiding_the_other_way(state, card)
    solo = perform(state, card, anything(data))
    asks = [step for step in solo.steps if step.before.agenda and isinstance(step.before.agenda[-1], HideTogether)]
    order = [seat for seat in (solo.seat, *others_of(state, solo.seat)) if seat in {step.seat for step in asks}]
    assert list(dict.fromkeys(step.seat for step in asks)) == order
    for step, following in pairwise(asks):
        if together or following.seat == step.seat:
            assert step.events == ()
            assert step.after.players == step.before.players
            for action in arcanum.legal_actions(step.before):
                for other in {*order} - {step.seat}:
                    instead = arcanum.observe(take(step.before, action).after, other)
                    assert instead == arcanum.observe(step.after, other)
        elif isinstance(step.action, Hide):
            assert step.action.card in [each.card for each in step.after.players[step.seat].hidden]


def hiding_the_other_way(state: State, card: int) -> State:
    """The state by a rule under which players hide with this Major one after the other, or together if they did not."""
    *before, word = state.rules.majors[card]
    assert isinstance(word, EverybodyMayHide)
    majors = list(state.rules.majors)
    majors[card] = (*before, attrs.evolve(word, together=not word.together))
    return attrs.evolve(state, rules=attrs.evolve(state.rules, majors=tuple(majors)))


@proves(AMB_55)
@given(hiding_positions(), st.data())
def test_what_others_hide_does_not_change_ones_choice(state: State, data: st.DataObject) -> None:
    """Each player has the choices that his hand gives him, whatever those asked before him chose."""
    written_for(state, HIDE_4, "hide", 1)
    steps = hide_now(state, data)
    again = hide_now(state, data)
    for one, other in zip(steps[1:], again[1:], strict=True):
        assert one.seat == other.seat
        assert arcanum.legal_actions(one.before) == arcanum.legal_actions(other.before)
        assert one.before.players == other.before.players
