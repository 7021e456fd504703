"""The decisions of Arcanum: who is asked what, which answers are legal, what they set off.

A decision looks only at what its seat may know. Each says by which clause it is asked, and why an answer of the right
kind can still be wrong. Here are those about cards and Houses; those about playing cards are in `playing`, about the
hand limit in `hand`, about hidden cards in `hiding`, about figures in `moving`, about scoring in `houses`.
"""

from __future__ import annotations

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Decision, Task, decline, report
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Chose, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.actions import (
    DISCARD,
    GIVE,
    KEEP,
    LOWER,
    RAISE,
    Adjust,
    Discard,
    Give,
    Keep,
)
from arcanum.tarot.atoms import discard_from_hand, give, lower_prestige, particular, raise_prestige
from arcanum.tarot.cards import SUITS, Card, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_27,
    AMB_28,
    AMB_34,
    AMB_39,
    AMB_57,
    HOUSE_4,
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
    LOC10_3,
    MAJ_3_2,
    MAJ_3_3,
    MAJ_10_1,
    MAJ_10_2,
    MAJ_10_3,
    MAJ_13_1,
    MAJ_13_2,
)
from arcanum.tarot.events import Pile
from arcanum.tarot.hand import can_be_given_up, draw, duty_open, minors_of, objections_to_card, objections_to_last_minor
from arcanum.tarot.state import State, TarotTable


@cites(LOC10_3, AMB_39)
@value
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
@value
class Offer(Decision[State, TarotTable]):
    """The others, one after the other, may draw; the owner of the offer then draws as many as all of them together."""

    seat: Seat
    waiting: tuple[Seat, ...]
    owner: Seat
    pile: Pile
    count: int
    drawn: int = 0
    clause: ClauseId = LOC3_2

    prompt = "draw or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Yes or no."""
        return (DRAW, PASS)

    @cites(LOC3_4, AMB_27)
    def take(self, table: TarotTable, action: Action) -> None:
        """Draw or decline, then ask the next or pay the owner; only cards really drawn count."""
        depth = len(table.agenda)
        drawn = self.drawn
        if action != DRAW:
            decline(table, self.seat, self.clause)
        else:
            report(table, Chose, self.seat, DRAW.name, clause=self.clause)
            drawn += draw(table, self.seat, self.pile, self.count, self.clause)
        if self.waiting:
            first, waiting = self.waiting[0], self.waiting[1:]
            following = Offer(first, waiting, self.owner, self.pile, self.count, drawn, self.clause)
            table.agenda.insert(depth, following)
        else:
            clause = particular(self.clause, LOC3_2, LOC3_3)
            table.agenda.insert(depth, DrawCards(self.owner, self.pile, drawn, clause))


@value
class DrawCards(Task[State, TarotTable]):
    """The owner of an offer draws as many cards as the others did."""

    seat: Seat
    pile: Pile
    count: int
    clause: ClauseId = LOC3_3

    def run(self, table: TarotTable) -> None:
        """Draw them."""
        if self.count:
            draw(table, self.seat, self.pile, self.count, self.clause)


@cites(LOC5_4)
@value
class Exchange(Decision[State, TarotTable]):
    """A player may discard one card and draw others of its type."""

    seat: Seat
    minors: int
    majors: int
    clause: ClauseId = LOC5_4

    prompt = "discard a card to draw, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand, or nothing."""
        return (*[DISCARD[card.position] for card in state.players[self.seat].hand], PASS)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not in the hand."""
        return objections_to_card(state, self.seat, action, Discard, self.clause)

    @cites(AMB_34)
    def take(self, table: TarotTable, action: Action) -> None:
        """Discard first, then draw."""
        if not isinstance(action, Discard):
            decline(table, self.seat, self.clause)
        elif isinstance(action.card, Minor):
            clause = particular(self.clause, LOC5_4, LOC5_2)
            discard_from_hand(table, self.seat, action.card, clause)
            draw(table, self.seat, Pile.MINOR, self.minors, clause)
        else:
            clause = particular(self.clause, LOC5_4, LOC5_3)
            discard_from_hand(table, self.seat, action.card, clause)
            draw(table, self.seat, Pile.MAJOR, self.majors, clause)


@cites(LOC6_3, AMB_57)
@value
class AdjustHouses(Decision[State, TarotTable]):
    """A player may raise or lower each House once, one House at a time in the order he likes."""

    seat: Seat
    houses: tuple[Suit, ...]
    """The Houses not yet changed."""
    steps: int
    clause: ClauseId = LOC6_2

    prompt = "raise or lower a House, or pass"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Up or down for each House that is left, or no more."""
        return (*[RAISE[house] for house in self.houses], *[LOWER[house] for house in self.houses], PASS)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """The House has been changed already."""
        if isinstance(action, Adjust) and action.house not in self.houses:
            why = f"{action.house.title} has already been changed"
            return (Violation(particular(self.clause, LOC6_2, LOC6_3), why),)
        return ()

    @cites(LOC6_4)
    def take(self, table: TarotTable, action: Action) -> None:
        """Change the House and ask for the others."""
        if not isinstance(action, Adjust):
            decline(table, self.seat, particular(self.clause, LOC6_2, LOC6_4))
            return
        left = tuple([house for house in self.houses if house is not action.house])
        if left:
            table.agenda.append(AdjustHouses(self.seat, left, self.steps, self.clause))
        change = raise_prestige if action.direction > 0 else lower_prestige
        change(table, action.house, self.steps, self.clause)


@value
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
            clause = particular(self.clause, MAJ_3_2, MAJ_3_3)
            table.agenda.append(LowerHouse(self.seat, self.then_lower, action.house, clause))
        raise_prestige(table, action.house, self.steps, self.clause)


@value
class LowerHouse(Decision[State, TarotTable]):
    """A player lowers a House other than the one he raised."""

    seat: Seat
    steps: int
    raised: Suit
    clause: ClauseId = MAJ_3_3

    prompt = "lower another House"

    def actions(self, state: State) -> tuple[Action, ...]:
        """The other three."""
        return tuple([LOWER[house] for house in SUITS if house is not self.raised])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """It is the same House."""
        if action == LOWER[self.raised]:
            return (Violation(self.clause, f"{self.raised.title} was raised; another House has to go down"),)
        return ()

    def take(self, table: TarotTable, action: Action) -> None:
        """Lower it."""
        assert isinstance(action, Adjust)
        lower_prestige(table, action.house, self.steps, self.clause)


@cites(MAJ_10_2, MAJ_10_3, AMB_28)
@value
class GiveTogether(Decision[State, TarotTable]):
    """Everybody chooses cards for his left neighbour. Nobody gets anything before all have chosen."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats that choose after this one, as often as they have to give."""
    chosen: tuple[tuple[Seat, Card], ...] = ()
    unseen: tuple[Seat, ...] = ()
    """Who else has chosen a card, which nobody has seen yet; only in a view."""
    clause: ClauseId = MAJ_10_1

    prompt = "give a card to the left"

    def seen_by(self, seat: Seat | None) -> GiveTogether:
        """Everybody sees who has chosen; what, only he himself knows until all have."""
        own = tuple([each for each in self.chosen if each[0] == seat])
        unseen = tuple([giver for giver, _ in self.chosen if giver != seat])
        return GiveTogether(self.seat, self.waiting, own, (*self.unseen, *unseen), self.clause)

    def _left(self, state: State) -> list[Card]:
        taken = [card for seat, card in self.chosen if seat == self.seat]
        return [card for card in state.players[self.seat].hand if card not in taken]

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand not chosen yet; not the last Minor of one who still has to play it, if he has others."""
        return tuple([GIVE[card.position] for card in can_be_given_up(state, self.seat, self._left(state))])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not there any more, or the Minor that still has to be played."""
        if isinstance(action, Give) and action.card not in self._left(state):
            return (Violation(self.clause, f"seat {self.seat} does not hold {action.card}, or gives it already"),)
        return objections_to_last_minor(self.seat, action, Give)

    def take(self, table: TarotTable, action: Action) -> None:
        """Note the choice; after the last one all cards change hands."""
        assert isinstance(action, Give)
        chosen = (*self.chosen, (self.seat, action.card))
        if self.waiting:
            table.agenda.append(GiveTogether(self.waiting[0], self.waiting[1:], chosen, (), self.clause))
            return
        for seat in dict.fromkeys(giver for giver, _ in chosen):
            cards = tuple([card for giver, card in chosen if giver == seat])
            give(table, seat, (seat + 1) % table.seats, cards, self.clause)


@cites(HOUSE_4)
@value
class DraftTogether(Decision[State, TarotTable]):
    """Everybody chooses a card of the first hand to keep. When all have, what nobody keeps goes to the left."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats that choose after this one."""
    kept: tuple[tuple[Seat, Card], ...] = ()
    """The cards that are kept so far, by seat and in card order; they are in the hands, with those to be passed."""
    unseen: tuple[Seat, ...] = ()
    """Who else keeps cards, once for each; only in a view."""

    clause = HOUSE_4
    prompt = "keep a card and pass the others to the left"

    def seen_by(self, seat: Seat | None) -> DraftTogether:
        """Everybody sees how many cards a player keeps, and only he himself which."""
        own = tuple([each for each in self.kept if each[0] == seat])
        unseen = tuple([keeper for keeper, _ in self.kept if keeper != seat])
        return DraftTogether(self.seat, self.waiting, own, (*self.unseen, *unseen))

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any card of the hand that is not kept yet."""
        return tuple([KEEP[card.position] for card in passed_on(state.players[self.seat].hand, self.seat, self.kept)])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Not there, or kept already."""
        if isinstance(action, Keep):
            return (Violation(HOUSE_4, f"seat {self.seat} does not hold {action.card}, or keeps it already"),)
        return ()

    def take(self, table: TarotTable, action: Action) -> None:
        """Note the choice; after the last one pass the other cards on, and ask again while there is a choice."""
        assert isinstance(action, Keep)
        kept = tuple(sorted([*self.kept, (self.seat, action.card)], key=by_seat))
        if self.waiting:
            table.agenda.append(DraftTogether(self.waiting[0], self.waiting[1:], kept))
            return
        packs = [passed_on(player.hand, seat, kept) for seat, player in enumerate(table.players)]
        for seat, pack in enumerate(packs):
            give(table, seat, (seat + 1) % table.seats, pack, HOUSE_4)
        if len(packs[0]) > 1:
            first, *others = table.all_from(table.first_player)
            table.agenda.append(DraftTogether(first, tuple(others), kept))


def passed_on(hand: tuple[Card, ...], seat: Seat, kept: tuple[tuple[Seat, Card], ...]) -> tuple[Card, ...]:
    """The cards of a hand that its owner does not keep."""
    own = [card for keeper, card in kept if keeper == seat]
    return tuple([card for card in hand if card not in own])


def by_seat(each: tuple[Seat, Card]) -> tuple[Seat, int]:
    """The order of cards that are kept."""
    return each[0], each[1].position


@cites(HOUSE_4)
def draft(table: TarotTable) -> None:
    """Let the players exchange the first hands card by card, if a house rule says so and there is a choice."""
    if table.rules.first_deal_draft and len(table.players[0].hand) > 1:
        first, *others = table.all_from(table.first_player)
        table.agenda.append(DraftTogether(first, tuple(others)))


@value
class PayMinors(Decision[State, TarotTable]):
    """A player discards Minors, at least one, and then draws as many Majors."""

    seat: Seat
    most: int
    paid: int = 0
    clause: ClauseId = MAJ_13_1

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
            who = "Death takes" if self.clause == MAJ_13_1 else "here one pays with"
            return (Violation(self.clause, f"{action.card} is a Major; {who} Minors"),)
        absent = objections_to_card(state, self.seat, action, Discard, self.clause)
        return absent or objections_to_last_minor(self.seat, action, Discard)

    def take(self, table: TarotTable, action: Action) -> None:
        """Discard; ask again while more may be paid, whether or not he could, for that is his secret; then draw."""
        paid = self.paid
        if isinstance(action, Discard):
            discard_from_hand(table, self.seat, action.card, self.clause)
            paid += 1
            if paid < self.most and table.players[self.seat].hand:
                table.agenda.append(PayMinors(self.seat, self.most, paid, self.clause))
                return
        draw(table, self.seat, Pile.MAJOR, paid, particular(self.clause, MAJ_13_1, MAJ_13_2))
