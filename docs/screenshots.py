"""Pictures of the interfaces, for the documentation: ``python -m docs.screenshots`` writes them into ``docs/_static``.

Every picture is a moment of a game that always goes the same way, so a picture changes only if the interface does.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

import attrs

from arcanum import records
from arcanum.tui.app import PlayApp
from arcanum.tui.seats import HUMAN, chairs
from arcanum.tui.table import Table, Waiting
from docs.ext.picture_pages import picture_pages

STATIC: Final = Path(__file__).parent / "_static"
_NAMES: Final = ("Anna", "Bruno", "Clara", "Dario")


@attrs.frozen
class Moment:
    """A moment of a game on the terminal: who plays what, and how far."""

    rules: str
    seed: int
    decisions: int
    """How many decisions the person has taken, always the first that is offered."""
    keys: tuple[str, ...] = ()
    """What he presses then."""
    size: tuple[int, int] = (100, 30)


TERMINAL: Final = {
    "terminal-arcanum.svg": Moment("arcanum/en", seed=3, decisions=12),
    "terminal-arcana.svg": Moment("arcana/revised", seed=3, decisions=14),
    "terminal-clause.svg": Moment(
        "arcanum/en", seed=3, decisions=12, keys=("question_mark", *"hide", "enter", "enter")
    ),
}


def _table(moment: Moment) -> Table:
    """The table at a moment."""
    record = records.make(moment.rules, players=len(_NAMES), seed=moment.seed)
    table = Table(record, chairs((HUMAN, "greedy", "greedy", "greedy"), _NAMES))
    left = moment.decisions
    while left or table.waiting is Waiting.COMPUTER:
        if table.waiting is Waiting.COMPUTER:
            table.take(table.thought().choose())
        else:
            table.take(table.view.legal_actions[0])
            left -= 1
    return table


async def terminal_picture(moment: Moment) -> str:
    """A picture of the terminal as SVG."""
    app = PlayApp(_table(moment))
    async with app.run_test(size=moment.size) as pilot:
        await pilot.pause()
        await pilot.press(*moment.keys)
        await pilot.pause()
        return _alone(app.export_screenshot(title=f"arcanum play --rules {moment.rules}"))


def _alone(picture: str) -> str:
    """The picture without fonts from elsewhere; a terminal font of the reader does as well."""
    return re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)


def main() -> None:
    """Write all pictures."""
    for name, picture in picture_pages():
        (STATIC / name).write_text(picture, encoding="utf-8")
    for name, moment in TERMINAL.items():
        (STATIC / name).write_text(asyncio.run(terminal_picture(moment)), encoding="utf-8")


if __name__ == "__main__":
    main()
