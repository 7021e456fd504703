"""How the values of Arcana are written down: which types are short texts, what can be on the agenda, what can happen.

A class that is missing here cannot be saved, which the tests notice: they play games and write every state.
"""

from __future__ import annotations

from collections.abc import Iterator

from arcanum.guilds import actions as a
from arcanum.guilds import bribing, decisions, flow, playing, settling, winning
from arcanum.guilds import events as e
from arcanum.guilds.actions import parse_action
from arcanum.guilds.cards import UNSEEN, CardId
from arcanum.guilds.catalogue import SLUG, Catalogue
from arcanum.guilds.rules import Rules
from arcanum.guilds.state import State
from arcanum.guilds.views import View
from arcanum.kernel.actions import Action, Option, Pass
from arcanum.kernel.agenda import ChooseOne, Frame
from arcanum.kernel.clauses import index_of
from arcanum.kernel.codec import Shapes, TextForm
from arcanum.kernel.errors import BadCall, brief
from arcanum.kernel.events import Chose
from arcanum.kernel.programs import Program, Programs

TASKS = (
    Frame,
    ChooseOne,
    decisions.Aim,
    decisions.PlayDrawn,
    decisions.DiscardDrawn,
    playing.NextTurn,
    playing.ActAgain,
    playing.TakeTurn,
    playing.MayThwart,
    playing.DiscardLocation,
    playing.SendMilitia,
    bribing.AddToBribe,
    bribing.ClaimBribe,
    flow.Opening,
    flow.ChooseDeck,
    flow.KeepObjectives,
    flow.ChooseMaster,
    flow.BeginRound,
    flow.CloseRound,
    settling.BeginResolution,
    settling.SettleNext,
    settling.ChooseNext,
    settling.SettleDistrict,
    settling.ChooseModel,
    settling.ChooseArcanum,
    winning.PutStakeAway,
    winning.TurnUpNext,
)
ACTIONS = (
    Pass,
    Option,
    a.Assign,
    a.Play,
    a.Bribe,
    a.Discard,
    a.Hire,
    a.Use,
    a.TurnUp,
    a.Take,
    a.Keep,
    a.At,
    a.Settle,
    a.Select,
    a.Move,
    a.Swap,
    a.Opponent,
)
EVENTS = (
    Chose,
    e.GuildsTaken,
    e.DeckChosen,
    e.ObjectivesDealt,
    e.ObjectivesKept,
    e.MasterChosen,
    e.StakeShown,
    e.EndCardShown,
    e.GameStalled,
    e.EventForeseen,
    e.EventBegan,
    e.RoundBegan,
    e.PhaseBegan,
    e.Drew,
    e.Shuffled,
    e.Assigned,
    e.AssignedFacedown,
    e.Played,
    e.Thwarted,
    e.Discarded,
    e.RelicPlaced,
    e.TurnedUp,
    e.Bribed,
    e.MilitiaHired,
    e.MilitiaReturned,
    e.MasterUsed,
    e.MastersReadied,
    e.Moved,
    e.MovedFacedown,
    e.TakenBack,
    e.TakenBackFacedown,
    e.Banished,
    e.LookedAt,
    e.StakesSwapped,
    e.StakeBuried,
    e.PileShuffled,
    e.Strengthened,
    e.Copied,
    e.Settled,
    e.StakeWon,
    e.Tucked,
    e.FirstPlayerPassed,
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
            CardId: TextForm(
                str,
                lambda text: _read_card(None if rules is None else rules.catalogue, text),
                {"type": "string", "pattern": "^([a-z0-9]+(-[a-z0-9]+)*|\\?)$"},
            ),
            Action: TextForm(str, parse_action, {"type": "string", "minLength": 1}),
        },
        tasks=TASKS,
        events=EVENTS,
        programs=Programs(() if rules is None else named_programs(rules)),
        clauses=index_of("arcanum.guilds"),
        names={"Rules": Rules},
    )


def named_programs(rules: Rules) -> Iterator[tuple[str, Program]]:
    """Every program of the cards, with its place in a house-rule file."""
    for card in rules.catalogue:
        if card.program:
            yield f"card.{card.id}.ability", card.program


def _read_card(catalogue: Catalogue | None, text: str) -> CardId:
    """A card of the catalogue; without one, anything that could be the id of a card."""
    known = SLUG.fullmatch(text) if catalogue is None else text in catalogue
    if not known and text != UNSEEN:
        raise BadCall(f"there is no card {brief(text)}")
    return CardId(text)
