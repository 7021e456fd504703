"""The wheel in empty environments: a foreign project that uses it, and each extra alone.

For each extra there is a small program in `tests/data/extras`. Where the wheel is installed without extras it must fail
and name the extra to install; where it is installed with that extra and no other, it must do its work.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from tests import foreign

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PROGRAMS = {path.stem.removeprefix("use_"): path for path in sorted((ROOT / "tests/data/extras").glob("use_*.py"))}


@attrs.frozen
class Environment:
    """An environment of its own, in which nothing is but what is installed there."""

    home: Path

    @classmethod
    def make(cls, home: Path, requirement: str) -> Environment:
        """Make it, and install something there."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
        made = cls(home)
        made.install(requirement)
        return made

    def install(self, requirement: str) -> None:
        """Install something more."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        subprocess.run([*pip, "--disable-pip-version-check", requirement], check=True)

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.home / ("Scripts" if os.name == "nt" else "bin") / "python"

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run its Python, far from the checkout."""
        there = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        command = [self.python, *arguments]
        return subprocess.run(
            command, cwd=self.home, env=there, capture_output=True, text=True, timeout=300, check=False
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel without extras."""
    return Environment.make(tmp_path_factory.mktemp("bare"), str(wheel))


def test_a_foreign_project_runs_and_its_type_checkers_see_our_types(bare: Environment) -> None:
    assert list(foreign.faults(bare.python)) == []


@pytest.mark.parametrize("extra", PROGRAMS)
def test_an_extra_does_its_work_alone_and_is_named_where_it_is_missing(
    extra: str, wheel: Path, bare: Environment, tmp_path: Path
) -> None:
    without = bare.run(PROGRAMS[extra], ROOT)
    assert without.returncode != 0
    assert f"'arcanum[{extra}]'" in without.stderr.splitlines()[-1]
    done = Environment.make(tmp_path, f"{wheel}[{extra}]").run(PROGRAMS[extra], ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_house_rule_gets_the_same_verdict_from_the_wheel_as_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    broken = ROOT / "examples" / "house_rules" / "generous_world.toml"
    what = ["--clause", "WORLD-3", "--clause", "HAND-1", "--games", "4", "--json"]
    question = ["-m", "arcanum", "validate", str(broken), *what]
    there = Environment.make(tmp_path, f"{wheel}[validate]").run(*question)
    here = subprocess.run([sys.executable, *question], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (there.returncode, there.stdout) == (here.returncode, here.stdout)
    assert there.returncode == 1
    assert '"WORLD-3"' in there.stdout
