"""``python -m native DIRECTORY``: a copy of the package with compiled modules."""

from __future__ import annotations

import argparse
from pathlib import Path

from native.build import build


def main() -> None:
    """Build where the command line says."""
    parser = argparse.ArgumentParser(prog="python -m native", description=main.__doc__)
    parser.add_argument("directory", type=Path, help="where the copy goes; it must not exist or be empty")
    parser.add_argument("--level", default="3", choices=["0", "1", "2", "3"], help="how hard the C compiler tries")
    given = parser.parse_args()
    for path in build(given.directory, level=given.level):
        print(path)


if __name__ == "__main__":
    main()
