"""The example notebook is one, and its cells run in their order and show what they promise."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

PATH = Path(__file__).parents[1] / "examples" / "notebook" / "arcanum.ipynb"
NOTEBOOK: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def run(source: str, names: dict[str, object]) -> object:
    """Run a cell as a notebook does; the value of its last line is its result."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        tree.body.pop()
    exec(compile(tree, PATH.name, "exec"), names)
    return eval(compile(ast.Expression(last.value), PATH.name, "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.fixture(scope="module")
def results() -> list[object]:
    names: dict[str, object] = {}
    return [run(source, names) for source in CODE]


def test_it_is_a_notebook_of_the_current_format() -> None:
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    assert set(NOTEBOOK) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert NOTEBOOK["metadata"]["kernelspec"]["language"] == "python"
    ids = [cell["id"] for cell in NOTEBOOK["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in NOTEBOOK["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            wanted |= {"execution_count", "outputs"}
        assert set(cell) == wanted
        assert re.fullmatch("[a-zA-Z0-9_-]{1,64}", cell["id"])
        assert all(isinstance(line, str) for line in cell["source"])
        assert all(line.endswith("\n") for line in cell["source"][:-1])


def test_it_is_stored_without_what_a_run_leaves_behind() -> None:
    for cell in NOTEBOOK["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_its_cells_show_pictures_of_both_games(results: list[object]) -> None:
    shown = [each._repr_svg_() for each in results if hasattr(each, "_repr_svg_")]
    assert [re.findall('data-game="([a-z]+)"', picture) for picture in shown] == [["arcanum"]] * 2 + [["arcana"]] * 2


def test_its_cells_say_what_is_legal_why_something_is_not_and_who_wins(results: list[object]) -> None:
    choices, reasons, wins = (each for each in results if isinstance(each, list | dict))
    assert isinstance(choices, list)
    assert all(choice.startswith("hide the ") for choice in choices)
    assert isinstance(reasons, list)
    assert all(re.search(r"\[[A-Z0-9-]+\]$", reason) for reason in reasons)
    assert isinstance(wins, dict)
    assert wins["greedy"] > wins["random"]


def test_what_happened_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for source in CODE[:5]:
        run(source, names)
    assert "moves from" in capsys.readouterr().out


def test_it_uses_the_public_functions_only() -> None:
    for source in CODE:
        imported = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert [alias.name for node in imported for alias in node.names] in ([], ["arcanum"])
