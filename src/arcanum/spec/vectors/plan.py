"""The plan: which random games the vectors are taken from, and where. It is found by `search` and kept in a file.

A recipe begins a game and lets players choose at random, both from seeds, so a few numbers stand for many states. It
says nothing about the vectors themselves: those are worked out anew whenever they are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

import attrs

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import below, seeded
from arcanum.spec.vectors.patch import compact

FILE: Final = "plan.json"


@attrs.frozen
class Refusal:
    """An action that is not legal after so many actions, and who tries it; None is the seat to act."""

    after: int
    action: str
    seat: Seat | None = None


@attrs.frozen
class Recipe:
    """A random game, and what becomes a vector of it."""

    rules: str
    players: int
    seed: int
    options: Mapping[str, Any]
    chooser: int
    """The seed of the choices."""
    opening: bool = False
    steps: tuple[int, ...] = ()
    """Decisions, by how many went before."""
    refusals: tuple[Refusal, ...] = ()
    outcome: bool = False

    def begin(self) -> arcanum.Step:
        """The opening of the game."""
        return arcanum.begin(self.rules, players=self.players, seed=self.seed, **self.options)

    def play(self) -> Iterator[tuple[arcanum.State, Action | None]]:
        """Every state of the game with the action that is chosen in it; None at the end."""
        state, rng = self.begin().state, seeded(self.chooser)
        while legal := arcanum.legal_actions(state):
            rng, index = below(rng, len(legal))
            yield state, legal[index]
            state = arcanum.apply(state, legal[index])
        yield state, None

    @property
    def last(self) -> int | None:
        """How many actions must be played to come to everything that the recipe asks for; None is all of them."""
        return None if self.outcome else max((*self.steps, *(each.after for each in self.refusals)), default=-1)


def written(recipes: Iterable[Recipe]) -> str:
    """The text of a plan, one recipe a line; what is not said is not written."""
    lines = [compact(attrs.asdict(recipe, filter=_is_said)) for recipe in recipes]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _is_said(field: attrs.Attribute[Any], value: object) -> bool:
    return value not in (None, (), {}) and value is not False


def read(text: str) -> tuple[Recipe, ...]:
    """The recipes that a text describes."""
    return tuple(map(_recipe, json.loads(text)))


def _recipe(said: dict[str, Any]) -> Recipe:
    refusals = tuple(Refusal(**each) for each in said.pop("refusals", ()))
    steps = tuple(said.pop("steps", ()))
    return Recipe(**{"options": {}, **said}, steps=steps, refusals=refusals)


def recipes(game: str) -> tuple[Recipe, ...]:
    """The recipes of a game in the plan that comes with the library."""
    found = read(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return tuple(recipe for recipe in found if recipe.rules in arcanum.rulesets(game))
