"""Validate a house rule by one clause."""

import sys
from pathlib import Path

from arcanum.cli import main

Path("rule.toml").write_text('name = "My rules"\nbase = "arcanum/en"\n', encoding="utf-8")
code = main(["validate", "rule.toml", "--clause", "HAND-1", "--games", "2"])
if code == 0:
    print("a house rule under which a clause holds")
sys.exit(code)
