"""The tarot deck and the court figures: what they are and how they are written.

Every card exists once (`MINORS`, `MAJORS`); the engine hands those objects around. What a card does is not known here.
"""

from __future__ import annotations

from enum import IntEnum

import attrs

from arcanum.kernel.cite import cites
from arcanum.kernel.errors import BadCall, ParseError, brief
from arcanum.tarot.clause_ids import COMP_2, COMP_3, COMP_4, COMP_5, COMP_6, SCORE_13


@cites(COMP_6)
class Suit(IntEnum):
    """A suit of the Minor Arcana, and the noble House of that name."""

    SWORDS = 0
    PENTACLES = 1
    WANDS = 2
    CHALICES = 3

    @property
    def letter(self) -> str:
        """The short form: S, P, W or C."""
        return self.name[0]

    @property
    def colour(self) -> str:
        """The colour of the House's figures and tokens."""
        return ("blue", "yellow", "green", "red")[self]

    @property
    def title(self) -> str:
        """The name as a word."""
        return self.name.capitalize()


class Kind(IntEnum):
    """A court rank; its number is the rank of the card."""

    KNAVE = 11
    KNIGHT = 12
    QUEEN = 13
    KING = 14

    @property
    def letter(self) -> str:
        """The short form: V (knave), N (knight), Q or K."""
        return "VNQK"[self - 11]

    @property
    def title(self) -> str:
        """The name as a word."""
        return self.name.capitalize()


SUITS = tuple(Suit)
KINDS = tuple(Kind)
_SUIT_OF_LETTER = {suit.letter: suit for suit in SUITS}
_RANK_OF_TEXT = {str(rank): rank for rank in range(1, 11)} | {kind.letter: int(kind) for kind in KINDS}
_TEXT_OF_RANK = {rank: text for text, rank in _RANK_OF_TEXT.items()}


@cites(COMP_5)
class Figure(IntEnum):
    """A court figure on the board: one of each kind for each House."""

    KNAVE_OF_SWORDS = 0
    KNIGHT_OF_SWORDS = 1
    QUEEN_OF_SWORDS = 2
    KING_OF_SWORDS = 3
    KNAVE_OF_PENTACLES = 4
    KNIGHT_OF_PENTACLES = 5
    QUEEN_OF_PENTACLES = 6
    KING_OF_PENTACLES = 7
    KNAVE_OF_WANDS = 8
    KNIGHT_OF_WANDS = 9
    QUEEN_OF_WANDS = 10
    KING_OF_WANDS = 11
    KNAVE_OF_CHALICES = 12
    KNIGHT_OF_CHALICES = 13
    QUEEN_OF_CHALICES = 14
    KING_OF_CHALICES = 15

    @classmethod
    def of(cls, kind: Kind, suit: Suit) -> Figure:
        """The figure of that kind and House.

        >>> Figure.of(Kind.KNIGHT, Suit.SWORDS).title
        'Knight of Swords'
        """
        return FIGURES[suit * 4 + kind - 11]

    @property
    def suit(self) -> Suit:
        """The House."""
        return SUITS[self >> 2]

    @property
    def kind(self) -> Kind:
        """King, Queen, Knight or Knave."""
        return KINDS[self & 3]

    @property
    def short(self) -> str:
        """The short form, the same as that of the court card: NS is the Knight of Swords."""
        return self.kind.letter + self.suit.letter

    @property
    def title(self) -> str:
        """The name in words."""
        return f"{self.kind.title} of {self.suit.title}"


FIGURES = tuple(Figure)
_FIGURE_OF_SHORT = {figure.short: figure for figure in FIGURES}


_MINORS: list[Minor] = []
"""The cards that have been made, each by its place: the next one is made at the end, and once."""
_MAJORS: list[Major] = []


@cites(COMP_4, SCORE_13)
@attrs.frozen(init=False, eq=False)
class Minor:
    """A card of the Minor Arcana: rank 1 to 10, 11 Knave, 12 Knight, 13 Queen, 14 King.

    >>> str(Minor(Suit.SWORDS, 12)), Minor(Suit.SWORDS, 12).title
    ('NS', 'Knight of Swords')
    """

    suit: Suit
    rank: int
    position: int = attrs.field(init=False, repr=False)
    """The place in the order of all cards."""

    def __new__(cls, suit: Suit, rank: int) -> Minor:
        """The card; a court rank may be given as a Kind."""
        if not isinstance(suit, Suit):
            raise BadCall(f"a Minor has a Suit, not {brief(suit)}")
        if (type(rank) is not int and not isinstance(rank, Kind)) or not 1 <= rank <= 14:
            raise BadCall(f"a Minor has rank 1 to 14, not {brief(rank)}")
        place = int(suit) * 14 + int(rank) - 1
        if place < len(_MINORS):
            return _MINORS[place]
        made = super().__new__(cls)
        object.__setattr__(made, "suit", suit)
        object.__setattr__(made, "rank", int(rank))
        object.__setattr__(made, "position", place)
        return made

    def __reduce__(self) -> tuple[type[Minor], tuple[Suit, int]]:
        """A copy is the same card."""
        return Minor, (self.suit, self.rank)

    @property
    def is_court(self) -> bool:
        """Whether it is a Knave, Knight, Queen or King."""
        return self.rank > 10

    @property
    def title(self) -> str:
        """The name in words."""
        rank = str(self.rank) if self.rank <= 10 else Kind(self.rank).title
        return f"{rank} of {self.suit.title}"

    def __str__(self) -> str:
        return _TEXT_OF_RANK[self.rank] + self.suit.letter


_MAJOR_TITLES = (
    "Fool", "Magician", "High Priestess", "Empress", "Emperor", "Hierophant", "Lovers", "Chariot", "Strength",
    "Hermit", "Wheel", "Justice", "Hanged Man", "Death", "Temperance", "Devil", "Tower", "Stars", "Moon", "Sun",
    "Judgement", "World",
)  # fmt: skip


@cites(COMP_3)
@attrs.frozen(init=False, eq=False)
class Major:
    """A card of the Major Arcana, 0 (the Fool) to 21 (the World).

    >>> str(Major(16)), Major(16).title
    ('M16', 'Tower')
    """

    number: int
    position: int = attrs.field(init=False, repr=False)
    """The place in the order of all cards, after the Minors."""

    def __new__(cls, number: int) -> Major:
        """The card."""
        if type(number) is not int or not 0 <= number <= 21:
            raise BadCall(f"a Major has number 0 to 21, not {brief(number)}")
        if number < len(_MAJORS):
            return _MAJORS[number]
        made = super().__new__(cls)
        object.__setattr__(made, "number", number)
        object.__setattr__(made, "position", 56 + number)
        return made

    def __reduce__(self) -> tuple[type[Major], tuple[int]]:
        """A copy is the same card."""
        return Major, (self.number,)

    @property
    def title(self) -> str:
        """The name in words."""
        return _MAJOR_TITLES[self.number]

    def __str__(self) -> str:
        return f"M{self.number}"


Card = Minor | Major


for _suit in SUITS:
    for _rank in range(1, 15):
        _MINORS.append(Minor(_suit, _rank))
for _number in range(22):
    _MAJORS.append(Major(_number))
MINORS: tuple[Minor, ...] = tuple(_MINORS)
MAJORS: tuple[Major, ...] = tuple(_MAJORS)
FOOL, TOWER = MAJORS[0], MAJORS[16]


@cites(COMP_2)
def deck() -> tuple[Card, ...]:
    """All 78 cards in order."""
    return MINORS + MAJORS


_CARD_OF_TEXT: dict[str, Card] = {str(card): card for card in deck()}


def parse_card(text: str) -> Card:
    """The card with this short form.

    >>> parse_card("10W"), parse_card("M0").title
    (Minor(suit=<Suit.WANDS: 2>, rank=10), 'Fool')
    """
    found = _CARD_OF_TEXT.get(text) if isinstance(text, str) else None
    if found is None:
        raise ParseError(
            f"{brief(text)} is no card: write a rank (1-10, V, N, Q, K) and a suit (S, P, W, C), or M0-M21"
        )
    return found


def parse_figure(text: str) -> Figure:
    """The figure with this short form.

    >>> parse_figure("QP").title
    'Queen of Pentacles'
    """
    found = _FIGURE_OF_SHORT.get(text) if isinstance(text, str) else None
    if found is None:
        raise ParseError(f"{brief(text)} is no figure: write a kind (V, N, Q, K) and a suit (S, P, W, C)")
    return found


def parse_suit(text: str) -> Suit:
    """The suit with this letter."""
    found = _SUIT_OF_LETTER.get(text) if isinstance(text, str) else None
    if found is None:
        raise ParseError(f"{brief(text)} is no House: write S, P, W or C")
    return found
