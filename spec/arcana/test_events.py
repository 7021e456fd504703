"""Random Events: their pile, the one in force and the one foreseen, the end, and what each word of an Event changes."""

from __future__ import annotations

from collections.abc import Callable

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import BribeValue, Flag, FlagName, HandSize, Static, Threshold
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Play
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import R_CUST_1, R_DRAW_1, R_EVT_1, R_EVT_2, R_EVT_3, R_EVT_4, R_EVT_5, R_EVT_6
from arcanum.guilds.effects import Draw
from arcanum.guilds.events import (
    Bribed,
    Drew,
    EndCardShown,
    EventBegan,
    EventForeseen,
    FirstPlayerPassed,
    GameEnded,
    RoundBegan,
)
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import Phase
from arcanum.guilds.views import observe
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_even, is_shuffled
from arcanum.spec.games import asked, number, refused, step, written_for
from arcanum.spec.guilds.arrange import at_turn, settled, with_cards, with_hand, with_stake
from arcanum.spec.guilds.games import (
    Game,
    any_players,
    district,
    editions,
    games,
    guild_rules,
    module_sets,
    offered,
    price,
    sound,
    whole_games,
)

from .modules_kit import (
    AGENT_VALUES,
    SEEDS,
    THRESHOLDS,
    When,
    agents,
    assert_settled_as_reckoned,
    contested,
    ids,
    sums,
    tables,
    with_event_words,
    with_faces,
)
from .setup_kit import many_tables

EVENTS = ("events",)
EDITIONS = editions(R_EVT_1)
WITH_EVENTS = games(rulesets=EDITIONS, modules=module_sets(always=EVENTS))
TABLES = tables(EDITIONS, EVENTS)
WHEN: st.SearchStrategy[When] = st.sampled_from(("in force", "in force", "past", "foreseen"))
"""An Event works in its own round, neither before nor after it."""


def seats(state: State) -> st.SearchStrategy[Seat]:
    """Any seat."""
    return st.sampled_from(range(len(state.players)))


def names(state: State) -> st.SearchStrategy[str]:
    """Any District."""
    return st.sampled_from([each.name for each in state.districts])


def pile_of(state: State) -> tuple[CardId, ...]:
    """The event pile as it was built, from the top; the Events that came into force lay above what is left of it."""
    drawn = (*state.past_events, *(() if state.event is None else (state.event,)))
    return (*drawn, *reversed(state.events))


def jubilee(state: State) -> CardId:
    """The end card."""
    (card,) = ids(state.rules.catalogue.of(Kind.END_CARD))
    return card


@st.composite
def new_games(draw: st.DrawFn, rulesets: st.SearchStrategy[str] = EDITIONS, always: tuple[str, ...] = EVENTS) -> State:
    """The first decision of a game with Events."""
    ruleset = draw(rulesets)
    players, modules = draw(any_players(ruleset)), draw(module_sets(always=always).under(ruleset))
    return sound(arcanum.new_game(guild_rules(ruleset), players=players, seed=draw(SEEDS), modules=modules))


# --- the pile ---------------------------------------------------------------------------------------------------------


@proves(R_EVT_1)
@given(new_games())
def test_the_jubilee_lies_among_the_lowest_events(state: State) -> None:
    """The pile is all Events and the Jubilee, with at least nine Events above it."""
    pile = pile_of(state)
    assert len(pile) == number(state, R_EVT_1, "pile")
    assert set(pile) == {jubilee(state), *ids(state.rules.catalogue.of(Kind.EVENT))}
    place = pile.index(jubilee(state)) + 1
    assert number(state, R_EVT_1, "highest_place") <= place <= number(state, R_EVT_1, "lowest_place")
    assert len(pile) == number(state, R_EVT_1, "mixed") + number(state, R_EVT_1, "above") + 1


@proves(R_EVT_1)
@given(EDITIONS, st.data())
def test_the_events_are_shuffled_and_the_jubilee_lies_anywhere_among_the_lowest(
    ruleset: str, data: st.DataObject
) -> None:
    """Over many games the Jubilee is in each of its places equally often, and the Events in every order."""
    modules = EVENTS if "events" in offered(ruleset) else ()
    tables = many_tables(ruleset, data.draw(any_players(ruleset)), modules)
    end, piles = jubilee(tables[0]), [pile_of(state) for state in tables]
    highest, lowest = (number(tables[0], R_EVT_1, name) for name in ("highest_place", "lowest_place"))
    assert is_even((pile.index(end) + 1 for pile in piles), range(highest, lowest + 1))
    events = ids(tables[0].rules.catalogue.of(Kind.EVENT))
    assert is_shuffled(([card for card in pile if card != end] for pile in piles), events)


@proves(R_EVT_2)
@given(new_games())
def test_the_neutral_pile_has_only_stakes(state: State) -> None:
    """With Events the Neutral District has twelve cards, the faceup one among them, and the Jubilee is not there."""
    neutral = district(state, "N")
    cards = (*neutral.pile, *(() if neutral.stake is None else (neutral.stake,)))
    assert len(cards) == number(state, R_EVT_2, "neutral_pile")
    assert all(state.card(card).emblem == "stake" for card in cards)


@proves(R_EVT_2)
@given(WITH_EVENTS)
def test_no_district_ever_shows_the_jubilee(game: Game) -> None:
    """In a game with Events the Jubilee stays in the event pile."""
    for state in game.states:
        assert jubilee(state) in state.events
        assert not any(jubilee(state) in (here.stake, *here.pile) for here in state.districts)


# --- in force and foreseen --------------------------------------------------------------------------------------------


@proves(R_EVT_3)
@given(games(rulesets=EDITIONS, modules=module_sets(always=EVENTS), rounds=2))
def test_before_the_first_round_one_event_is_seen_and_none_in_force(game: Game) -> None:
    """The top Event is told before round 1 and is the only one that anybody sees until then."""
    before = []
    for event in game.events:
        if isinstance(event, RoundBegan):
            break
        before.append(event)
    foreseen = [event.card for event in before if isinstance(event, EventForeseen)]
    assert len(foreseen) == game.number(R_EVT_3, "public")
    assert not any(isinstance(event, EventBegan) for event in before)
    assert foreseen == [pile_of(game.last)[0]]
    for state in game.states:
        if not state.round:
            for seat in (None, *range(game.players)):
                view = observe(state, seat)
                assert view.next_event == foreseen[0]
                in_force = [card for card in (view.event, *view.past_events) if card is not None]
                assert len(in_force) == game.number(R_EVT_3, "in_force")


@proves(R_EVT_3)
@given(new_games(editions(R_EVT_3, R_CUST_1), ("customise", "events")), st.data())
def test_before_the_first_round_the_rest_of_the_pile_is_hidden(state: State, data: st.DataObject) -> None:
    """Nobody can tell in which order the Events beneath the faceup one lie."""
    assert state.round == 0
    hidden, top = state.events[:-1], state.events[-1]
    other = attrs.evolve(state, events=(*data.draw(st.permutations(hidden)), top))
    for seat in (None, *range(len(state.players))):
        assert observe(other, seat) == observe(state, seat)


@proves(R_EVT_4, R_EVT_5)
@given(whole_games(rulesets=EDITIONS, modules=module_sets(always=EVENTS)))
def test_each_round_has_the_next_event_of_the_pile(game: Game) -> None:
    """In round k the k-th card is in force from its start to its end, and the card after it lies faceup.

    Where rounds follow that of the Jubilee it stays on the pile, and none is in force.
    """
    pile, end = pile_of(game.last), jubilee(game.first)
    last = pile.index(end)
    for state in game.states:
        if not state.round:
            continue
        at = min(state.round - 1, last)
        in_force = pile[at]
        assert state.event == (None if in_force == end else in_force)
        assert state.past_events == pile[:at]
        faceup = end if in_force == end else pile[at + number(state, R_EVT_5, "ahead")]
        for seat in (None, *range(game.players)):
            view = observe(state, seat)
            assert (view.event, view.next_event) == (state.event, faceup)
    for played in game.played_rounds():
        began = [event.card for event in played.events if isinstance(event, EventBegan)]
        at = min(played.number - 1, last)
        assert began == [card for card in pile[at : at + 1] if card != end]
        assert len(began) == (number(game.first, R_EVT_4, "in_force") if began else 0)
        kinds = [type(event) for event in played.events]
        assert not began or kinds.index(EventBegan) < kinds.index(Drew), "it is in force when players draw"


def ends_the_round(events: tuple[arcanum.Event, ...]) -> int:
    """How many of these events belong to the round that runs: all up to the passing of the First Player card."""
    return next(
        (at for at, event in enumerate(events) if isinstance(event, FirstPlayerPassed | GameEnded)), len(events)
    )


@proves(R_EVT_5)
@given(
    games(rulesets=EDITIONS, modules=module_sets(always=EVENTS), rounds=3),
    st.one_of(AGENT_VALUES, THRESHOLDS, st.just(Flag("no-bribes")), st.just(Flag("all-face-down"))),
)
def test_the_event_foreseen_changes_nothing_yet(game: Game, word: Static) -> None:
    """Whatever else stood on the next card, the round would go on with the same choices and the same events."""
    for played in game.played_rounds():
        steps = [each for each in played.steps if each.before.round == played.number]
        top = steps[0].before.card(steps[0].before.events[-1])
        if top.kind is Kind.END_CARD:
            continue
        for words in ((), (word,)):
            face = attrs.evolve(top, statics=words, program=())
            state = with_faces(steps[0].before, {top.id: face})
            for each in steps:
                assert arcanum.legal_actions(state) == arcanum.legal_actions(each.before)
                done = step(state, each.action)
                until = ends_the_round(each.events)
                assert done.events[:until] == each.events[:until]
                state = done.after
                if until < len(each.events):
                    break
                assert attrs.evolve(state, rules=each.after.rules) == each.after


# --- the end ----------------------------------------------------------------------------------------------------------


@proves(R_EVT_6)
@given(whole_games(rulesets=EDITIONS, modules=module_sets(always=EVENTS)))
def test_the_game_lasts_as_many_rounds_as_the_place_of_the_jubilee(game: Game) -> None:
    """When the Jubilee is turned up one more round is played, without an Event; then the game is over."""
    written_for(game.first, R_EVT_6, "extra_rounds", 1)
    place = pile_of(game.last).index(jubilee(game.first)) + 1
    rounds = game.played_rounds()
    assert len(rounds) == game.last.round == place
    assert game.number(R_EVT_6, "shortest") <= place <= game.number(R_EVT_6, "longest")
    assert arcanum.is_over(game.last)
    assert game.events[-1].__class__ is GameEnded
    shown = [(played.number, event) for played in rounds for event in played.events if isinstance(event, EndCardShown)]
    ((when, told),) = shown
    assert when + game.number(R_EVT_6, "extra_rounds") == place == told.last_round
    assert told.card == jubilee(game.first)
    assert told.district is None
    assert not any(isinstance(event, EventBegan) for event in rounds[-1].events)
    outcome = arcanum.outcome(game.last)
    assert outcome is not None
    assert outcome.winners


# --- words of an Event: for everybody, for one round ------------------------------------------------------------------


def everybody(state: State, when: When, word: Static) -> dict[Seat, tuple[Static, ...]]:
    """A word of an Event works for every seat, if the Event is in force."""
    return dict.fromkeys(range(len(state.players)), (word,) if when == "in force" else ())


@proves(R_EVT_4)
@given(contested(EDITIONS, EVENTS), AGENT_VALUES, WHEN)
def test_agent_value_changes_the_agents_of_all(state: State, word: Static, when: When) -> None:
    """While the Event is in force the Agents of all players count as it says, each by where he is at home."""
    assert_settled_as_reckoned(with_event_words(state, when, word), everybody(state, when, word))


@proves(R_EVT_4)
@given(contested(EDITIONS, EVENTS), THRESHOLDS, WHEN)
def test_threshold_changes_what_stakes_take_from_all(state: State, word: Static, when: When) -> None:
    """While the Event is in force Stakes of its kind take more or less from everybody, never less than 1."""
    assert_settled_as_reckoned(with_event_words(state, when, word), everybody(state, when, word))


@proves(R_EVT_4)
@given(contested(EDITIONS, EVENTS, idle=True), st.integers(-9, -1), WHEN)
def test_threshold_lets_nobody_win_with_nothing(state: State, amount: int, when: When) -> None:
    """However little a Stake takes while the Event is in force, Agents who have nothing of it do not win it."""
    word = Threshold(amount, None)
    assert_settled_as_reckoned(with_event_words(state, when, word), everybody(state, when, word))


@proves(R_EVT_4)
@given(contested(EDITIONS, EVENTS, level=True), WHEN, st.data())
def test_ties_to_first_player_lets_him_win_ties(state: State, when: When, data: st.DataObject) -> None:
    """While the Event is in force the first player wins his ties, unless another tied player has a card for it."""
    state = attrs.evolve(state, first_player=data.draw(seats(state)))
    state = with_event_words(state, when, Flag("ties-to-first-player"))
    assert_settled_as_reckoned(state, {}, first_player_wins_ties=when == "in force")


@proves(R_EVT_4)
@given(TABLES, st.integers(-3, 4), st.data())
def test_hand_size_changes_what_all_draw_in_its_round(state: State, amount: int, data: st.DataObject) -> None:
    """In the round of the Event everybody draws so many cards more or fewer, in the next one the usual number."""
    state = with_event_words(state, "foreseen", HandSize(amount))
    usual = number(state, R_DRAW_1, "cards")
    for more in (amount, 0):
        done = settled(state)
        drawn = {event.seat: event.wanted for event in done.events if isinstance(event, Drew)}
        wanted = max(1, usual + more)  # a hand never shrinks to nothing
        assert drawn == dict.fromkeys(range(len(state.players)), wanted)
        got = {event.seat: event.count for event in done.events if isinstance(event, Drew)}
        state = sound(done.state)
        assert {seat: len(player.hand) for seat, player in enumerate(state.players)} == got
        assert max(got.values()) <= wanted


@st.composite
def bribes(draw: st.DrawFn) -> tuple[State, Bribe]:
    """Somebody's turn: he has a Relic and faceup Agents before a Personality with a price."""
    state = draw(TABLES)
    catalogue = state.rules.catalogue
    seat, place = draw(seats(state)), draw(names(state))
    stake = draw(st.sampled_from([card for card in catalogue.of(Kind.PERSONALITY) if card.ducat is not None]))
    guild = state.players[seat].guild
    relic = draw(st.sampled_from(catalogue.of(Kind.RELIC, guild)))
    sent = draw(st.lists(st.sampled_from(agents(catalogue, guild)), min_size=1, max_size=3, unique=True))
    state = with_cards(with_stake(state, place, stake.id), place, [(card, seat, True) for card in sent])
    return at_turn(with_hand(state, seat, [relic.id]), seat), Bribe(relic.id, sent[0])


@proves(R_EVT_4)
@given(bribes(), st.integers(1, 4), WHEN)
def test_bribe_value_adds_to_the_bribes_of_all(position: tuple[State, Bribe], amount: int, when: When) -> None:
    """While the Event is in force anybody's bribe comes to so much more, and it succeeds accordingly."""
    state, action = position
    state = with_event_words(state, when, BribeValue(amount))
    here = next(each for each in state.districts if any(card.card == action.agent for card in each.cards))
    assert here.stake is not None
    own = sums(state, here, asked(state))
    best = max(own[arcanum] for arcanum in state.card(here.stake).main)
    (bribe,) = (event for event in step(state, action).events if isinstance(event, Bribed))
    assert bribe.total == best + (state.card(action.card).ducat or 0) + (amount if when == "in force" else 0)
    assert bribe.success == (bribe.total >= price(state, state.card(here.stake).ducat or 0))


# --- flags ------------------------------------------------------------------------------------------------------------


def assert_forbids(state: State, when: When, flag: FlagName, banned: Callable[[Action], bool]) -> State:
    """Of all that can be done without the Event, only such actions are missing, and only while it is in force."""
    free = with_event_words(state, when)
    flagged = with_event_words(state, when, Flag(flag))
    usual = arcanum.legal_actions(free)
    assert any(banned(action) for action in usual), "there must be something to forbid"
    allowed = [action for action in usual if not (when == "in force" and banned(action))]
    assert list(arcanum.legal_actions(flagged)) == allowed
    assert all(refused(flagged, action) for action in usual if action not in allowed)
    return flagged


@proves(R_EVT_4)
@given(bribes(), WHEN)
def test_no_bribes_forbids_bribing_and_nothing_else(position: tuple[State, Bribe], when: When) -> None:
    """While the Event is in force no Relic can be placed; everything else can be done as ever."""
    state, _ = position
    assert_forbids(state, when, "no-bribes", lambda action: isinstance(action, Bribe))


@proves(R_EVT_4)
@given(TABLES, WHEN, st.data())
def test_no_bribes_forbids_claiming_with_an_old_relic(state: State, when: When, data: st.DataObject) -> None:
    """While the Event is in force an Agent who joins a Relic of a failed bribe does not claim the Personality."""
    seat, place = data.draw(seats(state)), data.draw(names(state))
    catalogue = state.rules.catalogue
    prices = [card for card in catalogue.of(Kind.PERSONALITY) if card.ducat is not None and len(card.main) == 1]
    stake = min(prices, key=lambda card: card.ducat or 0)
    guild = state.players[seat].guild
    relic = attrs.evolve(catalogue.of(Kind.RELIC, guild)[0], ducat=99)
    state = with_faces(state, {relic.id: relic})
    first, *rest, last = agents(catalogue, guild)
    there = [(card, seat, True) for card in (relic.id, *rest[-2:])]
    state = with_cards(with_stake(state, place, stake.id), place, there)
    state = at_turn(with_hand(with_event_words(state, when, Flag("no-bribes")), seat, [first, last]), seat)
    after = step(state, Assign(last, place)).after
    assert (asked(after) == seat) == (when != "in force"), "whoever can claim is asked whether he does"


@proves(R_EVT_4)
@given(TABLES, WHEN, st.data())
def test_no_locations_forbids_playing_locations_and_nothing_else(state: State, when: When, data: st.DataObject) -> None:
    """While the Event is in force no Location can be played; it can be discarded, and all else can be done as ever."""
    seat = data.draw(seats(state))
    guild = state.players[seat].guild
    location = data.draw(st.sampled_from(ids(state.rules.catalogue.of(Kind.LOCATION, guild))))
    own = agents(state.rules.catalogue, guild)
    hand = [location, *data.draw(st.lists(st.sampled_from(own), max_size=3, unique=True))]
    state = at_turn(with_hand(state, seat, hand), seat)
    flagged = assert_forbids(state, when, "no-locations", lambda action: isinstance(action, Play))
    assert Discard(location) in arcanum.legal_actions(flagged)


@proves(R_EVT_4)
@given(tables(EDITIONS, ("militia", "events")), WHEN, st.data())
def test_no_militia_forbids_hiring_and_nothing_else(state: State, when: When, data: st.DataObject) -> None:
    """While the Event is in force no Militia can be hired; everything else can be done as ever."""
    seat = data.draw(seats(state))
    shown = {each.stake for each in state.districts}
    relics = [card.id for card in state.rules.catalogue.of(Kind.RELIC, "stake") if card.id not in shown]
    stakes = st.sampled_from([card.id for card in state.rules.catalogue.stakes if card.id not in shown])
    # A Relic of the Stakes hires by every rule.
    hand = sorted({data.draw(st.sampled_from(relics)), *data.draw(st.lists(stakes, max_size=3, unique=True))})
    assert_forbids(
        at_turn(with_hand(state, seat, hand), seat), when, "no-militia", lambda action: isinstance(action, Hire)
    )


@proves(R_EVT_4)
@given(
    tables(EDITIONS, ("militia", "events")),
    WHEN,
    st.sampled_from((("all-face-up", True), ("all-face-down", False))),
    st.booleans(),
    st.data(),
)
def test_flags_on_facing_decide_how_cards_lie(
    state: State, when: When, flag: tuple[FlagName, bool], hired: bool, data: st.DataObject
) -> None:
    """While such an Event is in force every Agent and Militia card that is sent lies as it says, wherever that is."""
    name, face_up = flag
    seat = data.draw(seats(state))
    card = agents(state.rules.catalogue, state.players[seat].guild)[0]
    shown = {here.stake for here in state.districts}
    (stake, *_) = (each.id for each in state.rules.catalogue.of(Kind.RELIC, "stake") if each.id not in shown)
    own = agents(state.rules.catalogue, state.players[seat].guild)
    for here, lying in zip(state.districts, own[1:], strict=False):
        state = with_cards(state, here.name, [(lying, seat, True)])
    state = at_turn(with_hand(with_event_words(state, when, Flag(name)), seat, [card, stake]), seat)
    before = {here.name: here.cards for here in state.districts}
    assert all(before.values())
    if hired:
        card = state.militia[-1]
        state = step(state, Hire(stake)).after
    for here in state.districts:
        after = district(step(state, Assign(card, here.name)).after, here.name)
        usual = seat not in here.friendly_to
        assert after.cards[: len(before[here.name])] == before[here.name]
        assert after.cards[-1].card == card
        assert after.cards[-1].face_up == (face_up if when == "in force" else usual)


# --- words that are carried out ---------------------------------------------------------------------------------------


@proves(R_EVT_4)
@given(TABLES, st.integers(1, 3), st.data())
def test_what_an_event_does_is_done_once_for_everybody(state: State, cards: int, data: st.DataObject) -> None:
    """In its round, after the draw, each player from the first one on does what the Event says; later nobody does."""
    written_for(state, R_EVT_4, "lasts", "round")
    state = with_event_words(state, "foreseen")
    top = state.events[-1]
    face = attrs.evolve(state.card(top), statics=(), program=(Draw(cards, R_EVT_4),))
    state = with_faces(state, {**{card.id: card for card in state.rules.catalogue}, top: face})
    usual = number(state, R_DRAW_1, "cards")
    for extra in (cards, 0):
        done = settled(state)
        drawn = [(event.seat, event.wanted) for event in done.events if isinstance(event, Drew)]
        state = sound(done.state)
        order = [(state.first_player + ahead) % len(state.players) for ahead in range(len(state.players))]
        assert drawn == [(seat, usual) for seat in order] + [(seat, extra) for seat in order if extra]
        assert state.phase is Phase.INTRIGUE
        assert isinstance(state.agenda[-1], TakeTurn)
