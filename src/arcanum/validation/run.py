"""One validation from beginning to end: what is asked first, what is said when, and what it comes to.

Whatever is nearest to the change comes first, so that somebody who does not wait has seen what matters most: a few
random games, the properties beside the change, more games, and only then everything else, first with a few examples.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Literal

from arcanum.kernel.game import RuleSet
from arcanum.kernel.tell import number
from arcanum.kernel.variants import base_of, overrides, title
from arcanum.lab.exact import fisher
from arcanum.lab.statistics import LEVEL
from arcanum.validation import Progress, Tell
from arcanum.validation.games import GameAsked, Pair
from arcanum.validation.play import of_pairs, unused
from arcanum.validation.properties import FEW, NOT_REACHED, Property, Verdict, asked, in_turn, judgement
from arcanum.validation.report import PlayedGames, Report
from arcanum.validation.workers import PropertyAsked, Task, Workers, subject_of

_FIRST, _FIRST_LOOK, _MADE = 4, 50, 20
"""Games that show whether games end at all; games before the first look is told; games made for what was never used."""
_SECONDS = 6.0
"""When the first look is told at the latest, whatever has been looked at by then."""
_MOST_FAILURES = 5


class Run:
    """A validation."""

    def __init__(
        self,
        rules: RuleSet,
        games: int,
        examples: int,
        only: Sequence[str] | None,
        seed: int,
        jobs: int,
        budget: float | None,
        progress: Progress,
        tell: Tell,
    ) -> None:
        self._rules, self._games, self._examples, self._only, self._seed = rules, games, examples, only, seed
        self._jobs, self._budget, self._progress, self._tell = jobs, budget, progress, tell
        self._begun = monotonic()
        self._subject = subject_of(rules)
        self._properties: list[tuple[int, Property]] = []
        self._verdicts: dict[str, Verdict] = {}
        self._pairs: list[Pair] = []
        self._made: list[Pair] = []
        self._looked = False
        self.is_complete = False
        """Whether everything was done."""

    def go(self) -> None:
        """Ask everything."""
        self._properties = in_turn(self._subject, self._examples, self._only)
        near = [each for distance, each in self._properties if distance < 2]
        far = [each for distance, each in self._properties if distance == 2]
        start = self._seed * 1_000_003
        every = [GameAsked(number) for number in range(start, start + self._games)]
        with Workers(self._rules, self._jobs, self._budget) as workers:
            self._ask(workers, every[:_FIRST])
            self._ask(workers, [*self._unless_endless(every[_FIRST:_FIRST_LOOK]), *self._tasks(near, brief=True)])
            self._look()
            self._ask(workers, self._unless_endless(every[_FIRST_LOOK:]))
            missed = unused(self._rules, self._pairs) if self._pairs else []
            self._ask(workers, [GameAsked(start + at, key) for key in missed for at in range(_MADE)])
            self._ask(workers, self._tasks(far, brief=True))
            self._ask(workers, self._tasks([each for each in (*near, *far) if self._is_brief(each)], brief=False))
            self.is_complete = not any(map(self._is_late, self._properties))

    def _tasks(self, properties: Sequence[Property], *, brief: bool) -> list[PropertyAsked]:
        return [PropertyAsked(each.name, self._examples, brief and self._examples > FEW) for each in properties]

    def _is_brief(self, property: Property) -> bool:
        """Whether a property deserves more examples than it has had."""
        return property.name in self._verdicts and self._verdicts[property.name].brief

    def _is_late(self, property: tuple[int, Property]) -> bool:
        """Whether there was no time for a property."""
        verdict = self._verdicts.get(property[1].name)
        return verdict is None or verdict.brief or verdict.why in NOT_REACHED.values()

    def _unless_endless(self, games: Sequence[GameAsked]) -> Sequence[GameAsked]:
        """More games, unless half of those played so far had to be given up: more would only take long."""
        lost = sum(each.new.given_up for each in self._pairs)
        return () if self._pairs and 2 * lost >= len(self._pairs) else games

    def _ask(self, workers: Workers, tasks: Sequence[Task]) -> None:
        for answer in workers.answers(tasks):
            if isinstance(answer, Verdict):
                if answer.name not in self._verdicts or answer.why not in NOT_REACHED.values():
                    self._verdicts[answer.name] = answer
                self._progress("properties", len(self._verdicts), len(self._properties))
            elif answer.asked.made_for:
                self._made.append(answer)
            else:
                self._pairs.append(answer)
                self._progress("games", len(self._pairs), self._games)
            if monotonic() - self._begun > _SECONDS:
                self._look()

    # What is said.

    def _look(self) -> None:
        """Tell what is known of the nearest properties and of the first games, once."""
        if self._looked:
            return
        self._looked = True
        outcomes = [each.outcome for each in self._verdicts.values()]
        near = sum(distance < 2 for distance, _ in self._properties)
        broken = [each for each in self._verdicts.values() if each.outcome == "broken"]
        lines = [
            f"First look: of {near} properties beside the change, {len(outcomes)} were run: "
            f"{outcomes.count('holds')} hold, {len(broken)} fail"
        ]
        lines += [f"   fails: {each.name} ({', '.join(each.clauses)})" for each in broken[:_MOST_FAILURES]]
        if self._pairs:
            lost = sum(bool(each.new.problem) for each in self._pairs)
            held = f"an invariant breaks in {lost}" if lost else "every invariant holds"
            play = of_pairs(self._rules, self._pairs)
            ends = "" if any(each.new.given_up for each in self._pairs) else ", all end"
            lines.append(f"   {number(len(self._pairs), 'random game')}: {held}{ends}")
            lines += [f"   ! {text}" for text in play.grave]
        self._tell([*lines, ""])

    def report(self, partial: Literal["", "budget", "interrupted"]) -> Report:
        """What it comes to."""
        subject, base = self._subject, base_of(self._rules)
        why = NOT_REACHED[partial or "budget"]
        verdicts = [
            Verdict(each.name, each.clauses, "not judged", why)
            if (found := self._verdicts.get(each.name)) is None or found.why in NOT_REACHED.values()
            else found
            for _, each in self._properties
        ]
        judged = judgement(subject, asked(subject, self._only), verdicts)
        return Report(
            rules=self._rules.name,
            base=base.name,
            title=title(self._rules),
            changes=self._rules.game.changes(self._rules, base),
            overrides=overrides(self._rules),
            clauses=judged.clauses,
            excused=judged.excused,
            played=_played(self._pairs, self._made),
            play=of_pairs(self._rules, self._pairs, self._made),
            examples=self._examples,
            few=min(FEW, self._examples),
            seed=self._seed,
            run=sum(each.why not in NOT_REACHED.values() for each in verdicts),
            brief=sum(each.brief for each in verdicts),
            properties=len(verdicts),
            partial=partial,
        )


def _played(pairs: Sequence[Pair], made: Sequence[Pair]) -> PlayedGames:
    """What the invariants say of random games, and of those made for something."""
    pairs = sorted(pairs, key=lambda each: each.asked.number)
    every = [*pairs, *sorted(made, key=lambda each: (each.asked.made_for, each.asked.number))]
    broken = [each.new for each in every if each.new.problem]
    both = [(each.new, each.old) for each in pairs if each.old is not None and not each.new.given_up]
    new = sum(not each.finished for each, _ in both)
    old = sum(not each.finished for _, each in both)
    idle = [each.new for each in pairs if not (each.new.finished or each.new.given_up or each.new.problem)]
    return PlayedGames(
        games=len(every),
        decisions=sum(each.new.decisions for each in every),
        broken=len(broken),
        failures=tuple(f"{each.call}: {each.problem}" for each in broken[:_MOST_FAILURES]),
        given_up=sum(each.new.given_up for each in every),
        unfinished=len(idle),
        unfinished_in_base=old,
        too_many_unfinished=too_many(new, old, len(both)),
    )


def too_many(new: int, old: int, games: int) -> bool:
    """Whether games end less often than by the base, by more than chance."""
    return new > old and fisher(old, games, new, games) <= LEVEL
