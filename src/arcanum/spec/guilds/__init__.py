"""What the specification and the soak of Arcana are made of: games, positions, invariants."""
