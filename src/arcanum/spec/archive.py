"""Many recorded games, read by another process: `python -m arcanum.spec.archive --games 1000`.

Random games of all rule sets, player counts and options are played and written down. Then a fresh process, which knows
nothing but the files, replays every record and says which state it leads to; that must be the state that was played.
A record is what is left of a game when the program is gone, and this is the proof that it is enough.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

import arcanum
from arcanum import records
from arcanum.kernel.randomness import below, seeded
from arcanum.records import Record, fingerprint
from arcanum.spec import soak
from arcanum.spec.files import stamp, write_json

SUFFIX = ".record"
_PLAYERS = ("Žofie", "Bruno", "Clara", "李雷", "Elena")
"""Names for every other game, so that both kinds of records are read."""


@attrs.frozen
class Kept:
    """A game that was written down."""

    name: str
    """The name of its file."""
    rules: str
    actions: int
    size: int
    """Bytes of the file."""
    state: str
    """The fingerprint of the state in which the game ended, as it was played."""


def play(plan: soak.Plan, *, names: Sequence[str] = ()) -> tuple[Record, arcanum.State]:
    """The record of a game between random players, and the state in which it ended."""
    state, rng, actions = plan.begin().state, seeded(~plan.seed), list[arcanum.Action]()
    while (legal := arcanum.legal_actions(state)) and len(actions) < soak.MOST_DECISIONS:
        rng, index = below(rng, len(legal))
        state = arcanum.apply(state, legal[index])
        actions.append(legal[index])
    record = records.make(
        state.rules, players=plan.players, seed=plan.seed, actions=actions, names=names, **plan.options
    )
    return record, state


def plans(games: int) -> Iterator[soak.Plan]:
    """So many plans: the games take turns, and all kinds of each come round."""
    known = arcanum.games()
    for number in range(games):
        yield soak.plan(known[number % len(known)], number // len(known))


def fill(folder: Path, games: int) -> Iterator[Kept]:
    """Play so many games and write them down."""
    for number, plan in enumerate(plans(games)):
        record, state = play(plan, names=_PLAYERS[: plan.players] if number % 2 else ())
        path = folder / f"{number:06}{SUFFIX}"
        records.write(path, record)
        yield Kept(path.name, plan.rules, len(record.actions), path.stat().st_size, fingerprint(state))
        if sys.stderr.isatty() and number % 20 == 0:
            print(f"\r{number}/{games} games", end="", file=sys.stderr)


def reached(folder: Path) -> Iterator[tuple[str, str]]:
    """The name of every record in a folder, and the fingerprint of the state that it leads to, or why there is none."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            yield path.name, fingerprint(records.read(path).state())
        except arcanum.BadCall as error:
            yield path.name, f"refused: {error}"


def reached_elsewhere(folder: Path) -> dict[str, str]:
    """What `reached` says in a fresh process, in which texts and sets are in another order."""
    done = subprocess.run(
        [sys.executable, "-m", "arcanum.spec.archive", "--read", str(folder)],
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return {name: found for name, _, found in (line.partition(" ") for line in done.stdout.splitlines())}


def mismatches(kept: Sequence[Kept], found: Mapping[str, str]) -> list[str]:
    """The records that do not lead to the state that was played, and what they lead to."""
    return [
        f"{each.name} ({each.rules}): {found.get(each.name, 'missing')} instead of {each.state}"
        for each in kept
        if found.get(each.name) != each.state
    ]


def section(kept: Sequence[Kept], wrong: Sequence[str], command: str, seconds: float) -> dict[str, object]:
    """The result as a file has it."""
    sizes = [each.size for each in kept]
    return {
        **stamp(command, seconds),
        "games": len(kept),
        "rule_sets": len({each.rules for each in kept}),
        "actions": sum(each.actions for each in kept),
        "longest_game": max(each.actions for each in kept),
        "bytes_per_record": round(sum(sizes) / len(kept)),
        "bytes_per_action": round(sum(sizes) / sum(each.actions for each in kept), 1),
        "largest_record": max(sizes),
        "mismatches": list(wrong),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Play, write, let another process read, and return 1 if it finds another game."""
    parser = argparse.ArgumentParser(prog="python -m arcanum.spec.archive", description=__doc__)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result to a file")
    parser.add_argument("--read", type=Path, metavar="FOLDER", help="only say which states the records there lead to")
    arguments = parser.parse_args(argv)
    if arguments.read is not None:
        for name, found in reached(arguments.read):
            print(name, found)
        return 0
    if arguments.games < 1:
        parser.error("--games must be at least 1")
    start = time.perf_counter()
    with TemporaryDirectory(prefix="arcanum-archive-") as folder:
        kept = tuple(fill(Path(folder), arguments.games))
        wrong = mismatches(kept, reached_elsewhere(Path(folder)))
    seconds = time.perf_counter() - start
    command = f"python -m arcanum.spec.archive --games {arguments.games}"
    result = section(kept, wrong, command, seconds)
    if arguments.json is not None:
        write_json(arguments.json, result)
    print(f"{len(kept)} games of {result['rule_sets']} rule sets with {result['actions']} actions in {seconds:.0f} s")
    print(f"bytes a record: {result['bytes_per_record']} on average, {result['largest_record']} at most")
    print(f"records that lead to another state in another process: {len(wrong)}")
    for line in wrong:
        print(f"- {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
