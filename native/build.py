"""Compiles the modules in which the rules are carried out, from the same sources, with mypyc.

``python -m native DIRECTORY`` puts a copy of the package with compiled modules there. The hook in `hook.py` builds a
wheel with them, if ``ARCANUM_COMPILE=1`` is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from native.expand import expand

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "arcanum"

MODULES = (
    *("kernel.actions", "kernel.agenda", "kernel.engine", "kernel.randomness", "kernel.sampling"),
    *(
        f"tarot.{name}"
        for name in (
            *("cards", "actions", "programs", "rules"),
            *("state", "atoms", "hand", "hiding", "decisions", "moving", "playing", "houses", "scoring", "effects"),
            *("flow", "views", "sampling"),
        )
    ),
    *(
        f"guilds.{name}"
        for name in (
            *("cards", "abilities", "actions", "board", "collection", "rules"),
            *("state", "atoms", "strength", "playing", "decisions", "effects", "settling", "winning", "bribing"),
            *("scoring", "flow", "views", "sampling"),
        )
    ),
    *("lab.greedy", "lab.search", "lab.tarot", "lab.guilds"),
)
"""What runs for every decision, of the game or of a player who imagines it. Whatever reads and writes documents, tells,
explains or validates stays as it is."""

FLAGS = ("-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt")
"""Nobody replaces a function of the compiled modules from outside, so the C compiler may put one into another."""

_SETUP = """
import os

from setuptools import setup
from mypyc.build import mypycify

modules = mypycify({arguments!r}, opt_level={level!r}, debug_level="0")
if os.name == "posix":
    for module in modules:
        module.extra_compile_args += {flags!r}
setup(name="arcanum", ext_modules=modules)
"""
_MYPY = """
[mypy]
follow_imports = silent
ignore_missing_imports = True
explicit_package_bases = True
namespace_packages = True
"""


def build(there: Path, *, level: str = "3") -> list[Path]:
    """Copy the package to a directory and compile it there; the compiled files, by their places in the directory."""
    shutil.copytree(PACKAGE, there / "arcanum", ignore=shutil.ignore_patterns("__pycache__"))
    paths = [Path("arcanum", *name.split(".")).with_suffix(".py") for name in MODULES]
    kept = {path: (there / path).read_text(encoding="utf-8") for path in paths}
    names = [f"arcanum.{name}" for name in MODULES]
    for name, path in zip(names, paths, strict=True):
        (there / path).write_text(expand(name, kept[path], names), encoding="utf-8")
    _compile(there, paths, level)
    for path, text in kept.items():
        (there / path).write_text(text, encoding="utf-8")
    return [path.relative_to(there) for path in _compiled(there)]


def _compile(there: Path, paths: Iterable[Path], level: str) -> None:
    (there / "mypy.ini").write_text(_MYPY, encoding="utf-8")
    arguments = ["--config-file=mypy.ini", *map(str, paths)]
    (there / "setup.py").write_text(_SETUP.format(arguments=arguments, level=level, flags=[*FLAGS]), encoding="utf-8")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=there, check=True, stdout=sys.stderr, env=os.environ | {"MYPYPATH": str(there)})
    for name in ("mypy.ini", "setup.py"):
        (there / name).unlink()
    shutil.rmtree(there / "build")
    shutil.rmtree(there / ".mypy_cache", ignore_errors=True)


def _compiled(there: Path) -> list[Path]:
    return sorted(path for path in there.rglob("*") if path.suffix in (".so", ".pyd"))
