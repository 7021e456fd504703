"""The command line: `arcanum demo` plays a game between random players and tells it, `arcanum catalogue` lists the
cards of a rule set or checks a file of cards, `arcanum diff` compares two rule sets, `arcanum validate` reports on a
house rule, `arcanum schema` prints what an editor needs to check one.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from secrets import randbits
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

import attrs

import arcanum
from arcanum.kernel import documents
from arcanum.kernel.listing import CardLine
from arcanum.kernel.options import GameOption
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
    rules = arcanum.rules(first.parse_known_args(argv)[0].rules)
    arguments, rest = _parser(rules).parse_known_args(argv)
    if rest:
        raise arcanum.UnknownName(arguments.what, rest[0].partition("=")[0], arguments.flags)
    return arguments


def _parser(rules: arcanum.RuleSet) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arcanum", description="The rules of board games, clause by clause.")
    parser.add_argument("--version", action="version", version=f"arcanum {arcanum.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_demo(commands, rules)
    _add_catalogue(commands)
    _add_diff(commands)
    _add_validate(commands)
    _add_schema(commands)
    return parser


_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add_demo(commands: _Commands, rules: arcanum.RuleSet) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a whole game between random players and tell it",
        description="Play a whole game between random players and tell it, with the clause behind every event.",
        epilog=f"Rule sets: {', '.join(arcanum.rulesets())}. To see the options of another one: --rules ID --help.",
    )
    demo.add_argument("--rules", default=_RULES, metavar="ID", help="the rule set (default: %(default)s)")
    demo.add_argument("--players", type=int, default=4, metavar="N", help="how many players (default: %(default)s)")
    demo.add_argument("--seed", type=int, metavar="N", help="play the same game again (default: a new one)")
    demo.add_argument("--json", action="store_true", help="one JSON document a line instead of sentences")
    particular = demo.add_argument_group(f"options of {rules.name}")
    for option in rules.game.options():
        default = "" if option.default is None else f" (default: {option.default})"
        particular.add_argument(
            _flag(option),
            dest=option.name,
            default=option.default,
            metavar=option.name.rpartition("_")[2].upper(),
            help=(option.help + default).replace("%", "%%"),
        )
    flags = ("--rules", "--players", "--seed", "--json", "--help", *map(_flag, rules.game.options()))
    demo.set_defaults(command=_demo, what=f"option of {rules.name}", flags=flags)


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


def _add_schema(commands: _Commands) -> None:
    schema = commands.add_parser(
        "schema",
        help="print the JSON Schema of house-rule files",
        description="Print the JSON Schema (2020-12) of house-rule files, with which an editor can check them.",
    )
    schema.set_defaults(command=_schema, what="option of schema", flags=("--help",))


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


def _schema(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.schema import house_rules_schema

    return 0, iter((json.dumps(house_rules_schema(), indent=2),))


class _Bar:
    """A progress bar, where somebody is looking."""

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def show(self, what: str, done: int, of: int) -> None:
        """So much is done."""
        if self._shown:
            filled = _BAR * done // max(of, 1)
            print(f"\r{what:<10} [{'#' * filled:<{_BAR}}] {done}/{of}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for the answer."""
        if self._shown:
            print("\r" + " " * (_BAR + 40) + "\r", end="", file=sys.stderr, flush=True)


def _demo(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    seed = randbits(32) if arguments.seed is None else arguments.seed
    rules = arcanum.rules(arguments.rules)
    chosen = [option for option in rules.game.options() if getattr(arguments, option.name) is not None]
    texts = {option.name: getattr(arguments, option.name) for option in chosen}
    options = {option.name: _value(option, texts[option.name]) for option in chosen}
    opening = arcanum.begin(rules, players=arguments.players, seed=seed, **options)
    played = _play(opening, seed)
    if arguments.json:
        head = {"rules": rules.name, "players": arguments.players, **texts, "seed": seed}
        return 0, _as_json(head, opening, played)
    again = ["--rules", arguments.rules, "--players", str(arguments.players)]
    again += [word for option in chosen for word in (_flag(option), texts[option.name])]
    command = shlex.join(["arcanum", "demo", *again, "--seed", str(seed)])
    return 0, _as_story(command, opening, played, _Paper(colour=_wants_colour()))


def _value(option: GameOption, text: str) -> object:
    try:
        return option.parse(text)
    except arcanum.ParseError as error:
        raise arcanum.ParseError(f"{_flag(option)}: {error}") from error


def _play(opening: arcanum.Step, seed: int) -> Iterator[tuple[arcanum.Action, arcanum.Step]]:
    """Every decision of a random game, with what it led to; a game that goes round for ever is given up."""
    state, rng = opening.state, seeded(~seed)
    for _ in range(_MOST_DECISIONS):
        if not (legal := arcanum.legal_actions(state)):
            break
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        yield legal[index], done
        state = done.state


def _as_json(
    head: dict[str, object], opening: arcanum.Step, played: Iterator[tuple[arcanum.Action, arcanum.Step]]
) -> Iterator[str]:
    state = opening.state
    plain = partial(documents.plain, rules=state.rules)
    yield json.dumps({**head, "version": arcanum.__version__, "events": [plain(each) for each in opening.events]})
    for action, done in played:
        seat = arcanum.to_act(state)
        yield json.dumps({"seat": seat, "action": str(action), "events": [plain(each) for each in done.events]})
        state = done.state
    result = arcanum.outcome(state)
    yield json.dumps(plain(result) if result is not None else {"unfinished": _GIVEN_UP})


def _as_story(
    command: str, opening: arcanum.Step, played: Iterator[tuple[arcanum.Action, arcanum.Step]], paper: _Paper
) -> Iterator[str]:
    state = opening.state
    names = NAMES[: len(state.players)]
    narrator = state.game.narrator(state.rules, names)
    yield paper.line(Line(0, f"{state.rules.name}: {', '.join(names)}"))
    yield paper.line(Line(2, f"the same game again: {command}"))
    for event in opening.events:
        yield from map(paper.line, narrator.lines(event))
    for _, done in played:
        for event in done.events:
            yield from map(paper.line, narrator.lines(event))
        state = done.state
    result = arcanum.outcome(state)
    yield paper.line(Line(2, f"decided by: {result.reason}" if result is not None else _GIVEN_UP))


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
        text = f"{indent}{line.text}"
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
