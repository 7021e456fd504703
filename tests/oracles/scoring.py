"""House scoring of Arcanum: the end of any turn, or the World, with any prestige and any hidden cards."""

from __future__ import annotations

from itertools import combinations

import attrs

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.agenda import Task
from arcanum.kernel.events import Seat
from arcanum.spec.tarot.arrange import pause, waiting_for, with_hidden, with_majors, with_prestige
from arcanum.spec.tarot.games import sound
from arcanum.spec.tarot.invariants import check_state
from arcanum.tarot import State
from arcanum.tarot.actions import Assign, Play
from arcanum.tarot.cards import FOOL, MAJORS, MINORS, SUITS, Card, Minor
from arcanum.tarot.events import FoolAssigned, HouseScored, Phase
from arcanum.tarot.flow import END_TURN
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import TarotTable

from .asp import Answer, Atom, Oracle
from .chance import Chance
from .comparison import Comparison, Course, Observation, all_courses
from .tarot_table import card_word, new_game, suit_word

WORLD = MAJORS[21]
LENGTHS = ("short", "long")


@attrs.frozen
class Eve:
    """A table on which nothing is left to do before the Houses are scored, if they are."""

    state: State
    occasion: str
    """`turn` or `world`."""


def position(chance: Chance) -> Eve:
    """Prestige and hidden cards with many ties, any turn, perhaps the Fool, perhaps the World."""
    players = 3 + chance.below(3)
    state = new_game(chance.pick(arcanum.rulesets("arcanum")), players, chance.pick(LENGTHS))
    highest = chance.pick((1, 3, 21))
    state = with_prestige(state, [chance.below(highest + 1) for _ in SUITS])
    hidden: list[list[Card]] = [list(pile) for pile in _piles(chance, players)]
    if chance.once_in(2):
        chance.pick(hidden).append(FOOL)
    state = _some_open(chance, with_hidden(state, hidden))
    if chance.once_in(3):
        return Eve(_with_world(state, chance.below(players)), "world")
    scored = state.options.scoring_turns
    turn = chance.pick(scored) if chance.below(3) else 1 + chance.below(scored[-1])
    state = attrs.evolve(state, turn=turn, phase=Phase.PLAY, active=None, first_player=chance.below(players))
    return Eve(waiting_for(state, END_TURN, pause(chance.below(players))), "turn")


def _some_open(chance: Chance, state: State) -> State:
    """The state with some hidden cards turned up for good, as the Sun does it; they count like the others."""
    if chance.below(3):
        return state
    players = tuple(
        attrs.evolve(player, hidden=tuple(attrs.evolve(each, face_up=chance.once_in(2)) for each in player.hidden))
        for player in state.players
    )
    return attrs.evolve(state, players=players)


def _with_world(state: State, seat: Seat) -> State:
    """The turn of a player who has nothing but the World, and a pause after it."""
    state = with_majors(state, seat, [WORLD.number])
    minors = tuple(card for card in state.players[seat].hand if isinstance(card, Minor))
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], hand=(WORLD,))
    state = attrs.evolve(state, players=tuple(players), minor_deck=(*minors, *state.minor_deck))
    tasks: tuple[Task[State, TarotTable], ...] = (pause(seat), PlayCard(seat))
    return waiting_for(attrs.evolve(state, phase=Phase.PLAY, active=seat, minor_played=True), *tasks)


def _piles(chance: Chance, players: int) -> list[list[Minor]]:
    """Suits dealt card by card, or in pairs of equal sums; of some there are few."""
    piles: list[list[Minor]] = [[] for _ in range(players)]
    for suit in SUITS:
        own = [card for card in MINORS if card.suit is suit]
        nobody = chance.pick((0, 2, 8, 20))
        groups = [[card] for card in own] if chance.once_in(2) else [[own[at], own[-1 - at]] for at in range(7)]
        for group in groups:
            seat = chance.below(players + nobody)
            if seat < players:
                piles[seat] += group if chance.below(4) else group[:1]
    return piles


def facts(eve: Eve) -> tuple[Atom, ...]:
    """Prestige, what everybody has hidden, and when it is."""
    state = eve.state
    found: list[Atom] = [("seat", seat) for seat in range(len(state.players))]
    found += [("players", len(state.players)), ("length", state.options.length), ("turn", state.turn)]
    found += [("occasion", eve.occasion)]
    found += [("prestige", suit_word(suit), square) for suit, square in state.prestige.items()]
    for seat, player in enumerate(state.players):
        for each in player.hidden:
            if isinstance(each.card, Minor):
                found.append(("hides", seat, suit_word(each.card.suit), card_word(each.card)))
            else:
                found.append(("fool", seat))
    return tuple(found)


def courses(eve: Eve) -> frozenset[Answer]:
    """Let the engine score, with every House that the owner of a Fool can name."""
    check_state(eve.state)
    first = Play(WORLD) if eve.occasion == "world" else PASS
    start = arcanum.step(eve.state, first)
    return frozenset(_told(course) for course in all_courses(start, _asks_for_the_fool))


def _asks_for_the_fool(course: Course) -> bool:
    return any(isinstance(action, Assign) for action in arcanum.legal_actions(course.state))


def _told(course: Course) -> Answer:
    """What a scoring came to."""
    after = sound(course.state)
    found: list[Atom] = [("prestige_after", suit_word(suit), square) for suit, square in after.prestige.items()]
    found += [("hidden_after", seat, len(player.hidden)) for seat, player in enumerate(after.players)]
    houses = [event for event in course.events if isinstance(event, HouseScored)]
    for event in houses:
        name = suit_word(event.house)
        found.append(("rank", name, event.rank))
        found += [("standing", name, each.seat, each.cards, each.value, each.points) for each in event.standings]
    found += [
        ("later", suit_word(second.house), suit_word(first.house))
        for first, second in combinations(houses, 2)
        if first.rank != second.rank
    ]
    for at, fool in enumerate(course.events):
        if isinstance(fool, FoolAssigned):
            found.append(("joins", fool.seat, suit_word(fool.house)))
            (own,) = (event.rank for event in houses if event.house is fool.house)
            earlier = [event.rank for event in course.events[:at] if isinstance(event, HouseScored)]
            found += [("scored_before_the_fool", rank) for rank in earlier if rank != own]
    return frozenset(found)


def observe(chance: Chance) -> Observation:
    """Any position, with what the engine makes of it."""
    eve = position(chance)
    return Observation(eve.state.rules, facts(eve), courses(eve))


COMPARISON = Comparison("scoring", Oracle.read("arcanum.tarot", "scoring"), observe)
