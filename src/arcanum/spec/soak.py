"""Many random games with all invariants on: `python -m arcanum.spec.soak --games 10000`.

Games of all rule sets, player counts and lengths in turn, spread over the cores. Every state is checked; in every game
one state is checked against every action that exists. A game that breaks an invariant is named by its seed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version

import attrs

import arcanum
from arcanum.kernel.randomness import below, seeded
from arcanum.spec.invariants import check_every_action, check_state, check_step
from arcanum.tarot import State
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.events import LocationActivated


@attrs.frozen
class Plan:
    """Which game to play."""

    rules: str
    players: int
    length: str
    seed: int

    @classmethod
    def numbered(cls, number: int) -> Plan:
        """Game number so-and-so: all rule sets, player counts and lengths come round in turn."""
        rulesets = arcanum.rulesets("arcanum")
        number, ruleset = divmod(number, len(rulesets))
        number, players = divmod(number, 3)
        seed, length = divmod(number, 2)
        return cls(rulesets[ruleset], 3 + players, ("short", "long")[length], seed)


@attrs.define
class Tally:
    """What a number of games looked like."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    shared_victories: int = 0
    locations: Counter[int] = attrs.field(factory=Counter)
    events: Counter[str] = attrs.field(factory=Counter)
    clauses: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in the games of another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.shared_victories += other.shared_victories
        self.locations += other.locations
        self.events += other.events
        self.clauses += other.clauses

    def note(self, events: Sequence[arcanum.Event]) -> None:
        """Count events."""
        for event in events:
            self.events[type(event).__name__] += 1
            self.clauses[event.clause] += 1
            if isinstance(event, LocationActivated):
                self.locations[event.location] += 1


def play_one(number: int) -> Tally:
    """Play a game with all invariants on."""
    plan = Plan.numbered(number)
    tally = Tally(games=1)
    try:
        _play(plan, tally)
    except AssertionError as error:
        raise AssertionError(f"{plan}, decision {tally.decisions}: {error}") from error
    return tally


def _play(plan: Plan, tally: Tally) -> None:
    begun = arcanum.begin(plan.rules, players=plan.players, seed=plan.seed, length=plan.length)
    tally.note(begun.events)
    rng, thorough = below(seeded(~plan.seed), 100)
    state = _sound(begun.state)
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        tally.note(done.events)
        after = _sound(done.state)
        if tally.decisions % 100 == thorough:
            check_every_action(state)
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
    total, start = Tally(), time.perf_counter()
    try:
        with ProcessPoolExecutor(max(1, arguments.jobs)) as workers:
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
        write(arguments.json, total, seconds, f"python -m arcanum.spec.soak --games {arguments.games}")
    return 0


def summary(total: Tally, seconds: float) -> str:
    """The report for people."""
    silent = [number for number in LOCATIONS if not total.locations[number]]
    return "\n".join(
        (
            f"{total.games} games, {total.decisions} decisions, all invariants held",
            f"decisions a game: {total.decisions / total.games:.1f} on average, {total.longest} at most",
            f"games a second with all checks: {total.games / seconds:.1f}",
            f"shared victories: {total.shared_victories}",
            "visits: " + ", ".join(f"{number}: {total.locations[number]}" for number in LOCATIONS),
            f"locations never visited: {silent or 'none'}",
            f"kinds of events: {len(total.events)}, clauses cited by events: {len(total.clauses)}",
        )
    )


def write(path: Path, total: Tally, seconds: float, command: str) -> None:
    """Write the summary to a file, whole or not at all."""
    document = {
        "command": command,
        "version": arcanum.__version__,
        "python": python_version(),
        "date": datetime.now(UTC).date().isoformat(),
        "seconds": round(seconds, 1),
        **attrs.asdict(total),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    part.replace(path)


if __name__ == "__main__":
    sys.exit(main())
