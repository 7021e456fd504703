"""What a rule set of Arcanum says, clause by clause: from the values of the rules back to the clauses that state them.

The clause index says what every printing states. Here the same statements are read off the rules, so that the two can
be compared, and so that a house rule can tell which clauses it overrides. Nothing here is used to play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import attrs

from arcanum.kernel.agenda import Choose
from arcanum.kernel.clauses import APPLIES, FrozenMap
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.variants import Change, Statement, changed_values
from arcanum.tarot import clause_ids as c
from arcanum.tarot import effects as e
from arcanum.tarot.board import SYMBOLS, Board
from arcanum.tarot.cards import FOOL, Figure, Kind, Suit
from arcanum.tarot.events import Pile
from arcanum.tarot.rules import Rules
from arcanum.tarot.scoring import standings
from arcanum.tarot.state import Program

_COLOURS: Final = 5
"""Colours of the markers in the box; a table that seats more players needs more."""

# --- what the values state --------------------------------------------------------------------------------------------


def statements(rules: Rules) -> Iterator[Statement]:
    """Every parameter of a clause that the rules decide, with the value they give it."""
    yield from _of_setup(rules)
    yield from _of_a_turn(rules)
    yield from _of_the_first_game(rules)
    yield from _of_scoring(rules)
    yield from _of_the_board(rules.board)
    yield from _of_house_rules(rules)
    yield c.LOC_ALL, "locations", len({_without_clauses(location.effects) for location in rules.locations})
    for number, location in enumerate(rules.locations, start=1):
        yield from _of_place(location.effects, about_location(number))
        if number in _PAYING:
            yield _PAYING[number], "points", _first_points(location.effects)
    for number, program in enumerate(rules.majors):
        yield from _of_place(program, about_major(number))


def _of_setup(rules: Rules) -> Iterator[Statement]:
    short, long, short3, long3 = (
        rules.calendar.short,
        rules.calendar.long,
        rules.calendar_of_three.short,
        rules.calendar_of_three.long,
    )
    yield c.COMP_1, "players", rules.players
    yield c.COMP_10, "colours", max(_COLOURS, *rules.players)
    yield c.P3_4, "players", tuple(number for number in rules.players if number != 3)
    for clause in (c.LEN_1, c.END_1):
        yield clause, "short", short[-1]
        yield clause, "long", long[-1]
    yield c.FIRST_5, "turns", short[-1]
    yield c.LEN_4, "short", short
    yield c.LEN_4, "long", long
    yield c.LEN_4, "scoring_turns", tuple(sorted({*short, *long}))
    yield c.P3_1, "short", short3
    yield c.P3_1, "long", long3
    yield c.P3_1, "scoring_turns", tuple(sorted({*short3, *long3}))
    yield c.P3_2, "short", short3[-1]
    yield c.P3_2, "long", long3[-1]
    yield c.P3_5, "turn", short3[0]
    yield c.P3_5, "hidden", short3[0] * rules.hidden_per_turn
    yield c.FIRST_5, "turns_with_three", short3[-1]
    yield c.AMB_54, "turns", short3[-1]
    yield c.SETUP_10, "limit", rules.figures_per_location
    yield c.SETUP_11, "same_colour_limit", 1 if rules.suits_apart else min(4, rules.figures_per_location)


def _of_a_turn(rules: Rules) -> Iterator[Statement]:
    minors, majors = rules.first_deal
    yield c.DRAW_4, "minors", minors
    yield c.DRAW_4, "majors", majors
    yield c.DRAW_1, "minors", rules.minors_drawn
    yield c.DRAW_1, "majors", rules.majors_drawn
    yield c.HIDE_1, "hide", rules.hidden_per_turn
    yield c.HIDE_4, "hide", rules.hidden_per_turn
    yield c.HIDE_8, "minors", minors - rules.hidden_per_turn
    yield c.HIDE_8, "majors", majors
    yield c.HIDE_8, "hidden", rules.hidden_per_turn
    for clause in (c.HAND_1, c.HAND_2, c.LOC3_4, c.AMB_13):
        yield clause, "limit", rules.hand_limit
    yield c.AMB_13, "majors", rules.hand_limit
    yield c.PLAY_7, "when", rules.rescue_draw
    yield c.PLAY_7, "minors", rules.rescue_minors
    yield c.AMB_2, "dead_minor", rules.dead_minor
    yield c.AMB_12, "last_minor", rules.last_minor
    yield c.PLAY_10, "moves", "usually" if rules.dead_minor == "playable" else "always"
    yield c.MAJ_16_6, "when", rules.tower_ends
    yield c.MAJ_20_3, "when", rules.figures_return
    yield c.AMB_16, "tower", rules.tower_ends
    yield c.AMB_16, "figures", rules.figures_return
    for clause in (c.MIN_A1, c.MIN_A2, c.AMB_1, c.AMB_3):
        yield clause, "prestige", rules.prestige_per_minor
    for clause in (c.COMP_14, c.TRACK_1, c.TRACK_2, c.AMB_8):
        yield clause, "highest", rules.prestige_top
    yield c.TRACK_3, "stays", rules.prestige_top
    yield c.TRACK_2, "push_back", rules.overflow
    yield c.AMB_8, "push_back", rules.overflow
    yield c.TRACK_5, "highest_square", rules.points_track
    yield c.TRACK_5, "counts_as", rules.points_track + 1


def _of_the_first_game(rules: Rules) -> Iterator[Statement]:
    late = "from-turn-3" in rules.major_variants
    for clause in (c.FIRST_1, c.FIRST_2, c.FIRST_3, c.AMB_53):
        yield clause, APPLIES, late
    yield c.FIRST_4, APPLIES, late and rules.first_game_draw == "minors"
    yield c.FIRST_5, APPLIES, late and rules.first_game_length == "short"
    yield c.AMB_54, APPLIES, late and rules.first_game_length == "short"
    yield c.FIRST_6, APPLIES, "none" in rules.major_variants
    minors, _ = rules.first_deal
    yield c.FIRST_2, "minors", minors
    yield c.FIRST_3, "majors", rules.first_game_majors
    yield c.FIRST_4, "majors", rules.first_game_majors
    yield c.FIRST_4, "minors", rules.minors_drawn
    turn_3 = (rules.minors_drawn,) if rules.first_game_draw == "minors" else ()
    yield c.AMB_53, "minors", (minors, rules.minors_drawn, *turn_3)
    yield c.AMB_53, "majors", (0, 0, rules.first_game_majors)
    yield c.AMB_53, "choice_from_turn", 4 if turn_3 else 3


def _of_scoring(rules: Rules) -> Iterator[Statement]:
    table = rules.scoring_table
    first, second, third, fourth = table
    yield c.COMP_18, "values", len(first)
    yield c.COMP_18, "row_1", first
    yield c.COMP_19, "row_2", second
    yield c.COMP_19, "row_4_domination", fourth[0]
    for name, row in (("row_3", third), ("row_4", fourth)):
        yield c.COMP_20, f"{name}_influence", _place(row, 2)
        yield c.COMP_20, f"{name}_presence", _place(row, 3)
    yield c.AMB_43, "row_3", third
    for place, clause in enumerate((c.SCORE_6, c.SCORE_7, c.SCORE_8), start=1):
        yield clause, "top_points", _place(first, place)
    yield c.SCORE_9, "places", tuple(place for place in (3, 4, 5) if place > len(first))
    yield c.SCORE_17, "row", second
    for row, shifted, clause in zip(table, _shifted(rules), (c.WORLD_7, c.WORLD_8, c.WORLD_9, c.WORLD_10), strict=True):
        yield clause, "row", shifted if shifted is not None else row
    yield c.SCORE_12, "tie_break", rules.tie_break
    yield c.AMB_50, "tie_break", rules.tie_break
    for clause in (c.SCORE_16, c.AMB_48, c.AMB_49):
        yield clause, "split", rules.split
    yield c.AMB_48, "row", first
    tied = standings(first, [(1, 2), (1, 2), (1, 1)], rules.split)
    yield c.AMB_48, "shares", tuple(each.points for each in tied)
    yield from _of_the_example(rules)
    yield c.MAJ_0_8, "assigned", rules.fool_choice
    yield c.AMB_21, "assigned", rules.fool_choice
    yield c.SCORE_5, "reveal", "all" if rules.fool_choice == "after-reveal" else "house-by-house"
    yield c.END_3, "final_tie", "hand-size" if rules.final_tie == "hand" else "shared-at-once"


def _of_the_example(rules: Rules) -> Iterator[Statement]:
    """The example that runs through the section on scoring, with the points that the table pays in it."""
    first, second, _, fourth = rules.scoring_table
    yield c.SCORE_18, "points", (first[0], _place(first, 2), 0)
    yield c.SCORE_19, "points", (second[0], _place(second, 2), _place(second, 3))
    yield c.SCORE_20, "points", (second[0], _place(second, 2), _place(second, 3))
    yield c.SCORE_21, "points", (fourth[0], 0, 0)
    totals = (
        _place(first, 2) + _place(second, 3) + _place(second, 2) + fourth[0],
        first[0] + _place(second, 2) + _place(second, 3),
        second[0] + second[0],
    )
    yield c.SCORE_22, "totals", totals


def _place(row: tuple[int, ...], place: int) -> int:
    return row[place - 1] if place <= len(row) else 0


def _shifted(rules: Rules) -> list[tuple[int, ...] | None]:
    """What the World pays, House by House; None for each if it does not score."""
    shift = next((word.shift for word in rules.majors[21] if isinstance(word, e.ScoreOutOfTurn)), None)
    return [None if shift is None else (*row[shift:], *[0] * shift) for row in rules.scoring_table]


def _of_the_board(board: Board) -> Iterator[Statement]:
    square = board.squares[9]
    symbols = FrozenMap({name: square.count(name) for name in SYMBOLS if square.count(name)})
    yield c.COMP_17, "symbols", symbols
    yield c.AMB_44, "symbols", symbols
    yield c.MIN_C5, "prestige", square.matches(Figure.of(Kind.KNIGHT, Suit.SWORDS))
    yield c.MIN_C6, "prestige", square.matches(Figure.of(Kind.KNAVE, Suit.WANDS))


def _of_house_rules(rules: Rules) -> Iterator[Statement]:
    yield c.HOUSE_1, APPLIES, rules.points_to_end > 0
    yield c.HOUSE_1, "points", rules.points_to_end
    yield c.HOUSE_2, APPLIES, rules.open_hands
    yield c.HOUSE_4, APPLIES, rules.first_deal_draft
    yield c.HOUSE_3, APPLIES, bool(rules.majors_left_out)
    yield c.HOUSE_3, "left_out", rules.majors_left_out
    minors, majors = rules.cards()
    for clause in (c.COMP_2, c.COMP_21):
        yield clause, "cards", len(minors) + len(majors)
    for clause in (c.COMP_2, c.SETUP_5):
        yield clause, "majors", len(majors)


# --- what programs state ----------------------------------------------------------------------------------------------

_PAYING: Final = {1: c.LOC1_1, 2: c.LOC2_2, 5: c.LOC5_1, 6: c.LOC6_1}
"""The locations of which a clause says how many points they give, be it none."""


def _first_points(program: Program) -> int:
    first = program[0] if program else None
    return first.points if isinstance(first, e.GainPoints) else 0


def _of_place(program: Iterable[object], about: frozenset[ClauseId]) -> Iterator[Statement]:
    """What a program states about its card or location: a word borrowed from another place says nothing about that."""
    return (each for each in _of_program(program) if each[0] in about)


def _of_program(program: Iterable[object]) -> Iterator[Statement]:
    for word in program:
        yield from _of_word(word)
        for inner in _inside(word):
            yield from _of_program(inner)


def _inside(word: object) -> Iterator[tuple[object, ...]]:
    """The programs within a word."""
    if isinstance(word, Choose):
        for alternative in word.alternatives:
            yield alternative.program
    elif program := getattr(word, "program", ()):
        yield program


def _of_word(word: object) -> Iterator[Statement]:
    """What a word states. The clause that it names may lack a parameter of that name; then it states nothing."""
    match word:
        case e.GainPoints(points, clause):
            yield clause, "points", points
        case e.LosePoints(points, clause):
            yield clause, "points", -points
        case e.GainWithTheLowest(points, tie):
            yield c.MAJ_6_1, "points", points
            yield c.MAJ_6_2, "points", points
            yield c.MAJ_6_3, "points", 2 * points
            yield c.MAJ_6_3, "tie", tie
            yield c.AMB_37, "points", points
            yield c.AMB_37, "lowest_points", 2 * points
            yield c.AMB_37, "tie", tie
        case e.Draw(pile, count, clause):
            yield clause, f"{pile.value}s", count
        case e.DrawUpTo(cards, counts, clause):
            yield clause, "cards", cards
            yield clause, "counts", counts
            yield c.AMB_36, "counts", counts
        case e.OfferDraw(Pile.MINOR, count):
            yield c.LOC3_1, "minors", count
            yield c.LOC3_2, "minors", count
        case e.MayExchange(minors, majors):
            yield c.LOC5_2, "minors", minors
            yield c.LOC5_3, "majors", majors
        case e.MayAdjustHouses(steps):
            yield c.LOC6_2, "prestige", steps
        case e.RaiseHouse(steps, clause, then_lower):
            yield clause, "prestige", steps
            if then_lower:
                yield c.MAJ_3_3, "prestige", -then_lower
        case e.HideFromDeck(count):
            yield c.LOC7_1, "minors", count
            yield c.LOC7_1, "hide", count
        case e.HideFromHand(clause, optional):
            yield clause, "optional", optional
        case _:
            yield from _of_rarer_word(word)


def _of_rarer_word(word: object) -> Iterator[Statement]:
    match word:
        case e.EverybodyMayHide(own, own_clause, others, others_clause, together):
            yield c.AMB_64, "together", together
            yield own_clause, "hide", own
            yield others_clause, "hide", others
            yield c.AMB_38, "most", own
        case e.TradeMinors(most):
            yield c.MAJ_13_1, "most", most
        case e.PassLeft(count):
            yield c.MAJ_10_1, "cards", count
            yield c.MAJ_10_2, "cards", count
        case e.MayMoveFigure(clause, optional):
            yield clause, "optional", optional
        case e.MaySwap(count, fool):
            yield c.MAJ_14_2, "swaps", count
            yield c.MAJ_14_3, "allowed", ("minor", "fool") if fool else ("minor",)
            yield c.AMB_18, "fool_swap", fool
        case e.Multiply(factor):
            yield c.MAJ_15_1, "factor", factor
            yield c.MAJ_15_2, "factor", factor
            yield c.AMB_9, "gain_factor", factor
            yield c.AMB_11, "points_factor", factor
        case e.TurnUpHidden(count):
            yield c.MAJ_19_2, "reveal", count
            yield c.MAJ_19_3, "reveal", count
        case e.ExileFigures(count):
            for clause in (c.MAJ_20_2, c.MAJ_20_3, c.AMB_41, c.AMB_42):
                yield clause, "figures", count
            yield c.MAJ_20_4, "locations", count
        case e.ScoreOutOfTurn(shift):
            yield c.WORLD_4, "shift", shift


# --- programs that are replaced ---------------------------------------------------------------------------------------

_ABOUT_MAJORS: Final[Mapping[int, tuple[ClauseId, ...]]] = {
    3: (c.AMB_58,),
    6: (c.AMB_37,),
    9: (c.AMB_38, c.AMB_64),
    10: (c.AMB_28,),
    11: (c.AMB_36,),
    13: (c.AMB_35,),
    14: (c.AMB_18, c.AMB_24, c.AMB_58),
    15: (c.AMB_9, c.AMB_10, c.AMB_11),
    16: (c.AMB_15, c.AMB_16, c.AMB_40, c.AMB_42, c.AMB_45, c.AMB_46, c.AMB_47),
    18: (c.AMB_29, c.AMB_64),
    19: (c.AMB_22, c.AMB_23, c.AMB_24, c.AMB_25, c.AMB_65),
    20: (c.AMB_15, c.AMB_16, c.AMB_40, c.AMB_41, c.AMB_42, c.AMB_46, c.AMB_47),
    21: (c.AMB_20, c.AMB_23, c.AMB_49),
}
"""The rulings that make no sense without what a Major does."""
_ABOUT_LOCATIONS: Final[Mapping[int, tuple[ClauseId, ...]]] = {
    3: (c.AMB_27,),
    5: (c.AMB_34,),
    6: (c.AMB_11, c.AMB_57),
    7: (c.AMB_30, c.INFO_7),
    8: (c.AMB_56,),
}
_WHATEVER_THE_FOOL_DOES: Final = (c.MAJ_0_4, c.MAJ_0_5, c.MAJ_0_6, c.MAJ_0_7, c.MAJ_0_8, c.MAJ_0_9, c.MAJG_4)
"""Clauses on hiding the Fool: that is not part of what the card does when it is played."""
_WITHOUT_THE_FOOL: Final = (c.AMB_17, c.AMB_18, c.AMB_19, c.AMB_20, c.AMB_21, c.AMB_25)
"""The rulings that make no sense if the Fool is left out of the game."""


def replaced(rules: Rules, base: Rules) -> dict[ClauseId, str]:
    """The clauses of every card or location whose program is another one, not the same with other numbers."""
    from arcanum.tarot.describe import said

    found: dict[ClauseId, str] = {}
    for number, (new, old) in enumerate(zip(rules.locations, base.locations, strict=True), start=1):
        about = about_location(number)
        if _shape(new.effects, about, number) != _shape(old.effects, about, number):
            found |= dict.fromkeys(about, f"location {number}: {said(new.effects)}")
        if _acts_on_houses(new.effects) and not _acts_on_houses(old.effects):
            found[c.MIN_D2] = f"location {number} acts on Houses: {said(new.effects)}"
    for number, (program, printed) in enumerate(zip(rules.majors, base.majors, strict=True)):
        about = about_major(number)
        if _shape(program, about) != _shape(printed, about) or _has_a_price(program) != _has_a_price(printed):
            found |= dict.fromkeys(about, f"Major {number}: {said(program)}")
    for clause in _WHATEVER_THE_FOOL_DOES:
        found.pop(clause, None)
    for number in rules.majors_left_out:
        if number not in base.majors_left_out:
            fool = _WITHOUT_THE_FOOL if number == FOOL.number else ()
            found |= dict.fromkeys((c.COMP_3, *about_major(number), *fool), f"Major {number} stays in the box")
    if rules.board.squares != base.board.squares:
        found[c.AMB_44] = "the symbols are those of another board"
    if rules.figures_per_location != base.figures_per_location or rules.suits_apart != base.suits_apart:
        found[c.SETUP_12] = "it follows from the limits of figures in a location, which are others"
    halves = [tuple(value // 2 for value in row[:2]) for row in rules.scoring_table]
    if [row and row[:2] for row in _shifted(rules)] != halves:
        found[c.WORLD_5] = "what the World pays is no longer half of what the table says"
    if any(row is not None and any(row[2:]) for row in _shifted(rules)):
        found[c.WORLD_6] = found[c.AMB_49] = "the World pays for the third place too"
    if rules.points_to_end != base.points_to_end:
        early = f"with {rules.points_to_end} points the game ends early, after a scoring"
        found |= dict.fromkeys(_ABOUT_THE_END, early)
    if rules.first_deal_draft != base.first_deal_draft:
        found |= dict.fromkeys((c.DRAW_4, c.DRAW_5, c.HIDE_8), "the first hands are drafted")
    if rules.open_hands != base.open_hands:
        found |= dict.fromkeys((c.INFO_10, c.AMB_60), "all hands lie open")
    return found


_ABOUT_THE_END: Final = (c.LEN_2, c.TURN_2, c.END_1)
"""The clauses by which the calendar alone says when the Houses are scored and when the game ends."""


def _without_clauses(word: object) -> object:
    """A program without the clauses that its words cite: what they do depends on that only in what is told."""
    if isinstance(word, tuple):
        return tuple(map(_without_clauses, word))
    kind: Any = type(word)
    if not attrs.has(kind):
        return word
    names = [field.name for field in attrs.fields(kind) if not field.name.endswith("clause")]
    return kind.__name__, *(_without_clauses(getattr(word, name)) for name in names)


def _has_a_price(program: Program) -> bool:
    """Whether a Major cannot be played without a Minor that can be spared, as Death cannot."""
    return any(
        isinstance(word, e.TradeMinors) or (isinstance(word, e.HideFromHand) and not word.optional) for word in program
    )


def _acts_on_houses(program: Iterable[object]) -> bool:
    """Whether a program changes the prestige of Houses."""
    return any(
        isinstance(word, e.RaiseHouse | e.MayAdjustHouses) or any(map(_acts_on_houses, _inside(word)))
        for word in program
    )


@cache
def about_location(number: int) -> frozenset[ClauseId]:
    """The clauses that are about what a location does."""
    return frozenset((*_stating("location", number), *_ABOUT_LOCATIONS.get(number, ())))


@cache
def about_major(number: int) -> frozenset[ClauseId]:
    """The clauses that are about what a Major does."""
    return frozenset((*_stating("card", number), *_ABOUT_MAJORS.get(number, ())))


def _stating(parameter: str, number: int) -> list[ClauseId]:
    """The clauses about a card or a location, by the parameter that says so."""
    from arcanum.tarot import GAME

    world = parameter == "card" and number == 21
    return [
        clause.id
        for clause in GAME.clauses()
        if (clause.parameters.get(parameter) == number and clause.section in ("MAJ", "MAJG", "LOC", "WORLD"))
        or (world and clause.section == "WORLD")
    ]


def _shape(program: Program, about: frozenset[ClauseId], location: int | None = None) -> object:
    """What is left of a program without the values that clauses about its place state."""
    if location in _PAYING and _first_points(program):
        program = program[1:]
    return tuple(_shape_of(word, about) for word in program)


def _shape_of(word: object, about: frozenset[ClauseId]) -> object:
    from arcanum.tarot import GAME

    index = GAME.clauses()
    stated = {name for clause, name, _ in _of_word(word) if clause in about and name in index[clause].parameters}
    kind: Any = type(word)
    kept: list[object] = [kind.__name__]
    for field in attrs.fields(kind):
        value: Any = getattr(word, field.name)
        if field.name.endswith("clause"):
            continue
        if isinstance(value, tuple):
            kept.append(tuple(_shape_of(each, about) for each in value))
        elif isinstance(value, bool):
            kept.append(None if {field.name, "fool_swap"} & stated else value)
        elif isinstance(value, int):
            kept.append(bool(value) if field.name == "then_lower" else None if stated else value)
        elif field.name not in stated:
            kept.append(value)
    return tuple(kept)


# --- what changed -----------------------------------------------------------------------------------------------------


def changes(rules: Rules, base: Rules) -> tuple[Change, ...]:
    """The values in which rules differ from their base, by the key that a file has for them."""
    from arcanum.tarot.describe import said

    found = list(changed_values(rules, base, ("board", "locations", "majors")))
    if rules.board != base.board:
        found.append(Change("board", "the board of the base", "another board"))
    for at, (one, other) in enumerate(zip(rules.locations, base.locations, strict=True), start=1):
        if one != other:
            old_words, new_words = said(other.effects), said(one.effects)
            found.append(Change(f"location.{at}", f"{other.name}: {old_words}", f"{one.name}: {new_words}"))
    for at, (program, printed) in enumerate(zip(rules.majors, base.majors, strict=True)):
        if program != printed:
            found.append(Change(f"major.{at}", said(printed), said(program)))
    return tuple(found)
