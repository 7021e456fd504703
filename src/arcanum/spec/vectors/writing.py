"""The lines: every recipe of the plan is played again, and its vectors are worked out and written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import attrs

import arcanum
from arcanum.kernel import documents
from arcanum.kernel.actions import Action
from arcanum.kernel.errors import BadCall, UnknownName
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId
from arcanum.spec.vectors.making import FORMAT, QUESTIONS, Data, answer
from arcanum.spec.vectors.patch import compact, difference
from arcanum.spec.vectors.plan import Recipe, Refusal, recipes

_AID: Final = "a player aid is a text for people (`View.aid`) and no part of any document"
NOT_SHOWN: Final[Mapping[str, Mapping[str, str]]] = {
    "arcanum": {
        "COMP-13": _AID,
        "SETUP-6": _AID,
        "INFO-8": _AID,
    }
}
"""Why some clauses are at work in no vector although code cites them. For others the clause index says why."""


def lines(games: Sequence[str] | None = None) -> Iterator[str]:
    """The vectors of some games, or of all, one JSON text a line; the first line tells what there is.

    The same version of the library gives the same lines.

    >>> print(next(lines(["arcanum"])))
    {"id":"head","kind":"head","format":1,"version":...
    """
    names = arcanum.games() if games is None else tuple(dict.fromkeys(games))
    for name in names:
        if name not in arcanum.games():
            raise UnknownName("game", name, arcanum.games())
    yield from _with_head(names, [vector for name in names for vector in _vectors(name)])


@cache
def _vectors(game: str) -> tuple[Data, ...]:
    """The vectors of a game, made once."""
    return tuple(_Writer(game).vectors(recipes(game)))


def lines_by(plan: Sequence[Recipe], game: str) -> list[str]:
    """The lines of a game by another plan."""
    return list(_with_head([game], _Writer(game).vectors(plan)))


def _with_head(games: Sequence[str], vectors: Sequence[Data]) -> Iterator[str]:
    head = {"id": "head", "kind": "head", "format": FORMAT, "version": arcanum.__version__}
    yield compact({**head, **summary(games, vectors)})
    yield from map(compact, vectors)


def summary(games: Sequence[str], vectors: Sequence[Data]) -> Data:
    """What the head says about the vectors of some games."""
    kinds = Counter(vector["kind"] for vector in vectors)
    shown = {game: _shown(game, vectors) for game in games}
    return {
        "documents": documents.FORMAT,
        "games": list(games),
        "vectors": {kind: kinds[kind] for kind in QUESTIONS},
        "clauses": shown,
        "not_shown": {game: _not_shown(game, shown[game]) for game in games},
    }


def _shown(game: str, vectors: Sequence[Data]) -> list[ClauseId]:
    """The clauses that are at work in some vector of a game, in the order of the index."""
    covered = {clause for vector in vectors if vector["game"] == game for clause in vector["clauses"]}
    return [clause.id for clause in arcanum.clauses(game) if clause.id in covered]


def _not_shown(game: str, shown: Sequence[ClauseId]) -> dict[ClauseId, str]:
    """The other clauses, each with the reason."""
    reasons = dict(NOT_SHOWN.get(game, {}))
    reasons |= {clause.id: "no printing has it, only a house rule" for clause in arcanum.clauses(game) if clause.house}
    return {
        clause.id: clause.uncited or reasons.get(clause.id, "")
        for clause in arcanum.clauses(game)
        if clause.id not in shown
    }


@attrs.define
class _Writer:
    """Writes the vectors of one game."""

    game: str
    numbers: Counter[str] = attrs.field(factory=Counter)
    states: dict[str, Data] = attrs.field(factory=dict)
    """The states that the vectors of the recipe at hand show, by their names."""

    def vectors(self, plan: Sequence[Recipe]) -> list[Data]:
        """All vectors: the rule sets, then recipe after recipe."""
        found = [self._vector("rules", arcanum.rules(name), {}) for name in arcanum.rulesets(self.game)]
        for recipe in plan:
            self.states.clear()
            found += self._recipe(recipe)
        return found

    def _recipe(self, recipe: Recipe) -> Iterator[Data]:
        rules = arcanum.rules(recipe.rules)
        if recipe.opening:
            asked = {"players": recipe.players, "seed": str(recipe.seed), "options": dict(recipe.options)}
            yield self._vector("opening", rules, asked)
        for after, (state, action) in enumerate(recipe.play()):
            tried = [each for each in recipe.refusals if each.after == after]
            if after in recipe.steps or tried or (recipe.outcome and action is None):
                plain = documents.plain(state, rules)
                yield from self._at(recipe, rules, plain, action, after in recipe.steps, tried)
            if recipe.last is not None and after >= recipe.last:
                return
        if recipe.last is not None:
            raise BadCall(f"the plan does not fit these rules: a game of {recipe.rules} is over after {after} actions")

    def _at(
        self, recipe: Recipe, rules: RuleSet, state: Data, action: Action | None, step: bool, tried: Sequence[Refusal]
    ) -> Iterator[Data]:
        """The vectors of one state."""
        if step:
            yield self._vector("step", rules, {"state": state, "action": str(action)})
        if recipe.outcome and action is None:
            yield self._vector("outcome", rules, {"state": state})
        for each in tried:
            yield self._vector("refusal", rules, {"state": state, "action": each.action, "seat": each.seat})

    def _vector(self, kind: str, rules: RuleSet, question: Data) -> Data:
        self.numbers[kind] += 1
        name = f"{self.game}/{kind}/{self.numbers[kind]}"
        vector = {"id": name, **answer(kind, rules, question)}
        if "state" in vector:
            state = vector["state"]
            vector["state"] = self._shortest(state)
            self.states[name] = state
        return vector

    def _shortest(self, state: Data) -> Data:
        """A state in full, or as one of a vector before with some differences, whichever is shorter."""
        forms: list[Data] = [{"like": name, "patch": difference(other, state)} for name, other in self.states.items()]
        return min([state, *forms], key=lambda form: len(compact(form)))
