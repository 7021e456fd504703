"""The command line as a person or a script meets it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import attrs
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
    named = re.findall(r"  ([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)$", capsys.readouterr().out, flags=re.MULTILINE)
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
        (["--rules", "arcanum/enn"], "did you mean 'arcanum/en'?"),
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


# --- cards ------------------------------------------------------------------------------------------------------------


@RULESETS
def test_the_cards_of_a_rule_set_are_listed(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = arcanum.rules(ruleset)
    cards = rules.game.cards(rules)
    assert main(["catalogue", "list", "--rules", ruleset]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{ruleset}: {len(cards)} cards\n")
    assert all(card.name in told and card.values in told for card in cards)
    assert main(["catalogue", "list", "--rules", ruleset, "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [attrs.asdict(card) for card in cards]


def test_a_list_tells_what_a_card_does_and_whether_a_rulebook_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["catalogue", "list", "--rules", "arcana/revised", "--kind", "crest"])
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "arcana/revised: 6 cards"
    assert lines[lines.index("Crest of the Thieves thieves printed") + 1] == "wins ties for Relics"
    assert "Crest of the Blades blades invented" in lines
    main(["catalogue", "list", "--rules", "arcana/revised", "--kind", "relic"])
    assert re.search(r"Barhan Sword +stake .*sword 4\*.* ducat 4.* (some )?printed", capsys.readouterr().out)


@RULESETS
def test_kinds_of_cards_are_those_of_the_rule_set(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = arcanum.rules(ruleset)
    for kind in {card.kind for card in rules.game.cards(rules)}:
        assert main(["catalogue", "list", "--rules", ruleset, "--kind", kind, "--json"]) == 0
        assert {json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()} == {kind}
    assert main(["catalogue", "list", "--rules", ruleset, "--kind", "kings"]) == 2
    assert f"no kind of card of {ruleset} is called 'kings'" in capsys.readouterr().err


def card_file(edition: str) -> Path:
    return Path(arcanum.__file__).parent / "guilds" / f"catalogue_{edition}.toml"


@pytest.mark.parametrize(("edition", "cards"), [("revised", 304), ("first", 163)])
def test_a_good_file_of_cards_is_told_in_a_line(edition: str, cards: int, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--rules", f"arcana/{edition}"]):
        assert main(["catalogue", "check", str(card_file(edition)), *more]) == 0
        (line,) = capsys.readouterr().out.splitlines()
        assert f": {cards} cards of the {edition} edition" in line
        assert line.endswith("no faults")


def test_all_faults_of_a_file_of_cards_are_told_one_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.toml"
    text = card_file("revised").read_text(encoding="utf-8")
    file.write_text(text.replace("sword = 4", "sword = true"), encoding="utf-8")
    assert main(["catalogue", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == len(re.findall(r"^sword = 4$", text, flags=re.MULTILINE)) > 5
    assert "relic barhan-sword: sword: expected a whole number from 0 to 99, got True" in told.out.splitlines()
    assert told.err == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["check", "no/such/file"], 2, "cannot read the catalogue 'no/such/file'"),
        (["check"], 2, "the following arguments are required: FILE"),
        (["check", str(card_file("first")), "--rules", "arcana/revised"], 1, "needs cards of the revised edition"),
        (["check", str(card_file("first")), "--rules", "arcanum/en"], 2, "cannot be read from a file"),
        (["check", str(card_file("first")), "--rule", "arcana/tenth"], 2, "no rule set is called 'arcana/tenth'"),
        (["check", str(card_file("first")), "--json"], 2, "no option of catalogue check is called '--json'"),
        (["list", "--kinds", "x"], 2, "no option of catalogue list is called '--kinds'; did you mean '--kind'?"),
        (["list", "--rules", "arcana/frist"], 2, "did you mean 'arcana/first'?"),
    ],
)
def test_a_wrong_question_about_cards_is_explained(arguments: list[str], code: int, message: str) -> None:
    done = run("catalogue", *arguments)
    assert done.returncode == code
    assert message in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_cards_are_listed_where_not_every_letter_can_be_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arcanum", "catalogue", "list", "--rules", "arcana/revised"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "P?le" in done.stdout


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["story", "json"])
def test_a_game_that_goes_round_for_ever_is_given_up(capsys: pytest.CaptureFixture[str], form: tuple[str, ...]) -> None:
    # All Agents of both guilds are tied up in Districts; the rules know no end for that.
    assert main(["demo", "--rules", "arcana/revised", "--players", "2", "--seed", "6", *form]) == 0
    assert "given up after 3000 decisions" in capsys.readouterr().out.splitlines()[-1]


# --- diff and schema --------------------------------------------------------------------------------------------------


def test_diff_prints_the_clauses_with_both_readings_and_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "arcanum/it", "arcanum/it-b"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "arcanum/it and arcanum/it-b differ in 1 clause"
    assert lines[2].startswith("LOC6-1  ")
    assert lines[3].split() == ["arcanum/it", "points", "1", "000:2184-2187"]
    assert lines[4].split() == ["arcanum/it-b", "points", "0", "001:214"]
    assert len(lines) == 5


def test_diff_of_equal_rule_sets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "arcanum/fr", "arcanum/fr-b"]) == 0
    assert capsys.readouterr().out == "arcanum/fr and arcanum/fr-b differ in 0 clauses\n"


def test_diff_names_the_clause_of_each_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "arcana/first", "arcana/revised"]) == 0
    out = capsys.readouterr().out
    assert "F-BRIBE-4: relic stays no" in out
    assert "relic stays yes" in out


def test_diff_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "arcanum/en", "arcanum/consensus", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    moon = next(each for each in document if each["clause"] == "MAJ-18-1")
    assert (moon["one"]["parameters"], moon["other"]["parameters"]) == ({"minors": 1}, {"minors": 2})
    assert moon["one"]["where"] == "000:754-758"


def test_diff_takes_a_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[1] / "examples" / "house_rules" / "nine_cards.toml"
    assert main(["diff", arcanum.rules(path).game.name + "/" + arcanum.rules(path).printing, str(path)]) == 0
    assert "HAND-1" in capsys.readouterr().out


@pytest.mark.parametrize("names", [("arcanum/en", "arcanum/xx"), ("arcanum/en", "arcana/first")])
def test_diff_of_what_cannot_be_compared_is_an_error(
    names: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *names]) == 2
    assert capsys.readouterr().err.startswith("arcanum: ")


def test_schema_prints_a_json_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_demo_plays_a_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[1] / "examples" / "house_rules" / "duel.toml"
    assert main(["demo", "--rules", str(path), "--players", "2", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].startswith("Duel: Anna, Bruno ")
    assert f"--rules {path}" in out.replace("'", "")
