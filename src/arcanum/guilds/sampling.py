"""Complete positions of Arcana that a view allows: what lies facedown, dealt anew.

Everybody knows which cards a player has, but for those of a Deck that he put together himself; unknown is which of them
are in his hand, in which order they lie in the Deck, and which Agents lie facedown. The other Stakes are in the piles
or in the box. Every deal is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import perm
from typing import Any, TypeVar

import attrs

from arcanum.guilds import decisions, flow, playing
from arcanum.guilds.cards import UNSEEN, CardId, Kind
from arcanum.guilds.catalogue import Catalogue
from arcanum.guilds.state import Aside, District, Placed, Player, State
from arcanum.guilds.views import PlayerView, View
from arcanum.kernel.agenda import Task
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import below, drawn
from arcanum.kernel.sampling import NoSuchPosition, accepted

T = TypeVar("T")
_MOST_TRIES = 500
Spot = tuple[str, int, int]
"""A card that the seat does not know: among the cards of a District, or aside, with its place there."""


@lru_cache(maxsize=8)
def _dealt_out(catalogue: Catalogue) -> tuple[CardId, ...]:
    """The cards that are somewhere in every game, be it in the box."""
    return tuple(card.id for card in catalogue if card.kind not in (Kind.CREST, Kind.FIRST_PLAYER))


@lru_cache(maxsize=8)
def _stakes(catalogue: Catalogue) -> tuple[CardId, ...]:
    return tuple(card.id for card in catalogue.stakes)


def sample(view: View, rng: int, honest: bool) -> State | None:
    """A position that looks like the view to its seat. Whatever is dealt, whoever is asked has an answer."""
    return accepted(_Dealer(view, rng).state(), by_chance=False, honest=honest)


class _Dealer:
    """Deals the cards that the seat of a view does not know."""

    def __init__(self, view: View, rng: int) -> None:
        self.view, self.rng = view, rng
        self.catalogue = view.rules.catalogue
        self.modules = view.options.modules
        self.spots: dict[Spot, CardId] = {}
        seen = self._seen()
        twice = [card for card, count in Counter(seen).items() if count > 1]
        if twice:
            raise NoSuchPosition(f"a card is seen in two places: {', '.join(twice[:3])}")
        self.seen = set(seen)

    def _seen(self) -> list[CardId]:
        """The cards whose places the seat knows."""
        view = self.view
        found: list[CardId | None] = [*view.militia_used, *view.past_events, view.event, view.next_event]
        for player in view.players:
            found += [*(player.hand or ()), *player.discard, *player.tucked, *(player.objectives or ()), player.master]
        for district in view.districts:
            found += [district.stake, district.next, *(each.card for each in district.cards)]
        found += [each.card for each in view.aside]
        return [card for card in found if card is not None]

    def state(self) -> State:
        """The position."""
        view = self.view
        counts = [view.militia, view.events, *(district.pile for district in view.districts)]
        counts += [count for each in view.players for count in (each.deck, each.hand_size, each.objective_count)]
        if min(counts) < 0:
            raise NoSuchPosition("there cannot be fewer than no cards")
        owners = {each.owner for each in view.aside}
        owners |= {each.owner for place in view.districts for each in place.cards}
        if not owners <= set(range(len(view.players))):
            raise NoSuchPosition("every card has an owner")
        if len(view.options.guilds) != len(view.players):
            raise NoSuchPosition("every player has a guild")
        militia = self._deal_militia()
        hands = [self._deal_player(seat, player) for seat, player in enumerate(view.players)]
        objectives = self._deal_objectives()
        events = self._deal_events()
        piles = self._deal_piles()
        districts = tuple(self._district(at, pile) for at, pile in enumerate(piles))
        players = tuple(
            self._player(player, deck, hand, kept)
            for player, (deck, hand), kept in zip(view.players, hands, objectives, strict=True)
        )
        aside = tuple(
            Aside(self.spots["aside", 0, at] if each.card is None else each.card, each.owner, each.public)
            for at, each in enumerate(view.aside)
        )
        live = {*militia, *events, *view.militia_used, *view.past_events, view.event, *(each.card for each in aside)}
        for player in players:
            live |= {*player.deck, *player.hand, *player.discard, *player.tucked, *player.objectives, player.master}
        for district in districts:
            live |= {*district.pile, district.stake, *(each.card for each in district.cards)}
        return State(
            agenda=self._agenda(aside),
            rules=view.rules,
            options=view.options,
            players=players,
            districts=districts,
            round=view.round,
            phase=view.phase,
            first_player=view.first_player,
            active=view.active,
            militia=militia,
            militia_used=view.militia_used,
            events=events,
            event=view.event,
            past_events=view.past_events,
            bonuses=view.bonuses,
            aside=aside,
            last_round=view.last_round,
            box=tuple([card for card in _dealt_out(self.catalogue) if card not in live]),
            rng=self.rng,
            idle=view.idle,
        )

    # --- players -----------------------------------------------------------------------------------------------------

    def _unknown(self, owner: Seat | None, *, militia: bool) -> list[Spot]:
        """The facedown cards of a player, or of all, that the seat does not know."""
        view = self.view
        found: list[Spot] = []
        for at, district in enumerate(view.districts):
            found += [
                ("cards", at, place)
                for place, each in enumerate(district.cards)
                if each.card is None and each.militia == militia and owner in (None, each.owner)
            ]
        found += [
            ("aside", 0, place)
            for place, each in enumerate(view.aside)
            if each.card is None and each.militia == militia and owner in (None, each.owner)
        ]
        return found

    def _deal_player(self, seat: Seat, player: PlayerView) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
        """Deck and hand of a player; what else of his cannot be seen gets its cards too."""
        spots = self._unknown(seat, militia=False)
        pool = [card for card in player.owned if card not in self.seen]
        hand_size = 0 if player.hand is not None else player.hand_size
        missing = player.deck + hand_size + len(spots) - len(pool)
        facedown = [spot for spot in spots if spot[0] == "cards"]
        if missing:
            pool += self._chosen(seat, player, pool, missing, len(facedown))
        agents = self._shuffled([card for card in pool if self.catalogue[card].is_agent])
        if len(agents) < len(facedown):
            raise NoSuchPosition(f"seat {seat} does not have so many Agents")
        self.spots |= dict(zip(facedown, agents, strict=False))
        placed = set(agents[: len(facedown)])
        rest = self._shuffled([card for card in pool if card not in placed])
        aside = [spot for spot in spots if spot[0] == "aside"]
        self.spots |= dict(zip(aside, rest, strict=False))
        rest = rest[len(aside) :]
        hand = rest[:hand_size] if player.hand is None else player.hand
        in_order = tuple(sorted(hand, key=self.catalogue.order.__getitem__))
        return tuple(rest[hand_size:]), in_order

    def _chosen(self, seat: Seat, player: PlayerView, pool: list[CardId], missing: int, facedown: int) -> list[CardId]:
        """Cards of a guild that another player may have put into his Deck; the others are in the box."""
        guild = [card.id for card in self.catalogue.guild_cards(player.guild) if card.id not in self.seen]
        if "customise" not in self.modules or seat == self.view.seat or not 0 < missing <= len(guild):
            raise NoSuchPosition(f"the cards of seat {seat} are not as many as there are places for them")
        known = sum(self.catalogue[card].is_agent for card in pool)
        most = known + min(missing, sum(self.catalogue[card].is_agent for card in guild))
        if most < facedown:
            raise NoSuchPosition(f"seat {seat} does not have so many Agents")
        for _ in range(_MOST_TRIES):
            # A choice with more Agents leaves more ways to fill the facedown places, and is as much more likely.
            chosen = self._shuffled(guild)[:missing]
            agents = known + sum(self.catalogue[card].is_agent for card in chosen)
            self.rng, lot = below(self.rng, perm(most, facedown))
            if lot < perm(agents, facedown):
                return chosen
        raise NoSuchPosition(f"seat {seat} hardly can have so many Agents")

    def _player(
        self, player: PlayerView, deck: tuple[CardId, ...], hand: tuple[CardId, ...], objectives: tuple[CardId, ...]
    ) -> Player:
        return Player(
            player.guild, deck, hand, player.discard, player.tucked, objectives, player.master, player.master_spent
        )

    # --- what belongs to nobody --------------------------------------------------------------------------------------

    def _unseen(self, kind: Kind, module: str) -> list[CardId]:
        """The cards of a kind that the seat does not see, in random order; none if they are not in the game."""
        cards = self.catalogue.of(kind) if module in self.modules else ()
        return self._shuffled([card.id for card in cards if card.id not in self.seen])

    def _deal_militia(self) -> tuple[CardId, ...]:
        cards, spots = self._unseen(Kind.MILITIA, "militia"), self._unknown(None, militia=True)
        if len(cards) != len(spots) + self.view.militia:
            raise NoSuchPosition("the Militia are not as many as there are places for them")
        self.spots |= dict(zip(spots, cards, strict=False))
        return tuple(cards[len(spots) :])

    def _deal_objectives(self) -> list[tuple[CardId, ...]]:
        cards = self._unseen(Kind.OBJECTIVE, "objectives")
        found: list[tuple[CardId, ...]] = []
        for player in self.view.players:
            if player.objectives is None:
                kept, cards = cards[: player.objective_count], cards[player.objective_count :]
                found.append(tuple(sorted(kept, key=self.catalogue.order.__getitem__)))
            else:
                found.append(player.objectives)
        return found

    def _deal_events(self) -> tuple[CardId, ...]:
        """The event pile; the end card is among the lowest."""
        view = self.view
        if not view.events:
            return ()
        cards = self._unseen(Kind.EVENT, "events")
        lowest = view.events - 1
        ends = [card.id for card in self.catalogue.of(Kind.END_CARD) if card.id not in self.seen]
        if view.next_event is None or lowest != len(cards) + len(ends):
            raise NoSuchPosition("the Events are not as many as there are places for them")
        return (*self._with_end(cards, ends, min(lowest, view.rules.events_with_end_card + 1)), view.next_event)

    def _deal_piles(self) -> list[tuple[CardId, ...]]:
        """The facedown piles of the Districts."""
        view = self.view
        owned = {card for player in view.players for card in player.owned}
        cards = self._shuffled(
            [card for card in _stakes(self.catalogue) if card not in self.seen and card not in owned]
        )
        end_cards = [card.id for card in self.catalogue.of(Kind.END_CARD) if card.id not in self.seen]
        found: list[tuple[CardId, ...]] = []
        for district in view.districts:
            top = () if district.next is None else (district.next,)
            lowest = district.pile - len(top)
            ends = end_cards if district.end_among else []
            if lowest < len(ends) or lowest - len(ends) > len(cards):
                raise NoSuchPosition("the Stakes are not as many as there are places for them")
            pile, cards = cards[: lowest - len(ends)], cards[lowest - len(ends) :]
            found.append((*self._with_end(pile, ends, min(district.end_among, lowest)), *top))
        return found

    def _with_end(self, pile: list[CardId], ends: list[CardId], among: int) -> list[CardId]:
        """A pile, the lowest card first, with the end card among so many of the lowest."""
        for card in ends:
            if among < 1:
                raise NoSuchPosition("there is no place for the end card")
            self.rng, at = below(self.rng, among)
            pile = [*pile[:at], card, *pile[at:]]
        return pile

    def _district(self, at: int, pile: tuple[CardId, ...]) -> District:
        view = self.view.districts[at]
        cards = tuple(
            Placed(
                self.spots["cards", at, place] if each.card is None else each.card,
                each.owner,
                each.face_up,
                each.shown,
                each.known_to,
            )
            for place, each in enumerate(view.cards)
        )
        return District(view.name, view.friendly_to, pile, view.stake, cards, view.known_to, view.end_among)

    # --- pending choices ---------------------------------------------------------------------------------------------

    def _agenda(self, aside: tuple[Aside, ...]) -> tuple[Task[Any, Any], ...]:
        """The agenda with the cards that others have drawn or chosen in secret; what was drawn last is used first."""
        found: list[Task[Any, Any]] = []
        held: dict[tuple[Seat, bool], list[CardId]] = {}
        for each, known in zip(aside, self.view.aside, strict=True):
            if known.card is None:
                held.setdefault((each.owner, known.militia), []).append(each.card)
        for task in reversed(self.view.agenda):
            match task:
                case flow.ChooseDeck(seat=seat, chosen=chosen) if UNSEEN in chosen:
                    guild = self.view.players[seat].guild if seat in range(len(self.view.players)) else ""
                    deck = self._shuffled([card.id for card in self.catalogue.guild_cards(guild)])
                    task = attrs.evolve(task, chosen=tuple(deck[: len(chosen)]))
                case flow.ChooseMaster(picked=picked):
                    guessed = [(seat, self._master(seat) if card == UNSEEN else card) for seat, card in picked]
                    task = attrs.evolve(task, picked=tuple(guessed))
                case playing.SendMilitia(seat=seat, card=card) if card == UNSEEN:
                    task = attrs.evolve(task, card=(held.get((seat, True)) or [UNSEEN])[-1])
                case decisions.PlayDrawn(seat=seat, cards=cards) if UNSEEN in cards:
                    task = attrs.evolve(task, cards=tuple(held.get((seat, False), ())[-len(cards) :]))
                case decisions.DiscardDrawn(seat=seat, cards=cards) if UNSEEN in cards:
                    own = held.get((seat, False), [])
                    task = attrs.evolve(task, cards=tuple(own[-len(cards) :]))
                    held[seat, False] = own[: -len(cards)]
            found.append(task)
        return tuple(reversed(found))

    def _master(self, seat: Seat) -> CardId:
        """One of the Guild Masters that a player may have chosen."""
        guild = self.view.players[seat].guild if seat in range(len(self.view.players)) else ""
        masters = self._shuffled([card.id for card in self.catalogue.of(Kind.MASTER, guild)])
        return masters[0] if masters else UNSEEN

    def _shuffled(self, items: Sequence[T]) -> list[T]:
        self.rng, found, _ = drawn(self.rng, items, len(items))
        return found
