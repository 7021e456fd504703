"""Load a game of OpenSpiel."""

from arcanum.adapters import openspiel  # isort: split

import pyspiel

game = pyspiel.load_game("arcanum", {"rules": "arcanum/en", "players": 3})
print(game.num_players(), "players in a game of OpenSpiel that", openspiel.__name__, "registered")
