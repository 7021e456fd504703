"""The Sun and the Judgement, and when the Tower and the Judgement come to their end."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import any_answer, asked, fitting, number, refused, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.subject import rests_on
from arcanum.spec.tarot.arrange import waiting_for, with_hand, with_majors
from arcanum.spec.tarot.games import Game, Step, expected, playing
from arcanum.tarot import State
from arcanum.tarot.actions import Discard, Move, Play, Remove, Return, Reveal
from arcanum.tarot.cards import FIGURES, MAJORS, SUITS, TOWER, Card, Figure, Minor
from arcanum.tarot.clause_ids import (
    AMB_15,
    AMB_16,
    AMB_22,
    AMB_40,
    AMB_41,
    AMB_42,
    AMB_46,
    AMB_47,
    AMB_65,
    END_1,
    HAND_1,
    LEN_4,
    MAJ_16_6,
    MAJ_19_1,
    MAJ_19_2,
    MAJ_19_3,
    MAJ_19_4,
    MAJ_19_5,
    MAJ_19_6,
    MAJ_20_1,
    MAJ_20_2,
    MAJ_20_3,
    MAJ_20_4,
    MAJ_20_5,
    MAJ_20_6,
    P3_1,
    PLAY_7,
)
from arcanum.tarot.events import (
    BecameActive,
    Discarded,
    Drew,
    FigureRemoved,
    FigureReturned,
    Hid,
    LocationActivated,
    Phase,
    PhaseBegan,
    Swapped,
    TowerPlaced,
    TurnBegan,
    TurnedUp,
)
from arcanum.tarot.flow import BEGIN_TURN, Activation
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import TarotTask

from .course_kit import close_turn, numbers
from .late_majors_kit import (
    Pile,
    besieged,
    blockades,
    carried_out,
    changes,
    face_down,
    face_up,
    gains,
    holding,
    is_done,
    moments,
    next_turn_begins,
    open_cards,
    others,
    piles,
    possible_moves,
    seats,
    some_figures,
    with_exiles,
    with_piles,
    with_places,
    with_tower,
)
from .scenes_kit import LOCATIONS, changed_figures, moves, ready
from .table_kit import happening

SUN, JUDGEMENT = MAJORS[19], MAJORS[20]

# --- the Sun ----------------------------------------------------------------------------------------------------------


@st.composite
def sunny(draw: st.DrawFn, least: int = 0, most: int = 6) -> State:
    """Somebody holds the Sun, and everybody has hidden cards, some of them turned up before."""
    state = draw(holding(19))
    return with_piles(state, draw(piles(len(state.players), least, most)))


@proves(MAJ_19_1)
@given(sunny(), st.data())
def test_the_sun_gives_its_player_two_points(state: State, data: st.DataObject) -> None:
    """And nobody else; hands, prestige and figures stay as they are, and no hidden card is lost."""
    scene = carried_out(state, SUN, data)
    assert number(state, MAJ_19_1, "card") == scene.card.number
    assert gains(state, scene.after)[scene.seat] == number(state, MAJ_19_1, "points")
    turned = {f"hidden {other}" for other in scene.others}
    assert changes(state, scene.after) <= {f"vp {scene.seat}", f"hand {scene.seat}"} | turned
    for old, new in zip(state.players, scene.after.players, strict=True):
        assert [each.card for each in new.hidden] == [each.card for each in old.hidden]
    assert scene.after.major_discard[-1] == SUN


@proves(MAJ_19_2)
@given(sunny(least=3, most=7), st.data())
def test_everybody_else_with_more_than_three_turns_three_up(state: State, data: st.DataObject) -> None:
    """Then everybody sees these three and no others."""
    scene = carried_out(state, SUN, data)
    wanted = number(state, MAJ_19_2, "reveal")
    assume(any(len(face_down(state, other)) > wanted for other in scene.others))
    for other in scene.others:
        down, before = face_down(state, other), face_up(state, other)
        turned = set(face_up(scene.after, other)) - set(before)
        assert turned <= set(down)
        assert len(turned) == min(wanted, len(down))
        assert open_cards(scene.after, None, other) == turned | set(before)


@proves(AMB_65)
@given(sunny(least=2, most=7), st.data())
def test_under_the_sun_one_player_after_the_other_turns_cards_up(state: State, data: st.DataObject) -> None:
    """The left neighbour begins, and who chooses sees what has been turned up before."""
    scene = carried_out(state, SUN, data)
    step = {"clockwise": 1}[str(stated(state, AMB_65, "order"))]
    written_for(state, AMB_65, "open", "at-once")
    turned: list[TurnedUp] = []
    for each in scene.steps:
        if turned:
            looker = asked(each.before)
            assert all({*event.cards} <= open_cards(each.before, looker, event.seat) for event in turned)
        turned += [event for event in each.events if isinstance(event, TurnedUp)]
    order = [(scene.seat + step * place) % len(state.players) for place in range(1, len(state.players))]
    assert list(dict.fromkeys(event.seat for event in turned)) == [other for other in order if face_down(state, other)]


@proves(MAJ_19_3)
@given(sunny(most=3), st.data())
def test_with_three_hidden_cards_or_fewer_all_are_turned_up_without_a_question(
    state: State, data: st.DataObject
) -> None:
    """There is nothing to choose, and nothing happens to a player without hidden cards."""
    few = [seat for seat, player in enumerate(state.players) if len(player.hidden) <= number(state, MAJ_19_3, "reveal")]
    scene = carried_out(state, SUN, data)
    for other in scene.others:
        if other in few:
            assert face_down(scene.after, other) == ()
    assert {asked(step.before) for step in scene.answers}.isdisjoint(few)


@proves(MAJ_19_6)
@given(sunny(), st.data())
def test_the_sun_does_not_touch_its_players_own_hidden_cards(state: State, data: st.DataObject) -> None:
    """What he had face down stays face down, what was face up stays face up."""
    scene = carried_out(state, SUN, data)
    turned = set(face_up(scene.after, scene.seat)) - set(face_up(state, scene.seat))
    assert len(turned) == number(state, MAJ_19_6, "reveal")
    assert scene.after.players[scene.seat].hidden == state.players[scene.seat].hidden
    assert scene.seat not in {asked(step.before) for step in scene.answers}


@proves(AMB_22)
@given(sunny(least=3, most=7), st.data())
def test_whoever_is_hit_by_the_sun_chooses_among_his_face_down_cards(state: State, data: st.DataObject) -> None:
    """Each of them may be chosen; one that is face up already does not count and cannot be shown again."""
    written_for(state, AMB_22, "chooser", "victim")
    written_for(state, AMB_22, "counts_face_up", False)
    scene = carried_out(state, SUN, data)
    for step in scene.answers:
        victim = asked(step.before)
        assert victim != scene.seat
        offered = arcanum.legal_actions(step.before)
        assert set(offered) == {Reveal(card) for card in face_down(step.before, victim)}
        for card in face_up(step.before, victim):
            assert refused(step.before, Reveal(card))
        for other in others(state, victim):
            assert all(refused(step.before, Reveal(card)) for card in face_down(step.before, other)[:1])
    assume(scene.answers)
    wanted = number(state, MAJ_19_2, "reveal")
    choosers = [seat for seat in scene.others if len(face_down(state, seat)) > wanted]
    assert [asked(step.before) for step in scene.answers] == [seat for seat in choosers for _ in range(wanted)]


@proves(MAJ_19_4)
@given(playing(19))
def test_what_the_sun_turned_up_stays_face_up_until_the_next_scoring(game: Game) -> None:
    """In every moment until then the card lies open; only Temperance can take one away. Scoring discards it."""
    written_for(game.first, MAJ_19_4, "until", "scoring")
    shown: set[tuple[Seat, Card]] = set()
    phase = None
    for state, events in moments(game.steps):
        for event in events:
            match event:
                case TurnedUp(seat=seat, cards=cards):
                    shown |= {(seat, card) for card in cards}
                case Swapped(seat=seat, taken=taken) if taken is not None:
                    shown.discard((seat, taken))
                case PhaseBegan():
                    assert not (phase is Phase.SCORING and shown), "the scoring takes all of them away"
                    phase = event.phase
                case Discarded(seat=seat, card=card) if (seat, card) in shown:
                    assert phase is Phase.SCORING
                    shown.remove((seat, card))
        assert shown == {(seat, card) for seat in range(game.players) for card in face_up(state, seat)}
    assume(game.of(TurnedUp))


@proves(MAJ_19_4)
@given(sunny(), st.data())
def test_the_next_scoring_discards_what_the_sun_turned_up(state: State, data: st.DataObject) -> None:
    """As it does with all hidden cards; each goes to the pile of its kind."""
    shone = carried_out(state, SUN, data).after
    after = scored_by_the_way(shone, data, turn=scoring_turns(shone)[-1])
    for seat, player in enumerate(after.players):
        assert player.hidden == ()
        for card in face_up(shone, seat):
            assert card in (after.minor_discard if isinstance(card, Minor) else after.major_discard)


@proves(MAJ_19_5)
@given(playing(19))
def test_cards_hidden_after_the_sun_lie_face_down(game: Game) -> None:
    """Nobody but their owner sees them, whatever was turned up before; only another Sun could show them."""
    up = game.expected(MAJ_19_5, "face_up")
    later: set[tuple[Seat, Card]] = set()
    shone = False
    seen = 0
    for state, events in moments(game.steps):
        for event in events:
            match event:
                case Hid(seat=seat, card=card) if card is not None and shone:
                    later.add((seat, card))
                case Swapped(seat=seat, given=given, taken=taken) if given is not None and taken is not None:
                    later = later - {(seat, taken)} | {(seat, given)}
                case TurnedUp(seat=seat, cards=cards):
                    shone = True
                    later -= {(seat, card) for card in cards}
                case PhaseBegan(phase=Phase.SCORING):
                    later = set()
        if state.phase is Phase.SCORING:
            continue
        for seat, card in later:
            (lying,) = [each for each in state.players[seat].hidden if each.card == card]
            assert lying.face_up is up
            assert state.shown or card not in open_cards(state, (seat + 1) % game.players, seat)
            seen += 1
    assume(seen)


# --- the Judgement ----------------------------------------------------------------------------------------------------


@proves(MAJ_20_1)
@given(holding(20), st.data())
def test_judgement_makes_everybody_else_discard_a_card_of_his_choice(state: State, data: st.DataObject) -> None:
    """Any card of the hand will do, and who has none loses nothing; the player of the card keeps his hand."""
    for poor in data.draw(st.sets(seats(state), max_size=2), "without cards") - {asked(state)}:
        state = with_majors(with_hand(state, poor, ()), poor, ())
    scene = carried_out(state, JUDGEMENT, data)
    wanted = number(state, MAJ_20_1, "discard")
    assert number(state, MAJ_20_1, "card") == scene.card.number
    discards = [step for step in scene.answers if isinstance(step.action, Discard)]
    assert [asked(step.before) for step in discards] == [seat for seat in scene.others if state.players[seat].hand]
    for step in discards:
        hand = step.before.players[asked(step.before)].hand
        assert set(arcanum.legal_actions(step.before)) == {Discard(card) for card in hand}
    for other in scene.others:
        old, new = state.players[other].hand, scene.after.players[other].hand
        lost = set(old) - set(new)
        assert len(lost) == len(old) - len(new) == min(wanted, len(old))
        assert lost <= {*scene.after.minor_discard, *scene.after.major_discard}
    assert set(state.players[scene.seat].hand) - set(scene.after.players[scene.seat].hand) == {JUDGEMENT}
    lost_hands = {f"hand {seat}" for seat in range(len(state.players))}
    assert changes(state, scene.after) <= lost_hands | {"figures", "exiles"}


def removals(steps: Sequence[Step]) -> list[Step]:
    """The decisions that took a figure off the board."""
    return [step for step in steps if isinstance(step.action, Remove)]


def away(state: State) -> set[Figure]:
    """The figures that are off the board."""
    return {figure for figure in FIGURES if state.figures[figure] is None}


@proves(MAJ_20_2)
@given(holding(20), st.data())
def test_judgement_takes_any_three_figures_off_the_board(state: State, data: st.DataObject) -> None:
    """Its player chooses them one after the other, out of all that stand on the board; no other figure moves."""
    scene = carried_out(state, JUDGEMENT, data)
    removed = removals(scene.answers)
    assert len(removed) == len(away(scene.after)) == number(state, MAJ_20_2, "figures")
    assert changed_figures(state, scene.after) == away(scene.after)
    for step in removed:
        assert asked(step.before) == scene.seat
        on_board = {figure for figure in FIGURES if step.before.figures[figure] is not None}
        assert set(arcanum.legal_actions(step.before)) == {Remove(figure) for figure in on_board}
    assert scene.after.major_discard[-1] == JUDGEMENT


@proves(AMB_40, AMB_41)
@given(besieged(20), st.data())
def test_judgement_takes_no_figure_from_under_the_tower_and_as_many_others_as_there_are(
    state: State, data: st.DataObject
) -> None:
    """With two figures left outside the Tower it takes these two, with none it takes none, and the game goes on."""
    written_for(state, AMB_40, "removable", False)
    written_for(state, AMB_41, "short", "as-many-as-possible")
    free = data.draw(st.integers(0, 5), "figures outside the Tower")
    on_board = [figure for figure in FIGURES if state.figures[figure] is not None]
    outside = [location for location in LOCATIONS if location not in state.tower]
    places = {figure: data.draw(st.sampled_from(state.tower)) for figure in on_board[free:]}
    state = with_places(state, places | {figure: data.draw(st.sampled_from(outside)) for figure in on_board[:free]})
    scene = carried_out(state, JUDGEMENT, data)
    gone = away(scene.after) - away(state)
    assert len(gone) == len(removals(scene.answers)) == min(number(state, AMB_41, "figures"), free)
    assert gone <= set(on_board[:free])
    assert is_done(scene.after)
    for step in removals(scene.answers):
        for figure in FIGURES:
            if step.before.figures[figure] in (None, *state.tower):
                assert refused(step.before, Remove(figure))


@st.composite
def awaiting_return(draw: st.DrawFn, *, tower: bool = False) -> State:
    """One player's turn begins, whose Judgement took figures away; perhaps another player's Tower is on the board."""
    state = draw(holding(20))
    seat = draw(seats(state))
    state = with_exiles(state, {seat: draw(some_figures(1, number(state, MAJ_20_3, "figures")))})
    if tower:
        state = with_tower(state, draw(blockades()), draw(st.sampled_from(others(state, seat))))
    return turn_of(seat, state)


def turn_of(seat: Seat, state: State) -> State:
    """The turn begins in which a seat puts its figures back, or that of the table; nothing happens after it."""
    own_turn = Activation((seat - state.first_player) % len(state.players))
    beginning: TarotTask = {"turn": own_turn, "round": BEGIN_TURN}[str(stated(state, MAJ_20_3, "when"))]
    begun = happening(state, beginning).after
    _following, *own = begun.agenda
    return waiting_for(begun, *own)


def put_back(state: State, data: st.DataObject) -> list[Step]:
    """The figures are put back, somewhere."""
    steps: list[Step] = []
    while any(isinstance(action, Return) for action in arcanum.legal_actions(state)):
        steps.append(any_answer(state, data))
        state = steps[-1].after
    return steps


@proves(MAJ_20_3)
@given(holding(20), st.data())
def test_the_same_figures_come_back_when_the_players_next_turn_begins(state: State, data: st.DataObject) -> None:
    """He himself puts all of them back, one by one, before he does anything else; no other figure moves."""
    scene = carried_out(state, JUDGEMENT, data)
    gone = away(scene.after)
    begun = turn_of(scene.seat, scene.after)
    assert away(begun) == gone
    returns = put_back(begun, data)
    assert len(returns) == number(state, MAJ_20_3, "figures")
    assert {asked(each.before) for each in returns} == {scene.seat}
    after = returns[-1].after
    assert away(after) == set()
    assert after.exiles == ()
    assert changed_figures(scene.after, after) == gone
    told = [event for each in returns for event in each.events if isinstance(event, FigureReturned)]
    assert {event.figure: event.location for event in told} == {figure: after.figures[figure] for figure in gone}


@proves(MAJ_20_4)
@given(awaiting_return(), st.data())
def test_figures_come_back_to_different_locations(state: State, data: st.DataObject) -> None:
    """Any location will do, also one where others stand, except those already used; these are refused."""
    returns = put_back(state, data)
    used: list[int] = []
    for step in returns:
        offered = {action.location for action in arcanum.legal_actions(step.before) if isinstance(action, Return)}
        assert offered == set(LOCATIONS) - set(used)
        assert isinstance(step.action, Return)
        for location in used:
            assert refused(step.before, Return(step.action.figure, location))
        used.append(step.action.location)
    assert len(set(used)) == len(used) == len(away(state)) <= number(state, MAJ_20_4, "locations")


@proves(MAJ_20_5)
@given(awaiting_return(), st.data())
def test_a_figure_that_comes_back_activates_nothing(state: State, data: st.DataObject) -> None:
    """The location does nothing and its symbols raise no House, wherever the figure is put."""
    for step in put_back(state, data):
        assert changes(step.before, step.after) - {f"hand {asked(step.before)}"} == {"figures", "exiles"}
        assert gains(step.before, step.after) == [number(state, MAJ_20_5, "points")] * len(state.players)
        for house in SUITS:
            rise = step.after.prestige[house] - step.before.prestige[house]
            assert rise == number(state, MAJ_20_5, "prestige")
        assert not any(isinstance(event, LocationActivated) for event in step.events)
        drawn = [event for event in step.events if isinstance(event, Drew)]
        assert all(event.clause == PLAY_7 for event in drawn)  # the turn itself may begin with a draw


@proves(AMB_40)
@given(awaiting_return(tower=True), st.data())
def test_no_figure_comes_back_to_a_location_under_another_players_tower(state: State, data: st.DataObject) -> None:
    """All others are open."""
    written_for(state, AMB_40, "returnable", False)
    for step in put_back(state, data):
        assert isinstance(step.action, Return)
        used = {place for figure, place in step.before.figures.items() if figure in away(state)}
        offered = {action.location for action in arcanum.legal_actions(step.before) if isinstance(action, Return)}
        assert offered == set(LOCATIONS) - set(state.tower) - used
        for location in state.tower:
            assert refused(step.before, Return(step.action.figure, location))
            assert AMB_40 in {
                reason.clause for reason in arcanum.why_not(step.before, Return(step.action.figure, location))
            }


@proves(MAJ_20_6)
@given(besieged(0), some_figures(1, 8), st.data())
def test_figures_off_the_board_cannot_be_moved(state: State, gone: list[Figure], data: st.DataObject) -> None:
    """Neither by the cards of their suit nor by the Fool; the others can."""
    state = with_exiles(state, {data.draw(seats(state)): gone})
    card: Card = MAJORS[0]
    if data.draw(st.booleans(), "by a Minor"):
        card = data.draw(st.builds(Minor, st.sampled_from([figure.suit for figure in gone]), st.integers(1, 14)))
        state = ready(attrs.evolve(state, minor_played=False), card)
    assume(possible_moves(state, card))
    state = take(state, Play(card)).after
    offered = moves(state)
    assert {move.figure for move in offered}.isdisjoint(gone)
    assert set(offered) == possible_moves(state, card)
    (place, *_) = {move.location for move in offered}
    suit = gone if card == MAJORS[0] else [figure for figure in gone if figure.suit is offered[0].figure.suit]
    for figure in suit:
        assert refused(state, Move(figure, place))
        assert MAJ_20_6 in {violation.clause for violation in arcanum.why_not(state, Move(figure, place))}


@proves(AMB_42)
@given(holding(20), some_figures(1, 3), st.data())
def test_two_judgements_do_not_mix(state: State, first: list[Figure], data: st.DataObject) -> None:
    """The second takes figures only from the board, and each player puts back those that he himself took away."""
    earlier = data.draw(st.sampled_from(others(state, asked(state))))
    scene = carried_out(with_exiles(state, {earlier: first}), JUDGEMENT, data)
    second = away(scene.after) - set(first)
    assert len(second) == number(state, AMB_42, "figures")
    for step in removals(scene.answers):
        assert all(refused(step.before, Remove(figure)) for figure in first)
    table, own = scene.after, {earlier: set(first), scene.seat: second}
    for owner in data.draw(st.permutations(sorted(own))):
        table = turn_of(owner, table)
        for step in put_back(table, data):
            assert isinstance(step.action, Return)
            assert step.action.figure in own[asked(step.before)]
            table = step.after
        assert away(table).isdisjoint(own[owner])
    assert changed_figures(scene.after, table) == set(first) | second
    assert away(table) == set()


@proves(AMB_42)
@given(playing(16, 20))
def test_there_is_never_more_than_one_tower(game: Game) -> None:
    """It has to be discarded before anybody can lay it again, whatever else is pending."""
    standing = 0
    for event in game.events:
        if isinstance(event, TowerPlaced):
            standing += 1
        if isinstance(event, Discarded) and event.card == TOWER and event.clause == MAJ_16_6:
            standing -= 1
        assert 0 <= standing <= game.number(AMB_42, "towers")


# --- the end of Tower and Judgement -----------------------------------------------------------------------------------


@proves(AMB_16)
@given(playing(16, 20))
def test_tower_and_judgement_last_until_their_own_players_next_active_turn(game: Game) -> None:
    """Not until anybody else is active, nor until the next turn of the table, where the text does not say just that."""
    ends = {name: str(game.expected(AMB_16, name)) for name in ("tower", "figures")}
    tower: Seat | None = None
    gone: dict[Figure, Seat] = {}
    due: set[Figure] = set()
    outlasted = 0
    for state, events in moments(game.steps):
        for event in events:
            match event:
                case TowerPlaced(seat=seat):
                    tower = seat
                case FigureRemoved(seat=seat, figure=figure):
                    gone[figure] = seat
                case FigureReturned(figure=figure):
                    assert figure in due
                    del gone[figure]
                    due.remove(figure)
                case TurnBegan() | BecameActive():
                    tower = None if tower is not None and next_turn_begins(event, tower, ends["tower"]) else tower
                    due |= {figure for figure, owner in gone.items() if next_turn_begins(event, owner, ends["figures"])}
                    outlasted += isinstance(event, TurnBegan) and (tower is not None or bool(set(gone) - due))
        assert state.tower_owner == tower
        assert (state.tower == ()) == (tower is None)
        assert away(state) == set(gone)
        assert bool(due) == any(isinstance(action, Return) for action in arcanum.legal_actions(state))
    assume(outlasted or set(ends.values()) == {"round"})


@st.composite
def pending_both(draw: st.DrawFn) -> State:
    """A table with a Tower on the board and figures off the board, of any players."""
    state = draw(holding())
    state = with_exiles(state, {draw(seats(state)): draw(some_figures(1, 3))})
    return with_tower(state, draw(blockades()), draw(seats(state)))


@proves(AMB_15)
@given(pending_both(), some_figures(1, 3), st.data())
def test_a_turn_begins_with_the_own_tower_and_figures_then_the_rescue_draw_then_cards_are_played(
    state: State, gone: list[Figure], data: st.DataObject
) -> None:
    """A player without Minors draws only after his Tower and his figures are dealt with (in English long before)."""
    step = data.draw(st.integers(0, len(state.players) - 1))
    seat = (state.first_player + step) % len(state.players)
    ends = {"tower": stated(state, MAJ_16_6, "when"), "figures": stated(state, MAJ_20_3, "when")}
    gone = gone if ends["figures"] == "turn" else []  # otherwise they have come back long before
    state = with_tower(with_exiles(with_places(state, dict.fromkeys(away(state), 1)), {seat: gone}), state.tower, seat)
    state = with_hand(with_majors(state, seat, (2,)), seat, ())
    assume(state.minor_deck)
    fitting(len(state.players[seat].hand) + number(state, PLAY_7, "minors") <= number(state, HAND_1, "limit"))
    steps = [happening(state, Activation(step))]
    steps += put_back(steps[0].after, data)
    order = [did for each in steps for event in each.events if (did := part_of_turn(event, seat))]
    assert isinstance(steps[-1].after.agenda[-1], PlayCard)
    order.append("play")
    parts = words(state, AMB_15, "order")
    if stated(state, PLAY_7, "when") == "phase":
        parts.remove("rescue-draw")
    if "turn" not in ends.values():
        parts.remove("clean-up")
    assert list(dict.fromkeys(order)) == parts
    assert order == sorted(order, key=parts.index)
    assert order.count("clean-up") == (ends["tower"] == "turn") + len(gone)
    assert (steps[-1].after.tower == ()) == (ends["tower"] == "turn")
    assert away(steps[-1].after) == set()


def part_of_turn(event: Event, seat: Seat) -> str | None:
    """Which part of the beginning of a seat's turn an event belongs to."""
    match event:
        case Discarded(card=card, clause=clause) if (card, clause) == (TOWER, MAJ_16_6):
            return "clean-up"
        case FigureReturned():
            return "clean-up"
        case Drew(seat=drawer, clause=clause) if drawer == seat and clause == PLAY_7:
            return "rescue-draw"
    return None


def scoring_turns(state: State) -> tuple[int, ...]:
    """The turns that end with a scoring."""
    clause = P3_1 if len(state.players) == 3 else LEN_4
    return numbers(expected(clause, state.options.length, state.rules.printing))


def scored_by_the_way(state: State, data: st.DataObject, turn: int) -> State:
    """The state after the scoring of a turn; the owner of a hidden Fool decides somehow."""
    state, _ = close_turn(state, turn)
    while state.phase is Phase.SCORING:
        state = any_answer(state, data).after
    return state


@proves(AMB_46)
@given(pending_both(), st.data())
def test_a_game_may_end_with_a_tower_on_the_board_and_figures_off_it(state: State, data: st.DataObject) -> None:
    """Nothing happens to them, and scores and winners are the same as without them."""
    turn = scoring_turns(state)[-1]
    state = with_piles(state, without_fool(data.draw(piles(len(state.players)))))
    clean = attrs.evolve(
        with_places(state, {figure: data.draw(st.sampled_from(LOCATIONS)) for figure in away(state)}),
        tower=(),
        tower_owner=None,
        exiles=(),
        major_deck=(TOWER, *state.major_deck),
    )
    after, events = close_turn(state, turn)
    assert arcanum.is_over(after)
    assert (after.tower, after.tower_owner, after.exiles) == (state.tower, state.tower_owner, state.exiles)
    assert after.figures == state.figures
    written_for(state, AMB_46, "effect", False)
    ended, told = close_turn(clean, turn)
    assert arcanum.outcome(after) == arcanum.outcome(ended)
    assert events == told


def without_fool(hidden: list[Pile]) -> list[Pile]:
    """The hidden cards without the Fool, so that scoring asks nobody anything."""
    return [[(card, up) for card, up in pile if isinstance(card, Minor)] for pile in hidden]


@proves(AMB_47)
@given(pending_both(), st.data())
def test_a_scoring_leaves_the_tower_on_the_board_and_figures_off_it(state: State, data: st.DataObject) -> None:
    """They are still there when the next turn begins, while hidden cards and prestige have gone."""
    rests_on(END_1)
    written_for(state, AMB_47, "persist", True)
    written_for(state, AMB_16, "tower", "turn")
    state = attrs.evolve(state, options=attrs.evolve(state.options, length="long"))
    state = attrs.evolve(state, options=attrs.evolve(state.options, scoring_turns=scoring_turns(state)))
    earlier = scoring_turns(state)[:-1]
    assume(earlier)
    turn = data.draw(st.sampled_from(earlier))
    state = with_piles(state, data.draw(piles(len(state.players))))
    after = scored_by_the_way(state, data, turn)
    assert after.turn == turn + 1
    assert all(player.hidden == () for player in after.players)
    assert (after.tower, after.tower_owner, after.exiles) == (state.tower, state.tower_owner, state.exiles)
    assert after.figures == state.figures
    majors = {*after.major_deck, *after.major_discard, *(card for player in after.players for card in player.hand)}
    assert TOWER not in majors
