"""Every public value as a JSON document: it comes back as it was, and what is wrong with one is told, all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum import records
from arcanum.kernel.documents import FORMAT, LARGEST, digest
from arcanum.kernel.house import from_document
from arcanum.kernel.records import checksum
from arcanum.spec import fuzz
from tests.played import GAMES, numbers, position, record

OLD = Path(__file__).parent / "data" / "format1"
HOUSE_RULES = sorted((Path(__file__).parents[1] / "examples" / "house_rules").glob("*.toml"))
RULESETS = pytest.mark.parametrize("ruleset", arcanum.rulesets())


def faults_of(text: str | bytes) -> dict[str, str]:
    """What is wrong with a document: path to message."""
    with pytest.raises(arcanum.DocumentError) as refused:
        arcanum.loads(text)
    assert all(fault.where and fault.message for fault in refused.value.faults)
    assert str(refused.value).startswith("the document has ")
    return {fault.where: fault.message for fault in refused.value.faults}


def changed(value: object, change: Callable[[Any], object]) -> str:
    """The document of a value, after somebody changed something in its data."""
    data = json.loads(arcanum.dumps(value))
    change(data)
    return json.dumps(data)


# --- there and back -------------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_a_state_and_all_its_views_come_back_as_they_were(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    again = arcanum.loads(arcanum.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.rules is state.rules
    assert arcanum.legal_actions(again) == arcanum.legal_actions(state)
    for seat in (None, *range(len(state.players))):
        view = arcanum.observe(state, seat)
        assert arcanum.loads(arcanum.dumps(view)) == view


@GAMES
@given(data=st.data())
def test_steps_events_actions_and_refusals_come_back_as_they_were(game: str, data: st.DataObject) -> None:
    action, done = data.draw(st.sampled_from(record(game, data.draw(numbers)).answers))
    rules = done.state.rules
    assert done.before is not None
    assert arcanum.loads(arcanum.dumps(done)) == done
    refusals = arcanum.why_not(done.before, arcanum.Option("no-such-thing"))
    for value in (action, *done.events, *done.heard(None), *refusals):
        assert arcanum.loads(arcanum.dumps(value)) == value
        assert arcanum.loads(arcanum.dumps(value, rules=rules)) == value


@GAMES
def test_results_and_records_come_back_as_they_were(game: str) -> None:
    played = record(game, 0)
    state = played.states[-1]
    result = arcanum.outcome(state)
    assert result is not None
    assert arcanum.loads(arcanum.dumps(result)) == result
    options: dict[str, Any] = dict(played.options)
    made = records.make(played.rules, players=played.players, seed=played.seed, actions=played.actions, **options)
    assert made == played.record
    again = arcanum.loads(arcanum.dumps(made))
    assert again == made
    assert again.state() == state


@RULESETS
def test_rules_come_back_as_they_were(ruleset: str) -> None:
    rules = arcanum.rules(ruleset)
    again = arcanum.loads(arcanum.dumps(rules))
    assert again == rules
    assert again.name == rules.name


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_house_rules_travel_with_what_is_played_by_them(path: Path) -> None:
    rules = arcanum.rules(path)
    assert arcanum.loads(arcanum.dumps(rules)) == rules
    state = arcanum.new_game(rules, players=rules.players[0], seed=3)
    for _ in range(30):
        state = arcanum.apply(state, arcanum.legal_actions(state)[-1])
    text = arcanum.dumps(state)
    assert arcanum.loads(text) == state
    assert json.loads(text)["rules"]["id"] == rules.name
    assert str(path) not in text


def test_rules_that_no_file_could_say_are_not_written_down() -> None:
    rules = arcanum.rules("arcanum/en")
    assert attrs.has(type(rules))
    hidden: Any = rules
    impossible = attrs.evolve(hidden, name="huge", hand_limit=10_000)
    with pytest.raises(arcanum.HouseRuleError, match="hand_limit"):
        arcanum.dumps(arcanum.new_game(impossible, players=3, seed=1))


def test_a_document_says_what_it_is() -> None:
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    data = json.loads(arcanum.dumps(state))
    assert list(data) == ["format", "kind", "game", "rules", "value"]
    assert (data["format"], data["kind"], data["game"]) == (FORMAT, "state", "arcanum")
    assert data["rules"] == {"id": "arcanum/en", "digest": digest(state.rules)}
    assert arcanum.dumps(state, indent=2).count("\n") > 100


@pytest.mark.parametrize("value", [None, 7, "pass", (), object(), ...])
def test_what_is_no_public_value_has_no_document(value: object) -> None:
    with pytest.raises(arcanum.BadCall, match="there is no document for"):
        arcanum.dumps(value)


def test_a_value_is_not_passed_off_as_one_of_other_rules() -> None:
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    with pytest.raises(arcanum.BadCall, match="was made by"):
        arcanum.dumps(state, rules=arcanum.rules("arcanum/it"))


# --- digests --------------------------------------------------------------------------------------------------------


def test_rules_that_differ_in_anything_have_another_digest() -> None:
    digests = {name: digest(arcanum.rules(name)) for name in arcanum.rulesets()}
    digests |= {str(path): digest(arcanum.rules(path)) for path in HOUSE_RULES}
    different = {arcanum.dumps(arcanum.rules(name)) for name in digests}
    assert len(set(digests.values())) == len(different) == len(digests)


def test_the_name_of_rules_does_not_change_their_digest() -> None:
    game = arcanum.rules("arcanum/it").game
    one, other = (
        game.build(from_document({"base": "arcanum/it", "name": name, "rules": {"hand_limit": 9}})) for name in "ab"
    )
    assert digest(one) == digest(other) != digest(arcanum.rules("arcanum/it"))


def test_the_built_in_rules_are_those_that_documents_were_written_for() -> None:
    """If a rule set must change, old documents are refused by name: say so in the changelog and change the file."""
    known = json.loads((Path(__file__).parent / "data" / "digests.json").read_text(encoding="utf-8"))
    assert {name: digest(arcanum.rules(name)) for name in arcanum.rulesets()} == known


# --- old ones -------------------------------------------------------------------------------------------------------


@GAMES
def test_a_document_of_the_first_format_still_loads(game: str) -> None:
    state = arcanum.loads((OLD / f"{game}-state.json").read_text(encoding="utf-8"))
    kept = arcanum.loads((OLD / f"{game}-record.json").read_text(encoding="utf-8"))
    assert kept.state() == state
    assert json.loads(arcanum.dumps(state))["format"] == FORMAT
    assert arcanum.loads(arcanum.dumps(state)) == state


@pytest.mark.parametrize("name", ["arcanum/de", "arcana/revised", "arcana/first"])
def test_documents_and_records_from_before_a_ruling_are_read_by_the_rules_of_their_time(name: str) -> None:
    now = arcanum.rules(name)
    (before,) = now.game.earlier(now)
    assert digest(before) != digest(now)
    written = {"id": name, "digest": digest(before)}
    state = arcanum.loads(changed(arcanum.new_game(now, players=3, seed=1), lambda data: data.update(rules=written)))
    assert state.rules == before
    assert arcanum.loads(arcanum.dumps(state)) == state

    kept = records.make(before, players=3, seed=1, actions=arcanum.legal_actions(state)[:1], names=())
    magic, _, house, *lines = [line.partition(" ")[2] for line in records.text(kept).splitlines()]
    assert house.startswith("house ")
    text, check = "", ""
    for line in (magic, f"rules {digest(before)} {name}", *lines):
        check = checksum(check, line)
        text += f"{check} {line}\n"
    assert records.parse(text) == kept


@pytest.mark.parametrize("version", [0, 3, -1, "2", None, 2.0, [2], True])
def test_a_document_of_an_unknown_format_is_refused_by_name(version: object) -> None:
    text = changed(arcanum.Pass(), lambda data: data.update(format=version))
    assert any(word in str(faults_of(text)) for word in ("reads formats 1, 2", "not a whole number"))


def test_a_document_for_other_rules_of_the_name_is_refused() -> None:
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    text = changed(state, lambda data: data["rules"].update(digest="0123456789abcdef"))
    assert faults_of(text) == {
        "rules.digest": "the document was written for other rules of the name 'arcanum/en': '0123456789abcdef', "
        f"while this version has '{digest(state.rules)}'"
    }
    text = changed(state, lambda data: data["rules"].update(id="arcanum/enn"))
    assert "did you mean 'arcanum/en'?" in faults_of(text)["rules.id"]


# --- everything that is wrong, at once ------------------------------------------------------------------------------


def test_all_faults_of_a_document_are_told_at_once() -> None:
    def spoil(data: Any) -> None:
        value = data["value"]
        value["players"][0]["vp"] = "3"
        value["players"][1]["hand"][0] = "1X"
        value["players"][2]["hidden"] = {}
        value["prestige"]["swords"] = True
        value["figures"]["XX"] = 1
        value["first_player"] = "1"
        value["turns"] = 1
        value["agenda"][0]["task"] = "Nap"
        value["rng"] = 7
        del value["turn"]

    found = faults_of(changed(arcanum.new_game("arcanum/en", players=3, seed=1), spoil))
    assert set(found) == {
        "value.players[0].vp",
        "value.players[1].hand[0]",
        "value.players[2].hidden",
        "value.prestige.swords",
        "value.figures",
        "value.first_player",
        "value.turns",
        "value.agenda[0]",
        "value.rng",
        "value",
    }
    assert found["value"] == "the key 'turn' is missing"
    assert found["value.turns"] == "unknown key"
    assert found["value.players[0].vp"] == "expected a whole number, got '3'"


IMPOSSIBLE: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "a card twice": ("arcanum", lambda v: v["minor_deck"].append(v["players"][0]["hand"][0]), "is also at"),
    "a card nowhere": ("arcanum", lambda v: v["minor_deck"].pop(), "nowhere is"),
    "hands out of order": ("arcanum", lambda v: v["players"][0]["hand"].reverse(), "in order"),
    "negative points": ("arcanum", lambda v: v["players"][0].update(vp=-1), "from 0 to 9999"),
    "too much prestige": ("arcanum", lambda v: v["prestige"].update(swords=22), "not on the track"),
    "a figure beside the board": ("arcanum", lambda v: v["figures"].update(VS=11), "there is no location 11"),
    "a figure nowhere": ("arcanum", lambda v: v["figures"].update(VS=None), "off the board"),
    "no such turn": ("arcanum", lambda v: v.update(turn=7), "from 1 to 4"),
    "no such seat": ("arcanum", lambda v: v.update(first_player=3), "there is no seat 3"),
    "another phase": ("arcanum", lambda v: v.update(phase="play"), "expected 'hide'"),
    "somebody active": ("arcanum", lambda v: v.update(active=0), "expected None, got 0"),
    "an owner without a Tower": ("arcanum", lambda v: v.update(tower_owner=0), "while it lies on the board"),
    "other scoring turns": ("arcanum", lambda v: v["options"].update(scoring_turns=[1]), r"expected \[4\], got \[1\]"),
    "nothing to do": ("arcanum", lambda v: v.update(agenda=[]), "exactly when the game is over"),
    "tasks out of place": ("arcanum", lambda v: v["agenda"].reverse(), "cannot lie at the bottom"),
    "nobody asked": ("arcanum", lambda v: v["agenda"].pop(), "does not wait for anybody"),
    "a secret in a position": (
        "arcanum",
        lambda v: v["agenda"][-1].update(unseen=[{"seat": 0, "clause": "HIDE-1", "optional": False}]),
        "hides nothing",
    ),
    "an Agent as a Stake": ("arcana", lambda v: _swap(v, "stake"), "which cannot be here"),
    "one Objective": (
        "arcana",
        lambda v: v["players"][0]["objectives"].append(v["box"].pop()),
        "nowhere|cannot be here",
    ),
    "a card of another guild": ("arcana", lambda v: _swap(v, "hand"), "of another guild"),
    "no such District": ("arcana", lambda v: v["districts"][0].update(name="Z"), "expected A0, A1, B0, B1, N"),
    "a finished last round": ("arcana", lambda v: v.update(last_round=0), "the last round was 0"),
    "an empty end": ("arcana", lambda v: v["districts"][-1].update(end_among=0), "the end card must be among"),
    "modules of nobody": ("arcana", lambda v: v["options"].update(modules=["chess"]), "no module is called"),
}


def _first_objective(value: Any) -> int:
    kinds = arcanum.rules("arcana/revised").game.cards(arcanum.rules("arcana/revised"))
    objectives = {card.id for card in kinds if card.kind == "objective"}
    return next(at for at, card in enumerate(value["box"]) if card in objectives)


def _swap(value: Any, what: str) -> None:
    """Exchange a card of seat 0 for one that cannot be where it is then."""
    mine = value["players"][0]["hand"]
    if what == "stake":
        mine[0], value["districts"][0]["stake"] = value["districts"][0]["stake"], mine[0]
    else:
        other = value["players"][1]["hand"]
        mine[0], other[0] = other[0], mine[0]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_position_that_cannot_occur_is_refused(name: str) -> None:
    game, spoil, message = IMPOSSIBLE[name]
    players, ruleset = (3, "arcanum/en") if game == "arcanum" else (2, "arcana/revised")
    state = arcanum.new_game(ruleset, players=players, seed=1)
    found = faults_of(changed(state, lambda data: spoil(data["value"])))
    assert any(re.search(message, text) for text in found.values()), found
    assert all(where.startswith("value") for where in found)


@GAMES
@given(data=st.data())
def test_a_view_that_contradicts_itself_is_refused(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    seat = data.draw(st.sampled_from((None, *range(len(state.players)))))
    view = arcanum.observe(state, seat)

    def spoil(document: Any) -> None:
        value = document["value"]
        match data.draw(st.sampled_from(("act", "legal", "seat", "hand", "prompt", "owner"))):
            case "owner" if any(place["cards"] for place in value.get("districts", ())):
                place = next(place for place in value["districts"] if place["cards"])
                place["cards"][0].update(owner=9, card=None)
            case "act":
                value["to_act"] = 0 if value["to_act"] != 0 else 1
            case "legal":
                value["legal_actions"].append("choose nothing")
            case "seat":
                value["seat"] = 99
            case "hand":
                value["players"][0]["hand_size"] += 1
            case _:
                value["prompt"] = "sing"

    assert faults_of(changed(view, spoil))


# --- what is no document --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("hide 5S", "not JSON"),
        ("{", "not JSON"),
        ("[]", "expected a table"),
        ("{}", "the key 'format' is missing"),
        ('{"format": 2, "kind": "state"}', "the key 'value' is missing"),
        ('{"format": 2, "kind": "song", "value": 1}', "unknown kind 'song'"),
        ('{"format": 2, "kind": "step", "value": 1}', "the key 'rules' is missing"),
        ('{"format": 2, "kind": "action", "game": "chess", "value": "e4"}', "unknown game 'chess'"),
        ('{"format": 2, "kind": ["state"], "game": {}, "rules": [], "value": 1}', "unknown kind"),
        ('{"format": 2, "format": 2, "kind": "action", "value": "pass"}', "stands twice"),
        ('{"format": 2, "kind": "action", "value": NaN}', "NaN is no number"),
        ('{"format": 2, "kind": "action", "value": 1.0}', "not a whole number"),
        ('{"format": 2, "kind": "action", "value": ' + "9" * 5000 + "}", "not JSON as it is written here"),
        ('{"format": 2, "kind": "action", "value": ' + "[" * 100_000 + "}", "too deep"),
        ('{"format": 2, "kind": "action", "value": "' + "x" * LARGEST + '"}', f"larger than {LARGEST} characters"),
        (b"\xff\xfe", "not UTF-8 text"),
    ],
    ids=range(17),
)
def test_what_is_no_document_is_refused_with_a_reason(text: str | bytes, message: str) -> None:
    assert message in str(faults_of(text))


@pytest.mark.parametrize("text", [None, 7, {}, ["x"]])
def test_only_a_text_can_be_loaded(text: Any) -> None:
    with pytest.raises(arcanum.BadCall, match="expected the text of a document"):
        arcanum.loads(text)


def test_house_rules_within_a_document_are_checked_like_a_file() -> None:
    rules = arcanum.rules(HOUSE_RULES[0].with_name("nine_cards.toml"))
    state = arcanum.new_game(rules, players=3, seed=1)

    def spoil(data: Any) -> None:
        data["rules"]["house"]["rules"]["hand_limit"] = 1000
        data["rules"]["house"]["rules"]["hand_limits"] = 3
        data["rules"]["house"]["rules"]["board"] = "/etc/passwd"

    found = faults_of(changed(state, spoil))
    assert set(found) == {"rules.house.rules.hand_limit", "rules.house.rules.hand_limits", "rules.house.rules.board"}
    assert found["rules.house.rules.board"] == "expected a board file as a table, got '/etc/passwd'"


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_spoiled_documents_and_records_are_refused_or_as_good_as_any(number: int) -> None:
    """The whole campaign is `nox -s fuzz`."""
    tally = fuzz.batch((number, number + 25))
    assert not tally.findings
    assert tally.accepted + tally.refused == 25
