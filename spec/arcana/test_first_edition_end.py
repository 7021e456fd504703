"""The end of the game as the first edition has it; what the other edition does instead is in the index too."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Kind, State
from arcanum.guilds.clause_ids import AMB_23, F_END_1, F_END_2, F_END_3, F_END_4, F_END_5, F_SETUP_4, R_OBJ_1, R_TAC_1
from arcanum.guilds.events import EndCardShown, RoundBegan
from arcanum.spec import proves
from arcanum.spec.games import number, stated, words
from arcanum.spec.guilds.games import Game, any_players, editions, guild_rules, saying, sound

from .ending_kit import (
    Count,
    Endgame,
    Holding,
    cards_in,
    counts,
    endgames,
    endgames_played,
    endings,
    extra_rounds,
    finish,
    result,
    spread,
    stakes_of,
    tables,
    with_faces,
)
from .objectives_kit import collection, dealt


@proves(F_END_1)
@given(endgames())
def test_no_round_begins_after_game_over(game: Endgame) -> None:
    """The running round is finished, and the game is over; in the other edition one more round follows."""
    extra = extra_rounds(game.start, F_END_1)
    assert game.later_rounds == extra
    assert arcanum.is_over(game.last)
    assert result(game.last, game.events).outcome.winners


@proves(F_END_1)
@given(endgames_played(never=("events",)))
def test_played_games_end_with_the_round_of_the_reveal(game: Game) -> None:
    """In whole games the number of rounds after the reveal is the stated one; the first round is always played."""
    at = next(at for at, event in enumerate(game.events) if isinstance(event, EndCardShown))
    begun = [event.round for event in game.events[at:] if isinstance(event, RoundBegan)]
    least = 0 if any(isinstance(event, RoundBegan) for event in game.events[:at]) else 1
    assert len(begun) == max(least, extra_rounds(game.first, F_END_1))


@proves(F_END_2)
@given(endings(tables(modules=("customise", "militia"))))
def test_both_decks_score_and_agents_in_play(state: State) -> None:
    """The score is the points of both decks and of the own Agents still in Districts, or of the decks alone."""
    done = finish(state)
    for seat, score in enumerate(done.scores):
        cards = cards_in(done.state, seat, words(state, F_END_2, "zones"))
        assert score.total == sum(card.vp for card in cards)


@proves(F_END_2)
@given(tables(), st.data())
def test_an_own_personality_scores_in_a_zone_as_in_the_deck(state: State, data: st.DataObject) -> None:
    """Taking a Personality from the Resource Deck to a zone leaves the score the same, where Agents in play count."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    card = data.draw(st.sampled_from(stakes_of(state, Kind.PERSONALITY)))
    card = attrs.evolve(card, vp=data.draw(st.integers(1, 9)))
    state = with_faces(state, [card])
    for zone in ("deck", "discard", "play"):
        scores = finish(spread(state, [Holding(card.id, seat, zone)])).outcome.scores
        assert scores[seat] == (card.vp if zone in words(state, F_END_2, "zones") else 0)
        assert sum(scores) == scores[seat]


@proves(F_END_3)
@given(endings(tables(editions(F_END_3, R_TAC_1), modules=("customise", "militia"), always=("tactical",))))
def test_cards_beneath_the_guild_card_score(state: State) -> None:
    """With the option the points beneath the Guild card are counted with the others."""
    done = finish(state)
    for seat, score in enumerate(done.scores):
        cards = cards_in(done.state, seat, words(state, F_END_3, "zones"))
        assert score.cards == sum(card.vp for card in cards)


@proves(F_END_3)
@given(tables(editions(F_END_3, R_TAC_1), always=("tactical",)), st.data())
def test_a_stake_is_worth_as_much_beneath_the_guild_card(state: State, data: st.DataObject) -> None:
    """A Stake beneath the Guild card gives its points, as it does in a deck."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    card = attrs.evolve(data.draw(st.sampled_from(stakes_of(state))), vp=data.draw(st.integers(1, 9)))
    state = with_faces(state, [card])
    zones = [zone for zone in words(state, F_END_3, "zones") if zone != "play"]
    scores = [finish(spread(state, [Holding(card.id, seat, zone)])).outcome.scores[seat] for zone in zones]
    assert scores == [card.vp] * len(zones)


@proves(F_END_4)
@given(editions(F_END_4, R_OBJ_1), st.integers(0, 2**20), st.booleans(), st.data())
def test_objectives_belong_to_every_game_or_to_a_module(
    ruleset: str, seed: int, enough: bool, data: st.DataObject
) -> None:
    """Without any module chosen everybody has Objectives to fulfil, or nobody has."""
    players = data.draw(any_players(ruleset))
    state = sound(arcanum.new_game(guild_rules(ruleset), players=players, seed=seed))
    optional = stated(state, F_END_4, "optional") is True
    dealt_out = [0 if optional else number(state, F_SETUP_4, "dealt")] * players
    assert [len(player.objectives) for player in state.players] == dealt_out
    if not optional:
        while state.round == 0:
            state = sound(arcanum.apply(state, arcanum.legal_actions(state)[0]))
        assert [len(player.objectives) for player in state.players] == [number(state, F_SETUP_4, "kept")] * players
        made = collection(state, 0, [("ogrokh", 2, 5)], ["ogrokh"] * (2 if enough else 1))
        assert made.finish().scores[0].objectives == (5 if enough else 0)


@proves(F_END_4)
@given(endgames_played(rulesets=saying(F_END_4, "optional", False)))
def test_every_game_of_the_first_edition_tells_its_objectives(game: Game) -> None:
    """At the end each player's two Objectives are announced as fulfilled or failed."""
    hands = dealt(game)
    assert hands is not None
    for hand, score in zip(hands, result(game.last, game.events).scores, strict=True):
        told = (*score.fulfilled, *score.failed)
        assert set(told) <= set(hand)
        assert sorted(told) == sorted(game.last.players[score.seat].objectives)


@proves(F_END_5, AMB_23)
@given(counts(leaders=2, level=False))
def test_equal_points_are_a_draw_whatever_the_stakes(count: Count) -> None:
    """Stakes decide nothing where no tie-break is given: all leaders win, and it is called a draw."""
    (rule,) = {str(stated(count.state, clause, "tie_break")) for clause in (F_END_5, AMB_23)}
    outcome = finish(count.state).outcome
    if rule == "none":
        assert outcome.winners == count.leaders
        assert "draw" in outcome.reason
    else:
        assert outcome.winners == count.richest
        assert "draw" not in outcome.reason


@proves(F_END_5)
@given(counts())
def test_most_points_win(count: Count) -> None:
    """A sole leader wins, however few Stakes he has; nobody behind him does."""
    outcome = finish(count.state).outcome
    assert outcome.scores == count.points
    assert set(outcome.winners) <= set(count.leaders)
    assert len(outcome.winners) == 1 or len(count.leaders) > 1


@proves(AMB_23)
@given(counts(leaders=2, level=True))
def test_a_tie_in_everything_is_a_draw_in_both_editions(count: Count) -> None:
    """Without a difference in Stakes the tied players share the victory, with a tie-break or without."""
    assert finish(count.state).outcome.winners == count.leaders
