"""The Majors XIII to XV: Death, Temperance, Devil."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, refused, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.subject import rests_on
from arcanum.spec.tarot.arrange import with_figures, with_majors, with_points, with_prestige
from arcanum.spec.tarot.games import Game, Step, games, playing, positions, printed_locations
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Discard, Move, Play, Swap
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, SUITS, Card, Figure, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_9,
    AMB_10,
    AMB_11,
    AMB_18,
    AMB_24,
    HAND_1,
    LOC1_1,
    LOC4_1,
    LOC5_1,
    LOC6_1,
    LOC6_2,
    LOC7_1,
    MAJ_3_2,
    MAJ_3_3,
    MAJ_12_1,
    MAJ_13_1,
    MAJ_13_2,
    MAJ_14_1,
    MAJ_14_2,
    MAJ_14_3,
    MAJ_14_4,
    MAJ_15_1,
    MAJ_15_2,
    MAJ_15_3,
    MAJ_15_4,
    MIN_A1,
    TRACK_2,
)
from arcanum.tarot.events import LocationActivated
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import HiddenCard

from .naive_scoring import totals
from .scenes_kit import LOCATIONS, alone, changed_figures, held_minors, moving_none, points, tracks, with_board
from .scoring_kit import area_of_a_slow_reader
from .solo_kit import (
    anything,
    court_card,
    courts,
    declining,
    gains,
    matches,
    perform,
    raised,
    spare_minors,
    tables,
    touched,
    wishing,
    with_supply,
)

EMPRESS, HANGED_MAN, DEATH, TEMPERANCE, DEVIL, PRIESTESS = 3, 12, 13, 14, 15, 2


# --- XIII Death -------------------------------------------------------------------------------------------------------


@proves(MAJ_13_1)
@given(tables(DEATH, minors=(2, 6)), st.integers(1, 4))
def test_death_takes_one_or_two_minors(state: State, wanted: int) -> None:
    """Death's player discards one Minor, and a second one if he likes and can spare it: no fewer, no more, no Major."""
    solo = perform(state, DEATH, wishing(Discard, [wanted] * len(state.players)))
    least, most = number(state, MAJ_13_1, "least"), number(state, MAJ_13_1, "most")
    paid = solo.chosen(Discard, solo.seat)
    assert len(paid) == min(wanted, most, spare_minors(state, solo.seat)) >= least
    assert all(isinstance(card, Minor) for card in paid)
    assert set(paid) <= set(state.players[solo.seat].hand)
    assert list(solo.after.minor_discard[: len(paid)]) == paid
    for count, step in enumerate(solo.answers[: len(paid)]):
        assert (PASS in arcanum.legal_actions(step.before)) == (count >= least)
        for card in state.players[solo.seat].hand:
            assert isinstance(card, Minor) or refused(step.before, Discard(card))


@proves(MAJ_13_1)
@given(tables(DEATH, minors=(0, 2)))
def test_death_cannot_be_played_by_whoever_cannot_pay(state: State) -> None:
    """Without a Minor to spare Death stays in the hand; with one it may be played."""
    payable = spare_minors(state, asked(state)) >= number(state, MAJ_13_1, "least")
    assert (Play(MAJORS[DEATH]) in arcanum.legal_actions(state)) is payable
    assert payable or refused(state, Play(MAJORS[DEATH]))


@proves(MAJ_13_2)
@given(tables(DEATH, minors=(2, 6), hidden=(0, 0)), st.integers(1, 2), st.integers(0, 3), st.integers(0, 2), st.data())
def test_death_pays_a_major_for_each_minor(
    state: State, wanted: int, deck: int, discard: int, data: st.DataObject
) -> None:
    """For each Minor that Death takes its player draws one Major, as long as there are any."""
    state = with_supply(state, majors=(deck, discard))
    paying = wishing(Discard, [wanted] * len(state.players))
    any_answer = anything(data)
    limit = number(state, HAND_1, "limit")

    def answer(now: State) -> Action:
        return any_answer(now) if len(now.players[asked(now)].hand) > limit else paying(now)

    solo = perform(state, DEATH, answer)
    discards = solo.chosen(Discard, solo.seat)
    paid = min(wanted, spare_minors(state, solo.seat))
    drawn = {*solo.after.players[solo.seat].hand, *discards} - set(state.players[solo.seat].hand)
    assert len(drawn) == min(paid * number(state, MAJ_13_2, "majors_per_minor"), deck + discard)
    assert set(state.major_deck[::-1][: len(drawn)]) <= drawn <= {*state.major_deck, *state.major_discard}
    assert touched(state, solo.after) <= {f"hand {solo.seat}", "minor_discard", "major_deck", "major_discard"}
    assert state.minor_deck == solo.after.minor_deck


# --- XIV Temperance ---------------------------------------------------------------------------------------------------

POINTS = {1: LOC1_1, 5: LOC5_1, 6: LOC6_1}
"""The locations that give points at once."""


def with_hidden_cards(state: State, seat: Seat, hidden: Sequence[HiddenCard]) -> State:
    """The state with other hidden cards in front of a seat."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], hidden=tuple(hidden))
    return attrs.evolve(state, players=tuple(players))


def free_moves(state: State) -> set[Action]:
    """Every figure on the board to every other location, without those that the Tower closes."""
    closed = set(state.tower)
    return {
        Move(figure, there)
        for figure in FIGURES
        if (here := state.figures[figure]) is not None and here not in closed
        for there in set(LOCATIONS) - {here} - closed
    }


def swaps(state: State) -> set[Action]:
    """The exchanges on offer."""
    return {action for action in arcanum.legal_actions(state) if isinstance(action, Swap)}


def offered_by_temperance(state: State) -> bool:
    """Whether the printing lets the player of Temperance leave the figures where they are."""
    return stated(state, MAJ_14_1, "optional") is True


def at_the_exchange(state: State) -> State:
    """Temperance has been played, and its move changed nothing."""
    return moving_none(take(state, Play(MAJORS[TEMPERANCE])).after)


@proves(MAJ_14_1)
@given(positions(PlayCard, of=playing(16, 20)).filter(lambda state: not state.major_played), st.data())
def test_temperance_moves_any_figure_with_all_that_follows(state: State, data: st.DataObject) -> None:
    """Any figure that Tower and Judgement leave free may go anywhere else; symbols and location act, and no step a."""
    state = alone(with_majors(state, asked(state), (TEMPERANCE,)))
    seat = asked(state)
    waiting = take(state, Play(MAJORS[TEMPERANCE])).after
    expected = {*free_moves(state), PASS} if offered_by_temperance(state) else free_moves(state)
    assert set(arcanum.legal_actions(waiting)) == expected
    written_for(state, MAJ_14_1, "steps", ("c", "d"))
    move = data.draw(st.sampled_from(sorted(free_moves(state), key=str)))
    assert isinstance(move, Move)
    moved = take(waiting, move)
    assert changed_figures(state, moved.after) == {move.figure}
    assert moved.after.figures[move.figure] == move.location
    gain = matches(state, move.figure, move.location)
    assert dict(moved.after.prestige) == raised(state, state.prestige, move.figure.suit, gain)
    (activated,) = [event for event in moved.events if isinstance(event, LocationActivated)]
    assert (activated.seat, activated.location) == (seat, move.location)
    fitting(move.location in printed_locations())
    paid = number(state, POINTS[move.location], "points") if move.location in POINTS else 0
    assert gains(state, moved.after) == ({seat: paid} if paid else {})


@proves(MAJ_14_1)
@given(tables(TEMPERANCE))
def test_temperance_may_leave_the_figures_where_they_are(state: State) -> None:
    """A player who declines everything that Temperance offers has played a card and changed nothing.

    Where the move is an order, not moving is refused as long as any figure can move.
    """
    if not offered_by_temperance(state):
        asking = take(state, Play(MAJORS[TEMPERANCE])).after
        assert {each.clause for each in arcanum.why_not(asking, PASS)} == {MAJ_14_1}
        return
    solo = perform(state, TEMPERANCE, declining)
    assert touched(state, solo.after) == {f"hand {solo.seat}", "major_discard"}


@proves(MAJ_14_2)
@given(tables(TEMPERANCE, hidden=(0, 4), minors=(1, 6)), st.sampled_from((4, 3, 2, 1, 0)), st.data())
def test_temperance_exchanges_up_to_two_cards_one_for_one(state: State, wanted: int, data: st.DataObject) -> None:
    """None, one or two cards of the hand change places with hidden ones; both rows stay as long as they were."""
    seat = asked(state)
    most = number(state, MAJ_14_2, "swaps")
    hidden = [each.card for each in state.players[seat].hidden]
    fool = "fool" in words(state, MAJ_14_3, "allowed") and FOOL in state.players[seat].hand
    now, made = at_the_exchange(state), list[Swap]()
    while len(made) < wanted and (offered := swaps(now)):
        assert (PASS in arcanum.legal_actions(now)) is stated(state, MAJ_14_2, "optional")
        swap = data.draw(st.sampled_from(sorted(offered, key=str)))
        assert isinstance(swap, Swap)
        made.append(swap)
        now = take(now, swap).after
    assert len(made) == min(wanted, most, len(hidden), len(held_minors(state, seat)) + fool)
    given_away, taken = {swap.card for swap in made}, {swap.hidden for swap in made}
    assert len(given_away) == len(taken) == len(made), "no card goes twice"
    player = now.players[seat]
    assert set(player.hand) == set(state.players[seat].hand) - {MAJORS[TEMPERANCE]} - given_away | taken
    assert {each.card for each in player.hidden} == set(hidden) - taken | given_away
    assert len(player.hidden) == len(hidden)


@proves(MAJ_14_3)
@given(
    tables(TEMPERANCE, 0, 7, hidden=(1, 3), minors=(0, 4)),
    st.sampled_from(("fool in hand", "fool hidden")),
)
def test_only_minors_and_in_most_printings_the_fool_can_be_exchanged(state: State, where: str) -> None:
    """Exchanges are offered for Minors, and for the Fool where the printing allows it, but for no other Major."""
    seat = asked(state)
    state = state if where == "fool in hand" else fool_hidden(state, seat)
    allowed = words(state, MAJ_14_3, "allowed")
    now = at_the_exchange(state)

    def may_go(card: Card) -> bool:
        return ("minor" if isinstance(card, Minor) else "fool" if card == FOOL else "other") in allowed

    player = now.players[seat]
    duty = not state.minor_played and len(held_minors(now, seat)) == 1
    expected: set[Action] = {
        Swap(card, each.card)
        for card in player.hand
        for each in player.hidden
        if may_go(card) and may_go(each.card) and not (duty and isinstance(card, Minor) and each.card == FOOL)
    }
    assert swaps(now) == expected
    for each in player.hidden:
        assert refused(now, Swap(MAJORS[7], each.card))


def fool_hidden(state: State, seat: Seat) -> State:
    """The state with the Fool not in the hand of a seat but among its hidden cards, in the middle."""
    players = list(state.players)
    first, *rest = players[seat].hidden
    hand = tuple(card for card in players[seat].hand if card != FOOL)
    players[seat] = attrs.evolve(players[seat], hand=hand, hidden=(first, HiddenCard(FOOL), *rest))
    return attrs.evolve(state, players=tuple(players))


@proves(AMB_18)
@given(tables(TEMPERANCE, 0, hidden=(1, 3), minors=(2, 4)), st.booleans(), st.data())
def test_exchanging_the_fool_is_not_playing_it(state: State, hidden: bool, data: st.DataObject) -> None:
    """Where the Fool may be exchanged it changes places like a Minor: no figure moves, and nothing is played."""
    written_for(state, MAJ_14_2, "swaps", 2)
    seat = asked(state)
    state = fool_hidden(state, seat) if hidden else state
    now = at_the_exchange(state)
    fools = [swap for swap in swaps(now) if isinstance(swap, Swap) and FOOL in (swap.card, swap.hidden)]
    assert bool(fools) is stated(state, AMB_18, "fool_swap")
    if not fools:
        return
    swap = data.draw(st.sampled_from(sorted(fools, key=str)))
    after = take(now, swap).after
    assert (FOOL in after.players[seat].hand) is hidden
    assert (FOOL in [each.card for each in after.players[seat].hidden]) is not hidden
    assert touched(now, after) == {f"hand {seat}", f"hidden {seat}"}
    written_for(state, AMB_18, "fool_play", False)
    assert not any(isinstance(action, Move | Play) for action in arcanum.legal_actions(after))
    ended = take(after, PASS).after
    assert not ended.agenda or Play(FOOL) not in arcanum.legal_actions(ended)


@proves(MAJ_14_4)
@given(tables(TEMPERANCE, hidden=(1, 3), minors=(1, 4), majors=(0, 0)), courts(), st.sampled_from((4, 7)))
def test_the_exchange_comes_after_the_location(state: State, figure: Figure, location: int) -> None:
    """Cards that the location brought into the hand or among the hidden cards can already be exchanged."""
    assume(state.figures[figure] != location)
    seat = asked(state)
    written_for(state, MAJ_14_4, "order", ("location", "exchange"))
    brought = number(state, LOC4_1, "minors") if location == 4 else number(state, LOC7_1, "hide")
    waiting = take(state, Play(MAJORS[TEMPERANCE])).after
    assert not swaps(waiting)
    now = take(waiting, Move(figure, location)).after
    fitting(not isinstance(now.agenda[-1], TrimHand))
    drawn = set(now.players[seat].hand) - set(state.players[seat].hand)
    laid = {each.card for each in now.players[seat].hidden} - {each.card for each in state.players[seat].hidden}
    assert (len(drawn), len(laid)) == ((brought, 0) if location == 4 else (0, brought))
    offered = [swap for swap in swaps(now) if isinstance(swap, Swap)]
    assert drawn <= {swap.card for swap in offered}
    assert laid <= {swap.hidden for swap in offered}
    assert offered


@proves(AMB_24)
@given(tables(TEMPERANCE, hidden=(1, 4), minors=(1, 4)), st.lists(st.booleans(), min_size=4, max_size=4), st.data())
def test_a_card_exchanged_for_an_open_one_lies_face_down(state: State, open_: list[bool], data: st.DataObject) -> None:
    """Whoever takes back a card that the Sun turned up lays the new one face down; the other cards stay as they lay."""
    seat = asked(state)
    row = [HiddenCard(each.card, up) for each, up in zip(state.players[seat].hidden, open_, strict=False)]
    now = at_the_exchange(with_hidden_cards(state, seat, row))
    swap = data.draw(st.sampled_from(sorted(swaps(now), key=str)))
    assert isinstance(swap, Swap)
    after = take(now, swap).after.players[seat]
    faces = {each.card: each.face_up for each in after.hidden}
    assert faces.pop(swap.card) is stated(state, AMB_24, "face_up")
    assert faces == {each.card: each.face_up for each in row if each.card != swap.hidden}
    assert swap.hidden in after.hand


# --- XV Devil ---------------------------------------------------------------------------------------------------------


def after_the_devil(state: State) -> State:
    """The Devil has been played, and nothing else."""
    return perform(state, DEVIL, declining).after


def another_major(state: State) -> State:
    """What no rule allows, to see what would follow: the active player may play a second Major."""
    return attrs.evolve(state, major_played=False)


@st.composite
def courts_at_the_door(draw: st.DrawFn, locations: Sequence[int], *majors: int) -> tuple[State, Minor, Move]:
    """The Devil's player still has to play his Minor: a court card whose figure can enter one of these locations."""
    figure = draw(courts())
    card = court_card(figure)
    state = draw(tables(DEVIL, *majors, own=(card,), minors=(0, 3), majors=(0, 1), minor_played=False))
    location = draw(st.sampled_from(locations))
    if state.figures[figure] == location:
        state = with_figures(state, {figure: location % 10 + 1})
    return state, card, Move(figure, location)


@proves(MAJ_15_1)
@given(courts_at_the_door(tuple(POINTS)))
def test_points_won_in_the_devils_turn_count_twice(scene: tuple[State, Minor, Move]) -> None:
    """A location that gives points gives twice as many to whoever has played the Devil before, and to nobody else."""
    state, card, move = scene
    entered = take(take(after_the_devil(state), Play(card)).after, move).after
    paid = number(state, POINTS[move.location], "points") * number(state, MAJ_15_1, "factor")
    assert gains(state, entered) == ({asked(state): paid} if paid else {})


@proves(MAJ_15_1)
@given(tables(DEVIL, HANGED_MAN, minors=(0, 3)), st.integers(0, 9), st.data())
def test_points_lost_in_the_devils_turn_count_twice(state: State, own: int, data: st.DataObject) -> None:
    """If the Hanged Man could follow the Devil in the same turn, he would cost twice as much, down to nothing."""
    seat = asked(state)
    state = with_points(state, [own if each == seat else vp for each, vp in enumerate(points(state))])
    second = another_major(after_the_devil(state))
    assume(second.agenda)
    solo = perform(second, HANGED_MAN, anything(data))
    loss = number(state, MAJ_12_1, "points") * number(state, MAJ_15_1, "factor")
    lost = max(number(state, MAJ_12_1, "lowest"), own + loss) - own
    assert gains(state, solo.after) == ({seat: lost} if lost else {})


def twins(state: State) -> tuple[State, State]:
    """The same moment after the Devil, and after the High Priestess, who touches nothing but points."""
    return after_the_devil(state), perform(state, PRIESTESS, declining).after


def side_by_side(state: State, card: Minor, move: Move, data: st.DataObject) -> list[tuple[Step, Step]]:
    """The same Minor with the same answers once after the Devil and once after the High Priestess."""
    pair, found = twins(state), list[tuple[Step, Step]]()
    script: list[Action] = [move, Play(card)]
    for _ in range(60):
        devil, priestess = pair
        if not devil.agenda or (found and isinstance(devil.agenda[-1], PlayCard)):
            return found
        legal = arcanum.legal_actions(priestess)
        common = [action for action in arcanum.legal_actions(devil) if action in legal]
        fitting(bool(common))
        action = script.pop() if script else data.draw(st.sampled_from(common))
        found.append((take(devil, action), take(priestess, action)))
        pair = found[-1][0].after, found[-1][1].after
    raise AssertionError("the Minor does not come to an end")


@proves(MAJ_15_2)
@given(courts_at_the_door(LOCATIONS, PRIESTESS), st.tuples(*[st.integers(4, 10)] * 4), st.data())
def test_prestige_in_the_devils_turn_changes_twice_as_much(
    scene: tuple[State, Minor, Move], prestige: tuple[int, ...], data: st.DataObject
) -> None:
    """Whatever a Minor and its location do to the Houses, with the Devil they do it twice over."""
    state, card, move = scene
    factor = number(state, MAJ_15_2, "factor")
    pairs = side_by_side(with_prestige(state, prestige), card, move, data)
    for devil, priestess in pairs:
        for house in SUITS:
            change = priestess.after.prestige[house] - prestige[house]
            assert devil.after.prestige[house] - prestige[house] == change * factor
    first, _ = pairs[0]
    step_a = number(state, MIN_A1, "prestige") * factor
    assert first.after.prestige[card.suit] == prestige[card.suit] + step_a


@proves(MAJ_15_2)
@given(tables(DEVIL, EMPRESS, minors=(1, 3)), tracks(3, 19), st.permutations(SUITS))
def test_a_house_that_falls_in_the_devils_turn_falls_twice_as_far(
    state: State, prestige: tuple[int, ...], houses: list[Suit]
) -> None:
    """If the Empress could follow the Devil, she would raise one House by 2 and lower another one by 2."""
    up, down, *_ = houses
    second = another_major(after_the_devil(with_prestige(state, prestige)))
    assume(second.agenda)
    answers = iter((PASS, Adjust(up, 1), Adjust(down, -1)))
    solo = perform(second, EMPRESS, lambda _: next(answers))
    factor = number(state, MAJ_15_2, "factor")
    row = dict(zip(SUITS, prestige, strict=True))
    row = raised(state, row, up, number(state, MAJ_3_2, "prestige") * factor)
    row[down] = max(0, row[down] + number(state, MAJ_3_3, "prestige") * factor)
    assert dict(solo.after.prestige) == row


@proves(MAJ_15_3)
@given(courts_at_the_door(LOCATIONS, PRIESTESS), st.data())
def test_the_devil_doubles_no_card(scene: tuple[State, Minor, Move], data: st.DataObject) -> None:
    """The same cards are drawn, discarded and hidden with the Devil as without him."""
    state, card, move = scene
    written_for(state, MAJ_15_3, "factor", 1)
    for devil, priestess in side_by_side(state, card, move, data):
        assert type(devil.before.agenda[-1]) is type(priestess.before.agenda[-1])
        assert devil.after.minor_deck == priestess.after.minor_deck
        assert devil.after.minor_discard == priestess.after.minor_discard
        assert devil.after.major_deck == priestess.after.major_deck
        for one, other in zip(devil.after.players, priestess.after.players, strict=True):
            assert len(one.hand) == len(other.hand)
            assert one.hidden == other.hidden


def after_the_minor(game: Game, *, last: bool) -> list[State]:
    """Moments in which a Major may follow the Minor, either of the last player before a scoring or of another one."""
    found = []
    for step, asking in game.asked(PlayCard):
        state = step.before
        final = asking.seat == (state.first_player - 1) % game.players
        scoring = final and state.turn in state.options.scoring_turns
        if state.minor_played and not state.major_played and (scoring if last else not final):
            found.append(with_majors(state, asking.seat, (0, DEVIL)))
    assume(found)
    return found


@proves(MAJ_15_4, AMB_10)
@given(games(majors=("all",)))
def test_the_devil_does_not_double_the_scoring(game: Game) -> None:
    """Played by the last player of a scoring turn, the Devil leaves the scoring as it is: his turn is over."""
    written_for(game.first, MAJ_15_4, "until", "turn")
    written_for(game.first, AMB_10, "doubles_scoring", False)
    for state in after_the_minor(game, last=True):
        scored = take(state, Play(MAJORS[DEVIL])).after
        hidden = [
            [(each.card.suit.name, each.card.rank) for each in player.hidden if isinstance(each.card, Minor)]
            for player in state.players
        ]
        prestige = {house.name: square for house, square in state.prestige.items()}
        paid = totals(prestige, hidden, area_of_a_slow_reader(state))
        assert points(scored) == [before + each for before, each in zip(points(state), paid, strict=True)]


@proves(MAJ_15_4)
@given(games(majors=("all",)), st.data())
def test_the_devil_is_gone_when_the_next_player_begins(game: Game, data: st.DataObject) -> None:
    """The player after the Devil's raises the House of his Minor by the usual single step."""
    state = data.draw(st.sampled_from(after_the_minor(game, last=False)))
    now = take(state, Play(MAJORS[DEVIL])).after
    for _ in range(20):
        if now.turn != state.turn or isinstance(now.agenda[-1], PlayCard):
            break
        now = take(now, data.draw(st.sampled_from(arcanum.legal_actions(now)))).after
    assume(now.turn == state.turn)
    assert asked(now) != asked(state)
    minors = [action.card for action in arcanum.legal_actions(now) if isinstance(action, Play)]
    assume(any(isinstance(card, Minor) for card in minors))
    card = data.draw(st.sampled_from([card for card in minors if isinstance(card, Minor)]))
    after = take(now, Play(card)).after
    assert dict(after.prestige) == raised(now, now.prestige, card.suit, number(now, MIN_A1, "prestige"))


@proves(AMB_10)
@given(tables(DEVIL, minor_played=True))
def test_the_devil_changes_nothing_that_has_happened(state: State) -> None:
    """Played after the Minor the Devil changes neither points nor prestige, however much the Minor has brought."""
    solo = perform(state, DEVIL, declining)
    written_for(state, AMB_10, "retroactive", False)
    assert touched(state, solo.after) == {f"hand {solo.seat}", "major_discard"}


@proves(AMB_9, TRACK_2)
@given(courts_at_the_door(LOCATIONS), tracks(), st.integers(16, 21), st.integers(0, 6))
def test_the_devil_doubles_the_rise_and_not_the_push_back(
    scene: tuple[State, Minor, Move], prestige: tuple[int, ...], height: int, symbols: int
) -> None:
    """At the end of the track the doubled steps that are missing push the other Houses back, each only once."""
    state, card, move = scene
    written_for(state, AMB_9, "push_back_factor", 1)
    factor = number(state, AMB_9, "gain_factor")
    state = with_board(state, [{card_kind(card): symbols}] * len(LOCATIONS))
    row = [height if house is card.suit else prestige[house] for house in SUITS]
    played = take(after_the_devil(with_prestige(state, row)), Play(card)).after
    first = raised(state, dict(zip(SUITS, row, strict=True)), card.suit, factor * number(state, MIN_A1, "prestige"))
    assert dict(played.prestige) == first
    entered = take(played, move).after
    assert dict(entered.prestige) == raised(state, first, card.suit, factor * symbols)


def card_kind(card: Minor) -> str:
    """The name of the kind of a court card."""
    return {11: "knave", 12: "knight", 13: "queen", 14: "king"}[card.rank]


@proves(AMB_11)
@given(courts_at_the_door((6,)), st.tuples(*[st.integers(2, 10)] * 4), st.data())
def test_the_devil_at_the_fields(
    scene: tuple[State, Minor, Move], prestige: tuple[int, ...], data: st.DataObject
) -> None:
    """In the Fields the Devil doubles the points and each step up or down, but every House still moves only once."""
    rests_on(LOC6_2, MAJ_15_2)
    state, card, move = scene
    played = take(after_the_devil(with_prestige(state, prestige)), Play(card)).after
    now = take(played, move).after
    paid = number(state, LOC6_1, "points") * number(state, AMB_11, "points_factor")
    assert gains(state, now) == ({asked(state): paid} if paid else {})
    row, left = dict(now.prestige), set(SUITS)
    while left:
        assert set(arcanum.legal_actions(now)) == {PASS, *(Adjust(house, way) for house in left for way in (1, -1))}
        house, way = data.draw(st.sampled_from(sorted(left))), data.draw(st.sampled_from((1, -1)))
        now = take(now, Adjust(house, way)).after
        left.remove(house)
        steps = number(state, AMB_11, "prestige")
        if way > 0:
            row = raised(state, row, house, steps)
        else:
            row[house] = max(0, row[house] - steps)
        assert dict(now.prestige) == row
    assert number(state, AMB_11, "prestige") == 2 * number(state, LOC6_2, "prestige")
