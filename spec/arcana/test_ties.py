"""Ties: who has an ability that wins them, when abilities cancel each other, and when they are of no use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import StakeKind, TieWin
from arcanum.guilds.board import MOST_PLAYERS
from arcanum.guilds.cards import POWERS, Arcanum, Card, Kind
from arcanum.guilds.clause_ids import (
    AMB_12,
    AMB_13,
    AMB_14,
    R_RES_9,
    R_TIE_1,
    R_TIE_2,
    R_TIE_3,
    R_TIE_4,
)
from arcanum.guilds.settling import ChooseArcanum
from arcanum.kernel.actions import Option
from arcanum.kernel.events import Chose, Seat
from arcanum.spec import proves
from arcanum.spec.games import number, some_of, stated, written_for
from arcanum.spec.guilds.arrange import with_cards, with_master, with_stake
from arcanum.spec.guilds.games import district, editions, guild_rules, rests_on_cards, saying, threshold
from arcanum.spec.subject import rests_on

from .resolution_kit import (
    Scene,
    agents,
    all_below,
    assert_tie_stands,
    assert_untouched,
    assert_won,
    course,
    draw_tie,
    heir,
    in_one,
    ranked,
    rivals,
    scene,
    settle,
    some_seats,
    table_of,
    tables,
    with_faces,
    without_tie_abilities,
)

OTHER_CARDS = saying(R_TIE_1, "other_cards", True)
"""The rule sets in which not only crests win ties."""

# --- abilities made to order ------------------------------------------------------------------------------------------


def fitting(stake: Card, main: Arcanum, data: st.DataObject) -> TieWin:
    """An ability that works for a Stake of one Main Arcanum."""
    return TieWin(
        main=data.draw(st.sampled_from((None, main)), "asks for an arcanum"),
        kind=data.draw(st.sampled_from((None, stake.kind.value)), "asks for a kind"),
    )


def useless(stake: Card, main: Arcanum, data: st.DataObject) -> TieWin:
    """An ability that asks for another arcanum, for another kind, or for both."""
    others = [each for each in POWERS if each is not main]
    every: tuple[StakeKind, ...] = ("relic", "location", "personality")
    kinds = [each for each in every if each != stake.kind.value]
    wrong_main = data.draw(st.sampled_from((None, *others)))
    kind = data.draw(st.sampled_from((None, *kinds) if wrong_main is not None else kinds))
    return TieWin(main=wrong_main, kind=kind)


def with_ability(made: Scene, seat: Seat, word: TieWin, bearer: str) -> Scene:
    """The scene with an ability on a player's crest, on his Agent in the District, or on his Guild Master."""
    state, catalogue = made.state, made.state.rules.catalogue
    guild = state.players[seat].guild
    if bearer == "crest":
        card = catalogue.crests[guild].id
    elif bearer == "agent":
        mine = [each.card for each in district(state, made.district).cards if each.owner == seat]
        card = next(each for each in mine if catalogue[each].is_agent)
    else:
        card = catalogue.of(Kind.MASTER, guild)[0].id
        state = with_master(state, seat, card)
    return attrs.evolve(made, state=with_faces(state, {card: {"statics": (word,)}}))


def bearers(state: State) -> tuple[str, ...]:
    """The cards that can have such an ability in an edition."""
    found = ("crest",) if stated(state, R_TIE_1, "crests") else ()
    return (*found, "agent", "master") if stated(state, R_TIE_1, "other_cards") else found


def tie(data: st.DataObject, state: State, fewest: int, able: int | None) -> tuple[Scene, list[Seat], list[Seat]]:
    """A tie in which so many of the tied players have an ability that fits (None: two or more), and who they are.

    Others, in the tie or not, may have abilities that do not fit; players outside the tie also such that would.
    """
    ranking, tied = draw_tie(data, without_tie_abilities(state), fewest)
    made = ranked(data, without_tie_abilities(state), ranking)
    stake = made.state.card(made.stake)
    holders = tied[: data.draw(st.integers(2, len(tied))) if able is None else able]
    for seat in range(len(state.players)):
        bearer = data.draw(st.sampled_from(bearers(state)), f"bearer of seat {seat}")
        if seat in holders:
            made = with_ability(made, seat, fitting(stake, ranking.main, data), bearer)
        elif seat in tied or bearer == "agent":
            if data.draw(st.booleans(), "an ability of no use") and bearer != "agent":
                made = with_ability(made, seat, useless(stake, ranking.main, data), bearer)
        elif data.draw(st.booleans(), "an ability outside the tie"):
            made = with_ability(made, seat, fitting(stake, ranking.main, data), bearer)
    return made, tied, holders


@proves(R_TIE_1)
@given(tables(editions(R_TIE_1)), st.data())
def test_the_only_tied_player_with_a_fitting_ability_wins(state: State, data: st.DataObject) -> None:
    """Of the tied players the one whose crest fits takes the Stake, or whose Agent or Master where they can have it."""
    made, _, holders = tie(data, state, 2, number(state, R_TIE_1, "abilities"))
    assert_won(made.settle(), holders[0], "discard")


@proves(R_TIE_1)
@given(editions(R_TIE_1))
def test_crests_win_ties_and_other_cards_only_where_the_edition_has_them(ruleset: str) -> None:
    """Every crest has such an ability; other cards have one in the Revised Edition only."""
    catalogue = guild_rules(ruleset).catalogue
    state = table_of(ruleset, catalogue.guilds[:2])
    bearing = [card for card in catalogue if any(isinstance(word, TieWin) for word in card.statics)]
    crests = [card for card in bearing if card.kind is Kind.CREST]
    assert (len(crests) == len(catalogue.guilds)) is stated(state, R_TIE_1, "crests")
    assert (len(bearing) > len(crests)) is stated(state, R_TIE_1, "other_cards")


@proves(R_TIE_1)
@given(tables(OTHER_CARDS), st.data())
def test_the_printed_abilities_of_agents_work_in_their_own_district(state: State, data: st.DataObject) -> None:
    """An Agent of the catalogue that wins ties does so where it lies, and not from another District."""
    guilds = [player.guild for player in state.players]
    able = [
        card
        for card in state.rules.catalogue
        if any(isinstance(word, TieWin) for word in card.statics) and card.emblem in (*guilds, "stake")
    ]
    agent = data.draw(st.sampled_from([card for card in able if card.is_agent]))
    holder = guilds.index(agent.emblem) if agent.emblem in guilds else data.draw(st.sampled_from(range(len(guilds))))
    rival = data.draw(st.sampled_from([seat for seat in range(len(guilds)) if seat != holder]))
    (word,) = agent.statics
    main = data.draw(st.sampled_from(POWERS)) if word.main is None else word.main
    kind = data.draw(st.sampled_from(("relic", "location", "personality"))) if word.kind is None else word.kind
    printed = agent.values[main] + data.draw(st.integers(0, 3))
    total = max(threshold(state, printed), agent.values[main])
    level = {holder: in_one(main, total - agent.values[main], (0, 0, 0)), rival: in_one(main, total, (0, 0, 0))}
    made = scene(data, without_tie_abilities(state), {main: printed}, level, kind=Kind(kind))
    cards = [(each.card, each.owner, each.face_up) for each in district(made.state, made.district).cards]
    there = with_cards(made.state, made.district, [*cards, (agent.id, holder, True)])
    assert_won(settle(there, made.district), holder, "discard")
    stand_in = agents(state, holder)[-1]
    elsewhere = next(each.name for each in state.districts if each.name != made.district)
    away = with_cards(
        with_cards(made.state, elsewhere, [(agent.id, holder, True)]),
        made.district,
        [*cards, (stand_in, holder, True)],
    )
    away = with_faces(away, {stand_in: {"values": agent.values}})
    assert_tie_stands(settle(away, made.district), (holder, rival))


@proves(R_TIE_2)
@given(tables(editions(R_TIE_2)), st.data())
def test_two_fitting_abilities_cancel_each_other(state: State, data: st.DataObject) -> None:
    """If two or more of the tied players have such an ability the District stays as it is."""
    fewest = number(state, R_TIE_2, "fewest_to_cancel")
    made, tied, holders = tie(data, state, fewest, None)
    assert len(holders) >= fewest
    assert_tie_stands(made.settle(), tied)


@proves(R_TIE_2, AMB_12)
@given(editions(AMB_12), st.data())
def test_printed_crests_that_fit_one_stake_cancel(ruleset: str, data: st.DataObject) -> None:
    """Any two crests of the catalogue that both fit a Stake leave it where it is when their guilds are tied."""
    catalogue = guild_rules(ruleset).catalogue
    fits = {
        guild: {card.id for card in catalogue.stakes if len(card.main) == 1 and crest_fits(crest, card)}
        for guild, crest in catalogue.crests.items()
    }
    pairs = [(one, two) for one in fits for two in fits if one < two and fits[one] & fits[two]]
    pair = data.draw(st.sampled_from(some_of(pairs, None, "two crests that win ties for one Stake")))
    guilds = data.draw(st.permutations(pair))
    stake = catalogue[data.draw(st.sampled_from(sorted(fits[guilds[0]] & fits[guilds[1]])))]
    state = table_of(ruleset, guilds)
    written_for(state, AMB_12, "two_abilities", "cancel")
    least = threshold(state, stake.values[stake.main[0]])
    moment = settle(level(state, stake.id, least + data.draw(st.integers(0, 2))), "N")
    assert_untouched(moment, stated(state, R_RES_9, "facing"))


def crest_fits(crest: Card, stake: Card) -> bool:
    """Whether a crest says that its guild wins ties for a Stake of one Main Arcanum."""
    words = [word for word in crest.statics if isinstance(word, TieWin)]
    return any(word.main in (None, *stake.main) and word.kind in (None, stake.kind.value) for word in words)


def level(state: State, stake: str, total: int) -> State:
    """The Neutral District with a Stake, and one Agent of everybody with the same values."""
    first = {seat: agents(state, seat)[0] for seat in range(len(state.players))}
    state = with_faces(state, {agent: {"values": (total,) * 3} for agent in first.values()})
    return with_cards(with_stake(state, "N", stake), "N", [(agent, seat, True) for seat, agent in first.items()])


# --- the worked example -----------------------------------------------------------------------------------------------


@proves(R_TIE_3)
@given(editions(R_TIE_3), st.data())
def test_the_worked_example_of_ferrymen_and_thieves(ruleset: str, data: st.DataObject) -> None:
    """EX-5: tied on a Staff Location the Ferrymen win, on a Sword Relic the Thieves, on a Staff Relic nobody."""
    guilds = data.draw(st.permutations(("ferrymen", "thieves")))
    state = table_of(ruleset, guilds)
    rests_on(R_TIE_3)
    rests_on_cards(state, "crest-ferrymen", "crest-thieves")
    cases = stated(state, R_TIE_3, "cases")
    assert isinstance(cases, Sequence)
    assert len(cases) == 3
    for case in cases:
        assert isinstance(case, Mapping)
        main = Arcanum[str(case["main"]).upper()]
        kind = Kind(str(case["kind"]))
        stakes = [card for card in state.rules.catalogue.stakes if card.kind is kind and card.main == (main,)]
        stake = data.draw(st.sampled_from(stakes))
        least = threshold(state, stake.values[main])
        moment = settle(level(state, stake.id, least + data.draw(st.integers(0, 2))), "N")
        if case["winner"]:
            assert_won(moment, guilds.index(str(case["winner"])), "discard")
        else:
            assert_untouched(moment, stated(state, R_RES_9, "facing"))


@proves(R_TIE_3)
@given(editions(R_TIE_3), st.sampled_from(("ferrymen", "thieves")), st.data())
def test_ferrymen_win_ties_on_staff_and_thieves_for_relics(ruleset: str, guild: str, data: st.DataObject) -> None:
    """Against a guild without an ability each of them wins a tie for exactly the Stakes that its crest names."""
    catalogue = guild_rules(ruleset).catalogue
    rival = data.draw(st.sampled_from([each for each in catalogue.guilds if each not in ("ferrymen", "thieves")]))
    state = table_of(ruleset, (guild, rival))
    rests_on_cards(state, "crest-ferrymen", "crest-thieves")
    state = with_faces(state, {catalogue.crests[rival].id: {"statics": ()}})
    main, kind = stated(state, R_TIE_3, "ferrymen_main"), stated(state, R_TIE_3, "thieves_kind")
    stake = data.draw(st.sampled_from([card for card in catalogue.stakes if len(card.main) == 1]))
    named = stake.main[0].name.lower() == main if guild == "ferrymen" else stake.kind.value == kind
    assert settle(level(state, stake.id, 99), "N").settled.winner == (0 if named else None)


# --- where abilities are of no use ------------------------------------------------------------------------------------


@proves(R_TIE_4, AMB_13)
@given(tables(editions(R_TIE_4, AMB_13)), st.data())
def test_below_the_threshold_no_ability_helps(state: State, data: st.DataObject) -> None:
    """If the level totals are too low nobody wins, whoever has an ability."""
    written_for(state, R_TIE_4, "below_threshold", False)
    written_for(state, AMB_13, "below_threshold", False)
    ranking = all_below(data, without_tie_abilities(state))
    total = data.draw(st.integers(max(0, ranking.threshold - 2), ranking.threshold - 1))
    ranking = attrs.evolve(ranking, totals=dict.fromkeys(some_seats(data, state, 2), total))
    made = ranked(data, without_tie_abilities(state), ranking)
    holder = data.draw(st.sampled_from(sorted(ranking.totals)))
    able = with_ability(
        made, holder, fitting(state.card(made.stake), ranking.main, data), data.draw(st.sampled_from(bearers(state)))
    )
    assert made.settle().settled == able.settle().settled
    assert_untouched(able.settle(), stated(state, R_RES_9, "facing"))


@proves(R_TIE_4, AMB_13)
@given(tables(editions(R_TIE_4, AMB_13), players=range(3, MOST_PLAYERS + 1)), st.booleans(), st.data())
def test_the_ability_of_a_player_outside_the_tie_changes_nothing(state: State, win: bool, data: st.DataObject) -> None:
    """The result is the same with and without it: for a tie among others, and for somebody who is ahead anyway."""
    written_for(state, R_TIE_4, "outside_tie", False)
    written_for(state, AMB_13, "outside_tie", False)
    plain = without_tie_abilities(state)
    if win:
        ranking, *_ = rivals(data, plain, 2)
    else:
        ranking, tied = draw_tie(data, plain, 2)
        if len(tied) == len(state.players):  # somebody must be outside
            ranking = attrs.evolve(ranking, totals={**ranking.totals, tied[-1]: ranking.totals[tied[-1]] - 1})
    made = ranked(data, plain, ranking)
    outside = [seat for seat in range(len(state.players)) if seat not in ranking.ahead()]
    holder = data.draw(st.sampled_from(outside))
    bearer = data.draw(st.sampled_from([each for each in bearers(state) if each != "agent"]))
    if holder in ranking.totals and stated(state, R_TIE_1, "other_cards"):
        bearer = data.draw(st.sampled_from(("agent", bearer)))
    able = with_ability(made, holder, fitting(state.card(made.stake), ranking.main, data), bearer)
    assert able.settle().settled == made.settle().settled


# --- several Main Arcana ----------------------------------------------------------------------------------------------


@proves(AMB_14)
@given(tables(editions(AMB_14)), st.data())
def test_a_crest_looks_at_the_arcanum_that_its_owner_counts(state: State, data: st.DataObject) -> None:
    """In a tie for a Stake with several Main Arcana it fits if he counts with its own; level bests are his choice."""
    written_for(state, AMB_14, "arcana_counted", 1)
    written_for(state, AMB_14, "crest_looks_at", "counted")
    written_for(state, AMB_14, "equal_best", "player-chooses")
    holder, rival = some_seats(data, state, 2, 2)
    mains = sorted(data.draw(st.sets(st.sampled_from(POWERS), min_size=2)))
    asks_for = data.draw(st.sampled_from(mains))
    printed = {main: data.draw(st.integers(1, 6)) for main in mains}
    best = max(2, *(threshold(state, each) for each in printed.values()))
    counted = data.draw(st.sets(st.sampled_from(mains), min_size=1), "best arcana of the holder")
    own = [best if main in counted else data.draw(st.integers(0, best - 1)) for main in POWERS]
    rivals_best = data.draw(st.sampled_from(mains))
    other = [best if main is rivals_best else data.draw(st.integers(0, best - 1)) for main in POWERS]
    for main in set(POWERS) - set(mains):
        own[main], other[main] = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    plain = without_tie_abilities(state)
    made = scene(data, plain, printed, {holder: tuple_of(own), rival: tuple_of(other)})
    made = with_ability(made, holder, TieWin(main=asks_for), "crest")
    choice = data.draw(st.sampled_from(sorted(counted)), "counts with")
    moments = list(course(made.state, Option(choice.name.lower()), until=made.district))
    asked = [each.before for each in moments if isinstance(each.before.agenda[-1], ChooseArcanum)]
    if len(counted) > 1:
        assert [arcanum.to_act(each) for each in asked] == [holder]
        assert set(arcanum.legal_actions(asked[0])) == {Option(main.name.lower()) for main in counted}
    else:
        assert not asked
    said = [event.option for each in moments for event in each.of(Chose)]
    assert said == [choice.name.lower()] * len(asked), "everybody hears with what he counts"
    verdict = [each for each in moments if each.events][-1].settled
    assert verdict.winner == (holder if choice is asks_for else heir(state, made.district, (holder, rival)))
    assert {claim.seat: claim.arcanum for claim in verdict.claims} == {holder: choice, rival: rivals_best}


def tuple_of(totals: Sequence[int]) -> tuple[int, int, int]:
    """Three totals."""
    return totals[0], totals[1], totals[2]
