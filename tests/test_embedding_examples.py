"""The smallest interface and the reader in JavaScript do what they promise."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import arcanum
from arcanum.spec import vectors
from tests.browsers import node

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("rules", ["arcanum/en", "arcana/first"])
def test_a_person_plays_a_whole_game_in_the_terminal(rules: str) -> None:
    answers = "1\n" * 3000  # the first thing that is offered, again and again
    done = terminal(answers, rules)
    assert "Result" in done
    assert "Until next time" not in done


def test_the_terminal_explains_what_is_refused_and_asks_again() -> None:
    chooser = random.Random(1)
    told = terminal("nonsense\nhide M21\nmove KS 3\n" + "".join(f"{chooser.randrange(9)}\n" for _ in range(4)))
    assert "'nonsense' is no action" in told
    assert "[HIDE-3]" in told
    assert "now seat 0 has to hide a Minor [HIDE-1]" in told
    assert told.endswith("Until next time.\n")


def terminal(answers: str, *arguments: str) -> str:
    program = [sys.executable, str(EXAMPLES / "embed_minimal.py"), *arguments]
    done = subprocess.run(program, input=answers, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr == ""
    return done.stdout


def test_the_smallest_interface_is_small() -> None:
    assert len((EXAMPLES / "embed_minimal.py").read_text(encoding="utf-8").splitlines()) < 40


def read(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return node(EXAMPLES / "javascript" / "arcanum.mjs", *map(str, arguments))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("javascript") / "vectors.jsonl"
    path.write_text("".join(f"{line}\n" for line in vectors.lines()), encoding="utf-8")
    return path


@pytest.mark.slow
def test_javascript_follows_the_vectors_and_finds_what_was_changed(lines: Path, tmp_path: Path) -> None:
    good = read(lines)
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.endswith(" 0 contradictions\n")
    spoiled = tmp_path / "spoiled.jsonl"
    spoiled.write_text(lines.read_text(encoding="utf-8").replace('"hand_size":5', '"hand_size":6'), encoding="utf-8")
    bad = read(spoiled)
    assert bad.returncode == 1
    assert "counts the hand of seat" in bad.stdout


@pytest.mark.slow
def test_javascript_shows_a_position_from_vectors_and_documents(lines: Path, tmp_path: Path) -> None:
    step = next(each for each in vectors.unfolded(vectors.lines(["arcana"])) if each["kind"] == "step")
    assert "stake" in read(lines, step["id"], str(step["views"][0]["seat"])).stdout
    state = arcanum.new_game("arcanum/en", players=3, seed=1)
    path = tmp_path / "view.json"
    for seat in range(3):
        view = arcanum.observe(state, seat)
        path.write_text(arcanum.dumps(view), encoding="utf-8")
        _, asked, offered = read(path).stdout.partition(" to hide a Minor\n")
        assert asked
        assert offered.splitlines() == [f"  {action}" for action in view.legal_actions]


@pytest.mark.slow
def test_javascript_says_in_a_sentence_what_it_cannot_read(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(arcanum.dumps(arcanum.new_game("arcanum/en", players=3, seed=1)), encoding="utf-8")
    for arguments in ((), (state,), (tmp_path / "missing.json",)):
        refused = read(*arguments)
        assert refused.returncode == 2
        assert refused.stderr.startswith("arcanum.mjs: ")
        assert len(refused.stderr.splitlines()) == 1
