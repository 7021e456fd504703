"""The traceability check finds every kind of gap, and this repository has none."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from arcanum.kernel.ids import ClauseId
from arcanum.spec import trace

ROOT = Path(__file__).parents[1]


@attrs.frozen
class Entry:
    """As much of a clause as the check looks at."""

    id: ClauseId
    uncited: str = ""


@attrs.frozen
class Index:
    """As much of a clause index as the check looks at."""

    entries: list[Entry]
    game: str = "arcanum"

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


class Tree:
    """A small project in a temporary directory: one game with two clauses, both proved, both cited."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.entries = [Entry(ClauseId("DEAL-1")), Entry(ClauseId("DEAL-2"))]
        self.write("src/arcanum/tarot/clauses.toml", '[[clause]]\nid = "DEAL-1"\n[[clause]]\nid = "DEAL-2"\n')
        self.write(
            "src/arcanum/tarot/clause_ids.py",
            """
            from typing import Final
            from arcanum.kernel.ids import ClauseId
            DEAL_1: Final = ClauseId("DEAL-1")
            DEAL_2: Final = ClauseId("DEAL-2")
            """,
        )
        self.write(
            "src/arcanum/tarot/setup.py",
            """
            from arcanum.tarot.clause_ids import DEAL_1, DEAL_2
            HAND = Limit(DEAL_2)
            def deal():
                return event(clause=DEAL_1)
            """,
        )
        self.write(
            "spec/test_deal.py",
            '''
            from arcanum.spec import proves
            from arcanum.tarot.clause_ids import DEAL_1, DEAL_2

            @proves(DEAL_1, DEAL_2)
            @given(games())
            def test_everybody_gets_cards(game):
                """Everybody gets five
                cards.

                And no more.
                """
            ''',
        )

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text), encoding="utf-8")

    def append(self, path: str, text: str) -> None:
        self.write(path, (self.root / path).read_text(encoding="utf-8") + textwrap.dedent(text))

    def scan(self) -> trace.Trace:
        return trace.scan(self.root, lambda _: Index(self.entries))

    def problems(self) -> list[str]:
        return [str(problem) for problem in self.scan().problems]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_this_repository_has_no_gap() -> None:
    if problems := trace.check(ROOT):
        pytest.fail("\n".join(map(str, problems)), pytrace=False)


def test_a_complete_tree_has_no_problem(tree: Tree) -> None:
    assert tree.problems() == []


def test_a_property_is_found_with_its_place_and_sentence(tree: Tree) -> None:
    (found,) = tree.scan().properties
    assert found.source == "spec/test_deal.py::test_everybody_gets_cards"
    assert found.place.line == 7
    assert found.summary == "Everybody gets five cards."
    assert [clause.id for clause in found.clauses] == ["DEAL-1", "DEAL-2"]


def test_a_citation_is_found_with_the_definition_around_it(tree: Tree) -> None:
    found = {use.clause.id: use.place for use in tree.scan().citations}
    assert found == {
        "DEAL-1": trace.Place("src/arcanum/tarot/setup.py", 5, "deal"),
        "DEAL-2": trace.Place("src/arcanum/tarot/setup.py", 3, "HAND"),
    }


@pytest.mark.parametrize(
    ("imports", "use"),
    [
        ("from arcanum.tarot.clause_ids import DEAL_1 as D", "D"),
        ("from arcanum.tarot.clause_ids import *", "DEAL_1"),
        ("from arcanum.tarot import clause_ids", "clause_ids.DEAL_1"),
        ("from arcanum.tarot import clause_ids as c", "c.DEAL_1"),
        ("import arcanum.tarot.clause_ids as c", "c.DEAL_1"),
        ("import arcanum.tarot.clause_ids", "arcanum.tarot.clause_ids.DEAL_1"),
        ("from .clause_ids import DEAL_1", "DEAL_1"),
        ("from . import clause_ids as c", "c.DEAL_1"),
    ],
)
def test_every_way_to_import_a_name_counts(tree: Tree, imports: str, use: str) -> None:
    tree.write("src/arcanum/tarot/more.py", f"{imports}\nclass Deal:\n    @cites({use})\n    def run(self): ...\n")
    places = {use.place for use in tree.scan().citations if use.clause.id == "DEAL-1"}
    assert trace.Place("src/arcanum/tarot/more.py", 3, "Deal.run") in places


def test_an_import_alone_is_no_citation(tree: Tree) -> None:
    tree.write("src/arcanum/tarot/setup.py", "from arcanum.tarot.clause_ids import DEAL_1, DEAL_2\nx = DEAL_1\n")
    (problem,) = tree.problems()
    assert problem.startswith("src/arcanum/tarot/clauses.toml:4: no code cites DEAL-2")


def test_a_clause_may_say_why_no_code_cites_it(tree: Tree) -> None:
    tree.write("src/arcanum/tarot/setup.py", "from arcanum.tarot.clause_ids import DEAL_1\nx = DEAL_1\n")
    tree.entries[1] = Entry(ClauseId("DEAL-2"), uncited="a remark of the book, nothing to do")
    assert tree.problems() == []


def test_a_reason_that_no_longer_holds_is_a_problem(tree: Tree) -> None:
    tree.entries[1] = Entry(ClauseId("DEAL-2"), uncited="a remark of the book, nothing to do")
    (problem,) = tree.problems()
    assert "DEAL-2 says why no code cites it, but src/arcanum/tarot/setup.py:3 does" in problem


def test_a_clause_without_a_property_is_a_problem(tree: Tree) -> None:
    tree.write("spec/test_deal.py", "")
    assert tree.problems() == [
        "src/arcanum/tarot/clauses.toml:2: no property proves DEAL-1",
        "src/arcanum/tarot/clauses.toml:4: no property proves DEAL-2",
    ]


def test_a_test_without_a_clause_is_a_problem(tree: Tree) -> None:
    tree.append("spec/test_deal.py", "\nclass TestDeal:\n    def test_more(self): ...\n")
    assert tree.problems() == ["spec/test_deal.py:15: TestDeal.test_more proves no clause: mark it with @proves"]


def test_helpers_in_spec_need_no_clause(tree: Tree) -> None:
    tree.write("spec/support.py", "def games():\n    def test_inner(): ...\n")
    assert tree.problems() == []


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("@proves", "@proves on test_more names no clause"),
        ("@proves()", "@proves on test_more names no clause"),
        ("@proves('DEAL-1')", "'DEAL-1' is not a clause name imported from a clause_ids module"),
        ("@proves(DEAL_9)", "DEAL_9 is not a clause name imported from a clause_ids module"),
        ("@proves(*EVERYTHING)", "*EVERYTHING is not a clause name imported from a clause_ids module"),
    ],
)
def test_a_mark_that_names_no_clause_is_a_problem(tree: Tree, mark: str, message: str) -> None:
    tree.append("spec/test_deal.py", f"\n{mark}\ndef test_more(): ...\n")
    assert tree.problems() == [f"spec/test_deal.py:14: {message}"]


def test_an_import_of_an_unknown_clause_is_a_problem(tree: Tree) -> None:
    tree.append("spec/test_deal.py", "\nfrom arcanum.tarot.clause_ids import DEAL_9\n")
    assert tree.problems() == ["spec/test_deal.py:14: arcanum.tarot.clause_ids has no clause DEAL_9"]


def test_a_name_without_a_clause_is_a_problem(tree: Tree) -> None:
    tree.append("src/arcanum/tarot/clause_ids.py", '\nDEAL_9: Final = ClauseId("DEAL-9")\n')
    assert tree.problems() == [
        "src/arcanum/tarot/clause_ids.py:1: DEAL_9 stands for DEAL-9, which is not in the clause index"
    ]


def test_a_state_machine_must_prove_something(tree: Tree) -> None:
    machine = """
        class Game(RuleBasedStateMachine):
            @invariant()
            def hands_are_small(self): ...
        TestGame = Game.TestCase
    """
    tree.append("spec/test_deal.py", machine)
    (problem,) = tree.problems()
    assert "the state machine Game proves no clause" in problem
    tree.write(
        "spec/test_deal.py", (tree.root / "spec/test_deal.py").read_text().replace("@inv", "@proves(DEAL_1)\n    @inv")
    )
    assert tree.problems() == []
    assert [found.place.qualname for found in tree.scan().properties][1:] == ["Game.hands_are_small"]


class TestPending:
    def test_a_pending_clause_needs_neither_property_nor_citation(self, tree: Tree) -> None:
        tree.write("spec/test_deal.py", "")
        tree.write("src/arcanum/tarot/setup.py", "from .clause_ids import DEAL_1\nx = DEAL_1\n")
        tree.write("spec/pending.toml", '[arcanum]\nceiling = 2\nclauses = ["DEAL-1", "DEAL-2"]\n')
        assert tree.problems() == []

    def test_more_than_the_ceiling_is_a_problem(self, tree: Tree) -> None:
        tree.write("spec/test_deal.py", "")
        tree.write("spec/pending.toml", '[arcanum]\nceiling = 1\nclauses = ["DEAL-1", "DEAL-2"]\n')
        assert tree.problems() == ["spec/pending.toml:1: 2 clauses are pending, 1 may be: the list may only shrink"]

    def test_a_pending_clause_with_a_property_is_a_problem(self, tree: Tree) -> None:
        tree.write("spec/pending.toml", '[arcanum]\nceiling = 1\nclauses = [\n    "DEAL-2",\n]\n')
        (problem,) = tree.problems()
        assert problem.startswith("spec/pending.toml:4: DEAL-2 is pending, but spec/test_deal.py::test_everybody")

    def test_an_unknown_pending_clause_is_a_problem(self, tree: Tree) -> None:
        tree.write("spec/pending.toml", '[arcanum]\nceiling = 1\nclauses = ["DEAL-9"]\n')
        assert tree.problems() == ["spec/pending.toml:3: DEAL-9 is pending, but there is no such clause"]

    def test_a_clause_listed_twice_is_a_problem(self, tree: Tree) -> None:
        tree.write("spec/test_deal.py", "")
        tree.write("spec/pending.toml", '[arcanum]\nceiling = 3\nclauses = ["DEAL-1", "DEAL-2", "DEAL-1"]\n')
        assert tree.problems() == ["spec/pending.toml:3: DEAL-1 is listed twice"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[chess]\nceiling = 0\nclauses = []\n", "there is no game chess: there are arcanum"),
            ("[arcanum]\nclauses = []\n", "[arcanum] must have exactly `ceiling` and `clauses`"),
            ("[arcanum]\nceiling = 0\nclauses = []\nwhy = ''\n", "[arcanum] must have exactly `ceiling` and `clauses`"),
            ("[arcanum", "not TOML"),
        ],
    )
    def test_a_malformed_list_is_a_problem(self, tree: Tree, text: str, message: str) -> None:
        tree.write("spec/pending.toml", text)
        (problem,) = tree.problems()
        assert message in problem


def test_the_table_adds_up(tree: Tree) -> None:
    assert trace.table(tree.scan()).split() == [
        *("game", "clauses", "proved", "pending", "properties", "citations"),
        *("arcanum", "2", "2", "0", "1", "2"),
    ]
