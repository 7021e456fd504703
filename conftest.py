"""What spec/ and tests/ share: how hard Hypothesis looks, and the record of what each property did.

Choose a profile with ``HYPOTHESIS_PROFILE=thorough``; the default is ``ci``.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

pytest_plugins = ["arcanum.spec.results", "arcanum.spec.exercise"]

# Examples are whole games, or long stretches of one: slow ones are normal, and machines differ, so no deadline.
_COMMON = settings(
    deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
# The same examples every time: a change is judged by what it changes. To look for new ones there is `thorough`.
settings.register_profile("ci", _COMMON, max_examples=25, derandomize=True)
settings.register_profile("quick", _COMMON, max_examples=10)
settings.register_profile("thorough", _COMMON, max_examples=1000)
# For deliberate breaks: whether a property fails, not how small the counterexample can be made.
settings.register_profile(
    "falsify", _COMMON, max_examples=60, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)
settings.register_profile(
    "mutate", _COMMON, max_examples=15, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)
settings.register_profile(
    "glance", _COMMON, max_examples=3, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
