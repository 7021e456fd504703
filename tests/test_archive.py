"""The archive finds records that lead to another state, and says what it did."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

import arcanum
from arcanum import records
from arcanum.spec import archive


def test_recorded_games_lead_to_the_same_states_in_a_fresh_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "archive.json"
    assert archive.main(["--games", "6", "--json", str(report)]) == 0
    written = json.loads(report.read_text(encoding="utf-8"))
    assert written["command"] == "python -m arcanum.spec.archive --games 6"
    assert written["games"] == 6
    assert written["mismatches"] == []
    assert written["actions"] > 6 * 50
    assert 10 < written["bytes_per_action"] < 60
    assert "6 games of" in capsys.readouterr().out


def test_what_another_process_finds_is_compared_with_what_was_played(tmp_path: Path) -> None:
    kept = tuple(archive.fill(tmp_path, 2))
    assert [each.name for each in kept] == ["000000.record", "000001.record"]
    assert dict(archive.reached(tmp_path)) == {each.name: each.state for each in kept}
    other = attrs.evolve(records.read(tmp_path / kept[0].name), seed=99, actions=())
    records.write(tmp_path / kept[0].name, other)
    text = (tmp_path / kept[1].name).read_text(encoding="utf-8")
    (tmp_path / kept[1].name).write_text(text.replace("seed 0", "seed 1"), encoding="utf-8")
    first, second = archive.mismatches(kept, archive.reached_elsewhere(tmp_path))
    assert first == f"{kept[0].name} ({kept[0].rules}): {records.fingerprint(other.state())} instead of {kept[0].state}"
    assert "refused: line " in second
    assert len(archive.mismatches(kept, {})) == 2


def test_a_mismatch_is_told_and_changes_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(archive, "reached_elsewhere", lambda folder: {})
    assert archive.main(["--games", "1"]) == 1
    told = capsys.readouterr()
    assert "lead to another state in another process: 1" in told.out
    assert "000000.record" in told.err


def test_all_games_and_rule_sets_come_round() -> None:
    plans = tuple(archive.plans(400))
    assert {plan.rules for plan in plans} == set(arcanum.rulesets())
    assert len({(plan.rules, plan.players, str(plan.options)) for plan in plans}) > 250


def test_no_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        archive.main(["--games", "0"])
    assert "--games must be at least 1" in capsys.readouterr().err
