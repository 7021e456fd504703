"""What a seat may know and what not, kept apart from the engine: public events, and states that look the same.

A `Watcher` is somebody who hears every event as a spectator does and remembers which hidden cards lie open. `retold` is
another state that must look the same to a seat: everything that it may not know is dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

import arcanum
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.randomness import shuffled
from arcanum.spec.secrets import named_in, renamed
from arcanum.spec.tarot.games import Game, Step
from arcanum.tarot import State, View
from arcanum.tarot.cards import FOOL, MAJORS, MINORS, SUITS, Card, Major, Minor
from arcanum.tarot.events import Discarded, HouseScored, Pile, Revealed, Shuffled, Swapped, TurnedUp
from arcanum.tarot.state import Player

CARDS: tuple[Card, ...] = (*MINORS, *MAJORS)


def look(state: State, seat: Seat | None) -> View:
    """What a seat sees; None is a spectator."""
    view = arcanum.observe(state, seat)
    assert isinstance(view, View)
    return view


# --- what everybody has heard -----------------------------------------------------------------------------------------


@attrs.define
class Watcher:
    """What has been shown to all, as far as it still lies open, and the two piles of discards."""

    turned_up: set[Card] = attrs.Factory(set)
    shown: set[Card] = attrs.Factory(set)
    """Cards revealed by a scoring that is not over."""
    houses: int = 0
    discards: dict[Pile, list[Card]] = attrs.Factory(lambda: {Pile.MINOR: [], Pile.MAJOR: []})

    def hear(self, event: Event) -> None:
        """Remember what an event tells a spectator; a hidden card that comes back into a hand is face down again."""
        match event.seen_by(None):
            case TurnedUp(cards=cards):
                self.turned_up |= set(cards)
            case Revealed(cards=cards):
                self.shown |= set(cards)
            case HouseScored():
                self.houses += 1
                if self.houses == len(SUITS):
                    self.shown, self.houses = set(), 0
            case Discarded(card=card):
                self.turned_up.discard(card)
                self.discards[Pile.MINOR if isinstance(card, Minor) else Pile.MAJOR].append(card)
            case Shuffled(pile=pile):
                self.discards[pile] = []
        if isinstance(event, Swapped) and event.taken is not None:
            self.turned_up.discard(event.taken)


def watched(game: Game) -> Iterator[tuple[Step, Watcher]]:
    """The steps of a game, each with what everybody knows after it."""
    watcher = Watcher()
    for event in game.opening:
        watcher.hear(event)
    for step in game.steps:
        for event in step.events:
            watcher.hear(event)
        yield step, watcher


# --- states that look the same ----------------------------------------------------------------------------------------


def cards_in(value: object) -> set[Card]:
    """All cards that a value mentions."""
    return named_in(value, CARDS)


def secrets(state: State, seat: Seat | None, known: Iterable[Card] = ()) -> list[Card]:
    """The cards whose places a seat may not know, less some that it got to know otherwise.

    A hidden Fool is not among them, because no other Major could lie in its place.
    """
    found: list[Card] = [*state.minor_deck, *state.major_deck]
    for other, player in enumerate(state.players):
        if other != seat:
            found += player.hand
            found += [each.card for each in player.hidden if not each.face_up and not state.shown]
    hidden_fool = {FOOL for player in state.players for each in player.hidden if each.card == FOOL}
    return [card for card in found if card not in hidden_fool and card not in set(known)]


def dealt_anew(cards: Iterable[Card], rng: int) -> dict[Card, Card]:
    """For each card another one of its type that takes its place."""
    names: dict[Card, Card] = {}
    for kind in (Minor, Major):
        old = tuple(card for card in cards if isinstance(card, kind))
        rng, new = shuffled(rng, old)
        names |= dict(zip(old, new, strict=True))
    return names


def retold(state: State, names: dict[Card, Card], rng: int) -> State:
    """The state with cards renamed wherever they are, in the middle of decisions too, and another generator."""
    players = [
        Player(in_order(renamed(player.hand, names)), renamed(player.hidden, names), player.vp)
        for player in state.players
    ]
    return attrs.evolve(
        state,
        agenda=tuple(renamed(task, names) for task in state.agenda),
        players=tuple(players),
        minor_deck=renamed(state.minor_deck, names),
        major_deck=renamed(state.major_deck, names),
        rng=rng,
    )


def in_order(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand as it is kept."""
    return tuple(sorted(hand, key=lambda card: card.position))


def hands_mixed(state: State, seat: Seat | None, rng: int) -> State:
    """The state in which the others have exchanged cards of their hands, Minors for Majors too, keeping the counts."""
    away = [other for other in range(len(state.players)) if other != seat]
    _, pool = shuffled(rng, tuple(card for other in away for card in state.players[other].hand))
    players = list(state.players)
    for other in away:
        count = len(players[other].hand)
        players[other] = attrs.evolve(players[other], hand=in_order(pool[:count]))
        pool = pool[count:]
    return attrs.evolve(state, players=tuple(players))
