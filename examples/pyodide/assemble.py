"""Make a folder that plays in the browser and in Node: ``python assemble.py FOLDER``.

It gets Pyodide with npm, this library and the two that it needs with pip, all of them pure Python, and puts the page
beside them. What is in the folder needs no network any more, and any server of static files will do.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
PAGE = ("index.html", "style.css", "page.mjs", "load.mjs", "node.mjs", "table.py")
PYODIDE = "pyodide@~314.0.0"
PYTHON = "3.14"
"""The Python in that Pyodide."""
PURE = ("--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", f"--python-version={PYTHON}")


def main() -> int:
    """Make the folder, and say where it is."""
    parser = argparse.ArgumentParser(description="Make a folder that plays in the browser and in Node.")
    parser.add_argument("folder", type=Path, help="where to; what is there of an older one is replaced")
    folder = parser.parse_args().folder
    npm = shutil.which("npm")
    if npm is None:
        print("assemble.py: npm is not installed; it comes with Node", file=sys.stderr)
        return 2
    try:
        assemble(npm, folder)
    except subprocess.CalledProcessError as error:
        print(f"assemble.py: this command failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    print(f"node {folder / 'node.mjs'}\n{Path(sys.executable).name} -m http.server --directory {folder}")
    return 0


def assemble(npm: str, folder: Path) -> None:
    """Get everything, and put it into the folder."""
    wheels = folder / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    wheels.mkdir(parents=True)
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    subprocess.run([npm, "install", "--prefix", folder, *quiet, PYODIDE], check=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as built:
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", built, PROJECT], check=True)
        subprocess.run([*pip, "download", *PURE, "--dest", wheels, *Path(built).glob("*.whl")], check=True)
    names = sorted(path.name for path in wheels.glob("*.whl"))
    (folder / "wheels.json").write_text(json.dumps(names), encoding="utf-8")
    for name in PAGE:
        shutil.copy(HERE / name, folder)


if __name__ == "__main__":
    sys.exit(main())
