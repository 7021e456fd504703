"""Random games of a variant and of its base: whether every invariant holds, and what changed in the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

import arcanum
from arcanum.lab.exact import fisher
from arcanum.lab.statistics import LEVEL, Comparison, Sample, compared, corrected
from arcanum.lab.tally import basics, is_share
from arcanum.spec import soak
from arcanum.validation.report import PlayedGames

if TYPE_CHECKING:
    from arcanum.validation import Progress
    from arcanum.validation.workers import Workers

_MOST_FAILURES = 5


@attrs.frozen
class Played:
    """A random game, played with all invariants on."""

    call: str
    """What plays it again."""
    decisions: int
    problem: str = ""
    """The invariant that was broken, and where; the game stopped there."""
    finished: bool = False
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    counted: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict)
    """What the game counts: cards played, places visited."""


def play_one(game: str, number: int) -> Played:
    """Play random game number so-and-so of the rules under test."""
    planned, kit = soak.plan(game, number), soak.kit(game)
    call = f"{planned.rules}, {planned.players} players, seed {planned.seed}, {dict(planned.options)}"
    tally = soak.Tally(games=1)
    try:
        last = soak.play_out(kit, planned, tally)
    except Exception as error:  # whatever a variant leads to: it is what validation is there to find
        told = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        return Played(call, tally.decisions, f"{told} (after {tally.decisions} decisions)")
    result = arcanum.outcome(last)
    assert result is not None
    counted = {what: dict(counts) for what, counts in tally.counted.items()}
    return Played(call, tally.decisions, "", bool(result.winners), result.scores, result.winners, counted)


def compare_games(
    workers: Workers, games: int, seed: int, progress: Progress
) -> tuple[PlayedGames, tuple[Comparison, ...]]:
    """Play so many games by the variant and by its base."""
    numbers = range(seed * 1_000_003, seed * 1_000_003 + games)
    new: list[Played] = []
    old: list[Played] = []
    for played in workers.play("variant", numbers):
        new.append(played)
        progress("games", len(new), 2 * games)
    for played in workers.play("base", numbers):
        old.append(played)
        progress("games", len(new) + len(old), 2 * games)
    broken = [each for each in new if each.problem]
    unfinished = sum(not each.finished and not each.problem for each in new)
    usual = sum(not each.finished and not each.problem for each in old)
    summary = PlayedGames(
        games=games,
        decisions=sum(each.decisions for each in new),
        broken=len(broken),
        failures=tuple(f"{each.call}: {each.problem}" for each in broken[:_MOST_FAILURES]),
        unfinished=unfinished,
        unfinished_in_base=usual,
        too_many_unfinished=_too_many(unfinished, usual, games),
    )
    return summary, compare(old, new) if games else ()


def _too_many(new: int, old: int, games: int) -> bool:
    """Whether games end less often than by the printed rules, by more than chance."""
    return new > old and fisher(old, games, new, games) <= LEVEL


def compare(old: Sequence[Played], new: Sequence[Played]) -> tuple[Comparison, ...]:
    """What changed in the play: length, points, who wins, and how often each card or place is used."""
    whole_old = [each for each in old if each.finished]
    whole_new = [each for each in new if each.finished]
    if not whole_old or not whole_new:
        return ()
    sides = [_measured(each) for each in (whole_old, whole_new)]
    found = [compared(what, sides[0][what], sides[1][what]) for what in sides[0]]
    seats = [max(len(each.scores) for each in side) for side in (whole_old, whole_new)]
    for seat in range(min(seats)):
        found.append(compared(f"seat {seat} wins", _wins(whole_old, seat), _wins(whole_new, seat)))
    for what, name in _countable(whole_old, whole_new):
        found.append(compared(f"{what}: {name}", _uses(whole_old, what, name), _uses(whole_new, what, name)))
    return corrected(found)


def _measured(games: Sequence[Played]) -> dict[str, Sample]:
    """Length, points, and by how much the game was won."""
    found: dict[str, Sample] = {}
    for each in games:
        for what, value in basics(each.decisions, each.scores, each.winners):
            found.setdefault(what, Sample(share=is_share(what))).add(value)
    return found


def _wins(games: Sequence[Played], seat: int) -> Sample:
    """The share of the victory that a seat has, in games that have the seat."""
    shares = ((seat in each.winners) / len(each.winners) for each in games if seat < len(each.scores))
    return Sample.of(shares, share=True)


def _uses(games: Sequence[Played], what: str, name: str) -> Sample:
    return Sample.of(each.counted.get(what, {}).get(name, 0) for each in games)


def _countable(*sides: Sequence[Played]) -> list[tuple[str, str]]:
    """Everything that was counted in some game, in a stable order."""
    found = {(what, name) for side in sides for each in side for what, names in each.counted.items() for name in names}
    return sorted(found)
