"""The clauses of Arcanum, section by section in the order of the rulebook."""
