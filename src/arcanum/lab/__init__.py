"""The lab: players that are not random, many games between them, and what a rule change does to the game.

Players see views, never states. Games are spread over processes or machines without changing a result. Everything
here is imported only by who asks for it.
"""
