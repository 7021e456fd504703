"""`arcanum compare` as a command: arguments in any order, pages that cannot be written, results that are kept."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

import arcanum
from arcanum.cli import main
from arcanum.lab.journal import Journal
from arcanum.lab.spread import WorkersLost

SIDES = ["arcana/first", "arcana/revised"]
OPTIONS = ["--players", "random, random", "--games=2", "--round-limit", "3", "--seed", "5"]


@pytest.mark.parametrize(
    "arguments",
    [
        [*SIDES, *OPTIONS],
        [*OPTIONS, *SIDES],
        ["--json", *OPTIONS[:2], SIDES[0], *OPTIONS[2:], SIDES[1]],
        ["--game", "2", *SIDES, "--player=random,random", *OPTIONS[3:]],
        ["--round-limit=3", *SIDES, "--games", "2", "--players", "random ,random", "--seed=5"],
    ],
)
def test_the_rule_sets_may_stand_anywhere_among_the_options(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *arguments, *(["--json"] if "--json" not in arguments else [])]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [found[side]["rules"] for side in ("one", "other")] == SIDES
    assert (found["options"], found["players"], found["seed"]) == ({"round_limit": 3}, ["random", "random"], "5")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: A, B"),
        (["arcana/first"], "the following arguments are required: B"),
        (["--games"], "--games: expected one argument"),
        (["arcana/first", "arcana/revised", "--length", "long"], "no option of arcana/first is called '--length'"),
        (["--games", "2", "arcana/frist", "arcana/revised"], "did you mean 'arcana/first'"),
    ],
)
def test_arguments_that_say_nothing_are_refused_in_words(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["compare", *arguments])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2
    assert message in capsys.readouterr().err


def test_help_is_that_of_the_compared_game(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, option in ((["--help"], "--length"), (["--games", "2", *SIDES, "-h"], "--round-limit")):
        with pytest.raises(SystemExit, match="0"):
            main(["compare", *arguments])
        assert option in capsys.readouterr().out


# --- a page that cannot be written ------------------------------------------------------------------------------------

PLAYED = ["compare", "arcanum/it", "arcanum/en", "--players", "random,random,random", "--games", "3"]


def test_a_page_that_cannot_be_written_is_refused_before_any_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arcanum, "compare", pytest.fail)
    (tmp_path / "file").touch()
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "file" / "page.html", "")):
        assert main([*PLAYED, "--report", str(path)]) == 2
        assert f"{path}: cannot be written: {why}" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_the_comparison_is_told_even_if_its_page_cannot_be_written_after_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("arcanum.cli.lab.write_whole", full)
    path = tmp_path / "page.html"
    assert main([*PLAYED, "--report", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out.startswith("arcanum/it and arcanum/en: 3 games")
    assert "decisions in a game" in told.out
    assert told.err == f"arcanum: {path}: cannot be written: No space left on device\n"
    assert list(tmp_path.iterdir()) == []


# --- results that are kept --------------------------------------------------------------------------------------------


def test_an_interrupted_comparison_goes_on_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PLAYED, "--json"]) == 0
    expected = capsys.readouterr().out
    folder, begun = tmp_path / "results", Journal.add

    def stop(self: Journal, lines: list[str]) -> None:
        begun(self, lines)
        if "arcanum-en" in self.path.name:
            signal.raise_signal(signal.SIGTERM)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", stop)
        assert main([*PLAYED, "--results", str(folder)]) == 130
    assert capsys.readouterr().err == f"arcanum: interrupted; the same command goes on from {folder}\n"
    assert sorted(path.name.rpartition("-")[0] for path in folder.iterdir()) == ["arcanum-en", "arcanum-it"]
    assert main([*PLAYED, "--results", str(folder), "--json"]) == 0
    assert capsys.readouterr().out == expected
    monkeypatch.setattr(Journal, "add", pytest.fail)
    assert main([*PLAYED, "--results", str(folder), "--json"]) == 0, "everything is there"
    assert capsys.readouterr().out == expected
    assert main([*PLAYED, "--results", str(folder), "--seed", "9"]) == 2
    assert "of another simulation, with seed '0' instead of '9'" in capsys.readouterr().err


def test_a_signal_to_end_means_what_it_did_after_the_games(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert main(["simulate", "--players", "random,random,random", "--games", "1"]) == 0
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_command_says_that_its_workers_are_lost_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lost(*_: object, **__: object) -> None:
        raise WorkersLost("they are gone")

    monkeypatch.setattr(arcanum, "simulate", lost)
    assert main(["simulate", "-o", str(tmp_path / "games.jsonl")]) == 2
    told = capsys.readouterr().err
    assert told == f"arcanum: they are gone; the same command goes on from {tmp_path / 'games.jsonl'}\n"
    assert main(["simulate"]) == 2
    assert capsys.readouterr().err == "arcanum: they are gone\n"
