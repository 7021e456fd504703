"""The public functions as Arcanum answers them; what every game must do is in `test_every_game`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.spec.tarot.games import Game, games, play
from arcanum.spec.tarot.invariants import EVERY_ACTION
from arcanum.tarot import State, View
from arcanum.tarot.actions import Adjust, Discard, Hide, Move, Play
from arcanum.tarot.cards import MAJORS, MINORS, Figure, Suit
from arcanum.tarot.clause_ids import COMP_1, FIRST_5, HIDE_1, HIDE_3, LEN_6
from arcanum.tarot.events import Drew, Gave, Hid, Swapped
from tests.builds import fields_of
from tests.refusals import bad_game, forbidden, refused

# --- states are values ------------------------------------------------------------------------------------------------


def positions() -> st.SearchStrategy[State]:
    """Any state of a generated game, the finished one included."""
    return games().flatmap(lambda game: st.sampled_from(game.states))


@given(st.sampled_from(EVERY_ACTION))
def test_an_action_survives_copying_and_pickling(action: Action) -> None:
    for twin in (copy.copy(action), copy.deepcopy(action), pickle.loads(pickle.dumps(action))):
        assert twin == action
        assert hash(twin) == hash(action)


def frozen_values() -> list[Any]:
    game = play("arcanum/en", 3, "short", 1)
    state = game.first
    ended = arcanum.outcome(game.last)
    return [
        state,
        state.options,
        state.rules,
        state.rules.board,
        state.rules.board.squares[0],
        state.rules.locations[0],
        state.rules.locations[0].effects[0],
        MINORS[0],
        MAJORS[0],
        PASS,
        Option("draw"),
        Play(MINORS[0]),
        Hide(MINORS[0]),
        Discard(MINORS[0]),
        Move(Figure.KING_OF_WANDS, 3),
        Adjust(Suit.WANDS, 1),
        game.events[0],
        ended,
        arcanum.step(state, arcanum.legal_actions(state)[0]),
        arcanum.why_not(state, PASS)[0],
        arcanum.clauses("arcanum")[0],
    ]


@pytest.mark.parametrize("value", frozen_values(), ids=lambda value: type(value).__name__)
def test_no_field_of_a_value_can_be_set_or_deleted(value: Any) -> None:
    before = copy.deepcopy(value)
    names = fields_of(value)
    for name in (*names, "brand_new"):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    for name in names:
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert value == before


# --- names, options, arguments ----------------------------------------------------------------------------------------


def test_games_and_rule_sets_have_names() -> None:
    assert "arcanum" in arcanum.games()
    assert {"arcanum/en", "arcanum/consensus"} <= set(arcanum.rulesets("arcanum")) <= set(arcanum.rulesets())


def test_every_public_name_exists() -> None:
    assert all(hasattr(arcanum, name) for name in arcanum.__all__)
    assert list(arcanum.__all__) == sorted(arcanum.__all__)


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 6, 10**30, "4", 4.0, True, None, [4], (3, 4)])
def test_the_number_of_players_is_three_to_five(players: object) -> None:
    message = str(bad_game(players=players))
    assert message.startswith("arcanum/en is for 3, 4, 5 players, not ")
    assert repr(players)[:20] in message
    assert message.endswith(f"[{COMP_1}]")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("arcanum/eng", "arcanum/en"),
        ("ARCANUM/EN", "arcanum/en"),
        ("arcanum/consensu", "arcanum/consensus"),
        ("zzz", ""),
    ],
)
def test_an_unknown_rule_set_is_answered_with_the_nearest_one(name: str, meant: str) -> None:
    calls: tuple[Callable[[], object], ...] = (
        lambda: arcanum.rules(name),
        lambda: arcanum.new_game(name, players=4, seed=7),
    )
    for call in calls:
        error = refused(call)
        assert isinstance(error, arcanum.UnknownName)
        assert isinstance(error, LookupError)
        assert f"no rule set is called {name!r}" in str(error)
        assert ("did you mean" in str(error)) == bool(meant)
        assert not meant or f"did you mean {meant!r}?" in str(error)
        assert all(known in str(error) for known in arcanum.rulesets("arcanum"))


@pytest.mark.parametrize("rules", [7, None, ["arcanum/en"], b"arcanum/en", object()])
def test_rules_are_a_name_or_rules(rules: object) -> None:
    assert f"got {repr(rules)[:50]}" in str(bad_game(rules=rules))


def test_an_unknown_game_is_answered_with_the_nearest_one() -> None:
    for call in (arcanum.rulesets, arcanum.clauses):
        error = refused(partial(call, "arcanun"))
        assert "no game is called 'arcanun'; did you mean 'arcanum'?" in str(error)


def test_an_unknown_option_is_answered_with_the_nearest_one() -> None:
    error = bad_game(lenght="short")
    assert isinstance(error, arcanum.UnknownName)
    assert "no option of arcanum/en is called 'lenght'; did you mean 'length'?" in str(error)


@pytest.mark.parametrize("length", ["medium", "", 6, None, ["short"], {}])
def test_a_length_is_short_or_long(length: object) -> None:
    message = str(bad_game(length=length))
    assert f"no length is called {length!r}" in message
    assert "Known: short, long." in message


@pytest.mark.parametrize("majors", ["some", "", None, True, ["none"]])
def test_a_variant_of_the_major_arcana_has_a_name(majors: object) -> None:
    message = str(bad_game(majors=majors))
    assert f"is called {majors!r}" in message
    assert "Known: all, from-turn-3, none." in message


@pytest.mark.parametrize(("majors", "held", "in_deck"), [("all", 1, 18), ("from-turn-3", 0, 22), ("none", 0, 0)])
def test_the_majors_are_there_from_the_start_or_later_or_not_at_all(majors: str, held: int, in_deck: int) -> None:
    state = arcanum.new_game("arcanum/en", players=4, seed=7, majors=majors)
    assert isinstance(state, State)
    assert [sum(card in MAJORS for card in player.hand) for player in state.players] == [held] * 4
    assert len(state.major_deck) == in_deck
    assert state.options.majors == majors


def test_majors_are_there_from_the_start_unless_the_players_say_otherwise() -> None:
    plain = arcanum.new_game("arcanum/en", players=4, seed=7)
    assert plain == arcanum.new_game("arcanum/en", players=4, seed=7, majors="all")


def test_a_game_that_begins_without_majors_may_have_to_be_short() -> None:
    error = bad_game(rules="arcanum/consensus", majors="from-turn-3", length="long")
    assert str(error) == f"in arcanum/consensus a game that begins without Majors is a short one [{FIRST_5}]"
    for rules, length in (("arcanum/consensus", "short"), ("arcanum/en", "long")):
        state = arcanum.new_game(rules, players=4, seed=7, majors="from-turn-3", length=length)
        assert arcanum.legal_actions(state)


# --- actions ----------------------------------------------------------------------------------------------------------


def hiding() -> tuple[State, arcanum.Seat]:
    """A state in which a seat has to hide a Minor, and that seat."""
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    seat = arcanum.to_act(state)
    assert isinstance(state, State)
    assert seat is not None
    return state, seat


@pytest.mark.parametrize("action", ["pass", "hide 1S", None, 7, 1.5, [], {}, set(), Action, int, MINORS[0]], ids=repr)
def test_something_that_is_no_action_is_refused_with_what_has_to_be_done(action: object) -> None:
    state, seat = hiding()
    error = forbidden(state, action)
    assert error.clauses == (HIDE_1,)
    assert f"now seat {seat} has to hide a Minor" in str(error)


@pytest.mark.parametrize("action", [PASS, Option("draw"), Play(MINORS[0]), Move(Figure.KING_OF_WANDS, 3)], ids=str)
def test_an_action_out_of_place_is_refused_with_what_has_to_be_done(action: Action) -> None:
    state, seat = hiding()
    error = forbidden(state, action)
    assert error.clauses == (HIDE_1,)
    assert str(error) == f"{action}: now seat {seat} has to hide a Minor [{HIDE_1}]"


def test_an_action_of_the_right_kind_is_refused_with_its_own_reason() -> None:
    state, seat = hiding()
    missing = next(card for card in MINORS if card not in state.players[seat].hand)
    assert str(forbidden(state, Hide(missing))) == f"hide {missing}: seat {seat} does not hold {missing} [{HIDE_3}]"
    assert str(forbidden(state, Hide(MAJORS[0]))).startswith("hide M0: M0 is a Major; only a Minor can be hidden here")


@given(games(), st.sampled_from(EVERY_ACTION))
def test_nothing_is_legal_in_a_finished_game(game: Game, action: Action) -> None:
    assert arcanum.is_over(game.last)
    assert arcanum.legal_actions(game.last) == ()
    assert arcanum.to_act(game.last) is None
    error = forbidden(game.last, action)
    assert error.clauses == (LEN_6,)
    assert str(error) == f"{action}: the game is over [{LEN_6}]"


@given(games())
def test_there_is_a_result_exactly_when_the_game_is_over(game: Game) -> None:
    for state in game.states:
        over = state is game.last
        assert arcanum.is_over(state) is over
        assert (arcanum.outcome(state) is not None) is over
        assert (arcanum.to_act(state) is None) is over
    result = arcanum.outcome(game.last)
    assert result is not None
    assert result.scores == tuple(player.vp for player in game.last.players)
    assert set(result.winners) <= {seat for seat, score in enumerate(result.scores) if score == max(result.scores)}
    assert result.winners
    assert result.reason


@pytest.mark.parametrize(
    "state", [None, 7, "state", [], object(), State, arcanum.begin("arcanum/en", players=3, seed=1)]
)
def test_something_that_is_no_state_is_refused(state: Any) -> None:
    calls: tuple[Callable[[], object], ...] = (
        lambda: arcanum.legal_actions(state),
        lambda: arcanum.to_act(state),
        lambda: arcanum.is_over(state),
        lambda: arcanum.outcome(state),
        lambda: arcanum.apply(state, PASS),
        lambda: arcanum.step(state, PASS),
        lambda: arcanum.why_not(state, PASS),
        lambda: arcanum.observe(state, None),
    )
    for call in calls:
        message = str(refused(call))
        assert message.startswith(f"expected a game state (from arcanum.new_game), got {repr(state)[:50]}")
        assert len(message) < 120


# --- events -----------------------------------------------------------------------------------------------------------


SECRET = (Drew, Hid, Gave, Swapped)
"""The events with something in them that not everybody may know."""


@given(games(majors=("all",), on_top=st.sampled_from(((10,), (14,)))))
def test_only_their_audience_sees_cards_that_are_drawn_hidden_given_or_exchanged(game: Game) -> None:
    for event in game.events:
        if not isinstance(event, SECRET):
            continue
        insiders = {event.seat, event.receiver} if isinstance(event, Gave) else {event.seat}
        secret = [getattr(event, name) for name in event.secret]
        cards = [card for value in secret for card in (value if isinstance(value, tuple) else (value,))]
        assert None not in cards
        for seat in (None, *range(game.players)):
            seen = event.seen_by(seat)
            if seat in insiders:
                assert seen == event
                continue
            assert type(seen) is type(event)
            assert not any(repr(card) in repr(seen) for card in cards)
            open_fields = [field.name for field in attrs.fields(type(event)) if field.name not in event.secret]
            assert all(getattr(seen, name) == getattr(event, name) for name in open_fields)
            assert all(getattr(seen, name) is None for name in event.secret)
            assert seen.seen_by(event.seat) == seen, "what is blotted out stays so"


@given(games(majors=("none", "all")))
def test_everybody_sees_all_other_events(game: Game) -> None:
    for event in game.events:
        if not isinstance(event, SECRET):
            assert all(event.seen_by(seat) is event for seat in (None, *range(game.players)))


# --- views ------------------------------------------------------------------------------------------------------------


def view_of(state: arcanum.State, seat: int | None) -> View:
    view = arcanum.observe(state, seat)
    assert isinstance(view, View)
    return view


@given(positions())
def test_a_spectator_sees_nobodys_hand(state: State) -> None:
    view = view_of(state, None)
    assert [player.hand for player in view.players] == [None] * len(state.players)
    assert all(each.card is None or each.face_up for player in view.players for each in player.hidden) or state.shown
    for card in (*state.minor_deck, *state.major_deck, *(card for player in state.players for card in player.hand)):
        assert repr(card) not in repr(view.players)


def test_a_view_says_what_is_asked() -> None:
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    for seat in (None, 0, 1, 2):
        assert view_of(state, seat).prompt == "hide a Minor"
    last = play("arcanum/en", 3, "short", 1).last
    assert (view_of(last, 0).prompt, view_of(last, 0).to_act) == (None, None)
