"""First edition: setup. Where the Revised Edition says otherwise, its reading is tested beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Keep, Kind, default_catalogue
from arcanum.guilds.catalogue import EDITIONS
from arcanum.guilds.clause_ids import (
    F_SETUP_1,
    F_SETUP_2,
    F_SETUP_3,
    F_SETUP_4,
    F_SETUP_5,
    F_SETUP_6,
    F_SETUP_7,
    F_SETUP_8,
    F_SETUP_9,
    F_SETUP_10,
    R_MIL_1,
)
from arcanum.guilds.events import EndCardShown, GameEnded, RoundBegan, StakeShown
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_even, is_shuffled
from arcanum.spec.games import refuses, step
from arcanum.spec.guilds.games import Game, edition_of, editions, expected, games, guild_rules, module_sets, row, saying

from .setup_kit import (
    GUILD_KINDS,
    RULESETS,
    Agreement,
    agreements,
    boxed_stakes,
    card_file,
    end_card_place,
    many_tables,
    one_too_few_or_too_many,
    seated,
    seen,
    stated,
    table,
)


def with_or_without(edition: str, module: str, modules: tuple[str, ...]) -> bool:
    """Whether a game has the cards of a module: in every game of the first edition, else if players want them."""
    clause = {"objectives": F_SETUP_4, "militia": F_SETUP_5}[module]
    return module in modules if expected(clause, "optional", edition) else True


# --- guilds -----------------------------------------------------------------------------------------------------------


@proves(F_SETUP_1)
@given(agreements(), st.from_regex(r"[a-z]{3,10}", fullmatch=True), st.data())
def test_everybody_takes_one_of_the_guilds_of_the_edition(agreement: Agreement, name: str, data: st.DataObject) -> None:
    """The guilds are those that the edition names, each can be taken at any seat, and no other."""
    known = [str(guild) for guild in row(F_SETUP_1, "guilds", agreement.edition)]
    assert sorted(agreement.catalogue.guilds) == sorted(known)
    guilds = data.draw(st.permutations(known), "guilds")[: agreement.players]
    state = agreement.set_up(guilds=tuple(guilds))
    assert [player.guild for player in state.players] == guilds
    assert len({player.guild for player in agreement.set_up().players} & set(known)) == agreement.players
    everywhere = {guild for edition in EDITIONS for guild in default_catalogue(edition).guilds}
    strange = data.draw(st.sampled_from(sorted({name, *everywhere} - set(known))), "no guild of the edition")
    assert refuses(arcanum.BadCall, lambda: agreement.set_up(guilds=(strange, *guilds[1:])))


@proves(F_SETUP_2)
@given(RULESETS, st.data())
def test_a_guild_has_nine_agents_a_headquarters_and_a_relic(ruleset: str, data: st.DataObject) -> None:
    """Each guild has so many cards of each kind, and a file with one more or one less is refused."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    counts = {kind: stated(F_SETUP_2, f"{kind}s", edition) for kind in GUILD_KINDS}
    assert sum(counts.values()) == expected(F_SETUP_2, "each", edition)
    for guild in row(F_SETUP_1, "guilds", edition):
        own = [card for card in catalogue if card.emblem == guild and card.kind.value in GUILD_KINDS]
        assert Counter(card.kind.value for card in own) == counts
    file = card_file(edition)
    guild = str(data.draw(st.sampled_from(row(F_SETUP_1, "guilds", edition)), "guild"))
    assert data.draw(one_too_few_or_too_many(file, file.faces(*GUILD_KINDS, emblem=guild))).is_refused


@proves(F_SETUP_3)
@given(agreements(modules=module_sets(never=("customise",))))
def test_the_main_deck_has_eleven_cards_and_the_resource_deck_none(agreement: Agreement) -> None:
    """The Main Deck is the guild's eleven cards, each once; the Resource Deck beside it is empty."""
    for player in agreement.set_up().players:
        assert len(set(player.deck)) == len(player.deck) == expected(F_SETUP_3, "deck", agreement.edition)
        assert len(player.discard) == expected(F_SETUP_3, "discard", agreement.edition)
        assert player.hand == ()


@proves(F_SETUP_3)
@given(seated())
def test_the_main_deck_is_shuffled(table_of: tuple[str, int]) -> None:
    """Over many games each card of a guild lies at each place of its Main Deck, and on each other, equally often."""
    ruleset, players = table_of
    size = stated(F_SETUP_3, "deck", edition_of(ruleset))
    for guild in row(F_SETUP_1, "guilds", edition_of(ruleset)):
        decks = [each.deck for state in many_tables(ruleset, players) for each in state.players if each.guild == guild]
        assert {len(deck) for deck in decks} == {size}
        assert is_shuffled(decks, decks[0])


# --- Objectives and Militia -------------------------------------------------------------------------------------------


def told(game: Game, seat: Seat | None) -> set[str]:
    """Every word that a seat has been shown in a game: in its views, and in the events as it saw them."""
    shown: set[str] = set()
    for state in game.states:
        view = seen(state, seat)
        for part in (view.players, view.districts, view.aside, view.militia_used, view.past_events, view.legal_actions):
            shown.update(_words(part))
    for event in game.events:
        shown.update(_words(event.seen_by(seat)))
    return shown


def _words(value: object) -> Iterator[str]:
    kind = type(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)
    elif attrs.has(kind):
        for field in attrs.fields(kind):
            yield from _words(getattr(value, field.name))


@proves(F_SETUP_4)
@given(games(rulesets=editions(F_SETUP_4), rounds=2))
def test_everybody_keeps_two_of_four_objectives_and_nobody_sees_the_others(game: Game) -> None:
    """In every game of the first edition each player keeps two of four; what he puts back only he has ever seen."""
    before = Agreement(game.ruleset, game.players, game.seed, game.modules).set_up()
    keeping = game.doing(Keep)
    if not with_or_without(game.printing, "objectives", game.modules):
        assert not keeping
        assert not any(player.objectives for state in game.states for player in state.players)
        return
    known = {seat: told(game, seat) for seat in (None, *range(game.players))}
    assert sorted(choice.seat for choice in keeping) == list(range(game.players))
    for choice in keeping:
        dealt = set(before.players[choice.seat].objectives)
        kept = set(choice.after.players[choice.seat].objectives)
        assert len(dealt) == game.expected(F_SETUP_4, "dealt")
        assert len(kept) == game.expected(F_SETUP_4, "kept")
        back = dealt - kept
        assert len(back) == game.expected(F_SETUP_4, "discarded")
        assert kept <= dealt
        assert back <= set(game.last.box)
        assert back <= known[choice.seat]
        assert all(back.isdisjoint(words) for other, words in known.items() if other != choice.seat)
    assert isinstance(game.events[-1], GameEnded)


@proves(F_SETUP_4)
@given(games(rulesets=editions(F_SETUP_4), rounds=1))
def test_kept_objectives_lie_facedown_until_the_end(game: Game) -> None:
    """Before the end others see how many Objectives a player has, and not which."""
    for state in game.states[:-1]:
        for seat in (None, *range(game.players)):
            for other, view in enumerate(seen(state, seat).players):
                assert view.objective_count == len(state.players[other].objectives)
                assert seat == other or view.objectives is None


@proves(F_SETUP_5)
@given(agreements(rulesets=editions(F_SETUP_5)))
def test_the_six_militia_are_a_facedown_pile_in_every_game(agreement: Agreement) -> None:
    """In every game of the first edition six Militia lie ready, of which one sees the number only."""
    state = agreement.set_up()
    there = with_or_without(agreement.edition, "militia", agreement.modules)
    assert len(state.militia) == (expected(F_SETUP_5, "cards", agreement.edition) if there else 0)
    assert {state.card(card).kind for card in state.militia} <= {Kind.MILITIA}
    assert len(set(state.militia)) == len(state.militia)
    begun, _ = agreement.begin()
    for seat in (None, *range(agreement.players)):
        assert seen(begun, seat).militia == len(state.militia)


@proves(F_SETUP_5)
@given(seated(editions(F_SETUP_5, R_MIL_1)))
def test_the_militia_are_shuffled(table_of: tuple[str, int]) -> None:
    """Over many games each Militia card lies at each place of the pile, and on each other, equally often."""
    ruleset, players = table_of
    modules = ("militia",) if expected(F_SETUP_5, "optional", edition_of(ruleset)) else ()
    piles = [state.militia for state in many_tables(ruleset, players, modules)]
    assert {len(pile) for pile in piles} == {stated(F_SETUP_5, "cards", edition_of(ruleset))}
    assert is_shuffled(piles, [card.id for card in guild_rules(ruleset).catalogue.of(Kind.MILITIA)])


# --- zones ------------------------------------------------------------------------------------------------------------


@proves(F_SETUP_6)
@given(agreements())
def test_the_stakes_lie_in_five_zones_or_in_four(agreement: Agreement) -> None:
    """There are five zones, with three players four, of twelve different Stakes each."""
    state = agreement.set_up()
    stakes = [[card for card in zone.pile if state.card(card).is_stake] for zone in state.districts]
    size = stated(F_SETUP_6, "pile", agreement.edition)
    assert len(stakes) == table(F_SETUP_6, "districts", agreement.edition)[str(agreement.players)]
    assert [len(pile) for pile in stakes] == [size] * len(stakes)
    assert len({card for pile in stakes for card in pile}) == size * len(stakes)


@proves(F_SETUP_7)
@given(games())
def test_the_other_stakes_are_back_in_the_box_for_good(game: Game) -> None:
    """The Stakes that no zone needs are in the box after the setup and in every state that follows."""
    left_over = boxed_stakes(Agreement(game.ruleset, game.players, game.seed, game.modules).set_up())
    assert len(left_over) == table(F_SETUP_7, "boxed", game.printing)[str(game.players)]
    assert all(left_over <= boxed_stakes(state) for state in game.states)


@proves(F_SETUP_8)
@given(seated())
def test_the_end_card_is_mixed_into_the_five_lowest_cards_of_the_free_zone(table_of: tuple[str, int]) -> None:
    """It is at place 8 to 13 of the 13 cards, counted from the top, and over many games at each about equally often."""
    ruleset, players = table_of
    edition = edition_of(ruleset)
    highest, lowest = (stated(F_SETUP_8, name, edition) for name in ("highest_place", "lowest_place"))
    assert lowest - highest == expected(F_SETUP_8, "last", edition)
    tables = many_tables(ruleset, players)
    assert {len(state.districts[-1].pile) for state in tables} == {stated(F_SETUP_8, "pile", edition)}
    assert is_even(map(end_card_place, tables), range(highest, lowest + 1))


@proves(F_SETUP_9)
@given(agreements())
def test_every_zone_shows_the_stake_that_lay_on_top(agreement: Agreement) -> None:
    """One card of each zone is turned up, the top one, and everybody sees it."""
    before = agreement.set_up()
    after, events = agreement.begin()
    turned = [event.district for event in events if isinstance(event, StakeShown | EndCardShown)]
    shown = Counter(name for name in turned if name is not None)
    assert shown == {zone.name: stated(F_SETUP_9, "faceup", agreement.edition) for zone in before.districts}
    for seat in (None, *range(agreement.players)):
        stakes = {zone.name: zone.stake for zone in seen(after, seat).districts}
        assert stakes == {zone.name: zone.pile[-1] for zone in before.districts}


# --- the first player -------------------------------------------------------------------------------------------------

NAMED = saying(F_SETUP_10, "first_player_init", "given")


@proves(F_SETUP_10)
@given(agreements(), st.integers(-1, 4))
def test_the_players_may_name_who_begins(agreement: Agreement, seat: Seat) -> None:
    """Any seat can be made first player and begins the first round."""
    for strange in (agreement.players, "0", 0.0, True):
        assert refuses(arcanum.BadCall, partial(agreement.begin, first_player=strange)), strange
    if seat not in range(agreement.players):
        assert refuses(arcanum.BadCall, lambda: agreement.begin(first_player=seat))
        return
    state, events = agreement.begin(first_player=seat)
    while state.round == 0:
        chosen = step(state, arcanum.legal_actions(state)[0])
        state, events = chosen.after, chosen.events
    (began,) = (event for event in events if isinstance(event, RoundBegan))
    assert began.first_player == state.first_player == arcanum.to_act(state) == seat


@proves(F_SETUP_10)
@given(seated(NAMED))
def test_if_nobody_is_named_the_seed_decides(table_of: tuple[str, int]) -> None:
    """Over many games in which nobody is named, everybody begins about as often."""
    ruleset, players = table_of
    assert is_even((state.first_player for state in many_tables(ruleset, players)), range(players))
