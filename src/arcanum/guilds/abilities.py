"""Static words: what a card changes while it lies where it works. They are asked for, never carried out.

A crest and a Guild Master work for their owner, an Event for everybody, an Agent in its District.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

import attrs
from attrs.validators import ge

from arcanum.guilds.cards import ALL_FIEFDOMS, Arcanum, Card
from arcanum.guilds.clause_ids import R_EVT_4, R_GM_4, R_SETUP_4, R_TIE_1
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat

if TYPE_CHECKING:
    from arcanum.guilds.state import GuildTable, State

StakeKind = Literal["relic", "location", "personality"]
Where = Literal["any", "friendly", "enemy", "neutral"]
FlagName = Literal["all-face-up", "all-face-down", "no-bribes", "no-militia", "ties-to-first-player", "no-locations"]


class Static:
    """A word that is in force."""

    __slots__ = ()


@cites(R_TIE_1)
@attrs.frozen
class TieWin(Static):
    """Its owner wins ties, for Stakes of a kind or when he counts with a Main Arcanum, or always."""

    main: Arcanum | None = None
    kind: StakeKind | None = None

    def settles(self, stake: Card, counted: Arcanum) -> bool:
        """Whether it works for a Stake when its owner counts with an arcanum."""
        return self.main in (None, counted) and self.kind in (None, stake.kind.value)


@attrs.frozen
class CopyValues(Static):
    """An Agent without values of its own: it takes those of another Agent in its District."""


@attrs.frozen
class AgentValue(Static):
    """Agents count more or less in an arcanum (None: in each), or exactly so much."""

    arcanum: Arcanum | None = None
    amount: int | None = None
    set: int | None = None
    where: Where = "any"

    def __attrs_post_init__(self) -> None:
        if (self.amount is None) == (self.set is None):
            raise ValueError("give either 'amount' or 'set'")

    def applied(self, value: int) -> int:
        """The value that an Agent counts with."""
        return max(0, value + self.amount) if self.amount is not None else max(0, self.set or 0)


@attrs.frozen
class Threshold(Static):
    """Stakes, or those of a kind, take so much more or less to win."""

    amount: int
    kind: StakeKind | None = None


@attrs.frozen
class BribeValue(Static):
    """So much is added to the total of a bribe."""

    amount: int


@attrs.frozen
class HandSize(Static):
    """So many cards more or fewer are drawn at the start of a round, but always one."""

    amount: int


@attrs.frozen
class Flag(Static):
    """A rule of its own, for one round."""

    name: FlagName


@attrs.frozen
class Thwart(Static):
    """Its owner may undo a Location that another player plays."""


@attrs.frozen
class EndPoints(Static):
    """Points at the end of the game for each Stake of a kind or of a fiefdom."""

    points: int = attrs.field(validator=ge(1))
    kind: StakeKind | None = None
    fiefdom: str | None = None

    def __attrs_post_init__(self) -> None:
        if (self.kind is None) == (self.fiefdom is None):
            raise ValueError("give either 'kind' or 'fiefdom'")

    def rewards(self, stake: Card) -> bool:
        """Whether a Stake gives the points."""
        if self.fiefdom is None:
            return self.kind == stake.kind.value
        return stake.fiefdom in (self.fiefdom, ALL_FIEFDOMS)


WordT = TypeVar("WordT", bound=Static)


@cites(R_SETUP_4, R_GM_4, R_EVT_4)
def in_force(position: State | GuildTable, seat: Seat, word: type[WordT]) -> list[WordT]:
    """The words of a kind that work for a seat: of the Event, of the seat's crest, of its Master."""
    catalogue = position.rules.catalogue
    player = position.players[seat]
    found: list[WordT] = []
    if position.event is not None:
        for each in catalogue[position.event].statics:
            if type(each) is word:
                found.append(each)
    for each in catalogue.crests[player.guild].statics:
        if type(each) is word:
            found.append(each)
    if player.master is not None:
        for each in catalogue[player.master].statics:
            if type(each) is word:
                found.append(each)
    return found


def is_flagged(position: State | GuildTable, name: FlagName) -> bool:
    """Whether the Event of the round sets a flag."""
    if position.event is None:
        return False
    return any(
        isinstance(word, Flag) and word.name == name for word in position.rules.catalogue[position.event].statics
    )
