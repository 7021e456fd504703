"""The file in which results are kept while games are played: one line each, behind a line that says what is played.

Whole lines are added as games end, in the order in which they do, so whatever stops a run leaves a file from which it
can go on; a torn last line is dropped. When the last game is there, the lines are put in the order of the games, and
the same plan gives the same file, byte for byte, however it was played.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from os.path import samestat
from pathlib import Path
from typing import BinaryIO

import arcanum
from arcanum.kernel.documents import reference
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.files import is_ours_alone, write_whole
from arcanum.lab.play import PLAY, Plan
from arcanum.lab.results import GameResult, number_of, read_line

FORMAT = 1


def head_of(plan: Plan) -> str:
    """The first line of a file of results: whatever two files must have in common to hold the same games."""
    return json.dumps(
        {
            "format": FORMAT,
            "kind": "simulation",
            "version": arcanum.__version__,
            "play": PLAY,
            "game": plan.rules.game.name,
            "rules": reference(plan.rules),
            "players": list(plan.names),
            "options": dict(sorted(plan.options.items())),
            "seed": str(plan.seed),
        },
        separators=(",", ":"),
    )


class Journal:
    """A file of results that is being written, by nobody else."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._head = f"{head_of(plan)}\n".encode()
        self._file = _taken(path)
        try:
            self._file.seek(0)
            whole = self._whole_lines(self._file.read())
            self.numbers = [self._number(at, line) for at, line in enumerate(whole.splitlines()[1:], start=2)]
            """The games that are there, in the order of the file."""
        except BaseException:
            self._file.close()
            raise
        self._is_plain = not whole or (whole.startswith(self._head) and b"\r" not in whole)
        self._file.truncate(len(whole))
        if not whole:
            self._file.write(self._head)
            self._file.flush()

    def _whole_lines(self, text: bytes) -> bytes:
        """What is there already, without a torn last line; refuses what is not the beginning of the same results."""
        whole = text[: text.rfind(b"\n") + 1]
        problem = difference(whole.partition(b"\n")[0], self._head) if whole else None
        if not whole and not self._head.startswith(text):
            problem = "this is not a file of results"
        if problem is None:
            return whole
        raise BadCall(f"{self.path}: {problem}; give another file, or remove this one")

    def _number(self, at: int, line: bytes) -> int:
        try:
            return number_of(line)
        except BadCall as error:
            raise BadCall(f"{self.path}: line {at}: {error}") from None

    def add(self, lines: Sequence[str]) -> None:
        """Add results; they are on their way to the disk when this returns."""
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        self._file.flush()
        self.numbers += [number_of(line.encode()) for line in lines]

    def close(self) -> None:
        """Nothing more will come, or not now."""
        if self._file.closed:
            return
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def put_in_order(self) -> None:
        """Put the games in the order of their numbers, in one move."""
        if self._is_plain and self.numbers == sorted(set(self.numbers)):
            return
        self._file.seek(0)
        _, *lines = self._file.read().splitlines()
        by_number = dict(sorted(zip(self.numbers, lines, strict=True), key=lambda each: each[0]))
        if sys.platform == "win32":
            self.close()  # nobody can replace an open file there
        write_whole(self.path, b"\n".join((self._head.rstrip(), *by_number.values(), b"")).decode())


def _taken(path: Path) -> BinaryIO:
    """A file that nobody else writes to until it is closed; there will be one if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        file = path.open("a+b")
        file.seek(0)
        if not is_ours_alone(file):
            file.close()
            raise BadCall(f"{path}: another run is writing to this file")
        if path.exists() and samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()  # meanwhile somebody else has put another one in its place


def results_in(path: Path) -> Iterator[GameResult]:
    """The results in a file."""
    with path.open("rb") as file:
        next(file, None)
        for at, line in enumerate(file, start=2):
            try:
                yield read_line(line)
            except BadCall as error:
                raise BadCall(f"{path}: line {at}: {error}") from None


def difference(found: str | bytes, expected: str | bytes) -> str | None:
    """In what the first line of a file differs from the one that it should have; None if it says the same."""
    wanted = json.loads(expected)
    try:
        there = json.loads(found)
    except ValueError:
        there = None
    if not isinstance(there, dict) or there.get("kind") != wanted["kind"]:
        return "this is not a file of results"
    key = next((key for key in {**wanted, **there} if there.get(key) != wanted.get(key)), None)
    if key is None:
        return None
    if key == "play":
        return "the file is of players that chose otherwise, by another version of the library"
    return f"the file is of another simulation, with {key} {brief(there.get(key))} instead of {brief(wanted.get(key))}"
