"""The House scoring: ranks of Houses, places of players, points, and what is put back afterwards.

Most properties arrange the eve of a scoring (a state of a generated game in which the last player of a scoring turn
may still hide a card) and let him pass: the engine then scores the prestige and the hidden cards that were arranged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import fitting, written_for
from arcanum.spec.subject import rests_on
from arcanum.spec.tarot.arrange import with_hand
from arcanum.spec.tarot.games import Game, expected, games
from arcanum.tarot.cards import FOOL, MINORS, Card, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_43,
    AMB_48,
    AMB_50,
    AMB_51,
    COMP_2,
    COMP_14,
    END_1,
    END_2,
    END_3,
    END_4,
    HAND_1,
    SCORE_1,
    SCORE_2,
    SCORE_3,
    SCORE_4,
    SCORE_5,
    SCORE_6,
    SCORE_7,
    SCORE_8,
    SCORE_9,
    SCORE_10,
    SCORE_11,
    SCORE_12,
    SCORE_13,
    SCORE_14,
    SCORE_15,
    SCORE_16,
    SCORE_17,
    SCORE_18,
    SCORE_19,
    SCORE_20,
    SCORE_21,
    SCORE_22,
    SCORE_23,
    SCORE_24,
    SCORE_25,
    SCORE_26,
    SCORE_27,
    SCORE_28,
)
from arcanum.tarot.events import (
    Discarded,
    Drew,
    GameEnded,
    Hid,
    HouseScored,
    Moved,
    Phase,
    PhaseBegan,
    PointsGained,
    PointsLost,
    PrestigeChanged,
    Revealed,
    Shuffled,
    Swapped,
    TurnBegan,
)
from arcanum.tarot.state import MOST_PLAYERS

from . import naive_scoring, scoring_soak
from .course_kit import during
from .scoring_kit import (
    APART,
    CLOSE,
    HOUSES,
    LEVELS,
    NAMED,
    PRESTIGE,
    RANKS,
    SUITS,
    Eve,
    all_suits,
    area_of_a_slow_reader,
    by_count,
    by_house,
    cards,
    eves,
    eves_of,
    from_scoring,
    house_named,
    number,
    numbers,
    one_suit,
    rank_in,
    scorings,
    three_places,
    ties,
    worth,
)

# --- the order of the Houses ------------------------------------------------------------------------------------------


@proves(SCORE_1)
@given(eves(), APART, st.data())
def test_the_more_prestige_a_house_has_the_better_its_rank(
    eve: Eve, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """Somebody who alone has a card of a House gets the top value of the row that the prestige gives it."""
    written_for(eve.state, SCORE_1, "order", "highest-first")
    seat = data.draw(st.sampled_from(eve.seats))
    falling = sorted(SUITS, key=lambda suit: prestige[suit], reverse=True)
    for position, house in enumerate(falling, start=1):
        scored = eve.score(prestige, {seat: cards(house, [data.draw(st.integers(1, 14))])})
        assert scored.gained[seat] == eve.row(position)[0]
        assert scored.ranks[house] == position


@proves(SCORE_2)
@given(eves(), CLOSE)
def test_tied_houses_share_the_better_rank_and_leave_the_next_one_empty(eve: Eve, prestige: dict[Suit, int]) -> None:
    """With 8, 8, 3 the ranks are 1, 1, 3."""
    written_for(eve.state, SCORE_2, "ranking", "competition")
    assume(len(set(prestige.values())) < 4)
    ranks = eve.score(prestige, {}).ranks
    placed = 0
    for level in sorted(set(prestige.values()), reverse=True):
        together = [house for house in SUITS if prestige[house] == level]
        assert {ranks[house] for house in together} == {placed + 1}
        placed += len(together)


@proves(SCORE_3)
@given(eves())
def test_the_example_of_ranks(eve: Eve) -> None:
    """The rulebook's example of four Houses, two of them tied."""
    scored = eve.score(by_house(SCORE_3, "prestige", eve.printing), {})
    assert scored.ranks == by_house(SCORE_3, "ranks", eve.printing)


@proves(SCORE_2)
@given(eves(), st.lists(st.integers(0, 21), min_size=2, max_size=3, unique=True))
def test_the_example_of_chalices_and_wands_on_the_first_space(eve: Eve, levels: list[int]) -> None:
    """Both tokens lie there, the second space is empty, and Pentacles that come next lie on the third."""
    last, *_, first = sorted(levels)
    middle = sorted(levels)[-2]
    prestige = {Suit.CHALICES: first, Suit.WANDS: first, Suit.PENTACLES: middle, Suit.SWORDS: last}
    ranks = eve.score(prestige, {}).ranks
    assert (ranks[Suit.CHALICES], ranks[Suit.WANDS], ranks[Suit.PENTACLES]) == (1, 1, 3)
    assert ranks[Suit.SWORDS] == (3 if last == middle else 4)


@proves(SCORE_4)
@given(games())
def test_houses_are_evaluated_from_the_top_down(game: Game) -> None:
    """Each House once, the first of rank 1, none before a better one."""
    first, last = game.number(SCORE_4, "first_rank"), game.number(SCORE_4, "last_rank")
    scored = [events for turn in game.turns() if (events := during(turn, Phase.SCORING))]
    assert len(scored) == len(list(scorings(game)))
    for events in scored:
        evaluated = [event for event in events if isinstance(event, HouseScored)]
        ranks = [event.rank for event in evaluated]
        assert {event.house for event in evaluated} == set(SUITS)
        assert len(evaluated) == 4
        assert ranks[0] == first
        assert ranks == sorted(ranks)
        assert ranks[-1] <= last


@proves(AMB_51)
@given(eves(), st.integers(0, 21), st.data())
def test_four_equal_houses_all_pay_the_top_row(eve: Eve, level: int, data: st.DataObject) -> None:
    """Also when nobody raised any House at all."""
    untouched = numbers(AMB_51, "prestige", eve.printing)
    row = data.draw(st.sampled_from((untouched, (level,) * 4)))
    seat = data.draw(st.sampled_from(eve.seats))
    one_of_each = [card for house in SUITS for card in cards(house, [data.draw(st.integers(1, 14))])]
    scored = eve.score(dict(zip(SUITS, row, strict=True)), {seat: one_of_each})
    assert tuple(scored.ranks[house] for house in SUITS) == numbers(AMB_51, "ranks", eve.printing)
    assert scored.gained[seat] == 4 * eve.row(1)[0]


# --- revealing --------------------------------------------------------------------------------------------------------


@proves(SCORE_5)
@given(eves(), PRESTIGE, st.data())
def test_every_hidden_card_is_revealed_to_everybody(eve: Eve, prestige: dict[Suit, int], data: st.DataObject) -> None:
    """Nobody is asked whether he would rather keep one back: the scoring runs through without a decision."""
    scored = eve.score(prestige, data.draw(all_suits(eve.seats)))
    shown = {event.seat: event for event in scored.events if isinstance(event, Revealed)}
    for seat, player in enumerate(scored.before.players):
        withheld = {each.card for each in player.hidden} - set(shown[seat].cards)
        assert len(withheld) == number(SCORE_5, "withheld", eve.printing)
        assert len(shown[seat].cards) == len(player.hidden)
        assert all(shown[seat].seen_by(other) == shown[seat] for other in (None, *eve.seats))
    assert len(scored.houses) == 4
    assert scored.after.phase is not Phase.SCORING


@proves(SCORE_5)
@given(eves(players=(3,)), PRESTIGE, st.data())
def test_the_example_of_five_four_and_three_cards(eve: Eve, prestige: dict[Suit, int], data: st.DataObject) -> None:
    """Luca hid two cards more than he had to, Piero one: he reveals five, Piero four, Mario three, and nothing more."""
    luca, piero, mario = data.draw(st.permutations(eve.seats))
    pool = data.draw(st.permutations(MINORS))
    hidden = {luca: pool[:5], piero: pool[5:9], mario: pool[9:12]}
    shown = {event.seat: event.cards for event in eve.score(prestige, hidden).events if isinstance(event, Revealed)}
    assert {seat: {*cards} for seat, cards in shown.items()} == {seat: {*cards} for seat, cards in hidden.items()}


# --- places and points ------------------------------------------------------------------------------------------------


def check_place(data: st.DataObject, clause: ClauseId) -> None:
    """The seat on the place that a clause is about gets that place's value; in the top row the one it names."""
    eve, prestige, house = data.draw(eves()), data.draw(PRESTIGE), data.draw(HOUSES)
    order, held = data.draw(by_count(house, eve.seats))
    place = number(clause, "place", eve.printing)
    rank = rank_in(prestige, house)
    scored = eve.score(prestige, held)
    points = scored.gained[order[place - 1]]
    assert points == eve.row(rank)[place - 1]
    assert rank > 1 or points == number(clause, "top_points", eve.printing)
    (told,) = [event for event in scored.events if isinstance(event, PointsGained) and event.clause == clause]
    assert (told.seat, told.points) == (order[place - 1], points)


@proves(SCORE_6)
@given(st.data())
def test_most_cards_of_a_suit_dominate_its_house(data: st.DataObject) -> None:
    """Whoever shows most cards of a suit gets the highest value beside its House."""
    check_place(data, SCORE_6)


@proves(SCORE_7)
@given(st.data())
def test_second_most_cards_of_a_suit_influence_its_house(data: st.DataObject) -> None:
    """Whoever shows second most cards of a suit gets the middle value beside its House."""
    check_place(data, SCORE_7)


@proves(SCORE_8)
@given(st.data())
def test_third_most_cards_of_a_suit_are_a_presence_in_its_house(data: st.DataObject) -> None:
    """Whoever shows third most cards of a suit gets the lowest value beside its House."""
    check_place(data, SCORE_8)


@proves(AMB_43)
@given(eves(), APART, st.data())
def test_the_third_house_pays_ten_for_domination(eve: Eve, prestige: dict[Suit, int], data: st.DataObject) -> None:
    """The row that no rulebook prints in full."""
    three_places(eve.printing)
    house = sorted(SUITS, key=lambda suit: prestige[suit], reverse=True)[2]
    order, held = data.draw(by_count(house, eve.seats))
    gained = eve.score(prestige, held).gained
    assert tuple(gained[seat] for seat in order[:3]) == numbers(AMB_43, "row_3", eve.printing)


@proves(SCORE_9)
@given(eves(players=range(4, MOST_PLAYERS + 1)), PRESTIGE, HOUSES, RANKS, st.data())
def test_fourth_and_fifth_get_nothing(
    eve: Eve, prestige: dict[Suit, int], house: Suit, ranks: list[int], data: st.DataObject
) -> None:
    """Even with cards of the suit."""
    three_places(eve.printing)
    cuts = sorted(data.draw(st.sets(st.integers(1, 13), min_size=len(eve.seats), max_size=len(eve.seats))))
    held = {
        seat: cards(house, ranks[start:stop]) for seat, (start, stop) in enumerate(zip((0, *cuts), cuts, strict=False))
    }
    strengths = {seat: (len(own), worth(own)) for seat, own in held.items()}
    assume(len(set(strengths.values())) == len(strengths))
    gained = eve.score(prestige, held).gained
    order = sorted(eve.seats, key=lambda seat: strengths[seat], reverse=True)
    nothing_from, *_ = numbers(SCORE_9, "places", eve.printing)
    for place, seat in enumerate(order, start=1):
        if place >= nothing_from:
            assert gained[seat] == number(SCORE_9, "points", eve.printing)
        else:
            assert gained[seat] > 0


@proves(SCORE_10)
@given(eves(), PRESTIGE, HOUSES, st.data())
def test_without_a_card_of_the_suit_there_are_no_points_and_nobody_else_gets_them(
    eve: Eve, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """If two players show cards of a suit, the third value is lost."""
    held = data.draw(one_suit(house, eve.seats))
    gained = eve.score(prestige, held).gained
    least = number(SCORE_10, "least_cards", eve.printing)
    showing = [seat for seat in eve.seats if len(held[seat]) >= least]
    for seat in eve.seats:
        if seat not in showing:
            assert gained[seat] == number(SCORE_10, "points", eve.printing)
    row = eve.row(rank_in(prestige, house))
    assert sum(gained) <= sum(row[: len(showing)])
    assert bool(showing) == any(gained)


def words(clause: ClauseId, parameter: str, house: Suit, printing: str) -> tuple[Minor, ...]:
    """Cards that an example names."""
    value = expected(clause, parameter, printing)
    assert isinstance(value, tuple)
    return tuple(NAMED[f"{word} of {house.name.lower()}"] for word in value)


@proves(SCORE_11)
@given(eves(), PRESTIGE, HOUSES, st.data())
def test_more_cards_beat_higher_cards(eve: Eve, prestige: dict[Suit, int], house: Suit, data: st.DataObject) -> None:
    """A two and a four dominate over a Queen."""
    fewer = data.draw(st.integers(1, 6))
    ranks = sorted(data.draw(RANKS)[: 2 * fewer + 1])
    drawn = cards(house, ranks[: fewer + 1]), cards(house, ranks[fewer + 1 :])
    example = words(SCORE_11, "winner", house, eve.printing), words(SCORE_11, "loser", house, eve.printing)
    many, high = data.draw(st.sampled_from((example, drawn)))
    winner, loser = data.draw(st.permutations(eve.seats))[:2]
    scored = eve.score(prestige, {winner: many, loser: high})
    first, second, *_ = eve.row(rank_in(prestige, house))
    assert (scored.gained[winner], scored.gained[loser]) == (first, second)


@proves(SCORE_12)
@given(eves(), PRESTIGE, HOUSES, RANKS, st.data())
def test_equal_counts_are_decided_by_the_sum_of_values(
    eve: Eve, prestige: dict[Suit, int], house: Suit, ranks: list[int], data: st.DataObject
) -> None:
    """Not by the single highest card, nor by anything else."""
    written_for(eve.state, SCORE_12, "tie_break", "sum")
    count = data.draw(st.integers(1, 5))
    one, other = cards(house, ranks[:count]), cards(house, ranks[count : 2 * count])
    assume(worth(one) != worth(other))
    seat, rival = data.draw(st.permutations(eve.seats))[:2]
    gained = eve.score(prestige, {seat: one, rival: other}).gained
    winner, loser = (seat, rival) if worth(one) > worth(other) else (rival, seat)
    first, second, *_ = eve.row(rank_in(prestige, house))
    assert (gained[winner], gained[loser]) == (first, second)


@proves(SCORE_13)
@given(eves(), PRESTIGE, HOUSES, st.data())
def test_court_cards_count_eleven_to_fourteen_and_numerals_their_number(
    eve: Eve, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """Two cards against two others: the larger sum of the rulebook's values wins, equal sums share."""
    written_for(eve.state, SCORE_12, "tie_break", "sum")
    courts = {name: number(SCORE_13, name, eve.printing) for name in ("knave", "knight", "queen", "king")}
    lowest, highest = (number(SCORE_13, name, eve.printing) for name in ("lowest", "highest"))
    values = courts | {str(value): value for value in range(lowest, highest + 1)}
    names = data.draw(st.permutations(sorted(values)))
    one, other = names[:2], names[2:4]
    seat, rival = data.draw(st.permutations(eve.seats))[:2]
    held = {
        seat: [NAMED[f"{name} of {house.name.lower()}"] for name in one],
        rival: [NAMED[f"{name} of {house.name.lower()}"] for name in other],
    }
    scored = eve.score(prestige, held)
    sums = {seat: sum(values[name] for name in one), rival: sum(values[name] for name in other)}
    (told,) = [event for event in scored.houses if event.house is house]
    assert {each.seat: each.value for each in told.standings} == sums
    margin, difference = scored.gained[seat] - scored.gained[rival], sums[seat] - sums[rival]
    assert (margin > 0) == (difference > 0)
    assert (margin < 0) == (difference < 0)


# --- ties between players ---------------------------------------------------------------------------------------------


@proves(SCORE_14)
@given(eves(), PRESTIGE, HOUSES, st.data())
def test_players_equal_in_count_and_sum_get_the_same(
    eve: Eve, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """Where they sit makes no difference, and each of them gets more than whoever is worse."""
    written_for(eve.state, SCORE_12, "tie_break", "sum")
    written_for(eve.state, SCORE_14, "shared", True)
    tie = data.draw(ties(house, eve.seats))
    gained = eve.score(prestige, tie.held).gained
    shares = {gained[seat] for seat in tie.tied}
    assert len(shares) == 1
    share = shares.pop()
    assert all(gained[seat] > share for seat in tie.better)
    assert all(gained[seat] < max(share, 1) for seat in tie.worse)


@proves(SCORE_15, SCORE_16)
@given(eves(), PRESTIGE, HOUSES, st.data())
def test_tied_players_pool_the_values_of_their_places_and_round_down(
    eve: Eve, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """Nobody is paid what does not divide, and the next player takes the place after all of them."""
    written_for(eve.state, SCORE_12, "tie_break", "sum")
    written_for(eve.state, SCORE_15, "rounding", "down")
    written_for(eve.state, SCORE_16, "split", "pool")
    tie = data.draw(ties(house, eve.seats))
    gained = eve.score(prestige, tie.held).gained
    values = [*eve.row(rank_in(prestige, house)), *[0] * len(eve.seats)]
    for seat in tie.better:
        assert gained[seat] == values.pop(0)
    pool = sum(values.pop(0) for _ in tie.tied)
    share = gained[tie.tied[0]]
    assert share * len(tie.tied) <= pool < (share + 1) * len(tie.tied)
    for seat in tie.worse:
        assert gained[seat] == values.pop(0)


@proves(AMB_48)
@given(eves(), APART, st.data())
def test_two_tied_first_in_the_top_row_get_twelve_each_and_the_third_four(
    eve: Eve, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """The case that the ruling spells out."""
    written_for(eve.state, SCORE_12, "tie_break", "sum")
    fitting(len(eve.seats) > number(AMB_48, "tied", eve.printing))
    house = max(SUITS, key=lambda suit: prestige[suit])
    tie = data.draw(ties(house, eve.seats, better=0, tied=number(AMB_48, "tied", eve.printing)))
    gained = eve.score(prestige, tie.held).gained
    assert eve.row(1) == numbers(AMB_48, "row", eve.printing)
    paid = [gained[seat] for seat in (*tie.tied, *tie.worse)]
    assert tuple(paid[:3]) == numbers(AMB_48, "shares", eve.printing)


@proves(AMB_50)
@given(eves(), PRESTIGE, HOUSES, st.data())
def test_only_hidden_cards_of_the_suit_count_for_a_house(
    eve: Eve, prestige: dict[Suit, int], house: Suit, data: st.DataObject
) -> None:
    """Cards of other suits and cards in hand change nothing."""
    written_for(eve.state, AMB_50, "tie_break", "sum")
    held = data.draw(all_suits(eve.seats))
    own = {seat: tuple(card for card in pile if card.suit is house) for seat, pile in held.items()}
    seat = data.draw(st.sampled_from(eve.seats))
    hand = [card for card in MINORS if card.suit is house and all(card not in pile for pile in own.values())]
    alone = eve.score(prestige, own)
    among_others = eve.score(prestige, held)
    room = number(HAND_1, "limit", eve.printing) - len(
        [card for card in alone.before.players[seat].hand if not isinstance(card, Minor)]
    )
    with_others_in_hand = eve.run(with_hand(alone.before, seat, hand[:room]))
    standings = [
        next(event.standings for event in scored.houses if event.house is house)
        for scored in (alone, among_others, with_others_in_hand)
    ]
    assert standings[0] == standings[1] == standings[2]
    assert alone.gained == with_others_in_hand.gained


@proves(SCORE_17)
@given(eves(), st.permutations(SUITS), st.data())
def test_tied_houses_each_pay_their_row_in_full(eve: Eve, suits: list[Suit], data: st.DataObject) -> None:
    """Two or three Houses behind the first pay 12, 6 and 3 each."""
    three_places(eve.printing)
    top, middle, low = sorted(data.draw(st.sets(LEVELS, min_size=3, max_size=3)), reverse=True)
    levels = (top, middle, middle, data.draw(st.sampled_from((middle, low))))
    prestige = dict(zip(suits, levels, strict=True))
    tied = [house for house in SUITS if prestige[house] == middle]
    order, held = data.draw(by_count(tied[0], eve.seats))
    everywhere = {
        seat: [card for house in tied for card in cards(house, [own.rank for own in pile])]
        for seat, pile in held.items()
    }
    scored = eve.score(prestige, everywhere)
    assert {scored.ranks[house] for house in tied} == {number(SCORE_17, "rank", eve.printing)}
    row = numbers(SCORE_17, "row", eve.printing)
    assert [scored.gained[seat] for seat in order[:3]] == [len(tied) * value for value in row]


# --- the rulebook's example -------------------------------------------------------------------------------------------


def check_example(eve: Eve, data: st.DataObject, clause: ClauseId) -> None:
    """One House of the example, for three players in any order, with any cards where the example names none."""
    house = house_named(clause, eve.printing)
    prestige = by_house(SCORE_3, "prestige", eve.printing)
    order = data.draw(st.permutations(eve.seats))
    points = numbers(clause, "points", eve.printing)
    ranks = data.draw(RANKS)
    held: dict[Seat, tuple[Minor, ...]] = {}
    for index, seat in enumerate(order):
        if clause in (SCORE_18, SCORE_21):
            count = numbers(clause, "counts", eve.printing)[index]
            held[seat], ranks = cards(house, ranks[:count]), ranks[count:]
        else:
            shown = expected(clause, "cards", eve.printing)
            assert isinstance(shown, tuple)
            pile = shown[index]
            assert isinstance(pile, tuple)
            held[seat] = tuple(NAMED[f"{word} of {house.name.lower()}"] for word in pile)
    scored = eve.score(prestige, held)
    assert scored.ranks[house] == number(clause, "rank", eve.printing)
    assert tuple(scored.gained[seat] for seat in order) == points


@proves(SCORE_18)
@given(eves(players=(3,)), st.data())
def test_the_example_of_swords(eve: Eve, data: st.DataObject) -> None:
    """Two cards, one card, none."""
    check_example(eve, data, SCORE_18)


@proves(SCORE_19)
@given(eves(players=(3,)), st.data())
def test_the_example_of_pentacles(eve: Eve, data: st.DataObject) -> None:
    """Two low cards, a Queen, a ten."""
    check_example(eve, data, SCORE_19)


@proves(SCORE_20)
@given(eves(players=(3,)), st.data())
def test_the_example_of_wands(eve: Eve, data: st.DataObject) -> None:
    """One card each."""
    check_example(eve, data, SCORE_20)


@proves(SCORE_21)
@given(eves(players=(3,)), st.data())
def test_the_example_of_chalices(eve: Eve, data: st.DataObject) -> None:
    """One player alone."""
    check_example(eve, data, SCORE_21)


@st.composite
def example_cards(draw: st.DrawFn, printing: str) -> tuple[tuple[Minor, ...], ...]:
    """The hidden cards of the whole example, player by player; those that it does not name are any of their suit."""
    counts, known = expected(SCORE_22, "counts", printing), expected(SCORE_22, "known", printing)
    assert isinstance(counts, tuple)
    assert isinstance(known, tuple)
    left = {house: draw(RANKS) for house in SUITS}
    shown: list[tuple[Minor, ...]] = []
    for count, named in zip(counts, known, strict=True):
        assert isinstance(count, Mapping)
        assert isinstance(named, Mapping)
        pile: list[Minor] = []
        for name, wanted in count.items():
            assert type(wanted) is int
            words = named.get(name, ())
            assert isinstance(words, tuple)
            pile += [NAMED[f"{word} of {name}"] for word in words]
            missing = wanted - len(words)
            house = Suit[name.upper()]
            pile += cards(house, left[house][:missing])
            left[house] = left[house][missing:]
        shown.append(tuple(pile))
    return tuple(shown)


@proves(SCORE_22)
@given(eves(players=(3,)), st.data())
def test_the_whole_example(eve: Eve, data: st.DataObject) -> None:
    """Four Houses and three players; at the end the tokens are back at 0 and the cards are discarded."""
    assert len(eve.seats) == number(SCORE_22, "players", eve.printing)
    order = data.draw(st.permutations(eve.seats))
    hidden = dict(zip(order, data.draw(example_cards(eve.printing)), strict=True))
    scored = eve.score(by_house(SCORE_3, "prestige", eve.printing), hidden)
    assert tuple(scored.gained[seat] for seat in order) == numbers(SCORE_22, "totals", eve.printing)
    assert [event.house.name.lower() for event in scored.houses] == ["swords", "pentacles", "wands", "chalices"]
    assert set(scored.after.prestige.values()) == {0}
    assert all(player.hidden == () for player in scored.after.players)


# --- afterwards -------------------------------------------------------------------------------------------------------


@proves(SCORE_23)
@given(games())
def test_after_the_scoring_every_house_is_back_at_zero(game: Game) -> None:
    """The tokens go back to the start, and only after all four Houses have been paid."""
    start = game.number(SCORE_23, "prestige")
    scored = [turn for turn in game.turns() if during(turn, Phase.SCORING)]
    for turn in scored:
        events = during(turn, Phase.SCORING)
        reset = [index for index, event in enumerate(events) if isinstance(event, PrestigeChanged)]
        paid = [index for index, event in enumerate(events) if isinstance(event, HouseScored)]
        assert all(index > max(paid) for index in reset)
        after = next(state for state in game.states if state.turn > turn.number or arcanum.is_over(state))
        assert set(after.prestige.values()) == {start}


@proves(SCORE_24)
@given(eves(), PRESTIGE, st.data())
def test_after_the_scoring_all_hidden_cards_are_discarded(
    eve: Eve, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """They lie on the discard pile of the Minors, unless the next turn's draw has already made a new deck of it."""
    scored = eve.score(prestige, data.draw(all_suits(eve.seats)))
    hidden = {each.card for player in scored.before.players for each in player.hidden}
    for player in scored.after.players:
        assert len(player.hidden) == number(SCORE_24, "hidden", eve.printing)
    assert {event.card for event in scored.events if isinstance(event, Discarded)} == hidden
    if not any(isinstance(event, Shuffled) for event in scored.events):
        assert hidden <= set(scored.after.minor_discard)


@proves(SCORE_25)
@given(games(lengths=("long",)))
def test_a_card_counts_in_a_later_scoring_only_if_it_is_hidden_anew(game: Game) -> None:
    """What a player reveals is exactly what he has hidden since the last scoring."""
    since: list[set[Card]] = [set() for _ in range(game.players)]
    revealed = 0
    for turn in game.turns():
        for event in turn.events:
            if isinstance(event, Hid) and event.card is not None:
                since[event.seat].add(event.card)
            elif isinstance(event, Swapped) and event.given is not None:
                since[event.seat] = since[event.seat] - {event.taken} | {event.given}
        if not (scoring := during(turn, Phase.SCORING)):
            continue
        for seat, hidden in enumerate(since):
            shown = [event.cards for event in scoring if isinstance(event, Revealed) and event.seat == seat]
            cards_shown = {card for cards in shown for card in cards if card != FOOL}
            assert len(cards_shown - hidden) == game.number(SCORE_25, "kept")
            assert cards_shown == hidden - {FOOL}
            revealed += len(cards_shown)
        since = [set() for _ in range(game.players)]
    assert revealed > 0


@proves(SCORE_26)
@given(eves(), PRESTIGE, st.data())
def test_hands_are_untouched_by_the_scoring(eve: Eve, prestige: dict[Suit, int], data: st.DataObject) -> None:
    """Everybody still holds what he held, and what he has drawn for the next turn."""
    scored = eve.score(prestige, data.draw(all_suits(eve.seats)))
    for seat, (old, new) in enumerate(zip(scored.before.players, scored.after.players, strict=True)):
        drawn = [event.cards for event in scored.events if isinstance(event, Drew) and event.seat == seat]
        gained = [card for cards in drawn if cards is not None for card in cards]
        assert sorted(map(str, new.hand)) == sorted(map(str, [*old.hand, *gained]))
        assert not (eve.last and gained)


@proves(SCORE_27)
@given(games(), st.data())
def test_figures_stay_where_they_are_in_the_scoring(game: Game, data: st.DataObject) -> None:
    """No figure moves between the last card of a scoring turn and the first of the next."""
    for eve in eves_of(game)[-game.players :]:
        scored = eve.score(data.draw(PRESTIGE), {})
        assert dict(scored.after.figures) == dict(scored.before.figures)
    for step in scorings(game):
        assert not any(isinstance(event, Moved) for event in from_scoring(step.events))


@proves(SCORE_28)
@given(eves(), PRESTIGE)
def test_the_next_turn_follows_unless_it_was_the_last(eve: Eve, prestige: dict[Suit, int]) -> None:
    """The marker moves on by one and the drawing starts; after the last scoring there is nothing more to do."""
    scored = eve.score(prestige, {})
    events = from_scoring(scored.events)
    begun = [event.turn for event in events if isinstance(event, TurnBegan)]
    phases = [event.phase for event in events if isinstance(event, PhaseBegan)]
    assert arcanum.is_over(scored.after) == eve.last
    if eve.last:
        assert begun == []
        assert phases == [Phase.SCORING]
        assert isinstance(events[-1], GameEnded)
    else:
        assert begun == [scored.before.turn + 1] == [scored.after.turn]
        assert phases[:2] == [Phase.SCORING, Phase.DRAW]


# --- against the naive scorer -----------------------------------------------------------------------------------------


def naive_hidden(piles: Sequence[Sequence[Card]]) -> list[naive_scoring.Hidden]:
    """Hidden cards as the naive scorer takes them, read off the cards' names."""
    found: list[naive_scoring.Hidden] = []
    for pile in piles:
        minors = [card for card in pile if isinstance(card, Minor)]
        found.append([(card.title.split(" of ")[1].lower(), worth([card])) for card in minors])
    return found


def naive_prestige(prestige: Mapping[Suit, int]) -> dict[str, int]:
    """Prestige as the naive scorer takes it."""
    return {suit.name.lower(): square for suit, square in prestige.items()}


@proves(
    SCORE_1, SCORE_2, SCORE_6, SCORE_7, SCORE_8, SCORE_9, SCORE_10, SCORE_11, SCORE_12, SCORE_15, SCORE_16, SCORE_17
)
@given(eves(), PRESTIGE | CLOSE, st.data())
def test_any_position_is_scored_as_a_slow_reading_of_the_rulebook_does(
    eve: Eve, prestige: dict[Suit, int], data: st.DataObject
) -> None:
    """House by House and in total."""
    held = data.draw(all_suits(eve.seats))
    scored = eve.score(prestige, held)
    hidden = naive_hidden([held[seat] for seat in eve.seats])
    area = area_of_a_slow_reader(eve.state)
    paid = naive_scoring.score(naive_prestige(prestige), hidden, area)
    assert set(paid) == {event.house.name.lower() for event in scored.houses}
    for event in scored.houses:
        points = {each.seat: each.points for each in event.standings}
        assert [points.get(seat, 0) for seat in eve.seats] == paid[event.house.name.lower()]
    assert list(scored.gained) == naive_scoring.totals(naive_prestige(prestige), hidden, area)


@proves(SCORE_5, SCORE_23, SCORE_24)
@given(games())
def test_every_scoring_of_a_game_pays_what_a_slow_reading_of_the_rulebook_does(game: Game) -> None:
    """Prestige and hidden cards are followed through the events of the whole game, not taken from the engine."""
    prestige = naive_prestige(dict.fromkeys(SUITS, 0))
    piles: list[list[Card]] = [[] for _ in range(game.players)]
    owed = [0] * game.players
    highest, area = game.number(COMP_14, "highest"), area_of_a_slow_reader(game.first)
    for event in game.events:
        match event:
            case PhaseBegan(phase=Phase.SCORING):
                assume(not any(FOOL in pile for pile in piles))  # the slow reader knows no Fool
                gained = naive_scoring.totals(prestige, naive_hidden(piles), area)
                owed = [old + new for old, new in zip(owed, gained, strict=True)]
                prestige = dict.fromkeys(prestige, 0)
                piles = [[] for _ in range(game.players)]
            case PrestigeChanged(house=house, after=square) if not event.clause.startswith("SCORE-"):
                prestige[house.name.lower()] = square
                assert square <= highest
            case Hid(seat=seat, card=card) if card is not None:
                piles[seat].append(card)
            case Swapped(seat=seat, given=given, taken=taken) if given is not None and taken is not None:
                piles[seat][piles[seat].index(taken)] = given
            case PointsGained(seat=seat, points=points) if not event.clause.startswith("SCORE-"):
                owed[seat] += points
            case PointsLost(seat=seat, points=points):
                owed[seat] -= points
    assert [player.vp for player in game.last.players] == owed


@proves(SCORE_6, SCORE_7, SCORE_8, SCORE_14, SCORE_16, SCORE_23, SCORE_24, AMB_50, END_2, END_3, END_4)
@given(st.integers(0, 2**32))
def test_positions_in_great_number_are_scored_as_a_slow_reading_of_the_rulebook_does(first: int) -> None:
    """With the Fool and the World, up to the winners; `spec.arcanum.scoring_soak` does the same for longer."""
    rests_on(COMP_2, END_1)
    _, wrong = scoring_soak.soak(range(first, first + 50))
    assert wrong == []
