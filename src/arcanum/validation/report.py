"""The report of a validation: values that a program can read, and the same in words.

It answers four questions in this order: what does the variant override, does everything else still hold, do games end
without breaking an invariant, and what changed in the play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import attrs

from arcanum.kernel.clauses import Clause, Parameter
from arcanum.kernel.tell import number
from arcanum.kernel.variants import Change, Override, plain, reading_in_words
from arcanum.lab.statistics import Comparison, side_by_side

if TYPE_CHECKING:
    from arcanum.validation.counterexample import Counterexample


@attrs.frozen
class ClauseVerdict:
    """Whether a clause that the variant leaves alone still holds."""

    clause: Clause
    outcome: Literal["holds", "broken", "not judged"]
    why: str
    """Why it could not be judged."""
    properties: tuple[str, ...]
    """The properties that were run; of a broken clause, those that failed."""
    counterexamples: tuple[Counterexample, ...]


@attrs.frozen
class PlayedGames:
    """Random games of the variant, with every invariant checked after every decision."""

    games: int
    decisions: int
    broken: int
    """Games in which an invariant broke, somebody had nothing to choose, or there was no end."""
    failures: tuple[str, ...]
    """The first of them."""
    unfinished: int
    """Games that stopped without a winner, as the rules allow."""
    unfinished_in_base: int
    too_many_unfinished: bool
    """Whether that happens more often than by the printed rules, by more than chance."""

    @property
    def sound(self) -> bool:
        """Whether games are as they should be."""
        return not self.broken and not self.too_many_unfinished


@attrs.frozen
class Report:
    """What there is to say about a house rule."""

    rules: str
    base: str
    changes: tuple[Change, ...]
    overrides: tuple[Override, ...]
    clauses: tuple[ClauseVerdict, ...]
    excused: tuple[str, ...]
    """Properties that failed and are laid to a clause that the variant changes or surely breaks, not to another."""
    played: PlayedGames
    comparisons: tuple[Comparison, ...]
    examples: int
    seed: int

    @property
    def broken(self) -> tuple[ClauseVerdict, ...]:
        """The clauses that no longer hold although the variant does not mean to change them."""
        return tuple(verdict for verdict in self.clauses if verdict.outcome == "broken")

    @property
    def sound(self) -> bool:
        """Whether nothing is broken but what the variant means to change."""
        return not self.broken and self.played.sound

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The report in words."""
        yield f"{self.rules}, a variant of {self.base}" if self.rules != self.base else self.rules
        yield ""
        yield from self._overrides()
        yield ""
        yield from self._clauses()
        yield ""
        yield from self._games()
        yield ""
        yield from self._play()
        yield ""
        yield self._sentence()

    def _sentence(self) -> str:
        if self.sound:
            return "SOUND: everything holds but what the variant means to change."
        faults = [number(len(self.broken), "clause") + " broken"] if self.broken else []
        if self.played.broken:
            faults.append(number(self.played.broken, "game") + " broken")
        if self.played.too_many_unfinished:
            faults.append("games do not end")
        return f"UNSOUND: {', '.join(faults)}."

    def _overrides(self) -> Iterator[str]:
        yield f"1. What it changes: {number(len(self.changes), 'value')}, {number(len(self.overrides), 'clause')}"
        for change in self.changes:
            yield f"   {change.key}: {change.printed} -> {change.new}"
        for override in self.overrides:
            yield f"   {override.clause.id}  {override.clause.text}"
            yield f"     {override_in_words(override)}"

    def _clauses(self) -> Iterator[str]:
        held = sum(verdict.outcome == "holds" for verdict in self.clauses)
        unjudged = [verdict for verdict in self.clauses if verdict.outcome == "not judged"]
        yield (
            f"2. Every other clause ({self.examples} examples a property): "
            f"{held} hold, {len(self.broken)} broken, {len(unjudged)} not judged"
        )
        told: set[str] = set()
        for verdict in self.broken:
            yield f"   BROKEN {verdict.clause.id}  {verdict.clause.text}"
            name = verdict.properties[0]
            if name in told or len(told) == _MOST_EXAMPLES:
                yield f"     property {name}"
                continue
            told.add(name)
            for example in verdict.counterexamples[:1]:
                yield from (f"     {line}" for line in counterexample_lines(name, example))
        if len(self.broken) > len(told):
            yield "   What breaks beside the change is told in full; --clause ID tells the rest, which may follow"
        for name in self.excused:
            yield f"   failed, laid to what is changed or broken anyway: {name}"
        reasons: dict[str, list[str]] = {}
        for verdict in unjudged:
            reasons.setdefault(verdict.why, []).append(verdict.clause.id)
        for why, ids in reasons.items():
            yield f"   not judged, {why}: {', '.join(ids)}"

    def _games(self) -> Iterator[str]:
        played = self.played
        if not played.games:
            yield "3. Random games: none were asked for"
            return
        yield (
            f"3. Random games: {played.games}, {played.decisions} decisions, every invariant checked after each: "
            + ("all held" if not played.broken else f"{played.broken} games broken")
        )
        yield from (f"   BROKEN {failure}" for failure in played.failures)
        if played.unfinished or played.unfinished_in_base:
            word = "more than chance" if played.too_many_unfinished else "no more than chance"
            yield f"   without an end: {played.unfinished}, by the printed rules {played.unfinished_in_base}: {word}"

    def _play(self) -> Iterator[str]:
        if not self.comparisons:
            yield "4. What changed in the play: no finished games to compare"
            return
        real = [each for each in self.comparisons if each.real]
        yield (
            f"4. What changed in the play between random players, against {self.base} "
            f"({len(real)} of {len(self.comparisons)} differences are real, 95 % intervals)"
        )
        main = [each for each in self.comparisons if ":" not in each.what]
        uses = sorted((each for each in real if ":" in each.what), key=lambda each: each.p)
        shown = [*main, *uses[:_MOST_USES]]
        yield from (f"   {line}" for line in side_by_side(shown, "printed", "new"))
        if len(uses) > _MOST_USES:
            yield f"   and {number(len(uses) - _MOST_USES, 'more real difference')} in the use of cards and places"

    def plain(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {
            "rules": self.rules,
            "base": self.base,
            "sound": self.sound,
            "examples": self.examples,
            "seed": self.seed,
            "changes": [attrs.asdict(each) for each in self.changes],
            "overrides": [plain_override(each) for each in self.overrides],
            "excused": list(self.excused),
            "clauses": [plain_clause(each) for each in self.clauses],
            "games": {**attrs.asdict(self.played), "sound": self.played.sound},
            "comparisons": [attrs.asdict(each) for each in self.comparisons],
        }

    def json(self) -> str:
        """The report as a JSON document."""
        return json.dumps(self.plain(), indent=2)


_MOST_USES = 12
_MOST_EXAMPLES = 4


def override_in_words(override: Override) -> str:
    """What a variant makes of a clause."""
    if override.instead:
        return f"no longer holds as printed; now {override.instead}"
    return f"printed: {_said(override.printed)}; new: {_said(override.new)}"


def _said(parameters: Mapping[str, Parameter]) -> str:
    if parameters.get("applies") is False:
        return "no such rule"
    return reading_in_words({name: value for name, value in parameters.items() if name != "applies"}) or "has this rule"


def counterexample_lines(name: str, example: Counterexample) -> Iterator[str]:
    """A counterexample to a property in words."""
    yield f"property {name}: {example.claim}"
    yield from example.broken
    if example.example:
        yield "smallest example found:"
        yield from (f"  {line}" for line in example.example)
    if example.story:
        yield "what was played:"
        yield from (f"  {line}" for line in example.story)


def plain_override(override: Override) -> dict[str, Any]:
    """An override as plain data, for JSON."""
    return {
        "clause": override.clause.id,
        "text": override.clause.text,
        "printed": plain(override.printed),
        "new": plain(override.new),
        "instead": override.instead,
    }


def plain_clause(verdict: ClauseVerdict) -> dict[str, Any]:
    """What became of a clause as plain data, for JSON."""
    return {
        "clause": verdict.clause.id,
        "outcome": verdict.outcome,
        "why": verdict.why,
        "properties": list(verdict.properties),
        "counterexamples": [attrs.asdict(each) for each in verdict.counterexamples],
    }
