"""Play Arcana with cards of your own: change a value in a catalogue file, check the file, use it.

Run it with `python examples/own_cards.py`.
"""

from __future__ import annotations

import tempfile
from importlib.resources import files
from pathlib import Path

import arcanum
from arcanum.guilds import CardId, CatalogueError, State, load_catalogue


def main() -> None:
    """Make a file, break it, repair it, and start a game with it."""
    text = files("arcanum.guilds").joinpath("catalogue_revised.toml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "my-cards.toml")
        before, after = text.split('id = "barhan-sword"')
        path.write_text(before + 'id = "barhan-sword"' + after.replace("sword = 4", "sword = 5", 1), encoding="utf-8")
        try:
            load_catalogue(path)
        except CatalogueError as error:
            print(error)
        path.write_text(text.replace('name = "Crossbowman"', 'name = "My Crossbowman"'), encoding="utf-8")
        state = arcanum.new_game("arcana/revised", players=2, seed=1, catalogue=path)
        assert isinstance(state, State)
        print(state, "with", state.card(CardId("crossbowman")).name)


if __name__ == "__main__":
    main()
