"""Arcana in the lab.

What a position promises a seat: the points on its cards and of the Objectives that they fulfil; a part of every Stake
in a District where it has Agents, most of it if they would win, less if somebody else would or if they fall short;
and a little for what is in its hand. Numbers that are not in the rules were found by trying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.catalogue import Catalogue
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    MasterUsed,
    Played,
    RelicPlaced,
    StakeWon,
)
from arcanum.guilds.flow import final_scores, scoring_cards
from arcanum.guilds.rules import Rules
from arcanum.guilds.scoring import fulfilled
from arcanum.guilds.state import State
from arcanum.guilds.strength import needed, totals
from arcanum.kernel.events import Event, Seat
from arcanum.lab.kits import Counts

SOURCES = ("agents", "personalities", "locations", "relics", "objectives", "masters")
_SOURCE_OF_KIND = {
    Kind.AGENT: "agents",
    Kind.PERSONALITY: "personalities",
    Kind.LOCATION: "locations",
    Kind.RELIC: "relics",
}
_USE = (Assigned, AssignedFacedown, Played, RelicPlaced, MasterUsed)
"""Events in which a player uses a card of his."""
_PERSONALITY, _OTHER_STAKE = 0.25, 0.5
"""What each value of a Personality is worth to who wins it, and what any other Stake is beside its points."""
_LEADS, _LEVEL, _BEHIND, _SHORT = 0.85, 0.4, 0.15, 0.45
"""The part of a Stake for who would win it, is level with somebody, would win but for somebody, or falls short."""
_IN_HAND = 0.05
"""What each value of a card in hand promises."""


class GuildKit:
    """Arcana as the lab sees it."""

    swing = 6.0
    horizon = 8

    def worth(self, state: State) -> list[float]:
        """Cards, Districts, and the hand."""
        if not state.agenda:
            return [float(each.total) for each in final_scores(state)]
        catalogue = state.rules.catalogue
        worth, held = _worths(catalogue)
        found = []
        for player in state.players:
            own = (*player.deck, *player.discard, *player.tucked, *player.hand)
            points = _sum(worth, own) + _sum(held, player.hand)
            if player.objectives:
                stakes = [state.card(card) for card in own if state.card(card).is_stake]
                objectives = [state.card(card) for card in player.objectives]
                points += sum(each.reward for each in fulfilled(objectives, stakes))
            found.append(points)
        for at, district in enumerate(state.districts):
            for each in district.cards:
                found[each.owner] += worth[each.card]
            if district.cards and district.stake in catalogue.stakes_to_win:
                _add_district(found, state, at, worth[district.stake])
        return found

    def first_player(self, state: State) -> Seat:
        """Who begins."""
        return state.first_player

    def rounds(self, state: State) -> int:
        """The round."""
        return state.round

    def points(self, state: State, events: Sequence[Event]) -> tuple[Counts, ...]:
        """The cards that score by their kind, Objectives, and what Guild Masters give."""
        found = []
        for seat, score in enumerate(final_scores(state)):
            sources = dict.fromkeys(SOURCES, 0)
            for card in scoring_cards(state, seat):
                if card.vp:
                    sources[_SOURCE_OF_KIND[card.kind]] += card.vp
            sources["objectives"], sources["masters"] = score.objectives, score.bonus
            found.append(sources)
        return tuple(found)

    def gains(self, state: State, events: Sequence[Event]) -> Iterator[tuple[Seat, int]]:
        """The points on Stakes when they are won."""
        for event in events:
            if isinstance(event, StakeWon):
                yield event.seat, state.card(event.card).vp

    def uses(self, state: State, events: Sequence[Event]) -> Mapping[str, tuple[Counts, ...]]:
        """Cards that did something, and Stakes that were won."""
        cards: list[Counter[str]] = [Counter() for _ in state.players]
        stakes: list[Counter[str]] = [Counter() for _ in state.players]
        for event in events:
            if isinstance(event, _USE):
                assert event.card is not None
                cards[event.seat][event.card] += 1
            elif isinstance(event, StakeWon):
                stakes[event.seat][event.card] += 1
        return {"cards": tuple(cards), "stakes": tuple(stakes)}

    def titles(self, rules: Rules) -> Mapping[str, Mapping[str, str]]:
        """The names on the cards, if they are on one card each."""
        often = Counter(card.name for card in rules.catalogue)
        names: dict[str, str] = {card.id: card.name if often[card.name] == 1 else card.id for card in rules.catalogue}
        return {"cards": names, "stakes": names}


@lru_cache(maxsize=8)
def _worths(catalogue: Catalogue) -> tuple[dict[CardId, float], dict[CardId, float]]:
    """What each card is worth to its owner: its points, and a Stake for what it can do; and how much more in hand."""
    worth: dict[CardId, float] = {}
    for card in catalogue:
        able = _PERSONALITY * sum(card.values) if card.kind is Kind.PERSONALITY else _OTHER_STAKE
        worth[card.id] = card.vp + (able if card.is_stake else 0)
    return worth, {card.id: _IN_HAND * sum(card.values) for card in catalogue}


def _sum(values: dict[CardId, float], cards: Sequence[CardId]) -> float:
    """What cards are worth together. Not by `sum`, whose last digit depends on the version of Python."""
    total = 0.0
    for card in cards:
        total += values[card]
    return total


def _add_district(found: list[float], state: State, at: int, worth: float) -> None:
    """Add what the Stake of a District promises to who has Agents there."""
    district = state.districts[at]
    assert district.stake is not None
    stake = state.card(district.stake)
    claims: dict[int, int] = {}
    short: dict[int, float] = {}
    for seat in {each.owner for each in district.cards}:
        sums = totals(state, at, seat, {})
        if sums is None:
            continue
        need = needed(state, stake, seat)
        reached = [sums[arcanum] for arcanum, least in need.items() if sums[arcanum] >= least]
        if reached:
            claims[seat] = max(reached)
        else:
            short[seat] = max(sums[arcanum] / least for arcanum, least in need.items())
    best = max(claims.values(), default=0)
    leaders = sum(claim == best for claim in claims.values())
    for seat, claim in claims.items():
        part = _BEHIND * claim / best if claim < best else _LEADS if leaders == 1 else _LEVEL
        found[seat] += part * worth
    for seat, progress in short.items():
        found[seat] += _SHORT * progress * progress * worth * (0.4 if claims else 1.0)


KIT = GuildKit()
