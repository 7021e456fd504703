"""Documents: every public value as one JSON text that says what it is, and can be trusted when it comes back.

A document names the format, the kind of value, the game and the rule set with its digest. Reading is strict and reports
everything that is wrong at once, each fault with its path; a position that could not occur is refused like a wrong
type. Documents of older formats are brought up to date by `MIGRATIONS`. This module knows no game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any, Final, TypeAlias

import attrs
from cattrs import Converter

from arcanum.kernel.actions import Action
from arcanum.kernel.codec import Shapes, converter, faults_of, written_rng
from arcanum.kernel.engine import Outcome, State, Step
from arcanum.kernel.errors import BadCall, Violation, brief
from arcanum.kernel.events import Event
from arcanum.kernel.game import Game, RuleSet, View
from arcanum.kernel.house import HouseRuleError, from_document
from arcanum.kernel.replay import Record, SavedRecord
from arcanum.kernel.ruledata import came_later, clauses_of
from arcanum.kernel.sampling import contradictions
from arcanum.kernel.words import Fault, inside, unknown

FORMAT: Final = 2
"""The format that is written. In format 1 the generator and the seed were numbers, which JavaScript rounds."""
LARGEST: Final = 1_000_000
"""Characters that a document may have."""
MOST_FAULTS: Final = 1_000
MOST_TOLD: Final = 100
"""Faults that a message lists; the error itself has more."""
THE_DOCUMENT: Final = "the document"

Data: TypeAlias = dict[str, Any]


class DocumentError(BadCall):
    """A document cannot be read; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)[:MOST_FAULTS]
        super().__init__(self.faults)

    def __str__(self) -> str:
        many = f"{len(self.faults)} errors" if len(self.faults) > 1 else "an error"
        lines = [f"- {fault}" for fault in self.faults[:MOST_TOLD]]
        if len(self.faults) > MOST_TOLD:
            lines.append(f"- and {len(self.faults) - MOST_TOLD} more")
        return "\n".join([f"the document has {many}:", *lines])


# --- rules ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def digest(rules: RuleSet) -> str:
    """A fingerprint of everything that rules say, whatever they are called.

    A house rule that they do not ask for adds nothing, nor does the default of a value that came later: the digest of a
    printing outlasts them.
    """
    said = rules.game.write_rules(rules, complete=True)
    for name in _unasked(rules):
        del said["rules"][name]
    text = json.dumps(_nameless(said), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def _nameless(said: object) -> object:
    """House rules without their names: their own, and those of the house rules that they are built on."""
    if not isinstance(said, dict):
        return said
    return {key: _nameless(value) if key == "base" else value for key, value in said.items() if key != "name"}


def _unasked(rules: RuleSet) -> Iterator[str]:
    """The values that answer to house clauses alone or came later, while they are as by default."""
    kind: Any = type(rules)
    index = rules.game.clauses()
    for field in attrs.fields(kind):
        answers = clauses_of(field)
        adds = not came_later(field) and not (answers and all(index[each].house for each in answers))
        if not adds and getattr(rules, field.name) == field.default:
            yield field.name


def is_built_in(rules: RuleSet) -> bool:
    """Whether rules are those that their name stands for."""
    return rules.name in rules.game.rulesets() and rules == rules.game.rules(rules.name)


@lru_cache(maxsize=64)
def _house(rules: RuleSet) -> str:
    """What is different from the base, as JSON, for rules that come with the document."""
    said = rules.game.write_rules(rules, complete=False)
    if read_house(json.loads(json.dumps(said)), rules.game) != rules:
        raise BadCall(f"the rules {brief(rules.name)} cannot be written down: no house-rule file could say them")
    return json.dumps(said)


def read_house(said: Data, game: Game) -> RuleSet:
    """The rules that house rules within a document describe."""
    return game.build(from_document(said))


def reference(rules: RuleSet) -> Data:
    """How a document names its rules; those that are not built in are there in full."""
    named = {"id": rules.name, "digest": digest(rules)}
    return named if is_built_in(rules) else {**named, "house": json.loads(_house(rules))}


def read_reference(data: object, game: Game, faults: list[Fault], where: str = "rules") -> RuleSet | None:
    """The rules that a document names; None after a fault."""
    if not isinstance(data, dict) or not isinstance(data.get("id"), str) or not isinstance(data.get("digest"), str):
        faults.append(Fault(where, f"expected a table with 'id' and 'digest', got {brief(data)}"))
        return None
    before = len(faults)
    faults += [
        Fault(inside(where, key), unknown("key", key, ("id", "digest", "house")))
        for key in list(data)[:MOST_TOLD]
        if key not in ("id", "digest", "house")
    ]
    rules = _read_rules(data, game, faults, where)
    if rules is not None and digest(rules) != data["digest"]:
        wrong = f"the document was written for other rules of the name {rules.name!r}: {brief(data['digest'])}, "
        faults.append(Fault(inside(where, "digest"), f"{wrong}while this version has {digest(rules)!r}"))
    return rules if len(faults) == before else None


def _read_rules(data: Data, game: Game, faults: list[Fault], where: str) -> RuleSet | None:
    if "house" not in data:
        if data["id"] in game.rulesets():
            return game.rules(data["id"])
        faults.append(Fault(inside(where, "id"), unknown("rule set", data["id"], game.rulesets())))
        return None
    return _read_house(data["house"], data["id"], game, faults, inside(where, "house"))


def _read_house(said: object, name: str | None, game: Game, faults: list[Fault], where: str) -> RuleSet | None:
    if not isinstance(said, dict):
        faults.append(Fault(where, f"expected a table, got {brief(said)}"))
        return None
    if name is not None and said.get("name") != name:
        faults.append(Fault(inside(where, "name"), f"expected {brief(name)}, got {brief(said.get('name'))}"))
        return None
    try:
        return read_house(said, game)
    except HouseRuleError as error:
        faults += [Fault(f"{where}.{each.where}", each.message) for each in error.faults]
    except RecursionError:
        faults.append(Fault(where, "lists and tables stand within each other too deep"))
    return None


# --- writing --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def shapes_of(game: Game, rules: RuleSet | None) -> Shapes:
    """What the values of a game look like under some rules; without, those that look the same under all of them."""
    return game.shapes(rules)


@lru_cache(maxsize=32)
def codec(game: Game, rules: RuleSet | None) -> Converter:
    """The converter for the values of a game."""
    return converter(shapes_of(game, rules))


def plain(value: object, rules: RuleSet) -> Any:
    """A state, view, step, event, action or result as plain data, without the head of a document."""
    return _plain(codec(rules.game, rules), value)


def from_plain(data: object, kind: str, rules: RuleSet) -> Any:
    """The value of a kind that plain data describes; nothing says yet that it can occur in a game."""
    return _structure(data, codec(rules.game, rules), type_of(kind, shapes_of(rules.game, rules)))


def _plain(made: Converter, value: object) -> Any:
    return made.unstructure(value, Event if isinstance(value, Event) else type(value))


def write(value: object, rules: RuleSet | None, games: Iterable[Game], indent: int | None) -> str:
    """The document of a value as a text, without blanks unless it is to be indented."""
    return json.dumps(document(value, rules, games), indent=indent, separators=None if indent else (",", ":"))


def document(value: object, rules: RuleSet | None, games: Iterable[Game]) -> Data:
    """The document of a value.

    `rules` is for values that do not know by which rules they came about: actions, events, results, refusals.
    """
    kind, own = _kind_of(value)
    if own is not None and rules is not None and own != rules:
        raise BadCall(f"the value was made by {own!r}, not by {rules!r}")
    rules = own or rules
    head: Data = {"format": FORMAT, "kind": kind}
    if rules is None:
        known = [game for game in games if _belongs(value, game)]
        if not known:
            raise BadCall(f"no game has the {kind} {brief(value)}")
        game = known[0]
        named = {"game": game.name} if len(known) == 1 else {}
        return {**head, **named, "value": _plain(codec(game, None), value)}
    head |= {"game": rules.game.name, "rules": reference(rules)}
    if kind == "rules":
        # What `house` would say is said below in full.
        said = rules.game.write_rules(rules, complete=True)
        return {**head, "rules": {"id": rules.name, "digest": digest(rules)}, "value": said}
    if isinstance(value, Record):
        value = SavedRecord.of(value)
    return {**head, "value": _plain(codec(rules.game, rules), value)}


def _kind_of(value: object) -> tuple[str, RuleSet | None]:
    """What a value is, and by which rules it came about if it knows that."""
    if isinstance(value, State):
        return "state", value.rules
    if isinstance(value, Step):
        return "step", value.state.rules
    if isinstance(value, Record):
        return "record", value.rules
    for kind, name in ((Action, "action"), (Event, "event"), (Outcome, "outcome"), (Violation, "violation")):
        if isinstance(value, kind):
            return name, None
    if isinstance(value, View):
        return "view", value.rules
    if isinstance(value, RuleSet) and not isinstance(value, type):
        return "rules", value
    raise BadCall(f"expected one of {', '.join(KINDS)}; there is no document for {brief(value)}")


def _belongs(value: object, game: Game) -> bool:
    """Whether a value can come from a game: its own actions and events, and what all games share."""
    shapes = shapes_of(game, None)
    if isinstance(value, Action):
        return type(value) in shapes.actions
    if isinstance(value, Event):
        return type(value) in shapes.events
    return not isinstance(value, Violation) or value.clause in shapes.clauses


KINDS: Final = ("state", "view", "step", "action", "event", "outcome", "violation", "rules", "record")
WITHOUT_RULES: Final = ("action", "event", "outcome", "violation")
"""The kinds of values that need not say by which rules they came about, nor of which game they are."""


# --- reading --------------------------------------------------------------------------------------------------------


def read(text: object, games: Mapping[str, Callable[[], Game]]) -> Any:
    """The value that a document describes."""
    data = up_to_date(parse(text))
    faults = [
        Fault(inside("", key), unknown("key", key, ("format", "kind", "game", "rules", "value")))
        for key in list(data)[:MOST_TOLD]
        if key not in ("format", "kind", "game", "rules", "value")
    ]
    kind, name = data.get("kind"), data.get("game")
    if not isinstance(kind, str) or kind not in KINDS:
        faults.append(Fault("kind", unknown("kind", kind, KINDS)))
    if ("game" in data or "rules" in data) and (not isinstance(name, str) or name not in games):
        faults.append(Fault("game", unknown("game", name, games)))
    if "value" not in data:
        faults.append(Fault(THE_DOCUMENT, "the key 'value' is missing"))
    if faults:
        raise DocumentError(faults)
    if "rules" not in data:
        return _read_without_rules(data, [games[each]() for each in games if name in (None, each)])
    game = games[str(name)]()
    if kind == "rules":
        return _read_full_rules(data, game)
    rules = read_reference(data["rules"], game, faults)
    if rules is None:
        raise DocumentError(faults)
    value = _structure(data["value"], codec(game, rules), type_of(str(kind), shapes_of(game, rules)))
    if isinstance(value, SavedRecord):
        try:
            value = value.record(rules)
        except BadCall as error:
            raise DocumentError([Fault("value.seed", str(error))]) from None
    faults = list(_impossible(value))
    if faults:
        raise DocumentError(faults)
    return value


def parse(text: object) -> Data:
    """The table that a JSON text is; no key twice, no number that JSON does not have."""
    if isinstance(text, bytes | bytearray):
        try:
            text = bytes(text[: LARGEST + 1]).decode("utf-8")
        except UnicodeDecodeError as error:
            raise DocumentError([Fault(THE_DOCUMENT, f"not UTF-8 text: byte {error.start}")]) from None
    if not isinstance(text, str):
        raise BadCall(f"expected the text of a document, got {brief(text)}")
    if len(text) > LARGEST:
        raise DocumentError([Fault(THE_DOCUMENT, f"larger than {LARGEST} characters")])
    try:
        data = json.loads(text, object_pairs_hook=_table, parse_constant=_no_constant, parse_float=_no_float)
    except RecursionError:
        raise DocumentError([Fault(THE_DOCUMENT, "lists and tables stand within each other too deep")]) from None
    except json.JSONDecodeError as error:
        raise DocumentError([Fault(THE_DOCUMENT, f"not JSON: {error.msg}", error.lineno)]) from None
    except ValueError as error:
        raise DocumentError([Fault(THE_DOCUMENT, f"not JSON as it is written here: {error}")]) from None
    if not isinstance(data, dict):
        raise DocumentError([Fault(THE_DOCUMENT, f"expected a table, got {brief(data)}")])
    return data


def _table(pairs: list[tuple[str, Any]]) -> Data:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if any(key == other for other, _ in pairs[:at]))
        raise ValueError(f"the key {brief(twice)} stands twice in a table")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _no_float(text: str) -> None:
    raise ValueError(f"{brief(text)} is not a whole number")


def _large_numbers_as_texts(data: Data) -> Data:
    """From format 1 to 2."""
    value = data.get("value")
    if not isinstance(value, dict):
        return data
    if data.get("kind") == "step" and isinstance(value.get("state"), dict):
        return {**data, "value": {**value, "state": _with_text(value["state"], "rng", written_rng)}}
    return {**data, "value": _with_text(_with_text(value, "rng", written_rng), "seed", str)}


def _with_text(table: Data, key: str, write: Callable[[int], str]) -> Data:
    number = table.get(key)
    return {**table, key: write(number)} if type(number) is int and abs(number) < 1 << 100 else table


MIGRATIONS: Final[dict[int, Callable[[Data], Data]]] = {1: _large_numbers_as_texts}
"""What makes a document of a format one of the next."""


def up_to_date(data: Data) -> Data:
    """The document in the format of today; an unknown format is refused by name."""
    if "format" not in data:
        raise DocumentError([Fault(THE_DOCUMENT, "the key 'format' is missing: this is no document of arcanum")])
    version = data["format"]
    if type(version) is not int or version not in (*MIGRATIONS, FORMAT):
        known = ", ".join(map(str, sorted((*MIGRATIONS, FORMAT))))
        raise DocumentError([Fault("format", f"this version reads formats {known}, not {brief(version)}")])
    while version != FORMAT:
        data = MIGRATIONS[version](data)
        version += 1
    return {**data, "format": FORMAT}


def type_of(kind: str, shapes: Shapes) -> Any:
    """The class that a kind of value is read into."""
    return {
        "state": shapes.state,
        "view": shapes.view,
        "step": Step,
        "action": Action,
        "event": Event,
        "outcome": Outcome,
        "violation": Violation,
        "record": SavedRecord,
    }[kind]


def _structure(data: object, made: Converter, kind: Any) -> Any:
    try:
        return made.structure(data, kind)
    except RecursionError:
        raise DocumentError([Fault("value", "lists and tables stand within each other too deep")]) from None
    except Exception as error:
        faults = list(islice(faults_of(error, "value"), MOST_FAULTS))
        raise DocumentError(faults) from None


def _read_without_rules(data: Data, games: list[Game]) -> Any:
    """A value that names no rules: an action, an event, a result or a refusal."""
    if data["kind"] not in WITHOUT_RULES:
        raise DocumentError([Fault(THE_DOCUMENT, "the key 'rules' is missing")])
    last: DocumentError | None = None
    for game in games:
        shapes = shapes_of(game, None)
        try:
            return _structure(data["value"], codec(game, None), type_of(data["kind"], shapes))
        except DocumentError as error:
            last = last or error
    assert last is not None
    raise last


def _read_full_rules(data: Data, game: Game) -> RuleSet:
    faults: list[Fault] = []
    named = data["rules"]
    if not isinstance(named, dict) or set(named) != {"id", "digest"}:
        raise DocumentError([Fault("rules", f"expected a table with 'id' and 'digest', got {brief(named)}")])
    rules = _read_house(data["value"], named["id"], game, faults, "value")
    if rules is not None and digest(rules) != named["digest"]:
        wrong = f"expected {digest(rules)!r} for these rules, got {brief(named['digest'])}"
        faults.append(Fault("rules.digest", wrong))
    if rules is None or faults:
        raise DocumentError(faults)
    return rules


def _impossible(value: object) -> Iterator[Fault]:
    """What cannot be in a position, a view or a record, although each part of it looks right."""
    where, found = "value", list[Fault]()
    if isinstance(value, Record):
        found = list(value.faults())
    elif isinstance(value, State):
        found = value.game.faults(value)
    elif isinstance(value, Step):
        where, found = "value.state", value.state.game.faults(value.state)
    elif isinstance(value, View):
        found = list(contradictions(value))
    for each in found:
        yield attrs.evolve(each, where=f"{where}.{each.where}" if each.where else where)
