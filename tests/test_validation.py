"""Validating house rules: what is overridden, what breaks, whether games end, what changes in the play."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

import arcanum
from arcanum.cli import main
from arcanum.spec.subject import under_test
from arcanum.tarot import Rules
from arcanum.tarot.clause_ids import MAJ_2_1
from arcanum.tarot.effects import GainPoints, ScoreOutOfTurn
from arcanum.validation import MissingExtra
from arcanum.validation.games import Played, compare, compare_games
from arcanum.validation.report import Report
from tests.builds import of_sources

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "examples" / "house_rules"
BROKEN = HOUSE / "generous_world.toml"
SOUND = sorted(path for path in HOUSE.glob("*.toml") if path != BROKEN)


def italian() -> Rules:
    rules = arcanum.rules("arcanum/it")
    assert isinstance(rules, Rules)
    return rules


def generous_world() -> Rules:
    rules = italian()
    world = (*rules.majors[21][:1], ScoreOutOfTurn(0))
    return attrs.evolve(rules, name="a generous World", majors=(*rules.majors[:21], world))


# --- what holds and what breaks ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nine_cards() -> Report:
    variant = attrs.evolve(italian(), name="nine cards", hand_limit=9)
    return arcanum.validate(variant, games=6, examples=5, clauses=("HAND-1", "HAND-3", "HAND-4", "HAND-5", "LOC4-1"))


@pytest.fixture(scope="module")
def generous() -> Report:
    clauses = ("WORLD-2", "WORLD-3", "WORLD-4", "WORLD-11", "HAND-1", "TURN-3")
    return arcanum.validate(generous_world(), games=10, examples=10, clauses=clauses)


def test_a_sound_variant_is_called_sound(nine_cards: Report) -> None:
    assert nine_cards.sound
    assert nine_cards.broken == ()
    assert str(nine_cards).splitlines()[-1].startswith("SOUND")


def test_the_report_names_what_the_variant_overrides_with_both_readings(nine_cards: Report) -> None:
    (change,) = nine_cards.changes
    assert (change.key, change.printed, change.new) == ("hand_limit", "7", "9")
    found = {str(each.clause.id): (dict(each.printed), dict(each.new)) for each in nine_cards.overrides}
    assert found["HAND-1"] == ({"limit": 7}, {"limit": 9})


def test_a_clause_that_is_overridden_is_not_judged_and_every_other_one_is(nine_cards: Report) -> None:
    found = {str(each.clause.id): each.outcome for each in nine_cards.clauses}
    assert set(found) == {"HAND-3", "HAND-4", "HAND-5", "LOC4-1"}
    assert found["HAND-3"] == found["HAND-5"] == found["LOC4-1"] == "holds"


def test_the_four_questions_are_answered_in_their_order(nine_cards: Report) -> None:
    heads = [line[:2] for line in nine_cards.lines() if line[:1].isdigit()]
    assert heads == ["1.", "2.", "3.", "4."]


def test_a_subtly_broken_variant_is_caught_in_the_clauses_that_break(generous: Report) -> None:
    assert not generous.sound
    assert [each.clause.id for each in generous.broken] == ["WORLD-3", "WORLD-11"]
    assert str(generous).splitlines()[-1] == "UNSOUND: 2 clauses broken."
    assert {each.clause.id for each in generous.clauses if each.outcome == "holds"} == {"WORLD-2", "HAND-1", "TURN-3"}


def test_the_counterexample_is_small_enough_to_read(generous: Report) -> None:
    prestige = generous.broken[0].counterexamples[0]
    assert any("prestige" in line for line in prestige.broken)
    assert len(prestige.story) < 40
    told = " ".join(prestige.story)
    assert "plays the World" in told
    assert "all Houses go back to 0" in told
    assert "turn 1" in told, "the smallest example is in the first turn of a game"


def test_games_of_the_variant_are_played_not_those_of_its_base(generous: Report) -> None:
    assert generous.played.games == 10
    assert generous.played.broken == 0
    assert generous.played.decisions > 500
    variant = attrs.evolve(italian(), name="short", calendar=attrs.evolve(italian().calendar, short=(1,), long=(1,)))
    short = arcanum.validate(variant, games=30, examples=1, clauses=("TURN-3",))
    length = next(each for each in short.comparisons if each.what == "decisions in a game")
    assert length.real
    assert length.difference.value < -20


@of_sources
def test_a_program_that_breaks_the_game_is_reported_and_does_not_stop_the_report() -> None:
    """Points by a word that the engine cannot carry out: every game in which the card is played breaks."""
    rules = italian()
    many: Any = "many"
    bad = (GainPoints(many, MAJ_2_1),)
    variant = attrs.evolve(rules, name="bad", majors=(*rules.majors[:2], bad, *rules.majors[3:]))
    report = arcanum.validate(variant, games=12, examples=1, clauses=("TURN-3",))
    assert not report.sound
    assert report.played.broken > 0
    assert "TypeError" in report.played.failures[0]
    assert "seed" in report.played.failures[0]


def test_a_property_that_fails_is_named_even_if_it_counts_against_no_clause() -> None:
    """The World's pay is changed, so a property of its pay and of the ranking is laid to that; yet it is told."""
    report = arcanum.validate(generous_world(), games=0, examples=10, clauses=("WORLD-14", "SCORE-15"))
    told = str(report)
    assert report.excused
    assert all(name in told for name in report.excused)
    named = {name for each in report.broken for name in each.properties}
    assert not named & set(report.excused)
    assert report.plain()["excused"] == list(report.excused)


def test_nothing_is_left_behind_after_a_validation(nine_cards: Report) -> None:
    assert under_test() is None


def test_the_same_question_has_the_same_answer_on_one_process_and_on_two() -> None:
    clauses = ("WORLD-3", "HAND-1", "MIN-A1")
    one, two = (
        arcanum.validate(generous_world(), games=4, examples=4, clauses=clauses, jobs=jobs).json() for jobs in (1, 2)
    )
    assert one == two


def test_a_built_in_rule_set_overrides_nothing_and_is_sound() -> None:
    report = arcanum.validate("arcana/first", games=2, examples=3, clauses=("R-EOR-5", "R-GM-1", "F-EOR-3"))
    assert report.sound
    assert report.overrides == ()
    found = {str(each.clause.id): (each.outcome, each.why) for each in report.clauses}
    assert found["F-EOR-3"][0] == "holds"
    assert found["R-GM-1"] == ("not judged", "arcana/first has no such rule")


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_every_sound_example_plays_sound_games(path: Path) -> None:
    """The whole of each example is validated by `nox -s house_rules`; here only its games and a few clauses."""
    rules = arcanum.rules(path)
    some = [clause.id for clause in rules.game.clauses()][3::60]
    report = arcanum.validate(rules, games=6, examples=3, clauses=some)
    assert report.sound, str(report)
    assert report.changes


# --- errors -----------------------------------------------------------------------------------------------------------


def test_without_hypothesis_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr("arcanum.kernel.extras.find_spec", lambda name: None if name == "hypothesis" else found(name))
    with pytest.raises(MissingExtra, match=r"pip install 'arcanum\[validate\]'"):
        arcanum.validate("arcanum/it")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": -1}, "games must be"),
        ({"examples": 0}, "examples must be"),
        ({"jobs": 0}, "jobs must be"),
        ({"seed": "x"}, "seed must be"),
        ({"clauses": ("HAND-99",)}, "no clause of arcanum is called 'HAND-99'"),
    ],
)
def test_a_wrong_argument_is_refused_before_anything_is_done(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(arcanum.BadCall, match=message):
        arcanum.validate("arcanum/it", **arguments)


# --- command line -----------------------------------------------------------------------------------------------------


def test_the_command_says_unsound_with_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["validate", str(BROKEN), "--games", "2", "--examples", "5", "--jobs", "1", "--clause", "WORLD-3"])
    out = capsys.readouterr().out
    assert code == 1
    assert "BROKEN WORLD-3" in out
    assert "prestige" in out


def test_the_command_says_sound_with_exit_code_0_and_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--games", "2", "--examples", "2", "--jobs", "1", "--clause", "HAND-5", "--json"]
    assert main(["validate", str(HOUSE / "nine_cards.toml"), *arguments]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["sound"] is True
    assert document["clauses"][0]["clause"] == "HAND-5"


def test_a_file_that_cannot_be_used_gives_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faulty = tmp_path / "faulty.toml"
    faulty.write_text('base = "arcanum/it"\nname = "x"\n[rules]\nhand_limt = 9\n', encoding="utf-8")
    assert main(["validate", str(faulty)]) == 2
    assert "hand_limit" in capsys.readouterr().err
    assert main(["validate", str(tmp_path / "nowhere.toml")]) == 2


# --- games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "old", "games", "too_many"),
    [(1, 0, 1, False), (4, 0, 200, False), (6, 0, 200, True), (0, 9, 200, False), (200, 0, 200, True)],
)
def test_a_rule_is_not_called_unsound_for_what_chance_may_do(new: int, old: int, games: int, too_many: bool) -> None:
    without = [Played("a", 10) for _ in range(games)]
    ended = [Played("b", 10, "", True, (3, 1), (0,), {}) for _ in range(games)]

    class Both:
        def play(self, which: str, numbers: Sequence[int]) -> Iterator[Played]:
            lost = new if which == "variant" else old
            yield from (*without[:lost], *ended[lost:])

    workers: Any = Both()
    found, _ = compare_games(workers, games, 0, lambda what, done, of: None)
    assert (found.unfinished, found.unfinished_in_base, found.too_many_unfinished) == (new, old, too_many)


def test_of_one_game_a_side_no_interval_is_told() -> None:
    one, other = (Played("a", decisions, "", True, (3, 1), (0,), {}) for decisions in (10, 14))
    length, *_ = compare([one], [other])
    assert (length.difference.signed, length.p, length.real) == ("+4.00 (-)", 1.0, False)


def test_unfinished_games_are_left_out_of_the_comparison() -> None:
    whole = Played("a", 10, "", True, (3, 1), (0,), {})
    assert compare([whole, whole], [Played("b", 10)]) == ()
    assert compare([whole, whole], [whole, whole])[0].what == "decisions in a game"


# --- the wheel --------------------------------------------------------------------------------------------------------


def test_the_command_shows_no_progress_where_nobody_looks(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arcanum", "validate", str(HOUSE / "nine_cards.toml"), "--games", "1"]
    command += ["--examples", "1", "--clause", "HAND-5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, env={**os.environ})
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
