"""How the values of Arcanum are written down: which types are short texts, what can be on the agenda, what can happen.

A class that is missing here cannot be saved, which the tests notice: they play games and write every state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.agenda import ChooseOne, Frame
from arcanum.kernel.clauses import index_of
from arcanum.kernel.codec import Shapes, TextForm
from arcanum.kernel.errors import BadCall
from arcanum.kernel.events import Chose
from arcanum.kernel.programs import Program, Programs
from arcanum.tarot import actions as a
from arcanum.tarot import decisions as d
from arcanum.tarot import events as e
from arcanum.tarot import flow, hand, hiding, houses, moving, playing
from arcanum.tarot.actions import parse_action
from arcanum.tarot.cards import Card, Figure, Major, Minor, parse_card, parse_figure
from arcanum.tarot.rules import Rules
from arcanum.tarot.state import State
from arcanum.tarot.views import View

FIRST_MAJORS: Final = "rules.first_game_majors"
"""The place of the program that lets the Majors join a game."""
_MINOR = "([1-9]|10|[VNQK])[SPWC]"
_MAJOR = "M(1?[0-9]|2[01])"
_FIGURE = "[VNQK][SPWC]"
TASKS = (
    Frame,
    ChooseOne,
    d.DiscardCard,
    d.Offer,
    d.DrawCards,
    d.Exchange,
    d.AdjustHouses,
    d.ChangeHouse,
    d.LowerHouse,
    d.GiveTogether,
    d.DraftTogether,
    d.PayMinors,
    flow.BeginTurn,
    flow.DrawStep,
    flow.ChooseDraw,
    flow.HidePhase,
    flow.PlayPhase,
    flow.Rescue,
    flow.Activation,
    flow.EndTurn,
    flow.CloseTurn,
    hand.TrimHand,
    hiding.HideTogether,
    hiding.SwapCards,
    hiding.RevealHidden,
    houses.ScoreHouses,
    houses.PayHouses,
    houses.ScoreSuitBySuit,
    houses.AssignFool,
    houses.SpendFool,
    houses.CloseScoring,
    moving.MoveAnyFigure,
    moving.LayTower,
    moving.RemoveFigures,
    moving.ReturnFigures,
    playing.PlayTurn,
    playing.PlayCard,
    playing.MoveFigure,
    playing.FinishMinor,
    playing.FinishMajor,
)
ACTIONS = (
    Pass,
    Option,
    a.Play,
    a.Hide,
    a.Discard,
    a.Move,
    a.Adjust,
    a.Give,
    a.Keep,
    a.Reveal,
    a.Swap,
    a.Remove,
    a.Return,
    a.PlaceTower,
    a.Assign,
)
EVENTS = (
    Chose,
    e.TurnBegan,
    e.FiguresPlaced,
    e.PhaseBegan,
    e.BecameActive,
    e.Drew,
    e.Shuffled,
    e.Hid,
    e.Discarded,
    e.Played,
    e.Moved,
    e.NoMove,
    e.LocationActivated,
    e.PrestigeChanged,
    e.PointsGained,
    e.PointsLost,
    e.Multiplied,
    e.Gave,
    e.TurnedUp,
    e.Swapped,
    e.TowerPlaced,
    e.FigureRemoved,
    e.FigureReturned,
    e.FoolAssigned,
    e.SpecialScoring,
    e.Revealed,
    e.HouseScored,
    e.PawnPassed,
    e.GameEnded,
)


def shapes(rules: Rules | None) -> Shapes:
    """What the values of a game look like."""
    return Shapes(
        rules=rules,
        state=State,
        view=View,
        actions=ACTIONS,
        texts={
            Minor: TextForm(str, _read_minor, {"type": "string", "pattern": f"^{_MINOR}$"}),
            Major: TextForm(str, _read_major, {"type": "string", "pattern": f"^{_MAJOR}$"}),
            Card: TextForm(str, parse_card, {"type": "string", "pattern": f"^({_MINOR}|{_MAJOR})$"}),
            Figure: TextForm(_short, parse_figure, {"type": "string", "pattern": f"^{_FIGURE}$"}),
            Action: TextForm(str, parse_action, {"type": "string", "minLength": 1}),
        },
        tasks=TASKS,
        events=EVENTS,
        programs=Programs(() if rules is None else named_programs(rules)),
        clauses=index_of("arcanum.tarot"),
        names={"Rules": Rules},
    )


def named_programs(rules: Rules) -> Iterator[tuple[str, Program]]:
    """Every program of the rules, with its place in a house-rule file."""
    for location in rules.locations:
        yield f"location.{location.number}.program", location.effects
    for number, program in enumerate(rules.majors):
        yield f"major.{number}.program", program
    yield FIRST_MAJORS, flow.first_majors(rules)


def _short(figure: Figure) -> str:
    return figure.short


def _read_minor(text: str) -> Minor:
    card = parse_card(text)
    if not isinstance(card, Minor):
        raise BadCall(f"expected a Minor, got {card}")
    return card


def _read_major(text: str) -> Major:
    card = parse_card(text)
    if not isinstance(card, Major):
        raise BadCall(f"expected a Major, got {card}")
    return card
