"""The deliberate breaks of every game still fit the engine; whether properties notice them is for `spec.trials`."""

from __future__ import annotations

import builtins
import symtable

import pytest

import arcanum
from arcanum.spec.breaks import PACKAGE, BadBreak, Break, Edit
from spec.trials.breaks import breaks, own, proofs, without_break

GAMES = pytest.mark.parametrize("game", arcanum.games())
GENERATOR = Edit("kernel/randomness.py", "words ^ (words >> 31)", "words ^ (words >> 30)")


@GAMES
def test_the_text_that_a_break_replaces_is_there_once(game: str) -> None:
    for broken in breaks(game):
        for file, text in broken.texts().items():
            assert text != (PACKAGE / file).read_text(encoding="utf-8"), broken.name


def unknown_names(text: str) -> set[str]:
    """The names that functions of a module use and nobody has made."""
    table = symtable.symtable(text, "broken", "exec")
    made = {each.get_name() for each in table.get_symbols() if each.is_assigned() or each.is_imported()}
    made |= {each.get_name() for each in table.get_symbols() if each.is_namespace()} | set(vars(builtins))
    waiting, used = list(table.get_children()), set[str]()
    while waiting:
        scope = waiting.pop()
        used |= {each.get_name() for each in scope.get_symbols() if each.is_global() and each.is_referenced()}
        waiting += scope.get_children()
    return used - made - {"__file__", "__name__", "__package__"}


@GAMES
def test_a_break_changes_a_rule_and_does_not_just_use_a_name_that_is_not_there(game: str) -> None:
    for broken in breaks(game):
        for file, text in broken.texts().items():
            assert not file.endswith(".py") or not unknown_names(text), (broken.name, file)


@GAMES
def test_a_break_names_clauses_of_its_game_and_has_a_name_of_its_own(game: str) -> None:
    known = {clause.id for clause in arcanum.clauses(game)}
    found = breaks(game)
    assert len({broken.name for broken in found}) == len(found)
    for broken in found:
        assert broken.clauses
        assert set(broken.clauses) <= known


@GAMES
def test_every_clause_has_a_break_that_its_own_properties_can_notice(game: str) -> None:
    assert not without_break(game)
    for broken in breaks(game):
        noticing = {clause for source in own(broken) for clause in proofs(game)[source]}
        assert set(broken.clauses) <= noticing, broken.name


def test_a_break_is_made_in_a_copy() -> None:
    broken = Break("arcanum", "another generator", ("SETUP-1",), (GENERATOR,))
    before = (PACKAGE / GENERATOR.file).read_text(encoding="utf-8")
    with broken.made() as home:
        assert GENERATOR.replace in (home / "arcanum" / GENERATOR.file).read_text(encoding="utf-8")
    assert not home.exists()
    assert (PACKAGE / GENERATOR.file).read_text(encoding="utf-8") == before


def test_two_edits_of_one_file_are_both_made() -> None:
    more = Edit(GENERATOR.file, f"return ({GENERATOR.replace}) & mask", "return 7 & mask")
    (text,) = Break("arcanum", "always seven", ("SETUP-1",), (GENERATOR, more)).texts().values()
    assert "return 7 & mask" in text


@pytest.mark.parametrize(("find", "times"), [("no such text", 0), ("rng", 5)])
def test_a_break_whose_text_is_not_there_once_says_so(find: str, times: int) -> None:
    with pytest.raises(BadBreak, match=r"randomness.py has the text to replace (\d+) times") as caught:
        Break("arcanum", "nothing", ("SETUP-1",), (Edit(GENERATOR.file, find, ""),)).texts()
    many = int(str(caught.value).split(" times")[0].split()[-1])
    assert many >= times
    assert many != 1
