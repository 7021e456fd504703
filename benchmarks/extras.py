"""Installs the wheel with each extra alone, and uses it: ``python benchmarks/extras.py WHEEL --json docs/results/...``.

For each extra there is a small program in `tests/data/extras`. Where the wheel is installed without extras it must fail
and name the extra to install; where it is installed with that extra and no other, it must do its work.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attrs

from arcanum.spec.files import stamp, write_json

ROOT = Path(__file__).parents[1]
PROGRAMS = {path.stem.removeprefix("use_"): path for path in sorted((ROOT / "tests/data/extras").glob("use_*.py"))}
TIMEOUT = 120
GOOD = "as it should be"
COUNT = """
from importlib.metadata import distributions
print(len({each.name for each in distributions()} - {"arcanum", "pip", "setuptools"}))
"""


@attrs.frozen
class Environment:
    """An environment of its own, in which nothing is but what is asked for."""

    home: Path

    @staticmethod
    def make(home: Path, requirement: str) -> Environment:
        """Make it, and install something there."""
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        made = Environment(home)
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]
        subprocess.run([made.python, *pip], check=True)
        return made

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.home / ("Scripts" if os.name == "nt" else "bin") / "python"

    def use(self, extra: str) -> tuple[bool, str]:
        """Run the program of an extra: whether it did its work, and the last thing it said."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        with tempfile.TemporaryDirectory() as folder:
            command = [self.python, PROGRAMS[extra], ROOT]
            try:
                done = subprocess.run(
                    command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
                )
            except subprocess.TimeoutExpired:
                return False, f"no answer within {TIMEOUT} seconds"
        lines = (done.stdout if done.returncode == 0 else done.stdout + done.stderr).split("\n")
        return done.returncode == 0, [line.strip() for line in lines if line.strip()][-1].rpartition("MissingExtra: ")[
            2
        ]

    def packages(self) -> int:
        """How many packages there are besides the library and what installs it."""
        return int(subprocess.run([self.python, "-c", COUNT], capture_output=True, text=True, check=True).stdout)


def main() -> int:
    """Try all or some, tell, and return 1 if one is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("only", nargs="*", choices=[[], *PROGRAMS], metavar="EXTRA", help="only these")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write a summary to a file")
    arguments = parser.parse_args()
    start = time.perf_counter()
    rows: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as folder:
        bare = Environment.make(Path(folder) / "bare", str(arguments.wheel))
        for extra in arguments.only or PROGRAMS:
            rows[extra] = row = tried(extra, arguments.wheel, bare, Path(folder))
            print(f"{extra}: {row}", flush=True)
    if arguments.json is not None:
        command = f"python benchmarks/extras.py {arguments.wheel.name}"
        document = {**stamp(command, time.perf_counter() - start), "extras": rows}
        write_json(arguments.json, document)
    return 0 if all(row["result"] == GOOD for row in rows.values()) else 1


def tried(extra: str, wheel: Path, bare: Environment, folder: Path) -> dict[str, object]:
    """What one extra does, and what is said without it."""
    went_without, refusal = bare.use(extra)
    environment = Environment.make(folder / extra, f"{wheel}[{extra}]")
    works, said = environment.use(extra)
    good = works and not went_without and f"'arcanum[{extra}]'" in refusal
    result = GOOD if good else "not as it should be"
    return {"result": result, "with_it": said, "without_it": refusal, "packages": environment.packages()}


if __name__ == "__main__":
    sys.exit(main())
