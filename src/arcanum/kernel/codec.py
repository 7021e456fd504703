"""Values as plain JSON data, through cattrs. Cards, figures and actions are written in their short text form."""

from __future__ import annotations

from enum import Enum
from typing import Any

import attrs
from cattrs import Converter

from arcanum.kernel.actions import Action
from arcanum.kernel.events import Event


def converter() -> Converter:
    """A converter for events and actions; each game adds hooks for its own values."""
    made = Converter(unstruct_collection_overrides={tuple: list})
    made.register_unstructure_hook(Action, str)
    made.register_unstructure_hook(Enum, lambda value: value.name.lower())
    made.register_unstructure_hook_func(_is_event, lambda event: _event(made, event))
    return made


def _is_event(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event)


def _event(made: Converter, event: Event) -> dict[str, Any]:
    fields = {field.name: made.unstructure(getattr(event, field.name)) for field in attrs.fields(type(event))}
    return {"event": type(event).__name__, **fields}
