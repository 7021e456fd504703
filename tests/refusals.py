"""How tests look at what the library refuses: the error, after everything that must hold for any refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import arcanum


def refused(call: Callable[[], object]) -> arcanum.BadCall:
    """The error of a call with a value that cannot be taken."""
    with pytest.raises(arcanum.BadCall) as caught:
        call()
    assert isinstance(caught.value, arcanum.ArcanumError)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 300
    return caught.value


def bad_game(rules: Any = "arcanum/en", players: Any = 4, seed: Any = 7, **options: Any) -> arcanum.BadCall:
    """The error of a game that cannot begin."""
    return refused(lambda: arcanum.new_game(rules, players=players, seed=seed, **options))


def forbidden(state: arcanum.State, action: Any, **seat: Any) -> arcanum.IllegalAction:
    """The refusal of an action; `why_not` gives the same reasons, and the error gives back what was passed."""
    with pytest.raises(arcanum.IllegalAction) as caught:
        arcanum.apply(state, action, **seat)
    with pytest.raises(arcanum.IllegalAction):
        arcanum.step(state, action, **seat)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.state is state
    assert error.action is action
    assert error.violations == arcanum.why_not(state, action, **seat)
    assert error.clauses == tuple(violation.clause for violation in error.violations)
    assert error.clauses
    known = state.game.clauses()
    for violation in error.violations:
        assert violation.clause in known
        assert f"{violation.message} [{violation.clause}]" in str(error)
    return error
