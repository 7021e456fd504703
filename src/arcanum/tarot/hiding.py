"""Decisions about hidden cards: hiding from the hand, exchanging, turning up."""

from __future__ import annotations

from collections.abc import Iterable

from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.agenda import Decision, decline
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.actions import HIDE, REVEAL, SWAP, Hide, Reveal, Swap
from arcanum.tarot.atoms import hide, particular, swap, turn_up
from arcanum.tarot.cards import FOOL, Card, Minor
from arcanum.tarot.clause_ids import (
    AMB_12,
    AMB_18,
    AMB_22,
    AMB_24,
    AMB_25,
    AMB_38,
    AMB_55,
    HIDE_1,
    HIDE_2,
    HIDE_3,
    HIDE_4,
    HIDE_7,
    HIDE_8,
    LOC8_1,
    LOC8_2,
    MAJ_9_1,
    MAJ_9_2,
    MAJ_14_2,
    MAJ_14_3,
    MAJ_18_2,
    MAJ_18_3,
    MAJ_19_2,
    MAJ_19_3,
    MAJG_5,
)
from arcanum.tarot.hand import duty_open, minors_of, objections_to_card, objections_to_last_minor
from arcanum.tarot.state import State, TarotTable


@value
class HideSlot:
    """One chance of one seat to hide a Minor."""

    seat: Seat
    clause: ClauseId
    optional: bool


@cites(HIDE_1, HIDE_2, HIDE_4, HIDE_8, LOC8_2, MAJ_9_1, MAJ_9_2, MAJ_18_2, MAJ_18_3, AMB_38)
@value
class HideTogether(Decision[State, TarotTable]):
    """Players choose Minors to hide. Nothing shows until all have chosen; then all cards go down together."""

    slot: HideSlot
    waiting: tuple[HideSlot, ...] = ()
    answers: tuple[tuple[HideSlot, Card | None], ...] = ()
    """What has been chosen so far; None is a pass."""
    unseen: tuple[HideSlot, ...] = ()
    """What others have answered in secret; only in a view."""

    def seen_by(self, seat: Seat | None) -> HideTogether:
        """Everybody sees who has answered; how, only he himself knows until all have."""
        own = tuple([each for each in self.answers if each[0].seat == seat])
        secret = [slot for slot, _ in self.answers if slot.seat != seat]
        return HideTogether(self.slot, self.waiting, own, (*self.unseen, *secret))

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
        taken = [card for slot, card in self.answers if slot.seat == seat]
        minors = [card for card in state.players[seat].hand if isinstance(card, Minor) and card not in taken]
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
        if any(card == action.card for slot, card in self.answers if slot.seat == self.seat):
            return (Violation(HIDE_7, f"{action.card} has been chosen already"),)
        absent = objections_to_card(state, self.seat, action, Hide, HIDE_3)
        return absent or objections_to_last_minor(self.seat, action, Hide)

    @cites(AMB_55)
    def take(self, table: TarotTable, action: Action) -> None:
        """Note the choice; after the last one carry all of them out."""
        answers = (*self.answers, (self.slot, action.card if isinstance(action, Hide) else None))
        if self.waiting:
            table.agenda.append(HideTogether(self.waiting[0], self.waiting[1:], answers))
            return
        for slot, card in answers:
            if card is not None:
                hide(table, slot.seat, card, slot.clause)
        for slot, card in answers:
            if card is None and slot.optional:
                decline(table, slot.seat, slot.clause)


def ask_to_hide(table: TarotTable, slots: Iterable[HideSlot]) -> None:
    """Ask the seats of these slots to hide together; an empty hand, which everybody can see, is not asked."""
    asked = [slot for slot in slots if table.players[slot.seat].hand]
    if asked:
        table.agenda.append(HideTogether(asked[0], tuple(asked[1:])))


@cites(MAJ_14_2, AMB_18, AMB_24)
@value
class SwapCards(Decision[State, TarotTable]):
    """A player may exchange cards of his hand for hidden ones, one for one."""

    seat: Seat
    left: int
    fool: bool
    """Whether the Fool may be exchanged too."""
    done: tuple[Card, ...] = ()
    """Cards that have been exchanged already."""
    exchanged: int = 0
    """How many that others have not seen; only in a view."""
    clause: ClauseId = MAJ_14_2

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
                SWAP(card, hidden)
                for card in given
                for hidden in taken
                if card is not kept or isinstance(hidden, Minor)
            ],
            PASS,
        )

    def seen_by(self, seat: Seat | None) -> SwapCards:
        """The others see how many cards have been exchanged, and nothing more."""
        if seat == self.seat:
            return self
        return SwapCards(self.seat, self.left, self.fool, exchanged=len(self.done), clause=self.clause)

    def _allowed(self, card: Card) -> bool:
        return card not in self.done and (isinstance(card, Minor) or (self.fool and card == FOOL))

    @cites(MAJ_14_3)
    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Cards that cannot be exchanged, are not there, or must be kept."""
        if not isinstance(action, Swap):
            return ()
        player = state.players[self.seat]
        if action.card not in player.hand or action.hidden not in [each.card for each in player.hidden]:
            return (Violation(self.clause, "one card has to be in the hand and the other one hidden"),)
        if not self._allowed(action.card) or not self._allowed(action.hidden):
            what = "Minors and the Fool" if self.fool else "Minors"
            return (Violation(particular(self.clause, MAJ_14_2, MAJ_14_3), f"only {what} can be exchanged, each once"),)
        return (Violation(AMB_12, f"{action.card} is the last Minor of seat {self.seat}, who still has to play one"),)

    def take(self, table: TarotTable, action: Action) -> None:
        """Exchange them, and ask once more if there is one left."""
        if not isinstance(action, Swap):
            decline(table, self.seat, self.clause)
            return
        swap(table, self.seat, action.card, action.hidden, self.clause)
        if self.left > 1:
            done = (*self.done, action.card, action.hidden)
            table.agenda.append(SwapCards(self.seat, self.left - 1, self.fool, done, clause=self.clause))


@cites(AMB_22, MAJ_19_3, AMB_25)
@value
class RevealHidden(Decision[State, TarotTable]):
    """A player turns some of his face-down hidden cards up."""

    seat: Seat
    left: int
    clause: ClauseId = MAJ_19_2

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
        turn_up(table, self.seat, (action.card,), self.clause)
        if self.left > 1:
            table.agenda.append(RevealHidden(self.seat, self.left - 1, self.clause))
