"""Events of Arcana as sentences for people at a table. Secret fields that are None are simply not told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arcanum.guilds import actions as a
from arcanum.guilds import events as e
from arcanum.guilds.board import NEUTRAL
from arcanum.guilds.cards import Card, Kind
from arcanum.guilds.clause_ids import F_ACT_8, R_INT_7
from arcanum.guilds.describe import last_round
from arcanum.guilds.rules import Rules
from arcanum.guilds.state import Phase
from arcanum.kernel.actions import Action, Option
from arcanum.kernel.events import Chose, Event
from arcanum.kernel.tell import Line, headline, number

PHASES = {
    Phase.OPENING: "opening",
    Phase.DRAW: "drawing",
    Phase.INTRIGUE: "intrigue",
    Phase.RESOLUTION: "resolution",
    Phase.CLEANUP: "end of the round",
    Phase.OVER: "over",
}
"""What the phases are called, by whoever shows or tells a game."""
_TITLES = {"fortune-tellers": "Fortune-tellers"}
_OPTIONS = {
    "claim": "claim the Personality",
    "thwart": "undo it",
    "discard": "put the Stake on the Discard Pile",
    "crest": "put the Stake beneath the crest",
}
"""Alternatives whose names alone say too little."""


class GuildNarrator:
    """Tells one game."""

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.guilds: tuple[str, ...] = ()

    def lines(self, event: Event) -> Iterator[Line]:
        """What there is to say about an event."""
        match event:
            case e.GuildsTaken():
                yield from self._opening(event)
            case e.RoundBegan(round=which, first_player=seat):
                yield Line(0, f"Round {which}, {self.names[seat]} begins", event.clause)
            case e.PhaseBegan(phase=phase):
                yield Line(1, headline(PHASES[phase]), event.clause)
            case e.GameEnded():
                yield from self._final_table(event)
            case _:
                yield Line(2, self._sentence(event), event.clause)

    def choice(self, action: Action) -> str:
        """What a player would do."""
        match action:
            case a.Assign(card=card, district=district):
                return f"send {self._card(card)} to {self._place(district)}"
            case a.Bribe(card=card, agent=agent):
                return f"bribe with {self._card(card)}, by {self._card(agent)}"
            case a.Hire(card=card):
                return f"discard {self._card(card)} and hire the Militia"
            case a.TurnUp(card=card):
                return f"turn up {self._card(card)}"
            case a.CardAction(card=card):
                return f"{type(action).__name__.lower()} {self._card(card)}"
            case a.Keep(cards=cards):
                return f"keep {self._cards(cards)}"
            case a.At(district=district):
                return self._place(district)
            case a.Settle(district=district):
                return f"settle {self._place(district)}"
            case a.Select(district=district, place=place):
                return f"the {_ordinal(place)} card in {self._place(district)}"
            case a.Move(district=district, place=place, destination=destination):
                return f"move the {_ordinal(place)} card {self._way(district, destination)}"
            case a.Swap(district=one, other=other):
                return f"exchange the Stakes of {self._place(one)} and {self._place(other)}"
            case a.Opponent(seat=seat) if 0 <= seat < len(self.names):
                return self.names[seat]
            case Option(name=name):
                return _OPTIONS.get(name, name)
        return str(action)

    def _opening(self, event: e.GuildsTaken) -> Iterator[Line]:
        self.guilds = event.guilds
        yield Line(1, "The guilds", event.clause)
        for name, guild in zip(self.names, event.guilds, strict=True):
            yield Line(2, f"{name:<8} {self._guild(guild)}")
        if any(source == "invented" for card in self.rules.catalogue for source in card.sources.values()):
            yield Line(2, "most values on the cards are ours; only the printed game shows the real ones")

    def _guild(self, guild: str) -> str:
        return f"Guild of {_TITLES.get(guild, guild.capitalize())}"

    def _final_table(self, event: e.GameEnded) -> Iterator[Line]:
        yield Line(0, "Result", event.clause)
        order = sorted(event.scores, key=lambda each: (each.seat not in event.winners, -each.total))
        for each in order:
            mark = "  winner" if each.seat in event.winners else ""
            parts = [f"cards {each.cards}"]
            if each.fulfilled or each.failed:
                parts.append(f"Objectives {each.objectives}")
            if each.bonus:
                parts.append(f"Guild Master {each.bonus}")
            parts.append(number(each.stakes, "Stake"))
            yield Line(2, f"{self.names[each.seat]:<8}{each.total:>4}  ({', '.join(parts)}){mark}")
            for card in each.fulfilled:
                yield Line(3, f"fulfilled: {self._card(card)}")
            for card in each.failed:
                yield Line(3, f"not fulfilled: {self._card(card)}")

    def _card(self, card: str) -> str:
        return self.rules.catalogue[card].name

    def _cards(self, cards: Sequence[str] | None) -> str:
        return ", ".join(map(self._card, cards)) if cards else ""

    def _place(self, district: str) -> str:
        return "the Neutral District" if district == NEUTRAL else f"District {district}"

    def _way(self, origin: str, destination: str) -> str:
        return f"from {self._place(origin)} to {self._place(destination)}"

    def _stake(self, card: Card) -> str:
        if card.kind is Kind.END_CARD:
            return card.name
        needs = " or ".join(f"{arcanum.title} {card.values[arcanum]}" for arcanum in card.main)
        price = ""
        if card.kind is Kind.PERSONALITY:
            price = ", no price" if card.ducat is None else f", {number(card.ducat, 'Ducat')}"
        return f"{card.name} ({card.kind.value}, {needs}{price}, {number(card.vp, 'point')})"

    def _sentence(self, event: Event) -> str:
        names = self.names
        match event:
            case e.DeckChosen(seat=seat, count=count, cards=cards):
                return f"{names[seat]} chooses {number(count, 'card')} for the Deck" + _which(self._cards(cards))
            case e.ObjectivesDealt(seat=seat, count=count, cards=cards):
                return f"{names[seat]} is dealt {number(count, 'Objective')}" + _which(self._cards(cards))
            case e.ObjectivesKept(seat=seat, count=count, cards=cards):
                return f"{names[seat]} keeps {number(count, 'Objective')}" + _which(self._cards(cards))
            case e.MasterChosen(seat=seat, card=card):
                return f"{names[seat]} takes {self._card(card)} as Guild Master"
            case e.StakeShown(district=district, card=card):
                return f"{self._place(district)} shows {self._stake(self.rules.catalogue[card])}"
            case e.EndCardShown(card=card, last_round=last):
                return f"{self._card(card)} turns up: {last_round(self.rules, last)}"
            case e.GameStalled(rounds=rounds, last_round=last):
                return f"nobody has won a Stake for {number(rounds, 'round')}: {last_round(self.rules, last)}"
            case e.EventForeseen(card=card):
                return f"next Event: {self._card(card)}"
            case e.EventBegan(card=card):
                return f"Event of this round: {self._card(card)}"
            case e.MastersReadied(seats=seats):
                return f"Guild Masters are ready again: {', '.join(names[seat] for seat in seats)}"
            case e.FirstPlayerPassed(seat=seat):
                return f"the First Player card goes to {names[seat]}"
            case e.MilitiaReturned(count=count):
                return f"{number(count, 'Militia card')} back to the pile, which is shuffled"
            case Chose(seat=seat, option=option):
                return f"{names[seat]} " + (f"chooses: {option}" if option else "declines")
        return self._turn_event(event)

    def _turn_event(self, event: Event) -> str:
        names = self.names
        match event:
            case e.Drew(seat=seat, count=count, wanted=wanted, cards=cards):
                short = f" instead of {wanted}, for there are no more" if count < wanted else ""
                return f"{names[seat]} draws {number(count, 'card')}{short}" + _which(self._cards(cards))
            case e.Shuffled(seat=seat, count=count):
                return f"{names[seat]} shuffles the Discard Pile into a new Deck of {number(count, 'card')}"
            case e.Assigned(seat=seat, card=card, district=district):
                return f"{names[seat]} sends {self._card(card)} to {self._place(district)}"
            case e.AssignedFacedown(seat=seat, card=card, district=district):
                what = "a card" if card is None else self._card(card)
                return f"{names[seat]} sends {what} facedown to {self._place(district)}"
            case e.Played(seat=seat, card=card):
                return f"{names[seat]} plays {self._card(card)}"
            case e.Thwarted(card=card, by=by):
                return f"{self._card(by)} undoes {self._card(card)}"
            case e.Discarded(seat=seat, card=card) if event.clause in (R_INT_7, F_ACT_8):
                return f"{names[seat]} discards {self._card(card)}"
            case e.Discarded(seat=seat, card=card):
                return f"{self._card(card)} goes to the Discard Pile of {names[seat]}"
            case e.RelicPlaced(seat=seat, card=card, agent=agent, district=district):
                return f"{names[seat]} gives {self._card(card)} to {self._card(agent)} in {self._place(district)}"
            case e.TurnedUp(seat=seat, cards=cards, district=district):
                return f"{self._place(district)}: {self._cards(cards)} turned up for {names[seat]}"
            case e.Bribed(seat=seat, stake=stake, total=total, price=price, success=success):
                verdict = "enough" if success else "not enough"
                return f"{names[seat]} offers {self._card(stake)} {total} of {price} Ducats, {verdict}"
            case e.MilitiaHired(seat=seat, card=card):
                return f"{names[seat]} calls the Militia" + _which("" if card is None else self._card(card))
            case e.MasterUsed(seat=seat, card=card):
                return f"{names[seat]} uses {self._card(card)}"
        return self._ability_event(event)

    def _ability_event(self, event: Event) -> str:
        names = self.names
        match event:
            case e.Moved(seat=seat, card=card, origin=origin, destination=destination):
                return (
                    f"{names[seat]} moves {self._card(card)} from {self._place(origin)} to {self._place(destination)}"
                )
            case e.MovedFacedown(seat=seat, owner=owner, origin=origin, destination=destination):
                return f"{names[seat]} moves a facedown card of {names[owner]} {self._way(origin, destination)}"
            case e.TakenBack(seat=seat, card=card):
                return f"{names[seat]} takes {self._card(card)} back to hand"
            case e.TakenBackFacedown(seat=seat, district=district):
                return f"{names[seat]} takes a facedown card back from {self._place(district)}"
            case e.Banished(seat=seat, owner=owner, card=card, district=district):
                return f"{names[seat]} sends {self._card(card)} of {names[owner]} away from {self._place(district)}"
            case e.LookedAt(seat=seat, what=what, cards=cards):
                return f"{names[seat]} looks at {what}" + _which(self._cards(cards))
            case e.StakesSwapped(seat=seat, districts=(one, other)):
                return f"{names[seat]} exchanges the Stakes of {self._place(one)} and {self._place(other)}"
            case e.StakeBuried(seat=seat, district=district, card=card):
                return f"{names[seat]} puts {self._card(card)} beneath the pile of {self._place(district)}"
            case e.PileShuffled(seat=seat, district=district):
                return f"{names[seat]} shuffles the pile of {self._place(district)}"
            case e.Strengthened(seat=seat, district=district, arcanum=arcanum, amount=amount):
                what = "each arcanum" if arcanum is None else arcanum.title
                return f"{names[seat]} has {amount:+} in {what} in {self._place(district)} this round"
        return self._settling_event(event)

    def _settling_event(self, event: Event) -> str:
        names = self.names
        match event:
            case e.Copied(card=card, model=model):
                return f"{self._card(card)} takes the values of {self._card(model)}"
            case e.Settled(district=district, stake=stake, claims=claims, winner=winner):
                shown = ", ".join(f"{names[each.seat]} {each.total}" for each in claims) or "nobody there"
                verdict = "stays" if winner is None else f"goes to {names[winner]}"
                return f"{self._place(district)}: {shown}; {self._card(stake)} {verdict}"
            case e.StakeWon(seat=seat, card=card):
                return f"{names[seat]} wins {self._card(card)}"
            case e.Tucked(seat=seat, card=card):
                return f"{names[seat]} puts {self._card(card)} beneath the crest"
        return str(event)


def _which(cards: str) -> str:
    return f": {cards}" if cards else ""


def _ordinal(place: int) -> str:
    """A place, the first being number 0."""
    return ("first", "second", "third")[place] if place in range(3) else f"{place + 1}th"
