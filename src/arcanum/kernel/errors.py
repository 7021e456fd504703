"""Everything that can go wrong, said so that a person can act on it.

Every exception of the library derives from `ArcanumError`. The three families follow what a caller can do about
them: a name that does not exist (`UnknownName`), a call with a wrong value (`BadCall`), an action that the rules
forbid (`IllegalAction`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import attrs

from arcanum.kernel.actions import Action

if TYPE_CHECKING:
    from arcanum.kernel.ids import ClauseId


LONGEST: Final = 60
"""Characters of a value in a message."""


class ArcanumError(Exception):
    """Base of all errors that this library raises on purpose."""


class BadCall(ArcanumError, ValueError):
    """A function was called with a value that it cannot take."""


class UnknownName(BadCall, LookupError):
    """A rule set, game, option or card of that name does not exist."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        super().__init__(what, name, self.known)

    def __str__(self) -> str:
        guess = nearest(self.name, self.known)
        hint = f"; did you mean {guess!r}?" if guess else "."
        return f"no {self.what} is called {brief(self.name)}{hint} Known: {', '.join(self.known)}."


class ParseError(BadCall):
    """A text is not the short form of anything."""


@attrs.frozen
class Violation:
    """One reason why an action is not legal: the clause that forbids it and a sentence for a player."""

    clause: ClauseId
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]"


class IllegalAction(ArcanumError, ValueError):
    """The rules forbid the action. The state and the action come back unchanged in the error."""

    def __init__(self, state: object, action: object, violations: tuple[Violation, ...]) -> None:
        self.state = state
        self.action = action
        self.violations = violations
        super().__init__(state, action, violations)

    @property
    def clauses(self) -> tuple[ClauseId, ...]:
        """The clauses that forbid the action."""
        return tuple(violation.clause for violation in self.violations)

    def __str__(self) -> str:
        action = str(self.action) if isinstance(self.action, Action) else brief(self.action)
        return f"{action}: " + "; ".join(map(str, self.violations))


def brief(value: object) -> str:
    """A value as an error message shows it: never long, and never an error itself."""
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's __repr__ does, or an integer with too many digits
        return f"an unprintable {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def nearest(name: object, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known name that somebody who typed `name` most likely meant; `alike` is 1 for the very same."""
    from difflib import get_close_matches

    found = get_close_matches(name[:200].lower(), known, n=1, cutoff=alike) if isinstance(name, str) else []
    return found[0] if found else None
