"""Commands about rules: `catalogue`, `diff`, `validate`, `schema` and `vectors`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import attrs

import arcanum
from arcanum.cli.arguments import RULES, Commands
from arcanum.cli.paper import WIDTH, Bar, Paper, wants_colour
from arcanum.kernel.files import write_whole, written
from arcanum.kernel.listing import CardLine
from arcanum.kernel.tell import Line, number
from arcanum.kernel.variants import title

if TYPE_CHECKING:
    from arcanum.kernel.variants import Difference


_SCHEMAS = ("documents", "house-rules")
_ORIGINS = {"printed": "printed", "partly": "some printed", "invented": "invented"}


def add_commands(commands: Commands, rules: arcanum.RuleSet) -> None:
    """Add the commands of this module; whatever the rules are, they have the same options."""
    _add_catalogue(commands)
    _add_diff(commands)
    _add_validate(commands)
    _add_schema(commands)
    _add_vectors(commands)


def _add_catalogue(commands: Commands) -> None:
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
    listing.add_argument("--rules", default=RULES, metavar="ID", help="the rule set (default: %(default)s)")
    listing.add_argument("--kind", metavar="KIND", help="only the cards of this kind")
    listing.add_argument("--json", action="store_true", help="one JSON document a line instead of a table")
    flags = ("--rules", "--kind", "--json", "--help")
    listing.set_defaults(command=_list, what="option of catalogue list", flags=flags)
    check = tasks.add_parser(
        "check",
        help="check a file of cards",
        description="Check a file of cards and print everything that is wrong with it, one fault a line.",
        epilog="The exit code is 0 if the file is good, 1 if it has errors, 2 if it cannot be read.",
    )
    check.add_argument("file", metavar="FILE", help="the path of the file")
    check.add_argument("--rules", metavar="ID", help="the rule set that needs the cards (default: any)")
    check.set_defaults(command=_check, what="option of catalogue check", flags=("--rules", "--help"))


def _add_diff(commands: Commands) -> None:
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


def _add_validate(commands: Commands) -> None:
    validate = commands.add_parser(
        "validate",
        help="report on a house rule: what it overrides, what it breaks, what it does to the game",
        description="Report on a house rule: which clauses it overrides, which others it breaks, and how it plays. "
        "Each part is printed as soon as it is known.",
        epilog="The exit code is 0 if the rule is sound, 1 if it is not, 2 if the file cannot be used, and 130 after "
        "Ctrl-C, which ends with the report so far.",
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
    validate.add_argument(
        "--budget",
        type=float,
        default=50.0,
        metavar="SECONDS",
        help="stop after so long; what was not reached is not judged (default: %(default)g)",
    )
    validate.add_argument("--json", action="store_true", help="one JSON document at the end instead of sentences")
    flags = ("--games", "--examples", "--clause", "--seed", "--jobs", "--budget", "--json", "--help")
    validate.set_defaults(command=_validate, what="option of validate", flags=flags)


def _add_schema(commands: Commands) -> None:
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


def _add_vectors(commands: Commands) -> None:
    vectors = commands.add_parser(
        "vectors",
        help="print games that every port of the library has to follow",
        description="Print conformance vectors: positions, actions and what they lead to, one JSON document a line.",
    )
    vectors.add_argument("--game", metavar="ID", help=f"{' or '.join(arcanum.games())} (default: all)")
    vectors.add_argument("-o", dest="output", metavar="FILE", help="write into a file (default: the standard output)")
    vectors.set_defaults(command=_vectors, what="option of vectors", flags=("--game", "-o", "--help"))


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


def _as_table(name: str, cards: Sequence[CardLine]) -> Iterator[str]:
    """The cards kind by kind, with what they do beneath each."""
    paper = Paper(colour=wants_colour())
    yield f"{name}: {len(cards)} cards"
    for kind in dict.fromkeys(card.kind for card in cards):
        of_kind = [card for card in cards if card.kind == kind]
        yield paper.line(Line(0, f"{kind.replace('_', ' ')} ({len(of_kind)})"))
        widths = [max(len(text) for text in column) for column in zip(*map(_columns, of_kind), strict=True)]
        for card in of_kind:
            cells = zip(_columns(card), widths, strict=True)
            yield paper.shown("  ".join(cell.ljust(width) for cell, width in cells).rstrip())
            yield from (paper.shown(f"    {line}") for line in wrap(card.ability, WIDTH - 4))


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
    return 0, iter((f"{arguments.file}: {checked.summary}, no errors",))


def _diff(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    sides = arcanum.rules(arguments.one), arcanum.rules(arguments.other)
    found = arcanum.diff(*sides)
    if arguments.json:
        return 0, iter((json.dumps([each.plain() for each in found], indent=2),))
    return 0, _as_comparison(*sides, found)


def _as_comparison(one: arcanum.RuleSet, other: arcanum.RuleSet, found: Sequence[Difference]) -> Iterator[str]:
    """Each clause with both readings beneath it, and their places on the right."""
    paper = Paper(colour=wants_colour())
    yield paper.shown(f"{title(one)} and {title(other)} differ in {number(len(found), 'clause')}")
    wide = max(len(one.name), len(other.name))
    for each in found:
        yield ""
        yield from (paper.line(Line(1, line)) for line in wrap(f"{each.clause.id}  {each.clause.text}", WIDTH))
        for name, side in ((one.name, each.one), (other.name, each.other)):
            own = "" if side.clause == each.clause.id else f"{side.clause}: "
            rows = wrap(f"{own}{side}", WIDTH - wide - 26) or [""]
            yield f"  {name:<{wide}}  {paper.shown(rows[0]):<{WIDTH - wide - 26}}  {side.where}"
            yield from (f"  {'':<{wide}}  {paper.shown(row)}" for row in rows[1:])


def _validate(arguments: argparse.Namespace) -> tuple[int, Iterator[str]]:
    from arcanum.validation import Interrupted

    paper = Paper(colour=wants_colour())
    with Bar() as bar:

        def tell(lines: Sequence[str]) -> None:
            bar.clear()
            for line in lines:
                print(paper.shown(line))
            if sys.stdout is not None:  # a program without a console has none
                sys.stdout.flush()

        try:
            report = arcanum.validate(
                arguments.file,
                games=arguments.games,
                examples=arguments.examples,
                clauses=arguments.clause,
                seed=arguments.seed,
                jobs=arguments.jobs,
                budget=arguments.budget,
                progress=bar.show,
                tell=None if arguments.json else tell,
            )
            code = 0 if report.sound else 1
        except Interrupted as interruption:
            report, code = interruption.report, 130
    return code, iter((report.json(),) if arguments.json else ())


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
    written(arguments.output, lambda path: write_whole(path, "".join(f"{line}\n" for line in lines)))
    return 0, iter(())
