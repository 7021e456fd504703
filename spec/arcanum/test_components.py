"""Components and board: the deck, the figures, the Houses, the tracks and the city."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from itertools import pairwise, product

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.clauses import FrozenMap
from arcanum.spec import proves
from arcanum.spec.games import any_rules, fitting, refuses
from arcanum.spec.tarot.arrange import waiting_for, with_figures, with_hidden, with_points, with_prestige
from arcanum.spec.tarot.games import Game, expected, favouring, games, positions, tarot_rules, visiting
from arcanum.spec.tarot.invariants import all_cards
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Move
from arcanum.tarot.board import parse_board
from arcanum.tarot.cards import Figure, Kind, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_44,
    COMP_1,
    COMP_2,
    COMP_3,
    COMP_4,
    COMP_5,
    COMP_6,
    COMP_7,
    COMP_8,
    COMP_9,
    COMP_10,
    COMP_11,
    COMP_12,
    COMP_14,
    COMP_15,
    COMP_16,
    COMP_17,
    COMP_18,
    COMP_19,
    COMP_20,
    COMP_21,
    LEN_4,
    P3_1,
)
from arcanum.tarot.decisions import AdjustHouses
from arcanum.tarot.events import (
    HouseScored,
    LocationActivated,
    Moved,
    PawnPassed,
    Phase,
    PointsGained,
    PointsLost,
    PrestigeChanged,
    TurnBegan,
)
from arcanum.tarot.playing import MoveFigure, PlayCard

from .course_kit import (
    Agreement,
    agreed_turns,
    agreements,
    close_turn,
    counts,
    during,
    numbers,
    quiet_plays,
    stated,
    states_with_majors,
    words,
)
from .scoring_kit import three_places

RULESETS = any_rules("arcanum")
LOCATIONS = range(1, 11)
COURT_CARDS = st.builds(Minor, st.sampled_from(Suit), st.integers(11, 14))


def printing_of(state: State) -> str:
    """The printing of the rule set by which a state is played."""
    return state.rules.printing


# --- players and cards ------------------------------------------------------------------------------------------------


@proves(COMP_1)
@given(RULESETS, st.integers(-2, 10), st.integers(0, 2**32))
def test_a_game_begins_with_three_four_or_five_players_only(ruleset: str, players: int, seed: int) -> None:
    """Three to five people can sit down to play; for any other number there is no game."""
    rules = tarot_rules(ruleset)
    if players in numbers(expected(COMP_1, "players", rules.printing)):
        state = arcanum.new_game(rules, players=players, seed=seed)
        assert isinstance(state, State)
        assert len(state.players) == players
    else:
        assert refuses(arcanum.BadCall, lambda: arcanum.new_game(rules, players=players, seed=seed), str(COMP_1))


@proves(COMP_2)
@given(agreements())
def test_the_deck_has_22_majors_and_56_minors(agreement: Agreement) -> None:
    """The whole deck on the table consists of 78 different cards, 22 of them Majors and 56 Minors."""
    cards = all_cards(agreement.set_up(majors="all"))
    kinds = Counter(type(card) for card in cards)
    assert kinds[Major] == expected(COMP_2, "majors", agreement.printing)
    assert kinds[Minor] == expected(COMP_2, "minors", agreement.printing)
    assert len(cards) == len({str(card) for card in cards}) == expected(COMP_2, "cards", agreement.printing)


@proves(COMP_3, COMP_21)
@given(agreements())
def test_every_major_from_0_to_21_is_somewhere_once_and_no_card_leaves_the_game(agreement: Agreement) -> None:
    """Whatever is drawn, exchanged, hidden, discarded or shuffled, all 78 cards are still there, each in one place."""
    printing = agreement.printing
    lowest, highest = stated(COMP_3, "lowest", printing), stated(COMP_3, "highest", printing)
    numbered = dict.fromkeys(range(lowest, highest + 1), stated(COMP_3, "copies", printing))
    for state in states_with_majors(agreement):
        cards = all_cards(state)
        assert Counter(card.number for card in cards if isinstance(card, Major)) == numbered
        assert len(cards) == len(set(cards)) == expected(COMP_21, "cards", printing)


@proves(COMP_4)
@given(games())
def test_every_suit_has_ten_numerals_and_four_courts_in_every_state(game: Game) -> None:
    """Each suit keeps its numerals 1 to 10 and its Knave, Knight, Queen and King, one of each, all game long."""
    numerals = [str(rank) for rank in range(game.number(COMP_4, "lowest"), game.number(COMP_4, "highest") + 1)]
    ranks = sorted([*numerals, *words(game.expected(COMP_4, "courts"))])
    for state in game.states:
        by_suit: dict[str, list[str]] = {}
        for card in (each for each in all_cards(state) if isinstance(each, Minor)):
            rank, _, suit = card.title.lower().partition(" of ")
            by_suit.setdefault(suit, []).append(rank)
        assert len(by_suit) == game.number(COMP_4, "suits")
        assert all(sorted(found) == ranks for found in by_suit.values())


@proves(COMP_3, COMP_4)
@given(any_rules("arcanum"), st.integers(-30, 60), st.sampled_from(Suit))
def test_there_is_no_other_card(ruleset: str, number: int, suit: Suit) -> None:
    """A Minor of any other rank and a Major of any other number cannot even be thought of; courts have names."""
    printing = tarot_rules(ruleset).printing
    kinds = words(expected(COMP_4, "courts", printing))
    ranks = range(stated(COMP_4, "lowest", printing), stated(COMP_4, "highest", printing) + len(kinds) + 1)
    majors = range(stated(COMP_3, "lowest", printing), stated(COMP_3, "highest", printing) + 1)
    assert refuses(arcanum.BadCall, partial(build, Minor, suit, number)) == (number not in ranks)
    assert refuses(arcanum.BadCall, partial(build, Major, number)) == (number not in majors)
    for beside in (ranks.start - 1, ranks.stop):
        assert refuses(arcanum.BadCall, partial(build, Minor, suit, beside))
    for beside in (majors.start - 1, majors.stop):
        assert refuses(arcanum.BadCall, partial(build, Major, beside))
    for wrong in (float(number), str(number), True, None):
        assert refuses(arcanum.BadCall, partial(build, Minor, suit, wrong))
        assert refuses(arcanum.BadCall, partial(build, Major, wrong))
    assert refuses(arcanum.BadCall, partial(build, Minor, int(suit), 1))
    for kind in Kind:
        card = Minor(suit, kind)
        assert (card, type(card.rank)) == (Minor(suit, kind.value), int)
        assert card.title.lower().split()[0] in kinds
        assert {card.is_court, not Minor(suit, 10).is_court} == {True}


def build(kind: Callable[..., object], *arguments: object) -> object:
    """Make something out of what the type checker would not let pass."""
    return kind(*arguments)


# --- figures and Houses -----------------------------------------------------------------------------------------------


@proves(COMP_5)
@given(games())
def test_sixteen_court_figures_stay_in_the_game(game: Game) -> None:
    """Each House has one King, Queen, Knight and Knave, and the set of figures never changes."""
    court = set(product(words(game.expected(COMP_5, "kinds")), Suit))
    for state in game.states:
        figures = [(figure.kind.name.lower(), figure.suit) for figure in state.figures]
        assert len(figures) == game.expected(COMP_5, "figures")
        assert Counter(figures) == dict.fromkeys(court, game.expected(COMP_5, "each"))


@proves(COMP_6)
@given(positions(MoveFigure))
def test_a_card_moves_pawns_of_the_colour_of_its_suit(state: State) -> None:
    """Blue pawns answer to Swords, yellow to Pentacles, green to Wands and red to Chalices."""
    suit_of = expected(COMP_6, "colours", printing_of(state))
    assert isinstance(suit_of, FrozenMap)
    asked = state.agenda[-1]
    assert isinstance(asked, MoveFigure)
    for action in arcanum.legal_actions(state):
        assert isinstance(action, Move)
        assert suit_of[action.figure.suit.colour] == asked.card.suit.name.lower()
    assert {suit.colour: suit.name.lower() for suit in Suit} == dict(suit_of)


@proves(COMP_7)
@given(quiet_plays(), st.data())
def test_the_same_hand_moves_the_same_figures_for_whoever_plays_it(state: State, data: st.DataObject) -> None:
    """Nobody owns a figure: another player with the same cards could make the same moves, with the same result."""
    seat = arcanum.to_act(state)
    assert seat is not None
    other = data.draw(st.sampled_from(range(len(state.players))), "the other seat")
    players = list(state.players)
    players[seat], players[other] = players[other], players[seat]
    twin = attrs.evolve(state, players=tuple(players), active=other, agenda=(*state.agenda[:-1], PlayCard(other)))
    for _ in ("the card", "the move"):
        legal = arcanum.legal_actions(state)
        assert legal == arcanum.legal_actions(twin)
        action = data.draw(st.sampled_from(legal), "the action")
        state, twin = _applied(state, action), _applied(twin, action)
        assert (state.figures, state.prestige) == (twin.figures, twin.prestige)
        if not isinstance(state.agenda[-1] if state.agenda else None, MoveFigure):
            break


@proves(COMP_7)
@given(quiet_plays())
def test_every_minor_moves_the_same_figures_for_every_player(state: State) -> None:
    """Whoever has just played a Minor has the same moves to choose from, whichever Minor it is."""
    for card in (Minor(suit, rank) for suit in Suit for rank in range(1, 15)):
        offered = [
            arcanum.legal_actions(waiting_for(state, MoveFigure(seat, card))) for seat in range(len(state.players))
        ]
        assert len(set(offered)) == 1, f"{card}: {offered}"


@proves(COMP_7)
@given(quiet_plays(), st.data())
def test_every_player_may_change_every_house(state: State, data: st.DataObject) -> None:
    """Nobody owns a House: in the Fields each player can raise and lower all four, and the token moves for him."""
    seat = data.draw(st.sampled_from(range(len(state.players))), "seat")
    before = with_prestige(waiting_for(state, AdjustHouses(seat, tuple(Suit), 1)), (5, 5, 5, 5))
    for house, direction in product(Suit, (1, -1)):
        assert Adjust(house, direction) in arcanum.legal_actions(before)
        assert _applied(before, Adjust(house, direction)).prestige[house] == 5 + direction


def _applied(state: State, action: arcanum.Action) -> State:
    after = arcanum.apply(state, action)
    assert isinstance(after, State)
    return after


@proves(COMP_9)
@given(games())
def test_ranking_the_houses_leaves_their_tokens_on_the_track(game: Game) -> None:
    """In a scoring each House is ranked once, with its spare token; the one on the track stays until all are done."""
    for state in game.states:
        assert Counter(state.prestige.keys()) == dict.fromkeys(Suit, game.expected(COMP_9, "track_each"))
    for turn in game.turns():
        scoring = during(turn, Phase.SCORING)
        ranked = [index for index, event in enumerate(scoring) if isinstance(event, HouseScored)]
        if ranked:
            laid = Counter(event.house for event in scoring if isinstance(event, HouseScored))
            assert laid == dict.fromkeys(Suit, game.expected(COMP_9, "spare_each"))
            assert not any(isinstance(event, PrestigeChanged) for event in scoring[: ranked[-1]])


# --- markers and tracks -----------------------------------------------------------------------------------------------


@proves(COMP_10)
@given(games())
def test_every_player_has_one_score_of_his_own(game: Game) -> None:
    """There are as many scores as players, five at most, and who gains or loses points moves his own marker only."""
    assert len(game.first.players) == game.players <= game.number(COMP_10, "colours")
    scores = [0] * game.players
    for step in game.steps:
        for event in step.events:
            if isinstance(event, PointsGained):
                scores[event.seat] += event.points
                assert event.total == scores[event.seat]
            elif isinstance(event, PointsLost):
                scores[event.seat] -= event.points
                assert event.total == scores[event.seat]
        assert [player.vp for player in step.after.players] == scores


@proves(COMP_11)
@given(games())
def test_one_seat_has_the_pawn(game: Game) -> None:
    """The pawn is always in front of exactly one player: the one to whom it was given last."""
    given_to = [event.first_player for event in game.opening if isinstance(event, TurnBegan)]
    assert given_to == [game.first.first_player]
    for step in game.steps:
        given_to += [event.seat for event in step.events if isinstance(event, PawnPassed)]
        holders = [seat for seat in range(game.players) if step.after.first_player == seat]
        assert holders == given_to[-1:]


@proves(COMP_12)
@given(games())
def test_the_turn_marker_stays_on_the_turn_track(game: Game) -> None:
    """The one turn marker shows a turn of the agreed game in every state, and the same as was announced."""
    announced = 0
    for state, events in ((game.first, game.opening), *((step.after, step.events) for step in game.steps)):
        announced = next((event.turn for event in events[::-1] if isinstance(event, TurnBegan)), announced)
        assert state.turn == announced
        assert 1 <= state.turn <= agreed_turns(game)


@proves(COMP_14)
@given(favouring(*Suit))
def test_prestige_stays_on_the_track(game: Game) -> None:
    """However much a House is favoured, its token stays between 0 and 21."""
    track = range(game.number(COMP_14, "lowest"), game.number(COMP_14, "highest") + 1)
    for state in game.states:
        assert all(value in track for value in state.prestige.values())


@proves(COMP_14)
@given(quiet_plays(), st.tuples(*[st.integers(0, 21)] * 4), st.sampled_from(Suit), st.sampled_from((1, -1)))
def test_a_token_uses_every_square_of_the_track_and_no_other(
    state: State, prestige: tuple[int, ...], house: Suit, direction: int
) -> None:
    """A House goes up to square 21 and down to square 0, and not a step further."""
    lowest, highest = (stated(COMP_14, name, printing_of(state)) for name in ("lowest", "highest"))
    before = with_prestige(waiting_for(state, AdjustHouses(0, tuple(Suit), 1)), prestige)
    after = _applied(before, Adjust(house, direction))
    assert after.prestige[house] == min(highest, max(lowest, prestige[house] + direction))


@proves(COMP_15)
@given(visiting(5))
def test_a_marker_lies_beside_the_track_until_the_first_point(game: Game) -> None:
    """The track has no square 0: without points a marker lies beside it, and the first point puts it on square 1."""
    assert all(player.vp == game.expected(COMP_15, "start") for player in game.first.players)
    for state in game.states:
        for player in state.players:
            square = state.rules.points_square(player.vp)
            assert (square is None) == (player.vp == 0)
            assert square is None or square >= game.number(COMP_15, "lowest_square")
    assert game.first.rules.points_square(1) == game.expected(COMP_15, "lowest_square")


# --- the city ---------------------------------------------------------------------------------------------------------


@proves(COMP_8)
@given(quiet_plays(), COURT_CARDS)
def test_there_are_ten_locations(state: State, card: Minor) -> None:
    """All figures stand in locations 1 to 10, and a court card can take its figure to any other of these."""
    lowest, highest = (stated(COMP_8, name, printing_of(state)) for name in ("lowest", "highest"))
    city = set(range(lowest, highest + 1))
    assert len(city) == expected(COMP_8, "locations", printing_of(state))
    assert set(state.figures.values()) <= city
    figure = Figure.of(Kind(card.rank), card.suit)
    reached = {
        action.location
        for action in arcanum.legal_actions(waiting_for(state, MoveFigure(0, card)))
        if isinstance(action, Move)
    }
    assert reached | {state.figures[figure]} == city


@proves(COMP_16)
@given(RULESETS, st.sampled_from(LOCATIONS))
def test_a_location_has_symbols_on_its_left_and_an_effect_on_its_right(ruleset: str, number: int) -> None:
    """Every location shows symbols of suits and figures for the Houses and something that it does for players."""
    rules = tarot_rules(ruleset)
    square, location = rules.board.squares[number - 1], rules.locations[number - 1]
    assert square.number == location.number == number
    assert sum(square.count(suit.name.lower()) for suit in Suit) > 0
    assert sum(square.count(kind.name.lower()) for kind in Kind) > 0
    assert location.effects


@proves(COMP_16)
@given(games())
def test_symbols_are_for_houses_and_come_first_then_one_effect_for_players(game: Game) -> None:
    """Entering a location first moves House tokens only, then sets off one effect, that of the location entered."""
    for played in game.minors_played():
        moves = [index for index, event in enumerate(played.events) if isinstance(event, Moved)]
        effects = [index for index, event in enumerate(played.events) if isinstance(event, LocationActivated)]
        assert len(effects) == len(moves) * game.number(COMP_16, "effects") <= 1
        for move, effect in zip(moves, effects, strict=True):
            assert played.moved is not None
            assert played.location == played.moved.destination
            assert all(isinstance(event, PrestigeChanged) for event in played.events[move + 1 : effect])


@proves(COMP_17)
@given(quiet_plays(), st.sampled_from(Figure), st.integers(1, 9))
def test_location_10_shows_two_knights_one_wand_and_two_swords(state: State, figure: Figure, origin: int) -> None:
    """A figure that enters location 10 brings its House a point for each of these symbols that fits it."""
    symbols = counts(expected(COMP_17, "symbols", printing_of(state)))
    assert _gain(state, figure, origin, stated(COMP_17, "location", printing_of(state))) == _fitting(symbols, figure)


@proves(AMB_44)
@given(quiet_plays(), st.sampled_from(Figure), st.permutations(LOCATIONS), st.data())
def test_the_symbols_are_a_table_that_the_owner_of_a_board_can_replace(
    state: State, figure: Figure, path: list[int], data: st.DataObject
) -> None:
    """What a location brings a House follows from the table of symbols alone, ours or another one."""
    origin, destination, *_ = path
    ours = _board_file()
    row = st.dictionaries(st.sampled_from([each.name.lower() for each in (*Suit, *Kind)]), st.integers(0, 4))
    other = {number: data.draw(row, f"symbols of {number}") for number in LOCATIONS}
    replaced = attrs.evolve(state.rules, board=parse_board(_as_toml(other)))
    assert _gain(state, figure, origin, destination) == _fitting(ours[destination], figure)
    elsewhere = attrs.evolve(state, rules=replaced)
    assert _gain(elsewhere, figure, origin, destination) == _fitting(other[destination], figure)


@proves(AMB_44)
@given(RULESETS)
def test_the_only_row_with_printed_symbols_is_that_of_location_10(ruleset: str) -> None:
    """Our table has a row for each location and says which symbols a rulebook prints: those of location 10."""
    printing = tarot_rules(ruleset).printing
    assert list(_board_file()) == list(LOCATIONS)
    assert [row["number"] for row in _rows() if row["source"] == "printed"] == [expected(AMB_44, "location", printing)]
    assert _board_file()[10] == counts(expected(AMB_44, "symbols", printing))


def _rows() -> list[dict[str, object]]:
    text = files("arcanum.tarot").joinpath("board.toml").read_text(encoding="utf-8")
    rows: list[dict[str, object]] = tomllib.loads(text)["location"]
    return rows


def _board_file() -> dict[int, dict[str, int]]:
    """The table of symbols, read without the engine."""
    found: dict[int, dict[str, int]] = {}
    for row in _rows():
        number, symbols = row["number"], row["symbols"]
        assert isinstance(number, int)
        assert isinstance(symbols, dict)
        found[number] = symbols
    return found


def _as_toml(table: dict[int, dict[str, int]]) -> str:
    lines = ["tower = { source = 'invented', placements = [[1]] }"]
    for number, symbols in table.items():
        inside = ", ".join(f"{name} = {count}" for name, count in symbols.items())
        lines += ["[[location]]", f"number = {number}", "source = 'invented'", f"symbols = {{ {inside} }}"]
    return "\n".join(lines)


def _fitting(symbols: dict[str, int], figure: Figure) -> int:
    """How many of the symbols fit a figure: those of its suit and those of its kind."""
    return symbols.get(figure.suit.name.lower(), 0) + symbols.get(figure.kind.name.lower(), 0)


def _gain(state: State, figure: Figure, origin: int, destination: int) -> int:
    """How much prestige a figure's House gains when it goes from one location to another."""
    asked = waiting_for(with_figures(state, {figure: origin}), MoveFigure(0, Minor(figure.suit, int(figure.kind))))
    return _applied(with_prestige(asked, (0, 0, 0, 0)), Move(figure, destination)).prestige[figure.suit]


# --- the scoring area -------------------------------------------------------------------------------------------------


@st.composite
def scoring_areas(draw: st.DrawFn) -> tuple[str, list[list[int]]]:
    """A printing, and what each row of the scoring area paid in a scoring, the strongest player first.

    The Houses stand in some order of prestige. For the House of each row in turn, the players have hidden different
    numbers of its cards, and nothing else.
    """
    state = draw(quiet_plays())
    fitting(len(state.players) >= 3)
    printing, seats = printing_of(state), draw(st.permutations(range(len(state.players))))
    prestige = sorted(draw(st.sets(st.integers(0, 21), min_size=4, max_size=4)), reverse=True)
    houses = draw(st.permutations(list(Suit)))
    ranked = with_prestige(state, [prestige[houses.index(house)] for house in Suit])
    turn = numbers(expected(P3_1 if len(seats) == 3 else LEN_4, state.options.length, printing))[0]
    rows = []
    for house in houses:
        ranks = draw(st.permutations(range(1, 15)))
        hidden: list[list[Minor]] = [[] for _ in seats]
        for seat, count in zip(seats, (4, 3, 2, 1, 1), strict=False):
            hidden[seat] = [Minor(house, ranks.pop()) for _ in range(count)]
        after, _ = close_turn(with_points(with_hidden(ranked, hidden), [0] * len(seats)), turn)
        rows.append([after.players[seat].vp for seat in seats])
    return printing, rows


@proves(COMP_18)
@given(scoring_areas())
def test_the_scoring_area_has_four_rows_of_three_values(paid: tuple[str, list[list[int]]]) -> None:
    """The first House pays 16, 8 and 4; every House pays three players, less from place to place and row to row."""
    printing, rows = paid
    three_places(printing)
    places = stated(COMP_18, "values", printing)
    assert len(rows) == expected(COMP_18, "rows", printing)
    assert tuple(rows[0][:places]) == expected(COMP_18, "row_1", printing)
    for row in rows:
        assert sum(points > 0 for points in row) == places
        assert all(better > worse for better, worse in pairwise(row[:places]))
    assert all(above >= below for upper, lower in pairwise(rows) for above, below in zip(upper, lower, strict=True))


@proves(COMP_19)
@given(scoring_areas())
def test_the_second_house_pays_12_6_3_and_the_fourth_8(paid: tuple[str, list[list[int]]]) -> None:
    """The second House pays 12, 6 and 3, and whoever dominates the last one gets 8."""
    printing, rows = paid
    three_places(printing)
    assert tuple(rows[1][:3]) == expected(COMP_19, "row_2", printing)
    assert rows[3][0] == expected(COMP_19, "row_4_domination", printing)


@proves(COMP_20)
@given(scoring_areas())
def test_the_lower_places_of_the_lower_houses_pay_5_2_and_4_2(paid: tuple[str, list[list[int]]]) -> None:
    """Influence and presence pay 5 and 2 in the third House, 4 and 2 in the fourth."""
    printing, rows = paid
    three_places(printing)
    for row in (3, 4):
        assert rows[row - 1][1] == expected(COMP_20, f"row_{row}_influence", printing)
        assert rows[row - 1][2] == expected(COMP_20, f"row_{row}_presence", printing)
