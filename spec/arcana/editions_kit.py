"""The same situation under both editions, and the facts in which they part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Rules, State
from arcanum.guilds.rules import rules as built_in
from arcanum.guilds.setup import set_up
from arcanum.kernel.clauses import Parameter
from arcanum.kernel.errors import BadCall
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.guilds.arrange import resume
from arcanum.spec.guilds.games import expected, sound
from arcanum.spec.subject import built_in_only

from .ending_kit import GUILDS, table

PLAYERS = st.sampled_from((2, 3, 4))
SEEDS = st.integers(0, 2**20)
Facts = dict[str, object]


def revised_rules() -> Rules:
    """The Revised Edition."""
    return built_in("arcana/revised")


def first_rules() -> Rules:
    """The first edition."""
    return built_in("arcana/first")


def same_cards() -> Rules:
    """The rules of the first edition, with the cards of the other one."""
    return attrs.evolve(first_rules(), catalogue=revised_rules().catalogue)


def with_modules_of(one: Rules, other: Rules) -> Rules:
    """Some rules, with the modules that others offer and have built in."""
    return attrs.evolve(other, optional=one.optional, built_in=one.built_in)


def between_editions() -> None:
    """Say that a property compares the editions with each other: it has nothing to say about a variant."""
    built_in_only("it compares the two editions")


# --- comparing --------------------------------------------------------------------------------------------------------


def facts(state: State) -> Facts:
    """Everything that can be said of a state, by name; not its rules, nor what they allow somebody to do next."""
    found: Facts = {"asked": (arcanum.to_act(state), type(state.agenda[-1]) if state.agenda else None)}
    for field in attrs.fields(State):
        value = getattr(state, field.name)
        if field.name in ("players", "districts"):
            for at, each in enumerate(value):
                name = f"{field.name[:-1]} {getattr(each, 'name', at)}"
                found |= {f"{name}: {part.name}": getattr(each, part.name) for part in attrs.fields(type(each))}
        elif field.name not in ("rules", "agenda") and field.eq:
            found[field.name] = value
    outcome = arcanum.outcome(state)
    return found if outcome is None else {**found, "scores": outcome.scores, "winners": outcome.winners}


def differences(one: Facts, other: Facts) -> set[str]:
    """The names of the facts in which two situations differ."""
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def diverge(option: str, run: Callable[[Rules], Facts], other: Rules | None = None) -> tuple[Facts, Facts]:
    """What becomes of a situation under either edition; with this option set equal, either way, they agree."""
    revised, first = revised_rules(), other or first_rules()
    in_revised, in_first = run(revised), run(first)
    assert run(attrs.evolve(revised, **{option: getattr(first, option)})) == in_first
    assert run(attrs.evolve(first, **{option: getattr(revised, option)})) == in_revised
    return in_revised, in_first


def under(state: State, rules: Rules) -> State:
    """The same arrangement of the same cards under other rules."""
    return attrs.evolve(state, rules=attrs.evolve(rules, catalogue=state.rules.catalogue))


def readings(parameter: str, *clauses: ClauseId) -> tuple[Parameter, Parameter]:
    """What the index says for the Revised and for the first edition; all clauses that carry a row say the same."""
    found = [tuple(expected(clause, parameter, edition) for edition in ("revised", "first")) for clause in clauses]
    assert all(each == found[0] for each in found)
    return found[0][0], found[0][1]


def begun(rules: Rules, players: int, seed: int, **options: object) -> State:
    """A new game, also by rules that mix two editions so that no table could ask for them."""
    return sound(resume(set_up(rules, players, seed, options)).state)


def opened(rules: Rules, players: int, seed: int, modules: Sequence[str] = ()) -> State:
    """A new game of guilds that both editions have, in its first round."""
    state = begun(rules, players, seed, guilds=GUILDS[:players], modules=tuple(modules))
    while state.round == 0:
        state = sound(arcanum.apply(state, arcanum.legal_actions(state)[0]))
    return state


def accepted(rules: Rules, players: int = 2, **options: object) -> bool:
    """Whether a game with these options can begin."""
    try:
        begun(rules, players, 1, **options)
    except BadCall:
        return False
    return True


@st.composite
def tables(draw: st.DrawFn, players: Sequence[int] = (2, 3, 4)) -> State:
    """Games with what belongs to every game of the first edition, of which each edition can take over."""
    state = table("arcana/revised", draw(st.sampled_from(players)), ("militia", "objectives"))
    return attrs.evolve(state, first_player=draw(st.sampled_from(range(len(state.players)))))


def any_seat(state: State, data: st.DataObject) -> Seat:
    """One of the players."""
    return data.draw(st.sampled_from(range(len(state.players))))
