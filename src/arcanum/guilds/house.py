"""House rules of Arcana: cards with other values, another catalogue, and what must go together.

A changed card is put into the data of its catalogue, which is then read again by the same strict reader. Only C11 is
not asked: to differ from what a text prints is what a house rule is for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import attrs

from arcanum.guilds.board import layout
from arcanum.guilds.cards import HOUSE_RULE, POWERS, Card, CardId, Kind
from arcanum.guilds.catalogue import (
    LARGEST,
    SLUG,
    Catalogue,
    CatalogueReader,
    read_catalogue,
    write_card,
    write_catalogue,
)
from arcanum.guilds.constraints import check as check_catalogue
from arcanum.guilds.effects import VOCABULARY
from arcanum.guilds.rules import Rules, rules, rulesets
from arcanum.kernel.errors import brief, nearest
from arcanum.kernel.house import (
    HouseFile,
    HouseRuleError,
    Needs,
    Where,
    check_head,
    check_values,
    known_keys,
    read_file,
    read_values,
    stacked,
    write_values,
)
from arcanum.kernel.words import Fault, inside

__all__ = ["APART", "CARD_KEYS", "FILES", "SECTIONS", "VOCABULARY", "build", "check", "load"]

SECTIONS: Final = ("card", "master")
"""The tables beside `[rules]`."""
APART: Final = ("name", "printing", "base", "catalogue", "wording")
"""What `[rules]` does not read like a plain value."""
FILES: Final = ("catalogue",)
"""Keys of `[rules]` that name another file."""
CARD_KEYS: Final = (
    "name", "letter", "emblem", "vp", "staff", "sword", "cup", "ducat", "main", "fiefdom", "rank", "once_per_round",
    "count", "reward", "ability",
)  # fmt: skip
"""What a file can say about a card; which of these a card has depends on its kind."""
CLOSE: Final = 0.8
"""How alike an id must be to one that exists to be taken for it; a new card is often called like an old one."""
MASTER_KEYS: Final = ("name", "emblem", "once_per_round", "ability")
"""What a file says about a Guild Master that it adds: all of these."""

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
    return stacked(file, _build)


def _build(file: HouseFile, below: Rules | None) -> Rules:
    check_head(file, rulesets(), SECTIONS)
    name = file.data.get("base")
    known = name in rulesets()
    base = below or rules(name if isinstance(name, str) and known else rulesets()[0])
    values = read_values(file, base, APART, FILES)
    if not below and not known:  # nobody can say which cards there are
        file.refuse()
    catalogue = _read_catalogue(file, base.catalogue)
    changed = attrs.evolve(base, name=str(file.data.get("name")), base=below, catalogue=catalogue, **values)
    wrong = [each.where for each in file.faults]
    if not any(where.startswith(("card", "rules.catalogue")) for where in wrong):
        file.faults.extend(check(changed, values, wrong))
    file.refuse()
    return changed


def keys() -> tuple[str, ...]:
    """The places of everything that a file can set."""
    return known_keys(Rules, APART, FILES, SECTIONS)


# --- cards ------------------------------------------------------------------------------------------------------------


def _read_catalogue(file: HouseFile, base: Catalogue) -> Catalogue:
    """The catalogue of the base or the one that the file names, with the changes of `[card.*]`."""
    given, data, known = base, None, True
    if "catalogue" in file.table("rules"):
        said = file.table("rules")["catalogue"]
        data = file.read_beside(
            "rules.catalogue", said, "a card file", lambda read: _checked(read, as_printed=not file.inline), LARGEST
        )
        known = data is not None
        if data is not None and data["edition"] != base.edition:
            message = f"the base needs cards of the {base.edition} edition, not of the {data['edition']}"
            file.fault("rules.catalogue", message)
        elif data is not None:
            given = CatalogueReader().read(data)
    if not known:  # the cards of that file may be meant
        return given
    changes = file.tables("card", [card.id for card in given], _no_card([card.id for card in given]))
    for id, change in changes.items():
        file.only(change, f"card.{id}", CARD_KEYS)
    added = _added_masters(file, given)
    if not changes and not added:
        return given
    data = write_catalogue(given)
    if added:
        data["master"] = [*map(write_card, given.of(Kind.MASTER)), *added]
    return _changed(file, data, changes) or given


def _no_card(ids: Sequence[str]) -> Callable[[str], str]:
    """The sentence about a card that does not exist: its id may be misspelt, or it may be new."""

    def otherwise(name: str) -> str:
        guess = nearest(name, ids, CLOSE)
        told = f"there is no card {brief(name)}" + (f"; did you mean {guess!r}?" if guess else ".")
        return (
            f"{told} [card] changes cards and adds none: a Guild Master is added with [master.NAME], any other card "
            'with a card file that has it, catalogue = "..." under [rules]'
        )

    return otherwise


def _added_masters(file: HouseFile, given: Catalogue) -> list[dict[str, Any]]:
    """The Guild Masters of `[master.*]`, as a card file would have them."""
    found: list[dict[str, Any]] = []
    letter = {"letter": "E"} if given.edition == "revised" else {}
    for id, table in file.table("master").items():
        where = inside("master", id)
        if not SLUG.fullmatch(id):
            file.fault(where, f"expected a short name such as 'my-master', got {brief(id)}")
        elif id in given:
            file.fault(where, f"there is a card {id!r} already; change it with [card.{id}]")
        elif not isinstance(table, dict):
            file.fault(where, f"expected a table [master.{id}], got {brief(table)}")
        else:
            file.only(table, where, MASTER_KEYS)
            said = {key: table[key] for key in MASTER_KEYS if key in table}
            found.append({"id": CardId(id), **letter, "vp": 0, **said, "from": {"*": HOUSE_RULE}})
    return found


def _checked(data: dict[str, Any], *, as_printed: bool) -> dict[str, Any]:
    """The data of a catalogue file with which nothing is wrong."""
    read_catalogue(data, as_printed=as_printed)
    return data


def write(given: Rules, *, complete: bool) -> dict[str, Any]:
    """The rules as the tables of a house-rule file, with everything or with what differs from their base."""
    printed = rules(f"arcana/{given.printing}")
    base = given.base or printed
    values = write_values(given, None if complete else base, APART)
    cards: dict[str, dict[str, Any]] = {}
    masters: list[Card] = []
    if complete or given.catalogue != base.catalogue:
        masters = [card for card in given.catalogue if card.is_added and card.id not in base.catalogue]
        others = tuple(card for card in given.catalogue if card not in masters)
        changes = None if complete else _changed_cards(attrs.evolve(given.catalogue, cards=others), base.catalogue)
        if changes is None:
            values["catalogue"], masters = write_catalogue(given.catalogue), []
        else:
            cards = changes
    below = write(given.base, complete=False) if given.base else printed.name
    added = {"master": {card.id: _written_master(card) for card in masters}} if masters else {}
    return {"base": below, "name": given.name, "rules": values, "card": cards, **added}


def _written_master(card: Card) -> dict[str, Any]:
    """A Guild Master that a house rule adds, as its file says it."""
    written = write_card(card)
    return {key: written[key] for key in MASTER_KEYS}


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
            if key in CARD_KEYS and (value != printed.get(key) or card.sources.get(key) != before.sources.get(key))
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
    file.faults.extend(_placed(each, changes, file.table("master")) for each in faults)
    return None if reader.faults else catalogue


def _placed(fault: Fault, changes: Container[str], added: Container[str]) -> Fault:
    """A fault of the catalogue, at the key of the house rule that made it; `relic x: sword` is `card.x.sword`."""
    found = _OF_A_CARD.fullmatch(fault.where)
    if found is None or (found["id"] not in changes and found["id"] not in added):
        return Fault("card", f"{fault.where}: {fault.message}")
    key = f".{found['key']}{_WORD_NAME.sub('', found['rest'])}" if found["key"] else ""
    return Fault(f"{'card' if found['id'] in changes else 'master'}.{found['id']}{key}", fault.message)


# --- values that do not go together -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def check_made(rules: Rules) -> None:
    """Raise `HouseRuleError` if rules that a program has put together cannot be played."""
    faults = check_values(rules, APART) or check(rules)
    if faults:
        raise HouseRuleError(rules.name, tuple(faults))


def check(rules: Rules, said: Container[str] = (), wrong: Sequence[str] = ()) -> list[Fault]:
    """What cannot be played in rules whose values are each within bounds; `said` names those that the file sets.

    Nothing is asked about values that are `wrong` themselves.

    >>> check(rules("arcana/revised")), check(rules("arcana/first"))
    ([], [])
    """
    needs = Needs(said, wrong)
    players = rules.players
    needs.need(list(players) == sorted(set(players)), "players", f"the numbers must rise, unlike {brief(players)}")
    guilds, most = len(rules.catalogue.guilds), max(players)
    message = f"{most} players need as many guilds, and the cards of the {rules.printing} edition have only {guilds}"
    needs.need(most <= guilds, "players", message)
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
    without = next((guild for guild in rules.catalogue.guilds if not rules.catalogue.of(Kind.MASTER, guild)), None)
    some = bool(rules.catalogue.of(Kind.MASTER))
    message = f"the guild {without!r} has no Guild Master; add one with a table [master.NAME]"
    needs.need("masters" not in modules or not some or without is None, "built_in optional", message)
    message = "there is a new Guild Master, and the module 'masters' is neither optional nor built in"
    new = any(card.is_added for card in rules.catalogue.of(Kind.MASTER))
    needs.need("masters" in modules or not new, "optional", message)
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
