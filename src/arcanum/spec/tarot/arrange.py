"""Reachable states, rearranged: the same game with other prestige, other figures, other hands, a smaller deck.

A property about the end of the prestige track should not have to wait until a game gets there. What comes out is
consistent (every card is in one place), so every invariant still holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from arcanum.kernel.agenda import Decision, Task
from arcanum.kernel.clauses import APPLIES
from arcanum.kernel.events import Seat
from arcanum.spec.games import fitting, number, stated
from arcanum.spec.subject import NotJudged
from arcanum.tarot import State
from arcanum.tarot.board import Figures, Prestige
from arcanum.tarot.cards import MAJORS, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import COMP_14, HAND_1, HOUSE_3, LOC9_1
from arcanum.tarot.hiding import HideSlot, HideTogether
from arcanum.tarot.state import HiddenCard, TarotTable


def room_for(state: State, cards: int) -> None:
    """Say how many cards a hand must be able to hold; under a variant with a smaller limit a property cannot judge."""
    limit = number(state, HAND_1, "limit")
    if limit < cards:
        raise NotJudged(f"it needs hands of {cards} cards, and the variant has a limit of {limit}")


def majors_of(state: State) -> tuple[Major, ...]:
    """The Majors that are not left out of the game."""
    left_out = stated(state, HOUSE_3, "left_out") if stated(state, HOUSE_3, APPLIES) is True else ()
    assert isinstance(left_out, tuple)
    return tuple(card for card in MAJORS if card.number not in left_out)


def in_the_game(state: State, cards: Iterable[Card]) -> None:
    """Say which cards a property needs; it cannot judge a variant that leaves one of them out."""
    majors = majors_of(state)
    for card in cards:
        if isinstance(card, Major) and card not in majors:
            raise NotJudged(f"it needs {card.title}, which the variant leaves out")


def with_prestige(state: State, prestige: Sequence[int]) -> State:
    """The state with other prestige, in the order of the suits; what is not on the track is no example."""
    fitting(max(prestige) <= number(state, COMP_14, "highest"))
    return attrs.evolve(state, prestige=Prestige(tuple(prestige)))


def with_figures(state: State, places: Mapping[Figure, int]) -> State:
    """The state with some figures elsewhere."""
    row = tuple(places.get(figure, place) for figure, place in state.figures.items())
    return attrs.evolve(state, figures=Figures(row))


def with_points(state: State, points: Sequence[int]) -> State:
    """The state with other victory points, by seat."""
    players = tuple(attrs.evolve(player, vp=vp) for player, vp in zip(state.players, points, strict=True))
    return attrs.evolve(state, players=players)


def with_hand(state: State, seat: Seat, hand: Sequence[Minor]) -> State:
    """The state with another hand of Minors for a seat; whoever held such a card gets one of the old hand or the deck.

    Cards that lie hidden or in play cannot be asked for.
    """
    old = [card for card in state.players[seat].hand if isinstance(card, Minor)]
    kept = [card for card in state.players[seat].hand if not isinstance(card, Minor)]
    deck = [card for card in state.minor_deck if card not in hand]
    discard = [card for card in state.minor_discard if card not in hand]
    hands: list[list[Card]] = [[card for card in player.hand if card not in hand] for player in state.players]
    hands[seat] = [*kept, *hand]
    spare = [card for card in old if card not in hand] + deck
    for other, player in enumerate(state.players):
        if other != seat:
            missing = len(player.hand) - len(hands[other])
            hands[other] += spare[:missing]
            spare = spare[missing:]
    players = tuple(
        attrs.evolve(player, hand=tuple(sorted(own, key=lambda card: card.position)))
        for player, own in zip(state.players, hands, strict=True)
    )
    return attrs.evolve(state, players=players, minor_deck=tuple(spare), minor_discard=tuple(discard))


def with_majors(state: State, seat: Seat, numbers: Sequence[int]) -> State:
    """The state with these Majors, and no others, in the hand of a seat.

    They come from wherever they are, except from the board, and the old ones go to the bottom of the deck. A hand that
    grows too large loses Minors to the bottom of the Minor deck.
    """
    wanted = tuple(MAJORS[number] for number in numbers)
    in_the_game(state, wanted)
    players = list(state.players)
    back: list[Major] = []
    for other, player in enumerate(players):
        gone = [card for card in player.hand if isinstance(card, Major) and (other == seat or card in wanted)]
        hidden = tuple(each for each in player.hidden if each.card not in wanted)
        players[other] = attrs.evolve(player, hand=tuple(c for c in player.hand if c not in gone), hidden=hidden)
        back += [card for card in gone if card not in wanted]
    minors = [card for card in players[seat].hand if isinstance(card, Minor)]
    room = max(0, number(state, HAND_1, "limit") - len(wanted))
    keep, surplus = minors[:room], minors[room:]
    players[seat] = attrs.evolve(players[seat], hand=(*keep, *sorted(wanted, key=lambda card: card.number)))
    return attrs.evolve(
        state,
        players=tuple(players),
        major_deck=(*back, *(card for card in state.major_deck if card not in wanted)),
        major_discard=tuple(card for card in state.major_discard if card not in wanted),
        minor_deck=(*surplus, *state.minor_deck),
    )


def with_hidden(state: State, hidden: Sequence[Sequence[Card]]) -> State:
    """The state with these hidden cards, by seat. Takes them from anywhere; hands that held them lose them."""
    wanted = {card for cards in hidden for card in cards}
    in_the_game(state, wanted)
    freed = [each.card for player in state.players for each in player.hidden if each.card not in wanted]
    players = tuple(
        attrs.evolve(
            player,
            hand=tuple(card for card in player.hand if card not in wanted),
            hidden=tuple(HiddenCard(card) for card in cards),
        )
        for player, cards in zip(state.players, hidden, strict=True)
    )
    return attrs.evolve(
        state,
        players=players,
        minor_deck=(
            *(card for card in state.minor_deck if card not in wanted),
            *(card for card in freed if isinstance(card, Minor)),
        ),
        minor_discard=tuple(card for card in state.minor_discard if card not in wanted),
        major_deck=(
            *(card for card in state.major_deck if card not in wanted),
            *(card for card in freed if isinstance(card, Major)),
        ),
        major_discard=tuple(card for card in state.major_discard if card not in wanted),
    )


def with_small_deck(state: State, deck: int, discard: int = 0) -> State:
    """The state with at most so many Minors in deck and discard pile; the rest is hidden in front of seat 0."""
    pile = (*state.minor_deck, *state.minor_discard)
    rest = tuple(HiddenCard(card) for card in pile[deck + discard :])
    first, *others = state.players
    first = attrs.evolve(first, hidden=(*first.hidden, *rest))
    return attrs.evolve(
        state, players=(first, *others), minor_deck=pile[:deck], minor_discard=pile[deck : deck + discard]
    )


def waiting_for(state: State, *tasks: Task[State, TarotTable]) -> State:
    """The state with other things still to happen, the last one next (put a decision there)."""
    return attrs.evolve(state, agenda=tasks)


def pause(seat: Seat = 0) -> Decision[State, TarotTable]:
    """A decision that changes nothing when it is passed; what lies below it on the agenda happens then."""
    return HideTogether(HideSlot(seat, LOC9_1, optional=True))


def houses(**prestige: int) -> tuple[int, ...]:
    """Prestige by name of the House: `houses(swords=10)`; the others are at 0."""
    return tuple(prestige.get(suit.name.lower(), 0) for suit in Suit)
