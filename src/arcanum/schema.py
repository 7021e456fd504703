"""The JSON Schema for house-rule files of both games.

`arcanum schema > house-rules.schema.json` writes it; an editor that knows TOML then completes keys and marks
faults in a file whose first line is `#:schema ./house-rules.schema.json`.
"""

from __future__ import annotations

from arcanum.guilds import house as guilds
from arcanum.guilds.rules import Rules as GuildRules
from arcanum.guilds.rules import rulesets as guild_rulesets
from arcanum.kernel.schema import Schema, head, table, values, words
from arcanum.kernel.words import MOST
from arcanum.tarot import house as tarot
from arcanum.tarot.board import LOCATIONS
from arcanum.tarot.cards import MAJORS
from arcanum.tarot.rules import Rules as TarotRules
from arcanum.tarot.rules import rulesets as tarot_rulesets


def house_rules_schema() -> Schema:
    """The schema, in draft 2020-12.

    >>> house_rules_schema()["required"]
    ['base', 'name']
    """
    bases = {"arcanum": tarot_rulesets(), "arcana": guild_rulesets()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "House rules of Arcanum or Arcana",
        "type": "object",
        "required": ["base", "name"],
        "properties": head((*bases["arcanum"], *bases["arcana"])),
        "allOf": [
            {
                "if": {"properties": {"base": {"enum": list(names)}}, "required": ["base"]},
                "then": {"$ref": f"#/$defs/{game}"},
            }
            for game, names in bases.items()
        ],
        "$defs": {
            "arcanum": _arcanum(bases["arcanum"]),
            "arcanum-program": words(tarot.VOCABULARY, "#/$defs/arcanum-program", tarot.LONGEST),
            "arcana": _arcana(bases["arcana"]),
            "arcana-program": words(guilds.VOCABULARY, "#/$defs/arcana-program", MOST),
        },
    }


def _arcanum(bases: tuple[str, ...]) -> Schema:
    program = {"program": {"$ref": "#/$defs/arcanum-program"}}
    name = {"name": {"type": "string", "minLength": 1, "maxLength": tarot.LONGEST_NAME}}
    return table(
        {
            **head(bases),
            "rules": values(TarotRules, tarot.APART, tarot.FILES),
            "location": table({str(number): table({**name, **program}) for number in LOCATIONS}),
            "major": table(
                {str(card.number): table(program, required=["program"], title=card.title) for card in MAJORS}
            ),
        }
    )


def _arcana(bases: tuple[str, ...]) -> Schema:
    number = {"type": "integer", "minimum": 0, "maximum": 99}
    arcana = {"type": "array", "items": {"enum": ["staff", "sword", "cup"]}, "minItems": 1, "uniqueItems": True}
    keys: Schema = dict.fromkeys(guilds.CARD_KEYS, number) | {
        "name": {"type": "string", "minLength": 1},
        "letter": {"enum": list("ABCDEF")},
        "emblem": {"type": "string"},
        "ducat": {"anyOf": [number, {"const": "-"}]},
        "main": arcana,
        "fiefdom": {"type": "string"},
        "rank": {"enum": ["captain", "soldier"]},
        "once_per_round": {"type": "boolean"},
        "ability": {"$ref": "#/$defs/arcana-program"},
    }
    cards = {"type": "object", "additionalProperties": table(keys), "description": "Other values, by the id of a card."}
    return table({**head(bases), "rules": values(GuildRules, guilds.APART, guilds.FILES), "card": cards})
