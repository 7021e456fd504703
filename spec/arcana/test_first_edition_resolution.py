"""The Resolution Phase as the first edition tells it: the order of the zones, and Stakes with several numbers in gold.

What it says in its own words but not otherwise than the Revised Edition is proved by scenes of the same kind.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, State
from arcanum.guilds.abilities import TieWin
from arcanum.guilds.cards import POWERS, CardId
from arcanum.guilds.clause_ids import (
    AMB_24,
    F_MULTI_1,
    F_MULTI_2,
    F_MULTI_3,
    F_RES_1,
    F_RES_2,
    F_RES_3,
    F_RES_4,
    F_RES_5,
    F_RES_6,
    F_RES_7,
    HOUSE_4,
    R_RES_5,
)
from arcanum.guilds.events import PhaseBegan, Settled
from arcanum.guilds.settling import ChooseNext
from arcanum.guilds.state import Phase
from arcanum.spec import proves
from arcanum.spec.games import number, stated, written_for
from arcanum.spec.guilds.arrange import with_cards, with_stake
from arcanum.spec.guilds.games import Game, district, editions, games, rests_on_cards, threshold
from arcanum.spec.subject import rests_on

from .resolution_kit import (
    MAINS,
    NOTHING,
    SPARE,
    agents,
    all_below,
    assert_cleared,
    assert_tie_stands,
    assert_untouched,
    assert_won,
    course,
    draw_tie,
    entries,
    in_one,
    ranked,
    resolution,
    rivals,
    scene,
    settle,
    sole_qualifier,
    some_seats,
    tables,
    with_faces,
    without_tie_abilities,
)

# --- revealing, and the order of the zones ----------------------------------------------------------------------------


@proves(F_RES_1)
@given(games(rulesets=editions(F_RES_1)))
def test_facedown_cards_are_revealed_before_the_first_struggle(game: Game) -> None:
    """When Resolution begins all hands are empty, and as soon as it has begun no card in any zone is facedown."""
    for moment in resolution(game):
        if any(event.phase is Phase.RESOLUTION for event in moment.of(PhaseBegan)):
            assert not any(player.hand for player in moment.before.players)
            assert not moment.of(Settled)
            facedown = [card for each in moment.after.districts for card in each.cards if not card.face_up]
            assert len(facedown) == game.number(F_RES_1, "facedown")


def orders(state: State) -> Mapping[str, object]:
    """The order from left to right for the first player in seat 0, by the number of players."""
    more = GAME.clauses()[HOUSE_4].parameter("order")
    assert isinstance(more, Mapping)
    return {**entries(state, AMB_24, "order"), **more}


def zones_in_order(state: State) -> list[str]:
    """The zones from left to right as the first player sees them, as the ruling gives them for seat 0, turned round."""
    players, seat = len(state.players), state.first_player
    order = orders(state)[str(players)]
    assert isinstance(order, tuple)
    if players == 2:
        swapped = {"A": "B", "B": "A"} if seat == 1 else {}
        return [swapped.get(str(name)[0], str(name)[0]) + str(name)[1:] for name in order]
    return [str(name) if name == "N" else f"D{(int(str(name)[1:]) + seat) % players}" for name in order]


@proves(F_RES_2, AMB_24)
@given(tables(editions(AMB_24)), st.data())
def test_zones_are_settled_from_left_to_right(state: State, data: st.DataObject) -> None:
    """The order follows from where the first player sits; a zone without a Stake is passed over; nobody is asked."""
    written_for(state, F_RES_2, "resolution_order", "left-to-right")
    empty = data.draw(st.sets(st.sampled_from([each.name for each in state.districts]), max_size=2))
    for name in empty:
        state = with_stake(state, name, None)
    moments = list(course(state))
    order = [event.district for each in moments for event in each.of(Settled)]
    assert order == [name for name in zones_in_order(state) if name not in empty]
    assert all(len(each.of(Settled)) <= number(state, F_RES_2, "at_a_time") for each in moments)
    assert not [each for each in moments if isinstance(each.before.agenda[-1], ChooseNext)]


@proves(F_RES_2, AMB_24)
@given(games(rulesets=editions(AMB_24)))
def test_in_a_game_the_order_turns_with_the_first_player(game: Game) -> None:
    """In every round of a game the zones are settled from the first player's left to his right."""
    order: list[str] = []
    for moment in resolution(game):
        if any(event.phase is Phase.RESOLUTION for event in moment.of(PhaseBegan)):
            order = zones_in_order(moment.before)
        for event in moment.of(Settled):
            assert event.district in order
            order = order[order.index(event.district) + 1 :]


@proves(F_RES_2)
@given(tables(editions(F_RES_2)))
def test_only_where_the_order_is_chosen_somebody_is_asked_for_it(state: State) -> None:
    """In the first edition nobody is asked; in the Revised Edition the first player is, and only he."""
    asked = [each.before for each in course(state) if isinstance(each.before.agenda[-1], ChooseNext)]
    chosen = stated(state, F_RES_2, "resolution_order") == "chosen"
    assert {arcanum.to_act(each) for each in asked} == ({state.first_player} if chosen else set())


# --- who wins ---------------------------------------------------------------------------------------------------------


@proves(F_RES_3)
@given(tables(editions(F_RES_3)), MAINS, st.data())
def test_the_number_in_gold_says_which_values_are_added(state: State, main: int, data: st.DataObject) -> None:
    """A player's total is the sum of his Agents' values in that arcanum; with others changed it is the same."""
    written_for(state, F_RES_3, "counts", "main")
    gold = POWERS[main]
    made = scene(data, state, {gold: 5}, {seat: data.draw(SPARE) for seat in some_seats(data, state, 1)})
    verdict = made.settle().settled
    assert {claim.seat: claim.total for claim in verdict.claims} == {
        seat: total[gold] for seat, total in made.totals.items()
    }
    changed = {
        card.card: {"values": in_one(gold, made.state.card(card.card).values[gold], data.draw(SPARE))}
        for card in district(made.state, made.district).cards
    }
    assert settle(with_faces(made.state, changed), made.district).settled == verdict


@proves(F_RES_4)
@given(tables(editions(F_RES_4)), st.integers(0, 2), st.data())
def test_a_sole_player_who_reaches_it_takes_the_stake(state: State, surplus: int, data: st.DataObject) -> None:
    """The Stake and all Agents go to the Resource Decks of the winner and of the owners; one point less is too few."""
    pile = stated(state, F_RES_4, "to")
    ranking, seat = sole_qualifier(data, state, surplus)
    assert ranking.threshold == max(1, ranking.printed + number(state, F_RES_4, "surplus_needed"))
    assert number(state, F_RES_4, "qualifiers") == len([each for each in ranking.ahead() if each == seat])
    moment = ranked(data, state, ranking).settle()
    assert_won(moment, seat, pile)
    assert_cleared(moment, 0, pile)
    short = attrs.evolve(ranking, totals={**ranking.totals, seat: ranking.threshold - 1})
    assert ranked(data, state, short).settle().settled.winner is None


@proves(F_RES_5)
@given(tables(editions(F_RES_5)), st.data())
def test_of_several_the_highest_total_wins(state: State, data: st.DataObject) -> None:
    """If two or more reach the threshold the only highest takes the Stake."""
    ranking, winner, _ = rivals(data, state, number(state, F_RES_5, "fewest_qualifiers"))
    assert ranked(data, state, ranking).settle().settled.winner == winner


@proves(F_RES_6)
@given(tables(editions(F_RES_6)), st.integers(0, 2), st.data())
def test_a_draw_leaves_everything_unless_one_guild_card_breaks_it(state: State, able: int, data: st.DataObject) -> None:
    """With no fitting Guild card among the tied, or with two, all stays; with one its owner wins."""
    written_for(state, F_RES_6, "crests", True)
    plain = without_tie_abilities(state)
    ranking, tied = draw_tie(data, plain, 2)
    made = ranked(data, plain, ranking)
    crests = state.rules.catalogue.crests
    words = {crests[state.players[seat].guild].id: {"statics": (TieWin(main=ranking.main),)} for seat in tied[:able]}
    moment = settle(with_faces(made.state, words), made.district)
    if able == 1:
        assert_won(moment, tied[0], "discard")
    else:
        assert_tie_stands(moment, tied)


@proves(F_RES_6)
@given(editions(F_RES_6), st.data())
def test_only_guild_cards_break_draws_in_the_first_edition(ruleset: str, data: st.DataObject) -> None:
    """No other card of its catalogue has such an ability; in the Revised Edition some have."""
    state = data.draw(tables(st.just(ruleset)))
    able = [card for card in state.rules.catalogue if any(isinstance(word, TieWin) for word in card.statics)]
    assert any(card not in state.rules.catalogue.crests.values() for card in able) is stated(
        state, F_RES_6, "other_cards"
    )


@proves(F_RES_7)
@given(tables(editions(F_RES_7)), st.data())
def test_if_all_totals_are_too_low_nobody_wins(state: State, data: st.DataObject) -> None:
    """The zone keeps its Stake, and the Agents stay faceup."""
    assert_untouched(ranked(data, state, all_below(data, state)).settle(), stated(state, F_RES_7, "facing"))


# --- several numbers in gold ------------------------------------------------------------------------------------------


@proves(F_MULTI_1, F_MULTI_2)
@given(tables(editions(F_MULTI_1, F_MULTI_2)), st.data())
def test_everybody_competes_with_the_arcanum_that_is_best_for_him(state: State, data: st.DataObject) -> None:
    """Players may count different arcana, each only one, and the only highest value so counted wins."""
    written_for(state, F_MULTI_1, "arcana_counted", 1)
    written_for(state, F_MULTI_2, "wins", "highest")
    first, second = some_seats(data, state, 2, 2)
    mains = data.draw(st.permutations(POWERS))[: data.draw(st.integers(2, 3))]
    printed = {main: data.draw(st.integers(1, 3)) for main in mains}
    low = max(threshold(state, each) for each in printed.values()) + data.draw(st.integers(0, 3))
    high = low + data.draw(st.integers(1, 4))
    # The second has values of some size in every gold number: added up they would often be more than the first has.
    own = in_one(mains[0], high, NOTHING)
    other = in_one(mains[1], low, [data.draw(st.integers(0, low - 1)) for _ in POWERS])
    verdict = scene(data, state, printed, {first: own, second: other}).settle().settled
    assert {claim.seat: (claim.total, claim.arcanum) for claim in verdict.claims} == {
        first: (high, mains[0]),
        second: (max(other[main] for main in mains), mains[1]),
    }
    assert verdict.winner == first


@proves(F_MULTI_3)
@given(tables(editions(F_MULTI_3)), st.data())
def test_penthow_takes_a_total_of_at_least_two(state: State, data: st.DataObject) -> None:
    """With a best total of 1 nobody wins it, even if all others have less; with 2 somebody does."""
    rests_on(R_RES_5, F_RES_4, F_MULTI_3)
    penthow = CardId(str(stated(state, F_MULTI_3, "card")))
    rests_on_cards(state, penthow)
    least, too_few = number(state, F_MULTI_3, "minimum"), number(state, F_MULTI_3, "too_few")
    assert len(state.card(penthow).main) > 1
    main = data.draw(st.sampled_from(state.card(penthow).main))
    (seat,) = some_seats(data, state, 1, 1)
    agent = agents(state, seat)[0]
    lying = with_cards(with_stake(state, "N", penthow), "N", [(agent, seat, data.draw(st.booleans()))])
    one = settle(with_faces(lying, {agent: {"values": (too_few,) * 3}}), "N")
    assert_untouched(one, "faceup")
    two = settle(with_faces(lying, {agent: {"values": in_one(main, least, NOTHING)}}), "N")
    assert_won(two, seat, "discard")
