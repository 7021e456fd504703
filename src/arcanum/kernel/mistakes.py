"""What is wrong with a text that is not TOML, in the words of somebody who writes one by hand.

`tomllib` finds the mistake and names it for those who know the grammar. Here its message and what stands in that place
become a sentence about quotes, commas and brackets. A message that is not known here is passed on as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from arcanum.kernel.errors import brief

_PLACE: Final = re.compile(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")
_QUOTED: Final = re.compile(
    r'#[^\n]*|"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*"'
    r"|'[^'\n]*'|[\"']",
    re.DOTALL,
)
_KEY: Final = re.compile(r"\s*([^\s=:\[\]{},#]+)")
_WORD: Final = re.compile(r"[^\W\d]\w*(?:[ ./-]+\w+)*")
_CURLY: Final = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u00b4`"
"""Quotes that a word processor puts in the place of straight ones."""


def not_toml(error: ValueError, text: str) -> tuple[str, int | None]:
    r"""What is wrong, and in which line.

    >>> import tomllib
    >>> text = 'name = "Nine\n'
    >>> try:
    ...     tomllib.loads(text)
    ... except ValueError as error:
    ...     not_toml(error, text)
    ('a text begins with a quote and does not end with one in the same line', 1)
    """
    found = _PLACE.search(str(error))
    if found is None:
        return f"not TOML: {error}", None
    message = str(error)[: found.start()]
    lines = text.split("\n")
    if found[1] is None:
        while len(lines) > 1 and not lines[-1].strip():
            lines.pop()
    number, column = (int(found[1]), int(found[2])) if found[1] else (len(lines), len(lines[-1]) + 1)
    here = _Here(lines[number - 1], column - 1, at_the_end=found[1] is None)
    if _is_open_quote(message):
        return _open_quote(text, number)
    for beginning, tell in _SENTENCES.items():
        if message.startswith(beginning) and (told := tell(here, message)):
            return told, number
    return f"not TOML: {message}", number


def _is_open_quote(message: str) -> bool:
    return message.startswith(("Unterminated string", "Expected \"'", 'Expected \'"""')) or message in (
        r"Illegal character '\n'",
        r"Illegal character '\r'",
        r"Found invalid character '\n'",
        r"Found invalid character '\r'",
    )


def _open_quote(text: str, number: int) -> tuple[str, int]:
    """The sentence about the first quote that has no partner, and its line; without one, the line that is given."""
    for match in _QUOTED.finditer(text):
        if match[0] in ("'", '"'):
            number = text.count("\n", 0, match.start()) + 1
            if text[: match.end()].endswith(match[0] * 3):
                return "a text begins with three quotes and does not end with three", number
            break
    return "a text begins with a quote and does not end with one in the same line", number


class _Here:
    """A line, and the place in it where reading stopped."""

    def __init__(self, line: str, column: int, *, at_the_end: bool) -> None:
        self.line = line
        self.before = line[:column]
        self.rest = line[column:].strip()
        self.at_the_end = at_the_end

    @property
    def got(self) -> str:
        """What stands there."""
        return f"got {brief(self.rest)}" if self.rest else "and the line ends there"

    @property
    def key(self) -> str:
        """The key with which the line begins, quoted."""
        found = _KEY.match(self.line)
        return f"the key {brief(found[1])}" if found else "a key"


def _value(here: _Here, message: str) -> str:
    rest = here.rest
    word = _WORD.match(rest)
    if not rest or rest.startswith("#"):
        return "a value is missing after '='" if "=" in here.before else "a value is missing"
    if rest[0] in _CURLY:
        return f"texts stand between straight quotes, not {rest[0]}"
    if rest[0] == ",":
        return "a value is missing before the comma"
    if rest[0] in "=>":
        return f"{here.key} is followed by one '=' and its value, not by {'=' + rest[0]!r}"
    if word is None:
        return f"expected a value such as 7, true, 'text' or [1, 2], {here.got}"
    if re.match(r"[\w.-]+\s*=", rest) and "=" not in here.before:
        return "a list begins before this line and does not end: ']' is missing"
    if word[0].lower() in ("true", "false"):
        return f"write {word[0].lower()} in small letters, not {word[0]}"
    if word[0].lower() in ("yes", "no", "on", "off"):
        return f"write true or false, not {word[0]}"
    if word[0].lower() in ("null", "none", "nil"):
        return f"there is no {word[0]}: leave the key out"
    return f"a text needs quotes: {brief(word[0])}"


def _equals(here: _Here, message: str) -> str:
    return f"expected '=' after {here.key}, {here.got}" if "{" not in here.before else f"expected '=', {here.got}"


def _array(here: _Here, message: str) -> str:
    if here.at_the_end:
        return "a list does not end: ']' is missing"
    return f"in a list, a comma or ']' is missing before {brief(here.rest)}"


def _inline(here: _Here, message: str) -> str:
    if here.at_the_end or not here.rest:
        return "a table in { } stands in one line and ends with '}'"
    return f"in a table in {{ }}, a comma or '}}' is missing before {brief(here.rest)}"


def _key_part(here: _Here, message: str) -> str:
    if not here.rest and "{" in here.before:
        return "a table in { } stands in one line"
    if here.rest.startswith("}"):
        return "in a table in { }, there is no comma before '}'"
    return f"expected a name, {here.got}"


def _end_of_line(here: _Here, message: str) -> str:
    if here.rest.startswith("//"):
        return "a comment begins with '#', not with '//'"
    if here.rest.partition("#")[0].strip() == ",":
        return "there is no comma at the end of a line, but in a list of several lines"
    return f"expected the end of the line, {here.got}"


def _statement(here: _Here, message: str) -> str:
    if here.rest.startswith(("//", "/*", ";", "--")):
        return f"a comment begins with '#', {here.got}"
    if here.rest.startswith("{"):
        return "expected lines such as 'base = \"arcanum/en\"', got '{' as in JSON"
    return f"expected a key, a [table] or a # comment, {here.got}"


def _twice(here: _Here, message: str) -> str:
    if here.line.lstrip().startswith("["):
        return f"{brief(here.line.strip())} is there already"
    return f"{here.key} is there twice"


def _duplicate(here: _Here, message: str) -> str:
    return f"the key {message.rpartition(' key ')[2]} is there twice"


def _bracket(here: _Here, message: str) -> str:
    wanted = "']]'" if "']]'" in message else "']'"
    return f"the name of a table ends with {wanted}, {here.got}"


def _backslash(here: _Here, message: str) -> str:
    return "a text between \" has a '\\' that means nothing: write two of them, or put the text between '"


def _character(here: _Here, message: str) -> str:
    return f"a file cannot contain the character {message.rpartition(' character ')[2]}"


_SENTENCES: Final[dict[str, Callable[[_Here, str], str]]] = {
    "Invalid value": _value,
    "Expected '=' after a key": _equals,
    "Unclosed array": _array,
    "Unclosed inline table": _inline,
    "Invalid initial character for a key part": _key_part,
    "Expected newline or end of document after a statement": _end_of_line,
    "Invalid statement": _statement,
    "Cannot overwrite a value": _twice,
    "Cannot declare": _twice,
    "Cannot mutate immutable namespace": _twice,
    "Cannot redefine namespace": _twice,
    "Duplicate inline table key": _duplicate,
    "Expected ']": _bracket,
    "Unescaped": _backslash,
    "Invalid hex value": _backslash,
    "Escaped character is not a Unicode scalar value": _backslash,
    "Illegal character": _character,
    "Found invalid character": _character,
}
"""By the beginning of what `tomllib` says: what an author is told; nothing if it is better passed on."""
