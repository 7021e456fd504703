"""A table on the web: people and computer players play in their browsers, each seeing no more than the rules allow.

`tables` knows the game and no network, `storage` keeps every accepted action, `workers` think and draw in other
processes, `hosting` brings guests to a table, and `app` speaks HTTP and WebSocket. Only the public interface of
`arcanum` is used.
"""
