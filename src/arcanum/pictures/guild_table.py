"""The table of Arcana: the Districts with their Stakes and whoever was sent there."""

from __future__ import annotations

from typing import Final

from arcanum.guilds.board import NEUTRAL
from arcanum.guilds.cards import Arcanum, Card
from arcanum.guilds.views import DistrictView, PlacedView, View
from arcanum.pictures.elements import Element, element
from arcanum.pictures.guild_cards import ICON_OF, card_face, explained, face_height, has_values, values_row
from arcanum.pictures.letters import width_of
from arcanum.pictures.pen import LARGE, LEADING, SMALL, box, columns, seat_mark, text
from arcanum.pictures.shapes import icon
from arcanum.pictures.sheet import GAP, INNER, MARGIN, Sheet
from arcanum.pictures.targets import Key

_HALF: Final = columns(2, INNER, GAP)
_PAD: Final = 8
_CHIP: Final = 58
_FLAT: Final = 34
"""The height of a card of which nothing is known."""
_TOP: Final = 40
_BACK: Final = (16, 22)


def draw_districts(sheet: Sheet, view: View) -> None:
    """Two Districts beside each other; the last one, the Neutral, has a line of its own if it is left over."""
    sheet.heading("The Districts")
    _draw_legend(sheet)
    for start in range(0, len(view.districts), 2):
        pair = list(enumerate(view.districts))[start : start + 2]
        width = _HALF if len(pair) == 2 else INNER
        height = max(_district_height(sheet, view, at, district, width) for at, district in pair)
        for column, (at, district) in enumerate(pair):
            sheet.add(_district(sheet, view, at, district, MARGIN + column * (_HALF + GAP), width, height))
        sheet.y += height + GAP
    sheet.y -= GAP


def _draw_legend(sheet: Sheet) -> None:
    """What the shapes stand for."""
    x: float = MARGIN
    for arcanum in Arcanum:
        sheet.add(icon(ICON_OF[arcanum], x, sheet.y, 18, "soft"))
        sheet.add(text(x + 24, sheet.y + 15, arcanum.title, SMALL, width=80, fill="soft"))
        x += 24 + width_of(arcanum.title, SMALL) + 14
    note = "· on dark: wins the Stake"
    sheet.add(text(x, sheet.y + 15, note, SMALL, width=MARGIN + INNER - x, fill="soft"))
    sheet.y += 30


def _stake(view: View, district: DistrictView) -> Card | None:
    return None if district.stake is None else view.rules.catalogue[district.stake]


def _notes(sheet: Sheet, view: View, at: int, district: DistrictView) -> list[str]:
    """What else there is to say about a District."""
    notes = [f"{district.pile} more beneath" if district.pile else "none beneath"]
    if district.end_among:
        notes.append(f"the end is among the last {district.end_among}")
    if district.next is not None:
        notes.append(f"next: {view.rules.catalogue[district.next].name}")
    for bonus in view.bonuses:
        if bonus.district == at:
            what = "each arcanum" if bonus.arcanum is None else bonus.arcanum.title
            notes.append(f"{bonus.amount:+} in {what} for {sheet.names[bonus.seat]}")
    return notes


def _chip_height(view: View, placed: PlacedView) -> float:
    known = placed.card is not None and has_values(view.rules.catalogue[placed.card])
    return _CHIP if known else _FLAT


def _lines(view: View, district: DistrictView, width: float) -> list[list[tuple[int, PlacedView]]]:
    """The cards in a District, line by line: two beside each other where there is room."""
    per_line = 1 if width < INNER else 2
    cards = list(enumerate(district.cards))
    return [cards[at : at + per_line] for at in range(0, len(cards), per_line)]


def _district_height(sheet: Sheet, view: View, at: int, district: DistrictView, width: float) -> float:
    stake = _stake(view, district)
    top = face_height(stake, width - 2 * _PAD) if stake is not None else 40
    notes = len(_notes(sheet, view, at, district)) * SMALL * LEADING + 8
    chips = [max(_chip_height(view, placed) for _, placed in line) + 6 for line in _lines(view, district, width)]
    return _TOP + top + notes + sum(chips) + _PAD


def _district(
    sheet: Sheet, view: View, at: int, district: DistrictView, x: float, width: float, height: float
) -> Element:
    y, inside = sheet.y, width - 2 * _PAD
    neutral = district.name == NEUTRAL
    name = "Neutral" if neutral else district.name
    parts = [
        box(x, y, width, height, fill="quiet"),
        text(x + _PAD + 4, y + 29, name, LARGE - 2, width=100, bold=True),
    ]
    if not neutral and view.seat is not None:
        standing = "friendly" if view.seat in district.friendly_to else "enemy"
        there = x + _PAD + 16 + width_of(name, LARGE - 2, bold=True)
        parts.append(text(there, y + 29, standing, SMALL, width=90, fill="soft"))
    for back, seat in enumerate(reversed(district.friendly_to)):
        parts += seat_mark(seat, x + width - _PAD - 26 - back * 34, y + 9, 24, colour=True)
    below = y + _TOP
    stake = _stake(view, district)
    if stake is None:
        parts.append(text(x + _PAD + 4, below + 24, "no Stake", SMALL, width=inside, fill="soft", italic=True))
        below += 40
    else:
        tall = face_height(stake, inside)
        parts.append(
            sheet.thing(
                *card_face(stake, x + _PAD, below, inside, tall),
                kind="stake",
                title=explained(stake),
                keys=[("stake", district.name)],
                card=stake.id,
            )
        )
        below += tall
    for note in _notes(sheet, view, at, district):
        below += SMALL * LEADING
        parts.append(text(x + _PAD + 4, below, note, SMALL, width=inside - 8, fill="soft"))
    below += 8
    for line in _lines(view, district, width):
        for column, (place, placed) in enumerate(line):
            wide = inside if width < INNER else columns(2, inside, _PAD)
            there = x + _PAD + column * (wide + _PAD)
            parts.append(_placed(sheet, view, district, place, placed, there, below, wide))
        below += max(_chip_height(view, placed) for _, placed in line) + 6
    friends = " and ".join(sheet.names[seat] for seat in district.friendly_to)
    title = f"{'The Neutral District' if neutral else f'District {district.name}, friendly to {friends}'}. "
    title += f"Pile of {district.pile}, {len(district.cards)} cards sent there."
    if district.known_to:
        title += f" The next card of the pile is known to {', '.join(sheet.names[seat] for seat in district.known_to)}."
    return sheet.thing(*parts, kind="district", title=title, keys=[("district", district.name)], district=district.name)


def _placed(
    sheet: Sheet, view: View, district: DistrictView, place: int, placed: PlacedView, x: float, y: float, width: float
) -> Element:
    """A card in a District: whose it is, and what, if that may be known; one that lies facedown has a broken edge."""
    height = _chip_height(view, placed)
    card = None if placed.card is None else view.rules.catalogue[placed.card]
    owner = sheet.names[placed.owner]
    keys: list[Key] = [("at", district.name, place)]
    how = "faceup" if placed.face_up else "facedown"
    ground = box(x, y, width, height, radius=6, dashed=not placed.face_up, line="line" if placed.face_up else "soft")
    parts = [ground, *seat_mark(placed.owner, x + 8, y + (_FLAT - 22) / 2, 22, colour=True)]
    room = width - 50
    if card is None:
        what = "Militia, facedown" if placed.militia else "facedown"
        parts.append(text(x + 40, y + 23, what, SMALL, width=room, fill="soft", italic=True))
        title = f"A facedown {'Militia card' if placed.militia else 'card'} of {owner}."
    else:
        keys.append(("card", card.id))
        title = f"{explained(card)} {how.capitalize()}, of {owner}."
        if not placed.face_up:
            room -= _BACK[0] + 8
            parts.append(_small_back(x + width - 8 - _BACK[0], y + (_FLAT - _BACK[1]) / 2))
        parts.append(text(x + 40, y + 23, card.name, SMALL, width=room, italic=not placed.face_up))
        if has_values(card):
            parts += values_row(card, x + 36, y + 29)
    if placed.known_to:
        title += f" Known to {', '.join(sheet.names[seat] for seat in placed.known_to)}."
    return sheet.thing(
        *parts,
        kind=f"placed {how}",
        title=title,
        keys=keys,
        card=None if card is None else card.id,
        place=place,
        owner=placed.owner,
    )


def _small_back(x: float, y: float) -> Element:
    """The sign that a card lies facedown although its face is known."""
    return element("rect", x=x, y=y, width=_BACK[0], height=_BACK[1], rx=3, class_="f-back")
