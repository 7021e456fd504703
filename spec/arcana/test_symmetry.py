"""What the rules cannot tell apart may change places: seats at the table, names of cards. The game stays the same."""

from __future__ import annotations

from collections.abc import Callable

import attrs
from hypothesis import given
from hypothesis import strategies as st

from arcanum.guilds import Catalogue, State
from arcanum.guilds.actions import Opponent, Swap
from arcanum.guilds.cards import CardId
from arcanum.guilds.clause_ids import AMB_31, F_ACT_1, R_INT_1, R_RES_5, R_RES_6, R_RES_9
from arcanum.kernel.actions import Action
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.guilds.games import LATE, any_players, module_sets
from arcanum.spec.guilds.late import late
from arcanum.spec.secrets import renamed
from arcanum.spec.symmetry import Mapped, assert_same_game

from .setup_kit import RULESETS, Agreement


@st.composite
def beginnings(draw: st.DrawFn) -> State:
    """Tables at which a game or, as often as not, a later round is about to begin; nobody has been asked anything."""
    ruleset = draw(RULESETS)
    modules = draw(module_sets().under(ruleset))
    game = Agreement(ruleset, draw(any_players(ruleset)), draw(st.integers(0, 2**20)), modules)
    over = draw(st.sampled_from(LATE))
    return late(game.begin()[0], over, game.seed) if over else game.set_up()


# --- seats ------------------------------------------------------------------------------------------------------------


@proves(R_INT_1, F_ACT_1, R_RES_5, R_RES_9)
@given(beginnings(), st.integers(1, 3), st.integers(0, 2**32))
def test_it_does_not_matter_where_at_the_table_somebody_sits(state: State, by: int, luck: int) -> None:
    """If everybody moves on by some seats, with all that lies before them, the game is the same."""
    size = len(state.players)
    by = 1 + by % (size - 1)

    def seat(old: Seat) -> Seat:
        return (old + by) % size

    places = [*(moved(at, by, size) for at in range(len(state.districts) - 1)), len(state.districts) - 1]
    names = {each.name: state.districts[at].name for each, at in zip(state.districts, places, strict=True)}

    def translated(action: Action) -> Action:
        if isinstance(action, Opponent):
            return Opponent(seat(action.seat))
        if isinstance(action, Swap):  # either of two Districts can be named first, so the first one of the table is
            first, other = sorted((names[action.district], names[action.other]), key=[*names].index)
            return Swap(first, other)
        other_names: Action = renamed(action, names)
        return other_names

    def turned(state: State) -> State:
        return around(state, places, seat)

    assert_same_game(state, Mapped(turned, translated, seat), luck)


def moved(at: int, by: int, size: int) -> int:
    """Where a District lies when everybody has moved on: two players have two each, more share a ring."""
    return (at + 2 * by) % 4 if size == 2 else (at + by) % size


def around(state: State, places: list[int], seat: Callable[[Seat], Seat]) -> State:
    """The same table seen by somebody who sits elsewhere; what is asked just now stays as it was."""
    size = len(state.players)
    back = {seat(old): old for old in range(size)}
    districts = list(state.districts)
    for at, new in enumerate(places):
        old = state.districts[at]
        cards = tuple(
            attrs.evolve(each, owner=seat(each.owner), known_to=tuple(sorted(map(seat, each.known_to))))
            for each in old.cards
        )
        known = tuple(sorted(map(seat, old.known_to)))
        districts[new] = attrs.evolve(
            state.districts[new], pile=old.pile, stake=old.stake, cards=cards, known_to=known, end_among=old.end_among
        )
    return attrs.evolve(
        state,
        players=tuple(state.players[back[new]] for new in range(size)),
        options=attrs.evolve(state.options, guilds=tuple(state.options.guilds[back[new]] for new in range(size))),
        districts=tuple(districts),
        first_player=seat(state.first_player),
        active=None if state.active is None else seat(state.active),
        bonuses=tuple(
            attrs.evolve(each, seat=seat(each.seat), district=places[each.district]) for each in state.bonuses
        ),
        aside=tuple(attrs.evolve(each, owner=seat(each.owner)) for each in state.aside),
    )


# --- names of cards ---------------------------------------------------------------------------------------------------


@proves(R_RES_6, R_RES_9, AMB_31)
@given(beginnings(), st.integers(0, 2**32))
def test_it_does_not_matter_what_a_card_is_called(state: State, luck: int) -> None:
    """If every card has another name and the same text, the game is the same."""
    old = state.rules.catalogue
    names = {card.id: CardId(f"{number}-{card.id[::-1]}") for number, card in enumerate(old)}
    cards = tuple(attrs.evolve(card, id=names[card.id]) for card in old)
    rules = attrs.evolve(state.rules, catalogue=Catalogue(old.edition, old.source, old.fiefdoms, cards))

    def renaming(state: State) -> State:
        parts = ("players", "districts", "militia", "militia_used", "events", "event", "past_events", "aside", "box")
        return attrs.evolve(state, rules=rules, **{part: renamed(getattr(state, part), names) for part in parts})

    assert_same_game(state, Mapped(renaming, lambda action: renamed(action, names)), luck)
