"""Guild Masters: who has which, how often and when they are used, and what those that are always in force change."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import BribeValue, EndPoints, HandSize, StakeKind, Static, Thwart
from arcanum.guilds.actions import At, Bribe, Discard, Play, Take, Use
from arcanum.guilds.cards import UNSEEN, Card, CardId, Kind
from arcanum.guilds.clause_ids import AMB_22, AMB_34, AMB_35, HOUSE_3, R_DRAW_1, R_GM_1, R_GM_2, R_GM_3, R_GM_4, R_LOC_1
from arcanum.guilds.effects import Draw, Strengthen
from arcanum.guilds.events import (
    Bribed,
    Drew,
    GameEnded,
    MasterChosen,
    MastersReadied,
    MasterUsed,
    RoundBegan,
    Strengthened,
    Thwarted,
)
from arcanum.guilds.flow import ChooseMaster
from arcanum.guilds.playing import MayThwart, TakeTurn
from arcanum.kernel.actions import PASS, Option
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.games import asked, number, refused, some_of, stated, step, written_for
from arcanum.spec.guilds.arrange import (
    at_turn,
    fresh,
    settled,
    with_cards,
    with_deck,
    with_discard,
    with_hand,
    with_master,
    with_stake,
    with_tucked,
)
from arcanum.spec.guilds.games import (
    Game,
    Step,
    any_players,
    editions,
    expected,
    games,
    guild_rules,
    leanings,
    module_sets,
    price,
    sound,
)
from arcanum.spec.secrets import everybody

from .modules_kit import (
    AGENT_VALUES,
    SEEDS,
    STAKE_KINDS,
    THRESHOLDS,
    TIE_WINS,
    added_masters,
    agents,
    assert_settled_as_reckoned,
    contested,
    ids,
    master_of,
    sums,
    tables,
    with_faces,
    with_master_words,
)
from .secrets_kit import look

MASTERS = ("masters",)
WITH_MASTERS = games(
    rulesets=editions(R_GM_1), modules=module_sets(always=MASTERS), leaning=leanings("use", "assign", "play")
)
EDITIONS = editions(R_GM_1)
TABLES = tables(EDITIONS, MASTERS)


def seats(state: State) -> st.SearchStrategy[Seat]:
    """Any seat."""
    return st.sampled_from(range(len(state.players)))


def with_tireless(state: State, seat: Seat, *, once: bool) -> State:
    """The position in which a Guild Master, with the symbol or without, can always strengthen its player."""
    master = state.card(master_of(state, seat))
    face = attrs.evolve(master, once_per_round=once, statics=(), program=(Strengthen(1, R_GM_2 if once else R_GM_4),))
    return with_faces(state, {master.id: face})


def uses(state: State) -> list[Use]:
    """The uses of a Guild Master that are offered."""
    return [action for action in arcanum.legal_actions(state) if isinstance(action, Use)]


def use_and_aim(state: State) -> Step:
    """Use the Guild Master that `with_tireless` gave, for the first District."""
    (use,) = uses(state)
    return step(step(state, use).after, At(state.districts[0].name))


# --- choosing ---------------------------------------------------------------------------------------------------------


@proves(R_GM_1)
@given(games(rulesets=editions(R_GM_1), modules=module_sets(always=MASTERS), rounds=2))
def test_everybody_has_one_of_the_three_masters_of_his_guild(game: Game) -> None:
    """Each player chooses once, among the three of his guild; one is his for the whole game, two are in the box.

    Masters that a house rule has added are chosen, taken and boxed like these.
    """
    added = added_masters(expected(HOUSE_3, "added", game.printing))
    choices = game.asked(ChooseMaster)
    assert sorted(choice.seat for _, choice in choices) == sorted(range(game.players))
    for chosen, choice in choices:
        guild = chosen.before.players[choice.seat].guild
        own = {Take(card) for card in ids(game.first.rules.catalogue.of(Kind.MASTER, guild))}
        assert set(arcanum.legal_actions(chosen.before)) == own
        assert len(own) == game.number(R_GM_1, "choices") + added[guild]
        assert added[guild] or len(own) == game.number(R_GM_1, "boxed") + game.number(R_GM_1, "taken")
        for card in ids(game.first.rules.catalogue.of(Kind.MASTER)):
            assert Take(card) in own or refused(chosen.before, Take(card))
    taken = {chosen.seat: chosen.action for chosen, _ in choices}
    for state in game.states:
        if state.round:
            assert {seat: Take(master_of(state, seat)) for seat in range(game.players)} == taken
            boxed = Counter(state.card(card).emblem for card in state.box if state.card(card).kind is Kind.MASTER)
            for player in state.players:
                left = game.number(R_GM_1, "choices") + added[player.guild] - game.number(R_GM_1, "taken")
                assert boxed[player.guild] == left
            masters = len(state.rules.catalogue.of(Kind.MASTER))
            assert sum(boxed.values()) == masters - game.players * game.number(R_GM_1, "taken")


@proves(AMB_35)
@given(games(rulesets=editions(AMB_35), modules=module_sets(always=("masters",)), rounds=1))
def test_nobody_knows_a_master_before_all_have_chosen(game: Game) -> None:
    """Others see that somebody has chosen, not whom; nothing else changes for them, and then all are shown at once."""
    written_for(game.first, AMB_35, "shown", "together")
    choices = [each for each in game.steps if isinstance(each.before.agenda[-1], ChooseMaster)]
    start = game.first.first_player
    assert [each.seat for each in choices] == [(start + ahead) % game.players for ahead in range(game.players)]
    for before_last, each in enumerate(reversed(choices)):
        assert all(player.master is None for player in each.before.players)
        if before_last:
            assert each.events == ()
            for seat in everybody(each.before):
                before, after = look(each.before, seat), look(each.after, seat)
                (asked_now,) = [task for task in after.agenda if isinstance(task, ChooseMaster)]
                for chooser, card in asked_now.picked:
                    assert (card == UNSEEN) is (chooser != seat)
                if seat not in (each.seat, asked_now.seat):
                    assert attrs.evolve(before, prompt=after.prompt, to_act=after.to_act, agenda=after.agenda) == after
        else:
            shown = [event for event in each.events if isinstance(event, MasterChosen)]
            assert {event.seat: Take(event.card) for event in shown} == {one.seat: one.action for one in choices}
            assert all(event.seen_by(seat) == event for event in shown for seat in everybody(each.before))


# --- once a round -----------------------------------------------------------------------------------------------------


@proves(R_GM_2, R_GM_3)
@given(WITH_MASTERS)
def test_a_master_with_the_symbol_works_once_in_a_round(game: Game) -> None:
    """In every round it is used once at most; from then on it is turned sideways and refused until the next round."""
    for played in game.played_rounds():
        used: Counter[CardId] = Counter(event.card for event in played.events if isinstance(event, MasterUsed))
        limited = {card: count for card, count in used.items() if game.first.card(card).once_per_round}
        assert all(count <= game.number(R_GM_2, "uses") for count in limited.values())
    done: set[Seat] = set()
    for each in game.steps:
        for event in each.events:
            if isinstance(event, RoundBegan):
                done = set()
            elif isinstance(event, MasterUsed) and game.first.card(event.card).once_per_round:
                done.add(event.seat)
        after = each.after
        assert {seat for seat, player in enumerate(after.players) if player.master_spent} == done
        if after.agenda and isinstance(after.agenda[-1], TakeTurn) and asked(after) in done:
            assert refused(after, Use(master_of(after, asked(after))))


@proves(R_GM_2)
@given(TABLES, st.data())
def test_a_second_use_in_the_round_is_refused(state: State, data: st.DataObject) -> None:
    """After one use there is none, in the same turn and in the next turns of the round."""
    seat = data.draw(seats(state))
    state = at_turn(with_tireless(state, seat, once=True), seat)
    assert len(uses(state)) == number(state, R_GM_2, "uses")
    state = use_and_aim(state).after
    assert state.players[seat].master_spent
    began = state.round
    while state.round == began and isinstance(state.agenda[-1], TakeTurn):
        assert Use(master_of(state, seat)) not in arcanum.legal_actions(state)
        assert refused(state, Use(master_of(state, seat)))
        state = step(state, Discard(state.players[asked(state)].hand[0])).after


@proves(R_GM_3)
@given(TABLES, st.data())
def test_turned_masters_are_upright_in_the_next_round(state: State, data: st.DataObject) -> None:
    """Whichever Masters were used, when the next round begins all are ready, and everybody hears which were not."""
    written_for(state, R_GM_3, "ready_at", "round-start")
    spent = data.draw(st.sets(seats(state)))
    for seat in range(len(state.players)):
        state = with_master(state, seat, master_of(state, seat), spent=seat in spent)
    done = settled(state)
    after = sound(done.state)
    assert after.round == state.round + 1
    assert not any(player.master_spent for player in after.players)
    told = [event.seats for event in done.events if isinstance(event, MastersReadied)]
    assert told == ([tuple(sorted(spent))] if spent else [])


@proves(R_GM_2, R_GM_3)
@given(TABLES, st.data())
def test_a_used_master_can_be_used_again_a_round_later(state: State, data: st.DataObject) -> None:
    """Used in one round, it works again in the next."""
    seat = data.draw(seats(state))
    state = use_and_aim(at_turn(with_tireless(state, seat, once=True), seat)).after
    state = sound(settled(state).state)
    while asked(state) != seat:
        assert not uses(state) or master_of(state, seat) not in {use.card for use in uses(state)}
        state = step(state, Discard(state.players[asked(state)].hand[0])).after
    assert uses(state) == [Use(master_of(state, seat))]


# --- as often as one likes --------------------------------------------------------------------------------------------


@proves(R_GM_4)
@given(TABLES, st.integers(2, 6), st.data())
def test_a_master_without_the_symbol_works_any_number_of_times(state: State, times: int, data: st.DataObject) -> None:
    """Used again and again in one turn it works each time, is never turned, and the action is still to be taken."""
    written_for(state, R_GM_4, "limit", False)
    seat = data.draw(seats(state))
    state = at_turn(with_tireless(state, seat, once=False), seat)
    for used in range(times):
        assert len(state.bonuses) == used
        done = use_and_aim(state)
        assert [event.seat for event in done.events if isinstance(event, Strengthened)] == [seat]
        state = done.after
        assert not state.players[seat].master_spent
    assert isinstance(state.agenda[-1], TakeTurn)
    assert asked(state) == seat


@proves(R_GM_4)
@given(EDITIONS, SEEDS, st.data())
def test_the_cost_of_an_ability_is_the_only_limit(ruleset: str, seed: int, data: st.DataObject) -> None:
    """A Master that asks for a card each time works as often as there are cards in hand."""
    catalogue = guild_rules(ruleset).catalogue
    unlimited = [card for card in catalogue.of(Kind.MASTER) if card.program and not card.once_per_round]
    master = data.draw(st.sampled_from(some_of(unlimited, None, "Guild Masters with a cost and without a limit")))
    others = [guild for guild in catalogue.guilds if guild != master.emblem]
    guilds = [str(master.emblem), *others][: data.draw(any_players(ruleset))]
    state = fresh(ruleset, guilds, MASTERS, seed)
    seat = 0
    other = (seat + 1) % len(state.players)
    # Somebody else's Agent, so that there is one to be moved.
    state = with_cards(state, "N", [(agents(catalogue, state.players[other].guild)[0], other, True)])
    hand = data.draw(st.permutations(agents(catalogue, state.players[seat].guild)))[: data.draw(st.integers(1, 5))]
    state = at_turn(with_hand(with_master(state, seat, master.id), seat, hand), seat)
    for left in range(len(hand), 0, -1):
        assert asked(state) == seat
        assert len(state.players[seat].hand) == left
        state = step(state, Use(master.id)).after
        while not isinstance(state.agenda[-1], TakeTurn):
            state = step(state, data.draw(st.sampled_from(arcanum.legal_actions(state)))).after
    assert not state.players[seat].hand
    assert asked(state) != seat


# --- when -------------------------------------------------------------------------------------------------------------


@proves(AMB_34)
@given(WITH_MASTERS)
def test_a_master_is_used_only_on_the_owners_own_turn(game: Game) -> None:
    """At every decision of a game a Master can be used only if its owner is to take his turn, and only by him."""
    written_for(game.first, AMB_34, "when", "own-turn")
    for state in game.states[:-1]:
        masters = [player.master for player in state.players if player.master is not None]
        for master in masters:
            own = isinstance(state.agenda[-1], TakeTurn) and state.players[asked(state)].master == master
            assert (own and state.active == asked(state)) or refused(state, Use(master))


@proves(AMB_34)
@given(TABLES, st.booleans(), st.data())
def test_using_a_master_costs_no_card_and_does_not_end_the_turn(state: State, once: bool, data: st.DataObject) -> None:
    """After it the same player has the same hand and the same actions; after his action the next one has his turn."""
    written_for(state, AMB_34, "costs_action", False)
    seat = data.draw(seats(state))
    state = at_turn(with_tireless(state, seat, once=once), seat)
    after = use_and_aim(state).after
    assert isinstance(after.agenda[-1], TakeTurn)
    assert asked(after) == seat
    assert [player.hand for player in after.players] == [player.hand for player in state.players]
    assert set(arcanum.legal_actions(state)) - set(arcanum.legal_actions(after)) <= set(uses(state))
    action = data.draw(st.sampled_from([Discard(card) for card in after.players[seat].hand]))
    assert asked(step(after, action).after) == (seat + 1) % len(state.players)


# --- words that are always in force -----------------------------------------------------------------------------------


@st.composite
def struggles(draw: st.DrawFn, words: st.SearchStrategy[Static], *, level: bool = False) -> tuple[State, Seat, Static]:
    """Contested Districts, and a player whose Guild Master has a word of a kind; the other Masters have none."""
    state, word = draw(contested(EDITIONS, MASTERS, level=level)), draw(words)
    owner = draw(seats(state))
    return with_master_words(state, owner, word), owner, word


def assert_in_force_for_its_owner_in_every_round(position: tuple[State, Seat, Static]) -> None:
    """All struggles end as they must if the word works for its owner alone, used or not, also in another round."""
    state, owner, word = position
    for spent in (False, True):
        turned = with_master(state, owner, master_of(state, owner), spent=spent)
        assert_settled_as_reckoned(attrs.evolve(turned, round=state.round + spent), {owner: (word,)})


@proves(R_GM_4)
@given(struggles(AGENT_VALUES))
def test_agent_value_changes_the_agents_of_its_owner_where_it_says(position: tuple[State, Seat, Static]) -> None:
    """The owner's Agents count more or less, or exactly so much, in its Districts and arcanum; nobody else's do."""
    assert_in_force_for_its_owner_in_every_round(position)


@proves(R_GM_4)
@given(struggles(THRESHOLDS))
def test_threshold_changes_what_stakes_take_from_its_owner(position: tuple[State, Seat, Static]) -> None:
    """Stakes of its kind take more or less from the owner, never less than 1, and from the others what is printed."""
    assert_in_force_for_its_owner_in_every_round(position)


@proves(R_GM_4)
@given(struggles(TIE_WINS, level=True))
def test_tie_win_wins_the_ties_of_its_owner_that_it_names(position: tuple[State, Seat, Static]) -> None:
    """The owner wins ties for its kind of Stake or its arcanum, as his crest does, unless a tied player can as well."""
    assert_in_force_for_its_owner_in_every_round(position)


@proves(R_GM_4)
@given(TABLES, st.integers(0, 4), st.data())
def test_bribe_value_adds_to_the_bribes_of_its_owner(state: State, amount: int, data: st.DataObject) -> None:
    """The owner's bribes come to so much more, the others' to what their cards say, and they succeed accordingly."""
    owner, briber = data.draw(seats(state)), data.draw(seats(state))
    state = with_master_words(state, owner, BribeValue(amount))
    catalogue = state.rules.catalogue
    stake = data.draw(st.sampled_from([card for card in catalogue.of(Kind.PERSONALITY) if card.ducat is not None]))
    guild = state.players[briber].guild
    relic = data.draw(st.sampled_from(catalogue.of(Kind.RELIC, guild)))
    sent = data.draw(st.lists(st.sampled_from(agents(catalogue, guild)), min_size=1, max_size=3, unique=True))
    place = data.draw(st.sampled_from([each.name for each in state.districts]))
    state = with_cards(with_stake(state, place, stake.id), place, [(card, briber, True) for card in sent])
    state = at_turn(with_hand(state, briber, [relic.id]), briber)
    here = next(each for each in state.districts if each.name == place)
    best = max(sums(state, here, briber)[arcanum] for arcanum in stake.main)
    (bribe,) = (event for event in step(state, Bribe(relic.id, sent[0])).events if isinstance(event, Bribed))
    assert bribe.total == best + (relic.ducat or 0) + (amount if briber == owner else 0)
    assert bribe.price == price(state, stake.ducat or 0)
    assert bribe.success == (bribe.total >= bribe.price)


@proves(R_GM_4)
@given(TABLES, st.integers(-4, 4), st.data())
def test_hand_size_changes_what_its_owner_draws_in_every_round(state: State, amount: int, data: st.DataObject) -> None:
    """Its owner draws so many cards more or fewer at the start of each round, the others the usual number."""
    owner = data.draw(seats(state))
    state = with_master_words(state, owner, HandSize(amount))
    usual = number(state, R_DRAW_1, "cards")
    for _ in range(2):
        done = settled(state)
        drawn = {event.seat: event.wanted for event in done.events if isinstance(event, Drew)}
        fewest = max(1, usual + amount)  # a hand never shrinks to nothing
        assert drawn == {seat: fewest if seat == owner else usual for seat in range(len(state.players))}
        got = {event.seat: event.count for event in done.events if isinstance(event, Drew)}
        state = sound(done.state)
        assert {seat: len(player.hand) for seat, player in enumerate(state.players)} == got
        assert all(count <= drawn[seat] for seat, count in got.items())


@proves(R_GM_4)
@given(TABLES, st.integers(1, 3), STAKE_KINDS, st.data())
def test_end_points_reward_the_stakes_of_their_owner(
    state: State, points: int, kind: str | None, data: st.DataObject
) -> None:
    """At the end the owner has so many points for each of his Stakes of the kind or fiefdom, the others have none.

    A Relic that was left in a District is a Stake that he has, and gives no points.
    """
    owner, catalogue = data.draw(seats(state)), state.rules.catalogue
    fiefdom = None if kind is not None else data.draw(st.sampled_from(catalogue.fiefdoms))
    word = EndPoints(points, fiefdom=fiefdom) if kind is None else EndPoints(points, kind=kind_of(kind))
    state = with_master_words(state, owner, word)
    # Whether a Stake of all fiefdoms is one of this fiefdom no clause says, so there is none.
    pool = [card for card in catalogue.stakes if card.fiefdom != "ALL" and card.id not in faceup(state)]
    wanted = [card for card in pool if card.kind.value == kind or card.fiefdom == fiefdom]
    won = data.draw(st.lists(st.sampled_from(wanted) | st.sampled_from(pool), max_size=12, unique=True))
    shares: list[list[str]] = [[] for _ in state.players]
    for card in won:
        shares[data.draw(seats(state))].append(card.id)
    for seat, share in enumerate(shares):
        cut = data.draw(st.integers(0, len(share)))
        state = with_deck(state, seat, share[:cut])
        state = with_discard(state, seat, share[cut::2])
        state = with_tucked(state, seat, share[cut + 1 :: 2])
    left = next(card for card in reversed(pool) if card.kind is Kind.RELIC and card not in won)
    state = with_cards(state, "N", [(left.id, owner, True)])
    (end,) = (
        event for event in settled(attrs.evolve(state, last_round=state.round)).events if isinstance(event, GameEnded)
    )
    rewarded = len([card for card in shares[owner] if catalogue[card] in wanted])
    assert [score.bonus for score in end.scores] == [
        points * rewarded if seat == owner else 0 for seat in range(len(state.players))
    ]
    collected = 1 if stated(state, AMB_22, "lying_relics") else 0
    assert [score.stakes for score in end.scores] == [
        len(share) + collected * (seat == owner) for seat, share in enumerate(shares)
    ]
    assert [score.total - score.cards - score.objectives for score in end.scores] == [
        score.bonus for score in end.scores
    ]


def kind_of(name: str) -> StakeKind:
    """A kind of Stakes by its name."""
    return next(kind for kind in get_args(StakeKind) if kind == name)


def faceup(state: State) -> set[CardId | None]:
    """The Stakes that can be won now."""
    return {each.stake for each in state.districts}


def ready_to_thwart(state: State, actor: Seat, able: set[Seat], *, once: bool) -> State:
    """Some Masters can undo Locations, and the player whose turn it is has three that draw a card."""
    faces: dict[CardId, Card] = {}
    for seat in range(len(state.players)):
        master = state.card(master_of(state, seat))
        words = (Thwart(),) if seat in able else ()
        faces[master.id] = attrs.evolve(master, once_per_round=once, statics=words, program=())
    locations = state.rules.catalogue.of(Kind.LOCATION, state.players[actor].guild)
    faces |= {card.id: attrs.evolve(card, program=(Draw(1, R_LOC_1),)) for card in locations}
    return at_turn(with_hand(with_faces(state, faces), actor, ids(locations)), actor)


@proves(R_GM_2, R_GM_4, AMB_34)
@given(TABLES, st.booleans(), st.data())
def test_thwart_undoes_locations_of_others(state: State, once: bool, data: st.DataObject) -> None:
    """Whoever has it may undo a Location of another player, clockwise; with the symbol he can do so once a round."""
    actor = data.draw(seats(state))
    able = data.draw(st.sets(seats(state), min_size=1))
    state = ready_to_thwart(state, actor, able, once=once)
    others = [(actor + ahead) % len(state.players) for ahead in range(1, len(state.players))]
    waiting = [seat for seat in others if seat in able]
    for location in ids(state.rules.catalogue.of(Kind.LOCATION, state.players[actor].guild)):
        hand = set(state.players[actor].hand)
        state = step(state, Play(location)).after
        undone: Seat | None = None
        for seat in waiting:
            assert isinstance(state.agenda[-1], MayThwart)
            assert asked(state) == seat
            assert set(arcanum.legal_actions(state)) == {Option("thwart"), PASS}
            yes = data.draw(st.booleans())
            answered = step(state, Option("thwart") if yes else PASS)
            told = [(each.seat, each.card, each.by) for each in answered.events if isinstance(each, Thwarted)]
            assert told == ([(actor, location, master_of(state, seat))] if yes else [])
            state = answered.after
            if yes:
                undone = seat
                break
        assert not isinstance(state.agenda[-1], MayThwart)
        assert state.players[actor].discard[-1] == location
        assert len(state.players[actor].hand) == len(hand - {location}) + (undone is None)
        if once and undone is not None:
            waiting.remove(undone)
        turned = {seat for seat, player in enumerate(state.players) if player.master_spent}
        assert turned == (able - {actor} - set(waiting) if once else set())
        state = at_turn(state, actor)
