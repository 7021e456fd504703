"""Players: who chooses an action by what a seat may know.

A player sees the views of its seat and nothing else. `random` takes any action, `greedy` the one after which the
position promises most (`arcanum.lab.greedy`), and `search` looks further (`arcanum.lab.search`). The last two do not
know what is hidden; they fill in a view by lot, as the rules allow, and look at that. The same seed and the same views
give the same choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Protocol, runtime_checkable

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.errors import BadCall, ParseError, UnknownName, brief
from arcanum.kernel.game import View
from arcanum.kernel.randomness import below, seeded

NAMES: Final = ("random", "greedy", "search")
NODES: Final = 100
"""How many positions a search looks at unless it is told."""
_MOST: Final = 1_000_000


@runtime_checkable
class Player(Protocol):
    """Somebody who plays one seat of one game.

    One that looks at nothing but its legal actions may have `pick(actions)` too: it is asked that instead, and nobody
    makes a view for it.
    """

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`; asked only when there are several."""


Factory = Callable[[int], Player]
"""Makes a player for one game, from a seed. Where games are spread over processes it has to be picklable."""


@attrs.frozen
class Kind:
    """A kind of player that comes with the library, with its budget; called with a seed, it makes one.

    >>> str(parse("search:200")), str(parse("search:50ms")), str(parse("search"))
    ('search:200', 'search:50ms', 'search:100')
    """

    name: str
    nodes: int | None = None
    milliseconds: int | None = None
    """A budget of time makes choices depend on the machine: they cannot be repeated."""

    def __str__(self) -> str:
        if self.milliseconds is not None:
            return f"{self.name}:{self.milliseconds}ms"
        return self.name if self.nodes is None else f"{self.name}:{self.nodes}"

    def __call__(self, seed: int) -> Player:
        """A player for one game."""
        if self.name == "random":
            return RandomPlayer(seed)
        if self.name == "greedy":
            from arcanum.lab.greedy import GreedyPlayer

            return GreedyPlayer(seed)
        from arcanum.lab.search import SearchPlayer

        return SearchPlayer(seed, self.nodes, self.milliseconds)


def parse(text: str) -> Kind:
    """The kind of player that a word stands for: `random`, `greedy`, `search`, `search:200`, `search:50ms`."""
    name, colon, budget = text.partition(":")
    if name not in NAMES:
        raise UnknownName("player", name, NAMES)
    if name != "search":
        if colon:
            raise ParseError(f"{brief(text)}: only search has a budget")
        return Kind(name)
    if not colon:
        return Kind(name, NODES)
    found = re.fullmatch(r"([1-9][0-9]{0,6})(ms)?", budget)
    if found is None or int(found[1]) > _MOST:
        wanted = "a number of nodes or of milliseconds, as in search:200 or search:50ms"
        raise ParseError(f"{brief(text)}: expected {wanted}")
    return Kind(name, milliseconds=int(found[1])) if found[2] else Kind(name, int(found[1]))


def name_of(player: Factory) -> str:
    """What a kind of player is called in results; two kinds that play differently should not share a name."""
    if isinstance(player, Kind):
        return str(player)
    named = getattr(player, "name", None)
    if isinstance(named, str):
        return named
    return str(getattr(player, "__qualname__", None) or type(player).__qualname__)


def chosen(players: Sequence[str | Factory]) -> tuple[Factory, ...]:
    """Kinds of players, some of them by their words."""
    if isinstance(players, str):
        players = [word.strip() for word in players.split(",")]
    found: list[Factory] = []
    names: dict[str, Factory] = {}
    for each in players:
        if not isinstance(each, str) and not callable(each):
            raise BadCall(f"expected the name of a player or what makes one, got {brief(each)}")
        found.append(parse(each) if isinstance(each, str) else each)
        name = name_of(found[-1])
        if names.setdefault(name, found[-1]) != found[-1]:
            raise BadCall(
                f"two different players are called {brief(name)}; give what makes them a name: an attribute `name`"
            )
    return tuple(found)


def has_name(player: Factory) -> bool:
    """Whether a kind of player has a name of its own, so that results can say who played.

    >>> has_name(parse("greedy")), has_name(RandomPlayer), has_name(lambda seed: RandomPlayer(seed))
    (True, True, False)
    """
    named = getattr(player, "name", None) or getattr(player, "__qualname__", None)
    return isinstance(named, str) and not named.endswith("<lambda>")


class RandomPlayer:
    """Takes any action, each equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)

    def choose(self, view: View) -> Action:
        """Draw one."""
        return self.pick(view.legal_actions)

    def pick(self, actions: Sequence[Action]) -> Action:
        """Draw one of some actions."""
        self._rng, at = below(self._rng, len(actions))
        return actions[at]
