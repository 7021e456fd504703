"""What keeps the third voice apart from the other two, and how its programs are read."""

from __future__ import annotations

import ast
import re

import pytest

import arcanum
from arcanum.kernel.clauses import UnknownClause, index_of

from . import COMPARISONS
from .__main__ import compare, main
from .asp import FOLDER, Oracle, OracleError, source
from .chance import Dice
from .scoring import COMPARISON

PACKAGES = {
    "scoring.lp": "arcanum.tarot",
    "minors.lp": "arcanum.tarot",
    "cards_in_force.lp": "arcanum.guilds",
    "struggles.lp": "arcanum.guilds",
    "bribes.lp": "arcanum.guilds",
}
TABLE = ("actions", "board", "cards", "events", "state")
"""The modules of a game that say what there is, and not what happens."""
AGENDA = {"arcanum.tarot.flow": {"END_TURN"}, "arcanum.tarot.playing": {"PlayCard"}}
"""What a position has to wait for, named where arrangements are made."""


def imported() -> list[tuple[str, str]]:
    """Everything of the project that the modules here import: module and name."""
    found = []
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module is not None:
                found += [(node.module, alias.name) for alias in node.names]
    return [(module, name) for module, name in found if module.split(".")[0] in ("arcanum", "spec", "tests")]


@pytest.mark.parametrize(("module", "name"), sorted(set(imported())))
def test_nothing_of_the_engine_tells_what_happens(module: str, name: str) -> None:
    neutral = module.startswith(("arcanum.kernel.", "arcanum.spec."))
    pieces = module in {f"arcanum.{game}.{part}" for game in ("tarot", "guilds") for part in TABLE}
    value = module in ("arcanum.tarot", "arcanum.guilds") and name == "State"
    assert neutral or pieces or value or name in AGENDA.get(module, ())


def test_every_program_is_checked() -> None:
    programs = {path.name for path in FOLDER.glob("*.lp") if not path.name.endswith(".situations.lp")}
    assert programs == set(PACKAGES)


@pytest.mark.parametrize("file", PACKAGES)
def test_every_clause_that_a_program_names_is_in_the_index(file: str) -> None:
    named = {clause for row in re.findall(r"\[([A-Z][^\]]*)\]", source(file)) for clause in row.split(", ")}
    named |= set(re.findall(r'(?:stated|says)\("([^"]+)"', source(file)))
    assert named
    assert not [clause for clause in named if clause not in index_of(PACKAGES[file])]


def test_every_rule_set_is_compared() -> None:
    seen = {comparison.observe(Dice(number)).rules.name for comparison in COMPARISONS for number in range(60)}
    assert seen == set(arcanum.rulesets())


def test_a_printing_states_its_own_reading() -> None:
    oracle = Oracle("arcanum.tarot", ('shown(X) :- stated("AMB-2", "dead_minor", X).',), ("#show shown/1.",))
    assert oracle.judge("en", ()).answers == {frozenset({("shown", "only-if-none-moves")})}
    assert oracle.judge("consensus", ()).answers == {frozenset({("shown", "playable")})}


def test_a_clause_that_an_edition_lacks_states_nothing() -> None:
    oracle = Oracle("arcanum.guilds", ('late :- stated("AMB-07", "late_claim", "optional").',), ("#show late/0.",))
    assert oracle.judge("revised", ()).answers == {frozenset({("late",)})}
    assert oracle.judge("first", (), strict=False).answers == {frozenset()}


def test_a_program_that_names_a_clause_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownClause):
        Oracle("arcanum.tarot", ('a :- stated("SCORE-99", "points", 1).',), ()).judge("en", ())


def test_a_program_that_speaks_of_what_nobody_says_is_refused() -> None:
    oracle = Oracle("arcanum.tarot", ("a :- prestige(X).",), ("#show a/0.",))
    with pytest.raises(OracleError, match="prestige"):
        oracle.judge("en", ())
    assert oracle.judge("en", (), strict=False).answers == {frozenset()}


def test_a_rule_that_is_not_there_cannot_be_broken() -> None:
    with pytest.raises(OracleError, match="no rule"):
        COMPARISON.oracle.with_rule("evaluated :- nobody.", "")


def test_a_campaign_counts_what_it_saw() -> None:
    document = compare(COMPARISON, 20).document()
    assert (document["positions"], document["mismatches"], document["examples"]) == (20, 0, [])
    assert document["situations"]


def test_a_campaign_needs_positions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--positions", "0"])
    assert "at least 1" in capsys.readouterr().err
