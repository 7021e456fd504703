"""A referee for power struggles and bribes, written from the rules alone, to compare the engine with.

It reads the card files itself and takes from a state only what lies on the table: cards and their owners, the Stake,
whose District it is, the Event, the Guild Masters, what Locations have added for the round. What is asked beyond a
printed value it reads in the clause index. Nothing of the engine is asked what anything is worth. It is slow and plain
on purpose.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from arcanum.guilds import Card, State, default_catalogue
from arcanum.guilds.clause_ids import R_BRIBE_5, R_RES_5, R_RES_9
from arcanum.guilds.state import District
from arcanum.spec.games import number, stated
from arcanum.spec.subject import NotJudged

Face = dict[str, Any]
ARCANA = ("staff", "sword", "cup")


@cache
def faces(edition: str) -> dict[str, Face]:
    """Every card of an edition as it stands in the file, with its kind."""
    text = files("arcanum.guilds").joinpath(f"catalogue_{edition}.toml").read_text(encoding="utf-8")
    return {
        entry["id"]: {**entry, "kind": kind}
        for kind, entries in tomllib.loads(text).items()
        if isinstance(entries, list)
        for entry in entries
        if isinstance(entry, dict)
    }


def changed(face: Face, printed: Card, now: Card) -> Face:
    """A card with other values than the file gives it; what other words mean the referee does not know."""
    if (now.kind, now.statics, now.program) != (printed.kind, printed.statics, printed.program):
        raise NotJudged(f"the referee does not know what {now.id} says")
    values = {arcanum: value for arcanum, value in zip(ARCANA, now.values, strict=True) if arcanum in face}
    mains = {"main": [each.name.lower() for each in now.main]} if now.main else {}
    ducats = {"ducat": "-" if now.ducat is None else now.ducat} if "ducat" in face else {}
    return {**face, **values, **mains, **ducats}


@attrs.frozen
class Lying:
    """A card in a District: which, whose, and whether everybody sees it."""

    card: str
    owner: int
    face_up: bool


@attrs.frozen
class Standing:
    """What a player has in a power struggle: his total, and the arcana with which he claims it (none: too little)."""

    total: int
    arcana: frozenset[str]


@attrs.frozen
class Referee:
    """One District of a table, and what lies there."""

    state: State
    district: District
    cards: tuple[Lying, ...]

    @classmethod
    def at(cls, state: State, name: str, cards: Iterable[Lying] | None = None) -> Referee:
        """The referee of a District, with the cards that lie there or with others."""
        district = next(each for each in state.districts if each.name == name)
        if cards is None:
            cards = [Lying(each.card, each.owner, each.face_up) for each in district.cards]
        return cls(state, district, tuple(cards))

    # --- what is printed

    def face(self, card: str) -> Face:
        """A card as it is printed; of a variant, with the values that it has there."""
        edition, now = self.state.rules.printing, self.state.rules.catalogue[card]
        if card not in default_catalogue(edition):
            raise NotJudged(f"the referee does not know the card {card}")
        printed = default_catalogue(edition)[card]
        return faces(edition)[card] if now is printed else changed(faces(edition)[card], printed, now)

    def words(self, card: str | None, word: str) -> list[Face]:
        """What an ability says in so many words; no card, no words."""
        ability = [] if card is None else self.face(card).get("ability", [])
        return [each for each in ability if each["word"] == word]

    def working_for(self, seat: int, word: str) -> list[Face]:
        """The words that work for a player: first those of the Event, then of his crest, then of his Guild Master."""
        player = self.state.players[seat]
        crest = f"crest-{player.guild}"
        return [each for card in (self.state.event, crest, player.master) for each in self.words(card, word)]

    def event_says(self, flag: str) -> bool:
        """Whether the Event of the round has a rule of its own."""
        return any(each["name"] == flag for each in self.words(self.state.event, "flag"))

    @property
    def stake(self) -> Face:
        """The Stake."""
        assert self.district.stake is not None
        return self.face(self.district.stake)

    # --- what is there

    def is_agent(self, card: str) -> bool:
        """Agents, Personalities and Militia compete; Relics lie there for a bribe."""
        return self.face(card)["kind"] in ("agent", "personality", "militia")

    def agents(self, seat: int) -> list[Lying]:
        """A player's Agents there."""
        return [each for each in self.cards if each.owner == seat and self.is_agent(each.card)]

    def is_mirror(self, card: str) -> bool:
        """Whether an Agent has no values but those of another one."""
        return bool(self.words(card, "copy-values"))

    def models(self, mirror: str) -> list[Lying]:
        """Whom it can copy: every other Agent there that has values of its own."""
        return [
            each
            for each in self.cards
            if each.card != mirror and self.is_agent(each.card) and not self.is_mirror(each.card)
        ]

    def relation(self, seat: int) -> str:
        """What the District is to a player."""
        if self.district.name == "N":
            return "neutral"
        return "friendly" if seat in self.district.friendly_to else "enemy"

    # --- what it comes to

    def value(self, agent: Lying, arcanum: str, copies: Mapping[str, str]) -> int:
        """What an Agent counts: what is printed on it or on the one it copies, and what changes that."""
        value = 0
        if not self.is_mirror(agent.card):
            value = self.face(agent.card)[arcanum]
        elif agent.card in copies:
            value = self.face(copies[agent.card])[arcanum]
        for word in self.working_for(agent.owner, "agent-value"):
            if word.get("arcanum", arcanum) == arcanum and word.get("where", "any") in (
                "any",
                self.relation(agent.owner),
            ):
                value = word["set"] if "set" in word else value + word["amount"]
                value = max(value, 0)
        return value

    def total(self, seat: int, arcanum: str, counting: Iterable[Lying], copies: Mapping[str, str]) -> int:
        """A player's total over some of his Agents; what a Location adds needs an Agent to lead it."""
        led = list(counting)
        total = sum(self.value(agent, arcanum, copies) for agent in led)
        for bonus in self.state.bonuses:
            here = self.state.districts[bonus.district].name == self.district.name
            if led and here and bonus.seat == seat and (bonus.arcanum is None or bonus.arcanum.name.lower() == arcanum):
                total += bonus.amount
        return total

    def threshold(self, seat: int, arcanum: str) -> int:
        """What the Stake takes from a player; no ability makes it less than 1."""
        printed: int = self.stake[arcanum]
        asked = printed + number(self.state, R_RES_5, "surplus_needed")
        for word in self.working_for(seat, "threshold"):
            if word.get("kind", self.stake["kind"]) == self.stake["kind"]:
                asked += word["amount"]
        return asked if asked >= 1 else min(printed, 1)

    # --- power struggles

    def standings(self, copies: Mapping[str, str]) -> dict[int, Standing]:
        """What everybody with an Agent there has."""
        found = {}
        for seat in range(len(self.state.players)):
            mine = self.agents(seat)
            if not mine:
                continue
            totals = {each: self.total(seat, each, mine, copies) for each in self.stake["main"]}
            enough = {each: total for each, total in totals.items() if total >= self.threshold(seat, each)}
            best = max((enough or totals).values())
            arcana = frozenset(each for each, total in enough.items() if total == best)
            found[seat] = Standing(best, arcana)
        return found

    def leaders(self, standings: Mapping[int, Standing]) -> list[int]:
        """Who has the most of those who have enough."""
        enough = [seat for seat, standing in standings.items() if standing.arcana]
        best = max((standings[seat].total for seat in enough), default=0)
        return [seat for seat in enough if standings[seat].total == best]

    def winner(self, standings: Mapping[int, Standing], counted: Mapping[int, str]) -> int | None:
        """Who wins the Stake, when players count with these arcana."""
        ahead = self.leaders(standings)
        if len(ahead) == 1:
            return ahead[0]
        able = [seat for seat in ahead if self.breaks_ties(seat, counted[seat])]
        if len(able) != 1 and stated(self.state, R_RES_9, "stake_goes_to") == "friend":
            able = [seat for seat in ahead if self.relation(seat) == "friendly"]
        return able[0] if len(able) == 1 else None

    def breaks_ties(self, seat: int, counted: str) -> bool:
        """Whether anything lets a player win a tie here: Event, crest, Guild Master, or an Agent of his on the spot."""
        if self.event_says("ties-to-first-player") and seat == self.state.first_player:
            return True
        words = self.working_for(seat, "tie-win")
        for agent in self.agents(seat):
            words += self.words(agent.card, "tie-win")
        return any(
            word.get("main", counted) == counted and word.get("kind", self.stake["kind"]) == self.stake["kind"]
            for word in words
        )

    # --- bribes

    def price(self) -> int | None:
        """The Ducats that bribe the Stake; None if it cannot be bribed."""
        if self.stake["kind"] != "personality" or self.event_says("no-bribes"):
            return None
        ducats: int | str = self.stake["ducat"]
        if not isinstance(ducats, int):
            return None
        asked = ducats + number(self.state, R_BRIBE_5, "surplus_needed")
        return asked if asked >= 0 else 0

    def bribe(self, seat: int) -> tuple[int, set[str]]:
        """What a player's bribe comes to with his faceup Agents and his Relics there, and with which arcana it does."""
        seen = [each for each in self.agents(seat) if each.face_up]
        ducats = sum(
            self.face(each.card)["ducat"]
            for each in self.cards
            if each.owner == seat and self.face(each.card)["kind"] == "relic"
        )
        ducats += sum(word["amount"] for word in self.working_for(seat, "bribe-value"))
        totals = {}
        for arcanum in self.stake["main"]:
            copies = {}
            for agent in seen:
                models = [each.card for each in self.models(agent.card) if each.face_up]
                if models:
                    copies[agent.card] = max(models, key=lambda card: int(self.face(card)[arcanum]))
            totals[arcanum] = self.total(seat, arcanum, seen, copies)
        best = max(totals.values())
        return best + ducats, {arcanum for arcanum, total in totals.items() if total == best}
