"""Decisions about figures and the board: moving any figure, the Tower, figures that leave and come back."""

from __future__ import annotations

from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.agenda import Decision, decline
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import Violation
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.values import value
from arcanum.tarot.actions import REMOVE, RETURN, LocationNumber, Move, PlaceTower, Remove, Return
from arcanum.tarot.atoms import lay_tower, particular, remove_figure, return_figure
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import Figure
from arcanum.tarot.clause_ids import (
    AMB_40,
    AMB_41,
    AMB_42,
    AMB_45,
    AMB_58,
    AMB_59,
    MAJ_0_1,
    MAJ_0_2,
    MAJ_0_3,
    MAJ_3_1,
    MAJ_14_1,
    MAJ_16_2,
    MAJ_20_2,
    MAJ_20_3,
    MAJ_20_4,
    MAJ_20_5,
    MAJ_20_6,
    MIN_B6,
)
from arcanum.tarot.playing import clause_of_exile, enter, objections_to_move, ways_out
from arcanum.tarot.state import State, TarotTable


def moves_by_majors(position: State | TarotTable) -> list[Move]:
    """The moves of all figures: each that may leave its location to each that may be entered."""
    closed = position.tower
    found: list[Move] = []
    for figure, here in enumerate(position.figures.row):
        if here is not None and here not in closed:
            found += ways_out(figure, here, closed)
    return found


@cites(MAJ_0_1, MAJ_3_1, MAJ_14_1, AMB_58)
@value
class MoveAnyFigure(Decision[State, TarotTable]):
    """A Major lets or makes a player move any figure to any other location, with all that follows."""

    seat: Seat
    clause: ClauseId
    optional: bool = True

    @property
    def prompt(self) -> str:
        """What is asked."""
        return "move any figure or pass" if self.optional else "move any figure"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Every figure that may leave to every location that may be entered."""
        found: list[Action] = [*moves_by_majors(state)]
        if self.optional:
            found.append(PASS)
        return tuple(found)

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """No such move, or none at all where there must be one."""
        if isinstance(action, Move):
            return objections_to_move(state, action, self.clause)
        return (Violation(self.clause, "a figure must be moved"),) if action == PASS else ()

    @cites(MAJ_0_2, MAJ_0_3, AMB_59)
    def take(self, table: TarotTable, action: Action) -> None:
        """Steps c and d, never step a."""
        if isinstance(action, Move):
            enter(table, self.seat, action.figure, action.location, self.clause)
        else:
            decline(table, self.seat, self.clause)


@value
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


@cites(AMB_40, AMB_41, AMB_42)
@value
class RemoveFigures(Decision[State, TarotTable]):
    """A player takes figures off the board."""

    seat: Seat
    left: int
    clause: ClauseId = MAJ_20_2

    prompt = "remove a figure"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Any figure on the board that the Tower does not hold."""
        return tuple([REMOVE[figure] for figure in removable(state)])

    def objections(self, state: State, action: Action) -> tuple[Violation, ...]:
        """It is off the board or held by the Tower."""
        if not isinstance(action, Remove):
            return ()
        if state.figures.row[action.figure] is None:
            why = f"the {action.figure.title} is off the board already"
            return (Violation(clause_of_exile(state, action.figure, MAJ_20_6), why),)
        return (Violation(AMB_40, f"the Tower holds the {action.figure.title}"),)

    def take(self, table: TarotTable, action: Action) -> None:
        """Remove it, and ask for the next while there is one."""
        assert isinstance(action, Remove)
        remove_figure(table, self.seat, action.figure, self.clause)
        if self.left > 1 and removable(table):
            table.agenda.append(RemoveFigures(self.seat, self.left - 1, self.clause))


def removable(position: State | TarotTable) -> list[int]:
    """The figures on the board that the Tower does not hold."""
    return [
        figure for figure, here in enumerate(position.figures.row) if here is not None and here not in position.tower
    ]


@cites(MAJ_20_5)
@value
class ReturnFigures(Decision[State, TarotTable]):
    """The owner of a Judgement puts its figures back, each into another location."""

    seat: Seat
    figures: tuple[Figure, ...]
    used: tuple[LocationNumber, ...] = ()
    clause: ClauseId = MAJ_20_3

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
            found.append(Violation(self.clause, f"the {self.figures[0].title} has to be put back now"))
        if action.location in self.used:
            why = f"a figure has already been put back into location {action.location}"
            found.append(Violation(particular(self.clause, MAJ_20_3, MAJ_20_4), why))
        if action.location in state.tower:
            found.append(Violation(AMB_40, f"the Tower lets no figure enter location {action.location}"))
        if action.location not in LOCATIONS:
            found.append(Violation(MIN_B6, f"there is no location {action.location}; there are 1 to 10"))
        return tuple(found)

    def take(self, table: TarotTable, action: Action) -> None:
        """Put it there; nothing else happens."""
        assert isinstance(action, Return)
        return_figure(table, self.seat, action.figure, action.location, self.clause)
        if len(self.figures) > 1:
            used = (*self.used, action.location)
            table.agenda.append(ReturnFigures(self.seat, self.figures[1:], used, self.clause))
