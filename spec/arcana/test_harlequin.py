"""The Harlequin: won with any arcanum, and as an Agent the image of another one."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Select
from arcanum.guilds.cards import POWERS, Arcanum, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_14,
    AMB_15,
    AMB_21,
    R_HARL_1,
    R_HARL_2,
    R_HARL_3,
    R_HARL_4,
    R_HARL_5,
    R_HARL_6,
    R_RES_4,
    R_RES_5,
)
from arcanum.guilds.events import Bribed, Copied, Settled
from arcanum.guilds.settling import ChooseArcanum, ChooseModel
from arcanum.guilds.state import Bonus, Phase
from arcanum.kernel.actions import PASS, Option
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import number, stated, step, words, written_for
from arcanum.spec.guilds.arrange import at_turn, with_cards, with_hand, with_stake
from arcanum.spec.guilds.games import district, editions, rests_on_cards, threshold
from arcanum.spec.subject import rests_on

from .resolution_kit import (
    NOTHING,
    SPARE,
    Moment,
    Totals,
    agents,
    assert_untouched,
    assert_won,
    course,
    entries,
    in_one,
    relic,
    settle,
    shares,
    some_seats,
    table_of,
    tables,
    with_faces,
    without_tie_abilities,
)

HARLEQUIN = CardId("harlequin")


def arcanum_named(name: object) -> Arcanum:
    """An arcanum by the word that the clauses use."""
    return Arcanum[str(name).upper()]


def for_the_harlequin(data: st.DataObject, state: State, totals: dict[Seat, Totals]) -> State:
    """The Harlequin as the Stake of the Neutral District, with Agents that come to these totals."""
    faces, cards = {}, []
    for seat, total in totals.items():
        for agent, share in zip(agents(state, seat), data.draw(shares(total)), strict=False):
            faces[agent] = {"values": share}
            cards.append((agent, seat, data.draw(st.booleans())))
    return with_cards(with_stake(with_faces(state, faces), "N", HARLEQUIN), "N", data.draw(st.permutations(cards)))


def claims(moment: Moment) -> dict[Seat, int]:
    """What everybody counted."""
    return {claim.seat: claim.total for claim in moment.settled.claims}


# --- as a Stake -------------------------------------------------------------------------------------------------------


@proves(R_HARL_1)
@given(tables(editions(R_HARL_1)), st.data())
def test_the_harlequin_can_be_won_with_staff_sword_or_cup(state: State, data: st.DataObject) -> None:
    """Its Main Arcana are these three, and an Agent with values in only one of them can win it."""
    rests_on_cards(state, HARLEQUIN)
    written_for(state, R_HARL_1, "card", HARLEQUIN)
    mains = words(state, R_HARL_1, "mains")
    assert [main.name.lower() for main in state.card(HARLEQUIN).main] == mains
    winner, rival = some_seats(data, state, 2, 2)
    low, more = data.draw(st.integers(0, 4)) + threshold(state, 0), data.draw(st.integers(1, 3))
    for main in mains:
        own, other = (in_one(arcanum_named(each), total, NOTHING) for each, total in ((main, low + more), ("cup", low)))
        moment = settle(for_the_harlequin(data, state, {winner: own, rival: other}), "N")
        assert moment.settled.winner == winner
        assert [claim.arcanum for claim in moment.settled.claims if claim.seat == winner] == [arcanum_named(main)]


@proves(R_HARL_2)
@given(tables(editions(R_HARL_2)), st.data())
def test_each_guild_counts_a_single_arcanum(state: State, data: st.DataObject) -> None:
    """3 Cups and 3 Staffs are a strength of 3: one more in a single arcanum beats them."""
    rests_on_cards(state, HARLEQUIN)
    rests_on(R_RES_5)
    written_for(state, R_HARL_2, "arcana_counted", 1)
    cups, staffs = number(state, R_HARL_2, "cups"), number(state, R_HARL_2, "staffs")
    strength = number(state, R_HARL_2, "strength")
    many, one = some_seats(data, state, 2, 2)
    rival = in_one(data.draw(st.sampled_from(POWERS)), strength + 1, NOTHING)
    moment = settle(for_the_harlequin(data, state, {many: (staffs, 0, cups), one: rival}), "N")
    assert claims(moment) == {many: strength, one: strength + 1}
    assert moment.settled.winner == one


@proves(R_HARL_3)
@given(editions(R_HARL_3), st.data())
def test_the_worked_example_of_the_great_treasurer(ruleset: str, data: st.DataObject) -> None:
    """EX-4: 6 Staffs of the Usurers win the Harlequin against 5 Cups of the Ferrymen."""
    guilds = data.draw(st.permutations(("ferrymen", "usurers")))
    state = table_of(ruleset, guilds)
    rests_on(R_RES_4, R_RES_5, R_HARL_3)
    rests_on_cards(state, HARLEQUIN, "funeral", "merchant-of-the-kraken", "great-treasurer")
    cards, counted = [], {}
    for seat, guild in enumerate(guilds):
        counted[guild] = arcanum_named(stated(state, R_HARL_3, f"{guild}_arcanum"))
        for agent, value in entries(state, R_HARL_3, guild).items():
            assert state.card(CardId(agent)).values[counted[guild]] == value
            cards.append((agent, seat, data.draw(st.booleans())))
    name = data.draw(st.sampled_from([each.name for each in state.districts]))
    state = with_cards(with_stake(state, name, HARLEQUIN), name, data.draw(st.permutations(cards)))
    moment = settle(state, name)
    assert {guilds[seat]: total for seat, total in claims(moment).items()} == entries(state, R_HARL_3, "totals")
    assert {guilds[claim.seat]: claim.arcanum for claim in moment.settled.claims} == counted
    assert_won(moment, guilds.index(str(stated(state, R_HARL_3, "winner"))), "discard")


@proves(R_HARL_3, R_HARL_4)
@given(tables(editions(R_HARL_3, R_HARL_4)), st.data())
def test_everybody_announces_his_best_total_and_the_highest_wins(state: State, data: st.DataObject) -> None:
    """What counts is the greatest of the three totals of each player; crests are left out."""
    rests_on_cards(state, HARLEQUIN)
    written_for(state, R_HARL_4, "announces", "highest")
    totals = {seat: data.draw(SPARE) for seat in some_seats(data, state, 1)}
    state = for_the_harlequin(data, without_tie_abilities(state), totals)
    moment = settle(state, "N")
    best = {seat: max(total) for seat, total in totals.items()}
    assert claims(moment) == best
    enough = {seat: total for seat, total in best.items() if total >= threshold(state, 0)}
    for claim in moment.settled.claims:
        assert (claim.arcanum is not None) is (claim.seat in enough)
        assert claim.arcanum is None or totals[claim.seat][claim.arcanum] == claim.total
    ahead = [seat for seat, total in enough.items() if total == max(enough.values())]
    assert moment.settled.winner == (ahead[0] if len(ahead) == 1 else None)


@proves(R_HARL_4, AMB_14)
@given(tables(editions(R_HARL_4, AMB_14)), st.data())
def test_a_player_is_asked_only_between_equally_good_totals(state: State, data: st.DataObject) -> None:
    """The engine counts by itself; a player is asked only in a tie, and only if several of his totals are best."""
    rests_on_cards(state, HARLEQUIN)
    written_for(state, AMB_14, "equal_best", "player-chooses")
    least = threshold(state, 0)
    low = st.integers(least, least + data.draw(st.integers(1, 4)))
    totals = {seat: data.draw(st.tuples(low, low, low)) for seat in some_seats(data, state, 1)}
    state = for_the_harlequin(data, without_tie_abilities(state), totals)
    best = {seat: max(total) for seat, total in totals.items()}
    ahead = [seat for seat in totals if best[seat] == max(best.values())]
    torn = {seat for seat in ahead if len(ahead) > 1 and totals[seat].count(best[seat]) > 1}
    asked = [each.before for each in course(state, until="N") if isinstance(each.before.agenda[-1], ChooseArcanum)]
    here = [each for each in asked if district(each, "N").stake == HARLEQUIN]
    assert sorted(seat for each in here if (seat := arcanum.to_act(each)) is not None) == sorted(torn)
    for each in here:
        seat = arcanum.to_act(each)
        assert seat is not None
        equal = {Option(main.name.lower()) for main in POWERS if totals[seat][main] == best[seat]}
        assert set(arcanum.legal_actions(each)) == equal


@proves(AMB_15)
@given(tables(editions(AMB_15)), st.data())
def test_one_agent_is_enough_for_the_harlequin_and_none_is_not(state: State, data: st.DataObject) -> None:
    """An Agent worth nothing wins it if nobody else is there; without an Agent nobody does, whatever helps him."""
    rests_on(R_RES_5)
    rests_on_cards(state, HARLEQUIN)
    assert {state.card(HARLEQUIN).values[main] for main in POWERS} == {number(state, AMB_15, "threshold")}
    (seat,) = some_seats(data, state, 1, 1)
    count = data.draw(st.integers(0, 2))
    state = with_faces(state, {agent: {"values": NOTHING} for agent in agents(state, seat)})
    cards = [(agent, seat, data.draw(st.booleans())) for agent in agents(state, seat)[:count]]
    lying = [*cards, (relic(state, seat), seat, True)]
    state = with_cards(with_stake(state, "N", HARLEQUIN), "N", lying)
    at = [each.name for each in state.districts].index("N")
    for helped in (state, attrs.evolve(state, bonuses=(Bonus(seat, at, None, 3),))):
        moment = settle(helped, "N")
        assert moment.settled.winner == (seat if count >= number(state, AMB_15, "fewest_agents") else None)


# --- as an Agent ------------------------------------------------------------------------------------------------------


def disguised(data: st.DataObject, state: State, owner: Seat, count: int) -> tuple[State, dict[CardId, Totals]]:
    """A Relic that is won with Cups in the Neutral District, with a player's Harlequin and anybody's Agents."""
    rests_on_cards(state, HARLEQUIN)
    stake = state.rules.catalogue.of(Kind.RELIC, "stake")[0].id
    state = with_faces(state, {stake: {"main": (Arcanum.CUP,), "values": (0, 0, 4)}})
    models: dict[CardId, Totals] = {}
    cards = [(str(HARLEQUIN), owner, data.draw(st.booleans()))]
    for place in range(count):
        seat = data.draw(st.sampled_from(range(len(state.players))), "whose")
        models[agents(state, seat)[place]] = data.draw(SPARE)
        cards.append((agents(state, seat)[place], seat, data.draw(st.booleans())))
    cards.append((relic(state, owner), owner, True))
    state = with_faces(state, {card: {"values": values} for card, values in models.items()})
    state = with_cards(with_stake(state, "N", stake), "N", data.draw(st.permutations(cards)))
    return state, models


def owner_of(state: State, card: CardId) -> Seat:
    """Whose card lies in the Neutral District."""
    return next(each.owner for each in district(state, "N").cards if each.card == card)


@proves(R_HARL_5, AMB_21)
@given(tables(editions(R_HARL_5, AMB_21)), st.integers(1, 5), st.data())
def test_the_harlequin_takes_the_values_of_an_agent_that_its_owner_chooses(
    state: State, count: int, data: st.DataObject
) -> None:
    """He may choose any other Agent there, an opponent's too, and the Harlequin then counts as much as that one."""
    written_for(state, AMB_21, "copies_opponents", True)
    owner = data.draw(st.sampled_from(range(len(state.players))), "owner")
    state, models = disguised(data, without_tie_abilities(state), owner, count)
    chosen = data.draw(st.sampled_from(sorted(models)))
    place = [each.card for each in district(state, "N").cards].index(chosen)
    moments = list(course(state, Select("N", place), until="N"))
    asked = [each.before for each in moments if isinstance(each.before.agenda[-1], ChooseModel)]
    assert bool(asked) is (count > 1), "where there is only one, nobody is asked"
    if count > 1:
        (before,) = asked
        assert arcanum.to_act(before) == owner
        places = [at for at, each in enumerate(district(before, "N").cards) if each.card in models]
        assert set(arcanum.legal_actions(before)) == {Select("N", at) for at in places}
    copied = [event for each in moments for event in each.of(Copied)]
    assert [(event.card, event.model) for event in copied] == [(HARLEQUIN, chosen)] * number(state, R_HARL_5, "copies")
    expected = dict.fromkeys({owner, *(owner_of(state, card) for card in models)}, 0)
    for card, values in models.items():
        expected[owner_of(state, card)] += values[Arcanum.CUP]
    expected[owner] += models[chosen][Arcanum.CUP]
    assert claims(moments[-1]) == expected


@proves(R_HARL_5)
@given(tables(editions(R_HARL_5)), st.data())
def test_whom_it_copies_is_asked_only_when_its_district_is_settled(state: State, data: st.DataObject) -> None:
    """Sending the Harlequin asks for nothing; in Resolution its owner chooses when no other District is in between."""
    written_for(state, R_HARL_5, "when", "settlement")
    owner = state.first_player
    state, _ = disguised(data, state, owner, 3)
    cards = [(each.card, each.owner, each.face_up) for each in district(state, "N").cards if each.card != HARLEQUIN]
    state = at_turn(with_hand(with_cards(state, "N", cards), owner, [HARLEQUIN]), owner)
    sent = step(state, Assign(HARLEQUIN, "N"))
    assert not [event for event in sent.events if isinstance(event, Copied)]
    assert not isinstance(sent.after.agenda[-1], ChooseModel)
    moments = list(course(sent.after))
    happened = [event for each in moments for event in each.events if isinstance(event, Copied | Settled)]
    (copying,) = [at for at, event in enumerate(happened) if isinstance(event, Copied)]
    verdict = happened[copying + 1]
    assert isinstance(verdict, Settled)
    assert verdict.district == "N"
    for each in moments:
        if each.of(Copied):
            assert each.before.phase is Phase.RESOLUTION


@proves(R_HARL_6)
@given(editions(R_HARL_6), st.data())
def test_the_worked_example_of_the_necromancer(ruleset: str, data: st.DataObject) -> None:
    """EX-6: the Usurers' Harlequin copies their Necromancer with 3 Cups, which makes 6 against the Quarterstaffer."""
    owner, rival = table_words(ruleset, "owner"), table_words(ruleset, "opponent")
    guilds = data.draw(st.permutations((owner, rival)))
    state = table_of(ruleset, guilds)
    rests_on(R_RES_4, R_HARL_5, R_HARL_6)
    rests_on_cards(state, HARLEQUIN, table_words(ruleset, "copied"), table_words(ruleset, "opposing"))
    main = arcanum_named(stated(state, R_HARL_6, "main"))
    copied, opposing = CardId(table_words(ruleset, "copied")), CardId(table_words(ruleset, "opposing"))
    assert state.card(copied).values[main] == number(state, R_HARL_6, "necromancer")
    stakes = [card.id for card in state.rules.catalogue.stakes if card.main == (main,)]
    mine, theirs = guilds.index(owner), guilds.index(rival)
    cards = [(str(HARLEQUIN), mine, True), (copied, mine, True), (opposing, theirs, True)]
    lying = data.draw(st.permutations(cards))
    state = with_cards(with_stake(state, "N", data.draw(st.sampled_from(stakes))), "N", lying)
    choice = Select("N", [card for card, *_ in lying].index(copied))
    counted = claims(settle(state, "N", choice))
    assert counted[mine] - state.card(copied).values[main] == number(state, R_HARL_6, "harlequin")
    assert counted == {mine: number(state, R_HARL_6, "total"), theirs: state.card(opposing).values[main]}


def table_words(ruleset: str, parameter: str) -> str:
    """A word of the worked example."""
    return str(stated(table_of(ruleset, ("usurers", "blades")), R_HARL_6, parameter))


@proves(AMB_21)
@given(tables(editions(AMB_21)), st.data())
def test_alone_the_harlequin_counts_nothing(state: State, data: st.DataObject) -> None:
    """Without another Agent in its District it has 0 in all three, and nobody is asked."""
    (owner,) = some_seats(data, state, 1, 1)
    state, _ = disguised(data, state, owner, 0)
    moments = list(course(state, until="N"))
    assert claims(moments[-1]) == {owner: number(state, AMB_21, "alone")}
    assert not [each for each in moments if isinstance(each.before.agenda[-1], ChooseModel) or each.of(Copied)]
    assert_untouched(moments[-1], "faceup")


@proves(AMB_21)
@given(tables(editions(AMB_21)), st.integers(0, 4), st.data())
def test_in_a_bribe_the_harlequin_counts_as_the_best_faceup_agent(
    state: State, count: int, data: st.DataObject
) -> None:
    """Opponents' Agents are copied as well; Agents that lie facedown are not, and alone it adds nothing."""
    written_for(state, AMB_21, "copies_in_bribe", "faceup")
    owner = state.first_player
    state, models = disguised(data, state, owner, count)
    cards = [
        (each.card, each.owner, each.face_up)
        for each in district(state, "N").cards
        if state.card(each.card).kind is not Kind.RELIC
    ]
    main = data.draw(st.sampled_from(POWERS))
    persons = state.rules.catalogue.of(Kind.PERSONALITY)
    person, gift = next(card.id for card in persons if card.id != HARLEQUIN), relic(state, owner)
    state = with_faces(state, {person: {"main": (main,), "ducat": 199, "statics": ()}, gift: {"ducat": 2}})
    state = with_cards(with_stake(state, "N", person), "N", cards)
    state = at_turn(with_hand(state, owner, [gift]), owner)
    done = step(state, Bribe(gift, HARLEQUIN))
    while not any(isinstance(event, Bribed) for event in done.events):
        done = step(done.after, PASS)
    (bribed,) = [event for event in done.events if isinstance(event, Bribed)]
    seen = {card for card, _, face_up in cards if face_up and card != HARLEQUIN}
    own = sum(models[CardId(card)][main] for card, seat, _ in cards if seat == owner and card in seen)
    copied = max([models[CardId(card)][main] for card in seen], default=number(state, AMB_21, "alone"))
    assert bribed.total == own + copied + 2
