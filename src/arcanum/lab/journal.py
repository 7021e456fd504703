"""The file in which results are kept while games are played: one line each, behind a line that says what is played.

Whole lines are added as games end, in the order in which they do, so whatever stops a run leaves a file from which it
can go on; a torn last line is dropped. When the last game is there, the lines are put in the order of the games, and
the same plan gives the same file, byte for byte, however it was played.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import arcanum
from arcanum.kernel.documents import reference
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.files import is_ours_alone, write_whole
from arcanum.lab.play import Plan
from arcanum.lab.players import name_of
from arcanum.lab.results import number_of

FORMAT = 1


def head_of(plan: Plan) -> str:
    """The first line of a file of results: whatever two files must have in common to hold the same games."""
    return json.dumps(
        {
            "format": FORMAT,
            "kind": "simulation",
            "version": arcanum.__version__,
            "game": plan.rules.game.name,
            "rules": reference(plan.rules),
            "players": [name_of(each) for each in plan.players],
            "options": dict(plan.options),
            "seed": str(plan.seed),
        },
        separators=(",", ":"),
    )


class Journal:
    """A file of results that is being written."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._head = f"{head_of(plan)}\n".encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("r+b" if path.exists() else "w+b")
        try:
            if not is_ours_alone(self._file):
                raise BadCall(f"{path}: another run is writing to this file")
            whole = self._whole_lines()
            self.numbers = [self._number(at, line) for at, line in enumerate(whole.splitlines()[1:], start=2)]
            """The games that are there, in the order of the file."""
        except BaseException:
            self._file.close()
            raise
        self._file.seek(len(whole))
        self._file.truncate()
        if not whole:
            self._file.write(self._head)
            self._file.flush()

    def _whole_lines(self) -> bytes:
        """What is there already, without a torn last line; refuses what is not the beginning of the same results."""
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        if whole.startswith(self._head) or (not whole and self._head.startswith(text)):
            return whole
        raise BadCall(f"{self.path}: {_difference(text, self._head)}; give another file, or remove this one")

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
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def put_in_order(self) -> None:
        """Put the games in the order of their numbers, in one move."""
        if self.numbers == sorted(set(self.numbers)):
            return
        head, *lines = self.path.read_bytes().splitlines(keepends=True)
        by_number = dict(sorted(zip(self.numbers, lines, strict=True), key=lambda each: each[0]))
        write_whole(self.path, (head + b"".join(by_number.values())).decode())


def lines_in(path: Path) -> Iterator[bytes]:
    """The results in a file, line by line."""
    with path.open("rb") as file:
        next(file, None)
        yield from file


def _difference(text: bytes, head: bytes) -> str:
    """In what the first line of a file differs from the one that it should have."""
    expected = json.loads(head)
    try:
        found = json.loads(text.partition(b"\n")[0])
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("kind") != expected["kind"]:
        return "this is not a file of results"
    key = next((key for key in expected if found.get(key) != expected[key]), "rest")
    wanted, there = brief(expected.get(key)), brief(found.get(key))
    return f"the file is of another simulation, with {key} {there} instead of {wanted}"
