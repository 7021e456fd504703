"""Whatever happens or is refused is told by the Major or the location that does it, wherever that effect is printed.

A house rule can put the effect of one card or location into any other; the properties here play with all of them moved.
"""

from __future__ import annotations

from functools import partial

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.events import Event
from arcanum.kernel.ids import ClauseId
from arcanum.spec import proves
from arcanum.spec.games import any_rules
from arcanum.spec.subject import under_test
from arcanum.spec.tarot.games import Game, Leaning, games
from arcanum.tarot import State
from arcanum.tarot.cards import TOWER, Figure, Major
from arcanum.tarot.clause_ids import LOC_ALL, MAJ_0_4, MAJ_0_5, MAJ_0_6, MAJ_0_7, MAJ_0_8, MAJ_0_9, MAJG_1
from arcanum.tarot.events import (
    BecameActive,
    FigureRemoved,
    FigureReturned,
    LocationActivated,
    PhaseBegan,
    Played,
)

from .places_kit import Place, elsewhere, place_of
from .tries_kit import PARTS, tried

THE_HIDDEN_FOOL = (MAJ_0_4, MAJ_0_5, MAJ_0_6, MAJ_0_7, MAJ_0_8, MAJ_0_9)
"""What the Fool does where it lies hidden, whatever it does when it is played."""


@st.composite
def mixed_up(draw: st.DrawFn) -> str:
    """Rules by which every Major and every location but the Tower does what another one does in print."""
    base = draw(any_rules("arcanum"))
    if under_test() is not None:
        return base
    return f"{base} with {draw(st.sampled_from(range(1, 31)).map(partial(elsewhere, 'arcanum/consensus')))}"


def busy() -> st.SearchStrategy[Game]:
    """Games in which many Majors are played, by rules that are mixed up, or those under test."""
    leaning = st.builds(Leaning, passing=st.sampled_from((None, False)), majors=st.just(tuple(range(22))))
    return games(named=mixed_up(), majors=("all",), leaning=leaning)


@attrs.define
class AtWork:
    """The cards and locations that do something at a moment of a game."""

    played: set[Place] = attrs.field(factory=set)
    """The card that is being resolved, and the locations that it activated."""
    away: dict[Figure, Place] = attrs.field(factory=dict)
    """By which card the figures are off the board."""

    def note(self, event: Event) -> None:
        """What an event sets to work."""
        match event:
            case Played(card=card):
                self.played = {("card", card.number)} if isinstance(card, Major) else set()
            case BecameActive() | PhaseBegan():
                self.played = set()
            case LocationActivated(location=location):
                self.played.add(("location", location))
            case FigureRemoved(figure=figure):
                (self.away[figure],) = [place for place in self.played if place[0] == "card"]

    def may_tell(self, clause: ClauseId, *states: State) -> bool:
        """Whether a clause is general, or about what is at work."""
        lying = {("card", TOWER.number)} if any(state.tower for state in states) else set()
        known = {None, *self.played, *self.away.values(), *lying}
        return place_of(clause) in known or clause in THE_HIDDEN_FOOL


@proves(LOC_ALL, MAJG_1)
@given(busy())
def test_what_happens_is_told_by_the_card_or_location_that_does_it(game: Game) -> None:
    """No event names a clause of a card or location that has nothing to do with it, wherever its effect is printed."""
    work = AtWork()
    for step in game.steps:
        for event in step.events:
            work.note(event)
            assert work.may_tell(event.clause, step.before, step.after), f"{event.clause}: {event}"
            if isinstance(event, FigureReturned):
                assert place_of(event.clause) == work.away.pop(event.figure)


@proves(LOC_ALL, MAJG_1)
@given(busy(), st.integers(0, PARTS - 1))
def test_what_is_refused_is_refused_by_the_card_or_location_that_asks(game: Game, start: int) -> None:
    """Neither a question nor a refusal names a clause of a card or location that has nothing to do with it."""
    work = AtWork()
    for at, step in enumerate(game.steps, start):
        for answer in tried(step.before, at):
            for refusal in arcanum.why_not(step.before, answer):
                assert work.may_tell(refusal.clause, step.before), f"{answer}: {refusal}"
        for event in step.events:
            work.note(event)
            if isinstance(event, FigureReturned):
                del work.away[event.figure]
