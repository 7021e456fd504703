"""Card files: the two that come with the library, and what is said about a bad one."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import CatalogueError, Kind, default_catalogue, load_catalogue, parse_catalogue
from arcanum.guilds.cards import CardId
from arcanum.guilds.catalogue import LARGEST
from arcanum.guilds.clause_ids import AMB_30, R_END_1, R_LOC_1
from arcanum.guilds.describe import card_line, said
from arcanum.guilds.effects import ACTION_WORDS, STATIC_WORDS, DrawAndPlay, Recall, Recover, WinStake
from arcanum.guilds.events import EndCardShown, GameStalled

Data = dict[str, Any]
"""A card file as TOML gives it."""
EDITIONS = pytest.mark.parametrize("edition", ["revised", "first"])


def text_of(edition: str) -> str:
    return files("arcanum.guilds").joinpath(f"catalogue_{edition}.toml").read_text(encoding="utf-8")


@cache
def _parsed(edition: str) -> Data:
    return tomllib.loads(text_of(edition))


def good(edition: str = "revised") -> Data:
    """The data of a good file, to be spoilt."""
    return copy.deepcopy(_parsed(edition))


def written(value: object) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return "{" + ", ".join(f"{written(key)} = {written(each)}" for key, each in value.items()) + "}"
    return str(value)


def as_file(data: Data) -> str:
    return "\n".join(f"{written(key)} = {written(value)}" for key, value in data.items())


def card(data: Data, id: str) -> Data:
    """The table of a card."""
    found: Data = next(
        each for cards in data.values() if isinstance(cards, list) for each in cards if id == _id_of(each)
    )
    return found


def _id_of(entry: object) -> object:
    return entry.get("id") if isinstance(entry, dict) else None


def faults(data: Data) -> list[str]:
    with pytest.raises(CatalogueError) as caught:
        parse_catalogue(as_file(data))
    assert isinstance(caught.value, arcanum.BadCall)
    told = [str(fault) for fault in caught.value.faults]
    head, *lines = str(caught.value).splitlines()
    assert lines == [f"- {line}" for line in told]
    assert head == ("the catalogue has an error:" if len(told) == 1 else f"the catalogue has {len(told)} errors:")
    return told


# --- good files -------------------------------------------------------------------------------------------------------


@EDITIONS
def test_the_catalogue_that_comes_along_is_good(edition: str, tmp_path: Path) -> None:
    catalogue = parse_catalogue(text_of(edition))
    assert catalogue == default_catalogue(edition) == parse_catalogue(as_file(good(edition)))
    assert hash(catalogue) == hash(default_catalogue(edition))
    file = tmp_path / "cards.toml"
    file.write_text(text_of(edition), encoding="utf-8")
    assert load_catalogue(file) == load_catalogue(str(file)) == catalogue
    assert (len(catalogue), catalogue.edition) == ({"revised": 304, "first": 163}[edition], edition)


@EDITIONS
def test_a_card_is_found_by_its_id(edition: str) -> None:
    catalogue = default_catalogue(edition)
    assert [catalogue[each.id] for each in catalogue] == list(catalogue)
    assert all(each.id in catalogue for each in catalogue)
    with pytest.raises(arcanum.UnknownName, match="did you mean 'harlequin'"):
        catalogue["harlekin"]


@EDITIONS
def test_every_value_says_where_it_comes_from(edition: str) -> None:
    """A card says it of each of its fields by name, or of all others together."""
    for entries in _parsed(edition).values():
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict):
                sources = default_catalogue(edition)[entry["id"]].sources
                assert dict(sources) == entry["from"]
                assert "*" in sources or set(entry) - {"id", "from"} <= set(sources)


def test_an_owner_can_replace_the_cards(tmp_path: Path) -> None:
    data = good()
    card(data, "halberdier")["staff"] = 2
    file = tmp_path / "cards.toml"
    file.write_text(as_file(data), encoding="utf-8")
    state = arcanum.new_game("arcana/revised", players=2, seed=1, catalogue=str(file))
    cards = state.game.cards(state.rules)
    assert [each.values for each in cards if each.id == "halberdier"] == ["staff 2, sword 3"]
    with pytest.raises(arcanum.BadCall, match="needs cards of the first edition, not of the revised"):
        arcanum.new_game("arcana/first", players=2, seed=1, catalogue=file)
    with pytest.raises(arcanum.BadCall, match="catalogue must be the path of a card file, not 7"):
        arcanum.new_game("arcana/first", players=2, seed=1, catalogue=7)


# --- each constraint --------------------------------------------------------------------------------------------------


def change(id: str, /, **fields: object) -> Callable[[Data], None]:
    """Give a card other values; None takes a value away."""

    def spoil(data: Data) -> None:
        entry = card(data, id)
        for name, value in fields.items():
            entry.pop(name, None)
            if value is not None:
                entry[name] = value

    return spoil


def drop(kind: str, count: int = 1) -> Callable[[Data], None]:
    def spoil(data: Data) -> None:
        del data[kind][-count:]

    return spoil


def add(kind: str, /, **fields: object) -> Callable[[Data], None]:
    """One more card of a kind, like the last one."""

    def spoil(data: Data) -> None:
        data[kind].append({**data[kind][-1], "id": "one-more", **fields})

    return spoil


def all_prices(price: object) -> Callable[[Data], None]:
    def spoil(data: Data) -> None:
        for entry in data["personality"]:
            entry["ducat"] = price

    return spoil


def master_in_the_first_edition(data: Data) -> None:
    master = {**good()["master"][0], "from": {"*": "invented"}}
    del master["letter"]
    data["master"] = [master]


def without_thieves(data: Data) -> None:
    for kind, entries in data.items():
        if isinstance(entries, list) and kind != "fiefdoms":
            entries[:] = [entry for entry in entries if entry.get("emblem") != "thieves"]


def knives_for_blades(data: Data) -> None:
    for kind, entries in data.items():
        for entry in entries if isinstance(entries, list) and kind != "fiefdoms" else ():
            if entry.get("emblem") == "blades":
                entry["emblem"] = "knives"


def few_stakes(data: Data) -> None:
    keep = ("penthow", "harlequin")
    data["personality"] = [entry for entry in data["personality"] if entry["id"] in keep]


BROKEN: list[tuple[str, str, Callable[[Data], object], str]] = [
    ("C1", "revised", change("fencing-master", id="quarterstaffer"), "card quarterstaffer"),
    ("C2", "revised", change("halberdier", letter="B"), "guild blades"),
    ("C2", "revised", change("halberdier", letter="C"), "guild blades"),
    ("C2", "revised", drop("agent"), "guild "),
    ("C2", "revised", add("crest"), "crest"),
    ("C2", "revised", knives_for_blades, "crest"),
    ("C3", "revised", change("ayane", letter="B"), "personality ayane"),
    ("C3", "revised", drop("personality"), "Stakes"),
    ("C4", "revised", change("soldier-2", letter="A"), "militia soldier-2"),
    ("C4", "revised", change("soldier-2", rank="captain"), "militia"),
    ("C5", "revised", change("lady-vigil", letter="A"), "master lady-vigil"),
    ("C5", "revised", change("lady-vigil", emblem="thieves"), "guild blades"),
    ("C6", "revised", drop("objective"), "objective"),
    ("C6", "revised", lambda data: data["objective"][0].update(letter="A"), "objective "),
    ("C7", "revised", drop("event"), "event"),
    ("C7", "revised", change("day-of-abundance", letter="E"), "event day-of-abundance"),
    ("C8", "revised", drop("end_card"), "end_card"),
    ("C8", "first", add("first_player"), "first_player"),
    ("C9", "first", drop("agent"), "guild "),
    ("C9", "first", without_thieves, "crest"),
    ("C9", "first", drop("militia"), "militia"),
    ("C9", "first", drop("objective", 10), "objective"),
    ("C9", "first", few_stakes, "Stakes"),
    ("C9", "first", change("penthow", letter="A"), "personality penthow"),
    ("C9", "first", master_in_the_first_edition, "master"),
    ("C10", "revised", change("ayane", main=["ducat"]), "personality ayane: main"),
    ("C11", "revised", change("barhan-sword", sword=3), "relic barhan-sword"),
    ("C11", "revised", change("barhan-sword", ducat=5), "relic barhan-sword"),
    ("C11", "revised", change("crossbowman", sword=2), "agent crossbowman"),
    ("C11", "revised", change("funeral", cup=2), "agent funeral"),
    ("C11", "revised", change("merchant-of-the-kraken", sword=2), "agent merchant-of-the-kraken"),
    ("C11", "revised", change("pale", emblem="blades"), "agent pale"),
    ("C11", "revised", change("great-treasurer", staff=5), "personality great-treasurer"),
    ("C11", "revised", change("necromancer", cup=4), "agent necromancer"),
    ("C11", "revised", change("quarterstaffer", id="other"), "card quarterstaffer"),
    ("C11", "revised", change("ayane", ducat=6), "personality ayane"),
    ("C11", "revised", change("ayane", main=["cup"]), "personality ayane"),
    ("C11", "revised", change("harlequin", main=["cup", "sword"]), "personality harlequin"),
    ("C11", "first", change("harlequin", ability=[{"word": "tie-win"}]), "personality harlequin"),
    ("C11", "first", change("penthow", id="other"), "card penthow"),
    ("C11", "revised", lambda data: [card(data, "penthow").update({main: 1}) for main in card(data, "penthow")["main"]],
     "personality penthow"),
    ("C11", "revised", change("repentants-house", ability=[{"word": "draw", "count": 2}]), "location repentants-house"),
    ("C11", "revised", change("crest-ferrymen", ability=[{"word": "tie-win"}]), "crest of the ferrymen"),
    ("C11", "first", change("crest-thieves", ability=[{"word": "tie-win", "main": "cup"}]), "crest of the thieves"),
    ("C11", "revised", lambda data: [each.update(count=4) for each in data["objective"] if each["fiefdom"] == "ogrokh"],
     "objective"),
    ("C12", "revised", lambda data: data["objective"][0].update(count=40), "objective "),
    ("C12", "first", lambda data: data["objective"][0].update(reward=0), "objective "),
    ("C13", "revised", change("ayane", sword=90), "personality ayane"),
    ("C14", "revised", all_prices(7), "personality"),
    ("C14", "first", all_prices("-"), "personality"),
    ("C15", "revised", change("crest-blades", ability=[]), "crest crest-blades: ability"),
    ("C15", "first", change("penthow", ability=[{"word": "tie-win"}]), "personality penthow: ability"),
    ("C15", "revised", change("auntie-magpie", ability=[{"word": "reveal"}]), "master auntie-magpie: ability"),
    ("C15", "revised", change("auntie-magpie", ability=[{"word": "discard", "count": 1}, {"word": "each-player",
     "program": [{"word": "recover", "kind": "agent"}]}]), "master auntie-magpie: ability"),
    ("C15", "revised", change("lady-vigil", ability=[{"word": "tie-win"}, {"word": "reveal"}]),
     "master lady-vigil: ability"),
    ("C16", "revised", change("ayane", **{"from": {"vp": "invented"}}), "personality ayane: from"),
    ("C16", "revised", change("ayane", **{"from": {"*": "guessed"}}), "personality ayane: from"),
    ("C16", "first", change("penthow", **{"from": {"*": "invented", "wit": "invented"}}), "personality penthow: from"),
    ("C16", "first", change("penthow", **{"from": "invented"}), "personality penthow: from"),
    ("C17", "revised", drop("agent"), "the file"),
    ("C17", "revised", add("objective"), "the file"),
]  # fmt: skip


@pytest.mark.parametrize(("constraint", "edition", "spoil", "where"), BROKEN)
def test_a_broken_constraint_is_named_with_the_card(
    constraint: str, edition: str, spoil: Callable[[Data], object], where: str
) -> None:
    data = good(edition)
    spoil(data)
    told = faults(data)
    assert any(fault.startswith(where) and f": {constraint}: " in fault for fault in told), told


def test_every_constraint_is_broken_above() -> None:
    assert {constraint for constraint, *_ in BROKEN} == {f"C{number}" for number in range(1, 18)}


# --- single cards -----------------------------------------------------------------------------------------------------

SINGLE: dict[str, tuple[Callable[[Data], object], str]] = {
    "edition": (lambda data: data.update(edition="third"), "edition: expected 'first' or 'revised', got 'third'"),
    "source": (lambda data: data.pop("source"), "source: expected a sentence"),
    "fiefdoms": (lambda data: data["fiefdoms"].append("A B"), "fiefdoms: expected a list of names"),
    "key": (lambda data: data.update(crests=[]), "the file: unknown key 'crests'; did you mean 'crest'?"),
    "tables": (lambda data: data.update(event=[1]), "event: expected tables [[event]], got [1]"),
    "no id": (change("ayane", id=None), "personality number"),
    "bad id": (change("ayane", id="Ayane!"), "personality Ayane!: id: expected a short name"),
    "missing": (change("ayane", vp=None), "personality ayane: the key 'vp' is missing"),
    "unknown": (change("ayane", stff=1), "personality ayane: unknown key 'stff'; did you mean 'staff'?"),
    "no ability": (change("lady-vigil", ability=None), "master lady-vigil: the key 'ability' is missing"),
    "needless ability": (change("soldier-2", ability=[]), "militia soldier-2: unknown key 'ability'"),
    "name": (change("ayane", name="  "), "personality ayane: name: expected a name, got '  '"),
    "letter": (change("ayane", letter="G"), "personality ayane: letter: expected a letter from A to F"),
    "emblem": (change("ayane", emblem="blades"), "personality ayane: emblem: expected 'stake', got 'blades'"),
    "no emblem": (change("halberdier", emblem=None), "agent halberdier: the key 'emblem' is missing"),
    "no such guild": (change("halberdier", emblem="knives"), "agent halberdier: emblem: expected a guild with a crest"),
    "emblem of a Stake": (change("halberdier", emblem="stake"), "agent halberdier: emblem: expected a guild"),
    "needless emblem": (change("soldier-2", emblem="blades"), "militia soldier-2: emblem: a card of this kind has no"),
    "number": (change("ayane", cup=100), "personality ayane: cup: expected a whole number from 0 to 99, got 100"),
    "true is no number": (change("ayane", cup=True), "personality ayane: cup: expected a whole number"),
    "fraction": (change("ayane", vp=1.5), "personality ayane: vp: expected a whole number from 0 to 99, got 1.5"),
    "dash": (change("barhan-sword", ducat="-"), "relic barhan-sword: ducat: expected a whole number"),
    "main": (change("ayane", main="sword"), "personality ayane: main: expected a list such as ['sword']"),
    "main twice": (change("ayane", main=["cup", "cup"]), "personality ayane: main: expected different ones"),
    "fiefdom": (
        change("ayane", fiefdom="ogrock"),
        "personality ayane: fiefdom: unknown fiefdom 'ogrock'; did you mean",
    ),
    "all fiefdoms": (lambda data: data["objective"][0].update(fiefdom="ALL"), "objective"),
    "rank": (change("soldier-2", rank="general"), "militia soldier-2: rank: expected 'captain' or 'soldier'"),
    "once": (
        change("lady-vigil", once_per_round=1),
        "master lady-vigil: once_per_round: expected true or false, got 1",
    ),
    "word": (change("crest-blades", ability=[{"word": "tie-wins"}]), "crest crest-blades: ability[0]: unknown word"),
    "no word": (change("crest-blades", ability=["tie-win"]), "crest crest-blades: ability[0]: expected a table"),
    "no words": (change("crest-blades", ability="tie-win"), "crest crest-blades: ability: expected a list of words"),
    "either": (
        change("lady-vigil", ability=[{"word": "agent-value", "amount": 1, "set": 1}]),
        "master lady-vigil: ability[0] (agent-value): give either 'amount' or 'set'",
    ),
}


@pytest.mark.parametrize(("spoil", "fault"), SINGLE.values(), ids=SINGLE.keys())
def test_a_fault_is_reported_by_its_place(spoil: Callable[[Data], object], fault: str) -> None:
    data = good()
    spoil(data)
    told = faults(data)
    assert [each for each in told if each.startswith(fault)], told
    assert fault.startswith(("edition", "fiefdoms", "personality number")) or len(told) == 1


@settings(max_examples=20)
@given(st.sets(st.sampled_from(["rank", "number", "once", "word", "no emblem", "dash", "all fiefdoms"]), min_size=2))
def test_all_faults_are_reported_at_once(chosen: set[str]) -> None:
    data = good()
    for name in sorted(chosen):
        SINGLE[name][0](data)
    told = faults(data)
    assert len(told) == len(chosen)
    for name in chosen:
        assert any(fault.startswith(SINGLE[name][1]) for fault in told)


def test_all_broken_constraints_are_reported_at_once() -> None:
    """Those that concern the whole catalogue, for which every single card must be readable."""
    data, wanted = good(), set[str]()
    for constraint, edition, spoil, _ in BROKEN:
        if edition == "revised" and constraint not in (*wanted, "C10", "C15", "C16"):
            spoil(data)
            wanted.add(constraint)
    assert len(wanted) == 13
    assert wanted <= {fault.split(": ")[1] for fault in faults(data)}


# --- words ------------------------------------------------------------------------------------------------------------

OWNED = ("crest", "master")
WORKS: dict[str, tuple[str, ...]] = {
    "tie-win": (*OWNED, "agent", "personality"),
    "copy-values": ("agent", "personality"),
    **dict.fromkeys(("agent-value", "threshold", "bribe-value", "hand-size"), (*OWNED, "event")),
    "flag": ("event",),
    "thwart": ("master",),
    "end-points": ("master",),
    **dict.fromkeys(ACTION_WORDS, ("location", "master", "event")),
}
"""On which cards each word works."""
KEYS: dict[str, Data] = {
    "agent-value": {"amount": 1},
    "threshold": {"amount": -1},
    "bribe-value": {"amount": 1},
    "hand-size": {"amount": 1},
    "flag": {"name": "no-bribes"},
    "end-points": {"points": 1, "kind": "relic"},
    "draw": {"count": 1},
    "draw-and-play": {"draw": 2, "play": 1},
    "discard": {"count": 1},
    "recover": {"kind": "agent"},
    "look": {"at": "pile"},
    "win-stake": {"threshold": 2},
    "strengthen": {"amount": 1},
    "extra-action": {"count": 1},
    "choose": {"alternatives": [{"name": "it", "program": [{"word": "reveal"}]}]},
    "each-other": {"program": [{"word": "discard", "count": 1}]},
    "each-player": {"program": [{"word": "discard", "count": 1}]},
}
"""What each word needs; the others need nothing."""
HOSTS = ("crest", "agent", "location", "personality", "master", "event")
"""The kinds of cards that can have an ability."""


def with_word(word: str, kinds: Iterable[str], keys: Data | None = None) -> Data:
    """A file in which the first card of each of some kinds has a word for its ability."""
    data = good()
    for kind in kinds:
        data[kind][0]["ability"] = [{"word": word, **(KEYS.get(word, {}) if keys is None else keys)}]
        if kind == "master":
            data[kind][0]["once_per_round"] = True
    return data


EVERY_WORD = pytest.mark.parametrize("word", [*STATIC_WORDS, *ACTION_WORDS])


@EVERY_WORD
def test_every_word_works_where_it_belongs(word: str) -> None:
    catalogue = parse_catalogue(as_file(with_word(word, WORKS[word])))
    for kind in WORKS[word]:
        card = catalogue.of(Kind(kind))[0]
        assert len((*card.statics, *card.program)) == 1
        assert card_line(card).ability


def test_what_a_card_says_is_english() -> None:
    texts = [card_line(card).ability for each in ("revised", "first") for card in default_catalogue(each)]
    taken: tuple[Literal["agent", "relic", "personality"], ...] = ("agent", "relic", "personality")
    won: tuple[Literal["relic", "location", "personality"] | None, ...] = ("relic", "location", "personality", None)
    texts += [said((Recover(kind, R_LOC_1), WinStake(3, R_LOC_1, kind=stake))) for kind in taken for stake in won]
    texts += [said((DrawAndPlay(drawn, 1, R_LOC_1), Recall(R_LOC_1))) for drawn in (1, 2, 3)]
    assert not [text for text in texts if re.search(r"\b[Aa] [AEIOUaeiou]|\b[Aa]n [^aeiouAEIOU]|a card, play 1", text)]
    assert said((Recover("agent", R_LOC_1),)) == "take an Agent from one's own Discard Pile"


@pytest.mark.parametrize(("edition", "end"), [("revised", "ducal-jubilee"), ("first", "game-over")])
def test_the_last_round_warns_of_cards_that_will_not_count(edition: str, end: str) -> None:
    narrator = arcanum.narrator(arcanum.rules(f"arcana/{edition}"), ["Anna", "Bruno"])
    for event in (EndCardShown("N", CardId(end), 20, clause=R_END_1), GameStalled(50, 20, clause=AMB_30)):
        (line,) = narrator.lines(event)
        assert "round 20 is the last" in line.text
        assert ("give no points" in line.text) is (edition == "revised")


@EVERY_WORD
def test_a_word_in_a_wrong_place_is_a_fault(word: str) -> None:
    wrong = [kind for kind in HOSTS if kind not in WORKS[word]]
    data = with_word(word, wrong)
    told = faults(data)
    assert len(told) == len(wrong)
    for kind in wrong:
        assert any(fault.startswith(f"{kind} {data[kind][0]['id']}: ability: C15: ") for fault in told)


@EVERY_WORD
def test_no_word_takes_keys_or_values_that_it_does_not_know(word: str) -> None:
    host = WORKS[word][0]
    told = faults(with_word(word, [host], {**{key: {"much": "too"} for key in KEYS.get(word, {})}, "often": 1}))
    assert any(f"ability[0] ({word}): unknown key 'often'" in fault for fault in told)
    for key in KEYS.get(word, {}):
        assert any(f"({word}).{key}: expected" in fault for fault in told)


@pytest.mark.parametrize("depth", [8, 9, 40, 300, 5000])
def test_words_can_stand_within_words_but_not_without_end(depth: int) -> None:
    data = good()
    data["location"][0]["ability"] = "HERE"
    ability = '[{word = "each-other", program = ' * depth + '[{word = "reveal"}]' + "}]" * depth
    text = as_file(data).replace('"HERE"', ability)
    if depth <= 8:
        assert parse_catalogue(text)
    else:
        with pytest.raises(CatalogueError, match=r"more than 8 deep|too deep"):
            parse_catalogue(text)


# --- files that are no catalogues -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "x", "edition = ", "[[agent]]\nid = 1\nid = 2", "\x00", "[" * 100_000, "a.b = 1"])
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        parse_catalogue(text)
    assert caught.value.faults


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"edition = '\xff'", "is not UTF-8 text"),
        (b"\xff\xfee\x00d\x00", "is not UTF-8 text"),
        (b"#" * (LARGEST + 1), f"is larger than {LARGEST} bytes"),
        (b"edition = 'revised", "line 1): a text begins with a quote"),
        (b"", "the catalogue has 3 errors"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_bytes(content)
    with pytest.raises(arcanum.BadCall) as caught:
        load_catalogue(file)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["nothing.toml", ".", "a/b/c", "\x00", "x" * 5000])
def test_a_file_that_is_not_there_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(arcanum.BadCall, match=r"cannot read the catalogue|is not the path of a file"):
        load_catalogue(tmp_path / name)


# --- anything ---------------------------------------------------------------------------------------------------------

WORDS = [*STATIC_WORDS, *ACTION_WORDS, "sword", "stake", "ALL", "-", "*", "A", "ogrokh", "blades", "invented"]
plain = st.one_of(
    st.booleans(),
    st.integers(-3, 120),
    st.floats(),
    st.dates(),
    st.sampled_from(WORDS),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=8),
)
anything = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["word", "amount", "program", "name", "id", "from", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def spoilt(draw: st.DrawFn) -> Data:
    """A good file with some values replaced, taken away, added or doubled, at any depth."""
    data = good(draw(st.sampled_from(["revised", "first"])))
    for _ in range(draw(st.integers(1, 4))):
        place: Any = data
        for _ in range(draw(st.integers(0, 5))):
            inner = [each for each in _inside(place) if isinstance(each, dict | list) and each]
            if not inner:
                break
            place = draw(st.sampled_from(inner))
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        match draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                place[key] = draw(anything)
            case "remove" if len(place) > 1:
                del place[key]
            case _ if isinstance(place, dict):
                place[draw(st.sampled_from(["ability", "from", "emblem", "main", "extra"]))] = draw(anything)
            case _:
                place.append(copy.deepcopy(place[key]))
    return data


def _inside(place: Any) -> list[Any]:
    return list(place.values() if isinstance(place, dict) else place)


@given(spoilt())
@example({"edition": date(2011, 1, 1), "source": float("nan"), "fiefdoms": [[]], "crest": [{}], "agent": {}})
def test_whatever_a_file_says_it_is_a_catalogue_or_its_faults_are_told(data: Data) -> None:
    text = as_file(data)
    try:
        catalogue = parse_catalogue(text)
    except CatalogueError:
        told = faults(data)
        assert told
        assert all(len(fault) < 500 for fault in told)
    else:
        assert len(catalogue.of(Kind.CREST)) in (4, 6)
