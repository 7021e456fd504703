"""Many positions, scored twice: `python -m spec.arcanum.scoring_soak --positions 100000`, from the repository root.

A position has prestige with many ties, hidden cards with many equal sums, perhaps the Fool among them, points and
hands; it is scored at the end of a turn, at the end of the game or because somebody plays the World. The engine gets it
as a state, and the players' answers through `arcanum.apply`; `naive_scoring` gets it as plain lists. Points, tokens,
hidden cards and winners must be the same. Position number so-and-so is always the same position.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import attrs

import arcanum
from arcanum.kernel.actions import PASS
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import below, next_word, seeded, shuffled
from arcanum.spec.files import stamp, write_sections
from arcanum.spec.games import rulesets, written_for
from arcanum.spec.subject import remembered
from arcanum.spec.tarot.arrange import pause
from arcanum.spec.tarot.games import begin, sound, tarot_rules
from arcanum.spec.tarot.invariants import check_state
from arcanum.tarot import State
from arcanum.tarot.actions import Assign, Hide, Play
from arcanum.tarot.board import Prestige
from arcanum.tarot.cards import FOOL, MAJORS, MINORS, SUITS, Card, Major, Minor, Suit
from arcanum.tarot.clause_ids import COMP_14, END_3, HAND_1
from arcanum.tarot.events import Phase
from arcanum.tarot.flow import END_TURN
from arcanum.tarot.playing import PlayCard
from arcanum.tarot.state import HiddenCard, Player

from . import naive_scoring
from .scoring_kit import area_of_a_slow_reader, scoring_turns
from .scoring_kit import number as stated_number

WORLD = MAJORS[21]
OCCASIONS = ("regular", "last", "world")
LENGTH = "long"
_LOOSE = tuple(card for card in MAJORS if card not in (FOOL, WORLD))
_COURT = {"Knave": 11, "Knight": 12, "Queen": 13, "King": 14}


@attrs.frozen
class Position:
    """A table about to be scored."""

    number: int
    ruleset: str
    occasion: str
    first_player: Seat
    prestige: tuple[int, ...]
    hidden: tuple[tuple[Minor, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    deck: tuple[Minor, ...]
    majors: tuple[Major, ...]
    fool: tuple[Seat, Suit] | None
    """Who hid the Fool and which House he assigns it to."""
    player: Seat
    """Who plays the World, if it is played."""
    hides: Minor | None
    """What he hides before."""

    @property
    def seats(self) -> range:
        """The seats."""
        return range(len(self.hidden))

    def __str__(self) -> str:
        rows = [
            f"seat {seat}: {points} points, {len(hand)} in hand, hidden {' '.join(map(str, pile)) or 'nothing'}"
            for seat, (points, hand, pile) in enumerate(zip(self.points, self.hands, self.hidden, strict=True))
        ]
        fool = "nobody hid the Fool" if self.fool is None else f"Fool of seat {self.fool[0]} to {self.fool[1].title}"
        hides = f", seat {self.player} plays it and hides {self.hides}" if self.occasion == "world" else ""
        head = f"position {self.number}, {self.ruleset}, {self.occasion}{hides}, prestige {self.prestige}, {fool}"
        return "\n  ".join((head, *rows))


class Dice:
    """The generator of the engine, kept in a variable."""

    def __init__(self, seed: int) -> None:
        self.rng, _ = next_word(seeded(seed))

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        self.rng, value = below(self.rng, bound)
        return value


def position(number: int) -> Position:
    """Position number so-and-so; rule sets, numbers of players and occasions come round in turn."""
    dice = Dice(number)
    names = rulesets("arcanum")
    kind, ruleset = divmod(number, len(names))
    kind, occasion = divmod(kind, len(OCCASIONS))
    rules = tarot_rules(names[ruleset])
    players = rules.players[kind % len(rules.players)]
    if len(scoring_turns(rules.printing, players, LENGTH)) == 1:
        occasion = max(occasion, OCCASIONS.index("last"))  # the only scoring of a game is its last
    highest = (1, 3, stated_number(COMP_14, "highest", rules.printing))[dice.below(3)]
    hidden = _hidden(dice, players)
    taken = {card for pile in hidden for card in pile}
    dice.rng, left = shuffled(dice.rng, (card for card in MINORS if card not in taken))
    most = min(4, stated_number(HAND_1, "limit", rules.printing) - 1)
    hands, deck, majors = _hands(dice, players, left, most)
    player = dice.below(players)
    spare = [card for card in hands[player] if isinstance(card, Minor)]
    given = Position(
        number=number,
        ruleset=names[ruleset],
        occasion=OCCASIONS[occasion],
        first_player=dice.below(players),
        prestige=tuple(dice.below(highest + 1) for _ in SUITS),
        hidden=hidden,
        hands=hands,
        points=tuple(dice.below(60) for _ in range(players)),
        deck=deck,
        majors=majors,
        fool=(dice.below(players), SUITS[dice.below(4)]) if dice.below(3) == 0 else None,
        player=player,
        hides=spare[0] if spare and dice.below(2) else None,
    )
    return given if dice.below(2) else _levelled(given, dice)


def _levelled(given: Position, dice: Dice) -> Position:
    """The position with points such that after the scoring most players have the same, so that hands decide."""
    gained = by_hand(given).gained
    return attrs.evolve(given, points=tuple(150 - own - (dice.below(4) == 0) for own in gained))


def _hidden(dice: Dice, players: int) -> tuple[tuple[Minor, ...], ...]:
    """Hidden cards: suits dealt card by card, or in pairs worth 15 that make equal sums frequent."""
    piles: list[list[Minor]] = [[] for _ in range(players)]
    free = players + (0, 2, 8)[dice.below(3)]  # the more, the more cards stay in the deck
    for suit in SUITS:
        own = MINORS[suit * 14 : suit * 14 + 14]
        if dice.below(2):
            for card in own:
                if (seat := dice.below(free)) < players:
                    piles[seat].append(card)
        else:
            for low in range(7):
                if (seat := dice.below(free)) < players:
                    piles[seat] += (own[low], own[13 - low])
    return tuple(map(tuple, piles))


def _hands(
    dice: Dice, players: int, minors: tuple[Minor, ...], most: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Minor, ...], tuple[Major, ...]]:
    """Up to so many cards a hand, Minors and Majors; what is left of both decks."""
    dice.rng, majors = shuffled(dice.rng, _LOOSE)
    hands: list[tuple[Card, ...]] = []
    for _ in range(players):
        size = dice.below(most + 1)
        count = min(len(minors), dice.below(size + 1))
        hand: list[Card] = [*minors[:count], *majors[: size - count]]
        minors, majors = minors[count:], majors[size - count :]
        hands.append(tuple(sorted(hand, key=lambda card: card.position)))
    return tuple(hands), minors, majors


# --- by the engine ----------------------------------------------------------------------------------------------------


@attrs.frozen
class Result:
    """What a scoring comes to."""

    gained: list[int]
    prestige: dict[str, int]
    hidden: list[list[str]]
    winners: list[Seat] | None


@remembered(64)
def _new_game(ruleset: str, players: int) -> State:
    return sound(begin(ruleset, players, LENGTH, 0, "all").state)


def arranged(given: Position) -> State:
    """The position as a state that waits for its first answer."""
    base = _new_game(given.ruleset, len(given.hidden))
    world = given.occasion == "world"
    players = []
    for seat in given.seats:
        pile: list[Card] = list(given.hidden[seat])
        if given.fool is not None and given.fool[0] == seat:
            pile.append(FOOL)
        hand = (*given.hands[seat], WORLD) if world and seat == given.player else given.hands[seat]
        players.append(Player(hand, tuple(map(HiddenCard, pile)), given.points[seat]))
    aside = [] if given.fool else [FOOL]
    turns = base.options.scoring_turns
    return attrs.evolve(
        base,
        agenda=(pause(given.player), PlayCard(given.player)) if world else (END_TURN, pause(given.player)),
        players=tuple(players),
        prestige=Prestige(given.prestige),
        turn=turns[-1] if given.occasion == "last" else turns[0],
        phase=Phase.PLAY,
        first_player=given.first_player,
        active=given.player if world else None,
        minor_played=True,
        minor_deck=given.deck,
        minor_discard=(),
        major_deck=(*given.majors, *aside) if world else (*given.majors, *aside, WORLD),
        major_discard=(),
    )


def by_engine(given: Position) -> Result:
    """Let the engine score the position."""
    state = arranged(given)
    check_state(state)
    before = [player.vp for player in state.players]
    if given.occasion == "world":
        state = _apply(state, Play(WORLD))
        if given.hands[given.player]:
            state = _apply(state, PASS if given.hides is None else Hide(given.hides))
    else:
        state = _apply(state, PASS)
    if given.fool is not None:
        choice = Assign(given.fool[1])
        while choice not in arcanum.legal_actions(state):
            state = _apply(state, PASS)
        state = _apply(state, choice)
    outcome = arcanum.outcome(state)
    return Result(
        gained=[player.vp - old for player, old in zip(state.players, before, strict=True)],
        prestige={house.name.lower(): square for house, square in state.prestige.items()},
        hidden=[[str(each.card) for each in player.hidden] for player in state.players],
        winners=None if outcome is None else list(outcome.winners),
    )


def _apply(state: State, action: arcanum.Action) -> State:
    after = arcanum.apply(state, action)
    assert isinstance(after, State)
    return after


# --- by hand ----------------------------------------------------------------------------------------------------------


def naive_piles(given: Position) -> list[naive_scoring.Hidden]:
    """The hidden cards as the naive scorer takes them, read off the cards' names; the Fool lies where it was laid."""
    piles: list[naive_scoring.Hidden] = []
    for seat in given.seats:
        cards = [*given.hidden[seat]]
        if given.occasion == "world" and seat == given.player and given.hides is not None:
            cards.append(given.hides)
        words = [card.title.split(" of ") for card in cards]
        piles.append([(suit.lower(), _COURT[name] if name in _COURT else int(name)) for name, suit in words])
    if given.fool is not None:
        piles = naive_scoring.lay_fool(piles, given.fool[0], given.fool[1].name.lower())
    return piles


def by_hand(given: Position) -> Result:
    """Score the position slowly."""
    special = given.occasion == "world"
    prestige = {house.name.lower(): square for house, square in zip(SUITS, given.prestige, strict=True)}
    table = _new_game(given.ruleset, len(given.hidden))
    gained = naive_scoring.totals(prestige, naive_piles(given), area_of_a_slow_reader(table, special=special))
    winners = None
    if given.occasion == "last":
        written_for(table, END_3, "final_tie", "hand-size")
        points = [old + new for old, new in zip(given.points, gained, strict=True)]
        winners = naive_scoring.final_ranking(points, [len(hand) for hand in given.hands])[0]
    hidden: list[list[str]] = [[] for _ in given.seats]
    if special:
        for seat in given.seats:
            fool = [FOOL] if given.fool is not None and given.fool[0] == seat else []
            late = [given.hides] if given.hides is not None and seat == given.player else []
            hidden[seat] = [str(card) for card in (*given.hidden[seat], *fool, *late)]
    return Result(gained, naive_scoring.tokens_afterwards(prestige, special=special), hidden, winners)


# --- both -------------------------------------------------------------------------------------------------------------


def compare(given: Position) -> str | None:
    """Score a position both ways; a sentence if the results differ."""
    engine, hand = by_engine(given), by_hand(given)
    return None if engine == hand else f"{given}\n  the engine says {engine}\n  by hand it is    {hand}"


def features(given: Position) -> list[str]:
    """What is particular about a position."""
    found = ["positions", given.occasion, f"{len(given.hidden)} players", given.ruleset]
    found += ["tied Houses"] * (len(set(given.prestige)) < len(SUITS))
    counts, sums = Counter[tuple[str, int]](), Counter[tuple[str, int, int]]()
    for pile in naive_piles(given):
        for suit in SUITS:
            own = [value for name, value in pile if name == suit.name.lower()]
            if own:
                counts[suit.name, len(own)] += 1
                sums[suit.name, len(own), sum(own)] += 1
    found += ["ties in number of cards"] * (max(counts.values(), default=0) > 1)
    found += ["splits"] * (max(sums.values(), default=0) > 1)
    found += ["Fools"] * (given.fool is not None)
    if given.occasion == "last":
        result = by_hand(given)
        points = [old + new for old, new in zip(given.points, result.gained, strict=True)]
        winners = len(result.winners or ())
        found += ["shared victories"] * (winners > 1)
        found += ["victories by cards in hand"] * (points.count(max(points)) > winners)
    return found


def soak(numbers: range) -> tuple[Counter[str], list[str]]:
    """Compare positions; what they were like and what went wrong."""
    seen, wrong = Counter[str](), []
    for number in numbers:
        given = position(number)
        seen.update(features(given))
        difference = compare(given)
        if difference is not None:
            wrong.append(difference)
    return seen, wrong


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, report, and return 1 if a position was scored differently."""
    parser = argparse.ArgumentParser(prog="python -m spec.arcanum.scoring_soak", description=__doc__)
    parser.add_argument("--positions", type=int, default=100000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the summary to a file")
    arguments = parser.parse_args(argv)
    if arguments.positions < 1 or arguments.jobs < 1:
        parser.error("--positions and --jobs must be at least 1")
    start, size = time.perf_counter(), 500
    chunks = [range(first, min(first + size, arguments.positions)) for first in range(0, arguments.positions, size)]
    seen, wrong = Counter[str](), []
    with ProcessPoolExecutor(arguments.jobs) as workers:
        for found, differences in workers.map(soak, chunks):
            seen.update(found)
            wrong += differences
    seconds = time.perf_counter() - start
    print(f"{seen['positions']} positions scored twice in {seconds:.1f} s, {len(wrong)} mismatches")
    print("; ".join(f"{what}: {count}" for what, count in sorted(seen.items()) if what != "positions"))
    for difference in wrong[:3]:
        print(difference, file=sys.stderr)
    if arguments.json is not None:
        command = f"python -m spec.arcanum.scoring_soak --positions {arguments.positions}"
        document = {**stamp(command, seconds), **dict(sorted(seen.items())), "mismatches": len(wrong)}
        write_sections(arguments.json, {"arcanum": {**document, "examples": wrong[:10]}})
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
