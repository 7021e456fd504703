"""The Resolution Phase: when and in which order Districts are settled, and who wins the Stake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Settle
from arcanum.guilds.cards import Arcanum, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_11,
    F_RES_4,
    R_PERS_3,
    R_RES_1,
    R_RES_2,
    R_RES_3,
    R_RES_4,
    R_RES_5,
    R_RES_6,
    R_RES_7,
    R_RES_8,
    R_RES_9,
    R_RES_10,
    R_RES_11,
    R_RES_12,
    R_RES_13,
    R_RES_14,
    R_RES_15,
)
from arcanum.guilds.events import Bribed, FirstPlayerPassed, PhaseBegan, RoundBegan, Settled
from arcanum.guilds.settling import ChooseNext
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import number, stated, step, words, written_for
from arcanum.spec.guilds.arrange import at_turn, settled, with_cards, with_hand, with_stake
from arcanum.spec.guilds.games import Game, district, editions, games, rests_on_cards, sound, threshold
from arcanum.spec.subject import rests_on

from .resolution_kit import (
    MAINS,
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
    heir,
    in_one,
    outlasting,
    ranked,
    relic,
    resolution,
    rivals,
    scene,
    settle,
    sole_qualifier,
    struggles,
    table_of,
    tables,
    with_faces,
    without_tie_abilities,
)

FIELDS = ("staff", "sword", "cup", "ducat")


def with_stakes(state: State) -> list[str]:
    """The Districts that have a Stake to settle."""
    return [
        each.name
        for each in state.districts
        if each.stake is not None and state.card(each.stake).kind is not Kind.END_CARD
    ]


# --- when, and in which order -----------------------------------------------------------------------------------------


@proves(R_RES_1)
@given(games(rulesets=editions(R_RES_1)))
def test_no_district_is_settled_before_all_hands_are_empty(game: Game) -> None:
    """Whenever a power struggle is settled, nobody holds a card."""
    left = game.number(R_RES_1, "left_in_hand")
    for moment in struggles(game):
        assert moment.before.phase is Phase.RESOLUTION
        assert [len(player.hand) for player in moment.before.players] == [left] * game.players


@proves(R_RES_2)
@given(tables(editions(R_RES_2)), st.data())
def test_the_first_player_can_have_any_order_where_it_is_his_to_choose(state: State, data: st.DataObject) -> None:
    """Districts are settled in the order that the first player wishes; in a fixed order nobody is asked."""
    wish = data.draw(st.permutations(with_stakes(state)))
    moments = list(course(state, *(Settle(name) for name in wish)))
    order = [event.district for moment in moments for event in moment.of(Settled)]
    asked = [moment.before for moment in moments if isinstance(moment.before.agenda[-1], ChooseNext)]
    assert sorted(order) == sorted(wish)
    if stated(state, R_RES_2, "resolution_order") == "chosen":
        assert order == wish
        assert {arcanum.to_act(each) for each in asked} == {state.first_player}
        for done, each in enumerate(asked):
            assert set(arcanum.legal_actions(each)) == {Settle(name) for name in wish[done:]}
    else:
        assert not asked


@proves(R_RES_2)
@given(games(rulesets=editions(R_RES_2)))
def test_each_district_with_a_stake_is_settled_once_a_round_and_alone(game: Game) -> None:
    """In every round of a game the settled Districts are those that had a Stake, each once."""
    waiting: list[str] = []
    for moment in resolution(game):
        assert len(moment.of(Settled)) <= game.number(R_RES_2, "at_a_time")
        for event in moment.events:
            if isinstance(event, PhaseBegan):
                assert not waiting
                waiting = with_stakes(moment.after) if event.phase is Phase.RESOLUTION else []
            if isinstance(event, Settled):
                waiting.remove(event.district)
    chosen = game.expected(R_RES_2, "resolution_order") == "chosen"
    assert bool(game.asked(ChooseNext)) == chosen
    assert all(decision.seat == asking.before.first_player for asking, decision in game.asked(ChooseNext))


@proves(AMB_11)
@given(tables(editions(AMB_11)), st.data())
def test_everything_is_revealed_before_the_first_choice(state: State, data: st.DataObject) -> None:
    """The first player picks one District at a time, seeing all cards and how the one before was settled."""
    written_for(state, AMB_11, "reveal", "start-of-resolution")
    state = with_facedown_agents(state, data)
    waiting = with_stakes(state)
    asked = 0
    for moment in course(state):
        if isinstance(moment.before.agenda[-1], ChooseNext):
            asked += 1
            assert len(arcanum.legal_actions(moment.before)) == len(waiting)
        for event in moment.of(Settled):
            assert all(card.face_up for each in moment.before.districts for card in each.cards)
            waiting.remove(event.district)
    one_at_a_time = stated(state, AMB_11, "pick") == "one-at-a-time"
    assert asked == (len(with_stakes(state)) - 1 if one_at_a_time else 0)


def seats(state: State) -> range:
    """All seats."""
    return range(len(state.players))


@proves(R_RES_11, AMB_11)
@given(games(rulesets=editions(R_RES_11, AMB_11)))
def test_no_facedown_card_outlasts_the_resolution_phase(game: Game) -> None:
    """When Districts are settled, and when the next round begins, nothing in them lies facedown."""
    begun = [done.after for done in game.steps if any(isinstance(event, RoundBegan) for event in done.events)]
    for state in [*(moment.before for moment in struggles(game)), *begun, game.last]:
        facedown = [card for each in state.districts for card in each.cards if not card.face_up]
        assert len(facedown) == game.number(R_RES_11, "facedown")


@proves(R_RES_11)
@given(tables(editions(R_RES_11)), st.data())
def test_facedown_cards_of_everybody_are_turned_up_wherever_they_lie(state: State, data: st.DataObject) -> None:
    """After a round in which everybody had a facedown Agent in some District all that are left lie faceup."""
    state = with_facedown_agents(state, data)
    after = sound(settled(state).state)
    left = [card for each in after.districts for card in each.cards]
    assert len(left) == len(state.players)
    assert sum(not card.face_up for card in left) == number(state, R_RES_11, "facedown")


def with_facedown_agents(state: State, data: st.DataObject) -> State:
    """The state with a facedown Agent of everybody in some District; they are worth nothing, so that they stay."""
    spread: dict[str, list[tuple[str, Seat, bool]]] = {each.name: [] for each in state.districts}
    for seat in seats(state):
        name = data.draw(st.sampled_from(sorted(spread)))
        spread[name].append((agents(state, seat)[0], seat, False))
    state = with_faces(state, {agents(state, seat)[0]: {"values": (0, 0, 0)} for seat in seats(state)})
    for name, cards in spread.items():
        state = with_stake(with_cards(state, name, cards), name, _hard_stake(state, name))
    return state


def _hard_stake(state: State, name: str) -> str:
    """A Stake of its own for each District that nobody wins with nothing."""
    at = [each.name for each in state.districts].index(name)
    relics = state.rules.catalogue.of(Kind.RELIC, "stake")
    return [card.id for card in relics if all(threshold(state, card.values[main]) > 0 for main in card.main)][at]


# --- who wins ---------------------------------------------------------------------------------------------------------


@proves(R_RES_3)
@given(tables(editions(R_RES_3)), MAINS, st.integers(1, 9), st.data())
def test_values_in_other_arcana_change_nothing(state: State, main: Arcanum, needed: int, data: st.DataObject) -> None:
    """With all other values of all Agents changed the same players have the same totals, and the same one wins."""
    written_for(state, R_RES_3, "counts", "main")
    present = data.draw(st.sets(st.sampled_from(seats(state)), min_size=1))
    made = scene(data, state, {main: needed}, {seat: data.draw(SPARE) for seat in present})
    changed = {}
    for card in district(made.state, made.district).cards:
        other = list(data.draw(SPARE))
        other[main] = made.state.card(card.card).values[main]
        changed[card.card] = {"values": tuple(other)}
    once, again = made.settle(), settle(with_faces(made.state, changed), made.district)
    assert {claim.seat: claim.total for claim in once.settled.claims} == {
        seat: total[main] for seat, total in made.totals.items()
    }
    assert again.settled == once.settled


@proves(R_RES_4)
@given(tables(editions(R_RES_4)), MAINS, st.data())
def test_the_strength_of_a_player_is_the_sum_over_his_agents(state: State, main: Arcanum, data: st.DataObject) -> None:
    """All his Agents in the District add their values, in whatever order they lie; a Relic adds nothing."""
    present = data.draw(st.sets(st.sampled_from(seats(state)), min_size=1))
    made = scene(data, state, {main: 5}, {seat: data.draw(SPARE) for seat in present}, relics=False)
    cards = [(each.card, each.owner, each.face_up) for each in district(made.state, made.district).cards]
    expected = {seat: total[main] for seat, total in made.totals.items()}
    shuffled = data.draw(st.permutations(cards))
    with_relics = [*shuffled, *((relic(state, seat), seat, True) for seat in present)]
    table = with_faces(made.state, {relic(state, seat): {"values": data.draw(SPARE)} for seat in present})
    extra = number(state, R_RES_4, "relic_adds")
    for lying, added in ((cards, 0), (shuffled, 0), (with_relics, extra)):
        verdict = settle(with_cards(table, made.district, lying), made.district).settled
        assert {claim.seat: claim.total - added for claim in verdict.claims} == expected


@proves(R_RES_5)
@given(tables(editions(R_RES_5)), st.integers(0, 3), st.data())
def test_the_only_one_who_reaches_the_threshold_wins(state: State, surplus: int, data: st.DataObject) -> None:
    """A total equal to the threshold is enough and puts the Stake on the winner's Discard Pile; one less is not."""
    ranking, seat = sole_qualifier(data, state, surplus)
    assert ranking.threshold == max(1, ranking.printed + number(state, R_RES_5, "surplus_needed"))
    made = ranked(data, state, ranking)
    assert len([total for total in ranking.totals.values() if total >= ranking.threshold]) == number(
        state, R_RES_5, "qualifiers"
    )
    assert_won(made.settle(), seat, stated(state, R_RES_5, "to"))
    short = {**ranking.totals, seat: ranking.threshold - 1}
    made = ranked(data, state, attrs.evolve(ranking, totals=short))
    assert made.settle().settled.winner is None


@proves(R_RES_5, F_RES_4)
@given(tables(editions(R_RES_5, F_RES_4)), st.integers(-3, 3), st.data())
def test_a_rule_that_asks_for_more_or_less_than_is_printed_is_kept(
    state: State, change: int, data: st.DataObject
) -> None:
    """If the rules ask for so much more or less than is printed, just that decides; nothing is won with less than 1."""
    ranking, seat = sole_qualifier(data, state, 0)
    rules = attrs.evolve(state.rules, surplus_needed=state.rules.surplus_needed + change)
    for printed in (ranking.printed, 1):
        least = max(1, printed + number(state, F_RES_4, "surplus_needed") + change)
        for total, winner in ((least, seat), (least - 1, None)):
            made = ranked(data, state, attrs.evolve(ranking, printed=printed, totals={seat: total}))
            other = attrs.evolve(made.state, rules=attrs.evolve(rules, catalogue=made.state.rules.catalogue))
            assert settle(other, made.district).settled.winner == winner


@proves(R_RES_6)
@given(tables(editions(R_RES_6)), st.data())
def test_of_several_who_reach_it_the_highest_wins(state: State, data: st.DataObject) -> None:
    """The only highest total takes the Stake; if the second had as much it would be a tie. Crests are left out."""
    state = without_tie_abilities(state)
    ranking, winner, second = rivals(data, state, number(state, R_RES_6, "fewest_qualifiers"))
    assert ranked(data, state, ranking).settle().settled.winner == winner
    level = {**ranking.totals, second: ranking.totals[winner]}
    assert_tie_stands(ranked(data, state, attrs.evolve(ranking, totals=level)).settle(), (winner, second))


@proves(R_RES_7)
@given(tables(editions(R_RES_7)), st.data())
def test_after_a_win_all_cards_go_to_their_owners(state: State, data: st.DataObject) -> None:
    """When somebody wins the District is empty, and everybody has his own Agents and Relics on his Discard Pile."""
    ranking, *_ = rivals(data, state, 2)
    made = ranked(data, state, ranking)
    moment = made.settle()
    assert moment.here()[0].cards
    assert_cleared(moment, number(state, R_RES_7, "left"), stated(state, R_RES_7, "to"))


@proves(R_RES_7)
@given(games(rulesets=editions(R_RES_7)))
def test_after_every_win_in_a_game_all_cards_go_to_their_owners(game: Game) -> None:
    """In the Districts that are won in a game nothing is left; Militia wait for the end of the round."""
    for moment in struggles(game):
        if moment.settled.winner is not None:
            assert_cleared(moment, game.number(R_RES_7, "left"), game.expected(R_RES_7, "to"))


@proves(R_RES_8)
@given(tables(editions(R_RES_8)), st.data())
def test_if_nobody_reaches_the_threshold_everything_stays(state: State, data: st.DataObject) -> None:
    """With all totals too low the District keeps its Stake and its cards, faceup, also into the next round."""
    made = ranked(data, state, all_below(data, state))
    moment = made.settle()
    assert_untouched(moment, stated(state, R_RES_8, "facing"))
    assert_still_there(made.state, made.district)


@proves(R_RES_9)
@given(tables(editions(R_RES_9)), st.data())
def test_a_tie_leaves_everything_in_place(state: State, data: st.DataObject) -> None:
    """With several highest totals the District keeps its Stake and its cards, faceup. Crests are left out."""
    state = without_tie_abilities(state)
    ranking, tied = draw_tie(data, state, number(state, R_RES_9, "fewest_tied"))
    made = ranked(data, state, ranking)
    assert_tie_stands(made.settle(), tied)
    if heir(state, made.district, tied) is None:
        assert_still_there(made.state, made.district)


@proves(R_RES_8, R_RES_9)
@given(games(rulesets=editions(R_RES_8, R_RES_9)))
def test_in_a_game_a_district_that_nobody_wins_is_left_as_it_was(game: Game) -> None:
    """Whenever a District is settled without a winner nothing in it has changed."""
    for moment in struggles(game):
        if moment.settled.winner is None:
            assert_untouched(moment, game.expected(R_RES_8, "facing"))
            assert_untouched(moment, game.expected(R_RES_9, "facing"))


def assert_still_there(state: State, name: str) -> None:
    """When the next round begins the District has the Stake and the cards that it had before."""
    before, after = district(state, name), district(sound(settled(state).state), name)
    assert after.stake == before.stake
    assert [(each.card, each.owner, True) for each in outlasting(state, before.cards)] == [
        (each.card, each.owner, each.face_up) for each in after.cards
    ]


@proves(R_RES_10)
@given(tables(editions(R_RES_10)), st.data())
def test_agents_that_are_left_count_again(state: State, data: st.DataObject) -> None:
    """In the next round they add their values as before, with no card played for it, and a new Agent comes on top."""
    (seat, main) = data.draw(st.sampled_from(seats(state))), data.draw(MAINS)
    printed, more = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 3))
    more = min(more, threshold(state, printed))
    carried = threshold(state, printed) - more
    made = scene(data, state, {main: printed}, {seat: in_main(main, carried)}, relics=False)
    fresh_agent = agents(state, seat)[-1]
    first = made.settle().settled
    later = sound(settled(with_faces(made.state, {fresh_agent: {"values": in_main(main, more)}})).state)
    again = settle(later, made.district).settled
    assert again.claims == first.claims
    assert len(first.claims) == 1
    assert first.claims[0].total == carried
    joined = step(with_hand(at_turn(later, seat), seat, [fresh_agent]), Assign(fresh_agent, made.district)).after
    last = settle(joined, made.district).settled
    spent = number(state, R_RES_10, "cost")
    assert len(district(joined, made.district).cards) == len(district(made.state, made.district).cards) + 1 + spent
    assert (last.claims[0].total, last.winner) == (carried + more, seat)


def in_main(main: Arcanum, total: int) -> tuple[int, int, int]:
    """Nothing but a total in one arcanum."""
    return in_one(main, total, (0, 0, 0))


@proves(R_RES_10)
@given(games(rulesets=editions(R_RES_10)))
def test_in_a_game_whatever_is_left_lies_there_when_the_next_round_begins(game: Game) -> None:
    """When the round is closed nothing but Militia leaves a District, or Relics where they return to the hand."""
    for moment in resolution(game):
        if moment.of(FirstPlayerPassed):
            for each in moment.before.districts:
                lasting = outlasting(moment.before, each.cards)
                assert list(district(moment.after, each.name).cards) == lasting


@proves(R_PERS_3)
@given(tables(editions(R_PERS_3)), st.data())
def test_with_several_main_arcana_the_best_one_that_is_enough_counts(state: State, data: st.DataObject) -> None:
    """Everybody counts his greatest total among the arcana whose threshold he reaches, and never two together."""
    written_for(state, R_PERS_3, "arcana_counted", 1)
    state = without_tie_abilities(state)
    mains = data.draw(st.sets(MAINS, min_size=2))
    needs = {main: data.draw(st.integers(1, 9)) for main in sorted(mains)}
    present = data.draw(st.sets(st.sampled_from(seats(state)), min_size=1))
    made = scene(data, state, needs, {seat: data.draw(SPARE) for seat in present})
    verdict = made.settle().settled
    strengths = {seat: made.strength(seat) for seat in present}
    for claim in verdict.claims:
        if claim.arcanum is None:
            assert strengths[claim.seat] is None
        else:
            assert claim.total == strengths[claim.seat]
            assert claim.arcanum in made.best(claim.seat)
    enough = {seat: own for seat, own in strengths.items() if own is not None}
    ahead = [seat for seat, own in enough.items() if own == max(enough.values())]
    assert verdict.winner == (ahead[0] if len(ahead) == 1 else heir(state, made.district, ahead))


# --- the worked example -----------------------------------------------------------------------------------------------


@proves(R_RES_12)
@given(editions(R_RES_12), st.booleans(), st.data())
def test_the_worked_example_of_the_barhan_sword(ruleset: str, absent: bool, data: st.DataObject) -> None:
    """EX-1 and EX-2: 5 Swords of the Ferrymen against 3 of the Usurers; without the Crossbowman it would be 2 and 3."""
    guilds = data.draw(st.permutations(("ferrymen", "usurers")))
    state = table_of(ruleset, guilds)
    rests_on(R_RES_4, R_RES_5, R_RES_12)
    rests_on_cards(state, "barhan-sword", "crossbowman", "funeral", "pale", "crest-ferrymen", "crest-usurers")
    stake, main = stated(state, R_RES_12, "stake"), Arcanum[str(stated(state, R_RES_12, "main")).upper()]
    face = state.card(CardId(str(stake)))
    assert (face.main, face.values[main]) == ((main,), number(state, R_RES_12, "threshold"))
    left_out = stated(state, R_RES_12, "absent") if absent else None
    cards = []
    for seat, guild in enumerate(guilds):
        for agent, value in entries(state, R_RES_12, guild).items():
            assert state.card(CardId(agent)).values[main] == value
            cards += [] if agent == left_out else [(agent, seat, data.draw(st.booleans()))]
    name = data.draw(st.sampled_from([each.name for each in state.districts]))
    state = with_cards(with_stake(state, name, str(stake)), name, data.draw(st.permutations(cards)))
    moment = settle(state, name)
    totals = entries(state, R_RES_12, "totals_without" if absent else "totals")
    assert {guilds[claim.seat]: claim.total for claim in moment.settled.claims} == totals
    winner = stated(state, R_RES_12, "winner_without" if absent else "winner")
    if winner:
        assert_won(moment, guilds.index(str(winner)), "discard")
        assert_cleared(moment, 0, "discard")
    else:
        assert_untouched(moment, "faceup")


# --- values that do not count any more --------------------------------------------------------------------------------


def owned(state: State, kind: Kind) -> list[CardId]:
    """The cards of a kind that belong to players."""
    found = [card for player in state.players for card in (*player.deck, *player.hand, *player.discard)]
    found += [card.card for each in state.districts for card in each.cards]
    return [card for card in found if state.card(card).kind is kind]


def with_other_values(state: State, kind: Kind, counting: Sequence[str], data: st.DataObject) -> State:
    """The state with other numbers on all owned cards of a kind, except those that count."""
    faces: dict[CardId, dict[str, Any]] = {}
    for card in owned(state, kind):
        face = state.card(card)
        printed = dict(zip(FIELDS, (*face.values, face.ducat), strict=True))
        other = {name: printed[name] if name in counting else data.draw(st.integers(0, 9)) for name in FIELDS}
        faces[card] = {"values": (other["staff"], other["sword"], other["cup"]), "ducat": other["ducat"]}
    return with_faces(state, faces)


def with_won_cards(state: State, data: st.DataObject) -> State:
    """The state with a hand for everybody of a Relic, a Location and a Personality that he has won, and an Agent."""
    catalogue = state.rules.catalogue
    hands: list[list[CardId]] = [[agents(state, seat)[0]] for seat in seats(state)]
    for kind in (Kind.RELIC, Kind.LOCATION, Kind.PERSONALITY):
        drawn = data.draw(st.permutations([card.id for card in catalogue.of(kind, "stake")]))
        for hand, card in zip(hands, drawn, strict=False):
            hand.append(card)
    people = [card.id for card in catalogue.of(Kind.PERSONALITY) if card.ducat is not None]
    for each in state.districts:
        free = [card for card in people if all(card not in hand for hand in hands)]
        state = with_stake(state, each.name, data.draw(st.sampled_from(free)))
        people = [card for card in people if card != district(state, each.name).stake]
    for seat, hand in enumerate(hands):
        state = with_hand(state, seat, hand)
    return at_turn(state, state.first_player)


def assert_same_round(state: State, other: State, data: st.DataObject) -> None:
    """The same answers are legal in both and lead to the same events, to the end of the round."""
    playing = state.round
    while state.round == playing and arcanum.legal_actions(state):
        legal = arcanum.legal_actions(state)
        assert arcanum.legal_actions(other) == legal
        bribes = [action for action in legal if isinstance(action, Bribe)]
        action = data.draw(st.sampled_from(bribes or legal))
        done, too = step(state, action), step(other, action)
        assert too.events == done.events
        state, other = done.after, too.after


@proves(R_RES_13)
@given(tables(editions(R_RES_13)), st.data())
def test_of_a_relic_that_was_won_only_the_ducats_count(state: State, data: st.DataObject) -> None:
    """With other Staffs, Swords and Cups on all owned Relics the rest of the round is the same, bribes and all."""
    counting = words(state, R_RES_13, "from_hand")
    state = with_won_cards(state, data)
    assert_same_round(state, with_other_values(state, Kind.RELIC, counting, data), data)


@proves(R_RES_13)
@given(tables(editions(R_RES_13)), st.integers(0, 9), st.integers(0, 9), st.data())
def test_the_ducats_of_a_relic_are_its_part_of_a_bribe(
    state: State, ducats: int, others: int, data: st.DataObject
) -> None:
    """The total of a bribe differs by as much as the Ducats of its Relic; its other values make no difference."""
    written_for(state, R_RES_13, "from_hand", ("ducat",))
    seat = data.draw(st.sampled_from(seats(state)))
    agent, gift = agents(state, seat)[0], relic(state, seat)
    person = next(card.id for card in state.rules.catalogue.of(Kind.PERSONALITY) if card.ducat is not None)
    state = with_cards(with_stake(state, "N", person), "N", [(agent, seat, True)])
    state = at_turn(with_hand(state, seat, [gift]), seat)
    found = []
    for face in ({"ducat": 0, "values": (0, 0, 0)}, {"ducat": ducats, "values": (others,) * 3}):
        events: tuple[Event, ...] = step(with_faces(state, {gift: face}), Bribe(gift, agent)).events
        found += [event.total for event in events if isinstance(event, Bribed)]
    assert found[1] - found[0] == ducats


@proves(R_RES_14)
@given(tables(editions(R_RES_14)), st.data())
def test_no_value_of_a_location_that_was_won_counts(state: State, data: st.DataObject) -> None:
    """With other numbers on all owned Locations the rest of the round is the same."""
    state = with_won_cards(state, data)
    assert_same_round(state, with_other_values(state, Kind.LOCATION, words(state, R_RES_14, "from_hand"), data), data)


@proves(R_RES_15)
@given(tables(editions(R_RES_15)), st.data())
def test_the_ducats_of_a_personality_that_was_won_do_not_count(state: State, data: st.DataObject) -> None:
    """With other Ducats on all owned Personalities the rest of the round is the same."""
    state = with_won_cards(state, data)
    assert_same_round(
        state, with_other_values(state, Kind.PERSONALITY, words(state, R_RES_15, "from_hand"), data), data
    )


@proves(R_RES_15)
@given(tables(editions(R_RES_15)), MAINS, st.data())
def test_a_personality_that_was_won_counts_as_an_agent(state: State, main: Arcanum, data: st.DataObject) -> None:
    """Sent to a District it adds its Staffs, Swords or Cups, whatever its Ducats."""
    assert main.name.lower() in words(state, R_RES_15, "from_hand")
    seat = data.draw(st.sampled_from(seats(state)))
    people = [card for card in state.rules.catalogue.of(Kind.PERSONALITY) if not card.statics]
    person = data.draw(st.sampled_from(people))
    own = data.draw(SPARE)
    made = scene(data, state, {main: 5}, {seat: own}, kind=Kind.RELIC)
    cards = [(each.card, each.owner, each.face_up) for each in district(made.state, made.district).cards]
    state = with_cards(made.state, made.district, [*cards, (person.id, seat, True)])
    state = with_faces(state, {person.id: {"ducat": data.draw(st.integers(0, 9))}})
    assert settle(state, made.district).settled.claims[0].total == own[main] + person.values[main]
