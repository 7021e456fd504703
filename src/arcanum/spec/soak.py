"""Many random games with all invariants on: `python -m arcanum.spec.soak --games 10000`.

Games of all rule sets, player counts and options in turn, spread over the cores. Every state is checked; in every game
one state is checked against every action that exists. A game that breaks an invariant is named. Afterwards the soak
says what never happened: a kind of event, a clause that some event can cite, or whatever else the game counts.

What is particular to a game is in `arcanum.spec.<its package>.soak`, as a `Kit` called `SOAK`.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol, TypeAlias

import attrs

import arcanum
from arcanum.kernel import events
from arcanum.kernel.actions import Action
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import below, seeded, shuffled
from arcanum.spec.files import stamp, write_sections
from arcanum.spec.games import rules_of
from arcanum.spec.invariants import (
    check_decision,
    check_every_action,
    check_outcome,
    check_step,
    check_value,
    check_views,
)
from arcanum.spec.subject import remembered
from arcanum.spec.trace import APART

ALL = "all"
MOST_DECISIONS = 20_000
"""No game between random players should take longer."""


@attrs.frozen
class Plan:
    """Which game to play."""

    rules: str
    players: int
    seed: int
    options: Mapping[str, object] = attrs.field(factory=dict)

    def begin(self) -> arcanum.Step:
        """Start it."""
        return arcanum.begin(rules_of(self.rules), players=self.players, seed=self.seed, **self.options)


@attrs.frozen
class Walked:
    """One decision of a random game."""

    action: Action
    choices: int
    """How many legal actions there were."""
    done: arcanum.Step


Preference: TypeAlias = Callable[[arcanum.State, Action], bool]
"""Whether somebody likes an action."""


class Kit(Protocol):
    """What a game brings to the soak."""

    other_uses: tuple[str, ...]
    """Functions of the engine that take a clause for something else than an event, such as a refusal."""
    books_apart: bool
    """Whether printings have rulebooks of their own: somebody may know only one, which should show all its clauses."""

    def kinds(self) -> tuple[Plan, ...]:
        """One game of every kind: all rule sets, player counts and options."""

    def more_options(self, plan: Plan, number: int) -> Mapping[str, object]:
        """Options that the kinds of games leave alone, for game number so-and-so."""

    def check_state(self, state: arcanum.State) -> None:
        """The invariants that are particular to the game."""

    def every_action(self, state: arcanum.State) -> Iterable[Action]:
        """All actions that somebody could try in a state, legal or not."""

    def countable(self) -> Mapping[str, Sequence[str]]:
        """What the game counts beyond events and clauses, and all that could turn up there."""

    def count(self, state: arcanum.State, event: arcanum.Event) -> Iterable[tuple[str, str]]:
        """What an event adds to those counts; `state` is the one to which it led."""

    def forms(self, clause: ClauseId) -> Iterable[ClauseId]:
        """The clauses that say the same in one rule set or another; the engine cites whichever is in force."""

    def lines(self, counted: Mapping[str, Counter[str]]) -> Iterable[str]:
        """The counts for people."""

    places: str
    """The count of places on the board, which somebody should visit."""
    missed: Mapping[str, str]
    """What a table would say if a kind of event never happened; only those that it would miss."""

    def counted_as(self, key: str) -> str | None:
        """The name under which the card or place is counted that a house rule changes by this key; else None."""

    def made_for(self, plan: Plan, key: str) -> tuple[arcanum.Step, Preference]:
        """The beginning of a game in which that is likely to be used, and what its players prefer."""


def package(game: str) -> str:
    """The package of a game: `tarot` for `arcanum`."""
    return type(arcanum.rules(arcanum.rulesets(game)[0]).game).__module__.split(".")[1]


@cache
def kit(game: str) -> Kit:
    """What a game brings."""
    found: Kit = import_module(f"arcanum.spec.{package(game)}.soak").SOAK
    return found


@remembered(4)
def _mixed(game: str) -> tuple[Plan, ...]:
    """The kinds of games in an order in which a few of them are of all sorts."""
    return shuffled(seeded(0), kit(game).kinds())[1]


def plan(game: str, number: int) -> Plan:
    """Game number so-and-so: all kinds come round in turn."""
    seed, kind = divmod(number, len(_mixed(game)))
    return attrs.evolve(_mixed(game)[kind], seed=seed)


# --- what happened ----------------------------------------------------------------------------------------------------


@attrs.define
class Tally:
    """What a number of games looked like."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    shared_victories: int = 0
    counted: dict[str, Counter[str]] = attrs.field(factory=dict)
    """What the game counts."""
    events: Counter[str] = attrs.field(factory=Counter)
    clauses: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in the games of another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.shared_victories += other.shared_victories
        self.events += other.events
        self.clauses += other.clauses
        for what, counts in other.counted.items():
            self.counted.setdefault(what, Counter()).update(counts)

    def note(self, game: Kit, done: arcanum.Step) -> None:
        """Count what happened in a step."""
        for event in done.events:
            self.events[type(event).__name__] += 1
            self.clauses[event.clause] += 1
            for what, name in game.count(done.state, event):
                self.counted.setdefault(what, Counter())[name] += 1

    def missing(self, game: str) -> dict[str, list[str]]:
        """What never happened."""
        possible = {**kit(game).countable(), "events": event_kinds(game), "clauses": event_clauses(game)}
        seen = {**self.counted, "events": self.events, "clauses": self.clauses}
        return {what: [name for name in names if name not in seen.get(what, ())] for what, names in possible.items()}

    def section(self, game: str) -> dict[str, object]:
        """The tally as a result file has it."""
        plain = attrs.asdict(self)
        counted = plain.pop("counted")
        return {**plain, **counted, "missing": self.missing(game)}


def module(game: str, name: str) -> ModuleType:
    """A module of a game package."""
    return import_module(f"arcanum.{package(game)}.{name}")


def event_kinds(game: str) -> list[str]:
    """The names of all events of a game, those of the kernel included; a class from which others derive is none."""
    found = {**vars(events), **vars(module(game, "events"))}.values()
    kinds = [kind for kind in found if isinstance(kind, type) and issubclass(kind, arcanum.Event)]
    return [kind.__name__ for kind in kinds if not kind.__subclasses__()]


def event_clauses(game: str) -> list[str]:
    """The clauses that the engine hands to events: every use of a clause that is no citation and no refusal.

    House clauses are left out: by built-in rules nothing happens because of them.
    """
    ids = module(game, "clause_ids")
    visitor = _EventClauses(set(vars(ids)), kit(game).other_uses)
    for source in Path(str(ids.__file__)).parent.glob("*.py"):
        if source.stem not in APART:
            visitor.visit(ast.parse(source.read_text(encoding="utf-8")))
    found = {str(form) for name in visitor.found for form in kit(game).forms(getattr(ids, name))}
    return sorted(found - {clause.id for clause in arcanum.clauses(game) if clause.house})


class _EventClauses(ast.NodeVisitor):
    """Collects names of clauses, except where they are cited, refused with, compared or asked by."""

    def __init__(self, names: set[str], other_uses: Sequence[str]) -> None:
        self.found: set[str] = set()
        self._names = {name for name in names if name.isupper()}
        self._other_uses = ("cites", "Violation", "by", *other_uses)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in self._other_uses:
            self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            asked_by = isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
            if not asked_by:
                self.visit(part)

    def visit_Compare(self, node: ast.Compare) -> None:
        pass

    def visit_Dict(self, node: ast.Dict) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self._names:
            self.found.add(node.id)


# --- playing ----------------------------------------------------------------------------------------------------------


def play_one(game: str, number: int) -> Tally:
    """Play a game with all invariants on."""
    planned = plan(game, number)
    tally = Tally(games=1)
    try:
        play_out(kit(game), planned, tally)
    except Exception as error:  # whatever it is, say in which game
        raise AssertionError(f"{planned}, decision {tally.decisions}: {type(error).__name__}: {error}") from error
    return tally


def play_out(game: Kit, plan: Plan, tally: Tally) -> arcanum.State:
    """Play a game to its end with all invariants on, and count what happens in it; returns the last state."""
    begun = plan.begin()
    tally.note(game, begun)
    state = begun.state
    for walked in checked(game, begun.state, plan.seed):
        tally.note(game, walked.done)
        tally.decisions += 1
        state = walked.done.state
    assert arcanum.is_over(state), f"the game goes on for more than {MOST_DECISIONS} decisions"
    tally.longest = tally.decisions
    result = arcanum.outcome(state)
    tally.shared_victories = int(result is not None and len(result.winners) > 1)
    return state


def walk(state: arcanum.State, seed: int, most: int, prefers: Preference | None = None) -> Iterator[Walked]:
    """The decisions of a random game up to its end, or to so many; three times out of four one that is preferred."""
    rng, _ = below(seeded(~seed), 100)
    for _ in range(most):
        legal = arcanum.legal_actions(state)
        if not legal:
            return
        liked: Sequence[Action] = ()
        if prefers is not None:
            rng, dice = below(rng, 4)
            liked = [action for action in legal if prefers(state, action)] if dice else ()
        pool = liked or legal
        rng, index = below(rng, len(pool))
        done = arcanum.step(state, pool[index])
        yield Walked(pool[index], len(legal), done)
        state = done.state


def checked(
    game: Kit, state: arcanum.State, seed: int, most: int = MOST_DECISIONS, prefers: Preference | None = None
) -> Iterator[Walked]:
    """The same decisions with all invariants on."""
    thorough = below(seeded(~seed), 100)[1]
    _check_state(game, state)
    for at, walked in enumerate(walk(state, seed, most, prefers)):
        done = walked.done
        _check_state(game, done.state)
        if at == thorough:
            check_every_action(state, game.every_action(state), game.check_state)
            check_value(state)
            check_views(state)
        if at % 10 == thorough % 10:
            check_step(state, walked.action, done.state)
        yield walked
        state = done.state
    if arcanum.is_over(state):
        check_outcome(state)


def _check_state(game: Kit, state: arcanum.State) -> None:
    check_decision(state)
    game.check_state(state)


def soak(game: str, games: int, workers: ProcessPoolExecutor) -> Tally:
    """Play so many games of one game; raises `AssertionError` when an invariant is broken."""
    total = Tally()
    for done, tally in enumerate(workers.map(partial(play_one, game), range(games), chunksize=8), start=1):
        total.add(tally)
        if sys.stderr.isatty() and done % 50 == 0:
            print(f"\r{game}: {done}/{games} games", end="", file=sys.stderr)
    return total


# --- command line -----------------------------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """Play, report, and return 1 if an invariant was broken."""
    parser = argparse.ArgumentParser(prog="python -m arcanum.spec.soak", description=__doc__)
    parser.add_argument(
        "--game", choices=(*arcanum.games(), ALL), default=ALL, help="which game to play (default: %(default)s)"
    )
    parser.add_argument("--games", type=int, default=300, metavar="N", help="how many of each (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the summaries to a file, game by game")
    arguments = parser.parse_args(argv)
    if arguments.games < 1 or arguments.jobs < 1:
        parser.error("--games and --jobs must be at least 1")
    sections: dict[str, dict[str, object]] = {}
    with ProcessPoolExecutor(arguments.jobs) as workers:
        for game in arcanum.games() if arguments.game == ALL else (arguments.game,):
            start = time.perf_counter()
            try:
                total = soak(game, arguments.games, workers)
            except AssertionError as error:
                print(f"\nan invariant is broken: {error}", file=sys.stderr)
                return 1
            seconds = time.perf_counter() - start
            print("\n".join(summary(game, total, seconds)))
            command = f"python -m arcanum.spec.soak --game {game} --games {arguments.games}"
            sections[game] = {**stamp(command, seconds), **total.section(game)}
    if arguments.json is not None:
        write_sections(arguments.json, sections)
    return 0


def summary(game: str, total: Tally, seconds: float) -> Iterator[str]:
    """The report for people."""
    missing = [f"{what}: {', '.join(names)}" for what, names in total.missing(game).items() if names]
    yield f"{game}: {total.games} games, {total.decisions} decisions, all invariants held"
    yield f"decisions a game: {total.decisions / total.games:.1f} on average, {total.longest} at most"
    yield f"games a second with all checks: {total.games / seconds:.1f}"
    yield f"shared victories: {total.shared_victories}"
    yield from kit(game).lines(total.counted)
    yield f"kinds of events: {len(total.events)}, clauses cited by events: {len(total.clauses)}"
    yield "never happened: " + ("; ".join(missing) or "nothing")


if __name__ == "__main__":
    sys.exit(main())
