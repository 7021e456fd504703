"""What a player of Arcana can answer, each with a short text form that parses back.

Cards are named by their ids, Districts by their names. A card that lies facedown before somebody else has no name for
the player who points at it, so cards in Districts are pointed at by District and place.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from arcanum.guilds.board import NAMES
from arcanum.guilds.cards import CardId
from arcanum.kernel.actions import PASS, Action, Option, once
from arcanum.kernel.errors import BadCall, ParseError, brief
from arcanum.kernel.events import Seat


def _word(action: object, attribute: attrs.Attribute[Any], value: object) -> None:
    """A check that a field holds a name that can stand in a text form."""
    if type(value) is not str or value.split() != [value]:
        raise BadCall(f"{type(action).__name__}.{attribute.name} must be a name, not {brief(value)}")


def _number(action: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int:
        raise BadCall(f"{type(action).__name__}.{attribute.name} must be a whole number, not {brief(value)}")


@attrs.frozen
class CardAction(Action):
    """Something done with one card."""

    card: CardId = attrs.field(validator=_word)


@attrs.frozen
class Assign(CardAction):
    """Send an Agent to a District.

    >>> str(parse_action("assign funeral D0"))
    'assign funeral D0'
    """

    district: str = attrs.field(validator=_word)

    def __str__(self) -> str:
        return f"assign {self.card} {self.district}"


@attrs.frozen
class Play(CardAction):
    """Play a Location for its effect."""

    def __str__(self) -> str:
        return f"play {self.card}"


@attrs.frozen
class Bribe(CardAction):
    """Place a Relic on one of one's own Agents to bribe the Personality there.

    >>> str(parse_action("bribe barhan-sword on funeral"))
    'bribe barhan-sword on funeral'
    """

    agent: CardId = attrs.field(validator=_word)

    def __str__(self) -> str:
        return f"bribe {self.card} on {self.agent}"


@attrs.frozen
class Discard(CardAction):
    """Discard a card without effect."""

    def __str__(self) -> str:
        return f"discard {self.card}"


@attrs.frozen
class Hire(CardAction):
    """Discard a card to get the support of the Militia."""

    def __str__(self) -> str:
        return f"hire {self.card}"


@attrs.frozen
class Use(CardAction):
    """Use the ability of one's Guild Master."""

    def __str__(self) -> str:
        return f"use {self.card}"


@attrs.frozen
class TurnUp(CardAction):
    """Turn up one's own facedown Agent to make it count in a bribe."""

    def __str__(self) -> str:
        return f"turn-up {self.card}"


@attrs.frozen
class Take(CardAction):
    """Take a card: into the Deck, into the hand, as Guild Master."""

    def __str__(self) -> str:
        return f"take {self.card}"


@attrs.frozen
class Keep(Action):
    """Keep these Objectives and give back the others.

    >>> parse_action("keep blood-gardens night-market").cards
    ('blood-gardens', 'night-market')
    """

    cards: tuple[CardId, ...] = attrs.field()

    @cards.validator
    def _check(self, attribute: attrs.Attribute[Any], value: object) -> None:
        if type(value) is not tuple or not value:
            raise BadCall(f"Keep.cards must be a tuple of card ids, not {brief(value)}")
        for each in value:
            _word(self, attribute, each)

    def __str__(self) -> str:
        return "keep " + " ".join(self.cards)


@attrs.frozen
class At(Action):
    """Choose a District."""

    district: str = attrs.field(validator=_word)

    def __str__(self) -> str:
        return f"at {self.district}"


@attrs.frozen
class Settle(Action):
    """Settle a District next."""

    district: str = attrs.field(validator=_word)

    def __str__(self) -> str:
        return f"settle {self.district}"


@attrs.frozen
class Select(Action):
    """Point at a card in a District, the first one being number 0.

    >>> str(parse_action("select N 2"))
    'select N 2'
    """

    district: str = attrs.field(validator=_word)
    place: int = attrs.field(validator=_number)

    def __str__(self) -> str:
        return f"select {self.district} {self.place}"


@attrs.frozen
class Move(Action):
    """Move a card from its place in one District to another District.

    >>> str(parse_action("move N 2 D1"))
    'move N 2 D1'
    """

    district: str = attrs.field(validator=_word)
    place: int = attrs.field(validator=_number)
    destination: str = attrs.field(validator=_word)

    def __str__(self) -> str:
        return f"move {self.district} {self.place} {self.destination}"


@attrs.frozen
class Swap(Action):
    """Exchange the Stakes of two Districts."""

    district: str = attrs.field(validator=_word)
    other: str = attrs.field(validator=_word)

    def __str__(self) -> str:
        return f"swap {self.district} {self.other}"


@attrs.frozen
class Opponent(Action):
    """Choose another player."""

    seat: Seat = attrs.field(validator=_number)

    def __str__(self) -> str:
        return f"seat {self.seat}"


ASSIGN = once(Assign)
"""Makes such an action, or hands out one that was made before; the same for those below."""
PLAY, BRIBE, DISCARD, HIRE, USE = once(Play), once(Bribe), once(Discard), once(Hire), once(Use)
TURN_UP, TAKE = once(TurnUp), once(Take)
SELECT, MOVE, OPPONENT = once(Select), once(Move), once(Opponent)
SWAP = once(Swap)
AT: Final = {name: At(name) for name in NAMES}
SETTLE: Final = {name: Settle(name) for name in NAMES}

MOST_MADE: Final = 1 << 13


def make_room(made: dict[Any, Any]) -> None:
    """Forget what was made before if it is too much: people write card files, so there is no end of cards.

    Such tables are asked in the inner loop, where `once` would take longer than all the rest.
    """
    if len(made) >= MOST_MADE:
        made.clear()


def _whole(text: str) -> int:
    if len(text) > 3 or not text.isascii() or not text.isdigit() or str(int(text)) != text:
        raise ParseError(f"{brief(text)} is not a place or seat number")
    return int(text)


_ONE_CARD: dict[str, type[Play | Discard | Hire | Use | TurnUp | Take]] = {
    "play": Play,
    "discard": Discard,
    "hire": Hire,
    "use": Use,
    "turn-up": TurnUp,
    "take": Take,
}
_FORMS = (
    "assign CARD DISTRICT, play CARD, bribe RELIC on AGENT, discard CARD, hire CARD, use CARD, turn-up CARD, "
    "take CARD, keep CARD ..., at DISTRICT, settle DISTRICT, select DISTRICT PLACE, move DISTRICT PLACE DISTRICT, "
    "swap DISTRICT DISTRICT, seat NUMBER, choose NAME, pass"
)


def parse_action(text: str) -> Action:
    """The action that a text form stands for.

    >>> parse_action("discard funeral")
    Discard(card='funeral')
    """
    if not isinstance(text, str):
        raise ParseError(f"expected the text form of an action, got {brief(text)}")
    match text.split(" "):
        case ["pass"]:
            return PASS
        case words if not all(word and word.isprintable() for word in words):
            pass
        case ["choose", *name] if name:
            return Option(" ".join(name))
        case ["assign", card, district]:
            return Assign(CardId(card), district)
        case ["bribe", relic, "on", agent]:
            return Bribe(CardId(relic), CardId(agent))
        case [verb, card] if verb in _ONE_CARD:
            return _ONE_CARD[verb](CardId(card))
        case ["keep", *cards] if cards:
            return Keep(tuple(CardId(card) for card in cards))
        case ["at", district]:
            return At(district)
        case ["settle", district]:
            return Settle(district)
        case ["select", district, place]:
            return Select(district, _whole(place))
        case ["move", district, place, destination]:
            return Move(district, _whole(place), destination)
        case ["swap", district, other]:
            return Swap(district, other)
        case ["seat", seat]:
            return Opponent(_whole(seat))
    raise ParseError(f"{brief(text)} is not an action; the forms are: {_FORMS}")
