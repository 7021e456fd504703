"""A game on the terminal: you, and computer players on the other chairs. The documentation builds it step by step.

Run it with `python examples/text_interface.py`, or say which rules and how many players: `... arcana/revised 2`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import arcanum

YOU = 0
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")


def tell(done: arcanum.Step, teller: arcanum.Narrator) -> None:
    """Show as much of what happened as you may know."""
    for event in done.heard(YOU):
        for line in teller.lines(event):
            print("  " * line.depth + line.text)


def offer(view: arcanum.View, teller: arcanum.Narrator) -> dict[str, arcanum.Action]:
    """Show what you may do, and return it by what you have to type."""
    print(f"{NAMES[YOU]}, you have to {view.prompt}:")
    choices = {str(number): action for number, action in enumerate(view.legal_actions, start=1)}
    for number, action in choices.items():
        print(f"{number:>4}  {teller.choice(action)}")
    return choices


def ask(state: arcanum.State, teller: arcanum.Narrator, read: Callable[[str], str]) -> arcanum.Action:
    """Your answer: the number of a choice or the short form of an action. What is refused is explained."""
    choices = offer(arcanum.observe(state, YOU), teller)
    while True:
        text = read("> ").strip()
        try:
            action = choices.get(text) or arcanum.parse_action(state.rules, text)
        except arcanum.ParseError as error:
            print(error)
            continue
        reasons = arcanum.why_not(state, action, seat=YOU)
        if not reasons:
            return action
        for reason in reasons:
            print(reason)


def play(rules: str, players: int, seed: int, read: Callable[[str], str] = input) -> arcanum.State:
    """Play one game, and return how it ended."""
    teller = arcanum.narrator(rules, NAMES[:players])
    guests = [arcanum.player("greedy", seed=seat) for seat in range(players)]
    done = arcanum.begin(rules, players=players, seed=seed)
    tell(done, teller)
    while (seat := arcanum.to_act(done.state)) is not None:
        view = arcanum.observe(done.state, seat)
        action = ask(done.state, teller, read) if seat == YOU else guests[seat].choose(view)
        done = arcanum.step(done.state, action)
        tell(done, teller)
    return done.state


def main() -> None:
    """Read what is to be played, and play it."""
    parser = argparse.ArgumentParser(description="A game on the terminal.")
    parser.add_argument("rules", nargs="?", default="arcanum/en")
    parser.add_argument("players", nargs="?", type=int, default=3)
    given = parser.parse_args()
    try:
        play(given.rules, given.players, seed=1)
    except arcanum.ArcanumError as error:
        parser.error(str(error))
    except EOFError:
        print("\nUntil next time.")


if __name__ == "__main__":
    main()
