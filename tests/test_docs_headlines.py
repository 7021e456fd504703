"""Headline numbers are those of the artefacts, few enough to be read, and say what the documentation says in words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arcanum
from arcanum.spec.files import commit
from benchmarks.loop import DECISIONS, LENGTH, WHOLE
from docs import headlines
from docs.ext.result_pages import result_pages, shown

ROOT = Path(__file__).parents[1]
HEAD = {"command": "python -m dice", "version": "0.1.0", "commit": "abc1234", "date": "2026-11-19"}
KEPT: dict[str, Any] = json.loads(headlines.HEADLINES.read_text(encoding="utf-8"))


def fuzzed(documents: int) -> dict[str, Any]:
    counted = {"documents": documents, "refused": 6, "accepted": 1, "slowest": 0.5, "memory": 12_345_678}
    return {**HEAD, "python": "3.11.7", "seconds": 5, **counted, "findings": []}


def write(path: Path, document: object) -> None:
    path.write_text(json.dumps(document), encoding="utf-8")


# --- the file ---------------------------------------------------------------------------------------------------------


def test_what_a_run_left_takes_the_place_of_its_old_numbers_and_of_no_others(tmp_path: Path) -> None:
    old = {**HEAD, "results": {"games": 3}}
    target = tmp_path / "results.json"
    write(target, {"soak: chess": old, "fuzz": old, "archive": old})
    write(tmp_path / "fuzz.json", fuzzed(7))
    headlines.take_over(["fuzz"], tmp_path, target)
    found = json.loads(target.read_text(encoding="utf-8"))
    assert list(found) == ["soak: chess", "archive", "fuzz"], "in the order of the runs"
    assert found["soak: chess"] == found["archive"] == old
    assert found["fuzz"] == {**HEAD, "results": headlines.fuzz(fuzzed(7))}


def test_a_run_with_a_section_for_each_game_is_one_for_each_game(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    section = {**HEAD, "positions": 9, "tied Houses": 2, "splits": 1, "mismatches": 0}
    write(target, {"scoring: chess": {**HEAD, "results": {}}})
    write(tmp_path / "scoring.json", {"arcanum": section, "arcana": section})
    headlines.take_over(["scoring"], tmp_path, target)
    assert list(json.loads(target.read_text(encoding="utf-8"))) == ["scoring: arcanum", "scoring: arcana"]


def test_a_value_has_a_line_and_what_produced_it_another(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    write(tmp_path / "fuzz.json", fuzzed(7))
    headlines.take_over(["fuzz"], tmp_path, target)
    lines = target.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(headlines.fuzz(fuzzed(7))) + 3
    assert lines[1].startswith(' "fuzz": {"command": "python -m dice", "version": "0.1.0", "commit": "abc1234", "date"')
    assert lines[2] == '  "documents and records": 7,'


def test_too_many_lines_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    extras = {f"extra {number}": {**HEAD, "positions": 1, "tied Houses": 1, "splits": 1, "mismatches": 0}
              for number in range(80)}  # fmt: skip
    write(tmp_path / "scoring.json", extras)
    with pytest.raises(headlines.TooLong, match=r"results\.json would have 402 lines, and may have 300"):
        headlines.take_over(["scoring"], tmp_path, target)
    assert not target.exists()


def test_a_run_is_known_by_the_commit_of_its_checkout_and_elsewhere_by_none(tmp_path: Path) -> None:
    assert commit(tmp_path) == {}
    if (ROOT / ".git").exists():
        assert re.fullmatch(r"[0-9a-f]{7,}(-dirty)?", commit(ROOT)["commit"])


# --- each run ---------------------------------------------------------------------------------------------------------


def outcome(source: str, outcome: str) -> dict[str, str]:
    return {"source": source, "outcome": outcome}


SHARE = {"value": 0.64, "low": 0.571, "high": 0.703}
BALANCE = {"games": 10, "draws": 1, "rounds": {"mean": 19.8}, "decisions": 384.1, "error": 0.04}
VALUE = {"caught_by": "x", "own": True}
RUNS: list[tuple[Callable[[Any], dict[str, Any]], dict[str, Any], dict[str, Any]]] = [
    (
        headlines.spec,
        {
            "seconds": 12.5,
            "properties": [
                outcome("a", "passed"),
                outcome("a", "failed"),
                outcome("b", "passed"),
                outcome("b", "passed"),
            ],
        },
        {"properties": 2, "passed": 1, "skipped": 0, "failed": 1, "seconds": 12.5},
    ),
    (
        headlines.generators,
        {
            "seldom": 0.05,
            "clauses": [
                {"game": "luck", "clause": "A-1", "examples": 10, "met": 10},
                {"game": "luck", "clause": "A-2", "examples": 10, "met": 1},
            ],
            "properties": [{"examples": 10, "discarded": 3}, {"examples": 20, "discarded": 0}],
            "claims": [{"reached": 0}, {"reached": 1}],
        },
        {
            "properties": 2,
            "examples": 30,
            "discarded": 3,
            "assertions reached in fewer than 5% of examples": 2,
            "never reached": 1,
            "covered least": "A-2 (luck) in 1 of 10, A-1 (luck) in 10 of 10",
            "clauses by the share of examples that cover them": {
                "": ["clauses", "under 1%", "under 5%", "under 25%", "under 50%", "under 100%"],
                "luck": [2, 0, 0, 1, 1, 1],
            },
        },
    ),
    (
        headlines.faults,
        {
            "judged": 2,
            "planned": 3,
            "breaks": [
                {"clauses": ["A-1", "A-2"], "missed": [], "fault": "", "asked": 5, "spilled": ["x"]},
                {"clauses": ["A-3"], "missed": ["A-3"], "fault": "", "asked": 0, "spilled": None},
            ],
        },
        {
            "faults": "2 of 3",
            "caught by a property of their clause": 1,
            "clauses shown to fail": 2,
            "unrelated properties asked": 5,
            "that noticed": 1,
        },
    ),
    (
        headlines.values,
        {"judged": 4, "planned": 4, "caught": 2, "idle": 1, "values": [VALUE, {**VALUE, "own": False}]},
        {"values": 4, "noticed": 2, "by a property of their clause": 1, "without effect": 1, "missed": 1},
    ),
    (
        headlines.mutants,
        {
            "tried": 8,
            "planned": 8,
            "functions": [
                {"module": "kernel.dice", "mutants": 5, "survivors": ["x"]},
                {"module": "kernel.cup", "mutants": 3, "survivors": []},
            ],
        },
        {
            "mutants": 8,
            "by package": {"": ["tried", "killed", "share"], "kernel": [8, 7, "87.5 %"], "all": [8, 7, "87.5 %"]},
        },
    ),
    (
        headlines.oracle,
        {**HEAD, "bribes": {"positions": 9, "courses": 20, "situations": {"many": 8, "few": 1}, "mismatches": 0}},
        {
            "by comparison": {
                "": ["positions", "ways to go on", "kinds of situations", "the rarest", "mismatches"],
                "bribes": [9, 20, 2, "few: 1", 0],
            }
        },
    ),
    (
        headlines.scoring,
        {"positions": 9, "tied Houses": 2, "splits": 1, "Fools": 4, "mismatches": 0},
        {"positions": 9, "tied Houses": 2, "splits": 1, "mismatches": 0},
    ),
    (
        headlines.soak,
        {
            "games": 3,
            "decisions": 500,
            "longest": 200,
            "missing": {"cards": ["Moon"], "clauses": ["A-1"], "events": []},
        },
        {"games": 3, "decisions": 500, "longest game": 200, "never seen": "Moon, A-1"},
    ),
    (
        headlines.archive,
        {
            **{"games": 3, "rule_sets": 2, "actions": 500, "bytes_per_action": 30.4, "largest_record": 900},
            "mismatches": ["x"],
        },
        {
            **{"games": 3, "rule sets": 2, "actions": 500, "bytes per action": 30.4, "largest record": 900},
            "mismatches": 1,
        },
    ),
    (
        headlines.fuzz,
        fuzzed(7),
        {
            "documents and records": 7,
            "refused": 6,
            "accepted, written, read again and played on": 1,
            "slowest answer, seconds": 0.5,
            "most memory, MB": 12.3,
            "errors of another kind": 0,
        },
    ),
    (
        headlines.house_rules,
        {
            "house_rules": [
                {"file": "duel", "sound": True, "broken": [], "hold": 9, "not_judged": 2, "real_differences": 6},
                {
                    "file": "flood",
                    "sound": False,
                    "broken": list("abcd"),
                    "hold": 5,
                    "not_judged": 0,
                    "real_differences": 0,
                },
            ],
            "variants": {
                "arcanum": {"variants": 9, "sound": 7, "with a reason": 2, "without a reason": 0},
            },
        },
        {
            "house rules": 2,
            "sound": 1,
            "unsound, and what does not hold": "flood (a, b, c ...)",
            "clauses that hold, counted for each": 14,
            "clauses that are not judged": 2,
            "that change the play, with the number of significant differences": "duel (6)",
            "variants made from the language of house rules": {
                "": ["judged", "sound", "broken with a reason", "broken without a reason"],
                "arcanum": [9, 7, 2, 0],
            },
        },
    ),
    (
        headlines.balance,
        {
            "results": {
                "a": {"random": {**BALANCE, "guilds": {"thieves": 0.9}}},
                "b": {"greedy": {**BALANCE, "guilds": {"blades": 1.1}}},
            }
        },
        {
            "games": {
                "": ["games", "draws", "rounds, mean", "decisions, mean"],
                "a, random": [10, 1, 19.8, 384.1],
                "b, greedy": [10, 1, 19.8, 384.1],
            },
            "victories of a guild by its fair share": {
                "": ["a, random", "b, greedy"],
                "thieves": [0.9, None],
                "blades": [None, 1.1],
                "± (two standard errors)": [0.04, 0.04],
            },
        },
    ),
    (
        headlines.strength,
        {
            "matches": [
                {
                    "rules": "a",
                    "player": "x",
                    "against": "2 y",
                    "games": 9,
                    "wins": SHARE,
                    "even": 0.25,
                    "verdict": "better",
                }
            ]
        },
        {
            "matches": {
                "": ["games", "share of wins (95 %)", "even", "verdict"],
                "a: x against 2 y": [9, "0.640 (0.571 to 0.703)", 0.25, "better"],
            }
        },
    ),
    (
        headlines.scaling,
        {
            "cores": 2,
            "rules": [{"rules": "a", "players": 3, "bare": 9.0, "greedy": 4.5}],
            "scaling": {
                "rules": "a",
                "players": ["greedy"] * 3,
                "one": 4.0,
                "two": 7.0,
                "ratio": 1.75,
                "work_ratio": 0.8,
            },
        },
        {
            "processors": 2,
            "a, greedy players, games a second on one process": 4.0,
            "on two processes": 7.0,
            "two by one": 1.75,
            "processor time of a game, two by one": 1.25,
            "games a second, one process": {"": ["bare engine", "greedy"], "a, 3 players": [9.0, 4.5]},
        },
    ),
    (
        headlines.tables,
        {
            "cores": 2,
            "phases": [
                {
                    **{"phase": "people", "pictures": True, "tables": 2, "connections": 8, "actions_per_second": 1.5},
                    **{"reply_ms_median": 8.1, "reply_ms_99": 53.3, "server_mb": 150.8},
                }
            ],
        },
        {
            "processors": 2,
            "by kind of client": {
                "": ["tables", "connections", "actions a second", "reply, median, ms", "99 of 100, ms", "server, MB"],
                "people, with pictures": [2, 8, 1.5, 8.1, 53.3, 150.8],
            },
        },
    ),
    (
        headlines.bench,
        {
            "machine": "Abacus, 2 processors",
            "versions": {"chess": "1.11"},
            "left_out": ["RLCard is left out."],
            "targets": [
                {"what": "speed", "wanted": "at least 4", "measured": 4.414, "met": True, "beside": "4.1 with the deal"}
            ],
            "ratios": [
                {"name": "arcanum/en, 4 players", "quantity": DECISIONS, "by": {"chess": 4.414}},
                {"name": "arcanum/en, 3 players", "quantity": DECISIONS, "by": {"chess": 5.0}},
            ],
            "samples": [
                {"name": name, "quantity": quantity, "rounds": [speed, 2 * speed, 3 * speed]}
                for name, speed in (("arcanum/en, 4 players", 1000.0), ("chess", 200.0))
                for quantity in (DECISIONS, WHOLE, LENGTH)
            ],
        },
        {
            "machine": "Abacus, 2 processors",
            "beside": "chess 1.11",
            "left out": "RLCard is left out.",
            "targets": {
                "": ["wanted", "measured", "verdict", "beside it"],
                "speed": ("at least 4", "4.41", "met", "4.1 with the deal"),
            },
            "speeds": {
                "": [
                    *("decisions a second", "lowest to highest", "with the deal", "decisions a game"),
                    "arcanum/en, 4 players: times",
                ],
                "arcanum/en, 4 players": ["2,000", "1,000 to 3,000", "2,000", "2,000", None],
                "chess": ["400", "200 to 600", "400", "400", "4.41"],
            },
        },
    ),
]


@pytest.mark.parametrize(("of", "artefact", "wanted"), RUNS, ids=[of.__name__ for of, _, _ in RUNS])
def test_the_headlines_of_a_run(
    of: Callable[[Any], dict[str, Any]], artefact: dict[str, Any], wanted: dict[str, Any]
) -> None:
    assert of(artefact) == wanted
    text = shown(wanted)
    assert all(name.partition(",")[0].lower() in text.lower() for name in wanted)


def test_every_run_but_the_study_is_tried_here() -> None:
    assert {of for of, _, _ in RUNS} | {headlines.study} == set(headlines.RUNS.values())


def mean(value: float, reach: float) -> dict[str, float]:
    return {"value": value, "low": value - reach, "high": value + reach}


def differing(what: str, printing: str, by: float, *, real: bool, share: bool = False) -> dict[str, Any]:
    found = {"base": mean(0.5, 0.01), "new": mean(0.5 + by, 0.01), "difference": mean(by, 0.02)}
    return {
        "setting": "two players",
        "printing": f"luck/{printing}",
        "what": what,
        "real": real,
        "share": share,
        **found,
    }


def test_a_study_keeps_the_whole_and_the_signs_of_the_rest() -> None:
    found = headlines.study(
        {
            **HEAD,
            "base": "luck/it",
            "comparisons": 9,
            "real": 3,
            "played": [
                {"setting": "two players", "printing": f"luck/{name}", "games": 5} for name in ("en", "it", "fr")
            ],
            "control": [{"setting": "two players", "comparisons": 7, "real": 0, "smallest_p": 0.1}],
            "missed": [{"setting": "two players", "what": "wins: first player", "share": True, "difference": 0.02068}],
            "differences": [
                differing("wins: first player", "en", 0.25, real=True, share=True),
                differing("wins: first player", "fr", -0.01, real=False, share=True),
                differing("cards: Moon", "fr", -0.25, real=True),
                differing("cards: Sun", "fr", 0.125, real=True),
            ],
        }
    )
    assert found == {
        "games": 15,
        "comparisons": 9,
        "significant": 3,
        "two players": {
            "": ["it", "en", "fr", "could be missed"],
            "wins: first player": ["50.0 %", ["75.0 %", "+25.0 ±2.0", True], ["49.0 %", "-1.0 ±2.0", False], "2.1 pp"],
            "cards: Moon": ["0.50", None, ["0.25", "-0.25 ±0.02", True], None],
        },
        "control": {"": ["comparisons", "significant", "smallest p"], "two players": [7, 0, 0.1]},
        "significant differences in the use of cards and places": {
            "": ["two players"],
            "en": [[]],
            "fr": [["- cards: Moon", "+ cards: Sun"]],
        },
    }


# --- what is kept now -------------------------------------------------------------------------------------------------


def test_the_headlines_can_be_read_at_one_sitting_and_are_written_as_the_module_writes_them() -> None:
    text = headlines.HEADLINES.read_text(encoding="utf-8")
    assert text.count("\n") <= headlines.MOST_LINES
    assert headlines.written(KEPT) == text


def test_every_run_is_on_a_page() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.rst"))
    for name, text in result_pages(headlines.HEADLINES):
        assert f".. include:: clauses/{name}\n" in pages
        assert "No run" not in text


def results(name: str) -> list[dict[str, Any]]:
    """What the runs of a name found."""
    found = [run["results"] for each, run in KEPT.items() if each.partition(": ")[0] == name]
    assert found
    return found


def test_nothing_is_wrong_that_the_pages_say_is_right() -> None:
    assert [each["failed"] for each in results("spec")] == [0]
    assert all(each["faults"] == each["caught by a property of their clause"] for each in results("faults"))
    assert all(each["missed"] == 0 for each in results("values"))
    assert all(row[-1] == 0 for row in list(results("oracle")[0]["by comparison"].values())[1:])
    assert all(each["mismatches"] == 0 for name in ("scoring", "archive") for each in results(name))
    assert results("fuzz")[0]["errors of another kind"] == 0
    assert results("generators")[0]["never reached"] == 0
    covered = results("generators")[0]["clauses by the share of examples that cover them"]
    assert [covered[game][1] for game in arcanum.games()] == [0, 0]


def test_all_house_rules_but_the_broken_one_are_sound() -> None:
    (found,) = results("house_rules")
    assert found["sound"] == found["house rules"] - 1
    assert found["unsound, and what does not hold"].startswith("generous_world (WORLD-1, WORLD-3")


def test_the_better_player_wins_more() -> None:
    (found,) = results("strength")
    assert [row[-1] for row in found["matches"].values()][1:] == ["better"] * 4


def test_speed_was_measured_beside_all_peers_and_every_target_was_judged() -> None:
    for each in results("bench"):
        assert "left out" not in each
        assert "not measured" not in {row[2] for row in each["targets"].values()}
