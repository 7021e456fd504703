"""Tactical discards: a won Stake goes to the Discard Pile or beneath the crest, and scores from either."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import CardId, State
from arcanum.guilds.actions import At, Bribe, Play
from arcanum.guilds.cards import Kind
from arcanum.guilds.clause_ids import F_TAC_1, R_LOC_1, R_TAC_1, R_TAC_2, R_TAC_3
from arcanum.guilds.effects import WinStake
from arcanum.guilds.events import Discarded, StakeWon, Tucked
from arcanum.guilds.winning import PutStakeAway
from arcanum.kernel.actions import Option
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import played, step, words, written_for
from arcanum.spec.guilds.arrange import (
    at_resolution,
    at_turn,
    resume,
    with_cards,
    with_hand,
    with_stake,
)
from arcanum.spec.guilds.games import Game, Leaning, editions, events_of, games, leanings, module_sets, sound

from .ending_kit import (
    STRONG,
    Holding,
    agents_of,
    bribable,
    cards_in,
    endings,
    finish,
    spread,
    stakes_of,
    tables,
    with_faces,
)

WITH_CHOICE = editions(R_TAC_1)
TACTICAL = games(rulesets=WITH_CHOICE, modules=module_sets(always=("tactical",)), leaning=leanings("assign", "bribe"))
TABLES = tables(WITH_CHOICE, modules=("customise", "militia"), always=("tactical",))


def choices(state: State, *clauses: ClauseId) -> set[Option]:
    """What the winner of a Stake can do with it, as the index says."""
    (found,) = {tuple(words(state, clause, "choices")) for clause in clauses}
    return {Option(name) for name in found}


def places(state: State, card: CardId) -> list[str]:
    """Where a card is."""
    found = []
    for seat, player in enumerate(state.players):
        for name in ("deck", "hand", "discard", "tucked"):
            found += [f"{name} {seat}"] * getattr(player, name).count(card)
    for district in state.districts:
        found += ["pile"] * district.pile.count(card) + ["stake"] * (district.stake == card)
        found += ["District"] * [each.card for each in district.cards].count(card)
    return [*found, *(["box"] * state.box.count(card)), *("aside" for each in state.aside if each.card == card)]


# --- the choice -------------------------------------------------------------------------------------------------------


@proves(R_TAC_1, F_TAC_1)
@given(TACTICAL)
def test_every_win_gives_the_winner_this_choice(game: Game) -> None:
    """Whoever wins a Stake is asked at once, and nobody else; the Stake goes where he says."""
    offered = choices(game.first, R_TAC_1, F_TAC_1)
    for at, done in enumerate(game.steps):
        won = events_of(done, StakeWon)
        assert len(won) <= 1
        for event in won:
            assert arcanum.to_act(done.after) == event.seat
            assert set(arcanum.legal_actions(done.after)) == offered
            assert places(done.after, event.card) == ["aside"]
            answer = game.steps[at + 1]
            zone = "discard" if answer.action == Option("discard") else "tucked"
            assert f"{zone} {event.seat}" in f"{places(answer.after, event.card)}" or reshuffled(answer.after, event)
    asked = [each for each, _ in game.asked(PutStakeAway)]
    assert len(asked) == len(game.of(StakeWon))


def reshuffled(state: State, won: StakeWon) -> bool:
    """Whether a new round has begun since, so that a discarded Stake may be in the Deck or in the hand by now."""
    return places(state, won.card)[0] in (f"deck {won.seat}", f"hand {won.seat}")


@proves(R_TAC_1, F_TAC_1)
@given(games(rulesets=WITH_CHOICE, modules=module_sets(never=("tactical",)), leaning=leanings("assign", "bribe")))
def test_without_the_module_nobody_is_asked(game: Game) -> None:
    """The choice is an option in both editions: without it every won Stake is discarded."""
    written_for(game.first, F_TAC_1, "optional", True)
    assert not game.asked(PutStakeAway)
    assert not game.of(Tucked)
    assert not any(player.tucked for state in game.states for player in state.players)
    for done in game.steps:
        away = {(event.seat, event.card) for event in events_of(done, Discarded)}
        assert {(event.seat, event.card) for event in events_of(done, StakeWon)} <= away


def winning(state: State, seat: Seat, how: str) -> tuple[State, CardId]:
    """The state just after a Stake was won by a struggle, a bribe or an ability, and the Stake."""
    stake = bribable(state)
    agent, *others = agents_of(state, seat)
    state = with_faces(state, [attrs.evolve(agent, values=STRONG)])
    state = with_cards(state, "N", [(agent.id, seat, True)])
    if how == "struggle":
        return settled_up_to_win(with_stake(state, "N", stake.id)), stake.id
    relic = stakes_of(state, Kind.RELIC)[0]
    location = attrs.evolve(stakes_of(state, Kind.LOCATION)[0], program=(WinStake(99, R_LOC_1),))
    state = with_faces(state, [attrs.evolve(relic, ducat=99), location])
    hand = [relic.id if how == "bribe" else location.id, *[card.id for card in others[:1]]]
    state = at_turn(with_stake(with_hand(state, seat, hand), "N", stake.id), seat)
    if how == "bribe":
        return step(state, Bribe(relic.id, agent.id)).after, stake.id
    return step(step(state, Play(location.id)).after, At("N")).after, stake.id


def settled_up_to_win(state: State) -> State:
    """The Resolution Phase of a state up to the first decision that is not about the order of the Districts."""
    now = sound(resume(at_resolution(state)).state)
    while not isinstance(now.agenda[-1], PutStakeAway):
        now = step(now, arcanum.legal_actions(now)[-1]).after
    return now


@proves(R_TAC_1, F_TAC_1)
@given(TABLES, st.sampled_from(("struggle", "bribe", "ability")), st.data())
def test_struggle_bribe_and_ability_all_give_the_choice(state: State, how: str, data: st.DataObject) -> None:
    """However a Stake is won, its winner puts it on his Discard Pile or beneath his crest."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    won, stake = winning(state, seat, how)
    assert arcanum.to_act(won) == seat
    offered = choices(won, R_TAC_1, F_TAC_1)
    assert set(arcanum.legal_actions(won)) == offered
    for option in sorted(offered, key=str):
        done = step(won, option)
        if option == Option("crest"):
            assert places(done.after, stake) == [f"tucked {seat}"]
            assert [event.card for event in events_of(done, Tucked)] == [stake]
        else:
            assert events_of(done, Discarded)[0].card == stake
            assert not done.after.players[seat].tucked


# --- for good ---------------------------------------------------------------------------------------------------------


@proves(R_TAC_2, F_TAC_1)
@given(TACTICAL)
def test_what_lies_beneath_the_crest_stays_there(game: Game) -> None:
    """In every later state such a Stake lies beneath the crest of its winner and nowhere else."""
    written_for(game.first, R_TAC_2, "comes_back", False)
    written_for(game.first, F_TAC_1, "comes_back", False)
    beneath: dict[CardId, Seat] = {}
    for done in game.steps:
        beneath |= {event.card: event.seat for event in events_of(done, Tucked)}
        for card, seat in beneath.items():
            assert places(done.after, card) == [f"tucked {seat}"]
    assert {card for player in game.last.players for card in player.tucked} == set(beneath)


@proves(R_TAC_2, F_TAC_1)
@given(TABLES, st.data(), st.integers(0, 2**20))
def test_not_even_an_exhausted_deck_brings_it_back(state: State, data: st.DataObject, seed: int) -> None:
    """When the Discard Pile is made a new Deck, and with whatever abilities, the Stakes beneath stay beneath."""
    written_for(state, R_TAC_2, "comes_back", False)
    ids = [card.id for card in stakes_of(state)]
    cards = data.draw(st.lists(st.sampled_from(ids), min_size=6, max_size=6, unique=True))
    seats = len(state.players)
    beneath = [Holding(card, at % seats, "tucked") for at, card in enumerate(cards[:4])]
    rest = [Holding(card, at % seats, "discard") for at, card in enumerate(cards[4:])]
    start = attrs.evolve(state, options=attrs.evolve(state.options, round_limit=state.round + 3))
    start = sound(
        resume(
            attrs.evolve(spread(start, [*beneath, *rest]), districts=spread(start, [*beneath, *rest]).districts)
        ).state
    )
    for done in played(start, seed, Leaning(("play", "assign")).prefers):
        for each in beneath:
            assert places(done.after, each.card) == [f"tucked {each.seat}"]


# --- the score --------------------------------------------------------------------------------------------------------


@proves(R_TAC_3)
@given(endings(TABLES))
def test_stakes_beneath_the_crest_score(state: State) -> None:
    """Points on cards are those of Deck, Discard Pile and beneath the crest, in the first edition also in play."""
    done = finish(state)
    for seat, score in enumerate(done.scores):
        cards = cards_in(done.state, seat, words(state, R_TAC_3, "zones"))
        assert score.cards == sum(card.vp for card in cards)


@proves(R_TAC_3)
@given(TABLES, st.data())
def test_a_stake_scores_the_same_in_every_zone(state: State, data: st.DataObject) -> None:
    """Taking a Stake from one of these zones to another changes nobody's score."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    card = attrs.evolve(bribable(state), vp=data.draw(st.integers(1, 9)))
    state = with_faces(state, [card])
    zones = words(state, R_TAC_3, "zones")
    scores = {finish(spread(state, [Holding(card.id, seat, zone)])).outcome.scores for zone in zones}
    assert len(scores) == 1
    assert scores.pop()[seat] == card.vp
