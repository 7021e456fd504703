"""What both games share: clauses, values, events and the engine."""
