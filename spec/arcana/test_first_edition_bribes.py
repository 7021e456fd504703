"""Bribes as the first edition numbers them. They hold in both editions; where these differ the index says how."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds.actions import Bribe
from arcanum.guilds.cards import Kind
from arcanum.guilds.clause_ids import F_BRIBE_1, F_BRIBE_2, F_BRIBE_3, F_BRIBE_4, F_BRIBE_5, F_BRIBE_6
from arcanum.guilds.events import Bribed, Discarded, EndCardShown, StakeShown, StakeWon
from arcanum.spec import proves
from arcanum.spec.games import number, refused, stated, words, written_for
from arcanum.spec.guilds.arrange import at_turn, with_hand, with_stake
from arcanum.spec.guilds.games import Game, Step, district, editions, events_of, games, leanings, saying

from .bribes_kit import (
    PLAIN,
    VALUES,
    Scene,
    discard_of,
    is_new_turn,
    main_of,
    moves,
    relics_for,
    scenes,
    shown,
    stakes_of,
    with_faces,
)

BOTH = editions(F_BRIBE_1, F_BRIBE_2, F_BRIBE_3, F_BRIBE_4, F_BRIBE_5, F_BRIBE_6)
SPENT = saying(F_BRIBE_4, "relic_stays", False)
"""The rule sets in which a Relic is spent by a bribe that fails."""
WINS, FAILS = st.integers(-2, 0), st.integers(1, 2)


def outcome(step: Step) -> Bribed:
    """What was said of the one bribe of a step."""
    (found,) = events_of(step, Bribed)
    return found


@proves(F_BRIBE_1)
@given(scenes(BOTH, backers=(0, 0), mains=(1,)), VALUES, st.integers(0, 9))
def test_the_ducats_of_the_relic_are_added_to_the_value_of_the_agent(
    scene: Scene, values: tuple[int, int, int], ducats: int
) -> None:
    """Whatever else is printed on the two cards, the bribe is the Ducats of one and the Main Arcanum of the other."""
    written_for(scene.state, F_BRIBE_1, "relic", "ducat")
    written_for(scene.state, F_BRIBE_1, "agent", "main")
    main = main_of(scene.state.card(scene.stake))
    state = with_faces(scene.state, {scene.host: {"values": values, "ducat": 9}})
    state = with_faces(state, {scene.relic: {"values": (9, 9, 9), "ducat": ducats}})
    event = outcome(attrs.evolve(scene, state=state).bribe())
    assert (event.total, event.arcanum) == (values[main] + ducats, main)


@proves(F_BRIBE_2)
@given(scenes(BOTH))
def test_reaching_the_ducat_value_wins_the_stake_at_once(scene: Scene) -> None:
    """At a price that the bribe reaches the Stake is the briber's before the next turn; one Ducat more is too much."""
    ducats = scene.total() - number(scene.state, F_BRIBE_2, "surplus_needed")
    for asked, won in ((ducats, True), (ducats + 1, False)):
        step = scene.with_ducats(asked).bribe()
        assert [event.seat for event in events_of(step, StakeWon)] == [scene.seat] * won
        assert (scene.stake in step.after.players[scene.seat].discard) is won
        assert is_new_turn(step.after, scene.seat)


@proves(F_BRIBE_3)
@given(scenes(BOTH, backers=(0, 3), foes=1, short=WINS))
def test_after_a_success_all_cards_go_to_their_owners_and_a_new_stake_is_shown(scene: Scene) -> None:
    """Nothing is left in the zone, every card is with its owner, and the second card of the pile lies open."""
    step = scene.bribe()
    written_for(scene.state, F_BRIBE_3, "to", "discard")
    gone = {each.card: discard_of(each.owner) for each in scene.place.cards}
    gone |= {scene.relic: discard_of(scene.seat), scene.stake: discard_of(scene.seat)}
    gone |= dict.fromkeys(scene.place.pile[-1:], f"top of {scene.name}")
    assert {card: new for card, (_, new) in moves(scene.state, step.after).items()} == gone
    assert len(district(step.after, scene.name).cards) == number(scene.state, F_BRIBE_3, "left")
    turned = [event.card for event in step.events if isinstance(event, StakeShown | EndCardShown)]
    assert turned == list(scene.place.pile[-1:])


@proves(F_BRIBE_4)
@given(scenes(BOTH, backers=(0, 3), short=FAILS))
def test_after_a_failure_only_the_relic_is_spent(scene: Scene) -> None:
    """The Agents of all players are where they were; the Relic is discarded, or in the Revised Edition left."""
    step = scene.bribe()
    stays = stated(scene.state, F_BRIBE_4, "relic_stays") is True
    left = [each.card for each in district(step.after, scene.name).cards]
    assert sorted(left) == sorted([*(each.card for each in scene.place.cards), *([scene.relic] if stays else [])])
    assert district(step.after, scene.name).stake == scene.stake
    before = scene.state.players[scene.seat].discard
    assert step.after.players[scene.seat].discard == (before if stays else (*before, scene.relic))
    assert len(events_of(step, Discarded)) == (not stays)


@proves(F_BRIBE_4, F_BRIBE_6)
@given(games(rulesets=SPENT, modules=PLAIN, leaning=leanings("assign", "bribe")))
def test_no_relic_lies_in_a_zone_where_relics_do_not_pile_up(game: Game) -> None:
    """In every turn of a game of the first edition only Agents lie in the zones."""
    written_for(game.first, F_BRIBE_6, "relics_add_up", False)
    for step in game.turns():
        for place in step.before.districts:
            assert not [each for each in place.cards if step.before.card(each.card).kind is Kind.RELIC]


@proves(F_BRIBE_5)
@given(scenes(BOTH, backers=(0, 2)), st.data())
def test_relics_and_locations_are_not_open_to_bribes(scene: Scene, data: st.DataObject) -> None:
    """With any Stake of another kind in the place of the Personality every bribe there is refused."""
    kinds = words(scene.state, F_BRIBE_5, "kinds")
    stakes = [id for kind in Kind if kind.value not in kinds for id in stakes_of(scene.state, kind)]
    other = data.draw(st.sampled_from([id for id in stakes if id != scene.relic]))
    state = with_faces(shown(with_stake(scene.state, scene.name, other)), {other: {"ducat": 0}})
    for each in scene.own:
        assert Bribe(scene.relic, each.card) in arcanum.legal_actions(scene.state)
        assert refused(state, Bribe(scene.relic, each.card))


@proves(F_BRIBE_6)
@given(scenes(BOTH, backers=(1, 3), short=st.just(3)), st.data())
def test_several_agents_may_back_a_relic_and_relics_do_not_pile_up(scene: Scene, data: st.DataObject) -> None:
    """All Agents that are turned up for it count; a Relic of an earlier bribe adds nothing in the first edition."""
    assert outcome(scene.bribe()).total == scene.total()
    turned = scene.hidden
    lavish = scene.with_ducats(scene.total(turned) + 99)
    first = lavish.bribe(turned)
    assert outcome(first).total == scene.total(turned)
    second = data.draw(st.sampled_from([card for card in relics_for(scene.state, scene.seat) if card != scene.relic]))
    state = at_turn(shown(with_hand(first.after, scene.seat, (second,))), scene.seat)
    again = attrs.evolve(lavish, state=state, relic=second)
    earlier = scene.ducats if stated(scene.state, F_BRIBE_6, "relics_add_up") is True else 0
    ducats = state.card(second).ducat or 0
    assert outcome(again.bribe()).total == scene.total(turned) - scene.ducats + earlier + ducats
