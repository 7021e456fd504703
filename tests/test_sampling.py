"""Positions that a view allows: every one is reached, and each as often as any other.

Small tables are counted out by brute force: all ways to deal the cards that a seat does not see, as the rules allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, permutations, product
from math import sqrt
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum import guilds, tarot
from arcanum.guilds.cards import CardId
from arcanum.kernel.sampling import NoSuchPosition, determinize
from arcanum.spec.guilds import arrange
from arcanum.spec.tarot.arrange import waiting_for
from arcanum.tarot.cards import FOOL, MAJORS, MINORS, Card, Major, Minor
from arcanum.tarot.clause_ids import HIDE_1, LOC9_1
from arcanum.tarot.decisions import DraftTogether
from arcanum.tarot.flow import HIDE_PHASE, PLAY_PHASE
from arcanum.tarot.hiding import HideSlot, HideTogether
from arcanum.tarot.state import HiddenCard, Player
from tests.played import GAMES, position

DRAWS = 60
"""How often each position should turn up on average."""


def evenly(view: arcanum.View, expected: set[Hashable], key: Any) -> None:
    """Check that drawing gives just the expected positions, each about equally often."""
    draws = DRAWS * len(expected)
    found = Counter(key(arcanum.determinize(view, seed)) for seed in range(draws))
    assert set(found) == expected
    chi_square = sum((count - DRAWS) ** 2 / DRAWS for count in found.values())
    # About as large as the number of positions; six standard deviations more is not chance. The seeds are fixed.
    assert chi_square < len(expected) + 6 * sqrt(2 * len(expected))
    assert chi_square > len(expected) - 6 * sqrt(2 * len(expected)) - 1


# --- any game -------------------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data())
def test_a_sampled_position_looks_the_same_and_can_be_played_on(game: str, data: st.DataObject) -> None:
    state = position(game, data)
    seat = data.draw(st.sampled_from((None, *range(len(state.players)))))
    view = arcanum.observe(state, seat)
    seed = data.draw(st.integers(0, 2**64))
    sampled = arcanum.determinize(view, seed)
    assert arcanum.observe(sampled, seat) == view
    assert arcanum.determinize(view, seed) == sampled
    assert determinize(view, seed, honest=True) == sampled
    assert sampled.game.faults(sampled) == []
    for _ in range(5):
        if arcanum.is_over(sampled):
            break
        sampled = arcanum.apply(sampled, data.draw(st.sampled_from(arcanum.legal_actions(sampled))))
        assert sampled.game.faults(sampled) == []


@GAMES
def test_other_seeds_give_other_positions(game: str) -> None:
    view = arcanum.observe(arcanum.new_game(arcanum.rulesets(game)[0], players=3, seed=1), None)
    assert len({arcanum.determinize(view, seed) for seed in range(20)}) == 20


@pytest.mark.parametrize("view", [None, 7, arcanum.Pass()])
def test_only_a_view_can_be_filled_in(view: Any) -> None:
    with pytest.raises(arcanum.BadCall, match="expected a view"):
        arcanum.determinize(view, 1)


def test_a_view_of_nothing_that_can_be_is_refused() -> None:
    view = arcanum.observe(arcanum.new_game("arcanum/en", players=3, seed=1), 0)
    assert isinstance(view, tarot.View)
    for impossible in (attrs.evolve(view, minor_deck=1), attrs.evolve(view, turn=99), attrs.evolve(view, agenda=())):
        with pytest.raises(NoSuchPosition):
            arcanum.determinize(impossible, 1)


# --- Arcanum --------------------------------------------------------------------------------------------------------


def small_table(hands: tuple[tuple[Card, ...], ...], hidden: tuple[tuple[Card, ...], ...], decks: int) -> tarot.State:
    """A position of three players with few cards out of sight; all others lie on the discard piles."""
    begun = arcanum.new_game("arcanum/consensus", players=3, seed=1)
    assert isinstance(begun, tarot.State)
    taken = {card for row in (*hands, *hidden) for card in row}
    minors = [card for card in MINORS if card not in taken]
    majors = [card for card in MAJORS if card not in taken]
    players = tuple(
        Player(tuple(sorted(hand, key=lambda card: card.position)), tuple(HiddenCard(card) for card in lying))
        for hand, lying in zip(hands, hidden, strict=True)
    )
    slot = HideSlot(0, HIDE_1, optional=False)
    state = attrs.evolve(
        begun,
        players=players,
        minor_deck=tuple(minors[:decks]),
        minor_discard=tuple(minors[decks:]),
        major_deck=tuple(majors[:decks]),
        major_discard=tuple(majors[decks:]),
    )
    return waiting_for(state, PLAY_PHASE, HideTogether(slot))


def arrangement(state: Any) -> Hashable:
    """What seat 0 cannot see."""
    secret = [(player.hand, tuple(each.card for each in player.hidden)) for player in state.players[1:]]
    return (tuple(secret), state.minor_deck, state.major_deck)


Hand = tuple[tuple[Card, ...], tuple[Card, ...]]
Deal = tuple[tuple[Hand, Hand], tuple[Card, ...], tuple[Card, ...]]
"""Hand and hidden cards of the two other seats, and the two decks."""


def all_deals(state: tarot.State) -> Iterator[Deal]:
    """All ways to deal what seat 0 cannot see: hidden cards are Minors or the Fool, each deck holds its kind."""
    one, two = state.players[1:]
    unseen: list[Card] = [*state.minor_deck, *state.major_deck]
    for player in (one, two):
        unseen += [*player.hand, *(each.card for each in player.hidden)]
    sizes = (len(one.hand), len(one.hidden), len(two.hand), len(two.hidden))
    for order in permutations(unseen):
        rows = []
        at = 0
        for size in (*sizes, len(state.minor_deck), len(state.major_deck)):
            rows.append(order[at : at + size])
            at += size
        hand, lying, other_hand, other_lying, minors, majors = rows
        if not all(isinstance(card, Minor) or card == FOOL for card in (*lying, *other_lying)):
            continue
        if not all(isinstance(card, Minor) for card in minors) or not all(isinstance(card, Major) for card in majors):
            continue
        if any(list(row) != sorted(row, key=lambda card: card.position) for row in (hand, other_hand)):
            continue
        yield (((hand, lying), (other_hand, other_lying)), minors, majors)


def test_every_deal_of_arcanum_is_equally_likely_with_the_fool_somewhere() -> None:
    hands: tuple[tuple[Card, ...], ...] = ((MINORS[0],), (MINORS[5], FOOL), (MINORS[20],))
    state = small_table(hands, ((), (MINORS[30],), (MINORS[31],)), decks=1)
    expected: set[Hashable] = set(all_deals(state))
    assert len(expected) == 480
    evenly(arcanum.observe(state, 0), expected, arrangement)


def test_a_pending_choice_counts_as_often_as_it_can_have_been_made() -> None:
    """Seats 1 and 2 have answered in secret: every hand with every answer is one position."""
    hands: tuple[tuple[Card, ...], ...] = ((MINORS[0],), (MINORS[5], MAJORS[3]), (MINORS[20], MAJORS[4]))
    state = small_table(hands, ((), (), ()), decks=0)
    slots = [HideSlot(seat, LOC9_1, optional=True) for seat in (1, 2)]
    asked = HideTogether(HideSlot(0, LOC9_1, optional=True), (), ((slots[0], MINORS[5]), (slots[1], None)))
    state = waiting_for(state, PLAY_PHASE, asked)

    def key(sampled: Any) -> Hashable:
        return (arrangement(sampled), tuple(card for _, card in sampled.agenda[-1].answers))

    expected: set[Hashable] = set()
    for deal in all_deals(state):
        hands_now = [hand for hand, _ in deal[0]]
        choices = [[None, *(card for card in hand if isinstance(card, Minor))] for hand in hands_now]
        expected |= {(deal, answer) for answer in product(*choices)}
    assert len(expected) > 12
    evenly(arcanum.observe(state, 0), expected, key)


def test_every_choice_of_a_draft_is_equally_likely() -> None:
    """Seat 1 keeps two cards and seat 2 one: with every hand, any of its cards."""
    hands: tuple[tuple[Card, ...], ...] = (MINORS[:3], (*MINORS[5:7], MAJORS[3]), (*MINORS[20:22], MAJORS[4]))
    state = small_table(hands, ((), (), ()), decks=0)
    rules = attrs.evolve(state.rules, first_deal_draft=True)
    kept = ((0, MINORS[0]), (1, MINORS[5]), (1, MAJORS[3]), (2, MINORS[20]))
    asked = DraftTogether(2, (0,), kept)
    state = attrs.evolve(waiting_for(state, HIDE_PHASE, asked), rules=rules, phase=tarot.Phase.DRAW, first_player=1)

    def key(sampled: Any) -> Hashable:
        return (arrangement(sampled), sampled.agenda[-1].kept[1:])

    expected: set[Hashable] = set()
    for deal in all_deals(state):
        one, two = (hand for hand, _ in deal[0])
        expected |= {(deal, ((1, a), (1, b), (2, c))) for a, b in combinations(one, 2) for c in two}
    assert len(expected) == 20 * 9
    evenly(arcanum.observe(state, 0), expected, key)


# --- Arcana ---------------------------------------------------------------------------------------------------------


def test_every_hand_of_arcana_is_equally_likely() -> None:
    """Of the Deck and the hand of the other player only the numbers are known, and what they are made of."""
    state = arrange.fresh("arcana/revised")
    other = state.players[1]
    cards = [*other.deck, *other.hand]
    state = arrange.with_discard(state, 1, cards[6:])
    state = arrange.with_only_deck(arrange.with_hand(state, 1, cards[:2]), 1, cards[2:6])
    state = attrs.evolve(state, box=tuple(card for card in state.box if card not in cards))
    view = arcanum.observe(state, 0)
    assert isinstance(view, guilds.View)
    order = state.rules.catalogue.order.__getitem__

    def hand(sampled: Any) -> Hashable:
        held: tuple[CardId, ...] = sampled.players[1].hand
        return held

    expected: set[Hashable] = {
        tuple(sorted(pair, key=order)) for pair in combinations(view.players[1].owned, view.players[1].hand_size)
    }
    assert len(expected) == 15
    evenly(view, expected, hand)


def test_a_deck_of_ones_own_choice_is_filled_according_to_what_lies_facedown() -> None:
    """The more Agents a choice has, the more often it is the reason why Agents lie facedown; each way counts once."""
    state = arrange.fresh("arcana/revised", modules=("customise",), harmless=("customise",))
    guild = state.players[1].guild
    agents = [card for card in state.players[1].deck if state.card(card).is_agent]
    home = next(each.name for each in state.districts if 1 in each.friendly_to)
    state = arrange.with_cards(state, home, [(agents[0], 1, False)])
    view = arcanum.observe(state, 0)
    assert isinstance(view, guilds.View)
    choices = state.rules.catalogue.guild_cards(guild)
    able = [card.id for card in choices if card.is_agent]

    def facedown(sampled: Any) -> Hashable:
        (card,) = [each.card for place in sampled.districts for each in place.cards]
        found: CardId = card
        return found

    evenly(view, set(able), facedown)
