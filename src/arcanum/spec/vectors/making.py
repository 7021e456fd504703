"""Vectors: what is asked, what the library answers, and the clauses that were at work in the answer.

A vector of any kind is a question (rules, a state, an action) and the answer to it. Here the answer is worked out from
the question alone, so the same code writes a vector and checks one that somebody else has written. It knows no game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import attrs

import arcanum
from arcanum.kernel import documents
from arcanum.kernel.engine import Step, pending
from arcanum.kernel.errors import BadCall
from arcanum.kernel.events import Seat
from arcanum.kernel.game import RuleSet
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.replay import read_seed
from arcanum.kernel.ruledata import clauses_of
from arcanum.spec.vectors.meter import Seen, meter
from arcanum.spec.vectors.patch import applied, compact, difference

Data = dict[str, Any]

FORMAT: Final = 1
"""The format of vectors; that of the documents in them is another."""
QUESTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": (),
    "opening": ("players", "seed", "options"),
    "step": ("state", "action"),
    "refusal": ("state", "action", "seat"),
    "outcome": ("state",),
}
"""The kinds of vectors, and what is asked in each beside the rules; all else is the answer."""
_NAMED: Final = re.compile(r"\[([A-Z][A-Z0-9-]*)\]")
"""How a text names a clause."""


@attrs.frozen
class Evidence:
    """The clauses that were at work, by how that is known."""

    code: Seen = attrs.field(factory=Seen)
    """What ran, and the clauses that it cites."""
    values: set[ClauseId] = attrs.field(factory=set)
    """Values are there whose class, or whose place in the rules, cites them."""
    events: set[ClauseId] = attrs.field(factory=set)
    decision: set[ClauseId] = attrs.field(factory=set)
    refusal: set[ClauseId] = attrs.field(factory=set)
    outcome: set[ClauseId] = attrs.field(factory=set)
    """The reason of the result names them."""

    def by(self, rules: RuleSet) -> dict[str, list[ClauseId]]:
        """The clauses in the words of a rule set, without those that are no part of it, in the order of the index."""
        found = {"code": self.code.clauses, "values": self.values, "events": self.events}
        found |= {"decision": self.decision, "refusal": self.refusal, "outcome": self.outcome}
        return {how: _said(rules, clauses) for how, clauses in found.items()}

    def clauses(self, rules: RuleSet) -> list[ClauseId]:
        """All of them."""
        own = (self.values, self.events, self.decision, self.refusal, self.outcome)
        return _said(rules, self.code.clauses.union(*own))


def _said(rules: RuleSet, found: set[ClauseId]) -> list[ClauseId]:
    said = {rules.said(clause) for clause in found}
    return [each.id for each in rules.game.clauses() if each.id in said and each.applies(rules.printing)]


# --- working out ------------------------------------------------------------------------------------------------------


def rules_evidence(rules: RuleSet) -> Evidence:
    """The clauses that the values of some rules answer to or state, and those at work when they are made and read."""
    text = arcanum.dumps(rules)
    kind: Any = type(rules)
    with meter(rules.game).running() as code:
        # Made anew, not looked up: what a card or a place does is written down in the functions that make it.
        import_module(kind.__module__)._built_in.__wrapped__()
        arcanum.loads(text)
    values = {clause for field in attrs.fields(kind) for clause in clauses_of(field)}
    values |= {clause for clause, _, _ in rules.game.statements(rules)}
    return Evidence(code, values | meter(rules.game).within(rules))


def begun(rules: RuleSet, players: int, seed: int, options: Mapping[str, Any]) -> tuple[Step, Evidence]:
    """A new game."""
    with meter(rules.game).running() as code:
        done = arcanum.begin(rules, players=players, seed=seed, **options)
        views = [arcanum.observe(done.state, seat) for seat in (*range(players), None)]
    values = meter(rules.game).within(done.state, done.events, views)
    return done, Evidence(code, values, {event.clause for event in done.events})


def taken(state: arcanum.State, action: arcanum.Action) -> tuple[Step, Evidence]:
    """One decision, with everything that a vector says about it."""
    state, found = attrs.evolve(state), meter(state.game)  # a copy has not worked out yet what is legal
    with found.running() as code:
        arcanum.legal_actions(state)
        done = arcanum.step(state, action)
        views = [arcanum.observe(done.state, seat) for seat in onlookers(done)]
    decision = pending(state)
    assert decision is not None
    values = found.within(state, done.state, done.events, views)
    return done, Evidence(code, values, {event.clause for event in done.events}, {decision.clause})


def refused(
    state: arcanum.State, action: arcanum.Action, seat: Seat | None
) -> tuple[tuple[arcanum.Violation, ...], Evidence]:
    """Why an action is not legal; nothing if it is."""
    state = attrs.evolve(state)
    with meter(state.game).running() as code:
        reasons = arcanum.why_not(state, action, seat=seat)
    return reasons, Evidence(code, meter(state.game).within(state), refusal={reason.clause for reason in reasons})


def finished(state: arcanum.State) -> tuple[arcanum.Outcome | None, Evidence]:
    """The result of a game."""
    with meter(state.game).running() as code:
        result = arcanum.outcome(state)
    values = meter(state.game).within(state, result)
    said = set() if result is None else {ClauseId(clause) for clause in _NAMED.findall(result.reason)}
    return result, Evidence(code, values, outcome=said)


def onlookers(done: Step) -> tuple[Seat | None, ...]:
    """Whose views a step shows: of him who acted, of another one (who has learned something, if any has), of nobody."""
    assert done.before is not None
    actor = arcanum.to_act(done.before)
    assert actor is not None
    seats = len(done.state.players)
    others = [seat for seat in done.learned if seat != actor]
    return (actor, others[0] if others else (actor + 1) % seats, None)


# --- writing ----------------------------------------------------------------------------------------------------------


def answer(kind: str, rules: RuleSet, question: Data) -> Data:
    """The whole vector for a question, without a name."""
    found, evidence = _ANSWERS[kind](rules, question)
    reference = {"id": rules.name, "digest": documents.digest(rules)}
    head = {"kind": kind, "clauses": evidence.clauses(rules), "game": rules.game.name, "rules": reference}
    return {**head, **question, **found}


def _answer_rules(rules: RuleSet, question: Data) -> tuple[Data, Evidence]:
    return {"document": json.loads(arcanum.dumps(rules))}, rules_evidence(rules)


def _answer_opening(rules: RuleSet, question: Data) -> tuple[Data, Evidence]:
    done, evidence = begun(rules, question["players"], read_seed(question["seed"]), question["options"])
    seats = (*range(question["players"]), None)
    return {"state": documents.plain(done.state, rules), **_told(done, seats)}, evidence


def _answer_step(rules: RuleSet, question: Data) -> tuple[Data, Evidence]:
    state = loaded("state", question["state"], rules)
    done, evidence = taken(state, loaded("action", question["action"], rules))
    answered = {
        "seat": arcanum.to_act(state),
        "legal_actions": [str(action) for action in arcanum.legal_actions(state)],
        "next": difference(question["state"], documents.plain(done.state, rules)),
        **_told(done, onlookers(done)),
        "learned": list(done.learned),
        "chance": done.chance,
    }
    return answered, evidence


def _answer_refusal(rules: RuleSet, question: Data) -> tuple[Data, Evidence]:
    state, action = loaded("state", question["state"], rules), loaded("action", question["action"], rules)
    reasons, evidence = refused(state, action, question["seat"])
    if not reasons:
        raise BadCall(f"{action} is legal")
    return {"violations": [documents.plain(reason, rules) for reason in reasons]}, evidence


def _answer_outcome(rules: RuleSet, question: Data) -> tuple[Data, Evidence]:
    result, evidence = finished(loaded("state", question["state"], rules))
    if result is None:
        raise BadCall("the game is not over")
    return {"outcome": documents.plain(result, rules)}, evidence


_ANSWERS: Final[Mapping[str, Callable[[RuleSet, Data], tuple[Data, Evidence]]]] = {
    "rules": _answer_rules,
    "opening": _answer_opening,
    "step": _answer_step,
    "refusal": _answer_refusal,
    "outcome": _answer_outcome,
}


def _told(done: Step, seats: Sequence[Seat | None]) -> Data:
    """The events, and what some seats see and hear: the first view in full, the others as differences from it."""
    rules = done.state.rules
    events = [documents.plain(event, rules) for event in done.events]
    seen: list[Data] = []
    for seat in seats:
        view = documents.plain(arcanum.observe(done.state, seat), rules)
        shown = {"patch": difference(seen[0]["view"], view)} if seen else {"view": view}
        heard = [documents.plain(event, rules) for event in done.heard(seat)]
        seen.append({"seat": seat, **shown, "heard": difference(events, heard)})
    return {"events": events, "views": seen}


def loaded(kind: str, value: object, rules: RuleSet) -> Any:
    """A state or an action, read as strictly as a document from a stranger."""
    head = {"format": documents.FORMAT, "kind": kind, "game": rules.game.name}
    return arcanum.loads(compact({**head, "rules": documents.reference(rules), "value": value}))


def in_full(vector: Data) -> Data:
    """The vector with its next state, its views, and the events as each seat hears them written out."""
    found = dict(vector)
    if "next" in vector:
        found["next"] = applied(vector["state"], vector["next"])
    if "views" in vector:
        found["views"] = list(_views_in_full(vector["views"], vector["events"]))
    return found


def _views_in_full(views: Sequence[Data], events: Sequence[Data]) -> Iterable[Data]:
    for each in views:
        view = each["view"] if "view" in each else applied(views[0]["view"], each["patch"])
        yield {"seat": each["seat"], "view": view, "heard": applied(events, each["heard"])}
