"""The Tower, the Stars and the Moon."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, refused, refuses, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import with_hand, with_prestige, with_small_deck
from arcanum.spec.tarot.games import Game, playing
from arcanum.tarot import State
from arcanum.tarot.actions import Hide, Move, PlaceTower, Play
from arcanum.tarot.board import Board
from arcanum.tarot.cards import FIGURES, FOOL, MAJORS, MINORS, SUITS, TOWER, Card, Minor
from arcanum.tarot.clause_ids import (
    AMB_1,
    AMB_3,
    AMB_12,
    AMB_29,
    AMB_45,
    COMP_14,
    DECK_5,
    HAND_1,
    MAJ_0_1,
    MAJ_16_1,
    MAJ_16_2,
    MAJ_16_3,
    MAJ_16_4,
    MAJ_16_5,
    MAJ_16_6,
    MAJ_17_1,
    MAJ_17_2,
    MAJ_18_1,
    MAJ_18_2,
    MAJ_18_3,
)
from arcanum.tarot.events import (
    Discarded,
    Drew,
    Hid,
    LocationActivated,
    Moved,
    PhaseBegan,
    Pile,
    Shuffled,
    TowerPlaced,
)
from arcanum.tarot.hand import TrimHand
from arcanum.tarot.hiding import HideTogether

from .late_majors_kit import (
    Scene,
    besieged,
    blockades,
    carried_out,
    changes,
    drawn,
    gains,
    hide_if_possible,
    holding,
    is_done,
    moments,
    next_turn_begins,
    others,
    possible_moves,
    seats,
    seen_by,
    trimmed,
    with_exiles,
    with_places,
    with_tower,
)
from .scenes_kit import (
    LOCATIONS,
    changed_figures,
    held_minors,
    movers,
    moves,
    moving_none,
    points,
    ready,
    redealt,
    rises,
)
from .table_kit import drawing

STARS, MOON = MAJORS[17], MAJORS[18]
NUMERALS = st.builds(Minor, st.sampled_from(SUITS), st.integers(1, 10))
COURT = st.builds(Minor, st.sampled_from(SUITS), st.integers(11, 14))

# --- the Tower on the board -------------------------------------------------------------------------------------------


@proves(MAJ_16_1)
@given(holding(16), st.data())
def test_the_tower_gives_its_player_two_points_and_touches_nobody_else(state: State, data: st.DataObject) -> None:
    """Prestige, figures and all other players stay as they are."""
    scene = carried_out(state, TOWER, data)
    assert number(state, MAJ_16_1, "card") == scene.card.number
    gained = gains(state, scene.after)
    assert gained[scene.seat] == number(state, MAJ_16_1, "points")
    assert changes(state, scene.after) == {f"vp {scene.seat}", f"hand {scene.seat}", "tower"}


@proves(MAJ_16_2)
@given(holding(16), st.data())
def test_the_tower_lies_on_the_board_and_blocks_what_it_touches(state: State, data: st.DataObject) -> None:
    """Its player chooses where; the card is then in no hand and no pile, and everybody sees what is blocked."""
    asking = take(state, Play(TOWER)).after
    assert asked(asking) == asked(state)
    place = data.draw(st.sampled_from(arcanum.legal_actions(asking)))
    assert isinstance(place, PlaceTower)
    after = take(asking, place).after
    assert after.tower == place.locations
    assert len(after.tower) >= number(state, MAJ_16_2, "least")
    assert set(after.tower) <= set(LOCATIONS)
    assert after.tower_owner == asked(state)
    hands = [card for player in after.players for card in player.hand]
    assert TOWER not in (*hands, *after.in_play, *after.major_deck, *after.major_discard)
    for seat in (*range(len(after.players)), None):
        assert seen_by(after, seat).tower == place.locations


@proves(AMB_45)
@given(holding(16), st.lists(blockades(most=10), min_size=1, max_size=8, unique=True), blockades(most=10))
def test_the_board_says_which_locations_the_tower_can_touch_together(
    state: State, placements: list[tuple[int, ...]], other: tuple[int, ...]
) -> None:
    """Just these ways of lying are on offer, none of them beside all locations; any other is refused."""
    board = Board(state.rules.board.squares, tuple(placements))
    state = attrs.evolve(state, rules=attrs.evolve(state.rules, board=board))
    asking = take(state, Play(TOWER)).after
    assert set(arcanum.legal_actions(asking)) == {PlaceTower(each) for each in placements}
    assert all(len(each) >= number(state, AMB_45, "least") for each in placements)
    assert refused(asking, PASS)
    if other not in placements:
        assert refused(asking, PlaceTower(other))
    for each in placements:
        assert take(asking, PlaceTower(each)).after.tower == each


@proves(AMB_45)
@given(st.sampled_from((5, None, (), "12", ("1", "2"), (1.0, 2), (True,), [1, "2"], (1, None))))
def test_the_tower_touches_locations_by_number_and_nothing_else_can_be_written(given_: object) -> None:
    """What is no list of numbers is refused when the action is made, with a sentence of ours."""
    make: Callable[..., object] = PlaceTower
    assert refuses(arcanum.BadCall, partial(make, given_), "by number")


@proves(AMB_45)
@given(holding(16))
def test_on_our_own_board_the_tower_touches_one_location_at_least(state: State) -> None:
    """No way of lying blocks nothing, and none blocks what is no location."""
    places = arcanum.legal_actions(take(state, Play(TOWER)).after)
    sets = [set(place.locations) for place in places if isinstance(place, PlaceTower)]
    assert len(sets) == len(places) > 0
    assert min(map(len, sets)) >= number(state, AMB_45, "least")
    assert set.union(*sets) <= set(LOCATIONS)


# --- blocked locations ------------------------------------------------------------------------------------------------


def about_to_move(state: State, data: st.DataObject) -> tuple[State, Card]:
    """A numeral, a court card or the Fool is played and has a figure to move."""
    card: Card = data.draw((NUMERALS | COURT | st.just(FOOL)).filter(lambda card: bool(possible_moves(state, card))))
    if isinstance(card, Minor):
        state = ready(attrs.evolve(state, minor_played=False), card)
    return take(state, Play(card)).after, card


def clauses_against(state: State, move: Move) -> set[str]:
    """The clauses that forbid a move."""
    assert refused(state, move)
    return {violation.clause for violation in arcanum.why_not(state, move)}


@proves(MAJ_16_3)
@given(besieged(0), st.data())
def test_no_figure_enters_a_blocked_location(state: State, data: st.DataObject) -> None:
    """Neither by a Minor nor by the Fool, whoever plays, the owner of the Tower included; elsewhere all is as ever."""
    state, card = about_to_move(state, data)
    offered = set(moves(state))
    assert {move.location for move in offered}.isdisjoint(state.tower)
    assert offered == possible_moves(state, card)
    mover = data.draw(st.sampled_from(sorted(offered, key=str))).figure
    for blocked in state.tower:
        assert MAJ_16_3 in clauses_against(state, Move(mover, blocked))


@proves(MAJ_16_4)
@given(besieged(0), st.data())
def test_no_figure_leaves_a_blocked_location(state: State, data: st.DataObject) -> None:
    """A figure under the Tower stays there, while others of its House may go."""
    blocked = data.draw(st.sampled_from(state.tower))
    held = data.draw(st.sampled_from([figure for figure in FIGURES if state.figures[figure] is not None]))
    state = with_places(state, {held: blocked})
    state, card = about_to_move(state, data)
    offered = moves(state)
    assert all(state.figures[move.figure] not in state.tower for move in offered)
    assert set(offered) == possible_moves(state, card)
    there = data.draw(st.sampled_from(offered)).location
    assert MAJ_16_4 in clauses_against(state, Move(held, there))


@proves(MAJ_16_4)
@given(holding(0), blockades(), st.data())
def test_with_every_figure_under_the_tower_the_fool_moves_none(
    state: State, tower: tuple[int, ...], data: st.DataObject
) -> None:
    """He may still be played; the move can only be declined, or is not even asked for where it is an order."""
    state = with_places(state, {figure: data.draw(st.sampled_from(tower)) for figure in FIGURES})
    state = take(with_tower(state, tower, data.draw(seats(state))), Play(FOOL)).after
    assert not moves(state)
    assert is_done(state) is not stated(state, MAJ_0_1, "optional")
    after = moving_none(state)
    assert is_done(after)
    assert changes(state, after) == set()


@proves(MAJ_16_5)
@given(playing(16))
def test_while_the_tower_stands_nothing_happens_in_the_locations_it_touches(game: Game) -> None:
    """No figure comes, none goes, no location acts there, until the card is taken away."""
    assume(game.of(TowerPlaced))
    blocked: tuple[int, ...] = ()
    for event in game.events:
        match event:
            case TowerPlaced(locations=locations):
                blocked = locations
            case Discarded(card=card) if card == TOWER:
                blocked = ()
            case Moved(origin=origin, destination=destination):
                assert origin not in blocked
                assert destination not in blocked
            case LocationActivated(location=location):
                assert location not in blocked


@proves(MAJ_16_6)
@given(playing(16))
def test_the_tower_is_discarded_when_its_owner_becomes_active_again(game: Game) -> None:
    """Before anything else in that turn; from then on the locations are open, and the card lies on the Major pile."""
    when = str(game.expected(MAJ_16_6, "when"))
    owner = None
    cleared = 0
    for state, events in moments(game.steps):
        for index, event in enumerate(events):
            if isinstance(event, TowerPlaced):
                owner = event.seat
            if owner is not None and next_turn_begins(event, owner, when):
                following = next(each for each in events[index + 1 :] if not isinstance(each, PhaseBegan))
                assert isinstance(following, Discarded)
                assert (following.card, following.clause) == (TOWER, MAJ_16_6)
                assert TOWER in state.major_discard
                owner, cleared = None, cleared + 1
        assert (state.tower == ()) == (owner is None)
        assert state.tower_owner == owner
    assume(cleared)


# --- Minors that the Tower or a Judgement stops -----------------------------------------------------------------------


@st.composite
def stopped_numerals(draw: st.DrawFn) -> tuple[State, Minor]:
    """A numeral in hand for which each figure of its suit is there already, under the Tower or off the board."""
    state, card = draw(holding(16)), draw(NUMERALS)
    suit = movers(card)
    owner = draw(seats(state))
    if draw(st.booleans()):  # the target is blocked, and then it does not matter where the figures are
        tower = {card.rank, *draw(blockades(most=3))}
        state = with_places(state, {figure: draw(st.sampled_from(LOCATIONS)) for figure in suit})
        away = draw(st.lists(st.sampled_from(suit), max_size=3, unique=True))
    else:
        tower = set(draw(blockades(most=3))) - {card.rank}
        assume(tower)
        state = with_places(state, {figure: draw(st.sampled_from(sorted({card.rank, *tower}))) for figure in suit})
        away = draw(st.lists(st.sampled_from(suit), max_size=3, unique=True))
        assume(away or any(state.figures[figure] in tower for figure in suit))
    state = with_tower(with_exiles(state, {owner: away}), sorted(tower), draw(seats(state)))
    state = ready(attrs.evolve(state, minor_played=False), card)
    highest = number(state, COMP_14, "highest") - number(state, AMB_1, "prestige")
    fitting(highest >= 0)
    return with_prestige(state, draw(st.tuples(*[st.integers(0, highest)] * 4))), card


def check_that_only_its_house_rises(state: State, card: Minor, prestige: int, figures: int) -> None:
    """The card is played, raises its House, is discarded, and nothing else happens."""
    step = take(state, Play(card))
    seat = asked(state)
    assert is_done(step.after)
    assert rises(state, step.after) == {house: prestige * (house is card.suit) for house in SUITS}
    assert len(changed_figures(state, step.after)) == figures
    risen = {"prestige"} if prestige else set()
    assert changes(state, step.after) == {*risen, f"hand {seat}", "minor_played"}
    assert not any(isinstance(event, LocationActivated | Moved) for event in step.events)
    assert step.after.minor_discard == (*state.minor_discard, card)


@proves(AMB_1)
@given(stopped_numerals())
def test_a_numeral_stopped_by_the_tower_or_a_judgement_still_raises_its_house(stopped: tuple[State, Minor]) -> None:
    """With its location blocked, or no figure that could come, it may be played, counts one, and that is all."""
    state, card = stopped
    assert (Play(card) in arcanum.legal_actions(state)) is stated(state, AMB_1, "playable")
    check_that_only_its_house_rises(state, card, number(state, AMB_1, "prestige"), number(state, AMB_1, "figures"))


@proves(AMB_3)
@given(holding(16), COURT, blockades(), st.data())
def test_a_court_card_whose_figure_cannot_move_still_raises_its_house(
    state: State, card: Minor, tower: tuple[int, ...], data: st.DataObject
) -> None:
    """Whether a Judgement has taken the figure off the board or the Tower holds it."""
    highest = number(state, COMP_14, "highest") - number(state, AMB_3, "prestige")
    fitting(highest >= 0)
    level = data.draw(st.integers(0, highest))
    (figure,) = movers(card)
    if data.draw(st.booleans(), "off the board"):
        state = with_exiles(state, {data.draw(seats(state)): [figure]})
    else:
        state = with_places(state, {figure: data.draw(st.sampled_from(tower))})
        state = with_tower(state, tower, data.draw(seats(state)))
    state = with_prestige(ready(attrs.evolve(state, minor_played=False), card), [level] * 4)
    assert (Play(card) in arcanum.legal_actions(state)) is stated(state, AMB_3, "playable")
    check_that_only_its_house_rises(state, card, number(state, AMB_3, "prestige"), number(state, AMB_3, "figures"))


@proves(DECK_5)
@given(holding(16), st.integers(0, 3), st.data())
def test_a_new_major_deck_is_made_without_the_tower_that_is_being_laid_or_lies_on_the_board(
    state: State, deck: int, data: st.DataObject
) -> None:
    """Nor does it take Majors out of hands; the blocked locations stay blocked."""
    pile = (*state.major_deck, *state.major_discard)
    assume(len(pile) > deck)
    state = attrs.evolve(state, major_deck=pile[:deck], major_discard=pile[deck:])
    laying = take(state, Play(TOWER)).after
    lying = take(laying, data.draw(st.sampled_from(arcanum.legal_actions(laying)))).after
    for table in (laying, lying):
        drawer = data.draw(seats(table))
        step = drawing(table, drawer, Pile.MAJOR, deck + data.draw(st.integers(1, len(pile) - deck)))
        assert any(isinstance(event, Shuffled) for event in step.events)
        hands = [card for player in step.after.players for card in player.hand]
        assert TOWER not in (*step.after.major_deck, *step.after.major_discard, *hands)
        assert (step.after.tower, step.after.in_play) == (table.tower, table.in_play)
        assert changes(table, step.after) == {f"hand {drawer}"}
        assert set(step.after.major_deck) <= set(state.major_discard)


# --- the Stars --------------------------------------------------------------------------------------------------------


@proves(MAJ_17_1)
@given(holding(17), st.integers(0, 4), st.integers(0, 4), st.data())
def test_the_stars_let_their_player_draw_two_minors(state: State, deck: int, discard: int, data: st.DataObject) -> None:
    """Or what there is; with too many cards in hand he discards at once, and nobody else draws."""
    if data.draw(st.booleans(), "deck short"):
        state = with_small_deck(state, deck, discard)
    supply = len(state.minor_deck) + len(state.minor_discard)
    scene = carried_out(state, STARS, data)
    new = drawn(scene, scene.seat, MAJ_17_1)
    assert number(state, MAJ_17_1, "card") == scene.card.number
    assert len(new) == min(supply, number(state, MAJ_17_1, "minors"))
    assert all(isinstance(card, Minor) for card in new)
    held = {*state.players[scene.seat].hand, *new} - {STARS}
    assert set(scene.after.players[scene.seat].hand) == held - trimmed(scene, scene.seat)
    assert len(scene.after.players[scene.seat].hand) == min(len(held), number(state, HAND_1, "limit"))
    assert {event.seat for event in scene.of(Drew)} == {scene.seat}


@proves(MAJ_17_2)
@given(holding(17), st.data())
def test_the_stars_give_points_to_their_player_alone(state: State, data: st.DataObject) -> None:
    """Two in English, one in the common reading; figures, prestige and all other players stay as they are."""
    scene = carried_out(state, STARS, data)
    gained = gains(state, scene.after)
    assert gained[scene.seat] == number(state, MAJ_17_2, "points")
    assert changes(state, scene.after) == {f"vp {scene.seat}", f"hand {scene.seat}"}
    assert scene.after.major_discard[-1] == STARS


# --- the Moon ---------------------------------------------------------------------------------------------------------


@proves(MAJ_18_1)
@given(holding(18), st.integers(0, 9), st.data())
def test_the_moon_lets_everybody_draw(state: State, deck: int, data: st.DataObject) -> None:
    """Its player first, then clockwise, each as many Minors as the printing says, or what there is."""
    if data.draw(st.booleans(), "deck short"):
        state = with_small_deck(state, deck)
    supply = len(state.minor_deck) + len(state.minor_discard)
    scene = carried_out(state, MOON, data)
    each = number(state, MAJ_18_1, "minors")
    assert number(state, MAJ_18_1, "card") == scene.card.number
    drawers = [event.seat for event in scene.of(Drew, MAJ_18_1)]
    assert drawers == [scene.seat, *scene.others]
    for seat in drawers:
        new = drawn(scene, seat, MAJ_18_1)
        over = [event for event in scene.of(Discarded) if event.card != MOON]
        assert over or len(new) == min(each, supply)  # discards by the hand limit may be drawn again
        assert len(new) <= each
        assert all(isinstance(card, Minor) for card in new)
        supply -= len(new)
    touched = {f"{zone} {seat}" for seat in drawers for zone in ("hand", "hidden")}
    assert changes(state, scene.after) <= touched
    assert points(scene.after) == points(state)


@st.composite
def moonlit(draw: st.DrawFn) -> State:
    """The Moon is played and has been drawn for: now everybody may hide. Hands are small, so nobody discards."""
    state = draw(holding(18))
    room = number(state, HAND_1, "limit") - max(1, number(state, MAJ_18_1, "minors"))
    fitting(room >= 0)
    state = redealt_with_majors(state, [draw(st.integers(0, min(4, room))) for _ in state.players])
    after = take(state, Play(MOON)).after
    assert isinstance(after.agenda[-1], HideTogether)
    return after


def redealt_with_majors(state: State, hands: list[int]) -> State:
    """Everybody holds so many Minors and no Majors but the Moon; what was hidden is dealt anew too."""
    seat = asked(state)
    loose = [card for player in state.players for card in player.hand if card in MAJORS and card != MOON]
    loose += [each.card for player in state.players for each in player.hidden if each.card in MAJORS]
    bare = tuple(attrs.evolve(player, hand=(), hidden=()) for player in state.players)
    pool = [card for card in MINORS if card not in state.in_play]
    table = redealt(attrs.evolve(state, players=bare, minor_deck=tuple(pool), minor_discard=()), hands)
    players = list(table.players)
    players[seat] = attrs.evolve(players[seat], hand=(*players[seat].hand, MOON))
    majors = tuple(card for card in MAJORS if card in (*state.major_deck, *loose))
    return attrs.evolve(table, players=tuple(players), major_deck=majors)


def hide_by_plan(state: State, plan: list[int]) -> Scene:
    """Everybody hides as many cards as the plan says, as far as he can; passing stands for the rest."""
    seat, left, steps = asked(state), list(plan), []
    while not is_done(state):
        chooser = asked(state)
        step = hide_if_possible(state, left[chooser])
        left[chooser] -= isinstance(step.action, Hide)
        steps.append(step)
        state = step.after
    return Scene(seat, MOON, tuple(steps))


def can_hide(state: State, seat: int) -> int:
    """How many Minors a seat could hide: all he has, but not the one that he still has to play."""
    kept = state.active == seat and not state.minor_played and stated(state, AMB_12, "last_minor") == "kept-if-possible"
    return max(0, len(held_minors(state, seat)) - kept)


@proves(MAJ_18_2)
@given(moonlit(), st.data())
def test_the_moon_lets_its_player_hide_up_to_two_minors(state: State, data: st.DataObject) -> None:
    """None, one or two, as he likes, if he holds as many."""
    seat, most = asked(state), number(state, MAJ_18_2, "hide")
    written_for(state, MAJ_18_2, "optional", True)
    wanted = data.draw(st.integers(0, most + 1))
    scene = hide_by_plan(state, [wanted * (each == seat) for each in range(len(state.players))])
    hidden = [event.card for event in scene.of(Hid, MAJ_18_2)]
    assert len(hidden) == min(wanted, most, can_hide(state, seat))
    assert {event.seat for event in scene.of(Hid, MAJ_18_2)} <= {seat}
    assert len(held_minors(scene.after, seat)) == len(held_minors(state, seat)) - len(hidden)
    assert [each.card for each in scene.after.players[seat].hidden] == hidden
    assert changes(state, scene.after) == ({f"hand {seat}", f"hidden {seat}"} if hidden else set())


@proves(MAJ_18_3)
@given(moonlit(), st.data())
def test_the_moon_lets_everybody_else_hide_one_minor(state: State, data: st.DataObject) -> None:
    """Or none; what one of them does has no influence on what the others may do."""
    seat, most = asked(state), number(state, MAJ_18_3, "hide")
    written_for(state, MAJ_18_3, "optional", True)
    plan = [data.draw(st.integers(0, most + 1)) * (each != seat) for each in range(len(state.players))]
    scene = hide_by_plan(state, plan)
    for other in others(state, seat):
        hidden = [event.card for event in scene.of(Hid, MAJ_18_3) if event.seat == other]
        assert len(hidden) == min(plan[other], most, can_hide(state, other))
        assert [each.card for each in scene.after.players[other].hidden] == hidden
        assert len(held_minors(scene.after, other)) == len(held_minors(state, other)) - len(hidden)
    assert scene.after.players[seat] == state.players[seat]


@proves(MAJ_18_2, MAJ_18_3)
@given(moonlit(), st.sampled_from(MAJORS), st.data())
def test_under_the_moon_only_minors_of_the_own_hand_are_hidden(state: State, major: Card, data: st.DataObject) -> None:
    """Any of them may be chosen; no Major, and nobody else's card."""
    for _ in range(data.draw(st.integers(0, len(state.players)))):
        state = hide_if_possible(state, 0).after
    seat = asked(state)
    offered = {action.card for action in arcanum.legal_actions(state) if isinstance(action, Hide)}
    assert offered == (set(held_minors(state, seat)) if can_hide(state, seat) else set())
    assert PASS in arcanum.legal_actions(state)
    assert refused(state, Hide(major))
    foreign = [card for card in MINORS if card not in state.players[seat].hand]
    assert refused(state, Hide(data.draw(st.sampled_from(foreign))))


@proves(AMB_29)
@given(holding(18), st.data())
def test_the_moon_draws_first_then_the_hand_limit_counts_then_cards_are_hidden(
    state: State, data: st.DataObject
) -> None:
    """Nobody escapes the hand limit by hiding, and nobody draws after another has hidden."""
    limit = number(state, HAND_1, "limit")
    full = data.draw(seats(state))
    free = [card for card in MINORS if all(card != each.card for player in state.players for each in player.hidden)]
    majors = sum(card in MAJORS for card in state.players[full].hand)
    state = with_hand(state, full, free[: limit - majors])
    scene = carried_out(state, MOON, data)
    order: list[str] = []
    for step in scene.answers:
        decision = step.before.agenda[-1]
        order.append("limit" if isinstance(decision, TrimHand) else "hide")
        if isinstance(decision, HideTogether):
            assert all(len(player.hand) <= limit for player in step.before.players)
    assert order == sorted(order, key=words(state, AMB_29, "order").index)
    last_draw = max(index for index, event in enumerate(scene.events) if isinstance(event, Drew))
    first_hidden = [index for index, event in enumerate(scene.events) if isinstance(event, Hid)][:1]
    assert all(index > last_draw for index in first_hidden)
    held = len(state.players[full].hand) - (full == scene.seat)
    new = len(drawn(scene, full, MAJ_18_1))
    assert len(trimmed(scene, full)) == max(0, held + new - limit)
