"""The mark on a property, and the record of how it fared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.proves import proved_by

DEAL_1 = ClauseId("DEAL-1")
DEAL_2 = ClauseId("DEAL-2")


def test_the_mark_may_stand_above_or_below_given() -> None:
    @proves(DEAL_1, DEAL_2)
    @given(st.none())
    def above(_: None) -> None: ...

    @given(st.none())
    @proves(DEAL_1)
    def below(_: None) -> None: ...

    assert proved_by(above) == (DEAL_1, DEAL_2)
    assert proved_by(below) == (DEAL_1,)


def test_a_class_does_not_inherit_the_mark() -> None:
    @proves(DEAL_1)
    class Parent: ...

    class Child(Parent): ...

    assert proved_by(Child) == ()


@pytest.mark.parametrize("wrong", [(), ("",), ("deal 1",), (7,), (None,), (lambda: None,), ("DEAL-1", "DEAL-1")])
def test_only_clause_ids_are_accepted(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"proves\(\)"):
        proves(*wrong)


def test_a_second_list_of_clauses_is_refused() -> None:
    with pytest.raises(TypeError, match="a second one would hide the first"):

        @proves(DEAL_1)
        @proves(DEAL_1)
        def test() -> None: ...


def test_importing_the_package_imports_no_test_library() -> None:
    script = "import sys, arcanum.spec; print([name for name in ('pytest', 'hypothesis') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


SPEC = """
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from arcanum.spec import proves

@given(st.none())
@proves("DEAL-1")
def test_good(_): ...

class TestGroup:
    @pytest.mark.parametrize("n", [1, 2])
    @proves("DEAL-1", "DEAL-2")
    def test_sometimes(self, n):
        assert n == 1

def test_unmarked(): ...

@proves("DEAL-3")
@pytest.mark.skip
def test_skipped(): ...

class Game(RuleBasedStateMachine):
    @rule()
    def play(self): ...

    @proves("DEAL-4")
    @invariant()
    def holds(self): ...

TestGame = Game.TestCase
TestGame.settings = settings(max_examples=2, stateful_step_count=2, database=None)
"""


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "in parallel"]
)
def test_a_run_writes_down_how_each_property_fared(tmp_path: Path, workers: tuple[str, ...]) -> None:
    (tmp_path / "test_x.py").write_text(SPEC, encoding="utf-8")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["arcanum.spec.results"]\n', encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *workers, "--results", "out/spec.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    results = json.loads((tmp_path / "out/spec.json").read_text(encoding="utf-8"))
    assert set(results) == {"command", "version", "python", "date", "seconds", "properties"}
    assert results["command"].startswith("pytest -q")
    assert [(p["nodeid"], p["source"], p["clauses"], p["outcome"]) for p in results["properties"]] == [
        ("test_x.py::TestGame::runTest", "test_x.py::Game.holds", ["DEAL-4"], "passed"),
        *(
            (f"test_x.py::TestGroup::test_sometimes[{n}]", "test_x.py::TestGroup.test_sometimes", both, outcome)
            for both in [["DEAL-1", "DEAL-2"]]
            for n, outcome in [(1, "passed"), (2, "failed")]
        ),
        ("test_x.py::test_good", "test_x.py::test_good", ["DEAL-1"], "passed"),
        ("test_x.py::test_skipped", "test_x.py::test_skipped", ["DEAL-3"], "skipped"),
    ]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["spec.json"]


PRINTINGS = """
import os
from hypothesis import given
from arcanum.spec import proves
from arcanum.spec.games import any_rules
from arcanum.tarot.clause_ids import HAND_1, TRACK_2


@proves(TRACK_2)
@given(any_rules("arcanum"))
def test_read_in_two_ways(name):
    print(os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0].partition("::")[2], name)


@proves(HAND_1)
@given(any_rules("arcanum"))
def test_read_in_one_way(name):
    print("test_read_in_one_way", name)
"""


def test_a_property_is_run_with_the_printings_that_it_is_said_to_be_run_with(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(PRINTINGS)
    command = [sys.executable, "-m", "pytest", "-p", "arcanum.spec.results", "-p", "no:cacheprovider", "-s", "-q", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    drawn: dict[str, set[str]] = {}
    for line in done.stdout.splitlines():
        if "arcanum/" in line:
            test, name = line.lstrip(".").split()
            drawn.setdefault(test, set()).add(name)
    every = set(arcanum.rulesets("arcanum"))
    assert drawn.pop("test_read_in_two_ways[en]") == {"arcanum/en"}
    assert drawn.pop("test_read_in_two_ways[others]") == every - {"arcanum/en"}
    assert drawn == {"test_read_in_one_way": every}
