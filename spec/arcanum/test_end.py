"""The end of the game: when it comes, who has won, how ties are settled."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import written_for
from arcanum.spec.tarot.arrange import with_points
from arcanum.spec.tarot.games import Game, games
from arcanum.tarot import MAJORS, State, Suit
from arcanum.tarot.clause_ids import AMB_52, END_1, END_2, END_3, END_4, END_5, WORLD_4
from arcanum.tarot.events import GameEnded, HouseScored

from .course_kit import NOT_THREE, agreed_turns, close_turn, with_hand_sizes


@attrs.frozen
class Ending:
    """A game about to end with these points and hands; nobody has hidden cards, so the last scoring pays nothing."""

    printing: str
    points: tuple[int, ...]
    hands: tuple[int, ...]
    state: State
    turn: int

    def result(self) -> arcanum.Outcome:
        """The result when the last turn is closed."""
        after, events = close_turn(self.state, self.turn)
        (ended,) = (event for event in events if isinstance(event, GameEnded))
        outcome = arcanum.outcome(after)
        assert outcome is not None
        assert outcome.winners == ended.winners
        assert outcome.scores == ended.scores == self.points
        return outcome

    def winners(self) -> tuple[Seat, ...]:
        """Who is declared winner."""
        return self.result().winners

    def leaders(self) -> tuple[Seat, ...]:
        """The seats with most points."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))

    def richest_leaders(self) -> tuple[Seat, ...]:
        """Among the seats with most points those with most cards in hand."""
        most = max(self.hands[seat] for seat in self.leaders())
        return tuple(seat for seat in self.leaders() if self.hands[seat] == most)


@st.composite
def endings(draw: st.DrawFn, leaders: int = 1) -> Ending:
    """Ends of games in which at least so many players lead; two leaders or more do not all hold equally many cards."""
    game: Game = draw(games())
    first, *ahead = draw(st.lists(st.sampled_from(range(game.players)), min_size=leaders, unique=True))
    points = tuple(
        42 if seat in (first, *ahead) else draw(st.integers(0, 41), f"points of {seat}") for seat in range(game.players)
    )
    hands = list(draw(st.tuples(*[st.integers(0, 3)] * game.players)))
    if leaders > 1:
        hands[first] = hands[ahead[0]] + draw(st.integers(1, 3), "more cards")
    state = with_hand_sizes(with_points(game.last, points), hands)
    return Ending(game.printing, points, tuple(hands), state, agreed_turns(game))


@proves(END_1)
@given(games(players=NOT_THREE))
def test_the_game_is_over_exactly_when_the_last_turn_has_been_scored(game: Game) -> None:
    """After the scoring of turn 6 or 9 the game is over, and it was not over a moment earlier."""
    scored: list[Suit] = []
    for step in game.steps:
        if step.before.turn == game.number(END_1, game.length):
            scored += [e.house for e in step.events if isinstance(e, HouseScored) and e.clause != WORLD_4]
        assert arcanum.is_over(step.after) == (sorted(scored) == list(Suit))
        assert (arcanum.outcome(step.after) is None) == (not arcanum.is_over(step.after))
    assert arcanum.is_over(game.last)


@proves(END_2)
@given(endings())
def test_nobody_wins_with_less_than_most_points(ending: Ending) -> None:
    """Most points win, however many cards the others hold; a single leader wins alone."""
    written_for(ending.state, END_2, "winner", "most-points")
    assert set(ending.winners()) <= set(ending.leaders())
    if len(ending.leaders()) == 1:
        assert ending.winners() == ending.leaders()


@proves(END_3)
@given(endings(leaders=2))
def test_among_equals_in_points_most_cards_in_hand_win(ending: Ending) -> None:
    """If several players lead, those of them with most cards left in hand are ahead of the others."""
    written_for(ending.state, END_3, "final_tie", "hand-size")
    assert ending.winners() == ending.richest_leaders()


@proves(END_4)
@given(endings(), st.data())
def test_a_tie_in_points_and_cards_is_a_shared_victory(ending: Ending, data: st.DataObject) -> None:
    """Players who are equal in points and in cards all win."""
    written_for(ending.state, END_4, "further_tie", "shared")
    seats = range(len(ending.points))
    tied = data.draw(st.sets(st.sampled_from(seats), min_size=2), "the seats that are equal")
    points = tuple(43 if seat in tied else own for seat, own in enumerate(ending.points))
    hands = tuple(2 if seat in tied else own for seat, own in enumerate(ending.hands))
    state = with_hand_sizes(with_points(ending.state, points), hands)
    shared = attrs.evolve(ending, points=points, hands=hands, state=state)
    assert shared.winners() == tuple(sorted(tied))


@proves(END_5)
@given(endings(leaders=2))
def test_only_under_the_variant_of_the_goal_section_all_leaders_share(ending: Ending) -> None:
    """Where tied players share at once, cards in hand do not matter; no built-in rule set plays like that."""
    written_for(ending.state, END_5, "variant", True)
    written_for(ending.state, END_3, "final_tie", "hand-size")
    rules = attrs.evolve(ending.state.rules, final_tie="shared")
    variant = attrs.evolve(ending, state=attrs.evolve(ending.state, rules=rules))
    assert variant.winners() == ending.leaders()
    assert ending.winners() != ending.leaders()


@proves(END_2, END_3, END_4, END_5)
@given(endings() | endings(leaders=2), st.booleans(), st.booleans())
def test_the_result_says_what_decided_it(ending: Ending, level: bool, variant: bool) -> None:
    """It names the rule that settled a tie and how many were equal; most points alone need no rule."""
    written_for(ending.state, END_3, "final_tie", "hand-size")
    hands = (2,) * len(ending.hands) if level else ending.hands
    state = with_hand_sizes(ending.state, hands)
    if variant:
        state = attrs.evolve(state, rules=attrs.evolve(state.rules, final_tie="shared"))
    ending = attrs.evolve(ending, hands=hands, state=state)
    leaders, richest = len(ending.leaders()), len(ending.richest_leaders())
    if leaders == 1:
        rule, equal = None, None
    elif variant:
        rule, equal = END_5, leaders
    else:
        rule, equal = (END_3, leaders) if richest == 1 else (END_4, richest)
    words = ending.result().reason.split()
    assert [each for each in words if each.startswith("[")] == ([] if rule is None else [f"[{rule}]"])
    assert [int(each) for each in words if each.isdigit()] == ([] if equal is None else [equal])


@proves(AMB_52)
@given(endings(leaders=2), st.lists(st.integers(0, 2), min_size=10, max_size=10))
def test_majors_in_hand_count_for_the_final_tie(ending: Ending, majors: list[int]) -> None:
    """Every card in hand counts for the tie, Major or Minor: who had fewer Minors can win by his Majors."""
    written_for(ending.state, AMB_52, "counts", ("minor", "major"))
    written_for(ending.state, END_3, "final_tie", "hand-size")
    behind = next(seat for seat in ending.leaders() if seat not in ending.richest_leaders())
    majors[behind] += max(ending.hands) + max(majors) + 1
    players, box = [], list(MAJORS)
    for player, count in zip(ending.state.players, majors, strict=False):
        extra, box = box[:count], box[count:]
        players.append(attrs.evolve(player, hand=(*player.hand, *extra)))
    hands = tuple(len(player.hand) for player in players)
    whole = attrs.evolve(ending, hands=hands, state=attrs.evolve(ending.state, players=tuple(players)))
    assert whole.winners() == whole.richest_leaders() != ending.richest_leaders()


@proves(AMB_52)
@given(games())
def test_no_hidden_card_is_left_when_hands_are_compared(game: Game) -> None:
    """The last scoring discards what was hidden, and the winners are found after it."""
    written_for(game.first, END_3, "final_tie", "hand-size")
    assert all(player.hidden == () for player in game.last.players)
    (ended,) = game.of(GameEnded)
    assert game.events[-1] is ended
    keys = [(player.vp, len(player.hand)) for player in game.last.players]
    assert ended.winners == tuple(seat for seat, key in enumerate(keys) if key == max(keys))
