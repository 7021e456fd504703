"""Puts compiled modules into a wheel, if ``ARCANUM_COMPILE=1`` is set; without it the wheel is pure Python."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = os.environ.get("ARCANUM_COMPILE", "") not in ("", "0")


class Compile(BuildHookInterface[Any]):
    """The hook that hatchling calls."""

    PLUGIN_NAME = "compile"

    def dependencies(self) -> list[str]:
        """What compiling needs: mypyc comes with mypy, and asks attrs what its classes have."""
        return ["mypy[mypyc]>=2.4", "setuptools>=65", "attrs>=23.2", "cattrs>=24.1"] if WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add what came of it."""
        if not WANTED or version == "editable":
            return
        self._kept = tempfile.TemporaryDirectory()
        there = Path(self._kept.name)
        paths = [str(Path(self.root)), str(Path(self.root, "src")), *filter(None, [os.environ.get("PYTHONPATH")])]
        command = [sys.executable, "-m", "native", str(there)]
        done = subprocess.run(
            command, env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)}, stdout=subprocess.PIPE, text=True
        )
        if done.returncode:
            raise SystemExit("arcanum could not be compiled; without ARCANUM_COMPILE it is built as pure Python")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(there / name): name for name in done.stdout.split()}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Nothing is left behind."""
        if hasattr(self, "_kept"):
            self._kept.cleanup()
