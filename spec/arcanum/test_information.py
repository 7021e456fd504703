"""Open and hidden information: what everybody sees, what only one player sees, and what nobody can find out."""

from __future__ import annotations

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import Option
from arcanum.kernel.events import Chose, Seat
from arcanum.spec import proves
from arcanum.spec.games import written_for
from arcanum.spec.invariants import check_public
from arcanum.spec.secrets import everybody, others
from arcanum.spec.subject import is_replaced
from arcanum.spec.tarot.games import Game, Step, games, hiding_the_fool, playing, printed_majors, visiting
from arcanum.tarot import State
from arcanum.tarot.cards import FOOL, Card, Minor
from arcanum.tarot.clause_ids import (
    AMB_60,
    COMP_13,
    HIDE_6,
    INFO_1,
    INFO_2,
    INFO_3,
    INFO_4,
    INFO_5,
    INFO_6,
    INFO_7,
    INFO_8,
    INFO_9,
    INFO_10,
    INFO_11,
    LOC3_2,
    LOC7_1,
    SCORE_5,
    SETUP_6,
)
from arcanum.tarot.decisions import DraftTogether, GiveTogether, Offer
from arcanum.tarot.events import (
    Discarded,
    Drew,
    FoolAssigned,
    Gave,
    Hid,
    Phase,
    PhaseBegan,
    Pile,
    Revealed,
    Shuffled,
    SpecialScoring,
    Swapped,
    TurnedUp,
)
from arcanum.tarot.flow import ChooseDraw
from arcanum.tarot.hiding import HideTogether, SwapCards
from arcanum.tarot.houses import AssignFool, SpendFool

from .course_kit import Agreement, agreements, stated
from .secrets_kit import (
    cards_in,
    hands_lie_open,
    look,
    looks_the_same,
    told_the_same,
    watched,
)
from .table_kit import Ledger, hidden_cards

THE_SUN, THE_WORLD = 19, 21

any_game = st.one_of(
    games(majors=("none", "all")),
    *(playing(number) for number in (9, 10, 14, 18, THE_SUN, THE_WORLD)),
    hiding_the_fool(),
)
"""Games of all kinds, and often such in which Majors move hidden cards and hands about or show them."""


def some_states(game: Game, offset: int) -> tuple[State, ...]:
    """Every eleventh state of a game."""
    return game.states[offset::11]


def eyes(state: State, index: int) -> Seat | None:
    """Somebody who looks at the table: state by state the players and a spectator take turns."""
    return everybody(state)[index % (len(state.players) + 1)]


# --- hidden cards -----------------------------------------------------------------------------------------------------


@proves(INFO_1)
@given(any_game)
def test_nobody_but_the_owner_sees_a_hidden_card_before_it_is_shown(game: Game) -> None:
    """In no view does a hidden card of another player have a face, unless it was turned up or is shown at a scoring."""
    for step, watcher in watched(game):
        open_cards = watcher.turned_up | watcher.shown
        for seat in everybody(step.after):
            view = look(step.after, seat)
            for owner, player in enumerate(step.after.players):
                for card, seen in zip(player.hidden, view.players[owner].hidden, strict=True):
                    shown = card.card in open_cards or (watcher.shown and card.card == FOOL)
                    assert seen.card is None or owner == seat or shown


@proves(INFO_1)
@given(any_game)
def test_no_event_gives_a_hidden_card_away(game: Game) -> None:
    """What goes among the hidden cards, or comes back from there, is told to the owner alone."""
    for event in game.events:
        if isinstance(event, Hid):
            assert event.seen_by(event.seat).card is not None
            assert {event.seen_by(seat).card for seat in others(game.first, event.seat)} == {None}
        elif isinstance(event, Swapped):
            assert event.seen_by(event.seat) == event
            for seat in others(game.first, event.seat):
                assert (event.seen_by(seat).given, event.seen_by(seat).taken) == (None, None)


@proves(HIDE_6)
@given(any_game)
def test_a_player_can_look_at_the_cards_he_hid(game: Game) -> None:
    """What a player sees of his hidden cards is what he put there himself, whenever he looks."""
    own: list[list[Card]] = [[] for _ in range(game.players)]
    for step in game.steps:
        for event in step.events:
            seen = event.seen_by(getattr(event, "seat", None))
            match seen:
                case Hid(seat=seat, card=card) if card is not None:
                    own[seat].append(card)
                case Swapped(seat=seat, place=place, given=given) if given is not None:
                    own[seat][place] = given
                case Discarded(seat=seat, card=card) if card in own[seat]:
                    own[seat].remove(card)
        for seat, cards in enumerate(own):
            assert [each.card for each in look(step.after, seat).players[seat].hidden] == cards


@proves(INFO_2)
@given(hiding_the_fool())
def test_the_owner_sees_all_his_hidden_cards_in_every_phase(game: Game) -> None:
    """Drawing, hiding, playing or scoring, his own or another one's turn: no hidden card of his is without a face."""
    for state in game.states:
        for seat in range(game.players):
            view = look(state, seat)
            assert tuple(each.card for each in view.players[seat].hidden) == hidden_cards(state, seat)
            assert [each.face_up for each in view.players[seat].hidden] == [
                each.face_up for each in state.players[seat].hidden
            ]


@proves(INFO_5)
@given(playing(THE_SUN))
def test_what_the_sun_brought_to_light_stays_visible_until_the_scoring(game: Game) -> None:
    """From then on everybody sees these cards in front of their owner, until they are taken away or exchanged."""
    assume(game.of(TurnedUp))
    up: dict[Card, Seat] = {}
    for step in game.steps:
        for event in step.events:
            match event:
                case TurnedUp(seat=owner, cards=cards):
                    up |= dict.fromkeys(cards, owner)
                case Discarded(card=card):
                    up.pop(card, None)
                case Swapped(taken=card) if card is not None:
                    up.pop(card, None)
        for seat in everybody(step.after):
            view = look(step.after, seat)
            for card, owner in up.items():
                assert card in [each.card for each in view.players[owner].hidden if each.face_up]


@proves(INFO_6)
@given(playing(THE_WORLD))
def test_after_the_world_the_cards_lie_face_down_again(game: Game) -> None:
    """Everybody has seen them, but they are no longer displayed, though they are still there."""
    worlds = game.majors_played(THE_WORLD)
    assume(worlds)
    for played in worlds:
        after = played.steps[-1].after
        if after.phase is not Phase.PLAY:
            continue  # it was the last card of the turn, and the next scoring has begun
        for shown in played.of(Revealed, SCORE_5):
            assert shown.seen_by(None) == shown
            still = [each for each in after.players[shown.seat].hidden if each.card in shown.cards]
            assert {each.card for each in still} == set(shown.cards)
            down = {each.card for each in still if not each.face_up}
            for seat in others(after, shown.seat):
                assert down.isdisjoint({each.card for each in look(after, seat).players[shown.seat].hidden})


@proves(INFO_7)
@given(visiting(7))
def test_the_card_from_the_treasure_vault_is_seen_by_the_visitor_alone(game: Game) -> None:
    """The visitor sees what he hid; the others see one hidden card more and one card less in the deck."""
    written_for(game.first, LOC7_1, "hide", 1)
    hidden = game.of(Hid, LOC7_1)
    assume(hidden)
    for step in game.steps:
        for event in step.events:
            if not isinstance(event, Hid) or event.clause != LOC7_1 or event.seat != step.seat:
                continue
            assert event.seen_by(event.seat).card == event.card is not None
            if Phase.SCORING in {each.phase for each in step.events if isinstance(each, PhaseBegan)}:
                continue
            own = look(step.after, event.seat).players[event.seat].hidden
            assert event.card in [each.card for each in own]
            for seat in others(step.after, event.seat):
                assert event.seen_by(seat).card is None
                before, after = look(step.before, seat), look(step.after, seat)
                grown = len(after.players[event.seat].hidden) - len(before.players[event.seat].hidden)
                assert grown == 1
                assert after.players[event.seat].hidden[-1].card is None


# --- scoring ----------------------------------------------------------------------------------------------------------


@proves(INFO_9)
@given(any_game)
def test_at_a_scoring_everybody_is_shown_all_hidden_cards(game: Game) -> None:
    """By the end of a scoring each hidden Minor has been shown to all, and so has the Fool or what it counts for."""
    ledger, shown = Ledger.of(game.first), list[Card]()
    hidden: set[Card] = set()
    for event in game.events[len(game.opening) :]:
        if isinstance(event, SpecialScoring) or (isinstance(event, PhaseBegan) and event.phase is Phase.SCORING):
            hidden, shown = {card for cards in ledger.hidden for card in cards}, []
        for seat in everybody(game.first):
            match event.seen_by(seat):
                case Revealed(cards=cards):
                    shown += cards
                case FoolAssigned():
                    shown.append(FOOL)
        ledger.hear(event)
        if isinstance(event, Discarded) and event.clause.startswith("SCORE"):
            assert set(shown) == hidden
            assert all(shown.count(card) >= game.players + 1 for card in hidden)


@proves(INFO_9)
@given(hiding_the_fool())
def test_while_the_fool_is_assigned_the_cards_lie_open_in_all_views(game: Game) -> None:
    """Everybody sees every hidden card, or those of the Houses reached so far where they are shown House by House."""
    asked = [*game.asked(AssignFool), *game.asked(SpendFool)]
    assume(asked)
    for step, _ in asked:
        state = step.before
        reached = shown_houses(game, step)
        for seat in everybody(state):
            for owner, player in enumerate(look(state, seat).players):
                for card, seen in zip(hidden_cards(state, owner), player.hidden, strict=True):
                    if game.expected(SCORE_5, "reveal") == "all" or (isinstance(card, Minor) and card.suit in reached):
                        assert seen.card == card


def shown_houses(game: Game, step: Step) -> set[int]:
    """The Houses that the owner of the Fool has been asked about in this scoring, the one at hand included."""
    index = game.steps.index(step)
    found = set[int]()
    while index >= 0 and isinstance(top := game.steps[index].before.agenda[-1], SpendFool):
        found.add(top.scoring.houses[0])
        index -= 1
    return found


# --- what is open to all ----------------------------------------------------------------------------------------------


@proves(INFO_3)
@given(any_game)
def test_discards_lie_face_up_for_everybody(game: Game) -> None:
    """Every card that was discarded and not shuffled since can be seen by all, in the order in which it came."""
    written_for(game.first, INFO_3, "face_up", True)
    for index, (step, watcher) in enumerate(watched(game)):
        view = look(step.after, eyes(step.after, index))
        assert list(view.minor_discard) == watcher.discards[Pile.MINOR]
        assert list(view.major_discard) == watcher.discards[Pile.MAJOR]


@proves(INFO_4)
@given(any_game)
def test_the_board_is_the_same_for_everybody(game: Game) -> None:
    """Prestige, points, turn, figures and the Tower are in all views what the events have told everybody."""
    ledger = Ledger.of(game.first)
    for index, step in enumerate(game.steps):
        for event in step.events:
            ledger.hear(event)
        view = look(step.after, eyes(step.after, index))
        assert dict(view.prestige) == ledger.prestige
        assert [player.vp for player in view.players] == ledger.points
        assert dict(view.figures) == ledger.places
        assert (view.tower, view.turn) == (ledger.tower, ledger.turn)
        assert (view.first_player, view.active) == (ledger.first_player, ledger.active)


PUBLIC = (
    "rules", "options", "prestige", "figures", "turn", "phase", "first_player", "active", "minor_discard",
    "major_discard", "in_play", "tower", "tower_owner", "exiles", "minor_played", "major_played", "factor", "shown",
)  # fmt: skip
"""What lies open on the table, or was said aloud."""


@proves(INFO_3, INFO_4)
@given(games())
def test_what_lies_open_is_in_every_view_as_it_is(game: Game) -> None:
    """Whoever looks sees the board, the tracks, the discards, what is played and who is asked, as they are."""
    for state in game.states:
        check_public(state, PUBLIC)


@proves(INFO_8)
@given(any_game, st.integers(0, 6))
def test_the_player_aid_is_open_to_all_at_any_time(game: Game, offset: int) -> None:
    """Every seat and every spectator can read the same aid, from the first moment of a game to the last."""
    aid = look(game.first, None).aid
    assert all(entry for entry in aid)
    for state in some_states(game, offset):
        assert {look(state, seat).aid for seat in everybody(state)} == {aid}


@proves(COMP_13)
@given(agreements(), st.sampled_from(("all", "none")))
def test_the_aid_says_what_each_of_the_22_majors_does(agreement: Agreement, majors: str) -> None:
    """It has an entry for each Major with all that the rules say about it, also when the Majors stay in the box."""
    state, _ = agreement.begin(majors=majors)
    aid = look(state, None).aid
    assert len(aid) == stated(COMP_13, "majors", agreement.printing)
    told = dict.fromkeys(printed_majors(), 0)
    for clause in arcanum.clauses("arcanum"):
        section, _, rest = clause.id.partition("-")
        if section in ("MAJ", "WORLD"):
            number = 21 if section == "WORLD" else int(rest.partition("-")[0])
            if number in told and not is_replaced(clause.id):
                assert any(line.startswith(clause.text) for line in aid[number])
                told[number] += 1
    assert all(len(aid[number]) == sentences for number, sentences in told.items())


@proves(SETUP_6)
@given(agreements())
def test_every_player_has_an_aid_of_his_own(agreement: Agreement) -> None:
    """There are enough of them, and each seat has one in its view when the game begins."""
    state, _ = agreement.begin(majors="all")
    aids = [look(state, seat).aid for seat in range(agreement.players)]
    assert len(aids) == agreement.players * stated(SETUP_6, "aids", agreement.printing)
    assert len(aids) <= stated(COMP_13, "sheets", agreement.printing)
    assert all(any(entry) for aid in aids for entry in aid)


# --- hands ------------------------------------------------------------------------------------------------------------


@proves(INFO_10)
@given(any_game)
def test_hands_are_private(game: Game) -> None:
    """A player sees his own hand; the others and spectators see how many cards he holds and none of them."""
    for index, state in enumerate(game.states):
        seat = eyes(state, index)
        for owner, player in enumerate(look(state, seat).players):
            assert player.hand == (state.players[owner].hand if owner == seat else None)


@proves(INFO_10)
@given(any_game)
def test_what_goes_into_a_hand_is_told_only_to_those_who_handle_it(game: Game) -> None:
    """Drawn cards are known to the one who drew, given cards to giver and receiver, and how many there are to all."""
    for event in game.events:
        if isinstance(event, Drew | Gave):
            insiders = {event.seat, event.receiver} if isinstance(event, Gave) else {event.seat}
            for seat in everybody(game.first):
                seen = event.seen_by(seat)
                assert (seen.seat, seen.count) == (event.seat, event.count)
                assert seen.cards == (event.cards if seat in insiders else None)


@proves(AMB_60)
@given(any_game)
def test_everybody_can_count_the_cards_of_the_others(game: Game) -> None:
    """The sizes of all hands, the numbers of hidden cards and of cards in the decks are right in every view."""
    written_for(game.first, AMB_60, "counts_public", True)
    for index, state in enumerate(game.states):
        view = look(state, eyes(state, index))
        assert [player.hand_size for player in view.players] == [len(player.hand) for player in state.players]
        assert [len(player.hidden) for player in view.players] == [len(player.hidden) for player in state.players]
        assert (view.minor_deck, view.major_deck) == (len(state.minor_deck), len(state.major_deck))


@proves(INFO_11)
@given(games(majors=("all",)))
def test_everybody_sees_what_those_before_him_chose_to_draw(game: Game) -> None:
    """Who chooses after another has seen from which deck that one drew and how many cards, but not which."""
    for step, _ in game.asked(ChooseDraw):
        drawn = next(event for event in step.events if isinstance(event, Drew))
        for seat in others(step.after, step.seat):
            seen = drawn.seen_by(seat)
            chosen = Pile.MINOR if step.action == Option("minors") else Pile.MAJOR
            cards = drawn.cards if hands_lie_open(step.before) else None
            assert (seen.seat, seen.pile, seen.count, seen.cards) == (step.seat, chosen, drawn.count, cards)
            before, after = look(step.before, seat), look(step.after, seat)
            assert after.players[step.seat].hand_size - before.players[step.seat].hand_size == drawn.count
            if not any(isinstance(event, Shuffled) for event in step.events):
                piles = (before.minor_deck - after.minor_deck, before.major_deck - after.major_deck)
                assert piles == ((drawn.count, 0) if chosen is Pile.MINOR else (0, drawn.count))


@proves(INFO_11)
@given(visiting(3))
def test_everybody_sees_who_accepted_the_offer_of_the_harbour(game: Game) -> None:
    """Who is asked after another has heard his answer and sees how many cards he has now."""
    asked = game.asked(Offer)
    assume(asked)
    for step, _ in asked:
        for seat in others(step.before, step.seat):
            seen = [event.seen_by(seat) for event in step.events]
            answers = [event for event in seen if isinstance(event, Chose)]
            assert [(event.seat, event.option) for event in answers] == [
                (step.seat, "draw" if step.action == Option("draw") else None)
            ]
            drawn = [event for event in seen if isinstance(event, Drew) and event.clause == LOC3_2]
            assert len(drawn) == (step.action == Option("draw"))
            assert all((event.cards is None) is not hands_lie_open(step.before) for event in drawn)


# --- nothing else leaks -----------------------------------------------------------------------------------------------


@proves(INFO_1, INFO_10, AMB_60)
@given(any_game, st.integers(0, 10), st.integers(0, 2**32))
def test_states_that_differ_only_in_secrets_look_the_same(game: Game, offset: int, seed: int) -> None:
    """Deal anew what a seat may not know: its view, as a value and byte for byte, and its choices stay the same."""
    for index, state in enumerate(some_states(game, offset)):
        for seat in everybody(state):
            looks_the_same(state, seat, seed, index)


@proves(INFO_1, INFO_7, INFO_10)
@given(any_game, st.integers(0, 10), st.integers(0, 2**32))
def test_what_happens_tells_nothing_but_what_it_shows(game: Game, offset: int, seed: int) -> None:
    """If states differ only in secrets and the same is done, a seat hears the same and sees the same afterwards.

    Cards that the seat gets to see by this are the same in both states; what another one chooses in secret may differ.
    """
    compared = 0
    for index, step in enumerate(game.steps[offset::11]):
        for seat in everybody(step.before):
            compared += told_the_same(step, seat, seed + index)
    assert compared > 0


@proves(INFO_1, INFO_10)
@given(st.one_of(playing(9), playing(10), playing(18)))
def test_nobody_can_see_a_choice_that_is_made_together_before_all_have_chosen(game: Game) -> None:
    """While others still choose what to hide or to give, a choice changes nothing in any view but who is asked."""
    for index, step in enumerate(game.steps):
        top = step.before.agenda[-1]
        if isinstance(top, HideTogether | GiveTogether) and top.waiting:
            assert step.events == ()
            for seat in {eyes(step.before, index), step.seat}:
                before, after = look(step.before, seat), look(step.after, seat)
                asked, legal = (after.to_act, after.prompt), after.legal_actions
                same = attrs.evolve(before, to_act=asked[0], prompt=asked[1], legal_actions=legal, agenda=after.agenda)
                assert same == after
                if seat != step.seat:
                    unknown = cards_in(after.agenda) - cards_in(before.agenda)
                    assert not unknown
                    assert len(after.agenda[-1].unseen) == len(before.agenda[-1].unseen) + 1


@proves(INFO_1, INFO_10, INFO_11)
@given(st.one_of(playing(9), playing(10), playing(14), playing(18)))
def test_who_has_chosen_and_who_still_chooses_is_seen_by_all_and_what_by_himself(game: Game) -> None:
    """A view shows every question that is open: to whom it goes, who has answered, and of the answers one's own."""
    for state in game.states:
        for seat in everybody(state):
            for task, seen in zip(state.agenda, look(state, seat).agenda, strict=True):
                assert seen == _as_seen(task, seat)


def _as_seen(task: object, seat: Seat | None) -> object:
    """A choice that is being made, as a seat sees it."""
    match task:
        case HideTogether(slot, waiting, answers):
            own = tuple(each for each in answers if each[0].seat == seat)
            return HideTogether(slot, waiting, own, tuple(each for each, _ in answers if each.seat != seat))
        case GiveTogether(asked, waiting, chosen):
            own_cards = tuple(each for each in chosen if each[0] == seat)
            return GiveTogether(asked, waiting, own_cards, tuple(giver for giver, _ in chosen if giver != seat))
        case DraftTogether(asked, waiting, kept):
            own_cards = tuple(each for each in kept if each[0] == seat)
            return DraftTogether(asked, waiting, own_cards, tuple(keeper for keeper, _ in kept if keeper != seat))
        case SwapCards(asked, left, fool, done) if asked != seat:
            return SwapCards(asked, left, fool, exchanged=len(done))
    return task
