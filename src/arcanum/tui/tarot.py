"""Arcanum in rows of text: the locations, the Houses, the players, the own cards. It sees only a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import arcanum
from arcanum.kernel.listing import CardLine
from arcanum.tarot import (
    Adjust,
    Card,
    Discard,
    Figure,
    Give,
    Hide,
    Minor,
    Move,
    Play,
    Reveal,
    Suit,
    View,
)
from arcanum.tarot.tell import PHASES
from arcanum.tui.rows import Row, Signs, Span, Tone, fitted, joined, row

_TONES: Final[dict[Suit, Tone]] = {
    Suit.SWORDS: "swords",
    Suit.PENTACLES: "pentacles",
    Suit.WANDS: "wands",
    Suit.CHALICES: "chalices",
}
_SIDE_BY_SIDE: Final = 4
"""So many figures in a location have room with blanks between them."""
_TRACK: Final = 21
"""How long a track of prestige is drawn at most."""


class TarotFace:
    """A view of Arcanum in rows."""

    def __init__(self, view: View, names: Sequence[str], narrator: arcanum.Narrator, signs: Signs) -> None:
        self.view, self.names, self.narrator, self.signs = view, tuple(names), narrator, signs

    def status(self) -> str:
        """Turn, phase and decks."""
        view = self.view
        scorings = view.options.scoring_turns
        decks = (
            f"Minors {view.minor_deck}+{len(view.minor_discard)}  Majors {view.major_deck}+{len(view.major_discard)}"
        )
        scoring = " (scoring)" if view.turn in scorings else ""
        first = f"first {self.names[view.first_player]}"
        return f"Turn {view.turn} of {scorings[-1]}{scoring}, {PHASES[view.phase]}  {first}  {decks}"

    def board(self) -> list[Row]:
        """Every location with the figures in it, and its symbols."""
        view = self.view
        lines = [row(Span(f"{'':<3}{'location':<17}{'figures':<13}symbols", "dim"))]
        for square, location in zip(view.rules.board.squares, view.rules.locations, strict=True):
            here = view.figures.at(square.number)
            gap = " " if len(here) <= _SIDE_BY_SIDE else ""
            taken = len(gap.join(figure.short for figure in here))
            room = " " * max(1, 13 - taken)
            symbols = self._symbols(square.symbols) if square.number not in view.tower else [Span("closed", "warn")]
            name = fitted(location.name, 16)
            lines.append(row(f"{square.number:>2} {name} ", *joined(_figures(here), gap), room, *symbols))
        away = [figure for figure in Figure if view.figures[figure] is None]
        if away:
            lines.append(row(f"   {'off the board':<17}", *joined(_figures(away))))
        return lines

    def _symbols(self, counts: Sequence[int]) -> list[Span]:
        suits = [Span(suit.letter * counts[suit], _TONES[suit]) for suit in Suit if counts[suit]]
        kinds = [letter * count for letter, count in zip("VNQK", counts[4:], strict=True)]
        return [*suits, Span(" "), Span("".join(kinds))]

    def players(self) -> list[Row]:
        """Points, hands and hidden cards, then the prestige of the Houses."""
        view = self.view
        lines = [row(Span(f"  {'player':<11}{'VP':>3} {'hand':>4}  hidden", "dim"))]
        for seat, player in enumerate(view.players):
            mark = self.signs.here if seat == view.to_act else " "
            hidden = [
                Span(self.signs.back, "dim") if each.card is None else _card(each.card, up=each.face_up)
                for each in player.hidden
            ]
            own: Tone = "strong" if seat == view.seat else ""
            name = Span(f"{mark} {fitted(self.names[seat], 11)}", own)
            lines.append(row(name, f"{player.vp:>3} {player.hand_size:>4}  ", *joined(hidden)))
            if player.hand and seat != view.seat:
                lines.append(row(Span(f"{'':<20}in hand ", "dim"), *joined(map(_card, player.hand))))
        lines.append(row(""))
        top = view.rules.prestige_top
        for house in Suit:
            value = view.prestige[house]
            long = min(top, _TRACK)
            full = round(value * long / top)
            track = self.signs.full * full + self.signs.empty * (long - full)
            lines.append(row(f"{house.title:<10}", Span(track, _TONES[house]), f" {value:>2}"))
        return lines

    def own(self) -> list[Row]:
        """The hand and the hidden cards of the seat."""
        if self.view.seat is None:
            return []
        player = self.view.players[self.view.seat]
        none = [Span("no cards", "dim")]
        hand = [_named(card) for card in player.hand or ()] or none
        hidden = [_card(each.card, up=each.face_up) for each in player.hidden if each.card is not None] or none
        return [row(Span("Hand   ", "dim"), *joined(hand)), row(Span("Hidden ", "dim"), *joined(hidden))]

    def label(self, action: arcanum.Action) -> str:
        """What a player would do, in words."""
        return self.narrator.choice(action)

    def cards(self) -> tuple[CardLine, ...]:
        """The cards that the seat can see, its own first, then the player aid."""
        lines = {line.id: line for line in self.view.rules.game.cards(self.view.rules)}
        seen = [*self._own_cards(), *self.view.in_play]
        seen += [each.card for player in self.view.players for each in player.hidden if each.card is not None]
        return tuple(lines[name] for name in dict.fromkeys(map(str, (*seen, *self.view.rules.cards()[1]))))

    def wishes(self) -> tuple[arcanum.Action, ...]:
        """Anything with a card of the hand, any move, any House."""
        return tuple(self._wishes())

    def _wishes(self) -> Iterator[arcanum.Action]:
        view = self.view
        if view.seat is None:
            return
        player = view.players[view.seat]
        for kind in (Play, Hide, Discard, Give):
            yield from map(kind, player.hand or ())
        yield from (Reveal(each.card) for each in player.hidden if each.card is not None)
        yield arcanum.Pass()
        yield from (Adjust(house, direction) for house in Suit for direction in (1, -1))
        yield from (Move(figure, square.number) for figure in Figure for square in view.rules.board.squares)

    def _own_cards(self) -> list[Card]:
        if self.view.seat is None:
            return []
        player = self.view.players[self.view.seat]
        return [*(player.hand or ()), *(each.card for each in player.hidden if each.card is not None)]


def _card(card: Card, *, up: bool = False) -> Span:
    """A card by its short form; one that was turned up says so."""
    tone: Tone = _TONES[card.suit] if isinstance(card, Minor) else "major"
    return Span(f"{card}{'^' if up else ''}", tone, str(card))


def _named(card: Card) -> Span:
    """A card of the hand: a Major with its name, because nobody knows the numbers by heart."""
    return _card(card) if isinstance(card, Minor) else Span(f"{card} {card.title}", "major", str(card))


def _figures(figures: Iterable[Figure]) -> Iterator[Span]:
    return (Span(figure.short, _TONES[figure.suit]) for figure in figures)
