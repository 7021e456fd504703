"""The games on a terminal: `arcanum play`.

What happens at the table (who sits where, whose turn it is, what may be taken back, what is saved) is in `table` and
knows nothing of terminals; `tarot` and `guilds` put a view into rows of text; `app` and `dialogs` show them with
Textual, which comes with the extra `arcanum[tui]`.
"""
