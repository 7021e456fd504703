"""The end of a round: when it comes, new Stakes, the Militia, the First Player card."""

from __future__ import annotations

from itertools import pairwise

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Discard
from arcanum.guilds.cards import Kind
from arcanum.guilds.clause_ids import (
    F_DRAW_1,
    F_EOR_1,
    F_EOR_2,
    F_EOR_3,
    R_EOR_1,
    R_EOR_2,
    R_EOR_3,
    R_EOR_4,
    R_EOR_5,
    R_MIL_1,
)
from arcanum.guilds.events import (
    EndCardShown,
    FirstPlayerPassed,
    MilitiaReturned,
    PhaseBegan,
    Settled,
    StakeShown,
)
from arcanum.guilds.state import Phase
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.chance import is_shuffled
from arcanum.spec.games import fitting, number, played, refused, stated, step, written_for
from arcanum.spec.guilds.arrange import fresh, settled, with_cards, with_pile, with_stake, without
from arcanum.spec.guilds.games import (
    Game,
    Leaning,
    any_players,
    district,
    editions,
    games,
    guild_rules,
    leanings,
    module_sets,
    next_card,
    offered,
    sound,
)

from .resolution_kit import (
    Moment,
    agents,
    course,
    ranked,
    resolution,
    sole_qualifier,
    tables,
    with_faces,
)

BUSY = leanings("assign")
"""Players who fight for Stakes, so that there are some to replace."""


def to_settle(state: State) -> int:
    """How many Districts have a Stake."""
    shown = [state.card(each.stake) for each in state.districts if each.stake is not None]
    return len([card for card in shown if card.kind is not Kind.END_CARD])


def closings(game: Game) -> list[Moment]:
    """The ends of the rounds of a game."""
    return [each for each in resolution(game) if any(event.phase is Phase.CLEANUP for event in each.of(PhaseBegan))]


@proves(R_EOR_1)
@given(games(rulesets=editions(R_EOR_1), leaning=BUSY))
def test_the_round_ends_when_every_district_has_been_settled(game: Game) -> None:
    """As many Districts are settled as had a Stake when Resolution began, and only then the clean-up begins."""
    unsettled = 0
    for moment in resolution(game):
        for event in moment.events:
            if isinstance(event, Settled):
                unsettled -= 1
            elif isinstance(event, PhaseBegan) and event.phase is Phase.RESOLUTION:
                unsettled = to_settle(moment.after)
            elif isinstance(event, PhaseBegan) and event.phase is Phase.CLEANUP:
                assert unsettled == game.number(R_EOR_1, "unsettled")
    assert closings(game)


def assert_new_stakes(before: State, after: State, faceup: int) -> None:
    """Every District shows a card if it has any, and shows the one that it showed before if there was one."""
    for old, new in zip(before.districts, after.districts, strict=True):
        shown = 0 if new.stake is None else 1
        assert shown == (faceup if old.stake is not None or old.pile else 0)
        if old.stake is not None:
            assert (new.stake, new.pile) == (old.stake, old.pile)
        elif old.pile:
            assert (new.stake, new.pile) == (old.pile[-1], old.pile[:-1])


@proves(R_EOR_2)
@given(games(rulesets=editions(R_EOR_2), leaning=BUSY))
def test_then_every_district_without_a_faceup_card_gets_one(game: Game) -> None:
    """At the end of the round the top card of each pile without a faceup one is turned up, and no other."""
    for moment in closings(game):
        assert_new_stakes(moment.before, moment.after, game.number(R_EOR_2, "faceup"))


@proves(F_EOR_1)
@given(games(rulesets=editions(F_EOR_1), leaning=BUSY))
def test_every_empty_zone_gets_a_new_stake(game: Game) -> None:
    """At the end of the round the zones whose Stake was won show the next one."""
    for moment in closings(game):
        assert_new_stakes(moment.before, moment.after, game.number(F_EOR_1, "faceup"))


@proves(R_EOR_2, R_EOR_3, F_EOR_1)
@given(tables(editions(R_EOR_2, R_EOR_3, F_EOR_1)), st.data())
def test_a_stake_won_in_resolution_is_replaced_at_the_end_of_the_round(state: State, data: st.DataObject) -> None:
    """The District of the winner is empty until all others are settled, and then shows the next card of its pile."""
    ranking, seat = sole_qualifier(data, state, 0)
    made = ranked(data, state, ranking)
    following = next_card(district(made.state, made.district))
    moments = list(course(made.state))
    won = next(at for at, each in enumerate(moments) if any(e.winner == seat for e in each.of(Settled)))
    closed = next(at for at, each in enumerate(moments) if any(e.phase is Phase.CLEANUP for e in each.of(PhaseBegan)))
    written_for(state, R_EOR_3, "when", Phase.CLEANUP.value)
    for each in moments[won:closed]:
        assert district(each.after, made.district).stake is None
    assert district(moments[closed].after, made.district).stake == following
    assert number(state, R_EOR_2, "faceup") == number(state, F_EOR_1, "faceup") == 1


@proves(R_EOR_3)
@given(games(rulesets=editions(R_EOR_3), leaning=BUSY))
def test_during_resolution_the_number_of_faceup_stakes_never_rises(game: Game) -> None:
    """Nothing is turned up between the first power struggle and the clean-up."""
    written_for(game.first, R_EOR_3, "when", Phase.CLEANUP.value)
    for moment in resolution(game):
        if moment.before.phase is moment.after.phase is Phase.RESOLUTION:
            assert to_settle(moment.after) <= to_settle(moment.before)
            assert not moment.of(StakeShown)
            assert not moment.of(EndCardShown)


@proves(R_EOR_4)
@given(tables(editions(R_EOR_4)), st.integers(0, 2**20), st.booleans(), st.data())
def test_a_district_whose_pile_is_used_up_stays_empty(
    state: State, seed: int, won_now: bool, data: st.DataObject
) -> None:
    """Whatever is played in the next rounds, it never shows a card again and no Agent can be sent there."""
    refilled = stated(state, R_EOR_4, "refilled")
    ranking, _ = sole_qualifier(data, state, 0)
    made = ranked(data, state, ranking)
    name = made.district
    state = with_pile(made.state, name, [])
    state = sound(settled(state if won_now else with_stake(with_cards(state, name, []), name, None)).state)
    state = attrs.evolve(state, options=attrs.evolve(state.options, round_limit=state.round + 2))
    steps = played(state, seed, Leaning(("assign", "play")).prefers)
    for done in steps:
        assert (district(done.after, name).stake is not None) is refilled
        assert not district(done.after, name).cards
        for card in done.before.players[done.seat].hand:
            assert refused(done.before, Assign(card, name))
        assert not any(event.district == name for event in done.events if isinstance(event, StakeShown | Settled))
    assert steps


def assert_passed(game: Game, clause: ClauseId) -> None:
    """The First Player card goes from each first player to the neighbour, and he begins the next round."""
    rounds = game.played_rounds()
    fitting(len(rounds) > 1)
    for this, following in pairwise(rounds):
        neighbour = (this.first_player + game.number(clause, "step")) % game.players
        assert [event.seat for event in this.events if isinstance(event, FirstPlayerPassed)] == [neighbour]
        assert following.first_player == neighbour


@proves(R_EOR_5)
@given(games(rulesets=editions(R_EOR_5)))
def test_the_first_player_card_is_passed_to_the_neighbour(game: Game) -> None:
    """In the Revised Edition it goes to the left, in the first one to the right."""
    assert_passed(game, R_EOR_5)


@proves(F_EOR_3)
@given(games(rulesets=editions(F_EOR_3)))
def test_the_card_goes_to_the_right_in_the_first_edition(game: Game) -> None:
    """The other way round than in the Revised Edition."""
    assert_passed(game, F_EOR_3)


@proves(F_EOR_3)
@given(tables(editions(F_EOR_3)))
def test_whichever_way_the_card_goes_turns_go_clockwise(state: State) -> None:
    """In the next round the neighbour acts first, and after him one left neighbour after the other."""
    players = len(state.players)
    later = sound(settled(state).state)
    first = (state.first_player + number(state, F_EOR_3, "step")) % players
    order = []
    for _ in range(min(2, number(state, F_DRAW_1, "cards")) * players):
        seat = arcanum.to_act(later)
        assert seat is not None
        order.append(seat)
        later = step(later, Discard(later.players[seat].hand[0])).after
    assert order == [(first + at) % players for at in range(len(order))]


# --- Militia ----------------------------------------------------------------------------------------------------------


def assert_militia_home(state: State, pile: int) -> None:
    """All Militia are in their pile, and none is anywhere else."""
    assert len(state.militia) == len(set(state.militia)) == pile
    assert not state.militia_used
    lying = [card.card for each in state.districts for card in each.cards]
    assert not [card for card in lying if state.card(card).kind is Kind.MILITIA]


@proves(F_EOR_2)
@given(
    games(
        rulesets=editions(F_EOR_2, R_MIL_1),
        modules=module_sets(always=("militia",)),
        leaning=leanings("assign", "hire"),
    ).filter(lambda game: any(event for event in game.events if isinstance(event, MilitiaReturned)))
)
def test_used_militia_are_back_when_the_next_round_begins(game: Game) -> None:
    """At the end of every round all of them are in their pile, those from Districts that nobody won as well."""
    for moment in closings(game):
        assert_militia_home(moment.after, game.number(F_EOR_2, "pile"))


@proves(F_EOR_2)
@given(editions(F_EOR_2, R_MIL_1), st.integers(0, 6), st.integers(0, 6), st.data())
def test_militia_come_back_from_won_and_from_contested_districts(
    ruleset: str, used: int, lying: int, data: st.DataObject
) -> None:
    """Wherever they are they go back, before the new Stakes are turned up or after that, as the edition says."""
    state = with_militia(ruleset, data.draw(any_players(ruleset)))
    cards = data.draw(st.permutations([card.id for card in state.rules.catalogue.of(Kind.MILITIA)]))
    waiting, there = cards[:used], cards[used : used + lying]
    state = with_faces(state, {card: {"values": (0, 0, 0)} for card in there})
    stake = state.rules.catalogue.of(Kind.RELIC, "stake")[0].id
    state = with_stake(state, "N", stake)
    state = with_cards(state, "N", [(card, data.draw(st.integers(0, 1)), True) for card in there])
    state = attrs.evolve(
        without(state, waiting), militia_used=tuple(waiting), militia=tuple(card for card in cards[used + lying :])
    )
    state = _won(state, state.districts[0].name, data) if data.draw(st.booleans()) else state
    (closing,) = [each for each in course(state) if each.of(FirstPlayerPassed)]
    assert_militia_home(closing.after, number(state, F_EOR_2, "pile"))
    assert sum(event.count for event in closing.of(MilitiaReturned)) == used + len(there)
    kinds = [type(event) for event in closing.events if isinstance(event, MilitiaReturned | StakeShown)]
    early = stated(state, F_EOR_2, "militia_return") == "before-new-stakes"
    if MilitiaReturned in kinds and StakeShown in kinds:
        assert (kinds[0] is MilitiaReturned) is early
        assert (kinds[-1] is MilitiaReturned) is not early


def with_militia(ruleset: str, players: int) -> State:
    """A game with Militia."""
    guilds = guild_rules(ruleset).catalogue.guilds[:players]
    return fresh(ruleset, guilds, ("militia",) if "militia" in offered(ruleset) else ())


def _won(state: State, name: str, data: st.DataObject) -> State:
    """The state with a District that seat 0 wins."""
    stake = state.rules.catalogue.of(Kind.LOCATION, "stake")[0]
    agent = agents(state, 0)[0]
    state = with_faces(state, {agent: {"values": (99, 99, 99)}})
    return with_cards(with_stake(state, name, stake.id), name, [(agent, 0, data.draw(st.booleans()))])


@proves(F_EOR_2)
@given(editions(F_EOR_2, R_MIL_1), st.data())
def test_the_militia_are_shuffled_when_they_come_back(ruleset: str, data: st.DataObject) -> None:
    """Many times the same cards come back, each to each place, and on each other, equally often."""
    state = with_militia(ruleset, data.draw(any_players(ruleset)))
    used = tuple(card.id for card in state.rules.catalogue.of(Kind.MILITIA))
    state = attrs.evolve(state, militia=(), militia_used=used, round=data.draw(st.integers(1, 40)))
    assert is_shuffled((sound(settled(attrs.evolve(state, rng=rng)).state).militia for rng in range(120)), used)
