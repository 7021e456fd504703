"""The soak finds what is broken, names the game, and says what it did."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

import arcanum
from arcanum.spec import soak
from arcanum.spec.invariants import check_state
from arcanum.tarot import State
from arcanum.tarot.board import Figures
from arcanum.tarot.state import Prestige


def test_a_short_soak_reports_and_writes_its_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "results" / "soak.json"
    assert soak.main(["--games", "12", "--jobs", "1", "--json", str(report)]) == 0
    assert "12 games" in capsys.readouterr().out
    written = json.loads(report.read_text())
    assert written["games"] == 12
    assert written["version"] == arcanum.__version__
    assert sum(written["locations"].values()) == written["events"]["LocationActivated"]


def test_the_games_of_a_soak_cover_all_counts_lengths_rule_sets_and_variants() -> None:
    plans = [soak.Plan.numbered(number) for number in range(len(soak.KINDS))]
    assert len({(plan.rules, plan.players, plan.length) for plan in plans}) == 12
    assert len({(plan.rules, plan.players, plan.majors) for plan in plans}) == 18


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


def test_a_broken_invariant_is_reported_with_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(state: State) -> None:
        assert state.turn < 3, "turn 3 is broken"

    monkeypatch.setattr(soak, "check_state", broken)
    with pytest.raises(AssertionError, match=r"Plan\(rules='arcanum/en', players=3.*turn 3 is broken"):
        soak.play_one(0)
