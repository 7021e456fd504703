"""A terminal game for tests: tables with people and computers, and what stands on the screen."""

from __future__ import annotations

import re
from html import unescape
from typing import TypeAlias

import attrs
from textual.pilot import Pilot

import arcanum
from arcanum import records
from arcanum.kernel.randomness import word_at
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


def played_on(table: Table, decisions: int, seed: int) -> Table:
    """After some decisions of anybody, drawn by lot; people sit down when they have to."""
    for number in range(decisions):
        if table.waiting is Waiting.OVER:
            break
        if table.waiting is Waiting.CHANGE:
            table.sit_down()
        legal = arcanum.legal_actions(table.state)
        table.take(legal[word_at(seed, number) % len(legal)])
    return table


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


class Memory:
    """What the seats of a table have seen so far; every step is looked at once. Nothing may be taken back."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._steps = list(attrs.evolve(table.record, actions=()).replay())
        self._seen: dict[arcanum.Seat | None, tuple[int, set[str]]] = {}

    def known(self, seat: arcanum.Seat | None) -> set[str]:
        """The ids of all cards that a seat has seen."""
        for action in self._table.record.actions[len(self._steps) - 1 :]:
            self._steps.append(arcanum.step(self._steps[-1].state, action))
        number, seen = self._seen.get(seat, (0, set[str]()))
        for done in self._steps[number:]:
            view = arcanum.observe(done.state, seat)
            seen |= set(map(str, done.state.game.cards_seen(view, done.heard(seat))))
        self._seen[seat] = len(self._steps), seen
        return seen


async def settled(pilot: Play, table: Table) -> None:
    """Wait until no computer player thinks any more."""
    while table.waiting is Waiting.COMPUTER:
        await pilot.pause()
    await pilot.pause()


def chooses(table: Table) -> arcanum.Seat:
    """Who has to decide."""
    assert table.asked is not None
    return table.asked
