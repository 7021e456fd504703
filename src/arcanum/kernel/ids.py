"""What clauses are called: the one thing about them that every event, refusal and rule needs to know."""

from __future__ import annotations

from typing import NewType

ClauseId = NewType("ClauseId", str)
"""The id of a clause, as in `MIN-A1`."""
