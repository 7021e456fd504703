"""What a rule set of Arcana says, clause by clause: from the values of the rules back to the clauses that state them.

The clause index says what both editions state. Here the same statements are read off the rules, so that the two can be
compared, and so that a house rule can tell which clauses it overrides. Nothing here is used to play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import attrs

from arcanum.guilds import clause_ids as c
from arcanum.guilds.abilities import TieWin
from arcanum.guilds.board import layout
from arcanum.guilds.cards import Card, Kind
from arcanum.guilds.rules import MODULES, Rules
from arcanum.kernel.clauses import APPLIES, FrozenMap, Parameter, in_words
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.variants import Change, Statement, changed_values

_PRINTED: Final = (2, 3, 4)
"""How many players there can be at a table, by both editions."""

# --- what the values state --------------------------------------------------------------------------------------------


def statements(rules: Rules) -> Iterator[Statement]:
    """Every parameter of a clause that the rules decide, with the value they give it."""
    yield c.R_COMP_1, "players", rules.players
    yield from _of_modules(rules)
    yield from _of_masters(rules)
    yield from _of_the_table(rules)
    yield from _of_setup(rules)
    yield from _of_a_round(rules)
    yield from _of_the_end(rules)


_MODULE_CLAUSES: Final[Mapping[str, tuple[ClauseId, ...]]] = {
    "customise": (c.R_CUST_1, c.R_CUST_2, c.R_CUST_3),
    "objectives": (
        *(c.R_OBJ_1, c.R_OBJ_2, c.R_OBJ_3, c.R_OBJ_4, c.R_OBJ_5, c.R_OBJ_6, c.R_OBJ_7),
        *(c.F_SETUP_4, c.F_END_4),
    ),
    "militia": (
        *(c.R_MIL_1, c.R_MIL_2, c.R_MIL_3, c.R_MIL_4, c.R_MIL_5, c.R_MIL_6, c.R_MIL_7),
        *(c.F_SETUP_5, c.F_ACT_7, c.F_EOR_2, c.AMB_16, c.AMB_17),
    ),
    "masters": (c.R_GM_1, c.R_GM_2, c.R_GM_3, c.R_GM_4, c.AMB_34, c.AMB_35),
    "events": (c.R_EVT_1, c.R_EVT_2, c.R_EVT_3, c.R_EVT_4, c.R_EVT_5, c.R_EVT_6, c.AMB_03),
    "tactical": (c.R_TAC_1, c.R_TAC_2, c.R_TAC_3, c.F_TAC_1, c.F_END_3),
}
"""The clauses that hold only where a module can be played with."""


def _of_modules(rules: Rules) -> Iterator[Statement]:
    for module, clauses in _MODULE_CLAUSES.items():
        for clause in clauses:
            yield clause, APPLIES, module in (*rules.optional, *rules.built_in)
    free = tuple(module for module in MODULES if module in rules.optional)
    several = len(free) > 1
    yield c.R_OPT_1, APPLIES, several
    yield c.R_OPT_2, APPLIES, several
    yield c.R_OPT_1, "modules", free
    yield c.R_OPT_1, "subsets", 2 ** len(free)
    yield c.R_OPT_2, "order", free
    for clause in (c.R_OBJ_1, c.F_SETUP_4, c.F_END_4):
        yield clause, "optional", "objectives" not in rules.built_in
    aside = ("militia", "masters", "objectives", "events")
    yield c.R_SETUP_1, APPLIES, any(module in rules.optional for module in aside)
    yield c.R_SETUP_1, "aside", tuple(module for module in aside if module not in rules.built_in)
    yield c.F_TAC_1, "optional", "tactical" not in rules.built_in
    militia = "militia" in rules.built_in
    for clause in (c.R_MIL_1, c.F_SETUP_5, c.F_ACT_7):
        yield clause, "optional", not militia
    usual = ("agent-faceup", "agent-facedown", "location", "bribe")
    yield c.R_INT_2, "actions", (*usual, "militia", "discard") if militia else (*usual, "discard")


def _of_masters(rules: Rules) -> Iterator[Statement]:
    masters = rules.catalogue.of(Kind.MASTER)
    added = [card.emblem for card in masters if card.is_added]
    others = Counter(card.emblem for card in masters if not card.is_added)
    fewest = min(others[guild] for guild in rules.catalogue.guilds)
    yield c.R_GM_1, "choices", fewest
    yield c.R_GM_1, "boxed", max(0, fewest - 1)
    yield c.HOUSE_3, APPLIES, bool(added)
    yield (
        c.HOUSE_3,
        "added",
        FrozenMap({guild: added.count(guild) for guild in rules.catalogue.guilds if guild in added}),
    )


def _of_the_table(rules: Rules) -> Iterator[Statement]:
    counts = sorted({*_PRINTED, *rules.players})
    places = {count: layout(count) for count in counts}
    stakes = len(rules.catalogue.stakes)

    def each(value: Callable[[int], int]) -> FrozenMap[Parameter]:
        return FrozenMap({str(count): value(count) for count in counts})

    yield c.HOUSE_4, APPLIES, max(counts) > max(_PRINTED)
    for clause in (c.R_SETUP_8, c.F_SETUP_6):
        yield clause, "districts", each(lambda count: len(places[count]))
    for clause in (c.R_SETUP_9, c.F_SETUP_7):
        yield clause, "boxed", each(lambda count: stakes - rules.pile_size * len(places[count]))
    yield c.R_GEO_3, "enemies", each(lambda count: sum(0 not in place.friendly_to for place in places[count]) - 1)
    yield c.R_GEO_7, "most", each(lambda count: max(len(place.friendly_to) for place in places[count]))
    for name, seats in (("shared", 2), ("unshared", 1)):
        found = {count: [place for place in places[count] if len(place.friendly_to) == seats] for count in counts}
        yield c.AMB_01, name, FrozenMap({str(count): len(those) for count, those in found.items()})


def _of_setup(rules: Rules) -> Iterator[Statement]:
    size = rules.pile_size
    last = min(rules.end_card_among, size)
    yield c.R_SETUP_7, "pile", size
    yield c.F_SETUP_6, "pile", size
    yield c.R_EVT_2, "neutral_pile", size
    yield c.R_SETUP_11, "below", size - 1
    for clause in (c.R_SETUP_10, c.F_SETUP_8):
        yield clause, "last", last
        yield clause, "pile", size + 1
        yield clause, "highest_place", size + 1 - last
        yield clause, "lowest_place", size + 1
    of_a_guild = min(len(rules.catalogue.guild_cards(guild)) for guild in rules.catalogue.guilds)
    chosen = rules.deck_size
    yield c.R_CUST_1, "from", of_a_guild
    yield c.R_CUST_1, "cards", chosen
    yield c.R_CUST_2, "boxed", of_a_guild - chosen
    yield c.R_CUST_3, "decks", _extreme_decks(rules)
    yield c.R_OBJ_1, "dealt", rules.objectives_dealt
    yield c.F_SETUP_4, "dealt", rules.objectives_dealt
    for clause in (c.R_OBJ_3, c.F_SETUP_4):
        yield clause, "kept", rules.objectives_kept
        yield clause, "discarded", rules.objectives_dealt - rules.objectives_kept
    yield c.R_SETUP_12, "first_player_init", rules.first_player
    yield c.F_SETUP_10, "first_player_init", rules.first_player


def _extreme_decks(rules: Rules) -> tuple[FrozenMap[Parameter], ...]:
    """The Decks with the most and with the fewest Agents that every guild can put together."""
    of_a_guild = [Counter(card.kind for card in rules.catalogue.guild_cards(guild)) for guild in rules.catalogue.guilds]
    decks: list[FrozenMap[Parameter]] = []
    for order in ((Kind.AGENT, Kind.LOCATION, Kind.RELIC), (Kind.LOCATION, Kind.RELIC, Kind.AGENT)):
        left, counts = rules.deck_size, dict.fromkeys(("agents", "locations", "relics"), 0)
        for kind in order:
            counts[f"{kind.value}s"] = min(left, *(each[kind] for each in of_a_guild))
            left -= counts[f"{kind.value}s"]
        decks.append(FrozenMap[Parameter](counts))
    return tuple(decks)


def _of_a_round(rules: Rules) -> Iterator[Statement]:
    for clause in (c.R_DRAW_1, c.R_DRAW_2, c.R_DRAW_3, c.R_DRAW_4, c.F_DRAW_1, c.F_DRAW_2, c.AMB_09):
        yield clause, "cards", rules.hand_size
    yield c.AMB_10, "short_hand", rules.short_hand
    for clause in (c.R_MIL_2, c.F_ACT_7, c.AMB_16):
        yield clause, "militia_cost", rules.militia_cost
        yield clause, "guild_relic_pays", rules.militia_cost == "relic"
    for clause in (c.R_MIL_2, c.F_ACT_7):
        yield clause, "drawn_cards_pay", rules.drawn_cards_pay
    yield c.R_LOC_4, "offered", rules.alternatives
    yield c.R_MIL_6, "militia_return", rules.militia_return
    yield c.F_EOR_2, "militia_return", rules.militia_return
    yield c.R_EOR_5, "step", rules.first_player_step
    yield c.F_EOR_3, "step", rules.first_player_step
    fixed = rules.resolution_order == "left-to-right"
    yield c.R_RES_2, "resolution_order", rules.resolution_order
    yield c.F_RES_2, "resolution_order", rules.resolution_order
    yield c.AMB_11, "pick", "fixed" if fixed else "one-at-a-time"
    yield c.AMB_24, APPLIES, fixed
    yield from _of_ties(rules)
    yield c.R_RES_5, "surplus_needed", rules.surplus_needed
    yield c.F_RES_4, "surplus_needed", rules.surplus_needed
    yield c.R_BRIBE_5, "surplus_needed", rules.bribe_surplus
    yield c.F_BRIBE_2, "surplus_needed", rules.bribe_surplus
    yield c.HOUSE_5, APPLIES, rules.open_hands
    yield c.HOUSE_2, APPLIES, rules.tied_stake == "friend"
    for clause in (c.R_RES_9, c.F_RES_6):
        yield clause, "stake_goes_to", "friend" if rules.tied_stake == "friend" else "nobody"
    stays = rules.failed_bribe != "discarded"
    yield c.R_BRIBE_8, "relic_stays", stays
    yield c.F_BRIBE_4, "relic_stays", stays
    yield c.HOUSE_1, APPLIES, rules.failed_bribe == "returned"
    yield c.F_BRIBE_6, "relics_add_up", stays
    for clause in (c.R_BRIBE_9, c.R_BRIBE_14, c.AMB_07, c.AMB_20):
        yield clause, APPLIES, stays


def _of_ties(rules: Rules) -> Iterator[Statement]:
    """Which cards win ties."""
    crests = [card for card in rules.catalogue if card.kind is Kind.CREST]
    others = [card for card in rules.catalogue if card.kind is not Kind.CREST]
    for clause in (c.R_TIE_1, c.F_RES_6):
        yield clause, "crests", all(_wins_ties(card) for card in crests)
        yield clause, "other_cards", any(_wins_ties(card) for card in others)


def _wins_ties(card: Card) -> bool:
    return any(isinstance(word, TieWin) for word in card.statics)


def _of_the_end(rules: Rules) -> Iterator[Statement]:
    extra = rules.rounds_after_end_card
    for clause in (c.R_END_1, c.F_END_1):
        yield clause, "extra_rounds", extra
    yield c.AMB_04, "end_trigger", {0: "finish-current-round", 1: "one-more-round"}.get(extra, f"{extra}-more-rounds")
    yield c.AMB_30, "idle_rounds", rules.idle_rounds
    events = len(rules.catalogue.of(Kind.EVENT))
    mixed = min(rules.events_with_end_card, events)
    if events:
        yield c.R_EVT_1, "mixed", mixed
        yield c.R_EVT_1, "above", events - mixed
        yield c.R_EVT_1, "highest_place", events - mixed + 1
        for clause in (c.R_EVT_6, c.AMB_03):
            yield clause, "shortest", max(1, events - mixed + extra)
            yield clause, "longest", max(1, events + extra)
        yield c.R_EVT_6, "extra_rounds", extra
        yield c.AMB_03, "jubilee_round", {0: "same", 1: "next"}.get(extra, f"{extra}-later")
    zones = ("deck", "discard")
    play = ("play",) if rules.cards_in_play_score else ()
    for clause in (c.R_END_3, c.F_END_2):
        yield clause, "zones", (*zones, *play)
    for clause in (c.R_TAC_3, c.F_END_3):
        yield clause, "zones", (*zones, "tucked", *play)
    counted = ("play",) if rules.stakes_in_play_count else play
    yield c.AMB_22, "zones", (*zones, "tucked", *counted)
    yield c.AMB_22, "lying_relics", rules.stakes_in_play_count
    yield c.AMB_02, "count_cards_in_play", rules.cards_in_play_score
    for clause in (c.R_END_5, c.F_END_5, c.AMB_23):
        yield clause, "tie_break", rules.tie_break


# --- what changed -----------------------------------------------------------------------------------------------------


def replaced(rules: Rules, base: Rules) -> dict[ClauseId, str]:
    """No clause says what a card does, so none is replaced by other cards."""
    return {}


def changes(rules: Rules, base: Rules) -> tuple[Change, ...]:
    """The values in which rules differ from their base, by the key that a file has for them."""
    found = list(changed_values(rules, base, ("catalogue", "wording")))
    printed = {card.id: card for card in base.catalogue}
    for card in rules.catalogue:
        if card.id not in printed:
            table = "master" if card.kind is Kind.MASTER and card.is_added else "card"
            found.append(Change(f"{table}.{card.id}", "no such card", card.name))
        else:
            found += _card_changes(card, printed[card.id])
    kept = {card.id for card in rules.catalogue}
    found += [Change(f"card.{card.id}", card.name, "no such card") for card in base.catalogue if card.id not in kept]
    return tuple(found)


def _card_changes(card: Card, printed: Card) -> Iterator[Change]:
    for field in attrs.fields(Card):
        new, old = getattr(card, field.name), getattr(printed, field.name)
        if new != old and field.name not in ("sources", "statics", "program"):
            yield Change(f"card.{card.id}.{field.name}", _shown(old), _shown(new))
    if (card.statics, card.program) != (printed.statics, printed.program):
        from arcanum.guilds.describe import card_line

        yield Change(f"card.{card.id}.ability", card_line(printed).ability, card_line(card).ability)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return in_words(tuple(str(getattr(each, "name", each)).lower() for each in value))
    return "none" if value is None else str(value)
