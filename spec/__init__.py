"""One property or more for every clause of the rulebooks, laid out as they are."""
