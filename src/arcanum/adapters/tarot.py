"""Numbers and vectors of Arcanum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arcanum.adapters.encoding import Field, Floats, Group, Seats, options
from arcanum.kernel.actions import PASS
from arcanum.kernel.agenda import Decision
from arcanum.tarot import actions as a
from arcanum.tarot import decisions, flow, hiding
from arcanum.tarot.cards import FIGURES, FOOL, MINORS, SUITS, Card, deck
from arcanum.tarot.events import Phase
from arcanum.tarot.forms import TASKS, named_programs
from arcanum.tarot.rules import Rules
from arcanum.tarot.views import View

HIDEABLE: Final[tuple[Card, ...]] = (*MINORS, FOOL)
"""What can lie among the hidden cards: the first cards of the deck."""
DECISIONS: Final = tuple(task for task in TASKS if issubclass(task, Decision) and task is not decisions.DraftTogether)
PHASES: Final = tuple(Phase)
KNOWN: Final = (flow.MINORS_PLEASE, flow.MAJOR_PLEASE, decisions.DRAW)


def decisions_of(rules: Rules) -> tuple[type, ...]:
    """The decisions that there are by some rules."""
    return (*DECISIONS, *([decisions.DraftTogether] if rules.first_deal_draft else []))


class TarotKit:
    """What Arcanum brings to the encoding."""

    def groups(self, rules: Rules, players: int) -> tuple[Group, ...]:
        """The actions; only the last groups depend on the rules."""
        return (
            Group("pass", "passing", [PASS]),
            Group("play", "card of the deck", a.PLAY),
            Group("hide", "Minor, then the Fool", a.HIDE[: len(HIDEABLE)]),
            Group("discard", "card of the deck", a.DISCARD),
            Group("give", "card of the deck", a.GIVE),
            Group("reveal", "Minor, then the Fool", a.REVEAL[: len(HIDEABLE)]),
            Group("move", "figure, for each the locations 1 to 10", [move for row in a.MOVE for move in row[1:]]),
            Group("remove", "figure", a.REMOVE),
            Group("return", "figure, for each the locations 1 to 10", [back for row in a.RETURN for back in row[1:]]),
            Group("raise", "House", a.RAISE),
            Group("lower", "House", a.LOWER),
            Group("assign", "House", a.ASSIGN),
            Group(
                "swap",
                "card of the hand (a Minor, then the Fool), for each the other cards that can be hidden",
                [a.Swap(card, hidden) for card in HIDEABLE for hidden in HIDEABLE if card is not hidden],
            ),
            *([Group("keep", "card of the deck", a.KEEP)] if rules.first_deal_draft else []),
            Group("tower", "placement, in the order of the board", rules.board.tower_actions),
            options(KNOWN, named_programs(rules)),
        )

    def fields(self, rules: Rules, players: int) -> tuple[Field, ...]:
        """The parts of a vector."""
        cards, hideable, figures, houses = len(deck()), len(HIDEABLE), len(FIGURES), len(SUITS)
        kinds = decisions_of(rules)
        return (
            Field("to_act", "whose decision it is, by seat", (players,)),
            Field("decision", f"what is decided: {', '.join(kind.__name__ for kind in kinds)}", (len(kinds),)),
            Field("chosen", "cards that the seat has chosen while others still choose", (cards,)),
            Field("turn", "the turn", most=999),
            Field("turns_left", "turns that follow this one", most=999),
            Field("scoring_in", "turns until the next scoring, 0 if this turn ends with one", most=999),
            Field("phase", "the phase: draw, hide, play, scoring, over", (len(PHASES),)),
            Field("first_player", "who has the pawn, by seat", (players,)),
            Field("active", "whose part of the playing phase it is, by seat", (players,)),
            Field("hand", "the hand of the seat, by card", (cards,)),
            *([Field("hands", "all hands, by seat and card", (players, cards))] if rules.open_hands else []),
            Field("hand_size", "cards in hand, by seat", (players,), most=cards),
            Field("hidden", "hidden cards that the seat knows, by seat and card", (players, hideable)),
            Field("face_up", "hidden cards that lie face up, by seat and card", (players, hideable)),
            Field("hidden_size", "hidden cards, by seat", (players,), most=hideable),
            Field("points", "victory points, by seat", (players,), most=9999),
            Field("prestige", "prestige, by House", (houses,), most=rules.prestige_top),
            Field("figures", "where each figure is: off the board, or in location 1 to 10", (figures, 11)),
            Field("minor_deck", "cards in the deck of Minors", most=len(MINORS)),
            Field("major_deck", "cards in the deck of Majors", most=cards - len(MINORS)),
            Field("discarded", "cards on the discard piles", (cards,)),
            Field("in_play", "cards that are being played, or lie on the board", (cards,)),
            Field("tower", "locations that the Tower blocks, 1 to 10", (10,)),
            Field("tower_owner", "who has played the Tower, by seat", (players,)),
            Field("exiles", "figures off the board, by the seat that puts them back and by figure", (players, figures)),
            Field("minor_played", "whether the active player has played his Minor"),
            Field("major_played", "whether the active player has played a Major"),
            Field("factor", "by how much points and prestige are multiplied", most=999),
            Field("shown", "Houses whose hidden cards lie open for scoring", (houses,)),
        )

    def fill(self, view: View, parts: Mapping[str, Floats]) -> None:
        """Write a view into a vector."""
        seats = Seats(view)
        _fill_table(view, parts, seats)
        for seat, player in enumerate(view.players):
            at = seats[seat]
            parts["hand_size"][at] = player.hand_size
            parts["hidden_size"][at] = len(player.hidden)
            parts["points"][at] = player.vp
            for each in player.hidden:
                if each.card is not None:
                    parts["hidden"][at, each.card.position] = 1
                    parts["face_up"][at, each.card.position] = each.face_up
            if seat == view.seat:
                _mark(parts["hand"], player.hand or ())
            if view.rules.open_hands:
                _mark(parts["hands"][at], player.hand or ())
        _mark(parts["discarded"], view.minor_discard)
        _mark(parts["discarded"], view.major_discard)
        _mark(parts["in_play"], view.in_play)
        for figure, location in enumerate(view.figures.row):
            parts["figures"][figure, location or 0] = 1
        parts["prestige"][:] = view.prestige.row
        for number in view.tower:
            parts["tower"][number - 1] = 1
        for owner, figures in view.exiles:
            parts["exiles"][seats[owner], list(figures)] = 1
        for house in view.shown:
            parts["shown"][house] = 1


def _fill_table(view: View, parts: Mapping[str, Floats], seats: Seats) -> None:
    """What belongs to nobody: whose decision it is, and how far the game is."""
    asked = view.agenda[-1] if view.agenda else None
    if asked is not None:
        parts["decision"][decisions_of(view.rules).index(type(asked))] = 1
    _mark(parts["chosen"], _chosen(asked))
    seats.mark(parts["to_act"], view.to_act)
    seats.mark(parts["first_player"], view.first_player)
    seats.mark(parts["active"], view.active)
    seats.mark(parts["tower_owner"], view.tower_owner)
    parts["turn"][0] = view.turn
    turns = view.options.scoring_turns
    parts["turns_left"][0] = turns[-1] - view.turn
    parts["scoring_in"][0] = min([turn - view.turn for turn in turns if turn >= view.turn], default=0)
    parts["phase"][PHASES.index(view.phase)] = 1
    parts["minor_deck"][0] = view.minor_deck
    parts["major_deck"][0] = view.major_deck
    parts["minor_played"][0] = view.minor_played
    parts["major_played"][0] = view.major_played
    parts["factor"][0] = view.factor


def _mark(part: Floats, cards: Iterable[Card]) -> None:
    for card in cards:
        part[card.position] = 1


def _chosen(asked: object) -> Iterator[Card]:
    """What the owner of a view has answered to a decision that others are still to answer."""
    if isinstance(asked, hiding.HideTogether):
        yield from (card for _, card in asked.answers if card is not None)
    elif isinstance(asked, decisions.DraftTogether):
        yield from (card for _, card in asked.kept)
    elif isinstance(asked, decisions.GiveTogether):
        yield from (card for _, card in asked.chosen)


KIT = TarotKit()
