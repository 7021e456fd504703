"""What a player of Arcanum can answer, each with a short text form that parses back.

Every action is built once, in the tables at the end; legal actions are taken from there.
"""

from __future__ import annotations

from typing import TypeVar

import attrs

from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.errors import ParseError
from arcanum.tarot.cards import FIGURES, SUITS, Card, Figure, Suit, deck, parse_card, parse_figure, parse_suit

LocationNumber = int


@attrs.frozen
class CardAction(Action):
    """Something done with one card."""

    card: Card


@attrs.frozen
class Play(CardAction):
    """Play a card from the hand.

    >>> str(parse_action("play 4S"))
    'play 4S'
    """

    def __str__(self) -> str:
        return f"play {self.card}"


@attrs.frozen
class Hide(CardAction):
    """Put a card from the hand face down among the hidden cards."""

    def __str__(self) -> str:
        return f"hide {self.card}"


@attrs.frozen
class Discard(CardAction):
    """Put a card from the hand on the discard pile."""

    def __str__(self) -> str:
        return f"discard {self.card}"


@attrs.frozen
class Move(Action):
    """Move a figure to a location.

    >>> str(Move(Figure.KNIGHT_OF_SWORDS, 10))
    'move NS 10'
    """

    figure: Figure
    location: LocationNumber

    def __str__(self) -> str:
        return f"move {self.figure.short} {self.location}"


@attrs.frozen
class Adjust(Action):
    """Raise (`+1`) or lower (`-1`) the prestige of a House.

    >>> str(Adjust(Suit.WANDS, -1))
    'lower W'
    """

    house: Suit
    direction: int

    def __str__(self) -> str:
        return f"{'raise' if self.direction > 0 else 'lower'} {self.house.letter}"


CardActionT = TypeVar("CardActionT", bound=CardAction)


def _table(kind: type[CardActionT]) -> tuple[CardActionT, ...]:
    return tuple(kind(card) for card in deck())


PLAY = _table(Play)
"""`PLAY[card.position]` plays that card; the same for the tables below."""
HIDE = _table(Hide)
DISCARD = _table(Discard)
MOVE = tuple(tuple(Move(figure, number) for number in range(11)) for figure in FIGURES)
"""`MOVE[figure][location]`; column 0 is never used."""
RAISE = tuple(Adjust(house, 1) for house in SUITS)
LOWER = tuple(Adjust(house, -1) for house in SUITS)

_CARD_TABLES: dict[str, tuple[CardAction, ...]] = {"play": PLAY, "hide": HIDE, "discard": DISCARD}
_OPTIONS = ("draw", "hide", "major", "minors")


def parse_action(text: str) -> Action:
    """The action with this short form.

    >>> parse_action("move NS 10") == Move(Figure.KNIGHT_OF_SWORDS, 10)
    True
    """
    words = text.split(" ") if isinstance(text, str) and len(text) < 40 else []
    match words:
        case ["pass"]:
            return PASS
        case ["choose", name] if name in _OPTIONS:
            return Option(name)
        case [verb, card] if verb in _CARD_TABLES:
            return _CARD_TABLES[verb][parse_card(card).position]
        case ["raise", house]:
            return RAISE[parse_suit(house)]
        case ["lower", house]:
            return LOWER[parse_suit(house)]
        case ["move", figure, number] if number in _NUMBERS:
            return MOVE[parse_figure(figure)][int(number)]
    raise ParseError(
        f"{text!r:.60} is no action: write 'play 4S', 'hide 4S', 'discard 4S', 'move NS 10', 'raise S', 'lower S', "
        f"'choose {'|'.join(_OPTIONS)}' or 'pass'"
    )


_NUMBERS = tuple(map(str, range(1, 11)))
