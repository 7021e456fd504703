"""What the guide to adding a game names is there: modules, functions, files, sessions, and nothing is left out."""

from __future__ import annotations

import re
from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import arcanum
from arcanum.kernel import package
from arcanum.spec import soak

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding_a_game.rst").read_text(encoding="utf-8")
SESSIONS = (ROOT / "noxfile.py").read_text(encoding="utf-8")
LITERALS = sorted(set(re.findall(r"``([^`]+)``", PAGE)))
PACKAGES = {game: soak.package(game) for game in arcanum.games()}
MODULES = tuple(path.stem for path in (ROOT / "src" / "arcanum" / "tarot").glob("[!_]*.py"))


def resolve(name: str) -> object:
    """The thing of a dotted name: as many modules as there are, and what is in the last of them."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        module = ".".join(parts[:end])
        try:
            found = find_spec(module)
        except ModuleNotFoundError:  # a part of the way is no package
            continue
        if found is not None:
            return reduce(getattr, parts[end:], import_module(module))
    raise LookupError(name)


def of_kind(pattern: str) -> list[str]:
    """The literals of the page that look like this; there must be some."""
    found = [literal for literal in LITERALS if re.fullmatch(pattern, literal)]
    assert found, pattern
    return found


@pytest.mark.parametrize("name", of_kind(r"arcanum\.[\w.]+"))
def test_what_is_named_in_full_exists(name: str) -> None:
    resolve(name)


@pytest.mark.parametrize("name", [each for each in of_kind(r"\w+(\.\w+)?") if each.partition(".")[0] in MODULES])
def test_both_games_have_the_modules_and_functions_of_a_game(name: str) -> None:
    for home in PACKAGES.values():
        if name != "clauses.toml":
            resolve(f"arcanum.{home}.{name}")


@pytest.mark.parametrize("name", of_kind(r"[\w<>/]+/[\w<>.]*|\w+\.(toml|md)"))
def test_the_files_of_a_game_are_where_the_page_says(name: str) -> None:
    for game, home in PACKAGES.items():
        path = name.replace("<game>", game).replace("<package>", home)
        places = (ROOT / path, ROOT / "src" / path, ROOT / "src" / "arcanum" / home / path)
        assert any(place.exists() for place in places)


@pytest.mark.parametrize("command", of_kind(r"(nox -s|python -m) .+"))
def test_the_commands_exist(command: str) -> None:
    kind, name = command.split()[0], command.split()[2]
    assert f"\ndef {name}(session" in SESSIONS if kind == "nox" else find_spec(name) is not None


def test_everything_that_the_library_looks_up_by_name_is_on_the_page() -> None:
    looked_up = re.findall(r'_of\("(\w+)", "(\w+)"\)', Path(package.__file__).read_text(encoding="utf-8"))
    assert looked_up
    assert {f"{module}.{name}" for module, name in looked_up} <= set(LITERALS)
