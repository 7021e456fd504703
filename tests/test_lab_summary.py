"""What a simulation comes to: how each kind of player fared, and how sure that is."""

from __future__ import annotations

from random import Random

import pytest

import arcanum
from arcanum.lab.statistics import Sample
from arcanum.lab.summary import PlayerSummary, Summary, summary
from arcanum.lab.tally import Standing


def played(players: str, games: int) -> Summary:
    return summary(arcanum.simulate("arcanum/en", players.split(","), games, seed=3))


def test_a_seat_of_a_kind_has_its_part_of_what_the_kind_won() -> None:
    one, two = played("greedy,random,random", 20).players
    assert (one.seats, two.seats) == (1, 2)
    assert one.wins.value + 2 * two.wins.value == pytest.approx(1)
    assert one.wins.low is not None
    assert two.wins.high is not None
    assert one.wins.low + 2 * two.wins.high == pytest.approx(1), "what one is sure to have, the others cannot have"


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_interval_of_a_kind_with_several_seats_is_about_as_wide_as_it_should_be(seats: int) -> None:
    dice, covered = Random(seats), 0
    for _ in range(500):
        wins = Sample.of((dice.random() < seats / 4 for _ in range(80)), share=True)
        found = Standing(seats, wins).wins_of_a_seat(4)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 1 / 4 <= found.high
    assert 455 <= covered <= 490, "19 of 20, not all"


def test_who_plays_alone_is_not_said_to_be_even() -> None:
    found = played("random,random,random", 10)
    (only,) = found.players
    assert (only.wins.value, only.wins.low, only.verdict) == (1 / 3, None, "nobody else")
    assert "33.3 % (-)" in "\n".join(found.lines())
    assert found.plain()["players"][0]["wins"] == {"value": 1 / 3, "low": None, "high": None}


def test_a_player_of_whom_nothing_was_shown_is_not_called_even() -> None:
    found = played("greedy,random,random", 1)
    assert {each.verdict for each in found.players} == {"not shown"}
    assert "even\n" not in "\n".join(found.lines())


@pytest.mark.parametrize(("won", "verdict"), [(40, "better"), (13, "not shown"), (2, "worse")])
def test_the_verdict_asks_whether_the_interval_leaves_out_the_even_share(won: int, verdict: str) -> None:
    wins = Standing(1, Sample(40, won, won, share=True)).wins_of_a_seat(3)
    assert PlayerSummary("greedy", 1, wins, 1 / 3, wins).verdict == verdict


def test_of_one_game_no_interval_is_told_but_of_shares() -> None:
    found = played("greedy,random,random", 1)
    shares = {what for what, mean in found.measures.items() if mean.low is not None}
    assert shares == {"victory shared", "wins: first player", "wins: second player", "wins: third player"}
    assert str(found.measures["decisions in a game"]).endswith(" (-)")


def test_shares_stay_between_nothing_and_all() -> None:
    found = played("greedy,random,random", 4)
    for what, mean in found.measures.items():
        if what.startswith(("wins", "victory")):
            assert mean.low is not None
            assert mean.high is not None
            assert 0 <= mean.low <= mean.value <= mean.high <= 1
            assert mean.high - mean.low > 0.1, "four games cannot say for sure that something never happens"
