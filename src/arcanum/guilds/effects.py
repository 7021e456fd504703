"""Action words: what the ability of a Location, a Guild Master or an Event does, one after the other.

`EachOther` and `EachPlayer` come from the kernel; the rest is particular to Arcana. The clause that the
events of an ability cite is filled in by the catalogue: that of Locations, of Guild Masters or of Events.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import attrs
from attrs.validators import ge

from arcanum.guilds import abilities
from arcanum.guilds.abilities import StakeKind, Where
from arcanum.guilds.actions import (
    AT,
    DISCARD,
    OPPONENT,
    SELECT,
    TAKE,
    At,
    Discard,
    Move,
    Opponent,
    Select,
    Swap,
    Take,
)
from arcanum.guilds.atoms import (
    banish,
    change_district,
    change_player,
    discard,
    district_named,
    draw,
    lay_aside,
    move,
    put_in_hand,
    report,
    take_back,
    take_from_deck,
    turn_all_up,
)
from arcanum.guilds.board import NEUTRAL
from arcanum.guilds.bribing import offer_claim
from arcanum.guilds.cards import Arcanum, Card, CardId, Kind
from arcanum.guilds.clause_ids import AMB_08, AMB_19, AMB_29, R_INT_11, R_INT_13, R_LOC_2, R_LOC_4
from arcanum.guilds.decisions import Aimed, DiscardDrawn, PlayDrawn
from arcanum.guilds.events import Drew, LookedAt, PileShuffled, StakeBuried, StakesSwapped, Strengthened, TakenBack
from arcanum.guilds.playing import ActAgain, open_districts
from arcanum.guilds.state import Bonus, GuildTable, Placed, State
from arcanum.guilds.strength import Position, agents_of, usual_thresholds
from arcanum.guilds.winning import shows_stake, turn_up_next, win_stake
from arcanum.kernel.actions import Action
from arcanum.kernel.agenda import Alternative, EachOther, EachPlayer, Effect, can_all, can_some
from arcanum.kernel.agenda import Choose as AnyChoose
from arcanum.kernel.cite import cites
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.kernel.randomness import shuffled
from arcanum.kernel.words import Vocabulary

CardKind = Literal["agent", "relic", "personality"]
_KINDS: Final = {kind.value: kind for kind in Kind}


def is_of(card: Card, kind: CardKind) -> bool:
    """Whether a card is of a kind; Personalities count as Agents too."""
    return card.kind is _KINDS[kind] or (kind == "agent" and card.is_agent)


def index_of(position: Position, name: str) -> int:
    """The place of a District that an action names."""
    at = district_named(position, name)
    assert at is not None
    return at


def lies(position: Position, at: int, seat: Seat, where: Where) -> bool:
    """Whether a District lies where an effect works, as seen from a seat."""
    return where in ("any", position.districts[at].standing(seat))


def spots(position: Position) -> list[tuple[int, int, Placed]]:
    """All cards in Districts, with District and place."""
    return [
        (at, place, card) for at, district in enumerate(position.districts) for place, card in enumerate(district.cards)
    ]


def select(position: Position, at: int, place: int) -> Select:
    """A card in a District, as an action."""
    return SELECT(position.districts[at].name, place)


@attrs.frozen
class Draw(Effect[State, GuildTable]):
    """Draw cards from the own Deck, as far as it goes.

    No new Deck is made for it: two Locations that draw could otherwise fetch each other for ever.
    """

    count: int = attrs.field(validator=ge(1))
    clause: ClauseId

    def run(self, table: GuildTable, seat: Seat) -> None:
        """Draw them."""
        if self.possible(table, seat):
            draw(table, seat, min(self.count, len(table.players[seat].deck)), self.clause)

    def possible(self, position: Position, seat: Seat) -> bool:
        """There must be something to draw."""
        return bool(position.players[seat].deck)


@cites(R_LOC_2, AMB_29)
@attrs.frozen
class DrawAndPlay(Effect[State, GuildTable]):
    """Draw cards aside, play some of them at once, discard the others."""

    draw: int = attrs.field(validator=ge(1))
    play: int = attrs.field(validator=ge(1))
    clause: ClauseId

    def run(self, table: GuildTable, seat: Seat) -> None:
        """Draw, and ask what to play."""
        drawn = take_from_deck(table, seat, self.draw)
        report(table, Drew, seat, len(drawn), self.draw, drawn, clause=self.clause, audience=(seat,))
        for card in drawn:
            lay_aside(table, seat, card, public=False)
        if drawn:
            table.agenda.append(DiscardDrawn(seat, drawn, self.clause))
            table.agenda.append(PlayDrawn(seat, drawn, self.play, self.clause))

    def possible(self, position: Position, seat: Seat) -> bool:
        """There must be something to draw."""
        player = position.players[seat]
        return bool(player.deck or player.discard)


@attrs.frozen
class DiscardFromHand(Aimed):
    """Discard cards of one's choice."""

    count: int = attrs.field(validator=ge(1))
    clause: ClauseId

    prompt = "discard a card"

    @property
    def times(self) -> int:
        """One card after the other."""
        return self.count

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any card of the hand."""
        return tuple([DISCARD(card) for card in position.players[seat].hand])

    def possible(self, position: Position, seat: Seat) -> bool:
        """There must be as many cards."""
        return len(position.players[seat].hand) >= self.count

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Discard it."""
        assert isinstance(action, Discard)
        discard(table, seat, action.card, self.clause)


@attrs.frozen
class Recover(Aimed):
    """Take a card of a kind from the own Discard Pile into the hand; never a Location, which could fetch the next."""

    kind: CardKind
    clause: ClauseId

    prompt = "take a card from the Discard Pile"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any card of the kind."""
        catalogue = position.rules.catalogue
        return tuple([TAKE(card) for card in position.players[seat].discard if is_of(catalogue[card], self.kind)])

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Take it."""
        assert isinstance(action, Take)
        pile = table.players[seat].discard
        change_player(table, seat, discard=tuple([card for card in pile if card != action.card]))
        put_in_hand(table, seat, action.card)
        report(table, TakenBack, seat, action.card, clause=self.clause)


@attrs.frozen
class Recall(Aimed):
    """Take an own card lying in a District back to hand; Militia cannot be taken."""

    clause: ClauseId
    kind: Literal["agent", "relic"] = "agent"

    prompt = "take a card back from a District"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any own card of the kind."""
        catalogue = position.rules.catalogue
        return tuple(
            [
                select(position, at, place)
                for at, place, card in spots(position)
                if card.owner == seat
                and is_of(catalogue[card.card], self.kind)
                and catalogue[card.card].kind is not Kind.MILITIA
            ]
        )

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Take it."""
        assert isinstance(action, Select)
        take_back(table, index_of(table, action.district), action.place, self.clause)


@attrs.frozen
class Banish(Aimed):
    """Send a foreign Agent from a District to its owner's Discard Pile."""

    clause: ClauseId
    where: Where = "any"

    prompt = "send another player's Agent away"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any foreign Agent there, faceup or facedown."""
        agents = position.rules.catalogue.agents
        return tuple(
            [
                select(position, at, place)
                for at, place, card in spots(position)
                if card.owner != seat and lies(position, at, seat, self.where) and card.card in agents
            ]
        )

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Send it away."""
        assert isinstance(action, Select)
        banish(table, seat, index_of(table, action.district), action.place, self.clause)


@cites(R_INT_13, AMB_08)
@attrs.frozen
class MoveAgent(Aimed):
    """Move an Agent to another District with a Stake."""

    clause: ClauseId
    whose: Literal["own", "foreign", "any"] = "own"

    prompt = "move an Agent to another District"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any such Agent, to any other District with a Stake."""
        agents = position.rules.catalogue.agents
        districts = open_districts(position)
        found: list[Action] = []
        for district in position.districts:
            for place, card in enumerate(district.cards):
                if card.card in agents and (self.whose == "any" or (card.owner == seat) == (self.whose == "own")):
                    found += districts.moves(district.name, place)
        return tuple(found)

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Move it; it may complete a bribe that failed there before."""
        assert isinstance(action, Move)
        at, to = index_of(table, action.district), index_of(table, action.destination)
        owner = table.districts[at].cards[action.place].owner
        move(table, seat, at, action.place, to)
        if owner == seat:
            offer_claim(table, seat, to)


@attrs.frozen
class Look(Aimed):
    """Look at the facedown cards of a District, at the next Stake of its pile, or at another player's hand."""

    at: Literal["agents", "pile", "hand"]
    clause: ClauseId

    prompt = "choose what to look at"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Wherever there is something that the player does not know."""
        if self.at == "hand":
            return tuple(
                [OPPONENT(other) for other, player in enumerate(position.players) if other != seat and player.hand]
            )
        if self.at == "pile":
            return tuple([AT[district.name] for district in position.districts if district.pile])
        return tuple(
            [AT[each.name] for each in position.districts if any(not card.seen_by(seat) for card in each.cards)]
        )

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Look; only the player himself learns what there is, and he may remember it."""
        if isinstance(action, Opponent):
            what, cards = f"the hand of seat {action.seat}", table.players[action.seat].hand
        else:
            assert isinstance(action, At)
            at = index_of(table, action.district)
            district = table.districts[at]
            if self.at == "pile":
                what, cards = f"the next card of {district.name}", district.pile[-1:]
                change_district(table, at, known_to=tuple(sorted({*district.known_to, seat})))
            else:
                what, cards = f"the facedown cards in {district.name}", _unseen(district.cards, seat)
                change_district(table, at, cards=tuple([_remember(card, seat) for card in district.cards]))
        report(table, LookedAt, seat, what, tuple(cards), clause=self.clause, audience=(seat,))


def _unseen(cards: tuple[Placed, ...], seat: Seat) -> tuple[CardId, ...]:
    return tuple([each.card for each in cards if not each.seen_by(seat)])


def _remember(card: Placed, seat: Seat) -> Placed:
    if card.seen_by(seat):
        return card
    return attrs.evolve(card, known_to=tuple(sorted({*card.known_to, seat})))


@attrs.frozen
class Reveal(Aimed):
    """Turn up all facedown Agents of a District."""

    clause: ClauseId

    prompt = "choose the District whose cards are turned up"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any District with a facedown card."""
        return tuple([AT[each.name] for each in position.districts if any(not card.face_up for card in each.cards)])

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Turn them up, player by player."""
        assert isinstance(action, At)
        at = index_of(table, action.district)
        turn_all_up(table, at, seat, self.clause)


@attrs.frozen
class SwapStakes(Aimed):
    """Exchange the faceup Stakes of two Districts; the cards assigned there stay."""

    clause: ClauseId

    prompt = "choose two Districts that exchange their Stakes"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any two Districts with a Stake."""
        return open_districts(position).swaps()

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Exchange them."""
        assert isinstance(action, Swap)
        one, other = index_of(table, action.district), index_of(table, action.other)
        first, second = table.districts[one].stake, table.districts[other].stake
        assert first is not None and second is not None
        change_district(table, one, stake=second)
        change_district(table, other, stake=first)
        report(table, StakesSwapped, seat, (action.district, action.other), (second, first), clause=self.clause)


@attrs.frozen
class CycleStake(Aimed):
    """Put a faceup Stake beneath its pile and turn up the next card."""

    clause: ClauseId

    prompt = "choose the District whose Stake goes beneath its pile"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any District with a Stake and a pile."""
        return tuple(
            [AT[each.name] for at, each in enumerate(position.districts) if each.pile and shows_stake(position, at)]
        )

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Bury it; the next card may be the end card."""
        assert isinstance(action, At)
        at = index_of(table, action.district)
        district = table.districts[at]
        assert district.stake is not None
        report(table, StakeBuried, seat, district.name, district.stake, clause=self.clause)
        end_among = district.end_among + 1 if district.end_among else 0
        change_district(table, at, pile=(district.stake, *district.pile), stake=None, end_among=end_among)
        turn_up_next(table, at, R_INT_11)


@attrs.frozen
class ShufflePile(Aimed):
    """Shuffle the facedown Stakes of a District; not of the Neutral one, where the end card has its place."""

    clause: ClauseId

    prompt = "choose the District whose pile is shuffled"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any other District with a pile."""
        return tuple([AT[each.name] for each in position.districts if each.pile and each.name != NEUTRAL])

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Shuffle it; what was known of it is known no more."""
        assert isinstance(action, At)
        at = index_of(table, action.district)
        table.rng, pile = shuffled(table.rng, table.districts[at].pile)
        change_district(table, at, pile=pile, known_to=())
        report(table, PileShuffled, seat, action.district, clause=self.clause)


@cites(AMB_19)
@attrs.frozen
class WinStake(Aimed):
    """Win at once a Stake that usually takes little, where one has an Agent."""

    threshold: int = attrs.field(validator=ge(0))
    clause: ClauseId
    where: Where = "any"
    kind: StakeKind | None = None

    prompt = "choose the Stake to win"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any District with such a Stake and an own Agent."""
        return tuple(
            [
                AT[district.name]
                for at, district in enumerate(position.districts)
                if self._cheap(position, at)
                and lies(position, at, seat, self.where)
                and agents_of(position, district, seat)
            ]
        )

    def _cheap(self, position: Position, at: int) -> bool:
        stake = position.districts[at].stake
        if stake is None or not shows_stake(position, at):
            return False
        card = position.rules.catalogue[stake]
        lowest = min(needed for _, needed in usual_thresholds(position, card))
        return lowest <= self.threshold and self.kind in (None, card.kind.value)

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Win it."""
        assert isinstance(action, At)
        win_stake(table, seat, index_of(table, action.district), self.clause)


@attrs.frozen
class Strengthen(Aimed):
    """For the rest of the round the own total in a District is higher, if there is an Agent to lead it."""

    amount: int = attrs.field(validator=ge(1))
    clause: ClauseId
    arcanum: Arcanum | None = None

    prompt = "choose the District to strengthen"

    def targets(self, position: Position, seat: Seat) -> tuple[Action, ...]:
        """Any District with a Stake."""
        return tuple([AT[each.name] for at, each in enumerate(position.districts) if shows_stake(position, at)])

    def hit(self, table: GuildTable, seat: Seat, action: Action) -> None:
        """Note it."""
        assert isinstance(action, At)
        at = index_of(table, action.district)
        table.bonuses += (Bonus(seat, at, self.arcanum, self.amount),)
        report(table, Strengthened, seat, action.district, self.arcanum, self.amount, clause=self.clause)


@attrs.frozen
class ExtraAction(Effect[State, GuildTable]):
    """Take more actions at once."""

    count: int = attrs.field(validator=ge(1))

    def run(self, table: GuildTable, seat: Seat) -> None:
        """As long as there are cards in hand."""
        table.agenda += [ActAgain(seat)] * self.count

    def possible(self, position: Position, seat: Seat) -> bool:
        """There must be a card for it."""
        return bool(position.players[seat].hand)


@attrs.frozen
class Choose(AnyChoose[State, GuildTable]):
    """Let the seat choose one alternative; with `optional`, also none."""

    @cites(R_LOC_4)
    def possible_for(self, position: Any, seat: Seat) -> list[Alternative[State, GuildTable]]:
        """The alternatives of which any part can happen, or all of them, as the rules say."""
        can = can_some if position.rules.alternatives == "any-part" else can_all
        return [each for each in self.alternatives if can(each.program, position, seat)]


ACTION_WORDS: Final[dict[str, type]] = {
    "draw": Draw,
    "draw-and-play": DrawAndPlay,
    "discard": DiscardFromHand,
    "recover": Recover,
    "recall": Recall,
    "banish": Banish,
    "move-agent": MoveAgent,
    "look": Look,
    "reveal": Reveal,
    "swap-stakes": SwapStakes,
    "cycle-stake": CycleStake,
    "shuffle-pile": ShufflePile,
    "win-stake": WinStake,
    "strengthen": Strengthen,
    "extra-action": ExtraAction,
    "choose": Choose,
    "each-other": EachOther,
    "each-player": EachPlayer,
}
STATIC_WORDS: Final[dict[str, type]] = {
    "tie-win": abilities.TieWin,
    "copy-values": abilities.CopyValues,
    "agent-value": abilities.AgentValue,
    "threshold": abilities.Threshold,
    "bribe-value": abilities.BribeValue,
    "hand-size": abilities.HandSize,
    "flag": abilities.Flag,
    "thwart": abilities.Thwart,
    "end-points": abilities.EndPoints,
}
VOCABULARY: Final = Vocabulary({**ACTION_WORDS, **STATIC_WORDS})
