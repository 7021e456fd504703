"""What Arcana brings to the soak: both editions, all numbers of players, all 64 sets of modules; abilities to count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

import arcanum
from arcanum.guilds import State
from arcanum.guilds.cards import Kind
from arcanum.guilds.events import EventBegan, MasterChosen, MasterUsed, Played, StakeWon
from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import rulesets
from arcanum.spec.guilds.games import guild_rules, tables
from arcanum.spec.guilds.invariants import check_state, every_action
from arcanum.spec.soak import Plan, Preference
from arcanum.spec.subject import remembered

LOCATIONS, MASTERS, EVENTS, STAKES = "locations played", "masters", "events in force", "stakes won"
_COUNTED = {LOCATIONS: (Kind.LOCATION,), MASTERS: (Kind.MASTER,), EVENTS: (Kind.EVENT,)}


@remembered(1)
def kinds() -> tuple[Plan, ...]:
    """One game of every kind."""
    return tuple(
        Plan(name, each.players, 0, each.options) for name in rulesets("arcana") for each in tables(guild_rules(name))
    )


class GuildSoak:
    """Arcana as the soak sees it."""

    other_uses = ("_objection", "said")
    books_apart = True

    def kinds(self) -> tuple[Plan, ...]:
        """One game of every kind."""
        return kinds()

    def more_options(self, plan: Plan, number: int) -> dict[str, object]:
        """Guilds by name, a limit that the players agree on, and who begins."""
        rules, found = guild_rules(plan.rules), dict[str, object]()
        if number % 3 == 0:
            guilds = list(rules.catalogue.crests)
            found["guilds"] = [guilds[(number + seat) % len(guilds)] for seat in range(plan.players)]
        if number % 5 == 0:
            found["round_limit"] = 2
        if number % 2:
            found["first_player"] = number % plan.players
        return found

    def check_state(self, state: arcanum.State) -> None:
        """Every card is in one place where it belongs."""
        assert isinstance(state, State)
        check_state(state)

    def every_action(self, state: arcanum.State) -> Sequence[Action]:
        """Everything that somebody could try."""
        assert isinstance(state, State)
        return every_action(state)

    def countable(self) -> Mapping[str, Sequence[str]]:
        """Locations played, Guild Masters that did something, Events in force, Stakes won."""
        catalogues = [guild_rules(name).catalogue for name in rulesets("arcana")]
        found = {
            what: sorted({card.id for each in catalogues for card in each if card.kind in kinds})
            for what, kinds in _COUNTED.items()
        }
        return {**found, STAKES: sorted({card.id for each in catalogues for card in each.stakes})}

    def count(self, state: arcanum.State, event: arcanum.Event) -> Iterator[tuple[str, str]]:
        """An ability at work, or a Stake won. A Guild Master whose words are always in force counts when chosen."""
        match event:
            case Played(card=card):
                yield LOCATIONS, card
            case MasterUsed(card=card):
                yield MASTERS, card
            case MasterChosen(card=card):
                assert isinstance(state, State)
                if not state.card(card).program:
                    yield MASTERS, card
            case EventBegan(card=card):
                yield EVENTS, card
            case StakeWon(card=card):
                yield STAKES, card

    def forms(self, clause: ClauseId) -> set[ClauseId]:
        """Each edition has clauses of its own."""
        return {guild_rules(name).said(clause) for name in rulesets("arcana")}

    def lines(self, counted: Mapping[str, Counter[str]]) -> Iterator[str]:
        """How many different cards of each sort did something."""
        for what, names in self.countable().items():
            seen = counted.get(what, Counter[str]())
            yield f"{what}: {len(seen)} of {len(names)} different ones, {sum(seen.values())} in all"

    places = STAKES
    missed = FrozenMap(
        {
            "Drew": "nobody draws a card",
            "Assigned": "nobody sends an Agent faceup",
            "AssignedFacedown": "nobody sends an Agent facedown",
            "Played": "nobody plays a Location",
            "Discarded": "nobody discards a card",
            "RelicPlaced": "nobody lays a Relic",
            "StakeWon": "nobody wins a Stake",
            "EndCardShown": "the end card never turns up",
        }
    )

    def counted_as(self, key: str) -> str | None:
        """A card by its id."""
        kind, _, card = key.partition(".")
        return card.partition(".")[0] if kind == "card" else None

    def made_for(self, plan: Plan, key: str) -> tuple[arcanum.Step, Preference]:
        """The guild of the card plays, and whatever speaks of the card is preferred."""
        name = self.counted_as(key)
        emblem = next((card.emblem for card in guild_rules(plan.rules).catalogue if card.id == name), None)
        guilds = list(guild_rules(plan.rules).catalogue.crests)
        options = dict(plan.options)
        if emblem in guilds:
            options["guilds"] = [emblem, *(each for each in guilds if each != emblem)][: plan.players]
        begun = attrs.evolve(plan, options=options).begin()
        return begun, lambda state, action: name in str(action).split()


SOAK = GuildSoak()
