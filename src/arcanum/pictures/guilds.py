"""A picture of Arcana: the Districts, the players, and the own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcanum.guilds import actions as a
from arcanum.guilds.cards import CardId
from arcanum.guilds.describe import last_round
from arcanum.guilds.flow import ChooseDeck
from arcanum.guilds.tell import PHASES, GuildNarrator
from arcanum.guilds.views import View
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.pictures.elements import Element
from arcanum.pictures.guild_cards import card_face, explained, face_height, in_words
from arcanum.pictures.guild_table import draw_districts
from arcanum.pictures.pen import LARGE, LEADING, SMALL, box, columns, seat_mark, text
from arcanum.pictures.sheet import GAP, INNER, MARGIN, Sheet, question
from arcanum.pictures.targets import Key, Targets

_HALF: Final = columns(2, INNER, GAP)


def about(action: Action) -> tuple[Key, ...]:
    """What an action is about."""
    match action:
        case a.Assign(card=card, district=district):
            return (("card", card), ("district", district))
        case a.Bribe(card=card, agent=agent):
            return (("card", card), ("card", agent))
        case a.CardAction(card=card):
            return (("card", card),)
        case a.Keep(cards=cards):
            return tuple([("card", card) for card in cards])
        case a.At(district=district) | a.Settle(district=district):
            return (("district", district),)
        case a.Select(district=district, place=place):
            return (("at", district, place),)
        case a.Move(district=district, place=place, destination=destination):
            return (("at", district, place), ("district", destination))
        case a.Swap(district=one, other=other):
            return (("stake", one), ("stake", other))
        case a.Opponent(seat=seat):
            return (("seat", seat),)
    return ()


def draw(view: View, theme: str, names: Sequence[str], *, highlight: bool) -> str:
    """The picture of a view."""
    told = GuildNarrator(view.rules, names).choice
    sheet = Sheet(names, view.seat, Targets(view.legal_actions, about, told, highlight=highlight))
    when = f"Round {view.round}, {PHASES[view.phase]}" if view.round else "Before the first round"
    sheet.head("Arcana", view.rules.name, when, _facts(view, names))
    sheet.question(view.to_act, view.prompt)
    _draw_events(sheet, view)
    draw_districts(sheet, view)
    _draw_aside(sheet, view)
    _draw_players(sheet, view)
    _draw_own(sheet, view)
    _draw_offer(sheet, view)
    sheet.buttons()
    whose = "a spectator" if view.seat is None else names[view.seat]
    return sheet.finish("arcana", theme, f"Arcana, {when.lower()}, as {whose} sees it", _description(view, names))


def _facts(view: View, names: Sequence[str]) -> str:
    facts = [f"{names[view.first_player]} goes first"]
    if view.active is not None:
        facts.append(f"{names[view.active]} is active")
    if view.last_round is not None:
        facts.append(last_round(view.rules, view.last_round))
    if "militia" in view.options.modules:
        used = f", {len(view.militia_used)} used" if view.militia_used else ""
        facts.append(f"Militia {view.militia}{used}")
    return ". ".join(facts) + "."


def _description(view: View, names: Sequence[str]) -> str:
    stakes = [
        f"{district.name} {'no Stake' if district.stake is None else view.rules.catalogue[district.stake].name}"
        for district in view.districts
    ]
    points = [f"{name} {_points(view, seat)}" for seat, name in enumerate(names)]
    asked = question(names, view.seat, view.to_act, view.prompt)
    told = f"{asked}. Districts: {', '.join(stakes)}. Points seen: {', '.join(points)}. {_facts(view, names)}"
    for what, cards in (("Past Events", view.past_events), ("Militia used", view.militia_used)):
        if cards:
            told += f" {what}: {', '.join(view.rules.catalogue[card].name for card in cards)}."
    return told


# --- cards in rows ----------------------------------------------------------------------------------------------------


def _draw_cards(sheet: Sheet, view: View, cards: Sequence[CardId], kind: str) -> None:
    """Cards to be read, two beside each other."""
    faces = [view.rules.catalogue[card] for card in cards]
    for at in range(0, len(faces), 2):
        pair = faces[at : at + 2]
        height = max(face_height(card, _HALF) for card in pair)
        for column, card in enumerate(pair):
            parts = card_face(card, MARGIN + column * (_HALF + GAP), sheet.y, _HALF, height)
            sheet.add(sheet.thing(*parts, kind=kind, title=explained(card), keys=[("card", card.id)], card=card.id))
        sheet.y += height + GAP
    sheet.y -= GAP


def _draw_events(sheet: Sheet, view: View) -> None:
    shown = [card for card in (view.event, view.next_event) if card is not None]
    if not shown:
        return
    parts = ["this round"] if view.event is not None else []
    parts += [f"the next of {view.events}"] if view.next_event is not None else []
    parts += [f"{len(view.past_events)} past"] if view.past_events else []
    sheet.heading(f"Events: {', '.join(parts)}")
    _draw_cards(sheet, view, shown, "event")


def _draw_aside(sheet: Sheet, view: View) -> None:
    """Cards between two places, as far as they are seen."""
    if not view.aside:
        return
    owners = " and ".join(sheet.names[seat] for seat in dict.fromkeys(each.owner for each in view.aside))
    unseen = sum(each.card is None for each in view.aside)
    sheet.heading(f"Between two places, with {owners}" + (f": {unseen} unseen" if unseen else ""))
    _draw_cards(sheet, view, [each.card for each in view.aside if each.card is not None], "aside")


def _draw_own(sheet: Sheet, view: View) -> None:
    """What only the player himself sees; at the end, the Objectives of everybody; and hands that lie open."""
    own = None if view.seat is None else view.players[view.seat]
    if own is not None and own.master is not None:
        sheet.heading("Your Guild Master" + (", used in this round" if own.master_spent else ""))
        _draw_cards(sheet, view, [own.master], "master")
    for seat, player in enumerate(view.players):
        if player.objectives:
            whose = "Your Objectives" if seat == view.seat else f"Objectives of {sheet.names[seat]}"
            sheet.heading(whose)
            _draw_cards(sheet, view, player.objectives, "objective")
    for seat, player in enumerate(view.players):
        if player.hand and seat != view.seat:
            sheet.heading(f"The hand of {sheet.names[seat]}: {len(player.hand)}")
            _draw_cards(sheet, view, player.hand, "held")
    if own is None or own.hand is None:
        return
    for task in view.agenda:
        if isinstance(task, ChooseDeck) and task.seat == view.seat and task.chosen:
            sheet.heading(f"Your Deck so far: {len(task.chosen)}")
            sheet.lines(", ".join(view.rules.catalogue[card].name for card in task.chosen), most=6)
    if own.hand:
        sheet.heading(f"Your hand: {len(own.hand)}")
        _draw_cards(sheet, view, own.hand, "card")


def _draw_offer(sheet: Sheet, view: View) -> None:
    """Cards that the player may choose although they lie nowhere in the picture: in a pile, or in the box."""
    cards = [CardId(str(key[1])) for key in sheet.targets.undrawn if key[0] == "card"]
    if cards:
        sheet.heading("To choose from")
        _draw_cards(sheet, view, cards, "offer")


# --- players ----------------------------------------------------------------------------------------------------------


def _points(view: View, seat: Seat) -> int:
    """The points on the cards that a player is known to have."""
    player = view.players[seat]
    known = {*player.owned, *player.discard, *player.tucked}
    return sum(view.rules.catalogue[card].vp for card in known)


def _draw_players(sheet: Sheet, view: View) -> None:
    sheet.heading("The players, with the points on their known cards")
    for start in range(0, len(view.players), 2):
        seats = range(start, min(start + 2, len(view.players)))
        told = {seat: _told(sheet, view, seat) for seat in seats}
        height = 52 + max(len(lines) for lines in told.values()) * SMALL * LEADING + 10
        for column, seat in enumerate(seats):
            sheet.add(_player(sheet, view, seat, told[seat], MARGIN + column * (_HALF + GAP), height))
        sheet.y += height + GAP
    sheet.y -= GAP


def _told(sheet: Sheet, view: View, seat: Seat) -> list[tuple[str, str, str]]:
    """The lines about a player: what they are about, what they say, and what their title adds."""
    player, catalogue = view.players[seat], view.rules.catalogue

    def listed(cards: Sequence[CardId]) -> str:
        return ", ".join(catalogue[card].name for card in reversed(cards)) or "none"

    crest = catalogue.crests.get(player.guild)
    marks = {"you": seat == view.seat, "first": seat == view.first_player, "active": seat == view.active}
    who = " · ".join([in_words(player.guild), *(mark for mark, true in marks.items() if true)])
    lines = [
        ("guild", who, "" if crest is None else explained(crest)),
        ("cards", f"hand {player.hand_size} · Deck {player.deck}", f"Facedown somewhere: {listed(player.owned)}."),
    ]
    top = f", {catalogue[player.discard[-1]].name}" if player.discard else ""
    lines.append(("discard", f"discard {len(player.discard)}{top}", f"From the top: {listed(player.discard)}."))
    if player.tucked:
        lines.append(("crest", f"beneath the crest {len(player.tucked)}", f"{listed(player.tucked)}."))
    if player.master is not None:
        master = catalogue[player.master]
        used = ", used" if player.master_spent else ""
        lines.append(("master", f"Master {master.name}{used}", explained(master)))
    if player.objective_count:
        lines.append(("objectives", f"Objectives {player.objective_count}", ""))
    return lines


def _player(
    sheet: Sheet, view: View, seat: Seat, told: Sequence[tuple[str, str, str]], x: float, height: float
) -> Element:
    y = sheet.y
    asked = seat == view.to_act
    points = _points(view, seat)
    parts = [
        box(x, y, _HALF, height, fill="glow" if asked else "panel", line="accent" if asked else "line"),
        *seat_mark(seat, x + 10, y + 11, 30, colour=True),
        text(x + 50, y + 33, sheet.names[seat], width=_HALF - 120, bold=True),
        text(x + _HALF - 12, y + 34, str(points), LARGE, width=56, bold=True, anchor="end"),
    ]
    below = y + 52
    for _, said, _ in told:
        below += SMALL * LEADING
        parts.append(text(x + 12, below - 4, said, SMALL, width=_HALF - 24, fill="soft"))
    title = f"{sheet.names[seat]}: {points} points seen. " + " ".join(f"{said}. {more}" for _, said, more in told)
    return sheet.thing(*parts, kind="player", title=title, keys=[("seat", seat)], seat=seat)
