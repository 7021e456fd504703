"""The same situation under several printings, and the facts in which they part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, TypeVar

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.clauses import Parameter
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.subject import built_in_only
from arcanum.spec.tarot.arrange import with_hidden, with_points, with_prestige
from arcanum.tarot import GAME, Rules, State
from arcanum.tarot.cards import SUITS, Minor, Suit
from arcanum.tarot.events import Phase
from arcanum.tarot.houses import ScoreHouses
from arcanum.tarot.rules import rules

from .scenes_kit import plays
from .scoring_kit import cards
from .stage_kit import happening

PRINTINGS = GAME.clauses().printings
Facts = dict[str, object]
Option = str | tuple[str, int]
"""A value of the rules by name; a Major or a location by its place in the row."""
T = TypeVar("T")
CHOICES = {
    "first_game_draw": ("minors", "choice"),
    "first_game_length": ("short", "any"),
    "rescue_draw": ("turn", "phase"),
    "dead_minor": ("playable", "only-if-none-moves"),
    "last_minor": ("kept-if-possible", "free"),
    "tower_ends": ("turn", "round"),
    "figures_return": ("turn", "round"),
    "overflow": ("per-step", "once"),
    "tie_break": ("sum", "highest"),
    "split": ("pool", "place"),
    "fool_choice": ("after-reveal", "suit-by-suit"),
    "final_tie": ("hand", "shared"),
}
"""The words that a house rule may write where the printings choose between two ways, a second time."""


def check_choices(rules: Rules) -> None:
    """A rule set bears the name of its printing, and every choice in it is one that can be written down."""
    assert rules.name == f"arcanum/{rules.printing}"
    for name, known in CHOICES.items():
        assert getattr(rules, name) in known, f"{name} of {rules.name}"


# --- the printings ----------------------------------------------------------------------------------------------------


@attrs.frozen
class Pair:
    """Two printings that read a clause differently, and what each states."""

    names: tuple[str, str]
    stated: tuple[Parameter, Parameter]

    def diverge(self, option: Option, run: Callable[[Rules], Facts]) -> tuple[Facts, Facts]:
        """What becomes of a situation under either printing; with this option set equal, either way, they agree."""
        one, other = map(printed, self.names)
        in_one, in_other = run(one), run(other)
        assert run(with_option(one, other, option)) == in_other
        assert run(with_option(other, one, option)) == in_one
        return in_one, in_other


def printed(printing: str) -> Rules:
    """The rules as printed."""
    return rules(f"{GAME.name}/{printing}")


def read(clause: ClauseId, parameter: str, printing: str) -> Parameter:
    """What the index says for a printing."""
    return GAME.clauses()[clause].parameter(parameter, printing)


def pairs(parameter: str, *clauses: ClauseId, among: Sequence[str] = PRINTINGS) -> st.SearchStrategy[Pair]:
    """Pairs of printings that differ in what a clause states; all clauses that carry the row say the same."""
    found = []
    for names in permutations(among, 2):
        readings = [(read(clause, parameter, names[0]), read(clause, parameter, names[1])) for clause in clauses]
        assert all(reading == readings[0] for reading in readings)
        if readings[0][0] != readings[0][1]:
            found.append(Pair(names, readings[0]))
    assert found, "there is no such row"
    return st.sampled_from(found).map(compared)


def situations(of: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Situations out of games of any rule set, to be looked at under all printings."""
    return st.just(of).map(compared).flatmap(lambda strategy: strategy)


def compared(value: T) -> T:
    """The value; it is printings that are compared, so a variant is none of the property's business."""
    built_in_only("it compares the printings with each other")
    return value


def with_option(rules: Rules, source: Rules, option: Option) -> Rules:
    """The rules with one value taken from others."""
    if isinstance(option, str):
        return attrs.evolve(rules, **{option: getattr(source, option)})
    name, place = option
    row: Any = getattr(rules, name)
    row = (*row[:place], getattr(source, name)[place], *row[place + 1 :])
    return attrs.evolve(rules, **{name: row})


# --- facts ------------------------------------------------------------------------------------------------------------


def under(state: State, rules: Rules) -> State:
    """The same table under other rules."""
    return attrs.evolve(state, rules=rules)


def facts(state: State) -> Facts:
    """Everything that can be said of a state, by name; not its rules, nor what they allow somebody to do next."""
    found: Facts = {"asked": (arcanum.to_act(state), type(state.agenda[-1]) if state.agenda else None)}
    for field in attrs.fields(State):
        value = getattr(state, field.name)
        if field.name == "players":
            for seat, player in enumerate(value):
                found |= {f"{part.name} {seat}": getattr(player, part.name) for part in attrs.fields(type(player))}
        elif field.name not in ("rules", "agenda", "options") and field.eq:
            found[field.name] = value
    outcome = arcanum.outcome(state) if state.phase is Phase.OVER else None
    return found if outcome is None else {**found, "winners": outcome.winners}


def differences(one: Facts, other: Facts) -> set[str]:
    """The names of the facts in which two situations differ."""
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def alike(run: Callable[[Rules], Facts]) -> Facts:
    """What becomes of a situation, which must be the same under all seven printings."""
    found = [run(printed(printing)) for printing in PRINTINGS]
    assert all(each == found[0] for each in found), found
    return found[0]


def other_reading(option: str, value: Any, run: Callable[[Rules], Facts]) -> set[str]:
    """In what facts a situation would differ if a value of the rules were the other one, the same for all printings."""
    found = []
    for printing in PRINTINGS:
        as_printed = printed(printing)
        assert getattr(as_printed, option) != value
        found.append(differences(run(as_printed), run(attrs.evolve(as_printed, **{option: value}))))
    assert all(each == found[0] for each in found), found
    return found[0]


# --- scorings ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Scoring:
    """A table about to be scored on which only one House has hidden cards; nobody has points."""

    state: State
    house: Suit

    def run(self, rules: Rules) -> Facts:
        """Score it."""
        return facts(happening(under(self.state, rules), ScoreHouses()).after)

    def paid(self) -> dict[Seat, int]:
        """What everybody gets, which must be the same under all printings; nobody who gets nothing."""
        found = alike(self.run)
        points = {seat: found[f"vp {seat}"] for seat in range(len(self.state.players))}
        return {seat: paid for seat, paid in points.items() if isinstance(paid, int) and paid}


@st.composite
def one_house(draw: st.DrawFn, rank: int, *shown: Sequence[int]) -> Scoring:
    """A scoring of the House of that rank, in which the seats in turn have hidden cards with these numbers."""
    state = draw(situations(plays()))
    houses = draw(st.permutations(SUITS))
    prestige = dict(zip(houses, sorted(draw(_LEVELS), reverse=True), strict=True))
    house = houses[rank - 1]
    hidden: list[Sequence[Minor]] = [cards(house, ranks) for ranks in shown]
    hidden += [()] * (len(state.players) - len(hidden))
    state = with_hidden(with_prestige(state, [prestige[suit] for suit in SUITS]), hidden)
    return Scoring(with_points(state, [0] * len(state.players)), house)


_LEVELS = st.sets(st.integers(0, 21), min_size=len(SUITS), max_size=len(SUITS))
