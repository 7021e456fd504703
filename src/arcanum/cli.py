"""The command line: `arcanum demo` plays a game between random players and tells it, `arcanum play` is a game on the
terminal, `arcanum record` writes a game down, `arcanum replay` tells it again, `arcanum verify` checks records,
`arcanum catalogue` lists the cards of a rule set or checks a file of cards, `arcanum diff` compares two rule sets,
`arcanum validate` reports on a house rule, `arcanum simulate` plays many games, `arcanum compare` says what two rule
sets do to the play, `arcanum schema` prints the JSON Schema of documents or of house rules, `arcanum vectors` prints
games that every port of the library has to follow.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from secrets import randbits
from textwrap import wrap
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

import attrs

import arcanum
from arcanum import records
from arcanum.kernel import documents
from arcanum.kernel.engine import pending
from arcanum.kernel.files import write_whole
from arcanum.kernel.listing import CardLine
from arcanum.kernel.native import is_compiled
from arcanum.kernel.options import GameOption, as_words
from arcanum.kernel.randomness import below, seeded
from arcanum.kernel.tell import Line, number

if TYPE_CHECKING:
    from arcanum.kernel.variants import Difference

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
_RULES = "arcanum/en"
_WIDTH = 96
_BAR = 40
_MOST_DECISIONS = 3000
_GIVEN_UP = f"given up after {_MOST_DECISIONS} decisions: players who choose at random may go round for ever"
_MOST_READ = 1_000_000
"""Bytes that a list of actions may have."""
_SPECTATOR = "spectator"
_PLAYERS_HELP = "Players: random, greedy, search (search:200 looks at 200 positions, search:50ms for so long)."
_SCHEMAS = ("documents", "house-rules")
_ORIGINS = {"printed": "printed", "partly": "some printed", "invented": "invented"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    try:
        arguments = _parse(sys.argv[1:] if argv is None else argv)
        code, lines = arguments.command(arguments)
        for line in lines:
            print(line)
        if sys.stdout is not None:  # a program without a console has none
            sys.stdout.flush()
        return int(code)
    except arcanum.ArcanumError as error:
        print(f"arcanum: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read us has seen enough. Without this Python complains once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"arcanum: {error.filename or 'cannot write'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments. Which options there are depends on the rule set, so that is looked for first."""
    first = argparse.ArgumentParser(prog="arcanum", add_help=False)
    first.add_argument("--rules", default=_RULES)
    compares = len(argv) > 1 and argv[0] == "compare" and not argv[1].startswith("-")
    rules = arcanum.rules(argv[1] if compares else first.parse_known_args(argv)[0].rules)
    arguments, rest = _parser(rules).parse_known_args(argv)
    if rest:
        raise arcanum.UnknownName(arguments.what, rest[0].partition("=")[0], arguments.flags)
    return arguments


def _parser(rules: arcanum.RuleSet) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arcanum", description="The rules of board games, clause by clause.")
    build = ", compiled" if is_compiled() else ""
    parser.add_argument("--version", action="version", version=f"arcanum {arcanum.__version__}{build}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_demo(commands, rules)
    _add_play(commands, rules)
    _add_record(commands, rules)
    _add_replay(commands)
    _add_verify(commands)
    _add_catalogue(commands)
    _add_diff(commands)
    _add_validate(commands)
    _add_simulate(commands, rules)
    _add_compare(commands, rules)
    _add_schema(commands)
    _add_vectors(commands)
    return parser


_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add_demo(commands: _Commands, rules: arcanum.RuleSet) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a whole game between random players and tell it",
        description="Play a whole game between random players and tell it, with the clause behind every event.",
        epilog=f"Rule sets: {', '.join(arcanum.rulesets())}. To see the options of another one: --rules ID --help.",
    )
    flags = _add_game(demo, rules)
    demo.add_argument("--json", action="store_true", help="one JSON document a line instead of sentences")
    demo.set_defaults(command=_demo, what=f"option of {rules.name}", flags=(*flags, "--json", "--help"))


def _add_play(commands: _Commands, rules: arcanum.RuleSet) -> None:
    from arcanum.tui import command

    play = commands.add_parser("play", help=command.HELP, description=command.DESCRIPTION, epilog=command.EPILOG)
    flags = (*command.add_arguments(play, _RULES), *_add_options(play, rules), "--help")
    # Nothing stands by itself here: a game that goes on takes no option, and has to know whether one was given.
    nothing: dict[str, None] = dict.fromkeys(option.name for option in rules.game.options())
    play.set_defaults(command=_play_here, what=f"option of {rules.name}", flags=flags, **nothing)


def _add_game(parser: argparse.ArgumentParser, rules: arcanum.RuleSet) -> tuple[str, ...]:
    """The options that begin a game, and what they are called."""
    parser.add_argument("--rules", default=_RULES, metavar="ID", help="the rule set (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="how many players (default: %(default)s)")
    parser.add_argument("--seed", type=int, metavar="N", help="play the same game again (default: a new one)")
    return ("--rules", "--players", "--seed", *_add_options(parser, rules))


def _add_options(parser: argparse.ArgumentParser, rules: arcanum.RuleSet) -> tuple[str, ...]:
    """The options of the game, and what they are called."""
    particular = parser.add_argument_group(f"options of {rules.name}")
    for option in rules.game.options():
        default = "" if option.default is None else f" (default: {option.default})"
        particular.add_argument(
            _flag(option),
            dest=option.name,
            default=option.default,
            metavar=option.name.rpartition("_")[2].upper(),
            help=(option.help + default).replace("%", "%%"),
        )
    return tuple(map(_flag, rules.game.options()))


def _add_record(commands: _Commands, rules: arcanum.RuleSet) -> None:
    record = commands.add_parser(
        "record",
        help="write a game down",
        description="Write a game down as a record, from which it can be replayed: one that random players play to its "
        "end, as in `arcanum demo`, or one whose actions are given.",
        epilog=f"Rule sets: {', '.join(arcanum.rulesets())}. To see the options of another one: --rules ID --help.",
    )
    flags = _add_game(record, rules)
    record.add_argument("--names", metavar="A,B,...", help=f"the players by seat (default: {', '.join(NAMES)})")
    record.add_argument(
        "--actions",
        metavar="FILE",
        help="the actions, one a line in its short form; - is the standard input (default: random choices)",
    )
    record.add_argument("-o", dest="output", metavar="FILE", help="write into a file (default: the standard output)")
    flags = (*flags, "--names", "--actions", "-o", "--help")
    record.set_defaults(command=_record, what=f"option of {rules.name}", flags=flags)


def _add_replay(commands: _Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="tell a recorded game",
        description="Tell a recorded game, with the clause behind every event, and the state that it leads to.",
    )
    replay.add_argument("file", metavar="FILE", help="the path of a record")
    replay.add_argument("--to", type=int, metavar="N", help="stop after so many actions (default: at the end)")
    replay.add_argument(
        "--view", metavar="SEAT", help=f"only what a seat may know, or a {_SPECTATOR} (default: everything)"
    )
    replay.add_argument("--json", action="store_true", help="one JSON document a line instead of sentences")
    replay.set_defaults(command=_replay, what="option of replay", flags=("--to", "--view", "--json", "--help"))


def _add_verify(commands: _Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="check records",
        description="Replay records to their last line, and say of each whether it is good or which line is wrong.",
        epilog="The exit code is 0 if all are good, 1 if one is refused, 2 if one cannot be read.",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="the path of a record")
    verify.set_defaults(command=_verify, what="option of verify", flags=("--help",))


def _add_catalogue(commands: _Commands) -> None:
    catalogue = commands.add_parser(
        "catalogue",
        help="list the cards of a rule set, or check a file of cards",
        description="List the cards of a rule set, or check a file of cards.",
    )
    tasks = catalogue.add_subparsers(title="commands", required=True, metavar="COMMAND")
    listing = tasks.add_parser(
        "list",
        help="list the cards of a rule set",
        description="List the cards of a rule set: their values, what they do, and whether a rulebook prints that.",
        epilog=f"Rule sets: {', '.join(arcanum.rulesets())}.",
    )
    listing.add_argument("--rules", default=_RULES, metavar="ID", help="the rule set (default: %(default)s)")
    listing.add_argument("--kind", metavar="KIND", help="only the cards of this kind")
    listing.add_argument("--json", action="store_true", help="one JSON document a line instead of a table")
    flags = ("--rules", "--kind", "--json", "--help")
    listing.set_defaults(command=_list, what="option of catalogue list", flags=flags)
    check = tasks.add_parser(
        "check",
        help="check a file of cards",
        description="Check a file of cards and print everything that is wrong with it, one fault a line.",
        epilog="The exit code is 0 if the file is good, 1 if it has faults, 2 if it cannot be read.",
    )
    check.add_argument("file", metavar="FILE", help="the path of the file")
    check.add_argument("--rules", metavar="ID", help="the rule set that needs the cards (default: any)")
    check.set_defaults(command=_check, what="option of catalogue check", flags=("--rules", "--help"))


def _add_diff(commands: _Commands) -> None:
    diff = commands.add_parser(
        "diff",
        help="compare two rule sets, clause by clause",
        description="Print the clauses that two rule sets of a game read differently, with both readings and where "
        "they stand in the documents.",
        epilog=f"Rule sets: {', '.join(arcanum.rulesets())}; or the path of a house-rule file.",
    )
    diff.add_argument("one", metavar="A", help="a rule set, or the path of a house rule")
    diff.add_argument("other", metavar="B", help="another one of the same game")
    diff.add_argument("--json", action="store_true", help="one JSON document instead of a table")
    diff.set_defaults(command=_diff, what="option of diff", flags=("--json", "--help"))


def _add_validate(commands: _Commands) -> None:
    validate = commands.add_parser(
        "validate",
        help="report on a house rule: what it overrides, what it breaks, what it does to the game",
        description="Report on a house rule: which clauses it overrides, whether every other clause still holds, "
        "whether games end and every invariant holds, and what changes in the play.",
        epilog="The exit code is 0 if the rule is sound, 1 if it is not, 2 if the file cannot be used.",
    )
    validate.add_argument("file", metavar="FILE", help="the path of a house rule, or a rule set")
    validate.add_argument(
        "--games", type=int, default=200, metavar="N", help="random games by either rules (default: %(default)s)"
    )
    validate.add_argument(
        "--examples", type=int, default=20, metavar="N", help="examples for each property (default: %(default)s)"
    )
    validate.add_argument(
        "--clause", action="append", metavar="ID", help="judge only this clause; may be given several times"
    )
    validate.add_argument("--seed", type=int, default=0, metavar="N", help="other random games (default: %(default)s)")
    validate.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: one for each core)"
    )
    validate.add_argument("--json", action="store_true", help="one JSON document instead of sentences")
    flags = ("--games", "--examples", "--clause", "--seed", "--jobs", "--json", "--help")
    validate.set_defaults(command=_validate, what="option of validate", flags=flags)


def _add_simulate(commands: _Commands, rules: arcanum.RuleSet) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games between players, and say who wins",
        description="Play many games between players that see only what their seats may know, and say who wins. The "
        "same seed gives the same results, however they are spread. With -o, a run that was interrupted goes on.",
        epilog=f"{_PLAYERS_HELP} To see the options of another game: --rules ID --help.",
    )
    simulate.add_argument("--rules", default=_RULES, metavar="ID", help="the rule set (default: %(default)s)")
    flags = _add_lab(simulate, rules, games=100)
    simulate.add_argument("-o", dest="output", metavar="FILE", help="keep results: FILE.jsonl, .csv or .parquet")
    flags = ("--rules", *flags, "-o", "--help")
    simulate.set_defaults(command=_simulate, what=f"option of {rules.name}", flags=flags)


def _add_compare(commands: _Commands, rules: arcanum.RuleSet) -> None:
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
    compare.add_argument("--report", metavar="FILE", help="also write a page with plots, which needs arcanum[report]")
    flags = (*flags, "--report", "--help")
    compare.set_defaults(command=_compare, what=f"option of {rules.name}", flags=flags)


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
    return ("--players", "--games", "--seed", "--jobs", "--dask", "--json", *_add_options(parser, rules))


def _add_schema(commands: _Commands) -> None:
    schema = commands.add_parser(
        "schema",
        help="print the JSON Schema of documents or of house-rule files",
        description="Print a JSON Schema (2020-12): of the documents that the library reads and writes, or of "
        "house-rule files, with which an editor can check them.",
    )
    schema.add_argument(
        "which", nargs="?", default=_SCHEMAS[0], metavar="WHICH", help=f"{' or '.join(_SCHEMAS)} (default: %(default)s)"
    )
    schema.set_defaults(command=_schema, what="option of schema", flags=("--help",))


def _add_vectors(commands: _Commands) -> None:
    vectors = commands.add_parser(
        "vectors",
        help="print games that every port of the library has to follow",
        description="Print conformance vectors: positions, actions and what they lead to, one JSON document a line.",
    )
    vectors.add_argument("--game", metavar="ID", help=f"{' or '.join(arcanum.games())} (default: all)")
    vectors.add_argument("-o", dest="output", metavar="FILE", help="write into a file (default: the standard output)")
    vectors.set_defaults(command=_vectors, what="option of vectors", flags=("--game", "-o", "--help"))


def _flag(option: GameOption) -> str:
    return "--" + option.name.replace("_", "-")


def _list(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    rules = arcanum.rules(arguments.rules)
    cards = rules.game.cards(rules)
    kinds = tuple(dict.fromkeys(card.kind for card in cards))
    if arguments.kind is not None and arguments.kind not in kinds:
        raise arcanum.UnknownName(f"kind of card of {rules.name}", arguments.kind, kinds)
    chosen = [card for card in cards if arguments.kind in (None, card.kind)]
    if arguments.json:
        return 0, (json.dumps(attrs.asdict(card)) for card in chosen)
    return 0, _as_table(rules.name, chosen)


def _as_table(title: str, cards: Sequence[CardLine]) -> Iterator[str]:
    """The cards kind by kind, with what they do beneath each."""
    paper = _Paper(colour=_wants_colour())
    yield f"{title}: {len(cards)} cards"
    for kind in dict.fromkeys(card.kind for card in cards):
        of_kind = [card for card in cards if card.kind == kind]
        yield paper.line(Line(0, f"{kind.replace('_', ' ')} ({len(of_kind)})"))
        widths = [max(len(text) for text in column) for column in zip(*map(_columns, of_kind), strict=True)]
        for card in of_kind:
            cells = zip(_columns(card), widths, strict=True)
            yield paper.shown("  ".join(cell.ljust(width) for cell, width in cells).rstrip())
            yield from (paper.shown(f"    {line}") for line in wrap(card.ability, _WIDTH - 4))


def _columns(card: CardLine) -> tuple[str, str, str, str]:
    return card.name, card.emblem, card.values, _ORIGINS[card.origin]


def _check(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    named = None if arguments.rules is None else arcanum.rules(arguments.rules)
    readers = {
        rules.game.name: rules.game for rules in map(arcanum.rules, arcanum.rulesets()) if rules.game.reads_cards
    }
    if named is None and len(readers) > 1:
        raise arcanum.BadCall(f"say with --rules for which game the cards are: {', '.join(readers)}")
    (game,) = readers.values() if named is None else (named.game,)
    checked = game.check_cards(named, arguments.file)
    if checked.faults:
        return 1, map(str, checked.faults)
    return 0, iter((f"{arguments.file}: {checked.summary}, no faults",))


def _diff(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    sides = arcanum.rules(arguments.one), arcanum.rules(arguments.other)
    found = arcanum.diff(*sides)
    if arguments.json:
        return 0, iter((json.dumps([each.plain() for each in found], indent=2),))
    return 0, _as_comparison(sides[0].name, sides[1].name, found)


def _as_comparison(one: str, other: str, found: Sequence[Difference]) -> Iterator[str]:
    """Each clause with both readings beneath it, and their places on the right."""
    paper = _Paper(colour=_wants_colour())
    yield f"{one} and {other} differ in {number(len(found), 'clause')}"
    wide = max(len(one), len(other))
    for each in found:
        yield ""
        yield from (paper.line(Line(1, line)) for line in wrap(f"{each.clause.id}  {each.clause.text}", _WIDTH))
        for name, side in ((one, each.one), (other, each.other)):
            own = "" if side.clause == each.clause.id else f"{side.clause}: "
            rows = wrap(f"{own}{side}", _WIDTH - wide - 26) or [""]
            yield f"  {name:<{wide}}  {paper.shown(rows[0]):<{_WIDTH - wide - 26}}  {side.where}"
            yield from (f"  {'':<{wide}}  {paper.shown(row)}" for row in rows[1:])


def _validate(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    bar = _Bar()
    try:
        report = arcanum.validate(
            arguments.file,
            games=arguments.games,
            examples=arguments.examples,
            clauses=arguments.clause,
            seed=arguments.seed,
            jobs=arguments.jobs,
            progress=bar.show,
        )
    finally:
        bar.clear()
    paper = _Paper(colour=_wants_colour())
    lines = iter((report.json(),)) if arguments.json else map(paper.shown, report.lines())
    return 0 if report.sound else 1, lines


def _simulate(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.lab.summary import summary

    rules = arcanum.rules(arguments.rules)
    bar = _Bar()
    try:
        done = arcanum.simulate(
            rules,
            arguments.players.split(","),
            games=arguments.games,
            seed=arguments.seed,
            options=_values(rules, _options(arguments, rules)),
            jobs=arguments.jobs,
            dask=arguments.dask,
            output=arguments.output,
            progress=bar.show,
        )
    except KeyboardInterrupt:
        bar.clear()
        if arguments.output is not None:
            print(f"arcanum: interrupted; the same command goes on from {arguments.output}", file=sys.stderr)
        raise
    finally:
        bar.clear()
    found = summary(done)
    return 0, iter((found.json(),)) if arguments.json else found.lines()


def _compare(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.lab.report import drawing, page

    one, other = arcanum.rules(arguments.one), arcanum.rules(arguments.other)
    if arguments.report is not None:
        drawing()  # if that is missing, say so before the games are played
    bar = _Bar()
    try:
        found = arcanum.compare(
            one,
            other,
            arguments.players.split(","),
            games=arguments.games,
            seed=arguments.seed,
            options=_values(one, _options(arguments, one)),
            jobs=arguments.jobs,
            dask=arguments.dask,
            progress=bar.show,
        )
    finally:
        bar.clear()
    if arguments.report is not None:
        _write(arguments.report, lambda path: write_whole(path, page(found)))
    paper = _Paper(colour=_wants_colour())
    return 0, iter((found.json(),)) if arguments.json else map(paper.shown, found.lines())


def _schema(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum import schema

    if arguments.which not in _SCHEMAS:
        raise arcanum.UnknownName("schema", arguments.which, _SCHEMAS)
    found = schema.documents_schema() if arguments.which == _SCHEMAS[0] else schema.house_rules_schema()
    return 0, iter((json.dumps(found, indent=2),))


def _vectors(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.spec import vectors

    if arguments.game is not None and arguments.game not in arcanum.games():
        raise arcanum.UnknownName("game", arguments.game, arcanum.games())
    lines = vectors.lines(None if arguments.game is None else (arguments.game,))
    if arguments.output is None:
        return 0, lines
    _write(arguments.output, lambda path: write_whole(path, "".join(f"{line}\n" for line in lines)))
    return 0, iter(())


def _write(path: str, write: Callable[[Path], None]) -> None:
    """Write a file, or say which one cannot be written."""
    try:
        write(Path(path))
    except OSError as error:
        raise arcanum.BadCall(f"{path}: cannot be written: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, arcanum.ArcanumError):
            raise
        raise arcanum.BadCall(f"{path!r} is not the path of a file") from None


class _Bar:
    """A progress bar with rate and time left, where somebody is looking."""

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._what = ""
        self._begun = (0.0, 0)
        """When this sort of thing began, and how much of it was done by then."""

    def show(self, what: str, done: int, of: int) -> None:
        """So much is done."""
        if not self._shown:
            return
        if what != self._what:
            self._what, self._begun = what, (perf_counter(), done)
        filled = _BAR * done // max(of, 1)
        line = f"{what:<10} [{'#' * filled:<{_BAR}}] {done}/{of}{self._pace(done, of)}"
        print(f"\r{line:<{_BAR + 60}}", end="", file=sys.stderr, flush=True)

    def _pace(self, done: int, of: int) -> str:
        start, before = self._begun
        seconds = perf_counter() - start
        if done <= before or seconds <= 0:
            return ""
        rate = (done - before) / seconds
        return f"  {rate:.1f}/s, {timedelta(seconds=round((of - done) / rate))} left"

    def clear(self) -> None:
        """Make room for the answer."""
        if self._shown:
            print("\r" + " " * (_BAR + 60) + "\r", end="", file=sys.stderr, flush=True)


# --- games ------------------------------------------------------------------------------------------------------------

_Played: TypeAlias = "Iterator[tuple[arcanum.Action | None, arcanum.Step]]"
"""The opening without an action, then every action with what it led to."""


@attrs.frozen
class _Listener:
    """Who is told a game: somebody who may know everything, or a seat, or a spectator."""

    everything: bool = True
    seat: arcanum.Seat | None = None

    def events(self, done: arcanum.Step) -> tuple[arcanum.Event, ...]:
        """What he hears of a step."""
        return done.events if self.everything else done.heard(self.seat)

    def knows_choice_of(self, seat: arcanum.Seat) -> bool:
        """Whether he may know what a seat answers, and what it chooses from; of others he knows only the events."""
        return self.everything or seat == self.seat


_ALL_KNOWING = _Listener()


def _demo(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    seed = _seed(arguments)
    rules = arcanum.rules(arguments.rules)
    texts = _options(arguments, rules)
    opening = arcanum.begin(rules, players=arguments.players, seed=seed, **_values(rules, texts))
    played = _play(opening, seed)
    if arguments.json:
        head = {"rules": rules.name, "players": arguments.players, **texts, "seed": seed}
        return 0, _as_json(head, played, _ALL_KNOWING, _result_as_json)
    again = ["--rules", arguments.rules, "--players", str(arguments.players)]
    again += [word for option in rules.game.options() if option.name in texts for word in _said(option, texts)]
    command = shlex.join(["arcanum", "demo", *again, "--seed", str(seed)])
    names = _names(arguments.players)
    head_line = Line(2, f"the same game again: {command}")
    return 0, _as_story(head_line, names, played, _ALL_KNOWING, _decided_by)


def _play_here(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.tui import command

    rules = arcanum.rules(arguments.rules or _RULES)
    return command.play(arguments, rules, _values(rules, _options(arguments, rules)), _names)


def _record(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    seed = _seed(arguments)
    rules = arcanum.rules(arguments.rules)
    options = _values(rules, _options(arguments, rules))
    opening = arcanum.begin(rules, players=arguments.players, seed=seed, **options)
    if arguments.actions is None:
        actions = [action for action, _ in _play(opening, seed) if action is not None]
    else:
        actions = list(_read_actions(arguments.actions, opening.state))
    names = _names(arguments.players) if arguments.names is None else as_words(arguments.names)
    record = records.make(rules, players=arguments.players, seed=seed, actions=actions, names=names, **options)
    if arguments.output is None:
        _put(records.text(record))
    else:
        _write(arguments.output, lambda path: records.write(path, record))
    return 0, iter(())


def _put(text: str) -> None:
    """Print what is UTF-8 with short line ends wherever it goes to, whatever the terminal shows."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        print(text, end="")
        return
    sys.stdout.flush()
    binary.write(text.encode())
    binary.flush()


def _read_actions(path: str, state: arcanum.State) -> Iterator[arcanum.Action]:
    """The actions in a file, each of them legal after those before it."""
    where = "standard input" if path == "-" else path
    parse = documents.shapes_of(state.game, state.rules).texts[arcanum.Action].read
    for at, line in enumerate(_read_text(path, where).split("\n"), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            action: arcanum.Action = parse(text)
            state = arcanum.apply(state, action)
        except arcanum.ArcanumError as error:
            raise arcanum.BadCall(f"{where}: line {at}: {error}") from None
        yield action


def _read_text(path: str, where: str) -> str:
    try:
        if path == "-":
            data = b"" if sys.stdin is None else sys.stdin.buffer.read(_MOST_READ + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(_MOST_READ + 1)
    except OSError as error:
        raise arcanum.BadCall(f"{where}: cannot be read: {error.strerror or error}") from None
    if len(data) > _MOST_READ:
        raise arcanum.BadCall(f"{where}: has more than {_MOST_READ} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise arcanum.BadCall(f"{where}: line {line}: not UTF-8 text") from None


def _replay(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    try:
        record = records.read(arguments.file)
    except arcanum.RecordError as error:
        raise arcanum.BadCall(f"{arguments.file}: {error}") from None
    to = len(record.actions) if arguments.to is None else arguments.to
    if to not in range(len(record.actions) + 1):
        raise arcanum.BadCall(
            f"--to: expected a number from 0 to {len(record.actions)}, the actions there are, not {to}"
        )
    listener = _listener(arguments.view, record.players)
    played = zip((None, *record.actions), record.replay(to), strict=False)
    names = record.names or _names(record.players)
    if arguments.json:
        head = {"rules": record.rules.name, "players": record.players, "names": names}
        return 0, _as_json(head, played, listener, partial(_reached_as_json, listener))
    told = f"the first {to} of {len(record.actions)}" if to < len(record.actions) else f"all {to}"
    head_line = Line(2, f"from a record: {told} actions, {_seen_by(listener, names)}")
    return 0, _as_story(head_line, names, played, listener, partial(_reached, listener, names), numbered=True)


def _listener(text: str | None, players: int) -> _Listener:
    if text is None:
        return _ALL_KNOWING
    if text == _SPECTATOR:
        return _Listener(everything=False)
    if text not in map(str, range(players)):
        raise arcanum.BadCall(f"--view: expected a seat from 0 to {players - 1} or {_SPECTATOR!r}, not {text!r}")
    return _Listener(everything=False, seat=int(text))


def _seen_by(listener: _Listener, names: Sequence[str]) -> str:
    if listener.everything:
        return "with everything that was secret"
    return "as a spectator sees it" if listener.seat is None else f"as {names[listener.seat]} sees it"


def _verify(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    code, lines, paper = 0, list[str](), _Paper(colour=False)
    for path in arguments.files:
        try:
            lines.append(paper.shown(f"{path}: good, {_in_short(records.read(path))}"))
        except arcanum.RecordError as error:
            lines.append(paper.shown(f"{path}: {error}"))
            code = max(code, 1)
        except arcanum.BadCall as error:
            print(f"arcanum: {error}", file=sys.stderr)
            code = 2
    return code, iter(lines)


def _in_short(record: records.Record) -> str:
    result = arcanum.outcome(record.state())
    names = record.names or tuple(f"seat {seat}" for seat in range(record.players))
    ending = "not finished"
    if result is not None:
        ending = "won by " + (" and ".join(names[seat] for seat in result.winners) or "nobody")
    actions = number(len(record.actions), "action")
    return f"{record.rules.name}, {number(record.players, 'player')}, {actions}, {ending}"


def _seed(arguments: argparse.Namespace) -> int:
    return randbits(32) if arguments.seed is None else int(arguments.seed)


def _names(players: int) -> tuple[str, ...]:
    """Names for the players of a game in which nobody said what they are called."""
    return tuple(NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}" for seat in range(players))


def _options(arguments: argparse.Namespace, rules: arcanum.RuleSet) -> dict[str, str]:
    """The options of a game as they were typed."""
    given = {option.name: getattr(arguments, option.name) for option in rules.game.options()}
    return {name: text for name, text in given.items() if text is not None}


def _said(option: GameOption, texts: dict[str, str]) -> tuple[str, str]:
    return _flag(option), texts[option.name]


def _values(rules: arcanum.RuleSet, texts: dict[str, str]) -> dict[str, object]:
    return {option.name: _value(option, texts[option.name]) for option in rules.game.options() if option.name in texts}


def _value(option: GameOption, text: str) -> object:
    try:
        return option.parse(text)
    except arcanum.ParseError as error:
        raise arcanum.ParseError(f"{_flag(option)}: {error}") from error


def _play(opening: arcanum.Step, seed: int) -> _Played:
    """Every decision of a random game, with what it led to; a game that goes round for ever is given up."""
    yield None, opening
    state, rng = opening.state, seeded(~seed)
    for _ in range(_MOST_DECISIONS):
        if not (legal := arcanum.legal_actions(state)):
            break
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        yield legal[index], done
        state = done.state


def _as_json(
    head: dict[str, object], played: _Played, listener: _Listener, ending: Callable[[arcanum.State], str]
) -> Iterator[str]:
    """The opening with a head, every step, and what an ending says of the last state."""
    state: arcanum.State | None = None
    for count, (action, done) in enumerate(played):
        state = done.state
        events = [documents.plain(each, state.rules) for each in listener.events(done)]
        if done.before is None or action is None:
            yield json.dumps({**head, "version": arcanum.__version__, "number": count, "events": events})
            continue
        seat = _asked(done.before)
        shown = {"action": str(action)} if listener.knows_choice_of(seat) else {}
        yield json.dumps({"number": count, "seat": seat, **shown, "events": events})
    assert state is not None
    yield ending(state)


def _asked(state: arcanum.State) -> arcanum.Seat:
    seat = arcanum.to_act(state)
    assert seat is not None
    return seat


def _result_as_json(state: arcanum.State) -> str:
    result = arcanum.outcome(state)
    return json.dumps(documents.plain(result, state.rules) if result is not None else {"unfinished": _GIVEN_UP})


def _reached_as_json(listener: _Listener, state: arcanum.State) -> str:
    return arcanum.dumps(state if listener.everything else arcanum.observe(state, listener.seat))


def _as_story(
    head: Line,
    names: Sequence[str],
    played: _Played,
    listener: _Listener,
    ending: Callable[[arcanum.State], Iterable[Line]],
    *,
    numbered: bool = False,
) -> Iterator[str]:
    """The game in sentences, and what an ending says of the last state."""
    paper = _Paper(colour=_wants_colour())
    _, opening = next(played)
    state = opening.state
    narrator = state.game.narrator(state.rules, names)
    yield paper.line(Line(0, f"{state.rules.name}: {', '.join(names)}"))
    yield paper.line(head)
    for event in listener.events(opening):
        yield from map(paper.line, narrator.lines(event))
    for count, (action, done) in enumerate(played, start=1):
        if numbered:
            seat = _asked(state)
            answer = f": {action}" if listener.knows_choice_of(seat) else " has decided"
            yield paper.line(Line(2, f"{count}. {names[seat]}{answer}"))
        for event in listener.events(done):
            yield from map(paper.line, narrator.lines(event))
        state = done.state
    yield from map(paper.line, ending(state))


def _decided_by(state: arcanum.State) -> Iterator[Line]:
    result = arcanum.outcome(state)
    yield Line(2, f"decided by: {result.reason}" if result is not None else _GIVEN_UP)


def _reached(listener: _Listener, names: Sequence[str], state: arcanum.State) -> Iterator[Line]:
    """Where a replay stops: the state, and who has to decide what."""
    yield Line(0, "Here the replay ends")
    yield Line(2, repr(state))
    asked = pending(state)
    if asked is None:
        yield from _decided_by(state)
        return
    choice = ""
    if listener.knows_choice_of(asked.seat):
        choice = ": " + ", ".join(map(str, arcanum.legal_actions(state)))
    for row in wrap(f"{names[asked.seat]} has to {asked.prompt}{choice}", _WIDTH - 2, break_on_hyphens=False):
        yield Line(2, row)


# --- paper ------------------------------------------------------------------------------------------------------------


def _wants_colour() -> bool:
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and "NO_COLOR" not in os.environ
        and os.environ.get("TERM") != "dumb"
    )


def _can_show(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class _Paper:
    """Lays out lines: headings stand out, clauses stand in a column of their own on the right."""

    def __init__(self, *, colour: bool) -> None:
        self.colour = colour
        self.rule = "─" if _can_show("─") else "-"

    def line(self, line: Line) -> str:
        indent = "  " * max(0, line.depth - 1)
        text = self.shown(f"{indent}{line.text}")
        clause = "" if line.clause is None or line.depth == 0 else str(line.clause)
        gap = " " * max(2, _WIDTH - len(text) - len(clause)) if clause else ""
        if line.depth == 0:
            return "\n" + self._paint("1", f"{text} ".ljust(_WIDTH, self.rule))
        if line.depth == 1:
            text = self._paint("1", text)
        return text + gap + self._paint("2", clause)

    def shown(self, text: str) -> str:
        """The text as far as the output can show it."""
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        return text.encode(encoding, "replace").decode(encoding)

    def _paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and text else text
