"""The Majors VIII to XII: Strength, Hermit, Wheel, Justice, Hanged Man."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, refused, stated, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import with_points
from arcanum.spec.tarot.games import Game, games, playing
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Discard, Give, Hide, Play
from arcanum.tarot.cards import MAJORS, SUITS, Card, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_28,
    AMB_36,
    AMB_38,
    HAND_1,
    MAJ_8_1,
    MAJ_8_2,
    MAJ_9_1,
    MAJ_9_2,
    MAJ_10_1,
    MAJ_10_2,
    MAJ_10_3,
    MAJ_11_1,
    MAJ_11_2,
    MAJ_12_1,
    MAJ_12_2,
    MAJ_12_3,
    TRACK_6,
)
from arcanum.tarot.events import Drew, Gave, PointsLost

from .scenes_kit import points
from .solo_kit import (
    Solo,
    anything,
    gains,
    others,
    perform,
    raised,
    spare_minors,
    tables,
    touched,
    wishes,
    wishing,
    with_supply,
)

STRENGTH, HERMIT, WHEEL, JUSTICE, HANGED_MAN = 8, 9, 10, 11, 12


# --- VIII Strength ----------------------------------------------------------------------------------------------------


@proves(MAJ_8_1)
@given(tables(STRENGTH), st.data())
def test_strength_gives_points_to_whoever_plays_it(state: State, data: st.DataObject) -> None:
    """Strength is worth 2 points to its player, whatever House he raises, and nothing to anybody else."""
    solo = perform(state, STRENGTH, anything(data))
    assert gains(solo.before, solo.after) == {solo.seat: number(state, MAJ_8_1, "points")}


@proves(MAJ_8_2)
@given(tables(STRENGTH), st.sampled_from(SUITS))
def test_strength_raises_a_house_that_its_player_picks(state: State, house: Suit) -> None:
    """Strength lifts any one House by 3, as far as the track goes, and touches no card and no figure."""
    waiting = take(state, Play(MAJORS[STRENGTH])).after
    assert set(arcanum.legal_actions(waiting)) == {Adjust(each, 1) for each in SUITS}
    after = take(waiting, Adjust(house, 1)).after
    assert dict(after.prestige) == raised(state, state.prestige, house, number(state, MAJ_8_2, "prestige"))
    seat = state.active
    assert touched(state, after) <= {f"points {seat}", f"hand {seat}", "major_discard", "prestige"}
    assert refused(waiting, PASS)


# --- IX Hermit --------------------------------------------------------------------------------------------------------


def newly_hidden(solo: Solo, seat: Seat) -> list[Card]:
    """The cards that a seat has hidden; what lay there before still lies there."""
    before, after = solo.before.players[seat].hidden, solo.after.players[seat].hidden
    assert after[: len(before)] == before
    return [each.card for each in after[len(before) :]]


@proves(MAJ_9_1, AMB_38)
@given(tables(HERMIT), wishes())
def test_the_hermit_lets_its_player_hide_up_to_two_minors(state: State, wanted: list[int]) -> None:
    """The Hermit's player hides none, one or two Minors of his hand, as he likes and as he can spare them."""
    solo = perform(state, HERMIT, wishing(Hide, wanted))
    most = number(state, MAJ_9_1, "hide")
    written_for(state, AMB_38, "least", 0)
    assert number(state, AMB_38, "most") == most
    hidden = newly_hidden(solo, solo.seat)
    assert len(hidden) == min(wanted[solo.seat], most, spare_minors(state, solo.seat))
    assert set(solo.after.players[solo.seat].hand) == set(state.players[solo.seat].hand) - {solo.card, *hidden}
    assert all(isinstance(card, Minor) for card in hidden)
    assert all(PASS in arcanum.legal_actions(step.before) for step in solo.answers) is stated(
        state, MAJ_9_1, "optional"
    )


@proves(MAJ_9_2)
@given(tables(HERMIT), wishes())
def test_the_hermit_lets_everybody_else_hide_one_minor(state: State, wanted: list[int]) -> None:
    """Under the Hermit every other player hides a Minor of his hand or none, and nothing but cards changes place."""
    solo = perform(state, HERMIT, wishing(Hide, wanted))
    for seat in others(state, solo.seat):
        hidden = newly_hidden(solo, seat)
        held = set(state.players[seat].hand)
        minors = sum(isinstance(card, Minor) for card in held)
        assert len(hidden) == min(wanted[seat], number(state, MAJ_9_2, "hide"), minors)
        assert set(solo.after.players[seat].hand) == held - set(hidden)
        assert all(isinstance(card, Minor) and card in held for card in hidden)
    assert not touched(state, solo.after) & {"prestige", "figures", "minor_deck", "minor_discard", "major_deck"}
    assert points(state) == points(solo.after)


@proves(MAJ_9_1, MAJ_9_2)
@given(playing(HERMIT))
def test_in_games_the_hermit_hides_no_more_than_it_says(game: Game) -> None:
    """In every game the cards hidden under the Hermit are at most two of its player's and one of each other's."""
    for played in game.majors_played(HERMIT):
        for seat in range(game.players):
            hides = sum(isinstance(step.action, Hide) and step.seat == seat for step in played.steps)
            assert hides <= game.number(MAJ_9_1 if seat == played.seat else MAJ_9_2, "hide")


# --- X Wheel ----------------------------------------------------------------------------------------------------------


def given_cards(solo: Solo, seat: Seat) -> set[Card]:
    """The cards that a seat chose to give."""
    return {step.action.card for step in solo.answers if step.seat == seat and isinstance(step.action, Give)}


@proves(MAJ_10_1)
@given(tables(WHEEL), st.data())
def test_the_wheel_passes_cards_to_the_left(state: State, data: st.DataObject) -> None:
    """After the Wheel everybody holds what he kept and what his right neighbour gave him, and nothing else changed."""
    solo = perform(state, WHEEL, anything(data))
    written_for(state, MAJ_10_1, "direction", "left")
    for seat, player in enumerate(state.players):
        right = (seat - 1) % len(state.players)
        kept = set(player.hand) - given_cards(solo, seat) - {solo.card}
        assert set(solo.after.players[seat].hand) == kept | given_cards(solo, right)
        assert len(given_cards(solo, seat)) <= number(state, MAJ_10_1, "cards")
    hands = {f"hand {seat}" for seat in range(len(state.players))}
    assert touched(state, solo.after) <= {*hands, "major_discard"}


@proves(MAJ_10_2)
@given(tables(WHEEL, minors=(0, 2), majors=(0, 1), others_minors=(0, 2)), st.data())
def test_whoever_has_too_few_cards_gives_the_wheel_what_he_has(state: State, data: st.DataObject) -> None:
    """Everybody gives 2 cards, or the one or none that he has beside the Wheel."""
    solo = perform(state, WHEEL, anything(data))
    told = {event.seat: event.count for event in solo.of(Gave)}
    for seat, player in enumerate(state.players):
        size = len(set(player.hand) - {solo.card})
        assert len(given_cards(solo, seat)) == min(number(state, MAJ_10_2, "cards"), size) == told.get(seat, 0)


@proves(MAJ_10_3)
@given(tables(WHEEL), st.data())
def test_nobody_can_keep_his_cards_from_the_wheel(state: State, data: st.DataObject) -> None:
    """Whoever is asked by the Wheel can only answer by giving a card; passing is refused."""
    solo = perform(state, WHEEL, anything(data))
    written_for(state, MAJ_10_3, "optional", False)
    for step in solo.answers:
        assert all(isinstance(action, Give) for action in arcanum.legal_actions(step.before))
        assert refused(step.before, PASS)


@proves(AMB_28)
@given(tables(WHEEL), st.data())
def test_the_wheel_turns_for_all_at_the_same_time(state: State, data: st.DataObject) -> None:
    """No hand changes until all have chosen, so nobody passes on what he gets, and no hand grows over the limit."""
    solo = perform(state, WHEEL, anything(data))
    written_for(state, AMB_28, "simultaneous", True)
    for step in solo.answers:
        for seat, player in enumerate(step.before.players):
            assert set(player.hand) == set(state.players[seat].hand) - {solo.card}
        held = set(state.players[step.seat].hand) - {solo.card}
        assert {action.card for action in arcanum.legal_actions(step.before) if isinstance(action, Give)} <= held
    assert all(len(player.hand) <= number(state, HAND_1, "limit") for player in solo.after.players)
    assert all(isinstance(step.action, Give) for step in solo.answers)


# --- XI Justice -------------------------------------------------------------------------------------------------------


def counted(state: State, seat: Seat, solo: Solo | None = None) -> int:
    """How many cards of a hand Justice counts, itself never."""
    hand = (state if solo is None else solo.after).players[seat].hand
    kinds: tuple[type, ...] = (Minor, Major) if stated(state, MAJ_11_1, "counts") == "all" else (Minor,)
    return sum(isinstance(card, kinds) for card in hand if card != MAJORS[JUSTICE])


@proves(MAJ_11_1)
@given(tables(JUSTICE, minors=(0, 5)), st.integers(0, 4), st.integers(0, 4), st.data())
def test_justice_fills_the_hand_to_four(state: State, deck: int, discard: int, data: st.DataObject) -> None:
    """Justice's player draws as many cards as he lacks to four, or as many as deck and discards still have."""
    state = with_supply(state, minors=(deck, discard))
    solo = perform(state, JUSTICE, anything(data))
    fitting(not solo.chosen(Discard, solo.seat))
    held = counted(state, solo.seat)
    missing = max(0, number(state, MAJ_11_1, "cards") - held)
    assert counted(state, solo.seat, solo) == held + min(missing, deck + discard)
    assert set(solo.before.players[solo.seat].hand) - {solo.card} <= set(solo.after.players[solo.seat].hand)
    for seat in others(state, solo.seat):
        assert solo.after.players[seat] == state.players[seat]


@proves(MAJ_11_2)
@given(tables(JUSTICE, minors=(0, 3), majors=(0, 1)), st.data())
def test_justice_draws_from_the_minor_deck_only(state: State, data: st.DataObject) -> None:
    """What Justice brings are the top Minors of their deck; the Majors in hand and in the deck stay as they are."""
    solo = perform(state, JUSTICE, anything(data))
    fitting(not solo.chosen(Discard, solo.seat))
    old, new = set(state.players[solo.seat].hand) - {solo.card}, set(solo.after.players[solo.seat].hand)
    drawn = new - old
    assert drawn == set(state.minor_deck[len(state.minor_deck) - len(drawn) :])
    assert sum(isinstance(card, Major) for card in drawn) == stated(state, MAJ_11_2, "majors")
    assert touched(state, solo.after) <= {f"hand {solo.seat}", "minor_deck", "major_discard"}
    assert solo.after.major_deck == state.major_deck


@proves(AMB_36)
@given(tables(JUSTICE, minors=(2, 6), majors=(2, 4)), st.data())
def test_justice_gives_nothing_to_a_hand_of_four_or_more(state: State, data: st.DataObject) -> None:
    """Whoever holds four cards beside Justice, of whatever kind the printing counts, neither draws nor discards."""
    assert stated(state, AMB_36, "counts") == stated(state, MAJ_11_1, "counts")
    assume(counted(state, asked(state)) >= number(state, MAJ_11_1, "cards"))
    solo = perform(state, JUSTICE, anything(data))
    assert sum(event.count for event in solo.of(Drew)) == stated(state, AMB_36, "cards")
    assert touched(state, solo.after) == {f"hand {solo.seat}", "major_discard"}
    assert set(solo.after.players[solo.seat].hand) == set(state.players[solo.seat].hand) - {solo.card}


# --- XII Hanged Man ---------------------------------------------------------------------------------------------------


@proves(MAJ_12_1)
@given(tables(HANGED_MAN), st.data())
def test_the_hanged_man_costs_points(state: State, data: st.DataObject) -> None:
    """The Hanged Man takes 2 points from his player, or what he has, and none from anybody else."""
    solo = perform(state, HANGED_MAN, anything(data))
    scores = points(state)
    change = number(state, MAJ_12_1, "points")
    scores[solo.seat] = max(number(state, MAJ_12_1, "lowest"), scores[solo.seat] + change)
    assert points(solo.after) == scores


@proves(TRACK_6)
@given(tables(HANGED_MAN), st.integers(0, 2), st.data())
def test_nobody_falls_below_zero_points(state: State, own: int, data: st.DataObject) -> None:
    """With 0, 1 or 2 points the Hanged Man's player ends at exactly 0."""
    assert state.active is not None
    fitting(own + number(state, MAJ_12_1, "points") <= 0)
    scores = points(state)
    scores[state.active] = own
    solo = perform(with_points(state, scores), HANGED_MAN, anything(data))
    assert solo.after.players[solo.seat].vp == number(state, TRACK_6, "lowest")


@proves(TRACK_6)
@given(games(majors=("all",)))
def test_no_score_is_ever_negative(game: Game) -> None:
    """At no moment of any game somebody has fewer than 0 points."""
    lowest = game.number(TRACK_6, "lowest")
    assert all(player.vp >= lowest for state in game.states for player in state.players)


@proves(MAJ_12_2)
@given(tables(HANGED_MAN), st.integers(0, 3), st.integers(0, 2), st.data())
def test_the_hanged_man_brings_two_majors(state: State, deck: int, discard: int, data: st.DataObject) -> None:
    """Then the Hanged Man's player draws 2 Majors, or as many as there are, whatever points he had to lose."""
    state = with_supply(state, majors=(deck, discard))
    solo = perform(state, HANGED_MAN, anything(data))
    kept = {*solo.after.players[solo.seat].hand, *solo.chosen(Discard, solo.seat)}
    drawn = kept - set(state.players[solo.seat].hand)
    assert len(drawn) == min(number(state, MAJ_12_2, "majors"), deck + discard)
    top = state.major_deck[::-1][: len(drawn)]
    assert set(top) <= drawn <= {*state.major_deck, *state.major_discard}
    assert state.minor_deck == solo.after.minor_deck
    assert state.prestige == solo.after.prestige
    told = [type(event) for event in solo.events if isinstance(event, PointsLost | Drew)]
    assert told == [PointsLost, Drew]


@proves(MAJ_12_3)
@given(tables(HANGED_MAN), st.integers(0, 3))
def test_the_hanged_man_can_be_played_without_points(state: State, more: int) -> None:
    """However few points a player has, he may play the Hanged Man."""
    needed = number(state, MAJ_12_3, "needed_points")
    poor = with_points(state, [needed + more] * len(state.players))
    assert Play(MAJORS[HANGED_MAN]) in arcanum.legal_actions(poor)
    assert arcanum.why_not(poor, Play(MAJORS[HANGED_MAN])) == ()
