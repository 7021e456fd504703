"""Locations: they act at once, are discarded, and are never sent to a District.

What each word on a Location does is in `test_words`. The games and tables here are without Events and Guild Masters,
which can forbid a Location or undo it.
"""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Assign, At, Bribe, CardAction, Discard, Hire, Play, Take
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import AMB_10, AMB_19, AMB_29, F_STAKE_2, R_LOC_1, R_LOC_2, R_LOC_3, R_LOC_4
from arcanum.guilds.decisions import PlayDrawn
from arcanum.guilds.effects import Choose, Draw, DrawAndPlay, ExtraAction, Look, Recover, WinStake
from arcanum.guilds.events import Discarded, Drew, PhaseBegan, Played, Shuffled, StakeWon
from arcanum.guilds.playing import TakeTurn
from arcanum.kernel.actions import Option
from arcanum.kernel.agenda import Alternative
from arcanum.spec import proves
from arcanum.spec.games import any_answer, any_rules, fitting, number, refused, stated, written_for
from arcanum.spec.games import step as answer
from arcanum.spec.guilds.arrange import at_turn, fresh, with_discard, with_hand, with_only_deck
from arcanum.spec.guilds.games import (
    Game,
    Step,
    any_players,
    district,
    editions,
    events_of,
    games,
    guild_rules,
    leanings,
    positions,
    rests_on_cards,
)
from arcanum.spec.subject import rests_on

from .bribes_kit import (
    PLAIN,
    Board,
    acts,
    boards,
    discard_of,
    hand_of,
    moves,
    names,
    put_away,
    relics_for,
    shown,
    then,
    where,
)

BOTH = editions(R_LOC_1)
PLAYING = games(rulesets=BOTH, modules=PLAIN, leaning=leanings("assign", "play"))


def locations_for(state: State, seat: int) -> list[CardId]:
    """The Locations that a player can have."""
    found = state.rules.catalogue.of(Kind.LOCATION)
    return [card.id for card in found if card.is_stake or card.emblem == state.players[seat].guild]


# --- at once, then discarded ------------------------------------------------------------------------------------------


@proves(R_LOC_1)
@given(positions(TakeTurn, of=PLAYING), st.data())
def test_a_location_acts_at_once_and_is_then_discarded(state: State, data: st.DataObject) -> None:
    """Any Location in any turn: nobody else takes a turn until all of it is done, and then it is discarded."""
    written_for(state, R_LOC_1, "when", "at-once")
    written_for(state, R_LOC_1, "to", "discard")
    seat = state.agenda[-1].seat if isinstance(state.agenda[-1], TakeTurn) else 0
    card = data.draw(st.sampled_from(locations_for(state, seat)))
    others = [each for each in state.players[seat].hand if each != card][:3]
    state = shown(with_hand(state, seat, (card, *others)))
    step = answer(state, Play(card))
    assert isinstance(step.events[0], Played)
    while Discarded(seat, card, clause=step.events[0].clause) not in step.events:
        assert card in [each.card for each in step.after.aside]
        assert not isinstance(step.after.agenda[-1], TakeTurn) or arcanum.to_act(step.after) == seat
        step = then(step, any_answer(step.after, data).action)
    gone = step.events.index(Discarded(seat, card, clause=step.events[0].clause))
    assert not [event for event in step.events[:gone] if isinstance(event, PhaseBegan)]
    if not [event for event in step.events[gone:] if isinstance(event, Shuffled) and event.seat == seat]:
        assert where(step.after)[card] == discard_of(seat)


@proves(R_LOC_1)
@given(PLAYING)
def test_in_every_turn_no_location_is_still_acting(game: Game) -> None:
    """When a turn begins nothing of a Location of somebody else is left to do."""
    for step in game.turns():
        for each in step.before.aside:
            assert each.owner == step.seat
            assert step.before.active == step.seat


# --- the example ------------------------------------------------------------------------------------------------------


@proves(R_LOC_2)
@given(any_rules("arcana", ("arcana/revised",)), st.integers(0, 999), st.data())
def test_golden_example_repentants_house(ruleset: str, seed: int, data: st.DataObject) -> None:
    """EX-7: two cards are drawn from the Deck, one is played now, the other and the House are discarded."""
    others = data.draw(st.permutations([guild for guild in guild_rules(ruleset).catalogue.guilds if guild != "blades"]))
    state = fresh(ruleset, ["blades", *others][: data.draw(any_players(ruleset))], seed=seed)
    rests_on(R_LOC_2)
    rests_on_cards(state, "repentants-house")
    assert state.players[0].guild == stated(state, R_LOC_2, "guild")
    house = CardId(str(stated(state, R_LOC_2, "card")))
    state = at_turn(shown(with_hand(state, 0, (house, *state.players[0].hand[:3]))), 0)
    step = answer(state, Play(house))
    size = number(state, R_LOC_2, "drawn")
    drawn = state.players[0].deck[-size:]
    fitting(len(drawn) == size)
    (event,) = events_of(step, Drew)
    assert set(event.cards or ()) == set(drawn)
    legal = [action for action in arcanum.legal_actions(step.after) if isinstance(action, CardAction)]
    assert legal == list(arcanum.legal_actions(step.after))
    assert {action.card for action in legal} == set(drawn)
    choice = data.draw(st.sampled_from([each for each in legal if isinstance(each, Assign)] or legal))
    step = then(step, choice)
    played, other = choice.card, next(card for card in drawn if card != choice.card)
    places = where(step.after)
    if isinstance(choice, Assign):
        assert places[played].startswith(choice.district)
        spent = {card for card in (house, *drawn) if places[card] == discard_of(0)}
        assert spent == {house, other}
        assert len(spent - {house}) == number(state, R_LOC_2, "discarded")
        assert len({*drawn} - spent) == number(state, R_LOC_2, "played")
        before, after = state.players[0].hand, step.after.players[0].hand
        assert len(after) - len(before) == number(state, R_LOC_2, "hand_change")
        assert set(before) - set(after) == {house}


@proves(AMB_29)
@given(boards(editions(AMB_29)), st.integers(0, 2), st.integers(0, 3), st.data())
def test_the_house_refills_the_deck_without_itself(
    board: Board, in_deck: int, discarded: int, data: st.DataObject
) -> None:
    """With a short Deck the Discard Pile is shuffled as usual; the House is not among what is shuffled or drawn."""
    written_for(board.state, AMB_29, "refill", True)
    written_for(board.state, AMB_29, "house_shuffled", False)
    written_for(board.state, AMB_10, "short_hand", False)
    cards = board.spares(9)
    size = number(board.state, R_LOC_2, "drawn")
    state = board.playing(DrawAndPlay(size, 1, R_LOC_1))
    state = with_only_deck(state, board.seat, cards[:in_deck])
    state = with_discard(state, board.seat, cards[3 : 3 + discarded])
    step = acts(state, Play(board.location))
    (event,) = events_of(step, Drew)
    assert event.count == min(size, len(cards[:in_deck]) + len(cards[3 : 3 + discarded]))
    assert set(cards[:in_deck]) <= set(event.cards or ())
    assert board.location not in (event.cards or ())
    for shuffle in events_of(step, Shuffled):
        assert shuffle.count == discarded
    refilled = in_deck < size and discarded > 0
    assert bool(events_of(step, Shuffled)) is refilled
    while isinstance(step.after.agenda[-1], PlayDrawn):
        step = then(step, data.draw(st.sampled_from(arcanum.legal_actions(step.after))))
    assert step.after.players[board.seat].discard[-1] == board.location


@proves(R_LOC_1)
@given(boards(BOTH), st.booleans(), st.booleans())
def test_cards_can_be_drawn_and_played_while_there_are_any(board: Board, deck: bool, pile: bool) -> None:
    """Who may choose to draw and play can choose it if there is a card in his Deck or on his Discard Pile."""
    cards, play = board.spares(2), Alternative("play", (DrawAndPlay(1, 1, R_LOC_1),))
    state = board.playing(Choose((play, Alternative("wait", (ExtraAction(1),))), R_LOC_1, optional=True))
    state = with_only_deck(state, board.seat, cards[:1] if deck else ())
    state = with_discard(state, board.seat, cards[1:] if pile else ())
    offered = arcanum.legal_actions(answer(state, Play(board.location)).after)
    assert (Option("play") in offered) is (deck or pile)


@proves(R_LOC_4)
@given(boards(editions(R_LOC_4)), st.booleans(), st.booleans(), st.booleans(), st.data())
def test_a_location_does_what_it_can_alone_or_as_an_alternative(
    board: Board, deck: bool, pile: bool, optional: bool, data: st.DataObject
) -> None:
    """A draw from an empty Deck is left out, and so is fetching an Agent that is not there; the rest happens."""
    written_for(board.state, R_LOC_4, "parts", "as-many-as-possible")
    top, agent, *_ = board.spares(2)
    words = data.draw(st.permutations((Draw(1, R_LOC_1), Recover("agent", R_LOC_1))))
    due = {top} if deck else set[CardId]()
    due |= {agent} if pile else set()

    def played(*program: object) -> Step:
        state = with_only_deck(board.playing(*program), board.seat, [top] if deck else ())
        return answer(with_discard(state, board.seat, [agent] if pile else ()), Play(board.location))

    def got(step: Step) -> set[CardId]:
        while (take := Take(agent)) in arcanum.legal_actions(step.after):
            step = then(step, take)
        return {card for card in (top, agent) if where(step.after)[card] == hand_of(board.seat)}

    assert got(played(*words)) == due
    both, act = Alternative("both", tuple(words)), Alternative("act", (Look("pile", R_LOC_1),))
    step = played(Choose((both, act), R_LOC_1, optional))
    looking = any(place.pile for place in board.state.districts)
    offered = arcanum.legal_actions(step.after)
    rule = {"any-part": any, "all-parts": all}[str(stated(board.state, R_LOC_4, "offered"))]
    if rule((deck, pile)) and (looking or optional):
        assert Option("both") in offered
        assert got(then(step, Option("both"))) == due
    else:
        assert Option("both") not in offered


@proves(AMB_29)
@given(boards(editions(AMB_29)), st.data())
def test_a_drawn_card_without_a_use_is_discarded(board: Board, data: st.DataObject) -> None:
    """A drawn card can be played by discarding it exactly if there is nothing else to do with it."""
    written_for(board.state, AMB_29, "unplayable", "discarded")
    free = [card for card in relics_for(board.state, board.seat) if where(board.state)[card] != "aside"][:8]
    relic = data.draw(st.sampled_from(free))
    cards = [relic, data.draw(st.sampled_from([card for card in (*board.spares(2), *free) if card != relic]))]
    state = board.playing(DrawAndPlay(len(cards), 1, R_LOC_1))
    state = shown(with_only_deck(state, board.seat, cards))
    step = answer(state, Play(board.location))
    legal = arcanum.legal_actions(step.after)
    for card in cards:
        uses = [each for each in legal if isinstance(each, Assign | Bribe | Hire) and each.card == card]
        assert (Discard(card) in legal) is not bool(uses)
        hosts = [
            each.card
            for place in state.districts
            if place.stake is not None and state.card(place.stake).kind is Kind.PERSONALITY
            if state.card(place.stake).ducat is not None
            for each in place.cards
            if each.owner == board.seat
        ]
        if state.card(card).kind is Kind.RELIC:
            assert {each.agent for each in uses if isinstance(each, Bribe)} == set(hosts)
        if Discard(card) in legal:
            after = then(step, Discard(card)).after
            assert {where(after)[each] for each in cards} == {discard_of(board.seat)}


# --- never in a District ----------------------------------------------------------------------------------------------


@proves(R_LOC_3, F_STAKE_2)
@given(games(rulesets=editions(R_LOC_3, F_STAKE_2)))
def test_no_location_ever_lies_among_assigned_cards(game: Game) -> None:
    """In no game a Location can be assigned, or lies in a District other than as a Stake."""
    written_for(game.first, R_LOC_3, "assignable", False)
    written_for(game.first, F_STAKE_2, "assignable", False)
    for step in game.steps:
        for action in arcanum.legal_actions(step.before):
            if isinstance(action, Assign):
                assert step.before.card(action.card).kind is not Kind.LOCATION
        placed = [each.card for place in step.after.districts for each in place.cards]
        assert not [card for card in placed if step.after.card(card).kind is Kind.LOCATION]


@proves(R_LOC_3, F_STAKE_2)
@given(boards(editions(R_LOC_3, F_STAKE_2)), st.data())
def test_a_location_cannot_be_assigned_to_any_district(board: Board, data: st.DataObject) -> None:
    """Every assignment of a Location from the hand is refused, to each District."""
    written_for(board.state, R_LOC_3, "assignable", False)
    written_for(board.state, F_STAKE_2, "assignable", False)
    card = data.draw(st.sampled_from(locations_for(board.state, board.seat)))
    state = at_turn(shown(with_hand(board.state, board.seat, (card,))), board.seat)
    for name in names(state):
        assert refused(state, Assign(card, name))
    assert Play(card) in arcanum.legal_actions(state)


# --- a Stake won by a Location ----------------------------------------------------------------------------------------


def won_by_location(board: Board, name: str) -> Step:
    """What happens when a Location wins the Stake of a District."""
    state = board.playing(WinStake(99, R_LOC_1))
    return put_away(then(answer(state, Play(board.location)), At(name)))


@proves(AMB_19)
@given(boards(editions(AMB_19), relics=True), st.data())
def test_after_a_stake_was_won_by_a_location_its_district_is_cleared(board: Board, data: st.DataObject) -> None:
    """All cards there are discarded to their owners, as after a bribe, and nothing happens elsewhere."""
    written_for(board.state, AMB_19, "cards", "discarded")
    state = board.playing(WinStake(99, R_LOC_1))
    held = [
        place.name
        for place in state.districts
        if [each for each in place.cards if each.owner == board.seat and state.card(each.card).is_agent]
    ]
    assume(held)
    place = district(state, data.draw(st.sampled_from(held)))
    step = won_by_location(board, place.name)
    assert [(event.seat, event.card) for event in events_of(step, StakeWon)] == [(board.seat, place.stake)]
    assert place.stake is not None
    expected = {each.card: discard_of(each.owner) for each in place.cards}
    expected |= {place.stake: discard_of(board.seat), board.location: discard_of(board.seat)}
    expected |= dict.fromkeys(place.pile[-1:], f"top of {place.name}")
    changed = moves(state, step.after)
    assert {card: new for card, (_, new) in changed.items()} == expected
    assert changed[board.location][0] == hand_of(board.seat)
