"""A picture of Arcanum: the city, the Houses, the piles, the players, and the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.pictures.elements import Element
from arcanum.pictures.pen import LARGE, SMALL, box, columns, seat_mark, text
from arcanum.pictures.sheet import GAP, INNER, MARGIN, Sheet, question
from arcanum.pictures.targets import Key, Targets
from arcanum.pictures.tarot_city import draw_city, draw_houses
from arcanum.pictures.tarot_pieces import CARD, MINI, card_face, explained, mini_back, mini_face, no_card
from arcanum.tarot import actions as a
from arcanum.tarot.cards import SUITS, Card, Major
from arcanum.tarot.decisions import DraftTogether, GiveTogether
from arcanum.tarot.hiding import HideTogether
from arcanum.tarot.tell import PHASES, TarotNarrator
from arcanum.tarot.views import HiddenView, View


def about(action: Action) -> tuple[Key, ...]:
    """What an action is about."""
    match action:
        case a.Reveal(card=card):
            return (("hidden", card),)
        case a.CardAction(card=card):
            return (("card", card),)
        case a.Swap(card=card, hidden=hidden):
            return (("card", card), ("hidden", hidden))
        case a.Move(figure=figure, location=location) | a.Return(figure=figure, location=location):
            return (("figure", figure), ("location", location))
        case a.Remove(figure=figure):
            return (("figure", figure),)
        case a.Adjust(house=house) | a.Assign(house=house):
            return (("house", house),)
        case a.PlaceTower(locations=locations):
            return tuple([("location", number) for number in locations])
    return ()


def draw(view: View, theme: str, names: Sequence[str], *, highlight: bool) -> str:
    """The picture of a view."""
    told = TarotNarrator(view.rules, names).choice
    sheet = Sheet(names, view.seat, Targets(view.legal_actions, about, told, highlight=highlight))
    last = view.options.scoring_turns[-1]
    sheet.head("Arcanum", view.rules.name, f"Turn {view.turn} of {last}, {PHASES[view.phase]}", _facts(view, names))
    sheet.question(view.to_act, view.prompt)
    draw_city(sheet, view)
    draw_houses(sheet, view)
    _draw_piles(sheet, view)
    _draw_players(sheet, view)
    _draw_hand(sheet, view)
    sheet.buttons()
    whose = "a spectator" if view.seat is None else names[view.seat]
    return sheet.finish(
        "arcanum", theme, f"Arcanum, turn {view.turn} of {last}, as {whose} sees it", _description(view, names)
    )


def _facts(view: View, names: Sequence[str]) -> str:
    turns = " and ".join(map(str, view.options.scoring_turns))
    facts = [f"Houses are scored after turn {turns}", f"{names[view.first_player]} goes first"]
    if view.active is not None:
        facts.append(f"{names[view.active]} is active")
        done = [name for name, played in (("Minor", view.minor_played), ("Major", view.major_played)) if played]
        facts += [f"{' and '.join(done)} played"] if done else []
    if view.factor != 1:
        facts.append(f"points and prestige count {view.factor} times")
    if view.shown:
        facts.append("hidden cards lie open: " + ", ".join(house.title for house in view.shown))
    return ". ".join(facts) + "."


def _description(view: View, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {player.vp}" for name, player in zip(names, view.players, strict=True))
    prestige = ", ".join(f"{house.title} {view.prestige[house]}" for house in SUITS)
    asked = question(names, view.seat, view.to_act, view.prompt)
    return f"{asked}. Points: {points}. Prestige: {prestige}. {_facts(view, names)}"


# --- piles ------------------------------------------------------------------------------------------------------------


def _draw_piles(sheet: Sheet, view: View) -> None:
    """The two decks, what lies open on the discard piles, and the cards that are being carried out."""
    sheet.heading("The piles")
    width = columns(4, INNER, GAP)
    piles: list[tuple[str, str, Sequence[Card] | None, int]] = [
        ("minor-deck", "Minors", None, view.minor_deck),
        ("minor-discard", "discard", view.minor_discard, len(view.minor_discard)),
        ("major-deck", "Majors", None, view.major_deck),
        ("major-discard", "discard", view.major_discard, len(view.major_discard)),
    ]
    for at, (kind, label, cards, count) in enumerate(piles):
        sheet.add(_pile(MARGIN + at * (width + GAP), sheet, width, kind, label, cards, count))
    sheet.y += MINI[1] + 16
    if view.in_play:
        sheet.y += GAP
        said = "Being played: " + ", ".join(card.title for card in view.in_play)
        room = INNER - 28 - len(view.in_play) * 50
        parts = [
            box(MARGIN, sheet.y, INNER, MINI[1] + 16, fill="glow"),
            text(MARGIN + 14, sheet.y + 41, said, width=room),
        ]
        for at, card in enumerate(view.in_play):
            parts += mini_face(card, MARGIN + INNER - 50 * (at + 1), sheet.y + 8, turned=True)
        title = "Being played. " + " ".join(explained(card, view.rules) for card in view.in_play)
        sheet.add(sheet.thing(*parts, kind="in-play", title=title, keys=[]))
        sheet.y += MINI[1] + 16


def _pile(
    x: float, sheet: Sheet, width: float, kind: str, label: str, cards: Sequence[Card] | None, count: int
) -> Element:
    y = sheet.y
    parts = [box(x, y, width, MINI[1] + 16)]
    if cards is None:
        parts += mini_back(x + 8, y + 8) if count else [no_card(x + 8, y + 8)]
        title = f"Deck of {label}: {count}."
    else:
        parts += mini_face(cards[-1], x + 8, y + 8, turned=True) if cards else [no_card(x + 8, y + 8)]
        listed = ", ".join(card.title for card in reversed(cards))
        what = "Minors" if kind == "minor-discard" else "Majors"
        title = f"{what} discarded: {count}." + (f" From the top: {listed}." if cards else "")
    parts.append(text(x + MINI[0] + 16, y + 33, str(count), LARGE, width=width - MINI[0] - 20, bold=True))
    parts.append(text(x + MINI[0] + 16, y + 56, label, SMALL, width=width - MINI[0] - 20, fill="soft"))
    return sheet.thing(*parts, kind="pile", title=title, keys=[("pile", kind)], pile=kind, count=count)


# --- players ----------------------------------------------------------------------------------------------------------

_NAME: Final = 147
_POINTS: Final = 264
"""Where the points end, from the left edge of a player's line."""
_HAND: Final = 279
_HIDDEN: Final = 330


def _draw_players(sheet: Sheet, view: View) -> None:
    """A line for each: points, number of cards, hidden cards as far as they are seen."""
    sheet.heading("The players")
    labels = ((_POINTS, "points", "end"), (_HAND, "hand", "start"), (_HIDDEN, "hidden cards", "start"))
    for x, label, anchor in labels:
        sheet.add(text(MARGIN + x, sheet.y - GAP, label, SMALL, width=140, fill="soft", anchor=anchor))
    for seat in range(len(view.players)):
        _draw_player(sheet, view, seat)
    sheet.y -= 6


def _status(view: View, seat: Seat) -> str:
    marks = {
        "you": seat == view.seat,
        "first": seat == view.first_player,
        "active": seat == view.active,
    }
    return ", ".join(mark for mark, true in marks.items() if true)


def _draw_player(sheet: Sheet, view: View, seat: Seat) -> None:
    player, y = view.players[seat], sheet.y
    per_line = int((INNER - _HIDDEN - 6) // (MINI[0] + 6))
    lines = max(1, -(-len(player.hidden) // per_line))
    held = () if seat == view.seat or player.hand is None else player.hand
    height = (lines + -(-len(held) // per_line)) * (MINI[1] + 6) + 10
    asked = seat == view.to_act
    status = _status(view, seat)
    middle = y + 8 + MINI[1] / 2
    parts = [
        box(MARGIN, y, INNER, height, fill="glow" if asked else "panel", line="accent" if asked else "line"),
        *seat_mark(seat, MARGIN + 10, middle - 15, 30, colour=False),
        text(MARGIN + 50, middle + (-4 if status else 7), sheet.names[seat], width=_NAME, bold=True),
        *([text(MARGIN + 50, middle + 18, status, SMALL, width=_NAME, fill="soft")] if status else []),
        text(MARGIN + _POINTS, middle + 9, str(player.vp), LARGE - 2, width=66, bold=True, anchor="end"),
        *mini_back(MARGIN + _HAND, y + 8),
        text(
            MARGIN + _HAND + MINI[0] / 2,
            middle + 7,
            str(player.hand_size),
            width=MINI[0] - 4,
            fill="onfill",
            bold=True,
            anchor="middle",
        ),
    ]
    for at, hidden in enumerate(player.hidden):
        line, column = divmod(at, per_line)
        parts.append(
            _hidden(sheet, view, seat, hidden, MARGIN + _HIDDEN + column * (MINI[0] + 6), y + 8 + line * (MINI[1] + 6))
        )
    for at, card in enumerate(held):
        line, column = divmod(at, per_line)
        x, top = MARGIN + _HIDDEN + column * (MINI[0] + 6), y + 8 + (lines + line) * (MINI[1] + 6)
        face = mini_face(card, x, top, turned=True)
        parts.append(sheet.thing(*face, kind="held", title=f"{card.title}, in an open hand.", keys=[], card=str(card)))
    title = f"{sheet.names[seat]}: {player.vp} points, {player.hand_size} cards in hand, {len(player.hidden)} hidden."
    sheet.add(
        sheet.thing(
            *parts, kind="player", title=title + (f" {status}." if status else ""), keys=[("seat", seat)], seat=seat
        )
    )
    sheet.y += height + 6


def _hidden(sheet: Sheet, view: View, seat: Seat, hidden: HiddenView, x: float, y: float) -> Element:
    card = hidden.card
    if card is None:
        return sheet.thing(*mini_back(x, y), kind="hidden", title="A hidden card.", keys=[])
    how = "turned up" if hidden.face_up else "hidden"
    keys: list[Key] = [("hidden", card)] if seat == view.seat else []
    return sheet.thing(
        *mini_face(card, x, y, turned=hidden.face_up),
        kind="hidden",
        title=f"{card.title}, {how}.",
        keys=keys,
        card=str(card),
    )


# --- the own hand -----------------------------------------------------------------------------------------------------


def _chosen(view: View) -> dict[Card, str]:
    """What the player has chosen in secret and still holds until all have chosen."""
    found: dict[Card, str] = {}
    for task in view.agenda:
        if isinstance(task, GiveTogether):
            found |= {card: "to give" for _, card in task.chosen}
        if isinstance(task, DraftTogether):
            found |= {card: "kept" for _, card in task.kept}
        if isinstance(task, HideTogether):
            found |= {card: "to hide" for _, card in task.answers if card is not None}
    return found


def _draw_hand(sheet: Sheet, view: View) -> None:
    hand = None if view.seat is None else view.players[view.seat].hand
    if hand is None:
        return
    sheet.heading(f"Your hand: {len(hand)}" if hand else "Your hand is empty")
    width, height = CARD
    per_line = int((INNER + GAP / 2) // (width + GAP / 2))
    step = width + (INNER - per_line * width) / (per_line - 1)
    chosen = _chosen(view)
    for at, card in enumerate(hand):
        line, column = divmod(at, per_line)
        x, y = MARGIN + column * step, sheet.y + line * (height + GAP)
        mark = chosen.get(card, "")
        title = explained(card, view.rules) + (f" Chosen {mark}." if mark else "")
        sheet.add(
            sheet.thing(
                *card_face(card, x, y, marked=mark), kind="card", title=title, keys=[("card", card)], card=str(card)
            )
        )
    if hand:
        sheet.y += -(-len(hand) // per_line) * (height + GAP) - GAP / 2
    for card in hand:
        if isinstance(card, Major):
            sheet.lines(explained(card, view.rules), fill="soft", most=4)
            sheet.y += 4
