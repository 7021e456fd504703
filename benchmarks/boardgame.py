"""boardgame.io in the loop: a process of Node that waits for its turn like everybody else.

It plays a small card game of ours (`boardgame.mjs`) and reads its own clock. The process lives as long as the run,
so that Node compiles what is hot only once, as it would in a server.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import IO

import attrs

from benchmarks.loop import speeds
from benchmarks.peers import Absent

SCRIPT = Path(__file__).with_suffix(".mjs")


@attrs.frozen
class Boardgame:
    """The process, and what it said about itself."""

    process: subprocess.Popen[str]
    to: IO[str]
    answers: IO[str]
    versions: dict[str, str]

    name = "boardgame.io crazy eights"

    @classmethod
    def start(cls, folder: Path | None) -> Boardgame:
        """Start it with the package that is installed in a folder; raises `Absent` if something is missing."""
        node = shutil.which("node")
        if node is None:
            raise Absent("it needs Node, which is not installed")
        if folder is None or not (folder / "node_modules" / "boardgame.io").is_dir():
            raise Absent("--boardgame names no folder in which `npm install boardgame.io` was run")
        process = subprocess.Popen(
            [node, str(SCRIPT), str(folder.resolve())],
            env={**os.environ, "NODE_ENV": "production"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert process.stdin is not None
        assert process.stdout is not None
        hello = process.stdout.readline()
        if not hello:
            process.communicate()
            raise Absent(f"Node stopped with code {process.returncode}")
        return cls(process, process.stdin, process.stdout, json.loads(hello))

    def sample(self, number: int, seconds: float) -> dict[str, float]:
        """Let it play for so long."""
        print(number, seconds, file=self.to, flush=True)
        return speeds(**json.loads(self.answers.readline()))

    def __enter__(self) -> Boardgame:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # It stops when there is nothing more to read.
        self.process.communicate()
