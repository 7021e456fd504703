"""What the properties of drawing and of the Intrigue Phase share: who is next, what is legal, naively worked out.

Nothing here asks the engine for an expectation: what is legal and who acts is written down once more, in the plainest
way, from the cards and from what lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Play, Use
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import F_ACT_7
from arcanum.guilds.effects import ExtraAction
from arcanum.guilds.events import Drew, PhaseBegan, Played, RoundBegan, Thwarted
from arcanum.guilds.flow import BEGIN_ROUND
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import District, Phase, Placed
from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import ClauseId
from arcanum.kernel.events import Event, Seat
from arcanum.spec.games import stated, step
from arcanum.spec.guilds.arrange import at_turn, with_cards, with_discard, with_hand, with_only_deck, with_stake
from arcanum.spec.guilds.games import Game, Leaning, Step, games, leanings, module_sets, positions

PLAIN = module_sets(never=("masters", "events"))
"""Modules without abilities that change how cards are drawn, sent or laid."""
BUSY = leanings("assign", "bribe", "play", "hire")
"""Players who do whatever is not discarding."""


def plain_games(rulesets: Sequence[str], leaning: st.SearchStrategy[Leaning] | None = None) -> st.SearchStrategy[Game]:
    """Games without Events and Guild Masters."""
    return games(rulesets=rulesets, modules=PLAIN, leaning=leaning)


def turns(rulesets: Sequence[str], modules: st.SearchStrategy[tuple[str, ...]] = PLAIN) -> st.SearchStrategy[State]:
    """Reachable states in which somebody has to take a turn."""
    return positions(TakeTurn, of=games(rulesets=rulesets, modules=modules, leaning=BUSY))


def clockwise(first: Seat, players: int) -> list[Seat]:
    """All seats from one on, each the left neighbour of the one before."""
    return [(first + away) % players for away in range(players)]


# --- the table --------------------------------------------------------------------------------------------------------


def standing(each: District, seat: Seat) -> str:
    """Whose a District is, as the words of the index have it."""
    if each.name == "N":
        return "neutral"
    return "friendly" if seat in each.friendly_to else "enemy"


def has_stake(state: State, each: District) -> bool:
    """Whether there is something to win."""
    return each.stake is not None and state.card(each.stake).kind is not Kind.END_CARD


def agents(state: State, each: District, seat: Seat) -> list[Placed]:
    """A player's Agents in a District, Personalities and Militia included."""
    kinds = (Kind.AGENT, Kind.PERSONALITY, Kind.MILITIA)
    return [card for card in each.cards if card.owner == seat and state.card(card.card).kind in kinds]


def is_bribable(state: State, each: District) -> bool:
    """Whether the Stake of a District is a Personality with a price."""
    face = None if each.stake is None else state.card(each.stake)
    return face is not None and face.kind is Kind.PERSONALITY and face.ducat is not None


def placed(state: State, card: CardId) -> tuple[District, Placed] | None:
    """Where a card lies, if it lies in a District."""
    for each in state.districts:
        for lying in each.cards:
            if lying.card == card:
                return each, lying
    return None


def pays(state: State, card: CardId) -> bool:
    """Whether a card is one that pays for the Militia, by the words of F-ACT-7 in either edition."""
    face = state.card(card)
    if stated(state, F_ACT_7, "militia_cost") == "stake":
        return face.emblem == "stake"
    return face.kind is Kind.RELIC and (face.emblem == "stake" or stated(state, F_ACT_7, "guild_relic_pays") is True)


def naive_actions(state: State, seat: Seat) -> set[Action]:
    """What a player can do on his turn without Events and Guild Masters, worked out card by card."""
    open_ones = [each.name for each in state.districts if has_stake(state, each)]
    hosts = [agent for each in state.districts if is_bribable(state, each) for agent in agents(state, each, seat)]
    hiring = stated(state, F_ACT_7, "optional") is False or "militia" in state.options.modules
    found: set[Action] = set()
    for card in state.players[seat].hand:
        found.add(Discard(card))
        match state.card(card).kind:
            case Kind.LOCATION:
                found.add(Play(card))
            case Kind.RELIC:
                found |= {Bribe(card, host.card) for host in hosts}
            case _:
                found |= {Assign(card, name) for name in open_ones}
        if hiring and state.militia and open_ones and pays(state, card):
            found.add(Hire(card))
    return found


def word_for(state: State, seat: Seat, action: Action) -> str:
    """The word of the index for what an action does."""
    match action:
        case Assign(_, name):
            there = next(each for each in state.districts if each.name == name)
            return "agent-facedown" if standing(there, seat) == "friendly" else "agent-faceup"
        case Play():
            return "location"
        case Hire():
            return "militia"
    return type(action).__name__.lower()


# --- the course of a round --------------------------------------------------------------------------------------------


def extra_actions(state: State, card: CardId) -> int:
    """How many actions more the ability of a card gives."""
    return sum(word.count for word in state.card(card).program if isinstance(word, ExtraAction))


def granted(done: Step) -> int:
    """How many more actions a step has given to its player: by Locations that nobody undid, or by his Master.

    Using the Master is not the action of a turn, so it gives one back.
    """
    state = done.before
    found = sum(extra_actions(state, event.card) for event in done.events if isinstance(event, Played))
    found -= sum(extra_actions(state, event.card) for event in done.events if isinstance(event, Thwarted))
    if isinstance(done.action, Use):
        found += 1 + extra_actions(state, done.action.card)
    return found


def is_turn(state: State) -> bool:
    """Whether a player has to take a turn (or another action of it)."""
    return bool(state.agenda) and isinstance(state.agenda[-1], TakeTurn)


def check_turn_order(steps: Sequence[Step], first: Seat, way: int, actions: int) -> None:
    """Each turn of a round is that of the next player with a card, and has so many actions and those he was given."""
    expected_from, owed, last = first, 0, None
    for done in steps:
        seat = done.seat
        if is_turn(done.before):
            hands = [player.hand for player in done.before.players]
            if last is not None and owed > 0 and hands[last]:
                assert seat == last, "whoever was given another action takes it at once"
                owed -= 1
            else:
                players = len(hands)
                following = [(expected_from + way * away) % players for away in range(players)]
                assert seat == next(each for each in following if hands[each])
                last, owed, expected_from = seat, actions - 1, (seat + way) % players
        assert last is not None or not done.before.active
        owed += granted(done)


def hands_at_the_end_of_intrigue(done: Step) -> list[int] | None:
    """How many cards each player held when the Resolution Phase began in a step; None if it did not begin."""
    for at, event in enumerate(done.events):
        if isinstance(event, PhaseBegan) and event.phase is Phase.RESOLUTION:
            drawn = [0] * len(done.after.players)
            for later in done.events[at:]:
                if isinstance(later, Drew):
                    drawn[later.seat] += later.count
            return [len(player.hand) - drawn[seat] for seat, player in enumerate(done.after.players)]
    return None


def goes_on(done: Step) -> bool:
    """Whether a step has left the Intrigue Phase as it was, with nothing settled and nothing drawn anew."""
    return done.after.phase is Phase.INTRIGUE and not any(isinstance(event, PhaseBegan) for event in done.events)


def finished(done: Step, data: st.DataObject) -> list[Step]:
    """A step and whatever is answered to it, up to the next turn or the end of the phase."""
    found = [done]
    while goes_on(found[-1]) and not is_turn(found[-1].after):
        legal = arcanum.legal_actions(found[-1].after)
        found.append(step(found[-1].after, data.draw(st.sampled_from(legal))))
    return found


def plain_round(state: State, seed: int) -> list[Step]:
    """The rest of a round by players who play no Location; what they do otherwise follows from the seed."""
    found: list[Step] = []
    while state.phase is Phase.INTRIGUE:
        legal = [action for action in arcanum.legal_actions(state) if not isinstance(action, Play | Use)]
        seed = (seed * 1103515245 + 12345) % 2**31
        found.append(step(state, legal[(seed >> 8) % len(legal)]))
        state = found[-1].after
        if any(isinstance(event, RoundBegan) for event in found[-1].events):
            break
    return found


# --- arranged positions -----------------------------------------------------------------------------------------------


@attrs.frozen
class Supply:
    """What a player can draw from: his Deck, topmost card first, and his Discard Pile, oldest card first."""

    deck: tuple[CardId, ...]
    discard: tuple[CardId, ...]


def about_to_draw(state: State, supplies: Sequence[Supply], rng: int) -> State:
    """The state as a round is about to begin, with empty hands and these supplies, and other luck."""
    for seat, supply in enumerate(supplies):
        state = with_hand(state, seat, ())
        state = with_only_deck(state, seat, supply.deck)
        state = with_discard(state, seat, supply.discard)
    return attrs.evolve(state, agenda=(BEGIN_ROUND,), phase=Phase.CLEANUP, active=None, rng=rng)


@st.composite
def supplies(draw: st.DrawFn, state: State, deck: tuple[int, int] = (0, 6), discard: tuple[int, int] = (0, 5)) -> (
    list[Supply]
):
    """A supply for each player, of cards of his guild; how many the Deck and the Discard Pile have is drawn."""
    found = []
    for player in state.players:
        cards = draw(st.permutations([card.id for card in state.rules.catalogue.guild_cards(player.guild)]))
        split = draw(st.integers(*deck))
        found.append(Supply(tuple(cards[:split]), tuple(cards[split : split + draw(st.integers(*discard))])))
    return found


def own_cards(state: State, seat: Seat, *kinds: Kind) -> list[CardId]:
    """All cards of some kinds that a player could have: of his guild, or Stakes."""
    emblems = (state.players[seat].guild, "stake")
    return [card.id for card in state.rules.catalogue if card.kind in kinds and card.emblem in emblems]


@st.composite
def crowded(draw: st.DrawFn, state: State, seat: Seat, hand: Sequence[CardId]) -> State:
    """A player's turn with a certain hand, in a city with Stakes and Agents of everybody, faceup and facedown."""
    names = [each.name for each in state.districts]
    taken = set(hand)
    for name in names:
        if draw(st.booleans()):
            pool = [card.id for card in state.rules.catalogue.stakes if card.id not in taken]
            stake = draw(st.none() | st.sampled_from(pool)) if draw(st.booleans()) else draw(st.sampled_from(pool))
            taken |= set() if stake is None else {stake}
            state = with_stake(state, name, stake)
    for name in names:
        here = []
        for owner in range(len(state.players)):
            guild = state.rules.catalogue.of(Kind.AGENT, state.players[owner].guild)
            pool = [card.id for card in guild if card.id not in taken]
            for card in draw(st.lists(st.sampled_from(pool), max_size=2, unique=True)):
                taken.add(card)
                here.append((card, owner, draw(st.booleans())))
        state = with_cards(state, name, here)
    return at_turn(with_hand(state, seat, hand), seat)


def everyones(state: State) -> Iterator[Seat | None]:
    """All who can look at the table: the players and a spectator."""
    yield from range(len(state.players))
    yield None


def events_before_the_next_turn(steps: Sequence[Step], at: int) -> Iterator[Event]:
    """The events of a step and of the answers to it, in their order."""
    yield from steps[at].events
    for done in steps[at + 1 :]:
        if is_turn(done.before):
            return
        yield from done.events


def check_lies(state: State, card: CardId, owner: Seat, facing: str) -> None:
    """A card lies with a facing before its owner, and who may not see it does not."""
    where = placed(state, card)
    assert where is not None
    there, lying = where
    assert (lying.owner, lying.face_up) == (owner, facing == "faceup")
    for seat in everyones(state):
        view = arcanum.observe(state, seat)
        assert isinstance(view, arcanum.guilds.View)
        shown = next(each for each in view.districts if each.name == there.name).cards[there.cards.index(lying)]
        assert (shown.owner, shown.face_up) == (owner, facing == "faceup")
        assert shown.card == (card if facing == "faceup" or seat == owner or seat in lying.known_to else None)


def facing_word(state: State, seat: Seat, there: District, clauses: Sequence[ClauseId]) -> str:
    """How a card is to lie in a District, by the clauses that name facings for kinds of Districts."""
    found = []
    for clause in clauses:
        kinds = stated(state, clause, "districts")
        assert isinstance(kinds, tuple)
        if standing(there, seat) in kinds:
            found.append(str(stated(state, clause, "facing")))
    assert len(found) == 1, "each District is of one kind, and each kind has one facing"
    return found[0]
