"""The properties of the specification, run for a variant.

A property is a test function, or a state machine, of the book that says which clauses it proves. It is called as it is;
what it plays and what it expects is decided by the subject under test (`arcanum.spec.subject`).
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal

import attrs
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import Unsatisfiable, UnsatisfiedAssumption
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from arcanum.kernel.clauses import APPLIES, Clause
from arcanum.kernel.ids import ClauseId
from arcanum.spec.proves import proved_by, unwrapped
from arcanum.spec.subject import NotJudged, Subject
from arcanum.validation.counterexample import Counterexample, explained
from arcanum.validation.report import ClauseVerdict

if TYPE_CHECKING:
    from arcanum.validation import Progress
    from arcanum.validation.workers import Workers

_PROFILE = "arcanum-validate"
Outcome = Literal["holds", "broken", "not judged"]


@attrs.frozen
class Property:
    """Something of the book that can be run."""

    name: str
    """Module and name: `test_hand.test_nobody_holds_more_than_seven_cards`."""
    clauses: tuple[ClauseId, ...]
    run: Callable[[], object]
    claim: str
    inner: Callable[..., object]
    """The function that its author wrote."""


@attrs.frozen
class Verdict:
    """What became of a property."""

    name: str
    clauses: tuple[ClauseId, ...]
    outcome: Outcome
    why: str = ""
    counterexample: Counterexample | None = None


# --- the book ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def book(game: str, examples: int) -> dict[str, Property]:
    """All properties of a game, by name, each with so many examples.

    A property takes its settings when its module is imported. Nobody else imports these modules: pytest has its own.
    """
    package = f"arcanum.spec.book.{game}"
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    before = settings.get_current_profile_name()
    settings.register_profile(_PROFILE, _looking(examples))
    settings.load_profile(_PROFILE)
    try:
        modules = [each.name for each in pkgutil.iter_modules(import_module(package).__path__)]
        return {
            each.name: each
            for module in sorted(modules)
            if module.startswith("test_")
            for each in _properties_of(module, vars(import_module(f"{package}.{module}")))
        }
    finally:
        settings.load_profile(before)


def _looking(examples: int) -> settings:
    """The same examples every time, made small, and nothing kept between runs."""
    return settings(
        max_examples=examples,
        stateful_step_count=30,
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )


def _properties_of(module: str, names: dict[str, object]) -> Iterator[Property]:
    for name, value in names.items():
        if name.startswith("test_") and callable(value) and (clauses := proved_by(value)):
            inner = unwrapped(value)
            assert callable(inner)
            yield Property(f"{module}.{name}", clauses, value, _claim(inner), inner)
        machine = isinstance(value, type) and issubclass(value, RuleBasedStateMachine)
        if machine and isinstance(value, type) and value.__module__.endswith(f".{module}"):
            proved = dict.fromkeys(clause for part in (value, *vars(value).values()) for clause in proved_by(part))
            if proved:
                yield Property(f"{module}.{name}", tuple(proved), _machine(value), _claim(value), value)


def _machine(machine: type[RuleBasedStateMachine]) -> Callable[[], object]:
    chosen = settings.default
    return lambda: run_state_machine_as_test(machine, settings=chosen)


def _claim(prover: object) -> str:
    return " ".join((getattr(prover, "__doc__", "") or "").partition("\n\n")[0].split())


# --- one property -----------------------------------------------------------------------------------------------------


def judge(property: Property, subject: Subject) -> Verdict:
    """Run a property for the variant under test."""
    subject.begin()
    try:
        property.run()
    except NotJudged as reason:
        return Verdict(property.name, property.clauses, "not judged", str(reason))
    except (Unsatisfiable, UnsatisfiedAssumption):
        return Verdict(property.name, property.clauses, "not judged", "no game of the variant gets there")
    except Exception as error:
        example = explained(error, property.claim, property.inner, tuple(subject.trail))
        return Verdict(property.name, property.clauses, "broken", "", example)
    if not subject.used:
        return Verdict(property.name, property.clauses, "not judged", "it plays no game of the variant")
    return Verdict(property.name, property.clauses, "holds")


@attrs.frozen
class Judgement:
    """What became of all clauses, and the properties that failed and count against none of them."""

    clauses: tuple[ClauseVerdict, ...]
    excused: tuple[str, ...]


# --- all clauses ------------------------------------------------------------------------------------------------------


def judge_clauses(workers: Workers, only: Sequence[str] | None, progress: Progress) -> Judgement:
    """Run every property that speaks of a clause that the variant leaves alone, and say what that means for clauses."""
    subject = workers.subject
    asked = [clause for clause in subject.rules.game.clauses() if only is None or clause.id in only]
    wanted = {clause.id for clause in asked} - subject.overridden
    every = book(subject.rules.game.name, workers.examples).values()
    names = [each.name for each in every if wanted.intersection(each.clauses)]
    verdicts: list[Verdict] = []
    for verdict in workers.judge(names):
        verdicts.append(verdict)
        progress("properties", len(verdicts), len(names))
    return judgement(subject, [clause for clause in asked if clause.id in wanted], verdicts)


def judgement(subject: Subject, clauses: Sequence[Clause], verdicts: Sequence[Verdict]) -> Judgement:
    """What the verdicts on properties mean for clauses that the variant leaves alone."""
    judged = _Judged(subject, verdicts)
    found = [judged.verdict(clause) for clause in clauses]
    close = {each.section for each in subject.rules.game.clauses() if each.id in subject.overridden}
    # What breaks right beside the change comes first: it is the likely cause of what breaks elsewhere.
    ordered = tuple(sorted(found, key=lambda each: each.clause.section not in close))
    blamed = {name for each in found if each.outcome == "broken" for name in each.properties}
    failed = (each.name for each in verdicts if each.outcome == "broken")
    return Judgement(ordered, tuple(name for name in failed if name not in blamed))


class _Judged:
    """What the properties say about clauses, taken together."""

    def __init__(self, subject: Subject, verdicts: Sequence[Verdict]) -> None:
        self._subject = subject
        self._changed = subject.overridden
        self._of: dict[ClauseId, list[Verdict]] = {}
        for verdict in verdicts:
            for clause in verdict.clauses:
                self._of.setdefault(clause, []).append(verdict)
        alone = [each.clauses[0] for each in verdicts if each.outcome == "broken" and len(each.clauses) == 1]
        self._surely = {*alone} - self._changed

    def verdict(self, clause: Clause) -> ClauseVerdict:
        """Whether a clause still holds."""
        verdicts = self._of.get(clause.id, [])
        if self._subject.reading(clause, APPLIES) is False:
            return ClauseVerdict(clause, "not judged", f"{self._subject.base} has no such rule", (), ())
        broken = [each for each in verdicts if each.outcome == "broken" and not self._explained(clause.id, each)]
        if broken:
            examples = tuple(each.counterexample for each in broken if each.counterexample is not None)
            return ClauseVerdict(clause, "broken", "", tuple(each.name for each in broken), examples)
        if held := tuple(each.name for each in verdicts if each.outcome == "holds"):
            return ClauseVerdict(clause, "holds", "", held, ())
        reasons = dict.fromkeys(each.why for each in verdicts)
        return ClauseVerdict(clause, "not judged", "; ".join(reasons) or "no property speaks of it", (), ())

    def _explained(self, clause: ClauseId, failed: Verdict) -> bool:
        """Whether a property of several clauses fails because of another one of them.

        That is so if another one is changed on purpose, or broken by a property of its own, while this clause has a
        property that holds.
        """
        others = {*failed.clauses} - {clause}
        holds = any(each.outcome == "holds" for each in self._of[clause])
        return holds and bool(others & (self._changed | self._surely))
