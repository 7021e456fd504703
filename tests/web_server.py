"""The server of examples/web_table in a thread or a process, clients for it, and an audit of what a seat was sent."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from email.message import Message as Headers
from pathlib import Path
from typing import Any

import attrs
from websockets.sync.client import ClientConnection, connect

import arcanum
from arcanum.tarot import Minor
from examples.web_table.app import make_server

ROOT = Path(__file__).parent.parent
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")

Message = dict[str, Any]


@attrs.define
class Site:
    """A server, and the file of its tables."""

    data: Path
    port: int = 0

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, body: object = None) -> tuple[int, str, Headers]:
        """The status, the text and the headers of an answer; with a body it is a POST."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), error.headers

    def table(self, rules: str, players: int, *computers: str, seed: int = 7, **options: object) -> Table:
        """A new table for so many people, and computer players at the last seats.

        The server takes a seed that nobody knows. It is changed in the file before the first guest comes.
        """
        kinds = [*[None] * (players - len(computers)), *computers]
        seats = [{"name": name, "computer": kind} for name, kind in zip(NAMES, kinds, strict=False)]
        status, text, _ = self.get("/api/tables", {"rules": rules, "options": options, "seats": seats})
        assert status == 201, text
        made = self.adopt(json.loads(text))
        with closing(sqlite3.connect(self.data)) as database, database:
            database.execute("UPDATE tables SET seed = ? WHERE id = ?", (seed, made.name))
        return made

    def adopt(self, made: Message) -> Table:
        """The table that an answer of the server tells of."""
        return Table(self, made["table"], tuple(made["tokens"]))


@contextmanager
def serving(data: Path) -> Iterator[Site]:
    """A server in a thread of this process; it is told to stop, and finishes what it does."""
    server = make_server(data, pace=0)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        yield Site(data, listening.getsockname()[1])
        server.should_exit = True
        thread.join()


@attrs.define
class Server(Site):
    """A server in a process of its own, which can be killed and started again where it was."""

    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens; the port stays the same from then on."""
        where = ["--port", str(self.port), "--data", str(self.data), "--pace", "0"]
        command = [sys.executable, "-m", "examples.web_table", *where]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2].strip("/\n"))

    def kill(self) -> None:
        """End it without a warning, as if the power had failed."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()


@attrs.frozen
class Table:
    """A table of a server, and the tokens of its seats."""

    server: Site
    name: str
    tokens: tuple[str, ...]

    def connect(self) -> ClientConnection:
        """A connection that has not said hello."""
        return connect(
            f"ws://127.0.0.1:{self.server.port}/api/tables/{self.name}/socket",
            max_size=None,
            max_queue=None,
            close_timeout=1,
        )

    @contextmanager
    def sit(self, seat: int | None) -> Iterator[Client]:
        """A client at a seat, or a spectator."""
        with self.connect() as socket:
            client = Client(socket)
            client.send(do="hello", token=None if seat is None else self.tokens[seat])
            assert client.until("welcome")["seat"] == seat
            client.until("position")
            yield client

    def saved(self) -> tuple[arcanum.Step, list[tuple[int, str]]]:
        """The opening and the actions, as the server has saved them."""
        with closing(sqlite3.connect(self.server.data)) as database:
            query = "SELECT rules, seed, options, json_array_length(chairs) FROM tables WHERE id = ?"
            rules, seed, options, players = database.execute(query, (self.name,)).fetchone()
            query = 'SELECT seat, action FROM actions WHERE "table" = ? ORDER BY number'
            actions = database.execute(query, (self.name,)).fetchall()
        return arcanum.begin(rules, players=players, seed=seed, **json.loads(options)), actions

    def replayed(self) -> list[arcanum.Step]:
        """The truth: the opening, and every step since."""
        opening, actions = self.saved()
        steps = [opening]
        for seat, text in actions:
            state = steps[-1].state
            steps.append(arcanum.step(state, arcanum.parse_action(state.rules, text), seat=seat))
        return steps


class Client:
    """A connection that keeps all it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Message] = []
        self.position: Message = {}

    def send(self, **message: object) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        """The next message."""
        message: Message = json.loads(self.socket.recv(timeout=30))
        self.frames.append(message)
        if message["type"] == "position":
            self.position = message
        return message

    def until(self, *kinds: str) -> Message:
        """Read on up to a message of some kinds."""
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def reach(self, at: int) -> Message:
        """Read on up to a position."""
        while self.position["at"] < at:
            self.receive()
        return self.position

    def answered(self, **message: object) -> Message:
        """Send something, and return the answer to it."""
        self.send(**message)
        return self.until("accepted", "refused", "reasons")

    def act(self, action: str) -> None:
        """Act, and read on until it is done."""
        at = self.position["at"]
        assert self.answered(do="act", at=at, action=action)["type"] == "accepted"
        self.reach(at + 1)


def audit(frames: Sequence[Message], seat: int | None, steps: Sequence[arcanum.Step]) -> int:
    """Compare what a seat was sent with the truth: it is what the seat may know. Returns how many positions it saw."""
    rules, names = steps[0].state.rules, NAMES[: len(steps[0].state.players)]
    teller, told = arcanum.narrator(rules, names), 0
    hidden, names_in = _hidden(steps, seat), _finder(steps[0].state)
    at = 0
    for frame in frames:
        if frame["type"] == "position":
            at = frame["at"]
            state = steps[at].state
            view, outcome = arcanum.observe(state, seat), arcanum.outcome(state)
            if frame["whole_log"]:  # he connected again
                teller, told = arcanum.narrator(rules, names), 0
            heard = [event for step in steps[told : at + 1] for event in step.heard(seat)]
            told = at + 1
            assert frame == {
                "type": "position",
                "at": at,
                "view": json.loads(arcanum.dumps(view)),
                "choices": [{"action": str(each), "words": teller.choice(each)} for each in view.legal_actions],
                "picture": arcanum.svg(view, names=names) if frame["picture"] and at % 8 == 0 else frame["picture"],
                "outcome": None if outcome is None else json.loads(json.dumps(attrs.asdict(outcome))),
                "whole_log": frame["whole_log"],
                "log": [attrs.asdict(line) for event in heard for line in teller.lines(event)],
            }
        else:
            assert frame.keys() <= PUBLIC[frame["type"]], frame
        assert not names_in(frame) & hidden[at]
    return sum(frame["type"] == "position" for frame in frames)


PUBLIC = {
    "welcome": {"type", "version", "game", "rules", "chairs", "seat"},
    "present": {"type", "seats", "watching"},
    "accepted": {"type", "at"},
    "refused": {"type", "at", "code", "reasons"},
    "reasons": {"type", "answers"},
}
"""What messages without a position consist of."""


def _hidden(steps: Sequence[arcanum.Step], seat: int | None) -> list[set[str]]:
    """For every position, the cards that a seat cannot have seen: they have been face down ever since the beginning.

    This looks at states only and asks no view, so that it can disagree with one. What an event told the seat is seen.
    """
    names_in = _finder(steps[0].state)
    seen: set[str] = set()
    found = []
    for step in steps:
        closed = _closed(step.state, seat)
        seen |= set(_names(step.state).values()) - closed
        seen |= names_in([json.loads(arcanum.dumps(event)) for event in step.heard(seat)])
        found.append(closed - seen)
    return found


def _closed(state: Any, seat: int | None) -> set[str]:
    """The cards that lie face down where a seat may not look."""
    if state.game.name == "arcana":  # whoever owns a card, everybody knows it; only the Stakes to come are secret
        return {card for district in state.districts for card in district.pile}
    others = [player for other, player in enumerate(state.players) if other != seat]
    closed = {str(card) for card in state.minor_deck} | {str(card) for player in others for card in player.hand}
    return closed | {str(each.card) for player in others for each in player.hidden if not each.face_up}


def _names(state: Any) -> dict[str, str]:
    """What cards are called, in short and in words. Court cards share their names with figures and are left out."""
    if state.game.name == "arcana":
        return {name: card.id for card in state.rules.catalogue for name in (card.id, card.name)}
    minors = [Minor(suit, rank) for suit in state.prestige for rank in range(1, 11)]
    return {name: str(card) for card in minors for name in (str(card), f"{card.rank} of {card.suit.title}")}


def _finder(state: arcanum.State) -> Callable[[object], set[str]]:
    """A function that finds all cards named in a message."""
    names = _names(state)
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?![\w-])")

    def found(message: object) -> set[str]:
        # A legend at the beginning of the log explains how cards are written.
        text = json.dumps(message, ensure_ascii=False).replace("4S is the 4 of Swords", "")
        return {names[name] for name in pattern.findall(text)}

    return found
