"""What a game package provides: the game itself, its rules, its views.

All of them are protocols, so a package need not derive from anything here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from arcanum.kernel.actions import Action
    from arcanum.kernel.agenda import Task
    from arcanum.kernel.clauses import ClauseIndex
    from arcanum.kernel.codec import Shapes
    from arcanum.kernel.engine import Outcome, State, Step
    from arcanum.kernel.errors import Violation
    from arcanum.kernel.events import Event, Seat
    from arcanum.kernel.house import HouseFile
    from arcanum.kernel.ids import ClauseId
    from arcanum.kernel.listing import CardCheck, CardLine
    from arcanum.kernel.options import GameOption
    from arcanum.kernel.tell import Narrator
    from arcanum.kernel.variants import Change, Statement
    from arcanum.kernel.words import Fault


@runtime_checkable
class View(Protocol):
    """What every game's views have."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; None is a spectator's."""

    @property
    def rules(self) -> RuleSet:
        """The rules by which the game is played."""

    @property
    def players(self) -> tuple[object, ...]:
        """What can be seen of each player, by seat."""

    @property
    def agenda(self) -> tuple[Task[Any, Any], ...]:
        """What is still to happen, the next thing last, as far as the seat may know it."""

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide."""

    @property
    def prompt(self) -> str | None:
        """What the seat to act is asked to do, as the end of a sentence; None when the game is over."""

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat may choose from, if it is the one to act."""


@runtime_checkable
class RuleSet(Protocol):
    """What every game's rules have: a name, the game they belong to, and for how many it is. They are values."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """The id, such as `arcanum/en`, or the name of a house rule."""

    @property
    def printing(self) -> str:
        """The printing whose clauses hold where the rules say nothing else, such as `en`."""

    @property
    def base(self) -> RuleSet | None:
        """The house rule that this one is built on; None if that is a built-in rule set."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""

    def said(self, clause: ClauseId) -> ClauseId:
        """The clause that says in this rule set what a clause says in the base of its game."""

    def has(self, clause: ClauseId) -> bool:
        """Whether a clause can be one of its printing, and is not one that another printing numbers anew."""


class Game(Protocol):
    """What a game package provides; the public functions dispatch on it."""

    def __hash__(self) -> int: ...

    name: str
    reads_cards: bool
    """Whether its cards can be read from a file."""

    def rulesets(self) -> tuple[str, ...]:
        """The built-in rule sets, in a stable order."""

    def rules(self, name: str) -> RuleSet:
        """A built-in rule set."""

    def earlier(self, rules: RuleSet) -> tuple[RuleSet, ...]:
        """What rules were before rulings changed: documents and records of that time are read by these."""

    def options(self) -> tuple[GameOption, ...]:
        """What players can agree on before the start."""

    def begin(self, rules: RuleSet, players: int, seed: int, options: dict[str, object]) -> Step:
        """A new game, up to its first decision."""

    def outcome(self, state: State) -> Outcome:
        """The result of a finished game."""

    def over(self, state: State) -> Violation:
        """Why nothing is legal in a finished game."""

    def clauses(self) -> ClauseIndex:
        """The clause index."""

    def statements(self, rules: RuleSet) -> Iterable[Statement]:
        """What the values of the rules come to, for every parameter of a clause that they decide."""

    def replaced(self, rules: RuleSet, base: RuleSet) -> Mapping[ClauseId, str]:
        """The clauses that rules say nothing of any more although their base does, and what they do instead."""

    def changes(self, rules: RuleSet, base: RuleSet) -> tuple[Change, ...]:
        """The values in which rules differ from their base."""

    def observe(self, state: State, seat: Seat | None) -> View:
        """What a seat may know."""

    def cards_seen(self, view: View, events: Sequence[Event]) -> frozenset[Hashable]:
        """The cards that lie open in a view, or that events tell of."""

    def narrator(self, rules: RuleSet, names: Sequence[str]) -> Narrator:
        """Somebody who tells a game to people, from its first event on."""

    def parse_action(self, text: str) -> Action:
        """The action with a short text form; raises `ParseError` if there is none."""

    def cards(self, rules: RuleSet) -> tuple[CardLine, ...]:
        """All cards that a rule set is played with, in words."""

    def check_cards(self, rules: RuleSet | None, path: str) -> CardCheck:
        """What is wrong with a file of cards, for a rule set or for the one that the file names.

        Raises `BadCall` if there is no such file, or if the cards of the game are not read from files.
        """

    def build(self, file: HouseFile) -> RuleSet:
        """The rules that a house-rule file describes; raises `HouseRuleError` with all its faults."""

    def house_keys(self) -> tuple[str, ...]:
        """The places of everything that a house-rule file can set, such as `rules.players` and `location`."""

    def write_rules(self, rules: RuleSet, *, complete: bool) -> dict[str, Any]:
        """The rules as the tables of a house-rule file, with everything or with what differs from their base."""

    def shapes(self, rules: RuleSet | None) -> Shapes:
        """What the game's values look like when they are written down; without rules, those that need none."""

    def faults(self, state: State) -> list[Fault]:
        """What cannot be in a position of the game, although each part of it looks right."""

    def sample(self, view: View, rng: int, honest: bool) -> State | None:
        """A position of the same look, each equally likely; None if the dice fell so that there is none.

        An `honest` view is one that a game showed; positions that look like it need no check.
        """
