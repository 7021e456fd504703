"""Every number and every choice of every rule set, changed one by one: some property must notice.

A property reads what it expects from the clause index. If one took it from the rules instead, a change there would
change both sides, and nobody would notice; so this shows that expectations are independent of what they are compared
with. Of the cards and the board only what a rulebook prints counts: the rest is invented, and no clause states it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from enum import Enum
from functools import cache, partial
from importlib import import_module
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs

import arcanum
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.ruledata import clauses_of
from arcanum.spec.files import stamp, write_sections
from arcanum.spec.subject import narrowed
from spec.trials import breaks, forks, patching

RESULTS = breaks.ROOT / "results" / "values.json"
APART: Final = ("name", "printing", "base", "wording", "clause", "tower_placements", "fiefdoms")
"""What is no number and no choice: names; and the placements of the Tower, which no rulebook shows."""
SECONDS = 3600


@attrs.frozen
class Change:
    """One value of a rule set, changed."""

    rules: str
    path: str
    before: str
    after: str
    clauses: tuple[ClauseId, ...]
    """What the value answers to: clauses of its field, of the effects that it is part of, and those that state it."""
    applies: bool
    """Whether one of them is part of the rule set; if none is, the value has a say only if its absence has."""
    make: Callable[[], RuleSet] = attrs.field(eq=False, repr=False)

    @property
    def key(self) -> tuple[str, ...]:
        """What it is about."""
        return self.rules, self.path, self.before, self.after

    @property
    def name(self) -> str:
        """The change in a line."""
        return f"{self.rules} {self.path}: {self.before} becomes {self.after}"


# --- changing values --------------------------------------------------------------------------------------------------

_Place = tuple[str, object, object, object, tuple[ClauseId, ...]]
"""A path, the value there, another value, the whole with that in place, and clauses on the way."""


def changes(rules: RuleSet) -> Iterator[Change]:
    """Every change of one value of a rule set."""
    kind: Any = type(rules)
    hints, said = _hints(kind), _said(rules)
    for field in attrs.fields(kind):
        if field.name not in APART:
            value = getattr(rules, field.name)
            for path, before, after, whole, clauses in _changed(value, hints[field.name]):
                make = partial(_replaced, rules, field.name, whole)
                different = sorted({clause for clause, _, _ in said ^ _said(make())})
                answers = tuple(dict.fromkeys((*clauses, *different, *clauses_of(field))))
                applies = not answers or any(rules.game.clauses()[each].applies(rules.printing) for each in answers)
                yield Change(rules.name, field.name + path, str(before), str(after), answers, applies, make)


def _said(rules: RuleSet) -> set[tuple[ClauseId, str, str]]:
    """What the clauses say about some rules, as far as it stands in them."""
    return {(clause, parameter, repr(value)) for clause, parameter, value in rules.game.statements(rules)}


def _replaced(rules: Any, name: str, value: object) -> Any:
    return attrs.evolve(rules, **{name: value})


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _changed(value: object, hint: Any) -> Iterator[_Place]:
    """Every change of one value in a value."""
    if (other := _other(value, hint)) is not None:
        yield "", value, other, other, ()
    elif isinstance(value, tuple) and value and all(type(each) is str for each in value):
        for at, each in enumerate(value):
            yield f"[{at}]", each, "nothing", (*value[:at], *value[at + 1 :]), ()
    elif isinstance(value, tuple):
        for at, (each, inner) in enumerate(zip(value, _inner(value, hint), strict=True)):
            for path, before, after, whole, clauses in _changed(each, inner):
                yield f"[{at}]{path}", before, after, (*value[:at], whole, *value[at + 1 :]), clauses
    elif attrs.has(type(value)):
        yield from _changed_parts(value)


def _changed_parts(value: Any) -> Iterator[_Place]:
    own = getattr(value, "clause", None)
    kind: Any = type(value)
    hints: Mapping[str, Any] = _hints(kind)
    for field in attrs.fields(type(value)):
        if field.init and field.name not in APART:
            part, hint = getattr(value, field.name), hints.get(field.name)
            for path, before, after, whole, clauses in _changed(part, hint):
                if not _is_printed(value, field.name + path[:3]):
                    continue
                said = clauses if own is None else (*clauses, ClauseId(own))
                yield f".{field.name}{path}", before, after, attrs.evolve(value, **{field.alias: whole}), said


_KEYS: Final = {
    "values[0]": "staff",
    "values[1]": "sword",
    "values[2]": "cup",
    "program": "ability",
    "statics": "ability",
}
"""What a card file calls the parts of a card."""


def _is_printed(value: Any, part: str) -> bool:
    """Whether a rulebook prints a value, where that is written down: `source` of a whole, or `sources` of its parts."""
    sources = getattr(value, "sources", None)
    if sources is None:
        return getattr(value, "source", "") != "invented"
    name = part.partition("[")[0]
    return bool(sources.get(_KEYS.get(part, _KEYS.get(name, name)), "invented") != "invented")


def _other(value: object, hint: Any) -> object:
    """Another value of the same kind; None if it is not a number or a choice."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        members = list(type(value))
        return members[(members.index(value) + 1) % len(members)]
    if isinstance(value, int):
        return value + 1
    choices = _choices(hint)
    if isinstance(value, str) and value in choices and len(choices) > 1:
        return choices[(choices.index(value) + 1) % len(choices)]
    return None


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(choice for each in get_args(hint) for choice in _choices(each))


def _inner(value: tuple[object, ...], hint: Any) -> Sequence[Any]:
    """The types of the parts of a row, as far as they are known."""
    found = get_args(hint) if get_origin(hint) is tuple else ()
    if len(found) == 2 and found[1] is Ellipsis:
        return [found[0]] * len(value)
    return found if len(found) == len(value) else [None] * len(value)


# --- judging ----------------------------------------------------------------------------------------------------------


_held: Final = ExitStack()
"""What lasts as long as the forked process."""


def _put(change: Change) -> None:
    """Let a rule set be another one, in this process, and let properties speak of it alone."""
    patching.forget()
    rules = arcanum.rules(change.rules)
    import_module(type(rules).__module__)._built_in()[change.rules] = change.make()
    _held.enter_context(narrowed((change.rules,)))


@attrs.frozen
class Row:
    """What became of a change; `caught_by` is empty if no property noticed."""

    rules: str
    path: str
    before: str
    after: str
    caught_by: str
    own: bool
    """Whether that is a property of a clause to which the value answers."""
    idle: bool = False
    """Whether nobody could notice: no such clause is part of the rule set, and none of its properties noticed."""

    @property
    def key(self) -> tuple[str, ...]:
        """What it is about."""
        return self.rules, self.path, self.before, self.after


def order(game: str, change: Change, rows: Iterable[Row]) -> tuple[str, ...]:
    """All properties of a game, the likeliest to notice first.

    That is one that noticed the same value of another rule set, then those of the clauses, then one that noticed a
    neighbour. The quicker ones come before the slower ones.
    """
    known, took, clauses = breaks.proofs(game), breaks.durations(), set(change.clauses)
    rows = list(rows)
    same = {row.caught_by for row in rows if row.path == change.path}
    near = {row.caught_by for row in rows if _shape(row.path) == _shape(change.path)}

    asked = known if change.applies else [source for source, proved in known.items() if proved & clauses]

    def rank(source: str) -> tuple[bool, bool, bool, float, str]:
        return source not in same, not known[source] & clauses, source not in near, took.get(source, 9.9), source

    return tuple(sorted(asked, key=rank))


def _shape(path: str) -> str:
    """A path without the places in rows."""
    return re.sub(r"\d+", "", path)


def recorded(game: str) -> dict[tuple[str, ...], Row]:
    """What earlier runs have found."""
    if not RESULTS.exists():
        return {}
    rows = json.loads(RESULTS.read_text(encoding="utf-8")).get(game, {}).get("values", ())
    return {row.key: row for row in (Row(**each) for each in rows)}


@attrs.frozen
class Campaign:
    """Which values to change."""

    games: tuple[str, ...]
    stale: bool = False
    """Only those that no property is known to notice."""
    record: bool = False
    jobs: int = 1
    fields: tuple[str, ...] = ()
    """Only values whose path begins so."""

    def run(self, bench: forks.Bench) -> bool:
        """Change values game by game; whether all changes were noticed."""
        well = [self._run(game, bench) for game in self.games]
        return all(well)

    def _run(self, game: str, bench: forks.Bench) -> bool:
        began, known = time.monotonic(), recorded(game)
        found = [change for name in arcanum.rulesets(game) for change in changes(arcanum.rules(name))]
        every: dict[tuple[str, ...], Change] = {each.key: each for each in found}
        kept = {key: row for key, row in known.items() if key in every and (row.idle or row.caught_by in bench.items)}
        left = [change for key, change in every.items() if not (self.stale and key in kept)]
        chosen = [change for change in left if not self.fields or change.path.startswith(self.fields)]
        print(f"{game}: {len(every)} values, {len(chosen)} to be judged", flush=True)
        rows = dict(kept)
        trials = (_trial(game, change, rows.values()) for change in chosen)  # made late, to learn from earlier ones
        for done, (trial, finding) in enumerate(bench.judge(trials, self.jobs), start=1):
            row = _row(game, trial.about, finding)
            rows[row.key] = row
            word = "caught" if row.caught_by else "idle  " if row.idle else "MISSED"
            print(f"{done:>5}/{len(chosen)}  {word}  {trial.about.name}", flush=True)
            if self.record and (done % 20 == 0 or done == len(chosen)):
                _record(game, [rows[key] for key in every if key in rows], len(every), time.monotonic() - began)
        missed = [row for row in rows.values() if not row.caught_by and not row.idle]
        print(f"{game}: {len(rows)} of {len(every)} values judged, {len(missed)} changes that nobody noticed")
        return not missed


def _trial(game: str, change: Change, rows: Iterable[Row]) -> forks.Trial:
    return forks.Trial(change, partial(_put, change), order(game, change, rows), SECONDS, stop=True)


def _row(game: str, change: Change, finding: forks.Finding) -> Row:
    by = next(iter(finding.failed), "")
    own = bool(breaks.proofs(game).get(by, frozenset()) & set(change.clauses))
    idle = not by and not change.applies
    return Row(change.rules, change.path, change.before, change.after, by, own, idle)


def _record(game: str, rows: Sequence[Row], planned: int, seconds: float) -> None:
    section = {
        **stamp("python -m spec.trials values", seconds),
        "planned": planned,
        "judged": len(rows),
        "caught": sum(bool(row.caught_by) for row in rows),
        "idle": sum(row.idle for row in rows),
        "values": [attrs.asdict(row) for row in rows],
    }
    write_sections(RESULTS, {game: section})
