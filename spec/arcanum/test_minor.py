"""Playing a Minor: the five steps a to e, what a figure may do, what it brings its House."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import asked, fitting, number, refused, stated, words, written_for
from arcanum.spec.games import step as take
from arcanum.spec.tarot.arrange import waiting_for, with_figures, with_prestige
from arcanum.spec.tarot.games import Game, games
from arcanum.tarot import State
from arcanum.tarot.actions import Move, Play
from arcanum.tarot.cards import FIGURES, MINORS, SUITS, Card, Figure, Kind, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_1,
    AMB_2,
    COMP_14,
    LOC6_1,
    MIN_1,
    MIN_A1,
    MIN_A2,
    MIN_A3,
    MIN_B1,
    MIN_B2,
    MIN_B3,
    MIN_B4,
    MIN_B5,
    MIN_B6,
    MIN_B7,
    MIN_B8,
    MIN_C1,
    MIN_C2,
    MIN_C3,
    MIN_C4,
    MIN_C5,
    MIN_C6,
    MIN_C7,
    MIN_D1,
    MIN_D2,
    MIN_D3,
    MIN_E1,
    TRACK_1,
)
from arcanum.tarot.events import Discarded, LocationActivated, Moved, PrestigeChanged
from arcanum.tarot.playing import MoveFigure

from .scenes_kit import (
    LOCATIONS,
    Scene,
    arrangements,
    boards,
    can_move,
    changed_figures,
    held_minors,
    movers,
    moves,
    plays,
    points,
    ready,
    rises,
    scenes,
    tracks,
    with_board,
)

NUMERALS = [card for card in MINORS if not card.is_court]
COURTS = [card for card in MINORS if card.is_court]


# --- the order of the steps -------------------------------------------------------------------------------------------


def letter(event: Event, card: Minor) -> str:
    """Which step of a Minor an event belongs to; nothing for what a location does and for Houses pushed back."""
    match event:
        case PrestigeChanged(clause=clause) if clause == MIN_A1:
            return "a"
        case Moved():
            return "b"
        case PrestigeChanged(clause=clause) if clause == MIN_C3:
            return "c"
        case LocationActivated():
            return "d"
        case Discarded(card=discarded, clause=clause) if discarded == card and clause == MIN_E1:
            return "e"
    return ""


def skipped(scene: Scene) -> str:
    """The steps that can leave no trace: a House at the end of its track, no figure to move, no symbol that matches."""
    top = number(scene.before, TRACK_1, "highest")
    stuck = scene.before.prestige[scene.card.suit] == top or not number(scene.before, MIN_A1, "prestige")
    none = "a" if stuck else ""
    if not can_move(scene.before, scene.card):
        return none + "bcd"
    assert scene.entering is not None
    move = scene.entering.action
    assert isinstance(move, Move)
    square = scene.before.rules.board.squares[move.location - 1]
    shown = square.count(move.figure.suit.name.lower()) + square.count(move.figure.kind.name.lower())
    stuck = scene.entering.before.prestige[move.figure.suit] == top
    return none + ("c" if stuck or not shown else "")


@proves(MIN_1)
@given(games())
def test_the_steps_of_a_minor_happen_once_each_and_in_order(game: Game) -> None:
    """Prestige for the suit, then the figure, then prestige for the symbols, then the location, then the discard."""
    for scene in scenes(game):
        happened = [step for event in scene.events if (step := letter(event, scene.card))]
        due = [step for step in words(scene.before, MIN_1, "steps") if step not in skipped(scene)]
        assert happened == due


# --- a: the House of the card -----------------------------------------------------------------------------------------


@proves(MIN_A1)
@given(games())
def test_a_minor_raises_the_house_of_its_suit_before_a_figure_moves(game: Game) -> None:
    """When the player comes to choose a figure, the House has risen and every figure still stands where it stood."""
    top = game.number(TRACK_1, "highest")
    for scene in scenes(game):
        before, chosen = scene.before, scene.steps[0].after
        house = scene.card.suit
        assert chosen.prestige[house] == min(top, before.prestige[house] + game.number(MIN_A1, "prestige"))
        assert changed_figures(before, chosen) == set()


@proves(MIN_A2)
@given(plays())
def test_every_minor_numeral_or_court_raises_its_house(state: State) -> None:
    """All 56 Minors do it, by the same amount."""
    state = with_prestige(state, (0, 0, 0, 0))
    raised: set[Card] = set()
    for card in MINORS:
        after = take(ready(state, card), Play(card)).after
        assert after.prestige[card.suit] == number(state, MIN_A2, "prestige")
        raised.add(card)
    assert len(raised) == number(state, MIN_A2, "cards")


@proves(MIN_A3)
@given(plays(), st.sampled_from(MINORS), tracks())
def test_the_suit_of_a_minor_concerns_no_other_house(state: State, card: Minor, prestige: tuple[int, ...]) -> None:
    """As long as the House can rise, the three others stay where they are."""
    assume(prestige[card.suit] < number(state, TRACK_1, "highest"))
    state = ready(with_prestige(state, prestige), card)
    rise = rises(state, take(state, Play(card)).after)
    assert [rise[house] for house in SUITS if house is not card.suit] == [number(state, MIN_A3, "others")] * 3


@proves(MIN_A1)
@given(plays(), tracks(highest=20))
def test_the_example_of_the_blue_token(state: State, prestige: tuple[int, ...]) -> None:
    """Player C plays the 4 of Swords, and the blue token goes up one square; no figure has moved yet."""
    card = Minor(Suit.SWORDS, 4)
    state = ready(with_prestige(state, prestige), card)
    fitting(prestige[Suit.SWORDS] + number(state, MIN_A1, "prestige") <= number(state, TRACK_1, "highest"))
    played = take(state, Play(card)).after
    risen = number(state, MIN_A1, "prestige")
    assert rises(state, played) == {house: risen if house.colour == "blue" else 0 for house in SUITS}
    assert changed_figures(state, played) == set()


# --- b: the figure ----------------------------------------------------------------------------------------------------


@st.composite
def numerals_played(draw: st.DrawFn) -> tuple[State, Minor]:
    """A numeral has been played and some of the figures, of its suit and of others, stand where it leads."""
    card = draw(st.sampled_from(NUMERALS))
    places = draw(arrangements())
    for figure in draw(st.sets(st.sampled_from(FIGURES))):
        places[figure] = card.rank
    free = draw(st.sampled_from(movers(card)))
    places[free] = draw(st.sampled_from([place for place in LOCATIONS if place != card.rank]))
    state = ready(with_figures(draw(plays()), places), card)
    return take(state, Play(card)).after, card


@st.composite
def courts_played(draw: st.DrawFn) -> tuple[State, Minor]:
    """A court card has been played; figures stand anywhere."""
    card = draw(st.sampled_from(COURTS))
    state = ready(with_figures(draw(plays()), draw(arrangements())), card)
    return take(state, Play(card)).after, card


@proves(MIN_B1)
@given(numerals_played())
def test_a_numeral_moves_only_figures_of_its_suit(played: tuple[State, Minor]) -> None:
    """The player chooses among the four figures of the suit; a figure of another House is refused."""
    state, card = played
    offered = {move.figure for move in moves(state)}
    assert 1 <= len(offered) <= number(state, MIN_B1, "figures")
    assert {figure.suit for figure in offered} == {card.suit}
    for figure in FIGURES:
        if figure.suit is not card.suit:
            assert refused(state, Move(figure, card.rank))


@proves(MIN_B2)
@given(numerals_played())
def test_a_numeral_leads_to_the_location_of_its_number(played: tuple[State, Minor]) -> None:
    """Whichever figure is chosen, it ends there; no other location is possible."""
    state, card = played
    numbers = range(number(state, MIN_B2, "lowest"), number(state, MIN_B2, "highest") + 1)
    for move in moves(state):
        assert take(state, move).after.figures[move.figure] == card.rank
        for location in numbers:
            assert location == card.rank or refused(state, Move(move.figure, location))


@proves(MIN_B3)
@given(numerals_played())
def test_a_figure_that_is_already_there_cannot_be_chosen(played: tuple[State, Minor]) -> None:
    """A numeral must move a figure: one that stands in the location is refused."""
    state, card = played
    there = [figure for figure in movers(card) if state.figures[figure] == card.rank]
    assume(there)
    for figure in there:
        assert refused(state, Move(figure, card.rank)) is not stated(state, MIN_B3, "stay")


@proves(MIN_B4)
@given(numerals_played())
def test_every_kind_of_figure_may_be_chosen_for_a_numeral(played: tuple[State, Minor]) -> None:
    """King, Queen, Knight or Knave: all that stand elsewhere are on offer."""
    state, card = played
    offered = {move.figure for move in moves(state)}
    for kind in words(state, MIN_B4, "kinds"):
        figure = Figure.of(Kind[kind.upper()], card.suit)
        assert (figure in offered) == (state.figures[figure] != card.rank)


@proves(MIN_B5)
@given(courts_played())
def test_a_court_card_moves_its_own_figure_and_no_other(played: tuple[State, Minor]) -> None:
    """The Queen of Pentacles moves the yellow Queen; every other figure is refused and stays."""
    state, card = played
    own = Figure.of(Kind(card.rank), card.suit)
    for move in moves(state):
        changed = changed_figures(state, take(state, move).after)
        assert len(changed) == number(state, MIN_B5, "figures")
        assert changed == {own}
    for figure in FIGURES:
        assert figure is own or all(refused(state, Move(figure, location)) for location in LOCATIONS)


@proves(MIN_B6)
@given(courts_played())
def test_a_court_figure_goes_to_any_other_location(played: tuple[State, Minor]) -> None:
    """All ten locations but its own are open to it, and it arrives there."""
    state, card = played
    own = Figure.of(Kind(card.rank), card.suit)
    reached = {take(state, move).after.figures[own] for move in moves(state)}
    assert len(reached) == number(state, MIN_B6, "destinations")
    assert reached | {state.figures[own]} == set(range(1, number(state, MIN_B6, "locations") + 1))


@proves(MIN_B7)
@given(courts_played())
def test_a_court_figure_may_not_stay_where_it_is(played: tuple[State, Minor]) -> None:
    """Moving it to its own location is refused."""
    state, card = played
    own = Figure.of(Kind(card.rank), card.suit)
    here = state.figures[own]
    assert here is not None
    assert refused(state, Move(own, here)) is not stated(state, MIN_B7, "stay")


@proves(MIN_B8)
@given(games())
def test_a_minor_moves_exactly_one_figure(game: Game) -> None:
    """From the moment a card is played until it is discarded, one figure changes its place (none if none can)."""
    for scene in scenes(game):
        changed = changed_figures(scene.before, scene.after)
        assert len(changed) == (game.number(MIN_B8, "figures") if can_move(scene.before, scene.card) else 0)
        assert sum(isinstance(event, Moved) for event in scene.events) == len(changed)


# --- c: the symbols ---------------------------------------------------------------------------------------------------


def entered(state: State, figure: Figure, origin: int, destination: int) -> State:
    """The state after a court card has moved a figure from one location to another; step a is not part of it."""
    card = Minor(figure.suit, int(figure.kind))
    state = with_figures(waiting_for(state, MoveFigure(asked(state), card)), {figure: origin})
    return take(state, Move(figure, destination)).after


@st.composite
def journeys(draw: st.DrawFn) -> tuple[Figure, int, int]:
    """A figure, where it comes from, where it goes."""
    origin, destination = draw(st.permutations(LOCATIONS))[:2]
    return draw(st.sampled_from(FIGURES)), origin, destination


@proves(MIN_C1)
@given(plays(), journeys(), arrangements(), arrangements(), tracks(highest=12), st.data())
def test_the_gain_depends_on_figure_and_destination_only(
    state: State,
    journey: tuple[Figure, int, int],
    some: dict[Figure, int],
    other: dict[Figure, int],
    prestige: tuple[int, ...],
    data: st.DataObject,
) -> None:
    """Where the figure comes from, where all others stand and how high the Houses are makes no difference."""
    figure, origin, destination = journey
    elsewhere = data.draw(st.sampled_from([place for place in LOCATIONS if place != destination]))
    one = with_prestige(with_figures(state, some), (0, 0, 0, 0))
    two = with_prestige(with_figures(state, other), prestige)
    first, second = entered(one, figure, origin, destination), entered(two, figure, elsewhere, destination)
    assert rises(one, first) == rises(two, second)


@proves(MIN_C2)
@given(plays(), boards(), st.data())
def test_the_gain_is_the_number_of_symbols_that_match(
    state: State, shown: list[dict[str, int]], data: st.DataObject
) -> None:
    """On whatever board, each of the 16 figures gains in each of the 10 locations what its suit and kind show there."""
    state = with_prestige(with_board(state, shown), (0, 0, 0, 0))
    away = data.draw(st.integers(1, 9))
    for figure in FIGURES:
        for destination in LOCATIONS:
            after = entered(state, figure, (destination - 1 + away) % 10 + 1, destination)
            square = shown[destination - 1]
            matches = square[figure.suit.name.lower()] + square[figure.kind.name.lower()]
            assert after.prestige[figure.suit] == matches * number(state, MIN_C2, "prestige_per_match")


@proves(MIN_C3)
@given(plays(), boards(2), journeys(), tracks(highest=14))
def test_the_house_of_the_moved_figure_gets_the_gain(
    state: State, shown: list[dict[str, int]], journey: tuple[Figure, int, int], prestige: tuple[int, ...]
) -> None:
    """When symbols match, its House rises and no other House moves."""
    figure, origin, destination = journey
    shown[destination - 1][figure.kind.name.lower()] += 1
    fitting(prestige[figure.suit] + 5 <= number(state, COMP_14, "highest"))
    state = with_prestige(with_board(state, shown), prestige)
    rise = rises(state, entered(state, figure, origin, destination))
    assert rise[figure.suit] > 0
    assert {house for house in SUITS if rise[house]} == {figure.suit}


@proves(MIN_C4)
@given(plays(), boards(), journeys(), tracks())
def test_without_a_match_no_house_gains(
    state: State, shown: list[dict[str, int]], journey: tuple[Figure, int, int], prestige: tuple[int, ...]
) -> None:
    """Symbols of other suits and kinds, however many, bring nothing."""
    figure, origin, destination = journey
    shown[destination - 1] |= {figure.suit.name.lower(): 0, figure.kind.name.lower(): 0}
    state = with_prestige(with_board(state, shown), prestige)
    rise = rises(state, entered(state, figure, origin, destination))
    assert list(rise.values()) == [number(state, MIN_C4, "prestige")] * len(SUITS)


@proves(MIN_B1, MIN_B2, MIN_B3)
@given(plays(), arrangements(), st.data())
def test_the_example_of_the_blue_pawns(state: State, places: dict[Figure, int], data: st.DataObject) -> None:
    """With the 4 of Swords player C moves a blue pawn into location 4: none that is there, no green, yellow or red."""
    card, there = Minor(Suit.SWORDS, 4), 4
    blue = {figure for figure in FIGURES if figure.suit.colour == "blue"}
    waiting = data.draw(st.sets(st.sampled_from(sorted(blue)), max_size=3))
    places |= {figure: there if figure in waiting else places[figure] % 3 + 1 for figure in blue}
    played = take(ready(with_figures(state, places), card), Play(card)).after
    assert set(moves(played)) == {Move(figure, there) for figure in blue - waiting}
    assert all(refused(played, Move(figure, there)) for figure in {*FIGURES} - blue | waiting)
    moved = data.draw(st.sampled_from(sorted(blue - waiting)))
    assert take(played, Move(moved, there)).after.figures[moved] == there


@proves(MIN_B5, MIN_B6, MIN_B7)
@given(plays(), arrangements(), st.data())
def test_the_example_of_the_yellow_queen(state: State, places: dict[Figure, int], data: st.DataObject) -> None:
    """With the Queen of Pentacles player D moves the yellow Queen wherever he wishes, but not to where it stands."""
    card, queen = Minor(Suit.PENTACLES, 13), Figure.QUEEN_OF_PENTACLES
    assert queen.suit.colour == "yellow"
    played = take(ready(with_figures(state, places), card), Play(card)).after
    assert set(moves(played)) == {Move(queen, place) for place in LOCATIONS if place != places[queen]}
    assert refused(played, Move(queen, places[queen]))
    for other in {*FIGURES} - {queen}:
        assert refused(played, Move(other, data.draw(st.sampled_from(LOCATIONS))))


@proves(MIN_C5)
@given(plays(), st.sampled_from(range(1, 10)), tracks(highest=16), st.booleans())
def test_the_knight_of_swords_in_location_10_brings_four(
    state: State, origin: int, prestige: tuple[int, ...], by_court: bool
) -> None:
    """The example of the rulebook: two Knights and two Swords, whether the Knight or the 10 of Swords was played."""
    figure, location = Figure.KNIGHT_OF_SWORDS, number(state, MIN_C5, "location")
    written_for(state, MIN_C5, "kind", "knight")
    written_for(state, MIN_C5, "suit", "swords")
    card = Minor(Suit.SWORDS, 12 if by_court else location)
    state = ready(with_prestige(with_figures(state, {figure: origin}), prestige), card)
    chosen = take(state, Play(card)).after
    fitting(chosen.prestige[figure.suit] + number(state, MIN_C5, "prestige") <= number(state, COMP_14, "highest"))
    rise = rises(chosen, take(chosen, Move(figure, location)).after)
    assert rise == {house: number(state, MIN_C5, "prestige") * (house is Suit.SWORDS) for house in SUITS}


@proves(MIN_C6)
@given(plays(), st.sampled_from(range(1, 10)), tracks(highest=19), st.booleans())
def test_the_knave_of_wands_in_location_10_brings_one(
    state: State, origin: int, prestige: tuple[int, ...], by_court: bool
) -> None:
    """The other example: a single Wand and no Knave, whether the Knave or the 10 of Wands was played."""
    figure, location = Figure.KNAVE_OF_WANDS, number(state, MIN_C6, "location")
    written_for(state, MIN_C6, "kind", "knave")
    written_for(state, MIN_C6, "suit", "wands")
    card = Minor(Suit.WANDS, 11 if by_court else location)
    state = ready(with_prestige(with_figures(state, {figure: origin}), prestige), card)
    chosen = take(state, Play(card)).after
    fitting(chosen.prestige[figure.suit] + number(state, MIN_C6, "prestige") <= number(state, COMP_14, "highest"))
    rise = rises(chosen, take(chosen, Move(figure, location)).after)
    assert rise == {house: number(state, MIN_C6, "prestige") * (house is Suit.WANDS) for house in SUITS}


@proves(MIN_C7)
@given(plays(), boards(), journeys(), tracks(lowest=14))
def test_a_move_never_lowers_the_house_of_the_figure(
    state: State, shown: list[dict[str, int]], journey: tuple[Figure, int, int], prestige: tuple[int, ...]
) -> None:
    """However high the House stands and whatever the location shows, even at the end of the track."""
    figure, origin, destination = journey
    state = with_prestige(with_board(state, shown), prestige)
    rise = rises(state, entered(state, figure, origin, destination))
    assert rise[figure.suit] >= number(state, MIN_C7, "lowest")


# --- d: the location --------------------------------------------------------------------------------------------------


@proves(MIN_D1)
@given(games())
def test_the_location_that_is_entered_acts_once_after_the_symbols(game: Game) -> None:
    """After each move the destination acts, one time, and all prestige for symbols has been given by then."""
    moved = [scene for scene in scenes(game) if scene.entering is not None]
    assume(moved)
    for scene in moved:
        (journey,) = [event for event in scene.events if isinstance(event, Moved)]
        acting = [index for index, event in enumerate(scene.events) if isinstance(event, LocationActivated)]
        assert len(acting) == game.number(MIN_D1, "times")
        assert scene.events[acting[0]] == LocationActivated(scene.seat, journey.destination, clause=MIN_D1)
        assert MIN_C3 not in [event.clause for event in scene.events[acting[0] :]]


@proves(MIN_D2)
@given(games())
def test_symbols_act_on_houses_and_locations_on_players(game: Game) -> None:
    """Between move and location nothing but prestige changes; a location changes prestige only in the Fields."""
    fields = game.number(LOC6_1, "location")
    for scene in scenes(game):
        acting = next((i for i, event in enumerate(scene.events) if isinstance(event, LocationActivated)), None)
        if scene.entering is None or acting is None:
            continue
        start = next(i for i, event in enumerate(scene.events) if isinstance(event, Moved))
        assert all(isinstance(event, PrestigeChanged) for event in scene.events[start + 1 : acting])
        assert isinstance(scene.entering.action, Move)
        if scene.entering.action.location != fields:
            assert scene.after.prestige == scene.entering.after.prestige
            assert not any(isinstance(event, PrestigeChanged) for event in scene.events[acting:])


@proves(MIN_D3)
@given(plays(), journeys(), st.data())
def test_leaving_a_location_triggers_nothing(
    state: State, journey: tuple[Figure, int, int], data: st.DataObject
) -> None:
    """Whether the figure comes from one location or from another, the game goes on exactly the same."""
    figure, origin, destination = journey
    other = data.draw(st.sampled_from([place for place in LOCATIONS if place not in (origin, destination)]))
    from_here, from_there = (entered(state, figure, place, destination) for place in (origin, other))
    assert from_here == from_there


# --- e: the discard ---------------------------------------------------------------------------------------------------


@proves(MIN_E1)
@given(games())
def test_a_minor_lies_on_its_discard_pile_when_all_is_done(game: Game) -> None:
    """Until then it is in no hand and in no pile; afterwards it is the top card, for all to see."""
    for scene in scenes(game):
        for step in scene.steps[:-1]:
            state = step.after
            hands = [card for player in state.players for card in player.hand]
            hidden = [each.card for player in state.players for each in player.hidden]
            assert scene.card not in (*hands, *hidden, *state.minor_deck, *state.minor_discard)
        assert scene.after.agenda == ()
        assert scene.after.minor_discard[-1] == scene.card
        assert scene.after.in_play == ()
        last = scene.events[-1]
        assert isinstance(last, Discarded)
        seen = [last.seen_by(seat).card == scene.card for seat in (*range(game.players), None)]
        assert all(seen) is game.expected(MIN_E1, "face_up")


# --- dead numerals ----------------------------------------------------------------------------------------------------


def crowded(state: State, *cards: Minor) -> State:
    """All figures of each card's suit stand where the card would lead them; one card for a suit."""
    return with_figures(state, {figure: card.rank for card in cards for figure in movers(card)})


@st.composite
def dead_numerals(draw: st.DrawFn, most: int = 4) -> list[Minor]:
    """Numerals of different suits."""
    suits = draw(st.lists(st.sampled_from(SUITS), unique=True, min_size=1, max_size=most))
    return [Minor(suit, draw(st.integers(1, 10))) for suit in suits]


@proves(AMB_1)
@given(plays(), dead_numerals(), tracks(highest=20))
def test_a_numeral_that_can_move_nothing_still_raises_its_house(
    state: State, dead: list[Minor], prestige: tuple[int, ...]
) -> None:
    """With all four figures in place already it may be played; its House rises, it is discarded, and that is all."""
    state = with_prestige(crowded(ready(state, *dead), *dead), prestige)
    card = dead[0]
    assert (Play(card) in arcanum.legal_actions(state)) is stated(state, AMB_1, "playable")
    after = take(state, Play(card)).after
    assert after.agenda == ()
    assert rises(state, after) == {house: number(state, AMB_1, "prestige") * (house is card.suit) for house in SUITS}
    assert len(changed_figures(state, after)) == number(state, AMB_1, "figures")
    assert after.minor_discard == (*state.minor_discard, card)
    assert after.minor_deck == state.minor_deck
    assert points(after) == points(state)
    assert held_minors(after, asked(state)) == tuple(held for held in held_minors(state, asked(state)) if held != card)


@proves(AMB_2)
@given(plays(), dead_numerals(most=3), st.lists(st.sampled_from(MINORS), unique=True, max_size=3))
def test_whether_a_dead_numeral_may_be_preferred_to_a_live_card_depends_on_the_printing(
    state: State, dead: list[Minor], others: list[Minor]
) -> None:
    """By the common reading the choice is free; in English a card that moves nothing is for hands without another."""
    state = crowded(state, *dead)
    live = [card for card in others if can_move(state, card)]
    state = ready(state, *dead, *live)
    free = stated(state, AMB_2, "dead_minor") == "playable"
    for card in dead:
        assert (Play(card) in arcanum.legal_actions(state)) == (free or not live)
    for card in live:
        assert Play(card) in arcanum.legal_actions(state)
