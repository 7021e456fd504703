"""The specification itself: a package of properties for each game, by the game's id.

An installed library has them in here. In a checkout they stand in `spec/` at the top, where pytest runs them, and this
package looks there; so `arcanum.spec.book.arcanum.test_hand` is the same file either way.
"""

from pathlib import Path

_CHECKOUT = Path(__file__).parents[4] / "spec"
if (_CHECKOUT / "breaks").is_dir():
    __path__.append(str(_CHECKOUT))
