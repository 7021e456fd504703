"""The sheet on which both games are drawn: from top to bottom, as wide as a telephone can show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcanum.kernel.events import Seat
from arcanum.pictures.elements import Element, Value, element
from arcanum.pictures.letters import lines_of, width_of
from arcanum.pictures.pen import LARGE, LEADING, NORMAL, SMALL, box, group, text
from arcanum.pictures.style import picture_class, style_sheet
from arcanum.pictures.targets import Key, Targets

WIDTH: Final = 640
MARGIN: Final = 14
INNER: Final = WIDTH - 2 * MARGIN
GAP: Final = 10

_BUTTON: Final = 44


class Sheet:
    """A picture in the making. Whoever draws starts at `y` and moves it down."""

    def __init__(self, names: Sequence[str], seat: Seat | None, targets: Targets) -> None:
        self.names = names
        self.seat = seat
        self.targets = targets
        self.parts: list[Element] = []
        self.y: float = MARGIN

    def add(self, *parts: Element) -> None:
        """Draw something."""
        self.parts.extend(parts)

    def thing(self, *children: Element, kind: str, title: str, keys: Sequence[Key], **data: Value | None) -> Element:
        """A group with the actions that are about one of its keys."""
        found = self.targets.at(*keys)
        return group(*children, kind=kind, title=title, actions=found, told=self.targets.told(found), **data)

    def heading(self, said: str) -> None:
        """The name of the part that follows."""
        self.y += 16
        self.add(text(MARGIN, self.y + SMALL, said, SMALL, width=INNER, fill="soft", bold=True))
        self.y += SMALL + GAP

    def head(self, game: str, rules: str, when: str, facts: str) -> None:
        """Which game it is, and how far it has come."""
        name = width_of(game, LARGE, bold=True)
        self.add(text(MARGIN, self.y + LARGE, game, LARGE, width=INNER, bold=True))
        room = INNER - name - GAP
        self.add(text(WIDTH - MARGIN, self.y + LARGE, rules, SMALL, width=room, fill="soft", anchor="end"))
        self.y += LARGE + GAP
        self.add(text(MARGIN, self.y + NORMAL, when, NORMAL, width=INNER, bold=True))
        self.y += NORMAL + 6
        self.lines(facts, fill="soft")
        self.y += GAP

    def lines(self, said: str, *, fill: str = "ink", most: int = 4) -> None:
        """A text over the whole width."""
        for line in lines_of(said, INNER, SMALL, most=most):
            self.add(text(MARGIN, self.y + SMALL, line, SMALL, width=INNER, fill=fill))
            self.y += SMALL * LEADING

    def question(self, to_act: Seat | None, prompt: str | None) -> None:
        """Who is asked what."""
        own = to_act is not None and to_act == self.seat
        asked = question(self.names, self.seat, to_act, prompt)
        lines = lines_of(asked, INNER - 28, NORMAL, most=3, bold=True)
        height = len(lines) * NORMAL * LEADING + 18
        shown = [
            text(
                MARGIN + 14, self.y + 26 + at * NORMAL * LEADING, line, width=INNER - 28, bold=True,
                fill="onfill" if own else "ink",
            )
            for at, line in enumerate(lines)
        ]  # fmt: skip
        ground = box(MARGIN, self.y, INNER, height, fill="accent" if own else "quiet", line="accent" if own else "line")
        self.add(group(ground, *shown, kind="question", title=asked, seat=to_act))
        self.y += height

    def buttons(self) -> None:
        """What can be done with nothing that is drawn."""
        rest = self.targets.rest
        if not rest:
            return
        self.heading("Or" if len(rest) < len(self.targets.actions) else "Choose")
        x: float = MARGIN
        for at in rest:
            label = self.targets.label(at)
            width = min(INNER, max(90, width_of(label, NORMAL, bold=True) + 32))
            if x + width > MARGIN + INNER:
                x, self.y = MARGIN, self.y + _BUTTON + GAP
            ground = box(x, self.y, width, _BUTTON, fill="glow", line="accent", radius=22)
            said = text(x + width / 2, self.y + 29, label, width=width - 30, bold=True, anchor="middle")
            self.add(group(ground, said, kind="button", title=label, actions=(at,)))
            x += width + GAP
        self.y += _BUTTON

    def finish(self, game: str, theme: str, title: str, told: str) -> str:
        """The whole document."""
        height = round(self.y + MARGIN)
        return str(
            element(
                "svg",
                element("title", title),
                element("desc", told),
                element("style", style_sheet(theme)),
                element("rect", width=WIDTH, height=height, rx=12, class_="f-paper"),
                *self.parts,
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {WIDTH} {height}",
                width=WIDTH,
                height=height,
                style="max-width:100%;height:auto",
                role="img",
                class_=picture_class(theme),
                data_game=game,
                data_seat=self.seat,
            )
        )


def question(names: Sequence[str], seat: Seat | None, to_act: Seat | None, prompt: str | None) -> str:
    """Who is asked what, in words."""
    if to_act is None:
        return "The game is over"
    return f"{'You' if to_act == seat else names[to_act]}: {prompt}"
