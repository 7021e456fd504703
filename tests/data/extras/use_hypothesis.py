"""Draw positions for a property."""

from arcanum import strategies  # isort: split

from hypothesis import given, settings

import arcanum


@settings(max_examples=5)
@given(strategies.states("arcanum/en"))
def somebody_is_asked_until_the_game_is_over(state: arcanum.State) -> None:
    assert (arcanum.to_act(state) is None) == arcanum.is_over(state)


somebody_is_asked_until_the_game_is_over()
print("a property held in five positions")
