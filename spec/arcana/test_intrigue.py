"""The Intrigue Phase: turns, what can be done with a card, how cards lie, what a Stake leaves behind.

Events and Guild Masters change how cards are laid and what is legal. They stay in the box here, except where a
property says that it takes them into account.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Move, Play
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_08,
    AMB_18,
    AMB_31,
    AMB_32,
    R_INT_1,
    R_INT_2,
    R_INT_3,
    R_INT_4,
    R_INT_5,
    R_INT_6,
    R_INT_7,
    R_INT_8,
    R_INT_9,
    R_INT_10,
    R_INT_11,
    R_INT_12,
    R_INT_13,
    R_MIL_1,
)
from arcanum.guilds.events import Discarded, EndCardShown, PhaseBegan, Shuffled, StakeShown, StakeWon, TakenBack, Tucked
from arcanum.guilds.playing import SendMilitia
from arcanum.guilds.state import Phase
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import refused, stated, step, written_for
from arcanum.spec.guilds.arrange import at_turn, with_cards, with_discard, with_hand, with_pile, with_stake
from arcanum.spec.guilds.games import Game, district, editions, games, module_sets, positions
from arcanum.spec.secrets import everybody

from .bribes_kit import with_faces
from .intrigue_kit import (
    BUSY,
    check_assigned_in_a_game,
    check_discards,
    check_every_assignment,
    check_location,
    check_moves,
    check_owners,
    check_relics,
    check_turn_order,
    crowded,
    events_before_the_next_turn,
    finished,
    goes_on,
    hands_at_the_end_of_intrigue,
    has_stake,
    is_turn,
    mover,
    naive_actions,
    openings,
    own_cards,
    plain_games,
    turns,
    word_for,
)
from .secrets_kit import look

# --- turns ------------------------------------------------------------------------------------------------------------


@proves(R_INT_1, R_INT_9)
@given(games(rulesets=editions(R_INT_1, R_INT_9)))
def test_the_first_player_begins_and_each_next_one_clockwise_has_one_action(game: Game) -> None:
    """Everybody with a card has one action when it is his turn, and more only by an ability; abilities are counted."""
    way, actions = game.number(R_INT_1, "step"), game.number(R_INT_9, "actions")
    for each in game.played_rounds():
        assert each.steps[0].before.first_player == each.first_player
        check_turn_order(each.steps, each.first_player, way, actions)


@proves(R_INT_9)
@given(turns(editions(R_INT_9)), st.data())
def test_after_a_plain_action_it_is_the_next_players_turn(state: State, data: st.DataObject) -> None:
    """Nobody acts twice in a row by himself unless all other hands are empty."""
    seat = state.active
    assert seat is not None
    state = at_turn(state, seat)  # without actions that are still owed
    plain = [action for action in arcanum.legal_actions(state) if not isinstance(action, Play)]
    after = finished(step(state, data.draw(st.sampled_from(plain))), data)[-1]
    if goes_on(after):
        others = any(player.hand for other, player in enumerate(state.players) if other != seat)
        assert (arcanum.to_act(after.after) != seat) is others


@proves(R_INT_10)
@given(games(rulesets=editions(R_INT_10)))
def test_intrigue_lasts_until_all_hands_are_empty(game: Game) -> None:
    """The phase is left when the last card has been played, not earlier, and nobody without a card has a turn."""
    left = game.number(R_INT_10, "left_in_hand")
    ends = 0
    for done in game.steps:
        if is_turn(done.before):
            assert done.before.phase is Phase.INTRIGUE
            assert len(done.before.players[done.seat].hand) > left
        hands = hands_at_the_end_of_intrigue(done)
        if hands is not None:
            ends += 1
            assert hands == [left] * game.players
    assert ends == len(game.played_rounds())


@proves(R_INT_10)
@given(openings(editions(R_INT_10)), st.data())
def test_intrigue_ends_with_the_last_card(state: State, data: st.DataObject) -> None:
    """Once the last card of all is discarded the Resolution Phase begins; with one card more it does not."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    other = data.draw(st.none() | st.sampled_from(range(len(state.players))))
    last, more = data.draw(st.permutations(own_cards(state, seat, Kind.AGENT)))[:2]
    for each in range(len(state.players)):
        state = with_hand(state, each, ())
    state = with_hand(state, seat, (last, more) if other == seat else (last,))
    if other not in (None, seat):
        state = with_hand(state, other or 0, state.players[other or 0].deck[-1:])
    done = step(at_turn(state, seat), Discard(last))
    assert goes_on(done) is (other is not None)
    assert (hands_at_the_end_of_intrigue(done) is None) is (other is not None)


# --- actions ----------------------------------------------------------------------------------------------------------


@proves(R_INT_2)
@given(plain_games(editions(R_INT_2)))
def test_a_turn_is_one_action_of_the_list_with_one_card(game: Game) -> None:
    """Nothing but the list is legal, whoever holds a card can do something, and it costs him just that card."""
    words = game.expected(R_INT_2, "actions")
    assert isinstance(words, tuple)
    allowed = {*words, "militia"} if "militia" in game.first.options.modules else {*words}
    for done in game.turns():
        legal = arcanum.legal_actions(done.before)
        assert legal
        assert {word_for(done.before, done.seat, action) for action in legal} <= allowed
        assert set(legal) == naive_actions(done.before, done.seat)
        if goes_on(done) and not isinstance(done.action, Play):
            sizes = [len(player.hand) for player in done.before.players]
            sizes[done.seat] -= game.number(R_INT_2, "cards")
            assert [len(player.hand) for player in done.after.players] == sizes


@proves(R_INT_2)
@given(
    openings(editions(R_INT_2, R_MIL_1), modules=module_sets(always=("militia",), never=("masters", "events"))),
    st.data(),
)
def test_every_action_of_the_list_can_be_done_where_its_condition_holds(state: State, data: st.DataObject) -> None:
    """With an Agent, a Location, a Relic and a Personality in hand just what the table allows is legal."""
    hand = []
    for kind in (Kind.AGENT, Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY):
        hand.append(data.draw(st.sampled_from(own_cards(state, 0, kind))))
    state = data.draw(crowded(state, 0, hand))
    assert set(arcanum.legal_actions(state)) == naive_actions(state, 0)
    everything = stated(state, R_INT_2, "actions")
    assert isinstance(everything, tuple)
    state = with_cards(state, "N", [])
    stake = data.draw(st.sampled_from(bribables(state, [*hand])))
    state = with_stake(state, "N", stake)
    agent = next(card for card in own_cards(state, 0, Kind.AGENT) if card not in hand)
    state = with_cards(state, "N", [(agent, 0, True)])
    home = next(each.name for each in state.districts if 0 in each.friendly_to)
    if not has_stake(state, district(state, home)):
        spare = next(card for card in own_cards(state, 0, Kind.RELIC) if card not in hand and is_in_box(state, card))
        state = with_stake(state, home, spare)
    words = {word_for(state, 0, action) for action in arcanum.legal_actions(state)}
    assert words == {*everything, "militia"}


def dear_relic(state: State) -> tuple[CardId, State]:
    """A Relic that seat 0 can have, and the state in which it is enough for every bribe."""
    relic = own_cards(state, 0, Kind.RELIC)[0]
    return relic, with_faces(state, {relic: {"ducat": 99}})


def bribables(state: State, taken: list[CardId]) -> list[CardId]:
    """Personalities with a price that are not somewhere else already."""
    catalogue = state.rules.catalogue
    cards = [card for card in catalogue.of(Kind.PERSONALITY) if card.ducat is not None and card.id not in taken]
    return [card.id for card in cards if is_in_box(state, card.id) or is_in_a_pile(state, card.id)]


def is_in_box(state: State, card: CardId) -> bool:
    """Whether a card is out of the game."""
    return card in state.box


def is_in_a_pile(state: State, card: CardId) -> bool:
    """Whether a card is a Stake that nobody has seen."""
    return any(card in each.pile for each in state.districts)


@proves(AMB_32)
@given(games(rulesets=editions(AMB_32)))
def test_nobody_who_holds_a_card_can_pass(game: Game) -> None:
    """On a turn passing is never among the legal actions and is refused, also with Events and Guild Masters."""
    written_for(game.first, AMB_32, "pass", False)
    for done in game.turns():
        assert PASS not in arcanum.legal_actions(done.before)
    assert refused(game.turns()[0].before, PASS)


@proves(R_INT_7)
@given(turns(editions(R_INT_7)))
def test_any_card_can_be_discarded_to_no_effect(state: State) -> None:
    """Every card of the hand can be discarded; only the hand, the Discard Pile and the turn are different then."""
    check_discards(state, R_INT_7)


@proves(R_INT_6)
@given(openings(editions(R_INT_6)), st.data())
def test_a_relic_can_be_laid_only_on_an_own_agent_before_a_personality_with_a_price(
    state: State, data: st.DataObject
) -> None:
    """With a Relic in hand a bribe is legal at a District just if such a Personality and an own Agent are there."""
    check_relics(state, data, R_INT_6)


# --- how cards lie ----------------------------------------------------------------------------------------------------


@proves(R_INT_3, R_INT_4)
@given(plain_games(editions(R_INT_3, R_INT_4)))
def test_agents_go_faceup_to_enemy_and_neutral_districts_and_facedown_to_friendly_ones(game: Game) -> None:
    """Wherever an Agent is sent in a game, it lies as the kind of District demands, and is seen accordingly."""
    check_assigned_in_a_game(game, (R_INT_3, R_INT_4))


@proves(R_INT_3, R_INT_4, AMB_18)
@given(openings(editions(R_INT_3, R_INT_4, AMB_18)), st.data())
def test_each_assignment_has_one_facing(state: State, data: st.DataObject) -> None:
    """Of all that a player can do each Agent goes to each District in one way only; it cannot lie otherwise."""
    written_for(state, AMB_18, "facing", "obligatory")
    check_every_assignment(state, data, (R_INT_3, R_INT_4))


@proves(AMB_18)
@given(
    positions(
        SendMilitia,
        of=games(
            rulesets=editions(AMB_18, R_MIL_1),
            modules=module_sets(always=("militia",), never=("masters", "events")),
            leaning=BUSY,
            rounds=8,
        ),
    )
)
def test_militia_have_one_facing_in_each_district(state: State) -> None:
    """Militia too lie facedown in a Friendly District and faceup elsewhere, whatever their player would like."""
    legal = arcanum.legal_actions(state)
    assert {action.district for action in legal if isinstance(action, Assign)} == {
        each.name for each in state.districts if has_stake(state, each)
    }
    assert len(legal) == len({str(action) for action in legal})
    for action in legal:
        assert isinstance(action, Assign)
        done = step(state, action)
        if goes_on(done):
            home = arcanum.to_act(state) in district(state, action.district).friendly_to
            lying = district(done.after, action.district).cards[-1]
            assert (lying.card, lying.face_up) == (action.card, not home)


@proves(R_INT_8)
@given(games(rulesets=editions(R_INT_8)))
def test_everybody_sees_whose_each_card_in_a_district_is(game: Game) -> None:
    """Every view names the owner of every card in a District, facedown or not: the player who sent it."""
    check_owners(game, R_INT_8)


@proves(R_INT_13)
@given(openings(editions(R_INT_13)), st.data())
def test_a_moved_agent_lies_as_if_it_came_from_the_hand(state: State, data: st.DataObject) -> None:
    """After a move an Agent is facedown just if its new District is Friendly to its owner, however it lay before."""
    facing = {"friendly": str(stated(state, R_INT_13, "friendly"))}
    facing["enemy"] = facing["neutral"] = str(stated(state, R_INT_13, "elsewhere"))
    check_moves(state, data, facing)


# --- Districts without a Stake ----------------------------------------------------------------------------------------


@proves(AMB_08)
@given(
    openings(editions(AMB_08, R_MIL_1), modules=module_sets(always=("militia",), never=("masters", "events"))),
    st.data(),
)
def test_no_card_goes_to_a_district_without_a_stake(state: State, data: st.DataObject) -> None:
    """Where nothing or only the end card lies, nothing can be assigned; discarding is always possible."""
    written_for(state, AMB_08, "assign_without_stake", False)
    agent = data.draw(st.sampled_from(own_cards(state, 0, Kind.AGENT, Kind.PERSONALITY)))
    relic = data.draw(st.sampled_from([card.id for card in state.rules.catalogue.of(Kind.RELIC, "stake")]))
    state, location = mover(state)
    state = data.draw(crowded(state, 0, (agent, relic, location)))
    if data.draw(st.booleans()):
        state = with_stake(state, "N", state.rules.catalogue.of(Kind.END_CARD)[0].id)
    targets = {each.name for each in state.districts if has_stake(state, each)}
    legal = arcanum.legal_actions(state)
    assert {action.district for action in legal if isinstance(action, Assign)} == targets
    assert {Discard(card) for card in state.players[0].hand} <= set(legal)
    assert (Hire(relic) in legal) is bool(targets)
    for each in state.districts:
        if each.name not in targets:
            assert refused(state, Assign(agent, each.name))
    if Hire(relic) in legal:
        sent = arcanum.legal_actions(step(state, Hire(relic)).after)
        assert {action.district for action in sent if isinstance(action, Assign)} == targets
    for done in finished(step(state, Play(location)), data):
        for action in arcanum.legal_actions(done.after) if goes_on(done) else ():
            if isinstance(action, Move):
                assert action.destination in targets


@proves(AMB_08)
@given(openings(editions(AMB_08)), st.data())
def test_in_a_city_without_stakes_agents_can_only_be_discarded(state: State, data: st.DataObject) -> None:
    """When all Districts are used up whoever holds Agents discards them, and the game goes on."""
    agents = data.draw(st.permutations(own_cards(state, 0, Kind.AGENT)))[:3]
    for each in state.districts:
        end_card = each.name == "N" and data.draw(st.booleans())
        state = with_stake(state, each.name, state.rules.catalogue.of(Kind.END_CARD)[0].id if end_card else None)
    state = at_turn(with_hand(state, 0, agents), 0)
    assert set(arcanum.legal_actions(state)) == {Discard(card) for card in agents}


# --- Locations --------------------------------------------------------------------------------------------------------


@proves(R_INT_5)
@given(openings(editions(R_INT_5), modules=module_sets(never=("events",))), st.data())
def test_a_location_goes_to_its_players_discard_pile_once_its_effect_is_over(state: State, data: st.DataObject) -> None:
    """Whatever a Location does, afterwards it lies on the Discard Pile of whoever played it; Masters may undo it."""
    check_location(state, data, R_INT_5)


@proves(R_INT_5)
@given(games(rulesets=editions(R_INT_5), leaning=BUSY))
def test_each_location_played_in_a_game_is_discarded_by_its_player(game: Game) -> None:
    """From the hand a Location goes between two places, from there to the Discard Pile, before anybody else's turn."""
    for done in game.doing(Play):
        assert isinstance(done.action, Play)
        card, seat = done.action.card, done.seat
        at = game.steps.index(done)
        for later in game.steps[at:]:
            if any(isinstance(event, Discarded) and (event.seat, event.card) == (seat, card) for event in later.events):
                break
            assert card in {each.card for each in later.after.aside}
            assert not is_turn(later.after) or arcanum.to_act(later.after) == seat
        else:
            raise AssertionError(f"{card} was never discarded")


# --- Stakes won during Intrigue ---------------------------------------------------------------------------------------


def check_replaced(state: State, name: str, follows: Sequence[Event]) -> None:
    """After a win, once all cards are put away, the next card of the pile is turned up; of an empty pile none is."""
    pile = district(state, name).pile
    first = next((event for event in follows if not isinstance(event, Discarded | Tucked)), None)
    if pile:
        assert isinstance(first, EndCardShown if state.card(pile[-1]).kind is Kind.END_CARD else StakeShown)
        assert (first.district, first.card) == (name, pile[-1])
    else:
        assert not isinstance(first, StakeShown | EndCardShown)


@proves(R_INT_11, R_INT_12)
@given(openings(editions(R_INT_11, R_INT_12)), st.data())
def test_a_stake_won_by_a_bribe_is_replaced_at_once_by_the_next_card(state: State, data: st.DataObject) -> None:
    """The District shows what was the second card, be it a Stake or the end card, or nothing if there was none."""
    name = data.draw(st.sampled_from([each.name for each in state.districts]))
    relic, state = dear_relic(state)
    stake = data.draw(st.sampled_from(bribables(state, [])))
    others = [card.id for card in state.rules.catalogue.stakes if card.id not in (stake, relic)]
    end = [card.id for card in state.rules.catalogue.of(Kind.END_CARD)]
    pile = data.draw(st.lists(st.sampled_from(others), max_size=2, unique=True))
    if name == "N" and data.draw(st.booleans()):
        pile = [*end, *pile]
    state = with_stake(state, name, stake)
    state = with_pile(state, name, pile)
    for each in state.districts:  # a card taken from elsewhere may have been the faceup one
        if each.stake is None and each.pile:
            state = with_stake(state, each.name, each.pile[-1])
    assume(district(state, name).stake == stake)
    agent, spare = own_cards(state, 0, Kind.AGENT)[:2]
    state = at_turn(with_hand(with_cards(state, name, [(agent, 0, True)]), 0, (relic, spare)), 0)
    steps = finished(step(state, Bribe(relic, agent)), data)
    events = [event for done in steps for event in done.events]
    at = next(at for at, event in enumerate(events) if isinstance(event, StakeWon))
    check_replaced(state, name, events[at + 1 :])
    after = district(steps[-1].after, name)
    assert after.stake == (pile[0] if pile else None)
    assert after.pile[::-1] == tuple(pile[1:])
    for seat in everybody(state):
        view = next(each for each in look(steps[-1].after, seat).districts if each.name == name)
        assert (view.stake, view.pile) == (after.stake, len(after.pile))


@proves(R_INT_11)
@given(games(rulesets=editions(R_INT_11), leaning=BUSY))
def test_every_stake_won_in_the_intrigue_of_a_game_is_replaced_at_once(game: Game) -> None:
    """Before anybody does anything else the next card is turned up."""
    for at, done in enumerate(game.steps):
        if done.before.phase is not Phase.INTRIGUE:
            continue
        ahead = list(events_before_the_next_turn(game.steps, at))
        for place, event in enumerate(done.events):
            if isinstance(event, PhaseBegan):
                break
            if isinstance(event, StakeWon):
                check_replaced(done.before, event.district, ahead[place + 1 :])


@proves(R_INT_12)
@given(games(rulesets=editions(R_INT_12), leaning=BUSY))
def test_between_two_actions_every_district_that_is_not_used_up_shows_a_card(game: Game) -> None:
    """On every turn each District has one faceup card on top, or no card at all; everybody sees the same."""
    shown = game.number(R_INT_12, "faceup")
    for done in game.turns():
        for each in done.before.districts:
            faceup = [card for card in (each.stake,) if card is not None]
            assert len(faceup) == (shown if faceup or each.pile else 0)
        for seat in everybody(done.before):
            views = look(done.before, seat).districts
            assert [view.stake for view in views] == [each.stake for each in done.before.districts]


# --- Discard Piles ----------------------------------------------------------------------------------------------------


@proves(AMB_31)
@given(games(rulesets=editions(AMB_31), leaning=BUSY))
def test_discard_piles_are_public_and_in_the_order_in_which_cards_came(game: Game) -> None:
    """Every view shows every Discard Pile; what is discarded comes on top; a won Stake comes after the Agents."""
    written_for(game.first, AMB_31, "public", True)
    written_for(game.first, AMB_31, "ordered", True)
    for done in game.steps:
        for seat in everybody(done.after):
            view = look(done.after, seat)
            assert [each.discard for each in view.players] == [each.discard for each in done.after.players]
        if any(isinstance(event, Shuffled | TakenBack) for event in done.events):
            continue
        for seat, player in enumerate(done.after.players):
            came = [event.card for event in done.events if isinstance(event, Discarded) and event.seat == seat]
            assert player.discard == (*done.before.players[seat].discard, *came)


@proves(AMB_31)
@given(games(rulesets=editions(AMB_31), modules=module_sets(never=("tactical",))))
def test_a_won_stake_lies_above_the_cards_that_came_with_it(game: Game) -> None:
    """The winner's own cards of the District come to his Discard Pile before the Stake does."""
    written_for(game.first, AMB_31, "stake", "top")
    for done in game.steps:
        for at, event in enumerate(done.events):
            if isinstance(event, StakeWon):
                came = []
                for later in done.events[at + 1 :]:
                    if not isinstance(later, Discarded):
                        break
                    came.append(later)
                stake = next(place for place, each in enumerate(came) if each.card == event.card)
                assert came[stake].seat == event.seat
                there = {card.card for card in district(done.before, event.district).cards}
                assert not [each for each in came[stake + 1 :] if each.card in there]


@proves(AMB_31)
@given(openings(editions(AMB_31), modules=module_sets(never=("masters", "events", "tactical"))), st.data())
def test_the_top_of_the_discard_pile_after_a_bribe_is_the_stake(state: State, data: st.DataObject) -> None:
    """With several own cards in the District the Stake still is the topmost card of the pile afterwards."""
    relic, state = dear_relic(state)
    state = with_stake(state, "N", data.draw(st.sampled_from(bribables(state, []))))
    stake = district(state, "N").stake
    here = data.draw(st.permutations(own_cards(state, 0, Kind.AGENT)))
    state = with_cards(state, "N", [(card, 0, True) for card in here[:3]])
    state = at_turn(with_discard(with_hand(state, 0, (relic, here[4])), 0, here[5:7]), 0)
    before = state.players[0].discard
    assert len(before) == 2
    after = step(state, Bribe(relic, here[0])).after.players[0].discard
    assert after[: len(before)] == before
    assert after[-1] == stake
    assert set(after[len(before) :]) == {*here[:3], relic, stake}
