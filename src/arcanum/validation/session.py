"""The specification as tests of a pytest session: every property is an item that is run for a variant of the rules.

The options are in `_arcanum_pytest`. Verdicts travel with the reports of the items, so the summary and the report on
clauses are the same in whatever processes the items ran.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

import attrs
import pytest

import arcanum
from arcanum.kernel.clauses import APPLIES, Clause
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.tell import number
from arcanum.kernel.variants import base_of, overrides, title
from arcanum.spec.files import write_json
from arcanum.spec.subject import Subject, focus
from arcanum.validation.counterexample import Counterexample
from arcanum.validation.properties import Judgement, Property, Verdict, book, judge, judgement
from arcanum.validation.report import counterexample_lines, override_in_words, plain_clause, plain_override
from arcanum.validation.workers import subject_of

_KEY: Final = "arcanum"
"""Under which a report carries the verdict on a property."""
_OBJECT: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_MOST_EXAMPLES: Final = 1_000_000


def find_rules(given: str) -> RuleSet:
    """The rules that the option names: `module:object`, a file, or the id of a rule set.

    >>> find_rules("arcanum/en")
    <rules arcanum/en>
    >>> find_rules("json:dumps")
    Traceback (most recent call last):
    arcanum.kernel.errors.BadCall: json:dumps is no rule set but <function dumps at ...
    """
    if not _OBJECT.fullmatch(given):
        return arcanum.rules(given)
    module, _, path = given.partition(":")
    try:
        found: object = import_module(module)
    except ImportError as error:
        message = f"the module of {given} cannot be imported: {error} (python -m pytest also looks in this folder)"
        raise BadCall(message) from None
    for name in path.split("."):
        if not hasattr(found, name):
            raise BadCall(f"there is no {given}: {brief(found)} has no {name!r}")
        found = getattr(found, name)
    if not isinstance(found, RuleSet):
        raise BadCall(f"{given} is no rule set but {brief(found)}")
    return found


# --- the tests --------------------------------------------------------------------------------------------------------


class DoesNotHold(Exception):
    """A property fails under the variant."""


class Rulebook(pytest.Collector):
    """The properties of a game. While they run, they are about the variant."""

    def __init__(self, *, spec: Session, **others: Any) -> None:
        super().__init__(**others)
        self._spec = spec

    def collect(self) -> Iterator[PropertyItem]:
        """One item for each property that speaks of what is asked."""
        for each in self._spec.properties:
            module, _, function = each.name.partition(".")
            name = f"{function}[{','.join(each.clauses)}]"
            nodeid = f"{self.name}/{module}::{name}"
            yield PropertyItem.from_parent(self, name=name, nodeid=nodeid, spec=self._spec, prover=each)

    def setup(self) -> None:
        """The first of them begins."""
        focus(self._spec.subject)

    def teardown(self) -> None:
        """The last of them is over."""
        focus(None)


class PropertyItem(pytest.Item):
    """A property of the specification, run for the variant."""

    def __init__(self, *, spec: Session, prover: Property, **others: Any) -> None:
        super().__init__(**others)
        self._spec = spec
        self._prover = prover

    def runtest(self) -> None:
        """Run it; whatever the project does about warnings, they are nothing to the property."""
        if self._spec.subject.overridden.issuperset(self._prover.clauses):
            pytest.skip(f"overridden: {', '.join(self._prover.clauses)}")
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            verdict = self._spec.judged(self._prover)
            laid_to = self._spec.laid_to(self._prover) if verdict.outcome == "broken" else ()
        self.user_properties.append((_KEY, attrs.asdict(verdict)))
        if verdict.outcome == "not judged":
            pytest.skip(f"not judged: {verdict.why}")
        if laid_to:
            pytest.xfail(f"laid to {', '.join(laid_to)}, which the variant changes")
        if verdict.outcome == "broken":
            raise DoesNotHold("\n".join(self._spec.told(verdict)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The clauses and the counterexample; where in our code that was noticed does not matter."""
        if isinstance(excinfo.value, DoesNotHold):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the property is written."""
        return Path(inspect.getsourcefile(self._prover.inner) or "."), None, self.name


# --- the session ------------------------------------------------------------------------------------------------------


@attrs.define(eq=False, slots=False)
class Session:
    """A plugin that adds the items to a session, gathers their verdicts and tells what they mean for clauses."""

    config: pytest.Config
    rules: RuleSet
    target: Path | None
    examples: int
    asked: Sequence[Clause]
    """The clauses that somebody wants to know about."""
    subject: Subject
    _own: dict[str, Verdict] = attrs.field(factory=dict)
    """The verdicts of this process."""
    _verdicts: dict[str, Verdict] = attrs.field(factory=dict)
    """The verdicts of all processes, as far as they were reported."""

    @classmethod
    def of(
        cls, config: pytest.Config, given: str, target: Path | None, examples: int, only: Sequence[str] | None
    ) -> Self:
        """The session that somebody asks for; raises `ArcanumError` if he cannot have it."""
        rules = find_rules(given)
        if not 1 <= examples <= _MOST_EXAMPLES:
            raise BadCall(f"--arcanum-examples must be a whole number from 1 to {_MOST_EXAMPLES}, not {examples}")
        if target is not None and (target.is_dir() or not target.absolute().parent.is_dir()):
            raise BadCall(f"--arcanum-report: {brief(str(target))} is a folder, or lies in none")
        index = rules.game.clauses()
        asked = list(index) if only is None else [index[clause] for clause in dict.fromkeys(only)]
        # Nobody who asks for the specification means the tests of the project he happens to be in.
        if config.args_source is not config.ArgsSource.ARGS:
            config.args = []
        return cls(config, rules, target and target.absolute(), examples, asked, subject_of(rules))

    # What is run.

    @property
    def properties(self) -> list[Property]:
        """The properties that speak of what is asked."""
        wanted = {clause.id for clause in self.asked}
        return [
            each for each in book(self.rules.game.name, self.examples).values() if wanted.intersection(each.clauses)
        ]

    def judged(self, prover: Property) -> Verdict:
        """The verdict on a property."""
        if prover.name not in self._own:
            self._own[prover.name] = judge(prover, self.subject)
        return self._own[prover.name]

    def laid_to(self, failed: Property) -> tuple[ClauseId, ...]:
        """The changed clauses to which a failure is laid: if every other clause has another property that holds."""
        changed = [clause for clause in failed.clauses if clause in self.subject.overridden]
        index, every = self.rules.game.clauses(), book(self.rules.game.name, self.examples).values()
        others = [clause for clause in failed.clauses if clause not in changed]
        for clause in others if changed else ():
            if self.subject.reading(index[clause], APPLIES) is not False and not any(
                self.judged(each).outcome == "holds" for each in every if clause in each.clauses and each is not failed
            ):
                return ()
        return tuple(changed)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the properties."""
        game = self.rules.game.name
        book: Rulebook = Rulebook.from_parent(session, name=game, nodeid=game, spec=self)
        items.extend(session.genitems(book))

    def pytest_report_header(self) -> str:
        """Say what is tested."""
        return f"arcanum: the specification for {title(self.rules)}, {number(self.examples, 'example')} a property"

    # What came of it.

    def told(self, verdict: Verdict) -> Iterator[str]:
        """A failure in words: what does not hold, and the counterexample."""
        index = self.rules.game.clauses()
        yield f"does not hold under {title(self.rules)}:"
        for clause in verdict.clauses:
            note = " (changed by the variant)" if clause in self.subject.overridden else ""
            yield f"  {clause}  {index[clause].text}{note}"
        if verdict.counterexample is not None:
            yield from counterexample_lines(verdict.name, verdict.counterexample)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the verdict that a report carries."""
        for key, value in report.user_properties:
            if key == _KEY and isinstance(value, dict):
                verdict = _verdict(value)
                self._verdicts[verdict.name] = verdict

    @cached_property
    def judgement(self) -> Judgement:
        """What the verdicts mean for the clauses of which a property was run."""
        proved = {clause for verdict in self._verdicts.values() for clause in verdict.clauses}
        left = [each for each in self.asked if each.id in proved and each.id not in self.subject.overridden]
        return judgement(self.subject, left, list(self._verdicts.values()))

    def pytest_sessionfinish(self) -> None:
        """Write the report, in the process that has seen everything."""
        if self.target is not None and not hasattr(self.config, "workerinput") and not self.config.option.collectonly:
            write_json(self.target, self.plain())

    def plain(self) -> dict[str, Any]:
        """The report as plain data."""
        asked = {clause.id for clause in self.asked}
        changed = [each for each in overrides(self.rules) if each.clause.id in asked]
        return {
            "rules": self.rules.name,
            "base": base_of(self.rules).name,
            "title": title(self.rules),
            "examples": self.examples,
            "holds": not any(each.outcome == "broken" for each in self.judgement.clauses),
            "excused": list(self.judgement.excused),
            "overridden": [plain_override(each) for each in changed],
            "clauses": [{**plain_clause(each), "text": each.clause.text} for each in self.judgement.clauses],
        }

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what the run means for clauses."""
        if self.config.option.collectonly:
            return
        terminalreporter.section(f"arcanum: {title(self.rules)}")
        for line in self.lines():
            terminalreporter.write_line(line)

    def lines(self) -> Iterator[str]:
        """The summary in words."""
        by: dict[str, list[str]] = {"broken": [], "holds": [], "not judged": []}
        for each in self.judgement.clauses:
            by[each.outcome].append(f"{each.clause.id}  {each.clause.text}")
        asked = {clause.id for clause in self.asked}
        changed = [each for each in overrides(self.rules) if each.clause.id in asked]
        yield "clauses that do not hold: " + (str(len(by["broken"])) if by["broken"] else "none")
        yield from (f"  {line}" for line in by["broken"])
        yield f"clauses that the variant overrides: {len(changed) or 'none'}"
        yield from (f"  {each.clause.id}  {override_in_words(each)}" for each in changed)
        yield f"clauses that hold: {len(by['holds'])}, not judged: {len(by['not judged'])}"
        for name in self.judgement.excused:
            yield f"failed, laid to what is changed or broken anyway: {name}"


def _verdict(data: dict[str, Any]) -> Verdict:
    """A verdict as a report carries it."""
    example = data["counterexample"]
    return Verdict(
        **{**data, "clauses": tuple(data["clauses"]), "counterexample": example and Counterexample(**example)}
    )
