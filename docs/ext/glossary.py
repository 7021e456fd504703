"""Writes the tables of the glossary: what the printings call the things of the library, from ``docs/glossary.toml``.

The names of court figures are put together from those of their kind and their House, as their short forms are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from arcanum.tarot import Figure
from docs.ext.rst import escape, table

FILE = Path(__file__).parents[1] / "glossary.toml"

Words = Mapping[str, tuple[str, ...]]
"""What each printing calls one thing, by the column of the printing; nothing where its text has no word for it."""
Groups = Mapping[str, Mapping[str, Words]]
"""The things of a game, by group and by what the library calls them."""


@attrs.frozen
class Glossary:
    """What is in the file."""

    columns: Mapping[str, Mapping[str, str]]
    """The printings of each game with their titles."""
    games: Mapping[str, Groups]

    @classmethod
    def read(cls, path: Path = FILE) -> Glossary:
        """Read the file."""
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        columns = data.pop("columns")
        games = {
            game: {group: {key: _words(cells) for key, cells in rows.items()} for group, rows in groups.items()}
            for game, groups in data.items()
        }
        return cls(columns, games)

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield every table with its name, to be included by the page."""
        for game, groups in self.games.items():
            for group, rows in groups.items():
                yield f"glossary_{game}_{group}.inc", self._table(game, rows)
        yield "glossary_arcanum_figures.inc", self._table("arcanum", figures(self.games["arcanum"]))

    def _table(self, game: str, rows: Mapping[str, Words]) -> str:
        columns = self.columns[game]
        lines = (
            (f"``{key}``", *(escape("; ".join(words.get(column, ()))) for column in columns))
            for key, words in rows.items()
        )
        widths = " ".join(["20", *[str(80 // len(columns))] * len(columns)])
        return table(("Library", *columns.values()), lines, widths, "filtered")


def figures(groups: Groups) -> dict[str, Words]:
    """The sixteen figures, each as its kind and its House."""
    found: dict[str, Words] = {}
    for figure in Figure:
        kind, suit = groups["kinds"][figure.kind.letter], groups["suits"][figure.suit.letter]
        found[figure.short] = {column: (f"{kind[column][0]} ({suit[column][0]})",) for column in kind}
    return found


def _words(cells: Mapping[str, str | list[str]]) -> Words:
    return {column: (cell,) if isinstance(cell, str) else tuple(cell) for column, cell in cells.items()}
