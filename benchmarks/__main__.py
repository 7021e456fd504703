"""Measures the speed of the library beside its peers: ``python -m benchmarks --json results/bench.json``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import attrs

from arcanum.spec.files import write_sections
from benchmarks import memory
from benchmarks.boardgame import Boardgame
from benchmarks.calls import Calls
from benchmarks.imports import imports
from benchmarks.loop import Meter, interleaved
from benchmarks.ours import Ours, build, headlines, ours
from benchmarks.peers import CHESS, LIBRARIES, TAROK, Field, Library, Loaded
from benchmarks.phases import Phases
from benchmarks.processes import processes
from benchmarks.report import Settings, lines, section
from benchmarks.targets import Run


def tell(sentence: str) -> None:
    """Say something that is no result."""
    print(sentence, file=sys.stderr, flush=True)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="samples of everything (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long each takes (default: %(default)s)")
    parser.add_argument("--games", type=int, default=40, help="games whose decisions are timed one by one, and whose "
                        "states are kept and weighed (default: %(default)s)")  # fmt: skip
    parser.add_argument("--boardgame", type=Path, metavar="FOLDER", help="where boardgame.io is installed by npm")
    parser.add_argument("--headlines", action="store_true", help="only both games with four players beside OpenSpiel "
                        "tarok and python-chess, and how the cost of a decision grows")  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result into the file, in the section of "
                        "this build of the library")  # fmt: skip
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1 or chosen.games < 1 or not chosen.seconds > 0:
        parser.error("--rounds and --games must be 1 or more, --seconds more than 0")
    if chosen.headlines and chosen.json:
        parser.error("--headlines is for a quick look; a result that is kept must be whole")
    return chosen


def libraries(folder: Path | None, stack: ExitStack) -> tuple[Library, ...]:
    """All peers; what has to be stopped in the end is left to the stack."""

    def load() -> Loaded:
        found = stack.enter_context(Boardgame.start(folder))
        return Loaded([found], found.versions)

    return (*LIBRARIES, Library("boardgame.io", load))


def everything(field: Field, settings: Settings, stack: ExitStack) -> dict[str, object]:
    """Measure all there is."""
    start = perf_counter()
    mine, chosen = ours(), headlines()
    phases = [Phases(each, settings.games) for each in mine]
    meters: list[Meter] = [*(each.contestant for each in mine), *field.meters, *phases]
    meters += [Calls(each) for each in chosen]
    meters += imports(tuple([each.rules for each in chosen]))
    meters += stack.enter_context(processes(chosen))
    samples = interleaved(meters, settings.rounds, settings.seconds, tell)
    tell("weighing states")
    if not memory.PAGES.exists():
        field.left_out.append("Resident memory is left out: this system does not tell it.")
    found = memory.measured(chosen, field.contestants, settings.games, memory.STATES)
    run = Run(build(), names(chosen), samples, {each.name: each.growth() for each in phases}, found)
    return section(run, mine, field, settings, perf_counter() - start)


def quickly(field: Field, settings: Settings) -> dict[str, object]:
    """Measure what the targets of speed and growth need."""
    start = perf_counter()
    chosen = headlines()
    field = attrs.evolve(field, meters=[each for each in field.meters if each.name in (TAROK, CHESS)])
    phases = [Phases(each, settings.games) for each in chosen]
    samples = interleaved(
        [*(each.contestant for each in chosen), *field.meters, *phases], settings.rounds, settings.seconds, tell
    )
    run = Run(build(), names(chosen), samples, {each.name: each.growth() for each in phases}, ())
    return section(run, chosen, field, settings, perf_counter() - start)


def names(games: Sequence[Ours]) -> tuple[str, ...]:
    """What games are called in the tables."""
    return tuple([each.name for each in games])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, tell, and write."""
    chosen = parsed(arguments)
    settings = Settings(chosen.rounds, chosen.seconds, chosen.games)
    with ExitStack() as stack:
        field = Field.gather(LIBRARIES if chosen.headlines else libraries(chosen.boardgame, stack))
        for sentence in field.left_out:
            tell(sentence)
        if chosen.json and not field.complete:
            tell(f"{chosen.json} is not written: a result without its peers compares nothing")
            return 2
        found = quickly(field, settings) if chosen.headlines else everything(field, settings, stack)
    if chosen.json:
        write_sections(chosen.json, {build(): found})
    print("\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
