"""Answer set programs as oracles: a program, facts about a position, and every answer set that follows.

A program is one file of rules or several, written from the rulebooks. What a printing states comes out of the clause
index, for exactly the clauses that the program reads; what lies on the table is handed over as facts. This module
knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import attrs
import clingo
from clingo.ast import AST, ASTType, parse_string

from arcanum.kernel.clauses import Parameter, index_of

Term: TypeAlias = "int | str"
Atom: TypeAlias = "tuple[Term, ...]"
"""A predicate and what it is said of: `("prestige", "swords", 10)`."""
Answer: TypeAlias = "frozenset[Atom]"
"""One way in which things can go on."""

FOLDER = Path(__file__).parent
SITUATION = "situation"
"""The predicate with which a program tells what is particular about a position; it is no part of an answer."""

_READS = re.compile(r'\b(?:stated|says)\("([^"]+)"')


class OracleError(Exception):
    """A program that does not say what its author thinks it does."""


@attrs.frozen
class Judgement:
    """What a program says about a position."""

    answers: frozenset[Answer]
    situations: frozenset[str]


@attrs.frozen
class Oracle:
    """A program over the clause index of a game package."""

    package: str
    rules: tuple[str, ...]
    """The rules that decide, one by one."""
    rest: tuple[str, ...]
    """What is shown, and the rules that tell what is particular about a position."""

    @classmethod
    def read(cls, package: str, *names: str) -> Oracle:
        """The program of some files beside this one; what tells situations is in a file named after the last one."""
        found = [each for name in names for each in statements(source(f"{name}.lp"))]
        rules = tuple(text for text, is_rule in found if is_rule)
        rest = [text for text, is_rule in found if not is_rule]
        rest += [text for text, _ in statements(source(f"{names[-1]}.situations.lp"))]
        return cls(package, rules, tuple(rest))

    def with_rule(self, old: str, new: str) -> Oracle:
        """The oracle with other rules, or none, in the place of one."""
        if old not in self.rules:
            raise OracleError(f"there is no rule {old}")
        there = (text for text, _ in statements(new))
        return attrs.evolve(self, rules=(*(rule for rule in self.rules if rule != old), *there))

    def judge(self, printing: str, facts: Iterable[Atom], *, strict: bool = True) -> Judgement:
        """All answer sets for a position; a strict program may not speak of things that nothing else speaks of."""
        complaints: list[str] = []
        control = clingo.Control(["0"], lambda _, text: complaints.append(text), 20)
        program = (*self.rules, *self.rest)
        reads = tuple(sorted({clause for rule in program for clause in _READS.findall(rule)}))
        try:
            control.add("base", [], "\n".join((*program, stated(self.package, printing, reads), *map(written, facts))))
            control.ground([("base", [])])
        except RuntimeError as error:
            raise OracleError("".join(complaints)) from error
        if strict and complaints:
            raise OracleError("".join(complaints))
        answers, situations = set[Answer](), set[str]()
        with control.solve(yield_=True) as models:
            for model in models:
                atoms = {_atom(symbol) for symbol in model.symbols(shown=True)}
                particular = {atom for atom in atoms if atom[0] == SITUATION}
                answers.add(frozenset(atoms - particular))
                situations.update(str(name) for _, name in particular)
        return Judgement(frozenset(answers), frozenset(situations))


def source(file: str) -> str:
    """The text of a program beside this module."""
    return (FOLDER / file).read_text(encoding="utf-8")


@cache
def statements(program: str) -> tuple[tuple[str, bool], ...]:
    """The statements of a program, each in one line, and whether it is a rule; comments are left out."""
    nodes: list[AST] = []
    parse_string(program, nodes.append)
    lines = program.encode().splitlines(keepends=True)  # columns count bytes
    found = []
    for node in nodes:
        if node.ast_type not in (ASTType.Program, ASTType.Comment):
            begin, end = node.location.begin, node.location.end
            rows = lines[begin.line - 1 : end.line]
            rows[-1] = rows[-1][: end.column - 1]
            rows[0] = rows[0][begin.column - 1 :]
            found.append((" ".join(b"".join(rows).decode().split()), node.ast_type is ASTType.Rule))
    return tuple(found)


@cache
def stated(package: str, printing: str, clauses: tuple[str, ...]) -> str:
    """What the index states for a printing: `stated` for every parameter, `says` for every sentence it has.

    Where the readings come together every clause is said. A clause that is no part of a printing states nothing there.
    """
    index = index_of(package)
    facts: list[Atom] = []
    for name in clauses:
        clause = index[name]
        if not clause.applies(printing):
            continue
        if printing in clause.printings or printing not in index.printings:
            facts.append(("says", name))
        for parameter in clause.parameters:
            value = clause.parameter(parameter, printing)
            facts += (("stated", name, parameter, *path) for path in _paths(value))
    return "\n".join(map(written, facts))


def _paths(value: Parameter) -> Iterator[tuple[Term, ...]]:
    """A parameter with the places or keys that lead to each of its values; places count from 1."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from ((int(key) if key.isdigit() else key, *path) for path in _paths(each))
    elif isinstance(value, tuple):
        for place, each in enumerate(value, start=1):
            yield from ((place, *path) for path in _paths(each))
    else:
        yield (str(value).lower() if isinstance(value, bool) else value,)


def written(atom: Atom) -> str:
    """An atom as a fact of a program: `prestige("swords",10).`"""
    name, *terms = atom
    symbols = [clingo.Number(term) if isinstance(term, int) else clingo.String(term) for term in terms]
    return f"{clingo.Function(str(name), symbols)}."


def _atom(symbol: clingo.Symbol) -> Atom:
    return (symbol.name, *map(_term, symbol.arguments))


def _term(symbol: clingo.Symbol) -> Term:
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is clingo.SymbolType.String else str(symbol)
