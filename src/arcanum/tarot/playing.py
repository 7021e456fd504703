"""Playing cards in the own turn: which may be played, the five steps of a Minor, the two ends of a Major."""

from __future__ import annotations

from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.agenda import Decision, Frame, Task, can_all, report
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.actions import ELSEWHERE, HIDE, MOVE, PLAY, Hide, LocationNumber, Move, Play
from arcanum.tarot.atoms import discard_from_play, hide, move, put_in_play, raise_prestige
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, MINORS, Figure, Major, Minor
from arcanum.tarot.clause_ids import (
    AMB_1,
    AMB_2,
    AMB_3,
    AMB_4,
    AMB_6,
    AMB_17,
    AMB_35,
    AMB_63,
    COMP_7,
    LOC_ALL,
    MAJ_0_4,
    MAJ_16_3,
    MAJ_16_4,
    MAJ_16_5,
    MAJ_20_6,
    MAJG_1,
    MAJG_2,
    MAJG_3,
    MAJG_4,
    MAJG_5,
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
    PLAY_2,
    PLAY_3,
    PLAY_4,
    PLAY_5,
    PLAY_6,
    PLAY_8,
    PLAY_10,
    PLAY_11,
    PLAY_12,
    SETUP_14,
)
from arcanum.tarot.events import LocationActivated, NoMove, Played
from arcanum.tarot.hand import majors_in_game, objections_to_card
from arcanum.tarot.state import MOST_PLAYERS, State, TarotTable


@cites(PLAY_12)
@value
class PlayTurn(Task[State, TarotTable]):
    """The active player's turn goes on until he has nothing more to play."""

    seat: Seat

    def run(self, table: TarotTable) -> None:
        """Ask what he plays. Whether he is asked depends only on what everybody can see."""
        if not table.players[self.seat].hand:
            return
        if not table.minor_played or (majors_in_game(table) and not table.major_played):
            table.agenda.append(PLAY_CARD[self.seat])


@cites(PLAY_11)
@value
class PlayCard(Decision[State, TarotTable]):
    """The active player plays a Minor, which he must, or a Major, which he may, in either order."""

    seat: Seat

    clause = PLAY_1
    prompt = "play a card"

    @cites(PLAY_2, PLAY_3, PLAY_6, PLAY_8, AMB_35)
    def actions(self, state: State) -> tuple[Action, ...]:
        """Minors, and Majors whose demands he can meet; ending the turn once no Minor has to be played any more."""
        found: list[Action] = []
        hand = state.players[self.seat].hand
        minors = [card for card in hand if isinstance(card, Minor)]
        if not state.minor_played:
            found += [PLAY[card.position] for card in playable_minors(state, minors)]
        if not state.major_played and len(hand) > len(minors):
            majors = [card for card in hand if isinstance(card, Major)]
            programs = state.rules.majors
            found += [PLAY[card.position] for card in majors if can_all(programs[card.number], state, self.seat)]
            if majors[0] is FOOL:
                found.append(HIDE[FOOL.position])
        if state.minor_played or not minors:
            found.append(PASS)
        return tuple(found)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Every reason against a card, or against ending the turn."""
        if isinstance(action, (Play, Hide)):
            return self._objections_to_playing(state, action)
        if action == PASS:
            return (Violation(PLAY_1, f"seat {self.seat} still has to play a Minor"),)
        return ()

    def _objections_to_playing(self, state: State, action: Play | Hide) -> tuple[Violation, ...]:
        found = list(objections_to_card(state, self.seat, action, type(action), PLAY_1))
        if isinstance(action, Hide) and action.card != FOOL:
            found.append(Violation(MAJG_5, "of the cards one can play, only the Fool can be hidden instead"))
        if isinstance(action.card, Minor):
            if state.minor_played and isinstance(action, Play):
                found.append(Violation(PLAY_4, "a Minor has already been played in this turn"))
        elif state.major_played:
            found.append(Violation(PLAY_5, "a Major has already been played in this turn"))
        if found:
            return tuple(found)
        if isinstance(action.card, Minor):
            return (Violation(AMB_2, f"the {action.card.title} moves no figure, and another Minor in the hand would"),)
        return (Violation(AMB_35, f"the {action.card.title} needs a Minor that can be spared"),)

    @cites(AMB_4, AMB_17)
    def take(self, table: TarotTable, action: Action) -> None:
        """Play the card; when all its effects are over the turn goes on."""
        if not isinstance(action, (Play, Hide)):
            return
        table.agenda.append(PLAY_TURN[self.seat])
        card = action.card
        if isinstance(card, Minor):
            play_minor(table, self.seat, card)
        elif isinstance(action, Hide):
            table.major_played = True
            hide(table, self.seat, card, MAJ_0_4)
        else:
            play_major(table, self.seat, card)


@cites(AMB_2, PLAY_10)
def playable_minors(state: State, minors: list[Minor]) -> list[Minor]:
    """The Minors that may be chosen; some printings forbid one that moves nothing if another does not."""
    if state.rules.dead_minor == "playable":
        return minors
    return [card for card in minors if can_move(state, card)] or minors


@cites(AMB_3)
def can_move(position: State | TarotTable, card: Minor) -> bool:
    """Whether a Minor can move a figure: there must be one that may leave and that is not yet there."""
    row = position.figures.row
    tower = position.tower
    if card.rank > 10:
        here = row[card.suit * 4 + card.rank - 11]
        return here is not None and here not in tower
    if card.rank in tower:
        return False
    at = card.suit * 4
    for here in row[at : at + 4]:  # noqa: SIM110 - a generator takes longer than the loop
        if here != card.rank and here is not None and here not in tower:
            return True
    return False


@cites(MIN_1, MIN_A2, MIN_A3, PLAY_4)
def play_minor(table: TarotTable, seat: Seat, card: Minor) -> None:
    """Steps a and b; the rest follows from the move."""
    table.minor_played = True
    put_in_play(table, seat, card)
    if table.log is not None:
        table.log.append(Played(seat, card, clause=PLAY_1))
    raise_prestige(table, card.suit, table.rules.prestige_per_minor, MIN_A1)
    table.agenda.append(FINISH_MINOR[seat][card.position])
    if can_move(table, card):
        table.agenda.append(MOVE_FIGURE[seat][card.position])
    else:
        report(table, NoMove, seat, card, clause=AMB_1)


@cites(PLAY_5)
def play_major(table: TarotTable, seat: Seat, card: Major) -> None:
    """Carry out what the rules say for the card."""
    table.major_played = True
    put_in_play(table, seat, card)
    if table.log is not None:
        table.log.append(Played(seat, card, clause=MAJG_1))
    table.agenda.append(FINISH_MAJOR[seat][card.number])
    table.agenda.append(Frame(table.rules.majors[card.number], seat))


@cites(COMP_7, MIN_B4, MIN_B8, SETUP_14, AMB_6)
@value
class MoveFigure(Decision[State, TarotTable]):
    """Step b: a numeral moves a figure of its suit to the location of its number, a court card its own figure."""

    seat: Seat
    card: Minor

    open = ("card",)
    clause = PLAY_10
    prompt = "move a figure"

    @cites(MIN_B1, MIN_B2, MIN_B5, MIN_B6)
    def actions(self, state: State) -> tuple[Action, ...]:
        """All moves of the card; nobody owns a figure, so it does not matter who plays."""
        card = self.card
        row = state.figures.row
        closed = state.tower
        if card.rank > 10:
            figure = card.suit * 4 + card.rank - 11
            return ways_out(figure, row[figure], closed)
        rank = card.rank
        first = card.suit * 4
        return tuple(
            [
                MOVE[figure][rank]
                for figure in range(first, first + 4)
                if (here := row[figure]) != rank and here is not None and here not in closed
            ]
        )

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
        return (*found, *objections_to_move(state, action, MIN_B7 if card.is_court else MIN_B3))

    def take(self, table: TarotTable, action: Action) -> None:
        """Steps b, c and d."""
        assert isinstance(action, Move)
        enter(table, self.seat, action.figure, action.location, MIN_B5 if self.card.is_court else MIN_B2)


def ways_out(figure: int, here: LocationNumber | None, closed: tuple[LocationNumber, ...]) -> tuple[Move, ...]:
    """The moves of a figure to all other locations that it may enter."""
    moves = ELSEWHERE[figure][here or 0]
    return tuple([each for each in moves if each.location not in closed]) if closed else moves


def objections_to_move(state: State, action: Move, stays: ClauseId) -> tuple[Violation, ...]:
    """What speaks against a move whatever causes it."""
    found = []
    here = state.figures.row[action.figure]
    if action.location not in LOCATIONS:
        found.append(Violation(MIN_B6, f"there is no location {action.location}; there are 1 to 10"))
    if here is None:
        why = f"the {action.figure.title} is off the board"
        found.append(Violation(clause_of_exile(state, action.figure, MAJ_20_6), why))
    if here == action.location:
        found.append(Violation(stays, f"the {action.figure.title} is already in location {action.location}"))
    if here in state.tower:
        found.append(Violation(MAJ_16_4, f"the Tower lets no figure leave location {here}"))
    if action.location in state.tower:
        found.append(Violation(MAJ_16_3, f"the Tower lets no figure enter location {action.location}"))
    return tuple(found)


def clause_of_exile(state: State, figure: Figure, usual: ClauseId) -> ClauseId:
    """The clause by which a figure is off the board: the usual one, or that of another Major which took it off."""
    clauses = dict(state.exiled_by)
    return next((clauses[seat] for seat, away in state.exiles if figure in away and seat in clauses), usual)


@cites(MIN_C4, MIN_C7, MIN_D3, LOC_ALL, MAJ_16_5, AMB_63)
def enter(table: TarotTable, seat: Seat, figure: Figure, location: LocationNumber, clause: ClauseId) -> None:
    """A figure enters a location: its House gains a point for each match, then the location acts."""
    move(table, seat, figure, location, clause)
    rules = table.rules
    gain = rules.board.gains[figure][location]
    if gain:
        raise_prestige(table, figure.suit, gain, MIN_C3)
    if table.log is not None:
        table.log.append(LocationActivated(seat, location, clause=MIN_D1))
    table.agenda.append(Frame(rules.locations[location - 1].effects, seat))


@value
class FinishMinor(Task[State, TarotTable]):
    """Step e: the card is discarded once its effects are over."""

    seat: Seat
    card: Minor

    open = ("card",)

    def run(self, table: TarotTable) -> None:
        """Discard it."""
        discard_from_play(table, self.seat, self.card, MIN_E1)


@cites(MAJG_3, MAJG_4)
@value
class FinishMajor(Task[State, TarotTable]):
    """A Major is discarded once its effects are over, unless it has gone elsewhere."""

    seat: Seat
    card: Major

    open = ("card",)

    def run(self, table: TarotTable) -> None:
        """Discard it if it is still in play."""
        if self.card in table.in_play:
            discard_from_play(table, self.seat, self.card, MAJG_2)


PLAY_TURN = tuple(PlayTurn(seat) for seat in range(MOST_PLAYERS))
PLAY_CARD = tuple(PlayCard(seat) for seat in range(MOST_PLAYERS))
MOVE_FIGURE = tuple(tuple(MoveFigure(seat, card) for card in MINORS) for seat in range(MOST_PLAYERS))
"""`MOVE_FIGURE[seat][card.position]`; each task is built once, like an action."""
FINISH_MINOR = tuple(tuple(FinishMinor(seat, card) for card in MINORS) for seat in range(MOST_PLAYERS))
FINISH_MAJOR = tuple(tuple(FinishMajor(seat, card) for card in MAJORS) for seat in range(MOST_PLAYERS))
"""`FINISH_MAJOR[seat][card.number]`."""
