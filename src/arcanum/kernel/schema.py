"""JSON Schema for house-rule files and for documents: what the readers accept, said so that other programs know it too.

It is made of the same annotations, bounds, shapes and vocabularies that the readers use. A schema cannot say
everything: which values go together, which word may stand where and which position can occur, only the readers know.
This module knows no game.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache, partial, reduce
from itertools import pairwise
from operator import or_
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

from arcanum.kernel.agenda import Effect, Frame, Task
from arcanum.kernel.codec import EVENT, MOST_TEXTS, RNG, TASK, SavedFrame, map_types, unwritten
from arcanum.kernel.documents import FORMAT, KINDS, WITHOUT_RULES, type_of
from arcanum.kernel.engine import State, Step
from arcanum.kernel.events import Event
from arcanum.kernel.game import Game
from arcanum.kernel.house import ENDING, LONGEST_DESCRIPTION, LONGEST_NAME, value_fields
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.replay import SEED, SavedRecord
from arcanum.kernel.ruledata import Bounds, bounds_of, clauses_of
from arcanum.kernel.values import EnumMap
from arcanum.kernel.words import Vocabulary, choices_of, hints_of, length_of, plain

Schema: TypeAlias = dict[str, Any]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def refer(name: str) -> Schema:
    """A reference to a definition.

    >>> refer("arcanum-program")
    {'$ref': '#/$defs/arcanum-program'}
    """
    return {"$ref": f"#/$defs/{name}"}


def matching(pattern: re.Pattern[str]) -> Schema:
    """Texts that a pattern matches from end to end."""
    return {"type": "string", "pattern": f"^({pattern.pattern})$"}


def table(properties: Schema, required: Iterable[str] = (), **more: object) -> Schema:
    """A table with these keys and no others."""
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False, **more}


def whole(schema: Schema) -> Schema:
    """A table in which nothing may be left out, nor in the tables within it; what is defined elsewhere stays as it is.

    >>> whole({"type": "object", "properties": {"vp": {"type": "integer"}}})["required"]
    ['vp']
    """
    if "properties" not in schema:
        return schema
    properties = {name: whole(each) for name, each in schema["properties"].items()}
    return {**schema, "properties": properties, "required": list(properties)}


# --- house rules ----------------------------------------------------------------------------------------------------


def head(bases: Iterable[str], below: Schema) -> Schema:
    """The keys at the top of every file; `below` is how house rules stand there that others are built on."""
    told = "What is changed: a built-in rule set, or other house rules."
    return {
        "base": {"anyOf": [{"enum": list(bases)}, below], "description": told},
        "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
            "pattern": "^[^/\\s]([^/\\n\\t]*[^/\\s])?$",
            "description": "What the rules are called.",
        },
        "description": {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_DESCRIPTION,
            "description": "Why a group might want this.",
        },
    }


def path_of_base() -> Schema:
    """The path of a house-rule file."""
    return {"type": "string", "pattern": f"{re.escape(ENDING)}$"}


def paths(names: Iterable[str]) -> Schema:
    """The keys of `[rules]` that name other files."""
    return {name: {"type": "string", "description": "The path of a file, beside this one."} for name in names}


def values(kind: type, apart: Iterable[str], others: Schema) -> Schema:
    """The table `[rules]` of a game; `others` are the keys that the game reads itself."""
    hints, told = hints_of(kind), docstrings(kind)
    properties = {
        name: {
            **value(hints[name], bounds_of(field)),
            "description": f"{told.get(name, '')} [{', '.join(clauses_of(field))}]".strip(),
        }
        for name, field in value_fields(kind, apart).items()
    }
    return table({**properties, **others})


def value(hint: Any, bounds: Bounds) -> Schema:
    """What an annotated field may hold."""
    hint = plain(hint)
    if attrs.has(hint):
        return table({name: value(each, bounds) for name, each in hints_of(hint).items()})
    if get_origin(hint) is tuple:
        fewest, longest = length_of(hint, bounds)
        return {"type": "array", "items": value(get_args(hint)[0], bounds), "minItems": fewest, "maxItems": longest}
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return {"type": "integer", "minimum": bounds.least, "maximum": bounds.most}
    choices = choices_of(hint, bounds)
    return {"enum": list(choices)} if choices else {"type": "string", "minLength": 1}


def words(vocabulary: Vocabulary, program: str, longest: int) -> Schema:
    """A program: a list of words, each with its own keys. `program` is the reference to this very schema."""
    return {
        "type": "array",
        "maxItems": longest,
        "items": {
            "type": "object",
            "required": ["word"],
            "properties": {"word": {"enum": list(vocabulary.words)}},
            "allOf": [
                {
                    "if": {"properties": {"word": {"const": name}}, "required": ["word"]},
                    "then": _word(vocabulary, name, kind, program),
                }
                for name, kind in vocabulary.words.items()
            ],
        },
    }


def _word(vocabulary: Vocabulary, name: str, kind: type, program: str) -> Schema:
    described = {"const": name, "description": told(kind)}
    inner = _fields(vocabulary, name, kind, program)
    return {**inner, "properties": {"word": described, **inner["properties"]}, "required": ["word", *inner["required"]]}


def _fields(vocabulary: Vocabulary, name: str, kind: type, program: str) -> Schema:
    fields = vocabulary.fields(kind)
    properties = {key: _field(vocabulary, name, key, hints_of(kind)[key], program) for key in fields}
    required = [key for key, field in fields.items() if field.default is attrs.NOTHING]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _field(vocabulary: Vocabulary, name: str, key: str, hint: Any, program: str) -> Schema:
    hint = plain(hint)
    if get_origin(hint) is not tuple:
        return value(hint, vocabulary.bounds_in(name, key))
    inner = get_args(hint)[0]
    if attrs.has(part := get_origin(inner) or inner):
        return {"type": "array", "minItems": 1, "items": _fields(vocabulary, name, part, program)}
    return {"$ref": program}


# --- what people are told ---------------------------------------------------------------------------------------------


def told(kind: Any) -> str:
    """The first paragraph of what a class says about itself."""
    return (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")


def docstrings(kind: type) -> dict[str, str]:
    """The text below each field of a class, which Python itself forgets; empty where there is no source."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found |= _class_bodies(base.__module__).get(base.__qualname__, {})
    return found


@cache
def _class_bodies(module: str) -> dict[str, dict[str, str]]:
    """The texts below the fields of every class of a module."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    return {each.name: dict(_told_fields(each.body)) for each in tree.body if isinstance(each, ast.ClassDef)}


def _told_fields(body: list[ast.stmt]) -> Iterable[tuple[str, str]]:
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            constant = text.value
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                yield field.target.id, inspect.cleandoc(constant.value).replace("\n", " ")


# --- values as they are written ---------------------------------------------------------------------------------------


_SIMPLE: Final[dict[Any, Schema]] = {
    NoneType: {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
}
_LOCAL: Final = {"ClauseId": ClauseId}
"""What annotations of the kernel use and their modules do not import."""


class Definitions:
    """The definitions of a game's values, made as they are asked for, from what the codec writes and reads by."""

    def __init__(self, game: Game) -> None:
        self.found: dict[str, Schema] = {}
        self._game = game
        self._shapes = game.shapes(None)
        self._sources: dict[str, Any] = {}
        self._omitted = {(self._shapes.state, "rules"), (self._shapes.view, "rules"), (Step, "before")}
        self._exact: dict[tuple[type, str], Schema] = {
            (self._shapes.state, "rng"): matching(RNG),
            (SavedRecord, "seed"): matching(SEED),
            (SavedRecord, "options"): table(
                {
                    option.name: {"type": "string", "description": option.help}
                    for option in game.options()
                    if not option.is_file
                }
            ),
        }

    def held(self, kind: str) -> Schema:
        """What a document of a kind holds; full rules are defined by the game itself."""
        return refer(f"{self._game.name}-rules") if kind == "rules" else self.value(type_of(kind, self._shapes))

    def value(self, hint: Any) -> Schema:
        """What an annotated field holds in a document."""
        if hint in self._shapes.texts:
            names = [each.__name__ for each in get_args(hint) or (hint,)]
            return self._define("-or-".join(names), hint, lambda: dict(self._shapes.texts[hint].schema))
        if hint in _SIMPLE:
            return dict(_SIMPLE[hint])
        if hint is ClauseId:
            ids = [clause.id for clause in self._game.clauses()]
            return self._define("ClauseId", hint, lambda: {"enum": ids, "description": "The id of a clause."})
        kind, inner = get_origin(hint) or hint, get_args(hint)
        if kind in (Union, UnionType):
            return self._either(inner)
        if kind is tuple:
            return self._row(inner)
        if kind is Literal:
            return {"enum": list(inner)}
        if kind is dict:
            return {"type": "object", "additionalProperties": self.value(inner[1]), "maxProperties": MOST_TEXTS}
        assert isinstance(kind, type), f"no document has a value of the type {hint!r}"
        return self._class(kind)

    def _class(self, kind: type) -> Schema:
        if kind is State:
            return self.value(self._shapes.state)
        if kind is Task:
            return self._family(kind, TASK, self._shapes.tasks)
        if kind is Event:
            return self._family(kind, EVENT, self._shapes.events)
        if issubclass(kind, Effect):
            return self._define("Effect", Effect, _effect)
        if issubclass(kind, Enum):
            names = [member.name.lower() for member in kind]
            return self._define(kind.__name__, kind, lambda: {"enum": names, "description": _told(kind)})
        if issubclass(kind, EnumMap):
            return self._define(kind.__name__, kind, lambda: self._map(kind))
        assert attrs.has(kind), f"no document has a value of the type {kind!r}"
        return self._define(kind.__name__, kind, lambda: table(**self._fields(kind), description=_told(kind)))

    def _define(self, name: str, source: Any, make: Callable[[], Schema]) -> Schema:
        """A reference to a definition, which is made the first time that it is asked for."""
        name = f"{self._game.name}-{name}"
        assert self._sources.setdefault(name, source) == source, f"two things are called {name!r}"
        if name not in self.found:
            self.found[name] = {}
            self.found[name] = make()
        return refer(name)

    def _either(self, kinds: tuple[Any, ...]) -> Schema:
        """Something or nothing."""
        rest = [each for each in kinds if each is not NoneType]
        return {"anyOf": [self.value(reduce(or_, rest)), self.value(NoneType)]}

    def _row(self, entries: tuple[Any, ...]) -> Schema:
        if entries[1:] == (...,):
            return {"type": "array", "items": self.value(entries[0])}
        kinds = [self.value(each) for each in entries]
        return {"type": "array", "prefixItems": kinds, "items": False, "minItems": len(kinds)}

    def _map(self, kind: Any) -> Schema:
        key, value = map_types(kind)
        write = self._shapes.texts[key].write if key in self._shapes.texts else _lower
        names = [write(member) for member in kind.members]
        return table(dict.fromkeys(names, self.value(value)), required=names, description=_told(kind))

    def _family(self, base: type, tag: str, kinds: tuple[type, ...]) -> Schema:
        """Tables that say under a tag what they are."""

        def member(kind: type) -> Schema:
            inner = self._fields(SavedFrame if kind is Frame else kind)
            properties = {tag: {"const": kind.__name__}, **inner["properties"]}
            return table(properties, required=[tag, *inner["required"]], description=_told(kind))

        def family() -> Schema:
            members = [self._define(f"{tag}-{kind.__name__}", kind, partial(member, kind)) for kind in kinds]
            return {"oneOf": members, "description": _told(base)}

        return self._define(base.__name__, base, family)

    def _fields(self, kind: type) -> Schema:
        hints = get_type_hints(kind, localns={**self._shapes.names, **_LOCAL})
        texts = docstrings(kind)
        properties: Schema = {}
        for field in attrs.fields(kind):
            if field.init and (kind, field.name) not in self._omitted:
                found = self._exact.get((kind, field.name)) or self.value(hints[field.name])
                described = {"description": _null(texts[field.name])} if field.name in texts else {}
                properties[field.name] = {**found, **described}
        usual = unwritten(kind) if issubclass(kind, (Task, self._shapes.state, self._shapes.view)) else ()
        return {"properties": properties, "required": [name for name in properties if name not in usual]}


def _told(kind: Any) -> str:
    return _null(told(kind))


def _null(text: str) -> str:
    """A text about values as they are in a document, where None is null."""
    return re.sub(r"\bNone\b", "null", text)


def _effect() -> Schema:
    return {"type": "string", "minLength": 1, "description": "An effect, named by its place in the rules."}


def _lower(member: Any) -> str:
    name: str = member.name.lower()
    return name


# --- documents --------------------------------------------------------------------------------------------------------


_DIGEST: Final = {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "A fingerprint of the rules."}


def documents(games: Iterable[Game], title: str) -> Schema:
    """The schema of all documents. The games still have to define `<game>-house` and `<game>-rules`.

    What a document must look like depends on its game and its kind: `arcanum-document-state` is a state of Arcanum.
    """
    known = [(game.name, game.rulesets(), Definitions(game)) for game in games]
    found: Schema = {}
    branches: list[Schema] = []
    for name, built_in, values in known:
        found |= _references(name, built_in)
        for kind in KINDS:
            found[f"{name}-document-{kind}"] = _document(kind, values.held(kind), name)
            said = {"game": {"const": name}, "kind": {"const": kind}}
            branches.append({"if": _has(said), "then": refer(f"{name}-document-{kind}")})
    for kind in KINDS:
        if kind in WITHOUT_RULES:
            found[f"document-{kind}"] = _document(kind, {"anyOf": [values.held(kind) for _, _, values in known]})
        then = refer(f"document-{kind}") if kind in WITHOUT_RULES else {"required": ["game", "rules"]}
        branches.append({"if": {**_has({"kind": {"const": kind}}), "not": {"required": ["game"]}}, "then": then})
    for _, _, values in known:
        found |= values.found
    properties = {
        "format": {"const": FORMAT},
        "kind": {"enum": list(KINDS)},
        "game": {"enum": [name for name, _, _ in known]},
        "rules": {"type": "object"},
        "value": True,
    }
    needed = ["format", "kind", "value"]
    return {"$schema": DRAFT, "title": title, **table(properties, required=needed, allOf=branches), "$defs": found}


def _has(said: Schema) -> Schema:
    return {"properties": said, "required": list(said)}


def _references(game: str, built_in: tuple[str, ...]) -> Schema:
    """How documents of a game name their rules: by an id alone if they are built in, otherwise with all they say."""
    name = {"type": "string", "minLength": 1}
    built_in_rules = table({"id": {"enum": list(built_in)}, "digest": _DIGEST}, required=["id", "digest"])
    house = {"id": name, "digest": _DIGEST, "house": refer(f"{game}-house")}
    return {
        f"{game}-reference": {"oneOf": [built_in_rules, table(house, required=house)]},
        f"{game}-name": table({"id": name, "digest": _DIGEST}, required=["id", "digest"]),
    }


def _document(kind: str, held: Schema, game: str | None = None) -> Schema:
    """A document of a kind; without a game, one that cannot have rules either."""
    properties: Schema = {"format": {"const": FORMAT}, "kind": {"const": kind}}
    if game is not None:
        named = refer(f"{game}-name" if kind == "rules" else f"{game}-reference")
        properties |= {"game": {"const": game}, "rules": named}
    properties["value"] = held
    optional = ("rules",) if kind in WITHOUT_RULES else ()
    return table(properties, required=[key for key in properties if key not in optional])
