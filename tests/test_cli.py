"""The command line as a person or a script meets it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys

import pytest

import arcanum
from arcanum.cli import main
from arcanum.kernel.options import GameOption, as_number, as_words
from arcanum.tarot import Tarot

RULESETS = pytest.mark.parametrize("ruleset", arcanum.rulesets())


def clauses(ruleset: str) -> set[str]:
    return {clause.id for clause in arcanum.clauses(ruleset.partition("/")[0])}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arcanum", *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_demo_tells_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--players", "3", "--length", "long", "--seed", "4"]) == 0
    story = capsys.readouterr().out
    assert [f"Turn {turn}," in story for turn in range(1, 10)] == [True] * 8 + [False]
    assert story.count("House scoring") == 2
    assert "winner" in story
    assert "\033" not in story


@RULESETS
def test_every_told_event_names_a_clause_that_exists(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--rules", ruleset, "--seed", "1"]) == 0
    named = re.findall(r"  ([A-Z][A-Z0-9]*-[A-Z0-9]+)$", capsys.readouterr().out, flags=re.MULTILINE)
    assert len(named) > 50
    assert set(named) <= clauses(ruleset)


@RULESETS
def test_the_same_seed_tells_the_same_story(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "--rules", ruleset, "--seed", "12"])
    first = capsys.readouterr().out
    main(["demo", "--rules", ruleset, "--seed", "12"])
    assert capsys.readouterr().out == first


@RULESETS
def test_without_a_seed_the_story_says_how_to_see_it_again(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "--rules", ruleset])
    story = capsys.readouterr().out
    command = re.search(r"the same game again: arcanum (.*)", story)
    assert command is not None
    main(shlex.split(command[1]))
    assert capsys.readouterr().out == story


@RULESETS
def test_json_has_one_document_a_line_and_ends_with_the_result(
    ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    players = max(arcanum.rules(ruleset).players)
    assert main(["demo", "--rules", ruleset, "--players", str(players), "--seed", "2", "--json"]) == 0
    head, *decisions, result = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (head["rules"], head["players"], head["seed"]) == (ruleset, players, 2)
    assert len(result["scores"]) == players
    state = arcanum.new_game(ruleset, players=players, seed=2)
    known = clauses(ruleset)
    for decision in decisions:
        assert decision["seat"] == arcanum.to_act(state)
        (action,) = (each for each in arcanum.legal_actions(state) if str(each) == decision["action"])
        state = arcanum.apply(state, action)
        assert all(event["clause"] in known for event in decision["events"])
    outcome = arcanum.outcome(state)
    assert outcome is not None
    assert result["scores"] == list(outcome.scores)


@RULESETS
def test_the_help_names_the_options_of_the_rule_set(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["demo", "--rules", ruleset, "--help"])
    told = capsys.readouterr().out
    assert left.value.code == 0
    assert f"options of {ruleset}" in told
    for option in arcanum.rules(ruleset).game.options():
        assert f"--{option.name.replace('_', '-')} " in told
    assert all(name in told for name in arcanum.rulesets())


def test_an_option_of_a_game_is_read_as_the_game_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (GameOption("round_limit", "how many rounds", as_number, "3"), GameOption("guilds", "which", as_words))

    def begin(self: Tarot, rules: object, players: int, seed: int, options: dict[str, object]) -> arcanum.Step:
        raise arcanum.BadCall(f"asked for {options}")

    monkeypatch.setattr(Tarot, "options", lambda self: options)
    monkeypatch.setattr(Tarot, "begin", begin)
    for arguments, message in (
        ([], "arcanum: asked for {'round_limit': 3}"),
        (["--guilds", "a, b", "--round-limit=7"], "arcanum: asked for {'round_limit': 7, 'guilds': ('a', 'b')}"),
        (["--round-limit", "many"], "arcanum: --round-limit: expected a whole number, got 'many'"),
    ):
        assert main(["demo", *arguments]) == 2
        assert capsys.readouterr().err == f"{message}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "6"], "arcanum/en is for 3, 4, 5 players, not 6 [COMP-1]"),
        (["--rules", "arcanum/em"], "did you mean 'arcanum/en'?"),
        (["--length", "lnog"], "did you mean 'long'?"),
        (["--lenght", "long"], "no option of arcanum/en is called '--lenght'; did you mean '--length'?"),
        (["--sed=4"], "did you mean '--seed'?"),
    ],
)
def test_a_wrong_argument_gets_one_line_of_explanation(arguments: list[str], message: str) -> None:
    done = run("demo", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m arcanum demo --seed 1 | head -n 3"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert "arcanum/en" in done.stdout


def test_colour_is_for_terminals_only() -> None:
    assert "\033" not in run("demo", "--seed", "1").stdout


def test_a_terminal_gets_colour_unless_it_declines() -> None:
    coloured = on_a_terminal({})
    plain = on_a_terminal({"NO_COLOR": "1"})
    assert b"\033[1m" in coloured
    assert b"\033" not in plain


def on_a_terminal(extra: dict[str, str]) -> bytes:
    pty = pytest.importorskip("pty")  # not on Windows
    reader, writer = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "arcanum", "demo", "--seed", "1"], stdout=writer, env={**environment, **extra}
    )
    os.close(writer)
    shown = b""
    try:
        while chunk := os.read(reader, 65536):
            shown += chunk
    except OSError:  # how Linux says that the other side of a terminal is gone
        pass
    process.wait(timeout=60)
    os.close(reader)
    return shown


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"arcanum {arcanum.__version__}\n"
