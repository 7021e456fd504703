"""Values as plain JSON data and back, through cattrs, strictly.

Nothing is converted and nothing is guessed: true is not 1, an unknown key is a fault, and all faults of a document are
found at once, each with its path. What has a short text form is written as that text. What a game's values look like it
says in its `Shapes`; the schema is made from the same. This module knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from enum import Enum, IntEnum
from typing import Any, NoReturn, get_args, get_origin

import attrs
from cattrs import (
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Effect, Frame, Task
from arcanum.kernel.engine import State, Step
from arcanum.kernel.errors import BadCall, Violation, brief
from arcanum.kernel.events import Event
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.programs import Programs
from arcanum.kernel.values import EnumMap
from arcanum.kernel.words import Fault, expected, inside, unknown

EVENT, TASK = "event", "task"
"""The keys that say which event or task a table is."""
LARGEST_NUMBER = 1 << 64
MOST_TEXTS = 100
RNG = re.compile("[0-9a-f]{16}")
LONGEST_ROW = 20_000
"""Entries of a list: more than any value has, and few enough that faults in all of them can be told."""


@attrs.frozen
class TextForm:
    """How values of a type are written as texts and read again, and what such texts look like."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    """Raises `BadCall` if the text stands for nothing."""
    schema: Mapping[str, object]


@attrs.frozen
class Shapes:
    """What a game's values look like under some rules."""

    rules: Any
    """None if only values are written that look the same under all rules."""
    state: type
    view: type
    actions: tuple[type[Action], ...]
    texts: Mapping[Any, TextForm]
    """The types that are written as short texts."""
    tasks: tuple[type[Task[Any, Any]], ...]
    """Everything that can be on the agenda."""
    events: tuple[type[Event], ...]
    programs: Programs
    clauses: Container[str]
    names: Mapping[str, Any] = attrs.field(factory=dict)
    """Names that annotations use and their modules do not import."""


def converter(shapes: Shapes) -> Converter:
    """A converter for the values of a game."""
    made = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
    for kind in (shapes.state, shapes.view):
        attrs.resolve_types(kind, localns=dict(shapes.names))
    attrs.resolve_types(Violation, localns={"ClauseId": ClauseId})
    _add_primitives(made, shapes)
    made.register_structure_hook_factory(_is_class, _structure_class)
    made.register_structure_hook_factory(_is_row, _structure_row)
    made.register_structure_hook_func(_is_texts, _read_texts)
    _add_maps(made)
    _add_agenda(made, shapes)
    made.register_unstructure_hook_factory(_is_task_with_a_clause, lambda kind: _write_unless_usual(kind, made))
    _add_tagged(made, Event, EVENT, shapes.events)
    for annotation, form in shapes.texts.items():
        _add_text(made, annotation, form)
    _add_with_rules(made, shapes)
    made.register_unstructure_hook(State, lambda state: made.unstructure(state, shapes.state))
    made.register_structure_hook(State, lambda data, _: made.structure(data, shapes.state))
    made.register_unstructure_hook(Step, make_dict_unstructure_fn(Step, made, before=override(omit=True)))
    made.register_structure_hook(
        Step, make_dict_structure_fn(Step, made, _cattrs_forbid_extra_keys=True, before=override(omit=True))
    )
    return made


# --- texts, numbers, words ------------------------------------------------------------------------------------------


def _add_primitives(made: Converter, shapes: Shapes) -> None:
    made.register_structure_hook(bool, lambda data, _: data if type(data) is bool else _wrong(bool, data))
    made.register_structure_hook(str, lambda data, _: data if type(data) is str else _wrong(str, data))
    made.register_structure_hook(int, _read_number)
    for kind in (Enum, IntEnum):  # both, because an IntEnum is an int too
        made.register_structure_hook(kind, _read_enum)
        made.register_unstructure_hook(kind, lambda value: value.name.lower())
    made.register_structure_hook(ClauseId, lambda data, _: _read_clause(shapes.clauses, data))


def _wrong(kind: Any, data: object) -> NoReturn:
    raise BadCall(f"expected {expected(kind)}, got {brief(data)}")


def _read_number(data: object, _: object) -> int:
    if type(data) is not int or not -LARGEST_NUMBER < data < LARGEST_NUMBER:
        raise BadCall(f"expected a whole number, got {brief(data)}")
    return data


def _read_clause(known: Container[str], data: object) -> ClauseId:
    if type(data) is not str or data not in known:
        raise BadCall(f"expected the id of a clause, got {brief(data)}")
    return ClauseId(data)


def _read_enum(data: object, kind: type[Enum]) -> Enum:
    names = {member.name.lower(): member for member in kind}
    if not isinstance(data, str) or data not in names:
        raise BadCall(unknown(kind.__name__, data, names))
    return names[data]


def _add_text(made: Converter, annotation: Any, form: TextForm) -> None:
    def read(data: object, _: object) -> Any:
        if not isinstance(data, str):
            raise BadCall(f"expected a text, got {brief(data)}")
        return form.read(data)

    made.register_unstructure_hook(annotation, form.write)
    made.register_structure_hook(annotation, read)
    made.register_unstructure_hook(annotation | None, lambda value: None if value is None else form.write(value))
    made.register_structure_hook(annotation | None, lambda data, _: None if data is None else read(data, _))


# --- tables, rows, maps ---------------------------------------------------------------------------------------------


def _is_class(kind: Any) -> bool:
    return attrs.has(get_origin(kind) or kind)


def _structure_class(kind: Any, made: Converter) -> Callable[[object, object], Any]:
    inner = make_dict_structure_fn(kind, made, _cattrs_forbid_extra_keys=True)

    def read(data: object, _: object) -> Any:
        if not isinstance(data, dict):
            raise BadCall(f"expected a table, got {brief(data)}")
        return inner(data, kind)

    return read


def _is_row(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _structure_row(kind: Any, made: Converter) -> Callable[[object, object], tuple[Any, ...]]:
    first, *rest = get_args(kind)
    many = rest == [...]

    def read(data: object, _: object) -> tuple[Any, ...]:
        if not isinstance(data, list) or (not many and len(data) != len(rest) + 1):
            raise BadCall(f"expected a list{'' if many else f' of {len(rest) + 1}'}, got {brief(data)}")
        if len(data) > LONGEST_ROW:
            raise BadCall(f"expected a list of at most {LONGEST_ROW}, got {len(data)} entries")
        entries = [first] * len(data) if many else [first, *rest]
        found: list[Any] = []
        errors: list[Exception] = []
        for at, (each, entry) in enumerate(zip(data, entries, strict=True)):
            try:
                found.append(made.structure(each, entry))
            except Exception as error:  # whatever it is, it is told with its place
                error.add_note(IterableValidationNote(f"entry {at}", at, entry))
                errors.append(error)
        if errors:
            raise IterableValidationError("faults in a list", errors, kind)
        return tuple(found)

    return read


def _is_texts(kind: Any) -> bool:
    return get_origin(kind) is dict


def _read_texts(data: object, _: object) -> dict[str, str]:
    if not isinstance(data, dict) or len(data) > MOST_TEXTS:
        raise BadCall(f"expected a table, got {brief(data)}")
    for key, value in data.items():
        if not isinstance(value, str):
            raise BadCall(f"expected a text under {brief(key)}, got {brief(value)}")
    return dict(data)


def _is_map(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, EnumMap)


def map_types(kind: Any) -> tuple[Any, Any]:
    """The types of the keys and of the values of an `EnumMap`."""
    key, value = get_args(kind.__orig_bases__[0])
    return key, value


def _add_maps(made: Converter) -> None:
    def write(kind: Any) -> Callable[[Any], dict[str, Any]]:
        key, value = map_types(kind)
        return lambda row: {made.unstructure(k, key): made.unstructure(v, value) for k, v in row.items()}

    def read(kind: Any) -> Callable[[object, object], Any]:
        key, value = map_types(kind)
        return lambda data, _: _read_map(made, kind, key, value, data)

    made.register_unstructure_hook_factory(_is_map, write)
    made.register_structure_hook_factory(_is_map, read)


def _read_map(made: Converter, kind: Any, key: Any, value: Any, data: object) -> Any:
    if not isinstance(data, dict):
        raise BadCall(f"expected a table, got {brief(data)}")
    names = [made.unstructure(member, key) for member in kind.members]
    errors: list[Exception] = [BadCall(unknown("key", name, names)) for name in data if name not in names]
    errors += [BadCall(f"the key {name!r} is missing") for name in names if name not in data]
    row: list[Any] = []
    for name in names:
        try:
            row.append(made.structure(data.get(name), value) if name in data else None)
        except Exception as error:  # told with its place
            error.add_note(IterableValidationNote(f"key {name}", name, value))
            errors.append(error)
    if errors:
        raise IterableValidationError("faults in a table", errors, kind)
    return kind(tuple(row))


# --- what is one of several kinds -----------------------------------------------------------------------------------


def _add_tagged(made: Converter, base: type, tag: str, kinds: tuple[type, ...]) -> None:
    """Values of a family of classes: each is a table that says under `tag` what it is."""
    by_name = {kind.__name__: kind for kind in kinds}

    def is_base(kind: Any) -> bool:
        return (get_origin(kind) or kind) is base

    def write(value: Any) -> dict[str, Any]:
        return {tag: type(value).__name__, **made.unstructure(value, type(value))}

    def read(data: object, _: object) -> Any:
        if not isinstance(data, dict):
            raise BadCall(f"expected a table with a key {tag!r}, got {brief(data)}")
        name = data.get(tag)
        if not isinstance(name, str) or name not in by_name:
            raise BadCall(unknown(tag, name, by_name))
        return made.structure({key: each for key, each in data.items() if key != tag}, by_name[name])

    made.register_unstructure_hook_func(is_base, write)
    made.register_structure_hook_func(is_base, read)


def _add_agenda(made: Converter, shapes: Shapes) -> None:
    programs = shapes.programs
    _add_tagged(made, Task, TASK, shapes.tasks)

    def is_effect(kind: Any) -> bool:
        kind = get_origin(kind) or kind
        return isinstance(kind, type) and issubclass(kind, Effect)

    def read_effect(data: object, kind: Any) -> Any:
        found = programs.effect(data)
        if not isinstance(found, get_origin(kind) or kind):
            raise BadCall(f"the effect at {brief(data)} does not wait for such an answer")
        return found

    made.register_unstructure_hook_func(is_effect, programs.place)
    made.register_structure_hook_func(is_effect, read_effect)

    def write_frame(frame: Frame[Any, Any]) -> dict[str, Any]:
        place, word = programs.rest(frame.program)
        return {"program": place, "word": word, "seat": frame.seat}

    def read_frame(data: object, _: object) -> Frame[Any, Any]:
        saved = made.structure(data, SavedFrame)
        return Frame(programs.from_word(saved.program, saved.word), saved.seat)

    made.register_unstructure_hook(Frame, write_frame)
    made.register_structure_hook(Frame, read_frame)


def _is_task_with_a_clause(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Task) and bool(unwritten(kind))


def unwritten(kind: type) -> tuple[str, ...]:
    """The fields that are left out of a document while they are as they usually are.

    Those are the clause that a task cites, which a house rule may change, and what states and views have only then.
    """
    every = not issubclass(kind, Task)
    fields = [each for each in attrs.fields(kind) if each.init and each.default is not attrs.NOTHING]
    return tuple(each.name for each in fields if every or each.name == "clause")


def _write_unless_usual(kind: Any, made: Converter, **others: Any) -> Any:
    usual: dict[str, Any] = {name: override(omit_if_default=True) for name in unwritten(kind)}
    return make_dict_unstructure_fn(kind, made, **usual, **others)


@attrs.frozen
class SavedFrame:
    """A frame as it is written down: the place of its program in the rules, and the word that comes next."""

    program: str
    word: int
    seat: int


def written_rng(rng: int) -> str:
    """The generator as a document states it: as a text, because not every language has numbers of 64 bits.

    >>> written_rng(7)
    '0000000000000007'
    """
    return f"{rng:016x}"


def _read_rng(data: object, _: object) -> int:
    if not isinstance(data, str) or not RNG.fullmatch(data):
        raise BadCall(f"expected 16 hexadecimal digits, got {brief(data)}")
    return int(data, 16)


def _add_with_rules(made: Converter, shapes: Shapes) -> None:
    """States and views do not repeat their rules, which are known already; only a state has a generator."""
    no_rules, rng = override(omit=True), override(struct_hook=_read_rng, unstruct_hook=written_rng)
    state, view = shapes.state, shapes.view
    hint = attrs.fields_dict(state)["rules"].type
    assert hint is not None
    made.register_structure_hook(hint, lambda data, _: shapes.rules)
    made.register_unstructure_hook(state, _write_unless_usual(state, made, rules=no_rules, rng=rng))
    made.register_unstructure_hook(view, _write_unless_usual(view, made, rules=no_rules))
    inner: dict[type, Callable[[Any, Any], Any]] = {
        state: make_dict_structure_fn(state, made, _cattrs_forbid_extra_keys=True, rng=rng),
        view: make_dict_structure_fn(view, made, _cattrs_forbid_extra_keys=True),
    }

    def read(data: object, kind: Any) -> Any:
        if not isinstance(data, dict):
            raise BadCall(f"expected a table, got {brief(data)}")
        if "rules" in data:
            raise ForbiddenExtraKeysError(None, kind, {"rules"})
        return inner[kind]({**data, "rules": None}, kind)

    made.register_structure_hook(state, read)
    made.register_structure_hook(view, read)


# --- faults ---------------------------------------------------------------------------------------------------------


def faults_of(error: Exception, where: str) -> Iterator[Fault]:
    """Every fault that structuring found, with its path."""
    if isinstance(error, BaseValidationError):
        assert isinstance(error, ClassValidationError | IterableValidationError)
        noted, plain = error.group_exceptions()
        for each, note in noted:
            key = note.index if isinstance(note, IterableValidationNote) else note.name
            yield from faults_of(each, where if type(each) is KeyError else inside(where, key))
        for each in plain:
            yield from faults_of(each, where)
    elif isinstance(error, ForbiddenExtraKeysError):
        for name in sorted(error.extra_fields):
            yield Fault(inside(where, name), "unknown key")
    elif isinstance(error, KeyError):
        yield Fault(where, f"the key {str(error.args[0])!r} is missing")
    else:
        yield Fault(where, str(error))
