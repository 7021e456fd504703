"""Small drawings of our own, each in a square of 20 by 20: the suits, the marks of seats, a star.

Whatever has a colour has a shape too, so nothing is told by colour alone.
"""

from __future__ import annotations

from typing import Final

from arcanum.pictures.elements import Element, element

_STAR: Final = "M10 2.2 L12.1 7.6 L17.9 7.9 L13.4 11.6 L14.9 17.2 L10 14 L5.1 17.2 L6.6 11.6 L2.1 7.9 L7.9 7.6 Z"

ICONS: Final[dict[str, str]] = {
    "swords": "M10 0.5 L12 3.5 V11.5 H15.5 V14 H11.5 V17 A2 2 0 1 1 8.5 17 V14 H4.5 V11.5 H8 V3.5 Z",
    "pentacles": (
        "M10 0.8 A9.2 9.2 0 1 0 10 19.2 A9.2 9.2 0 1 0 10 0.8 Z "
        "M10 4 L11.5 8 L15.7 8.2 L12.4 10.8 L13.5 14.9 L10 12.6 L6.5 14.9 L7.6 10.8 L4.3 8.2 L8.5 8 Z"
    ),
    "wands": (
        "M8.2 1.8 A1.8 1.8 0 0 1 11.8 1.8 V18.2 A1.8 1.8 0 0 1 8.2 18.2 Z "
        "M7.6 10 C3.4 9.8 1.4 7.2 1.4 3.4 C5.4 3.6 7.6 6.2 7.6 10 Z "
        "M12.4 14.6 C16.6 14.4 18.6 11.8 18.6 8 C14.6 8.2 12.4 10.8 12.4 14.6 Z"
    ),
    "chalices": (
        "M3.2 1.5 H16.8 C16.8 7.5 14.8 10.6 11.4 11.4 V15.4 C13.4 15.8 14.8 16.8 15 18.8 H5 "
        "C5.2 16.8 6.6 15.8 8.6 15.4 V11.4 C5.2 10.6 3.2 7.5 3.2 1.5 Z"
    ),
    "star": _STAR,
}

_SEATS: Final = (
    "M10 0 A10 10 0 1 0 10 20 A10 10 0 1 0 10 0 Z",
    "M1 1 H19 V19 H1 Z",
    "M10 -1.5 L21.5 10 L10 21.5 L-1.5 10 Z",
    "M5 0.6 H15 L20.4 10 L15 19.4 H5 L-0.4 10 Z",
    "M1 0 H19 V12 C19 16 14 19 10 20.5 C6 19 1 16 1 12 Z",
)
"""The marks of seats; there are five, then they come round again with other numbers."""


def icon(name: str, x: float, y: float, size: float, fill: str) -> Element:
    """A drawing with its upper left corner there."""
    return _placed(ICONS[name], x, y, size, fill)


def seat_shape(seat: int, x: float, y: float, size: float, fill: str) -> Element:
    """The mark of a seat, without its number."""
    return _placed(_SEATS[seat % len(_SEATS)], x, y, size, fill)


def _placed(path: str, x: float, y: float, size: float, fill: str) -> Element:
    there = f"translate({x:g} {y:g}) scale({size / 20:g})"
    return element("path", d=path, transform=there, fill_rule="evenodd", class_=f"f-{fill}")
