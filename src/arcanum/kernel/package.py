"""A game as a package of modules: all games have modules of the same names, so passing a question on is written once.

Modules that most programs never ask for are imported when one does. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from arcanum.kernel.clauses import ClauseIndex, index_of
from arcanum.kernel.engine import State
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.game import RuleSet, View
from arcanum.kernel.ids import ClauseId

if TYPE_CHECKING:
    from arcanum.kernel.actions import Action
    from arcanum.kernel.codec import Shapes
    from arcanum.kernel.house import HouseFile
    from arcanum.kernel.variants import Change, Statement
    from arcanum.kernel.words import Fault


class GamePackage:
    """What a game says in modules of its own."""

    package: str
    """The name of the package, such as `arcanum.tarot`."""

    def _of(self, module: str, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"{self.package}.{module}"), name)
        return found

    def clauses(self) -> ClauseIndex:
        """The clause index."""
        return index_of(self.package)

    def statements(self, rules: RuleSet) -> Iterable[Statement]:
        """What the values of the rules come to, clause by clause."""
        found: Iterable[Statement] = self._of("readings", "statements")(rules)
        return found

    def replaced(self, rules: RuleSet, base: RuleSet) -> Mapping[ClauseId, str]:
        """The clauses that rules say nothing of any more although their base does."""
        found: Mapping[ClauseId, str] = self._of("readings", "replaced")(rules, base)
        return found

    def changes(self, rules: RuleSet, base: RuleSet) -> tuple[Change, ...]:
        """The values in which rules differ from their base."""
        found: tuple[Change, ...] = self._of("readings", "changes")(rules, base)
        return found

    def build(self, file: HouseFile) -> RuleSet:
        """The rules that a house-rule file describes."""
        found: RuleSet = self._of("house", "build")(file)
        return found

    def check_rules(self, rules: RuleSet) -> None:
        """Raise `HouseRuleError` unless the rules can be played: a file is checked alike, what a program made is here.

        Built-in rules need no look, others get one before their first game.
        """
        if rules.name not in rules.game.rulesets() or rules != rules.game.rules(rules.name):
            try:
                self._of("house", "check_made")(rules)
            except TypeError as error:
                raise BadCall(f"{brief(rules.name)} cannot be played: {error}") from None

    def house_keys(self) -> tuple[str, ...]:
        """The places of everything that a house-rule file can set."""
        found: tuple[str, ...] = self._of("house", "keys")()
        return found

    def write_rules(self, rules: RuleSet, *, complete: bool) -> dict[str, Any]:
        """The rules as the tables of a house-rule file."""
        found: dict[str, Any] = self._of("house", "write")(rules, complete=complete)
        return found

    def faults(self, state: State) -> list[Fault]:
        """What cannot be in a position, although each part of it looks right."""
        found: list[Fault] = self._of("positions", "faults")(state)
        return found

    def sample(self, view: View, rng: int, honest: bool) -> State | None:
        """A position that looks like a view."""
        found: State | None = self._of("sampling", "sample")(view, rng, honest)
        return found

    def parse_action(self, text: str) -> Action:
        """The action with a short text form."""
        found: Action = self._of("actions", "parse_action")(text)
        return found

    def shapes(self, rules: RuleSet | None) -> Shapes:
        """What the game's values look like when they are written down."""
        found: Shapes = self._of("forms", "shapes")(rules)
        return found
