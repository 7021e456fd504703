"""Remembers for which wording of a clause each property was written, and says where the two have drifted apart.

A link ties a property to one clause that it proves. The lock, ``spec/links.json``, holds a fingerprint of every part of
the clause as it was when somebody last looked at the two together. ``python -m arcanum.spec.links`` lists the links
that are suspect because the clause reads otherwise now; ``--looked-at`` writes down that somebody has looked at some.

This module does not know what a property tests, nor how well anybody has looked.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from arcanum.kernel.clauses import Clause, load_index
from arcanum.kernel.documents import DocumentError, parse
from arcanum.kernel.errors import ArcanumError, BadCall, brief
from arcanum.kernel.words import Fault
from arcanum.spec import trace
from arcanum.spec.files import write_json

LOCK: Final = "links.json"
"""The file in ``spec/`` that holds the fingerprints; a line for each property, so that a change shows what was seen."""

Parts: TypeAlias = Mapping[str, str]
"""The parts of a clause that say something, each with its fingerprint."""

_PART: Final = re.compile(r"text|property|rulings?|parameters|(reading|misprint) of \S+")
_SOURCE: Final = re.compile(r"[^:]+\.py::[\w.]+")
_CLAUSE: Final = re.compile(r"[^:\s]+:[A-Z0-9-]+")
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{8}")


class SpoiledLock(BadCall):
    """The lock is not what this module writes; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        head = (
            f"spec/{LOCK} is spoiled, so nobody can tell which links are suspect; take it from version control again:"
        )
        return "\n".join([head, *(f"- {fault}" for fault in self.faults)])


@attrs.frozen(order=True)
class Link:
    """That a property proves a clause."""

    source: str
    """The property, as a scan names it: ``spec/test_deal.py::test_everybody_gets_five_cards``."""
    clause: str
    """The clause with its game, because two games may use the same id: ``arcanum:MIN-A1``."""

    @classmethod
    def between(cls, proof: trace.Property, clause: Clause) -> Link:
        """Name the link of a property and a clause."""
        return cls(proof.source, _name(clause))


# --- fingerprints -----------------------------------------------------------------------------------------------------


def fingerprint(said: object) -> str:
    """Return eight digits that are others if a text, number, list or table is another; keys have no order.

    >>> fingerprint({"cards": 5, "players": (3, 4)}) == fingerprint({"players": (3, 4), "cards": 5})
    True
    >>> fingerprint("Draw three cards."), fingerprint("Draw four cards.")
    ('15828f51', 'ced71fc9')
    """
    return sha256(json.dumps(said, sort_keys=True, default=dict).encode()).hexdigest()[:8]


def parts(clause: Clause) -> Parts:
    """Return the fingerprint of everything in a clause for which a property can be written.

    Where a rulebook says it, why a ruling was made, notes and section are left out: no property is written for these.
    Each part for itself, so that one can tell what has changed; what a clause does not say has no part.
    """
    said: dict[str, object] = {
        "text": clause.text,
        "property": clause.property,
        "ruling": clause.ruling,
        "rulings": sorted(clause.rulings),
        "parameters": clause.parameters,
        **{f"reading of {printing}": stated for printing, stated in clause.readings.items()},
        **{f"misprint of {printing}": stated for printing, stated in clause.misprints.items()},
    }
    return {part: fingerprint(value) for part, value in said.items() if value}


def difference(old: Parts, new: Parts) -> str:
    """Tell which parts of a clause are not what they were.

    >>> difference({"text": "11111111", "ruling": "22222222"}, {"text": "33333333", "reading of de": "44444444"})
    'text changed, ruling gone, reading of de new'
    """

    def told() -> Iterator[str]:
        for part in dict.fromkeys((*old, *new)):
            if part not in new:
                yield f"{part} gone"
            elif part not in old:
                yield f"{part} new"
            elif old[part] != new[part]:
                yield f"{part} changed"

    return ", ".join(told())


# --- the lock ---------------------------------------------------------------------------------------------------------


def read_lock(path: Path) -> dict[Link, Parts]:
    """Read the lock, which may not exist yet; raises `SpoiledLock` with all faults if it is half written or wrong."""
    if not path.exists():
        return {}
    try:
        entries = parse(path.read_bytes())
    except DocumentError as error:
        raise SpoiledLock(error.faults) from None
    if faults := list(_faults(entries)):
        raise SpoiledLock(faults)
    return {Link(source, clause): seen for source, clauses in entries.items() for clause, seen in clauses.items()}


def _faults(entries: Mapping[str, object]) -> Iterator[Fault]:
    """Yield what is wrong with a lock that is at least JSON."""
    for source, clauses in entries.items():
        if not _SOURCE.fullmatch(source):
            yield Fault(brief(source), "a property is named by file and function: spec/arcanum/test_hand.py::test_it")
        if not isinstance(clauses, dict) or not clauses:
            yield Fault(source, f"expected the clauses of the property, got {brief(clauses)}")
            continue
        for clause, seen in clauses.items():
            where = f"{source}, {clause}"
            if not _CLAUSE.fullmatch(clause):
                yield Fault(where, "a clause is named by game and id: arcanum:MIN-A1")
            if not isinstance(seen, dict) or not seen:
                yield Fault(where, f"expected the fingerprints of the clause, got {brief(seen)}")
                continue
            for part, digits in seen.items():
                if not _PART.fullmatch(part):
                    yield Fault(where, f"a clause has no part {brief(part)}")
                if not isinstance(digits, str) or not _FINGERPRINT.fullmatch(digits):
                    yield Fault(f"{where}, {part}", f"a fingerprint has eight hexadecimal digits, not {brief(digits)}")


def write_lock(path: Path, locked: Mapping[Link, Parts]) -> None:
    """Write the lock whole, in the order of the properties' names."""
    entries: dict[str, dict[str, Parts]] = {}
    for link in sorted(locked):
        entries.setdefault(link.source, {})[link.clause] = locked[link]
    write_json(path, entries)


# --- links ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Links:
    """Every link as it is now, beside what the lock says of it."""

    now: Mapping[Link, Parts]
    locked: Mapping[Link, Parts]
    clauses: frozenset[str]
    """Every clause that there is."""
    there: Mapping[str, trace.Place]
    """Every property that there is."""
    lost: Mapping[str, trace.Place]
    """The properties that only the lock knows, each with its line there."""
    _written: frozenset[str] = attrs.field(init=False, repr=False, eq=False)
    """The properties that the lock knows."""

    @_written.default
    def _sources(self) -> frozenset[str]:
        return frozenset(link.source for link in self.locked)

    @classmethod
    def read(cls, root: Path, scan: trace.Trace) -> Links:
        """Read the clauses and the lock of a source tree that has been scanned."""
        layout = trace.Layout(root.resolve())
        clauses = {
            trace.Ref(package, clause.id): clause
            for package in scan.games.values()
            for clause in load_index(layout.index(package).read_text(encoding="utf-8"))
        }
        # A name without a clause is for the scan to report; here it makes no link.
        proved = [(proof, clauses[ref]) for proof in scan.properties for ref in proof.clauses if ref in clauses]
        locked = read_lock(layout.spec / LOCK)
        there = {proof.source: proof.place for proof in scan.properties}
        return cls(
            now={Link.between(proof, clause): parts(clause) for proof, clause in proved},
            locked=locked,
            clauses=frozenset(map(_name, clauses.values())),
            there=there,
            lost=_lines(layout, {link.source for link in locked} - there.keys()),
        )

    @property
    def suspect(self) -> frozenset[Link]:
        """The links that somebody must look at, whatever the reason."""
        return frozenset(link for link in {*self.now, *self.locked} if self.now.get(link) != self.locked.get(link))

    @property
    def new(self) -> frozenset[Link]:
        """The links of properties that the lock does not know at all.

        A known property that names another clause is not new: the clause may be an old one under another id.
        """
        return frozenset(link for link in self.now if link.source not in self._written)

    @property
    def gone(self) -> frozenset[Link]:
        """The links of properties that are no more."""
        return frozenset(link for link in self.locked if link.source in self.lost)

    def called(self, name: str) -> frozenset[Link]:
        """Return the links of a property or a clause; file or game may be left out if nothing else is called so.

        Raises `BadCall` if the name stands for nothing, or for more than one thing.
        """
        links = {*self.now, *self.locked}
        known = {full for link in links for full in (link.source, link.clause)}
        meant = sorted(full for full in known if name in (full, _short(full)))
        if not meant:
            raise BadCall(f"no property and no clause is called {brief(name)}{_hint(name, known)}")
        if len(meant) > 1:
            raise BadCall(f"{name} may be {' or '.join(meant)}: give the whole name")
        return frozenset(link for link in links if meant[0] in (link.source, link.clause))

    def looked_at(self, links: Collection[Link]) -> Links:
        """Return the same with the lock as it should be for some links; the others stay as they were."""
        others = {link: seen for link, seen in self.locked.items() if link not in links}
        return attrs.evolve(self, locked=others | {link: self.now[link] for link in links if link in self.now})

    def doubt(self, link: Link) -> str:
        """Tell what is suspect about a link, to follow the name of its property; empty if it is current."""
        old, new = self.locked.get(link), self.now.get(link)
        if link.source in self.lost:
            return f"was written for {link.clause}, but is no more"
        if new is None:
            return f"was written for {link.clause}, which " + (
                "it no longer proves" if link.clause in self.clauses else "is no longer a clause"
            )
        if link.source not in self._written:
            return f"proves {link.clause}, but is not in spec/{LOCK} yet"
        if old is None:
            return f"says that it proves {link.clause}, for which it was not written"
        return f"was written for another {link.clause}: {difference(old, new)}" if old != new else ""

    def problems(self) -> list[trace.Problem]:
        """Return every suspect link as a problem at the place of its property."""
        places = {**self.there, **self.lost}
        return [
            trace.Problem(places[link.source], f"{_short(link.source)} {self.doubt(link)}")
            for link in sorted(self.suspect, key=lambda link: (places[link.source], link))
        ]


def _name(clause: Clause) -> str:
    return f"{clause.game}:{clause.id}"


def _short(name: str) -> str:
    """A property without its file, or a clause without its game."""
    return name.rpartition(":")[2]


def _lines(layout: trace.Layout, sources: Collection[str]) -> dict[str, trace.Place]:
    """Find the lines of the lock that name some properties."""
    if not sources:
        return {}
    lock = layout.spec / LOCK
    lines = lock.read_text(encoding="utf-8").splitlines()
    return {
        source: layout.place(lock, next((n for n, line in enumerate(lines, 1) if f'"{source}"' in line), 1))
        for source in sources
    }


def _hint(name: str, known: Collection[str]) -> str:
    """Ask for what may have been meant: full names, the most likely first."""
    forms = [(form.lower(), full) for full in sorted(known) for form in (full, _short(full))]
    close = get_close_matches(name[:200].lower(), {form for form, _ in forms}, n=3)
    meant = dict.fromkeys(full for each in close for form, full in forms if form == each)
    return f"; did you mean {' or '.join(meant)}?" if meant else ""


# --- command line -----------------------------------------------------------------------------------------------------

_ADVICE: Final = """\
Look at each of these properties beside its clause, and change what must be changed. Then say so by name:
    python -m arcanum.spec.links --looked-at {example}
`--new` is enough for properties that have just been written, `--gone` for those that are no more."""


def check(root: Path) -> list[trace.Problem]:
    """Return the suspect links of a source tree; nothing, if all are current."""
    return Links.read(root, trace.scan(root)).problems()


def main(arguments: Sequence[str] | None = None, root: Path = Path()) -> int:
    """Write down what somebody has looked at, and report what is suspect then; the exit status is 1 if anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m arcanum.spec.links", description="List the properties whose clauses have changed since."
    )
    looked = "somebody has looked at the links of these properties or clauses (such as arcanum:MIN-A1)"
    parser.add_argument("--looked-at", nargs="+", default=[], metavar="NAME", help=looked)
    parser.add_argument("--new", action="store_true", help="write down the properties that the lock does not know")
    parser.add_argument("--gone", action="store_true", help="strike out the properties that are no more")
    asked = parser.parse_args(arguments)
    try:
        links = Links.read(root, trace.scan(root))
        chosen = links.suspect & frozenset[Link]().union(
            *(links.called(name) for name in asked.looked_at),
            links.new if asked.new else (),
            links.gone if asked.gone else (),
        )
    except ArcanumError as error:
        print(error, file=sys.stderr)
        return 2
    if chosen:
        links = links.looked_at(chosen)
        write_lock(root / "spec" / LOCK, links.locked)
    if asked.looked_at or asked.new or asked.gone:
        print(f"links written down: {len(chosen)}")
    return report(links)


def report(links: Links) -> int:
    """Print what is suspect, and what to do about it; the exit status is 1 if anything is."""
    problems = links.problems()
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{len(links.now)} links of {len({link.source for link in links.now})} properties are current")
        return 0
    print(f"suspect links: {len(problems)}")
    print(_ADVICE.format(example=min(links.suspect).clause))
    return 1


if __name__ == "__main__":
    sys.exit(main())
