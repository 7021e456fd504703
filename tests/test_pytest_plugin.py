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


def begin(folder: Path) -> Path:
    """A project with a test of its own, which is strict about warnings."""
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\nxfail_strict = true\n", encoding="utf-8")
    (folder / "test_mine.py").write_text("def test_mine():\n    assert True\n", encoding="utf-8")
    (folder / "mine.py").write_text(MODULE, encoding="utf-8")
    faulty = 'base = "arcanum/it"\nname = "x"\n[rules]\nhand_limt = 9\n'
    (folder / "faulty.toml").write_text(faulty, encoding="utf-8")
    return folder


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest there."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", *arguments]
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, timeout=300)


def spec(rules: object, *arguments: str) -> list[str]:
    """Options that run the specification for rules, with few examples."""
    return [f"--arcanum-rules={rules}", "--arcanum-examples=3", *arguments]


@attrs.frozen
class Done:
    """What became of a run of pytest."""

    code: int
    err: str
    out: str


SOME = ("--arcanum-clause=HAND-1", "--arcanum-clause=HAND-5")
RUNS = {
    "sound": spec(SOUND, "-rs", "--arcanum-report=sound.json", *SOME),
    "broken": spec(BROKEN, "--arcanum-clause=WORLD-3", "--arcanum-clause=HAND-3", "-v", "--arcanum-report=broken.json"),
    "every": [f"--arcanum-rules={SOUND}", "--collect-only", "-q"],
    "some": [f"--arcanum-rules={SOUND}", "--collect-only", "-q", "-k", "HAND-5"],
    "module": spec("mine:table.nine", "--arcanum-clause=HAND-5", "test_mine.py"),
}
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
        code = pytest.main(["-p", "no:cacheprovider", "--color=no", *arguments])
    print(json.dumps([int(code), err.getvalue(), out.getvalue()]))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project in which everything runs once."""
    return begin(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def done(project: Path) -> dict[str, Done]:
    """All runs, one after the other in a process of their own, so that the specification is read once."""
    every = {**RUNS, **{str(at): arguments for at, (arguments, _) in enumerate(WRONG)}}
    command = [sys.executable, "-c", ONE_BY_ONE, json.dumps(list(every.values()))]
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
    told = subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, timeout=300, check=True)
    return {name: Done(*json.loads(line)) for name, line in zip(every, told.stdout.splitlines(), strict=True)}


def report_of(project: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((project / f"{name}.json").read_text(encoding="utf-8"))
    return found


# --- without its options ----------------------------------------------------------------------------------------------


def test_without_its_options_the_plugin_does_nothing_and_imports_nothing_of_the_library(tmp_path: Path) -> None:
    (begin(tmp_path) / "test_mine.py").write_text(
        "import sys\ndef test_mine():\n    assert '_arcanum_pytest' in sys.modules and 'arcanum' not in sys.modules\n",
        encoding="utf-8",
    )
    done = run(tmp_path)
    assert done.returncode == OK, done.stdout
    assert "1 passed" in done.stdout
    assert "clauses" not in done.stdout


# --- what holds and what breaks ---------------------------------------------------------------------------------------


def test_a_sound_variant_passes_and_what_it_overrides_is_told(project: Path, done: dict[str, Done]) -> None:
    sound = done["sound"]
    assert sound.code == OK, sound.out
    assert "clauses that do not hold: none" in sound.out
    assert "HAND-1  printed: limit 7; new: limit 9" in sound.out
    assert "test_mine" not in sound.out, "nobody asked for the tests of the project"
    report = report_of(project, "sound")
    assert report["holds"] is True
    assert report["title"] == "Nine cards in hand (a variant of arcanum/it)"
    assert [each["clause"] for each in report["overridden"]] == ["HAND-1"]
    assert {each["clause"]: each["outcome"] for each in report["clauses"]} == {"HAND-5": "holds"}


def test_a_broken_variant_fails_and_names_the_clause_with_its_text(project: Path, done: dict[str, Done]) -> None:
    failed = done["broken"]
    assert failed.code == FAILED, failed.out
    text = next(clause.text for clause in arcanum.clauses("arcanum") if clause.id == "WORLD-3")
    failure, _, summary = failed.out.partition("clauses that do not hold: 1\n")
    assert f"does not hold under The generous World (a variant of arcanum/consensus):\n  WORLD-3  {text}" in failure
    assert "all Houses go back to 0" in failure
    assert summary.startswith(f"  WORLD-3  {text}\n")
    assert "[WORLD-3] FAILED" in failed.out
    assert "Traceback" not in failed.out
    report = report_of(project, "broken")
    broken = next(each for each in report["clauses"] if each["clause"] == "WORLD-3")
    assert (report["holds"], broken["outcome"], broken["text"]) == (False, "broken", text)
    assert broken["counterexamples"][0]["story"]


def test_the_report_says_of_clauses_what_validation_says(project: Path, done: dict[str, Done]) -> None:
    report = report_of(project, "broken")
    same = arcanum.validate(BROKEN, games=0, examples=3, clauses=("WORLD-3", "HAND-3")).plain()
    assert _outcomes(report) == _outcomes(same)
    assert sorted(report["excused"]) == sorted(same["excused"])


def _outcomes(report: dict[str, Any]) -> dict[str, str]:
    return {each["clause"]: each["outcome"] for each in report["clauses"]}


def test_items_are_named_after_properties_and_can_be_chosen(done: dict[str, Done]) -> None:
    assert done["every"].code == OK, done["every"].out
    items = [line for line in done["every"].out.splitlines() if "::" in line]
    every = book("arcanum", 3).values()
    assert items == [f"arcanum/{each.name.replace('.', '::')}[{','.join(each.clauses)}]" for each in every]
    some = [line for line in done["some"].out.splitlines() if "::" in line]
    assert some == [each for each in items if "HAND-5" in each]


@pytest.mark.slow
def test_several_processes_give_the_same_report(project: Path) -> None:
    chosen = ("--arcanum-clause=WORLD-3", "--arcanum-clause=COMP-2")
    one = run(project, *spec(BROKEN, "--arcanum-report=one.json", *chosen))
    two = run(project, *spec(BROKEN, "--arcanum-report=two.json", "-n", "2", *chosen))
    assert one.returncode == two.returncode == FAILED, two.stdout
    assert report_of(project, "one") == report_of(project, "two")
    assert "clauses that do not hold: 1\n  WORLD-3" in two.stdout


def test_rules_of_a_module_are_found_and_the_tests_of_the_project_run_beside_them(done: dict[str, Done]) -> None:
    module = done["module"]
    assert module.code == OK, module.out
    assert "nine (a variant of arcanum/it)" in module.out
    assert "test_mine.py ." in module.out
    assert "arcanum/test_hand" in module.out


# --- errors -----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_used_is_told_without_a_traceback(project: Path, done: dict[str, Done]) -> None:
    for at, (arguments, message) in enumerate(WRONG):
        found = done[str(at)]
        assert found.code == USAGE, arguments
        assert message in found.err
        assert "Traceback" not in found.err + found.out
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
