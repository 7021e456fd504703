"""What must be true of a position of Arcanum that somebody sent. Every state that the engine makes passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from arcanum.kernel.actions import PASS
from arcanum.kernel.agenda import ChooseOne, Effect, Frame, clockwise
from arcanum.kernel.documents import shapes_of
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.events import Seat
from arcanum.kernel.positions import RestsOn, check_agenda, misplaced, row_of
from arcanum.kernel.programs import Program
from arcanum.kernel.words import Fault, inside
from arcanum.tarot import decisions as d
from arcanum.tarot import flow
from arcanum.tarot.actions import GIVE, HIDE
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import FIGURES, FOOL, SUITS, TOWER, Card, Major, Minor
from arcanum.tarot.events import Phase
from arcanum.tarot.forms import FIRST_MAJORS
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.hiding import HideTogether, RevealHidden, SwapCards
from arcanum.tarot.houses import AssignFool, PayHouses, ScoreSuitBySuit, SpendFool
from arcanum.tarot.moving import LayTower, MoveAnyFigure, RemoveFigures, ReturnFigures
from arcanum.tarot.playing import FinishMajor, FinishMinor, MoveFigure, PlayCard, PlayTurn
from arcanum.tarot.scoring import house_ranks, scoring_order
from arcanum.tarot.setup import agree
from arcanum.tarot.state import State

MOST_POINTS: Final = 9_999
_EFFECTS: Final = (FinishMinor, FinishMajor, Frame)
"""What lies beneath whatever a card or a location sets off."""
_OF_EFFECTS: Final = (
    ChooseOne,
    d.DiscardCard,
    d.Offer,
    d.DrawCards,
    d.Exchange,
    d.AdjustHouses,
    d.ChangeHouse,
    d.LowerHouse,
    d.GiveTogether,
    d.PayMinors,
    SwapCards,
    RevealHidden,
    MoveAnyFigure,
    LayTower,
    RemoveFigures,
)
RESTS_ON: Final[RestsOn] = {
    flow.DrawStep: (None,),
    flow.HidePhase: (None,),
    flow.PlayPhase: (None,),
    flow.Activation: (None,),
    flow.CloseTurn: (None,),
    d.DraftTogether: (flow.HidePhase,),
    flow.ChooseDraw: (flow.DrawStep, flow.HidePhase),
    flow.Rescue: (flow.Activation, flow.Rescue, PlayTurn),
    PlayTurn: (flow.Activation,),
    PlayCard: (flow.Activation,),
    FinishMinor: (PlayTurn,),
    FinishMajor: (PlayTurn,),
    MoveFigure: (FinishMinor,),
    Frame: (*_EFFECTS, flow.DrawStep),
    HideTogether: (*_EFFECTS, flow.PlayPhase, HideTogether),
    AssignFool: (*_EFFECTS, flow.CloseTurn),
    SpendFool: (*_EFFECTS, flow.CloseTurn),
    ReturnFigures: (flow.DrawStep, flow.Rescue, PlayTurn, ReturnFigures, Frame),
    TrimHand: (
        *_EFFECTS,
        flow.DrawStep,
        flow.HidePhase,
        flow.Activation,
        flow.Rescue,
        PlayTurn,
        d.Offer,
        d.DrawCards,
        d.GiveTogether,
        TrimHand,
    ),
    **dict.fromkeys(_OF_EFFECTS, _EFFECTS),
}
_PHASES: Final = {
    flow.DrawStep: Phase.DRAW,
    flow.HidePhase: Phase.DRAW,
    flow.PlayPhase: Phase.HIDE,
    flow.Activation: Phase.PLAY,
    flow.CloseTurn: Phase.SCORING,
}
"""The phase that it must be while a task lies at the bottom."""


def faults(state: State) -> list[Fault]:
    """Everything that is wrong with a position."""
    seats = len(state.players)
    found = [*_wrong_head(state)]
    if found:
        return found
    minors, majors = state.rules.cards(state.options.majors)
    found += misplaced(_places(state), (*minors, *majors))
    found += _wrong_players(state)
    found += _wrong_board(state)
    for name in ("first_player", "active", "tower_owner"):
        seat = getattr(state, name)
        if seat is not None and seat not in range(seats):
            found.append(Fault(name, f"there is no seat {seat}"))
    if found:
        return found
    return [*_wrong_phase(state), *check_agenda(state, RESTS_ON, _Check(state).task, over=state.phase is Phase.OVER)]


def _wrong_head(state: State) -> Iterator[Fault]:
    """What the players agreed on, and the numbers that everything else hangs on."""
    options = state.options
    try:
        agreed = agree(state.rules, len(state.players), {"length": options.length, "majors": options.majors})
    except BadCall as error:
        yield Fault("options", str(error))
        return
    if agreed != options:
        turns = list(agreed.scoring_turns)
        yield Fault("options.scoring_turns", f"expected {turns}, got {brief(list(options.scoring_turns))}")
        return
    last = agreed.scoring_turns[-1]
    if not 1 <= state.turn <= last:
        yield Fault("turn", f"expected a number from 1 to {last}, got {state.turn}")
    if not 1 <= state.factor <= 5:
        yield Fault("factor", f"expected a number from 1 to 5, got {state.factor}")
    if not 0 <= state.rng < 1 << 64:
        yield Fault("rng", "out of range")


def _places(state: State) -> Iterator[tuple[str, object]]:
    """Every card with its path."""
    for name in ("minor_deck", "minor_discard", "major_deck", "major_discard", "in_play"):
        yield from row_of(name, getattr(state, name))
    if state.tower:
        yield "tower", TOWER
    for seat, player in enumerate(state.players):
        where = inside("players", seat)
        yield from row_of(inside(where, "hand"), player.hand)
        yield from row_of(inside(where, "hidden"), [each.card for each in player.hidden])


def _wrong_players(state: State) -> Iterator[Fault]:
    top, limit = state.agenda[-1] if state.agenda else None, state.rules.hand_limit
    for seat, player in enumerate(state.players):
        where = inside("players", seat)
        if list(player.hand) != sorted(player.hand, key=lambda card: card.position):
            yield Fault(inside(where, "hand"), "the cards must be in order: Minors by suit and rank, then Majors")
        if len(player.hand) > limit and not (isinstance(top, TrimHand) and top.seat == seat):
            yield Fault(inside(where, "hand"), f"{len(player.hand)} cards are more than the hand limit of {limit}")
        if not 0 <= player.vp <= MOST_POINTS:
            yield Fault(inside(where, "vp"), f"expected a number from 0 to {MOST_POINTS}, got {player.vp}")
        for at, each in enumerate(player.hidden):
            if not isinstance(each.card, Minor) and each.card != FOOL:
                yield Fault(inside(inside(where, "hidden"), at), f"{each.card} cannot be hidden")


def _wrong_board(state: State) -> Iterator[Fault]:
    for house, prestige in state.prestige.items():
        if not 0 <= prestige <= state.rules.prestige_top:
            yield Fault(inside("prestige", house.name.lower()), f"{prestige} is not on the track")
    for figure, place in state.figures.items():
        if place is not None and place not in LOCATIONS:
            yield Fault(inside("figures", figure.short), f"there is no location {place}")
    away = [figure for _, figures in state.exiles for figure in figures]
    if sorted(away) != [figure for figure in FIGURES if state.figures[figure] is None]:
        yield Fault("exiles", "they must be exactly the figures that are off the board")
    owners = [owner for owner, _ in state.exiles]
    if len(set(owners)) != len(owners) or not set(owners) <= set(range(len(state.players))):
        yield Fault("exiles", "every seat has at most one entry")
    if any(not figures or len(figures) > 3 for _, figures in state.exiles):
        yield Fault("exiles", "a seat takes one to three figures off the board")
    takers = [seat for seat, _ in state.exiled_by]
    if len(set(takers)) != len(takers) or not set(takers) <= set(owners):
        yield Fault("exiled_by", "every seat that has taken figures off the board has at most one entry")
    if state.tower and state.tower not in state.rules.board.tower_placements:
        yield Fault("tower", f"the Tower cannot lie on {list(state.tower)}")
    if bool(state.tower) != (state.tower_owner is not None):
        yield Fault("tower_owner", "somebody owns the Tower exactly while it lies on the board")


def _wrong_phase(state: State) -> Iterator[Fault]:
    bottom = state.agenda[0] if state.agenda else None
    kind: Any = type(bottom)
    phase = Phase.OVER if bottom is None else _PHASES.get(kind)
    if phase is not None and phase is not state.phase:
        yield Fault("phase", f"expected {phase.name.lower()!r}, got {state.phase.name.lower()!r}")
    early = flow.has_enough_points(state)
    if state.phase is Phase.OVER and state.turn != state.options.scoring_turns[-1] and not early:
        yield Fault("turn", "the game ends after its last scoring")
    if state.phase in (Phase.DRAW, Phase.HIDE) and early:
        yield Fault("turn", f"with {state.rules.points_to_end} points the game has ended before this turn")
    if state.phase is Phase.SCORING and state.turn not in state.options.scoring_turns and not early:
        yield Fault("phase", f"turn {state.turn} ends without a scoring")
    seats, active = len(state.players), None
    if isinstance(bottom, flow.Activation) and bottom.step > 0:
        active = (state.first_player + bottom.step - 1) % seats
    if state.active != active:
        yield Fault("active", f"expected {active}, got {state.active}")
    if state.active is None and (state.minor_played or state.major_played):
        yield Fault("minor_played", "nobody is active who could have played a card")
    shown = _shown(state)
    if state.shown != shown:
        yield Fault("shown", f"expected {[suit.name.lower() for suit in shown]}")
    finished = [task.card for task in state.agenda if isinstance(task, FinishMinor | FinishMajor)]
    if state.in_play != tuple(card for card in finished if card != TOWER or not state.tower):
        yield Fault("in_play", "expected the card that is being resolved, and no other")


def _shown(state: State) -> tuple[Any, ...]:
    """The suits that must lie open."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, AssignFool):
        return SUITS
    if isinstance(top, SpendFool):
        order = scoring_order(house_ranks(state.prestige.row))
        return order[: len(order) - len(top.scoring.houses) + 1]
    return ()


class _Check:
    """What is wrong with a task of the agenda, as sentences."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seats = range(len(state.players))

    def task(self, at: int) -> Iterator[str]:
        """What is wrong with the task at a place."""
        state, task = self.state, self.state.agenda[at]
        seat = getattr(task, "seat", 0)
        if seat not in self.seats:
            yield f"there is no seat {seat}"
            return
        if isinstance(task, PlayTurn | PlayCard | FinishMinor | FinishMajor | MoveFigure) and seat != state.active:
            yield f"seat {seat} is not active"
        match task:
            case flow.DrawStep(step=step):
                if step not in self.seats:
                    yield f"there is no step {step}"
            case flow.Activation(step=step):
                if step > len(self.seats):
                    yield f"there is no step {step}"
            case Frame(program=program):
                yield from self._source(at, program)
            case ChooseOne(choice=choice):
                yield from self._source(at, choice)
            case FinishMinor() | FinishMajor():
                yield from self._finish(task)
            case MoveFigure(card=card):
                if state.agenda[at - 1] != FinishMinor(task.seat, card):
                    yield "it is not the card that is being resolved"
            case TrimHand():
                if len(state.players[seat].hand) <= state.rules.hand_limit:
                    yield "nobody has too many cards"
            case d.Offer(waiting=waiting, owner=owner):
                yield from self._seats((*waiting, owner))
            case d.LowerHouse() | d.ChangeHouse() | d.AdjustHouses() | d.PayMinors() | d.Exchange() | d.DrawCards():
                yield from self._positive(task)
            case d.GiveTogether():
                yield from self._gifts(task)
            case d.DraftTogether():
                yield from self._draft(task)
            case HideTogether():
                yield from self._hiding(task)
            case SwapCards(left=left, done=done, exchanged=exchanged):
                if left < 1 or exchanged or not self._swapped(seat, done):
                    yield "these cards cannot have been exchanged"
            case RevealHidden(left=left):
                if left < 1:
                    yield "nothing is left to reveal"
            case LayTower():
                if TOWER not in state.in_play:
                    yield "the Tower is not being resolved"
            case RemoveFigures(left=left):
                gone = len(dict(state.exiles).get(seat, ()))
                if not 1 <= left <= 3 - gone:
                    yield f"a seat takes at most three figures off the board, not {left + gone}"
            case ReturnFigures(figures=figures, used=used):
                if not figures or figures != dict(state.exiles).get(seat):
                    yield "these are not the figures that the seat took off the board"
                elif len(figures) + len(used) > 3 or any(each not in LOCATIONS for each in used):
                    yield "a seat puts at most three figures back"
            case AssignFool(houses=houses, following=following):
                yield from self._assign(seat, following.shift, houses, following)
            case SpendFool(scoring=scoring):
                yield from self._spend(scoring)

    def _seats(self, seats: tuple[Seat, ...]) -> Iterator[str]:
        for each in seats:
            if each not in self.seats:
                yield f"there is no seat {each}"

    def _positive(self, task: Any) -> Iterator[str]:
        if getattr(task, "steps", 1) < 1 or getattr(task, "most", 1) < 1 or getattr(task, "houses", (1,)) == ():
            yield "nothing is left to do"

    def _source(self, at: int, part: Program | Effect[Any, Any]) -> Iterator[str]:
        """Whether a program can run there: a Major's with that card, a location's with any."""
        below = self.state.agenda[:at]
        owners = shapes_of(self.state.game, self.state.rules).programs.owners(part)
        if isinstance(below[0], flow.DrawStep):
            possible = FIRST_MAJORS in owners
        else:
            card = next((task.card for task in below if isinstance(task, FinishMinor | FinishMajor)), None)
            major = f"major.{card.number}.program" if isinstance(card, Major) else None
            possible = major in owners or any(owner.startswith("location.") for owner in owners)
        if not possible:
            yield "this is not what the card does that is being resolved"

    def _finish(self, task: FinishMinor | FinishMajor) -> Iterator[str]:
        played = self.state.minor_played if isinstance(task, FinishMinor) else self.state.major_played
        if not played:
            yield "the card that is being resolved has not been played"

    def _gifts(self, task: d.GiveTogether) -> Iterator[str]:
        state = self.state
        wrong = [*self._seats(task.waiting)]
        if wrong or task.unseen:
            yield from wrong or ["a position hides nothing"]
            return
        for at, (seat, card) in enumerate(task.chosen):
            earlier = d.GiveTogether(seat, (), task.chosen[:at])
            if seat not in self.seats or GIVE[card.position] not in earlier.actions(state):
                yield f"seat {seat} cannot have chosen {card}"
                return
        for seat in self.seats:
            given = [giver for giver, _ in task.chosen].count(seat)
            if given + (task.seat, *task.waiting).count(seat) > len(state.players[seat].hand):
                yield f"seat {seat} does not have so many cards to give"

    def _draft(self, task: d.DraftTogether) -> Iterator[str]:
        state, order = self.state, clockwise(len(self.seats), self.state.first_player)
        wrong = [*self._seats((*task.waiting, *(seat for seat, _ in task.kept)))]
        if wrong or task.unseen:
            yield from wrong or ["a position hides nothing"]
            return
        if state.turn != 1 or not state.rules.first_deal_draft:
            yield "nobody drafts cards now"
        if list(task.kept) != sorted(set(task.kept), key=d.by_seat):
            yield "the cards that are kept must be in order, each once"
        if any(card not in state.players[seat].hand for seat, card in task.kept):
            yield "a card that is kept is in the hand of who keeps it"
        kept = [[seat for seat, _ in task.kept].count(seat) for seat in order]
        answered = kept.count(kept[-1] + 1)
        if (
            order[answered:] != (task.seat, *task.waiting)
            or kept != sorted(kept, reverse=True)
            or kept[0] > kept[-1] + 1
        ):
            yield "the players do not choose in order, each once a round"
        if len({len(player.hand) for player in state.players}) > 1 or len(state.players[0].hand) < kept[-1] + 2:
            yield "there is nothing to choose"

    def _hiding(self, task: HideTogether) -> Iterator[str]:
        state = self.state
        slots = (task.slot, *task.waiting, *(slot for slot, _ in task.answers))
        wrong = [*self._seats(tuple(slot.seat for slot in slots))]
        if wrong or task.unseen:
            yield from wrong or ["a position hides nothing"]
            return
        for at, (slot, card) in enumerate(task.answers):
            earlier = HideTogether(slot, (), task.answers[:at])
            if (PASS if card is None else HIDE[card.position]) not in earlier.actions(state):
                yield f"seat {slot.seat} cannot have chosen {'to pass' if card is None else card}"
                return

    def _swapped(self, seat: Seat, done: tuple[Card, ...]) -> bool:
        player = self.state.players[seat]
        hidden = [each.card for each in player.hidden]
        return (
            len(set(done)) == len(done) <= 20
            and len(done) % 2 == 0
            and all(card in hidden for card in done[::2])
            and all(card in player.hand for card in done[1::2])
            and all(isinstance(card, Minor) or card == FOOL for card in done)
        )

    def _has_fool(self, seat: Seat) -> bool:
        return any(each.card == FOOL for each in self.state.players[seat].hidden)

    def _assign(self, seat: Seat, shift: int, houses: tuple[Any, ...], following: PayHouses) -> Iterator[str]:
        ranks = house_ranks(self.state.prestige.row)
        order = scoring_order(ranks)
        paid = PayHouses(shift, ranks, order, clause=following.clause)
        if not self._has_fool(seat) or houses != order or following != paid or shift > 2:
            yield "this is not how the Houses are scored"

    def _spend(self, scoring: ScoreSuitBySuit) -> Iterator[str]:
        ranks = house_ranks(self.state.prestige.row)
        order = scoring_order(ranks)
        left = scoring.houses
        if not left or left != order[len(order) - len(left) :] or scoring.ranks != ranks or scoring.shift > 2:
            yield "this is not how the Houses are scored"
        elif not 0 <= scoring.owner < len(self.seats) or not self._has_fool(scoring.owner):
            yield f"seat {scoring.owner} has not hidden the Fool"
