"""Everything that must be green, and how to run it: ``nox`` for all, ``nox -s spec`` for one.

All sessions share one environment per Python version, ``.nox/dev-3.x``, which is made anew whenever
``pyproject.toml`` changes. Eight environments with the same packages would cost minutes and prove nothing more.
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
nox.options.sessions = [
    "lint",
    "types",
    "tests",
    "spec",
    "clauses",
    "trials",
    "docs",
    "demo",
    "soak",
    "wheel",
    "compiled",
    "pyodide",
]

ROOT = Path(__file__).parent
PROJECT = ROOT / "pyproject.toml"
RESULTS = "docs/results/spec.json"
OF_THE_ENGINE = (
    *("api", "caches", "documents", "every_game", "guild_notation", "native", "notation", "records"),
    *("sampling", "secrets", "vectors"),
)
"""Tests of what a compiled build does otherwise; whoever wants to see all tests pass on it says so."""
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


def python(session: nox.Session, *arguments: str, extra: str = "dev") -> None:
    """Run the environment's Python."""
    session.run(str(environment(extra) / "python"), *arguments)


@nox.session
def lint(session: nox.Session) -> None:
    """Style, formatting and spelling."""
    python(session, "-m", "ruff", "check")
    python(session, "-m", "ruff", "format", "--check")
    python(session, "-m", "codespell_lib")


@nox.session
def types(session: nox.Session) -> None:
    """Types, strictly."""
    python(session, "-m", "mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """Everything that is not a rulebook clause: API, files, errors, command line, packaging."""
    python(session, "-m", "pytest", "tests", "-n", "auto", "-q", *session.posargs)


@nox.session
def spec(session: nox.Session) -> None:
    """The properties that prove the clauses."""
    # Only a whole run is worth remembering.
    selection = session.posargs or ["--results", RESULTS]
    python(session, "-m", "pytest", "spec", "-n", "auto", "-q", *selection)


@nox.session
def clauses(session: nox.Session) -> None:
    """No clause without a property or the other way round, no rule without a name, no property for an older clause."""
    python(session, "-m", "arcanum.spec.ids", "--check")
    python(session, "-m", "arcanum.spec.trace")
    python(session, "-m", "arcanum.spec.links")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation, in docs/_build/html; a warning is an error."""
    python(session, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", "docs", "docs/_build/html")


@nox.session
def pictures(session: nox.Session) -> None:
    """Pictures of the interfaces for README and documentation, in docs/_static; those of the browser need Chromium."""
    python(session, "-m", "docs.screenshots")
    python(session, "-m", "docs.screenshots_browser", *session.posargs)


@nox.session
def prose(session: nox.Session) -> None:
    """Whether the links to other sites still lead somewhere; needs the network, so it is not part of the whole."""
    python(session, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "linkcheck", "docs", "docs/_build/linkcheck")


@nox.session
def demo(session: nox.Session) -> None:
    """A whole game between random players, told on the terminal."""
    python(session, "-m", "arcanum", "demo", *session.posargs)


@nox.session
def soak(session: nox.Session) -> None:
    """Many random games with every invariant checked after every step: ``nox -s soak -- --games 10000``."""
    games = session.posargs or ["--games", "300"]
    python(session, "-m", "arcanum.spec.soak", *games)
    if session.posargs:  # a game may have a longer campaign of its own, of which the specification runs a small part
        for campaign in sorted(ROOT.glob("spec/*/*_soak.py")):
            python(session, "-m", f"spec.{campaign.parent.name}.{campaign.stem}")


@nox.session
def fuzz(session: nox.Session) -> None:
    """A million spoiled documents and records: only errors of our own, nothing slow, nothing large."""
    arguments = session.posargs or ["--documents", "1000000", "--json", "docs/results/fuzz.json"]
    python(session, "-m", "arcanum.spec.fuzz", *arguments)


@nox.session
def archive(session: nox.Session) -> None:
    """Record a thousand games, and replay them in another process."""
    arguments = session.posargs or ["--games", "1000", "--json", "docs/results/archive.json"]
    python(session, "-m", "arcanum.spec.archive", *arguments)


@nox.session
def trials(session: nox.Session) -> None:
    """Deliberate breaks: all that a change has touched since they were judged, and those whose turn it is today."""
    python(session, "-m", "spec.trials", "breaks", "--turn", *session.posargs)


@nox.session
def falsify(session: nox.Session) -> None:
    """Break the engine on purpose and see that the properties notice; goes on where it stopped: ``-- MIN-A1``."""
    # Only a whole run is worth remembering.
    selection = session.posargs or ["--stale", "--record"]
    python(session, "-m", "spec.trials", "breaks", *selection)
    python(session, "-m", "spec.trials", "reach")
    python(session, "-m", "spec.trials", "breaks", "--others", *selection)


@nox.session
def values(session: nox.Session) -> None:
    """Change every number and choice of every rule set, one by one; some property must notice."""
    python(session, "-m", "spec.trials", "values", *(session.posargs or ["--stale", "--record"]))


@nox.session
def mutate(session: nox.Session) -> None:
    """Mutants of the source, by mutmut: the properties alone must notice; goes on where it stopped."""
    python(session, "-m", "spec.trials", "reach", "--stale")
    python(session, "-m", "spec.trials", "code", *(session.posargs or ["--stale", "--record"]))
    if not session.posargs:
        python(session, "-m", "spec.trials", "code", "--again", "--compare", "--record")


@nox.session
def exercise(session: nox.Session) -> None:
    """How often each property says something: which claims its examples reach."""
    python(session, "-m", "pytest", "spec", "-n", "auto", "-q", "--exercise", "docs/results/generators.json")


@nox.session
def oracle(session: nox.Session) -> None:
    """The engine beside answer set programs, over 20,000 positions for each of four parts of the rules."""
    arguments = session.posargs or ["--positions", "20000", "--json", "docs/results/oracle.json"]
    python(session, "-m", "tests.oracles", *arguments)


@nox.session
def balance(session: nox.Session) -> None:
    """How often each guild of Arcana wins and how long games last: 20,000 games of random and of greedy players."""
    arguments = session.posargs or ["--games", "20000", "--json", "docs/results/balance.json"]
    python(session, "benchmarks/balance.py", *arguments)


@nox.session
def strength(session: nox.Session) -> None:
    """Greedy players against random ones, search against greedy ones, in both games: the better ones must win."""
    arguments = session.posargs or ["--json", "docs/results/strength.json"]
    python(session, "benchmarks/strength.py", *arguments)


@nox.session
def scaling(session: nox.Session) -> None:
    """What simulated games cost beside the bare engine, and what a second process brings."""
    arguments = session.posargs or ["--json", "docs/results/scaling.json"]
    python(session, "benchmarks/scaling.py", *arguments)


@nox.session
def tables(session: nox.Session) -> None:
    """How many tables the server of examples/web_table can bear."""
    arguments = session.posargs or ["--json", "docs/results/tables.json"]
    python(session, "benchmarks/tables.py", *arguments)


@nox.session
def study(session: nox.Session) -> None:
    """What the seven printings do to the game: 50,000 games each; goes on where it stopped."""
    jobs = ["--jobs", str(os.cpu_count() or 1), "--results", ".nox/study"]
    arguments = session.posargs or ["--games", "50000", "--json", "docs/results/study.json"]
    python(session, "examples/printings_study.py", *jobs, *arguments)


@nox.session
def house_rules(session: nox.Session) -> None:
    """Validate every example of a house rule in full; all but the broken one must be sound."""
    arguments = session.posargs or ["--json", "docs/results/house_rules.json"]
    python(session, "benchmarks/house_rules.py", *arguments)


def beside(session: nox.Session, home: Path, **settings: str) -> tuple[Path, Path, list[str]]:
    """Build a wheel, and make an empty environment for it: the wheel, the commands there, and how to install."""
    shutil.rmtree(home, ignore_errors=True)
    build = ["-m", "hatchling", "build", "-t", "wheel", "-d", str(home / "dist")]
    session.run(str(environment("dev") / "python"), *build, env=settings)
    (built,) = (home / "dist").glob("*.whl")
    session.run(sys.executable, "-m", "venv", str(home / "env"))
    commands = commands_of(home / "env")
    return built, commands, [str(commands / "python"), *INSTALL]


@nox.session
def wheel(session: nox.Session) -> None:
    """Install the wheel into an empty environment, far from the checkout: check types, and validate a house rule."""
    home = ROOT / ".nox" / "wheel"
    built, commands, pip = beside(session, home)
    session.run(*pip, str(built))
    python(session, "-m", "tests.foreign", str(commands / "python"))
    broken = str(ROOT / "examples" / "house_rules" / "generous_world.toml")
    question = ["validate", broken, "--clause", "WORLD-3", "--clause", "HAND-1", "--games", "4", "--json"]
    with session.chdir(home):
        # Without the extra the message says what to install; with it the answer is that of the checkout.
        session.run(str(commands / "arcanum"), *question, success_codes=[2])
        session.run(*pip, f"{built}[validate]")
        there = session.run(str(commands / "arcanum"), *question, success_codes=[1], silent=True)
        here = session.run(str(environment("dev") / "arcanum"), *question, success_codes=[1], silent=True)
    if not there or there != here:
        session.error("the installed wheel and the checkout disagree")
    session.log("the installed wheel gives the same report as the checkout")


@nox.session
def extras(session: nox.Session) -> None:
    """Install the wheel with each extra alone into an empty environment, and use what it is for."""
    home = ROOT / ".nox" / "extras"
    built, _, _ = beside(session, home)
    arguments = session.posargs or ["--json", "docs/results/extras.json"]
    python(session, "benchmarks/extras.py", str(built), *arguments)


@nox.session
def compiled(session: nox.Session) -> None:
    """Build the wheel with compiled modules, and run specification and tests on it: ``-- ci`` with as many examples."""
    built, commands, pip = beside(session, ROOT / ".nox" / "compiled", ARCANUM_COMPILE="1")
    session.run(*pip, f"{built}[test]")
    interpreter = str(commands / "python")
    session.run(interpreter, "-c", "from arcanum.kernel.native import is_compiled; assert is_compiled()")
    # Here a few examples will do, and tests of what lies around the engine need no second run.
    few = ["spec", *(f"tests/test_{name}.py" for name in OF_THE_ENGINE)]
    wanted = ["spec", "tests"] if session.posargs else few
    profile = {"HYPOTHESIS_PROFILE": session.posargs[0] if session.posargs else "glance"}
    session.run(interpreter, "-m", "pytest", *wanted, "-n", "auto", "-q", env=profile)


@nox.session
def pyodide(session: nox.Session) -> None:
    """Play in Node and in a page, where Pyodide runs the wheel: the games must be those that are played here."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        if os.environ.get("ARCANUM_NEEDS_NODE"):
            session.error("Node and npm are not installed, and ARCANUM_NEEDS_NODE is set")
        session.skip("Node and npm are not installed")
    home = ROOT / ".nox" / "pyodide"
    python(session, "examples/pyodide/assemble.py", str(home))
    session.env["ARCANUM_PYODIDE"] = str(home)
    python(session, "-m", "pytest", "tests/test_pyodide.py", "-q", *session.posargs)


def boardgame(session: nox.Session) -> list[str]:
    """Install boardgame.io beside the environments, if Node is there; returns the option that says where."""
    home = ROOT / ".nox" / "boardgame"
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return []
    if not (home / "node_modules" / "boardgame.io").exists():
        home.mkdir(parents=True, exist_ok=True)
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        # Whatever goes wrong, the benchmark can do without it, and says so.
        session.run(npm, "install", "--prefix", str(home), *quiet, "boardgame.io@~0.50.2", success_codes=range(256))
    return ["--boardgame", str(home)]


@nox.session
def bench(session: nox.Session) -> None:
    """Speed and memory beside OpenSpiel, python-chess, RLCard and, if Node is there, boardgame.io."""
    arguments = session.posargs or ["--json", "docs/results/bench.json"]
    python(session, "-m", "benchmarks", *boardgame(session), *arguments, extra="bench")
