"""The Major Arcana from the Magician to the Chariot: what each does, and what it leaves alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, refused, stated, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import with_figures, with_points, with_prestige
from arcanum.spec.tarot.games import Step
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Discard, Hide, Move, Play
from arcanum.tarot.cards import MAJORS, SUITS, Figure, Minor
from arcanum.tarot.clause_ids import (
    AMB_37,
    MAJ_1_1,
    MAJ_1_2,
    MAJ_2_1,
    MAJ_3_1,
    MAJ_3_2,
    MAJ_3_3,
    MAJ_3_4,
    MAJ_4_1,
    MAJ_4_2,
    MAJ_5_1,
    MAJ_6_1,
    MAJ_6_2,
    MAJ_6_3,
    MAJ_6_4,
    MAJ_7_1,
    MAJ_7_2,
)
from arcanum.tarot.events import Drew, Hid, LocationActivated, Pile, PrestigeChanged
from arcanum.tarot.hand import TrimHand

from .scenes_kit import arrangements, boards, changed_figures, low_tracks, moves, points, rises, tracks, with_board
from .stage_kit import (
    MajorScene,
    all_moves,
    blocked,
    hidden_by,
    location_acts,
    matches,
    minors_held,
    others_of,
    perform,
    raised,
    stages,
    touched,
)

MAGICIAN, PRIESTESS, EMPRESS, EMPEROR, HIEROPHANT, LOVERS, CHARIOT = MAJORS[1:8]


# --- I, the Magician --------------------------------------------------------------------------------------------------


@proves(MAJ_1_1)
@given(stages(1, minors=(0, 6), supply=(0, 2)), st.data())
def test_the_magician_draws_two_minors_before_anything_is_hidden(state: State, data: st.DataObject) -> None:
    """He draws two Minors, or what deck and discards have, and is asked about hiding only afterwards."""
    seat = asked(state)
    scene = perform(state, MAGICIAN, data)
    wanted = number(state, MAJ_1_1, "minors")
    (drawn,) = scene.of(Drew)
    assert (drawn.seat, drawn.pile) == (seat, Pile.MINOR)
    assert drawn.count == min(wanted, len(state.minor_deck) + len(state.minor_discard))
    assert drawn in scene.steps[0].events
    gone = [event.card for event in scene.events if isinstance(event, Hid)]
    kept = {*minors_held(state, seat), *(drawn.cards or ())}
    assert kept - {*minors_held(scene.after, seat), *gone} <= set(scene.after.minor_discard)
    assert scene.effect <= {f"hand {seat}", f"hidden {seat}", "minor_deck", "minor_discard"}


@proves(MAJ_1_2)
@given(stages(1, minors=(0, 4), supply=(1, 3)), st.data())
def test_the_magician_may_then_hide_one_minor_also_one_that_he_just_drew(state: State, data: st.DataObject) -> None:
    """Each Minor of his hand, the new ones included, can be hidden, or none; then the card is done."""
    seat = asked(state)
    ask = take(state, Play(MAGICIAN)).after
    hand = minors_held(ask, seat)
    fitting(not isinstance(ask.agenda[-1], TrimHand))
    supply = len(state.minor_deck) + len(state.minor_discard)
    assert len(hand) == len(minors_held(state, seat)) + min(supply, number(state, MAJ_1_1, "minors"))
    assert asked(ask) == seat
    assert set(arcanum.legal_actions(ask)) == {PASS, *map(Hide, hand)}
    written_for(state, MAJ_1_2, "optional", True)
    declined = take(ask, PASS).after
    assert touched(ask, declined) == {"in_play", "major_discard"}
    card = data.draw(st.sampled_from(hand))
    hidden = take(ask, Hide(card)).after
    assert touched(ask, hidden) == {"in_play", "major_discard", f"hand {seat}", f"hidden {seat}"}
    assert hidden_by(hidden, seat) == [*hidden_by(ask, seat), card]
    assert len(hidden_by(hidden, seat)) - len(hidden_by(state, seat)) == number(state, MAJ_1_2, "hide")
    assert MAGICIAN in hidden.major_discard


# --- II, the High Priestess -------------------------------------------------------------------------------------------


@proves(MAJ_2_1)
@given(stages(2, minors=(0, 6)), st.data())
def test_the_high_priestess_is_worth_three_points_and_does_nothing_else(state: State, data: st.DataObject) -> None:
    """Her player has three points more; everything else is as before, and nobody is asked anything."""
    seat = asked(state)
    scene = perform(state, PRIESTESS, data)
    assert scene.effect == {f"points {seat}"}
    assert scene.after.players[seat].vp == state.players[seat].vp + number(state, MAJ_2_1, "points")
    assert len(scene.steps) == 1


# --- III, the Empress -------------------------------------------------------------------------------------------------


@proves(MAJ_3_1)
@given(stages(3, 0), boards(), arrangements(), st.data())
def test_the_empress_offers_the_moves_of_the_fool(
    state: State, symbols: list[dict[str, int]], places: dict[Figure, int], data: st.DataObject
) -> None:
    """She may move what the Fool may move, with the same consequences, or nothing at all."""
    seat = asked(state)
    state = with_board(with_prestige(state, data.draw(low_tracks(state))), symbols)
    state = blocked(with_figures(state, places), data)
    ask, fool = (take(state, Play(card)).after for card in (EMPRESS, MAJORS[0]))
    assert set(moves(ask)) == all_moves(state) == set(moves(fool))
    assert (PASS in arcanum.legal_actions(ask)) is stated(state, MAJ_3_1, "optional")
    declined = take(ask, PASS)
    assert touched(ask, declined.after) == set()
    if not moves(ask):
        return
    move = data.draw(st.sampled_from(moves(ask)))
    moved, likewise = take(ask, move).after, take(fool, move).after
    assert len(changed_figures(state, moved)) == number(state, MAJ_3_1, "figures")
    assert moved.figures[move.figure] == move.location
    assert rises(state, moved) == {house: matches(symbols, move) if house is move.figure.suit else 0 for house in SUITS}
    assert location_acts(ask, moved, seat, move.location)
    assert moved.prestige == likewise.prestige
    assert points(moved) == points(likewise)


def empress_steps(scene: MajorScene) -> tuple[Step, Step]:
    """The choices of the House that gains and of the House that loses, which are the last two."""
    gain, loss = scene.steps[-2:]
    return gain, loss


@proves(MAJ_3_2)
@given(stages(3), tracks(), st.data())
def test_the_empress_raises_a_house_of_choice_by_one(state: State, track: tuple[int, ...], data: st.DataObject) -> None:
    """After the figure any House may be chosen, one must be, and it alone goes up a square."""
    scene = perform(with_prestige(state, track), EMPRESS, data)
    gain, _ = empress_steps(scene)
    fitting(gain.before.factor == 1)
    assert gain.seat == scene.seat
    assert set(arcanum.legal_actions(gain.before)) == {Adjust(house, 1) for house in SUITS}
    assert isinstance(gain.action, Adjust)
    expected = raised(gain.before, gain.action.house, number(state, MAJ_3_2, "prestige"))
    assert dict(gain.after.prestige) == expected
    assert touched(gain.before, gain.after) <= {"prestige"}


@proves(MAJ_3_3)
@given(stages(3), tracks(0, 20), st.data())
def test_the_empress_lowers_another_house_by_one(state: State, track: tuple[int, ...], data: st.DataObject) -> None:
    """A House other than the one that went up goes down a square, unless it is at 0 already."""
    scene = perform(with_prestige(state, track), EMPRESS, data)
    gain, loss = empress_steps(scene)
    assert isinstance(gain.action, Adjust)
    assert isinstance(loss.action, Adjust)
    written_for(state, MAJ_3_3, "same_house", False)
    same = Adjust(gain.action.house, -1)
    assert refused(loss.before, same)
    assert MAJ_3_3 in [reason.clause for reason in arcanum.why_not(loss.before, same)]
    others = [house for house in SUITS if house is not gain.action.house]
    assert set(arcanum.legal_actions(loss.before)) == {Adjust(house, -1) for house in others}
    expected = dict(loss.before.prestige)
    expected[loss.action.house] = max(0, expected[loss.action.house] + number(state, MAJ_3_3, "prestige"))
    assert dict(loss.after.prestige) == expected
    assert touched(loss.before, loss.after) <= {"prestige", "in_play", "major_discard"}


@proves(MAJ_3_4)
@given(stages(3, others=(1, 4)), st.data())
def test_the_empress_changes_houses_after_the_location_is_done(state: State, data: st.DataObject) -> None:
    """The figure moves, its House gains, the location does all it does, and only then Houses go up and down."""
    state = with_prestige(state, data.draw(tracks(0, 10)))
    scene = perform(state, EMPRESS, data, prefer=lambda action: action != PASS)
    order = stated(state, MAJ_3_4, "order")
    assert order == ("location", "prestige")
    gain, _ = empress_steps(scene)
    move = scene.moving
    assert isinstance(move.action, Move)
    assert location_acts(move.before, move.after, scene.seat, move.action.location)
    activated = next(index for index, event in enumerate(scene.events) if isinstance(event, LocationActivated))
    changed = [
        index
        for index, event in enumerate(scene.events)
        if isinstance(event, PrestigeChanged) and event.clause in (MAJ_3_2, MAJ_3_3)
    ]
    assert changed
    assert activated < min(changed)
    answered = scene.steps.index(gain)
    assert scene.steps.index(move) < answered
    after_location = scene.events[sum(len(step.events) for step in scene.steps[:answered]) :]
    assert touched(gain.before, scene.after) <= {"prestige", "in_play", "major_discard"}
    assert not [event for event in after_location if isinstance(event, Drew | Hid)]


# --- IV, the Emperor --------------------------------------------------------------------------------------------------


@proves(MAJ_4_1)
@given(stages(4, minors=(0, 6)), st.data())
def test_the_emperor_may_hide_one_minor(state: State, data: st.DataObject) -> None:
    """Before anything else he may hide one Minor of his hand, or none."""
    seat = asked(state)
    scene = perform(state, EMPEROR, data)
    spare = minors_held(state, seat)
    if len(spare) == 1 and not state.minor_played:
        spare = []  # he has to play it
    if state.players[seat].hand != (EMPEROR,):
        assert set(arcanum.legal_actions(scene.steps[1].before)) == {PASS, *map(Hide, spare)}
        written_for(state, MAJ_4_1, "optional", True)
    hidden = hidden_by(scene.after, seat)[len(hidden_by(state, seat)) :]
    chosen = [step.action.card for step in scene.steps if isinstance(step.action, Hide)]
    assert hidden == chosen
    assert len(chosen) <= number(state, MAJ_4_1, "hide")
    assert set(chosen) <= set(spare)
    assert set(scene.after.players[seat].hand) == {*state.players[seat].hand} - {EMPEROR, *chosen}


@proves(MAJ_4_2)
@given(stages(4, minors=(0, 6)), tracks(), st.data())
def test_the_emperor_then_raises_a_house_by_three_whether_he_hid_a_card_or_not(
    state: State, track: tuple[int, ...], data: st.DataObject
) -> None:
    """Any House may be chosen and one must be; it goes up three squares, and nothing else changes."""
    seat = asked(state)
    state = with_prestige(state, track)
    scene = perform(state, EMPEROR, data)
    check_raise(scene, scene.steps[-1], number(state, MAJ_4_2, "prestige"))
    assert scene.effect <= {f"hand {seat}", f"hidden {seat}", "prestige"}


def check_raise(scene: MajorScene, choice: Step, steps: int) -> None:
    """A choice of the player: any House goes up by these steps, and it must be one."""
    assert choice.seat == scene.seat
    assert set(arcanum.legal_actions(choice.before)) == {Adjust(house, 1) for house in SUITS}
    assert isinstance(choice.action, Adjust)
    assert choice.before.prestige == scene.before.prestige
    assert dict(choice.after.prestige) == raised(scene.before, choice.action.house, steps)


# --- V, the Hierophant ------------------------------------------------------------------------------------------------


@proves(MAJ_5_1)
@given(stages(5, minors=(0, 6), supply=(0, 1), major_supply=(0, 1)), st.data())
def test_the_hierophant_draws_a_minor_and_a_major(state: State, data: st.DataObject) -> None:
    """One card from each deck, as far as there are any, each with its own discards; nothing else."""
    seat = asked(state)
    scene = perform(state, HIEROPHANT, data)
    supply = {
        Pile.MINOR: min(number(state, MAJ_5_1, "minors"), len(state.minor_deck) + len(state.minor_discard)),
        Pile.MAJOR: min(number(state, MAJ_5_1, "majors"), len(state.major_deck) + len(state.major_discard)),
    }
    trimmed = [step.action.card for step in scene.steps if isinstance(step.action, Discard)]
    drawn = [card for event in scene.of(Drew) for card in event.cards or ()]
    assert [event.seat for event in scene.of(Drew)] == [seat, seat]
    assert sum(isinstance(card, Minor) for card in drawn) == supply[Pile.MINOR]
    assert len(drawn) == supply[Pile.MINOR] + supply[Pile.MAJOR]
    assert {*scene.after.players[seat].hand, *trimmed} == {*state.players[seat].hand, *drawn} - {HIEROPHANT}
    assert scene.effect <= {f"hand {seat}", "minor_deck", "minor_discard", "major_deck", "major_discard"}


# --- VI, the Lovers ---------------------------------------------------------------------------------------------------


def gains(scene: MajorScene) -> list[int]:
    """What each seat has gained."""
    return [new - old for old, new in zip(points(scene.before), points(scene.after), strict=True)]


def with_close_points(state: State, data: st.DataObject) -> State:
    """Standings with few points between the players, so that ties and overtaking are frequent."""
    return with_points(state, [data.draw(st.integers(0, 3)) for _ in state.players])


def lowest(standings: list[int]) -> list[Seat]:
    """Who has the fewest points."""
    return [seat for seat, vp in enumerate(standings) if vp == min(standings)]


@proves(MAJ_6_1)
@given(stages(6, minors=(0, 6)), st.data())
def test_the_lovers_give_their_player_two_points_and_touch_nothing_but_points(
    state: State, data: st.DataObject
) -> None:
    """He gains at least two points whatever the standings are; no card and no House moves."""
    seat = asked(state)
    state = with_close_points(state, data)
    scene = perform(state, LOVERS, data)
    two = number(state, MAJ_6_1, "points")
    assert gains(scene)[seat] >= two
    if seat not in lowest(points(state)):
        assert gains(scene)[seat] == two
    assert scene.effect <= {f"points {each}" for each in range(len(state.players))}
    assert len(scene.steps) == 1


@proves(MAJ_6_2)
@given(stages(6), st.data())
def test_the_lovers_give_everybody_with_the_fewest_points_two(state: State, data: st.DataObject) -> None:
    """Of the others, exactly those who share the last place gain, all of them the same."""
    seat = asked(state)
    state = with_close_points(state, data)
    gained = gains(perform(state, LOVERS, data))
    for other in others_of(state, seat):
        expected = number(state, MAJ_6_2, "points") if other in lowest(points(state)) else 0
        assert gained[other] == expected


@proves(MAJ_6_3)
@given(stages(6), st.integers(0, 3), st.data())
def test_a_lover_who_is_last_gains_four(state: State, least: int, data: st.DataObject) -> None:
    """Who is behind everybody gains four; whether a shared last place is enough depends on the printing."""
    seat = asked(state)
    standings = [data.draw(st.integers(least, least + 2)) for _ in state.players]
    standings[seat] = least
    state = with_points(state, standings)
    shared = standings.count(least) > 1
    four = number(state, MAJ_6_3, "points")
    alone_counts = stated(state, MAJ_6_3, "tie") == "strict"
    expected = number(state, MAJ_6_1, "points") if shared and alone_counts else four
    assert gains(perform(state, LOVERS, data))[seat] == expected


@proves(MAJ_6_4)
@given(stages(6), st.data())
def test_the_lovers_look_at_the_standings_before_the_card(state: State, data: st.DataObject) -> None:
    """Two players one point apart: that the player of the card overtakes by it does not make the other one last."""
    seat = asked(state)
    written_for(state, MAJ_6_4, "standings", "before")
    gap = data.draw(st.integers(1, number(state, MAJ_6_1, "points")))
    standings = [data.draw(st.integers(0, 2)) + gap for _ in state.players]
    standings[seat] = 0
    state = with_points(state, standings)
    gained = gains(perform(state, LOVERS, data))
    assert [gained[other] for other in others_of(state, seat)] == [0] * len(others_of(state, seat))
    assert gained[seat] == number(state, MAJ_6_3, "points")


@proves(AMB_37)
@given(stages(6), st.data())
def test_lovers_with_ties(state: State, data: st.DataObject) -> None:
    """All last players gain two; the player of the card gains two, or four if he is last in the printing's sense."""
    seat = asked(state)
    state = with_close_points(state, data)
    last = lowest(points(state))
    two, four = number(state, AMB_37, "points"), number(state, AMB_37, "lowest_points")
    expected = [two if each in last else 0 for each in range(len(state.players))]
    is_last = last == [seat] if stated(state, AMB_37, "tie") == "strict" else seat in last
    expected[seat] = four if is_last else two
    assert gains(perform(state, LOVERS, data)) == expected


# --- VII, the Chariot -------------------------------------------------------------------------------------------------


@proves(MAJ_7_1)
@given(stages(7, minors=(0, 6)), tracks(), st.data())
def test_the_chariot_raises_a_house_of_choice_by_two(state: State, track: tuple[int, ...], data: st.DataObject) -> None:
    """Any House may be chosen and one must be; it goes up two squares, before the others discard."""
    state = with_prestige(state, track)
    scene = perform(state, CHARIOT, data)
    check_raise(scene, scene.steps[1], number(state, MAJ_7_1, "prestige"))
    assert scene.after.prestige == scene.steps[1].after.prestige


@proves(MAJ_7_2)
@given(stages(7, minors=(0, 6), others=(0, 2)), st.data())
def test_the_chariot_makes_everybody_else_discard_one_card(state: State, data: st.DataObject) -> None:
    """Each other player who holds cards loses one of his choice to its pile; the player himself loses none."""
    seat = asked(state)
    scene = perform(state, CHARIOT, data)
    victims = [other for other in others_of(state, seat) if state.players[other].hand]
    choices = scene.steps[2:]
    assert [choice.seat for choice in choices] == victims
    for choice in choices:
        hand = state.players[choice.seat].hand
        assert set(arcanum.legal_actions(choice.before)) == set(map(Discard, hand))
        assert isinstance(choice.action, Discard)
        kept = tuple(card for card in hand if card != choice.action.card)
        assert scene.after.players[choice.seat].hand == kept
        assert len(hand) - len(kept) == number(state, MAJ_7_2, "discard")
        pile = scene.after.minor_discard if isinstance(choice.action.card, Minor) else scene.after.major_discard
        assert choice.action.card in pile
    piles = {"minor_discard", "major_discard"}
    assert scene.effect <= {"prestige", *piles, *(f"hand {victim}" for victim in victims)}
