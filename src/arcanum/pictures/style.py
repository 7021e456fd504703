"""Colours, in light and in dark, as style sheets.

Every rule begins with the class of the theme, because a style sheet within a page holds for all of the page: two
pictures may stand side by side, also in two themes. No variables, so that programs other than browsers can draw the
pictures as well.
"""

from __future__ import annotations

from typing import Final

from arcanum.kernel.errors import UnknownName

THEMES: Final = ("auto", "light", "dark")

_FONT: Final = "'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"

LIGHT: Final = {
    "paper": "#f6f3ec",
    "panel": "#fffdf8",
    "quiet": "#ece7db",
    "line": "#cfc7b6",
    "ink": "#23211d",
    "soft": "#655f54",
    "back": "#5b5a72",
    "onback": "#d9d8e6",
    "accent": "#6b35c9",
    "glow": "#efe6ff",
    "onfill": "#ffffff",
    "swords": "#1f5fa8",
    "pentacles": "#8a6100",
    "wands": "#1c7549",
    "chalices": "#b0302c",
    "seat0": "#27568f",
    "seat1": "#a3481b",
    "seat2": "#1f7263",
    "seat3": "#81418f",
    "seat4": "#6a5c14",
}
DARK: Final = {
    "paper": "#17181d",
    "panel": "#22242b",
    "quiet": "#2d3039",
    "line": "#474b57",
    "ink": "#f0ede6",
    "soft": "#b3afa5",
    "back": "#7b7ca0",
    "onback": "#2a2b3c",
    "accent": "#c3a2ff",
    "glow": "#3a2d57",
    "onfill": "#14151a",
    "swords": "#82b6f2",
    "pentacles": "#e6bb55",
    "wands": "#72cc9c",
    "chalices": "#f28f87",
    "seat0": "#86b4ee",
    "seat1": "#f0a070",
    "seat2": "#6fcab8",
    "seat3": "#d79be4",
    "seat4": "#cdbd62",
}
SEAT_COLOURS: Final = 5


def picture_class(theme: str) -> str:
    """The class by which the rules of a theme find the picture."""
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    return f"arcanum-{theme}"


def style_sheet(theme: str) -> str:
    """The rules for a theme; `auto` follows what the reader of the page prefers."""
    own = f".{picture_class(theme)}"
    rules = [f"{own} text{{font-family:{_FONT}}}", f"{own} .b{{font-weight:700}}", f"{own} .i{{font-style:italic}}"]
    rules += _colours(own, DARK if theme == "dark" else LIGHT)
    if theme == "auto":
        rules.append(f"@media(prefers-color-scheme:dark){{{''.join(_colours(own, DARK))}}}")
    return "".join(rules)


def _colours(own: str, palette: dict[str, str]) -> list[str]:
    rules = [f"{own} .f-{role}{{fill:{colour}}}{own} .s-{role}{{stroke:{colour}}}" for role, colour in palette.items()]
    edge = f"{own} .legal>.edge{{stroke:{palette['accent']};stroke-width:3px}}"
    return [*rules, edge, f"{own} .legal{{cursor:pointer}}", f"{own} .legal:hover>.edge{{stroke-width:5px}}"]
