"""Comparing rule sets by play: what differs is found, what does not differ is not."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

import attrs
import pytest

import arcanum
from arcanum.cli import main
from arcanum.kernel.extras import MissingExtra
from arcanum.lab.compare import PlayReport
from arcanum.lab.report import drawing, page
from arcanum.lab.tally import Tally
from arcanum.tarot import Rules

PLAYERS = ("random",) * 3


@pytest.fixture(scope="module")
def richer() -> PlayReport:
    """A game in which the best House pays ten times as much, and which lasts a turn less."""
    rules = arcanum.rules("arcanum/it")
    assert isinstance(rules, Rules)
    table = ((160, 80, 40), *rules.scoring_table[1:])
    calendar = attrs.evolve(rules.calendar_of_three, short=(3,))
    variant = attrs.evolve(rules, name="richer", scoring_table=table, calendar_of_three=calendar)
    return arcanum.compare(rules, variant, PLAYERS, games=60, seed=1)


def test_what_was_changed_is_called_real_and_told_first(richer: PlayReport) -> None:
    real = {each.what: each.difference.value for each in richer.real}
    assert real["points: scoring"] > 0
    assert real["points of the winner"] > 0
    assert real["turns or rounds"] == -1
    assert real["decisions in a game"] < 0
    assert "By richer: " in richer.sentence()
    assert "decisions in a game less" in richer.sentence()
    rows = {line[:30].strip(): line for line in richer.lines()}
    assert rows["decisions in a game"].endswith("REAL")
    assert rows["wins: first player"].endswith(("REAL", "may be chance"))


def test_everything_is_measured(richer: PlayReport) -> None:
    names = {each.what for each in richer.comparisons}
    assert {
        "decisions in a game",
        "choices at a decision",
        "lead of the winner",
        "wins: third player",
        "points: locations",
        "points: majors",
        "points: scoring",
        "locations: Mage Tower",
        "cards: King of Swords",
        "wins with cards: King of Swords",
    } <= names


def test_equal_rules_give_equal_games_and_no_difference() -> None:
    found = arcanum.compare("arcanum/fr", "arcanum/fr-b", PLAYERS, games=10)
    assert found.real == ()
    assert {each.difference.value for each in found.comparisons} == {0.0}
    assert found.sentence().startswith("No difference is real")


def test_shares_of_the_victory_add_up() -> None:
    done = arcanum.simulate("arcana/revised", ["random"] * 2, games=5, seed=1)
    tally = done.tally()
    wins = [tally.measured(what).total for what in tally.samples if what.startswith("wins: ")]
    assert sum(wins) == pytest.approx(tally.finished)


def test_what_is_not_in_a_game_counts_as_nothing_there() -> None:
    results = list(arcanum.simulate("arcanum/en", PLAYERS, games=8, seed=3).results())
    tally = Tally.of(results)
    used = [sum(each.get("KS", 0) for each in result.uses["cards"]) for result in results]
    assert 0 in used
    assert tally.measured("cards: KS").mean == sum(used) / len(used)


def test_rules_of_two_games_cannot_be_compared() -> None:
    with pytest.raises(arcanum.BadCall, match="rules of different games"):
        arcanum.compare("arcanum/en", "arcana/first", PLAYERS, games=1)


def test_the_document_has_its_fields(richer: PlayReport) -> None:
    found = json.loads(richer.json())
    assert (found["format"], found["kind"], found["correction"], found["level"]) == (1, "comparison", "holm", 0.05)
    assert found["one"] == {"rules": "arcanum/it", "games": 60, "finished": 60}
    assert found["real"] == [each["what"] for each in found["comparisons"] if each["real"]]
    assert set(found["comparisons"][0]) == {"what", "base", "new", "difference", "p", "real"}


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_but_itself(richer: PlayReport) -> None:
    text = page(richer)
    assert text.count("<svg") == 6
    assert re.findall(r"(?:src|href)\s*=\s*[\"'](?!#)", text) == []
    assert "@import" not in text
    assert escape(richer.sentence()) in text
    assert "wins with cards: King of Swords" in text


def test_the_same_comparison_gives_the_same_page(richer: PlayReport) -> None:
    assert page(richer) == page(richer)


def test_names_of_house_rules_cannot_spoil_the_page(richer: PlayReport) -> None:
    evil = attrs.evolve(richer, other=attrs.evolve(richer.other, rules="<script>alert(1)</script>"))
    assert "<script>" not in page(evil)


# --- command line -----------------------------------------------------------------------------------------------------


def test_the_command_compares_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.html"
    house = str(Path(__file__).parents[1] / "examples" / "house_rules" / "nine_cards.toml")
    arguments = ["compare", "arcanum/it", house, "--players", "random,random,random", "--games", "6"]
    assert main([*arguments, "--report", str(path)]) == 0
    told = capsys.readouterr()
    assert "6 games each" in told.out
    assert "real" in told.out
    assert told.err == ""
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "comparison"


def test_the_options_of_the_compared_game_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "arcana/first", "arcana/revised", "--players", "random,random", "--games", "1", "--json"]
    assert main([*arguments, "--round-limit", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == {"round_limit": 3}


def test_without_the_extra_no_game_is_played_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcanum.kernel.extras.find_spec", lambda name: None if name == "matplotlib" else name)
    monkeypatch.setattr("arcanum.compare", pytest.fail)
    with pytest.raises(MissingExtra, match=r"pip install 'arcanum\[report\]'"):
        drawing()
    assert main(["compare", "arcanum/it", "arcanum/en", "--report", "x.html"]) == 2
