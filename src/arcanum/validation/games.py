"""Random games of a variant, each beside the game of the same seed by its base, and what is measured in them.

The games of the variant are played with every invariant checked; those of the base were checked long ago. Both sides
have the same number of players, the same options and the same seed. A game that the base does not know has none beside
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final
from zlib import crc32

import attrs

import arcanum
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.variants import base_of
from arcanum.lab.kits import kit_of
from arcanum.spec import soak
from arcanum.spec.games import tables
from arcanum.spec.soak import Plan, Walked
from arcanum.spec.subject import Subject

MOST_DECISIONS: Final = 10_000
"""When a game is given up: ten times what the longest games between random players take."""


@attrs.frozen
class GameAsked:
    """Which random game to play."""

    number: int
    made_for: str = ""
    """What its players prefer to use: the key of a change; empty in an ordinary game."""


@attrs.frozen
class Played:
    """What was measured in a game."""

    call: str
    """What plays it again."""
    players: int
    decisions: int
    problem: str = ""
    """The invariant that was broken, and where; the game stopped there."""
    given_up: bool = False
    """Whether it went on for too long."""
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    first: int = 0
    """The seat that began."""
    rounds: int = 0
    quiet: int = 0
    """How many of the last rounds went by without anybody using a card or place."""
    choices: int = 0
    """The legal actions of all decisions together."""
    used: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict)
    """What the game counts: cards played, places visited."""
    happened: Mapping[str, int] = attrs.field(factory=dict)
    """The kinds of events."""
    sections: frozenset[str] = frozenset()
    """The sections of the rulebook that something happened by."""
    trace: int = 0
    """A fingerprint of all that was decided and of what came of it."""

    @property
    def finished(self) -> bool:
        """Whether somebody won."""
        return bool(self.winners)


@attrs.frozen
class Pair:
    """A game of the variant, and the same one by its base if the base knows such games."""

    asked: GameAsked
    new: Played
    old: Played | None = None


def play(asked: GameAsked, subject: Subject) -> Pair:
    """Play a random game of the variant under test, and the one beside it."""
    rules, base = subject.rules, base_of(subject.rules)
    plan = attrs.evolve(soak.plan(rules.game.name, asked.number), seed=asked.number)
    new = _played(asked, plan, rules)
    if asked.made_for or rules == base or new.problem or not knows(base, plan):
        return Pair(asked, new)
    return Pair(asked, new, _played(asked, attrs.evolve(plan, rules=base.name), base, checked=False))


@lru_cache(maxsize=4)
def _tables(rules: RuleSet) -> frozenset[tuple[int, str]]:
    return frozenset((each.players, _said(each.options)) for each in tables(rules))


def knows(rules: RuleSet, plan: Plan) -> bool:
    """Whether a game can be played by some rules: they have such players and options."""
    return (plan.players, _said(plan.options)) in _tables(rules)


def _said(options: Mapping[str, object]) -> str:
    """Options as a text."""
    return repr(sorted(options.items()))


def _played(asked: GameAsked, plan: Plan, rules: RuleSet, *, checked: bool = True) -> Played:
    kit = soak.kit(rules.game.name)
    call = f"{plan.rules}, {plan.players} players, seed {plan.seed}, {dict(plan.options)}"
    watch = _Watch(rules)
    try:
        prefers = None
        if asked.made_for:
            begun, prefers = kit.made_for(plan, asked.made_for)
            call += f", made for {asked.made_for}"
        else:
            begun = plan.begin()
        watch.begin(begun)
        course: Iterator[Walked] = (
            soak.checked(kit, begun.state, plan.seed, MOST_DECISIONS, prefers)
            if checked
            else soak.walk(begun.state, plan.seed, MOST_DECISIONS)
        )
        for walked in course:
            watch.note(walked)
        return watch.played(call, plan.players)
    except Exception as error:  # whatever a variant leads to: it is what validation is there to find
        told = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        return Played(call, plan.players, watch.decisions, f"{told} (after {watch.decisions} decisions)")


class _Watch:
    """What is counted while a game is played."""

    def __init__(self, rules: RuleSet) -> None:
        self.decisions = 0
        self._rules = rules
        self._kit = soak.kit(rules.game.name)
        self._lab = kit_of(rules.game)
        self._choices = self._trace = 0
        self._log: list[arcanum.Event] = []
        self._begins: list[int] = []
        """Where in the log each round begins."""
        self._used: dict[str, Counter[str]] = {}

    def begin(self, begun: arcanum.Step) -> None:
        """A game begins."""
        self._state = begun.state
        self._first = self._lab.first_player(begun.state)
        self._count(begun)

    def note(self, walked: Walked) -> None:
        """A decision was taken."""
        self.decisions += 1
        self._choices += walked.choices
        self._trace = crc32(f"{walked.action} {walked.choices} {len(walked.done.events)}".encode(), self._trace)
        self._count(walked.done)

    def _count(self, done: arcanum.Step) -> None:
        while len(self._begins) < self._lab.rounds(done.state):
            self._begins.append(len(self._log))
        self._state = done.state
        self._log += done.events
        for event in done.events:
            for what, name in self._kit.count(done.state, event):
                self._used.setdefault(what, Counter())[name] += 1

    def played(self, call: str, players: int) -> Played:
        """What was measured, at the end."""
        result = arcanum.outcome(self._state)
        for what, by_seat in self._lab.uses(self._state, self._log).items():
            if what not in self._used:
                self._used[what] = sum((Counter(each) for each in by_seat), Counter[str]())
        scores, winners = ((), ()) if result is None else (result.scores, result.winners)
        return Played(
            call=call,
            players=players,
            decisions=self.decisions,
            given_up=result is None,
            scores=scores,
            winners=winners,
            first=self._first,
            rounds=len(self._begins),
            quiet=self._quiet(),
            choices=self._choices,
            used={what: dict(counts) for what, counts in self._used.items()},
            happened=Counter(type(event).__name__ for event in self._log if not _is_empty(event)),
            sections=frozenset(_sections(self._rules)[event.clause] for event in self._log),
            trace=crc32(f"{scores} {winners}".encode(), self._trace),
        )

    def _quiet(self) -> int:
        """The rounds at the end in which nothing was used; what the end of the game brings belongs to none."""
        quiet = 0
        for begin, end in reversed(list(zip(self._begins, [*self._begins[1:], len(self._log)], strict=True))):
            if any(any(row) for row in self._lab.uses(self._state, self._log[begin:end]).values()):
                break
            quiet += 1
        return quiet


def _is_empty(event: arcanum.Event) -> bool:
    """Whether an event tells that nothing came of something: a player draws no cards."""
    return getattr(event, "count", None) == 0 or getattr(event, "cards", None) == ()


@lru_cache(maxsize=4)
def _sections(rules: RuleSet) -> Mapping[ClauseId, str]:
    return {clause.id: clause.section for clause in rules.game.clauses()}


def each_seat(games: Sequence[Played], at: int) -> Iterator[float]:
    """The share of the victory that the player had who was so many places behind the first, game by game."""
    for game in games:
        seat = (game.first + at) % game.players
        yield (seat in game.winners) / len(game.winners)
