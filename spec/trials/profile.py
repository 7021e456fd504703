"""How hard Hypothesis looks in a trial: whether a property fails, not how small the counterexample can be made.

A pytest plugin, too (``-p spec.trials.profile --hypothesis-profile=trials``), for properties that run in a new process.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, Phase, settings

NAME: Final = "trials"
_VARIABLE: Final = "ARCANUM_TRIAL_EXAMPLES"


def choose(examples: int) -> None:
    """Let every property try so many examples, in this process and in those that it starts."""
    os.environ[_VARIABLE] = str(examples)
    _register(examples)


def _register(examples: int) -> None:
    settings.register_profile(
        NAME,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


_register(int(os.environ.get(_VARIABLE, "25")))
