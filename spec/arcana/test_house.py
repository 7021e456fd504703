"""Rules that no rulebook prints: they hold where a house rule asks for them."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, State, default_catalogue
from arcanum.guilds.abilities import TieWin
from arcanum.guilds.actions import Assign, At, Take, Use
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import HOUSE_1, HOUSE_2, HOUSE_3, HOUSE_4, HOUSE_5, R_DRAW_1, R_RES_9, R_SETUP_7, R_TIE_1
from arcanum.guilds.events import AssignedFacedown, Drew, FirstPlayerPassed, Settled, TakenBack
from arcanum.guilds.state import Placed
from arcanum.guilds.views import View
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, house_rules, number, refused, stated, step
from arcanum.spec.guilds.arrange import at_turn, with_cards
from arcanum.spec.guilds.games import (
    Game,
    any_players,
    district,
    games,
    guild_rules,
    leanings,
    module_sets,
    sound,
    whole_games,
)
from arcanum.spec.secrets import everybody
from arcanum.spec.subject import built_in_only

from .intrigue_kit import goes_on
from .resolution_kit import (
    Moment,
    all_below,
    assert_untouched,
    assert_won,
    course,
    draw_tie,
    ranked,
    resolution,
    settle,
    sole_qualifier,
    tables,
    with_faces,
    without_tie_abilities,
)
from .secrets_kit import check_secrets, look, retold

# --- a failed bribe that returns --------------------------------------------------------------------------------------

RETURNED = house_rules(GAME.name, HOUSE_1, ['failed_bribe = "returned"'])


def relics(state: State) -> list[Placed]:
    """The Relics in all Districts."""
    return [card for each in state.districts for card in each.cards if state.card(card.card).kind is Kind.RELIC]


def hands(state: State, lying: list[Placed]) -> list[set[CardId]]:
    """These cards by owner."""
    return [{each.card for each in lying if each.owner == seat} for seat in range(len(state.players))]


@proves(HOUSE_1)
@given(tables(RETURNED), st.booleans(), st.data())
def test_relics_that_lie_in_districts_at_the_end_of_a_round_return_to_the_hand(
    state: State, won: bool, data: st.DataObject
) -> None:
    """Those where a Stake is won are discarded; the others are in their owners' hands before the next draw."""
    made = ranked(data, state, sole_qualifier(data, state, 0)[0] if won else all_below(data, state))
    elsewhere = data.draw(st.sampled_from([each.name for each in state.districts if each.name != made.district]))
    owner = data.draw(st.sampled_from(range(len(state.players))), "owner of another Relic")
    other = state.rules.catalogue.of(Kind.RELIC, "stake")[-1].id
    moments = list(course(with_cards(made.state, elsewhere, [(other, owner, True)])))
    (closing,) = [each for each in moments if each.of(FirstPlayerPassed)]
    lying = relics(closing.before)
    assert other in [each.card for each in lying]
    assert not won or not district(closing.before, made.district).cards
    assert not relics(closing.after)
    assert [set(player.hand) for player in closing.after.players] == hands(state, lying)
    assert {(event.seat, event.card) for event in closing.of(TakenBack)} == {(each.owner, each.card) for each in lying}
    (begun,) = [each for each in moments if each.of(Drew)]
    for seat, (player, back) in enumerate(zip(begun.after.players, hands(state, lying), strict=True)):
        drew = drawn(begun, seat)
        assert drew.count == drew.wanted == number(state, R_DRAW_1, "cards")
        assert set(player.hand) == {*(drew.cards or ()), *back}


def drawn(moment: Moment, seat: Seat) -> Drew:
    """What a player drew when the round began."""
    (found,) = [event for event in moment.of(Drew) if event.seat == seat]
    return found


@proves(HOUSE_1)
@given(games(rulesets=RETURNED, leaning=leanings("assign", "bribe")))
def test_a_relic_returns_only_at_the_end_of_the_round(game: Game) -> None:
    """Until then it lies where the bribe failed, for other bribes to add it; none ever lies there in the next round."""
    closed = [each for each in resolution(game) if each.of(FirstPlayerPassed)]
    back = [event for step in game.steps for event in step.events if event.clause == HOUSE_1]
    assert len(back) >= sum(len(relics(each.before)) for each in closed)
    for moment in closed:
        assert [event for event in moment.events if event.clause == HOUSE_1] == list(moment.of(TakenBack))
        assert not relics(moment.after)


# --- ties that go to the District's friend ----------------------------------------------------------------------------

FRIEND = house_rules(GAME.name, HOUSE_2, ['tied_stake = "friend"'])


def at_home(state: State, name: str, tied: list[Seat]) -> list[Seat]:
    """The tied players for whom the District is a Friendly one."""
    return [seat for seat in tied if district(state, name).standing(seat) == "friendly"]


def goes_to_the_friend(moment: Moment, tied: list[Seat]) -> bool:
    """Whether the Stake is the only tied friend's, or if there is none or several, whether all stays as it was."""
    friends = at_home(moment.before, moment.settled.district, tied)
    if len(friends) == 1:
        assert_won(moment, friends[0], "discard")
    else:
        assert_untouched(moment, stated(moment.before, R_RES_9, "facing"))
    return moment.settled.clause == (HOUSE_2 if len(friends) == 1 else moment.before.rules.said(R_RES_9))


@proves(HOUSE_2)
@given(tables(FRIEND), st.data())
def test_a_tie_goes_to_the_only_tied_player_who_is_at_home(state: State, data: st.DataObject) -> None:
    """Whoever is not in the tie gets nothing, at home or not; crests are left out."""
    plain = without_tie_abilities(state)
    ranking, tied = draw_tie(data, plain, 2)
    assert goes_to_the_friend(ranked(data, plain, ranking).settle(), tied)


@proves(HOUSE_2)
@given(tables(FRIEND), st.integers(1, 2), st.data())
def test_a_card_that_wins_ties_comes_before_the_friend(state: State, able: int, data: st.DataObject) -> None:
    """The only tied player with a fitting crest wins, whoever is at home; two such crests cancel."""
    plain = without_tie_abilities(state)
    ranking, tied = draw_tie(data, plain, 2)
    made = ranked(data, plain, ranking)
    crests = state.rules.catalogue.crests
    words = {crests[state.players[seat].guild].id: {"statics": (TieWin(main=ranking.main),)} for seat in tied[:able]}
    moment = settle(with_faces(made.state, words), made.district)
    if able == 1:
        assert_won(moment, tied[0], "discard")
        assert moment.settled.clause == state.rules.said(R_TIE_1)
    else:
        assert goes_to_the_friend(moment, tied)


# --- a Guild Master more ----------------------------------------------------------------------------------------------

NEW = CardId("new-master")
STRENGTHEN = '{ word = "strengthen", amount = 3 }'
ABILITIES = (
    f"once_per_round = true, ability = [{STRENGTHEN}]",
    f'once_per_round = false, ability = [{{ word = "discard", count = 1 }}, {STRENGTHEN}]',
)
"""A Guild Master that makes its player stronger, once a round or for a card each time."""


def new_masters(guild: str) -> st.SearchStrategy[str]:
    """Rule sets in which a guild has a Guild Master more."""
    lines = [f'master.{NEW} = {{ name = "Stranger", emblem = "{guild}", {each} }}' for each in ABILITIES]
    return house_rules(GAME.name, HOUSE_3, lines, ["arcana/revised"])


GUILDS = st.sampled_from(default_catalogue("revised").guilds)


@proves(HOUSE_3)
@given(GUILDS, st.integers(0, 99), st.data())
def test_a_new_guild_master_is_chosen_and_used_like_a_printed_one(guild: str, seed: int, data: st.DataObject) -> None:
    """The player of its guild may take it, and nobody else; it works as often as its symbol says."""
    built_in_only("it adds a Guild Master of its own to a printed rule set")
    ruleset = data.draw(new_masters(guild))
    rules, printed = guild_rules(ruleset), default_catalogue("revised")
    once = rules.catalogue[NEW].once_per_round
    others = data.draw(st.permutations([each for each in rules.catalogue.guilds if each != guild]))
    guilds = (guild, *others[: data.draw(any_players(ruleset)) - 1])
    begun = arcanum.new_game(rules, players=len(guilds), seed=seed, guilds=guilds, modules=("masters",))
    state = sound(begun)
    while state.round == 0:
        seat = asked(state)
        masters = [card.id for card in printed.of(Kind.MASTER, guilds[seat])]
        assert arcanum.legal_actions(state) == tuple(map(Take, [*masters, NEW] if seat == 0 else masters))
        assert seat == 0 or refused(state, Take(NEW))
        state = step(state, Take(NEW) if seat == 0 else Take(masters[0])).after
    assert state.players[0].master == NEW
    assert {card.id for card in printed.of(Kind.MASTER, guild)} <= set(state.box)
    state = at_turn(state, 0)
    used = step(state, Use(NEW)).after
    if not once:
        used = step(used, arcanum.legal_actions(used)[0]).after
    used = step(used, At("N")).after
    assert [(each.seat, each.amount) for each in used.bonuses] == [(0, 3)]
    assert len(used.players[0].hand) == len(state.players[0].hand) - (not once)
    assert (Use(NEW) in arcanum.legal_actions(used)) is not once


@proves(HOUSE_3)
@given(games(rulesets=GUILDS.flatmap(new_masters), modules=module_sets(always=("masters",)), leaning=leanings("use")))
def test_in_a_game_only_its_guild_has_a_new_guild_master(game: Game) -> None:
    """Whoever has a new Master is of its guild; those that nobody took are in the box."""
    new = {card.id: card.emblem for card in game.first.rules.catalogue.of(Kind.MASTER) if card.is_added}
    assert new
    for state in game.states:
        taken = {player.master: player.guild for player in state.players if player.master in new}
        assert all(new[card] == guild for card, guild in taken.items())
        assert {card for card in new if card not in taken} <= set(state.box)


# --- five and six players ---------------------------------------------------------------------------------------------

MORE = house_rules(GAME.name, HOUSE_4, ["players = [2, 3, 4, 5, 6]"], ["arcana/revised"])
IN_ORDER = house_rules(GAME.name, HOUSE_4, ['players = [5, 6]\nresolution_order = "left-to-right"'], ["arcana/revised"])
FIVE_OR_SIX = (5, 6)


def stated_for(parameter: str, players: int) -> object:
    """What the clause says for so many players."""
    found = GAME.clauses()[HOUSE_4].parameter(parameter)
    assert isinstance(found, Mapping)
    return found[str(players)]


@proves(HOUSE_4)
@given(tables(MORE, players=FIVE_OR_SIX), st.integers(0, 5))
def test_five_and_six_players_sit_in_a_ring(state: State, seat: Seat) -> None:
    """Each shares a District with either neighbour and none with the others; all piles are full."""
    players, seat = len(state.players), seat % len(state.players)
    assert len(state.districts) == stated_for("districts", players)
    own = at_home_in(state, seat)
    assert len(own) == GAME.clauses()[HOUSE_4].parameter("friendly")
    for away in range(1, players):
        common = own & at_home_in(state, (seat + away) % players)
        assert len(common) == (away in (1, players - 1))
    assert [each.name for each in state.districts if each.standing(seat) == "neutral"] == ["N"]
    ends = {card.id for card in state.rules.catalogue.of(Kind.END_CARD)}
    for each in state.districts:
        stakes = {*each.pile, each.stake} - ends
        assert len(stakes) == number(state, R_SETUP_7, "pile")


def at_home_in(state: State, seat: Seat) -> set[str]:
    """The Districts that are Friendly to a seat, as somebody sees who looks on."""
    view = arcanum.observe(state, None)
    assert isinstance(view, View)
    return {each.name for each in view.districts if seat in each.friendly_to}


@proves(HOUSE_4)
@given(tables(IN_ORDER, players=FIVE_OR_SIX))
def test_with_five_and_six_players_a_fixed_order_goes_from_left_to_right(state: State) -> None:
    """Where the rules fix the order it is the one that the clause gives, turned to the first player."""
    order = stated_for("order", len(state.players))
    assert isinstance(order, tuple)
    turned = {f"D{at}": f"D{(at + state.first_player) % len(state.players)}" for at in range(len(state.players))}
    fitting(state.rules.resolution_order == "left-to-right")
    settled = [event.district for each in course(state) for event in each.of(Settled)]
    assert settled == [turned.get(str(name), "N") for name in order]


@proves(HOUSE_4)
@given(whole_games(rulesets=MORE, players=FIVE_OR_SIX))
def test_games_of_five_and_six_are_played_to_the_end(game: Game) -> None:
    """Everybody has a guild of his own and cards to play, and somebody wins."""
    assert len({player.guild for player in game.last.players}) == game.players
    done = arcanum.outcome(game.last)
    assert done is not None
    assert len(done.scores) == game.players
    assert {step.seat for step in game.turns()} == set(range(game.players))


# --- open hands -------------------------------------------------------------------------------------------------------

OPEN = house_rules(GAME.name, HOUSE_5, ["open_hands = true"])
IN_THE_OPEN = games(rulesets=OPEN, leaning=leanings("assign", "play", "hire"))


@proves(HOUSE_5)
@given(IN_THE_OPEN)
def test_everybody_sees_every_hand(game: Game) -> None:
    """Every player and every spectator sees each card in each hand, at any moment, and is told what comes into one."""
    for state in game.states:
        for seat in everybody(state):
            assert [seen.hand for seen in look(state, seat).players] == [player.hand for player in state.players]
    for event in game.of(Drew, R_DRAW_1):
        assert all(event.seen_by(seat).cards == event.cards is not None for seat in everybody(game.first))


@proves(HOUSE_5)
@given(IN_THE_OPEN)
def test_an_agent_that_goes_facedown_from_an_open_hand_is_known_to_everybody(game: Game) -> None:
    """It lies facedown as ever, and every view names it; Militia, and cards drawn aside, are seen by their player."""
    for done in game.doing(Assign):
        assert isinstance(done.action, Assign)
        card, held = done.action.card, done.before.players[done.seat].hand
        events = [event for event in done.events if isinstance(event, AssignedFacedown)]
        for seat in everybody(done.before):
            for event in events:
                assert (event.seen_by(seat).card == card) is (card in held or seat == done.seat)
            lying = [each for place in look(done.after, seat).districts for each in place.cards if each.card == card]
            if goes_on(done):
                assert lying or card not in held
                assert all(each.face_up is not bool(events) for each in lying)


@proves(HOUSE_5)
@given(IN_THE_OPEN, st.integers(0, 10), st.integers(0, 2**32))
def test_open_hands_give_nothing_else_away(game: Game, offset: int, seed: int) -> None:
    """Decks, piles, Objectives, Militia and cards drawn aside are as secret as ever."""
    for index, state in enumerate(game.states[offset::11]):
        for seat in everybody(state):
            check_secrets(state, look(state, seat))
            other = retold(state, seat, seed + index)
            assert look(other, seat) == look(state, seat)
            if seat is not None and seat == arcanum.to_act(state):
                assert arcanum.legal_actions(other) == arcanum.legal_actions(state)


@proves(HOUSE_5)
@given(IN_THE_OPEN, st.integers(0, 10), st.integers(0, 2**32))
def test_what_somebody_imagines_keeps_the_open_hands(game: Game, offset: int, seed: int) -> None:
    """A position that a view allows has the hands that lie open."""
    for state in game.states[offset::11]:
        for seat in everybody(state):
            imagined = arcanum.determinize(look(state, seat), seed)
            assert isinstance(imagined, State)
            assert [player.hand for player in imagined.players] == [player.hand for player in state.players]
            assert look(imagined, seat) == look(state, seat)
