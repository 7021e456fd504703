"""Writes what mutation testing leaves alone: mutants that nobody can notice, and functions that carry out no rule."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from docs.ext.rst import escape, listing
from spec.trials import code


def survivor_pages(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the parts of a page, to be included."""
    reasons: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    yield "survivors.inc", listing(f"``{mutant}`` -- {escape(why)}" for mutant, why in reasons.items()) + "\n"
    modules, functions = sorted(code.APART), sorted((*code.SPOKEN, *code.BESIDE))
    yield "left_out.inc", f"the modules {named(modules)}; and of the rest the functions {named(functions)}.\n"


def named(names: list[str]) -> str:
    """Write names of code in a row."""
    return ", ".join(f"``{name}``" for name in names)
