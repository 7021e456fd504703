"""The pytest plugin as somebody else runs it: in a folder of his own, with the installed library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import arcanum
from arcanum.tarot import Rules
from arcanum.validation.properties import book
from arcanum.validation.session import Session

HOUSE = Path(__file__).parents[1] / "examples" / "house_rules"
BROKEN = HOUSE / "generous_world.toml"
SOUND = HOUSE / "nine_cards.toml"
OK, FAILED, USAGE = 0, 1, 4

MODULE = """
import attrs, arcanum
class table:
    nine = attrs.evolve(arcanum.rules("arcanum/it"), name="nine", hand_limit=9)
number = 7
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a test of its own, which is strict about warnings."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\nxfail_strict = true\n", encoding="utf-8")
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    assert True\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(MODULE, encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest there."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", *arguments]
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, timeout=300)


def spec(project: Path, rules: object, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the specification for rules, with few examples."""
    return run(project, f"--arcanum-rules={rules}", "--arcanum-examples=3", *arguments)


# --- without its options ----------------------------------------------------------------------------------------------


def test_without_its_options_the_plugin_does_nothing_and_imports_nothing_of_the_library(project: Path) -> None:
    (project / "test_mine.py").write_text(
        "import sys\ndef test_mine():\n    assert '_arcanum_pytest' in sys.modules and 'arcanum' not in sys.modules\n",
        encoding="utf-8",
    )
    done = run(project)
    assert done.returncode == OK, done.stdout
    assert "1 passed" in done.stdout
    assert "clauses" not in done.stdout


# --- what holds and what breaks ---------------------------------------------------------------------------------------


def test_a_sound_variant_passes_and_what_it_overrides_is_told(project: Path) -> None:
    done = spec(
        project, SOUND, "-rs", "--arcanum-report=report.json", "--arcanum-clause=HAND-1", "--arcanum-clause=HAND-5"
    )
    assert done.returncode == OK, done.stdout
    assert "clauses that do not hold: none" in done.stdout
    assert "HAND-1  printed: limit 7; new: limit 9" in done.stdout
    assert "test_mine" not in done.stdout, "nobody asked for the tests of the project"
    report = json.loads((project / "report.json").read_text(encoding="utf-8"))
    assert report["holds"] is True
    assert [each["clause"] for each in report["overridden"]] == ["HAND-1"]
    assert {each["clause"]: each["outcome"] for each in report["clauses"]} == {"HAND-5": "holds"}


def test_a_broken_variant_fails_and_names_the_clause_with_its_text(project: Path) -> None:
    chosen = ("--arcanum-clause=WORLD-3", "--arcanum-clause=HAND-3", "-v", "--arcanum-report=report.json")
    done = spec(project, BROKEN, *chosen)
    assert done.returncode == FAILED, done.stdout
    text = next(clause.text for clause in arcanum.clauses("arcanum") if clause.id == "WORLD-3")
    failure, _, summary = done.stdout.partition("clauses that do not hold: 1\n")
    assert f"does not hold under The generous World (a variant of arcanum/consensus):\n  WORLD-3  {text}" in failure
    assert "all Houses go back to 0" in failure
    assert summary.startswith(f"  WORLD-3  {text}\n")
    assert "[WORLD-3] FAILED" in done.stdout
    assert "Traceback" not in done.stdout
    report = json.loads((project / "report.json").read_text(encoding="utf-8"))
    broken = next(each for each in report["clauses"] if each["clause"] == "WORLD-3")
    assert (report["holds"], broken["outcome"], broken["text"]) == (False, "broken", text)
    assert broken["counterexamples"][0]["story"]


def test_the_report_says_of_clauses_what_validation_says(project: Path) -> None:
    clauses = ("WORLD-2", "WORLD-3")
    spec(project, BROKEN, "--arcanum-report=report.json", *(f"--arcanum-clause={each}" for each in clauses))
    report = json.loads((project / "report.json").read_text(encoding="utf-8"))
    same = arcanum.validate(BROKEN, games=0, examples=3, clauses=clauses).plain()
    assert _outcomes(report) == _outcomes(same)
    assert sorted(report["excused"]) == sorted(same["excused"])


def _outcomes(report: dict[str, Any]) -> dict[str, str]:
    return {each["clause"]: each["outcome"] for each in report["clauses"]}


def test_items_are_named_after_properties_and_can_be_chosen(project: Path) -> None:
    done = run(project, f"--arcanum-rules={SOUND}", "--collect-only", "-q")
    assert done.returncode == OK, done.stdout
    items = [line for line in done.stdout.splitlines() if "::" in line]
    every = book("arcanum", 20).values()
    assert items == [f"arcanum/{each.name.replace('.', '::')}[{','.join(each.clauses)}]" for each in every]
    some = run(project, f"--arcanum-rules={SOUND}", "--collect-only", "-q", "-k", "HAND-5")
    assert [line for line in some.stdout.splitlines() if "::" in line] == [each for each in items if "HAND-5" in each]


@pytest.mark.slow
def test_several_processes_give_the_same_report(project: Path) -> None:
    chosen = ("--arcanum-clause=WORLD-3", "--arcanum-clause=COMP-2")
    one = spec(project, BROKEN, "--arcanum-report=one.json", *chosen)
    two = spec(project, BROKEN, "--arcanum-report=two.json", "-n", "2", *chosen)
    assert one.returncode == two.returncode == FAILED, two.stdout
    assert json.loads((project / "one.json").read_text()) == json.loads((project / "two.json").read_text())
    assert "clauses that do not hold: 1\n  WORLD-3" in two.stdout


def test_rules_of_a_module_are_found_and_the_tests_of_the_project_run_beside_them(project: Path) -> None:
    done = spec(project, "mine:table.nine", "--arcanum-clause=HAND-5", "test_mine.py")
    assert done.returncode == OK, done.stdout
    assert "nine (a variant of arcanum/it)" in done.stdout
    assert "test_mine.py ." in done.stdout
    assert "arcanum/test_hand" in done.stdout


# --- errors -----------------------------------------------------------------------------------------------------------


WRONG = [
    (["--arcanum-rules=faulty.toml"], "did you mean 'hand_limit'?"),
    (["--arcanum-rules=nowhere.toml"], "No such file"),
    (["--arcanum-rules=arcanum/xx"], "no rule set is called 'arcanum/xx'"),
    (["--arcanum-rules=nowhere:rules"], "No module named 'nowhere'"),
    (["--arcanum-rules=mine:other"], "has no 'other'"),
    (["--arcanum-rules=mine:number"], "mine:number is no rule set but 7"),
    (["--arcanum-rules=arcanum/en", "--arcanum-examples=0"], "must be a whole number from 1"),
    (["--arcanum-rules=arcanum/en", "--arcanum-clause=HAND-99"], "no clause of arcanum is called 'HAND-99'"),
    (["--arcanum-rules=arcanum/en", "--arcanum-report=none/x.json"], "'none/x.json' is a folder, or lies in none"),
    (["--arcanum-report=x.json"], "need --arcanum-rules"),
]
ONE_BY_ONE = """
import contextlib, io, json, sys, pytest
for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stderr(io.StringIO()) as err, contextlib.redirect_stdout(io.StringIO()) as out:
        code = pytest.main(["-p", "no:cacheprovider", *arguments])
    print(json.dumps([int(code), err.getvalue(), out.getvalue()]))
"""


def test_what_cannot_be_used_is_told_without_a_traceback(project: Path) -> None:
    text = 'base = "arcanum/it"\nname = "x"\n[rules]\nhand_limt = 9\n'
    (project / "faulty.toml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", ONE_BY_ONE, json.dumps([arguments for arguments, _ in WRONG])]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300, check=True)
    for (arguments, message), line in zip(WRONG, done.stdout.splitlines(), strict=True):
        code, err, out = json.loads(line)
        assert code == USAGE, arguments
        assert message in err
        assert "Traceback" not in err + out
    assert not (project / "x.json").exists()


# --- what a failure is laid to ----------------------------------------------------------------------------------------


def test_a_failure_is_laid_to_a_changed_clause_only_if_the_others_hold_elsewhere(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = arcanum.rules("arcanum/it")
    assert isinstance(rules, Rules)
    nine = attrs.evolve(rules, name="nine", hand_limit=9)
    monkeypatch.setattr("arcanum.validation.session.find_rules", lambda given: nine)
    monkeypatch.setattr(pytestconfig, "args", pytestconfig.args)
    session = Session.of(pytestconfig, "nine", None, 1, None)
    every = book("arcanum", 1).values()
    changed = session.subject.overridden
    failed = next(each for each in every if changed & {*each.clauses} and {*each.clauses} - changed)
    others = {*failed.clauses} - changed
    for outcome, laid in (("holds", tuple(each for each in failed.clauses if each in changed)), ("not judged", ())):
        verdicts = {each.name: _Said(outcome) for each in every if others & {*each.clauses}}
        monkeypatch.setattr(session, "_own", verdicts)
        assert session.laid_to(failed) == laid
    alone = next(each for each in every if not changed & {*each.clauses})
    assert session.laid_to(alone) == ()


@attrs.frozen
class _Said:
    """A verdict that was given before."""

    outcome: str
