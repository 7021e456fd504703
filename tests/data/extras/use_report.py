"""Compare two printings, and write a page with plots."""

import sys
from pathlib import Path

from arcanum.cli import main

players = ["--players", "random,random,random", "--games", "4"]
code = main(["compare", "arcanum/en", "arcanum/it", *players, "--report", "page.html"])
if code == 0:
    print("a page with", Path("page.html").read_text(encoding="utf-8").count("<svg"), "plots")
sys.exit(code)
