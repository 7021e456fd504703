"""The recipes of `docs/house_rules.rst` are files that load, and override the clauses that stand beneath them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

import arcanum
from arcanum.kernel.variants import overrides

PAGE = Path(__file__).parents[1] / "docs" / "house_rules.rst"
RECIPE = re.compile(
    r"^(?P<wish>I want [^\n]+)\n~+\n.*?^\.\. code-block:: toml\n\n(?P<file>.*?)^Overrides (?P<clauses>[^.]+)\.$",
    re.MULTILINE | re.DOTALL,
)
RECIPES = {found["wish"]: found for found in RECIPE.finditer(PAGE.read_text(encoding="utf-8"))}
FILE_NAMES = {"I want to hold more cards": "nine_cards.toml"}


def write(wish: str, folder: Path) -> Path:
    path = folder / FILE_NAMES.get(wish, "recipe.toml")
    path.write_text(dedent(RECIPES[wish]["file"]), encoding="utf-8")
    return path


def test_every_wish_of_the_page_has_a_recipe() -> None:
    assert list(RECIPES) == re.findall(r"^I want .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(RECIPES) > 15


@pytest.mark.parametrize("wish", RECIPES)
def test_a_recipe_overrides_the_clauses_that_it_names(wish: str, tmp_path: Path) -> None:
    for other in FILE_NAMES:  # a recipe may build on another one
        write(other, tmp_path)
    rules = arcanum.rules(write(wish, tmp_path))
    named = RECIPES[wish]["clauses"]
    clauses = [] if named == "no clause" else named.replace(",", " ").split()
    assert [each.clause.id for each in overrides(rules)] == clauses
    assert rules.game.changes(rules, arcanum.rules(f"{rules.game.name}/{rules.printing}"))
