"""House rules: a TOML file that says what is different from a built-in rule set.

Here is what serves every game: reading the file, its first keys, the values of `[rules]`. Whatever is wrong is
collected, each fault with its key, its line, what was expected and what was found; nothing is guessed and nothing is
converted. What a location, a card or a program is, the games say in modules of the same name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Mapping
from os import PathLike, fspath, sep
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.places import TooDeep, lines_of, nearest_line
from arcanum.kernel.ruledata import bounds_of
from arcanum.kernel.words import WRONG, Fault, expected, hints_of, inside, read_value, unknown, written

LARGEST: Final = 100_000
"""Bytes that a file may have. Reading a huge one of the wrong kind can take minutes."""
LONGEST_LINE: Final = 2_000
LONGEST_NAME: Final = 60
LONGEST_DESCRIPTION: Final = 2_000

MOST_TOLD: Final = 100
"""Faults that a message lists; the error itself has all of them."""

HEAD: Final = ("base", "name", "description", "rules")
"""The keys at the top of every file."""
THE_FILE: Final = "the file"
_AT_LINE: Final = re.compile(r" \(at line ([0-9]+), column [0-9]+\)$")
_AT_THE_END: Final = " (at end of document)"

Where = str | PathLike[str]
T = TypeVar("T")


class HouseRuleError(BadCall):
    """A house-rule file cannot be used; `faults` lists everything that is wrong with it."""

    def __init__(self, path: str, faults: tuple[Fault, ...]) -> None:
        self.path = path
        self.faults = faults
        super().__init__(path, faults)

    def __str__(self) -> str:
        many = f"{len(self.faults)} faults" if len(self.faults) > 1 else "a fault"
        lines = [f"- {fault}" for fault in self.faults[:MOST_TOLD]]
        if len(self.faults) > MOST_TOLD:
            lines.append(f"- and {len(self.faults) - MOST_TOLD} more")
        return "\n".join([f"{brief(self.path)} has {many}:", *lines])


@attrs.frozen
class HouseFile:
    """A file that is being read: what TOML makes of it, where everything stands, and the faults found so far."""

    path: Path
    data: dict[str, Any]
    lines: dict[str, int] = attrs.field(repr=False)
    faults: list[Fault] = attrs.field(factory=list)
    inline: bool = False
    """Whether it is part of a document that names no files: what would be in one stands in its place."""

    def fault(self, where: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(where, message))

    def refuse(self) -> None:
        """Raise `HouseRuleError` if there is any fault."""
        if self.faults:
            found = [attrs.evolve(each, line=nearest_line(self.lines, each.where) or each.line) for each in self.faults]
            order = sorted(dict.fromkeys(found), key=lambda each: each.line or LARGEST)
            raise HouseRuleError(str(self.path), tuple(order))

    def game(self, games: Container[str], rulesets: Callable[[], tuple[str, ...]]) -> str:
        """The game whose rules the file changes; without one it is refused."""
        base = self.data.get("base")
        name = base.partition("/")[0] if isinstance(base, str) else ""
        if name not in games:
            check_head(self, rulesets(), ("location", "major", "card"))
            self.refuse()
        return name

    def table(self, key: str) -> dict[str, Any]:
        """The table under a key at the top; empty if there is none."""
        found = self.data.get(key, {})
        if isinstance(found, dict):
            return found
        self.fault(key, f"expected a table [{key}], got {brief(found)}")
        return {}

    def tables(self, key: str, known: Iterable[str], what: str) -> dict[str, dict[str, Any]]:
        """The tables [key.name], for names that exist."""
        names = tuple(known)
        found: dict[str, dict[str, Any]] = {}
        for name, table in self.table(key).items():
            if name not in names:
                self.fault(inside(key, name), unknown(what, name, names))
            elif not isinstance(table, dict):
                self.fault(inside(key, name), f"expected a table [{key}.{name}], got {brief(table)}")
            else:
                found[name] = table
        return found

    def only(self, table: Mapping[str, object], where: str, known: Iterable[str]) -> None:
        """Note keys that nobody knows."""
        for key in table:
            if key not in known:
                self.fault(inside(where, key), unknown("key", key, known))

    def read_beside(
        self, where: str, given: object, what: str, read: Callable[[dict[str, Any]], T], largest: int = LARGEST
    ) -> T | None:
        """Another file that this one names; it must lie in the same folder or below."""
        if self.inline:
            if isinstance(given, dict):
                return self._tell(where, what, lambda: read(given))
            self.fault(where, f"expected {what} as a table, got {brief(given)}")
            return None
        if not isinstance(given, str) or not _is_beside(given):
            self.fault(where, f"expected the path of {what} in the folder of this file or below, got {brief(given)}")
            return None
        path = self.path.parent / given
        return self._tell(where, f"{what} {brief(given)}", lambda: read(tomllib.loads(_text_of(path, largest))))

    def _tell(self, where: str, what: str, read: Callable[[], T]) -> T | None:
        """What is read; whatever is wrong with it is noted as a fault of this place."""
        try:
            return read()
        except tomllib.TOMLDecodeError as error:
            self.fault(where, f"{what}: not TOML: {error}")
        except (_Unreadable, RecursionError) as error:
            self.fault(where, f"{what}: {error}")
        except BadCall as error:
            faults = [str(each) for each in getattr(error, "faults", ())]
            faults = faults or [line.removeprefix("- ") for line in str(error).splitlines() if line.startswith("- ")]
            for each in faults or [str(error)]:
                self.fault(where, f"{what}: {each}")
        return None


class _Unreadable(Exception):
    """There is no text to be had from a path; the message says why."""


def is_path(text: str) -> bool:
    """Whether a text means a file rather than the id of a rule set: by its ending, or because there is one.

    >>> is_path("my_rules.toml"), is_path("arcanum/en"), is_path("arcanum")
    (True, False, False)
    """
    if text.endswith(".toml"):
        return True
    try:
        return ("/" in text or sep in text) and Path(text).exists()
    except OSError:
        return False


def read_file(path: Where) -> HouseFile:
    """The file at a path, as far as TOML goes."""
    try:
        place = Path(fspath(path))
    except TypeError:
        raise BadCall(f"expected the path of a house-rule file, got {brief(path)}") from None
    try:
        text = _text_of(place, LARGEST)
    except _Unreadable as error:
        raise HouseRuleError(str(place), (Fault(THE_FILE, str(error)),)) from None
    return parse_file(text, place)


def parse_file(text: str, path: Where) -> HouseFile:
    """The text of a file, as far as TOML goes; the path says where other files lie that it names."""
    place = Path(path)
    try:
        data = tomllib.loads(text)
        return HouseFile(place, data, lines_of(text))
    except TooDeep as error:
        fault = Fault(THE_FILE, str(error), error.line)
    except RecursionError:
        fault = Fault(THE_FILE, "lists and tables stand within each other too deep")
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1 if str(error).endswith(_AT_THE_END) else None
        fault = Fault(THE_FILE, f"not TOML: {_AT_LINE.sub('', str(error))}", line)
    raise HouseRuleError(str(place), (fault,)) from None


def _text_of(path: Path, largest: int) -> str:
    """The text of a file that is no device, not too large, and text."""
    try:
        if path.is_dir():
            raise _Unreadable("a folder, not a file")
        if path.exists() and not path.is_file():
            raise _Unreadable("not a file that can be read to its end")
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise _Unreadable(f"cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise _Unreadable("not the path of a file") from None
    if len(data) > largest:
        raise _Unreadable(f"larger than {largest} bytes")
    if b"\0" in data:
        raise _Unreadable("not a text: it contains NUL bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _Unreadable(f"not UTF-8 text: the byte {error.object[error.start]:#04x} in line {line}") from None
    for number, line_text in enumerate(text.split("\n"), start=1):
        if len(line_text) > LONGEST_LINE:
            raise _Unreadable(f"line {number} is longer than {LONGEST_LINE} characters")
    return text


def _is_beside(name: str) -> bool:
    """Whether a path stays in the folder that it starts from: a file of a stranger names no file elsewhere."""
    path = Path(name)
    return bool(name) and "\0" not in name and not path.anchor and ".." not in path.parts


def check_head(file: HouseFile, bases: tuple[str, ...], keys: Iterable[str]) -> None:
    """Note what is wrong with `base`, `name` and `description`, and keys at the top that nobody knows."""
    file.only(file.data, "", (*HEAD, *keys))
    base, name, description = (file.data.get(key) for key in ("base", "name", "description"))
    if "base" not in file.data:
        file.fault("base", f"the key 'base' is missing: the rule set that is changed, one of {', '.join(bases)}")
    elif base not in bases:
        file.fault("base", unknown("rule set", base, bases))
    if "name" not in file.data:
        file.fault("name", "the key 'name' is missing")
    elif not _is_name(name) and not (file.inline and name == base):
        wanted = f"a name of 1 to {LONGEST_NAME} printable characters without '/'"
        file.fault("name", f"expected {wanted}, got {brief(name)}")
    if "description" in file.data and not (
        isinstance(description, str) and len(description) <= LONGEST_DESCRIPTION and description.strip()
    ):
        wanted = f"a text of at most {LONGEST_DESCRIPTION} characters"
        file.fault("description", f"expected {wanted}, got {brief(description)}")


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and 1 <= len(name) <= LONGEST_NAME
        and name.isprintable()
        and name == name.strip()
        and "/" not in name
    )


def value_fields(kind: type, apart: Iterable[str]) -> dict[str, attrs.Attribute[Any]]:
    """The fields of a game's rules that a file can set under `[rules]` by name, without those that the game reads."""
    return {field.name: field for field in attrs.fields(kind) if field.name not in apart}


def read_values(file: HouseFile, base: object, apart: Iterable[str], also: Iterable[str] = ()) -> dict[str, Any]:
    """The values of `[rules]`, checked one by one; `also` names keys that the game reads itself."""
    table = file.table("rules")
    kind: type = type(base)
    fields, hints = value_fields(kind, apart), hints_of(kind)
    file.only(table, "rules", (*fields, *also))
    found = {
        name: read_value(hints[name], table[name], f"rules.{name}", file.faults, bounds_of(field), getattr(base, name))
        for name, field in fields.items()
        if name in table
    }
    return {name: value for name, value in found.items() if value is not WRONG}


def write_values(rules: object, base: object | None, apart: Iterable[str]) -> dict[str, Any]:
    """The values of `[rules]`, all of them or those that differ from a base."""
    kind: type = type(rules)
    found = {name: getattr(rules, name) for name in value_fields(kind, apart)}
    return {name: written(value) for name, value in found.items() if base is None or getattr(base, name) != value}


def from_document(data: dict[str, Any]) -> HouseFile:
    """House rules that are part of a document; its faults have no lines."""
    return HouseFile(Path("the rules"), data, {}, inline=True)


@attrs.frozen
class Needs:
    """What values need of each other; a fault is told where the file says one of them."""

    said: Container[str]
    """The values that the file sets."""
    faults: list[Fault] = attrs.field(factory=list)

    def need(self, good: bool, keys: str, otherwise: str) -> None:
        """Note a fault unless all is well; `keys` names the values, with blanks between them."""
        names = keys.split()
        if not good:
            where = next((name for name in names if name in self.said), names[0])
            self.faults.append(Fault(f"rules.{where}", otherwise))


def keys_of(kind: type, apart: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Every key of `[rules]`, with what it may hold, in words."""
    return tuple(
        (name, expected(hints_of(kind)[name], bounds_of(field))) for name, field in value_fields(kind, apart).items()
    )
