"""Everything that happens in a game of Arcana, each with the clause that made it happen."""

from __future__ import annotations

from typing import ClassVar

import attrs

from arcanum.guilds.cards import Arcanum, CardId
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Event, Seat


@attrs.frozen
class GuildsTaken(Event):
    """The players have their guilds, by seat."""

    guilds: tuple[str, ...]


@attrs.frozen
class DeckChosen(Event):
    """A player has put his Deck together; only he knows of which cards."""

    seat: Seat
    count: int
    cards: tuple[CardId, ...] | None

    secret: ClassVar = ("cards",)


@attrs.frozen
class ObjectivesDealt(Event):
    """A player was dealt Objectives."""

    seat: Seat
    count: int
    cards: tuple[CardId, ...] | None

    secret: ClassVar = ("cards",)


@attrs.frozen
class ObjectivesKept(Event):
    """A player has chosen which Objectives to keep."""

    seat: Seat
    count: int
    cards: tuple[CardId, ...] | None

    secret: ClassVar = ("cards",)


@attrs.frozen
class MasterChosen(Event):
    """A player has chosen his Guild Master."""

    seat: Seat
    card: CardId


@attrs.frozen
class StakeShown(Event):
    """The next card of a District is turned up."""

    district: str
    card: CardId


@attrs.frozen
class EndCardShown(Event):
    """The end card is turned up; the game ends after the round with this number."""

    district: str | None
    card: CardId
    last_round: int


@attrs.frozen
class GameStalled(Event):
    """Nobody has won a Stake for so many rounds; the game ends after the round with this number."""

    rounds: int
    last_round: int


@attrs.frozen
class EventForeseen(Event):
    """The next Event is turned up on its pile; it is not in force yet."""

    card: CardId


@attrs.frozen
class EventBegan(Event):
    """An Event is in force for this round."""

    card: CardId


@attrs.frozen
class RoundBegan(Event):
    """A round starts."""

    round: int
    first_player: Seat


@attrs.frozen
class PhaseBegan(Event):
    """A part of the round starts."""

    phase: Phase


@attrs.frozen
class Drew(Event):
    """A player drew cards from his Deck; `wanted` is how many he should have drawn."""

    seat: Seat
    count: int
    wanted: int
    cards: tuple[CardId, ...] | None

    secret: ClassVar = ("cards",)


@attrs.frozen
class Shuffled(Event):
    """A Discard Pile was shuffled into a new Deck."""

    seat: Seat
    count: int


@attrs.frozen
class Assigned(Event):
    """An Agent was sent to a District faceup."""

    seat: Seat
    card: CardId
    district: str


@attrs.frozen
class AssignedFacedown(Event):
    """An Agent was sent to a District facedown."""

    seat: Seat
    card: CardId | None
    district: str

    secret: ClassVar = ("card",)


@attrs.frozen
class Played(Event):
    """A Location is played."""

    seat: Seat
    card: CardId


@attrs.frozen
class Thwarted(Event):
    """A Location is undone before it takes effect."""

    seat: Seat
    card: CardId
    by: CardId


@attrs.frozen
class Discarded(Event):
    """A card goes to its owner's Discard Pile."""

    seat: Seat
    card: CardId


@attrs.frozen
class RelicPlaced(Event):
    """A Relic is laid on an Agent to bribe the Personality there."""

    seat: Seat
    card: CardId
    agent: CardId
    district: str


@attrs.frozen
class TurnedUp(Event):
    """Facedown cards in a District are turned up."""

    seat: Seat
    district: str
    cards: tuple[CardId, ...]


@attrs.frozen
class Bribed(Event):
    """A bribe is counted: with which arcanum, how much it comes to, what it takes, and whether it is enough."""

    seat: Seat
    district: str
    stake: CardId
    arcanum: Arcanum
    total: int
    price: int
    success: bool


@attrs.frozen
class MilitiaHired(Event):
    """A player draws the top Militia card."""

    seat: Seat
    card: CardId | None

    secret: ClassVar = ("card",)


@attrs.frozen
class MilitiaReturned(Event):
    """All Militia go back to their pile, which is shuffled."""

    count: int


@attrs.frozen
class MasterUsed(Event):
    """A Guild Master's ability is used."""

    seat: Seat
    card: CardId


@attrs.frozen
class MastersReadied(Event):
    """Guild Masters that were turned sideways can be used again."""

    seats: tuple[Seat, ...]


@attrs.frozen
class Moved(Event):
    """A card that everybody knows was moved to another District."""

    seat: Seat
    owner: Seat
    card: CardId
    origin: str
    destination: str
    face_up: bool


@attrs.frozen
class MovedFacedown(Event):
    """A card was moved from one District to another and stays facedown."""

    seat: Seat
    owner: Seat
    card: CardId | None
    origin: str
    destination: str

    secret: ClassVar = ("card",)


@attrs.frozen
class TakenBack(Event):
    """A faceup card in a District, or one of the Discard Pile, goes to its owner's hand."""

    seat: Seat
    card: CardId


@attrs.frozen
class TakenBackFacedown(Event):
    """A facedown card in a District goes to its owner's hand."""

    seat: Seat
    district: str
    card: CardId | None

    secret: ClassVar = ("card",)


@attrs.frozen
class Banished(Event):
    """A player sends another's Agent away."""

    seat: Seat
    owner: Seat
    card: CardId
    district: str


@attrs.frozen
class LookedAt(Event):
    """A player looks at cards that lie facedown: `what` is a District, a pile or a hand."""

    seat: Seat
    what: str
    cards: tuple[CardId, ...] | None

    secret: ClassVar = ("cards",)


@attrs.frozen
class StakesSwapped(Event):
    """Two Districts exchange their Stakes."""

    seat: Seat
    districts: tuple[str, str]
    stakes: tuple[CardId, CardId]


@attrs.frozen
class StakeBuried(Event):
    """A faceup Stake goes beneath its pile."""

    seat: Seat
    district: str
    card: CardId


@attrs.frozen
class PileShuffled(Event):
    """The facedown Stakes of a District are shuffled."""

    seat: Seat
    district: str


@attrs.frozen
class Strengthened(Event):
    """A player's total in a District is higher for this round."""

    seat: Seat
    district: str
    arcanum: Arcanum | None
    amount: int


@attrs.frozen
class Copied(Event):
    """An Agent without values takes those of another one."""

    seat: Seat
    card: CardId
    model: CardId
    district: str


@attrs.frozen
class Claim:
    """What a player counts in a power struggle: his best total, and with which arcanum."""

    seat: Seat
    total: int
    arcanum: Arcanum | None
    """None: he does not reach what it takes in any."""


@attrs.frozen
class Settled(Event):
    """A power struggle is decided, or stays open."""

    district: str
    stake: CardId
    claims: tuple[Claim, ...]
    winner: Seat | None


@attrs.frozen
class StakeWon(Event):
    """A Stake is won."""

    seat: Seat
    card: CardId
    district: str


@attrs.frozen
class Tucked(Event):
    """A won Stake goes beneath its winner's crest."""

    seat: Seat
    card: CardId


@attrs.frozen
class FirstPlayerPassed(Event):
    """The First Player card goes to a neighbour."""

    seat: Seat


@attrs.frozen
class FinalScore:
    """What a player's points are made of."""

    seat: Seat
    cards: int
    """Points on his cards."""
    fulfilled: tuple[CardId, ...]
    failed: tuple[CardId, ...]
    objectives: int
    """Points for fulfilled Objectives."""
    bonus: int
    """Points that a Guild Master gives."""
    stakes: int
    """How many Stake cards he has; this breaks ties."""

    @property
    def total(self) -> int:
        """All points."""
        return self.cards + self.objectives + self.bonus


@attrs.frozen
class GameEnded(Event):
    """The game is over; Objectives are shown."""

    scores: tuple[FinalScore, ...]
    winners: tuple[Seat, ...]
