"""Playing a Major Arcana: when it may be played, what becomes of the card, and the Minor that is still owed."""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Alternative, Choose, Decision
from arcanum.kernel.events import Event
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, refused, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.subject import is_replaced
from arcanum.spec.tarot.arrange import with_figures, with_hidden, with_majors, with_prestige
from arcanum.spec.tarot.games import Game, Leaning, games, hiding_the_fool, leanings, positions, printed_majors
from arcanum.spec.tarot.invariants import all_cards
from arcanum.tarot import GAME, State
from arcanum.tarot.actions import Adjust, Discard, Give, Hide, Move, Play, Swap
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, SUITS, TOWER, Card, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_4,
    AMB_12,
    AMB_13,
    AMB_18,
    AMB_35,
    AMB_58,
    AMB_59,
    AMB_63,
    HAND_1,
    LOC1_2,
    MAJ_2_1,
    MAJ_3_1,
    MAJ_3_2,
    MAJ_3_3,
    MAJ_12_2,
    MAJ_14_1,
    MAJG_1,
    MAJG_2,
    MAJG_3,
    MAJG_4,
    MAJG_5,
    PLAY_1,
    PLAY_2,
    PLAY_3,
    PLAY_5,
    PLAY_6,
    PLAY_7,
    PLAY_12,
)
from arcanum.tarot.effects import GainPoints, TradeMinors
from arcanum.tarot.events import Discarded, Drew, LocationActivated, Phase, Played, TowerPlaced
from arcanum.tarot.flow import PLAY_PHASE
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.house import clause_of_location
from arcanum.tarot.playing import PlayCard

from .course_kit import numbers
from .scenes_kit import boards, held_majors, low_tracks, moves, moving_none, rises, tracks, with_board
from .stage_kit import (
    FIGURE_MOVERS,
    any_answer,
    happening,
    hidden_by,
    keeps,
    location_acts,
    matches,
    minors_held,
    others_of,
    perform,
    raised,
    stages,
    with_tower,
)

ALL = range(len(MAJORS))
DEATH, WHEEL, EMPRESS, EMPEROR, TEMPERANCE = (MAJORS[card] for card in (13, 10, 3, 4, 14))
WITHOUT_DEATH = [card for card in ALL if card != DEATH.number]
"""Death has a price, so it is not always playable."""
MINOR_HIDERS = (1, 4, 9, 18, 21)
"""Magician, Emperor, Hermit, Moon and World let their player hide Minors."""


def busy(action: Action) -> bool:
    """Not to decline anything."""
    return action != PASS


# --- what becomes of a Major ------------------------------------------------------------------------------------------


@proves(MAJG_1)
@given(st.data())
def test_each_major_does_what_its_own_text_says(data: st.DataObject) -> None:
    """Where there is something to do, none of the 22 does nothing, and none does what another one says."""
    for card in data.draw(st.lists(st.sampled_from(printed_majors()), min_size=4, max_size=4, unique=True)):
        state = data.draw(stages(card, minors=(2, 2), others=(2, 3), hidden=(1, 2)))
        assert len(ALL) == number(state, MAJG_1, "majors")
        scene = perform(state, MAJORS[card], data, prefer=busy)
        assert scene.effect
        own = list(takewhile(lambda event: not is_changed(event), scene.events))
        cited = [event.clause for event in own if not isinstance(event, Played | Discarded)]
        steps = takewhile(lambda step: not any(map(is_changed, step.events)), scene.steps)
        cited += [top.clause for step in [*steps][1:] if isinstance(top := step.before.agenda[-1], Decision)]
        owners = [owner_of(clause) for clause in cited]
        assert card in owners
        assert set(owners) <= {card, None}


def is_changed(event: Event) -> bool:
    """Whether a location acts that does something else by a house rule: that may be what a Major says."""
    return isinstance(event, LocationActivated) and is_replaced(clause_of_location(event.location))


def owner_of(clause: ClauseId) -> int | None:
    """The Major whose text a clause belongs to, if it is one of those."""
    entry = GAME.clauses()[clause]
    if entry.section == "WORLD":
        return 21
    if entry.section != "MAJ":
        return None
    card = entry.parameter("card")
    assert type(card) is int
    return card


@proves(MAJG_2)
@given(st.sampled_from([card for card in ALL if MAJORS[card] != TOWER]), st.data())
def test_a_major_is_discarded_on_a_pile_of_its_own_once_it_is_done(card: int, data: st.DataObject) -> None:
    """While it acts it lies in no pile; then it is the top card of the Major discards, for all to see."""
    state = data.draw(stages(card, minors=(2, 4)))
    scene = perform(state, MAJORS[card], data)
    for step in scene.steps[:-1]:
        assert MAJORS[card] not in step.after.major_discard
    assert scene.after.major_discard[-1] == MAJORS[card]
    assert all(isinstance(each, Minor) for each in scene.after.minor_discard)
    assert all_cards(scene.after).count(MAJORS[card]) == 1
    written_for(state, MAJG_2, "face_up", True)
    for seat in (None, *range(len(state.players))):
        view = arcanum.observe(scene.after, seat)
        assert getattr(view, "major_discard", ())[-1:] == (MAJORS[card],)


@proves(MAJG_3)
@given(stages(16), st.data())
def test_the_tower_stays_on_the_board(state: State, data: st.DataObject) -> None:
    """When it has been played it covers locations, and it is in no pile, no hand, and not hidden."""
    tower = MAJORS[number(state, MAJG_3, "card")]
    scene = perform(state, tower, data)
    (placed,) = scene.of(TowerPlaced)
    assert scene.after.tower == placed.locations
    assert scene.after.tower_owner == scene.seat
    assert bool([event for event in scene.of(Discarded) if event.card == tower]) is stated(state, MAJG_3, "discarded")
    assert scene.after.major_discard == state.major_discard
    elsewhere = attrs.evolve(scene.after, tower=())
    assert tower not in all_cards(elsewhere)


@proves(MAJG_4)
@given(hiding_the_fool())
def test_a_hidden_fool_is_not_discarded_when_it_is_played(game: Game) -> None:
    """It lies in front of its owner from then on, until a scoring, the end, or an exchange takes it away."""
    fool = MAJORS[game.number(MAJG_4, "card")]
    hidden = [step for step in game.steps if step.action == Hide(fool) and not arcanum.is_over(step.after)]
    hidings = [step for step in hidden if step.after.turn == step.before.turn]  # not scored with the end of the turn
    assume(hidings)
    for step in hidings:
        discarded = [event for event in step.events if isinstance(event, Discarded) and event.card == fool]
        assert fool not in step.before.major_discard
        assert fool in hidden_by(step.after, step.seat)
        assert bool(discarded) is game.expected(MAJG_4, "discarded")
        assert fool not in (*step.after.major_discard, *step.after.players[step.seat].hand)


@proves(MAJG_5)
@given(games(majors=("all",), leaning=st.builds(Leaning, passing=st.just(False))))
def test_no_major_but_the_fool_is_ever_hidden(game: Game) -> None:
    """Nobody is offered to hide another Major or to exchange one for a hidden card, and none ever lies hidden."""
    hideable = [MAJORS[card] for card in numbers(game.expected(MAJG_5, "hideable"))]
    for step in game.steps:
        for action in arcanum.legal_actions(step.before):
            if isinstance(action, Hide | Swap):
                assert isinstance(action.card, Minor) or action.card in hideable
        for seat in range(game.players):
            assert all(isinstance(card, Minor) or card in hideable for card in hidden_by(step.after, seat))


@proves(MAJG_5)
@given(positions(HideTogether, of=games(majors=("all",))), st.sampled_from(MAJORS[1:]))
def test_hiding_a_major_is_refused_with_a_reason(state: State, card: Major) -> None:
    """Whoever holds it, and whatever asks him to hide something, a Major that is not the Fool stays in the hand."""
    seat = asked(state)
    players = list(state.players)
    hand = (*players[seat].hand, *([card] if card not in players[seat].hand else []))
    players[seat] = attrs.evolve(players[seat], hand=hand)
    assert refused(attrs.evolve(state, players=tuple(players)), Hide(card))


# --- when a Major may be played ---------------------------------------------------------------------------------------


@proves(PLAY_2)
@given(st.lists(st.sampled_from(WITHOUT_DEATH), max_size=3, unique=True), st.booleans(), st.data())
def test_a_major_may_be_played_but_need_not(cards: list[int], had_one: bool, data: st.DataObject) -> None:
    """Every Major in hand is offered unless he has had one in this turn; after his Minor he may always stop."""
    state = attrs.evolve(data.draw(stages(*cards)), major_played=had_one)
    written_for(state, PLAY_2, "majors", 1)
    legal = arcanum.legal_actions(state)
    offered = {action.card.number for action in legal if isinstance(action, Play) and isinstance(action.card, Major)}
    assert offered == (set() if had_one else set(cards))
    stop = attrs.evolve(state, minor_played=True)
    assert (PASS in arcanum.legal_actions(stop)) is stated(state, PLAY_2, "optional")
    others = [card for card in MAJORS if card.number not in cards]
    assert refused(state, Play(data.draw(st.sampled_from(others))))


@proves(PLAY_3)
@given(st.sampled_from(WITHOUT_DEATH), st.booleans(), st.data())
def test_the_major_comes_before_or_after_the_minor(card: int, major_first: bool, data: st.DataObject) -> None:
    """Both orders lead to both cards being played in the same turn."""
    state = data.draw(stages(card, minors=(3, 4), duty=True))
    written_for(state, PLAY_3, "order", "either")
    seat, major = asked(state), MAJORS[card]
    minor = data.draw(st.sampled_from(playable_minors(state)))
    first = major if major_first else minor
    assert Play(first) in arcanum.legal_actions(state)
    steps = [take(state, Play(first))]
    while not isinstance(steps[-1].after.agenda[-1], PlayCard):
        steps.append(any_answer(steps[-1].after, data, keeps(major)))
    between = steps[-1].after
    assert asked(between) == seat
    second: Card = major
    if major_first:
        assume(minors_held(between, seat))
        second = playable_minors(between)[0]
    assert Play(second) in arcanum.legal_actions(between)
    steps.append(take(between, Play(second)))
    played = [event for step in steps for event in step.events if isinstance(event, Played)]
    assert [(event.seat, event.card) for event in played] == [(seat, first), (seat, second)]


def playable_minors(state: State) -> list[Minor]:
    """The Minors that the active player may play."""
    legal = arcanum.legal_actions(state)
    return [action.card for action in legal if isinstance(action, Play) and isinstance(action.card, Minor)]


@proves(PLAY_5)
@given(st.sampled_from((-1, *WITHOUT_DEATH)), st.integers(1, 21), st.data())
def test_nobody_plays_two_majors_in_one_turn(card: int, another: int, data: st.DataObject) -> None:
    """After a Major, or the Fool hidden, every other Major in hand is refused for the rest of the turn."""
    held = {0, max(card, 0), another}
    state = data.draw(stages(*sorted(held), minors=(3, 4), duty=True))
    seat = asked(state)
    if card < 0:
        state = take(state, Hide(FOOL)).after
    else:
        state = perform(state, MAJORS[card], data, prefer=lambda action: not isinstance(action, Give)).after
    written_for(state, PLAY_5, "limit", 1)
    for major in held_majors(state, seat):
        assert PLAY_5 in [reason.clause for reason in arcanum.why_not(state, Play(major))]
        assert refused(state, Play(major))
    assert refused(state, Hide(FOOL))
    steps = [take(state, Play(minor)) for minor in playable_minors(state)[:1]]
    while steps and steps[-1].after.agenda:
        assert not [action for action in arcanum.legal_actions(steps[-1].after) if isinstance(action, Play)]
        steps.append(any_answer(steps[-1].after, data, busy))


@proves(PLAY_5)
@given(games(majors=("all",), leaning=st.just(Leaning(majors=tuple(ALL)))))
def test_in_a_whole_game_nobody_has_two_majors_in_a_turn(game: Game) -> None:
    """Counting hidden Fools, no player has more than one Major to a turn, however much he likes them."""
    for turn in {step.before.turn for step in game.steps}:
        had = [
            step.seat
            for step in game.steps
            if step.before.turn == turn
            and isinstance(step.before.agenda[-1], PlayCard)
            and isinstance(step.action, Play | Hide)
            and isinstance(step.action.card, Major)
        ]
        assert all(had.count(seat) <= game.number(PLAY_5, "limit") for seat in had)


@proves(PLAY_6)
@given(st.sampled_from(FIGURE_MOVERS), st.data())
def test_a_major_that_moves_a_figure_does_not_replace_the_minor(card: int, data: st.DataObject) -> None:
    """After Fool, Empress or Temperance have moved a figure the turn cannot end before a Minor is played."""
    state = data.draw(stages(card, minors=(1, 4), duty=True))
    scene = perform(state, MAJORS[card], data, prefer=busy)
    assert isinstance(scene.moving.action, Move)
    written_for(state, PLAY_6, "replaces_minor", False)
    assert asked(scene.after) == scene.seat
    assert playable_minors(scene.after)
    assert PLAY_1 in [reason.clause for reason in arcanum.why_not(scene.after, PASS)]
    assert refused(scene.after, PASS)


@proves(PLAY_12)
@given(stages(minors=(2, 4), duty=True), st.sampled_from(SUITS), st.data())
def test_a_major_drawn_by_the_minors_location_may_be_played_at_once(
    state: State, suit: Suit, data: st.DataObject
) -> None:
    """A figure goes to the Mage Tower, its Major is drawn, and that Major can be played in the same turn."""
    seat = asked(state)
    ace = Minor(suit, 1)
    state = with_figures(with_hidden(state, [()] * len(state.players)), dict.fromkeys(FIGURES, 2))
    state = with_ace(state, ace)
    move = data.draw(st.sampled_from(moves(take(state, Play(ace)).after)))
    after = take(take(state, Play(ace)).after, move).after
    fitting(len(after.players[seat].hand) <= number(state, HAND_1, "limit"))
    gained = set(held_majors(after, seat))
    assert len(gained) == number(state, LOC1_2, "majors")
    for major in gained:
        assert Play(major) in arcanum.legal_actions(after)
        assert any(event == Played(seat, major, clause=event.clause) for event in take(after, Play(major)).events)


def with_ace(state: State, ace: Minor) -> State:
    """The active player holds this card, instead of one that goes where it was."""
    seat = asked(state)
    hand = minors_held(state, seat)
    if ace in hand:
        return state
    given = {ace: hand[0], hand[0]: ace}
    players = tuple(
        attrs.evolve(
            player,
            hand=tuple(
                sorted((given.get(c, c) if isinstance(c, Minor) else c for c in player.hand), key=lambda c: c.position)
            ),
        )
        for player in state.players
    )
    return attrs.evolve(
        state,
        players=players,
        minor_deck=tuple(given.get(card, card) for card in state.minor_deck),
        minor_discard=tuple(given.get(card, card) for card in state.minor_discard),
    )


@proves(AMB_4)
@given(games(majors=("all",), leaning=leanings(locations=(2, 3, 5, 6, 8, 9, 10))))
def test_no_major_is_played_between_the_steps_of_a_minor(game: Game) -> None:
    """From the Minor on the table to its discard no Major can be played, whoever is asked whatever."""
    written_for(game.first, AMB_4, "between_steps", False)
    checked = 0
    for played in game.minors_played():
        assert [event for event in played.events if isinstance(event, Played)] == [played.events[0]]
        for step in played.steps[1:]:
            for major in held_majors(step.before, played.seat):
                checked += 1
                assert refused(step.before, Play(major))
                assert refused(step.before, Hide(major))
    assume(checked)


# --- the last Minor ---------------------------------------------------------------------------------------------------


def gives_up_a_minor(action: Action) -> bool:
    """What can cost a Minor: hiding, discarding, giving or exchanging one, and moving to where that is asked."""
    if isinstance(action, Move):
        return action.location in (5, 8, 9)
    if isinstance(action, Hide | Discard | Give | Swap):
        return isinstance(action.card, Minor)
    return str(action) == "choose hide"


@proves(AMB_12)
@given(st.sampled_from((*FIGURE_MOVERS, *MINOR_HIDERS)), st.data())
def test_the_last_minor_stays_in_hand_while_it_has_to_be_played(card: int, data: st.DataObject) -> None:
    """Whatever a Major lets him give away, one who still owes a Minor keeps one, even if he would rather not."""
    state = data.draw(stages(card, minors=(1, 2), hidden=(1, 2), duty=True, supply=(0, 1)))
    seat = asked(state)
    written_for(state, AMB_12, "last_minor", "kept-if-possible")
    scene = perform(state, MAJORS[card], data, prefer=gives_up_a_minor)
    assert all(minors_held(step.after, seat) for step in scene.steps)
    assert playable_minors(scene.after)
    assert refused(scene.after, PASS)


@proves(AMB_12)
@given(stages(4, minors=(1, 1)), st.data())
def test_once_the_minor_is_played_the_last_one_may_go(state: State, data: st.DataObject) -> None:
    """The Emperor hides the last Minor of one who has played his Minor, and not of one who has not."""
    (last,) = minors_held(state, asked(state))
    ask = take(state, Play(EMPEROR)).after
    legal = arcanum.legal_actions(ask)
    assert (Hide(last) in legal) is state.minor_played
    assert PASS in legal
    if not state.minor_played:
        assert AMB_12 in [reason.clause for reason in arcanum.why_not(ask, Hide(last))]


@proves(AMB_12)
@given(stages(4, minors=(1, 1), duty=True))
def test_a_table_may_let_the_last_minor_go(state: State) -> None:
    """By the other reading the Emperor hides the last Minor before it was played; then there is none to play."""
    (last,) = minors_held(state, asked(state))
    kept = stated(state, AMB_12, "last_minor") == "kept-if-possible"
    for free in (not kept, kept):
        word: Literal["free", "kept-if-possible"] = "free" if free else "kept-if-possible"
        rules = attrs.evolve(state.rules, last_minor=word)
        ask = take(attrs.evolve(state, rules=rules), Play(EMPEROR)).after
        assert (Hide(last) in arcanum.legal_actions(ask)) is free
        if free:
            after = take(take(ask, Hide(last)).after, Adjust(Suit.SWORDS, 1)).after
            assert not playable_minors(after)


@proves(AMB_12)
@given(stages(12, *ALL[1:6], minors=(1, 1)))
def test_a_full_hand_loses_other_cards_than_the_minor_that_has_to_be_played(state: State) -> None:
    """The Hanged Man draws two Majors to five and a Minor: the Minor may be discarded only if none is owed."""
    written_for(state, HAND_1, "limit", 7)
    written_for(state, MAJ_12_2, "majors", 2)
    seat = asked(state)
    (last,) = minors_held(state, seat)
    trim = take(state, Play(MAJORS[12])).after
    assert asked(trim) == seat
    assert len(trim.players[seat].hand) > number(state, HAND_1, "limit")
    gone = {action.card for action in arcanum.legal_actions(trim) if isinstance(action, Discard)}
    assert gone - {last} == set(held_majors(trim, seat))
    assert (last in gone) is state.minor_played


@proves(AMB_12)
@given(stages(14, minors=(1, 1), hidden=(1, 2)))
def test_temperance_does_not_turn_the_minor_that_has_to_be_played_into_the_fool(state: State) -> None:
    """Exchanged for a hidden Minor it is replaced by another; for a hidden Fool there would be none left to play."""
    seat = asked(state)
    (last,) = minors_held(state, seat)
    rows = [hidden_by(state, each) for each in range(len(state.players))]
    state = with_hidden(state, [[*row, FOOL] if each == seat else row for each, row in enumerate(rows)])
    legal = arcanum.legal_actions(moving_none(take(state, Play(TEMPERANCE)).after))
    assert {Swap(last, card) for card in rows[seat]} <= set(legal)
    allowed = state.minor_played and stated(state, AMB_18, "fool_swap") is True
    assert (Swap(last, FOOL) in legal) is allowed


@proves(AMB_12)
@given(st.integers(0, 3), st.data())
def test_the_wheel_takes_the_last_minor_only_if_it_must_and_then_the_duty_lapses(
    majors: int, data: st.DataObject
) -> None:
    """With three cards he keeps a Minor; with fewer he gives all, and without a Minor his turn may end."""
    state = data.draw(stages(10, *ALL[1:10][:majors], minors=(0, 3), duty=True))
    seat = asked(state)
    own = minors_held(state, seat)
    scene = perform(state, WHEEL, data, prefer=gives_up_a_minor)
    kept = [card for card in minors_held(scene.after, seat) if card in own]
    if own and len(own) + majors > 2:
        assert kept
    else:
        assert not kept
    if minors_held(scene.after, seat):
        assert refused(scene.after, PASS)
    elif scene.after.players[seat].hand:
        assert (PASS in arcanum.legal_actions(scene.after)) is stated(state, AMB_12, "lapses")
    else:
        assert not scene.after.agenda


@proves(AMB_35, AMB_12)
@given(stages(13, minors=(0, 3), major_supply=(0, 2)), st.data())
def test_death_needs_a_minor_that_can_be_spared(state: State, data: st.DataObject) -> None:
    """It can be played by one who has a Minor beside the one he owes, and draws no more Majors than there are."""
    seat = asked(state)
    spare = len(minors_held(state, seat)) - (not state.minor_played)
    playable = spare >= number(state, AMB_35, "least")
    assert (Play(DEATH) in arcanum.legal_actions(state)) is playable
    if not playable:
        assert AMB_35 in [reason.clause for reason in arcanum.why_not(state, Play(DEATH))]
        return
    scene = perform(state, DEATH, data)
    paid = [step.action.card for step in scene.steps if isinstance(step.action, Discard)]
    assert number(state, AMB_35, "least") <= len(paid) <= spare
    (drawn,) = scene.of(Drew)
    assert drawn.count == min(len(paid), len(state.major_deck) + len(state.major_discard))
    assert len(held_majors(scene.after, seat)) == drawn.count
    assert len(minors_held(scene.after, seat)) == len(minors_held(state, seat)) - len(paid)


@proves(AMB_13)
@given(stages(minors=(0, 0)), st.permutations(MAJORS), st.data())
def test_seven_majors_and_a_rescued_minor_leave_the_minor(
    state: State, majors: list[Major], data: st.DataObject
) -> None:
    """Who draws his Minor to seven Majors has one card too many; it is a Major that goes, and the Minor is played."""
    written_for(state, PLAY_7, "minors", 1)
    seat = asked(state)
    many = majors[: number(state, AMB_13, "majors")]
    fitting(len(many) == number(state, AMB_13, "majors"))
    state = with_majors(state, seat, [card.number for card in many])
    state = attrs.evolve(state, first_player=seat, active=None, phase=Phase.HIDE)
    trim = happening(state, PLAY_PHASE).after
    (minor,) = minors_held(trim, seat)
    assert len(trim.players[seat].hand) == number(state, AMB_13, "majors") + number(state, PLAY_7, "minors")
    assert asked(trim) == seat
    assert set(arcanum.legal_actions(trim)) == set(map(Discard, many))
    written_for(state, AMB_13, "keep_minor", True)
    assert refused(trim, Discard(minor))
    gone = data.draw(st.sampled_from(many))
    after = take(trim, Discard(gone)).after
    assert len(after.players[seat].hand) == number(state, AMB_13, "limit") == number(state, HAND_1, "limit")
    assert gone in after.major_discard
    assert playable_minors(after) == [minor]
    assert refused(after, PASS)


@proves(AMB_63)
@given(stages(2, minors=(0, 2)))
def test_a_trade_that_nobody_can_pay_is_left_out_of_what_is_chosen(state: State) -> None:
    """By a house rule the High Priestess trades a Minor and gives two points; without a Minor the points remain."""
    seat, trade = asked(state), TradeMinors(1)
    both = Alternative("both", (trade, GainPoints(2, MAJ_2_1)))
    trading = Alternative("trade", (trade,))
    majors = list(state.rules.majors)
    majors[2] = (Choose((both, trading), MAJ_2_1, True),)
    state = attrs.evolve(state, rules=attrs.evolve(state.rules, majors=tuple(majors)))
    spare = len(minors_held(state, seat)) > (not state.minor_played)
    asking = take(state, Play(MAJORS[2])).after
    assert set(arcanum.legal_actions(asking)) == {Option("both"), PASS} | ({Option("trade")} if spare else set())
    after = take(asking, Option("both")).after
    if spare:
        assert {type(action) for action in arcanum.legal_actions(after)} == {Discard}
        after = take(after, arcanum.legal_actions(after)[0]).after
    assert after.players[seat].vp - state.players[seat].vp == 2


# --- moves by Majors --------------------------------------------------------------------------------------------------


@proves(AMB_58)
@given(st.sampled_from((EMPRESS, TEMPERANCE)), st.booleans(), st.data())
def test_without_a_move_the_rest_of_empress_and_temperance_still_happens(
    card: Major, possible: bool, data: st.DataObject
) -> None:
    """Declined or impossible, the move is left out; the Houses must change all the same, and cards may be exchanged.

    Nobody is asked for a move that he must make and cannot; where it could be made and must, there is nothing to see.
    """
    clause = MAJ_3_1 if card == EMPRESS else MAJ_14_1
    state = with_prestige(data.draw(stages(card.number, minors=(2, 4), hidden=(1, 2))), data.draw(tracks(1, 20)))
    seat = asked(state)
    if not possible:
        state = with_tower(with_figures(state, dict.fromkeys(FIGURES, 1)), others_of(state, seat)[0], (1,))
    following = take(state, Play(card)).after
    assert bool(moves(following)) is possible
    if stated(state, clause, "optional"):
        following = take(following, PASS).after
    else:
        assume(not possible)
    assert following.figures == state.figures
    assert asked(following) == seat
    if card == TEMPERANCE:
        mine, hidden = minors_held(state, seat), hidden_by(state, seat)
        swaps = {action for action in arcanum.legal_actions(following) if isinstance(action, Swap)}
        assert swaps == {Swap(own, other) for own in mine for other in hidden}
        return
    written_for(state, AMB_58, "prestige_optional", False)
    assert refused(following, PASS)
    up, down = data.draw(st.permutations(SUITS))[:2]
    lowering = take(following, Adjust(up, 1)).after
    assert refused(lowering, PASS)
    done = take(lowering, Adjust(down, -1)).after
    row = raised(state, up, number(state, MAJ_3_2, "prestige"))
    row[down] = max(0, row[down] + number(state, MAJ_3_3, "prestige"))
    assert dict(done.prestige) == row


@proves(AMB_59)
@given(st.sampled_from(FIGURE_MOVERS), boards(), st.data())
def test_moves_by_majors_give_matches_and_location_but_nothing_for_a_suit(
    card: int, symbols: list[dict[str, int]], data: st.DataObject
) -> None:
    """Steps c and d happen as for a Minor; no House gains the point that a played Minor gives its suit."""
    state = data.draw(stages(card, minors=(2, 4)))
    seat = asked(state)
    state = with_board(with_prestige(state, data.draw(low_tracks(state))), symbols)
    scene = perform(state, MAJORS[card], data, prefer=busy)
    steps = words(state, AMB_59, "steps")
    moving = scene.moving
    assert isinstance(moving.action, Move)
    matched = matches(symbols, moving.action) if "c" in steps else 0
    suit = moving.action.figure.suit
    assert rises(state, moving.after) == {house: matched if house is suit else 0 for house in SUITS}
    assert ("d" in steps) is bool([event for event in moving.events if isinstance(event, LocationActivated)])
    assert location_acts(moving.before, moving.after, seat, moving.action.location)
    assert "a" not in steps
