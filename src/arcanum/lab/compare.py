"""Two rule sets side by side: the same players, the same number of games, and what differs in the play.

Both sides are dealt the same cards, game by game, so rules that play alike give equal games. The intervals take the
two sides for independent, which errs on the careful side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

import arcanum
from arcanum.kernel.documents import digest
from arcanum.kernel.errors import BadCall
from arcanum.kernel.game import RuleSet
from arcanum.kernel.tell import number
from arcanum.kernel.variants import title
from arcanum.lab.kits import kit_of
from arcanum.lab.play import Plan
from arcanum.lab.players import Factory, name_of
from arcanum.lab.simulate import JSON_LINES, Simulation, simulate
from arcanum.lab.statistics import LEVEL, Comparison, compared, corrected, side_by_side
from arcanum.lab.tally import POINTS, UNFINISHED, WINS, WINS_WITH, Tally

if TYPE_CHECKING:
    from arcanum.validation import Progress

FORMAT = 1
_MOST_TOLD = 12
"""Real differences in the use of cards and places that are told one by one."""


@attrs.frozen
class Side:
    """One of the two."""

    rules: str
    title: str
    """Their name with all that they are built on."""
    games: int
    finished: int


@attrs.frozen
class PlayReport:
    """What a comparison found."""

    one: Side
    other: Side
    players: tuple[str, ...]
    options: Mapping[str, object]
    seed: int
    comparisons: tuple[Comparison, ...]
    """Everything that was measured; the first rule set is the base."""
    tallies: tuple[Tally, Tally] = attrs.field(repr=False, eq=False)

    @property
    def real(self) -> tuple[Comparison, ...]:
        """The differences that stand after the correction for many comparisons."""
        return tuple(each for each in self.comparisons if each.real)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The comparison in words."""
        games = "one game" if self.one.games == 1 else f"{self.one.games} games"
        yield f"{self.one.title} and {self.other.title}: {games} each, players {', '.join(self.players)}"
        yield ""
        yield self.sentence()
        yield ""
        main = [each for each in self.comparisons if is_main(each)]
        uses = sorted((each for each in self.real if not is_main(each)), key=lambda each: each.p)
        shown = [*main, *uses[:_MOST_TOLD]]
        yield from side_by_side(shown, self.one.rules, self.other.rules)
        if len(uses) > _MOST_TOLD:
            yield f"and {number(len(uses) - _MOST_TOLD, 'more real difference')} in the use of cards and places"

    def sentence(self) -> str:
        """What is real, in one paragraph."""
        if not self.real:
            return (
                f"No difference is real: of {number(len(self.comparisons), 'thing')} that could be measured, none "
                "differs by more than chance would have it. With more games a smaller difference would show."
            )
        told = [_said(each) for each in self.real if is_main(each)]
        uses = sum(not is_main(each) for each in self.real)
        if uses:
            told.append(f"{number(uses, 'difference')} in the use of cards and places, or in what they bring")
        are = "is" if len(self.real) == 1 else "are"
        return (
            f"{len(self.real)} of {number(len(self.comparisons), 'difference')} {are} real (95 %, Holm's correction). "
            f"By {self.other.rules}: {'; '.join(told)}."
        )

    def plain(self) -> dict[str, Any]:
        """The comparison as plain data, for JSON."""
        return {
            "format": FORMAT,
            "kind": "comparison",
            "version": arcanum.__version__,
            "one": attrs.asdict(self.one),
            "other": attrs.asdict(self.other),
            "players": list(self.players),
            "options": dict(self.options),
            "seed": str(self.seed),
            "correction": "holm",
            "level": LEVEL,
            "real": [each.what for each in self.real],
            "comparisons": [attrs.asdict(each) for each in self.comparisons],
        }

    def json(self) -> str:
        """The comparison as a JSON document."""
        return json.dumps(self.plain(), indent=2)


def compare(
    one: RuleSet,
    other: RuleSet,
    players: Sequence[str | Factory],
    games: int,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    dask: str | None = None,
    results: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> PlayReport:
    """Play games by both rule sets, and say what differs."""
    if one.game is not other.game:
        raise BadCall(f"{one.name} and {other.name} are rules of different games")
    told: Progress = progress or (lambda what, done, of: None)
    sides: list[Simulation] = []
    for at, rules in enumerate((one, other)):

        def both(what: str, done: int, of: int, before: int = at * games) -> None:
            told(what, before + done, 2 * of)

        kept = None if results is None else Path(results) / file_name(rules)
        sides.append(
            simulate(rules, players, games, seed, options=options, jobs=jobs, dask=dask, output=kept, progress=both)
        )
    return compared_tallies(sides[0].plan, sides[1].plan, sides[0].tally(), sides[1].tally())


def file_name(rules: RuleSet) -> str:
    """Under which name the games of a comparison are kept: one that no other rules have.

    >>> file_name(arcanum.rules("arcanum/it")).rpartition("-")[0]
    'arcanum-it'
    """
    return f"{re.sub('[^a-z0-9]+', '-', rules.name.lower()).strip('-')[:40]}-{digest(rules)[:12]}{JSON_LINES}"


def compared_tallies(one: Plan, other: Plan, base: Tally, new: Tally) -> PlayReport:
    """Compare games that have been played."""
    names = [what for what in dict.fromkeys((*base.samples, *new.samples)) if _is_comparable(what, base, new)]
    titles = kit_of(one.rules.game).titles(one.rules)
    found = [
        compared(_titled(what, titles), base.measured(what), new.measured(what)) for what in sorted(names, key=_order)
    ]
    names_of_rules = _told_apart(one.rules.name, other.rules.name)
    return PlayReport(
        one=Side(names_of_rules[0], title(one.rules, names_of_rules[0]), base.games, base.finished),
        other=Side(names_of_rules[1], title(other.rules, names_of_rules[1]), new.games, new.finished),
        players=tuple(name_of(each) for each in one.players),
        options=one.options,
        seed=one.seed,
        comparisons=corrected(found),
        tallies=(base, new),
    )


def _told_apart(one: str, other: str) -> tuple[str, str]:
    """The names of both rules; two edits of one house rule may well be called the same."""
    return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")


def _is_comparable(what: str, base: Tally, new: Tally) -> bool:
    """Not what never happens by either, nor victories with something that hardly anybody used by one of them."""
    one, other = base.measured(what), new.measured(what)
    return bool(one.total or other.total) and min(one.size, other.size) > 1


def _titled(what: str, titles: Mapping[str, Mapping[str, str]]) -> str:
    """What was measured, with the name that people use instead of the one in a file."""
    group, _, name = what.partition(": ")
    title = titles.get(group.removeprefix(f"{WINS_WITH} "), {}).get(name)
    return what if title is None else f"{group}: {title}"


def is_main(comparison: Comparison) -> bool:
    """Whether it is about the game as a whole and not about one card or place."""
    group, colon, _ = comparison.what.partition(":")
    return not colon or group in (WINS, POINTS)


def _order(what: str) -> int:
    """The game as a whole first, then seats, then points, then uses, then what they bring."""
    group, colon, _ = what.partition(":")
    if not colon:
        return 1 if what == UNFINISHED else 0
    return 2 if group == WINS else 3 if group == POINTS else 5 if group.startswith(WINS_WITH) else 4


def _said(each: Comparison) -> str:
    return f"{each.what} {each.new.alone} instead of {each.base.alone}"
