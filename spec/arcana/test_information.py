"""Open and hidden information: what everybody sees, what only one player sees, and what nobody can find out."""

from __future__ import annotations

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import State
from arcanum.guilds.actions import Keep
from arcanum.guilds.cards import UNSEEN, CardId, Kind
from arcanum.guilds.clause_ids import (
    AMB_31,
    F_ACT_3,
    F_ACT_4,
    F_ACT_9,
    F_SETUP_4,
    F_SETUP_5,
    HOUSE_5,
    R_CUST_1,
    R_EVT_3,
    R_EVT_5,
    R_INT_3,
    R_INT_4,
    R_INT_8,
    R_MIL_1,
    R_OBJ_1,
    R_OBJ_2,
    R_OBJ_3,
    R_OBJ_7,
    R_STAKE_2,
)
from arcanum.guilds.decisions import Aim
from arcanum.guilds.events import (
    DeckChosen,
    GameEnded,
    LookedAt,
    MilitiaHired,
    MilitiaReturned,
    MovedFacedown,
    ObjectivesDealt,
    ObjectivesKept,
    PileShuffled,
    Shuffled,
    StakeWon,
    TakenBackFacedown,
)
from arcanum.guilds.flow import ChooseDeck
from arcanum.guilds.state import District, Phase, Player
from arcanum.guilds.views import DistrictView, PlayerView, View
from arcanum.kernel.actions import Action
from arcanum.kernel.clauses import APPLIES
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.games import written_for
from arcanum.spec.guilds.games import Game, Step, editions, games, leanings, module_sets, whole_games
from arcanum.spec.guilds.invariants import every_action
from arcanum.spec.invariants import check_public
from arcanum.spec.secrets import as_bytes, everybody, named_in, others, renamed

from .secrets_kit import Watcher, check_secrets, dealt_anew, hands_lie_open, look, retold, retold_by, watched

busy = leanings("assign", "play", "bribe", "hire", "use")
"""Players who send, look, move and take back a lot."""
any_game = st.one_of(games(), games(leaning=busy))
with_objectives = games(rulesets=editions(R_OBJ_1), modules=module_sets(always=("objectives",)))
with_militia = games(rulesets=editions(R_MIL_1), modules=module_sets(always=("militia",)), leaning=busy)
eventful = games(modules=module_sets(always=("events",)))
"""Games with Events, where there are any."""
with_events = games(rulesets=editions(R_EVT_3), modules=module_sets(always=("events",)))


def eyes(state: State, index: int) -> Seat | None:
    """Somebody who looks at the table: state by state the players and a spectator take turns."""
    return everybody(state)[index % (len(state.players) + 1)]


# --- cards in Districts -----------------------------------------------------------------------------------------------


@proves(R_INT_3, R_INT_4, F_ACT_3, F_ACT_4)
@given(any_game)
def test_a_card_in_a_district_is_seen_by_all_or_by_those_who_were_shown_it(game: Game) -> None:
    """A faceup card is named in all views; a facedown one only in its owner's and in those of seats that looked."""
    for index, (step, watcher) in enumerate(watched(game)):
        seat = eyes(step.after, index)
        for place, seen in zip(step.after.districts, look(step.after, seat).districts, strict=True):
            for card, view in zip(place.cards, seen.cards, strict=True):
                assert view.card == (card.card if seat in watcher.knows[card.card] else None)
                assert None in watcher.knows[card.card] or not view.face_up


@proves(R_INT_8, F_ACT_9)
@given(any_game)
def test_everybody_sees_whose_each_card_is(game: Game) -> None:
    """In all views every card in a District, facedown or not, has the owner who brought it there."""
    written_for(game.first, R_INT_8, "owner", "public")
    for index, (step, watcher) in enumerate(watched(game)):
        seat = eyes(step.after, index)
        for place, seen in zip(step.after.districts, look(step.after, seat).districts, strict=True):
            assert [view.owner for view in seen.cards] == [watcher.owner[card.card] for card in place.cards]


@proves(AMB_31)
@given(any_game)
def test_discard_piles_are_open_to_all_in_their_order(game: Game) -> None:
    """All views show the Discard Piles as everybody has seen them grow."""
    written_for(game.first, AMB_31, "public", True)
    written_for(game.first, AMB_31, "ordered", True)
    for index, (step, watcher) in enumerate(watched(game)):
        view = look(step.after, eyes(step.after, index))
        assert [list(player.discard) for player in view.players] == watcher.discards


# --- Objectives -------------------------------------------------------------------------------------------------------


PUBLIC = (
    "rules", "options", "round", "phase", "first_player", "active", "militia_used", "event", "past_events", "bonuses",
    "last_round", "idle",
)  # fmt: skip
"""What lies open on the table, or was said aloud."""


@proves(R_INT_8, R_INT_3)
@given(any_game)
def test_what_lies_open_is_in_every_view_as_it_is(game: Game) -> None:
    """Whoever looks sees Stakes, piles, crests, Masters, Events and who is asked, as they are; secrets if he may."""
    for state in (*game.states, attrs.evolve(game.first, last_round=game.first.round + 1)):
        check_public(state, PUBLIC)
        for seat in everybody(state):
            view = arcanum.observe(state, seat)
            assert isinstance(view, View)
            piles = (len(state.militia), len(state.events), state.events[-1] if state.events else None)
            assert (view.militia, view.events, view.next_event) == piles
            assert [_open_of(each) for each in view.players] == [_open_of(each) for each in state.players]
            assert [_place_of(each) for each in view.districts] == [_place_of(each) for each in state.districts]
            check_secrets(state, view)


def _open_of(player: Player | PlayerView) -> tuple[object, ...]:
    """What everybody sees of a player, in a state or in a view."""
    deck, held = player.deck, player.hand_size if isinstance(player, PlayerView) else len(player.hand)
    left = deck if isinstance(deck, int) else len(deck)
    return player.guild, left, held, player.discard, player.tucked, player.master, player.master_spent


def _place_of(district: District | DistrictView) -> tuple[object, ...]:
    """What everybody sees of a District, in a state or in a view."""
    pile = district.pile if isinstance(district.pile, int) else len(district.pile)
    lying = [(each.owner, each.face_up, each.shown, each.known_to) for each in district.cards]
    return district.name, district.friendly_to, pile, district.stake, lying, district.known_to, district.end_among


@proves(R_OBJ_2)
@given(with_objectives)
def test_objectives_are_seen_by_their_owner_alone(game: Game) -> None:
    """Before the end a view names the seat's own Objectives and no others, and says how many everybody has."""
    written_for(game.first, R_OBJ_2, "seen_by", "owner")
    for index, state in enumerate(game.states):
        seat = eyes(state, index)
        view = look(state, seat)
        if state.phase is Phase.OVER:
            continue
        own = set() if seat is None else set(state.players[seat].objectives)
        assert named_in(view, objectives(state)) == own
        assert [each.objective_count for each in view.players] == [len(each.objectives) for each in state.players]


@proves(R_OBJ_3, F_SETUP_4)
@given(whole_games(rulesets=editions(R_OBJ_1), modules=module_sets(always=("objectives",))))
def test_nobody_learns_which_objectives_were_given_back(game: Game) -> None:
    """Two of each player's four are named in no event that others hear and in no view of theirs, to the very end."""
    dealt = {event.seat: set(event.cards or ()) for event in game.opening if isinstance(event, ObjectivesDealt)}
    if not dealt:  # Decks are chosen first
        dealt = {event.seat: set(event.cards or ()) for event in game.of(ObjectivesDealt)}
    kept = {event.seat: set(event.cards or ()) for event in game.of(ObjectivesKept)}
    back = {seat: dealt[seat] - kept[seat] for seat in dealt}
    assert [len(cards) for cards in back.values()] == [game.number(R_OBJ_3, "discarded")] * game.players
    assert [len(cards) for cards in kept.values()] == [game.number(R_OBJ_3, "kept")] * game.players
    for seat in everybody(game.first):
        foreign = {card for owner, cards in back.items() if owner != seat for card in cards}
        assert not named_in(tuple(event.seen_by(seat) for event in game.events), foreign)
        assert not any(named_in(look(state, seat), foreign) for state in (*game.states[:12], game.last))


@proves(R_OBJ_7)
@given(with_objectives)
def test_at_the_end_objectives_are_shown(game: Game) -> None:
    """When the game is over everybody sees which Objectives each player had."""
    for seat in everybody(game.last):
        shown = [player.objectives for player in look(game.last, seat).players]
        assert shown == [player.objectives for player in game.last.players]


def objectives(state: State) -> list[CardId]:
    """All Objectives of the game."""
    return [card.id for card in state.rules.catalogue.of(Kind.OBJECTIVE)]


# --- piles ------------------------------------------------------------------------------------------------------------


@proves(R_MIL_1, F_SETUP_5)
@given(with_militia)
def test_nobody_sees_the_militia_pile_nor_what_another_draws_from_it(game: Game) -> None:
    """No view names a card of the pile, only how many there are; a drawn card is told to the player who hires it."""
    for index, state in enumerate(game.states):
        view = look(state, eyes(state, index))
        assert not named_in(view, state.militia)
        assert view.militia == len(state.militia)
    for event in game.of(MilitiaHired):
        assert event.seen_by(event.seat).card == event.card is not None
        assert {event.seen_by(seat).card for seat in others(game.first, event.seat)} == {None}


@proves(R_MIL_1, F_SETUP_5)
@given(with_militia, st.integers(0, 2**32))
def test_a_hired_card_could_be_any_of_the_pile_for_the_others(game: Game, seed: int) -> None:
    """Whatever Militia card comes up, the others see and hear the same until it lies faceup."""
    hired = [step for step in game.steps if any(isinstance(event, MilitiaHired) for event in step.events)]
    assume(hired)
    for step in hired:
        top, other = step.before.militia[-1], step.before.militia[seed % len(step.before.militia)]
        twin = retold_by(step.before, {top: other, other: top}, step.before.rng)
        done = arcanum.step(twin, step.action)
        assert isinstance(done.state, State)
        for seat in others(step.after, step.seat):
            assert [event.seen_by(seat) for event in done.events] == [event.seen_by(seat) for event in step.events]
            assert look(done.state, seat) == look(step.after, seat)


@proves(R_EVT_3)
@given(games(rulesets=editions(R_EVT_3), modules=module_sets(always=("events",)), rounds=1))
def test_before_the_first_round_one_event_is_seen_by_all(game: Game) -> None:
    """While players make their choices every view names the top Event of the pile, no other one, and none in force."""
    early = [state for state in game.states if state.round == 0]
    assume(early)
    events = [card.id for card in game.first.rules.catalogue.of(Kind.EVENT)]
    for index, state in enumerate(early):
        view = look(state, eyes(state, index))
        named = named_in(view, events)
        assert named == {state.events[-1]} == {view.next_event}
        assert len(named) == game.number(R_EVT_3, "public")
        assert (view.event is not None) == game.number(R_EVT_3, "in_force") == 0


@proves(R_EVT_5)
@given(with_events)
def test_everybody_sees_the_next_event_and_no_later_one(game: Game) -> None:
    """Views name the Event in force, the next one and those of the past; what lies below is out of sight."""
    for index, state in enumerate(game.states[::2]):
        view = look(state, eyes(state, index))
        assert view.next_event == (state.events[-1] if state.events else None)
        assert not named_in(view, state.events[:-1])
        assert view.events == len(state.events)


@proves(R_INT_4, R_OBJ_2, R_OBJ_3, R_MIL_1)
@given(any_game)
def test_no_view_names_a_card_that_is_out_of_sight(game: Game) -> None:
    """Decks, hands of others, piles and the box are in no view; nor is the generator, nor anything but counts.

    Only the list of what somebody is known to have names cards without telling where they are.
    """
    for index, state in enumerate(game.states[::2]):
        seat = eyes(state, index)
        view = look(state, seat)
        names = {field.name for field in attrs.fields(type(view))}
        assert names.isdisjoint({"rng", "box"})
        view = attrs.evolve(view, players=tuple(attrs.evolve(player, owned=()) for player in view.players))
        if state.round == 0:  # a player chooses among cards in the box
            view = attrs.evolve(view, legal_actions=(), agenda=tuple(t for t in view.agenda if t.seen_by(None) == t))
        assert not named_in(view, out_of_sight(state, seat))


@proves(AMB_31, R_STAKE_2, R_CUST_1)
@given(any_game)
def test_everybody_knows_what_a_player_has_but_not_what_he_chose_for_his_deck(game: Game) -> None:
    """The starting Deck of his guild and the Stakes he won, less what lies open; of a chosen Deck only the Stakes."""
    had = [{*each.deck, *each.hand, *each.discard} for each in game.first.players]
    for lying in (each for place in game.first.districts for each in place.cards):
        had[lying.owner].add(lying.card)
    won = [{card for card in cards if game.first.card(card).is_stake} for cards in had]
    chosen = [had[seat] - won[seat] for seat in range(game.players)]
    for index, step in enumerate(game.steps):
        for event in step.events:
            if isinstance(event, StakeWon):
                won[event.seat].add(event.card)
            elif isinstance(event, DeckChosen):
                chosen[event.seat] = set(event.cards or ())
        state = step.after
        viewer = eyes(state, index)
        for seat, player in enumerate(look(state, viewer).players):
            cards = {card.id for card in state.rules.catalogue.starting_deck(player.guild)}
            if "customise" in state.options.modules:
                cards = chosen[seat] if seat == viewer else set()
            assert set(player.owned) == (cards | won[seat]) - lying_open(state)
            assert list(player.owned) == sorted(player.owned, key=state.rules.catalogue.order.__getitem__)


def lying_open(state: State) -> set[CardId]:
    """The cards that everybody sees, and those that are out of the game."""
    found = {card for player in state.players for card in (*player.discard, *player.tucked)}
    found |= {each.card for place in state.districts for each in place.cards if each.face_up or each.shown}
    return found | {each.card for each in state.aside if each.public}


def out_of_sight(state: State, seat: Seat | None) -> list[CardId]:
    """The cards in places into which a seat cannot look."""
    found = [*state.militia, *state.events[:-1], *state.box]
    for owner, player in enumerate(state.players):
        found += player.deck if owner == seat or hands_lie_open(state) else (*player.deck, *player.hand)
    for place in state.districts:
        found += place.pile[:-1]
    return found


# --- events -----------------------------------------------------------------------------------------------------------


@proves(R_INT_4, F_ACT_4, R_OBJ_2, R_OBJ_3, R_MIL_1)
@given(any_game)
def test_a_secret_is_told_to_those_whom_it_concerns_and_to_nobody_else(game: Game) -> None:
    """Secret parts of an event are heard by the player who acts or owns the card and by who had seen it before."""
    written_for(game.first, HOUSE_5, APPLIES, False)
    watcher = Watcher.of(game)
    for event in game.events:
        insiders = insiders_of(event, watcher)
        for seat in everybody(game.first):
            heard = event.seen_by(seat)
            if seat in insiders:
                assert heard == event
            for field in event.secret:
                assert (getattr(heard, field) is not None) == (seat in insiders)
        watcher.hear(event)


def insiders_of(event: Event, watcher: Watcher) -> set[Seat | None]:
    """Who may hear the secret parts of an event, as far as it has any."""
    match event:
        case MovedFacedown(card=card) | TakenBackFacedown(card=card) if card is not None:
            return watcher.knows[card]
    return {getattr(event, "seat", None)} if event.secret else set()


# --- nothing else leaks -----------------------------------------------------------------------------------------------


@proves(R_INT_4, R_OBJ_2, R_OBJ_3, R_MIL_1, R_EVT_3)
@given(st.one_of(any_game, eventful), st.integers(0, 22), st.integers(0, 2**32))
def test_states_that_differ_only_in_secrets_look_the_same(game: Game, offset: int, seed: int) -> None:
    """Deal anew what a seat may not know: its view, its choices, and what it is told about others stay the same."""
    for index, state in enumerate((game.first, *game.states[offset::23])):
        for seat in everybody(state):
            other = retold(state, seat, seed + index)
            assert look(other, seat) == look(state, seat)
            assert as_bytes(look(other, seat)) == as_bytes(look(state, seat))
            assert repr(other) == repr(state)
            assert arcanum.to_act(other) == arcanum.to_act(state)
            if seat is not None and seat == arcanum.to_act(state):
                assert arcanum.legal_actions(other) == arcanum.legal_actions(state)
            for action in every_action(state)[seed % 7 :: 41]:
                if seat is not None:
                    assert arcanum.why_not(other, action, seat=seat) == arcanum.why_not(state, action, seat=seat)


@proves(R_INT_4)
@given(games(leaning=leanings("assign", "play", "use"), modules=module_sets(always=("masters",))), st.integers(0, 99))
def test_what_an_ability_can_be_aimed_at_does_not_tell_facedown_cards_apart(game: Game, seed: int) -> None:
    """Whoever points at cards has the same choice whatever lies facedown there."""
    for step, _ in game.asked(Aim):
        for telling in range(3):
            other = retold(step.before, step.seat, seed + telling)
            assert arcanum.legal_actions(other) == arcanum.legal_actions(step.before)


@proves(R_INT_4, R_OBJ_3, R_MIL_1)
@given(st.one_of(any_game, eventful), st.integers(0, 8), st.integers(0, 2**32))
def test_what_happens_tells_nothing_but_what_it_shows(game: Game, offset: int, seed: int) -> None:
    """If states differ only in secrets and the same is done, a seat hears the same and sees the same afterwards.

    Cards that the seat gets to see by this are the same in both states; what another one chooses in secret may differ.
    """
    for index, step in enumerate(game.steps[offset::9]):
        for seat in everybody(step.before):
            assert told_the_same(step, seat, seed + index)


def told_the_same(step: Step, seat: Seat | None, seed: int) -> bool:
    """Whether a step can be done in a state with other secrets and is told to a seat in the same way."""
    heard = [event.seen_by(seat) for event in step.events]
    names = dealt_anew(step.before, seat, seed, cards_shown(step, heard))
    chance = any(isinstance(event, Shuffled | PileShuffled | MilitiaReturned | DeckChosen) for event in heard)
    other = retold_by(step.before, names, step.before.rng if chance else seed)
    action = in_order(other, renamed(step.action, names))
    assert step.seat != seat or action == step.action
    done = arcanum.step(other, action)
    assert isinstance(done.state, State)
    return [event.seen_by(seat) for event in done.events] == heard and look(done.state, seat) == look(step.after, seat)


def in_order(state: State, action: Action) -> Action:
    """The action with its cards in the order of the catalogue, where it names several."""
    if isinstance(action, Keep):
        return Keep(tuple(sorted(action.cards, key=state.rules.catalogue.order.__getitem__)))
    return action


def cards_shown(step: Step, heard: list[Event]) -> set[str]:
    """The cards that a step shows to who hears these events; a final score tells something of all cards that count.

    Militia that have done their service are laid aside faceup, though no event names one that lay facedown before.
    """
    everything = [card.id for card in step.before.rules.catalogue]
    if any(isinstance(event, GameEnded) for event in heard):
        return set(everything)
    return named_in(tuple(heard), everything).union(set(step.after.militia_used).difference(step.before.militia_used))


@proves(R_INT_4)
@given(games(modules=module_sets(always=("customise", "objectives")), rulesets=editions(R_CUST_1), rounds=1))
def test_what_others_choose_before_the_start_does_not_show(game: Game) -> None:
    """While a player puts his Deck together, nothing changes in the views of others but how far he is."""
    for step in game.steps:
        if isinstance(step.before.agenda[-1], ChooseDeck) and not step.events:
            for seat in others(step.before, step.seat):
                before, after = look(step.before, seat), look(step.after, seat)
                assert attrs.evolve(before, prompt=after.prompt, to_act=after.to_act, agenda=after.agenda) == after
                chosen = [task.chosen for task in after.agenda if isinstance(task, ChooseDeck)]
                assert {card for cards in chosen for card in cards} <= {UNSEEN}


@proves(R_INT_4)
@given(games(leaning=leanings("play", "use")))
def test_who_looks_at_facedown_cards_knows_them_from_then_on(game: Game) -> None:
    """What a player saw in a District stays in his view as long as it lies there, and comes into nobody else's."""
    looks = [(step, event) for step in game.steps for event in step.events if isinstance(event, LookedAt)]
    assume(looks)
    for step, event in looks:
        assert event.seen_by(event.seat).cards == event.cards
        for place in step.after.districts:
            for at, card in enumerate(place.cards):
                if event.cards is not None and card.card in event.cards and not card.face_up:
                    number = step.after.districts.index(place)
                    assert look(step.after, event.seat).districts[number].cards[at].card == card.card
                    assert look(step.after, None).districts[number].cards[at].card is None
