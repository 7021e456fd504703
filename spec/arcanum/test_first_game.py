"""First-game variants: Majors from turn 3 on, or no Majors at all."""

from __future__ import annotations

from functools import partial

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Option
from arcanum.kernel.agenda import ChooseOne
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import any_rules, fitting, refuses
from arcanum.spec.tarot.arrange import room_for
from arcanum.spec.tarot.games import Game, MinorPlayed, Turn, expected, games, leanings, tarot_rules, with_clause
from arcanum.spec.tarot.invariants import all_cards
from arcanum.tarot import State
from arcanum.tarot.cards import Major, Minor
from arcanum.tarot.clause_ids import (
    AMB_53,
    AMB_54,
    COMP_2,
    DRAW_1,
    DRAW_4,
    FIRST_1,
    FIRST_2,
    FIRST_3,
    FIRST_4,
    FIRST_5,
    FIRST_6,
    FIRST_7,
    LEN_1,
    LOC1_1,
    LOC2_1,
    P3_2,
)
from arcanum.tarot.events import Drew, Phase, Pile, PointsGained

from .course_kit import Agreement, agreed_turns, agreements, during, numbers, stated

HAVE_FIRST_GAMES = with_clause(FIRST_1)
"""The German text knows no game that begins without Majors."""

FIRST_GAMES = games(
    rulesets=HAVE_FIRST_GAMES, majors=("from-turn-3",), lengths=("short",), leaning=leanings(locations=(1, 2))
)
"""Games that begin without Majors, with many visits to the two locations that give one."""

WITHOUT_MAJORS = games(majors=("none",), leaning=leanings(locations=(1, 2)))
"""Games without Majors that often visit the two locations that would give one."""


def majors_in_hands(state: State) -> int:
    """How many Majors the players hold."""
    return sum(isinstance(card, Major) for player in state.players for card in player.hand)


def intake(turn: Turn) -> dict[Seat, list[tuple[Pile, int]]]:
    """What each player drew in the drawing phase of a turn, in order."""
    found: dict[Seat, list[tuple[Pile, int]]] = {}
    for event in during(turn, Phase.DRAW):
        if isinstance(event, Drew):
            found.setdefault(event.seat, []).append((event.pile, event.count))
    return found


def drawing_choices(game: Game, turn: int) -> list[Seat]:
    """Who chose between Minors and a Major in the drawing phase of a turn."""
    return [
        step.seat
        for step in game.steps
        if step.before.turn == turn and step.before.phase is Phase.DRAW and isinstance(step.action, Option)
    ]


# --- Majors from turn 3 on --------------------------------------------------------------------------------------------


@proves(FIRST_1)
@given(agreements())
def test_a_game_begins_without_majors_only_where_the_text_offers_it(agreement: Agreement) -> None:
    """In the German text there is no such game, and whoever asks for one is told so; all others have it."""

    def begin() -> arcanum.State:
        return arcanum.new_game(
            agreement.rules, players=agreement.players, seed=agreement.seed, length="short", majors="from-turn-3"
        )

    if expected(FIRST_1, "applies", agreement.printing):
        assert arcanum.legal_actions(begin())
    else:
        assert refuses(arcanum.BadCall, begin, str(FIRST_1))


@proves(FIRST_1)
@given(FIRST_GAMES)
def test_for_two_turns_nobody_sees_a_major(game: Game) -> None:
    """Until the end of turn 2 all Majors lie in their deck, and from turn 3 on they are in the game."""
    without = game.number(FIRST_1, "turns")
    fitting(agreed_turns(game) > without)
    for state in game.states:
        if state.turn <= without:
            assert majors_in_hands(state) == 0
            assert len(state.major_deck) == game.number(COMP_2, "majors")
            assert not state.major_discard
    assert any(majors_in_hands(state) for state in game.states if state.turn == without + 1)


@proves(FIRST_2)
@given(agreements(rulesets=HAVE_FIRST_GAMES))
def test_the_first_hand_of_a_first_game_is_four_minors(agreement: Agreement) -> None:
    """Turn 1 deals the Minors and no Major."""
    state, _ = attrs.evolve(agreement, length="short").begin(majors="from-turn-3")
    assert state.turn == stated(FIRST_2, "turn", agreement.printing)
    for player in state.players:
        kinds = [type(card) for card in player.hand]
        assert kinds.count(Minor) == stated(FIRST_2, "minors", agreement.printing)
        assert kinds.count(Major) == stated(FIRST_2, "majors", agreement.printing)


@proves(FIRST_3)
@given(FIRST_GAMES)
def test_at_the_start_of_turn_3_everybody_gets_a_major_from_the_shuffled_deck(game: Game) -> None:
    """When the players draw in turn 3, the first thing each gets is the next Major of the untouched deck."""
    fitting(agreed_turns(game) >= game.number(FIRST_3, "turn"))
    fitting(len(game.first.major_deck) >= game.players * game.number(FIRST_3, "majors"))
    turn = game.turns()[game.number(FIRST_3, "turn") - 1]
    deck = list(game.first.major_deck)
    order = [(turn.first_player + step) % game.players for step in range(game.players)]
    firsts: dict[Seat, Drew] = {}
    for event in during(turn, Phase.DRAW):
        if isinstance(event, Drew):
            firsts.setdefault(event.seat, event)
            if event.pile is Pile.MAJOR:
                assert event.cards == tuple(deck.pop() for _ in range(event.count))
    assert list(firsts) == order
    for event in firsts.values():
        assert (event.pile, event.count) == (Pile.MAJOR, game.number(FIRST_3, "majors"))


@proves(FIRST_4)
@given(FIRST_GAMES)
def test_that_major_comes_in_addition_to_what_turn_3_brings(game: Game) -> None:
    """Turn 3 brings a Major and three Minors; where the text names no Minors, a Major and what the player chooses."""
    number = game.number(FIRST_4, "turn")
    fitting(agreed_turns(game) >= number)
    fitting(len(game.first.major_deck) >= game.players * game.number(FIRST_4, "majors"))
    major = (Pile.MAJOR, game.number(FIRST_4, "majors"))
    three_minors = (Pile.MINOR, game.number(FIRST_4, "minors"))
    one_major = (Pile.MAJOR, game.number(DRAW_1, "majors"))
    drawn = intake(game.turns()[number - 1])
    assert len(drawn) == game.players
    if game.expected(FIRST_4, "applies"):
        assert set(map(tuple, drawn.values())) == {(major, three_minors)}
        assert drawing_choices(game, number) == []
    else:
        assert set(map(tuple, drawn.values())) <= {(major, three_minors), (major, one_major)}
        assert drawing_choices(game, number) == list(drawn)


@proves(FIRST_5)
@given(FIRST_GAMES)
def test_a_first_game_is_a_short_one(game: Game) -> None:
    """It has six turns, or four with three players."""
    turns = game.number(FIRST_5, "turns_with_three" if game.players == 3 else "turns")
    assert len(game.turns()) == game.last.turn == turns


@proves(FIRST_5)
@given(agreements(rulesets=HAVE_FIRST_GAMES))
def test_a_long_first_game_is_refused_where_the_text_wants_a_short_one(agreement: Agreement) -> None:
    """The printings that name a length allow no other; the others leave it to the players."""

    def begin() -> State:
        return attrs.evolve(agreement, length="long").set_up(majors="from-turn-3")

    if expected(FIRST_5, "applies", agreement.printing):
        assert refuses(arcanum.BadCall, begin, str(FIRST_5))
    else:
        long = P3_2 if agreement.players == 3 else LEN_1
        assert begin().options.scoring_turns[-1] == stated(long, "long", agreement.printing)


@proves(FIRST_7)
@given(agreements())
def test_unless_the_players_say_so_the_majors_are_there_from_the_start(agreement: Agreement) -> None:
    """A game begun without a word about Majors deals each player his Major in turn 1."""
    agreement.majors("all")
    state = arcanum.new_game(agreement.rules, players=agreement.players, seed=agreement.seed)
    assert isinstance(state, State)
    room_for(state, stated(DRAW_4, "minors", agreement.printing) + stated(DRAW_4, "majors", agreement.printing))
    for player in state.players:
        dealt = [card for card in player.hand if isinstance(card, Major)]
        assert len(dealt) == stated(DRAW_4, "majors", agreement.printing)


@proves(FIRST_7)
@given(agreements())
def test_a_first_game_can_do_without_majors_altogether(agreement: Agreement) -> None:
    """What the German text offers instead can be had under every rule set: no Major is on the table at all."""
    state, _ = agreement.begin(majors="none")
    assert not [card for card in all_cards(state) if isinstance(card, Major)]


@proves(AMB_53)
@given(FIRST_GAMES)
def test_in_a_first_game_the_draws_of_the_first_turns_are_fixed(game: Game) -> None:
    """Nobody chooses what to draw before turn 4, or before turn 3 where the text does not add three Minors to it."""
    minors, majors = numbers(game.expected(AMB_53, "minors")), numbers(game.expected(AMB_53, "majors"))
    choice = game.number(AMB_53, "choice_from_turn")
    for turn in game.turns():
        if turn.number >= choice:
            assert len(drawing_choices(game, turn.number)) == game.players
            continue
        assert drawing_choices(game, turn.number) == []
        for drawn in intake(turn).values():
            for pile, due in ((Pile.MINOR, minors), (Pile.MAJOR, majors)):
                assert sum(count for each, count in drawn if each is pile) == due[turn.number - 1]


@proves(AMB_53)
@given(FIRST_GAMES)
def test_what_would_give_a_major_gives_none_in_the_first_two_turns(game: Game) -> None:
    """There the Mage Tower gives its point only and the Artisans give Minors only; later both give Majors as well."""
    mage_tower = game.visits(game.number(LOC1_1, "location"))
    artisans = game.visits(game.number(LOC2_1, "location"))
    early = [visit for visit in (*mage_tower, *artisans) if visit.before.turn <= game.number(FIRST_1, "turns")]
    assume(early)
    for visit in (*mage_tower, *artisans):
        drawn = [event for event in visit.location_events if isinstance(event, Drew) and event.pile is Pile.MAJOR]
        if visit in early:
            assert sum(event.count for event in drawn) == game.number(AMB_53, "majors_before_turn_3")
            assert_gives_the_rest(game, visit)
        elif visit in mage_tower:
            assert len(drawn) == 1


def assert_gives_the_rest(game: Game, visit: MinorPlayed) -> None:
    """What a location that would give a Major does without Majors: the point, or two Minors without any choice."""
    if visit.location == game.number(LOC1_1, "location"):
        (gained,) = visit.location_events
        assert isinstance(gained, PointsGained)
        assert (gained.seat, gained.points) == (visit.seat, game.expected(LOC1_1, "points"))
    else:
        first, *_ = [event for event in visit.location_events if isinstance(event, Drew)]
        assert (first.seat, first.pile, first.wanted) == (visit.seat, Pile.MINOR, game.expected(LOC2_1, "minors"))
        assert not any(isinstance(step.before.agenda[-1], ChooseOne) for step in visit.steps)


@proves(AMB_54)
@given(games(rulesets=with_clause(AMB_54), majors=("from-turn-3",), lengths=("short",), players=(3,)))
def test_three_players_play_four_turns_in_their_first_game(game: Game) -> None:
    """The six turns of the variant become the four of the short game among three."""
    assert game.players == game.expected(AMB_54, "players")
    assert [turn.number for turn in game.turns()] == list(range(1, game.number(AMB_54, "turns") + 1))


# --- no Majors at all -------------------------------------------------------------------------------------------------


@proves(FIRST_6)
@given(WITHOUT_MAJORS)
def test_majors_can_stay_in_the_box_for_the_whole_game(game: Game) -> None:
    """Any game may be played without Majors: there is none in any pile or hand, and none is ever drawn."""
    assert game.expected(FIRST_6, "games") in ("any", "first"), "which game is the first is for the players to say"
    for state in game.states:
        majors = sum(isinstance(card, Major) for card in all_cards(state))
        assert majors == len(state.major_deck) == game.expected(FIRST_6, "majors")
    assert all(event.pile is Pile.MINOR for event in game.of(Drew))


@proves(FIRST_6)
@given(WITHOUT_MAJORS)
def test_without_majors_a_location_gives_only_the_rest_of_its_effect(game: Game) -> None:
    """Without Majors the Mage Tower gives its point and no card, and the Artisan District two Minors at once."""
    for clause in (LOC1_1, LOC2_1):
        for visit in game.visits(game.number(clause, "location")):
            assert_gives_the_rest(game, visit)


@proves(FIRST_1, FIRST_6)
@given(any_rules("arcanum"), st.permutations(("all", "from-turn-3", "none")), st.integers(1, 3))
def test_who_says_nothing_plays_with_all_majors_if_the_rules_offer_that(
    ruleset: str, variants: list[str], count: int
) -> None:
    """Without a word about the Majors a game has all of them; where that is not offered, the first that is."""
    offered = tuple(variants[:count])
    rules = attrs.evolve(tarot_rules(ruleset), major_variants=offered, first_game_length="any")
    state = arcanum.new_game(rules, players=rules.players[0], seed=1)
    assert isinstance(state, State)
    assert state.options.majors == ("all" if "all" in offered else offered[0])
    for variant in variants:
        begin = partial(arcanum.new_game, rules, players=rules.players[0], seed=1, majors=variant)
        assert (variant in offered) is not refuses(arcanum.BadCall, begin, f"{variant!r}")
        if variant not in offered:
            assert all(refuses(arcanum.BadCall, begin, repr(other)) for other in offered), "it says what there is"
