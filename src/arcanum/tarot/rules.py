"""The rules of Arcanum as data: every number, every choice between readings, every location's program.

A rule set is the base and a short list of differences. The base is `arcanum/consensus`, the most sensible reading
where the printings disagree; `arcanum/en` is the English text as printed.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Literal

import attrs

from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.engine import Game
from arcanum.kernel.errors import UnknownName
from arcanum.tarot.board import Board, default_board
from arcanum.tarot.clause_ids import (
    AMB_2,
    AMB_8,
    AMB_43,
    AMB_48,
    AMB_53,
    AMB_54,
    COMP_1,
    COMP_14,
    COMP_15,
    COMP_18,
    COMP_19,
    COMP_20,
    DRAW_1,
    DRAW_4,
    END_3,
    END_5,
    FIRST_3,
    FIRST_4,
    FIRST_5,
    HAND_1,
    HIDE_4,
    LEN_1,
    LEN_4,
    MAJ_0_8,
    MIN_A1,
    P3_1,
    P3_2,
    P3_4,
    PLAY_7,
    SCORE_5,
    SCORE_12,
    SCORE_16,
    SETUP_10,
    SETUP_11,
    TRACK_2,
    TRACK_5,
)
from arcanum.tarot.programs import Location, locations, majors
from arcanum.tarot.scoring import Row, Split, TieBreak
from arcanum.tarot.state import Program


@attrs.frozen
class Calendar:
    """The scoring turns of the short and the long game; the last one ends the game."""

    short: tuple[int, ...]
    long: tuple[int, ...]


def _by(*clauses: ClauseId) -> dict[str, tuple[ClauseId, ...]]:
    """The clauses that a value of the rules answers to."""
    return {"clauses": clauses}


@attrs.frozen(cache_hash=True, kw_only=True, repr=False)
class Rules:
    """One rule set."""

    name: str
    board: Board
    locations: tuple[Location, ...]
    majors: tuple[Program, ...]
    """What each Major does, by number."""
    players: tuple[int, ...] = attrs.field(default=(3, 4, 5), metadata=_by(COMP_1))
    calendar: Calendar = attrs.field(default=Calendar((3, 6), (3, 6, 9)), metadata=_by(LEN_1, LEN_4, P3_4))
    calendar_of_three: Calendar = attrs.field(default=Calendar((4,), (4, 8)), metadata=_by(P3_1, P3_2))
    figures_per_location: int = attrs.field(default=2, metadata=_by(SETUP_10))
    """How many figures a location may hold at the start."""
    suits_apart: bool = attrs.field(default=True, metadata=_by(SETUP_11))
    """Whether no two figures of a colour may start in one location."""
    first_deal: tuple[int, int] = attrs.field(default=(4, 1), metadata=_by(DRAW_4))
    """Minors and Majors dealt to each player in turn 1."""
    minors_drawn: int = attrs.field(default=3, metadata=_by(DRAW_1))
    majors_drawn: int = attrs.field(default=1, metadata=_by(DRAW_1))
    first_game_majors: int = attrs.field(default=1, metadata=_by(FIRST_3))
    """Majors dealt at the start of turn 3 when the first two turns are played without."""
    first_game_draw: Literal["minors", "choice"] = attrs.field(default="minors", metadata=_by(FIRST_4, AMB_53))
    """What else is drawn in that turn: three Minors, or what the player chooses."""
    first_game_length: Literal["short", "any"] = attrs.field(default="short", metadata=_by(FIRST_5, AMB_54))
    hidden_per_turn: int = attrs.field(default=1, metadata=_by(HIDE_4))
    hand_limit: int = attrs.field(default=7, metadata=_by(HAND_1))
    rescue_draw: Literal["turn", "phase"] = attrs.field(default="turn", metadata=_by(PLAY_7))
    """Whether a player without Minors draws at the start of his own turn or of the playing phase."""
    rescue_minors: int = attrs.field(default=1, metadata=_by(PLAY_7))
    dead_minor: Literal["playable", "only-if-none-moves"] = attrs.field(default="playable", metadata=_by(AMB_2))
    prestige_per_minor: int = attrs.field(default=1, metadata=_by(MIN_A1))
    prestige_top: int = attrs.field(default=21, metadata=_by(COMP_14))
    overflow: Literal["per-step", "once"] = attrs.field(default="per-step", metadata=_by(TRACK_2, AMB_8))
    """How far the other Houses go back when one would pass the end of the track."""
    points_track: int = attrs.field(default=78, metadata=_by(TRACK_5))
    """The last square of the track of victory points; beyond it the markers go round again."""
    scoring_table: tuple[Row, ...] = attrs.field(
        default=((16, 8, 4), (12, 6, 3), (10, 5, 2), (8, 4, 2)), metadata=_by(COMP_18, COMP_19, COMP_20, AMB_43)
    )
    tie_break: TieBreak = attrs.field(default="sum", metadata=_by(SCORE_12))
    split: Split = attrs.field(default="pool", metadata=_by(SCORE_16, AMB_48))
    fool_choice: Literal["after-reveal", "suit-by-suit"] = attrs.field(
        default="after-reveal", metadata=_by(MAJ_0_8, SCORE_5)
    )
    """When the owner of a hidden Fool says what it counts for."""
    final_tie: Literal["hand", "shared"] = attrs.field(default="hand", metadata=_by(END_3, END_5))

    game: ClassVar[Game]

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    def scoring_turns(self, players: int, length: str) -> tuple[int, ...]:
        """The turns that end with a scoring."""
        calendar = self.calendar_of_three if players == 3 else self.calendar
        return calendar.long if length == "long" else calendar.short

    @cites(COMP_15)
    def points_square(self, points: int) -> int | None:
        """The square of the track on which the marker of a player with so many points lies; None beside the track.

        >>> [rules("arcanum/en").points_square(points) for points in (0, 1, 78, 79)]
        [None, 1, 78, 1]
        """
        return (points - 1) % self.points_track + 1 if points else None


@cache
def _built_in() -> dict[str, Rules]:
    base = Rules(
        name="arcanum/consensus",
        board=default_board(),
        locations=locations(fields_points=1),
        majors=majors(
            lovers_tie="non-strict",
            justice_counts="all",
            temperance_fool=True,
            stars_points=1,
            moon_minors=2,
        ),
    )
    english = attrs.evolve(
        base,
        name="arcanum/en",
        majors=majors(
            lovers_tie="strict",
            justice_counts="all",
            temperance_fool=False,
            stars_points=2,
            moon_minors=1,
        ),
        first_game_draw="choice",
        first_game_length="any",
        rescue_draw="phase",
        dead_minor="only-if-none-moves",
        overflow="once",
        fool_choice="suit-by-suit",
    )
    return {rules.name: rules for rules in (english, base)}


def rulesets() -> tuple[str, ...]:
    """The built-in rule sets of Arcanum."""
    return tuple(_built_in())


def rules(name: str) -> Rules:
    """A built-in rule set."""
    try:
        return _built_in()[name]
    except KeyError:
        raise UnknownName("rule set", name, rulesets()) from None
