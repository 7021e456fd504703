"""What the library remembers to be faster changes no result, has an end, and keeps nothing of a game that is over."""

from __future__ import annotations

import ast
import gc
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds.actions import MOST_MADE, make_room
from arcanum.guilds.state import State as GuildState
from arcanum.kernel.actions import once
from arcanum.tarot.state import State as TarotState
from tests.played import GAMES, numbers, record

CACHE = type(lru_cache(abs))
PLAYED = ("arcanum.kernel", "arcanum.tarot", "arcanum.guilds")


def caches(*, bounded: bool) -> list[Any]:
    """Everything that remembers results in the packages that play; what has no bound is read from files once."""
    gc.unfreeze()  # what is frozen is not among the objects
    found = [each for each in gc.get_objects() if isinstance(each, CACHE)]
    ours = [each for each in found if each.__wrapped__.__module__.startswith(PLAYED)]
    return [each for each in ours if (each.cache_info().maxsize is not None) == bounded]


def tables() -> dict[str, dict[Any, Any]]:
    """The dictionaries of the packages that play which are empty at first: what has been made once is kept there."""
    root = Path(arcanum.__file__).parent
    found: dict[str, dict[Any, Any]] = {}
    for package in PLAYED:
        for path in sorted(root.joinpath(*package.split(".")[1:]).glob("[a-z]*.py")):
            module = import_module(f"{package}.{path.stem}")
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                match node:
                    case ast.AnnAssign(ast.Name(name), value=ast.Dict([])):
                        found[f"{path.stem}.{name}"] = vars(module)[name]
    return found


@GAMES
@given(number=numbers, start=st.integers(0, 200), seed=st.integers(0, 1 << 32))
def test_a_game_is_the_same_whatever_is_forgotten_on_the_way(game: str, number: int, start: int, seed: int) -> None:
    played, forgetful = record(game, number), Random(seed)
    remembering, kept = caches(bounded=True), tables()
    start = min(start, len(played.answers) - 1)
    state = played.states[start]
    for action, done in played.answers[start : start + 40]:
        for cache in remembering:
            if forgetful.random() < 0.3:
                cache.cache_clear()
        for table in kept.values():
            if forgetful.random() < 0.3:
                table.clear()
        again = arcanum.step(state, action)
        assert (again.state, again.events) == (done.state, done.events)
        assert arcanum.legal_actions(again.state) == arcanum.legal_actions(done.state)
        state = again.state


@GAMES
def test_a_cache_without_a_bound_does_not_grow_with_the_games(game: str) -> None:
    def sizes(first: int, last: int) -> dict[str, int]:
        for number in range(first, last):
            record.__wrapped__(game, number)
        return {each.__wrapped__.__qualname__: each.cache_info().currsize for each in caches(bounded=False)}

    rulesets = len(arcanum.rulesets(game))
    before = sizes(0, 3 * rulesets)
    assert before
    assert sizes(3 * rulesets, 6 * rulesets) == before


def test_what_is_made_once_is_forgotten_at_last() -> None:
    made: Any = once(arcanum.Option)
    assert made("draw") is made("draw")
    for number in range(20_000):
        made(f"option-{number}")
    assert made.cache_info().currsize < 10_000


def test_a_table_of_what_is_made_is_emptied_before_it_is_too_large() -> None:
    made = dict.fromkeys(range(MOST_MADE - 1))
    make_room(made)
    assert len(made) == MOST_MADE - 1
    made[-1] = None
    make_room(made)
    assert not made


@pytest.mark.parametrize(("game", "kind"), [("arcanum", TarotState), ("arcana", GuildState)])
def test_nothing_is_kept_of_a_game_that_is_over(game: str, kind: type[arcanum.State]) -> None:
    def alive() -> int:
        gc.collect()
        return sum(type(each) is kind for each in gc.get_objects())

    before = alive()
    state = arcanum.new_game(arcanum.rulesets(game)[0], players=3, seed=11)
    while legal := arcanum.legal_actions(state):
        arcanum.observe(state, 0)
        state = arcanum.apply(state, legal[0])
    assert alive() > before
    del state, legal
    assert alive() == before


def test_caches_are_found() -> None:
    """What looks for caches must see one, or it proves nothing."""
    assert {each.__wrapped__.__name__ for each in caches(bounded=True)} >= {"clockwise", "Swap"}
    record("arcana", 0)
    filled = {name for name, table in tables().items() if table}
    assert filled >= {"atoms._PLACED", "playing._TURNS", "settling._SETTLE_NEXT"}
