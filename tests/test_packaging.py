"""The wheel as somebody else installs it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import arcanum

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (built,) = target.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    # pytest imports its plugin at every start; so that it need not import the library, it stands beside it.
    assert {top for top in tops if not top.endswith(".dist-info")} == {"arcanum", "_arcanum_pytest.py"}


def test_the_wheel_holds_the_code_and_the_data_of_the_package(wheel: Path) -> None:
    source = ROOT / "src"
    files = [path for pattern in ("*.py", "*.toml", "*.tcss", "py.typed") for path in source.rglob(pattern)]
    assert source / "arcanum" / "tarot" / "board.toml" in files
    assert {path.relative_to(source).as_posix() for path in files} <= set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_asks_for_attrs_and_cattrs_only(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    lines = archive.read(metadata).decode().splitlines()
    needed = [line for line in lines if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert sorted(line.split()[1].partition(">")[0] for line in needed) == ["attrs", "cattrs"]


@pytest.mark.parametrize("ruleset", arcanum.rulesets())
def test_the_installed_wheel_plays_a_game_far_from_the_checkout(wheel: Path, tmp_path: Path, ruleset: str) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    program = "import arcanum, sys; print(arcanum.__file__); from arcanum.cli import main; sys.exit(main(sys.argv[1:]))"
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-c", program, "demo", "--rules", ruleset],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(site))
    assert "winner" in done.stdout


def test_importing_the_library_needs_no_test_tools() -> None:
    program = """
import sys, arcanum
for name in arcanum.rulesets():
    arcanum.new_game(name, players=4, seed=1)
print(sorted({'hypothesis', 'pytest', 'cattrs'} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"
