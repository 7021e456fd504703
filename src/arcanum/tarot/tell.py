"""Events of Arcanum as sentences for people at a table. Secret fields that are None are simply not told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arcanum.kernel.actions import Action, Option
from arcanum.kernel.events import Chose, Event
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.tell import Line, headline, number
from arcanum.tarot import actions as a
from arcanum.tarot import events as e
from arcanum.tarot.board import SYMBOLS
from arcanum.tarot.cards import SUITS, Card, Minor
from arcanum.tarot.clause_ids import MAJG_2, MIN_C3, PLAY_7, SCORE_23, SCORE_24, TRACK_2
from arcanum.tarot.rules import Rules

PHASES = {
    e.Phase.DRAW: "drawing",
    e.Phase.HIDE: "hiding",
    e.Phase.PLAY: "playing",
    e.Phase.SCORING: "House scoring",
    e.Phase.OVER: "over",
}
"""What the phases are called, by whoever shows or tells a game."""
_SUMMED_UP = {
    SCORE_23: "all Houses go back to 0",
    SCORE_24: "all hidden cards are discarded",
}
"""What is told in one line, however many events it takes."""
_BECAUSE = {
    MIN_C3: "symbols match: ",
    TRACK_2: "the end of the track is reached: ",
    PLAY_7: "without a Minor in hand: ",
}
"""Why something happens, where the event alone does not say."""
_OPTIONS = {"minors": "draw Minors", "major": "draw a Major"}
"""Alternatives whose names alone say too little."""
_RANKS = ("1st", "2nd", "3rd", "4th")
_NAMED = (8, 11, 13, 14, 20)
"""The Majors whose names need no article."""
_LEGEND = "cards: 4S is the 4 of Swords, VP the Knave of Pentacles, NW the Knight of Wands, QC and KC Queen and King"


class TarotNarrator:
    """Tells one game; it keeps the two tracks in mind to sum them up at the end of each turn."""

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.prestige = [0] * len(SUITS)
        self.points = [0] * len(names)
        self.last: ClauseId | None = None
        self.inset = 0
        """How much deeper a scoring is told that happens in the middle of a turn."""

    def lines(self, event: Event) -> Iterator[Line]:
        """The event itself, and where things stand when a turn has been played."""
        if isinstance(event, e.GameEnded):
            yield from self._final_table(event)
            return
        if isinstance(event, e.FiguresPlaced):
            yield from self._board(event)
            return
        if isinstance(event, e.PawnPassed):
            yield self._prestige_line()
            yield self._points_line()
        if event.clause not in _SUMMED_UP:
            depth, text = self._sentence(event)
            yield Line(depth, _BECAUSE.get(event.clause, "") + text, event.clause)
        elif event.clause != self.last:
            yield Line(2, _SUMMED_UP[event.clause], event.clause)
        yield from self._remember(event)

    def choice(self, action: Action) -> str:
        """What a player would do."""
        match action:
            case a.Give(card=card):
                return f"give {_the(card)} to the left"
            case a.Keep(card=card):
                return f"keep {_the(card)} and pass the others to the left"
            case a.Reveal(card=card):
                return f"turn up {_the(card)}"
            case a.CardAction(card=card):
                return f"{type(action).__name__.lower()} {_the(card)}"
            case a.Swap(card=card, hidden=hidden):
                return f"hide {_the(card)} and take {_the(hidden)}"
            case a.Move(figure=figure, location=location):
                return f"move the {figure.title} to {self._place(location)}"
            case a.Remove(figure=figure):
                return f"take the {figure.title} off the board"
            case a.Return(figure=figure, location=location):
                return f"put the {figure.title} back, to {self._place(location)}"
            case a.Adjust(house=house, direction=direction):
                return f"{'raise' if direction > 0 else 'lower'} {house.title}"
            case a.PlaceTower(locations=locations):
                return f"lay the Tower on {', '.join(map(self._place, locations))}"
            case a.Assign(house=house):
                return f"count the Fool for {house.title}"
            case Option(name=name):
                return _OPTIONS.get(name, name)
        return str(action)

    def _remember(self, event: Event) -> Iterator[Line]:
        self.last = event.clause
        if isinstance(event, e.PrestigeChanged):
            self.prestige[event.house] = event.after
        if isinstance(event, e.PointsGained | e.PointsLost):
            self.points[event.seat] = event.total
        if isinstance(event, e.SpecialScoring):
            self.inset = 1
        if event.clause == MAJG_2:
            self.inset = 0
        scoring = isinstance(event, e.PhaseBegan) and event.phase is e.Phase.SCORING
        if scoring or isinstance(event, e.SpecialScoring):
            yield self._prestige_line()

    def _board(self, event: e.FiguresPlaced) -> Iterator[Line]:
        yield Line(1, "The board", event.clause)
        if any(square.source == "invented" for square in self.rules.board.squares):
            yield Line(2, "symbols marked * are ours; only the printed board shows the real ones")
        for square in self.rules.board.squares:
            symbols = " ".join(f"{name} {count}" for name, count in zip(SYMBOLS, square.symbols, strict=True) if count)
            mark = "*" if square.source == "invented" else ""
            here = ", ".join(figure.short for figure in event.figures.at(square.number))
            yield Line(2, f"{self._place(square.number):<22} {here or '-':<8} {symbols}{mark}")
        yield Line(2, _LEGEND)

    def _prestige_line(self) -> Line:
        standing = ", ".join(f"{house.title} {self.prestige[house]}" for house in SUITS)
        return Line(2 + self.inset, f"prestige: {standing}")

    def _points_line(self) -> Line:
        return Line(2, "points: " + ", ".join(map(self._points, range(len(self.names)))))

    def _points(self, seat: int) -> str:
        points = self.points[seat]
        square = self.rules.points_square(points)
        around = f" (square {square})" if square not in (None, points) else ""
        return f"{self.names[seat]} {points}{around}"

    def _final_table(self, event: e.GameEnded) -> Iterator[Line]:
        yield Line(0, "Result", event.clause)
        order = sorted(range(len(self.names)), key=lambda seat: (seat not in event.winners, -event.scores[seat]))
        for seat in order:
            mark = "  winner" if seat in event.winners else ""
            yield Line(2, f"{self.names[seat]:<8}{event.scores[seat]:>4}{mark}")

    def _sentence(self, event: Event) -> tuple[int, str]:
        names = self.names
        match event:
            case e.TurnBegan(turn=turn, first_player=seat):
                return 0, f"Turn {turn}, {names[seat]} begins"
            case e.PhaseBegan(phase=phase):
                return 1, headline(PHASES[phase])
            case e.BecameActive(seat=seat):
                return 2, f"{names[seat]} is active"
            case e.PawnPassed(seat=seat):
                return 2, f"the pawn passes to {names[seat]}"
            case e.Revealed(seat=seat, cards=cards):
                return 2 + self.inset, f"{names[seat]} shows {_list(cards)}"
            case e.HouseScored(house=house, rank=rank, standings=standings):
                return 2 + self.inset, f"{house.title} ({_RANKS[rank - 1]}): {self._standings(standings)}"
        return 3 + self.inset, self._card_event(event)

    def _card_event(self, event: Event) -> str:
        names = self.names
        match event:
            case e.Played(seat=seat, card=card):
                return f"{names[seat]} plays {_the(card)}"
            case e.Drew():
                return self._drew(event)
            case e.Shuffled(pile=pile, count=count):
                return f"the {pile.value} deck is empty, {number(count, 'discard')} shuffled into a new one"
            case e.Hid(seat=seat, card=card):
                return f"{names[seat]} hides " + ("a card" if card is None else _the(card))
            case e.Discarded(seat=seat, card=card):
                return f"{names[seat]} discards {_the(card)}"
            case e.Gave(seat=seat, receiver=receiver, count=count, cards=cards):
                which = f": {_list(cards)}" if cards else ""
                return f"{names[seat]} gives {number(count, 'card')} to {names[receiver]}{which}"
            case e.TurnedUp(seat=seat, cards=cards):
                return f"{names[seat]} turns up {_list(cards)}"
            case e.Swapped(seat=seat, given=given, taken=taken):
                which = f": {given} for {taken}" if given and taken else ""
                return f"{names[seat]} exchanges a card of the hand for a hidden one{which}"
            case Chose(seat=seat, option=option):
                return f"{names[seat]} " + (f"chooses: {option}" if option else "declines")
            case e.FoolAssigned(seat=seat, house=house):
                return f"{names[seat]} counts the Fool for {house.title}"
        return self._board_event(event)

    def _board_event(self, event: Event) -> str:
        names = self.names
        match event:
            case e.Moved(figure=figure, origin=origin, destination=destination):
                return f"the {figure.title} moves from {self._place(origin)} to {self._place(destination)}"
            case e.NoMove(card=card):
                return f"{_the(card)} can move no figure"
            case e.LocationActivated(location=location):
                return f"{self._place(location)} takes effect"
            case e.PrestigeChanged(house=house, before=before, after=after):
                return f"{house.title} {'rises' if after > before else 'falls'} from {before} to {after}"
            case e.PointsGained(seat=seat, points=points):
                return f"{names[seat]} gains {number(points, 'point')} and has {event.total}"
            case e.PointsLost(seat=seat, points=points):
                return f"{names[seat]} loses {number(points, 'point')} and has {event.total}"
            case e.Multiplied(factor=factor):
                return f"points and prestige that change in this turn count {factor} times"
            case e.TowerPlaced(seat=seat, locations=locations):
                return f"{names[seat]} lays the Tower on {', '.join(map(self._place, locations))}"
            case e.FigureRemoved(figure=figure, origin=origin):
                return f"the {figure.title} leaves {self._place(origin)} and the board"
            case e.FigureReturned(figure=figure, location=location):
                return f"the {figure.title} comes back to {self._place(location)}"
            case e.SpecialScoring():
                return "a special House scoring takes place"
        return str(event)

    def _place(self, location: int) -> str:
        return f"{self.rules.locations[location - 1].name} ({location})"

    def _drew(self, event: e.Drew) -> str:
        what = number(event.count, event.pile.value.capitalize())
        which = f": {_list(event.cards)}" if event.cards else ""
        short = f" instead of {event.wanted}, for there are no more" if event.count < event.wanted else ""
        return f"{self.names[event.seat]} draws {what}{short}{which}"

    def _standings(self, standings: Sequence[e.Standing]) -> str:
        shown = (f"{self.names[each.seat]} {number(each.cards, 'card')} ({each.value})" for each in standings)
        return ", ".join(shown) or "nobody has a card"


def _the(card: Card) -> str:
    bare = not isinstance(card, Minor) and card.number in _NAMED
    return card.title if bare else f"the {card.title}"


def _list(cards: Sequence[Card]) -> str:
    return ", ".join(str(card) if isinstance(card, Minor) else _the(card) for card in cards) or "no cards"
