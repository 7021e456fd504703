"""What the properties of drawing and of the Intrigue Phase share: who is next, what is legal, naively worked out.

Nothing here asks the engine for an expectation: what is legal and who acts is written down once more, in the plainest
way, from the cards and from what lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Move, Play, Use
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import F_ACT_7, HOUSE_1, R_LOC_1
from arcanum.guilds.decisions import PlayDrawn
from arcanum.guilds.effects import ExtraAction, MoveAgent
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    Discarded,
    Drew,
    PhaseBegan,
    Played,
    RelicPlaced,
    RoundBegan,
    TakenBack,
    Thwarted,
)
from arcanum.guilds.flow import BEGIN_ROUND
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import District, Phase, Placed
from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import APPLIES
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import asked, number, stated, step, written_for
from arcanum.spec.guilds.arrange import at_turn, fresh, with_cards, with_discard, with_hand, with_only_deck, with_stake
from arcanum.spec.guilds.games import (
    Game,
    Leaning,
    Modules,
    Step,
    any_players,
    games,
    guild_rules,
    leanings,
    module_sets,
    positions,
)
from arcanum.spec.guilds.invariants import zones
from arcanum.spec.secrets import everybody

from .bribes_kit import with_faces
from .secrets_kit import hands_lie_open, look

PLAIN = module_sets(never=("masters", "events"))
"""Modules without abilities that change how cards are drawn, sent or laid."""
BUSY = leanings("assign", "bribe", "play", "hire")
"""Players who do whatever is not discarding."""


def plain_games(
    rulesets: st.SearchStrategy[str], leaning: st.SearchStrategy[Leaning] | None = None
) -> st.SearchStrategy[Game]:
    """Games without Events and Guild Masters."""
    return games(rulesets=rulesets, modules=PLAIN, leaning=leaning)


def turns(rulesets: st.SearchStrategy[str], modules: Modules = PLAIN) -> st.SearchStrategy[State]:
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
        if isinstance(done.before.agenda[-1], PlayDrawn) and granted(done):
            return  # actions given in the middle of another Location's effect: that is a matter of R-LOC
        owed += granted(done)


def hands_at_the_end_of_intrigue(done: Step) -> list[int] | None:
    """How many cards each player held when the Resolution Phase began in a step; None if it did not begin."""
    for at, event in enumerate(done.events):
        if isinstance(event, PhaseBegan) and event.phase is Phase.RESOLUTION:
            came = [len(brought_back(done, seat)) for seat in range(len(done.after.players))]
            for later in done.events[at:]:
                if isinstance(later, Drew):
                    came[later.seat] += later.count
            return [len(player.hand) - came[seat] for seat, player in enumerate(done.after.players)]
    return None


def brought_back(done: Step, seat: Seat) -> list[CardId]:
    """The Relics of failed bribes that came back to a hand, where they do that."""
    if stated(done.before, HOUSE_1, APPLIES) is False:
        return []
    events = [each for each in done.events if isinstance(each, TakenBack) and each.clause == HOUSE_1]
    return [each.card for each in events if each.seat == seat]


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


@st.composite
def openings(draw: st.DrawFn, rulesets: st.SearchStrategy[str], modules: Modules = PLAIN) -> State:
    """New games of any guilds, in the first round."""
    ruleset = draw(rulesets)
    guilds = draw(st.permutations(guild_rules(ruleset).catalogue.guilds))[: draw(any_players(ruleset))]
    return fresh(ruleset, guilds, draw(modules.under(ruleset)), draw(st.integers(0, 2**20)))


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
def supplies(
    draw: st.DrawFn, state: State, deck: tuple[int, int] = (0, 6), discard: tuple[int, int] = (0, 5)
) -> list[Supply]:
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
            if name == "N":
                pool += [card.id for card in state.rules.catalogue.of(Kind.END_CARD)] * (len(pool) // 4)
            stake = draw(st.none() | st.sampled_from(pool)) if draw(st.booleans()) else draw(st.sampled_from(pool))
            taken |= set() if stake is None else {stake}
            state = with_stake(state, name, stake)
    for name in names:
        here = []
        for owner in range(len(state.players)):
            guild = state.rules.catalogue.of(Kind.AGENT, state.players[owner].guild)
            pool = [card.id for card in guild if card.id not in taken]
            for card in draw(st.lists(st.sampled_from(pool), max_size=2, unique=True)) if pool else ():
                taken.add(card)
                here.append((card, owner, draw(st.booleans())))
        state = with_cards(state, name, here)
    return at_turn(with_hand(state, seat, hand), seat)


def events_before_the_next_turn(steps: Sequence[Step], at: int) -> Iterator[Event]:
    """The events of a step and of the answers to it, in their order."""
    yield from steps[at].events
    for done in steps[at + 1 :]:
        if is_turn(done.before):
            return
        yield from done.events


def check_lies(state: State, card: CardId, owner: Seat, facing: str, *, open_card: bool = False) -> None:
    """A card lies with a facing before its owner, and who may not see it does not; all know one from an open hand."""
    where = placed(state, card)
    assert where is not None
    there, lying = where
    assert (lying.owner, lying.face_up) == (owner, facing == "faceup")
    for seat in everybody(state):
        view = next(each for each in look(state, seat).districts if each.name == there.name)
        shown = view.cards[there.cards.index(lying)]
        assert (shown.owner, shown.face_up) == (owner, facing == "faceup")
        known = facing == "faceup" or seat == owner or seat in lying.known_to or open_card
        assert shown.card == (card if known else None)


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


# --- checks that a clause of either edition asks for ------------------------------------------------------------------


def check_assigned_in_a_game(game: Game, clauses: Sequence[ClauseId]) -> None:
    """Every Agent that was sent in a game lies as the kind of its District demands, and everybody sees just that."""
    for done in game.doing(Assign):
        assert isinstance(done.action, Assign)
        name = done.action.district
        there = next(each for each in done.before.districts if each.name == name)
        facing = facing_word(done.before, done.seat, there, clauses)
        (event,) = (event for event in done.events if isinstance(event, Assigned | AssignedFacedown))
        assert isinstance(event, Assigned) == (facing == "faceup")
        assert (event.seat, event.district) == (done.seat, name)
        open_card = hands_lie_open(done.before) and done.action.card in done.before.players[done.seat].hand
        for seat in everybody(done.before):
            known = facing == "faceup" or seat == done.seat or open_card
            assert event.seen_by(seat).card == (done.action.card if known else None)
        if goes_on(done):
            check_lies(done.after, done.action.card, done.seat, facing, open_card=open_card)


def check_every_assignment(state: State, data: st.DataObject, clauses: Sequence[ClauseId]) -> None:
    """Each legal assignment puts one Agent down, with the facing of the District, and there is one for each."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    hand = data.draw(st.permutations(own_cards(state, seat, Kind.AGENT, Kind.PERSONALITY)))[:2]
    state = data.draw(crowded(state, seat, hand))
    legal = [action for action in arcanum.legal_actions(state) if isinstance(action, Assign)]
    ways = [(action.card, action.district) for action in legal]
    assert len(ways) == len(set(ways))
    assert set(ways) == {(card, each.name) for card in hand for each in state.districts if has_stake(state, each)}
    for action in legal:
        there = next(each for each in state.districts if each.name == action.district)
        done = step(state, action)
        for clause in clauses:
            lying = sum(len(each.cards) for each in done.after.districts)
            assert lying - sum(len(each.cards) for each in state.districts) == stated(state, clause, "agents")
        facing = facing_word(state, seat, there, clauses)
        check_lies(done.after, action.card, seat, facing, open_card=hands_lie_open(state))


def check_discards(state: State, clause: ClauseId) -> None:
    """Each card of the hand can be discarded, which changes the hand, the Discard Pile and whose turn it is."""
    seat = asked(state)
    legal = arcanum.legal_actions(state)
    for card in state.players[seat].hand:
        assert Discard(card) in legal
        done = step(state, Discard(card))
        first = done.events[0]
        assert isinstance(first, Discarded)
        assert (first.seat, first.card) == (seat, card)
        if not goes_on(done):
            continue
        player = state.players[seat]
        left = tuple(each for each in player.hand if each != card)
        assert len(player.hand) - len(left) == number(state, clause, "cards")
        players = list(state.players)
        players[seat] = attrs.evolve(player, hand=left, discard=(*player.discard, card))
        if state.aside == done.after.aside:  # otherwise it ended the effect of a Location, which is discarded too
            still = attrs.evolve(state, players=tuple(players), agenda=done.after.agenda, active=done.after.active)
            assert done.after == still
            assert len(done.events) == 1


def check_relics(state: State, data: st.DataObject, clause: ClauseId) -> None:
    """A Relic can be laid on just those own Agents who stand before a Personality with a price, and lies there then."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    hand = [data.draw(st.sampled_from(own_cards(state, seat, Kind.RELIC))), own_cards(state, seat, Kind.AGENT)[0]]
    state = data.draw(crowded(state, seat, hand))
    if data.draw(st.booleans()):
        personality = data.draw(st.sampled_from([card.id for card in state.rules.catalogue.of(Kind.PERSONALITY)]))
        if names := [each.name for each in state.districts if agents(state, each, seat)]:
            state = with_stake(state, data.draw(st.sampled_from(names)), personality)
    legal = arcanum.legal_actions(state)
    for each in state.districts:
        hosts = [agent.card for agent in agents(state, each, seat)]
        able = [host for host in hosts if Bribe(hand[0], host) in legal]
        assert able == (hosts if is_bribable(state, each) else [])
        for foreign in (card for card in each.cards if card.owner != seat):
            assert Bribe(hand[0], foreign.card) not in legal
    assert not [action for action in legal if isinstance(action, Bribe) and action.card != hand[0]]
    for action in legal:
        if isinstance(action, Bribe):
            done = step(state, action)
            laid = [event for event in done.events if isinstance(event, RelicPlaced)]
            assert len(laid) == number(state, clause, "relics")
            assert (laid[0].seat, laid[0].card, laid[0].agent) == (seat, hand[0], action.agent)
            assert hand[0] not in done.after.players[seat].hand


def check_location(state: State, data: st.DataObject, clause: ClauseId) -> None:
    """A Location that is played takes effect at once and then is in its player's Discard Pile and nowhere else."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    location = data.draw(st.sampled_from(own_cards(state, seat, Kind.LOCATION)))
    others = data.draw(st.permutations(own_cards(state, seat, Kind.AGENT)))[:1]
    state = data.draw(crowded(state, seat, (location, *others)))
    done = step(state, Play(location))
    assert isinstance(done.events[0], Played)
    while goes_on(done) and location in {each.card for each in done.after.aside}:
        assert arcanum.to_act(done.after) == seat or not is_turn(done.after), "nobody else has a turn before it is over"
        legal = arcanum.legal_actions(done.after)
        plain = [action for action in legal if not isinstance(action, Play)]
        done = step(done.after, data.draw(st.sampled_from(plain or legal)))
    put = [event for event in done.events if isinstance(event, Discarded) and event.card == location]
    assert len(put) == number(state, clause, "locations")
    assert put[0].seat == seat
    written_for(state, clause, "to", "discard")
    if goes_on(done):
        assert [zone for zone, cards, _ in zones(done.after) if location in cards] == [f"discard of seat {seat}"]


def check_owners(game: Game, clause: ClauseId) -> None:
    """Every view names the owner of every card in a District: whoever sent it there."""
    written_for(game.first, clause, "owner", "public")
    senders = {card.card: card.owner for each in game.first.districts for card in each.cards}
    for done in game.steps:
        for event in done.events:
            if isinstance(event, Assigned | AssignedFacedown | RelicPlaced):
                assert event.card is not None
                senders[event.card] = event.seat
        for seat in everybody(done.after):
            for each, view in zip(done.after.districts, look(done.after, seat).districts, strict=True):
                assert [card.owner for card in view.cards] == [senders[card.card] for card in each.cards]


def mover(state: State) -> tuple[State, CardId]:
    """The state in which a Location of the Stakes does nothing but move anybody's Agent, and that Location."""
    location = state.rules.catalogue.of(Kind.LOCATION, "stake")[0].id
    return with_faces(state, {location: {"program": (MoveAgent(R_LOC_1, "any"),)}}), location


def check_moves(state: State, data: st.DataObject, facing: Mapping[str, str]) -> None:
    """Wherever an ability moves an Agent, it lies there as its owner's Agents from the hand do."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    state, location = mover(state)
    state = data.draw(crowded(state, seat, (location, own_cards(state, seat, Kind.AGENT)[0])))
    done = step(state, Play(location))
    while goes_on(done) and not is_turn(done.after):
        for action in arcanum.legal_actions(done.after):
            if isinstance(action, Move):
                check_move(done.after, action, facing)
        done = step(done.after, data.draw(st.sampled_from(arcanum.legal_actions(done.after))))


def check_move(state: State, action: Move, facing: Mapping[str, str]) -> None:
    """One move: the Agent is in the other District only, before the same owner, with the facing of that District."""
    origin = next(each for each in state.districts if each.name == action.district)
    goal = next(each for each in state.districts if each.name == action.destination)
    lying = origin.cards[action.place]
    done = step(state, action)
    if not goes_on(done):
        return
    where = placed(done.after, lying.card)
    assert where is not None
    assert where[0].name == goal.name
    expected = facing[standing(goal, lying.owner)]
    assert (where[1].owner, where[1].face_up) == (lying.owner, expected == "faceup")
    for seat in everybody(state):
        view = next(each for each in look(done.after, seat).districts if each.name == goal.name)
        shown = view.cards[where[0].cards.index(where[1])]
        assert (shown.owner, shown.face_up) == (lying.owner, expected == "faceup")
        if seat is not None:  # what a player has seen he remembers
            knows = expected == "faceup" or lying.face_up or seat == lying.owner or seat in lying.known_to
            assert shown.card == (lying.card if knows else None)
