"""What Hypothesis runs when it is imported, so that it can draw our types wherever one is asked for.

This is the entry point `arcanum` of the group `hypothesis`. The strategies, and with them the games, are imported only
when somebody draws one of these types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import arcanum

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def register() -> None:
    """Let `st.from_type` draw rule sets, states, views and actions of any game."""
    from hypothesis.strategies import register_type_strategy

    register_type_strategy(arcanum.RuleSet, _rules)
    register_type_strategy(arcanum.State, _states)
    register_type_strategy(arcanum.View, _views)
    register_type_strategy(arcanum.Action, _actions)


def _rules(kind: type) -> SearchStrategy[arcanum.RuleSet]:
    from arcanum import strategies

    return strategies.rules()


def _states(kind: type) -> SearchStrategy[arcanum.State]:
    from arcanum import strategies

    return strategies.states()


def _views(kind: type) -> SearchStrategy[arcanum.View]:
    from arcanum import strategies

    return strategies.views()


def _actions(kind: type) -> SearchStrategy[arcanum.Action]:
    from arcanum import strategies

    return strategies.states(over=False).flatmap(strategies.actions)
