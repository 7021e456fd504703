"""House rules: a TOML file that says what is different from a built-in rule set.

A file may name another one as its base, and that one a third. Here is what serves every game: reading the files, their
first keys, the values of `[rules]`. Every error is collected with its key, its line, what was expected and what was
found; nothing is guessed and nothing is converted. What a location, a card or a program is, the games say in modules of
the same name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from os import PathLike, fspath, sep
from os.path import realpath
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from arcanum.kernel.errors import BadCall, brief, nearest
from arcanum.kernel.mistakes import not_toml
from arcanum.kernel.places import TooDeep, lines_of, nearest_line
from arcanum.kernel.ruledata import bounds_of
from arcanum.kernel.words import WRONG, Fault, expected, hints_of, inside, read_value, shown, unknown, written

LARGEST: Final = 100_000
"""Bytes that a file may have. Reading a huge one of the wrong kind can take minutes."""
LONGEST_LINE: Final = 2_000
LONGEST_NAME: Final = 60
LONGEST_DESCRIPTION: Final = 2_000

MOST_TOLD: Final = 100
"""Errors that a message lists; the exception itself has all of them."""
MOST_LAYERS: Final = 64
"""Files that may build on each other."""
MOST_NAMED: Final = 8
"""Files of a chain that a message names."""
ENDING: Final = ".toml"
"""How the path of a base ends; the id of a rule set never does."""

HEAD: Final = ("base", "name", "description", "rules")
"""The keys at the top of every file."""
THE_FILE: Final = "the file"

Where = str | PathLike[str]
T = TypeVar("T")
R = TypeVar("R")


class HouseRuleError(BadCall):
    """A house-rule file cannot be used; `faults` lists everything that is wrong with it."""

    def __init__(self, path: str, faults: tuple[Fault, ...]) -> None:
        self.path = path
        self.faults = faults
        super().__init__(path, faults)

    def __str__(self) -> str:
        many = f"{len(self.faults)} errors" if len(self.faults) > 1 else "an error"
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
    below: HouseFile | None = attrs.field(default=None, repr=False)
    """The file that it names as its base, if there is one and nothing is wrong with the chain."""
    games: Callable[[], Mapping[str, str]] = attrs.field(default=dict, repr=False)
    """The game of every key that files can have, such as `rules.hand_limit`, for the sentence about a strange one."""

    @property
    def layers(self) -> tuple[HouseFile, ...]:
        """The file itself and those below it, down to the one that changes a built-in rule set."""
        found = [self]
        while (below := found[-1].below) is not None:
            found.append(below)
        return tuple(found)

    @property
    def base(self) -> str:
        """What is changed, for a message: the rule set at the bottom, and the files on the way."""
        layers = self.layers
        return f"{layers[-1].data.get('base')}" + (f" ({chain(layers[1:])})" if layers[1:] else "")

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
        base = self.layers[-1].data.get("base")
        name = base.partition("/")[0] if isinstance(base, str) else ""
        if name not in games:

            def head(file: HouseFile, below: None) -> None:
                check_head(file, rulesets(), ("location", "major", "card", "master"))
                file.refuse()

            stacked(self, head)
        return name

    def table(self, key: str) -> dict[str, Any]:
        """The table under a key at the top; empty if there is none."""
        found = self.data.get(key, {})
        if isinstance(found, dict):
            return found
        several = isinstance(found, list) and found and all(isinstance(each, dict) for each in found)
        self.fault(key, f"expected a table [{key}], got {f'tables [[{key}]]' if several else shown(found)}")
        return {}

    def tables(self, key: str, known: Iterable[str], otherwise: Callable[[str], str]) -> dict[str, dict[str, Any]]:
        """The tables [key.name], for names that exist; `otherwise` is the sentence about a name that does not."""
        names = tuple(known)
        found: dict[str, dict[str, Any]] = {}
        for name, table in self.table(key).items():
            if not isinstance(table, dict):
                wanted = f"[{key}.{name}]" if name in names else f"such as [{key}.{names[0]}]"
                self.fault(inside(key, name), f"expected a table {wanted}, got {shown(table)}")
            elif name not in names:
                self.fault(inside(key, name), otherwise(name))
            else:
                found[name] = table
        return found

    def only(self, table: Mapping[str, object], where: str, known: Iterable[str]) -> None:
        """Note keys that nobody knows."""
        for key in table:
            if key not in known:
                self.fault(inside(where, key), self._strange(inside(where, key), key, known))

    def _strange(self, where: str, key: str, known: Iterable[str]) -> str:
        games, in_rules = self.games(), where.startswith("rules.")
        if where in games:
            what = f"{key!r} is a value" if in_rules else f"[{key}] is a table"
            return f"{what} of {games[where]}, and this file changes {self.base}"
        if f"rules.{key}" in games and where == key:
            return f"{key!r} belongs below [rules]"
        if key in games and in_rules:
            return f"[{key}] is a table of its own, not one in [rules]"
        return unknown("key", key, known)

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
        folder = self.path.parent
        return self._tell(where, f"{what} {brief(given)}", lambda: read(_toml_beside(folder, given, largest)))

    def _tell(self, where: str, what: str, read: Callable[[], T]) -> T | None:
        """What is read; every error in it is noted as one of this place."""
        try:
            return read()
        except (_Unreadable, _NotToml, RecursionError) as error:
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


def read_file(path: Where, games: Callable[[], Mapping[str, str]] = dict) -> HouseFile:
    """The file at a path and the files below it, as far as TOML goes."""
    try:
        place = Path(fspath(path))
    except TypeError:
        raise BadCall(f"expected the path of a house-rule file, got {brief(path)}") from None
    try:
        text = _text_of(place, LARGEST)
    except _Unreadable as error:
        raise HouseRuleError(str(place), (Fault(THE_FILE, str(error)),)) from None
    return parse_file(text, place, games)


def parse_file(text: str, path: Where, games: Callable[[], Mapping[str, str]] = dict) -> HouseFile:
    """The text of a file, as far as TOML goes; the path says where other files lie that it names."""
    place = Path(path)
    try:
        return _on_its_base(HouseFile(place, *_parsed(text), games=games))
    except _NotToml as error:
        raise HouseRuleError(str(place), (error.fault,)) from None


class _NotToml(Exception):
    """A text is not TOML; `fault` says why."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.fault = Fault(THE_FILE, message, line)
        super().__init__(f"line {line}: {message}" if line else message)


def _parsed(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """What a text says, and in which lines."""
    data = _data(text)
    try:
        return data, lines_of(text)
    except TooDeep as error:
        raise _NotToml(str(error), error.line) from None


def _data(text: str) -> dict[str, Any]:
    """What a text says."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _NotToml("lists and tables stand within each other too deep") from None
    except ValueError as error:
        raise _NotToml(*not_toml(error, text)) from None


def _toml_beside(folder: Path, name: str, largest: int) -> dict[str, Any]:
    """What stands in a file of a folder or below it."""
    return _data(_text_of(_beside(folder, name), largest))


# --- files that build on each other -----------------------------------------------------------------------------------


def _on_its_base(top: HouseFile) -> HouseFile:
    """A file with those below it. A chain that is none is noted where it breaks off."""
    layers, seen = [top], [realpath(top.path)]
    while (below := _base_file(layers[-1])) is not None:
        layers.append(below)
        seen.append(realpath(below.path))
        wrong = ""
        if not below.inline and seen[-1] in seen[:-1]:
            wrong = f"the files name each other in a circle: {chain(layers)}"
        elif len(layers) > MOST_LAYERS:
            wrong = f"more than {MOST_LAYERS} house rules build on each other"
        if wrong:
            top.fault("base", wrong)
            return top
    found = layers.pop()
    while layers:
        found = attrs.evolve(layers.pop(), below=found)
    return found


def _base_file(file: HouseFile) -> HouseFile | None:
    """The file that another one names as its base; None if it names none, or after an error."""
    base = file.data.get("base")
    if file.inline:
        return attrs.evolve(file, data=base, faults=[]) if isinstance(base, dict) else None
    if not isinstance(base, str) or not base.endswith(ENDING):
        return None
    if not _is_beside(base):
        file.fault("base", f"expected the path of a house rule in the folder of this file or below, got {shown(base)}")
        return None
    try:
        path = _beside(file.path.parent, base)
        return HouseFile(path, *_parsed(_text_of(path, LARGEST)), games=file.games)
    except (_Unreadable, _NotToml) as error:
        file.fault("base", f"the base {brief(base)}: {error}")
    return None


def chain(layers: Sequence[HouseFile]) -> str:
    """The files of a chain by name, each followed by its base; of a long one, its ends."""
    folder = layers[0].path.parent
    names = [
        each.path.relative_to(folder).as_posix() if each.path.is_relative_to(folder) else each.path.name
        for each in layers
    ]
    names = [name if name.isprintable() and len(name) <= LONGEST_NAME else brief(name) for name in names]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED // 2 : 1 - MOST_NAMED // 2] = ["..."]
    return " -> ".join(names)


def stacked(file: HouseFile, build: Callable[[HouseFile, R | None], R]) -> R:
    """The rules of a file, built from the bottom up: each on those below it, None on a built-in rule set.

    The errors of a file below become errors of the one that was asked for, which is built all the same, so that its own
    are found; it then has a file below and no rules of it.
    """
    layers, below = file.layers, None
    for at in range(len(layers) - 1, 0, -1):
        try:
            below = build(layers[at], below)
        except HouseRuleError as error:
            below = None
            for each in error.faults:
                if file.inline:
                    file.fault(f"{'base.' * at}{each.where}", each.message)
                else:
                    file.fault("base", f"{chain(layers[1 : at + 1])}: {each}")
            break
    return build(file, below)


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


def _beside(folder: Path, name: str) -> Path:
    """The path of a file in a folder or below it, wherever links may lead."""
    path = folder / name
    if not Path(realpath(path)).is_relative_to(realpath(folder)):
        raise _Unreadable("it leads out of the folder of this file")
    return path


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
    elif base not in bases and file.below is None and not any(each.where == "base" for each in file.faults):
        file.fault("base", _unknown_base(file, base, bases))
    if "name" not in file.data:
        file.fault("name", "the key 'name' is missing")
    elif not _is_name(name) and not (file.inline and name == base):
        wanted = f"a name of 1 to {LONGEST_NAME} printable characters without '/'"
        file.fault("name", f"expected {wanted}, got {shown(name)}")
    if "description" in file.data and not (
        isinstance(description, str) and len(description) <= LONGEST_DESCRIPTION and description.strip()
    ):
        wanted = f"a text of 1 to {LONGEST_DESCRIPTION} characters"
        file.fault("description", f"expected {wanted}, got {shown(description)}")


def _unknown_base(file: HouseFile, base: object, bases: tuple[str, ...]) -> str:
    guess = nearest(base, bases)
    for each in bases:
        if each.partition("/")[2] == base:
            return f"unknown rule set {brief(base)}; did you mean {each!r}?"
    if isinstance(base, str) and not file.inline and _is_file_beside(file.path.parent, base + ENDING):
        return f"unknown rule set {brief(base)}; did you mean the file {base + ENDING!r}?"
    games = {each.partition("/")[0] for each in bases}
    if isinstance(base, str) and "/" in base and len(games) == 1 and nearest(base, bases, 0.8) is None:
        return f"expected a rule set of {games.pop()}, got {brief(base)}"
    told = unknown("rule set", base, bases)
    return told if file.inline or guess else f"{told}, or the path of a file that ends with '{ENDING}'"


def _is_file_beside(folder: Path, name: str) -> bool:
    return _is_beside(name) and len(name) <= LONGEST_NAME and (folder / name).is_file()


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


def check_values(rules: object, apart: Iterable[str]) -> list[Fault]:
    """What no file could say of the plain values of rules, one by one."""
    kind: type = type(rules)
    hints, faults = hints_of(kind), list[Fault]()
    for name, field in value_fields(kind, apart).items():
        read_value(hints[name], written(getattr(rules, name)), f"rules.{name}", faults, bounds_of(field))
    return faults


def from_document(data: dict[str, Any]) -> HouseFile:
    """House rules that are part of a document; its errors have no lines, and its base may be house rules too."""
    return _on_its_base(HouseFile(Path("the rules"), data, {}, inline=True))


@attrs.frozen
class Needs:
    """What values need of each other; an error is told where the file says one of them."""

    said: Container[str]
    """The values that the file sets."""
    wrong: Sequence[str] = ()
    """Places with an error: nobody knows yet which value belongs there, so nothing is asked about it."""
    faults: list[Fault] = attrs.field(factory=list)

    def need(self, good: bool, keys: str, otherwise: str) -> None:
        """Note an error unless all is well; `keys` names the values, with blanks between them."""
        names = keys.split()
        if not good and not any(_within(where, f"rules.{name}") for where in self.wrong for name in names):
            where = next((name for name in names if name in self.said), names[0])
            self.faults.append(Fault(f"rules.{where}", otherwise))


def _within(where: str, outer: str) -> bool:
    """Whether a place is another one or in it."""
    return where == outer or where.startswith((f"{outer}.", f"{outer}["))


def known_keys(kind: type, apart: Iterable[str], files: Iterable[str], sections: Iterable[str]) -> tuple[str, ...]:
    """The places of everything that a game's files can set: `rules.players`, `location`."""
    return (*(f"rules.{name}" for name in (*value_fields(kind, apart), *files)), *sections)


def numbered(what: str, known: Mapping[str, str]) -> Callable[[str], str]:
    """The sentence about a number of something that does not exist; `known` has the names of those that do.

    >>> numbered("place", {"1": "Port", "2": "Fields"})("field")
    "there is no place 'field': places are 1 to 2; did you mean 2, Fields?"
    """
    numbers = list(known)
    titles = {title.lower(): number for number, title in known.items()}

    def otherwise(name: str) -> str:
        told = f"there is no {what} {brief(name)}: {what}s are {numbers[0]} to {numbers[-1]}"
        guess = nearest(name.replace("-", " ").replace("_", " "), titles)
        return f"{told}; did you mean {titles[guess]}, {known[titles[guess]]}?" if guess else told

    return otherwise


def keys_of(kind: type, apart: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Every key of `[rules]`, with what it may hold, in words."""
    return tuple(
        (name, expected(hints_of(kind)[name], bounds_of(field))) for name, field in value_fields(kind, apart).items()
    )
