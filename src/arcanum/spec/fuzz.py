"""Documents and records as nobody should write them: whatever comes, the library must answer with its own errors.

    python -m arcanum.spec.fuzz --documents 1000000

Valid documents, records and short texts are changed at random: bytes, parts of the JSON tree, cards that change places,
tasks that go to another agenda, actions replaced by others with the checksums made right again. What is refused must be
refused with an error of ours; what is accepted must be a value like any other: it is written and read again, a position
is played on, a view is filled in. Nothing may take longer than a second or need much memory.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

import arcanum
from arcanum import records
from arcanum.kernel.game import View
from arcanum.kernel.house import from_document
from arcanum.kernel.records import checksum
from arcanum.spec.files import stamp, write_json

SLOWEST: Final = 1.0
"""Seconds that a single answer may take."""
LARGEST: Final = 200_000_000
"""Bytes that a process may need."""
GROWTH: Final = 50_000_000
"""Bytes that a process may need in addition if it was larger from the beginning."""
BATCH: Final = 2_000
_INTERESTING: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 21, 99, 100, 2**31, 2**63, 2**64, -(2**70), 10**30, "", "?", "x", "pass",
    "M0", "M16", "KC", "1S", "\x00", "\ud800", "A" * 5000, [], {}, [[]], [None], {"task": "Frame"},
    "location.2.program[0]",
)  # fmt: skip
_OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"length": "long"},
    {"majors": "from-turn-3"},
    {"modules": ("objectives", "militia", "masters")},
    {"modules": ("customise", "events", "tactical")},
)
"""What players could agree on; each rule set takes what it understands."""


@attrs.frozen
class Finding:
    """Something that must not happen, and how to make it happen again."""

    number: int
    what: str


@attrs.define
class Tally:
    """What came of some documents."""

    refused: int = 0
    accepted: int = 0
    slowest: float = 0.0
    memory: int = 0
    kinds: Counter[str] = attrs.field(factory=Counter)
    findings: list[Finding] = attrs.field(factory=list)

    def add(self, other: Tally) -> None:
        """Count what another process found."""
        self.refused += other.refused
        self.accepted += other.accepted
        self.slowest = max(self.slowest, other.slowest)
        self.memory = max(self.memory, other.memory)
        self.kinds += other.kinds
        self.findings += other.findings


# --- good ones ------------------------------------------------------------------------------------------------------


@cache
def corpus() -> tuple[tuple[str, str], ...]:
    """Valid texts of every kind: what it is, and the text."""
    found: list[tuple[str, str]] = []
    for name in ("arcanum/en", "arcanum/consensus", "arcana/revised", "arcana/first"):
        rules = arcanum.rules(name)
        for seed in range(6):
            found += _texts(rules, seed)
    for name in arcanum.rulesets():
        found.append(("rules", arcanum.dumps(arcanum.rules(name))))
    for base, values, more in (
        ("arcanum/it", {"hand_limit": 9}, {"final_tie": "shared"}),
        ("arcana/revised", {"hand_size": 5}, {"failed_bribe": "discarded"}),
    ):
        game, house = arcanum.rules(base).game, {"base": base, "name": "house", "rules": values}
        found += _texts(game.build(from_document(house)), 1)
        found += _texts(game.build(from_document({"base": house, "name": "upon it", "rules": more})), 1)
    return tuple(found)


def _texts(rules: arcanum.RuleSet, seed: int) -> Iterator[tuple[str, str]]:
    chooser = random.Random(seed)
    players = chooser.choice(rules.players)
    understood = [each for each in _OPTIONS if _begins(rules, players, each)]
    options = chooser.choice(understood)
    state = arcanum.new_game(rules, players=players, seed=seed, **options)
    actions: list[arcanum.Action] = []
    for _ in range(chooser.choice((12, 60, 200))):
        if arcanum.is_over(state):
            break
        action = chooser.choice(arcanum.legal_actions(state))
        done = arcanum.step(state, action)
        if chooser.random() < 0.1:
            yield "state", arcanum.dumps(state)
            yield "step", arcanum.dumps(done)
            yield "view", arcanum.dumps(arcanum.observe(state, chooser.choice((None, *range(players)))))
            yield "action", arcanum.dumps(action, rules=rules)
            yield from (("event", arcanum.dumps(event)) for event in done.events[:2])
        actions.append(action)
        state = done.state
    record = records.make(rules, players=players, seed=seed, actions=actions[:40], **options)
    yield "record", records.text(record)
    yield "record", records.text(attrs.evolve(record, actions=record.actions[:5]))
    yield "record document", arcanum.dumps(record)


def _begins(rules: arcanum.RuleSet, players: int, options: dict[str, Any]) -> bool:
    try:
        arcanum.new_game(rules, players=players, seed=0, **options)
    except arcanum.BadCall:
        return False
    return True


# --- bad ones -------------------------------------------------------------------------------------------------------


def spoiled(number: int) -> tuple[str, str | bytes]:
    """A text that somebody could send, by its number: what it was, and what has become of it."""
    dice = random.Random(number)
    kind, text = dice.choice(corpus())
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        text = dice.choice(_RECORD if kind == "record" else _DOCUMENT)(dice, text)
    return kind, text.encode("utf-8", "surrogatepass") if dice.random() < 0.2 else text


def _bytes(dice: random.Random, text: str) -> str:
    """Change, insert, remove or double a few characters, or cut the text."""
    at = dice.randrange(len(text) + 1)
    other = min(len(text), at + dice.choice((1, 1, 2, 5, 40)))
    match dice.randrange(6):
        case 0:
            return text[:at] + chr(dice.choice((dice.randrange(128), dice.randrange(0x3000)))) + text[other:]
        case 1:
            return text[:at] + text[other:]
        case 2:
            return text[:other] + text[at:]
        case 3:
            return text[:at]
        case 4:
            return text[:at] + dice.choice(('"', "[", "]", "{", "}", ",", "9" * 400, "\n", "\r", "\0", "1e999", "NaN"))
    return text[:at] + dice.choice(("[" * 3000, '{"a":' * 3000, '"' + "a" * 3000)) + text[at:]


def _tree(dice: random.Random, text: str) -> str:
    """Change something in the JSON tree, so that what comes out is JSON still."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return _bytes(dice, text)
    places = list(_places(data))
    if not places:
        return json.dumps(dice.choice(_INTERESTING))
    table, key = dice.choice(places)
    other_table, other_key = dice.choice(places)
    match dice.randrange(8):
        case 0:
            table[key] = dice.choice(_INTERESTING)
        case 1:
            del table[key]
        case 2 if isinstance(table, dict):
            table[dice.choice(("rules", "x", "task", "seat", "unseen", "value"))] = dice.choice(_INTERESTING)
        case 3 if isinstance(table, list):
            table.insert(dice.randrange(len(table) + 1), json.loads(json.dumps(table[key])))
        case 4 | 5:
            # Two of the same kind change places: often a position that could be.
            alike = [place for place in places if type(place[0][place[1]]) is type(table[key])]
            other_table, other_key = dice.choice(alike)
            table[key], other_table[other_key] = other_table[other_key], table[key]
        case 6 if type(table[key]) is int:
            table[key] += dice.choice((-2, -1, 1, 2))
        case _:
            table[key] = json.loads(json.dumps(other_table[other_key]))
    try:
        return json.dumps(data)
    except (ValueError, RecursionError):  # a part that was put into itself
        return text


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every key of every table and every entry of every list."""
    todo = [data]
    while todo:
        each = todo.pop()
        keys: Sequence[Any] = (
            list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        )
        for key in keys:
            yield each, key
            todo.append(each[key])


def _agenda(dice: random.Random, text: str) -> str:
    """Put a task of another agenda into this one, or its whole agenda."""
    try:
        data, other = json.loads(text), json.loads(dice.choice(corpus())[1])
        one, two = data["value"]["agenda"], other["value"]["agenda"]
        if dice.random() < 0.3:
            data["value"]["agenda"] = two
        else:
            one[dice.randrange(len(one))] = dice.choice(two)
        return json.dumps(data)
    except (ValueError, RecursionError, KeyError, TypeError, IndexError):
        return _tree(dice, text)


def _lines(dice: random.Random, text: str) -> str:
    """Change whole lines of a record: leave out, double, swap; mostly with checksums that fit again."""
    lines = [line[7:] for line in text.split("\n")[:-1]]
    at, other = (dice.randrange(len(lines)) for _ in "12") if lines else (0, 0)
    match dice.randrange(6):
        case 0:
            del lines[at : at + 1]
        case 1:
            lines.insert(at, lines[other] if lines else "")
        case 2 if lines:
            lines[at], lines[other] = lines[other], lines[at]
        case 3 if lines:
            words = lines[at].split(" ")
            words[dice.randrange(len(words))] = str(dice.choice(_INTERESTING))
            lines[at] = " ".join(words)
        case 4 if lines:
            lines[at] = _bytes(dice, lines[at]).replace("\n", " ")
        case _ if lines:
            lines[at] = dice.choice(lines).replace(str(dice.randrange(10)), str(dice.randrange(10)))
    check, found = "", []
    for line in lines:
        check = checksum(check, line.encode("utf-8", "replace").decode())
        found.append(f"{check} {line}\n")
    return "".join(found)


_DOCUMENT: Final[tuple[Callable[[random.Random, str], str], ...]] = (_tree, _tree, _tree, _tree, _tree, _agenda, _bytes)
_RECORD: Final[tuple[Callable[[random.Random, str], str], ...]] = (_lines, _lines, _lines, _bytes)


# --- what comes of them ---------------------------------------------------------------------------------------------


def try_one(number: int, tally: Tally) -> None:
    """Send one text, and note what comes of it."""
    kind, text = spoiled(number)
    began = time.process_time()
    try:
        accepted = _answer(kind, text, random.Random(number))
    except Exception as error:  # every error that is not ours is what we are looking for
        tally.findings.append(Finding(number, f"{kind}: {type(error).__name__}: {error}"[:300]))
        accepted = False
    took = time.process_time() - began
    if took > SLOWEST:
        tally.findings.append(Finding(number, f"{kind}: took {took:.1f} s"))
    tally.slowest = max(tally.slowest, took)
    tally.kinds[kind] += 1
    tally.accepted += accepted
    tally.refused += not accepted


def _answer(kind: str, text: str | bytes, dice: random.Random) -> bool:
    """Whether the library takes a text; what it takes must be as good as any other value."""
    try:
        if kind == "record":
            value: Any = records.parse(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
        else:
            value = arcanum.loads(text)
    except arcanum.ArcanumError as error:
        str(error)
        return False
    if kind == "record":
        assert records.parse(records.text(value)) == value, "a record must come back as it was"
        return True
    again = arcanum.loads(arcanum.dumps(value))
    assert again == value, "a value must come back as it was"
    if isinstance(value, arcanum.Step):
        value = value.state
    if isinstance(value, arcanum.State):
        _play_on(value, dice)
    elif isinstance(value, View):
        state = arcanum.determinize(value, dice.randrange(100))
        assert arcanum.observe(state, value.seat) == value, "a position that was filled in must look the same"
        _play_on(state, dice)
    return True


def _play_on(state: arcanum.State, dice: random.Random) -> None:
    """A position that was accepted can be played and looked at like any other."""
    for _ in range(6):
        for seat in (None, *range(len(state.players))):
            arcanum.observe(state, seat)
        legal = arcanum.legal_actions(state)
        if not legal:
            assert arcanum.is_over(state), "whoever is asked must have an answer"
            arcanum.outcome(state)
            return
        state = arcanum.apply(state, dice.choice(legal))


def batch(numbers: tuple[int, int]) -> Tally:
    """Send the texts with these numbers."""
    tally, before = Tally(), _memory()
    for number in range(*numbers):
        try_one(number, tally)
    tally.memory = _memory()
    if tally.memory > max(LARGEST, before + GROWTH):
        tally.findings.append(Finding(numbers[0], f"the process needed {tally.memory} bytes"))
    return tally


def _memory() -> int:
    """The most bytes that this process ever needed; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def campaign(documents: int, jobs: int, first: int = 0) -> Tally:
    """Send so many texts, in several processes."""
    tally = Tally()
    batches = [(at, min(at + BATCH, first + documents)) for at in range(first, first + documents, BATCH)]
    with ProcessPoolExecutor(jobs) as pool:
        for done, found in enumerate(pool.map(batch, batches), start=1):
            tally.add(found)
            if sys.stderr.isatty() or done % 25 == 0:
                share = f"{min(documents, done * BATCH):,} of {documents:,}"
                print(f"{share}, {tally.accepted:,} accepted, {len(tally.findings)} findings", file=sys.stderr)
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Run a campaign and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args(argv)
    began = time.perf_counter()
    tally = campaign(arguments.documents, arguments.jobs, arguments.first)
    found = {
        **stamp(f"python -m arcanum.spec.fuzz --documents {arguments.documents}", time.perf_counter() - began),
        "documents": tally.refused + tally.accepted,
        "refused": tally.refused,
        "accepted": tally.accepted,
        "kinds": dict(sorted(tally.kinds.items())),
        "slowest": round(tally.slowest, 3),
        "memory": tally.memory,
        "findings": [attrs.asdict(each) for each in tally.findings[:100]],
    }
    if arguments.json is not None:
        write_json(arguments.json, found)
    print(json.dumps(found, indent=2))
    return 1 if tally.findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
