"""The ten locations of the city, one after the other: what each does for the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Alternative, Choose, Effect
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import any_rules, asked, fitting, number, refused, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.subject import is_replaced, under_test
from arcanum.spec.tarot.arrange import room_for, with_figures, with_hand, with_prestige
from arcanum.spec.tarot.games import Game, Step, games, tarot_rules, visiting
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Discard, Hide, Move
from arcanum.tarot.cards import MAJORS, SUITS, Card, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_7,
    AMB_27,
    AMB_33,
    AMB_34,
    AMB_39,
    AMB_56,
    AMB_57,
    AMB_63,
    HAND_1,
    LOC1_1,
    LOC1_2,
    LOC2_1,
    LOC2_2,
    LOC3_1,
    LOC3_2,
    LOC3_3,
    LOC3_4,
    LOC3_5,
    LOC4_1,
    LOC5_1,
    LOC5_2,
    LOC5_3,
    LOC5_4,
    LOC5_5,
    LOC6_1,
    LOC6_2,
    LOC6_3,
    LOC6_4,
    LOC7_1,
    LOC7_2,
    LOC7_3,
    LOC8_1,
    LOC8_2,
    LOC9_1,
    LOC10_1,
    LOC10_2,
    LOC10_3,
    LOC_ALL,
    TRACK_2,
)
from arcanum.tarot.effects import GainPoints, HideFromHand
from arcanum.tarot.events import Discarded, Drew, Hid, LocationActivated, Moved, Pile, PointsGained, PrestigeChanged
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.playing import MoveFigure

from .scenes_kit import (
    LOCATIONS,
    Door,
    Visit,
    doors,
    follow,
    held_majors,
    held_minors,
    in_order,
    points,
    redealt,
    rises,
    visits,
    with_majors,
)

NAMING = (LOC1_1, LOC2_1, LOC3_1, LOC4_1, LOC5_1, LOC6_1, LOC7_1, LOC8_1, LOC9_1, LOC10_1)
"""The clauses that speak of the locations, each first, in the order of their numbers."""
DRAW, HIDE, MINORS, MAJOR = Option("draw"), Option("hide"), Option("minors"), Option("major")


def legal(state: State) -> set[Action]:
    """What the player who is asked may answer."""
    return set(arcanum.legal_actions(state))


def trimming(state: State) -> bool:
    """Whether somebody has too many cards in hand and must discard before anything else."""
    return bool(state.agenda) and isinstance(state.agenda[-1], TrimHand)


def trimmed(state: State) -> State:
    """The state after everybody who had to has discarded down to the limit."""
    while trimming(state):
        state = take(state, arcanum.legal_actions(state)[0]).after
    return state


def supply(state: State) -> int:
    """How many Minors there are to draw."""
    return len(state.minor_deck) + len(state.minor_discard)


def only_gained(visit: Visit, gain: int) -> bool:
    """Whether the visitor gained so many points and nobody else any."""
    gains = [after - before for before, after in zip(points(visit.door), points(visit.after), strict=True)]
    return gains == [gain if seat == visit.seat else 0 for seat in range(len(gains))]


@st.composite
def dealt(
    draw: st.DrawFn,
    location: int,
    least: int = 0,
    room: int = 0,
    full: bool = False,
    hidden: int = 0,
    scarce: bool = False,
) -> Door:
    """Moments before a location is entered, with hands of drawn sizes and, if wanted, hardly a Minor to draw.

    Every hand has room for so many cards more; `full` says that it has room for no more than that.
    """
    door = draw(doors(location))
    most = number(door.state, HAND_1, "limit") - room
    room_for(door.state, room + least)
    hands = [draw(st.integers(most if full else least, most)) for _ in door.state.players]
    if scarce:
        return door.at(redealt(door.state, hands, draw(st.integers(0, 3)), draw(st.integers(0, 3))))
    return door.at(redealt(door.state, hands, hidden=hidden))


@st.composite
def with_drawn_majors(draw: st.DrawFn, location: int, held: bool = False) -> Door:
    """Moments before a location is entered in a game with Majors: few in the deck, some discarded, some in hands.

    If one is to be `held`, it is the visitor who has it, and his hand is often full.
    """
    full = held and draw(st.booleans())
    door = draw(dealt(location, room=3, full=full))
    majors = draw(st.permutations(MAJORS))
    deck, discard = majors[: draw(st.integers(0, 2))], majors[2 : 2 + draw(st.integers(0, 2))]
    hands: dict[int, Sequence[Major]] = {}
    for seat in range(len(door.state.players)):
        least = (3 if full else 1) if held and seat == door.seat else 0
        hands[seat] = majors[4 + 3 * seat :][: draw(st.integers(least, 3))]
    return door.at(with_majors(door.state, deck, discard, hands))


# --- 1: the Mage Tower ------------------------------------------------------------------------------------------------


@proves(LOC1_1)
@given(visiting(1))
def test_the_mage_tower_gives_its_visitor_a_point(game: Game) -> None:
    """The active player has a point more, nobody else any."""
    for visit in visits(game, game.number(LOC1_1, "location")):
        assert only_gained(visit, game.number(LOC1_1, "points"))


@proves(LOC1_2)
@given(with_drawn_majors(1))
def test_the_mage_tower_lets_its_visitor_draw_a_major(door: Door) -> None:
    """One Major comes into his hand if there is any, from the deck or from the shuffled discards; no Minor does."""
    state, seat = door.state, door.seat
    assert door.move.location == number(state, LOC1_2, "location")
    there = {*state.major_deck, *state.major_discard}
    after = door.enter().after
    gained = set(held_majors(after, seat)) - set(held_majors(state, seat))
    assert len(gained) == min(number(state, LOC1_2, "majors"), len(there))
    assert gained <= there
    assert gained.isdisjoint({*after.major_deck, *after.major_discard})
    assert not state.major_deck or gained == {state.major_deck[-1]}
    assert held_minors(after, seat) == held_minors(state, seat)


# --- 2: the Artisan District ------------------------------------------------------------------------------------------


@proves(LOC2_1)
@given(with_drawn_majors(2))
def test_the_artisans_offer_minors_or_a_major(door: Door) -> None:
    """The player chooses between two Minors and one Major and gets what he chose."""
    state, seat = door.state, door.seat
    assert door.move.location == number(state, LOC2_1, "location")
    arrival = door.enter().after
    assert (asked(arrival), legal(arrival)) == (seat, {MINORS, MAJOR})
    minors, major = take(arrival, MINORS).after, take(arrival, MAJOR).after
    majors = len(state.major_deck) + len(state.major_discard)
    assert len(held_minors(minors, seat)) - len(held_minors(state, seat)) == number(state, LOC2_1, "minors")
    assert len(held_majors(major, seat)) - len(held_majors(state, seat)) == min(number(state, LOC2_1, "majors"), majors)


@proves(LOC2_2)
@given(with_drawn_majors(2))
def test_the_artisans_give_no_mixture_and_no_points(door: Door) -> None:
    """Who takes Minors gets no Major, who takes a Major gets no Minor, and nobody gets points."""
    state, seat = door.state, door.seat
    arrival = door.enter().after
    minors, major = trimmed(take(arrival, MINORS).after), trimmed(take(arrival, MAJOR).after)
    mixed = [
        set(held_majors(minors, seat)) > set(held_majors(state, seat)) or minors.major_deck != state.major_deck,
        set(held_minors(major, seat)) > set(held_minors(state, seat)) or major.minor_deck != state.minor_deck,
    ]
    assert any(mixed) is stated(state, LOC2_2, "mixture")
    for after in (minors, major):
        assert after.agenda == ()
        assert points(after) == [total + number(state, LOC2_2, "points") for total in points(state)]


@proves(AMB_33)
@given(dealt(2), st.sampled_from(MAJORS))
def test_a_major_may_be_chosen_when_there_is_none_to_draw(door: Door, out_of_reach: Major) -> None:
    """With neither deck nor discards left the choice is allowed and brings nothing."""
    state = with_majors(door.state, (), hands={door.others[0]: (out_of_reach,)})
    arrival = door.at(state).enter().after
    assert (MAJOR in legal(arrival)) is stated(state, AMB_33, "allowed")
    after = take(arrival, MAJOR).after
    assert len(held_majors(after, door.seat)) == number(state, AMB_33, "majors")
    assert after.players == state.players
    assert after.minor_deck == state.minor_deck


# --- 3: the Harbour ---------------------------------------------------------------------------------------------------


def offers(visit: Visit) -> tuple[Step, ...]:
    """The answers of the others to the offer of the Harbour, without discards for the hand limit."""
    return tuple(step for step in visit.answers if not trimming(step.before))


def answered(door: Door, yes: Sequence[bool]) -> tuple[Step, ...]:
    """The whole visit to the Harbour when the others say yes or no in this order; whoever must discard does so."""
    steps = [door.enter()]
    waiting = list(yes)
    while (state := steps[-1].after).agenda:
        if trimming(state):
            steps.append(take(state, arcanum.legal_actions(state)[0]))
        else:
            steps.append(take(state, DRAW if waiting.pop(0) else PASS))
    return tuple(steps)


def drawings(steps: Sequence[Step]) -> list[Drew]:
    """All draws."""
    return [event for step in steps for event in step.events if isinstance(event, Drew)]


def drawers(step: Step) -> list[int]:
    """The seats that drew cards in a step."""
    return [event.seat for event in step.events if isinstance(event, Drew)]


def drawn(steps: Sequence[Step], seat: int) -> list[int]:
    """How many cards a seat drew, draw by draw."""
    return [event.count for event in drawings(steps) if event.seat == seat]


@proves(LOC3_1)
@given(visiting(3))
def test_at_the_harbour_the_visitor_draws_first(game: Game) -> None:
    """Before anybody else is asked, the active player has drawn a Minor."""
    for visit in visits(game, game.number(LOC3_1, "location")):
        first = visit.events[0]
        if len(visit.door.minor_deck) < game.number(LOC3_1, "minors") and visit.door.minor_discard:
            first = visit.events[1]  # the discards had to be shuffled
        due = min(game.number(LOC3_1, "minors"), supply(visit.door))
        assert isinstance(first, Drew)
        assert (first.seat, first.pile, first.count) == (visit.seat, Pile.MINOR, due)
        assert len(held_minors(visit.arrival, visit.seat)) - len(held_minors(visit.door, visit.seat)) == due


@proves(LOC3_2)
@given(visiting(3))
def test_at_the_harbour_the_others_are_asked_clockwise_whether_they_draw(game: Game) -> None:
    """Each of them once, from the left neighbour on; a yes brings a Minor, a no brings nothing."""
    step = {"clockwise": 1}[str(game.expected(LOC3_2, "direction"))]
    for visit in visits(game, game.number(LOC3_2, "location")):
        asking = offers(visit)
        assert [each.seat for each in asking] == [
            (visit.seat + step * i) % game.players for i in range(1, game.players)
        ]
        for each in asking:
            assert legal(each.before) == {DRAW, PASS}
            due = min(game.number(LOC3_2, "minors"), supply(each.before)) if each.action == DRAW else 0
            assert drawn((each,), each.seat) == ([due] if each.action == DRAW else [])
            if each is not asking[-1]:
                held = len(each.after.players[each.seat].hand) - len(each.before.players[each.seat].hand)
                assert held == due


@proves(LOC3_3)
@given(visiting(3))
def test_at_the_harbour_the_visitor_draws_once_more_for_all_who_drew(game: Game) -> None:
    """When all have answered, he draws as many Minors as the others took together."""
    for visit in visits(game, game.number(LOC3_3, "location")):
        taken = sum(sum(drawn(visit.steps, seat)) for seat in visit.others)
        due = taken * game.number(LOC3_3, "minors_per_draw")
        first, *second = drawn(visit.steps, visit.seat)
        assert len(second) == (1 if taken else 0)
        *_, last = [index for index, step in enumerate(visit.steps) if visit.seat in drawers(step)]
        excess = [step.action for step in visit.steps[: last + 1] if trimming(step.before)]
        discarded = sum(isinstance(action, Discard) and isinstance(action.card, Minor) for action in excess)
        left = supply(visit.door) - first - taken + discarded
        assert sum(second) == min(due, left)


@proves(LOC3_4)
@given(dealt(3, full=True), dealt(3, full=True, room=1), st.data())
def test_at_the_harbour_every_draw_is_followed_by_the_hand_limit(full: Door, nearly: Door, data: st.DataObject) -> None:
    """Whoever has more than seven cards discards before the next player is asked, and before the last draw."""
    door = data.draw(st.sampled_from((full, nearly)))
    limit = number(door.state, LOC3_4, "limit")
    yes = [data.draw(st.booleans()) for _ in door.others]
    steps = answered(door, yes)
    for step in steps:
        for seat in drawers(step):
            hand = step.after.players[seat].hand
            if len(hand) > limit:
                assert (asked(step.after), legal(step.after)) == (seat, {Discard(card) for card in hand})
        if not trimming(step.after):
            assert all(len(player.hand) <= limit for player in step.after.players)
    assert all(len(player.hand) <= limit for player in steps[-1].after.players)


@proves(LOC3_5)
@given(dealt(3, room=3))
def test_at_the_harbour_everybody_may_decline(door: Door) -> None:
    """If all do, the visitor has got a single Minor and the others have what they had."""
    steps = [door.enter()]
    for seat in door.others:
        state = steps[-1].after
        assert asked(state) == seat
        assert (PASS in legal(state)) is stated(state, LOC3_5, "optional")
        steps.append(take(state, PASS))
    before, after = door.state, steps[-1].after
    assert after.agenda == ()
    assert len(held_minors(after, door.seat)) - len(held_minors(before, door.seat)) == number(before, LOC3_1, "minors")
    assert [after.players[seat] for seat in door.others] == [before.players[seat] for seat in door.others]


@proves(AMB_27)
@given(dealt(3, full=True), st.data())
def test_at_the_harbour_a_full_hand_may_draw_and_it_counts(door: Door, data: st.DataObject) -> None:
    """Who holds seven cards may take one and discard one, and the visitor draws for that one too."""
    yes = [data.draw(st.booleans()) for _ in door.others]
    steps = answered(door, yes)
    for step in steps[1:]:
        if not trimming(step.before):
            assert (DRAW in legal(step.before)) is stated(door.state, AMB_27, "full_hand_may_draw")
    first, more = number(door.state, LOC3_1, "minors"), number(door.state, LOC3_3, "minors_per_draw")
    due = sum(yes) * number(door.state, LOC3_2, "minors") * more
    fitting(supply(door.state) >= first + 2 * due)
    assert drawn(steps, door.seat) == ([first, due] if any(yes) else [first])
    written_for(door.state, AMB_27, "checked", "per-draw")
    for step in steps:
        assert len(drawers(step)) <= 1
        assert trimming(step.after) or not drawers(step)


@proves(AMB_27)
@given(dealt(3, room=2, scarce=True), st.data())
def test_at_the_harbour_only_cards_really_drawn_count(door: Door, data: st.DataObject) -> None:
    """When the Minors run out, a yes that brought nothing brings nothing to the visitor either."""
    yes = [data.draw(st.booleans()) for _ in door.others]
    left = supply(door.state)
    steps = answered(door, yes)
    one, more = number(door.state, LOC3_1, "minors"), number(door.state, LOC3_3, "minors_per_draw")
    fitting(not any(trimming(step.before) for step in steps))
    first = min(one, left)
    taken = min(sum(yes) * number(door.state, LOC3_2, "minors"), left - first)
    assert sum(sum(drawn(steps, seat)) for seat in door.others) == taken
    wanted = [event.wanted for event in drawings(steps) if event.seat == door.seat]
    assert wanted == ([one, taken * more] if taken else [one])
    assert sum(drawn(steps, door.seat)) == first + min(taken * more, left - first - taken)


# --- 4: the Throne Room -----------------------------------------------------------------------------------------------


@proves(LOC4_1)
@given(dealt(4), dealt(4, scarce=True))
def test_the_throne_room_lets_its_visitor_draw_two_minors(plenty: Door, scarcity: Door) -> None:
    """He draws two, or what there is, and nothing else changes for anybody."""
    for door in (plenty, scarcity):
        before, after = door.state, door.enter().after
        assert door.move.location == number(before, LOC4_1, "location")
        due = min(number(before, LOC4_1, "minors"), supply(before))
        assert len(held_minors(after, door.seat)) - len(held_minors(before, door.seat)) == due
        assert [after.players[seat] for seat in door.others] == [before.players[seat] for seat in door.others]
        assert points(after) == points(before)
        assert after.players[door.seat].hidden == before.players[door.seat].hidden


# --- 5: the Market ----------------------------------------------------------------------------------------------------


@proves(LOC5_1)
@given(visiting(5))
def test_the_market_gives_its_visitor_two_points(game: Game) -> None:
    """The active player gains them, nobody else any, whether he exchanges a card or not."""
    for visit in visits(game, game.number(LOC5_1, "location")):
        assert only_gained(visit, game.number(LOC5_1, "points"))


@proves(LOC5_2)
@given(dealt(5), st.data())
def test_at_the_market_a_minor_buys_two_minors(door: Door, data: st.DataObject) -> None:
    """Any Minor of the hand may be discarded for two from the deck; without a Minor there is nothing to exchange."""
    before, arrival = door.state, door.enter().after
    hand = held_minors(before, door.seat)
    if not hand:
        assert arrival.agenda == ()
        return
    assert {action for action in legal(arrival) if action != PASS} == {Discard(card) for card in hand}
    assert (PASS in legal(arrival)) is stated(before, LOC5_2, "optional")
    card = data.draw(st.sampled_from(hand))
    after = take(arrival, Discard(card)).after
    cost, gain = number(before, LOC5_2, "discard_minors"), number(before, LOC5_2, "minors")
    assert len(held_minors(after, door.seat)) == len(hand) - cost + gain
    assert card not in after.players[door.seat].hand
    assert after.minor_discard[len(before.minor_discard)] == card
    assert len(after.minor_deck) == len(before.minor_deck) - gain


@proves(LOC5_3)
@given(with_drawn_majors(5), st.data())
def test_at_the_market_a_major_buys_a_major(door: Door, data: st.DataObject) -> None:
    """Exactly the Majors he holds may be discarded; he then draws as many Majors and no Minor."""
    before, arrival = door.state, door.enter().after
    held = held_majors(before, door.seat)
    offered = {action.card for action in legal(arrival) if isinstance(action, Discard)}
    assert {card for card in offered if isinstance(card, Major)} == set(held)
    if not held:
        return
    assert (PASS in legal(arrival)) is stated(before, LOC5_3, "optional")
    card = data.draw(st.sampled_from(held))
    after = take(arrival, Discard(card)).after
    cost, gain = number(before, LOC5_3, "discard_majors"), number(before, LOC5_3, "majors")
    assert len(held_majors(after, door.seat)) == len(held) - cost + gain
    assert held_minors(after, door.seat) == held_minors(before, door.seat)
    if before.major_deck:
        assert set(held_majors(after, door.seat)) == {*held, before.major_deck[-1]} - {card}
        assert after.major_discard == (*before.major_discard, card)


@proves(LOC5_4)
@given(with_drawn_majors(5, held=True), st.data())
def test_at_the_market_at_most_one_card_is_exchanged(door: Door, data: st.DataObject) -> None:
    """Minor or Major, one exchange and no other after it; and declining costs nothing."""
    before, arrival = door.state, door.enter().after
    assert (PASS in legal(arrival)) is stated(before, LOC5_4, "optional")
    declined = take(arrival, PASS).after
    assert declined.players == arrival.players
    assert declined.agenda == ()
    hand = before.players[door.seat].hand
    card = data.draw(st.sampled_from(held_minors(before, door.seat) or hand) | st.sampled_from(hand))
    steps = follow(arrival, [Discard(card)])
    while steps[-1].after.agenda:
        state = steps[-1].after
        assert trimming(state)
        steps = (*steps, take(state, arcanum.legal_actions(state)[0]))
    exchanges = [step for step in steps if not trimming(step.before)]
    assert len(exchanges) == number(before, LOC5_4, "exchanges")
    assert len([event for event in drawings(steps) if event.seat == door.seat]) == len(exchanges)


@proves(LOC5_5)
@given(visiting(5))
def test_at_the_market_points_come_before_the_exchange(game: Game) -> None:
    """The player already has his points when he is asked for a card."""
    for visit in visits(game, game.number(LOC5_5, "location")):
        happened = [market_part(event) for event in visit.events]
        order = [part for part in happened if part]
        due = order_of(game)
        assert order == due[: len(order)]
        assert order[0] == due[0]
        if visit.answers:
            gained = points(visit.arrival)[visit.seat] - points(visit.door)[visit.seat]
            assert gained == game.number(LOC5_1, "points")


def order_of(game: Game) -> list[str]:
    """What the Market does, in the order of the index."""
    value = game.expected(LOC5_5, "order")
    assert isinstance(value, tuple)
    return [str(part) for part in value]


def market_part(event: Event) -> str:
    """Which part of the Market an event belongs to; the hand limit and the draw are none."""
    match event:
        case PointsGained():
            return "points"
        case Discarded(clause=clause) if clause in (LOC5_2, LOC5_3):
            return "exchange"
    return ""


@proves(AMB_34)
@given(dealt(5), st.sampled_from(MAJORS))
def test_at_the_market_the_only_major_comes_back(door: Door, card: Major) -> None:
    """With neither deck nor discards the Major is discarded first, shuffled, and drawn again."""
    state = with_majors(door.state, (), hands={door.seat: (card,)})
    arrival = door.at(state).enter().after
    step = take(arrival, Discard(card))
    kinds = {Discarded: "discard", Drew: "draw"}
    happened = [kinds[type(event)] for event in step.events if type(event) in kinds][:2]
    assert happened == words(state, AMB_34, "order")
    assert (held_majors(step.after, door.seat) == (card,)) is stated(state, AMB_34, "same_card")
    assert step.after.major_discard == ()


# --- 6: the Fields ----------------------------------------------------------------------------------------------------


@proves(LOC6_1)
@given(visiting(6))
def test_the_fields_give_points_as_the_printing_says(game: Game) -> None:
    """The active player gains what the printing gives, nobody else any."""
    for visit in visits(game, game.number(LOC6_1, "location")):
        assert only_gained(visit, game.number(LOC6_1, "points"))


def vectors() -> st.SearchStrategy[list[tuple[Suit, int]]]:
    """Some Houses in some order, each to go up or down."""
    return st.permutations(SUITS).flatmap(
        lambda order: st.tuples(*[st.sampled_from((-1, 0, 1))] * len(SUITS)).map(
            lambda changes: [(house, change) for house, change in zip(order, changes, strict=True) if change]
        )
    )


def adjusted(arrival: State, changes: list[tuple[Suit, int]]) -> State:
    """The state after the Houses have been changed one by one, and no more."""
    state = arrival
    for house, change in changes:
        state = take(state, Adjust(house, change)).after
    return take(state, PASS).after if state.agenda else state


@proves(LOC6_2)
@given(doors(6), vectors(), st.tuples(*[st.integers(1, 14)] * 4))
def test_in_the_fields_each_house_may_be_raised_or_lowered(
    door: Door, changes: list[tuple[Suit, int]], prestige: tuple[int, ...]
) -> None:
    """Whatever the player wants for each of the four Houses, it is done, and nothing else."""
    arrival = door.at(with_prestige(door.state, prestige)).enter().after
    assert len(SUITS) == number(arrival, LOC6_2, "houses")
    fitting(min(prestige) >= number(arrival, LOC6_2, "prestige"))
    rise = rises(arrival, adjusted(arrival, changes))
    wanted = dict(changes)
    assert rise == {house: wanted.get(house, 0) * number(arrival, LOC6_2, "prestige") for house in SUITS}


@proves(LOC6_3)
@given(doors(6), vectors(), st.tuples(*[st.integers(4, 14)] * 4))
def test_in_the_fields_no_house_is_changed_twice(
    door: Door, changes: list[tuple[Suit, int]], prestige: tuple[int, ...]
) -> None:
    """A House that went up or down can go neither way again, so it moves by one square at most."""
    written_for(door.state, LOC6_2, "prestige", 1)
    arrival = door.at(with_prestige(door.state, prestige)).enter().after
    state, done = arrival, set[Suit]()
    for house, change in changes:
        state = take(state, Adjust(house, change)).after
        done.add(house)
        for other in done:
            assert refused(state, Adjust(other, 1))
            assert refused(state, Adjust(other, -1))
    limit = number(arrival, LOC6_3, "limit")
    assert all(abs(rise) <= limit for rise in rises(arrival, state).values())


@proves(LOC6_4)
@given(visiting(6))
def test_in_the_fields_nobody_has_to_change_anything(game: Game) -> None:
    """The visitor may stop at any time, even at once; then all Houses stay."""
    for visit in visits(game, game.number(LOC6_4, "location")):
        assert asked(visit.arrival) == visit.seat
        for step in visit.answers:
            assert (PASS in legal(step.before)) is game.expected(LOC6_4, "optional")
        assert take(visit.arrival, PASS).after.prestige == visit.arrival.prestige


@proves(AMB_57)
@given(doors(6), vectors(), st.tuples(*[st.sampled_from((0, 1, 10, 20, 21))] * 4))
def test_in_the_fields_houses_are_changed_one_by_one_in_the_order_of_the_player(
    door: Door, changes: list[tuple[Suit, int]], prestige: tuple[int, ...]
) -> None:
    """A raise at the end of the track pushes the others back at that moment, before the next House is changed."""
    written_for(door.state, LOC6_2, "prestige", 1)
    arrival = door.at(with_prestige(door.state, prestige)).enter().after
    written_for(arrival, AMB_57, "order", "active-player")
    top, bottom = number(arrival, TRACK_2, "highest"), number(arrival, AMB_7, "lowest")
    row = list(arrival.prestige.values())
    for house, change in changes:
        if change > 0 and row[house] == top:
            row = [value if suit is house else max(bottom, value - 1) for suit, value in zip(SUITS, row, strict=True)]
        else:
            row[house] = max(bottom, row[house] + change)
    assert list(adjusted(arrival, changes).prestige.values()) == row


# --- 7: the Treasure Vault --------------------------------------------------------------------------------------------


@proves(LOC7_1)
@given(visiting(7))
def test_the_vault_hides_the_top_minor_of_the_deck(game: Game) -> None:
    """The card lies among the hidden cards of the active player; his hand is what it was."""
    for visit in visits(game, game.number(LOC7_1, "location")):
        before, after = visit.door, visit.after
        hidden = [each.card for each in after.players[visit.seat].hidden]
        known = [each.card for each in before.players[visit.seat].hidden]
        count = min(game.number(LOC7_1, "hide"), supply(before))
        assert game.number(LOC7_1, "minors") == game.number(LOC7_1, "hide")
        assert len(hidden) == len(known) + count
        if len(before.minor_deck) >= count:
            left = len(before.minor_deck) - count
            assert hidden == [*known, *reversed(before.minor_deck[left:])]
            assert after.minor_deck == before.minor_deck[:left]
        assert after.players[visit.seat].hand == before.players[visit.seat].hand


@proves(LOC7_2)
@given(visiting(7))
def test_only_its_owner_sees_what_the_vault_hides(game: Game) -> None:
    """The active player may look at the card; to everybody else it is a card face down."""
    written_for(game.first, LOC7_1, "hide", 1)
    for visit in visits(game, game.number(LOC7_2, "location")):
        if not supply(visit.door):
            continue
        (hidden,) = [event for event in visit.events if isinstance(event, Hid)]
        card = visit.after.players[visit.seat].hidden[-1]
        assert not card.face_up
        assert (hidden.seen_by(visit.seat).card == card.card) is game.expected(LOC7_2, "may_look")
        assert all(hidden.seen_by(other).card is None for other in (*visit.others, None))


@proves(LOC7_3)
@given(visiting(7))
def test_the_vault_asks_nothing(game: Game) -> None:
    """It is not optional and there is no card to choose: with the move all is done."""
    for visit in visits(game, game.number(LOC7_3, "location")):
        assert bool(visit.answers) is game.expected(LOC7_3, "optional")
        assert visit.arrival.agenda == ()
        assert any(isinstance(event, Hid) for event in visit.events) == bool(supply(visit.door))


# --- 8: the Cathedral -------------------------------------------------------------------------------------------------


@proves(LOC8_1)
@given(dealt(8, least=1), st.data())
def test_the_cathedral_hides_a_minor_or_gives_two(door: Door, data: st.DataObject) -> None:
    """Either a Minor of the hand is hidden or two are drawn, never both."""
    before, arrival, seat = door.state, door.enter().after, door.seat
    choosing = take(arrival, HIDE).after
    card = data.draw(st.sampled_from(held_minors(before, seat)))
    hidden = take(choosing, Hide(card)).after
    assert hidden.agenda == ()
    assert hidden.minor_deck == before.minor_deck
    assert len(hidden.players[seat].hidden) == len(before.players[seat].hidden) + number(before, LOC8_1, "hide")
    assert hidden.players[seat].hidden[-1].card == card
    assert held_minors(hidden, seat) == tuple(held for held in held_minors(before, seat) if held != card)
    drew = take(arrival, DRAW).after
    assert len(held_minors(drew, seat)) == len(held_minors(before, seat)) + number(before, LOC8_1, "minors")
    assert trimmed(drew).agenda == ()
    assert drew.players[seat].hidden == before.players[seat].hidden


@proves(LOC8_2)
@given(with_drawn_majors(8, held=True), st.booleans())
def test_the_cathedral_hides_no_major(door: Door, fool: bool) -> None:
    """Only Minors are on offer; a Major is refused, even the Fool."""
    state = door.state
    if fool and MAJORS[0] not in held_majors(state, door.seat):
        state = swapped(state, door.seat, held_majors(state, door.seat)[0], MAJORS[0])
    if not held_minors(state, door.seat):
        return
    choosing = take(door.at(state).enter().after, HIDE).after
    allowed: dict[str, tuple[Card, ...]] = {
        "minor": held_minors(state, door.seat),
        "major": held_majors(state, door.seat),
    }
    due = {Hide(card) for kind in words(state, LOC8_2, "allowed") for card in allowed[kind]}
    assert legal(choosing) == due
    assert all(refused(choosing, Hide(card)) for card in held_majors(state, door.seat))


def swapped(state: State, seat: int, mine: Major, other: Major) -> State:
    """The state with two Majors exchanged, wherever the other one is."""

    def swap(card: Card) -> Card:
        return other if card == mine else mine if card == other else card

    def swap_major(card: Major) -> Major:
        return other if card == mine else mine if card == other else card

    players = tuple(
        attrs.evolve(
            player,
            hand=in_order(map(swap, player.hand)),
            hidden=tuple(attrs.evolve(each, card=swap(each.card)) for each in player.hidden),
        )
        for player in state.players
    )
    return attrs.evolve(
        state,
        players=players,
        major_deck=tuple(map(swap_major, state.major_deck)),
        major_discard=tuple(map(swap_major, state.major_discard)),
    )


@proves(AMB_56)
@given(dealt(8, room=5), st.booleans(), st.sampled_from(MAJORS))
def test_the_cathedral_may_be_declined_and_hides_only_what_there_is(door: Door, with_major: bool, card: Major) -> None:
    """Hiding is on offer to those who hold a Minor, drawing to all; who wants neither keeps everything as it is."""
    state = with_majors(door.state, (), hands={door.seat: (card,)}) if with_major else door.state
    arrival = door.at(state).enter().after
    enough = len(held_minors(state, door.seat)) >= number(state, AMB_56, "least_minors")
    assert (HIDE in legal(arrival)) == enough
    assert DRAW in legal(arrival)
    assert (PASS in legal(arrival)) is stated(state, AMB_56, "optional")
    declined = take(arrival, PASS).after
    assert declined.agenda == ()
    assert declined.players == state.players
    assert declined.minor_deck == state.minor_deck


@proves(AMB_63)
@given(dealt(8, room=4), st.sampled_from((0, 1, 2)), st.booleans())
def test_a_location_does_what_it_can_alone_or_as_an_alternative(door: Door, minors: int, optional: bool) -> None:
    """Who has no Minor to hide gets the points all the same, whether both are written there or chosen there."""
    written_for(door.state, AMB_63, "parts", "as-many-as-possible")
    seat, hide, gain = door.seat, HideFromHand(LOC8_1), GainPoints(2, LOC8_1)
    state = with_hand(door.state, seat, held_minors(door.state, seat)[:minors])
    able = bool(state.players[seat].hand)

    def arriving(*program: Effect[Any, Any]) -> Step:
        rules, locations = state.rules, list(state.rules.locations)
        locations[7] = attrs.evolve(locations[7], effects=program)
        return door.at(attrs.evolve(state, rules=attrs.evolve(rules, locations=tuple(locations)))).enter()

    def got(after: State) -> tuple[int, int]:
        new, old = after.players[seat], state.players[seat]
        return new.vp - old.vp, len(new.hidden) - len(old.hidden)

    def hiding(after: State) -> State:
        return take(after, arcanum.legal_actions(after)[0]).after if after.agenda else after

    assert got(hiding(arriving(hide, gain).after)) == (2, able)
    both = Alternative("both", (hide, gain))
    asking = arriving(Choose((both, Alternative("points", (gain,))), LOC8_1, True)).after
    assert (Option("both") in legal(asking)) is (able or stated(state, AMB_63, "offered") == "any-part")
    assert got(hiding(take(asking, Option("both")).after)) == (2, able)
    nothing = arriving(Choose((Alternative("hide", (hide,)),), LOC8_1, True)).after
    assert (Option("hide") in legal(nothing)) is able


# --- 9: the Ballroom --------------------------------------------------------------------------------------------------


@proves(LOC9_1)
@given(dealt(9), st.data())
def test_in_the_ballroom_a_minor_may_be_hidden(door: Door, data: st.DataObject) -> None:
    """One Minor of the player's choice goes from his hand among his hidden cards, or none does."""
    before, arrival, seat = door.state, door.enter().after, door.seat
    hand = held_minors(before, seat)
    if not hand:
        assert arrival.agenda == ()
        assert arrival.players == before.players
        return
    assert (PASS in legal(arrival)) is stated(before, LOC9_1, "optional")
    assert legal(arrival) - {PASS} == {Hide(card) for card in hand}
    assert take(arrival, PASS).after.players == before.players
    card = data.draw(st.sampled_from(hand))
    after = take(arrival, Hide(card)).after
    assert after.agenda == ()
    assert len(after.players[seat].hidden) - len(before.players[seat].hidden) == number(before, LOC9_1, "hide")
    assert after.players[seat].hidden[-1].card == card
    assert set(held_minors(after, seat)) == set(hand) - {card}
    assert [after.players[other] for other in door.others] == [before.players[other] for other in door.others]


# --- 10: the Castle ---------------------------------------------------------------------------------------------------


@proves(LOC10_1)
@given(visiting(10))
def test_the_castle_costs_every_other_player_a_card(game: Game) -> None:
    """Whoever holds cards has one less afterwards; there is no way out."""
    for visit in visits(game, game.number(LOC10_1, "location")):
        for seat in visit.others:
            before, after = visit.door.players[seat].hand, visit.after.players[seat].hand
            assert len(after) == max(0, len(before) - game.number(LOC10_1, "discard"))
            assert set(after) <= set(before)
        for step in visit.answers:
            assert (PASS in legal(step.before)) is game.expected(LOC10_1, "optional")


@proves(LOC10_2)
@given(visiting(10))
def test_the_castle_leaves_its_visitor_alone(game: Game) -> None:
    """The active player keeps his hand and is not even asked."""
    for visit in visits(game, game.number(LOC10_2, "location")):
        before, after = visit.door.players[visit.seat], visit.after.players[visit.seat]
        assert len(before.hand) - len(after.hand) == game.number(LOC10_2, "active_discard")
        assert after == before
        assert visit.seat not in [step.seat for step in visit.answers]


@proves(LOC10_3)
@given(with_drawn_majors(10), st.data())
def test_at_the_castle_the_victim_chooses_any_card(door: Door, data: st.DataObject) -> None:
    """Minors and Majors alike may be discarded, and each goes to the pile of its kind."""
    state = door.enter().after
    allowed = words(state, LOC10_3, "allowed")
    written_for(state, LOC10_3, "chooser", "victim")
    while state.agenda:
        seat = asked(state)
        kinds: dict[str, tuple[Card, ...]] = {"minor": held_minors(state, seat), "major": held_majors(state, seat)}
        assert seat != door.seat
        assert legal(state) == {Discard(card) for kind in allowed for card in kinds[kind]}
        card = data.draw(st.sampled_from(state.players[seat].hand))
        last = take(state, Discard(card))
        pile: tuple[Card, ...] = last.after.minor_discard if isinstance(card, Minor) else last.after.major_discard
        assert card in pile
        assert card not in last.after.players[seat].hand
        state = last.after


@proves(AMB_39)
@given(dealt(10, room=5, hidden=2), st.data())
def test_at_the_castle_an_empty_hand_loses_nothing(door: Door, data: st.DataObject) -> None:
    """The others are asked clockwise, those without cards are left out, and hidden cards are safe."""
    before = door.state
    written_for(before, AMB_39, "chooser", "victim")
    written_for(before, AMB_39, "direction", "clockwise")
    state, order = door.enter().after, list[int]()
    while state.agenda:
        order.append(asked(state))
        state = take(state, data.draw(st.sampled_from(arcanum.legal_actions(state)))).after
    assert order == [seat for seat in door.others if before.players[seat].hand]
    for seat in door.others:
        assert state.players[seat].hidden == before.players[seat].hidden
        if not before.players[seat].hand:
            assert len(state.players[seat].hand) == number(before, AMB_39, "empty_hand_discard")


# --- all ten ----------------------------------------------------------------------------------------------------------


def effect(step: Step) -> tuple[object, ...]:
    """What a player sees of a location: what it did at once and what it asks of whom."""
    start = next(index for index, event in enumerate(step.events) if isinstance(event, LocationActivated))
    did = [_without_clause(event) for event in step.events[start + 1 :]]
    return (*did, arcanum.to_act(step.after), arcanum.legal_actions(step.after))


def _without_clause(event: Event) -> tuple[str, dict[str, Any]]:
    return type(event).__name__, attrs.asdict(event, filter=lambda field, _: field.name not in ("clause", "audience"))


@proves(LOC1_1, LOC2_1, LOC3_1, LOC4_1, LOC5_1, LOC6_1, LOC7_1, LOC8_1, LOC9_1, LOC10_1)
@given(any_rules("arcanum"), st.sampled_from(LOCATIONS))
def test_every_location_bears_the_name_by_which_the_rules_speak_of_it(ruleset: str, place: int) -> None:
    """The clause of a location begins with its name and number, and so does the list of locations."""
    fitting(under_test() is None)  # a house rule may call its locations as it likes
    rules = tarot_rules(ruleset)
    location, clause = rules.locations[place - 1], rules.game.clauses()[NAMING[place - 1]]
    assert clause.text.startswith(f"{location.name} ({location.number}): ")


@proves(LOC_ALL)
@given(with_drawn_majors(10, held=True))
def test_no_two_locations_do_the_same(door: Door) -> None:
    """From one and the same position each of the ten locations has an effect of its own."""
    effects = []
    figure = door.move.figure
    court = Minor(figure.suit, int(figure.kind))
    printed = [location for location, naming in zip(LOCATIONS, NAMING, strict=True) if not is_replaced(naming)]
    for location in printed:
        state = with_figures(door.state, {figure: location % 10 + 1})
        entered = take(moving_by_court(state, court), Move(figure, location))
        fitting(under_test() is None or not trimming(entered.after))
        effects.append(effect(entered))
    different = [one for index, one in enumerate(effects) if one not in effects[:index]]
    assert len(different) == number(door.state, LOC_ALL, "locations") - (len(LOCATIONS) - len(printed))


def moving_by_court(state: State, card: Minor) -> State:
    """The state in which the pending move is that of a court card, so that any location can be entered."""
    return attrs.evolve(state, agenda=(*state.agenda[:-1], MoveFigure(asked(state), card)))


@proves(LOC_ALL)
@given(games())
def test_a_location_acts_only_when_a_figure_is_moved_into_it(game: Game) -> None:
    """Each time a location acts, a card has moved a figure into it just before; only Houses may rise in between."""
    entered: int | None = None
    for event in game.events:
        if isinstance(event, LocationActivated):
            assert event.location == entered
        if isinstance(event, Moved):
            entered = event.destination
        elif not isinstance(event, PrestigeChanged):
            entered = None
    assert game.of(LocationActivated)
