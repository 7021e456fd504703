"""What the commands print on: lines with the clauses in a column of their own, and a progress bar."""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from time import perf_counter

from arcanum.kernel.tell import Line

WIDTH = 96
_BAR = 40


def wants_colour() -> bool:
    """Whether whoever reads the output can see colours, and likes them."""
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and "NO_COLOR" not in os.environ
        and os.environ.get("TERM") != "dumb"
    )


def _can_show(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class Paper:
    """Lays out lines: headings stand out, clauses stand in a column of their own on the right."""

    def __init__(self, *, colour: bool) -> None:
        self.colour = colour
        self.rule = "─" if _can_show("─") else "-"

    def line(self, line: Line) -> str:
        """A line of a told game."""
        indent = "  " * max(0, line.depth - 1)
        text = self.shown(f"{indent}{line.text}")
        clause = "" if line.clause is None or line.depth == 0 else str(line.clause)
        gap = " " * max(2, WIDTH - len(text) - len(clause)) if clause else ""
        if line.depth == 0:
            return "\n" + self._paint("1", f"{text} ".ljust(WIDTH, self.rule))
        if line.depth == 1:
            text = self._paint("1", text)
        return text + gap + self._paint("2", clause)

    def shown(self, text: str) -> str:
        """The text as far as the output can show it."""
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        return text.encode(encoding, "replace").decode(encoding)

    def _paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and text else text


class Bar:
    """A progress bar with rate and time left, where somebody is looking."""

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._what = ""
        self._begun = (0.0, 0)
        """When this sort of thing began, and how much of it was done by then."""

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Make room for an answer."""
        if self._shown:
            print("\r" + " " * (_BAR + 60) + "\r", end="", file=sys.stderr, flush=True)

    def show(self, what: str, done: int, of: int) -> None:
        """So much is done."""
        if not self._shown:
            return
        if what != self._what:
            self._what, self._begun = what, (perf_counter(), done)
        filled = _BAR * done // max(of, 1)
        line = f"{what:<10} [{'#' * filled:<{_BAR}}] {done}/{of}{self._pace(done, of)}"
        print(f"\r{line:<{_BAR + 60}}", end="", file=sys.stderr, flush=True)

    def _pace(self, done: int, of: int) -> str:
        start, before = self._begun
        seconds = perf_counter() - start
        if done <= before or seconds <= 0:
            return ""
        rate = (done - before) / seconds
        return f"  {rate:.1f}/s, {timedelta(seconds=round((of - done) / rate))} left"
