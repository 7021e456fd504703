"""The arithmetic: who wins a power struggle, what Objectives are fulfilled, what cards are worth. It knows no state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from arcanum.guilds.cards import ALL_FIEFDOMS, Arcanum, Card
from arcanum.guilds.clause_ids import (
    AMB_12,
    AMB_13,
    AMB_22,
    AMB_23,
    F_END_4,
    F_END_5,
    F_MULTI_1,
    F_MULTI_2,
    F_MULTI_3,
    F_RES_4,
    F_RES_5,
    F_RES_6,
    F_RES_7,
    R_END_4,
    R_END_5,
    R_END_6,
    R_HARL_2,
    R_HARL_3,
    R_HARL_4,
    R_OBJ_4,
    R_OBJ_5,
    R_OBJ_6,
    R_OBJ_7,
    R_PERS_3,
    R_RES_5,
    R_RES_6,
    R_RES_8,
    R_RES_9,
    R_TIE_1,
    R_TIE_2,
    R_TIE_4,
)
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat


@cites(R_PERS_3, R_HARL_2, R_HARL_4, F_MULTI_1, F_MULTI_3, R_RES_5)
def best_arcana(totals: tuple[int, int, int], needed: list[tuple[Arcanum, int]]) -> tuple[int, tuple[Arcanum, ...]]:
    """A player's best total among the Main Arcana in which he reaches what it takes, and in which he has it.

    >>> best_arcana((3, 3, 0), [(Arcanum.STAFF, 2), (Arcanum.SWORD, 4)])
    (3, (<Arcanum.STAFF: 0>,))
    """
    best = 0
    found: tuple[Arcanum, ...] = ()
    for arcanum, least in needed:
        total = totals[arcanum]
        if total < least:
            continue
        if total > best or not found:
            best, found = total, (arcanum,)
        elif total == best:
            found += (arcanum,)
    return best, found


@cites(R_RES_6, R_RES_9, R_HARL_3, F_MULTI_2, F_RES_4, F_RES_5, F_RES_7, R_RES_8)
def leaders(claims: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The seats with the highest total among those that reach what it takes; nobody if none does."""
    if len(claims) < 2:
        return tuple(claims)
    best = max(claims.values())
    return tuple([seat for seat, total in claims.items() if total == best])


@cites(R_TIE_1, R_TIE_2, R_TIE_4, AMB_12, AMB_13, F_RES_6)
def tie_winner(tied: Sequence[Seat], able: Iterable[Seat]) -> Seat | None:
    """Who wins a tie: the only one of the tied players with an ability for it. Several cancel each other."""
    holders = [seat for seat in tied if seat in set(able)]
    return holders[0] if len(holders) == 1 else None


@cites(R_OBJ_4, R_OBJ_5, R_OBJ_6, R_OBJ_7, F_END_4)
def fulfilled(objectives: Sequence[Card], stakes: Iterable[Card]) -> tuple[Card, ...]:
    """The Objectives that these Stakes fulfil together with most points, each Stake serving one of them.

    Stakes of all fiefdoms fill what is missing. The number of Objectives is small, so every choice is looked at.
    """
    have = Counter(stake.fiefdom for stake in stakes)
    wild = have[ALL_FIEFDOMS]
    best: tuple[Card, ...] = ()
    for size in range(1, len(objectives) + 1):
        for chosen in combinations(objectives, size):
            need: Counter[str | None] = Counter()
            for objective in chosen:
                need[objective.fiefdom] += objective.count
            missing = sum(max(0, count - have[fiefdom]) for fiefdom, count in need.items())
            if missing <= wild and _worth(chosen) > _worth(best):
                best = chosen
    return best


def _worth(objectives: Iterable[Card]) -> int:
    return sum(objective.reward for objective in objectives)


@cites(R_END_4, R_END_5, R_END_6, AMB_22, AMB_23, F_END_5)
def winners(points: Sequence[int], stakes: Sequence[int], tie_break: str) -> tuple[Seat, ...]:
    """Most points win; a tie goes to whoever has most Stakes, if the edition says so; what is still level is drawn.

    >>> winners((9, 9, 4), (3, 2, 8), "stakes")
    (0,)
    """
    keys = [(own, count if tie_break == "stakes" else 0) for own, count in zip(points, stakes, strict=True)]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
