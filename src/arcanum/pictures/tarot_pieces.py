"""The pieces of Arcanum: cards of every size, their backs, and figures."""

from __future__ import annotations

from typing import Final

from arcanum.pictures.elements import Element, element
from arcanum.pictures.letters import lines_of
from arcanum.pictures.pen import LARGE, LEADING, SMALL, box, paragraph, text
from arcanum.pictures.shapes import icon
from arcanum.tarot.cards import Card, Figure, Kind, Minor
from arcanum.tarot.describe import sentences
from arcanum.tarot.rules import Rules

CARD: Final = (116, 118)
"""Width and height of a card that is meant to be read."""
MINI: Final = (40, 54)
"""Width and height of a card that lies before somebody."""
FIGURE: Final = (33, 46)
NUMBER: Final = 18
"""The size of the letter on small pieces."""


def colour_of(card: Card) -> str:
    """The colour of a suit, or that of the Majors."""
    return card.suit.name.lower() if isinstance(card, Minor) else "ink"


def rank_of(card: Card) -> str:
    """The number or the letter on a card."""
    if not isinstance(card, Minor):
        return str(card.number)
    return Kind(card.rank).letter if card.is_court else str(card.rank)


def explained(card: Card, rules: Rules) -> str:
    """A card with what it does."""
    if isinstance(card, Minor):
        return f"{card.title}."
    return f"{card.title}, Major {card.number}. " + " ".join(sentences(rules.majors[card.number]))


def card_face(card: Card, x: float, y: float, *, marked: str = "") -> list[Element]:
    """A card to be read; a mark covers its foot."""
    width, height = CARD
    colour = colour_of(card)
    parts = [box(x, y, width, height), text(x + 9, y + 29, rank_of(card), LARGE, width=50, fill=colour, bold=True)]
    if isinstance(card, Minor):
        parts.append(icon(colour, x + (width - 44) / 2, y + 34, 44, colour))
        foot = Kind(card.rank).title if card.is_court else card.suit.title
    else:
        parts.append(icon("star", x + width - 31, y + 9, 22, "accent"))
        lines = lines_of(card.title, width - 6, SMALL, most=2)
        top = y + 70 - (len(lines) - 1) * SMALL * LEADING / 2
        parts += paragraph(x + width / 2, top, card.title, SMALL, width=width - 6, most=2, anchor="middle")
        foot = ""
    if marked:
        parts.append(element("rect", x=x + 3, y=y + height - 31, width=width - 6, height=28, rx=6, class_="f-accent"))
    fill = "onfill" if marked else "soft"
    if marked or foot:
        said = marked or foot
        parts.append(text(x + width / 2, y + height - 11, said, SMALL, width=width - 4, fill=fill, anchor="middle"))
    return parts


def mini_face(card: Card, x: float, y: float, *, turned: bool) -> list[Element]:
    """A card before somebody; one that only its owner sees has a broken edge."""
    width, height = MINI
    colour = colour_of(card)
    shape = colour if isinstance(card, Minor) else "star"
    return [
        box(x, y, width, height, line="line" if turned else "soft", radius=5, dashed=not turned),
        text(x + width / 2, y + 23, rank_of(card), NUMBER, width=width - 4, fill=colour, bold=True, anchor="middle"),
        icon(shape, x + (width - 18) / 2, y + 30, 18, colour),
    ]


def mini_back(x: float, y: float) -> list[Element]:
    """The back of a card."""
    width, height = MINI
    inner = element(
        "rect", x=x + 6, y=y + 6, width=width - 12, height=height - 12, rx=3, fill="none", class_="s-onback"
    )
    return [box(x, y, width, height, fill="back", line="back", radius=5), inner]


def no_card(x: float, y: float) -> Element:
    """The place of a card that is not there."""
    return box(x, y, *MINI, fill="quiet", radius=5, dashed=True)


def figure_token(figure: Figure, x: float, y: float) -> list[Element]:
    """A figure as it stands on the board: its kind as a letter, its House as colour and shape."""
    width, height = FIGURE
    round_ = width / 2
    colour = figure.suit.name.lower()
    arch = f"V{y + round_:g} A{round_:g} {round_:g} 0 0 1 {x + width:g} {y + round_:g} V{y + height:g} Z"
    return [
        element("path", d=f"M{x:g} {y + height:g} {arch}", class_=f"edge f-{colour} s-{colour}"),
        text(x + round_, y + 22, figure.kind.letter, NUMBER, width=width, fill="onfill", bold=True, anchor="middle"),
        icon(colour, x + (width - 16) / 2, y + 27, 16, "onfill"),
    ]
