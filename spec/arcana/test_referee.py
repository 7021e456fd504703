"""A second opinion: the naive referee and the engine agree on every power struggle and every bribe.

The referee knows the rules and the cards but no code of the engine. It looks at every struggle and every bribe of
random games with any modules, and at Districts into which random cards were put.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, Bribe, Select, Settle
from arcanum.guilds.bribing import AddToBribe, ClaimBribe
from arcanum.guilds.cards import POWERS, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_13,
    AMB_14,
    AMB_15,
    AMB_21,
    F_BRIBE_1,
    F_BRIBE_6,
    F_RES_3,
    F_RES_5,
    R_BRIBE_4,
    R_BRIBE_5,
    R_BRIBE_10,
    R_PERS_3,
    R_RES_4,
    R_RES_5,
    R_RES_6,
    R_RES_8,
    R_RES_9,
    R_TIE_1,
    R_TIE_2,
    R_TIE_4,
)
from arcanum.guilds.events import Bribed, Copied, RelicPlaced, Settled, StakeWon, TurnedUp
from arcanum.guilds.state import Bonus
from arcanum.kernel.actions import Option
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import any_rules, stated, step, times
from arcanum.spec.guilds.arrange import at_turn, with_cards, with_event, with_hand, with_master, with_stake
from arcanum.spec.guilds.games import Game, Step, games, leanings

from .naive_referee import Lying, Referee
from .resolution_kit import Moment, course, resolution, tables

CLAIM = Option("claim")


# --- what is compared -------------------------------------------------------------------------------------------------


def compare_struggles(moments: Iterable[Moment]) -> int:
    """The referee looks at all power struggles of these moments; how many there were."""
    copies: dict[str, dict[str, str]] = {}
    count = 0
    for moment in moments:
        for event in moment.events:
            if isinstance(event, Copied):
                referee = Referee.at(moment.before, event.district)
                assert referee.is_mirror(event.card)
                assert event.model in [each.card for each in referee.models(event.card)]
                copies.setdefault(event.district, {})[event.card] = event.model
            elif isinstance(event, Settled):
                compare_struggle(moment.before, event, copies.pop(event.district, {}))
                count += 1
    return count


def compare_struggle(before: State, event: Settled, copies: dict[str, str]) -> None:
    """The referee comes to the same totals, and to the same winner."""
    referee = Referee.at(before, event.district)
    mirrors = [each.card for each in referee.cards if referee.is_mirror(each.card) and referee.models(each.card)]
    assert sorted(copies) == sorted(mirrors)
    standings = referee.standings(copies)
    assert {claim.seat: claim.total for claim in event.claims} == {
        seat: standing.total for seat, standing in standings.items()
    }
    counted = {}
    for claim in event.claims:
        if claim.arcanum is None:
            assert not standings[claim.seat].arcana
        else:
            counted[claim.seat] = claim.arcanum.name.lower()
            assert counted[claim.seat] in standings[claim.seat].arcana
    assert event.winner == referee.winner(standings, counted)


def lying_when_counted(done: Step, name: str) -> list[Lying]:
    """What lay in a District when a bribe was counted: what lay there before, a Relic more, some cards turned up."""
    (here,) = [each for each in done.before.districts if each.name == name]
    cards = [Lying(each.card, each.owner, each.face_up) for each in here.cards]
    for event in done.events:
        match event:
            case RelicPlaced(seat=seat, card=card, district=district) if district == name:
                cards.append(Lying(card, seat, True))
            case TurnedUp(district=district, cards=turned) if district == name:
                cards = [attrs.evolve(each, face_up=each.face_up or each.card in turned) for each in cards]
            case Bribed():
                break
    return cards


def compare_bribe(done: Step, event: Bribed) -> None:
    """The referee comes to the same total and the same price; it is won if the one is not below the other."""
    referee = Referee.at(done.before, event.district, lying_when_counted(done, event.district))
    total, arcana = referee.bribe(event.seat)
    assert (event.total, event.price) == (total, referee.price())
    assert event.arcanum.name.lower() in arcana
    assert event.success == (total >= event.price)
    following = done.events[done.events.index(event) + 1 :][:1]
    at_once = [(each.seat, each.card) for each in following if isinstance(each, StakeWon)]
    assert at_once == ([(event.seat, event.stake)] if event.success else [])


def compare_bribes(steps: Iterable[Step]) -> int:
    """The referee looks at all bribes, and at what is offered while one is not decided; how many there were."""
    count = 0
    for done in steps:
        for event in done.events:
            if isinstance(event, Bribed):
                compare_bribe(done, event)
                count += 1
        waiting = done.before.agenda[-1]
        if isinstance(waiting, ClaimBribe | AddToBribe):
            referee = Referee.at(done.before, done.before.districts[waiting.at].name)
            price = referee.price()
            assert price is not None
            backed = any(each.face_up for each in referee.agents(waiting.seat))  # Relics alone offer nothing
            enough = backed and referee.bribe(waiting.seat)[0] >= price
            assert (CLAIM in arcanum.legal_actions(done.before)) == (enough and isinstance(waiting, ClaimBribe))
            assert not (enough and isinstance(waiting, AddToBribe))
    return count


# --- random games -----------------------------------------------------------------------------------------------------


@proves(R_RES_4, R_RES_5, R_RES_6, R_RES_8, R_RES_9, R_TIE_1, R_TIE_2, R_PERS_3, F_RES_3, F_RES_5)
@times(1.6)
@given(games(leaning=leanings("assign")))
def test_the_referee_agrees_on_every_struggle_of_a_game(game: Game) -> None:
    """In games of all editions and modules everybody counts what the referee counts, and the same one wins."""
    assert compare_struggles(resolution(game)) == len([event for event in game.events if isinstance(event, Settled)])


@proves(R_BRIBE_4, R_BRIBE_5, R_BRIBE_10, F_BRIBE_1, F_BRIBE_6)
@times(1.6)
@given(games(leaning=leanings("bribe", "assign")))
def test_the_referee_agrees_on_every_bribe_of_a_game(game: Game) -> None:
    """In games of all editions and modules every bribe comes to what the referee says, and is won if that is enough."""
    assert compare_bribes(game.steps) == len([event for event in game.events if isinstance(event, Bribed)])


# --- random cards -----------------------------------------------------------------------------------------------------


AGENTS = (Kind.AGENT, Kind.PERSONALITY, Kind.MILITIA)
RELICS = (Kind.RELIC,)
Lay = Sequence[tuple[str, Seat, bool]]
"""Cards for a District: which, whose, whether faceup."""
STAKES = (Kind.RELIC, Kind.LOCATION, Kind.PERSONALITY)


def draw_card(data: st.DataObject, state: State, seat: Seat, kinds: Sequence[Kind], taken: set[CardId]) -> CardId:
    """A card of these kinds that a player may have. Those with an ability are few and come as often as all others."""
    emblems = (state.players[seat].guild, "stake", None)
    cards = [card for card in state.rules.catalogue if card.kind in kinds and card.emblem in emblems]
    free = [card.id for card in cards if card.id not in taken]
    special = [card for card in free if state.card(card).statics]
    able = data.draw(st.booleans(), "with an ability")
    card = data.draw(st.sampled_from(special if special and able else free))
    taken.add(card)
    return card


def draw_cards(data: st.DataObject, state: State, most: int, taken: set[CardId]) -> list[tuple[str, Seat, bool]]:
    """Cards that may lie in a District, of anybody; Relics only where those of failed bribes stay."""
    choices = [AGENTS, AGENTS, AGENTS, RELICS] if relics_stay(state) else [AGENTS]
    count = data.draw(st.integers(0, most), "cards")
    seats = data.draw(st.lists(st.integers(0, len(state.players) - 1), min_size=count, max_size=count), "owners")
    return [
        (draw_card(data, state, seat, data.draw(st.sampled_from(choices)), taken), seat, data.draw(st.booleans()))
        for seat in seats
    ]


def relics_stay(state: State) -> bool:
    """Whether the Relics of failed bribes stay in their Districts and add up."""
    return stated(state, F_BRIBE_6, "relics_add_up") is True


def draw_stake(
    data: st.DataObject,
    state: State,
    cards: Iterable[tuple[str, Seat, bool]],
    kinds: Sequence[Kind],
    taken: set[CardId],
) -> CardId:
    """Any Stake; those with several Main Arcana come more often, and such for which two players are level."""
    free = [card for card in state.rules.catalogue.stakes if card.kind in kinds and card.id not in taken]
    sums = {seat: [0, 0, 0] for _, seat, _ in cards}
    for card, seat, _ in cards:
        for main in POWERS:
            sums[seat][main] += state.card(CardId(card)).values[main]
    level = []
    for main in POWERS:
        totals = sorted([each[main] for each in sums.values()], reverse=True)
        if len(totals) > 1 and totals[0] == totals[1]:
            level += [card for card in free if card.main == (main,) and card.values[main] <= totals[0]]
    several = [card for card in free if len(card.main) > 1]
    pools = [[card.id for card in each] for each in (free, several, level, level) if each]
    stake = data.draw(st.sampled_from(data.draw(st.sampled_from(pools))), "Stake")
    taken.add(stake)
    return stake


def with_help(data: st.DataObject, state: State) -> State:
    """The state with any Event, Guild Masters and effects of Locations, where the edition has them."""
    events, masters = state.rules.catalogue.of(Kind.EVENT), state.rules.catalogue.of(Kind.MASTER)
    eventful = data.draw(st.booleans(), "with an Event")
    if events and eventful:
        state = with_event(state, data.draw(st.sampled_from(events)).id)
    for seat, player in enumerate(state.players):
        own = [card for card in masters if card.emblem == player.guild]
        led = data.draw(st.booleans(), f"seat {seat} with a Guild Master")
        if own and led:
            state = with_master(state, seat, data.draw(st.sampled_from(own)).id)
    bonus = st.builds(
        Bonus,
        st.integers(0, len(state.players) - 1),
        st.integers(0, len(state.districts) - 1),
        st.sampled_from((None, *POWERS)),
        st.integers(1, 3),
    )
    return attrs.evolve(state, bonuses=tuple(data.draw(st.lists(bonus, max_size=4))))


def any_course(data: st.DataObject, state: State) -> Iterator[Moment]:
    """The Resolution Phase of an arranged state, with any answers."""
    choices = data.draw(st.permutations(range(12)))
    names = data.draw(st.permutations([each.name for each in state.districts]))
    answers = [*(Option(each.name.lower()) for each in data.draw(st.permutations(POWERS)))]
    places = [Select(name, place) for place in choices for name in names]
    return course(state, *(Settle(name) for name in names), *answers, *places)


@proves(R_RES_4, R_RES_6, R_RES_9, R_TIE_1, R_TIE_2, R_TIE_4, R_PERS_3, AMB_13, AMB_14, AMB_15, AMB_21)
@given(tables(any_rules("arcana")), st.data())
def test_the_referee_agrees_whatever_lies_in_the_districts(state: State, data: st.DataObject) -> None:
    """Every District is given any Stake and any cards, every player any help: the referee comes to the same."""
    state = with_help(data, state)
    taken: set[CardId] = set()
    cards = {each.name: draw_cards(data, state, 7, taken) for each in state.districts}
    stakes = {name: draw_stake(data, state, lying, STAKES, taken) for name, lying in cards.items()}
    for name, lying in cards.items():
        state = with_cards(state, name, lying)
    for _ in range(2):  # a Stake that is taken from another District lets that one turn up its next card
        for name, stake in stakes.items():
            state = with_stake(state, name, stake)
    assert compare_struggles(any_course(data, state)) == len(state.districts)


@proves(R_BRIBE_4, R_BRIBE_5, R_BRIBE_10, AMB_21, F_BRIBE_1, F_BRIBE_6)
@given(tables(any_rules("arcana")), st.booleans(), st.data())
def test_the_referee_agrees_whoever_is_bribed(state: State, join: bool, data: st.DataObject) -> None:
    """A Relic is placed on any Agent before any Personality, or an Agent joins a Relic that was left there."""
    state = with_help(data, state)
    seat = state.first_player
    taken: set[CardId] = set()
    name = data.draw(st.sampled_from([each.name for each in state.districts]))
    cards: list[tuple[str, Seat, bool]] = []
    if data.draw(st.integers(0, 9), "an own Agent is there"):
        cards.append((draw_card(data, state, seat, AGENTS, taken), seat, data.draw(st.booleans())))
    if join and relics_stay(state):
        cards.append((draw_card(data, state, seat, RELICS, taken), seat, True))
    cards += draw_cards(data, state, 5, taken)
    stake = draw_stake(data, state, cards, (Kind.PERSONALITY,), taken)
    card = draw_card(data, state, seat, (Kind.AGENT, Kind.PERSONALITY) if join else RELICS, taken)
    state = with_stake(with_cards(state, name, cards), name, stake)
    state = at_turn(with_hand(state, seat, [card]), seat)
    referee = Referee.at(state, name)
    legal = arcanum.legal_actions(state)
    bribes = [action for action in legal if isinstance(action, Bribe) and action.agent in cards_of(cards, seat)]
    hosts = [each.card for each in referee.agents(seat)] if referee.price() is not None else []
    assert sorted(action.agent for action in bribes) == ([] if join else sorted(hosts))
    if join or bribes:
        first = data.draw(st.sampled_from([Assign(card, name)] if join else bribes))
        compare_bribes(any_steps(data, step(state, first)))


def cards_of(cards: Iterable[tuple[str, Seat, bool]], seat: Seat) -> set[str]:
    """A player's cards of these."""
    return {card for card, owner, _ in cards if owner == seat}


def any_steps(data: st.DataObject, done: Step) -> Iterator[Step]:
    """A step, and the answers to what it asks for about a bribe."""
    yield done
    while isinstance(done.after.agenda[-1], ClaimBribe | AddToBribe):
        done = step(done.after, data.draw(st.sampled_from(arcanum.legal_actions(done.after))))
        yield done
