"""The table of the terminal game, without a terminal: whose decision, who looks, what is taken back, what is saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum import records
from arcanum.tui import clauses
from arcanum.tui.faces import face_of
from arcanum.tui.menu import FEW, Entry, Group, menu
from arcanum.tui.rows import ROUND, Face, plain
from arcanum.tui.seats import HUMAN, Chair, chairs, parse_kinds, recorded_chair
from arcanum.tui.table import Table, Waiting, default_kinds
from tests.played import GAMES, position
from tests.terminal import NAMES, Memory, new_table, played_on, secrets

RULES = {"arcanum": "arcanum/en", "arcana": "arcana/revised"}
KINDS = (HUMAN, "random")


def any_table(game: str, data: st.DataObject) -> Table:
    """A table at any moment of the first part of a game between people and computers."""
    kinds = data.draw(st.lists(st.sampled_from(KINDS), min_size=3, max_size=4))
    seed = data.draw(st.integers(0, 50))
    table = new_table(RULES[game], *kinds, seed=seed)
    played_on(table, data.draw(st.integers(0, 60)), seed)
    return table


def is_over(table: Table) -> bool:
    return table.waiting is Waiting.OVER


def faces(state: arcanum.State, seat: arcanum.Seat | None) -> Face:
    names = NAMES[: len(state.players)]
    return face_of(arcanum.observe(state, seat), names, arcanum.narrator(state.rules, names), ROUND)


# --- whose turn it is, and who looks ----------------------------------------------------------------------------------


@GAMES
def test_one_person_is_always_before_the_screen(game: str) -> None:
    table = new_table(RULES[game], "random", HUMAN, "greedy")
    assert table.viewer == 1
    while table.waiting is not Waiting.PERSON:
        assert table.waiting is Waiting.COMPUTER
        table.take(table.thought().choose())
    assert (table.viewer, table.asked) == (1, 1)


@GAMES
@given(st.data())
def test_of_several_people_only_he_who_is_asked_and_has_sat_down_sees_his_cards(game: str, data: st.DataObject) -> None:
    table = new_table(RULES[game], HUMAN, HUMAN, HUMAN, seed=data.draw(st.integers(0, 9)))
    for _ in range(8):
        if is_over(table):
            break
        assert table.waiting is Waiting.CHANGE
        assert table.viewer is None
        assert table.view == arcanum.observe(table.state, None)
        table.sit_down()
        assert table.viewer == table.asked
        while table.viewer is not None:
            table.take(data.draw(st.sampled_from(table.view.legal_actions)))


@GAMES
@given(st.data())
def test_nothing_is_told_of_a_card_that_whoever_looks_has_not_seen(game: str, data: st.DataObject) -> None:
    table = any_table(game, data)
    seen = Memory(table).known(table.viewer)
    lines = [each.line.text for each in table.log() if not each.line.text.startswith("cards:")]
    told = "\n".join([*lines, *map(str, table.view.legal_actions)])
    for card, look in secrets(table.rules).items():
        assert card in seen or not look.search(told)


@GAMES
@given(st.data())
def test_a_computer_player_is_given_the_view_of_its_seat_and_nothing_else(game: str, data: st.DataObject) -> None:
    table = new_table(RULES[game], "random", "random", "random", seed=data.draw(st.integers(0, 50)))
    played_on(table, data.draw(st.integers(0, 30)), seed=1)
    if table.waiting is Waiting.COMPUTER:
        thought = table.thought()
        assert thought.view == arcanum.observe(table.state, table.asked)
        assert thought.choose() == table.thought().choose()
        assert thought.choose() in arcanum.legal_actions(table.state)


# --- taking back ------------------------------------------------------------------------------------------------------


@GAMES
@given(st.data())
def test_what_is_taken_back_has_taught_nothing(game: str, data: st.DataObject) -> None:
    table = any_table(game, data)
    seat = table.viewer
    if seat is None or table.why_no_undo() is not None:
        return
    after, decisions = table.view, table.decisions
    table.undo()
    assert table.asked == seat
    assert table.decisions < decisions
    assert table.state == table.record.state()
    seen = table.state.game.cards_seen
    assert seen(after, ()) <= seen(arcanum.observe(table.state, seat), ())


def test_a_card_chosen_in_secret_can_be_taken_back() -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random")
    while table.waiting is Waiting.COMPUTER:
        table.take(table.thought().choose())
    before, first = table.state, table.view.legal_actions[0]
    table.take(first)
    assert table.why_no_undo() is None
    table.undo()
    assert table.state == before


def test_before_the_first_decision_there_is_nothing_to_take_back() -> None:
    with pytest.raises(arcanum.BadCall, match="no decision of yours"):
        new_table("arcanum/en", HUMAN, "random", "random").undo()


def test_a_decision_that_showed_him_a_card_stays() -> None:
    table = new_table("arcanum/en", HUMAN, HUMAN, HUMAN)
    reasons = set[str | None]()
    while table.waiting is not Waiting.OVER:
        if table.waiting is Waiting.CHANGE:
            table.sit_down()
        seat, before = table.asked, table.state.game.cards_seen(table.view, ())
        table.take(table.view.legal_actions[0])
        now = arcanum.observe(table.state, seat)
        if not table.state.game.cards_seen(now, ()) <= before and table.viewer == seat:
            reasons.add(table.why_no_undo())
    seen, chance = "you have seen something since that you could not know then", "something was shuffled"
    assert seen in reasons
    assert all(reason is not None and reason.startswith((seen, chance)) for reason in reasons)


def test_nobody_takes_back_what_another_person_has_decided_since() -> None:
    table = new_table("arcanum/en", HUMAN, HUMAN, HUMAN)
    table.sit_down()
    first = table.viewer
    table.take(table.view.legal_actions[0])
    table.sit_down()
    other = table.viewer
    assert other not in (first, None)
    table.take(table.view.legal_actions[0])
    table.sit_down()
    assert table.why_no_undo() == "there is no decision of yours to take back"
    table.viewer = first
    assert table.why_no_undo() == f"{table.names[other or 0]} has decided since, and may have counted on it"


def test_whoever_has_just_passed_the_screen_can_take_back_and_must_sit_down_again() -> None:
    table = new_table("arcanum/en", HUMAN, HUMAN, HUMAN)
    table.sit_down()
    seat, before = table.viewer, table.state
    table.take(table.view.legal_actions[0])
    assert table.viewer is None
    table.undo()
    assert table.state == before
    assert (table.waiting, table.asked, table.viewer) == (Waiting.CHANGE, seat, None)


# --- saving -----------------------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_a_saved_game_goes_on_as_it_would_have(
    game: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = any_table(game, data)
    path = tmp_path_factory.mktemp("saved") / "game.record"
    table.save(path)
    assert table.is_saved
    again = Table.resumed(records.read(path), NAMES)
    assert again.chairs == table.chairs
    assert again.state == table.state
    again.viewer = table.viewer
    assert again.log() == table.log()
    if table.waiting is Waiting.COMPUTER:
        assert again.thought().choose() == table.thought().choose()


def test_a_game_is_saved_until_the_next_decision(tmp_path: Path) -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random")
    assert table.is_saved  # there is nothing to lose
    table.take(arcanum.legal_actions(table.state)[0])
    assert not table.is_saved
    table.save(tmp_path / "game.record")
    assert table.is_saved
    table.take(arcanum.legal_actions(table.state)[0])
    assert not table.is_saved


def test_what_cannot_be_written_is_said_and_leaves_nothing_behind(tmp_path: Path) -> None:
    table = new_table("arcanum/en", HUMAN, "random", "random")
    (tmp_path / "taken").mkdir()
    with pytest.raises(arcanum.BadCall, match="cannot be written"):
        table.save(tmp_path / "taken")
    with pytest.raises(arcanum.BadCall, match="not the path"):
        table.save("with\0nothing")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_other_players_can_go_on_with_a_saved_game() -> None:
    record = records.make("arcanum/en", players=3, seed=1, names=("Ada", "Ben (greedy)", "Cleo"))
    assert Table.resumed(record, ()).chairs == (Chair("Ada"), Chair("Ben", "greedy"), Chair("Cleo"))
    changed = Table.resumed(record, (), ("random", HUMAN, "search:5"))
    assert changed.record.names == ("Ada (random)", "Ben", "Cleo (search:5)")
    with pytest.raises(arcanum.BadCall, match="3 seats, not 2"):
        Table.resumed(record, (), (HUMAN, HUMAN))
    unnamed = records.make("arcanum/en", players=3, seed=1)
    assert Table.resumed(unnamed, NAMES[:3]).names == ("Anna", "Bruno", "Clara")


# --- seats ------------------------------------------------------------------------------------------------------------


def test_seats_are_people_and_kinds_of_computer_players() -> None:
    assert parse_kinds("human,greedy, search:100,random") == (HUMAN, "greedy", "search:100", "random")
    assert default_kinds(3) == (HUMAN, "greedy", "greedy")
    with pytest.raises(arcanum.UnknownName, match="did you mean 'human'"):
        parse_kinds("humans,greedy")
    with pytest.raises(arcanum.ParseError):
        parse_kinds("search:soon")
    with pytest.raises(arcanum.BadCall, match="one for each seat"):
        chairs((HUMAN, "greedy"), ("Anna",))


def test_a_name_with_something_in_brackets_is_a_computer_only_if_that_is_a_kind_of_player() -> None:
    assert recorded_chair("Ada (from Rome)") == Chair("Ada (from Rome)")
    assert recorded_chair("Ada (search:50ms)") == Chair("Ada", "search:50ms")


# --- what is offered, and what is not ---------------------------------------------------------------------------------


@GAMES
@given(st.data())
def test_every_legal_action_is_offered_once_and_no_two_look_alike(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    legal = arcanum.legal_actions(state)
    face = faces(state, arcanum.to_act(state))
    items = menu(legal, face.label)
    entries = [entry for item in items for entry in (item.entries if isinstance(item, Group) else (item,))]
    assert sorted(str(entry.action) for entry in entries) == sorted(map(str, legal))
    assert len({entry.label for entry in entries}) == len(legal)
    assert len({item.label for item in items}) == len(items)
    if len(legal) <= FEW:
        assert all(isinstance(item, Entry) for item in items)


@GAMES
@given(st.data())
def test_whatever_a_player_may_wish_is_legal_or_refused_with_clauses_that_can_be_read(
    game: str, data: st.DataObject
) -> None:
    table = any_table(game, data)
    if table.waiting is not Waiting.PERSON:
        return
    face = faces(table.state, table.viewer)
    wishes = face.wishes()
    held = json.loads(arcanum.dumps(table.view))["value"]["players"][table.viewer]["hand"]
    assert not held or {str(wish) for wish in wishes} & {f"discard {card}" for card in held}
    for wish in wishes:
        reasons = table.reasons(wish)
        assert (reasons == ()) == (wish in table.view.legal_actions)
        for reason in reasons:
            assert "seat " not in reason.message
            text = "\n".join(map(plain, clauses.page(table.rules, reason.clause)))
            assert reason.clause in text
            assert "stands" in text


def test_with_nobody_before_the_screen_nothing_is_explained() -> None:
    table = new_table("arcanum/en", HUMAN, HUMAN, HUMAN)
    (reason,) = table.reasons(arcanum.legal_actions(table.state)[0])
    assert "nobody" in reason.message


def test_a_clause_shows_its_reading_in_the_printing_its_ruling_and_its_lines() -> None:
    text = "\n".join(map(plain, clauses.page(arcanum.rules("arcanum/en"), "HAND-1")))
    assert "lines" in text or "line" in text
    english, italian = (arcanum.rules(name) for name in ("arcanum/en", "arcanum/it"))
    differ = next(each.clause for each in arcanum.diff(english, italian) if each.clause.readings.get("it"))
    assert "In this printing: " in "\n".join(map(plain, clauses.page(italian, differ.id)))
    ruling = next(clause for clause in arcanum.clauses("arcanum") if clause.ruling and clause.reason)
    shown = "\n".join(map(plain, clauses.page(english, ruling.id)))
    assert f"Ruling: {ruling.ruling}" in shown
    assert f"Why: {ruling.reason}" in shown


@GAMES
@given(st.data())
def test_a_face_shows_the_cards_of_its_seat_and_of_nobody_else(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    for seat in (None, *range(len(state.players))):
        face = faces(state, seat)
        view = arcanum.observe(state, seat)
        visible = {str(card) for card in state.game.cards_seen(view, ())}
        pointed = [
            span.card
            for rows in (face.board(), face.players(), face.own())
            for row in rows
            for span in row
            if span.card
        ]
        assert set(pointed) <= visible
        if seat is None:
            assert face.own() == []
            assert face.wishes() == ()
        else:
            hand = getattr(view.players[seat], "hand", None)
            assert isinstance(hand, tuple)
            held = set(map(str, hand))
            assert held <= set(pointed)
            assert held <= {card.id for card in face.cards()}
