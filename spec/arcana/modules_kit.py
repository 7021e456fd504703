"""What the properties on the modules share: tables of drawn cards, cards with other words, and naive reckoning.

The reckoning knows the words that are said to be in force and nothing of how the engine finds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Literal

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import AgentValue, Static, Threshold, TieWin
from arcanum.guilds.cards import POWERS, Arcanum, Card, CardId, Kind
from arcanum.guilds.catalogue import Catalogue
from arcanum.guilds.events import Settled
from arcanum.guilds.state import District
from arcanum.kernel.clauses import Parameter
from arcanum.kernel.events import Seat
from arcanum.spec.guilds.arrange import HARMLESS, fresh, settled, with_cards, with_event, with_stake, without
from arcanum.spec.guilds.games import any_players, guild_rules, offered, threshold
from arcanum.spec.subject import NotJudged

from .resolution_kit import heir

SEEDS: Final = st.integers(0, 2**20)

Words = Mapping[Seat, Sequence[Static]]
"""The words that work for each seat."""
When = Literal["in force", "past", "foreseen"]


def with_militia(ruleset: str) -> tuple[str, ...]:
    """What must be agreed on so that there are Militia."""
    return ("militia",) if "militia" in offered(ruleset) else ()


def ids(cards: Iterable[Card]) -> tuple[CardId, ...]:
    """The ids of some cards."""
    return tuple(card.id for card in cards)


def agents(catalogue: Catalogue, guild: str) -> tuple[CardId, ...]:
    """The Agents of a guild."""
    return ids(catalogue.of(Kind.AGENT, guild))


@st.composite
def tables(draw: st.DrawFn, rulesets: st.SearchStrategy[str], modules: Sequence[str] = ()) -> State:
    """A new game of drawn guilds, in its first round."""
    ruleset = draw(rulesets)
    guilds = draw(st.permutations(guild_rules(ruleset).catalogue.guilds))[: draw(any_players(ruleset))]
    return fresh(ruleset, guilds, modules, draw(SEEDS), (*HARMLESS, "tactical"))


# --- cards with other words -------------------------------------------------------------------------------------------


def with_faces(state: State, faces: Mapping[CardId, Card]) -> State:
    """The same position, played with other cards of the same ids."""
    old = state.rules.catalogue
    catalogue = Catalogue(old.edition, old.source, old.fiefdoms, tuple(faces.get(card.id, card) for card in old))
    return attrs.evolve(state, rules=attrs.evolve(state.rules, catalogue=catalogue))


def with_words(state: State, kind: Kind, words: Mapping[str, Sequence[Static]]) -> State:
    """The position in which these cards of a kind say this, and all others of the kind say nothing."""
    faces = {
        card.id: attrs.evolve(card, statics=tuple(words.get(card.id, ())), program=())
        for card in state.rules.catalogue.of(kind)
    }
    return with_faces(state, faces)


def master_of(state: State, seat: Seat) -> CardId:
    """The Guild Master of a seat."""
    master = state.players[seat].master
    assert master is not None
    return master


def with_master_words(state: State, seat: Seat, *words: Static) -> State:
    """The position in which one Guild Master has these words, and the others none."""
    return with_words(state, Kind.MASTER, {master_of(state, seat): words})


def with_event_words(state: State, when: When, *words: Static) -> State:
    """The position in which one Event has these words, and is in force, over, or the next; the others have none."""
    card, other = state.rules.catalogue.of(Kind.EVENT)[:2]
    state = with_event(with_words(state, Kind.EVENT, {card.id: words}), card.id)
    if when != "in force":
        state = with_event(state, other.id)
    if when == "foreseen":
        state = without(state, (card.id,))
        state = attrs.evolve(state, events=(*state.events, card.id))
    return state


def levelled(state: State) -> State:
    """The position in which every Agent counts 2 in every arcanum, so that there are ties."""
    return with_faces(
        state,
        {
            card.id: attrs.evolve(card, values=(2, 2, 2))
            for card in state.rules.catalogue
            if card.is_agent and not card.main
        },
    )


STAKE_KINDS: Final[st.SearchStrategy[Literal["relic", "location", "personality"] | None]] = st.sampled_from(
    (None, "relic", "location", "personality")
)
ARCANA: Final = st.sampled_from((None, *POWERS))
AMOUNTS: Final = st.integers(-3, 3).filter(bool)
AGENT_VALUES: Final = st.builds(
    lambda arcanum, change, where: AgentValue(arcanum, where=where, **change),
    ARCANA,
    st.one_of(st.builds(lambda n: {"amount": n}, AMOUNTS), st.builds(lambda n: {"set": n}, st.integers(0, 4))),
    st.sampled_from(("any", "friendly", "enemy", "neutral")),
)
THRESHOLDS: Final = st.builds(Threshold, st.one_of(AMOUNTS, st.integers(-9, -4)), STAKE_KINDS)
"""Also such as would bring every Stake to nothing, if that could be."""
TIE_WINS: Final = st.builds(TieWin, ARCANA, STAKE_KINDS)


# --- contested Districts ----------------------------------------------------------------------------------------------


@st.composite
def contested(
    draw: st.DrawFn,
    rulesets: st.SearchStrategy[str],
    modules: Sequence[str],
    *,
    level: bool = False,
    idle: bool = False,
) -> State:
    """A table on which drawn Stakes lie in the Districts, and Agents of several players before each of them.

    If they are `idle`, they have nothing of what the Stake asks for.
    """
    state = draw(tables(rulesets, modules))
    catalogue = state.rules.catalogue
    if level:
        state = levelled(state)
    stakes = draw(st.lists(st.sampled_from(ids(catalogue.stakes)), min_size=5, max_size=5, unique=True))
    hands = [list(draw(st.permutations(agents(catalogue, player.guild)))) for player in state.players]
    for place, stake in zip(state.districts, stakes, strict=False):
        if idle:
            use = partial(_use, catalogue, stake)
            hands = [sorted(hand, key=use, reverse=True) for hand in hands]  # the last one is sent first
        sent = [
            (hand.pop(), seat, True)
            for seat, hand in enumerate(hands)
            for _ in range(draw(st.sampled_from((0, 1, 1, 2))))
        ]
        state = with_cards(with_stake(state, place.name, stake), place.name, sent)
    return state


def _use(catalogue: Catalogue, stake: CardId, agent: CardId) -> int:
    """What an Agent has of what a Stake asks for."""
    return sum(catalogue[agent].values[power] for power in catalogue[stake].main)


def lies_where(place: District, seat: Seat, where: str) -> bool:
    """Whether a District is friendly, enemy or neutral to a seat."""
    standing = "neutral" if place.name == "N" else "friendly" if seat in place.friendly_to else "enemy"
    return where in ("any", standing)


def sums(state: State, place: District, seat: Seat, words: Sequence[Static] = ()) -> list[int]:
    """What the Agents of a seat in a District come to in Staff, Sword and Cup, under some words."""
    found = [0, 0, 0]
    for each in place.cards:
        card = state.card(each.card)
        if each.owner != seat or not card.is_agent:
            continue
        for power in POWERS:
            value = card.values[power]
            for word in words:
                if not isinstance(word, AgentValue) or word.arcanum not in (None, power):
                    continue
                if lies_where(place, seat, word.where):
                    value = max(0, value + word.amount) if word.amount is not None else word.set or 0
            found[power] += value
    return found


def takes(state: State, stake: Card, words: Sequence[Static]) -> dict[Arcanum, int]:
    """What a Stake takes from a player under some words: never less than 1, unless it takes nothing anyway."""
    change = sum(word.amount for word in words if isinstance(word, Threshold) and word.kind in (None, stake.kind.value))
    return {arcanum: threshold(state, stake.values[arcanum], change) for arcanum in stake.main}


def added_masters(stated: Parameter) -> Counter[str]:
    """How many Guild Masters house rules add to each guild, as HOUSE-3 states it."""
    assert isinstance(stated, Mapping)
    return Counter({guild: count for guild, count in stated.items() if isinstance(count, int)})


@attrs.frozen
class Verdict:
    """How a power struggle must end."""

    totals: Mapping[Seat, int]
    winner: Seat | None


def verdict(state: State, place: District, words: Words, *, first_player_wins_ties: bool = False) -> Verdict:
    """A power struggle, reckoned card by card. Of equal best arcana each player names the first."""
    assert place.stake is not None
    stake = state.card(place.stake)
    totals: dict[Seat, int] = {}
    reached: dict[Seat, tuple[int, Arcanum]] = {}
    for seat in sorted({each.owner for each in place.cards if state.card(each.card).is_agent}):
        own, least = sums(state, place, seat, words.get(seat, ())), takes(state, stake, words.get(seat, ()))
        enough = [arcanum for arcanum in stake.main if own[arcanum] >= least[arcanum]]
        totals[seat] = max(own[arcanum] for arcanum in enough or stake.main)
        if enough:
            reached[seat] = totals[seat], next(each for each in enough if own[each] == totals[seat])
    best = max((total for total, _ in reached.values()), default=None)
    tied = [seat for seat, (total, _) in reached.items() if total == best]
    if len(tied) < 2:
        return Verdict(totals, tied[0] if tied else None)
    able = [
        seat
        for seat in tied
        if (first_player_wins_ties and seat == state.first_player)
        or any(_fits(word, stake, reached[seat][1]) for word in _tie_words(state, place, seat, words))
    ]
    return Verdict(totals, able[0] if len(able) == 1 else heir(state, place.name, tied))


def _tie_words(state: State, place: District, seat: Seat, words: Words) -> Iterable[Static]:
    """The words that may win a tie for a seat: given ones, those of its crest, of its Agents on the spot."""
    yield from words.get(seat, ())
    crest = next(card for card in state.rules.catalogue.of(Kind.CREST) if card.emblem == state.players[seat].guild)
    yield from crest.statics
    for each in place.cards:
        if each.owner == seat and state.card(each.card).is_agent:
            yield from state.card(each.card).statics


def _fits(word: Static, stake: Card, counted: Arcanum) -> bool:
    return isinstance(word, TieWin) and word.main in (None, counted) and word.kind in (None, stake.kind.value)


def assert_settled_as_reckoned(state: State, words: Words, *, first_player_wins_ties: bool = False) -> arcanum.Step:
    """Every struggle of the round ends as it must under these words, with the totals that it must have."""
    crests = [state.rules.catalogue.crests[player.guild] for player in state.players]
    if not all(isinstance(word, TieWin) for crest in crests for word in crest.statics):
        raise NotJudged("it knows crests that win ties, and the variant has others")
    done = settled(state)
    struggles = {event.district: event for event in done.events if isinstance(event, Settled)}
    assert struggles.keys() == {place.name for place in state.districts}
    for place in state.districts:
        wanted = verdict(state, place, words, first_player_wins_ties=first_player_wins_ties)
        found = struggles[place.name]
        assert {claim.seat: claim.total for claim in found.claims} == wanted.totals
        assert found.winner == wanted.winner
    return done
