"""House rules that no printing states: what they do to every printing, and to a variant under test that has them."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.spec import proves
from arcanum.spec.games import house_rules, refused
from arcanum.spec.secrets import everybody, others
from arcanum.spec.tarot.arrange import majors_of
from arcanum.spec.tarot.games import Game, Leaning, Step, games
from arcanum.spec.tarot.invariants import all_cards, check_state
from arcanum.tarot import State
from arcanum.tarot.actions import Give, Keep
from arcanum.tarot.cards import MAJORS, MINORS, Card, Major
from arcanum.tarot.clause_ids import HOUSE_1, HOUSE_2, HOUSE_3, HOUSE_4
from arcanum.tarot.decisions import DraftTogether
from arcanum.tarot.events import Drew, GameEnded, Gave, Hid, Phase, PhaseBegan, PointsGained, PointsLost

from .course_kit import phases
from .secrets_kit import cards_in, insiders, look, looks_the_same, told_the_same

# --- points that end the game -----------------------------------------------------------------------------------------


def ending_early() -> st.SearchStrategy[Game]:
    """Games that some number of points ends, be it few or many."""
    values = [f"points_to_end = {points}" for points in (1, 8, 20, 40, 60, 999)]
    return games(named=house_rules("arcanum", HOUSE_1, values))


@proves(HOUSE_1)
@given(ending_early())
def test_enough_points_end_the_game_with_the_turn(game: Game) -> None:
    """The first turn at whose end a player has enough points is the last one; without any it is the agreed one."""
    enough, points = game.number(HOUSE_1, "points"), [0] * game.players
    for turn in game.turns():
        for event in turn.events:
            if isinstance(event, PointsGained | PointsLost):
                points[event.seat] = event.total
        reached, agreed = max(points) >= enough, turn.number == game.first.options.scoring_turns[-1]
        assert (reached or agreed) == (turn.number == game.last.turn)


@proves(HOUSE_1)
@given(ending_early())
def test_a_game_that_ends_early_ends_with_a_scoring(game: Game) -> None:
    """The last turn has a scoring, even where none was agreed; any other turn is scored as agreed."""
    agreed, last = game.first.options.scoring_turns, game.last.turn
    for turn in game.turns():
        assert (Phase.SCORING in phases(turn)) == (turn.number in agreed or turn.number == last)
    begun = [event for event in game.turns()[-1].events if isinstance(event, PhaseBegan)]
    assert (begun[-1].clause == HOUSE_1) == (last not in agreed)
    assert all(player.hidden == () for player in game.last.players)


@proves(HOUSE_1)
@given(ending_early())
def test_the_result_says_that_points_ended_the_game(game: Game) -> None:
    """It says so exactly if the agreed last turn was not reached; the winner is found as ever."""
    early = game.last.turn < game.first.options.scoring_turns[-1]
    (ended,), outcome = game.of(GameEnded), arcanum.outcome(game.last)
    assert outcome is not None
    assert (ended.clause == HOUSE_1) == early
    assert (f"{game.number(HOUSE_1, 'points')} points or more [{HOUSE_1}]" in outcome.reason) == early
    points = [player.vp for player in game.last.players]
    assert outcome.winners
    assert all(points[seat] == max(points) for seat in outcome.winners)


# --- open hands -------------------------------------------------------------------------------------------------------

MOVING_CARDS = (9, 10, 14, 18, 19)
"""The Majors that move hands and hidden cards about, or show them."""


def in_the_open() -> st.SearchStrategy[Game]:
    """Games with open hands, often such in which hands and hidden cards move about."""
    named = house_rules("arcanum", HOUSE_2, ["open_hands = true"])
    leaning = st.builds(Leaning, passing=st.sampled_from((None, False)), majors=st.just(MOVING_CARDS))
    return games(named=named, lengths=("short",), majors=("all", "none"), leaning=leaning, on_top=st.just(MOVING_CARDS))


@proves(HOUSE_2)
@given(in_the_open())
def test_everybody_sees_every_hand(game: Game) -> None:
    """Every player and every spectator sees each card in each hand, at any moment."""
    for state in game.states:
        for seat in everybody(state):
            assert [seen.hand for seen in look(state, seat).players] == [player.hand for player in state.players]


@proves(HOUSE_2)
@given(in_the_open())
def test_everybody_is_told_what_goes_into_a_hand_and_nobody_what_is_hidden(game: Game) -> None:
    """Cards that are drawn or given are named to all; which card somebody hid is still told to him alone."""
    for event in game.events:
        if isinstance(event, Drew | Gave):
            assert {event.seen_by(seat) for seat in everybody(game.first)} == {event}
            assert event.cards is not None
        elif isinstance(event, Hid):
            assert {event.seen_by(seat).card for seat in others(game.first, event.seat)} == {None}


@proves(HOUSE_2)
@given(in_the_open(), st.integers(0, 10), st.integers(0, 2**32))
def test_open_hands_give_nothing_else_away(game: Game, offset: int, seed: int) -> None:
    """Decks, hidden cards and choices that are made together are as secret as ever."""
    for index, step in enumerate(game.steps[offset::11]):
        for seat in everybody(step.before):
            looks_the_same(step.before, seat, seed, index)
            told_the_same(step, seat, seed + index)


@proves(HOUSE_2)
@given(in_the_open(), st.integers(0, 10), st.integers(0, 2**32))
def test_what_somebody_imagines_keeps_the_open_hands(game: Game, offset: int, seed: int) -> None:
    """A position that a view allows has the hands that lie open; only decks and hidden cards are other ones."""
    for state in game.states[offset::11]:
        for seat in everybody(state):
            imagined = arcanum.determinize(look(state, seat), seed)
            assert isinstance(imagined, State)
            assert [player.hand for player in imagined.players] == [player.hand for player in state.players]
            assert look(imagined, seat) == look(state, seat)


# --- Majors that are left out -----------------------------------------------------------------------------------------


def without_some() -> st.SearchStrategy[Game]:
    """Games without some Majors; players draw and play those that there are."""
    values = [f"majors_left_out = {numbers}" for numbers in ([0], [16], [0, 13, 21], [2, 3, 5, 7])]
    leaning = st.just(Leaning(passing=False, majors=tuple(range(22))))
    return games(named=house_rules("arcanum", HOUSE_3, values), majors=("all",), leaning=leaning)


@proves(HOUSE_3)
@given(without_some())
def test_a_major_that_is_left_out_is_nowhere(game: Game) -> None:
    """At any moment every Minor and every other Major is in exactly one place, and none of those left out."""
    left_out = game.expected(HOUSE_3, "left_out")
    assert isinstance(left_out, tuple)
    for state in game.states:
        cards = all_cards(state)
        assert sorted(card.number for card in cards if isinstance(card, Major)) == [
            number for number in range(22) if number not in left_out
        ]
        assert len(cards) == len(MINORS) + 22 - len(left_out)
        check_state(state)


@proves(HOUSE_3)
@given(without_some(), st.integers(0, 10), st.integers(0, 2**32))
def test_nobody_imagines_a_major_that_is_left_out(game: Game, offset: int, seed: int) -> None:
    """A position that a view allows has the cards of the game and no others; each state is one that can be sent."""
    for state in game.states[offset::11]:
        assert state.game.faults(state) == []
        for seat in everybody(state):
            imagined = arcanum.determinize(look(state, seat), seed)
            assert isinstance(imagined, State)
            assert sorted(map(str, all_cards(imagined))) == sorted(map(str, all_cards(state)))


@proves(HOUSE_3)
@given(without_some())
def test_a_position_with_a_major_that_is_left_out_is_refused(game: Game) -> None:
    """Whoever sends one is told which card does not belong."""
    (strange, *_), state = [card for card in MAJORS if card not in majors_of(game.first)], game.first
    sent = attrs.evolve(state, major_deck=(*state.major_deck, strange))
    assert any(str(strange) in str(fault) for fault in state.game.faults(sent))


@proves(HOUSE_3)
@given(without_some())
def test_the_player_aid_says_which_majors_are_left_out(game: Game) -> None:
    """It says so of each of them, and of no other."""
    left_out = game.expected(HOUSE_3, "left_out")
    assert isinstance(left_out, tuple)
    aid = look(game.first, 0).aid
    assert [number for number, lines in enumerate(aid) if lines == ("It is left out of the game.",)] == [*left_out]


# --- a draft of the first hands ---------------------------------------------------------------------------------------


def drafted() -> st.SearchStrategy[Game]:
    """Games that begin with a draft, of Minors alone too."""
    return games(named=house_rules("arcanum", HOUSE_4, ["first_deal_draft = true"]), majors=("all", "none"))


def picks(game: Game) -> list[Step]:
    """The decisions of the draft."""
    return [step for step in game.steps if isinstance(step.before.agenda[-1], DraftTogether)]


def dealt(game: Game) -> list[set[Card]]:
    """The hands that were dealt."""
    return [
        {card for event in game.opening if isinstance(event, Drew) and event.seat == seat for card in event.cards or ()}
        for seat in range(game.players)
    ]


@proves(HOUSE_4)
@given(drafted())
def test_the_first_hand_is_what_one_keeps_of_the_cards_that_come_by(game: Game) -> None:
    """Everybody keeps a card, the others go to the left, and so on; the last card that comes is kept as well."""
    hands, packs, steps = [set[Card]() for _ in range(game.players)], dealt(game), iter(game.steps)
    size = len(packs[0])
    for _ in range(size - 1):
        for offset in range(game.players):
            step = next(steps)
            assert step.seat == (game.first.first_player + offset) % game.players
            assert {*arcanum.legal_actions(step.before)} == {Keep(card) for card in packs[step.seat]}
            assert isinstance(step.action, Keep)
            packs[step.seat].remove(step.action.card)
            hands[step.seat].add(step.action.card)
        packs = [packs[seat - 1] for seat in range(game.players)]
    whole = [kept | left for kept, left in zip(hands, packs, strict=True)]
    assert [set(player.hand) for player in step.after.players] == whole
    assert len(picks(game)) == (size - 1) * game.players


@proves(HOUSE_4)
@given(drafted())
def test_nothing_is_passed_on_before_all_have_chosen(game: Game) -> None:
    """While others still choose nothing happens; then all packs go to the left, seen by giver and receiver."""
    for step in picks(game):
        top = step.before.agenda[-1]
        assert isinstance(top, DraftTogether)
        if top.waiting:
            assert step.events == ()
            continue
        given_on = [event for event in step.events if isinstance(event, Gave) and event.clause == HOUSE_4]
        left = [(seat, (seat + 1) % game.players) for seat in range(game.players)]
        assert [(event.seat, event.receiver) for event in given_on] == left
        for event in given_on:
            assert event.audience == insiders(step.before, event.seat, event.receiver)


@proves(HOUSE_4)
@given(drafted(), st.integers(0, 2**32))
def test_nobody_learns_what_others_keep(game: Game, seed: int) -> None:
    """No view and no event shows it; a position that a view allows has one's own cards kept and any of the others'."""
    for index, step in enumerate(picks(game)):
        top = step.before.agenda[-1]
        assert isinstance(top, DraftTogether)
        for seat in everybody(step.before):
            view = look(step.before, seat)
            seen = view.agenda[-1]
            assert isinstance(seen, DraftTogether)
            assert seen.kept == tuple(each for each in top.kept if each[0] == seat)
            assert sorted(seen.unseen) == sorted(keeper for keeper, _ in top.kept if keeper != seat)
            assert cards_in(view.agenda) == {card for _, card in seen.kept}
            looks_the_same(step.before, seat, seed, index)
            told_the_same(step, seat, seed + index)
            imagined = arcanum.determinize(view, seed + index)
            assert imagined.game.faults(imagined) == []
            assert arcanum.observe(imagined, seat) == view


@proves(HOUSE_4)
@given(drafted(), st.sampled_from((*MINORS, *MAJORS)))
def test_only_a_card_that_came_by_can_be_kept_and_only_once(game: Game, card: Card) -> None:
    """A card of somebody else, one that is kept already, and any other answer are refused."""
    before: dict[int, Keep] = {}
    for step in picks(game):
        assert refused(step.before, Give(card))
        if card not in step.before.players[step.seat].hand:
            assert refused(step.before, Keep(card))
        if step.seat in before:
            assert refused(step.before, before[step.seat])
        assert isinstance(step.action, Keep)
        before[step.seat] = step.action
