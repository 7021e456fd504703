"""What a rule set says, clause by clause: how two of them differ, and which clauses a house rule overrides.

A built-in rule set says what the clause index states for its printing. A house rule says the same, but for what it
changes; its game tells which clauses that is. Whether the change is any good is for validation to find out. This module
knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import attrs

from arcanum.kernel.clauses import APPLIES, CONSENSUS, Clause, FrozenMap, Parameter, in_words
from arcanum.kernel.errors import BadCall
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId

Statement: TypeAlias = tuple[ClauseId, str, Parameter]
"""A clause, the name of one of its parameters, and the value that a rule set gives it."""


@attrs.frozen
class Change:
    """A value of the rules that a house rule changes: its key, and both values in words."""

    key: str
    printed: str
    new: str


@attrs.frozen
class Override:
    """A clause that a house rule changes."""

    clause: Clause
    printed: Mapping[str, Parameter]
    """What it states as printed, as far as that changes."""
    new: Mapping[str, Parameter]
    """What it states now."""
    instead: str = ""
    """What took its place, if it is replaced as a whole; it then states nothing any more."""


@attrs.frozen
class Reading:
    """What one rule set says where two differ."""

    clause: ClauseId
    """The clause under which it says so."""
    applies: bool
    """Whether the rule set has such a rule at all."""
    parameters: Mapping[str, Parameter]
    """What it states, as far as the two differ."""
    where: str
    """The place in a document, `document:lines`; for a house rule its name."""

    def __str__(self) -> str:
        if not self.applies:
            return "no such rule"
        return reading_in_words(self.parameters) or "has this rule"


@attrs.frozen
class Difference:
    """A clause that two rule sets read differently."""

    clause: Clause
    one: Reading
    other: Reading

    def plain(self) -> dict[str, Any]:
        """The difference as plain data, for JSON."""
        sides = {"one": self.one, "other": self.other}
        return {
            "clause": self.clause.id,
            "text": self.clause.text,
            **{name: {**attrs.asdict(side), "parameters": plain(side.parameters)} for name, side in sides.items()},
        }


def reading_in_words(parameters: Mapping[str, Parameter]) -> str:
    """Parameters as a person reads them.

    >>> reading_in_words({"minors": 2, "optional": True})
    'minors 2, optional yes'
    """
    return ", ".join(f"{name.replace('_', ' ')} {in_words(value)}" for name, value in parameters.items())


def plain(value: Any) -> Any:
    """Parameters as plain data, for JSON.

    >>> plain(FrozenMap({"players": (3, 4, 5)}))
    {'players': [3, 4, 5]}
    """
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def changed_values(rules: RuleSet, base: RuleSet, apart: Sequence[str]) -> Iterator[Change]:
    """The values in which rules differ from their base, but for those that a game tells apart."""
    kind: Any = type(rules)
    for field in attrs.fields(kind):
        new, old = getattr(rules, field.name), getattr(base, field.name)
        if new != old and field.name not in ("name", "printing", "base", *apart):
            yield Change(field.name, _as_in_a_file(old), _as_in_a_file(new))


def _as_in_a_file(value: object) -> str:
    kind: Any = type(value)
    if attrs.has(kind):
        inside = (f"{field.name} = {_as_in_a_file(getattr(value, field.name))}" for field in attrs.fields(kind))
        return "{ " + ", ".join(inside) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_as_in_a_file, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int) else f'"{value}"'


def base_of(rules: RuleSet) -> RuleSet:
    """The built-in rule set whose printing the rules follow; a built-in one is its own base."""
    return rules.game.rules(f"{rules.game.name}/{rules.printing}")


def chain(rules: RuleSet) -> tuple[RuleSet, ...]:
    """Rules and what they are built on: house rules, and last the built-in rule set; of that one, only itself."""
    found = [rules]
    while (below := found[-1].base) is not None:
        found.append(below)
    base = base_of(rules)
    return (base,) if rules == base else (*found, base)


def title(rules: RuleSet, name: str = "") -> str:
    """The name of rules (or another one for them), of a house rule with all that it is built on.

    >>> import arcanum
    >>> title(arcanum.rules("arcanum/it"))
    'arcanum/it'
    >>> title(attrs.evolve(arcanum.rules("arcanum/it"), name="Nine cards", hand_limit=9))
    'Nine cards (a variant of arcanum/it)'
    """
    _, *below = [each.name for each in chain(rules)]
    return (name or rules.name) + (f" (a variant of {' -> '.join(below)})" if below else "")


def overrides(rules: RuleSet) -> tuple[Override, ...]:
    """The clauses that a house rule changes, in the order of the index; none for a built-in rule set.

    What its printing says in a clause of its own is listed as that clause only.
    """
    found = {each.clause.id: each for each in restated(rules)}
    return tuple(
        each for id, each in found.items() if rules.has(id) and (rules.said(id) == id or rules.said(id) not in found)
    )


@lru_cache(maxsize=64)
def restated(rules: RuleSet) -> tuple[Override, ...]:
    """The clauses that a house rule changes, whichever printing has them."""
    base, game = base_of(rules), rules.game
    if rules == base:
        return ()
    as_printed = _stated(base)
    instead = game.replaced(rules, base)
    found: list[Override] = []
    for clause in game.clauses():
        if clause.id in instead:
            found.append(Override(clause, FrozenMap({}), FrozenMap({}), instead[clause.id]))
            continue
        new = {
            name: value
            for name, value in _stated(rules).get(clause.id, {}).items()
            if value != as_printed.get(clause.id, {}).get(name)
        }
        if new:
            printed = {name: clause.parameter(name, rules.printing) for name in new}
            found.append(Override(clause, FrozenMap(printed), FrozenMap(new)))
    return tuple(found)


@lru_cache(maxsize=64)
def _stated(rules: RuleSet) -> Mapping[ClauseId, Mapping[str, Parameter]]:
    """What the values of the rules come to, for every parameter of a clause that they decide."""
    index = rules.game.clauses()
    found: dict[ClauseId, dict[str, Parameter]] = {}
    for id, name, value in rules.game.statements(rules):
        if name == APPLIES or name in index[id].parameters:
            found.setdefault(id, {})[name] = value
    for stated in found.values():  # of a rule that it does not have, a rule set says nothing else
        if stated.get(APPLIES) is False:
            stated.clear()
            stated[APPLIES] = False
    return found


def statements(rules: RuleSet) -> Iterator[Statement]:
    """What the values of the rules come to, for every parameter of a clause that they decide."""
    for id, stated in _stated(rules).items():
        for name, value in stated.items():
            yield id, name, value


def diff(one: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """The clauses that two rule sets of a game read differently, in the order of the index."""
    if one.game is not other.game:
        raise BadCall(f"{one.name} and {other.name} are rules of different games: {one.game.name}, {other.game.name}")
    found: list[Difference] = []
    told: dict[ClauseId, set[str]] = {}
    for clause in one.game.clauses():
        if not (one.has(clause.id) or other.has(clause.id)):
            continue
        names = _differing(clause, one, other)
        if not names - told.get(clause.id, set()):  # an edition may number its clauses anew: that is said once
            continue
        names -= told.get(clause.id, set())
        for rules in (one, other):
            told.setdefault(rules.said(clause.id), set()).update(names)
        found.append(Difference(clause, _one_side(clause, one, names), _one_side(clause, other, names)))
    return tuple(found)


def _differing(clause: Clause, one: RuleSet, other: RuleSet) -> set[str]:
    """The names of the parameters that two rule sets state differently; all of them if only one has such a rule."""
    first, second = _reading(clause, one), _reading(clause, other)
    if not first[APPLIES] and not second[APPLIES]:
        return set()
    if first[APPLIES] != second[APPLIES]:
        return {*first, *second}
    return {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)}


def _one_side(clause: Clause, rules: RuleSet, names: set[str]) -> Reading:
    reading = _reading(clause, rules)
    applies = reading.pop(APPLIES) is True
    stated = {name: value for name, value in reading.items() if name in names} if applies else {}
    return Reading(rules.said(clause.id), applies, FrozenMap(stated), _where(clause, rules))


_INSTEAD = "instead"


def _reading(clause: Clause, rules: RuleSet) -> dict[str, Parameter]:
    """All that a clause states in a rule set, with `applies`."""
    found: dict[str, Parameter] = {APPLIES: clause.applies(rules.printing)}
    found |= {name: clause.parameter(name, rules.printing) for name in clause.parameters}
    for override in restated(rules):
        if override.clause is clause:
            if override.instead:
                return {APPLIES: found[APPLIES], _INSTEAD: override.instead}
            found |= override.new
    return found


def _where(clause: Clause, rules: RuleSet) -> str:
    """Where a rule set says it: the place in its printing; for the common reading, in a printing that shares it."""
    if any(override.clause is clause for override in restated(rules)):
        return rules.name
    if rules.printing != CONSENSUS:
        return clause.printings.get(rules.printing, "")
    shared = (where for printing, where in clause.printings.items() if printing not in clause.readings)
    return next(shared, next(iter(clause.printings.values()), ""))
