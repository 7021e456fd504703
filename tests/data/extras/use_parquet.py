"""Keep the results of games in a Parquet file."""

import sys
from pathlib import Path

from arcanum.cli import main

code = main(["simulate", "--players", "random,random,random", "--games", "2", "-o", "games.parquet"])
if code == 0:
    print("a Parquet file of", Path("games.parquet").stat().st_size, "bytes")
sys.exit(code)
