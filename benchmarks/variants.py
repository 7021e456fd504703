"""House rules made from the house-rule language itself: every value, every word, and combinations of them.

What a file may say is read off the rules of a game (their annotations and bounds) and its vocabulary; a new value, card
key or word is varied without being named here. Each variant is a document that the reader of house-rule files accepts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, get_args, get_origin

import attrs

import arcanum
from arcanum.guilds import house as guilds
from arcanum.guilds.catalogue import write_card
from arcanum.guilds.rules import Rules as GuildRules
from arcanum.kernel.house import HouseRuleError, from_document, keys_of
from arcanum.kernel.ruledata import Bounds, bounds_of
from arcanum.kernel.words import Vocabulary, choices_of, hints_of, plain
from arcanum.tarot import house as tarot

BASES: Final = ("arcanum/it", "arcanum/en", "arcana/revised", "arcana/first")
"""Of each game the rule set that is varied in full, and one that says as much as possible differently."""
FULL: Final = ("arcanum/it", "arcana/revised", "arcana/first")
MOST: Final = 3
"""How many other values of a key are tried."""
COMBINED: Final = 100
"""How many combinations of three changes there are."""
SEED: Final = 24

Document = Mapping[str, Any]


@attrs.frozen
class Variant:
    """A house rule: a name that says what it changes, and the document that the file reader reads."""

    name: str
    document: Document

    @property
    def rules(self) -> arcanum.RuleSet:
        """The rules that the file reader makes of it."""
        game = arcanum.rules(self.document["base"]).game
        return game.build(from_document({**self.document}))

    @property
    def game(self) -> str:
        """The game whose rules it changes."""
        base: str = self.document["base"]
        return base.partition("/")[0]


def variants() -> tuple[Variant, ...]:
    """All of them, in a stable order; a name stands for the same rules in every run."""
    single = [each for base in BASES for each in _of(base)]
    found = [*single, *_combined(single)]
    assert len({each.name for each in found}) == len(found)
    return tuple(found)


def _of(base: str) -> Iterator[Variant]:
    """All single changes of a rule set; of one that is not varied in full, the values that it states differently."""
    yield from _values(base)
    if base in FULL:
        yield from _words_of_arcanum(base) if base.startswith("arcanum/") else _cards(base)


def accepted(base: str, name: str, change: Document) -> Variant | None:
    """A variant, if the file reader accepts it."""
    try:
        variant = Variant(name, {"base": base, "name": "A variant", **change})
        return variant if variant.rules != attrs.evolve(_rules(base), name="A variant") else None
    except HouseRuleError:
        return None


def _first(found: Iterator[Variant | None], many: int = MOST) -> Iterator[Variant]:
    """The first that are accepted."""
    return islice((each for each in found if each is not None), many)


def _rules(base: str) -> Any:
    return arcanum.rules(base)


# --- values -----------------------------------------------------------------------------------------------------------


def _values(base: str) -> Iterator[Variant]:
    rules, apart = _rules(base), (tarot if base.startswith("arcanum/") else guilds).APART
    written = rules.game.write_rules(rules, complete=True)["rules"]
    full = _rules(FULL[0])
    kind: Any = type(rules)
    for key, _ in keys_of(kind, apart):
        if base not in FULL and getattr(rules, key) == getattr(full, key):
            continue
        field = attrs.fields_dict(kind)[key]
        others = other_values(plain(hints_of(kind)[key]), bounds_of(field), written[key])
        yield from _first(
            accepted(base, f"{base}: {key} = {_short(value)}", {"rules": {key: value}}) for value in others
        )


def other_values(hint: Any, bounds: Bounds, now: Any) -> Iterator[Any]:
    """Other values of an annotated field, near ones first; the file reader may refuse some of them."""
    if hint is bool:
        yield not now
    elif hint is int:
        near = [now + 1, now - 1, bounds.least, now // 2, 2 * now, now + 2, now - 2, bounds.most]
        yield from dict.fromkeys(each for each in near if bounds.least <= each <= bounds.most and each != now)
    elif attrs.has(hint):
        for name, inner in hints_of(hint).items():
            for value in islice(other_values(plain(inner), bounds, now[name]), 2):
                yield {**now, name: value}
    elif get_origin(hint) is tuple:
        yield from _other_rows(hint, bounds, now)
    elif words := choices_of(hint, bounds):
        yield from (word for word in words if word != now)
    else:
        raise TypeError(f"no other values are known of {hint}: say here how it is varied")


def _other_rows(hint: Any, bounds: Bounds, now: list[Any]) -> Iterator[list[Any]]:
    first, *rest = get_args(hint)
    words = choices_of(plain(first), bounds)
    missing = [word for word in words if word not in now]
    if rest == [...]:
        yield from ([*now, word] for word in missing[:2])
        if now and get_origin(plain(first)) is tuple:
            yield [[*row, row[-1]] for row in now]
            yield [row[:-1] for row in now]
        elif now and plain(first) is int:
            yield [*now, now[-1] + 1]
        yield from ([*now[:at], *now[at + 1 :]] for at in reversed(range(len(now))))
    if not words:
        for at, entry in enumerate(now):
            for value in islice(other_values(plain(first), bounds, entry), 2):
                yield [*now[:at], value, *now[at + 1 :]]


def _short(value: Any) -> str:
    return str(value).replace("'", "")


# --- words of Arcanum -------------------------------------------------------------------------------------------------


def _words_of_arcanum(base: str) -> Iterator[Variant]:
    """Every word in a Major and in a location where it does not stand: instead of the program, and after it."""
    document = _rules(base).game.write_rules(_rules(base), complete=True)
    places = {"major": document["major"], "location": document["location"]}
    programs = {
        f"{kind}.{number}": table["program"] for kind, tables in places.items() for number, table in tables.items()
    }
    for turn, name in enumerate(tarot.VOCABULARY.words):
        for sample in islice(_samples(tarot.VOCABULARY, name, list(programs.values())), 1):
            for kind, tables in places.items():
                free = [number for number, table in tables.items() if name not in _words_in(table["program"])]
                turned = [free[(at + 3 * turn) % len(free)] for at in range(len(free))]
                for how in ("instead", "also"):
                    yield from _first(
                        (_with_word(base, kind, number, how, sample, tables[number]["program"]) for number in turned), 1
                    )
    for place, program in programs.items():
        yield from _first(_other_programs(base, place, program), 2)


def _with_word(
    base: str, kind: str, number: str, how: str, word: Document, program: Sequence[Document]
) -> Variant | None:
    said = [word] if how == "instead" else [*program, word]
    return accepted(base, f"{base}: {kind}.{number} {how} {word['word']}", {kind: {number: {"program": said}}})


def _other_programs(base: str, place: str, program: Sequence[Document]) -> Iterator[Variant | None]:
    """The program of a place with one of its numbers or choices changed."""
    kind, _, number = place.partition(".")
    for at, word in enumerate(program):
        for other in varied(tarot.VOCABULARY, word):
            said = [*program[:at], other, *program[at + 1 :]]
            yield accepted(base, f"{base}: {place} {_told(other)}", {kind: {number: {"program": said}}})


def _told(word: Document) -> str:
    return " ".join(f"{value if key == 'word' else f'{key}={_short(value)}'}" for key, value in word.items())


def _words_in(program: Any) -> set[str]:
    """The names of all words in a program, however deep."""
    if isinstance(program, Mapping):
        named = {program["word"]} if isinstance(program.get("word"), str) else set()
        return named.union(*map(_words_in, program.values()))
    return set().union(*map(_words_in, program)) if isinstance(program, list) else set()


def _samples(vocabulary: Vocabulary, name: str, programs: Sequence[Any]) -> Iterator[Document]:
    """A word with other numbers than where it stands, as it stands there, or made up if it stands nowhere."""
    found = [each for program in programs for each in _standing(name, program)]
    for each in found:
        yield from islice(varied(vocabulary, each), 1)
        yield each
    if not found:
        made: dict[str, Any] = {"word": name}
        for key, field in vocabulary.fields(vocabulary.words[name]).items():
            if field.default is attrs.NOTHING:
                made[key] = _made_up(plain(hints_of(vocabulary.words[name])[key]), vocabulary.bounds_in(name, key))
        yield made


def _standing(name: str, program: Any) -> Iterator[Document]:
    if isinstance(program, Mapping):
        if program.get("word") == name:
            yield program
        program = list(program.values())
    if isinstance(program, list):
        for each in program:
            yield from _standing(name, each)


def _made_up(hint: Any, bounds: Bounds) -> Any:
    if get_origin(hint) is tuple:
        return [{"word": "gain-points", "points": 1}]
    return True if hint is bool else max(bounds.least, 1) if hint is int else choices_of(hint)[0]


def varied(vocabulary: Vocabulary, word: Document) -> Iterator[Document]:
    """A word with another number or choice, or with a word within it changed in that way."""
    kind = vocabulary.words[word["word"]]
    for key, field in vocabulary.fields(kind).items():
        hint = plain(hints_of(kind)[key])
        if get_origin(hint) is tuple:
            for at, inner in enumerate(word.get(key, ())):
                if "word" in inner:
                    for other in varied(vocabulary, inner):
                        yield {**word, key: [*word[key][:at], other, *word[key][at + 1 :]]}
        elif key in word or field.default is not attrs.NOTHING:
            now = word.get(key, field.default)
            if now is not None and hint is not str:
                for value in islice(other_values(hint, vocabulary.bounds_in(word["word"], key), now), 1):
                    yield {**word, key: value}


# --- cards of Arcana --------------------------------------------------------------------------------------------------


def _cards(base: str) -> Iterator[Variant]:
    """Every key of every kind of card, and every word on a card of every kind that has abilities."""
    rules = _rules(base)
    assert isinstance(rules, GuildRules)
    kinds: dict[str, list[dict[str, Any]]] = {}
    for card in rules.catalogue:
        kinds.setdefault(card.kind.value, []).append(dict(write_card(card)))
    for kind, cards in kinds.items():
        for key in guilds.CARD_KEYS:
            holders = [card for card in cards if key in card and key != "ability"]
            if holders:
                yield from _first(_other_cards(base, kind, key, holders), 2)
    programs = [card["ability"] for cards in kinds.values() for card in cards if "ability" in card]
    for turn, name in enumerate(guilds.VOCABULARY.words):
        for kind, cards in kinds.items():
            able = [card for card in cards if "ability" in card and name not in _words_in(card["ability"])]
            turned = [able[(at + turn) % len(able)] for at in range(len(able))]
            yield from _first(
                (
                    accepted(
                        base,
                        f"{base}: {kind} {card['id']} ability {_told(sample)}",
                        {"card": {str(card["id"]): {"ability": [sample]}}},
                    )
                    for card in turned[:6]
                    for sample in _samples(guilds.VOCABULARY, name, programs)
                ),
                1,
            )


def _other_cards(base: str, kind: str, key: str, cards: Sequence[Document]) -> Iterator[Variant | None]:
    """Cards of a kind with what another one has under a key, or with a number more or less."""
    known = list({_short(card[key]): card[key] for card in cards}.values())
    for at, card in enumerate(cards[:: max(1, len(cards) // 4)]):
        now = card[key]
        near = [now + 1, now - 1] if type(now) is int else [f"{now} II"] if key == "name" else []
        for value in [*near, *known[at:], *known[:at]][:4]:
            if value != now:
                change = {"card": {str(card["id"]): {key: value}}}
                yield accepted(base, f"{base}: {kind} {card['id']} {key} = {_short(value)}", change)


# --- combinations -----------------------------------------------------------------------------------------------------


def _combined(single: Sequence[Variant]) -> Iterator[Variant]:
    """Three changes of a rule set at once, drawn at random; always the same ones."""
    dice = random.Random(SEED)
    pools = [[each for each in single if each.document["base"] == base] for base in FULL]
    for number in range(COMBINED):
        pool = pools[(0, 1, 0, 2)[number % 4]]
        found: Variant | None = None
        while found is None:
            three = dice.sample(pool, 3)
            base = str(three[0].document["base"])
            merged: dict[str, dict[str, Any]] = {}
            keys = [(table, key) for each in three for table in TABLES for key in each.document.get(table, ())]
            if len(set(keys)) < len(keys):
                continue
            for each in three:
                for table in TABLES:
                    merged.setdefault(table, {}).update(each.document.get(table, {}))
            told = " + ".join(each.name.partition(": ")[2] for each in three)
            found = accepted(base, f"{base}: {told}", {table: said for table, said in merged.items() if said})
        yield found


TABLES: Final = ("rules", "location", "major", "card")
