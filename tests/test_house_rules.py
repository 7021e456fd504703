"""House rules as TOML files: what players notice of them, and what is said about a bad one."""

from __future__ import annotations

import json
import os
import random
import time
import tomllib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import arcanum
from arcanum import guilds, tarot
from arcanum.guilds.cards import Kind
from arcanum.guilds.strength import needed, price_of
from arcanum.kernel.house import LARGEST, HouseRuleError, parse_file
from arcanum.kernel.words import choices_of, hints_of, plain
from arcanum.schema import house_rules_schema
from arcanum.strategies import changes, house_rules
from arcanum.tarot import Major, Phase, Pile, Suit, describe
from arcanum.tarot import house as tarot_house
from arcanum.tarot.describe import said, sentences
from arcanum.tarot.events import Drew, PointsGained
from arcanum.tarot.programs import majors
from arcanum.tarot.rules import rules as built_in

EXAMPLES = Path(__file__).parents[1] / "examples" / "house_rules"
FILES = sorted(EXAMPLES.glob("*.toml"))
PACKAGES = {"arcanum": "arcanum.tarot", "arcana": "arcanum.guilds"}


def build(text: str) -> Any:
    """The rules in the text of a file, which is as if it lay among the examples."""
    file = parse_file(text, EXAMPLES / "house.toml")
    return import_module(PACKAGES[file.game(arcanum.games(), arcanum.rulesets)] + ".house").build(file)


def told(text: str) -> list[str]:
    """Everything that is said about a bad file."""
    with pytest.raises(HouseRuleError) as caught:
        build(text)
    lines = [str(fault) for fault in caught.value.faults]
    head, *rest = str(caught.value).splitlines()
    assert head.endswith("has an error:" if len(lines) == 1 else f"has {len(lines)} errors:")
    assert rest == [f"- {line}" for line in lines]
    return lines


def house(body: str, base: str = "arcanum/it") -> str:
    """A file; the body begins in line 3."""
    return f'base = "{base}"\nname = "Test"\n{body}\n'


def example_rules(name: str) -> Any:
    return arcanum.rules(EXAMPLES / f"{name}.toml")


def play(
    state: arcanum.State, seed: int, stop: Callable[[Any], bool] = lambda state: False, most: int = 20_000
) -> arcanum.State:
    """Play at random to the end, or until something has come about."""
    chance = random.Random(seed)
    for _ in range(most):
        if arcanum.is_over(state) or stop(state):
            return state
        state = arcanum.apply(state, chance.choice(arcanum.legal_actions(state)))
    raise AssertionError("the game goes on and on")


def offering(rules: arcanum.RuleSet, action: str, players: int = 4) -> Any:
    """A position in which a seat may do something."""
    for seed in range(500):
        state = play(
            arcanum.new_game(rules, players=players, seed=seed),
            seed,
            lambda state: any(str(each) == action for each in arcanum.legal_actions(state)),
        )
        if not arcanum.is_over(state):
            return state
    raise AssertionError(f"nobody can {action}")


# --- the examples, as players meet them -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_can_be_played_to_its_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rules = arcanum.rules(path)
    assert text.startswith("#:schema ./house-rules.schema.json\n# ")
    assert rules.name == data["name"]
    assert rules.base is None or data["base"] in [each.name for each in FILES]
    assert rules.base is not None or f"{rules.game.name}/{rules.printing}" == data["base"]
    assert rules == arcanum.rules(str(path))
    for players in rules.players:
        options: dict[str, object] = {"round_limit": 40} if rules.game.name == "arcana" else {}
        state = play(arcanum.new_game(rules, players=players, seed=players, **options), seed=1)
        assert arcanum.outcome(state) is not None


def test_there_are_enough_examples_of_both_games() -> None:
    games = [arcanum.rules(path).game.name for path in FILES]
    assert games.count("arcanum") >= 7
    assert games.count("arcana") >= 3
    assert any(arcanum.rules(path).base is not None for path in FILES)


def test_nine_cards_can_be_held_and_no_tenth() -> None:
    hands: set[int] = set()

    def look(state: Any) -> bool:
        if "hand limit" not in state.agenda[-1].prompt:
            hands.update(len(player.hand) for player in state.players)
        return False

    for seed in range(5):
        play(arcanum.new_game(EXAMPLES / "nine_cards.toml", players=3, seed=seed), seed, look)
    assert max(hands) == 9


def test_the_veiled_priestess_asks_what_one_wants() -> None:
    state = offering(example_rules("veiled_priestess"), "play M2")
    seat = arcanum.to_act(state)
    asked = arcanum.apply(state, tarot.parse_action("play M2"))
    assert [str(each) for each in arcanum.legal_actions(asked)] == ["choose points", "choose secret"]
    points, secret = (arcanum.step(asked, each) for each in arcanum.legal_actions(asked))
    (gained,) = [event for event in points.events if isinstance(event, PointsGained)]
    assert (gained.seat, gained.points, gained.clause) == (seat, 3, "MAJ-2-1")
    assert [event.pile for event in secret.events if isinstance(event, Drew)] == [Pile.MINOR]


def test_the_duel_is_for_two() -> None:
    state: Any = arcanum.new_game(EXAMPLES / "duel.toml", players=2, seed=1)
    assert [len(player.hand) for player in state.players] == [7, 7]
    with pytest.raises(arcanum.BadCall, match="Duel is for 2 players"):
        arcanum.new_game(EXAMPLES / "duel.toml", players=3, seed=1)


@pytest.mark.parametrize(("name", "winners"), [("shared_victory", (0, 1, 2)), ("nine_cards", (1,))])
def test_a_shared_victory_is_shared(name: str, winners: tuple[int, ...]) -> None:
    state: Any = play(arcanum.new_game(example_rules(name), players=3, seed=2), seed=2)
    hands: list[tuple[tarot.Card, ...]] = [(), (Major(3),), ()]
    level = attrs.evolve(state, players=tuple(tarot.Player(hand, (), 30) for hand in hands))
    outcome = arcanum.outcome(level)
    assert outcome is not None
    assert outcome.winners == winners


@pytest.mark.parametrize(
    ("players", "length", "turns"), [(4, "short", 4), (4, "long", 6), (3, "short", 3), (3, "long", 8)]
)
def test_the_lunch_break_is_over_in_time(players: int, length: str, turns: int) -> None:
    state: Any = play(arcanum.new_game(EXAMPLES / "lunch_break.toml", players=players, seed=1, length=length), 1)
    assert (state.turn, state.phase) == (turns, Phase.OVER)


@pytest.mark.parametrize(("rules", "count"), [("arcanum/it", 2), (EXAMPLES / "english_moon.toml", 1)])
def test_the_english_moon_gives_one_card(rules: str | Path, count: int) -> None:
    state = offering(arcanum.rules(rules), "play M18")
    done = arcanum.step(state, tarot.parse_action("play M18"))
    drew = [event for event in done.events if isinstance(event, Drew)]
    assert (drew[0].count, drew[0].clause) == (count, "MAJ-18-1")


def test_a_program_that_changes_a_number_cites_what_its_base_cites() -> None:
    assert example_rules("english_moon").majors == majors(moon_minors=1)
    assert example_rules("rich_fields").locations[5].effects[0].clause == "LOC6-1"


def test_the_rich_fields_pay_two_points() -> None:
    rules = example_rules("rich_fields")
    assert rules.locations[5].name == "Golden Fields"
    state = offering(rules, "move VS 6")
    done = arcanum.step(state, tarot.parse_action("move VS 6"))
    assert [event.points for event in done.events if isinstance(event, PointsGained)] == [2 * state.factor]


def test_in_the_twin_cities_a_king_is_at_home_in_the_mage_tower() -> None:
    state = offering(example_rules("twin_cities"), "move KS 1")
    before = state.prestige[Suit.SWORDS]
    after: Any = arcanum.apply(state, tarot.parse_action("move KS 1"))
    assert after.prestige[Suit.SWORDS] == min(21, before + 3 * state.factor)


def test_the_generous_world_does_more_than_its_author_hoped_for() -> None:
    rules = example_rules("generous_world")
    assert sentences(rules.majors[21])[1].endswith("paid in full; hidden cards and prestige are cleared away.")


def test_the_city_watch_is_there_unasked_and_goes_home_early() -> None:
    state: Any = arcanum.new_game(EXAMPLES / "city_watch.toml", players=2, seed=1)
    assert len(state.militia) == 6
    ended: Any = play(state, 1, lambda state: state.last_round is not None)
    assert ended.last_round == ended.round
    with pytest.raises(arcanum.BadCall):
        arcanum.new_game(EXAMPLES / "city_watch.toml", players=2, seed=1, modules=("watch",))


def test_hard_bargains_cost_more() -> None:
    hard: Any = arcanum.new_game(EXAMPLES / "hard_bargains.toml", players=2, seed=1)
    soft: Any = arcanum.new_game("arcana/revised", players=2, seed=1)
    assert [each.stake for each in hard.districts] == [each.stake for each in soft.districts]
    for now, before in zip(hard.districts, soft.districts, strict=True):
        stake = hard.card(now.stake)
        costs = needed(hard, stake, 0)
        assert costs == {arcanum: cost + 1 for arcanum, cost in needed(soft, stake, 0).items()}
        if (bribe := price_of(soft, before)) is not None:
            assert price_of(hard, now) == bribe + 2


def test_changed_cards_have_their_new_values_and_say_so() -> None:
    catalogue = example_rules("sharper_sword").catalogue
    sword = catalogue["barhan-sword"]
    assert (sword.values, sword.vp) == ((2, 5, 2), 3)
    assert (sword.sources["sword"], sword.sources["ducat"]) == ("external:house-rule", "text:R358")
    assert catalogue["crossbowman"] == guilds.default_catalogue("revised")["crossbowman"]


def test_a_new_guild_master_can_be_taken_in_a_game_with_masters() -> None:
    rules = example_rules("gatekeeper")
    modules = {"guilds": ("thieves", "blades"), "modules": ("masters",)}
    state: Any = arcanum.new_game(rules, players=2, seed=1, **modules)
    while arcanum.to_act(state) != 0:
        state = arcanum.apply(state, arcanum.legal_actions(state)[0])
    assert str(arcanum.legal_actions(state)[-1]) == "take mother-latch"
    state = arcanum.apply(state, arcanum.legal_actions(state)[-1])
    assert (state.players[0].master, len(state.players[0].hand), len(state.players[1].hand)) == ("mother-latch", 3, 4)
    stake = state.card(state.districts[0].stake)
    assert needed(state, stake, 0) == {arcanum: max(1, cost - 2) for arcanum, cost in needed(state, stake, 1).items()}


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_share_districts_with_their_neighbours(players: int) -> None:
    state: Any = arcanum.new_game(EXAMPLES / "full_house.toml", players=players, seed=1)
    assert [each.name for each in state.districts] == [*(f"D{at}" for at in range(players)), "N"]
    assert [len(each.pile) for each in state.districts] == [11] * players + [12]
    assert len({player.guild for player in state.players}) == players
    assert arcanum.outcome(play(state, 2)) is not None


def test_the_first_edition_may_have_guild_masters_if_every_guild_gets_one() -> None:
    guilds = ("blades", "thieves", "usurers", "ferrymen")
    tables = [f"[master.of-the-{guild}]\n{STRANGER.replace('blades', guild)}" for guild in guilds]
    rules = build(house("\n".join(["[rules]\noptional = ['masters']", *tables]), "arcana/first"))
    state: Any = play(arcanum.new_game(rules, players=4, seed=1), 1)
    assert not any(player.master for player in state.players)
    state = play(arcanum.new_game(rules, players=4, seed=1, modules=("masters",)), 1)
    assert sorted(player.master for player in state.players) == sorted(f"of-the-{guild}" for guild in guilds)
    few = "\n".join(["[rules]\noptional = ['masters']", *tables[:2]])
    assert told(house(few, "arcana/first")) == [
        "rules.optional (line 4): the guild 'usurers' has no Guild Master; add one with a table [master.NAME]"
    ]


# --- what is read from a file -----------------------------------------------------------------------------------------


def test_a_file_may_say_nothing_new() -> None:
    for base in arcanum.rulesets():
        assert attrs.evolve(build(house("", base)), name=base) == arcanum.rules(base)


def test_every_printed_program_can_be_written_as_a_file() -> None:
    base = built_in("arcanum/en")
    tables = [f"[location.{place.number}]\nprogram = {written(place.effects)}" for place in base.locations]
    tables += [f"[major.{number}]\nprogram = {written(program)}" for number, program in enumerate(base.majors)]
    assert attrs.evolve(build(house("\n".join(tables), "arcanum/en")), name="arcanum/en") == base


def written(value: Any) -> str:
    """A value of the rules as TOML."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Pile):
        return repr(value.value)
    if not attrs.has(type(value)):
        return repr(value)
    fields = [field.name for field in attrs.fields(type(value)) if field.name not in tarot_house.VOCABULARY.given]
    word = tarot_house.VOCABULARY.words.values()
    head = [f"word = {tarot_house.VOCABULARY.name_of(value)!r}"] if type(value) in word else []
    return "{ " + ", ".join([*head, *(f"{name} = {written(getattr(value, name))}" for name in fields)]) + " }"


def test_a_new_word_cites_the_first_clause_about_its_card() -> None:
    body = "[major.21]\nprogram = [{ word = 'gain-points', points = 1 }]\n[location.10]\nprogram = []"
    body += "\n[major.16]\nprogram = [{ word = 'draw', pile = 'minor', count = 1 }]"
    rules = build(house(body))
    assert (rules.majors[21][0].clause, rules.majors[16][0].clause) == ("WORLD-1", "MAJ-16-1")
    assert rules.locations[9].effects == ()


def test_what_a_borrowed_word_does_cites_a_clause_of_the_card_that_it_stands_in() -> None:
    """The Magician hides from the deck as the Treasure Vault does, multiplies like the Devil, and so on."""
    words = (
        "{ word = 'hide-from-deck', count = 1 }, { word = 'multiply', factor = 2 }, "
        "{ word = 'gain-with-the-lowest', points = 1, tie = 'non-strict' }"
    )
    rules = build(house(f"[major.1]\nprogram = [{words}]"))
    done = arcanum.step(offering(rules, "play M1"), tarot.parse_action("play M1"))
    told = {type(event).__name__: event.clause for event in done.events}
    assert (told["Hid"], told["Multiplied"], told["PointsGained"]) == ("MAJ-1-1", "MAJ-1-1", "MAJ-1-1")


def test_a_word_that_comes_alone_to_its_own_place_cites_what_it_always_does() -> None:
    """In the Market without points, in the World that only scores."""
    rules = build(
        house(
            "[location.5]\nprogram = [{ word = 'may-exchange', minors = 3, majors = 1 }]\n"
            "[major.21]\nprogram = [{ word = 'score-out-of-turn', shift = 2 }]"
        )
    )
    assert (rules.locations[4].effects[0].clause, rules.majors[21][0].clause) == ("LOC5-4", "WORLD-2")


def test_a_table_that_says_half_keeps_the_other_half() -> None:
    rules = build(house("[rules]\ncalendar = { short = [1] }"))
    assert (rules.calendar.short, rules.calendar.long) == ((1,), (3, 6, 9))


def test_all_faults_are_told_at_once_each_with_its_line() -> None:
    text = """\
base = "arcanum/itt"
name = ""
titel = "Nine"
description = 7

[rules]
hand_limit = "9"
hand_limits = 9
final_tie = "sharde"
calendar = { short = [3, 0], lang = [1] }
first_deal = [4]
suits_apart = 1
prestige_top = 21.0

[location.11]
program = []

[location.6]
program = [
    { word = "gain-points", points = 2 },
    { word = "gain-point", points = 2 },
    { word = "draw", pile = "minors", count = true },
]

[major.2]
program = [{ word = "choose", alternatives = [
    { name = "a", program = [{ word = "gain-points", points = 99, extra = 1 }] },
] }]
"""
    assert told(text) == [
        "base (line 1): unknown rule set 'arcanum/itt'; did you mean 'arcanum/it'?",
        "name (line 2): expected a name of 1 to 60 printable characters without '/', got ''",
        "titel (line 3): unknown key 'titel'; known: base, description, location, major, name, rules",
        "description (line 4): expected a text of 1 to 2000 characters, got 7",
        "rules.hand_limit (line 7): expected a whole number from 1 to 60, got '9'; did you mean 9?",
        "rules.hand_limits (line 8): unknown key 'hand_limits'; did you mean 'hand_limit'?",
        "rules.final_tie (line 9): expected 'hand' or 'shared', got 'sharde'; did you mean 'shared'?",
        "rules.calendar.lang (line 10): unknown key 'lang'; did you mean 'long'?",
        "rules.calendar.short[1] (line 10): expected a whole number from 1 to 99, got 0",
        "rules.first_deal (line 11): expected a list of 2, each a whole number from 0 to 10, got [4]",
        "rules.suits_apart (line 12): expected true or false, got 1",
        "rules.prestige_top (line 13): expected a whole number from 1 to 99, got 21.0; did you mean 21?",
        "location.11 (line 15): there is no location '11': locations are 1 to 10",
        "location.6.program[1].word (line 21): unknown word 'gain-point'; did you mean 'gain-points'?",
        "location.6.program[2].pile (line 22): expected 'minor' or 'major', got 'minors'; did you mean 'minor'?",
        "location.6.program[2].count (line 22): expected a whole number from 1 to 20, got true",
        "major.2.program[0].alternatives[0].program[0].extra (line 27): unknown key 'extra'; known: points",
        "major.2.program[0].alternatives[0].program[0].points (line 27): expected a whole number from 1 to 20, got 99",
    ]


def test_a_message_stays_readable_but_the_error_has_every_fault() -> None:
    with pytest.raises(HouseRuleError) as caught:
        build(house("\n".join(["[rules]", *(f"key{number} = 1" for number in range(150))])))
    assert len(caught.value.faults) == 150
    assert len(str(caught.value).splitlines()) == 102
    assert str(caught.value).endswith("\n- and 50 more")


TAROT_FAULTS = {
    "location = 3": "location (line 3): expected a table [location], got 3",
    "rules = []": "rules (line 3): expected a table [rules], got []",
    "[major]\n2 = 1": "major.2 (line 4): expected a table [major.2], got 1",
    "[major.2]": "major.2 (line 3): the key 'program' is missing",
    "[major.22]\nprogram = []": "major.22 (line 3): there is no Major '22': Majors are 0 to 21",
    "[major.2]\nname = 'x'\nprogram = []": "major.2.name (line 4): unknown key 'name'; known: program",
    "[location.1]\nname = 5": "location.1.name (line 4): expected a name of 1 to 30 printable characters, got 5",
    "[card.x]": "card (line 3): unknown key 'card'",
    "[rules]\nmajors = []": "rules.majors (line 4): unknown key 'majors'; did you mean 'majors_drawn'?",
    "[rules]\nplayers = []": "rules.players (line 4): expected a list of 1 to 20, each a whole number from 2 to",
    "[rules]\nplayers = [4, 3]": "rules.players (line 4): the numbers must rise, unlike [4, 3]",
    "[rules]\nplayers = [3, 3]": "rules.players (line 4): the numbers must rise",
    "[rules]\nplayers = [1]": "rules.players[0] (line 4): expected a whole number from 2 to 10, got 1",
    "[rules]\nplayers = [10]\nfirst_deal=[6, 1]": "rules.first_deal (line 5): 10 players would be dealt 6 Minors each",
    "[rules]\nfirst_deal = [1, 5]": "rules.first_deal (line 4): 5 players would be dealt 5 Majors each",
    "[rules]\nhand_limit = 4": "rules.hand_limit (line 4): 5 cards are dealt at first, and a hand holds only 4",
    "[rules]\nfirst_deal = [8, 0]": "rules.first_deal (line 4): 8 cards are dealt at first, and a hand holds only 7",
    "[rules]\ncalendar.long = [3, 3]": "rules.calendar.long (line 4): the turns must rise, unlike [3, 3]",
    "[rules]\ncalendar_of_three = { short = [4, 2] }": "rules.calendar_of_three.short (line 4): the turns must rise",
    "[rules]\ncalendar = 6": "rules.calendar (line 4): expected a table with 'short' and 'long', got 6",
    "[rules]\nmajor_variants = ['all', 'all']": "rules.major_variants (line 4): one stands there twice",
    "[rules]\nmajor_variants = ['al']": "rules.major_variants[0] (line 4): expected 'all' or",
    "[rules]\nscoring_table = [[3], [2], [1]]": "rules.scoring_table (line 4): expected a list of 4, each a list of 1",
    "[rules]\nscoring_table = [[3], [2], [1], []]": "rules.scoring_table[3] (line 4): expected a list of 1 to 20",
    "[rules]\nscoring_table = [[3], [2], [1], [0, 0]]": "rules.scoring_table (line 4): all rows must be equally long",
    "[rules]\nscoring_table = [[3, 4], [2, 1], [1, 1], [0, 0]]": "rules.scoring_table (line 4): nobody may get more",
    "[rules]\nmajors_left_out = [2, 0]": "rules.majors_left_out (line 4): the numbers must rise, unlike [2, 0]",
    "[rules]\nmajors_left_out = [22]": "rules.majors_left_out[0] (line 4): expected a whole number from 0 to 21",
    f"[rules]\nmajors_left_out = {[*range(22)]}": "rules.majors_left_out (line 4): to play without any Major, say",
    f"[rules]\nmajors_left_out = {[*range(18)]}": "rules.majors_left_out (line 4): 5 players would be dealt 1 Majors",
    "[rules]\nmajors_left_out = [2]\n[major.2]\nprogram = []": "major.2 (line 5): Major 2 is left out of the game",
    "[rules]\nfirst_deal_draft = true\nfirst_deal = [1, 0]": "rules.first_deal_draft (line 4): a draft needs a first",
    "[rules]\npoints_to_end = -1": "rules.points_to_end (line 4): expected a whole number from 0 to 999, got -1",
    "[rules]\nopen_hands = 1": "rules.open_hands (line 4): expected true or false, got 1",
    "[rules]\nboard = 1": "rules.board (line 4): expected the path of a board file in the folder of this file",
    "[rules]\nboard = '../x.toml'": "rules.board (line 4): expected the path of a board file in the folder",
    "[rules]\nboard = '/etc/passwd'": "rules.board (line 4): expected the path of a board file in the folder",
    "[rules]\nboard = 'x.toml'": "rules.board (line 4): a board file 'x.toml': cannot be read: No such file",
    "[rules]\nboard = 'boards'": "rules.board (line 4): a board file 'boards': a folder, not a file",
    "[rules]\nboard = 'duel.toml'": "rules.board (line 4): a board file 'duel.toml': unknown key 'base'",
}


@pytest.mark.parametrize("body", TAROT_FAULTS)
def test_what_is_wrong_with_rules_of_arcanum_is_told(body: str) -> None:
    assert told(house(body))[0].startswith(TAROT_FAULTS[body])


MISPLACED = {
    ("major.2", "{ word = 'tower-on-board' }"): "'tower-on-board' works only in the program of Major 16",
    ("location.2", "{ word = 'tower-on-board' }"): "'tower-on-board' works only in the program of Major 16",
    ("major.16", "{ word = 'tower-on-board' }, { word = 'tower-on-board' }"): "'tower-on-board' can stand only once",
    ("major.16", "{ word = 'each-other', program = [{ word = 'tower-on-board' }] }"): "'tower-on-board' is about the",
    ("location.2", "{ word = 'exile-figures', count = 1 }"): "'exile-figures' works only in the program of a Major",
    ("major.2", "{ word = 'exile-figures', count = 1 }, { word = 'exile-figures', count = 1 }"): "'exile-figures' can",
    ("location.2", "{ word = 'may-move-figure' }"): "'may-move-figure' works only in the program of a Major",
    ("location.2", "{ word = 'trade-minors', most = 1 }"): "'trade-minors' works only in the program of a Major",
    ("location.2", "{ word = 'offer-draw', pile = 'major', count = 1 }"): "'offer-draw' offers Majors only in",
    ("major.2", "{ word = 'discard-from-hand' }, { word = 'trade-minors', most = 1 }"): "'trade-minors' must be the",
    ("major.2", "{ word = 'each-player', program = [{ word = 'trade-minors', most = 1 }] }"): "'trade-minors' must be",
    ("major.2", "{ word = 'each-player', program = [{ word = 'each-other', program = [] }] }"): "'each-other' cannot",
    ("major.2", "{ word = 'each-player', program = [{ word = 'pass-left', count = 1 }] }"): "'pass-left' is about the",
    (
        "location.8",
        "{ word = 'choose', alternatives = [{ name = 'x', program = [{ word = 'hide-from-hand' }] }] }",
    ): "'hide-from-hand' needs the choice to be optional",
    (
        "major.8",
        "{ word = 'choose', alternatives = [{ name = 'x', program = [{ word = 'trade-minors', most = 1 }] }] }",
    ): "'trade-minors' needs the choice to be optional",
    (
        "major.8",
        "{ word = 'choose', alternatives = [{ name = 'x', program = [] }, { name = 'x', program = [] }] }",
    ): "two alternatives are called 'x'",
    ("major.8", "{ word = 'choose', alternatives = [{ name = 'X Y', program = [] }] }"): "expected a short name",
    ("major.8", "{ word = 'choose', alternatives = [] }"): "expected a list of tables, got []",
    ("major.8", "{ word = 'multiply', factor = 6 }"): "expected a whole number from 1 to 5, got 6",
    ("major.8", "{ word = 'score-out-of-turn', shift = 3 }"): "expected a whole number from 0 to 2, got 3",
    ("major.8", "{ word = 'gain-points', points = 1, clause = 'MAJ-8-1' }"): "unknown key 'clause'; known: points",
    ("major.8", ",".join(["{ word = 'discard-from-hand' }"] * 21)): "a program has at most 20 words, not 21",
}


@pytest.mark.parametrize(("place", "program"), MISPLACED, ids=[f"{place} {text:.60}" for place, text in MISPLACED])
def test_a_word_that_makes_no_sense_in_its_place_is_refused(place: str, program: str) -> None:
    (fault,) = told(house(f"[{place}]\nprogram = [\n{program}]"))
    where, _, message = fault.partition(": ")
    assert where.startswith(f"{place}.program")
    assert where.endswith("(line 5)" if "[" in where else "(line 4)")
    assert message.startswith(MISPLACED[place, program])


STRANGER = "name = 'Fox'\nemblem = 'blades'\nonce_per_round = true\nability = [{ word = 'draw', count = 1 }]"
GUILD_FAULTS = {
    "[rules]\npile_size = 20": "",
    "[rules]\nend_card_among = 13": "rules.end_card_among (line 4): the end card cannot lie among 13 Stakes",
    "[rules]\npile_size = 4": "rules.pile_size (line 4): the end card cannot lie among 5 Stakes: a pile has only 4",
    "[rules]\nobjectives_kept = 5": "rules.objectives_kept (line 4): 5 Objectives cannot be kept of 4",
    "[rules]\ndeck_size = 21": "rules.deck_size (line 4): expected a whole number from 1 to 20, got 21",
    "[rules]\nhand_size = 12": "rules.hand_size (line 4): a hand of 12 cannot be drawn from a Deck of 11",
    "[rules]\nevents_with_end_card = 13": "rules.events_with_end_card (line 4): there are only 12 Events",
    "[rules]\nsurplus_needed = 20": "rules.surplus_needed (line 4): all Agents of the",
    "[rules]\nplayers = [3, 2]": "rules.players (line 4): the numbers must rise",
    "[rules]\nplayers = [7]": "rules.players[0] (line 4): expected a whole number from 2 to 6, got 7",
    "[rules]\nplayers = [6]\npile_size = 17": "rules.pile_size (line 5): 7 piles of 17 Stakes cannot be made",
    "[rules]\nplayers = [6]\nobjectives_dealt = 5": "rules.objectives_dealt (line 5): 6 players would be dealt 5",
    "[rules]\nbuilt_in = ['militia']": "rules.built_in (line 4): 'militia' is built in and cannot be optional too",
    "[rules]\noptional = ['events', 'events']": "rules.optional (line 4): a module stands there twice",
    "[rules]\noptional = ['event']": "rules.optional[0] (line 4): expected 'customise' or",
    "[rules]\nwording = {}": "rules.wording (line 4): unknown key 'wording'",
    "[rules]\nboard = 'x'": "rules.board (line 4): unknown key 'board'",
    "[rules]\ncatalogue = 'duel.toml'": "rules.catalogue (line 4): a card file 'duel.toml': the file: unknown key",
    "[card.barhan-sord]\nsword = 5": "card.barhan-sord (line 3): there is no card 'barhan-sord'; did you mean 'barhan",
    "[card.zzz]\nsword = 5": "card.zzz (line 3): there is no card 'zzz'. [card] changes cards and adds none",
    "[card.barhan-sword]\nswrod = 5": "card.barhan-sword.swrod (line 4): unknown key 'swrod'; did you mean 'sword'?",
    "[card.barhan-sword]\nid = 'x'": "card.barhan-sword.id (line 4): unknown key 'id'",
    "[card.barhan-sword]\n\nsword = '5'": "card.barhan-sword.sword (line 5): expected a whole number from 0 to 99",
    "[card.barhan-sword]\nsword = 50": "card.barhan-sword (line 3): C13: it takes sword 50",
    "[card.barhan-sword]\nrank = 'captain'": "card.barhan-sword (line 3): unknown key 'rank'",
    "[card.crest-blades]\nability = [\n{ word = 'tie-win', often = 1 }]": "card.crest-blades.ability[0] (line 5): unk",
    "[card.crest-blades]\nability = []": "card.crest-blades.ability (line 4): C15: an ability has at least one word",
    "[card.quarterstaffer]\nstaff = 0\n[card.fencing-master]\nstaff = 0": "card (line 3): ",
    f"[master.lady-vigil]\n{STRANGER}": "master.lady-vigil (line 3): there is a card 'lady-vigil' already; change it",
    f"[master.The_Fox]\n{STRANGER}": "master.The_Fox (line 3): expected a short name such as 'my-master', got",
    "[master]\nfox = 3": "master.fox (line 4): expected a table [master.fox], got 3",
    f"[master.fox]\nvp = 3\n{STRANGER}": "master.fox.vp (line 4): unknown key 'vp'; known: ability, emblem",
    f"[master.fox]\n{STRANGER.replace('blades', 'foxes')}": "master.fox.emblem (line 5): expected a guild",
    "[master.fox]\nname = 'Fox'": "master.fox (line 3): the key 'once_per_round' is missing",
    f"[master.fox]\n{STRANGER.replace('draw', 'drew')}": "master.fox.ability[0] (line 7): unknown word 'drew'",
    f"[master.fox]\n{STRANGER.replace('true', 'false')}": "master.fox.ability (line 7): C15: without a limit it must",
    f"[rules]\noptional = ['events']\n[master.fox]\n{STRANGER}": "rules.optional (line 4): there is a new Guild Master",
}


@pytest.mark.parametrize("body", GUILD_FAULTS)
def test_what_is_wrong_with_rules_of_arcana_is_told(body: str) -> None:
    if GUILD_FAULTS[body]:
        assert told(house(body, "arcana/revised"))[0].startswith(GUILD_FAULTS[body])
    else:
        build(house(body, "arcana/revised"))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("pile_size = 20", "rules.pile_size (line 4): 5 piles of 20 Stakes cannot be made: there are only 85"),
        (
            "players = [4, 5]",
            "rules.players (line 4): 5 players need as many guilds, and the cards of the first edition",
        ),
        ("optional = ['masters']", "rules.optional (line 4): 'masters' needs cards of the kind 'master'"),
        ("deck_size = 12", "rules.deck_size (line 4): a Deck of 12 cannot be chosen: a guild has only 11 cards"),
        ("built_in = ['militia', 'events']", "rules.built_in (line 4): 'events' needs cards of the kind 'event'"),
    ],
)
def test_the_first_edition_has_fewer_cards(body: str, fault: str) -> None:
    assert told(house(f"[rules]\n{body}", "arcana/first"))[0].startswith(fault)


def test_a_catalogue_of_the_other_edition_does_not_fit(tmp_path: Path) -> None:
    for edition in ("first", "revised"):
        text = Path(guilds.__file__).with_name(f"catalogue_{edition}.toml").read_text(encoding="utf-8")
        (tmp_path / f"{edition}.toml").write_text(text.replace("Halberdier", "Old Halberdier"), encoding="utf-8")
    file = tmp_path / "house.toml"
    file.write_text(house("[rules]\ncatalogue = 'first.toml'", "arcana/revised"), encoding="utf-8")
    with pytest.raises(HouseRuleError, match="needs cards of the revised edition, not of the first"):
        arcanum.rules(file)
    changed = "[rules]\ncatalogue = 'revised.toml'\n[card.halberdier]\nvp = 1"
    file.write_text(house(changed, "arcana/revised"), encoding="utf-8")
    rules: Any = arcanum.rules(file)
    assert (rules.catalogue["halberdier"].name, rules.catalogue["halberdier"].vp) == ("Old Halberdier", 1)


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "base: the key 'base' is missing: the rule set that is changed, one of arcanum/en,"),
        (b"base = 1", "base (line 1): unknown rule set 1; known: arcana/first"),
        (b"base = 'chess/fide'\nname='x'\n[card.x]", "base (line 1): unknown rule set 'chess/fide'"),
        (b"base = \n", "the file (line 1): a value is missing after '='"),
        (b"a = 1\nb = [1,\n2", "the file (line 3): a list does not end: ']' is missing"),
        (b"a = 1\na = 2", "the file (line 2): the key 'a' is there twice"),
        (b"a = " + b"9" * 1990, "base: the key 'base' is missing"),
        (b"a = 0x" + b"f" * 1900, "base: the key 'base' is missing"),
        (b"a = 1\n\xff", "the file: not UTF-8 text: the byte 0xff in line 2"),
        (b"a\0b", "the file: not a text: it contains NUL bytes"),
        (b"#" * (LARGEST + 1), f"the file: larger than {LARGEST} bytes"),
        (b"a = 1\n" + b"#" * 2001, "the file: line 2 is longer than 2000 characters"),
        (b"a = \n" + b"[" * 1000, "the file (line 1): a value is missing after '='"),
        (b"a = " + b"[" * 900 + b"]" * 900, "the file: lists and tables stand within each other too deep"),
        (b"a = 1\nb = " + b"[" * 100 + b"]" * 100, "the file (line 2): lists and tables stand within each other more"),
        (b"a" + b".a" * 900 + b" = 1", "the file (line 1): lists and tables stand within each other more"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content: bytes, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    start = time.perf_counter()
    with pytest.raises(HouseRuleError) as caught:
        arcanum.rules(file)
    assert time.perf_counter() - start < 2
    assert any(str(each).startswith(fault) for each in caught.value.faults)
    assert caught.value.path == str(file)
    assert isinstance(caught.value, arcanum.BadCall)


def test_a_file_may_begin_with_a_byte_order_mark_and_end_its_lines_as_in_windows(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b"\xef\xbb\xbf" + house("[rules]\nhand_limit = 8").replace("\n", "\r\n").encode())
    rules: Any = arcanum.rules(file)
    assert rules.hand_limit == 8


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HouseRuleError, match="a folder, not a file"):
        arcanum.rules(tmp_path)
    with pytest.raises(HouseRuleError, match="No such file"):
        arcanum.rules(tmp_path / "missing.toml")
    with pytest.raises(HouseRuleError, match="No such file"):
        arcanum.rules("missing.toml")
    with pytest.raises(HouseRuleError, match="not the path of a file"):
        arcanum.rules("a\0.toml")
    with pytest.raises(arcanum.UnknownName, match="did you mean 'arcanum/it'"):
        arcanum.rules("arcanum/itt")
    with pytest.raises(arcanum.UnknownName):
        arcanum.rules("missing/house")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
        with pytest.raises(HouseRuleError, match="not a file that can be read to its end"):
            arcanum.rules(tmp_path / "pipe.toml")


def test_an_id_wins_over_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arcanum").mkdir()
    for name in ("en", "house"):
        (tmp_path / "arcanum" / name).write_text(house("[rules]\nhand_limit = 8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert arcanum.rules("arcanum/en").name == "arcanum/en"
    assert arcanum.rules("arcanum/house").name == "Test"


# --- whatever somebody sends ------------------------------------------------------------------------------------------


@cache
def texts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in FILES)


odd = st.one_of(
    st.none().map(lambda _: "[]"),
    st.integers(-(10**6), 10**6).map(str),
    st.sampled_from(
        ["true", "1.0", "nan", '""', "'x'", "{}", "[[]]", "[1, 'a']", "1979-05-27", "[{}]", "{ word = 1 }"]
    ),
    st.sampled_from(sorted(tarot_house.VOCABULARY.words)).map(lambda word: f"[{{ word = '{word}' }}]"),
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good file with a few lines, values or characters changed."""
    lines = draw(st.sampled_from(texts())).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["value", "drop", "copy", "move", "character"])):
            case "value" if "=" in lines[at]:
                lines[at] = lines[at].partition("=")[0] + "= " + draw(odd)
            case "drop":
                lines[at] = ""
            case "copy":
                lines.insert(at, lines[draw(st.integers(0, len(lines) - 1))])
            case "character" if lines[at]:
                place = draw(st.integers(0, len(lines[at]) - 1))
                lines[at] = lines[at][:place] + draw(st.characters(codec="utf-8")) + lines[at][place + 1 :]
            case _:
                lines.append(lines.pop(at))
    return "\n".join(lines)


@given(mutated())
def test_a_file_with_mistakes_gives_rules_or_faults(text: str) -> None:
    try:
        rules = build(text)
    except HouseRuleError:
        assert all(len(line) < 1500 for line in told(text))
    else:
        assert not arcanum.is_over(arcanum.new_game(rules, players=rules.players[0], seed=1))


@settings(max_examples=50)
@given(st.binary(max_size=200))
@example(b"base='arcanum/en'\nname='x'\n[[rules]]")
@example(b"base='arcana/first'\nname='x'\n[[card]]\n[card.x]\n")
def test_whatever_bytes_a_file_has_it_is_refused_kindly(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "house.toml")
        path.write_bytes(content)
        with pytest.raises(HouseRuleError):
            arcanum.rules(path)


# --- any rules that are accepted can be played ------------------------------------------------------------------------


def toml_values(hint: Any, bounds: Any) -> st.SearchStrategy[str]:
    """Values of a field within its bounds, small ones rather than large, as TOML."""
    hint = plain(hint)
    if hint is bool:
        return st.sampled_from(["true", "false"])
    if hint is int:
        return st.integers(bounds.least, min(bounds.most, max(bounds.least, 0) + 12)).map(str)
    return st.sampled_from([repr(choice) for choice in choices_of(hint, bounds)])


def settings_of(base: str) -> st.SearchStrategy[list[str]]:
    """Lines of the table [rules]: some of the values that are a number or a word."""
    return changes(arcanum.rules(base)).map(
        lambda found: [f"{key} = {json.dumps(each)}" for key, each in found.items()]
    )


@st.composite
def programs(draw: st.DrawFn, depth: int = 0) -> str:
    """Any program that the vocabulary can write."""
    vocabulary = tarot_house.VOCABULARY
    nested = ("choose", "each-other", "each-player")
    found = []
    for _ in range(draw(st.integers(0, 3 - depth))):
        name = draw(st.sampled_from([word for word in sorted(vocabulary.words) if depth < 2 or word not in nested]))
        kind = vocabulary.words[name]
        keys = [f"word = '{name}'"]
        for key in vocabulary.fields(kind):
            if key == "program":
                keys.append(f"program = {draw(programs(depth + 1))}")
            elif key == "alternatives":
                ways = [f"{{ name = '{letter}', program = {draw(programs(depth + 1))} }}" for letter in "ab"]
                keys.append(f"alternatives = [{', '.join(ways)}]")
            else:
                keys.append(f"{key} = {draw(toml_values(hints_of(kind)[key], vocabulary.bounds_in(name, key)))}")
        found.append("{ " + ", ".join(keys) + " }")
    return f"[{', '.join(found)}]"


def accepted(base: str, parts: list[str], before: str = "") -> str:
    """One after the other those parts that go with the ones before."""
    body = before
    for part in parts:
        try:
            build(house(f"{body}\n{part}", base))
        except HouseRuleError:
            continue
        body = f"{body}\n{part}"
    return body


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(arcanum.rulesets("arcanum")),
    st.data(),
    st.dictionaries(st.integers(0, 21), programs(), max_size=12),
    st.dictionaries(st.integers(1, 10), programs(), max_size=6),
    st.integers(0, 99),
)
def test_whatever_arcanum_a_file_makes_can_be_played(
    base: str, data: st.DataObject, cards: dict[int, str], places: dict[int, str], seed: int
) -> None:
    values = data.draw(settings_of(base))
    tables = [f"[major.{number}]\nprogram = {text}" for number, text in cards.items()]
    tables += [f"[location.{number}]\nprogram = {text}" for number, text in places.items()]
    rules = build(house(accepted(base, tables, accepted(base, values, "[rules]")), base))
    assert all(map(said, rules.majors))
    variant = rules.major_variants[seed % len(rules.major_variants)]
    state = play(arcanum.new_game(rules, players=3 + seed % 3, seed=seed, majors=variant), seed)
    assert arcanum.outcome(state) is not None


@settings(max_examples=25, deadline=None)
@given(house_rules("arcana"), st.integers(0, 99))
def test_whatever_arcana_a_file_makes_can_be_played(rules: Any, seed: int) -> None:
    modules = tuple(random.Random(seed).sample(rules.optional, len(rules.optional) // 2))
    state = arcanum.new_game(rules, players=2 + seed % 3, seed=seed, modules=modules, round_limit=12)
    assert arcanum.outcome(play(state, seed)) is not None


# --- the schema, and the words in words -------------------------------------------------------------------------------


@cache
def validator() -> Any:
    jsonschema.Draft202012Validator.check_schema(house_rules_schema())
    return jsonschema.Draft202012Validator(house_rules_schema())


def test_the_schema_beside_the_examples_is_fresh() -> None:
    stored = (EXAMPLES / "house-rules.schema.json").read_text(encoding="utf-8")
    anew = "arcanum schema house-rules > examples/house_rules/house-rules.schema.json"
    assert json.loads(stored) == house_rules_schema(), anew


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_fits_the_schema(path: Path) -> None:
    validator().validate(tomllib.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "base = 'arcanum/en'",
        "base = 'arcanum/xx'\nname = 'x'",
        "base = 'arcanum/en'\nname = 'a/b'",
        "base = 'arcanum/en'\nname = 'x'\n[card.pale]\nsword = 1",
        house("[rules]\nhand_limit = 0"),
        house("[rules]\nhand_limit = '7'"),
        house("[rules]\nhand_limits = 7"),
        house("[rules]\nfinal_tie = 'both'"),
        house("[rules]\nfirst_deal = [1, 2, 3]"),
        house("[rules]\nscoring_table = [[1]]"),
        house("[rules]\ncalendar = { short = [0] }"),
        house("[location.0]\nname = 'x'"),
        house("[major.3]"),
        house("[major.3]\nprogram = [{}]"),
        house("[major.3]\nprogram = [{ word = 'gain-point', points = 1 }]"),
        house("[major.3]\nprogram = [{ word = 'gain-points' }]"),
        house("[major.3]\nprogram = [{ word = 'gain-points', points = 21 }]"),
        house("[major.3]\nprogram = [{ word = 'each-other', program = [{ word = 'draw', pile = 'x', count = 1 }] }]"),
        house("[major.3]\nprogram = [{ word = 'choose', alternatives = [{ name = 'x' }] }]"),
        house("[rules]\nhand_limit = 7", "arcana/first"),
        house("[rules]\nhand_limits = 7", "nine_cards.toml"),
        house("", "nine_cards.tom"),
        house("[card.pale]\nsword = -1", "arcana/first"),
        house("[card.pale]\nid = 'x'", "arcana/first"),
        house("[card.pale]\nability = [{ word = 'tie-wins' }]", "arcana/first"),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(text: str) -> None:
    assert not validator().is_valid(tomllib.loads(text))
    assert told(text)


def test_every_word_of_the_vocabulary_can_be_said() -> None:
    rules = built_in("arcanum/en")
    programs = [*rules.majors, *(place.effects for place in rules.locations)]
    assert all(sentence.endswith(".") for program in programs for sentence in sentences(program))
    assert set(describe._TOLD) == set(tarot_house.VOCABULARY.words.values())
    assert said(()) == "nothing happens"
    assert sentences(rules.majors[18])[0] == "Every player: draw a Minor."


IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("arcanum/it", {"hand_limit": 3}),
    ("arcanum/it", {"hand_limit": -1}),
    ("arcanum/it", {"first_deal": (40, 1), "hand_limit": 60}),
    ("arcana/revised", {"hand_size": 15}),
    ("arcana/revised", {"hand_size": True}),
    ("arcana/revised", {"pile_size": 3}),
    ("arcana/revised", {"militia_cost": "gold"}),
    ("arcana/revised", {"optional": ("militia", "militia")}),
    ("arcana/first", {"built_in": ("events", "militia")}),
    ("arcana/first", {"objectives_kept": 5}),
]


@pytest.mark.parametrize(("base", "values"), IMPOSSIBLE, ids=str)
def test_rules_that_a_file_could_not_say_start_no_game(base: str, values: dict[str, Any]) -> None:
    rules: Any = arcanum.rules(base)
    made = attrs.evolve(rules, name="made", **values)
    with pytest.raises(HouseRuleError) as refused:
        arcanum.new_game(made, players=3, seed=1)
    lines = [f"{name} = {written(value)}" for name, value in values.items()]
    with pytest.raises(HouseRuleError) as from_a_file:
        build(house("[rules]\n" + "\n".join(lines), base))
    said = {fault.message for fault in refused.value.faults}
    assert said
    assert said == {fault.message for fault in from_a_file.value.faults}


@pytest.mark.parametrize("base", arcanum.rulesets())
def test_rules_that_a_file_could_say_are_looked_at_once(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules: Any = arcanum.rules(base)
    made = attrs.evolve(rules, name="made here", players=rules.players[1:])
    state = arcanum.new_game(made, players=4, seed=1)
    monkeypatch.setattr(f"{PACKAGES[base.split('/')[0]]}.house.check", None)
    assert arcanum.new_game(made, players=4, seed=1) == state
    assert arcanum.new_game(rules, players=4, seed=1).rules is rules
    while not arcanum.is_over(state) and len(arcanum.legal_actions(state)) > 1:
        state = arcanum.apply(state, arcanum.legal_actions(state)[0])


def test_cards_that_do_not_fit_the_house_rules_start_no_game() -> None:
    rules = build(house("[rules]\nsurplus_needed = 2", "arcana/revised"))
    weak = [attrs.evolve(card, values=(1, 0, 0)) if card.kind is Kind.AGENT else card for card in rules.catalogue]
    catalogue = attrs.evolve(rules.catalogue, cards=tuple(weak))
    assert arcanum.new_game(rules, players=2, seed=1, catalogue=rules.catalogue).rules == rules
    with pytest.raises(HouseRuleError, match="so a game might never end"):
        arcanum.new_game(rules, players=2, seed=1, catalogue=catalogue)


def test_what_is_not_even_a_value_starts_no_game() -> None:
    rules: Any = arcanum.rules("arcana/revised")
    with pytest.raises(arcanum.BadCall, match="cannot be played"):
        arcanum.new_game(attrs.evolve(rules, players=[2, 3]), players=3, seed=1)


def test_rules_without_all_majors_are_played_as_they_offer() -> None:
    rules = arcanum.rules("arcanum/it")
    assert isinstance(rules, tarot.Rules)
    state = arcanum.new_game(attrs.evolve(rules, name="no Majors", major_variants=("none",)), players=3, seed=1)
    assert isinstance(state, tarot.State)
    assert state.major_deck == ()
