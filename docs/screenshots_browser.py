"""Takes the screenshots of examples/web_table for the documentation: `python -m docs.screenshots_browser`.

A browser plays against computer players for a while, and is photographed when it is asked again. Needs Chromium.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
from playwright.sync_api import Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parent.parent
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync")


@attrs.frozen
class Shot:
    """A picture to take: of which game, how large, and after how many actions of the player."""

    name: str
    game: str
    width: int
    height: int
    actions: int
    scale: float = 1


SHOTS = (
    Shot("web-arcanum", "arcanum", 1060, 860, 7),
    Shot("web-arcana", "arcana", 1060, 860, 6),
    Shot("web-phone", "arcanum", 360, 1100, 7, 1.5),
)


def play(page: Page, url: str, data: Path, shot: Shot) -> None:
    """Make a table by the form, and play at it."""
    page.goto(url)
    page.wait_for_selector("#seats li")
    page.select_option("#game", shot.game)
    page.click("button.main")
    page.wait_for_selector("#links a")
    with closing(sqlite3.connect(data)) as database, database:
        database.execute("UPDATE tables SET seed = 5")  # the same pictures every time, as far as computers allow
    page.locator("#links a").first.click()
    chooser = random.Random(1)
    for _ in range(shot.actions):
        page.wait_for_selector("body[data-asked]")
        at = page.locator("body").get_attribute("data-at")
        visible = page.locator("#choices .choice:visible")
        visible.nth(chooser.randrange(visible.count())).click()
        page.wait_for_selector(f'body:not([data-at="{at}"])')
    page.wait_for_selector("body[data-asked]")
    page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")


def main(argv: Sequence[str] | None = None) -> int:
    """Take all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "_static", metavar="FOLDER")
    parser.add_argument("--dark", action="store_true", help="in the colours of the night")
    arguments = parser.parse_args(argv)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium is not installed", file=sys.stderr)
        return 2
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        data = Path(home, "tables.db")
        command = [sys.executable, "-m", "examples.web_table", "--port", "0", "--data", str(data), "--pace", "0"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            for shot in SHOTS:
                page = browser.new_page(
                    viewport=ViewportSize(width=shot.width, height=shot.height),
                    device_scale_factor=shot.scale,
                    color_scheme="dark" if arguments.dark else "light",
                )
                play(page, url, data, shot)
                page.screenshot(path=arguments.to / f"{shot.name}.png")
                page.close()
            browser.close()
            server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
