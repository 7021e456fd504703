"""What Arcanum brings to the soak: rule sets, player counts, lengths and variants, and visits and cards to count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import arcanum
from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import rulesets
from arcanum.spec.soak import Plan, Preference
from arcanum.spec.subject import remembered
from arcanum.spec.tarot.games import Leaning, begin, sound, tables, tarot_rules
from arcanum.spec.tarot.invariants import EVERY_ACTION, check_state
from arcanum.tarot import State
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import MAJORS, MINORS
from arcanum.tarot.events import LocationActivated, Played

VISITS, CARDS = "locations", "cards"


@remembered(1)
def kinds() -> tuple[Plan, ...]:
    """One game of every kind."""
    names = rulesets("arcanum")
    return tuple(Plan(name, each.players, 0, each.options) for name in names for each in tables(tarot_rules(name)))


class TarotSoak:
    """Arcanum as the soak sees it."""

    other_uses = ("objections_to_card", "objections_to_move")
    books_apart = False

    def kinds(self) -> tuple[Plan, ...]:
        """One game of every kind."""
        return kinds()

    def more_options(self, plan: Plan, number: int) -> Mapping[str, object]:
        """There are none."""
        return {}

    def check_state(self, state: arcanum.State) -> None:
        """Cards, figures, prestige, points and hands are as they must be."""
        assert isinstance(state, State)
        check_state(state)

    def every_action(self, state: arcanum.State) -> Sequence[Action]:
        """All actions, whatever the state."""
        return EVERY_ACTION

    def countable(self) -> Mapping[str, Sequence[str]]:
        """Locations that are activated and cards that are played."""
        return {VISITS: [str(number) for number in LOCATIONS], CARDS: [str(card) for card in (*MINORS, *MAJORS)]}

    def count(self, state: arcanum.State, event: arcanum.Event) -> Iterator[tuple[str, str]]:
        """A visit to a location, or a card."""
        if isinstance(event, LocationActivated):
            yield VISITS, str(event.location)
        if isinstance(event, Played):
            yield CARDS, str(event.card)

    def forms(self, clause: ClauseId) -> tuple[ClauseId, ...]:
        """All printings are numbered alike."""
        return (clause,)

    def lines(self, counted: Mapping[str, Counter[str]]) -> Iterator[str]:
        """Visits by location, and how often each Major was played."""
        visits, cards = counted.get(VISITS, Counter[str]()), counted.get(CARDS, Counter[str]())
        yield "visits: " + ", ".join(f"{number}: {visits[str(number)]}" for number in LOCATIONS)
        yield "Majors played: " + ", ".join(f"{card.title} {cards[str(card)]}" for card in MAJORS)

    places = VISITS
    missed = FrozenMap(
        {
            "Drew": "nobody draws a card",
            "Hid": "nobody hides a card",
            "Played": "nobody plays a card",
            "Moved": "no figure moves",
            "LocationActivated": "no location is visited",
            "PrestigeChanged": "no House rises",
            "PointsGained": "nobody gains a point",
            "HouseScored": "no House is scored",
        }
    )

    def counted_as(self, key: str) -> str | None:
        """A location by its number, a Major by its short form."""
        kind, _, number = key.partition(".")
        return {"location": number, "major": f"M{number}"}.get(kind)

    def made_for(self, plan: Plan, key: str) -> tuple[arcanum.Step, Preference]:
        """A Major is dealt at the start and played as soon as somebody likes; figures are moved to a location."""
        kind, _, number = key.partition(".")
        major = kind == "major"
        leaning = Leaning(majors=(int(number),), passing=False) if major else Leaning(location=int(number))
        length = str(plan.options["length"])
        on_top = (int(number),) if major else ()
        begun = begin(
            plan.rules, plan.players, length, plan.seed, "all" if major else str(plan.options["majors"]), on_top
        )
        return begun, lambda state, action: leaning.prefers(sound(state), action)


SOAK = TarotSoak()
