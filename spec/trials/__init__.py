"""The specification on trial: the engine is changed on purpose, and the properties must notice.

There are three kinds of changes: `breaks` (deliberate faults, written down clause by clause), `values` (every number
and choice of every rule set, changed one by one) and `code` (mutants of the source). `python -m spec.trials` runs them.

All work alike: pytest collects the properties once; then a process is forked for each change, makes it in its own
memory, and runs the properties that are asked for. Nothing on disk is ever changed.
"""
