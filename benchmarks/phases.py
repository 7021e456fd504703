"""Start, middle and end of a game: what a decision costs there, and whether that grows with the length of the game.

Every decision is timed by itself. The same games are played in every round, one after another, each with the same
answers; nothing is cleaned up in between, since caches that are cold at the start of a game would flatter its end. The
garbage collector comes about once in a game, when enough is kept. That would always be in the same turn, so every game
begins with another count.

The first turn and the last one ask different things, and what ends the last one is the scoring of the whole game. So
the speeds of the parts are told as they come, and growth is also told *like for like*. A kind of decision is what was
asked, what was answered, and what was asked next. For each kind that is common enough in both turns the mean cost in
one is set against that in the other, and kinds count as often as they occur in whole games. Of each decision the median
over the rounds counts, so that whatever interrupts one of them does not make one turn look dear.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean, median
from time import perf_counter

import attrs

import arcanum
from arcanum import guilds, tarot
from benchmarks.loop import dice
from benchmarks.ours import Ours

START, MIDDLE, END = "start", "middle", "end"
PARTS = (START, MIDDLE, END)
OVER = "over"
COMMON = 5
"""How often a kind must occur in the first turns, and in the last ones, before the two are compared."""


@attrs.frozen
class Kind:
    """Decisions that ought to cost the same."""

    asked: str
    answered: str
    then: str
    """What is asked next."""


@attrs.frozen
class Decided:
    """A decision of a game."""

    part: str
    kind: Kind


@attrs.frozen
class Growth:
    """How much more a decision of the last turn costs than one of the first."""

    factor: float
    """Like for like."""
    covered: float
    """The share of all decisions whose kinds were compared."""
    kinds: int


def turn_of(state: arcanum.State) -> int:
    """The turn or round; 0 is the opening."""
    if isinstance(state, tarot.State):
        return state.turn
    assert isinstance(state, guilds.State)
    return state.round


def part_of(turn: int, last: int) -> str:
    """The part of the game to which a turn belongs, if that one is the last. The opening belongs to the start."""
    if turn <= 1:
        return START
    return END if turn == last else MIDDLE


def decided(states: Sequence[arcanum.State], answers: Iterable[arcanum.Action]) -> list[Decided]:
    """The decisions of a game, from its states up to the last decision, and the answers."""
    last = turn_of(states[-1])
    asked = [type(state.agenda[-1]).__name__ for state in states]
    return [
        Decided(part_of(turn_of(state), last), Kind(one, type(answer).__name__, then))
        for state, answer, (one, then) in zip(states, answers, pairwise((*asked, OVER)), strict=True)
    ]


def timed(game: Ours, seed: int) -> tuple[list[arcanum.State], list[arcanum.Action], list[float]]:
    """One game in the loop with a look at the clock after every decision: states, answers, seconds."""
    rolls = dice(seed)
    state = game.begin(seed)
    kept: list[arcanum.State] = []
    answers: list[arcanum.Action] = []
    times = [perf_counter()]
    while legal := arcanum.legal_actions(state):
        kept.append(state)
        answer = legal[int(next(rolls) * len(legal))]
        answers.append(answer)
        state = arcanum.apply(state, answer)
        times.append(perf_counter())
    return kept, answers, [after - before for before, after in pairwise(times)]


@attrs.define
class Phases:
    """The parts of some games of ours, as a meter."""

    game: Ours
    games: int
    decisions: list[Decided] = attrs.field(factory=list)
    costs: list[list[float]] = attrs.field(factory=list)
    """For each round, what each decision cost."""

    @property
    def name(self) -> str:
        """That of the game."""
        return self.game.name

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        """Play all games once, however long it takes; the speed in each part."""
        costs: list[float] = []
        source = random.Random(number)
        for seed in range(self.games):
            counted: list[list[object]] = [[] for _ in range(source.randrange(max(1, gc.get_threshold()[0])))]
            kept, answers, took = timed(self.game, seed)
            if number == 0:  # what is decided is always the same
                self.decisions += decided(kept, answers)
            costs += took
            del counted, kept, answers
        if number:
            self.costs.append(costs)
        return part_speeds(self.decisions, costs)

    def growth(self) -> Growth | None:
        """How much more the last turn costs, over all rounds; None if nothing can be compared."""
        return growth(self.decisions, [median(each) for each in zip(*self.costs, strict=True)])


def part_speeds(decisions: Sequence[Decided], costs: Sequence[float]) -> dict[str, float]:
    """Decisions a second in each part that has any."""
    spent: dict[str, list[float]] = {part: [] for part in PARTS}
    for each, cost in zip(decisions, costs, strict=True):
        spent[each.part].append(cost)
    return {part: 1 / fmean(found) for part, found in spent.items() if found}


def growth(decisions: Sequence[Decided], costs: Sequence[float]) -> Growth | None:
    """What the decisions of the last turns cost by what the same kinds cost in the first."""
    found: dict[Kind, dict[str, list[float]]] = {}
    for each, cost in zip(decisions, costs, strict=True):
        found.setdefault(each.kind, {part: [] for part in PARTS})[each.part].append(cost)
    compared = [by_part for by_part in found.values() if is_common(by_part)]
    if not compared:
        return None
    often = [sum(map(len, by_part.values())) for by_part in compared]
    first, last = (
        sum(times * fmean(by_part[part]) for times, by_part in zip(often, compared, strict=True))
        for part in (START, END)
    )
    return Growth(last / first, sum(often) / len(decisions), len(compared))


def is_common(by_part: Mapping[str, Sequence[float]]) -> bool:
    """Whether a kind occurs often enough in first and in last turns."""
    return min(len(by_part[START]), len(by_part[END])) >= COMMON
