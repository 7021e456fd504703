"""The command line: `arcanum demo` plays a game between random players and tells it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from secrets import randbits

import arcanum
from arcanum.kernel.randomness import below, seeded
from arcanum.kernel.tell import Line

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
_WIDTH = 96


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    arguments = _parser().parse_args(argv)
    try:
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
        print(f"arcanum: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arcanum", description="The rules of board games, clause by clause.")
    parser.add_argument("--version", action="version", version=f"arcanum {arcanum.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    demo = commands.add_parser(
        "demo",
        help="play a whole game between random players and tell it",
        description="Play a whole game between random players and tell it, with the clause behind every event.",
    )
    demo.add_argument("--rules", default="arcanum/en", metavar="ID", help="the rule set (default: %(default)s)")
    demo.add_argument("--players", type=int, default=4, metavar="N", help="how many players (default: %(default)s)")
    demo.add_argument("--length", default="short", metavar="LENGTH", help="short or long (default: %(default)s)")
    demo.add_argument(
        "--majors", default="all", metavar="VARIANT", help="all, from-turn-3 or none (default: %(default)s)"
    )
    demo.add_argument("--seed", type=int, metavar="N", help="play the same game again (default: a new one)")
    demo.add_argument("--json", action="store_true", help="one JSON document a line instead of sentences")
    demo.set_defaults(lines=_demo)
    return parser


def _demo(arguments: argparse.Namespace) -> Iterator[str]:
    seed = randbits(32) if arguments.seed is None else arguments.seed
    options = {"players": arguments.players, "length": arguments.length, "majors": arguments.majors}
    opening = arcanum.begin(arguments.rules, seed=seed, **options)
    played = _play(opening, seed)
    if arguments.json:
        return _as_json({"rules": arguments.rules, **options, "seed": seed}, opening, played)
    chosen = {"rules": arguments.rules, **options, "seed": seed}
    again = "arcanum demo " + " ".join(f"--{name} {value}" for name, value in chosen.items())
    return _as_story(again, opening, played, _Paper(colour=_wants_colour()))


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
