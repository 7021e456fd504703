"""The game Arcanum (Andrea Chiarvesio and Pierluca Zizzi, 2011), for three to five players.

Unofficial; no text or art of the publisher is in here.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from arcanum.kernel.engine import Outcome, Step, opened
from arcanum.kernel.engine import State as KernelState
from arcanum.kernel.errors import BadCall, Violation, brief
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.listing import CardCheck, CardLine
from arcanum.kernel.options import GameOption, one_of
from arcanum.kernel.package import GamePackage
from arcanum.kernel.values import parts
from arcanum.tarot import rules as _rules
from arcanum.tarot.actions import (
    Adjust,
    Assign,
    Discard,
    Give,
    Hide,
    Keep,
    Move,
    PlaceTower,
    Play,
    Remove,
    Return,
    Reveal,
    Swap,
    parse_action,
)
from arcanum.tarot.board import Prestige
from arcanum.tarot.cards import (
    MAJORS,
    MINORS,
    Card,
    Figure,
    Kind,
    Major,
    Minor,
    Suit,
    parse_card,
    parse_figure,
    parse_suit,
)
from arcanum.tarot.clause_ids import END_3, END_4, END_5, HOUSE_1, LEN_6
from arcanum.tarot.events import Phase, Pile
from arcanum.tarot.flow import winning_seats
from arcanum.tarot.rules import MAJOR_VARIANTS, Rules
from arcanum.tarot.setup import LENGTHS, set_up
from arcanum.tarot.state import HiddenCard, Options, Player, State
from arcanum.tarot.tell import TarotNarrator
from arcanum.tarot.views import HiddenView, PlayerView, View, observe, player_aid

__all__ = [
    "MAJORS",
    "MINORS",
    "Adjust",
    "Assign",
    "Card",
    "Discard",
    "Figure",
    "Give",
    "HiddenCard",
    "HiddenView",
    "Hide",
    "Keep",
    "Kind",
    "Major",
    "Minor",
    "Move",
    "Options",
    "Phase",
    "Pile",
    "PlaceTower",
    "Play",
    "Player",
    "PlayerView",
    "Prestige",
    "Remove",
    "Return",
    "Reveal",
    "Rules",
    "State",
    "Suit",
    "Swap",
    "View",
    "parse_action",
    "parse_card",
    "parse_figure",
    "parse_suit",
]


class Tarot(GamePackage):
    """Arcanum as the public functions see it."""

    name = "arcanum"
    package = __name__
    reads_cards = False

    def rulesets(self) -> tuple[str, ...]:
        """The built-in rule sets."""
        return _rules.rulesets()

    def rules(self, name: str) -> Rules:
        """A built-in rule set."""
        return _rules.rules(name)

    def earlier(self, rules: object) -> tuple[Rules, ...]:
        """What rules were before rulings changed."""
        assert isinstance(rules, Rules)
        return _rules.earlier(rules)

    def options(self) -> tuple[GameOption, ...]:
        """What players can agree on before the start."""
        return (
            GameOption("length", one_of(LENGTHS), default=LENGTHS[0]),
            GameOption("majors", one_of(MAJOR_VARIANTS), default=MAJOR_VARIANTS[0]),
        )

    def begin(self, rules: object, players: int, seed: int, options: dict[str, object]) -> Step:
        """A new game, up to its first decision, with the events of the first deal."""
        if not isinstance(rules, Rules):
            raise BadCall(f"expected rules of {self.name}, got {brief(rules)}")
        self.check_rules(rules)
        return opened(set_up(rules, players, seed, options))

    def outcome(self, state: KernelState) -> Outcome:
        """The result of a finished game."""
        assert isinstance(state, State)
        scores = tuple(player.vp for player in state.players)
        winners = winning_seats(state)
        best = scores.count(max(scores))
        if len(winners) == 1:
            reason = "most points" if best == 1 else f"most cards in hand among {best} with most points [{END_3}]"
        elif state.rules.final_tie == "shared":
            reason = f"{best} players have most points and share the victory [{END_5}]"
        else:
            reason = f"{len(winners)} players have most points and most cards in hand and share the victory [{END_4}]"
        if state.turn < state.options.scoring_turns[-1]:
            reason += f"; the game ended early, with {state.rules.points_to_end} points or more [{HOUSE_1}]"
        return Outcome(scores, winners, reason)

    def over(self, state: KernelState) -> Violation:
        """Why nothing is legal in a finished game."""
        return Violation(LEN_6, "the game is over")

    def observe(self, state: KernelState, seat: Seat | None) -> View:
        """What a seat may know."""
        assert isinstance(state, State)
        return observe(state, seat)

    def cards_seen(self, view: object, events: Sequence[Event]) -> frozenset[Hashable]:
        """The cards that lie open in a view, or that events tell of."""
        return frozenset(parts((view, tuple(events)), lambda part: isinstance(part, Minor | Major)))

    def narrator(self, rules: object, names: Sequence[str]) -> TarotNarrator:
        """Somebody who tells a game to people, from its first event on."""
        assert isinstance(rules, Rules)
        return TarotNarrator(rules, names)

    def cards(self, rules: object) -> tuple[CardLine, ...]:
        """The tarot deck, with what the printing says about each Major."""
        assert isinstance(rules, Rules)
        aid = player_aid(rules)
        majors = [
            CardLine(str(card), card.title, "major", "", "", " ".join(aid[card.number]), "printed")
            for card in rules.cards()[1]
        ]
        minors = [
            CardLine(str(card), card.title, "minor", card.suit.title, str(card.rank), "", "printed") for card in MINORS
        ]
        return (*minors, *majors)

    def check_cards(self, rules: object, path: str) -> CardCheck:
        """There are no card files: everybody knows a tarot deck."""
        raise BadCall(f"the cards of {self.name} are those of a tarot deck and cannot be read from a file")


GAME = Tarot()
State.game = GAME
Rules.game = GAME
