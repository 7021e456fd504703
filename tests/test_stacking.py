"""House rules upon house rules: a file that names another one as its base, and the chain in documents and records."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import arcanum
from arcanum import records
from arcanum.cli import main
from arcanum.kernel.documents import digest
from arcanum.kernel.house import MOST_LAYERS, HouseRuleError, from_document
from arcanum.kernel.variants import base_of, chain, overrides
from arcanum.lab.report import page
from arcanum.strategies import changes
from arcanum.tarot import house as tarot_house

EXAMPLES = Path(__file__).parents[1] / "examples" / "house_rules"
GAMES = pytest.mark.parametrize("base", ["arcanum/it", "arcana/revised"])
LAYERS: dict[str, tuple[str, ...]] = {
    "arcanum/it": (
        "[rules]\nhand_limit = {n}",
        "[rules]\ncalendar = {{ short = [{n}] }}",
        "[rules]\ncalendar.long = [3, {n}]",
        "[rules]\nfinal_tie = 'shared'\npoints_track = {n}",
        "[rules]\nboard = 'boards/twin_cities.toml'",
        "[location.6]\nname = 'Fields {n}'",
        "[location.6]\nprogram = [{{ word = 'gain-points', points = {n} }}, {{ word = 'discard-from-hand' }}]",
        "[major.18]\nprogram = [{{ word = 'draw', pile = 'minor', count = {n} }}]",
        "[major.18]\nprogram = [{{ word = 'each-player', program = [{{ word = 'gain-points', points = {n} }}] }}]",
        "[major.2]\nprogram = [{{ word = 'gain-points', points = {n} }}]",
    ),
    "arcana/revised": (
        "[rules]\nbribe_surplus = {n}",
        "[rules]\nfailed_bribe = 'discarded'\nrounds_after_end_card = {n}",
        "[rules]\nplayers = [2, 3]",
        "[card.halberdier]\nvp = {n}",
        "[card.halberdier]\nname = 'Halberdier {n}'\nstaff = 3",
        "[card.day-of-abundance]\nability = [{{ word = 'hand-size', amount = {n} }}]",
    ),
}
"""What files of a stack say, with a number that makes them different."""


def stacks(base: str) -> st.SearchStrategy[list[str]]:
    """Bodies of files, the lowest first."""
    bodies = st.sampled_from(LAYERS[base])
    return st.lists(st.builds(lambda body, n: body.format(n=n), bodies, st.integers(5, 9)), min_size=1, max_size=6)


def write(folder: Path, base: str, bodies: list[str]) -> Path:
    """The files of a stack, each upon the one before; the path of the highest."""
    boards = folder / "boards"
    boards.mkdir(exist_ok=True)
    (boards / "twin_cities.toml").write_bytes((EXAMPLES / "boards" / "twin_cities.toml").read_bytes())
    path = folder / "none.toml"
    for number, body in enumerate(bodies, start=1):
        path = folder / f"{number}.toml"
        path.write_text(f'base = "{base}"\nname = "House {number}"\n{body}\n', encoding="utf-8")
        base = path.name
    return path


def names(rules: arcanum.RuleSet) -> list[str]:
    return [each.name for each in chain(rules)]


def told(path: Path) -> list[str]:
    """What is said about a file, without the folder."""
    with pytest.raises(HouseRuleError) as caught:
        arcanum.rules(path)
    assert caught.value.path == str(path)
    assert str(path.parent) not in "".join(map(str, caught.value.faults))
    return [str(fault) for fault in caught.value.faults]


# --- what a stack says ------------------------------------------------------------------------------------------------


def test_what_the_upper_file_says_counts_and_the_rest_is_as_in_its_base(tmp_path: Path) -> None:
    low = "[rules]\nhand_limit = 9\npoints_track = 50\ncalendar = { short = [2], long = [4] }"
    rules: Any = arcanum.rules(write(tmp_path, "arcanum/it", [low, "[rules]\nhand_limit = 8\ncalendar.short = [5]"]))
    assert (rules.hand_limit, rules.points_track, rules.calendar.short, rules.calendar.long) == (8, 50, (5,), (4,))
    assert (rules.printing, names(rules)) == ("it", ["House 2", "House 1", "arcanum/it"])
    assert base_of(rules) == arcanum.rules("arcanum/it")


def test_a_stack_without_common_keys_says_what_one_file_with_everything_says(tmp_path: Path) -> None:
    bodies = ["[rules]\nhand_limit = 9", "[location.6]\nname = 'Meadow'", "[major.2]\nprogram = []"]
    stacked: Any = arcanum.rules(write(tmp_path, "arcanum/it", bodies))
    flat: Any = arcanum.rules(write(tmp_path, "arcanum/it", ["\n".join(bodies)]))
    assert attrs.evolve(stacked, name=flat.name, base=None) == flat
    assert [override.clause.id for override in overrides(stacked)] == [each.clause.id for each in overrides(flat)]


@GAMES
@given(data=st.data())
def test_files_in_any_number_say_what_one_file_says_if_no_two_speak_of_the_same(base: str, data: st.DataObject) -> None:
    bodies = data.draw(st.permutations(["[rules]\nplayers = [3]", *LAYERS[base]]))
    chosen: dict[str, str] = {}
    for body in bodies:
        head = body.partition("]")[0]
        chosen.setdefault(head, body.format(n=data.draw(st.integers(5, 9))))
    with TemporaryDirectory() as folder:
        stacked: Any = arcanum.rules(write(Path(folder), base, list(chosen.values())))
        flat: Any = arcanum.rules(write(Path(folder), base, ["\n".join(chosen.values())]))
        assert attrs.evolve(stacked, name=flat.name, base=None) == flat


def test_a_program_is_changed_relative_to_that_of_the_base_file(tmp_path: Path) -> None:
    """The word in its place keeps the clause that the file below cites there, which need not be that of the book."""
    gain = "[major.18]\nprogram = [{{ word = 'gain-points', points = {} }}]"
    rules: Any = arcanum.rules(write(tmp_path, "arcanum/it", [gain.format(1), gain.format(2)]))
    assert (rules.majors[18], rules.base.majors[18][0].points) == (
        (attrs.evolve(rules.base.majors[18][0], points=2),),
        1,
    )
    book = "[major.18]\nprogram = [{ word = 'each-player', program = [{ word = 'draw', pile = 'minor', count = 3 }] }]"
    again: Any = arcanum.rules(write(tmp_path, "arcanum/it", [gain.format(1), book]))
    assert again.majors[18][0].program[0].clause == rules.majors[18][0].clause == "MAJ-18-1"


def test_the_folder_of_each_file_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "sub" / "boards").mkdir(parents=True)
    board = (EXAMPLES / "boards" / "twin_cities.toml").read_text(encoding="utf-8")
    (tmp_path / "sub" / "boards" / "b.toml").write_text(board, encoding="utf-8")
    low = 'base = "arcanum/it"\nname = "Low"\n[rules]\nboard = "boards/b.toml"\n'
    (tmp_path / "sub" / "low.toml").write_text(low, encoding="utf-8")
    (tmp_path / "top.toml").write_text('base = "sub/low.toml"\nname = "Top"\n', encoding="utf-8")
    rules: Any = arcanum.rules(tmp_path / "top.toml")
    printed: Any = base_of(rules)
    assert rules.board == rules.base.board != printed.board


def test_cards_of_a_file_below_can_be_changed_again(tmp_path: Path) -> None:
    bodies = ["[card.halberdier]\nvp = 1\nstaff = 3", "[card.halberdier]\nvp = 2"]
    rules: Any = arcanum.rules(write(tmp_path, "arcana/revised", bodies))
    card = rules.catalogue["halberdier"]
    assert (card.vp, card.values[0], card.sources["staff"]) == (2, 3, "external:house-rule")
    assert rules.game.write_rules(rules, complete=False)["card"] == {"halberdier": {"vp": 2}}


# --- there and back ---------------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_a_stack_comes_back_from_documents_and_records_as_it_was(base: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        rules: Any = arcanum.rules(write(Path(folder), base, data.draw(stacks(base))))
    assert arcanum.loads(arcanum.dumps(rules)) == rules
    state = arcanum.new_game(rules, players=3, seed=1)
    for _ in range(3):
        state = arcanum.apply(state, arcanum.legal_actions(state)[-1])
    again = arcanum.loads(arcanum.dumps(state))
    assert again == state
    assert names(again.rules) == names(rules)
    record = records.make(rules, players=3, seed=1, actions=[])
    assert arcanum.loads(arcanum.dumps(record)) == record
    assert records.parse(records.text(record)) == record
    assert pickle.loads(pickle.dumps(rules)) == rules


@GAMES
@given(data=st.data())
def test_files_and_a_document_with_the_same_values_are_the_same_rules(base: str, data: st.DataObject) -> None:
    """Any values that a file can set, in layers of which each is accepted upon those below."""
    game = arcanum.rules(base).game
    house: dict[str, Any] = {"base": base, "name": "House 1"}
    layers: list[dict[str, object]] = [{}]
    for values in data.draw(st.lists(changes(arcanum.rules(base)), min_size=1, max_size=4)):
        upon = {"base": house, "name": f"House {len(layers) + 1}", "rules": values}
        try:
            game.build(from_document(upon))
        except HouseRuleError:
            continue
        house, layers = upon, [*layers, values]
    bodies = ["\n".join(["[rules]", *(f"{key} = {json.dumps(each)}" for key, each in low.items())]) for low in layers]
    rules = game.build(from_document(house))
    with TemporaryDirectory() as folder:
        assert arcanum.rules(write(Path(folder), base, bodies)) == rules
    assert arcanum.loads(arcanum.dumps(rules)) == rules
    for key, value in {key: value for low in layers for key, value in low.items()}.items():
        assert game.write_rules(rules, complete=True)["rules"][key] == value


def test_a_document_has_every_layer_with_its_name_and_what_it_changes() -> None:
    rules = arcanum.rules(EXAMPLES / "friendly_nine.toml")
    house = json.loads(arcanum.dumps(arcanum.new_game(rules, players=3, seed=1)))["rules"]["house"]
    assert house == {
        "base": {
            "base": "arcanum/it",
            "name": "Nine cards in hand",
            "rules": {"hand_limit": 9},
            "location": {},
            "major": {},
        },
        "name": "Friendly nine",
        "rules": {"final_tie": "shared"},
        "location": {},
        "major": {},
    }


def test_a_layer_that_was_changed_on_the_way_is_noticed_and_its_name_is_not() -> None:
    state = arcanum.new_game(EXAMPLES / "friendly_nine.toml", players=3, seed=1)
    data = json.loads(arcanum.dumps(state))
    below = data["rules"]["house"]["base"]
    below["name"] = "Nine"
    assert names(arcanum.loads(json.dumps(data)).rules) == ["Friendly nine", "Nine", "arcanum/it"]
    below["rules"]["hand_limit"] = 8
    with pytest.raises(arcanum.DocumentError, match=r"rules\.digest: the document was written for other rules"):
        arcanum.loads(json.dumps(data))
    below["rules"]["hand_limit"] = "8"
    with pytest.raises(arcanum.DocumentError, match=r"rules\.house\.base\.rules\.hand_limit: expected a whole number"):
        arcanum.loads(json.dumps(data))


def test_what_no_file_could_say_cannot_be_a_layer_either() -> None:
    rules: Any = arcanum.rules(EXAMPLES / "nine_cards.toml")
    wrong = attrs.evolve(rules, name="upon", base=attrs.evolve(rules, name="huge", hand_limit=10_000))
    with pytest.raises(HouseRuleError, match=r"base\.rules\.hand_limit"):
        arcanum.dumps(arcanum.new_game(wrong, players=3, seed=1))


@pytest.mark.parametrize(
    "base", [{}, [], 7, {"base": "arcana/revised", "name": "x"}, {"base": "nine_cards.toml", "name": "x"}]
)
def test_a_document_with_a_base_that_is_none_is_refused(base: object) -> None:
    state = arcanum.new_game(EXAMPLES / "friendly_nine.toml", players=3, seed=1)
    data = json.loads(arcanum.dumps(state))
    data["rules"]["house"]["base"] = base
    with pytest.raises(arcanum.DocumentError, match=r"rules\.house\.base"):
        arcanum.loads(json.dumps(data))


@pytest.mark.parametrize("depth", [MOST_LAYERS, 900, 100_000])
def test_a_document_with_too_many_layers_is_refused_at_once(depth: int) -> None:
    state = arcanum.new_game(EXAMPLES / "friendly_nine.toml", players=3, seed=1)
    text = arcanum.dumps(state)
    below = '"base":"arcanum/it"'
    nested = '"base":{"name":"x",' * depth + below + "}" * depth
    with pytest.raises(
        arcanum.DocumentError, match=r"more than 64 house rules build on each other|too deep|larger than"
    ):
        arcanum.loads(text.replace(below, nested))


# --- chains that are none ---------------------------------------------------------------------------------------------


@GAMES
def test_fifty_files_upon_each_other_are_read(base: str, tmp_path: Path) -> None:
    bodies = [LAYERS[base][number % len(LAYERS[base])].format(n=5 + number % 5) for number in range(50)]
    rules = arcanum.rules(write(tmp_path, base, bodies))
    assert names(rules) == [f"House {number}" for number in range(50, 0, -1)] + [base]
    assert arcanum.loads(arcanum.dumps(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert len({hash(rules), hash(arcanum.loads(arcanum.dumps(rules)))}) == 1


def test_more_than_sixty_four_are_refused(tmp_path: Path) -> None:
    assert len(chain(arcanum.rules(write(tmp_path, "arcanum/it", [""] * MOST_LAYERS)))) == MOST_LAYERS + 1
    (fault,) = told(write(tmp_path, "arcanum/it", [""] * (MOST_LAYERS + 1)))
    assert fault == "base (line 1): more than 64 house rules build on each other"


@given(st.integers(1, MOST_LAYERS - 1), st.integers(0, 9))
@example(1, 0)
def test_a_circle_of_any_length_is_refused_at_once(length: int, before: int) -> None:
    before = min(before, MOST_LAYERS - length)
    with TemporaryDirectory() as folder:
        for number in range(before + length):
            after = number + 1 if number + 1 < before + length else before
            Path(folder, f"{number}.toml").write_text(f'base = "{after}.toml"\nname = "x"\n', encoding="utf-8")
        (fault,) = told(Path(folder, "0.toml"))
    assert fault.startswith("base (line 1): the files name each other in a circle: 0.toml -> ")
    assert fault.endswith(f" -> {before}.toml")


def test_a_circle_names_its_files(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.toml").write_text(f'base = "{base}.toml"\nname = "{name}"\n', encoding="utf-8")
    circle = "base (line 1): the files name each other in a circle: a.toml -> b.toml -> c.toml -> a.toml"
    assert told(tmp_path / "a.toml") == [circle]


def test_the_errors_of_a_base_are_told_with_the_way_to_it_beside_those_of_the_file(tmp_path: Path) -> None:
    bodies = ["[rules]\nhand_limit = 0\nfinal_tie = 'sharde'", "", "[rules]\nhand_limits = 9\nplayers = [4, 3]"]
    assert told(write(tmp_path, "arcanum/it", bodies)) == [
        "base (line 1): 2.toml -> 1.toml: rules.hand_limit (line 4): expected a whole number from 1 to 60, got 0",
        "base (line 1): 2.toml -> 1.toml: rules.final_tie (line 5): expected 'hand' or 'shared', got 'sharde'; "
        "did you mean 'shared'?",
        "rules.hand_limits (line 4): unknown key 'hand_limits'; did you mean 'hand_limit'?",
    ]


def test_what_is_missing_is_told_where_the_chain_breaks_off(tmp_path: Path) -> None:
    top = write(tmp_path, "low.toml", ["", "", ""])
    missing = "base (line 1): the base 'low.toml': cannot be read: No such file or directory"
    assert told(top) == [f"base (line 1): 2.toml -> 1.toml: {missing}"]
    assert told(tmp_path / "1.toml") == [missing]
    (tmp_path / "low.toml").write_text("base = \n", encoding="utf-8")
    assert told(tmp_path / "1.toml") == ["base (line 1): the base 'low.toml': line 1: a value is missing after '='"]
    (tmp_path / "low.toml").write_text("name = 'x'", encoding="utf-8")
    (fault,) = told(top)
    assert fault.startswith("base (line 1): 2.toml -> 1.toml -> low.toml: base: the key 'base' is missing")


def test_values_of_the_game_that_the_base_is_not_of_are_told_with_the_chain(tmp_path: Path) -> None:
    bodies = ["[rules]\nbribe_surplus = 2", "", "[rules]\nhand_limit = 9\n[location.6]\nname = 'x'"]
    changes = "and this file changes arcana/revised (2.toml -> 1.toml)"
    assert told(write(tmp_path, "arcana/revised", bodies)) == [
        f"rules.hand_limit (line 4): 'hand_limit' is a value of arcanum, {changes}",
        f"location (line 5): [location] is a table of arcanum, {changes}",
    ]


def test_a_game_reads_no_rules_of_the_other_game(tmp_path: Path) -> None:
    path = write(tmp_path, "arcana/revised", ["", ""])
    with pytest.raises(HouseRuleError) as caught:
        tarot_house.load(path)
    (fault,) = caught.value.faults
    assert str(fault) == "base (line 1): 1.toml: base (line 1): expected a rule set of arcanum, got 'arcana/revised'"


def elsewhere(folder: Path) -> Iterator[tuple[str, str]]:
    """Bases that are no file of the folder, and what is said about them."""
    outside = folder.parent / "outside.toml"
    outside.write_text('base = "arcanum/it"\nname = "x"\n', encoding="utf-8")
    (folder / "folder.toml").mkdir()
    (folder / "large.toml").write_text("#" * 200_000, encoding="utf-8")
    path = "expected the path of a house rule in the folder of this file or below, got"
    yield "../outside.toml", f"{path} '../outside.toml'"
    yield "sub/../../outside.toml", f"{path} 'sub/../../outside.toml'"
    yield "/etc/hostname.toml", f"{path} '/etc/hostname.toml'"
    yield str(outside), f"{path} {str(outside)!r}"[:60]
    yield "a\\u0000.toml", f"{path} 'a\\x00.toml'"
    yield "folder.toml", "the base 'folder.toml': a folder, not a file"
    yield "large.toml", "the base 'large.toml': larger than 100000 bytes"
    yield "house.toml", "the files name each other in a circle: house.toml -> house.toml"
    yield "./house.toml", "the files name each other in a circle: house.toml -> house.toml"
    yield "x" * 300 + ".toml", "the base 'xxxx"
    if hasattr(os, "mkfifo"):
        (folder / "link.toml").symlink_to(outside)
        (folder / "null.toml").symlink_to("/dev/zero")
        (folder / "self.toml").symlink_to(folder / "self.toml")
        (folder / "up").symlink_to(folder.parent)
        os.mkfifo(folder / "pipe.toml")
        yield "link.toml", "the base 'link.toml': it leads out of the folder of this file"
        yield "null.toml", "the base 'null.toml': it leads out of the folder of this file"
        yield "up/outside.toml", "the base 'up/outside.toml': it leads out of the folder of this file"
        yield "self.toml", "the base 'self.toml': cannot be read: "
        yield "pipe.toml", "the base 'pipe.toml': not a file that can be read to its end"


def test_a_file_of_a_stranger_reaches_nothing_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for base, message in elsewhere(folder):
        (folder / "house.toml").write_text(f'base = "{base}"\nname = "x"\n', encoding="utf-8")
        with pytest.raises(HouseRuleError) as caught:
            arcanum.rules(folder / "house.toml")
        (fault,) = map(str, caught.value.faults)
        assert fault.startswith(f"base (line 1): {message}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs symbolic links")
def test_no_link_leads_to_a_board_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "board.toml").symlink_to(EXAMPLES / "boards" / "twin_cities.toml")
    path = write(tmp_path / "house", "arcanum/it", ["[rules]\nboard = 'board.toml'"])
    assert told(path) == ["rules.board (line 4): a board file 'board.toml': it leads out of the folder of this file"]


# --- the chain --------------------------------------------------------------------------------------------------------


def test_the_chain_of_rules_ends_with_the_built_in_ones(tmp_path: Path) -> None:
    for ruleset in arcanum.rulesets():
        assert names(arcanum.rules(ruleset)) == [ruleset]
    assert names(arcanum.rules(EXAMPLES / "nine_cards.toml")) == ["Nine cards in hand", "arcanum/it"]
    top, below, base = chain(arcanum.rules(EXAMPLES / "friendly_nine.toml"))
    assert [change.key for change in top.game.changes(top, below)] == ["final_tie"]
    assert [change.key for change in top.game.changes(below, base)] == ["hand_limit"]
    assert [change.key for change in top.game.changes(top, base)] == ["hand_limit", "final_tie"]


CHAIN = "Friendly nine (a variant of Nine cards in hand -> arcanum/it)"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["diff", "FILE", "arcanum/it"], f"{CHAIN} and arcanum/it differ in 5 clauses"),
        (
            ["compare", "arcanum/it", "FILE", "--players", "random,random,random", "--games", "1"],
            f"arcanum/it and {CHAIN}: one game each, players random, random, random",
        ),
        (
            ["simulate", "--rules", "FILE", "--players", "random,random,random", "--games", "1"],
            f"{CHAIN}: 1 game, 0 without an end",
        ),
        (["demo", "--rules", "FILE", "--players", "3"], f"{CHAIN}: Anna, Bruno, Clara"),
        (["replay", "RECORD"], f"{CHAIN}: Anna, Bruno, Clara"),
        (["verify", "RECORD"], f"RECORD: good, {CHAIN}, 3 players, 0 actions, not finished"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_first_line_of_every_command_shows_the_chain(
    arguments: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, record = str(EXAMPLES / "friendly_nine.toml"), str(tmp_path / "record.txt")
    records.write(record, records.make(file, players=3, seed=1))
    assert main([each.replace("FILE", file).replace("RECORD", record) for each in arguments]) == 0
    assert capsys.readouterr().out.strip().startswith(line.replace("RECORD", record))


def test_the_page_and_the_document_of_a_comparison_show_the_chain() -> None:
    rules = arcanum.rules(EXAMPLES / "friendly_nine.toml")
    compared = arcanum.compare("arcanum/it", rules, ["random"] * 3, games=1)
    assert compared.plain()["other"]["title"] == CHAIN
    assert f"<h1>arcanum/it <span class=note>and</span> {escape(CHAIN)}</h1>" in page(compared)


def test_rules_upon_others_have_a_digest_of_their_own() -> None:
    top, below, base = chain(arcanum.rules(EXAMPLES / "friendly_nine.toml"))
    assert len({digest(top), digest(below), digest(base)}) == 3
