"""The command line: `arcanum demo` plays a game between random players and tells it."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from secrets import randbits

import arcanum
from arcanum.kernel.options import GameOption
from arcanum.kernel.randomness import below, seeded
from arcanum.kernel.tell import Line

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
_RULES = "arcanum/en"
_FLAGS = ("--rules", "--players", "--seed", "--json", "--help")
_WIDTH = 96


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    try:
        arguments = _parse(sys.argv[1:] if argv is None else argv)
        for line in arguments.lines(arguments):
            print(line)
        if sys.stdout is not None:  # a program without a console has none
            sys.stdout.flush()
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
        flags = (*_FLAGS, *(_flag(option) for option in rules.game.options()))
        raise arcanum.UnknownName(f"option of {rules.name}", rest[0].partition("=")[0], flags)
    return arguments


def _parser(rules: arcanum.RuleSet) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arcanum", description="The rules of board games, clause by clause.")
    parser.add_argument("--version", action="version", version=f"arcanum {arcanum.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
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
    demo.set_defaults(lines=_demo)
    return parser


def _flag(option: GameOption) -> str:
    return "--" + option.name.replace("_", "-")


def _demo(arguments: argparse.Namespace) -> Iterator[str]:
    seed = randbits(32) if arguments.seed is None else arguments.seed
    rules = arcanum.rules(arguments.rules)
    chosen = [option for option in rules.game.options() if getattr(arguments, option.name) is not None]
    texts = {option.name: getattr(arguments, option.name) for option in chosen}
    options = {option.name: _value(option, texts[option.name]) for option in chosen}
    opening = arcanum.begin(rules, players=arguments.players, seed=seed, **options)
    played = _play(opening, seed)
    if arguments.json:
        head = {"rules": rules.name, "players": arguments.players, **texts, "seed": seed}
        return _as_json(head, opening, played)
    again = ["--rules", rules.name, "--players", str(arguments.players)]
    again += [word for option in chosen for word in (_flag(option), texts[option.name])]
    command = shlex.join(["arcanum", "demo", *again, "--seed", str(seed)])
    return _as_story(command, opening, played, _Paper(colour=_wants_colour()))


def _value(option: GameOption, text: str) -> object:
    try:
        return option.parse(text)
    except arcanum.ParseError as error:
        raise arcanum.ParseError(f"{_flag(option)}: {error}") from error


def _play(opening: arcanum.Step, seed: int) -> Iterator[tuple[arcanum.Action, arcanum.Step]]:
    """Every decision of a random game, with what it led to."""
    state, rng = opening.state, seeded(~seed)
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        done = arcanum.step(state, legal[index])
        yield legal[index], done
        state = done.state


def _as_json(
    head: dict[str, object], opening: arcanum.Step, played: Iterator[tuple[arcanum.Action, arcanum.Step]]
) -> Iterator[str]:
    plain = opening.state.game.converter().unstructure
    state = opening.state
    yield json.dumps({**head, "version": arcanum.__version__, "events": [plain(each) for each in opening.events]})
    for action, done in played:
        seat = arcanum.to_act(state)
        yield json.dumps({"seat": seat, "action": str(action), "events": [plain(each) for each in done.events]})
        state = done.state
    yield json.dumps(plain(arcanum.outcome(state)))


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
    assert result is not None
    yield paper.line(Line(2, f"decided by: {result.reason}"))


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

    def _paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and text else text
