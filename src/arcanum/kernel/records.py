"""Records: a game as one text file that a person can read and a program can replay.

The file says by which rules, with which options, seats and seed a game was played, then every action in its short form,
then the result. Each line begins with six digits that are computed from it and from all lines before it; so whatever
was changed is found at its line, and a file that breaks off is noticed. This module knows no game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final, NoReturn

from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.documents import as_written, digest, is_built_in, plain, read_house, reference, shapes_of
from arcanum.kernel.engine import State, Step, advance, pending
from arcanum.kernel.errors import ArcanumError, BadCall, ParseError, brief, nearest
from arcanum.kernel.files import write_whole
from arcanum.kernel.game import Game, RuleSet
from arcanum.kernel.house import HouseRuleError
from arcanum.kernel.replay import Record, begin, is_name, read_seed

FORMAT: Final = 1
MAGIC: Final = "arcanum-record"
LARGEST: Final = 2_000_000
"""Bytes that a record may have."""
MOST_ACTIONS: Final = 20_000
MOST_TOLD: Final = 10
"""Faults of house rules that a message lists."""
_CHECKED: Final = re.compile(r"([0-9a-f]{6}) (.*)", re.DOTALL)


class RecordError(BadCall):
    """A record cannot be replayed; `line` is where it is wrong, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        self.message = message
        super().__init__(line, message)

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def text_of(record: Record) -> str:
    """The record as a text; one that could not be read again is refused."""
    if len(record.actions) > MOST_ACTIONS:
        raise BadCall(f"a record has at most {MOST_ACTIONS} actions, not {len(record.actions)}")
    said = next(record.setup_faults(), None)
    if said is not None:
        raise BadCall(str(said))
    text = "".join(f"{line}\n" for line in _with_checks(_lines(record)))
    if len(text.encode()) > LARGEST:
        raise BadCall(f"a record has at most {LARGEST} bytes")
    return text


def _lines(record: Record) -> Iterator[str]:
    rules = record.rules
    yield f"{MAGIC} {FORMAT}"
    yield f"rules {digest(rules)} {rules.name}"
    if not is_built_in(rules):
        yield f"house {json.dumps(reference(rules)['house'])}"
    yield f"players {record.players}"
    for name, value in record.options.items():
        yield f"option {name} {value}"
    for seat, name in enumerate(record.names):
        yield f"seat {seat} {name}"
    yield f"seed {record.seed}"
    state: State | None = None
    for number, done in enumerate(record.replay()):
        if done.before is not None:
            asked = pending(done.before)
            assert asked is not None
            yield f"{number} {asked.seat} {record.actions[number - 1]}"
        state = done.state
    assert state is not None
    yield from _ending(state, len(record.actions))


def _ending(state: State, actions: int) -> Iterator[str]:
    """The last lines: the result, the fingerprint of the last state, and how many actions there were."""
    if state.agenda:
        yield "result none"
    else:
        result = state.game.outcome(state)
        winners = " ".join(map(str, result.winners)) or "nobody"
        yield f"result {' '.join(map(str, result.scores))}, {winners} won: {result.reason}"
    yield f"state {fingerprint(state)}"
    yield f"end {actions}"


def fingerprint(state: State) -> str:
    """A fingerprint of everything in a state."""
    text = json.dumps(plain(state, state.rules), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def _with_checks(lines: Iterator[str]) -> Iterator[str]:
    check = ""
    for line in lines:
        check = checksum(check, line)
        yield f"{check} {line}"


def checksum(before: str, line: str) -> str:
    """The six digits at the start of a line, computed from it and from those of the line before."""
    return sha256(f"{before}\n{line}".encode()).hexdigest()[:6]


def write_record(path: str | PathLike[str], record: Record) -> None:
    """Write a record, as a whole or not at all."""
    write_whole(Path(fspath(path)), text_of(record))


# --- reading --------------------------------------------------------------------------------------------------------


def read_record(path: str | PathLike[str], games: Callable[[str], Game], names: Sequence[str]) -> Record:
    """The record in a file, checked to the last line."""
    try:
        with Path(fspath(path)).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadCall(f"{brief(str(path))} cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError):
        raise BadCall(f"{brief(path)} is not the path of a file") from None
    if len(data) > LARGEST:
        raise BadCall(f"{brief(str(path))} is no record: it has more than {LARGEST} bytes")
    try:
        return parse_record(data.decode("utf-8"), games, names)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        try:
            parse_record(data[: error.start].decode("utf-8"), games, names)
        except RecordError as earlier:
            if earlier.line < line:
                raise earlier from None
        raise RecordError(line, "not UTF-8 text") from None


def parse_record(text: str, games: Callable[[str], Game], names: Sequence[str]) -> Record:
    """The record in a text. Every line is checked and every action replayed; the first wrong line is refused."""
    if not isinstance(text, str):
        raise BadCall(f"expected the text of a record, got {brief(text)}")
    if len(text) > LARGEST:
        raise BadCall(f"a record has at most {LARGEST} bytes")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(text.count("\n", 0, error.start) + 1, "not a text that can be written") from None
    return _Reader(text, games, names).read()


class _Reader:
    """Goes through a record line by line."""

    def __init__(self, text: str, games: Callable[[str], Game], names: Sequence[str]) -> None:
        self.games, self.known = games, names
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.at = 0
        self.check = ""

    def fail(self, message: str, line: int | None = None) -> NoReturn:
        """Refuse the record at a line, the last one read if no other is named."""
        raise RecordError(self.at if line is None else line, message) from None

    def next(self) -> str:
        """The next line without its check."""
        self.at += 1
        if self.at > len(self.lines) or (self.at == len(self.lines) and not self.lines[-1]):
            self.fail("the record breaks off here: its last line begins with 'end'")
        found = _CHECKED.fullmatch(self.lines[self.at - 1])
        if found is None:
            self.fail(f"expected six digits and a text, got {brief(self.lines[self.at - 1])}")
        line = found[2]
        self.check = checksum(self.check, line)
        if found[1] != self.check:
            self.fail("this line or what stands before it was changed, left out or added")
        if self.at == len(self.lines):
            self.fail("the record breaks off in this line")
        return line

    def read(self) -> Record:
        """The record."""
        self._magic()
        rules, line = self._rules()
        players_line = self.at
        players = self._number(self._after("players", line))
        if players not in rules.players:
            self.fail(f"{rules.name} is for {', '.join(map(str, rules.players))} players, not {players}")
        options, names, line = self._options_and_names(rules, players)
        try:
            seed = read_seed(self._after("seed", line))
        except ParseError as error:
            self.fail(str(error))
        opening = self._opening(rules, players, seed, options, players_line)
        actions, state = self._actions(opening.state)
        self._end(state, len(actions))
        agreed = FrozenMap({name: text for name, (text, _) in options.items()})
        return Record(rules, players, seed, agreed, names, actions)

    def _magic(self) -> None:
        first = self.lines[0]
        word, _, version = first[7:].partition(" ")
        if word != MAGIC:
            self.fail(f"this is no record of arcanum: it would begin with '{MAGIC} {FORMAT}'", 1)
        if version != str(FORMAT):
            self.fail(f"this version reads records of format {FORMAT}, not {brief(version)}", 1)
        self.next()

    def _rules(self) -> tuple[RuleSet, str]:
        """The rules, and the line that comes next."""
        said, _, name = self._after("rules", self.next()).partition(" ")
        at, line = self.at, self.next()
        if line.startswith("house "):
            rules = self._house(self._after("house", line), name)
            line = self.next()
        elif name in self.known:
            rules = self.games(name.partition("/")[0]).rules(name)
        else:
            guess = nearest(name, self.known)
            self.fail(f"no rule set is called {brief(name)}" + (f"; did you mean {guess!r}?" if guess else ""), at)
        rules = as_written(rules, said)
        if digest(rules) != said:
            self.fail(
                f"the game was played by other rules of the name {name!r}: {brief(said)}, "
                f"while this version has {digest(rules)!r}",
                at,
            )
        return rules, line

    def _house(self, text: str, name: str) -> RuleSet:
        try:
            data: Any = json.loads(text)
        except (ValueError, RecursionError):
            self.fail("expected the house rules as JSON")
        base = data
        while isinstance(base, dict):
            base = base.get("base")
        if not isinstance(data, dict) or base not in self.known or data.get("name") != name:
            self.fail(f"expected the house rules {brief(name)} with a base, got {brief(data)}")
        try:
            return read_house(data, self.games(str(base).partition("/")[0]))
        except HouseRuleError as error:
            self.fail("; ".join(map(str, error.faults[:MOST_TOLD])))
        except (ArcanumError, RecursionError) as error:
            self.fail(str(error))

    def _number(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 3 or str(int(text)) != text:
            self.fail(f"expected a number, got {brief(text)}")
        return int(text)

    def _after(self, key: str, line: str) -> str:
        word, blank, rest = line.partition(" ")
        if word != key or not blank:
            self.fail(f"expected a line that begins with {key!r}, got {brief(line)}")
        return rest

    def _options_and_names(
        self, rules: RuleSet, players: int
    ) -> tuple[dict[str, tuple[str, int]], tuple[str, ...], str]:
        """Options with their lines, names by seat, and the line that comes next."""
        options: dict[str, tuple[str, int]] = {}
        names: list[str] = []
        line = self.next()
        while line.startswith("option "):
            name, blank, value = line[7:].partition(" ")
            if not blank or name in options or not value.isprintable():
                self.fail(f"expected the name of an option that has not been said, and its value; got {brief(line)}")
            options[name] = (value, self.at)
            line = self.next()
        while line.startswith("seat "):
            seat, _, name = line[5:].partition(" ")
            if seat != str(len(names)) or len(names) == players or not is_name(name):
                self.fail(f"expected seat {len(names)} and a name, got {brief(line)}")
            names.append(name)
            line = self.next()
        if names and len(names) != players:
            self.fail(f"expected the names of {players} players, got {len(names)}")
        return options, tuple(names), line

    def _opening(
        self, rules: RuleSet, players: int, seed: int, options: dict[str, tuple[str, int]], players_line: int
    ) -> Step:
        agreed = [(name, text) for name, (text, _) in options.items()]
        try:
            opening = begin(rules, players, seed, dict(agreed))
        except BadCall as error:
            # The line to blame is the first with which the game is refused for this reason.
            lines = [players_line, *(line for _, line in options.values())]
            for many, line in enumerate(lines):
                if _refusal(rules, players, seed, dict(agreed[:many])) == str(error):
                    self.fail(str(error), line)
            raise
        if opening.state.rules != rules:
            self.fail("an option cannot change the rules of a record", players_line)
        return opening

    def _actions(self, state: State) -> tuple[tuple[Action, ...], State]:
        actions: list[Action] = []
        parse = shapes_of(state.game, state.rules).texts[Action].read
        while True:
            line = self.next()
            if line.startswith("result "):
                return tuple(actions), state
            number, seat, text = (*line.split(" ", 2), "", "")[:3]
            asked = pending(state)
            if asked is None:
                self.fail("the game is over, and a line with its result comes next")
            if number != str(len(actions) + 1) or len(actions) == MOST_ACTIONS:
                self.fail(f"expected action {len(actions) + 1} or the result, got {brief(line)}")
            if seat != str(asked.seat):
                self.fail(f"expected an action of seat {asked.seat}, which has to {asked.prompt}; got {brief(line)}")
            try:
                action = parse(text)
                state = advance(state, action, asked.seat, None)
            except ArcanumError as error:
                self.fail(str(error))
            actions.append(action)

    def _end(self, state: State, actions: int) -> None:
        """The last lines must be those that this game leads to."""
        found = [self.lines[self.at - 1][7:]]
        for expected in _ending(state, actions):
            line = found.pop() if found else self.next()
            if line != expected:
                self.fail(f"the game that stands here leads to {brief(expected)}, not to {brief(line)}")
        for more, line in enumerate(self.lines[self.at :], start=1):
            if line:
                self.fail("nothing comes after the last line", self.at + more)


def _refusal(rules: RuleSet, players: int, seed: int, options: Mapping[str, str]) -> str | None:
    """Why a game cannot begin like this; None if it can."""
    try:
        begin(rules, players, seed, options)
    except BadCall as error:
        return str(error)
    return None
