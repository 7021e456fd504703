"""Deliberate faults of the engine, by which the specification is tried: small edits of its text or its data.

They are written down in `spec/breaks/<game>/*.toml`. Each names the clauses whose own properties must fail under it. An
edit is only ever made in a copy of the package. What becomes of a break is for `spec.trials` to find out.
"""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

import arcanum
from arcanum.kernel.errors import BadCall

PACKAGE = Path(arcanum.__file__).parent


class BadBreak(BadCall):
    """A break cannot be made: the text that it replaces is not there, or is there more than once."""


@attrs.frozen
class Edit:
    """A piece of text in a file of the package, and what to put in its place."""

    file: str
    find: str
    replace: str

    def made(self, text: str) -> str:
        """The text of the file with the fault in it."""
        if (times := text.count(self.find)) != 1:
            raise BadBreak(f"{self.file} has the text to replace {times} times: {self.find[:60]!r}")
        return text.replace(self.find, self.replace)


@attrs.frozen
class Break:
    """A deliberate fault, and the clauses whose properties must notice."""

    game: str
    name: str
    clauses: tuple[str, ...]
    edits: tuple[Edit, ...]
    spills: str = ""
    """Why unrelated properties fail as well, where they do."""

    def texts(self) -> dict[str, str]:
        """The files that it changes, as they are with the fault."""
        found: dict[str, str] = {}
        for edit in self.edits:
            text = found.get(edit.file)
            found[edit.file] = edit.made((PACKAGE / edit.file).read_text(encoding="utf-8") if text is None else text)
        return found

    @contextmanager
    def made(self) -> Iterator[Path]:
        """A directory with a copy of the package that has the fault, for `PYTHONPATH`."""
        texts = self.texts()
        with tempfile.TemporaryDirectory(prefix="break-") as home:
            copy = Path(home) / PACKAGE.name
            shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
            for file, text in texts.items():
                (copy / file).write_text(text, encoding="utf-8")
            yield Path(home)


def breaks(home: Path, game: str) -> list[Break]:
    """The breaks of a game in a directory such as `spec/breaks`, in the order of their files."""
    entries = [
        entry
        for path in sorted((home / game).glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["break"]
    ]
    return [_break(game, entry) for entry in entries]


def _break(game: str, entry: dict[str, object]) -> Break:
    clauses, edits = entry.pop("clauses"), entry.pop("edits")
    assert isinstance(clauses, list)
    assert isinstance(edits, list)
    name, spills = str(entry.pop("name")), str(entry.pop("spills", ""))
    if entry:
        raise BadBreak(f"a break has no key {next(iter(entry))!r}: {name}")
    return Break(game, name, tuple(clauses), tuple(Edit(**edit) for edit in edits), spills)
