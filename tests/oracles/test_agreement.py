"""Engine and oracle agree on generated positions, and an oracle that reads a rule otherwise is contradicted."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import COMPARISONS, NOTICED
from .asp import Oracle
from .breaks import other_readings, rules_left_out
from .chance import Dice, Drawn
from .comparison import Comparison, Observation

BY_NAME = {comparison.name: comparison for comparison in COMPARISONS}


@st.composite
def observations(draw: st.DrawFn, name: str) -> Observation:
    """Positions of a comparison."""
    return BY_NAME[name].observe(Drawn(draw))


def assert_agreed(comparison: Comparison, seen: Observation) -> None:
    verdict = comparison.examine(seen)
    assert verdict.agreed, str(verdict)


@given(observations("scoring"))
def test_houses_pay_what_the_oracle_says(seen: Observation) -> None:
    assert_agreed(BY_NAME["scoring"], seen)


@given(observations("minors"))
def test_minors_move_figures_as_the_oracle_says(seen: Observation) -> None:
    assert_agreed(BY_NAME["minors"], seen)


@given(observations("struggles"))
def test_stakes_are_won_as_the_oracle_says(seen: Observation) -> None:
    assert_agreed(BY_NAME["struggles"], seen)


@given(observations("bribes"))
def test_bribes_end_as_the_oracle_says(seen: Observation) -> None:
    assert_agreed(BY_NAME["bribes"], seen)


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda comparison: comparison.name)
def test_no_rule_can_be_left_out(comparison: Comparison) -> None:
    assert_contradicted(comparison, rules_left_out(comparison))


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda comparison: comparison.name)
def test_other_readings_are_contradicted(comparison: Comparison) -> None:
    assert_contradicted(comparison, other_readings(comparison))


def assert_contradicted(comparison: Comparison, broken: Mapping[str, Oracle]) -> None:
    """`python -m tests.oracles --breaks` looks for the positions again when rules or positions have changed."""
    telling = json.loads(NOTICED.read_text(encoding="utf-8"))[comparison.name]
    for name, oracle in broken.items():
        verdict = comparison.examine(comparison.observe(Dice(telling[name])), oracle)
        assert not verdict.agreed, f"nobody notices: {name}"


def test_the_positions_of_all_breaks_are_known() -> None:
    telling = json.loads(NOTICED.read_text(encoding="utf-8"))
    names = {each.name: {*rules_left_out(each), *other_readings(each)} for each in COMPARISONS}
    assert {name: set(found) for name, found in telling.items()} == names
