"""Conformance vectors: positions, actions and what follows from them, for whoever writes the rules in another language.

`lines` yields them as JSON Lines, `unfolded` gives them with everything written out, and `check` says what in them does
not agree with this library. Every vector says which clauses were at work when it was made, which is measured; all
together they show every clause that can be shown. `python -m arcanum.spec.vectors --search` makes a new choice.

The format is described in the documentation under "Port it to another language". This package knows no game.
"""

from arcanum.spec.vectors.checking import check, unfolded
from arcanum.spec.vectors.making import FORMAT
from arcanum.spec.vectors.writing import lines

__all__ = ["FORMAT", "check", "lines", "unfolded"]
