"""The state of a game of Arcanum, and the table on which one action is carried out.

Piles are tuples whose last card is on top. Hands are kept in card order, so that equal hands are equal values; hidden
cards lie in the order in which they were hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from arcanum.kernel.agenda import Decision, Effect, Table, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.engine import State as KernelState
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.game import Game
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.actions import LocationNumber
from arcanum.tarot.board import Figures, Prestige
from arcanum.tarot.cards import Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import COMP_10, COMP_11, COMP_12, COMP_21, HIDE_5, HIDE_7, HOUSE_2, INFO_10, TURN_8
from arcanum.tarot.events import Phase

if TYPE_CHECKING:
    from arcanum.tarot.rules import Rules


@cites(HIDE_5)
@value
class HiddenCard:
    """A card in front of its owner, face down unless something turned it up."""

    card: Card
    face_up: bool = False


@cites(HIDE_7, COMP_10)
@value
class Player:
    """What belongs to one player."""

    hand: tuple[Card, ...] = ()
    hidden: tuple[HiddenCard, ...] = ()
    vp: int = 0


@attrs.frozen
class Options:
    """What the players agreed on before the start."""

    length: str
    majors: str
    scoring_turns: tuple[int, ...]
    """The turns that end with a scoring; the game ends after the last of them."""


@attrs.define(eq=False, repr=False, init=False)
class Draft(KernelState):
    """A state in the making: it has all its parts, and becomes a `State` before anybody sees it.

    To make a frozen object of so many parts takes five times as long as to make this and freeze it then.
    """

    rules: Rules
    options: Options
    players: tuple[Player, ...]
    prestige: Prestige
    figures: Figures
    turn: int
    phase: Phase
    first_player: Seat
    active: Seat | None
    """The seat whose part of the playing phase it is; None outside that phase."""
    minor_deck: tuple[Minor, ...]
    minor_discard: tuple[Minor, ...]
    major_deck: tuple[Major, ...]
    major_discard: tuple[Major, ...]
    in_play: tuple[Card, ...]
    """Cards that are being resolved: no longer in a hand, not yet discarded."""
    tower: tuple[LocationNumber, ...]
    """The locations that the Tower card blocks."""
    tower_owner: Seat | None
    """Who played the Tower that lies on the board."""
    exiles: tuple[tuple[Seat, tuple[Figure, ...]], ...]
    """Figures that a Judgement took off the board, with the seat that will put them back."""
    minor_played: bool
    """Whether the active player has played his Minor."""
    major_played: bool
    """Whether the active player has played a Major."""
    factor: int
    """By how much points and prestige that change in this active turn are multiplied."""
    shown: tuple[Suit, ...]
    """The suits whose hidden cards lie open while Houses are being scored."""
    rng: int
    exiled_by: tuple[tuple[Seat, ClauseId], ...] = ()
    """For figures that another Major than the Judgement took off the board, by the seat: the clause of that Major."""

    def thaw(self, log: list[Event] | None) -> TarotTable:
        """A working copy."""
        return TarotTable(self, log)


@cites(COMP_11, COMP_12, COMP_21, TURN_8)
@attrs.frozen(repr=False)
class State(Draft):
    """A position of Arcanum, complete with everything that is hidden."""

    game: ClassVar[Game]

    def __repr__(self) -> str:
        asked = self.agenda[-1] if self.agenda else None
        waiting = f"seat {asked.seat} to {asked.prompt}" if isinstance(asked, Decision) else "over"
        return f"<{self.rules.name}, {len(self.players)} players, turn {self.turn}, {waiting}>"


class TarotTable(Table):
    """A state that can be changed, with the same names."""

    __slots__ = (
        "active",
        "exiled_by",
        "exiles",
        "factor",
        "figures",
        "first_player",
        "in_play",
        "major_deck",
        "major_discard",
        "major_played",
        "minor_deck",
        "minor_discard",
        "minor_played",
        "options",
        "phase",
        "players",
        "prestige",
        "rng",
        "rules",
        "shown",
        "tower",
        "tower_owner",
        "turn",
    )  # fmt: skip

    def __init__(self, state: Draft, log: list[Event] | None) -> None:
        self.agenda = list(state.agenda)
        self.log = log
        self.rules = state.rules
        self.options = state.options
        self.players = list(state.players)
        self.seats = len(state.players)
        self.prestige = state.prestige
        self.figures = state.figures
        self.turn = state.turn
        self.phase = state.phase
        self.first_player = state.first_player
        self.active = state.active
        self.minor_deck = state.minor_deck
        self.minor_discard = state.minor_discard
        self.major_deck = state.major_deck
        self.major_discard = state.major_discard
        self.in_play = state.in_play
        self.tower = state.tower
        self.tower_owner = state.tower_owner
        self.exiles = state.exiles
        self.exiled_by = state.exiled_by
        self.minor_played = state.minor_played
        self.major_played = state.major_played
        self.factor = state.factor
        self.shown = state.shown
        self.rng = state.rng

    def freeze(self) -> State:
        """The state that the table has become."""
        made = object.__new__(Draft)
        made.agenda = tuple(self.agenda)
        made.rules = self.rules
        made.options = self.options
        made.players = tuple(self.players)
        made.prestige = self.prestige
        made.figures = self.figures
        made.turn = self.turn
        made.phase = self.phase
        made.first_player = self.first_player
        made.active = self.active
        made.minor_deck = self.minor_deck
        made.minor_discard = self.minor_discard
        made.major_deck = self.major_deck
        made.major_discard = self.major_discard
        made.in_play = self.in_play
        made.tower = self.tower
        made.tower_owner = self.tower_owner
        made.exiles = self.exiles
        made.minor_played = self.minor_played
        made.major_played = self.major_played
        made.factor = self.factor
        made.shown = self.shown
        made.rng = self.rng
        made.exiled_by = self.exiled_by
        made._legal = None
        made.__class__ = State
        assert isinstance(made, State)
        return made


MOST_PLAYERS = 10
"""More would not get a first hand; the printed games stop at five."""


@cites(INFO_10, HOUSE_2)
def hand_seen_by(position: State | TarotTable, *owners: Seat) -> tuple[Seat | None, ...]:
    """Who sees the cards that are in the hands of some seats, or go there; None is a spectator."""
    return (None, *range(len(position.players))) if position.rules.open_hands else owners


TarotTask = Task[State, TarotTable]
TarotEffect = Effect[State, TarotTable]
TarotDecision = Decision[State, TarotTable]
Program = tuple[Effect[Any, Any], ...]
