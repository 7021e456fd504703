"""The city: ten locations, the symbols beside their numbers, the places where the Tower can lie.

The values come from a data file, because the rulebooks print only a part of them; each says whether it is printed or
invented. What a location does for a player is part of the rules, not of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import attrs

from arcanum.kernel.cite import cites
from arcanum.kernel.errors import BadCall
from arcanum.kernel.mistakes import not_toml
from arcanum.kernel.ruledata import by
from arcanum.kernel.values import EnumMap
from arcanum.tarot.actions import LocationNumber, PlaceTower
from arcanum.tarot.cards import FIGURES, KINDS, SUITS, Figure, Suit
from arcanum.tarot.clause_ids import AMB_44, AMB_45, COMP_8, COMP_9, COMP_14, COMP_16, COMP_17, MIN_C1, MIN_C2

LOCATIONS: tuple[LocationNumber, ...] = tuple(range(1, 11))
SYMBOLS = tuple(each.name.lower() for each in (*SUITS, *KINDS))
SOURCES = ("printed", "invented")


@cites(COMP_8)
class Figures(EnumMap[Figure, LocationNumber | None]):
    """Where every figure stands; None while it is off the board."""

    __slots__ = ()
    members = FIGURES

    def at(self, location: LocationNumber) -> tuple[Figure, ...]:
        """The figures in a location."""
        return tuple(figure for figure in FIGURES if self.row[figure] == location)


@cites(COMP_9, COMP_14)
class Prestige(EnumMap[Suit, int]):
    """The prestige of each House."""

    __slots__ = ()
    members = SUITS


@cites(COMP_16, COMP_17, AMB_44)
@attrs.frozen
class Square:
    """The printed part of a location: how often each suit and each kind stands left of its number."""

    number: LocationNumber
    symbols: tuple[int, ...]
    """Counts in the order of the suits, then of the kinds (Knave to King)."""
    source: str

    def count(self, symbol: str) -> int:
        """How often a suit or kind is shown, by name."""
        return self.symbols[SYMBOLS.index(symbol)]

    @cites(MIN_C1, MIN_C2)
    def matches(self, figure: Figure) -> int:
        """How many symbols match a figure: those of its suit and those of its kind."""
        return self.symbols[figure.suit] + self.symbols[4 + KINDS.index(figure.kind)]


@attrs.frozen(cache_hash=True)
class Board:
    """All locations and all Tower placements."""

    squares: tuple[Square, ...]
    tower_placements: tuple[tuple[LocationNumber, ...], ...] = attrs.field(metadata=by(AMB_45))
    tower_actions: tuple[PlaceTower, ...] = attrs.field(init=False, eq=False, repr=False)
    """The placements as actions."""
    gains: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False, repr=False)
    """`gains[figure][location]`: the matches, looked up instead of counted."""

    @tower_actions.default
    def _tower_actions(self) -> tuple[PlaceTower, ...]:
        return tuple(PlaceTower(placement) for placement in self.tower_placements)

    @gains.default
    def _gains(self) -> tuple[tuple[int, ...], ...]:
        return tuple((0, *(square.matches(figure) for square in self.squares)) for figure in FIGURES)


@cache
def default_board() -> Board:
    """The board that comes with the library."""
    return parse_board(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


def parse_board(text: str) -> Board:
    """A board from the text of a board file; all faults are reported at once."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line = not_toml(error, text)
        raise BadCall(f"the board file{f', line {line}' if line else ''}: {message}") from None
    return read_board(data)


def read_board(data: Mapping[str, object]) -> Board:
    """A board from the tables of a board file; all faults are reported at once."""
    faults: list[str] = [f"unknown key {key!r}" for key in data if key not in ("location", "tower")]
    squares = _parse_squares(data.get("location"), faults)
    placements = _parse_placements(data.get("tower"), faults)
    if faults:
        raise BadCall("the board file has errors:\n" + "\n".join(f"- {fault}" for fault in faults))
    return Board(squares, placements)


def _parse_squares(entries: object, faults: list[str]) -> tuple[Square, ...]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        faults.append("[[location]]: expected ten tables, numbered 1 to 10")
        return ()
    if [repr(entry.get("number")) for entry in entries] != [repr(number) for number in LOCATIONS]:
        faults.append("[[location]]: the numbers must be 1 to 10 in this order")
    return tuple(_parse_square(entry, faults) for entry in entries)


def _parse_square(entry: Mapping[str, object], faults: list[str]) -> Square:
    where = f"location {entry.get('number')!r}"
    symbols, source, number = entry.get("symbols"), entry.get("source"), entry.get("number")
    faults.extend(f"{where}: unknown key {key!r}" for key in entry if key not in ("number", "source", "symbols"))
    if source not in SOURCES:
        faults.append(f"{where}: source must be 'printed' or 'invented', not {source!r}")
    if not isinstance(symbols, dict):
        faults.append(f"{where}: symbols must be a table such as {{ swords = 2, knight = 1 }}")
        symbols = {}
    for name, count in symbols.items():
        if name not in SYMBOLS:
            faults.append(f"{where}: {name!r} is no symbol; known: {', '.join(SYMBOLS)}")
        if type(count) is not int or not 0 <= count <= 9:
            faults.append(f"{where}: the count of {name} must be a number from 0 to 9, not {count!r}")
    counts = tuple(symbols.get(name, 0) for name in SYMBOLS)
    return Square(number if type(number) is int else 0, counts, str(source))


def _parse_placements(entry: object, faults: list[str]) -> tuple[tuple[LocationNumber, ...], ...]:
    placements = entry.get("placements") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not isinstance(placements, list) or not placements:
        faults.append("[tower]: placements must be a list of lists of location numbers")
        return ()
    if entry.get("source") not in SOURCES:
        faults.append(f"[tower]: source must be 'printed' or 'invented', not {entry.get('source')!r}")
    faults.extend(f"[tower]: unknown key {key!r}" for key in entry if key not in ("source", "placements"))
    found: list[tuple[LocationNumber, ...]] = []
    for each in placements:
        if not isinstance(each, list) or not each or not all(_is_location(number) for number in each):
            faults.append(f"[tower]: {each!r:.60} is no set of location numbers from 1 to 10")
        elif len(set(each)) > 7:
            faults.append(f"[tower]: {each!r:.60} closes too much: three locations must stay open for Judgement")
        elif (placement := tuple(sorted(set(each)))) in found:
            faults.append(f"[tower]: the placement {each!r:.60} is listed twice")
        else:
            found.append(placement)
    return tuple(found)


def write_board(board: Board) -> dict[str, object]:
    """A board as the tables of a board file, in which nothing says where the placements of the Tower come from."""
    locations = [
        {
            "number": square.number,
            "source": square.source,
            "symbols": {name: count for name, count in zip(SYMBOLS, square.symbols, strict=True) if count},
        }
        for square in board.squares
    ]
    placements = [list(placement) for placement in board.tower_placements]
    return {"location": locations, "tower": {"source": "invented", "placements": placements}}


def _is_location(value: object) -> bool:
    return type(value) is int and value in LOCATIONS
