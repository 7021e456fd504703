"""The command line: `arcanum demo` plays a game between random players and tells it, `arcanum play` is a game on the
terminal, `arcanum record` writes a game down, `arcanum replay` tells it again, `arcanum verify` checks records,
`arcanum catalogue` lists the cards of a rule set or checks a file of cards, `arcanum diff` compares two rule sets,
`arcanum validate` reports on a house rule, `arcanum simulate` plays many games, `arcanum compare` says what two rule
sets do to the play, `arcanum schema` prints the JSON Schema of documents or of house rules, `arcanum vectors` prints
games that every port of the library has to follow.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import arcanum
from arcanum.cli import games, lab, play, rulesets
from arcanum.cli.arguments import RULES
from arcanum.kernel.native import is_compiled


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    try:
        arguments = _parse(sys.argv[1:] if argv is None else list(argv))
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
        print(f"arcanum: {error.filename or 'cannot write'}: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parse(argv: list[str]) -> argparse.Namespace:
    """The arguments. Which options there are depends on the rule set, so that is looked for first."""
    first = argparse.ArgumentParser(prog="arcanum", add_help=False)
    first.add_argument("--rules", default=RULES)
    named = lab.first_compared(argv[1:]) if argv[:1] == ["compare"] else first.parse_known_args(argv)[0].rules
    rules = arcanum.rules(named or RULES)
    arguments, rest = _parser(rules).parse_known_args(argv)
    if rest:
        raise arcanum.UnknownName(arguments.what, rest[0].partition("=")[0], arguments.flags)
    return arguments


def _parser(rules: arcanum.RuleSet) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arcanum", description="The rules of board games, clause by clause.")
    build = ", compiled" if is_compiled() else ""
    parser.add_argument("--version", action="version", version=f"arcanum {arcanum.__version__}{build}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in (games, play, rulesets, lab):
        module.add_commands(commands, rules)
    return parser
