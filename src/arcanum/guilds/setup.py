"""The table before the first round: guilds, Decks, Districts, and the piles of the modules."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

from arcanum.guilds.board import NEUTRAL, layout
from arcanum.guilds.cards import CardId, Kind
from arcanum.guilds.catalogue import Catalogue, load_catalogue
from arcanum.guilds.clause_ids import (
    F_SETUP_1,
    F_SETUP_3,
    F_SETUP_7,
    F_SETUP_8,
    F_SETUP_10,
    R_COMP_1,
    R_CUST_1,
    R_EVT_1,
    R_EVT_2,
    R_OBJ_1,
    R_OPT_1,
    R_OPT_2,
    R_SETUP_1,
    R_SETUP_3,
    R_SETUP_5,
    R_SETUP_6,
    R_SETUP_7,
    R_SETUP_9,
    R_SETUP_10,
    R_SETUP_12,
)
from arcanum.guilds.flow import OPENING
from arcanum.guilds.rules import MODULES, Rules
from arcanum.guilds.state import District, Options, Phase, Player, State
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import BadCall, UnknownName, brief
from arcanum.kernel.events import Seat
from arcanum.kernel.randomness import below, seeded, shuffled

OPTIONS: Final = ("guilds", "modules", "catalogue", "first_player", "round_limit")


@cites(R_SETUP_12)
def set_up(rules: Rules, players: int, seed: int, options: dict[str, object]) -> State:
    """The table before anybody has done anything; what follows depends only on the seed and on the players."""
    rules, agreed, first = agree(rules, players, options)
    rng = seeded(seed)
    if first is None:
        rng, first = below(rng, players)
    if not agreed.guilds:
        rng, order = shuffled(rng, rules.catalogue.guilds)
        agreed = attrs.evolve(agreed, guilds=order[:players])
    rng, decks = starting_decks(rng, rules, agreed)
    rng, objectives = deal_objectives(rng, rules, agreed)
    rng, districts = build_districts(rng, rules, players, with_end_card="events" not in agreed.modules)
    rng, militia = shuffled(rng, _ids(rules, Kind.MILITIA) if "militia" in agreed.modules else ())
    rng, events = build_events(rng, rules, agreed)
    live = {*militia, *events, *(card for each in (*decks, *objectives) for card in each)}
    live |= {card for district in districts for card in district.pile}
    return State(
        agenda=(OPENING,),
        rules=rules,
        options=agreed,
        players=tuple(
            Player(guild, deck, objectives=dealt)
            for guild, deck, dealt in zip(agreed.guilds, decks, objectives, strict=True)
        ),
        districts=districts,
        round=0,
        phase=Phase.OPENING,
        first_player=first,
        active=None,
        militia=militia,
        militia_used=(),
        events=events,
        event=None,
        past_events=(),
        bonuses=(),
        aside=(),
        last_round=None,
        box=tuple(card.id for card in rules.catalogue if card.id not in live and _is_dealt(card.kind)),
        rng=rng,
    )


def _is_dealt(kind: Kind) -> bool:
    """Crests and the First Player card lie before players and never move through piles."""
    return kind not in (Kind.CREST, Kind.FIRST_PLAYER)


def _ids(rules: Rules, kind: Kind) -> tuple[CardId, ...]:
    return tuple(card.id for card in rules.catalogue.of(kind))


@cites(R_COMP_1, R_OPT_1, R_OPT_2, R_SETUP_1, R_SETUP_5, R_SETUP_12, F_SETUP_1, F_SETUP_10)
def agree(rules: Rules, players: int, options: dict[str, object]) -> tuple[Rules, Options, Seat | None]:
    """The options of a game, checked: the rules with their cards, what was agreed on, the first player if given."""
    if type(players) is not int or players not in rules.players:
        known = ", ".join(map(str, rules.players))
        raise BadCall(f"{rules.name} is for {known} players, not {brief(players)} [{R_COMP_1}]")
    for name in options:
        if name not in OPTIONS:
            raise UnknownName(f"option of {rules.name}", name, OPTIONS)
    rules = with_catalogue(rules, options.get("catalogue"))
    limit = options.get("round_limit")
    if limit is not None and (type(limit) is not int or limit < 1):
        raise BadCall(f"round_limit must be a whole number from 1 on, not {brief(limit)}")
    first = options.get("first_player")
    if first is not None and (type(first) is not int or first not in range(players)):
        clause = rules.said(R_SETUP_12)
        raise BadCall(f"first_player must be a seat from 0 to {players - 1}, not {brief(first)} [{clause}]")
    modules = _modules(rules, options.get("modules", ()))
    return rules, Options(modules, _guilds(rules, players, options.get("guilds")), limit), first


def with_catalogue(rules: Rules, given: object) -> Rules:
    """The rules with other cards: a catalogue, or the path of a file."""
    if given is None:
        return rules
    if not isinstance(given, Catalogue | str | Path):
        raise BadCall(f"catalogue must be the path of a card file, not {brief(given)}")
    catalogue = given if isinstance(given, Catalogue) else load_catalogue(given)
    if catalogue.edition != rules.catalogue.edition:
        raise BadCall(
            f"{rules.name} needs cards of the {rules.catalogue.edition} edition, not of the {catalogue.edition}"
        )
    return attrs.evolve(rules, catalogue=catalogue)


def _modules(rules: Rules, given: object) -> tuple[str, ...]:
    names = _names("modules", given)
    for name in names:
        if name not in MODULES:
            raise UnknownName("module", name, MODULES)
        if name not in (*rules.optional, *rules.built_in):
            raise BadCall(
                f"{rules.name} has no module {name!r}; it has {', '.join((*rules.built_in, *rules.optional))}"
            )
    return tuple(module for module in MODULES if module in (*names, *rules.built_in))


def _guilds(rules: Rules, players: int, given: object) -> tuple[str, ...]:
    """The guilds by seat; empty if they are to be drawn by lot."""
    if given is None:
        return ()
    names = _names("guilds", given)
    for name in names:
        if name not in rules.catalogue.guilds:
            raise UnknownName("guild", name, rules.catalogue.guilds)
    if len(names) != players or len(set(names)) != players:
        raise BadCall(f"guilds must be {players} different ones, one for each seat, not {brief(given)} [{R_SETUP_5}]")
    return names


def _names(what: str, given: object) -> tuple[str, ...]:
    if not isinstance(given, tuple | list) or not all(isinstance(each, str) for each in given):
        raise BadCall(f"{what} must be a tuple of names, not {brief(given)}")
    return tuple(given)


@cites(R_SETUP_3, R_SETUP_6, R_CUST_1, F_SETUP_3)
def starting_decks(rng: int, rules: Rules, agreed: Options) -> tuple[int, list[tuple[CardId, ...]]]:
    """A shuffled Deck for each player; with the customising module players choose theirs later."""
    decks: list[tuple[CardId, ...]] = []
    for guild in agreed.guilds:
        cards = () if "customise" in agreed.modules else rules.catalogue.starting_deck(guild)
        rng, deck = shuffled(rng, (card.id for card in cards))
        decks.append(deck)
    return rng, decks


@cites(R_OBJ_1)
def deal_objectives(rng: int, rules: Rules, agreed: Options) -> tuple[int, list[tuple[CardId, ...]]]:
    """Objectives for each player, in the order of the catalogue."""
    if "objectives" not in agreed.modules:
        return rng, [()] * len(agreed.guilds)
    order = rules.catalogue.order
    rng, pile = shuffled(rng, _ids(rules, Kind.OBJECTIVE))
    count = rules.objectives_dealt
    hands = [pile[seat * count : (seat + 1) * count] for seat in range(len(agreed.guilds))]
    return rng, [tuple(sorted(hand, key=order.__getitem__)) for hand in hands]


@cites(R_SETUP_7, R_SETUP_9, R_SETUP_10, R_EVT_2, F_SETUP_7, F_SETUP_8)
def build_districts(rng: int, rules: Rules, players: int, *, with_end_card: bool) -> tuple[int, tuple[District, ...]]:
    """The facedown piles; the end card lies among the last cards of the Neutral one. No card is turned up yet."""
    rng, stakes = shuffled(rng, (card.id for card in rules.catalogue.stakes))
    size = rules.pile_size
    districts: list[District] = []
    for number, place in enumerate(layout(players)):
        pile = stakes[number * size : (number + 1) * size]
        end_among = 0
        if place.name == NEUTRAL and with_end_card:
            lowest, rest = pile[: rules.end_card_among], pile[rules.end_card_among :]
            rng, mixed = shuffled(rng, (*lowest, *_ids(rules, Kind.END_CARD)))
            pile, end_among = (*mixed, *rest), len(mixed)
        districts.append(District(place.name, place.friendly_to, pile, None, end_among=end_among))
    return rng, tuple(districts)


@cites(R_EVT_1)
def build_events(rng: int, rules: Rules, agreed: Options) -> tuple[int, tuple[CardId, ...]]:
    """The event pile: some Events are mixed with the end card and lie beneath the others."""
    if "events" not in agreed.modules:
        return rng, ()
    rng, cards = shuffled(rng, _ids(rules, Kind.EVENT))
    last, rest = cards[: rules.events_with_end_card], cards[rules.events_with_end_card :]
    rng, mixed = shuffled(rng, (*last, *_ids(rules, Kind.END_CARD)))
    return rng, (*mixed, *rest)
