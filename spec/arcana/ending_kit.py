"""Games about to end: who has which cards where, and an end card about to turn up.

Where the catalogue has no card with the value that a property needs, a card of the table gets another face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import MODULES, Card, CardId, Kind, State
from arcanum.guilds.actions import At, Bribe, Play
from arcanum.guilds.clause_ids import AMB_22, R_BRIBE_8, R_LOC_1
from arcanum.guilds.effects import CycleStake
from arcanum.guilds.events import EndCardShown, FinalScore, GameEnded, RoundBegan
from arcanum.guilds.flow import CLOSE_ROUND
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import any_rules, number, played, stated, step, words
from arcanum.spec.guilds.arrange import (
    HARMLESS,
    at_resolution,
    at_turn,
    fresh,
    resume,
    with_cards,
    with_deck,
    with_discard,
    with_hand,
    with_objectives,
    with_pile,
    with_stake,
    with_tucked,
)
from arcanum.spec.guilds.games import (
    ALL_ROUNDS,
    Game,
    Leaning,
    Modules,
    Step,
    any_players,
    games,
    guild_rules,
    module_sets,
    sound,
)
from arcanum.spec.subject import remembered

GUILDS = ("ferrymen", "usurers", "blades", "thieves")
"""Guilds that both editions have."""
SEATED = (*GUILDS, "fortune-tellers", "architects")
"""The guilds by seat; where more than four can play there are six."""
BOTH = any_rules("arcana")
STRONG = (99, 99, 99)
"""Values of an Agent that are enough for every Stake."""
ZONES = ("deck", "discard", "tucked", "play")
"""Where a card can be at the end; `play` is an Agent in a District."""


# --- tables -----------------------------------------------------------------------------------------------------------


@remembered(256)
def table(ruleset: str, players: int, modules: tuple[str, ...] = (), seed: int = 1) -> State:
    """A game in the round that the seed says, without Objectives, and with guild cards that are worth nothing.

    A property that wants Objectives deals them, and one that wants points gives them to a card.
    """
    state = fresh(ruleset, SEATED[:players], modules, seed)
    state = with_faces(state, [attrs.evolve(card, vp=0) for card in state.rules.catalogue if not card.is_stake])
    for seat in range(players):
        state = with_objectives(state, seat, ())
    return state


@st.composite
def tables(
    draw: st.DrawFn,
    rulesets: st.SearchStrategy[str] = BOTH,
    modules: Sequence[str] = ("customise", "objectives", "militia", "tactical"),
    always: Sequence[str] = (),
) -> State:
    """Such games of either edition, for all numbers of players, with any of some modules."""
    ruleset = draw(rulesets)
    others = tuple(name for name in MODULES if name not in (*modules, *always, *HARMLESS))
    chosen = draw(Modules(tuple(always), others).under(ruleset))
    built_in = guild_rules(ruleset).built_in
    names = tuple(name for name in chosen if name in (*modules, *always, *built_in))
    return table(ruleset, draw(any_players(ruleset)), names, draw(st.sampled_from((1, 24, 61))))


def with_faces(state: State, cards: Iterable[Card]) -> State:
    """The state with another face on some of its cards."""
    new = {card.id: card for card in cards}
    catalogue = state.rules.catalogue
    faces = tuple(new.get(card.id, card) for card in catalogue)
    return attrs.evolve(state, rules=attrs.evolve(state.rules, catalogue=attrs.evolve(catalogue, cards=faces)))


@attrs.frozen
class Holding:
    """A card that a player has at the end, and where."""

    card: CardId
    seat: Seat
    zone: str


def spread(state: State, holdings: Sequence[Holding]) -> State:
    """The state at the end of a last round: the end card is up, and these cards are where they are said to be."""
    state = with_stake(at_resolution(state), "N", end_card(state))
    for seat in range(len(state.players)):

        def at(zone: str, seat: Seat = seat) -> list[CardId]:
            return [each.card for each in holdings if (each.seat, each.zone) == (seat, zone)]

        state = with_deck(with_discard(with_tucked(state, seat, at("tucked")), seat, at("discard")), seat, at("deck"))
    lying = [(each.card, each.seat, True) for each in holdings if each.zone == "play"]
    return with_cards(state, state.districts[0].name, lying)


def stakes_of(state: State, *kinds: Kind) -> list[Card]:
    """The Stakes of the catalogue, or those of some kinds."""
    return [card for card in state.rules.catalogue if card.emblem == "stake" and (not kinds or card.kind in kinds)]


def agents_of(state: State, seat: Seat) -> list[Card]:
    """The Agents in the starting Deck of a player; not one of them is in the box, whatever Deck was chosen."""
    player = state.players[seat]
    own = {*player.deck, *player.hand}
    return [card for card in state.rules.catalogue if card.id in own and card.kind is Kind.AGENT]


def end_card(state: State) -> CardId:
    """The card that ends the game."""
    (card,) = (card.id for card in state.rules.catalogue if card.kind is Kind.END_CARD)
    return card


# --- results ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Result:
    """A finished game, what was announced, and what the library says about it."""

    state: State
    ended: GameEnded
    outcome: arcanum.Outcome

    @property
    def scores(self) -> tuple[FinalScore, ...]:
        """What was announced for each seat."""
        return self.ended.scores


def finish(state: State) -> Result:
    """Close the round of an arranged state, which is the last one."""
    last = attrs.evolve(at_resolution(state), agenda=(CLOSE_ROUND,), phase=Phase.RESOLUTION, last_round=state.round)
    done = resume(last)
    return result(sound(done.state), done.events)


def result(state: State, events: Sequence[Event]) -> Result:
    """The result of a game that is over; everything that tells it tells the same."""
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    outcome = arcanum.outcome(state)
    assert outcome is not None
    assert outcome.winners == ended.winners
    assert outcome.scores == tuple(each.total for each in ended.scores)
    assert [each.seat for each in ended.scores] == list(range(len(state.players)))
    for player, score in zip(state.players, ended.scores, strict=True):
        assert sorted((*score.fulfilled, *score.failed)) == sorted(player.objectives), "each is fulfilled or not"
        rewards = sum(state.card(card).reward for card in score.fulfilled)
        assert score.objectives == rewards, "what is fulfilled is paid"
    return Result(state, ended, outcome)


def cards_in(state: State, seat: Seat, zones: Iterable[str]) -> list[Card]:
    """The cards of a player in some zones."""
    found: list[CardId] = []
    for zone in zones:
        if zone == "play":
            found += [each.card for district in state.districts for each in district.cards if each.owner == seat]
        else:
            found += getattr(state.players[seat], zone)
    cards = [state.rules.catalogue[card] for card in found]
    return [card for card in cards if card.id not in _lying_relics(state)]


def _lying_relics(state: State) -> set[CardId]:
    lying = {each.card for district in state.districts for each in district.cards}
    return {card for card in lying if state.rules.catalogue[card].kind is Kind.RELIC}


def stakes_counted(state: State, seat: Seat) -> list[Card]:
    """The Stakes of a player that count for ties and Objectives, as the index says."""
    cards = cards_in(state, seat, words(state, AMB_22, "zones"))
    if stated(state, AMB_22, "lying_relics"):
        placed = [each for district in state.districts for each in district.cards]
        cards += [state.card(each.card) for each in placed if each.owner == seat and each.card in _lying_relics(state)]
    return [card for card in cards if card.emblem == "stake"]


def finished(game: Game) -> bool:
    """Whether the end card turned up before the game was given up."""
    return any(isinstance(event, EndCardShown) for event in game.events)


def endgames_played(
    rulesets: st.SearchStrategy[str] = BOTH, always: Sequence[str] = (), never: Sequence[str] = ()
) -> st.SearchStrategy[Game]:
    """Whole games whose players fight for the Neutral District, so that the end card soon turns up."""
    rush = st.just(Leaning(("assign", "bribe"), "N"))
    modules = module_sets(always=always, never=never)
    return games(rulesets=rulesets, modules=modules, leaning=rush, rounds=ALL_ROUNDS).filter(finished)


# --- arranged ends ----------------------------------------------------------------------------------------------------


@st.composite
def endings(draw: st.DrawFn, of: st.SearchStrategy[State] | None = None) -> State:
    """Ends with any Stakes in any zones, also Relics left in a District, and guild cards that have points too."""
    state = draw(tables() if of is None else of)
    seats = st.sampled_from(range(len(state.players)))
    zones = ZONES if "tactical" in state.options.modules else tuple(zone for zone in ZONES if zone != "tucked")
    holdings: list[Holding] = []
    for card in draw(st.lists(st.sampled_from(stakes_of(state)), unique=True, max_size=14)):
        lies = card.kind is Kind.PERSONALITY or (card.kind is Kind.RELIC and stated(state, R_BRIBE_8, "relic_stays"))
        where = st.sampled_from([zone for zone in zones if zone != "play" or lies])
        holdings.append(Holding(card.id, draw(seats), draw(where)))
    faces: list[Card] = []
    for seat in range(len(state.players)):
        for card in agents_of(state, seat)[:2]:
            faces.append(attrs.evolve(card, vp=draw(st.integers(0, 5))))
            holdings.append(Holding(card.id, seat, draw(st.sampled_from(("deck", "discard", "play")))))
    return spread(with_faces(state, faces), holdings)


@attrs.frozen
class Count:
    """An end with so many points and so many Stakes for each seat."""

    state: State
    points: tuple[int, ...]
    stakes: tuple[int, ...]

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The seats with most points."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))

    @property
    def richest(self) -> tuple[Seat, ...]:
        """Of the seats with most points those with most Stakes."""
        most = max(self.stakes[seat] for seat in self.leaders)
        return tuple(seat for seat in self.leaders if self.stakes[seat] == most)


@st.composite
def counts(
    draw: st.DrawFn, rulesets: st.SearchStrategy[str] = BOTH, leaders: int = 1, level: bool | None = None
) -> Count:
    """Ends in which at least so many players lead. Points are on guild cards, so Stakes are worth nothing here.

    Level leaders have equally many Stakes; leaders who are not level include one who has more than all others.
    """
    state = draw(tables(rulesets))
    seats = range(len(state.players))
    first, *ahead = draw(st.lists(st.sampled_from(seats), min_size=leaders, unique=True))
    points = [draw(st.integers(0, 8)) for _ in seats]
    stakes = [draw(st.integers(0, 5)) for _ in seats]
    for seat in (first, *ahead):
        points[seat] = 9
        stakes[seat] = stakes[first] if level else stakes[seat]
    if level is False:
        stakes[first] = max(stakes[seat] for seat in (first, *ahead)) + draw(st.integers(1, 2))
    zones = ["deck", "discard", *(["tucked"] if "tactical" in state.options.modules else [])]
    cards = iter(stakes_of(state))
    faces: list[Card] = []
    holdings: list[Holding] = []
    for seat in seats:
        purse = agents_of(state, seat)[0]
        faces.append(attrs.evolve(purse, vp=points[seat]))
        holdings.append(Holding(purse.id, seat, "deck"))
        for _ in range(stakes[seat]):
            card = next(cards)
            faces.append(attrs.evolve(card, vp=0))
            holdings.append(Holding(card.id, seat, draw(st.sampled_from(zones))))
    return Count(spread(with_faces(state, faces), holdings), tuple(points), tuple(stakes))


# --- the end card turns up --------------------------------------------------------------------------------------------


@attrs.frozen
class Endgame:
    """The rest of a game from just before its end card turns up, by a bribe, a struggle or an ability."""

    how: str
    round: int
    """The one in which the end card turns up."""
    start: State
    events: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def shown(self) -> int:
        """The place of the end card's turning up among the events."""
        (at,) = (at for at, event in enumerate(self.events) if isinstance(event, EndCardShown))
        return at

    @property
    def last(self) -> State:
        """The state at the end."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def later_rounds(self) -> int:
        """How many rounds begin after the end card is seen."""
        return sum(isinstance(event, RoundBegan) for event in self.events[self.shown :])

    @property
    def with_end_card(self) -> tuple[State, ...]:
        """The states in which the end card is visible."""
        card = end_card(self.start)
        states = [self.start, *(each.after for each in self.steps)]
        return tuple(each for each in states if any(district.stake == card for district in each.districts))


HOWS = ("bribe", "struggle", "ability")


@st.composite
def endgames(draw: st.DrawFn, rulesets: st.SearchStrategy[str] = BOTH, hows: Sequence[str] = HOWS) -> Endgame:
    """Games in which the end card is the next card of the Neutral District, and the Stake on it is about to go."""
    how = draw(st.sampled_from(hows))
    state = attrs.evolve(draw(tables(rulesets)), round=draw(st.integers(1, 20)))
    seat = draw(st.sampled_from(range(len(state.players))))
    prize = bribable(state)
    beneath = [card for card in state.districts[-1].pile if card != end_card(state)][: draw(st.integers(0, 5))]
    state = with_pile(state, "N", (end_card(state), *beneath))
    agent, *others = agents_of(state, seat)
    state = with_cards(with_faces(state, [attrs.evolve(agent, values=STRONG)]), "N", [(agent.id, seat, True)])
    seed = draw(st.integers(0, 2**20))
    if how == "struggle":
        done = resume(at_resolution(with_stake(state, "N", prize.id)))
        return _endgame(how, state.round, sound(done.state), done.events, (), seed)
    relic = next(card for card in stakes_of(state, Kind.RELIC))
    location = attrs.evolve(stakes_of(state, Kind.LOCATION)[0], program=(CycleStake(R_LOC_1),))
    state = with_faces(state, [attrs.evolve(relic, ducat=99), location])
    hand = (relic.id if how == "bribe" else location.id, *[card.id for card in others[:1]])
    state = at_turn(with_stake(with_hand(state, seat, hand), "N", prize.id), seat)
    begun = [step(state, Bribe(relic.id, agent.id) if how == "bribe" else Play(location.id))]
    if how == "ability":
        begun.append(step(begun[0].after, At("N")))
    return _endgame(how, state.round, state, (), tuple(begun), seed)


def bribable(state: State) -> Card:
    """A Personality that can be bribed."""
    return next(card for card in stakes_of(state, Kind.PERSONALITY) if card.ducat is not None and len(card.main) == 1)


def _endgame(
    how: str, round: int, start: State, events: Sequence[Event], begun: tuple[Step, ...], seed: int
) -> Endgame:
    now = begun[-1].after if begun else start
    steps = (*begun, *played(now, seed, Leaning().prefers))
    return Endgame(how, round, start, (*events, *(event for each in steps for event in each.events)), steps)


def extra_rounds(state: State, *clauses: ClauseId) -> int:
    """How many rounds follow the one in which the end card is seen; the clauses must agree."""
    (found,) = {number(state, clause, "extra_rounds") for clause in clauses}
    return found
