"""Setup: who begins, tokens and markers, the two decks, the figures in the city."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain, combinations, groupby, permutations

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Chose
from arcanum.kernel.randomness import below, next_word, shuffled
from arcanum.spec import proves
from arcanum.spec.chance import is_even, is_shuffled
from arcanum.spec.games import any_rules, refuses, written_for
from arcanum.spec.tarot.arrange import room_for, waiting_for, with_figures
from arcanum.spec.tarot.games import Game, expected, games, leanings, tarot_rules
from arcanum.tarot import State
from arcanum.tarot.actions import Move
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import Figure, Kind, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_6,
    COMP_1,
    COMP_8,
    DRAW_4,
    SETUP_1,
    SETUP_2,
    SETUP_3,
    SETUP_4,
    SETUP_5,
    SETUP_7,
    SETUP_8,
    SETUP_9,
    SETUP_10,
    SETUP_11,
    SETUP_12,
    SETUP_13,
    SETUP_14,
)
from arcanum.tarot.events import BecameActive, Discarded, Drew, HouseScored, Phase, TurnBegan
from arcanum.tarot.playing import MoveFigure

from .course_kit import Agreement, agreements, during, quiet_plays, runs_clockwise, stated
from .table_kit import hiding_steps, only_the_world_scores

SEATS = 10
"""More players than that would not get a first hand; a house rule may ask for so many."""


# --- the first player -------------------------------------------------------------------------------------------------


@proves(SETUP_1)
@given(agreements())
def test_every_seat_is_first_player_equally_often(agreement: Agreement) -> None:
    """The pawn starts in front of one player, and over many games everybody gets it about as often."""
    assert is_even((state.first_player for state in agreement.many()), range(agreement.players))


@proves(SETUP_1)
@given(agreements())
def test_the_starting_player_has_the_pawn_in_turn_1(agreement: Agreement) -> None:
    """The player chosen in the setup leads the first turn."""
    state, opening = agreement.begin()
    (began,) = (event for event in opening if isinstance(event, TurnBegan))
    assert agreement.set_up().first_player == state.first_player == began.first_player
    assert state.first_player in range(agreement.players)


@proves(SETUP_2)
@given(games(leaning=leanings(locations=(3, 10))))
def test_everything_goes_clockwise(game: Game) -> None:
    """Drawing, hiding, playing, answering the Harbour and suffering the Castle: the left neighbour is always next."""
    for turn in game.turns():
        drawn = [event.seat for event in during(turn, Phase.DRAW) if isinstance(event, Drew)]
        active = [event.seat for event in turn.events if isinstance(event, BecameActive)]
        for seats in (list(dict.fromkeys(drawn)), active):
            assert len(seats) == game.players
            assert runs_clockwise(seats, turn.first_player, game.players)
    hiding = [(step.before.turn, step.before.first_player, step.seat) for step, _ in hiding_steps(game)]
    for (_, first), asked in groupby(hiding, key=lambda each: each[:2]):
        assert runs_clockwise(list(dict.fromkeys(seat for _, _, seat in asked)), first, game.players)
    for visit in chain(game.visits(3), game.visits(10)):
        answers = [event.seat for event in visit.location_events if isinstance(event, Chose)]
        losses = [event.seat for event in visit.location_events if isinstance(event, Discarded)]
        others = answers if visit.location == 3 else losses
        assert visit.seat not in others
        assert runs_clockwise(others, visit.seat, game.players)


# --- tokens and markers -----------------------------------------------------------------------------------------------


@proves(SETUP_3)
@given(agreements())
def test_every_house_starts_on_square_0(agreement: Agreement) -> None:
    """No House has any prestige before the first card is played."""
    state, _ = agreement.begin()
    assert {suit: state.prestige[suit] for suit in Suit} == dict.fromkeys(
        Suit, expected(SETUP_3, "start", agreement.printing)
    )


@proves(SETUP_4)
@given(games(majors=("none",)))
def test_four_spare_tokens_wait_for_the_first_scoring(game: Game) -> None:
    """No House is ranked before the first scoring; then there is a token for each of the four."""
    only_the_world_scores(game.first)
    assert not any(isinstance(event, HouseScored) for event in game.opening)
    unscored, first = [], []
    for turn in game.turns():
        ranked = [event.house for event in turn.events if isinstance(event, HouseScored)]
        if during(turn, Phase.SCORING):
            first = ranked
            break
        unscored += ranked
    assert unscored == []
    assert sorted(first) == list(Suit)
    assert len(first) == game.expected(SETUP_4, "spare")


@proves(SETUP_7)
@given(agreements())
def test_the_turn_marker_starts_on_1(agreement: Agreement) -> None:
    """The first turn is turn 1, on the table and in what is announced."""
    state, opening = agreement.begin()
    turns = [event.turn for event in opening if isinstance(event, TurnBegan)]
    assert turns == [state.turn] == [expected(SETUP_7, "start", agreement.printing)]


@proves(SETUP_8)
@given(agreements())
def test_every_player_starts_with_a_marker_beside_the_track(agreement: Agreement) -> None:
    """Each player has one score, and it starts at 0, on no square."""
    state, _ = agreement.begin()
    points = [player.vp for player in state.players]
    assert len(points) == agreement.players * stated(SETUP_8, "tokens", agreement.printing)
    assert set(points) == {expected(SETUP_8, "start", agreement.printing)}
    assert all(state.rules.points_square(own) is None for own in points)


# --- the decks --------------------------------------------------------------------------------------------------------


@proves(SETUP_5)
@given(agreements())
def test_majors_and_minors_are_two_decks_each_shuffled(agreement: Agreement) -> None:
    """Before the deal the Major deck has the Majors and the Minor deck the Minors, and chance alone orders each."""
    state = agreement.set_up(majors="all")
    assert all(isinstance(card, Major) for card in state.major_deck)
    assert all(isinstance(card, Minor) for card in state.minor_deck)
    assert len(set(state.major_deck)) == len(state.major_deck) == expected(SETUP_5, "majors", agreement.printing)
    assert len(set(state.minor_deck)) == len(state.minor_deck) == expected(SETUP_5, "minors", agreement.printing)
    assert is_shuffled((other.major_deck for other in agreement.many()), state.major_deck)
    assert is_shuffled((other.minor_deck for other in agreement.many()), state.minor_deck)


@proves(SETUP_5)
@given(st.integers(0, 2**64 - 1), st.integers(1, 99) | st.integers(2**63, 2**64), st.integers(0, 30))
def test_a_shuffle_favours_no_order(rng: int, bound: int, cards: int) -> None:
    """Numbers are the rests of SplitMix64's words by a bound; a word of the last, incomplete block is drawn again."""
    assert below(rng, bound) == _number(rng, bound)
    left, order, then = list(range(cards)), list[int](), rng
    while len(left) > 1:
        then, place = _number(then, len(left))
        left[place], left[-1] = left[-1], left[place]
        order.insert(0, left.pop())
    assert shuffled(rng, range(cards)) == (then, (*left, *order))


@proves(SETUP_5)
@given(st.sampled_from([0, -1, 2**64 + 1]) | st.integers(max_value=0) | st.integers(2**64 + 1))
def test_no_number_is_drawn_from_none_or_from_too_many(bound: int) -> None:
    """There must be something to choose from, and no more than a word can tell apart."""
    assert refuses(ValueError, lambda: below(0, bound), "the bound must be from 1 to 2**64")


@proves(SETUP_5)
@given(st.integers(1, 2**64) | st.sampled_from([1, 3, 56, 2**63, 2**64 - 1, 2**64]), st.integers(-2, 2))
def test_just_the_words_of_the_last_block_are_drawn_again(bound: int, beside: int) -> None:
    """Of the words around the beginning of the incomplete block those before it count, and those in it do not."""
    word = (2**64 // bound * bound + beside) % 2**64
    rng = _before(word)
    assert next_word(rng)[1] == word
    assert below(rng, bound) == _number(rng, bound)


def _before(word: int) -> int:
    """The state of the generator that draws a word next: SplitMix64 backwards."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        mixed = word
        for _ in range(3):  # each round gets another `shift` bits right
            mixed = word ^ mixed // 2**shift
        word = mixed * pow(factor, -1, 2**64) % 2**64
    return (word - 0x9E3779B97F4A7C15) % 2**64


def _number(rng: int, bound: int) -> tuple[int, int]:
    """A state of the generator and a number below a bound, after the paper on SplitMix64."""
    while True:
        rng = (rng + 0x9E3779B97F4A7C15) % 2**64
        word = (rng ^ rng // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word // 2**27) * 0x94D049BB133111EB % 2**64
        word ^= word // 2**31
        if word // bound < 2**64 // bound:
            return rng, word % bound


@proves(SETUP_13)
@given(agreements())
def test_nobody_has_a_card_before_the_deal_of_turn_1(agreement: Agreement) -> None:
    """The setup deals nothing: every first hand is what its player gets in the drawing phase of turn 1."""
    for player in agreement.set_up(majors="all").players:
        assert len(player.hand) == expected(SETUP_13, "hand", agreement.printing)
        assert player.hidden == ()
    state, opening = agreement.begin(majors="all")
    room_for(state, stated(DRAW_4, "minors", agreement.printing) + stated(DRAW_4, "majors", agreement.printing))
    assert isinstance(opening[0], TurnBegan)
    assert opening[0].turn == 1
    for seat, player in enumerate(state.players):
        drawn = [
            card for event in opening if isinstance(event, Drew) and event.seat == seat for card in event.cards or ()
        ]
        assert player.hand
        assert sorted(map(str, drawn)) == sorted(map(str, player.hand))


# --- the figures ------------------------------------------------------------------------------------------------------


def city(agreement: Agreement) -> dict[int | None, list[Figure]]:
    """The figures in each location after the setup."""
    found: dict[int | None, list[Figure]] = {location: [] for location in range(1, 11)}
    for figure, location in agreement.set_up().figures.items():
        found.setdefault(location, []).append(figure)
    return found


@proves(SETUP_9)
@given(agreements())
def test_all_sixteen_figures_are_placed_in_the_ten_locations(agreement: Agreement) -> None:
    """After the setup every figure stands in the city, none beside it."""
    placed = city(agreement)
    assert len(placed) == expected(SETUP_9, "locations", agreement.printing)
    assert sum(map(len, placed.values())) == expected(SETUP_9, "figures", agreement.printing)


@proves(SETUP_9)
@given(agreements())
def test_figures_start_in_every_location_equally_often(agreement: Agreement) -> None:
    """Over many games each figure starts in each location, and any two in any two locations, about as often."""
    cities = [state.figures for state in agreement.many()]
    for figure in Figure:
        assert is_even((figures[figure] for figures in cities), LOCATIONS)
    for one, two in combinations(Figure, 2):
        apart = ((figures[one], figures[two]) for figures in cities if figures[one] != figures[two])
        assert is_even(apart, permutations(LOCATIONS, 2))


@proves(SETUP_10)
@given(agreements())
def test_no_location_starts_with_more_than_two_figures(agreement: Agreement) -> None:
    """At most two figures share a location at the start."""
    limit = stated(SETUP_10, "limit", agreement.printing)
    assert all(len(figures) <= limit for figures in city(agreement).values())


@proves(SETUP_11)
@given(agreements())
def test_no_location_starts_with_two_figures_of_one_colour(agreement: Agreement) -> None:
    """Figures that share a location at the start belong to different Houses."""
    limit = stated(SETUP_11, "same_colour_limit", agreement.printing)
    for figures in city(agreement).values():
        assert all(count <= limit for count in Counter(figure.suit for figure in figures).values())


@proves(SETUP_12)
@given(agreements())
def test_six_to_eight_locations_start_with_a_pair(agreement: Agreement) -> None:
    """Six, seven or eight locations start with two figures, and as many as that exceeds six start empty."""
    sizes = Counter(len(figures) for figures in city(agreement).values())
    lowest, highest, empty = (
        stated(SETUP_12, name, agreement.printing) for name in ("pairs_lowest", "pairs_highest", "empty_highest")
    )
    assert lowest <= sizes[2] <= highest
    assert sizes[0] == sizes[2] - lowest <= empty


@proves(SETUP_14, AMB_6)
@given(
    quiet_plays(),
    st.tuples(*[st.integers(1, 3)] * len(Figure)),
    st.builds(Minor, st.sampled_from(Suit), st.sampled_from((1, 2, 3, 11, 12, 13, 14))),
    st.data(),
)
def test_the_limits_of_the_setup_do_not_bind_in_play(
    state: State, places: tuple[int, ...], card: Minor, data: st.DataObject
) -> None:
    """A figure may enter a location that is full, or has its own colour, and all figures stay there together."""
    written_for(state, SETUP_14, "limits_in_play", False)
    written_for(state, AMB_6, "limits_in_play", False)
    crowded = with_figures(state, dict(zip(Figure, places, strict=True)))
    asked = waiting_for(crowded, MoveFigure(0, card))
    if card.rank > 10:
        own = Figure.of(Kind(card.rank), card.suit)
        moves = {Move(own, location) for location in range(1, 11) if location != crowded.figures[own]}
    else:
        movable = [figure for figure in Figure if figure.suit is card.suit and crowded.figures[figure] != card.rank]
        moves = {Move(figure, card.rank) for figure in movable}
    assert set(arcanum.legal_actions(asked)) == moves
    full = [move for move in moves if list(places).count(move.location) >= 2]
    assume(full)
    move = data.draw(st.sampled_from(sorted(full, key=str)), "a move into a full location")
    after = arcanum.apply(asked, move)
    assert isinstance(after, State)
    assert set(after.figures.at(move.location)) == {*crowded.figures.at(move.location), move.figure}


@proves(SETUP_10, COMP_1)
@given(any_rules("arcanum"), st.integers(1, 4), st.integers(2, SEATS + 2))
def test_a_game_begins_only_if_everybody_and_every_figure_finds_a_place(ruleset: str, room: int, players: int) -> None:
    """A house rule that wants more players than a table has seats, or more figures than places, is refused."""
    base = attrs.evolve(tarot_rules(ruleset), figures_per_location=room, suits_apart=False)
    locations = expected(COMP_8, "locations", base.printing)
    assert isinstance(locations, int)
    for count in (players, SEATS, SEATS + 1):
        begin = partial(arcanum.new_game, attrs.evolve(base, players=(count,)), players=count, seed=1)
        too_much = count > SEATS or locations * room < len(Figure)
        assert refuses(arcanum.BadCall, begin, "expected a whole number from 2 to") is too_much
