"""Arcana in rows of text: the Districts with Stakes and Agents, the players, the own cards. It sees only a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import arcanum
from arcanum.guilds import (
    Arcanum,
    Assign,
    Bribe,
    Card,
    CardId,
    Discard,
    DistrictView,
    Hire,
    Kind,
    Move,
    PlacedView,
    Play,
    Select,
    Settle,
    Use,
    View,
)
from arcanum.guilds.describe import last_round
from arcanum.guilds.tell import PHASES
from arcanum.kernel.listing import CardLine
from arcanum.tui.rows import Row, Signs, Span, Tone, joined, row

_POWERS: Final = (Arcanum.STAFF, Arcanum.SWORD, Arcanum.CUP)


class GuildFace:
    """A view of Arcana in rows."""

    def __init__(self, view: View, names: Sequence[str], narrator: arcanum.Narrator, signs: Signs) -> None:
        self.view, self.names, self.narrator, self.signs = view, tuple(names), narrator, signs

    def status(self) -> str:
        """Round, phase, Event and Militia."""
        view = self.view
        parts = [f"Round {view.round}, {PHASES[view.phase]}", f"first {self.names[view.first_player]}"]
        if view.last_round is not None:
            parts.append(last_round(view.rules, view.last_round))
        if view.event is not None:
            parts.append(f"Event: {self._face(view.event).name}")
        if "militia" in view.options.modules:
            parts.append(f"Militia {view.militia}")
        return "  ".join(parts)

    def board(self) -> list[Row]:
        """Every District: its Stake, what it takes to win it, how many are left, and who has which cards there."""
        return [row(*self._district(district)) for district in self.view.districts]

    def _district(self, district: DistrictView) -> Iterator[Span]:
        yield Span(f"{district.name:<3}", "strong")
        if district.stake is None:
            yield Span("no Stake", "dim")
        else:
            stake = self._face(district.stake)
            yield Span(stake.name, "title", stake.id)
            yield Span(f" {_price(stake)}")
        yield Span(f" ({district.pile} left)", "dim")
        for owner in dict.fromkeys(each.owner for each in district.cards):
            yield from self._force(district, owner)

    def _force(self, district: DistrictView, owner: arcanum.Seat) -> Iterator[Span]:
        """The cards of one player in a District."""
        own: Tone = "strong" if owner == self.view.seat else ""
        yield Span(f"; {self.names[owner]}: ", own)
        yield from joined((self._placed(each) for each in district.cards if each.owner == owner), ", ")

    def _placed(self, placed: PlacedView) -> Span:
        if placed.card is None:
            return Span(f"{self.signs.back} facedown", "dim")
        card = self._face(placed.card)
        down = "" if placed.face_up else f" {self.signs.back}"
        return Span(f"{card.name}{_values(card)}{down}", "", card.id)

    def players(self) -> list[Row]:
        """Friendly Districts, guilds, and how many cards everybody has where."""
        lines = []
        for seat, player in enumerate(self.view.players):
            mark = self.signs.here if seat == self.view.to_act else " "
            own: Tone = "strong" if seat == self.view.seat else ""
            near = " ".join(each.name for each in self.view.districts if seat in each.friendly_to)
            lines.append(row(Span(f"{mark} {self.names[seat]}", own), f" {near} ", Span(player.guild, "dim")))
            counts = f"  hand {player.hand_size} deck {player.deck} disc {len(player.discard)}"
            lines.append(row(counts + (f" obj {player.objective_count}" if player.objective_count else "")))
            more = [f"won {len(player.tucked)}"] if player.tucked else []
            if player.master is not None:
                more.append(self._face(player.master).name + (" (used)" if player.master_spent else ""))
            if more:
                lines.append(row("  ", ", ".join(more)))
            if player.hand and seat != self.view.seat:
                lines.append(row(Span("  holds ", "dim"), *joined(map(self._held, player.hand), ", ")))
        return lines

    def own(self) -> list[Row]:
        """The hand and the Objectives of the seat, and what it may choose from beside those."""
        if self.view.seat is None:
            return []
        player = self.view.players[self.view.seat]
        hand = [self._held(card) for card in player.hand or ()] or [Span("no cards", "dim")]
        lines = [row(Span("Hand   ", "dim"), *joined(hand, ", "))]
        if player.objectives:
            lines.append(row(Span("Objectives ", "dim"), *joined(map(self._held, player.objectives), ", ")))
        aside = [self._held(each.card) for each in self.view.aside if each.card is not None]
        if aside:
            lines.append(row(Span("Drawn  ", "dim"), *joined(aside, ", ")))
        return lines

    def _held(self, card: CardId) -> Span:
        face = self._face(card)
        return Span(face.name + _values(face), "", face.id)

    def label(self, action: arcanum.Action) -> str:
        """What a player would do, in words; a card in a District with its name and its owner."""
        match action:
            case Select(district=district, place=place):
                return f"District {district}: {self._pointed(district, place)}"
            case Move(district=district, place=place, destination=destination):
                return f"move {self._pointed(district, place)} from {district} to {destination}"
        return self.narrator.choice(action)

    def _pointed(self, district: str, place: int) -> str:
        found = [each for each in self.view.districts if each.name == district]
        if not found or not 0 <= place < len(found[0].cards):
            return f"card {place + 1}"
        placed = found[0].cards[place]
        if placed.card is not None:
            return f"{self._face(placed.card).name} of {self.names[placed.owner]}"
        alike = [each for each in found[0].cards[:place] if each.owner == placed.owner and each.card is None]
        return f"facedown card {len(alike) + 1} of {self.names[placed.owner]}"

    def cards(self) -> tuple[CardLine, ...]:
        """The cards that the seat can see, its own first."""
        view = self.view
        seen: list[CardId | None] = []
        if view.seat is not None:
            player = view.players[view.seat]
            seen += [*(player.hand or ()), *(player.objectives or ())]
        seen += [each.card for each in view.aside]
        for district in view.districts:
            seen += [district.stake, district.next, *(each.card for each in district.cards)]
        seen += [view.event, view.next_event, *(player.master for player in view.players)]
        for player in view.players:
            seen += [*player.tucked, *player.discard]
        lines = {line.id: line for line in view.rules.game.cards(view.rules)}
        return tuple(lines[card] for card in dict.fromkeys(seen) if card is not None)

    def wishes(self) -> tuple[arcanum.Action, ...]:
        """Anything with a card of the hand, the Guild Master, any District."""
        return tuple(self._wishes())

    def _wishes(self) -> Iterator[arcanum.Action]:
        view = self.view
        if view.seat is None:
            return
        player = view.players[view.seat]
        hand = player.hand or ()
        yield from map(Play, hand)
        for card in hand:
            yield from (Assign(card, district.name) for district in view.districts)
        agents = [each.card for place in view.districts for each in place.cards if each.owner == view.seat]
        for card in hand:
            yield from (Bribe(card, agent) for agent in agents if agent is not None)
        yield from map(Discard, hand)
        yield from map(Hire, hand)
        if player.master is not None:
            yield Use(player.master)
        yield from (Settle(district.name) for district in view.districts)
        yield arcanum.Pass()

    def _face(self, card: CardId) -> Card:
        return self.view.rules.catalogue[card]


def _values(card: Card) -> str:
    """Staff, Sword and Cup of an Agent in short, and the Ducats of a Relic."""
    if card.is_agent:
        return " " + "/".join(str(card.values[power]) for power in _POWERS)
    return f" {card.ducat}d" if card.kind is Kind.RELIC and card.ducat is not None else ""


def _price(stake: Card) -> str:
    """What it takes to win a Stake, and what it is worth."""
    if stake.kind is Kind.END_CARD:
        return ""
    needs = " or ".join(f"{arcanum.title} {stake.values[arcanum]}" for arcanum in stake.main)
    bribe = f", {stake.ducat}d" if stake.kind is Kind.PERSONALITY and stake.ducat is not None else ""
    return f"{needs}{bribe}, {stake.vp} VP"
