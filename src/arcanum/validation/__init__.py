"""Validating a house rule: which clauses it overrides, what else it breaks, and what it does to the game.

The answers come from the specification that ships with the library: its properties are run with the variant in the
place of the printed rules. They need Hypothesis (`pip install 'arcanum[validate]'`); nothing else in the library does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.extras import MissingExtra, needed
from arcanum.kernel.game import RuleSet
from arcanum.kernel.variants import base_of, overrides
from arcanum.validation.report import Report

__all__ = ["MissingExtra", "Progress", "Report", "validate"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


def validate(
    rules: RuleSet,
    *,
    games: int = 200,
    examples: int = 20,
    clauses: Sequence[str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Report on a house rule, or on any rules: what they override, whether all else holds, how the game changes."""
    needed("hypothesis", "validate", "validation")
    for name, value, least in (("games", games, 0), ("examples", examples, 1), ("jobs", jobs, 1)):
        if type(value) is not int or not least <= value <= 1_000_000:
            raise BadCall(f"{name} must be a whole number from {least} to 1000000, not {brief(value)}")
    if type(seed) is not int:
        raise BadCall(f"the seed must be a whole number, not {brief(seed)}")
    from arcanum.validation.games import compare_games
    from arcanum.validation.properties import judge_clauses
    from arcanum.validation.workers import Workers

    base = base_of(rules)
    if clauses is not None:
        for clause in clauses:
            rules.game.clauses()[clause]  # an unknown one says so
    told: Progress = progress or (lambda what, done, of: None)
    with Workers(rules, examples, jobs) as workers:
        judged = judge_clauses(workers, clauses, told)
        played, comparisons = compare_games(workers, games, seed, told)
    return Report(
        rules=rules.name,
        base=base.name,
        changes=rules.game.changes(rules, base),
        overrides=overrides(rules),
        clauses=judged.clauses,
        excused=judged.excused,
        played=played,
        comparisons=comparisons,
        examples=examples,
        seed=seed,
    )
