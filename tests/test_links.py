"""A property whose clause has changed is suspect until somebody has looked at it, and this repository has none."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import attrs
import pytest

from arcanum.kernel.clauses import Clause, FrozenMap
from arcanum.kernel.ids import ClauseId
from arcanum.spec import links, trace
from arcanum.spec.links import Link, Links, SpoiledLock

ROOT = Path(__file__).parents[1]

TAROT = """
game = "arcanum"
[documents.000]
title = "A rulebook"
printings = ["en", "de"]
[sections.DEAL]
title = "Dealing"
[sections.AMB]
title = "Rulings"
[[clause]]
id = "DEAL-1"
section = "DEAL"
text = "Everybody gets five cards."
property = "each hand has 5 cards"
printings = { en = "000:1-2", de = "000:9" }
parameters = { cards = 5, fast = true, table = { few = 1, many = 2 } }
readings = { de = { cards = 6 } }
misprints = { en = { cards = 7 } }
rulings = ["AMB-1"]
note = "so it says"
[[clause]]
id = "DEAL-2"
section = "DEAL"
text = "The rest is the deck."
property = "the deck has the rest"
parameters = { decks = 1 }
[[clause]]
id = "AMB-1"
section = "AMB"
text = "Too few cards."
ruling = "Deal what there is."
reason = "There is nothing else."
"""

GUILDS = """
game = "arcana"
[documents.002]
title = "Another rulebook"
printings = ["first"]
[sections.AMB]
title = "Rulings"
[[clause]]
id = "AMB-1"
section = "AMB"
text = "Too many guilds."
ruling = "Draw lots."
"""

SPEC = """
from arcanum.spec import proves
from arcanum.tarot.clause_ids import AMB_1, DEAL_1, DEAL_2

@proves(DEAL_1, AMB_1)
def test_hands(): ...

@proves(DEAL_1)
def test_more_hands(): ...

class Game(RuleBasedStateMachine):
    @proves(DEAL_2)
    @invariant()
    def deck_is_the_rest(self): ...

TestGame = Game.TestCase
"""

OTHER = """
from arcanum.spec import proves
from arcanum.guilds.clause_ids import AMB_1

@proves(AMB_1)
def test_lots(): ...

@proves(AMB_1)
def test_more_hands(): ...
"""

HANDS = "spec/arcanum/test_deal.py::test_hands"
MORE = "spec/arcanum/test_deal.py::test_more_hands"
DECK = "spec/arcanum/test_deal.py::Game.deck_is_the_rest"
LOTS = "spec/arcana/test_lots.py::test_lots"
OTHER_MORE = "spec/arcana/test_lots.py::test_more_hands"


class Tree:
    """A small project in a temporary directory: two games that share an id, and a lock that is current."""

    INDEX = "src/arcanum/tarot/clauses.toml"
    DEAL = "spec/arcanum/test_deal.py"

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lock = root / "spec" / "links.json"
        for package, index in (("tarot", TAROT), ("guilds", GUILDS)):
            self.write(f"src/arcanum/{package}/clauses.toml", index)
            self.name(package, *(line.split('"')[1] for line in index.splitlines() if line.startswith("id = ")))
        self.write(self.DEAL, SPEC)
        self.write("spec/arcana/test_lots.py", OTHER)
        links.main(["--new"], root)

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text), encoding="utf-8")

    def name(self, package: str, *ids: str) -> None:
        names = "".join(f'{id.replace("-", "_")}: Final = ClauseId("{id}")\n' for id in ids)
        self.write(f"src/arcanum/{package}/clause_ids.py", names)

    def replace(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        assert old in text
        self.write(path, text.replace(old, new))

    def rename_deal_2(self) -> None:
        self.replace(self.INDEX, "DEAL-2", "DEAL-3")
        self.replace(self.DEAL, "DEAL_2", "DEAL_3")
        self.name("tarot", "DEAL-1", "DEAL-3", "AMB-1")

    def read(self) -> Links:
        return Links.read(self.root, trace.scan(self.root))

    def suspect(self) -> set[tuple[str, str]]:
        return {(link.source, link.clause) for link in self.read().suspect}

    def problems(self) -> list[str]:
        return [str(problem) for problem in links.check(self.root)]


@pytest.fixture
def tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tree:
    made = Tree(tmp_path)
    capsys.readouterr()
    return made


def test_the_links_of_this_repository_are_current() -> None:
    if problems := links.check(ROOT):
        pytest.fail("\n".join(map(str, problems)), pytrace=False)


def test_a_tree_that_nobody_has_changed_is_current(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert tree.problems() == []
    assert links.main([], tree.root) == 0
    assert capsys.readouterr().out == "6 links of 5 properties are current\n"


# --- what makes a link suspect ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("five cards.", "six cards.", "text changed"),
        ("each hand has 5 cards", "each hand has 6 cards", "property changed"),
        ('rulings = ["AMB-1"]', 'ruling = "Five it is."\nrulings = ["AMB-1"]', "ruling new"),
        ('rulings = ["AMB-1"]', "", "rulings gone"),
        ("cards = 5", "cards = 4", "parameters changed"),
        ("cards = 5", 'cards = "5"', "parameters changed"),
        ("cards = 5", "cards = 5, more = 0", "parameters changed"),
        ("fast = true", "fast = 1", "parameters changed"),
        ("many = 2", "many = 3", "parameters changed"),
        ("de = { cards = 6 }", "de = { cards = 7 }", "reading of de changed"),
        ("de = { cards = 6 }", "de = { cards = 6 }, en = { fast = false }", "reading of en new"),
        ("readings = { de = { cards = 6 } }", "", "reading of de gone"),
        ("en = { cards = 7 }", "en = { cards = 8 }", "misprint of en changed"),
        ("en = { cards = 7 }", "de = { cards = 7 }", "misprint of en gone, misprint of de new"),
        (
            'text = "Everybody gets five cards."\nproperty = "each hand has 5 cards"',
            'text = "All get six."\nproperty = "six in each hand"',
            "text changed, property changed",
        ),
    ],
)
def test_a_change_of_a_clause_makes_its_own_links_suspect(tree: Tree, old: str, new: str, told: str) -> None:
    tree.replace(tree.INDEX, old, new)
    assert tree.problems() == [
        f"spec/arcanum/test_deal.py:6: test_hands was written for another arcanum:DEAL-1: {told}",
        f"spec/arcanum/test_deal.py:9: test_more_hands was written for another arcanum:DEAL-1: {told}",
    ]
    assert links.main([], tree.root) == 1


def test_a_change_of_a_ruling_makes_the_links_of_the_ruling_suspect(tree: Tree) -> None:
    tree.replace(tree.INDEX, "Deal what there is.", "Deal nothing.")
    assert tree.problems() == [
        "spec/arcanum/test_deal.py:6: test_hands was written for another arcanum:AMB-1: ruling changed"
    ]


def test_games_that_share_an_id_do_not_share_its_fingerprint(tree: Tree) -> None:
    tree.replace("src/arcanum/guilds/clauses.toml", "Draw lots.", "Shout.")
    assert tree.suspect() == {(LOTS, "arcana:AMB-1"), (OTHER_MORE, "arcana:AMB-1")}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("000:1-2", "000:3-4"),
        ('en = "000:1-2", ', ""),
        ("so it says", "so they say"),
        ('note = "so it says"', 'derived = true\nuncited = "an example"'),
        ("There is nothing else.", "It is late."),
        ("Dealing", "The deal"),
        ("A rulebook", "The rulebook"),
        ('game = "arcanum"', '# A remark.\ngame = "arcanum"'),
        ("cards = 5, fast = true", "fast = true, cards = 5"),
        ("few = 1, many = 2", "many = 2, few = 1"),
    ],
)
def test_what_no_property_is_written_for_may_change(tree: Tree, old: str, new: str) -> None:
    tree.replace(tree.INDEX, old, new)
    assert tree.suspect() == set()


def test_clauses_may_stand_in_another_order(tree: Tree) -> None:
    head, first, second, third = TAROT.split("[[clause]]")
    tree.write(tree.INDEX, "[[clause]]".join([head, third, second, first]))
    assert tree.suspect() == set()


def test_properties_may_move_to_other_lines(tree: Tree) -> None:
    tree.replace(tree.DEAL, "@proves(DEAL_1)\n", "# A remark.\n\n@proves(DEAL_1)\n")
    assert tree.suspect() == set()


def test_of_every_field_of_a_clause_it_is_known_whether_it_counts() -> None:
    clause = Clause(game="arcanum", id=ClauseId("DEAL-1"), section="DEAL", section_title="Dealing", text="Deal.")
    table = FrozenMap({"de": FrozenMap({"cards": 6})})
    counts: dict[str, Any] = {
        "text": "Deal twice.",
        "property": "Twice.",
        "ruling": "Never.",
        "rulings": (ClauseId("AMB-1"),),
        "parameters": FrozenMap({"cards": 5}),
        "readings": table,
        "misprints": table,
    }
    counts_not: dict[str, Any] = {
        "section": "AMB",
        "section_title": "The deal",
        "printings": FrozenMap({"de": "000:1"}),
        "reason": "Why not.",
        "note": "Well.",
        "derived": True,
        "uncited": "An example.",
        "house": True,
        "all_printings": ("de",),
    }
    # Game and id are the name of the clause in the lock.
    assert {*counts, *counts_not, "game", "id"} == {field.name for field in attrs.fields(Clause)}
    for name, value in counts.items():
        assert links.parts(attrs.evolve(clause, **{name: value})) != links.parts(clause), name
    for name, value in counts_not.items():
        assert links.parts(attrs.evolve(clause, **{name: value})) == links.parts(clause), name


def test_a_property_that_was_just_written_is_not_in_the_lock(tree: Tree) -> None:
    tree.write("spec/arcanum/test_new.py", SPEC[: SPEC.index("@proves(DEAL_1)\n")])
    assert tree.problems() == [
        "spec/arcanum/test_new.py:6: test_hands proves arcanum:AMB-1, but is not in spec/links.json yet",
        "spec/arcanum/test_new.py:6: test_hands proves arcanum:DEAL-1, but is not in spec/links.json yet",
    ]


def test_without_a_lock_every_property_is_new(tree: Tree) -> None:
    tree.lock.unlink()
    assert len(tree.read().new) == len(tree.problems()) == 6


def test_a_property_that_is_no_more_is_found_with_its_line_in_the_lock(tree: Tree) -> None:
    tree.replace(tree.DEAL, "def test_more_hands", "def helper")
    tree.replace(tree.DEAL, "@proves(DEAL_1)\n", "")
    assert tree.problems() == ["spec/links.json:6: test_more_hands was written for arcanum:DEAL-1, but is no more"]


def test_a_property_that_no_longer_proves_a_clause_is_suspect(tree: Tree) -> None:
    tree.replace(tree.DEAL, "@proves(DEAL_1, AMB_1)", "@proves(DEAL_1)")
    assert tree.problems() == [
        "spec/arcanum/test_deal.py:6: test_hands was written for arcanum:AMB-1, which it no longer proves"
    ]


def test_a_property_that_names_one_more_clause_is_suspect(tree: Tree) -> None:
    tree.replace(tree.DEAL, "@proves(DEAL_1)", "@proves(DEAL_1, DEAL_2)")
    assert tree.problems() == [
        "spec/arcanum/test_deal.py:9: test_more_hands says that it proves arcanum:DEAL-2, for which it was not written"
    ]


def test_a_clause_that_is_no_more_leaves_its_properties_suspect(tree: Tree) -> None:
    tree.write(tree.INDEX, TAROT[: TAROT.rindex("[[clause]]")].replace('rulings = ["AMB-1"]', 'rulings = ["DEAL-2"]'))
    assert (
        "spec/arcanum/test_deal.py:6: test_hands was written for arcanum:AMB-1, which is no longer a clause"
        in tree.problems()
    )


def test_a_clause_under_another_id_is_another_clause(tree: Tree) -> None:
    tree.rename_deal_2()
    where = "spec/arcanum/test_deal.py:14: Game.deck_is_the_rest"
    assert tree.problems() == [
        f"{where} was written for arcanum:DEAL-2, which is no longer a clause",
        f"{where} says that it proves arcanum:DEAL-3, for which it was not written",
    ]
    assert links.main(["--new", "--gone"], tree.root) == 1
    assert tree.suspect() == {(DECK, "arcanum:DEAL-2"), (DECK, "arcanum:DEAL-3")}
    assert links.main(["--looked-at", DECK], tree.root) == 0
    assert tree.suspect() == set()


def test_the_pages_can_ask_for_each_property_of_a_clause(tree: Tree) -> None:
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    scan, known = trace.scan(tree.root), tree.read()
    found = {
        (proof.source, ref.id): known.doubt(Link.between(proof, clause))
        for proof in scan.properties
        for ref in proof.clauses
        if isinstance(clause := scan.clauses[ref], Clause)
    }
    assert found == {
        (HANDS, "DEAL-1"): "was written for another arcanum:DEAL-1: text changed",
        (HANDS, "AMB-1"): "",
        (MORE, "DEAL-1"): "was written for another arcanum:DEAL-1: text changed",
        (DECK, "DEAL-2"): "",
        (LOTS, "AMB-1"): "",
        (OTHER_MORE, "AMB-1"): "",
    }


# --- what somebody has looked at --------------------------------------------------------------------------------------

DEAL_1 = {(HANDS, "arcanum:DEAL-1"), (MORE, "arcanum:DEAL-1")}
AMB_1 = {(HANDS, "arcanum:AMB-1")}
LOT_1 = {(LOTS, "arcana:AMB-1"), (OTHER_MORE, "arcana:AMB-1")}


@pytest.mark.parametrize(
    ("names", "left"),
    [
        ([HANDS], {(MORE, "arcanum:DEAL-1")} | LOT_1),
        (["test_hands"], {(MORE, "arcanum:DEAL-1")} | LOT_1),
        ([MORE], {(HANDS, "arcanum:DEAL-1")} | AMB_1 | LOT_1),
        (["arcanum:DEAL-1"], AMB_1 | LOT_1),
        (["DEAL-1"], AMB_1 | LOT_1),
        (["arcanum:AMB-1"], DEAL_1 | LOT_1),
        (["arcana:AMB-1"], DEAL_1 | AMB_1),
        (["test_hands", "arcana:AMB-1"], {(MORE, "arcanum:DEAL-1")}),
        (["Game.deck_is_the_rest"], DEAL_1 | AMB_1 | LOT_1),
        (["arcanum:DEAL-1", "arcanum:AMB-1", "arcana:AMB-1"], set()),
    ],
)
def test_looking_mends_what_it_names_and_nothing_else(tree: Tree, names: list[str], left: set[tuple[str, str]]) -> None:
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    tree.replace(tree.INDEX, "Deal what there is.", "Deal nothing.")
    tree.replace("src/arcanum/guilds/clauses.toml", "Draw lots.", "Shout.")
    assert tree.suspect() == DEAL_1 | AMB_1 | LOT_1
    assert links.main(["--looked-at", *names], tree.root) == (1 if left else 0)
    assert tree.suspect() == left


def test_a_link_that_was_mended_is_suspect_again_when_the_clause_changes_back(tree: Tree) -> None:
    before = tree.lock.read_text(encoding="utf-8")
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    links.main(["--looked-at", "arcanum:DEAL-1"], tree.root)
    tree.replace(tree.INDEX, "six cards.", "five cards.")
    assert tree.suspect() == DEAL_1
    links.main(["--looked-at", "arcanum:DEAL-1"], tree.root)
    assert tree.lock.read_text(encoding="utf-8") == before


def test_new_and_gone_properties_are_written_down_without_mending_a_changed_link(tree: Tree) -> None:
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    tree.replace(tree.DEAL, "def test_more_hands", "def test_all_hands")
    assert tree.suspect() == {*DEAL_1, ("spec/arcanum/test_deal.py::test_all_hands", "arcanum:DEAL-1")}
    assert links.main(["--new"], tree.root) == 1
    assert tree.suspect() == DEAL_1
    assert links.main(["--gone"], tree.root) == 1
    assert tree.suspect() == {(HANDS, "arcanum:DEAL-1")}


def test_the_report_says_what_to_do(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    assert links.main([], tree.root) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[2] == "suspect links: 2"
    assert said[4].strip() == "python -m arcanum.spec.links --looked-at arcanum:DEAL-1"
    assert links.main(said[4].split()[3:], tree.root) == 0
    assert capsys.readouterr().out == "links written down: 2\n6 links of 5 properties are current\n"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("test_hand", f"no property and no clause is called 'test_hand'; did you mean {HANDS} or"),
        ("arcanum:DEAL-9", "did you mean arcanum:DEAL-2 or arcanum:DEAL-1 or arcanum:AMB-1?\n"),
        ("deal-1", "did you mean arcanum:DEAL-1 or arcanum:DEAL-2?\n"),
        ("zzzz", "no property and no clause is called 'zzzz'\n"),
        ("AMB-1", "AMB-1 may be arcana:AMB-1 or arcanum:AMB-1: give the whole name\n"),
        ("test_more_hands", f"test_more_hands may be {OTHER_MORE} or {MORE}: give the whole name\n"),
        ("spec/arcanum/test_deal.py", "no property and no clause is called 'spec/arcanum/test_deal.py'"),
    ],
)
def test_a_name_that_means_nothing_or_too_much_is_refused_and_nothing_written(
    tree: Tree, capsys: pytest.CaptureFixture[str], name: str, sentence: str
) -> None:
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    before = tree.lock.read_bytes()
    assert links.main(["--looked-at", "arcanum:DEAL-1", name], tree.root) == 2
    assert sentence in capsys.readouterr().err
    assert tree.lock.read_bytes() == before


# --- the lock ---------------------------------------------------------------------------------------------------------


def test_the_lock_has_a_line_for_each_property_in_the_order_of_their_names(tree: Tree) -> None:
    first, *lines, last = tree.lock.read_text(encoding="utf-8").splitlines()
    assert (first, last) == ("{", "}")
    assert [line.split('"')[1] for line in lines] == [LOTS, OTHER_MORE, DECK, HANDS, MORE]
    (hands,) = json.loads(f"[{{{lines[3].rstrip(',')}}}]")
    assert {clause: list(seen) for clause, seen in hands[HANDS].items()} == {
        "arcanum:AMB-1": ["text", "ruling"],
        "arcanum:DEAL-1": ["text", "property", "rulings", "parameters", "reading of de", "misprint of en"],
    }


def test_looking_at_a_property_changes_one_line(tree: Tree) -> None:
    before = tree.lock.read_text(encoding="utf-8").splitlines()
    tree.replace(tree.INDEX, "five cards.", "six cards.")
    links.main(["--looked-at", HANDS], tree.root)
    after = tree.lock.read_text(encoding="utf-8").splitlines()
    assert [old.split('"')[1] for old, new in zip(before, after, strict=True) if old != new] == [HANDS]


def test_looking_without_need_leaves_the_file_alone(tree: Tree) -> None:
    tree.lock.write_text(tree.lock.read_text(encoding="utf-8").replace("\n", ""), encoding="utf-8")
    before = tree.lock.read_bytes()
    assert links.main(["--looked-at", HANDS, "--new", "--gone"], tree.root) == 0
    assert tree.lock.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"text"', '"texts"', f"{LOTS}, arcana:AMB-1: a clause has no part 'texts'"),
        ('"text": "', '"text": "X', "a fingerprint has eight hexadecimal digits, not 'X"),
        ('"text": "', '"text": 7, "property": "', "a fingerprint has eight hexadecimal digits, not 7"),
        ('"text": "', '"text": 0.5, "property": "', "'0.5' is not a whole number"),
        ('"arcana:AMB-1"', '"AMB-1"', f"{LOTS}, AMB-1: a clause is named by game and id: arcanum:MIN-A1"),
        ("test_lots.py::", "", "a property is named by file and function"),
        (f'"{LOTS}": {{', f'"{LOTS}": {{}}, "x.py::y": {{', f"{LOTS}: expected the clauses of the property, got {{}}"),
        ('{"arcana:AMB-1": {', '{"arcana:AMB-2": [], "arcana:AMB-1": {', "expected the fingerprints of the clause"),
        (f'"{OTHER_MORE}"', f'"{LOTS}"', "stands twice in a table"),
        (f'  "{LOTS}"', f'<<<<<<< ours\n  "{LOTS}"', "the document (line 2): not JSON"),
        ("{\n", "[{\n", "not JSON"),
    ],
)
def test_a_lock_that_was_spoiled_by_hand_is_refused_with_its_faults(
    tree: Tree, capsys: pytest.CaptureFixture[str], old: str, new: str, fault: str
) -> None:
    text = tree.lock.read_text(encoding="utf-8")
    assert old in text
    tree.lock.write_text(text.replace(old, new, 1), encoding="utf-8")
    spoiled = tree.lock.read_bytes()
    assert links.main(["--new"], tree.root) == 2
    said = capsys.readouterr().err
    assert said.startswith("spec/links.json is spoiled")
    assert fault in said
    assert tree.lock.read_bytes() == spoiled


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.99])
def test_half_a_lock_is_refused(tree: Tree, share: float) -> None:
    whole = tree.lock.read_bytes().rstrip()
    tree.lock.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(SpoiledLock, match="take it from version control again:\n- the document"):
        tree.read()


def test_bytes_that_are_no_text_are_refused(tree: Tree) -> None:
    tree.lock.write_bytes(b"{\xff}")
    with pytest.raises(SpoiledLock, match="not UTF-8 text"):
        tree.read()


def test_all_faults_of_a_lock_are_told_at_once(tree: Tree) -> None:
    text = tree.lock.read_text(encoding="utf-8")
    tree.lock.write_text(text.replace('"text"', '"texts"'), encoding="utf-8")
    with pytest.raises(SpoiledLock) as caught:
        tree.read()
    assert len(caught.value.faults) == 6


def test_a_lock_whose_writing_fails_is_the_old_one(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError("no space left on device")

    tree.replace(tree.INDEX, "five cards.", "six cards.")
    before, files = tree.lock.read_bytes(), sorted(tree.lock.parent.iterdir())
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        links.main(["--looked-at", "arcanum:DEAL-1"], tree.root)
    assert tree.lock.read_bytes() == before
    assert sorted(tree.lock.parent.iterdir()) == files
