"""Numbers and vectors of Arcana.

Cards are counted in the order of the catalogue, Districts in that of the table, the Neutral one last. A District has as
many places as there are Agents and Relics in the catalogue, so that no card can ever lie beyond the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

import attrs

from arcanum.adapters.encoding import Field, Floats, Group, Seats, options
from arcanum.guilds import actions as a
from arcanum.guilds import bribing, flow, playing, settling, winning
from arcanum.guilds.board import layout
from arcanum.guilds.cards import Arcanum, CardId, Kind
from arcanum.guilds.catalogue import Catalogue
from arcanum.guilds.forms import TASKS, named_programs
from arcanum.guilds.rules import Rules
from arcanum.guilds.state import Phase
from arcanum.guilds.views import DistrictView, View
from arcanum.kernel.actions import PASS, Option
from arcanum.kernel.agenda import Decision

DECISIONS: Final = tuple(task for task in TASKS if issubclass(task, Decision))
PHASES: Final = tuple(Phase)
KNOWN: Final = (
    playing.THWART,
    bribing.CLAIM,
    winning.TO_DISCARD,
    winning.BENEATH_CREST,
    *(Option(arcanum.name.lower()) for arcanum in Arcanum),
)
PLAYABLE: Final = (Kind.AGENT, Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY)
"""What can be in a hand."""


@attrs.frozen
class Order:
    """The cards of a catalogue by what can be done with them; in each row they are in the order of the catalogue."""

    catalogue: Catalogue

    def of(self, *kinds: Kind) -> tuple[CardId, ...]:
        """The cards of some kinds."""
        return tuple(card.id for card in self.catalogue if card.kind in kinds)

    @property
    def places(self) -> int:
        """How many cards can lie in a District at most."""
        return len(self.catalogue.agents | self.catalogue.relics)

    @property
    def seen(self) -> tuple[CardId, ...]:
        """What can lie on the table besides Objectives, Masters and Events: whatever can be in a hand, and the rest."""
        return self.of(*PLAYABLE, Kind.MILITIA, Kind.END_CARD)

    @property
    def fates(self) -> tuple[CardId, ...]:
        """What can lie in the event pile."""
        return self.of(Kind.EVENT, Kind.END_CARD)


class GuildKit:
    """What Arcana brings to the encoding."""

    def groups(self, rules: Rules, players: int) -> tuple[Group, ...]:
        """The actions."""
        order = Order(rules.catalogue)
        agents, relics = order.of(Kind.AGENT, Kind.PERSONALITY, Kind.MILITIA), order.of(Kind.RELIC)
        playable, objectives, masters = order.of(*PLAYABLE), order.of(Kind.OBJECTIVE), order.of(Kind.MASTER)
        names, places = [place.name for place in layout(players)], range(order.places)
        kept = combinations(objectives, rules.objectives_kept)
        return (
            Group("pass", "passing", [PASS]),
            Group("seat", "seat of the table", map(a.Opponent, range(players))),
            Group("at", "District", map(a.At, names)),
            Group("settle", "District", map(a.Settle, names)),
            Group("swap", "pair of Districts", [a.Swap(one, other) for one, other in combinations(names, 2)]),
            Group("use", "Master", map(a.Use, masters)),
            Group("play", "Location", map(a.Play, order.of(Kind.LOCATION))),
            Group("discard", "card that can be in a hand", map(a.Discard, playable)),
            Group("hire", "card that can be in a hand", map(a.Hire, playable)),
            Group("take", "card that can be in a hand, then Master", map(a.Take, (*playable, *masters))),
            Group("turn-up", "Agent", map(a.TurnUp, agents)),
            Group(
                "assign", "Agent, for each the Districts", [a.Assign(card, name) for card in agents for name in names]
            ),
            Group("bribe", "Relic, for each the Agents", [a.Bribe(relic, card) for relic in relics for card in agents]),
            Group("keep", "set of Objectives of the size that is kept", map(a.Keep, kept)),
            Group("select", "District, for each its places", [a.Select(name, at) for name in names for at in places]),
            Group(
                "move",
                "District, for each its places, for each the other Districts",
                [a.Move(name, at, to) for name in names for at in places for to in names if to != name],
            ),
            options(KNOWN, named_programs(rules)),
        )

    def fields(self, rules: Rules, players: int) -> tuple[Field, ...]:
        """The parts of a vector."""
        order = Order(rules.catalogue)
        cards, fates, districts = len(order.seen), len(order.fates), len(layout(players))
        objectives, masters = len(order.of(Kind.OBJECTIVE)), len(order.of(Kind.MASTER))
        return (
            Field(
                "seat", "which seat of the table looks: actions name seats and Districts as the table does", (players,)
            ),
            Field("to_act", "whose decision it is, by seat", (players,)),
            Field("decision", f"what is decided: {', '.join(kind.__name__ for kind in DECISIONS)}", (len(DECISIONS),)),
            Field("about", "the District that the decision is about", (districts,)),
            Field("chosen", "cards that the seat has chosen for its Deck, which it is still choosing", (cards,)),
            Field("round", "the round", most=999),
            Field("rounds_left", "rounds that follow this one, and 1 more; 0 while nobody knows", most=999),
            Field("phase", "the phase: opening, draw, intrigue, resolution, cleanup, over", (len(PHASES),)),
            Field("first_player", "who has the First Player card, by seat", (players,)),
            Field("active", "whose turn it is, by seat", (players,)),
            Field("guild", "the guild, by seat and guild", (players, len(rules.catalogue.guilds))),
            Field("hand", "the hand of the seat, by card", (cards,)),
            *([Field("hands", "all hands, by seat and card", (players, cards))] if rules.open_hands else []),
            Field("hand_size", "cards in hand, by seat", (players,), most=cards),
            Field("deck", "cards in the Deck, by seat", (players,), most=cards),
            Field("discard", "cards on the Discard Pile, by seat and card", (players, cards)),
            Field("tucked", "Stakes beneath the crest, by seat and card", (players, cards)),
            Field("owned", "cards known to be facedown somewhere, by seat and card", (players, cards)),
            Field("objectives", "Objectives that the seat knows, by seat and card", (players, objectives)),
            Field("objective_count", "Objectives, by seat", (players,), most=objectives),
            Field("master", "the Guild Master, by seat and card", (players, masters)),
            Field("master_spent", "whether the Guild Master is turned sideways, by seat", (players,)),
            Field("stake", "the faceup card, by District and card", (districts, cards)),
            Field("next", "the next card of the pile, if the seat knows it, by District and card", (districts, cards)),
            Field("pile", "cards in the pile, by District", (districts,), most=cards),
            Field("pile_seen", "who has seen the next card of the pile, by District and seat", (districts, players)),
            Field("end_among", "among how many lowest cards the end card is, by District", (districts,), most=cards),
            Field("district", "where the cards are that the seat knows, by District and card", (districts, cards)),
            Field("owner", "whose cards in Districts they are, by seat and card", (players, cards)),
            Field("face_up", "which cards in Districts lie faceup", (cards,)),
            Field("place", "the place of a card in its District, counted from 1", (cards,), most=order.places),
            Field(
                "owner_at",
                "whose card lies at a place, by District and place: 0 nobody's, 1 the seat's own, 2 its neighbour's",
                (districts, order.places),
                most=players,
            ),
            Field(
                "bonus",
                "what abilities add, by District, seat and Arcanum (any, then each)",
                (districts, players, 5),
                99,
            ),
            Field("aside", "cards between two places that the seat knows", (cards,)),
            Field("militia", "cards in the pile of the Militia", most=cards),
            Field("militia_used", "Militia that wait for the end of the round", (cards,)),
            Field("events", "cards in the event pile", most=fates),
            Field("next_event", "the faceup card of the event pile", (fates,)),
            Field("event", "the Event of the round", (fates,)),
            Field("past_events", "Events of earlier rounds", (fates,)),
        )

    def fill(self, view: View, parts: Mapping[str, Floats]) -> None:
        """Write a view into a vector."""
        Writer(view, parts).write()


class Writer:
    """Writes a view into the parts of a vector."""

    def __init__(self, view: View, parts: Mapping[str, Floats]) -> None:
        self.view, self.parts, self.seats = view, parts, Seats(view)
        self.card, self.objective, self.master, self.fate, self.guild = _positions(view.rules.catalogue)

    def write(self) -> None:
        """All of it."""
        self.write_table()
        for seat in range(len(self.view.players)):
            self.write_player(seat)
        for at, district in enumerate(self.view.districts):
            self.write_district(at, district)

    def write_table(self) -> None:
        """What belongs to nobody."""
        view, parts, seats = self.view, self.parts, self.seats
        if view.agenda:
            self.write_decision(view.agenda[-1])
        if view.seat is not None:
            parts["seat"][view.seat] = 1
        seats.mark(parts["to_act"], view.to_act)
        seats.mark(parts["first_player"], view.first_player)
        seats.mark(parts["active"], view.active)
        parts["round"][0] = view.round
        parts["rounds_left"][0] = 0 if view.last_round is None else view.last_round - view.round + 1
        parts["phase"][PHASES.index(view.phase)] = 1
        for bonus in view.bonuses:
            column = 0 if bonus.arcanum is None else 1 + bonus.arcanum
            parts["bonus"][bonus.district, seats[bonus.seat], column] += bonus.amount
        mark(parts["aside"], self.card, [each.card for each in view.aside])
        parts["militia"][0] = view.militia
        mark(parts["militia_used"], self.card, view.militia_used)
        parts["events"][0] = view.events
        mark(parts["next_event"], self.fate, [view.next_event])
        mark(parts["event"], self.fate, [view.event])
        mark(parts["past_events"], self.fate, view.past_events)

    def write_decision(self, asked: object) -> None:
        """What is being decided."""
        self.parts["decision"][DECISIONS.index(type(asked))] = 1
        if isinstance(asked, flow.ChooseDeck) and asked.seat == self.view.seat:
            mark(self.parts["chosen"], self.card, asked.chosen)
        if isinstance(asked, bribing.AddToBribe | bribing.ClaimBribe):
            self.parts["about"][asked.at] = 1
        elif isinstance(asked, settling.ChooseModel | settling.ChooseArcanum):
            self.parts["about"][asked.struggle.at] = 1

    def write_player(self, seat: int) -> None:
        """What can be seen of a player."""
        player, parts, at = self.view.players[seat], self.parts, self.seats[seat]
        parts["guild"][at, self.guild[player.guild]] = 1
        parts["hand_size"][at] = player.hand_size
        parts["deck"][at] = player.deck
        parts["objective_count"][at] = player.objective_count
        parts["master_spent"][at] = player.master_spent
        if seat == self.view.seat:
            mark(parts["hand"], self.card, player.hand or ())
        if self.view.rules.open_hands:
            mark(parts["hands"][at], self.card, player.hand or ())
        mark(parts["discard"][at], self.card, player.discard)
        mark(parts["tucked"][at], self.card, player.tucked)
        mark(parts["owned"][at], self.card, player.owned)
        mark(parts["objectives"][at], self.objective, player.objectives or ())
        mark(parts["master"][at], self.master, [player.master])

    def write_district(self, at: int, district: DistrictView) -> None:
        """What can be seen of a District."""
        parts = self.parts
        parts["pile"][at] = district.pile
        parts["end_among"][at] = district.end_among
        mark(parts["stake"][at], self.card, [district.stake])
        mark(parts["next"][at], self.card, [district.next])
        for seat in district.known_to:
            self.seats.mark(parts["pile_seen"][at], seat)
        for place, each in enumerate(district.cards):
            owner = self.seats[each.owner]
            parts["owner_at"][at, place] = owner + 1
            if each.card is not None:
                card = self.card[each.card]
                parts["district"][at, card] = 1
                parts["owner"][owner, card] = 1
                parts["face_up"][card] = each.face_up
                parts["place"][card] = place + 1


def mark(part: Floats, positions: Mapping[CardId, int], cards: Iterable[CardId | None]) -> None:
    """Write a 1 for each card that is there and known."""
    for card in cards:
        if card is not None:
            part[positions[card]] = 1


Positions = Mapping[CardId, int]


@lru_cache(maxsize=32)
def _positions(catalogue: Catalogue) -> tuple[Positions, Positions, Positions, Positions, Mapping[str, int]]:
    """Where cards stand in the rows of a vector: those that are played, Objectives, Masters, Events; and guilds."""
    order = Order(catalogue)
    rows = (order.seen, order.of(Kind.OBJECTIVE), order.of(Kind.MASTER), order.fates)
    card, objective, master, fate = ({each: at for at, each in enumerate(row)} for row in rows)
    return card, objective, master, fate, {guild: at for at, guild in enumerate(catalogue.guilds)}


KIT = GuildKit()
