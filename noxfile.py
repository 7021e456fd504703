"""How to check a change: ``nox`` for what every change must pass, ``nox -s NAME`` for one session.

All sessions share one environment for each Python version, ``.nox/dev-3.x``, which is made anew when ``pyproject.toml``
changes. Long runs write what they find to ``results/``, and go on there; `.ci/nightly` starts all of them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from functools import cache
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "none"
nox.options.error_on_external_run = False
nox.options.sessions = ["lint", "types", "tests"]

ROOT = Path(__file__).parent
PROJECT = ROOT / "pyproject.toml"
RESULTS = "results"
ENGINE = (
    *("api", "caches", "documents", "every_game", "guild_notation", "native", "notation", "records"),
    *("sampling", "secrets", "vectors"),
)
"""The tests of the engine, which run on the compiled build, too."""
BROWSER, NODE = ("chromium", "chromium-browser", "google-chrome"), ("node",)
HOW_TO_GET = {
    BROWSER: "Chromium, for the tests of pages: 'apt-get install chromium', or put another Chromium on the PATH",
    NODE: "Node, for Pyodide and the JavaScript example: 'apt-get install nodejs npm', or see nodejs.org",
    ("npm",): "npm, which fetches Pyodide: 'apt-get install npm', or see nodejs.org",
    ("cc", "gcc", "clang"): "a C compiler, for the compiled build: 'apt-get install gcc python3-dev'",
}
INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def commands_of(home: Path) -> Path:
    """Where the commands of an environment are."""
    return home / ("Scripts" if os.name == "nt" else "bin")


@cache
def environment(extra: str) -> Path:
    """Make or reuse the environment with an extra of the project, and return its directory of commands."""
    home = ROOT / ".nox" / f"{extra}-{sys.version_info.major}.{sys.version_info.minor}"
    commands = commands_of(home)
    wanted = hashlib.sha256(f"{sys.version}\n{home}\n{PROJECT.read_text(encoding='utf-8')}".encode()).hexdigest()
    stamp = home / "made-for"
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(home, ignore_errors=True)
        nox.command.run([sys.executable, "-m", "venv", str(home)], external=True)
        nox.command.run([str(commands / "python"), *INSTALL, "--editable", f"{ROOT}[{extra}]"], external=True)
        stamp.write_text(wanted)
    return commands


def python(session: nox.Session, *arguments: str, extra: str = "dev", **settings: str) -> None:
    """Run the environment's Python; what it compiles is kept, whatever the caller's environment says."""
    kept = {"PYTHONDONTWRITEBYTECODE": ""}
    session.run(str(environment(extra) / "python"), *arguments, env={**kept, **settings})


def need(session: nox.Session, *tools: tuple[str, ...]) -> None:
    """Fail, and say how to get it, if a program is missing."""
    missing = [HOW_TO_GET[names] for names in tools if not any(map(shutil.which, names))]
    if missing:
        session.error(f"this session needs {'; and '.join(missing)}")


# --- every change -----------------------------------------------------------------------------------------------------


@nox.session
def lint(session: nox.Session) -> None:
    """Style, formatting, spelling, and the clause check: every clause has properties and code, and vice versa."""
    python(session, "-m", "ruff", "check")
    python(session, "-m", "ruff", "format", "--check")
    python(session, "-m", "codespell_lib")
    python(session, "-m", "arcanum.spec.ids", "--check")
    python(session, "-m", "arcanum.spec.trace")
    python(session, "-m", "arcanum.spec.links")


@nox.session
def types(session: nox.Session) -> None:
    """mypy, strict."""
    python(session, "-m", "mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """All that is quick: unit tests, examples of the documentation, and every property with a few examples."""
    python(session, "-m", "pytest", *(session.posargs or ["tests", "spec", "-n", "2", "-q"]))


# --- on every push ----------------------------------------------------------------------------------------------------


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation, in docs/_build/html. ``-- links`` follows its links, ``-- pictures`` takes its pictures."""
    if session.posargs == ["pictures"]:
        need(session, BROWSER)
        python(session, "-m", "docs.screenshots")
        python(session, "-m", "docs.screenshots_browser")
        return
    builder = ["-b", "linkcheck"] if session.posargs == ["links"] else []
    python(session, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", *builder, "docs", "docs/_build/html")


@nox.session
def slow(session: nox.Session) -> None:
    """Tests with browsers, processes, wheels, extras and Pyodide; every property with the full number of examples."""
    need(session, BROWSER, NODE, ("npm",))
    pages = str(ROOT / ".nox" / "pyodide")
    python(session, "examples/pyodide/assemble.py", pages)
    python(session, "-m", "pytest", "tests", "-m", "slow", "-n", "2", "-q", ARCANUM_PYODIDE=pages)
    whole = ["spec", "-n", "2", "-q", "--results", f"{RESULTS}/spec.json"]
    python(session, "-m", "pytest", *whole, HYPOTHESIS_PROFILE="ci")


@nox.session
def compiled(session: nox.Session) -> None:
    """Build the wheel with compiled modules, and run the properties and the tests of the engine on it."""
    need(session, ("cc", "gcc", "clang"))
    home = ROOT / ".nox" / "compiled"
    shutil.rmtree(home, ignore_errors=True)
    build = ["-m", "hatchling", "build", "-t", "wheel", "-d", str(home / "dist")]
    python(session, *build, ARCANUM_COMPILE="1")
    (wheel,) = (home / "dist").glob("*.whl")
    session.run(sys.executable, "-m", "venv", str(home / "env"))
    interpreter = str(commands_of(home / "env") / "python")
    session.run(interpreter, *INSTALL, f"{wheel}[test]")
    session.run(interpreter, "-c", "from arcanum.kernel.native import is_compiled; assert is_compiled()")
    wanted = session.posargs or ["spec", *(f"tests/test_{name}.py" for name in ENGINE), "-n", "2", "-q"]
    session.run(interpreter, "-m", "pytest", *wanted)


@nox.session
def mutation(session: nox.Session) -> None:
    """Whether the properties notice faults: ``-- --changed`` (the default), ``-- --all``, ``-- CLAUSE``."""
    if session.posargs != ["--all"]:
        python(session, "-m", "spec.trials", "breaks", *(session.posargs or ["--changed"]))
        return
    for campaign in (
        *(("breaks",), ("reach",), ("breaks", "--others"), ("values",)),
        *(("reach",), ("code",), ("code", "--again", "--compare")),
    ):
        python(session, "-m", "spec.trials", *campaign, "--stale", "--record")
    python(session, "-m", "docs.headlines", "faults", "values", "mutants")


# --- long runs --------------------------------------------------------------------------------------------------------

LONG_RUNS = {
    "soak": {
        "games": ("-m arcanum.spec.soak", "--games 10000"),
        "records": ("-m arcanum.spec.archive", "--games 1000"),
        "scoring": ("-m spec.arcanum.scoring_soak", "--positions 100000"),
        "oracle": ("-m tests.oracles", "--positions 20000"),
    },
    "fuzz": {"documents": ("-m arcanum.spec.fuzz", "--documents 1000000")},
    "bench": {
        "speed": ("-m benchmarks", ""),
        "scaling": ("benchmarks/scaling.py", ""),
        "strength": ("benchmarks/strength.py", ""),
        "balance": ("benchmarks/balance.py", "--games 20000"),
        "tables": ("benchmarks/tables.py", ""),
    },
    "study": {
        "printings": ("examples/printings_study.py --results results/games --jobs 2", "--games 50000"),
    },
    "house_rules": {"house_rules": ("benchmarks/house_rules.py", "")},
}
"""The long runs by session and name: what is run, and with what arguments. The first of a session is the usual one."""
ARTEFACTS = {"games": "soak", "records": "archive", "documents": "fuzz", "speed": "bench", "printings": "study"}
"""The name of what a run writes to `results/`, where that is not its own."""


def long_run(session: nox.Session, extra: str = "dev", *more: str) -> None:
    """Run what is named after ``--``, or the usual one; without further arguments in full, and keep what it finds."""
    runs = LONG_RUNS[session.name]
    usual, *_ = runs
    name, *given = session.posargs if {*session.posargs[:1]} & {*runs} else (usual, *session.posargs)
    command, in_full = (part.split() for part in runs[name])
    artefact = ARTEFACTS.get(name, name)
    in_full += ["--json", f"{RESULTS}/{artefact}.json"]
    python(session, *command, *more, *(given or in_full), extra=extra)
    if not given:
        python(session, "-m", "docs.headlines", artefact)


@nox.session
def soak(session: nox.Session) -> None:
    """Random games with every invariant checked; ``-- records``, ``-- scoring``, ``-- oracle``: other long checks."""
    long_run(session)


@nox.session
def fuzz(session: nox.Session) -> None:
    """A million malformed documents and records: only errors of our own, nothing slow, nothing large."""
    long_run(session)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed beside other libraries; ``-- scaling``, ``-- strength``, ``-- balance``, ``-- tables`` measure the rest."""
    if {*session.posargs[:1]} & {*LONG_RUNS["bench"]} - {"speed"}:
        long_run(session)
    else:
        long_run(session, "bench", *boardgame(session))


@nox.session
def study(session: nox.Session) -> None:
    """What the seven printings do to the game: 50,000 games each."""
    long_run(session)


@nox.session
def house_rules(session: nox.Session) -> None:
    """Whether the verdicts on house rules are right: hundreds of variants, and all examples."""
    long_run(session)


def boardgame(session: nox.Session) -> list[str]:
    """Install boardgame.io beside the environments, if Node is there; returns the option that says where."""
    home = ROOT / ".nox" / "boardgame"
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return []
    if not (home / "node_modules" / "boardgame.io").exists():
        home.mkdir(parents=True, exist_ok=True)
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        # The benchmark can do without it, and says so.
        session.run(npm, "install", "--prefix", str(home), *quiet, "boardgame.io@~0.50.2", success_codes=range(256))
    return ["--boardgame", str(home)]
