"""Writes the clause pages: from the clause indexes, the traceability scan and the seeded faults, and nothing else.

Before Sphinx looks for documents, this extension writes reStructuredText into ``docs/clauses/``: an overview; for each
game a page per section of its rulebooks, a page per spec file and a traceability matrix; the public names, and the
source files that the others link to, line by line, so that links work offline. Nothing there is written by hand, and
two games may use the same id for a clause. What other modules here write for other pages lands in the same folder.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import ReferenceRole, SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata

import arcanum
from arcanum.kernel.clauses import Clause, ClauseIndex, load_index
from arcanum.kernel.differences import Row, differences_of
from arcanum.spec import trace
from arcanum.spec.breaks import Break, breaks
from arcanum.spec.links import Link, Links
from docs.ext.difference_pages import differences_page
from docs.ext.encoding_pages import encoding_pages
from docs.ext.glossary import Glossary
from docs.ext.picture_pages import picture_pages
from docs.ext.result_pages import read, result_pages
from docs.ext.rst import (
    FILTER,
    MARKS,
    ROLES,
    clause_link,
    clause_need,
    escape,
    field,
    heading,
    indent,
    lines_of,
    link,
    listing,
    reading,
    table,
    values,
)
from docs.ext.study_pages import study_pages
from docs.ext.survivor_pages import survivor_pages
from docs.headlines import HEADLINES

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = "clauses"


# --- what the pages are made of ---------------------------------------------------------------------------------------


@attrs.frozen
class Book:
    """One game's clauses with everything that is known about them."""

    game: str
    index: ClauseIndex
    scan: trace.Trace
    differences: tuple[Row, ...]
    """Where the printings say different things."""
    faults: tuple[Break, ...]
    """The seeded faults under which its clauses are shown to fail."""
    links: Links
    """For which wording of its clauses each property was written."""

    @property
    def package(self) -> str:
        """The package of the game, by which the scan names it."""
        return self.scan.games[self.game]

    @property
    def title(self) -> str:
        """The game's name."""
        return self.game.capitalize()

    @property
    def sections(self) -> list[str]:
        """The sections that have clauses."""
        return [section for section in self.index.sections if self.section(section)]

    @property
    def spec_files(self) -> dict[str, list[trace.Property]]:
        """The properties that prove clauses of the game, by file."""
        found: dict[str, list[trace.Property]] = {}
        for proof in self.scan.properties:
            if any(clause.game == self.package for clause in proof.clauses):
                found.setdefault(proof.place.path, []).append(proof)
        return found

    def ref(self, clause: Clause) -> trace.Ref:
        """Name a clause as the scan does."""
        return trace.Ref(self.package, clause.id)

    def proofs(self, clause: Clause) -> tuple[trace.Property, ...]:
        """Return the properties that prove a clause."""
        return self.scan.proving(self.ref(clause))

    def section(self, key: str) -> list[Clause]:
        """Return the clauses of a section."""
        return [clause for clause in self.index if clause.section == key]


def proof_need(game: str, proof: trace.Property) -> str:
    """Return the id under which a property is listed: game, file and name."""
    return f"{game}-{stem(game, proof.place.path)}-{proof.place.qualname.replace('.', '-')}"


# --- pages ------------------------------------------------------------------------------------------------------------


def clause_entry(book: Book, clause: Clause) -> str:
    """Write one clause: a heading to link to, the statement, and what is known about it."""
    proofs = [proved(book, clause, proof) for proof in book.proofs(clause)]
    if not proofs and book.ref(clause) in book.scan.pending:
        proofs = [MARKS["pending"] + ": no property yet"]
    readings = listing(f"**{escape(printing)}**: {reading(what)}" for printing, what in clause.readings.items())
    slips = listing(f"**{escape(printing)}**: {reading(what)}" for printing, what in clause.misprints.items())
    rows = [row for row in book.differences if clause.id in row.clauses]
    differing = ", ".join(f":doc:`{row.id} <differences>` ({escape(row.topic)})" for row in rows)
    where = " · ".join(f":where:`{name}` {lines_of(lines)}" for name, lines in clause.printings.items())
    uncited = clause.uncited
    faults = [fault for fault in book.faults if clause.id in fault.clauses]
    facts = [
        field("What must hold", escape(clause.property)),
        field("Ruling", escape(clause.ruling)),
        field("Reason", escape(clause.reason)),
        field("Settled by", ", ".join(clause_link(book.game, ruling) for ruling in clause.rulings)),
        field("Parameters", values(clause.parameters)),
        field("Other readings", readings),
        field("Misprints", slips),
        field("Differences", differing),
        field("Printings", where or ("none; it applies where a house rule asks for it" if clause.house else "")),
        field("Note", escape(clause.note)),
        field("Derived", "from several passages" if clause.derived else ""),
        field("Proved by", listing(proofs)),
        field("Shown to fail", listing(f"when *{escape(fault.name)}*" for fault in faults)),
        field("Carried out by", listing(citing(book, clause)) or (f"no code: {escape(uncited)}" if uncited else "")),
    ]
    options = f":id: {clause_need(book.game, clause.id)}\n:game: {book.game}\n"
    if clause.rulings:
        options += f":settled: {', '.join(clause_need(book.game, ruling) for ruling in clause.rulings)}\n"
    body = f"{options}\n**{escape(clause.text)}**\n\n{''.join(facts)}"
    return heading(clause.id, "-") + f".. clause:: {' '.join(clause.text.split())}\n{indent(body)}\n"


def proved(book: Book, clause: Clause, proof: trace.Property) -> str:
    """Write a property of a clause: what it says, and whether the clause has changed since."""
    text = link(proof.place)
    doubt = book.links.doubt(Link.between(proof, clause))
    text += f" {MARKS['suspect']} {escape(doubt)}" if doubt else ""
    return text + (f" -- {escape(proof.summary)}" if proof.summary else "")


def citing(book: Book, clause: Clause) -> Iterator[str]:
    """Write where the engine names a clause, each function once."""
    seen: set[tuple[str, str]] = set()
    for use in book.scan.citing(book.ref(clause)):
        key = (use.place.path, use.place.qualname)
        if key not in seen:
            seen.add(key)
            module = use.place.path.removeprefix("src/").removesuffix(".py").replace("/", ".")
            yield link(use.place, f"{module}.{use.place.qualname}".rstrip("."))


def section_page(book: Book, section: str) -> str:
    """Write the page of a section."""
    clauses = book.section(section)
    title = f"{book.index.sections[section]} ({section})"
    return ROLES + heading(title, "=") + "".join(clause_entry(book, clause) for clause in clauses)


def overview(books: Sequence[Book]) -> str:
    """Write the first page: the games, and how far the proofs are."""
    text = ROLES + heading("Clauses", "=")
    text += "Every rule of the rulebooks, one by one, in our own words; generated from the clause indexes.\n\n"
    rows = [(f":doc:`{book.title} <{book.game}/index>`", *sums(book, list(book.index))) for book in books]
    text += table(("Game", *SUMS), rows, "50 15 15 15 15")
    text += heading("Find a clause", "-") + "All clauses of all games. The search of this site finds them, too.\n\n"
    text += FILTER
    clauses = [found(book, clause) for book in books for clause in book.index]
    text += table(("Clause", "Where", "What it says"), clauses, "14 22 64", "filtered matrix clauses")
    return text + toctree(f"{book.game}/index" for book in books)


def found(book: Book, clause: Clause) -> tuple[str, ...]:
    """Write a clause for the list of all clauses."""
    section = escape(f"{book.title}: {book.index.sections[clause.section]}")
    where = f":doc:`{section} <{book.game}/{clause.section.lower()}>`"
    return clause_link(book.game, clause.id), where, escape(clause.text)


def game_page(book: Book) -> str:
    """Write the first page of a game: how its clauses are laid out, and what they are taken from."""
    text = ROLES + heading(book.title, "=")
    rows = [section_row(book, section) for section in book.sections]
    text += table(("Section", *SUMS), rows, "50 15 15 15 15")
    text += "Places in the rulebooks are given as document and lines:\n\n"
    documents = book.index.documents.values()
    text += table(
        ("Document", "What it is", "Printings"),
        ((f"``{each.key}``", escape(each.title), escape(", ".join(each.printings))) for each in documents),
        "15 60 25",
    )
    text += ":doc:`differences` shows where the printings disagree, and what is played.\n\n"
    text += ":doc:`matrix` shows each clause with its proofs, :doc:`properties` everything that is tested, by file.\n\n"
    return text + toctree((*(section.lower() for section in book.sections), "differences", "matrix", "properties"))


def toctree(pages: Iterable[str]) -> str:
    """Return a table of contents that only the navigation shows."""
    return ".. toctree::\n   :hidden:\n\n" + "".join(f"   {page}\n" for page in pages) + "\n"


SUMS = ("Clauses", "Proved", "Pending", "Properties")


def sums(book: Book, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """Sum up some clauses."""
    waiting = sum(book.ref(clause) in book.scan.pending for clause in clauses)
    proved = sum(bool(book.proofs(clause)) for clause in clauses)
    properties = {proof.source for clause in clauses for proof in book.proofs(clause)}
    return tuple(str(number or "") for number in (len(clauses), proved, waiting, len(properties)))


def section_row(book: Book, section: str) -> tuple[str, ...]:
    """Sum up a section for the page of its game."""
    name = f":doc:`{escape(book.index.sections[section])} <{section.lower()}>`"
    return (name, *sums(book, book.section(section)))


def matrix(book: Book) -> str:
    """Write the traceability matrix: clause, properties, code."""
    text = ":hide-toc:\n\n" + ROLES + heading(f"Traceability matrix of {book.title}", "=")
    text += "Each clause with what proves it and what carries it out.\n\n"
    rows = (
        (
            clause_link(book.game, clause.id),
            ", ".join(link(proof.place) for proof in book.proofs(clause)) or MARKS["pending"],
            ", ".join(citing(book, clause)),
        )
        for clause in book.index
    )
    return text + table(("Clause", "Proved by", "Carried out by"), rows, "12 48 40", "matrix")


def property_page(book: Book, path: str, proofs: Iterable[trace.Property]) -> str:
    """Write the page of a spec file."""
    text = ROLES + heading(path.removeprefix("spec/"), "=")
    for proof in proofs:
        proved = [clause.id for clause in proof.clauses if clause.game == book.package]
        needs = ", ".join(clause_need(book.game, clause) for clause in proved)
        body = f":id: {proof_need(book.game, proof)}\n:game: {book.game}\n:proves: {needs}\n\n"
        body += f"**{escape(proof.summary or proof.place.qualname)}**\n\n"
        body += field("Proves", ", ".join(clause_link(book.game, clause) for clause in proved))
        body += field("Source", link(proof.place, str(proof.place)))
        text += heading(escape(proof.place.qualname), "-") + f".. proof:: {proof.place.qualname}\n{indent(body)}\n"
    return text


def properties_index(book: Book) -> str:
    """Write the list of a game's spec files."""
    pages = "".join(f"   properties/{stem(book.game, path)}\n" for path in book.spec_files)
    text = heading(f"Properties of {book.title}", "=")
    text += "Everything that is tested about the clauses, by spec file.\n\n"
    return text + (f".. toctree::\n   :maxdepth: 1\n\n{pages}" if pages else "There is none yet.\n")


def public_names() -> str:
    """List what the library makes public: functions first, then values, then errors."""
    groups: dict[str, list[str]] = {"Functions": [], "Values": [], "Errors": []}
    for name in arcanum.__all__:
        thing = getattr(arcanum, name)
        if inspect.isfunction(thing):
            groups["Functions"].append(f".. autofunction:: arcanum.{name}\n")
        elif isinstance(thing, type) and issubclass(thing, Exception):
            groups["Errors"].append(f".. autoexception:: arcanum.{name}\n   :members:\n")
        elif isinstance(thing, type) and thing.__name__ == name:
            groups["Values"].append(f".. autoclass:: arcanum.{name}\n   :members:\n   :undoc-members:\n")
        else:
            groups["Values"].append(f".. autodata:: arcanum.{name}\n   :no-value:\n")
    return "".join(heading(title, "-") + "\n".join(names) + "\n" for title, names in groups.items() if names)


def stem(game: str, path: str) -> str:
    """Return the name of a spec file's page."""
    return path.removeprefix(f"spec/{game}/").removesuffix(".py").replace("/", "-")


def pages(root: Path) -> Iterator[tuple[str, str]]:
    """Yield every page with its text."""
    scan = trace.scan(root)
    links = Links.read(root, scan)
    books = [
        Book(
            game,
            index(root, scan.games[game]),
            scan,
            differences_of(f"arcanum.{scan.games[game]}"),
            tuple(breaks(root / "spec" / "breaks", game)),
            links,
        )
        for game in arcanum.games()
    ]
    yield "index.rst", overview(books)
    for book in books:
        yield from game_pages(book)
    yield from result_pages(HEADLINES)
    yield from study_pages(read(HEADLINES)["study"])
    yield from survivor_pages(root / "spec" / "trials" / "survivors.toml")
    yield from encoding_pages()
    yield from picture_pages()
    yield from Glossary.read().pages()
    yield "api.inc", public_names()
    packages = {book.package for book in books}
    places = {path for book in books for path in book.spec_files}
    places |= {use.place.path for use in scan.citations if use.clause.game in packages}
    for path in sorted(places):
        yield f"source/{path}.rst", f":orphan:\n\n{heading(path, '=')}.. source-file:: {path}\n"


def index(root: Path, package: str) -> ClauseIndex:
    """Read the clause index of a game package."""
    return load_index(trace.Layout(root).index(package).read_text(encoding="utf-8"))


def game_pages(book: Book) -> Iterator[tuple[str, str]]:
    """Yield every page of a game with its text."""
    yield f"{book.game}/index.rst", game_page(book)
    for section in book.sections:
        yield f"{book.game}/{section.lower()}.rst", section_page(book, section)
    yield f"{book.game}/differences.rst", differences_page(book.game, book.title, book.index, book.differences)
    yield f"{book.game}/matrix.rst", matrix(book)
    yield f"{book.game}/properties.rst", properties_index(book)
    for path, proofs in book.spec_files.items():
        yield f"{book.game}/properties/{stem(book.game, path)}.rst", property_page(book, path, proofs)


# --- Sphinx -----------------------------------------------------------------------------------------------------------


def write_pages(app: Sphinx) -> None:
    """Write what has changed and remove what is gone, so that Sphinx reads again only what it must."""
    home = Path(app.srcdir) / PAGES
    wanted = {home / name: text for name, text in pages(ROOT)}
    for old in home.rglob("*"):
        if old.is_file() and old not in wanted:
            old.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


class SourceFile(SphinxDirective):
    """Show a file of the repository with an anchor for each line."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make the block."""
        path = ROOT / self.arguments[0]
        self.env.note_dependency(str(path))
        text = path.read_text(encoding="utf-8")
        block = nodes.literal_block(text, text, language="python", linenos=True)
        block["highlight_args"] = {"lineanchors": "L"}
        return [nodes.container("", block, classes=["source-file"])]


class SourceRole(ReferenceRole):
    """Link to a line of a source page: ``:source:`label <spec/test_deal.py:12>```."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make the reference, to be resolved when all pages are known."""
        xref = pending_xref("", nodes.literal(self.title, self.title), reftype="source-line", refdomain="")
        xref["reftarget"], xref["refdoc"] = self.target, self.env.docname
        self.set_source_info(xref)
        return [xref], []


def resolve_source(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Turn ``path:line`` into a link to the line's anchor."""
    if node.get("reftype") != "source-line":
        return None
    path, _, line = node["reftarget"].rpartition(":")
    page = f"{PAGES}/source/{path}"
    if page not in env.found_docs:
        return None
    return make_refnode(app.builder, node["refdoc"], page, f"L-{line}", content)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Tell Sphinx about this extension."""
    app.add_directive("source-file", SourceFile)
    app.add_role("source", SourceRole())
    app.connect("builder-inited", write_pages)
    app.connect("missing-reference", resolve_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
