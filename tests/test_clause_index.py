"""The clause index: its loader, its parameters, and the indexes of the two games."""

from __future__ import annotations

import pickle
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from arcanum.kernel.clauses import Clause, ClauseIndex, ClauseIndexError, FrozenMap, UnknownParameter, load_index
from arcanum.kernel.errors import ArcanumError
from arcanum.kernel.ids import ClauseId
from arcanum.spec import ids

HEAD = """
game = "toy"
[documents.007]
title = "A toy rulebook"
printings = ["en", "de"]
[sections.A]
title = "All of it"
"""

GOOD = """
[[clause]]
id = "A-1"
section = "A"
text = "Draw three."
property = "hand rises by 3"
printings = { en = "007:3-5,9", de = "007:20" }
parameters = { cards = 3, row = [1, [2, "x"]], table = { a = 1 }, optional = true }
readings = { de = { cards = 4 } }
rulings = ["A-2"]
derived = true
note = "so it says"
[[clause]]
id = "A-2"
section = "A"
text = "An empty deck."
ruling = "Draw nothing."
reason = "There is nothing."
printings = {}
readings = { de = { applies = false } }
"""

GAMES = ("tarot", "guilds")

LAST_LINE = {"000": 4377, "001": 403, "002": 508, "003": 396, "004": 169}
"""How many lines each rulebook file has."""

SPAN = {"en": (1, 812), "de": (813, 1726), "it": (1727, 2624), "fr": (2625, 3505), "es": (3506, 4352)}
"""The lines of the first file that belong to each language."""


@cache
def index_of(package: str) -> ClauseIndex:
    return load_index(ids.indexes()[package].read_text(encoding="utf-8"))


def arcanum() -> ClauseIndex:
    return index_of("tarot")


def arcana() -> ClauseIndex:
    return index_of("guilds")


def toy() -> ClauseIndex:
    return load_index(HEAD + GOOD)


def faults_of(text: str) -> tuple[str, ...]:
    with pytest.raises(ClauseIndexError) as caught:
        load_index(text)
    return caught.value.faults


def lines_of(reference: str) -> list[tuple[int, int]]:
    ranges = [part.partition("-") for part in reference.partition(":")[2].split(",")]
    return [(int(first), int(last or first)) for first, _, last in ranges]


def test_a_loaded_clause_says_everything_the_file_says() -> None:
    clause = toy()["A-1"]
    assert clause == Clause(
        game="toy",
        id=ClauseId("A-1"),
        section="A",
        section_title="All of it",
        text="Draw three.",
        property="hand rises by 3",
        printings=FrozenMap({"en": "007:3-5,9", "de": "007:20"}),
        parameters=FrozenMap(
            {"cards": 3, "row": (1, (2, "x")), "table": FrozenMap({"a": 1}), "optional": True},
        ),
        readings=FrozenMap({"de": FrozenMap({"cards": 4})}),
        rulings=(ClauseId("A-2"),),
        note="so it says",
        derived=True,
        all_printings=("en", "de"),
    )


def test_an_index_keeps_the_order_of_the_file() -> None:
    index = toy()
    assert [clause.id for clause in index] == ["A-1", "A-2"]
    assert len(index) == 2
    assert dict(index.sections) == {"A": "All of it"}
    assert index.documents["007"].title == "A toy rulebook"
    assert index.printings == ("en", "de")
    assert "A-1" in index
    assert "A-3" not in index


def test_an_unknown_id_is_a_key_error_that_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match="A-1, A-2"):
        toy()["A-9"]


@pytest.mark.parametrize("printing", [None, "consensus", "en"])
def test_a_parameter_has_the_common_value_unless_the_printing_states_another(printing: str | None) -> None:
    assert toy()["A-1"].parameter("cards", printing) == 3
    assert toy()["A-1"].parameter("cards", "de") == 4
    assert toy()["A-1"].parameter("optional", "de") is True


def test_an_unknown_parameter_is_a_key_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UnknownParameter, match="cards, row, table, optional") as caught:
        toy()["A-1"].parameter("card")
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ArcanumError)


def test_an_unknown_printing_is_a_key_error_and_not_the_common_value() -> None:
    with pytest.raises(KeyError, match="consensus, en, de"):
        toy()["A-1"].parameter("cards", "eng")


def test_a_printing_may_lack_a_clause() -> None:
    assert toy()["A-2"].applies()
    assert toy()["A-2"].applies("en")
    assert not toy()["A-2"].applies("de")
    assert toy()["A-2"].parameter("applies", "de") is False


def test_no_printing_has_a_clause_of_the_house_rules() -> None:
    house = '[sections.HOUSE]\ntitle = "House rules"\nhouse = true'
    entry = '[[clause]]\nid = "HOUSE-1"\nsection = "HOUSE"\ntext = "Ten points end it."\nproperty = "it ends at 10"'
    index = load_index(f"{HEAD}{house}\n{GOOD}{entry}")
    assert [index["HOUSE-1"].applies(printing) for printing in (None, "consensus", "en", "de")] == [False] * 4
    assert [clause.id for clause in index if clause.house] == ["HOUSE-1"]


def test_the_name_of_a_clause_can_be_imported() -> None:
    assert toy()["A-1"].name == "A_1"


def test_nothing_in_a_clause_can_be_changed() -> None:
    clause = toy()["A-1"]
    for thing, name in ((clause, "text"), (clause.parameters, "_items")):
        with pytest.raises(AttributeError):
            setattr(thing, name, {})
    assert not hasattr(clause.parameters, "__setitem__")


def test_equal_clauses_hash_alike_and_survive_pickling() -> None:
    clause = toy()["A-1"]
    assert hash(clause) == hash(toy()["A-1"])
    assert pickle.loads(pickle.dumps(clause)) == clause


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('game = "toy"', 'game = "toy"\nauthor = "me"', "the index: unknown key 'author'"),
        ('game = "toy"', "", "the index: game is missing"),
        ('note = "so it says"', 'notes = "so it says"', "A-1: unknown key 'notes'"),
        ('title = "All of it"', 'titel = "All of it"', "section A: unknown key 'titel'"),
        ('["en", "de"]', '["en", "de", "en"]', "document 007: printing 'en' is already in document 007"),
        ('["en", "de"]', '["en", "de", "consensus"]', "document 007: no printing may be called 'consensus'"),
        ('id = "A-2"', 'id = "A-1"', "A-1: the id is used twice"),
        ('id = "A-2"', "", "clause number 2: id is missing"),
        ('id = "A-2"', 'id = "a2"', "a2: an id looks like MIN-A1"),
        ('section = "A"', 'section = "B"', "A-1: unknown section 'B'"),
        ('text = "Draw three."', "", "A-1: text is missing"),
        ('text = "Draw three."', 'text = " "', "A-1: text is missing"),
        ('text = "Draw three."', "text = 3", "A-1: text must be a text"),
        ('property = "hand rises by 3"', "", "A-1: has neither a property nor a ruling"),
        ('ruling = "Draw nothing."', 'property = "p"', "A-2: gives a reason but no ruling"),
        ("printings = {}", 'printings = { fr = "007:1" }', "A-2: unknown printing 'fr'"),
        ("printings = {}", 'printings = { en = "7" }', "A-2: en has the malformed line reference '7'"),
        ("printings = {}", 'printings = { en = "007:5-3" }', "A-2: en has the malformed line reference '007:5-3'"),
        ("printings = {}", 'printings = { en = "007:0" }', "A-2: en has the malformed line reference '007:0'"),
        ("printings = {}", 'printings = { en = "007:1-4,4" }', "A-2: en has the malformed line reference '007:1-4,4'"),
        ("printings = {}", 'printings = { en = "008:1" }', "A-2: en is in document 007, not in '008:1'"),
        ("printings = {}", "printings = 3", "A-2: printings: must be a table"),
        ('rulings = ["A-2"]', 'rulings = ["A-7"]', "A-1: rulings name the unknown clause 'A-7'"),
        ('rulings = ["A-2"]', 'rulings = "A-2"', "A-1: rulings must be a list of words"),
        ("{ de = { cards = 4 } }", "{ fr = { cards = 4 } }", "A-1: unknown printing 'fr' in readings"),
        (
            "{ de = { cards = 4 } }",
            "{ de = { card = 4 } }",
            "A-1: reading of de: names the parameter 'card', which the clause lacks",
        ),
        ("{ applies = false }", '{ applies = "no" }', "A-2: reading of de: applies must be true or false"),
        ("cards = 3,", "cards = 3, applies = true,", "A-1: 'applies' belongs into a reading"),
        ("cards = 3,", "cards = 3, Cards = 3,", "A-1: parameters: 'Cards' is not a snake_case name"),
        (
            "cards = 3,",
            "cards = 3.5,",
            "A-1: parameters: cards: 3.5 is neither a number, a word, a yes or no, a list nor a table",
        ),
        ("derived = true", "derived = 1", "A-1: derived must be true or false"),
        ('title = "All of it"', 'title = "All of it"\nhouse = 1', "section A: house must be true or false"),
        ('"All of it"', '"All of it"\nhouse = true', "A-1: no printing has a clause of the house rules"),
    ],
)
def test_a_fault_in_the_file_is_named(old: str, new: str, fault: str) -> None:
    assert (HEAD + GOOD).count(old) >= 1
    assert fault in faults_of((HEAD + GOOD).replace(old, new, 1))


def test_all_faults_are_reported_at_once() -> None:
    text = (HEAD + GOOD).replace('section = "A"', 'section = "B"').replace('["A-2"]', '["A-7"]')
    assert faults_of(text) == (
        "A-1: unknown section 'B'",
        "A-2: unknown section 'B'",
        "A-1: rulings name the unknown clause 'A-7'",
    )


def test_the_error_is_a_value_error_that_shows_every_fault() -> None:
    with pytest.raises(ValueError, match=r"2 faults:\n- A-1: unknown section 'B'\n- A-2: unknown section 'B'"):
        load_index((HEAD + GOOD).replace('section = "A"', 'section = "B"'))


def test_a_text_that_is_not_toml_is_a_fault_too() -> None:
    (fault,) = faults_of("game = ")
    assert fault.startswith("not TOML: ")


def test_every_game_with_an_index_is_known_here() -> None:
    assert sorted(ids.indexes()) == sorted(GAMES)


@pytest.mark.parametrize(("package", "clauses", "rulings"), [("tarot", 291, 65), ("guilds", 192, 35)])
def test_a_game_has_so_many_clauses_and_rulings_with_unique_ids(package: str, clauses: int, rulings: int) -> None:
    index = index_of(package)
    assert len([clause for clause in index if not clause.house]) == clauses + rulings
    assert len({clause.id for clause in index}) == len(index)
    assert len({clause.name for clause in index}) == len(index)
    assert sum(clause.section == "AMB" for clause in index) == rulings


@pytest.mark.parametrize("package", GAMES)
def test_every_section_is_used_and_its_clauses_stand_together(package: str) -> None:
    index = index_of(package)
    order = [clause.section for clause in index]
    assert list(dict.fromkeys(order)) == list(index.sections)
    assert order == sorted(order, key=list(index.sections).index)


def test_the_section_of_a_clause_of_arcana_is_its_id_without_the_number() -> None:
    assert [clause.id.rpartition("-")[0] for clause in arcana()] == [clause.section for clause in arcana()]


@pytest.mark.parametrize("package", GAMES)
def test_a_clause_has_a_property_and_an_ambiguity_has_a_ruling_with_a_reason(package: str) -> None:
    for clause in index_of(package):
        if clause.section == "AMB":
            assert clause.ruling, clause.id
            assert clause.reason, clause.id
        else:
            assert clause.property, clause.id
            assert bool(clause.printings) is not clause.house, clause.id


@pytest.mark.parametrize("package", GAMES)
def test_every_line_reference_lies_in_its_file(package: str) -> None:
    for clause in index_of(package):
        for printing, reference in clause.printings.items():
            document = reference.partition(":")[0]
            for first, last in lines_of(reference):
                assert 1 <= first <= last <= LAST_LINE[document], (clause.id, printing)


def test_every_line_reference_lies_in_the_part_of_its_language() -> None:
    for clause in arcanum():
        for printing, (start, end) in SPAN.items():
            for first, last in lines_of(clause.printings[printing]) if printing in clause.printings else []:
                assert start <= first <= last <= end, (clause.id, printing)


@pytest.mark.parametrize("package", GAMES)
def test_every_ruling_settles_some_clause(package: str) -> None:
    settled = {ruling for clause in index_of(package) for ruling in clause.rulings}
    assert settled == {clause.id for clause in index_of(package) if clause.section == "AMB"}


@pytest.mark.parametrize("package", GAMES)
def test_a_text_names_only_clauses_that_exist(package: str) -> None:
    ids_in_text = re.compile(r"\b(?:[RF]-[A-Z]+-[0-9]+|AMB-[0-9]+)\b")
    for clause in index_of(package):
        for text in (clause.text, clause.property, clause.ruling, clause.reason, clause.note):
            assert all(id in index_of(package) for id in ids_in_text.findall(text)), clause.id


@pytest.mark.parametrize("package", GAMES)
def test_a_reading_differs_from_the_common_value_and_says_where_it_stands(package: str) -> None:
    for clause in index_of(package):
        for printing, reading in clause.readings.items():
            for name, value in reading.items():
                if name == "applies":
                    assert value is False, clause.id
                else:
                    assert value != clause.parameters[name], (clause.id, name)
                    assert type(value) is type(clause.parameters[name]), (clause.id, name)
                    assert printing in clause.printings, (clause.id, printing)


@pytest.mark.parametrize(("prefix", "own", "other"), [("R-", "revised", "first"), ("F-", "first", "revised")])
def test_a_clause_of_arcana_stands_in_its_own_edition_and_is_read_otherwise_only_in_the_other(
    prefix: str, own: str, other: str
) -> None:
    for clause in arcana():
        if clause.id.startswith(prefix):
            assert own in clause.printings, clause.id
            assert set(clause.readings) <= {other}, clause.id


@pytest.mark.parametrize(
    ("id", "name", "common", "others"),
    [
        ("COMP-1", "players", (3, 4, 5), {}),
        ("PLAY-7", "when", "turn", {"en": "phase"}),
        ("TRACK-2", "push_back", "per-step", {"en": "once"}),
        ("LOC6-1", "points", 1, {"de": 0, "fr": 0, "es": 0, "it-b": 0, "fr-b": 0}),
        ("MAJ-0-8", "assigned", "after-reveal", {"en": "suit-by-suit"}),
        ("MAJ-6-3", "tie", "non-strict", {"en": "strict"}),
        ("MAJ-11-1", "counts", "all", {"es": "minors"}),
        ("MAJ-14-3", "allowed", ("minor", "fool"), {"en": ("minor",)}),
        ("MAJ-16-6", "when", "turn", {}),
        ("MAJ-17-2", "points", 1, {"en": 2}),
        ("MAJ-18-1", "minors", 2, {"en": 1}),
        ("P3-1", "long", (4, 8), {"fr": (8,), "fr-b": (8,)}),
        ("AMB-2", "dead_minor", "playable", {"en": "only-if-none-moves"}),
        ("SCORE-12", "tie_break", "sum", {}),
        ("SCORE-15", "rounding", "down", {}),
        ("SCORE-16", "split", "pool", {}),
        ("END-3", "final_tie", "hand-size", {}),
    ],
)
def test_the_printings_of_arcanum_disagree_exactly_here(
    id: str, name: str, common: object, others: dict[str, object]
) -> None:
    clause = arcanum()[id]
    for printing in arcanum().printings:
        assert clause.parameter(name, printing) == others.get(printing, common), printing
    assert clause.parameter(name) == common


def test_a_misprint_is_on_record_and_changes_no_reading() -> None:
    slips = {clause.id: {key: dict(said) for key, said in clause.misprints.items()} for clause in arcanum()}
    assert {id: said for id, said in slips.items() if said} == {
        "COMP-16": {"it-b": {"effect_side": "left"}},
        "MIN-B6": {"de": {"locations": 9}, "es": {"locations": 9}},
        "MAJ-16-6": {"de": {"when": "round"}},
        "MAJ-20-3": {"de": {"when": "round"}},
        "SCORE-13": {"de": {"queen": 3, "king": 4}},
        "AMB-16": {"de": {"tower": "round", "figures": "round"}},
    }
    assert arcanum()["SCORE-13"].parameter("king", "de") == 14


def test_the_first_game_variant_is_missing_from_the_german_printing() -> None:
    missing = [*(f"FIRST-{n}" for n in range(1, 6)), "AMB-53", "AMB-54"]
    printed = [clause for clause in arcanum() if not clause.house]
    assert [clause.id for clause in printed if not clause.applies("de")] == missing
    assert [clause.id for clause in printed if not clause.applies("en")] == ["FIRST-4", "FIRST-5", "AMB-54"]


@pytest.mark.parametrize(
    ("id", "name", "revised", "first"),
    [
        ("R-COMP-2", "crests", 6, 4),
        ("R-COMP-3", "each", 20, 11),
        ("R-COMP-4", "stakes", 116, 85),
        ("R-SETUP-12", "first_player_init", "random", "given"),
        ("R-RES-2", "resolution_order", "chosen", "left-to-right"),
        ("R-EOR-5", "step", 1, -1),
        ("R-BRIBE-8", "relic_stays", True, False),
        ("R-END-1", "extra_rounds", 1, 0),
        ("R-END-3", "zones", ("deck", "discard"), ("deck", "discard", "play")),
        ("R-END-5", "tie_break", "stakes", "none"),
        ("R-OBJ-1", "optional", True, False),
        ("R-MIL-1", "optional", True, False),
        ("R-MIL-2", "militia_cost", "stake", "relic"),
        ("F-EOR-3", "step", 1, -1),
        ("F-BRIBE-4", "relic_stays", True, False),
        ("F-END-1", "extra_rounds", 1, 0),
        ("F-END-5", "tie_break", "stakes", "none"),
        ("AMB-02", "count_cards_in_play", False, True),
        ("AMB-10", "short_hand", False, False),
    ],
)
def test_the_editions_of_arcana_state_these_values(id: str, name: str, revised: object, first: object) -> None:
    assert arcana()[id].parameter(name, "revised") == revised
    assert arcana()[id].parameter(name, "first") == first


def test_the_first_edition_has_no_masters_no_events_and_no_customised_guilds() -> None:
    printed = [clause for clause in arcana() if not clause.house]
    missing = [clause for clause in printed if not clause.applies("first")]
    assert {clause.section for clause in missing} >= {"R-OPT", "R-CUST", "R-GM", "R-EVT"}
    assert all(clause in missing for clause in arcana() if clause.section in {"R-OPT", "R-CUST", "R-GM", "R-EVT"})
    assert [clause.id for clause in printed if not clause.applies("revised")] == ["AMB-24"]


@pytest.mark.parametrize("package", GAMES)
def test_the_ids_module_names_every_clause_and_nothing_else(package: str) -> None:
    module = vars(import_module(f"arcanum.{package}.clause_ids"))
    named = {name: value for name, value in module.items() if re.fullmatch("[A-Z][A-Z0-9_]*", name)}
    assert named == {clause.name: clause.id for clause in index_of(package)}


def test_the_ids_modules_are_up_to_date() -> None:
    assert ids.main(["--check"]) == 0


def test_a_stale_ids_module_is_found_and_then_rewritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    modules = [tmp_path / game / "clause_ids.py" for game in ("chess", "draughts")]
    for module in modules:
        module.parent.mkdir()
        module.with_name("clauses.toml").write_text(HEAD + GOOD, encoding="utf-8")
    (tmp_path / "no_game").mkdir()
    assert ids.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().err.count("is stale") == 2
    assert not any(module.exists() for module in modules)
    assert ids.main([], tmp_path) == 0
    for module in modules:
        assert module.read_text(encoding="utf-8").endswith(
            '\n\nA_1: Final = ClauseId("A-1")\nA_2: Final = ClauseId("A-2")\n'
        )
    assert ids.main(["--check"], tmp_path) == 0
    modules[1].write_text("", encoding="utf-8")
    assert ids.main(["--check"], tmp_path) == 1
