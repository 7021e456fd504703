"""The decisions of Arcanum: who is asked what, which answers are legal, what they set off.

A decision looks only at what its seat may know. Each says by which clause it is asked, and why an answer of the right
kind can still be wrong. (The discards forced by the hand limit are in `hand`.)
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Decision, Task
from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.tarot.actions import (
    DISCARD,
    GIVE,
    HIDE,
    LOWER,
    MOVE,
    RAISE,
    REMOVE,
    RETURN,
    REVEAL,
    Adjust,
    Discard,
    Give,
    Hide,
    LocationNumber,
    Move,
    PlaceTower,
    Remove,
    Return,
    Reveal,
    Swap,
)
from arcanum.tarot.atoms import (
    discard_from_hand,
    give,
    hide,
    lay_tower,
    lower_prestige,
    raise_prestige,
    remove_figure,
    return_figure,
    swap,
    turn_up,
)
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import FOOL, SUITS, Card, Figure, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_12,
    AMB_18,
    AMB_22,
    AMB_24,
    AMB_25,
    AMB_27,
    AMB_28,
    AMB_34,
    AMB_38,
    AMB_39,
    AMB_40,
    AMB_41,
    AMB_42,
    AMB_45,
    AMB_55,
    AMB_57,
    AMB_58,
    AMB_59,
    HIDE_1,
    HIDE_2,
    HIDE_3,
    HIDE_4,
    HIDE_7,
    HIDE_8,
    INFO_11,
    LOC3_2,
    LOC3_3,
    LOC3_4,
    LOC3_5,
    LOC5_2,
    LOC5_3,
    LOC5_4,
    LOC6_2,
    LOC6_3,
    LOC6_4,
    LOC8_1,
    LOC8_2,
    LOC10_3,
    MAJ_0_1,
    MAJ_0_2,
    MAJ_0_3,
    MAJ_3_1,
    MAJ_3_3,
    MAJ_9_1,
    MAJ_9_2,
    MAJ_10_1,
    MAJ_10_2,
    MAJ_10_3,
    MAJ_13_1,
    MAJ_13_2,
    MAJ_14_1,
    MAJ_14_2,
    MAJ_14_3,
    MAJ_16_2,
    MAJ_18_2,
    MAJ_18_3,
    MAJ_19_2,
    MAJ_19_3,
    MAJ_20_2,
    MAJ_20_3,
    MAJ_20_4,
    MAJ_20_5,
    MAJ_20_6,
    MAJG_5,
    MIN_B6,
)
from arcanum.tarot.events import Chose, Pile
from arcanum.tarot.hand import can_be_given_up, draw, duty_open, minors_of, objections_to_card, objections_to_last_minor
from arcanum.tarot.playing import enter, objections_to_move
from arcanum.tarot.state import State, TarotTable


@attrs.frozen
class HideSlot:
    """One chance of one seat to hide a Minor."""

    seat: Seat
    clause: ClauseId
    optional: bool


@cites(HIDE_1, HIDE_2, HIDE_4, HIDE_8, LOC8_2, MAJ_9_1, MAJ_9_2, MAJ_18_2, MAJ_18_3, AMB_38)
@attrs.frozen
class HideTogether(Decision[State, TarotTable]):
    """Players choose Minors to hide. Nothing shows until all have chosen; then all cards go down together."""

    slot: HideSlot
    waiting: tuple[HideSlot, ...] = ()
    chosen: tuple[tuple[HideSlot, Card], ...] = ()

    @property
    def seat(self) -> Seat:
        """Who chooses now."""
        return self.slot.seat

    @property
    def clause(self) -> ClauseId:
        """What lets or makes him hide."""
        return self.slot.clause

    @property
    def prompt(self) -> str:
        """What is asked."""
        return "hide a Minor" + (" or pass" if self.slot.optional else "")

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any Minor of the hand not chosen yet; passing where one may, or where there is none."""
        seat = self.slot.seat
        taken = [card for slot, card in self.chosen if slot.seat == seat]
        minors = [card for card in minors_of(state.players[seat].hand) if card not in taken]
        if len(minors) == 1 and duty_open(state, seat):
            return (PASS,)
        found = tuple([HIDE[card.position] for card in minors])
        return (*found, PASS) if self.slot.optional or not found else found

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not a Minor, not in the hand, chosen already, or the Minor that still has to be played."""
        if not isinstance(action, Hide):
            return ()
        if not isinstance(action.card, Minor):
            particular = {HIDE_1: HIDE_3, LOC8_1: LOC8_2}
            message = f"{action.card} is a Major; only a Minor can be hidden here"
            return (Violation(particular.get(self.clause, MAJG_5), message),)
        if any(card == action.card for slot, card in self.chosen if slot.seat == self.seat):
            return (Violation(HIDE_7, f"{action.card} has been chosen already"),)
        absent = objections_to_card(state, self.seat, action, Hide, HIDE_3)
        return absent or objections_to_last_minor(self.seat, action, Hide)

    @cites(AMB_55)
    def take(self, table: TarotTable, action: Action) -> None:
        """Note the choice; after the last one carry all of them out."""
        chosen = self.chosen
        if isinstance(action, Hide):
            chosen += ((self.slot, action.card),)
        if self.waiting:
            table.agenda.append(HideTogether(self.waiting[0], self.waiting[1:], chosen))
        else:
            for slot, card in chosen:
                hide(table, slot.seat, card, slot.clause)


def ask_to_hide(table: TarotTable, slots: Iterable[HideSlot]) -> None:
    """Ask the seats of these slots to hide together; an empty hand, which everybody can see, is not asked."""
    asked = [slot for slot in slots if table.players[slot.seat].hand]
    if asked:
        table.agenda.append(HideTogether(asked[0], tuple(asked[1:])))


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

    @cites(LOC3_4, AMB_27)
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


@cites(MAJ_0_1, MAJ_3_1, MAJ_14_1, AMB_58)
@attrs.frozen
class MoveAnyFigure(Decision[State, TarotTable]):
    """A Major lets a player move any figure to any other location, with all that follows."""

    seat: Seat
    clause: ClauseId

    prompt = "move any figure or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Every figure that may leave to every location that may be entered."""
        closed = state.tower
        return (
            *[
                MOVE[figure][there]
                for figure, here in enumerate(state.figures.row)
                if here is not None and here not in closed
                for there in LOCATIONS
                if there != here and there not in closed
            ],
            PASS,
        )

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """No such move."""
        return objections_to_move(state, action, self.clause) if isinstance(action, Move) else ()

    @cites(MAJ_0_2, MAJ_0_3, AMB_59)
    def take(self, table: TarotTable, action: Action) -> None:
        """Steps c and d, never step a."""
        if isinstance(action, Move):
            enter(table, self.seat, action.figure, action.location, self.clause)


@attrs.frozen
class ChangeHouse(Decision[State, TarotTable]):
    """A player raises a House of his choice; with `then_lower`, another one goes down afterwards."""

    seat: Seat
    steps: int
    clause: ClauseId
    then_lower: int = 0

    prompt = "raise a House"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any House."""
        return RAISE

    def take(self, table: TarotTable, action: Action) -> None:
        """Raise it."""
        assert isinstance(action, Adjust)
        if self.then_lower:
            table.agenda.append(LowerHouse(self.seat, self.then_lower, action.house))
        raise_prestige(table, action.house, self.steps, self.clause)


@attrs.frozen
class LowerHouse(Decision[State, TarotTable]):
    """A player lowers a House other than the one he raised."""

    seat: Seat
    steps: int
    raised: Suit

    clause = MAJ_3_3
    prompt = "lower another House"

    def actions(self, state: State) -> tuple[Action, ...]:
        """The other three."""
        return tuple([LOWER[house] for house in SUITS if house is not self.raised])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """It is the same House."""
        if action == LOWER[self.raised]:
            return (Violation(MAJ_3_3, f"{self.raised.title} was raised; another House has to go down"),)
        return ()

    def take(self, table: TarotTable, action: Action) -> None:
        """Lower it."""
        assert isinstance(action, Adjust)
        lower_prestige(table, action.house, self.steps, MAJ_3_3)


@cites(MAJ_10_2, MAJ_10_3, AMB_28)
@attrs.frozen
class GiveTogether(Decision[State, TarotTable]):
    """Everybody chooses cards for his left neighbour. Nobody gets anything before all have chosen."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats that choose after this one, as often as they have to give."""
    chosen: tuple[tuple[Seat, Card], ...] = ()

    clause = MAJ_10_1
    prompt = "give a card to the left"

    def _left(self, state: State) -> list[Card]:
        taken = [card for seat, card in self.chosen if seat == self.seat]
        return [card for card in state.players[self.seat].hand if card not in taken]

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand not chosen yet; not the last Minor of one who still has to play it, if he has others."""
        return tuple([GIVE[card.position] for card in can_be_given_up(state, self.seat, self._left(state))])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not there any more, or the Minor that still has to be played."""
        if isinstance(action, Give) and action.card not in self._left(state):
            return (Violation(MAJ_10_1, f"seat {self.seat} does not hold {action.card}, or gives it already"),)
        return objections_to_last_minor(self.seat, action, Give)

    def take(self, table: TarotTable, action: Action) -> None:
        """Note the choice; after the last one all cards change hands."""
        assert isinstance(action, Give)
        chosen = (*self.chosen, (self.seat, action.card))
        if self.waiting:
            table.agenda.append(GiveTogether(self.waiting[0], self.waiting[1:], chosen))
            return
        for seat in table.all_from(table.active or 0):
            cards = tuple([card for giver, card in chosen if giver == seat])
            if cards:
                give(table, seat, (seat + 1) % table.seats, cards, MAJ_10_1)


@attrs.frozen
class PayMinors(Decision[State, TarotTable]):
    """A player discards Minors, at least one, and then draws as many Majors."""

    seat: Seat
    most: int
    paid: int = 0

    clause = MAJ_13_1

    @property
    def prompt(self) -> str:
        """What is asked."""
        return "discard a Minor" + (" more, or pass" if self.paid else "")

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any Minor that can be spared; after the first one, passing."""
        minors = minors_of(state.players[self.seat].hand)
        if len(minors) == 1 and duty_open(state, self.seat):
            minors = []
        found = tuple([DISCARD[card.position] for card in minors])
        return (*found, PASS) if self.paid else found

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not a Minor, not there, or the Minor that still has to be played."""
        if isinstance(action, Discard) and not isinstance(action.card, Minor):
            return (Violation(MAJ_13_1, f"{action.card} is a Major; Death takes Minors"),)
        absent = objections_to_card(state, self.seat, action, Discard, MAJ_13_1)
        return absent or objections_to_last_minor(self.seat, action, Discard)

    def take(self, table: TarotTable, action: Action) -> None:
        """Discard; ask again while more may be paid, whether or not he could, for that is his secret; then draw."""
        paid = self.paid
        if isinstance(action, Discard):
            discard_from_hand(table, self.seat, action.card, MAJ_13_1)
            paid += 1
            if paid < self.most and table.players[self.seat].hand:
                table.agenda.append(PayMinors(self.seat, self.most, paid))
                return
        draw(table, self.seat, Pile.MAJOR, paid, MAJ_13_2)


@cites(MAJ_14_2, AMB_18, AMB_24)
@attrs.frozen
class SwapCards(Decision[State, TarotTable]):
    """A player may exchange cards of his hand for hidden ones, one for one."""

    seat: Seat
    left: int
    fool: bool
    """Whether the Fool may be exchanged too."""
    done: tuple[Card, ...] = ()
    """Cards that have been exchanged already."""

    clause = MAJ_14_2
    prompt = "exchange a card of the hand for a hidden one, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Every pair that may change places, or nothing."""
        player = state.players[self.seat]
        given = [card for card in player.hand if self._allowed(card)]
        taken = [each.card for each in player.hidden if self._allowed(each.card)]
        last = minors_of(player.hand)
        kept = last[0] if len(last) == 1 and duty_open(state, self.seat) else None
        return (
            *[
                Swap(card, hidden)
                for card in given
                for hidden in taken
                if card is not kept or isinstance(hidden, Minor)
            ],
            PASS,
        )

    def _allowed(self, card: Card) -> bool:
        return card not in self.done and (isinstance(card, Minor) or (self.fool and card == FOOL))

    @cites(MAJ_14_3)
    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Cards that cannot be exchanged, are not there, or must be kept."""
        if not isinstance(action, Swap):
            return ()
        player = state.players[self.seat]
        if action.card not in player.hand or action.hidden not in [each.card for each in player.hidden]:
            return (Violation(MAJ_14_2, "one card has to be in the hand and the other one hidden"),)
        if not self._allowed(action.card) or not self._allowed(action.hidden):
            what = "Minors and the Fool" if self.fool else "Minors"
            return (Violation(MAJ_14_3, f"only {what} can be exchanged, each once"),)
        return (Violation(AMB_12, f"{action.card} is the last Minor of seat {self.seat}, who still has to play one"),)

    def take(self, table: TarotTable, action: Action) -> None:
        """Exchange them, and ask once more if there is one left."""
        if not isinstance(action, Swap):
            return
        swap(table, self.seat, action.card, action.hidden, MAJ_14_2)
        if self.left > 1:
            done = (*self.done, action.card, action.hidden)
            table.agenda.append(SwapCards(self.seat, self.left - 1, self.fool, done))


@attrs.frozen
class LayTower(Decision[State, TarotTable]):
    """A player lays the Tower card on the board."""

    seat: Seat

    clause = MAJ_16_2
    prompt = "place the Tower"

    @cites(AMB_45)
    def actions(self, state: State) -> tuple[Action, ...]:
        """The placements that the board allows."""
        return state.rules.board.tower_actions

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """The card cannot touch just these locations."""
        if isinstance(action, PlaceTower):
            return (Violation(AMB_45, f"the card cannot touch just the locations {action.locations}"),)
        return ()

    def take(self, table: TarotTable, action: Action) -> None:
        """The card stays on the board and closes the locations."""
        assert isinstance(action, PlaceTower)
        lay_tower(table, self.seat, action.locations, MAJ_16_2)


@cites(AMB_22, MAJ_19_3, AMB_25)
@attrs.frozen
class RevealHidden(Decision[State, TarotTable]):
    """A player turns some of his face-down hidden cards up."""

    seat: Seat
    left: int

    clause = MAJ_19_2
    prompt = "reveal a hidden card"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any hidden card that is face down."""
        return tuple([REVEAL[each.card.position] for each in state.players[self.seat].hidden if not each.face_up])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not hidden, or face up already."""
        if isinstance(action, Reveal):
            return (Violation(AMB_22, f"{action.card} is not among the face-down cards of seat {self.seat}"),)
        return ()

    def take(self, table: TarotTable, action: Action) -> None:
        """Turn it up, and ask for the next."""
        assert isinstance(action, Reveal)
        turn_up(table, self.seat, (action.card,), MAJ_19_2)
        if self.left > 1:
            table.agenda.append(RevealHidden(self.seat, self.left - 1))


@cites(AMB_40, AMB_41, AMB_42)
@attrs.frozen
class RemoveFigures(Decision[State, TarotTable]):
    """A player takes figures off the board."""

    seat: Seat
    left: int

    clause = MAJ_20_2
    prompt = "remove a figure"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any figure on the board that the Tower does not hold."""
        return tuple([REMOVE[figure] for figure in removable(state)])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """It is off the board or held by the Tower."""
        if not isinstance(action, Remove):
            return ()
        if state.figures.row[action.figure] is None:
            return (Violation(MAJ_20_6, f"the {action.figure.title} is off the board already"),)
        return (Violation(AMB_40, f"the Tower holds the {action.figure.title}"),)

    def take(self, table: TarotTable, action: Action) -> None:
        """Remove it, and ask for the next while there is one."""
        assert isinstance(action, Remove)
        remove_figure(table, self.seat, action.figure, MAJ_20_2)
        if self.left > 1 and removable(table):
            table.agenda.append(RemoveFigures(self.seat, self.left - 1))


def removable(position: State | TarotTable) -> list[int]:
    """The figures on the board that the Tower does not hold."""
    return [
        figure for figure, here in enumerate(position.figures.row) if here is not None and here not in position.tower
    ]


@cites(MAJ_20_5)
@attrs.frozen
class ReturnFigures(Decision[State, TarotTable]):
    """The owner of a Judgement puts its figures back, each into another location."""

    seat: Seat
    figures: tuple[Figure, ...]
    used: tuple[LocationNumber, ...] = ()

    clause = MAJ_20_3
    prompt = "put a figure back"

    @cites(MAJ_20_4)
    def actions(self, state: State) -> tuple[Action, ...]:
        """Any open location not used yet, for the next figure."""
        places = RETURN[self.figures[0]]
        return tuple([places[there] for there in LOCATIONS if there not in self.used and there not in state.tower])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Another figure, a location used already, or one that the Tower closes."""
        if not isinstance(action, Return):
            return ()
        found = []
        if action.figure is not self.figures[0]:
            found.append(Violation(MAJ_20_3, f"the {self.figures[0].title} has to be put back now"))
        if action.location in self.used:
            found.append(Violation(MAJ_20_4, f"a figure has already been put back into location {action.location}"))
        if action.location in state.tower:
            found.append(Violation(AMB_40, f"the Tower lets no figure enter location {action.location}"))
        if action.location not in LOCATIONS:
            found.append(Violation(MIN_B6, f"there is no location {action.location}; there are 1 to 10"))
        return tuple(found)

    def take(self, table: TarotTable, action: Action) -> None:
        """Put it there; nothing else happens."""
        assert isinstance(action, Return)
        return_figure(table, self.seat, action.figure, action.location, MAJ_20_3)
        if len(self.figures) > 1:
            table.agenda.append(ReturnFigures(self.seat, self.figures[1:], (*self.used, action.location)))
