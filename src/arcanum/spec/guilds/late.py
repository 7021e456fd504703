"""Late positions: tables as they lie after many rounds, made at once instead of played.

Stakes have been won and lie in Discard Piles, some Districts are exhausted, Agents of old struggles still lie faceup,
Events are over, the First Player card has gone around. The game then begins its next round by its own rules.
"""

from __future__ import annotations

from random import Random

import attrs

import arcanum
from arcanum.guilds import State
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.flow import BEGIN_ROUND
from arcanum.guilds.state import District, Phase, Placed


def late(state: State, rounds: int, luck: int) -> State:
    """The game after so many rounds, as the next one is about to begin; with Events, not so near its end."""
    dice = Random(luck)
    while state.round == 0:
        after = arcanum.apply(state, dice.choice(arcanum.legal_actions(state)))
        assert isinstance(after, State)
        state = after
    state = _with_past_events(state, rounds)
    decks, discards = _supplies(state, dice)
    districts = tuple([_fought_for(state, each, discards, dice) for each in state.districts])
    players = [
        attrs.evolve(player, hand=(), deck=deck, discard=tuple(discard))
        for player, deck, discard in zip(state.players, decks, discards, strict=True)
    ]
    first = dice.randrange(len(players))
    return attrs.evolve(
        state,
        players=tuple(players),
        districts=districts,
        first_player=first,
        active=None,
        phase=Phase.CLEANUP,
        agenda=(BEGIN_ROUND,),
    )


def _with_past_events(state: State, rounds: int) -> State:
    """So many rounds are over, but no more than that the next Event is none that ends the game."""
    if state.event is None:
        return attrs.evolve(state, round=rounds)
    from_top = state.events[::-1]
    (end,) = [at for at, card in enumerate(from_top) if state.card(card).kind is Kind.END_CARD]
    over = max(0, min(rounds, end) - 1)
    row = (state.event, *from_top[:over])
    return attrs.evolve(
        state, round=over + 1, past_events=row[:-1], event=row[-1], events=state.events[: len(from_top) - over]
    )


def _supplies(state: State, dice: Random) -> tuple[list[tuple[CardId, ...]], list[list[CardId]]]:
    """The Decks, into which the hands go back, and the Discard Piles, into which the lowest cards of the Decks go."""
    decks, discards = list[tuple[CardId, ...]](), list[list[CardId]]()
    for player in state.players:
        whole = (*player.deck, *player.hand)
        cut = dice.randint(0, len(whole))
        decks.append(whole[cut:])
        discards.append([*player.discard, *whole[:cut]])
    return decks, discards


def _fought_for(state: State, district: District, discards: list[list[CardId]], dice: Random) -> District:
    """A District of which some Stakes were won, and in which some of the discarded Agents still lie."""
    row = (*district.pile, *(() if district.stake is None else (district.stake,)))
    won = dice.randint(0, min(state.round, len(row) - district.end_among))
    won -= won == len(row) - district.end_among and district.end_among > 0  # the end card stays facedown
    for card in row[len(row) - won :]:
        dice.choice(discards).append(card)
    left = row[: len(row) - won]
    if not left:
        return attrs.evolve(district, pile=(), stake=None, known_to=())
    lying = list[Placed]()
    for seat, discard in enumerate(discards):
        agents = [card for card in discard if state.card(card).is_agent]
        for card in dice.sample(agents, dice.randint(0, min(1, len(agents)))):
            discard.remove(card)
            lying.append(Placed(card, seat, face_up=True))
    known = district.known_to if not won else ()
    return attrs.evolve(district, pile=left[:-1], stake=left[-1], known_to=known, cards=tuple(lying))
