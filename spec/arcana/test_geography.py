"""Districts: which are Friendly, Enemy and Neutral, for two, three and four players.

Whom a District is friendly to is read from the table, from what everybody sees, and from the way in which Agents come
to lie there.
"""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, Assign, Kind, State
from arcanum.guilds.clause_ids import (
    AMB_01,
    F_GEO_1,
    R_COMP_2,
    R_GEO_1,
    R_GEO_2,
    R_GEO_3,
    R_GEO_4,
    R_GEO_5,
    R_GEO_6,
    R_GEO_7,
)
from arcanum.guilds.events import Assigned, AssignedFacedown
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import step
from arcanum.spec.guilds.arrange import at_turn, fresh, with_hand
from arcanum.spec.guilds.games import Game, any_players, district, edition_of, expected, games, row

from .setup_kit import RULESETS, Agreement, agreements, seen, stated, table


def friendly(state: State, seat: Seat) -> set[str]:
    """The Districts that are Friendly to a seat."""
    return {each.name for each in state.districts if each.standing(seat) == "friendly"}


def owners(state: State) -> dict[str, list[Seat]]:
    """Each District with the seats it is Friendly to."""
    seats = range(len(state.players))
    return {each.name: [seat for seat in seats if each.standing(seat) == "friendly"] for each in state.districts}


def shared(state: State) -> list[tuple[Seat, ...]]:
    """The pairs of seats that share a District, once for each that they share."""
    return sorted(tuple(seats) for seats in owners(state).values() if len(seats) > 1)


def as_stated(clause: ClauseId, edition: str) -> dict[str, list[object]]:
    """Whom the index says each District is Friendly to."""
    found: dict[str, list[object]] = {}
    for name, seats in table(clause, "friendly_to", edition).items():
        assert isinstance(seats, tuple)
        found[name] = list(seats)
    return found


def tables_for(clause: ClauseId) -> st.SearchStrategy[Agreement]:
    """Games about to begin, with the number of players that a clause speaks of."""
    players = GAME.clauses()[clause].parameter("players")
    assert type(players) is int
    return agreements(players=(players,))


@st.composite
def lone_turns(draw: st.DrawFn) -> tuple[str, State, Seat, str]:
    """An edition, a player's turn in the first round, the player, and the Agent that he has in his hand."""
    ruleset = draw(RULESETS)
    players = draw(any_players(ruleset))
    guilds = [str(guild) for guild in draw(st.permutations(row(R_COMP_2, "guilds", edition_of(ruleset))))]
    seat = draw(st.integers(0, players - 1))
    state = fresh(ruleset, guilds[:players])
    own = [card.id for card in state.rules.catalogue.of(Kind.AGENT, guilds[seat]) if not card.statics]
    agent = draw(st.sampled_from(own))
    return edition_of(ruleset), at_turn(with_hand(state, seat, [agent]), seat), seat, agent


def lies_facedown(state: State, agent: str, name: str) -> bool:
    """Whether an Agent that is sent to a District lies facedown there."""
    (action,) = (
        action
        for action in arcanum.legal_actions(state)
        if isinstance(action, Assign) and (action.card, action.district) == (agent, name)
    )
    done = step(state, action)
    (event,) = (event for event in done.events if isinstance(event, Assigned | AssignedFacedown))
    (placed,) = district(done.after, name).cards
    assert placed.face_up is isinstance(event, Assigned)
    return not placed.face_up


@proves(R_GEO_1)
@given(agreements())
def test_every_guild_has_two_friendly_districts(agreement: Agreement) -> None:
    """Two Districts are Friendly to each seat, and everybody sees which."""
    state, _ = agreement.begin()
    for seat in range(agreement.players):
        assert len(friendly(state, seat)) == stated(R_GEO_1, "friendly", agreement.edition)
        view = seen(state, seat).districts
        assert {each.name for each in view if seat in each.friendly_to} == friendly(state, seat)


@proves(R_GEO_1, R_GEO_3, F_GEO_1)
@given(lone_turns())
def test_agents_lie_facedown_in_two_districts_and_faceup_in_all_others(turn: tuple[str, State, Seat, str]) -> None:
    """A player's Agents lie facedown in his two Districts, faceup in the Neutral one and in those of his enemies."""
    edition, state, seat, agent = turn
    names = [each.name for each in state.districts]
    hidden = {name for name in names if lies_facedown(state, agent, name)}
    enemies = table(R_GEO_3, "enemies", edition)[str(len(state.players))]
    assert hidden == friendly(state, seat)
    assert len(hidden) == stated(R_GEO_1, "friendly", edition) == stated(F_GEO_1, "controlled", edition)
    assert len(names) - len(hidden) - stated(F_GEO_1, "free", edition) == enemies


@proves(R_GEO_2)
@given(agreements())
def test_one_district_is_neutral_for_everybody(agreement: Agreement) -> None:
    """Exactly one District, N, is Neutral, the same for all seats, and it is Friendly to none."""
    state, _ = agreement.begin()
    name = str(expected(R_GEO_2, "name", agreement.edition))
    for seat in range(agreement.players):
        neutral = [each.name for each in state.districts if each.standing(seat) == "neutral"]
        assert neutral == [name] * stated(R_GEO_2, "neutral", agreement.edition)
    assert owners(state)[name] == []
    assert district(state, name).friendly_to == ()


@proves(R_GEO_3)
@given(games())
def test_all_other_districts_are_those_of_the_enemy(game: Game) -> None:
    """For each seat every District is Friendly, Neutral or an Enemy's, and that never changes in a game."""
    enemies = table(R_GEO_3, "enemies", game.printing)[str(game.players)]
    for seat in range(game.players):
        standing = {each.name: each.standing(seat) for each in game.first.districts}
        theirs = set(standing) - friendly(game.first, seat) - {"N"}
        assert {name for name, kind in standing.items() if kind == "enemy"} == theirs
        assert len(theirs) == enemies
        for state in game.states:
            assert {each.name: each.standing(seat) for each in state.districts} == standing


@proves(R_GEO_4)
@given(tables_for(R_GEO_4))
def test_two_players_share_no_district(agreement: Agreement) -> None:
    """Two Districts are one player's and two the other's; what is Friendly to one is the other's enemy ground."""
    state, _ = agreement.begin()
    assert owners(state) == {**as_stated(R_GEO_4, agreement.edition), "N": []}
    for seat in (0, 1):
        enemy = {each.name for each in state.districts if each.standing(seat) == "enemy"}
        assert enemy == friendly(state, 1 - seat)
        assert enemy.isdisjoint(friendly(state, seat))


@proves(R_GEO_5)
@given(tables_for(R_GEO_5))
def test_of_three_players_every_two_share_a_district(agreement: Agreement) -> None:
    """Each pair of seats has one District in common, and there is no other but the Neutral one."""
    state, _ = agreement.begin()
    assert owners(state) == {**as_stated(R_GEO_5, agreement.edition), "N": []}
    assert shared(state) == list(combinations(range(3), 2))


@proves(R_GEO_6)
@given(tables_for(R_GEO_6))
def test_of_four_players_neighbours_share_a_district(agreement: Agreement) -> None:
    """Each two neighbours have one District in common; players who sit opposite each other have none."""
    state, _ = agreement.begin()
    assert owners(state) == {**as_stated(R_GEO_6, agreement.edition), "N": []}
    assert shared(state) == sorted(tuple(sorted((seat, (seat + 1) % 4))) for seat in range(4))
    for seat in (0, 1):
        assert friendly(state, seat).isdisjoint(friendly(state, seat + 2))


@proves(R_GEO_7)
@given(agreements())
def test_no_district_is_friendly_to_three_guilds(agreement: Agreement) -> None:
    """With two players a District is Friendly to one guild at most, otherwise to two, and some are to so many."""
    state, _ = agreement.begin()
    most = table(R_GEO_7, "most", agreement.edition)[str(agreement.players)]
    assert max(len(seats) for seats in owners(state).values()) == most


@proves(F_GEO_1)
@given(agreements())
def test_everybody_controls_two_zones_and_nobody_the_free_one(agreement: Agreement) -> None:
    """Each seat controls two zones; one zone, in the middle, is controlled by nobody."""
    state, _ = agreement.begin()
    for seat in range(agreement.players):
        assert len(friendly(state, seat)) == stated(F_GEO_1, "controlled", agreement.edition)
    free = [name for name, seats in owners(state).items() if not seats]
    assert len(free) == stated(F_GEO_1, "free", agreement.edition)


@proves(AMB_01)
@given(agreements())
def test_districts_are_a_ring_of_shared_ones_or_two_for_each(agreement: Agreement) -> None:
    """With three or four players all Districts but the Neutral one are shared, with two none is."""
    state, _ = agreement.begin()
    sizes = [len(seats) for seats in owners(state).values()]
    count = str(agreement.players)
    assert sizes.count(2) == len(shared(state)) == table(AMB_01, "shared", agreement.edition)[count]
    assert sizes.count(1) == table(AMB_01, "unshared", agreement.edition)[count]
    if agreement.players > 2:
        ring = {tuple(sorted((seat, (seat + 1) % agreement.players))) for seat in range(agreement.players)}
        assert set(shared(state)) == ring
