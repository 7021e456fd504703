"""A terminal game for tests: tables with people and computers, and what stands on the screen."""

from __future__ import annotations

import re
from html import unescape
from typing import TypeAlias

from textual.pilot import Pilot

import arcanum
from arcanum import records
from arcanum.tui.app import PlayApp
from arcanum.tui.seats import chairs
from arcanum.tui.table import Table, Waiting

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
SMALL = (80, 24)
Play: TypeAlias = Pilot[None]
_TEXT = re.compile(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>')
_CELL = 12.2
"""How wide a character is in a picture of the screen."""
_LINE = 24.4
"""How far lines are apart there."""


def new_table(rules: str, *kinds: str, seed: int = 3, **options: object) -> Table:
    """A new game."""
    seated = chairs(kinds, NAMES[: len(kinds)])
    return Table(records.make(rules, players=len(kinds), seed=seed, actions=(), names=(), **options), seated)


def screen(app: PlayApp) -> str:
    """What stands on the screen, as lines of text."""
    picture = app.export_screenshot()
    body = picture[picture.index('-matrix">') :]
    rows: list[list[tuple[float, str]]] = [[] for _ in range(app.size.height)]
    for x, y, text in _TEXT.findall(body):
        rows[int(float(y) / _LINE)].append((float(x), unescape(text).replace("\N{NO-BREAK SPACE}", " ")))
    return "\n".join(map(_line, rows))


def _line(pieces: list[tuple[float, str]]) -> str:
    line = ""
    for x, text in sorted(pieces):
        line = line.ljust(round(x / _CELL)) + text
    return line.rstrip()


def secrets(rules: arcanum.RuleSet) -> dict[str, re.Pattern[str]]:
    """The cards that can be told from everything else on a screen, by id, and what they look like there.

    Figures are called like court cards, a location like the Tower, and some cards of Arcana like what they are for.
    """
    if rules.game.name == "arcanum":
        plain = [card for card in rules.game.cards(rules) if card.kind == "minor" and int(card.values) <= 10]
        return {card.id: re.compile(rf"\b({card.id}|{card.name})\b") for card in plain}
    cards = rules.game.cards(rules)
    told = [card for card in cards if card.kind not in ("first_player", "crest", "end_card")]
    told = [card for card in told if not any(card.name in each.name for each in cards if each != card)]
    return {card.id: re.compile(rf"(?<!\w){re.escape(card.name)}(?!\w)") for card in told}


def known(record: arcanum.Record, seat: arcanum.Seat | None) -> set[str]:
    """The ids of all cards that a seat has seen in a game so far."""
    return {
        str(card)
        for done in record.replay()
        for card in done.state.game.cards_seen(arcanum.observe(done.state, seat), done.heard(seat))
    }


async def settled(pilot: Play, table: Table) -> None:
    """Wait until no computer player thinks any more."""
    while table.waiting is Waiting.COMPUTER:
        await pilot.pause()
    await pilot.pause()


def chooses(table: Table) -> arcanum.Seat:
    """Who has to decide."""
    assert table.asked is not None
    return table.asked
