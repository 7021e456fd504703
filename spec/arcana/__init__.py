"""The properties of Arcana, section by section of its rulebook."""
