"""How often properties say something: measured, and enough of it recorded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arcanum.spec.exercise import complaints

KIT = """
def assert_small(n):
    assert (
        n
        < 10
    )
    assert all(
        each < 10
        for each in (n,)
    )
    if n > 20:
        assert n == 0, "never looked at"
"""

SPEC = """
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
import arcanum
from arcanum.spec import proves
from arcanum.spec.guilds.invariants import check_state
from .kit import assert_small

settings.register_profile("twenty", max_examples=20, derandomize=True, database=None)
settings.load_profile("twenty")
DIGITS = st.integers(0, 9)
DRAWN = []

def arranged(n):
    assert n < 10
    return n

@proves("LUCK-1")
@given(DIGITS)
def test_it_never_comes_to_that(n):
    assert isinstance(n, int)
    if arranged(n) == 11:
        assert n == 12

@proves("LUCK-1")
@given(DIGITS)
def test_one_of_two_is_enough(n):
    if n % 2:
        assert n in (1, 3, 5, 7, 9)
    else:
        assert n in (0, 2, 4, 6, 8)

@proves("LUCK-2")
@given(DIGITS)
def test_what_follows_a_branch_that_leaves_is_its_alternative(n):
    if n % 2:
        assert n in (1, 3, 5, 7, 9)
        return
    assert n in (0, 2, 4, 6, 8)

@proves("LUCK-3")
@given(DIGITS, DIGITS)
def test_the_rarest_counts(n, m):
    assert n >= 0
    for each in (n, m):
        DRAWN.append(each)
        if each == 7:
            assert m >= 0
            assert (
                n
                >= 0
            )

@proves("LUCK-4")
@given(DIGITS)
def test_all_of_nothing_is_nothing(n):
    assert not any(each > n for each in ())
    assert all(each == n for each in sorted(other for other in (n, 1)) if each > 9)

@proves("LUCK-4")
@given(DIGITS)
def test_some_of_nothing_is_nothing(n):
    assert {each for each in (n, 1) if each > 9} <= {n}

@proves("LUCK-5")
@given(st.lists(DIGITS, min_size=1))
def test_all_of_something_is_something(some):
    assert all(0 <= each for each in sorted(other for other in some))
    assert {
        -each
        for each in some
    } <= set(range(-9, 1))

@proves("LUCK-6")
@given(DIGITS)
def test_a_check_claims_for_its_caller(n):
    assert_small(n)

@proves("LUCK-16")
@given(DIGITS)
def test_what_tells_a_type_is_no_claim(n):
    assert n < 10
    if n > 9:
        assert isinstance(n, int)
        assert n is not None and type(n) is int

def assert_digit(n):
    assert n < 10

@proves("LUCK-18")
@given(DIGITS)
def test_a_check_that_is_called_twice_claims_twice(n):
    assert_digit(n)
    if n > 9:
        assert_digit(-n)

@proves("LUCK-17")
@given(st.integers(2, 4))
def test_of_an_invariant_a_part_is_enough(players):
    check_state(arcanum.new_game("arcana/revised", players=players, seed=1))

@proves("LUCK-7")
@given(DIGITS)
def test_types_count_if_there_is_nothing_else(n):
    assert isinstance(n, int)

TRIED = []

@st.composite
def even(draw):
    n = draw(st.integers(0, 10_000))
    TRIED.append(n)
    assume(n % 2 == 0)
    return n

@proves("LUCK-8")
@given(even(), DIGITS)
def test_some_are_discarded(n, m):
    assert n % 2 == 0
    assume(m)
    TRIED.append("ran")
    assert m

@proves("LUCK-9")
@pytest.mark.parametrize("run", [1, 2, 3])
@given(DIGITS)
def test_every_run_counts(run, n):
    if run == 1:
        assert n < 10
    if run == 2:
        assert n >= 0

@proves("LUCK-10")
def test_without_examples_there_is_one():
    for each in ():
        assert each

@proves("LUCK-11")
@pytest.mark.parametrize("least", [0, 5])
@given(DIGITS)
def test_it_fails(least, n):
    assert n >= least

@proves("LUCK-12")
class Walk(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.steps = 0

    @rule()
    def go(self):
        self.steps += 1

    @proves("LUCK-13")
    @precondition(lambda self: self.steps > 100)
    @rule()
    def be_far_away(self):
        assert self.steps > 100

    @proves("LUCK-15")
    @rule(n=DIGITS)
    def stumble(self, n):
        if n == 9:
            assert n
            assume(False)

    @proves("LUCK-14")
    @invariant()
    def be_somewhere(self):
        assert self.steps >= 0

TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=8, stateful_step_count=5)

def test_tell(tmp_path_factory):
    lines = [len(TRIED) - TRIED.count("ran"), TRIED.count("ran"), DRAWN]
    Path("told.txt").write_text(repr(lines))
"""


def ran(tmp_path: Path, *arguments: str) -> None:
    """Run the specification above, in which one property fails."""
    (tmp_path / "luck").mkdir()
    (tmp_path / "luck" / "kit.py").write_text(KIT, encoding="utf-8")
    (tmp_path / "luck" / "test_x.py").write_text(SPEC, encoding="utf-8")
    plugins = 'pytest_plugins = ["arcanum.spec.results", "arcanum.spec.exercise"]\n'
    (tmp_path / "conftest.py").write_text(plugins, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout, done.stdout


def measured(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    """What a run of it writes down."""
    ran(tmp_path, *arguments, "--exercise", "out/exercise.json")
    record: dict[str, Any] = json.loads((tmp_path / "out/exercise.json").read_text(encoding="utf-8"))
    return record


def line_of(text: str) -> str:
    """Where a line of the specification stands."""
    found = [
        f"luck/{name}.py:{number}"
        for name, source in (("kit", KIT), ("test_x", SPEC))
        for number, line in enumerate(source.splitlines(), 1)
        if line.strip() == text
    ]
    assert len(found) == 1
    return found[0]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("measured")


@pytest.fixture(scope="module")
def record(home: Path) -> dict[str, Any]:
    return measured(home)


@pytest.fixture
def properties(record: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["source"].partition("::")[2]: row for row in record["properties"]}


def test_a_condition_that_is_never_met_shows(properties: dict[str, dict[str, Any]]) -> None:
    row = properties["test_it_never_comes_to_that"]
    assert (row["examples"], row["met"]) == (10, 0)
    assert row["rarest"] == line_of("assert n == 12")


@pytest.mark.parametrize(
    "name",
    [
        "test_one_of_two_is_enough",
        "test_what_follows_a_branch_that_leaves_is_its_alternative",
        "test_all_of_something_is_something",
        "test_what_tells_a_type_is_no_claim",
        "test_of_an_invariant_a_part_is_enough",
        "test_types_count_if_there_is_nothing_else",
        "test_some_are_discarded",
    ],
)
def test_a_property_that_always_says_something(properties: dict[str, dict[str, Any]], name: str) -> None:
    assert properties[name]["met"] == properties[name]["examples"] > 0
    assert "rarest" not in properties[name]


def test_the_rarest_claim_decides(properties: dict[str, dict[str, Any]], home: Path) -> None:
    row = properties["test_the_rarest_counts"]
    drawn = json.loads((home / "told.txt").read_text())[2]
    pairs = list(zip(drawn[::2], drawn[1::2], strict=True))
    assert row["examples"] == len(pairs) == 20
    assert row["met"] == sum(7 in pair for pair in pairs) > 0
    assert row["rarest"] == line_of("assert m >= 0")


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("all_of_nothing", "assert all(each == n for each in sorted(other for other in (n, 1)) if each > 9)"),
        ("some_of_nothing", "assert {each for each in (n, 1) if each > 9} <= {n}"),
    ],
)
def test_who_speaks_of_nothing_says_nothing(properties: dict[str, dict[str, Any]], name: str, claim: str) -> None:
    row = properties[f"test_{name}_is_nothing"]
    assert (row["met"], row["rarest"]) == (0, line_of(claim))


def test_a_check_that_is_called_is_part_of_the_property(properties: dict[str, dict[str, Any]]) -> None:
    row = properties["test_a_check_claims_for_its_caller"]
    assert (row["met"], row["rarest"]) == (0, line_of('assert n == 0, "never looked at"'))


def test_it_matters_where_a_check_is_called(properties: dict[str, dict[str, Any]]) -> None:
    row = properties["test_a_check_that_is_called_twice_claims_twice"]
    assert (row["met"], row["rarest"]) == (0, line_of("assert_digit(-n)"))


def test_discarded_examples_are_counted_wherever_they_were_discarded(
    properties: dict[str, dict[str, Any]], home: Path
) -> None:
    tried, ran, _ = json.loads((home / "told.txt").read_text())
    row = properties["test_some_are_discarded"]
    assert (row["examples"], row["discarded"]) == (ran, tried - ran)
    assert ran == 20 < tried


def test_claims_are_put_together_over_all_runs(properties: dict[str, dict[str, Any]]) -> None:
    row = properties["test_every_run_counts"]
    assert (row["examples"], row["discarded"], row["met"]) == (30, 0, 10)
    assert row["runs"] == {"1": [10, 0, 10], "2": [10, 0, 10], "3": [10, 0, 0]}


def test_a_property_without_examples_counts_once(properties: dict[str, dict[str, Any]]) -> None:
    row = properties["test_without_examples_there_is_one"]
    assert (row["examples"], row["discarded"], row["met"]) == (1, 0, 0)


def test_machines_and_their_rules_are_measured_run_by_run(properties: dict[str, dict[str, Any]]) -> None:
    rows = [properties[name] for name in ("Walk", "Walk.be_far_away", "Walk.stumble", "Walk.be_somewhere")]
    assert [row["examples"] for row in rows] == [8, 8, 8, 8]
    assert [row["met"] for row in rows] == [0, 0, 0, 8]
    assert rows[0]["rarest"] == line_of("assert self.steps > 100")
    assert rows[2]["discarded"] > 0


def test_a_property_that_fails_is_named_and_not_measured(
    record: dict[str, Any], properties: dict[str, dict[str, Any]]
) -> None:
    assert record["failed"] == ["luck/test_x.py::test_it_fails"]
    assert "test_it_fails" not in properties
    assert "LUCK-11" not in {row["clause"] for row in record["clauses"]}


def test_a_clause_is_exercised_as_well_as_its_best_property(record: dict[str, Any]) -> None:
    clauses = {row["clause"]: row for row in record["clauses"]}
    assert {row["game"] for row in record["clauses"]} == {"luck"}
    best = clauses["LUCK-1"]
    assert (best["met"], best["property"]) == (10, "luck/test_x.py::test_one_of_two_is_enough")
    never = [name for name, row in clauses.items() if not row["met"]]
    assert never == ["LUCK-10", "LUCK-12", "LUCK-13", "LUCK-15", "LUCK-18", "LUCK-4", "LUCK-6"]


def test_claims_that_are_never_reached_are_listed(record: dict[str, Any]) -> None:
    unreached = {row["claim"] for row in record["claims"] if not row["reached"]}
    ours = {claim for claim in unreached if claim.startswith("arcanum/spec/guilds/invariants.py:")}
    assert ours, "no game came to its Resolution"
    assert unreached - ours == {
        line_of("assert n == 12"),
        line_of('assert n == 0, "never looked at"'),
        line_of("assert all(each == n for each in sorted(other for other in (n, 1)) if each > 9)"),
        line_of("assert {each for each in (n, 1) if each > 9} <= {n}"),
        line_of("assert each"),
        line_of("assert self.steps > 100"),
        line_of("assert n"),
        line_of("assert_digit(-n)"),
    }


@pytest.mark.slow
def test_the_measurement_changes_nothing_and_needs_not_be_in_one_process(
    record: dict[str, Any], home: Path, tmp_path: Path
) -> None:
    plain, parallel = tmp_path / "plain", tmp_path / "parallel"
    plain.mkdir()
    parallel.mkdir()
    ran(plain)
    assert (plain / "told.txt").read_text() == (home / "told.txt").read_text()
    again = measured(parallel, "-n", "2")
    assert [again[name] for name in ("failed", "clauses", "properties", "claims")] == [
        record[name] for name in ("failed", "clauses", "properties", "claims")
    ]


# --- what a run complains about ---------------------------------------------------------------------------------------


SOUND: dict[str, Any] = {
    "clauses": [{"game": "luck", "clause": "LUCK-1", "examples": 100, "met": 1}],
    "properties": [{"source": "test_x.py::test_it", "met": 1, "runs": {"en": [10, 0, 3], "fr": [0, 0, 0]}}],
    "claims": [{"claim": "test_x.py:3", "reached": 1}],
}


def test_nothing_is_said_against_what_is_looked_at() -> None:
    assert list(complaints(SOUND)) == []


@pytest.mark.parametrize(
    ("part", "row", "complaint"),
    [
        (
            "clauses",
            {"game": "luck", "clause": "LUCK-1", "examples": 200, "met": 1},
            "luck LUCK-1 is covered in fewer than 1% of examples",
        ),
        ("properties", {"source": "test_x.py::test_it", "met": 0}, "test_x.py::test_it says nothing in any example"),
        (
            "properties",
            {"source": "test_x.py::test_it", "met": 1, "runs": {"fr": [10, 0, 0]}},
            "test_x.py::test_it[fr] says nothing in any example",
        ),
        ("claims", {"claim": "test_x.py:3", "reached": 0}, "test_x.py:3 is never reached"),
    ],
)
def test_what_is_hardly_looked_at_is_named(part: str, row: dict[str, Any], complaint: str) -> None:
    assert list(complaints({**SOUND, part: [row]})) == [complaint]


@pytest.mark.parametrize(("condition", "status"), [("n > 9", 1), ("n > 4", 0)], ids=["never", "often"])
def test_a_run_fails_if_an_assertion_is_never_reached(tmp_path: Path, condition: str, status: int) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["arcanum.spec.results", "arcanum.spec.exercise"]\n')
    (tmp_path / "test_x.py").write_text(
        "from hypothesis import given, strategies as st\n"
        "from arcanum.spec import proves\n"
        '@proves("LUCK-1")\n'
        "@given(st.integers(0, 9))\n"
        f"def test_it(n):\n    if {condition}:\n        assert n < 10\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--exercise", "exercise.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    assert ("test_x.py:7 is never reached" in done.stdout) == bool(status)
