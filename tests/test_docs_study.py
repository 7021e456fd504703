"""The study of the printings says in words what its numbers say, and its tables can be read."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from docs.ext import study_pages

ROOT = Path(__file__).parents[1]
STUDY: dict[str, Any] = json.loads((ROOT / "docs" / "results" / "study.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "printings_study.rst").read_text(encoding="utf-8")
FRENCH, OTHERS = ("fr", "fr-b"), ("en", "de", "es", "it-b")
BOTH = ("four", "three")


def row(printing: str, setting: str, what: str) -> Mapping[str, Any]:
    """What was compared."""
    found: list[Mapping[str, Any]] = [
        each
        for each in STUDY["differences"]
        if (study_pages.short(each["printing"]), study_pages.key(each["setting"]), each["what"])
        == (printing, setting, what)
    ]
    assert len(found) == 1
    return found[0]


def rows(printing: str, setting: str) -> list[Mapping[str, Any]]:
    """What really differs by a printing."""
    name = f"arcanum/{printing}"
    found = [each for each in STUDY["differences"] if each["printing"] == name and each["real"]]
    return [each for each in found if study_pages.key(each["setting"]) == setting]


def test_every_number_of_the_page_is_one_of_the_study() -> None:
    named = set(re.findall(r"\.\. \|([^|]+)\|", study_pages.numbers(STUDY)))
    used = {" ".join(name.split()) for name in re.findall(r"\|([^|]+)\|", PAGE)}
    assert len(used) > 40
    assert used <= named


def test_no_number_but_of_names_is_written_into_the_prose() -> None:
    prose = re.sub(r"\|[^|]+\||:\w+:`[^`]+`|``[^`]+``|\.\. code-block::.*", "", PAGE, flags=re.DOTALL)
    assert set(re.findall(r"\S*[0-9]\S*", prose)) <= {"(FIRST-1", "FIRST-5).", "95"}


SAID = [
    *(("less", "three", name, what) for name in FRENCH for what in ("points of a player", "points: scoring")),
    *(("less", "three", name, what) for name in FRENCH for what in ("changes of the lead", "lead of the winner")),
    *(("more", "three", name, "wins: first player") for name in FRENCH),
    *(("less", "three", name, "wins: third player") for name in FRENCH),
    *(("less", "three", name, f"locations: {place}") for name in FRENCH for place in ("Treasure Vault", "Castle")),
    *(("more", "three", name, f"locations: {place}") for name in FRENCH for place in ("Throne Room", "Harbour")),
    *(("less", at, "it-b", "points: locations") for at in BOTH),
    *(("less", "four", "it-b", what) for what in ("locations: Fields", "wins with locations: Fields")),
    ("less", "four", "it-b", "changes of the lead"),
    *(("less", at, "en", "cards: Moon") for at in BOTH),
    *(("more", at, "en", "wins with cards: Stars") for at in BOTH),
    *(("less", at, "en", what) for at in BOTH for what in ("choices at a decision", "points: scoring")),
    *(("more", at, "es", "cards: Justice") for at in BOTH),
    *(("more", at, "en", "locations: Treasure Vault") for at in BOTH),
]


@pytest.mark.parametrize(("which", "setting", "printing", "what"), SAID)
def test_what_the_page_says_of_a_difference_is_so(which: str, setting: str, printing: str, what: str) -> None:
    found = row(printing, setting, what)
    assert found["real"]
    assert (found["difference"]["value"] > 0) == (which == "more")


def test_the_french_long_game_has_nearly_half_the_points_and_nearly_all_of_the_loss_is_scoring() -> None:
    for name in FRENCH:
        whole, scoring = (row(name, "three", what) for what in ("points of a player", "points: scoring"))
        assert 0.5 < whole["new"]["value"] / whole["base"]["value"] < 0.6
        assert 0.95 < scoring["difference"]["value"] / whole["difference"]["value"] < 1


def test_the_french_play_threes_and_fours_more_and_knaves_less() -> None:
    for card, sign in (("3 of", 1), ("4 of", 1), ("Knave of", -1)):
        found = [each for each in rows("fr", "three") if each["what"].startswith(f"cards: {card}")]
        assert len(found) == 4
        assert all(sign * each["difference"]["value"] > 0 for each in found)


def test_no_other_printing_is_shown_to_favour_a_seat() -> None:
    wins = [each for each in STUDY["differences"] if each["what"].startswith("wins: ") and each["real"]]
    assert {study_pages.short(each["printing"]) for each in wins} == set(FRENCH)
    assert {study_pages.key(each["setting"]) for each in wins} == {"three"}


@pytest.mark.parametrize(
    ("setting", "printings"), [("four", ("de", "es", "fr", "fr-b")), ("three", ("de", "es"))], ids=BOTH
)
def test_the_fields_cost_the_same_wherever_they_bring_nothing(setting: str, printings: tuple[str, ...]) -> None:
    one = row("it-b", setting, "points: locations")["difference"]
    for name in printings:
        other = row(name, setting, "points: locations")["difference"]
        assert other["low"] < one["high"]
        assert one["low"] < other["high"]


def test_the_english_moon_is_played_a_third_as_often() -> None:
    for setting in BOTH:
        moon = row("en", setting, "cards: Moon")
        assert 0.3 < moon["new"]["value"] / moon["base"]["value"] < 0.4


def test_nothing_but_the_moon_the_stars_and_the_vault_is_shown_to_be_used_otherwise_in_english() -> None:
    for setting in BOTH:
        used = {each["what"] for each in rows("en", setting) if not study_pages.is_main(each)}
        assert used == {"cards: Moon", "wins with cards: Stars", "locations: Treasure Vault"}


def of_the_fields(what: str) -> bool:
    """Whether that is the point of the Fields, what follows for the whole, or the cards that lead there."""
    wholes = ("points of a player", "points of the winner", "changes of the lead", "points: locations")
    return what in wholes or what.endswith("Fields") or what.startswith("wins with cards: 6 of ")


@pytest.mark.parametrize("printing", ["es", "de", "it-b"])
def test_nothing_else_is_shown_by_the_spanish_and_the_german_than_justice_and_the_fields(printing: str) -> None:
    found = {each["what"] for setting in BOTH for each in rows(printing, setting) if not of_the_fields(each["what"])}
    assert found == ({"cards: Justice"} if printing == "es" else set())


def test_no_other_reading_changes_the_points_by_much_more_than_a_hundredth() -> None:
    for each in STUDY["differences"]:
        name, setting = study_pages.short(each["printing"]), study_pages.key(each["setting"])
        if each["what"] == "points of a player" and not (name in FRENCH and setting == "three"):
            assert abs(each["difference"]["value"]) < 0.015 * each["base"]["value"]


def test_a_few_victories_in_a_thousand_could_be_missed_and_what_is_said_to_be_found_could_not() -> None:
    missed = [each["difference"] for each in STUDY["missed"] if each["what"].startswith("wins: ")]
    told = [each for each in STUDY["missed"] if each["what"] == "wins: first player" and each["setting"][:5] == "three"]
    assert max(missed) == told[0]["difference"]
    assert min(missed) > 0.01


def test_the_control_finds_nothing() -> None:
    assert [(each["one"], each["other"], each["real"]) for each in STUDY["control"]] == 2 * [
        ("arcanum/fr", "arcanum/fr-b", 0)
    ]
    assert min(each["comparisons"] for each in STUDY["control"]) > 150


# --- tables -----------------------------------------------------------------------------------------------------------


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a page, as rows of cells."""
    for part in text.split(".. list-table::")[1:]:
        yield [re.findall(r"(?:^|\n {5})- ?(.*)", entry) for entry in part.split("\n   * ")[1:]]


def test_the_tables_are_short_and_the_surest_comes_first() -> None:
    found = list(tables(study_pages.study(STUDY)))
    assert len(found) == 2 + 2 * 5, "one of the whole and five of uses for each setting: the French ones read alike"
    assert max(map(len, found)) <= 1 + max(study_pages.MOST, 16)
    text = study_pages.study(STUDY)
    assert "the 12 surest of 76" in text
    chances = [
        min(each["p"] for name in FRENCH for each in rows(name, "three") if each["what"] == line[0])
        for line in found[-1][1:]
    ]
    assert chances == sorted(chances)


def test_every_cell_says_how_sure_it_is() -> None:
    whole, *_ = tables(study_pages.study(STUDY))
    for _, base, *others in whole[1:]:
        assert re.fullmatch(r"[0-9.]+( %)?", base)
        for cell in others:
            assert re.fullmatch(r"(\*\*)?[-+][0-9.]+ ±[0-9.]*[1-9][0-9]*(\*\*)?", cell), cell


def test_no_difference_reads_as_nothing_that_is_said_to_be_something() -> None:
    for cell in re.findall(r"\*\*([^*]+)\*\*", study_pages.study(STUDY)):
        assert re.search(r"[1-9]", cell.split()[0])


def test_the_file_names_no_place_of_the_machine_and_no_time_that_it_did_not_take() -> None:
    assert STUDY["command"] == "python examples/printings_study.py --games 50000"
    assert "seconds" not in STUDY


# --- the script -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("printings_study", ROOT / "examples" / "printings_study.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_a_study_has_the_fields_of_the_one_that_is_shown(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    assert script.main(["--games", "4", "--results", str(tmp_path / "games"), "--json", str(path)]) == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    assert set(found) == set(STUDY)
    for name in ("played", "control", "missed", "differences"):
        assert set(found[name][0]) == set(STUDY[name][0])
    assert str(tmp_path) not in path.read_text(encoding="utf-8")
    assert study_pages.study(found)
    assert study_pages.numbers(found)


def test_as_many_true_differences_are_found_as_the_study_says(script: ModuleType) -> None:
    from random import Random

    from arcanum.lab.statistics import LEVEL, Sample, compared

    dice = Random(3)
    samples = [Sample.of(dice.gauss(0, 1) for _ in range(400)) for _ in "ab"]
    every = [("setting", "printing", compared("lead of the winner", *samples))] * 10
    (missed,) = script.missed(every)
    found = 0
    for _ in range(300):
        one, other = (Sample.of(dice.gauss(by, 1) for _ in range(400)) for by in (0, missed["difference"]))
        found += compared("", one, other).p <= LEVEL / 10
    assert 0.72 <= found / 300 <= 0.88
