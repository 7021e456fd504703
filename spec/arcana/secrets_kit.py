"""What a seat may know and what not, kept apart from the engine: states that look the same, and what was shown.

`retold` is another state that must look the same to a seat: everything that it may not know is dealt anew. A `Watcher`
hears every event and remembers who was shown what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

import arcanum
from arcanum.guilds import State, View
from arcanum.guilds.cards import UNSEEN, CardId, Kind
from arcanum.guilds.clause_ids import HOUSE_5
from arcanum.guilds.decisions import DiscardDrawn, PlayDrawn
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    Discarded,
    LookedAt,
    Moved,
    RelicPlaced,
    Shuffled,
    TakenBack,
    TakenBackFacedown,
    TurnedUp,
)
from arcanum.guilds.flow import ChooseDeck, ChooseMaster
from arcanum.guilds.playing import SendMilitia
from arcanum.guilds.state import Player
from arcanum.kernel.clauses import APPLIES
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.randomness import below, shuffled
from arcanum.spec.games import stated
from arcanum.spec.guilds.games import Game, Step, district
from arcanum.spec.secrets import renamed

Names = dict[CardId, CardId]
"""For each card that a seat may not know, the one that is put in its place."""


def look(state: State, seat: Seat | None) -> View:
    """What a seat sees; None is a spectator."""
    view = arcanum.observe(state, seat)
    assert isinstance(view, View)
    return view


def hands_lie_open(state: State) -> bool:
    """Whether everybody sees all hands."""
    return stated(state, HOUSE_5, APPLIES) is True


# --- what a seat sees -------------------------------------------------------------------------------------------------


def check_secrets(state: State, view: View) -> None:
    """A view shows of hands, Objectives, facedown cards and what is still to happen what its seat may see."""
    seat, over = view.seat, arcanum.to_act(state) is None
    for owner, (player, shown) in enumerate(zip(state.players, view.players, strict=True)):
        visible = owner == seat or hands_lie_open(state)
        assert shown.hand == (player.hand if visible else None), "a hand is seen by who holds it"
        assert shown.objectives == (player.objectives if owner == seat or over else None)
        assert shown.objective_count == len(player.objectives), "how many there are is no secret"
    for place, seen in zip(state.districts, view.districts, strict=True):
        known = place.pile[-1:] if seat in place.known_to else ()
        assert seen.next == (known[0] if known else None), "who has looked at the next card sees it"
        for card, lying in zip(place.cards, seen.cards, strict=True):
            insiders = (card.owner, *card.known_to)
            assert lying.card == (card.card if card.face_up or card.shown or seat in insiders else None)
            assert lying.militia is (state.card(card.card).kind is Kind.MILITIA), "everybody saw it come"
    for between, on_its_way in zip(state.aside, view.aside, strict=True):
        assert on_its_way.card == (between.card if between.public or between.owner == seat else None)
        assert (on_its_way.owner, on_its_way.public) == (between.owner, between.public)
        assert type(on_its_way.public) is bool
        assert on_its_way.militia is (state.card(between.card).kind is Kind.MILITIA)
    _check_agenda(state, view)


def _check_agenda(state: State, view: View) -> None:
    """Cards that are drawn to be used, or chosen for a Deck, are seen by him who does that; others see how many."""
    for task, seen in zip(state.agenda, view.agenda, strict=True):
        own = getattr(task, "seat", None) == view.seat is not None
        if isinstance(task, PlayDrawn | DiscardDrawn):
            assert task.seat == arcanum.to_act(state), "who drew the cards is asked about them"
            task = task if own else attrs.evolve(task, cards=(UNSEEN,) * len(task.cards))
        elif isinstance(task, SendMilitia):
            task = task if own else attrs.evolve(task, card=UNSEEN)
        elif isinstance(task, ChooseDeck):
            task = task if own else attrs.evolve(task, chosen=(UNSEEN,) * len(task.chosen))
        elif isinstance(task, ChooseMaster):
            shown = [(chooser, card if chooser == view.seat else UNSEEN) for chooser, card in task.picked]
            task = attrs.evolve(task, picked=tuple(shown))
        assert seen == task


# --- states that look the same ----------------------------------------------------------------------------------------


def secrets(state: State, seat: Seat | None) -> Iterator[list[CardId]]:
    """Groups of cards of which a seat may not know which is where; in a group any can be in the place of any other.

    Facedown cards in Districts are Agents, so each player's Agents are a group apart from his other cards. Of a Deck
    that somebody put together himself the seat does not know what is in the box; but who won a Stake has it.
    """
    militia, objectives = list(state.militia), list[CardId]()
    for owner, player in enumerate(state.players):
        own = owner == seat
        cards = [*player.deck] if own or hands_lie_open(state) else [*player.deck, *player.hand]
        unseen = [each for place in state.districts for each in place.cards if not each.seen_by(seat)]
        cards += [each.card for each in unseen if each.owner == owner]
        cards += [each.card for each in state.aside if each.owner == owner and not each.public and not own]
        if "customise" in state.options.modules and not own:
            cards += [card for card in state.box if state.card(card).emblem == player.guild and in_a_deck(state, card)]
        if not own and arcanum.to_act(state) is not None:
            objectives += player.objectives
        militia += [card for card in cards if state.card(card).kind is Kind.MILITIA]
        agents = [card for card in cards if state.card(card).is_agent and state.card(card).kind is not Kind.MILITIA]
        rest = [card for card in cards if not state.card(card).is_agent]
        if "customise" in state.options.modules:
            for group in (agents, rest):
                yield [card for card in group if state.card(card).is_stake]
                yield [card for card in group if not state.card(card).is_stake]
        else:
            yield from (agents, rest)
    for task in state.agenda:
        for owner, _ in task.picked if isinstance(task, ChooseMaster) else ():
            if owner != seat:
                yield [card.id for card in state.rules.catalogue.of(Kind.MASTER, state.players[owner].guild)]
    yield militia
    yield objectives + [card for card in state.box if state.card(card).kind is Kind.OBJECTIVE]
    yield list(state.events[:-1])
    yield stakes_out_of_sight(state, seat) + [card for card in state.box if state.card(card).is_stake]


def in_a_deck(state: State, card: CardId) -> bool:
    """Whether a card is of a kind that guilds put into their Decks."""
    return state.card(card).kind in (Kind.AGENT, Kind.LOCATION, Kind.RELIC)


def stakes_out_of_sight(state: State, seat: Seat | None) -> list[CardId]:
    """The Stakes in piles, except a next one that the seat has looked at. The end card is not one of them."""
    found: list[CardId] = []
    for place in state.districts:
        found += place.pile[:-1] if seat in place.known_to else place.pile
    return [card for card in found if state.card(card).kind is not Kind.END_CARD]


def dealt_anew(state: State, seat: Seat | None, seed: int, known: Iterable[str] = ()) -> Names:
    """Who takes whose place when everything is dealt anew that a seat may not know, less some cards it got to know."""
    names: Names = {}
    rng, fixed = seed, set(known)
    for group in secrets(state, seat):
        old = [card for card in group if card not in fixed]
        rng, new = shuffled(rng, old)
        names |= dict(zip(old, new, strict=True))
    return _end_card_moved(state, seat, rng, names, fixed)


def _end_card_moved(state: State, seat: Seat | None, rng: int, names: Names, fixed: set[str]) -> Names:
    """The end card changes places with another one of the lowest cards of the Neutral pile, of which it must be one."""
    neutral = district(state, "N")
    pile = neutral.pile[: neutral.end_among]
    free = [card for card in stakes_out_of_sight(state, seat) if card in pile and card not in fixed]
    hidden = neutral.pile[:-1] if seat in neutral.known_to else neutral.pile
    for end in hidden:
        if state.card(end).kind is Kind.END_CARD and end not in fixed and free:
            _, at = below(rng, len(free))
            names = {**names, end: names[free[at]], free[at]: end}
    return names


def retold_by(state: State, names: Names, rng: int) -> State:
    """The state with cards in the places of others wherever they are, pending decisions too, and another generator."""

    def player(each: Player) -> Player:
        order = state.rules.catalogue.order.__getitem__
        return attrs.evolve(
            each,
            deck=renamed(each.deck, names),
            hand=tuple(sorted(renamed(each.hand, names), key=order)),
            objectives=tuple(sorted(renamed(each.objectives, names), key=order)),
        )

    return attrs.evolve(
        state,
        agenda=tuple(renamed(task, names) for task in state.agenda),
        players=tuple(player(each) for each in state.players),
        districts=tuple(
            attrs.evolve(each, pile=renamed(each.pile, names), cards=renamed(each.cards, names))
            for each in state.districts
        ),
        militia=renamed(state.militia, names),
        events=renamed(state.events, names),
        aside=renamed(state.aside, names),
        box=renamed(state.box, names),
        rng=rng,
    )


def hands_mixed(state: State, seat: Seat | None, seed: int) -> State:
    """The state in which each other player has another hand out of his hand and Deck, whatever cards they are."""
    if hands_lie_open(state):
        return state
    players, order = list(state.players), state.rules.catalogue.order.__getitem__
    for other, player in enumerate(players):
        if other != seat:
            seed, pool = shuffled(seed, (*player.hand, *player.deck))
            hand, deck = pool[: len(player.hand)], pool[len(player.hand) :]
            players[other] = attrs.evolve(player, hand=tuple(sorted(hand, key=order)), deck=deck)
    return attrs.evolve(state, players=tuple(players))


def retold(state: State, seat: Seat | None, seed: int) -> State:
    """Another state that must look the same to a seat: everything that it may not know is dealt anew."""
    return hands_mixed(retold_by(state, dealt_anew(state, seat, seed), seed), seat, seed)


# --- what was shown to whom -------------------------------------------------------------------------------------------


@attrs.define
class Watcher:
    """What follows from the events alone: Discard Piles, whose the cards in Districts are, and who knows them."""

    players: int
    discards: list[list[CardId]]
    owner: dict[CardId, Seat] = attrs.Factory(dict)
    knows: dict[CardId, set[Seat | None]] = attrs.Factory(dict)
    """Who can see each card in a District; None is a spectator."""

    @classmethod
    def of(cls, game: Game) -> Watcher:
        """What lies open before the first decision: much, in a game that begins late."""
        lying = [each for place in game.first.districts for each in place.cards]
        return cls(
            game.players,
            [list(player.discard) for player in game.first.players],
            {each.card: each.owner for each in lying},
            {each.card: {None, *range(game.players)} for each in lying},
        )

    def hear(self, event: Event) -> None:
        """Remember what an event tells; what spectators are told of Discard Piles is enough for these."""
        self._hear_of_districts(event)
        match event.seen_by(None):
            case Discarded(seat=seat, card=card):
                self.discards[seat].append(card)
            case Shuffled(seat=seat):
                self.discards[seat] = []
            case TakenBack(seat=seat, card=card) if card in self.discards[seat]:
                self.discards[seat].remove(card)

    def _hear_of_districts(self, event: Event) -> None:
        everybody = {None, *range(self.players)}
        match event:
            case Assigned(seat=seat, card=card) | RelicPlaced(seat=seat, card=card):
                self.owner[card], self.knows[card] = seat, everybody
            case AssignedFacedown(seat=seat, card=card) if card is not None:
                self.owner[card], self.knows[card] = seat, {seat, *event.audience}
            case Moved(card=card):
                self.knows[card] = everybody
            case TurnedUp(cards=cards):
                self.knows |= dict.fromkeys(cards, everybody)
            case LookedAt(seat=seat, cards=cards) if cards is not None:
                for card in cards:
                    self.knows.get(card, set()).add(seat)
            case Discarded(card=card) | TakenBack(card=card) | TakenBackFacedown(card=card) if card is not None:
                self.knows.pop(card, None)


def watched(game: Game) -> Iterator[tuple[Step, Watcher]]:
    """The steps of a game, each with what follows from all events up to its end."""
    watcher = Watcher.of(game)
    for step in game.steps:
        for event in step.events:
            watcher.hear(event)
        yield step, watcher
