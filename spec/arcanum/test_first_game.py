"""First-game variants: so far the game without Majors."""

from __future__ import annotations

from hypothesis import given

import arcanum
from arcanum.kernel.actions import Option
from arcanum.kernel.agenda import ChooseOne
from arcanum.spec import proves
from arcanum.spec.games import Game, games, leanings
from arcanum.spec.invariants import all_cards
from arcanum.tarot.cards import Major
from arcanum.tarot.clause_ids import FIRST_6, LOC1_1, LOC2_1
from arcanum.tarot.events import Drew, Pile, PointsGained

WITHOUT_MAJORS = games(leaning=leanings(locations=(1, 2)))
"""Games without Majors that often visit the two locations that would give one."""


@proves(FIRST_6)
@given(WITHOUT_MAJORS)
def test_majors_can_stay_in_the_box_for_the_whole_game(game: Game) -> None:
    """Any game may be played without Majors: there is none in any pile or hand, and none is ever drawn."""
    assert game.expected(FIRST_6, "games") == "any"
    for state in game.states:
        majors = sum(isinstance(card, Major) for card in all_cards(state))
        assert majors == len(state.major_deck) == game.expected(FIRST_6, "majors")
    assert all(event.pile is Pile.MINOR for event in game.of(Drew))


@proves(FIRST_6)
@given(WITHOUT_MAJORS)
def test_without_majors_a_location_gives_only_the_rest_of_its_effect(game: Game) -> None:
    """Without Majors the Mage Tower gives its point and no card, and the Artisan District offers Minors only."""
    for visit in game.visits(game.number(LOC1_1, "location")):
        (gained,) = visit.location_events
        assert isinstance(gained, PointsGained)
        assert (gained.seat, gained.points) == (visit.seat, game.expected(LOC1_1, "points"))
    for visit in game.visits(game.number(LOC2_1, "location")):
        for step in visit.steps:
            if isinstance(step.before.agenda[-1], ChooseOne):
                assert arcanum.legal_actions(step.before) == (Option("minors"),)
