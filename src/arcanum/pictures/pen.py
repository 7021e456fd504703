"""What pictures are drawn with: text, boxes, groups that say what they are, marks of seats, rows of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcanum.kernel.events import Seat
from arcanum.pictures.elements import Element, Value, element
from arcanum.pictures.letters import lines_of, shortened
from arcanum.pictures.shapes import seat_shape
from arcanum.pictures.style import SEAT_COLOURS

SMALL: Final = 17
NORMAL: Final = 19
LARGE: Final = 24
LEADING: Final = 1.22
"""From one line of a text to the next, in sizes of its letters."""


def text(
    x: float,
    y: float,
    said: str,
    size: float = NORMAL,
    *,
    width: float,
    fill: str = "ink",
    bold: bool = False,
    italic: bool = False,
    anchor: str = "start",
) -> Element:
    """One line with its base line at `y`; what does not fit is cut off, and the whole is in its title."""
    shown = shortened(said, width, size, bold=bold)
    whole = element("title", said) if shown != said else None
    classes = f"f-{fill}" + (" b" if bold else "") + (" i" if italic else "")
    where = None if anchor == "start" else anchor
    return element("text", whole, shown, x=x, y=y, font_size=size, text_anchor=where, class_=classes)


def paragraph(
    x: float,
    y: float,
    said: str,
    size: float = NORMAL,
    *,
    width: float,
    most: int,
    fill: str = "ink",
    bold: bool = False,
    anchor: str = "start",
) -> list[Element]:
    """Some lines, the first with its base line at `y`."""
    lines = lines_of(said, width, size, most=most, bold=bold)
    return [
        text(x, y + at * size * LEADING, line, size, width=width, fill=fill, bold=bold, anchor=anchor)
        for at, line in enumerate(lines)
    ]


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str = "panel",
    line: str = "line",
    radius: float = 8,
    dashed: bool = False,
) -> Element:
    """The ground of a thing; the first one in a group is its edge, which shows that something can be done with it."""
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=radius,
        class_=f"edge f-{fill} s-{line}",
        stroke_dasharray="5 4" if dashed else None,
    )


def group(
    *children: Element, kind: str, title: str, actions: Sequence[int] = (), told: str = "", **data: Value | None
) -> Element:
    """A thing that has a name: what it is, what can be done with it, and which data a page finds on it."""
    return element(
        "g",
        element("title", title + told),
        *children,
        class_=kind + (" legal" if actions else ""),
        data_actions=" ".join(map(str, actions)) if actions else None,
        **{f"data_{name}": value for name, value in data.items()},
    )


def seat_mark(seat: Seat, x: float, y: float, size: float, *, colour: bool) -> list[Element]:
    """The mark of a seat: its shape with its number, in its colour if there is no other meaning of colours."""
    fill = f"seat{seat % SEAT_COLOURS}" if colour else "soft"
    number = text(
        x + size / 2, y + size * 0.73, str(seat), size * 0.66, width=size, fill="onfill", bold=True, anchor="middle"
    )
    return [seat_shape(seat, x, y, size, fill), number]


def columns(count: int, width: float, gap: float) -> float:
    """How wide each of so many things is that fill a width."""
    return (width - (count - 1) * gap) / count
