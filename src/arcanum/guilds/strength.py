"""What cards in a District come to: values of Agents, totals of players, what a Stake takes, what a bribe is worth."""

from __future__ import annotations

from arcanum.guilds.abilities import AgentValue, BribeValue, Threshold, TieWin, in_force, is_flagged
from arcanum.guilds.cards import POWERS, Arcanum, Card, CardId
from arcanum.guilds.clause_ids import (
    AMB_05,
    AMB_06,
    AMB_14,
    AMB_15,
    AMB_20,
    AMB_21,
    AMB_26,
    F_BRIBE_1,
    F_BRIBE_5,
    F_BRIBE_6,
    F_RES_3,
    R_ARC_2,
    R_ARC_3,
    R_BRIBE_1,
    R_BRIBE_4,
    R_BRIBE_9,
    R_BRIBE_10,
    R_BRIBE_12,
    R_BRIBE_13,
    R_BRIBE_14,
    R_HARL_1,
    R_HARL_5,
    R_MIL_5,
    R_RES_3,
    R_RES_4,
    R_RES_10,
    R_RES_13,
    R_RES_14,
    R_RES_15,
)
from arcanum.guilds.state import District, GuildTable, Placed, State
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat

Position = State | GuildTable
Totals = tuple[int, int, int]
NOTHING: Totals = (0, 0, 0)


def agents_of(position: Position, district: District, seat: Seat) -> list[Placed]:
    """A player's Agents in a District."""
    agents = position.rules.catalogue.agents
    found = []  # a loop: most often there is nobody, and then it is quicker than a comprehension
    for each in district.cards:
        if each.owner == seat and each.card in agents:
            found.append(each)
    return found


def relics_of(position: Position, district: District, seat: Seat) -> list[Placed]:
    """A player's Relics left in a District."""
    relics = position.rules.catalogue.relics
    found = []
    for each in district.cards:
        if each.owner == seat and each.card in relics:
            found.append(each)
    return found


@cites(R_HARL_5, AMB_21)
def models_for(position: Position, district: District, copier: Placed) -> list[Placed]:
    """The Agents whose values a copying Agent can take: any other one there with values of its own, whoever sent it."""
    catalogue = position.rules.catalogue
    return [
        each
        for each in district.cards
        if each.card != copier.card and each.card in catalogue.agents and each.card not in catalogue.copiers
    ]


def values_for(position: Position, district: District, owner: Seat, values: Totals) -> Totals:
    """What an Agent with such values counts in each arcanum, with everything that is in force for its owner there."""
    changed = list(values)
    for word in in_force(position, owner, AgentValue):
        if word.where in ("any", district.standing(owner)):
            for arcanum in POWERS if word.arcanum is None else (word.arcanum,):
                changed[arcanum] = word.applied(changed[arcanum])
    return (changed[0], changed[1], changed[2])


@cites(R_ARC_3, R_MIL_5, R_RES_3, R_RES_4, R_RES_10, R_RES_13, R_RES_14, R_RES_15, R_BRIBE_14, F_RES_3)
def all_totals(
    position: Position,
    at: int,
    copies: dict[CardId, CardId],
    *,
    face_up: bool = False,
    only: Seat | None = None,
) -> list[Totals | None]:
    """By seat, the totals of everybody (or of one) over his Agents in a District (or the faceup ones); None without."""
    catalogue, district = position.rules.catalogue, position.districts[at]
    agents, printed = catalogue.agents, catalogue.values
    found: list[Totals | None] = [None] * len(position.players)
    for agent in district.cards:
        card, owner = agent.card, agent.owner
        if card not in agents or (only is not None and owner != only) or (face_up and not agent.face_up):
            continue
        values = printed[copies.get(card, card) if copies else card]
        if position.event is not None or position.players[owner].master is not None:
            values = values_for(position, district, owner, values)
        own = found[owner]
        found[owner] = values if own is None else (own[0] + values[0], own[1] + values[1], own[2] + values[2])
    for bonus in position.bonuses:
        own = found[bonus.seat]
        if bonus.district == at and own is not None:
            helped = list(own)
            for arcanum in POWERS if bonus.arcanum is None else (bonus.arcanum,):
                helped[arcanum] += bonus.amount
            found[bonus.seat] = (helped[0], helped[1], helped[2])
    return found


def totals(
    position: Position, at: int, seat: Seat, copies: dict[CardId, CardId], *, face_up: bool = False
) -> Totals | None:
    """A player's totals in a District over all his Agents there (or the faceup ones); None if there are none."""
    return all_totals(position, at, copies, face_up=face_up, only=seat)[seat]


@cites(R_ARC_2, R_HARL_1, AMB_06, AMB_15)
def thresholds(stake: Card, change: int) -> list[tuple[Arcanum, int]]:
    """What a Stake takes in each of its Main Arcana: its own value there, or so much more or less.

    Nothing brings it below 1, or below 0 where that is what a Stake prints.
    """
    return [(arcanum, max(min(1, stake.values[arcanum]), stake.values[arcanum] + change)) for arcanum in stake.main]


@cites(R_ARC_2, R_HARL_1, AMB_06, AMB_15)
def usual_thresholds(position: Position, stake: Card) -> list[tuple[Arcanum, int]]:
    """What a Stake takes from everybody for whom no word in force changes it; looked up once for all."""
    rules = position.rules
    known = rules.catalogue.thresholds.get(rules.surplus_needed)
    if known is None:
        known = rules.catalogue.thresholds[rules.surplus_needed] = {}
    found = known.get(stake.id)
    if found is None:
        found = known[stake.id] = thresholds(stake, rules.surplus_needed)
    return found


def threshold_change(position: Position, stake: Card, seat: Seat) -> int:
    """How much more than its value a Stake takes from a player."""
    change = position.rules.surplus_needed
    for word in in_force(position, seat, Threshold):
        if word.kind in (None, stake.kind.value):
            change += word.amount
    return change


def needed(position: Position, stake: Card, seat: Seat) -> dict[Arcanum, int]:
    """What a Stake takes from a player in each of its Main Arcana."""
    return dict(thresholds(stake, threshold_change(position, stake, seat)))


@cites(AMB_14)
def wins_ties(position: Position, district: District, stake: Card, seat: Seat, counted: Arcanum) -> bool:
    """Whether a player has an ability that wins a tie there: crest, Master, Event, or an Agent on the spot."""
    if seat == position.first_player and is_flagged(position, "ties-to-first-player"):
        return True
    words = in_force(position, seat, TieWin)
    for agent in agents_of(position, district, seat):
        words += [word for word in position.rules.catalogue[agent.card].statics if isinstance(word, TieWin)]
    return any(word.settles(stake, counted) for word in words)


@cites(R_BRIBE_1, R_BRIBE_12, F_BRIBE_5)
def price_of(position: Position, district: District) -> int | None:
    """The Ducats that bribe the faceup card of a District; None if it cannot be bribed at all."""
    stake, rules = district.stake, position.rules
    price = None if stake is None else rules.catalogue.prices.get(stake)
    if price is None or is_flagged(position, "no-bribes"):
        return None
    return max(0, price + rules.bribe_surplus)


@cites(R_BRIBE_4, R_BRIBE_9, R_BRIBE_10, R_BRIBE_13, R_RES_13, AMB_05, AMB_20, AMB_21, AMB_26, F_BRIBE_1, F_BRIBE_6)
def bribe(position: Position, at: int, seat: Seat) -> tuple[int, Arcanum]:
    """What a player's bribe in a District comes to, and with which Main Arcanum: the best one for all his Agents.

    All his faceup Agents there count, and all his Relics there. An Agent that copies takes the best faceup model.
    """
    district = position.districts[at]
    assert district.stake is not None
    catalogue = position.rules.catalogue
    relics = sum(catalogue[each.card].ducat or 0 for each in relics_of(position, district, seat))
    extra = sum(word.amount for word in in_force(position, seat, BribeValue))
    best: tuple[int, Arcanum] | None = None
    for arcanum in catalogue[district.stake].main:
        counted = totals(position, at, seat, _best_models(position, district, seat, arcanum), face_up=True) or NOTHING
        if best is None or counted[arcanum] > best[0]:
            best = counted[arcanum], arcanum
    assert best is not None, "every Stake has a Main Arcanum"
    return best[0] + relics + extra, best[1]


def _best_models(position: Position, district: District, seat: Seat, arcanum: Arcanum) -> dict[CardId, CardId]:
    catalogue = position.rules.catalogue
    found: dict[CardId, CardId] = {}
    for agent in agents_of(position, district, seat):
        if agent.card in catalogue.copiers:
            models = [each for each in models_for(position, district, agent) if each.face_up]
            if models:
                found[agent.card] = max(models, key=lambda each: catalogue[each.card].values[arcanum]).card
    return found
