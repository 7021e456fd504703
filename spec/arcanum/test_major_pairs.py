"""Every Major with every other: played one after the other in one turn, and by one player in two turns.

Each pair is one driven game. After every step all invariants hold, and after each of the two cards the table is exactly
what `major_table` foretells. The Fool is there twice, as it can be played for its move or be hidden; so there are
23 ways to play 22 cards.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import ChooseOne
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import any_rules, asked, fitting, number, refused, rulesets, step, written_for
from arcanum.spec.subject import NotJudged, remembered, under_test
from arcanum.spec.tarot.arrange import room_for, with_majors, with_points, with_prestige
from arcanum.spec.tarot.games import Step, any_players, begin, sound, tarot_rules
from arcanum.spec.tarot.invariants import all_cards, check_state
from arcanum.tarot import State
from arcanum.tarot.actions import Hide, Move, Play
from arcanum.tarot.cards import FOOL, MAJORS, TOWER, Major, Minor
from arcanum.tarot.clause_ids import MAJG_1, MAJG_2, MAJG_3, MAJG_4
from arcanum.tarot.flow import ChooseDraw
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.moving import MoveAnyFigure
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import HiddenCard

from .major_table import QUIET, Table, foretold
from .scenes_kit import in_order
from .table_kit import Ledger


@attrs.frozen
class Way:
    """A way to play a Major: for its effect, or, the Fool only, by hiding it."""

    card: Major
    hidden: bool = False

    @property
    def action(self) -> Action:
        """What the player answers."""
        return Hide(self.card) if self.hidden else Play(self.card)

    def __str__(self) -> str:
        return f"{'hidden ' if self.hidden else ''}{self.card.title}"


WAYS = (*map(Way, MAJORS), Way(FOOL, hidden=True))
LASTING = tuple(way for way in WAYS if way.hidden or way.card.number in (TOWER.number, 19, 20))
"""Those of which something stays: the Tower on the board, open cards, figures that are away, a hidden Fool."""
ANY_WAY = st.sampled_from(LASTING) | st.sampled_from(WAYS)
EXTRA_HIDDEN = {2: 4, 3: 3, 4: 2}
"""So many hidden cards everybody gets beside his own, as the deck allows, to give the Sun and the World something."""


# --- driving ----------------------------------------------------------------------------------------------------------


def answer(state: State, dice: Random) -> Action:
    """Any legal answer, but no other Major; what a Major moves goes where it is quiet."""
    legal = arcanum.legal_actions(state)
    match state.agenda[-1]:
        case ChooseDraw():
            return Option("minors")
        case PlayCard():
            return dice.choice([a for a in legal if isinstance(a, Play) and isinstance(a.card, Minor)] or [PASS])
        case MoveAnyFigure():
            return dice.choice([a for a in legal if isinstance(a, Move) and a.location in QUIET] or [PASS])
        case HideTogether() | ChooseOne() if moving(state) and PASS in legal:
            return PASS
    return dice.choice(legal)


def moving(state: State) -> bool:
    """Whether a Major is being played that moves a figure."""
    return any(card in (MAJORS[0], MAJORS[3], MAJORS[14]) for card in state.in_play)


def checked(state: State, action: Action) -> Step:
    """One step, after which every invariant holds, and which its events explain."""
    done = step(state, action)
    check_state(done.after)
    ledger = Ledger.of(state)
    for event in done.events:
        ledger.hear(event)
    ledger.agrees_with(done.after)
    return done


def until_playing(state: State, dice: Random, seat: Seat, turn: int) -> State:
    """Go on until it is that seat's turn to play in that turn."""
    for _ in range(400):
        fitting(bool(state.agenda))  # a variant may end the game before
        if (state.turn, state.active) == (turn, seat) and isinstance(state.agenda[-1], PlayCard):
            return state
        assert state.turn <= turn, "the seat should have been asked"
        state = checked(state, answer(state, dice)).after
    raise AssertionError("the game does not come to that turn")


@remembered(512)
def start(ruleset: str, players: int, seed: int) -> State:
    """The first player of turn 2 may play; points and prestige are any, and some more cards than usual lie hidden."""
    dice = Random(seed)
    state = sound(begin(ruleset, players, "short", seed, "all").state)
    state = until_playing(state, dice, (state.first_player + 1) % players, turn=2)
    state = with_points(state, dice.choices(range(6), k=players))
    state = with_prestige(state, dice.choices(range(22), k=4))
    rows, deck = [], list(state.minor_deck)
    for player in state.players:
        extra = tuple(HiddenCard(deck.pop(0)) for _ in range(EXTRA_HIDDEN.get(players, 0)))
        rows.append(attrs.evolve(player, hidden=(*player.hidden, *extra)))
    return attrs.evolve(state, players=tuple(rows), minor_deck=tuple(deck))


def ready(state: State, seat: Seat, card: Major) -> State:
    """The seat holds that Major, and three Minors at least; the discard piles lie under their decks again."""
    room_for(state, 4)
    state = with_majors(state, seat, (card.number,))
    minors, majors = (*state.minor_discard, *state.minor_deck), (*state.major_discard, *state.major_deck)
    player = state.players[seat]
    missing = max(0, 3 - sum(isinstance(held, Minor) for held in player.hand))
    more, minors = minors[:missing], minors[missing:]
    players = list(state.players)
    players[seat] = attrs.evolve(player, hand=in_order((*player.hand, *more)))
    state = attrs.evolve(
        state, players=tuple(players), minor_deck=minors, minor_discard=(), major_deck=majors, major_discard=()
    )
    check_state(state)
    return state


# --- one card ---------------------------------------------------------------------------------------------------------


def play_and_check(state: State, way: Way, dice: Random) -> State:
    """Play a Major to its end and compare the table with what the index foretells."""
    seat = asked(state)
    steps = [checked(state, way.action)]
    while not isinstance(steps[-1].after.agenda[-1], PlayCard):
        assert len(steps) < 100, f"{way} does not come to an end"
        steps.append(checked(steps[-1].after, answer(steps[-1].after, dice)))
    after = steps[-1].after
    assert after.active == asked(after) == seat, "he still has a Minor to play"
    answers = [(each.seat, each.action) for each in steps[1:]]
    if way.hidden:
        expected = Table.of(state)
        expected.hands[seat].remove(FOOL)
        expected.hidden[seat][FOOL] = False
    else:
        expected = foretold(state, seat, way.card, answers)
    assert not (way.hidden and answers), "nobody is asked anything when the Fool is hidden"
    assert Table.of(after) == expected
    assert after.major_played
    check_where_it_went(after, way)
    return after


def check_where_it_went(after: State, way: Way) -> None:
    """A Major lies on top of its discard pile, except the Tower, which is on the board, and a hidden Fool."""
    if way.card == TOWER:
        written_for(after, MAJG_3, "discarded", False)
        assert after.tower
        assert all_cards(after).count(TOWER) == 1
        assert TOWER not in after.major_discard
    elif way.hidden:
        written_for(after, MAJG_4, "discarded", False)
        assert FOOL not in after.major_discard
    else:
        assert after.major_discard[-1] == way.card
        assert all(isinstance(card, Minor) for card in after.minor_discard)


def check_it_lasts(first: Way, done: State, now: State, *, own_turn: bool) -> None:
    """What stays of a Major: the Tower and Judgement until the player's next turn, open cards and a hidden Fool."""
    owner = done.active
    assert owner is not None
    if first.card == TOWER:
        assert now.tower == (() if own_turn else done.tower)
    elif first.card.number == 20:
        gone = [figure for figure, place in done.figures.items() if place is None]
        assert gone
        assert all((now.figures[figure] is None) != own_turn for figure in gone)
    elif first.card.number == 19:
        for before, after in zip(done.players, now.players, strict=True):
            assert after.hidden[: len(before.hidden)] == before.hidden
    elif first.hidden:
        assert FOOL in [each.card for each in now.players[owner].hidden]


def still_lies_there(first: Way, second: Way, *, own_turn: bool) -> bool:
    """The second card cannot be had: the Tower is on the board until its player's next turn, the Fool is hidden."""
    return second.card == first.card and (first.hidden or (first.card == TOWER and not own_turn))


# --- pairs ------------------------------------------------------------------------------------------------------------


def play_pair(start_state: State, first: Way, second: Way, dice: Random, *, own_turn: bool) -> None:
    """One player plays the first Major; the next player, or he himself in the next turn, plays the second."""
    seat = asked(start_state)
    fitting(start_state.turn not in start_state.options.scoring_turns)  # a variant may score between two turns
    done = play_and_check(ready(start_state, seat, first.card), first, dice)
    follower = seat if own_turn else (seat + 1) % len(done.players)
    now = until_playing(done, dice, follower, done.turn + own_turn)
    check_it_lasts(first, done, now, own_turn=own_turn)
    if still_lies_there(first, second, own_turn=own_turn):
        assert second.card not in (*now.players[follower].hand, *now.major_deck, *now.major_discard)
        assert refused(now, second.action)
        return
    play_and_check(ready(now, follower, second.card), second, dice)


def start_for(first: Way, second: Way, *, own_turn: bool) -> tuple[State, Random]:
    """A start for a pair: all rule sets and all numbers of players take turns."""
    at = WAYS.index(first) * len(WAYS) + WAYS.index(second)
    names = rulesets("arcanum")
    ruleset = names[(WAYS.index(first) + WAYS.index(second) + own_turn) % len(names)]
    players = tarot_rules(ruleset).players
    return start(ruleset, players[at % len(players)], at % 5), Random(at)


ENOUGH = 11
"""Of a variant one pair in so many is played, with each card in both places; the steps share no factor with 23."""


def play_all_pairs(*, own_turn: bool) -> None:
    """Every pair once; of a variant some pairs, but for those that it has made into something else."""
    pairs = tuple(product(WAYS, WAYS))[:: 1 if under_test() is None else ENOUGH]
    judged = 0
    for first, second in pairs:
        with suppress(NotJudged):
            state, dice = start_for(first, second, own_turn=own_turn)
            play_pair(state, first, second, dice, own_turn=own_turn)
            judged += 1
    if not judged:
        raise NotJudged("it can foretell no pair of Majors of the variant")
    assert judged == len(pairs) or under_test() is not None


@proves(MAJG_1, MAJG_2, MAJG_3, MAJG_4)
def test_two_majors_of_neighbours_in_one_turn() -> None:
    """Whatever Major the player before has played, each Major does just what its text says."""
    play_all_pairs(own_turn=False)


@proves(MAJG_1, MAJG_2, MAJG_3, MAJG_4)
def test_two_majors_of_one_player_in_two_turns() -> None:
    """Whatever Major a player has played in his last turn, each Major does just what its text says."""
    play_all_pairs(own_turn=True)


@proves(MAJG_1)
def test_all_majors_are_paired() -> None:
    """The pairs above are those of all Majors there are."""
    for ruleset in rulesets("arcanum"):
        state = start(ruleset, tarot_rules(ruleset).players[0], 0)
        assert len({way.card for way in WAYS}) == number(state, MAJG_1, "majors")


@proves(MAJG_1, MAJG_2, MAJG_3, MAJG_4)
@given(
    any_rules("arcanum"),
    st.integers(0, 30),
    st.tuples(ANY_WAY, ANY_WAY) | st.sampled_from(LASTING).map(lambda way: (way, way)),
    st.booleans(),
    st.integers(0, 2**16),
    st.data(),
)
def test_any_two_majors_at_any_table(
    ruleset: str, seed: int, pair: tuple[Way, Way], own_turn: bool, dice: int, data: st.DataObject
) -> None:
    """The same for any pair in any printing, with any number of players and any cards."""
    players = data.draw(any_players(ruleset), "players")
    play_pair(start(ruleset, players, seed), *pair, Random(dice), own_turn=own_turn)
