"""One table: who sits where, what has been played, and what each of them is sent.

It holds the state and lets nobody have it: a seat gets its own view, the events as it hears them, and the words for
both. It knows nothing of sockets and files; whoever uses it saves an action between `answer` and `take`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

import arcanum
from arcanum import records

VERSION: Final = 1
"""The version of the messages, which are described in README.md."""
COMPUTERS: Final = ("random", "greedy", "search:200")
"""The computer players that may be asked to a table; a larger budget would let a stranger hold up the server."""
LONGEST_NAME: Final = 24
MOST_QUESTIONS: Final = 12


@attrs.frozen
class Reason:
    """Why something was refused: a sentence for a person, and the clause behind it if the rules forbid it."""

    message: str
    clause: str | None = None


class Refused(Exception):
    """Something that a guest wanted is not done; `code` is for programs, `reasons` are for people."""

    def __init__(self, code: str, *reasons: str | Reason) -> None:
        self.code = code
        self.reasons = tuple(Reason(each) if isinstance(each, str) else each for each in reasons)
        super().__init__(code, self.reasons)

    def message(self, **more: object) -> dict[str, object]:
        """What the guest is sent."""
        return {"type": "refused", "code": self.code, "reasons": [attrs.asdict(each) for each in self.reasons], **more}


@attrs.frozen
class Choice:
    """An option of a game, as the page offers it. Options that name files on the server are not offered."""

    name: str
    label: str
    values: tuple[str, ...] = ()
    many: bool = False
    most: int | None = None
    """The largest number that may be given, if it takes a number."""

    def read(self, given: object) -> object:
        """The value for `arcanum.new_game`, or a refusal."""
        if self.most is not None:
            if type(given) is int and 1 <= given <= self.most:
                return given
            raise Refused("bad-table", f"{self.name}: expected a whole number from 1 to {self.most}")
        chosen = given if self.many and isinstance(given, list) else [given]
        if any(not isinstance(each, str) or each not in self.values for each in chosen):
            raise Refused("bad-table", f"{self.name}: expected {'some' if self.many else 'one'} of {self.values}")
        return tuple(chosen) if self.many else chosen[0]


OPTIONS: Final[Mapping[str, tuple[Choice, ...]]] = {
    "arcanum": (
        Choice("length", "Length", ("short", "long")),
        Choice("majors", "Major Arcana", ("all", "from-turn-3", "none")),
    ),
    "arcana": (
        Choice(
            "modules", "Modules", ("customise", "objectives", "militia", "masters", "events", "tactical"), many=True
        ),
        Choice("round_limit", "Stop after so many rounds", most=50),
    ),
}


@attrs.frozen
class Chair:
    """A place at the table: the name of who sits there, and what proves it."""

    name: str
    computer: str | None = None
    """The kind of computer player, or None for a person."""
    proof: str | None = None
    """The SHA-256 of the seat's token. Tokens themselves are never kept."""


@attrs.frozen
class Setup:
    """Everything that a table needs to begin; with the actions since, it is the whole game."""

    rules: str
    digest: str
    """A fingerprint of what the rules said when the table was made."""
    seed: int
    options: Mapping[str, object]
    chairs: tuple[Chair, ...]

    def begin(self) -> arcanum.Step:
        """The opening."""
        return arcanum.begin(self.rules, players=len(self.chairs), seed=self.seed, **self.options)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(chair.name for chair in self.chairs)


def offer() -> dict[str, object]:
    """What a table can be made of, for the page that makes one."""
    games = {
        game: {
            "rules": {name: list(arcanum.rules(name).players) for name in arcanum.rulesets(game)},
            "options": [attrs.asdict(each) for each in OPTIONS[game]],
        }
        for game in arcanum.games()
    }
    return {"version": VERSION, "games": games, "computers": list(COMPUTERS), "longest_name": LONGEST_NAME}


def arranged(wish: object) -> tuple[Setup, tuple[str | None, ...]]:
    """A table as somebody wants it, and the tokens of its seats, or a refusal that says what is wrong.

    Only built-in rule sets and the options above are taken: a path would be read on the server.
    """
    if not isinstance(wish, dict) or wish.keys() - {"rules", "options", "seats"}:
        raise Refused("bad-table", "expected an object with the keys rules, options and seats")
    rules, options, seats = wish.get("rules"), wish.get("options", {}), wish.get("seats")
    if not isinstance(rules, str) or rules not in arcanum.rulesets():
        raise Refused("bad-table", f"rules: expected one of {', '.join(arcanum.rulesets())}")
    if not isinstance(options, dict) or not isinstance(seats, list):
        raise Refused("bad-table", "expected options to be an object and seats to be a list")
    known = {choice.name: choice for choice in OPTIONS[rules.partition("/")[0]]}
    if unknown := options.keys() - known.keys():
        raise Refused("bad-table", f"options: {min(unknown)[:40]!r} is none of {', '.join(known)}")
    agreed = {name: known[name].read(value) for name, value in options.items()}
    if len(seats) not in arcanum.rules(rules).players:
        raise Refused("bad-table", f"seats: {rules} is for {arcanum.rules(rules).players} players, not {len(seats)}")
    seated = [_seated(number, seat) for number, seat in enumerate(seats)]
    if len({chair.name for chair, _ in seated}) < len(seated):
        raise Refused("bad-table", "seats: two players have the same name")
    chairs, tokens = tuple(chair for chair, _ in seated), tuple(token for _, token in seated)
    setup = Setup(rules, "", secrets.randbits(63), agreed, chairs)
    try:
        state = setup.begin().state
    except arcanum.BadCall as error:
        raise Refused("bad-table", str(error)) from None
    return attrs.evolve(setup, digest=_digest(state)), tokens


def _seated(number: int, seat: object) -> tuple[Chair, str | None]:
    """A chair and the token of the person in it; computer players have none."""
    if not isinstance(seat, dict) or seat.keys() - {"name", "computer"}:
        raise Refused("bad-table", f"seats[{number}]: expected an object with the keys name and computer")
    name, computer = seat.get("name"), seat.get("computer")
    name = name.strip() if isinstance(name, str) else ""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused("bad-table", f"seats[{number}]: a name has 1 to {LONGEST_NAME} printable characters")
    if computer is not None:
        if computer not in COMPUTERS:
            raise Refused("bad-table", f"seats[{number}]: computer players are {', '.join(COMPUTERS)}")
        return Chair(name, str(computer)), None
    token = secrets.token_urlsafe(18)
    return Chair(name, None, proof_of(token)), token


def proof_of(token: str) -> str:
    """What is kept of a token: enough to recognise it, too little to use it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _digest(state: arcanum.State) -> str:
    return str(json.loads(arcanum.dumps(state))["rules"]["digest"])


@attrs.frozen
class Answer:
    """An action that the rules allow, in its short form, and what it leads to."""

    seat: int
    action: str
    step: arcanum.Step


@attrs.frozen
class Shown:
    """A position as a seat sees it: the document of its view, and what else there is to say, both as JSON."""

    view: str
    rest: str


class Table:
    """A game in progress. Position number `at` is the one after so many actions."""

    def __init__(self, setup: Setup, actions: Sequence[tuple[int, str]] = ()) -> None:
        opening = setup.begin()
        if _digest(opening.state) != setup.digest:
            raise Refused("rules-changed", f"the rules {setup.rules} have changed since this table was made")
        self.setup = setup
        self.rules = opening.state.rules
        self._state = opening.state
        self._events = [opening.events]
        self._played: list[tuple[int, str]] = []
        self._shown: dict[int | None, Shown] = {}
        for seat, text in actions:
            action = arcanum.parse_action(self.rules, text)
            self.take(Answer(seat, text, arcanum.step(self._state, action, seat=seat)))

    @property
    def at(self) -> int:
        """How many actions have been played."""
        return len(self._played)

    @property
    def to_act(self) -> int | None:
        """The seat that has to decide."""
        return arcanum.to_act(self._state)

    def computer(self) -> tuple[str, arcanum.View] | None:
        """The kind of computer player that has to decide, and its own view; None if it is not a computer's turn."""
        seat = self.to_act
        kind = None if seat is None else self.setup.chairs[seat].computer
        return None if kind is None else (kind, arcanum.observe(self._state, seat))

    def seat_of(self, token: str) -> int:
        """The seat that a token belongs to. All are compared, in constant time, whichever it is."""
        given = proof_of(token)
        found = [
            seat for seat, chair in enumerate(self.setup.chairs) if hmac.compare_digest(chair.proof or "nobody", given)
        ]
        if not found:
            raise Refused("wrong-token", "this link is not good for a seat at this table")
        return found[0]

    def answer(self, seat: int | None, at: object, text: object) -> Answer | None:
        """What an action leads to, or a refusal; None if the same seat has played it there before.

        A guest who lost the connection cannot know whether the action arrived. He sends it again, with the number of
        the position that it answers, and it counts once.
        """
        if seat is None:
            raise Refused("no-seat", "you are watching; only a seat can act")
        if type(at) is not int or not isinstance(text, str):
            raise Refused("bad-message", "expected `at` to be a whole number and `action` to be a text")
        action = self._read(text)
        if 0 <= at < self.at and self._played[at] == (seat, str(action)):
            return None
        if at != self.at:
            raise Refused("old-position", f"this answers position {at}, and the table is at position {self.at}")
        try:
            return Answer(seat, str(action), arcanum.step(self._state, action, seat=seat))
        except arcanum.IllegalAction as error:
            raise Refused("illegal", *(Reason(each.message, each.clause) for each in error.violations)) from None

    def take(self, answer: Answer) -> None:
        """Go on to where an answer leads."""
        self._state = answer.step.state
        self._events.append(answer.step.events)
        self._played.append((answer.seat, answer.action))
        self._shown.clear()

    def why_not(self, seat: int | None, texts: object) -> list[dict[str, object]]:
        """Why each of some actions is not legal, as the asking seat may know."""
        if seat is None:
            raise Refused("no-seat", "you are watching; only a seat can ask")
        if (
            not isinstance(texts, list)
            or len(texts) > MOST_QUESTIONS
            or not all(isinstance(each, str) for each in texts)
        ):
            raise Refused("bad-message", f"expected `actions` to be a list of at most {MOST_QUESTIONS} texts")
        return [
            {"action": text, "reasons": [{"message": each.message, "clause": each.clause} for each in found]}
            for text in texts
            for found in [arcanum.why_not(self._state, self._read(text), seat=seat)]
        ]

    def _read(self, text: str) -> arcanum.Action:
        try:
            return arcanum.parse_action(self.rules, text)
        except arcanum.ParseError as error:
            raise Refused("bad-action", str(error)) from None

    def record(self) -> str:
        """The whole game as a record. It tells everything, so only when the game is over."""
        if not arcanum.is_over(self._state):
            raise Refused("not-over", "a record tells every card; it is given out when the game is over")
        texts = [text for _, text in self._played]
        setup = self.setup
        made = records.make(
            self.rules, players=len(setup.chairs), seed=setup.seed, names=setup.names, actions=texts, **setup.options
        )
        return records.text(made)

    def shown(self, seat: int | None) -> Shown:
        """The position as a seat sees it. Several windows of a seat share it."""
        if seat not in self._shown:
            view = arcanum.observe(self._state, seat)
            teller = arcanum.narrator(self.rules, self.setup.names)
            outcome = arcanum.outcome(self._state)
            parts = {
                "at": self.at,
                "choices": [{"action": str(each), "words": teller.choice(each)} for each in view.legal_actions],
                "outcome": None if outcome is None else attrs.asdict(outcome),
            }
            self._shown[seat] = Shown(arcanum.dumps(view), json.dumps(parts))
        return self._shown[seat]

    def told(self, since: int) -> Sequence[tuple[arcanum.Event, ...]]:
        """The events since a listener was last told, step by step; for listeners only, who filter them."""
        return self._events[since:]


class Listener:
    """Somebody at the table, in one window: what he has been told, and what he is told next."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self._teller = arcanum.narrator(table.rules, table.setup.names)
        self._heard = 0

    def welcome(self) -> dict[str, object]:
        """Where he is."""
        chairs = [{"name": chair.name, "computer": chair.computer} for chair in self.table.setup.chairs]
        game, name = self.table.setup.rules.partition("/")[0], self.table.setup.rules
        return {"type": "welcome", "version": VERSION, "game": game, "rules": name, "chairs": chairs, "seat": self.seat}

    def news(self) -> News | None:
        """The position, and what has happened since the last one; None if he knows already."""
        steps = self.table.told(self._heard)
        if not steps:
            return None
        lines = [
            attrs.asdict(line)
            for events in steps
            for event in events
            for line in self._teller.lines(event.seen_by(self.seat))
        ]
        first, self._heard = self._heard == 0, self._heard + len(steps)
        return News(self.table.shown(self.seat), first, lines)


@attrs.frozen
class News:
    """What a listener is told: a position, and the lines of the log that led to it."""

    shown: Shown
    whole_log: bool
    log: Sequence[Mapping[str, object]]

    def message(self, picture: str | None) -> str:
        """The message, with a picture of the view or without."""
        own = json.dumps({"type": "position", "whole_log": self.whole_log, "log": self.log, "picture": picture})
        return f'{own[:-1]},{self.shown.rest[1:-1]},"view":{self.shown.view}}}'
