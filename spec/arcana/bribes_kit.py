"""What the properties on bribes, Stakes and Locations share: arranged Districts, and a naive way to count a bribe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import CopyValues
from arcanum.guilds.actions import Bribe, TurnUp
from arcanum.guilds.bribing import AddToBribe
from arcanum.guilds.cards import Arcanum, Card, CardId, Kind
from arcanum.guilds.clause_ids import R_BRIBE_5
from arcanum.guilds.state import District, Phase, Placed
from arcanum.guilds.winning import PutStakeAway
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.events import Seat
from arcanum.spec.games import number
from arcanum.spec.games import step as answer
from arcanum.spec.guilds.arrange import at_turn, fresh, with_cards, with_hand, with_pile, with_stake
from arcanum.spec.guilds.games import Modules, Step, any_players, district, guild_rules, module_sets, price
from arcanum.spec.guilds.invariants import zones

PLAIN = module_sets(never=("events", "masters"))
"""Modules that leave values, prices and totals as they are printed."""
TO_DISCARD = Option("discard")
VALUES = st.tuples(*[st.integers(0, 5)] * 3)


# --- tables -----------------------------------------------------------------------------------------------------------


@st.composite
def tables(
    draw: st.DrawFn,
    rulesets: st.SearchStrategy[str],
    modules: Modules = PLAIN,
    players: Sequence[int] | None = None,
) -> State:
    """The first turn of a game of any guilds, with the end card beneath all Stakes."""
    ruleset = draw(rulesets)
    guilds = draw(st.permutations(guild_rules(ruleset).catalogue.guilds))
    chosen = draw(modules.under(ruleset))
    state = fresh(ruleset, guilds[: draw(any_players(ruleset, players))], chosen, draw(st.integers(0, 999)))
    (end,) = state.rules.catalogue.of(Kind.END_CARD)
    stakes = [card for card in reversed(district(state, "N").pile) if card != end.id]
    return with_pile(state, "N", [*stakes, end.id])


def with_faces(state: State, faces: Mapping[str, Mapping[str, Any]]) -> State:
    """The state with other things printed on some cards."""
    catalogue = state.rules.catalogue
    cards = tuple(attrs.evolve(card, **faces[card.id]) if card.id in faces else card for card in catalogue)
    return attrs.evolve(state, rules=attrs.evolve(state.rules, catalogue=attrs.evolve(catalogue, cards=cards)))


def shown(state: State) -> State:
    """The state with a faceup card on every pile, if an arrangement has taken one away."""
    return attrs.evolve(
        state,
        districts=tuple(
            attrs.evolve(each, stake=each.pile[-1], pile=each.pile[:-1]) if each.stake is None and each.pile else each
            for each in state.districts
        ),
    )


def names(state: State) -> list[str]:
    """The names of the Districts."""
    return [each.name for each in state.districts]


def stakes_of(state: State, *kinds: Kind) -> list[CardId]:
    """The Stakes of some kinds; not the ones without values of their own, about which there are other clauses."""
    return [card.id for card in state.rules.catalogue.stakes if card.kind in kinds and not card.statics]


def agents_for(state: State, seat: Seat) -> list[CardId]:
    """The Agents that a player can have: those of his guild, and Personalities."""
    own = state.rules.catalogue.of(Kind.AGENT, state.players[seat].guild)
    return [*(card.id for card in own if not card.statics), *stakes_of(state, Kind.PERSONALITY)]


def relics_for(state: State, seat: Seat) -> list[CardId]:
    """The Relics that a player can have."""
    relics = state.rules.catalogue.of(Kind.RELIC)
    return [card.id for card in relics if card.is_stake or card.emblem == state.players[seat].guild]


def some(
    draw: st.DrawFn, cards: Sequence[CardId], but: Sequence[CardId] = (), *, least: int = 0, most: int = 3
) -> list[CardId]:
    """Some different cards of these."""
    free = [card for card in cards if card not in but]
    return draw(st.lists(st.sampled_from(free), min_size=least, max_size=most, unique=True))


@st.composite
def foreign(draw: st.DrawFn, state: State, seat: Seat, but: Sequence[CardId], least: int = 0) -> list[Placed]:
    """Faceup Agents and Relics of other players."""
    found: list[Placed] = []
    others = [other for other in range(len(state.players)) if other != seat]
    for _ in range(draw(st.integers(least, 3))):
        other = draw(st.sampled_from(others))
        free = [*agents_for(state, other), *relics_for(state, other)]
        taken = [*but, *(each.card for each in found)]
        found.append(Placed(draw(st.sampled_from([card for card in free if card not in taken])), other, True))
    return found


def filled(state: State, name: str, cards: Sequence[Placed]) -> State:
    """The state with these cards in a District, and every pile showing a card."""
    return shown(with_cards(state, name, [(each.card, each.owner, each.face_up) for each in cards]))


# --- bribes -----------------------------------------------------------------------------------------------------------


def worth(state: State, name: str, seat: Seat, turned_up: Sequence[CardId] = ()) -> int:
    """What a player can bribe with: his Relics there, and his faceup Agents in the one Main Arcanum that gives most.

    An Agent without values of its own counts like the best other faceup one, as AMB-21 has it.
    """
    place = district(state, name)
    assert place.stake is not None
    at = names(state).index(name)
    seen = [each for each in place.cards if each.face_up or each.card in turned_up]
    agents = [(each.owner, state.card(each.card)) for each in seen if not is_relic(state, each.card)]
    relics = [state.card(each.card) for each in seen if each.owner == seat and is_relic(state, each.card)]
    extra = [each for each in state.bonuses if (each.seat, each.district) == (seat, at)]
    totals = []
    for main in state.card(place.stake).main:
        models = [card.values[main] for _, card in agents if not copies(card)]
        own = [card for owner, card in agents if owner == seat]
        values = [max(models, default=0) if copies(card) else card.values[main] for card in own]
        bonus = sum(each.amount for each in extra if each.arcanum in (None, main)) if values else 0
        totals.append(sum(values) + bonus)
    return max(totals) + sum(relic.ducat or 0 for relic in relics)


def copies(card: Card) -> bool:
    """Whether an Agent takes its values from another."""
    return any(isinstance(word, CopyValues) for word in card.statics)


@attrs.frozen
class Scene:
    """A player's turn before a Personality: a Relic in his hand, and Agents of his in the District."""

    state: State
    seat: Seat
    name: str
    stake: CardId
    relic: CardId
    host: CardId

    @property
    def place(self) -> District:
        """The District."""
        return district(self.state, self.name)

    @property
    def own(self) -> list[Placed]:
        """The briber's Agents there."""
        return [each for each in self.place.cards if each.owner == self.seat and not is_relic(self.state, each.card)]

    @property
    def hidden(self) -> list[CardId]:
        """His facedown Agents there, but for the one that gets the Relic."""
        return [each.card for each in self.own if not each.face_up and each.card != self.host]

    @property
    def price(self) -> int:
        """What the Personality takes."""
        ducats = self.state.card(self.stake).ducat
        assert ducats is not None
        return price(self.state, ducats)

    def total(self, turned_up: Sequence[CardId] = ()) -> int:
        """What the bribe comes to, if these Agents are turned up for it."""
        return worth(self.state, self.name, self.seat, (self.host, *turned_up)) + self.ducats

    @property
    def ducats(self) -> int:
        """What the Relic adds."""
        return self.state.card(self.relic).ducat or 0

    def bribe(self, turned_up: Sequence[CardId] = ()) -> Step:
        """Place the Relic, turn these Agents up as long as that is asked for, and leave it at that."""
        done = answer(self.state, Bribe(self.relic, self.host))
        for card in turned_up:
            if isinstance(done.after.agenda[-1], AddToBribe):
                done = then(done, TurnUp(card))
        if isinstance(done.after.agenda[-1], AddToBribe):
            done = then(done, PASS)
        return put_away(done)

    def with_ducats(self, ducats: int | None) -> Scene:
        """The same, with other Ducats on the Personality."""
        return attrs.evolve(self, state=with_faces(self.state, {self.stake: {"ducat": ducats}}))


def is_relic(state: State, card: CardId) -> bool:
    """Whether a card is a Relic."""
    return state.card(card).kind is Kind.RELIC


def then(done: Step, action: Action) -> Step:
    """What was done and one action more, as one step."""
    more = answer(done.after, action)
    return Step(done.before, done.action, more.after, (*done.events, *more.events))


def acts(state: State, *actions: Action) -> Step:
    """Some actions as one step; a Stake that is won goes to the Discard Pile."""
    done = put_away(answer(state, actions[0]))
    for action in actions[1:]:
        done = put_away(then(done, action))
    return done


def put_away(done: Step) -> Step:
    """The same; if a won Stake is still to be put away it goes to the Discard Pile."""
    while done.after.agenda and isinstance(done.after.agenda[-1], PutStakeAway):
        done = then(done, TO_DISCARD)
    return done


@st.composite
def scenes(
    draw: st.DrawFn,
    rulesets: st.SearchStrategy[str],
    *,
    short: st.SearchStrategy[int] | None = None,
    backers: tuple[int, int] = (0, 2),
    left: int = 0,
    mains: Sequence[int] = (1, 2),
    foes: int = 0,
    hidden: bool = False,
    modules: Modules = PLAIN,
) -> Scene:
    """Bribes that fall short of the price by so much without Agents turned up for them (less than 0: too much).

    `left` Relics of earlier bribes lie there. Values of the own Agents and Relics, and the price, are any. If a backer
    is to be `hidden`, the District is a friendly one, as Agents lie facedown nowhere else.
    """
    state = draw(tables(rulesets, modules))
    seat = draw(st.integers(0, len(state.players) - 1))
    homes = [each.name for each in state.districts if each.standing(seat) == "friendly"]
    name = draw(st.sampled_from(homes if hidden else names(state)))
    stake = draw(
        st.sampled_from([id for id in stakes_of(state, Kind.PERSONALITY) if len(state.card(id).main) in mains])
    )
    host, *others = some(draw, agents_for(state, seat), [stake], least=1 + backers[0], most=1 + backers[1])
    relic, *relics = some(draw, relics_for(state, seat), least=1 + left, most=1 + left)
    home = district(state, name).standing(seat) == "friendly"
    down = others[:hidden]
    own = [Placed(card, seat, card not in down and (not home or draw(st.booleans()))) for card in (host, *others)]
    against = draw(foreign(state, seat, [stake, host, *others, relic, *relics], foes))
    placed = draw(st.permutations([*own, *(Placed(card, seat, True) for card in relics), *against]))
    faces: dict[str, dict[str, Any]] = {card: {"values": draw(VALUES)} for card in (host, *others)}
    more = number(state, R_BRIBE_5, "surplus_needed")
    faces |= {card: {"ducat": max(0, more) + draw(st.integers(0, 6))} for card in (relic, *relics)}
    state = with_faces(filled(with_stake(state, name, stake), name, placed), faces)
    state = at_turn(shown(with_hand(state, seat, (relic, spare(state, seat, (host, *others))))), seat)
    scene = Scene(state, seat, name, stake, relic, host)
    lacking = draw(st.integers(-2, 2) if short is None else short)
    return scene.with_ducats(max(0, scene.total() + lacking - more))


def spare(state: State, seat: Seat, but: Sequence[CardId] = ()) -> CardId:
    """An Agent of the player's guild that is none of these."""
    guild = state.rules.catalogue.of(Kind.AGENT, state.players[seat].guild)
    return next(card.id for card in guild if card.id not in but)


# --- what has changed -------------------------------------------------------------------------------------------------


def where(state: State) -> dict[CardId, str]:
    """Where every card is, and how it lies."""
    found = {card: zone for zone, cards, _ in zones(state) for card in cards}
    for each in state.districts:
        for card in each.cards:
            facing = "faceup" if card.face_up else "facedown"
            found[card.card] = f"{each.name} {facing} before {card.owner}"
    return found


def moves(before: State, after: State) -> dict[CardId, tuple[str, str]]:
    """The cards that are somewhere else now, or lie otherwise."""
    old, new = where(before), where(after)
    return {card: (old[card], new[card]) for card in old if old[card] != new[card]}


def hand_of(seat: Seat) -> str:
    """A hand, as `where` names it."""
    return f"hand of seat {seat}"


def deck_of(seat: Seat) -> str:
    """A Deck, as `where` names it."""
    return f"deck of seat {seat}"


def discard_of(seat: Seat) -> str:
    """A Discard Pile, as `where` names it."""
    return f"discard of seat {seat}"


def discards(state: State) -> list[tuple[CardId, ...]]:
    """All Discard Piles."""
    return [player.discard for player in state.players]


def others_of(state: State, name: str) -> list[District]:
    """All Districts but one."""
    return [each for each in state.districts if each.name != name]


def is_new_turn(state: State, seat: Seat) -> bool:
    """Whether somebody else is to take his turn."""
    return state.phase is Phase.INTRIGUE and state.active != seat and arcanum.to_act(state) == state.active


def main_of(card: Card) -> int:
    """The single Main Arcanum of a Stake, as a place among its values."""
    (main,) = card.main
    return int(main)


# --- boards -----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Board:
    """A position with cards of everybody in several Districts, and the seat that is to take its turn."""

    state: State
    seat: Seat

    @property
    def location(self) -> CardId:
        """A Location of the seat's guild; `playing` puts it into the hand."""
        return self.state.rules.catalogue.of(Kind.LOCATION, self.state.players[self.seat].guild)[0].id

    def playing(self, *words: object, hand: Sequence[CardId] = ()) -> State:
        """The seat's turn with a hand of a Location with these words, and of other cards."""
        state = with_hand(self.state, self.seat, (self.location, *hand))
        return at_turn(shown(with_faces(state, {self.location: {"program": words}})), self.seat)

    def spares(self, count: int) -> list[CardId]:
        """Agents of the seat's guild that lie in no District."""
        placed = [each.card for place in self.state.districts for each in place.cards]
        guild = self.state.rules.catalogue.of(Kind.AGENT, self.state.players[self.seat].guild)
        return [card.id for card in guild if card.id not in placed and not card.statics][:count]


@st.composite
def boards(draw: st.DrawFn, rulesets: st.SearchStrategy[str], *, relics: bool = False) -> Board:
    """Tables with up to two Agents of the seat and of others in each District; with `relics` also left-over Relics."""
    state = draw(tables(rulesets))
    seat = draw(st.integers(0, len(state.players) - 1))
    taken = [each.stake for each in state.districts if each.stake is not None]
    for name in names(state):
        here: list[Placed] = []
        for owner in draw(st.lists(st.integers(0, len(state.players) - 1), max_size=4)):
            kinds = relics_for if relics and draw(st.integers(0, 3)) == 0 else agents_for
            card = draw(st.sampled_from([card for card in kinds(state, owner)[:30] if card not in taken]))
            down = kinds is agents_for and owner in district(state, name).friendly_to and draw(st.booleans())
            here.append(Placed(card, owner, not down))
            taken.append(card)
        state = filled(state, name, here)
    for owner, player in enumerate(state.players):  # so that the round does not end with the seat's turn
        spare = [*player.deck[-1:], *(card for card in agents_for(state, owner) if card not in taken)]
        state = state if player.hand else with_hand(state, owner, spare[:1])
    return Board(at_turn(state, seat), seat)


def looked_at(state: State) -> State:
    """The state after the left neighbour of everybody looked at his facedown cards, and seat 0 into the piles."""
    seats = len(state.players)

    def seen(card: Placed) -> Placed:
        return card if card.face_up else attrs.evolve(card, known_to=((card.owner + 1) % seats,))

    return attrs.evolve(
        state,
        districts=tuple(
            attrs.evolve(each, known_to=(0,) if each.pile else (), cards=tuple(map(seen, each.cards)))
            for each in state.districts
        ),
    )


def at_its_end(state: State) -> State:
    """The state with the end card on top of the pile that it lies in; it could be anywhere there."""
    (end,) = state.rules.catalogue.of(Kind.END_CARD)
    piles = [[card for card in each.pile if card != end.id] for each in state.districts]
    return attrs.evolve(
        state,
        districts=tuple(
            attrs.evolve(each, pile=(*pile, end.id), end_among=len(each.pile)) if end.id in each.pile else each
            for each, pile in zip(state.districts, piles, strict=True)
        ),
    )


def kept(old: Sequence[CardId], new: Sequence[CardId]) -> bool:
    """Whether the cards that stay in a pile keep their order."""
    return [card for card in old if card in new] == [card for card in new if card in old]


def spots(state: State) -> list[tuple[str, int, Placed]]:
    """All cards in Districts, with District and place."""
    return [(each.name, place, card) for each in state.districts for place, card in enumerate(each.cards)]


def lies(state: State, name: str, owner: Seat) -> str:
    """How a card lies that comes to a District: facedown where its owner is at home."""
    facing = "facedown" if owner in district(state, name).friendly_to else "faceup"
    return f"{name} {facing} before {owner}"


def total_of(state: State, name: str, seat: Seat, stake: CardId) -> dict[Arcanum, int]:
    """What the Agents of a player come to in each Main Arcanum of a Stake."""
    mine = [state.card(each.card) for each in district(state, name).cards if each.owner == seat]
    return {main: sum(card.values[main] for card in mine) for main in state.card(stake).main}
