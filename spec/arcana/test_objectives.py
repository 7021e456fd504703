"""Objectives: dealt, kept in secret, and fulfilled by Stakes each of which serves one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import CardId, Keep, Kind, State, View, default_catalogue
from arcanum.guilds.clause_ids import (
    F_END_4,
    F_SETUP_4,
    R_OBJ_1,
    R_OBJ_2,
    R_OBJ_3,
    R_OBJ_4,
    R_OBJ_5,
    R_OBJ_6,
    R_OBJ_7,
)
from arcanum.guilds.events import GameEnded, ObjectivesDealt, ObjectivesKept
from arcanum.guilds.flow import KeepObjectives
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_dealt
from arcanum.spec.games import number, refused, refuses, stated, times, written_for
from arcanum.spec.guilds.games import (
    Game,
    edition_of,
    editions,
    expected,
    games,
    guild_rules,
    module_sets,
    positions,
    rests_on_cards,
)

from .ending_kit import Holding, endgames_played, finish, result, spread, stakes_counted, tables, with_faces
from .objectives_kit import (
    FIEFDOMS,
    Collection,
    collection,
    collections,
    dealt,
    most_points,
    reachable,
    with_wishes,
)
from .setup_kit import many_tables, seated

WITH_OBJECTIVES = editions(R_OBJ_1)
SHORT = games(rulesets=WITH_OBJECTIVES, modules=module_sets(always=("objectives",)), rounds=1)
KEEPING = positions(KeepObjectives, SHORT)


# --- before the game --------------------------------------------------------------------------------------------------


@proves(R_OBJ_1)
@given(games(rulesets=WITH_OBJECTIVES, rounds=1))
def test_everybody_is_dealt_different_objectives(game: Game) -> None:
    """Four for each player leave the pile, where the module is used or the edition always has them."""
    optional = game.expected(R_OBJ_1, "optional")
    events = game.of(ObjectivesDealt)
    if optional and "objectives" not in game.modules:
        assert not events
        assert dealt(game) is None
        assert not any(player.objectives for state in game.states for player in state.players)
        return
    hands = dealt(game)
    assert hands is not None
    assert [len(hand) for hand in hands] == [game.number(R_OBJ_1, "dealt")] * game.players
    cards = [card for hand in hands for card in hand]
    assert len(set(cards)) == len(cards)
    assert {game.first.card(card).kind for card in cards} == {Kind.OBJECTIVE}
    assert not set(cards) & set(game.first.box)
    assert {event.seat: event.cards for event in events} == dict(enumerate(hands))


@proves(R_OBJ_1, F_SETUP_4)
@given(seated(WITH_OBJECTIVES))
def test_objectives_are_dealt_at_random(table_of: tuple[str, int]) -> None:
    """Over many games each Objective comes to each player, and together with each other one, equally often."""
    ruleset, players = table_of
    modules = ("objectives",) if expected(R_OBJ_1, "optional", edition_of(ruleset)) else ()
    tables = many_tables(ruleset, players, modules)
    objectives = [card.id for card in guild_rules(ruleset).catalogue.of(Kind.OBJECTIVE)]
    assert is_dealt([[player.objectives for player in state.players] for state in tables], objectives)


@proves(R_OBJ_3)
@given(KEEPING, st.data())
def test_any_two_of_the_objectives_can_be_kept_and_no_other_number(state: State, data: st.DataObject) -> None:
    """A player keeps two of his four, of his own choice; the other two go to the box."""
    decision = state.agenda[-1]
    assert isinstance(decision, KeepObjectives)
    own = state.players[decision.seat].objectives
    keep, drop = number(state, R_OBJ_3, "kept"), number(state, R_OBJ_3, "discarded")
    kept = data.draw(st.permutations(own))[:keep]
    choice = Keep(tuple(card for card in own if card in kept))
    after = arcanum.apply(state, choice)
    assert isinstance(after, State)
    assert set(after.players[decision.seat].objectives) == set(kept)
    dropped = set(own) - set(kept)
    assert len(dropped) == drop
    assert dropped <= set(after.box)
    size = data.draw(st.sampled_from([size for size in range(1, len(own) + 2) if size != keep]))
    assert refused(state, Keep(tuple((*own, *own)[:size])))
    other = state.players[(decision.seat + 1) % len(state.players)].objectives
    if keep > 1:
        assert refused(state, Keep((*own[: keep - 1], own[0])))
    if keep and other:
        assert refused(state, Keep((*own[: keep - 1], other[-1])))
    keeping: Callable[..., Keep] = Keep
    for nothing in ((), list(own), own[0], None, (5,), ("",), (f"{own[0]} {own[-1]}",)):
        assert refuses(arcanum.BadCall, partial(keeping, nothing)), "only cards can be named"


@proves(R_OBJ_3)
@given(SHORT)
def test_what_was_given_back_never_shows(game: Game) -> None:
    """Everybody keeps two of what he was dealt; the others are named to nobody else, in no view and no event."""
    hands = dealt(game)
    assert hands is not None
    for seat, hand in enumerate(hands):
        kept = game.last.players[seat].objectives
        assert len(kept) == game.number(R_OBJ_3, "kept")
        assert set(kept) <= set(hand)
        back = set(hand) - set(kept)
        for viewer in (*range(game.players), None):
            if viewer != seat:
                told = repr([event.seen_by(viewer) for event in game.events])
                seen = repr([arcanum.observe(state, viewer) for state in (game.first, game.last)])
                assert not [card for card in back if repr(card) in told + seen]


@proves(R_OBJ_2)
@given(SHORT)
def test_nobody_sees_the_objectives_of_others_before_the_end(game: Game) -> None:
    """No view and no event before the end names an Objective of somebody else; the own ones are there."""
    written_for(game.first, R_OBJ_2, "seen_by", "owner")
    secret = [set(hand) for hand in dealt(game) or ()]
    for viewer in (*range(game.players), None):
        others = {card for seat, hand in enumerate(secret) if seat != viewer for card in hand}
        for at, state in enumerate(game.states[:-1]):
            view = arcanum.observe(state, viewer)
            for seat, player in enumerate(state.players):
                assert own_in(view, seat) == (set(player.objectives) if seat == viewer else set())
            if at % 8 == 0:  # a whole view in words takes long
                seen = repr(view)
                assert not [card for card in others if repr(card) in seen]
        told = repr([event.seen_by(viewer) for event in game.events if not isinstance(event, GameEnded)])
        assert not [card for card in others if repr(card) in told]


def own_in(view: object, seat: Seat) -> set[CardId]:
    """The Objectives that a view shows of a seat."""
    assert isinstance(view, View)
    return set(view.players[seat].objectives or ())


@proves(R_OBJ_2)
@given(tables(WITH_OBJECTIVES, modules=("militia", "tactical"), always=("objectives",)), st.data())
def test_other_objectives_of_others_look_the_same(state: State, data: st.DataObject) -> None:
    """Whatever Objectives the others have, a player sees the same and may do the same."""
    cards = [card.id for card in state.rules.catalogue if card.kind is Kind.OBJECTIVE]
    viewer = data.draw(st.sampled_from(range(len(state.players))))
    seat = (viewer + data.draw(st.integers(1, len(state.players) - 1))) % len(state.players)
    one, two, three = data.draw(st.permutations(cards))[:3]
    first, second = with_wishes(state, seat, (one, two)), with_wishes(state, seat, (two, three))
    assert arcanum.observe(first, viewer) == arcanum.observe(second, viewer)
    assert arcanum.observe(first, seat) != arcanum.observe(second, seat)


# --- at the end -------------------------------------------------------------------------------------------------------


@proves(R_OBJ_4)
@given(
    tables(WITH_OBJECTIVES, always=("objectives",)), FIEFDOMS, st.integers(1, 5), st.integers(0, 7), st.integers(0, 3)
)
def test_an_objective_wants_at_least_so_many_stakes_of_its_fiefdom(
    state: State, fiefdom: str, wanted: int, have: int, foreign: int
) -> None:
    """One too few fails, enough suffices, more does no harm, and Stakes of other fiefdoms never help."""
    made = collection(state, 0, [(fiefdom, wanted, 3)], [fiefdom] * have + ["highbelfry"] * foreign)
    assert (made.finish().outcome.scores[0] == 3) == bool(made.met()) == (have >= wanted)


@proves(R_OBJ_4)
@given(tables(WITH_OBJECTIVES, always=("objectives",)), st.data())
def test_three_stakes_of_ogrokh(state: State, data: st.DataObject) -> None:
    """EX-8: an Objective of the catalogue on Ogrokh is missed with two Stakes of it and fulfilled with three."""
    fiefdom, count = str(stated(state, R_OBJ_4, "fiefdom")), number(state, R_OBJ_4, "count")
    wanted = [
        card
        for card in default_catalogue(state.rules.printing)
        if (card.kind, card.fiefdom, card.count) == (Kind.OBJECTIVE, fiefdom, count)
    ]
    rests_on_cards(state, *(card.id for card in wanted))
    (wish,) = wanted
    stakes = [card.id for card in state.rules.catalogue if card.emblem == "stake" and card.fiefdom == fiefdom]
    chosen = data.draw(st.permutations(stakes))
    zones = st.sampled_from(("deck", "discard"))
    for have, met in ((number(state, R_OBJ_4, "too_few"), ()), (count, (wish.id,))):
        held = [Holding(card, 1, data.draw(zones)) for card in chosen[:have]]
        (_, score, *_) = finish(with_wishes(spread(state, held), 1, (wish.id,))).scores
        assert score.fulfilled == met
        assert score.objectives == (wish.reward if met else 0)


@proves(R_OBJ_4)
@given(collections(WITH_OBJECTIVES), FIEFDOMS)
def test_a_further_stake_never_undoes_anything(made: Collection, fiefdom: str) -> None:
    """With one Stake more a player has at least as many points from Objectives as before."""
    wishes = [(str(card.fiefdom), card.count, card.reward) for card in made.objectives]
    more = [*(str(card.fiefdom) for card in made.stakes), fiefdom]
    longer = collection(made.state, made.seat, wishes, more)
    assert longer.finish().scores[made.seat].objectives >= made.finish().scores[made.seat].objectives


@proves(R_OBJ_5)
@given(
    tables(WITH_OBJECTIVES, always=("objectives",)), FIEFDOMS, st.integers(1, 4), st.integers(1, 4), st.integers(0, 9)
)
def test_a_stake_serves_one_objective_only(state: State, fiefdom: str, one: int, other: int, have: int) -> None:
    """Two Objectives on one fiefdom are both fulfilled only by as many Stakes as they ask for together."""
    each = number(state, R_OBJ_5, "uses")
    met = collection(state, 0, [(fiefdom, one, 2), (fiefdom, other, 2)], [fiefdom] * have).met()
    assert (len(met) == 2) == (have * each >= one + other)
    assert bool(met) == (have >= min(one, other))


@proves(R_OBJ_6)
@given(collections(WITH_OBJECTIVES, most=2), st.data())
def test_a_stake_of_all_fiefdoms_takes_the_place_of_any(made: Collection, data: st.DataObject) -> None:
    """Putting such a Stake in the place of another keeps what was fulfilled, and fulfils what one more would."""
    wild = str(stated(made.state, R_OBJ_6, "wild"))
    wishes = [(str(card.fiefdom), card.count, card.reward) for card in made.objectives]
    fiefdoms = [str(card.fiefdom) for card in made.stakes]
    at = data.draw(st.integers(0, len(fiefdoms)))
    before = made.finish().scores[made.seat].objectives
    wilder = collection(made.state, made.seat, wishes, [*fiefdoms[:at], wild, *fiefdoms[at + 1 :]])
    assert wilder.finish().scores[made.seat].objectives >= before
    with_wild = collection(made.state, made.seat, wishes, [*fiefdoms, wild]).finish().scores[made.seat].objectives
    options = [
        collection(made.state, made.seat, wishes, [*fiefdoms, fiefdom]).finish().scores[made.seat].objectives
        for fiefdom, _, _ in wishes
    ]
    assert with_wild == max(options)


@proves(R_OBJ_6)
@given(tables(WITH_OBJECTIVES, always=("objectives",)), st.integers(1, 3), st.integers(1, 3), st.integers(0, 7))
def test_a_stake_of_all_fiefdoms_serves_once_too(state: State, one: int, other: int, have: int) -> None:
    """Two Objectives on different fiefdoms need as many such Stakes as they ask for together."""
    wild, each = str(stated(state, R_OBJ_6, "wild")), number(state, R_OBJ_6, "uses")
    met = collection(state, 0, [("ogrokh", one, 2), ("ashglass", other, 2)], [wild] * have).met()
    assert (len(met) == 2) == (have * each >= one + other)
    assert bool(met) == (have >= min(one, other))


@times(12)
@proves(R_OBJ_7, R_OBJ_5, R_OBJ_6, F_END_4)
@given(collections(WITH_OBJECTIVES))
def test_objectives_give_the_most_that_any_use_of_the_stakes_gives(made: Collection) -> None:
    """Compared with all ways to give each Stake to one Objective or to none."""
    written_for(made.state, R_OBJ_7, "assignment", "best")
    written_for(made.state, F_END_4, "assignment", "best")
    done = made.finish()
    score = done.scores[made.seat]
    assert score.objectives == most_points(made.objectives, made.stakes)
    assert frozenset(score.fulfilled) in set(reachable(made.objectives, made.stakes)) | {frozenset()}
    assert sum(card.reward for card in made.objectives if card.id in score.fulfilled) == score.objectives
    assert list(score.fulfilled) == fewest_and_first(made), "where it makes no difference it is always told alike"
    assert sorted((*score.fulfilled, *score.failed)) == sorted(card.id for card in made.objectives)
    assert done.outcome.scores[made.seat] == score.cards + score.objectives


def fewest_and_first(made: Collection) -> list[CardId]:
    """Of the Objectives that give most together, as few as possible, and those that come first."""
    order = [card.id for card in made.objectives]
    reward = {card.id: card.reward for card in made.objectives}
    met = [sorted(each, key=order.index) for each in {*reachable(made.objectives, made.stakes), frozenset[CardId]()}]
    return min(met, key=lambda each: (-sum(reward[card] for card in each), len(each), [order.index(c) for c in each]))


@times(4)
@proves(R_OBJ_7)
@given(tables(WITH_OBJECTIVES, modules=("tactical",), always=("objectives",)), st.data())
def test_objectives_of_the_catalogue_are_counted_in_the_same_way(state: State, data: st.DataObject) -> None:
    """The cards as they are printed in the catalogue, collected at random by everybody."""
    size = len(state.players)
    some = data.draw(st.randoms(use_true_random=False))
    stakes = some.sample([card.id for card in state.rules.catalogue if card.emblem == "stake"], 32)
    wishes = some.sample([card.id for card in state.rules.catalogue if card.kind is Kind.OBJECTIVE], 2 * size)
    zones = ("deck", "discard")
    state = spread(state, [Holding(card, at % size, some.choice(zones)) for at, card in enumerate(stakes)])
    for seat in range(size):
        state = with_wishes(state, seat, wishes[2 * seat : 2 * seat + 2])
    done = finish(state)
    for seat, score in enumerate(done.scores):
        own = [state.card(card) for card in wishes[2 * seat : 2 * seat + 2]]
        assert score.objectives == most_points(own, stakes_counted(done.state, seat))


@proves(R_OBJ_7, F_END_4)
@given(endgames_played(WITH_OBJECTIVES, always=("objectives",), never=("masters",)))
def test_at_the_end_of_a_game_objectives_are_shown_and_scored(game: Game) -> None:
    """Everybody sees all Objectives when the game is over, and each player has the points of those he fulfilled."""
    done = result(game.last, game.events)
    for seat, score in enumerate(done.scores):
        own = [game.last.card(card) for card in game.last.players[seat].objectives]
        assert sorted((*score.fulfilled, *score.failed)) == sorted(card.id for card in own)
        assert score.objectives == most_points(own, stakes_counted(game.last, seat))
        assert score.total == score.cards + score.objectives
        for viewer in (*range(game.players), None):
            assert own_in(arcanum.observe(game.last, viewer), seat) == {card.id for card in own}
    kept = {event.seat: event.cards for event in game.of(ObjectivesKept)}
    assert kept == {seat: player.objectives for seat, player in enumerate(game.last.players)}


@proves(R_OBJ_7)
@given(tables(WITH_OBJECTIVES, always=("objectives",)), st.integers(1, 9), st.booleans())
def test_points_of_objectives_decide_the_game(state: State, reward: int, enough: bool) -> None:
    """A fulfilled Objective adds its points to those of the cards, and a failed one adds nothing."""
    made = collection(state, 1, [("ogrokh", 2, reward)], ["ogrokh"] * (2 if enough else 1))
    stake = attrs.evolve(made.stakes[0], vp=1)
    outcome = finish(with_faces(made.state, [stake])).outcome
    assert outcome.scores[1] == 1 + (reward if enough else 0)
    assert outcome.winners == (1,)
