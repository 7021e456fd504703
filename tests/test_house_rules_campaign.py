"""Verdicts on house rules are right: a dozen variants of both games that change one thing, and break nothing else.

The whole campaign is `benchmarks.house_rules`; here is a fixed part of it, with the clauses that were once judged
wrongly, and what the campaign does with a verdict.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

import arcanum
from arcanum.guilds.rules import rules as guild_rules
from arcanum.kernel.ruledata import Bounds
from arcanum.tarot.house import VOCABULARY
from benchmarks.house_rules import EXAMPLES, Conflict, Judged, by_game, conflicts, judged, keep, key_of, read_journal
from benchmarks.variants import FULL, Variant, accepted, other_values, varied

Change = dict[str, dict[str, object]]
FIRST = guild_rules("arcana/first")


def program(*words: dict[str, object]) -> dict[str, object]:
    return {"program": list(words)}


def value(key: str, new: object) -> Change:
    return {"rules": {key: new}}


MASTER: dict[str, object] = {"once_per_round": False, "ability": [{"word": "hand-size", "amount": 1}]}
MASTERS_OF_THE_FIRST: Change = {
    "rules": {"optional": ["masters"]},
    "master": {f"head-{each}": {"name": each, "emblem": each, **MASTER} for each in FIRST.catalogue.guilds},
}
"""A module that the base lacks, with all the cards that it needs."""
FIXED: list[tuple[str, Change, tuple[str, ...]]] = [
    ("arcanum/it", value("hand_limit", 9), ("HAND-3", "DRAW-1", "TURN-3")),
    ("arcanum/it", value("players", [3, 4, 5, 6]), ("SETUP-1", "TURN-3", "COMP-13")),
    ("arcanum/en", value("players", [6]), ("MAJ-9-1", "MAJ-9-2", "AMB-49", "PLAY-7", "SCORE-9", "LEN-4")),
    ("arcanum/en", value("minors_drawn", 2), ("DRAW-2", "HIDE-1")),
    ("arcanum/it", {"major": {"1": program({"word": "hide-from-deck", "count": 3})}}, ("AMB-30", "LOC7-1", "INFO-7")),
    ("arcanum/it", {"major": {"0": program({"word": "multiply", "factor": 3})}}, ("MAJ-15-1", "MAJ-15-2", "AMB-9")),
    (
        "arcanum/it",
        {"location": {"4": program({"word": "may-swap", "count": 1, "fool": True})}},
        ("MAJ-14-2", "LOC9-1"),
    ),
    ("arcana/revised", value("surplus_needed", 1), ("R-OPT-1", "R-COMP-1", "R-SETUP-5", "R-RES-1")),
    ("arcana/revised", value("deck_size", 4), ("R-CUST-1", "R-CUST-3", "R-DRAW-1")),
    ("arcana/revised", value("failed_bribe", "discarded"), ("R-BRIBE-1", "R-BRIBE-5")),
    ("arcana/first", value("hand_size", 5), ("F-ACT-1", "R-OPT-1", "R-SETUP-5")),
    ("arcana/first", value("optional", []), ("F-TAC-1", "F-SETUP-4")),
    ("arcana/first", MASTERS_OF_THE_FIRST, ("R-GM-1", "R-GM-2", "R-OPT-1")),
    ("arcanum/en", value("players", [2, 10]), ("AMB-48", "SCORE-16")),
    ("arcana/revised", {"card": {"quarterstaffer": {"staff": 5}}}, ("R-RES-5", "R-OPT-1")),
]


@pytest.mark.parametrize(("base", "change", "clauses"), FIXED, ids=lambda each: str(each)[:60])
def test_a_variant_breaks_nothing_but_what_it_changes(base: str, change: Change, clauses: tuple[str, ...]) -> None:
    variant = accepted(base, "v", change)
    assert variant is not None
    report = arcanum.validate(variant.rules, games=0, examples=2, clauses=clauses)
    found = judged(variant.name, variant.game, "", report, 0.0)
    assert found.unexplained(()) == [], found.broken
    assert found.hold > 0
    assert found.overridden > 0 or "card" in change


# --- making variants --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hint", "bounds", "now", "expected"),
    [
        (bool, Bounds(), True, [False]),
        (int, Bounds(least=1, most=9), 4, [5, 3, 1]),
        (int, Bounds(least=1, most=4), 4, [3, 1, 2]),
        (str, Bounds(words=("one", "two", "three")), "two", ["one", "three"]),
        (tuple[int, ...], Bounds(most=9), [3, 4], [[3, 4, 5], [3], [4]]),
        (tuple[int, int], Bounds(most=9), [4, 1], [[5, 1], [3, 1], [4, 2]]),
        (tuple[str, ...], Bounds(words=("a", "b")), ["a"], [["a", "b"], []]),
    ],
)
def test_other_values_are_near_first_and_within_bounds(
    hint: object, bounds: Bounds, now: object, expected: list[object]
) -> None:
    assert list(other_values(hint, bounds, now))[: len(expected)] == expected


def test_a_kind_of_value_that_nobody_varies_is_noticed() -> None:
    with pytest.raises(TypeError, match="say here how it is varied"):
        list(other_values(dict[str, int], Bounds(), {}))


def test_a_word_is_varied_in_its_numbers_however_deep_it_stands() -> None:
    word = {"word": "each-other", "program": [{"word": "turn-up-hidden", "count": 3}]}
    assert list(varied(VOCABULARY, word)) == [{**word, "program": [{"word": "turn-up-hidden", "count": 4}]}]


def test_what_the_file_reader_refuses_or_what_changes_nothing_is_no_variant() -> None:
    assert accepted("arcanum/it", "too small", value("hand_limit", 0)) is None
    assert accepted("arcanum/it", "the same", value("hand_limit", 7)) is None


# --- judging them -----------------------------------------------------------------------------------------------------

FOUND = Judged("arcanum/it: x = 1", "arcanum", "k", False, {"HAND-1": ["p: no"], "HAND-2": []}, 5, 1, 2, 9, (), 0, 0.5)
KNOWN = Conflict("x = 1$", ("HAND-1",), "That is what it is for.")


def test_a_broken_clause_needs_a_reason_for_just_this_variant() -> None:
    assert FOUND.unexplained([KNOWN]) == ["HAND-2"]
    assert FOUND.unexplained([attrs.evolve(KNOWN, clauses=("HAND-1", "HAND-2"))]) == []
    assert FOUND.unexplained([attrs.evolve(KNOWN, variant="x = 2")]) == ["HAND-1", "HAND-2"]
    assert attrs.evolve(FOUND, broken={}, failures=("no end",)).unexplained([KNOWN]) == ["games"]


def test_variants_are_counted_by_game() -> None:
    sound = attrs.evolve(FOUND, sound=True, broken={})
    other = attrs.evolve(FOUND, game="arcana", broken={"HAND-1": []})
    table = by_game([FOUND, sound, other], [KNOWN])
    assert table == {
        "arcanum": {"variants": 2, "sound": 1, "with a reason": 0, "without a reason": 1},
        "arcana": {"variants": 1, "sound": 0, "with a reason": 1, "without a reason": 0},
    }


def test_the_journal_keeps_what_was_judged_last_and_leaves_out_a_line_that_was_cut_off(tmp_path: Path) -> None:
    journal = tmp_path / "new" / "journal.jsonl"
    assert read_journal(journal) == {}
    keep(journal, FOUND)
    keep(journal, attrs.evolve(FOUND, key="other"))
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"name": "cut')
    (read,) = read_journal(journal).values()
    assert (read.name, read.key, read.broken) == (FOUND.name, "other", FOUND.broken)


def test_a_variant_is_judged_anew_when_it_or_the_effort_is_another() -> None:
    one, other = (Variant("v", {"base": FULL[0], "name": "v", **value("hand_limit", limit)}) for limit in (8, 9))
    assert len({key_of(one, 4, 3), key_of(one, 4, 4), key_of(one, 5, 3), key_of(other, 4, 3)}) == 4


def test_every_conflict_that_is_listed_is_of_a_clause_and_says_why() -> None:
    clauses = {clause.id for name in FULL for clause in arcanum.rules(name).game.clauses()} | {"games"}
    for each in conflicts():
        re.compile(each.variant)
        assert clauses.issuperset(each.clauses), each
        assert each.reason.endswith("."), each
    examples = [f"example: {path.stem}" for path in EXAMPLES.glob("*.toml")]
    assert all(
        any(re.search(each.variant, name) for name in examples) for each in conflicts() if "example" in each.variant
    )
