"""What must be true in every state of Arcana, whatever happens.

What holds for any game, and for steps and refusals, is in `arcanum.spec.invariants`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import (
    Assign,
    At,
    Bribe,
    Discard,
    Hire,
    Keep,
    Move,
    Opponent,
    Play,
    Select,
    Settle,
    Swap,
    Take,
    TurnUp,
    Use,
)
from arcanum.guilds.cards import AGENTS, CardId, Kind
from arcanum.guilds.catalogue import Catalogue
from arcanum.guilds.state import Phase
from arcanum.guilds.winning import PutStakeAway
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.spec import invariants

DECK = frozenset({Kind.AGENT, Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY})
"""What can be in a Deck, a hand or a Discard Pile."""
STAKES = DECK - {Kind.AGENT}
STAKES_AND_END = STAKES | {Kind.END_CARD}
ASSIGNED = AGENTS | {Kind.RELIC}
OBJECTIVES, MASTERS, MILITIA = frozenset({Kind.OBJECTIVE}), frozenset({Kind.MASTER}), frozenset({Kind.MILITIA})
EVENTS, EVENTS_AND_END = frozenset({Kind.EVENT}), frozenset({Kind.EVENT, Kind.END_CARD})
EVERYTHING = frozenset(Kind) - {Kind.CREST, Kind.FIRST_PLAYER}
"""Crests and the First Player card lie before players and are in no zone."""


def zones(state: State) -> Iterator[tuple[str, tuple[CardId, ...], frozenset[Kind]]]:
    """Every zone: its name, the cards in it, and the kinds of cards that may be there."""
    for seat, player in enumerate(state.players):
        yield f"deck of seat {seat}", player.deck, DECK
        yield f"hand of seat {seat}", player.hand, DECK
        yield f"discard of seat {seat}", player.discard, DECK
        yield f"crest of seat {seat}", player.tucked, STAKES
        yield f"objectives of seat {seat}", player.objectives, OBJECTIVES
        yield f"master of seat {seat}", () if player.master is None else (player.master,), MASTERS
    for district in state.districts:
        yield f"pile of {district.name}", district.pile, STAKES_AND_END
        yield f"top of {district.name}", () if district.stake is None else (district.stake,), STAKES_AND_END
        yield f"District {district.name}", tuple([each.card for each in district.cards]), ASSIGNED
    yield "militia", state.militia + state.militia_used, MILITIA
    yield "events", state.events + state.past_events, EVENTS_AND_END
    yield "event in force", () if state.event is None else (state.event,), EVENTS
    yield "aside", tuple([each.card for each in state.aside]), DECK | MILITIA
    yield "box", state.box, EVERYTHING


@lru_cache(maxsize=64)
def allowed(catalogue: Catalogue, kinds: frozenset[Kind]) -> frozenset[CardId]:
    """The cards of some kinds."""
    return frozenset(card.id for card in catalogue if card.kind in kinds)


def check_state(state: State) -> None:
    """Every card is in exactly one zone, and in one where it belongs; the table is as it must be."""
    catalogue = state.rules.catalogue
    found: list[CardId] = []
    for zone, cards, kinds in zones(state):
        found += cards
        assert allowed(catalogue, kinds).issuperset(cards), f"{set(cards) - allowed(catalogue, kinds)} in {zone}"
    twice = [card for card, count in Counter(found).items() if count > 1] if len(set(found)) < len(found) else []
    assert not twice, f"these cards are in two places: {twice}"
    dealt = allowed(catalogue, EVERYTHING)
    assert dealt.issubset(found), f"these cards are nowhere: {sorted(dealt.difference(found))}"
    _check_ownership(state)
    _check_table(state)
    assert arcanum.is_over(state) == (state.phase is Phase.OVER), "somebody must be asked until the game is over"


def _check_ownership(state: State) -> None:
    order = state.rules.catalogue.order
    for seat, player in enumerate(state.players):
        own = (*player.deck, *player.hand, *player.discard, *player.tucked)
        for card in own:
            assert state.card(card).emblem in (player.guild, "stake"), f"seat {seat} has {card} of another guild"
        assert list(player.hand) == sorted(player.hand, key=order.__getitem__), "hands are kept in order"
    for district in state.districts:
        for each in district.cards:
            face = state.card(each.card)
            guild = state.players[each.owner].guild
            assert face.emblem in (guild, "stake", None), f"{each.card} lies before the wrong player"


def _check_table(state: State) -> None:
    assert isinstance(state.phase, Phase), f"{state.phase} is no phase"
    noted = [player.master_spent for player in state.players] + [each.public for each in state.aside]
    noted += [way for district in state.districts for each in district.cards for way in (each.face_up, each.shown)]
    assert all(type(each) is bool for each in noted), "how a card lies is yes or no"
    assert all(each.owner in range(len(state.players)) for each in state.aside), "a card on its way is somebody's"
    assert len({player.guild for player in state.players}) == len(state.players), "no two players have one guild"
    waiting = [task for task in state.agenda if isinstance(task, PutStakeAway)]
    for district in state.districts:
        if state.phase is Phase.INTRIGUE and not waiting:
            assert district.stake is not None or not district.pile, f"{district.name} must show a card"
        if state.phase is Phase.RESOLUTION:
            assert all(each.face_up for each in district.cards), "nothing lies facedown in Resolution"
    if state.phase is Phase.RESOLUTION:
        assert not any(player.hand for player in state.players), "hands are empty in Resolution"
    assert state.round <= (state.last_round or state.round), "no round comes after the last"


def every_action(state: State) -> tuple[Action, ...]:
    """Every action that somebody could try in a state, legal or not, and some that name what does not exist."""
    cards = sorted(
        {card for player in state.players for card in (*player.hand, *player.objectives, *player.discard[-3:])}
        | {each.card for district in state.districts for each in district.cards}
        | {player.master for player in state.players if player.master is not None}
        | {CardId("no-such-card")}
    )
    names = [*(district.name for district in state.districts), "Z9"]
    found: list[Action] = [PASS, *(Option(name) for name in ("discard", "crest", "claim", "thwart", "staff"))]
    for card in cards:
        found += [kind(card) for kind in (Play, Discard, Hire, Use, TurnUp, Take)]
        found += [Assign(card, name) for name in names]
        found += [Bribe(card, agent) for agent in cards[:6]]
        found += [Keep((card, other)) for other in cards[:3] if other != card]
    for name in names:
        found += [At(name), Settle(name), Select(name, 0), Select(name, 9), Move(name, 0, names[0])]
        found += [Swap(name, other) for other in names if other != name]
    found += [Opponent(seat) for seat in range(5)]
    return tuple(dict.fromkeys(found))


def check_every_action(state: State) -> None:
    """Every legal action leads to a sound state, and every other one is refused."""
    invariants.check_every_action(state, every_action(state), check_state)
