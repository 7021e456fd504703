"""House rules of Arcana: cards with other values, another catalogue, and what must go together.

A changed card is put into the data of its catalogue, which is then read again by the same strict reader. Only C11 is
not asked: to differ from what a text prints is what a house rule is for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

import attrs

from arcanum.guilds.board import layout
from arcanum.guilds.cards import POWERS, Card, Kind
from arcanum.guilds.catalogue import LARGEST, Catalogue, CatalogueReader, read_catalogue, write_card, write_catalogue
from arcanum.guilds.constraints import check as check_catalogue
from arcanum.guilds.effects import VOCABULARY
from arcanum.guilds.rules import Rules, rules, rulesets
from arcanum.kernel.errors import brief
from arcanum.kernel.house import HouseFile, Needs, Where, check_head, read_file, read_values, write_values
from arcanum.kernel.words import Fault

__all__ = ["APART", "CARD_KEYS", "FILES", "SECTIONS", "VOCABULARY", "build", "check", "load"]

SECTIONS: Final = ("card",)
"""The tables beside `[rules]`."""
APART: Final = ("name", "printing", "catalogue", "wording")
"""What `[rules]` does not read like a plain value."""
FILES: Final = ("catalogue",)
"""Keys of `[rules]` that name another file."""
CARD_KEYS: Final = (
    "name", "letter", "emblem", "vp", "staff", "sword", "cup", "ducat", "main", "fiefdom", "rank", "once_per_round",
    "count", "reward", "ability",
)  # fmt: skip
"""What a file can say about a card; which of these a card has depends on its kind."""
HOUSE_RULE: Final = "external:house-rule"
"""Where a changed value comes from."""

_NEEDED: Final = {
    "objectives": Kind.OBJECTIVE,
    "militia": Kind.MILITIA,
    "masters": Kind.MASTER,
    "events": Kind.EVENT,
}
"""The cards that a module cannot do without."""
_OF_A_CARD: Final = re.compile(r"[a-z_]+ (?P<id>[a-z0-9-]+)(?:: (?P<key>[a-z_]+)(?P<rest>.*))?")
_WORD_NAME: Final = re.compile(r" \([a-z-]+\)")


def load(path: Where) -> Rules:
    """The rules that a house-rule file describes."""
    return build(read_file(path))


def build(file: HouseFile) -> Rules:
    """The rules that a file describes; raises `HouseRuleError` with everything that is wrong with it."""
    check_head(file, rulesets(), SECTIONS)
    name = file.data.get("base")
    base = rules(name if isinstance(name, str) and name in rulesets() else rulesets()[0])
    values = read_values(file, base, APART, FILES)
    changed = attrs.evolve(
        base, name=str(file.data.get("name")), catalogue=_read_catalogue(file, base.catalogue), **values
    )
    file.faults.extend(check(changed, values))
    file.refuse()
    return changed


# --- cards ------------------------------------------------------------------------------------------------------------


def _read_catalogue(file: HouseFile, base: Catalogue) -> Catalogue:
    """The catalogue of the base or the one that the file names, with the changes of `[card.*]`."""
    given, data = base, None
    if "catalogue" in file.table("rules"):
        said = file.table("rules")["catalogue"]
        data = file.read_beside(
            "rules.catalogue", said, "a card file", lambda read: _checked(read, as_printed=not file.inline), LARGEST
        )
        if data is not None and data["edition"] != base.edition:
            message = f"the base needs cards of the {base.edition} edition, not of the {data['edition']}"
            file.fault("rules.catalogue", message)
        elif data is not None:
            given = CatalogueReader().read(data)
    changes = file.tables("card", [card.id for card in given], "card")
    for id, change in changes.items():
        file.only(change, f"card.{id}", CARD_KEYS)
    if not changes:
        return given
    if data is None:
        text = files(__package__).joinpath(f"catalogue_{base.edition}.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
    return _changed(file, data, changes) or given


def _checked(data: dict[str, Any], *, as_printed: bool) -> dict[str, Any]:
    """The data of a catalogue file with which nothing is wrong."""
    read_catalogue(data, as_printed=as_printed)
    return data


def write(given: Rules, *, complete: bool) -> dict[str, Any]:
    """The rules as the tables of a house-rule file, with everything or with what differs from their base."""
    base = rules(f"arcana/{given.printing}")
    values = write_values(given, None if complete else base, APART)
    cards: dict[str, dict[str, Any]] = {}
    if complete or given.catalogue != base.catalogue:
        changes = None if complete else _changed_cards(given.catalogue, base.catalogue)
        if changes is None:
            values["catalogue"] = write_catalogue(given.catalogue)
        else:
            cards = changes
    return {"base": base.name, "name": given.name, "rules": values, "card": cards}


def _changed_cards(new: Catalogue, old: Catalogue) -> dict[str, dict[str, Any]] | None:
    """What a house rule says about cards; None if the catalogues differ in more than that."""
    if attrs.evolve(new, cards=()) != attrs.evolve(old, cards=()) or list(new.order) != list(old.order):
        return None
    changes: dict[str, dict[str, Any]] = {}
    for card, before in zip(new, old, strict=True):
        written, printed = write_card(card), write_card(before)
        said = {
            key: value
            for key, value in written.items()
            if key in CARD_KEYS and (value != printed.get(key) or card.sources.get(key) == HOUSE_RULE)
        }
        sources = dict(before.sources) | dict.fromkeys(said, HOUSE_RULE)
        if card.kind is not before.kind or printed.keys() - written.keys() or dict(card.sources) != sources:
            return None
        if said:
            changes[card.id] = said
    return changes


def _changed(file: HouseFile, data: dict[str, Any], changes: Mapping[str, Mapping[str, object]]) -> Catalogue | None:
    """The catalogue with changed cards; None if it cannot be read."""
    for kind in Kind:
        for entry in data.get(kind.value, []):
            change = {key: each for key, each in changes.get(entry["id"], {}).items() if key in CARD_KEYS}
            entry |= change
            entry["from"] |= dict.fromkeys(change, HOUSE_RULE)
    reader = CatalogueReader()
    catalogue = reader.read(data)
    faults = reader.faults or [each for each in check_catalogue(catalogue) if not each.message.startswith("C11:")]
    file.faults.extend(_placed(each, changes) for each in faults)
    return None if reader.faults else catalogue


def _placed(fault: Fault, changes: Container[str]) -> Fault:
    """A fault of the catalogue, at the key of the house rule that made it; `relic x: sword` is `card.x.sword`."""
    found = _OF_A_CARD.fullmatch(fault.where)
    if found is None or found["id"] not in changes:
        return Fault("card", f"{fault.where}: {fault.message}")
    key = f".{found['key']}{_WORD_NAME.sub('', found['rest'])}" if found["key"] else ""
    return Fault(f"card.{found['id']}{key}", fault.message)


# --- values that do not go together -----------------------------------------------------------------------------------


def check(rules: Rules, said: Container[str] = ()) -> list[Fault]:
    """What cannot be played in rules whose values are each within bounds; `said` names those that the file sets.

    >>> check(rules("arcana/revised")), check(rules("arcana/first"))
    ([], [])
    """
    needs = Needs(said)
    players = rules.players
    needs.need(list(players) == sorted(set(players)), "players", f"the numbers must rise, unlike {brief(players)}")
    _check_modules(rules, needs)
    _check_piles(rules, needs)
    _check_decks(rules, needs)
    return needs.faults


def _check_modules(rules: Rules, needs: Needs) -> None:
    modules = (*rules.built_in, *rules.optional)
    for key, listed in (("optional", rules.optional), ("built_in", rules.built_in)):
        needs.need(len(set(listed)) == len(listed), key, f"a module stands there twice: {brief(listed)}")
    for name in sorted({*rules.optional} & {*rules.built_in}):
        message = f"{name!r} is built in and cannot be optional too; name both lists"
        needs.need(False, "built_in optional", message)
    for name, kind in _NEEDED.items():
        if name in modules:
            message = f"{name!r} needs cards of the kind {kind.value!r}, and the catalogue has none"
            key = "built_in optional" if name in rules.built_in else "optional"
            needs.need(bool(rules.catalogue.of(kind)), key, message)
    objectives, events = len(rules.catalogue.of(Kind.OBJECTIVE)), len(rules.catalogue.of(Kind.EVENT))
    dealt, kept, most = rules.objectives_dealt, rules.objectives_kept, max(rules.players)
    message = f"{kept} Objectives cannot be kept of {dealt}"
    needs.need(kept <= dealt, "objectives_kept objectives_dealt", message)
    message = f"{most} players would be dealt {dealt} Objectives each, and there are only {objectives}"
    needs.need("objectives" not in modules or dealt * most <= objectives, "objectives_dealt players", message)
    message = f"there are only {events} Events"
    needs.need(not events or rules.events_with_end_card <= events, "events_with_end_card", message)


def _check_piles(rules: Rules, needs: Needs) -> None:
    districts, stakes = max(len(layout(players)) for players in rules.players), len(rules.catalogue.stakes)
    message = f"{districts} piles of {rules.pile_size} Stakes cannot be made: there are only {stakes}"
    needs.need(districts * rules.pile_size <= stakes, "pile_size players", message)
    message = f"the end card cannot lie among {rules.end_card_among} Stakes: a pile has only {rules.pile_size}"
    needs.need(rules.end_card_among <= rules.pile_size, "end_card_among pile_size", message)


def _check_decks(rules: Rules, needs: Needs) -> None:
    catalogue = rules.catalogue
    fewest = min(len(catalogue.guild_cards(guild)) for guild in catalogue.guilds)
    message = f"a Deck of {rules.deck_size} cannot be chosen: a guild has only {fewest} cards"
    needs.need(rules.deck_size <= fewest, "deck_size", message)
    message = f"a hand of {rules.hand_size} cannot be drawn from a Deck of {rules.deck_size}"
    needs.need(rules.hand_size <= rules.deck_size, "hand_size deck_size", message)
    hopeless = next(_hopeless(rules), None) if rules.surplus_needed > 0 else None
    if hopeless is not None:
        guild, stake = hopeless
        message = f"all Agents of the {guild} together could not win {stake.id!r}, so a game might never end"
        needs.need(False, "surplus_needed", message)


def _hopeless(rules: Rules) -> Iterator[tuple[str, Card]]:
    """Guilds, and the Stakes that all Agents of their first Deck together cannot win."""
    for guild in rules.catalogue.guilds:
        agents = [card.values for card in rules.catalogue.starting_deck(guild) if card.kind is Kind.AGENT]
        best = {arcanum: sum(values[arcanum] for values in agents) for arcanum in POWERS}
        for stake in rules.catalogue.stakes:
            if all(stake.values[arcanum] + rules.surplus_needed > best[arcanum] for arcanum in stake.main):
                yield guild, stake
