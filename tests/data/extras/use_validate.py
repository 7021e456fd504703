"""Validate a house rule by one clause."""

import sys
from pathlib import Path

from arcanum.cli import main

Path("rule.toml").write_text('name = "My rules"\nbase = "arcanum/en"\n', encoding="utf-8")
sys.exit(main(["validate", "rule.toml", "--clause", "HAND-1", "--games", "2"]))
