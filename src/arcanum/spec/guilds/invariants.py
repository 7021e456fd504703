"""What must be true in every state of Arcana, whatever happens.

What holds for any game, and for steps and refusals, is in `arcanum.spec.invariants`.
"""

from __future__ import annotations

from collections.abc import Iterator

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
from arcanum.guilds.state import Phase
from arcanum.guilds.winning import PutStakeAway
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.spec import invariants

DECK = frozenset({Kind.AGENT, Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY})
"""What can be in a Deck, a hand or a Discard Pile."""


def zones(state: State) -> Iterator[tuple[str, CardId, frozenset[Kind]]]:
    """Every card in every zone, with the zone and the kinds of cards that may be there."""
    for seat, player in enumerate(state.players):
        for name, pile in (("deck", player.deck), ("hand", player.hand), ("discard", player.discard)):
            yield from ((f"{name} of seat {seat}", card, DECK) for card in pile)
        yield from ((f"beneath the crest of seat {seat}", card, DECK - {Kind.AGENT}) for card in player.tucked)
        yield from ((f"objectives of seat {seat}", card, frozenset({Kind.OBJECTIVE})) for card in player.objectives)
        if player.master is not None:
            yield f"master of seat {seat}", player.master, frozenset({Kind.MASTER})
    stakes = DECK - {Kind.AGENT} | {Kind.END_CARD}
    for district in state.districts:
        yield from ((f"pile of {district.name}", card, stakes) for card in district.pile)
        if district.stake is not None:
            yield f"top of {district.name}", district.stake, stakes
        assigned = AGENTS | {Kind.RELIC}
        yield from ((f"District {district.name}", each.card, assigned) for each in district.cards)
    yield from (("militia", card, frozenset({Kind.MILITIA})) for card in (*state.militia, *state.militia_used))
    events = frozenset({Kind.EVENT, Kind.END_CARD})
    yield from (("events", card, events) for card in (*state.events, *state.past_events))
    if state.event is not None:
        yield "event in force", state.event, events - {Kind.END_CARD}
    yield from (("aside", each.card, DECK | {Kind.MILITIA}) for each in state.aside)
    yield from (("box", card, frozenset(Kind)) for card in state.box)


def check_state(state: State) -> None:
    """Every card is in exactly one zone, and in one where it belongs; the table is as it must be."""
    seen: dict[CardId, str] = {}
    for zone, card, kinds in zones(state):
        assert card not in seen, f"{card} is in {zone} and in {seen[card]}"
        assert state.card(card).kind in kinds, f"{card} cannot be in {zone}"
        seen[card] = zone
    dealt = {card.id for card in state.rules.catalogue if card.kind not in (Kind.CREST, Kind.FIRST_PLAYER)}
    assert seen.keys() == dealt, f"these cards are nowhere: {sorted(dealt - seen.keys())}"
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
    assert len({player.guild for player in state.players}) == len(state.players), "no two players have one guild"
    waiting = [task for task in state.agenda if isinstance(task, PutStakeAway)]
    for district in state.districts:
        if state.phase is Phase.INTRIGUE and not waiting:
            assert district.stake is not None or not district.pile, f"{district.name} must show a card"
        if state.phase is Phase.RESOLUTION:
            assert all(each.face_up for each in district.cards), "nothing lies facedown in Resolution"
        assert not (district.stake is None and state.phase is Phase.INTRIGUE and district.pile and not waiting)
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
