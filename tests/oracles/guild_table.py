"""A table of Arcana as facts: what lies where, and what the card files print on it.

The files are read here once more, as plain TOML; nothing asks the engine what a card is or what it is worth.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from arcanum.guilds import State

from .asp import Atom

Face = dict[str, Any]
"""A card as its file has it."""
ARCANA = ("staff", "sword", "cup")
AGENTS = ("agent", "personality", "militia")

# --- what is printed --------------------------------------------------------------------------------------------------


@cache
def faces(edition: str) -> dict[str, Face]:
    """The cards of an edition by id, as the file has them, each with its kind."""
    tables = tomllib.loads(files("arcanum.guilds").joinpath(f"catalogue_{edition}.toml").read_text(encoding="utf-8"))
    arrays = {kind: entries for kind, entries in tables.items() if kind != "fiefdoms" and isinstance(entries, list)}
    return {entry["id"]: {"kind": kind, **entry} for kind, entries in arrays.items() for entry in entries}


@cache
def card_facts(edition: str, card: str) -> tuple[Atom, ...]:
    """What stands on a card."""
    face = faces(edition)[card]
    found: list[Atom] = [("card", card, face["kind"])]
    found += [("emblem", card, face["emblem"])] if "emblem" in face else []
    found += [("value", card, arcanum, face[arcanum]) for arcanum in ARCANA if arcanum in face]
    found += [("main", card, arcanum) for arcanum in face.get("main", ())]
    found += [("ducat", card, face["ducat"])] if isinstance(face.get("ducat"), int) else []
    for place, word in enumerate(face.get("ability", ()), start=1):
        found.append(("word", card, place, word["word"]))
        found += [("key", card, place, key, value) for key, value in word.items() if isinstance(value, int | str)]
    return tuple(found)


# --- what lies there --------------------------------------------------------------------------------------------------


def table_facts(state: State, *more: str) -> tuple[Atom, ...]:
    """The whole table, and every card that lies open on it or is named besides."""
    edition = state.rules.printing
    found: list[Atom] = [("players", len(state.players)), ("first_player", state.first_player)]
    cards = [*more, *(card for card, face in faces(edition).items() if face["kind"] == "crest")]
    for seat, player in enumerate(state.players):
        found += [("seat", seat), ("guild", seat, player.guild)]
        if player.master is not None:
            found.append(("leads", seat, player.master))
            cards.append(player.master)
    if state.event is not None:
        found.append(("event", state.event))
        cards.append(state.event)
    for district in state.districts:
        found += [("friend", district.name, seat) for seat in district.friendly_to]
        found += [("next", district.name, card) for card in district.pile[-1:]]
        for each in district.cards:
            found.append(("placed", district.name, each.card, each.owner, "faceup" if each.face_up else "facedown"))
            cards.append(each.card)
        if district.stake is not None:
            found.append(("top", district.name, district.stake))
            cards.append(district.stake)
    for number, bonus in enumerate(state.bonuses):
        arcanum = "any" if bonus.arcanum is None else bonus.arcanum.name.lower()
        found.append(("bonus", number, bonus.seat, state.districts[bonus.district].name, arcanum, bonus.amount))
    return (*found, *(atom for card in dict.fromkeys(cards) for atom in card_facts(edition, card)))
