"""Complete positions of Arcanum that a view allows: the cards that a seat does not see, dealt anew.

A face-down hidden card is a Minor or the Fool, a deck holds its own kind, a hand anything. Whether the Fool lies hidden
is drawn first, with the number of deals that each answer leaves as its weight; so every deal is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import gcd, perm
from operator import attrgetter
from typing import Any, TypeVar

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Task
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import below, drawn
from arcanum.kernel.sampling import NoSuchPosition, accepted
from arcanum.tarot.actions import Give, Hide
from arcanum.tarot.atoms import HIDDEN
from arcanum.tarot.cards import FOOL, MAJORS, MINORS, TOWER, Card, Major, Minor
from arcanum.tarot.decisions import DraftTogether, GiveTogether, PayMinors, by_seat
from arcanum.tarot.hiding import HideSlot, HideTogether, SwapCards
from arcanum.tarot.houses import SpendFool
from arcanum.tarot.state import HiddenCard, Player, State
from arcanum.tarot.views import PlayerView, View

T = TypeVar("T")
_POSITION = attrgetter("position")


def sample(view: View, rng: int, honest: bool) -> State | None:
    """A position that looks like the view to its seat; None if the choices that were drawn could not be."""
    dealer = _Dealer(view, rng)
    dealer.deal()
    state = dealer.position(view.agenda)
    agenda = [dealer.filled_in(task, state) for task in view.agenda]
    known = tuple([task for task in agenda if task is not None])
    if len(known) < len(agenda):
        return None
    asked = [task for task in known if isinstance(task, PayMinors | SwapCards)]  # who is asked has certain cards
    if known != view.agenda:
        state = dealer.position(known)
    return accepted(state, by_chance=bool(asked), honest=honest)


class _Dealer:
    """Deals the cards that the seat of a view does not see."""

    def __init__(self, view: View, rng: int) -> None:
        self.view = view
        self.rng = rng
        self.minor_deck: list[Minor] = []
        self.major_deck: list[Major] = []
        self.hands: dict[Seat, list[Card]] = {}
        self.hidden: dict[tuple[Seat, int], Card] = {}
        """The face-down cards that the seat does not know, by owner and place."""

    def deal(self) -> None:
        """Deal them, each deal equally likely."""
        view = self.view
        minors, majors = self._unseen()
        places = [
            (seat, at)
            for seat, player in enumerate(view.players)
            for at, each in enumerate(player.hidden)
            if each.card is None
        ]
        sizes = {seat: player.hand_size for seat, player in enumerate(view.players) if player.hand is None}
        if min((*sizes.values(), view.minor_deck, view.major_deck), default=0) < 0:
            raise NoSuchPosition("there cannot be fewer than no cards")
        if len(minors) + len(majors) != len(places) + sum(sizes.values()) + view.minor_deck + view.major_deck:
            raise NoSuchPosition("the cards that cannot be seen are not as many as there are places for them")
        # Face-down cards of the suits that lie open would be seen.
        closed = [card for card in minors if card.suit not in view.shown] if view.shown else minors
        fool = self._place_of_fool(len(closed), len(minors), majors, places)
        if fool is not None:
            self.hidden[fool] = FOOL
            majors.remove(FOOL)
            places.remove(fool)
        lies = [False] * len(MINORS)
        for place, card in zip(places, self._drawn(closed, len(places))[0], strict=True):
            self.hidden[place] = card
            lies[card.position] = True
        minors = [card for card in minors if not lies[card.position]]
        self.minor_deck, rest = self._drawn(minors, view.minor_deck)
        self.major_deck, other = self._drawn(majors, view.major_deck)
        left: list[Card] = [*rest, *other]
        for seat, size in sizes.items():
            self.hands[seat], left = self._drawn(left, size)

    def _unseen(self) -> tuple[list[Minor], list[Major]]:
        """The cards that the seat does not see."""
        view = self.view
        seen: list[Card] = [*view.minor_discard, *view.major_discard, *view.in_play, *([TOWER] if view.tower else [])]
        for player in view.players:
            seen += [*(player.hand or ()), *(each.card for each in player.hidden if each.card is not None)]
        is_seen = [False] * (len(MINORS) + len(MAJORS))
        for card in seen:
            is_seen[card.position] = True
        minors, majors = view.rules.cards(view.options.majors)
        strange = [card for card in seen if isinstance(card, Major) and card not in majors]
        if is_seen.count(True) < len(seen) or strange:
            twice = [card for card, count in Counter(seen).items() if count > 1]
            raise NoSuchPosition(f"a card is seen where it cannot be: {', '.join(map(str, twice or strange[:3]))}")
        return (
            [card for card in minors if not is_seen[card.position]],
            [card for card in majors if not is_seen[card.position]],
        )

    def _place_of_fool(
        self, closed: int, minors: int, majors: Sequence[Major], places: list[tuple[Seat, int]]
    ) -> tuple[Seat, int] | None:
        """Where the Fool lies hidden, if it does: drawn according to the number of deals that follow."""
        view = self.view
        top = view.agenda[-1] if view.agenda else None
        owner = top.seat if isinstance(top, SpendFool) else None
        able = [place for place in places if owner in (None, place[0])] if FOOL in majors else []
        hidden = len(able) * self._deals(len(places) - 1, closed, minors, len(majors) - 1) if able else 0
        elsewhere = self._deals(len(places), closed, minors, len(majors))
        if owner is not None and able:
            elsewhere = 0
        if not hidden + elsewhere:
            raise NoSuchPosition("the cards that cannot be seen do not fit the places where they must be")
        common = gcd(hidden, elsewhere)
        self.rng, lot = below(self.rng, (hidden + elsewhere) // common)
        if lot >= hidden // common:
            return None
        self.rng, at = below(self.rng, len(able))
        return able[at]

    def _deals(self, places: int, closed: int, minors: int, majors: int) -> int:
        """In how many ways hidden places and decks can be filled; the hands get what is left."""
        if closed < places or minors - places < self.view.minor_deck or majors < self.view.major_deck:
            return 0
        return perm(closed, places) * perm(minors - places, self.view.minor_deck) * perm(majors, self.view.major_deck)

    def position(self, agenda: tuple[Task[Any, Any], ...]) -> State:
        """What was dealt, with all that everybody sees."""
        view = self.view
        return State(
            agenda=agenda,
            rules=view.rules,
            options=view.options,
            players=tuple([self._player(seat, player) for seat, player in enumerate(view.players)]),
            prestige=view.prestige,
            figures=view.figures,
            turn=view.turn,
            phase=view.phase,
            first_player=view.first_player,
            active=view.active,
            minor_deck=tuple(self.minor_deck),
            minor_discard=view.minor_discard,
            major_deck=tuple(self.major_deck),
            major_discard=view.major_discard,
            in_play=view.in_play,
            tower=view.tower,
            tower_owner=view.tower_owner,
            exiles=view.exiles,
            exiled_by=view.exiled_by,
            minor_played=view.minor_played,
            major_played=view.major_played,
            factor=view.factor,
            shown=view.shown,
            rng=self.rng,
        )

    def _player(self, seat: Seat, player: PlayerView) -> Player:
        """A player with all his cards."""
        cards = self.hands[seat] if player.hand is None else player.hand
        hidden: list[HiddenCard] = []
        for at, each in enumerate(player.hidden):
            card = each.card
            imagined = self.hidden[seat, at] if card is None else card
            hidden.append(HIDDEN[imagined.position][each.face_up])
        return Player(tuple(sorted(cards, key=_POSITION)), tuple(hidden), player.vp)

    def filled_in(self, task: Task[Any, Any], state: State) -> Task[Any, Any] | None:
        """A task with the choices that were made in secret; None if the deal is to be thrown away."""
        match task:
            case HideTogether(unseen=unseen) if unseen:
                return self._hiding(task, state)
            case GiveTogether(unseen=unseen) if unseen:
                return self._giving(task, state)
            case DraftTogether(unseen=unseen) if unseen:
                return self._drafting(task, state)
            case SwapCards(exchanged=exchanged) if exchanged:
                return self._swapping(task, state)
        return task

    def _hiding(self, task: HideTogether, state: State) -> HideTogether | None:
        """Everybody who has answered passed or chose one of his cards; who was asked first has answered first."""
        given: list[tuple[HideSlot, Card | None]] = list(task.answers)
        for slot in task.unseen:
            action = self._choice(HideTogether(slot, (), tuple(given)), state, spare=slot.optional)
            if action is None:
                return None
            given.append((slot, action.card if isinstance(action, Hide) else None))
        seats = len(state.players)
        given.sort(key=lambda each: (each[0].seat - task.slot.seat - 1) % seats)
        return HideTogether(task.slot, task.waiting, tuple(given))

    def _giving(self, task: GiveTogether, state: State) -> GiveTogether | None:
        given = list(task.chosen)
        for seat in task.unseen:
            action = self._choice(GiveTogether(seat, (), tuple(given)), state)
            if not isinstance(action, Give):
                return None
            given.append((seat, action.card))
        return GiveTogether(task.seat, task.waiting, tuple(given), (), task.clause)

    def _drafting(self, task: DraftTogether, state: State) -> DraftTogether:
        """Of each hand any cards may be those that are kept."""
        kept = list(task.kept)
        for seat in sorted(set(task.unseen)):
            if seat not in range(len(state.players)):
                raise NoSuchPosition(f"there is no seat {seat}")
            hand = state.players[seat].hand
            cards, _ = self._drawn(hand, min(len(hand), task.unseen.count(seat)))
            kept += [(seat, card) for card in cards]
        return DraftTogether(task.seat, task.waiting, tuple(sorted(kept, key=by_seat)))

    def _swapping(self, task: SwapCards, state: State) -> SwapCards:
        """Of each pair one card is hidden now and the other one in the hand."""
        player = state.players[task.seat] if task.seat in range(len(state.players)) else Player()
        pairs = min(len(player.hidden), len(player.hand), task.exchanged // 2)
        hidden, _ = self._drawn([each.card for each in player.hidden], pairs)
        hand, _ = self._drawn(player.hand, pairs)
        done: list[Card] = []
        for pair in zip(hidden, hand, strict=True):
            done += pair
        return SwapCards(task.seat, task.left, task.fool, tuple(done), clause=task.clause)

    def _choice(self, asked: HideTogether | GiveTogether, state: State, *, spare: bool = False) -> Action | None:
        """What a seat may have answered.

        A deal that leaves it more answers stands for more positions, and is kept as much more often.
        """
        if asked.seat not in range(len(state.players)):
            raise NoSuchPosition(f"there is no seat {asked.seat}")
        legal = asked.actions(state)
        most = len(state.players[asked.seat].hand) + spare
        if not 0 < len(legal) <= most:
            return None
        self.rng, lot = below(self.rng, most)
        return legal[lot] if lot < len(legal) else None

    def _drawn(self, items: Sequence[T], count: int) -> tuple[list[T], list[T]]:
        self.rng, some, others = drawn(self.rng, items, count)
        return some, others
