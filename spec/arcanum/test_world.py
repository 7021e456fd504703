"""The World: a scoring out of turn, for less, after which everything lies as it lay before.

A last part is about the way in which hidden cards are revealed when the Fool is among them, in regular scorings and in
those of the World.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import any_answer, asked, number, printing, refused, stated, written_for
from arcanum.spec.games import step as take
from arcanum.spec.subject import rests_on, under_test
from arcanum.spec.tarot.arrange import with_prestige
from arcanum.spec.tarot.games import Game, Step, games, playing
from arcanum.tarot import State
from arcanum.tarot.actions import Assign, Hide, Play
from arcanum.tarot.cards import FOOL, MAJORS, Card, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_12,
    AMB_20,
    AMB_23,
    AMB_47,
    AMB_49,
    END_1,
    SCORE_4,
    SCORE_5,
    SCORE_6,
    SCORE_7,
    SCORE_8,
    SCORE_12,
    SCORE_14,
    WORLD_1,
    WORLD_2,
    WORLD_3,
    WORLD_4,
    WORLD_5,
    WORLD_6,
    WORLD_7,
    WORLD_8,
    WORLD_9,
    WORLD_10,
    WORLD_11,
    WORLD_12,
    WORLD_13,
    WORLD_14,
)
from arcanum.tarot.events import (
    Discarded,
    Hid,
    HouseScored,
    Phase,
    PhaseBegan,
    Played,
    PointsGained,
    PrestigeChanged,
    Revealed,
    SpecialScoring,
    Standing,
)
from arcanum.tarot.hiding import HideTogether

from . import naive_scoring
from .course_kit import close_turn
from .late_majors_kit import (
    Pile,
    blockades,
    carried_out,
    changes,
    face_up,
    gains,
    holding,
    open_cards,
    piles,
    seats,
    some_figures,
    with_exiles,
    with_piles,
    with_tower,
)
from .scenes_kit import held_minors
from .scoring_kit import (
    APART,
    CLOSE,
    HOUSES,
    PRESTIGE,
    SUITS,
    all_suits,
    area_of_a_slow_reader,
    by_count,
    numbers,
    rank_in,
    scoring_table,
    scoring_turns,
    three_places,
    ties,
)
from .table_kit import only_the_world_scores

WORLD = MAJORS[21]

# --- arranging --------------------------------------------------------------------------------------------------------

WORLDS = holding(21)
"""Moments in which somebody may play the World."""


def arranged(state: State, prestige: Mapping[Suit, int], held: Mapping[Seat, Sequence[Card]]) -> State:
    """The state with this prestige and these hidden cards, all face down."""
    hidden: list[Pile] = [[(card, False) for card in held.get(seat, ())] for seat in range(len(state.players))]
    return with_prestige(with_piles(state, hidden), [prestige[suit] for suit in SUITS])


def scored(state: State) -> Step:
    """The World is played and its player hides nothing; if somebody hid the Fool, he is asked next."""
    step = take(state, Play(WORLD))
    if not any(isinstance(task, HideTogether) for task in step.after.agenda[-1:]):
        return step
    passed = take(step.after, PASS)
    return Step(state, step.action, passed.after, step.events + passed.events)


def scored_regularly(state: State) -> tuple[State, tuple[Event, ...]]:
    """The same position, scored because a scoring turn ends; the game goes on with the next turn's draw."""
    long = attrs.evolve(state.options, length="long")
    turns = scoring_turns(printing(state), len(state.players), "long")
    state = attrs.evolve(state, options=attrs.evolve(long, scoring_turns=turns), active=None)
    return close_turn(state, turns[0])


def houses(events: Sequence[Event]) -> list[HouseScored]:
    """The Houses as they were evaluated."""
    return [event for event in events if isinstance(event, HouseScored)]


@st.composite
def worlds(draw: st.DrawFn) -> State:
    """Somebody may play the World; any prestige, and any hidden cards, some face up, perhaps with the Fool."""
    state = draw(WORLDS)
    state = with_piles(state, draw(piles(len(state.players))))
    return with_prestige(state, [draw(PRESTIGE | CLOSE)[suit] for suit in SUITS])


# --- hide, then score at once -----------------------------------------------------------------------------------------


@proves(WORLD_1)
@given(worlds(), st.data())
def test_the_world_lets_its_player_hide_one_minor_before_it_scores(state: State, data: st.DataObject) -> None:
    """Or none; any Minor of his hand will do, and the card already counts. Nobody else hides anything."""
    seat = asked(state)
    scene = carried_out(state, WORLD, data)
    assert number(state, WORLD_1, "card") == scene.card.number
    written_for(state, WORLD_1, "optional", True)
    hidden = [event.card for event in scene.of(Hid, WORLD_1)]
    assert len(scene.of(Hid)) == len(hidden) <= number(state, WORLD_1, "hide")
    for step in scene.answers[:1]:
        if any(isinstance(action, Hide) for action in arcanum.legal_actions(step.before)):
            minors = held_minors(step.before, seat)
            assert set(arcanum.legal_actions(step.before)) == {*map(Hide, minors), PASS}
    order = [type(event) for event in scene.events if isinstance(event, Hid | SpecialScoring | HouseScored)]
    assert order == [Hid] * len(hidden) + [SpecialScoring] + [HouseScored] * len(SUITS)
    for house in houses(scene.events):
        own = [each for each in scene.after.players[seat].hidden if suit_of(each.card) is house.house]
        shown = {each.seat: each.cards for each in house.standings}
        assert shown.get(seat, 0) - len(own) in (0, 1)  # the Fool may be one more


def suit_of(card: Card) -> Suit | None:
    """The suit of a Minor."""
    return card.suit if isinstance(card, Minor) else None


@proves(WORLD_1)
@given(worlds())
def test_before_the_world_scores_no_major_and_no_last_minor_is_hidden(state: State) -> None:
    """The Fool neither; and who has still to play a Minor keeps his last one."""
    seat = asked(state)
    asking = take(state, Play(WORLD)).after
    assume(asking.players[seat].hand)
    offered = [action for action in arcanum.legal_actions(asking) if isinstance(action, Hide)]
    duty = not state.minor_played and stated(state, AMB_12, "last_minor") == "kept-if-possible"
    assert len(offered) == (0 if duty and len(held_minors(state, seat)) == 1 else len(held_minors(state, seat)))
    assert refused(asking, Hide(FOOL))


@proves(WORLD_2)
@given(playing(21))
def test_when_the_world_is_played_the_houses_are_scored_at_once(game: Game) -> None:
    """In whatever turn, all four, before any other card is played; the regular scorings take place all the same."""
    only_the_world_scores(game.first)
    rests_on(END_1)
    played = game.majors_played(game.number(WORLD_2, "card"))
    assume(played)
    for each in played:
        assert len(each.of(SpecialScoring, WORLD_2)) == 1
        assert {event.house for event in each.of(HouseScored)} == set(SUITS)
        assert [event.card for event in each.of(Played)] == [WORLD]
    regular = [event for event in game.of(PhaseBegan) if event.phase is Phase.SCORING]
    assert len(regular) == len(scoring_turns(game.printing, game.players, game.length))
    assert len(game.of(SpecialScoring)) == len(played)


@proves(WORLD_3)
@given(worlds(), st.data())
def test_the_world_moves_no_token_and_touches_nothing_but_points(state: State, data: st.DataObject) -> None:
    """Prestige is what it was, no figure moves, and hands stay as they are."""
    written_for(state, WORLD_3, "reset", False)
    scene = carried_out(state, WORLD, data)
    assert scene.after.prestige == state.prestige
    assert not scene.of(PrestigeChanged)
    points = {f"vp {seat}" for seat in range(len(state.players))}
    assert changes(state, scene.after) <= points | {f"hand {scene.seat}", f"hidden {scene.seat}"}
    assert scene.after.major_discard == (*state.major_discard, WORLD)


@proves(AMB_47)
@given(worlds(), some_figures(1, 3), blockades(), st.data())
def test_the_world_leaves_the_tower_and_absent_figures_where_they_are(
    state: State, gone: list[int], blocked: tuple[int, ...], data: st.DataObject
) -> None:
    """They go on as if there had been no scoring."""
    written_for(state, AMB_47, "persist", True)
    figures = [figure for figure in state.figures if figure in gone]
    state = with_exiles(state, {data.draw(seats(state)): figures})
    state = with_tower(state, blocked, data.draw(seats(state)))
    after = carried_out(state, WORLD, data).after
    assert (after.tower, after.tower_owner, after.exiles) == (state.tower, state.tower_owner, state.exiles)
    assert after.figures == state.figures


# --- what it pays -----------------------------------------------------------------------------------------------------


@proves(WORLD_4, WORLD_6)
@given(WORLDS, PRESTIGE, HOUSES, st.data())
def test_the_world_pays_each_place_like_the_next_one(
    state: State, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """Domination like influence, influence like presence, and a presence nothing at all."""
    order, held = data.draw(by_count(house, range(len(state.players))))
    state = arranged(state, prestige, held)
    gained = gains(state, scored(state).after)
    row = scoring_table(printing(state))[rank_in(prestige, house) - 1]
    shift = number(state, WORLD_4, "shift")
    for place, seat in enumerate(order[:2]):
        assert gained[seat] == (*row, *[0] * shift)[place + shift]
        assert gained[seat] > 0 or under_test() is not None
    assert gained[order[2]] == number(state, WORLD_6, "points")
    assert sum(gained) == gained[order[0]] + gained[order[1]]


@proves(WORLD_5)
@given(WORLDS, PRESTIGE, HOUSES, st.data())
def test_the_world_pays_half_of_what_first_and_second_place_get_otherwise(
    state: State, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """Rounded down: the same cards, scored regularly, bring twice as much or one more."""
    written_for(state, WORLD_5, "rounding", "down")
    order, held = data.draw(by_count(house, range(len(state.players))))
    state = arranged(state, prestige, held)
    special = gains(state, scored(state).after)
    regular = gains(state, scored_regularly(state)[0])
    divisor = number(state, WORLD_5, "divisor")
    for seat in order[:2]:
        assert divisor * special[seat] <= regular[seat] < divisor * (special[seat] + 1)


def check_row(state: State, prestige: dict[Suit, int], clause: ClauseId, data: st.DataObject) -> None:
    """The House of the rank that a clause is about pays the row that it states."""
    three_places(printing(state))
    rank = number(state, clause, "rank")
    house = sorted(SUITS, key=lambda suit: prestige[suit], reverse=True)[rank - 1]
    order, held = data.draw(by_count(house, range(len(state.players))))
    state = arranged(state, prestige, held)
    done = scored(state)
    gained = gains(state, done.after)
    assert tuple(gained[seat] for seat in order[:3]) == numbers(clause, "row", printing(state))
    assert {event.house: event.rank for event in houses(done.events)}[house] == rank


@proves(WORLD_7)
@given(WORLDS, APART, st.data())
def test_under_the_world_the_top_house_pays_eight_and_four(
    state: State, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """And nothing to the third."""
    check_row(state, prestige, WORLD_7, data)


@proves(WORLD_8)
@given(WORLDS, APART, st.data())
def test_under_the_world_the_second_house_pays_six_and_three(
    state: State, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """And nothing to the third."""
    check_row(state, prestige, WORLD_8, data)


@proves(WORLD_9)
@given(WORLDS, APART, st.data())
def test_under_the_world_the_third_house_pays_five_and_two(
    state: State, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """And nothing to the third."""
    check_row(state, prestige, WORLD_9, data)


@proves(WORLD_10)
@given(WORLDS, APART, st.data())
def test_under_the_world_the_last_house_pays_four_and_two(
    state: State, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """And nothing to the third."""
    check_row(state, prestige, WORLD_10, data)


@proves(WORLD_14)
@given(WORLDS, PRESTIGE | CLOSE, st.data())
def test_the_world_ranks_houses_and_players_like_any_scoring(
    state: State, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """The same Houses in the same order with the same ranks, the same players in the same places."""
    state = arranged(state, prestige, data.draw(all_suits(range(len(state.players)))))
    special, (_, events) = houses(scored(state).events), scored_regularly(state)
    for mine, usual in zip(special, houses(events), strict=True):
        assert (mine.house, mine.rank) == (usual.house, usual.rank)
        places = [[(each.seat, each.cards, each.value) for each in told.standings] for told in (mine, usual)]
        assert places[0] == places[1]


@proves(AMB_49)
@given(WORLDS, PRESTIGE, HOUSES, st.data())
def test_under_the_world_tied_players_share_the_lower_values(
    state: State, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """They pool what their places pay, the third place nothing, and divide it, rounded down."""
    written_for(state, SCORE_12, "tie_break", "sum")
    written_for(state, AMB_49, "split", "pool")
    written_for(state, AMB_49, "rounding", "down")
    written_for(state, WORLD_4, "shift", 1)
    tie = data.draw(ties(house, range(len(state.players))))
    state = arranged(state, prestige, tie.held)
    gained = gains(state, scored(state).after)
    row = scoring_table(printing(state))[rank_in(prestige, house) - 1]
    values = [row[1], row[2], number(state, AMB_49, "third"), *[0] * len(state.players)]
    for seat in tie.better:
        assert gained[seat] == values.pop(0)
    pool = sum(values.pop(0) for _ in tie.tied)
    assert {gained[seat] for seat in tie.tied} == {pool // len(tie.tied)}
    for seat in tie.worse:
        assert gained[seat] == values.pop(0)


@proves(WORLD_4, WORLD_14, AMB_49)
@given(worlds(), st.data())
def test_any_position_is_scored_by_the_world_as_a_slow_reading_of_the_rulebook_does(
    state: State, data: st.DataObject
) -> None:
    """House by House, with the Fool where its owner put it."""
    scene = carried_out(state, WORLD, data)
    hidden = [
        [(card.suit.name, card.rank) for each in player.hidden if isinstance(card := each.card, Minor)]
        for player in scene.after.players
    ]
    for step in scene.answers:
        if isinstance(step.action, Assign):
            hidden = naive_scoring.lay_fool(hidden, asked(step.before), step.action.house.name)
    area = area_of_a_slow_reader(state, special=True)
    paid = naive_scoring.score({suit.name: state.prestige[suit] for suit in SUITS}, hidden, area)
    for event in houses(scene.events):
        points = {each.seat: each.points for each in event.standings}
        assert [points.get(seat, 0) for seat in range(len(state.players))] == paid[event.house.name]
    assert gains(state, scene.after) == [sum(column) for column in zip(*paid.values(), strict=True)]
    assert {event.clause for event in scene.of(PointsGained)} <= {WORLD_4}


# --- afterwards -------------------------------------------------------------------------------------------------------


@proves(WORLD_11)
@given(worlds(), st.data())
def test_the_world_reveals_hidden_cards_and_discards_none(state: State, data: st.DataObject) -> None:
    """Everybody has the hidden cards he had, and all have been seen."""
    written_for(state, WORLD_11, "discarded", False)
    scene = carried_out(state, WORLD, data)
    late = [event.card for event in scene.of(Hid)]
    for seat, (old, new) in enumerate(zip(state.players, scene.after.players, strict=True)):
        kept = [each.card for each in new.hidden]
        assert kept == [each.card for each in old.hidden] + (late if seat == scene.seat else [])
        shown = {card for event in scene.of(Revealed) if event.seat == seat for card in event.cards}
        assert set(kept) - shown <= {FOOL}  # which shows itself when it is assigned
    assert [event.card for event in scene.of(Discarded)] == [WORLD]


@proves(WORLD_12, AMB_23)
@given(worlds(), st.data())
def test_after_the_world_cards_lie_as_they_lay_before(state: State, data: st.DataObject) -> None:
    """What was face down is face down again and out of sight; what the Sun had turned up stays face up."""
    written_for(state, WORLD_12, "face_up", False)
    written_for(state, AMB_23, "turned_down", False)
    scene = carried_out(state, WORLD, data)
    for seat in range(len(state.players)):
        assert face_up(scene.after, seat) == face_up(state, seat)
        for viewer in (*range(len(state.players)), None):
            if viewer != seat:
                assert open_cards(scene.after, viewer, seat) == set(face_up(state, seat))


@proves(WORLD_13, AMB_20)
@given(WORLDS, PRESTIGE | CLOSE, st.booleans(), st.data())
def test_what_the_world_scored_counts_again_in_the_next_scoring(
    state: State, prestige: dict[Suit, int], fool: bool, data: st.DataObject
) -> None:
    """The regular scoring pays as if the World had never been played; a Fool may go to another House."""
    written_for(state, WORLD_13, "counted_again", True)
    written_for(state, AMB_20, "assigned", "anew")
    held: dict[Seat, tuple[Card, ...]] = {**data.draw(all_suits(range(len(state.players))))}
    owner, first, second = data.draw(seats(state)), data.draw(HOUSES), data.draw(HOUSES)
    if fool:
        held[owner] = (*held[owner], FOOL)
    state = arranged(state, prestige, held)
    world = with_fool_at(scored(state).after, first)
    again = with_fool_at(scored_regularly(world)[0], second)
    without = with_fool_at(scored_regularly(state)[0], second)
    assert gains(world, again) == gains(state, without)
    assert all(player.hidden == () for player in again.players)
    assert set(again.prestige.values()) == {0}


def with_fool_at(state: State, house: Suit) -> State:
    """The state after the owner of a hidden Fool, if there is one, has assigned it to this House."""
    choice = Assign(house)
    for _ in SUITS:
        if choice in arcanum.legal_actions(state):
            return take(state, choice).after
        if not any(isinstance(action, Assign) for action in arcanum.legal_actions(state)):
            return state
        state = take(state, PASS).after
    raise AssertionError(f"the Fool cannot be assigned to {house}")


# --- revealing while the Fool is hidden -------------------------------------------------------------------------------


def on_the_table(state: State) -> set[Card]:
    """The hidden cards that a spectator sees."""
    return {card for seat in range(len(state.players)) for card in open_cards(state, None, seat)}


@proves(SCORE_5)
@given(WORLDS, PRESTIGE | CLOSE, st.booleans(), st.data())
def test_with_the_fool_hidden_cards_are_revealed_all_at_once_or_house_by_house(
    state: State, prestige: dict[Suit, int], special: bool, data: st.DataObject
) -> None:
    """When its owner is asked he has seen everything, or in English just the Houses evaluated so far and the next."""
    held: dict[Seat, tuple[Card, ...]] = {**data.draw(all_suits(range(len(state.players))))}
    owner = data.draw(seats(state))
    held[owner] = (*held[owner], FOOL)
    state = arranged(state, prestige, held)
    minors = {card for cards in held.values() for card in cards if isinstance(card, Minor)}
    start = scored(state) if special else None
    table, events = (start.after, start.events) if start else scored_regularly(state)
    told = [*events]
    for asked_before in range(len(SUITS)):
        assert asked(table) == owner
        if stated(state, SCORE_5, "reveal") == "all":
            assert on_the_table(table) == minors | {FOOL}
            assert asked_before == 0
        else:
            evaluated = [event.house for event in houses(told)]
            assert len(evaluated) == asked_before
            (coming,) = [action.house for action in arcanum.legal_actions(table) if isinstance(action, Assign)]
            assert on_the_table(table) - {FOOL} == {card for card in minors if card.suit in (*evaluated, coming)}
        step = any_answer(table, data)
        table, told = step.after, [*told, *step.events]
        if isinstance(step.action, Assign):
            break
    shown = [card for event in told if isinstance(event, Revealed) for card in event.cards]
    assert len(minors - set(shown)) == number(state, SCORE_5, "withheld")
    assert len(set(shown)) == len(shown)
    for event in told:
        if isinstance(event, Revealed):
            assert set(event.cards) <= set(held[event.seat])
    assert len(houses(told)) == len(SUITS)


@proves(SCORE_4, SCORE_6, SCORE_7, SCORE_8, SCORE_14, WORLD_4)
@given(playing(21) | games())
def test_the_points_of_a_house_name_the_clause_that_pays_them(game: Game) -> None:
    """A regular scoring says for which place, or that players are equal; whatever the World pays names the World."""
    for step in game.steps:
        special, standings = True, tuple[Standing, ...]()
        for event in step.events:
            if isinstance(event, PhaseBegan):
                special = event.phase is not Phase.SCORING
            elif isinstance(event, HouseScored):
                special = special and step.before.phase is not Phase.SCORING
                standings = event.standings
                assert event.clause == (WORLD_4 if special else SCORE_4)
            elif isinstance(event, PointsGained) and standings:
                (own,) = (each for each in standings if each.seat == event.seat)
                assert event.clause == (WORLD_4 if special else pays(own, standings))
            else:
                standings = ()


def pays(standing: Standing, standings: Sequence[Standing]) -> ClauseId:
    """Which clause pays a player for a House: a tie, or that for the first, the second or the third."""
    equal = [each for each in standings if (each.cards, each.value) == (standing.cards, standing.value)]
    return SCORE_14 if len(equal) > 1 else (SCORE_6, SCORE_7, SCORE_8)[min(standings.index(standing), 2)]
