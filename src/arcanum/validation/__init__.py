"""Validating a house rule: which clauses it overrides, what else it breaks, and how it plays.

The answers come from the specification that ships with the library: its properties are run with the variant in the
place of the printed rules. They need Hypothesis (`pip install 'arcanum[validate]'`); nothing else in the library does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.extras import MissingExtra, needed
from arcanum.kernel.game import RuleSet
from arcanum.kernel.variants import base_of, overrides, title
from arcanum.validation.interruption import heeding, is_heard
from arcanum.validation.report import Report, opening

__all__ = ["Interrupted", "MissingExtra", "Progress", "Report", "Tell", "validate"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""
Tell = Callable[[Sequence[str]], None]
"""Told the lines of each part of a report as soon as they are known."""


class Interrupted(KeyboardInterrupt):
    """A validation was interrupted; `report` is what it had found by then."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def validate(
    rules: RuleSet,
    *,
    games: int = 200,
    examples: int = 20,
    clauses: Sequence[str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: float | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Report:
    """Report on a house rule, or on any rules: what they override, whether all else holds, how they play."""
    needed("hypothesis", "validate", "validation")
    for name, value, least in (("games", games, 0), ("examples", examples, 1), ("jobs", jobs, 1)):
        if type(value) is not int or not least <= value <= 1_000_000:
            raise BadCall(f"{name} must be a whole number from {least} to 1000000, not {brief(value)}")
    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    if budget is not None and (type(budget) not in (int, float) or not budget > 0):
        raise BadCall(f"the budget must be a number of seconds greater than 0, not {brief(budget)}")
    for clause in clauses or ():
        rules.game.clauses()[clause]  # an unknown one says so
    said: Tell = tell or (lambda lines: None)
    base = base_of(rules)
    with heeding():
        said(list(opening(title(rules), rules.game.changes(rules, base), overrides(rules))))
        from arcanum.validation.run import Run

        run = Run(rules, games, examples, clauses, seed, jobs, budget, progress or (lambda what, done, of: None), said)
        run.go()
        interrupted = is_heard()
    report = run.report("interrupted" if interrupted else "" if run.is_complete else "budget")
    said(list(report.verdict()))
    if interrupted:
        raise Interrupted(report)
    return report
