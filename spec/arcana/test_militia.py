"""The Militia: who pays for them, where they go, what they count for, when they come back."""

from __future__ import annotations

from functools import partial

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Hire, Play, Select
from arcanum.guilds.cards import Card, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_16,
    AMB_17,
    F_ACT_7,
    R_LOC_1,
    R_MIL_1,
    R_MIL_2,
    R_MIL_3,
    R_MIL_4,
    R_MIL_5,
    R_MIL_6,
    R_MIL_7,
)
from arcanum.guilds.effects import DrawAndPlay
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    Bribed,
    Copied,
    Discarded,
    MilitiaHired,
    MilitiaReturned,
    RoundBegan,
    Settled,
    StakeShown,
    StakeWon,
)
from arcanum.guilds.playing import SendMilitia, TakeTurn
from arcanum.guilds.settling import ChooseModel
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_shuffled
from arcanum.spec.games import asked, number, refused, stated, step, words, written_for
from arcanum.spec.guilds.arrange import (
    at_resolution,
    at_turn,
    resume,
    settled,
    with_cards,
    with_hand,
    with_only_deck,
    with_stake,
    without,
)
from arcanum.spec.guilds.games import (
    Game,
    any_players,
    district,
    editions,
    games,
    guild_rules,
    leanings,
    module_sets,
    price,
    rests_on_cards,
    sound,
)

from .modules_kit import agents, ids, sums, tables, with_militia
from .resolution_kit import with_faces

RULESETS = editions(R_MIL_1)
HIRING = games(
    rulesets=RULESETS, modules=module_sets(always=("militia",), never=("events",)), leaning=leanings("hire", "assign")
)
"""Games with Militia. Without Events: one of them forbids hiring, others change how cards lie."""


def militia_tables(ruleset: str) -> st.SearchStrategy[State]:
    """New games with Militia."""
    return tables(st.just(ruleset), with_militia(ruleset))


TABLES = RULESETS.flatmap(militia_tables)


def pays(state: State, card: Card) -> bool:
    """Whether the index says that a card pays."""
    guild_relic = card.kind is Kind.RELIC and card.emblem != "stake"
    if guild_relic:
        return stated(state, R_MIL_2, "guild_relic_pays") is True
    if stated(state, R_MIL_2, "militia_cost") == "relic":
        return card.kind is Kind.RELIC
    return card.emblem == "stake"


def with_stakes_to_win(state: State) -> list[str]:
    """The Districts that show a Stake."""
    return [each.name for each in state.districts if each.stake and state.card(each.stake).kind is not Kind.END_CARD]


def is_militia(state: State, card: CardId) -> bool:
    return state.card(card).kind is Kind.MILITIA


def hands(state: State, seat: Seat) -> st.SearchStrategy[list[CardId]]:
    """Hands of any of the player's guild cards and any Stakes."""
    kinds = (Kind.AGENT, Kind.LOCATION, Kind.RELIC)
    own = [card for kind in kinds for card in ids(state.rules.catalogue.of(kind, state.players[seat].guild))]
    return st.lists(st.sampled_from(own) | st.sampled_from(free_stakes(state)), min_size=1, max_size=6, unique=True)


@st.composite
def paying_turns(draw: st.DrawFn) -> State:
    """Somebody's turn; he has a card that pays, and others."""
    state = draw(TABLES)
    seat = draw(st.sampled_from(range(len(state.players))))
    payer = draw(st.sampled_from([card for card in free_stakes(state) if pays(state, state.card(card))]))
    hand = {payer, *draw(hands(state, seat))}
    return at_turn(with_hand(state, seat, sorted(hand)), seat)


def free_stakes(state: State) -> list[CardId]:
    """Stakes that do not lie faceup in a District."""
    shown = {each.stake for each in state.districts}
    return [card.id for card in state.rules.catalogue.stakes if card.id not in shown]


def payers(state: State) -> list[CardId]:
    """The cards in the hand of the player to act that pay, as the index says."""
    return [card for card in state.players[asked(state)].hand if pays(state, state.card(card))]


# --- the pile ---------------------------------------------------------------------------------------------------------


@proves(R_MIL_1)
@given(TABLES, st.permutations(range(6)))
def test_six_militia_lie_facedown(state: State, order: list[int]) -> None:
    """The pile has each of the six cards, and no view tells in which order they lie."""
    assert len(state.militia) == number(state, R_MIL_1, "cards")
    assert set(state.militia) == set(ids(state.rules.catalogue.of(Kind.MILITIA)))
    other = attrs.evolve(state, militia=tuple(state.militia[place] for place in order))
    for seat in (None, *range(len(state.players))):
        assert arcanum.observe(other, seat) == arcanum.observe(state, seat)


@proves(R_MIL_1)
@given(RULESETS, st.integers(0, 2**20), st.data())
def test_where_the_militia_are_optional_they_must_be_agreed_on(ruleset: str, seed: int, data: st.DataObject) -> None:
    """Without the module there are none; where they belong to every game they need not be asked for."""
    state = sound(arcanum.new_game(guild_rules(ruleset), players=data.draw(any_players(ruleset)), seed=seed))
    optional = stated(state, R_MIL_1, "optional")
    assert len(state.militia) == (0 if optional else number(state, R_MIL_1, "cards"))


@proves(R_MIL_1)
@given(RULESETS, st.sampled_from((0, 1_000)))
def test_every_order_of_the_militia_is_as_likely(ruleset: str, block: int) -> None:
    """Over many games each card lies in each place, and on each other, about as often."""
    rules = guild_rules(ruleset)
    table = partial(arcanum.new_game, rules, players=rules.players[0], modules=with_militia(ruleset))
    piles = [sound(table(seed=seed)).militia for seed in range(block, block + 360)]
    assert is_shuffled(piles, ids(rules.catalogue.of(Kind.MILITIA)))


# --- hiring -----------------------------------------------------------------------------------------------------------


def assert_hiring_offered_as_stated(state: State) -> None:
    """Exactly the cards that pay can be used to hire, if there is Militia and somewhere to send it."""
    possible = bool(state.militia) and bool(with_stakes_to_win(state))
    wanted = {Hire(card) for card in payers(state)} if possible else set()
    assert {action for action in arcanum.legal_actions(state) if isinstance(action, Hire)} == wanted
    for card in state.players[asked(state)].hand:
        assert Hire(card) in wanted or refused(state, Hire(card))


@proves(R_MIL_2, AMB_16)
@given(HIRING)
def test_a_card_that_pays_can_hire_in_every_turn(game: Game) -> None:
    """At every turn of a game hiring is offered for exactly the cards in hand that pay."""
    for turn in game.turns():
        assert_hiring_offered_as_stated(turn.before)


@proves(R_MIL_2, AMB_16, AMB_17)
@given(TABLES, st.data())
def test_any_hand_can_hire_with_what_pays(state: State, data: st.DataObject) -> None:
    """Whatever somebody holds, only the cards that pay hire: any Stake, or any Relic; with an empty pile none does."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    state = at_turn(with_hand(state, seat, data.draw(hands(state, seat))), seat)
    assert_hiring_offered_as_stated(state)
    empty = attrs.evolve(state, militia=(), militia_used=state.militia)
    written_for(state, AMB_17, "empty_pile", "no-call")
    assert not any(isinstance(action, Hire) for action in arcanum.legal_actions(empty))
    assert all(refused(empty, Hire(card)) for card in empty.players[seat].hand)


@proves(AMB_16)
@given(TABLES, st.data())
def test_a_guild_relic_alone_hires_only_where_the_edition_says_so(state: State, data: st.DataObject) -> None:
    """With only cards of the guild in hand there is no call, unless one is a Relic and any Relic pays."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    relic = state.rules.catalogue.of(Kind.RELIC, state.players[seat].guild)[0].id
    own = agents(state.rules.catalogue, state.players[seat].guild)
    hand = [relic, *data.draw(st.lists(st.sampled_from(own), max_size=3, unique=True))]
    legal = arcanum.legal_actions(at_turn(with_hand(state, seat, hand), seat))
    calls = {action for action in legal if isinstance(action, Hire)}
    assert calls == ({Hire(relic)} if stated(state, AMB_16, "guild_relic_pays") else set())


@proves(R_MIL_2, F_ACT_7)
@given(TABLES, st.data())
def test_only_a_card_from_the_hand_pays(state: State, data: st.DataObject) -> None:
    """What a Location draws to be played at once, like the Repentants House, hires nobody; in the hand it does."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    house = state.rules.catalogue.of(Kind.LOCATION, state.players[seat].guild)[0]
    payer = data.draw(
        st.sampled_from([card.id for card in state.rules.catalogue if card.is_stake and pays(state, card)])
    )
    faced = {house.id: {"program": (DrawAndPlay(1, 1, R_LOC_1),)}}
    state = at_turn(with_only_deck(with_hand(with_faces(state, faced), seat, [house.id]), seat, [payer]), seat)
    drawn = step(state, Play(house.id)).after
    assert {getattr(action, "card", None) for action in arcanum.legal_actions(drawn)} == {payer}
    assert (Hire(payer) in arcanum.legal_actions(drawn)) is stated(state, R_MIL_2, "drawn_cards_pay")
    held = at_turn(with_hand(state, seat, [payer]), seat)
    assert Hire(payer) in arcanum.legal_actions(held)


@proves(R_MIL_2, R_MIL_3, R_MIL_4, AMB_16)
@given(paying_turns())
def test_hiring_costs_one_card_and_the_top_militia_goes_to_any_district(state: State) -> None:
    """The card is discarded, the top Militia card must be sent at once, and then it is the next player's turn."""
    seat = asked(state)
    hand, top = state.players[seat].hand, state.militia[-1]
    for payer in payers(state):
        hired = step(state, Hire(payer))
        assert_paid(state, hired.after, seat, payer)
        (told,) = (event for event in hired.events if isinstance(event, MilitiaHired))
        assert (told.seat, told.card) == (seat, top)
        assert asked(hired.after) == seat
        places = with_stakes_to_win(state)
        assert set(arcanum.legal_actions(hired.after)) == {Assign(top, name) for name in places}
        for name in places:
            sent = step(hired.after, Assign(top, name))
            assert_sent(sent.after, seat, top, name)
            after = sent.after
            written_for(state, AMB_16, "is_action", True)
            assert isinstance(after.agenda[-1], TakeTurn)
            following = [(seat + ahead) % len(state.players) for ahead in range(1, len(state.players))]
            assert asked(after) == next(other for other in following if state.players[other].hand)
            assert len(after.players[seat].hand) == len(hand) - number(state, R_MIL_2, "cards")


def assert_paid(before: State, after: State, seat: Seat, payer: CardId) -> None:
    """One card went from the hand to the Discard Pile, and one Militia card left its pile."""
    assert set(before.players[seat].hand) - set(after.players[seat].hand) == {payer}
    assert after.players[seat].discard == (*before.players[seat].discard, payer)
    assert after.militia == before.militia[:-1]


def assert_sent(state: State, seat: Seat, card: CardId, name: str) -> None:
    """A Militia card lies before its player where he sent it, facedown only where he is at home."""
    here = district(state, name)
    (placed,) = (each for each in here.cards if each.card == card)
    side = "friendly" if seat in here.friendly_to else "elsewhere"
    assert placed.owner == seat
    assert placed.face_up == (stated(state, R_MIL_4, side) == "faceup")


@proves(R_MIL_3, R_MIL_4)
@given(HIRING)
def test_in_every_game_militia_go_where_their_player_says(game: Game) -> None:
    """Whenever Militia is sent it lands in the chosen District as an Agent would, hidden if it lies facedown."""
    for sent, asking in game.asked(SendMilitia):
        assert isinstance(sent.action, Assign)
        assert sent.seat == asking.seat
        assert {Assign(asking.card, name) for name in with_stakes_to_win(sent.before)} == set(
            arcanum.legal_actions(sent.before)
        )
        (told,) = (event for event in sent.events if isinstance(event, Assigned | AssignedFacedown))
        home = sent.seat in district(sent.before, sent.action.district).friendly_to
        assert isinstance(told, AssignedFacedown) == home
        for other in set(range(game.players)) - {sent.seat}:
            assert told.seen_by(other).card == (None if home else asking.card)


@proves(R_MIL_3)
@given(paying_turns(), st.data())
def test_militia_is_not_sent_where_there_is_nothing_to_win(state: State, data: st.DataObject) -> None:
    """An exhausted District and the one with the end card cannot be chosen, all others can."""
    names = [each.name for each in state.districts]
    empty = data.draw(st.sampled_from(names))
    ended = data.draw(st.sampled_from([name for name in names if name != empty]))
    (end_card,) = state.rules.catalogue.of(Kind.END_CARD)
    state = with_stake(with_stake(state, empty, None), ended, end_card.id)
    hired = step(state, Hire(data.draw(st.sampled_from(payers(state))))).after
    top = state.militia[-1]
    assert set(arcanum.legal_actions(hired)) == {Assign(top, name) for name in names if name not in (empty, ended)}
    assert refused(hired, Assign(top, empty))
    assert refused(hired, Assign(top, ended))


# --- serving ----------------------------------------------------------------------------------------------------------


@st.composite
def supported(draw: st.DrawFn) -> tuple[State, str]:
    """A District in which players have Agents, Militia, or both."""
    state = draw(TABLES)
    catalogue = state.rules.catalogue
    name = draw(st.sampled_from([each.name for each in state.districts]))
    stakes = [card.id for card in catalogue.stakes if len(card.main) == 1]
    state = with_stake(state, name, draw(st.sampled_from(stakes)))
    pool = list(draw(st.permutations(ids(catalogue.of(Kind.MILITIA)))))
    sent = [(pool.pop(), seat, True) for seat in draw(st.lists(seats(state), min_size=1, max_size=5))]
    for seat in draw(st.lists(seats(state), max_size=3, unique=True)):
        sent.append((draw(st.sampled_from(agents(catalogue, state.players[seat].guild))), seat, True))
    return with_cards(state, name, sent), name


def seats(state: State) -> st.SearchStrategy[Seat]:
    """Any seat."""
    return st.sampled_from(range(len(state.players)))


@proves(R_MIL_5)
@given(supported())
def test_militia_count_like_agents(position: tuple[State, str]) -> None:
    """In a power struggle everybody's total is the sum over his Agents and Militia."""
    state, name = position
    written_for(state, R_MIL_5, "plays_as", "agent")
    here = district(state, name)
    assert here.stake is not None
    (main,) = state.card(here.stake).main
    (struggle,) = (each for each in settled(state).events if isinstance(each, Settled) and each.district == name)
    assert {claim.seat: claim.total for claim in struggle.claims} == {
        seat: sums(state, here, seat)[main] for seat in {each.owner for each in here.cards}
    }


@proves(R_MIL_5, R_MIL_7, AMB_17)
@given(TABLES, st.data())
def test_militia_can_hold_a_relic(state: State, data: st.DataObject) -> None:
    """A Relic can be placed on a Militia card, which adds to the bribe; when that wins, the Militia wait aside."""
    catalogue = state.rules.catalogue
    seat, name = data.draw(seats(state)), data.draw(st.sampled_from([each.name for each in state.districts]))
    prices = [card for card in catalogue.of(Kind.PERSONALITY) if card.ducat is not None and len(card.main) == 1]
    stake = data.draw(st.sampled_from(prices))
    relic = catalogue.of(Kind.RELIC, state.players[seat].guild)[0]
    count = data.draw(st.integers(1, 4))
    troop = data.draw(st.permutations(ids(catalogue.of(Kind.MILITIA))))[:count]
    state = with_cards(with_stake(state, name, stake.id), name, [(card, seat, True) for card in troop])
    state = at_turn(with_hand(state, seat, [relic.id]), seat)
    assert {action for action in arcanum.legal_actions(state) if isinstance(action, Bribe)} == {
        Bribe(relic.id, card) for card in troop
    }
    done = step(state, Bribe(relic.id, data.draw(st.sampled_from(troop))))
    (bribe,) = (event for event in done.events if isinstance(event, Bribed))
    assert bribe.total == (relic.ducat or 0) + sum(catalogue[card].values[stake.main[0]] for card in troop)
    assert stake.ducat is not None
    assert bribe.success == (bribe.total >= price(state, stake.ducat))
    if bribe.success:
        assert set(done.after.militia_used) == set(troop)
        assert not set(troop) & {*done.after.players[seat].discard, *done.after.militia}
    assert_no_militia_among_own_cards(done.after)


@proves(R_MIL_5)
@given(TABLES, st.data())
def test_the_harlequin_can_copy_militia(state: State, data: st.DataObject) -> None:
    """Militia of any player are among the Agents whose values the Harlequin can take, and then it counts as much."""
    rests_on_cards(state, "harlequin")
    catalogue = state.rules.catalogue
    name = data.draw(st.sampled_from([each.name for each in state.districts]))
    stake = data.draw(st.sampled_from([card for card in catalogue.stakes if len(card.main) == 1]))
    seat = data.draw(seats(state))
    troop = data.draw(st.permutations(ids(catalogue.of(Kind.MILITIA))))[:2]
    others = [(card, data.draw(seats(state)), True) for card in troop]
    state = with_cards(with_stake(state, name, stake.id), name, [("harlequin", seat, True), *others])
    # Only this District can be won, so that the choice comes at once.
    for each in state.districts:
        state = state if each.name == name else with_stake(state, each.name, None)
    asking = sound(resume(at_resolution(state)).state)
    assert isinstance(asking.agenda[-1], ChooseModel)
    assert asked(asking) == seat
    assert set(arcanum.legal_actions(asking)) == {Select(name, 1), Select(name, 2)}
    place = data.draw(st.sampled_from((1, 2)))
    done = step(asking, Select(name, place))
    (copied,) = (event for event in done.events if isinstance(event, Copied))
    (struggle,) = (event for event in done.events if isinstance(event, Settled))
    assert copied.model == troop[place - 1]
    own = [copied.model, *(card for card, owner, _ in others if owner == seat)]
    (claim,) = (each for each in struggle.claims if each.seat == seat)
    assert claim.total == sum(catalogue[card].values[stake.main[0]] for card in own)


# --- coming back ------------------------------------------------------------------------------------------------------


def assert_no_militia_among_own_cards(state: State) -> None:
    """No Militia card is in a Deck, a hand or a Discard Pile."""
    for player in state.players:
        for zone in words(state, R_MIL_7, "never_in"):
            pile: tuple[CardId, ...] = {"deck": player.deck, "hand": player.hand, "discard": player.discard}[zone]
            assert not any(is_militia(state, card) for card in pile)


@proves(R_MIL_7)
@given(
    games(
        rulesets=RULESETS, modules=module_sets(always=("militia",)), leaning=leanings("hire", "bribe", "assign", "use")
    )
)
def test_militia_never_get_into_a_players_own_cards(game: Game) -> None:
    """In no state of a game is a Militia card in a Deck, a hand or a Discard Pile, nor told to go there."""
    for state in game.states:
        assert_no_militia_among_own_cards(state)
    for event in game.events:
        assert not (isinstance(event, Discarded) and is_militia(game.first, event.card))


@proves(R_MIL_6, R_MIL_7, AMB_17)
@given(supported())
def test_militia_wait_aside_until_the_resolution_is_over(position: tuple[State, str]) -> None:
    """Won or not, after the round all six are back in the pile; until then those of a won District are in no pile."""
    state, name = position
    troop = {each.card for each in district(state, name).cards if is_militia(state, each.card)}
    written_for(state, AMB_17, "used", "aside")
    done = resume(at_resolution(state))
    after, events = sound(done.state), list(done.events)
    while after.phase is Phase.RESOLUTION:
        assert troop.isdisjoint(after.militia)
        assert_no_militia_among_own_cards(after)
        won = any(isinstance(event, StakeWon) and event.district == name for event in events)
        assert set(after.militia_used) == (troop if won else set())
        answered = step(after, arcanum.legal_actions(after)[0])
        after, events = answered.after, [*events, *answered.events]
    assert_all_back(after)
    (back,) = (event for event in events if isinstance(event, MilitiaReturned))
    assert back.count == len(troop)
    shown = [place for place, event in enumerate(events) if isinstance(event, StakeShown)]
    assert not any(isinstance(event, RoundBegan) for event in events[: events.index(back)])
    if stated(state, R_MIL_6, "militia_return") == "before-new-stakes":
        assert all(events.index(back) < place for place in shown)
    else:
        assert all(events.index(back) > place for place in shown)


def assert_all_back(state: State) -> None:
    """The pile has all Militia, and no District has any."""
    assert len(state.militia) == number(state, R_MIL_6, "pile") == len(set(state.militia))
    assert state.militia_used == ()
    assert not any(is_militia(state, each.card) for here in state.districts for each in here.cards)


@proves(R_MIL_6)
@given(HIRING)
def test_every_round_begins_with_all_militia_in_the_pile(game: Game) -> None:
    """However many were hired, the next round begins with six in the pile and none in a District."""
    known = 0
    for state in game.states:
        if state.round > known and state.phase is Phase.INTRIGUE:
            known = state.round
            assert_all_back(state)


@proves(AMB_17)
@given(HIRING)
def test_used_militia_cannot_be_hired_again_in_the_round(game: Game) -> None:
    """Within a round no Militia card is drawn twice, and the pile only shrinks."""
    for played in game.played_rounds():
        drawn = [event.card for event in played.events if isinstance(event, MilitiaHired)]
        assert len(set(drawn)) == len(drawn) <= number(game.first, R_MIL_1, "cards")


@proves(R_MIL_6)
@given(RULESETS, st.sampled_from((0, 1_000)))
def test_the_pile_is_shuffled_when_militia_come_back(ruleset: str, block: int) -> None:
    """Over many rounds each card is in each place, and on each other, about as often, however the old pile lay."""
    rules = guild_rules(ruleset)
    state = sound(arcanum.new_game(rules, players=rules.players[0], seed=block, modules=with_militia(ruleset)))
    while state.round == 0:
        state = step(state, arcanum.legal_actions(state)[0]).after
    militia = ids(rules.catalogue.of(Kind.MILITIA))
    for each in state.districts:
        state = with_stake(state, each.name, None)
    state = attrs.evolve(without(state, militia), militia=militia[1:], militia_used=militia[:1], round=1 + block // 50)
    closing = at_resolution(state)
    piles = [sound(resume(attrs.evolve(closing, rng=rng)).state).militia for rng in range(block, block + 480)]
    assert is_shuffled(piles, militia)
