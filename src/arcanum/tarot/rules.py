"""The rules of Arcanum as data: every number, every choice between readings, every location's program.

A rule set is the base and a short list of differences. The base is `arcanum/consensus`, the most sensible reading
where the printings disagree; the others are the seven printings, each as printed. A house rule is such a list too, in
a file of its own (`arcanum.tarot.house`).
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final, Literal

import attrs

from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import CONSENSUS
from arcanum.kernel.errors import UnknownName
from arcanum.kernel.game import Game
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.ruledata import Bounds, by
from arcanum.kernel.values import PrettyPrinter
from arcanum.tarot.board import Board, default_board
from arcanum.tarot.cards import MAJORS, MINORS, Major, Minor
from arcanum.tarot.clause_ids import (
    AMB_2,
    AMB_8,
    AMB_12,
    AMB_16,
    AMB_43,
    AMB_44,
    AMB_48,
    AMB_53,
    AMB_54,
    COMP_1,
    COMP_14,
    COMP_15,
    COMP_16,
    COMP_17,
    COMP_18,
    COMP_19,
    COMP_20,
    DRAW_1,
    DRAW_4,
    END_3,
    END_5,
    FIRST_1,
    FIRST_3,
    FIRST_4,
    FIRST_5,
    FIRST_6,
    HAND_1,
    HIDE_4,
    HOUSE_1,
    HOUSE_2,
    HOUSE_3,
    HOUSE_4,
    LEN_1,
    LEN_4,
    MAJ_0_8,
    MAJ_16_6,
    MAJ_20_3,
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
from arcanum.tarot.state import MOST_PLAYERS, Program

_TURNS: Final = Bounds(least=1, fewest=1)

MAJOR_VARIANTS: Final = ("all", "from-turn-3", "none")
"""What can be agreed about the Majors."""


@attrs.frozen
class Calendar:
    """The scoring turns of the short and the long game; the last one ends the game."""

    short: tuple[int, ...]
    long: tuple[int, ...]


@attrs.frozen(cache_hash=True, kw_only=True, repr=False)
class Rules:
    """One rule set."""

    name: str
    printing: str
    """The printing whose clauses it follows where it says nothing else; of a house rule, that of its base."""
    base: Rules | None = None
    """The house rule that it is built on; None if that is a built-in rule set."""
    board: Board = attrs.field(metadata=by(COMP_16, COMP_17, AMB_44))
    locations: tuple[Location, ...] = attrs.field(metadata=by(COMP_16))
    majors: tuple[Program, ...]
    """What each Major does, by number."""
    players: tuple[int, ...] = attrs.field(
        default=(3, 4, 5), metadata=by(COMP_1, bounds=Bounds(least=2, most=MOST_PLAYERS, fewest=1))
    )
    """How many can play."""
    calendar: Calendar = attrs.field(
        default=Calendar((3, 6), (3, 6, 9)), metadata=by(LEN_1, LEN_4, P3_4, bounds=_TURNS)
    )
    """The scoring turns, with any number of players but three."""
    calendar_of_three: Calendar = attrs.field(default=Calendar((4,), (4, 8)), metadata=by(P3_1, P3_2, bounds=_TURNS))
    """The scoring turns with three players."""
    figures_per_location: int = attrs.field(default=2, metadata=by(SETUP_10, bounds=Bounds(least=2, most=16)))
    """How many figures a location may hold at the start."""
    suits_apart: bool = attrs.field(default=True, metadata=by(SETUP_11))
    """Whether no two figures of a colour may start in one location."""
    first_deal: tuple[int, int] = attrs.field(default=(4, 1), metadata=by(DRAW_4, bounds=Bounds(most=10)))
    """Minors and Majors dealt to each player in turn 1."""
    minors_drawn: int = attrs.field(default=3, metadata=by(DRAW_1, bounds=Bounds(most=20)))
    """Minors drawn at the start of a turn by whoever chooses Minors."""
    majors_drawn: int = attrs.field(default=1, metadata=by(DRAW_1, bounds=Bounds(most=20)))
    """Majors drawn at the start of a turn by whoever chooses Majors."""
    major_variants: tuple[str, ...] = attrs.field(
        default=MAJOR_VARIANTS, metadata=by(FIRST_1, FIRST_6, bounds=Bounds(words=MAJOR_VARIANTS, fewest=1, longest=3))
    )
    """What the players may agree on about the Majors."""
    first_game_majors: int = attrs.field(default=1, metadata=by(FIRST_3, bounds=Bounds(most=5)))
    """Majors dealt at the start of turn 3 when the first two turns are played without."""
    first_game_draw: Literal["minors", "choice"] = attrs.field(default="minors", metadata=by(FIRST_4, AMB_53))
    """What else is drawn in that turn: three Minors, or what the player chooses."""
    first_game_length: Literal["short", "any"] = attrs.field(default="short", metadata=by(FIRST_5, AMB_54))
    """Which length a game may have that begins without Majors."""
    hidden_per_turn: int = attrs.field(default=1, metadata=by(HIDE_4, bounds=Bounds(most=10)))
    """Minors that everybody has to hide in a turn."""
    hand_limit: int = attrs.field(default=7, metadata=by(HAND_1, bounds=Bounds(least=1, most=60)))
    """How many cards a player may hold."""
    rescue_draw: Literal["turn", "phase"] = attrs.field(default="turn", metadata=by(PLAY_7))
    """Whether a player without Minors draws at the start of his own turn or of the playing phase."""
    rescue_minors: int = attrs.field(default=1, metadata=by(PLAY_7, bounds=Bounds(most=10)))
    """How many he draws."""
    dead_minor: Literal["playable", "only-if-none-moves"] = attrs.field(default="playable", metadata=by(AMB_2))
    """Whether a Minor that moves no figure may be played while another one would move one."""
    last_minor: Literal["kept-if-possible", "free"] = attrs.field(
        default="kept-if-possible", metadata=by(AMB_12, later=True)
    )
    """Whether a player who still has to play a Minor must keep one, or may give up the last."""
    tower_ends: Literal["turn", "round"] = attrs.field(default="turn", metadata=by(MAJ_16_6, AMB_16))
    """Whether the Tower goes when its owner becomes active again, or when the next turn of the table begins."""
    figures_return: Literal["turn", "round"] = attrs.field(default="turn", metadata=by(MAJ_20_3, AMB_16))
    """Whether Judgement's figures come back when its owner becomes active again, or when the next turn begins."""
    prestige_per_minor: int = attrs.field(default=1, metadata=by(MIN_A1))
    """What a House gains when a Minor of its suit is played."""
    prestige_top: int = attrs.field(default=21, metadata=by(COMP_14, bounds=Bounds(least=1)))
    """The end of the prestige track."""
    overflow: Literal["per-step", "once"] = attrs.field(default="per-step", metadata=by(TRACK_2, AMB_8))
    """How far the other Houses go back when one would pass the end of the track."""
    points_track: int = attrs.field(default=78, metadata=by(TRACK_5, bounds=Bounds(least=1, most=999)))
    """The last square of the track of victory points; beyond it the markers go round again."""
    scoring_table: tuple[Row, ...] = attrs.field(
        default=((16, 8, 4), (12, 6, 3), (10, 5, 2), (8, 4, 2)),
        metadata=by(COMP_18, COMP_19, COMP_20, AMB_43, bounds=Bounds(fewest=1, rows=4)),
    )
    """What the Houses pay, best House first: to the first, second and third player, and so on."""
    tie_break: TieBreak = attrs.field(default="sum", metadata=by(SCORE_12))
    """What decides between players with equally many cards of a House."""
    split: Split = attrs.field(default="pool", metadata=by(SCORE_16, AMB_48))
    """Whether tied players share all places that they take up, or only the best of them."""
    fool_choice: Literal["after-reveal", "suit-by-suit"] = attrs.field(
        default="after-reveal", metadata=by(MAJ_0_8, SCORE_5)
    )
    """When the owner of a hidden Fool says what it counts for."""
    final_tie: Literal["hand", "shared"] = attrs.field(default="hand", metadata=by(END_3, END_5))
    """Whether the cards left in hand decide between players with equally many points."""
    points_to_end: int = attrs.field(default=0, metadata=by(HOUSE_1, bounds=Bounds(most=999)))
    """The points with which a player ends the game at the end of a turn; 0 if no number of points does."""
    open_hands: bool = attrs.field(default=False, metadata=by(HOUSE_2))
    """Whether everybody sees all hands."""
    majors_left_out: tuple[int, ...] = attrs.field(
        default=(), metadata=by(HOUSE_3, bounds=Bounds(most=len(MAJORS) - 1, longest=len(MAJORS)))
    )
    """The Majors that stay in the box, by number."""
    first_deal_draft: bool = attrs.field(default=False, metadata=by(HOUSE_4))
    """Whether players keep one card of the first hand at a time and pass the others to the left."""

    game: ClassVar[Game]

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    def _repr_pretty_(self, printer: PrettyPrinter, cycle: bool) -> None:
        """Notebooks and Hypothesis show the short form too, not every value."""
        printer.text(repr(self))

    def said(self, clause: ClauseId) -> ClauseId:
        """The clause that says in this rule set what a clause says: all printings number their clauses alike."""
        return clause

    def has(self, clause: ClauseId) -> bool:
        """Whether a clause is one of its printing: all printings number their clauses alike."""
        return True

    def scoring_turns(self, players: int, length: str) -> tuple[int, ...]:
        """The turns that end with a scoring."""
        calendar = self.calendar_of_three if players == 3 else self.calendar
        return calendar.long if length == "long" else calendar.short

    @cites(HOUSE_3)
    def cards(self, major_variant: str = "all") -> tuple[tuple[Minor, ...], tuple[Major, ...]]:
        """The Minors and the Majors that a game is played with, under one of the `major_variants`."""
        out = self.majors_left_out
        majors = MAJORS if not out else tuple([card for card in MAJORS if card.number not in out])
        return MINORS, () if major_variant == "none" else majors

    @cites(COMP_15)
    def points_square(self, points: int) -> int | None:
        """The square of the track on which the marker of a player with so many points lies; None beside the track.

        >>> [rules("arcanum/en").points_square(points) for points in (0, 1, 78, 79)]
        [None, 1, 78, 1]
        """
        return (points - 1) % self.points_track + 1 if points else None


@cache
def _built_in() -> dict[str, Rules]:
    """The recommended reading, and what each printing says instead: the table of differences."""
    base = Rules(
        name="arcanum/consensus", printing=CONSENSUS, board=default_board(), locations=locations(), majors=majors()
    )
    without_points = locations(fields_points=0)
    french = attrs.evolve(base, locations=without_points, calendar_of_three=Calendar((4,), (8,)))
    printed = {
        "en": attrs.evolve(
            base,
            majors=majors(lovers_tie="strict", temperance_fool=False, stars_points=2, moon_minors=1),
            first_game_draw="choice",
            first_game_length="any",
            rescue_draw="phase",
            dead_minor="only-if-none-moves",
            overflow="once",
            fool_choice="suit-by-suit",
        ),
        "de": attrs.evolve(
            base,
            locations=without_points,
            majors=majors(fool_optional=False, temperance_optional=False),
            major_variants=("all", "none"),
        ),
        "it": base,
        "fr": french,
        "es": attrs.evolve(base, locations=without_points, majors=majors(justice_counts="minors")),
        "it-b": attrs.evolve(base, locations=without_points),
        "fr-b": french,
    }
    named = [attrs.evolve(each, name=f"arcanum/{key}", printing=key) for key, each in printed.items()]
    return {rules.name: rules for rules in (*named, base)}


RULESETS: Final = tuple(f"arcanum/{name}" for name in ("en", "de", "it", "fr", "es", "it-b", "fr-b", CONSENSUS))


def rulesets() -> tuple[str, ...]:
    """The built-in rule sets of Arcanum."""
    return RULESETS


def rules(name: str) -> Rules:
    """A built-in rule set."""
    if name not in RULESETS:
        raise UnknownName("rule set", name, RULESETS)
    return _built_in()[name]


def earlier(rules: Rules) -> tuple[Rules, ...]:
    """What rules were before rulings changed: the German Fool and Temperance allowed their move."""
    now, then = list(rules.majors), majors()
    for number in (0, 14):
        if now[number] == _built_in()["arcanum/de"].majors[number]:
            now[number] = then[number]
    if tuple(now) == rules.majors:
        return ()
    name = "Arcanum, German printing, until November 2026" if rules.name == "arcanum/de" else rules.name
    return (attrs.evolve(rules, name=name, majors=tuple(now)),)
