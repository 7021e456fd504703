"""Phase A: drawing."""

from __future__ import annotations

from itertools import groupby

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Option
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import number, written_for
from arcanum.spec.games import step as answer
from arcanum.spec.tarot.arrange import majors_of, room_for
from arcanum.spec.tarot.games import Game, Step, Turn, games, positions
from arcanum.tarot import State
from arcanum.tarot.actions import Discard, Keep, Return
from arcanum.tarot.cards import MAJORS, MINORS, Major, Minor
from arcanum.tarot.clause_ids import COMP_2, DRAW_1, DRAW_2, DRAW_3, DRAW_4, DRAW_5, DRAW_6, HIDE_4
from arcanum.tarot.events import Drew, FiguresPlaced, Phase, PhaseBegan, Pile, TurnBegan
from arcanum.tarot.flow import BEGIN_TURN, ChooseDraw
from arcanum.tarot.state import Player

from .secrets_kit import insiders
from .table_kit import Ledger, decks, happening, heard, majors, minors, somebody_hides, with_all_majors


def drawing_phase(turn: Turn) -> tuple[Event, ...]:
    """The events of a turn from the start of its drawing to the start of its hiding."""
    phases = [event.phase if isinstance(event, PhaseBegan) else None for event in turn.events]
    return turn.events[phases.index(Phase.DRAW) : phases.index(Phase.HIDE)]


def drawing_steps(game: Game) -> list[Step]:
    """The decisions of all drawing phases, without figures that come back at the beginning, and without a draft."""
    other = Return | Keep
    return [step for step in game.steps if step.before.phase is Phase.DRAW and not isinstance(step.action, other)]


def clockwise(first: Seat, players: int) -> list[Seat]:
    """All seats from one on, each the left neighbour of the one before."""
    return [(first + step) % players for step in range(players)]


def deals(game: Game, minor_deck: tuple[Minor, ...], major_deck: tuple[Major, ...]) -> tuple[State, ...]:
    """Tables just after the first deal: the one of the game, and one that is dealt anew with the Majors in it."""
    fresh = attrs.evolve(
        with_all_majors(game.first),
        players=(Player(),) * game.players,
        minor_deck=minor_deck,
        major_deck=tuple(card for card in major_deck if card in majors_of(game.first)),
    )
    return game.first, happening(fresh, BEGIN_TURN).after


def dealt_majors(state: State) -> int:
    """How many Majors each player is dealt in turn 1; none if they stay in the box."""
    return 0 if state.options.majors == "none" else number(state, DRAW_4, "majors")


MINORS_PLEASE, MAJOR_PLEASE = Option("minors"), Option("major")
WITH_MAJORS = games(majors=("all",))


def normal_draws(turn: Turn) -> dict[Seat, list[Drew]]:
    """What each player drew in the drawing phase of a turn."""
    found: dict[Seat, list[Drew]] = {}
    for event in drawing_phase(turn):
        if isinstance(event, Drew):
            found.setdefault(event.seat, []).append(event)
    return found


@proves(DRAW_1)
@given(WITH_MAJORS)
def test_from_turn_2_on_everybody_chooses_three_minors_or_one_major(game: Game) -> None:
    """Each player chooses once in each turn and takes three Minors or one Major, as far as there are cards."""
    somebody_hides(game.first)
    first = game.number(DRAW_1, "from_turn")
    sizes = {MINORS_PLEASE: game.number(DRAW_1, "minors"), MAJOR_PLEASE: game.number(DRAW_1, "majors")}
    choosers: dict[int, list[Seat]] = {turn.number: [] for turn in game.turns()}
    for step in drawing_steps(game):
        if isinstance(step.action, Discard):
            continue
        choosers[step.before.turn].append(step.seat)
        assert set(arcanum.legal_actions(step.before)) == set(sizes)
        assert isinstance(step.action, Option)
        assert_drawn(step, sizes[step.action], Pile.MINOR if step.action == MINORS_PLEASE else Pile.MAJOR)
    for turn in game.turns():
        once = clockwise(turn.first_player, game.players)
        assert choosers[turn.number] == (once if turn.number >= first else [])


def assert_drawn(step: Step, size: int, pile: Pile) -> None:
    """The chosen cards come from the top of the chosen deck into the hand of the chooser, and from nowhere else."""
    before, after = step.before, step.after
    drawn = next(event for event in step.events if isinstance(event, Drew))
    assert (drawn.seat, drawn.pile, drawn.wanted) == (step.seat, pile, size)
    decks = {Pile.MINOR: (before.minor_deck, after.minor_deck), Pile.MAJOR: (before.major_deck, after.major_deck)}
    discards = {Pile.MINOR: before.minor_discard, Pile.MAJOR: before.major_discard}
    for each, (old, new) in decks.items():
        if each is not pile:
            assert new == old
        elif len(old) >= size:
            assert len(new) == len(old) - size
            assert set(old) - set(new) == set(drawn.cards or ())
        else:
            assert drawn.count == min(size, len(old) + len(discards[each]))
    assert set(after.players[step.seat].hand) == set(before.players[step.seat].hand) | set(drawn.cards or ())
    assert len(after.players[step.seat].hand) == len(before.players[step.seat].hand) + drawn.count


@proves(DRAW_2)
@given(WITH_MAJORS)
def test_nobody_draws_a_mixture(game: Game) -> None:
    """After the first turn nobody gets both Minors and Majors from one drawing phase, and nobody draws twice."""
    for turn in game.turns()[1:]:
        for draws in normal_draws(turn).values():
            kinds = {type(card) for event in draws for card in event.cards or ()}
            assert (len(kinds) > 1) is game.expected(DRAW_2, "mixture")
            assert len(draws) == 1


@proves(DRAW_2)
@given(positions(ChooseDraw, of=WITH_MAJORS), st.sampled_from((MINORS_PLEASE, MAJOR_PLEASE)))
def test_who_has_chosen_one_deck_gets_nothing_from_the_other(state: State, choice: Option) -> None:
    """Whatever he takes, the cards of the other kind in his hand are the ones that he had."""
    step = answer(state, choice)
    seat = step.seat
    other, piles = (majors, Pile.MAJOR) if choice == MINORS_PLEASE else (minors, Pile.MINOR)
    assert other(step.after.players[seat].hand) == other(state.players[seat].hand)
    assert not [event for event in step.events if isinstance(event, Drew) and event.pile is piles]
    if isinstance(step.after.agenda[-1], ChooseDraw):
        assert step.after.agenda[-1].seat != seat


@proves(DRAW_3)
@given(games())
def test_players_draw_one_after_the_other_from_the_first_player_clockwise(game: Game) -> None:
    """Everybody draws when all before him have drawn, and has seen what they took."""
    written_for(game.first, DRAW_3, "direction", "clockwise")
    for turn in game.turns():
        draws = [event for event in drawing_phase(turn) if isinstance(event, Drew)]
        assert [seat for seat, _ in groupby(event.seat for event in draws)] == clockwise(
            turn.first_player, game.players
        )
        for event in draws:
            for other in range(game.players):
                seen = event.seen_by(other)
                assert (seen.seat, seen.pile, seen.count) == (event.seat, event.pile, event.count)


@proves(DRAW_3)
@given(games(lengths=("long",)))
def test_a_player_who_must_discard_does_so_before_the_next_one_draws(game: Game) -> None:
    """While somebody chooses what to draw those before him have drawn; while he discards, he has drawn as well."""
    drawn = [event.seat for event in game.opening if isinstance(event, Drew)]
    for step in game.steps:
        if step.before.phase is Phase.DRAW and not isinstance(step.action, Return | Keep):
            order = clockwise(step.before.first_player, game.players)
            choosing = isinstance(step.action, Option)
            assert list(dict.fromkeys(drawn)) == order[: order.index(step.seat) + (not choosing)]
        for event in step.events:
            if isinstance(event, TurnBegan):
                drawn = []
            elif isinstance(event, Drew):
                drawn.append(event.seat)


@proves(DRAW_4)
@given(games(), decks(MINORS), decks(MAJORS))
def test_in_turn_1_everybody_is_dealt_four_minors_and_one_major(
    game: Game, minor_deck: tuple[Minor, ...], major_deck: tuple[Major, ...]
) -> None:
    """The first hand is four Minors and a Major, or only the Minors if the Majors stay in the box."""
    for state in deals(game, minor_deck, major_deck):
        assert state.turn == number(state, DRAW_4, "turn")
        for player in state.players:
            assert len(minors(player.hand)) == number(state, DRAW_4, "minors")
            assert len(majors(player.hand)) == dealt_majors(state)


@proves(DRAW_4, DRAW_3)
@given(games())
def test_the_first_deal_is_told_hand_by_hand(game: Game) -> None:
    """From the first player on everybody is told to have drawn his Minors, then his Major; only he sees which."""
    state, dealt = game.first, [event for event in game.opening if isinstance(event, Drew)]
    room_for(state, game.number(DRAW_4, "minors") + game.number(DRAW_4, "majors"))
    seats = [(state.first_player + step) % game.players for step in range(game.players)]
    piles = [(Pile.MINOR, game.number(DRAW_4, "minors")), (Pile.MAJOR, dealt_majors(state))]
    if state.options.majors != "all":
        piles = piles[:1]
    assert [(event.seat, event.pile, event.count) for event in dealt] == [
        (seat, pile, count) for seat in seats for pile, count in piles
    ]
    for event in dealt:
        kind = Minor if event.pile is Pile.MINOR else Major
        assert event.audience == insiders(state, event.seat)
        assert all(type(card) is kind for card in event.cards or ())
        assert len(event.cards or ()) == event.count == event.wanted
    (placed,) = [event for event in game.opening if isinstance(event, FiguresPlaced)]
    assert placed.figures == state.figures


@proves(DRAW_5)
@given(games(), decks(MINORS), decks(MAJORS))
def test_the_first_deal_takes_the_place_of_the_normal_draw(
    game: Game, minor_deck: tuple[Minor, ...], major_deck: tuple[Major, ...]
) -> None:
    """In turn 1 nobody chooses what to draw, and nothing but the deal leaves the decks."""
    written_for(game.first, DRAW_5, "choice", False)
    room_for(game.first, game.number(DRAW_4, "minors") + game.number(DRAW_4, "majors"))
    first_turn = game.number(DRAW_5, "turn")
    assert not [step for step in game.steps if step.before.turn == first_turn and step.before.phase is Phase.DRAW]
    for state in deals(game, minor_deck, major_deck):
        assert state.phase is Phase.HIDE or number(state, HIDE_4, "hide") == 0
        left = number(state, COMP_2, "minors") - game.players * number(state, DRAW_4, "minors")
        assert len(state.minor_deck) == left
        if state.options.majors != "none":
            assert len(state.major_deck) == number(state, COMP_2, "majors") - game.players * dealt_majors(state)


@proves(DRAW_6)
@given(games())
def test_from_turn_2_on_everybody_draws_whether_he_likes_or_not(game: Game) -> None:
    """Nobody can pass in the drawing phase, and everybody takes his full draw, as far as there are cards."""
    written_for(game.first, DRAW_6, "optional", False)
    for step in drawing_steps(game):
        assert arcanum.why_not(step.before, PASS)
        assert isinstance(step.action, Discard | Option)
    drawn: dict[int, list[Seat]] = {turn.number: [] for turn in game.turns()[1:]}
    for ledger, event in heard(game.first, game.events[len(game.opening) :]):
        if isinstance(event, Drew) and ledger.phase is Phase.DRAW and ledger.turn in drawn:
            assert_full_draw(game, ledger, event)
            drawn[ledger.turn].append(event.seat)
    assert all(sorted(seats) == list(range(game.players)) for seats in drawn.values())


def assert_full_draw(game: Game, ledger: Ledger, event: Drew) -> None:
    """A draw is of three Minors or of one Major, less only if there are no more."""
    full = game.number(DRAW_1, "minors" if event.pile is Pile.MINOR else "majors")
    assert event.wanted == full
    assert event.count == min(full, ledger.supply(event.pile))
