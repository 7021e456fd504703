"""What spec/ and tests/ share: how hard Hypothesis looks, and the record of what each property did.

Choose a profile with ``HYPOTHESIS_PROFILE=ci``; the default is ``dev``.
"""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["arcanum.spec.results", "arcanum.spec.exercise"]

# Examples are whole games, or long stretches of one: slow ones are normal, and machines differ, so no deadline.
_COMMON = settings(
    deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
# The same examples every time: a change is judged by what it changes. The nightly run looks for new ones.
settings.register_profile("dev", _COMMON, max_examples=8, derandomize=True)
settings.register_profile("ci", _COMMON, max_examples=25, derandomize=True)
settings.register_profile("nightly", _COMMON, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives as long as the run: modules, strategies, thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
