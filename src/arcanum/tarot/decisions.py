"""The decisions of Arcanum: who is asked what, which answers are legal, what they set off.

A decision looks only at what its seat may know. Each says by which clause it is asked, and why an answer of the right
kind can still be wrong. (The discards forced by the hand limit are in `hand`.)
"""

from __future__ import annotations

import attrs

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Decision, Frame, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.tarot.actions import DISCARD, HIDE, LOWER, MOVE, PLAY, RAISE, Adjust, Discard, Hide, Move, Play
from arcanum.tarot.atoms import (
    discard_from_hand,
    discard_from_play,
    hide,
    lower_prestige,
    move,
    put_in_play,
    raise_prestige,
    report,
)
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import FIGURES, Card, Figure, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_1,
    AMB_2,
    AMB_6,
    AMB_27,
    AMB_34,
    AMB_39,
    AMB_55,
    AMB_57,
    COMP_7,
    HIDE_1,
    HIDE_2,
    HIDE_3,
    HIDE_4,
    HIDE_8,
    INFO_11,
    LOC3_2,
    LOC3_3,
    LOC3_5,
    LOC5_2,
    LOC5_3,
    LOC5_4,
    LOC6_2,
    LOC6_3,
    LOC6_4,
    LOC8_2,
    LOC10_3,
    LOC_ALL,
    MIN_1,
    MIN_A1,
    MIN_A2,
    MIN_A3,
    MIN_B1,
    MIN_B2,
    MIN_B3,
    MIN_B4,
    MIN_B5,
    MIN_B6,
    MIN_B7,
    MIN_B8,
    MIN_C3,
    MIN_C4,
    MIN_C7,
    MIN_D1,
    MIN_D3,
    MIN_E1,
    PLAY_1,
    PLAY_4,
    PLAY_10,
    PLAY_11,
    PLAY_12,
    SETUP_14,
)
from arcanum.tarot.events import Chose, LocationActivated, NoMove, Pile, Played
from arcanum.tarot.hand import draw, objections_to_card
from arcanum.tarot.state import State, TarotTable


@cites(HIDE_1, HIDE_2, HIDE_4, HIDE_8)
@attrs.frozen
class HideTogether(Decision[State, TarotTable]):
    """Everybody chooses a Minor to hide. Nothing shows until all have chosen; then all cards go down together."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats that are asked after this one."""
    chosen: tuple[tuple[Seat, Card], ...] = ()

    clause = HIDE_1
    prompt = "hide a Minor"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any Minor of the hand not chosen yet; passing only for a player who has none."""
        hand = state.players[self.seat].hand
        taken = [card for seat, card in self.chosen if seat == self.seat]
        minors = [HIDE[card.position] for card in hand if isinstance(card, Minor) and card not in taken]
        return tuple(minors) or (PASS,)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not a Minor, not in the hand, or passing with a Minor in hand."""
        if isinstance(action, Hide) and not isinstance(action.card, Minor):
            return (Violation(HIDE_3, f"{action.card} is a Major; only a Minor can be hidden here"),)
        return objections_to_card(state, self.seat, action, Hide, HIDE_3)

    @cites(AMB_55)
    def take(self, table: TarotTable, action: Action) -> None:
        """Note the choice; after the last one carry all of them out."""
        chosen = self.chosen
        if isinstance(action, Hide):
            chosen += ((self.seat, action.card),)
        if self.waiting:
            table.agenda.append(HideTogether(self.waiting[0], self.waiting[1:], chosen))
        else:
            for seat, card in chosen:
                hide(table, seat, card, HIDE_1)


@cites(PLAY_11, PLAY_12)
@attrs.frozen
class PlayCard(Decision[State, TarotTable]):
    """The active player plays his Minor."""

    seat: Seat

    clause = PLAY_1
    prompt = "play a Minor"

    def actions(self, state: State) -> tuple[Action, ...]:
        """The Minors of the hand that may be played now."""
        return tuple([PLAY[card.position] for card in playable_minors(state, self.seat)])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not in the hand, or it moves nothing while another card would."""
        if isinstance(action, Play) and action.card in state.players[self.seat].hand:
            return (Violation(AMB_2, f"{action.card} moves no figure, and another Minor in the hand would"),)
        return objections_to_card(state, self.seat, action, Play, PLAY_1)

    def take(self, table: TarotTable, action: Action) -> None:
        """Start the five steps of a Minor."""
        assert isinstance(action, Play)
        assert isinstance(action.card, Minor)
        play_minor(table, self.seat, action.card)


@cites(AMB_2, PLAY_10)
def playable_minors(state: State, seat: Seat) -> tuple[Card, ...]:
    """The Minors that a player may choose from; some printings forbid one that moves nothing if another does not."""
    minors = tuple([card for card in state.players[seat].hand if isinstance(card, Minor)])
    if state.rules.dead_minor == "playable":
        return minors
    alive = tuple([card for card in minors if card.rank > 10 or can_enter(state, card)])
    return alive or minors


def can_enter(state: State | TarotTable, card: Minor) -> bool:
    """Whether some figure of a numeral's suit is not yet in the location of its number."""
    at = card.suit * 4
    return state.figures.row[at : at + 4].count(card.rank) < 4


@cites(MIN_1, MIN_A2, MIN_A3, PLAY_4)
def play_minor(table: TarotTable, seat: Seat, card: Minor) -> None:
    """Steps a and b; the rest follows from the move."""
    put_in_play(table, seat, card)
    if table.log is not None:
        table.log.append(Played(seat, card, clause=PLAY_1))
    raise_prestige(table, card.suit, table.rules.prestige_per_minor, MIN_A1)
    table.agenda.append(FinishMinor(seat, card))
    if card.rank > 10 or can_enter(table, card):
        table.agenda.append(MoveFigure(seat, card))
    else:
        report(table, NoMove(seat, card, clause=AMB_1))


@cites(COMP_7, MIN_B4, MIN_B8, SETUP_14, AMB_6)
@attrs.frozen
class MoveFigure(Decision[State, TarotTable]):
    """Step b: a numeral moves a figure of its suit to the location of its number, a court card its own figure."""

    seat: Seat
    card: Minor

    clause = PLAY_10
    prompt = "move a figure"

    @cites(MIN_B1, MIN_B2, MIN_B5, MIN_B6)
    def actions(self, state: State) -> tuple[Action, ...]:
        """All moves of the card; nobody owns a figure, so it does not matter who plays."""
        card = self.card
        row = state.figures.row
        if card.rank > 10:
            figure = FIGURES[card.suit * 4 + card.rank - 11]
            here = row[figure]
            moves = MOVE[figure]
            return tuple([moves[location] for location in LOCATIONS if location != here])
        rank = card.rank
        first = card.suit * 4
        return tuple([MOVE[at][rank] for at in range(first, first + 4) if row[at] != rank])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Wrong figure, wrong place, or no move at all."""
        if not isinstance(action, Move):
            return ()
        card, figure = self.card, action.figure
        found = []
        if card.is_court and figure is not FIGURES[card.suit * 4 + card.rank - 11]:
            found.append(Violation(MIN_B5, f"the {card.title} moves only the figure of that name"))
        if not card.is_court and figure.suit is not card.suit:
            found.append(Violation(MIN_B1, f"the {card.title} moves only figures of {card.suit.title}"))
        if not card.is_court and action.location != card.rank:
            found.append(Violation(MIN_B2, f"the {card.title} moves a figure to location {card.rank} only"))
        if action.location not in LOCATIONS:
            found.append(Violation(MIN_B6, f"there is no location {action.location}; there are 1 to 10"))
        if state.figures.row[figure] == action.location:
            clause = MIN_B7 if card.is_court else MIN_B3
            found.append(Violation(clause, f"the {figure.title} is already in location {action.location}"))
        return tuple(found)

    def take(self, table: TarotTable, action: Action) -> None:
        """Steps b, c and d."""
        assert isinstance(action, Move)
        enter(table, self.seat, action.figure, action.location, MIN_B5 if self.card.is_court else MIN_B2)


@cites(MIN_C4, MIN_C7, MIN_D3, LOC_ALL)
def enter(table: TarotTable, seat: Seat, figure: Figure, location: int, clause: ClauseId) -> None:
    """A figure enters a location: its House gains a point for each match, then the location acts."""
    move(table, seat, figure, location, clause)
    rules = table.rules
    gain = rules.board.gains[figure][location]
    if gain:
        raise_prestige(table, figure.suit, gain, MIN_C3)
    if table.log is not None:
        table.log.append(LocationActivated(seat, location, clause=MIN_D1))
    table.agenda.append(Frame(rules.locations[location - 1].effects, seat))


@attrs.frozen
class FinishMinor(Task[State, TarotTable]):
    """Step e: the card is discarded once its effects are over."""

    seat: Seat
    card: Minor

    def run(self, table: TarotTable) -> None:
        """Discard it."""
        discard_from_play(table, self.seat, self.card, MIN_E1)


@attrs.frozen
class HideCard(Decision[State, TarotTable]):
    """A place or card lets a player hide a Minor from his hand."""

    seat: Seat
    clause: ClauseId
    optional: bool

    @property
    def prompt(self) -> str:
        """What is asked."""
        return "hide a Minor" + (" or pass" if self.optional else "")

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any Minor of the hand, then passing if that is allowed or nothing can be hidden."""
        minors = tuple([HIDE[card.position] for card in state.players[self.seat].hand if isinstance(card, Minor)])
        return (*minors, PASS) if self.optional or not minors else minors

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not a Minor, or not in the hand."""
        if isinstance(action, Hide) and not isinstance(action.card, Minor):
            return (Violation(LOC8_2, f"{action.card} is a Major; only a Minor can be hidden here"),)
        return objections_to_card(state, self.seat, action, Hide, self.clause)

    def take(self, table: TarotTable, action: Action) -> None:
        """Hide it."""
        if isinstance(action, Hide):
            hide(table, self.seat, action.card, self.clause)


@cites(LOC10_3, AMB_39)
@attrs.frozen
class DiscardCard(Decision[State, TarotTable]):
    """A player must discard a card of his choice from his hand."""

    seat: Seat
    clause: ClauseId

    prompt = "discard a card"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand."""
        return tuple([DISCARD[card.position] for card in state.players[self.seat].hand])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not in the hand."""
        return objections_to_card(state, self.seat, action, Discard, self.clause)

    def take(self, table: TarotTable, action: Action) -> None:
        """Discard it."""
        assert isinstance(action, Discard)
        discard_from_hand(table, self.seat, action.card, self.clause)


DRAW = Option("draw")


@cites(LOC3_5, INFO_11)
@attrs.frozen
class Offer(Decision[State, TarotTable]):
    """The others, one after the other, may draw; the owner of the offer then draws as many as all of them together."""

    seat: Seat
    waiting: tuple[Seat, ...]
    owner: Seat
    pile: Pile
    count: int
    drawn: int = 0

    clause = LOC3_2
    prompt = "draw or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Yes or no."""
        return (DRAW, PASS)

    @cites(AMB_27)
    def take(self, table: TarotTable, action: Action) -> None:
        """Draw or decline, then ask the next or pay the owner; only cards really drawn count."""
        depth = len(table.agenda)
        drawn = self.drawn
        if table.log is not None:
            table.log.append(Chose(self.seat, "draw" if action == DRAW else None, clause=LOC3_2))
        if action == DRAW:
            drawn += draw(table, self.seat, self.pile, self.count, LOC3_2)
        if self.waiting:
            following = Offer(self.waiting[0], self.waiting[1:], self.owner, self.pile, self.count, drawn)
            table.agenda.insert(depth, following)
        else:
            table.agenda.insert(depth, DrawCards(self.owner, self.pile, drawn))


@attrs.frozen
class DrawCards(Task[State, TarotTable]):
    """The owner of an offer draws as many cards as the others did."""

    seat: Seat
    pile: Pile
    count: int

    def run(self, table: TarotTable) -> None:
        """Draw them."""
        if self.count:
            draw(table, self.seat, self.pile, self.count, LOC3_3)


@cites(LOC5_4)
@attrs.frozen
class Exchange(Decision[State, TarotTable]):
    """A player may discard one card and draw others of its type."""

    seat: Seat
    minors: int
    majors: int

    clause = LOC5_4
    prompt = "discard a card to draw, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand, or nothing."""
        return (*[DISCARD[card.position] for card in state.players[self.seat].hand], PASS)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not in the hand."""
        return objections_to_card(state, self.seat, action, Discard, LOC5_4)

    @cites(AMB_34)
    def take(self, table: TarotTable, action: Action) -> None:
        """Discard first, then draw."""
        if not isinstance(action, Discard):
            return
        if isinstance(action.card, Minor):
            discard_from_hand(table, self.seat, action.card, LOC5_2)
            draw(table, self.seat, Pile.MINOR, self.minors, LOC5_2)
        else:
            discard_from_hand(table, self.seat, action.card, LOC5_3)
            draw(table, self.seat, Pile.MAJOR, self.majors, LOC5_3)


@cites(LOC6_3, AMB_57)
@attrs.frozen
class AdjustHouses(Decision[State, TarotTable]):
    """A player may raise or lower each House once, one House at a time in the order he likes."""

    seat: Seat
    houses: tuple[Suit, ...]
    """The Houses not yet changed."""
    steps: int

    clause = LOC6_2
    prompt = "raise or lower a House, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Up or down for each House that is left, or no more."""
        return (*[RAISE[house] for house in self.houses], *[LOWER[house] for house in self.houses], PASS)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """The House has been changed already."""
        if isinstance(action, Adjust) and action.house not in self.houses:
            return (Violation(LOC6_3, f"{action.house.title} has already been changed"),)
        return ()

    @cites(LOC6_4)
    def take(self, table: TarotTable, action: Action) -> None:
        """Change the House and ask for the others."""
        if not isinstance(action, Adjust):
            return
        left = tuple([house for house in self.houses if house is not action.house])
        if left:
            table.agenda.append(AdjustHouses(self.seat, left, self.steps))
        change = raise_prestige if action.direction > 0 else lower_prestige
        change(table, action.house, self.steps, LOC6_2)
