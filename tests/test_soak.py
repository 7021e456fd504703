"""The soak finds what is broken, names the game, and says what it did."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

import arcanum
from arcanum.spec import soak
from arcanum.spec.tarot.invariants import check_state
from arcanum.spec.tarot.soak import TarotSoak
from arcanum.tarot import State
from arcanum.tarot.board import Figures, Prestige


def test_a_short_soak_reports_and_writes_a_section_for_every_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "results" / "soak.json"
    assert soak.main(["--games", "3", "--jobs", "1", "--json", str(report)]) == 0
    told, written = capsys.readouterr().out, json.loads(report.read_text())
    assert list(written) == list(arcanum.games())
    for game, section in written.items():
        assert f"{game}: 3 games" in told
        assert section["games"] == 3
        assert section["version"] == arcanum.__version__
        assert section["command"] == f"python -m arcanum.spec.soak --game {game} --games 3"
        assert set(section["events"]) <= set(soak.event_kinds(game))
        assert set(section["missing"]) == {*soak.kit(game).countable(), "events", "clauses"}


def test_the_soak_of_one_game_leaves_the_results_of_the_others_alone(tmp_path: Path) -> None:
    report = tmp_path / "soak.json"
    report.write_text('{"chess": {"games": 7}, "arcanum": {"games": 9}}')
    assert soak.main(["--game", "arcanum", "--games", "1", "--jobs", "1", "--json", str(report)]) == 0
    written = json.loads(report.read_text())
    assert written["chess"] == {"games": 7}
    assert written["arcanum"]["games"] == 1


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["--game", "chess"])
    assert "invalid choice: 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize("game", arcanum.games())
def test_the_games_of_a_soak_cover_all_rule_sets_and_player_counts(game: str) -> None:
    plans = [soak.plan(game, number) for number in range(500)]
    wanted = {(name, players) for name in arcanum.rulesets(game) for players in arcanum.rules(name).players}
    assert {(plan.rules, plan.players) for plan in plans} == wanted
    assert plans == [soak.plan(game, number) for number in range(500)]


@pytest.mark.parametrize("game", arcanum.games())
def test_whatever_a_soak_counts_it_knows_beforehand(game: str) -> None:
    countable = soak.kit(game).countable()
    for number in range(3):
        tally = soak.play_one(game, number)
        for what, counts in tally.counted.items():
            assert set(counts) <= set(countable[what])
        assert set(tally.clauses) <= set(soak.event_clauses(game))


def test_the_games_of_arcanum_cover_all_lengths_and_variants() -> None:
    plans = soak.kit("arcanum").kinds()
    assert {plan.rules for plan in plans} == set(arcanum.rulesets("arcanum"))
    assert len({(plan.rules, plan.players, plan.options["length"]) for plan in plans}) == 8 * 3 * 2
    # The German printing has no game that begins without Majors.
    assert len({(plan.rules, plan.players, plan.options["majors"]) for plan in plans}) == 8 * 3 * 3 - 3
    assert [soak.plan("arcanum", number) for number in range(len(plans))] != list(plans), "they come in mixed order"


def test_visits_are_counted() -> None:
    tally = soak.play_one("arcanum", 0)
    assert sum(tally.counted["locations"].values()) == tally.events["LocationActivated"] > 0
    assert sum(tally.counted["cards"].values()) == tally.events["Played"] > 0


def some_state() -> State:
    state = arcanum.new_game("arcanum/en", players=3, seed=5)
    assert isinstance(state, State)
    return state


def test_a_lost_card_is_noticed() -> None:
    state = some_state()
    with pytest.raises(AssertionError, match="exactly one place"):
        check_state(attrs.evolve(state, minor_deck=state.minor_deck[1:]))


def test_a_doubled_card_is_noticed() -> None:
    state = some_state()
    with pytest.raises(AssertionError, match="exactly one place"):
        check_state(attrs.evolve(state, minor_discard=state.minor_deck[:1]))


def test_prestige_beyond_the_track_is_noticed() -> None:
    with pytest.raises(AssertionError, match="prestige"):
        check_state(attrs.evolve(some_state(), prestige=Prestige((22, 0, 0, 0))))


def test_a_figure_nowhere_is_noticed() -> None:
    state = some_state()
    with pytest.raises(AssertionError, match="figure"):
        check_state(attrs.evolve(state, figures=Figures((11, *state.figures.row[1:]))))


def test_a_hand_that_is_too_large_is_noticed() -> None:
    state = some_state()
    first, *others = state.players
    large = tuple(sorted((*first.hand, *state.minor_deck[:4]), key=lambda card: card.position))
    crowded = attrs.evolve(state, players=(attrs.evolve(first, hand=large), *others), minor_deck=state.minor_deck[4:])
    with pytest.raises(AssertionError, match="holds 9 cards"):
        check_state(crowded)


def test_a_state_without_a_decision_is_noticed() -> None:
    with pytest.raises(AssertionError, match="somebody must be asked"):
        check_state(attrs.evolve(some_state(), agenda=()))


def test_a_broken_invariant_is_reported_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, state: State) -> None:
        assert state.turn < 3, "turn 3 is broken"

    monkeypatch.setattr(TarotSoak, "check_state", broken)
    with pytest.raises(AssertionError, match=r"Plan\(rules='arcanum/[a-z]+', players=[345].*turn 3 is broken"):
        soak.play_one("arcanum", 0)
