"""The properties of the specification, run for a variant.

A property is a test function, or a state machine, of the book that says which clauses it proves. It is called as it is;
what it plays and what it expects is decided by the subject under test (`arcanum.spec.subject`). A probe stands between
Hypothesis and the property: it ends a property that has met nothing that the variant changes, one that has been made
small for long enough, and one for which there is no time left.
"""

from __future__ import annotations

import math
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, wraps
from importlib import import_module
from time import monotonic
from typing import Any, Final, Literal, NoReturn
from unittest import SkipTest
from zlib import crc32

import attrs
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import InvalidArgument, Unsatisfiable, UnsatisfiedAssumption
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from arcanum.kernel.clauses import APPLIES, Clause
from arcanum.kernel.ids import ClauseId
from arcanum.spec.proves import proved_by, unwrapped
from arcanum.spec.subject import NotJudged, Subject, forget
from arcanum.validation.counterexample import Counterexample, Failure, explained
from arcanum.validation.interruption import is_heard
from arcanum.validation.reach import changed_fields, watched
from arcanum.validation.report import ClauseVerdict

FEW: Final = 3
"""Examples of a property that meets nothing of what the variant changes."""
NOT_REACHED: Final = {
    "budget": "not reached within the budget",
    "interrupted": "not reached before the interruption",
}
"""Why a property was not run, by what ended the run."""
_PROFILE = "arcanum-validate"
_MOST_SHRINKS = 60
"""How often a property that has failed is tried again with something smaller. Games are cut short afterwards."""
_MOST_STEPS = 6_000
"""How many decisions are played for that."""
_LONGEST = 20_000
"""How many decisions are played for one example."""
_ENDLESS = "its games do not end"
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
    apart: bool = False
    """Whether a few examples were enough, because they met nothing that the variant changes."""
    brief: bool = False
    """Whether it was tried with a few examples although it deserves all of them."""


# --- the book ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
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
            for each in properties_of(module, vars(import_module(f"{package}.{module}")))
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


def properties_of(module: str, names: dict[str, object]) -> Iterator[Property]:
    """The properties among the names of a module."""
    for name, value in names.items():
        if name.startswith("test_") and callable(value) and (clauses := proved_by(value)):
            inner = unwrapped(value)
            assert callable(inner)
            if (handle := getattr(value, "hypothesis", None)) is not None:
                handle.inner_test = _probed(inner)
                seed(crc32(f"{module}.{name}".encode()))(value)  # else its source is read again for every variant
            yield Property(f"{module}.{name}", clauses, value, _claim(inner), inner)
        machine = isinstance(value, type) and issubclass(value, RuleBasedStateMachine)
        if machine and isinstance(value, type) and value.__module__.endswith(f".{module}"):
            proved = dict.fromkeys(clause for part in (value, *vars(value).values()) for clause in proved_by(part))
            if proved:
                yield Property(f"{module}.{name}", tuple(proved), _machine(value), _claim(value), value)


def _machine(machine: type[RuleBasedStateMachine]) -> Callable[[], object]:
    """Runs of a state machine. They are not made small, which takes long and says little more: its last steps tell."""
    chosen = settings(settings.default, phases=(Phase.explicit, Phase.generate))

    def begun() -> RuleBasedStateMachine:
        if _probe is not None:
            _probe.begin()
            _probe.examples += 1
        return machine()

    factory: Any = begun  # any callable will do, whatever its annotation says
    return lambda: run_state_machine_as_test(factory, settings=chosen)


def _claim(prover: object) -> str:
    return " ".join((getattr(prover, "__doc__", "") or "").partition("\n\n")[0].split())


# --- one property -----------------------------------------------------------------------------------------------------


class Enough(SkipTest):
    """A property need not go on. Hypothesis passes it on at once."""

    def __init__(self) -> None:
        super().__init__("it need not go on")


@attrs.define
class _Probe:
    """What is known of a property while it runs."""

    subject: Subject
    brief: bool
    """Whether a few examples are all that is asked for."""
    deadline: float
    examples: int = 0
    shrinks: int = 0
    steps: int = 0
    length: int = 0
    """How many decisions were played for this example."""
    endless: bool = False
    over: bool = False
    """Whether the probe has ended it. What Hypothesis makes of that does not matter."""
    apart: bool = False
    late: bool = False
    failure: Failure | None = None

    def begin(self) -> None:
        """An example begins."""
        self.length = 0
        self.check()
        if self.failure is not None:
            self.shrinks += 1
            if self.shrinks > _MOST_SHRINKS:
                self.end()
        elif self.examples >= FEW:
            self.apart = not self.subject.touched
            if self.apart or self.brief:
                self.end()

    def check(self) -> None:
        """A step was played."""
        self.length += 1
        if self.length > _LONGEST:
            self.endless = True
            self.end()
        if self.failure is not None:
            self.steps += 1
            if self.steps > _MOST_STEPS:
                self.end()
        if monotonic() > self.deadline or is_heard():
            self.late = True
            self.end()

    def end(self) -> NoReturn:
        """The property need not go on."""
        self.over = True
        raise Enough

    def run(self, inner: Callable[..., object], *arguments: Any, **named: Any) -> object:
        """Try an example."""
        self.begin()
        try:
            found = inner(*arguments, **named)
            self.examples += 1
            return found
        except (SkipTest, UnsatisfiedAssumption, InvalidArgument):  # of the last, there is nothing to draw from
            raise
        except Exception as error:
            self.failure = Failure(error, named, tuple(self.subject.trail))
            forget()  # so that what is tried next leaves a trail of its own
            raise
        finally:
            self.subject.trail.clear()


_probe: _Probe | None = None


def _probed(inner: Callable[..., object]) -> Callable[..., object]:
    """The function that an author wrote, under the probe if there is one."""

    @wraps(inner)
    def run(*arguments: Any, **named: Any) -> object:
        return inner(*arguments, **named) if _probe is None else _probe.run(inner, *arguments, **named)

    return run


def judge(property: Property, subject: Subject, *, brief: bool = False, deadline: float = math.inf) -> Verdict:
    """Run a property for the variant under test: with all its examples if the first few meet what is changed."""
    global _probe
    subject.begin()
    probe = _Probe(subject, brief, deadline)
    _probe, subject.watch = probe, probe.check
    failure: Failure | None = None
    why = ""
    try:
        with watched(subject, changed_fields(subject.rules)):
            property.run()
    except NotJudged as reason:
        failure = probe.failure
        why = str(reason)
    except (Unsatisfiable, UnsatisfiedAssumption, InvalidArgument):  # there is nothing to draw examples from
        why = "no game of the variant gets there"
    except Exception as error:
        if probe.over:
            failure = probe.failure
            why = _ENDLESS if probe.endless else NOT_REACHED["budget"] if probe.late else ""
        else:
            failure = probe.failure or Failure(error, {}, tuple(subject.trail))
            failure = attrs.evolve(failure, error=error)
    finally:
        _probe, subject.watch = None, None
    if failure is not None:
        example = explained(failure, property.claim, property.inner)
        return Verdict(property.name, property.clauses, "broken", "", example)
    if not why and not subject.used:
        why = "it plays no game of the variant"
    if why:
        return Verdict(property.name, property.clauses, "not judged", why)
    return Verdict(property.name, property.clauses, "holds", apart=probe.apart, brief=brief and not probe.apart)


@attrs.frozen
class Judgement:
    """What became of all clauses, and the properties that failed and count against none of them."""

    clauses: tuple[ClauseVerdict, ...]
    excused: tuple[str, ...]


# --- all clauses ------------------------------------------------------------------------------------------------------


def near(subject: Subject, property: Property) -> int:
    """How near a property is to the change: 0 if it speaks of an overridden clause, 1 of a section with one, or 2."""
    if subject.overridden.intersection(property.clauses):
        return 0
    index = subject.rules.game.clauses()
    return 1 if close_sections(subject).intersection(index[clause].section for clause in property.clauses) else 2


def close_sections(subject: Subject) -> set[str]:
    """The sections of the clauses that a variant overrides."""
    return {each.section for each in subject.rules.game.clauses() if each.id in subject.overridden}


def in_turn(subject: Subject, examples: int, only: Sequence[str] | None) -> list[tuple[int, Property]]:
    """Every property that speaks of a clause that the variant leaves alone, the nearest first, with how near it is."""
    wanted = {clause.id for clause in asked(subject, only)}
    every = book(subject.rules.game.name, examples).values()
    found = [(near(subject, each), each) for each in every if wanted.intersection(each.clauses)]
    return sorted(found, key=lambda each: each[0])


def asked(subject: Subject, only: Sequence[str] | None) -> list[Clause]:
    """The clauses that are to be judged: those asked for, but for those that the variant overrides."""
    every = [clause for clause in subject.rules.game.clauses() if only is None or clause.id in only]
    return [clause for clause in every if clause.id not in subject.overridden]


def judgement(subject: Subject, clauses: Sequence[Clause], verdicts: Sequence[Verdict]) -> Judgement:
    """What the verdicts on properties mean for clauses that the variant leaves alone."""
    judged = _Judged(subject, verdicts)
    found = [judged.verdict(clause) for clause in clauses]
    close = close_sections(subject)
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
        if late := next((each.why for each in verdicts if each.why in NOT_REACHED.values()), ""):
            return ClauseVerdict(clause, "not judged", late, (), ())
        if held := [each for each in verdicts if each.outcome == "holds"]:
            names, apart = tuple(each.name for each in held), all(each.apart for each in held)
            return ClauseVerdict(clause, "holds", "", names, (), apart, any(each.brief for each in held))
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
