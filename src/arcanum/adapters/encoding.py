"""Actions as numbers and views as vectors, in an order that stays the same.

The number of an action depends on the rules and on how many play, never on the position: there is one list of all
actions that could ever be legal. A vector is made from a view and knows no more than it does. What the lists and the
vectors of a game hold is said in the module of its package's name beside this one, as a `Kit` called `KIT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from math import prod
from os import PathLike
from typing import Any, Final, Protocol

import attrs
import numpy as np
from numpy.typing import NDArray

import arcanum
from arcanum.kernel.actions import Action, Option
from arcanum.kernel.agenda import Choose
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.events import Seat
from arcanum.kernel.game import Game, RuleSet, View
from arcanum.kernel.programs import Program

ENCODING: Final = 1
"""The version of all numbers and vectors. Whoever trained with one version cannot go on with another."""

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


def _row(actions: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(actions)


@attrs.frozen
class Group:
    """Actions of one kind, which have consecutive numbers."""

    name: str
    order: str
    """What there is one of, and in which order."""
    actions: tuple[Action, ...] = attrs.field(converter=_row)


@attrs.frozen
class Field:
    """A part of a vector."""

    name: str
    meaning: str
    shape: tuple[int, ...] = (1,)
    most: int = 1
    """The largest value; what is larger is shown as this."""

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return prod(self.shape)


class Kit(Protocol):
    """What a game brings."""

    def groups(self, rules: Any, players: int) -> tuple[Group, ...]:
        """All actions that could ever be legal."""

    def fields(self, rules: Any, players: int) -> tuple[Field, ...]:
        """The parts of a vector."""

    def fill(self, view: Any, parts: Mapping[str, Floats]) -> None:
        """Write a view into the parts of a vector, which are all zero."""


@attrs.frozen(eq=False, repr=False)
class Encoding:
    """The numbers and vectors of a game, by its rules and the number of its players.

    >>> known = encoding("arcanum/en", players=4)
    >>> known
    <encoding 1 of arcanum/en for 4 players: 3920 actions, vectors of 1089>
    >>> start = arcanum.new_game("arcanum/en", players=4, seed=7)
    >>> [known.encode(action) for action in arcanum.legal_actions(start)]
    [90, 128, 130, 131]
    >>> str(known.decode(90))
    'hide NS'
    """

    rules: RuleSet
    players: int
    groups: tuple[Group, ...]
    fields: tuple[Field, ...]
    actions: tuple[Action, ...] = attrs.field(init=False)
    """Every action at its number."""
    size: int = attrs.field(init=False)
    """How many numbers a vector has."""
    most: Floats = attrs.field(init=False)
    """The largest value at each place of a vector; the smallest is 0 everywhere."""
    _numbers: dict[Action, int] = attrs.field(init=False)
    _kit: Kit = attrs.field(init=False)

    @actions.default
    def _all(self) -> tuple[Action, ...]:
        return tuple(action for group in self.groups for action in group.actions)

    @size.default
    def _length(self) -> int:
        return sum(field.size for field in self.fields)

    @most.default
    def _bounds(self) -> Floats:
        return np.concatenate([np.full(field.size, field.most, np.float32) for field in self.fields])

    @_numbers.default
    def _by_action(self) -> dict[Action, int]:
        return {action: number for number, action in enumerate(self.actions)}

    @_kit.default
    def _brought(self) -> Kit:
        return _kit_of(self.rules.game)

    def __repr__(self) -> str:
        size = f"{len(self.actions)} actions, vectors of {self.size}"
        return f"<encoding {ENCODING} of {self.rules.name} for {self.players} players: {size}>"

    def __deepcopy__(self, memo: object) -> Encoding:
        """What cannot change needs no copy."""
        return self

    def encode(self, action: Action) -> int:
        """The number of an action."""
        try:
            return self._numbers[action]
        except (KeyError, TypeError):
            raise BadCall(f"{brief(str(action))} is never legal by {self.rules.name}, and has no number") from None

    def decode(self, number: int) -> Action:
        """The action with a number."""
        if not 0 <= number < len(self.actions):
            raise BadCall(f"there is no action number {number}; there are 0 to {len(self.actions) - 1}")
        return self.actions[number]

    def mask(self, legal: Iterable[Action]) -> Mask:
        """1 at the number of each of these actions, 0 elsewhere."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self._numbers[action] for action in legal]] = 1
        return mask

    def vector(self, view: View) -> Floats:
        """What a view shows, as a vector. Seats are counted from the one whose view it is."""
        if len(view.players) != self.players or (view.rules is not self.rules and view.rules != self.rules):
            other = f"{view.rules.name} for {len(view.players)} players"
            raise BadCall(f"this encoding is for {self.rules.name} and {self.players} players, not for {other}")
        vector = np.zeros(self.size, np.float32)
        self._kit.fill(view, self.parts(vector))
        return np.minimum(vector, self.most, out=vector)

    def parts(self, vector: Floats) -> dict[str, Floats]:
        """The fields of a vector by name, each in its shape; to change one changes the vector."""
        return {field.name: vector[at : at + field.size].reshape(field.shape) for at, field in self.offsets()}

    def offsets(self) -> Iterator[tuple[int, Field]]:
        """The fields, each with the place where it begins."""
        at = 0
        for field in self.fields:
            yield at, field
            at += field.size

    def first_numbers(self) -> Iterator[tuple[int, Group]]:
        """The groups of actions that are not empty, each with its first number."""
        at = 0
        for group in self.groups:
            if group.actions:
                yield at, group
            at += len(group.actions)


def encoding(rules: str | PathLike[str] | RuleSet, players: int) -> Encoding:
    """The encoding of a game that so many play by these rules."""
    chosen = arcanum.rules(rules) if isinstance(rules, str | PathLike) else rules
    if players not in chosen.players:
        raise BadCall(f"{chosen.name} is for {' or '.join(map(str, chosen.players))} players, not {brief(players)}")
    return _made(chosen, players)


def encoding_of(game: arcanum.State | View) -> Encoding:
    """The encoding of the game that a state or a view belongs to, whatever options it was begun with."""
    return _made(game.rules, len(game.players))


@lru_cache(maxsize=32)
def _made(rules: RuleSet, players: int) -> Encoding:
    kit = _kit_of(rules.game)
    return Encoding(rules, players, kit.groups(rules, players), kit.fields(rules, players))


def _kit_of(game: Game) -> Kit:
    return _kit(type(game).__module__.rpartition(".")[2])


@cache
def _kit(package: str) -> Kit:
    found: Kit = import_module(f"arcanum.adapters.{package}").KIT
    return found


# --- what the games share ---------------------------------------------------------------------------------------------


def options(known: Iterable[Option], programs: Iterable[tuple[str, Program]]) -> Group:
    """The alternatives that have names: those of the game, then those of the rules in the order of their programs."""
    names = dict.fromkeys([option.name for option in known])
    names |= dict.fromkeys(name for _, program in programs for name in _named(program))
    return Group("choose", "alternative, those of the game before those of cards and places", map(Option, names))


def _named(program: Program) -> Iterator[str]:
    for effect in program:
        if isinstance(effect, Choose):
            for each in effect.alternatives:
                yield each.name
                yield from _named(each.program)
        yield from _named(getattr(effect, "program", ()))


class Seats:
    """Seats as the owner of a view counts them: he is 0, his left neighbour 1. A spectator counts like seat 0."""

    def __init__(self, view: View) -> None:
        self._players = len(view.players)
        self._first = view.seat or 0

    def __getitem__(self, seat: Seat) -> int:
        return (seat - self._first) % self._players

    def mark(self, part: Floats, seat: Seat | None) -> None:
        """Write a 1 for a seat, if there is one."""
        if seat is not None:
            part[self[seat]] = 1
