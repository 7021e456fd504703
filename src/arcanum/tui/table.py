"""What happens at the table: whose decision it is, who is looking, what may be taken back, what is saved.

It holds the whole game and gives away only what the seat before the screen may know: `view`, `log` and `reasons` are
what that seat sees, hears and is told. It knows nothing of terminals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from os import PathLike

import attrs

import arcanum
from arcanum import records
from arcanum.kernel.engine import pending
from arcanum.kernel.files import written
from arcanum.kernel.randomness import word_at
from arcanum.tui.seats import HUMAN, Chair, recorded_chair


class Waiting(Enum):
    """What a table waits for."""

    PERSON = "person"
    """The person before the screen has to decide."""
    CHANGE = "change"
    """Another person has to sit down before the screen."""
    COMPUTER = "computer"
    OVER = "over"


@attrs.frozen
class Thought:
    """A choice that a computer player has to make, with all that it may know."""

    kind: str
    seed: int
    view: arcanum.View

    def choose(self) -> arcanum.Action:
        """The choice; it may take long. The same thought always gives the same one, but for a budget of time."""
        legal = self.view.legal_actions
        return legal[0] if len(legal) == 1 else arcanum.player(self.kind, self.seed).choose(self.view)


@attrs.frozen
class Told:
    """A line of the log."""

    line: arcanum.Line
    new: bool
    """Whether it was told since the last decision of whoever is looking."""


@attrs.frozen
class _Story:
    """What somebody was told: the lines of every step so far."""

    teller: arcanum.Narrator
    chapters: list[tuple[arcanum.Line, ...]] = attrs.field(factory=list)


class Table:
    """One game with the people and the computer players around it."""

    def __init__(self, record: arcanum.Record, chairs: Sequence[Chair]) -> None:
        """A table for a new game or for one that goes on; the record says what was played so far."""
        self.chairs = tuple(chairs)
        self.names = tuple(chair.name for chair in self.chairs)
        self._setup = attrs.evolve(record, names=tuple(chair.recorded for chair in self.chairs), actions=())
        self._actions = list(record.actions)
        self._steps = list(record.replay())
        self._saved: arcanum.Record | None = None
        self._stories: dict[arcanum.Seat | None, _Story] = {}
        people = [seat for seat, chair in enumerate(self.chairs) if chair.is_human]
        self._people = len(people)
        self.viewer: arcanum.Seat | None = people[0] if len(people) == 1 else None
        """The seat before the screen; None is nobody in particular, who sees what a spectator sees."""

    @staticmethod
    def resumed(record: arcanum.Record, names: Sequence[str], kinds: Sequence[str] | None = None) -> Table:
        """The table at which a recorded game goes on.

        The names in the record say who plays, unless it has none or the kinds of players are given.
        """
        found = [recorded_chair(name) for name in record.names or names]
        if kinds is not None:
            if len(kinds) != record.players:
                raise arcanum.BadCall(f"the saved game has {record.players} seats, not {len(kinds)}")
            found = [Chair(chair.name, kind) for chair, kind in zip(found, kinds, strict=True)]
        return Table(record, found)

    # --- the game -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> arcanum.State:
        """Everything; not to be shown to anybody."""
        return self._steps[-1].state

    @property
    def rules(self) -> arcanum.RuleSet:
        """The rules by which the game is played."""
        return self.state.rules

    @property
    def decisions(self) -> int:
        """How many decisions were taken."""
        return len(self._actions)

    @property
    def asked(self) -> arcanum.Seat | None:
        """The seat that has to decide; None when the game is over."""
        return arcanum.to_act(self.state)

    @property
    def prompt(self) -> str:
        """What the seat that is asked has to do."""
        decision = pending(self.state)
        return "" if decision is None else decision.prompt

    @property
    def waiting(self) -> Waiting:
        """What the table waits for."""
        if self.asked is None:
            return Waiting.OVER
        if not self.chairs[self.asked].is_human:
            return Waiting.COMPUTER
        return Waiting.PERSON if self.asked == self.viewer else Waiting.CHANGE

    def sit_down(self) -> None:
        """The person who is asked confirms that he is before the screen now."""
        assert self.waiting is Waiting.CHANGE
        self.viewer = self.asked

    def take(self, action: arcanum.Action) -> None:
        """Carry out the decision of the seat that is asked, and cover the cards if somebody else has to look then."""
        done = arcanum.step(self.state, action)
        self._actions.append(action)
        self._steps.append(done)
        self._cover()

    def thought(self) -> Thought:
        """What the computer player that is asked has to think about.

        Its seed depends on nothing but the game and the number of the decision, so that a game which was saved, or of
        which something was taken back, goes on as it would have.
        """
        assert self.asked is not None
        seed = word_at(~self._setup.seed, self.decisions)
        return Thought(self.chairs[self.asked].kind, seed, arcanum.observe(self.state, self.asked))

    def _cover(self) -> None:
        """Show no secrets any more once somebody else is to look, or once nobody has to decide any more."""
        if self._people > 1 and self.waiting in (Waiting.CHANGE, Waiting.OVER):
            self.viewer = None

    # --- what may be shown --------------------------------------------------------------------------------------------

    @property
    def view(self) -> arcanum.View:
        """What whoever is before the screen may see."""
        return arcanum.observe(self.state, self.viewer)

    def narrator(self) -> arcanum.Narrator:
        """Somebody who puts actions and events into words."""
        return arcanum.narrator(self.rules, self.names)

    def log(self) -> list[Told]:
        """What whoever is before the screen has heard, from the start."""
        story = self._stories.setdefault(self.viewer, _Story(self.narrator()))
        for number in range(len(story.chapters), len(self._steps)):
            story.chapters.append(tuple(self._chapter(number, story.teller)))
        last_own = self._last_decision_of(self.viewer) or len(self._steps)
        return [Told(line, number >= last_own) for number, lines in enumerate(story.chapters) for line in lines]

    def _chapter(self, number: int, teller: arcanum.Narrator) -> Iterator[arcanum.Line]:
        """What whoever is before the screen has heard of a step; of a silent one only he who decided knows more."""
        done = self._steps[number]
        if number and not done.events:
            seat = self._seat_of(number)
            choice = f": {teller.choice(self._actions[number - 1])}" if seat == self.viewer else " has decided"
            yield arcanum.Line(3, f"{self.names[seat]}{choice}")
        for event in done.heard(self.viewer):
            yield from teller.lines(event)

    def reasons(self, action: arcanum.Action) -> tuple[arcanum.Violation, ...]:
        """Why whoever is before the screen cannot do that now; empty if he can."""
        if self.viewer is None:
            decision = pending(self.state)
            clause = self.state.game.over(self.state).clause if decision is None else decision.clause
            return (arcanum.Violation(clause, "nobody who could decide is before the screen"),)
        found = arcanum.why_not(self.state, action, seat=self.viewer)
        return tuple(arcanum.Violation(each.clause, self._named(each.message)) for each in found)

    def _named(self, message: str) -> str:
        """A sentence with the names of the players in the place of their seats."""
        return re.sub(r"\bseat (\d+)\b", lambda found: self._name(int(found[1]), found[0]), message)

    def _name(self, seat: int, otherwise: str) -> str:
        return self.names[seat] if seat < len(self.names) else otherwise

    # --- taking back --------------------------------------------------------------------------------------------------

    def why_no_undo(self) -> str | None:
        """Why the last decision of whoever is before the screen cannot be taken back; None if it can.

        It can as long as he has learned nothing hidden since, nothing was drawn by lot, and nobody has answered it.
        With nobody before the screen it is about the person who decided last.
        """
        seat = self._undoer()
        first = self._last_decision_of(seat)
        if seat is None or first is None:
            return "there is no decision of yours to take back"
        for number in range(first, len(self._steps)):
            done, other = self._steps[number], self._seat_of(number)
            if other != seat and (done.events or self.chairs[other].is_human):
                return f"{self.names[other]} has decided since, and may have counted on it"
            if done.chance:
                return "something was shuffled or drawn by lot since"
            if seat in done.learned:
                return "you have seen something since that you could not know then"
        return None

    def undo(self) -> None:
        """Take back the last decision, with the silent ones of computer players since; raises `BadCall` if not fair."""
        refusal = self.why_no_undo()
        if refusal is not None:
            raise arcanum.BadCall(f"this cannot be taken back: {refusal}")
        first = self._last_decision_of(self._undoer())
        assert first is not None
        del self._steps[first:], self._actions[first - 1 :]
        self._stories.clear()  # a narrator cannot forget
        self._cover()

    def _undoer(self) -> arcanum.Seat | None:
        if self.viewer is not None:
            return self.viewer
        people = [seat for seat in map(self._seat_of, range(1, len(self._steps))) if self.chairs[seat].is_human]
        return people[-1] if people else None

    def _seat_of(self, number: int) -> arcanum.Seat:
        """Whose decision led to a step."""
        seat = arcanum.to_act(self._steps[number - 1].state)
        assert seat is not None
        return seat

    def _last_decision_of(self, seat: arcanum.Seat | None) -> int | None:
        """The number of the step to which the last decision of a seat led."""
        own = (number for number in range(len(self._steps) - 1, 0, -1) if self._seat_of(number) == seat)
        return next(own, None)

    # --- saving -------------------------------------------------------------------------------------------------------

    @property
    def record(self) -> arcanum.Record:
        """The game so far."""
        return attrs.evolve(self._setup, actions=tuple(self._actions))

    @property
    def is_saved(self) -> bool:
        """Whether everything that was decided is in a file."""
        return not self._actions or self.record == self._saved

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record into a file, as a whole or not at all; raises `BadCall` if it cannot be written."""
        record = self.record
        written(path, lambda file: records.write(file, record))
        self._saved = record


def default_kinds(players: int) -> tuple[str, ...]:
    """Who plays if nobody says: one person against computers."""
    return (HUMAN, *["greedy"] * (players - 1))
