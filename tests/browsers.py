"""A real browser for tests of pages.

It needs Chromium. Without it the tests are skipped, unless ARCANUM_NEEDS_CHROMIUM says that they must run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, without a window."""
    command = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if command is None:
        if os.environ.get("ARCANUM_NEEDS_CHROMIUM"):
            pytest.fail("Chromium is not installed, and ARCANUM_NEEDS_CHROMIUM is set")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=command, args=list(FLAGS))
        yield started
        started.close()
