"""The library in Pyodide, in Node and in a page: the same games as here.

Most of them need the folder that `examples/pyodide/assemble.py` makes; `nox -s slow` makes it, and sets
ARCANUM_PYODIDE to its path.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import arcanum
from arcanum import records
from examples.pyodide.table import Table, rulesets
from tests.browsers import chromium, node

EXAMPLE = Path(__file__).parents[1] / "examples" / "pyodide"


@pytest.fixture
def site() -> Path:
    """The folder that was assembled."""
    folder = os.environ.get("ARCANUM_PYODIDE")
    if folder is None:
        pytest.fail("ARCANUM_PYODIDE names no folder made by examples/pyodide/assemble.py: run nox -s slow")
    return Path(folder)


@pytest.fixture
def browser(site: Path) -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Where the folder is served."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        serving.join()


def finished(rules: str, players: int, seed: int) -> Table:
    table = Table(rules, players, seed)
    table.finish()
    return table


@pytest.mark.parametrize("rules", arcanum.rulesets())
def test_a_person_at_the_table_is_asked_until_the_game_is_over(rules: str) -> None:
    table = Table(rules, arcanum.rules(rules).players[0], seed=3)
    told = []
    while (seen := json.loads(table.look()))["result"] is None:
        assert seen["choices"]
        assert seen["picture"].startswith("<svg")
        told += seen["told"]
        table.choose(len(seen["choices"]) // 2)
    assert seen["choices"] == []
    assert told
    assert arcanum.is_over(records.parse(table.record()).state())


@pytest.mark.slow
def test_games_in_pyodide_are_the_games_of_this_python(site: Path) -> None:
    seed = 20260
    done = node(site / "node.mjs", str(seed), "--records")
    assert (done.returncode, done.stderr) == (0, "")
    here = [finished(rules, players[0], seed).record() for rules, players in json.loads(rulesets()).items()]
    assert len(here) == len(arcanum.rulesets())
    assert json.loads(done.stdout) == here


@pytest.mark.slow
def test_the_program_for_node_tells_every_result(site: Path) -> None:
    lines = node(site / "node.mjs", "5").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(arcanum.rulesets())
    assert all(" won (" in line for line in lines)


@pytest.mark.slow
def test_the_program_for_node_says_in_a_sentence_what_is_wrong() -> None:
    for arguments in ((), ("x",), ("1", "2"), ("--what",)):
        refused = node(EXAMPLE / "node.mjs", *arguments)
        assert refused.returncode == 2
        assert refused.stderr.startswith("node.mjs: ")
        assert len(refused.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_person_plays_in_the_page_without_any_server_behind_it(address: str, browser: Browser) -> None:
    page = browser.new_page()
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_enabled(timeout=120_000)
    started = len(asked)
    for rules, players in (("arcanum/en", 4), ("arcana/revised", 2)):
        page.get_by_label("Rules").select_option(rules)
        page.get_by_label("Players").select_option(str(players))
        page.get_by_label("Seed").fill("11")
        begin.click()
        table = Table(rules, players, 11)
        for number in (1, 0, 1):
            choices = json.loads(table.look())["choices"]
            assert page.locator("#choices button").all_inner_texts() == choices
            page.locator("#choices button").nth(number % len(choices)).click()
            table.choose(number % len(choices))
        page.get_by_role("button", name="Let the computer finish").click()
        table.finish()
        expect(page.locator("#status")).to_contain_text("The game is over")
        with page.expect_download() as saved:
            page.get_by_text("Save the record").click()
        assert saved.value.path().read_text(encoding="utf-8") == table.record()
    assert faults == []
    assert all(url.startswith(address) for url in asked)
    assert all(url.startswith("blob:") for url in asked[started:])
    page.close()
