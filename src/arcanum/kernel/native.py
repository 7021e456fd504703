"""What a compiled build needs at run time: its classes are known to attrs, although attrs has not made them."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from typing import Any, TypeVar

import attrs

T = TypeVar("T")


def is_compiled() -> bool:
    """Whether this is a compiled build."""
    from arcanum.kernel import engine

    return str(engine.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def described(kind: Any, hints: dict[str, str], values: dict[str, Any], text: str, kw_only: bool = False) -> None:
    """Let attrs know the fields of a native class, as it knows those of a class that it has made itself."""
    plain = type(kind.__name__, (), {"__annotations__": hints, "__module__": kind.__module__, **values})
    own = attrs.fields(attrs.define(plain, slots=False, init=False, eq=False, repr=False, kw_only=kw_only))
    inherited = [field for base in kind.__bases__ if attrs.has(base) for field in attrs.fields(base)]
    kind.__attrs_attrs__ = (*inherited, *own) if inherited else own
    names = tuple([field.name for field in kind.__attrs_attrs__ if field.init and not field.kw_only])
    type.__setattr__(kind, "__match_args__", names)
    kind.__annotations__ = hints
    kind.__doc__ = text


def field(**said: Any) -> Any:
    """What attrs has to know about a field."""
    return attrs.field(**said)


def evolve(value: T, **changes: Any) -> T:
    """The value with other fields."""
    known: Any = value  # to attrs, if not to the type checker
    changed: T = attrs.evolve(known, **changes)
    return changed


def made(kind: type[T], fields: dict[str, Any]) -> T:
    """An object of a kind, whose fields are given by name."""
    return kind(**fields)


def check(kind: Any, name: str, value: object, given: object) -> None:
    """Have attrs check what a field of a value is going to be."""
    if attrs.validators.get_disabled():
        return
    for field in kind.__attrs_attrs__:
        if field.name == name:
            field.validator(value, field, given)


def validate(value: Any) -> None:
    """Have attrs check the fields of a value that has just been made."""
    attrs.validate(value)
