"""The end of the game: when it comes, what counts, who has won."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Kind, State
from arcanum.guilds.actions import Assign, Discard, Move, Settle, Swap
from arcanum.guilds.clause_ids import (
    AMB_02,
    AMB_03,
    AMB_04,
    AMB_22,
    AMB_30,
    R_BRIBE_8,
    R_END_1,
    R_END_2,
    R_END_3,
    R_END_4,
    R_END_5,
    R_END_6,
    R_EVT_6,
    R_TAC_1,
    R_TAC_3,
)
from arcanum.guilds.events import (
    EndCardShown,
    EventBegan,
    GameStalled,
    PhaseBegan,
    RoundBegan,
    Settled,
    StakeShown,
    StakeWon,
)
from arcanum.guilds.flow import CLOSE_ROUND
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import Phase
from arcanum.guilds.views import View
from arcanum.kernel.events import Event
from arcanum.spec import proves
from arcanum.spec.games import fitting, number, step, words, written_for
from arcanum.spec.games import stated as said
from arcanum.spec.guilds.arrange import at_turn, resume, settled, with_cards
from arcanum.spec.guilds.games import Game, district, editions, games, leanings, module_sets, next_card, sound
from arcanum.spec.secrets import everybody
from arcanum.spec.subject import built_in_only

from .ending_kit import (
    STRONG,
    Count,
    Endgame,
    Holding,
    agents_of,
    bribable,
    cards_in,
    counts,
    end_card,
    endgames,
    endgames_played,
    endings,
    extra_rounds,
    finish,
    finished,
    result,
    spread,
    stakes_counted,
    stakes_of,
    table,
    tables,
    with_faces,
)
from .ledger_kit import Ledger, assert_agrees
from .naive_refusals import edition_of

A_ROUND = [Phase.DRAW, Phase.INTRIGUE, Phase.RESOLUTION, Phase.CLEANUP]


def since(events: Sequence[Event]) -> tuple[Event, ...]:
    """What happened after the end card turned up."""
    at = next(at for at, event in enumerate(events) if isinstance(event, EndCardShown))
    return tuple(events[at + 1 :])


def phases(events: Sequence[Event]) -> list[Phase]:
    """The phases that began."""
    return [event.phase for event in events if isinstance(event, PhaseBegan)]


def rounds(events: Sequence[Event]) -> list[int]:
    """The rounds that began."""
    return [event.round for event in events if isinstance(event, RoundBegan)]


# --- when -------------------------------------------------------------------------------------------------------------


@proves(R_END_1)
@given(endgames_played(never=("events",)))
def test_after_the_end_card_so_many_rounds_are_played_and_no_more(game: Game) -> None:
    """Whole games go on for one complete round after the one in which the end card turned up, or for none."""
    later = since(game.events)
    shown = max(rounds(game.events[: len(game.events) - len(later)]), default=0)
    extra = extra_rounds(game.first, R_END_1)
    assert rounds(later) == list(range(shown + 1, max(1, shown + extra) + 1)), "the first round is always played"
    assert phases(later)[len(phases(later)) - 4 * extra :] == A_ROUND * extra
    assert arcanum.is_over(game.last)
    assert result(game.last, game.events).outcome.winners


@proves(R_END_1, AMB_04)
@given(endgames())
def test_it_does_not_matter_when_in_a_round_the_end_card_turns_up(game: Endgame) -> None:
    """By a bribe or an ability in mid-round, or in the clean-up: the rounds that follow are the same."""
    extra = extra_rounds(game.start, R_END_1)
    words_for = {0: "finish-current-round", 1: "one-more-round"}
    assert said(game.start, AMB_04, "end_trigger") == words_for.get(extra, f"{extra}-more-rounds")
    during = phases(game.events[: game.shown])
    assert (Phase.CLEANUP in during) == (game.how == "struggle")
    rest = [] if game.how == "struggle" else [Phase.RESOLUTION, Phase.CLEANUP]
    assert phases(game.events[game.shown :]) == rest + A_ROUND * extra
    assert game.later_rounds == extra
    assert game.last.round == game.round + extra
    assert arcanum.is_over(game.last)
    assert result(game.last, game.events).outcome.winners


def asks_for_the_middle(state: State) -> list[arcanum.Action]:
    """The legal actions that send something to the Neutral District, settle it or exchange its Stake."""
    found: list[arcanum.Action] = []
    for action in arcanum.legal_actions(state):
        match action:
            case Assign(district="N") | Settle(district="N") | Move(destination="N"):
                found.append(action)
            case Swap(one, other) if "N" in (one, other):
                found.append(action)
    return found


@proves(R_END_2)
@given(endgames())
def test_the_end_card_stays_and_covers_what_lies_below(game: Endgame) -> None:
    """From its reveal on the end card lies on its pile, nothing can be won there, and the other Stakes can.

    Everybody hears where it lies and which round is the last.
    """
    ledger = Ledger.at(game.start)
    for each in game.steps:
        for event in each.events:
            ledger.hear(event)
        assert_agrees(ledger, each.after)
    states = game.with_end_card
    assert states
    pile = district(states[0], "N").pile
    for state in states:
        middle = district(state, "N")
        assert (middle.stake, middle.pile) == (end_card(state), pile)
        stakes = [card for card in (middle.stake,) if card is not None and state.card(card).emblem == "stake"]
        assert len(stakes) == said(state, R_END_2, "neutral_stakes")
        assert not asks_for_the_middle(state)
        if state.agenda and isinstance(turn := state.agenda[-1], TakeTurn):
            open_to = {action.district for action in arcanum.legal_actions(state) if isinstance(action, Assign)}
            showing = {each.name for each in state.districts if each.stake is not None and each.name != "N"}
            kinds = {state.card(card).kind for card in state.players[turn.seat].hand}
            assert open_to == (showing if kinds & {Kind.AGENT, Kind.PERSONALITY} else set())
    later = game.events[game.shown + 1 :]
    assert not [
        event for event in later if isinstance(event, Settled | StakeWon | StakeShown) and event.district == "N"
    ]


@proves(R_END_2)
@given(endgames_played(never=("events",)))
def test_the_neutral_district_is_closed_to_the_end(game: Game) -> None:
    """In whole games nothing is settled, won or turned up in the Neutral District after the end card."""
    later = since(game.events)
    assert not [
        event for event in later if isinstance(event, Settled | StakeWon | StakeShown) and event.district == "N"
    ]
    assert district(game.last, "N").stake == end_card(game.last)


@proves(AMB_03)
@given(games(rulesets=editions(AMB_03), modules=module_sets(always=("events",)), leaning=leanings(), rounds=30))
def test_with_events_the_place_of_the_jubilee_is_the_number_of_rounds(game: Game) -> None:
    """The round after the one in which the Jubilee is turned up is the last, and no Event is in force in it."""
    from_top = list(reversed(game.first.events))
    place = from_top.index(end_card(game.first)) + 1 + game.first.round
    assert game.number(AMB_03, "shortest") <= place <= game.number(AMB_03, "longest")
    assert game.last.round == place == max(rounds(game.events))
    assert result(game.last, game.events).outcome.winners
    later = since(game.events)
    written_for(game.first, AMB_03, "jubilee_round", "next")
    assert rounds(later) == [place]
    assert not any(isinstance(event, EventBegan) for event in later)
    assert all(step.before.event is None for step in game.steps if step.before.round == place)


@proves(R_EVT_6)
@given(st.integers(0, 3), st.sampled_from((2, 3, 4)), st.integers(1, 3))
def test_with_events_a_house_rule_has_other_numbers_of_rounds_after_the_jubilee(
    extra: int, players: int, above: int
) -> None:
    """A file that asks for so many rounds after the end card has them after the Jubilee, too; one is always played."""
    built_in_only("it has a house rule of its own")
    state = table(f"arcana/revised with rounds_after_end_card = {extra}", players, ("events",))
    others = [card for card in state.events if card != end_card(state)]
    state = attrs.evolve(state, events=(*others[above:], end_card(state), *others[:above]))
    shown = state.round + above
    events: list[Event] = []
    while not arcanum.is_over(state):
        state, more = discarded_round(state)
        events += more
    (told,) = [event for event in events if isinstance(event, EndCardShown)]
    assert told.last_round == state.round == shown + extra
    assert result(state, events).outcome.winners


# --- without an end ---------------------------------------------------------------------------------------------------


def discarded_round(state: State) -> tuple[State, list[Event]]:
    """A round in which everybody discards every card."""
    events: list[Event] = []
    now, number = state, state.round
    while now.round == number and (legal := arcanum.legal_actions(now)):
        done = step(now, next((action for action in legal if isinstance(action, Discard)), legal[0]))
        now, events = done.after, [*events, *done.events]
    return now, events


def idle(state: State, so_many: int, round: int = 0) -> State:
    """The first turn of a round at whose end nobody may have won a Stake for so many rounds."""
    return at_turn(attrs.evolve(state, round=max(round, so_many), idle=so_many), state.first_player)


def most_idle(state: State) -> int:
    """The rounds without a Stake that end the game; rules that count none are judged by other properties."""
    limit = number(state, AMB_30, "idle_rounds")
    fitting(limit > 0)
    return limit


@proves(AMB_30)
@given(tables(), st.integers(1, 99_000), st.data())
def test_no_number_of_rounds_ends_the_game(state: State, played: int, data: st.DataObject) -> None:
    """As long as Stakes are won now and then another round begins, whatever its number."""
    written_for(state, AMB_30, "round_limit", False)
    limit = most_idle(state)
    state = idle(state, data.draw(st.integers(0, limit - 1)), played)
    after, events = discarded_round(state)
    assert rounds(events) == [state.round + 1]
    assert not any(isinstance(event, GameStalled) for event in events)
    assert (after.last_round, after.idle) == (None, state.idle + 1)
    assert not arcanum.is_over(after)
    assert arcanum.outcome(after) is None


@proves(AMB_30)
@given(tables())
def test_after_many_rounds_without_a_stake_the_next_is_the_last(state: State) -> None:
    """Everybody is told so; that round is played like any other, and then the game is counted and somebody wins."""
    state = idle(state, limit := most_idle(state))
    last, events = discarded_round(state)
    (told,) = [event for event in events if isinstance(event, GameStalled)]
    assert (told.rounds, told.last_round, told.clause) == (limit, limit + 1, AMB_30)
    assert all(told.seen_by(seat) == told for seat in everybody(state))
    assert rounds(events) == [limit + 1]
    assert arcanum.legal_actions(last)
    over, ending = discarded_round(last)
    assert rounds(ending) == []
    assert arcanum.is_over(over)
    assert result(over, ending).outcome.winners


@proves(AMB_30)
@given(tables(), st.data())
def test_a_stake_that_is_won_starts_the_count_anew(state: State, data: st.DataObject) -> None:
    """Even in the last of so many rounds: the game goes on, and the next round is the first without a Stake."""
    state = idle(state, most_idle(state))
    seat = data.draw(st.sampled_from(range(len(state.players))))
    strong = attrs.evolve(agents_of(state, seat)[0], values=STRONG)
    quiet = [each.name for each in state.districts if next_card(each) != end_card(state)]
    where = data.draw(st.sampled_from(quiet))
    done = settled(with_cards(with_faces(state, [strong]), where, [(strong.id, seat, True)]))
    assert [event.seat for event in done.events if isinstance(event, StakeWon)] == [seat]
    assert not any(isinstance(event, GameStalled) for event in done.events)
    assert rounds(done.events) == [state.round + 1]
    assert (sound(done.state).last_round, sound(done.state).idle) == (None, 1)


@proves(AMB_30)
@given(games(leaning=leanings("assign", "bribe", "play")))
def test_everybody_sees_for_how_many_rounds_nobody_has_won_a_stake(game: Game) -> None:
    """Won in a struggle, by a bribe or by an ability, a Stake starts the count; every round adds one."""
    count = sound(game.first).idle
    for each in game.steps:
        for event in each.events:
            count = 0 if isinstance(event, StakeWon) else count + isinstance(event, RoundBegan)
        for seat in everybody(each.after):
            view = arcanum.observe(each.after, seat)
            assert isinstance(view, View)
            assert view.idle == (count if number(each.after, AMB_30, "idle_rounds") else 0)


@proves(AMB_30)
@given(tables(modules=()), st.integers(1, 999))
def test_where_no_rounds_are_counted_they_end_nothing(state: State, so_many: int) -> None:
    """A table that wants none of this counts for ever."""
    state = idle(attrs.evolve(state, rules=attrs.evolve(state.rules, idle_rounds=0)), so_many)
    after, events = discarded_round(state)
    assert rounds(events) == [so_many + 1]
    assert after.last_round is None


@proves(AMB_30)
@given(st.data(), st.integers(1, 4))
def test_a_game_that_is_given_up_has_no_winner(data: st.DataObject, limit: int) -> None:
    """A limit that was agreed on stops the game after that round; it is reported as unfinished, with its scores."""
    game = data.draw(games(modules=module_sets(never=("events",)), rounds=limit))
    assume(not finished(game))
    assert game.last.round == limit
    assert arcanum.is_over(game.last)
    told = result(game.last, game.events).outcome
    assert told.winners == ()
    assert told.reason.startswith(str(game.expected(AMB_30, "reported")))


@proves(AMB_30)
@given(tables())
def test_a_game_in_which_nobody_has_a_card_ends_too(state: State) -> None:
    """If everything that the players own lies in Districts no round can change anything; the count ends that as well.

    Without the count such a game is reported as unfinished.
    """
    limit = most_idle(state)
    players = tuple(attrs.evolve(each, deck=(), hand=(), discard=()) for each in state.players)
    gone = tuple(card for each in state.players for card in (*each.deck, *each.hand, *each.discard))
    stuck = attrs.evolve(state, players=players, box=(*state.box, *gone), agenda=(CLOSE_ROUND,), phase=Phase.RESOLUTION)
    now = sound(resume(attrs.evolve(stuck, idle=limit - 1, round=limit)).state)
    while legal := arcanum.legal_actions(now):
        assert all(isinstance(action, Settle) for action in legal)
        now = step(now, legal[0]).after
    outcome = arcanum.outcome(now)
    assert outcome is not None
    assert outcome.winners
    assert now.round == limit + 2
    stuck = attrs.evolve(stuck, rules=attrs.evolve(stuck.rules, idle_rounds=0))
    done = resume(stuck)
    told = result(sound(done.state), done.events).outcome
    assert told.winners == ()
    assert told.reason.startswith(str(said(state, AMB_30, "reported")))
    first, *others = stuck.players
    own = next(card for card in gone if state.card(card).emblem == first.guild)
    rest = tuple(card for card in stuck.box if card != own)
    for lucky in (attrs.evolve(first, deck=(own,)), attrs.evolve(first, discard=(own,))):
        on = resume(attrs.evolve(stuck, players=(lucky, *others), box=rest))
        assert not arcanum.is_over(on.state), "who can still draw a card plays on"


# --- what counts ------------------------------------------------------------------------------------------------------


@proves(R_END_3)
@given(endings(tables(modules=("customise", "militia"))))
def test_the_score_is_the_points_in_the_zones_that_count(state: State) -> None:
    """Deck and Discard Pile count, card by card; Relics left in Districts never do, Agents there in one edition."""
    done = finish(state)
    for seat, score in enumerate(done.scores):
        cards = cards_in(done.state, seat, words(state, R_END_3, "zones"))
        assert score.total == sum(card.vp for card in cards) == done.outcome.scores[seat]


@proves(R_END_3)
@given(endgames_played(never=("tactical", "masters")))
def test_played_games_are_counted_card_by_card(game: Game) -> None:
    """In whole games the points on cards are those of the zones that count; Objectives are counted apart."""
    for seat, score in enumerate(result(game.last, game.events).scores):
        assert score.cards == sum(card.vp for card in cards_in(game.last, seat, words(game.first, R_END_3, "zones")))
        assert score.total == score.cards + score.objectives


@proves(AMB_02)
@given(endings(), st.data())
def test_a_card_caught_in_a_district_scores_in_one_edition_only(state: State, data: st.DataObject) -> None:
    """A Personality moved from the Discard Pile to a District takes its points with it, or leaves them."""
    seat = data.draw(st.sampled_from(range(len(state.players))))
    card = data.draw(st.sampled_from(stakes_of(state, Kind.PERSONALITY)))
    state = with_faces(state, [attrs.evolve(card, vp=data.draw(st.integers(1, 9)))])
    at_home = finish(spread(state, [Holding(card.id, seat, "discard")])).outcome.scores
    caught = finish(spread(state, [Holding(card.id, seat, "play")])).outcome.scores
    lost = 0 if said(state, AMB_02, "count_cards_in_play") else state.card(card.id).vp
    assert caught[seat] == at_home[seat] - lost
    assert [points for other, points in enumerate(caught) if other != seat] == [
        points for other, points in enumerate(at_home) if other != seat
    ]


@proves(AMB_22)
@given(endings())
def test_stakes_count_wherever_they_lie(state: State) -> None:
    """All Stakes of a player are counted for ties, also those in Districts that score nothing; guild cards never."""
    written_for(state, AMB_22, "guild_cards", False)
    done = finish(state)
    assert [score.stakes for score in done.scores] == [
        len(stakes_counted(done.state, seat)) for seat in range(len(state.players))
    ]


@proves(AMB_22)
@given(tables(editions(AMB_22, R_TAC_1), always=("tactical",)), st.data())
def test_where_a_stake_lies_decides_a_tie_and_an_objective(state: State, data: st.DataObject) -> None:
    """Of two players level on points one has a Stake more: he wins by it, and by an Objective, where it counts."""
    seat, other = data.draw(st.permutations(range(len(state.players))))[:2]
    zone = data.draw(st.sampled_from(("deck", "discard", "tucked", "play")))
    relic = zone == "play" and said(state, R_BRIBE_8, "relic_stays") is True and data.draw(st.booleans())
    card = attrs.evolve(stakes_of(state, Kind.RELIC)[0] if relic else bribable(state), vp=data.draw(st.integers(0, 3)))
    objective = next(each for each in state.rules.catalogue if each.kind is Kind.OBJECTIVE)
    wish = attrs.evolve(objective, fiefdom=card.fiefdom, count=1, reward=7)
    arranged = spread(with_faces(state, [card, wish]), [Holding(card.id, seat, zone)])
    counts_there = zone in words(state, AMB_22, "zones") and (not relic or said(state, AMB_22, "lying_relics") is True)
    points = card.vp if zone in words(state, R_TAC_3, "zones") and not relic else 0
    done = finish(arranged)
    assert done.outcome.scores[seat] == points
    assert [score.stakes for score in done.scores][seat] == int(counts_there)
    if said(state, R_END_5, "tie_break") == "stakes":
        assert (done.outcome.winners == (seat,)) == (counts_there or points > 0)
    players = list(arranged.players)
    players[seat] = attrs.evolve(players[seat], objectives=(wish.id,))
    wishing = finish(attrs.evolve(arranged, players=tuple(players)))
    assert wishing.outcome.scores[seat] == points + (7 if counts_there else 0)
    assert wishing.outcome.scores[other] == 0


@proves(AMB_22)
@given(endings(), st.booleans())
def test_a_table_may_count_the_stakes_in_districts_or_not(state: State, counted: bool) -> None:
    """By the other reading only those of them count that score; the points on cards are the same by both."""
    other = finish(attrs.evolve(state, rules=attrs.evolve(state.rules, stakes_in_play_count=counted)))
    scoring = words(state, R_END_3, "zones")
    for seat, (score, usual) in enumerate(zip(other.scores, finish(state).scores, strict=True)):
        away = [each.card for place in state.districts for each in place.cards if each.owner == seat]
        caught = [card for card in away if state.card(card).emblem == "stake"]
        agents = [card for card in caught if state.card(card).kind is not Kind.RELIC and "play" in scoring]
        home = [card for card in cards_in(state, seat, ("deck", "discard", "tucked")) if card.emblem == "stake"]
        assert score.stakes == len(home) + len(caught if counted else agents)
        assert score.cards == usual.cards


# --- who wins ---------------------------------------------------------------------------------------------------------


@proves(R_END_4)
@given(counts())
def test_only_a_player_with_most_points_wins(count: Count) -> None:
    """Somebody wins, nobody with fewer points than another, and a sole leader wins alone."""
    written_for(count.state, R_END_4, "wins", "highest")
    done = finish(count.state)
    assert done.outcome.scores == count.points
    assert done.outcome.winners
    assert set(done.outcome.winners) <= set(count.leaders)
    if len(count.leaders) == 1:
        assert done.outcome.winners == count.leaders


@proves(R_END_4)
@given(endgames_played())
def test_played_games_are_won_with_most_points(game: Game) -> None:
    """In whole games, with whatever modules, the winners have the highest score."""
    outcome = result(game.last, game.events).outcome
    assert outcome.winners
    assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}


@proves(R_END_5)
@given(counts(leaders=2, level=False))
def test_a_tie_on_points_goes_to_whoever_has_most_stakes(count: Count) -> None:
    """The tied player with more Stakes than the others wins alone; where there is no tie-break all of them win."""
    by_stakes = said(count.state, R_END_5, "tie_break") == "stakes"
    done = finish(count.state)
    assert len(count.richest) == 1
    assert done.outcome.winners == (count.richest if by_stakes else count.leaders)
    assert [score.stakes for score in done.scores] == list(count.stakes)


@proves(R_END_6)
@given(counts(leaders=2, level=True))
def test_what_is_level_in_points_and_stakes_is_a_draw(count: Count) -> None:
    """Players with most points and equally many Stakes share the victory, and exactly they do."""
    done = finish(count.state)
    assert done.outcome.winners == count.leaders == count.richest
    assert str(said(count.state, R_END_6, "result")) in done.outcome.reason


@proves(R_END_4, R_END_5, R_END_6)
@given(counts() | counts(leaders=2, level=False) | counts(leaders=2, level=True))
def test_the_result_says_what_decided_it(count: Count) -> None:
    """It names the rule that settled a tie, what was equal and for how many; most points alone need no rule."""
    by_stakes = said(count.state, R_END_5, "tie_break") == "stakes"
    level = count.richest if by_stakes else count.leaders
    reason = finish(count.state).outcome.reason
    numbers, cited = [int(each) for each in reason.split() if each.isdigit()], reason.rpartition(" ")[2]
    if len(count.leaders) == 1:
        assert (numbers, "[" in reason) == ([], False)
    elif len(level) == 1:
        assert (numbers, cited) == ([len(count.leaders)], f"[{edition_of(count.state, R_END_5)}]")
    else:
        assert (numbers, cited) == ([len(level)], f"[{edition_of(count.state, R_END_6)}]")
        assert ("Stakes" in reason) is by_stakes
