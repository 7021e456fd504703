"""Whatever is asked, just what the clauses allow can be answered, and the rest is refused for the right reason.

Games lead to almost every kind of question; arrangements lead to what they seldom reach: turns in which much is
forbidden, a Location that says every word of the language, struggles in which something must be chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, State
from arcanum.guilds.abilities import CopyValues, Flag, StakeKind, Where
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Keep, Play, Take, Use
from arcanum.guilds.cards import POWERS, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_05,
    AMB_07,
    AMB_08,
    AMB_14,
    AMB_16,
    AMB_17,
    AMB_21,
    AMB_25,
    AMB_29,
    AMB_30,
    AMB_32,
    AMB_34,
    F_ACT_2,
    F_ACT_5,
    F_ACT_6,
    F_ACT_7,
    F_ACT_8,
    F_BRIBE_5,
    F_BRIBE_6,
    F_END_1,
    F_MULTI_1,
    F_SETUP_4,
    F_SETUP_6,
    F_STAKE_1,
    F_STAKE_2,
    F_TAC_1,
    R_BRIBE_1,
    R_BRIBE_2,
    R_BRIBE_10,
    R_BRIBE_12,
    R_CUST_1,
    R_CUST_3,
    R_END_1,
    R_END_2,
    R_EVT_4,
    R_GM_1,
    R_GM_2,
    R_GM_4,
    R_HARL_5,
    R_INT_2,
    R_INT_5,
    R_INT_6,
    R_INT_7,
    R_LOC_1,
    R_LOC_3,
    R_MIL_2,
    R_MIL_3,
    R_OBJ_3,
    R_PERS_1,
    R_RES_2,
    R_SETUP_1,
    R_SETUP_8,
    R_TAC_1,
)
from arcanum.guilds.effects import (
    Banish,
    Choose,
    CycleStake,
    DiscardFromHand,
    Draw,
    DrawAndPlay,
    ExtraAction,
    Look,
    MoveAgent,
    Recall,
    Recover,
    Reveal,
    ShufflePile,
    Strengthen,
    SwapStakes,
    WinStake,
)
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import District, Phase
from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Alternative
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import any_rules, asked
from arcanum.spec.guilds.arrange import (
    at_resolution,
    at_turn,
    resume,
    with_cards,
    with_event,
    with_hand,
    with_only_deck,
    with_pile,
    with_stake,
)
from arcanum.spec.guilds.games import Game, Modules, editions, games, leanings, module_sets, sound
from arcanum.spec.guilds.invariants import every_action

from .bribes_kit import boards, shown, tables, with_faces
from .ending_kit import endgames_played
from .naive_answers import answers
from .naive_refusals import asking, edition_of, reason

LOOKS = 1
"""How many moments of a game are looked at for each kind of question, from its start and from its end."""
PARTS = 6
"""Into so many parts all actions are divided."""
LIVELY = leanings("assign", "play", "bribe", "hire", "use")
"""Players who do whatever is not discarding."""
EVERYTHING = module_sets(always=("militia", "masters", "events", "tactical"))
"""Modules that ask something, or forbid it."""
ASKED = games(leaning=LIVELY) | games(leaning=LIVELY, modules=EVERYTHING)
"""Games in which almost every kind of question is asked sooner or later."""


def moments(game: Game) -> Iterator[State]:
    """Some states of a game, of every kind of question the first and the last ones."""
    waiting = [state for state in game.states if state.agenda]
    for states in (waiting, reversed(waiting)):
        seen: Counter[tuple[type, type]] = Counter()
        for state in states:
            question = state.agenda[-1]
            kind = type(question), type(getattr(question, "effect", None))
            if seen[kind] < LOOKS:
                seen[kind] += 1
                yield state


def close(state: State) -> Iterator[Action]:
    """Actions that come close to what is asked: the right cards, but too many of them, or in the wrong place."""
    question: Any = state.agenda[-1]
    player = state.players[asked(state)]
    dealt = player.objectives
    yield from (Keep(cards) for cards in (dealt[:1], dealt[:3], dealt[1::-1], dealt[:1] * 2) if cards)
    yield from (Take(card) for card in getattr(question, "chosen", ())[:2])
    lying = [each.card for district in state.districts for each in district.cards]
    yield from (Bribe(card, agent) for card in player.hand for agent in lying)


def assert_refused_for_the_right_reason(state: State, actions: Iterable[Action]) -> None:
    """Each action that is not legal is refused by the clause that forbids it, with what is wrong in the sentence."""
    legal = set(arcanum.legal_actions(state))
    for action in actions:
        found = arcanum.why_not(state, action)
        if action in legal:
            assert found == ()
            continue
        clause, words = reason(state, action)
        assert [each.clause for each in found] == [clause], f"{action}: {found}"
        assert words in found[0].message, f"{action}: {found}"


@proves(
    R_INT_2,
    F_ACT_2,
    R_CUST_1,
    R_OBJ_3,
    F_SETUP_4,
    R_GM_1,
    R_GM_2,
    R_GM_4,
    R_EVT_4,
    AMB_34,
    R_MIL_3,
    F_ACT_7,
    R_BRIBE_10,
    F_BRIBE_6,
    AMB_07,
    R_RES_2,
    R_TAC_1,
    F_TAC_1,
)
@given(ASKED, st.integers(0, PARTS - 1))
def test_every_refusal_names_the_clause_that_speaks_against_the_action(game: Game, start: int) -> None:
    """Whatever is asked, each action that is not legal is refused by the clause that forbids it, and says what."""
    for turn, state in enumerate(moments(game), start):
        assert_refused_for_the_right_reason(state, (*every_action(state)[turn % PARTS :: PARTS], *close(state)))


# --- turns ------------------------------------------------------------------------------------------------------------


def own(state: State, seat: Seat, kind: Kind) -> list[CardId]:
    """The cards of a player's guild, of a kind."""
    return [card.id for card in state.rules.catalogue.of(kind, state.players[seat].guild)]


def dressed(state: State, seat: Seat) -> State:
    """The seat holds two cards of each kind, and before each Stake lies an Agent of it and one of its neighbour."""
    other = (seat + 1) % len(state.players)
    for at, district in enumerate(state.districts):
        agents = (own(state, seat, Kind.AGENT)[at], seat, at % 2 == 0), (own(state, other, Kind.AGENT)[at], other, True)
        left = ((own(state, seat, Kind.RELIC)[0], seat, True),) if district.name == "N" else ()
        state = with_cards(state, district.name, (*agents, *left))
    kinds = (Kind.LOCATION, Kind.RELIC, Kind.PERSONALITY)
    won = [card.id for kind in kinds for card in state.rules.catalogue.of(kind, "stake")[-1:]]
    hand = [card for kind in (Kind.AGENT, *kinds) for card in own(state, seat, kind)[-1:]]
    return shown(with_hand(state, seat, (*hand, *won)))


def pools(state: State, district: District) -> Iterator[list[CardId | None]]:
    """What may lie faceup in a District: a Personality with a price or without one, something else, nothing."""
    people = state.rules.catalogue.of(Kind.PERSONALITY)
    yield [card.id for card in people if card.ducat is not None]
    yield [card.id for card in people if card.ducat is None]
    yield [card.id for card in state.rules.catalogue.stakes if card.kind is not Kind.PERSONALITY]
    yield [card.id for card in state.rules.catalogue.of(Kind.END_CARD)] if district.name == "N" else []
    yield [None]


@st.composite
def turns(draw: st.DrawFn) -> State:
    """A turn with cards of every kind in hand and in the Districts, before Stakes of every kind."""
    rules = any_rules(GAME.name)
    state = draw(tables(rules, Modules()) | tables(rules, EVERYTHING))
    seat = draw(st.integers(0, len(state.players) - 1))
    state = dressed(state, seat)
    for at, district in enumerate(state.districts):
        pool = draw(st.sampled_from([each for each in pools(state, district) if each]))
        state = with_stake(state, district.name, pool[at % len(pool)])
    return at_turn(state, seat)


def troubles(state: State) -> Iterator[State]:
    """The same turn with something in the way: an Event, no Militia, no Stake anywhere, a Guild Master that is used."""
    for event in state.rules.catalogue.of(Kind.EVENT):
        if any(isinstance(word, Flag) and word.name.startswith("no-") for word in event.statics):
            yield with_event(state, event.id)
    yield attrs.evolve(state, militia=(), militia_used=(*state.militia_used, *state.militia))
    yield attrs.evolve(state, players=tuple([attrs.evolve(each, master_spent=True) for each in state.players]))
    for district in state.districts:
        state = with_stake(state, district.name, None)
    yield state


def with_own_cards(state: State) -> Iterator[Action]:
    """Whatever a player could try in his turn with what belongs to him."""
    player = state.players[asked(state)]
    for card in player.hand:
        yield from (Play(card), Hire(card), Discard(card))
        yield from (Assign(card, district.name) for district in state.districts)
    yield from close(state)
    if player.master is not None:
        yield Use(player.master)


@proves(
    R_INT_2,
    F_ACT_2,
    R_LOC_3,
    F_STAKE_2,
    R_INT_5,
    F_ACT_5,
    R_INT_6,
    F_ACT_6,
    R_SETUP_8,
    F_SETUP_6,
    AMB_08,
    R_BRIBE_1,
    F_BRIBE_5,
    R_BRIBE_2,
    R_BRIBE_12,
    R_SETUP_1,
    R_MIL_2,
    F_ACT_7,
    AMB_17,
    R_EVT_4,
    R_GM_1,
    R_GM_2,
    R_GM_4,
)
@given(turns())
def test_what_cannot_be_done_with_a_card_is_refused_by_the_rule_for_it(state: State) -> None:
    """With any card of the hand: where it cannot go, whom it cannot bribe, what it does not pay for, and why."""
    assert_refused_for_the_right_reason(state, every_action(state))
    for each in (state, *troubles(state)):
        assert_refused_for_the_right_reason(each, with_own_cards(each))


# --- abilities --------------------------------------------------------------------------------------------------------


KINDS: st.SearchStrategy[StakeKind | None] = st.sampled_from((None, "relic", "location", "personality"))
WHERE: st.SearchStrategy[Where] = st.sampled_from(("any", "friendly", "enemy", "neutral"))


@st.composite
def wins(draw: st.DrawFn, clause: ClauseId) -> WinStake:
    """Cheap Stakes, of a kind or any, somewhere."""
    return WinStake(draw(st.integers(1, 6)), clause, draw(WHERE), draw(KINDS))


@st.composite
def choices(draw: st.DrawFn, clause: ClauseId) -> Choose:
    """A choice between words that are not always of use."""
    words = {
        "draw": Draw(1, clause),
        "house": DrawAndPlay(1, 1, clause),
        "discard": DiscardFromHand(draw(st.integers(1, 5)), clause),
        "win": draw(wins(clause)),
        "act": ExtraAction(1),
    }
    one = [Alternative(name, (word,)) for name, word in words.items()]
    two = Alternative("win-and-draw", (words["win"], words["draw"]))
    return Choose((*one, two), clause, draw(st.booleans()))


@st.composite
def every_word(draw: st.DrawFn, state: State) -> tuple[object, ...]:
    """Every word that asks its player for something, one after the other."""
    clause = edition_of(state, R_LOC_1)
    return (
        Look("hand", clause),
        Look("pile", clause),
        Look("agents", clause),
        DiscardFromHand(2, clause),
        Recover(draw(st.sampled_from(("agent", "relic", "personality"))), clause),
        Recall(clause, draw(st.sampled_from(("agent", "relic")))),
        Banish(clause, draw(WHERE)),
        MoveAgent(clause, draw(st.sampled_from(("own", "foreign", "any")))),
        Reveal(clause),
        SwapStakes(clause),
        CycleStake(clause),
        ShufflePile(clause),
        Strengthen(1, clause),
        draw(wins(clause)),
        DrawAndPlay(2, 1, clause),
        draw(choices(clause)),
    )


def course(state: State, choice: int, goes_on: Callable[[State], bool]) -> Iterator[State]:
    """The states from one on, as long as it goes on; each question is answered with one of the legal actions."""
    while goes_on(state):
        yield state
        legal = arcanum.legal_actions(state)
        state = sound(arcanum.apply(state, legal[choice % len(legal)]))


@st.composite
def abilities(draw: st.DrawFn) -> list[State]:
    """All questions of a Location that says every word; a Deck or a pile may be used up, and the hand be short."""
    board = draw(boards(editions(R_LOC_1), relics=True))
    hand = (*board.spares(2), own(board.state, board.seat, Kind.RELIC)[0])
    state = board.playing(*draw(every_word(board.state)), hand=hand[draw(st.integers(0, 2)) :])
    state = with_only_deck(state, board.seat, ()) if draw(st.booleans()) else state
    state = with_pile(state, state.districts[0].name, ()) if draw(st.booleans()) else state
    state = sound(arcanum.apply(state, Play(board.location)))
    choice = draw(st.integers(0, 2**10))
    return list(course(state, choice, lambda now: bool(now.agenda) and not isinstance(now.agenda[-1], TakeTurn)))


@proves(R_LOC_1, F_ACT_5)
@given(abilities(), st.integers(0, PARTS - 1))
def test_what_an_ability_cannot_be_aimed_at_is_out_of_its_reach(states: list[State], start: int) -> None:
    """Whatever a Location asks for, its clause refuses what it cannot reach, and what is no answer at all."""
    for turn, state in enumerate(states, start):
        assert_refused_for_the_right_reason(state, every_action(state)[turn % PARTS :: PARTS])


# --- struggles --------------------------------------------------------------------------------------------------------


def torn(state: State, one: Seat, other: Seat) -> State:
    """Two players are level in all three arcana of the Neutral Stake; elsewhere an Agent of each can copy two others.

    There the Stake has a single Main Arcanum: nobody is asked with what to count what the naive referee cannot read.
    """
    plain, stake = state.districts[0].stake, state.districts[-1].stake
    assert plain is not None
    assert stake is not None
    ours, theirs = own(state, one, Kind.AGENT), own(state, other, Kind.AGENT)
    best, mirror = {"values": (99, 99, 99), "statics": ()}, {"statics": (CopyValues(),)}
    faces: dict[str, dict[str, Any]] = {ours[0]: best, theirs[0]: best, ours[1]: mirror, theirs[2]: mirror}
    state = with_faces(state, {**faces, plain: {"main": POWERS[:1]}, stake: {"main": POWERS}})
    state = with_cards(state, state.districts[-1].name, ((ours[0], one, True), (theirs[0], other, True)))
    cards = ((ours[1], one, True), (ours[2], one, True), (theirs[1], other, True), (theirs[2], other, True))
    return with_cards(state, state.districts[0].name, cards)


@st.composite
def struggles(draw: st.DrawFn) -> list[State]:
    """All questions of a Resolution Phase in which something must be chosen."""
    state = draw(tables(any_rules(GAME.name)))
    one, other = draw(st.permutations(range(len(state.players))))[:2]
    state = sound(resume(at_resolution(shown(torn(state, one, other)))).state)
    return list(course(state, draw(st.integers(0, 2**10)), lambda now: now.phase is Phase.RESOLUTION))


@proves(R_RES_2, R_HARL_5, AMB_14, F_MULTI_1, R_TAC_1, F_TAC_1)
@given(struggles(), st.integers(0, PARTS - 1))
def test_what_is_no_answer_in_a_struggle_is_refused_by_the_clause_that_asks(states: list[State], start: int) -> None:
    """The order of the Districts, whom to copy, what to count with, where to put a Stake: else nothing is accepted."""
    for turn, state in enumerate(states, start):
        assert_refused_for_the_right_reason(state, every_action(state)[turn % PARTS :: PARTS])


# --- what can be answered ---------------------------------------------------------------------------------------------


SCENES = turns().map(lambda state: [state, *troubles(state)]) | abilities() | struggles()
"""What games seldom reach."""


def assert_just_what_is_allowed_can_be_answered(states: Iterable[State]) -> None:
    """Each question has all the answers that the clauses allow, each once, and no others."""
    for state in states:
        if state.agenda:
            assert sorted(map(str, arcanum.legal_actions(state))) == sorted(map(str, answers(state))), repr(state)


@proves(
    R_CUST_1,
    R_CUST_3,
    R_OBJ_3,
    F_SETUP_4,
    R_INT_2,
    F_ACT_2,
    AMB_32,
    R_INT_5,
    F_ACT_5,
    R_INT_6,
    F_ACT_6,
    R_INT_7,
    F_ACT_8,
    R_PERS_1,
    F_STAKE_1,
    R_LOC_1,
    R_LOC_3,
    F_STAKE_2,
    R_BRIBE_1,
    F_BRIBE_5,
    R_BRIBE_2,
    R_BRIBE_12,
    AMB_25,
    R_BRIBE_10,
    F_BRIBE_6,
    AMB_05,
    AMB_07,
    R_SETUP_1,
    R_MIL_2,
    F_ACT_7,
    AMB_16,
    R_MIL_3,
    R_GM_1,
    R_GM_2,
    R_GM_4,
    AMB_34,
    R_EVT_4,
    R_RES_2,
    R_TAC_1,
    F_TAC_1,
)
@given(ASKED)
def test_just_what_the_clauses_allow_can_be_answered(game: Game) -> None:
    """Every question of a game offers all the answers that the rules allow, and no others."""
    assert_just_what_is_allowed_can_be_answered(game.states)


@proves(
    R_INT_2,
    F_ACT_2,
    R_INT_5,
    F_ACT_5,
    R_INT_6,
    F_ACT_6,
    R_INT_7,
    F_ACT_8,
    R_PERS_1,
    F_STAKE_1,
    R_LOC_1,
    R_LOC_3,
    F_STAKE_2,
    AMB_08,
    R_END_2,
    AMB_29,
    R_BRIBE_1,
    F_BRIBE_5,
    R_BRIBE_2,
    R_BRIBE_12,
    AMB_25,
    AMB_07,
    R_SETUP_1,
    R_MIL_2,
    F_ACT_7,
    AMB_16,
    AMB_17,
    R_GM_2,
    R_GM_4,
    R_EVT_4,
    R_RES_2,
    R_HARL_5,
    AMB_21,
    AMB_14,
    F_MULTI_1,
    R_TAC_1,
    F_TAC_1,
)
@given(SCENES)
def test_just_that_can_be_answered_where_much_is_asked_or_forbidden(states: list[State]) -> None:
    """In arranged turns, for every word of an ability and in a struggle, all that the rules allow, and no more."""
    assert_just_what_is_allowed_can_be_answered(states)


# --- the end, and the others ------------------------------------------------------------------------------------------


@proves(R_END_1, F_END_1, AMB_30)
@given(games(rounds=2) | endgames_played())
def test_when_the_game_is_over_nothing_is_legal_because_it_is_over(game: Game) -> None:
    """Every action is refused for that reason alone, whoever tries it: somebody has won, or the game was given up."""
    outcome = arcanum.outcome(game.last)
    assert outcome is not None
    clause = edition_of(game.last, R_END_1) if outcome.winners else AMB_30
    for seat in (None, *range(game.players)):
        for action in every_action(game.last):
            (refusal,) = arcanum.why_not(game.last, action, seat=seat)
            assert refusal.clause == clause
            assert "over" in refusal.message


@proves(R_INT_2, F_ACT_2, R_RES_2, R_OBJ_3, F_SETUP_4, R_CUST_1, R_GM_1, R_TAC_1, F_TAC_1)
@given(games(leaning=LIVELY))
def test_whoever_is_not_asked_is_told_who_is(game: Game) -> None:
    """A legal action of another seat is refused by the clause that asks, and the sentence says who has to do what."""
    for state in moments(game):
        clause, task = asking(state)
        action = arcanum.legal_actions(state)[-1]
        for seat in range(game.players):
            found = arcanum.why_not(state, action, seat=seat)
            if seat == asked(state):
                assert found == ()
                continue
            (refusal,) = found
            assert refusal.clause == clause
            assert f"seat {seat}: {task}" in refusal.message
            assert found == arcanum.why_not(state, Play(CardId("no-such-card")), seat=seat), "nothing else is told"
