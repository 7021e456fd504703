"""Validating house rules: what is overridden, what breaks, whether games end, what changes in the play."""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum.cli import main
from arcanum.kernel.variants import title
from arcanum.spec import proves
from arcanum.spec.subject import focus, judging, under_test
from arcanum.spec.tarot.games import Game as TarotGame
from arcanum.spec.tarot.games import Leaning, tarot_rules
from arcanum.spec.tarot.games import play as play_tarot
from arcanum.tarot import Rules
from arcanum.tarot.cards import Suit
from arcanum.tarot.clause_ids import COMP_2, MAJ_2_1
from arcanum.tarot.effects import GainPoints, ScoreOutOfTurn
from arcanum.validation import Interrupted, MissingExtra
from arcanum.validation.counterexample import Failure, explained, shown
from arcanum.validation.games import MOST_DECISIONS, GameAsked, Pair, Played, play
from arcanum.validation.play import of_pairs
from arcanum.validation.properties import judge, properties_of
from arcanum.validation.reach import changed_fields, watched
from arcanum.validation.report import Report
from arcanum.validation.run import too_many
from arcanum.validation.workers import subject_of
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


def played(rules: arcanum.RuleSet, games: int) -> Report:
    """Games, and a clause that is quickly judged."""
    return arcanum.validate(rules, games=games, examples=1, clauses=("COMP-2",))


# --- what holds and what breaks ---------------------------------------------------------------------------------------


EXAMPLES = 4
"""One more than a property gets that meets nothing of the change."""


def section(rules: arcanum.RuleSet, name: str) -> list[str]:
    return [clause.id for clause in rules.game.clauses() if clause.section == name]


@pytest.fixture(scope="module")
def nine_cards() -> Report:
    variant = attrs.evolve(italian(), name="nine cards", hand_limit=9)
    return arcanum.validate(variant, games=6, examples=EXAMPLES, clauses=[*section(variant, "HAND"), "LOC4-1"])


@pytest.fixture(scope="module")
def generous() -> Report:
    clauses = ("WORLD-2", "WORLD-3", "WORLD-4", "WORLD-11", "HAND-3")
    return arcanum.validate(BROKEN, games=5, examples=EXAMPLES, clauses=clauses)


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
    assert set(found) == {"HAND-3", "HAND-4", "HAND-5", "HAND-6", "HAND-7", "LOC4-1"}
    assert found["HAND-3"] == found["HAND-5"] == found["LOC4-1"] == "holds"


def test_three_things_are_kept_apart_in_their_order(nine_cards: Report) -> None:
    heads = [line.partition(":")[0].partition(",")[0] for line in nine_cards.lines() if line[:1].isdigit()]
    assert heads == ["1. What it changes", "2. What else it breaks", "3. How it plays"]
    assert {"overrides", "clauses", "play"} <= nine_cards.plain().keys()


def test_a_subtly_broken_variant_is_caught_in_the_clauses_that_break(generous: Report) -> None:
    assert not generous.sound
    assert [each.clause.id for each in generous.broken] == ["WORLD-3", "WORLD-11"]
    assert str(generous).splitlines()[-1] == "UNSOUND: 2 clauses broken."
    assert {each.clause.id for each in generous.clauses if each.outcome == "holds"} == {"WORLD-2", "HAND-3"}


def test_the_counterexample_is_small_enough_to_read(generous: Report) -> None:
    prestige = generous.broken[0].counterexamples[0]
    assert any("prestige" in line for line in prestige.broken)
    assert len(prestige.story) < 40
    told = " ".join(prestige.story)
    assert "plays the World" in told
    assert "all Houses go back to 0" in told
    assert "turn 1" in told, "the smallest example is in the first turn of a game"


def test_games_of_the_variant_are_played_not_those_of_its_base(generous: Report) -> None:
    assert generous.played.games == 5
    assert generous.played.broken == 0
    assert generous.played.decisions > 250


def test_length_is_compared_for_each_number_of_players() -> None:
    calendar = attrs.evolve(italian().calendar, short=(1,), long=(1,))
    short = played(attrs.evolve(italian(), name="short", calendar=calendar), 40)
    lengths = {each.players: each for each in short.comparisons if each.what == "decisions in a game"}
    assert set(lengths) == {3, 4, 5}
    assert lengths[4].real
    assert lengths[4].difference.value < -20
    assert (lengths[3].identical, lengths[3].real) == (True, False), "three players have a calendar of their own"


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
    assert str(report).splitlines()[-1].startswith("UNSOUND")
    assert "TypeError" in report.played.failures[0]
    assert "seed" in report.played.failures[0]


def test_a_property_that_fails_is_named_even_if_it_counts_against_no_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The World's pay is changed, so a property of its pay and of the ranking is laid to that; yet it is told."""
    monkeypatch.setattr("arcanum.validation.properties._MOST_SHRINKS", 0)  # nobody looks at the example
    report = arcanum.validate(generous_world(), games=0, examples=EXAMPLES, clauses=("WORLD-14",))
    told = str(report)
    assert report.excused
    assert all(name in told for name in report.excused)
    named = {name for each in report.broken for name in each.properties}
    assert not named & set(report.excused)
    assert report.plain()["excused"] == list(report.excused)


def test_nothing_is_left_behind_after_a_validation(nine_cards: Report) -> None:
    assert under_test() is None


def test_the_same_question_has_the_same_answer_on_one_process_and_on_two(nine_cards: Report) -> None:
    """The properties of a whole section and a handful of games, for a variant of each game."""
    variant = attrs.evolve(italian(), name="nine cards", hand_limit=9)
    clauses = [*section(variant, "HAND"), "LOC4-1"]
    two = arcanum.validate(variant, games=6, examples=EXAMPLES, clauses=clauses, jobs=2)
    assert two.json() == nine_cards.json()
    assert two.run == 8
    bargains = arcanum.rules(HOUSE / "hard_bargains.toml")
    one, two = (
        arcanum.validate(bargains, games=5, examples=1, clauses=section(bargains, "R-DRAW"), jobs=jobs)
        for jobs in (1, 2)
    )
    assert two.json() == one.json()
    assert two.played.games == 5
    assert two.run > 5


def test_a_built_in_rule_set_overrides_nothing_and_is_sound() -> None:
    report = arcanum.validate("arcana/first", games=2, examples=1, clauses=("R-EOR-5", "R-GM-1", "F-EOR-3"))
    assert report.sound
    assert report.overrides == ()
    found = {str(each.clause.id): (each.outcome, each.why) for each in report.clauses}
    assert found["F-EOR-3"][0] == "holds"
    assert found["R-GM-1"] == ("not judged", "arcana/first has no such rule")


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_every_sound_example_plays_sound_games(path: Path) -> None:
    """The whole of each example is validated by `nox -s house_rules`; here only its games and a few clauses."""
    rules = arcanum.rules(path)
    some = [clause.id for clause in rules.game.clauses()][3::120]
    report = arcanum.validate(rules, games=3, examples=1, clauses=some)
    assert report.sound, str(report)
    assert report.changes
    assert str(report).splitlines()[0] == report.plain()["title"] == title(rules)


def test_a_failing_game_is_shown_in_its_shortest_beginning() -> None:
    """A property that fails from the fifth decision on is shown with the first five, whatever was drawn."""

    def five_at_most(game: TarotGame) -> None:
        assert len(game.steps) < 5 or game.first.rules.hand_limit == 7

    variant = attrs.evolve(italian(), name="nine", hand_limit=9)
    with judging(subject_of(variant)):
        game = play_tarot("nine", 3, "short", 11)
        whole = len(game.steps)
        with pytest.raises(AssertionError) as failed:
            five_at_most(game)
        found = explained(Failure(failed.value, {"game": game}, ()), "few", five_at_most)
    assert whole > 20
    assert len(game.steps) == whole, "the game itself is as long as it was"
    assert found.example[0].endswith("# 5 decisions")
    assert [line for line in found.story if line.startswith("  seat")][-1].endswith(str(game.steps[4].action))


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
        ({"budget": 0}, "budget must be"),
        ({"clauses": ("HAND-99",)}, "no clause of arcanum is called 'HAND-99'"),
    ],
)
def test_a_wrong_argument_is_refused_before_anything_is_done(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(arcanum.BadCall, match=message):
        arcanum.validate("arcanum/it", **arguments)


# --- command line -----------------------------------------------------------------------------------------------------


def test_the_command_says_unsound_with_exit_code_1_and_finds_the_same_with_two_processes(
    generous: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    some = ["--games", "0", "--examples", str(EXAMPLES), "--jobs", "2", "--clause", "WORLD-3"]
    assert main(["validate", str(BROKEN), *some]) == 1
    _, found, told = capsys.readouterr().out.partition("   BROKEN WORLD-3 ")
    _, same, alone = str(generous).partition("   BROKEN WORLD-3 ")
    assert found
    assert same
    assert told.splitlines()[:8] == alone.splitlines()[:8]
    assert "prestige" in told


def test_the_command_says_sound_with_exit_code_0_and_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--games", "1", "--examples", "1", "--jobs", "1", "--clause", "HAND-5", "--json"]
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


# --- how it plays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "old", "games", "found"),
    [(1, 0, 1, False), (4, 0, 200, False), (6, 0, 200, True), (0, 9, 200, False), (200, 0, 200, True)],
)
def test_a_rule_is_not_called_unsound_for_what_chance_may_do(new: int, old: int, games: int, found: bool) -> None:
    assert too_many(new, old, games) is found


def of(*games: tuple[Played, Played]) -> tuple[Any, ...]:
    pairs = [Pair(GameAsked(at), new, old) for at, (old, new) in enumerate(games)]
    return of_pairs(italian(), pairs).comparisons


def whole(decisions: int, players: int = 2) -> Played:
    return Played("a", players, decisions, scores=(3, 1), winners=(0,))


def test_of_one_game_nothing_is_compared() -> None:
    assert of((whole(10), whole(14))) == ()


def test_unfinished_games_are_left_out_of_the_comparison() -> None:
    unfinished = Played("b", 2, 10)
    assert of((whole(10), unfinished), (unfinished, whole(10))) == ()
    same = of((whole(10), whole(10)), (whole(12), whole(12)), (whole(9), unfinished))
    assert (same[0].what, same[0].pairs, same[0].identical) == ("decisions in a game", 2, True)


def test_games_of_the_same_seed_are_compared_pair_by_pair() -> None:
    """Games differ much among each other and little from their twins: only in pairs that is seen."""
    lengths = range(100, 500, 10)
    length, *_ = of(*((whole(each), whole(each + 2 + each % 3)) for each in lengths))
    assert length.real
    assert 2 < length.difference.low < length.difference.high < 4
    same, *_ = of(*((whole(each), whole(each)) for each in lengths))
    assert (same.difference.value, same.p, same.identical) == (0, 1, True)


@pytest.mark.parametrize(("games", "apart"), [(5, False), (20, True)])
def test_a_seat_that_always_wins_has_no_even_share_if_that_is_no_chance(games: int, apart: bool) -> None:
    pairs = [Pair(GameAsked(at), whole(10)) for at in range(games)]
    assert [(each.wins.value, each.apart) for each in of_pairs(italian(), pairs).seats] == [(1, apart), (0, apart)]


def test_no_two_games_have_a_seed_in_common() -> None:
    """Games of one seed are dealt alike, so that somebody would seem to win more than chance may do."""
    variant = attrs.evolve(italian(), name="nine", hand_limit=9)
    with judging(subject_of(variant)):
        calls = [play(GameAsked(number), subject_of(variant)).new.call for number in range(3)]
    assert len({call.partition("seed ")[2].partition(",")[0] for call in calls}) == 3


def test_where_only_a_few_pairs_differ_chance_is_not_ruled_out() -> None:
    length, *_ = of(*((whole(100), whole(100 + 5 * (each < 4))) for each in range(400)))
    assert length.p == 0.125, "four coins that fall alike"


def test_numbers_of_players_are_never_mixed() -> None:
    six = played(attrs.evolve(italian(), name="six", players=(3, 4, 5, 6)), 40)
    assert six.sound
    assert six.play.new_players == (6,)
    assert {each.players for each in six.comparisons} == {3, 4, 5}
    assert all(each.identical for each in six.comparisons)
    told = str(six)
    assert "with 4 players: identical in all" in told
    assert "new: 6 players" in told


def test_a_table_for_other_players_is_compared_with_nothing() -> None:
    duel = played(arcanum.rules(HOUSE / "duel.toml"), 10)
    assert duel.comparisons == ()
    assert "with 2 players: wins by the order of play" in str(duel)


def test_a_game_in_which_nobody_draws_is_called_by_its_name() -> None:
    starving = attrs.evolve(italian(), name="x", first_deal=(1, 0), minors_drawn=0, majors_drawn=0, rescue_minors=0)
    report = played(starving, 40)
    assert report.sound
    last = str(report).splitlines()[-1]
    assert last.startswith("SOUND, but: games starve: in ")
    assert "nobody can play a card" in last
    assert "hardly anybody draws a card" in last
    assert "never used: locations" in last


def test_games_without_an_end_are_called_by_their_name_and_not_played_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_DECISIONS == 10_000
    for module in ("games", "play"):
        monkeypatch.setattr(f"arcanum.validation.{module}.MOST_DECISIONS", 500)
    calendar = attrs.evolve(italian().calendar, short=(40,), long=(40,))
    report = played(attrs.evolve(italian(), name="x", calendar=calendar, calendar_of_three=calendar), 40)
    assert not report.sound
    assert report.played.games < 10, "more of them would only take long"
    assert "of 4 games were given up after 500 decisions" in str(report)
    assert str(report).splitlines()[-1] == "UNSOUND: games do not end."


def test_how_often_the_changed_thing_was_used_is_told_and_games_are_made_for_what_never_was() -> None:
    fields = played(arcanum.rules(HOUSE / "rich_fields.toml"), 10)
    (use,) = fields.play.uses
    assert (use.key, use.title) == ("location.6", "Golden Fields")
    assert use.times > use.games > 5
    moon = arcanum.rules(HOUSE / "english_moon.toml")
    reports = (arcanum.validate(moon, games=1, examples=1, clauses=("COMP-2",), seed=seed) for seed in range(9))
    report = next(each for each in reports if not each.play.uses[0].times)
    (use,) = report.play.uses
    assert (use.key, use.times, use.made) == ("major.18", 0, 20)
    assert use.used_in_made > 10
    assert f"never used in 1 game; in games made for it, used in {use.used_in_made} of 20" in str(report)


# --- at once, and no longer than one likes ----------------------------------------------------------------------------


def test_the_report_comes_in_parts_and_the_parts_are_the_report() -> None:
    parts: list[str] = []
    rules = arcanum.rules(HOUSE / "nine_cards.toml")
    report = arcanum.validate(rules, games=2, examples=1, clauses=("HAND-5",), tell=lambda lines: parts.extend(lines))
    look = next(at for at, line in enumerate(parts) if line.startswith("First look"))
    assert any("HAND-1" in line for line in parts[:look]), "what it overrides comes first"
    end = look + parts[look:].index("") + 1
    assert [*parts[:look], *parts[end:]] == str(report).split("\n")


def test_what_is_not_reached_within_the_budget_is_not_judged() -> None:
    report = arcanum.validate(
        italian(), games=0, examples=EXAMPLES, clauses=("HAND-1", "HAND-3", "MIN-A1"), budget=1e-9
    )
    assert (report.partial, report.sound) == ("budget", True)
    assert {each.why for each in report.clauses} == {"not reached within the budget"}
    assert str(report).splitlines()[-1].startswith("NOTHING BROKEN SO FAR. PARTIAL: the budget is spent, 0 of ")


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_with_the_report_so_far(jobs: int) -> None:
    """There is nobody at a terminal, so no progress was shown either."""
    command = [sys.executable, "-m", "arcanum", "validate", str(HOUSE / "nine_cards.toml"), "--jobs", str(jobs)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith("1."):
            break
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert err == ""
    assert "PARTIAL: interrupted" in out.splitlines()[-1]


def test_an_interrupted_validation_raises_with_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def press(what: str, done: int, of: int) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as caught:
        arcanum.validate(italian(), games=10, examples=1, clauses=("HAND-1",), progress=press)
    assert caught.value.report.partial == "interrupted"
    assert caught.value.report.play.games == 1
    assert under_test() is None


# --- where the change is ----------------------------------------------------------------------------------------------


def test_a_property_that_meets_nothing_of_the_change_gets_a_few_examples() -> None:
    report = arcanum.validate(HOUSE / "rich_fields.toml", games=0, examples=EXAMPLES, clauses=("COMP-2", "TURN-3"))
    apart = {str(each.clause.id): each.apart for each in report.clauses}
    assert apart == {"COMP-2": True, "TURN-3": False}
    assert "1 were tried with 3 examples a property: these met nothing" in str(report)


@of_sources
def test_reading_a_changed_value_is_noticed_and_reading_another_is_not() -> None:
    rules = arcanum.rules(HOUSE / "rich_fields.toml")
    assert isinstance(rules, Rules)
    subject = subject_of(rules)
    reads: list[tuple[Callable[[], object], bool]] = [
        (lambda: rules.hand_limit, False),
        (lambda: rules.locations[3], False),
        (lambda: len(rules.locations), False),
        (lambda: rules == rules, False),
        (lambda: rules.locations[5], True),
        (lambda: rules.locations[-5], True),
        (lambda: list(rules.locations), True),
        (lambda: rules.locations[4:7], True),
        (lambda: hash(rules), True),
        (lambda: attrs.evolve(rules, hand_limit=3).locations[5], True),
        (lambda: pickle.loads(pickle.dumps(rules)) == rules, True),
        (lambda: subject.reading(rules.game.clauses()["LOC6-1"], "points"), True),
        (lambda: subject.reading(rules.game.clauses()["LOC1-1"], "points"), False),
    ]
    for read, noticed in reads:
        subject.touched = False
        with watched(subject, changed_fields(rules)):
            read()
        assert subject.touched is noticed, read.__code__.co_consts
    assert type(rules.locations) is tuple, "nothing is left behind"


def test_a_property_that_finds_nothing_to_draw_from_is_not_judged_however_late_it_finds_out() -> None:
    """Not even if that happens so often while the example is made smaller that this is given up."""

    @proves(COMP_2)
    @settings(max_examples=20, derandomize=True, database=None, report_multiple_bugs=False)
    @given(st.lists(st.integers(0, 2**32), min_size=9), st.data())
    def test_there_is_a_low_number(numbers: list[int], data: st.DataObject) -> None:
        assert tarot_rules("nine").hand_limit == 9
        data.draw(st.sampled_from([each for each in numbers if sum(numbers) < 12345]))

    (found,) = properties_of("x", {"test_there_is_a_low_number": test_there_is_a_low_number})
    subject = subject_of(attrs.evolve(italian(), name="nine", hand_limit=9))
    with judging(subject):
        verdict = judge(found, subject)
    assert (verdict.outcome, verdict.why) == ("not judged", "no game of the variant gets there")


def test_what_cannot_be_told_or_measured_of_a_variant_is_part_of_the_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does not end the validation."""

    def fail(*arguments: object) -> None:
        raise arcanum.BadCall("arcana/first has no module 'masters'")

    def claim() -> None:
        assert under_test() is None

    for name in ("counterexample._story", "games._Watch.played"):
        monkeypatch.setattr(f"arcanum.validation.{name}", fail)
    subject = subject_of(generous_world())
    with judging(subject):
        with pytest.raises(AssertionError) as failed:
            claim()
        found = explained(Failure(failed.value, {}, ()), "nothing is tested", claim)
        pair = play(GameAsked(0), subject)
    assert found.broken[0] == "not true: under_test() is None"
    assert found.story == ("it cannot be told: BadCall: arcana/first has no module 'masters'",)
    assert pair.new.problem.startswith("BadCall: arcana/first has no module 'masters' (after ")


# --- counterexamples --------------------------------------------------------------------------------------------------


def test_a_game_that_the_base_cannot_play_has_its_counterexample_and_its_own_story() -> None:
    """With six players there are more scores than printed colours."""
    six = attrs.evolve(italian(), name="six", players=(6,))
    report = arcanum.validate(six, games=0, examples=1, clauses=("COMP-10",))
    for verdict in report.broken:
        for example in verdict.counterexamples:
            assert "6 players" in " ".join(example.story)


def test_a_game_of_players_who_like_a_suit_is_cut_short_like_any_other() -> None:
    """Whatever its players prefer, the same game can be played by the printed rules, to see what a property bears."""
    variant = generous_world()
    focus(subject_of(variant))
    try:
        game = play_tarot(variant.name, 3, "short", 7, Leaning(suit=Suit.CHALICES), "all")
        focus(None)
        assert game.under("arcanum/it", 4).first.players != game.first.players
        assert game.under("arcanum/it", 3).leaning == game.leaning
    finally:
        focus(None)


def test_of_a_changed_board_a_counterexample_shows_what_differs() -> None:
    rules = italian()
    first, *others = rules.board.squares
    changed = attrs.evolve(rules.board, squares=(attrs.evolve(first, symbols=(9, *first.symbols[1:])), *others))
    focus(subject_of(attrs.evolve(rules, board=changed)))
    try:
        assert shown(rules.board) == "the board of the base"
        assert shown(changed) == "the board of the base, but for squares[0].symbols[0] = 9"
    finally:
        focus(None)
