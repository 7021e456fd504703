"""How even Arcana is: how often each guild and each seat wins, and how long games last.

`python benchmarks/balance.py --games 20000` plays that many games between random players and as many between greedy
ones, over both editions, all numbers of players, without modules and with all of them. Guilds are drawn by lot, so a
fair share is one win in as many games as there are players. Whoever shares a victory has a share of the win.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path

import attrs

import arcanum
from arcanum.guilds import MODULES, State
from arcanum.guilds.actions import Assign, Bribe, Discard, Hire, Move, Play, Use
from arcanum.guilds.cards import Card, Kind
from arcanum.guilds.state import District
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import below, seeded
from arcanum.spec.files import stamp, write_json

HIDDEN = 2
"""What a greedy player takes a facedown Agent of somebody else to be worth."""

Chooser = Callable[[State, tuple[Action, ...], int], tuple[int, Action]]


# --- players ----------------------------------------------------------------------------------------------------------


def at_random(state: State, legal: tuple[Action, ...], rng: int) -> tuple[int, Action]:
    """Any legal action, each as likely."""
    rng, index = below(rng, len(legal))
    return rng, legal[index]


def greedily(state: State, legal: tuple[Action, ...], rng: int) -> tuple[int, Action]:
    """The action that promises most at once, by what the player can see; what promises the same is drawn by lot."""
    seat = arcanum.to_act(state)
    assert seat is not None
    worth = [promise(state, seat, action) for action in legal]
    best = [action for action, value in zip(legal, worth, strict=True) if value >= max(worth) - 1e-9]
    return at_random(state, tuple(best), rng)


def promise(state: State, seat: Seat, action: Action) -> float:
    """What an action promises: points of Stakes that it wins or helps to win."""
    match action:
        case Assign(card, name):
            return _assigning(state, seat, state.card(card), _named(state, name))
        case Bribe(card, agent):
            return _bribing(state, seat, state.card(card), agent)
        case Play():
            return 1.0
        case Use():
            return 0.9
        case Hire(card):
            return 0.8 - 0.05 * sum(state.card(card).values)
        case Discard(card):
            return -0.1 * sum(state.card(card).values)
        case Move(origin, place, destination):
            return _moving(state, seat, _named(state, origin), place, _named(state, destination))
    return 0.5


def _moving(state: State, seat: Seat, origin: District, place: int, destination: District) -> float:
    """An own Agent goes where it does more than here; somebody else's leaves a Stake that he would win."""
    moved = origin.cards[place]
    here = worth_of(state.card(origin.stake)) if origin.stake is not None else 0.0
    if moved.owner != seat:
        return 0.5 + (0.2 * here if moved.face_up else 0.1 * here)
    card = state.card(moved.card)
    return 0.5 + _assigning(state, seat, card, destination) - (0.8 * here if origin.stake is not None else 0.0)


def _assigning(state: State, seat: Seat, card: Card, district: District) -> float:
    assert district.stake is not None
    stake = state.card(district.stake)
    best = 0.0
    for arcanum_ in stake.main:
        own = sum(state.card(each.card).values[arcanum_] for each in district.cards if each.owner == seat)
        rival = max(_seen(state, district, other, arcanum_) for other in range(len(state.players)) if other != seat)
        need = max(stake.values[arcanum_], rival + 1, 1)
        after = own + card.values[arcanum_]
        if own >= need:
            value = 0.05
        elif after >= need:
            value = worth_of(stake) - 0.02 * (after - need)
        else:
            value = 0.6 * worth_of(stake) * min(after / need, 1.0) * (card.values[arcanum_] > 0)
        best = max(best, value)
    return best


def _seen(state: State, district: District, seat: Seat, arcanum_: int) -> int:
    cards = [each for each in district.cards if each.owner == seat]
    return sum(state.card(each.card).values[arcanum_] if each.face_up else HIDDEN for each in cards)


def _bribing(state: State, seat: Seat, relic: Card, agent: str) -> float:
    district = next(each for each in state.districts if any(card.card == agent for card in each.cards))
    assert district.stake is not None
    stake = state.card(district.stake)
    own = [state.card(each.card) for each in district.cards if each.owner == seat]
    ducats = (relic.ducat or 0) + sum(card.ducat or 0 for card in own if card.kind is Kind.RELIC)
    total = ducats + max(sum(card.values[main] for card in own if card.is_agent) for main in stake.main)
    return worth_of(stake) + 1 if total >= (stake.ducat or 99) else 0.1


def worth_of(stake: Card) -> float:
    """What a Stake is worth to a greedy player: its points, and a Personality for its values."""
    return stake.vp + (0.25 * sum(stake.values) if stake.kind is Kind.PERSONALITY else 0.5)


def _named(state: State, name: str) -> District:
    return next(each for each in state.districts if each.name == name)


PLAYERS: Mapping[str, Chooser] = {"random": at_random, "greedy": greedily}


# --- games ------------------------------------------------------------------------------------------------------------


@attrs.define
class Tally:
    """What a number of games looked like."""

    games: int = 0
    draws: int = 0
    rounds: Counter[int] = attrs.field(factory=Counter)
    decisions: int = 0
    points: int = 0
    """Of all players together."""
    played: Counter[str] = attrs.field(factory=Counter)
    """Games that a guild took part in, weighted by its fair share."""
    won: Counter[str] = attrs.field(factory=Counter)
    seats: Counter[str] = attrs.field(factory=Counter)
    """Wins counted from the first player of round 1: `3 players, 0` is he himself."""
    stakes: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in the games of another tally."""
        self.games += other.games
        self.draws += other.draws
        self.decisions += other.decisions
        self.points += other.points
        for name in ("rounds", "played", "won", "seats", "stakes"):
            getattr(self, name).update(getattr(other, name))


def kinds() -> list[tuple[str, int, tuple[str, ...]]]:
    """Rule sets, numbers of players, and no modules or all of them."""
    found: list[tuple[str, int, tuple[str, ...]]] = []
    for ruleset, players in product(arcanum.rulesets("arcana"), (2, 3, 4)):
        modules = MODULES if ruleset == "arcana/revised" else ("tactical",)
        found += [(ruleset, players, ()), (ruleset, players, modules)]
    return found


def play(who: str, number: int) -> tuple[str, Tally]:
    """Play game number so-and-so; returns the edition and what it looked like."""
    seed, kind = divmod(number, len(kinds()))
    ruleset, players, modules = kinds()[kind]
    state = arcanum.new_game(ruleset, players=players, seed=seed, modules=modules)
    assert isinstance(state, State)
    first, guilds = state.first_player, [player.guild for player in state.players]
    rng, tally = seeded(~seed), Tally(games=1)
    choose = PLAYERS[who]
    while legal := arcanum.legal_actions(state):
        rng, action = choose(state, legal, rng)
        after = arcanum.apply(state, action)
        assert isinstance(after, State)
        state = after
        tally.decisions += 1
    tally.stakes.update(stakes_won(state))
    result = arcanum.outcome(state)
    assert result is not None
    tally.rounds[state.round] = 1
    tally.points = sum(result.scores)
    tally.draws = int(len(result.winners) > 1)
    for guild in guilds:
        tally.played[guild] += 60 // players
    for seat in result.winners:
        tally.won[guilds[seat]] += 60 // len(result.winners)
        tally.seats[f"{players} players, {(seat - first) % players}"] += 60 // len(result.winners)
    return ruleset, tally


def stakes_won(state: State) -> Iterator[str]:
    """The Stakes that players have at the end."""
    for player in state.players:
        yield from (card for card in (*player.deck, *player.discard, *player.tucked) if state.card(card).is_stake)
    for district in state.districts:
        yield from (each.card for each in district.cards if state.card(each.card).is_stake)


# --- report -----------------------------------------------------------------------------------------------------------


def median(rounds: Mapping[int, int]) -> int:
    """The round in which half of the games are over."""
    left = sum(rounds.values()) / 2
    for number in sorted(rounds):
        left -= rounds[number]
        if left <= 0:
            return number
    return 0


def report(tally: Tally) -> dict[str, object]:
    """The numbers of one edition and one sort of player; a fair share of wins is 1."""
    shares = {guild: round(tally.won[guild] / tally.played[guild], 3) for guild in sorted(tally.played)}
    return {
        "games": tally.games,
        "draws": tally.draws,
        "rounds": {
            "mean": round(sum(number * count for number, count in tally.rounds.items()) / tally.games, 2),
            "median": median(tally.rounds),
            "shortest": min(tally.rounds),
            "longest": max(tally.rounds),
        },
        "decisions": round(tally.decisions / tally.games, 1),
        "guilds": shares,
        "error": round(2 * sqrt(2 / 3 * 60 / min(tally.played.values())), 3),
        "seats": {seat: round(tally.seats[seat] / 60) for seat in sorted(tally.seats)},
        "stakes_won": len(tally.stakes),
        "rarest_stakes": dict(tally.stakes.most_common()[:-6:-1]),
    }


def lines(who: str, ruleset: str, numbers: Mapping[str, object]) -> Iterator[str]:
    """The report for people."""
    yield f"{ruleset}, {who} players: {numbers['games']} games, rounds {numbers['rounds']}"
    yield f"  wins of each guild (1 is a fair share, +-{numbers['error']}): {numbers['guilds']}"
    yield f"  wins by distance from the first player: {numbers['seats']}"
    yield f"  draws {numbers['draws']}, decisions a game {numbers['decisions']}"
    yield f"  different Stakes won: {numbers['stakes_won']}, the rarest: {numbers['rarest_stakes']}"


def main(argv: Sequence[str] | None = None) -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1200, metavar="N", help="games of each sort of player")
    parser.add_argument("--players", choices=(*PLAYERS, "all"), default="all", help="who plays (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    arguments = parser.parse_args(argv)
    start = time.perf_counter()
    results: dict[str, dict[str, object]] = {}
    with ProcessPoolExecutor(arguments.jobs) as workers:
        for who in PLAYERS if arguments.players == "all" else (arguments.players,):
            tallies: dict[str, Tally] = {}
            for ruleset, tally in workers.map(partial(play, who), range(arguments.games), chunksize=20):
                tallies.setdefault(ruleset, Tally()).add(tally)
            for ruleset, tally in tallies.items():
                numbers = report(tally)
                results.setdefault(ruleset, {})[who] = numbers
                print("\n".join(lines(who, ruleset, numbers)), flush=True)
    if arguments.json is not None:
        command = f"python benchmarks/balance.py --games {arguments.games}"
        write_json(arguments.json, {**stamp(command, time.perf_counter() - start), "results": results})
    return 0


if __name__ == "__main__":
    sys.exit(main())
