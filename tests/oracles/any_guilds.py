"""Any table of Arcana: guilds, an Event, Guild Masters, cards for a District and a Stake to compete for.

Chance decides, with a liking for what seldom comes together: abilities, ties, cheap Stakes. What a card is worth is
read in the card files here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from arcanum.guilds import State
from arcanum.guilds.cards import POWERS
from arcanum.guilds.state import Bonus
from arcanum.kernel.events import Seat
from arcanum.spec.guilds.arrange import fresh, with_event, with_master, with_stake
from arcanum.spec.subject import remembered

from .chance import Chance
from .guild_table import AGENTS, ARCANA, Face, faces

RULESETS = ("arcana/revised", "arcana/revised", "arcana/first")
"""The Revised Edition has more that can come together, so it comes more often."""
TELLING = ("agent-value", "threshold", "bribe-value", "flag")
"""The words of Events and Guild Masters that have a say in struggles and bribes."""
Lay = tuple[str, Seat, bool]
"""A card for a District: which, whose, whether faceup."""


@remembered(512)
def _fresh(ruleset: str, guilds: tuple[str, ...]) -> State:
    return fresh(ruleset, guilds)


def any_table(chance: Chance) -> State:
    """Any guilds of either edition; where it has them with any Event, Guild Masters and effects of Locations."""
    ruleset = chance.pick(RULESETS)
    printed = faces(ruleset.partition("/")[2])
    guilds = [face["emblem"] for face in printed.values() if face["kind"] == "crest"]
    chosen = tuple(chance.shuffled(guilds)[: 2 + chance.below(3)])
    state = attrs.evolve(_fresh(ruleset, chosen), first_player=chance.below(len(chosen)))
    if events := _leading(chance, printed, "event", None):
        state = with_event(state, chance.pick(events))
    for seat, guild in enumerate(chosen):
        if masters := _leading(chance, printed, "master", guild):
            state = with_master(state, seat, chance.pick(masters))
    if chance.once_in(4):
        (end,) = (card for card, face in printed.items() if face["kind"] == "end_card")
        state = with_stake(state, "N", end)
    count = chance.pick((0, 0, 1, 4))
    return attrs.evolve(state, bonuses=tuple(_bonus(chance, state) for _ in range(count)))


def _leading(chance: Chance, printed: Mapping[str, Face], kind: str, guild: str | None) -> list[str]:
    """None, any Event or Guild Masters of a guild, or those with words that matter here."""
    cards = [card for card, face in printed.items() if face["kind"] == kind and face.get("emblem") == guild]
    telling = [card for card in cards if any(word["word"] in TELLING for word in printed[card]["ability"])]
    return chance.pick(([], cards, telling, telling))


def _bonus(chance: Chance, state: State) -> Bonus:
    power = chance.pick((None, *POWERS))
    return Bonus(chance.below(len(state.players)), chance.below(len(state.districts)), power, 1 + chance.below(3))


def free_cards(state: State, seat: Seat, kinds: Sequence[str], taken: set[str]) -> list[str]:
    """The cards of these kinds that a player may have."""
    emblems = (state.players[seat].guild, "stake", None)
    return [
        card
        for card, face in faces(state.rules.printing).items()
        if face["kind"] in kinds and face.get("emblem") in emblems and card not in taken
    ]


def any_card(chance: Chance, state: State, seat: Seat, kinds: Sequence[str], taken: set[str], able: int = 5) -> str:
    """A card of these kinds that a player may have; once in so many times one of the few with an ability."""
    free = free_cards(state, seat, kinds, taken)
    special = [card for card in free if "ability" in faces(state.rules.printing)[card]]
    card = chance.pick(special if special and chance.once_in(able) else free)
    taken.add(card)
    return card


def any_cards(chance: Chance, state: State, most: int, taken: set[str]) -> list[Lay]:
    """Cards that may lie in a District, of anybody; Relics where those of failed bribes stay, always faceup."""
    found: list[Lay] = []
    for _ in range(chance.below(most + 1)):
        seat = chance.below(len(state.players))
        relic = state.rules.printing == "revised" and chance.once_in(4)
        card = any_card(chance, state, seat, ("relic",) if relic else AGENTS, taken)
        found.append((card, seat, relic or not chance.once_in(3)))
    return found


def a_duel(chance: Chance, state: State, taken: set[str]) -> list[Lay]:
    """Two players with an Agent each, worth the same in an arcanum if there are such."""
    printed = faces(state.rules.printing)
    one, other, *_ = chance.shuffled(range(len(state.players)))
    card, power = any_card(chance, state, one, AGENTS, taken), chance.pick(ARCANA)
    rivals = free_cards(state, other, AGENTS, taken)
    equal = [rival for rival in rivals if printed[rival][power] == printed[card][power]]
    rival = chance.pick(equal or rivals)
    taken.add(rival)
    return [(card, one, True), (rival, other, True)]


def any_stake(chance: Chance, state: State, cards: Iterable[Lay], kinds: Sequence[str], taken: set[str]) -> str:
    """Any Stake; more often cheap ones, those with several Main Arcana, and such for which two players are level.

    Even more often those that leave one of the two a choice between equal totals.
    """
    printed = faces(state.rules.printing)
    free = [
        card
        for card, face in printed.items()
        if face["kind"] in kinds and face["emblem"] == "stake" and card not in taken
    ]
    lying = list(cards)
    totals = [
        _totals(printed, [card for card, owner, _ in lying if owner == seat]) for seat in range(len(state.players))
    ]
    level = [card for card in free if len(_leaders(printed[card], totals)) > 1]
    pools = [
        free,
        [card for card in free if len(printed[card]["main"]) > 1],
        [card for card in free if min(printed[card][main] for main in printed[card]["main"]) < 3],
        level,
        level,
        [card for card in level if any(len(each) > 1 for each in _leaders(printed[card], totals))],
    ]
    stake = chance.pick(chance.pick([pool for pool in pools if pool]))
    taken.add(stake)
    return stake


def _totals(printed: Mapping[str, Face], cards: Iterable[str]) -> dict[str, int]:
    """What some cards come to in each arcanum, by what is printed."""
    agents = [printed[card] for card in cards if printed[card]["kind"] in AGENTS]
    return {power: sum(agent[power] for agent in agents) for power in ARCANA}


def _leaders(stake: Face, totals: Sequence[Mapping[str, int]]) -> list[list[str]]:
    """For each of those who are ahead the Main Arcana in which they are, by what is printed."""
    enough = [{main: total[main] for main in stake["main"] if total[main] >= max(stake[main], 1)} for total in totals]
    best = max((total for each in enough for total in each.values()), default=0)
    arcana = [[main for main, total in each.items() if total == best] for each in enough]
    return [each for each in arcana if each]
