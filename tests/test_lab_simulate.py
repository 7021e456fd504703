"""Many games: the same however they are spread, interrupted, or written."""

from __future__ import annotations

import csv
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, ParamSpec, TypeVar

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum.cli import main
from arcanum.kernel.extras import MissingExtra
from arcanum.kernel.files import is_ours_alone, write_whole
from arcanum.lab import journal
from arcanum.lab.play import PLAY
from arcanum.lab.results import read_line
from arcanum.lab.spread import InProcess, Place, WorkersLost, spread
from tests.played import GAMES

P = ParamSpec("P")
T = TypeVar("T")
RULES, PLAYERS, GAMES_PLAYED = "arcanum/it", ("random", "greedy", "random"), 12


def lines(done: arcanum.Simulation) -> list[str]:
    return [result.line() for result in done.results()]


@cache
def straight() -> list[str]:
    """What comes of it if nothing happens."""
    return lines(arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7))


@cache
def straight_file(folder: Path) -> bytes:
    path = folder / "straight.jsonl"
    arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


# --- the same results -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2, pytest.param(4, marks=pytest.mark.slow)])
def test_results_are_the_same_for_one_two_and_four_processes(jobs: int, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    done = arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, jobs=jobs, output=path)
    assert lines(done) == straight()
    assert path.read_bytes() == straight_file(folder)


class Disorder(Executor):
    """Takes its time: what is given to it is done in any order."""

    def __init__(self, dice: random.Random) -> None:
        self.pool = ThreadPoolExecutor(4)
        self.dice = dice

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        delay = self.dice.random() / 100

        def later() -> T:
            time.sleep(delay)
            return fn(*args, **kwargs)

        return self.pool.submit(later)


@settings(max_examples=3)
@given(st.randoms(use_true_random=False))
def test_results_are_the_same_on_an_executor_that_does_things_in_any_order(dice: random.Random) -> None:
    executor = Disorder(dice)
    assert lines(arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, executor=executor)) == straight()
    executor.pool.shutdown()


def test_other_seeds_give_other_games_and_more_games_begin_with_the_same() -> None:
    assert lines(arcanum.simulate(RULES, PLAYERS, 3, seed=7)) == straight()[:3]
    assert lines(arcanum.simulate(RULES, PLAYERS, 3, seed=8)) != straight()[:3]


@GAMES
def test_a_result_is_what_happened_in_the_game(game: str) -> None:
    """The same game again, by the public functions alone."""
    rules = arcanum.rulesets(game)[0]
    (result,) = arcanum.simulate(rules, [First] * 3, games=1, seed=4).results()
    state = arcanum.new_game(rules, players=3, seed=result.seed)
    decisions = choices = 0
    while legal := arcanum.legal_actions(state):
        decisions, choices = decisions + 1, choices + len(legal)
        state = arcanum.apply(state, legal[0])
    outcome = arcanum.outcome(state)
    assert outcome is not None
    assert (result.scores, result.winners) == (outcome.scores, outcome.winners)
    assert (result.decisions, result.choices) == (decisions, choices)
    assert tuple(sum(each.values()) for each in result.points) == outcome.scores
    assert read_line(result.line()) == result


class First:
    """Takes the first action."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: arcanum.View) -> arcanum.Action:
        return view.legal_actions[0]


def test_a_player_of_ones_own_goes_to_other_processes() -> None:
    one, two = (lines(arcanum.simulate(RULES, [First] * 3, 4, jobs=jobs)) for jobs in (1, 2))
    assert one == two


@GAMES
def test_points_by_source_add_up_in_every_game(game: str) -> None:
    rules = arcanum.rulesets(game)[0]
    for result in arcanum.simulate(rules, ["random"] * 3, games=6, seed=2).results():
        assert tuple(sum(each.values()) for each in result.points) == result.scores


def test_a_game_that_stops_at_a_limit_has_no_winner_and_counts_as_such() -> None:
    done = arcanum.simulate("arcana/revised", ["random"] * 3, games=2, options={"round_limit": 1})
    assert [result.winners for result in done.results()] == [(), ()]
    assert (done.tally().games, done.tally().finished) == (2, 0)


# --- interrupted ------------------------------------------------------------------------------------------------------


class Counting(InProcess):
    """Remembers which games were given to it."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        given: Any = args[1]
        self.numbers += given
        return super().submit(fn, *args, **kwargs)


@given(data=st.data())
def test_a_file_cut_anywhere_becomes_what_it_would_have_been(folder: Path, data: st.DataObject) -> None:
    whole = straight_file(folder)
    cut = data.draw(st.integers(0, len(whole)))
    head, *rest = whole.splitlines(keepends=True)
    games = data.draw(st.permutations(rest))  # with several workers, games end in any order
    path = folder / "cut.jsonl"
    path.write_bytes((head + b"".join(games))[:cut])
    there = {
        json.loads(line)["number"] for line in path.read_bytes().splitlines(keepends=True)[1:] if line[-1:] == b"\n"
    }
    executor = Counting()
    done = arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path, executor=executor)
    assert path.read_bytes() == whole
    assert lines(done) == straight()
    assert sorted(executor.numbers) == sorted(set(range(GAMES_PLAYED)) - there), "no game is repeated or lost"


def test_a_file_of_other_games_is_refused_with_what_is_different(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    for text, message in ((straight_file(folder), "seed '7' instead of '8'"), (b"# notes\n", "not a file of results")):
        path.write_bytes(text)
        with pytest.raises(arcanum.BadCall, match=message):
            arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=8, output=path)
        assert path.read_bytes() == text
    path.write_bytes(straight_file(folder).splitlines(keepends=True)[0] + b"{}\n")
    with pytest.raises(arcanum.BadCall, match="line 2: this line is not the result of a game"):
        arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)


def test_a_damaged_line_is_named_with_its_file(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    head, *games = straight_file(folder).splitlines(keepends=True)
    path.write_bytes(b"".join((head, *games[:3], games[3][:100] + b"\n", *games[4:])))
    done = arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)
    with pytest.raises(arcanum.BadCall, match=r"damaged.jsonl: line 5: this line is not the result of a game"):
        done.tally()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("scores", [1]),
        ("decisions", 0),
        ("decisions", "7"),
        ("winners", [3]),
        ("winners", ["0"]),
        ("first", -1),
        ("points", []),
        ("points", [{"majors": "3"}, {}, {}]),
        ("uses", {"cards": [{}]}),
        ("uses", {"cards": [1, 2, 3]}),
        ("players", [1, 2, 3]),
        ("scores", None),
        ("lead_changes", 0.5),
    ],
)
def test_a_line_that_no_game_can_have_left_is_not_counted(field: str, value: object) -> None:
    line = json.loads(straight()[0])
    assert read_line(json.dumps(line)).line() == straight()[0]
    with pytest.raises(arcanum.BadCall, match="not the result of a game"):
        read_line(json.dumps({**line, field: value}))


def test_line_ends_and_the_order_of_options_make_no_other_file(folder: Path, tmp_path: Path) -> None:
    path, whole = tmp_path / "games.jsonl", straight_file(folder)
    head, _, rest = whole.partition(b"\n")
    said = json.loads(head)
    said["options"] = dict(reversed(said["options"].items()))
    for text in (whole.replace(b"\n", b"\r\n"), json.dumps(said).encode() + b"\n" + rest):
        for part in (text, text[: len(text) // 2]):
            path.write_bytes(part)
            arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)
            assert path.read_bytes() == whole
    for options in ({"length": "short", "majors": "all"}, {"majors": "all", "length": "short"}):
        arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path, options=options)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"play": 0}, "players that chose otherwise, by another version"),
        ({"play": None}, "players that chose otherwise, by another version"),
        ({"version": "0.0.9"}, "version '0.0.9' instead of"),
        ({"weather": "fine"}, "weather 'fine' instead of None"),
    ],
)
def test_results_of_other_code_are_refused(
    change: dict[str, object], message: str, tmp_path: Path, folder: Path
) -> None:
    path = tmp_path / "old.jsonl"
    head, _, rest = straight_file(folder).partition(b"\n")
    said = {key: value for key, value in {**json.loads(head), **change}.items() if value is not None}
    text = json.dumps(said).encode() + b"\n" + rest
    path.write_bytes(text)
    with pytest.raises(arcanum.BadCall, match=message):
        arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)
    assert path.read_bytes() == text


def test_whoever_changes_how_players_play_raises_the_number_of_play() -> None:
    """If this fails, raise `PLAY` and write the new digest here: what others have on their disks is refused then."""
    found = sha256()
    for rules, players in (
        ("arcanum/it", ["greedy", "search:4", "random"]),
        ("arcana/revised", ["greedy", "search:3"]),
    ):
        for result in arcanum.simulate(rules, players, 2, seed=11).results():
            found.update(result.line().encode())
    assert (PLAY, found.hexdigest()[:16]) == (1, "c65c2100e6025e5b")


class Steps:
    """Takes the first action, or the last."""

    def __init__(self, seed: int, *, last: bool) -> None:
        self.at = -1 if last else 0

    def choose(self, view: arcanum.View) -> arcanum.Action:
        return view.legal_actions[self.at]


def test_players_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    one, other = partial(Steps, last=False), partial(Steps, last=True)
    with pytest.raises(arcanum.BadCall, match="two different players are called 'partial'"):
        arcanum.simulate(RULES, [one, other, other], 1)
    assert arcanum.simulate(RULES, [one] * 3, 1).tally().games == 1
    for nameless in (one, lambda seed: Steps(seed, last=True)):
        with pytest.raises(arcanum.BadCall, match="has no name; give it an attribute `name`"):
            arcanum.simulate(RULES, [nameless] * 3, 1, output=tmp_path / "games.jsonl")
    assert list(tmp_path.iterdir()) == []
    for each, name in ((one, "first"), (other, "last")):
        vars(each)["name"] = name
    done = arcanum.simulate(RULES, [one, other, other], 2, jobs=2, output=tmp_path / "games.jsonl")
    assert set(done.tally().players) == {"first", "last"}


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_a_file_is_kept_from_others_until_it_is_in_order(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    head, *games = straight_file(folder).splitlines(keepends=True)
    path.write_bytes(b"".join((head, *reversed(games))))
    plan = arcanum.simulate(RULES, PLAYERS, 1, seed=7).plan
    tried = []

    def slowly(path: Path, text: str) -> None:
        with pytest.raises(arcanum.BadCall, match="another run is writing"):
            journal.Journal(path, plan)
        write_whole(path, text)
        tried.append(path)

    monkeypatch.setattr(journal, "write_whole", slowly)
    arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)
    assert tried == [path]
    assert path.read_bytes() == straight_file(folder)


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_who_opened_a_file_before_another_took_its_place_writes_to_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, replaced = tmp_path / "games.jsonl", list[Path]()

    def late(file: BinaryIO) -> bool:
        if not replaced:
            replaced.append(path.rename(tmp_path / "old.jsonl"))
        return is_ours_alone(file)

    monkeypatch.setattr(journal, "is_ours_alone", late)
    arcanum.simulate(RULES, PLAYERS, 2, seed=7, output=path)
    assert replaced[0].read_bytes() == b""
    assert path.read_bytes().count(b"\n") == 3


def test_two_runs_do_not_write_to_one_file(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    text = straight_file(folder)
    path.write_bytes(text[: len(text) // 2])

    def again(what: str, done: int, of: int) -> None:
        with pytest.raises(arcanum.BadCall, match="another run is writing to this file"):
            arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)

    arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path, progress=again)
    assert path.read_bytes() == text


def test_more_games_are_added_to_a_file_and_fewer_are_read_from_it(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.jsonl"
    arcanum.simulate(RULES, PLAYERS, 5, seed=7, output=path)
    assert lines(arcanum.simulate(RULES, PLAYERS, GAMES_PLAYED, seed=7, output=path)) == straight()
    assert lines(arcanum.simulate(RULES, PLAYERS, 3, seed=7, output=path)) == straight()[:3]
    assert path.read_bytes() == straight_file(folder)


class Lost(Exception):
    """What an executor says that has lost all workers which had something."""


class Losing(InProcess):
    """Loses everything so many times before it does it."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.lost: Counter[object] = Counter()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self.lost[args[1]] == self.times:
            return super().submit(fn, *args, **kwargs)
        self.lost[args[1]] += 1
        failed: Future[T] = Future()
        failed.set_exception(Lost("all are gone"))
        return failed


def test_games_that_are_lost_with_their_workers_are_given_out_again_but_not_for_ever() -> None:
    plan = arcanum.simulate(RULES, PLAYERS, 1, seed=7).plan
    found = [line for lines in spread(Place(Losing(2), lambda: 3, losses=(Lost,)), plan, range(6)) for line in lines]
    assert sorted(found, key=lambda line: read_line(line).number) == straight()[:6]
    with pytest.raises(WorkersLost, match=r"whoever played game [0-5] died, 6 times in a row; .* \(all are gone\)"):
        list(spread(Place(Losing(99), lambda: 3, losses=(Lost,)), plan, range(6)))


class Careless:
    """Makes a mistake of its own."""

    asked = 0

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: arcanum.View) -> arcanum.Action:
        type(self).asked += 1
        raise ValueError("careless")


class Cheating(Careless):
    """Chooses what is not legal."""

    def choose(self, view: arcanum.View) -> arcanum.Action:
        type(self).asked += 1
        return arcanum.Option("win")


@pytest.mark.parametrize(("player", "message"), [(Careless, "careless"), (Cheating, "chose what is not legal")])
def test_an_error_of_a_player_is_not_taken_for_a_loss(player: type[Careless], message: str) -> None:
    plan = arcanum.simulate(RULES, PLAYERS, 1, seed=7).plan
    player.asked = 0
    place = Place(InProcess(), lambda: 1, losses=(Lost, ValueError))
    with pytest.raises(ValueError, match=message):
        list(spread(place, attrs.evolve(plan, players=(player,) * 3), range(6)))
    assert player.asked == 1
    with pytest.raises(ValueError, match=message):
        arcanum.simulate(RULES, [player] * 3, 2, jobs=2)


class Older(InProcess):
    """A worker that has another version of the library, other players, or other rules of the same name."""

    def __init__(self, at: int, value: object) -> None:
        self.at, self.value = at, value

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        played: Any = super().submit(fn, *args, **kwargs).result()
        theirs = list(played.signature)
        theirs[self.at] = self.value
        done: Future[Any] = Future()
        done.set_result(attrs.evolve(played, signature=tuple(theirs)))
        return done


@pytest.mark.parametrize(("at", "value", "what"), [(0, "0.0.9", "version"), (1, 0, "number of play"), (2, "", "rules")])
def test_games_of_a_worker_with_other_code_are_refused(at: int, value: object, what: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(arcanum.BadCall, match=f"a worker has another arcanum than this process: .*{what} {value}"):
        arcanum.simulate(RULES, PLAYERS, 4, executor=Older(at, value), output=path)
    assert path.read_bytes().count(b"\n") == 1, "nothing of it is kept"


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_table_has_a_row_for_every_seat_of_every_game(tmp_path: Path) -> None:
    arcanum.simulate(RULES, PLAYERS, 4, seed=7, output=tmp_path / "games.csv")
    arcanum.simulate(RULES, PLAYERS, 4, seed=7, output=tmp_path / "games.parquet")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "games.parquet"], "and leaves nothing else"
    table = import_module("pyarrow.parquet").read_table(tmp_path / "games.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows
    first = read_line(straight()[0])
    assert [int(row["score"]) for row in rows[:3]] == list(first.scores)
    assert sum(float(row["win"]) for row in rows) == 4


def test_an_interrupted_table_goes_on_from_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"

    def stop(what: str, done: int, of: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arcanum.simulate(RULES, PLAYERS, 8, seed=7, output=path, progress=stop)
    assert not path.exists()
    executor = Counting()
    arcanum.simulate(RULES, PLAYERS, 8, seed=7, output=path, executor=executor)
    assert len(executor.numbers) < 8
    assert path.read_text(encoding="utf-8").count("\n") == 1 + 8 * 3


@pytest.mark.parametrize("name", ["mine.csv", "mine.parquet"])
def test_a_table_takes_nobodys_place(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("my own,numbers\n")
    with pytest.raises(arcanum.BadCall, match=rf"{name}: there is something already, and a table is not added to"):
        arcanum.simulate(RULES, PLAYERS, 2, seed=7, output=path)
    assert path.read_text() == "my own,numbers\n"
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(arcanum.BadCall, match=r"folder.csv: there is something already"):
        arcanum.simulate(RULES, PLAYERS, 2, seed=7, output=tmp_path / "folder.csv")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder.csv", name], "and no game is played"


def test_a_table_whose_run_was_killed_before_it_tidied_up_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    arcanum.simulate(RULES, PLAYERS, 2, seed=7, output=path)
    text = path.read_bytes()
    arcanum.simulate(RULES, PLAYERS, 2, seed=7, output=tmp_path / "kept.jsonl")
    (tmp_path / "kept.jsonl").rename(tmp_path / ".games.csv.jsonl")
    arcanum.simulate(RULES, PLAYERS, 2, seed=7, output=path)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("games.csv", text)]


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("pyarrow", "parquet", {"output": "games.parquet"}),
        ("distributed", "cluster", {"dask": "tcp://127.0.0.1:1"}),
    ],
)
def test_what_is_missing_is_said_with_the_extra_that_brings_it(
    package: str, extra: str, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("arcanum.kernel.extras.find_spec", lambda name: None if name == package else name)
    with pytest.raises(MissingExtra, match=rf"needs the package {package}: pip install 'arcanum\[{extra}\]'"):
        arcanum.simulate(RULES, PLAYERS, 1, **arguments)
    assert list(tmp_path.iterdir()) == [], "before any game is played"


# --- calls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games must be"),
        ({"jobs": 0}, "jobs must be"),
        ({"seed": "1"}, "the seed must be"),
        ({"players": ["random"]}, "for 3, 4, 5 players, not 1"),
        ({"players": [7, 7, 7]}, "expected the name of a player"),
        ({"jobs": 2, "dask": "tcp://here"}, "give either"),
        ({"output": "games.txt"}, r"written as .jsonl, .csv, .parquet, not '.txt'"),
        ({"options": {"length": "endless"}}, "length"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_is(arguments: dict[str, Any], message: str) -> None:
    wanted: dict[str, Any] = {"players": PLAYERS, "games": 2, **arguments}
    with pytest.raises(arcanum.BadCall, match=message):
        arcanum.simulate(RULES, **wanted)


def test_cards_from_a_file_become_part_of_the_rules(tmp_path: Path) -> None:
    catalogue = Path(arcanum.__file__).parent / "guilds" / "catalogue_revised.toml"
    path = tmp_path / "games.jsonl"
    options = {"catalogue": str(catalogue), "modules": ("objectives",)}
    arcanum.simulate("arcana/revised", ["random"] * 2, 1, options=options, output=path)
    head = json.loads(path.read_bytes().splitlines()[0])
    assert head["options"] == {"modules": ["objectives"]}


# --- command line -----------------------------------------------------------------------------------------------------


def test_the_command_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "simulate",
        "--rules",
        "arcanum/it",
        "--players",
        "greedy,random,random",
        "--games",
        "9",
        "--seed",
        "2",
    ]
    assert main([*arguments, "--length", "long"]) == 0
    told = capsys.readouterr()
    assert told.err == "", "nobody is looking"
    assert told.out.startswith("arcanum/it: 9 games, 0 without an end\n")
    (row,) = (line for line in told.out.splitlines() if line.startswith("greedy"))
    assert "33.3 %" in row
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["kind"], found["games"]) == (1, "simulation summary", 9)
    assert [each["player"] for each in found["players"]] == ["greedy", "random"]
    share = sum(each["wins"]["value"] * each["seats"] for each in found["players"])
    assert share == pytest.approx(1)


def test_the_bar_shows_rate_and_time_left_to_who_looks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["simulate", "--players", "random,random,random", "--games", "20"]) == 0
    told = capsys.readouterr().err
    assert "20/20" in told
    assert "/s, 0:00:00 left" in told


def test_the_command_says_that_no_game_came_to_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--rules", "arcana/revised", "--players", "random, random", "--games", "3"]
    assert main([*arguments, "--round-limit", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "arcana/revised: 3 games, 3 without an end",
        "",
        "No game came to an end, so there is nothing to tell.",
    ]


def test_an_unknown_player_is_an_error_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--players", "gready,random,random"]) == 2
    assert "did you mean 'greedy'?" in capsys.readouterr().err
