"""What the properties about set-up, course and end of a game share: fresh games, phases of a turn, closing a turn.

Expectations about length and calendar are read from the clause index here, once.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.clauses import FrozenMap, Parameter
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import below
from arcanum.spec.games import any_rules, some_of
from arcanum.spec.subject import remembered
from arcanum.spec.tarot.arrange import pause, waiting_for
from arcanum.spec.tarot.games import Game, Turn, any_players, expected, positions, tarot_rules
from arcanum.tarot import Rules, State
from arcanum.tarot.cards import Minor
from arcanum.tarot.clause_ids import LEN_1, LEN_4, P3_1, P3_2
from arcanum.tarot.events import GameEnded, PawnPassed, Phase, PhaseBegan
from arcanum.tarot.flow import END_TURN
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.setup import LENGTHS, set_up
from arcanum.tarot.state import MOST_PLAYERS

NOT_THREE = (2, *range(4, MOST_PLAYERS + 1))
"""The numbers of players to which the special rule for three does not apply."""

# --- what the index states --------------------------------------------------------------------------------------------


def stated(clause: ClauseId, parameter: str, printing: str) -> int:
    """A number that the index states for a printing."""
    value = expected(clause, parameter, printing)
    assert type(value) is int
    return value


def numbers(value: Parameter) -> tuple[int, ...]:
    """A parameter that is a row of numbers."""
    assert isinstance(value, tuple)
    found = tuple(each for each in value if type(each) is int)
    assert len(found) == len(value)
    return found


def words(value: Parameter) -> tuple[str, ...]:
    """A parameter that is a row of words."""
    assert isinstance(value, tuple)
    found = tuple(each for each in value if isinstance(each, str))
    assert len(found) == len(value)
    return found


def counts(value: Parameter) -> dict[str, int]:
    """A parameter that is a table of numbers."""
    assert isinstance(value, FrozenMap)
    found = {name: number for name, number in value.items() if type(number) is int}
    assert len(found) == len(value)
    return found


def agreed_turns(game: Game) -> int:
    """How many turns the index gives a game of this length."""
    return game.number(P3_2 if game.players == 3 else LEN_1, game.length)


def scoring_turns(game: Game) -> tuple[int, ...]:
    """The turns in which the index scores the Houses."""
    return numbers(game.expected(P3_1 if game.players == 3 else LEN_4, game.length))


# --- games that have just begun ---------------------------------------------------------------------------------------


@attrs.frozen
class Agreement:
    """What is settled before a game starts."""

    ruleset: str
    players: int
    length: str
    seed: int

    @property
    def printing(self) -> str:
        """The printing of the rule set."""
        return self.rules.printing

    @property
    def rules(self) -> Rules:
        """The rules."""
        return tarot_rules(self.ruleset)

    def set_up(self, majors: str = "") -> State:
        """The table before the first deal."""
        return set_up(self.rules, self.players, self.seed, self._options(majors))

    def begin(self, majors: str = "") -> tuple[State, tuple[Event, ...]]:
        """The first state in which somebody decides, and what happened until then."""
        begun = arcanum.begin(self.rules, players=self.players, seed=self.seed, **self._options(majors))
        assert isinstance(begun.state, State)
        return begun.state, begun.events

    def many(self) -> tuple[State, ...]:
        """The table of many such games, from fixed seeds, so that no run is unlucky."""
        return many_tables(self.ruleset, self.players)

    def majors(self, wanted: str = "") -> str:
        """The Majors in the game; unless they matter there are none, if the rules allow that."""
        offered = some_of(self.rules.major_variants, (wanted,) if wanted else None, "variants of the Majors")
        return next((each for each in ("none", "all") if each in offered), offered[0])

    def _options(self, majors: str) -> dict[str, object]:
        return {"length": self.length, "majors": self.majors(majors)}


@st.composite
def agreements(
    draw: st.DrawFn, rulesets: Sequence[str] | None = None, players: Sequence[int] | None = None
) -> Agreement:
    """Games about to begin, under any rule set."""
    ruleset = draw(any_rules("arcanum", rulesets))
    return Agreement(
        ruleset, draw(any_players(ruleset, players)), draw(st.sampled_from(LENGTHS)), draw(st.integers(0, 2**63))
    )


@remembered(8)
def many_tables(ruleset: str, players: int) -> tuple[State, ...]:
    """A game with all Majors set up with many seeds."""
    return tuple(Agreement(ruleset, players, LENGTHS[0], seed).set_up("all") for seed in range(300))


def quiet_plays() -> st.SearchStrategy[State]:
    """Moments in which a card is to be played and no Major is at work: no Devil, no Tower, no figure off the board."""
    calm = positions(PlayCard).filter(lambda state: not state.tower and not state.exiles)
    return calm.map(lambda state: attrs.evolve(state, factor=1))


def states_with_majors(agreement: Agreement) -> tuple[State, ...]:
    """All states of a game with the whole deck, with choices at random."""
    state, _ = agreement.begin(majors="all")
    found = [state]
    rng = agreement.seed
    while legal := arcanum.legal_actions(state):
        rng, index = below(rng, len(legal))
        after = arcanum.apply(state, legal[index])
        assert isinstance(after, State)
        found.append(state := after)
    return tuple(found)


# --- turns and their phases -------------------------------------------------------------------------------------------


def phases(turn: Turn) -> tuple[Phase, ...]:
    """The phases of a turn in the order in which they began."""
    return tuple(event.phase for event in turn.events if isinstance(event, PhaseBegan))


def during(turn: Turn, phase: Phase) -> tuple[Event, ...]:
    """What happened in a phase of a turn; nothing, if the turn did not have it."""
    found: list[Event] = []
    current = None
    for event in turn.events:
        if isinstance(event, PhaseBegan):
            current = event.phase
        elif isinstance(event, PawnPassed | GameEnded):
            current = None
        elif current is phase:
            found.append(event)
    return tuple(found)


def runs_clockwise(seats: Sequence[Seat], start: Seat, players: int) -> bool:
    """Whether seats come in clockwise order from a start, each at most once; seats may be left out."""
    steps = [(seat - start) % players for seat in seats]
    return steps == sorted(set(steps))


# --- closing a turn ---------------------------------------------------------------------------------------------------


def close_turn(state: State, turn: int) -> tuple[State, tuple[Event, ...]]:
    """What follows when this turn has a number and all its cards have been played."""
    done = arcanum.step(waiting_for(attrs.evolve(state, turn=turn, factor=1), END_TURN, pause()), PASS)
    assert isinstance(done.state, State)
    return done.state, done.events


def with_hand_sizes(state: State, sizes: Sequence[int]) -> State:
    """The state with hands of so many Minors; the rest of what was in hands and piles is the deck."""
    held = [card for player in state.players for card in player.hand if isinstance(card, Minor)]
    pool = [*held, *state.minor_deck, *state.minor_discard]
    players = []
    for player, size in zip(state.players, sizes, strict=True):
        hand, pool = pool[:size], pool[size:]
        players.append(attrs.evolve(player, hand=tuple(sorted(hand, key=lambda card: card.position))))
    return attrs.evolve(state, players=tuple(players), minor_deck=tuple(pool), minor_discard=())
