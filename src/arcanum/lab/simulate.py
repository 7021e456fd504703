"""Many games between players: played once each, kept in a file if one is named, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from os import PathLike, cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.game import RuleSet
from arcanum.lab.journal import Journal, results_in
from arcanum.lab.play import Plan
from arcanum.lab.players import Factory, chosen, has_name
from arcanum.lab.results import GameResult, number_of, read_line
from arcanum.lab.spread import Place, cluster, processes, spread
from arcanum.lab.tables import PARQUET, TABLES, arrow, write_table
from arcanum.lab.tally import Tally

if TYPE_CHECKING:
    from arcanum.validation import Progress

MOST_GAMES = 10_000_000
JSON_LINES = ".jsonl"


@attrs.frozen
class Simulation:
    """Games that were played."""

    plan: Plan
    games: int
    _read: Callable[[], Iterable[GameResult]] = attrs.field(repr=False, eq=False)

    def results(self) -> Iterator[GameResult]:
        """The games in their order; read anew from the file each time if there is one."""
        return islice(self._read(), self.games)

    def tally(self) -> Tally:
        """What they come to."""
        return Tally.of(self.results())


def simulate(
    rules: RuleSet,
    players: Sequence[str | Factory],
    games: int,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    dask: str | None = None,
    executor: Executor | None = None,
    output: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play games, or those of them that the output file does not hold yet."""
    for name, value, most in (("games", games, MOST_GAMES), ("jobs", jobs, 1000)):
        if type(value) is not int or not 1 <= value <= most:
            raise BadCall(f"{name} must be a whole number from 1 to {most}, not {brief(value)}")
    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    if sum((jobs > 1, dask is not None, executor is not None)) > 1:
        raise BadCall("give either jobs, or a Dask cluster, or an executor")
    plan = planned(rules, chosen(players), seed, options or {})
    path = None if output is None else Path(output)
    told: Progress = progress or (lambda what, done, of: None)
    if path is None:
        with _place(jobs, dask, executor) as place:
            return _remembered(place, plan, games, told)
    journal = _journal_of(path, plan)
    with _place(jobs, dask, executor) as place:
        found = _written(place, plan, games, journal, told)
    if journal != path:
        write_table(path, found.results())
        kept = journal.read_bytes().splitlines()[1:]
        found = Simulation(plan, games, lambda: map(read_line, kept))
        journal.unlink()
    return found


def _journal_of(path: Path, plan: Plan) -> Path:
    """The file in which results are kept while they come, which a table has beside it; refuses what cannot be one."""
    if path.suffix not in (JSON_LINES, *TABLES):
        raise BadCall(f"{path}: results are written as {', '.join((JSON_LINES, *TABLES))}, not {brief(path.suffix)}")
    for each in plan.players:
        if not has_name(each):
            raise BadCall(f"results name who played, but {brief(each)} has no name; give it an attribute `name`")
    if path.suffix == JSON_LINES:
        return path
    if path.suffix == PARQUET:
        arrow()  # if that is missing, say so before the games are played
    journal = path.with_name(f".{path.name}{JSON_LINES}")
    if path.exists() and not journal.exists():
        raise BadCall(
            f"{path}: there is something already, and a table is not added to; give another file, or remove it"
        )
    return journal


def planned(rules: RuleSet, players: tuple[Factory, ...], seed: int, options: Mapping[str, object]) -> Plan:
    """The plan, checked by beginning a game; cards that come from a file are part of its rules from then on."""
    known = rules.game.options()
    usual = {each.name: each.parse(each.default) for each in known if each.default is not None}
    opening = Plan(rules, players, seed, {**usual, **options}).begin(0)
    files = {each.name for each in known if each.is_file}
    agreed = {name: value for name, value in {**usual, **options}.items() if name not in files}
    return Plan(opening.state.rules, players, seed, agreed)


def _place(jobs: int, dask: str | None, executor: Executor | None) -> AbstractContextManager[Place]:
    if dask is not None:
        return cluster(dask)
    if executor is not None:
        return nullcontext(Place(executor, lambda: 2 * (cpu_count() or 1)))
    return processes(jobs)


def _remembered(place: Place, plan: Plan, games: int, progress: Progress) -> Simulation:
    """Play games and keep the results in memory."""
    lines: list[str] = []
    for more in spread(place, plan, range(games)):
        lines += more
        progress("games", len(lines), games)
    lines.sort(key=lambda line: number_of(line.encode()))
    return Simulation(plan, games, lambda: map(read_line, lines))


def _written(place: Place, plan: Plan, games: int, path: Path, progress: Progress) -> Simulation:
    """Play the games that a file does not hold yet."""
    journal = Journal(path, plan)
    try:
        there = set(journal.numbers)
        done = sum(number < games for number in there)
        progress("games", done, games)
        for lines in spread(place, plan, [number for number in range(games) if number not in there]):
            journal.add(lines)
            done += len(lines)
            progress("games", done, games)
        journal.put_in_order()
    finally:
        journal.close()
    return Simulation(plan, games, lambda: results_in(path))
