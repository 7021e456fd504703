"""Command for a game on the terminal: `play`. Textual is asked for only when there is a table to show."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Final, TextIO

import attrs

import arcanum
from arcanum import records
from arcanum.cli.arguments import RULES, Commands, add_options, names_for, seed_of, typed, values_of
from arcanum.kernel.extras import needed
from arcanum.kernel.options import as_words
from arcanum.tui.rows import ROUND
from arcanum.tui.seats import chairs, parse_kinds
from arcanum.tui.table import Table, default_kinds

_PLAYERS: Final = 4
_PACE: Final = 1.0
"""Seconds between decisions where only computers play, so that one can watch."""
_OF_A_GAME: Final = ("rules", "players", "names", "seed")
"""Arguments that a saved game has answered."""


def add_commands(commands: Commands, rules: arcanum.RuleSet) -> None:
    """Add the command of this module; which options it has depends on the rules."""
    play = commands.add_parser(
        "play",
        help="play a game on the terminal, against computers or with others at one screen",
        description="Play a game on the terminal: people take turns at one screen, computer players have the other "
        "seats. Every line of the log and every refusal leads to its clause. Needs arcanum[tui].",
        epilog="Seats: human, random, greedy, search (search:200 looks at 200 positions, search:50ms for so long). "
        "To see the options of another game: --rules ID --help.",
    )
    flags = (*_add_arguments(play), *add_options(play, rules), "--help")
    # Nothing stands by itself here: a game that goes on takes no option, and has to know whether one was given.
    nothing: dict[str, None] = dict.fromkeys(option.name for option in rules.game.options())
    play.set_defaults(command=_play, what=f"option of {rules.name}", flags=flags, **nothing)


def _add_arguments(parser: argparse.ArgumentParser) -> tuple[str, ...]:
    """The arguments that do not depend on the rules, and what they are called."""
    parser.add_argument("--rules", metavar="ID", help=f"the rule set (default: {RULES})")
    parser.add_argument(
        "--seats", metavar="A,B,...", help="who plays, by seat: human, random, greedy, search:100 (default: one human)"
    )
    parser.add_argument("--players", type=int, metavar="N", help=f"how many, without --seats (default: {_PLAYERS})")
    parser.add_argument("--names", metavar="A,B,...", help="what the players are called, by seat")
    parser.add_argument("--seed", type=int, metavar="N", help="play the same game again (default: a new one)")
    parser.add_argument("--save", metavar="FILE", help="keep the game in a file, up to date after every decision")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game, and keep it there")
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="let computers decide no faster than this")
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters only")
    return ("--rules", "--seats", "--players", "--names", "--seed", "--save", "--resume", "--pace", "--ascii")


def _play(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    """Play until somebody leaves; the exit code, and what is said then."""
    table = _new(arguments) if arguments.resume is None else _resumed(arguments)
    pace = _pace(arguments.pace, table)
    _check_terminal()
    needed("textual", "tui", "playing on the terminal")
    from arcanum.tui.app import PlayApp

    save_to = arguments.save or arguments.resume
    app = PlayApp(table, save_to=save_to, ascii=arguments.ascii or not _shows_signs(sys.stdout), pace=pace)
    app.run()
    return app.return_code or 0, _farewell(table, app.save_to)


def _new(arguments: argparse.Namespace) -> Table:
    kinds = default_kinds(arguments.players or _PLAYERS) if arguments.seats is None else parse_kinds(arguments.seats)
    if arguments.players not in (None, len(kinds)):
        raise arcanum.BadCall(f"--seats names {len(kinds)} players, and --players says {arguments.players}")
    called = names_for(len(kinds)) if arguments.names is None else as_words(arguments.names)
    seated = chairs(kinds, called)
    rules = arcanum.rules(arguments.rules or RULES)
    options = values_of(rules, typed(arguments, rules))
    recorded = [chair.recorded for chair in seated]
    record = records.make(rules, players=len(kinds), seed=seed_of(arguments), names=recorded, actions=(), **options)
    return Table(record, seated)


def _resumed(arguments: argparse.Namespace) -> Table:
    options = arcanum.rules(arguments.rules or RULES).game.options()
    for name in (*_OF_A_GAME, *(option.name for option in options)):
        if getattr(arguments, name) is not None:
            raise arcanum.BadCall(f"--{name.replace('_', '-')}: the saved game says that; --resume takes only --seats")
    try:
        record = records.read(arguments.resume)
    except arcanum.RecordError as error:
        raise arcanum.BadCall(f"{arguments.resume}: {error}") from None
    kinds = None if arguments.seats is None else parse_kinds(arguments.seats)
    return Table.resumed(record, names_for(record.players), kinds)


def _pace(wanted: float | None, table: Table) -> float:
    if wanted is None:
        return 0.0 if any(chair.is_human for chair in table.chairs) else _PACE
    if not 0 <= wanted <= 60:
        raise arcanum.BadCall(f"--pace: expected a number of seconds from 0 to 60, not {wanted}")
    return wanted


def _check_terminal() -> None:
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        raise arcanum.BadCall("playing needs a terminal; `arcanum demo` tells a game to any output")
    if os.environ.get("TERM") == "dumb":
        raise arcanum.BadCall("playing needs a terminal that can move its cursor, and TERM says that this one is dumb")


def _shows_signs(stream: TextIO) -> bool:
    try:
        "".join(attrs.astuple(ROUND)).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _farewell(table: Table, path: str | None) -> Iterator[str]:
    """How the game ended, or how to go on with it."""
    result = arcanum.outcome(table.state)
    if result is not None:
        yield f"won by {' and '.join(table.names[seat] for seat in result.winners) or 'nobody'}: {result.reason}"
    if path is not None and table.is_saved and table.decisions:
        yield f"saved in {path}" + ("" if result is not None else f"; arcanum play --resume {path} goes on")
