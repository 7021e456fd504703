"""The traceability machinery: which property proves which clause, and which code carries it out.

A property in ``spec/`` says what it proves with :func:`proves`. :mod:`arcanum.spec.trace` compares clauses, properties
and engine in both directions, and :mod:`arcanum.spec.results` is a pytest plugin that writes down how each property
fared. Nothing here is needed to play a game, and importing this package imports neither pytest nor Hypothesis.
"""

from arcanum.spec.proves import proves

__all__ = ["proves"]
