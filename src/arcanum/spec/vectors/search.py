"""The search for a plan: few small vectors in which every clause is at work, out of many random games.

A clause should be shown in every way in which it can be at work (an event, a refusal, code) and in every reading that
printings give it; every function that runs in a game, every kind of event, decision and action, every rule set and
every option should be there too. Each of these is a goal. The cheapest vector for the goals that are still open is
taken first, until none is left.

This takes minutes. `lines` only follows the plan that comes out. Needs the extra `arcanum[validate]`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from pathlib import Path

import attrs

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.documents import plain
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import seeded, shuffled
from arcanum.spec import soak
from arcanum.spec.breaks import breaks
from arcanum.spec.vectors.faults import Place, course, is_noticed, places
from arcanum.spec.vectors.making import Evidence, begun, finished, loaded, refused, taken
from arcanum.spec.vectors.patch import compact
from arcanum.spec.vectors.plan import Recipe, Refusal
from arcanum.spec.vectors.writing import lines_by

Goal = Hashable
Goals = frozenset[Goal]

MOST_DECISIONS = 1500
"""Later decisions would take too long to come to."""
_SHARED = 2
"""How many times cheaper a vector is if another one of the same game is there already."""
_FOLLOWED = 60
"""Games in which a decision is looked for that shows a fault."""
_REFUSALS_TRIED = 8
"""In every so many states everything that is not legal is tried."""


@attrs.frozen
class Candidate:
    """Something that could become a vector: the opening of a game (-1), one of its decisions, or its end (None)."""

    number: int
    """Which game."""
    after: int | None
    goals: Goals
    cost: int


def recipe(game: str, number: int) -> Recipe:
    """Random game number so-and-so: all rule sets, player counts and options come round in turn.

    Every other seed is negative and large, because other languages have other numbers.
    """
    plan = _kind(game, number)
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in plan.options.items()}
    options |= soak.kit(game).more_options(plan, number)
    seed = number if number % 2 == 0 else -number * 10**19
    return Recipe(plan.rules, plan.players, seed, options, chooser=number)


def _kind(game: str, number: int) -> soak.Plan:
    """Rule set after rule set, so that none is rare because it has few options."""
    names = arcanum.rulesets(game)
    turn, which = divmod(number, len(names))
    kinds = _mixed(game, names[which])
    return kinds[turn % len(kinds)]


@cache
def _mixed(game: str, ruleset: str) -> tuple[soak.Plan, ...]:
    """The kinds of games by a rule set, in an order in which a few of them are of all sorts."""
    return shuffled(seeded(0), [plan for plan in soak.kit(game).kinds() if plan.rules == ruleset])[1]


# --- goals ------------------------------------------------------------------------------------------------------------


def _shown(rules: RuleSet, evidence: Evidence) -> Iterator[Goal]:
    """Each function that ran, and each clause in the reading of the rule set, by the way in which it was at work."""
    yield from (("ran", name) for name in evidence.code.functions)
    index, apart = rules.game.clauses(), soak.kit(rules.game.name).books_apart
    for how, clauses in evidence.by(rules).items():
        for clause in clauses:
            reading = index[clause].readings.get(rules.printing)
            yield how, clause, rules.printing if apart else repr(reading)


def _opening_goals(plan: Recipe, done: arcanum.Step, evidence: Evidence) -> Goals:
    chosen = [(name, each) for name, value in plan.options.items() for each in _values(value)]
    kinds = [("event", type(event).__name__) for event in done.events]
    fixed = [("opening", plan.rules), ("players", plan.players), *chosen]
    return frozenset([*_shown(done.state.rules, evidence), *kinds, *fixed])


def _values(value: object) -> Iterable[object]:
    return value if isinstance(value, tuple | list) else (value,)


def _step_goals(plan: Recipe, action: Action, done: arcanum.Step, evidence: Evidence) -> Goals:
    assert done.before is not None
    decision = type(done.before.agenda[-1]).__name__
    kinds = [("event", type(event).__name__) for event in done.events]
    fixed = [("step", plan.rules), (decision, type(action).__name__), ("chance", done.chance)]
    return frozenset([*_shown(done.state.rules, evidence), *kinds, *fixed])


def _outcome_goals(plan: Recipe, state: arcanum.State, evidence: Evidence) -> Goals:
    return frozenset([*_shown(state.rules, evidence), ("outcome", plan.rules)])


def _refusal_goals(state: arcanum.State, evidence: Evidence) -> Goals:
    decision = type(state.agenda[-1]).__name__ if state.agenda else "over"
    return frozenset([*_shown(state.rules, evidence), ("refused", decision)])


# --- candidates -------------------------------------------------------------------------------------------------------


def candidates(game: str, number: int) -> list[Candidate]:
    """Everything in a random game that could become a vector."""
    plan = recipe(game, number)
    rules = arcanum.rules(plan.rules)
    done, evidence = begun(rules, plan.players, plan.seed, plan.options)
    size = len(compact(plain(done.state, rules)))
    found = [Candidate(number, -1, _opening_goals(plan, done, evidence), 2 * size)]
    for after, (state, action) in enumerate(plan.play()):
        if action is None:
            _, evidence = finished(state)
            found.append(Candidate(number, None, _outcome_goals(plan, state, evidence), size))
        elif after < MOST_DECISIONS:
            done, evidence = taken(state, action)
            # A decision late in a long game makes the file no larger, but it takes longer to write.
            cost = 2 * size + 100 * len(done.events) + 10 * len(arcanum.legal_actions(state)) + 4 * after
            goals = _step_goals(plan, action, done, evidence)
            if after % _REFUSALS_TRIED == 0:
                goals = goals.union(_refusable(game, state))
            found.append(Candidate(number, after, goals, cost))
    return _thinned(found)


def _thinned(found: Sequence[Candidate]) -> list[Candidate]:
    """Only the cheapest of candidates with the same goals."""
    best: dict[Goals, Candidate] = {}
    for each in sorted(found, key=lambda each: each.cost):
        best.setdefault(each.goals, each)
    return list(best.values())


def cover(found: Sequence[Candidate]) -> list[Candidate]:
    """Candidates that together reach all goals that any of them reaches; the best value for its cost is taken first."""
    open_goals = set[Goal]().union(*(each.goals for each in found))
    left, chosen, begun = list(found), list[Candidate](), set[int]()

    def worth(each: Candidate) -> tuple[float, int, int]:
        gain = len(each.goals & open_goals) * (_SHARED if each.number in begun else 1)
        return gain / each.cost, -each.number, -(each.after or 0)

    while open_goals:
        left = [each for each in left if each.goals & open_goals]
        best = max(left, key=worth)
        chosen.append(best)
        begun.add(best.number)
        open_goals -= best.goals
    return _needed(chosen)


def _needed(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Without those whose goals others reach as well, the most expensive first."""
    kept = sorted(chosen, key=lambda each: -each.cost)
    for each in list(kept):
        others = set[Goal]().union(*(other.goals for other in kept if other is not each))
        if each.goals <= others:
            kept.remove(each)
    return kept


# --- refusals ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Attempt:
    """A refusal that could become a vector."""

    number: int
    refusal: Refusal
    goals: Goals


def _tried(game: str, state: arcanum.State) -> dict[tuple[object, ...], Action]:
    """Actions that are refused in a state, one for each kind of action and set of clauses that forbid it."""
    legal, found = set(arcanum.legal_actions(state)), dict[tuple[object, ...], Action]()
    for action in soak.kit(game).every_action(state):
        if action not in legal:
            reasons = arcanum.why_not(state, action)
            kind = (type(action).__name__, *(reason.clause for reason in reasons))
            if kind not in found and _can_be_written(action, state.rules):
                found[kind] = action
    return found


def _can_be_written(action: Action, rules: RuleSet) -> bool:
    """Whether the text of an action parses back: a move to a place that is not on the board does not."""
    try:
        return bool(loaded("action", str(action), rules) == action)
    except arcanum.BadCall:
        return False


def _refusable(game: str, state: arcanum.State) -> Iterator[Goal]:
    """The goals that refusals in a state can reach, as far as that is seen without measuring."""
    clauses = {clause for _, *clauses in _tried(game, state) for clause in clauses}
    yield from _shown(state.rules, Evidence(refusal={ClauseId(str(clause)) for clause in clauses}))


def attempts(game: str, chosen: Recipe) -> list[Attempt]:
    """What is refused in those states of a recipe that its vectors show anyway."""
    found: dict[Goals, Attempt] = {}
    for after, (state, action) in enumerate(chosen.play()):
        if after in chosen.steps or action is None:
            for each in _refused_in(game, chosen.chooser, state, after):
                found.setdefault(each.goals, each)
        if chosen.last is not None and after >= chosen.last:
            break
    return list(found.values())


def _refused_in(game: str, number: int, state: arcanum.State, after: int) -> Iterator[Attempt]:
    seat = arcanum.to_act(state)
    tried: list[tuple[Action, int | None]] = [(action, None) for action in _tried(game, state).values()]
    if seat is not None:
        tried.append((arcanum.legal_actions(state)[0], (seat + 1) % len(state.players)))
    for action, asking in tried:
        _, evidence = refused(state, action, asking)
        goals = _refusal_goals(state, evidence) | {("wrong seat", asking is not None)}
        yield Attempt(number, Refusal(after, str(action), asking), goals)


# --- the plan ---------------------------------------------------------------------------------------------------------


def search(game: str, games: int, workers: ProcessPoolExecutor) -> list[Recipe]:
    """A plan for one game, out of so many random games."""
    found = list[Candidate]()
    for done, each in enumerate(workers.map(partial(candidates, game), range(games)), start=1):
        found += each
        if sys.stderr.isatty():
            print(f"\r{game}: {done}/{games} games", end="\n" if done == games else "", file=sys.stderr)
    return planned(game, found, workers)


def planned(game: str, found: Sequence[Candidate], workers: ProcessPoolExecutor) -> list[Recipe]:
    """A plan for one game, out of some candidates; refusals are added where their states are shown anyway."""
    chosen = cover(found)
    plan = [_joined(game, number, chosen) for number in sorted({each.number for each in chosen})]
    tried = [each for part in workers.map(partial(attempts, game), plan) for each in part]
    wanted = _refusals(tried, set[Goal]().union(*(each.goals for each in chosen)))
    print(f"{game}: {len(chosen)} vectors and {len(wanted)} refusals in {len(plan)} games", file=sys.stderr)
    return [
        attrs.evolve(each, refusals=tuple(it.refusal for it in wanted if it.number == each.chooser)) for each in plan
    ]


def _joined(game: str, number: int, chosen: Sequence[Candidate]) -> Recipe:
    own = [each.after for each in chosen if each.number == number]
    steps = tuple(sorted(after for after in own if after is not None and after >= 0))
    return attrs.evolve(recipe(game, number), opening=-1 in own, steps=steps, outcome=None in own)


def _refusals(tried: Sequence[Attempt], reached: set[Goal]) -> list[Attempt]:
    """Refusals for all goals that are not reached yet; what a step has promised for refusals is still to be kept."""
    promised = {goal for goal in reached if isinstance(goal, tuple) and goal[0] == "refusal"}
    open_goals = set[Goal]().union(*(each.goals for each in tried)) - (reached - promised)
    chosen = list[Attempt]()
    while open_goals:
        best = max(tried, key=lambda each: len(each.goals & open_goals))
        chosen.append(best)
        open_goals -= best.goals
    return sorted(chosen, key=lambda each: (each.number, each.refusal.after, each.refusal.action))


# --- faults -----------------------------------------------------------------------------------------------------------


def strengthened(game: str, plan: Sequence[Recipe], home: Path, workers: ProcessPoolExecutor) -> list[Recipe]:
    """The plan with more decisions, which show deliberate faults of the engine that would not be noticed otherwise."""
    known = breaks(home, game)
    noticed = list(workers.map(partial(is_noticed, lines_by(plan, game)), known))
    missed = [fault for fault, was in zip(known, noticed, strict=True) if not was]
    numbers = dict.fromkeys([*(each.chooser for each in plan), *range(_FOLLOWED)])
    games = [recipe(game, number) for number in numbers]
    courses = list(zip(games, workers.map(course, games), strict=True))
    shown = dict(zip(missed, workers.map(partial(places, games=courses), missed), strict=True))
    print(f"{game}: {sum(noticed)} of {len(known)} faults are noticed; shown by no game:", file=sys.stderr)
    print(*(f"- {fault.name}" for fault, found in shown.items() if not found), sep="\n", file=sys.stderr)
    return with_places(game, plan, few([found for found in shown.values() if found]))


def few(wanted: Sequence[Sequence[Place]]) -> list[Place]:
    """Places of which each row has one; those that are in most rows come first."""
    left, chosen = list(wanted), list[Place]()
    while left:
        best, _ = Counter(place for row in left for place in row).most_common(1)[0]
        chosen.append(best)
        left = [row for row in left if best not in row]
    return chosen


def with_places(game: str, plan: Sequence[Recipe], more: Sequence[Place]) -> list[Recipe]:
    """The plan with more places to show."""
    known = {each.chooser: each for each in plan}
    for place in more:
        each = known.get(place.number) or recipe(game, place.number)
        if place.after < 0:
            known[place.number] = attrs.evolve(each, opening=True)
        elif _length(each, place.after) <= place.after:
            known[place.number] = attrs.evolve(each, outcome=True)
        else:
            known[place.number] = attrs.evolve(each, steps=tuple(sorted({*each.steps, place.after})))
    return [known[number] for number in sorted(known)]


def _length(recipe: Recipe, most: int) -> int:
    """How many decisions a game has; no more are counted than asked for."""
    return sum(action is not None for _, action in islice(recipe.play(), most + 1))
