"""Nobody learns what he may not know, whatever the game: a position is dealt anew behind a seat's back, and it must not
notice. What a particular game hides from whom is in its specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum import records
from arcanum.kernel.agenda import Task
from arcanum.kernel.documents import shapes_of
from arcanum.kernel.events import Seat
from arcanum.spec.games import times
from tests.played import GAMES, numbers, position, record

CARDS = re.compile(r"\b(Card|CardId|Minor|Major)\b")
"""What the annotation of a field says if it can name a card."""


def everybody(state: arcanum.State) -> tuple[Seat | None, ...]:
    """All seats, and a spectator."""
    return (None, *range(len(state.players)))


def short_game(game: str, data: st.DataObject, steps: int) -> Iterator[tuple[int, arcanum.Action, arcanum.Step]]:
    """Some consecutive decisions of a random game."""
    played = record(game, data.draw(numbers))
    first = data.draw(st.integers(0, max(0, len(played.answers) - steps)))
    for at, (action, done) in enumerate(played.answers[first : first + steps]):
        yield at, action, done


# --- what a seat sees -----------------------------------------------------------------------------------------------


@GAMES
@settings(max_examples=15)
@given(data=st.data())
def test_no_seat_notices_when_everything_is_dealt_anew_that_it_cannot_see(game: str, data: st.DataObject) -> None:
    for at, action, done in short_game(game, data, 25):
        state = done.before
        assert state is not None
        for seat in everybody(state):
            view = arcanum.observe(state, seat)
            other = arcanum.determinize(view, at)
            again = arcanum.observe(other, seat)
            assert again == view
            assert arcanum.dumps(again) == arcanum.dumps(view)
            assert repr(other) == repr(state)
            assert arcanum.to_act(other) == arcanum.to_act(state)
            if seat is not None:
                assert arcanum.why_not(other, action, seat=seat) == arcanum.why_not(state, action, seat=seat)
            if seat == arcanum.to_act(state):
                assert arcanum.legal_actions(other) == arcanum.legal_actions(state)


@GAMES
@times(2)
@given(data=st.data())
def test_who_learns_nothing_by_a_step_cannot_tell_it_from_others(game: str, data: st.DataObject) -> None:
    """He hears the same and sees the same afterwards, whatever he did not know before."""
    for at, action, done in short_game(game, data, 25):
        assert done.before is not None
        if done.chance:
            continue
        for seat in everybody(done.state):
            if seat in done.learned or (seat is None and done.learned):
                continue
            other = arcanum.determinize(arcanum.observe(done.before, seat), at)
            if action in arcanum.legal_actions(other):  # what another one holds may be something else
                again = arcanum.step(other, action)
                assert again.heard(seat) == done.heard(seat)
                assert arcanum.observe(again.state, seat) == arcanum.observe(done.state, seat)


@GAMES
@given(data=st.data())
def test_whoever_draws_learns_something(game: str, data: st.DataObject) -> None:
    for _, _, done in short_game(game, data, 40):
        for event in done.events:
            if type(event).__name__ == "Drew" and getattr(event, "count", None):
                assert getattr(event, "seat", None) in done.learned


@GAMES
def test_sometimes_nobody_learns_anything_and_a_step_can_be_taken_back(game: str) -> None:
    played = record(game, 0)
    quiet = [done for _, done in played.answers if not done.learned and not done.chance]
    assert 0 < len(quiet) < len(played.answers)
    assert played.opening.chance
    assert played.opening.learned == tuple(range(len(played.opening.state.players)))


# --- what is nobody's business --------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_generator_and_seed_are_in_no_view_event_error_or_repr(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    marks = (str(state.rng), f"{state.rng:x}", f"{state.rng:016x}")
    told = [repr(state)]
    for seat in everybody(state):
        view = arcanum.observe(state, seat)
        told += [repr(view), arcanum.dumps(view)]
    with pytest.raises(arcanum.IllegalAction) as refused:
        arcanum.apply(state, arcanum.Option("no-such-thing"))
    told += [str(refused.value), repr(refused.value)]
    for text in told:
        assert not any(mark in text for mark in marks)


@GAMES
def test_a_record_shows_its_seed_to_nobody_who_only_looks_at_it(game: str) -> None:
    played = record(game, 1)
    made = records.Record(played.opening.state.rules, len(played.opening.state.players), 8_675_309_867)
    assert "8675309867" not in repr(made)


@GAMES
def test_no_view_and_no_event_has_a_place_for_generator_seed_or_box(game: str) -> None:
    shapes = shapes_of(arcanum.rules(arcanum.rulesets(game)[0]).game, None)
    for kind in (shapes.view, *shapes.events):
        names = {field.name for field in attrs.fields(kind)}
        assert names.isdisjoint({"rng", "box", "seed"})


# --- deny by default ------------------------------------------------------------------------------------------------


@GAMES
def test_every_task_that_names_cards_says_who_sees_them(game: str) -> None:
    """A new kind of task that holds a card is noticed here, before any player could see the card."""
    shapes = shapes_of(arcanum.rules(arcanum.rulesets(game)[0]).game, None)
    kinds: tuple[Any, ...] = shapes.tasks
    for kind in kinds:
        for field in attrs.fields(kind):
            if CARDS.search(str(field.type)) and field.name not in kind.open:
                assert kind.seen_by is not Task.seen_by, f"nothing says who sees {kind.__name__}.{field.name}"


SEEN_BY_ALL = {
    "arcanum": "Discarded.card Played.card NoMove.card TurnedUp.cards Revealed.cards",
    "arcana": """
        MasterChosen.card StakeShown.card EndCardShown.card EventForeseen.card EventBegan.card Assigned.card Played.card
        Thwarted.card Thwarted.by Discarded.card RelicPlaced.card RelicPlaced.agent TurnedUp.cards Bribed.stake
        MasterUsed.card Moved.card TakenBack.card Banished.card StakesSwapped.stakes StakeBuried.card Copied.card
        Copied.model Settled.stake StakeWon.card Tucked.card
        """,
}
"""The cards that events show to everybody, because they lie open then."""


@GAMES
def test_every_event_that_names_cards_keeps_them_secret_or_is_known_not_to(game: str) -> None:
    """A new kind of event that holds a card is noticed here, before any player could hear of the card."""
    shapes = shapes_of(arcanum.rules(arcanum.rulesets(game)[0]).game, None)
    told = {
        f"{kind.__name__}.{field.name}"
        for kind in shapes.events
        for field in attrs.fields(kind)
        if CARDS.search(str(field.type)) and field.name not in kind.secret
    }
    assert told == set(SEEN_BY_ALL[game].split())


@GAMES
def test_what_an_event_keeps_secret_is_gone_for_who_is_not_concerned(game: str) -> None:
    played = record(game, 2)
    for _, done in played.answers:
        for seat in everybody(done.state):
            for event, heard in zip(done.events, done.heard(seat), strict=True):
                for name in event.secret:
                    assert (getattr(heard, name) is None) == (seat not in event.audience)
                hints = get_type_hints(type(event))
                assert set(event.secret) <= set(hints)
