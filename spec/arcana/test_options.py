"""The modules: any set of them, in the order of the book."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from itertools import combinations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import GAME, MODULES, State, default_catalogue
from arcanum.guilds.actions import Hire
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.clause_ids import (
    R_COMP_1,
    R_COMP_6,
    R_EVT_1,
    R_MIL_1,
    R_OBJ_1,
    R_OPT_1,
    R_OPT_2,
    R_SETUP_5,
    R_SETUP_7,
)
from arcanum.guilds.flow import ChooseDeck, ChooseMaster, KeepObjectives
from arcanum.guilds.winning import PutStakeAway
from arcanum.spec import proves
from arcanum.spec.games import number, refuses, times
from arcanum.spec.guilds.games import (
    Game,
    Leaning,
    Modules,
    any_players,
    applies,
    edition_of,
    editions,
    expected,
    guild_rules,
    module_sets,
    play,
    row,
    sound,
    whole_games,
)
from arcanum.spec.guilds.invariants import check_state

from .ending_kit import finished
from .modules_kit import SEEDS

EDITIONS = ("revised", "first")
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


def always(ruleset: str) -> list[str]:
    """The modules that belong to every game, as far as the index knows any that do."""
    clauses = {"objectives": R_OBJ_1, "militia": R_MIL_1}
    edition = edition_of(ruleset)
    found = [
        name for name, each in clauses.items() if applies(each, edition) and not expected(each, "optional", edition)
    ]
    return [*found, *(name for name in guild_rules(ruleset).built_in if name not in clauses)]


def live_cards(state: State) -> set[CardId]:
    """Every card that is not in the box."""
    boxed = set(state.box)
    return {
        card.id
        for card in state.rules.catalogue
        if card.id not in boxed and card.kind not in (Kind.CREST, Kind.FIRST_PLAYER)
    }


@proves(R_OPT_1)
@times(1 / 12)
@given(editions(R_OPT_1), SEEDS, st.data())
def test_every_set_of_modules_can_be_played(ruleset: str, seed: int, data: st.DataObject) -> None:
    """All 64 sets set up and play: each state is sound, has the agreed set, and only what belongs to it."""
    players, edition = data.draw(any_players(ruleset)), edition_of(ruleset)
    free = [str(module) for module in row(R_OPT_1, "modules", edition)]
    subsets = [chosen for size in range(len(free) + 1) for chosen in combinations(free, size)]
    assert len(set(subsets)) == expected(R_OPT_1, "subsets", edition)
    for modules in subsets:
        game = play(ruleset, players, seed, modules, WILLING, 2)
        for state in game.states:
            check_state(state)
            assert set(state.options.modules) == {*modules, *always(ruleset)}
        assert arcanum.is_over(game.last)
        assert game.last.round == 2 or finished(game)
        assert_only_what_was_agreed(game)


@proves(R_OPT_1)
@given(whole_games(rulesets=editions(R_OPT_1)))
def test_a_game_with_any_modules_comes_to_its_end(game: Game) -> None:
    """Played on, a game with any set of modules ends, with the same set as at its start."""
    assert arcanum.is_over(game.last)
    assert {state.options.modules for state in game.states} == {game.first.options.modules}
    assert game.first.options.modules == game.modules
    assert set(always(game.ruleset)) <= set(game.modules)
    for state in game.states[::5]:
        check_state(state)
    assert_only_what_was_agreed(game)


@proves(R_OPT_1)
@given(editions(R_OPT_1), SEEDS, st.data())
def test_the_piles_are_those_of_the_modules(ruleset: str, seed: int, data: st.DataObject) -> None:
    """At the start there are as many Militia and Events as the modules bring, and one end card."""
    players, agreed = data.draw(any_players(ruleset)), data.draw(module_sets().under(ruleset))
    state = sound(arcanum.new_game(guild_rules(ruleset), players=players, seed=seed, modules=agreed))
    militia, modules = state.militia, {*agreed, *always(ruleset)}
    assert len(militia) == (number(state, R_COMP_6, "militia") if "militia" in modules else 0)
    seen = (*state.events, *(() if state.event is None else (state.event,)))
    assert len(seen) == (number(state, R_EVT_1, "pile") if "events" in modules else 0)
    assert any(state.card(card).kind is Kind.END_CARD for card in seen) == ("events" in modules)
    assert len(state.districts[-1].pile) + 1 == number(state, R_SETUP_7, "pile") + ("events" not in modules)


@proves(R_OPT_1)
@given(editions(R_OPT_1), st.data())
def test_there_are_no_other_modules(ruleset: str, data: st.DataObject) -> None:
    """A module that the book does not have is refused, and of its modules one that is not among those on offer."""
    rules, agreed = guild_rules(ruleset), data.draw(module_sets().under(ruleset))
    offered = {*row(R_OPT_1, "modules", rules.printing), *always(ruleset)}
    names = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1).filter(lambda name: name not in offered)
    others = [module for module in MODULES if module not in offered]
    wrong = (*agreed, data.draw(names | st.sampled_from(others) if others else names))
    assert refuses(
        arcanum.ArcanumError, lambda: arcanum.new_game(rules, players=rules.players[0], seed=1, modules=wrong)
    )


@proves(R_OPT_2)
@given(editions(R_OPT_2), SEEDS, st.data())
def test_modules_are_listed_in_the_order_of_the_book(ruleset: str, seed: int, data: st.DataObject) -> None:
    """In whatever order modules are named, the game lists them as the book does, and so does the help on options."""
    rules = guild_rules(ruleset)
    book = row(R_OPT_2, "order", rules.printing)
    order = data.draw(st.permutations([str(module) for module in book]))
    chosen = tuple(order[: data.draw(st.integers(0, len(order)))])
    state = sound(arcanum.new_game(rules, players=rules.players[0], seed=seed, modules=chosen))
    agreed = [module for module in state.options.modules if module in book]
    assert agreed == [module for module in book if module in chosen]
    (help_text,) = (option.help for option in GAME.options() if option.name == "modules")
    told = [name for name in help_text.rpartition(": ")[2].split(", ") if name in book]
    assert told == list(book)


@proves(R_OPT_1, R_SETUP_5, R_COMP_1)
@given(editions(R_OPT_1), SEEDS, st.data())
def test_what_the_players_agree_on_is_what_they_play(ruleset: str, seed: int, data: st.DataObject) -> None:
    """Guilds, modules, cards, a limit of rounds and the first player, if one is named, are as agreed.

    The cards are those of a catalogue, or of a file.
    """
    rules, players = guild_rules(ruleset), data.draw(any_players(ruleset))
    printed = files("arcanum.guilds").joinpath(f"catalogue_{rules.printing}.toml")
    cards = default_catalogue(rules.printing) if (by_file := data.draw(st.integers(0, 3)) == 0) else rules.catalogue
    cards = cards if by_file else attrs.evolve(cards, source="ours")
    guilds = tuple(data.draw(st.permutations(cards.guilds))[:players])
    limit, first = data.draw(st.none() | st.integers(1, 30)), data.draw(st.none() | st.integers(0, players - 1))
    given_cards = str(printed) if by_file else cards
    modules = data.draw(Modules().under(ruleset))
    agreed: dict[str, object] = {"guilds": guilds, "round_limit": limit, "catalogue": given_cards, "modules": modules}
    agreed |= {} if first is None else {"first_player": first}
    state = arcanum.new_game(rules, players=players, seed=seed, **agreed)
    assert isinstance(state, State)
    assert (state.options.guilds, state.options.round_limit, state.rules.catalogue) == (guilds, limit, cards)
    assert tuple(player.guild for player in state.players) == guilds
    assert state.options.modules == modules
    assert first is None or state.first_player == first
    assert attrs.evolve(state.rules, catalogue=rules.catalogue) == rules, "nothing else is different"


@proves(R_OPT_1, R_SETUP_5, R_COMP_1)
@given(editions(R_OPT_1), st.data())
def test_what_cannot_be_agreed_on_is_refused(ruleset: str, data: st.DataObject) -> None:
    """Wrong numbers of players, limits, seats, guilds, modules and cards, each with a sentence that names it."""
    rules = guild_rules(ruleset)
    players = data.draw(any_players(ruleset))
    others = default_catalogue(next(edition for edition in EDITIONS if edition != rules.printing))
    begin = partial(arcanum.new_game, rules, seed=1)
    for wrong in (*(each for each in range(-1, 8) if each not in rules.players), True, "3", None, 3.0):
        said = ", ".join(map(str, rules.players))
        assert refuses(arcanum.BadCall, partial(begin, players=wrong), f"for {said} players"), wrong
    guilds = rules.catalogue.guilds
    refused: dict[str, tuple[object, ...]] = {
        "round_limit": (0, -1, "3", 2.0, True),
        "first_player": (-1, players, "0", 0.0, True),
        "guilds": ("thieves", ("thieves",) * players, (*guilds[:players], guilds[-1]), (1,) * players, 5),
        "modules": ("militia", (1,), 5, None),
        "catalogue": (others, 5, ("a", "b")),
    }
    for name, values in refused.items():
        for value in values:
            assert refuses(arcanum.BadCall, partial(begin, players=players, **{name: value})), (name, value)
    for name in ("guilds", "modules", "catalogue"):
        assert refuses(arcanum.BadCall, partial(begin, players=players, **{name: 5}), f"{name} must be")
