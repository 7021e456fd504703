"""The game Arcana (Damien Desnous; first edition 2009, Revised Edition 2011), for two to four players.

Unofficial; no text or art of the publishers is in here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import attrs

from arcanum.guilds import rules as _rules
from arcanum.guilds.actions import (
    Assign,
    At,
    Bribe,
    Discard,
    Hire,
    Keep,
    Move,
    Opponent,
    Play,
    Select,
    Settle,
    Swap,
    Take,
    TurnUp,
    Use,
    parse_action,
)
from arcanum.guilds.cards import Arcanum, Card, CardId, Kind
from arcanum.guilds.catalogue import Catalogue, CatalogueError, default_catalogue, load_catalogue, parse_catalogue
from arcanum.guilds.clause_ids import AMB_30, R_END_1, R_END_5, R_END_6
from arcanum.guilds.describe import card_line
from arcanum.guilds.flow import final_scores, is_finished, winning_seats
from arcanum.guilds.rules import MODULES, Rules
from arcanum.guilds.setup import set_up, with_catalogue
from arcanum.guilds.state import District, Options, Phase, Placed, Player, State
from arcanum.guilds.tell import GuildNarrator
from arcanum.guilds.views import DistrictView, PlacedView, PlayerView, View, observe
from arcanum.kernel.engine import Outcome, Step, opened
from arcanum.kernel.engine import State as KernelState
from arcanum.kernel.errors import BadCall, Violation, brief
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.listing import CardCheck, CardLine
from arcanum.kernel.options import GameOption, as_number, as_words
from arcanum.kernel.package import GamePackage
from arcanum.kernel.values import parts
from arcanum.kernel.words import Fault

__all__ = [
    "MODULES",
    "Arcanum",
    "Assign",
    "At",
    "Bribe",
    "Card",
    "CardId",
    "Catalogue",
    "CatalogueError",
    "Discard",
    "District",
    "DistrictView",
    "Hire",
    "Keep",
    "Kind",
    "Move",
    "Opponent",
    "Options",
    "Phase",
    "Placed",
    "PlacedView",
    "Play",
    "Player",
    "PlayerView",
    "Rules",
    "Select",
    "Settle",
    "State",
    "Swap",
    "Take",
    "TurnUp",
    "Use",
    "View",
    "default_catalogue",
    "load_catalogue",
    "parse_action",
    "parse_catalogue",
]


class Guilds(GamePackage):
    """Arcana as the public functions see it."""

    name = "arcana"
    package = __name__
    reads_cards = True

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
            GameOption("guilds", "a guild for each seat, with commas between them (default: by lot)", as_words),
            GameOption("modules", f"optional rules, with commas between them: {', '.join(MODULES)}", as_words),
            GameOption("first_player", "the seat that begins (default: at random)", as_number),
            GameOption("round_limit", "stop after so many rounds", as_number),
            GameOption("catalogue", "the path of a card file", is_file=True),
        )

    def begin(self, rules: object, players: int, seed: int, options: dict[str, object]) -> Step:
        """A new game, up to its first decision, with the events of the opening."""
        if not isinstance(rules, Rules):
            raise BadCall(f"expected rules of {self.name}, got {brief(rules)}")
        chosen = with_catalogue(rules, options.get("catalogue"))
        self.check_rules(chosen)
        return opened(set_up(chosen, players, seed, {**options, "catalogue": None}))

    def outcome(self, state: KernelState) -> Outcome:
        """The result of a finished game."""
        assert isinstance(state, State)
        scores = final_scores(state)
        points = tuple(each.total for each in scores)
        winners = winning_seats(state)
        best = points.count(max(points))
        said = state.rules.said
        if not is_finished(state):
            reason = f"unfinished: the end card did not turn up in {state.round} rounds [{AMB_30}]"
        elif len(winners) == 1:
            reason = "most points" if best == 1 else f"most Stakes among {best} with most points [{said(R_END_5)}]"
        else:
            level = "points and Stakes" if state.rules.tie_break == "stakes" else "points"
            reason = f"a draw: {len(winners)} players are level in {level} [{said(R_END_6)}]"
        return Outcome(points, winners, reason)

    def over(self, state: KernelState) -> Violation:
        """Why nothing is legal in a finished game."""
        assert isinstance(state, State)
        return Violation(state.rules.said(R_END_1) if is_finished(state) else AMB_30, "the game is over")

    def observe(self, state: KernelState, seat: Seat | None) -> View:
        """What a seat may know."""
        assert isinstance(state, State)
        return observe(state, seat)

    def cards_seen(self, view: object, events: Sequence[Event]) -> frozenset[Hashable]:
        """The cards that lie open in a view, or that events tell of; that somebody owns a card shows nothing of it."""
        assert isinstance(view, View)
        players = tuple(attrs.evolve(player, owned=()) for player in view.players)
        open_cards = (attrs.evolve(view, players=players), tuple(events))
        return frozenset(parts(open_cards, lambda part: isinstance(part, str) and part in view.rules.catalogue))

    def narrator(self, rules: object, names: Sequence[str]) -> GuildNarrator:
        """Somebody who tells a game to people, from its first event on."""
        assert isinstance(rules, Rules)
        return GuildNarrator(rules, names)

    def cards(self, rules: object) -> tuple[CardLine, ...]:
        """All cards of the catalogue, in its order."""
        assert isinstance(rules, Rules)
        return tuple(card_line(card) for card in rules.catalogue)

    def check_cards(self, rules: object, path: str) -> CardCheck:
        """What is wrong with a catalogue; the edition that it names says which constraints it must meet."""
        try:
            catalogue = load_catalogue(path)
        except CatalogueError as error:
            return CardCheck(error.faults)
        if isinstance(rules, Rules) and catalogue.edition != rules.catalogue.edition:
            wrong = f"{rules.name} needs cards of the {rules.catalogue.edition} edition, not of the {catalogue.edition}"
            return CardCheck((Fault("edition", wrong),))
        origins = Counter(line.origin for line in map(card_line, catalogue))
        told = ", ".join(f"{origins[each]} {each}" for each in ("printed", "partly", "invented"))
        return CardCheck((), f"{len(catalogue)} cards of the {catalogue.edition} edition ({told})")


GAME = Guilds()
State.game = GAME
Rules.game = GAME
