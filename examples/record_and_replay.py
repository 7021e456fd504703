"""Keep a game: play it, write its record, read it again somewhere else, look at any moment of it.

Run it with `python examples/record_and_replay.py`.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import arcanum
from arcanum import records

NAMES = ("Anna", "Bruno", "Clara")
SEED = 5


def play() -> list[arcanum.Action]:
    """The actions of a game. Yours come from players; these are chosen at random."""
    dice = random.Random(SEED)
    state = arcanum.new_game("arcanum/en", players=len(NAMES), seed=SEED)
    actions = []
    while legal := arcanum.legal_actions(state):
        action = dice.choice(legal)
        state = arcanum.apply(state, action)
        actions.append(action)
    return actions


def main() -> None:
    """Play, write, read, replay, and spoil the file to see it refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "evening.record")
        game = records.make("arcanum/en", players=len(NAMES), seed=SEED, actions=play(), names=NAMES)
        records.write(path, game)

        record = records.read(path)
        result = arcanum.outcome(record.state())
        assert result is not None
        print(record, "won by", *(record.names[seat] for seat in result.winners))

        for done in record.replay(to=4):
            print(done.state, "after", len(done.events), "events")
        view = arcanum.observe(record.state(4), 0)
        print(f"what {record.names[0]} may see of it: {len(arcanum.dumps(view))} characters")

        path.write_text(path.read_text(encoding="utf-8").replace("Bruno", "Berta"), encoding="utf-8")
        try:
            records.read(path)
        except records.RecordError as error:
            print(error)


if __name__ == "__main__":
    main()
