"""Many random games with all invariants on: `python -m arcanum.spec.soak --games 10000`.

Games of all rule sets, player counts, lengths and variants in turn, spread over the cores. Every state is checked; in
every game one state is checked against every action that exists. A game that breaks an invariant is named. Afterwards
the soak says what never happened: a card, a location, a kind of event, a clause that some event can cite.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

import attrs

import arcanum
from arcanum.kernel.randomness import below, seeded
from arcanum.spec.files import stamp, write_json
from arcanum.spec.invariants import check_every_action, check_state, check_step
from arcanum.tarot import State, clause_ids, events
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import MAJORS, MINORS
from arcanum.tarot.events import LocationActivated, Played


@attrs.frozen
class Plan:
    """Which game to play."""

    rules: str
    players: int
    length: str
    majors: str
    seed: int

    @classmethod
    def numbered(cls, number: int) -> Plan:
        """Game number so-and-so: all rule sets, player counts, lengths and variants come round in turn."""
        seed, kind = divmod(number, len(KINDS))
        return cls(*KINDS[kind], seed)


def _kinds() -> Iterator[tuple[str, int, str, str]]:
    variants = product(arcanum.rulesets("arcanum"), (3, 4, 5), ("short", "long"), ("all", "from-turn-3", "none"))
    for rules, players, length, majors in variants:
        try:
            arcanum.new_game(rules, players=players, seed=0, length=length, majors=majors)
        except arcanum.BadCall:  # a printing that wants the short game for beginners
            continue
        yield rules, players, length, majors


KINDS = tuple(_kinds())


@attrs.define
class Tally:
    """What a number of games looked like."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    shared_victories: int = 0
    locations: Counter[int] = attrs.field(factory=Counter)
    cards: Counter[str] = attrs.field(factory=Counter)
    events: Counter[str] = attrs.field(factory=Counter)
    clauses: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in the games of another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.shared_victories += other.shared_victories
        self.locations += other.locations
        self.cards += other.cards
        self.events += other.events
        self.clauses += other.clauses

    def note(self, happened: Sequence[arcanum.Event]) -> None:
        """Count events."""
        for event in happened:
            self.events[type(event).__name__] += 1
            self.clauses[event.clause] += 1
            if isinstance(event, LocationActivated):
                self.locations[event.location] += 1
            if isinstance(event, Played):
                self.cards[str(event.card)] += 1

    def missing(self) -> dict[str, list[str]]:
        """What never happened."""
        return {
            "locations": [str(number) for number in LOCATIONS if not self.locations[number]],
            "cards": [str(card) for card in (*MINORS, *MAJORS) if not self.cards[str(card)]],
            "events": [name for name in event_kinds() if not self.events[name]],
            "clauses": [clause for clause in event_clauses() if not self.clauses[clause]],
        }


def event_kinds() -> list[str]:
    """The names of all events of the game."""
    return [
        name
        for name, kind in vars(events).items()
        if isinstance(kind, type) and issubclass(kind, arcanum.Event) and kind is not arcanum.Event
    ]


def event_clauses() -> list[str]:
    """The clauses that the engine hands to events: every use of a clause that is no citation and no refusal."""
    found: set[str] = set()
    for module in Path(events.__file__).parent.glob("*.py"):
        if module.stem != "clause_ids":
            visitor = _EventClauses()
            visitor.visit(ast.parse(module.read_text(encoding="utf-8")))
            found |= visitor.found
    return sorted(str(getattr(clause_ids, name)) for name in found)


class _EventClauses(ast.NodeVisitor):
    """Collects names of clauses, except where they are cited, refused with, compared or asked by."""

    _OTHER_USES = ("cites", "_by", "Violation", "objections_to_card", "objections_to_move")

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Call(self, node: ast.Call) -> None:
        if not (isinstance(node.func, ast.Name) and node.func.id in self._OTHER_USES):
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
        if node.id.isupper() and hasattr(clause_ids, node.id):
            self.found.add(node.id)


def play_one(number: int) -> Tally:
    """Play a game with all invariants on."""
    plan = Plan.numbered(number)
    tally = Tally(games=1)
    try:
        _play(plan, tally)
    except Exception as error:  # whatever it is, say in which game
        raise AssertionError(f"{plan}, decision {tally.decisions}: {type(error).__name__}: {error}") from error
    return tally


def _play(plan: Plan, tally: Tally) -> None:
    begun = arcanum.begin(plan.rules, players=plan.players, seed=plan.seed, length=plan.length, majors=plan.majors)
    tally.note(begun.events)
    rng, thorough = below(seeded(~plan.seed), 100)
    state = _sound(begun.state)
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        tally.note(done.events)
        after = _sound(done.state)
        if tally.decisions == thorough:
            check_every_action(state)
        if tally.decisions % 10 == thorough % 10:
            check_step(state, legal[index], after)
        tally.decisions += 1
        state = after
    tally.longest = tally.decisions
    result = arcanum.outcome(state)
    assert result is not None
    tally.shared_victories = int(len(result.winners) > 1)


def _sound(state: arcanum.State) -> State:
    assert isinstance(state, State)
    check_state(state)
    return state


def main(argv: Sequence[str] | None = None) -> int:
    """Play, report, and return 1 if an invariant was broken."""
    parser = argparse.ArgumentParser(prog="python -m arcanum.spec.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=300, metavar="N", help="how many games (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the summary to a file")
    arguments = parser.parse_args(argv)
    if arguments.games < 1 or arguments.jobs < 1:
        parser.error("--games and --jobs must be at least 1")
    total, start = Tally(), time.perf_counter()
    try:
        with ProcessPoolExecutor(arguments.jobs) as workers:
            for done, tally in enumerate(workers.map(play_one, range(arguments.games), chunksize=8), start=1):
                total.add(tally)
                if sys.stderr.isatty() and done % 50 == 0:
                    print(f"\r{done}/{arguments.games} games", end="", file=sys.stderr)
    except AssertionError as error:
        print(f"\nan invariant is broken: {error}", file=sys.stderr)
        return 1
    seconds = time.perf_counter() - start
    print(summary(total, seconds))
    if arguments.json is not None:
        command = f"python -m arcanum.spec.soak --games {arguments.games}"
        write_json(arguments.json, {**stamp(command, seconds), **attrs.asdict(total), "missing": total.missing()})
    return 0


def summary(total: Tally, seconds: float) -> str:
    """The report for people."""
    missing = [f"{what}: {', '.join(names)}" for what, names in total.missing().items() if names]
    majors = ", ".join(f"{card.title} {total.cards[str(card)]}" for card in MAJORS)
    return "\n".join(
        (
            f"{total.games} games, {total.decisions} decisions, all invariants held",
            f"decisions a game: {total.decisions / total.games:.1f} on average, {total.longest} at most",
            f"games a second with all checks: {total.games / seconds:.1f}",
            f"shared victories: {total.shared_victories}",
            "visits: " + ", ".join(f"{number}: {total.locations[number]}" for number in LOCATIONS),
            f"Majors played: {majors}",
            f"kinds of events: {len(total.events)}, clauses cited by events: {len(total.clauses)}",
            "never happened: " + ("; ".join(missing) or "nothing"),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
