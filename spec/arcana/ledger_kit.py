"""The table as somebody keeps it who sees no state: he hears every event, with the secrets, and remembers.

What the table is like before the first event he reads in the clause index and on the cards.
"""

from __future__ import annotations

from functools import singledispatchmethod

import attrs

from arcanum.guilds import State
from arcanum.guilds import clause_ids as c
from arcanum.guilds import events as e
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.catalogue import Catalogue
from arcanum.guilds.state import Bonus, Phase
from arcanum.kernel.events import Chose, Event, Seat
from arcanum.spec.games import number

from .secrets_kit import hands_lie_open

_ONLY_TOLD = (Chose,)
"""Events after which every card is where it was."""
_IN_THE_FIRST_EDITION = {
    c.R_RES_5: c.F_RES_4,
    c.R_RES_6: c.F_RES_5,
    c.R_RES_8: c.F_RES_7,
    c.R_RES_9: c.F_RES_6,
    c.R_TIE_1: c.F_RES_6,
}
"""How the first edition numbers what decides a struggle."""
Lying = tuple[CardId, Seat, bool]
"""A card in a District, its owner, and whether it lies faceup."""


@attrs.define
class Ledger:
    """Where every card is that somebody has seen, and how many there are of the others."""

    catalogue: Catalogue
    guilds: tuple[str, ...]
    decks: list[int]
    held: list[set[CardId]]
    """Cards in a hand, and cards drawn to be used at once."""
    discards: list[list[CardId]]
    tucked: list[list[CardId]]
    objectives: list[set[CardId]]
    masters: list[CardId | None]
    turned: set[Seat]
    piles: dict[str, int]
    stakes: dict[str, CardId | None]
    lying: dict[str, list[Lying]]
    known: dict[CardId, set[Seat]]
    """Who has looked at a card that lies facedown before somebody else."""
    backs: set[CardId]
    """Cards that lie facedown although everybody knows them."""
    foreknown: dict[str, set[Seat]]
    """Who has looked at the next card of a District."""
    lowest: dict[str, int]
    """Among how many of the lowest cards of a District the end card is; 0 where it is not."""
    between: dict[CardId, Seat]
    """Locations that take effect, and Stakes that are won and not put away."""
    militia: int
    served: set[CardId]
    """Militia that wait for the end of the round."""
    events: int
    foreseen: CardId | None
    event: CardId | None
    past_events: list[CardId]
    bonuses: list[Bonus]
    round: int
    phase: Phase
    first_player: Seat | None
    last_round: int | None
    idle: int
    """Rounds in a row without a Stake won."""
    unknown: list[Event]
    """Events that the ledger has never heard of."""
    open_hands: bool
    counts_idle: bool
    """Whether rounds without a won Stake are counted."""
    apart: set[CardId]
    """Cards that no hand has held where hands lie open: drawn to be used at once."""

    @classmethod
    def of(cls, state: State) -> Ledger:
        """The ledger before the first event. Of the state it takes only what the players agreed on, and the layout."""
        modules, seats = state.options.modules, range(len(state.players))
        neutral = int("events" not in modules)
        lowest = neutral * (number(state, c.R_SETUP_10, "last") + 1)
        size = number(state, c.R_SETUP_7, "pile")
        return cls(
            catalogue=state.rules.catalogue,
            guilds=(),
            decks=[0 if "customise" in modules else number(state, c.R_SETUP_2, "cards") for _ in seats],
            held=[set() for _ in seats],
            discards=[[] for _ in seats],
            tucked=[[] for _ in seats],
            objectives=[set() for _ in seats],
            masters=[None for _ in seats],
            turned=set(),
            piles={each.name: size + neutral * (each.name == "N") for each in state.districts},
            stakes={each.name: None for each in state.districts},
            lying={each.name: [] for each in state.districts},
            known={},
            backs=set(),
            foreknown={each.name: set() for each in state.districts},
            lowest={each.name: lowest * (each.name == "N") for each in state.districts},
            between={},
            militia=number(state, c.R_MIL_1, "cards") if "militia" in modules else 0,
            served=set(),
            events=number(state, c.R_EVT_1, "pile") if "events" in modules else 0,
            foreseen=None,
            event=None,
            past_events=[],
            bonuses=[],
            round=0,
            phase=Phase.OPENING,
            first_player=None,
            last_round=None,
            idle=0,
            unknown=[],
            open_hands=hands_lie_open(state),
            counts_idle=number(state, c.AMB_30, "idle_rounds") > 0,
            apart=set(),
        )

    @classmethod
    def at(cls, state: State) -> Ledger:
        """The ledger of somebody who has seen everything up to a state."""
        players, districts = state.players, state.districts
        aside = [{each.card for each in state.aside if each.owner == seat} for seat in range(len(players))]
        public = {each.card: each.owner for each in state.aside if each.public}
        placed = [each for here in districts for each in here.cards]
        return cls(
            catalogue=state.rules.catalogue,
            guilds=tuple(each.guild for each in players),
            decks=[len(each.deck) for each in players],
            held=[(set(each.hand) | aside[seat]) - set(public) for seat, each in enumerate(players)],
            discards=[list(each.discard) for each in players],
            tucked=[list(each.tucked) for each in players],
            objectives=[set(each.objectives) for each in players],
            masters=[each.master for each in players],
            turned={seat for seat, each in enumerate(players) if each.master_spent},
            piles={here.name: len(here.pile) for here in districts},
            stakes={here.name: here.stake for here in districts},
            lying={here.name: [(each.card, each.owner, each.face_up) for each in here.cards] for here in districts},
            known={each.card: set(each.known_to) for each in placed},
            backs={each.card for each in placed if each.shown},
            foreknown={here.name: set(here.known_to) for here in districts},
            lowest={here.name: here.end_among for here in districts},
            between=public,
            militia=len(state.militia),
            served=set(state.militia_used),
            events=len(state.events),
            foreseen=state.events[-1] if state.events else None,
            event=state.event,
            past_events=list(state.past_events),
            bonuses=list(state.bonuses),
            round=state.round,
            phase=state.phase,
            first_player=state.first_player,
            last_round=state.last_round,
            idle=state.idle,
            unknown=[],
            open_hands=hands_lie_open(state),
            counts_idle=number(state, c.AMB_30, "idle_rounds") > 0,
            apart={each.card for each in state.aside if not each.public},
        )

    def everybody(self) -> set[Seat | None]:
        """All seats, and a spectator."""
        return {None, *range(len(self.held))}

    def take_away(self, card: CardId) -> None:
        """Take a card from wherever it is known to be."""
        for held in self.held:
            held.discard(card)
        for pile in self.discards:
            if card in pile:
                pile.remove(card)
        for name, lying in self.lying.items():
            self.lying[name] = [each for each in lying if each[0] != card]
        self.between.pop(card, None)
        self.known.pop(card, None)
        self.backs.discard(card)

    def retire(self, cards: list[CardId]) -> None:
        """Militia leave a District and wait."""
        for card in cards:
            if self.catalogue[card].kind is Kind.MILITIA:
                self.take_away(card)
                self.served.add(card)

    def is_lying(self, card: CardId | None, owner: Seat, district: str, *, face_up: bool | None = None) -> bool:
        """Whether a card of a player lies in a District, faceup or facedown if that is asked."""
        ways = (True, False) if face_up is None else (face_up,)
        return any((card, owner, way) in self.lying[district] for way in ways)

    def has(self, seat: Seat, card: CardId) -> bool:
        """Whether a player has a card, in his hand, in a District or on its way."""
        here = any(self.is_lying(card, seat, name) for name in self.lying)
        return here or card in self.held[seat] or self.between.get(card) == seat

    @singledispatchmethod
    def hear(self, event: Event) -> None:
        """Note what an event says."""
        if not isinstance(event, _ONLY_TOLD):
            self.unknown.append(event)

    # --- before the game ---

    @hear.register
    def _(self, event: e.GuildsTaken) -> None:
        self.guilds = event.guilds

    @hear.register
    def _(self, event: e.DeckChosen) -> None:
        assert len(event.cards or ()) == event.count
        assert event.audience == (event.seat,), "only he knows of which cards"
        assert list(event.cards or ()) == sorted(event.cards or (), key=self.catalogue.order.__getitem__)
        self.decks[event.seat] = event.count

    @hear.register
    def _(self, event: e.ObjectivesDealt) -> None:
        assert len(event.cards or ()) == event.count
        assert event.audience == (event.seat,), "nobody else sees Objectives"
        assert list(event.cards or ()) == sorted(event.cards or (), key=self.catalogue.order.__getitem__)
        self.objectives[event.seat] = set(event.cards or ())

    @hear.register
    def _(self, event: e.ObjectivesKept) -> None:
        assert len(event.cards or ()) == event.count
        assert event.audience == (event.seat,), "nobody else sees Objectives"
        assert set(event.cards or ()) <= self.objectives[event.seat], "only what was dealt is kept"
        self.objectives[event.seat] = set(event.cards or ())

    @hear.register
    def _(self, event: e.MasterChosen) -> None:
        self.masters[event.seat] = event.card

    # --- rounds ---

    @hear.register
    def _(self, event: e.RoundBegan) -> None:
        self.round, self.first_player = event.round, event.first_player
        self.idle += self.counts_idle
        if self.event is not None:
            self.past_events.append(self.event)
        self.event = None

    @hear.register
    def _(self, event: e.PhaseBegan) -> None:
        self.phase = event.phase
        if event.phase is Phase.CLEANUP:
            self.bonuses = []

    @hear.register
    def _(self, event: e.FirstPlayerPassed) -> None:
        self.first_player = event.seat

    @hear.register
    def _(self, event: e.GameEnded) -> None:
        self.phase = Phase.OVER

    @hear.register
    def _(self, event: e.EventForeseen) -> None:
        assert event.clause == (c.R_EVT_5 if self.round else c.R_EVT_3), "the first is turned up before the first round"
        self.foreseen = event.card

    @hear.register
    def _(self, event: e.EventBegan) -> None:
        assert event.card == self.foreseen, "the Event that everybody foresaw comes into force"
        self.event, self.foreseen = event.card, None
        self.events -= 1

    # --- Stakes ---

    def turn_up(self, district: str, card: CardId) -> None:
        """The next card of a pile is seen; what is beneath it are still the lowest."""
        self.foreknown[district] = set()
        self.piles[district] -= 1
        self.lowest[district] = min(self.lowest[district], self.piles[district])
        self.stakes[district] = card

    @hear.register
    def _(self, event: e.StakeShown) -> None:
        self.turn_up(event.district, event.card)

    @hear.register
    def _(self, event: e.EndCardShown) -> None:
        assert self.catalogue[event.card].kind is Kind.END_CARD
        self.last_round = event.last_round
        if event.district is None:
            self.foreseen = event.card
        else:
            self.turn_up(event.district, event.card)
            self.lowest[event.district] = 0

    @hear.register
    def _(self, event: e.GameStalled) -> None:
        assert event.rounds == self.idle
        self.last_round = event.last_round

    @hear.register
    def _(self, event: e.StakesSwapped) -> None:
        one, other = event.districts
        assert event.stakes == (self.stakes[other], self.stakes[one]), "each gets what lay in the other"
        self.stakes[one], self.stakes[other] = event.stakes

    @hear.register
    def _(self, event: e.StakeBuried) -> None:
        assert self.stakes[event.district] == event.card, "what is buried lay there"
        self.piles[event.district] += 1
        self.lowest[event.district] += self.lowest[event.district] > 0
        self.stakes[event.district] = None

    @hear.register
    def _(self, event: e.StakeWon) -> None:
        assert self.stakes[event.district] == event.card, "what is won lay there"
        self.stakes[event.district] = None
        self.idle = 0
        self.between[event.card] = event.seat
        self.retire([card for card, _, _ in self.lying[event.district]])

    @hear.register
    def _(self, event: e.Tucked) -> None:
        assert self.between[event.card] == event.seat, "only what was won is put away"
        self.take_away(event.card)
        self.tucked[event.seat].append(event.card)

    # --- cards ---

    @hear.register
    def _(self, event: e.Shuffled) -> None:
        assert len(self.discards[event.seat]) == event.count, "the whole Discard Pile is shuffled"
        self.decks[event.seat] += event.count
        self.discards[event.seat] = []

    @hear.register
    def _(self, event: e.Drew) -> None:
        assert event.cards is not None
        assert len(event.cards) == event.count
        seen = self.open_hands and set(event.audience) == self.everybody()
        assert seen or event.audience == (event.seat,), "others see only how many"
        self.apart = self.apart - set(event.cards) if seen else self.apart | set(event.cards)
        self.decks[event.seat] -= event.count
        assert event.count == event.wanted or (event.count < event.wanted and not self.decks[event.seat])
        self.held[event.seat] |= set(event.cards)

    @hear.register
    def _(self, event: e.Played) -> None:
        assert event.card in self.held[event.seat], "what is played was in the hand"
        self.take_away(event.card)
        self.between[event.card] = event.seat

    @hear.register
    def _(self, event: e.Discarded) -> None:
        assert self.has(event.seat, event.card), "a card goes to the pile of him who had it"
        self.take_away(event.card)
        self.discards[event.seat].append(event.card)

    @hear.register
    def _(self, event: e.TakenBack) -> None:
        assert event.card in self.discards[event.seat] or self.has(event.seat, event.card)
        self.take_away(event.card)
        self.apart.discard(event.card)
        self.held[event.seat].add(event.card)

    @hear.register
    def _(self, event: e.TakenBackFacedown) -> None:
        assert event.card is not None
        assert self.is_lying(event.card, event.seat, event.district, face_up=False)
        assert set(event.audience) == {event.seat} | self.known.get(event.card, set()), "who knows it is told"
        assert event.card not in self.backs
        self.take_away(event.card)
        self.held[event.seat].add(event.card)

    @hear.register
    def _(self, event: e.MilitiaHired) -> None:
        assert event.card is not None
        assert event.audience == (event.seat,), "nobody else sees whom he hires"
        self.apart.add(event.card)
        self.militia -= 1
        self.held[event.seat].add(event.card)

    @hear.register
    def _(self, event: e.MilitiaReturned) -> None:
        for lying in list(self.lying.values()):
            self.retire([card for card, _, _ in lying])
        assert len(self.served) == event.count, "all Militia go back"
        self.militia += event.count
        self.served = set()

    @hear.register
    def _(self, event: e.MasterUsed) -> None:
        assert self.masters[event.seat] == event.card, "everybody uses his own"
        assert event.clause == (c.R_GM_2 if self.catalogue[event.card].once_per_round else c.R_GM_4)
        if self.catalogue[event.card].once_per_round:
            self.turned.add(event.seat)

    @hear.register
    def _(self, event: e.MastersReadied) -> None:
        assert sorted(event.seats) == sorted(self.turned), "those that were turned are turned back"
        self.turned = set()

    @hear.register
    def _(self, event: e.Strengthened) -> None:
        at = list(self.stakes).index(event.district)
        self.bonuses.append(Bonus(event.seat, at, event.arcanum, event.amount))

    # --- Districts ---

    def lay(self, card: CardId | None, owner: Seat, district: str, *, face_up: bool) -> None:
        """Put a card into a District."""
        assert card is not None
        self.take_away(card)
        self.lying[district].append((card, owner, face_up))

    @hear.register
    def _(self, event: e.Assigned) -> None:
        assert event.card in self.held[event.seat], "what is sent was in the hand"
        self.lay(event.card, event.seat, event.district, face_up=True)

    @hear.register
    def _(self, event: e.AssignedFacedown) -> None:
        assert event.card in self.held[event.seat], "what is sent was in the hand"
        seen = self.open_hands and event.card not in self.apart
        assert set(event.audience) == (self.everybody() if seen else {event.seat}), "others see only the back"
        self.lay(event.card, event.seat, event.district, face_up=False)
        if seen:
            self.backs.add(event.card)

    @hear.register
    def _(self, event: e.RelicPlaced) -> None:
        assert event.card in self.held[event.seat], "the Relic was in the hand"
        assert self.is_lying(event.agent, event.seat, event.district), "it is laid on an own Agent there"
        self.lay(event.card, event.seat, event.district, face_up=True)

    @hear.register
    def _(self, event: e.Moved) -> None:
        assert self.is_lying(event.card, event.owner, event.origin), "what is moved lay there"
        seen = event.card in self.backs or self.is_lying(event.card, event.owner, event.origin, face_up=True)
        assert seen or event.face_up, "what nobody has seen stays unknown unless it lies faceup now"
        self.lay(event.card, event.owner, event.destination, face_up=event.face_up)
        if not event.face_up:
            self.backs.add(event.card)

    @hear.register
    def _(self, event: e.MovedFacedown) -> None:
        assert self.is_lying(event.card, event.owner, event.origin, face_up=False), "what is moved lay there"
        assert event.card is not None
        knowing = self.known.get(event.card, set())
        assert set(event.audience) == {event.owner} | knowing, "who knows it is told"
        assert event.card not in self.backs
        self.lay(event.card, event.owner, event.destination, face_up=False)
        self.known[event.card] = knowing

    @hear.register
    def _(self, event: e.TurnedUp) -> None:
        own = [card for card, owner, face_up in self.lying[event.district] if owner == event.seat and not face_up]
        assert event.cards
        assert set(event.cards) <= set(own), "everybody turns up what lay there facedown before him"
        for card in event.cards:
            self.known.pop(card, None)
            self.backs.discard(card)
        self.lying[event.district] = [
            (card, owner, face_up or card in event.cards) for card, owner, face_up in self.lying[event.district]
        ]

    @hear.register
    def _(self, event: e.Banished) -> None:
        assert self.is_lying(event.card, event.owner, event.district), "who is sent away was there"
        self.retire([event.card])

    # --- what is only told ---

    @hear.register
    def _(self, event: e.LookedAt) -> None:
        assert event.cards is not None
        assert event.audience == (event.seat,), "nobody else sees it"
        held = next((seat for seat in range(len(self.held)) if event.what == f"the hand of seat {seat}"), None)
        if held is not None:
            assert set(event.cards) == self.held[held]
            return
        name = event.what.rpartition(" ")[2]
        if event.what == f"the next card of {name}":
            assert len(event.cards) == 1
            self.foreknown[name].add(event.seat)
            return
        assert event.what == f"the facedown cards in {name}"
        for card, owner, face_up in self.lying[name]:
            seen = face_up or card in self.backs or event.seat in (owner, *self.known.get(card, ()))
            assert (card in event.cards) is not seen, "just what he did not know"
            if not seen:
                self.known.setdefault(card, set()).add(event.seat)

    @hear.register
    def _(self, event: e.PileShuffled) -> None:
        assert self.piles[event.district], "what is shuffled lies somewhere"
        self.foreknown[event.district] = set()

    @hear.register
    def _(self, event: e.Thwarted) -> None:
        assert self.between[event.card] == event.seat, "it was just being played"
        assert event.by in self.masters

    @hear.register
    def _(self, event: e.Bribed) -> None:
        assert self.stakes[event.district] == event.stake, "what is bribed lies there"
        assert event.success is (event.total >= event.price)
        assert event.arcanum in self.catalogue[event.stake].main

    @hear.register
    def _(self, event: e.Copied) -> None:
        assert self.is_lying(event.card, event.seat, event.district)
        assert event.model != event.card
        assert event.model in [card for card, _, _ in self.lying[event.district]]

    @hear.register
    def _(self, event: e.Settled) -> None:
        assert self.stakes[event.district] == event.stake, "what is fought for lies there"
        agents = {owner for card, owner, _ in self.lying[event.district] if self.catalogue[card].is_agent}
        assert [claim.seat for claim in event.claims] == sorted(agents), "everybody who has Agents there"
        enough = {claim.seat: claim.total for claim in event.claims if claim.arcanum is not None}
        ahead = [seat for seat, total in enough.items() if total == max(enough.values())]
        assert event.winner in (ahead if len(ahead) == 1 else (None, *ahead))
        if len(ahead) < 2:
            clause = c.R_RES_8 if not ahead else c.R_RES_5 if len(enough) == 1 else c.R_RES_6
        else:
            clause = c.R_RES_9 if event.winner is None else c.R_TIE_1
            if event.winner is not None and event.clause == c.HOUSE_2:
                return
        assert event.clause == (_IN_THE_FIRST_EDITION[clause] if self.catalogue.edition == "first" else clause)


def assert_agrees(ledger: Ledger, state: State) -> None:
    """What the events told is what the table shows."""
    assert ledger.unknown == []
    assert ledger.guilds == tuple(each.guild for each in state.players)
    aside = [{each.card for each in state.aside if each.owner == seat} for seat in range(len(state.players))]
    for seat, player in enumerate(state.players):
        between = {card for card, owner in ledger.between.items() if owner == seat}
        assert ledger.held[seat] | between == set(player.hand) | aside[seat]
        assert not ledger.open_hands or ledger.apart.isdisjoint(player.hand), "what is in an open hand was shown to all"
        assert ledger.decks[seat] == len(player.deck)
        assert ledger.discards[seat] == list(player.discard)
        assert ledger.tucked[seat] == list(player.tucked)
        assert ledger.objectives[seat] == set(player.objectives)
        assert ledger.masters[seat] == player.master
        assert (seat in ledger.turned) == player.master_spent
    assert ledger.between == {each.card: each.owner for each in state.aside if each.public}
    for here in state.districts:
        assert ledger.piles[here.name] == len(here.pile)
        assert ledger.stakes[here.name] == here.stake
        assert ledger.lying[here.name] == [(each.card, each.owner, each.face_up) for each in here.cards]
        assert ledger.foreknown[here.name] == set(here.known_to)
        assert ledger.lowest[here.name] == here.end_among
        for each in here.cards:
            assert each.shown is (each.card in ledger.backs)
            assert set(each.known_to) == ledger.known.get(each.card, set())
    assert (ledger.militia, ledger.served) == (len(state.militia), set(state.militia_used))
    assert (ledger.events, ledger.event) == (len(state.events), state.event)
    assert ledger.foreseen == (state.events[-1] if state.events else None)
    assert ledger.past_events == list(state.past_events)
    assert ledger.bonuses == list(state.bonuses)
    assert (ledger.round, ledger.phase, ledger.last_round) == (state.round, state.phase, state.last_round)
    assert ledger.idle == state.idle
    assert ledger.first_player == (state.first_player if state.round else None)
    assert (state.active is None) or state.phase is Phase.INTRIGUE, "only then somebody takes his turn"
