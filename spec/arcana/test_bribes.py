"""Relics and bribes.

The games and tables here are without Events and Guild Masters, which may add to a bribe or forbid it; what a Location
adds to a player's total in a District is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Discard, Move, Play, Select, TurnUp
from arcanum.guilds.bribing import ClaimBribe
from arcanum.guilds.cards import Arcanum, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_05,
    AMB_07,
    AMB_20,
    AMB_25,
    AMB_26,
    F_BRIBE_2,
    R_BRIBE_1,
    R_BRIBE_2,
    R_BRIBE_3,
    R_BRIBE_4,
    R_BRIBE_5,
    R_BRIBE_6,
    R_BRIBE_7,
    R_BRIBE_8,
    R_BRIBE_9,
    R_BRIBE_10,
    R_BRIBE_11,
    R_BRIBE_12,
    R_BRIBE_13,
    R_BRIBE_14,
    R_LOC_1,
)
from arcanum.guilds.effects import Banish, MoveAgent, Recall
from arcanum.guilds.events import Bribed, Discarded, EndCardShown, Settled, StakeShown, StakeWon, TurnedUp
from arcanum.guilds.state import Placed
from arcanum.guilds.views import View
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import any_rules, number, refused, stated, words, written_for
from arcanum.spec.games import step as answer
from arcanum.spec.guilds.arrange import at_turn, fresh, settled, with_cards, with_hand, with_stake
from arcanum.spec.guilds.games import (
    Game,
    Step,
    district,
    editions,
    events_of,
    games,
    leanings,
    next_card,
    price,
    rests_on_cards,
)
from arcanum.spec.subject import rests_on

from .bribes_kit import (
    PLAIN,
    VALUES,
    Scene,
    acts,
    discard_of,
    discards,
    filled,
    foreign,
    hand_of,
    is_new_turn,
    main_of,
    moves,
    names,
    others_of,
    put_away,
    relics_for,
    scenes,
    shown,
    spare,
    stakes_of,
    then,
    with_faces,
    worth,
)

BOTH = editions(R_BRIBE_1)
BRIBING = games(modules=PLAIN, leaning=leanings("assign", "bribe"))
CLAIM = Option("claim")
WINS, FAILS = st.integers(-2, 0), st.integers(1, 2)


def views(state: State) -> list[View]:
    """What everybody sees, and a spectator."""
    found = [arcanum.observe(state, seat) for seat in (*range(len(state.players)), None)]
    return [view for view in found if isinstance(view, View)]


def bribable(state: State, name: str) -> bool:
    """Whether the index lets the faceup card of a District be bribed."""
    stake = district(state, name).stake
    if stake is None or state.card(stake).kind.value not in words(state, R_BRIBE_1, "kinds"):
        return False
    return state.card(stake).ducat is not None


def offers(state: State) -> set[Bribe]:
    """The bribes that are legal."""
    return {action for action in arcanum.legal_actions(state) if isinstance(action, Bribe)}


def expected_offers(state: State, seat: int) -> set[Bribe]:
    """Every Relic of the hand on every own Agent who stands before somebody with a price."""
    hosts = [
        each.card
        for place in state.districts
        if bribable(state, place.name)
        for each in place.cards
        if each.owner == seat and state.card(each.card).kind is not Kind.RELIC
    ]
    hand = [card for card in state.players[seat].hand if state.card(card).kind is Kind.RELIC]
    return {Bribe(relic, host) for relic in hand for host in hosts}


# --- when a bribe is possible -----------------------------------------------------------------------------------------


@proves(R_BRIBE_1, R_BRIBE_2)
@given(BRIBING)
def test_the_bribes_on_offer_in_every_turn(game: Game) -> None:
    """In each turn a player can place each of his Relics on each own Agent before a Personality with a price."""
    for step in game.turns():
        assert offers(step.before) == expected_offers(step.before, step.seat)


@proves(R_BRIBE_1)
@given(scenes(BOTH, backers=(1, 2)), st.data())
def test_neither_a_relic_nor_a_location_can_be_bribed(scene: Scene, data: st.DataObject) -> None:
    """With a Relic or a Location as the Stake every bribe there is refused, however little it would take."""
    assert offers(scene.state) == {Bribe(scene.relic, each.card) for each in scene.own}
    kinds = words(scene.state, R_BRIBE_1, "kinds")
    stakes = [id for kind in Kind if kind.value not in kinds for id in stakes_of(scene.state, kind)]
    other = data.draw(st.sampled_from([id for id in stakes if id != scene.relic]))
    state = with_faces(shown(with_stake(scene.state, scene.name, other)), {other: {"ducat": 0}})
    for each in scene.own:
        assert refused(state, Bribe(scene.relic, each.card))
    assert not offers(state)


@proves(R_BRIBE_2)
@given(scenes(BOTH, left=1), st.data())
def test_a_bribe_needs_an_own_agent_in_the_district(scene: Scene, data: st.DataObject) -> None:
    """Without Agents there, or with only those of others and an own Relic, no bribe is legal; one Agent is enough."""
    alien = [each for each in scene.place.cards if each.owner != scene.seat]
    relics = [each for each in scene.place.cards if each not in alien and each not in scene.own]
    alone = shown(with_cards(scene.state, scene.name, [(each.card, each.owner, True) for each in (*alien, *relics)]))
    assert not offers(alone)
    for each in scene.place.cards:
        assert each in scene.own or refused(scene.state, Bribe(scene.relic, each.card))
    fewest = number(scene.state, R_BRIBE_2, "fewest_agents")
    assert fewest == len({scene.host})
    left = data.draw(st.sampled_from(scene.own))
    assert offers(filled(scene.state, scene.name, [*alien, left])) == {Bribe(scene.relic, left.card)}


@proves(R_BRIBE_12, AMB_25)
@given(scenes(editions(R_BRIBE_12, AMB_25), backers=(1, 2), left=1), st.data())
def test_a_personality_with_a_dash_is_beyond_bribing(scene: Scene, data: st.DataObject) -> None:
    """Without a price there is no bribe, whatever the player has; he can still discard the Relic."""
    written_for(scene.state, R_BRIBE_12, "bribable", False)
    written_for(scene.state, AMB_25, "dash", "illegal")
    dashes = [card.id for card in scene.state.rules.catalogue.of(Kind.PERSONALITY) if card.ducat is None]
    printed = data.draw(st.sampled_from([id for id in dashes if id not in [each.card for each in scene.own]]))
    edited = scene.with_ducats(None).state
    for state in (edited, shown(with_stake(scene.state, scene.name, printed))):
        assert not offers(state)
        for each in district(state, scene.name).cards:
            assert refused(state, Bribe(scene.relic, each.card))
        assert discard_of(scene.seat) == moves(state, acts(state, Discard(scene.relic)).after)[scene.relic][1]


# --- what a bribe comes to --------------------------------------------------------------------------------------------


def counted(step: Step) -> Bribed:
    """What was said of the one bribe of a step."""
    (found,) = events_of(step, Bribed)
    return found


@proves(R_BRIBE_4)
@given(scenes(BOTH, backers=(0, 0), mains=(1,)), st.integers(0, 4), VALUES)
def test_a_bribe_is_worth_the_ducats_and_the_value_in_the_main_arcanum(
    scene: Scene, more: int, other: tuple[int, int, int]
) -> None:
    """The total follows each Ducat of the Relic and each point of the Agent in the Main Arcanum, and nothing else."""
    written_for(scene.state, R_BRIBE_4, "relic", "ducat")
    written_for(scene.state, R_BRIBE_4, "agent", "main")
    main = main_of(scene.state.card(scene.stake))
    values = scene.state.card(scene.host).values
    total = scene.ducats + values[main]
    assert counted(scene.bribe()).total == total
    assert counted(scene.bribe()).arcanum == main
    richer = with_faces(scene.state, {scene.relic: {"ducat": scene.ducats + more, "values": other}})
    assert counted(attrs.evolve(scene, state=richer).bribe()).total == total + more
    changed = tuple(value + more if at == main else other[at] for at, value in enumerate(values))
    stronger = with_faces(scene.state, {scene.host: {"values": changed, "ducat": more}})
    assert counted(attrs.evolve(scene, state=stronger).bribe()).total == total + more


@proves(R_BRIBE_4, R_BRIBE_5, R_BRIBE_10, AMB_26)
@given(BRIBING)
def test_every_bribe_of_a_game_is_counted_and_decided_by_its_total(game: Game) -> None:
    """Whenever a bribe is counted it comes to what the cards say, and it wins exactly if it reaches the price."""
    for step in game.steps:
        for at, event in enumerate(step.events):
            if not isinstance(event, Bribed):
                continue
            state, turned, laid = step.before, list[CardId](), 0
            if isinstance(step.action, Bribe):
                turned, laid = [step.action.agent], state.card(step.action.card).ducat or 0
            elif isinstance(step.action, TurnUp):
                turned = [step.action.card]
            assert event.total == worth(state, event.district, event.seat, turned) + laid
            assert event.price == price(state, state.card(event.stake).ducat or 0)
            assert event.success is (event.total >= event.price)
            won = [(each.seat, each.card) for each in step.events[at + 1 : at + 2] if isinstance(each, StakeWon)]
            assert won == [(event.seat, event.stake)] * event.success


@proves(R_BRIBE_5)
@given(scenes(BOTH))
def test_a_bribe_that_reaches_the_price_wins_at_once(scene: Scene) -> None:
    """A total equal to the price wins, one below it does not; before the next turn the Stake is the briber's."""
    step = scene.bribe()
    won = scene.total() >= scene.price
    assert counted(step) == attrs.evolve(counted(step), total=scene.total(), price=scene.price, success=won)
    assert (scene.stake in step.after.players[scene.seat].discard) is won
    assert (district(step.after, scene.name).stake == scene.stake) is not won
    assert is_new_turn(step.after, scene.seat)


@proves(R_BRIBE_5)
@given(scenes(BOTH, backers=(0, 0)))
def test_the_last_ducat_decides(scene: Scene) -> None:
    """The same bribe wins at a price that it reaches and fails at a price that is one more."""
    ducats = scene.total() - number(scene.state, R_BRIBE_5, "surplus_needed")
    assert events_of(scene.with_ducats(ducats).bribe(), StakeWon)
    assert not events_of(scene.with_ducats(ducats + 1).bribe(), StakeWon)
    assert counted(scene.with_ducats(0).bribe()).price == price(scene.state, 0), "what is free is not sold for a Ducat"


@proves(R_BRIBE_5, F_BRIBE_2)
@given(scenes(editions(R_BRIBE_5, F_BRIBE_2), backers=(0, 0)), st.integers(1, 3), st.booleans())
def test_a_rule_that_asks_for_more_or_less_than_the_price_is_kept(scene: Scene, more: int, dearer: bool) -> None:
    """If the rules ask for more or fewer Ducats than are printed, so many more or fewer win, and one less fails."""
    ducats = scene.total() - number(scene.state, F_BRIBE_2, "surplus_needed")
    change = more if dearer else -more
    rules = attrs.evolve(scene.state.rules, bribe_surplus=scene.state.rules.bribe_surplus + change)
    other = attrs.evolve(scene, state=attrs.evolve(scene.state, rules=rules))
    assume(ducats >= change)
    assert events_of(other.with_ducats(ducats - change).bribe(), StakeWon)
    assert not events_of(other.with_ducats(ducats - change + 1).bribe(), StakeWon)


@proves(R_BRIBE_10, AMB_05)
@given(scenes(BOTH, backers=(1, 3)))
def test_several_agents_back_one_relic(scene: Scene) -> None:
    """All own faceup Agents of the District count with the Relic, the one that bears it included."""
    written_for(scene.state, R_BRIBE_10, "agents", "several")
    written_for(scene.state, AMB_05, "faceup_count", True)
    seen = [each.card for each in scene.own if each.face_up or each.card == scene.host]
    mains = scene.state.card(scene.stake).main
    best = max(sum(scene.state.card(card).values[main] for card in seen) for main in mains)
    assert counted(scene.bribe()).total == scene.ducats + best


@proves(R_BRIBE_10, AMB_05)
@given(scenes(BOTH, backers=(1, 3), short=FAILS, hidden=True), st.data())
def test_facedown_agents_count_if_they_are_turned_up_for_the_bribe(scene: Scene, data: st.DataObject) -> None:
    """A bribe that falls short lets its player turn up any facedown Agents of his there; the others stay facedown."""
    written_for(scene.state, AMB_05, "may_turn_up_others", True)
    step = answer(scene.state, Bribe(scene.relic, scene.host))
    order, turned = data.draw(st.permutations(scene.hidden)), list[CardId]()
    for card in order[: data.draw(st.integers(0, len(order)))]:
        if scene.total(turned) >= scene.price:
            break
        left = [other for other in scene.hidden if other not in turned]
        assert set(arcanum.legal_actions(step.after)) == {PASS, *map(TurnUp, left)}
        step, turned = then(step, TurnUp(card)), [*turned, card]
    won = scene.total(turned) >= scene.price
    if not won and len(turned) < len(scene.hidden):
        step = then(step, PASS)
    step = put_away(step)
    assert (counted(step).total, counted(step).success) == (scene.total(turned), won)
    revealed = [card for event in events_of(step, TurnedUp) for card in event.cards]
    hosts = [] if scene.host in [each.card for each in scene.own if each.face_up] else [scene.host]
    assert revealed == [*hosts, *turned]
    for each in district(step.after, scene.name).cards:
        assert each.face_up is (each.card not in scene.hidden or each.card in turned)


@proves(AMB_26)
@given(scenes(editions(AMB_26), backers=(1, 3), mains=(2,)))
def test_a_bribe_counts_one_main_arcanum_for_all_agents(scene: Scene) -> None:
    """With several Main Arcana the best one is counted, the same for every Agent."""
    seen = [scene.state.card(each.card) for each in scene.own if each.face_up or each.card == scene.host]
    totals = {main: sum(card.values[main] for card in seen) for main in scene.state.card(scene.stake).main}
    event = counted(scene.bribe())
    assert len({event.arcanum}) == number(scene.state, AMB_26, "arcana_counted")
    assert event.total == scene.ducats + totals[event.arcanum] == scene.ducats + max(totals.values())
    assert event.arcanum == max(totals, key=totals.__getitem__), "of equally good ones the first is told"


@proves(R_BRIBE_13)
@given(scenes(BOTH, backers=(0, 1)), st.data())
def test_what_the_opponents_have_there_is_irrelevant(scene: Scene, data: st.DataObject) -> None:
    """With any other cards of the opponents in the District the bribe comes to the same."""
    written_for(scene.state, R_BRIBE_13, "opposition_counts", False)
    own = [each for each in scene.place.cards if each.owner == scene.seat]
    taken = [scene.stake, *scene.state.players[scene.seat].hand, *(each.card for each in own)]
    against = data.draw(foreign(scene.state, scene.seat, taken))
    others = [filled(scene.state, scene.name, cards) for cards in (own, [*own, *against])]
    for state in others:
        step = attrs.evolve(scene, state=state).bribe()
        assert counted(step) == counted(scene.bribe())
        assert bool(events_of(step, StakeWon)) is counted(step).success


@proves(R_BRIBE_11)
@given(any_rules("arcana", ("arcana/revised",)), st.integers(0, 999), st.booleans(), st.booleans())
def test_golden_example_ayane(ruleset: str, seed: int, on_the_host: bool, down: bool) -> None:
    """EX-3: Ayane is worth 7 Ducats; 4 Ducats and Agents with 1 and 2 Swords win her; the next Stake is turned up."""
    state = fresh(ruleset, ("ferrymen", "usurers"), seed=seed)
    rests_on(R_BRIBE_4, R_BRIBE_5, R_BRIBE_10, R_BRIBE_11)
    rests_on_cards(state, "ayane", "barhan-sword", "funeral", "merchant-of-the-kraken", "pale")
    ayane, relic = (str(stated(state, R_BRIBE_11, name)) for name in ("stake", "relic"))
    host, main = str(stated(state, R_BRIBE_11, "host")), str(stated(state, R_BRIBE_11, "main"))
    sword = Arcanum[main.upper()]
    ferrymen, usurers = stated(state, R_BRIBE_11, "ferrymen"), stated(state, R_BRIBE_11, "usurers")
    assert isinstance(ferrymen, Mapping)
    assert isinstance(usurers, Mapping)
    for card, value in {**ferrymen, **usurers}.items():
        assert state.card(CardId(card)).values[sword] == value
    assert state.card(CardId(ayane)).main == (sword,)
    assert state.card(CardId(ayane)).ducat == number(state, R_BRIBE_11, "ducat")
    assert state.card(CardId(relic)).ducat == number(state, R_BRIBE_11, "relic_ducat")
    name = "A0" if down else "B0"
    bearer = host if on_the_host else next(card for card in ferrymen if card != host)
    placed = [Placed(CardId(card), 0, not down or card != bearer) for card in ferrymen]
    placed += [Placed(CardId(card), 1, True) for card in usurers]
    state = filled(with_stake(state, name, ayane), name, placed)
    state = at_turn(shown(with_hand(state, 0, (relic,))), 0)
    following = next_card(district(state, name))
    step = answer(state, Bribe(CardId(relic), CardId(bearer)))
    assert counted(step).total == number(state, R_BRIBE_11, "total")
    winner = [player.guild for player in state.players].index(str(stated(state, R_BRIBE_11, "winner")))
    assert [event.seat for event in events_of(step, StakeWon)] == [winner]
    assert {*ferrymen, relic, ayane} == set(step.after.players[0].discard)
    assert set(usurers) == set(step.after.players[1].discard)
    assert district(step.after, name).stake == following


# --- what it does -----------------------------------------------------------------------------------------------------


@proves(R_BRIBE_3, AMB_05)
@given(scenes(BOTH))
def test_the_agent_that_gets_the_relic_is_turned_faceup(scene: Scene) -> None:
    """A facedown Agent under a Relic is shown to everybody, whether the bribe succeeds or fails."""
    written_for(scene.state, R_BRIBE_3, "facing", "faceup")
    written_for(scene.state, AMB_05, "host_turned_up", True)
    step = scene.bribe()
    was_down = scene.host in [each.card for each in scene.own if not each.face_up]
    for seat in (*range(len(scene.state.players)), None):
        seen = [event for event in (each.seen_by(seat) for each in step.events) if isinstance(event, TurnedUp)]
        assert (scene.host in [card for event in seen for card in event.cards]) is was_down
    if not counted(step).success:
        for view in views(step.after):
            place = next(each for each in view.districts if each.name == scene.name)
            assert [each.face_up for each in place.cards if each.card == scene.host] == [True]


@proves(R_BRIBE_6, R_BRIBE_7)
@given(scenes(BOTH, backers=(0, 3), left=1, short=WINS))
def test_after_a_success_everything_there_is_discarded_and_the_next_stake_turned_up(scene: Scene) -> None:
    """All cards of all players go to their owners, the Stake and the Relic to the briber, and nothing else moves."""
    step = scene.bribe()
    place = district(step.after, scene.name)
    assert len(place.cards) == number(scene.state, R_BRIBE_6, "left")
    written_for(scene.state, R_BRIBE_6, "to", "discard")
    expected = {each.card: discard_of(each.owner) for each in scene.place.cards}
    expected |= {scene.relic: discard_of(scene.seat), scene.stake: discard_of(scene.seat)}
    up = number(scene.state, R_BRIBE_7, "cards")
    expected |= dict.fromkeys(scene.place.pile[-up:], f"top of {scene.name}")
    assert {card: new for card, (_, new) in moves(scene.state, step.after).items()} == expected
    assert place.pile == scene.place.pile[:-up]
    turned = [event.card for event in step.events if isinstance(event, StakeShown | EndCardShown)]
    assert turned == list(scene.place.pile[-up:])
    assert others_of(step.after, scene.name) == others_of(scene.state, scene.name)
    assert is_new_turn(step.after, scene.seat)


@proves(R_BRIBE_6, R_BRIBE_7)
@given(BRIBING)
def test_a_bribed_district_is_cleared_and_shows_the_next_card(game: Game) -> None:
    """In any game a successful bribe empties its District, Militia apart to the Discard Piles, and uncovers a card."""
    for step in game.steps:
        for event in events_of(step, Bribed):
            if not event.success:
                continue
            old = district(step.before, event.district)
            gone = {each.card for each in old.cards if step.before.card(each.card).kind is not Kind.MILITIA}
            assert gone <= {each.card for each in events_of(step, Discarded)}
            for each in events_of(step, Discarded):
                owners = [card.owner for card in old.cards if card.card == each.card]
                assert owners in ([], [each.seat])
            after = put_away(step).after
            assert len(district(after, event.district).cards) == game.number(R_BRIBE_6, "left")
            following = next_card(old)
            assert district(after, event.district).stake == following


@proves(R_BRIBE_8)
@given(scenes(BOTH, backers=(0, 3), short=FAILS))
def test_a_bribe_that_fails_leaves_everything_as_it_is(scene: Scene) -> None:
    """Stake and cards stay; the Relic stays with them, or in the first edition goes to the Discard Pile."""
    step = scene.bribe()
    stays = stated(scene.state, R_BRIBE_8, "relic_stays") is True
    assert not counted(step).success
    place = district(step.after, scene.name)
    assert (place.stake, place.pile) == (scene.stake, scene.place.pile)
    down, up = (f"{scene.name} {facing} before {scene.seat}" for facing in ("facedown", "faceup"))
    expected = {scene.relic: (hand_of(scene.seat), up if stays else discard_of(scene.seat))}
    if scene.host in [each.card for each in scene.own if not each.face_up]:
        expected[scene.host] = down, up
    assert moves(scene.state, step.after) == expected
    if stays:
        assert discards(step.after) == discards(scene.state)
    assert others_of(step.after, scene.name) == others_of(scene.state, scene.name)


@proves(R_BRIBE_9)
@given(scenes(editions(R_BRIBE_9), backers=(0, 1), left=1))
def test_a_relic_left_by_a_failed_bribe_counts_in_the_next_one(scene: Scene) -> None:
    """The total of a bribe includes the own Relics that are already there, and no others."""
    written_for(scene.state, R_BRIBE_9, "relics_add_up", True)
    step = scene.bribe()
    (left,) = [each.card for each in scene.place.cards if each.owner == scene.seat and each not in scene.own]
    main = counted(step).arcanum
    seen = [scene.state.card(each.card) for each in scene.own if each.face_up or each.card == scene.host]
    ducats = [scene.state.card(card).ducat or 0 for card in (scene.relic, left)]
    assert counted(step).total == sum(ducats) + sum(card.values[main] for card in seen)
    assert counted(step).success is (counted(step).total >= scene.price)


@proves(R_BRIBE_9)
@given(scenes(editions(R_BRIBE_9), backers=(0, 1), short=FAILS), st.data())
def test_two_relics_that_fail_alone_win_if_they_suffice_together(scene: Scene, data: st.DataObject) -> None:
    """After a failed bribe a second Relic wins exactly if both and the Agents reach the price."""
    first = scene.bribe()
    free = [card for card in relics_for(scene.state, scene.seat) if card != scene.relic]
    second = data.draw(st.sampled_from(free))
    ducats = data.draw(st.integers(0, 4))
    state = at_turn(shown(with_hand(first.after, scene.seat, (second,))), scene.seat)
    state = with_faces(state, {second: {"ducat": ducats}})
    again = attrs.evolve(scene, state=state, relic=second).bribe()
    assert counted(again).total == scene.total() + ducats
    assert counted(again).success is (scene.total() + ducats >= scene.price)


def told(events: Sequence[Event], kind: type[Event], name: str) -> list[Event]:
    """The events of a kind in a District."""
    return [each for each in events if isinstance(each, kind) and getattr(each, "district", None) == name]


@proves(R_BRIBE_14)
@given(scenes(editions(R_BRIBE_14), backers=(0, 2), left=2))
def test_a_relic_left_behind_adds_nothing_to_a_power_struggle(scene: Scene) -> None:
    """The struggle ends the same with and without the Relics; if the Stake is won, they go to their owner."""
    relics = [each for each in scene.place.cards if scene.state.card(each.card).kind is Kind.RELIC]
    without = filled(scene.state, scene.name, [each for each in scene.place.cards if each not in relics])
    bare, full = settled(without), settled(scene.state)
    for kind in (Settled, StakeWon):
        assert told(full.events, kind, scene.name) == told(bare.events, kind, scene.name)
    (outcome,) = told(full.events, Settled, scene.name)
    assert isinstance(outcome, Settled)
    main = scene.state.card(scene.stake).main
    for claim in outcome.claims:
        there = [each for each in scene.place.cards if each.owner == claim.seat and each not in relics]
        mine = [scene.state.card(each.card) for each in there]
        adds = number(scene.state, R_BRIBE_14, "adds") * len(relics)
        assert claim.total <= max(sum(card.values[each] for card in mine) for each in main) + adds
    gone = {(each.card, each.seat) for each in full.events if isinstance(each, Discarded)}
    written_for(scene.state, R_BRIBE_14, "to", "discard")
    for each in relics:
        assert ((each.card, each.owner) in gone) is (outcome.winner is not None)


# --- a Relic that was left --------------------------------------------------------------------------------------------


def joined(scene: Scene, card: CardId, values: tuple[int, int, int]) -> State:
    """The turn of a scene in which another Agent with such values is in hand."""
    state = with_faces(scene.state, {card: {"values": values}})
    return at_turn(shown(with_hand(state, scene.seat, (card,))), scene.seat)


@proves(AMB_07, R_BRIBE_9)
@given(scenes(editions(AMB_07), backers=(0, 2), left=1, short=st.just(1)), VALUES, st.data())
def test_an_agent_that_joins_a_left_relic_may_complete_the_bribe(
    scene: Scene, values: tuple[int, int, int], data: st.DataObject
) -> None:
    """After an assignment its player may turn up Agents, claim if the faceup ones are enough, or leave it."""
    written_for(scene.state, AMB_07, "late_claim", "optional")
    newcomer = spare(scene.state, scene.seat, [scene.relic, *(each.card for each in scene.place.cards)])
    state = joined(scene, newcomer, values)
    ducats = worth(state, scene.name, scene.seat) + data.draw(st.integers(0, 4))
    state = with_faces(state, {scene.stake: {"ducat": ducats}})
    step = answer(state, Assign(newcomer, scene.name))
    while True:
        place = district(step.after, scene.name)
        hidden = [each.card for each in place.cards if each.owner == scene.seat and not each.face_up]
        offering = any(
            each.owner == scene.seat and each.face_up and step.after.card(each.card).is_agent for each in place.cards
        )
        enough = offering and worth(step.after, scene.name, scene.seat) >= price(state, ducats)
        if not hidden and not enough:
            assert is_new_turn(step.after, scene.seat)
            assert place.stake == scene.stake
            return
        legal = set(arcanum.legal_actions(step.after))
        assert legal == {PASS, *map(TurnUp, hidden), *([CLAIM] if enough else [])}
        action = data.draw(st.sampled_from(sorted(legal, key=str)))
        left = step.after
        step = then(step, action)
        if action == PASS:
            assert moves(left, step.after) == {}
            assert not [each for each in step.events if isinstance(each, StakeWon | Bribed)]
            return
        if action == CLAIM:
            assert (counted(step).success, counted(step).total) == (True, worth(left, scene.name, scene.seat))
            after = put_away(step).after
            assert scene.stake in after.players[scene.seat].discard
            assert not district(after, scene.name).cards
            return


@proves(AMB_07)
@given(scenes(editions(AMB_07), backers=(0, 0), left=1, short=st.just(0)), st.data())
def test_an_agent_that_is_moved_to_a_left_relic_may_complete_the_bribe(scene: Scene, data: st.DataObject) -> None:
    """The owner of a Relic who moves an own Agent to it is offered the same as after an assignment."""
    origin = data.draw(st.sampled_from([name for name in names(scene.state) if name != scene.name]))
    relics = [each for each in scene.place.cards if each not in scene.own]
    location = scene.state.rules.catalogue.of(Kind.LOCATION, scene.state.players[scene.seat].guild)[0].id
    state = filled(scene.state, scene.name, relics)
    state = filled(state, origin, [Placed(scene.host, scene.seat, True)])
    state = with_faces(state, {location: {"program": (MoveAgent(R_LOC_1, "own"),)}, scene.stake: {"ducat": 0}})
    state = at_turn(shown(with_hand(state, scene.seat, (location,))), scene.seat)
    step = acts(state, Play(location), Move(origin, 0, scene.name))
    assert isinstance(step.after.agenda[-1], ClaimBribe)
    if CLAIM not in arcanum.legal_actions(
        step.after
    ):  # the Agent lies facedown at home, and Relics alone offer nothing
        assert scene.seat in district(step.after, scene.name).friendly_to
        step = then(step, TurnUp(scene.host))
    assert CLAIM in arcanum.legal_actions(step.after)
    assert events_of(then(step, CLAIM), StakeWon)
    declined = then(step, PASS)
    assert not events_of(declined, StakeWon)
    assert district(declined.after, scene.name).stake == scene.stake


@proves(AMB_20)
@given(scenes(editions(AMB_20), backers=(0, 0), short=st.integers(1, 3)), st.sampled_from(("move", "recall", "banish")))
def test_a_relic_stays_when_its_agent_goes_and_works_again_with_another(scene: Scene, how: str) -> None:
    """Moved, taken back or sent away, the Agent leaves the Relic where it is; the next own Agent can use it."""
    written_for(scene.state, AMB_20, "relic", "stays")
    failed = scene.bribe().after
    rival = (scene.seat + 1) % len(failed.players)
    actor = rival if how == "banish" else scene.seat
    word = {"move": MoveAgent(R_LOC_1, "own"), "recall": Recall(R_LOC_1), "banish": Banish(R_LOC_1)}[how]
    location = failed.rules.catalogue.of(Kind.LOCATION, failed.players[actor].guild)[0].id
    bare = filled(failed, scene.name, [each for each in district(failed, scene.name).cards if each.owner == scene.seat])
    bare = with_faces(bare, {location: {"program": (word,)}})
    state = at_turn(shown(with_hand(bare, actor, (location, spare(bare, actor, [scene.host])))), actor)
    played = answer(state, Play(location)).after
    target = next(action for action in arcanum.legal_actions(played) if points_at(played, action) == scene.host)
    gone = answer(played, target).after
    assert [each.card for each in district(gone, scene.name).cards] == [scene.relic]
    assert not [action for action in offers(at_turn(gone, scene.seat)) if action.agent == scene.host]
    newcomer = spare(gone, scene.seat, [scene.host])
    back = filled(gone, scene.name, [Placed(scene.relic, scene.seat, True), Placed(newcomer, scene.seat, True)])
    other = next(card for card in relics_for(gone, scene.seat) if card != scene.relic)
    back = at_turn(shown(with_hand(back, scene.seat, (other,))), scene.seat)
    event = counted(answer(back, Bribe(other, newcomer)))
    ducats = [back.card(card).ducat or 0 for card in (scene.relic, other)]
    assert event.total == sum(ducats) + back.card(newcomer).values[event.arcanum]


def points_at(state: State, action: Action) -> CardId:
    """The card in a District that an action points at."""
    assert isinstance(action, Move | Select)
    return district(state, action.district).cards[action.place].card
