"""The machinery that puts the specification on trial: changes are really made, and what is said of them is true."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import attrs
import pytest

import arcanum
from arcanum.kernel.ids import ClauseId
from arcanum.spec.breaks import PACKAGE, Break, Edit
from arcanum.tarot import Rules, cards, scoring
from spec.trials import breaks, code, forks, patching, reach, values, witness
from tests.builds import of_sources

ROOT = Path(__file__).parents[1]


# --- patches ----------------------------------------------------------------------------------------------------------


def patched(text: str, changed: str, tmp_path: Path) -> patching.Patch:
    """The patch between two texts of a module."""
    path = tmp_path / "module.py"
    path.write_text(dedent(text), encoding="utf-8")
    return patching.patch(path, dedent(changed))


MODULE = """
    SIZE = 3

    def area(side=2):
        return side * side

    class Box:
        lid: bool = True

        def volume(self):
            return SIZE ** 3
"""


def test_a_patch_has_the_functions_whose_bodies_differ_and_no_others(tmp_path: Path) -> None:
    found = patched(MODULE, MODULE.replace("SIZE ** 3", "SIZE ** 2"), tmp_path)
    assert [name for _, name in found.codes] == ["Box.volume"]
    found = patched(MODULE, MODULE.replace("side * side", "side + side"), tmp_path)
    assert [name for _, name in found.codes] == ["area"]


@pytest.mark.parametrize(
    ("find", "replace"), [("SIZE = 3", "SIZE = 4"), ("side=2", "side=3"), ("lid: bool = True", "lid: bool = False")]
)
def test_what_is_decided_on_import_takes_a_new_process(find: str, replace: str, tmp_path: Path) -> None:
    with pytest.raises(patching.Cold):
        patched(MODULE, MODULE.replace(find, replace), tmp_path)


def test_data_takes_a_new_process() -> None:
    with pytest.raises(patching.Cold, match="data"):
        patching.patch(PACKAGE / "tarot" / "board.toml", "")


# --- whole campaigns, in a process of their own -----------------------------------------------------------------------


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a campaign with changes that a few examples bring out."""
    command = [sys.executable, "-m", "spec.trials", *arguments, "--jobs", "1", "--examples", "3"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@of_sources
def test_a_break_is_caught_by_the_properties_of_its_clause() -> None:
    done = run("breaks", "HAND-2", "MIN-C5", "--game", "arcanum")  # two functions, and data: a process of its own
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("  caught  ") == 3
    assert "missed" not in done.stdout


def test_a_changed_value_is_caught() -> None:
    done = run("values", "hand_limit", "--game", "arcanum")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("  caught  ") == len(arcanum.rulesets("arcanum"))


MINI = """
import os
from arcanum.spec import proves

@proves("MINI-1")
def test_one(): assert os.environ.get("CHANGED") is None

@proves("MINI-2")
def test_two():
    if os.environ.get("CHANGED"):
        os._exit(9)

@proves("MINI-3")
def test_three():
    while os.environ.get("CHANGED"):
        pass

@proves("MINI-4")
def test_four(): pass
"""
ASKING = """
import os
from spec.trials import forks

def ask(bench):
    change = lambda: os.environ.update(CHANGED="1")
    every = tuple(bench.items)
    trials = [forks.Trial("all", change, every, 1), forks.Trial("first", change, every[1:], 1, stop=True)]
    for trial, found in bench.judge(trials, 2):
        names = [[source.partition("::")[2] for source in sources] for sources in (found.failed, found.passed)]
        print(trial.about, *names, found.ended)

forks.collect(["mini"], ask)
"""


def test_a_process_that_dies_or_never_ends_does_not_hide_what_comes_after(tmp_path: Path) -> None:
    (tmp_path / "mini").mkdir()
    (tmp_path / "mini" / "test_mini.py").write_text(MINI, encoding="utf-8")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["arcanum.spec.results"]\n', encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-c", ASKING]
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=there, capture_output=True, text=True, check=False)
    assert "all ['test_one', 'test_three', 'test_two'] ['test_four'] \n" in done.stdout, done.stdout + done.stderr
    assert f"first ['test_two'] [] {forks.LOST}" in done.stdout


# --- breaks -----------------------------------------------------------------------------------------------------------


def test_a_mark_is_another_one_when_the_break_its_file_or_its_properties_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = breaks.breaks("arcanum")[0]
    mark = breaks.mark(broken)
    assert breaks.mark(attrs.evolve(broken, spills="for a reason")) == mark
    assert breaks.mark(attrs.evolve(broken, name="another")) != mark
    assert breaks.mark(attrs.evolve(broken, edits=(Edit("tarot/flow.py", "a", "b"),))) != mark
    monkeypatch.setattr(breaks, "_source", lambda source, root: "another property")
    assert breaks.mark(broken) != mark


@pytest.mark.parametrize(
    ("file", "find", "part", "near"),
    [
        ("box.py", "SIZE ** 3", "def volume(self):\n    return SIZE ** 3", "volume(self"),
        ("box.py", "lid: bool = True", "lid: bool = True", "bool"),
        ("box.py", "SIZE = 3", "SIZE = 3", "SIZE = 3"),
        ("box.py", "    @cached", "@cached\ndef height(self):\n    return 1", "return 1"),
        ("box.py", "class Box:\n    lid", "class Box:", "return 1"),
        ("box.toml", "size = 3", "[box]\nsize = 3\nlid = true", "lid = true"),
    ],
)
def test_a_break_rests_on_the_part_that_it_changes_and_not_on_the_rest_of_the_file(
    file: str, find: str, part: str, near: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaks, "own", lambda broken, root: ())
    package = tmp_path / "src" / "arcanum"
    package.mkdir(parents=True)
    text = BOX if file.endswith(".py") else BOX_DATA
    broken = Break("arcanum", "a break", (), (Edit(file, find, "something else"),))

    def mark(text: str) -> str:
        (package / file).write_text(text, encoding="utf-8")
        return breaks.mark(broken, tmp_path)

    assert breaks.around(text, broken.edits[0]).startswith(part)
    assert mark(f"{text}\nother = 1\n") == mark(text)
    assert mark(text.replace(near, f"{near}1")) != mark(text)


BOX = """
SIZE = 3

class Box:
    lid: bool = True

    def volume(self):
        return SIZE ** 3

    @cached
    def height(self):
        return 1
"""
BOX_DATA = """
[lid]
size = 2

[box]
size = 3
lid = true

[other]
"""


def test_changed_is_what_had_another_mark_at_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    every = breaks.breaks("arcanum")
    before = {broken.name: breaks.mark(broken) for broken in every[2:]}
    before[every[2].name] = "another mark"
    monkeypatch.setattr(breaks, "marks_at", lambda commit, game: before if commit == "v1" else {})
    assert breaks.Campaign(("arcanum",), changed="v1").chosen("arcanum") == every[:3]
    monkeypatch.setattr(breaks, "last_whole_run", lambda game: "v1")
    assert breaks.Campaign(("arcanum",), changed="").chosen("arcanum") == every[:3]


def test_marks_at_a_commit_are_those_of_its_own_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    first = breaks.breaks("arcanum")[0]
    changed = first.edits[0].file

    def archive(*arguments: str) -> None:
        """The tree as it is, but for one file."""
        with tarfile.open(arguments[2], "w") as packed:
            packed.add(ROOT / "spec", "spec")
            packed.add(PACKAGE, "src/arcanum", filter=lambda each: None if each.name.endswith(changed) else each)
            find, text = first.edits[0].find, (PACKAGE / changed).read_bytes()
            text = text.replace(find.encode(), f"{find} + ()".encode())
            entry = tarfile.TarInfo(f"src/arcanum/{changed}")
            entry.size = len(text)
            packed.addfile(entry, io.BytesIO(text))

    monkeypatch.setattr(breaks, "_git", archive)
    then, now = breaks.marks_at("v1", "arcanum"), {each.name: breaks.mark(each) for each in breaks.breaks("arcanum")}
    assert then.keys() == now.keys()
    assert then[first.name] != now[first.name]
    elsewhere = [each.name for each in breaks.breaks("arcanum") if changed not in {edit.file for edit in each.edits}]
    assert [then[name] for name in elsewhere] == [now[name] for name in elsewhere]


def test_a_commit_that_is_not_here_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text('{"faults: arcana": {"commit": "1234567"}}', encoding="utf-8")
    monkeypatch.setattr(breaks, "HEADLINES", tmp_path / "results.json")
    with pytest.raises(SystemExit, match=r"1234567 .* not an ancestor of this one: fetch the whole history"):
        breaks.last_whole_run("arcana")


def test_a_verdict_names_the_clauses_that_did_not_notice() -> None:
    broken = Break("arcanum", "a fault", ("HAND-1", "COMP-1"), ())
    source = next(source for source, clauses in breaks.proofs("arcanum").items() if "HAND-1" in clauses)
    found = breaks.verdict(broken, forks.Finding((source,), (), 1.0))
    assert found.missed == ("COMP-1",)
    assert not found.caught
    assert breaks.verdict(broken, forks.Finding((), (), 1.0, ended=forks.ENDLESS)).caught


def test_verdicts_come_back_from_the_file_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaks, "MATRIX", tmp_path / "matrix.json")
    name = breaks.breaks("arcanum")[0].name
    verdict = breaks.Verdict(name, ("HAND-1",), ("a",), ("b",), (), ("c",), 3, "", "123")
    breaks.record("arcanum", {name: verdict}, 1.0)
    assert breaks.recorded("arcanum") == {name: verdict}
    assert breaks.recorded("arcana") == {}


def test_a_property_in_whose_examples_the_rule_is_at_work_is_not_unrelated(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Break("arcanum", "a fault", ("DECK-1",), ())
    known = breaks.proofs("arcanum")
    own, near, far, still = (
        next(source for source, clauses in known.items() if clauses == {ClauseId(each)})
        for each in ("DECK-1", "LOC1-2", "MIN-A1", "SCORE-6")
    )
    ran = {("scoring.py", "one"): {own, near, far}, ("scoring.py", "two"): {still}}
    monkeypatch.setattr(reach, "running", lambda path, name: frozenset(ran[str(path), name]))
    monkeypatch.setattr(reach, "at_work", lambda source: frozenset({"DECK-1"} if source in (own, near) else {"TURN-1"}))
    assert breaks.unrelated(broken, [("scoring.py", "one")]) == (far,)
    assert set(breaks.unrelated(broken, [("scoring.py", "one"), ("scoring.py", "two")])) == {far, still}
    assert not {own, near} & set(breaks.unrelated(broken, ())), "of data everybody is asked but these"


def test_what_compares_all_values_with_the_index_is_unrelated_to_no_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names that are left out are those of properties, or nobody would be."""
    every = [source for game in arcanum.games() for source in breaks.proofs(game)]
    assert [sum(source.endswith(name) for source in every) for name in breaks.EVERYWHERE] == [1, 1]
    own = next(source for source, clauses in breaks.proofs("arcanum").items() if clauses == {ClauseId("DECK-1")})
    monkeypatch.setattr(reach, "at_work", lambda source: frozenset({"DECK-1"} if source == own else {"TURN-1"}))
    asked = breaks.unrelated(Break("arcanum", "a fault", ("DECK-1",), ()), ())
    assert asked
    assert not any(source.endswith(breaks.EVERYWHERE) for source in asked)


def test_a_break_that_spills_over_needs_a_reason() -> None:
    broken, campaign = Break("arcanum", "a fault", ("DECK-1",), ()), breaks.Campaign(("arcanum",), others=True)
    spilled = breaks.Verdict("a fault", ("DECK-1",), spilled=("a property",), asked=3)
    assert not campaign.is_well(broken, spilled)
    assert campaign.is_well(attrs.evolve(broken, spills="because"), spilled)
    assert campaign.is_well(broken, attrs.evolve(spilled, spilled=()))


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", arcanum.rulesets())
def test_each_change_of_a_value_changes_the_rules_in_that_place_only(name: str) -> None:
    rules = arcanum.rules(name)
    found = list(values.changes(rules))
    assert len({change.key for change in found}) == len(found)
    for change in found:
        other: Any = change.make()
        assert other != rules
        field = change.path.replace("[", ".").split(".")[0]
        assert attrs.evolve(other, **{field: getattr(rules, field)}) == rules


def test_every_number_and_choice_among_the_rules_is_changed() -> None:
    paths = {change.path for change in values.changes(arcanum.rules("arcanum/en"))}
    rules = arcanum.rules("arcanum/en")
    plain = {name for name in attrs.fields_dict(Rules) if isinstance(getattr(rules, name), int)}
    assert plain <= paths
    assert {f"scoring_table[{row}][{place}]" for row in range(4) for place in range(3)} <= paths
    assert {"overflow", "split", "tie_break", "fool_choice"} <= paths


# --- mutants ----------------------------------------------------------------------------------------------------------


functions = cache(code.functions)
"""Made once for several tests."""


def test_mutants_of_functions_with_decorators_and_of_methods_are_found() -> None:
    found = {each.name: each for each in functions(PACKAGE / "tarot" / "rules.py")}
    assert {"Rules.scoring_turns", "Rules.points_square"} <= found.keys()
    changes = [mutant.change for mutant in found["Rules.scoring_turns"].mutants]
    assert any("players == 3 " in change and "players != 3 " in change for change in changes)


@of_sources
def test_a_mutant_takes_the_place_of_the_function() -> None:
    (function,) = [each for each in functions(PACKAGE / "tarot" / "scoring.py") if each.mutants][:1]
    assert hasattr(scoring, function.name)
    program = f"""
        from spec.trials import code, patching
        from arcanum.spec.breaks import PACKAGE
        import arcanum.tarot.scoring as scoring
        found = code.functions(PACKAGE / "tarot" / "scoring.py")
        function = next(each for each in found if each.name == {function.name!r})
        patching.prepare()
        mutant = function.mutants[0]
        mutant.make()
        assert scoring.{function.name}.__code__ is mutant.code
    """
    subprocess.run([sys.executable, "-c", dedent(program)], cwd=ROOT, check=True)


def test_a_mutant_can_be_written_into_the_source() -> None:
    module = PACKAGE / "tarot" / "cards.py"
    before = dumped(module.read_text(encoding="utf-8"))
    for function in functions(module):
        for mutant in function.mutants:
            ((file, text),) = mutant.written().texts().items()
            assert PACKAGE / file == module
            changed = [name for name, body in dumped(text).items() if body != before[name]]
            assert changed == [function.name], mutant.name


def dumped(text: str) -> dict[str, str]:
    return {name: ast.dump(ast.Module(body.body, [])) for name, body in code.bodies(ast.parse(text)).items()}


def test_of_a_long_statement_only_what_is_around_the_change_is_told(tmp_path: Path) -> None:
    body = ast.parse((PACKAGE / "tarot" / "programs.py").read_text(encoding="utf-8")).body
    first = next(each for each in body if isinstance(each, ast.FunctionDef))
    (tmp_path / "programs.py").write_text(ast.unparse(first), encoding="utf-8")
    changes = [each.change for each in code.functions(tmp_path / "programs.py")[0].mutants]
    assert len(set(changes)) == len(changes)
    assert all(len(change) < 600 and " => " in change for change in changes)


def test_what_an_error_says_is_for_people() -> None:
    found = functions(PACKAGE / "tarot" / "rules.py")
    changes = [mutant.change for function in found for mutant in function.mutants]
    assert not [change for change in changes if "raise" in change.partition(" => ")[0]]


@of_sources
def test_a_change_shows_in_the_clauses_that_are_at_work_where_games_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "GAMES", 2)
    witness.scenes.cache_clear()
    witness.running.cache_clear()
    place = (str(PACKAGE / "tarot" / "scoring.py"), "scoring_order")
    assert witness.kept(("arcanum",), place)
    assert witness.watch(("arcanum",), place, lambda: None)() is None

    def change() -> None:
        monkeypatch.setattr("arcanum.tarot.houses.scoring_order", lambda ranks: tuple(reversed(cards.SUITS)))

    shown = witness.watch(("arcanum",), place, change)()
    assert isinstance(shown, list)
    assert {"SCORE-4", "SCORE-5"} & set(shown)
    witness.scenes.cache_clear()
    witness.running.cache_clear()


@pytest.mark.parametrize("module", ["tarot/hiding.py", "guilds/__init__.py"])
def test_sentences_for_people_are_left_alone(module: str) -> None:
    assert re.search(r"Violation\(.+, '.+ .+'\)", (PACKAGE / module).read_text(encoding="utf-8").replace('"', "'"))
    changes = [mutant.change for function in functions(PACKAGE / module) for mutant in function.mutants]
    assert changes
    assert not [change for change in changes if re.search(r"'XX\S.* .*XX'", change)]
