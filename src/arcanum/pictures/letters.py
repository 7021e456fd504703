"""How much room a text takes, and how to make it fit.

Nobody knows with which font a picture will be shown. Widths are those of a wide one (DejaVu Sans), rounded up, so a
text that fits here fits with the fonts of the usual systems.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_WIDTHS: Final = {
    letter: width
    for width, letters in (
        (0.32, "'ijlIJ ,."),
        (0.40, "/:;\\|f-"),
        (0.44, "tr()[]!"),
        (0.55, '"*_`szc?·'),
        (0.64, "$0123456789ESbdghnpqu{}FkvxyTaeoL"),
        (0.70, "KABVXZCRPY"),
        (0.79, "UNH&DGOQ"),
        (0.84, "#+<=>^~w"),
        (0.88, "M"),
        (1.00, "%m@W…"),
    )
    for letter in letters
}
_WIDEST: Final = 1.4
"""Of a letter that is in no list."""
_BOLD: Final = 1.14
_ELLIPSIS: Final = "…"


@lru_cache(maxsize=1 << 12)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text, rather too much than too little.

    >>> width_of("Ill", 20) < width_of("Wow", 20) < width_of("Wow", 20, bold=True)
    True
    """
    return sum(map(_width, text)) * size * (_BOLD if bold else 1)


def _width(letter: str) -> float:
    known = _WIDTHS.get(letter)
    if known is not None:
        return known
    if unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc"):
        return 0  # it stands above another letter, or cannot be seen
    base = unicodedata.normalize("NFD", letter)[0]
    return _WIDTHS.get(base, _WIDEST)


@lru_cache(maxsize=1 << 12)
def shortened(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text if it fits, otherwise as much of its beginning as does.

    >>> shortened("Observatory of the Ninth Step", 120, 16)
    'Observatory…'
    """
    if width_of(text, size, bold=bold) <= width:
        return text
    room = width / (size * (_BOLD if bold else 1)) - _width(_ELLIPSIS)
    end = 0
    for letter in text:
        room -= _width(letter)
        if room < 0:
            break
        end += 1
    return text[:end].rstrip() + _ELLIPSIS


@lru_cache(maxsize=1 << 12)
def lines_of(text: str, width: float, size: float, *, most: int, bold: bool = False) -> tuple[str, ...]:
    """The text broken into lines, at most so many; the last one is shortened if there is more.

    >>> lines_of("Treasure Vault", 80, 16, most=2)
    ('Treasure', 'Vault')
    """
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most - 1:
        count = 1
        while count < len(words) and width_of(" ".join(words[: count + 1]), size, bold=bold) <= width:
            count += 1
        lines.append(shortened(" ".join(words[:count]), width, size, bold=bold))
        words = words[count:]
    return (*lines, shortened(" ".join(words), width, size, bold=bold)) if words else tuple(lines)
