"""Many actions as a few: what begins alike is offered together, and chosen from in a second step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import attrs

import arcanum

FEW: Final = 12
"""So many actions are shown one by one."""
_ALIKE: Final = 2
"""How many words the actions of a group have to share."""


@attrs.frozen
class Group:
    """Actions that begin alike."""

    label: str
    entries: tuple[Entry, ...]


@attrs.frozen
class Entry:
    """An action with its words."""

    label: str
    action: arcanum.Action


Item: TypeAlias = Entry | Group


def menu(actions: Iterable[arcanum.Action], label: Callable[[arcanum.Action], str]) -> tuple[Item, ...]:
    """What to offer: the actions one by one, or in groups if there are many.

    Actions belong together if their short forms differ in the last word only, as those that move a figure do.
    """
    entries = [Entry(label(action), action) for action in actions]
    if len(entries) <= FEW:
        return tuple(entries)
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(_key(entry.action), []).append(entry)
    return tuple(item for group in groups.values() for item in _grouped(group))


def _key(action: arcanum.Action) -> str:
    """All words of the short form but the last; a form of two words stands for itself."""
    words = str(action).split()
    return " ".join(words[:-1]) if len(words) > _ALIKE else str(action)


def _grouped(entries: Sequence[Entry]) -> tuple[Item, ...]:
    start = _common([entry.label.split() for entry in entries])
    if len(entries) == 1 or len(start) < _ALIKE:
        return tuple(entries)
    return (Group(" ".join(start), tuple(entries)),)


def _common(rows: Sequence[Sequence[str]]) -> list[str]:
    """The words with which all rows begin."""
    shared = list[str]()
    for words in zip(*rows, strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return shared
