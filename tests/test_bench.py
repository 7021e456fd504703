"""The benchmark counts what it says it counts, compares like with like, and judges rightly. Nothing here is timed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import attrs
import pytest

import arcanum
from arcanum.kernel import engine
from arcanum.spec.files import write_sections
from benchmarks import __main__ as command
from benchmarks import calls, imports, memory, processes, report
from benchmarks.loop import DECISIONS, LENGTH, WHOLE, Contestant, Meter, Played, dice, interleaved, ratio
from benchmarks.ours import COMPILED, PURE, Ours, build, headlines, ours
from benchmarks.peers import CHESS, TAROK, Absent, Field, Library, Loaded
from benchmarks.phases import COMMON, END, MIDDLE, PARTS, START, Decided, Growth, Kind, decided, growth, timed
from benchmarks.processes import ONE, TWO, Processes
from benchmarks.targets import SPEED, Run, Target

ARCANUM, ARCANA = (each.name for each in headlines())


def absent(reason: str) -> Loaded:
    raise Absent(reason)


def scripted(*names: str) -> Loaded:
    return Loaded([Contestant(name, lambda seed, dice: Played((), 10, 0.01, 0.01)) for name in names], {"lib": "1"})


# --- the loop ---------------------------------------------------------------------------------------------------------


def test_the_first_clock_leaves_out_the_deal_and_the_second_does_not() -> None:
    games = iter([Played((), 30, dealing=1.0, playing=2.0), Played((), 10, dealing=3.0, playing=2.0)])
    found = Contestant("who", lambda seed, dice: next(games)).sample(1, seconds=3.5)
    assert found == {DECISIONS: 10, WHOLE: 5, LENGTH: 20}


@attrs.define
class Scripted:
    """Shows what it was told to, and remembers when it was asked."""

    name: str
    quantity: str
    asked: list[str]

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        self.asked.append(f"{self.name} {number}")
        return {self.quantity: float(number)}


def test_meters_take_turns_and_the_first_round_is_thrown_away() -> None:
    asked: list[str] = []
    meters: list[Meter] = [Scripted("a", "x", asked), Scripted("b", "x", asked), Scripted("a", "y", asked)]
    found = interleaved(meters, 2, 0.1, lambda sentence: None)
    assert found == {"a": {"x": [1, 2], "y": [1, 2]}, "b": {"x": [1, 2]}}
    assert asked == ["a 0", "b 0", "a 0", "b 1", "a 1", "a 1", "a 2", "a 2", "b 2"]


def test_ratios_are_those_of_the_same_round() -> None:
    samples = {"we": {"x": [10.0, 40.0, 30.0]}, "they": {"x": [10.0, 20.0, 10.0]}}
    assert ratio(samples, ("we", "x"), ("they", "x")) == 2  # of 1, 2 and 3; the medians alone would say 3


@pytest.mark.parametrize("game", headlines(), ids=lambda game: game.name)
def test_our_loop_keeps_every_state_as_it_was(game: Ours) -> None:
    played = game.play(3, dice(3))
    kept = [state for state in played.kept if isinstance(state, arcanum.State)]
    assert played.decisions == len(kept) == len(played.kept)
    assert kept[0] == game.begin(3)
    rolls = dice(3)
    state = game.begin(3)
    for each in kept:
        assert each == state
        legal = arcanum.legal_actions(state)
        state = arcanum.apply(state, legal[int(next(rolls) * len(legal))])
    assert arcanum.is_over(state)


def test_both_games_are_played_with_every_number_of_players() -> None:
    assert {(each.rules, each.players) for each in ours()} == {
        *(("arcanum/en", players) for players in (3, 4, 5)),
        *(("arcana/revised", players) for players in (2, 3, 4)),
    }
    assert len({each.name for each in ours()}) == len(ours())
    assert (ARCANUM, ARCANA) == ("arcanum/en, 4 players", "arcana/revised, 4 players")


def test_a_build_is_known_by_the_file_of_its_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "__file__", "/somewhere/engine.py")
    assert build() == PURE
    monkeypatch.setattr(engine, "__file__", f"/somewhere/engine{EXTENSION_SUFFIXES[0]}")
    assert build() == COMPILED
    assert set(SPEED) == {PURE, COMPILED}


# --- the parts of a game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
def test_every_decision_belongs_to_one_part_and_parts_follow_each_other(game: Ours) -> None:
    kept, answers, took = timed(game, 1)
    decisions = decided(kept, answers)
    assert len(decisions) == len(kept) == len(took)
    parts = [each.part for each in decisions]
    assert parts == sorted(parts, key=PARTS.index)
    assert set(parts) == set(PARTS)
    assert [each.kind.then for each in decisions] == [*(each.kind.asked for each in decisions[1:]), "over"]


def many(part: str, asked: str, count: int = COMMON, then: str = "next") -> list[Decided]:
    return [Decided(part, Kind(asked, "Pass", then))] * count


def priced(*groups: tuple[list[Decided], float]) -> tuple[list[Decided], list[float]]:
    return [each for group, _ in groups for each in group], [cost for group, cost in groups for _ in group]


def test_another_mix_of_decisions_is_no_growth() -> None:
    found = growth(
        *priced(
            (many(START, "dear", 5), 4.0),
            (many(START, "cheap", 50), 1.0),
            (many(END, "dear", 50), 4.0),
            (many(END, "cheap", 5), 1.0),
        )
    )
    assert found == Growth(1.0, 1.0, 2)


def test_growth_counts_kinds_as_often_as_they_occur() -> None:
    # One kind in five costs twice as much in the end, and is a fifth of all costs at the start.
    found = growth(
        *priced(
            (many(START, "a"), 1.0),
            (many(START, "b"), 1.0),
            (many(MIDDLE, "b", 30), 1.0),
            (many(END, "a"), 2.0),
            (many(END, "b"), 1.0),
        )
    )
    assert found == Growth(1.2, 1.0, 2)


def test_what_is_rare_in_one_turn_or_leads_elsewhere_is_not_compared() -> None:
    found = growth(
        *priced(
            (many(START, "a"), 1.0),
            (many(END, "a"), 1.0),
            (many(END, "a", then="over"), 100.0),
            (many(START, "b", COMMON - 1), 1.0),
            (many(END, "b"), 100.0),
            (many(MIDDLE, "c", 6), 100.0),
        )
    )
    assert found == Growth(1.0, 10 / 30, 1)
    assert growth(*priced((many(START, "a"), 1.0), (many(END, "b"), 1.0))) is None


# --- calls, memory, imports, processes --------------------------------------------------------------------------------


def test_functions_are_called_for_positions_of_all_stages() -> None:
    game = headlines()[0]
    every = calls.calls(game)
    assert tuple(every) == calls.CALLS
    found = calls.positions(game)
    assert {len(each) for each in every.values()} == {len(found)}
    assert len(set(found)) == len(found)
    assert [call() for call in every[calls.LOADS][:3]] == list(found[:3])
    assert [call() for call in every[calls.DEEP_COPY][:3]] == list(found[:3])
    assert calls.copied(found[0]) is not found[0]
    assert calls.copied(found[0]).rules is found[0].rules


def test_the_bytes_of_a_kept_state_are_those_that_are_allocated_for_it() -> None:
    def play(seed: int, dice: Iterator[float]) -> Played:
        kept = [bytearray(5000) for _ in range(100)]
        return Played(kept, 100, 0.0, 0.0)

    assert memory.traced(play, 2) == pytest.approx(5070, rel=0.02)


def test_a_process_that_keeps_states_grows() -> None:
    if not memory.PAGES.exists():
        pytest.skip("this system does not tell")
    assert memory.resident_elsewhere(ARCANUM, 2000) > 100


def test_a_statement_is_run_in_a_fresh_process() -> None:
    assert imports.taken("import sys; assert 'attrs' not in sys.modules and 'arcanum' not in sys.modules") >= 0


def test_one_process_and_two_do_the_same_work() -> None:
    done: list[int] = []

    def work(number: int) -> None:
        done.append(number)

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        found = Processes("who", work, one, two).sample(0, 0.001)
    assert set(found) == {ONE, TWO}
    assert sorted(done) == sorted([*range(processes.TASKS)] * 2)


# --- targets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measured", "is_least", "met"),
    [(1.0, True, True), (0.99, True, False), (1.0, False, True), (1.01, False, False), (None, True, False)],
)
def test_a_bound_may_be_reached_and_not_be_passed(measured: float | None, is_least: bool, met: bool) -> None:
    assert Target("x", 1.0, measured, is_least).met is met


def run(build: str = PURE, without: Iterable[str] = ()) -> Run:
    """A run in which everything is just as it should be."""
    speed = {ARCANUM: 40.0, ARCANA: 80.0, TAROK: 100.0, CHESS: 10.0}
    samples: dict[str, dict[str, list[float]]] = {
        name: {DECISIONS: [value] * 3, WHOLE: [value / 2] * 3, LENGTH: [9.0] * 3} for name, value in speed.items()
    }
    for name in (ARCANUM, ARCANA):
        samples[name] |= {START: [12.0] * 3, MIDDLE: [11.0] * 3, END: [10.0] * 3, ONE: [10.0] * 3, TWO: [18.5] * 3}
        samples[name] |= {call: [2.0] * 3 for call in calls.CALLS}
    samples[processes.MACHINE] = {ONE: [1.0] * 3, TWO: [2.0] * 3}
    samples[imports.ATTRS], samples[imports.ARCANUM] = ({imports.SECONDS: [each] * 3} for each in (0.02, 0.03))
    found = [memory.Memory(name, memory.TRACED, 1000.0) for name in (ARCANUM, ARCANA)]
    kept = {name: each for name, each in samples.items() if name not in without}
    return Run(build, (ARCANUM, ARCANA), kept, {ARCANUM: Growth(1.15, 0.7, 28), ARCANA: Growth(1.0, 0.9, 5)}, found)


def test_a_run_that_reaches_every_target_meets_them_all() -> None:
    targets = run().targets()
    assert all(target.met for target in targets)
    assert [target.bound for target in targets] == [0.4, 4.0, 0.4, 4.0, 1.15, 1.15, 1.5, 1000, 1000, 1.85, 1.85]
    assert targets[0].measured == pytest.approx(0.4)
    assert targets[0].beside == "0.4 with the deal inside the clock"
    assert targets[4].beside == "1.2 as the turns come; like for like are 28 kinds, 70% of decisions"
    assert targets[9].beside == "2 for a loop of arithmetic"


def test_a_compiled_build_has_a_target_of_its_own() -> None:
    speed = [target for target in run(COMPILED).targets() if "decisions a second" in target.what]
    assert [(target.bound, target.met) for target in speed] == [(1.0, False), (1.0, False)]


def test_what_could_not_be_measured_is_not_met() -> None:
    first = run(without=[TAROK]).targets()[0]
    assert (first.measured, first.met) == (None, False)
    assert report.verdict(first.row()) == "not measured"
    assert [report.verdict(target.row()) for target in run().targets()[:1]] == ["met"]
    assert report.verdict({"measured": 3, "met": False}) == "not met"


# --- the report -------------------------------------------------------------------------------------------------------


def section(build: str = PURE) -> dict[str, object]:
    field = Field([*scripted(TAROK, CHESS).meters], {"open_spiel": "2"}, ["RLCard is left out: it is not there."])
    return report.section(run(build), headlines(), field, report.Settings(3, 0.5, 2), 61.27)


def test_results_of_both_builds_lie_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    for which in (PURE, COMPILED, PURE):
        write_sections(path, {which: section(which)})
    written = json.loads(path.read_text(encoding="utf-8"))
    assert list(written) == [PURE, COMPILED]
    assert [each["build"] for each in written.values()] == [PURE, COMPILED]
    assert written[PURE]["command"] == "python -m benchmarks --rounds 3 --seconds 0.5 --games 2"
    assert written[PURE]["versions"] == {"open_spiel": "2"}
    assert report.samples_of(written[PURE]) == run().samples


def test_ratios_compare_the_same_clock_and_parts_with_whole_games_of_others() -> None:
    rows = report.ratios(run().samples, [ARCANUM], [TAROK])
    assert [(row["quantity"], row["by"]) for row in rows] == [
        (DECISIONS, {TAROK: 0.4}),
        (WHOLE, {TAROK: 0.4}),
        (START, {TAROK: 0.12}),
        (MIDDLE, {TAROK: 0.11}),
        (END, {TAROK: 0.1}),
    ]


def test_tables_have_a_cell_for_each_column_and_show_what_was_found() -> None:
    found = {key: make(section()) for key, make in report.TABLES.items()}
    for table in found.values():
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.header)}
    assert found["ratios"].rows == [(TAROK, "0.4", "0.8"), (CHESS, "4", "8")]
    assert found["growth"].rows[0] == (ARCANUM, "1.2", "1.15", "28", "70%")
    assert found["calls"].rows[0] == (ARCANUM, "new_game", "500,000", "20")
    assert found["processes"].rows[0] == (ARCANUM, "10", "18.5", "1.85")
    told = "\n".join(report.lines(section()))
    assert "Targets" in told
    assert "at least 0.4" in told


# --- the command ------------------------------------------------------------------------------------------------------


def test_a_quick_look_tells_the_targets(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "LIBRARIES", (Library("Both", lambda: scripted(TAROK, CHESS, "another")),))
    assert command.main(["--headlines", "--rounds", "1", "--seconds", "0.001", "--games", "1"]) == 0
    told = capsys.readouterr().out
    assert f"{ARCANUM}, decisions a second by those of {TAROK}" in told
    assert "another" not in told


def test_a_result_without_its_peers_is_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = Library("OpenSpiel", lambda: absent("it is not there"), required=True)
    monkeypatch.setattr(command, "LIBRARIES", (missing,))
    assert command.main(["--json", str(tmp_path / "bench.json")]) == 2
    told = capsys.readouterr().err
    assert "OpenSpiel is left out: it is not there." in told
    assert "is not written" in told
    assert not (tmp_path / "bench.json").exists()


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--seconds", "0"], ["--games", "0"]])
def test_nothing_is_measured_no_times(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(arguments)
    assert "must be 1 or more" in capsys.readouterr().err


def test_a_quick_look_is_not_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        command.main(["--headlines", "--json", str(tmp_path / "bench.json")])
    assert "must be whole" in capsys.readouterr().err
