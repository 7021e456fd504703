"""Objectives and Stakes made up on the fly, and a solver that tries every way to use each Stake once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import attrs
from hypothesis import strategies as st

from arcanum.guilds import Card, CardId, Kind, State
from arcanum.kernel.events import Seat
from arcanum.spec.guilds.games import Game

from .ending_kit import BOTH, Holding, Result, finish, spread, stakes_of, tables, with_faces

ALL = "ALL"
"""The fiefdom of a Stake that fits every Objective."""


def with_wishes(state: State, seat: Seat, objectives: Sequence[CardId]) -> State:
    """The state with these Objectives before a player, in this order."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], objectives=tuple(objectives))
    return attrs.evolve(state, players=tuple(players), box=tuple(card for card in state.box if card not in objectives))


# --- brute force ------------------------------------------------------------------------------------------------------


@cache
def uses(stakes: tuple[str, ...], objectives: tuple[str, ...]) -> frozenset[tuple[int, ...]]:
    """How many Stakes each Objective can get, for every way to give each Stake to one Objective or to none."""
    if not stakes:
        return frozenset({(0,) * len(objectives)})
    found = set[tuple[int, ...]]()
    for given in uses(stakes[1:], objectives):
        found.add(given)
        for at, fiefdom in enumerate(objectives):
            if stakes[0] in (fiefdom, ALL):
                found.add((*given[:at], given[at] + 1, *given[at + 1 :]))
    return frozenset(found)


def reachable(objectives: Sequence[Card], stakes: Iterable[Card]) -> Iterator[frozenset[CardId]]:
    """The sets of Objectives that some use of the Stakes fulfils."""
    fiefdoms = tuple(sorted(str(card.fiefdom) for card in stakes))
    for given in uses(fiefdoms, tuple(str(card.fiefdom) for card in objectives)):
        yield frozenset(card.id for card, count in zip(objectives, given, strict=True) if count >= card.count)


def most_points(objectives: Sequence[Card], stakes: Iterable[Card]) -> int:
    """The greatest sum of rewards that any use of the Stakes gives."""
    rewards = {card.id: card.reward for card in objectives}
    return max(sum(rewards[card] for card in met) for met in reachable(objectives, stakes))


# --- made-up collections ----------------------------------------------------------------------------------------------


@attrs.frozen
class Collection:
    """A player's Stakes and Objectives at the end of a game, the others having nothing."""

    state: State
    seat: Seat
    objectives: tuple[Card, ...]
    stakes: tuple[Card, ...]

    def finish(self) -> Result:
        """The game, ended."""
        return finish(self.state)

    def met(self) -> frozenset[CardId]:
        """The Objectives that count as fulfilled at the end of the game."""
        return frozenset(self.finish().scores[self.seat].fulfilled)


def collection(
    state: State,
    seat: Seat,
    wishes: Sequence[tuple[str, int, int]],
    fiefdoms: Sequence[str],
    zones: Sequence[str] = ("deck", "discard"),
) -> Collection:
    """A collection of made-up cards: Objectives by fiefdom, count and reward, Stakes by fiefdom, in zones by turns."""
    objectives = tuple(
        attrs.evolve(card, fiefdom=fiefdom, count=count, reward=reward)
        for card, (fiefdom, count, reward) in zip(
            [card for card in state.rules.catalogue if card.kind is Kind.OBJECTIVE], wishes, strict=False
        )
    )
    blanks = stakes_of(state)[: len(fiefdoms)]
    stakes = tuple(attrs.evolve(card, fiefdom=name, vp=0) for card, name in zip(blanks, fiefdoms, strict=True))
    holdings = [Holding(card.id, seat, zones[at % len(zones)]) for at, card in enumerate(stakes)]
    arranged = spread(with_faces(state, (*objectives, *stakes)), holdings)
    return Collection(with_wishes(arranged, seat, [card.id for card in objectives]), seat, objectives, stakes)


FIEFDOMS = st.sampled_from(("ogrokh", "thornwall", "ashglass"))


@st.composite
def collections(draw: st.DrawFn, rulesets: st.SearchStrategy[str] = BOTH, most: int = 4) -> Collection:
    """Random collections, with several Objectives on one fiefdom and Stakes of all fiefdoms among them."""
    state = draw(tables(rulesets, modules=("customise", "militia"), always=("objectives",)))
    seat = draw(st.sampled_from(range(len(state.players))))
    wishes = draw(st.lists(st.tuples(FIEFDOMS, st.integers(1, 4), st.integers(1, 6)), min_size=1, max_size=most))
    fiefdoms = draw(st.lists(FIEFDOMS | st.just(ALL), max_size=9))
    return collection(state, seat, wishes, fiefdoms)


def dealt(game: Game) -> list[tuple[CardId, ...]] | None:
    """What every seat was dealt, seen in the first state in which somebody has to keep some; None without any."""
    for state in game.states:
        if state.round == 0 and any(player.objectives for player in state.players):
            return [player.objectives for player in state.players]
        if state.round > 0:
            break
    return None
