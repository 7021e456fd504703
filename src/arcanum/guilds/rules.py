"""The rules of Arcana as data: every number, every choice between the editions, the cards.

The base is the Revised Edition. The first edition is a short list of differences from it, and numbers its clauses anew.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final, Literal

import attrs

from arcanum.guilds import clause_ids as c
from arcanum.guilds.catalogue import default_catalogue
from arcanum.guilds.collection import Catalogue
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.errors import UnknownName
from arcanum.kernel.game import Game
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.ruledata import Bounds, by
from arcanum.kernel.values import PrettyPrinter

MODULES: Final = ("customise", "objectives", "militia", "masters", "events", "tactical")
"""The optional rules, in the order of the book."""


_MODULES: Final = Bounds(words=MODULES, longest=len(MODULES))
_AS_REVISED: Final = FrozenMap[ClauseId]({})


@attrs.frozen(cache_hash=True, kw_only=True, repr=False)
class Rules:
    """One rule set."""

    name: str
    printing: str
    """The edition whose clauses it follows where it says nothing else; of a house rule, that of its base."""
    base: Rules | None = None
    """The house rule that it is built on; None if that is a built-in rule set."""
    catalogue: Catalogue
    players: tuple[int, ...] = attrs.field(
        default=(2, 3, 4), metadata=by(c.R_COMP_1, c.HOUSE_4, bounds=Bounds(least=2, most=6, fewest=1, longest=5))
    )
    """How many can play."""
    optional: tuple[str, ...] = attrs.field(default=MODULES, metadata=by(c.R_OPT_1, c.R_OPT_2, bounds=_MODULES))
    """The modules that players can agree on."""
    built_in: tuple[str, ...] = attrs.field(default=(), metadata=by(c.F_SETUP_4, c.F_SETUP_5, bounds=_MODULES))
    """The modules that are part of every game."""
    pile_size: int = attrs.field(default=12, metadata=by(c.R_SETUP_7, c.F_SETUP_6, bounds=Bounds(least=1, most=20)))
    """Stakes in the pile of each District."""
    end_card_among: int = attrs.field(default=5, metadata=by(c.R_SETUP_10, c.F_SETUP_8, bounds=Bounds(most=20)))
    """The end card is shuffled with so many of the lowest Stakes of the Neutral pile."""
    events_with_end_card: int = attrs.field(default=3, metadata=by(c.R_EVT_1, bounds=Bounds(most=20)))
    """With Events, so many of them are shuffled with the end card and lie lowest."""
    deck_size: int = attrs.field(
        default=11, metadata=by(c.R_SETUP_2, c.R_CUST_1, c.F_SETUP_2, bounds=Bounds(least=1, most=20))
    )
    """Cards that a player chooses for a Deck of his own."""
    hand_size: int = attrs.field(default=4, metadata=by(c.R_DRAW_1, c.F_DRAW_1, bounds=Bounds(least=1, most=20)))
    """Cards drawn at the start of a round."""
    short_hand: bool = attrs.field(default=False, metadata=by(c.AMB_10))
    """Whether a Deck that runs out leaves the hand short instead of being made anew at once."""
    objectives_dealt: int = attrs.field(default=4, metadata=by(c.R_OBJ_1, c.F_SETUP_4, bounds=Bounds(least=1, most=5)))
    """Objectives that each player looks at."""
    objectives_kept: int = attrs.field(default=2, metadata=by(c.R_OBJ_3, c.F_SETUP_4, bounds=Bounds(least=1, most=5)))
    """Objectives that each player keeps."""
    militia_cost: Literal["stake", "relic"] = attrs.field(default="stake", metadata=by(c.R_MIL_2, c.AMB_16, c.F_ACT_7))
    """What is discarded for the Militia: any card with the emblem of the Stakes, or any Relic."""
    drawn_cards_pay: bool = attrs.field(default=True, metadata=by(c.R_MIL_2, c.F_ACT_7, later=True))
    """Whether a card that was drawn to be played at once pays for the Militia, too."""
    militia_return: Literal["before-new-stakes", "after-new-stakes"] = attrs.field(
        default="before-new-stakes", metadata=by(c.R_MIL_6, c.F_EOR_2)
    )
    """Whether hired Militia go home before or after new Stakes are turned up."""
    first_player: Literal["random", "given"] = attrs.field(default="random", metadata=by(c.R_SETUP_12, c.F_SETUP_10))
    """Whether the book asks for chance or for no method; a table may name the seat, or leave it to the seed."""
    first_player_step: int = attrs.field(default=1, metadata=by(c.R_EOR_5, c.F_EOR_3, bounds=Bounds(least=-1, most=1)))
    """Where the First Player card goes: +1 is the left neighbour, -1 the right one."""
    resolution_order: Literal["chosen", "left-to-right"] = attrs.field(
        default="chosen", metadata=by(c.R_RES_2, c.F_RES_2)
    )
    """Whether the first player chooses the order of the Districts, or they are resolved from left to right."""
    alternatives: Literal["any-part", "all-parts"] = attrs.field(
        default="all-parts", metadata=by(c.R_LOC_4, later=True)
    )
    """Whether an alternative is offered if any of its parts can happen, or only if all of them can."""
    open_hands: bool = attrs.field(default=False, metadata=by(c.HOUSE_5))
    """Whether everybody sees what is in all hands."""
    tied_stake: Literal["stays", "friend"] = attrs.field(default="stays", metadata=by(c.HOUSE_2))
    """Whether a tie that no ability breaks leaves the Stake, or the only tied player who is at home there takes it."""
    failed_bribe: Literal["stays", "discarded", "returned"] = attrs.field(
        default="stays", metadata=by(c.R_BRIBE_8, c.F_BRIBE_4, c.HOUSE_1)
    )
    """Where the Relic of a failed bribe goes; one that is returned stays until the round ends, then is taken back."""
    rounds_after_end_card: int = attrs.field(
        default=1, metadata=by(c.R_END_1, c.F_END_1, c.AMB_04, c.R_EVT_6, c.AMB_03, bounds=Bounds(most=20))
    )
    """Rounds after the one in which the end card turns up, in the Neutral District or on the pile of Events."""
    idle_rounds: int = attrs.field(default=0, metadata=by(c.AMB_30, bounds=Bounds(most=999), later=True))
    """After so many rounds in a row in which nobody wins a Stake the next round is the last; 0 for never."""
    cards_in_play_score: bool = attrs.field(default=False, metadata=by(c.R_END_3, c.F_END_2, c.AMB_02, c.AMB_22))
    """Whether Agents lying in Districts count at the end."""
    stakes_in_play_count: bool = attrs.field(default=False, metadata=by(c.AMB_22, later=True))
    """Whether all Stakes lying in Districts count for Objectives and ties, without their points."""
    surplus_needed: int = attrs.field(default=0, metadata=by(c.R_RES_5, c.F_RES_4, bounds=Bounds(least=-20, most=20)))
    """How much more than its threshold it takes to win a Stake."""
    bribe_surplus: int = attrs.field(
        default=0, metadata=by(c.R_BRIBE_5, c.F_BRIBE_2, bounds=Bounds(least=-20, most=20))
    )
    """How much more than its Ducats it takes to bribe a Personality."""
    tie_break: Literal["stakes", "none"] = attrs.field(default="stakes", metadata=by(c.R_END_5, c.F_END_5, c.AMB_23))
    """Whether the player with more Stakes wins among those with equally many points."""
    wording: FrozenMap[ClauseId] = _AS_REVISED
    """Clauses of the Revised Edition that this rule set says in another clause."""

    game: ClassVar[Game]

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    def _repr_pretty_(self, printer: PrettyPrinter, cycle: bool) -> None:
        """Notebooks and Hypothesis show the short form too, not every value."""
        printer.text(repr(self))

    def said(self, clause: ClauseId) -> ClauseId:
        """The clause that says in this rule set what a clause says in the Revised Edition."""
        return clause if self.wording is _AS_REVISED else self.wording.or_else(clause, clause)

    def has(self, clause: ClauseId) -> bool:
        """Whether a clause can be one of its edition: those that the first numbers anew are not of the other.

        >>> rules("arcana/revised").has(c.F_RES_4), rules("arcana/first").has(c.F_RES_4)
        (False, True)
        """
        return self.printing == "first" or not clause.startswith("F-")


_FIRST_WORDING: Final = FrozenMap(
    {
        c.R_COMP_2: c.F_SETUP_1,
        c.R_COMP_3: c.F_SETUP_2,
        c.R_SETUP_2: c.F_SETUP_1,
        c.R_SETUP_9: c.F_SETUP_7,
        c.R_SETUP_12: c.F_SETUP_10,
        c.R_OBJ_1: c.F_SETUP_4,
        c.R_OBJ_3: c.F_SETUP_4,
        c.R_SETUP_8: c.F_SETUP_6,
        c.R_SETUP_11: c.F_SETUP_9,
        c.R_DRAW_1: c.F_DRAW_1,
        c.R_DRAW_2: c.F_DRAW_2,
        c.R_INT_1: c.F_ACT_1,
        c.R_INT_2: c.F_ACT_2,
        c.R_INT_3: c.F_ACT_3,
        c.R_INT_4: c.F_ACT_4,
        c.R_INT_5: c.F_ACT_5,
        c.R_INT_6: c.F_ACT_6,
        c.R_INT_7: c.F_ACT_8,
        c.R_MIL_1: c.F_SETUP_5,
        c.R_MIL_2: c.F_ACT_7,
        c.R_MIL_3: c.F_ACT_7,
        c.R_LOC_3: c.F_STAKE_2,
        c.AMB_11: c.F_RES_1,
        c.R_RES_1: c.F_RES_1,
        c.R_RES_2: c.F_RES_2,
        c.R_RES_5: c.F_RES_4,
        c.R_RES_6: c.F_RES_5,
        c.R_RES_8: c.F_RES_7,
        c.R_RES_9: c.F_RES_6,
        c.R_TIE_1: c.F_RES_6,
        c.AMB_14: c.F_MULTI_1,
        c.R_BRIBE_1: c.F_BRIBE_5,
        c.R_BRIBE_5: c.F_BRIBE_2,
        c.R_BRIBE_8: c.F_BRIBE_4,
        c.R_BRIBE_9: c.F_BRIBE_6,
        c.R_BRIBE_10: c.F_BRIBE_6,
        c.R_EOR_2: c.F_EOR_1,
        c.R_MIL_6: c.F_EOR_2,
        c.R_EOR_5: c.F_EOR_3,
        c.R_TAC_1: c.F_TAC_1,
        c.R_TAC_2: c.F_TAC_1,
        c.R_TAC_3: c.F_END_3,
        c.R_OBJ_7: c.F_END_4,
        c.R_END_1: c.F_END_1,
        c.R_END_3: c.F_END_2,
        c.R_END_5: c.F_END_5,
        c.R_END_6: c.F_END_5,
    }
)


@cache
def _built_in() -> dict[str, Rules]:
    revised = Rules(
        name="arcana/revised",
        printing="revised",
        catalogue=default_catalogue("revised"),
        drawn_cards_pay=False,
        alternatives="any-part",
        idle_rounds=100,
        stakes_in_play_count=True,
    )
    first = attrs.evolve(
        revised,
        name="arcana/first",
        printing="first",
        catalogue=default_catalogue("first"),
        optional=("tactical",),
        built_in=("objectives", "militia"),
        militia_cost="relic",
        militia_return="after-new-stakes",
        first_player="given",
        first_player_step=-1,
        resolution_order="left-to-right",
        failed_bribe="discarded",
        rounds_after_end_card=0,
        cards_in_play_score=True,
        stakes_in_play_count=False,
        tie_break="none",
        wording=_FIRST_WORDING,
    )
    return {rules.name: rules for rules in (revised, first)}


RULESETS: Final = ("arcana/revised", "arcana/first")


def rulesets() -> tuple[str, ...]:
    """The built-in rule sets of Arcana."""
    return RULESETS


def rules(name: str) -> Rules:
    """A built-in rule set."""
    if name not in RULESETS:
        raise UnknownName("rule set", name, RULESETS)
    return _built_in()[name]


def earlier(rules: Rules) -> tuple[Rules, ...]:
    """What rules were before rulings changed: the values that came later were as by default."""
    edition = {"arcana/revised": "Revised Edition", "arcana/first": "first edition"}.get(rules.name)
    before = attrs.evolve(
        rules,
        name=f"Arcana, {edition}, until November 2026" if edition else rules.name,
        drawn_cards_pay=True,
        alternatives="all-parts",
        idle_rounds=0,
        stakes_in_play_count=False,
    )
    return (before,)
