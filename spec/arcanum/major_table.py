"""What each of the 22 Majors does to a table, written a second time from the clause index.

It shares no code with the engine. A `Table` is what people see when they look at everything at once; a word of the
list at the end says what one part of a card does to it, given what the players answered. Every number comes from the
index. Figures that a Major moves go to quiet places (the Cathedral or the Ballroom, where the player declines): what
the locations do has its own properties.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import attrs

from arcanum.kernel.actions import Action, Pass
from arcanum.kernel.events import Seat
from arcanum.kernel.ids import ClauseId
from arcanum.spec.games import fitting, number, stated, written_for
from arcanum.spec.tarot.games import as_printed, printed_locations
from arcanum.tarot import State
from arcanum.tarot.actions import Adjust, Assign, Discard, Give, Hide, Move, PlaceTower, Remove, Reveal, Swap
from arcanum.tarot.cards import FIGURES, FOOL, TOWER, Card, Figure, Major, Minor, Suit
from arcanum.tarot.clause_ids import (
    HAND_1,
    MAJ_0_1,
    MAJ_1_1,
    MAJ_1_2,
    MAJ_2_1,
    MAJ_3_1,
    MAJ_3_2,
    MAJ_3_3,
    MAJ_4_1,
    MAJ_4_2,
    MAJ_5_1,
    MAJ_6_1,
    MAJ_6_2,
    MAJ_6_3,
    MAJ_7_1,
    MAJ_7_2,
    MAJ_8_1,
    MAJ_8_2,
    MAJ_9_1,
    MAJ_9_2,
    MAJ_10_1,
    MAJ_11_1,
    MAJ_12_1,
    MAJ_12_2,
    MAJ_13_1,
    MAJ_14_1,
    MAJ_14_2,
    MAJ_16_1,
    MAJ_17_1,
    MAJ_17_2,
    MAJ_18_1,
    MAJ_18_2,
    MAJ_18_3,
    MAJ_19_1,
    MAJ_19_2,
    MAJ_20_1,
    MAJ_20_2,
    SCORE_12,
    SCORE_16,
    WORLD_1,
    WORLD_7,
    WORLD_8,
    WORLD_9,
    WORLD_10,
)

from .naive_scoring import Hidden, place_tokens, score_house
from .solo_kit import matches, others, raised

QUIET = (9, 8)
"""Locations that do nothing for a player who declines."""


@attrs.define
class Table:
    """Everything that lies on the table."""

    hands: list[set[Card]]
    hidden: list[dict[Card, bool]]
    """The hidden cards of each seat, and whether they lie face up."""
    points: list[int]
    prestige: dict[Suit, int]
    figures: dict[Figure, int | None]
    away: dict[Seat, set[Figure]]
    tower: tuple[int, ...]
    decks: dict[type[Card], list[Card]]
    discards: set[Card]

    @classmethod
    def of(cls, state: State) -> Self:
        """The table of a state."""
        return cls(
            hands=[set(player.hand) for player in state.players],
            hidden=[{each.card: each.face_up for each in player.hidden} for player in state.players],
            points=[player.vp for player in state.players],
            prestige=dict(state.prestige),
            figures={figure: state.figures[figure] for figure in FIGURES},
            away={seat: set(figures) for seat, figures in state.exiles},
            tower=state.tower,
            decks={Minor: list(state.minor_deck), Major: list(state.major_deck)},
            discards={*state.minor_discard, *state.major_discard},
        )


@attrs.define
class Scene:
    """A Major that was played, and the answers that its parts have not used yet."""

    seat: Seat
    before: State
    answers: list[tuple[Seat, Action]]

    def number(self, clause: ClauseId, parameter: str) -> int:
        """What the index says."""
        return number(self.before, clause, parameter)

    @property
    def others(self) -> list[Seat]:
        """The other seats, clockwise from the left neighbour."""
        return others(self.before, self.seat)

    def next(self) -> tuple[Seat, Action]:
        """The next answer."""
        assert self.answers, "somebody should have been asked"
        return self.answers.pop(0)

    def while_of(self, *kinds: type[Action]) -> list[tuple[Seat, Action]]:
        """The next answers as long as they are of some kinds."""
        found = []
        while self.answers and isinstance(self.answers[0][1], kinds):
            found.append(self.answers.pop(0))
        return found


Word = Callable[[Table, Scene], None]


# --- points -----------------------------------------------------------------------------------------------------------


def gains(clause: ClauseId) -> Word:
    """The player gains points, or loses them as far as he has any."""

    def word(table: Table, scene: Scene) -> None:
        table.points[scene.seat] = max(0, table.points[scene.seat] + scene.number(clause, "points"))

    return word


def lovers(table: Table, scene: Scene) -> None:
    """The player and all who have the fewest points gain some; whether a shared last place counts twice is open."""
    standings = list(table.points)
    last = [seat for seat, points in enumerate(standings) if points == min(standings)]
    for seat in last:
        table.points[seat] += 0 if seat == scene.seat else scene.number(MAJ_6_2, "points")
    alone = last == [scene.seat]
    twice = scene.seat in last and (alone or stated(scene.before, MAJ_6_3, "tie") == "non-strict")
    table.points[scene.seat] += scene.number(MAJ_6_3 if twice else MAJ_6_1, "points")


def scores_at_once(table: Table, scene: Scene) -> None:
    """Every House pays by its row of the World; the Fool is a card of value 0 of the House that its owner names."""
    written_for(scene.before, SCORE_12, "tie_break", "sum")
    written_for(scene.before, SCORE_16, "split", "pool")
    fools = [action.house for _, action in scene.while_of(Assign, Pass) if isinstance(action, Assign)]
    hidden: list[Hidden] = [
        [(card.suit.name, card.rank) for card in row if isinstance(card, Minor)]
        + [(house.name, 0) for house in fools if FOOL in row]
        for row in table.hidden
    ]
    assert len(fools) == sum(FOOL in row for row in table.hidden)
    for space, houses in place_tokens({house.name: at for house, at in table.prestige.items()}).items():
        row = stated(scene.before, (WORLD_7, WORLD_8, WORLD_9, WORLD_10)[space - 1], "row")
        assert isinstance(row, tuple | list)
        for house in houses:
            for seat, points in enumerate(score_house(house, [int(str(value)) for value in row], hidden)):
                table.points[seat] += points


# --- prestige and figures ---------------------------------------------------------------------------------------------


def changes_a_house(clause: ClauseId) -> Word:
    """The player picks a House that goes up, or down where the index says so."""

    def word(table: Table, scene: Scene) -> None:
        seat, action = scene.next()
        assert seat == scene.seat
        assert isinstance(action, Adjust)
        steps = scene.number(clause, "prestige")
        assert action.direction * steps > 0
        if steps > 0:
            table.prestige = raised(scene.before, table.prestige, action.house, steps)
        else:
            table.prestige[action.house] = max(0, table.prestige[action.house] + steps)

    return word


def may_move(clause: ClauseId) -> Word:
    """The player may move any figure that is not held by the Tower; its House gains for each matching symbol."""

    def word(table: Table, scene: Scene) -> None:
        written_for(scene.before, clause, "figures", 1)
        held = all(here in (None, *table.tower) for here in table.figures.values())
        if held and not stated(scene.before, clause, "optional"):
            return
        seat, action = scene.next()
        assert seat == scene.seat
        if isinstance(action, Move):
            fitting(action.location in printed_locations())
            here = table.figures[action.figure]
            assert here not in (None, action.location, *table.tower)
            assert action.location not in table.tower
            table.figures[action.figure] = action.location
            gain = matches(scene.before, action.figure, action.location)
            table.prestige = raised(scene.before, table.prestige, action.figure.suit, gain)
            scene.while_of(Pass)
        else:
            assert isinstance(action, Pass)

    return word


def lays_the_tower(table: Table, scene: Scene) -> None:
    """The card stays on the board and closes what it touches."""
    _, action = scene.next()
    assert isinstance(action, PlaceTower)
    table.tower = action.locations


def exiles(clause: ClauseId) -> Word:
    """The player takes figures off the board, none that the Tower holds."""

    def word(table: Table, scene: Scene) -> None:
        removed = [action.figure for _, action in scene.while_of(Remove) if isinstance(action, Remove)]
        free = [figure for figure, here in table.figures.items() if here not in (None, *table.tower)]
        assert len(removed) == min(scene.number(clause, "figures"), len(free))
        assert set(removed) <= set(free)
        for figure in removed:
            table.figures[figure] = None
            table.away.setdefault(scene.seat, set()).add(figure)

    return word


# --- cards ------------------------------------------------------------------------------------------------------------


def take_cards(table: Table, scene: Scene, seat: Seat, kind: type[Card], count: int) -> None:
    """A seat draws from the top of a deck and discards at once what it cannot hold."""
    fitting(len(table.decks[kind]) >= count)  # what an empty deck does is not foretold
    for _ in range(count):
        table.hands[seat].add(table.decks[kind].pop())
    while len(table.hands[seat]) > scene.number(HAND_1, "limit"):
        discard(table, scene, seat)


def discard(table: Table, scene: Scene, seat: Seat) -> None:
    """A seat discards a card of its choice."""
    who, action = scene.next()
    assert who == seat
    assert isinstance(action, Discard)
    table.hands[seat].remove(action.card)
    table.discards.add(action.card)


def draws(kind: type[Card], clause: ClauseId) -> Word:
    """The player draws Minors or Majors."""
    name = "minors" if kind is Minor else "majors"
    return lambda table, scene: take_cards(table, scene, scene.seat, kind, scene.number(clause, name))


def everybody_draws(clause: ClauseId) -> Word:
    """All draw Minors, the player first."""

    def word(table: Table, scene: Scene) -> None:
        for seat in (scene.seat, *scene.others):
            take_cards(table, scene, seat, Minor, scene.number(clause, "minors"))

    return word


def fills_the_hand(table: Table, scene: Scene) -> None:
    """The player draws the Minors that he lacks."""
    kinds = {"all": (Minor, Major), "minors": (Minor,)}[str(stated(scene.before, MAJ_11_1, "counts"))]
    held = sum(isinstance(card, kinds) for card in table.hands[scene.seat])
    missing = scene.number(MAJ_11_1, "cards") - held
    take_cards(table, scene, scene.seat, Minor, max(0, missing))


def others_discard(clause: ClauseId) -> Word:
    """Everybody else who has cards discards one."""

    def word(table: Table, scene: Scene) -> None:
        written_for(scene.before, clause, "discard", 1)
        for seat in scene.others:
            if table.hands[seat]:
                discard(table, scene, seat)

    return word


def may_hide(own: ClauseId, of_others: ClauseId | None = None) -> Word:
    """The player may hide some Minors of his hand, and each of the others some."""

    def word(table: Table, scene: Scene) -> None:
        allowed = [0 if of_others is None else scene.number(of_others, "hide")] * len(table.hands)
        allowed[scene.seat] = scene.number(own, "hide")
        for seat, action in scene.while_of(Hide, Pass):
            if isinstance(action, Hide):
                assert isinstance(action.card, Minor)
                allowed[seat] -= 1
                table.hands[seat].remove(action.card)
                table.hidden[seat][action.card] = False
        assert min(allowed) >= 0, "somebody hid more than the card allows"

    return word


def passes_left(table: Table, scene: Scene) -> None:
    """Everybody gives cards to the left, all at the same time."""
    gifts: list[list[Card]] = [[] for _ in table.hands]
    for seat, action in scene.while_of(Give):
        assert isinstance(action, Give)
        gifts[seat].append(action.card)
    for seat, cards in enumerate(gifts):
        assert len(cards) == min(scene.number(MAJ_10_1, "cards"), len(table.hands[seat]))
        assert set(cards) <= table.hands[seat]
    for seat, cards in enumerate(gifts):
        table.hands[seat] -= set(cards)
    for seat, cards in enumerate(gifts):
        table.hands[(seat + 1) % len(gifts)] |= set(cards)


def trades_minors(table: Table, scene: Scene) -> None:
    """The player discards one or two Minors and draws as many Majors."""
    paid = [action.card for _, action in scene.while_of(Discard, Pass) if isinstance(action, Discard)]
    assert scene.number(MAJ_13_1, "least") <= len(paid) <= scene.number(MAJ_13_1, "most")
    assert all(isinstance(card, Minor) for card in paid)
    table.hands[scene.seat] -= set(paid)
    table.discards |= set(paid)
    take_cards(table, scene, scene.seat, Major, len(paid))


def may_swap(table: Table, scene: Scene) -> None:
    """The player may exchange cards of his hand for hidden ones; what he lays down lies face down."""
    made = [action for _, action in scene.while_of(Swap, Pass) if isinstance(action, Swap)]
    assert len(made) <= scene.number(MAJ_14_2, "swaps")
    for swap in made:
        table.hands[scene.seat].remove(swap.card)
        table.hands[scene.seat].add(swap.hidden)
        del table.hidden[scene.seat][swap.hidden]
        table.hidden[scene.seat][swap.card] = False


def others_reveal(clause: ClauseId) -> Word:
    """Everybody else turns hidden cards up: so many that he picks, or all if there are no more."""

    def word(table: Table, scene: Scene) -> None:
        most = scene.number(clause, "reveal")
        for seat in scene.others:
            row = table.hidden[seat]
            down = {card for card, up in row.items() if not up}
            if len(down) > most:
                picked = [scene.next() for _ in range(most)]
                assert {who for who, _ in picked} == {seat}
                down &= {action.card for _, action in picked if isinstance(action, Reveal)}
                assert len(down) == most
            row.update(dict.fromkeys(down, True))

    return word


def nothing_yet(table: Table, scene: Scene) -> None:
    """The Devil changes only what comes after him."""


SAYS: tuple[tuple[Word, ...], ...] = (
    (may_move(MAJ_0_1),),
    (draws(Minor, MAJ_1_1), may_hide(MAJ_1_2)),
    (gains(MAJ_2_1),),
    (may_move(MAJ_3_1), changes_a_house(MAJ_3_2), changes_a_house(MAJ_3_3)),
    (may_hide(MAJ_4_1), changes_a_house(MAJ_4_2)),
    (draws(Minor, MAJ_5_1), draws(Major, MAJ_5_1)),
    (lovers,),
    (changes_a_house(MAJ_7_1), others_discard(MAJ_7_2)),
    (gains(MAJ_8_1), changes_a_house(MAJ_8_2)),
    (may_hide(MAJ_9_1, MAJ_9_2),),
    (passes_left,),
    (fills_the_hand,),
    (gains(MAJ_12_1), draws(Major, MAJ_12_2)),
    (trades_minors,),
    (may_move(MAJ_14_1), may_swap),
    (nothing_yet,),
    (gains(MAJ_16_1), lays_the_tower),
    (draws(Minor, MAJ_17_1), gains(MAJ_17_2)),
    (everybody_draws(MAJ_18_1), may_hide(MAJ_18_2, MAJ_18_3)),
    (gains(MAJ_19_1), others_reveal(MAJ_19_2)),
    (others_discard(MAJ_20_1), exiles(MAJ_20_2)),
    (may_hide(WORLD_1), scores_at_once),
)
"""What each Major does, by number."""


def foretold(before: State, seat: Seat, card: Major, answers: list[tuple[Seat, Action]]) -> Table:
    """The table after a Major, given what everybody answered."""
    as_printed(cards=(card.number,))
    table, scene = Table.of(before), Scene(seat, before, list(answers))
    table.hands[seat].remove(card)
    for word in SAYS[card.number]:
        word(table, scene)
    if card != TOWER:
        table.discards.add(card)
    assert not scene.answers, f"nobody should have been asked for {scene.answers}"
    return table
