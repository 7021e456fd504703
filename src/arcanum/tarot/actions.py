"""What a player of Arcanum can answer, each with a short text form that parses back.

Every action is built once, in the tables at the end; legal actions are taken from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import attrs

from arcanum.kernel.actions import PASS, Action, Option, once
from arcanum.kernel.errors import BadCall, ParseError, brief
from arcanum.tarot.cards import (
    FIGURES,
    SUITS,
    Card,
    Figure,
    Major,
    Minor,
    Suit,
    deck,
    parse_card,
    parse_figure,
    parse_suit,
)

LocationNumber = int


def _is(*kinds: type) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """A check that a field holds one of these types; a number must not be a truth value or a member of an enum."""

    def check(action: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if type(value) not in kinds:
            names = " or ".join(kind.__name__ for kind in kinds)
            raise BadCall(f"{type(action).__name__}.{attribute.name} must be {names}, not {brief(value)}")

    return check


@attrs.frozen
class CardAction(Action):
    """Something done with one card."""

    card: Card = attrs.field(validator=_is(Minor, Major))


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

    figure: Figure = attrs.field(validator=_is(Figure))
    location: LocationNumber = attrs.field(validator=_is(int))

    def __str__(self) -> str:
        return f"move {self.figure.short} {self.location}"


@attrs.frozen
class Adjust(Action):
    """Raise (`+1`) or lower (`-1`) the prestige of a House.

    >>> str(Adjust(Suit.WANDS, -1))
    'lower W'
    """

    house: Suit = attrs.field(validator=_is(Suit))
    direction: int = attrs.field(validator=_is(int))

    def __str__(self) -> str:
        return f"{'raise' if self.direction > 0 else 'lower'} {self.house.letter}"


@attrs.frozen
class Give(CardAction):
    """Hand a card to the left neighbour."""

    def __str__(self) -> str:
        return f"give {self.card}"


@attrs.frozen
class Keep(CardAction):
    """Keep a card of the first hand, and pass those not kept to the left neighbour."""

    def __str__(self) -> str:
        return f"keep {self.card}"


@attrs.frozen
class Reveal(CardAction):
    """Turn one of the own hidden cards face up."""

    def __str__(self) -> str:
        return f"reveal {self.card}"


@attrs.frozen
class Swap(Action):
    """Exchange a card of the hand for one of the own hidden cards.

    >>> str(parse_action("swap 4S KP"))
    'swap 4S KP'
    """

    card: Card = attrs.field(validator=_is(Minor, Major))
    """The card that leaves the hand."""
    hidden: Card = attrs.field(validator=_is(Minor, Major))
    """The hidden card that comes into the hand."""

    def __str__(self) -> str:
        return f"swap {self.card} {self.hidden}"


@attrs.frozen
class Remove(Action):
    """Take a figure off the board."""

    figure: Figure = attrs.field(validator=_is(Figure))

    def __str__(self) -> str:
        return f"remove {self.figure.short}"


@attrs.frozen
class Return(Action):
    """Put a figure back on the board."""

    figure: Figure = attrs.field(validator=_is(Figure))
    location: LocationNumber = attrs.field(validator=_is(int))

    def __str__(self) -> str:
        return f"return {self.figure.short} {self.location}"


def _in_order(locations: Iterable[object]) -> tuple[LocationNumber, ...]:
    found = tuple(locations) if isinstance(locations, Iterable) else ()
    numbers = [each for each in found if type(each) is int]
    if not found or len(numbers) < len(found):
        raise BadCall(f"the Tower touches some locations by number, not {brief(locations)}")
    return tuple(sorted(set(numbers)))


@attrs.frozen
class PlaceTower(Action):
    """Lay the Tower card on the board so that it touches these locations.

    >>> str(PlaceTower((1, 2, 6, 7)))
    'tower 1 2 6 7'
    """

    locations: tuple[LocationNumber, ...] = attrs.field(converter=_in_order)

    def __str__(self) -> str:
        return f"tower {' '.join(map(str, self.locations))}"


@attrs.frozen
class Assign(Action):
    """Count the hidden Fool as a card of this House.

    >>> str(Assign(Suit.CHALICES))
    'assign C'
    """

    house: Suit = attrs.field(validator=_is(Suit))

    def __str__(self) -> str:
        return f"assign {self.house.letter}"


CardActionT = TypeVar("CardActionT", bound=CardAction)


def _table(kind: type[CardActionT]) -> tuple[CardActionT, ...]:
    return tuple(kind(card) for card in deck())


PLAY = _table(Play)
"""`PLAY[card.position]` plays that card; the same for the tables below."""
HIDE = _table(Hide)
DISCARD = _table(Discard)
GIVE = _table(Give)
KEEP = _table(Keep)
REVEAL = _table(Reveal)
MOVE = tuple(tuple(Move(figure, number) for number in range(11)) for figure in FIGURES)
"""`MOVE[figure][location]`; column 0 is never used."""
ELSEWHERE = tuple(
    tuple(tuple(moves[there] for there in range(1, 11) if there != here) for here in range(11)) for moves in MOVE
)
"""`ELSEWHERE[figure][location]`: the moves of a figure from there to all other locations; from 0 to all."""
SWAP = once(Swap)
"""Makes an exchange of two cards, or hands out one that was made before."""
RAISE = tuple(Adjust(house, 1) for house in SUITS)
LOWER = tuple(Adjust(house, -1) for house in SUITS)
REMOVE = tuple(Remove(figure) for figure in FIGURES)
RETURN = tuple(tuple(Return(figure, number) for number in range(11)) for figure in FIGURES)
ASSIGN = tuple(Assign(house) for house in SUITS)

_CARD_TABLES: dict[str, tuple[CardAction, ...]] = {
    "play": PLAY,
    "hide": HIDE,
    "discard": DISCARD,
    "give": GIVE,
    "keep": KEEP,
    "reveal": REVEAL,
}
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What an alternative is called; a house rule may add some."""
_NUMBERS = tuple(map(str, range(1, 11)))
_FORMS = (
    "play 4S, hide 4S, discard 4S, give 4S, keep 4S, reveal 4S, swap 4S KP, move NS 10, remove NS, return NS 10, "
    "tower 1 2, raise S, lower S, assign S, choose NAME, pass"
)


def parse_action(text: str) -> Action:
    """The action with this short form.

    >>> parse_action("move NS 10") == Move(Figure.KNIGHT_OF_SWORDS, 10)
    True
    """
    words = text.split(" ") if isinstance(text, str) and len(text) < 40 else []
    match words:
        case ["pass"]:
            return PASS
        case ["choose", name] if _SLUG.fullmatch(name):
            return Option(name)
        case [verb, card] if verb in _CARD_TABLES:
            return _CARD_TABLES[verb][parse_card(card).position]
        case ["swap", card, hidden]:
            return SWAP(parse_card(card), parse_card(hidden))
        case ["remove", figure]:
            return REMOVE[parse_figure(figure)]
        case [("move" | "return") as verb, figure, number] if number in _NUMBERS:
            return (MOVE if verb == "move" else RETURN)[parse_figure(figure)][int(number)]
        case ["tower", *numbers] if numbers and all(number in _NUMBERS for number in numbers):
            return PlaceTower(tuple(map(int, numbers)))
        case [("raise" | "lower" | "assign") as verb, house]:
            return {"raise": RAISE, "lower": LOWER, "assign": ASSIGN}[verb][parse_suit(house)]
    raise ParseError(f"{brief(text)} is no action; the forms are {_FORMS}")
