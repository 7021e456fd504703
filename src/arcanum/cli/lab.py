"""Commands that play many games: `simulate` and `compare`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

import arcanum
from arcanum.cli.arguments import RULES, Commands, add_options, flag, typed, values_of
from arcanum.cli.paper import Bar, Paper, wants_colour
from arcanum.kernel.files import can_be_written, write_whole, written

_PLAYERS_HELP = "Players: random, greedy, search (search:200 looks at 200 positions, search:50ms for so long)."


def add_commands(commands: Commands, rules: arcanum.RuleSet) -> None:
    """Add the commands of this module; which options they have depends on the rules."""
    _add_simulate(commands, rules)
    _add_compare(commands, rules)


def _add_simulate(commands: Commands, rules: arcanum.RuleSet) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games between players, and say who wins",
        description="Play many games between players that see only what their seats may know, and say who wins. The "
        "same seed gives the same results, however they are spread. With -o, a run that was interrupted goes on.",
        epilog=f"{_PLAYERS_HELP} To see the options of another game: --rules ID --help.",
    )
    simulate.add_argument("--rules", default=RULES, metavar="ID", help="the rule set (default: %(default)s)")
    flags = _add_lab(simulate, rules, games=100)
    simulate.add_argument("-o", dest="output", metavar="FILE", help="keep results: FILE.jsonl, .csv or .parquet")
    flags = ("--rules", *flags, "-o", "--help")
    simulate.set_defaults(command=_simulate, what=f"option of {rules.name}", flags=flags)


def _add_compare(commands: Commands, rules: arcanum.RuleSet) -> None:
    compare = commands.add_parser(
        "compare",
        help="play many games by two rule sets, and say which differences are real",
        description="Play many games by two rule sets of a game, with the same players, and say which differences in "
        "the play are real: who wins from where, where points come from, length, choices, use of cards.",
        epilog=f"{_PLAYERS_HELP} To see the options of another game: arcanum compare A B --help.",
    )
    compare.add_argument("one", metavar="A", help="a rule set, or the path of a house rule")
    compare.add_argument("other", metavar="B", help="another one of the same game")
    flags = _add_lab(compare, rules, games=1000)
    compare.add_argument("--results", metavar="FOLDER", help="keep results there; an interrupted comparison goes on")
    compare.add_argument("--report", metavar="FILE", help="also write a page with plots, which needs arcanum[report]")
    flags = (*flags, "--results", "--report", "--help")
    compare.set_defaults(command=_compare, what=f"option of {rules.name}", flags=flags)


def first_compared(argv: Sequence[str]) -> str | None:
    """The first rule set that `compare` is given, wherever it stands among the options of whatever game."""
    known = {flag(option) for name in arcanum.rulesets() for option in arcanum.rules(name).game.options()}
    parser = argparse.ArgumentParser(prog="arcanum compare", add_help=False)
    parser.add_argument("sides", nargs="*")
    for name in sorted({*_VALUES, *known, "--report", "--results"}):
        parser.add_argument(name)
    for name in ("--json", "-h", "--help"):
        parser.add_argument(name, action="store_true")
    sides = parser.parse_known_intermixed_args(argv)[0].sides
    return sides[0] if sides else None


_VALUES = ("--players", "--games", "--seed", "--jobs", "--dask")
"""Options with a value that many games are played with."""


def _add_lab(parser: argparse.ArgumentParser, rules: arcanum.RuleSet, *, games: int) -> tuple[str, ...]:
    """The options that many games are played with, and what they are called."""
    parser.add_argument(
        "--players",
        default="greedy,greedy,greedy,greedy",
        metavar="A,B,...",
        help="who plays, one for each seat (default: %(default)s)",
    )
    parser.add_argument("--games", type=int, default=games, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other games (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster, which needs arcanum[cluster]"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document instead of sentences")
    return (*_VALUES, "--json", *add_options(parser, rules))


def _spread(arguments: argparse.Namespace) -> dict[str, Any]:
    """How many games, which ones, and where they are played."""
    return {name: getattr(arguments, name) for name in ("games", "seed", "jobs", "dask")}


def _players(arguments: argparse.Namespace) -> list[str]:
    return [word.strip() for word in arguments.players.split(",")]


@contextmanager
def _stoppable(kept: str | None) -> Iterator[None]:
    """While games are played, a request to end is taken like an interrupt; whatever stops us, say how to go on."""
    from arcanum.lab.spread import WorkersLost

    again = f"the same command goes on from {kept}"
    here = current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if here:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        if kept is not None:
            print(f"arcanum: interrupted; {again}", file=sys.stderr)
        raise
    except WorkersLost as lost:
        raise WorkersLost(f"{lost}; {again}" if kept is not None else str(lost)) from None
    finally:
        if here:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _simulate(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.lab.summary import summary

    rules = arcanum.rules(arguments.rules)
    with _stoppable(arguments.output), Bar() as bar:
        done = arcanum.simulate(
            rules,
            _players(arguments),
            options=values_of(rules, typed(arguments, rules)),
            output=arguments.output,
            progress=bar.show,
            **_spread(arguments),
        )
    found = summary(done)
    return 0, iter((found.json(),)) if arguments.json else found.lines()


def _compare(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.lab.report import drawing

    one, other = arcanum.rules(arguments.one), arcanum.rules(arguments.other)
    if arguments.report is not None:  # if there can be no page, say so before the games are played
        drawing()
        written(arguments.report, can_be_written)
    with _stoppable(arguments.results), Bar() as bar:
        found = arcanum.compare(
            one,
            other,
            _players(arguments),
            options=values_of(one, typed(arguments, one)),
            results=arguments.results,
            progress=bar.show,
            **_spread(arguments),
        )
    paper = Paper(colour=wants_colour())
    lines = iter((found.json(),)) if arguments.json else map(paper.shown, found.lines())
    return 0, lines if arguments.report is None else _with_page(found, lines, arguments.report)


def _with_page(found: arcanum.PlayReport, lines: Iterator[str], path: str) -> Iterator[str]:
    """The lines, after the page is written; they come even if it cannot be, and the error after them."""
    from arcanum.lab.report import page

    problem = None
    try:
        written(path, lambda path: write_whole(path, page(found)))
    except arcanum.BadCall as error:
        problem = error
    yield from lines
    if problem is not None:
        raise problem
