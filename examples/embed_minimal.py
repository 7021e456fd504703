"""A complete interface in a few lines: you are Elena, and play against computers in the terminal.

Answer with a number, or write any action to hear why it is not legal. The end of the input ends the game.
"""

import argparse
import secrets

import arcanum

parser = argparse.ArgumentParser()
parser.add_argument("rules", nargs="?", default="arcanum/en", choices=arcanum.rulesets())
rules = arcanum.rules(parser.parse_args().rules)
names = ["Elena", "Anna", "Bruno"][: rules.players[0]]
others = {seat: arcanum.player("greedy", secrets.randbits(63)) for seat in range(1, len(names))}
teller = arcanum.narrator(rules, names)
done = arcanum.begin(rules, players=len(names), seed=secrets.randbits(63))
try:
    while True:
        for line in [line for event in done.heard(0) for line in teller.lines(event)]:
            print("  " * line.depth + line.text, f"[{line.clause}]" if line.clause else "")
        state, seat = done.state, arcanum.to_act(done.state)
        if seat is None:
            break
        if seat in others:
            done = arcanum.step(state, others[seat].choose(arcanum.observe(state, seat)))
            continue
        choices = {str(number): action for number, action in enumerate(arcanum.legal_actions(state), 1)}
        for number, action in choices.items():
            print(f"{number:>3}: {teller.choice(action)} ({action})")
        while done.state is state:
            answer = input("Your choice: ").strip()
            try:
                done = arcanum.step(state, choices.get(answer) or arcanum.parse_action(rules, answer))
            except arcanum.ArcanumError as error:
                print(error)
except EOFError:
    print("\nUntil next time.")
