"""House rules of Arcanum: the words of programs, the tables of locations and Majors, and what must go together.

A program in a file never names clauses. A word that stands where the base has one of its kind cites what that one
cites; any other word cites its usual clause if that is about its card or location, else the first one that is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final

import attrs

from arcanum.kernel.agenda import Choose, EachOther, EachPlayer
from arcanum.kernel.clauses import index_of
from arcanum.kernel.errors import brief
from arcanum.kernel.house import (
    HouseFile,
    HouseRuleError,
    Needs,
    Where,
    check_head,
    check_values,
    known_keys,
    numbered,
    read_file,
    read_values,
    stacked,
    write_values,
)
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.ruledata import Bounds
from arcanum.kernel.words import Fault, Vocabulary, inside
from arcanum.tarot import effects as e
from arcanum.tarot.board import read_board, write_board
from arcanum.tarot.cards import MAJORS, SUITS, TOWER
from arcanum.tarot.programs import Location
from arcanum.tarot.readings import about_location, about_major
from arcanum.tarot.rules import Rules, rules, rulesets
from arcanum.tarot.state import Program

VOCABULARY: Final = Vocabulary(
    {
        "gain-points": e.GainPoints,
        "lose-points": e.LosePoints,
        "gain-with-the-lowest": e.GainWithTheLowest,
        "draw": e.Draw,
        "draw-up-to": e.DrawUpTo,
        "offer-draw": e.OfferDraw,
        "may-exchange": e.MayExchange,
        "may-adjust-houses": e.MayAdjustHouses,
        "raise-house": e.RaiseHouse,
        "hide-from-deck": e.HideFromDeck,
        "hide-from-hand": e.HideFromHand,
        "everybody-may-hide": e.EverybodyMayHide,
        "discard-from-hand": e.DiscardFromHand,
        "trade-minors": e.TradeMinors,
        "pass-left": e.PassLeft,
        "may-move-figure": e.MayMoveFigure,
        "may-swap": e.MaySwap,
        "multiply": e.Multiply,
        "tower-on-board": e.TowerOnBoard,
        "turn-up-hidden": e.TurnUpHidden,
        "exile-figures": e.ExileFigures,
        "score-out-of-turn": e.ScoreOutOfTurn,
        "choose": Choose,
        "each-other": EachOther,
        "each-player": EachPlayer,
    },
    given=("clause", "own_clause", "others_clause"),
    numbers=Bounds(least=1, most=20),
    bounds={
        "everybody-may-hide.own": Bounds(most=10),
        "everybody-may-hide.others": Bounds(most=10),
        "raise-house.then_lower": Bounds(most=20),
        "multiply.factor": Bounds(least=1, most=5),
        "exile-figures.count": Bounds(least=1, most=3),
        "score-out-of-turn.shift": Bounds(most=2),
    },
)
SECTIONS: Final = ("location", "major")
"""The tables beside `[rules]`."""
APART: Final = ("name", "printing", "base", "board", "locations", "majors")
"""What `[rules]` does not read like a plain value."""
FILES: Final = ("board",)
"""Keys of `[rules]` that name another file."""
LONGEST: Final = 20
"""Words of a program, and alternatives of a choice."""

LONGEST_NAME: Final = 30
"""Characters of the name of a location or of an alternative."""

_OPTION: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FOR_ALL: Final = (
    "everybody-may-hide",
    "pass-left",
    "offer-draw",
    "multiply",
    "score-out-of-turn",
    "tower-on-board",
    "exile-figures",
)
"""Words that are about the whole table, and once."""


def load(path: Where) -> Rules:
    """The rules that a house-rule file describes."""
    return build(read_file(path))


def build(file: HouseFile) -> Rules:
    """The rules that a file describes; raises `HouseRuleError` with everything that is wrong with it."""
    return stacked(file, _build)


def _build(file: HouseFile, below: Rules | None) -> Rules:
    check_head(file, rulesets(), SECTIONS)
    name = file.data.get("base")
    known = name in rulesets()
    base = below or rules(name if isinstance(name, str) and known else rulesets()[0])
    values = read_values(file, base, APART, FILES)
    table = file.table("rules")
    if "board" in table:
        board = file.read_beside("rules.board", table["board"], "a board file", read_board)
        values |= {} if board is None else {"board": board}
    left_out = values.get("majors_left_out", ())
    changed = attrs.evolve(
        base,
        name=str(file.data.get("name")),
        base=below,
        locations=_read_locations(file, base),
        majors=_read_majors(file, base, left_out),
        **values,
    )
    if below or known:
        file.faults.extend(check(changed, values, [each.where for each in file.faults]))
    file.refuse()
    return changed


def keys() -> tuple[str, ...]:
    """The places of everything that a file can set."""
    return known_keys(Rules, APART, FILES, SECTIONS)


def write(given: Rules, *, complete: bool) -> dict[str, Any]:
    """The rules as the tables of a house-rule file, with everything or with what differs from their base."""
    printed = rules(f"arcanum/{given.printing}")
    base = None if complete else given.base or printed
    values = write_values(given, base, APART)
    if base is None or base.board != given.board:
        values["board"] = write_board(given.board)
    locations = {
        str(place.number): {"name": place.name, "program": VOCABULARY.write(place.effects)}
        for place in given.locations
        if base is None or base.locations[place.number - 1] != place
    }
    majors = {
        str(number): {"program": VOCABULARY.write(program)}
        for number, program in enumerate(given.majors)
        if base is None or base.majors[number] != program
    }
    below = write(given.base, complete=False) if given.base else printed.name
    return {"base": below, "name": given.name, "rules": values, "location": locations, "major": majors}


def _read_locations(file: HouseFile, base: Rules) -> tuple[Location, ...]:
    found = {place.number: place for place in base.locations}
    names = {str(number): place.name for number, place in found.items()}
    for key, table in file.tables("location", names, numbered("location", names)).items():
        where, place = f"location.{key}", found[int(key)]
        file.only(table, where, ("name", "program"))
        name = table.get("name", place.name)
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            wanted = f"a name of 1 to {LONGEST_NAME} printable characters"
            file.fault(f"{where}.name", f"expected {wanted}, got {brief(name)}")
            continue
        effects = place.effects
        if "program" in table:
            effects = _read_program(file, table["program"], f"{where}.program", effects, clause_of_location(int(key)))
        found[place.number] = Location(place.number, name, effects)
    return tuple(found.values())


def _read_majors(file: HouseFile, base: Rules, left_out: Container[int]) -> tuple[Program, ...]:
    found = list(base.majors)
    names = {str(card.number): card.title for card in MAJORS}
    for key, table in file.tables("major", names, numbered("Major", names)).items():
        where, number = f"major.{key}", int(key)
        file.only(table, where, ("program",))
        if "program" in table:
            found[number] = _read_program(
                file, table["program"], f"{where}.program", base.majors[number], clause_of_major(number)
            )
        else:
            file.fault(where, "the key 'program' is missing")
        if number in left_out and found[number] != base.majors[number]:
            file.fault(where, f"Major {number} is left out of the game by 'majors_left_out': it does nothing")
    return tuple(found)


def _read_program(file: HouseFile, data: object, where: str, before: Program, clause: ClauseId) -> Program:
    given = dict.fromkeys(VOCABULARY.given, clause)
    kind, number, _ = where.split(".")
    home = about_major(int(number)) if kind == "major" else about_location(int(number))
    program = VOCABULARY.read(data, where, file.faults, given, home=home, named=False)
    file.faults.extend(_misplaced(data, _Place(where, [], number if kind == "major" else None)))
    return VOCABULARY.keeping(program, before)


@cache
def _first_clauses() -> dict[tuple[str, object], ClauseId]:
    found: dict[tuple[str, object], ClauseId] = {}
    for clause in index_of("arcanum.tarot"):
        kind = {"LOC": "location", "MAJ": "card", "WORLD": "card"}.get(clause.section)
        if kind is not None and kind in clause.parameters:
            found.setdefault((kind, clause.parameter(kind)), clause.id)
    return found


def clause_of_location(number: int) -> ClauseId:
    """The first clause about a location.

    >>> clause_of_location(6)
    'LOC6-1'
    """
    return _first_clauses()["location", number]


def clause_of_major(number: int) -> ClauseId:
    """The first clause about what a Major does.

    >>> clause_of_major(2), clause_of_major(21)
    ('MAJ-2-1', 'WORLD-1')
    """
    return _first_clauses()["card", number]


# --- words that make no sense where they stand ------------------------------------------------------------------------


@attrs.frozen
class _Place:
    """Where a program stands."""

    where: str
    seen: list[str]
    """The words of the whole program so far that may stand there only once."""
    card: str | None
    """The number of the Major; None in a location."""
    each: bool = False
    """Within a program that several players carry out."""
    choice: bool | None = None
    """Directly in an alternative: whether the choice is optional."""


def _misplaced(data: object, place: _Place) -> Iterator[Fault]:
    """Words that could not be carried out, would never end, or would show what somebody holds."""
    words = data if isinstance(data, list) else []
    if len(words) > LONGEST:
        yield Fault(place.where, f"a program has at most {LONGEST} words, not {len(words)}")
    for at, word in enumerate(words[:LONGEST]):
        name = word.get("word") if isinstance(word, dict) else None
        if not isinstance(name, str):
            continue
        where = inside(place.where, at)
        for wrong in _objections(name, word, at, place):
            yield Fault(inside(where, "word"), f"{name!r} {wrong}")
        if name in ("each-other", "each-player"):
            yield from _misplaced(
                word.get("program"), attrs.evolve(place, where=inside(where, "program"), each=True, choice=None)
            )
        elif name == "choose":
            yield from _misplaced_choice(word, where, place)


def _misplaced_choice(word: dict[str, Any], where: str, place: _Place) -> Iterator[Fault]:
    alternatives = word.get("alternatives")
    listed = alternatives if isinstance(alternatives, list) else []
    names: list[str] = []
    if len(listed) > LONGEST:
        yield Fault(inside(where, "alternatives"), f"a choice has at most {LONGEST} alternatives, not {len(listed)}")
    for at, each in enumerate(listed[:LONGEST]):
        here = inside(inside(where, "alternatives"), at)
        if not isinstance(each, dict):
            continue
        name = each.get("name")
        if isinstance(name, str):
            if not _OPTION.fullmatch(name) or len(name) > LONGEST_NAME:
                yield Fault(inside(here, "name"), f"expected a short name such as 'two-minors', got {brief(name)}")
            if name in names:
                yield Fault(inside(here, "name"), f"two alternatives are called {brief(name)}")
            names.append(name)
        inner = attrs.evolve(place, where=inside(here, "program"), choice=word.get("optional") is True)
        yield from _misplaced(each.get("program"), inner)


def _objections(name: str, word: dict[str, Any], at: int, place: _Place) -> Iterator[str]:
    """Why a word cannot stand in its place."""
    major = place.card is not None
    if place.each and name in ("each-other", "each-player"):
        yield "cannot stand within a program that several players carry out already"
    if place.each and name in _FOR_ALL:
        yield "is about the whole table; it cannot be done by one player after the other"
    if name == "tower-on-board" and place.card != str(TOWER.number):
        yield f"works only in the program of Major {TOWER.number}: it is that card which stays on the board"
    if name == "exile-figures" and not major:
        yield "works only in the program of a Major: with a location there might be no room for them to come back"
    if name in ("tower-on-board", "exile-figures"):
        if name in place.seen:
            yield "can stand only once in a program"
        place.seen.append(name)
    if name == "may-move-figure" and not major:
        yield "works only in the program of a Major: locations could set each other off for ever"
    if name == "trade-minors" and not major:
        yield "works only in the program of a Major: a game may begin without Majors"
    if name == "offer-draw" and word.get("pile") == "major" and not major:
        yield "offers Majors only in the program of a Major: a game may begin without them"
    if name == "trade-minors" and (at or (place.each and place.choice is None)):
        yield "must be the first word of a Major or of an alternative: otherwise there may be no Minor left to trade"
    needs_minors = name == "trade-minors" or (name == "hide-from-hand" and word.get("optional") is not True)
    if needs_minors and place.choice is False:
        yield "needs the choice to be optional: else everybody could see who has no Minor, because he is not asked"


# --- values that do not go together -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def check_made(rules: Rules) -> None:
    """Raise `HouseRuleError` if rules that a program has put together cannot be played."""
    faults = check_values(rules, APART) or check(rules)
    if faults:
        raise HouseRuleError(rules.name, tuple(faults))


def check(rules: Rules, said: Container[str] = (), wrong: Sequence[str] = ()) -> list[Fault]:
    """What cannot be played in rules whose values are each within bounds; `said` names those that the file sets.

    Nothing is asked about values that are `wrong` themselves.

    >>> check(rules("arcanum/en"))
    []
    """
    needs = Needs(said, wrong)
    _check_lists(rules, needs)
    most = max(rules.players)
    for dealt, deck, what in zip(rules.first_deal, rules.cards(), ("Minors", "Majors"), strict=True):
        message = f"{most} players would be dealt {dealt} {what} each, and there are only {len(deck)}"
        needs.need(dealt * most <= len(deck), f"first_deal players {'majors_left_out' * (what == 'Majors')}", message)
    enough = not rules.first_deal_draft or sum(rules.first_deal) > 1
    needs.need(enough, "first_deal_draft first_deal", "a draft needs a first hand of two cards or more")
    message = f"{sum(rules.first_deal)} cards are dealt at first, and a hand holds only {rules.hand_limit}"
    needs.need(sum(rules.first_deal) <= rules.hand_limit, "hand_limit first_deal", message)
    return needs.faults


def _check_lists(rules: Rules, needs: Needs) -> None:
    for key, calendar in (("calendar", rules.calendar), ("calendar_of_three", rules.calendar_of_three)):
        for length, turns in (("short", calendar.short), ("long", calendar.long)):
            needs.need(_rises(turns), f"{key}.{length}", f"the turns must rise, unlike {brief(list(turns))}")
    needs.need(_rises(rules.players), "players", f"the numbers must rise, unlike {brief(list(rules.players))}")
    out = rules.majors_left_out
    needs.need(_rises(out), "majors_left_out", f"the numbers must rise, unlike {brief(list(out))}")
    needs.need(len(out) < len(MAJORS), "majors_left_out", "to play without any Major, say major_variants = ['none']")
    variants, table = rules.major_variants, rules.scoring_table
    needs.need(len(set(variants)) == len(variants), "major_variants", f"one stands there twice: {brief(variants)}")
    needs.need(len(table) == len(SUITS), "scoring_table", f"there must be a row for each of the {len(SUITS)} Houses")
    needs.need(len({len(row) for row in table}) == 1, "scoring_table", "all rows must be equally long")
    falling = all(_rises(row[::-1], strictly=False) for row in table)
    needs.need(falling, "scoring_table", "nobody may get more than the player in the place before him")


def _rises(row: tuple[int, ...], *, strictly: bool = True) -> bool:
    return list(row) == sorted(set(row) if strictly else row)
