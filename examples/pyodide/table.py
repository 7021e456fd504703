"""A table for one person and computer players, for any interface that can call a method and read JSON.

Pyodide runs it in the page and in Node; it runs as well wherever else Python does, and the games are the same.
"""

from __future__ import annotations

import json

import arcanum
from arcanum import records

NAMES = ("Elena", "Anna", "Bruno", "Clara", "Dario")
PERSON = 0


def rulesets() -> str:
    """What can be played, and by how many."""
    return json.dumps({name: arcanum.rules(name).players for name in arcanum.rulesets()})


class Table:
    """One game. The person is Elena, at seat 0; a greedy player at every seat decides whenever nobody else does."""

    def __init__(self, rules: str, players: int, seed: int) -> None:
        self._setup = rules, players, seed
        self._names = NAMES[:players]
        self._teller = arcanum.narrator(rules, self._names)
        self._players = [arcanum.player("greedy", seed + seat) for seat in range(players)]
        self._actions: list[arcanum.Action] = []
        self._told: list[str] = []
        opening = arcanum.begin(rules, players=players, seed=seed)
        self._state = opening.state
        self._hear(opening)
        self._play(until=PERSON)

    def choose(self, number: int) -> None:
        """The person takes one of the choices; then the others play until the person is asked again."""
        self._take(arcanum.legal_actions(self._state)[number])
        self._play(until=PERSON)

    def finish(self) -> None:
        """The computer plays for the person, too, to the end."""
        self._play(until=None)

    def look(self) -> str:
        """What the person may see: the picture, the question, the choices, what was told since, and the result."""
        view = arcanum.observe(self._state, PERSON)
        result = arcanum.outcome(self._state)
        told, self._told = self._told, []
        seen = {
            "picture": arcanum.svg(view, names=self._names),
            "prompt": view.prompt,
            "choices": [self._teller.choice(action) for action in view.legal_actions],
            "told": told,
            "result": None
            if result is None
            else {
                "scores": dict(zip(self._names, result.scores, strict=True)),
                "winners": [self._names[seat] for seat in result.winners],
                "reason": result.reason,
            },
        }
        return json.dumps(seen)

    def record(self) -> str:
        """The game so far as a text that replays anywhere: ``arcanum replay``."""
        rules, players, seed = self._setup
        played = records.make(rules, players=players, seed=seed, actions=self._actions, names=self._names)
        return records.text(played)

    def _play(self, until: arcanum.Seat | None) -> None:
        while (seat := arcanum.to_act(self._state)) is not None and seat != until:
            self._take(self._players[seat].choose(arcanum.observe(self._state, seat)))

    def _take(self, action: arcanum.Action) -> None:
        done = arcanum.step(self._state, action)
        self._actions.append(action)
        self._state = done.state
        self._hear(done)

    def _hear(self, done: arcanum.Step) -> None:
        self._told += [line.text for event in done.heard(PERSON) for line in self._teller.lines(event)]
