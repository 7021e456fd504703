"""What each action word does when it stands on a Location, and that it does nothing else.

A Location of the player's own guild gets the word as its whole text; the Location itself always goes from the hand to
the Discard Pile.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.abilities import StakeKind, Where
from arcanum.guilds.actions import Assign, At, Discard, Move, Opponent, Play, Select, Swap, Take
from arcanum.guilds.bribing import ClaimBribe
from arcanum.guilds.cards import POWERS, Arcanum, CardId, Kind
from arcanum.guilds.clause_ids import AMB_20, R_INT_13, R_LOC_1, R_RES_5
from arcanum.guilds.decisions import DiscardDrawn, PlayDrawn
from arcanum.guilds.effects import (
    ACTION_WORDS,
    Banish,
    CardKind,
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
from arcanum.guilds.events import Settled
from arcanum.guilds.playing import TakeTurn
from arcanum.guilds.state import Bonus, Phase
from arcanum.guilds.views import DistrictView, View
from arcanum.kernel.actions import PASS, Action, Option
from arcanum.kernel.agenda import Alternative, EachOther, EachPlayer
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_shuffled
from arcanum.spec.games import any_answer, fitting
from arcanum.spec.games import step as answer
from arcanum.spec.guilds.arrange import settled, with_deck, with_discard, with_only_deck, with_stake
from arcanum.spec.guilds.games import Step, district, editions, next_card, threshold
from arcanum.spec.guilds.invariants import check_state
from arcanum.spec.invariants import check_decision, check_public
from arcanum.spec.secrets import everybody

from .bribes_kit import (
    Board,
    at_its_end,
    boards,
    discard_of,
    hand_of,
    is_new_turn,
    kept,
    lies,
    looked_at,
    moves,
    put_away,
    relics_for,
    shown,
    spots,
    stakes_of,
    tables,
    then,
    total_of,
)
from .ledger_kit import Ledger, assert_agrees
from .secrets_kit import check_secrets, look

LONGEST = 12
"""So many answers are looked at that a text asks for."""
OPEN = ("event", "bonuses", "militia_used", "last_round", "active")
BOTH = editions(R_LOC_1)
BOARDS = boards(BOTH)
FULL_BOARDS = boards(BOTH, relics=True)


def check(board: Board, before: State, after: State, expected: Mapping[CardId, str], *, order: bool = True) -> None:
    """The Location was discarded, these cards are now there, and everything else is as before."""
    found = {card: new for card, (_, new) in moves(before, after).items()}
    assert found == {**expected, board.location: discard_of(board.seat)}
    for old, new in zip(before.players, after.players, strict=True):
        assert kept(old.deck, new.deck)
        assert kept(old.discard, new.discard)
    for here, there in zip(before.districts, after.districts, strict=True):
        assert not order or kept(here.pile, there.pile)
        assert kept([each.card for each in here.cards], [each.card for each in there.cards])
    for name in ("last_round", "first_player", "militia", "militia_used", "event", "box", "aside"):
        assert getattr(before, name) == getattr(after, name)


def legal(step: Step) -> set[Action]:
    """What can be answered after a step."""
    return set(arcanum.legal_actions(step.after))


def view(state: State, seat: Seat) -> View:
    """What a seat sees."""
    found = arcanum.observe(state, seat)
    assert isinstance(found, View)
    return found


def aimed(
    board: Board, state: State, targets: set[Action], data: st.DataObject, among: Collection[Action] = ()
) -> tuple[Step, Action]:
    """Play the Location, see that exactly these targets are offered, and take one (of some); some must be there.

    Who only hears of it knows afterwards where everything is, and who has seen what.
    """
    step = answer(state, Play(board.location))
    if not targets:
        check(board, state, step.after, {})
    assume(targets)
    assert legal(step) == targets
    action = data.draw(st.sampled_from(sorted(among or targets, key=str)))
    ledger, done = Ledger.at(state), then(step, action)
    for event in done.events:
        ledger.hear(event)
    assert_agrees(ledger, done.after)
    return done, action


# --- cards ------------------------------------------------------------------------------------------------------------


@proves(R_LOC_1)
@given(BOARDS, st.integers(1, 3), st.sampled_from((0, 1, 2, 11)))
def test_draw(board: Board, count: int, left: int) -> None:
    """The top cards of the own Deck come to the hand, as far as there are any; the Discard Pile stays as it is."""
    state = board.playing(Draw(count, R_LOC_1))
    state = with_only_deck(state, board.seat, state.players[board.seat].deck[:left])
    step = answer(state, Play(board.location))
    check(board, state, step.after, dict.fromkeys(state.players[board.seat].deck[-count:], hand_of(board.seat)))
    assert is_new_turn(step.after, board.seat)


@proves(R_LOC_1)
@given(BOARDS, st.integers(2, 3), st.integers(1, 3), st.data())
def test_draw_and_play(board: Board, draw: int, play: int, data: st.DataObject) -> None:
    """So many cards are drawn, so many of them are played, and the others are discarded."""
    cards = board.spares(draw)
    assume(len(cards) == draw)
    state = with_deck(board.playing(DrawAndPlay(draw, play, R_LOC_1)), board.seat, cards)
    step = answer(state, Play(board.location))
    expected = dict.fromkeys(cards, discard_of(board.seat))
    for left in range(min(play, draw), 0, -1):
        assert {(task.seat, task.clause) for task in asked(step)} == {(board.seat, R_LOC_1)}
        assert [task.count for task in asked(step) if isinstance(task, PlayDrawn)] == [left + max(0, play - draw)]
        assert {action.card for action in legal(step) if isinstance(action, Assign)} <= set(cards)
        action = data.draw(st.sampled_from(sorted((a for a in legal(step) if isinstance(a, Assign)), key=str)))
        assert expected[action.card] == discard_of(board.seat)
        expected[action.card] = lies(state, action.district, board.seat)
        step = then(step, action)
    check(board, state, step.after, expected)


def asked(step: Step) -> list[PlayDrawn | DiscardDrawn]:
    """What is still to be done with cards that were drawn."""
    return [task for task in step.after.agenda if isinstance(task, PlayDrawn | DiscardDrawn)]


@proves(R_LOC_1)
@given(BOARDS, st.integers(1, 3), st.integers(0, 4), st.data())
def test_discard(board: Board, count: int, size: int, data: st.DataObject) -> None:
    """So many cards of the own choice go from the hand to the Discard Pile, or all if there are fewer."""
    hand = board.spares(size)
    state = board.playing(DiscardFromHand(count, R_LOC_1), hand=hand)
    step = answer(state, Play(board.location))
    gone: list[CardId] = []
    while len(gone) < min(count, len(hand)):
        assert legal(step) == {Discard(card) for card in hand if card not in gone}
        gone.append(data.draw(st.sampled_from([card for card in hand if card not in gone])))
        step = then(step, Discard(gone[-1]))
    check(board, state, step.after, dict.fromkeys(gone, discard_of(board.seat)))


KINDS: tuple[CardKind, ...] = ("agent", "relic", "personality")


@proves(R_LOC_1)
@given(BOARDS, st.sampled_from(KINDS), st.data())
def test_recover(board: Board, kind: CardKind, data: st.DataObject) -> None:
    """A card of the kind comes from the own Discard Pile to the hand; Personalities are Agents as well."""
    placed = [card.card for _, _, card in spots(board.state)]
    stakes = [*stakes_of(board.state, Kind.PERSONALITY)[:9], *stakes_of(board.state, Kind.LOCATION)[:9]]
    free = [
        card for card in (*board.spares(4), *relics_for(board.state, board.seat)[:4], *stakes) if card not in placed
    ]
    pile = data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=5, unique=True))
    state = shown(with_discard(board.playing(Recover(kind, R_LOC_1)), board.seat, pile))
    kinds = {Kind.AGENT, Kind.PERSONALITY} if kind == "agent" else {Kind(kind)}
    targets: set[Action] = {Take(card) for card in pile if state.card(card).kind in kinds}
    step, action = aimed(board, state, targets, data)
    assert isinstance(action, Take)
    check(board, state, step.after, {action.card: hand_of(board.seat)})


RECALLED: tuple[Literal["agent", "relic"], ...] = ("agent", "relic")


@proves(R_LOC_1)
@given(FULL_BOARDS, st.sampled_from(RECALLED), st.data())
def test_recall(board: Board, kind: Literal["agent", "relic"], data: st.DataObject) -> None:
    """An own card of the kind comes from a District to the hand; what lies beside it stays."""
    state = looked_at(board.playing(Recall(R_LOC_1, kind)))
    own = {(name, at): each.card for name, at, each in spots(state) if each.owner == board.seat}
    wanted = {spot: card for spot, card in own.items() if (state.card(card).kind is Kind.RELIC) is (kind == "relic")}
    step, action = aimed(board, state, {Select(*spot) for spot in wanted}, data)
    assert isinstance(action, Select)
    check(board, state, step.after, {wanted[action.district, action.place]: hand_of(board.seat)})


WHERE: tuple[Where, ...] = ("any", "friendly", "enemy", "neutral")


def is_there(state: State, name: str, seat: Seat, where: Where) -> bool:
    """Whether a District is one of those that a word works in."""
    home = seat in district(state, name).friendly_to
    return where == "any" or where == ("neutral" if name == "N" else "friendly" if home else "enemy")


@proves(R_LOC_1)
@given(FULL_BOARDS, st.sampled_from(WHERE), st.data())
def test_banish(board: Board, where: Where, data: st.DataObject) -> None:
    """An Agent of another player goes from such a District to its owner's Discard Pile."""
    state = board.playing(Banish(R_LOC_1, where))
    wanted = {
        (name, at): each
        for name, at, each in spots(state)
        if each.owner != board.seat and state.card(each.card).kind is not Kind.RELIC
        if is_there(state, name, board.seat, where)
    }
    step, action = aimed(board, state, {Select(*spot) for spot in wanted}, data)
    assert isinstance(action, Select)
    gone = wanted[action.district, action.place]
    check(board, state, step.after, {gone.card: discard_of(gone.owner)})


WHOSE: tuple[Literal["own", "foreign", "any"], ...] = ("own", "foreign", "any")


@proves(R_LOC_1)
@given(FULL_BOARDS, st.sampled_from(WHOSE), st.data())
def test_move_agent(board: Board, whose: Literal["own", "foreign", "any"], data: st.DataObject) -> None:
    """Such an Agent goes to another District and lies there as if it came from its owner's hand."""
    state = looked_at(board.playing(MoveAgent(R_LOC_1, whose)))
    wanted = {
        (name, at): each
        for name, at, each in spots(state)
        if state.card(each.card).kind is not Kind.RELIC
        if whose == "any" or (whose == "own") is (each.owner == board.seat)
    }
    others = [each.name for each in state.districts]
    targets = {Move(name, at, to) for name, at in wanted for to in others if to != name}
    quiet = [
        Move(name, at, to)
        for (name, at), each in wanted.items()
        for to in others
        if to != name and not each.face_up and each.owner in district(state, to).friendly_to
    ]
    step, action = aimed(board, state, set(targets), data, quiet if data.draw(st.booleans()) else ())
    assert isinstance(action, Move)
    moved = wanted[action.district, action.place]
    if isinstance(step.after.agenda[-1], ClaimBribe):
        step = then(step, PASS)
    old = f"{action.district} {'faceup' if moved.face_up else 'facedown'} before {moved.owner}"
    new = lies(state, action.destination, moved.owner)
    assert old != new
    check(board, state, step.after, {moved.card: new})


# --- knowledge --------------------------------------------------------------------------------------------------------


def unlooked(place: DistrictView) -> DistrictView:
    """A District as it is seen, but for who has looked at something there."""
    return attrs.evolve(place, known_to=(), cards=tuple(attrs.evolve(each, known_to=()) for each in place.cards))


@proves(R_LOC_1)
@given(BOARDS, st.sampled_from(("agents", "pile", "hand")), st.data())
def test_look(board: Board, at: Literal["agents", "pile", "hand"], data: st.DataObject) -> None:
    """The player, and nobody else, gets to know facedown Agents, the next Stake of a pile or a hand; nothing moves."""
    state = board.playing(Look(at, R_LOC_1))
    hidden = [name for name, _, each in spots(state) if each.owner != board.seat and not each.face_up]
    targets: set[Action] = {At(name) for name in hidden}
    if at == "pile":
        targets = {At(each.name) for each in state.districts if each.pile}
    elif at == "hand":
        targets = {Opponent(seat) for seat in range(len(state.players)) if seat != board.seat}
    step, action = aimed(board, state, targets, data)
    check(board, state, step.after, {})
    (said,) = [event for event in step.events if hasattr(event, "what")]
    for seat in range(len(state.players)):
        told = getattr(said.seen_by(seat), "cards", None)
        if seat != board.seat:
            assert told is None
            before, after = view(state, seat).districts, view(step.after, seat).districts
            assert [unlooked(each) for each in after] == [unlooked(each) for each in before]
        elif isinstance(action, Opponent):
            assert told == state.players[action.seat].hand
        else:
            assert isinstance(action, At)
            place = district(state, action.district)
            seen = next(each for each in view(step.after, seat).districts if each.name == place.name)
            if at == "pile":
                assert told == (seen.next,) == place.pile[-1:]
            else:
                assert [each.card for each in seen.cards] == [each.card for each in place.cards]
                assert set(told or ()) == {x.card for x in place.cards if not x.face_up and x.owner != seat}


@proves(R_LOC_1)
@given(BOARDS, st.data())
def test_reveal(board: Board, data: st.DataObject) -> None:
    """All facedown Agents of one District are turned up, whosever they are."""
    state = looked_at(board.playing(Reveal(R_LOC_1)))
    down = [(name, each) for name, _, each in spots(state) if not each.face_up]
    step, action = aimed(board, state, {At(name) for name, _ in down}, data)
    assert isinstance(action, At)
    shown_now = {each.card: f"{name} faceup before {each.owner}" for name, each in down if name == action.district}
    check(board, state, step.after, shown_now)


# --- Stakes -----------------------------------------------------------------------------------------------------------


@proves(R_LOC_1)
@given(BOARDS, st.data())
def test_swap_stakes(board: Board, data: st.DataObject) -> None:
    """Two Districts exchange their faceup Stakes; piles and assigned cards stay."""
    state = board.playing(SwapStakes(R_LOC_1))
    names = [each.name for each in state.districts]
    targets = {Swap(one, other) for at, one in enumerate(names) for other in names[at + 1 :]}
    step, action = aimed(board, state, set(targets), data)
    assert isinstance(action, Swap)
    one, other = district(state, action.district), district(state, action.other)
    assert one.stake is not None
    assert other.stake is not None
    check(board, state, step.after, {one.stake: f"top of {other.name}", other.stake: f"top of {one.name}"})


@proves(R_LOC_1)
@given(BOARDS, st.data())
def test_cycle_stake(board: Board, data: st.DataObject) -> None:
    """A Stake goes beneath its pile, and the next card of the pile is turned up."""
    state = looked_at(board.playing(CycleStake(R_LOC_1)))
    (end,) = state.rules.catalogue.of(Kind.END_CARD)
    piles = [each for each in state.districts if each.pile]
    quiet = [At(each.name) for each in piles if next_card(each) != end.id]
    fitting(bool(quiet))
    step, action = aimed(board, state, {At(each.name) for each in piles}, data, quiet)
    assert isinstance(action, At)
    place, after = district(state, action.district), district(step.after, action.district)
    assert place.stake is not None
    check(board, state, step.after, {place.stake: f"pile of {place.name}", place.pile[-1]: f"top of {place.name}"})
    assert after.pile == (place.stake, *place.pile[:-1])


@proves(R_LOC_1)
@given(BOARDS, st.data())
def test_shuffle_pile(board: Board, data: st.DataObject) -> None:
    """The facedown Stakes of a District, not of the Neutral one, get another order, and what was known is not."""
    state = board.playing(ShufflePile(R_LOC_1))
    known = tuple(attrs.evolve(each, known_to=(0,) if each.pile else ()) for each in state.districts)
    state = attrs.evolve(state, districts=known)
    targets: set[Action] = {At(each.name) for each in state.districts if each.name != "N" and each.pile}
    step, action = aimed(board, state, targets, data)
    assert isinstance(action, At)
    check(board, state, step.after, {}, order=False)
    for old, new in zip(state.districts, step.after.districts, strict=True):
        if old.name == action.district:
            assert step.after.rng != state.rng or len(old.pile) == 1
            assert new.known_to == ()
            chosen = answer(state, Play(board.location)).after
            lots = (answer(attrs.evolve(chosen, rng=rng), action).after for rng in range(60))
            assert is_shuffled([district(lot, old.name).pile for lot in lots], old.pile)
        else:
            assert new == old


STAKE_KINDS: tuple[StakeKind | None, ...] = (None, "relic", "location", "personality")


@proves(R_LOC_1, R_RES_5)
@given(
    BOARDS, st.integers(2, 5), st.sampled_from(WHERE), st.sampled_from(STAKE_KINDS), st.booleans(), st.integers(-2, 3)
)
def test_win_stake(board: Board, most: int, where: Where, kind: StakeKind | None, ending: bool, surplus: int) -> None:
    """A Stake of the kind that takes no more than so much is won, where the player has an Agent.

    By a house rule every Stake takes more or less than it prints. The end card is no Stake, and an empty District has
    none.
    """
    state = board.playing(WinStake(most, R_LOC_1, where, kind))
    rules = state.rules
    state = attrs.evolve(state, rules=attrs.evolve(rules, surplus_needed=rules.surplus_needed + surplus))
    (end,) = state.rules.catalogue.of(Kind.END_CARD)
    state = with_stake(state, "N", end.id if ending else None)
    cheap: set[str] = set()
    for place in state.districts:
        if place.stake in (None, end.id):
            continue
        assert place.stake is not None
        face = state.card(place.stake)
        takes = [threshold(state, face.values[main], surplus) for main in face.main]
        if min(takes) <= most and kind in (None, face.kind.value) and is_there(state, place.name, board.seat, where):
            cheap |= {place.name for each in place.cards if each.owner == board.seat}
    played = answer(state, Play(board.location))
    if not cheap:
        check(board, state, played.after, {})
        return
    assert legal(played) == {At(name) for name in cheap}
    for name in cheap:
        place = district(state, name)
        assert place.stake is not None
        expected = {each.card: discard_of(each.owner) for each in place.cards}
        expected[place.stake] = discard_of(board.seat)
        expected |= dict.fromkeys(place.pile[-1:], f"top of {name}")
        check(board, state, put_away(then(played, At(name))).after, expected)


@proves(R_LOC_1)
@given(BOARDS, st.integers(1, 4), st.sampled_from((None, *POWERS)), st.data())
def test_strengthen(board: Board, amount: int, power: Arcanum | None, data: st.DataObject) -> None:
    """The own total in a District is so much higher in the struggle of this round, if there is an Agent."""
    state = board.playing(Strengthen(amount, R_LOC_1, power))
    step, action = aimed(board, state, {At(each.name) for each in state.districts}, data)
    assert isinstance(action, At)
    check(board, state, step.after, {})
    at = [each.name for each in state.districts].index(action.district)
    assert step.after.bonuses == (Bonus(board.seat, at, power, amount),)
    for position, more in ((state, 0), (step.after, amount)):
        done = settled(position)
        assert isinstance(done.state, State)
        assert not done.state.bonuses
        for event in done.events:
            for claim in event.claims if isinstance(event, Settled) else ():
                assert isinstance(event, Settled)
                helped = (event.district, claim.seat) == (action.district, board.seat)
                totals = total_of(state, event.district, claim.seat, event.stake)
                for main in totals:
                    totals[main] += more if helped and power in (None, main) else 0
                needs = state.card(event.stake).values
                reached = [total for main, total in totals.items() if total >= threshold(state, needs[main])]
                assert claim.total == max(reached or totals.values())


# --- turns and choices ------------------------------------------------------------------------------------------------


@proves(R_LOC_1)
@given(BOARDS, st.integers(1, 2), st.integers(0, 3))
def test_extra_action(board: Board, count: int, size: int) -> None:
    """The player acts so many times more before the next one, as long as he has cards."""
    hand = board.spares(size)
    state = board.playing(ExtraAction(count), hand=hand)
    step = answer(state, Play(board.location))
    more = hand[: min(count, len(hand))]
    for card in more:
        assert isinstance(step.after.agenda[-1], TakeTurn)
        assert arcanum.to_act(step.after) == board.seat
        step = then(step, Discard(card))
    check(board, state, step.after, dict.fromkeys(more, discard_of(board.seat)))
    assert is_new_turn(step.after, board.seat)


@proves(R_LOC_1)
@given(BOARDS, st.booleans(), st.booleans())
def test_choose(board: Board, optional: bool, with_hand: bool) -> None:
    """One of the texts that are possible is carried out, and no other; where it is optional, perhaps none."""
    paths = (Alternative("give", (DiscardFromHand(1, R_LOC_1),)), Alternative("take", (Draw(1, R_LOC_1),)))
    hand = board.spares(1) if with_hand else []
    state = board.playing(Choose(paths, R_LOC_1, optional), hand=hand)
    fitting(bool(state.players[board.seat].deck))
    step = answer(state, Play(board.location))
    drawn = {state.players[board.seat].deck[-1]: hand_of(board.seat)}
    if not hand and not optional:
        check(board, state, step.after, drawn)
        return
    possible = ["take", *(["give"] if hand else [])]
    assert legal(step) == {*map(Option, possible), *([PASS] if optional else [])}
    check(board, state, then(step, Option("take")).after, drawn)
    if hand:
        given_up = then(then(step, Option("give")), Discard(hand[0]))
        check(board, state, given_up.after, {hand[0]: discard_of(board.seat)})
    if optional:
        check(board, state, then(step, PASS).after, {})


@proves(R_LOC_1)
@given(BOARDS, st.data())
def test_each_other(board: Board, data: st.DataObject) -> None:
    """All other players carry out the text, one after the other from the left neighbour; the player does not."""
    state = board.playing(EachOther((DiscardFromHand(1, R_LOC_1),)), hand=board.spares(1))
    step = answer(state, Play(board.location))
    seats = len(state.players)
    gone: dict[CardId, str] = {}
    for seat in [(board.seat + more) % seats for more in range(1, seats)]:
        if not state.players[seat].hand:
            continue
        assert arcanum.to_act(step.after) == seat
        assert legal(step) == {Discard(card) for card in state.players[seat].hand}
        card = data.draw(st.sampled_from(state.players[seat].hand))
        gone[card] = discard_of(seat)
        step = then(step, Discard(card))
    check(board, state, step.after, gone)


@proves(R_LOC_1)
@given(BOARDS, st.integers(1, 2))
def test_each_player(board: Board, count: int) -> None:
    """All players carry out the text, the player first."""
    state = board.playing(EachPlayer((Draw(count, R_LOC_1),)))
    step = answer(state, Play(board.location))
    drawn = {card: hand_of(seat) for seat, player in enumerate(state.players) for card in player.deck[-count:]}
    check(board, state, step.after, drawn)
    seats = len(state.players)
    told = [event.seat for event in step.events if hasattr(event, "wanted") and hasattr(event, "seat")]
    order = [(board.seat + more) % seats for more in range(seats)]
    assert told == [seat for seat in order if state.players[seat].deck]


@proves(R_LOC_1, R_INT_13, AMB_20)
@given(FULL_BOARDS, st.data())
def test_whatever_a_text_does_is_told_as_it_happens(board: Board, data: st.DataObject) -> None:
    """With the text of any card on a Location: who only hears the events knows where everything is, answer by answer.

    And everybody sees what lies open, and who is asked for what.
    """
    programs = [card.program for card in board.state.rules.catalogue if card.program]
    first = data.draw(st.sampled_from(sorted({type(program[0]).__name__ for program in programs})))
    program = data.draw(st.sampled_from([each for each in programs if type(each[0]).__name__ == first]))
    state = at_its_end(looked_at(board.playing(*program, hand=board.spares(2))))
    ledger, step = Ledger.at(state), answer(state, Play(board.location))
    for _ in range(LONGEST):
        for event in step.events:
            ledger.hear(event)
        assert_agrees(ledger, step.after)
        check_state(step.after)
        check_decision(step.after)
        check_public(step.after, OPEN)
        for seat in everybody(step.after):
            check_secrets(step.after, look(step.after, seat))
        if step.after.phase is not Phase.INTRIGUE or is_new_turn(step.after, board.seat):
            break
        assert step.after.active == board.seat, "it is still his turn"
        step = any_answer(step.after, data)


@proves(R_LOC_1)
@given(tables(BOTH))
def test_every_word_has_its_property(state: State) -> None:
    """For each action word that a Location can carry there is a property here, and no card carries another word."""
    for word in ACTION_WORDS:
        assert f"test_{word.replace('-', '_')}" in globals()
    for card in state.rules.catalogue.of(Kind.LOCATION):
        assert {type(word) for word in card.program} <= set(ACTION_WORDS.values())
        assert card.program
