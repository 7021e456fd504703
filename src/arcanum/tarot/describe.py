"""What a location or a Major does, in words: each word of a program as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from arcanum.kernel.agenda import Choose, EachOther, EachPlayer
from arcanum.tarot import effects as e
from arcanum.tarot.events import Pile

_PAID: Final = {0: "in full", 1: "like the next lower one"}


def sentences(program: Iterable[object]) -> tuple[str, ...]:
    """A program as sentences, one for each word.

    >>> from arcanum.tarot.rules import rules
    >>> sentences(rules("arcanum/en").majors[8])
    ('Gain 2 points.', 'Raise a House by 3.')
    """
    return tuple(f"{text[0].upper()}{text[1:]}." for text in map(_told, program))


def said(program: Iterable[object]) -> str:
    """A program as one sentence without its end; a program without words does nothing.

    >>> from arcanum.tarot.rules import rules
    >>> said(rules("arcanum/en").locations[9].effects)
    'every other player: discard a card of the hand'
    """
    return ", then ".join(map(_told, program)) or "nothing happens"


def _told(word: object) -> str:
    return _TOLD[type(word)](word)


def _many(count: int, what: str) -> str:
    return f"a {what}" if count == 1 else f"{count} {what}s"


def _up_to(count: int, what: str) -> str:
    return f"up to {count} {what}" + ("s" if count != 1 else "")


def _points(count: int) -> str:
    return f"{count} point" if count == 1 else f"{count} points"


def _cards(pile: Pile, count: int) -> str:
    return _many(count, "Minor" if pile is Pile.MINOR else "Major")


def _with_the_lowest(word: e.GainWithTheLowest) -> str:
    whom = "alone in the last place" if word.tie == "strict" else "in the last place, be it shared"
    return (
        f"gain {_points(word.points)}; every other player with the fewest points gains as many; "
        f"whoever is {whom} himself gains twice"
    )


def _draw_up_to(word: e.DrawUpTo) -> str:
    return f"draw Minors up to {word.cards} {'cards' if word.counts == 'all' else 'Minors'} in hand"


def _offer(word: e.OfferDraw) -> str:
    return f"draw {_cards(word.pile, word.count)}; every other player may do the same; draw as many as all of them did"


def _exchange(word: e.MayExchange) -> str:
    minors, majors = _cards(Pile.MINOR, word.minors), _cards(Pile.MAJOR, word.majors)
    return f"perhaps discard a Minor for {minors} from the deck, or a Major for {majors}"


def _raise(word: e.RaiseHouse) -> str:
    return f"raise a House by {word.steps}" + (f", and lower another by {word.then_lower}" if word.then_lower else "")


def _everybody_hides(word: e.EverybodyMayHide) -> str:
    order = "" if word.together else ", one after the other"
    return f"hide {_up_to(word.own, 'Minor')}; every other player may hide {_up_to(word.others, 'Minor')}{order}"


def _swap(word: e.MaySwap) -> str:
    which = "Minors and the Fool" if word.fool else "Minors"
    return f"exchange {_up_to(word.count, 'card')} of the hand for hidden ones ({which} only)"


def _multiply(word: e.Multiply) -> str:
    return f"until the end of the turn points and prestige change by {word.factor} times as much"


def _score(word: e.ScoreOutOfTurn) -> str:
    after = "hidden cards and prestige are cleared away" if word.shift == 0 else "nothing is cleared away"
    paid = _PAID.get(word.shift, f"like the one {word.shift} places lower")
    return f"the Houses are scored at once, each place paid {paid}; {after}"


def _choose(word: Choose[Any, Any]) -> str:
    options = " / ".join(f"{each.name}: {said(each.program)}" for each in word.alternatives)
    return f"{'perhaps ' if word.optional else ''}one of [{options}]"


_TOLD: Final[dict[type, Callable[[Any], str]]] = {
    e.GainPoints: lambda word: f"gain {_points(word.points)}",
    e.LosePoints: lambda word: f"lose {_points(word.points)}, as far as there are any",
    e.GainWithTheLowest: _with_the_lowest,
    e.Draw: lambda word: f"draw {_cards(word.pile, word.count)}",
    e.DrawUpTo: _draw_up_to,
    e.OfferDraw: _offer,
    e.MayExchange: _exchange,
    e.MayAdjustHouses: lambda word: f"perhaps raise or lower each House by {word.steps}",
    e.RaiseHouse: _raise,
    e.HideFromDeck: lambda word: f"hide {_many(word.count, 'Minor')} from the deck unseen by the others",
    e.HideFromHand: lambda word: f"{'perhaps ' if word.optional else ''}hide a Minor of the hand",
    e.EverybodyMayHide: _everybody_hides,
    e.DiscardFromHand: lambda word: "discard a card of the hand",
    e.TradeMinors: lambda word: f"discard {_up_to(word.most, 'Minor')}, at least one, and draw as many Majors",
    e.PassLeft: lambda word: f"everybody gives {_many(word.count, 'card')} to his left neighbour",
    e.MayMoveFigure: lambda word: f"{'perhaps ' if word.optional else ''}move any figure, with all that follows",
    e.MaySwap: _swap,
    e.Multiply: _multiply,
    e.TowerOnBoard: lambda word: "lay the Tower on the board, where it closes locations",
    e.TurnUpHidden: lambda word: f"turn up {_many(word.count, 'hidden card')}",
    e.ExileFigures: lambda word: f"take {_many(word.count, 'figure')} off the board for a while",
    e.ScoreOutOfTurn: _score,
    Choose: _choose,
    EachOther: lambda word: f"every other player: {said(word.program)}",
    EachPlayer: lambda word: f"every player: {said(word.program)}",
}
