"""What the specification of Arcanum shares: played games, rearranged states, invariants, its part of the soak."""
