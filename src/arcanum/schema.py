"""The JSON Schemas of both games, in draft 2020-12: one for documents, one for house-rule files.

`arcanum schema` prints the first: everything that `arcanum.dumps` writes, for programs in other languages. Its
definitions can be used by themselves, such as `arcanum-View` or `arcana-event-Settled`.

`arcanum schema house-rules` prints the other one. An editor that knows TOML completes keys and marks faults with it, in
a file whose first line is `#:schema ./house-rules.schema.json`.
"""

from __future__ import annotations

from typing import Final

from arcanum.guilds import GAME as ARCANA
from arcanum.guilds import house as guilds
from arcanum.guilds.cards import ALL_FIEFDOMS, STAKE, Kind
from arcanum.guilds.catalogue import (
    ALLOWED,
    AS_STAKE,
    COMMON,
    EDITIONS,
    NEEDED,
    OF_A_GUILD,
    OF_EITHER,
    SLUG,
    SOURCE,
)
from arcanum.guilds.rules import Rules as GuildRules
from arcanum.guilds.rules import rulesets as guild_rulesets
from arcanum.kernel.schema import (
    DRAFT,
    Schema,
    documents,
    head,
    matching,
    path_of_base,
    paths,
    refer,
    table,
    values,
    whole,
    words,
)
from arcanum.kernel.words import MOST
from arcanum.tarot import GAME as ARCANUM
from arcanum.tarot import house as tarot
from arcanum.tarot.board import LOCATIONS, SOURCES, SYMBOLS
from arcanum.tarot.cards import MAJORS
from arcanum.tarot.rules import Rules as TarotRules
from arcanum.tarot.rules import rulesets as tarot_rulesets

BASES: Final = {"arcanum": tarot_rulesets(), "arcana": guild_rulesets()}
"""The built-in rule sets of each game."""
_TEXT: Schema = {"type": "string", "minLength": 1}
_NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 99}
_LOCATION: Schema = {"type": "integer", "minimum": min(LOCATIONS), "maximum": max(LOCATIONS)}


# --- documents --------------------------------------------------------------------------------------------------------


def documents_schema() -> Schema:
    """The schema of every document that `arcanum.dumps` writes.

    It is as strict as `arcanum.loads` about keys, types and tags, and knows nothing of what could not occur in a game.

    >>> documents_schema()["properties"]["kind"]["enum"][:3]
    ['state', 'view', 'step']
    """
    found = documents((ARCANUM, ARCANA), "Documents of Arcanum and Arcana")
    board, catalogue = {"board": refer("arcanum-board")}, {"catalogue": refer("arcana-catalogue")}
    first = {game: head(bases, refer(f"{game}-house")) for game, bases in BASES.items()}
    found["$defs"] |= {
        **_rules("arcanum", _arcanum(first["arcanum"], board)),
        "arcanum-program": _arcanum_program(),
        "arcanum-board": _board(),
        **_rules("arcana", _arcana(first["arcana"], catalogue)),
        "arcana-program": _arcana_program(),
        "arcana-catalogue": _catalogue(),
        **{f"arcana-card-{kind.value}": _card(kind) for kind in Kind},
    }
    return found


def _rules(game: str, house: Schema) -> Schema:
    """Rules within a document: what differs from a base, and everything. Both may be called like their base."""
    keys = house["properties"]
    keys["name"] = {"anyOf": [keys["name"], {"enum": list(BASES[game])}]}
    needed = [key for key in keys if key not in ("description", "master")]
    return {
        f"{game}-house": {**house, "required": needed},
        f"{game}-rules": whole({**house, "properties": {key: keys[key] for key in needed}}),
    }


def _board() -> Schema:
    """A board as the tables of a board file."""
    source = {"enum": list(SOURCES)}
    counts = {symbol: {"type": "integer", "minimum": 0, "maximum": 9} for symbol in SYMBOLS}
    square = {"number": _LOCATION, "source": source, "symbols": table(counts)}
    placement = {"type": "array", "items": _LOCATION, "minItems": 1}
    tower = {"source": source, "placements": {"type": "array", "items": placement, "minItems": 1}}
    many = len(LOCATIONS)
    locations = {"type": "array", "items": table(square, required=square), "minItems": many, "maxItems": many}
    return table({"location": locations, "tower": table(tower, required=tower)}, required=["location", "tower"])


def _catalogue() -> Schema:
    """A catalogue as the tables of a card file."""
    first = {
        "edition": {"enum": list(EDITIONS)},
        "source": _TEXT,
        "fiefdoms": {"type": "array", "items": matching(SLUG)},
    }
    cards = {kind.value: {"type": "array", "items": refer(f"arcana-card-{kind.value}")} for kind in Kind}
    return table({**first, **cards}, required=first)


def _card(kind: Kind) -> Schema:
    """A card as a card file states it; one of the Stakes may say more than one of a guild."""
    needed, slug = NEEDED[kind], matching(SLUG)
    if kind in OF_EITHER:
        of_a_guild = {**slug, "not": {"const": STAKE}}
        return {"oneOf": [_table_of(kind, needed, of_a_guild), _table_of(kind, (*needed, *AS_STAKE), {"const": STAKE})]}
    if kind is Kind.PERSONALITY:
        return _table_of(kind, needed, {"const": STAKE})
    return _table_of(kind, needed, slug if kind in OF_A_GUILD else None)


def _table_of(kind: Kind, needed: tuple[str, ...], emblem: Schema | None) -> Schema:
    keys = [key for key in (*COMMON, *needed, *ALLOWED.get(kind, ())) if key != "emblem" or emblem is not None]
    names = {"enum": ["*", *keys]}
    sources = {"type": "object", "propertyNames": names, "additionalProperties": matching(SOURCE)}
    fiefdom = {"anyOf": [matching(SLUG), {"const": ALL_FIEFDOMS}]}
    special = {"id": matching(SLUG), "emblem": emblem, "fiefdom": fiefdom, "from": sources}
    if kind is not Kind.PERSONALITY:
        special["ducat"] = _NUMBER
    required = ["id", "name", "vp", "from", *needed, *(["emblem"] if emblem is not None else [])]
    return table({key: {**_card_keys(), **special}[key] for key in keys}, required=required)


# --- house rules ------------------------------------------------------------------------------------------------------


def house_rules_schema() -> Schema:
    """The schema of house-rule files.

    >>> house_rules_schema()["required"]
    ['base', 'name']
    """
    below = path_of_base()
    first = {game: head(bases, below) for game, bases in BASES.items()}
    either = {"anyOf": [refer(game) for game in BASES]}
    return {
        "$schema": DRAFT,
        "title": "House rules of Arcanum or Arcana",
        "type": "object",
        "required": ["base", "name"],
        "properties": head([base for bases in BASES.values() for base in bases], below),
        "allOf": [
            {"if": {"properties": {"base": based}, "required": ["base"]}, "then": then}
            for based, then in (*(({"enum": list(BASES[game])}, refer(game)) for game in BASES), (below, either))
        ],
        "$defs": {
            "arcanum": _arcanum(first["arcanum"], paths(tarot.FILES)),
            "arcanum-program": _arcanum_program(),
            "arcana": _arcana(first["arcana"], paths(guilds.FILES)),
            "arcana-program": _arcana_program(),
        },
    }


def _arcanum_program() -> Schema:
    return words(tarot.VOCABULARY, "#/$defs/arcanum-program", tarot.LONGEST)


def _arcana_program() -> Schema:
    return words(guilds.VOCABULARY, "#/$defs/arcana-program", MOST)


def _arcanum(first: Schema, others: Schema) -> Schema:
    program = {"program": refer("arcanum-program")}
    name = {"name": {"type": "string", "minLength": 1, "maxLength": tarot.LONGEST_NAME}}
    return table(
        {
            **first,
            "rules": values(TarotRules, tarot.APART, others),
            "location": table({str(number): table({**name, **program}) for number in LOCATIONS}),
            "major": table(
                {str(card.number): table(program, required=["program"], title=card.title) for card in MAJORS}
            ),
        }
    )


def _arcana(first: Schema, others: Schema) -> Schema:
    keys = {key: _card_keys()[key] for key in guilds.CARD_KEYS}
    cards = {"type": "object", "additionalProperties": table(keys), "description": "Other values, by the id of a card."}
    master = {**{key: keys[key] for key in guilds.MASTER_KEYS}, "emblem": {**matching(SLUG), "not": {"const": STAKE}}}
    masters = {
        "type": "object",
        "propertyNames": matching(SLUG),
        "additionalProperties": table(master, required=master),
        "description": "New Guild Masters, by their ids. [HOUSE-3]",
    }
    rules = values(GuildRules, guilds.APART, others)
    return table({**first, "rules": rules, "card": cards, "master": masters})


def _card_keys() -> Schema:
    """What a file may say about a card, whatever its kind."""
    arcana = {"type": "array", "items": {"enum": ["staff", "sword", "cup"]}, "minItems": 1, "uniqueItems": True}
    return {
        **dict.fromkeys(("vp", "staff", "sword", "cup", "count", "reward"), _NUMBER),
        "name": _TEXT,
        "letter": {"enum": list("ABCDEF")},
        "emblem": {"type": "string"},
        "ducat": {"anyOf": [_NUMBER, {"const": "-"}]},
        "main": arcana,
        "fiefdom": {"type": "string"},
        "rank": {"enum": ["captain", "soldier"]},
        "once_per_round": {"type": "boolean"},
        "ability": refer("arcana-program"),
    }
