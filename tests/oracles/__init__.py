"""A third voice: the rules that decide most, written once more as answer set programs, and compared with the engine.

The programs (`*.lp`) are written from the rulebooks. They read numbers in the clause index, cards in the card files and
the position in facts; no code of the engine tells them what is legal or what it leads to.
"""

from __future__ import annotations

from . import bribes, minors, scoring, struggles
from .asp import FOLDER

COMPARISONS = (scoring.COMPARISON, minors.COMPARISON, struggles.COMPARISON, bribes.COMPARISON)
NOTICED = FOLDER / "noticed.json"
"""For every break, the first position in which the engine contradicts it; `__main__` writes it."""
