"""What the documentation says is true: every ``>>>`` example runs, and its commands are the ones that are tested."""

from __future__ import annotations

import doctest
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import arcanum
from arcanum.kernel.extras import MissingExtra
from arcanum.kernel.native import is_compiled
from docs.ext.picture_pages import picture_pages

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.rst"))]
FOUND = sorted(found.name for found in pkgutil.walk_packages(arcanum.__path__, "arcanum."))
MODULES = ["arcanum", *(name for name in FOUND if not name.startswith("arcanum.spec.book."))]
NEEDED = {"adapters.rst": ("pettingzoo", "pyspiel")}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run(example: doctest.DocTest) -> None:
    """Run one block of examples and tell what went wrong."""
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(example, out=complaints.append)
    if complaints:
        pytest.fail("".join(complaints), pytrace=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    for package in NEEDED.get(page.name, ()):
        pytest.importorskip(package, reason=f"the page needs the package {package}, which comes with an extra")
    if page.name == "adding_a_game.rst" and is_compiled():
        pytest.skip("compiled classes cannot be derived from")
    # The fence that closes a Markdown block is not output that an example should print.
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    # Whatever needs an extra that is not there says so; anything else that cannot be imported is a fault.
    module: ModuleType = pytest.importorskip(name, exc_type=MissingExtra)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module):
        run(example)


def test_ci_runs_the_command_of_the_readme() -> None:
    parts = re.findall(r"\bpart (\w+) (.*)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    (command,) = [line for line in readme if line.endswith("/nox")]
    assert parts[0] == ("nox", f"bash -c '{command}' || {{ cat \"$logs/times\"; exit 1; }}")


def test_the_pictures_of_the_readme_are_those_that_the_library_draws() -> None:
    for name, picture in picture_pages():
        assert (ROOT / "docs" / "_static" / name).read_text(encoding="utf-8") == picture
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(shown) == 3
    assert all((ROOT / path).is_file() for path in shown)
