"""The modules: any set of them, in the order of the book."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, MODULES, State
from arcanum.guilds.actions import Hire
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import R_COMP_6, R_EVT_1, R_OPT_1, R_OPT_2, R_SETUP_7
from arcanum.guilds.flow import ChooseDeck, ChooseMaster, KeepObjectives
from arcanum.guilds.winning import PutStakeAway
from arcanum.spec import proves
from arcanum.spec.games import number
from arcanum.spec.guilds.games import Game, Leaning, editions, expected, module_sets, play, sound, whole_games
from arcanum.spec.guilds.invariants import check_state

from .modules_kit import SEATS, SEEDS, SUBSETS, edition

WILLING = Leaning(("assign", "bribe", "hire", "use"))


def assert_only_what_was_agreed(game: Game) -> None:
    """Each module brings its decisions and its cards, and none of them is there without it."""
    modules = game.last.options.modules
    for module, decision in (("customise", ChooseDeck), ("objectives", KeepObjectives), ("masters", ChooseMaster)):
        assert {seat.seat for _, seat in game.asked(decision)} == (
            set(range(game.players)) if module in modules else set()
        )
    assert "tactical" in modules or not game.asked(PutStakeAway)
    assert "militia" in modules or not game.doing(Hire)
    for state in (game.first, *game.states[::10], game.last):
        live = {state.card(card).kind for card in live_cards(state)}
        for module, kind in (("objectives", Kind.OBJECTIVE), ("events", Kind.EVENT), ("militia", Kind.MILITIA)):
            assert (kind in live) == (module in modules)
        if state.round:
            assert (Kind.MASTER in live) == ("masters" in modules)
        assert any(player.tucked for player in state.players) <= ("tactical" in modules)


def live_cards(state: State) -> set[CardId]:
    """Every card that is not in the box."""
    boxed = set(state.box)
    return {
        card.id
        for card in state.rules.catalogue
        if card.id not in boxed and card.kind not in (Kind.CREST, Kind.FIRST_PLAYER)
    }


@proves(R_OPT_1)
@settings(max_examples=2)
@given(SEATS, SEEDS)
def test_every_set_of_modules_can_be_played(players: int, seed: int) -> None:
    """All 64 sets set up and play: each state is sound, has the agreed set, and only what belongs to it."""
    (ruleset,) = editions(R_OPT_1)
    assert len(set(SUBSETS)) == expected(R_OPT_1, "subsets", edition(ruleset))
    for modules in SUBSETS:
        game = play(ruleset, players, seed, modules, WILLING, 2)
        for state in game.states:
            check_state(state)
            assert state.options.modules == modules
        assert arcanum.is_over(game.last)
        assert game.last.round == 2
        assert_only_what_was_agreed(game)


@proves(R_OPT_1)
@settings(max_examples=15)
@given(whole_games(rulesets=editions(R_OPT_1)))
def test_a_game_with_any_modules_comes_to_its_end(game: Game) -> None:
    """Played on, a game with any set of modules ends, with the same set as at its start."""
    assert arcanum.is_over(game.last)
    assert {state.options.modules for state in game.states} == {game.modules}
    for state in game.states[::5]:
        check_state(state)
    assert_only_what_was_agreed(game)


@proves(R_OPT_1)
@given(SEATS, SEEDS, module_sets())
def test_the_piles_are_those_of_the_modules(players: int, seed: int, modules: tuple[str, ...]) -> None:
    """At the start there are as many Militia and Events as the modules bring, and one end card."""
    (ruleset,) = editions(R_OPT_1)
    state = sound(arcanum.new_game(ruleset, players=players, seed=seed, modules=modules))
    militia = state.militia
    assert len(militia) == (number(state, R_COMP_6, "militia") if "militia" in modules else 0)
    seen = (*state.events, *(() if state.event is None else (state.event,)))
    assert len(seen) == (number(state, R_EVT_1, "pile") if "events" in modules else 0)
    assert any(state.card(card).kind is Kind.END_CARD for card in seen) == ("events" in modules)
    assert len(state.districts[-1].pile) + 1 == number(state, R_SETUP_7, "pile") + ("events" not in modules)


@proves(R_OPT_1)
@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1).filter(lambda name: name not in MODULES), module_sets())
def test_there_are_no_other_modules(name: str, modules: tuple[str, ...]) -> None:
    """A module that the book does not have is refused."""
    (ruleset,) = editions(R_OPT_1)
    with pytest.raises(arcanum.ArcanumError):
        arcanum.new_game(ruleset, players=2, seed=1, modules=(*modules, name))


@proves(R_OPT_2)
@given(st.permutations(MODULES), st.integers(0, len(MODULES)), SEEDS)
def test_modules_are_listed_in_the_order_of_the_book(order: list[str], count: int, seed: int) -> None:
    """In whatever order modules are named, the game lists them as the book does, and so does the help on options."""
    (ruleset,) = editions(R_OPT_2)
    book = expected(R_OPT_2, "order", edition(ruleset))
    assert isinstance(book, tuple)
    state = sound(arcanum.new_game(ruleset, players=2, seed=seed, modules=tuple(order[:count])))
    assert state.options.modules == tuple(module for module in book if module in order[:count])
    (help_text,) = (option.help for option in GAME.options() if option.name == "modules")
    assert help_text.endswith(": " + ", ".join(str(module) for module in book))
