"""The cards of Arcana: as one reads them, and as they lie in a District."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcanum.guilds.cards import ALL_FIEFDOMS, POWERS, Arcanum, Card, Kind
from arcanum.guilds.describe import ability_of, values_of
from arcanum.pictures.elements import Element, element
from arcanum.pictures.letters import lines_of, width_of
from arcanum.pictures.pen import LEADING, NORMAL, SMALL, box, paragraph, text
from arcanum.pictures.shapes import icon

ICON_OF: Final = {
    Arcanum.STAFF: "wands",
    Arcanum.SWORD: "swords",
    Arcanum.CUP: "chalices",
    Arcanum.DUCAT: "pentacles",
}
_KINDS: Final = {Kind.END_CARD: "end of the game", Kind.MASTER: "Guild Master"}
_PADDING: Final = 10
_ICON: Final = 18
_MOST: Final = 4
"""So many lines of an ability are shown; the whole of it is in the title."""


def in_words(slug: str) -> str:
    """A guild or a fiefdom as people write it.

    >>> in_words("drowned-stairs")
    'Drowned stairs'
    """
    return slug.replace("-", " ").capitalize()


def explained(card: Card) -> str:
    """Everything that stands on a card."""
    parts = [f"{card.name} ({_kind(card)})", values_of(card), ability_of(card)]
    return ". ".join(part for part in parts if part) + "."


def _kind(card: Card) -> str:
    return _KINDS.get(card.kind, card.kind.value.capitalize())


def _origin(card: Card) -> str:
    """The kind of a card, and to whom or where it belongs."""
    if card.kind is Kind.OBJECTIVE:
        return f"{card.count} Stakes of {in_words(card.fiefdom or '')}"
    if card.fiefdom is not None:
        return f"{_kind(card)} · {'all fiefdoms' if card.fiefdom == ALL_FIEFDOMS else in_words(card.fiefdom)}"
    return _kind(card) + (f" · {card.rank}" if card.rank is not None else "")


def _worth(card: Card) -> str:
    points = card.reward if card.kind is Kind.OBJECTIVE else card.vp
    return f"{points} VP" if points else ""


def has_values(card: Card) -> bool:
    """Whether there are numbers in arcana on a card."""
    return card.is_agent or bool(card.main) or card.ducat is not None


def values_row(card: Card, x: float, y: float) -> list[Element]:
    """The numbers of a card, each beside the shape of its arcanum; what a Stake is won with stands on dark ground."""
    parts: list[Element] = []
    numbers = [(power, str(card.values[power]), power in card.main) for power in POWERS]
    if not card.is_agent and not card.main:
        numbers = []
    if card.ducat is not None or card.kind is Kind.PERSONALITY:
        numbers.append((Arcanum.DUCAT, "-" if card.ducat is None else str(card.ducat), False))
    for arcanum, number, main in numbers:
        width = _ICON + 12 + width_of(number, NORMAL, bold=True)
        fill = "soft"
        if main:
            parts.append(element("rect", x=x, y=y, width=width, height=26, rx=6, class_="f-ink"))
            fill = "paper"
        parts.append(icon(ICON_OF[arcanum], x + 4, y + 4, _ICON, fill))
        number_fill = "paper" if main else "ink"
        parts.append(text(x + _ICON + 8, y + 20, number, width=60, fill=number_fill, bold=True))
        x += width + 6
    return parts


def _name(card: Card, width: float) -> Sequence[str]:
    worth = width_of(_worth(card), NORMAL, bold=True)
    return lines_of(card.name, width - 2 * _PADDING - worth - 6, NORMAL, most=2, bold=True)


def _ability(card: Card) -> str:
    said = ability_of(card)
    return said[:1].upper() + said[1:]


def face_height(card: Card, width: float) -> float:
    """How high a card is that is so wide."""
    name = len(_name(card, width)) * NORMAL * LEADING
    values = 32 if has_values(card) else 0
    lines = lines_of(_ability(card), width - 2 * _PADDING, SMALL, most=_MOST)
    return 38 + name + values + len(lines) * SMALL * LEADING


def card_face(card: Card, x: float, y: float, width: float, height: float) -> list[Element]:
    """A card to be read: name, kind, points, numbers and what it does."""
    inside = width - 2 * _PADDING
    left, worth = x + _PADDING, _worth(card)
    parts = [box(x, y, width, height)]
    below = y + 3
    for line in _name(card, width):
        below += NORMAL * LEADING
        parts.append(text(left, below, line, width=inside, bold=True))
    if worth:
        end = x + width - _PADDING
        parts.append(text(end, y + 26, worth, width=inside, bold=True, fill="accent", anchor="end"))
    parts.append(text(left, below + 22, _origin(card), SMALL, width=inside, fill="soft"))
    below += 29
    if has_values(card):
        parts += values_row(card, left - 4, below)
        below += 32
    return [*parts, *paragraph(left, below + SMALL - 1, _ability(card), SMALL, width=inside, most=_MOST)]
