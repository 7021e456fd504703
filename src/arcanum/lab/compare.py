"""Two rule sets side by side: the same players, the same number of games, and what differs in the play.

Both sides are dealt the same cards, game by game, so rules that play alike give equal games. What is measured in every
game is compared in these pairs. How often the users of something win cannot be: there the sides count as independent.
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
from arcanum.lab.results import GameResult
from arcanum.lab.simulate import JSON_LINES, Simulation, simulate
from arcanum.lab.statistics import LEVEL, Comparison, Differences, compared, corrected, paired_samples, side_by_side
from arcanum.lab.tally import POINTS, UNFINISHED, WINS, WINS_WITH, Tally, is_of_every_game

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
    pairs: int | None = None
    """How many pairs of games of the same seed were compared, which both have an end; None if games are in no pairs."""

    @property
    def real(self) -> tuple[Comparison, ...]:
        """The differences that stand after the correction for many comparisons."""
        return tuple(each for each in self.comparisons if each.real)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The comparison in words."""
        games = "one game" if self.one.games == 1 else f"{self.one.games} games"
        yield f"{self.one.title} and {self.other.title}: {games} each, players {', '.join(self.players)}{self.pairing}"
        yield ""
        yield self.sentence()
        yield ""
        main = [each for each in self.comparisons if is_main(each)]
        uses = sorted((each for each in self.real if not is_main(each)), key=lambda each: each.p)
        shown = [*main, *uses[:_MOST_TOLD]]
        yield from side_by_side(shown, self.one.rules, self.other.rules)
        if len(uses) > _MOST_TOLD:
            yield f"and {number(len(uses) - _MOST_TOLD, 'more real difference')} in the use of cards and places"

    @property
    def pairing(self) -> str:
        """How the games were compared, in words to go on with."""
        return "" if self.pairs is None else f"; {number(self.pairs, 'pair')} of the same seed"

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
            "pairs": self.pairs,
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
    pairs = Pairs()
    for result, new in zip(sides[0].results(), sides[1].results(), strict=True):
        pairs.add(result, new)
    return compared_tallies(sides[0].plan, sides[1].plan, pairs.all[0], pairs.all[1], pairs)


def file_name(rules: RuleSet) -> str:
    """Under which name the games of a comparison are kept: one that no other rules have.

    >>> file_name(arcanum.rules("arcanum/it")).rpartition("-")[0]
    'arcanum-it'
    """
    return f"{re.sub('[^a-z0-9]+', '-', rules.name.lower()).strip('-')[:40]}-{digest(rules)[:12]}{JSON_LINES}"


@attrs.define
class Pairs:
    """Games of the same seed and the same number of players, one by either rule set."""

    all: tuple[Tally, Tally] = attrs.field(factory=lambda: (Tally(), Tally()))
    ended: tuple[Tally, Tally] = attrs.field(factory=lambda: (Tally(), Tally()))
    """Of those pairs in which both games have an end."""
    differences: dict[str, Differences] = attrs.field(factory=dict)
    """A pair in which something is 0 on both sides is not counted here."""

    def add(self, base: GameResult, new: GameResult) -> None:
        """Take in a pair."""
        if len(base.scores) != len(new.scores):
            raise BadCall(f"games of {len(base.scores)} and of {len(new.scores)} players are no pair")
        for tally, result in zip(self.all, (base, new), strict=True):
            tally.add(result)
        if not (base.winners and new.winners):
            return
        one, other = Tally.of([base]), Tally.of([new])
        for tally, result in zip(self.ended, (base, new), strict=True):
            tally.add(result)
        for what in filter(is_of_every_game, dict.fromkeys((*one.samples, *other.samples))):
            found = self.differences.setdefault(what, Differences())
            found.add(one.measured(what).total, other.measured(what).total)

    @property
    def games(self) -> int:
        """How many pairs have an end in both games."""
        return self.ended[0].finished

    def compared(self, what: str, title: str) -> Comparison:
        """Something in pairs, if it is measured in every game."""
        if not is_of_every_game(what) or what not in self.differences or self.games < 2:
            return compared(title, self.all[0].measured(what), self.all[1].measured(what))
        found = self.differences[what]
        whole = attrs.evolve(found, sample=attrs.evolve(found.sample, size=self.games))
        return paired_samples(title, self.ended[0].measured(what), self.ended[1].measured(what), whole)


def compared_tallies(one: Plan, other: Plan, base: Tally, new: Tally, pairs: Pairs | None = None) -> PlayReport:
    """Compare games that have been played, in pairs if they are given."""
    names = [what for what in dict.fromkeys((*base.samples, *new.samples)) if _is_comparable(what, base, new)]
    titles = kit_of(one.rules.game).titles(one.rules)
    found = [
        pairs.compared(what, _titled(what, titles))
        if pairs
        else compared(_titled(what, titles), base.measured(what), new.measured(what))
        for what in sorted(names, key=_order)
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
        pairs=None if pairs is None else pairs.games,
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
