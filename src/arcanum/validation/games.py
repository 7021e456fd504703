"""Random games of a variant and of its base: whether every invariant holds, and what changed in the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

import arcanum
from arcanum.spec import soak
from arcanum.validation.report import PlayedGames
from arcanum.validation.statistics import Comparison, compared, corrected

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
    if new <= old:
        return False
    comparison = compared("", [1.0] * old + [0.0] * (games - old), [1.0] * new + [0.0] * (games - new))
    return comparison.difference.low > 0


def compare(old: Sequence[Played], new: Sequence[Played]) -> tuple[Comparison, ...]:
    """What changed in the play: length, points, who wins, and how often each card or place is used."""
    whole_old = [each for each in old if each.finished]
    whole_new = [each for each in new if each.finished]
    if not whole_old or not whole_new:
        return ()
    found = [compared("decisions in a game", _decisions(whole_old), _decisions(whole_new))]
    found.append(compared("points of a player", _points(whole_old), _points(whole_new)))
    found.append(compared("points of the winner", _best(whole_old), _best(whole_new)))
    found.append(compared("lead of the winner", _lead(whole_old), _lead(whole_new)))
    found.append(compared("victory shared", _shared(whole_old), _shared(whole_new)))
    seats = [max(len(each.scores) for each in side) for side in (whole_old, whole_new)]
    for seat in range(min(seats)):
        found.append(compared(f"seat {seat} wins", _wins(whole_old, seat), _wins(whole_new, seat)))
    for what, name in _countable(whole_old, whole_new):
        found.append(compared(f"{what}: {name}", _uses(whole_old, what, name), _uses(whole_new, what, name)))
    return corrected(found)


def _decisions(games: Sequence[Played]) -> list[float]:
    return [float(each.decisions) for each in games]


def _points(games: Sequence[Played]) -> list[float]:
    return [sum(each.scores) / len(each.scores) for each in games]


def _best(games: Sequence[Played]) -> list[float]:
    return [float(max(each.scores)) for each in games]


def _lead(games: Sequence[Played]) -> list[float]:
    ordered = [sorted(each.scores, reverse=True) for each in games]
    return [float(scores[0] - scores[1]) for scores in ordered]


def _shared(games: Sequence[Played]) -> list[float]:
    return [float(len(each.winners) > 1) for each in games]


def _wins(games: Sequence[Played], seat: int) -> list[float]:
    """The share of the victory that a seat has, in games that have the seat."""
    return [(seat in each.winners) / len(each.winners) for each in games if seat < len(each.scores)]


def _uses(games: Sequence[Played], what: str, name: str) -> list[float]:
    return [float(each.counted.get(what, {}).get(name, 0)) for each in games]


def _countable(*sides: Sequence[Played]) -> list[tuple[str, str]]:
    """Everything that was counted in some game, in a stable order."""
    found = {(what, name) for side in sides for each in side for what, names in each.counted.items() for name in names}
    return sorted(found)
