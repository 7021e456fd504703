"""The Minors of Arcanum: which of them the active player may play, and where each may move which figure."""

from __future__ import annotations

import attrs

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Seat
from arcanum.spec.tarot.arrange import pause, waiting_for, with_hand, with_majors
from arcanum.spec.tarot.invariants import check_state
from arcanum.tarot import State
from arcanum.tarot.actions import Move, Play
from arcanum.tarot.board import Figures
from arcanum.tarot.cards import FIGURES, MAJORS, MINORS, SUITS, TOWER, Figure, Minor
from arcanum.tarot.events import Moved, Phase
from arcanum.tarot.playing import PlayCard

from .asp import Answer, Atom, Oracle
from .chance import Chance
from .comparison import Comparison, Observation
from .tarot_table import card_word, kind_word, new_game, suit_word

LOCATIONS = tuple(range(1, 11))
HAND = 7
"""As many cards as fit into a hand."""


def position(chance: Chance) -> State:
    """The turn of a player: any figures anywhere, perhaps a Tower, perhaps figures that a Judgement took away."""
    players = 3 + chance.below(3)
    ruleset, seat = chance.pick(arcanum.rulesets("arcanum")), chance.below(players)
    tower = _tower(chance)
    figures = _figures(chance)
    hand = _hand(chance, figures, tower)
    state = _dealt(chance, new_game(ruleset, players, "long"), seat, hand)
    away = tuple(figure for figure, location in figures.items() if location is None)
    state = attrs.evolve(
        state,
        figures=Figures(tuple(figures[figure] for figure in FIGURES)),
        exiles=((chance.below(players), away),) if away else (),
        tower=tower,
        major_deck=tuple(card for card in state.major_deck if card is not TOWER or not tower),
        tower_owner=chance.below(players) if tower else None,
        phase=Phase.PLAY,
        active=seat,
        minor_played=chance.once_in(8),
        major_played=chance.once_in(2),
    )
    return waiting_for(state, pause(seat), PlayCard(seat))


def _tower(chance: Chance) -> tuple[int, ...]:
    """The locations that the Tower blocks: mostly none or a few, never so many that Judgement finds no room."""
    most = chance.pick((0, 2, 4, 7))
    return tuple(sorted(chance.some(LOCATIONS, most)))


def _figures(chance: Chance) -> dict[Figure, int | None]:
    """Figures anywhere, or crowded into a few locations; some may be off the board."""
    crowd = chance.pick((LOCATIONS, LOCATIONS, chance.some(LOCATIONS, 2) or LOCATIONS))
    places: dict[Figure, int | None] = {figure: chance.pick(crowd) for figure in FIGURES}
    for figure in chance.some(FIGURES, chance.pick((0, 3, 6))):
        places[figure] = None
    suit = chance.pick(SUITS)
    if chance.once_in(4):  # a suit that stands together makes numerals that move nobody
        there = chance.pick((None, *LOCATIONS))
        places |= {figure: there for figure in FIGURES if figure.suit is suit}
    return places


def _hand(chance: Chance, figures: dict[Figure, int | None], tower: tuple[int, ...]) -> list[Minor]:
    """Any Minors; often only such as the Tower or an empty place might keep from moving anything."""
    hampered = [
        card
        for card in MINORS
        for place in [{figures[figure] for figure in FIGURES if figure.suit is card.suit}]
        if card.rank in tower or len(place) == 1 or place & {None, *tower}
    ]
    return chance.some(hampered if hampered and chance.below(3) else MINORS, chance.pick((1, 3, HAND)))


def _dealt(chance: Chance, state: State, seat: Seat, minors: list[Minor]) -> State:
    """The state with these Minors in a hand, and any Majors; the Tower is in the deck."""
    state = with_majors(state, seat, [TOWER.number])
    others = [card.number for card in MAJORS if card is not TOWER]
    return with_hand(with_majors(state, seat, chance.some(others, HAND - len(minors))), seat, minors)


def facts(state: State) -> tuple[Atom, ...]:
    """The hand of the active player, the figures and the Tower."""
    seat = arcanum.to_act(state)
    assert seat is not None
    hand = [card for card in state.players[seat].hand if isinstance(card, Minor)]
    found: list[Atom] = [("holds", suit_word(card.suit), card_word(card)) for card in hand]
    found += [
        ("stands", kind_word(figure), suit_word(figure.suit), location)
        for figure, location in state.figures.items()
        if location is not None
    ]
    found += [("blocked", location) for location in state.tower]
    found += [("minor_played",)] if state.minor_played else []
    return tuple(found)


def courses(state: State) -> frozenset[Answer]:
    """What the engine offers: the Minors, to stop, and after each Minor the moves."""
    check_state(state)
    legal = arcanum.legal_actions(state)
    found: list[Atom] = [("stop",)] if PASS in legal else []
    for action in legal:
        if isinstance(action, Play) and isinstance(action.card, Minor):
            card = (suit_word(action.card.suit), card_word(action.card))
            found.append(("play", *card))
            found += [
                ("played", *card, kind_word(move.figure), suit_word(move.figure.suit), move.location)
                for move in _moves(state, action)
            ]
    return frozenset({frozenset(found)})


def _moves(state: State, action: Play) -> list[Move]:
    """The moves that are offered once a Minor is played; if there are any, one of them has to be made."""
    done = arcanum.step(state, action)
    assert not [event for event in done.events if isinstance(event, Moved)], "nobody moves a figure unasked"
    moves = [each for each in arcanum.legal_actions(done.state) if isinstance(each, Move)]
    assert len(moves) in (0, len(arcanum.legal_actions(done.state))), "there is nothing to do instead"
    return moves


def observe(chance: Chance) -> Observation:
    """Any position, with what the engine makes of it."""
    state = position(chance)
    return Observation(state.rules, facts(state), courses(state))


COMPARISON = Comparison("minors", Oracle.read("arcanum.tarot", "minors"), observe)
