"""What the properties about cards, set-up and Districts share: card files with an error, games about to begin."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

import attrs
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Card, CardId, Catalogue, CatalogueError, Kind, State, View, parse_catalogue
from arcanum.guilds.catalogue import EDITIONS
from arcanum.guilds.setup import set_up
from arcanum.kernel.clauses import FrozenMap
from arcanum.kernel.events import Event, Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import any_rules
from arcanum.spec.guilds.games import Modules, any_players, edition_of, expected, guild_rules, sound
from arcanum.spec.guilds.invariants import zones
from arcanum.spec.subject import NotJudged, remembered, under_test

RULESETS = any_rules("arcana")
BASIC = Modules(never=("customise", "events"))
"""Games that are set up as the basic game is."""
GUILD_KINDS = ("agent", "location", "relic")
"""The kinds of cards that a guild's Deck is made of."""


# --- what the index states --------------------------------------------------------------------------------------------


def stated(clause: ClauseId, parameter: str, edition: str) -> int:
    """A number that the index states for an edition."""
    value = expected(clause, parameter, edition)
    assert type(value) is int
    return value


def table(clause: ClauseId, parameter: str, edition: str) -> Mapping[str, object]:
    """A table that the index states for an edition."""
    value = expected(clause, parameter, edition)
    assert isinstance(value, FrozenMap)
    return value


# --- card files -------------------------------------------------------------------------------------------------------

Face = dict[str, object]
"""A card as it stands in a file."""


@attrs.frozen
class CardFile:
    """A card file, read without the engine; it can be changed and given to the engine."""

    head: dict[str, object] = attrs.field(repr=False)
    cards: list[tuple[str, Face]] = attrs.field(repr=False)
    """All cards, each with its kind."""
    change: str = ""
    """In which way it differs from the one that comes with the library."""

    def faces(self, *kinds: str, emblem: str | None = None) -> list[Face]:
        """The cards of some kinds, of all emblems or of one."""
        return [face for kind, face in self.cards if kind in kinds and emblem in (None, face.get("emblem"))]

    def without(self, face: Face) -> CardFile:
        """The file without a card."""
        return CardFile(self.head, [each for each in self.cards if each[1] is not face], f"without {face['id']}")

    def with_two(self, face: Face) -> CardFile:
        """The file with a card and another one that differs from it only in its id."""
        kind = next(kind for kind, each in self.cards if each is face)
        return CardFile(self.head, [*self.cards, (kind, {**face, "id": "the-other-one"})], f"{face['id']} twice")

    def changed(self, face: Face, **fields: object) -> CardFile:
        """The file with other fields on a card; None takes a field away."""
        new = {key: value for key, value in {**face, **fields}.items() if value is not None}
        sources = new["from"]
        assert isinstance(sources, dict)
        new["from"] = {"*": "invented", **{key: value for key, value in sources.items() if key in new}}
        cards = [(kind, new if each is face else each) for kind, each in self.cards]
        return CardFile(self.head, cards, f"{face['id']} with {fields}")

    @property
    def text(self) -> str:
        """The file as text."""
        data = dict(self.head)
        for kind in dict.fromkeys(kind for kind, _ in self.cards):
            data[kind] = [face for each, face in self.cards if each == kind]
        return "\n".join(f"{key} = {_toml(value)}" for key, value in data.items())

    @property
    def is_refused(self) -> bool:
        """Whether the engine refuses to load it, with a reason."""
        try:
            parse_catalogue(self.text)
        except CatalogueError as error:
            return bool(error.faults)
        return False


@lru_cache
def card_file(edition: str) -> CardFile:
    """The file that comes with the library."""
    text = files("arcanum.guilds").joinpath(f"catalogue_{edition}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    kinds = [kind.value for kind in Kind]
    cards = [(kind, face) for kind in kinds for face in data.get(kind, [])]
    return CardFile({key: value for key, value in data.items() if key not in kinds}, cards)


def _editions(_: None) -> st.SearchStrategy[str]:
    if under_test() is not None:
        raise NotJudged("it is about the card files of the editions")
    return st.sampled_from(EDITIONS)


CARD_FILES = st.none().flatmap(_editions)
"""The editions, for properties about the files that come with the library: a variant has none."""


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def one_too_few_or_too_many(file: CardFile, faces: Sequence[Face]) -> st.SearchStrategy[CardFile]:
    """The file with one of these cards left out, or with one of them twice."""
    return st.one_of(st.sampled_from(faces).map(file.without), st.sampled_from(faces).map(file.with_two))


def with_faces(state: State, *faces: Card) -> State:
    """The state with other faces of some cards, which are known by their ids."""
    new = {face.id: face for face in faces}
    catalogue = state.rules.catalogue
    cards = tuple(new.get(card.id, card) for card in catalogue)
    return attrs.evolve(state, rules=attrs.evolve(state.rules, catalogue=attrs.evolve(catalogue, cards=cards)))


def places(state: State, *kinds: Kind) -> list[tuple[str, CardId]]:
    """Where the cards of some kinds are: zone and card, as often as the card is there."""
    return [(zone, card) for zone, cards, _ in zones(state) for card in cards if state.card(card).kind in kinds]


def live_cards(state: State) -> set[CardId]:
    """Every card that is not in the box."""
    return {card for zone, cards, _ in zones(state) if zone != "box" for card in cards}


def seen(state: State, seat: Seat | None) -> View:
    """What a seat sees; None is a spectator."""
    view = arcanum.observe(state, seat)
    assert isinstance(view, View)
    return view


def boxed_stakes(state: State) -> set[CardId]:
    """The Stakes in the box."""
    return {card for card in state.box if state.card(card).is_stake}


def end_card_place(state: State) -> int:
    """The place of the end card in the Neutral pile of a table that is set up, counted from the top."""
    (neutral,) = (district for district in state.districts if district.name == "N")
    (at,) = (at for at, card in enumerate(reversed(neutral.pile), start=1) if state.card(card).kind is Kind.END_CARD)
    return at


# --- games that have just begun ---------------------------------------------------------------------------------------


@attrs.frozen
class Agreement:
    """What is settled before a game starts."""

    ruleset: str
    players: int
    seed: int
    modules: tuple[str, ...] = ()

    @property
    def edition(self) -> str:
        """The edition of the rule set."""
        return edition_of(self.ruleset)

    def set_up(self, **options: object) -> State:
        """The table before anything is turned up."""
        return set_up(guild_rules(self.ruleset), self.players, self.seed, {"modules": self.modules, **options})

    def begin(self, **options: object) -> tuple[State, tuple[Event, ...]]:
        """The first state in which somebody decides, and what happened until then."""
        begun = arcanum.begin(
            guild_rules(self.ruleset), players=self.players, seed=self.seed, **{"modules": self.modules, **options}
        )
        return sound(begun.state), begun.events

    @property
    def catalogue(self) -> Catalogue:
        """The cards."""
        return guild_rules(self.ruleset).catalogue


@st.composite
def agreements(
    draw: st.DrawFn,
    *,
    rulesets: st.SearchStrategy[str] = RULESETS,
    players: Sequence[int] | None = None,
    modules: Modules | None = None,
) -> Agreement:
    """Games about to begin."""
    ruleset = draw(rulesets)
    chosen = (Modules() if modules is None else modules).under(ruleset)
    return Agreement(ruleset, draw(any_players(ruleset, players)), draw(st.integers(0, 2**63)), draw(chosen))


@st.composite
def seated(draw: st.DrawFn, rulesets: st.SearchStrategy[str] = RULESETS, modules: Modules = BASIC) -> tuple[str, int]:
    """A rule set and a number of players for it, for games with no modules but those that every game has."""
    ruleset = draw(rulesets)
    draw(modules.under(ruleset))
    return ruleset, draw(any_players(ruleset))


# --- chance -----------------------------------------------------------------------------------------------------------

SEEDS = range(600)
"""Where frequencies are judged these seeds are taken, so that no run is unlucky."""


@remembered(12)
def many_tables(ruleset: str, players: int, modules: tuple[str, ...] = ()) -> tuple[State, ...]:
    """The same game set up with many seeds."""
    return tuple(Agreement(ruleset, players, seed, modules).set_up() for seed in SEEDS)
