"""Keep the results of games in a Parquet file."""

import sys

from arcanum.cli import main

sys.exit(main(["simulate", "--players", "random,random,random", "--games", "2", "-o", "games.parquet"]))
