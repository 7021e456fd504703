"""Mutants of the source, made by mutmut: the properties alone must notice.

mutmut thinks of every small change of every function. Each is put into the place of the function within a forked
process, and the properties that run the function are asked, those of the clauses that it cites first, until one fails.
mutmut's own way, a switch in every function and pytest anew for every mutant, leaves out all functions with a decorator
and would take days here.

A function that runs while the library is imported is changed in a copy, and a new process asks the properties.

Only what carries out rules is tried: how texts, documents and files are read and written is no clause, and `tests/`
looks after it. A change of a sentence for people is none of a rule either.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import time
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from textwrap import indent as indent_by
from types import CodeType
from typing import Any, Final, TypeAlias

import attrs

from arcanum.kernel.ids import ClauseId
from arcanum.spec.breaks import PACKAGE, BadBreak, Break, Edit
from arcanum.spec.files import stamp, write_json
from spec.trials import breaks, forks, patching, reach, watching, witness

RESULTS: Final = breaks.ROOT / "results" / "mutants.json"
REASONS: Final = breaks.ROOT / "spec" / "trials" / "survivors.toml"
PACKAGES: Final = {"kernel": ("arcanum", "arcana"), "tarot": ("arcanum",), "guilds": ("arcana",)}
"""The packages that carry out rules, and the games whose properties must notice."""
_FILES = "clauses codec differences documents files house places positions records replay schema variants words"
_TEXTS = "cite clause_ids describe errors forms listing native extras readings ruledata tell values"
APART: Final = frozenset(f"{_FILES} {_TEXTS} board catalogue constraints sampling".split())
"""Modules that read and write documents, files and texts, and those that fill in what a view does not show."""
VOICES: Final = (
    "test_every_value_of_a_rule_set_is_what_its_printing_says",
    "test_every_value_of_a_rule_set_is_what_its_edition_says",
    "test_what_cannot_be_agreed_on_is_refused",
    "test_what_the_players_agree_on_is_what_they_play",
    "test_the_events_of_a_game_explain_every_state",
    "test_whatever_a_text_does_is_told_as_it_happens",
    "test_any_two_majors_at_any_table",
    "test_just_what_the_clauses_allow_can_be_answered",
    "test_whoever_is_not_asked_is_told_who_is",
    "test_what_lies_open_is_in_every_view_as_it_is",
)
"""Properties that tell a whole game a second time. They notice most: what survived a glance is put to them early."""
_BEST: Final = 25
"""So many properties that have noticed most are asked before the others."""
SPOKEN: Final = ("__str__", "__repr__", "_repr_pretty_", "prompt")
"""Methods that write texts in the other modules."""
_READING: Final = "_whole parse_action parse_card parse_figure parse_suit one_of as_words as_number check_cards options"
_TELLING: Final = "narrator cards cards_seen player_aid Step.heard Step.learned Step.chance Step._is_news"
_HOUSE: Final = "GamePackage.statements GamePackage.replaced GamePackage.changes GamePackage.build"
BESIDE: Final = tuple(f"{_READING} {_TELLING} {_HOUSE} GamePackage.write_rules".split())
"""Functions in the other modules that read texts, tell a game to people and interfaces, or deal with house rules."""
_GLANCE: Final = 1.5
"""Seconds of properties for each mutant at first, with few examples each."""
_COMPARING: Final = 90
"""Seconds of processor time in which a mutant must have played the games that tell whether it shows."""
_LONG, _AROUND = 240, 48
"""A statement of more characters is shortened, but for so many around the change."""
_UNKNOWN: Final = 4.0
"""Seconds that a property is thought to take which has not been measured yet."""
_CLAUSE_NAME: Final = re.compile(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")
_PATIENCE: Final = 4
"""Seconds of processor time for a property beyond four times what it takes; if it takes longer, it runs for ever."""


# --- mutants ----------------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Mutant:
    """A function with one small change in it."""

    module: str
    function: str
    change: str
    """What is different, on one line."""
    code: CodeType = attrs.field(repr=False)
    body: ast.FunctionDef = attrs.field(repr=False)

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
        patching.Patch({self.place: self.code}).make()

    @property
    def file(self) -> str:
        """The file it stands in, within the package."""
        return f"{self.module.replace('.', '/')}.py"

    @property
    def place(self) -> tuple[str, str]:
        """Where its function is found."""
        return str(PACKAGE / self.file), self.function

    @property
    def named(self) -> frozenset[str]:
        """The clauses that are named in what is different, or close to it."""
        return frozenset(name.replace("_", "-") for name in _CLAUSE_NAME.findall(self.change))

    def written(self) -> Break:
        """It as an edit of the source, for a function that runs while the library is imported."""
        text = (PACKAGE / self.file).read_text(encoding="utf-8")
        original = bodies(ast.parse(text))[self.function]
        lines = text.splitlines(keepends=True)[original.lineno - 1 : original.end_lineno]
        indent = " " * original.body[0].col_offset
        body = indent_by("\n".join(map(ast.unparse, self.body.body)), indent) + "\n"
        head = lines[: original.body[0].lineno - original.lineno]
        return Break("", self.name, (), (Edit(self.file, "".join(lines), "".join(head) + body),))


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

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are played with it."""
        return PACKAGES[self.package]


def modules() -> list[Path]:
    """The modules that carry out rules; that of the kernel about programs writes them down in documents."""
    found = [path for package in PACKAGES for path in sorted((PACKAGE / package).glob("*.py"))]
    return [path for path in found if path.stem not in APART and path != PACKAGE / "kernel" / "programs.py"]


def functions(path: Path) -> list[Function]:
    """The functions of a module with all their mutants."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    text = _plain(path.read_text(encoding="utf-8"))
    mutated = mutate_file_contents(str(path), text, None, None).code
    parts = bodies(ast.parse(mutated))
    codes = {code.co_qualname: code for code in patching.codes(compile(mutated, str(path), "exec"))}
    module = f"{path.parent.name}.{path.stem}"
    found: dict[str, list[Mutant]] = {}
    for label, body in parts.items():
        function, number = _label(label)
        if number == "orig":
            found.setdefault(function, [])
        elif number:
            original = parts[f"{label.rpartition('__mutmut_')[0]}__mutmut_orig"]
            if _is_of_a_rule(original, body):
                found.setdefault(function, []).append(
                    Mutant(module, function, _told(original, body), codes[label], body)
                )
    marks = {_label(label)[0]: _mark(body) for label, body in parts.items() if _label(label)[1] == "orig"}
    return [
        Function(module, name, marks[name], tuple(mutants))
        for name, mutants in found.items()
        if mutants and name.rpartition(".")[2] not in SPOKEN and not _is_beside(name)
    ]


def _is_beside(name: str) -> bool:
    return name in BESIDE or name.rpartition(".")[2] in BESIDE


def _plain(text: str) -> str:
    """A module without the decorators of its functions, which mutmut would leave alone because of them."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                for at in range(mark.lineno - 1, mark.end_lineno or mark.lineno):
                    lines[at] = ""
    return "".join(lines)


def bodies(tree: ast.AST, within: str = "") -> dict[str, ast.FunctionDef]:
    """All functions of a module and of its classes by their qualified names."""
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            found |= bodies(node, f"{within}{node.name}.")
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
    elif isinstance(one, ast.Raise) and isinstance(other, ast.Raise):
        yield from _differences(_raised(one), _raised(other))  # what it says is for people
    elif isinstance(one, ast.AST) and type(one) is type(other):
        for name in one._fields:
            yield from _differences(getattr(one, name, None), getattr(other, name, None))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for a, b in zip(one, other, strict=True):
            yield from _differences(a, b)
    elif one != other or type(one) is not type(other):
        yield one, other


def _raised(statement: ast.Raise) -> ast.expr | None:
    """The kind of error that is raised."""
    return statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc


def _told(original: ast.FunctionDef, body: ast.FunctionDef) -> str:
    """The first statement that is different, before and after."""
    before, after = ast.unparse(original).splitlines()[1:], ast.unparse(body).splitlines()[1:]
    start = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    left, right = before[start:], after[start:]
    while left and right and left[-1] == right[-1]:
        left.pop()
        right.pop()
    return " => ".join(_shortened(" / ".join(map(str.strip, left)), " / ".join(map(str.strip, right))))


def _shortened(before: str, after: str) -> tuple[str, str]:
    """Two texts without most of what they share, where they are long."""
    if min(len(before), len(after)) < _LONG:
        return before, after
    start, end = _shared(before, after) - _AROUND, _shared(before[::-1], after[::-1]) - _AROUND
    return _middle(before, start, end), _middle(after, start, end)


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with that are the same."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _middle(text: str, start: int, end: int) -> str:
    start, end = max(0, start), max(0, end)
    return ("…" if start else "") + text[start : len(text) - end] + ("…" if end else "")


# --- who is asked -----------------------------------------------------------------------------------------------------


@cache
def _cited() -> Mapping[tuple[str, str], frozenset[ClauseId]]:
    """For each function, by path and name, the clauses that it cites."""
    found: dict[tuple[str, str], set[ClauseId]] = {}
    for use in breaks.scan().citations:
        found.setdefault((use.place.path, use.place.qualname), set()).add(use.clause.id)
    return {key: frozenset(clauses) for key, clauses in found.items()}


Key: TypeAlias = tuple[str, str]
Kills: TypeAlias = Mapping[Key, Counter[str]]
"""Which properties have noticed how many mutants of a function."""


def asked(
    function: Function, kills: Kills, named: Collection[str], shown: Collection[str] = (), *, again: bool = False
) -> tuple[str, ...]:
    """The properties that run a function, the likeliest to notice first; all, if it runs while the library is imported.

    Those are the properties of clauses that the changed statement names, then those that have noticed other mutants of
    the function, then those of the clauses that it cites, then those that have noticed most mutants of the package. If
    it is known in which clauses a change shows, it is no plain one: then their properties come first. The quicker ones
    come before the slower ones.
    """
    path = function.path.relative_to(breaks.ROOT).as_posix()
    around = {function.name, function.name.partition(".")[0]}
    cited = frozenset[ClauseId]().union(*(_cited().get((path, name), frozenset()) for name in around))
    proofs = {source: clauses for game in function.games for source, clauses in breaks.proofs(game).items()}
    took = breaks.durations()
    here, near = kills.get(function.key, Counter()), Counter[str]()
    for (module, _), counts in kills.items():
        if module.partition(".")[0] == function.package:
            near += counts
    best = dict(near.most_common(_BEST))

    def rank(source: str) -> tuple[float, ...]:
        known, seconds = proofs.get(source, frozenset()), took.get(source, _UNKNOWN)
        if again and here[source]:
            return -2, -here[source]
        if again and source.endswith(VOICES):
            return -1, VOICES.index(source.rpartition("::")[2])
        if shown:
            return known.isdisjoint(shown), known.isdisjoint(cited), -best.get(source, 0), seconds
        return known.isdisjoint(named), -here[source], known.isdisjoint(cited), -best.get(source, 0), seconds

    running = proofs.keys() if _is_cold(function) else reach.running(function.path, function.name)
    return tuple(sorted(sorted(running), key=rank))


# --- the campaign -----------------------------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """What became of the mutants of a function."""

    module: str
    function: str
    mark: str
    mutants: int
    survivors: tuple[str, ...]
    killers: Mapping[str, int] = attrs.field(factory=dict)
    """How many of them each property noticed first."""

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
    """Seconds of properties for each mutant that is tried again."""
    again: bool = False
    """Only mutants that have survived so far, without a reason: not one glance, but a long look at each."""
    compare: bool = False
    """Find out first in which clauses they show, so that it is known whom to ask."""
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
        mutants = [mutant for each in chosen.values() for mutant in each.mutants]
        print(f"{len(chosen)} of {len(every)} functions, {len(mutants)} mutants", flush=True)
        left = Counter(mutant.key for mutant in mutants)
        began, survivors = time.monotonic(), list[Mutant]()
        kills = {key: Counter(row.killers) for key, row in rows.items()}
        found = {key: Counter(row.killers if self.again else {}) for key, row in rows.items()}
        for done, (mutant, killer) in enumerate(self._judged(every, mutants, kills, bench), start=1):
            killed = bool(killer)
            if killed:
                kills.setdefault(mutant.key, Counter()).update([killer])
                found.setdefault(mutant.key, Counter()).update([killer])
            else:
                survivors.append(mutant)
            if not killed or done % 50 == 0:
                print(f"{done:>6}/{len(mutants)}  {'' if killed else mutant.name}", flush=True)
            left[mutant.key] -= 1
            if not left[mutant.key]:
                own = [each.change for each in survivors if each.key == mutant.key]
                before = rows[mutant.key].survivors if self.again else ()
                own += [change for change in before if _explained(mutant, change)]
                function, by = every[mutant.key], found.get(mutant.key, Counter())
                rows[mutant.key] = Row(*function.key, function.mark, len(function.mutants), tuple(sorted(own)), by)
                if self.record:
                    _record([rows[key] for key in every if key in rows], every.values(), time.monotonic() - began)
        alive = [f"{row.module}.{row.function}: {each}" for row in rows.values() for each in row.survivors]
        unexplained = [each for each in alive if each not in reasons()]
        print(f"{len(alive)} survivors, {len(unexplained)} without a reason")
        return not unexplained or not self.again  # a glance settles nothing

    def _is_wanted(self, function: Function, last: Row | None) -> bool:
        if self.modules and not f"{function.module}.{function.name}".startswith(self.modules):
            return False
        current = last is not None and last.mark == function.mark
        if self.again:
            return last is not None and current and bool(_open(function, last))
        return not (self.stale and current)

    def _judged(
        self, every: Mapping[Key, Function], mutants: Sequence[Mutant], kills: Kills, bench: forks.Bench
    ) -> Iterator[tuple[Mutant, str]]:
        """Yield each mutant with the property that noticed it, if one did.

        At first there is only a glance at each. Those that survived it are looked at again, for longer; with `compare`
        after it was found out in which clauses they show. What runs while the library is imported takes a new process.
        """
        cold = [mutant for mutant in mutants if _is_cold(every[mutant.key])]
        warm = [mutant for mutant in mutants if not _is_cold(every[mutant.key])]
        shown = dict(self._shown(every, warm, bench)) if self.compare else {}
        seconds = self.budget if self.again else _GLANCE
        yield from self._killed(
            (self._trial(every, mutant, kills, shown.get(mutant, ()), bench, seconds) for mutant in warm), bench
        )
        if not self.again:
            yield from ((mutant, "") for mutant in cold)
            return
        wanted = [self._within_budget(asked(every[mutant.key], kills, mutant.named)) for mutant in cold]
        with ThreadPoolExecutor(self.jobs) as workers:
            yield from zip(cold, workers.map(_anew, cold, wanted), strict=True)

    def _killed(self, trials: Iterable[forks.Trial], bench: forks.Bench) -> Iterator[tuple[Mutant, str]]:
        """Run trials; they are made late, because kills grow."""
        for trial, finding in bench.judge(trials, self.jobs):
            yield trial.about, "" if finding.ended == forks.LOST else next(iter(finding.failed), "")

    def _shown(
        self, every: Mapping[Key, Function], mutants: Sequence[Mutant], bench: forks.Bench
    ) -> Iterator[tuple[Mutant, Sequence[str]]]:
        """Yield the mutants that change the course of a game, with the clauses in which that shows."""
        trials = list[forks.Trial]()
        for mutant in mutants:
            games = every[mutant.key].games
            if witness.kept(games, mutant.place):  # the others make rules, which exist already
                look = partial(witness.watch, games, mutant.place, mutant.make)
                trials.append(forks.Trial(mutant, look, (), _COMPARING))
        for trial, finding in bench.judge(trials, self.jobs):
            if isinstance(finding.said, list) or finding.ended:
                print(f"  shows in {finding.said or finding.ended}: {trial.about.name}", flush=True)
                yield trial.about, finding.said if isinstance(finding.said, list) else ()
            else:
                print(f"  does not show: {trial.about.name}", flush=True)

    def _trial(
        self,
        every: Mapping[Key, Function],
        mutant: Mutant,
        kills: Kills,
        shown: Collection[str],
        bench: forks.Bench,
        budget: float,
    ) -> forks.Trial:
        wanted = asked(every[mutant.key], kills, mutant.named, shown, again=self.again)
        properties = tuple(source for source in wanted if source in bench.items)
        # What is known is how long they take with four times as many examples.
        patience = {source: _PATIENCE + breaks.durations().get(source, _UNKNOWN) for source in properties}
        return forks.Trial(mutant, mutant.make, properties, budget + 60, stop=True, budget=budget, patience=patience)

    def _within_budget(self, sources: Iterable[str]) -> list[str]:
        took, found = 0.0, list[str]()
        for source in sources:
            took += breaks.durations().get(source, _UNKNOWN) / 4
            if took < self.budget:
                found.append(source)
        return found


def _anew(mutant: Mutant, wanted: Sequence[str]) -> str:
    """The property that notices a mutant which only a new process can make."""
    finding = breaks.anew(mutant.written(), wanted, "-x")
    if isinstance(finding, BadBreak):  # the library cannot even be imported, or the properties cannot be collected
        return wanted[0]
    return next(iter(finding.failed), "")


def _is_cold(function: Function) -> bool:
    """Whether only a new process can change a function."""
    return (str(function.path), function.name) in watching.called


def _explained(one: Function | Mutant, change: str) -> bool:
    """Whether it is written down why a change of a function is never noticed."""
    return f"{'.'.join(one.key)}: {change}" in reasons()


def _open(function: Function, row: Row) -> tuple[Mutant, ...]:
    """The mutants of a function that survived without a reason."""
    alive = {change for change in row.survivors if not _explained(function, change)}
    return tuple(mutant for mutant in function.mutants if mutant.change in alive)


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
    document: dict[str, Any] = {
        **stamp("python -m spec.trials code", seconds),
        "planned": sum(len(each.mutants) for each in every),
        "tried": sum(row.mutants for row in rows),
        "survived": sum(len(row.survivors) for row in rows),
        "functions": [attrs.asdict(row) for row in rows],
    }
    write_json(RESULTS, document)
