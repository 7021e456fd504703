"""How a variant plays: what a table would feel, and what differs from the base.

Everything is counted in pairs of games of the same seed, for each number of players by itself. What somebody would
complain about has a sentence of its own: games that do not end, or at once, or in which nobody can do anything any
more; places that nobody visits. Numbers have 95 % confidence intervals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median_low

import attrs

from arcanum.kernel.game import RuleSet
from arcanum.kernel.tell import number
from arcanum.kernel.variants import base_of
from arcanum.lab.exact import fisher
from arcanum.lab.kits import kit_of
from arcanum.lab.statistics import LEVEL, Comparison, Mean, Sample, corrected, mean_of, paired, two_sided
from arcanum.lab.tally import basics, is_share
from arcanum.spec import soak
from arcanum.validation.games import MOST_DECISIONS, Pair, Played, each_seat

_FEWEST = 5
"""From so many games on something is said of them together."""
_MOST_NAMES = 8
_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@attrs.frozen
class Paired(Comparison):
    """Something that was measured in games of the same seed by the variant and by its base."""

    players: int = 0
    pairs: int = 0
    identical: bool = False
    """Whether it is the same in each of them."""


@attrs.frozen
class Seat:
    """What part of the victories a place in the order of play has."""

    players: int
    place: int
    """0 for whoever begins."""
    wins: Mean
    even: float
    apart: bool
    """Whether it is not an even share, by more than chance."""


@attrs.frozen
class Use:
    """How often something was used that the variant changes."""

    key: str
    title: str
    times: int
    games: int
    """In how many of the random games."""
    of: int
    made: int = 0
    """Games made for it, if it was used in no random one."""
    used_in_made: int = 0


@attrs.frozen
class Remark:
    """Something that a table would feel."""

    text: str
    grave: bool
    """Whether the last line of a report has to say so."""


@attrs.frozen
class Play:
    """How a variant plays, between random players."""

    games: int
    pairs: Mapping[int, int]
    """How many games have one by the base beside them, by the number of players."""
    alike: Mapping[int, int]
    """In how many of these every decision is the same, and what comes of it."""
    new_players: tuple[int, ...]
    """The numbers of players that only the variant is for."""
    lost_players: tuple[int, ...]
    """Those that only the base is for."""
    uses: tuple[Use, ...]
    remarks: tuple[Remark, ...]
    seats: tuple[Seat, ...]
    comparisons: tuple[Paired, ...]

    @property
    def grave(self) -> tuple[str, ...]:
        """What the last line of a report has to say."""
        return tuple(each.text for each in self.remarks if each.grave)


def of_pairs(rules: RuleSet, pairs: Sequence[Pair], made: Sequence[Pair] = ()) -> Play:
    """What games come to. Their order does not matter."""
    base = base_of(rules)
    pairs = sorted((each for each in pairs if not each.new.problem), key=lambda each: each.asked.number)
    both = [(each.new, each.old) for each in pairs if each.old is not None]
    sizes = Counter(new.players for new, _ in both)
    return Play(
        games=len(pairs),
        pairs=dict(sorted(sizes.items())),
        alike={
            players: sum(new.trace == old.trace for new, old in both if new.players == players) for players in sizes
        },
        new_players=tuple(each for each in rules.players if each not in base.players),
        lost_players=tuple(each for each in base.players if each not in rules.players),
        uses=tuple(_uses(rules, [each.new for each in pairs], made)),
        remarks=tuple(_remarks(rules, pairs)),
        seats=tuple(_seats([each.new for each in pairs])),
        comparisons=_compare(rules, both),
    )


# --- what is compared -------------------------------------------------------------------------------------------------


def _compare(rules: RuleSet, both: Sequence[tuple[Played, Played]]) -> tuple[Paired, ...]:
    """What differs, for each number of players; finished games only. Uses are corrected apart from all else."""
    main: list[Comparison] = []
    uses: list[Comparison] = []
    titles = _titles(rules)
    for players in sorted({new.players for new, _ in both}):
        games = [pair for pair in both if pair[0].players == players and pair[0].finished and pair[1].finished]
        if len(games) < 2:
            continue
        old, new = ([_measured(pair[side]) for pair in games] for side in (1, 0))
        main += [_pair(players, what, [each[what] for each in old], [each[what] for each in new]) for what in new[0]]
        for at in range(players):
            shares = [list(each_seat([pair[side] for pair in games], at)) for side in (1, 0)]
            main.append(_pair(players, f"wins: {_ORDER[at]} player", *shares, share=True))
        for what, name in sorted({key for pair in games for side in pair for key in _counted(side)}):
            counts = [[float(_counted(pair[side]).get((what, name), 0)) for pair in games] for side in (1, 0)]
            uses.append(_pair(players, f"{what}: {titles.get(name, name)}", *counts))
    found = (*corrected(main), *corrected(uses))
    return tuple(each for each in found if isinstance(each, Paired))


def _pair(players: int, what: str, old: Sequence[float], new: Sequence[float], *, share: bool = False) -> Paired:
    found = paired(what, old, new, share=share or is_share(what))
    plain = attrs.asdict(found, recurse=False)
    return Paired(**plain, players=players, pairs=len(old), identical=list(old) == list(new))


def _measured(game: Played) -> dict[str, float]:
    return {
        **dict(basics(game.decisions, game.scores, game.winners)),
        "turns or rounds": float(game.rounds),
        "choices at a decision": game.choices / max(1, game.decisions),
    }


def _counted(game: Played) -> dict[tuple[str, str], int]:
    return {(what, name): count for what, names in game.used.items() for name, count in names.items()}


def _titles(rules: RuleSet) -> dict[str, str]:
    """The names of cards and places."""
    return {name: title for names in kit_of(rules.game).titles(rules).values() for name, title in names.items()}


def _seats(games: Sequence[Played]) -> Iterator[Seat]:
    """The victories by the order of play."""
    sizes = sorted({each.players for each in games if each.finished})
    for players in sizes:
        some = [each for each in games if each.players == players and each.finished]
        for at in range(players if len(some) > 1 else 0):
            wins, even = Sample.of(each_seat(some, at), share=True), 1 / players
            p = two_sided((wins.mean - even) / wins.error, wins.size - 1) if wins.error else _by_chance(wins, even)
            yield Seat(players, at, mean_of(wins), even, p <= LEVEL / sum(sizes))


def _by_chance(wins: Sample, even: float) -> float:
    """How likely it is that one with an even share wins always, or never; of shares that are all the same, 1."""
    return float({0.0: 1 - even, 1.0: even}.get(wins.mean, 1.0) ** wins.size)


# --- what was used ----------------------------------------------------------------------------------------------------


def unused(rules: RuleSet, pairs: Sequence[Pair]) -> list[str]:
    """The keys of changed cards and places that were used in no game."""
    found = _uses(rules, [each.new for each in pairs if not each.new.problem], ())
    return [each.key for each in found if not each.times]


def _uses(rules: RuleSet, games: Sequence[Played], made: Sequence[Pair]) -> Iterator[Use]:
    kit, titles = soak.kit(rules.game.name), _titles(rules)
    keys: dict[str, str] = {}
    for change in rules.game.changes(rules, base_of(rules)):
        if (name := kit.counted_as(change.key)) is not None:
            keys.setdefault(name, change.key)
    for name, key in keys.items():
        times = [_times(each, name) for each in games]
        own = [_times(each.new, name) for each in made if each.asked.made_for == key]
        title = titles.get(name, name)
        yield Use(key, title, sum(times), sum(map(bool, times)), len(games), len(own), sum(map(bool, own)))


def _times(game: Played, name: str) -> int:
    return max((names.get(name, 0) for names in game.used.values()), default=0)


# --- what a table would feel ------------------------------------------------------------------------------------------


def _remarks(rules: RuleSet, pairs: Sequence[Pair]) -> Iterator[Remark]:
    """What somebody would complain about."""
    games = [each.new for each in pairs]
    if not games:
        return
    lost = [each for each in games if each.given_up]
    if lost:
        text = f"games do not end: {_of(lost, games)} were given up after {MOST_DECISIONS:,} decisions"
        yield Remark(text, grave=True)
    if len(games) < _FEWEST:
        return
    yield from _ends(games, [each for each in pairs if each.old is not None])
    yield from _missed(rules, pairs)
    yield from _never_or_always(rules, pairs)


def _of(some: Sequence[object], all: Sequence[object]) -> str:
    return f"{len(some)} of {number(len(all), 'game')}"


def _ends(games: Sequence[Played], pairs: Sequence[Pair]) -> Iterator[Remark]:
    """How games end: at once, after a long silence, without a winner."""
    old = [each.old for each in pairs if each.old is not None]
    compared = [each.new for each in pairs] if old else games
    over = [each for each in games if not each.given_up and (not each.decisions or each.rounds <= 1)]
    if 2 * len(over) > len(games):
        yield Remark(f"games end at once: {_of(over, games)} are over in the first turn", grave=True)
    quiet = [each for each in games if each.quiet and not each.given_up]
    usual = [each for each in old if each.quiet]
    if 4 * len(quiet) > len(games) and (not old or len(quiet) * len(old) > 4 * len(usual) * len(games)):
        after = median_low(each.rounds - each.quiet for each in quiet)
        rounds = median_low(each.rounds for each in quiet)
        when = f"after turn {after} of {rounds}" if after else "at all"
        yield Remark(f"games starve: in {_of(quiet, games)} nobody can play a card {when}", grave=True)
    idle = [each for each in compared if not each.finished and not each.given_up]
    before = [each for each in old if not each.finished]
    if old and len(idle) > len(before) and fisher(len(before), len(old), len(idle), len(compared)) <= LEVEL:
        text = f"games end without a winner: {_of(idle, compared)}, by the base {_of(before, old)}"
        yield Remark(text, grave=True)


def _missed(rules: RuleSet, pairs: Sequence[Pair]) -> Iterator[Remark]:
    """What never happens any more."""
    missed = soak.kit(rules.game.name).missed
    games, old = [each.new for each in pairs], [each.old for each in pairs if each.old is not None]
    for kind, words in missed.items():
        now, before = (sum(each.happened.get(kind, 0) for each in side) / max(1, len(side)) for side in (games, old))
        beside = f", by the base {before:.1f} times a game" if old else ""
        if not now and (before >= 1 or not old):
            yield Remark(f"{words} in {number(len(games), 'game')}{beside}", grave=True)
        elif 4 * now < before and before >= 1:
            hardly = (
                words.replace("nobody", "hardly anybody", 1) if words.startswith("nobody") else f"hardly any{words[2:]}"
            )
            yield Remark(f"{hardly}: {now:.1f} times a game{beside}", grave=True)


def _never_or_always(rules: RuleSet, pairs: Sequence[Pair]) -> Iterator[Remark]:
    """Cards, places and sections of the rules that never come up any more, or in every game now."""
    new = [each.new for each in pairs if each.old is not None]
    old = [each.old for each in pairs if each.old is not None]
    kit, titles = soak.kit(rules.game.name), _titles(rules)
    if len(old) < _FEWEST:
        seen = {name for each in pairs for name in each.new.used.get(kit.places, ())}
        places = [name for name in kit.countable()[kit.places] if name not in seen]
        if len(pairs) >= 4 * _FEWEST and places:
            yield Remark(f"never used: {kit.places} {_names(places, titles)}", grave=True)
        return
    sorts = dict.fromkeys(what for each in (*new, *old) for what in each.used)
    for what in sorts:
        before, now = (Counter(name for each in side for name in each.used.get(what, ())) for side in (old, new))
        never, always = _strange(before, now, len(new))
        for names, word in ((never, "never"), (always, "always")):
            if names:
                grave = what == kit.places and word == "never"
                yield Remark(f"{word} used: {what} {_names(names, titles)}, unlike by the base", grave)
    before, now = (Counter(name for each in side for name in each.sections) for side in (old, new))
    never, _ = _strange(before, now, len(new))
    if never:
        yield Remark(f"never at work: the rules of {_names(never, {})}, unlike by the base", grave=False)


def _strange(before: Counter[str], now: Counter[str], games: int) -> tuple[list[str], list[str]]:
    """What comes up in no game, or in every game, though it did otherwise before, by more than chance."""
    names = sorted(before.keys() | now.keys())
    level = LEVEL / max(1, len(names))
    unlike = [name for name in names if fisher(before[name], games, now[name], games) <= level]
    return [name for name in unlike if not now[name]], [name for name in unlike if now[name] == games]


def _names(names: Iterable[str], titles: Mapping[str, str]) -> str:
    found = [
        f"{titles[name]} ({name})" if name.isdigit() and name in titles else titles.get(name, name) for name in names
    ]
    more = f" and {len(found) - _MOST_NAMES} more" if len(found) > _MOST_NAMES else ""
    return ", ".join(found[:_MOST_NAMES]) + more


# --- in words ---------------------------------------------------------------------------------------------------------

_MOST_USES = 12


def lines(play: Play, base: str) -> Iterator[str]:
    """How a variant plays, in words."""
    yield from (f"! {each.text}" for each in play.remarks if each.grave)
    yield from _uses_in_words(play)
    yield from (each.text for each in play.remarks if not each.grave)
    if play.new_players:
        yield f"new: {_players(play.new_players)} players, which {base} is not for; nothing to compare there"
    if play.lost_players:
        yield f"no longer for {_players(play.lost_players)} players"
    for players in sorted({*play.pairs, *(each.players for each in play.seats)}):
        yield from _with_players(play, players, base)


def _uses_in_words(play: Play) -> Iterator[str]:
    for use in play.uses:
        if use.times:
            yield f"{use.title} ({use.key}): used {number(use.times, 'time')}, in {use.games} of {use.of} games"
        elif use.made:
            yield (
                f"{use.title} ({use.key}): never used in {number(use.of, 'game')}; "
                f"in games made for it, used in {use.used_in_made} of {use.made}"
            )
        else:
            yield f"{use.title} ({use.key}): never used in {number(use.of, 'game')}"


def _players(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


def _with_players(play: Play, players: int, base: str) -> Iterator[str]:
    pairs, alike = play.pairs.get(players, 0), play.alike.get(players, 0)
    rows = [each for each in play.comparisons if each.players == players]
    uneven = [each for each in play.seats if each.players == players and each.apart]
    if pairs and pairs == alike:
        yield f"with {players} players: identical in all {number(pairs, 'game')}"
    elif pairs:
        yield f"with {players} players, {pairs} games of the same seed by either rules, {alike} of them identical:"
        yield from (f"  {line}" for line in _table(rows, base))
    else:
        seats = ", ".join(f"{_ORDER[each.place]} {each.wins}" for each in play.seats if each.players == players)
        yield f"with {players} players: wins by the order of play: {seats}; an even share is {100 / players:.1f} %"
    for each in uneven:
        more = "more" if each.wins.value > each.even else "less"
        share = f"{each.wins}, an even share is {100 * each.even:.1f} %"
        yield f"  the {_ORDER[each.place]} player of {players} wins {more} than an even share: {share}"


def _table(rows: Sequence[Paired], base: str) -> Iterator[str]:
    """What was compared; what is the same in every game is only named."""
    main = [each for each in rows if _is_main(each)]
    uses = sorted((each for each in rows if each.real and not _is_main(each)), key=lambda each: each.p)
    shown = [each for each in (*main, *uses[:_MOST_USES]) if not each.identical]
    table = [("", base, "new", "difference", "")]
    for each in shown:
        mark = "REAL" if each.real else "may be chance"
        table.append((each.what, each.base.alone, each.new.alone, each.difference.signed, mark))
    wide = [max(len(row[at]) for row in table) for at in range(4)]
    for what, old, new, difference, mark in table if shown else ():
        yield f"{what:{wide[0]}}  {old:>{wide[1]}}  {new:>{wide[2]}}  {difference:{wide[3]}}  {mark}".rstrip()
    if same := [each.what for each in main if each.identical]:
        yield f"the same in every game: {', '.join(same)}"
    if len(uses) > _MOST_USES:
        yield f"and {number(len(uses) - _MOST_USES, 'more real difference')} in the use of cards and places"


def _is_main(comparison: Comparison) -> bool:
    group, colon, _ = comparison.what.partition(":")
    return not colon or group == "wins"
