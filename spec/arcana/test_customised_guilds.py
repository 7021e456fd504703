"""Customised guilds: so many cards of one's own choice, eleven as printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import MODULES, State
from arcanum.guilds.actions import Take
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import R_CUST_1, R_CUST_2, R_CUST_3
from arcanum.guilds.events import DeckChosen, Drew
from arcanum.guilds.flow import ChooseDeck
from arcanum.kernel.events import Event, Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_shuffled
from arcanum.spec.games import asked, number, refused, stated, step
from arcanum.spec.guilds.games import Game, any_players, editions, games, guild_rules, module_sets, sound
from arcanum.spec.guilds.invariants import check_state

from .modules_kit import SEEDS, ids

OTHERS = tuple(module for module in MODULES if module != "customise")
DECK_KINDS = (Kind.AGENT, Kind.LOCATION, Kind.RELIC)


def cards_of(state: State, guild: str) -> tuple[CardId, ...]:
    """All Agents, Locations and Relics of a guild, whatever their letter."""
    return tuple(card.id for kind in DECK_KINDS for card in state.rules.catalogue.of(kind, guild))


@attrs.frozen
class Choice:
    """A table at which the Decks are still to be put together, and what everybody wants."""

    state: State
    wishes: tuple[tuple[CardId, ...], ...]
    """All twenty cards of each guild, in the order in which the player prefers them."""


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    """Any guilds, any wishes, any further modules."""
    ruleset = draw(editions(R_CUST_1))
    players, modules = draw(any_players(ruleset)), draw(module_sets(always=("customise",)).under(ruleset))
    state = sound(arcanum.new_game(guild_rules(ruleset), players=players, seed=draw(SEEDS), modules=modules))
    wishes = tuple(tuple(draw(st.permutations(cards_of(state, player.guild)))) for player in state.players)
    return Choice(state, wishes)


def take_decks(state: State, decks: Sequence[Sequence[CardId]]) -> tuple[State, list[Event]]:
    """Everybody takes the cards of his Deck, one after the other."""
    events: list[Event] = []
    while state.agenda and isinstance(state.agenda[-1], ChooseDeck):
        seat, taken = asked(state), len(state.agenda[-1].chosen)
        done = step(state, Take(decks[seat][taken]))
        events += done.events
        state = done.after
    return state, events


def owned(state: State, seat: Seat) -> set[CardId]:
    """The cards of a player: at the start those of his Deck, some of which he may have drawn."""
    player = state.players[seat]
    return {*player.deck, *player.hand}


@proves(R_CUST_1)
@given(choices())
def test_a_deck_is_any_eleven_of_the_twenty_cards_of_the_guild(choice: Choice) -> None:
    """Whatever eleven a player wishes for make up his Deck, and before anything else everybody is asked for them."""
    size = number(choice.state, R_CUST_1, "cards")
    assert all(len(wish) == number(choice.state, R_CUST_1, "from") for wish in choice.wishes)
    state, events = take_decks(choice.state, [wish[:size] for wish in choice.wishes])
    for seat, wish in enumerate(choice.wishes):
        assert owned(state, seat) == set(wish[:size])
        assert len(state.players[seat].deck) + len(state.players[seat].hand) == size
    told = {event.seat: (event.count, set(event.cards or ())) for event in events if isinstance(event, DeckChosen)}
    assert told == {seat: (size, set(wish[:size])) for seat, wish in enumerate(choice.wishes)}


@proves(R_CUST_1)
@given(choices())
def test_a_deck_is_shuffled_when_it_is_complete(choice: Choice) -> None:
    """Over many games each card that a player took lies at each place, and on each other, equally often."""
    size = number(choice.state, R_CUST_1, "cards")
    state, seat = choice.state, asked(choice.state)
    wish = choice.wishes[seat][:size]
    for card in wish[:-1]:
        state = step(state, Take(card)).after
    decks = list[tuple[CardId, ...]]()
    for rng in range(150):
        done = step(attrs.evolve(state, rng=rng), Take(wish[-1]))
        drawn = [event.cards or () for event in done.events if isinstance(event, Drew) and event.seat == seat]
        decks.append((*done.after.players[seat].deck, *(card for cards in drawn[::-1] for card in cards[::-1])))
    assert is_shuffled(decks, wish)


@proves(R_CUST_1)
@given(choices(), st.data())
def test_a_deck_has_no_card_twice_and_none_of_another_guild(choice: Choice, data: st.DataObject) -> None:
    """At each of eleven picks exactly the cards of the guild not taken yet can be taken; there is no twelfth."""
    size = number(choice.state, R_CUST_1, "cards")
    state = choice.state
    picks = [0] * len(state.players)
    while isinstance(state.agenda[-1], ChooseDeck):
        seat = asked(state)
        wish = choice.wishes[seat]
        taken = wish[: picks[seat]]
        assert set(arcanum.legal_actions(state)) == {Take(card) for card in wish if card not in taken}
        if taken:
            assert refused(state, Take(data.draw(st.sampled_from(taken))))
        catalogue = state.rules.catalogue
        foreign = [card.id for card in catalogue if card.emblem != state.players[seat].guild]
        assert refused(state, Take(data.draw(st.sampled_from(foreign))))
        others = ids(catalogue.of(Kind.MASTER)) + ids(catalogue.of(Kind.CREST))
        assert refused(state, Take(data.draw(st.sampled_from(others))))
        state = step(state, Take(wish[picks[seat]])).after
        picks[seat] += 1
        if picks[seat] < size:
            assert asked(state) == seat, "ten cards are too few"
    assert picks == [size] * len(state.players), "and twelve too many"


@proves(R_CUST_2)
@given(choices(), st.data())
def test_the_nine_other_cards_are_in_the_box(choice: Choice, data: st.DataObject) -> None:
    """What is not picked is in the box, nine cards of each guild."""
    size = number(choice.state, R_CUST_1, "cards")
    state, _ = take_decks(choice.state, [wish[:size] for wish in choice.wishes])
    for wish in choice.wishes:
        left = set(wish[size:])
        assert len(left) == number(state, R_CUST_2, "boxed")
        assert left <= set(state.box)
        assert not left & {card for seat in range(len(state.players)) for card in owned(state, seat)}


@proves(R_CUST_2)
@given(games(rulesets=editions(R_CUST_2), modules=module_sets(always=("customise",))))
def test_cards_that_were_not_picked_never_come_back(game: Game) -> None:
    """In every later state exactly nine cards of each guild that is played are out of the game, always the same."""
    begun = [state for state in game.states if state.round]
    for player in begun[0].players:
        own = set(cards_of(begun[0], player.guild))
        boxed = {frozenset(own & set(state.box)) for state in begun}
        assert len(boxed) == 1
        assert {len(cards) for cards in boxed} == {game.number(R_CUST_2, "boxed")}


@proves(R_CUST_3)
@given(editions(R_CUST_3), SEEDS, st.data())
def test_no_mix_of_kinds_is_prescribed(ruleset: str, seed: int, data: st.DataObject) -> None:
    """Decks without a Location or a Relic, and such with all of them, are accepted and played with."""
    players = data.draw(any_players(ruleset))
    modules = data.draw(module_sets(always=("customise",), never=OTHERS).under(ruleset))
    state = sound(arcanum.new_game(guild_rules(ruleset), players=players, seed=seed, modules=modules))
    size = number(state, R_CUST_1, "cards")
    extremes = stated(state, R_CUST_3, "decks")
    assert isinstance(extremes, tuple)
    mixes: list[dict[Kind, int]] = []
    for extreme in extremes:
        assert isinstance(extreme, Mapping)
        mixes.append({kind: int(str(extreme[f"{kind.value}s"])) for kind in DECK_KINDS})
    decks: list[list[CardId]] = []
    for seat, player in enumerate(state.players):
        deck = data.draw(st.permutations(cards_of(state, player.guild)))[:size]
        if seat < len(mixes):
            deck = [
                card
                for kind, count in mixes[seat].items()
                for card in data.draw(st.permutations(ids(state.rules.catalogue.of(kind, player.guild))))[:count]
            ]
        decks.append(data.draw(st.permutations(deck)))
    after, _ = take_decks(state, decks)
    assert after.round == 1
    for seat, deck in enumerate(decks):
        assert owned(after, seat) == set(deck)
    for _ in range(3 * players):
        after = step(after, data.draw(st.sampled_from(arcanum.legal_actions(after)))).after
        check_state(after)
