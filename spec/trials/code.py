"""Mutants of the source, made by mutmut: the properties alone must notice.

mutmut thinks of every small change of every function. Each is put into the place of the function within a forked
process, and the properties that run the function are asked, those of the clauses that it cites first, until one fails.
mutmut's own way, a switch in every function and pytest anew for every mutant, leaves out all functions with a decorator
and would take days here.

Only what carries out rules is tried: how texts, documents and files are read and written is no clause, and `tests/`
looks after it. A change of a sentence for people is none of a rule either.
"""

from __future__ import annotations

import ast
import hashlib
import json
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, Final, TypeAlias

import attrs

from arcanum.kernel.clauses import ClauseId
from arcanum.spec.breaks import PACKAGE
from arcanum.spec.files import stamp, write_json
from spec.trials import breaks, forks, patching, reach, watching

RESULTS: Final = breaks.ROOT / "docs" / "results" / "mutation.json"
REASONS: Final = breaks.ROOT / "spec" / "trials" / "survivors.toml"
PACKAGES: Final = {"kernel": None, "tarot": "arcanum", "guilds": "arcana"}
"""The packages that carry out rules, and the games whose properties must notice; None is all of them."""
_FILES = "clauses codec differences documents files house places positions records replay schema variants words"
_TEXTS = "cite clause_ids describe errors forms listing readings ruledata tell values"
APART: Final = frozenset(f"{_FILES} {_TEXTS} board catalogue constraints sampling".split())
"""Modules that read and write documents, files and texts, and those that fill in what a view does not show."""
_BEST: Final = 25
"""So many properties that have noticed most are asked before the others."""
SPOKEN: Final = ("__str__", "__repr__", "prompt")
"""Methods that write texts in the other modules."""
SECONDS: Final = 60
"""Of processor time for a mutant; one that takes longer runs for ever."""


# --- mutants ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Mutant:
    """A function with one small change in it."""

    module: str
    function: str
    change: str
    """What is different, on one line."""
    code: CodeType = attrs.field(eq=False, repr=False)

    @property
    def key(self) -> tuple[str, str]:
        """Its function."""
        return self.module, self.function

    @property
    def name(self) -> str:
        """The mutant in a line."""
        return f"{self.module}.{self.function}: {self.change}"

    def make(self) -> None:
        """Put it into the place of the function."""
        patching.Patch({(str(PACKAGE / f"{self.module.replace('.', '/')}.py"), self.function): self.code}).make()


@attrs.frozen
class Function:
    """A function of the rules, and its mutants."""

    module: str
    name: str
    mark: str
    """A fingerprint of its text."""
    mutants: tuple[Mutant, ...]

    @property
    def key(self) -> tuple[str, str]:
        """What it is."""
        return self.module, self.name

    @property
    def path(self) -> Path:
        """The file it stands in."""
        return PACKAGE / f"{self.module.replace('.', '/')}.py"

    @property
    def package(self) -> str:
        """The package it belongs to."""
        return self.module.partition(".")[0]


def modules() -> list[Path]:
    """The modules that carry out rules; that of the kernel about programs writes them down in documents."""
    found = [path for package in PACKAGES for path in sorted((PACKAGE / package).glob("*.py"))]
    return [path for path in found if path.stem not in APART and path != PACKAGE / "kernel" / "programs.py"]


def functions(path: Path) -> list[Function]:
    """The functions of a module with all their mutants."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    text = _plain(path.read_text(encoding="utf-8"))
    mutated = mutate_file_contents(str(path), text, None, None).code
    bodies = _bodies(ast.parse(mutated))
    codes = {code.co_qualname: code for code in patching.codes(compile(mutated, str(path), "exec"))}
    module = f"{path.parent.name}.{path.stem}"
    found: dict[str, list[Mutant]] = {}
    for label, body in bodies.items():
        function, number = _label(label)
        if number == "orig":
            found.setdefault(function, [])
        elif number:
            original = bodies[f"{label.rpartition('__mutmut_')[0]}__mutmut_orig"]
            if _is_of_a_rule(original, body):
                found.setdefault(function, []).append(Mutant(module, function, _told(original, body), codes[label]))
    marks = {_label(label)[0]: _mark(body) for label, body in bodies.items() if _label(label)[1] == "orig"}
    return [
        Function(module, name, marks[name], tuple(mutants))
        for name, mutants in found.items()
        if mutants and name.rpartition(".")[2] not in SPOKEN
    ]


def _plain(text: str) -> str:
    """A module without the decorators of its functions, which mutmut would leave alone because of them."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                for at in range(mark.lineno - 1, mark.end_lineno or mark.lineno):
                    lines[at] = ""
    return "".join(lines)


def _bodies(tree: ast.AST, within: str = "") -> dict[str, ast.FunctionDef]:
    """All functions of a module and of its classes by their qualified names."""
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            found |= _bodies(node, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            found[within + node.name] = node
    return found


def _label(label: str) -> tuple[str, str]:
    """The function and the number in one of mutmut's names, `x_deal__mutmut_3` or `Rules.xǁRulesǁsaid__mutmut_orig`."""
    name, mark, number = label.rpartition("__mutmut_")
    if not mark:
        return label, ""
    within, _, own = name.rpartition(".")
    own = own.rpartition("ǁ")[2] if "ǁ" in own else own.removeprefix("x_")
    return f"{within}.{own}" if within else own, number


def _mark(node: ast.FunctionDef) -> str:
    return hashlib.sha256(ast.dump(ast.Module(node.body, [])).encode()).hexdigest()[:12]


def _is_of_a_rule(original: ast.FunctionDef, body: ast.FunctionDef) -> bool:
    """Whether something other than a sentence for people is different, and anything at all."""
    first = next(_differences(original.body, body.body), None)
    if first is None:
        return False
    before, after = first
    return not (_is_sentence(before) and (after is None or isinstance(after, str | ast.JoinedStr | ast.Constant)))


def _is_sentence(what: object) -> bool:
    if isinstance(what, ast.JoinedStr):
        return any(_is_sentence(part.value) for part in what.values if isinstance(part, ast.Constant))
    return isinstance(what, str) and (" " in what.strip() or what != what.strip())


def _differences(one: object, other: object) -> Iterator[tuple[object, object]]:
    if isinstance(one, ast.JoinedStr) and _is_sentence(one):
        if not isinstance(other, ast.JoinedStr) or ast.dump(one) != ast.dump(other):
            yield one, other
    elif isinstance(one, ast.AST) and type(one) is type(other):
        for name in one._fields:
            yield from _differences(getattr(one, name, None), getattr(other, name, None))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for a, b in zip(one, other, strict=True):
            yield from _differences(a, b)
    elif one != other or type(one) is not type(other):
        yield one, other


def _told(original: ast.FunctionDef, body: ast.FunctionDef) -> str:
    """The first statement that is different, before and after."""
    before, after = ast.unparse(original).splitlines()[1:], ast.unparse(body).splitlines()[1:]
    start = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    left, right = before[start:], after[start:]
    while left and right and left[-1] == right[-1]:
        left.pop()
        right.pop()
    return f"{' / '.join(map(str.strip, left))} => {' / '.join(map(str.strip, right))}"


# --- who is asked -----------------------------------------------------------------------------------------------------


@cache
def _cited() -> Mapping[tuple[str, str], frozenset[ClauseId]]:
    """For each function, by path and name, the clauses that it cites."""
    found: dict[tuple[str, str], set[ClauseId]] = {}
    for use in breaks.scan().citations:
        found.setdefault((use.place.path, use.place.qualname), set()).add(use.clause.id)
    return {key: frozenset(clauses) for key, clauses in found.items()}


Kills: TypeAlias = Mapping[tuple[str, str], Counter[str]]
"""Which properties have noticed how many mutants of a function."""


def asked(function: Function, kills: Kills) -> tuple[str, ...]:
    """The properties that run a function, the likeliest to notice first.

    Those are the ones that have noticed other mutants of it, then those of the clauses that it cites, then those that
    have noticed most mutants of the package. The quicker ones come before the slower ones.
    """
    path = function.path.relative_to(breaks.ROOT).as_posix()
    cited = _cited().get((path, function.name), frozenset())
    game = PACKAGES[function.package]
    proofs = {} if game is None else breaks.proofs(game)
    took = breaks.durations()
    here, near = kills.get(function.key, Counter()), Counter[str]()
    for (module, _), counts in kills.items():
        if module.partition(".")[0] == function.package:
            near += counts
    best = dict(near.most_common(_BEST))

    def rank(source: str) -> tuple[int, bool, int, float, str]:
        known = proofs.get(source, frozenset()) & cited
        return -here[source], not known, -best.get(source, 0), took.get(source, 9.9), source

    return tuple(sorted(reach.running(function.path, function.name), key=rank))


# --- the campaign -----------------------------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """What became of the mutants of a function."""

    module: str
    function: str
    mark: str
    mutants: int
    survivors: tuple[str, ...]
    untried: str = ""
    """Why they could not be tried, where they could not."""

    @property
    def key(self) -> tuple[str, str]:
        """What it is about."""
        return self.module, self.function


@attrs.frozen
class Campaign:
    """Which functions to mutate."""

    games: tuple[str, ...]
    modules: tuple[str, ...] = ()
    """Only those whose name begins so: `tarot.scoring`."""
    budget: float = 25.0
    """Seconds of properties that a mutant may survive before it counts as a survivor."""
    again: bool = False
    """Only mutants that have survived so far, without a reason."""
    stale: bool = False
    record: bool = False
    jobs: int = 1

    def run(self, bench: forks.Bench) -> bool:
        """Try mutants, function by function; whether all that survive have a reason."""
        every = {each.key: each for path in modules() for each in functions(path)}
        rows = {key: row for key, row in recorded().items() if key in every}
        chosen = {key: each for key, each in every.items() if self._is_wanted(each, rows.get(key))}
        if self.again:
            chosen = {key: attrs.evolve(each, mutants=_open(each, rows[key])) for key, each in chosen.items()}
        rows |= {key: attrs.evolve(_blank(each), untried=why) for key, each in chosen.items() if (why := _cold(each))}
        mutants = [mutant for each in chosen.values() if not _cold(each) for mutant in each.mutants]
        print(f"{len(chosen)} of {len(every)} functions, {len(mutants)} mutants", flush=True)
        left = Counter(mutant.key for mutant in mutants)
        began, survivors = time.monotonic(), list[Mutant]()
        kills: dict[tuple[str, str], Counter[str]] = {}
        trials = (self._trial(every[mutant.key], mutant, kills, bench) for mutant in mutants)  # late: kills grow
        for done, (trial, finding) in enumerate(bench.judge(trials, self.jobs), start=1):
            mutant: Mutant = trial.about
            killed = bool(finding.failed) and finding.ended != forks.LOST
            if killed:
                kills.setdefault(mutant.key, Counter()).update(finding.failed)
            else:
                survivors.append(mutant)
            if not killed or done % 50 == 0:
                print(f"{done:>6}/{len(mutants)}  {'' if killed else mutant.name}", flush=True)
            left[mutant.key] -= 1
            if not left[mutant.key]:
                own = [each.change for each in survivors if each.key == mutant.key]
                before = rows[mutant.key].survivors if self.again else ()
                own += [change for change in before if _explained(mutant, change)]
                rows[mutant.key] = attrs.evolve(_blank(every[mutant.key]), survivors=tuple(sorted(own)))
                if self.record:
                    _record([rows[key] for key in every if key in rows], every.values(), time.monotonic() - began)
        alive = [f"{row.module}.{row.function}: {each}" for row in rows.values() for each in row.survivors]
        unexplained = [each for each in alive if each not in reasons()]
        print(f"{len(alive)} survivors, {len(unexplained)} without a reason")
        return not unexplained

    def _is_wanted(self, function: Function, last: Row | None) -> bool:
        if self.modules and not f"{function.module}.{function.name}".startswith(self.modules):
            return False
        current = last is not None and last.mark == function.mark and not last.untried
        if self.again:
            return last is not None and current and bool(_open(function, last))
        return not (self.stale and current)

    def _trial(self, function: Function, mutant: Mutant, kills: Kills, bench: forks.Bench) -> forks.Trial:
        properties = tuple(source for source in asked(function, kills) if source in bench.items)
        return forks.Trial(mutant, mutant.make, properties, SECONDS, stop=True, budget=self.budget)


def _cold(function: Function) -> str:
    """Why the mutants of a function cannot be tried; nothing if they can."""
    if (str(function.path), function.name) in watching.called:
        return "it runs while the library is imported"
    return "" if reach.running(function.path, function.name) else "no property runs it"


def _explained(one: Function | Mutant, change: str) -> bool:
    """Whether it is written down why a change of a function is never noticed."""
    return f"{'.'.join(one.key)}: {change}" in reasons()


def _open(function: Function, row: Row) -> tuple[Mutant, ...]:
    """The mutants of a function that survived without a reason."""
    alive = {change for change in row.survivors if not _explained(function, change)}
    return tuple(mutant for mutant in function.mutants if mutant.change in alive)


def _blank(function: Function) -> Row:
    return Row(function.module, function.name, function.mark, len(function.mutants), ())


def recorded() -> dict[tuple[str, str], Row]:
    """What earlier runs have found."""
    if not RESULTS.exists():
        return {}
    found = json.loads(RESULTS.read_text(encoding="utf-8"))["functions"]
    rows = [Row(**{**row, "survivors": tuple(row["survivors"])}) for row in found]
    return {row.key: row for row in rows}


@cache
def reasons() -> Mapping[str, str]:
    """Why some mutants survive: nobody could ever notice them."""
    found: dict[str, str] = tomllib.loads(REASONS.read_text(encoding="utf-8")) if REASONS.exists() else {}
    return found


def _record(rows: Sequence[Row], every: Iterable[Function], seconds: float) -> None:
    tried = [row for row in rows if not row.untried]
    document: dict[str, Any] = {
        **stamp("python -m spec.trials code", seconds),
        "planned": sum(len(each.mutants) for each in every),
        "tried": sum(row.mutants for row in tried),
        "survived": sum(len(row.survivors) for row in tried),
        "functions": [attrs.asdict(row) for row in rows],
    }
    write_json(RESULTS, document)
