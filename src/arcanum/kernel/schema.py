"""JSON Schema for house-rule files: what the reader accepts, said so that an editor can help while somebody writes.

It is made of the same annotations, bounds and vocabularies that the reader uses. A schema cannot say everything: which
values go together, and which word may stand where, only the reader knows. This module knows no game.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable
from typing import Any, TypeAlias, get_args, get_origin

import attrs

from arcanum.kernel.house import LONGEST_DESCRIPTION, LONGEST_NAME, value_fields
from arcanum.kernel.ruledata import Bounds, bounds_of, clauses_of
from arcanum.kernel.words import Vocabulary, choices_of, hints_of, length_of, plain

Schema: TypeAlias = dict[str, Any]


def table(properties: Schema, required: Iterable[str] = (), **more: object) -> Schema:
    """A table with these keys and no others."""
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False, **more}


def head(bases: Iterable[str]) -> Schema:
    """The keys at the top of every file."""
    return {
        "base": {"enum": list(bases), "description": "The built-in rule set that is changed."},
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


def values(kind: type, apart: Iterable[str], files: Iterable[str]) -> Schema:
    """The table `[rules]` of a game."""
    hints, told = hints_of(kind), docstrings(kind)
    properties = {
        name: {
            **value(hints[name], bounds_of(field)),
            "description": f"{told.get(name, '')} [{', '.join(clauses_of(field))}]".strip(),
        }
        for name, field in value_fields(kind, apart).items()
    }
    paths = {name: {"type": "string", "description": "The path of a file, beside this one."} for name in files}
    return table({**properties, **paths})


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
    first = inspect.getdoc(kind) or ""
    described = {"const": name, "description": first.partition("\n\n")[0].replace("\n", " ")}
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


def docstrings(kind: type) -> dict[str, str]:
    """The text below each field of a class, which Python itself forgets; empty where there is no source."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    except OSError:
        return {}
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            constant = text.value
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                found[field.target.id] = inspect.cleandoc(constant.value).replace("\n", " ")
    return found
