"""The board of Arcanum: the city with its figures, and the four Houses on their tracks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcanum.pictures.elements import Element, element
from arcanum.pictures.letters import lines_of
from arcanum.pictures.pen import LARGE, LEADING, SMALL, box, columns, paragraph, text
from arcanum.pictures.shapes import icon
from arcanum.pictures.sheet import INNER, MARGIN, WIDTH, Sheet
from arcanum.pictures.tarot_pieces import FIGURE, figure_token
from arcanum.tarot.board import LOCATIONS, SYMBOLS, Square
from arcanum.tarot.cards import KINDS, SUITS, Figure, Kind, Suit
from arcanum.tarot.describe import said
from arcanum.tarot.scoring import house_ranks
from arcanum.tarot.views import View

_ROW: Final = 5
_GAP: Final = 8
_CELL: Final = columns(_ROW, INNER, _GAP)
_SYMBOL: Final = 16
_SYMBOLS: Final = 4
"""So many symbols stand beside each other."""
_TOKENS: Final = 3
"""So many figures stand beside each other in a location."""
_FOOT: Final = 28
_SUITS: Final = tuple(suit.name.lower() for suit in SUITS)
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th")


def draw_city(sheet: Sheet, view: View) -> None:
    """Two rows of five locations, as the places for the Tower lie."""
    sheet.heading("The city")
    for start in range(0, len(LOCATIONS), _ROW):
        numbers = LOCATIONS[start : start + _ROW]
        above = max(_above(view, number) for number in numbers)
        top = above + max(len(_name(view, number)) for number in numbers) * SMALL * LEADING + 12
        lines = max(1, *(len(_rows(view.figures.at(number))) for number in numbers))
        foot = _FOOT if any(number in view.tower for number in numbers) else 0
        height = top + lines * (FIGURE[1] + 5) + foot
        for at, number in enumerate(numbers):
            sheet.add(_location(sheet, view, number, MARGIN + at * (_CELL + _GAP), height, above, top))
        sheet.y += height + _GAP
    legend = "  ·  ".join(f"{kind.letter} {kind.title}" for kind in reversed(KINDS))
    sheet.add(text(MARGIN, sheet.y + SMALL, legend, SMALL, width=INNER, fill="soft"))
    sheet.y += SMALL + 4
    for seat, figures in view.exiles:
        _draw_exiles(sheet, f"Off the board; {sheet.names[seat]} puts them back", figures)
    kept = [figure for _, figures in view.exiles for figure in figures]
    gone = [figure for figure, location in view.figures.items() if location is None and figure not in kept]
    if gone:
        _draw_exiles(sheet, "Off the board", gone)


def _rows(figures: tuple[Figure, ...]) -> list[tuple[Figure, ...]]:
    return [figures[at : at + _TOKENS] for at in range(0, len(figures), _TOKENS)]


def _symbols(square: Square) -> list[list[str]]:
    """The symbols of a location in lines: first the suits, then the kinds."""
    shown = list(zip(SYMBOLS, square.symbols, strict=True))
    lines: list[list[str]] = []
    for some in (shown[: len(SUITS)], shown[len(SUITS) :]):
        names = [name for name, count in some for _ in range(count)]
        lines += [names[at : at + _SYMBOLS] for at in range(0, len(names), _SYMBOLS)]
    return lines


def _above(view: View, number: int) -> float:
    """How much room the number and the symbols of a location take."""
    return 12 + max(1, len(_symbols(view.rules.board.squares[number - 1]))) * (_SYMBOL + 3)


def _name(view: View, number: int) -> Sequence[str]:
    return lines_of(view.rules.locations[number - 1].name, _CELL - 12, SMALL, most=2)


def _location(sheet: Sheet, view: View, number: int, x: float, height: float, above: float, top: float) -> Element:
    y = sheet.y
    place = view.rules.locations[number - 1]
    closed = number in view.tower
    parts = [box(x, y, _CELL, height, fill="quiet" if closed else "panel", line="ink" if closed else "line")]
    parts.append(text(x + 8, y + 32, str(number), LARGE, width=38, bold=True))
    symbols = _symbols(view.rules.board.squares[number - 1])
    for line, names in enumerate(symbols):
        for column, name in enumerate(names):
            there = x + _CELL - 6 - (len(names) - column) * (_SYMBOL + 2)
            parts.append(_symbol(name, there, y + 10 + line * (_SYMBOL + 3)))
    parts += paragraph(x + 8, y + above + SMALL, place.name, SMALL, width=_CELL - 12, most=2)
    for line, figures in enumerate(_rows(view.figures.at(number))):
        for column, figure in enumerate(figures):
            there = x + (_CELL - _TOKENS * (FIGURE[0] + 3) + 3) / 2 + column * (FIGURE[0] + 3)
            parts.append(_figure(sheet, figure, there, y + top + line * (FIGURE[1] + 5)))
    title = f"{place.name}, location {number}: {said(place.effects)}. "
    title += f"Symbols: {', '.join(name for names in symbols for name in names) or 'none'}."
    if closed:
        foot = y + height - _FOOT
        parts.append(element("rect", x=x, y=foot, width=_CELL, height=_FOOT, rx=8, class_="f-ink"))
        parts.append(
            text(x + _CELL / 2, foot + 20, "Tower", SMALL, width=_CELL - 8, fill="paper", bold=True, anchor="middle")
        )
        whose = "" if view.tower_owner is None else f" of {sheet.names[view.tower_owner]}"
        title += f" Closed by the Tower{whose}."
    kind = "location closed" if closed else "location"
    return sheet.thing(*parts, kind=kind, title=title, keys=[("location", number)], location=number)


def _symbol(name: str, x: float, y: float) -> Element:
    """A suit as its shape, a kind as its letter."""
    if name in _SUITS:
        return icon(name, x, y, _SYMBOL, name)
    kind = Kind[name.upper()]
    return text(x + _SYMBOL / 2, y + 14, kind.letter, SMALL, width=_SYMBOL + 2, fill="soft", bold=True, anchor="middle")


def _figure(sheet: Sheet, figure: Figure, x: float, y: float) -> Element:
    return sheet.thing(
        *figure_token(figure, x, y),
        kind="figure",
        title=f"{figure.title}.",
        keys=[("figure", figure)],
        figure=figure.short,
    )


def _draw_exiles(sheet: Sheet, label: str, figures: Sequence[Figure]) -> None:
    sheet.heading(label)
    step = FIGURE[0] + 7
    per_line = int((INNER + 7) // step)
    for at, figure in enumerate(figures):
        line, column = divmod(at, per_line)
        sheet.add(_figure(sheet, figure, MARGIN + column * step, sheet.y + line * (FIGURE[1] + 6)))
    sheet.y += -(-len(figures) // per_line) * (FIGURE[1] + 6) - 6


def draw_houses(sheet: Sheet, view: View) -> None:
    """How much prestige each House has, how it stands among the others, and what that pays."""
    sheet.heading("The Houses: prestige, rank, and what the best players get")
    ranks = house_ranks(view.prestige.row)
    for house in SUITS:
        _draw_house(sheet, view, house, ranks[house])
    sheet.y -= 6


_LINE: Final = 42
_MOST_STEPS: Final = 42
"""Beyond so many, the steps of a track are too small to be told apart."""
_TRACK: Final = (172, 250)
"""Where the track begins, and how long it is."""


def _draw_house(sheet: Sheet, view: View, house: Suit, rank: int) -> None:
    y, colour = sheet.y, house.name.lower()
    top, value = view.rules.prestige_top, view.prestige[house]
    start, length = MARGIN + _TRACK[0], _TRACK[1]
    step = length / top
    pays = "/".join(map(str, view.rules.scoring_table[rank - 1]))
    parts = [
        box(MARGIN, y, INNER, _LINE - 6),
        icon(colour, MARGIN + 8, y + 6, 24, colour),
        text(MARGIN + 42, y + 25, house.title, width=124, fill=colour, bold=True),
        element("rect", x=start, y=y + 12, width=length, height=12, rx=6, class_="f-quiet"),
    ]
    if value:
        parts.append(element("rect", x=start, y=y + 12, width=step * value, height=12, rx=6, class_=f"f-{colour}"))
    if top <= _MOST_STEPS:
        ticks = "".join(f"M{start + step * at:.2f} {y + 12}v12" for at in range(1, top))
        parts.append(element("path", d=f"M{start} {y + 12}{ticks}", class_="s-panel"))
    parts.append(text(start + length + 10, y + 25, str(value), LARGE - 3, width=50, bold=True))
    parts.append(text(start + length + 62, y + 25, _ORDINALS[rank - 1], SMALL, width=38))
    parts.append(text(WIDTH - MARGIN - 8, y + 25, pays, SMALL, width=90, fill="soft", anchor="end"))
    title = f"{house.title}: prestige {value} of {top}, {_ORDINALS[rank - 1]}, pays {pays}."
    sheet.add(
        sheet.thing(
            *parts, kind="house", title=title, keys=[("house", house)], house=house.letter, prestige=value, rank=rank
        )
    )
    sheet.y += _LINE
