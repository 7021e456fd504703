"""Stakes: what they are, where a won one goes, Personalities as Agents, and what is bribed in the last round."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, CardAction, Discard, Hire, Play, parse_action
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_27,
    F_STAKE_1,
    R_BRIBE_12,
    R_LOC_1,
    R_PERS_1,
    R_PERS_2,
    R_STAKE_1,
    R_STAKE_2,
    R_STAKE_3,
)
from arcanum.guilds.effects import Banish, MoveAgent, Recall, Recover
from arcanum.guilds.events import (
    Discarded,
    EndCardShown,
    Moved,
    MovedFacedown,
    Settled,
    Shuffled,
    StakeShown,
    StakeWon,
    TakenBack,
    Tucked,
)
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import Placed
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import step as answer
from arcanum.spec.games import words, written_for
from arcanum.spec.guilds.arrange import at_turn, settled, with_discard, with_hand, with_pile, with_stake, without
from arcanum.spec.guilds.games import Game, district, editions, events_of, games, leanings, next_card

from .bribes_kit import (
    Scene,
    discard_of,
    filled,
    hand_of,
    names,
    scenes,
    shown,
    spare,
    stakes_of,
    tables,
    where,
    with_faces,
)

BOTH = editions(R_STAKE_1)
ACTIVE = games(leaning=leanings("assign", "bribe", "play"))
WINS = st.integers(-2, 0)


@proves(R_STAKE_1)
@given(games())
def test_a_stake_is_a_personality_a_location_or_a_relic(game: Game) -> None:
    """Whatever lies in a District to be won is of one of the three kinds, and all three are in the game."""
    kinds = words(game.first, R_STAKE_1, "kinds")
    assert {card.kind.value for card in game.first.rules.catalogue.stakes} == set(kinds)
    for state in (game.first, game.last):
        dealt = [card for place in state.districts for card in (*place.pile, *filter(None, [place.stake]))]
        for card in dealt:
            face = state.card(card)
            assert face.kind is Kind.END_CARD or (face.kind.value in kinds and face.is_stake)


class Piles:
    """The Discard Piles as somebody knows them who hears every event."""

    def __init__(self, state: State) -> None:
        self.cards = [list(player.discard) for player in state.players]

    def hear(self, event: Event) -> None:
        """Believe an event."""
        if isinstance(event, Discarded):
            self.cards[event.seat].append(event.card)
        elif isinstance(event, Shuffled):
            self.cards[event.seat].clear()
        elif isinstance(event, TakenBack) and event.card in self.cards[event.seat]:
            self.cards[event.seat].remove(event.card)


@proves(R_STAKE_2)
@given(ACTIVE)
def test_a_won_stake_is_laid_on_top_of_the_discard_pile(game: Game) -> None:
    """After all cards of its District the Stake itself is put away: on top of the pile, or beneath the crest."""
    written_for(game.first, R_STAKE_2, "place", "top")
    waiting: dict[CardId, tuple[int, str]] = {}
    for step in game.steps:
        piles = Piles(step.before)
        for event in step.events:
            piles.hear(event)
            if isinstance(event, StakeWon):
                waiting[event.card] = (event.seat, event.district)
            elif isinstance(event, Discarded | Tucked) and event.card in waiting:
                seat, name = waiting.pop(event.card)
                assert event.seat == seat
                assert isinstance(event, Tucked) or piles.cards[seat][-1] == event.card
                put = step.events.index(event)
                earlier, later = step.events[:put], step.events[put + 1 :]
                gone = {each.card for each in step.events if isinstance(each, Moved | MovedFacedown)}
                cards = {each.card for each in district(step.before, name).cards} - gone
                assert not cards & {each.card for each in later if isinstance(each, Discarded)}
                home = {card for card in cards if step.before.card(card).kind is not Kind.MILITIA}
                assert home <= {each.card for each in earlier if isinstance(each, Discarded)}
        assert [tuple(cards) for cards in piles.cards] == [player.discard for player in step.after.players]
    assert set(waiting) <= {each.card for each in game.last.aside}


@proves(R_STAKE_2)
@given(scenes(BOTH, short=WINS, backers=(0, 3)))
def test_a_stake_that_was_bribed_or_fought_for_lies_on_top(scene: Scene) -> None:
    """Right after a bribe, and right after a struggle, the won Stake is the top card of the winner's Discard Pile."""
    after = scene.bribe().after
    assert after.players[scene.seat].discard[-1] == scene.stake
    done = settled(scene.state)
    assert isinstance(done.state, State)
    piles = Piles(scene.state)
    won = [event for event in done.events if isinstance(event, StakeWon)]
    assert [event.seat for event in won] == [
        event.winner for event in done.events if isinstance(event, Settled) and event.winner is not None
    ]
    for event in done.events:
        piles.hear(event)
        for each in won:
            if isinstance(event, Discarded) and event.card == each.card:
                assert piles.cards[each.seat][-1] == each.card


@proves(R_STAKE_3)
@given(ACTIVE)
def test_a_won_stake_is_not_played_before_it_is_shuffled_and_drawn(game: Game) -> None:
    """Between a win and the winner's next reshuffle the card is not in his hand; abilities that fetch it are apart."""
    written_for(game.first, R_STAKE_3, "playable_before_reshuffle", False)
    locked: list[set[CardId]] = [set() for _ in game.first.players]
    for step in game.steps:
        for event in step.events:
            if isinstance(event, StakeWon):
                locked[event.seat].add(event.card)
            elif isinstance(event, Shuffled):
                locked[event.seat].clear()
            elif isinstance(event, TakenBack):
                locked[event.seat].discard(event.card)
        for player, cards in zip(step.after.players, locked, strict=True):
            assert not cards & {*player.hand, *player.deck}
            assert cards <= {*player.discard, *player.tucked, *(each.card for each in step.after.aside)}


@proves(R_STAKE_3)
@given(scenes(BOTH, short=WINS), st.data())
def test_the_winner_cannot_use_the_stake_in_the_same_round(scene: Scene, data: st.DataObject) -> None:
    """After a bribe no turn of the round offers the won Stake to anybody."""
    written_for(scene.state, R_STAKE_3, "playable_before_reshuffle", False)
    state = scene.bribe().after
    while state.round == scene.state.round and state.agenda and isinstance(state.agenda[-1], TakeTurn):
        named = [action.card for action in arcanum.legal_actions(state) if isinstance(action, CardAction)]
        assert scene.stake not in named
        assert scene.stake in state.players[scene.seat].discard
        discards = [action for action in arcanum.legal_actions(state) if isinstance(action, Discard)]
        state = answer(state, data.draw(st.sampled_from(discards))).after


# --- Personalities ----------------------------------------------------------------------------------------------------


@st.composite
def twins(draw: st.DrawFn) -> tuple[State, CardId, State, CardId]:
    """Two positions that differ only in a card: an Agent of the guild here, a Personality with its values there.

    The card is in hand with others, or lies in a District; a Relic and a Location are in hand as well.
    """
    state = draw(tables(editions(R_PERS_1, F_STAKE_1)))
    seat = draw(st.integers(0, len(state.players) - 1))
    guild = state.rules.catalogue.of(Kind.AGENT, state.players[seat].guild)
    agent = draw(st.sampled_from([card.id for card in guild if not card.statics]))
    persons = stakes_of(state, Kind.PERSONALITY)
    person, stake, other = draw(st.permutations(persons).map(lambda cards: cards[:3]))
    state = without(state, (person,))
    state = shown(attrs.evolve(state, box=(*state.box, person)))
    name = draw(st.sampled_from(names(state)))
    rival = (seat + 1) % len(state.players)
    fellow = spare(state, seat, [agent])
    relic = state.rules.catalogue.of(Kind.RELIC, state.players[seat].guild)[0].id
    location = state.rules.catalogue.of(Kind.LOCATION, state.players[seat].guild)[0].id
    spot = draw(st.sampled_from(("discard", "hand", "district", "foreign")))
    words = (
        (Recover("agent", R_LOC_1),) if spot == "discard" else (MoveAgent(R_LOC_1), Recall(R_LOC_1), Banish(R_LOC_1))
    )
    program = draw(st.sampled_from(words))
    values = draw(st.tuples(*[st.integers(0, 5)] * 3))
    faces: dict[str, dict[str, object]] = {card: {"values": values} for card in (agent, person)}
    faces[location] = {"program": (program,)}
    found: list[State] = []
    for card in (agent, person):
        there = [Placed(fellow, seat, True), Placed(other, rival, True)]
        there += [Placed(card, seat, True)] if spot in ("district", "foreign") else []
        each = with_discard(with_stake(state, name, stake), seat, [card] if spot == "discard" else [])
        each = filled(each, name, there)
        each = with_hand(each, seat, [relic, location, *([card] if spot == "hand" else [])])
        found.append(at_turn(with_faces(shown(each), faces), rival if spot == "foreign" else seat))
    if spot == "foreign":
        mine = found[0].rules.catalogue.of(Kind.LOCATION, found[0].players[rival].guild)[0].id
        ready = [with_faces(each, {mine: {"program": (Banish(R_LOC_1),)}}) for each in found]
        found = [at_turn(shown(with_hand(each, rival, [mine])), rival) for each in ready]
    return found[0], agent, found[1], person


def renamed(action: Action, old: CardId, new: CardId) -> Action:
    """The same action with another card."""
    return parse_action(" ".join(new if word == old else word for word in str(action).split()))


@proves(R_PERS_1, F_STAKE_1)
@given(twins(), st.data())
def test_an_owned_personality_is_an_agent_in_every_respect(
    pair: tuple[State, CardId, State, CardId], data: st.DataObject
) -> None:
    """What can be done with a Personality, and what comes of it, is as with an Agent of the same values.

    Only its emblem is another one: as a Stake it may pay for the Militia, so that is left out.
    """
    one, agent, other, person = pair
    written_for(one, R_PERS_1, "plays_as", Kind.AGENT.value)
    written_for(one, F_STAKE_1, "plays_as", Kind.AGENT.value)
    for _ in range(2):
        mine = [action for action in arcanum.legal_actions(one) if not isinstance(action, Hire)]
        theirs = {action for action in arcanum.legal_actions(other) if not isinstance(action, Hire)}
        assert {renamed(action, agent, person) for action in mine} == theirs
        useful = [each for each in mine if not isinstance(each, Discard)] or mine
        plays = [each for each in useful if isinstance(each, Play)]
        action = data.draw(st.sampled_from(plays) | st.sampled_from(useful) if plays else st.sampled_from(useful))
        one, other = answer(one, action).after, answer(other, renamed(action, agent, person)).after
        here, there = where(one), where(other)
        assert here[agent] == there[person]
        for card in {*here} - {agent, person}:
            assert here[card] == there[card] or not {here[card], there[card]} & visible(one)


def visible(state: State) -> set[str]:
    """The hands, Discard Piles and Districts, where no card but the two may lie otherwise."""
    seats = range(len(state.players))
    piles = {zone for seat in seats for zone in (hand_of(seat), discard_of(seat))}
    return piles | {zone for zone in where(state).values() if "before" in zone}


@proves(R_PERS_1, F_STAKE_1)
@given(twins())
def test_an_owned_personality_fights_like_an_agent(pair: tuple[State, CardId, State, CardId]) -> None:
    """A power struggle ends the same with the one and with the other."""
    one, _, other, _ = pair
    told = [[each for each in settled(state).events if isinstance(each, Settled)] for state in (one, other)]
    assert {each.district: each for each in told[0]} == {each.district: each for each in told[1]}


@proves(R_PERS_2)
@given(scenes(editions(R_PERS_2, R_BRIBE_12), backers=(1, 1)), st.data())
def test_not_every_personality_has_a_price(scene: Scene, data: st.DataObject) -> None:
    """A Personality has a whole number of Ducats or none; most have one, and who has none cannot be bribed."""
    written_for(scene.state, R_PERS_2, "optional", True)
    persons = scene.state.rules.catalogue.of(Kind.PERSONALITY)
    prices = [card.ducat for card in persons]
    assert 0 < prices.count(None) < len(prices) / 2
    assert all(type(price) is int and price >= 0 for price in prices if price is not None)
    there = [each.card for each in scene.place.cards]
    card = data.draw(st.sampled_from([card for card in persons if card.id not in there]))
    state = shown(with_stake(scene.state, scene.name, card.id))
    offered = [action for action in arcanum.legal_actions(state) if isinstance(action, Bribe)]
    hosts = [] if card.ducat is None else [each.card for each in scene.own]
    assert {action.agent for action in offered} == set(hosts)


# --- the last round ---------------------------------------------------------------------------------------------------


@proves(AMB_27)
@given(scenes(editions(AMB_27), short=WINS).filter(lambda scene: scene.name != "N"))
def test_in_the_last_round_a_bribed_stake_is_replaced_too(scene: Scene) -> None:
    """Once the end card lies open a bribe elsewhere still turns up the next Stake, and nothing beneath the end card."""
    written_for(scene.state, AMB_27, "replaced", True)
    written_for(scene.state, AMB_27, "beneath_end_card", False)
    (end,) = scene.state.rules.catalogue.of(Kind.END_CARD)
    state = with_stake(scene.state, "N", end.id)
    state = attrs.evolve(state, last_round=state.round)
    last = attrs.evolve(scene, state=state)
    step = last.bribe()
    assert district(step.after, scene.name).stake == next_card(scene.place)
    assert district(step.after, "N") == district(state, "N")
    assert step.after.last_round == state.last_round


@proves(AMB_27)
@given(scenes(editions(AMB_27), short=WINS))
def test_a_bribe_that_uncovers_the_end_card_uncovers_nothing_else(scene: Scene) -> None:
    """The card beneath the last Neutral Stake is the end card: it stays, with the pile below it, for all the round."""
    (end,) = scene.state.rules.catalogue.of(Kind.END_CARD)
    below = district(scene.state, scene.name).pile[:2]
    state = with_pile(scene.state, scene.name, (end.id, *below))
    step = attrs.evolve(scene, state=shown(state)).bribe()
    place = district(step.after, scene.name)
    assert (place.stake, set(place.pile)) == (end.id, set(below))
    assert events_of(step, EndCardShown)
    assert not events_of(step, StakeShown)
    while step.after.round == state.round and step.after.agenda and isinstance(step.after.agenda[-1], TakeTurn):
        legal = arcanum.legal_actions(step.after)
        assert not [action for action in legal if isinstance(action, Assign) and action.district == scene.name]
        step = answer(step.after, next(action for action in legal if isinstance(action, Discard)))
        assert district(step.after, scene.name).stake == end.id
