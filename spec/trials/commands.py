"""The command line of the trials."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import arcanum
from spec.trials import breaks, code, forks, profile, reach, values

CAMPAIGNS: Final[Mapping[str, Callable[..., Campaign]]] = {
    "breaks": breaks.Campaign,
    "values": values.Campaign,
    "code": code.Campaign,
    "reach": reach.Campaign,
}
OWN, FEW, AGAIN = 60, 3, 15
"""How many examples each property tries: with a break of its own clause, at a glance, and with what survived one."""


class Campaign(Protocol):
    """A number of changes, and what to do with them."""

    def run(self, bench: forks.Bench) -> bool:
        """Judge them; whether all is well."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a campaign; 1 if something was not noticed that should have been."""
    parser = argparse.ArgumentParser(prog="python -m spec.trials", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    _breaks(kinds.add_parser("breaks", help="deliberate faults, clause by clause"))
    _values(kinds.add_parser("values", help="every number and choice of every rule set, one by one"))
    _code(kinds.add_parser("code", help="mutants of the source, made by mutmut"))
    kinds.add_parser("reach", help="find out which properties run which functions")
    for each in kinds.choices.values():
        each.add_argument("--game", choices=arcanum.games(), action="append", help="only this game (default: all)")
        each.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="at a time (cores)")
        each.add_argument("--record", action="store_true", help="keep the verdicts in results/")
        each.add_argument(
            "--examples", type=int, metavar="N", help="examples of each property (default: as many as it takes)"
        )
        each.add_argument("--stale", action="store_true", help="only what has no verdict, or one that is out of date")
    given = vars(parser.parse_args(argv))
    kind, games, examples = given.pop("kind"), tuple(given.pop("game") or arcanum.games()), given.pop("examples")
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    campaign = CAMPAIGNS[kind](games, **given)
    profile.choose(examples or _examples(kind, **given))
    well: list[bool] = []
    forks.collect([f"spec/{game}" for game in games], lambda bench: well.append(campaign.run(bench)))
    return 0 if well and all(well) else 1


def _examples(kind: str, *, others: bool = False, again: bool = False, **rest: object) -> int:
    if others or kind == "reach":
        return FEW
    if kind == "code":
        return AGAIN if again else FEW
    return OWN


def _breaks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("clauses", nargs="*", metavar="CLAUSE", help="judge only the breaks of these clauses")
    parser.add_argument("--others", action="store_true", help="ask unrelated properties, not their own")
    parser.add_argument(
        "--changed",
        nargs="?",
        const="",
        metavar="COMMIT",
        help="only what has changed since a commit (default: that of the last whole run in docs/results.json)",
    )
    parser.add_argument(
        "--budget", type=float, metavar="S", help="begin nothing after so many seconds; what is left is counted"
    )


def _values(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fields", nargs="*", metavar="PATH", help="change only values whose path begins so")


def _code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="only functions whose name begins so: tarot.scoring"
    )
    parser.add_argument("--again", action="store_true", help="only mutants that have survived so far, without a reason")
    parser.add_argument(
        "--compare", action="store_true", help="with --again: find out first in which clauses they show"
    )
    parser.add_argument("--budget", type=float, default=25.0, metavar="S", help="seconds of properties for a survivor")
