"""The catalogue: all cards of an edition, read from a TOML file that an owner of the game can replace.

The rulebooks print few of the cards. A catalogue says of every value whether it is printed or invented. Loading is
strict: everything that is wrong with a file is reported at once, each fault with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from arcanum.guilds.abilities import Static
from arcanum.guilds.cards import ALL_FIEFDOMS, POWERS, STAKE, Arcanum, Card, CardId, Kind
from arcanum.guilds.clause_ids import (
    F_ACT_5,
    R_ARC_4,
    R_ARC_5,
    R_EVT_4,
    R_GM_2,
    R_GM_4,
    R_LOC_1,
)
from arcanum.guilds.collection import Catalogue as Catalogue
from arcanum.guilds.effects import VOCABULARY
from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.mistakes import not_toml
from arcanum.kernel.words import Fault, shown, unknown

EDITIONS: Final = ("first", "revised")
LARGEST: Final = 1_000_000
"""Bytes that a catalogue file may have."""

SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SOURCE: Final = re.compile(r"text:[RF][0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*|external:\S+|invented")
COMMON: Final = ("id", "name", "letter", "emblem", "vp", "from")
_VALUES: Final = ("staff", "sword", "cup")
AS_STAKE: Final = ("main", *_VALUES, "fiefdom")
NEEDED: Final = {
    Kind.CREST: ("ability",),
    Kind.AGENT: _VALUES,
    Kind.LOCATION: ("ability",),
    Kind.RELIC: ("ducat",),
    Kind.PERSONALITY: (*AS_STAKE, "ducat"),
    Kind.MILITIA: ("rank", *_VALUES),
    Kind.MASTER: ("once_per_round", "ability"),
    Kind.OBJECTIVE: ("fiefdom", "count", "reward"),
    Kind.EVENT: ("ability",),
    Kind.END_CARD: (),
    Kind.FIRST_PLAYER: (),
}
ALLOWED: Final = {Kind.AGENT: ("ability",), Kind.PERSONALITY: ("ability",), Kind.LOCATION: ("ducat",)}
OF_A_GUILD: Final = (Kind.CREST, Kind.AGENT, Kind.MASTER)
OF_EITHER: Final = (Kind.LOCATION, Kind.RELIC)


class CatalogueError(BadCall):
    """A catalogue cannot be used; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__(faults)

    def __str__(self) -> str:
        many = f"{len(self.faults)} errors" if len(self.faults) > 1 else "an error"
        return f"the catalogue has {many}:\n" + "\n".join(f"- {fault}" for fault in self.faults)


@cache
def default_catalogue(edition: str) -> Catalogue:
    """The catalogue that comes with the library."""
    name = f"catalogue_{edition}.toml"
    return parse_catalogue(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def load_catalogue(path: str | Path) -> Catalogue:
    """The catalogue in a file."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadCall(f"cannot read the catalogue {brief(str(path))}: {error.strerror or error}") from None
    except ValueError:
        raise BadCall(f"{brief(str(path))} is not the path of a file") from None
    if len(data) > LARGEST:
        raise BadCall(f"the catalogue {brief(str(path))} is larger than {LARGEST} bytes")
    try:
        return parse_catalogue(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadCall(f"the catalogue {brief(str(path))} is not UTF-8 text") from None


def parse_catalogue(text: str) -> Catalogue:
    """The catalogue in the text of a file; raises `CatalogueError` with everything that is wrong with it."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError((Fault("the file", *not_toml(error, text)),)) from None
    except RecursionError:
        raise CatalogueError((Fault("the file", "lists and tables stand within each other too deep"),)) from None
    return read_catalogue(data)


def read_catalogue(data: Mapping[str, object], *, as_printed: bool = True) -> Catalogue:
    """The catalogue in the tables of a file; without `as_printed` it may differ from what a text prints (C11)."""
    from arcanum.guilds.constraints import check

    reader = CatalogueReader()
    catalogue = reader.read(data)
    # Counting the cards of a file in which some could not be read would only repeat those faults.
    faults = reader.faults or [each for each in check(catalogue) if as_printed or not each.message.startswith("C11:")]
    if faults:
        raise CatalogueError(tuple(faults))
    return catalogue


def write_catalogue(catalogue: Catalogue) -> dict[str, object]:
    """The catalogue as the tables of a file."""
    cards = {kind.value: [write_card(card) for card in catalogue.of(kind)] for kind in Kind}
    head = {"edition": catalogue.edition, "source": catalogue.source, "fiefdoms": list(catalogue.fiefdoms)}
    return head | {kind: entries for kind, entries in cards.items() if entries}


def write_card(card: Card) -> dict[str, object]:
    """A card as a file states it."""
    said: dict[str, object] = {
        "id": card.id,
        "name": card.name,
        "letter": card.letter,
        "emblem": card.emblem,
        "vp": card.vp,
        **dict(zip(_VALUES, card.values, strict=True)),
        "ducat": "-" if card.ducat is None and card.kind is Kind.PERSONALITY else card.ducat,
        "main": [arcanum.name.lower() for arcanum in card.main],
        "fiefdom": card.fiefdom,
        "rank": card.rank,
        "once_per_round": card.once_per_round,
        "count": card.count,
        "reward": card.reward,
        "ability": VOCABULARY.write((*card.statics, *card.program)) or None,
        "from": dict(card.sources),
    }
    needed = (*NEEDED[card.kind], *(AS_STAKE if card.is_stake and card.kind in OF_EITHER else ()))
    keys = (*COMMON, *needed, *ALLOWED.get(card.kind, ()))
    return {key: value for key, value in said.items() if key in keys and value is not None}


class CatalogueReader:
    """Builds the cards and collects faults on the way."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.edition = ""
        self.guilds: tuple[str, ...] = ()
        self.fiefdoms: tuple[str, ...] = ()

    def read(self, data: Mapping[str, object]) -> Catalogue:
        """The catalogue that the parsed file describes."""
        kinds = {kind.value: kind for kind in Kind}
        for key in data:
            if key not in ("edition", "source", "fiefdoms", *kinds):
                self.fault("the file", unknown("key", key, ("edition", "source", "fiefdoms", *kinds)))
        edition, source, fiefdoms = data.get("edition"), data.get("source"), data.get("fiefdoms")
        if edition in EDITIONS:
            self.edition = str(edition)
        else:
            self.fault("edition", f"expected 'first' or 'revised', got {brief(edition)}")
        if not isinstance(source, str) or not source:
            self.fault("source", f"expected a sentence that says where the cards come from, got {brief(source)}")
        if isinstance(fiefdoms, list) and all(isinstance(each, str) and SLUG.fullmatch(each) for each in fiefdoms):
            self.fiefdoms = tuple(fiefdoms)
        else:
            self.fault("fiefdoms", f"expected a list of names such as 'ogrokh', got {brief(fiefdoms)}")
        entries = {kind: self._entries(data, kind) for kind in Kind}
        guilds = [entry.get("emblem") for entry in entries[Kind.CREST]]
        self.guilds = tuple(guild for guild in guilds if isinstance(guild, str))
        cards = [
            card
            for kind, tables in entries.items()
            for number, entry in enumerate(tables, start=1)
            if (card := self._card(kind, number, entry)) is not None
        ]
        return Catalogue(self.edition, str(source), self.fiefdoms, tuple(cards))

    def fault(self, where: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(where, message))

    def _entries(self, data: Mapping[str, object], kind: Kind) -> list[dict[str, object]]:
        entries = data.get(kind.value, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.fault(kind.value, f"expected tables [[{kind.value}]], got {brief(entries)}")
            return []
        return entries

    @cites(R_ARC_4, R_ARC_5)
    def _card(self, kind: Kind, number: int, entry: Mapping[str, object]) -> Card | None:
        id = entry.get("id")
        where = f"{kind.value} {id}" if isinstance(id, str) else f"{kind.value} number {number}"
        before = len(self.faults)
        if not isinstance(id, str) or not SLUG.fullmatch(id):
            self.fault(where, f"id: expected a short name such as 'barhan-sword', got {brief(id)}")
        stake = entry.get("emblem") == STAKE
        needed = (*NEEDED[kind], *(AS_STAKE if stake and kind in OF_EITHER else ()))
        allowed = (*COMMON, *needed, *ALLOWED.get(kind, ()))
        for key in entry:
            if key not in allowed:
                self.fault(where, unknown("key", key, allowed))
        for key in ("id", "name", "vp", "from", *needed):
            if key not in entry:
                self.fault(where, f"the key {key!r} is missing")
        fields = self._fields(kind, where, entry)
        statics, program = self._ability(kind, where, entry) if "ability" in allowed else ((), ())
        if len(self.faults) > before:
            return None
        values = (_int(fields["staff"]), _int(fields["sword"]), _int(fields["cup"]))
        return Card(
            id=CardId(str(id)),
            name=str(fields["name"]),
            kind=kind,
            letter=_text(fields["letter"]),
            emblem=_text(fields["emblem"]),
            vp=_int(fields["vp"]),
            values=values,
            ducat=None if fields["ducat"] in (None, "-") else _int(fields["ducat"]),
            main=self._main(fields["main"]),
            fiefdom=_text(fields["fiefdom"]),
            rank=_text(fields["rank"]),
            once_per_round=fields["once_per_round"] is True,
            count=_int(fields["count"]),
            reward=_int(fields["reward"]),
            statics=statics,
            program=program,
            sources=self._sources(fields["from"]),
        )

    def _fields(self, kind: Kind, where: str, entry: Mapping[str, object]) -> dict[str, object]:
        """Every field that a card may have, checked one by one."""
        checks: dict[str, Callable[[object], str]] = {
            "name": lambda value: "" if isinstance(value, str) and value.strip() else "expected a name",
            "vp": _number,
            "letter": lambda value: "" if value in tuple("ABCDEF") else "expected a letter from A to F",
            "emblem": lambda value: self._emblem(kind, value),
            **dict.fromkeys(_VALUES, _number),
            "ducat": lambda value: "" if kind is Kind.PERSONALITY and value == "-" else _number(value),
            "main": self._is_main,
            "fiefdom": lambda value: self._fiefdom(kind, value),
            "rank": lambda value: "" if value in ("captain", "soldier") else "expected 'captain' or 'soldier'",
            "once_per_round": lambda value: "" if isinstance(value, bool) else "expected true or false",
            "count": _number,
            "reward": _number,
            "from": lambda value: self._are_sources(entry, value),
        }
        if "emblem" not in entry and kind in (*OF_A_GUILD, *OF_EITHER, Kind.PERSONALITY):
            self.fault(where, "the key 'emblem' is missing")
        for name, wrong in checks.items():
            if name in entry and (message := wrong(entry[name])):
                got = "" if message.startswith("unknown") else f", got {shown(entry[name])}"
                self.fault(f"{where}: {name}", f"{message}{got}")
        return {name: entry.get(name) for name in checks}

    def _emblem(self, kind: Kind, value: object) -> str:
        guilds = " or ".join(repr(guild) for guild in self.guilds)
        if kind in OF_A_GUILD:
            good = isinstance(value, str) and ((kind is Kind.CREST and SLUG.fullmatch(value)) or value in self.guilds)
            return "" if good and value != STAKE else f"expected a guild with a crest: {guilds}"
        if kind in OF_EITHER:
            return "" if value == STAKE or value in self.guilds else f"expected {STAKE!r} or {guilds}"
        if kind is Kind.PERSONALITY:
            return "" if value == STAKE else f"expected {STAKE!r}"
        return "a card of this kind has no emblem"

    def _fiefdom(self, kind: Kind, value: object) -> str:
        if value in self.fiefdoms or (value == ALL_FIEFDOMS and kind is not Kind.OBJECTIVE):
            return ""
        return unknown("fiefdom", value, self.fiefdoms)

    def _is_main(self, value: object) -> str:
        """C10: the Ducat is never a Main Arcanum, for no Agent has any."""
        if not isinstance(value, list) or not value:
            return "expected a list such as ['sword']"
        if "ducat" in value:
            return "C10: the Ducat is never a Main Arcanum"
        if any(each not in _VALUES for each in value) or len(set(value)) != len(value):
            return "expected different ones of 'staff', 'sword', 'cup'"
        return ""

    def _main(self, value: object) -> tuple[Arcanum, ...]:
        names = value if isinstance(value, list) else []
        return tuple(arcanum for arcanum in POWERS if arcanum.name.lower() in names)

    def _are_sources(self, entry: Mapping[str, object], value: object) -> str:
        """C16: every value says where it comes from."""
        if not isinstance(value, dict):
            return "C16: expected a table such as { '*' = 'invented', sword = 'text:R267' }"
        for field, source in value.items():
            if field != "*" and field not in entry:
                return f"C16: there is no {field!r} to speak of"
            if not isinstance(source, str) or not SOURCE.fullmatch(source):
                return f"C16: {field} must be 'text:R267', 'external:...' or 'invented'"
        silent = [field for field in entry if field not in ("id", "from", *value)]
        return f"C16: nothing says where {', '.join(silent)} come from" if silent and "*" not in value else ""

    def _sources(self, value: object) -> FrozenMap[str]:
        return FrozenMap(
            {str(field): str(source) for field, source in value.items()} if isinstance(value, dict) else {}
        )

    def _ability(
        self, kind: Kind, where: str, entry: Mapping[str, object]
    ) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """C15: the ability of a card, as words in force and words carried out."""
        if "ability" not in entry:
            return (), ()
        once = entry.get("once_per_round") is True
        words = VOCABULARY.read(
            entry["ability"], f"{where}: ability", self.faults, {"clause": self._clause(kind, once=once)}
        )
        statics = tuple(word for word in words if isinstance(word, Static))
        program = tuple(word for word in words if not isinstance(word, Static))
        if not words and entry["ability"] == []:
            self.fault(f"{where}: ability", "C15: an ability has at least one word")
        return statics, program

    def _clause(self, kind: Kind, *, once: bool) -> ClauseId:
        if kind is Kind.MASTER:
            return R_GM_2 if once else R_GM_4
        if kind is Kind.EVENT:
            return R_EVT_4
        return F_ACT_5 if self.edition == "first" else R_LOC_1


def _number(value: object) -> str:
    return "" if type(value) is int and 0 <= value <= 99 else "expected a whole number from 0 to 99"


def _int(value: object) -> int:
    return value if type(value) is int else 0


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
