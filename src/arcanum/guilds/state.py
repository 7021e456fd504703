"""The state of a game of Arcana, and the table on which one action is carried out.

Piles are tuples whose last card is on top, the Discard Pile too. Hands are kept in the order of the catalogue, so that
equal hands are equal values. Cards in a District lie in the order in which they came.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

import attrs

from arcanum.guilds.board import NEUTRAL, Standing
from arcanum.guilds.cards import Arcanum, Card, CardId
from arcanum.guilds.clause_ids import (
    F_ACT_9,
    HOUSE_5,
    R_GEO_2,
    R_GEO_3,
    R_INT_8,
    R_MIL_1,
    R_SETUP_6,
    R_SETUP_9,
    R_TAC_2,
)
from arcanum.kernel.agenda import Decision, Table
from arcanum.kernel.cite import cites
from arcanum.kernel.engine import State as KernelState
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.game import Game
from arcanum.kernel.values import value

if TYPE_CHECKING:
    from arcanum.guilds.rules import Rules


class Phase(Enum):
    """A part of a round."""

    OPENING = "opening"
    DRAW = "draw"
    INTRIGUE = "intrigue"
    RESOLUTION = "resolution"
    CLEANUP = "cleanup"
    OVER = "over"


@cites(R_SETUP_6, R_TAC_2)
@value
class Player:
    """What belongs to one player; the crest of his guild lies before him."""

    guild: str
    deck: tuple[CardId, ...] = ()
    hand: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    tucked: tuple[CardId, ...] = ()
    """Stakes beneath the crest."""
    objectives: tuple[CardId, ...] = ()
    master: CardId | None = None
    master_spent: bool = False
    """Whether the Guild Master is turned sideways."""


@cites(R_INT_8, F_ACT_9)
@value
class Placed:
    """A card in a District, turned towards its owner."""

    card: CardId
    owner: Seat
    face_up: bool
    shown: bool = False
    """Whether it lies facedown but came from a place where everybody saw it."""
    known_to: tuple[Seat, ...] = ()
    """Seats other than the owner that have looked at the card although it lies facedown."""

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether a seat knows the card."""
        return self.face_up or self.shown or seat == self.owner or seat in self.known_to


@value
class District:
    """A pile of Stakes, the faceup one on it, and the cards that were sent there."""

    name: str
    friendly_to: tuple[Seat, ...]
    pile: tuple[CardId, ...]
    stake: CardId | None
    """The faceup card: a Stake, or the end card."""
    cards: tuple[Placed, ...] = ()
    known_to: tuple[Seat, ...] = ()
    """Seats that have seen the next card of the pile."""
    end_among: int = 0
    """The end card is one of so many of the lowest cards of the pile, as everybody knows; 0 if it is not there."""

    @cites(R_GEO_2, R_GEO_3)
    def standing(self, seat: Seat) -> Standing:
        """Friendly, enemy or neutral, as seen from a seat."""
        if self.name == NEUTRAL:
            return "neutral"
        return "friendly" if seat in self.friendly_to else "enemy"


@value
class Aside:
    """A card between two places: being played, drawn to be played, or won and not yet put away."""

    card: CardId
    owner: Seat
    public: bool


@value
class Bonus:
    """What an ability adds to a player's total in a District for the rest of the round."""

    seat: Seat
    district: int
    arcanum: Arcanum | None
    amount: int


@attrs.frozen
class Options:
    """What the players agreed on before the start."""

    modules: tuple[str, ...]
    guilds: tuple[str, ...]
    round_limit: int | None = None


@attrs.define(eq=False, repr=False, init=False)
class Draft(KernelState):
    """A state in the making: it has all its parts, and becomes a `State` before anybody sees it.

    To make a frozen object of so many parts takes five times as long as to make this and freeze it then.
    """

    rules: Rules
    options: Options
    players: tuple[Player, ...]
    districts: tuple[District, ...]
    round: int
    """0 before the first round."""
    phase: Phase
    first_player: Seat
    active: Seat | None
    """The seat whose turn it is in the Intrigue Phase."""
    militia: tuple[CardId, ...]
    militia_used: tuple[CardId, ...]
    """Militia whose District was won, waiting for the end of the round."""
    events: tuple[CardId, ...]
    """The event pile; its top card lies faceup."""
    event: CardId | None
    """The Event of this round."""
    past_events: tuple[CardId, ...]
    bonuses: tuple[Bonus, ...]
    aside: tuple[Aside, ...]
    last_round: int | None
    """The number of the last round, once that is known."""
    box: tuple[CardId, ...]
    """Cards out of the game."""
    rng: int
    idle: int = 0
    """Rounds in a row in which nobody has won a Stake, the running one included; 0 where the rules count none."""

    def thaw(self, log: list[Event] | None) -> GuildTable:
        """A working copy."""
        return GuildTable(self, log)


@cites(R_MIL_1, R_SETUP_9)
@attrs.frozen(repr=False)
class State(Draft):
    """A position of Arcana, complete with everything that is hidden."""

    game: ClassVar[Game]

    def __repr__(self) -> str:
        asked = self.agenda[-1] if self.agenda else None
        waiting = f"seat {asked.seat} to {asked.prompt}" if isinstance(asked, Decision) else "over"
        return f"<{self.rules.name}, {len(self.players)} players, round {self.round}, {waiting}>"

    def card(self, card: CardId) -> Card:
        """What stands on a card."""
        return self.rules.catalogue[card]


class GuildTable(Table):
    """A state that can be changed, with the same names."""

    __slots__ = (
        "active",
        "aside",
        "bonuses",
        "box",
        "districts",
        "event",
        "events",
        "first_player",
        "idle",
        "last_round",
        "militia",
        "militia_used",
        "options",
        "past_events",
        "phase",
        "players",
        "rng",
        "round",
        "rules",
    )

    def __init__(self, state: Draft, log: list[Event] | None) -> None:
        self.agenda = list(state.agenda)
        self.log = log
        self.rules = state.rules
        self.options = state.options
        self.players = list(state.players)
        self.seats = len(state.players)
        self.districts = state.districts
        self.round = state.round
        self.phase = state.phase
        self.first_player = state.first_player
        self.active = state.active
        self.militia = state.militia
        self.militia_used = state.militia_used
        self.events = state.events
        self.event = state.event
        self.past_events = state.past_events
        self.bonuses = state.bonuses
        self.aside = state.aside
        self.last_round = state.last_round
        self.box = state.box
        self.rng = state.rng
        self.idle = state.idle

    def card(self, card: CardId) -> Card:
        """What stands on a card."""
        return self.rules.catalogue[card]

    def freeze(self) -> State:
        """The state that the table has become."""
        made = object.__new__(Draft)
        made.agenda = tuple(self.agenda)
        made.rules = self.rules
        made.options = self.options
        made.players = tuple(self.players)
        made.districts = self.districts
        made.round = self.round
        made.phase = self.phase
        made.first_player = self.first_player
        made.active = self.active
        made.militia = self.militia
        made.militia_used = self.militia_used
        made.events = self.events
        made.event = self.event
        made.past_events = self.past_events
        made.bonuses = self.bonuses
        made.aside = self.aside
        made.last_round = self.last_round
        made.box = self.box
        made.rng = self.rng
        made.idle = self.idle
        made._legal = None
        made.__class__ = State
        assert isinstance(made, State)
        return made


@cites(HOUSE_5)
def hand_seen_by(position: State | GuildTable, owner: Seat) -> tuple[Seat | None, ...]:
    """Who sees the cards that are in a hand, or go there; None is a spectator."""
    return (None, *range(len(position.players))) if position.rules.open_hands else (owner,)
