"""A table on the web: people and computer players play in their browsers, each seeing no more than the rules allow.

`tables` knows the game and no network, `storage` keeps every accepted action, `hosting` brings guests and computer
players to a table, and `app` speaks HTTP and WebSocket. Only the public interface of `arcanum` is used.
"""
