"""Playing one game of many. What happens in it follows from the plan and its number, wherever it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from arcanum.kernel.engine import State, Step, advance, legal_actions, pending
from arcanum.kernel.errors import BadCall, IllegalAction
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.game import RuleSet
from arcanum.kernel.randomness import word_at
from arcanum.lab.kits import kit_of
from arcanum.lab.players import Factory, Player, name_of
from arcanum.lab.results import GameResult

PLAY = 1
"""What the same plan gives: raised whenever a player chooses otherwise than before, or something is counted otherwise.
Results of another number are other results.
"""


@attrs.frozen
class Plan:
    """Which games to play: all that a result depends on besides the number of the game."""

    rules: RuleSet
    players: tuple[Factory, ...]
    seed: int
    options: Mapping[str, object] = attrs.field(factory=dict)
    names: tuple[str, ...] = attrs.field()
    """What the players are called. Told to other processes, because some factories lose their names on the way."""

    @names.default
    def _names(self) -> tuple[str, ...]:
        return tuple(map(name_of, self.players))

    def seed_of(self, number: int) -> int:
        """The seed of a game: that word which the generator of the plan's seed draws after as many others."""
        return word_at(self.seed, number)

    def seating(self, number: int) -> tuple[Factory, ...]:
        """Who sits where: from game to game everybody moves one seat to the left."""
        return tuple(self.players[at] for at in self._places(number))

    def named(self, number: int) -> tuple[str, ...]:
        """The names of those who sit where."""
        return tuple(self.names[at] for at in self._places(number))

    def _places(self, number: int) -> Iterator[int]:
        return ((seat - number) % len(self.players) for seat in range(len(self.players)))

    def begin(self, number: int) -> Step:
        """The opening of a game."""
        options = dict(self.options)
        return self.rules.game.begin(self.rules, len(self.players), self.seed_of(number), options)


def play(plan: Plan, number: int) -> GameResult:
    """Play game number so-and-so."""
    opening = plan.begin(number)
    seed, seating = plan.seed_of(number), plan.seating(number)
    # Not the words that the game itself draws: nobody should know what comes.
    players = [make(word_at(~seed, seat)) for seat, make in enumerate(seating)]
    names = plan.named(number)
    game = _Game(opening.state, list(opening.events))
    try:
        game.play_out(players)
    except IllegalAction as error:
        who = names[_asked(game.state)]
        raise BadCall(f"game {number}, decision {game.decisions}: {who} chose what is not legal: {error}") from None
    state, log, kit = game.state, game.log, kit_of(game.state.game)
    points = kit.points(state, log)
    outcome = state.game.outcome(state)
    return GameResult(
        number=number,
        seed=seed,
        players=names,
        first=kit.first_player(opening.state),
        scores=outcome.scores,
        winners=outcome.winners,
        rounds=kit.rounds(state),
        decisions=game.decisions,
        forced=game.forced,
        choices=game.choices,
        lead_changes=lead_changes(len(players), kit.gains(state, log)),
        points=points,
        uses=kit.uses(state, log),
    )


@attrs.define
class _Game:
    """A game that is being played, and what is counted on the way."""

    state: State
    log: list[Event]
    decisions: int = 0
    forced: int = 0
    choices: int = 0

    def play_out(self, players: Sequence[Player]) -> None:
        """Play it to its end."""
        picks = [getattr(player, "pick", None) for player in players]
        while legal := legal_actions(self.state):
            self.decisions += 1
            self.choices += len(legal)
            action = legal[0]
            if len(legal) == 1:
                self.forced += 1
            else:
                seat = _asked(self.state)
                pick = picks[seat]
                action = (
                    players[seat].choose(self.state.game.observe(self.state, seat)) if pick is None else pick(legal)
                )
            self.state = advance(self.state, action, None, self.log)


def _asked(state: State) -> Seat:
    decision = pending(state)
    assert decision is not None
    return decision.seat


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
