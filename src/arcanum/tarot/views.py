"""What a seat may know. This is the one place that decides it; whatever is not put into a view here is not seen.

A view has the same names as a state where both have something to show. Decks are counts, other hands are counts, and a
hidden card is there without its face unless the seat may see it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import attrs

from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Task
from arcanum.kernel.cite import cites
from arcanum.kernel.engine import legal_actions, pending
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.tarot.actions import LocationNumber
from arcanum.tarot.board import Figures, Prestige
from arcanum.tarot.cards import SUITS, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    AMB_60,
    COMP_13,
    HIDE_6,
    INFO_1,
    INFO_2,
    INFO_3,
    INFO_4,
    INFO_5,
    INFO_6,
    INFO_8,
    INFO_9,
    SETUP_6,
)
from arcanum.tarot.events import Phase
from arcanum.tarot.rules import Rules
from arcanum.tarot.state import HiddenCard, Options, Player, State, hand_seen_by


@attrs.frozen
class HiddenView:
    """A hidden card as somebody sees it: the card, or None if he sees only its back."""

    card: Card | None
    face_up: bool


@attrs.frozen
class PlayerView:
    """A player as somebody sees him."""

    hand: tuple[Card, ...] | None
    """The cards, for the player himself; None for all others, unless the hands lie open."""
    hand_size: int
    hidden: tuple[HiddenView, ...]
    vp: int


@cites(INFO_4)
@attrs.frozen
class View:
    """The game as one seat sees it; with seat None, as a spectator does."""

    seat: Seat | None
    rules: Rules
    options: Options
    players: tuple[PlayerView, ...]
    prestige: Prestige
    figures: Figures
    turn: int
    phase: Phase
    first_player: Seat
    active: Seat | None
    minor_deck: int
    minor_discard: tuple[Minor, ...]
    major_deck: int
    major_discard: tuple[Major, ...]
    in_play: tuple[Card, ...]
    tower: tuple[LocationNumber, ...]
    tower_owner: Seat | None
    exiles: tuple[tuple[Seat, tuple[Figure, ...]], ...]
    minor_played: bool
    major_played: bool
    factor: int
    shown: tuple[Suit, ...]
    """The suits whose hidden cards lie open while Houses are being scored."""
    agenda: tuple[Task[Any, Any], ...]
    """What is still to happen, the next thing last, as far as the seat may know it."""
    to_act: Seat | None
    prompt: str | None
    """What the seat to act is asked to do."""
    legal_actions: tuple[Action, ...]
    """The legal actions if this seat is to act, otherwise none."""
    exiled_by: tuple[tuple[Seat, ClauseId], ...] = ()

    def _repr_svg_(self) -> str:
        """Notebooks show a view as a picture."""
        from arcanum.pictures import svg

        return svg(self)

    @property
    @cites(INFO_8, COMP_13, SETUP_6)
    def aid(self) -> tuple[tuple[str, ...], ...]:
        """The player aid: for each Major, by number, what it does in this printing."""
        return player_aid(self.rules)


@cites(INFO_3)
def observe(state: State, seat: Seat | None) -> View:
    """The view of a seat."""
    decision = pending(state)
    return View(
        seat=seat,
        rules=state.rules,
        options=state.options,
        players=tuple(
            see_player(player, own=seat == other, shown=state.shown, open_hand=seat in hand_seen_by(state, other))
            for other, player in enumerate(state.players)
        ),
        prestige=state.prestige,
        figures=state.figures,
        turn=state.turn,
        phase=state.phase,
        first_player=state.first_player,
        active=state.active,
        minor_deck=len(state.minor_deck),
        minor_discard=state.minor_discard,
        major_deck=len(state.major_deck),
        major_discard=state.major_discard,
        in_play=state.in_play,
        tower=state.tower,
        tower_owner=state.tower_owner,
        exiles=state.exiles,
        exiled_by=state.exiled_by,
        minor_played=state.minor_played,
        major_played=state.major_played,
        factor=state.factor,
        shown=state.shown,
        agenda=tuple([task.seen_by(seat) for task in state.agenda]),
        to_act=None if decision is None else decision.seat,
        prompt=None if decision is None else decision.prompt,
        legal_actions=legal_actions(state) if decision is not None and decision.seat == seat else (),
    )


@cites(INFO_2, HIDE_6, AMB_60)
def see_player(player: Player, *, own: bool, shown: tuple[Suit, ...], open_hand: bool) -> PlayerView:
    """A player knows his own cards; the others know how many there are, and of a hand that lies open which."""
    hidden = tuple(
        [HiddenView(each.card if own or is_open(each, shown) else None, each.face_up) for each in player.hidden]
    )
    return PlayerView(player.hand if open_hand else None, len(player.hand), hidden, player.vp)


@cites(INFO_1, INFO_5, INFO_6, INFO_9)
def is_open(hidden: HiddenCard, shown: tuple[Suit, ...]) -> bool:
    """Whether everybody sees a hidden card: it was turned up, or it is being shown for scoring."""
    if hidden.face_up:
        return True
    return hidden.card.suit in shown if isinstance(hidden.card, Minor) else len(shown) == len(SUITS)


@lru_cache(maxsize=32)
def player_aid(rules: Rules) -> tuple[tuple[str, ...], ...]:
    """For each Major, by number, the sentences of the clause index, and what these rules say differently."""
    from arcanum.kernel.variants import overrides, reading_in_words
    from arcanum.tarot import GAME
    from arcanum.tarot.describe import sentences

    overridden = {each.clause.id: each for each in overrides(rules)}
    lines: list[list[str]] = [[] for _ in range(22)]
    for clause in GAME.clauses():
        if clause.section not in ("MAJ", "WORLD"):
            continue
        number = 21 if clause.section == "WORLD" else clause.parameter("card")
        assert isinstance(number, int)
        if number in rules.majors_left_out:
            lines[number] = ["It is left out of the game."]
            continue
        change = overridden.get(clause.id)
        if change is not None and change.instead:
            lines[number] = lines[number] or list(sentences(rules.majors[number]))
            continue
        said = clause.readings.get(rules.printing, {}) if change is None else change.new
        how = "In this printing" if change is None else "By a house rule"
        lines[number].append(clause.text + (f" ({how}: {reading_in_words(said)}.)" if said else ""))
    return tuple(tuple(each) for each in lines)
