"""A game as it was played: how it was set up, and every action since. Whoever has that has every state.

How a record is written into a file is in `records`. This module knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.engine import State, Step, advance
from arcanum.kernel.errors import BadCall, IllegalAction, ParseError, brief, nearest
from arcanum.kernel.events import Event
from arcanum.kernel.game import RuleSet
from arcanum.kernel.words import Fault, inside

LONGEST_NAME: Final = 60
_DIGITS: Final = 30
SEED: Final = re.compile(rf"0|-?[1-9][0-9]{{0,{_DIGITS - 1}}}")
_LARGEST_SEED: Final[int] = 10**30


@attrs.frozen(repr=False)
class Record:
    """How a game was set up, and every action since."""

    rules: RuleSet
    players: int
    seed: int
    options: Mapping[str, str] = FrozenMap[str]({})
    """What the players agreed on, as it is typed on a command line."""
    names: tuple[str, ...] = ()
    """The players by seat; empty if nobody said."""
    actions: tuple[Action, ...] = ()

    def __repr__(self) -> str:
        return f"<record of {self.rules.name}, {self.players} players, {len(self.actions)} actions>"

    def begin(self) -> Step:
        """The opening."""
        return begin(self.rules, self.players, self.seed, self.options)

    def replay(self, to: int | None = None) -> Iterator[Step]:
        """The opening, then what every action led to, up to a number of actions.

        Raises `IllegalAction` where the rules forbid one.
        """
        if to is not None and to not in range(len(self.actions) + 1):
            raise BadCall(f"the record has {len(self.actions)} actions; there is no state after {brief(to)}")
        done = self.begin()
        yield done
        for action in self.actions[:to]:
            log: list[Event] = []
            done = Step(advance(done.state, action, None, log), tuple(log), done.state)
            yield done

    def state(self, to: int | None = None) -> State:
        """The state after all actions, or after so many."""
        *_, last = self.replay(to)
        return last.state

    def setup_faults(self) -> Iterator[Fault]:
        """What cannot be written down of how the game was set up."""
        if self.names and (len(self.names) != self.players or not all(map(is_name, self.names))):
            wanted = f"{self.players} names of at most {LONGEST_NAME} printable characters"
            yield Fault("names", f"expected {wanted}, got {brief(list(self.names))}")
        if not is_seed(self.seed):
            yield Fault("seed", f"expected a whole number of at most {_DIGITS} digits, got {brief(self.seed)}")
        for name, value in self.options.items():
            if not value.isprintable():
                yield Fault(inside("options", name), f"expected printable characters, got {brief(value)}")

    def faults(self) -> Iterator[Fault]:
        """Why the game cannot have been played like this, each reason with its place."""
        yield from self.setup_faults()
        try:
            done = self.begin()
        except BadCall as error:
            yield Fault("options", str(error))
            return
        if done.state.rules != self.rules:
            yield Fault("options", "an option cannot change the rules of a record")
            return
        played = 0
        try:
            for _ in self.replay():
                played += 1
        except IllegalAction as error:
            yield Fault(inside("actions", played - 1), str(error))


@attrs.frozen
class SavedRecord:
    """A record as a document states it: the rules are named elsewhere."""

    players: int
    seed: str
    """As a text, because it may be larger than numbers are in other languages."""
    options: dict[str, str]
    names: tuple[str, ...]
    actions: tuple[Action, ...]

    @staticmethod
    def of(record: Record) -> SavedRecord:
        """What a document states of a record."""
        return SavedRecord(record.players, str(record.seed), dict(record.options), record.names, record.actions)

    def record(self, rules: RuleSet) -> Record:
        """The record, by some rules; nothing says yet that it can be replayed."""
        return Record(rules, self.players, read_seed(self.seed), FrozenMap(self.options), self.names, self.actions)


def read_seed(text: str) -> int:
    """The seed that a text states.

    >>> read_seed("7")
    7
    """
    if not SEED.fullmatch(text):
        raise ParseError(f"expected a whole number of at most {_DIGITS} digits, got {brief(text)}")
    return int(text)


def is_seed(seed: int) -> bool:
    """Whether a record can state a seed; those that differ by 2**64 are the same, so the others can be made smaller."""
    return abs(seed) < _LARGEST_SEED


def begin(rules: RuleSet, players: int, seed: int, options: Mapping[str, str]) -> Step:
    """The opening of a game whose options are texts."""
    known = {option.name: option for option in rules.game.options() if not option.is_file}
    for name in options:
        if name not in known:
            guess = nearest(name, known)
            hint = f"; did you mean {guess!r}?" if guess else f"; known: {', '.join(known)}"
            raise BadCall(f"a record of {rules.name} has no option {brief(name)}{hint}")
    agreed = {name: known[name].parse(value) for name, value in options.items()}
    return rules.game.begin(rules, players, seed, agreed)


def record_of(
    rules: RuleSet,
    players: int,
    seed: int,
    options: Mapping[str, object],
    names: Sequence[str],
    actions: Sequence[Action],
) -> Record:
    """The record of a game that was begun with these arguments of `new_game`."""
    state = rules.game.begin(rules, players, seed, dict(options)).state
    kept = {option.name for option in rules.game.options() if not option.is_file}
    texts = {name: _as_text(value) for name, value in options.items() if name in kept and value is not None}
    # With other cards the rules are others too, and no longer those that were asked for.
    record = Record(state.rules, players, seed, FrozenMap(texts), tuple(names), tuple(actions))
    for fault in record.setup_faults():
        raise BadCall(str(fault))
    return record


def _as_text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def is_name(name: object) -> bool:
    """Whether a player can be called that in a record."""
    return isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()
