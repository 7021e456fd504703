"""The peers of the benchmark: each plays by its own way to a successor, and whoever is missing is left out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import attrs
import pytest

from benchmarks import peers
from benchmarks.boardgame import Boardgame
from benchmarks.loop import DECISIONS, Contestant, dice, speeds
from benchmarks.peers import Absent, Field, Library
from tests.test_bench import absent, scripted


@attrs.frozen
class Dealt:
    """A state of a game like OpenSpiel's: two cards are dealt, then a decision, a card of chance, and a decision."""

    seen: list[str]
    done: int = 0

    def legal_actions(self) -> list[int]:
        return [7, 8] if self.done < 5 else []

    def is_chance_node(self) -> bool:
        return self.done in (0, 1, 3)

    def child(self, action: int) -> Dealt:
        self.seen.append("child")
        return Dealt(self.seen, self.done + 1)

    def apply_action(self, action: int) -> None:
        self.seen.append("deal")
        object.__setattr__(self, "done", self.done + 1)

    def new_initial_state(self) -> Dealt:
        return Dealt(self.seen)


def test_what_chance_does_is_played_and_not_counted() -> None:
    seen: list[str] = []
    played = peers.spiel(Dealt(seen))(0, dice(0))
    assert seen == ["deal", "deal", "child", "child", "child"]
    assert played.decisions == 2
    assert len(played.kept) == 3


@attrs.define
class Board:
    """A board like that of python-chess."""

    moves: list[object] = attrs.field(factory=list)
    stack: bool | None = None
    longest: int = 1000

    @property
    def legal_moves(self) -> Iterator[object]:
        return iter(() if len(self.moves) >= self.longest else ("up", "down"))

    def copy(self, *, stack: bool) -> Board:
        return Board([*self.moves], stack, self.longest)

    def push(self, move: object) -> None:
        self.moves.append(move)


def test_a_game_of_chess_ends_or_is_cut_off() -> None:
    long = peers.chess(Board, stack=False)(0, dice(0))
    short = peers.chess(lambda: Board(longest=3), stack=True)(0, dice(0))
    assert (long.decisions, short.decisions) == (peers.CHESS_PLIES, 3)
    for played, stack in ((long, False), (short, True)):
        boards = [board for board in played.kept if isinstance(board, Board)]
        assert [len(board.moves) for board in boards] == list(range(played.decisions))
        assert {board.stack for board in boards[1:]} == {stack}


@attrs.define
class Patience:
    """A game like those of RLCard: it changes in place."""

    np_random: object = None
    left: list[str] = attrs.field(factory=list)

    def init_game(self) -> object:
        self.left = ["a", "b", "c"]
        return None

    def is_over(self) -> bool:
        return not self.left

    def legal(self) -> Sequence[object]:
        return self.left

    def step(self, action: object) -> object:
        self.left.remove(str(action))
        return None


def test_a_game_that_changes_in_place_is_copied_before_every_step() -> None:
    played = peers.cards(Patience, lambda seed: seed, attrgetter("legal"))(5, dice(5))
    assert [len(game.left) for game in played.kept if isinstance(game, Patience)] == [3, 2, 1]
    assert {game.np_random for game in played.kept if isinstance(game, Patience)} == {5}


def test_a_missing_peer_is_said_and_left_out() -> None:
    rare, there = Library("Rare", lambda: absent("nobody has it")), Library("There", lambda: scripted("x", "y"), True)
    field = Field.gather((rare, there))
    assert [meter.name for meter in field.meters] == ["x", "y"]
    assert field.left_out == ["Rare is left out: nobody has it."]
    assert field.complete
    assert not Field.gather((attrs.evolve(rare, required=True), there)).complete


def test_a_missing_module_says_what_to_install() -> None:
    with pytest.raises(Absent, match=r"No module named 'no_such_peer' .*pip install no-such-peer"):
        peers.wanted("no_such_peer", "no-such-peer")


def test_the_peers_with_targets_are_required() -> None:
    assert [library.title for library in peers.LIBRARIES if library.required] == ["OpenSpiel", "python-chess"]


@pytest.mark.parametrize("library", peers.LIBRARIES, ids=lambda library: library.title)
def test_every_peer_plays_or_says_how_to_get_it(library: Library) -> None:
    """OpenSpiel is here; the others come with the extra for the benchmark, which plays them all."""
    field = Field.gather((library,))
    if library.title == "OpenSpiel":
        assert field.meters
    assert bool(field.meters) != any("pip install 'arcanum[bench]'" in each for each in field.left_out)
    for meter in field.meters:
        assert isinstance(meter, Contestant)
        played = meter.play(1, dice(1))
        assert 0 < played.decisions <= len(played.kept)


def test_whatever_chance_does_in_openspiel_is_equally_likely() -> None:
    spiel: Any = import_module("pyspiel")
    for name in ("tarok", "hearts", "gin_rummy"):
        state, rolls = spiel.load_game(name).new_initial_state(), dice(1)
        while legal := state.legal_actions():
            if state.is_chance_node():
                actions, likely = zip(*state.chance_outcomes(), strict=True)
                assert list(actions) == legal
                assert likely == pytest.approx([1 / len(legal)] * len(legal))
            state = state.child(legal[int(next(rolls) * len(legal))])
        assert state.is_terminal()


def test_boardgame_needs_node_and_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(Absent, match="needs Node"):
        Boardgame.start(tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/node")
    for folder in (None, tmp_path):
        with pytest.raises(Absent, match="names no folder"):
            Boardgame.start(folder)


NODE = f"""#!{sys.executable}
import json, os, sys
assert os.environ["NODE_ENV"] == "production" and sys.argv[1].endswith("boardgame.mjs")
print(json.dumps({{"node": "0"}}), flush=True)
for line in sys.stdin:
    seed, seconds = line.split()
    print(json.dumps(dict(games=2, decisions=10, dealing=0.5 * float(seconds), playing=int(seed))), flush=True)
"""


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Something that can be started instead of Node, and a folder that looks as if npm had been there."""
    (tmp_path / "node_modules" / "boardgame.io").mkdir(parents=True)
    path = tmp_path / "node"
    path.touch(mode=0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(path))
    return path


@pytest.mark.skipif(os.name == "nt", reason="a script cannot stand in for a program there")
def test_boardgame_waits_for_its_turns_in_another_process(node: Path) -> None:
    node.write_text(NODE, encoding="utf-8")
    with Boardgame.start(node.parent) as found:
        assert found.versions == {"node": "0"}
        assert found.sample(5, 10.0) == speeds(games=2, decisions=10, dealing=5.0, playing=5.0)
        assert found.sample(10, 0.0)[DECISIONS] == 1
    assert found.process.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="a script cannot stand in for a program there")
def test_node_that_does_not_start_is_an_absent_peer(node: Path) -> None:
    node.write_text(f"#!{sys.executable}\nraise SystemExit(3)\n", encoding="utf-8")
    with pytest.raises(Absent, match="Node stopped with code 3"):
        Boardgame.start(node.parent)
