"""Which drawn things a legal action is about: a page can bind clicks to them.

An action is about some keys (a card, a District, a seat, ...). Whoever draws something asks what can be done with it,
and whatever nobody has asked for in the end gets a button of its own. So every action can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from arcanum.kernel.actions import Action

Key = tuple[Hashable, ...]

_FEW: Final = 3
"""So many actions are told one by one."""


class Targets:
    """The legal actions of one view, by what they are about."""

    def __init__(
        self,
        actions: Sequence[Action],
        about: Callable[[Action], tuple[Key, ...]],
        told: Callable[[Action], str],
        *,
        highlight: bool,
    ) -> None:
        self.actions = tuple(actions)
        self.highlight = highlight
        self.keys: Final = [about(action) for action in self.actions]
        """What each action is about."""
        self._told = told
        self._asked: set[Key] = set()

    def at(self, *keys: Key) -> tuple[int, ...]:
        """The positions of the actions that are about one of these keys, which are being drawn."""
        self._asked.update(keys)
        if not self.highlight:
            return ()
        return tuple([at for at, own in enumerate(self.keys) if not set(keys).isdisjoint(own)])

    @property
    def undrawn(self) -> tuple[Key, ...]:
        """The keys that nothing drawn so far stands for."""
        return tuple(dict.fromkeys(key for own in self.keys for key in own if key not in self._asked))

    @property
    def rest(self) -> tuple[int, ...]:
        """The actions that cannot be reached from anything drawn so far."""
        if not self.highlight:
            return ()
        return tuple([at for at, own in enumerate(self.keys) if self._asked.isdisjoint(own)])

    def label(self, at: int) -> str:
        """An action in words."""
        text = self._told(self.actions[at])
        return text[:1].upper() + text[1:]

    def told(self, found: Sequence[int]) -> str:
        """Some actions in words, or how many they are."""
        if not found:
            return ""
        return f" {len(found)} choices." if len(found) > _FEW else "".join(f" {self.label(at)}." for at in found)
