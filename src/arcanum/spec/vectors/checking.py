"""Reading vectors: writing them out in full, and asking the library whether it agrees with every one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import attrs

import arcanum
from arcanum.kernel import documents
from arcanum.kernel.errors import ArcanumError, brief
from arcanum.kernel.game import RuleSet
from arcanum.kernel.words import Fault
from arcanum.spec.vectors.making import FORMAT, QUESTIONS, Data, answer, in_full
from arcanum.spec.vectors.patch import BadPatch, applied, compact, difference
from arcanum.spec.vectors.writing import summary

_BROKEN = (ArcanumError, BadPatch, KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What can come of a line that somebody has changed by hand."""
_LONGEST = 300
"""Characters of a difference that a sentence shows."""


def unfolded(lines: Iterable[str]) -> Iterator[Data]:
    """The vectors of some lines with everything written out: no state is like another, no view is a patch.

    >>> first = '{"id": "a", "state": {"turn": 1, "vp": [0, 0]}}'
    >>> second = '{"id": "b", "state": {"like": "a", "patch": [{"op": "replace", "path": "/turn", "value": 2}]}}'
    >>> [vector["state"] for vector in unfolded([first, second])]
    [{'turn': 1, 'vp': [0, 0]}, {'turn': 2, 'vp': [0, 0]}]
    """
    states: dict[str, Data] = {}
    for line in lines:
        yield _unfolded(json.loads(line), states)


def _unfolded(vector: Data, states: dict[str, Data]) -> Data:
    """One vector in full; its state is remembered for those that come after it."""
    state = vector.get("state")
    if isinstance(state, dict) and "like" in state:
        if state["like"] not in states:
            raise BadPatch(f"no vector {brief(state['like'])} comes before it")
        vector = {**vector, "state": applied(states[state["like"]], state["patch"])}
    if "state" in vector:
        states[vector["id"]] = vector["state"]
    return in_full(vector)


def check(lines: Iterable[str]) -> Iterator[str]:
    """What does not agree between some lines and this library, in sentences; nothing if they agree in everything.

    >>> for sentence in check(['{"id": "arcanum/step/1", "kind": "dream"}']):
    ...     print(sentence)
    arcanum/step/1: there is no kind 'dream'; there are rules, opening, step, refusal, outcome
    head: there is none
    """
    checker = _Checker()
    for number, line in enumerate(lines, start=1):
        yield from (f"{where}: {what}" for where, what in checker.line(number, line))
    yield from (f"head: {what}" for what in checker.end())


@attrs.define
class _Checker:
    """Goes through lines and keeps what later ones refer to."""

    head: Data | None = None
    vectors: list[Data] = attrs.field(factory=list)
    states: dict[str, Data] = attrs.field(factory=dict)

    def line(self, number: int, line: str) -> Iterator[tuple[str, str]]:
        """What is wrong with a line, and where."""
        where = f"line {number}"
        try:
            vector = documents.parse(line)
            where = str(vector["id"])
            found = list(self._head(vector) if vector["kind"] == "head" else self._vector(vector))
        except _BROKEN as error:
            found = [f"it cannot be followed: {error!r}"]
        yield from ((where, what) for what in found)

    def _head(self, head: Data) -> Iterator[str]:
        if self.head is not None or self.vectors:
            yield "the head must be the first line, and the only one of its kind"
        self.head = head
        if head["format"] != FORMAT:
            yield f"its format is {brief(head['format'])}, and this version knows only {FORMAT}"
        if head["version"] != arcanum.__version__:
            yield f"it was written by version {brief(head['version'])}, and this is {arcanum.__version__!r}"

    def _vector(self, vector: Data) -> Iterator[str]:
        """Ask what the vector asks, and compare the answers."""
        if not isinstance(vector["id"], str):
            yield "the name must be a text"
        if vector["id"] in (each["id"] for each in self.vectors):
            yield "there is another vector of this name"
        self.vectors.append(vector)
        if vector["kind"] not in QUESTIONS:
            yield f"there is no kind {brief(vector['kind'])}; there are {', '.join(QUESTIONS)}"
            return
        given = _unfolded(vector, self.states)
        rules = _rules(given)
        question = {key: given[key] for key in QUESTIONS[given["kind"]]}
        right = {"id": given["id"], **in_full(answer(given["kind"], rules, question))}
        yield from _compared(given, right)

    def end(self) -> Iterator[str]:
        """What is wrong with what the head says about all others."""
        if self.head is None:
            yield "there is none"
            return
        found = [vector.get("game") for vector in self.vectors]
        games = sorted((game for game in arcanum.games() if game in found), key=found.index)
        try:
            right = summary(games, self.vectors)
        except _BROKEN:
            yield "nobody can say whether it is right, because a line has no clauses"
        else:
            yield from _compared(self.head, {**self.head, **right})


def _rules(vector: Data) -> RuleSet:
    """The rules that a vector names."""
    faults: list[Fault] = []
    game = arcanum.rules(arcanum.rulesets(vector["game"])[0]).game
    rules = documents.read_reference(vector["rules"], game, faults)
    if rules is None:
        raise documents.DocumentError(faults)
    return rules


def _compared(given: Data, right: Data) -> Iterator[str]:
    """Where a line differs from what it should be, key by key."""
    for key in (*right, *(key for key in given if key not in right)):
        if key not in right:
            yield f"`{key}` should not be there"
        elif key not in given:
            yield f"`{key}` should be {brief(right[key])}, and is missing"
        elif changes := difference(given[key], right[key]):
            yield f"`{key}` is not as it should be: {compact(changes)[:_LONGEST]}"
