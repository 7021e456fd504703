"""What a seat may know and what not, kept apart from the engine: public events, and states that look the same.

A `Watcher` is somebody who hears every event as a spectator does and remembers which hidden cards lie open. `retold` is
another state that must look the same to a seat: everything that it may not know is dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

import arcanum
from arcanum.kernel.clauses import APPLIES
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.randomness import shuffled
from arcanum.spec.games import stated
from arcanum.spec.secrets import as_bytes, everybody, named_in, renamed
from arcanum.spec.tarot.games import Game, Step
from arcanum.tarot import State, View
from arcanum.tarot.cards import FOOL, MAJORS, MINORS, SUITS, Card, Major, Minor
from arcanum.tarot.clause_ids import HOUSE_2
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


def hands_lie_open(state: State) -> bool:
    """Whether everybody may look into all hands."""
    return stated(state, HOUSE_2, APPLIES) is True


def insiders(state: State, *owners: Seat) -> tuple[Seat | None, ...]:
    """Who may know what goes into the hands of some seats."""
    return everybody(state) if hands_lie_open(state) else owners


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
            found += () if hands_lie_open(state) else player.hand
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
    """The state in which the others have exchanged cards of their hands, Minors for Majors too, keeping the counts.

    If hands lie open they keep them.
    """
    away = [] if hands_lie_open(state) else [other for other in range(len(state.players)) if other != seat]
    _, pool = shuffled(rng, tuple(card for other in away for card in state.players[other].hand))
    players = list(state.players)
    for other in away:
        count = len(players[other].hand)
        players[other] = attrs.evolve(players[other], hand=in_order(pool[:count]))
        pool = pool[count:]
    return attrs.evolve(state, players=tuple(players))


def looks_the_same(state: State, seat: Seat | None, seed: int, index: int) -> None:
    """Deal anew what a seat may not know: its view, as a value and byte for byte, and its choices stay the same."""
    names = dealt_anew(secrets(state, seat), seed + index)
    other = hands_mixed(retold(state, names, seed), seat, seed + index)
    assert look(other, seat) == look(state, seat)
    assert as_bytes(look(other, seat)) == as_bytes(look(state, seat))
    assert arcanum.to_act(other) == arcanum.to_act(state)
    if seat == arcanum.to_act(state):
        assert arcanum.legal_actions(other) == arcanum.legal_actions(state)


def told_the_same(step: Step, seat: Seat | None, seed: int) -> bool:
    """Whether the step could be done in a state with other secrets; then it must be told to the seat the same way."""
    heard = [event.seen_by(seat) for event in step.events]
    names = dealt_anew(secrets(step.before, seat, cards_shown(step, heard)), seed)
    fresh_rng = step.before.rng if any(isinstance(event, Shuffled) for event in heard) else seed
    other = retold(step.before, names, fresh_rng)
    action = renamed(step.action, names)
    if step.seat == seat:
        assert action == step.action
    elif action not in arcanum.legal_actions(other):
        return False
    done = arcanum.step(other, action)
    assert isinstance(done.state, State)
    assert [event.seen_by(seat) for event in done.events] == heard
    assert look(done.state, seat) == look(step.after, seat)
    return True


def cards_shown(step: Step, heard: list[Event]) -> set[Card]:
    """The cards that a step shows to somebody who hears these events; a scoring shows also which are not there."""
    found = {card for event in heard for card in cards_in(event)}
    if any(isinstance(event, Revealed) for event in heard):
        found |= {each.card for player in step.before.players for each in player.hidden}
        found |= cards_in(step.events)
    if hands_lie_open(step.before):
        found |= {card for player in step.after.players for card in player.hand}
    return found
