"""Actions as the summary of the first edition lists them, each tried in every edition that has it.

The summary says zone for District, Free zone for the Neutral one and Resource Deck for Discard Pile. Events and
Guild Masters belong to the Revised Edition only and stay in the box.
"""

from __future__ import annotations

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Hire
from arcanum.guilds.cards import Kind
from arcanum.guilds.clause_ids import (
    AMB_33,
    F_ACT_1,
    F_ACT_2,
    F_ACT_3,
    F_ACT_4,
    F_ACT_5,
    F_ACT_6,
    F_ACT_7,
    F_ACT_8,
    F_ACT_9,
    R_MIL_1,
)
from arcanum.guilds.events import Bribed, Discarded, MilitiaHired, StakeWon
from arcanum.kernel.actions import PASS
from arcanum.spec import proves
from arcanum.spec.games import number, refused, stated, step, written_for
from arcanum.spec.guilds.arrange import at_turn, with_cards, with_hand, with_stake
from arcanum.spec.guilds.games import Game, district, editions, games, module_sets

from .intrigue_kit import (
    BUSY,
    check_assigned_in_a_game,
    check_discards,
    check_every_assignment,
    check_lies,
    check_location,
    check_moves,
    check_owners,
    check_relics,
    check_turn_order,
    crowded,
    goes_on,
    has_stake,
    is_turn,
    openings,
    own_cards,
    pays,
    placed,
    plain_games,
    plain_round,
    standing,
    turns,
)

WITH_MILITIA = module_sets(always=("militia",), never=("masters", "events"))


@proves(F_ACT_1)
@given(plain_games(editions(F_ACT_1)))
def test_turns_go_round_clockwise(game: Game) -> None:
    """Each next player is the next one clockwise who holds a card; actions that a Location gives are counted."""
    for each in game.played_rounds():
        check_turn_order(each.steps, each.first_player, game.number(F_ACT_1, "step"), 1)


@proves(F_ACT_2)
@given(openings(editions(F_ACT_2)), st.integers(0, 2**30))
def test_with_plain_actions_a_player_acts_once_for_each_card(state: State, seed: int) -> None:
    """Without Locations everybody has as many turns in a round as he drew cards, and each is one action."""
    steps = plain_round(state, seed)
    seats = [done.seat for done in steps if is_turn(done.before)]
    for seat, player in enumerate(state.players):
        assert seats.count(seat) == len(player.hand) * number(state, F_ACT_2, "actions")
    assert not goes_on(steps[-1])
    for done in steps:
        if is_turn(done.before):
            assert PASS not in arcanum.legal_actions(done.before)
    assert refused(state, PASS)


@proves(F_ACT_2)
@given(plain_games(editions(F_ACT_2)))
def test_turns_go_on_until_everybody_has_played_his_cards(game: Game) -> None:
    """Whoever still holds a card gets another turn before the round is settled."""
    for done in game.turns():
        if not goes_on(done):
            assert not any(player.hand for seat, player in enumerate(done.before.players) if seat != done.seat)
        else:
            assert any(player.hand for player in done.after.players) or not is_turn(done.after)


@proves(F_ACT_3, F_ACT_4)
@given(plain_games(editions(F_ACT_3, F_ACT_4)))
def test_agents_go_faceup_to_foreign_zones_and_the_free_zone_and_facedown_to_own_ones(game: Game) -> None:
    """Wherever an Agent is sent in a game, it lies as the kind of zone demands, and is seen accordingly."""
    check_assigned_in_a_game(game, (F_ACT_3, F_ACT_4))


@proves(F_ACT_3, F_ACT_4)
@given(openings(editions(F_ACT_3, F_ACT_4)), st.data())
def test_an_agent_cannot_lie_otherwise(state: State, data: st.DataObject) -> None:
    """Of all that a player can do each Agent goes to each zone with a Stake in one way only."""
    check_every_assignment(state, data, (F_ACT_3, F_ACT_4))


@proves(F_ACT_5)
@given(openings(editions(F_ACT_5)), st.data())
def test_a_location_takes_effect_at_once_and_then_goes_to_the_resource_deck(state: State, data: st.DataObject) -> None:
    """Its effect is over before anybody else's turn, and then it lies on the pile of whoever played it."""
    check_location(state, data, F_ACT_5)


@proves(F_ACT_6)
@given(openings(editions(F_ACT_6)), st.data())
def test_a_relic_on_an_own_agent_serves_to_corrupt_a_personality(state: State, data: st.DataObject) -> None:
    """With a Relic in hand that is legal just where such a Personality and an own Agent are."""
    check_relics(state, data, F_ACT_6)


@proves(F_ACT_7)
@given(openings(editions(F_ACT_7), modules=module_sets(never=("masters", "events"))), st.data())
def test_a_relic_pays_for_a_militia_card_and_nothing_else_does(state: State, data: st.DataObject) -> None:
    """The action is legal for just the cards that pay, while the Militia pile has a card and there is a Stake."""
    hand = []
    for kind in (Kind.AGENT, Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY):
        hand.append(data.draw(st.sampled_from(own_cards(state, 0, kind))))
    state = data.draw(crowded(state, 0, hand))
    if data.draw(st.booleans()):
        state = attrs.evolve(state, militia=(), militia_used=(*state.militia_used, *state.militia))
    there = stated(state, F_ACT_7, "optional") is False or "militia" in state.options.modules
    possible = there and bool(state.militia) and any(has_stake(state, each) for each in state.districts)
    legal = arcanum.legal_actions(state)
    for card in hand:
        assert (Hire(card) in legal) is (possible and pays(state, card))
        if Hire(card) not in legal:
            assert refused(state, Hire(card))


@proves(F_ACT_7)
@given(openings(editions(F_ACT_7, R_MIL_1), modules=WITH_MILITIA), st.data())
def test_the_card_that_pays_is_discarded_and_the_top_militia_card_goes_to_any_stake(
    state: State, data: st.DataObject
) -> None:
    """The guild's own Relic pays too where the edition says so; what was drawn must be placed at once."""
    relics = data.draw(st.permutations(own_cards(state, 0, Kind.RELIC)))
    guild = [card for card in relics if state.card(card).emblem != "stake"]
    if stated(state, F_ACT_7, "guild_relic_pays") is True and data.draw(st.booleans()):
        relic = guild[0]
    else:
        relic = next(card for card in relics if card not in guild)
    state = data.draw(crowded(state, 0, (relic, own_cards(state, 0, Kind.AGENT)[0])))
    assume(any(has_stake(state, each) for each in state.districts))
    top = state.militia[-1]
    done = step(state, Hire(relic))
    assert done.after.players[0].discard == (*state.players[0].discard, relic)
    assert done.after.militia == state.militia[:-1]
    (hired,) = (event for event in done.events if isinstance(event, MilitiaHired))
    assert (hired.seat, hired.card) == (0, top)
    assert len([event for event in done.events if isinstance(event, Discarded)]) == stated(state, F_ACT_7, "cards")
    places = {Assign(top, each.name) for each in state.districts if has_stake(state, each)}
    assert set(arcanum.legal_actions(done.after)) == places
    for action in places:
        after = step(done.after, action).after
        where = placed(after, top)
        assert where is not None
        assert (where[0].name, where[1].owner) == (action.district, 0)


@proves(F_ACT_8)
@given(turns(editions(F_ACT_8)))
def test_any_card_can_be_sent_to_the_resource_deck_to_no_effect(state: State) -> None:
    """Every card of the hand can be discarded; only the hand, that pile and the turn are different then."""
    check_discards(state, F_ACT_8)


@proves(F_ACT_9)
@given(games(rulesets=editions(F_ACT_9), leaning=BUSY))
def test_a_card_lies_on_its_owners_side_for_all_to_see(game: Game) -> None:
    """Every view names the owner of every card in a zone, facedown or not: the player who sent it."""
    check_owners(game, F_ACT_9)


# --- what the summary does not say ------------------------------------------------------------------------------------


@proves(AMB_33)
@given(openings(editions(AMB_33)), st.data())
def test_an_agent_that_gets_a_relic_turns_up(state: State, data: st.DataObject) -> None:
    """A facedown Agent who carries a bribe is seen by all, whether the bribe is enough or not; the others are not."""
    written_for(state, AMB_33, "host_turned_up", True)
    relics = sorted(own_cards(state, 0, Kind.RELIC), key=lambda card: state.card(card).ducat or 0)
    relic = data.draw(st.sampled_from((relics[0], relics[-1])), "the poorest or the richest Relic")
    personalities = [card for card in state.rules.catalogue.of(Kind.PERSONALITY) if card.ducat is not None]
    stake = data.draw(st.sampled_from(personalities))
    name = data.draw(st.sampled_from([each.name for each in state.districts if 0 in each.friendly_to]))
    host, other, spare = data.draw(st.permutations(own_cards(state, 0, Kind.AGENT)))[:3]
    state = with_cards(with_stake(state, name, stake.id), name, [(host, 0, False), (other, 0, False)])
    state = at_turn(with_hand(state, 0, (relic, spare)), 0)
    done = step(state, Bribe(relic, host))
    lying = {card.card: card.face_up for card in district(done.after, name).cards}
    if any(isinstance(event, StakeWon) for event in done.events):
        assert host in done.after.players[0].discard
        assert any(isinstance(event, Bribed) and event.success for event in done.events)
    else:
        assert lying[host] is True
        assert lying[other] is False
        check_lies(done.after, host, 0, "faceup")


@proves(AMB_33)
@given(openings(editions(AMB_33, R_MIL_1), modules=WITH_MILITIA), st.data())
def test_militia_lie_like_agents_from_the_hand(state: State, data: st.DataObject) -> None:
    """A Militia card is facedown in a zone of its player and faceup elsewhere."""
    written_for(state, AMB_33, "militia", "as-agents")
    relic = data.draw(st.sampled_from([card.id for card in state.rules.catalogue.of(Kind.RELIC, "stake")]))
    state = data.draw(crowded(state, 0, (relic, own_cards(state, 0, Kind.AGENT)[0])))
    assume(any(has_stake(state, each) for each in state.districts))
    drawn = step(state, Hire(relic)).after
    for action in arcanum.legal_actions(drawn):
        assert isinstance(action, Assign)
        home = standing(district(state, action.district), 0) == "friendly"
        check_lies(step(drawn, action).after, action.card, 0, "facedown" if home else "faceup")


@proves(AMB_33)
@given(openings(editions(AMB_33)), st.data())
def test_moved_agents_lie_like_agents_from_the_hand(state: State, data: st.DataObject) -> None:
    """An Agent that is moved is facedown just if its new zone is one of its owner's."""
    written_for(state, AMB_33, "moved", "as-from-hand")
    check_moves(state, data, {"friendly": "facedown", "enemy": "faceup", "neutral": "faceup"})
