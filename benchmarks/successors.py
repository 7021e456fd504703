"""How many successors a second: our games beside python-chess and OpenSpiel, in one run on one machine.

Search asks for the legal actions, takes one, and keeps the parent; that loop is what is timed, per decision. All
contestants take turns, so that a machine that slows down slows all of them; the median of the rounds counts. Starting
a game, chance moves before the first decision, and the dice are outside the clock.

    python benchmarks/successors.py --json docs/results/bench.json
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import platform
import random
import shlex
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Protocol

import attrs

import arcanum
from arcanum.spec.files import stamp, write_json

WITH_STACK, WITHOUT_STACK, TAROK = "python-chess copy()", "python-chess copy(stack=False)", "OpenSpiel tarok"
CHESS_PLIES = 100
"""Random chess games do not end by themselves for a long time; arcanum's have about as many decisions as this."""


class Board(Protocol):
    """The part of `chess.Board` that is used."""

    @property
    def legal_moves(self) -> Iterator[object]:
        """The legal moves, made one by one."""

    def copy(self, *, stack: bool = True) -> Board:
        """A copy, with or without the moves so far."""

    def push(self, move: object) -> None:
        """Make a move on this board."""


class SpielState(Protocol):
    """The part of an OpenSpiel state that is used."""

    def legal_actions(self) -> list[int]:
        """The legal actions."""

    def child(self, action: int) -> SpielState:
        """The state after an action."""

    def is_chance_node(self) -> bool:
        """Whether chance moves."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely."""


class SpielGame(Protocol):
    """The part of an OpenSpiel game that is used."""

    def new_initial_state(self) -> SpielState:
        """The start of a game."""


class Contestant(Protocol):
    """Something that plays random games and counts its decisions."""

    @property
    def name(self) -> str:
        """What it is called in the table."""

    @abstractmethod
    def play(self, seed: int, dice: Iterator[float]) -> tuple[int, float]:
        """Play one game; the number of decisions and the seconds they took."""


@attrs.frozen
class Ours:
    """A rule set of ours with so many players."""

    rules: str
    players: int

    @property
    def name(self) -> str:
        """Rule set and players."""
        return f"{self.rules}, {self.players} players"

    def play(self, seed: int, dice: Iterator[float]) -> tuple[int, float]:
        """One game; parents are kept, so a state must not change under them."""
        state = arcanum.new_game(self.rules, players=self.players, seed=seed)
        parents: list[arcanum.State] = []
        start = perf_counter()
        while legal := arcanum.legal_actions(state):
            parents.append(state)
            state = arcanum.apply(state, legal[int(next(dice) * len(legal))])
        return len(parents), perf_counter() - start


@attrs.frozen
class Chess:
    """python-chess: copy the board, push the move. With `stack` the copy can take moves back, as `copy()` does."""

    new_board: Callable[[], Board]
    stack: bool

    @property
    def name(self) -> str:
        """Library and kind of copy."""
        return WITH_STACK if self.stack else WITHOUT_STACK

    def play(self, seed: int, dice: Iterator[float]) -> tuple[int, float]:
        """The first moves of one game."""
        board, stack = self.new_board(), self.stack
        parents: list[Board] = []
        start = perf_counter()
        while len(parents) < CHESS_PLIES and (legal := list(board.legal_moves)):
            parents.append(board)
            board = board.copy(stack=stack)
            board.push(legal[int(next(dice) * len(legal))])
        return len(parents), perf_counter() - start


@attrs.frozen
class OpenSpiel:
    """An OpenSpiel game; `child` gives a new state, written in C++."""

    name: str
    game: SpielGame

    def play(self, seed: int, dice: Iterator[float]) -> tuple[int, float]:
        """One game; the deal is over before the clock starts, later chance moves are not counted as decisions."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state = chance(state, dice)
        parents: list[SpielState] = []
        start = perf_counter()
        while not state.is_terminal():
            if state.is_chance_node():
                state = chance(state, dice)
                continue
            parents.append(state)
            legal = state.legal_actions()
            state = state.child(legal[int(next(dice) * len(legal))])
        return len(parents), perf_counter() - start


def chance(state: SpielState, dice: Iterator[float]) -> SpielState:
    """Let chance move."""
    outcomes = state.chance_outcomes()
    rest = next(dice)
    for action, likely in outcomes:
        rest -= likely
        if rest < 0:
            return state.child(action)
    return state.child(outcomes[-1][0])


def ours() -> list[Contestant]:
    """Every game with every number of players, by the first of its rule sets."""
    first = [arcanum.rules(arcanum.rulesets(game)[0]) for game in arcanum.games()]
    return [Ours(rules.name, players) for rules in first for players in rules.players]


def peers() -> tuple[list[Contestant], list[str]]:
    """The contestants that are installed, and a sentence for each that is missing."""
    found: list[Contestant] = []
    missing: list[str] = []
    try:
        boards: Callable[[], Board] = importlib.import_module("chess").Board
        found += [Chess(boards, stack=True), Chess(boards, stack=False)]
    except ImportError:
        missing.append("python-chess is not installed: pip install 'arcanum[bench]', or pip install chess")
    try:
        load: Callable[[str], SpielGame] = importlib.import_module("pyspiel").load_game
        found.append(OpenSpiel(TAROK, load("tarok")))
    except ImportError:
        missing.append("OpenSpiel is not installed: pip install 'arcanum[bench]', or pip install open_spiel")
    return found, missing


def sample(contestant: Contestant, seed: int, seconds: float) -> float:
    """Decisions a second over whole games, for about so long."""
    source = random.Random(seed)
    dice = cycle([source.random() for _ in range(10_007)])
    decisions, spent, games = 0, 0.0, 0
    gc.collect()
    while spent < seconds:
        count, time = contestant.play(seed * 1_000_003 + games, dice)
        decisions, spent, games = decisions + count, spent + time, games + 1
    return decisions / spent


def measure(contestants: Sequence[Contestant], rounds: int, seconds: float) -> dict[str, list[float]]:
    """The samples of every contestant, taken in turns; the first round warms up and is thrown away."""
    samples: dict[str, list[float]] = {each.name: [] for each in contestants}
    for number in range(rounds + 1):
        for each in contestants:
            speed = sample(each, number, seconds)
            if number:
                samples[each.name].append(speed)
    return samples


PEERS = (WITH_STACK, WITHOUT_STACK, TAROK)
"""Whom the table compares with. `copy()` copies all moves so far, one by one; without them chess is a fairer peer."""


def ratios(medians: dict[str, float]) -> dict[str, dict[str, float]]:
    """How fast each contestant of ours is beside each peer that ran."""
    ours = [name for name in medians if name not in PEERS]
    return {name: {peer: medians[name] / medians[peer] for peer in PEERS if peer in medians} for name in ours}


def table(samples: dict[str, list[float]]) -> str:
    """The result for people."""
    medians = {name: median(found) for name, found in samples.items()}
    compared = ratios(medians)
    wide = max(map(len, medians))
    head = f"{'decisions a second':{wide}}{'median':>10}{'lowest':>10}{'highest':>10}"
    lines = [head + "".join(f"  x {peer}" for peer in PEERS)]
    for name, found in samples.items():
        line = f"{name:{wide}}{medians[name]:>10,.0f}{min(found):>10,.0f}{max(found):>10,.0f}"
        factors = compared.get(name, {})
        cells = (f"{factors[peer]:>{len(peer) + 4}.2f}" for peer in PEERS if peer in factors)
        lines.append((line + "".join(cells)).rstrip())
    return "\n".join(lines)


def report(samples: dict[str, list[float]], rounds: int, seconds: float, took: float) -> dict[str, object]:
    """The result for programs."""
    medians = {name: median(found) for name, found in samples.items()}
    return {
        **stamp(shlex.join([Path(sys.executable).name, *sys.argv]), took),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "versions": {name: version(name) for name in ("chess", "open_spiel")},
        "rounds": rounds,
        "seconds_per_sample": seconds,
        "decisions_per_second": {name: round(value) for name, value in medians.items()},
        "samples": {name: [round(value) for value in found] for name, found in samples.items()},
        "ratios": {
            name: {peer: round(value, 3) for peer, value in row.items()} for name, row in ratios(medians).items()
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description="Successors a second, beside python-chess and OpenSpiel.")
    parser.add_argument("--rounds", type=int, default=7, help="samples of each contestant (default: 7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long a sample takes (default: 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result to a file")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1 or not chosen.seconds > 0:
        parser.error("--rounds must be 1 or more, --seconds more than 0")
    others, missing = peers()
    for sentence in missing:
        print(sentence, file=sys.stderr)
    if missing and chosen.json:
        print(f"{chosen.json} is not written: a result without its peers compares nothing", file=sys.stderr)
        return 2
    start = perf_counter()
    samples = measure([*ours(), *others], chosen.rounds, chosen.seconds)
    print(table(samples))
    if chosen.json:
        write_json(chosen.json, report(samples, chosen.rounds, chosen.seconds, perf_counter() - start))
    return 0


if __name__ == "__main__":
    sys.exit(main())
