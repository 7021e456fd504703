"""The web table without a browser: a server, clients that behave, and clients that do not."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

import arcanum
from arcanum import records
from examples.web_table.storage import Store
from examples.web_table.tables import COMPUTERS, OPTIONS, Refused, Setup, arranged
from examples.web_table.tables import Table as Game
from examples.web_table.workers import Workers, draw, think
from tests.web_server import NAMES, Client, Message, Server, Site, Table, audit, serving

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("arcanum/en", 4, {"length": "short"}),
    ("arcanum/fr-b", 5, {"majors": "none"}),
    ("arcana/revised", 3, {"round_limit": 3, "modules": ["objectives", "militia"]}),
    ("arcana/first", 2, {"round_limit": 1}),
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("web") / "tables.db") as running:
        yield running


def play(clients: list[Client], seed: int, most: int = 10_000) -> None:
    """Let clients choose among what they are offered, until the game is over or so many actions have been played."""
    chooser = random.Random(seed)
    at = clients[0].position["at"]
    while at < most:
        positions = [client.reach(at) for client in clients]
        seat = positions[0]["view"]["value"]["to_act"]
        if seat is None:
            return
        clients[seat].act(chooser.choice(positions[seat]["choices"])["action"])
        at += 1


@pytest.mark.parametrize("most", [20, pytest.param(10_000, marks=pytest.mark.slow)], ids=["beginning", "whole"])
@pytest.mark.parametrize(("rules", "players", "options"), GAMES)
def test_a_seat_is_sent_what_it_may_know_and_nothing_else(
    server: Site, rules: str, players: int, options: dict[str, Any], most: int
) -> None:
    table = server.table(rules, players, **options)
    with ExitStack() as chairs:
        clients = [chairs.enter_context(table.sit(seat)) for seat in range(players)]
        spectator = chairs.enter_context(table.sit(None))
        play(clients, seed=players, most=most)
        end = len(table.saved()[1])
        for guest in (*clients, spectator):
            guest.reach(end)
        steps = table.replayed()
        assert end == most or arcanum.is_over(steps[-1].state)
        for seat, client in enumerate(clients):
            assert audit(client.frames, seat, steps) == end + 1
        assert audit(spectator.frames, None, steps) > 0


def wish(**changes: object) -> dict[str, object]:
    return {"rules": "arcanum/en", "options": {}, "seats": [{"name": name} for name in NAMES[:4]], **changes}


@pytest.mark.parametrize(
    "wanted",
    [
        7,
        [],
        wish(rules="arcanum/latin"),
        wish(rules="examples/house_rules/english_moon.toml"),
        wish(rules=["arcanum/en"]),
        wish(options={"catalogue": "/etc/passwd"}),
        wish(options={"length": "endless"}),
        wish(options={"length": ["short"]}),
        wish(rules="arcana/revised", options={"modules": ["cheating"]}),
        wish(rules="arcana/revised", options={"modules": [["militia"]]}),
        wish(rules="arcana/revised", options={"round_limit": 10**9}),
        wish(rules="arcana/revised", options={"round_limit": True}),
        wish(seats=[]),
        wish(seats=[{"name": "Anna"}] * 4),
        wish(seats=[{"name": name} for name in "ABCDEF"]),
        wish(seats=[{"name": name, "computer": "search:1000000"} for name in NAMES]),
        wish(seats=[{"name": name} for name in ("", "B", "C", "D")]),
        wish(seats=[{"name": name} for name in ("\ud800", "B", "C", "D")]),
        wish(seats=[{"name": name} for name in ("A" * 25, "B", "C", "D")]),
        wish(seed=7),
        wish(seats=[{"name": name, "token": "mine"} for name in NAMES]),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(server: Site, wanted: object) -> None:
    status, text, _ = server.get("/api/tables", wanted)
    answer = json.loads(text)
    assert (status, answer["code"]) == (400, "bad-table")
    assert all(reason["message"] for reason in answer["reasons"])


def test_requests_that_are_no_json_or_too_large_are_refused(server: Site) -> None:
    for body, code in ((b"{", "bad-message"), (b"[" * 8000, "bad-message"), (b"x" * 9000, "too-large")):
        status, text, _ = server.get("/api/tables", body)
        assert (status, json.loads(text)["code"]) == (400, code)


@given(json_values)
def test_whatever_a_table_is_made_of_it_is_made_or_refused(wanted: object) -> None:
    with pytest.raises(Refused):
        arranged(wanted)
    with pytest.raises(Refused):
        arranged(wish(options=wanted if wanted != {} else None))


@given(st.data())
def test_an_option_is_read_or_refused(data: st.DataObject) -> None:
    choice = data.draw(st.sampled_from([*OPTIONS["arcanum"], *OPTIONS["arcana"]]))
    value = data.draw(json_values | st.lists(st.sampled_from(choice.values or ("none",)), unique=True))
    with suppress(Refused):
        assert choice.read(value) == (tuple(value) if isinstance(value, list) else value)


def test_every_option_that_is_offered_is_taken_by_some_rule_set() -> None:
    for game, choices in OPTIONS.items():
        for choice in choices:
            values: list[object] = [[each] for each in choice.values] if choice.many else [*choice.values]
            for value in values or [choice.most]:
                made = [made for rules in arcanum.rulesets(game) for made in tried(rules, choice.name, value)]
                assert made
                assert Game(made[0]).at == 0


def tried(rules: str, option: str, value: object) -> Iterator[Setup]:
    with suppress(Refused):
        yield arranged(wish(rules=rules, options={option: value}))[0]


@given(st.data())
def test_whatever_is_sent_to_a_table_it_is_refused_or_legal(data: st.DataObject) -> None:
    setup, _ = arranged(wish())
    table = Game(setup)
    seat = data.draw(st.integers(0, 3) | st.none())
    at = data.draw(st.integers(-2, 2) | json_values)
    action = data.draw(json_values | st.sampled_from(["pass", "hide 4S", "play M3", "hide 99S", "move KS 11"]))
    with suppress(Refused):
        answer = table.answer(seat, at, action)
        assert answer is not None
        assert (answer.seat, at, table.to_act) == (seat, 0, seat)
    with pytest.raises(Refused):
        table.why_not(seat, data.draw(json_values.filter(lambda value: value != [])))


def test_an_action_that_is_sent_again_counts_once(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with ExitStack() as chairs:
        clients = [chairs.enter_context(table.sit(seat)) for seat in range(3)]
        play(clients, seed=1, most=5)
        seat = clients[0].reach(5)["view"]["value"]["to_act"]
        actor, other = clients[seat], clients[(seat + 1) % 3]
        action = actor.reach(5)["choices"][0]["action"]
        assert [actor.answered(do="act", at=5, action=action)["type"] for _ in range(3)] == ["accepted"] * 3
        assert len(table.saved()[1]) == 6
        # The same text from somebody else, or another one for the same position, is too late.
        assert other.answered(do="act", at=5, action=action)["code"] == "old-position"
        assert actor.answered(do="act", at=5, action="pass")["code"] == "old-position"
        assert actor.answered(do="act", at=99, action=action)["code"] == "old-position"
        assert actor.answered(do="act", at=-1, action=action)["code"] == "old-position"


def test_what_the_rules_forbid_is_refused_with_the_clause(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with table.sit(0) as client:
        seat = client.position["view"]["value"]["to_act"]
        with table.sit(seat) as actor, table.sit((seat + 1) % 3) as other:
            refusal = actor.answered(do="act", at=0, action="hide M7")
            assert refusal["code"] == "illegal"
            assert refusal["reasons"][0]["clause"] == "HIDE-3"
            (answer,) = actor.answered(do="ask", actions=["hide M7"])["answers"]
            assert answer["reasons"] == refusal["reasons"]
            # Somebody who is not asked hears nothing but that, whatever the card.
            legal = actor.position["choices"][0]["action"]
            mine, theirs = (other.answered(do="act", at=0, action=each)["reasons"] for each in (legal, "hide M7"))
            assert mine == theirs
            assert "not the decision" in mine[0]["message"]
            assert len(table.saved()[1]) == 0


def test_a_link_is_good_for_one_seat_of_one_table(server: Site) -> None:
    table, foreign = server.table("arcanum/en", 3), server.table("arcanum/en", 3)
    for name, token, code in (
        (table.name, foreign.tokens[0], "wrong-token"),
        (table.name, "", "wrong-token"),
        (table.name, "\ud800", "wrong-token"),
        (table.name, 3, "bad-message"),
        ("nowhere", table.tokens[0], "no-table"),
    ):
        with server.adopt({"table": name, "tokens": []}).connect() as socket:
            client = Client(socket)
            client.send(do="hello", token=token)
            assert client.receive()["code"] == code
            with pytest.raises(ConnectionClosed):
                client.receive()
    with table.sit(None) as spectator:
        assert spectator.answered(do="act", at=0, action="pass")["code"] == "no-seat"
        assert spectator.answered(do="ask", actions=["pass"])["code"] == "no-seat"


def test_tokens_and_seeds_are_kept_to_the_server(server: Site) -> None:
    table = server.table("arcanum/en", 3, seed=8_675_309_123_456)
    with table.sit(0) as client:
        text = json.dumps(client.frames)
    with closing(sqlite3.connect(server.data)) as database:
        (seed, chairs) = database.execute("SELECT seed, chairs FROM tables WHERE id = ?", (table.name,)).fetchone()
    assert str(seed) not in text
    assert not any(token in chairs or token in text for token in table.tokens)
    assert all(json.loads(chairs)[seat]["proof"] not in text for seat in range(3))


GARBAGE: list[str | bytes] = [
    "",
    "}{",
    "[" * 1900,
    "null",
    "[]",
    "NaN",
    b"\x00\xff",
    '{"do": "dance"}',
    '{"do": ["act"]}',
    '{"do": "hello", "token": null}',
    '{"do": "act"}',
    '{"do": "act", "at": true, "action": "pass"}',
    '{"do": "act", "at": 0.0, "action": "pass"}',
    '{"do": "act", "at": 0, "action": ["pass"]}',
    '{"do": "act", "at": 0, "action": "\\ud800"}',
    '{"do": "act", "at": 0, "action": "assign pale D0"}',
    '{"do": "ask", "actions": "pass"}',
    json.dumps({"do": "ask", "actions": ["pass"] * 13}),
    json.dumps({"do": "act", "at": 0, "action": "x" * 3000}),
]


def test_garbage_is_refused_with_a_reason_and_the_table_goes_on(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with ExitStack() as chairs:
        clients = [chairs.enter_context(table.sit(seat)) for seat in range(3)]
        for message in GARBAGE:
            clients[0].socket.send(message)
            assert clients[0].until("refused")["reasons"][0]["message"]
        play(clients, seed=2, most=6)
        assert len(table.saved()[1]) == 6


def test_who_sends_too_fast_is_refused_and_in_the_end_disconnected(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with ExitStack() as chairs:
        clients = [chairs.enter_context(table.sit(seat)) for seat in range(3)]
        with table.sit(0) as rude:
            with suppress(ConnectionClosed):  # it may have had enough before all are sent
                for _ in range(200):
                    rude.socket.send('{"do": "ask", "actions": []}')
            with pytest.raises(ConnectionClosed) as closed:
                rude.until("the end of the connection")
            assert "too-fast" in {frame.get("code") for frame in rude.frames}
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        play(clients, seed=3, most=4)


def test_a_message_beyond_all_bounds_ends_the_connection_and_nothing_else(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with ExitStack() as chairs:
        clients = [chairs.enter_context(table.sit(seat)) for seat in range(3)]
        with table.sit(0) as rude:
            rude.socket.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed) as closed:
                rude.until("refused")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        play(clients, seed=3, most=4)


def test_a_table_has_room_for_so_many_guests(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with ExitStack() as chairs:
        for _ in range(24):
            chairs.enter_context(table.sit(None))
        with table.connect() as socket:
            late = Client(socket)
            late.send(do="hello", token=table.tokens[0])
            assert late.receive()["code"] == "too-many"


def check_same(table: Table, positions: list[Message]) -> None:
    """Whoever sits down again finds what was there before."""
    for seat, before in enumerate(positions):
        with table.sit(seat) as client:
            same = ("at", "view", "choices", "outcome")
            assert [client.position[key] for key in same] == [before[key] for key in same]
            audit(client.frames, seat, table.replayed())


def test_a_table_is_as_it_was_when_the_server_is_started_again(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        table = server.table("arcanum/en", 3)
        with ExitStack() as chairs:
            clients = [chairs.enter_context(table.sit(seat)) for seat in range(3)]
            play(clients, seed=7, most=7)
            positions = [client.reach(7) for client in clients]
    with serving(tmp_path / "tables.db") as server:
        check_same(attrs.evolve(table, server=server), positions)


@pytest.mark.slow
def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.start()
    try:
        table = server.table("arcanum/en", 3)
        for most in (7, 15, 22):
            with ExitStack() as chairs:
                clients = [chairs.enter_context(table.sit(seat)) for seat in range(3)]
                play(clients, seed=most, most=most)
                positions = [client.reach(most) for client in clients]
                server.kill()
            server.start()
            check_same(table, positions)
    finally:
        server.kill()


def beside_computers(client: Client, most: int | None = None) -> None:
    """Play until the game is over, or so many decisions of the one person who sits there."""
    chooser, decided = random.Random(5), 0
    while client.position["outcome"] is None and decided != most:
        if client.position["choices"]:
            client.act(chooser.choice(client.position["choices"])["action"])
            decided += 1
        else:
            client.until("position")


def test_computer_players_fill_the_other_seats(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """They think in a thread instead of a process of their own."""
    house = ThreadPoolExecutor(1)
    monkeypatch.setattr(Workers, "_started", lambda workers: house)
    with serving(server.data.with_name("computers.db")) as site:
        table = site.table("arcanum/en", 3, "random", "greedy", majors="none")
        with table.sit(0) as client:
            beside_computers(client, most=3)
            while not client.position["choices"]:
                client.until("position")
            deciders = [seat for seat, _ in table.saved()[1]]
            assert audit(client.frames, 0, table.replayed()) > 3
    assert deciders.count(0) == 3
    assert {*deciders} == {0, 1, 2}


@pytest.mark.slow
def test_computer_players_play_a_whole_game_in_processes_of_their_own(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.start()
    try:
        table = server.table("arcanum/en", 4, *COMPUTERS, majors="none")
        with table.sit(0) as client:
            beside_computers(client)
    finally:
        server.kill()
    outcome = arcanum.outcome(table.replayed()[-1].state)
    assert outcome is not None
    assert client.position["outcome"]["scores"] == list(outcome.scores)


def test_a_worker_thinks_and_draws_by_the_document_of_a_view() -> None:
    view = arcanum.observe(arcanum.new_game("arcanum/en", players=3, seed=1), 2)
    assert arcanum.parse_action(view.rules, think("greedy", 1, arcanum.dumps(view))) in view.legal_actions
    assert draw(arcanum.dumps(view), NAMES[:3]) == arcanum.svg(view, names=NAMES[:3])


def test_a_record_is_given_out_when_the_game_is_over_and_not_before(server: Site) -> None:
    table = server.table("arcana/revised", 2, round_limit=1)
    with table.sit(0) as one, table.sit(1) as other:
        assert json.loads(server.get(f"/api/tables/{table.name}/record")[1])["code"] == "not-over"
        play([one, other], seed=1)
        _, text, _ = server.get(f"/api/tables/{table.name}/record")
    record = records.parse(text)
    assert record.names == NAMES[:2]
    assert record.state() == table.replayed()[-1].state


def test_who_is_there_is_told_to_everybody(server: Site) -> None:
    table = server.table("arcanum/en", 3)
    with table.sit(1) as client:
        with table.sit(2):
            while client.frames[-1].get("seats") != [False, True, True]:
                client.receive()
        assert client.until("present")["seats"] == [False, True, False]


def test_clauses_are_served_by_their_ids(server: Site) -> None:
    for game in arcanum.games():
        for clause in arcanum.clauses(game)[::60]:
            status, text, _ = server.get(f"/api/clauses/{game}/{clause.id}")
            assert (status, json.loads(text)["text"]) == (200, clause.text)
    for path in ("arcanum/NONE-1", "chess/HIDE-1"):
        assert server.get(f"/api/clauses/{path}")[0] == 404


def test_pages_come_with_a_policy_that_allows_only_their_own_scripts(server: Site) -> None:
    for path in ("/", "/table/any", "/static/table.js", "/api/games"):
        status, _, headers = server.get(path)
        assert status == 200
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"


def test_a_full_server_makes_room_by_what_nobody_plays_any_more(tmp_path: Path) -> None:
    async def fill() -> Setup:
        setup, _ = arranged(wish())
        for name in ("old", "young"):
            await store.add(name, setup)
        with pytest.raises(Refused, match="too-many"):
            await store.add("late", setup)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE tables SET touched = datetime('now', '-31 days') WHERE id = 'old'")
        await store.add("late", setup)
        with pytest.raises(Refused, match="no-table"):
            await store.load("old")
        return (await store.load("young"))[0]

    path = tmp_path / "tables.db"
    store = Store(path, most=2, keep_days=30)
    with closing(store):
        assert asyncio.run(fill()).names == NAMES[:4]


def test_rules_that_have_changed_are_not_played_on() -> None:
    setup, _ = arranged(wish())
    changed = Setup(setup.rules, "0" * 16, setup.seed, setup.options, setup.chairs)
    with pytest.raises(Refused, match="rules-changed"):
        Game(changed)
