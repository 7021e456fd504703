"""Programs that a test needs and pip does not bring: Chromium and Node. Without them the test fails."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, without a window."""
    command = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if command is None:
        pytest.fail("this test needs Chromium: install the package chromium of your system, or Google Chrome")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=command, args=list(FLAGS))
        yield started
        started.close()


def node(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program of JavaScript."""
    command = shutil.which("node")
    if command is None:
        pytest.fail("this test needs Node: install the package nodejs of your system, or see https://nodejs.org")
    return subprocess.run([command, str(program), *arguments], capture_output=True, text=True, timeout=180, check=False)
