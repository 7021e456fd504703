"""What a rule set says clause by clause: rules against the index, two rule sets against each other, overrides."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import attrs
import pytest

import arcanum
from arcanum.kernel.clauses import ClauseIndex
from arcanum.kernel.house import from_document
from arcanum.kernel.variants import Difference, base_of, overrides, restated, statements
from arcanum.tarot import Rules as TarotRules
from arcanum.tarot.clause_ids import LOC4_1, MAJ_2_1, MAJ_18_1
from arcanum.tarot.effects import Draw, GainPoints, HideFromHand, ScoreOutOfTurn
from arcanum.tarot.events import Pile
from arcanum.tarot.rules import Calendar

ALL = arcanum.rulesets()


def tarot(name: str = "arcanum/it") -> TarotRules:
    rules = arcanum.rules(name)
    assert isinstance(rules, TarotRules)
    return rules


def changed(rules: arcanum.RuleSet) -> dict[str, dict[str, object]]:
    return {each.clause.id: dict(each.new) for each in overrides(rules)}


# --- rules and index --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_the_values_of_every_rule_set_come_to_what_the_index_states_for_its_printing(name: str) -> None:
    rules = arcanum.rules(name)
    index = rules.game.clauses()
    found = list(statements(rules))
    assert len(found) > 100
    wrong = {
        (id, parameter): (index[id].parameter(parameter, rules.printing), value)
        for id, parameter, value in found
        if index[id].parameter(parameter, rules.printing) != value
    }
    assert wrong == {}


@pytest.mark.parametrize("game", arcanum.games())
def test_every_reading_in_which_printings_differ_is_decided_by_a_value_of_the_rules(game: str) -> None:
    """What no value decides is about things beside the game, and is listed here."""
    index = index_of(game)
    decided = {(id, name) for ruleset in arcanum.rulesets(game) for id, name, _ in statements(arcanum.rules(ruleset))}
    differing = {(clause.id, name) for clause in index for reading in clause.readings.values() for name in reading}
    beside = {
        "arcanum": {("COMP-13", "sheets"), ("FIRST-6", "games")},
        "arcana": {(id, name) for id, name in differing if id in _ABOUT_CARDS},
    }
    assert differing - decided == beside[game]


_ABOUT_CARDS = (
    "R-COMP-2", "R-COMP-3", "R-COMP-4", "R-COMP-7", "R-COMP-8", "R-COMP-9", "R-SETUP-2", "R-SETUP-3",
    "R-ARC-4", "F-SETUP-1", "F-SETUP-2",
)  # fmt: skip
"""Clauses that the card files of the editions decide."""


def index_of(game: str) -> ClauseIndex:
    return arcanum.rules(arcanum.rulesets(game)[0]).game.clauses()


# --- diff -------------------------------------------------------------------------------------------------------------


def told(found: tuple[Difference, ...]) -> dict[str, tuple[str, str]]:
    return {each.clause.id: (str(each.one), str(each.other)) for each in found}


@pytest.mark.parametrize(("one", "other"), list(combinations(arcanum.rulesets("arcanum"), 2)))
def test_two_printings_differ_in_exactly_the_clauses_that_the_index_reads_differently(one: str, other: str) -> None:
    rules = arcanum.rules(one), arcanum.rules(other)
    expected = {
        clause.id
        for clause in index_of("arcanum")
        if [clause.applies(each.printing) for each in rules] != [False, False]
        and (
            clause.applies(rules[0].printing) != clause.applies(rules[1].printing)
            or any(len({clause.parameter(name, each.printing) for each in rules}) > 1 for name in clause.parameters)
        )
    }
    assert set(told(arcanum.diff(one, other))) == expected


def test_the_two_italian_printings_differ_in_a_point_at_the_fields() -> None:
    (only,) = arcanum.diff("arcanum/it", "arcanum/it-b")
    assert only.clause.id == "LOC6-1"
    assert (str(only.one), str(only.other)) == ("points 1", "points 0")
    assert only.one.where.startswith("000:")
    assert only.other.where.startswith("001:")


def test_the_two_french_printings_do_not_differ() -> None:
    assert arcanum.diff("arcanum/fr", "arcanum/fr-b") == ()


def test_a_difference_works_both_ways() -> None:
    there, back = arcanum.diff("arcanum/en", "arcanum/es"), arcanum.diff("arcanum/es", "arcanum/en")
    assert [(each.one, each.other) for each in there] == [(each.other, each.one) for each in back]


def test_every_reading_of_a_difference_has_its_place_in_a_document() -> None:
    for game in arcanum.games():
        for one, other in combinations(arcanum.rulesets(game), 2):
            for each in arcanum.diff(one, other):
                assert each.one.where, f"{each.clause.id} in {one}"
                assert each.other.where, f"{each.clause.id} in {other}"


def test_the_editions_of_arcana_are_compared_once_for_each_rule_whatever_they_call_it() -> None:
    found = {str(each.clause.id): each for each in arcanum.diff("arcana/first", "arcana/revised")}
    bribe = found["R-BRIBE-8"]
    assert (bribe.one.clause, str(bribe.one)) == ("F-BRIBE-4", "relic stays no")
    assert (bribe.other.clause, str(bribe.other)) == ("R-BRIBE-8", "relic stays yes")
    assert "F-BRIBE-4" not in found
    assert str(found["R-GM-1"].one) == "no such rule"


def test_rules_of_different_games_cannot_be_compared() -> None:
    with pytest.raises(arcanum.BadCall, match="different games"):
        arcanum.diff("arcanum/en", "arcana/first")


def test_a_difference_can_be_written_as_json() -> None:
    text = json.dumps([each.plain() for each in arcanum.diff("arcana/first", "arcana/revised")])
    boxed = next(each for each in json.loads(text) if each["clause"] == "R-SETUP-9")
    assert boxed["one"]["parameters"] == {"boxed": {"2": 25, "3": 37, "4": 25}}


def test_a_variant_differs_from_its_base_in_what_it_overrides() -> None:
    variant = attrs.evolve(tarot(), name="nine", hand_limit=9)
    found = arcanum.diff("arcanum/it", variant)
    assert {each.clause.id for each in found} == set(changed(variant)) == {"HAND-1", "HAND-2", "LOC3-4", "AMB-13"}
    assert found[0].other.where == "nine"


# --- overrides --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_a_built_in_rule_set_overrides_nothing(name: str) -> None:
    rules = arcanum.rules(name)
    assert overrides(rules) == ()
    assert rules.game.changes(rules, base_of(rules)) == ()


def test_a_changed_number_in_a_program_overrides_just_its_clause() -> None:
    rules = tarot()
    program = (GainPoints(5, MAJ_2_1),)
    variant = attrs.evolve(rules, name="v", majors=(*rules.majors[:2], program, *rules.majors[3:]))
    assert changed(variant) == {MAJ_2_1: {"points": 5}}


def test_another_program_replaces_all_clauses_of_its_card() -> None:
    rules = tarot()
    program = (GainPoints(1, MAJ_18_1),)
    variant = attrs.evolve(rules, name="v", majors=(*rules.majors[:18], program, *rules.majors[19:]))
    found = {each.clause.id: each.instead for each in overrides(variant)}
    assert set(found) == {"MAJ-18-1", "MAJ-18-2", "MAJ-18-3", "AMB-29", "AMB-64"}
    assert all("gain 1 point" in instead for instead in found.values())


def test_a_location_that_also_pays_points_keeps_its_other_clauses_if_one_says_how_many() -> None:
    rules = tarot()
    market = attrs.evolve(rules.locations[4], effects=rules.locations[4].effects[1:])
    variant = attrs.evolve(rules, name="v", locations=(*rules.locations[:4], market, *rules.locations[5:]))
    assert changed(variant) == {"LOC5-1": {"points": 0}}
    throne = attrs.evolve(rules.locations[3], effects=(GainPoints(1, LOC4_1), Draw(Pile.MINOR, 2, LOC4_1)))
    other = attrs.evolve(rules, name="v", locations=(*rules.locations[:3], throne, *rules.locations[4:]))
    assert {each.clause.id: bool(each.instead) for each in overrides(other)} == {"LOC4-1": True}


BORROWED: dict[str, dict[str, object]] = {
    "hide-from-deck": {"count": 3},
    "may-exchange": {"minors": 3, "majors": 2},
    "may-adjust-houses": {"steps": 2},
    "offer-draw": {"pile": "minor", "count": 2},
    "gain-with-the-lowest": {"points": 3, "tie": "strict"},
    "pass-left": {"count": 3},
    "may-swap": {"count": 1, "fool": False},
    "multiply": {"factor": 3},
    "turn-up-hidden": {"count": 2},
    "exile-figures": {"count": 2},
    "draw-up-to": {"cards": 6, "counts": "minors"},
    "raise-house": {"steps": 2, "then_lower": 2},
}
"""Words that one card or location has, with other numbers than there."""


@pytest.mark.parametrize("word", BORROWED)
def test_a_borrowed_word_changes_the_card_in_which_it_stands_and_no_other(word: str) -> None:
    program = [{"word": word, **BORROWED[word]}]
    document = {"base": "arcanum/it", "name": "v", "major": {"1": {"program": program}}}
    variant = tarot().game.build(from_document(document))
    assert {each.clause.id for each in overrides(variant)} == {"MAJ-1-1", "MAJ-1-2"}
    assert all(each.instead for each in overrides(variant))


def test_a_word_states_the_numbers_of_its_own_place_wherever_else_it_stands() -> None:
    """The Treasure Vault hides two cards, and the Magician three: the Vault says two."""
    hiding = {number: [{"word": "hide-from-deck", "count": number}] for number in (2, 3)}
    document = {
        "base": "arcanum/it",
        "name": "v",
        "location": {"7": {"program": hiding[2]}},
        "major": {"1": {"program": hiding[3]}},
    }
    found = changed(tarot().game.build(from_document(document)))
    assert found["LOC7-1"] == {"minors": 2, "hide": 2}


def test_a_world_that_pays_in_full_overrides_what_it_pays_and_nothing_else() -> None:
    rules = tarot()
    world = (*rules.majors[21][:1], ScoreOutOfTurn(0))
    variant = attrs.evolve(rules, name="v", majors=(*rules.majors[:21], world))
    found = set(changed(variant))
    assert {"WORLD-4", "WORLD-7", "WORLD-10"} <= found
    assert not {"WORLD-3", "WORLD-11", "WORLD-12", "WORLD-13"} & found


def test_a_shorter_game_overrides_the_clauses_on_length_and_on_scoring_turns() -> None:
    variant = attrs.evolve(tarot(), name="v", calendar=Calendar((2, 4), (3, 6, 9)))
    found = changed(variant)
    assert found["LEN-1"] == {"short": 4}
    assert found["LEN-4"] == {"short": (2, 4), "scoring_turns": (2, 3, 4, 6, 9)}
    assert "P3-1" not in found


def test_a_location_that_raises_houses_or_does_what_another_one_does_overrides_what_the_rules_say_of_all_ten() -> None:
    rules = tarot()
    fields, ballroom = rules.locations[5], rules.locations[8]
    for copied, clause in ((fields, "MIN-D2"), (ballroom, "LOC-ALL")):
        throne = attrs.evolve(rules.locations[3], effects=copied.effects)
        variant = attrs.evolve(rules, name="v", locations=(*rules.locations[:3], throne, *rules.locations[4:]))
        assert clause in {each.clause.id for each in overrides(variant)}
    assert changed(variant)["LOC-ALL"] == {"locations": 9}
    assert "MIN-D2" not in changed(variant)


def test_a_major_that_cannot_be_played_without_a_minor_any_more_is_another_card() -> None:
    rules = tarot()
    hide, raise_house = rules.majors[4]
    assert isinstance(hide, HideFromHand)
    program = (attrs.evolve(hide, optional=False), raise_house)
    variant = attrs.evolve(rules, name="v", majors=(*rules.majors[:4], program, *rules.majors[5:]))
    assert {each.clause.id for each in overrides(variant) if each.instead} == {"MAJ-4-1", "MAJ-4-2"}


def test_a_table_for_six_needs_a_sixth_colour() -> None:
    assert changed(attrs.evolve(tarot(), name="v", players=(3, 4, 5, 6)))["COMP-10"] == {"colours": 6}
    assert "COMP-10" not in changed(attrs.evolve(tarot(), name="v", players=(2, 3)))


def test_the_worked_example_of_scoring_follows_the_table() -> None:
    table = ((20, 10, 5), (12, 6, 3), (10, 5, 2), (8, 4, 2))
    found = changed(attrs.evolve(tarot(), name="v", scoring_table=table))
    assert found["SCORE-18"] == {"points": (20, 10, 0)}
    assert found["SCORE-22"] == {"totals": (27, 29, 24)}


def test_changes_name_the_keys_of_a_house_rule_file() -> None:
    rules = tarot()
    variant = attrs.evolve(rules, name="v", hand_limit=9, calendar=Calendar((2, 4), (3, 6, 9)))
    found = {each.key: (each.printed, each.new) for each in rules.game.changes(variant, rules)}
    assert found["hand_limit"] == ("7", "9")
    assert found["calendar"] == ("{ short = [3, 6], long = [3, 6, 9] }", "{ short = [2, 4], long = [3, 6, 9] }")


# --- editions of Arcana -----------------------------------------------------------------------------------------------


def guild_variant(base: str, **values: object) -> arcanum.RuleSet:
    game = arcanum.rules(base).game
    return game.build(from_document({"base": base, "name": "v", "rules": values}))


VALUES: list[tuple[str, object]] = [
    ("pile_size", 11), ("end_card_among", 4), ("deck_size", 10), ("hand_size", 3), ("objectives_dealt", 5),
    ("objectives_kept", 1), ("first_player_step", 0), ("rounds_after_end_card", 2), ("surplus_needed", 1),
    ("bribe_surplus", 1),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_a_rule_of_the_revised_edition_overrides_no_clause_of_the_first(key: str, value: object) -> None:
    found = [each.clause.id for each in overrides(guild_variant("arcana/revised", **{key: value}))]
    assert found
    assert not [clause for clause in found if clause.startswith("F-")]


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_a_rule_of_the_first_edition_overrides_each_clause_once(key: str, value: object) -> None:
    """What the first edition numbers anew is listed by that number, and nothing is lost."""
    variant = guild_variant("arcana/first", **{key: value})
    found = {each.clause.id for each in overrides(variant)}
    for each in restated(variant):
        assert found & {each.clause.id, variant.said(each.clause.id)}
    for clause in found:
        assert variant.said(clause) == clause or variant.said(clause) not in found


def test_what_both_editions_say_is_compared_once_for_a_rule_of_either() -> None:
    for base, clause in (("arcana/revised", "R-RES-5"), ("arcana/first", "F-RES-4")):
        (found,) = arcanum.diff(base, guild_variant(base, surplus_needed=1))
        assert found.one.clause == clause


def extreme_decks(size: int) -> list[dict[str, object]]:
    decks: Any = changed(guild_variant("arcana/revised", deck_size=size))["R-CUST-3"]["decks"]
    return [dict(each) for each in decks]


def test_a_small_deck_can_have_no_fewer_agents_than_none() -> None:
    assert extreme_decks(4) == [{"agents": 4, "locations": 0, "relics": 0}, {"agents": 0, "locations": 3, "relics": 1}]


def test_a_large_deck_can_have_no_more_agents_than_there_are() -> None:
    assert extreme_decks(16) == [
        {"agents": 14, "locations": 2, "relics": 0},
        {"agents": 10, "locations": 3, "relics": 3},
    ]
