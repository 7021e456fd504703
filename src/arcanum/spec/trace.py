"""Compares clauses, properties and engine in both directions, by reading source and running none of it.

There is no clause without a property, no property without a clause, and no clause that the engine forgets. What is not
proved yet is listed by name in ``spec/pending.toml``, and that list may only shrink. ``python -m arcanum.spec.trace``
prints the sums and every problem with its place.

This module does not know what a clause says, nor whether a property is any good.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import attrs

from arcanum.kernel.clauses import load_index
from arcanum.kernel.ids import ClauseId

#: The module of a game package that holds the importable names of its clauses.
_IDS: Final = "clause_ids"
#: Modules of a game package that name clauses without carrying any out.
APART: Final = (_IDS, "readings")


class Known(Protocol):
    """What this module asks of a clause. One that no code need carry out says why in `uncited`."""

    @property
    def id(self) -> ClauseId:
        """The clause's name."""

    @property
    def uncited(self) -> str:
        """Why no code need cite it; empty where some must."""


class Index(Protocol):
    """What this module asks of a clause index."""

    @property
    def game(self) -> str:
        """The id of the game."""

    def __iter__(self) -> Iterator[Known]: ...


@attrs.frozen(order=True)
class Ref:
    """A clause of one game, which is named by its package. Two games may use the same id."""

    game: str
    id: ClauseId

    def __str__(self) -> str:
        return self.id


@attrs.frozen(order=True)
class Place:
    """A line of a file, and the function or class that it is in."""

    path: str
    line: int
    qualname: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@attrs.frozen
class Property:
    """A test, state machine or invariant that says which clauses it proves."""

    place: Place
    summary: str
    clauses: tuple[Ref, ...]

    @property
    def source(self) -> str:
        """How the results of a run name it: ``spec/test_deal.py::test_everybody_gets_five_cards``."""
        return f"{self.place.path}::{self.place.qualname}"


@attrs.frozen
class Citation:
    """A place in the engine that names a clause."""

    place: Place
    clause: Ref


@attrs.frozen
class Problem:
    """Something that the check does not accept."""

    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@attrs.frozen
class Pending:
    """The clauses of one game that no property proves yet, each with the line that lists it."""

    game: str
    place: Place
    ceiling: int
    clauses: tuple[tuple[ClauseId, Place], ...]

    @property
    def refs(self) -> frozenset[Ref]:
        """The same clauses without their lines."""
        return frozenset(Ref(self.game, clause) for clause, _ in self.clauses)


@attrs.frozen
class Trace:
    """Everything that the scan found."""

    games: Mapping[str, str]
    """The package of each game, by the game's id."""
    clauses: Mapping[Ref, Known]
    properties: tuple[Property, ...]
    citations: tuple[Citation, ...]
    pending: frozenset[Ref]
    problems: tuple[Problem, ...]

    def proving(self, clause: Ref) -> tuple[Property, ...]:
        """Return the properties that prove a clause."""
        return tuple(found for found in self.properties if clause in found.clauses)

    def citing(self, clause: Ref) -> tuple[Citation, ...]:
        """Return the places in the engine that name a clause."""
        return tuple(found for found in self.citations if found.clause == clause)


@attrs.frozen
class Layout:
    """Where a source tree keeps its parts."""

    root: Path

    @property
    def package(self) -> Path:
        """The package that holds the games."""
        return self.root / "src" / "arcanum"

    @property
    def spec(self) -> Path:
        """The directory of the properties."""
        return self.root / "spec"

    @property
    def pending(self) -> Path:
        """The list of what is not proved yet."""
        return self.spec / "pending.toml"

    def games(self) -> tuple[str, ...]:
        """Return the game packages: those that have a clause index."""
        return tuple(sorted(path.parent.name for path in self.package.glob("*/clauses.toml")))

    def index(self, game: str) -> Path:
        """Return the file of a game package that holds its clauses."""
        return self.package / game / "clauses.toml"

    def place(self, path: Path, line: int, qualname: str = "") -> Place:
        """Name a line of a file by its path from the root."""
        return Place(path.relative_to(self.root).as_posix(), line, qualname)


# --- names ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Names:
    """The importable names of clauses: for each ``clause_ids`` module, its constants."""

    modules: Mapping[str, Mapping[str, Ref]]

    @classmethod
    def read(cls, layout: Layout) -> Names:
        """Read ``NAME: Final = ClauseId("ID")`` from every ``clause_ids.py``."""
        modules = {}
        for path in sorted(layout.package.glob(f"*/{_IDS}.py")):
            game = path.parent.name
            constants = {}
            for node in _parse(path).body:
                match node:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name), value=value)
                        | ast.Assign(targets=[ast.Name(id=name)], value=value)
                    ):
                        match value:
                            case ast.Call(func=ast.Name(id="ClauseId"), args=[ast.Constant(value=str(text))]):
                                constants[name] = Ref(game, ClauseId(text))
            modules[f"{layout.package.name}.{game}.{_IDS}"] = constants
        return cls(modules)


class _Scope:
    """Which names of one module mean clauses, from its imports alone."""

    def __init__(self, tree: ast.Module, package: str, names: Names) -> None:
        self._names = names
        self._constants: dict[str, Ref] = {}
        self._modules: dict[str, str] = {}
        self.unknown: list[tuple[int, str]] = []
        for node in _statements(tree):
            if isinstance(node, ast.ImportFrom):
                self._import_from(node, package)
            elif isinstance(node, ast.Import):
                self._import(node)

    def _import_from(self, node: ast.ImportFrom, package: str) -> None:
        parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*parents, *([node.module] if node.module else [])])
        if module in self._names.modules:
            constants = self._names.modules[module]
            for alias in node.names:
                if alias.name == "*":
                    self._constants.update(constants)
                elif alias.name in constants:
                    self._constants[alias.asname or alias.name] = constants[alias.name]
                elif alias.name.isupper():
                    self.unknown.append((alias.lineno, f"{module} has no clause {alias.name}"))
            return
        for alias in node.names:
            if (inner := f"{module}.{alias.name}") in self._names.modules:
                self._modules[alias.asname or alias.name] = inner

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name in self._names.modules:
                self._modules[alias.asname or alias.name] = alias.name

    def resolve(self, node: ast.AST) -> Ref | None:
        """Return the clause that an expression names, if it names one."""
        if isinstance(node, ast.Name):
            return self._constants.get(node.id)
        if isinstance(node, ast.Attribute) and self._modules and node.attr.isupper():
            module = self._modules.get(ast.unparse(node.value))
            return self._names.modules[module].get(node.attr) if module else None
        return None


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a module, however deep; expressions are most of it, and need no look."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from _statements(child)


# --- properties -------------------------------------------------------------------------------------------------------


def properties(layout: Layout, names: Names) -> tuple[tuple[Property, ...], tuple[Problem, ...]]:
    """Return every marked property under ``spec/``, and every test there that is not marked or not rightly."""
    found: list[Property] = []
    problems: list[Problem] = []
    for path in sorted(layout.spec.rglob("*.py")):
        tree = _parse(path)
        scope = _Scope(tree, "", names)
        problems += [Problem(layout.place(path, line), message) for line, message in scope.unknown]
        provers = {qualname: _Prover(node, scope) for qualname, node in _definitions(tree)}
        for qualname, prover in provers.items():
            place = layout.place(path, prover.line, qualname)
            problems += [Problem(layout.place(path, line, qualname), text) for line, text in prover.mistakes]
            if prover.clauses:
                found.append(Property(place, prover.summary, prover.clauses))
            elif prover.is_test and not prover.marked:
                problems.append(Problem(place, f"{qualname} proves no clause: mark it with @proves"))
        for line, machine in _machines(tree):
            marked = any(name == machine or name.startswith(f"{machine}.") for name, p in provers.items() if p.marked)
            if machine in provers and not marked:
                message = f"the state machine {machine} proves no clause: mark it, or its rules and invariants"
                problems.append(Problem(layout.place(path, line, machine), message))
    return tuple(found), tuple(problems)


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class _Prover:
    """One definition in a spec file, with what its decorators say."""

    def __init__(self, node: _Definition, scope: _Scope) -> None:
        self.line = node.lineno
        self.is_test = not isinstance(node, ast.ClassDef) and node.name.startswith("test")
        self.summary = (ast.get_docstring(node) or "").partition("\n\n")[0].replace("\n", " ")
        self.marked = False
        self.mistakes: list[tuple[int, str]] = []
        clauses: list[Ref] = []
        for decorator in node.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            if ast.unparse(target).rpartition(".")[2] != "proves":
                continue
            self.marked = True
            arguments = decorator.args if isinstance(decorator, ast.Call) else []
            if not arguments:
                self.mistakes.append((decorator.lineno, f"@proves on {node.name} names no clause"))
            for argument in arguments:
                clause = scope.resolve(argument)
                if clause is None:
                    text = f"{ast.unparse(argument)} is not a clause name imported from a {_IDS} module"
                    self.mistakes.append((argument.lineno, text))
                else:
                    clauses.append(clause)
        self.clauses = tuple(dict.fromkeys(clauses))


def _definitions(tree: ast.Module) -> Iterator[tuple[str, _Definition]]:
    """Yield the functions and classes of a module and the methods of its classes, not what functions hide."""

    def inside(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, _Definition]]:
        for node in body:
            if isinstance(node, _Definition):
                yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{prefix}{node.name}.")

    return inside(tree.body, "")


def _machines(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the state machines that pytest runs: ``TestGame = GameMachine.TestCase``."""
    for node in tree.body:
        match node:
            case ast.Assign(value=ast.Attribute(value=ast.Name(id=machine), attr="TestCase")):
                yield node.lineno, machine


# --- citations --------------------------------------------------------------------------------------------------------


def citations(layout: Layout, names: Names) -> tuple[tuple[Citation, ...], tuple[Problem, ...]]:
    """Return every use of a clause's name in the code of the games; the import alone is not a use."""
    found: list[Citation] = []
    problems: list[Problem] = []
    for path in sorted(layout.package.glob("*/**/*.py")):
        if path.stem in APART or path.relative_to(layout.package).parts[0] not in layout.games():
            continue
        if _IDS not in path.read_text(encoding="utf-8"):
            continue  # whoever names a clause imports its name
        tree = _parse(path)
        package = ".".join(path.parent.relative_to(layout.package.parent).parts)
        scope = _Scope(tree, package, names)
        problems += [Problem(layout.place(path, line), message) for line, message in scope.unknown]
        for node, qualname in _uses(tree):
            if (clause := scope.resolve(node)) is not None:
                found.append(Citation(layout.place(path, node.lineno, qualname), clause))
    return tuple(found), tuple(problems)


def _uses(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Yield every expression that is read, with the function, class or module constant around it."""

    def inside(node: ast.AST, qualname: str) -> Iterator[tuple[ast.expr, str]]:
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node, qualname
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                qualname = f"{qualname}.{name}" if qualname else name
            case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)) if not qualname:
                qualname = name
        for child in ast.iter_child_nodes(node):
            yield from inside(child, qualname)

    return inside(tree, "")


# --- pending ----------------------------------------------------------------------------------------------------------


def pending(layout: Layout, games: Mapping[str, str]) -> tuple[tuple[Pending, ...], tuple[Problem, ...]]:
    """Read ``spec/pending.toml``; ``games`` gives the package of each game id.

    It has one table per game, with ``ceiling``, how many clauses may be pending at most, and ``clauses``, their ids.
    """
    if not layout.pending.exists():
        return (), ()
    text = layout.pending.read_text(encoding="utf-8")
    head = layout.place(layout.pending, 1)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (), (Problem(head, f"not TOML: {error}"),)
    lines = text.splitlines()

    def line_of(pattern: str) -> Place:
        numbers = (number for number, line in enumerate(lines, 1) if re.search(pattern, line))
        return layout.place(layout.pending, next(numbers, 1))

    found: list[Pending] = []
    problems: list[Problem] = []
    for game, table in tables.items():
        place = line_of(rf"^\s*\[{re.escape(game)}\]")
        match table:
            case {"ceiling": int(ceiling), "clauses": list(ids), **rest} if not rest and game in games:
                clauses = tuple((ClauseId(str(i)), line_of(rf'"{re.escape(str(i))}"')) for i in ids)
                found.append(Pending(games[game], place, ceiling, clauses))
            case _ if game not in games:
                problems.append(Problem(place, f"there is no game {game}: there are {', '.join(games)}"))
            case _:
                problems.append(Problem(place, f"[{game}] must have exactly `ceiling` and `clauses`"))
    return tuple(found), tuple(problems)


# --- the check --------------------------------------------------------------------------------------------------------


def scan(root: Path, read: Callable[[str], Index] = load_index) -> Trace:
    """Read a source tree and compare what its clause indexes, specs and engine say.

    ``read`` makes an index of the text of its file.
    """
    layout = Layout(root.resolve())
    names = Names.read(layout)
    indexes = {game: read(layout.index(game).read_text(encoding="utf-8")) for game in layout.games()}
    games = {index.game: game for game, index in indexes.items()}
    known = {Ref(game, clause.id): clause for game, index in indexes.items() for clause in index}
    proofs, unproved = properties(layout, names)
    uses, misused = citations(layout, names)
    waiting, malformed = pending(layout, games)
    refs = frozenset[Ref]().union(*(entry.refs for entry in waiting))
    problems = [*unproved, *misused, *malformed, *_unnamed(layout, known, names)]
    problems += _pending_problems(waiting, known, proofs)
    problems += _missing(layout, known, refs, proofs, uses)
    ordered = sorted(problems, key=lambda problem: problem.place)
    return Trace(games, known, proofs, uses, refs, tuple(ordered))


def check(root: Path) -> list[Problem]:
    """Return everything that is wrong with the traceability of a source tree; nothing, if all is well."""
    return list(scan(root).problems)


def _unnamed(layout: Layout, known: Mapping[Ref, Known], names: Names) -> Iterator[Problem]:
    for module, constants in names.modules.items():
        path = layout.package / module.split(".")[1] / f"{_IDS}.py"
        for name, ref in constants.items():
            if ref not in known:
                yield Problem(layout.place(path, 1), f"{name} stands for {ref}, which is not in the clause index")


def _pending_problems(
    waiting: Iterable[Pending], known: Mapping[Ref, Known], proofs: Iterable[Property]
) -> Iterator[Problem]:
    proved = {clause: found for found in proofs for clause in found.clauses}
    for entry in waiting:
        if len(entry.clauses) > entry.ceiling:
            text = f"{len(entry.clauses)} clauses are pending, {entry.ceiling} may be: the list may only shrink"
            yield Problem(entry.place, text)
        seen: set[ClauseId] = set()
        for clause, place in entry.clauses:
            ref = Ref(entry.game, clause)
            if ref not in known:
                yield Problem(place, f"{clause} is pending, but there is no such clause")
            elif ref in proved:
                yield Problem(place, f"{clause} is pending, but {proved[ref].source} proves it: take it off the list")
            if clause in seen:
                yield Problem(place, f"{clause} is listed twice")
            seen.add(clause)


def _missing(
    layout: Layout,
    known: Mapping[Ref, Known],
    waiting: frozenset[Ref],
    proofs: Iterable[Property],
    uses: Iterable[Citation],
) -> Iterator[Problem]:
    proved = {clause for found in proofs for clause in found.clauses}
    cited = {use.clause: use for use in uses}
    for ref, clause in known.items():
        if ref not in proved and ref not in waiting:
            yield Problem(_where(layout, ref), f"no property proves {ref}")
        if ref in cited and clause.uncited:
            text = f"{ref} says why no code cites it, but {cited[ref].place} does"
            yield Problem(_where(layout, ref), text)
        if ref not in cited and ref not in waiting and not clause.uncited:
            text = f"no code cites {ref}: cite it, or say why not with `uncited` in the index"
            yield Problem(_where(layout, ref), text)


def _where(layout: Layout, clause: Ref) -> Place:
    """The line of an index that has a clause."""
    path, name = layout.index(clause.game), re.compile(rf"(?<![\w-]){re.escape(clause.id)}(?![\w-])")
    lines = path.read_text(encoding="utf-8").splitlines()
    return layout.place(path, next((number for number, line in enumerate(lines, 1) if name.search(line)), 1))


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


# --- command line -----------------------------------------------------------------------------------------------------


def table(trace: Trace) -> str:
    """Sum up a scan, one line per game."""
    lines = [f"{'game':10}{'clauses':>9}{'proved':>9}{'pending':>9}{'properties':>12}{'citations':>11}"]
    for title, game in trace.games.items():
        own = [found for found in trace.properties if any(clause.game == game for clause in found.clauses)]
        numbers = (
            sum(ref.game == game for ref in trace.clauses),
            len({clause for found in own for clause in found.clauses if clause.game == game}),
            sum(ref.game == game for ref in trace.pending),
            len(own),
            sum(use.clause.game == game for use in trace.citations),
        )
        clauses, proved, waiting, proofs, uses = numbers
        lines.append(f"{title:10}{clauses:>9}{proved:>9}{waiting:>9}{proofs:>12}{uses:>11}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the source tree around the working directory, or the one given."""
    parser = argparse.ArgumentParser(
        prog="python -m arcanum.spec.trace", description="Compare clauses, specs and code."
    )
    parser.add_argument("root", nargs="?", type=Path, default=Path(), help="the source tree (default: here)")
    trace = scan(parser.parse_args(arguments).root)
    print(table(trace))
    for problem in trace.problems:
        print(problem)
    if trace.problems:
        print(f"{len(trace.problems)} problems")
    return 1 if trace.problems else 0


if __name__ == "__main__":
    sys.exit(main())
