"""The command line as a person or a script meets it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import attrs
import pytest

import arcanum
from arcanum import records
from arcanum.cli import main
from arcanum.guilds import CardId
from arcanum.guilds import Rules as GuildRules
from arcanum.kernel import documents
from arcanum.kernel.native import is_compiled
from arcanum.kernel.options import GameOption, as_number, as_words
from arcanum.schema import documents_schema, house_rules_schema
from arcanum.spec import vectors
from arcanum.tarot import Tarot, parse_card

RULESETS = pytest.mark.parametrize("ruleset", arcanum.rulesets())


def clauses(ruleset: str) -> set[str]:
    return {clause.id for clause in arcanum.clauses(ruleset.partition("/")[0])}


@attrs.frozen
class Ended:
    """What is left of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Run a command to its end, with something at its input."""

    def run(*arguments: str, told: bytes = b"") -> Ended:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(told)))
        try:
            code = main(arguments)
        except SystemExit as left:  # argparse goes by itself
            code = int(left.code or 0)
        return Ended(code, *capsys.readouterr())

    return run


class Screen(TextIOWrapper):
    """An output that can show ASCII only, and may be a terminal."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__(BytesIO(), "ascii")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    @property
    def shown(self) -> bytes:
        assert isinstance(self.buffer, BytesIO)
        return self.buffer.getvalue()


def shown(monkeypatch: pytest.MonkeyPatch, *arguments: str, terminal: bool = False) -> bytes:
    """What a command shows where there is nothing but ASCII."""
    with monkeypatch.context() as patch:
        screen = Screen(terminal=terminal)
        patch.setattr(sys, "stdout", screen)
        assert main(arguments) == 0
        return screen.shown


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
    options = (
        GameOption("round_limit", "how many rounds", as_number, default="3"),
        GameOption("guilds", "which", as_words),
    )

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
def test_a_wrong_argument_gets_one_line_of_explanation(
    arguments: list[str], message: str, run: Callable[..., Ended]
) -> None:
    done = run("demo", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m arcanum demo --seed 1 | head -n 3"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert "arcanum/en" in done.stdout


def test_colour_is_for_terminals_only_unless_they_decline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert b"\033" not in shown(monkeypatch, "demo", "--seed", "1")
    assert b"\033[1m" in shown(monkeypatch, "demo", "--seed", "1", terminal=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\033" not in shown(monkeypatch, "demo", "--seed", "1", terminal=True)


def test_the_package_is_the_command() -> None:
    """`python -m arcanum` in a process of its own, with its output and its exit code."""
    build = ", compiled" if is_compiled() else ""
    for arguments, code, out, err in (
        (["--version"], 0, f"arcanum {arcanum.__version__}{build}\n", ""),
        (["demo", "--rules", "arcanum/enn"], 2, "", "did you mean 'arcanum/en'?"),
    ):
        command = [sys.executable, "-m", "arcanum", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (code, out)
        assert err in done.stderr
        assert "Traceback" not in done.stderr


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
        assert line.endswith("no errors")


def test_all_faults_of_a_file_of_cards_are_told_one_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.toml"
    text = card_file("revised").read_text(encoding="utf-8")
    file.write_text(text.replace("sword = 4", "sword = true"), encoding="utf-8")
    assert main(["catalogue", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == len(re.findall(r"^sword = 4$", text, flags=re.MULTILINE)) > 5
    assert "relic barhan-sword: sword: expected a whole number from 0 to 99, got true" in told.out.splitlines()
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
def test_a_wrong_question_about_cards_is_explained(
    arguments: list[str], code: int, message: str, run: Callable[..., Ended]
) -> None:
    done = run("catalogue", *arguments)
    assert done.code == code
    assert message in done.out + done.err


@pytest.mark.parametrize("command", [["catalogue", "list"], ["demo", "--seed", "3"]], ids=lambda each: each[0])
def test_cards_are_named_where_not_every_letter_can_be_shown(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert b"P?le" in shown(monkeypatch, *command, "--rules", "arcana/revised")


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["story", "json"])
def test_a_game_in_which_nobody_wins_a_stake_any_more_ends_too(
    capsys: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    # All Agents of both guilds are tied up in Districts, so that nobody ever wins what lies on the end card [AMB-30].
    assert main(["demo", "--rules", "arcana/revised", "--players", "2", "--seed", "6", *form]) == 0
    told = capsys.readouterr().out
    assert ("GameStalled" if form else "nobody has won a Stake for 100 rounds") in told
    assert "most points" in told.splitlines()[-1]


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


def test_schema_prints_the_json_schema_of_documents_or_of_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for arguments in ([], ["documents"], ["house-rules"]):
        assert main(["schema", *arguments]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1] == documents_schema()
    assert found[2] == house_rules_schema()
    assert all(each["$schema"] == "https://json-schema.org/draft/2020-12/schema" for each in found)


def test_a_schema_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "house_rules"]) == 2
    assert capsys.readouterr().err.startswith("arcanum: no schema is called 'house_rules'; did you mean 'house-rules'?")


def test_the_demo_plays_a_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[1] / "examples" / "house_rules" / "duel.toml"
    assert main(["demo", "--rules", str(path), "--players", "2", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].startswith("Duel (a variant of arcanum/it): Anna, Bruno ")
    assert f"--rules {path}" in out.replace("'", "")


def test_a_game_for_more_players_than_we_have_names_for_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "crowd.toml"
    path.write_text('base = "arcanum/it"\nname = "Crowd"\n[rules]\nplayers = [6]\n')
    assert main(["demo", "--rules", str(path), "--players", "6", "--seed", "1"]) == 0
    assert "Crowd (a variant of arcanum/it): Anna, Bruno, Clara, Dario, Elena, Player 6 " in capsys.readouterr().out


# --- records ----------------------------------------------------------------------------------------------------------

SEED = 918273645
"""A number that turns up nowhere else."""


@cache
def recorded(*arguments: str) -> bytes:
    """The file of a record, made once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "once.record"
        assert main(["record", "--players", "3", "--seed", str(SEED), *arguments, "-o", str(path)]) == 0
        return path.read_bytes()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The record of a short game."""
    path = tmp_path / "evening.record"
    path.write_bytes(recorded())
    return path


@pytest.fixture
def guilds(tmp_path: Path) -> Path:
    """The record of a game in which players choose their cards in secret."""
    path = tmp_path / "guilds.record"
    options = ["--modules", "customise,objectives,militia", "--names", "Änne, 李雷, Zoë"]
    path.write_bytes(recorded("--rules", "arcana/revised", *options))
    return path


BOTH = pytest.mark.parametrize("which", ["game", "guilds"])


@RULESETS
def test_a_record_is_the_game_of_the_demo(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rules", ruleset, "--players", "3", "--seed", "11"]
    main(["demo", *arguments, "--json"])
    _, *decisions, _ = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert main(["record", *arguments]) == 0
    record = records.parse(capsys.readouterr().out)
    assert list(map(str, record.actions)) == [each["action"] for each in decisions]
    assert (record.rules.name, record.players, record.seed) == (ruleset, 3, 11)
    assert record.names == ("Anna", "Bruno", "Clara")


def test_a_record_goes_to_the_output_or_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.record"
    assert main(["record", "--players", "3", "--seed", str(SEED), "-o", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert main(["record", "--players", "3", "--seed", str(SEED)]) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_without_a_seed_is_of_a_new_game(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(3):
        main(["record", "--rules", "arcanum/it"])
        seeds.add(records.parse(capsys.readouterr().out).seed)
    assert len(seeds) == 3


def test_a_record_is_utf8_whatever_the_terminal_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown(monkeypatch, "record", "--players", "3", "--names", "Žofie,李雷,Zoë", "--seed", "1")
    assert records.parse(written.decode("utf-8")).names == ("Žofie", "李雷", "Zoë")
    assert b"\r" not in written


def test_options_of_a_game_are_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "--length", "long", "--majors", "none", "--names=", "--seed", "1"]) == 0
    record = records.parse(capsys.readouterr().out)
    assert record.options == {"length": "long", "majors": "none"}
    assert record.names == ()


def test_a_house_rule_and_cards_are_recorded_without_their_paths(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[1] / "examples" / "house_rules" / "duel.toml"
    assert main(["record", "--rules", str(path), "--players", "2", "--seed", "1"]) == 0
    text = capsys.readouterr().out
    assert records.parse(text).rules == arcanum.rules(path)
    assert "duel.toml" not in text
    cards = ["--catalogue", str(card_file("revised")), "--round-limit", "2"]
    assert main(["record", "--rules", "arcana/revised", *cards, "--seed", "1"]) == 0
    text = capsys.readouterr().out
    assert "catalogue_revised" not in text
    assert records.parse(text).options == {"round_limit": "2"}


def test_actions_are_read_from_a_file_or_from_the_input(tmp_path: Path, run: Callable[..., Ended]) -> None:
    told = "# the first turn\n\nhide 1S\r\n  hide 4C \n"
    beginning = ["record", "--players", "3", "--seed", "1"]
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    state = arcanum.apply(state, arcanum.legal_actions(state)[0])
    second = arcanum.legal_actions(state)[0]
    told = told.replace("hide 4C", str(second))
    piped = run(*beginning, "--actions", "-", told=told.encode())
    assert (piped.code, piped.err) == (0, "")
    record = records.parse(piped.out)
    assert list(map(str, record.actions)) == ["hide 1S", str(second)]
    assert record.state() == arcanum.apply(state, second)
    file = tmp_path / "actions"
    file.write_text(told, encoding="utf-8")
    assert run(*beginning, "--actions", str(file)).out == piped.out


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (b"hide 1S\n\nhide 99S\n", "standard input: line 3: '99S' is no card"),
        (b"# nothing\nhide KC\n", "standard input: line 2: hide KC: seat 2 does not hold KC [HIDE-3]"),
        (b"hide 1S\nfold\n", "standard input: line 2: "),
        (b"hide 1S\n\xff\n", "standard input: line 2: not UTF-8 text"),
        (b"#" * 1_000_001, "standard input: has more than 1000000 bytes"),
    ],
    ids=["no card", "forbidden", "no action", "no text", "long"],
)
def test_a_wrong_action_is_refused_with_its_line(told: bytes, message: str, run: Callable[..., Ended]) -> None:
    done = run("record", "--players", "3", "--seed", "1", "--actions", "-", told=told)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_actions_after_the_end_are_refused(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    actions = [str(action) for action in records.read(game).actions]
    file = tmp_path / "actions"
    file.write_text("\n".join([*actions, "pass"]), encoding="utf-8")
    assert main(["record", "--players", "3", "--seed", str(SEED), "--actions", str(file)]) == 2
    assert f"{file}: line {len(actions) + 1}: pass: the game is over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--names", "Anna"], "names: expected 4 names of at most 60 printable characters, got ['Anna']"),
        (["--actions", "no/such/file"], "no/such/file: cannot be read: No such file or directory"),
        (["--players", "9"], "arcanum/en is for 3, 4, 5 players, not 9 [COMP-1]"),
        (["--seed", "9" * 40], "seed: expected a whole number of at most 30 digits"),
        (["--lenght", "long"], "no option of arcanum/en is called '--lenght'; did you mean '--length'?"),
        (["-o", "/"], "'/' is not the path of a file"),
        (["-o", ""], "'' is not the path of a file"),
        (["-o", "{folder}"], "{folder}: cannot be written: Is a directory"),
        (["-o", "{folder}/file/game.record"], "{folder}/file/game.record: cannot be written: File exists"),
    ],
)
def test_what_cannot_be_recorded_gets_one_line_of_explanation(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["record", *(each.replace("{folder}", str(tmp_path)) for each in arguments)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"arcanum: {message.replace('{folder}', str(tmp_path))}")
    assert len(told.err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_replay_tells_what_the_demo_tells(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "--players", "3", "--seed", str(SEED)])
    _, title, _, *story, decided = capsys.readouterr().out.splitlines()
    assert main(["replay", str(game)]) == 0
    _, same, head, *told = capsys.readouterr().out.splitlines()
    record = records.read(game)
    assert same == title
    assert head.strip() == f"from a record: all {len(record.actions)} actions, with everything that was secret"
    numbered = [line for line in told if re.match(r"  [0-9]+\. ", line)]
    assert [line.partition(": ")[2] for line in numbered] == list(map(str, record.actions))
    assert [line for line in told if line not in numbered][: len(story)] == story
    assert told[-2:] == [f"  {record.state()!r}", decided]


def test_a_replay_that_stops_says_who_may_choose_from_what(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = records.read(game)
    assert main(["replay", str(game), "--to", "5"]) == 0
    told = capsys.readouterr().out
    state = record.state(5)
    seat = arcanum.to_act(state)
    assert seat is not None
    assert f"the first 5 of {len(record.actions)} actions" in told
    ending = " ".join(told[told.index("Here the replay ends") :].split())
    assert repr(state) in ending
    choices = ", ".join(map(str, arcanum.legal_actions(state)))
    assert re.search(f"{record.names[seat]} has to [A-Za-z ]+: {re.escape(choices)}$", ending)
    assert "  5. " in told
    assert "  6. " not in told


def hidden_from(state: arcanum.State, seat: int | None) -> set[str]:
    """The texts of the cards in the hands of others and hidden by them, as the documents of a state name them."""
    data = documents.plain(state, state.rules)["players"]
    found = set[str]()
    for other, player in enumerate(data):
        if other != seat:
            found |= {*player["hand"], *player.get("objectives", ()), *player.get("deck", ())}
            found |= {each["card"] for each in player.get("hidden", ())}
    return found


def titles(state: arcanum.State, cards: set[str]) -> set[str]:
    """What the cards are called in sentences."""
    if isinstance(state.rules, GuildRules):
        return {state.rules.catalogue[CardId(card)].name for card in cards}
    return cards | {parse_card(card).title for card in cards}


@BOTH
@pytest.mark.parametrize("view", ["0", "1", "2", "spectator"])
def test_a_view_shows_no_hidden_card_and_no_seed(
    which: str, view: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    path: Path = request.getfixturevalue(which)
    record = records.read(path)
    # As far as possible into the game, while everything that was dealt and chosen is still secret.
    to = 3 if which == "game" else next(at for at, step in enumerate(record.replay()) if "round 1" in repr(step.state))
    state, seat = record.state(to), None if view == "spectator" else int(view)
    secrets = hidden_from(state, seat)
    assert len(secrets) > 8
    assert main(["replay", str(path), "--view", view, "--to", str(to), "--json"]) == 0
    lines = capsys.readouterr().out
    words = set(lines.replace('"', " ").split())
    # Figures on the board are called like the cards of their rank and suit.
    figures = {f"{rank}{suit}" for rank in "VNQK" for suit in "SPWC"}
    assert not secrets & (words - figures)
    assert main(["replay", str(path), "--view", view, "--to", str(to)]) == 0
    story = capsys.readouterr().out
    for name in titles(state, secrets - figures):
        assert not re.search(rf"(?<!cards: )\b{re.escape(name)}\b", story), name
    if seat is not None:
        assert words.issuperset(documents.plain(state, state.rules)["players"][seat]["hand"])
    for told_text in (lines, story):
        assert str(SEED) not in told_text
        assert str(state.rng) not in told_text
        assert format(state.rng, "x") not in told_text
        assert path.name not in told_text


@BOTH
@pytest.mark.parametrize("view", [None, "0", "1", "2", "spectator"])
def test_a_replay_as_json_has_a_line_a_step_and_ends_with_what_was_reached(
    which: str, view: str | None, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    path: Path = request.getfixturevalue(which)
    record = records.read(path)
    to = min(len(record.actions), 120)
    seat = None if view in (None, "spectator") else int(view)
    arguments = [] if view is None else ["--view", view]
    assert main(["replay", str(path), "--to", str(to), "--json", *arguments]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    steps = list(record.replay(to))
    assert len(lines) == len(steps)
    for number, (line, done) in enumerate(zip(map(json.loads, lines), steps, strict=True)):
        events = done.events if view is None else done.heard(seat)
        assert line["number"] == number
        assert line["events"] == json.loads(json.dumps([documents.plain(each, record.rules) for each in events]))
        asked = None if done.before is None else arcanum.to_act(done.before)
        assert line.get("seat") == asked
        if asked is not None and (view is None or asked == seat):
            assert line.pop("action") == str(record.actions[number - 1])
        known = {"rules", "players", "names", "version"} if number == 0 else {"seat"}
        assert set(line) == {"number", "events", *known}
    reached = steps[-1].state
    assert arcanum.loads(last) == (reached if view is None else arcanum.observe(reached, seat))


@BOTH
@pytest.mark.parametrize("view", ["0", "spectator"])
def test_a_view_of_a_whole_game_is_told_to_its_end(
    which: str, view: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    path: Path = request.getfixturevalue(which)
    record = records.read(path)
    assert main(["replay", str(path), "--view", view]) == 0
    story = capsys.readouterr().out
    assert "None" not in story
    assert ("as a spectator sees it" if view == "spectator" else f"as {record.names[0]} sees it") in story
    known = [at for at, done in enumerate(record.replay()) if done.before and str(arcanum.to_act(done.before)) == view]
    assert [int(each) for each in re.findall(r"^  ([0-9]+)\. .*: ", story, flags=re.MULTILINE)] == known
    assert len(re.findall(r"^  [0-9]+\. .* has decided$", story, flags=re.MULTILINE)) == len(record.actions) - len(
        known
    )


@RULESETS
def test_a_story_can_be_told_to_everybody(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A narrator copes with events whose secret parts are missing, whatever they are."""
    rules = arcanum.rules(ruleset)
    modules = ["--modules", ",".join(rules.optional)] if isinstance(rules, GuildRules) else []
    for players in rules.players:
        main(["record", "--rules", ruleset, "--players", str(players), "--seed", "5", *modules])
        record = records.parse(capsys.readouterr().out)
        for seat in (None, *range(players)):
            narrator = rules.game.narrator(rules, record.names)
            for done in record.replay(min(400, len(record.actions))):
                told = [line.text for event in done.heard(seat) for line in narrator.lines(event)]
                assert not any("None" in text or "clause=" in text for text in told)


def test_a_view_shows_only_its_own_choices(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seat = arcanum.to_act(records.read(game).state(0))
    assert seat is not None
    for view in range(3):
        main(["replay", str(game), "--to", "0", "--view", str(view)])
        last = capsys.readouterr().out.splitlines()[-1]
        assert ("has to hide a Minor: hide " in last) == (view == seat)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--view", "3"], "--view: expected a seat from 0 to 2 or 'spectator', not '3'"),
        (["--view", "-1"], "--view: expected a seat from 0 to 2 or 'spectator', not '-1'"),
        (["--view", "Anna"], "not 'Anna'"),
        (["--to=-1"], "--to: expected a number from 0 to "),
        (["--to", "100000"], "not 100000"),
        (["--too", "1"], "no option of replay is called '--too'; did you mean '--to'?"),
    ],
)
def test_a_wrong_question_about_a_record_is_explained(
    game: Path, arguments: list[str], message: str, run: Callable[..., Ended]
) -> None:
    done = run("replay", str(game), *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_record_that_is_refused_is_not_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(game.read_text(encoding="utf-8").replace("seat 1 Bruno", "seat 1 Berta"), encoding="utf-8")
    assert main(["replay", str(game)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"arcanum: {game}: line 7: this line or what stands before it was changed, left out or added\n"


def test_good_records_are_told_in_a_line_each(game: Path, guilds: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(game), str(guilds)]) == 0
    told = capsys.readouterr()
    one, other = told.out.splitlines()
    record = records.read(game)
    result = arcanum.outcome(record.state())
    assert result is not None
    winners = " and ".join(record.names[seat] for seat in result.winners)
    assert one == f"{game}: good, arcanum/en, 3 players, {len(record.actions)} actions, won by {winners}"
    assert re.search(r"good, arcana/revised, 3 players, [0-9]+ actions, won by (Änne|李雷|Zoë)", other)
    assert told.err == ""


def test_a_game_without_names_or_without_an_end_is_good_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["record", "--names=", "--seed", "1", "-o", str(tmp_path / "nameless")])
    assert main(["verify", str(tmp_path / "nameless")]) == 0
    assert re.search(r"won by seat [0-3]( and seat [0-3])*$", capsys.readouterr().out)
    records.write(tmp_path / "begun", records.make("arcanum/en", players=3, seed=1, actions=["hide 1S"]))
    assert main(["verify", str(tmp_path / "begun")]) == 0
    assert capsys.readouterr().out.endswith("good, arcanum/en, 3 players, 1 action, not finished\n")


def test_verify_says_which_line_is_wrong_and_goes_on(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, foreign = game.with_name("broken"), game.with_name("foreign")
    broken.write_text(game.read_text(encoding="utf-8").replace("seed 9", "seed 8"), encoding="utf-8")
    foreign.write_bytes(b"\x89PNG")
    assert main(["verify", str(broken), str(foreign), str(game)]) == 1
    told = capsys.readouterr()
    first, second, third = told.out.splitlines()
    assert first.startswith(f"{broken}: line 9: ")
    assert second.startswith(f"{foreign}: line 1: ")
    assert third.startswith(f"{game}: good, ")
    assert told.err == ""


def test_verify_says_which_file_cannot_be_read_and_goes_on(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, broken = game.with_name("missing"), game.with_name("broken")
    broken.write_text("", encoding="utf-8")
    assert main(["verify", str(missing), str(broken), str(game), str(game.parent)]) == 2
    told = capsys.readouterr()
    assert [line.partition(": ")[0] for line in told.out.splitlines()] == [str(broken), str(game)]
    assert len(told.err.splitlines()) == 2
    assert "No such file" in told.err.splitlines()[0]


def test_verify_needs_a_record(run: Callable[..., Ended]) -> None:
    done = run("verify")
    assert done.code == 2
    assert "required: FILE" in done.err


# --- vectors ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def few_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of which there are so few that a test can look at them."""

    def lines(games: Sequence[str] | None = None) -> Iterator[str]:
        for game in arcanum.games() if games is None else games:
            yield json.dumps({"game": game})

    monkeypatch.setattr(vectors, "lines", lines)


@pytest.mark.usefixtures("few_vectors")
def test_vectors_are_printed_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "vectors.jsonl"
    for arguments, games in (([], ["arcanum", "arcana"]), (["--game", "arcana"], ["arcana"])):
        assert main(["vectors", *arguments]) == 0
        printed = capsys.readouterr().out
        assert [json.loads(line)["game"] for line in printed.splitlines()] == games
        assert main(["vectors", *arguments, "-o", str(file)]) == 0
        assert capsys.readouterr().out == ""
        assert file.read_text(encoding="utf-8") == printed
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("few_vectors")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "arcanun"], "no game is called 'arcanun'; did you mean 'arcanum'?"),
        (["-o", "{folder}"], "{folder}: cannot be written: Is a directory"),
        (["--games", "arcana"], "no option of vectors is called '--games'; did you mean '--game'?"),
    ],
)
def test_vectors_that_cannot_be_had_get_one_line_of_explanation(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vectors", *(each.replace("{folder}", str(tmp_path)) for each in arguments)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"arcanum: {message.replace('{folder}', str(tmp_path))}")
    assert (told.out, len(told.err.splitlines())) == ("", 1)


def test_vectors_that_break_off_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(games: Sequence[str] | None = None) -> Iterator[str]:
        yield "{}"
        raise KeyboardInterrupt

    monkeypatch.setattr(vectors, "lines", lines)
    assert main(["vectors", "-o", str(tmp_path / "vectors.jsonl")]) == 130
    assert list(tmp_path.iterdir()) == []


# --- documentation ----------------------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[1] / "docs" / "records.rst"


def transcript(page: Path) -> list[tuple[str, list[str]]]:
    """The commands that a page shows, and what it says that they print."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^\.\. code-block:: console\n\n((?:   .*\n|\n)+)", page.read_text("utf-8"), re.MULTILINE):
        for line in dedent(block).strip("\n").splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def test_the_page_about_records_shows_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = transcript(PAGE)
    assert len(commands) == 6
    for command, shown in commands:
        program, *arguments = shlex.split(command)
        if program == "echo":
            Path(arguments[-1]).write_text(" ".join(arguments[:-2]))
            continue
        main(arguments)
        told = capsys.readouterr()
        lines = [line.rstrip() for line in (told.out + told.err).splitlines()]
        for part in "\n".join(shown).split("...\n"):
            assert part.strip("\n") in "\n".join(lines), command
