"""Where every effect of a rule set stands, so that an agenda can be written down without repeating the rules.

What is left of a program is always the end of one that the rules state. So a saved game says `major.20.program`, from
word 1 on, in the notation of house-rule files, and whoever loads it looks that up in the rules. This module knows no
game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from arcanum.kernel.agenda import Alternative, Effect
from arcanum.kernel.errors import ParseError, brief
from arcanum.kernel.words import inside

Program: TypeAlias = tuple[Effect[Any, Any], ...]


class Programs:
    """The programs of a rule set by their places, those within others too."""

    def __init__(self, named: Iterable[tuple[str, Program]]) -> None:
        self._programs: dict[str, Program] = {}
        self._rests: dict[Program, tuple[str, int]] = {}
        self._effects: dict[str, Effect[Any, Any]] = {}
        self._places: dict[Effect[Any, Any], str] = {}
        self._owners: dict[object, set[str]] = {}
        for place, program in named:
            self._note(place, program, place)

    def _note(self, place: str, program: Program, owner: str) -> None:
        self._programs[place] = program
        for at, effect in enumerate(program):
            here = inside(place, at)
            self._rests.setdefault(program[at:], (place, at))
            self._effects[here] = effect
            self._places.setdefault(effect, here)
            for part in (program[at:], effect):
                self._owners.setdefault(part, set()).add(owner)
            if isinstance(inner := getattr(effect, "program", None), tuple):
                self._note(inside(here, "program"), inner, owner)
            for number, each in enumerate(getattr(effect, "alternatives", ())):
                if isinstance(each, Alternative):
                    inner_place = inside(inside(inside(here, "alternatives"), number), "program")
                    self._note(inner_place, each.program, owner)

    def owners(self, part: Program | Effect[Any, Any]) -> frozenset[str]:
        """The programs of which an effect, or what is left of a program, is a part: several may say the same."""
        return frozenset(self._owners.get(part, ()))

    def rest(self, program: Program) -> tuple[str, int]:
        """The place of the program that ends like this, and from which word on."""
        try:
            return self._rests[program]
        except KeyError:
            raise ParseError(f"the rules have no program that ends in {brief(program)}") from None

    def from_word(self, place: object, at: object) -> Program:
        """What is left of the program at a place, from a word on."""
        found = self._programs.get(place, ()) if isinstance(place, str) else ()
        if type(at) is not int or not 0 <= at < len(found):
            raise ParseError(f"the rules have no program {brief(place)} with a word number {brief(at)}")
        return found[at:]

    def place(self, effect: Effect[Any, Any]) -> str:
        """The place of an effect."""
        try:
            return self._places[effect]
        except KeyError:
            raise ParseError(f"the rules have no effect {brief(effect)}") from None

    def effect(self, place: object) -> Effect[Any, Any]:
        """The effect at a place."""
        found = self._effects.get(place) if isinstance(place, str) else None
        if found is None:
            raise ParseError(f"the rules have no effect at {brief(place)}")
        return found

    def places(self) -> tuple[str, ...]:
        """The places of all programs."""
        return tuple(self._programs)
