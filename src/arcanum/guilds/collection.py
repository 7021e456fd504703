"""All cards of an edition. Files of them are read and written in `catalogue`."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from arcanum.guilds.abilities import CopyValues
from arcanum.guilds.actions import DISCARD, PLAY, Discard, Play
from arcanum.guilds.cards import Arcanum, Card, CardId, Kind
from arcanum.guilds.clause_ids import R_CUST_1, R_SETUP_2, R_SETUP_4
from arcanum.kernel.cite import cites
from arcanum.kernel.errors import UnknownName


@attrs.frozen(repr=False, cache_hash=True)
class Catalogue:
    """All cards; indexing takes the id of a card, iterating gives the cards in the order of the file."""

    edition: str
    source: str
    fiefdoms: tuple[str, ...]
    cards: tuple[Card, ...]
    _by_id: dict[str, Card] = attrs.field(init=False, eq=False)
    order: dict[CardId, int] = attrs.field(init=False, eq=False)
    """The place of each card in the file: hands are kept in this order."""
    crests: dict[str, Card] = attrs.field(init=False, eq=False)
    """The crest of each guild."""
    agents: frozenset[CardId] = attrs.field(init=False, eq=False)
    """The cards that can be assigned to a District; in the inner loop a name is looked up faster than a card."""
    relics: frozenset[CardId] = attrs.field(init=False, eq=False)
    personalities: frozenset[CardId] = attrs.field(init=False, eq=False)
    militia: frozenset[CardId] = attrs.field(init=False, eq=False)
    copiers: frozenset[CardId] = attrs.field(init=False, eq=False)
    """The Agents that take their values from another one."""
    stakes_to_win: frozenset[CardId] = attrs.field(init=False, eq=False)
    """Whatever can lie faceup in a District and be won: every card but those that end the game."""
    values: dict[CardId, tuple[int, int, int]] = attrs.field(init=False, eq=False)
    """What each card counts as an Agent; one that takes its values from another has none of its own."""
    prices: dict[CardId, int] = attrs.field(init=False, eq=False)
    """The Ducats of each Personality that has a price."""
    discards: dict[CardId, Discard] = attrs.field(init=False, eq=False)
    """For each card, that it is discarded."""
    plays: dict[CardId, Play] = attrs.field(init=False, eq=False)
    """For each Location, that it is played."""

    thresholds: dict[int, dict[CardId, list[tuple[Arcanum, int]]]] = attrs.field(init=False, eq=False)
    """What each Stake takes if it takes so much more than it prints, as far as anybody has asked."""

    @_by_id.default
    def _index(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @order.default
    def _order(self) -> dict[CardId, int]:
        return {card.id: at for at, card in enumerate(self.cards)}

    @crests.default
    @cites(R_SETUP_4)
    def _crests(self) -> dict[str, Card]:
        return {card.emblem: card for card in self.cards if card.kind is Kind.CREST and card.emblem is not None}

    @agents.default
    def _agents(self) -> frozenset[CardId]:
        return frozenset(card.id for card in self.cards if card.is_agent)

    @relics.default
    def _relics(self) -> frozenset[CardId]:
        return frozenset(card.id for card in self.cards if card.kind is Kind.RELIC)

    @personalities.default
    def _personalities(self) -> frozenset[CardId]:
        return frozenset(card.id for card in self.cards if card.kind is Kind.PERSONALITY)

    @militia.default
    def _militia(self) -> frozenset[CardId]:
        return frozenset(card.id for card in self.cards if card.kind is Kind.MILITIA)

    @copiers.default
    def _copiers(self) -> frozenset[CardId]:
        return frozenset(card.id for card in self.cards if any(isinstance(word, CopyValues) for word in card.statics))

    @stakes_to_win.default
    def _stakes_to_win(self) -> frozenset[CardId]:
        return frozenset(card.id for card in self.cards if card.kind is not Kind.END_CARD)

    @values.default
    def _own_values(self) -> dict[CardId, tuple[int, int, int]]:
        return {card.id: (0, 0, 0) if card.id in self.copiers else card.values for card in self.cards}

    @prices.default
    def _prices(self) -> dict[CardId, int]:
        priced = {card.id: card.ducat for card in self.cards if card.id in self.personalities}
        return {card: ducat for card, ducat in priced.items() if ducat is not None}

    @discards.default
    def _discards(self) -> dict[CardId, Discard]:
        return {card.id: DISCARD(card.id) for card in self.cards}

    @thresholds.default
    def _thresholds(self) -> dict[int, dict[CardId, list[tuple[Arcanum, int]]]]:
        return {}

    @plays.default
    def _plays(self) -> dict[CardId, Play]:
        return {card.id: PLAY(card.id) for card in self.cards if card.kind is Kind.LOCATION}

    def in_order(self, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        """The cards in the order of the file: their places are sorted, which takes less time than to sort by a key."""
        order, faces = self.order, self.cards
        places = [order[card] for card in cards]
        places.sort()
        return tuple([faces[place].id for place in places])

    def __deepcopy__(self, memo: object) -> Catalogue:
        """What cannot change needs no copy, and 300 cards would make one of a state slow."""
        return self

    def __repr__(self) -> str:
        return f"<catalogue of the {self.edition} edition, {len(self.cards)} cards>"

    def __getitem__(self, card: str) -> Card:
        try:
            return self._by_id[card]
        except KeyError:
            raise UnknownName("card", card, self._by_id) from None

    def __contains__(self, card: object) -> bool:
        return card in self._by_id

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def guilds(self) -> tuple[str, ...]:
        """The guilds, in the order of their crests."""
        return tuple(self.crests)

    def of(self, kind: Kind, emblem: str | None = None) -> tuple[Card, ...]:
        """The cards of a kind, of all emblems or of one."""
        return tuple(card for card in self.cards if card.kind is kind and emblem in (None, card.emblem))

    @property
    def stakes(self) -> tuple[Card, ...]:
        """All Stakes."""
        return tuple(card for card in self.cards if card.is_stake)

    @cites(R_CUST_1)
    def guild_cards(self, guild: str) -> tuple[Card, ...]:
        """All cards that a guild can put into its Deck."""
        deck = (Kind.AGENT, Kind.LOCATION, Kind.RELIC)
        return tuple(card for card in self.cards if card.emblem == guild and card.kind in deck)

    @cites(R_SETUP_2)
    def starting_deck(self, guild: str) -> tuple[Card, ...]:
        """The cards that a guild starts with: those lettered A, or all where an edition has no letters."""
        return tuple(card for card in self.guild_cards(guild) if card.letter in ("A", None))
