"""A table of Arcanum: games to arrange, and its pieces in the words of the rulebook, read off their titles."""

from __future__ import annotations

from arcanum.spec.subject import remembered
from arcanum.spec.tarot.games import begin, sound
from arcanum.tarot import State
from arcanum.tarot.cards import Figure, Minor, Suit

from .asp import Term


@remembered(64)
def new_game(ruleset: str, players: int, length: str) -> State:
    """A game that has just begun."""
    return sound(begin(ruleset, players, length, 0, "all").state)


def suit_word(suit: Suit) -> str:
    """A suit, or its House: `swords`."""
    return suit.title.lower()


def card_word(card: Minor) -> Term:
    """A numeral, or the name of a court: 4, `queen`."""
    word = card.title.split(" of ")[0].lower()
    return int(word) if word.isdigit() else word


def kind_word(figure: Figure) -> str:
    """King, Queen, Knight or Knave: `knave`."""
    return figure.title.split(" of ")[0].lower()
