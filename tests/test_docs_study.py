"""The study of the printings says in words what its numbers say, and its tables can be read."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

from docs import headlines
from docs.ext import study_pages

ROOT = Path(__file__).parents[1]
STUDY: dict[str, Any] = json.loads((ROOT / "docs" / "results.json").read_text(encoding="utf-8"))["study"]["results"]
PAGE = (ROOT / "docs" / "printings_study.rst").read_text(encoding="utf-8")
FRENCH, OTHERS = ("fr", "fr-b"), ("en", "de", "es", "it-b")
BOTH = ("four", "three")
SETTINGS = {study_pages.key(setting): setting for setting in study_pages.settings(STUDY)}


@attrs.frozen
class Row:
    """What was compared: the base, a printing, and the difference with half its interval."""

    base: float
    new: float
    difference: float
    reach: float
    real: bool


def number(text: str) -> float:
    """A number as it is told: with a sign, or with a unit behind it."""
    return float(text.split()[0])


def row(printing: str, setting: str, what: str) -> Row:
    """What was compared."""
    table = STUDY[SETTINGS[setting]]
    cells = table[what]
    new, difference, real = cells[table[""].index(printing)]
    value, reach = difference.split(" ±")
    return Row(number(cells[0]), number(new), float(value), float(reach), real)


def mains(setting: str) -> list[str]:
    """What is measured of the game as a whole."""
    return [what for what, _ in study_pages.rows(STUDY, SETTINGS[setting]) if headlines.is_main(what)]


def uses(printing: str, setting: str) -> dict[str, str]:
    """Which uses of cards and places really differ by a printing, with the sign of the difference."""
    cells = STUDY[headlines.USES]
    return {each[2:]: each[0] for each in cells[printing][cells[""].index(SETTINGS[setting])]}


def rows(printing: str, setting: str) -> set[str]:
    """What really differs by a printing."""
    return {what for what in mains(setting) if row(printing, setting, what).real} | set(uses(printing, setting))


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
    assert found.real
    assert (found.difference > 0) == (which == "more")


def test_the_french_long_game_has_nearly_half_the_points_and_nearly_all_of_the_loss_is_scoring() -> None:
    for name in FRENCH:
        whole, scoring = (row(name, "three", what) for what in ("points of a player", "points: scoring"))
        assert 0.5 < whole.new / whole.base < 0.6
        assert 0.95 < scoring.difference / whole.difference < 1


def test_the_french_play_threes_and_fours_more_and_knaves_less() -> None:
    for card, sign in (("3 of", "+"), ("4 of", "+"), ("Knave of", "-")):
        found = {what: found for what, found in uses("fr", "three").items() if what.startswith(f"cards: {card}")}
        assert list(found.values()) == [sign] * 4


def test_no_other_printing_is_shown_to_favour_a_seat() -> None:
    found = {
        (name, setting)
        for name in FRENCH + OTHERS
        for setting in BOTH
        if any(what.startswith("wins: ") for what in rows(name, setting))
    }
    assert found == {(name, "three") for name in FRENCH}


@pytest.mark.parametrize(
    ("setting", "printings"), [("four", ("de", "es", "fr", "fr-b")), ("three", ("de", "es"))], ids=BOTH
)
def test_the_fields_cost_the_same_wherever_they_bring_nothing(setting: str, printings: tuple[str, ...]) -> None:
    one = row("it-b", setting, "points: locations")
    for name in printings:
        other = row(name, setting, "points: locations")
        assert abs(other.difference - one.difference) < one.reach + other.reach


def test_the_english_moon_is_played_a_third_as_often() -> None:
    for setting in BOTH:
        moon = row("en", setting, "cards: Moon")
        assert 0.3 < moon.new / moon.base < 0.4


def test_nothing_but_the_moon_the_stars_and_the_vault_is_shown_to_be_used_otherwise_in_english() -> None:
    for setting in BOTH:
        assert set(uses("en", setting)) == {"cards: Moon", "wins with cards: Stars", "locations: Treasure Vault"}


def of_the_fields(what: str) -> bool:
    """Whether that is the point of the Fields, what follows for the whole, or the cards that lead there."""
    wholes = ("points of a player", "points of the winner", "changes of the lead", "points: locations")
    return what in wholes or what.endswith("Fields") or what.startswith("wins with cards: 6 of ")


@pytest.mark.parametrize("printing", ["es", "de", "it-b"])
def test_nothing_else_is_shown_by_the_spanish_and_the_german_than_justice_and_the_fields(printing: str) -> None:
    found = {what for setting in BOTH for what in rows(printing, setting) if not of_the_fields(what)}
    assert found == ({"cards: Justice"} if printing == "es" else set())


def test_no_other_reading_changes_the_points_by_much_more_than_a_hundredth() -> None:
    for setting in BOTH:
        for name in OTHERS if setting == "three" else FRENCH + OTHERS:
            points = row(name, setting, "points of a player")
            assert abs(points.difference) < 0.015 * points.base


def test_a_few_victories_in_a_thousand_could_be_missed_and_what_is_said_to_be_found_could_not() -> None:
    missed = {
        (setting, what): number(cells[-1])
        for setting, name in SETTINGS.items()
        for what, cells in study_pages.rows(STUDY, name)
        if what.startswith("wins: ")
    }
    assert len(missed) == 4 + 3
    assert max(missed.values()) == missed["three", "wins: first player"]
    assert min(missed.values()) > 1


def test_the_control_finds_nothing() -> None:
    assert [STUDY["control"][""].index(name) for name in ("comparisons", "significant")] == [0, 1]
    for setting in SETTINGS.values():
        comparisons, significant, _ = STUDY["control"][setting]
        assert comparisons > 150
        assert significant == 0


# --- tables -----------------------------------------------------------------------------------------------------------


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a page, as rows of cells."""
    for part in text.split(".. list-table::")[1:]:
        yield [re.findall(r"(?:^|\n {5})- ?(.*)", entry) for entry in part.split("\n   * ")[1:]]


def test_there_is_a_table_for_each_setting_with_a_column_for_each_printing() -> None:
    found = list(tables(study_pages.study(STUDY)))
    assert len(found) == len(SETTINGS)
    for whole in found:
        assert {len(line) for line in whole} == {2 + len(FRENCH + OTHERS)}
        assert len(whole) > 15


def test_every_cell_says_how_sure_it_is() -> None:
    for whole in tables(study_pages.study(STUDY)):
        for _, base, *others in whole[1:]:
            assert re.fullmatch(r"[0-9.]+( %)?", base)
            assert any(others)
            for cell in filter(None, others):
                assert re.fullmatch(r"(\*\*)?[-+][0-9.]+ ±[0-9.]*[1-9][0-9]*(\*\*)?", cell), cell


def test_no_difference_reads_as_nothing_that_is_said_to_be_something() -> None:
    for cell in re.findall(r"\*\*([^*]+)\*\*", study_pages.study(STUDY)):
        assert re.search(r"[1-9]", cell.split()[0])


def test_where_nothing_stands_nothing_really_differs() -> None:
    for setting, name in SETTINGS.items():
        _, *others, _ = STUDY[name][""]
        for what, (_, *cells, _) in study_pages.rows(STUDY, name):
            if not headlines.is_main(what):
                real = {printing for printing, cell in zip(others, cells, strict=True) if cell and cell[2]}
                assert real == {printing for printing in others if what in uses(printing, setting)}


def test_what_is_used_more_stands_before_what_is_used_less() -> None:
    assert study_pages.listed(["- cards: Moon", "+ cards: Stars", "+ cards: Sun"]) == (
        "**more**: cards: Stars; cards: Sun. **less**: cards: Moon"
    )
    assert study_pages.listed([]) == ""


# --- the script -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("printings_study", ROOT / "examples" / "printings_study.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_a_study_has_the_headlines_of_the_one_that_is_shown(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    assert script.main(["--games", "4", "--results", str(tmp_path / "games"), "--json", str(path)]) == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["command"] == "python examples/printings_study.py --games 4"
    assert "seconds" not in found, "of a study that went on, only the last part could be told"
    assert str(tmp_path) not in path.read_text(encoding="utf-8")
    told = headlines.study(found)
    assert list(told) == list(STUDY)
    assert [told[setting][""] for setting in SETTINGS.values()] == [STUDY[each][""] for each in SETTINGS.values()]
    assert dict(study_pages.study_pages({**found, "results": told}))


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
