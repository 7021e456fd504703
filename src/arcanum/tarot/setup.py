"""Setting up a game of Arcanum, up to the moment before the first hands are dealt."""

from __future__ import annotations

from arcanum.kernel.cite import cites
from arcanum.kernel.errors import BadCall, UnknownName, brief
from arcanum.kernel.randomness import below, seeded, shuffled
from arcanum.tarot.board import LOCATIONS, Figures, Prestige
from arcanum.tarot.cards import FIGURES, Figure
from arcanum.tarot.clause_ids import (
    COMP_1,
    COMP_15,
    FIRST_1,
    FIRST_5,
    FIRST_6,
    FIRST_7,
    LEN_1,
    P3_3,
    SETUP_1,
    SETUP_3,
    SETUP_5,
    SETUP_7,
    SETUP_8,
    SETUP_9,
    SETUP_10,
    SETUP_11,
    SETUP_12,
    SETUP_13,
)
from arcanum.tarot.events import Phase
from arcanum.tarot.flow import BEGIN_TURN
from arcanum.tarot.rules import MAJOR_VARIANTS, Rules
from arcanum.tarot.state import Options, Player, State

LENGTHS = ("short", "long")


@cites(SETUP_1, SETUP_3, SETUP_5, SETUP_7, SETUP_8, SETUP_13, COMP_15)
def set_up(rules: Rules, players: int, seed: int, options: dict[str, object]) -> State:
    """The state before the first deal.

    The generator is used in this order: first player, Minor deck, Major deck, figures.
    """
    agreed = agree(rules, players, options)
    rng, first_player = below(seeded(seed), players)
    all_minors, all_majors = rules.cards()
    rng, minors = shuffled(rng, all_minors)
    rng, majors = shuffled(rng, all_majors)
    rng, figures = place_figures(rng, rules)
    return State(
        agenda=(BEGIN_TURN,),
        rules=rules,
        options=agreed,
        players=(Player(),) * players,
        prestige=Prestige((0, 0, 0, 0)),
        figures=figures,
        turn=1,
        phase=Phase.DRAW,
        first_player=first_player,
        active=None,
        minor_deck=minors,
        minor_discard=(),
        major_deck=majors if agreed.majors != "none" else (),
        major_discard=(),
        in_play=(),
        tower=(),
        tower_owner=None,
        exiles=(),
        minor_played=False,
        major_played=False,
        factor=1,
        shown=(),
        rng=rng,
    )


@cites(COMP_1, LEN_1, P3_3, FIRST_6, FIRST_7)
def agree(rules: Rules, players: int, options: dict[str, object]) -> Options:
    """The options of a game, checked."""
    if type(players) is not int or players not in rules.players:
        known = ", ".join(map(str, rules.players))
        raise BadCall(f"{rules.name} is for {known} players, not {brief(players)} [{COMP_1}]")
    for name in options:
        if name not in ("length", "majors"):
            raise UnknownName(f"option of {rules.name}", name, ("length", "majors"))
    usual = "all" if "all" in rules.major_variants else rules.major_variants[0]
    length, majors = options.get("length", "short"), options.get("majors", usual)
    if length not in LENGTHS:
        raise UnknownName("length", length, LENGTHS)
    if majors not in MAJOR_VARIANTS:
        raise UnknownName("variant of the Major Arcana", majors, MAJOR_VARIANTS)
    if majors not in rules.major_variants:
        known = ", ".join(map(repr, rules.major_variants))
        raise BadCall(f"{rules.name} has no game with majors={majors!r}, only {known} [{FIRST_1}]")
    if majors == "from-turn-3" and length != "short" and rules.first_game_length == "short":
        raise BadCall(f"in {rules.name} a game that begins without Majors is a short one [{FIRST_5}]")
    return Options(str(length), str(majors), rules.scoring_turns(players, str(length)))


@cites(SETUP_9, SETUP_12)
def place_figures(rng: int, rules: Rules) -> tuple[int, Figures]:
    """All figures at random over the locations; an arrangement that breaks a limit is thrown away as a whole."""
    spaces = [location for location in LOCATIONS for _ in range(rules.figures_per_location)]
    while True:
        rng, order = shuffled(rng, spaces)
        places = order[: len(FIGURES)]
        if not rules.suits_apart or suits_are_apart(places):
            return rng, Figures(places)


@cites(SETUP_10, SETUP_11)
def suits_are_apart(places: tuple[int, ...]) -> bool:
    """Whether no location has two figures of one colour."""
    colours = {(places[figure], Figure(figure).suit) for figure in FIGURES}
    return len(colours) == len(FIGURES)
