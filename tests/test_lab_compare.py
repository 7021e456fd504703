"""Comparing rule sets by play: what differs is found, what does not differ is not."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import escape
from itertools import pairwise
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.cli import main
from arcanum.kernel.extras import MissingExtra
from arcanum.lab.compare import Pairs, PlayReport, compared_tallies, is_main
from arcanum.lab.play import Plan
from arcanum.lab.players import chosen
from arcanum.lab.report import binned, drawing, page
from arcanum.lab.results import GameResult
from arcanum.lab.statistics import Share
from arcanum.lab.tally import Tally, is_of_every_game
from arcanum.tarot import Rules

PLAYERS = ("random",) * 3


@pytest.fixture(scope="module")
def richer() -> PlayReport:
    """A game in which the best House pays six times as much, and which lasts a turn less."""
    rules = arcanum.rules("arcanum/it")
    assert isinstance(rules, Rules)
    table = ((99, 50, 25), *rules.scoring_table[1:])
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
    length = next(each for each in richer.real if each.what == "decisions in a game")
    assert f"decisions in a game {length.new.value:.2f} instead of {length.base.value:.2f}" in richer.sentence()


def test_every_line_says_whether_its_difference_is_real(richer: PlayReport) -> None:
    main = [each for each in richer.comparisons if is_main(each)]
    assert {each.real for each in main} == {True, False}
    for each in main:
        (line,) = (line for line in richer.lines() if line.startswith(f"{each.what}  "))
        assert line.endswith("  REAL" if each.real else "  may be chance")
        assert each.difference.signed in line


def test_shares_are_told_as_shares(richer: PlayReport) -> None:
    shares = {each.what.partition(":")[0] for each in richer.comparisons if each.share}
    assert {"wins", "wins with cards", "wins with locations"} <= shares
    assert not {"points", "cards", "decisions in a game"} & shares
    (line,) = (line for line in richer.lines() if line.startswith("wins: first player"))
    assert line.count(" % (") == 2
    assert " pp (" in line


def test_rules_of_one_name_are_told_apart(richer: PlayReport) -> None:
    rules = arcanum.rules("arcanum/it")
    assert isinstance(rules, Rules)
    rules = attrs.evolve(rules, name="Nine cards")
    found = arcanum.compare(rules, rules, PLAYERS, games=2)
    assert (found.one.rules, found.other.rules) == ("Nine cards (A)", "Nine cards (B)")
    assert str(found).startswith(
        "Nine cards (A) (a variant of arcanum/it) and Nine cards (B) (a variant of arcanum/it): 2 games each"
    )
    assert page(found).count("Nine cards (B)") > page(found).count("Nine cards (A)") / 2


def test_one_game_is_told_as_one() -> None:
    found = arcanum.compare("arcanum/it", "arcanum/en", PLAYERS, games=1)
    assert "arcanum/it and arcanum/en: one game each, players" in str(found)
    assert "<p class=note>1 game each" in page(found)


def test_a_card_that_two_users_lost_with_is_not_called_real() -> None:
    """One side has 300 users who won as often as others do, the other side two who both lost."""
    sides = []
    for rules, users in (("arcanum/it", 2), ("arcanum/en", 300)):
        tally = Tally(games=400, finished=400)
        used = tally.sample("wins with cards: Devil")
        used.add(0.0, users if users == 2 else users * 3 // 4)
        used.add(1.0, 0 if users == 2 else users // 4)
        sides.append((Plan(arcanum.rules(rules), chosen("greedy,greedy,greedy"), 0), tally))
    (one, base), (other, new) = sides
    found = compared_tallies(one, other, base, new)
    assert [each.what for each in found.comparisons] == ["wins with cards: Devil"]
    assert found.real == ()
    assert found.sentence().startswith("No difference is real: of 1 thing that could be measured")


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
    """Of what is measured in every game it is even sure that nothing differs: no interval, and nothing to be found."""
    found = arcanum.compare("arcanum/fr", "arcanum/fr-b", PLAYERS, games=10)
    assert found.real == ()
    assert {each.difference.value for each in found.comparisons} == {0.0}
    assert found.sentence().startswith("No difference is real")
    in_pairs = [each for each in found.comparisons if is_of_every_game(each.what)]
    assert len(in_pairs) > 50
    assert {(each.difference.low, each.difference.high, each.p) for each in in_pairs} == {(None, None, 1.0)}


def with_points_more(results: list[GameResult], games: int, more: int) -> list[GameResult]:
    """The first games again; in every other one each player has some points more."""
    return [
        attrs.evolve(each, scores=tuple(score + more * (at % 2) for score in each.scores))
        for at, each in enumerate(results[:games])
    ]


def test_a_small_effect_shows_in_fewer_games_than_without_pairs() -> None:
    done = arcanum.simulate("arcanum/en", PLAYERS, games=40, seed=2)
    results = list(done.results())
    pairs = Pairs()
    for one, other in zip(results, with_points_more(results, 40, 2), strict=True):
        pairs.add(one, other)
    apart, beside = (
        {each.what: each for each in compared_tallies(done.plan, done.plan, *pairs.all, *given).comparisons}
        for given in ((), (pairs,))
    )
    what = "points of a player"
    assert beside[what].difference.value == pytest.approx(apart[what].difference.value) == pytest.approx(1.0)
    assert beside[what].real
    assert apart[what].p > 0.05
    low, high = beside[what].difference.low, beside[what].difference.high
    assert low is not None
    assert high is not None
    assert 0 < low < 1 < high
    assert not beside["decisions in a game"].real


def test_a_pair_of_which_a_game_has_no_end_is_not_compared() -> None:
    results = list(arcanum.simulate("arcanum/en", PLAYERS, games=6, seed=2).results())
    pairs = Pairs()
    for at, (one, other) in enumerate(zip(results, with_points_more(results, 6, 4), strict=True)):
        pairs.add(one, attrs.evolve(other, winners=()) if at == 1 else other)
    assert (pairs.games, pairs.all[0].finished, pairs.all[1].finished) == (5, 6, 5)
    assert pairs.compared("points of a player", "").difference.value == pytest.approx(4 * 2 / 5)


def test_games_of_three_and_of_four_are_no_pair() -> None:
    one, other = (next(iter(arcanum.simulate("arcanum/en", ["random"] * n, games=1).results())) for n in (3, 4))
    with pytest.raises(arcanum.BadCall, match="games of 3 and of 4 players are no pair"):
        Pairs().add(one, other)


def test_that_games_are_compared_in_pairs_is_told_everywhere(richer: PlayReport) -> None:
    assert f"{richer.pairs} pairs of the same seed" in str(richer)
    assert f"{richer.pairs} pairs of the same seed" in page(richer)
    assert json.loads(richer.json())["pairs"] == richer.pairs == 60
    unpaired = attrs.evolve(richer, pairs=None)
    assert "pairs of" not in str(unpaired)
    assert "pairs of" not in page(unpaired)


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
    assert found["one"] == {"rules": "arcanum/it", "title": "arcanum/it", "games": 60, "finished": 60}
    assert found["real"] == [each["what"] for each in found["comparisons"] if each["real"]]
    assert set(found["comparisons"][0]) == {"what", "base", "new", "difference", "p", "real", "share"}
    assert set(found["comparisons"][0]["base"]) == {"value", "low", "high"}


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_but_itself(richer: PlayReport) -> None:
    text = page(richer)
    assert text.count("<svg") == 6
    assert fetched(text) == []
    assert escape(richer.sentence()) in text
    assert "wins with cards: King of Swords" in text


FETCHING = re.compile(
    r"""(?:src|srcset|href|data|action|poster)\s*=\s*["']?(?!["'#])[^\s>]+ | url\(\s*["']?(?!["'#])[^)]+ | @import""",
    re.VERBOSE | re.IGNORECASE,
)


def fetched(text: str) -> list[str]:
    """Whatever in a page makes a browser ask for something else."""
    return FETCHING.findall(text)


@pytest.mark.parametrize(
    "text",
    [
        '<img src="a.png">',
        "<img src=a.png>",
        "<link href = 'a.css'>",
        "<a HREF=http://example.org>",
        "<style>p { background: url(http://example.org/a.png) }</style>",
        "<style>p { background: url( 'a.png' ) }</style>",
        "<style>@import 'a.css';</style>",
        "<object data=a.svg>",
    ],
)
def test_whatever_a_page_would_fetch_is_noticed(text: str) -> None:
    assert fetched(text)
    assert fetched("""<use href="#a"/><use xlink:href='#a'/><path clip-path="url(#b)"/>""") == []


def test_drawings_have_a_title_and_ids_of_their_own(richer: PlayReport) -> None:
    text = page(richer)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) > 100
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(ids)
    titles = re.findall(r'<svg role="img" aria-label="([^"]+)"[^>]*>\s*<title>([^<]+)</title>', text)
    assert len(titles) == len(set(titles)) == 6
    assert all(label == title for label, title in titles)


def test_what_never_happens_by_the_first_rules_is_told_beside_the_drawing(richer: PlayReport) -> None:
    never = attrs.evolve(richer.comparisons[0], what="games without an end", base=Share(0, 0, 0.1))
    text = page(attrs.evolve(richer, comparisons=(never, *richer.comparisons[1:])))
    assert "Left out, because there is nothing to take per cent of: games without an end" in text
    assert "Left out" not in page(attrs.evolve(richer, comparisons=richer.comparisons[:3]))


counted = st.dictionaries(st.integers(-50, 500), st.integers(1, 9), min_size=1).map(Counter)


@given(counted, counted)
def test_bins_serve_both_sides_and_lose_no_game(one: Counter[int], other: Counter[int]) -> None:
    places, heights = binned([(each, each.total()) for each in (one, other)])
    assert len(places) <= 30
    assert len({after - before for before, after in pairwise(places)}) <= 1
    for side, shares in zip((one, other), heights, strict=True):
        assert len(shares) == len(places)
        assert sum(shares) == pytest.approx(1)
        first = sum(count for value, count in side.items() if len(places) == 1 or value < places[1])
        assert shares[0] == pytest.approx(first / side.total())


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
    assert told.out.startswith(
        "arcanum/it and Nine cards in hand (a variant of arcanum/it): 6 games each, "
        "players random, random, random; 6 pairs "
    )
    assert re.search(r"(No difference is|[0-9]+ of [0-9]+ differences (is|are)) real", told.out)
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
