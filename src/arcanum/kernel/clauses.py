"""Clauses: numbered statements of a rulebook, with the numbers they state and the lines they come from.

A game keeps its clauses in one TOML file, the clause index. Code cites a clause by its id; a test reads what it expects
from the clause's parameters. Printings of a rulebook may disagree: `Clause.parameters` is the common reading and
`Clause.readings` holds what a printing states instead. This module knows no game.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Generic, TypeAlias, TypeVar

import attrs

from arcanum.kernel.errors import BadCall, UnknownName
from arcanum.kernel.ids import ClauseId

V_co = TypeVar("V_co", covariant=True)
T = TypeVar("T")

Parameter: TypeAlias = "int | str | bool | tuple[Parameter, ...] | FrozenMap[Parameter]"
"""What a clause may state: a number, a word, a yes or no, or a row or table of these."""

CONSENSUS: Final = "consensus"
"""The name of the common reading; no printing may be called that."""

APPLIES: Final = "applies"
"""The name under which a printing's reading says that it does not have the clause at all.

Of a house clause, one in a section of house rules, no printing has it: it applies only in rules that ask for it.
"""

_ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LINES = re.compile(r"(?P<document>[^:\s]+):(?P<ranges>[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)")


class ClauseIndexError(BadCall):
    """A clause index is not well formed; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        super().__init__(faults)

    def __str__(self) -> str:
        return f"the clause index has {len(self.faults)} faults:\n" + "\n".join(f"- {fault}" for fault in self.faults)


class UnknownParameter(UnknownName, KeyError):
    """A clause states no parameter of that name."""


class UnknownPrinting(UnknownName, KeyError):
    """The rulebook has no printing of that name."""


class UnknownClause(UnknownName, KeyError):
    """The index has no clause of that id."""


def in_words(value: Parameter) -> str:
    """A parameter as a person reads it.

    >>> in_words((3, 6)), in_words(True), in_words(())
    ('3, 6', 'yes', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return (
            ", ".join(f"({in_words(item)})" if isinstance(item, tuple) else in_words(item) for item in value) or "none"
        )
    if isinstance(value, FrozenMap):
        return "; ".join(f"{key}: {in_words(item)}" for key, item in value.items()) or "none"
    return str(value) or "none"


class FrozenMap(Mapping[str, V_co], Generic[V_co]):
    """A mapping that nobody can change: hashable, compared by value, in the order of the file."""

    __slots__ = ("_items",)
    _items: dict[str, V_co]

    def __init__(self, items: Mapping[str, V_co]) -> None:
        object.__setattr__(self, "_items", dict(items))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __getitem__(self, key: str) -> V_co:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def or_else(self, key: str, default: T) -> V_co | T:
        """What it has for a key, or something else; quicker than `get`, which has to fail first."""
        return self._items.get(key, default)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __reduce__(self) -> tuple[type[FrozenMap[V_co]], tuple[dict[str, V_co]]]:
        return type(self), (dict(self._items),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items!r})"


@attrs.frozen
class Document:
    """A rulebook file that clauses are taken from, and the printings in it."""

    key: str
    title: str
    printings: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Clause:
    """One statement of the rules, or one ruling on what they leave open."""

    game: str
    id: ClauseId
    section: str
    section_title: str
    text: str
    """The statement, or the open situation, in our own words."""
    property: str = ""
    """What must hold in every game if the clause is carried out."""
    printings: Mapping[str, str] = FrozenMap[str]({})
    """Where each printing speaks of it: printing to `document:lines`."""
    parameters: Mapping[str, Parameter] = FrozenMap[Parameter]({})
    """The numbers and choices that the clause states, in the common reading."""
    readings: Mapping[str, Mapping[str, Parameter]] = FrozenMap[Mapping[str, Parameter]]({})
    """What a printing states instead: printing to the parameters that differ."""
    misprints: Mapping[str, Mapping[str, Parameter]] = FrozenMap[Mapping[str, Parameter]]({})
    """What a printing says where it contradicts itself; the common reading is played."""
    ruling: str = ""
    """For an open situation: what we do."""
    reason: str = ""
    """For an open situation: why."""
    rulings: tuple[ClauseId, ...] = ()
    """The rulings that settle the wording of this clause."""
    note: str = ""
    derived: bool = False
    """Whether the clause follows from several passages rather than standing in one."""
    uncited: str = ""
    """Why no code carries this clause out, where none does: it is an example, or follows from other clauses."""
    house: bool = False
    """Whether no printing has the clause: it applies only where a house rule asks for it."""
    all_printings: tuple[str, ...] = attrs.field(default=(), repr=False)
    """Every printing of the index; empty when a clause stands alone, and then any name is taken."""

    @builtins.property
    def name(self) -> str:
        """The id as a Python name: `MIN-A1` is `MIN_A1`."""
        return self.id.replace("-", "_")

    def parameter(self, name: str, printing: str | None = None) -> Parameter:
        """The value that the clause states under `name`, in a printing or (default) in the common reading.

        A printing that says nothing else is read as the common reading. `applies` is a parameter of every clause.
        """
        reading = self._reading(printing)
        if name in reading:
            return reading[name]
        if name in self.parameters:
            return self.parameters[name]
        if name == APPLIES:
            return not self.house
        raise UnknownParameter(f"parameter of {self.id}", name, self.parameters)

    def applies(self, printing: str | None = None) -> bool:
        """Whether the clause is part of the rules in that printing."""
        return self.parameter(APPLIES, printing) is True

    def _reading(self, printing: str | None) -> Mapping[str, Parameter]:
        if printing is None or printing == CONSENSUS:
            return {}
        if self.all_printings and printing not in self.all_printings:
            raise UnknownPrinting("printing", printing, (CONSENSUS, *self.all_printings))
        return self.readings.get(printing, {})


@attrs.frozen
class ClauseIndex:
    """All clauses of a game in the order of the file; iterating gives the clauses, indexing takes an id."""

    game: str
    documents: Mapping[str, Document]
    sections: Mapping[str, str]
    """Section to its title."""
    clauses: tuple[Clause, ...] = attrs.field(repr=False)
    _by_id: dict[str, Clause] = attrs.field(init=False, repr=False, eq=False)

    @_by_id.default
    def _index(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @property
    def printings(self) -> tuple[str, ...]:
        """The names of all printings, document after document."""
        return tuple(printing for document in self.documents.values() for printing in document.printings)

    def __getitem__(self, id: str) -> Clause:
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownClause(f"clause of {self.game}", id, self._by_id) from None

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)


@cache
def index_of(package: str) -> ClauseIndex:
    """The clause index of a game package, from the file `clauses.toml` in it."""
    from importlib.resources import files

    return load_index(files(package).joinpath("clauses.toml").read_text(encoding="utf-8"))


def load_index(text: str) -> ClauseIndex:
    """Read a clause index from the text of its TOML file; raises `ClauseIndexError` with every fault in it."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ClauseIndexError((f"not TOML: {error}",)) from error
    return _Loader().index(data)


class _Loader:
    """Builds an index and collects faults on the way; what is faulty is left out, so one fault hides no other."""

    _ENTRY: Final = frozenset(
        {"id", "section", "text", "property", "printings", "parameters", "readings", "ruling", "reason"}
        | {"misprints", "rulings", "note", "derived", "uncited"}
    )

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.game = ""
        self.documents: dict[str, Document] = {}
        self.sections: dict[str, str] = {}
        self.house: set[str] = set()
        """Sections of house rules, of which no printing has any."""
        self.home: dict[str, str] = {}
        """Printing to the document that holds it."""

    def index(self, data: dict[str, object]) -> ClauseIndex:
        """The index that the parsed file describes."""
        self._only("the index", data, frozenset({"game", "documents", "sections", "clause"}))
        self.game = self._text("the index", data, "game", required=True)
        for key, table in self._table("the index", data, "documents").items():
            self._document(key, table)
        for key, table in self._table("the index", data, "sections").items():
            where = f"section {key}"
            section = self._as_table(where, table)
            self._only(where, section, frozenset({"title", "house"}))
            self.sections[key] = self._text(where, section, "title", required=True)
            if self._flag(where, section, "house"):
                self.house.add(key)
        entries = data.get("clause", [])
        if not isinstance(entries, list):
            self.faults.append("the index: clause must be a list of tables")
            entries = []
        clauses = [self._clause(number, entry) for number, entry in enumerate(entries, start=1)]
        self._cross_check(clauses)
        if self.faults:
            raise ClauseIndexError(tuple(self.faults))
        return ClauseIndex(self.game, FrozenMap(self.documents), FrozenMap(self.sections), tuple(clauses))

    def _document(self, key: str, value: object) -> None:
        where = f"document {key}"
        table = self._as_table(where, value)
        self._only(where, table, frozenset({"title", "printings"}))
        printings = self._words(where, table, "printings")
        for printing in printings:
            if printing == CONSENSUS:
                self.faults.append(f"{where}: no printing may be called {CONSENSUS!r}")
            if printing in self.home:
                self.faults.append(f"{where}: printing {printing!r} is already in document {self.home[printing]}")
            self.home.setdefault(printing, key)
        self.documents[key] = Document(key, self._text(where, table, "title", required=True), printings)

    def _clause(self, number: int, value: object) -> Clause:
        where = f"clause number {number}"
        entry = self._as_table(where, value)
        id = self._text(where, entry, "id", required=True)
        if id:
            where = id
            if not _ID.fullmatch(id):
                self.faults.append(f"{where}: an id looks like MIN-A1")
        self._only(where, entry, self._ENTRY)
        section = self._text(where, entry, "section", required=True)
        if section and section not in self.sections:
            self.faults.append(f"{where}: unknown section {section!r}")
        states, ruling = self._text(where, entry, "property"), self._text(where, entry, "ruling")
        reason = self._text(where, entry, "reason")
        if not states and not ruling:
            self.faults.append(f"{where}: has neither a property nor a ruling")
        if reason and not ruling:
            self.faults.append(f"{where}: gives a reason but no ruling")
        house = section in self.house
        if house and (entry.get("printings") or entry.get("readings")):
            self.faults.append(f"{where}: no printing has a clause of the house rules")
        derived = self._flag(where, entry, "derived")
        parameters = self._parameters(f"{where}: parameters", self._table(where, entry, "parameters"))
        if APPLIES in parameters:
            self.faults.append(f"{where}: {APPLIES!r} belongs into a reading")
        return Clause(
            game=self.game,
            id=ClauseId(id),
            section=section,
            section_title=self.sections.get(section, ""),
            text=self._text(where, entry, "text", required=True),
            property=states,
            printings=self._printings(where, self._table(where, entry, "printings")),
            parameters=parameters,
            readings=self._readings(where, self._table(where, entry, "readings"), parameters),
            misprints=self._readings(where, self._table(where, entry, "misprints"), parameters, "misprint"),
            ruling=ruling,
            reason=reason,
            rulings=tuple(ClauseId(other) for other in self._words(where, entry, "rulings")),
            note=self._text(where, entry, "note"),
            derived=derived,
            uncited=self._text(where, entry, "uncited"),
            house=house,
            all_printings=tuple(self.home),
        )

    def _cross_check(self, clauses: list[Clause]) -> None:
        seen: set[str] = set()
        for clause in clauses:
            if clause.id and clause.id in seen:
                self.faults.append(f"{clause.id}: the id is used twice")
            seen.add(clause.id)
        for clause in clauses:
            for other in clause.rulings:
                if other not in seen:
                    self.faults.append(f"{clause.id}: rulings name the unknown clause {other!r}")

    def _printings(self, where: str, table: Mapping[str, object]) -> FrozenMap[str]:
        found: dict[str, str] = {}
        for printing, lines in table.items():
            if printing not in self.home:
                self.faults.append(f"{where}: unknown printing {printing!r}")
            elif not isinstance(lines, str) or not (match := _LINES.fullmatch(lines)) or not _rising(match["ranges"]):
                self.faults.append(f"{where}: {printing} has the malformed line reference {lines!r}")
            elif match["document"] != self.home[printing]:
                self.faults.append(f"{where}: {printing} is in document {self.home[printing]}, not in {lines!r}")
            else:
                found[printing] = lines
        return FrozenMap(found)

    def _parameters(self, where: str, table: Mapping[str, object]) -> FrozenMap[Parameter]:
        found: dict[str, Parameter] = {}
        for name, value in table.items():
            if not _NAME.fullmatch(name):
                self.faults.append(f"{where}: {name!r} is not a snake_case name")
            found[name] = self._parameter(f"{where}: {name}", value)
        return FrozenMap(found)

    def _parameter(self, where: str, value: object) -> Parameter:
        if isinstance(value, bool | int | str):
            return value
        if isinstance(value, list):
            return tuple(self._parameter(where, item) for item in value)
        if isinstance(value, dict):
            return FrozenMap({key: self._parameter(where, item) for key, item in value.items()})
        self.faults.append(f"{where}: {value!r} is neither a number, a word, a yes or no, a list nor a table")
        return ""

    def _readings(
        self, where: str, table: Mapping[str, object], parameters: Mapping[str, Parameter], what: str = "reading"
    ) -> FrozenMap[Mapping[str, Parameter]]:
        found: dict[str, Mapping[str, Parameter]] = {}
        for printing, stated in table.items():
            here = f"{where}: {what} of {printing}"
            if printing not in self.home:
                self.faults.append(f"{where}: unknown printing {printing!r} in {what}s")
            found[printing] = self._parameters(here, self._as_table(here, stated))
            for name, value in found[printing].items():
                if name == APPLIES:
                    if not isinstance(value, bool):
                        self.faults.append(f"{here}: {APPLIES} must be true or false")
                elif name not in parameters:
                    self.faults.append(f"{here}: names the parameter {name!r}, which the clause lacks")
        return FrozenMap(found)

    def _only(self, where: str, table: Mapping[str, object], known: frozenset[str]) -> None:
        self.faults.extend(f"{where}: unknown key {key!r}" for key in table if key not in known)

    def _as_table(self, where: str, value: object) -> dict[str, object]:
        if isinstance(value, dict):
            return value
        self.faults.append(f"{where}: must be a table")
        return {}

    def _table(self, where: str, table: Mapping[str, object], key: str) -> dict[str, object]:
        return self._as_table(f"{where}: {key}", table.get(key, {}))

    def _text(self, where: str, table: Mapping[str, object], key: str, *, required: bool = False) -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            self.faults.append(f"{where}: {key} must be a text")
            return ""
        if not value.strip() and (required or key in table):
            self.faults.append(f"{where}: {key} is missing")
        return value

    def _flag(self, where: str, table: Mapping[str, object], key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self.faults.append(f"{where}: {key} must be true or false")
        return value is True

    def _words(self, where: str, table: Mapping[str, object], key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self.faults.append(f"{where}: {key} must be a list of words")
        return ()


def _rising(ranges: str) -> bool:
    """Whether line ranges as in `3-5,9` count from 1, upwards and without overlap."""
    last = 0
    for part in ranges.split(","):
        first, _, end = part.partition("-")
        if not last < int(first) <= int(end or first):
            return False
        last = int(end or first)
    return True
