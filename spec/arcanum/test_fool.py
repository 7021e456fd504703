"""The Fool: a joker on the board, or a card that is hidden and counts for a House of its owner's choice."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Option
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, printing, refused, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import with_figures, with_prestige
from arcanum.spec.tarot.games import Game, Step, hiding_the_fool
from arcanum.tarot import State
from arcanum.tarot.actions import Assign, Hide, Move, Play
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, SUITS, Card, Figure, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_17,
    AMB_19,
    AMB_20,
    AMB_21,
    AMB_25,
    AMB_50,
    HAND_1,
    MAJ_0_1,
    MAJ_0_2,
    MAJ_0_3,
    MAJ_0_4,
    MAJ_0_5,
    MAJ_0_6,
    MAJ_0_7,
    MAJ_0_8,
    MAJ_0_9,
    PLAY_1,
)
from arcanum.tarot.events import BecameActive, Discarded, FoolAssigned, HouseScored, LocationActivated, Revealed
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.houses import ScoreHouses
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.views import View

from . import naive_scoring
from .scenes_kit import arrangements, boards, changed_figures, low_tracks, moves, points, rises, with_board
from .scoring_kit import area_of_a_slow_reader, three_places
from .stage_kit import (
    all_moves,
    blocked,
    eves,
    happening,
    hidden_by,
    location_acts,
    matches,
    minors_held,
    others_of,
    perform,
    stages,
    touched,
)

SUN, WORLD = MAJORS[19], MAJORS[21]


# --- the joker --------------------------------------------------------------------------------------------------------


@proves(MAJ_0_1)
@given(stages(0), arrangements(), st.data())
def test_the_fool_moves_any_figure_to_any_other_location(
    state: State, places: dict[Figure, int], data: st.DataObject
) -> None:
    """On a free board every figure has nine places to go; Tower and Judgement take some away; one figure moves.

    Where the printing permits the move it may be declined; where it orders the move it may not.
    """
    seat = asked(state)
    state = with_figures(state, places)
    optional = stated(state, MAJ_0_1, "optional")
    unhindered = take(state, Play(FOOL)).after
    assert (PASS in arcanum.legal_actions(unhindered)) is optional
    free = moves(unhindered)
    assert len(set(free)) == number(state, MAJ_0_1, "on_board") * number(state, MAJ_0_1, "destinations")
    ask = take(blocked(state, data), Play(FOOL)).after
    if not optional and not all_moves(ask):
        assert FOOL in ask.major_discard
        return
    assert asked(ask) == seat
    offered = moves(ask)
    assert len(offered) == len(set(offered))
    assert set(offered) == all_moves(ask)
    assert (PASS in arcanum.legal_actions(ask)) is optional
    assume(offered)
    move = data.draw(st.sampled_from(offered))
    moved = take(ask, move).after
    assert changed_figures(ask, moved) == {move.figure}
    assert len(changed_figures(ask, moved)) == number(state, MAJ_0_1, "figures")
    assert moved.figures[move.figure] == move.location


@proves(MAJ_0_2)
@given(stages(0, minors=(2, 4)), boards(), st.data())
def test_where_the_fool_takes_a_figure_the_location_works_as_usual(
    state: State, symbols: list[dict[str, int]], data: st.DataObject
) -> None:
    """The House of the figure gains its matches (step c) and the location acts (step d); no House gains a step a."""
    seat = asked(state)
    state = with_board(with_prestige(state, data.draw(low_tracks(state))), symbols)
    ask = take(state, Play(FOOL)).after
    assert ask.prestige == state.prestige
    assert points(ask) == points(state)
    move = data.draw(st.sampled_from(moves(ask)))
    done = take(ask, move)
    steps = words(state, MAJ_0_2, "steps")
    assert ("a" in steps, "c" in steps, "d" in steps) == (False, True, True)
    assert rises(ask, done.after) == {
        house: matches(symbols, move) if house is move.figure.suit else 0 for house in SUITS
    }
    activated = [event for event in done.events if isinstance(event, LocationActivated)]
    assert [(event.seat, event.location) for event in activated] == [(seat, move.location)]
    assert location_acts(ask, done.after, seat, move.location)


@proves(MAJ_0_3)
@given(stages(0, minors=(2, 4)), st.data())
def test_the_fool_is_no_minor(state: State, data: st.DataObject) -> None:
    """Who had to play a Minor before the Fool still has to afterwards, and who had played one has not to again."""
    seat = asked(state)
    scene = perform(state, FOOL, data)
    written_for(state, MAJ_0_3, "replaces_minor", False)
    assert minors_held(scene.after, seat)
    if state.minor_played:
        assert not scene.after.agenda  # his turn is over
        return
    assert asked(scene.after) == seat
    legal = arcanum.legal_actions(scene.after)
    assert legal
    assert {type(action) for action in legal} == {Play}
    assert PLAY_1 in [reason.clause for reason in arcanum.why_not(scene.after, PASS)]


# --- hiding it --------------------------------------------------------------------------------------------------------


@proves(MAJ_0_4)
@given(stages(0, minors=(0, 6)), st.data())
def test_the_fool_is_either_played_as_joker_or_hidden(state: State, data: st.DataObject) -> None:
    """Both are offered; hiding puts it face down in front of its owner and does nothing else, the joker discards it."""
    seat = asked(state)
    choices = {"joker": Play(FOOL), "hide": Hide(FOOL)}
    assert sorted(choices) == sorted(words(state, MAJ_0_4, "choices"))
    assert set(choices.values()) <= set(arcanum.legal_actions(state))
    hidden = take(state, Hide(FOOL)).after
    assert touched(state, hidden) == {f"hand {seat}", f"hidden {seat}", "major_played"}
    assert hidden_by(hidden, seat) == [*hidden_by(state, seat), FOOL]
    assert not hidden.players[seat].hidden[-1].face_up
    assert set(hidden.players[seat].hand) == {*state.players[seat].hand} - {FOOL}
    assert len(state.players[seat].hand) - len(hidden.players[seat].hand) == number(state, MAJ_0_4, "hide")
    if hidden.agenda:
        assert isinstance(hidden.agenda[-1], PlayCard)
    played = perform(state, FOOL, data).after
    assert FOOL in played.major_discard
    assert all(FOOL not in hidden_by(played, each) for each in range(len(state.players)))


@proves(AMB_17)
@given(hiding_the_fool())
def test_the_fool_is_hidden_only_as_the_major_of_its_owners_own_turn(game: Game) -> None:
    """Hiding it is offered exactly to the active player who holds it and has had no Major yet; it is his Major then."""
    written_for(game.first, AMB_17, "phase_a_hide", False)
    written_for(game.first, AMB_17, "counts_as_major", True)
    had_a_major = False
    for step in game.steps:
        deciding = isinstance(step.before.agenda[-1], PlayCard) and step.seat == step.before.active
        may = deciding and FOOL in step.before.players[step.seat].hand and not had_a_major
        assert (Hide(FOOL) in arcanum.legal_actions(step.before)) == may
        if step.action == Hide(FOOL) or (isinstance(step.action, Play) and step.action.card in MAJORS):
            assert not had_a_major
            had_a_major = True
        if any(isinstance(event, BecameActive) for event in step.events):
            had_a_major = False
    assume(any(step.action == Hide(FOOL) for step in game.steps))


@proves(AMB_17)
@given(st.sampled_from(((1, 0), (4, 0), (9, 0), (18, 0), (21, 0), (3, 8), (3, 9))), st.data())
def test_cards_and_locations_that_hide_minors_do_not_hide_the_fool(
    source: tuple[int, int], data: st.DataObject
) -> None:
    """Magician, Emperor, Hermit, Moon, World, Cathedral and Ballroom ask for a Minor: the Fool is refused."""
    card, location = source
    state = data.draw(stages(card, 0, minors=(2, 4)))
    seat = asked(state)
    fitting(len(state.players[seat].hand) <= number(state, HAND_1, "limit"))
    wanted = {Option("hide"), *(Move(figure, location) for figure in FIGURES)}
    scene = perform(state, MAJORS[card], data, prefer=lambda action: action in wanted)
    hides = [step for step in scene.steps if isinstance(step.before.agenda[-1], HideTogether) and step.seat == seat]
    assert hides
    assert all(refused(step.before, Hide(FOOL)) for step in hides)
    assert FOOL in scene.after.players[seat].hand


# --- the Fool in scoring ----------------------------------------------------------------------------------------------


def owner_of(state: State) -> Seat:
    """Who has hidden the Fool."""
    (owner,) = [seat for seat in range(len(state.players)) if FOOL in hidden_by(state, seat)]
    return owner


def assign(state: State, house: Suit) -> tuple[Step, ...]:
    """Score the Houses; the owner of the Fool waits for a House and assigns the Fool to it."""
    steps = [happening(state, ScoreHouses())]
    while Assign(house) not in arcanum.legal_actions(steps[-1].after):
        steps.append(take(steps[-1].after, PASS))
    steps.append(take(steps[-1].after, Assign(house)))
    return tuple(steps)


def events_of(steps: Sequence[Step]) -> list[Event]:
    """The events of some decisions."""
    return [event for step in steps for event in step.events]


def houses_scored(steps: Sequence[Step]) -> dict[Suit, HouseScored]:
    """The Houses as they were evaluated."""
    return {event.house: event for event in events_of(steps) if isinstance(event, HouseScored)}


def ranks_of(state: State, seat: Seat, house: Suit) -> list[int]:
    """The ranks of the Minors of a suit that a seat has hidden."""
    return [card.rank for card in hidden_by(state, seat) if isinstance(card, Minor) and card.suit is house]


def gained(steps: Sequence[Step]) -> list[int]:
    """What each seat has gained in a scoring."""
    return [new - old for old, new in zip(points(steps[0].before), points(steps[-1].after), strict=True)]


def gains_of_a_second_scorer(state: State, fool: Suit) -> list[int]:
    """What the naive scorer pays if the Fool is a card of that suit with the stated value."""
    value = number(state, MAJ_0_7, "value")
    hidden = [
        [
            (card.suit.name, card.rank) if isinstance(card, Minor) else (fool.name, value)
            for card in hidden_by(state, seat)
        ]
        for seat in range(len(state.players))
    ]
    prestige = {house.name: square for house, square in state.prestige.items()}
    return naive_scoring.totals(prestige, hidden, area_of_a_slow_reader(state))


@proves(MAJ_0_5)
@given(eves(), st.sampled_from(SUITS))
def test_its_owner_assigns_the_fool_to_any_one_suit(state: State, house: Suit) -> None:
    """He alone is asked, each of the four suits can be had, and after one is named he is asked no more."""
    assert number(state, MAJ_0_5, "suits") == len(SUITS)
    owner = owner_of(state)
    steps = assign(state, house)
    assert all(asked(step.before) == owner for step in steps[1:])
    assigned = [(event.seat, event.house) for event in events_of(steps) if isinstance(event, FoolAssigned)]
    assert assigned == [(owner, house)] * number(state, MAJ_0_5, "assigned_suits")
    assert set(houses_scored(steps)) == set(SUITS)
    assert not steps[-1].after.agenda


@proves(MAJ_0_6)
@given(eves(), st.sampled_from(SUITS))
def test_the_fool_is_one_more_card_of_its_suit(state: State, house: Suit) -> None:
    """Its owner shows one card more than his Minors for that House, and for the other Houses just his Minors."""
    owner = owner_of(state)
    for scored, event in houses_scored(assign(state, house)).items():
        shown = {standing.seat: standing.cards for standing in event.standings}
        for seat in range(len(state.players)):
            extra = number(state, MAJ_0_6, "cards") if seat == owner and scored is house else 0
            assert shown.get(seat, 0) == len(ranks_of(state, seat, scored)) + extra


@proves(MAJ_0_7, AMB_50)
@given(eves(), st.sampled_from(SUITS))
def test_the_fool_adds_nothing_to_the_value_that_breaks_ties(state: State, house: Suit) -> None:
    """Among equal numbers of cards the sum of the Minors of that suit decides, and points are paid accordingly."""
    assert number(state, AMB_50, "fool") == number(state, MAJ_0_7, "value")
    written_for(state, AMB_50, "tie_break", "sum")
    steps = assign(state, house)
    for scored, event in houses_scored(steps).items():
        for standing in event.standings:
            assert standing.value == sum(ranks_of(state, standing.seat, scored))
    assert gained(steps) == gains_of_a_second_scorer(state, house)


@proves(AMB_19)
@given(eves(), st.data())
def test_the_fool_alone_can_score_for_a_house(state: State, data: st.DataObject) -> None:
    """Where its owner has no other card of a suit it is one card of value 0, and wins what nobody else has."""
    three_places(printing(state))
    owner = owner_of(state)
    house = data.draw(st.sampled_from([house for house in SUITS if not ranks_of(state, owner, house)]))
    standings = houses_scored(assign(state, house))[house].standings
    (own,) = [standing for standing in standings if standing.seat == owner]
    assert (own.cards, own.value) == (number(state, AMB_19, "cards"), number(state, AMB_19, "value"))
    ahead = sum(bool(ranks_of(state, other, house)) for other in others_of(state, owner))
    assert standings[ahead] == own
    assert (own.points > 0) is (ahead < 3)


@proves(MAJ_0_8)
@given(eves(), st.sampled_from(SUITS))
def test_the_owner_of_the_fool_sees_the_others_cards_before_he_chooses(state: State, house: Suit) -> None:
    """When he is asked he sees all that the others hid, in the English text all of the suits evaluated so far."""
    owner = owner_of(state)
    assert seen_by(state, owner) == set()
    by_suit = stated(state, MAJ_0_8, "assigned") == "suit-by-suit"
    reached: set[Suit] = set()
    for step in assign(state, house)[1:]:
        reached |= {action.house for action in arcanum.legal_actions(step.before) if isinstance(action, Assign)}
        others = [card for other in others_of(state, owner) for card in hidden_by(state, other)]
        open_cards = {card for card in others if not by_suit or (isinstance(card, Minor) and card.suit in reached)}
        assert seen_by(step.before, owner) == open_cards


def seen_by(state: State, seat: Seat) -> set[Card]:
    """The hidden cards of the others whose faces a seat sees."""
    view = arcanum.observe(state, seat)
    assert isinstance(view, View)
    others = [view.players[other] for other in others_of(state, seat)]
    return {each.card for player in others for each in player.hidden if each.card is not None}


@proves(AMB_21)
@given(eves(), st.sampled_from(SUITS))
def test_the_moment_of_the_choice(state: State, house: Suit) -> None:
    """All cards are revealed and no House is paid yet; or suit by suit in the English text. It must be assigned."""
    written_for(state, AMB_21, "optional", False)
    by_suit = stated(state, AMB_21, "assigned") == "suit-by-suit"
    steps = assign(state, house)
    for count, step in enumerate(steps[1:]):
        past = events_of(steps[: count + 1])
        paid = [event.house for event in past if isinstance(event, HouseScored)]
        shown = {card for event in past if isinstance(event, Revealed) for card in event.cards}
        legal = arcanum.legal_actions(step.before)
        if by_suit:
            (here,) = {action.house for action in legal if isinstance(action, Assign)}
            assert len(paid) == count
            assert all(state.prestige[earlier] >= state.prestige[here] for earlier in paid)
            assert shown == {
                card for card in all_hidden(state) if isinstance(card, Minor) and card.suit in (*paid, here)
            }
            assert (PASS in legal) == (count < len(SUITS) - 1)
        else:
            assert set(legal) == set(map(Assign, SUITS))
            assert refused(step.before, PASS)
            assert paid == []
            assert points(step.before) == points(state)
            assert shown == set(all_hidden(state))
    if by_suit:
        last = steps[0].after
        for _ in SUITS[1:]:
            last = take(last, PASS).after
        assert refused(last, PASS)


def all_hidden(state: State) -> list[Card]:
    """The hidden cards of everybody."""
    return [card for seat in range(len(state.players)) for card in hidden_by(state, seat)]


@proves(MAJ_0_9)
@given(eves(), st.sampled_from(SUITS))
def test_after_a_regular_scoring_the_fool_is_discarded_with_the_other_hidden_cards(state: State, house: Suit) -> None:
    """It goes to the pile of the Majors, and nothing stays hidden."""
    written_for(state, MAJ_0_9, "pile", "major")
    owner = owner_of(state)
    steps = assign(state, house)
    after = steps[-1].after
    assert after.major_discard == (*state.major_discard, FOOL)
    assert all(isinstance(card, Minor) for card in after.minor_discard)
    assert all_hidden(after) == []
    assert [event.seat for event in events_of(steps) if isinstance(event, Discarded) and event.card == FOOL] == [owner]


@proves(AMB_20)
@given(eves(21), st.sampled_from(SUITS), st.data())
def test_after_the_world_the_fool_is_assigned_anew(state: State, house: Suit, data: st.DataObject) -> None:
    """The World leaves it hidden; in the next scoring any House can be named again, and only that one counts."""
    written_for(state, AMB_20, "assigned", "anew")
    owner = owner_of(state)
    scene = perform(state, WORLD, data)
    assert len(scene.of(FoolAssigned)) == 1
    assert owner_of(scene.after) == owner
    steps = assign(scene.after, house)
    assert [event.house for event in events_of(steps) if isinstance(event, FoolAssigned)] == [house]
    assert gained(steps) == gains_of_a_second_scorer(scene.after, house)


@proves(AMB_25)
@given(eves(19, of_another=True), st.sampled_from(SUITS), st.data())
def test_a_fool_that_the_sun_reveals_is_not_assigned_by_that(state: State, house: Suit, data: st.DataObject) -> None:
    """It lies face up and counts for nothing yet; in scoring its owner still names any House."""
    owner = owner_of(state)
    scene = perform(state, SUN, data)
    (fool,) = [each for each in scene.after.players[owner].hidden if each.card == FOOL]
    assert fool.face_up is stated(state, AMB_25, "face_up")
    assert bool(scene.of(FoolAssigned)) is stated(state, AMB_25, "assigned")
    assert not any(isinstance(step.action, Assign) for step in scene.steps)
    steps = assign(scene.after, house)
    assert asked(steps[0].after) == owner
    assert [event.house for event in events_of(steps) if isinstance(event, FoolAssigned)] == [house]
    assert gained(steps) == gains_of_a_second_scorer(scene.after, house)
