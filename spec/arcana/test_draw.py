"""The course of a round, and the draw at its start. Events change the size of a hand, so they stay in the box here."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import HandSize
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Play, Settle
from arcanum.guilds.clause_ids import (
    AMB_09,
    AMB_10,
    F_DRAW_1,
    F_DRAW_2,
    R_DRAW_1,
    R_DRAW_2,
    R_DRAW_3,
    R_DRAW_4,
    R_ROUND_1,
)
from arcanum.guilds.events import (
    Assigned,
    AssignedFacedown,
    Drew,
    MilitiaHired,
    PhaseBegan,
    Played,
    RelicPlaced,
    RoundBegan,
    Settled,
    Shuffled,
)
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.chance import is_shuffled
from arcanum.spec.games import fitting, number, some_of, stated, written_for
from arcanum.spec.guilds.arrange import resume
from arcanum.spec.guilds.games import Game, Step, editions, games, module_sets, sound, whole_games

from .intrigue_kit import Supply, about_to_draw, brought_back, clockwise, is_turn, openings, plain_round, supplies

NO_EVENTS = module_sets(never=("events",))
LUCK = st.integers(1, 2**32)
BOTH = editions(R_DRAW_1)


def draw_games(*clauses: ClauseId) -> st.SearchStrategy[Game]:
    """Games in which nothing changes the size of a hand."""
    return games(rulesets=editions(*clauses), modules=NO_EVENTS)


def usual(state: State) -> list[Seat]:
    """The seats of those who draw as many cards as anyone: no crest or Guild Master of theirs says otherwise."""
    cards = [(state.rules.catalogue.crests[each.guild], each.master) for each in state.players]
    words = [(*crest.statics, *(state.card(master).statics if master else ())) for crest, master in cards]
    return [seat for seat, each in enumerate(words) if not any(isinstance(word, HandSize) for word in each)]


def beginnings(game: Game) -> Iterator[tuple[State | None, State, tuple[Event, ...]]]:
    """Every round that began: the state before the last decision (none in the opening), the new one, the events."""
    if any(isinstance(event, RoundBegan) for event in game.opening):
        yield None, game.first, game.opening
    for step in game.steps:
        if any(isinstance(event, RoundBegan) for event in step.events):
            yield step.before, without_relics_brought_back(step), step.events


def without_relics_brought_back(step: Step) -> State:
    """The state after a step, without the Relics that came back to hands: they come besides what is drawn."""
    players = list(step.after.players)
    for seat, player in enumerate(players):
        back = brought_back(step, seat)
        players[seat] = attrs.evolve(player, hand=tuple(card for card in player.hand if card not in back))
    return attrs.evolve(step.after, players=tuple(players))


def drawn_by(events: tuple[Event, ...], seat: Seat) -> Drew:
    """The one draw of a player after a round began."""
    start = max(at for at, event in enumerate(events) if isinstance(event, RoundBegan))
    (event,) = (event for event in events[start:] if isinstance(event, Drew) and event.seat == seat)
    return event


def may_be_short(state: State) -> bool:
    """Whether a Deck that runs out leaves a hand short."""
    return stated(state, AMB_10, "short_hand") is True


def has_shuffled(events: tuple[Event, ...], seat: Seat) -> bool:
    """Whether a player made a new Deck."""
    return any(isinstance(event, Shuffled) and event.seat == seat for event in events)


@st.composite
def supplied(
    draw: st.DrawFn, deck: tuple[int, int] = (-99, 2), discard: tuple[int, int] = (0, 5)
) -> tuple[State, list[Supply]]:
    """A table at which a round is about to begin, and what each player can draw from.

    A Deck has so many cards more than a hand, or fewer if that is less than 0.
    """
    state = draw(openings(BOTH, modules=NO_EVENTS))
    fitting(len(usual(state)) == len(state.players))
    hand = number(state, R_DRAW_1, "cards")
    guild = state.rules.catalogue.guild_cards(state.players[0].guild)
    some_of(range(len(guild) + 1), (max(0, hand + deck[0]),), "Decks of so many cards")
    found = draw(supplies(state, (max(0, hand + deck[0]), max(0, hand + deck[1])), discard))
    return about_to_draw(state, found, draw(LUCK)), found


SHORT, ENOUGH = (-99, -1), (0, 2)
"""Decks with fewer cards than are to be drawn, and with as many or more."""


def filled(state: State, deck: int, discard: int) -> int:
    """How many cards come to a hand: a new Deck is made when the old one runs out, or only when it was empty before."""
    cards = number(state, R_DRAW_1, "cards")
    short = stated(state, AMB_10, "short_hand") is True and deck > 0
    return min(cards, deck if short else deck + discard)


# --- the course of a round --------------------------------------------------------------------------------------------


@proves(R_ROUND_1)
@given(games(rulesets=editions(R_ROUND_1)) | whole_games(rulesets=editions(R_ROUND_1)))
def test_every_round_is_a_draw_then_intrigue_then_resolution_then_the_end_of_the_round(game: Game) -> None:
    """The phases of a game are these four in this order, once for each round; rounds are counted from 1."""
    phases = game.expected(R_ROUND_1, "phases")
    assert isinstance(phases, tuple)
    begun = [event.phase.value for event in game.events if isinstance(event, PhaseBegan)]
    rounds = [event.round for event in game.events if isinstance(event, RoundBegan)]
    assert rounds[0] == 1 or game.over
    assert rounds == list(range(rounds[0], game.last.round + 1))
    assert begun == [*phases] * len(rounds)
    for each in game.played_rounds():
        assert [event.phase.value for event in each.of(PhaseBegan)] == [*phases]


@proves(R_ROUND_1)
@given(games(rulesets=editions(R_ROUND_1)))
def test_cards_are_played_only_in_intrigue_and_stakes_fought_for_only_in_resolution(game: Game) -> None:
    """What belongs to a phase happens in that phase."""
    phase = None
    for event in game.events:
        if isinstance(event, PhaseBegan):
            phase = event.phase
        if isinstance(event, Assigned | AssignedFacedown | Played | RelicPlaced | MilitiaHired):
            assert phase is Phase.INTRIGUE
        if isinstance(event, Settled):
            assert phase is Phase.RESOLUTION
    for step in game.steps:
        if isinstance(step.action, Assign | Play | Bribe | Hire | Discard):
            assert step.before.phase is Phase.INTRIGUE
        if isinstance(step.action, Settle):
            assert step.before.phase is Phase.RESOLUTION


# --- four cards -------------------------------------------------------------------------------------------------------


@proves(R_DRAW_1, F_DRAW_1)
@given(draw_games(R_DRAW_1, F_DRAW_1))
def test_at_the_start_of_a_round_everybody_draws_four_cards(game: Game) -> None:
    """When Intrigue begins each hand has four cards, or all that its player could draw if there were fewer."""
    rounds = 0
    for _, state, events in beginnings(game):
        rounds += 1
        for seat in usual(state):
            player = state.players[seat]
            had = len(player.deck) + len(player.hand) + len(player.discard)
            for clause in (R_DRAW_1, F_DRAW_1):
                assert len(player.hand) == min(game.number(clause, "cards"), had) or may_be_short(state)
                assert len(player.hand) <= game.number(clause, "cards")
                assert drawn_by(events, seat).wanted == game.number(clause, "cards")
            assert sorted(drawn_by(events, seat).cards or ()) == sorted(player.hand)
    assert rounds == len(game.played_rounds()) > 0


@proves(R_DRAW_1)
@given(supplied(deck=ENOUGH))
def test_the_four_cards_are_the_top_ones_of_the_own_deck(table: tuple[State, list[Supply]]) -> None:
    """Everybody draws for himself, from the top, before anybody has a turn."""
    state, supply = table
    done = resume(state)
    after = sound(done.state)
    assert is_turn(after)
    for seat, player in enumerate(after.players):
        cards = number(after, R_DRAW_1, "cards")
        assert set(player.hand) == set(supply[seat].deck[:cards])
        assert drawn_by(done.events, seat).cards == supply[seat].deck[:cards]
        assert player.deck[::-1] == supply[seat].deck[cards:]


# --- a Deck that is too short -----------------------------------------------------------------------------------------


def check_continued(state: State, supply: list[Supply], clause: ClauseId) -> None:
    """Whoever has too short a Deck draws it out and goes on from the shuffled Discard Pile."""
    written_for(state, AMB_10, "short_hand", False)
    done = resume(state)
    after = sound(done.state)
    cards = number(after, clause, "cards")
    for seat, player in enumerate(after.players):
        deck, discard = supply[seat].deck, supply[seat].discard
        missing = cards - len(deck)
        assert missing > 0
        drawn = drawn_by(done.events, seat).cards or ()
        assert drawn[: len(deck)] == deck
        assert len(drawn[len(deck) :]) == min(missing, len(discard))
        assert set(drawn[len(deck) :]) | set(player.deck) == set(discard)
        assert len(player.deck) == max(0, len(discard) - missing)
        assert player.discard == ()
        assert set(player.hand) == set(drawn)
        assert has_shuffled(done.events, seat) == bool(discard)


@proves(R_DRAW_2)
@given(supplied(deck=SHORT))
def test_a_deck_that_is_too_short_is_drawn_out_and_the_discard_pile_becomes_the_new_one(
    table: tuple[State, list[Supply]],
) -> None:
    """All of the Deck is in the new hand, the rest comes from what was the Discard Pile, which is empty now."""
    check_continued(*table, R_DRAW_2)


@proves(F_DRAW_2)
@given(supplied(deck=SHORT))
def test_an_empty_main_deck_is_made_anew_of_the_resource_deck_and_drawing_goes_on(
    table: tuple[State, list[Supply]],
) -> None:
    """The Resource Deck is the Main Deck from then on, and the draw is finished from it."""
    check_continued(*table, F_DRAW_2)


@proves(R_DRAW_2, F_DRAW_2)
@given(supplied(deck=SHORT, discard=(5, 5)))
def test_the_discard_pile_is_shuffled_before_it_is_drawn_from(table: tuple[State, list[Supply]]) -> None:
    """Over many draws each card of a pile comes at each place, and after each other, equally often."""
    state, supply = table
    written_for(state, AMB_10, "short_hand", False)
    draws = [resume(attrs.evolve(state, rng=rng)) for rng in range(120)]
    for seat, each in enumerate(supply):
        orders = [
            (*(drawn_by(done.events, seat).cards or ())[len(each.deck) :], *sound(done.state).players[seat].deck[::-1])
            for done in draws
        ]
        assert is_shuffled(orders, each.discard)


@proves(R_DRAW_2, R_DRAW_3)
@given(draw_games(R_DRAW_2, R_DRAW_3))
def test_in_a_game_discard_piles_are_shuffled_when_decks_run_out_and_only_then(game: Game) -> None:
    """Whoever has enough cards in his Deck draws from its top; else he draws it out and makes a new one."""
    written_for(game.first, AMB_10, "short_hand", False)
    assert game.number(R_DRAW_2, "cards") == game.number(R_DRAW_3, "cards")
    cards = game.number(R_DRAW_3, "cards")
    for before, after, events in beginnings(game):
        if before is None or not is_turn(after) or before.round == 0:
            continue
        for seat in usual(after):
            player, old = after.players[seat], before.players[seat]
            drawn = drawn_by(events, seat).cards or ()
            assert drawn[: len(old.deck)] == old.deck[::-1][:cards]
            if len(old.deck) >= cards:
                assert not has_shuffled(events, seat)
                assert player.deck == old.deck[: len(old.deck) - cards]
                assert player.discard[: len(old.discard)] == old.discard
            else:
                assert player.discard == ()
                assert set(old.discard) <= set(player.hand) | set(player.deck)


@proves(R_DRAW_3)
@given(supplied(deck=ENOUGH))
def test_a_deck_that_suffices_leaves_the_discard_pile_as_it_is(table: tuple[State, list[Supply]]) -> None:
    """Even when the draw takes the last card of the Deck nothing is shuffled until the next card is needed."""
    state, supply = table
    done = resume(state)
    after = sound(done.state)
    for seat, player in enumerate(after.players):
        assert player.discard == supply[seat].discard
        assert len(player.deck) == len(supply[seat].deck) - number(after, R_DRAW_3, "cards")
        assert not has_shuffled(done.events, seat)


@proves(AMB_10)
@given(supplied(deck=(-3, -1), discard=(3, 5)))
def test_a_hand_is_topped_up_to_four_when_the_deck_runs_out(table: tuple[State, list[Supply]]) -> None:
    """A Deck that runs out leaves no hand short while there are discarded cards; or it does, if that is the rule."""
    state, supply = table
    after = sound(resume(state).state)
    for player, each in zip(after.players, supply, strict=True):
        assert len(player.hand) == filled(state, len(each.deck), len(each.discard))


# --- too few cards ----------------------------------------------------------------------------------------------------


@proves(R_DRAW_4, F_DRAW_1, AMB_09)
@given(supplied())
def test_whoever_has_fewer_than_four_cards_draws_what_there_is(table: tuple[State, list[Supply]]) -> None:
    """A hand is as large as Deck and Discard Pile allow, four cards at most and perhaps none."""
    state, supply = table
    done = resume(state)
    for seat, player in enumerate(sound(done.state).players):
        if sound(done.state).round != state.round + 1:
            return  # nobody had a card: the round was over at once
        there = len(supply[seat].deck) + len(supply[seat].discard)
        for clause in (R_DRAW_4, F_DRAW_1, AMB_09):
            assert len(player.hand) <= min(number(state, clause, "cards"), there)
        assert len(player.hand) == filled(state, len(supply[seat].deck), len(supply[seat].discard))
        assert drawn_by(done.events, seat).count == len(player.hand)
        if len(player.hand) == there:
            assert set(player.hand) == {*supply[seat].deck, *supply[seat].discard}


@proves(R_DRAW_4)
@given(whole_games(rulesets=editions(R_DRAW_4), modules=NO_EVENTS))
def test_the_cards_of_a_player_that_lie_in_districts_are_not_drawn(game: Game) -> None:
    """Over a whole game a hand is the smaller of four and what its player has outside the Districts."""
    for _, state, _ in beginnings(game):
        for player in (state.players[seat] for seat in usual(state)):
            had = len(player.deck) + len(player.hand) + len(player.discard)
            assert len(player.hand) <= min(game.number(R_DRAW_4, "cards"), had)
            assert len(player.hand) == min(game.number(R_DRAW_4, "cards"), had) or may_be_short(state)


@proves(AMB_09)
@given(supplied(deck=(-99, -2), discard=(0, 1)), LUCK)
def test_who_has_no_card_is_passed_over_and_play_goes_on(table: tuple[State, list[Supply]], seed: int) -> None:
    """A player without any card has no turn in the round; the others have one for each of theirs."""
    state, supply = table
    fewest = number(state, AMB_09, "fewest")
    written_for(state, AMB_09, "empty_hand", "skipped")
    after = sound(resume(state).state)
    if all(len(each.deck) + len(each.discard) == fewest for each in supply):
        assert after.round > state.round or arcanum.is_over(after)
        return
    steps = plain_round(after, seed)
    turns = [step.seat for step in steps if isinstance(step.before.agenda[-1], TakeTurn)]
    for seat, each in enumerate(supply):
        assert turns.count(seat) == filled(state, len(each.deck), len(each.discard))
    assert turns[0] == next(seat for seat in clockwise(after.first_player, len(supply)) if after.players[seat].hand)
    end = steps[-1].after
    assert end.phase is not Phase.INTRIGUE or end.round > after.round
