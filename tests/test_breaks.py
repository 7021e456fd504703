"""The deliberate breaks of every game still fit the engine; whether properties notice them is for `spec.falsify`."""

from __future__ import annotations

import pytest

import arcanum
from spec.falsify import ROOT, breaks

GAMES = pytest.mark.parametrize("game", arcanum.games())


@GAMES
def test_the_text_that_a_break_replaces_is_there_once(game: str) -> None:
    for broken in breaks(game):
        for edit in broken.edits:
            text = (ROOT / "src" / "arcanum" / edit.file).read_text(encoding="utf-8")
            assert (broken.name, text.count(edit.find)) == (broken.name, 1)
            assert edit.replace != edit.find


@GAMES
def test_a_break_names_clauses_of_its_game(game: str) -> None:
    known = {clause.id for clause in arcanum.clauses(game)}
    for broken in breaks(game):
        assert broken.clauses
        assert set(broken.clauses) <= known
