"""Compare two printings, and write a page with plots."""

import sys

from arcanum.cli import main

players = ["--players", "random,random,random", "--games", "4"]
sys.exit(main(["compare", "arcanum/en", "arcanum/it", *players, "--report", "page.html"]))
