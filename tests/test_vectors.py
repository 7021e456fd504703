"""The conformance vectors show every clause, say the same every time, and can be replayed by anybody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel import documents
from arcanum.kernel.clauses import ClauseId
from arcanum.spec import trace
from arcanum.spec.vectors import check, lines, unfolded
from arcanum.spec.vectors.meter import Meter, meter
from arcanum.spec.vectors.patch import BadPatch, applied, compact, difference, same
from arcanum.spec.vectors.plan import Recipe, Refusal, read, recipes, written
from arcanum.spec.vectors.search import cover, recipe
from arcanum.spec.vectors.search import Candidate
from arcanum.spec.vectors.writing import NOT_SHOWN

ROOT = Path(__file__).parents[1]
LARGEST = 1_000_000
KINDS = ("rules", "opening", "step", "refusal", "outcome")

Vector = dict[str, Any]


@pytest.fixture(scope="module")
def written_lines() -> tuple[str, ...]:
    return tuple(lines())


@pytest.fixture(scope="module")
def vectors(written_lines: tuple[str, ...]) -> tuple[Vector, ...]:
    return tuple(unfolded(written_lines))


# --- the file ---------------------------------------------------------------------------------------------------------


def test_the_lines_are_the_same_in_another_process(written_lines: tuple[str, ...]) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-m", "arcanum.spec.vectors"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert tuple(done.stdout.splitlines()) == written_lines


def test_every_line_is_json_in_ascii_with_a_name_of_its_own(written_lines: tuple[str, ...]) -> None:
    found = [json.loads(line) for line in written_lines]
    assert all(line.isascii() and "\n" not in line for line in written_lines)
    assert all({"id", "kind", "clauses"} <= set(vector) for vector in found)
    assert len({vector["id"] for vector in found}) == len(found)


def test_the_file_is_small(written_lines: tuple[str, ...]) -> None:
    assert sum(len(line) + 1 for line in written_lines) < LARGEST


def test_the_head_tells_what_there_is(vectors: tuple[Vector, ...]) -> None:
    head, *others = vectors
    assert (head["id"], head["kind"], head["version"]) == ("head", "head", arcanum.__version__)
    assert head["documents"] == documents.FORMAT
    assert head["games"] == list(arcanum.games())
    assert head["vectors"] == {kind: sum(each["kind"] == kind for each in others) for kind in KINDS}
    assert all(head["vectors"].values())


def test_the_vectors_of_one_game_are_those_of_all_games_without_the_others(written_lines: tuple[str, ...]) -> None:
    for game in arcanum.games():
        assert list(lines([game]))[1:] == [line for line in written_lines[1:] if json.loads(line)["game"] == game]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(arcanum.UnknownName, match="chess"):
        list(lines(["chess"]))


# --- clauses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", arcanum.games())
def test_every_clause_is_at_work_in_a_vector_or_there_is_a_reason(vectors: tuple[Vector, ...], game: str) -> None:
    head, *others = vectors
    shown = {clause for vector in others if vector["game"] == game for clause in vector["clauses"]}
    assert set(head["clauses"][game]) == shown
    assert shown | set(head["not_shown"][game]) == {clause.id for clause in arcanum.clauses(game)}
    assert shown.isdisjoint(head["not_shown"][game])
    assert all(head["not_shown"][game].values()), "no clause is left out without a reason"


@pytest.mark.parametrize("game", arcanum.games())
def test_no_excuse_is_made_for_a_clause_that_is_shown(vectors: tuple[Vector, ...], game: str) -> None:
    left_out = vectors[0]["not_shown"][game]
    excused = {clause.id for clause in arcanum.clauses(game) if clause.uncited} & set(left_out)
    assert set(left_out) == excused | set(NOT_SHOWN.get(game, {}))


def test_clauses_that_events_and_refusals_cite_are_named(vectors: tuple[Vector, ...]) -> None:
    for vector in vectors[1:]:
        cited = [each["clause"] for key in ("events", "violations") for each in vector.get(key, ())]
        assert set(cited) <= set(vector["clauses"]), vector["id"]


def test_no_vector_names_a_clause_that_its_rule_set_does_not_have(vectors: tuple[Vector, ...]) -> None:
    for vector in vectors[1:]:
        rules = arcanum.rules(vector["rules"]["id"])
        index = rules.game.clauses()
        assert all(index[clause].applies(rules.printing) for clause in vector["clauses"]), vector["id"]


@pytest.mark.parametrize("game", arcanum.games())
def test_whatever_a_decision_or_an_event_can_be_is_shown(vectors: tuple[Vector, ...], game: str) -> None:
    own = [vector for vector in vectors[1:] if vector["game"] == game]
    assert {vector["rules"]["id"] for vector in own if vector["kind"] == "rules"} == set(arcanum.rulesets(game))
    for kind in ("opening", "step", "outcome"):
        assert {vector["rules"]["id"] for vector in own if vector["kind"] == kind} == set(arcanum.rulesets(game))
    events = {event["event"] for vector in own for event in vector.get("events", ())}
    assert events == set(SOAKED[game]())
