"""Cards: what stands on them. Which cards there are is written in a catalogue; what their abilities do is in
`abilities` (words in force) and `effects` (words carried out).

States, actions and events know a card by its id. Every card of a catalogue has one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import Any, Final, NewType

import attrs

from arcanum.guilds.clause_ids import R_ARC_1, R_ARC_3, R_ARC_4, R_PERS_1, R_PERS_2, R_STAKE_1
from arcanum.kernel.cite import cites
from arcanum.kernel.clauses import FrozenMap

CardId = NewType("CardId", str)
"""The short name of a card, as in `merchant-of-the-kraken`."""

UNSEEN: Final = CardId("?")
"""What stands for a card in a view where the seat does not know which it is."""
HOUSE_RULE: Final = "external:house-rule"
"""Where a value comes from that a house rule has changed."""
STAKE: Final = "stake"
"""The emblem of Stakes; guild cards show their guild instead."""
ALL_FIEFDOMS: Final = "ALL"
"""The fiefdom of a Stake that belongs to all of them."""


@cites(R_ARC_1)
class Arcanum(IntEnum):
    """An area of power."""

    STAFF = 0
    SWORD = 1
    CUP = 2
    DUCAT = 3

    @property
    def title(self) -> str:
        """The name as a word."""
        return self.name.capitalize()


@cites(R_ARC_3)
def _struggle() -> tuple[Arcanum, ...]:
    return (Arcanum.STAFF, Arcanum.SWORD, Arcanum.CUP)


POWERS: Final = _struggle()
"""The arcana that Agents have values in."""


class Kind(Enum):
    """A kind of card."""

    CREST = "crest"
    AGENT = "agent"
    LOCATION = "location"
    RELIC = "relic"
    PERSONALITY = "personality"
    MILITIA = "militia"
    MASTER = "master"
    OBJECTIVE = "objective"
    EVENT = "event"
    END_CARD = "end_card"
    FIRST_PLAYER = "first_player"


AGENTS: Final = frozenset({Kind.AGENT, Kind.PERSONALITY, Kind.MILITIA})
"""What can be assigned to a District."""


@cites(R_ARC_4, R_STAKE_1, R_PERS_2)
@attrs.frozen(kw_only=True, repr=False)
class Card:
    """A card face. Fields that its kind does not have are empty."""

    id: CardId
    name: str
    kind: Kind
    letter: str | None = None
    """The letter of the rules that the card belongs to, A to F."""
    emblem: str | None = None
    """A guild, or `stake`."""
    vp: int = 0
    values: tuple[int, int, int] = (0, 0, 0)
    """Staff, Sword and Cup."""
    ducat: int | None = None
    """None is a dash."""
    main: tuple[Arcanum, ...] = ()
    """The Main Arcana of a Stake; the value in each is what it takes to win it."""
    fiefdom: str | None = None
    rank: str | None = None
    """Captain or soldier."""
    once_per_round: bool = False
    count: int = 0
    """How many Stakes an Objective asks for."""
    reward: int = 0
    """The points of a fulfilled Objective."""
    statics: tuple[Any, ...] = ()
    """The words of its ability that are in force while it lies where it works."""
    program: tuple[Any, ...] = ()
    """The words of its ability that are carried out."""
    sources: Mapping[str, str] = FrozenMap[str]({})
    """Where each value comes from: `text:R267`, `external:...` or `invented`; `*` is everything else."""

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.id}>"

    @property
    def is_added(self) -> bool:
        """Whether a house rule has added it to those of its edition."""
        return self.sources.get("*") == HOUSE_RULE

    @property
    def is_stake(self) -> bool:
        """Whether it shows the emblem of the Stakes."""
        return self.emblem == STAKE

    @property
    @cites(R_PERS_1)
    def is_agent(self) -> bool:
        """Whether it can be assigned to a District: Personalities and Militia are Agents in every respect."""
        kind = self.kind  # a set would ask each kind for its hash, which an enumeration takes long to tell
        return kind is Kind.AGENT or kind is Kind.PERSONALITY or kind is Kind.MILITIA
