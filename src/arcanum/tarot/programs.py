"""What the ten locations and the 22 Major Arcana do, as effect programs. This is rules data, written in Python."""

from __future__ import annotations

import attrs

from arcanum.kernel.agenda import Alternative, Choose, EachOther, EachPlayer
from arcanum.kernel.cite import cites
from arcanum.tarot.clause_ids import (
    AMB_29,
    LOC1_1,
    LOC1_2,
    LOC2_1,
    LOC2_2,
    LOC4_1,
    LOC5_1,
    LOC5_5,
    LOC6_1,
    LOC8_1,
    LOC9_1,
    LOC10_1,
    LOC10_2,
    MAJ_0_1,
    MAJ_1_1,
    MAJ_1_2,
    MAJ_2_1,
    MAJ_3_1,
    MAJ_3_2,
    MAJ_3_4,
    MAJ_4_1,
    MAJ_4_2,
    MAJ_5_1,
    MAJ_7_1,
    MAJ_7_2,
    MAJ_8_1,
    MAJ_8_2,
    MAJ_9_1,
    MAJ_9_2,
    MAJ_11_1,
    MAJ_12_1,
    MAJ_12_2,
    MAJ_14_1,
    MAJ_16_1,
    MAJ_17_1,
    MAJ_17_2,
    MAJ_18_1,
    MAJ_18_2,
    MAJ_18_3,
    MAJ_19_1,
    MAJ_19_6,
    MAJ_20_1,
    MIN_D2,
    WORLD_1,
)
from arcanum.tarot.effects import (
    DiscardFromHand,
    Draw,
    DrawUpTo,
    EverybodyMayHide,
    ExileFigures,
    GainPoints,
    GainWithTheLowest,
    HideFromDeck,
    HideFromHand,
    JusticeCounts,
    LosePoints,
    LoversTie,
    MayAdjustHouses,
    MayExchange,
    MayMoveFigure,
    MaySwap,
    Multiply,
    OfferDraw,
    PassLeft,
    RaiseHouse,
    ScoreOutOfTurn,
    TowerOnBoard,
    TradeMinors,
    TurnUpHidden,
)
from arcanum.tarot.events import Pile
from arcanum.tarot.state import Program

MINOR, MAJOR = Pile.MINOR, Pile.MAJOR


@attrs.frozen
class Location:
    """What a city location does for players."""

    number: int
    name: str
    effects: Program


@cites(LOC2_2, LOC5_5, LOC10_2, MIN_D2)
def locations(*, fields_points: int = 1) -> tuple[Location, ...]:
    """The ten locations; only the points of the Fields differ between printings."""
    fields: Program = (MayAdjustHouses(1),)
    if fields_points:
        fields = (GainPoints(fields_points, LOC6_1), *fields)
    artisans = Choose(
        (
            Alternative("minors", (Draw(MINOR, 2, LOC2_1),)),
            Alternative("major", (Draw(MAJOR, 1, LOC2_1),)),
        ),
        LOC2_1,
    )
    cathedral = Choose(
        (
            Alternative("hide", (HideFromHand(LOC8_1),)),
            Alternative("draw", (Draw(MINOR, 2, LOC8_1),)),
        ),
        LOC8_1,
        optional=True,
    )
    return (
        Location(1, "Mage Tower", (GainPoints(1, LOC1_1), Draw(MAJOR, 1, LOC1_2))),
        Location(2, "Artisan District", (artisans,)),
        Location(3, "Harbour", (OfferDraw(MINOR, 1),)),
        Location(4, "Throne Room", (Draw(MINOR, 2, LOC4_1),)),
        Location(5, "Market", (GainPoints(2, LOC5_1), MayExchange(2, 1))),
        Location(6, "Fields", fields),
        Location(7, "Treasure Vault", (HideFromDeck(1),)),
        Location(8, "Cathedral", (cathedral,)),
        Location(9, "Ballroom", (HideFromHand(LOC9_1, optional=True),)),
        Location(10, "Castle", (EachOther((DiscardFromHand(LOC10_1),)),)),
    )


@cites(MAJ_3_4, MAJ_19_6, AMB_29)
def majors(
    *,
    lovers_tie: LoversTie = "non-strict",
    justice_counts: JusticeCounts = "all",
    fool_optional: bool = True,
    temperance_optional: bool = True,
    temperance_fool: bool = True,
    stars_points: int = 1,
    moon_minors: int = 2,
) -> tuple[Program, ...]:
    """The 22 Majors by number; what the printings disagree about has a name, and the recommended reading as default."""
    return (
        (MayMoveFigure(MAJ_0_1, fool_optional),),
        (Draw(MINOR, 2, MAJ_1_1), HideFromHand(MAJ_1_2, optional=True)),
        (GainPoints(3, MAJ_2_1),),
        (MayMoveFigure(MAJ_3_1), RaiseHouse(1, MAJ_3_2, then_lower=1)),
        (HideFromHand(MAJ_4_1, optional=True), RaiseHouse(3, MAJ_4_2)),
        (Draw(MINOR, 1, MAJ_5_1), Draw(MAJOR, 1, MAJ_5_1)),
        (GainWithTheLowest(2, lovers_tie),),
        (RaiseHouse(2, MAJ_7_1), EachOther((DiscardFromHand(MAJ_7_2),))),
        (GainPoints(2, MAJ_8_1), RaiseHouse(3, MAJ_8_2)),
        (EverybodyMayHide(2, MAJ_9_1, 1, MAJ_9_2),),
        (PassLeft(2),),
        (DrawUpTo(4, justice_counts, MAJ_11_1),),
        (LosePoints(2, MAJ_12_1), Draw(MAJOR, 2, MAJ_12_2)),
        (TradeMinors(2),),
        (MayMoveFigure(MAJ_14_1, temperance_optional), MaySwap(2, temperance_fool)),
        (Multiply(2),),
        (GainPoints(2, MAJ_16_1), TowerOnBoard()),
        (Draw(MINOR, 2, MAJ_17_1), GainPoints(stars_points, MAJ_17_2)),
        (EachPlayer((Draw(MINOR, moon_minors, MAJ_18_1),)), EverybodyMayHide(2, MAJ_18_2, 1, MAJ_18_3)),
        (GainPoints(2, MAJ_19_1), EachOther((TurnUpHidden(3),))),
        (EachOther((DiscardFromHand(MAJ_20_1),)), ExileFigures(3)),
        (HideFromHand(WORLD_1, optional=True), ScoreOutOfTurn(1)),
    )
