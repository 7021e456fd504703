"""From rows to what Textual shows: how every tone looks, and what a terminal of plain characters gets instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

import attrs
from textual.content import Content
from textual.style import Style

from arcanum.tui.rows import ASCII, ROUND, Row, Signs, Span, Tone

_WORDS: Final[dict[Tone, str]] = {
    "": "",
    "strong": "bold",
    "dim": "dim",
    "title": "bold underline",
    "swords": "#7ab0ff",
    "pentacles": "#e8c547",
    "wands": "#79d279",
    "chalices": "#ff8c8c",
    "major": "#cfa6ff",
    "good": "bold #79d279",
    "warn": "bold #ffb86b",
}
_LOOKS: Final = {tone: Style.parse(words) for tone, words in _WORDS.items()}


@attrs.frozen
class Paint:
    """How text is shown on this terminal."""

    ascii: bool = False

    @property
    def signs(self) -> Signs:
        """The characters to draw with."""
        return ASCII if self.ascii else ROUND

    def text(self, text: str) -> str:
        """A text as far as the terminal can show it: without accents rather than with question marks."""
        if not self.ascii or text.isascii():
            return text
        bare = "".join(sign for sign in normalize("NFKD", text) if not 768 <= ord(sign) < 880)
        return bare.encode("ascii", "replace").decode("ascii")

    def row(self, row: Row) -> Content:
        """One row."""
        return Content.assemble(*map(self._span, row))

    def rows(self, rows: Iterable[Row]) -> Content:
        """Rows one below the other."""
        return Content("\n").join(map(self.row, rows))

    def _span(self, span: Span) -> tuple[str, Style]:
        style = _LOOKS[span.tone]
        if span.card is not None:
            style += Style.from_meta({"@click": f"app.card({span.card!r})"})
        return self.text(span.text), style
