"""Pictures of views, as SVG: drawings of our own that show a table as one seat sees it.

A picture is a function of the view alone. It shows what is in the view and nothing else, and whatever a legal action is
about can be found in it by a page. Text, shapes and colours are written by hand; nothing beyond the library is needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcanum.guilds.views import View as GuildView
from arcanum.kernel.errors import BadCall, brief
from arcanum.pictures.guilds import draw as draw_guilds
from arcanum.pictures.style import picture_class
from arcanum.pictures.tarot import draw as draw_tarot
from arcanum.tarot.views import View as TarotView


def svg(view: object, theme: str = "auto", names: Sequence[str] | None = None, *, highlight: bool = True) -> str:
    """The picture of a view of either game."""
    if not isinstance(view, TarotView | GuildView):
        raise BadCall(f"expected a view (from arcanum.observe), got {brief(view)}")
    picture_class(theme)
    called = _called(names, len(view.players))
    if isinstance(view, TarotView):
        return draw_tarot(view, theme, called, highlight=highlight)
    return draw_guilds(view, theme, called, highlight=highlight)


def _called(names: object, players: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Seat {seat}" for seat in range(players))
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise BadCall(f"expected a list of names, one for each seat, got {brief(names)}")
    if len(names) != players:
        raise BadCall(f"there are {players} players, so give {players} names, not {len(names)}")
    return tuple(names)
