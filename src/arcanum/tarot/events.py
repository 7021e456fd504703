"""What happens in a game of Arcanum, as values.

Nobody but the owner of a card sees it unless it is turned up, or the hands lie open.
"""

from __future__ import annotations

from enum import Enum

import attrs

from arcanum.kernel.events import Event, Seat
from arcanum.tarot.actions import LocationNumber
from arcanum.tarot.board import Figures
from arcanum.tarot.cards import Card, Figure, Minor, Suit
from arcanum.tarot.scoring import Standing as Standing


class Pile(Enum):
    """One of the two decks, with its discard pile."""

    MINOR = "minor"
    MAJOR = "major"


class Phase(Enum):
    """The part of the turn that is being played."""

    DRAW = "draw"
    HIDE = "hide"
    PLAY = "play"
    SCORING = "scoring"
    OVER = "over"


@attrs.frozen
class TurnBegan(Event):
    """The turn marker moved on."""

    turn: int
    first_player: Seat


@attrs.frozen
class FiguresPlaced(Event):
    """The figures stand where chance has put them at the start."""

    figures: Figures


@attrs.frozen
class PhaseBegan(Event):
    """A phase of the turn started."""

    phase: Phase


@attrs.frozen
class BecameActive(Event):
    """A player's own part of the playing phase started."""

    seat: Seat


@attrs.frozen
class Drew(Event):
    """A player took cards from a deck; `wanted` is how many he was to take."""

    seat: Seat
    pile: Pile
    count: int
    wanted: int
    cards: tuple[Card, ...] | None

    secret = ("cards",)


@attrs.frozen
class Shuffled(Event):
    """A discard pile became the new deck."""

    pile: Pile
    count: int


@attrs.frozen
class Hid(Event):
    """A player put a card face down in front of him, from his hand or straight from the deck."""

    seat: Seat
    card: Card | None
    from_hand: bool

    secret = ("card",)


@attrs.frozen
class Discarded(Event):
    """A card went face up on its discard pile; `seat` is whose it was."""

    seat: Seat
    card: Card


@attrs.frozen
class Played(Event):
    """The active player played a card."""

    seat: Seat
    card: Card


@attrs.frozen
class Moved(Event):
    """A figure went from one location to another."""

    seat: Seat
    figure: Figure
    origin: LocationNumber
    destination: LocationNumber


@attrs.frozen
class NoMove(Event):
    """The card that was played could move no figure."""

    seat: Seat
    card: Minor


@attrs.frozen
class LocationActivated(Event):
    """The effect of a location on the players starts."""

    seat: Seat
    location: LocationNumber


@attrs.frozen
class PrestigeChanged(Event):
    """The token of a House moved on the prestige track."""

    house: Suit
    before: int
    after: int


@attrs.frozen
class PointsGained(Event):
    """A player gained victory points."""

    seat: Seat
    points: int
    total: int


@attrs.frozen
class PointsLost(Event):
    """A player lost victory points."""

    seat: Seat
    points: int
    total: int


@attrs.frozen
class Multiplied(Event):
    """From now on, points and prestige that change in this active turn are multiplied."""

    seat: Seat
    factor: int


@attrs.frozen
class Gave(Event):
    """A player handed cards to another; only the two of them know which."""

    seat: Seat
    receiver: Seat
    count: int
    cards: tuple[Card, ...] | None

    secret = ("cards",)


@attrs.frozen
class TurnedUp(Event):
    """A player turned some of his hidden cards face up for good."""

    seat: Seat
    cards: tuple[Card, ...]


@attrs.frozen
class Swapped(Event):
    """A player exchanged a card of his hand for a hidden one; `place` says which of the hidden cards it was."""

    seat: Seat
    place: int
    given: Card | None
    taken: Card | None

    secret = ("given", "taken")


@attrs.frozen
class TowerPlaced(Event):
    """The Tower card lies on the board and blocks locations."""

    seat: Seat
    locations: tuple[LocationNumber, ...]


@attrs.frozen
class FigureRemoved(Event):
    """A figure was taken off the board."""

    seat: Seat
    figure: Figure
    origin: LocationNumber


@attrs.frozen
class FigureReturned(Event):
    """A figure came back to the board; the location does nothing."""

    seat: Seat
    figure: Figure
    location: LocationNumber


@attrs.frozen
class FoolAssigned(Event):
    """The owner of a hidden Fool said which House it counts for."""

    seat: Seat
    house: Suit


@attrs.frozen
class SpecialScoring(Event):
    """The World makes the Houses be scored out of turn, for less."""

    seat: Seat


@attrs.frozen
class Revealed(Event):
    """A player turned his hidden cards up for scoring."""

    seat: Seat
    cards: tuple[Card, ...]


@attrs.frozen
class HouseScored(Event):
    """A House was evaluated; the standings are in order, best first."""

    house: Suit
    rank: int
    standings: tuple[Standing, ...]


@attrs.frozen
class PawnPassed(Event):
    """The first-player pawn went to the left."""

    seat: Seat


@attrs.frozen
class GameEnded(Event):
    """The game is over."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
