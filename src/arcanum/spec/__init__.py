"""The traceability machinery: which property proves which clause, and which code carries it out.

A property in ``spec/`` says what it proves with :func:`proves`. :mod:`arcanum.spec.trace` compares clauses, properties
and engine in both directions, and :mod:`arcanum.spec.results` is a pytest plugin that writes down how each property
fared. For whoever writes properties there are played games, invariants that hold in any game, and a soak that plays
thousands of games with all of them on; what is particular to a game is in a package here that is named like its own.

Nothing here is needed to play a game, and importing this package imports neither pytest nor Hypothesis.
"""

from arcanum.spec.proves import proves

__all__ = ["proves"]
