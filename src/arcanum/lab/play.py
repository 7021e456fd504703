"""Playing one game of many. What happens in it follows from the plan and its number, wherever it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from arcanum.kernel.engine import RuleSet, Step, advance, legal_actions, pending
from arcanum.kernel.errors import BadCall, IllegalAction
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import next_word, seeded
from arcanum.lab.kits import kit_of
from arcanum.lab.players import Factory, name_of
from arcanum.lab.results import GameResult

MOST_DECISIONS = 5_000
"""When a game is given up; random players of Arcana may go round for ever."""
_ODD = 0x9E3779B97F4A7C15


@attrs.frozen
class Plan:
    """Which games to play: all that a result depends on besides the number of the game."""

    rules: RuleSet
    players: tuple[Factory, ...]
    seed: int
    options: Mapping[str, object] = attrs.field(factory=dict)

    def seed_of(self, number: int) -> int:
        """The seed of a game: that word which the generator of the plan's seed draws after as many others.

        >>> from arcanum.kernel.randomness import next_word
        >>> rng, first = next_word(7)
        >>> plan = Plan(None, (), 7)
        >>> plan.seed_of(0) == first, plan.seed_of(1) == next_word(rng)[1]
        (True, True)
        """
        return next_word(seeded(self.seed + number * _ODD))[1]

    def seating(self, number: int) -> tuple[Factory, ...]:
        """Who sits where: from game to game everybody moves one seat to the left."""
        players = self.players
        return tuple(players[(seat - number) % len(players)] for seat in range(len(players)))

    def begin(self, number: int) -> Step:
        """The opening of a game."""
        options = dict(self.options)
        return self.rules.game.begin(self.rules, len(self.players), self.seed_of(number), options)


def play(plan: Plan, number: int) -> GameResult:
    """Play game number so-and-so."""
    opening = plan.begin(number)
    state, log = opening.state, list(opening.events)
    game, kit = state.game, kit_of(state.game)
    first = kit.first_player(state)
    seed = plan.seed_of(number)
    seating = plan.seating(number)
    # Not the words that the game itself draws: nobody should know what comes.
    players = [make(next_word(seeded(~seed + seat * _ODD))[1]) for seat, make in enumerate(seating)]
    decisions = forced = choices = 0
    while (legal := legal_actions(state)) and decisions < MOST_DECISIONS:
        decisions += 1
        choices += len(legal)
        action = legal[0]
        if len(legal) == 1:
            forced += 1
        else:
            asked = pending(state)
            assert asked is not None
            action = players[asked.seat].choose(game.observe(state, asked.seat))
        try:
            state = advance(state, action, None, log)
        except IllegalAction as error:
            asked = pending(state)
            assert asked is not None
            who = f"game {number}, decision {decisions}: the player {name_of(seating[asked.seat])}"
            raise BadCall(f"{who} chose what is not legal: {error}") from None
    points = kit.points(state, log)
    outcome = game.outcome(state) if not legal else None
    return GameResult(
        number=number,
        seed=seed,
        players=tuple(name_of(each) for each in seating),
        first=first,
        scores=tuple(sum(each.values()) for each in points) if outcome is None else outcome.scores,
        winners=() if outcome is None else outcome.winners,
        rounds=kit.rounds(state),
        decisions=decisions,
        forced=forced,
        choices=choices,
        lead_changes=lead_changes(len(players), kit.gains(state, log)),
        points=points,
        uses=kit.uses(state, log),
    )


def lead_changes(players: int, gains: Iterable[tuple[Seat, int]]) -> int:
    """How often somebody else than before is ahead of all others.

    >>> lead_changes(2, [(0, 3), (1, 3), (0, 1), (1, 2)])
    1
    """
    totals, leader, changes = [0] * players, None, 0
    for seat, points in gains:
        totals[seat] += points
        most = max(totals)
        if totals.count(most) == 1 and (ahead := totals.index(most)) != leader:
            changes += leader is not None
            leader = ahead
    return changes
