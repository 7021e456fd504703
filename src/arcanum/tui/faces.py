"""The face of each game: who puts a view of it into rows."""

from __future__ import annotations

from collections.abc import Sequence

import arcanum
from arcanum import guilds, tarot
from arcanum.tui.guilds import GuildFace
from arcanum.tui.rows import Face, Signs
from arcanum.tui.tarot import TarotFace


def face_of(view: arcanum.View, names: Sequence[str], narrator: arcanum.Narrator, signs: Signs) -> Face:
    """The view in rows."""
    if isinstance(view, tarot.View):
        return TarotFace(view, names, narrator, signs)
    assert isinstance(view, guilds.View), "a game has a face before it can be played on a terminal"
    return GuildFace(view, names, narrator, signs)
