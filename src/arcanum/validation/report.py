"""The report of a validation: values that a program can read, and the same in words.

It keeps three things apart: which clauses the variant overrides, which others it breaks, and how it plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import attrs

from arcanum.kernel.clauses import Clause, Parameter
from arcanum.kernel.tell import number
from arcanum.kernel.variants import Change, Override, plain, reading_in_words

if TYPE_CHECKING:
    from arcanum.validation.counterexample import Counterexample
    from arcanum.validation.play import Paired, Play


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
    apart: bool = False
    """Whether a few examples were enough, because they met nothing that the variant changes."""
    brief: bool = False
    """Whether some of its properties were tried with a few examples only, because there was no time for more."""


@attrs.frozen
class PlayedGames:
    """Random games of the variant, with every invariant checked after every decision."""

    games: int
    decisions: int
    broken: int
    """Games in which an invariant broke, or somebody had nothing to choose."""
    failures: tuple[str, ...]
    """The first of them."""
    given_up: int
    """Games that went on for too long."""
    unfinished: int
    """Games that stopped without a winner, as the rules allow."""
    unfinished_in_base: int
    """How many of the same games do so by the base."""
    too_many_unfinished: bool
    """Whether that happens more often than by the base, by more than chance."""

    @property
    def sound(self) -> bool:
        """Whether games are as they should be."""
        return not self.broken and not self.given_up and not self.too_many_unfinished


@attrs.frozen
class Report:
    """What there is to say about a house rule."""

    rules: str
    base: str
    title: str
    """The name of the rules with all that they are built on."""
    changes: tuple[Change, ...]
    overrides: tuple[Override, ...]
    clauses: tuple[ClauseVerdict, ...]
    excused: tuple[str, ...]
    """Properties that failed and are laid to a clause that the variant changes or surely breaks, not to another."""
    played: PlayedGames
    play: Play
    """How it plays."""
    examples: int
    few: int
    """The examples of a property that meets nothing of what is changed."""
    seed: int
    run: int
    """How many properties were run."""
    brief: int
    """How many of them have had a few examples only, because there was no time for more."""
    properties: int
    """How many there are to run."""
    partial: Literal["", "budget", "interrupted"] = ""
    """Why some of them were not run."""

    @property
    def comparisons(self) -> tuple[Paired, ...]:
        """What differs in the play."""
        return self.play.comparisons

    @property
    def broken(self) -> tuple[ClauseVerdict, ...]:
        """The clauses that no longer hold although the variant does not mean to change them."""
        return tuple(verdict for verdict in self.clauses if verdict.outcome == "broken")

    @property
    def sound(self) -> bool:
        """Whether nothing is broken but what the variant means to change, as far as was looked."""
        return not self.broken and self.played.sound

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The report in words."""
        yield from opening(self.title, self.changes, self.overrides)
        yield from self.verdict()

    def verdict(self) -> Iterator[str]:
        """All that takes time to find out."""
        yield from self._clauses()
        yield from self._games()
        yield ""
        yield from self._play()
        yield ""
        yield self._sentence()

    def _sentence(self) -> str:
        how_far = f"{self.run} of {self.properties} properties were run"
        if self.brief:
            how_far += f", {self.brief} of them with {self.few} examples only"
        if not self.sound:
            faults = [number(len(self.broken), "clause") + " broken"] if self.broken else []
            if self.played.broken:
                faults.append(number(self.played.broken, "game") + " broken")
            if self.played.given_up or self.played.too_many_unfinished:
                faults.append("games do not end")
            sentence = f"UNSOUND: {', '.join(faults)}"
        elif self.partial:
            sentence = "NOTHING BROKEN SO FAR"
        else:
            sentence = "SOUND: everything holds but what the variant means to change"
            if self.play.grave:
                sentence = "SOUND, but"
        if self.sound and self.play.grave:
            sentence += f": {'; '.join(self.play.grave)}"
        if self.partial:
            why = "the budget is spent" if self.partial == "budget" else "interrupted"
            sentence += f". PARTIAL: {why}, {how_far}"
        return f"{sentence}."

    def _clauses(self) -> Iterator[str]:
        held = [verdict for verdict in self.clauses if verdict.outcome == "holds"]
        unjudged = [verdict for verdict in self.clauses if verdict.outcome == "not judged"]
        yield (
            f"2. What else it breaks: {len(self.broken) or 'nothing'} of {number(len(self.clauses), 'other clause')} "
            f"({len(held)} hold, {len(self.broken)} broken, {len(unjudged)} not judged; "
            f"{number(self.examples, 'example')} a property)"
        )
        apart, brief = sum(verdict.apart for verdict in held), sum(verdict.brief for verdict in held)
        if apart and self.few < self.examples:
            yield f"   of those that hold, {apart} were tried with {self.few} examples a property: these met nothing"
            yield f"   that is changed, so they are examples of {self.base}, for which all properties are tested anyway"
        if brief:
            yield f"   of those that hold, {brief} were tried with {self.few} examples a property, for want of time"
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
            return
        yield (
            f"   random games: {played.games}, {played.decisions} decisions, every invariant checked after each: "
            + ("all held" if not played.broken else f"{played.broken} games broken")
        )
        yield from (f"   BROKEN {failure}" for failure in played.failures)
        if played.given_up:
            yield f"   given up because they went on for too long: {played.given_up}"
        if played.unfinished or played.unfinished_in_base:
            word = "more than chance" if played.too_many_unfinished else "no more than chance"
            yield f"   without a winner: {played.unfinished}, by {self.base} {played.unfinished_in_base}: {word}"

    def _play(self) -> Iterator[str]:
        from arcanum.validation.play import lines

        if not self.play.games:
            yield "3. How it plays: no games to look at"
            return
        real = sum(each.real for each in self.comparisons)
        yield (
            f"3. How it plays, between random players ({number(self.play.games, 'game')}; {real} of "
            f"{number(len(self.comparisons), 'difference')} are real, 95 % intervals)"
        )
        yield from (f"   {line}" for line in lines(self.play, self.base))

    def plain(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {
            "rules": self.rules,
            "base": self.base,
            "title": self.title,
            "sound": self.sound,
            "partial": self.partial,
            "properties": {"run": self.run, "brief": self.brief, "of": self.properties},
            "examples": self.examples,
            "seed": self.seed,
            "changes": [attrs.asdict(each) for each in self.changes],
            "overrides": [plain_override(each) for each in self.overrides],
            "excused": list(self.excused),
            "clauses": [plain_clause(each) for each in self.clauses],
            "games": {**attrs.asdict(self.played), "sound": self.played.sound},
            "play": attrs.asdict(self.play),
        }

    def json(self) -> str:
        """The report as a JSON document."""
        return json.dumps(self.plain(), indent=2)


_MOST_EXAMPLES = 4


def opening(title: str, changes: tuple[Change, ...], overridden: tuple[Override, ...]) -> Iterator[str]:
    """The beginning of a report: what there is to say at once."""
    yield title
    yield ""
    yield f"1. What it changes: {number(len(changes), 'value')}, {number(len(overridden), 'clause')} overridden"
    for change in changes:
        yield f"   {change.key}: {change.printed} -> {change.new}"
    for override in overridden:
        yield f"   {override.clause.id}  {override.clause.text}"
        yield f"     {override_in_words(override)}"
    yield ""


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
        "apart": verdict.apart,
        "brief": verdict.brief,
        "counterexamples": [attrs.asdict(each) for each in verdict.counterexamples],
    }
