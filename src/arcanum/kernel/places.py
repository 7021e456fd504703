"""Where things stand in a TOML file: the line of every key and of every entry.

`tomllib` reads the values and forgets the lines; this scanner finds the lines and knows nothing of the values. It is
for text that `tomllib` has accepted, so it checks no grammar; it only has to know where keys, strings, lists and
tables begin and end.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import Final

from arcanum.kernel.words import inside

DEEPEST: Final = 64
"""How deep lists and tables may stand within each other."""

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
_STRING: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)


class TooDeep(ValueError):
    """Lists and tables stand within each other too deep; `line` says where."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"lists and tables stand within each other more than {DEEPEST} deep")


def lines_of(text: str) -> dict[str, int]:
    r"""The line, counted from 1, of every key and every entry, by its place.

    A table stands where it is first mentioned.

    >>> lines_of('name = "x"\n[major.2]\nprogram = [\n  { word = "draw" },\n]')
    {'name': 1, 'major': 2, 'major.2': 2, 'major.2.program': 3, 'major.2.program[0]': 4, 'major.2.program[0].word': 4}
    """
    return _Scanner(text).scan()


def nearest_line(lines: dict[str, int], where: str) -> int | None:
    """The line of a place, or of the closest one around it that the file mentions.

    >>> nearest_line({"major": 2, "major.2": 3}, "major.2.program[0]"), nearest_line({}, "name")
    (3, None)
    """
    while where and where not in lines:
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return lines.get(where)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[str, int] = {}
        self.last: dict[str, int] = {}
        """The number of the last entry of each array of tables."""
        self.breaks = [match.start() for match in re.finditer("\n", text)]

    def scan(self) -> dict[str, int]:
        """Everything in the file."""
        table, depth = "", 0
        while self.more():
            if self.text.startswith("[", self.at):
                table, depth = self.header()
            else:
                self.pair(table, depth)
        return self.found

    def more(self) -> bool:
        """Go on to what comes next; whether there is anything."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.at < len(self.text)

    def note(self, where: str, depth: int) -> None:
        """The place begins here, unless it was mentioned before."""
        line = bisect_right(self.breaks, self.at) + 1
        if depth > DEEPEST:
            raise TooDeep(line)
        self.found.setdefault(where, line)

    def header(self) -> tuple[str, int]:
        """`[table]` or `[[array of tables]]`; a name on the way that is such an array means its last entry."""
        double = self.text.startswith("[[", self.at)
        self.at += 1 + double
        where, depth, keys = "", 0, self.keys()
        for number, key in enumerate(keys, start=1):
            where, depth = inside(where, key), depth + 1
            self.note(where, depth)
            if double and number == len(keys):
                self.last[where] = self.last.get(where, -1) + 1
            if where in self.last:
                where, depth = inside(where, self.last[where]), depth + 1
                self.note(where, depth)
        self.more()
        self.at += 1 + double
        return where, depth

    def keys(self) -> list[str]:
        """A key, perhaps dotted."""
        found: list[str] = []
        while self.more():
            quoted = _STRING.match(self.text, self.at)
            match = quoted or _BARE_KEY.match(self.text, self.at)
            assert match is not None
            found.append(tomllib.loads(f"key = {match[0]}")["key"] if quoted else match[0])
            self.at = match.end()
            self.more()
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        return found

    def pair(self, table: str, depth: int) -> None:
        """`key = value`; the value begins in the line of the key."""
        where = table
        start = self.at
        keys = self.keys()
        end, self.at = self.at, start
        for key in keys:
            where, depth = inside(where, key), depth + 1
            self.note(where, depth)
        self.at = end + 1
        self.more()
        self.value(where, depth)

    def value(self, where: str, depth: int) -> None:
        """Whatever stands behind a key or in a list."""
        opening = self.text[self.at]
        if opening == "[":
            self.at += 1
            self.entries(where, depth)
        elif opening == "{":
            self.at += 1
            while self.more() and self.text[self.at] != "}":
                self.pair(where, depth)
                self.comma()
            self.at += 1
        else:
            match = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            assert match is not None
            self.at = match.end()

    def entries(self, where: str, depth: int) -> None:
        """The entries of a list, up to its end."""
        number = 0
        while self.more() and self.text[self.at] != "]":
            here = inside(where, number)
            self.note(here, depth + 1)
            self.value(here, depth + 1)
            self.comma()
            number += 1
        self.at += 1

    def comma(self) -> None:
        """Step over a comma, if there is one."""
        if self.more() and self.text[self.at] == ",":
            self.at += 1
