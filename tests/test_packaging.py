"""The wheel as somebody else installs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata

import arcanum
from tests import foreign

ROOT = Path(__file__).parents[1]


def build(source: Path, kind: str, target: Path) -> Path:
    """Build a wheel or an sdist, and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    (built,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build(ROOT, "wheel", tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Metadata:
    """What the wheel says of itself; an index accepts nothing that cannot be read like this."""
    return Metadata.from_email(contents(wheel)[f"arcanum-{arcanum.__version__}.dist-info/METADATA"], validate=True)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    # pytest imports its plugin at every start; so that it need not import the library, it stands beside it.
    assert {top for top in tops if not top.endswith(".dist-info")} == {"arcanum", "_arcanum_pytest.py"}


@pytest.mark.slow
def test_the_wheel_holds_the_code_and_the_data_of_the_package(wheel: Path) -> None:
    source = ROOT / "src"
    files = [path for pattern in ("*.py", "*.toml", "*.tcss", "py.typed") for path in source.rglob(pattern)]
    assert source / "arcanum" / "tarot" / "board.toml" in files
    assert {path.relative_to(source).as_posix() for path in files} <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "dist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "again")
    assert again.name == wheel.name
    assert contents(again) == contents(wheel)


@pytest.mark.slow
def test_the_wheel_asks_for_attrs_and_cattrs_only(metadata: Metadata) -> None:
    needed = [each for each in metadata.requires_dist or [] if each.marker is None]
    assert sorted(each.name for each in needed) == ["attrs", "cattrs"]


@pytest.mark.slow
def test_an_index_can_show_the_metadata(metadata: Metadata) -> None:
    assert (metadata.name, str(metadata.version)) == ("arcanum", arcanum.__version__)
    assert metadata.description == (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata.description_content_type == "text/markdown"
    # That a classifier exists is looked up when the wheel is built.
    assert {"Framework :: Hypothesis", "Framework :: Pytest", "Typing :: Typed"} <= set(metadata.classifiers or [])


@pytest.mark.slow
def test_the_licence_is_an_expression_with_its_text_and_no_classifier(wheel: Path, metadata: Metadata) -> None:
    assert metadata.license_expression == "MIT"
    assert not [each for each in metadata.classifiers or [] if each.startswith("License ::")]
    assert metadata.license_files == ["LICENSE"]
    text = contents(wheel)[f"arcanum-{arcanum.__version__}.dist-info/licenses/LICENSE"]
    assert text == (ROOT / "LICENSE").read_bytes()


def test_the_foreign_project_uses_every_public_name_and_makes_mistakes() -> None:
    # nox -s wheel installs the wheel for it, and asks mypy and pyright.
    program = (foreign.PROJECT / "program.py").read_text(encoding="utf-8")
    assert set(arcanum.__all__) <= set(re.findall(r"\barcanum\.(\w+)", program))
    assert {file for file, _ in foreign.marked(foreign.PROJECT)} == {"mistakes.py"}


def test_every_extra_for_users_has_a_program_that_needs_it() -> None:
    # nox -s extras installs each of them alone, and runs the program.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for_us = {"bench", "dev", "docs", "test"}
    programs = {path.stem.removeprefix("use_") for path in (ROOT / "tests/data/extras").glob("use_*.py")}
    assert programs == set(project["optional-dependencies"]) - for_us


@pytest.mark.slow
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
